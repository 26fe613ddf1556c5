//! Barriers, discards, clocks.

use glassbox_core::stage::Stage;
use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{memory_semantics as semantics, scope};

use super::Call;
use crate::writer::{Value, Writer};

/// Memory that a barrier orders, and who waits.
struct Fence {
    groups: bool,
    device: bool,
    shared: bool,
    waits: bool,
}

fn fence(w: &mut Writer<'_>, fence: &Fence) {
    let mut mask = 0;
    if fence.shared {
        mask |= semantics::WORKGROUP_MEMORY;
    }
    if fence.groups || fence.device {
        mask |= semantics::UNIFORM_MEMORY | semantics::IMAGE_MEMORY;
    }
    if mask != 0 {
        mask |= semantics::ACQUIRE_RELEASE;
    }
    let memory = if fence.device { scope::DEVICE } else { scope::WORKGROUP };
    if fence.waits {
        w.b.control_barrier(scope::WORKGROUP, memory, mask);
    } else if mask != 0 {
        w.b.memory_barrier(memory, mask);
    }
}

pub(super) fn barrier(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let mode = w.argument(call, 0)?;
    let mode = w.expect_fixed(mode, "mode of a barrier")?;
    let found =
        Fence { waits: mode & 1 != 0, device: mode & 2 != 0, groups: mode & 4 != 0, shared: mode & 8 != 0 };
    fence(w, &found);
    Ok(Value::None)
}

pub(super) fn barrier_by_memory(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let flags = w.argument(call, 1)?;
    let flags = w.expect_fixed(flags, "meaning of a barrier")?;
    let memory = match call.number {
        o::BARRIER_BY_MEMORY_TYPE => {
            let memory = w.argument(call, 0)?;
            w.expect_fixed(memory, "kind of memory")?
        }
        // A view: memory of the device.
        _ => 1,
    };
    let found = Fence {
        waits: flags & 1 != 0,
        device: memory & 1 != 0 && flags & 4 != 0,
        groups: memory & 1 != 0,
        shared: memory & 2 != 0,
    };
    fence(w, &found);
    Ok(Value::None)
}

/// Stops what an invocation leaves behind; it goes on as a helper of its neighbours.
pub(super) fn discard(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let condition = w.operand(call, 0)?;
    match w.b.bits(condition) {
        Some(0) => {}
        Some(_) => w.b.effect(op::DEMOTE_TO_HELPER_INVOCATION, &[]),
        None => {
            let (then, after) = (w.b.id(), w.b.id());
            w.b.branch_conditional(condition, then, after);
            w.b.open(then);
            w.b.effect(op::DEMOTE_TO_HELPER_INVOCATION, &[]);
            w.b.open(after);
        }
    }
    Ok(Value::None)
}

pub(super) fn is_helper(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    // Only pixels have helpers.
    if w.chosen.stage != Stage::Fragment {
        return Ok(Value::Id(w.b.constant_bool(false)));
    }
    Ok(Value::Id(w.b.value(op::IS_HELPER_INVOCATION_EXT, ty, &[])))
}

pub(super) fn clock(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let types = &w.source.program.module.types;
    if types.fields(call.ty).is_none_or(|fields| fields.len() != 2) {
        return Err(w.refuse(&rules::SHAPE, "found a clock without two words".to_owned()));
    }
    let uint = w.b.uint();
    let pair = w.b.vector(uint, 2);
    let subgroup = w.b.constant_uint(scope::SUBGROUP);
    let time = w.b.value(op::READ_CLOCK_KHR, pair, &[subgroup]);
    let parts = [0, 1].map(|index| crate::writer::Part::Component(time, index, uint));
    Ok(Value::Parts(parts.into()))
}
