//! Names minimum precisions and selects the operands that take on that of the result.

use crate::opcode::Opcode;
use crate::role::Role;
use crate::walk::Instruction;

/// Names by number; 3 is unused.
const NAMES: [&str; 6] = ["def32", "min16f", "min2_8f", "?3", "min16i", "min16u"];

/// Name of a minimum precision.
pub(crate) fn name(number: u32) -> &'static str {
    NAMES.get(number as usize).copied().unwrap_or("?")
}

/// Minimum precision with this name.
pub(crate) fn named(text: &str) -> Option<u32> {
    let number = NAMES.iter().position(|name| *name == text)?;
    u32::try_from(number).ok().filter(|number| *number != 3)
}

/// Names that [`named`] accepts.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().filter(|name| !name.starts_with('?'))
}

/// Minimum precision of an instruction's result; `None` if it has none.
pub(super) fn of_result(instruction: &Instruction<'_>) -> Option<u32> {
    let info = instruction.opcode.info()?;
    let writes = info.roles.first() == Some(&Role::Destination);
    let result = instruction.operand(0).filter(|_| writes)?;
    Some(result.modifier.map_or(0, |modifier| modifier.min_precision()))
}

/// True if an operand takes on the precision of the result. Comparisons and conversions have a result of
/// another type, memory accesses have addresses, and shift counts, conditions and sample positions are
/// independent.
pub(super) fn follows_result(opcode: Opcode, index: usize) -> bool {
    let Some(role) = opcode.info().and_then(|info| info.roles.get(index)) else {
        return false;
    };
    let is_value = matches!(role, Role::Float | Role::Integer | Role::Untyped);
    let is_other = match opcode {
        Opcode::MOVC | Opcode::SWAPC => index + 2 < opcode.info().map_or(0, |info| info.roles.len()),
        Opcode::ISHL | Opcode::ISHR | Opcode::USHR | Opcode::EVAL_SNAPPED | Opcode::EVAL_SAMPLE_INDEX => {
            index == 2
        }
        Opcode::EQ
        | Opcode::NE
        | Opcode::LT
        | Opcode::GE
        | Opcode::IEQ
        | Opcode::INE
        | Opcode::ILT
        | Opcode::IGE
        | Opcode::ULT
        | Opcode::UGE
        | Opcode::ITOF
        | Opcode::UTOF
        | Opcode::FTOI
        | Opcode::FTOU
        | Opcode::F32TOF16
        | Opcode::F16TOF32
        | Opcode::FTOD
        | Opcode::ITOD
        | Opcode::UTOD
        | Opcode::CHECK_ACCESS_FULLY_MAPPED => true,
        _ => opcode.is_access(),
    };
    is_value && !is_other
}
