//! Compiling: a program in a high-level language to a file.
//!
//! A [`Compiler`] takes one source text and gives a file of one format. To add one, implement the trait in a module below
//! and name it in the list; the command, the detection of sources and the help pages follow from that.
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
use glassbox_core::format::{Opened, WriteError};
use glassbox_core::suggest;

use crate::File;

pub(crate) use sksl::{choices, kind_in};

/// What may be asked of a compiler. One that does not know an option refuses it: [`Compiler::options`] says which it
/// knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileOptions {
    /// Whether code is made small and free of what is not used.
    pub optimize: bool,
    /// `names`: whether code keeps the names of the source.
    pub names: bool,
    /// `dialect`: how the source is spelt; the compiler's own if `None`.
    pub dialect: Option<String>,
    /// `tables`: sizes of the descriptor tables, by the names that the compiler gives them.
    pub tables: Vec<(String, u16)>,
    /// `enable`: what the runtime can do beyond the usual.
    pub enable: Vec<String>,
    /// `kind`: what the program is for, where the name of its file does not say it.
    pub kind: Option<String>,
    /// `inline-threshold`: how much code the inliner may make of a function; the compiler's own measure if `None`.
    pub inline_threshold: Option<u32>,
    /// `es2`: whether the program is held to what OpenGL ES 2 can run.
    pub es2: bool,
    /// `allow-narrowing`: whether values may lose precision without being asked, where the language does not let them anyway.
    pub allow_narrowing: bool,
    /// `caps`: what the device can do, by the names that the language has for it.
    pub caps: Vec<(String, bool)>,
    /// `module`: whether the source is a module, builtin code for other programs.
    pub module: bool,
    /// `base`: the modules that a module sees, each with the name of its file; a later one sees those before it.
    pub bases: Vec<(String, String)>,
    /// `encode`: which form of the file is written; the strictest if `None`.
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
    /// The names of the options that are set and that not every compiler need know.
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
        all.into_iter()
            .filter(|(_, set)| *set)
            .map(|(name, _)| name)
            .collect()
    }
}

/// The code of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Stage, as reflection names it: `vertex`.
    pub stage: &'static str,
    /// Stage, as names of files have it: `vert`.
    pub short: &'static str,
    /// The code.
    pub bytes: Vec<u8>,
}

/// What came of a source.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The file; none where there are errors.
    pub bytes: Option<Vec<u8>>,
    /// The code in it, stage by stage, where it is in a language of its own.
    pub modules: Vec<Module>,
    /// What was found, in the order of the text.
    pub findings: Vec<Diagnostic>,
}

/// A compiler for one language.
pub trait Compiler: Sync {
    /// Name of the language, as it is stated.
    fn name(&self) -> &'static str;

    /// Name of the language in full.
    fn title(&self) -> &'static str;

    /// How files with sources end.
    fn suffixes(&self) -> &'static [Suffix];

    /// What programs of the language can be for; none where they are all for the same.
    fn kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Id of the format that it makes.
    fn format(&self) -> &'static str;

    /// How files of the format end, without a dot.
    fn extension(&self) -> &'static str;

    /// Id of the language that the modules in the file are in, and how files with such code end; `None` when it holds no
    /// modules.
    fn code(&self) -> Option<(&'static str, &'static str)>;

    /// Whether a text is in this language, as far as its beginning shows.
    fn is_source(&self, text: &str) -> bool;

    /// Whether a text of a name that ends as sources do is one. Other languages may have the ending too.
    fn takes(&self, name: &str, text: &str) -> bool {
        let _ = (name, text);
        true
    }

    /// A source as an opened file, which answers without being written; `None` where the compiler has only files to show, or
    /// the text is in another language. A form of the file that the options ask for means nothing.
    fn open<'a>(&self, text: &'a str, options: &CompileOptions) -> Option<Box<dyn Opened + 'a>> {
        let _ = (text, options);
        None
    }

    /// The options that it knows, as [`CompileOptions`] names them.
    fn options(&self) -> &'static [&'static str];

    /// Compiles a source.
    ///
    /// # Errors
    ///
    /// What is wrong with an option. What is wrong with the source is among the findings.
    fn compile(&self, text: &str, options: &CompileOptions) -> Result<Compiled, CompileError>;
}

/// Why a source is not compiled, whatever it holds: an option has a value that it cannot have, or the result cannot be written.
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

/// A source as an opened file, which answers without being written; `None` where the compiler has only files to show, or the
/// text is in another language.
#[must_use]
pub fn open_source<'a>(compiler: &dyn Compiler, text: &'a str, options: &CompileOptions) -> Option<File<'a>> {
    let opened = compiler.open(text, options)?;
    Some(File::of_source(text.as_bytes(), opened))
}

/// How files with sources end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suffix {
    /// The end of the name, such as `.vsl`.
    pub end: &'static str,
    /// What programs in such files are for, one of [`Compiler::kinds`], where the name says it.
    pub kind: Option<&'static str>,
}

/// Every compiler, in the order of help pages.
static COMPILERS: &[&dyn Compiler] = &[&vsl::VSL, &sksl::SKSL];

/// Every compiler.
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

/// Whether a text is GLSL, which shares endings of names with SkSL: it states a version, or uses a built-in variable such as
/// `gl_Position`.
///
/// ```
/// use glassbox::compile::is_glsl;
///
/// assert!(is_glsl("// flat\n#version 330\nvoid main() {}"));
/// assert!(is_glsl("#version 300 es\nvoid main() {}"));
/// assert!(!is_glsl("#version 300\nhalf4 main(float2 p) { return half4(1); }"));
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
            // SkSL knows the versions 100 and 300 too, but no profile behind them.
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
    false
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

/// What a program is for, as the name of its file says it.
#[must_use]
pub fn kind_of(compiler: &dyn Compiler, name: &str) -> Option<&'static str> {
    suffix_of(compiler, name)?.kind
}

/// The end of a name, when a compiler knows it.
fn suffix_of(compiler: &dyn Compiler, name: &str) -> Option<Suffix> {
    let mut all = compiler.suffixes().iter().copied();
    all.find(|suffix| name.ends_with(suffix.end))
}

/// The value that an option names; `Err` says which there are.
fn choice<T: Copy>(option: &str, asked: &str, all: &[(&'static str, T)]) -> Result<T, CompileError> {
    if let Some((_, value)) = all.iter().find(|(name, _)| *name == asked) {
        return Ok(*value);
    }
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let hint = match suggest::similar(asked, names.iter().copied()) {
        Some(similar) => format!("; is it {similar}?"),
        None => format!("; there is {}", names.join(", ")),
    };
    Err(CompileError(format!("--{option} knows no {asked:?}{hint}")))
}
