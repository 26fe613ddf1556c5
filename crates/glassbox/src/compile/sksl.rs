//! Compiles SkSL, Skia's shading language, to binary SkSL.

use glassbox_core::format::OpenedFile;
use glassbox_sksl::builtin::CAPABILITIES;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{
    BaseModuleError, Compilation, Dialect, Encoding, Options, Outline, compile, compile_module, encode,
    outline,
};

use super::sksl_source::Source;
use super::{CompileError, CompileOptions, Compiled, Compiler, Suffix, choice};

/// The SkSL compiler.
pub(super) static SKSL: Sksl = Sksl;

/// Type of [`SKSL`].
pub(super) struct Sksl;

/// Kinds of programs, by option name.
const KINDS: [(&str, ProgramKind); 8] = [
    ("shader", ProgramKind::SHADER),
    ("color-filter", ProgramKind::COLOR_FILTER),
    ("blender", ProgramKind::BLENDER),
    ("fragment", ProgramKind::FRAGMENT),
    ("vertex", ProgramKind::VERTEX),
    ("mesh-vertex", ProgramKind::MESH_VERTEX),
    ("mesh-fragment", ProgramKind::MESH_FRAGMENT),
    ("generic", ProgramKind::GENERIC),
];

/// The names of [`KINDS`].
const KIND_NAMES: [&str; 8] = {
    let mut names = [""; 8];
    let mut index = 0;
    while index < KINDS.len() {
        names[index] = KINDS[index].0;
        index += 1;
    }
    names
};

const fn suffix(end: &'static str, kind: &'static str) -> Suffix {
    Suffix { end, kind: Some(kind) }
}

/// Suffixes of sources. `.sksl` is used for programs of every kind.
const SUFFIXES: [Suffix; 10] = [
    suffix(".rts", "shader"),
    suffix(".agsl", "shader"),
    suffix(".rtcf", "color-filter"),
    suffix(".rtb", "blender"),
    suffix(".frag", "fragment"),
    suffix(".vert", "vertex"),
    suffix(".mv", "mesh-vertex"),
    suffix(".mf", "mesh-fragment"),
    suffix(".gen", "generic"),
    Suffix { end: ".sksl", kind: None },
];

impl Compiler for Sksl {
    fn name(&self) -> &'static str {
        "sksl"
    }

    fn title(&self) -> &'static str {
        "SkSL"
    }

    fn suffixes(&self) -> &'static [Suffix] {
        &SUFFIXES
    }

    fn kinds(&self) -> &'static [&'static str] {
        &KIND_NAMES
    }

    fn dialects(&self) -> &'static [&'static str] {
        const NAMES: [&str; 2] = [Dialect::V8.name(), Dialect::Current.name()];
        &NAMES
    }

    fn format(&self) -> &'static str {
        "sksl"
    }

    fn extension(&self) -> &'static str {
        "bin"
    }

    fn code(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    fn is_source(&self, _: &str) -> bool {
        // A program begins with any declaration, and many of them are those of GLSL.
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["kind", "dialect", "inline-threshold", "es2", "allow-narrowing", "caps", "module", "base", "encode"]
    }

    fn takes(&self, name: &str, text: &str) -> bool {
        const OWN: [&str; 5] = [".sksl", ".agsl", ".rts", ".rtcf", ".rtb"];
        OWN.iter().any(|end| name.ends_with(end)) || outline(text).is_likely
    }

    fn open<'a>(&self, text: &'a str, options: &CompileOptions) -> Option<Box<dyn OpenedFile + 'a>> {
        if options.module {
            return Some(Box::new(Source::module(text, &options.bases, "")));
        }
        let Outline { kind, is_module, is_likely, .. } = outline(text);
        // Some suffixes are shared with GLSL, whose programs are fragment and vertex programs.
        let stated = options.kind.as_deref();
        if !is_likely && !is_module && matches!(stated, Some("fragment" | "vertex")) {
            return None;
        }
        let (name, said_by) = match (stated, kind) {
            (None, _) if is_module => return Some(Box::new(Source::module(text, &[], "its names with `$`"))),
            (Some(stated), _) => (stated, ""),
            (None, Some(kind)) => (name_of(kind), "the parameters of `main`"),
            (None, None) => ("shader", "default"),
        };
        let options = CompileOptions { kind: Some(name.to_owned()), ..options.clone() };
        let choices = choices(&options, Dialect::Current).ok()?;
        Some(Box::new(Source::program(text, &choices, name, said_by)))
    }

    fn compile(&self, text: &str, options: &CompileOptions) -> Result<Compiled, CompileError> {
        if options.module {
            return module(text, options);
        }
        if !options.bases.is_empty() {
            return Err("--base is for modules; add --module".to_owned().into());
        }
        let choices = choices(options, Dialect::V8)?;
        if choices.dialect != Dialect::V8 {
            let compilation = compile(text, &choices);
            if compilation.program.is_none() {
                return Ok(Compiled { findings: compilation.findings, ..Compiled::default() });
            }
        }
        // A binary is of version 8, so the program has to be one of that language too.
        written(compile(text, &binary_options(&choices, options.es2)), options)
    }
}

/// A module: not optimised, and without a kind.
fn module(text: &str, options: &CompileOptions) -> Result<Compiled, CompileError> {
    if let Some(kind) = &options.kind {
        return Err(format!("--kind {kind} does not apply to a module").into());
    }
    let bases: Vec<&str> = options.bases.iter().map(|(_, text)| text.as_str()).collect();
    match compile_module(text, &bases) {
        Ok(compilation) => written(compilation, options),
        Err(wrong) => Err(wrong_base(&options.bases, &wrong).into()),
    }
}

/// Message that names the invalid base module.
fn wrong_base(bases: &[(String, String)], wrong: &BaseModuleError) -> String {
    let name = bases.get(wrong.number).map_or("", |(name, _)| name);
    let first = wrong.findings.first();
    let (line, column) = first.and_then(|finding| finding.location.line_column).unwrap_or_default();
    let message = first.map_or("", |finding| &finding.message);
    format!(
        "--base {name} has mistakes, the first at {line}:{column}: {message}; compile it with --module to see all"
    )
}

/// The file of a program, in the form the options select.
fn written(compilation: Compilation, options: &CompileOptions) -> Result<Compiled, CompileError> {
    let encoding = match &options.encode {
        Some(name) => {
            let all = Encoding::ALL.map(|encoding| (encoding.name(), encoding));
            choice("encode", name, &all)?
        }
        None => Encoding::Strict,
    };
    let Compilation { program, mut findings } = compilation;
    let bytes = match program.as_ref().map(|program| encode(program, encoding)) {
        Some(Ok(bytes)) => Some(bytes),
        Some(Err(refused)) => {
            findings.extend(refused);
            None
        }
        None => None,
    };
    Ok(Compiled { bytes, modules: Vec::new(), findings })
}

/// Kind of a program, inferred from its `main`.
pub(crate) fn kind_in(text: &str) -> Option<&'static str> {
    outline(text).kind.map(name_of)
}

/// The name that options have for a kind.
fn name_of(kind: ProgramKind) -> &'static str {
    let mut all = KINDS.iter();
    all.find(|(_, known)| *known == kind).map_or("shader", |(name, _)| name)
}

/// Options with which a binary is written.
pub(crate) fn binary_options(choices: &Options, es2: bool) -> Options {
    Options { dialect: Dialect::V8, es2, ..choices.clone() }
}

/// Maps the options to those of the compiler. `dialect` is the one that counts if none is stated.
pub(crate) fn choices(options: &CompileOptions, dialect: Dialect) -> Result<Options, CompileError> {
    let Some(kind) = &options.kind else {
        let names = KIND_NAMES.join(", ");
        let why = format!("its name does not show what the program is for; state it with --kind ({names})");
        return Err(why.into());
    };
    let mut choices = Options::new(choice("kind", kind, &KINDS)?);
    let dialects = Dialect::ALL.map(|dialect| (dialect.name(), dialect));
    choices.dialect = match &options.dialect {
        Some(name) => choice("dialect", name, &dialects)?,
        None => dialect,
    };
    choices.optimize = options.optimize;
    // Today the source says by `#version 300` that it needs more.
    choices.es2 = options.es2 || choices.dialect == Dialect::Current;
    choices.allow_narrowing = options.allow_narrowing;
    if let Some(threshold) = options.inline_threshold {
        choices.inline_threshold = threshold;
    }
    for (name, value) in &options.caps {
        let known: Vec<(&'static str, &'static str)> =
            CAPABILITIES.iter().map(|&known| (known, known)).collect();
        let name = choice("caps", name, &known)?;
        choices.capabilities = choices.capabilities.with(name, *value);
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use glassbox_sksl::raw::ProgramKind;

    use super::{CompileOptions, Compiler as _, Dialect, SKSL, choices};
    use crate::compile::{compiler_of, kind_of};

    #[test]
    fn names_of_files_say_what_programs_are_for() {
        for (name, kind) in [
            ("a.rts", Some("shader")),
            ("a.agsl", Some("shader")),
            ("a.b.rtcf", Some("color-filter")),
            ("a.frag.mv", Some("mesh-vertex")),
            ("folder.rts/a.sksl", None),
        ] {
            let compiler = compiler_of(name, "").unwrap();
            assert_eq!(compiler.name(), "sksl", "{name}");
            assert_eq!(kind_of(compiler, name), kind, "{name}");
        }
        assert!(compiler_of("a.rts.txt", "half4 main(float2 p) { return half4(1); }").is_none());
        for suffix in SKSL.suffixes() {
            assert!(suffix.kind.is_none_or(|kind| SKSL.kinds().contains(&kind)));
        }
    }

    #[test]
    fn options_are_understood_or_refused_with_what_there_is() {
        let options = CompileOptions {
            optimize: false,
            kind: Some("blender".to_owned()),
            inline_threshold: Some(50),
            es2: true,
            allow_narrowing: true,
            caps: vec![("integerSupport".to_owned(), true)],
            ..CompileOptions::default()
        };
        let made = choices(&options, Dialect::V8).unwrap();
        assert_eq!(made.kind, ProgramKind::BLENDER);
        assert_eq!(made.inline_threshold, 50);
        assert!(made.es2 && made.allow_narrowing && !made.optimize);
        assert_eq!(made.capabilities.get("integerSupport"), Some(true));

        let refused = |options: CompileOptions| choices(&options, Dialect::V8).unwrap_err().to_string();
        let unknown = CompileOptions { kind: Some("colour-filter".to_owned()), ..CompileOptions::default() };
        assert_eq!(refused(unknown), "--kind has no value \"colour-filter\"; did you mean color-filter?");
        let unknown = CompileOptions { caps: vec![("integersupport".to_owned(), true)], ..options };
        assert_eq!(refused(unknown), "--caps has no value \"integersupport\"; did you mean integerSupport?");
        assert!(refused(CompileOptions::default()).contains("--kind (shader, "));
    }
}
