//! How many bytes types take in blocks.

use super::{Length, Member, Reflection, TypeId, TypeKind};
use crate::raw::storage;

/// Bytes of a pointer into a buffer.
const POINTER: u64 = 8;

impl Reflection {
    /// The bytes of each type in a block, by its place in [`types`](Self::types), as its decorations lay it out; arrays that a
    /// constant sizes with the constant's default, arrays without a length with none. `None` for what has no layout: matrices alone,
    /// whose stride is a decoration of the member, and what no block can hold.
    pub fn sizes(&self) -> Vec<Option<u64>> {
        let mut sizes: Vec<Option<u64>> = Vec::with_capacity(self.types.len());
        // Types refer to earlier ones only, so one pass knows every size.
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
                TypeKind::Pointer {
                    class: storage::PHYSICAL_STORAGE_BUFFER,
                    ..
                } => Some(POINTER),
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
