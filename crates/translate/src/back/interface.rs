//! Inputs and outputs of entry points.

use glassbox_spirv::Reflection;
use glassbox_spirv::reflect::{EntryPoint, TypeId, TypeKind, Variable};

/// How many locations a type takes; 1 for what has no place in an interface. The depth is bounded by the types, which only refer back.
pub(crate) fn locations(reflection: &Reflection, ty: TypeId) -> u32 {
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
pub(crate) fn variables<'a>(
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
