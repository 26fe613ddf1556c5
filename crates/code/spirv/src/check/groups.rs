//! Checks instructions of groups and subgroups.

use super::shapes::Shape;
use super::{Checker, TYPE, rules, scopes};
use crate::grammar::op;
use crate::grammar::value::{addressing_model, group_operation, storage_class as class};
use crate::module::{At, Id, Type};

/// Checks an instruction of a subgroup; operand 0 is its scope.
pub(super) fn non_uniform(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let opcode = module.opcode(at);
    if opcode == op::GROUP_NON_UNIFORM_PARTITION_EXT {
        return;
    }
    scopes::execution(c, at, 0);
    let result = c.shape(ty).filter(Shape::is_plain);
    let unsigned = result.is_some_and(|shape| shape.is_scalar() && shape.is_unsigned());
    let boolean = c.is_bool_scalar(ty);
    let (holds, expected) = match opcode {
        op::GROUP_NON_UNIFORM_ELECT..=op::GROUP_NON_UNIFORM_ALL_EQUAL
        | op::GROUP_NON_UNIFORM_INVERSE_BALLOT
        | op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT => (boolean, "bool"),
        op::GROUP_NON_UNIFORM_BALLOT => (is_ballot(c, ty), "a vector of 4 unsigned integers"),
        op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT..=op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB => {
            (unsigned, "an unsigned integer scalar")
        }
        op::GROUP_NON_UNIFORM_I_ADD..=op::GROUP_NON_UNIFORM_LOGICAL_XOR => {
            let expected = arithmetic(opcode);
            (result.is_some_and(|shape| (expected.0)(&shape)), expected.1)
        }
        _ => (result.is_some(), "a scalar or vector of numbers or booleans"),
    };
    if c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), expected) {
        non_uniform_operands(c, at);
    }
}

/// What the result of an arithmetic instruction must be.
fn arithmetic(opcode: u16) -> (fn(&Shape) -> bool, &'static str) {
    match opcode {
        op::GROUP_NON_UNIFORM_F_ADD
        | op::GROUP_NON_UNIFORM_F_MUL
        | op::GROUP_NON_UNIFORM_F_MIN
        | op::GROUP_NON_UNIFORM_F_MAX => (Shape::is_float, "a float scalar or vector"),
        op::GROUP_NON_UNIFORM_LOGICAL_AND..=op::GROUP_NON_UNIFORM_LOGICAL_XOR => {
            (Shape::is_bool, "a boolean scalar or vector")
        }
        op::GROUP_NON_UNIFORM_U_MIN | op::GROUP_NON_UNIFORM_U_MAX => {
            (Shape::is_unsigned, "an unsigned integer scalar or vector")
        }
        _ => (Shape::is_int, "an integer scalar or vector"),
    }
}

fn is_ballot(c: &Checker<'_>, ty: Id) -> bool {
    c.shape(ty).is_some_and(|shape| shape.is_vector() && shape.is_unsigned() && shape.count == 4)
}

fn non_uniform_operands(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let own = |index| module.type_of(module.word(at, index));
    let unsigned =
        |c: &Checker<'_>, ty| c.shape(ty).is_some_and(|shape| shape.is_scalar() && shape.is_unsigned());
    let ballot = "a vector of 4 unsigned integers";
    match module.opcode(at) {
        op::GROUP_NON_UNIFORM_ALL | op::GROUP_NON_UNIFORM_ANY | op::GROUP_NON_UNIFORM_BALLOT => {
            c.expect(c.is_bool_scalar(own(1)), &rules::OPERAND_TYPE, (at, 1), "bool");
        }
        op::GROUP_NON_UNIFORM_ALL_EQUAL => {
            let holds = c.shape(own(1)).is_some_and(|shape| shape.is_plain());
            c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "a scalar or vector of numbers or booleans");
        }
        op::GROUP_NON_UNIFORM_BROADCAST_FIRST => {
            c.expect(own(1) == ty, &rules::OPERAND_TYPE, (at, 1), "the result type");
        }
        op::GROUP_NON_UNIFORM_BROADCAST
        | op::GROUP_NON_UNIFORM_SHUFFLE..=op::GROUP_NON_UNIFORM_SHUFFLE_DOWN
        | op::GROUP_NON_UNIFORM_QUAD_BROADCAST
        | op::GROUP_NON_UNIFORM_QUAD_SWAP => shuffle(c, at),
        op::GROUP_NON_UNIFORM_INVERSE_BALLOT
        | op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB
        | op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB => {
            c.expect(is_ballot(c, own(1)), &rules::OPERAND_TYPE, (at, 1), ballot);
        }
        op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT => {
            c.expect(is_ballot(c, own(1)), &rules::OPERAND_TYPE, (at, 1), ballot);
            c.expect(unsigned(c, own(2)), &rules::OPERAND_TYPE, (at, 2), "an unsigned integer scalar");
        }
        op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT => {
            c.expect(is_ballot(c, own(2)), &rules::OPERAND_TYPE, (at, 2), ballot);
            let holds = !c.environment.is_vulkan() || module.word(at, 1) <= group_operation::EXCLUSIVE_SCAN;
            c.expect(holds, &rules::GROUP_OPERATION, (at, 1), "Reduce, InclusiveScan or ExclusiveScan");
        }
        op::GROUP_NON_UNIFORM_ROTATE_KHR => {
            c.expect(own(1) == ty, &rules::OPERAND_TYPE, (at, 1), "the result type");
            c.expect(unsigned(c, own(2)), &rules::OPERAND_TYPE, (at, 2), "an unsigned integer scalar");
            cluster(c, at, 3);
        }
        op::GROUP_NON_UNIFORM_I_ADD..=op::GROUP_NON_UNIFORM_LOGICAL_XOR => reduction(c, at),
        _ => {}
    }
}

fn shuffle(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let holds = module.type_of(module.word(at, 1)) == module.get(at).ty;
    c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "the result type");
    let holds = c.shape_of(module.word(at, 2)).is_some_and(|shape| shape.is_scalar() && shape.is_unsigned());
    c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "an unsigned integer scalar");
    let constant = match module.opcode(at) {
        op::GROUP_NON_UNIFORM_QUAD_SWAP => true,
        op::GROUP_NON_UNIFORM_BROADCAST | op::GROUP_NON_UNIFORM_QUAD_BROADCAST => c.minor() < 5,
        _ => false,
    };
    let holds = !constant || c.is_constant(module.word(at, 2));
    c.expect(holds, &rules::OPERAND_CONSTANT, (at, 2), "a constant");
}

fn cluster(c: &mut Checker<'_>, at: At, index: usize) {
    let Some(&size) = c.module.operands(at).get(index) else { return };
    let holds = c.shape_of(size).is_some_and(|shape| shape.is_scalar() && shape.is_unsigned());
    c.expect(holds, &rules::OPERAND_TYPE, (at, index), "an unsigned integer scalar");
    if c.expect(c.is_constant(size), &rules::OPERAND_CONSTANT, (at, index), "a constant") {
        let is_rotate = c.module.opcode(at) == op::GROUP_NON_UNIFORM_ROTATE_KHR;
        let holds = !is_rotate || c.constant_i64(size).is_none_or(|size| size.count_ones() == 1);
        c.expect(holds, &rules::GROUP_OPERATION, (at, index), "a power of 2");
    }
}

fn reduction(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let holds = module.type_of(module.word(at, 2)) == module.get(at).ty;
    c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "the result type");
    let operation = module.word(at, 1);
    let partitioned = matches!(
        operation,
        group_operation::PARTITIONED_REDUCE_EXT..=group_operation::PARTITIONED_EXCLUSIVE_SCAN_EXT
    );
    match module.operands(at).get(3) {
        None => {
            let holds = !partitioned && operation != group_operation::CLUSTERED_REDUCE;
            c.expect(
                holds,
                &rules::GROUP_OPERATION,
                (at, 1),
                "the size of the clusters, or the ballot, as last operand",
            );
        }
        Some(&ballot) if partitioned => {
            let holds = c
                .shape_of(ballot)
                .is_some_and(|shape| shape.is_plain() && shape.is_int() && shape.count == 4);
            c.expect(holds, &rules::OPERAND_TYPE, (at, 3), "a vector of 4 integers");
        }
        Some(_) => cluster(c, at, 3),
    }
}

/// Checks an instruction of a workgroup or subgroup of kernels.
pub(super) fn group(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let own = |index| module.type_of(module.word(at, index));
    let plain = c.shape(ty).filter(Shape::is_plain);
    match module.opcode(at) {
        op::GROUP_ALL | op::GROUP_ANY => {
            c.expect(c.is_bool_scalar(ty), &rules::RESULT_MISMATCH, (at, TYPE), "bool");
            c.expect(c.is_bool_scalar(own(1)), &rules::OPERAND_TYPE, (at, 1), "bool");
        }
        op::GROUP_BROADCAST => {
            let expected = "a scalar or vector of numbers or booleans";
            c.expect(plain.is_some(), &rules::RESULT_MISMATCH, (at, TYPE), expected);
            c.expect(own(1) == ty, &rules::OPERAND_TYPE, (at, 1), "the result type");
        }
        op::GROUP_F_ADD | op::GROUP_F_MIN | op::GROUP_F_MAX => {
            let holds = plain.is_some_and(|shape| shape.is_float());
            c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "a float scalar or vector");
            c.expect(own(2) == ty, &rules::OPERAND_TYPE, (at, 2), "the result type");
        }
        op::GROUP_I_ADD..=op::GROUP_S_MAX => {
            let holds = plain.is_some_and(|shape| shape.is_int());
            c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "an integer scalar or vector");
            c.expect(own(2) == ty, &rules::OPERAND_TYPE, (at, 2), "the result type");
        }
        op::GROUP_ASYNC_COPY => copy(c, at),
        op::GROUP_WAIT_EVENTS => {
            c.expect(c.is_int32(own(1)), &rules::OPERAND_TYPE, (at, 1), "an integer of 32 bits");
            let pointee = module.pointer(own(2)).map_or(0, |pointer| pointer.0);
            let holds = module.opcode_of(pointee) == op::TYPE_EVENT;
            c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "a pointer to events");
        }
        _ => {}
    }
}

fn copy(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let own = |index| module.type_of(module.word(at, index));
    let holds = module.opcode_of(module.get(at).ty) == op::TYPE_EVENT;
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "an event type");
    let target = module.pointer(own(1));
    let number = |ty| c.shape(ty).is_some_and(|shape| shape.is_plain() && !shape.is_bool());
    let holds = target.is_some_and(|(ty, storage)| {
        number(ty) && matches!(storage, class::WORKGROUP | class::CROSS_WORKGROUP)
    });
    if !c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "a pointer to numbers in Workgroup or CrossWorkgroup")
    {
        return;
    }
    let source = module.pointer(own(2));
    let holds = target.zip(source).is_some_and(|(target, source)| {
        let pair = (target.1, source.1);
        target.0 == source.0
            && matches!(
                pair,
                (class::WORKGROUP, class::CROSS_WORKGROUP) | (class::CROSS_WORKGROUP, class::WORKGROUP)
            )
    });
    c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "a pointer to the same type in the other storage class");
    let width = if c.addressing_model() == addressing_model::PHYSICAL64 { 64 } else { 32 };
    for index in [3, 4] {
        let holds = matches!(module.ty(own(index)), Some(Type::Int { width: found, .. }) if found == width);
        c.expect(holds, &rules::OPERAND_TYPE, (at, index), "an integer as wide as an address");
    }
    let holds = module.opcode_of(own(5)) == op::TYPE_EVENT;
    c.expect(holds, &rules::OPERAND_TYPE, (at, 5), "an event");
}
