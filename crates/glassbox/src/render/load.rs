//! Loads effects from sources and files.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl_eval::{Code, Settings};
use glassbox_sksl_lang::rules::program::NO_MAIN;
use glassbox_sksl_lang::{Dialect, Options, Program, compile, lift};

use super::Effect;
use crate::compile::{
    CompileError, CompileOptions, choices, compiler_of, compiler_of_kind, kind_in, kind_of,
};

/// Options for loading a program.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Options for compiling a source. The capabilities apply to files too.
    pub compile: CompileOptions,
    /// Most passes of loops for a group of pixels; the evaluator's own limit if `None`.
    pub steps: Option<u64>,
}

/// Result of loading a source or a file.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The program; `None` if there are errors.
    pub effect: Option<Effect>,
    /// Findings, in the order of the text or the file.
    pub findings: Vec<Diagnostic>,
    /// True if the locations of the findings are in a text.
    pub is_source: bool,
}

/// Id of the language and of the format.
pub(super) const SKSL: &str = "sksl";

/// Loads a program that computes pixels, from source or file; `None` if it is neither. If the options do not state the
/// kind of a source, its file name does; if the name implies only SkSL, the parameters of `main` decide.
///
/// # Errors
///
/// An invalid option.
pub fn load(
    name: &str,
    bytes: &[u8],
    as_format: Option<&'static dyn Format>,
    options: &LoadOptions,
    limits: &Limits,
) -> Result<Option<Loaded>, CompileError> {
    let is_sksl = |format: &dyn Format| format.id() == SKSL;
    if let Some(format) = as_format.or_else(|| crate::detect(bytes)) {
        return if is_sksl(format) { of_file(bytes, options, limits).map(Some) } else { Ok(None) };
    }
    if crate::is_text(bytes) {
        return match crate::binary(bytes) {
            Ok(assembled) if crate::detect(&assembled).is_some_and(is_sksl) => {
                of_file(&assembled, options, limits).map(Some)
            }
            _ => Ok(None),
        };
    }
    let stated = options.compile.kind.as_deref();
    let named = compiler_of(name, "").or_else(|| compiler_of_kind(stated?));
    let Some(compiler) = named.filter(|compiler| compiler.name() == SKSL) else {
        return Ok(None);
    };
    let text = String::from_utf8_lossy(bytes);
    let kind = stated.or(kind_of(compiler, name)).or_else(|| kind_in(&text)).unwrap_or("shader");
    of_source(&text, kind, options).map(Some)
}

fn of_source(text: &str, kind: &str, options: &LoadOptions) -> Result<Loaded, CompileError> {
    let wanted = CompileOptions { kind: Some(kind.to_owned()), ..options.compile.clone() };
    let choices = choices(&wanted, Dialect::Current)?;
    let compilation = compile(text, &choices);
    let mut loaded = Loaded { effect: None, findings: compilation.findings, is_source: true };
    if let Some(program) = compilation.program {
        loaded.finish(&program, &choices, options);
        if loaded.effect.is_none() {
            // The evaluator reports the same condition as an error.
            let is_no_main = |finding: &Diagnostic| finding.rule.id == NO_MAIN.id;
            loaded.findings.retain(|finding| !is_no_main(finding));
        }
    }
    Ok(loaded)
}

fn of_file(bytes: &[u8], options: &LoadOptions, limits: &Limits) -> Result<Loaded, CompileError> {
    let mut loaded = Loaded::default();
    // The file states the kind of the program; of the options only the capabilities apply.
    let wanted = CompileOptions { kind: Some("shader".to_owned()), ..options.compile.clone() };
    let choices = choices(&wanted, Dialect::Current)?;
    match glassbox_sksl::read::open(Window::whole(bytes), limits) {
        Ok(file) => match lift(&file) {
            Ok(program) => loaded.finish(&program, &choices, options),
            Err(findings) => loaded.findings.extend(findings),
        },
        Err(finding) => loaded.findings.push(*finding),
    }
    Ok(loaded)
}

impl Loaded {
    /// Prepares a program for running.
    fn finish(&mut self, program: &Program, choices: &Options, options: &LoadOptions) {
        let mut settings = Settings { capabilities: choices.capabilities, ..Settings::default() };
        if let Some(steps) = options.steps {
            settings.step_limit = steps;
        }
        match Code::compile(program, &settings) {
            Ok(code) => self.effect = Some(Effect::new(code)),
            Err(findings) => self.findings.extend(findings),
        }
    }
}
