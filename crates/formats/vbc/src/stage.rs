//! Describes the five stages in file order: header fields, stage mask bits, SPIR-V execution model.

use glassbox_core::interface::stage as names;
use glassbox_core::record::Field;

use crate::raw::{Header, HeaderA, StageMask};

/// Constants of a stage.
#[derive(Debug)]
pub struct Stage {
    /// Index in file order, and bit number in the stage masks.
    pub index: usize,
    /// Node name, also used in the text form.
    pub node: &'static str,
    /// Path of its code node.
    pub path: &'static str,
    /// Name in reflection.
    pub name: &'static str,
    /// Its mask bit.
    pub mask: StageMask,
    /// Its length field in the released header.
    pub length: Field,
    /// Its length field in the header of layout A.
    pub length_a: Field,
    /// SPIR-V execution model of its entry point.
    pub execution_model: u32,
}

/// All stages in file order.
pub static STAGES: [Stage; 5] = [
    Stage {
        index: 0,
        node: "vertex",
        path: "vertex.code",
        name: names::VERTEX,
        mask: StageMask::VERTEX,
        length: Header::vertex_length,
        length_a: HeaderA::vertex_length,
        execution_model: 0,
    },
    Stage {
        index: 1,
        node: "tess_control",
        path: "tess_control.code",
        name: names::TESSELLATION_CONTROL,
        mask: StageMask::TESS_CONTROL,
        length: Header::tess_control_length,
        length_a: HeaderA::tess_control_length,
        execution_model: 1,
    },
    Stage {
        index: 2,
        node: "tess_evaluation",
        path: "tess_evaluation.code",
        name: names::TESSELLATION_EVALUATION,
        mask: StageMask::TESS_EVALUATION,
        length: Header::tess_evaluation_length,
        length_a: HeaderA::tess_evaluation_length,
        execution_model: 2,
    },
    Stage {
        index: 3,
        node: "geometry",
        path: "geometry.code",
        name: names::GEOMETRY,
        mask: StageMask::GEOMETRY,
        length: Header::geometry_length,
        length_a: HeaderA::geometry_length,
        execution_model: 3,
    },
    Stage {
        index: 4,
        node: "fragment",
        path: "fragment.code",
        name: names::FRAGMENT,
        mask: StageMask::FRAGMENT,
        length: Header::fragment_length,
        length_a: HeaderA::fragment_length,
        execution_model: 4,
    },
];

/// Names of the stages in a mask, in file order; ignores unknown bits.
pub(crate) fn stage_names(mask: StageMask) -> Vec<String> {
    let named = STAGES.iter().filter(|stage| mask.0 & stage.mask.0 != 0);
    named.map(|stage| stage.name.to_owned()).collect()
}

/// Mask of the present stages.
pub fn present<T>(modules: &[Option<T>; 5]) -> StageMask {
    let present = STAGES.iter().filter(|stage| modules[stage.index].is_some());
    StageMask(present.map(|stage| stage.mask.0).fold(0, |all, bit| all | bit))
}
