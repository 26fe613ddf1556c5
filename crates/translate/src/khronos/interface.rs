//! What a stage is given by the stage before it and gives to the stage behind it, leaf by leaf.

use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::{EntryPoint, TypeId, TypeKind, Variable};

use crate::shader::Stage;

/// Numbers of built-in variables, as SPIR-V has them.
pub(super) mod builtin {
    pub(crate) const POSITION: u32 = 0;
    pub(crate) const POINT_SIZE: u32 = 1;
    pub(crate) const CLIP_DISTANCE: u32 = 3;
    pub(crate) const CULL_DISTANCE: u32 = 4;
    pub(crate) const PRIMITIVE_ID: u32 = 7;
    pub(crate) const INVOCATION_ID: u32 = 8;
    pub(crate) const LAYER: u32 = 9;
    pub(crate) const VIEWPORT_INDEX: u32 = 10;
    pub(crate) const TESS_LEVEL_OUTER: u32 = 11;
    pub(crate) const TESS_LEVEL_INNER: u32 = 12;
    pub(crate) const TESS_COORD: u32 = 13;
    pub(crate) const PATCH_VERTICES: u32 = 14;
}

/// Whether inputs (or outputs) of the stage are arrays over vertices, apart from those of a whole patch or primitive.
pub(super) fn arrayed(stage: Stage, class: u32) -> bool {
    match stage {
        Stage::TessellationControl => true,
        Stage::TessellationEvaluation | Stage::Geometry => class == storage::INPUT,
        Stage::Vertex | Stage::Fragment | Stage::Compute => false,
    }
}

/// How many locations a type takes; 1 for what has no place in an interface. The depth is bounded by the types, which only refer back.
pub(super) fn locations(reflection: &Reflection, ty: TypeId) -> u32 {
    match reflection.ty(ty) {
        TypeKind::Matrix { count, .. } => *count,
        TypeKind::Array { element, length, .. } => {
            let length = length
                .default_value()
                .and_then(|length| u32::try_from(length).ok());
            length
                .unwrap_or(1)
                .saturating_mul(locations(reflection, *element))
        }
        TypeKind::Struct { members, .. } => members.iter().fold(0u32, |sum, member| {
            sum.saturating_add(locations(reflection, member.ty))
        }),
        _ => 1,
    }
}

/// The inputs and outputs of an entry point.
pub(super) fn variables<'a>(
    reflection: &'a Reflection,
    entry: &'a EntryPoint,
    class: u32,
) -> impl Iterator<Item = &'a Variable> {
    entry
        .interface
        .iter()
        .filter_map(|&id| reflection.variable(id))
        .filter(move |variable| variable.class == class)
}
