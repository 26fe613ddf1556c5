//! Folds extracts of known vectors and aggregates, and instructions with constant results.
//!
//! In libraries, functions take and return vectors and aggregates; after inlining, each extracted
//! part is one that was inserted.

use std::collections::HashMap;

use glassbox_dxil::ir::{BinaryOp, CastOp, Constant, Detached, Op, Predicate, Type, TypeId, ValueId};

use super::code::{Code, Replaced, Step, Work};

/// Maximum number of instructions from a vector to the element inserted.
const FAR: usize = 256;
/// Maximum number of rounds; each starts from the results of the previous one.
const ROUNDS: usize = 64;

/// Definition of each value.
type Makers = HashMap<ValueId, (usize, usize)>;

/// Folds until nothing changes.
pub(super) fn all(work: &mut Work, code: &mut Code) -> bool {
    let mut changed = false;
    for _ in 0..ROUNDS {
        let makers = code.makers();
        let mut replaced = Replaced::default();
        for step in code.blocks.iter().flatten() {
            if let Some(result) = step.result
                && let Some(value) = known(work, code, &makers, &replaced, step)
            {
                replaced.set(result, value);
            }
        }
        if replaced.is_empty() {
            break;
        }
        changed = true;
        for steps in &mut code.blocks {
            steps.retain(|step| step.result.is_none_or(|result| replaced.get(result) == result));
        }
        replaced.apply(code);
    }
    changed
}

/// Existing value or constant that an instruction evaluates to.
fn known(work: &mut Work, code: &Code, makers: &Makers, replaced: &Replaced, step: &Step) -> Option<ValueId> {
    let operand = |place: usize| step.operands.get(place).map(|value| replaced.get(*value));
    match step.op {
        Op::ExtractElement => {
            let index = u32::try_from(work.integer(operand(1)?)?).ok()?;
            element(work, code, makers, replaced, operand(0)?, index)
        }
        Op::ExtractValue { .. } => part(work, code, makers, replaced, operand(0)?, &step.way),
        Op::Binary { op, .. } => binary(work, op, step.ty, operand(0)?, operand(1)?),
        Op::Compare { predicate, .. } => compare(work, predicate, step.ty, operand(0)?, operand(1)?),
        Op::Cast(op) => cast(work, op, step.ty, operand(0)?),
        Op::Select => {
            let (yes, no) = (operand(1)?, operand(2)?);
            match work.integer(operand(0)?) {
                Some(0) => Some(no),
                Some(_) => Some(yes),
                None => (yes == no).then_some(yes),
            }
        }
        _ => None,
    }
}

/// Element of a vector.
fn element(
    work: &mut Work,
    code: &Code,
    makers: &Makers,
    replaced: &Replaced,
    vector: ValueId,
    index: u32,
) -> Option<ValueId> {
    let (mut vector, mut index) = (vector, index);
    for _ in 0..FAR {
        vector = replaced.get(vector);
        let Some(step) = makers.get(&vector).and_then(|place| code.step(*place)) else {
            return constant_element(work, vector, index);
        };
        match step.op {
            Op::InsertElement => {
                let [base, value, place] = *step.operands.as_slice() else {
                    return None;
                };
                if work.integer(replaced.get(place))? == i64::from(index) {
                    return Some(replaced.get(value));
                }
                vector = base;
            }
            Op::ShuffleVector => {
                let [left, right, mask] = *step.operands.as_slice() else {
                    return None;
                };
                let picked = constant_element(work, mask, index)?;
                if matches!(work.constant(picked), Some(Constant::Undef)) {
                    let ty = work.builder.module.types.element(step.ty)?;
                    return Some(work.undefined(ty));
                }
                let picked = u32::try_from(work.integer(picked)?).ok()?;
                let Some(Type::Vector { count, .. }) =
                    work.type_of(code, left).and_then(|ty| work.builder.module.types.get(ty))
                else {
                    return None;
                };
                (vector, index) = match picked.checked_sub(count) {
                    None => (left, picked),
                    Some(behind) => (right, behind),
                };
            }
            _ => return None,
        }
    }
    None
}

/// Element of a constant vector.
fn constant_element(work: &mut Work, vector: ValueId, index: u32) -> Option<ValueId> {
    let ty = work.builder.module.type_of(vector)?;
    let Some(Type::Vector { element, count }) = work.builder.module.types.get(ty) else {
        return None;
    };
    if index >= count {
        return None;
    }
    let plain = match work.constant(vector)? {
        Constant::Undef => Constant::Undef,
        Constant::Null => Constant::Null,
        Constant::Aggregate(parts) => {
            let parts = work.builder.module.constants.operands(parts);
            return parts.get(index as usize).copied();
        }
        Constant::Data(words) => {
            let word = *work.builder.module.constants.words(words).get(index as usize)?;
            match work.builder.module.types.get(element)? {
                Type::Integer(width) => Constant::Integer(signed(word, width)),
                _ => Constant::Float(word),
            }
        }
        _ => return None,
    };
    Some(work.builder.constant(element, Detached::plain(plain)))
}

/// Part of an aggregate.
fn part(
    work: &mut Work,
    code: &Code,
    makers: &Makers,
    replaced: &Replaced,
    whole: ValueId,
    way: &[u32],
) -> Option<ValueId> {
    let mut whole = whole;
    let mut way = way;
    for _ in 0..FAR {
        whole = replaced.get(whole);
        if way.is_empty() {
            return Some(whole);
        }
        let Some(step) = makers.get(&whole).and_then(|place| code.step(*place)) else {
            return constant_part(work, whole, way);
        };
        let Op::InsertValue { .. } = step.op else {
            return None;
        };
        let [base, value] = *step.operands.as_slice() else {
            return None;
        };
        if let Some(rest) = way.strip_prefix(step.way.as_slice()) {
            (whole, way) = (value, rest);
        } else if step.way.starts_with(way) {
            // The extract is deeper than the insert.
            return None;
        } else {
            whole = base;
        }
    }
    None
}

/// Part of a constant aggregate.
fn constant_part(work: &mut Work, mut whole: ValueId, way: &[u32]) -> Option<ValueId> {
    for index in way {
        let ty = work.builder.module.type_of(whole)?;
        let types = &work.builder.module.types;
        let inner = match types.get(ty)? {
            Type::Array { element, .. } => element,
            _ => *types.fields(ty)?.get(*index as usize)?,
        };
        whole = match work.constant(whole)? {
            Constant::Aggregate(parts) => {
                *work.builder.module.constants.operands(parts).get(*index as usize)?
            }
            plain @ (Constant::Undef | Constant::Null) => {
                work.builder.constant(inner, Detached::plain(plain))
            }
            _ => return None,
        };
    }
    Some(whole)
}

/// Sign-extends a number of `width` bits.
fn signed(word: u64, width: u32) -> i64 {
    match 64u32.checked_sub(width) {
        Some(free @ 0..=63) => (word as i64) << free >> free,
        _ => word as i64,
    }
}

/// Truncates an integer to `width` bits.
fn unsigned(number: i64, width: u32) -> u64 {
    match width {
        1..=63 => number as u64 & ((1 << width) - 1),
        _ => number as u64,
    }
}

/// Bits of a floating-point constant.
fn bits(work: &Work, value: ValueId) -> Option<u64> {
    match work.constant(value)? {
        Constant::Float(bits) => Some(bits),
        Constant::Null => Some(0),
        _ => None,
    }
}

fn binary(work: &mut Work, op: BinaryOp, ty: TypeId, left: ValueId, right: ValueId) -> Option<ValueId> {
    match work.builder.module.types.get(ty)? {
        Type::Integer(width @ 1..=64) => {
            let (known_left, known_right) = (work.integer(left), work.integer(right));
            // Remove a neutral operand from either side.
            match (op, known_left, known_right) {
                (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, _, Some(0)) => {
                    return Some(left);
                }
                (BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, _, Some(0)) => return Some(left),
                (BinaryOp::Mul | BinaryOp::UDiv, _, Some(1)) if width > 1 => return Some(left),
                (BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor, Some(0), _) => return Some(right),
                (BinaryOp::Mul, Some(1), _) if width > 1 => return Some(right),
                (BinaryOp::Mul | BinaryOp::And, _, Some(0)) => return Some(right),
                (BinaryOp::Mul | BinaryOp::And, Some(0), _) => return Some(left),
                _ => {}
            }
            let number = whole(op, width, known_left?, known_right?)?;
            let ty = work.builder.module.types.intern(Type::Integer(width));
            let number = signed(number as u64, width);
            Some(work.builder.constant(ty, Detached::plain(Constant::Integer(number))))
        }
        Type::Float => {
            let (left, right) = (bits(work, left)?, bits(work, right)?);
            let (left, right) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
            let value = match op {
                BinaryOp::FAdd => left + right,
                BinaryOp::FSub => left - right,
                BinaryOp::FMul => left * right,
                BinaryOp::FDiv => left / right,
                _ => return None,
            };
            // Leave NaN results alone: their bits are not defined.
            let bits = (!value.is_nan()).then(|| u64::from(value.to_bits()))?;
            Some(work.builder.constant(ty, Detached::plain(Constant::Float(bits))))
        }
        _ => None,
    }
}

/// Result of an integer operator at a given width; `None` if undefined.
fn whole(op: BinaryOp, width: u32, left: i64, right: i64) -> Option<i64> {
    let (plain_left, plain_right) = (unsigned(left, width), unsigned(right, width));
    let shift = || u32::try_from(plain_right).ok().filter(|shift| *shift < width);
    Some(match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::UDiv => plain_left.checked_div(plain_right)? as i64,
        BinaryOp::URem => plain_left.checked_rem(plain_right)? as i64,
        BinaryOp::Shl => left.wrapping_shl(shift()?),
        BinaryOp::LShr => (plain_left >> shift()?) as i64,
        BinaryOp::AShr => left >> shift()?,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        _ => return None,
    })
}

fn compare(
    work: &mut Work,
    predicate: Predicate,
    ty: TypeId,
    left: ValueId,
    right: ValueId,
) -> Option<ValueId> {
    let width = match work.builder.module.types.get(work.builder.module.type_of(left)?)? {
        Type::Integer(width @ 1..=64) => width,
        _ => return None,
    };
    let (left, right) = (work.integer(left)?, work.integer(right)?);
    let plain = (unsigned(left, width), unsigned(right, width));
    let holds = match predicate {
        Predicate::IntEq => left == right,
        Predicate::IntNe => left != right,
        Predicate::IntUgt => plain.0 > plain.1,
        Predicate::IntUge => plain.0 >= plain.1,
        Predicate::IntUlt => plain.0 < plain.1,
        Predicate::IntUle => plain.0 <= plain.1,
        Predicate::IntSgt => left > right,
        Predicate::IntSge => left >= right,
        Predicate::IntSlt => left < right,
        Predicate::IntSle => left <= right,
        _ => return None,
    };
    let number = if holds { -1 } else { 0 };
    Some(work.builder.constant(ty, Detached::plain(Constant::Integer(number))))
}

fn cast(work: &mut Work, op: CastOp, ty: TypeId, value: ValueId) -> Option<ValueId> {
    let number = work.integer(value)?;
    let from = match work.builder.module.types.get(work.builder.module.type_of(value)?)? {
        Type::Integer(width @ 1..=64) => width,
        _ => return None,
    };
    let Some(Type::Integer(to @ 1..=64)) = work.builder.module.types.get(ty) else {
        return None;
    };
    let number = match op {
        CastOp::Trunc | CastOp::SExt => number,
        CastOp::ZExt => unsigned(number, from) as i64,
        _ => return None,
    };
    let number = signed(number as u64, to);
    Some(work.builder.constant(ty, Detached::plain(Constant::Integer(number))))
}
