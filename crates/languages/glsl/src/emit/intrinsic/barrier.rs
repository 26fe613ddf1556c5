//! Barriers of control and memory.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::Id;
use glassbox_spirv::build::value::{capability, memory_semantics as semantics, scope};

use super::super::Emitter;
use super::Call;
use crate::vocabulary::functions::Intrinsic;

/// All memory that invocations share.
pub(super) const ALL_MEMORY: u32 = semantics::UNIFORM_MEMORY
    | semantics::WORKGROUP_MEMORY
    | semantics::ATOMIC_COUNTER_MEMORY
    | semantics::IMAGE_MEMORY;

impl Emitter<'_> {
    pub(super) fn barrier(&mut self, call: Call<'_>) -> Option<Id> {
        let memory = match call.intrinsic {
            Intrinsic::Barrier => {
                self.control_barrier();
                return Some(self.module.id());
            }
            Intrinsic::ControlBarrier => return Some(self.ordered_barrier(call)),
            Intrinsic::MemoryBarrier if !call.arguments.is_empty() => {
                return Some(self.ordered_barrier(call));
            }
            Intrinsic::MemoryBarrier => ALL_MEMORY,
            Intrinsic::MemoryBarrierBuffer => semantics::UNIFORM_MEMORY,
            Intrinsic::MemoryBarrierShared => semantics::WORKGROUP_MEMORY,
            // Counters are members of storage blocks.
            Intrinsic::MemoryBarrierAtomicCounter => {
                semantics::ATOMIC_COUNTER_MEMORY | semantics::UNIFORM_MEMORY
            }
            Intrinsic::MemoryBarrierImage => semantics::IMAGE_MEMORY,
            Intrinsic::GroupMemoryBarrier => ALL_MEMORY,
            _ => return None,
        };
        let is_group = call.intrinsic == Intrinsic::GroupMemoryBarrier;
        let scope = if is_group { scope::WORKGROUP } else { self.default_scope() };
        self.module.memory_barrier(scope, memory | semantics::ACQUIRE_RELEASE);
        Some(self.module.id())
    }

    /// A barrier whose arguments are a scope for control, if it has one, the scope of memory, storage and semantics.
    fn ordered_barrier(&mut self, call: Call<'_>) -> Id {
        let is_control = call.intrinsic == Intrinsic::ControlBarrier;
        let first = usize::from(is_control);
        let number = |index: usize| self.constant_argument(call, index).unwrap_or(0);
        let (memory, semantics) = (number(first), number(first + 1) | number(first + 2));
        let execution = number(0);
        self.declare_order_needs(memory, semantics);
        if is_control {
            self.module.control_barrier(execution, memory, semantics);
        } else {
            self.module.memory_barrier(memory, semantics);
        }
        self.module.id()
    }

    /// The scope of what states none.
    pub(super) fn default_scope(&self) -> u32 {
        if self.uses_vulkan_memory() { scope::QUEUE_FAMILY } else { scope::DEVICE }
    }

    fn control_barrier(&mut self) {
        let (memory, semantics) = if self.program.stage() != Stage::TessellationControl {
            (scope::WORKGROUP, semantics::WORKGROUP_MEMORY | semantics::ACQUIRE_RELEASE)
        } else if self.uses_vulkan_memory() {
            self.module.capability(capability::VULKAN_MEMORY_MODEL);
            (scope::WORKGROUP, semantics::OUTPUT_MEMORY | semantics::ACQUIRE_RELEASE)
        } else {
            (scope::INVOCATION, 0)
        };
        self.module.control_barrier(scope::WORKGROUP, memory, semantics);
    }
}
