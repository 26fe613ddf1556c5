//! Shaders as they are written, to what every target is written from.
//!
//! [`glsl`], [`wgsl`] and [`spirv`] each give a [`Reading`]: the shaders of a program, checked, with their SPIR-V, and what was
//! found, with places in the texts that people wrote.
//!
//! Stages that naga does not have go through a [`StageCompiler`], which [`stage_compiler`] names where one is built in.

mod covered;
mod distances;
mod fix;
pub mod glsl;
mod limits;
mod module;
pub mod naming;
pub mod rules;
mod sampled;
pub mod spirv;
pub mod wgsl;
mod words;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::error::ErrorList;
use glassbox_glsl::source::Sources;

use crate::shader::{Shader, Stage};

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

/// What a compiler says against a text that it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageError {
    /// Line of the text, from 1; 0 where it is about the whole.
    pub line: u32,
    /// Its words.
    pub message: String,
}

impl std::fmt::Display for StageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for StageError {}

/// Compiles stages of GLSL 450 in Vulkan's form that naga does not have.
pub trait StageCompiler: Sync {
    /// The SPIR-V words, with names, of a stage with the entry point `main`.
    ///
    /// # Errors
    /// What it says against the text.
    fn compile(&self, stage: Stage, text: &str) -> Result<Vec<u32>, ErrorList<StageError>>;
}

/// The compiler for the other stages that is built in; `None` without the feature for it.
#[must_use]
pub fn stage_compiler() -> Option<&'static dyn StageCompiler> {
    crate::khronos::compiler()
}
