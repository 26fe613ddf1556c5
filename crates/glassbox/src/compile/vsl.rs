//! Compiles VSL, the Vega shader language, to VBC.

use std::borrow::Cow;

use glassbox_vbc::program::{Layout, Program};
use glassbox_vbc::stage::STAGES;
use glassbox_vbc::write::write;
use glassbox_vsl::dialect::Dialect;
use glassbox_vsl::{Options, compile};

use super::{CompileError, CompileOptions, Compiled, Compiler, Module, Suffix, choice};

/// The VSL compiler.
pub(super) static VSL: Vsl = Vsl;

/// Type of [`VSL`].
pub(super) struct Vsl;

/// Stage names in file names, in the order of [`STAGES`].
const SHORT: [&str; 5] = ["vert", "tesc", "tese", "geom", "frag"];

/// The descriptor tables by vslc's names, with their indices in the header.
const TABLES: [(&str, usize); 5] =
    [("samplers", 0), ("images", 1), ("buffers", 2), ("rotexels", 3), ("rwtexels", 4)];

/// Features that can be enabled.
#[derive(Clone, Copy)]
enum Feature {
    DrawParameters,
    DynamicIndexing,
}

const FEATURES: [(&str, Feature); 2] =
    [("draw-parameters", Feature::DrawParameters), ("dynamic-indexing", Feature::DynamicIndexing)];

impl Compiler for Vsl {
    fn name(&self) -> &'static str {
        "vsl"
    }

    fn title(&self) -> &'static str {
        "VSL"
    }

    fn suffixes(&self) -> &'static [Suffix] {
        &[Suffix { end: ".vsl", kind: None }]
    }

    fn format(&self) -> &'static str {
        "vbc"
    }

    fn extension(&self) -> &'static str {
        "vbc"
    }

    fn code(&self) -> Option<(&'static str, &'static str)> {
        Some(("spirv", "spv"))
    }

    fn is_source(&self, text: &str) -> bool {
        let text = after_comments(text);
        if text.starts_with("@shader") {
            return true;
        }
        // The older dialect; other languages begin lines with this word too.
        let kind = text.strip_prefix("shader").and_then(|rest| rest.split_once(';'));
        kind.is_some_and(|(kind, _)| kind.starts_with(char::is_whitespace) && kind.trim() == "graphics")
    }

    fn options(&self) -> &'static [&'static str] {
        &["names", "dialect", "tables", "enable"]
    }

    fn compile(&self, text: &str, options: &CompileOptions) -> Result<Compiled, CompileError> {
        let compilation = compile(text, &choices(options)?);
        let Some(program) = compilation.program else {
            return Ok(Compiled { findings: compilation.findings, ..Compiled::default() });
        };
        let bytes = write(&program, &Layout::default())?;
        Ok(Compiled { bytes: Some(bytes), modules: modules(program), findings: compilation.findings })
    }
}

/// Maps the options to those of the compiler.
fn choices(options: &CompileOptions) -> Result<Options, CompileError> {
    let mut choices = Options { optimize: options.optimize, names: options.names, ..Options::default() };
    if let Some(name) = &options.dialect {
        let dialects = Dialect::ALL.map(|dialect| (dialect.name(), dialect));
        choices.dialect = choice("dialect", name, &dialects)?;
    }
    for (name, size) in &options.tables {
        let place = choice("tables", name, &TABLES)?;
        if let Some(table) = choices.tables.get_mut(place) {
            *table = *size;
        }
    }
    for name in &options.enable {
        match choice("enable", name, &FEATURES)? {
            Feature::DrawParameters => choices.draw_parameters = true,
            Feature::DynamicIndexing => choices.dynamic_indexing = true,
        }
    }
    Ok(choices)
}

/// The modules of a program, in the order of the file.
fn modules(program: Program<'static>) -> Vec<Module> {
    let stages = STAGES.iter().zip(SHORT).zip(program.modules);
    stages
        .filter_map(|((stage, short), code)| {
            Some(Module { stage: stage.name, short, bytes: code.map(Cow::into_owned)? })
        })
        .collect()
}

/// The text from its first token on.
fn after_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        let comment = match rest.get(..2) {
            Some("//") => rest.split_once('\n'),
            Some("/*") => rest.get(2..).and_then(|inside| inside.split_once("*/")),
            _ => return rest,
        };
        match comment {
            Some((_, behind)) => rest = behind,
            None => return "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CompileOptions, Compiler as _, VSL, choices};

    #[test]
    fn sources_show_by_their_first_token() {
        for text in [
            "@shader graphics;",
            "\u{feff}// a\n/* b */ @shader compute;",
            "shader graphics;",
            "shader\tgraphics ;",
        ] {
            assert!(VSL.is_source(text), "{text}");
        }
        for text in [
            "",
            "/* @shader graphics;",
            "// @shader graphics;",
            "shader_type spatial;",
            "shader graphic;",
            "# @shader graphics;",
            "é",
        ] {
            assert!(!VSL.is_source(text), "{text}");
        }
    }

    #[test]
    fn options_are_understood_or_refused_with_what_there_is() {
        let options = CompileOptions {
            names: true,
            dialect: Some("older".to_owned()),
            tables: vec![("images".to_owned(), 7)],
            enable: vec!["dynamic-indexing".to_owned()],
            ..CompileOptions::default()
        };
        let choices_made = choices(&options).unwrap();
        assert_eq!(choices_made.tables, [8192, 7, 512, 128, 128]);
        assert!(choices_made.names && choices_made.dynamic_indexing && !choices_made.draw_parameters);

        let refused = |options: CompileOptions| choices(&options).unwrap_err().to_string();
        let unknown = CompileOptions { tables: vec![("image".to_owned(), 7)], ..CompileOptions::default() };
        assert_eq!(refused(unknown), "--tables has no value \"image\"; did you mean images?");
        let unknown = CompileOptions { dialect: Some("new".to_owned()), ..CompileOptions::default() };
        assert_eq!(refused(unknown), "--dialect has no value \"new\"; available: released, older");
    }
}
