//! What a stage is given by the stage before it and gives to the stage behind it, leaf by leaf.

use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::{EntryPoint, TypeId, TypeKind, Variable};

use crate::shader::Stage;

/// Numbers of built-in variables, as SPIR-V has them.
pub(super) use glassbox_spirv::build::value::built_in as builtin;

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
            let length = length.default_value().and_then(|length| u32::try_from(length).ok());
            length.unwrap_or(1).saturating_mul(locations(reflection, *element))
        }
        TypeKind::Struct { members, .. } => {
            members.iter().fold(0u32, |sum, member| sum.saturating_add(locations(reflection, member.ty)))
        }
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
