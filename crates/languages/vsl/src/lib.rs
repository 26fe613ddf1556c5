#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`dialect`] | the released language and the older one |
//! | [`syntax`] | tokens, the syntax tree, the parser |
//! | `check` | names, types and rules: syntax tree to model |
//! | [`reflect`] | data of a VBC file besides the modules |
//! | [`rules`] | the rules: id, severity, cause, effect, cure |
//! | [`emit`] | model to SPIR-V |
//! | [`vocabulary`] | built-in functions, variables and texel formats |
//! | [`types`], [`model`] | types, and a fully checked program |
//!
//! Sources: the released compiler (VSL repository, commit c110b1b) and its behaviour.

mod check;
pub mod dialect;
pub mod emit;
pub mod model;
pub mod reflect;
pub mod rules;
pub mod syntax;
pub mod types;
pub mod vocabulary;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_vbc::program::Program;
use glassbox_vbc::raw::{DEFAULT_TABLES, MAX_MODULE_WORDS};

use crate::dialect::Dialect;
use crate::model::{Shader, StageKind};
use crate::syntax::tree::{ItemKind, Source};

/// Compiler options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Dialect of the source.
    pub dialect: Dialect,
    /// Sizes of the descriptor tables: combined image samplers, storage images, structured buffers, read-only
    /// and read-write texel buffers. Must match the runtime's.
    pub tables: [u16; 5],
    /// True to remove unused declarations from modules and to promote variables to values.
    pub optimize: bool,
    /// True to keep the names of the source in modules.
    pub names: bool,
    /// True to allow reading `$DrawIndex`, `$VertexBase` and `$InstanceBase`. The runtime does not enable
    /// their feature.
    pub draw_parameters: bool,
    /// True to declare the capabilities that Vulkan requires for dynamic indexing of the descriptor tables.
    /// The runtime does not enable their features.
    pub dynamic_indexing: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            dialect: Dialect::Released,
            tables: DEFAULT_TABLES,
            optimize: true,
            names: false,
            draw_parameters: false,
            dynamic_indexing: false,
        }
    }
}

/// Result of compiling a source.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The program; `None` if there are errors.
    pub program: Option<Program<'static>>,
    /// Findings in source order.
    pub findings: Vec<Diagnostic>,
}

/// Compiles a source; yields a program if there are no errors.
///
/// ```
/// use glassbox_vsl::{Options, compile};
///
/// let source = "
///     @shader graphics;
///     in(0) float3 position;
///     out(0) float4 color;
///     @vert { $Position = float4(position, 1); }
///     @frag { color = float4(1, 0.5, 0, 1); }
/// ";
/// let compilation = compile(source, &Options::default());
/// assert!(compilation.findings.is_empty());
/// assert!(compilation.program.is_some());
/// ```
pub fn compile(text: &str, options: &Options) -> Compilation {
    let mut findings = Diagnostics::default();
    let source = syntax::parse(text, options.dialect, &mut findings);
    let shader = check::check(text, &source, options, &mut findings).filter(|_| !findings.has_errors());
    let program = shader.and_then(|shader| assemble(&source, &shader, options, &mut findings));
    Compilation { program, findings: placed(findings, text) }
}

/// The findings in source order, with lines and columns.
fn placed(findings: Diagnostics, text: &str) -> Vec<Diagnostic> {
    let mut findings = findings.into_sorted();
    glassbox_core::diagnostic::place(&mut findings, text);
    findings
}

/// The program of a checked source, including its modules.
fn assemble(
    source: &Source<'_>,
    shader: &Shader<'_>,
    options: &Options,
    findings: &mut Diagnostics,
) -> Option<Program<'static>> {
    let mut program = reflect::reflect(shader, options);
    for kind in [StageKind::Vertex, StageKind::Fragment] {
        let (index, name) = match kind {
            StageKind::Vertex => (0, "vert"),
            StageKind::Fragment => (4, "frag"),
        };
        let words = emit::emit(shader, kind, options).map_err(|error| error.to_string());
        let words =
            words.map(|words| if options.optimize { glassbox_spirv::optimize(&words) } else { words });
        let message = match words {
            Ok(words) if words.len() <= MAX_MODULE_WORDS => {
                program.modules[index] = Some(words.iter().flat_map(|word| word.to_le_bytes()).collect());
                continue;
            }
            Ok(words) => {
                format!("found a stage of {} words of code, expected at most {MAX_MODULE_WORDS}", words.len())
            }
            Err(message) => message,
        };
        let mut stages = source.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Stage { name: found, .. } if found.text == name => Some(found.span),
            _ => None,
        });
        let location = stages.next().unwrap_or_default().unplaced();
        findings
            .report(&rules::statement::STAGE_SIZE, location, message)
            .help("make the stage shorter, with loops in place of repeated statements");
    }
    Some(program).filter(|_| !findings.has_errors())
}

/// Checks a source; returns its model, if there are no errors, and the findings in source order.
pub fn analyze<'s>(text: &'s str, options: &Options) -> (Option<Shader<'s>>, Vec<Diagnostic>) {
    let mut findings = Diagnostics::default();
    let source = syntax::parse(text, options.dialect, &mut findings);
    let shader = check::check(text, &source, options, &mut findings);
    let shader = shader.filter(|_| !findings.has_errors());
    (shader, placed(findings, text))
}
