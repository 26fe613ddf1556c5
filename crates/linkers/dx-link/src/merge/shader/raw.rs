//! Replaces accesses to raw and structured buffers by those of shader models before 6.2.

use glassbox_dxil::ir::{AttributeKind, Op, Type, ValueId};
use glassbox_dxil::operation::opcode;

use super::code::{Code, Work};

/// Name suffix of operations on 32-bit values; only those exist in both versions.
fn suffix(work: &Work, code: &Code, value: ValueId) -> Option<(&'static [u8], Type)> {
    match work.builder.module.types.get(work.type_of(code, value)?)? {
        Type::Float => Some((b"f32", Type::Float)),
        Type::Integer(32) => Some((b"i32", Type::Integer(32))),
        _ => None,
    }
}

/// Replaces the accesses of a body: loads first.
pub(super) fn lower(work: &mut Work, code: &mut Code) {
    for wanted in [opcode::RAW_BUFFER_LOAD, opcode::RAW_BUFFER_STORE] {
        for block in 0..code.blocks.len() {
            for place in 0..code.blocks.get(block).map_or(0, Vec::len) {
                exchange(work, code, (block, place), wanted);
            }
        }
    }
}

fn exchange(work: &mut Work, code: &mut Code, at: (usize, usize), wanted: u32) -> Option<()> {
    let step = code.step(at)?.clone();
    if work.operation(&step) != Some(wanted) {
        return None;
    }
    let int = work.builder.module.types.intern(Type::Integer(32));
    let byte = work.builder.module.types.intern(Type::Integer(8));
    let handle = work.handle();
    let (operation, operands, ty) = match (wanted, step.operands.as_slice()) {
        (opcode::RAW_BUFFER_LOAD, &[_, _, buffer, index, offset, _, _]) => {
            let fields = work.builder.module.types.fields(step.ty)?;
            let suffix: &[u8] = match work.builder.module.types.get(*fields.first()?)? {
                Type::Float => b"f32",
                Type::Integer(32) => b"i32",
                _ => return None,
            };
            let name = [b"dx.op.bufferLoad.", suffix].concat();
            let attributes = [AttributeKind::NO_UNWIND, AttributeKind::READ_ONLY];
            let operation = work.declare(&name, step.ty, &[int, handle, int, int], &attributes);
            let number = work.builder.integer(32, i64::from(opcode::BUFFER_LOAD));
            (operation, vec![operation.value, number, buffer, index, offset], step.ty)
        }
        (opcode::RAW_BUFFER_STORE, &[_, _, buffer, index, offset, a, b, c, d, mask, _]) => {
            let (suffix, ty) = suffix(work, code, a)?;
            let element = work.builder.module.types.intern(ty);
            let void = work.void();
            let name = [b"dx.op.bufferStore.", suffix].concat();
            let parameters = [int, handle, int, int, element, element, element, element, byte];
            let operation = work.declare(&name, void, &parameters, &[AttributeKind::NO_UNWIND]);
            let number = work.builder.integer(32, i64::from(opcode::BUFFER_STORE));
            let operands = vec![operation.value, number, buffer, index, offset, a, b, c, d, mask];
            (operation, operands, void)
        }
        _ => return None,
    };
    let slot = code.blocks.get_mut(at.0)?.get_mut(at.1)?;
    slot.op = Op::Call(operation.call);
    slot.operands = operands;
    slot.ty = ty;
    Some(())
}
