//! Sources and files to effects.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl_lang::{Options, Program, compile, lift};

use super::Effect;
use super::engine::Engine;
use crate::compile::{CompileOptions, choices, compiler_of, compiler_of_kind, kind_of};
use crate::run::PIXELS;

/// What became of a source or a file.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The program; none where there are errors.
    pub effect: Option<Effect>,
    /// What was found, in the order of the text or the file.
    pub findings: Vec<Diagnostic>,
    /// Whether the places of the findings are in a text.
    pub is_source: bool,
}

/// Id of the language and of the format.
const SKSL: &str = "sksl";

/// Loads a program that makes pixels, from its source or its file; `None` when it is neither. The name of the file says what a
/// source is for, if the options do not; where it says no more than that it is SkSL, it is a runtime shader.
///
/// # Errors
///
/// What is wrong with an option.
pub fn load(
    name: &str,
    bytes: &[u8],
    as_format: Option<&'static dyn Format>,
    options: &CompileOptions,
    limits: &Limits,
) -> Result<Option<Loaded>, String> {
    let format = as_format.or_else(|| crate::detect(bytes));
    if let Some(format) = format {
        return Ok((format.id() == SKSL).then(|| of_file(bytes, options, limits)).transpose()?);
    }
    if crate::is_text(bytes) {
        let Ok(assembled) = crate::binary(bytes) else {
            return Ok(None);
        };
        let is_sksl = crate::detect(&assembled).is_some_and(|format| format.id() == SKSL);
        return Ok(is_sksl.then(|| of_file(&assembled, options, limits)).transpose()?);
    }
    let named = compiler_of(name, "");
    let stated = options.kind.as_deref().and_then(compiler_of_kind);
    let Some(compiler) = named.or(stated).filter(|compiler| compiler.name() == SKSL) else {
        return Ok(None);
    };
    let kind = options.kind.as_deref().or(kind_of(compiler, name));
    let options = choices(&CompileOptions {
        kind: Some(kind.unwrap_or("shader").to_owned()),
        ..options.clone()
    })?;
    Ok(Some(of_source(bytes, &options)))
}

fn of_source(bytes: &[u8], options: &Options) -> Loaded {
    let text = String::from_utf8_lossy(bytes);
    let compilation = compile(&text, options);
    let mut loaded = Loaded {
        effect: None,
        findings: compilation.findings,
        is_source: true,
    };
    if let Some(program) = compilation.program {
        loaded.finish(&program, options);
    }
    loaded
}

/// What the file says of the kind counts; the options say what the device can do.
fn of_file(bytes: &[u8], options: &CompileOptions, limits: &Limits) -> Result<Loaded, String> {
    let mut loaded = Loaded::default();
    let options = choices(&CompileOptions {
        kind: Some("shader".to_owned()),
        ..options.clone()
    })?;
    let file = match glassbox_sksl::read::open(Window::whole(bytes), limits) {
        Ok(file) => file,
        Err(finding) => {
            loaded.findings.push(*finding);
            return Ok(loaded);
        }
    };
    match lift(&file.model) {
        Ok(program) => loaded.finish(&program, &options),
        Err(findings) => loaded.findings.extend(findings),
    }
    Ok(loaded)
}

impl Loaded {
    /// Makes a program ready to run.
    fn finish(&mut self, program: &Program, options: &Options) {
        match Engine::new(program, options) {
            Ok(engine) => self.effect = Some(Effect::new(engine)),
            Err(mut findings) => {
                if findings.is_empty() {
                    let message = "the program does not run";
                    findings.push(Diagnostic::new(&PIXELS, Location::default(), message));
                }
                self.findings.extend(findings);
            }
        }
    }
}
