//! Comparisons of vectors, and tests of numbers.

use glassbox_spirv::build::{Id, op};

use super::super::Emitter;
use super::Call;
use crate::types::Scalar;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn relational(&mut self, call: Call<'_>) -> Option<Id> {
        let opcode = opcode(call.intrinsic, self.operand_scalar(call))?;
        let operands = self.argument_values(call);
        Some(self.operation(call, opcode, &operands))
    }
}

fn opcode(intrinsic: Intrinsic, scalar: Scalar) -> Option<u16> {
    // For floats, signed and unsigned numbers, and truth values.
    let [float, signed, unsigned, truth] = match intrinsic {
        Intrinsic::LessThan => [op::F_ORD_LESS_THAN, op::S_LESS_THAN, op::U_LESS_THAN, op::U_LESS_THAN],
        Intrinsic::LessThanEqual => {
            [op::F_ORD_LESS_THAN_EQUAL, op::S_LESS_THAN_EQUAL, op::U_LESS_THAN_EQUAL, op::U_LESS_THAN_EQUAL]
        }
        Intrinsic::GreaterThan => {
            [op::F_ORD_GREATER_THAN, op::S_GREATER_THAN, op::U_GREATER_THAN, op::U_GREATER_THAN]
        }
        Intrinsic::GreaterThanEqual => [
            op::F_ORD_GREATER_THAN_EQUAL,
            op::S_GREATER_THAN_EQUAL,
            op::U_GREATER_THAN_EQUAL,
            op::U_GREATER_THAN_EQUAL,
        ],
        Intrinsic::Equal => [op::F_ORD_EQUAL, op::I_EQUAL, op::I_EQUAL, op::LOGICAL_EQUAL],
        // What is not a number differs from everything.
        Intrinsic::NotEqual => {
            [op::F_UNORD_NOT_EQUAL, op::I_NOT_EQUAL, op::I_NOT_EQUAL, op::LOGICAL_NOT_EQUAL]
        }
        Intrinsic::Any => [op::ANY; 4],
        Intrinsic::All => [op::ALL; 4],
        Intrinsic::Not => [op::LOGICAL_NOT; 4],
        Intrinsic::Isnan => [op::IS_NAN; 4],
        Intrinsic::Isinf => [op::IS_INF; 4],
        _ => return None,
    };
    Some(match scalar {
        Scalar::Bool => truth,
        _ if scalar.is_float() => float,
        _ if scalar.is_signed() => signed,
        _ => unsigned,
    })
}
