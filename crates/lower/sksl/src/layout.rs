//! Offsets and sizes of values in memory.

use glassbox_sksl::builtin::{Type, Types};
use glassbox_spirv::layout::{Extent, Packing, Structure};

use crate::options::UniformLayout;

/// Size of a scalar, whatever it is: truth values and narrow numbers take 32 bits too.
const SCALAR: u64 = 4;

/// Of what no block holds.
const NOTHING: Extent = Extent { align: SCALAR, size: 0 };

impl UniformLayout {
    const fn packing(self) -> Packing {
        match self {
            UniformLayout::Std140 => Packing::Std140,
            UniformLayout::Skia => Packing::Scalar,
            UniformLayout::Wgsl => Packing::Wgsl,
        }
    }

    /// A block without members so far.
    pub(crate) const fn block(self) -> Structure {
        Structure::new(self.packing())
    }

    /// Size and alignment of a value; whoever declares a block refuses what is too large. Recursion is bounded by the nesting of types,
    /// which the language limits.
    pub(crate) fn extent(self, types: &Types, ty: Type) -> Extent {
        let packing = self.packing();
        match ty {
            Type::Scalar(_) => packing.vector(SCALAR, 1),
            Type::Vector(_, width) => packing.vector(SCALAR, u64::from(width)),
            Type::Matrix(_, columns, rows) => packing.matrix(SCALAR, [columns, rows].map(u64::from)),
            Type::Array(_) => match types.array(ty) {
                Some(array) => packing.array(self.extent(types, array.element), u64::from(array.count)),
                None => NOTHING,
            },
            Type::Struct(_) => self.fields(types, ty).1,
            _ => NOTHING,
        }
    }

    /// Offsets of the fields of a struct, and its own extent.
    pub(crate) fn fields(self, types: &Types, ty: Type) -> (Vec<u64>, Extent) {
        let fields = types.structure(ty).map_or(&[][..], |declaration| &declaration.fields);
        let mut whole = self.block();
        let offsets = fields.iter().map(|field| whole.add(self.extent(types, field.ty))).collect();
        (offsets, whole.extent())
    }

    /// Bytes from one element of an array to the next.
    pub(crate) fn stride(self, types: &Types, element: Type) -> u64 {
        self.packing().array_stride(self.extent(types, element))
    }

    /// Bytes from one column of a matrix to the next.
    pub(crate) fn column_stride(self, rows: u8) -> u64 {
        self.packing().matrix_stride(SCALAR, u64::from(rows))
    }
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
            let mut whole = layout.block();
            order.map(|ty| whole.add(layout.extent(&types, ty)))
        };
        assert_eq!(place(UniformLayout::Skia), [0, 4, 16, 20, 28, 44, 56]);
        assert_eq!(place(UniformLayout::Std140), [0, 16, 28, 32, 48, 80, 128]);
        assert_eq!(place(UniformLayout::Wgsl), [0, 16, 28, 32, 40, 64, 112]);
    }
}
