//! Checks declarations of variables, and pointers to buffers that descriptors give.

use super::contents::Parts;
use super::{Checker, Relaxation, TYPE, rules};
use crate::grammar::value::{addressing_model, capability as cap, decoration, storage_class as class};
use crate::grammar::{self, op};
use crate::module::{At, Id, Type};

/// Checks a variable.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let untyped = module.opcode(at) == op::UNTYPED_VARIABLE_KHR;
    let storage = module.word(at, 0);
    let expected = if untyped { op::TYPE_UNTYPED_POINTER_KHR } else { op::TYPE_POINTER };
    let name = if untyped { "an untyped pointer type" } else { "a pointer type" };
    if !c.expect(module.opcode_of(ty) == expected, &rules::VARIABLE_TYPE, (at, TYPE), name) {
        return;
    }
    let value = if untyped { module.word(at, 1) } else { module.pointer(ty).map_or(0, |pointer| pointer.0) };
    if untyped && !untyped_value(c, at, storage, value) {
        return;
    }
    let holds = c.class_of(ty) == Some(storage);
    c.expect(holds, &rules::VARIABLE_CLASS, (at, 0), "the storage class of the pointer type");
    let is_local = storage == class::FUNCTION;
    let holds = is_local == c.facts.order.owner(at).is_some();
    c.expect(
        holds,
        &rules::VARIABLE_CLASS,
        (at, 0),
        "Function in functions, and another class outside of them",
    );
    let holds = !matches!(storage, class::GENERIC | class::PHYSICAL_STORAGE_BUFFER);
    c.expect(holds, &rules::VARIABLE_CLASS, (at, 0), "a storage class of variables");
    initializer(c, at, (storage, value), if untyped { 2 } else { 1 });
    if value == 0 {
        return;
    }
    booleans(c, at, (storage, value));
    pointers(c, at, (storage, value));
    let private = is_local || storage == class::PRIVATE;
    let matrices = !private && c.contains(value, Parts::COOPERATIVE_MATRIX);
    c.expect(
        !matrices,
        &rules::VARIABLE_TYPE,
        (at, TYPE),
        "a type without cooperative matrices, or Function or Private",
    );
    if c.environment.is_vulkan() {
        vulkan(c, at, (storage, value));
    }
    if c.has(cap::SHADER) {
        small(c, at, (storage, value));
    }
}

/// Checks a pointer to the buffer of a descriptor in a heap.
pub(super) fn buffer_pointer(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let holds = matches!(c.class_of(module.get(at).ty), Some(class::UNIFORM | class::STORAGE_BUFFER));
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "a pointer in Uniform or StorageBuffer");
    let holds = module.opcode_of(module.type_of(module.word(at, 0))) == op::TYPE_UNTYPED_POINTER_KHR;
    c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "an untyped pointer to a descriptor");
}

fn untyped_value(c: &mut Checker<'_>, at: At, storage: u32, value: Id) -> bool {
    if value != 0 {
        let is_type = grammar::is_type(c.module.opcode_of(value));
        return c.expect(is_type, &rules::VARIABLE_TYPE, (at, 1), "a type");
    }
    let needed = matches!(storage, class::FUNCTION | class::PRIVATE | class::WORKGROUP)
        || c.environment.is_vulkan() && storage != class::UNIFORM_CONSTANT;
    c.expect(!needed, &rules::VARIABLE_TYPE, (at, 0), "a data type for this storage class")
}

fn initializer(c: &mut Checker<'_>, at: At, (storage, value): (u32, Id), index: usize) {
    let module = c.module;
    let Some(&initializer) = module.operands(at).get(index) else { return };
    let definition = module.definition(initializer);
    let is_global = definition.is_some_and(|at| {
        matches!(module.opcode(at), op::VARIABLE | op::UNTYPED_VARIABLE_KHR)
            && module.word(at, 0) != class::FUNCTION
    });
    let holds = is_global || c.is_constant(initializer);
    if !c.expect(holds, &rules::VARIABLE_INITIALIZER, (at, index), "a constant or a variable of the module") {
        return;
    }
    c.expect_type(module.type_of(initializer) == value, &rules::VARIABLE_INITIALIZER, (at, index), value);
    let holds = match storage {
        class::OUTPUT | class::PRIVATE | class::FUNCTION => true,
        class::INPUT
        | class::TASK_PAYLOAD_WORKGROUP_EXT
        | class::HIT_OBJECT_ATTRIBUTE_NV
        | class::HIT_OBJECT_ATTRIBUTE_EXT => false,
        class::WORKGROUP => !c.environment.is_vulkan() || module.opcode_of(initializer) == op::CONSTANT_NULL,
        _ => !c.environment.is_vulkan(),
    };
    c.expect(holds, &rules::VARIABLE_INITIALIZER, (at, index), "no initializer, or null in Workgroup");
}

fn booleans(c: &mut Checker<'_>, at: At, (storage, value): (u32, Id)) {
    let interface = matches!(storage, class::INPUT | class::OUTPUT);
    let visible = interface
        || matches!(
            storage,
            class::UNIFORM
                | class::STORAGE_BUFFER
                | class::PUSH_CONSTANT
                | class::SHADER_RECORD_BUFFER_KHR
                | class::PHYSICAL_STORAGE_BUFFER
                | class::ATOMIC_COUNTER
                | class::IMAGE
                | class::GENERIC
        );
    if !visible {
        return;
    }
    let module = c.module;
    if interface && c.annotations.has(module.get(at).result, decoration::BUILT_IN) {
        return;
    }
    let holds = !c.contains(value, Parts::BOOL) || !contains_boolean(c, value, interface);
    c.expect(holds, &rules::VARIABLE_TYPE, (at, TYPE), "a type without booleans, which have no layout");
}

fn contains_boolean(c: &Checker<'_>, value: Id, skip_built_in: bool) -> bool {
    let module = c.module;
    let mut stack = vec![value];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(ty) = stack.pop() {
        let is_built_in = || {
            let count = module.definition(ty).map_or(0, |at| module.operands(at).len());
            c.annotations.has(ty, decoration::BUILT_IN)
                || (0..count as u32)
                    .any(|member| c.annotations.member_decoration(ty, member, decoration::BUILT_IN).is_some())
        };
        match module.ty(ty) {
            Some(Type::Bool) => return true,
            _ if !seen.insert(ty) => {}
            Some(
                Type::Vector { component: part, .. }
                | Type::Array { element: part, .. }
                | Type::RuntimeArray { element: part },
            ) => {
                stack.push(part);
            }
            Some(Type::Struct { members }) if !skip_built_in || !is_built_in() => stack.extend(members),
            _ => {}
        }
    }
    false
}

fn pointers(c: &mut Checker<'_>, at: At, (storage, value): (u32, Id)) {
    let model = c.addressing_model();
    let logical = [addressing_model::LOGICAL, addressing_model::PHYSICAL_STORAGE_BUFFER64].contains(&model);
    if !logical || c.relaxes(Relaxation::RelaxLogicalPointer) || !c.contains(value, Parts::POINTER) {
        return;
    }
    let module = c.module;
    let found = std::cell::Cell::new(None);
    c.contains_type(value, &|inner| {
        let pointee =
            c.class_of(module.get(inner).result).filter(|class| *class != class::PHYSICAL_STORAGE_BUFFER);
        if pointee.is_some() {
            found.set(pointee);
        }
        pointee.is_some()
    });
    let Some(pointee) = found.get() else { return };
    let allowed = match pointee {
        class::STORAGE_BUFFER => c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER),
        class::WORKGROUP => c.has(cap::VARIABLE_POINTERS),
        _ => false,
    };
    let holds = allowed && matches!(storage, class::FUNCTION | class::PRIVATE);
    c.expect(
        holds,
        &rules::POINTER_LOGICAL,
        (at, TYPE),
        "a type without pointers, or variable pointers in Function or Private",
    );
}

fn vulkan(c: &mut Checker<'_>, at: At, (storage, value): (u32, Id)) {
    let module = c.module;
    let element = match module.ty(value) {
        Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => element,
        _ => value,
    };
    let is_struct = module.opcode_of(element) == op::TYPE_STRUCT;
    let (holds, expected) = match storage {
        class::PUSH_CONSTANT => (is_struct && element == value, "a structure"),
        class::UNIFORM | class::STORAGE_BUFFER => (is_struct, "a structure, or an array of them"),
        class::UNIFORM_CONSTANT => (
            matches!(
                module.opcode_of(element),
                op::TYPE_IMAGE
                    | op::TYPE_SAMPLER
                    | op::TYPE_SAMPLED_IMAGE
                    | op::TYPE_TENSOR_ARM
                    | op::TYPE_ACCELERATION_STRUCTURE_KHR
            ),
            "an image, sampler or acceleration structure, or an array of them",
        ),
        _ => (true, ""),
    };
    if !c.expect(holds, &rules::VARIABLE_RESOURCE, (at, TYPE), expected) {
        return;
    }
    if !matches!(storage, class::INPUT | class::OUTPUT) {
        let holds = !c.annotations.has(module.get(at).result, decoration::INVARIANT);
        c.expect(holds, &rules::VARIABLE_TYPE, (at, TYPE), "no Invariant outside of Input and Output");
    }
    if module.opcode_of(value) == op::TYPE_RUNTIME_ARRAY {
        let resource = matches!(storage, class::STORAGE_BUFFER | class::UNIFORM | class::UNIFORM_CONSTANT);
        let holds = resource && c.has(cap::RUNTIME_DESCRIPTOR_ARRAY);
        c.expect(
            holds,
            &rules::TYPE_RUNTIME_ARRAY,
            (at, TYPE),
            "the capability RuntimeDescriptorArray, for resources",
        );
    }
    let Some(Type::Struct { members }) = module.ty(value) else { return };
    if members.iter().any(|member| module.opcode_of(*member) == op::TYPE_RUNTIME_ARRAY) {
        let holds = match storage {
            class::STORAGE_BUFFER => c.annotations.has(value, decoration::BLOCK),
            class::UNIFORM => true,
            _ => false,
        };
        c.expect(holds, &rules::TYPE_RUNTIME_ARRAY, (at, TYPE), "a block in StorageBuffer");
    }
}

fn small(c: &mut Checker<'_>, at: At, (storage, value): (u32, Id)) {
    if !c.contains_storage_only(value) {
        return;
    }
    let wants_16 = !c.has(cap::INT16) && c.contains(value, Parts::INT16)
        || !c.has(cap::FLOAT16) && c.contains(value, Parts::FLOAT16);
    let wants_8 = !c.has(cap::INT8) && c.contains(value, Parts::INT8);
    // What counts is the memory that holds the numbers, at the end of all pointers.
    let (mut storage, mut value) = (storage, value);
    for _ in 0..64 {
        let Some((pointee, class)) = c.module.pointer(value) else { break };
        (storage, value) = (class, pointee);
    }
    if let Some(Type::Array { element, .. } | Type::RuntimeArray { element }) = c.module.ty(value) {
        value = element;
    }
    let buffer_block = c.annotations.has(value, decoration::BUFFER_BLOCK);
    if wants_16 {
        let holds = match storage {
            class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER => c.has(cap::STORAGE_BUFFER16_BIT_ACCESS),
            class::UNIFORM => {
                c.has(cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS)
                    || c.has(cap::STORAGE_BUFFER16_BIT_ACCESS) && buffer_block
            }
            class::PUSH_CONSTANT => c.has(cap::STORAGE_PUSH_CONSTANT16),
            class::INPUT | class::OUTPUT => c.has(cap::STORAGE_INPUT_OUTPUT16),
            class::WORKGROUP => c.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR),
            _ => false,
        };
        c.expect(holds, &rules::VARIABLE_SMALL, (at, 0), "a storage class with a capability for 16 bits");
    }
    if wants_8 {
        let holds = match storage {
            class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER => c.has(cap::STORAGE_BUFFER8_BIT_ACCESS),
            class::UNIFORM => {
                c.has(cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS)
                    || c.has(cap::STORAGE_BUFFER8_BIT_ACCESS) && buffer_block
            }
            class::PUSH_CONSTANT => c.has(cap::STORAGE_PUSH_CONSTANT8),
            class::WORKGROUP => c.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR),
            _ => false,
        };
        c.expect(holds, &rules::VARIABLE_SMALL, (at, 0), "a storage class with a capability for 8 bits");
    }
}
