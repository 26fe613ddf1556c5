//! Built-in functions of bits and packed bytes.

use glassbox_spirv::build::{Id, glsl, op};
use naga::{MathFunction, Scalar, ScalarKind, VectorSize};

use super::types::Shape;
use super::{Said, Writer, unexpected};

impl Writer<'_> {
    /// `countLeadingZeros` and `countTrailingZeros`: the position of a bit, and the width if there is none.
    pub(super) fn count_zeros(&mut self, function: MathFunction, value: Id, shape: Shape) -> Id {
        let ty = self.shape(shape);
        if function == MathFunction::CountTrailingZeros {
            // Without a bit the position is -1, which is the greatest unsigned number.
            let lowest = self.extended(glsl::FIND_I_LSB, ty, &[value]);
            let width = self.wholes(shape, shape.width() as i32);
            return self.extended(glsl::U_MIN, ty, &[lowest, width]);
        }
        let highest = self.extended(glsl::FIND_U_MSB, ty, &[value]);
        let last = self.wholes(shape, shape.width() as i32 - 1);
        self.emit(op::I_SUB, ty, &[last, highest], &[])
    }

    /// Four bytes of a word as words: of any sign.
    fn bytes(&mut self, word: Id, is_signed: bool) -> [Id; 4] {
        let ty = if is_signed { self.builder.int() } else { self.builder.uint() };
        let word = if is_signed { self.emit(op::BITCAST, ty, &[word], &[]) } else { word };
        let eight = self.builder.constant_uint(8);
        let opcode = if is_signed { op::BIT_FIELD_S_EXTRACT } else { op::BIT_FIELD_U_EXTRACT };
        [0, 8, 16, 24].map(|offset| {
            let offset = self.builder.constant_uint(offset);
            self.emit(opcode, ty, &[word, offset, eight], &[])
        })
    }

    /// `dot4I8Packed` and `dot4U8Packed`.
    pub(super) fn packed_dot(&mut self, function: MathFunction, ids: &[Id], ty: Id) -> Said<Id> {
        let [left, right] = *ids else { return unexpected("a product of packed bytes") };
        let is_signed = function == MathFunction::Dot4I8Packed;
        let (left, right) = (self.bytes(left, is_signed), self.bytes(right, is_signed));
        let products: Vec<Id> = left
            .into_iter()
            .zip(right)
            .map(|(left, right)| self.emit(op::I_MUL, ty, &[left, right], &[]))
            .collect();
        Ok(self.sum(&products, ty))
    }

    /// `unpack4xI8` and `unpack4xU8`.
    pub(super) fn unpack_bytes(&mut self, function: MathFunction, word: Id, ty: Id) -> Id {
        let bytes = self.bytes(word, function == MathFunction::Unpack4xI8);
        self.compose(ty, &bytes)
    }

    /// `pack4xI8`, `pack4xU8` and those that clamp.
    pub(super) fn pack_bytes(&mut self, function: MathFunction, vector: Id, ty: Id) -> Id {
        let is_signed = matches!(function, MathFunction::Pack4xI8 | MathFunction::Pack4xI8Clamp);
        let kind = if is_signed { ScalarKind::Sint } else { ScalarKind::Uint };
        let shape = Shape::vector(VectorSize::Quad, Scalar { kind, width: 4 });
        let vector_type = self.shape(shape);
        let vector = match function {
            MathFunction::Pack4xI8Clamp => {
                let (least, most) = (self.wholes(shape, -128), self.wholes(shape, 127));
                self.extended(glsl::S_CLAMP, vector_type, &[vector, least, most])
            }
            MathFunction::Pack4xU8Clamp => {
                let most = self.wholes(shape, 255);
                self.extended(glsl::U_MIN, vector_type, &[vector, most])
            }
            _ => vector,
        };
        let words = self.shape(shape.with(Scalar { kind: ScalarKind::Uint, width: 4 }));
        let vector = if is_signed { self.emit(op::BITCAST, words, &[vector], &[]) } else { vector };
        let eight = self.builder.constant_uint(8);
        let mut packed = self.builder.constant_uint(0);
        for (index, offset) in [(0, 0), (1, 8), (2, 16), (3, 24)] {
            let part = self.emit(op::COMPOSITE_EXTRACT, ty, &[vector], &[index]);
            let offset = self.builder.constant_uint(offset);
            packed = self.emit(op::BIT_FIELD_INSERT, ty, &[packed, part, offset, eight], &[]);
        }
        packed
    }
}
