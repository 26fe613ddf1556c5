//! Checks constants and undefined values.

use std::collections::HashSet;

use super::{Checker, TYPE, composites, rules};
use crate::grammar::op;
use crate::grammar::value::{capability as cap, storage_class};
use crate::module::{At, Id, Type};

/// Checks a constant.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let instruction = module.get(at);
    let ty = instruction.ty;
    match instruction.opcode {
        op::CONSTANT_TRUE | op::CONSTANT_FALSE | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE => {
            c.expect(c.is_bool_scalar(ty), &rules::CONSTANT_TYPE, (at, TYPE), "bool");
        }
        op::CONSTANT | op::SPEC_CONSTANT => number(c, at),
        op::CONSTANT_COMPOSITE | op::SPEC_CONSTANT_COMPOSITE => composite(c, at),
        op::CONSTANT_COMPOSITE_REPLICATE_EXT | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT => replicate(c, at),
        op::CONSTANT_SAMPLER => {
            let fits = module.opcode_of(ty) == op::TYPE_SAMPLER;
            c.expect(fits, &rules::CONSTANT_TYPE, (at, TYPE), "a sampler type");
        }
        op::CONSTANT_NULL => {
            let fits = is_nullable(c, ty);
            c.expect(fits, &rules::CONSTANT_TYPE, (at, TYPE), "a type that has a null value");
        }
        op::SPEC_CONSTANT_OP => operation(c, at),
        op::CONSTANT_SIZE_OF_EXT => {
            let fits = matches!(module.ty(ty), Some(Type::Int { width: 32 | 64, .. }));
            c.expect(fits, &rules::CONSTANT_TYPE, (at, TYPE), "an integer type of 32 or 64 bits");
            let fits = matches!(
                module.opcode_of(module.word(at, 0)),
                op::TYPE_IMAGE
                    | op::TYPE_SAMPLER
                    | op::TYPE_SAMPLED_IMAGE
                    | op::TYPE_ACCELERATION_STRUCTURE_KHR
                    | op::TYPE_TENSOR_ARM
                    | op::TYPE_BUFFER_EXT
            );
            c.expect(fits, &rules::CONSTANT_TYPE, (at, 0), "the type of a descriptor");
        }
        op::CONSTANT_FUNCTION_POINTER_INTEL => function_pointer(c, at),
        op::CONSTANT_DATA_KHR => data(c, at),
        op::UNDEF | op::POISON_KHR => {
            let fits = module.opcode_of(ty) != op::TYPE_VOID;
            c.expect(fits, &rules::CONSTANT_TYPE, (at, TYPE), "a type other than void");
        }
        _ => {}
    }
    if c.has(cap::SHADER) && !c.is_pointer(ty) && c.contains_storage_only(ty) {
        let expected = "a type of at least 32 bits, as smaller ones can only be stored here";
        c.expect(false, &rules::CONSTANT_SMALL, (at, TYPE), expected);
    }
}

fn number(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let (width, signed) = match module.ty(module.get(at).ty) {
        Some(Type::Int { width, signed }) => (width, signed),
        Some(Type::Float { width, .. }) => (width, false),
        _ => {
            c.expect(false, &rules::CONSTANT_TYPE, (at, TYPE), "an integer or float type");
            return;
        }
    };
    let used = width % 32;
    let Some(&word) = module.operands(at).last().filter(|_| used != 0) else { return };
    let mask = u32::MAX << used;
    let is_negative = signed && word & 1 << (used - 1) != 0;
    let fits = word & mask == if is_negative { mask } else { 0 };
    c.expect(
        fits,
        &rules::CONSTANT_HIGH_BITS,
        (at, 0),
        "bits above the width that are 0, or copies of the sign",
    );
}

/// Checks that a part is a constant.
fn part(c: &mut Checker<'_>, at: At, index: usize) {
    let id = c.module.word(at, index);
    let is_spec = matches!(
        c.module.opcode(at),
        op::SPEC_CONSTANT_COMPOSITE | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
    );
    let fits = c.is_constant(id) || matches!(c.module.opcode_of(id), op::UNDEF | op::POISON_KHR);
    if c.expect(fits, &rules::CONSTANT_PART, (at, index), "a constant") && !is_spec {
        let fits = !c.is_spec_constant(id);
        c.expect(fits, &rules::CONSTANT_PART, (at, index), "a constant that is not specialized");
    }
}

fn composite(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let parts = module.operands(at);
    let (count, element) = match module.ty(ty) {
        Some(Type::Vector { component, count }) => (Some(count), component),
        Some(Type::Matrix { column, count }) => (Some(count), column),
        Some(Type::Array { element, length }) => (c.constant_int(length), element),
        Some(Type::Struct { members }) => (Some(members.len() as u32), 0),
        Some(Type::CooperativeMatrix { component, .. }) => (Some(1), component),
        Some(Type::Other { opcode: op::TYPE_VECTOR_ID_EXT }) => {
            let definition = module.definition(ty).map_or(&[][..], |at| module.operands(at));
            (c.constant_int(definition[1]), definition[0])
        }
        Some(Type::Other { opcode: op::TYPE_TENSOR_ARM }) => return tensor(c, at),
        _ => {
            c.expect(false, &rules::CONSTANT_TYPE, (at, TYPE), "a composite type");
            return;
        }
    };
    if let Some(count) = count.filter(|count| *count as usize != parts.len()) {
        let message = format!("found {} parts, expected {count}", parts.len());
        let note = (module.definition(ty), "declares the type");
        c.report_against(&rules::CONSTANT_COUNT, (at, 0), message, note);
        return;
    }
    let members = match module.ty(ty) {
        Some(Type::Struct { members }) => members,
        _ => &[],
    };
    for (index, &id) in parts.iter().enumerate() {
        let expected = members.get(index).copied().unwrap_or(element);
        let fits = module.type_of(id) == expected || is_same_vector(c, module.type_of(id), expected);
        let text = if fits { String::new() } else { c.type_text(expected) };
        c.expect(fits, &rules::CONSTANT_PART, (at, index), &text);
        part(c, at, index);
    }
}

/// True for vector types of one shape.
fn is_same_vector(c: &Checker<'_>, one: Id, other: Id) -> bool {
    let is_vector = |ty| c.module.opcode_of(ty) == op::TYPE_VECTOR;
    let operands = |ty| c.module.definition(ty).map(|at| c.module.operands(at));
    is_vector(one) && is_vector(other) && operands(one) == operands(other)
}

fn tensor(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let shaped =
        |ty| module.definition(ty).map(|at| module.operands(at)).filter(|operands| operands.len() == 3);
    let ty = module.get(at).ty;
    let Some(&[element, rank, shape]) = shaped(ty) else {
        c.expect(false, &rules::CONSTANT_TYPE, (at, TYPE), "a tensor type with a shape");
        return;
    };
    let size = |c: &Checker<'_>, shape: Id, index: usize| {
        let parts = module.definition(shape).map_or(&[][..], |at| module.operands(at));
        c.constant_i64(*parts.get(index)?)
    };
    let rank = c.constant_i64(rank).unwrap_or(0);
    let parts = module.operands(at);
    let outermost = size(c, shape, 0);
    if outermost.is_some_and(|count| count != parts.len() as i64) {
        let message = format!("found {} parts, expected as many as the outermost dimension", parts.len());
        c.report(&rules::CONSTANT_COUNT, at, message);
        return;
    }
    for (index, &id) in parts.iter().enumerate() {
        let own = module.type_of(id);
        let fits = match rank {
            0 => true,
            1 => own == element,
            _ => shaped(own).is_some_and(|inner| {
                let dimensions = (0..rank as usize - 1).take(8);
                let mut pairs = dimensions.map(|index| (size(c, inner[2], index), size(c, shape, index + 1)));
                inner[0] == element
                    && c.constant_i64(inner[1]).is_none_or(|inner| inner == rank - 1)
                    && pairs.all(|(one, other)| one.is_none() || other.is_none() || one == other)
            }),
        };
        c.expect(
            fits,
            &rules::CONSTANT_PART,
            (at, index),
            "a part of the tensor: an element, or a tensor of the inner dimensions",
        );
        part(c, at, index);
    }
}

fn replicate(c: &mut Checker<'_>, at: At) {
    if composites::is_replicated(c, at, (&rules::CONSTANT_TYPE, &rules::CONSTANT_PART)) {
        part(c, at, 0);
    }
}

/// True if every part of a type, at any depth, has a null value.
fn is_nullable(c: &Checker<'_>, ty: Id) -> bool {
    // Each type is looked at once: structures may share theirs at every level.
    let mut seen = HashSet::from([ty]);
    let mut parts = vec![ty];
    while let Some(ty) = parts.pop() {
        let inner = match c.module.ty(ty) {
            Some(Type::Struct { members }) => members,
            Some(Type::Array { element: part, .. })
            | Some(Type::Matrix { column: part, .. })
            | Some(Type::Vector { component: part, .. })
            | Some(Type::CooperativeMatrix { component: part, .. }) => &[part][..],
            _ if has_null(c, ty) => &[],
            _ => return false,
        };
        parts.extend(inner.iter().copied().filter(|part| seen.insert(*part)));
    }
    true
}

/// True if a type without parts has a null value.
fn has_null(c: &Checker<'_>, ty: Id) -> bool {
    match c.module.ty(ty) {
        Some(Type::Bool | Type::Int { .. } | Type::Float { .. }) => true,
        Some(Type::Pointer { class, .. } | Type::UntypedPointer { class }) => {
            class != storage_class::PHYSICAL_STORAGE_BUFFER
        }
        Some(Type::Other { opcode }) => match opcode {
            op::TYPE_EVENT | op::TYPE_DEVICE_EVENT | op::TYPE_RESERVE_ID | op::TYPE_QUEUE => true,
            op::TYPE_VECTOR_ID_EXT => true,
            op::TYPE_TENSOR_ARM => c.module.definition(ty).is_some_and(|at| c.module.operands(at).len() == 3),
            _ => false,
        },
        _ => false,
    }
}

fn operation(c: &mut Checker<'_>, at: At) {
    let opcode = u16::try_from(c.module.word(at, 0)).unwrap_or(0);
    let kernel = c.has(cap::KERNEL);
    let (holds, expected) = match opcode {
        op::QUANTIZE_TO_F16 => (c.has(cap::SHADER), "an operation of the capability Shader"),
        op::U_CONVERT => {
            let fits = c.minor() >= 4 || kernel || c.has_extension("SPV_AMD_gpu_shader_int16");
            (fits, "the capability Kernel before SPIR-V 1.4")
        }
        op::CONVERT_F_TO_S
        | op::CONVERT_S_TO_F
        | op::CONVERT_F_TO_U
        | op::CONVERT_U_TO_F
        | op::CONVERT_PTR_TO_U
        | op::CONVERT_U_TO_PTR
        | op::GENERIC_CAST_TO_PTR
        | op::PTR_CAST_TO_GENERIC
        | op::BITCAST
        | op::F_NEGATE
        | op::F_ADD
        | op::F_SUB
        | op::F_MUL
        | op::F_DIV
        | op::F_REM
        | op::F_MOD
        | op::ACCESS_CHAIN
        | op::IN_BOUNDS_ACCESS_CHAIN
        | op::PTR_ACCESS_CHAIN
        | op::IN_BOUNDS_PTR_ACCESS_CHAIN
        | op::UNTYPED_ACCESS_CHAIN_KHR
        | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
        | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
        | op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR => (kernel, "an operation that shaders can specialize"),
        _ => (true, ""),
    };
    c.expect(holds, &rules::CONSTANT_OPERATION, (at, 0), expected);
}

fn function_pointer(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let pointee = module.pointer(ty).map(|pointer| pointer.0);
    let fits = c.is_pointer(ty) && pointee.is_none_or(|ty| module.opcode_of(ty) == op::TYPE_FUNCTION);
    c.expect(fits, &rules::CONSTANT_TYPE, (at, TYPE), "a pointer to a function type");
    let function = module.definition(module.word(at, 0)).filter(|at| module.opcode(*at) == op::FUNCTION);
    let fits = function.is_some_and(|at| pointee.is_none_or(|ty| ty == module.word(at, 1)));
    c.expect(fits, &rules::CONSTANT_PART, (at, 0), "a function of the type that is pointed to");
}

fn data(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let Some(Type::Array { element, length }) = module.ty(module.get(at).ty) else {
        c.expect(false, &rules::CONSTANT_TYPE, (at, TYPE), "an array of integers");
        return;
    };
    let Some(Type::Int { width, .. }) = module.ty(element) else {
        c.expect(false, &rules::CONSTANT_TYPE, (at, TYPE), "an array of integers");
        return;
    };
    let found = module.operands(at).len() as u64;
    let needed =
        c.constant_i64(length).map(|length| (u64::from(width / 8).saturating_mul(length as u64)).div_ceil(4));
    if found == 0 || needed.is_some_and(|needed| needed != found) {
        let message = format!("found {found} words of data, expected {}", needed.unwrap_or(1));
        c.report(&rules::CONSTANT_COUNT, at, message);
    }
}
