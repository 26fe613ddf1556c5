//! SAL: the declarations in the shader sources of the vendor's compiler.
//!
//! A source of that compiler is GLSL without declarations of what the program is given. These stand in SAL between lines `#sal`:
//! constant buffers, the vertex format, textures, samplers, outputs, root constants and the state of the pipeline. [`load`] reads a
//! source with all that it includes; [`glsl`] writes the GLSL that it stands for, with the way back to each file.
//!
//! Facts: the grammar `sal.ebnf` in the repository of the vendor's compiler, its test shaders, and the payloads that it writes.

mod declared;
mod glsl;
mod lex;
mod load;
mod parse;
mod resolve;
pub mod rules;
mod split;
mod tree;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
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
    fn at(&self, span: Span) -> Location {
        span.location(self.text).input(self.file)
    }

    fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }
}
