//! Offsets and sizes of values in memory.

use glassbox_sksl::builtin::{Type, Types};

use crate::options::UniformLayout;

/// Size and alignment in bytes. Sizes saturate; whoever declares a block refuses what is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// Size of a scalar, whatever it is: truth values and narrow numbers take 32 bits too.
const SCALAR: u64 = 4;

impl UniformLayout {
    /// Size and alignment of a value. Recursion is bounded by the nesting of types, which the language limits.
    pub(crate) fn extent(self, types: &Types, ty: Type) -> Extent {
        match ty {
            Type::Scalar(_) => Extent { size: SCALAR, align: SCALAR },
            Type::Vector(_, width) => {
                Extent { size: SCALAR * u64::from(width), align: self.vector_align(width) }
            }
            Type::Matrix(_, columns, rows) => {
                let stride = self.column_stride(rows);
                let align = if self == UniformLayout::Skia { SCALAR } else { stride };
                Extent { size: stride * u64::from(columns), align }
            }
            Type::Array(_) => {
                let Some(array) = types.array(ty) else { return Extent { size: 0, align: SCALAR } };
                let element = self.extent(types, array.element);
                let size = self.stride(types, array.element).saturating_mul(u64::from(array.count));
                Extent { size, align: self.outer_align(element.align) }
            }
            Type::Struct(_) => {
                let (_, extent) = self.fields(types, ty);
                extent
            }
            _ => Extent { size: 0, align: SCALAR },
        }
    }

    /// Offsets of the fields of a struct, and its own extent.
    pub(crate) fn fields(self, types: &Types, ty: Type) -> (Vec<u64>, Extent) {
        let fields = types.structure(ty).map_or(&[][..], |declaration| &declaration.fields);
        let mut offsets = Vec::with_capacity(fields.len());
        let mut whole = Extent { size: 0, align: SCALAR };
        for field in fields {
            offsets.push(self.append(types, field.ty, &mut whole));
        }
        whole.align = self.outer_align(whole.align);
        whole.size = round_up(whole.size, whole.align);
        (offsets, whole)
    }

    /// Puts a value behind others and gives its offset.
    pub(crate) fn append(self, types: &Types, ty: Type, whole: &mut Extent) -> u64 {
        let extent = self.extent(types, ty);
        let offset = round_up(whole.size, extent.align);
        whole.size = offset.saturating_add(extent.size);
        whole.align = whole.align.max(extent.align);
        offset
    }

    /// Bytes from one element of an array to the next.
    pub(crate) fn stride(self, types: &Types, element: Type) -> u64 {
        let extent = self.extent(types, element);
        round_up(extent.size, self.outer_align(extent.align))
    }

    /// Bytes from one column of a matrix to the next.
    pub(crate) fn column_stride(self, rows: u8) -> u64 {
        match self {
            UniformLayout::Skia => SCALAR * u64::from(rows),
            UniformLayout::Wgsl if rows == 2 => 8,
            UniformLayout::Wgsl | UniformLayout::Std140 => 16,
        }
    }

    fn vector_align(self, width: u8) -> u64 {
        match (self, width) {
            (UniformLayout::Skia, _) => SCALAR,
            (_, 2) => 8,
            _ => 16,
        }
    }

    /// Alignment of arrays and structs of what has an alignment.
    fn outer_align(self, align: u64) -> u64 {
        if self == UniformLayout::Skia { align } else { round_up(align, 16) }
    }
}

fn round_up(size: u64, align: u64) -> u64 {
    size.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use glassbox_sksl::builtin::{FLOAT, FLOAT2, Scalar};

    use super::*;

    #[test]
    fn values_are_where_their_layouts_have_them() {
        // Offsets by hand: std140 of the OpenGL specification, 7.6.2.2; WGSL, 13.4; Skia's data has no gaps.
        let mut types = Types::new();
        let three = Type::Vector(Scalar::Half, 3);
        let list = types.add_array(FLOAT, 3);
        let matrix = Type::Matrix(Scalar::Float, 2, 2);
        let order = [FLOAT, three, FLOAT, FLOAT2, matrix, list, FLOAT];
        let place = |layout: UniformLayout| {
            let mut whole = Extent { size: 0, align: 4 };
            order.map(|ty| layout.append(&types, ty, &mut whole))
        };
        assert_eq!(place(UniformLayout::Skia), [0, 4, 16, 20, 28, 44, 56]);
        assert_eq!(place(UniformLayout::Std140), [0, 16, 28, 32, 48, 80, 128]);
        assert_eq!(place(UniformLayout::Wgsl), [0, 16, 28, 32, 40, 64, 112]);
    }
}
