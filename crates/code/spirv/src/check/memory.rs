//! Checks variables, loads, stores, copies and access chains.

use super::contents::Parts;
use super::{Checker, Relaxation, TYPE, rules, scopes};
use crate::grammar::value::{
    addressing_model, capability as cap, decoration, memory_access as access, storage_class as class,
};
use crate::grammar::{self, op};
use crate::module::{At, Id, Type};

/// Checks an instruction on memory.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    match c.module.opcode(at) {
        op::LOAD => load(c, at),
        op::STORE => store(c, at),
        op::COPY_MEMORY | op::COPY_MEMORY_SIZED => copy(c, at),
        op::ACCESS_CHAIN
        | op::IN_BOUNDS_ACCESS_CHAIN
        | op::PTR_ACCESS_CHAIN
        | op::IN_BOUNDS_PTR_ACCESS_CHAIN
        | op::UNTYPED_ACCESS_CHAIN_KHR
        | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
        | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
        | op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR => chain(c, at),
        op::ARRAY_LENGTH | op::UNTYPED_ARRAY_LENGTH_KHR => array_length(c, at),
        op::PTR_EQUAL | op::PTR_NOT_EQUAL | op::PTR_DIFF => compare(c, at),
        op::COOPERATIVE_MATRIX_LENGTH_KHR | op::COOPERATIVE_MATRIX_LENGTH_NV => matrix_length(c, at),
        op::COOPERATIVE_MATRIX_LOAD_KHR
        | op::COOPERATIVE_MATRIX_STORE_KHR
        | op::COOPERATIVE_MATRIX_LOAD_NV
        | op::COOPERATIVE_MATRIX_STORE_NV => matrix_access(c, at),
        op::RAW_ACCESS_CHAIN_NV => raw_chain(c, at),
        _ => {}
    }
}

/// True if logical addressing can follow a pointer, and otherwise if there is nothing to follow.
fn is_followed(c: &Checker<'_>, pointer: Id) -> bool {
    if c.addressing_model() != addressing_model::LOGICAL {
        return true;
    }
    match c.module.opcode_of(pointer) {
        op::VARIABLE
        | op::UNTYPED_VARIABLE_KHR
        | op::ACCESS_CHAIN
        | op::IN_BOUNDS_ACCESS_CHAIN
        | op::UNTYPED_ACCESS_CHAIN_KHR
        | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
        | op::BUFFER_POINTER_EXT
        | op::FUNCTION_PARAMETER
        | op::IMAGE_TEXEL_POINTER
        | op::UNTYPED_IMAGE_TEXEL_POINTER_EXT
        | op::COPY_OBJECT
        | op::ALLOCATE_NODE_PAYLOADS_AMDX
        | op::RAW_ACCESS_CHAIN_NV => true,
        op::SELECT
        | op::PHI
        | op::FUNCTION_CALL
        | op::PTR_ACCESS_CHAIN
        | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
        | op::LOAD
        | op::CONSTANT_NULL => c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER),
        _ => false,
    }
}

/// Checks that an operand is a pointer that can be followed. Returns its class and what it points to, 0 if untyped.
fn pointer(c: &mut Checker<'_>, at: At, index: usize) -> Option<(u32, Id)> {
    let id = c.module.word(at, index);
    let ty = c.module.type_of(id);
    let untyped = || match c.module.ty(ty) {
        Some(Type::UntypedPointer { class }) => Some((class, 0)),
        _ => None,
    };
    let found = c.module.pointer(ty).map(|(pointee, class)| (class, pointee)).or_else(untyped);
    c.expect(found.is_some(), &rules::ACCESS_POINTER, (at, index), "a pointer");
    let followed = found.is_none() || is_followed(c, id);
    c.expect(followed, &rules::ACCESS_LOGICAL, (at, index), "a variable, a parameter or an access chain");
    found.filter(|_| followed)
}

fn load(c: &mut Checker<'_>, at: At) {
    let Some((_, pointee)) = pointer(c, at, 0) else { return };
    let ty = c.module.get(at).ty;
    if !c.expect_type(pointee == 0 || pointee == ty, &rules::ACCESS_TYPE, (at, TYPE), pointee) {
        return;
    }
    let runtime = !c.relaxes(Relaxation::BeforeHlslLegalization)
        && is_composite(c, ty)
        && contains_runtime_array(c, ty);
    c.expect(!runtime, &rules::ACCESS_TYPE, (at, TYPE), "a type of known size");
    operands(c, at, 1, Direction::Load);
    small(c, at, ty);
}

fn is_composite(c: &Checker<'_>, ty: Id) -> bool {
    matches!(c.module.opcode_of(ty), op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY | op::TYPE_STRUCT)
}

fn contains_runtime_array(c: &Checker<'_>, ty: Id) -> bool {
    c.contains(ty, Parts::RUNTIME_ARRAY)
}

/// Checks that small numbers are not accessed as parts of a composite.
fn small(c: &mut Checker<'_>, at: At, ty: Id) {
    if is_composite(c, ty) && c.has(cap::SHADER) {
        let holds = !c.contains_storage_only(ty);
        c.expect(holds, &rules::SMALL_USE, (at, TYPE), "a scalar, vector or matrix, as it has 8 or 16 bits");
    }
}

fn store(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let Some((storage, pointee)) = pointer(c, at, 0) else { return };
    let read_only = matches!(
        storage,
        class::UNIFORM_CONSTANT | class::INPUT | class::PUSH_CONSTANT | class::SHADER_RECORD_BUFFER_KHR
    );
    if !c.expect(!read_only, &rules::ACCESS_READ_ONLY, (at, 0), "a pointer to memory that can be written") {
        return;
    }
    if c.environment.is_vulkan() && storage == class::UNIFORM {
        let holds = !is_uniform_block(c, module.word(at, 0));
        c.expect(holds, &rules::ACCESS_READ_ONLY, (at, 0), "a pointer to memory other than a uniform block");
    }
    let ty = module.type_of(module.word(at, 1));
    let is_void = module.opcode_of(ty) == op::TYPE_VOID || ty == 0;
    if !c.expect(!is_void, &rules::ACCESS_TYPE, (at, 1), "a value that is not void") {
        return;
    }
    let relaxed = c.relaxes(Relaxation::RelaxStructStore) && have_one_layout(c, pointee, ty);
    if !c.expect_type(pointee == 0 || pointee == ty || relaxed, &rules::ACCESS_TYPE, (at, 1), pointee) {
        return;
    }
    operands(c, at, 2, Direction::Store);
    if c.environment.is_vulkan() && !c.relaxes(Relaxation::BeforeHlslLegalization) {
        let holds = !c.contains(ty, Parts::IMAGE.union(Parts::ACCELERATION_STRUCTURE));
        c.expect(holds, &rules::ACCESS_READ_ONLY, (at, 1), "a value without images and samplers");
    }
}

/// True if a pointer is into a variable whose type is a block.
fn is_uniform_block(c: &Checker<'_>, mut pointer: Id) -> bool {
    let module = c.module;
    // Chains refer to earlier ones.
    while let Some(at) = module.definition(pointer) {
        match module.opcode(at) {
            op::VARIABLE => {
                let Some((mut ty, _)) = module.pointer(module.get(at).ty) else { return false };
                if let Some(Type::Array { element, .. } | Type::RuntimeArray { element }) = module.ty(ty) {
                    ty = element;
                }
                return c.annotations.has(ty, decoration::BLOCK);
            }
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::PTR_ACCESS_CHAIN | op::COPY_OBJECT => {
                let base = module.word(at, 0);
                if module.definition(base).is_none_or(|base| base >= at) {
                    return false;
                }
                pointer = base;
            }
            _ => return false,
        }
    }
    false
}

/// True for structures with the same members, whose offsets do not differ where both state them.
fn have_one_layout(c: &Checker<'_>, one: Id, other: Id) -> bool {
    let mut stack = vec![(one, other)];
    let mut steps = 1 << 16;
    while let Some((one, other)) = stack.pop() {
        steps -= 1;
        let (Some(Type::Struct { members }), Some(Type::Struct { members: others })) =
            (c.module.ty(one), c.module.ty(other))
        else {
            return false;
        };
        if members.len() != others.len() || steps == 0 {
            return false;
        }
        for (index, (a, b)) in members.iter().zip(others).enumerate() {
            let offset = |ty| c.annotations.member_value(ty, index as u32, decoration::OFFSET);
            if offset(one).zip(offset(other)).is_some_and(|(a, b)| a != b) {
                return false;
            }
            if a != b {
                stack.push((*a, *b));
            }
        }
    }
    true
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Load,
    Store,
    Copy,
}

/// Words of a memory operand, its mask included.
fn operand_words(mask: u32) -> usize {
    let with = access::ALIGNED
        | access::MAKE_POINTER_AVAILABLE
        | access::MAKE_POINTER_VISIBLE
        | access::ALIAS_SCOPE_INTEL_MASK
        | access::NO_ALIAS_INTEL_MASK;
    1 + (mask & with).count_ones() as usize
}

/// Checks the memory operands that begin at `index`.
fn operands(c: &mut Checker<'_>, at: At, index: usize, direction: Direction) {
    let module = c.module;
    if index >= module.operands(at).len() && !c.has_physical_pointers {
        return;
    }
    let pointer = |index: usize| match module.ty(module.type_of(module.word(at, index)))? {
        Type::Pointer { class, pointee } => Some((class, pointee)),
        Type::UntypedPointer { class } => Some((class, module.get(at).ty)),
        _ => None,
    };
    let second = if direction == Direction::Copy { pointer(1) } else { None };
    let pointers: [Option<(u32, Id)>; 2] = [pointer(0), second];
    let classes = || pointers.iter().flatten();
    let mask = module.word(at, index);
    let physical = classes().any(|entry| entry.0 == class::PHYSICAL_STORAGE_BUFFER);
    if physical {
        let holds = mask & access::ALIGNED != 0;
        let place = if index < module.operands(at).len() { index } else { 0 };
        c.expect(holds, &rules::ACCESS_OPERANDS, (at, place), "Aligned, as the pointer is physical");
    }
    if index >= module.operands(at).len() {
        return;
    }
    let private = mask & access::NON_PRIVATE_POINTER == 0;
    for (bit, wrong, expected) in [
        (
            access::MAKE_POINTER_AVAILABLE,
            Direction::Load,
            "MakePointerAvailable on stores only, with NonPrivatePointer",
        ),
        (
            access::MAKE_POINTER_VISIBLE,
            Direction::Store,
            "MakePointerVisible on loads only, with NonPrivatePointer",
        ),
    ] {
        if mask & bit != 0 {
            c.expect(direction != wrong && !private, &rules::ACCESS_OPERANDS, (at, index), expected);
            scopes::memory(c, at, index + operand_words(mask & (bit | (bit - 1))) - 1);
        }
    }
    if !private {
        let shared = classes().all(|entry| {
            matches!(
                entry.0,
                class::UNIFORM
                    | class::WORKGROUP
                    | class::CROSS_WORKGROUP
                    | class::GENERIC
                    | class::IMAGE
                    | class::STORAGE_BUFFER
                    | class::PHYSICAL_STORAGE_BUFFER
            )
        });
        c.expect(shared, &rules::ACCESS_OPERANDS, (at, index), "NonPrivatePointer on shared memory only");
    }
    if mask & access::ALIGNED != 0 {
        let value = module.word(at, index + 1);
        if c.expect(value.is_power_of_two(), &rules::ACCESS_OPERANDS, (at, index + 1), "a power of 2")
            && physical
        {
            let physical = classes().filter(|entry| entry.0 == class::PHYSICAL_STORAGE_BUFFER);
            let largest = physical.map(|entry| largest_scalar(c, entry.1)).max().unwrap_or(0);
            let holds = value >= largest;
            c.expect(
                holds,
                &rules::ACCESS_OPERANDS,
                (at, index + 1),
                "at least the size of the largest scalar",
            );
        }
    }
}

/// Bytes of the largest scalar in a type.
fn largest_scalar(c: &Checker<'_>, ty: Id) -> u32 {
    let largest = std::cell::Cell::new(0);
    c.contains_type(ty, &|at| {
        let width = match c.module.type_at(at) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) => width / 8,
            Some(Type::Pointer { .. } | Type::UntypedPointer { .. }) => 8,
            _ => 0,
        };
        largest.set(largest.get().max(width));
        false
    });
    largest.get()
}

fn copy(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let sized = module.opcode(at) == op::COPY_MEMORY_SIZED;
    let mut types = [0; 2];
    for (index, pointee) in types.iter_mut().enumerate() {
        let ty = module.type_of(module.word(at, index));
        if !c.expect(c.is_pointer(ty), &rules::ACCESS_POINTER, (at, index), "a pointer") {
            return;
        }
        *pointee = module.pointer(ty).map_or(0, |pointer| pointer.0);
        let holds = module.opcode_of(*pointee) != op::TYPE_VOID || sized;
        c.expect(holds, &rules::COPY, (at, index), "a pointer to a type that is not void");
    }
    if sized {
        copy_size(c, at);
    } else {
        let holds = types[0] == types[1] || types.contains(&0);
        c.expect(
            holds && types != [0, 0],
            &rules::COPY,
            (at, 1),
            "a pointer to the type that the target points to",
        );
    }
    let first = if sized { 3 } else { 2 };
    operands(c, at, first, Direction::Copy);
    if module.operands(at).len() > first {
        let second = first + operand_words(module.word(at, first));
        if second < module.operands(at).len() {
            c.expect(
                c.minor() >= 4,
                &rules::ACCESS_OPERANDS,
                (at, second),
                "one memory operand before SPIR-V 1.4",
            );
            operands(c, at, second, Direction::Copy);
            let holds = module.word(at, first) & access::MAKE_POINTER_VISIBLE == 0;
            c.expect(holds, &rules::ACCESS_OPERANDS, (at, first), "no MakePointerVisible for the target");
            let holds = module.word(at, second) & access::MAKE_POINTER_AVAILABLE == 0;
            c.expect(holds, &rules::ACCESS_OPERANDS, (at, second), "no MakePointerAvailable for the source");
        }
    }
    let mut target = types[0];
    for _ in 0..64 {
        target = module.pointer(target).map_or(target, |pointer| pointer.0);
    }
    let holds = target == 0 || !c.has(cap::SHADER) || !c.contains_storage_only(target);
    c.expect(holds, &rules::SMALL_USE, (at, 0), "a type without numbers of 8 or 16 bits");
}

fn copy_size(c: &mut Checker<'_>, at: At) {
    let size = c.module.word(at, 2);
    let value = c.constant_i64(size);
    let unsigned = c.shape_of(size).is_some_and(|shape| shape.is_unsigned());
    let positive = value.is_none_or(|value| value > 0 || unsigned && value != 0);
    let holds = c.is_int_scalar(c.module.type_of(size)) && positive;
    if !c.expect(holds, &rules::COPY, (at, 2), "an integer that is at least 1") || !c.has(cap::SHADER) {
        return;
    }
    let classes = [0, 1].map(|index| c.class_of(c.module.type_of(c.module.word(at, index))).unwrap_or(0));
    let Some(value) = value.filter(|value| value % 4 != 0) else { return };
    let int8 = c.has(cap::INT8);
    let bytes = int8 || classes.iter().all(|storage| has_small_storage(c, *storage, 8));
    let halves =
        bytes || c.has(cap::INT16) || classes.iter().all(|storage| has_small_storage(c, *storage, 16));
    let holds = if value % 2 == 0 { halves } else { bytes };
    c.expect(holds, &rules::COPY, (at, 2), "a multiple of 4, or capabilities for 8 or 16 bits");
}

/// True if numbers of this width can be stored in a storage class.
fn has_small_storage(c: &Checker<'_>, storage: u32, width: u32) -> bool {
    let needed: &[u32] = match (storage, width) {
        (class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER, 8) => {
            &[cap::STORAGE_BUFFER8_BIT_ACCESS, cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS]
        }
        (class::UNIFORM, 8) => &[cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS],
        (class::PUSH_CONSTANT, 8) => &[cap::STORAGE_PUSH_CONSTANT8],
        (class::WORKGROUP, 8) => &[cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR],
        (class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER, 16) => {
            &[cap::STORAGE_BUFFER16_BIT_ACCESS, cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS]
        }
        (class::UNIFORM, 16) => &[cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS],
        (class::PUSH_CONSTANT, 16) => &[cap::STORAGE_PUSH_CONSTANT16],
        (class::INPUT | class::OUTPUT, 16) => &[cap::STORAGE_INPUT_OUTPUT16],
        (class::WORKGROUP, 16) => &[cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR],
        _ => &[],
    };
    needed.iter().any(|capability| c.has(*capability))
}

fn is_untyped_chain(opcode: u16) -> bool {
    matches!(
        opcode,
        op::UNTYPED_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
            | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR
    )
}

fn is_pointer_chain(opcode: u16) -> bool {
    matches!(
        opcode,
        op::PTR_ACCESS_CHAIN
            | op::IN_BOUNDS_PTR_ACCESS_CHAIN
            | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR
    )
}

fn chain(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let opcode = module.opcode(at);
    let untyped = is_untyped_chain(opcode);
    let ty = module.get(at).ty;
    let expected = if untyped { op::TYPE_UNTYPED_POINTER_KHR } else { op::TYPE_POINTER };
    let name = if untyped { "an untyped pointer type" } else { "a pointer type" };
    if !c.expect(module.opcode_of(ty) == expected, &rules::CHAIN_RESULT, (at, TYPE), name) {
        return;
    }
    let base = usize::from(untyped);
    let base_type = module.type_of(module.word(at, base));
    let kind = module.opcode_of(base_type);
    let holds = kind == op::TYPE_POINTER || untyped && kind == op::TYPE_UNTYPED_POINTER_KHR;
    if !c.expect(holds, &rules::ACCESS_POINTER, (at, base), "a pointer") {
        return;
    }
    let storage = c.class_of(base_type).unwrap_or(0);
    let holds = c.class_of(ty) == Some(storage);
    c.expect(holds, &rules::CHAIN_RESULT, (at, TYPE), "the storage class of the base");
    let start = if untyped {
        let start = module.word(at, 0);
        let kind = module.opcode_of(start);
        let holds = grammar::is_type(kind) && !c.is_pointer(start);
        if !c.expect(holds, &rules::CHAIN_RESULT, (at, 0), "a type that is not a pointer") {
            return;
        }
        start
    } else {
        module.pointer(base_type).map_or(0, |pointer| pointer.0)
    };
    let first = base + 1 + usize::from(is_pointer_chain(opcode));
    let indices = module.operands(at).get(first..).unwrap_or_default();
    let limit = c.options.limits.access_chain_indexes as usize;
    if indices.len() > limit {
        c.report(&rules::LIMIT, at, format!("found {} indices, expected at most {limit}", indices.len()));
        return;
    }
    let Some(reached) = follow(c, at, (first, start), storage) else { return };
    let pointee = module.pointer(ty).map_or(reached, |pointer| pointer.0);
    if reached != pointee {
        let message = format!(
            "found a pointer to {}, expected one to {}, which the indices lead to",
            c.type_text(pointee),
            c.type_text(reached)
        );
        let note = (module.definition(reached), "declares the type that is reached");
        c.report_against(&rules::CHAIN_RESULT, (at, base), message, note);
    }
    if is_pointer_chain(opcode) {
        element(c, at, (base, start), storage);
    }
}

/// The type that the indices from `first` on lead to.
fn follow(c: &mut Checker<'_>, at: At, (first, start): (usize, Id), storage: u32) -> Option<Id> {
    let module = c.module;
    let mut ty = start;
    let logical = c.addressing_model() == addressing_model::LOGICAL
        || c.addressing_model() == addressing_model::PHYSICAL_STORAGE_BUFFER64;
    let logical =
        logical && !c.relaxes(Relaxation::RelaxLogicalPointer) && storage != class::PHYSICAL_STORAGE_BUFFER;
    for index in first..module.operands(at).len() {
        let id = module.word(at, index);
        if !c.expect(c.is_int_scalar(module.type_of(id)), &rules::CHAIN_INDEX, (at, index), "an integer") {
            return None;
        }
        let value = c.constant_i64(id);
        let signed = c.shape_of(id).is_some_and(|shape| shape.is_signed());
        let holds = !logical || !signed || value.is_none_or(|value| value >= 0);
        if !c.expect(holds, &rules::CHAIN_INDEX, (at, index), "an index that is not negative") {
            return None;
        }
        let at_type = module.definition(ty)?;
        ty = match module.opcode(at_type) {
            op::TYPE_MATRIX
            | op::TYPE_VECTOR
            | op::TYPE_VECTOR_ID_EXT
            | op::TYPE_COOPERATIVE_MATRIX_NV
            | op::TYPE_COOPERATIVE_MATRIX_KHR
            | op::TYPE_ARRAY
            | op::TYPE_RUNTIME_ARRAY
            | op::TYPE_NODE_PAYLOAD_ARRAY_AMDX => module.word(at_type, 0),
            op::TYPE_STRUCT => {
                let members = module.operands(at_type);
                let member = value.and_then(|value| members.get(usize::try_from(value).ok()?));
                let expected =
                    |_: &Checker<'_>| format!("a constant below {}, the number of members", members.len());
                c.expect_that(member.is_some(), &rules::CHAIN_INDEX, (at, index), expected);
                *member?
            }
            _ => {
                let message = format!("found an index into {}, expected no more indices", c.type_text(ty));
                c.report_operand(&rules::CHAIN_STEPS, at, index, message);
                return None;
            }
        };
    }
    Some(ty)
}

/// Checks the element operand of a chain that begins at an element.
fn element(c: &mut Checker<'_>, at: At, (base, start): (usize, Id), storage: u32) {
    let module = c.module;
    let element = module.word(at, base + 1);
    if !c.expect(c.is_int_scalar(module.type_of(element)), &rules::CHAIN_INDEX, (at, base + 1), "an integer")
    {
        return;
    }
    let is_block =
        c.annotations.has(start, decoration::BLOCK) || c.annotations.has(start, decoration::BUFFER_BLOCK);
    let holds = !is_block || c.constant_i64(element).is_none_or(|value| value == 0);
    c.expect(holds, &rules::CHAIN_INDEX, (at, base + 1), "0, as there is one block");
    let base_type = module.type_of(module.word(at, base));
    let explicit = matches!(
        storage,
        class::UNIFORM | class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER | class::PUSH_CONSTANT
    ) || storage == class::WORKGROUP && c.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
    let stride = c.annotations.has(base_type, decoration::ARRAY_STRIDE)
        || c.annotations.has(base_type, decoration::ARRAY_STRIDE_ID_EXT);
    let holds = !c.has(cap::SHADER) || !explicit || stride;
    c.expect(holds, &rules::CHAIN_RESULT, (at, base), "a pointer type with ArrayStride");
    if c.environment.is_vulkan() {
        let untyped = base == 1 && c.has(cap::UNTYPED_POINTERS_KHR);
        let holds = match storage {
            class::WORKGROUP => untyped || c.has(cap::VARIABLE_POINTERS),
            class::STORAGE_BUFFER => untyped || c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER),
            class::PHYSICAL_STORAGE_BUFFER => true,
            _ => untyped,
        };
        c.expect(holds, &rules::POINTER_LOGICAL, (at, base), "variable pointers, or a physical pointer");
    }
}

fn raw_chain(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let found = module.pointer(module.get(at).ty);
    let holds = found.is_some_and(|(pointee, storage)| {
        matches!(storage, class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER | class::UNIFORM)
            && !matches!(module.opcode_of(pointee), op::TYPE_ARRAY | op::TYPE_MATRIX | op::TYPE_STRUCT)
    });
    if !c.expect(holds, &rules::CHAIN_RESULT, (at, TYPE), "a pointer to a scalar or vector in a buffer") {
        return;
    }
    let stride = module.word(at, 1);
    let holds = module.opcode_of(stride) == op::CONSTANT && c.is_int_scalar(module.type_of(stride));
    c.expect(holds, &rules::CHAIN_INDEX, (at, 1), "an integer constant");
    for index in [2, 3] {
        let holds = c.is_int32(module.type_of(module.word(at, index)));
        c.expect(holds, &rules::CHAIN_INDEX, (at, index), "an integer of 32 bits");
    }
    use crate::grammar::value::raw_access_chain_operands as robust;
    let mask = module.word(at, 4);
    let (component, element) = (robust::ROBUSTNESS_PER_COMPONENT_NV, robust::ROBUSTNESS_PER_ELEMENT_NV);
    let holds = (mask & element == 0 || c.constant_i64(stride) != Some(0))
        && (mask & (component | element) == 0
            || found.is_some_and(|found| found.1 != class::PHYSICAL_STORAGE_BUFFER))
        && mask & (component | element) != component | element;
    c.expect(
        holds,
        &rules::ACCESS_OPERANDS,
        (at, 4),
        "one kind of robustness, with a stride, not on physical pointers",
    );
}

fn array_length(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let holds = matches!(module.ty(module.get(at).ty), Some(Type::Int { width: 32 | 64, signed: false }));
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "an unsigned integer of 32 or 64 bits");
    let untyped = module.opcode(at) == op::UNTYPED_ARRAY_LENGTH_KHR;
    let base = usize::from(untyped);
    let ty = module.type_of(module.word(at, base));
    let structure = if untyped {
        Some(module.word(at, 0)).filter(|_| module.opcode_of(ty) == op::TYPE_UNTYPED_POINTER_KHR)
    } else {
        module.pointer(ty).map(|pointer| pointer.0)
    };
    let members = match structure.and_then(|structure| module.ty(structure)) {
        Some(Type::Struct { members }) => members,
        _ => &[],
    };
    let last = members.last().is_some_and(|last| module.opcode_of(*last) == op::TYPE_RUNTIME_ARRAY);
    if !c.expect(
        last,
        &rules::ARRAY_LENGTH,
        (at, base),
        "a pointer to a structure that ends in a runtime array",
    ) {
        return;
    }
    let holds = module.word(at, base + 1) as usize == members.len() - 1;
    c.expect(holds, &rules::ARRAY_LENGTH, (at, base + 1), "the last member");
    if c.environment.is_vulkan() {
        let block = structure.is_some_and(|structure| c.annotations.has(structure, decoration::BLOCK));
        let holds = !block || c.class_of(ty) != Some(class::UNIFORM);
        c.expect(holds, &rules::ARRAY_LENGTH, (at, base), "a storage buffer, not a uniform block");
    }
}

fn compare(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let is_difference = module.opcode(at) == op::PTR_DIFF;
    let holds = if is_difference { c.is_int_scalar(ty) } else { c.is_bool_scalar(ty) };
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), if is_difference { "an integer" } else { "bool" });
    let types = [0, 1].map(|index| module.type_of(module.word(at, index)));
    let logical = c.addressing_model() == addressing_model::LOGICAL;
    let variable = c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER);
    c.expect(!logical || variable, &rules::POINTER_COMPARE, (at, 0), "the capability VariablePointers");
    if !c.expect(c.is_pointer(types[0]), &rules::POINTER_COMPARE, (at, 0), "a pointer") {
        return;
    }
    let untyped = types.iter().any(|ty| module.opcode_of(*ty) == op::TYPE_UNTYPED_POINTER_KHR);
    let classes = types.map(|ty| c.class_of(ty));
    let alike = types[0] == types[1] || !is_difference && untyped && classes[0] == classes[1];
    if !c.expect(alike, &rules::POINTER_COMPARE, (at, 1), "a pointer of the same type") {
        return;
    }
    let holds = match classes[0] {
        Some(class::WORKGROUP) => !logical || c.has(cap::VARIABLE_POINTERS),
        Some(class::STORAGE_BUFFER) => true,
        Some(class::PHYSICAL_STORAGE_BUFFER) => {
            c.addressing_model() != addressing_model::PHYSICAL_STORAGE_BUFFER64 && !logical
        }
        _ => !logical && c.addressing_model() != addressing_model::PHYSICAL_STORAGE_BUFFER64,
    };
    c.expect(holds, &rules::POINTER_COMPARE, (at, 0), "a pointer in StorageBuffer or Workgroup");
}

fn matrix_length(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let holds = matches!(module.ty(module.get(at).ty), Some(Type::Int { width: 32, signed: false }));
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "an unsigned integer of 32 bits");
    let expected = match module.opcode(at) {
        op::COOPERATIVE_MATRIX_LENGTH_KHR => op::TYPE_COOPERATIVE_MATRIX_KHR,
        _ => op::TYPE_COOPERATIVE_MATRIX_NV,
    };
    let holds = module.opcode_of(module.word(at, 0)) == expected;
    c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "a cooperative matrix type");
}

fn matrix_access(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let opcode = module.opcode(at);
    let is_load = matches!(opcode, op::COOPERATIVE_MATRIX_LOAD_KHR | op::COOPERATIVE_MATRIX_LOAD_NV);
    let is_khr = matches!(opcode, op::COOPERATIVE_MATRIX_LOAD_KHR | op::COOPERATIVE_MATRIX_STORE_KHR);
    let ty = if is_load { module.get(at).ty } else { module.type_of(module.word(at, 1)) };
    let expected = if is_khr { op::TYPE_COOPERATIVE_MATRIX_KHR } else { op::TYPE_COOPERATIVE_MATRIX_NV };
    let place = if is_load { TYPE } else { 1 };
    if !c.expect(module.opcode_of(ty) == expected, &rules::ACCESS_TYPE, (at, place), "a cooperative matrix") {
        return;
    }
    let Some((storage, pointee)) = pointer(c, at, 0) else { return };
    let shared = matches!(storage, class::WORKGROUP | class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER);
    let holds = shared || is_khr && !c.environment.is_vulkan();
    c.expect(holds, &rules::ACCESS_POINTER, (at, 0), "a pointer in Workgroup or StorageBuffer");
    let holds =
        pointee == 0 && is_khr || c.shape(pointee).is_some_and(|shape| shape.is_plain() && !shape.is_bool());
    c.expect(holds, &rules::ACCESS_POINTER, (at, 0), "a pointer to numbers");
    let first = if is_load { 1 } else { 2 };
    let own = |index: usize| module.operands(at).get(index).copied();
    let (stride, memory) = if is_khr { (first + 1, first + 2) } else { (first, first + 2) };
    if is_khr {
        let layout = module.word(at, first);
        let holds = c.is_int_scalar(module.type_of(layout)) && c.is_constant(layout);
        c.expect(holds, &rules::ACCESS_OPERANDS, (at, first), "an integer constant");
        let needed = matches!(c.constant_i64(layout), Some(0 | 1 | 4202 | 4203));
        c.expect(
            own(stride).is_some() || !needed,
            &rules::ACCESS_OPERANDS,
            (at, first),
            "a stride for this layout",
        );
    } else {
        let column = module.word(at, first + 1);
        let holds = c.is_bool_scalar(module.type_of(column)) && c.is_constant(column);
        c.expect(holds, &rules::ACCESS_OPERANDS, (at, first + 1), "a boolean constant");
    }
    if let Some(value) = own(stride) {
        let holds = c.is_int_scalar(module.type_of(value));
        c.expect(holds, &rules::ACCESS_OPERANDS, (at, stride), "an integer");
    }
    if own(memory).is_some() {
        operands(c, at, memory, if is_load { Direction::Load } else { Direction::Store });
    }
}
