//! Checks conversions.

use super::shapes::{Holder, Shape};
use super::values::{MatrixParts, matrix_shapes_match};
use super::{Checker, TYPE, rules};
use crate::grammar::op;
use crate::grammar::value::{addressing_model, capability as cap, decoration, storage_class as class};
use crate::module::{At, Id, Type};

/// Checks a conversion, or that of a specialized constant.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let (opcode, skip) = match module.opcode(at) {
        op::SPEC_CONSTANT_OP => (u16::try_from(module.word(at, 0)).unwrap_or(0), 1),
        opcode => (opcode, 0),
    };
    let ty = module.get(at).ty;
    let own = module.type_of(module.word(at, skip));
    let int: fn(&Shape) -> bool = Shape::is_int;
    match opcode {
        op::CONVERT_F_TO_U => numbers(c, at, (skip, opcode), (Shape::is_unsigned, Shape::is_float)),
        op::CONVERT_F_TO_S => numbers(c, at, (skip, opcode), (int, Shape::is_float)),
        op::CONVERT_S_TO_F | op::CONVERT_U_TO_F => numbers(c, at, (skip, opcode), (Shape::is_float, int)),
        op::U_CONVERT => numbers(c, at, (skip, opcode), (Shape::is_unsigned, int)),
        op::S_CONVERT => numbers(c, at, (skip, opcode), (int, int)),
        op::F_CONVERT => numbers(c, at, (skip, opcode), (Shape::is_float, Shape::is_float)),
        op::SAT_CONVERT_S_TO_U | op::SAT_CONVERT_U_TO_S => {
            let shapes = (c.shape(ty), c.shape(own));
            let holds = matches!(shapes, (Some(one), Some(other)) if one.is_int() && other.is_int()
                && one.is_plain() && other.is_plain() && one.count == other.count);
            c.expect(holds, &rules::CONVERSION, (at, skip), "as many integers as in the result");
        }
        op::QUANTIZE_TO_F16 => {
            let holds =
                c.shape(ty).is_some_and(|shape| shape.is_plain() && shape.is_float() && shape.width == 32);
            c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "floats of 32 bits");
            c.expect(own == ty, &rules::CONVERSION, (at, skip), "the result type");
        }
        op::CONVERT_PTR_TO_U => addresses(c, at, skip, (own, ty)),
        op::CONVERT_U_TO_PTR => addresses(c, at, skip, (ty, own)),
        op::PTR_CAST_TO_GENERIC => generic(c, at, skip, (own, ty)),
        op::GENERIC_CAST_TO_PTR | op::GENERIC_CAST_TO_PTR_EXPLICIT => generic(c, at, skip, (ty, own)),
        op::BITCAST => bitcast(c, at, skip, (own, ty)),
        op::CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR => {
            let holds = module.opcode_of(ty) == op::TYPE_ACCELERATION_STRUCTURE_KHR;
            c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "an acceleration structure");
            let holds = is_handle(c, own);
            c.expect(
                holds,
                &rules::CONVERSION,
                (at, skip),
                "an address: 64 bits, or two unsigned integers of 32 bits",
            );
        }
        _ => {}
    }
}

/// True for an unsigned integer of 64 bits, or two of 32.
pub(super) fn is_handle(c: &Checker<'_>, ty: Id) -> bool {
    c.shape(ty).is_some_and(|shape| {
        shape.is_unsigned()
            && (shape.is_scalar() && shape.width == 64
                || shape.is_vector() && shape.count == 2 && shape.width == 32)
    })
}

type Fits = fn(&Shape) -> bool;

fn numbers(c: &mut Checker<'_>, at: At, (skip, opcode): (usize, u16), (to, from): (Fits, Fits)) {
    let module = c.module;
    let (ty, own) = (module.get(at).ty, module.type_of(module.word(at, skip)));
    let held = |shape: &Shape| shape.holder != Holder::Matrix;
    let result = c.shape(ty).filter(|shape| held(shape) && to(shape));
    let Some(result) = result else {
        c.expect(false, &rules::RESULT_MISMATCH, (at, TYPE), "numbers of the kind that the conversion gives");
        return;
    };
    let input = c.shape(own).filter(|shape| held(shape) && from(shape));
    let Some(input) = input else {
        c.expect(false, &rules::CONVERSION, (at, skip), "numbers of the kind that the conversion takes");
        return;
    };
    let cooperative = [result.holder, input.holder].contains(&Holder::CooperativeMatrix);
    let holds = if cooperative {
        let transposed =
            c.annotations.has(module.get(at).result, decoration::COOPERATIVE_MATRIX_TRANSPOSE_EXT);
        let parts = if transposed { MatrixParts::Transposed } else { MatrixParts::ExceptUse };
        result.holder == input.holder && matrix_shapes_match(c, ty, own, parts)
    } else {
        result.count == input.count || result.count == 0 || input.count == 0
    };
    if !c.expect(holds, &rules::CONVERSION, (at, skip), "as many numbers as in the result") {
        return;
    }
    let (holds, expected) = match opcode {
        op::U_CONVERT | op::S_CONVERT => {
            (result.width != input.width, "another width than that of the result")
        }
        op::F_CONVERT => (result.component != input.component, "another type than that of the result"),
        _ => (true, ""),
    };
    c.expect(holds, &rules::CONVERSION, (at, skip), expected);
    let width_only = matches!(opcode, op::U_CONVERT | op::S_CONVERT | op::F_CONVERT);
    if !width_only && skip == 0 && c.has(cap::SHADER) {
        let holds = !c.contains_storage_only(ty) && !c.contains_storage_only(own);
        c.expect(
            holds,
            &rules::SMALL_USE,
            (at, TYPE),
            "numbers of 32 bits: others can only change their width here",
        );
    }
}

/// Checks a conversion between a pointer and an integer.
fn addresses(c: &mut Checker<'_>, at: At, skip: usize, (pointer, integer): (Id, Id)) {
    let vectors = c.has(cap::MASKED_GATHER_SCATTER_INTEL);
    let to_integer = c.module.get(at).ty == integer;
    let shape = c
        .shape(integer)
        .filter(|shape| shape.is_int() && (shape.is_scalar() || vectors && shape.is_vector()));
    let holds = shape.is_some_and(|shape| !to_integer || shape.is_unsigned());
    let place = if to_integer { TYPE } else { skip };
    c.expect(holds, &rules::CONVERSION, (at, place), "an integer, unsigned if it is the result");
    let inner = match c.module.ty(pointer) {
        Some(Type::Vector { component, .. }) if vectors => component,
        _ => pointer,
    };
    let place = if to_integer { skip } else { TYPE };
    if !c.expect(c.is_pointer(inner), &rules::CONVERSION, (at, place), "a pointer") {
        return;
    }
    let model = c.addressing_model();
    let holds = model != addressing_model::LOGICAL;
    c.expect(holds, &rules::ACCESS_LOGICAL, (at, skip), "an addressing model that has addresses");
    if model == addressing_model::PHYSICAL_STORAGE_BUFFER64 {
        let holds = c.class_of(inner) == Some(class::PHYSICAL_STORAGE_BUFFER);
        c.expect(holds, &rules::CONVERSION, (at, place), "a pointer in PhysicalStorageBuffer");
        if c.environment.is_vulkan() {
            let holds = shape.is_none_or(|shape| shape.width == 64);
            c.expect(holds, &rules::CONVERSION, (at, skip), "an integer of 64 bits");
        }
    }
}

/// Checks a cast between a generic pointer and another.
fn generic(c: &mut Checker<'_>, at: At, skip: usize, (other, generic): (Id, Id)) {
    let module = c.module;
    let target = match module.opcode(at) {
        op::GENERIC_CAST_TO_PTR_EXPLICIT => Some(module.word(at, 1)),
        _ => None,
    };
    let found = (module.pointer(other), module.pointer(generic));
    let holds = matches!(found, (Some(other), Some(generic))
        if generic.1 == class::GENERIC
            && other.0 == generic.0
            && target.is_none_or(|target| target == other.1)
            && matches!(other.1, class::WORKGROUP | class::CROSS_WORKGROUP | class::FUNCTION | class::CODE_SECTION_INTEL));
    c.expect(holds, &rules::CONVERSION, (at, skip), "pointers to one type, one of them generic");
}

fn bitcast(c: &mut Checker<'_>, at: At, skip: usize, (own, ty): (Id, Id)) {
    let numeric = |ty| c.shape(ty).filter(|shape| !shape.is_bool() && shape.holder != Holder::Matrix);
    let (from, to) = (numeric(own), numeric(ty));
    let pointers = (c.is_pointer(own), c.is_pointer(ty));
    c.expect(
        to.is_some() || pointers.1,
        &rules::RESULT_MISMATCH,
        (at, TYPE),
        "a pointer, a scalar or a vector of numbers",
    );
    if !c.expect(
        from.is_some() || pointers.0,
        &rules::CONVERSION,
        (at, skip),
        "a pointer, a scalar or a vector of numbers",
    ) {
        return;
    }
    let matrices = (c.is_cooperative_matrix(own), c.is_cooperative_matrix(ty));
    let holds =
        matrices.0 == matrices.1 && (!matrices.0 || matrix_shapes_match(c, ty, own, MatrixParts::All));
    if !c.expect(holds, &rules::CONVERSION, (at, skip), "a matrix of the shape of the result") {
        return;
    }
    let words = c.minor() >= 5 || c.has_extension("SPV_KHR_physical_storage_buffer");
    let address = |shape: Option<Shape>| {
        shape.is_some_and(|shape| {
            shape.is_int() && (shape.is_scalar() || words && shape.is_vector() && shape.width == 32)
        })
    };
    let holds = match pointers {
        (false, true) => address(from),
        (true, false) => address(to),
        _ => true,
    };
    if !c.expect(holds, &rules::CONVERSION, (at, skip), "an integer as the address of a pointer")
        || matrices.0
    {
        return;
    }
    if let (Some(from), Some(to)) = (from, to) {
        let size = |shape: Shape| u64::from(shape.width) * u64::from(shape.count);
        let holds = size(from) == size(to) || from.count == 0 || to.count == 0;
        c.expect(holds, &rules::CONVERSION, (at, skip), "as many bits as in the result");
    }
}
