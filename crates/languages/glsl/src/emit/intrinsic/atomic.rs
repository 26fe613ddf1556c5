//! Atomic operations on memory, on texels of images and on counters.

use glassbox_spirv::build::value::{capability, memory_semantics as semantics, scope};
use glassbox_spirv::build::{Id, op};

use super::super::Emitter;
use super::Call;
use crate::model::{ExpressionId, Program, flag};
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// What is done to a number in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Add,
    Subtract,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    CompareExchange,
    Load,
    Store,
    Increment,
    Decrement,
}

/// A number in memory that an operation is done to.
struct Target {
    pointer: Id,
    ty: Type,
    /// Bits of [`flag`].
    flags: u32,
    /// Number of the first argument behind those that say where it is.
    next: usize,
}

/// Scope and semantics of an operation.
struct Order {
    scope: u32,
    semantics: u32,
    /// Of an exchange that does not take place.
    semantics_unequal: u32,
}

impl Emitter<'_> {
    pub(super) fn atomic(&mut self, call: Call<'_>) -> Option<Id> {
        let operation = memory_operation(call.intrinsic)?;
        let place = self.place(*call.arguments.first()?);
        let ty = if place.ty == Type::AtomicUint { Type::UINT } else { place.ty };
        let target = Target { pointer: self.pointer(&place), ty, flags: self.memory_flags(&place), next: 1 };
        Some(self.atomic_operation(call, operation, &target))
    }

    /// Atomic operations on images.
    pub(super) fn image_atomic(&mut self, call: Call<'_>) -> Option<Id> {
        let operation = image_operation(call.intrinsic)?;
        let kind = self.image_kind(call)?;
        // What is stored says its type, and everything else the result.
        let value = if kind.is_multisampled { 3 } else { 2 };
        let ty = if call.ty == Type::Void { self.argument_type(call, value) } else { call.ty };
        let (pointer, flags, next) = self.texel_pointer(call, ty)?;
        Some(self.atomic_operation(call, operation, &Target { pointer, ty, flags, next }))
    }

    fn atomic_operation(&mut self, call: Call<'_>, operation: Operation, target: &Target) -> Id {
        let scalar = target.ty.scalar().unwrap_or(Scalar::Uint);
        self.declare_atomic_needs(operation, target.ty);
        let count = match operation {
            Operation::CompareExchange => 2,
            Operation::Load | Operation::Increment | Operation::Decrement => 0,
            _ => 1,
        };
        let values: Vec<Id> =
            (target.next..target.next + count).map(|index| self.argument(call, index)).collect();
        let order = self.order(call, target, target.next + count);
        let scope = self.module.constant_uint(order.scope);
        let equal = self.module.constant_uint(order.semantics);
        let mut operands = vec![target.pointer, scope, equal];
        if operation == Operation::CompareExchange {
            operands.push(self.module.constant_uint(order.semantics_unequal));
            // SPIR-V has the new value first.
            operands.extend(values.iter().rev());
        } else {
            operands.extend(&values);
        }
        let opcode = opcode(operation, scalar);
        if operation == Operation::Store {
            self.module.effect(opcode, &operands);
            return self.module.id();
        }
        let ty = self.ty(target.ty);
        let result = self.module.value(opcode, ty, &operands);
        if operation == Operation::Decrement {
            // The language gives the value afterwards, SPIR-V that from before.
            let one = self.module.constant_uint(1);
            return self.module.value(op::I_SUB, ty, &[result, one]);
        }
        result
    }

    /// Scope and semantics: those that arguments from a number on state, or what holds without them.
    fn order(&mut self, call: Call<'_>, target: &Target, first: usize) -> Order {
        let stated = |index: usize| self.constant_argument(call, first + index);
        let is_volatile = self.uses_vulkan_memory() && target.flags & flag::VOLATILE != 0;
        let implied = if is_volatile { semantics::VOLATILE } else { 0 };
        let order = match stated(0) {
            Some(scope) => Order {
                scope,
                semantics: stated(1).unwrap_or(0) | stated(2).unwrap_or(0),
                semantics_unequal: stated(3).unwrap_or(0) | stated(4).unwrap_or(0),
            },
            None => Order { scope: self.default_scope(), semantics: implied, semantics_unequal: implied },
        };
        self.declare_order_needs(order.scope, order.semantics | order.semantics_unequal);
        order
    }

    /// Capabilities of a scope and semantics.
    pub(super) fn declare_order_needs(&mut self, scope: u32, semantics: u32) {
        if is_of_vulkan_memory(scope, semantics) {
            self.module.capability(capability::VULKAN_MEMORY_MODEL);
        }
        if self.uses_vulkan_memory() && scope == scope::DEVICE {
            self.module.capability(capability::VULKAN_MEMORY_MODEL_DEVICE_SCOPE);
        }
    }

    fn declare_atomic_needs(&mut self, operation: Operation, ty: Type) {
        let Some(scalar) = ty.scalar() else { return };
        if matches!(scalar, Scalar::Int64 | Scalar::Uint64) {
            self.module.capability(capability::INT64_ATOMICS);
        }
        let (capabilities, extension) = match operation {
            _ if ty.is_vector() => {
                ([capability::ATOMIC_FLOAT16_VECTOR_NV; 3], "SPV_NV_shader_atomic_fp16_vector")
            }
            Operation::Add => (
                [
                    capability::ATOMIC_FLOAT16_ADD_EXT,
                    capability::ATOMIC_FLOAT32_ADD_EXT,
                    capability::ATOMIC_FLOAT64_ADD_EXT,
                ],
                "SPV_EXT_shader_atomic_float_add",
            ),
            Operation::Min | Operation::Max => (
                [
                    capability::ATOMIC_FLOAT16_MIN_MAX_EXT,
                    capability::ATOMIC_FLOAT32_MIN_MAX_EXT,
                    capability::ATOMIC_FLOAT64_MIN_MAX_EXT,
                ],
                "SPV_EXT_shader_atomic_float_min_max",
            ),
            _ => return,
        };
        let width = match scalar {
            Scalar::Float16 => 0,
            Scalar::Float => 1,
            Scalar::Double => 2,
            _ => return,
        };
        self.module.capability(capabilities[width]);
        self.module.extension(extension);
        if operation == Operation::Add && scalar == Scalar::Float16 && ty.is_scalar() {
            self.module.extension("SPV_EXT_shader_atomic_float16_add");
        }
    }
}

/// Whether only the Vulkan memory model has a scope and semantics.
const fn is_of_vulkan_memory(scope: u32, semantics: u32) -> bool {
    const OF_MODEL: u32 =
        semantics::MAKE_AVAILABLE | semantics::MAKE_VISIBLE | semantics::OUTPUT_MEMORY | semantics::VOLATILE;
    semantics & OF_MODEL != 0 || scope == scope::QUEUE_FAMILY
}

/// Whether a call states a scope or semantics that only the Vulkan memory model has.
pub(in crate::emit) fn needs_vulkan_memory(
    program: &Program,
    intrinsic: Intrinsic,
    arguments: &[ExpressionId],
) -> bool {
    let is_exchange = matches!(intrinsic, Intrinsic::AtomicCompSwap | Intrinsic::ImageAtomicCompSwap);
    let is_ordered = matches!(intrinsic, Intrinsic::ControlBarrier | Intrinsic::MemoryBarrier)
        || memory_operation(intrinsic).is_some()
        || image_operation(intrinsic).is_some();
    let stated = if is_exchange { 5 } else { 3 };
    let Some(first) = arguments.len().checked_sub(stated).filter(|_| is_ordered) else {
        return false;
    };
    let mut numbers = arguments.iter().skip(first).map(|argument| {
        let is_int = program.expression(*argument).ty == Type::INT;
        program.constant(*argument).filter(|_| is_int)?.first().map(|number| *number as u32)
    });
    let Some(Some(scope)) = numbers.next() else { return false };
    let Some(semantics) = numbers.collect::<Option<Vec<u32>>>() else { return false };
    // Without scope and semantics, the last arguments are at most a place, a number and another.
    let has_place = first > usize::from(image_operation(intrinsic).is_some());
    let is_barrier = matches!(intrinsic, Intrinsic::ControlBarrier | Intrinsic::MemoryBarrier);
    (has_place || is_barrier) && is_of_vulkan_memory(scope, semantics.iter().fold(0, |all, one| all | one))
}

fn memory_operation(intrinsic: Intrinsic) -> Option<Operation> {
    Some(match intrinsic {
        Intrinsic::AtomicAdd | Intrinsic::AtomicCounterAdd => Operation::Add,
        Intrinsic::AtomicCounterSubtract => Operation::Subtract,
        Intrinsic::AtomicMin | Intrinsic::AtomicCounterMin => Operation::Min,
        Intrinsic::AtomicMax | Intrinsic::AtomicCounterMax => Operation::Max,
        Intrinsic::AtomicAnd | Intrinsic::AtomicCounterAnd => Operation::And,
        Intrinsic::AtomicOr | Intrinsic::AtomicCounterOr => Operation::Or,
        Intrinsic::AtomicXor | Intrinsic::AtomicCounterXor => Operation::Xor,
        Intrinsic::AtomicExchange | Intrinsic::AtomicCounterExchange => Operation::Exchange,
        Intrinsic::AtomicCompSwap | Intrinsic::AtomicCounterCompSwap => Operation::CompareExchange,
        Intrinsic::AtomicLoad | Intrinsic::AtomicCounter => Operation::Load,
        Intrinsic::AtomicStore => Operation::Store,
        Intrinsic::AtomicCounterIncrement => Operation::Increment,
        Intrinsic::AtomicCounterDecrement => Operation::Decrement,
        _ => return None,
    })
}

fn image_operation(intrinsic: Intrinsic) -> Option<Operation> {
    Some(match intrinsic {
        Intrinsic::ImageAtomicAdd => Operation::Add,
        Intrinsic::ImageAtomicMin => Operation::Min,
        Intrinsic::ImageAtomicMax => Operation::Max,
        Intrinsic::ImageAtomicAnd => Operation::And,
        Intrinsic::ImageAtomicOr => Operation::Or,
        Intrinsic::ImageAtomicXor => Operation::Xor,
        Intrinsic::ImageAtomicExchange => Operation::Exchange,
        Intrinsic::ImageAtomicCompSwap => Operation::CompareExchange,
        Intrinsic::ImageAtomicLoad => Operation::Load,
        Intrinsic::ImageAtomicStore => Operation::Store,
        _ => return None,
    })
}

fn opcode(operation: Operation, scalar: Scalar) -> u16 {
    let [float, signed, unsigned] = match operation {
        Operation::Add => [op::ATOMIC_F_ADD_EXT, op::ATOMIC_I_ADD, op::ATOMIC_I_ADD],
        Operation::Subtract => [op::ATOMIC_I_SUB; 3],
        Operation::Min => [op::ATOMIC_F_MIN_EXT, op::ATOMIC_S_MIN, op::ATOMIC_U_MIN],
        Operation::Max => [op::ATOMIC_F_MAX_EXT, op::ATOMIC_S_MAX, op::ATOMIC_U_MAX],
        Operation::And => [op::ATOMIC_AND; 3],
        Operation::Or => [op::ATOMIC_OR; 3],
        Operation::Xor => [op::ATOMIC_XOR; 3],
        Operation::Exchange => [op::ATOMIC_EXCHANGE; 3],
        Operation::CompareExchange => [op::ATOMIC_COMPARE_EXCHANGE; 3],
        Operation::Load => [op::ATOMIC_LOAD; 3],
        Operation::Store => [op::ATOMIC_STORE; 3],
        Operation::Increment => [op::ATOMIC_I_INCREMENT; 3],
        Operation::Decrement => [op::ATOMIC_I_DECREMENT; 3],
    };
    if scalar.is_float() {
        float
    } else if scalar.is_signed() {
        signed
    } else {
        unsigned
    }
}
