//! What one stage has: vertices of a geometry shader, interlocks and helpers of a fragment shader.

use glassbox_spirv::build::{Id, op};

use super::super::Emitter;
use super::Call;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn stage_function(&mut self, call: Call<'_>) -> Option<Id> {
        let opcode = match call.intrinsic {
            Intrinsic::EmitVertex => op::EMIT_VERTEX,
            Intrinsic::EndPrimitive => op::END_PRIMITIVE,
            Intrinsic::EmitStreamVertex => op::EMIT_STREAM_VERTEX,
            Intrinsic::EndStreamPrimitive => op::END_STREAM_PRIMITIVE,
            Intrinsic::BeginInvocationInterlockARB => op::BEGIN_INVOCATION_INTERLOCK_EXT,
            Intrinsic::EndInvocationInterlockARB => op::END_INVOCATION_INTERLOCK_EXT,
            Intrinsic::HelperInvocationEXT => {
                return Some(self.operation(call, op::IS_HELPER_INVOCATION_EXT, &[]));
            }
            _ => return None,
        };
        let operands = self.argument_values(call);
        self.module.effect(opcode, &operands);
        Some(self.module.id())
    }
}
