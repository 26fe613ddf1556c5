//! Checks instructions on composites.

use glassbox_core::diagnostic::Rule;

use super::{Checker, TYPE, rules};
use crate::grammar::op;
use crate::grammar::value::capability as cap;
use crate::module::{At, Id, Type};

/// Indices that an extraction may have.
const MAX_INDICES: usize = 255;

/// Checks an instruction, or the operation of a specialized constant.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let (opcode, skip) = match module.opcode(at) {
        op::SPEC_CONSTANT_OP => (u16::try_from(module.word(at, 0)).unwrap_or(0), 1),
        opcode => (opcode, 0),
    };
    let ty = module.get(at).ty;
    let valid = match opcode {
        op::VECTOR_EXTRACT_DYNAMIC => dynamic(c, at, ty, None),
        op::VECTOR_INSERT_DYNAMIC => dynamic(c, at, ty, Some(1)),
        op::VECTOR_SHUFFLE => shuffle(c, at, skip),
        op::COMPOSITE_CONSTRUCT => construct(c, at),
        op::COMPOSITE_CONSTRUCT_REPLICATE_EXT => {
            is_replicated(c, at, (&rules::RESULT_MISMATCH, &rules::COMPOSITE_PARTS))
        }
        op::COMPOSITE_EXTRACT => {
            let reached = follow(c, at, skip, module.type_of(module.word(at, skip)));
            reached.is_some_and(|reached| {
                c.expect_type(reached == ty, &rules::COMPOSITE_PARTS, (at, TYPE), reached)
            })
        }
        op::COMPOSITE_INSERT => insert(c, at, skip),
        op::COPY_OBJECT => {
            let holds = module.type_of(module.word(at, 0)) == ty && module.opcode_of(ty) != op::TYPE_VOID;
            c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "a value of the result type, not void");
            return;
        }
        op::TRANSPOSE => transpose(c, at),
        op::COPY_LOGICAL => {
            let own = module.type_of(module.word(at, 0));
            let holds = own != ty && c.match_logically(own, ty);
            c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "another type with the same parts as the result")
        }
        _ => return,
    };
    if valid && c.has(cap::SHADER) {
        let holds = !c.contains_storage_only(ty);
        c.expect(holds, &rules::SMALL_USE, (at, TYPE), "a type without numbers that can only be stored");
    }
}

fn dynamic(c: &mut Checker<'_>, at: At, ty: Id, component: Option<usize>) -> bool {
    let module = c.module;
    let own = |index| module.type_of(module.word(at, index));
    let vector = c.shape(own(0)).filter(|shape| shape.is_vector());
    let parts = vector.map_or(0, |shape| shape.component);
    let (holds, index) = match component {
        None => (vector.is_some() && parts == ty, 1),
        Some(place) => (vector.is_some() && own(0) == ty && own(place) == parts, 2),
    };
    c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "a vector that fits the result and the component")
        && c.expect(c.is_int_scalar(own(index)), &rules::OPERAND_TYPE, (at, index), "an integer")
}

/// The type that literal indices after `composite` lead to.
fn follow(c: &mut Checker<'_>, at: At, composite: usize, start: Id) -> Option<Id> {
    let module = c.module;
    let indices = module.operands(at).get(composite + 1..).unwrap_or_default();
    let holds = !indices.is_empty() && indices.len() <= MAX_INDICES;
    if !c.expect(holds, &rules::COMPOSITE_INDEX, (at, composite), "1 to 255 indices") {
        return None;
    }
    let mut ty = start;
    for (place, &index) in indices.iter().enumerate() {
        let definition = module.definition(ty)?;
        let (count, part) = match module.opcode(definition) {
            op::TYPE_VECTOR | op::TYPE_MATRIX => {
                (Some(i64::from(module.word(definition, 1))), module.word(definition, 0))
            }
            op::TYPE_ARRAY => (c.constant_i64(module.word(definition, 1)), module.word(definition, 0)),
            op::TYPE_STRUCT => {
                let members = module.operands(definition);
                (Some(members.len() as i64), members.get(index as usize).copied().unwrap_or(0))
            }
            op::TYPE_RUNTIME_ARRAY
            | op::TYPE_NODE_PAYLOAD_ARRAY_AMDX
            | op::TYPE_VECTOR_ID_EXT
            | op::TYPE_COOPERATIVE_MATRIX_KHR
            | op::TYPE_COOPERATIVE_MATRIX_NV => (None, module.word(definition, 0)),
            _ => {
                let message = format!("found an index into {}, expected no more indices", c.type_text(ty));
                c.report_operand(&rules::COMPOSITE_INDEX, at, composite + 1 + place, message);
                return None;
            }
        };
        if let Some(count) = count.filter(|count| i64::from(index) >= *count) {
            let message = format!("found {index}, expected an index below {count}");
            let note = (Some(definition), "declares the type");
            c.report_against(&rules::COMPOSITE_INDEX, (at, composite + 1 + place), message, note);
            return None;
        }
        ty = part;
    }
    Some(ty)
}

fn insert(c: &mut Checker<'_>, at: At, skip: usize) -> bool {
    let module = c.module;
    let composite = module.type_of(module.word(at, skip + 1));
    let holds = composite == module.get(at).ty;
    if !c.expect(holds, &rules::COMPOSITE_PARTS, (at, skip + 1), "a value of the result type") {
        return false;
    }
    let Some(reached) = follow(c, at, skip + 1, composite) else { return false };
    c.expect_type(
        module.type_of(module.word(at, skip)) == reached,
        &rules::COMPOSITE_PARTS,
        (at, skip),
        reached,
    )
}

fn construct(c: &mut Checker<'_>, at: At) -> bool {
    let module = c.module;
    let ty = module.get(at).ty;
    let parts = module.operands(at);
    let (count, element) = match module.ty(ty) {
        Some(Type::Vector { .. } | Type::Other { opcode: op::TYPE_VECTOR_ID_EXT }) => return vector(c, at),
        Some(Type::Matrix { column, count }) => (i64::from(count), column),
        Some(Type::Array { element, length }) => match c.constant_i64(length) {
            Some(length) => (length, element),
            None => return true,
        },
        Some(Type::Struct { members }) => (members.len() as i64, 0),
        Some(Type::CooperativeMatrix { component, .. }) => (1, component),
        _ => return c.expect(false, &rules::RESULT_MISMATCH, (at, TYPE), "a composite type"),
    };
    if parts.len() as i64 != count {
        let message = format!("found {} parts, expected {count}", parts.len());
        let note = (module.definition(ty), "declares the type");
        c.report_against(&rules::COMPOSITE_PARTS, (at, 0), message, note);
        return false;
    }
    let members = match module.ty(ty) {
        Some(Type::Struct { members }) => members,
        _ => &[],
    };
    let mut valid = true;
    for (index, &part) in parts.iter().enumerate() {
        let expected = members.get(index).copied().unwrap_or(element);
        if module.type_of(part) != expected {
            valid = c.expect_type(false, &rules::COMPOSITE_PARTS, (at, index), expected);
        }
    }
    valid
}

fn vector(c: &mut Checker<'_>, at: At) -> bool {
    let module = c.module;
    let ty = module.get(at).ty;
    let Some(result) = c.shape(ty) else { return true };
    let is_long = module.opcode_of(ty) == op::TYPE_VECTOR_ID_EXT;
    let holds = is_long || module.operands(at).len() > 1 || c.has(cap::LONG_VECTOR_EXT);
    if !c.expect(holds, &rules::COMPOSITE_PARTS, (at, 0), "at least two parts") {
        return false;
    }
    let mut count = 0u64;
    for (index, &part) in module.operands(at).iter().enumerate() {
        let own = module.type_of(part);
        let shape = c.shape(own).filter(|shape| shape.component == result.component);
        let fits = own == result.component || shape.is_some() && module.opcode_of(own) == op::TYPE_VECTOR;
        if !c.expect(
            fits,
            &rules::COMPOSITE_PARTS,
            (at, index),
            "components of the result, or vectors of them",
        ) {
            return false;
        }
        count += shape.map_or(1, |shape| u64::from(shape.count));
    }
    if result.count != 0 && count != u64::from(result.count) {
        let message = format!("found {count} components, expected {}", result.count);
        c.report_against(
            &rules::COMPOSITE_PARTS,
            (at, 0),
            message,
            (module.definition(ty), "declares the type"),
        );
        return false;
    }
    true
}

/// True if the result is a composite all of whose parts have the type of the operand; else a rule about the result or about
/// the parts is reported.
pub(super) fn is_replicated(c: &mut Checker<'_>, at: At, rules: (&'static Rule, &'static Rule)) -> bool {
    let module = c.module;
    let ty = module.get(at).ty;
    let own = module.type_of(module.word(at, 0));
    let fits = match module.ty(ty) {
        Some(Type::Struct { members }) => members.iter().all(|member| *member == own),
        Some(Type::Vector { component: part, .. })
        | Some(Type::Matrix { column: part, .. })
        | Some(Type::Array { element: part, .. })
        | Some(Type::CooperativeMatrix { component: part, .. }) => part == own,
        Some(Type::Other { opcode: op::TYPE_VECTOR_ID_EXT }) => {
            module.definition(ty).is_some_and(|at| module.word(at, 0) == own)
        }
        Some(Type::Other { opcode: op::TYPE_TENSOR_ARM }) => {
            module.definition(ty).is_some_and(|at| module.word(at, 0) == own && module.operands(at).len() > 2)
        }
        _ => return c.expect(false, rules.0, (at, TYPE), "a composite type"),
    };
    c.expect(fits, rules.1, (at, 0), "the type of every part")
}

fn transpose(c: &mut Checker<'_>, at: At) -> bool {
    let module = c.module;
    let matrix = |ty| match module.ty(ty) {
        Some(Type::Matrix { count, .. }) => c.shape(ty).map(|shape| (count, shape.count, shape.component)),
        _ => None,
    };
    let result = matrix(module.get(at).ty);
    let own = matrix(module.type_of(module.word(at, 0)));
    let holds =
        result.zip(own).is_some_and(|(result, own)| (result.0, result.1, result.2) == (own.1, own.0, own.2));
    c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "a matrix with rows and columns of the result exchanged")
}

fn shuffle(c: &mut Checker<'_>, at: At, skip: usize) -> bool {
    let module = c.module;
    let result = c.shape(module.get(at).ty).filter(|shape| shape.is_vector());
    let Some(result) = result else {
        return c.expect(false, &rules::RESULT_MISMATCH, (at, TYPE), "a vector");
    };
    let literals = module.operands(at).get(skip + 2..).unwrap_or_default();
    if result.count != 0 && literals.len() != result.count as usize {
        let message = format!("found {} components, expected {}", literals.len(), result.count);
        c.report_operand(&rules::COMPOSITE_PARTS, at, skip, message);
        return false;
    }
    let mut count = 0u32;
    for index in [skip, skip + 1] {
        let vector = c.shape_of(module.word(at, index)).filter(|shape| shape.is_vector());
        let holds = vector.is_some_and(|shape| shape.component == result.component);
        if !c.expect(holds, &rules::OPERAND_TYPE, (at, index), "a vector of the components of the result") {
            return false;
        }
        count = count.saturating_add(vector.map_or(0, |shape| shape.count));
    }
    for (index, &literal) in literals.iter().enumerate() {
        if literal != u32::MAX && literal >= count {
            let message = format!("found {literal}, expected an index below {count}");
            c.report_operand(&rules::COMPOSITE_INDEX, at, skip + 2 + index, message);
            return false;
        }
    }
    true
}
