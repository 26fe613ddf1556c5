//! Lanes of a wave, and of a quad.

use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::value::{group_operation, scope};
use glassbox_spirv::build::{Group, Id, op};
use glassbox_spirv::module::Type as Shape;

use super::Call;
use crate::writer::{Part, Value, Writer};

/// What takes part: the subgroup, in an operation.
fn subgroup(operation: Option<u32>) -> Group {
    Group { scope: scope::SUBGROUP, operation }
}

fn group(w: &mut Writer<'_>, opcode: u16, ty: Id, operation: Option<u32>, operands: &[Id]) -> Id {
    w.b.group(opcode, ty, subgroup(operation), operands)
}

pub(super) fn is_first(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    Ok(Value::Id(group(w, op::GROUP_NON_UNIFORM_ELECT, ty, None, &[])))
}

pub(super) fn vote(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let opcode = match call.number {
        o::WAVE_ANY_TRUE => op::GROUP_NON_UNIFORM_ANY,
        o::WAVE_ALL_TRUE => op::GROUP_NON_UNIFORM_ALL,
        _ => op::GROUP_NON_UNIFORM_ALL_EQUAL,
    };
    Ok(Value::Id(group(w, opcode, ty, None, &[value])))
}

/// A word for each 32 lanes.
fn mask_of(w: &mut Writer<'_>, condition: Id) -> (Id, Id) {
    let uint = w.b.uint();
    let words = w.b.vector(uint, 4);
    (group(w, op::GROUP_NON_UNIFORM_BALLOT, words, None, &[condition]), uint)
}

fn parts(vector: Id, scalar: Id) -> Value {
    Value::Parts([0, 1, 2, 3].map(|index| Part::Component(vector, index, scalar)).into())
}

pub(super) fn ballot(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let condition = w.operand(call, 0)?;
    let (mask, uint) = mask_of(w, condition);
    Ok(parts(mask, uint))
}

pub(super) fn read_lane(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let [value, lane] = [w.operand(call, 0)?, w.operand(call, 1)?];
    let opcode =
        if w.b.is_constant(lane) { op::GROUP_NON_UNIFORM_BROADCAST } else { op::GROUP_NON_UNIFORM_SHUFFLE };
    Ok(Value::Id(group(w, opcode, ty, None, &[value, lane])))
}

pub(super) fn read_first(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    Ok(Value::Id(group(w, op::GROUP_NON_UNIFORM_BROADCAST_FIRST, ty, None, &[value])))
}

/// The instruction for a sum, a product, a minimum or a maximum of a type.
fn reduction(w: &Writer<'_>, call: &Call<'_>, ty: Id, kind: u32, is_unsigned: bool) -> Outcome<u16> {
    let scalar = w.b.component_type(ty).unwrap_or(ty);
    let is_float = matches!(w.b.what(scalar), Some(Shape::Float { .. }));
    Ok(match (kind, is_float, is_unsigned) {
        (0, true, _) => op::GROUP_NON_UNIFORM_F_ADD,
        (0, ..) => op::GROUP_NON_UNIFORM_I_ADD,
        (1, true, _) => op::GROUP_NON_UNIFORM_F_MUL,
        (1, ..) => op::GROUP_NON_UNIFORM_I_MUL,
        (2, true, _) => op::GROUP_NON_UNIFORM_F_MIN,
        (2, _, true) => op::GROUP_NON_UNIFORM_U_MIN,
        (2, ..) => op::GROUP_NON_UNIFORM_S_MIN,
        (3, true, _) => op::GROUP_NON_UNIFORM_F_MAX,
        (3, _, true) => op::GROUP_NON_UNIFORM_U_MAX,
        (3, ..) => op::GROUP_NON_UNIFORM_S_MAX,
        _ => {
            let message = format!("found {} of kind {kind}, expected 0 to 3", super::name(call.number));
            return Err(w.refuse(&rules::SHAPE, message));
        }
    })
}

pub(super) fn reduce(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let kind = w.expect_fixed(w.argument(call, 1)?, "kind of a wave operation")?;
    let sign = w.expect_fixed(w.argument(call, 2)?, "sign of a wave operation")?;
    let opcode = reduction(w, call, ty, kind, sign & 1 != 0)?;
    let operation = match call.number {
        o::WAVE_PREFIX_OP => group_operation::EXCLUSIVE_SCAN,
        _ => group_operation::REDUCE,
    };
    Ok(Value::Id(group(w, opcode, ty, Some(operation), &[value])))
}

pub(super) fn reduce_bits(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let opcode = match w.expect_fixed(w.argument(call, 1)?, "kind of a wave operation")? {
        0 => op::GROUP_NON_UNIFORM_BITWISE_AND,
        1 => op::GROUP_NON_UNIFORM_BITWISE_OR,
        _ => op::GROUP_NON_UNIFORM_BITWISE_XOR,
    };
    Ok(Value::Id(group(w, opcode, ty, Some(group_operation::REDUCE), &[value])))
}

pub(super) fn count(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, condition) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let (mask, _) = mask_of(w, condition);
    let operation = match call.number {
        o::WAVE_PREFIX_BIT_COUNT => group_operation::EXCLUSIVE_SCAN,
        _ => group_operation::REDUCE,
    };
    Ok(Value::Id(group(w, op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT, ty, Some(operation), &[mask])))
}

pub(super) fn quad_read(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let [value, lane] = [w.operand(call, 0)?, w.operand(call, 1)?];
    if w.b.is_constant(lane) {
        return Ok(Value::Id(group(w, op::GROUP_NON_UNIFORM_QUAD_BROADCAST, ty, None, &[value, lane])));
    }
    // The lane of the quad by its number in the wave.
    let uint = w.b.uint();
    let own = w.built_in(glassbox_spirv::build::value::built_in::SUBGROUP_LOCAL_INVOCATION_ID, uint);
    let mask = w.b.constant(uint, !3);
    let first = w.b.value(op::BITWISE_AND, uint, &[own, mask]);
    let within = arithmetic::masked(&mut w.b, lane, 3);
    let lane = w.b.value(op::BITWISE_OR, uint, &[first, within]);
    Ok(Value::Id(group(w, op::GROUP_NON_UNIFORM_SHUFFLE, ty, None, &[value, lane])))
}

fn swapped(w: &mut Writer<'_>, ty: Id, value: Id, direction: u32) -> Id {
    let direction = w.b.constant_uint(direction);
    group(w, op::GROUP_NON_UNIFORM_QUAD_SWAP, ty, None, &[value, direction])
}

pub(super) fn quad_swap(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let direction = w.expect_fixed(w.argument(call, 1)?, "direction in a quad")?;
    Ok(Value::Id(swapped(w, ty, value, direction.min(2))))
}

pub(super) fn quad_vote(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let is_all = w.expect_fixed(w.argument(call, 1)?, "kind of a vote")? != 0;
    let opcode = if is_all { op::LOGICAL_AND } else { op::LOGICAL_OR };
    let beside = swapped(w, ty, value, 0);
    let row = w.b.value(opcode, ty, &[value, beside]);
    let below = swapped(w, ty, row, 1);
    Ok(Value::Id(w.b.value(opcode, ty, &[row, below])))
}

/// Lanes with the same value: each turn of a loop, those that have what the first of the others has leave with their mask.
fn equal_lanes(w: &mut Writer<'_>, value: Id) -> (Id, Id) {
    let (truth, ty) = (w.b.bool(), w.b.type_of(value));
    let ty = ty.unwrap_or(truth);
    let (turn, done) = (w.b.id(), w.b.id());
    w.b.open(turn);
    let first = group(w, op::GROUP_NON_UNIFORM_BROADCAST_FIRST, ty, None, &[value]);
    let scalar = w.b.component_type(ty).unwrap_or(ty);
    let same = match w.b.what(scalar) {
        Some(Shape::Float { .. }) => w.b.value(op::F_ORD_EQUAL, truth, &[value, first]),
        Some(Shape::Bool) => w.b.value(op::LOGICAL_EQUAL, truth, &[value, first]),
        _ => w.b.value(op::I_EQUAL, truth, &[value, first]),
    };
    let (mask, uint) = mask_of(w, same);
    w.b.branch_conditional(same, done, turn);
    w.b.open(done);
    (mask, uint)
}

pub(super) fn matching(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let value = w.operand(call, 0)?;
    // What is no number equals nothing: its bits do.
    let ty = w.type_id(w.argument(call, 0)?)?;
    let bits = match w.b.what(ty) {
        Some(Shape::Float { .. }) => {
            let unsigned = arithmetic::unsigned(&mut w.b, ty);
            arithmetic::bits_as(&mut w.b, unsigned, value)
        }
        _ => value,
    };
    let (mask, uint) = equal_lanes(w, bits);
    Ok(parts(mask, uint))
}

/// Runs what follows for one set of lanes after another: those whose masks are equal.
fn each_set<T>(
    w: &mut Writer<'_>,
    call: &Call<'_>,
    first: usize,
    within: impl FnOnce(&mut Writer<'_>) -> Outcome<T>,
) -> Outcome<T> {
    let (truth, uint) = (w.b.bool(), w.b.uint());
    let words = w.ids(call.arguments.get(first..first + 4).unwrap_or_default())?;
    let (turn, done, next) = (w.b.id(), w.b.id(), w.b.id());
    w.b.open(turn);
    let mut same = w.b.constant_bool(true);
    for word in words {
        let other = group(w, op::GROUP_NON_UNIFORM_BROADCAST_FIRST, uint, None, &[word]);
        let is_equal = w.b.value(op::I_EQUAL, truth, &[word, other]);
        same = w.b.value(op::LOGICAL_AND, truth, &[same, is_equal]);
    }
    let inside = w.b.id();
    w.b.branch_conditional(same, inside, next);
    w.b.open(next);
    w.b.branch(turn);
    w.b.open(inside);
    let found = within(w)?;
    w.b.branch(done);
    w.b.open(done);
    Ok(found)
}

pub(super) fn multi_prefix(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let kind = w.expect_fixed(w.argument(call, 5)?, "kind of a wave operation")?;
    let sign = w.expect_fixed(w.argument(call, 6)?, "sign of a wave operation")?;
    // Sum, and, or, exclusive or, product.
    let opcode = match kind {
        1 => op::GROUP_NON_UNIFORM_BITWISE_AND,
        2 => op::GROUP_NON_UNIFORM_BITWISE_OR,
        3 => op::GROUP_NON_UNIFORM_BITWISE_XOR,
        4 => reduction(w, call, ty, 1, sign & 1 != 0)?,
        _ => reduction(w, call, ty, 0, sign & 1 != 0)?,
    };
    let scan = Some(group_operation::EXCLUSIVE_SCAN);
    each_set(w, call, 1, |w| Ok(Value::Id(group(w, opcode, ty, scan, &[value]))))
}

pub(super) fn multi_prefix_count(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, condition) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let scan = Some(group_operation::EXCLUSIVE_SCAN);
    each_set(w, call, 1, |w| {
        let (mask, _) = mask_of(w, condition);
        Ok(Value::Id(group(w, op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT, ty, scan, &[mask])))
    })
}
