//! Vertices that geometry shaders emit.

use glassbox_lower_directx::Outcome;
use glassbox_spirv::build::op;

use crate::ports::Way;
use crate::writer::Writer;

/// Emits a vertex, ends a primitive, or both, in the first stream.
pub(super) fn emit(w: &mut Writer<'_>, emits: bool, cuts: bool) -> Outcome<()> {
    in_stream(w, 0, emits, cuts)
}

/// The same in the stream of the operand.
pub(super) fn emit_stream(w: &mut Writer<'_>, emits: bool, cuts: bool) -> Outcome<()> {
    let operand = w.operand(0)?;
    let stream = w.number(&operand, 0)?;
    in_stream(w, stream.min(3), emits, cuts)
}

fn in_stream(w: &mut Writer<'_>, stream: u32, emits: bool, cuts: bool) -> Outcome<()> {
    w.uses.streams.insert(stream);
    let has_streams = w.prior.is_some_and(|prior| prior.streams.iter().any(|stream| *stream > 0));
    let operand = w.b.constant_uint(stream);
    if emits {
        w.store_outputs(Way::Output, stream, None)?;
        if has_streams {
            w.b.effect(op::EMIT_STREAM_VERTEX, &[operand]);
        } else {
            w.b.effect(op::EMIT_VERTEX, &[]);
        }
    }
    if cuts {
        if has_streams {
            w.b.effect(op::END_STREAM_PRIMITIVE, &[operand]);
        } else {
            w.b.effect(op::END_PRIMITIVE, &[]);
        }
    }
    Ok(())
}
