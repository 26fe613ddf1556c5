#![doc = include_str!("../README.md")]
//!
//! The compiler makes the same decisions in the same order as Skia's compiler of February and March 2022, so that what it
//! writes is what Skia wrote, byte for byte: which symbols a table owns, which ids they get, what is folded and when.
//!
//! | module | holds |
//! | --- | --- |
//! | [`options`] | how a source is compiled: kind, optimiser, inliner, restrictions, capabilities |
//! | [`ir`] | the typed program: symbols, tables, expressions, statements, elements |
//! | `syntax` | tokens and the parser, which builds the program as it reads |
//! | `build` | the actions of the parser: what a construct means, and whether it may |
//! | `fold` | constants: operators, constructors, swizzles, intrinsics |
//! | `analysis` | questions about finished parts: constant, assignable, used, returning, unrollable |
//! | `optimize` | the inliner and what removes dead code |
//! | [`encode`](mod@encode) | programs to the commands of a binary |
//! | [`lift`](mod@lift) | the commands of a binary to a program |
//! | [`describe`](mod@describe) | the text that Skia's compiler makes of a program |
//! | [`outline`](fn@outline) | what a text looks like before it is compiled |
//! | [`symbols`](fn@symbols) | names with the places of a source where they are declared and used |
//! | [`rules`] | the rules: id, severity, cause, effect, cure |
//!
//! Sources: the language as Skia's compiler had it at version 8 of the binary format, by its behaviour.

mod analysis;
mod build;
pub mod describe;
pub mod encode;
mod fold;
pub mod ir;
pub mod lift;
mod optimize;
pub mod options;
pub mod rules;
mod symbols;
mod syntax;

use glassbox_core::diagnostic::{Diagnostic, Location};

pub use describe::{describe, describe_modifiers};
pub use encode::{Encoding, encode, model};
pub use ir::program::Program;
pub use lift::lift;
pub use options::Options;
pub use symbols::symbols;
pub use syntax::outline::{Declaration, Outline, outline};

/// What came of a source.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The program; none where there are errors.
    pub program: Option<Program>,
    /// What was found, in the order of the text.
    pub findings: Vec<Diagnostic>,
}

/// A base of a module that has mistakes.
#[derive(Clone, Debug)]
pub struct BaseModuleError {
    /// Which of the bases it is.
    pub number: usize,
    /// What was found in it.
    pub findings: Vec<Diagnostic>,
}

impl std::fmt::Display for BaseModuleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "base module {} has mistakes", self.number)?;
        match self.findings.first() {
            Some(first) => write!(f, ": {first}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BaseModuleError {}

/// Compiles a source. A program comes of it when there is no error.
///
/// ```
/// use glassbox_sksl::raw::ProgramKind;
/// use glassbox_sksl_lang::{Encoding, Options, compile, encode};
///
/// let source = "
///     uniform half4 tint;
///     half4 main(float2 p) { return tint * half(fract(p.x / 16)); }
/// ";
/// let compilation = compile(source, &Options::new(ProgramKind::SHADER));
/// assert!(compilation.findings.is_empty());
/// let program = compilation.program.ok_or("there is no error")?;
/// let bytes = encode(&program, Encoding::Strict).map_err(|findings| findings[0].message.clone())?;
/// assert_eq!(bytes[..2], [8, 0]);
///
/// let wrong = compile("half4 main(float2 p) { return q; }", &Options::new(ProgramKind::SHADER));
/// assert!(wrong.program.is_none());
/// assert_eq!(wrong.findings[0].location.line_column, Some((1, 31)));
/// # Ok::<(), String>(())
/// ```
pub fn compile(text: &str, options: &Options) -> Compilation {
    let Some(mut builder) = build::Builder::new(text, options) else {
        let message = format!(
            "found a program of the kind `{}`, which version 8 does not know",
            options.kind
        );
        let finding = Diagnostic::new(&rules::encode::KIND, Location::default(), message);
        return Compilation {
            program: None,
            findings: vec![finding],
        };
    };
    // What a step finds keeps the ones behind it from running: they rely on what it has checked.
    let steps: [fn(&mut build::Builder<'_>); 3] = [
        |builder| syntax::parse(builder),
        |builder| builder.program_end(),
        |builder| {
            let usage = builder.finish_checks();
            if !builder.findings.has_errors() {
                builder.optimize(usage);
            }
        },
    ];
    for step in steps {
        step(&mut builder);
        if builder.findings.has_errors() {
            break;
        }
    }
    finished(builder, text)
}

/// Compiles a module: builtin code, as Skia's own modules are, which knows every type and declares functions without a body.
/// It sees what the bases declare, each of which sees those before it; of the options only the capabilities count, and they do
/// not reach the module itself.
///
/// ```
/// use glassbox_sksl_lang::{Encoding, compile_module, encode};
///
/// let base = "$genHType sin($genHType angle);";
/// let compilation = compile_module("half wave(half x) { return sin(x); }", &[base]).map_err(|_| "the base is right")?;
/// let module = compilation.program.ok_or("there is no error")?;
/// let bytes = encode(&module, Encoding::Strict).map_err(|_| "it can be written")?;
/// assert_eq!(bytes[..2], [8, 0]);
/// # Ok::<(), &str>(())
/// ```
///
/// # Errors
///
/// The first base with mistakes.
pub fn compile_module(text: &str, bases: &[&str]) -> Result<Compilation, BaseModuleError> {
    let mut builder = build::Builder::of_module(text);
    for (number, base) in bases.iter().enumerate() {
        builder.base(base);
        if builder.findings.has_errors() {
            return Err(BaseModuleError {
                number,
                findings: builder.findings.into_placed(base),
            });
        }
    }
    builder.begin_module(text);
    syntax::parse(&mut builder);
    Ok(finished(builder, text))
}

/// What came of a source that has been read.
fn finished(builder: build::Builder<'_>, text: &str) -> Compilation {
    let build::Builder {
        mut program,
        findings,
        ..
    } = builder;
    program.source = text.into();
    Compilation {
        program: (!findings.has_errors()).then_some(program),
        findings: findings.into_placed(text),
    }
}
