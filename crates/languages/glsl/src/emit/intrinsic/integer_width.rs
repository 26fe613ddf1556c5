//! Functions of whole numbers that are not of 32 bits, which Vulkan's instructions for bits do not take.

use glassbox_spirv::build::{Id, glsl, op};

use super::super::Emitter;
use super::Call;
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    /// The result of a function on bits of numbers of another width; nothing of numbers of 32 bits and of other functions.
    pub(super) fn integer_of_width(&mut self, call: Call<'_>) -> Option<Id> {
        let is_known = matches!(
            call.intrinsic,
            Intrinsic::BitfieldExtract
                | Intrinsic::BitfieldInsert
                | Intrinsic::BitfieldReverse
                | Intrinsic::BitCount
                | Intrinsic::FindLSB
                | Intrinsic::FindMSB
        );
        let scalar = self.argument_type(call, 0).scalar().filter(|_| is_known)?;
        match scalar.width() {
            8 | 16 => Some(self.narrow(call, scalar)),
            64 => self.wide(call, scalar),
            _ => None,
        }
    }

    /// Computes with 32 bits.
    fn narrow(&mut self, call: Call<'_>, scalar: Scalar) -> Id {
        let keeps_sign =
            scalar.is_signed() && matches!(call.intrinsic, Intrinsic::BitfieldExtract | Intrinsic::FindMSB);
        let own = self.argument_type(call, 0);
        let wide = own.with_scalar(if keeps_sign { Scalar::Int } else { Scalar::Uint });
        let mut operands = Vec::with_capacity(call.arguments.len());
        for argument in call.arguments {
            let ty = self.program.expression(*argument).ty;
            let value = self.value(*argument);
            operands.push(if ty == own {
                self.widened_bits(value, own, wide)
            } else {
                self.convert(value, ty, ty.with_scalar(Scalar::Int))
            });
        }
        let signed = wide.with_scalar(Scalar::Int);
        let (result, given) = match call.intrinsic {
            Intrinsic::FindLSB => (self.find_in(glsl::FIND_I_LSB, signed, &operands), signed),
            Intrinsic::FindMSB if keeps_sign => (self.find_in(glsl::FIND_S_MSB, signed, &operands), signed),
            Intrinsic::FindMSB => (self.find_in(glsl::FIND_U_MSB, signed, &operands), signed),
            Intrinsic::BitCount => (self.compute(op::BIT_COUNT, signed, &operands), signed),
            Intrinsic::BitfieldExtract if keeps_sign => {
                (self.compute(op::BIT_FIELD_S_EXTRACT, wide, &operands), wide)
            }
            Intrinsic::BitfieldExtract => (self.compute(op::BIT_FIELD_U_EXTRACT, wide, &operands), wide),
            Intrinsic::BitfieldInsert => (self.compute(op::BIT_FIELD_INSERT, wide, &operands), wide),
            _ => {
                let reversed = self.compute(op::BIT_REVERSE, wide, &operands);
                let unused = self.number(wide, 32 - scalar.width() as i32);
                (self.compute(op::SHIFT_RIGHT_LOGICAL, wide, &[reversed, unused]), wide)
            }
        };
        self.convert(result, given, call.ty)
    }

    /// Computes with halves. Other functions are not declared for 64 bits.
    fn wide(&mut self, call: Call<'_>, scalar: Scalar) -> Option<Id> {
        let own = self.argument_type(call, 0);
        let unsigned = own.with_scalar(Scalar::Uint64);
        let mut value = self.argument(call, 0);
        if call.intrinsic == Intrinsic::FindMSB && scalar.is_signed() {
            // Of a negative number, the highest bit that is not set.
            let inverse = self.compute(op::NOT, own, &[value]);
            let zero = self.number(own, 0);
            let truth = own.with_scalar(Scalar::Bool);
            let is_negative = self.compute(op::S_LESS_THAN, truth, &[value, zero]);
            value = self.compute(op::SELECT, own, &[is_negative, inverse, value]);
        }
        let value = if own == unsigned { value } else { self.convert(value, own, unsigned) };
        let half = own.with_scalar(Scalar::Uint);
        let distance = self.number(unsigned, 32);
        let low = self.convert(value, unsigned, half);
        let high = self.compute(op::SHIFT_RIGHT_LOGICAL, unsigned, &[value, distance]);
        let high = self.convert(high, unsigned, half);
        let int = own.with_scalar(Scalar::Int);
        let result = match call.intrinsic {
            Intrinsic::BitCount => {
                let counts =
                    [self.compute(op::BIT_COUNT, int, &[low]), self.compute(op::BIT_COUNT, int, &[high])];
                self.compute(op::I_ADD, int, &counts)
            }
            Intrinsic::FindLSB => self.first_found(glsl::FIND_I_LSB, int, (low, 0), (high, 32)),
            Intrinsic::FindMSB => self.first_found(glsl::FIND_U_MSB, int, (high, 32), (low, 0)),
            _ => return None,
        };
        Some(self.convert(result, int, call.ty))
    }

    /// The bit that is found in the first half, else in the second; each with the number of its lowest bit.
    fn first_found(&mut self, instruction: u32, int: Type, first: (Id, i32), second: (Id, i32)) -> Id {
        let truth = int.with_scalar(Scalar::Bool);
        let zero = self.number(int.with_scalar(Scalar::Uint), 0);
        let mut result = self.number(int, -1);
        for (half, lowest) in [second, first] {
            let found = self.find_in(instruction, int, &[half]);
            let lowest = self.number(int, lowest);
            let found = self.compute(op::I_ADD, int, &[found, lowest]);
            let has_any = self.compute(op::I_NOT_EQUAL, truth, &[half, zero]);
            result = self.compute(op::SELECT, int, &[has_any, found, result]);
        }
        result
    }

    /// More bits above, of the sign where the wide type has one, else zeros.
    fn widened_bits(&mut self, value: Id, own: Type, wide: Type) -> Id {
        let (Some(from), Some(to)) = (own.scalar(), wide.scalar()) else { return value };
        if !from.is_signed() || to.is_signed() {
            return self.convert(value, own, wide);
        }
        let unsigned = own.with_scalar(if from == Scalar::Int8 { Scalar::Uint8 } else { Scalar::Uint16 });
        let bits = self.convert(value, own, unsigned);
        self.convert(bits, unsigned, wide)
    }

    fn compute(&mut self, opcode: u16, ty: Type, operands: &[Id]) -> Id {
        let ty = self.ty(ty);
        self.module.value(opcode, ty, operands)
    }

    fn find_in(&mut self, instruction: u32, ty: Type, operands: &[Id]) -> Id {
        let ty = self.ty(ty);
        self.glsl(instruction, ty, operands)
    }
}
