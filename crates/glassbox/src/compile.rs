//! Compiles programs in high-level languages to files.
//!
//! A [`Compiler`] takes one source text and produces a file of one format. To add one, implement the trait in a module
//! below and add it to the list; the command, source detection and help pages follow from that.
//!
//! ```
//! use glassbox::compile::{CompileOptions, compiler};
//!
//! let options = CompileOptions {
//!     kind: Some("shader".to_owned()),
//!     ..CompileOptions::default()
//! };
//! let sksl = compiler("sksl").ok_or("there is a compiler of SkSL")?;
//! let compiled = sksl.compile("half4 main(float2 p) { return half4(1); }", &options)?;
//! assert_eq!(compiled.bytes.as_deref().and_then(|bytes| bytes.get(..2)), Some(&[8, 0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod sksl;
mod sksl_source;
mod vsl;

use std::fmt;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::format::{OpenedFile, WriteError};
use glassbox_core::suggest;

use crate::File;

pub(crate) use sksl::{choices, kind_in};

/// Compiler options. A compiler rejects options it does not support, see [`Compiler::options`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileOptions {
    /// True to optimise the code and remove unused declarations.
    pub optimize: bool,
    /// `names`: true to keep the names of the source in the code.
    pub names: bool,
    /// `dialect`: spelling or state of the language; if `None`, the compiler's default, which may depend on what is made
    /// of the source.
    pub dialect: Option<String>,
    /// `tables`: sizes of the descriptor tables, by the compiler's names for them.
    pub tables: Vec<(String, u16)>,
    /// `enable`: optional features of the runtime.
    pub enable: Vec<String>,
    /// `kind`: kind of the program, if the file name does not imply it.
    pub kind: Option<String>,
    /// `inline-threshold`: maximum amount of code the inliner may make of a function; the compiler's own limit if
    /// `None`.
    pub inline_threshold: Option<u32>,
    /// `es2`: true to restrict the program to OpenGL ES 2.
    pub es2: bool,
    /// `allow-narrowing`: true to permit implicit loss of precision where the language forbids it.
    pub allow_narrowing: bool,
    /// `caps`: device capabilities, by the language's names for them.
    pub caps: Vec<(String, bool)>,
    /// `module`: true if the source is a module, builtin code for other programs.
    pub module: bool,
    /// `base`: the modules that a module sees, each with the name of its file; a later one sees those before it.
    pub bases: Vec<(String, String)>,
    /// `encode`: form of the file to write; the strictest if `None`.
    pub encode: Option<String>,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            optimize: true,
            names: false,
            dialect: None,
            tables: Vec::new(),
            enable: Vec::new(),
            kind: None,
            inline_threshold: None,
            es2: false,
            allow_narrowing: false,
            caps: Vec::new(),
            module: false,
            bases: Vec::new(),
            encode: None,
        }
    }
}

impl CompileOptions {
    /// Names of the options that are set and that a compiler may not support.
    #[must_use]
    pub fn set(&self) -> Vec<&'static str> {
        let all = [
            ("names", self.names),
            ("dialect", self.dialect.is_some()),
            ("tables", !self.tables.is_empty()),
            ("enable", !self.enable.is_empty()),
            ("kind", self.kind.is_some()),
            ("inline-threshold", self.inline_threshold.is_some()),
            ("es2", self.es2),
            ("allow-narrowing", self.allow_narrowing),
            ("caps", !self.caps.is_empty()),
            ("module", self.module),
            ("base", !self.bases.is_empty()),
            ("encode", self.encode.is_some()),
        ];
        all.into_iter().filter(|(_, set)| *set).map(|(name, _)| name).collect()
    }
}

/// The code of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Stage, as reflection names it: `vertex`.
    pub stage: &'static str,
    /// Stage, as names of files have it: `vert`.
    pub short: &'static str,
    /// Code of the module.
    pub bytes: Vec<u8>,
}

/// Result of compiling a source.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The file; `None` if there are errors.
    pub bytes: Option<Vec<u8>>,
    /// The code in it, stage by stage, if it has a language of its own.
    pub modules: Vec<Module>,
    /// Findings, in text order.
    pub findings: Vec<Diagnostic>,
}

/// A compiler for one language.
pub trait Compiler: Sync {
    /// Name of the language, for options.
    fn name(&self) -> &'static str;

    /// Name of the language in full.
    fn title(&self) -> &'static str;

    /// File name suffixes of sources.
    fn suffixes(&self) -> &'static [Suffix];

    /// Kinds of programs in the language; empty if there is only one.
    fn kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Dialects of the language, the values of the option `dialect`, the default of files first; empty if there is only one.
    fn dialects(&self) -> &'static [&'static str] {
        &[]
    }

    /// Id of the output format.
    fn format(&self) -> &'static str;

    /// File name extension of the format, without a dot.
    fn extension(&self) -> &'static str;

    /// Language id of the modules in the file, and the file name extension of such code; `None` if it holds no modules.
    fn code(&self) -> Option<(&'static str, &'static str)>;

    /// True if the beginning of a text is in this language.
    fn is_source(&self, text: &str) -> bool;

    /// True if a text whose name has a source suffix is in this language. Other languages may share the suffix.
    fn takes(&self, name: &str, text: &str) -> bool {
        let _ = (name, text);
        true
    }

    /// Opens a source without writing a file, to query it; `None` if the compiler has only files to query, or the text
    /// is in another language. Options that select a form of the file are ignored.
    fn open<'a>(&self, text: &'a str, options: &CompileOptions) -> Option<Box<dyn OpenedFile + 'a>> {
        let _ = (text, options);
        None
    }

    /// Supported options, by their names in [`CompileOptions`].
    fn options(&self) -> &'static [&'static str];

    /// Compiles a source.
    ///
    /// # Errors
    ///
    /// An invalid option. Mistakes in the source are among the findings.
    fn compile(&self, text: &str, options: &CompileOptions) -> Result<Compiled, CompileError>;
}

/// Reason a source cannot be compiled, whatever it contains: an option has an invalid value, or the result cannot be
/// written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError(String);

impl From<WriteError> for CompileError {
    fn from(error: WriteError) -> CompileError {
        CompileError(error.into())
    }
}

impl From<String> for CompileError {
    fn from(message: String) -> CompileError {
        CompileError(message)
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CompileError {}

/// Opens a source without writing a file, to query it; `None` if the compiler has only files to query, or the text is
/// in another language.
#[must_use]
pub fn open_source<'a>(compiler: &dyn Compiler, text: &'a str, options: &CompileOptions) -> Option<File<'a>> {
    let opened = compiler.open(text, options)?;
    Some(File::of_source(text.as_bytes(), opened))
}

/// File name suffix of sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suffix {
    /// The end of the name, such as `.vsl`.
    pub end: &'static str,
    /// Kind of the programs in such files, one of [`Compiler::kinds`], if the suffix implies it.
    pub kind: Option<&'static str>,
}

/// Every compiler, in the order of help pages.
static COMPILERS: &[&dyn Compiler] = &[&vsl::VSL, &sksl::SKSL];

/// All compilers.
#[must_use]
pub fn compilers() -> &'static [&'static dyn Compiler] {
    COMPILERS
}

/// The compiler for a language.
#[must_use]
pub fn compiler(name: &str) -> Option<&'static dyn Compiler> {
    let mut all = COMPILERS.iter().copied();
    all.find(|compiler| compiler.name() == name)
}

/// True if a text is GLSL, which shares file name suffixes with SkSL: it states a version, uses a built-in variable
/// such as `gl_Position`, or is in the manner of Shadertoy.
///
/// ```
/// use glassbox::compile::is_glsl;
///
/// assert!(is_glsl("// flat\n#version 330\nvoid main() {}"));
/// assert!(is_glsl("#version 300 es\nvoid main() {}"));
/// assert!(!is_glsl("#version 300\nhalf4 main(float2 p) { return half4(1); }"));
/// assert!(is_glsl("void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }"));
/// assert!(is_glsl("void main() { gl_FragColor = vec4(1.0); }"));
/// assert!(!is_glsl("void main() { sk_FragColor = half4(1); } // not gl_FragColor"));
/// ```
#[must_use]
pub fn is_glsl(text: &str) -> bool {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '#' {
            let line = rest[1..].lines().next().unwrap_or_default();
            let mut words = line.split_ascii_whitespace();
            // SkSL accepts the versions 100 and 300 too, but no profile after them.
            if words.next() == Some("version")
                && !matches!((words.next(), words.next()), (Some("100" | "300"), None))
            {
                return true;
            }
            1
        } else if is_name(first) {
            let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
            let builtin = rest[..end].strip_prefix("gl_");
            if builtin.is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase())) {
                return true;
            }
            end
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    glassbox_glsl::shadertoy::is_shadertoy(text)
}

/// The compiler for a source, by the name of its file or else by its text. None for GLSL, whatever its name.
#[must_use]
pub fn compiler_of(name: &str, text: &str) -> Option<&'static dyn Compiler> {
    if is_glsl(text) {
        return None;
    }
    let mut all = COMPILERS.iter().copied();
    let named = all.clone().find(|compiler| suffix_of(*compiler, name).is_some());
    named.or_else(|| all.find(|compiler| compiler.is_source(text)))
}

/// The compiler for programs of a kind.
#[must_use]
pub fn compiler_of_kind(kind: &str) -> Option<&'static dyn Compiler> {
    let mut all = COMPILERS.iter().copied();
    all.find(|compiler| compiler.kinds().contains(&kind))
}

/// Kind of a program implied by its file name.
#[must_use]
pub fn kind_of(compiler: &dyn Compiler, name: &str) -> Option<&'static str> {
    suffix_of(compiler, name)?.kind
}

/// The suffix of a name, if a compiler supports it.
fn suffix_of(compiler: &dyn Compiler, name: &str) -> Option<Suffix> {
    let mut all = compiler.suffixes().iter().copied();
    all.find(|suffix| name.ends_with(suffix.end))
}

/// The value that an option selects; `Err` lists the valid ones.
fn choice<T: Copy>(option: &str, asked: &str, all: &[(&'static str, T)]) -> Result<T, CompileError> {
    if let Some((_, value)) = all.iter().find(|(name, _)| *name == asked) {
        return Ok(*value);
    }
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let hint = match suggest::similar(asked, names.iter().copied()) {
        Some(similar) => format!("; did you mean {similar}?"),
        None => format!("; available: {}", names.join(", ")),
    };
    Err(CompileError(format!("--{option} has no value {asked:?}{hint}")))
}
