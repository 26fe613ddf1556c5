//! Reads SAL: the declarations in shader sources for the vendor's compiler.
//!
//! Such a source is GLSL without interface declarations. These are written in SAL between `#sal`
//! lines: constant buffers, the vertex format, textures, samplers, outputs, root constants and the
//! pipeline state. [`load`] reads a source with its includes; [`glsl`] writes the equivalent GLSL,
//! with a mapping back to each file.
//!
//! Sources: the grammar `sal.ebnf` in the repository of the vendor's compiler, its test shaders,
//! and the payloads that it writes.

mod declared;
mod glsl;
mod lex;
mod load;
mod parse;
mod resolve;
pub mod rules;
mod split;
mod tree;

use glassbox_core::diagnostic::{self, Diagnostics, Rule};
use glassbox_core::span::Span;

pub use declared::{Declared, Member, Object, Output, Place, Structure};
pub use glsl::{Glsl, glsl};
pub use load::{Loaded, load, root};
pub use split::{Directive, Split, is_sal, split, stated_stage};

/// Findings about one file.
struct Report<'f> {
    text: &'f str,
    file: u32,
    findings: &'f mut Diagnostics,
}

impl Report<'_> {
    fn report(&mut self, rule: &'static Rule, span: Span, message: String) -> diagnostic::Report<'_> {
        let location = span.location(self.text).input(self.file);
        self.findings.report(rule, location, message)
    }
}
