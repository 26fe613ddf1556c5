//! Checks tensors: their types, reads, writes and sizes, and the layouts and views that say how matrices are loaded from them.

use super::{Checker, TYPE, rules};
use crate::grammar::op;
use crate::grammar::value::tensor_operands;
use crate::module::{At, Id, Type};

/// Checks the declaration of a tensor, layout or view.
pub(super) fn check_type(c: &mut Checker<'_>, at: At) {
    match c.module.opcode(at) {
        op::TYPE_TENSOR_ARM => tensor_type(c, at),
        op::TYPE_TENSOR_LAYOUT_NV => layout_type(c, at),
        _ => view_type(c, at),
    }
}

/// Checks an instruction on tensors, layouts or views.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    match c.module.opcode(at) {
        op::TENSOR_READ_ARM => read(c, at),
        op::TENSOR_WRITE_ARM => write(c, at),
        op::TENSOR_QUERY_SIZE_ARM => size(c, at),
        op::CREATE_TENSOR_LAYOUT_NV => {
            expect_result(c, at, op::TYPE_TENSOR_LAYOUT_NV);
        }
        op::CREATE_TENSOR_VIEW_NV => {
            expect_result(c, at, op::TYPE_TENSOR_VIEW_NV);
        }
        _ => change(c, at),
    }
}

fn tensor_type(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let operands = module.operands(at);
    let Some((&element, shaped)) = operands.split_first() else { return };
    let holds = c.shape(element).is_some_and(|shape| shape.is_scalar());
    c.expect(holds, &rules::TENSOR_SHAPE, (at, 0), "a scalar type");
    let Some(&rank) = shaped.first() else { return };
    let value = c.constant_i64(rank);
    let fits =
        c.is_int_scalar(module.type_of(rank)) && c.is_constant(rank) && value.is_none_or(|rank| rank > 0);
    c.expect(fits, &rules::TENSOR_SHAPE, (at, 1), "an integer constant above 0");
    let Some(&shape) = shaped.get(1) else { return };
    let fits = c.is_constant(shape) && is_list(c, module.type_of(shape), value);
    c.expect(fits, &rules::TENSOR_SHAPE, (at, 2), "a constant array of as many integers as the rank");
}

fn layout_type(c: &mut Checker<'_>, at: At) {
    dimensions(c, at);
    let mode = c.module.word(at, 1);
    let fits = c.is_int32(c.module.type_of(mode)) && c.constant_i64(mode).is_none_or(|mode| mode <= 4);
    c.expect(fits, &rules::TENSOR_SHAPE, (at, 1), "an integer of 32 bits that is a TensorClampMode");
}

fn view_type(c: &mut Checker<'_>, at: At) {
    let count = dimensions(c, at);
    let module = c.module;
    let Some((&has_dimensions, permutation)) = module.operands(at).get(1..).and_then(<[Id]>::split_first)
    else {
        return;
    };
    c.expect(c.is_bool_scalar(module.type_of(has_dimensions)), &rules::TENSOR_SHAPE, (at, 1), "a boolean");
    let mut seen = 0u64;
    for (index, &id) in permutation.iter().enumerate() {
        let value = c.constant_i64(id);
        let fits = c.is_int32(module.type_of(id))
            && value.is_none_or(|value| (0..permutation.len() as i64).contains(&value));
        c.expect(fits, &rules::TENSOR_SHAPE, (at, index + 2), "an integer of 32 bits that is a dimension");
        seen |= value.map_or(u64::MAX, |value| 1u64.checked_shl(value as u32).unwrap_or(0));
    }
    let all = 1u64.checked_shl(permutation.len() as u32).map_or(u64::MAX, |bit| bit - 1);
    let fits = seen & all == all && count.is_none_or(|count| count == permutation.len() as i64);
    c.expect(fits, &rules::TENSOR_SHAPE, (at, TYPE), "a permutation of the dimensions");
}

/// Checks the number of dimensions of a layout or view, and returns it if it is known.
fn dimensions(c: &mut Checker<'_>, at: At) -> Option<i64> {
    let id = c.module.word(at, 0);
    let count = c.constant_i64(id);
    let fits = c.is_int32(c.module.type_of(id)) && count.is_none_or(|value| (1..=5).contains(&value));
    c.expect(fits, &rules::TENSOR_SHAPE, (at, 0), "an integer of 32 bits from 1 to 5");
    count
}

/// Checks that the result is a layout or a view.
fn expect_result(c: &mut Checker<'_>, at: At, kind: u16) -> bool {
    let expected = if kind == op::TYPE_TENSOR_VIEW_NV { "a tensor view" } else { "a tensor layout" };
    let holds = c.module.opcode_of(c.module.get(at).ty) == kind;
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), expected)
}

/// Checks an instruction that returns a layout or view with some of its numbers replaced.
fn change(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let opcode = module.opcode(at);
    let is_view = matches!(opcode, op::TENSOR_VIEW_SET_DIMENSION_NV..=op::TENSOR_VIEW_SET_CLIP_NV);
    if !expect_result(c, at, if is_view { op::TYPE_TENSOR_VIEW_NV } else { op::TYPE_TENSOR_LAYOUT_NV }) {
        return;
    }
    let ty = module.get(at).ty;
    let Some((&changed, values)) = module.operands(at).split_first() else { return };
    if !c.expect(module.type_of(changed) == ty, &rules::OPERAND_TYPE, (at, 0), "a value of the result type") {
        return;
    }
    let dimensions = module.definition(ty).and_then(|ty| c.constant_int(module.word(ty, 0)));
    let wanted = match opcode {
        op::TENSOR_LAYOUT_SET_CLAMP_VALUE_NV => Some(1),
        op::TENSOR_VIEW_SET_CLIP_NV => Some(4),
        op::TENSOR_LAYOUT_SLICE_NV => dimensions.map(|count| u64::from(count) * 2),
        _ => dimensions.map(u64::from),
    };
    if let Some(wanted) = wanted.filter(|wanted| *wanted != values.len() as u64) {
        let message = format!("found {} numbers, expected {wanted}", values.len());
        c.report(&rules::TENSOR_SHAPE, at, message);
        return;
    }
    for (index, &value) in values.iter().enumerate() {
        let holds = c.is_int32(module.type_of(value));
        c.expect(holds, &rules::OPERAND_TYPE, (at, index + 1), "an integer of 32 bits");
    }
}

/// Type of the elements and rank of the tensor that is operand 0; `None` if it is no tensor with a rank.
fn tensor(c: &mut Checker<'_>, at: At) -> Option<(Id, Option<i64>)> {
    let module = c.module;
    let ty = module.definition(module.type_of(module.word(at, 0)));
    let found = ty.filter(|ty| module.opcode(*ty) == op::TYPE_TENSOR_ARM).map(|ty| module.operands(ty));
    let Some(&[element, rank, ..]) = found else {
        c.expect(false, &rules::OPERAND_TYPE, (at, 0), "a tensor whose rank is stated");
        return None;
    };
    Some((element, c.constant_i64(rank)))
}

fn read(c: &mut Checker<'_>, at: At) {
    let Some((element, rank)) = tensor(c, at) else { return };
    let holds = element_of(c, c.module.get(at).ty) == Some(element);
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "the type of the elements, or an array of them");
    coordinates(c, at, rank);
    operands(c, at, 2, Some(element));
}

fn write(c: &mut Checker<'_>, at: At) {
    let Some((element, rank)) = tensor(c, at) else { return };
    coordinates(c, at, rank);
    let holds = element_of(c, c.module.type_of(c.module.word(at, 2))) == Some(element);
    c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "an element, or an array of them");
    operands(c, at, 3, None);
}

fn size(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let holds = c.is_int_scalar(module.get(at).ty);
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "an integer");
    let Some((_, rank)) = tensor(c, at) else { return };
    let dimension = module.word(at, 1);
    let holds = c.is_constant(dimension) && c.is_int_scalar(module.type_of(dimension));
    c.expect(holds, &rules::OPERAND_CONSTANT, (at, 1), "an integer constant");
    let is_below = rank.zip(c.constant_i64(dimension)).is_none_or(|(rank, dimension)| dimension < rank);
    c.expect(is_below, &rules::TENSOR_SHAPE, (at, 1), "a dimension below the rank of the tensor");
}

fn coordinates(c: &mut Checker<'_>, at: At, rank: Option<i64>) {
    let holds = is_list(c, c.module.type_of(c.module.word(at, 1)), rank);
    c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "an array of as many integers as the rank of the tensor");
}

/// Checks the optional operands, which begin at `first`. Reads have an element, which is that of the tensor.
fn operands(c: &mut Checker<'_>, at: At, first: usize, read: Option<Id>) {
    let Some((&mask, values)) = c.module.operands(at).get(first..).and_then(<[u32]>::split_first) else {
        return;
    };
    let has = |bit: u32| mask & bit != 0;
    if let Some(element) = read.filter(|_| has(tensor_operands::OUT_OF_BOUNDS_VALUE_ARM)) {
        let holds = values.first().is_some_and(|id| c.module.type_of(*id) == element);
        c.expect(holds, &rules::OPERAND_TYPE, (at, first + 1), "a value of the type of the elements");
    }
    let (made, other) = if read.is_some() {
        (tensor_operands::MAKE_ELEMENT_VISIBLE_ARM, tensor_operands::MAKE_ELEMENT_AVAILABLE_ARM)
    } else {
        let other = tensor_operands::OUT_OF_BOUNDS_VALUE_ARM | tensor_operands::MAKE_ELEMENT_VISIBLE_ARM;
        (tensor_operands::MAKE_ELEMENT_AVAILABLE_ARM, other)
    };
    let expected = if read.is_some() { "the operands of a read" } else { "the operands of a write" };
    c.expect(!has(other), &rules::ACCESS_OPERANDS, (at, first), expected);
    let holds = !has(made) || has(tensor_operands::NON_PRIVATE_ELEMENT_ARM);
    c.expect(holds, &rules::ACCESS_OPERANDS, (at, first), "NonPrivateElementARM with it");
}

/// The scalar type itself, or that of the elements of an array.
fn element_of(c: &Checker<'_>, ty: Id) -> Option<Id> {
    let inner = match c.module.ty(ty)? {
        Type::Array { element, .. } => element,
        _ => ty,
    };
    c.shape(inner).is_some_and(|shape| shape.is_scalar()).then_some(inner)
}

/// True for an array of integers, as many as are wanted.
fn is_list(c: &Checker<'_>, ty: Id, wanted: Option<i64>) -> bool {
    let Some(Type::Array { element, length }) = c.module.ty(ty) else { return false };
    let count = c.constant_i64(length);
    c.is_int_scalar(element) && count.zip(wanted).is_none_or(|(count, wanted)| count == wanted)
}
