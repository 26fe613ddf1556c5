//! Ray tracing.

use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::Outcome;
use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::build::{Id, op};

use super::Call;
use crate::memory::Pointer;
use crate::writer::{Value, Writer};

/// A row and column of a matrix of four columns of three rows.
pub(super) fn matrix(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let number = match call.number {
        o::OBJECT_TO_WORLD => built_in::OBJECT_TO_WORLD_KHR,
        _ => built_in::WORLD_TO_OBJECT_KHR,
    };
    let float = w.ty(call.ty)?;
    let column = w.b.vector(float, 3);
    let matrix = w.b.matrix(column, 4);
    let [row, column] = [w.argument(call, 0)?, w.argument(call, 1)?];
    let [row, column] = [w.component_index(row)?, w.component_index(column)?];
    let variable = w.built_ins.variable(&mut w.b, number, matrix, &mut w.interface);
    let pointer = w.b.pointer(storage_class::INPUT, float);
    let place = w.b.value(op::ACCESS_CHAIN, pointer, &[variable, column, row]);
    Ok(Value::Id(w.b.value(op::LOAD, float, &[place])))
}

/// Ends an any-hit shader.
pub(super) fn end_hit(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    w.b.end(match call.number {
        o::IGNORE_HIT => op::IGNORE_INTERSECTION_KHR,
        _ => op::TERMINATE_RAY_KHR,
    });
    Ok(Value::None)
}

impl Writer<'_> {
    /// The variable that something of a type is passed in: one for each storage class and type.
    pub(crate) fn passed(&mut self, class: u32, of: glassbox_dxil::ir::TypeId) -> Outcome<Pointer> {
        let ty = self.ty(of)?;
        if let Some(known) = self.payloads.get(&(class, ty)) {
            return Ok(Pointer::whole(*known, class, of));
        }
        let pointer = self.b.pointer(class, ty);
        let id = self.b.global(pointer, class);
        let has_location = matches!(class, storage_class::RAY_PAYLOAD_KHR | storage_class::CALLABLE_DATA_KHR);
        if has_location {
            let location = self.payloads.keys().filter(|(known, _)| *known == class).count() as u32;
            self.b.decorate(id, decoration::LOCATION, &[location]);
        }
        self.globals.push(id);
        self.payloads.insert((class, ty), id);
        Ok(Pointer::whole(id, class, of))
    }
}

/// Calls something with a variable of the program: what is in it goes to one that can be passed, and comes back.
fn with_payload(
    w: &mut Writer<'_>,
    class: u32,
    given: Pointer,
    call: impl FnOnce(&mut Writer<'_>, Id),
) -> Outcome<()> {
    let passed = w.passed(class, given.ty)?;
    let ty = w.ty(given.ty)?;
    let content = w.b.value(op::LOAD, ty, &[given.id]);
    w.b.effect(op::STORE, &[passed.id, content]);
    call(w, passed.id);
    let content = w.b.value(op::LOAD, ty, &[passed.id]);
    w.b.effect(op::STORE, &[given.id, content]);
    Ok(())
}

/// A vector of three arguments.
pub(super) fn three(w: &mut Writer<'_>, call: &Call<'_>, first: usize) -> Outcome<Id> {
    let float = w.b.float();
    let vector = w.b.vector(float, 3);
    let parts = w.ids(call.arguments.get(first..first + 3).unwrap_or_default())?;
    Ok(w.b.value(op::COMPOSITE_CONSTRUCT, vector, &parts))
}

pub(super) fn trace(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let scene = w.load_opaque(w.argument(call, 0)?)?;
    let mut operands = vec![scene];
    for index in 1..6 {
        operands.push(w.operand(call, index)?);
    }
    operands.push(three(w, call, 6)?);
    operands.push(w.operand(call, 9)?);
    operands.push(three(w, call, 10)?);
    operands.push(w.operand(call, 13)?);
    let given = w.pointer(w.argument(call, 14)?)?;
    with_payload(w, storage_class::RAY_PAYLOAD_KHR, given, |w, passed| {
        operands.push(passed);
        w.b.effect(op::TRACE_RAY_KHR, &operands);
    })?;
    Ok(Value::None)
}

pub(super) fn call(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let index = w.operand(call, 0)?;
    let given = w.pointer(w.argument(call, 1)?)?;
    with_payload(w, storage_class::CALLABLE_DATA_KHR, given, |w, passed| {
        w.b.effect(op::EXECUTE_CALLABLE_KHR, &[index, passed]);
    })?;
    Ok(Value::None)
}

pub(super) fn report(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let [distance, kind] = [w.operand(call, 0)?, w.operand(call, 1)?];
    let given = w.pointer(w.argument(call, 2)?)?;
    let passed = w.passed(storage_class::HIT_ATTRIBUTE_KHR, given.ty)?;
    let of = w.ty(given.ty)?;
    let content = w.b.value(op::LOAD, of, &[given.id]);
    w.b.effect(op::STORE, &[passed.id, content]);
    Ok(Value::Id(w.b.value(op::REPORT_INTERSECTION_KHR, ty, &[distance, kind])))
}
