//! Reads what the stages of tessellation state of patches; each fact is stated by one of the two.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module};

/// What is known of the patches of a tessellation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tessellation {
    /// What they are.
    pub domain: Option<Domain>,
    /// Control points that the control stage gives.
    pub control_points: Option<u32>,
}

/// What patches are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Domain {
    /// Triangles.
    Triangles,
    /// Quads.
    Quads,
    /// Lines.
    Isolines,
}

impl Tessellation {
    /// What the entry points of a module state.
    #[must_use]
    pub fn of(module: &Module) -> Tessellation {
        let stage_of = |at| glassbox_spirv::stage_of(module.word(at, 0));
        let globals = || module.globals.iter().copied();
        let functions: Vec<Id> = globals()
            .filter(|at| module.opcode(*at) == op::ENTRY_POINT)
            .filter(|at| {
                matches!(stage_of(*at), Some(Stage::TessellationControl | Stage::TessellationEvaluation))
            })
            .map(|at| module.word(at, 1))
            .collect();
        let mut known = Tessellation::default();
        for at in globals().filter(|at| module.opcode(*at) == op::EXECUTION_MODE) {
            if !functions.contains(&module.word(at, 0)) {
                continue;
            }
            match module.word(at, 1) {
                execution_mode::TRIANGLES => known.domain = Some(Domain::Triangles),
                execution_mode::QUADS => known.domain = Some(Domain::Quads),
                execution_mode::ISOLINES => known.domain = Some(Domain::Isolines),
                execution_mode::OUTPUT_VERTICES => {
                    known.control_points = module.operands(at).get(2).copied();
                }
                _ => {}
            }
        }
        known
    }

    /// This, and what another states where this says nothing.
    #[must_use]
    pub fn or(self, other: Tessellation) -> Tessellation {
        Tessellation {
            domain: self.domain.or(other.domain),
            control_points: self.control_points.or(other.control_points),
        }
    }
}
