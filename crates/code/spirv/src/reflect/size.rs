//! Computes the sizes of types in blocks.

use super::{Length, Member, Reflection, TypeId, TypeKind};
use crate::grammar::value::storage_class as storage;

/// Size of a buffer pointer in bytes.
const POINTER: u64 = 8;

impl Reflection {
    /// Size in bytes of each type in a block, by index in [`types`](Self::types), as laid out by its
    /// decorations. Arrays sized by a constant use its default; runtime arrays have size zero. `None` for
    /// types without a layout: bare matrices, whose stride is a decoration of the member, and types not
    /// allowed in blocks.
    pub fn sizes(&self) -> Vec<Option<u64>> {
        let mut sizes: Vec<Option<u64>> = Vec::with_capacity(self.types.len());
        // Types refer to earlier ones only, so one pass suffices.
        for ty in &self.types {
            let size = |id: TypeId| sizes.get(id.0 as usize).copied().flatten();
            let found = match &ty.kind {
                TypeKind::Int { width, .. } | TypeKind::Float { width } => Some(u64::from(width.div_ceil(8))),
                TypeKind::Vector { component, count } => {
                    size(*component).and_then(|size| size.checked_mul(u64::from(*count)))
                }
                TypeKind::Array { length, stride, .. } => stride.and_then(|stride| {
                    let length = match length {
                        Length::Fixed(length) => Some(*length),
                        Length::Specialized { default, .. } => *default,
                        Length::Unknown(_) => None,
                    };
                    length?.checked_mul(u64::from(stride))
                }),
                TypeKind::RuntimeArray { .. } => Some(0),
                TypeKind::Pointer { class: storage::PHYSICAL_STORAGE_BUFFER, .. } => Some(POINTER),
                TypeKind::Struct { members, .. } => members.iter().try_fold(0, |end: u64, member| {
                    let size = self.member_size(member, &size)?;
                    Some(end.max(u64::from(member.offset?).checked_add(size)?))
                }),
                _ => None,
            };
            sizes.push(found);
        }
        sizes
    }

    fn member_size(&self, member: &Member, size: &dyn Fn(TypeId) -> Option<u64>) -> Option<u64> {
        let TypeKind::Matrix { column, count } = self.ty(member.ty) else {
            return size(member.ty);
        };
        let lines = match (member.row_major, self.ty(*column)) {
            (true, TypeKind::Vector { count, .. }) => *count,
            _ => *count,
        };
        Some(u64::from(lines) * u64::from(member.matrix_stride?))
    }
}
