//! How many locations values take.

use crate::model::flag;
use crate::types::{Length, StructId, Type, Types};
use foldhash::HashMap;

/// Counts locations; each structure is counted once.
#[derive(Default)]
pub(super) struct Widths {
    structures: HashMap<StructId, u32>,
}

impl Widths {
    /// How many locations a value of a type takes.
    pub(super) fn of(&mut self, types: &Types, ty: Type) -> u32 {
        match ty {
            Type::Vector(scalar, count) => wide(scalar.width() == 64 && count > 2),
            Type::Matrix(scalar, columns, rows) => {
                u32::from(columns) * wide(scalar.width() == 64 && rows > 2)
            }
            Type::Array(id) => {
                let array = types.array_of(id);
                let count = match array.length {
                    Length::Fixed(count) => count,
                    Length::Specialized(_) => 1,
                    Length::Unsized => types.indexed.get(&id).copied().unwrap_or(1).max(1),
                };
                self.of(types, array.element).saturating_mul(count)
            }
            Type::Struct(id) => {
                if let Some(known) = self.structures.get(&id) {
                    return *known;
                }
                let members = &types.structure(id).members;
                let sum = members.iter().fold(0_u32, |sum, member| {
                    let is_per_view = member.qualifiers.has(flag::PER_VIEW);
                    sum.saturating_add(self.of(types, without_views(types, member.ty, is_per_view)))
                });
                self.structures.insert(id, sum);
                sum
            }
            _ => 1,
        }
    }
}

/// The type of what `perviewNV` stands on as one view has it: all views share the locations.
pub(super) fn without_views(types: &Types, ty: Type, is_per_view: bool) -> Type {
    match types.as_array(ty) {
        Some(views) if is_per_view => views.element,
        _ => ty,
    }
}

fn wide(takes_two: bool) -> u32 {
    if takes_two { 2 } else { 1 }
}
