//! Checks scopes, memory semantics, barriers and atomic instructions.

use super::{Checker, Environment, TYPE, Vulkan, rules};
use crate::grammar::op;
use crate::grammar::value::{
    capability as cap, memory_model, memory_semantics as semantics, scope, storage_class as class,
};
use crate::module::{At, Id, Type};

/// Checks a barrier.
pub(super) fn barrier(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    match module.opcode(at) {
        op::CONTROL_BARRIER | op::CONTROL_BARRIER_ARRIVE_EXT | op::CONTROL_BARRIER_WAIT_EXT => {
            execution(c, at, 0);
            memory(c, at, 1);
            mask(c, at, 2, 1);
        }
        op::MEMORY_BARRIER => {
            memory(c, at, 0);
            mask(c, at, 1, 0);
        }
        op::NAMED_BARRIER_INITIALIZE => {
            let holds = module.opcode_of(module.get(at).ty) == op::TYPE_NAMED_BARRIER;
            c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "OpTypeNamedBarrier");
            let holds = c.is_int32(module.type_of(module.word(at, 0)));
            c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "an integer of 32 bits");
        }
        op::MEMORY_NAMED_BARRIER => {
            let holds = module.opcode_of(module.type_of(module.word(at, 0))) == op::TYPE_NAMED_BARRIER;
            c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "a named barrier");
            memory(c, at, 1);
            mask(c, at, 2, 1);
        }
        _ => {}
    }
}

/// Checks that an operand is a scope. Returns its value if it is final.
pub(super) fn any(c: &mut Checker<'_>, at: At, index: usize) -> Option<u32> {
    let id = c.module.word(at, index);
    if !c.expect(c.is_int32(c.module.type_of(id)), &rules::SCOPE, (at, index), "an integer of 32 bits") {
        return None;
    }
    let Some(value) = c.constant_int(id) else {
        let matrices = c.has(cap::COOPERATIVE_MATRIX_NV) && c.is_constant(id);
        c.expect(!c.has(cap::SHADER) || matrices, &rules::SCOPE, (at, index), "a constant");
        return None;
    };
    c.expect(value <= scope::SHADER_CALL_KHR, &rules::SCOPE, (at, index), "a known scope").then_some(value)
}

/// Checks a scope of execution.
pub(super) fn execution(c: &mut Checker<'_>, at: At, index: usize) {
    let Some(value) = any(c, at, index) else { return };
    let opcode = c.module.opcode(at);
    let is_group = is_group(opcode);
    let subgroup = value == scope::SUBGROUP;
    if c.environment.is_vulkan() {
        let is_first = c.environment == Environment::Vulkan(Vulkan::V1_0);
        let holds = is_first || !is_group || subgroup;
        if !c.expect(holds, &rules::SCOPE_EXECUTION, (at, index), "Subgroup") {
            return;
        }
        let holds = subgroup || value == scope::WORKGROUP;
        c.expect(holds, &rules::SCOPE_EXECUTION, (at, index), "Workgroup or Subgroup");
    } else if is_group {
        let holds = subgroup || opcode == op::GROUP_NON_UNIFORM_ROTATE_KHR && value == scope::WORKGROUP;
        c.expect(holds, &rules::SCOPE_EXECUTION, (at, index), "Subgroup");
    }
}

fn is_group(opcode: u16) -> bool {
    matches!(
        opcode,
        op::GROUP_NON_UNIFORM_ELECT
            ..=op::GROUP_NON_UNIFORM_QUAD_SWAP
                | op::GROUP_NON_UNIFORM_PARTITION_EXT
                | op::GROUP_NON_UNIFORM_ROTATE_KHR
    )
}

/// Checks a scope of memory.
pub(super) fn memory(c: &mut Checker<'_>, at: At, index: usize) {
    let Some(value) = any(c, at, index) else { return };
    let vulkan = c.has(cap::VULKAN_MEMORY_MODEL);
    if value == scope::QUEUE_FAMILY {
        c.expect(
            vulkan,
            &rules::SCOPE_MEMORY,
            (at, index),
            "the capability VulkanMemoryModel for QueueFamily",
        );
        return;
    }
    let holds = value != scope::DEVICE || !vulkan || c.has(cap::VULKAN_MEMORY_MODEL_DEVICE_SCOPE);
    c.expect(
        holds,
        &rules::SCOPE_MEMORY,
        (at, index),
        "the capability VulkanMemoryModelDeviceScope for Device",
    );
    if c.environment.is_vulkan() {
        c.expect(
            value != scope::CROSS_DEVICE,
            &rules::SCOPE_MEMORY,
            (at, index),
            "a scope within the device",
        );
        let is_first = c.environment == Environment::Vulkan(Vulkan::V1_0);
        let votes = c.has(cap::SUBGROUP_BALLOT_KHR) || c.has(cap::SUBGROUP_VOTE_KHR);
        let holds = value != scope::SUBGROUP || !is_first || votes;
        c.expect(holds, &rules::SCOPE_MEMORY, (at, index), "a capability of subgroups in Vulkan 1.0");
    }
}

const ORDERS: u32 =
    semantics::ACQUIRE | semantics::RELEASE | semantics::ACQUIRE_RELEASE | semantics::SEQUENTIALLY_CONSISTENT;
const CLASSES: u32 = semantics::UNIFORM_MEMORY
    | semantics::WORKGROUP_MEMORY
    | semantics::IMAGE_MEMORY
    | semantics::OUTPUT_MEMORY;

/// Checks memory semantics; `scope` is the operand with their scope.
pub(super) fn mask(c: &mut Checker<'_>, at: At, index: usize, scope: usize) {
    let id = c.module.word(at, index);
    if !c.expect(c.is_int32(c.module.type_of(id)), &rules::SEMANTICS, (at, index), "an integer of 32 bits") {
        return;
    }
    let Some(value) = c.constant_int(id) else {
        let matrices = c.has(cap::COOPERATIVE_MATRIX_NV) && c.is_constant(id);
        c.expect(!c.has(cap::SHADER) || matrices, &rules::SEMANTICS, (at, index), "a constant");
        return;
    };
    let problem = capability_problem(c, value)
        .or_else(|| order_problem(c, at, value))
        .or_else(|| unequal_problem(c, at, index, value))
        .or_else(|| vulkan_problem(c, at, value, scope));
    if let Some(expected) = problem {
        c.expect(false, &rules::SEMANTICS, (at, index), expected);
    }
}

fn is_vulkan(c: &Checker<'_>) -> bool {
    c.environment.is_vulkan() || c.memory_model() == memory_model::VULKAN
}

fn capability_problem(c: &Checker<'_>, value: u32) -> Option<&'static str> {
    let bits =
        semantics::OUTPUT_MEMORY | semantics::MAKE_AVAILABLE | semantics::MAKE_VISIBLE | semantics::VOLATILE;
    if value & semantics::UNIFORM_MEMORY != 0 && !c.has(cap::SHADER) {
        return Some("the capability Shader for UniformMemory");
    }
    (value & bits != 0 && !c.has(cap::VULKAN_MEMORY_MODEL)).then_some(
        "the capability VulkanMemoryModel for OutputMemory, MakeAvailable, MakeVisible and Volatile",
    )
}

fn order_problem(c: &Checker<'_>, at: At, value: u32) -> Option<&'static str> {
    let opcode = c.module.opcode(at);
    let has = |bits: u32| value & bits != 0;
    let vulkan = is_vulkan(c);
    let ordered = value & ORDERS != 0;
    let classes = value & CLASSES != 0;
    let is_store = matches!(opcode, op::ATOMIC_STORE | op::ATOMIC_FLAG_CLEAR);
    let is_barrier = !matches!(opcode, op::ATOMIC_LOAD..=op::ATOMIC_XOR | op::ATOMIC_FLAG_TEST_AND_SET..=op::ATOMIC_FLAG_CLEAR
        | op::ATOMIC_F_MIN_EXT | op::ATOMIC_F_MAX_EXT | op::ATOMIC_F_ADD_EXT);
    if (value & ORDERS).count_ones() > 1 {
        Some("at most one memory order")
    } else if vulkan && has(semantics::SEQUENTIALLY_CONSISTENT) {
        Some("an order other than SequentiallyConsistent, which Vulkan lacks")
    } else if is_store && has(semantics::ACQUIRE | semantics::ACQUIRE_RELEASE) {
        Some("an order without Acquire, as this only stores")
    } else if opcode == op::ATOMIC_LOAD && has(semantics::RELEASE | semantics::ACQUIRE_RELEASE) {
        Some("an order without Release, as this only loads")
    } else if vulkan && opcode == op::MEMORY_BARRIER && !ordered {
        Some("a memory order, as a barrier without one has no effect")
    } else if vulkan && ordered && !classes {
        Some("a storage class to which the order applies")
    } else if vulkan && !ordered && classes {
        Some("a memory order for the storage classes")
    } else if has(semantics::MAKE_AVAILABLE) && !has(semantics::RELEASE | semantics::ACQUIRE_RELEASE) {
        Some("Release or AcquireRelease with MakeAvailable")
    } else if has(semantics::MAKE_VISIBLE) && !has(semantics::ACQUIRE | semantics::ACQUIRE_RELEASE) {
        Some("Acquire or AcquireRelease with MakeVisible")
    } else if has(semantics::VOLATILE) && is_barrier {
        Some("no Volatile in a barrier")
    } else {
        None
    }
}

/// Checks the second semantics of a compare-and-exchange.
fn unequal_problem(c: &Checker<'_>, at: At, index: usize, value: u32) -> Option<&'static str> {
    let is_compare =
        matches!(c.module.opcode(at), op::ATOMIC_COMPARE_EXCHANGE | op::ATOMIC_COMPARE_EXCHANGE_WEAK);
    if !is_compare || index != 3 {
        return None;
    }
    let equal = c.constant_int(c.module.word(at, 2)).unwrap_or(0);
    let has = |bits: u32| value & bits != 0;
    let stronger = has(semantics::SEQUENTIALLY_CONSISTENT) && equal & semantics::SEQUENTIALLY_CONSISTENT == 0
        || has(semantics::ACQUIRE) && equal & ORDERS == 0;
    if has(semantics::RELEASE | semantics::ACQUIRE_RELEASE) {
        Some("an order without Release, as nothing is stored if the values are not equal")
    } else if stronger {
        Some("an order that is not stronger than that of the equal case")
    } else if is_vulkan(c) && value & !equal & (CLASSES | semantics::MAKE_VISIBLE) != 0 {
        Some("no bit that the equal case lacks")
    } else if is_vulkan(c) && (value ^ equal) & semantics::VOLATILE != 0 {
        Some("Volatile in both cases or in none")
    } else {
        None
    }
}

fn vulkan_problem(c: &Checker<'_>, at: At, value: u32, index: usize) -> Option<&'static str> {
    if !is_vulkan(c) {
        return None;
    }
    let orders = value & (semantics::ACQUIRE | semantics::RELEASE | semantics::ACQUIRE_RELEASE);
    let invocation = c.constant_int(c.module.word(at, index)) == Some(scope::INVOCATION);
    match c.module.opcode(at) {
        _ if value & ORDERS != 0 && invocation => Some("no memory order for the scope Invocation"),
        op::CONTROL_BARRIER_ARRIVE_EXT if orders != 0 && orders != semantics::RELEASE => Some("Release"),
        op::CONTROL_BARRIER_WAIT_EXT if orders != 0 && orders != semantics::ACQUIRE => Some("Acquire"),
        _ => None,
    }
}

/// Checks an atomic instruction.
pub(super) fn atomic(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let (opcode, ty) = (module.opcode(at), module.get(at).ty);
    let half = c.has(cap::ATOMIC_FLOAT16_VECTOR_NV) && is_half_vector(c, ty);
    let (holds, expected) = match opcode {
        op::ATOMIC_STORE | op::ATOMIC_FLAG_CLEAR => (true, ""),
        op::ATOMIC_F_ADD_EXT | op::ATOMIC_F_MIN_EXT | op::ATOMIC_F_MAX_EXT => {
            (c.is_float_scalar(ty) || half, "a float scalar")
        }
        op::ATOMIC_LOAD => (c.is_float_scalar(ty) || c.is_int_scalar(ty), "an integer or float scalar"),
        op::ATOMIC_EXCHANGE => {
            (c.is_float_scalar(ty) || c.is_int_scalar(ty) || half, "an integer or float scalar")
        }
        op::ATOMIC_FLAG_TEST_AND_SET => (c.is_bool_scalar(ty), "bool"),
        _ => (c.is_int_scalar(ty), "an integer scalar"),
    };
    if !c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), expected) {
        return;
    }
    let pointer = module.type_of(module.word(at, 0));
    let (data, storage) = match module.ty(pointer) {
        Some(Type::Pointer { class, pointee }) => (pointee, class),
        Some(Type::UntypedPointer { class }) => {
            let data = match opcode {
                op::ATOMIC_FLAG_TEST_AND_SET | op::ATOMIC_FLAG_CLEAR => 0,
                op::ATOMIC_STORE => module.type_of(module.word(at, 3)),
                _ => ty,
            };
            (data, class)
        }
        _ => {
            c.expect(false, &rules::OPERAND_TYPE, (at, 0), "a pointer");
            return;
        }
    };
    if atomic_data(c, at, data) && atomic_class(c, at, storage) {
        atomic_operands(c, at, data);
    }
}

fn is_half_vector(c: &Checker<'_>, ty: Id) -> bool {
    c.shape(ty).is_some_and(|shape| {
        shape.is_vector() && shape.is_float() && shape.width == 16 && matches!(shape.count, 2 | 4)
    })
}

/// Checks what the pointer of an atomic instruction points to.
fn atomic_data(c: &mut Checker<'_>, at: At, data: Id) -> bool {
    let (opcode, ty) = (c.module.opcode(at), c.module.get(at).ty);
    let (holds, expected) = match opcode {
        op::ATOMIC_FLAG_TEST_AND_SET | op::ATOMIC_FLAG_CLEAR => {
            (c.is_int32(data), "a pointer to an integer of 32 bits")
        }
        op::ATOMIC_STORE => {
            (c.is_float_scalar(data) || c.is_int_scalar(data), "a pointer to an integer or float")
        }
        _ => (data == ty, "a pointer to the result type"),
    };
    if !c.expect(holds, &rules::OPERAND_TYPE, (at, 0), expected) {
        return false;
    }
    let wide = c.is_int_scalar(data) && c.shape(data).is_some_and(|shape| shape.width == 64);
    let holds = !wide || c.has(cap::INT64_ATOMICS);
    if !c.expect(holds, &rules::ATOMIC_CAPABILITY, (at, 0), "the capability Int64Atomics for 64 bits") {
        return false;
    }
    let is_add = opcode == op::ATOMIC_F_ADD_EXT;
    let is_float = is_add || matches!(opcode, op::ATOMIC_F_MIN_EXT | op::ATOMIC_F_MAX_EXT);
    let Some(shape) = c.shape(ty).filter(|_| is_float && c.has(cap::SHADER)) else { return true };
    let needed = match (shape.width, is_add) {
        (16, _) if shape.is_vector() => cap::ATOMIC_FLOAT16_VECTOR_NV,
        (16, true) => cap::ATOMIC_FLOAT16_ADD_EXT,
        (32, true) => cap::ATOMIC_FLOAT32_ADD_EXT,
        (64, true) => cap::ATOMIC_FLOAT64_ADD_EXT,
        (16, false) => cap::ATOMIC_FLOAT16_MIN_MAX_EXT,
        (32, false) => cap::ATOMIC_FLOAT32_MIN_MAX_EXT,
        (64, false) => cap::ATOMIC_FLOAT64_MIN_MAX_EXT,
        _ => return true,
    };
    let expected = "the capability for atomic floats of this width and operation";
    c.expect(c.has(needed), &rules::ATOMIC_CAPABILITY, (at, TYPE), expected)
}

fn atomic_class(c: &mut Checker<'_>, at: At, storage: u32) -> bool {
    let shader = c.has(cap::SHADER);
    let holds = match storage {
        class::UNIFORM
        | class::STORAGE_BUFFER
        | class::WORKGROUP
        | class::IMAGE
        | class::PHYSICAL_STORAGE_BUFFER
        | class::TASK_PAYLOAD_WORKGROUP_EXT => !c.environment.is_open_cl() || storage == class::WORKGROUP,
        class::FUNCTION => !shader,
        class::CROSS_WORKGROUP | class::GENERIC => !(shader && c.environment.is_vulkan()),
        class::ATOMIC_COUNTER => !(c.environment.is_open_cl() || shader && c.environment.is_vulkan()),
        _ => false,
    };
    c.expect(holds, &rules::ATOMIC_CLASS, (at, 0), "a pointer to memory that invocations share")
}

fn atomic_operands(c: &mut Checker<'_>, at: At, data: Id) {
    let opcode = c.module.opcode(at);
    memory(c, at, 1);
    mask(c, at, 2, 1);
    let is_compare = matches!(opcode, op::ATOMIC_COMPARE_EXCHANGE | op::ATOMIC_COMPARE_EXCHANGE_WEAK);
    if is_compare {
        mask(c, at, 3, 1);
    }
    let values = match opcode {
        op::ATOMIC_LOAD
        | op::ATOMIC_I_INCREMENT
        | op::ATOMIC_I_DECREMENT
        | op::ATOMIC_FLAG_TEST_AND_SET
        | op::ATOMIC_FLAG_CLEAR => 0..0,
        _ if is_compare => 4..6,
        _ => 3..4,
    };
    for index in values {
        let holds = c.module.type_of(c.module.word(at, index)) == data;
        c.expect(holds, &rules::OPERAND_TYPE, (at, index), "the type that is pointed to");
    }
}
