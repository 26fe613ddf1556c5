//! Shaders as they are written, to what every target is written from.
//!
//! [`glsl`], [`wgsl`] and [`spirv`] each give a [`Reading`]: the shaders of a program, checked, with their SPIR-V, and what was
//! found, with places in the texts that people wrote.

pub mod glsl;
pub mod naming;
pub mod rules;
mod sampled;
pub mod spirv;
pub mod wgsl;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_glsl::source::Sources;

use crate::shader::Shader;

pub use glassbox_glsl::rules::RULES as GLSL_RULES;

/// What came of reading a program.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The shaders, in the order of the sources; none where there are errors.
    pub shaders: Vec<Shader>,
    /// Every text that was read; [`Location::input`](glassbox_core::diagnostic::Location::input) counts them.
    pub sources: Sources,
    /// What was found.
    pub findings: Vec<Diagnostic>,
}

impl Reading {
    /// Whether something keeps the program from being translated.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// Leaves no shader where there are errors.
    fn settled(mut self) -> Reading {
        if self.has_errors() {
            self.shaders.clear();
        }
        self
    }
}
