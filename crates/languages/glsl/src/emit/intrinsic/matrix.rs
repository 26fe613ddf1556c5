//! Functions of matrices.

use glassbox_spirv::build::{Id, glsl, op};

use super::super::Emitter;
use super::Call;
use crate::types::Type;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn matrix(&mut self, call: Call<'_>) -> Option<Id> {
        Some(match call.intrinsic {
            Intrinsic::MatrixCompMult => self.multiply_components(call),
            Intrinsic::OuterProduct => {
                let operands = self.argument_values(call);
                self.operation(call, op::OUTER_PRODUCT, &operands)
            }
            Intrinsic::Transpose => {
                let operands = self.argument_values(call);
                self.operation(call, op::TRANSPOSE, &operands)
            }
            Intrinsic::Determinant => {
                let operands = self.argument_values(call);
                self.glsl_of(call, glsl::DETERMINANT, &operands)
            }
            Intrinsic::Inverse => {
                let operands = self.argument_values(call);
                self.glsl_of(call, glsl::MATRIX_INVERSE, &operands)
            }
            _ => return None,
        })
    }

    /// SPIR-V multiplies vectors by component, not matrices.
    fn multiply_components(&mut self, call: Call<'_>) -> Id {
        let (left, right) = (self.argument(call, 0), self.argument(call, 1));
        let Type::Matrix(scalar, columns, rows) = call.ty else {
            return self.undefined(call.ty);
        };
        let column = Type::Vector(scalar, rows);
        let column_type = self.ty(column);
        let mut products = Vec::with_capacity(usize::from(columns));
        for index in 0..u32::from(columns) {
            let operands = [self.extract(left, column, index), self.extract(right, column, index)];
            products.push(self.module.value(op::F_MUL, column_type, &operands));
        }
        self.operation(call, op::COMPOSITE_CONSTRUCT, &products)
    }
}
