//! Reads a program in any of its languages: what the code for every platform is written from.
//!
//! [`glsl`], [`wgsl`] and [`spirv`] each give a [`Reading`]: the shaders of a program, checked, as modules of SPIR-V, and what was found,
//! with places in the texts that people wrote.

pub mod glsl;
pub mod rules;
pub mod spirv;
pub mod wgsl;

use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::name_map::Place;
use glassbox_core::stage::Stage;
use glassbox_glsl::source::Sources;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect;

use crate::shader::Shader;

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

/// A shader that was compiled, with ids without gaps; `None` if an instruction is longer than its length can say.
fn compiled(stage: Stage, entry: String, mut module: Module, explicit: Vec<Place>) -> Option<Shader> {
    module.compact_ids()?;
    let reflection = reflect(&module.bytes()?).ok()?;
    Some(Shader {
        stage,
        entry,
        module: Arc::new(module),
        reflection: Arc::new(reflection),
        is_of_file: false,
        explicit: explicit.into(),
    })
}
