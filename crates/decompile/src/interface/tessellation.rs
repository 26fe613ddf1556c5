//! Reads what tessellation stages state of patches. Each execution mode may stand in either stage.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, Id, Module};

use super::element;

/// What is known of the patches of a tessellation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tessellation {
    /// Their shape.
    pub domain: Option<Domain>,
    /// Number of control points that the control stage outputs.
    pub control_points: Option<u32>,
    /// Number of control points that the control stage takes as input.
    pub input_points: Option<u32>,
    /// How edges are subdivided.
    pub spacing: Option<Spacing>,
    /// What the tessellator generates.
    pub topology: Option<Topology>,
}

/// How the tessellator subdivides edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spacing {
    /// Into equal segments.
    Equal,
    /// Into an even number of segments, two of which are shorter.
    FractionalEven,
    /// Into an odd number of segments, two of which are shorter.
    FractionalOdd,
}

/// What the tessellator generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topology {
    /// Points.
    Points,
    /// Triangles that are clockwise in the coordinates of the patch.
    Clockwise,
    /// Triangles that are counterclockwise in the coordinates of the patch.
    CounterClockwise,
}

/// A kind of tessellation levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Outer,
    Inner,
}

/// True if a variable with this id and type has one value for a patch.
pub(crate) fn is_of_patch(module: &Module, annotations: &Annotations<'_>, (id, ty): (Id, Id)) -> bool {
    // Some compilers decorate TessCoord with Patch too.
    if let Some(number) = annotations.value(id, decoration::BUILT_IN) {
        return matches!(number, built_in::TESS_LEVEL_OUTER | built_in::TESS_LEVEL_INNER);
    }
    annotations.has(id, decoration::PATCH)
        || annotations.member_decoration(element(module, ty), 0, decoration::PATCH).is_some()
}

/// Shape of patches.
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
                execution_mode::SPACING_EQUAL => known.spacing = Some(Spacing::Equal),
                execution_mode::SPACING_FRACTIONAL_EVEN => known.spacing = Some(Spacing::FractionalEven),
                execution_mode::SPACING_FRACTIONAL_ODD => known.spacing = Some(Spacing::FractionalOdd),
                execution_mode::POINT_MODE => known.topology = Some(Topology::Points),
                execution_mode::VERTEX_ORDER_CW if known.topology.is_none() => {
                    known.topology = Some(Topology::Clockwise);
                }
                execution_mode::VERTEX_ORDER_CCW if known.topology.is_none() => {
                    known.topology = Some(Topology::CounterClockwise);
                }
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
            input_points: self.input_points.or(other.input_points),
            spacing: self.spacing.or(other.spacing),
            topology: self.topology.or(other.topology),
        }
    }
}
