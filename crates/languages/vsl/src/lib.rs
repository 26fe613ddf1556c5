#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`dialect`] | the released language and the older one |
//! | [`syntax`] | tokens, the syntax tree, the parser |
//! | `check` | names, types and rules: from the tree to the model |
//! | [`reflect`] | what a VBC file says of a program |
//! | [`rules`] | the rules: id, severity, cause, effect, cure |
//! | [`emit`] | from the model to SPIR-V |
//! | [`vocabulary`] | built-in functions, variables and texel formats |
//! | [`types`], [`model`] | types, and a program whose every rule holds |
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

/// How a source is compiled.
#[derive(Clone, Debug)]
pub struct Options {
    /// How it is spelt.
    pub dialect: Dialect,
    /// Sizes of the descriptor tables: combined image samplers, storage images, structured buffers, read-only and
    /// read-write texel buffers. The runtime's must be the same.
    pub tables: [u16; 5],
    /// Whether modules are made small: nothing unused in them, variables held in values.
    pub optimize: bool,
    /// Whether modules keep the names of the source.
    pub names: bool,
    /// Whether `$DrawIndex`, `$VertexBase` and `$InstanceBase` can be read. The runtime does not switch their feature on.
    pub draw_parameters: bool,
    /// Whether modules declare the capabilities of dynamic indexing that Vulkan wants for the descriptor tables. The
    /// runtime does not switch their features on.
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

/// What came of a source.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The program; none where there are errors.
    pub program: Option<Program<'static>>,
    /// What was found, in the order of the text.
    pub findings: Vec<Diagnostic>,
}

/// Compiles a source. A program comes of it when there is no error.
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
    Compilation {
        program,
        findings: placed(findings, text),
    }
}

/// The findings in the order of the text, with their lines and columns.
fn placed(findings: Diagnostics, text: &str) -> Vec<Diagnostic> {
    let mut findings = findings.into_sorted();
    glassbox_core::diagnostic::place(&mut findings, text);
    findings
}

/// The program of a checked source, with its modules.
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
        let words = words.map(|words| match options.optimize {
            true => glassbox_spirv::optimize(&words),
            false => words,
        });
        let message = match words {
            Ok(words) if words.len() <= MAX_MODULE_WORDS => {
                program.modules[index] = Some(words.iter().flat_map(|word| word.to_le_bytes()).collect());
                continue;
            }
            Ok(words) => format!(
                "found a stage of {} words of code, expected at most {MAX_MODULE_WORDS}",
                words.len()
            ),
            Err(message) => message,
        };
        let mut stages = source.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Stage { name: found, .. } if found.text == name => Some(found.span),
            _ => None,
        });
        let location = stages.next().unwrap_or_default().unplaced();
        let fault = Diagnostic::new(&rules::statement::STAGE_SIZE, location, message);
        findings.push(fault.help("make the stage shorter, with loops in place of repeated statements"));
    }
    Some(program).filter(|_| !findings.has_errors())
}

/// Checks a source: its model, where there are no errors, and what was found, in the order of the text.
pub fn analyze<'s>(text: &'s str, options: &Options) -> (Option<Shader<'s>>, Vec<Diagnostic>) {
    let mut findings = Diagnostics::default();
    let source = syntax::parse(text, options.dialect, &mut findings);
    let shader = check::check(text, &source, options, &mut findings);
    let shader = shader.filter(|_| !findings.has_errors());
    (shader, placed(findings, text))
}
