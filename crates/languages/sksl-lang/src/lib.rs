#![doc = include_str!("../README.md")]
//!
//! The compiler makes the same decisions in the same order as Skia's compiler of February and March 2022, so that its
//! output equals Skia's byte for byte: the symbols owned by each table, their ids, and what is folded and when.
//!
//! | module | holds |
//! | --- | --- |
//! | [`options`] | compiler options: kind of program, optimiser, inliner, restrictions, capabilities |
//! | [`ir`] | the typed program: symbols, tables, expressions, statements, elements |
//! | `syntax` | lexer and parser; the parser builds the program as it reads |
//! | `build` | semantic actions of the parser: checks, and construction of the program |
//! | `fold` | constant folding: operators, constructors, swizzles, intrinsics |
//! | `analysis` | analyses of finished parts: constants, assignability, use counts, returns, loops |
//! | `optimize` | inliner and dead-code elimination |
//! | [`encode`](mod@encode) | program to binary |
//! | [`lift`](mod@lift) | binary to program |
//! | [`describe`](mod@describe) | program as text, as printed by Skia's compiler |
//! | [`outline`](fn@outline) | declarations and probable kind of a source, without compiling it |
//! | [`symbols`](fn@symbols) | symbols with the positions of their declarations and uses |
//! | [`rules`] | rules: id, severity, cause, effect, cure |
//!
//! Sources: the language as implemented by Skia's compiler at version 8 of the binary format, from its behaviour.

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
pub use lift::{lift, lift_placed};
pub use options::{Dialect, Options};
pub use symbols::symbols;
pub use syntax::outline::{Declaration, Outline, outline};

/// Result of compiling a source.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// Typed program; `None` if there are errors.
    pub program: Option<Program>,
    /// Findings, in source order.
    pub findings: Vec<Diagnostic>,
}

/// Errors in a base of a module.
#[derive(Clone, Debug)]
pub struct BaseModuleError {
    /// Index of the base.
    pub number: usize,
    /// Findings in the base.
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

/// Compiles a source. The result contains a program if there are no errors.
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
        let message =
            format!("found a program of the kind `{}`, which version 8 does not know", options.kind);
        let finding = Diagnostic::new(&rules::encode::KIND, Location::default(), message);
        return Compilation { program: None, findings: vec![finding] };
    };
    // Each step relies on the checks of the previous ones and runs only if they found nothing.
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

/// Compiles a module: builtin code such as Skia's own modules, which may use every type and declare functions without
/// bodies. The module sees the declarations of all bases, and each base those of the previous ones. The module is
/// compiled without options; capabilities remain unresolved.
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
/// The first base with errors.
pub fn compile_module(text: &str, bases: &[&str]) -> Result<Compilation, BaseModuleError> {
    let mut builder = build::Builder::of_module(text);
    for (number, base) in bases.iter().enumerate() {
        builder.base(base);
        if builder.findings.has_errors() {
            return Err(BaseModuleError { number, findings: builder.findings.into_placed(base) });
        }
    }
    builder.begin_module(text);
    syntax::parse(&mut builder);
    Ok(finished(builder, text))
}

/// Finishes a parsed source.
fn finished(builder: build::Builder<'_>, text: &str) -> Compilation {
    let build::Builder { mut program, findings, .. } = builder;
    program.source = text.into();
    Compilation { program: (!findings.has_errors()).then_some(program), findings: findings.into_placed(text) }
}
