//! Writes function declarations and definitions.

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{Body, DllStorage, Function, InstructionId, LabelId, Slot, ValueId, Visibility};

use super::attributes;
use super::context::{Context, Locals};
use super::instruction::convention;
use super::out::Out;
use super::spelling::{self, Sigil};
use super::survey::{Read, Surveyed};
use super::value::Writer;

/// Column of the comment after a label.
const COMMENT_COLUMN: usize = 50;
/// Text allowed per function besides its instructions, bytes.
const ROOM: usize = 16 * 1024;
/// Text allowed per byte of a function's code, bytes; longer text only repeats large constants.
const ROOM_PER_BYTE: usize = 256;

/// Writes a function, preceded by an empty line.
pub(super) fn write(out: &mut Out, context: &Context<'_>, function: &Function, read: &Read<'_>) {
    let locals = match read {
        Ok(Some(surveyed)) => Some(Locals::new(&surveyed.body)),
        _ => None,
    };
    let bytes = match read {
        Ok(Some(surveyed)) => size(&surveyed.body),
        _ => 0,
    };
    let mut writer =
        Writer { limit: out.len() + ROOM + ROOM_PER_BYTE * bytes, out, context, locals: locals.as_ref() };
    writer.out.byte(b'\n');
    attributes::comment(writer.out, &context.module.attributes, function.attributes);
    head(&mut writer, function, matches!(read, Ok(None)));
    match read {
        Ok(None) => writer.out.byte(b'\n').end(),
        Ok(Some(surveyed)) => {
            for attachment in surveyed.body.attachments(None) {
                writer.attachment(&attachment, " !");
            }
            writer.out.text(" {");
            blocks(&mut writer, surveyed);
            writer.out.text("}\n");
        }
        Err(fault) => {
            writer.out.text(" {\n");
            super::comment::damage(writer.out, "this body cannot be read", fault);
            writer.out.text("}\n");
        }
    }
}

/// Size of a body in the file, bytes.
fn size(body: &Body) -> usize {
    let bits = match (body.places.0.first(), body.places.0.last()) {
        (Some(first), Some(last)) => last.end.saturating_sub(first.start),
        _ => body.instructions.len() as u64 * 64,
    };
    (bits / 8) as usize
}

/// Writes everything before the blocks.
pub(super) fn head(writer: &mut Writer<'_, '_>, function: &Function, declared: bool) {
    let context = writer.context;
    let module = context.module;
    writer.out.text(if declared { "declare" } else { "define" });
    linkage(writer.out, function.linkage);
    visibility(writer.out, function.visibility, function.dll_storage);
    convention(writer.out, function.calling_convention);
    context.attributes(writer.out, function.attributes, Slot::RESULT);
    writer.out.byte(b' ');
    let (result, parameters, variadic) =
        module.types.function(function.ty).unwrap_or((function.ty, &[], false));
    writer.ty(result);
    writer.out.byte(b' ');
    context.global(writer.out, function.value);
    writer.out.byte(b'(');
    for (index, &parameter) in (0..).zip(parameters) {
        writer.out.text(if index > 0 { ", " } else { "" });
        if writer.is_full() {
            writer.out.text("...");
            break;
        }
        writer.ty(parameter);
        context.attributes(writer.out, function.attributes, Slot::parameter(index));
        if let Some(locals) = writer.locals
            && let Some(name) = locals.body.symbols.value(ValueId::local(index))
        {
            writer.out.byte(b' ');
            spelling::name(writer.out, Sigil::Local, name);
        }
    }
    if variadic {
        writer.out.text(if parameters.is_empty() { "..." } else { ", ..." });
    }
    writer.out.byte(b')');
    writer.out.text(if function.unnamed_addr { " unnamed_addr" } else { "" });
    context.group(writer.out, function.attributes);
    let text = |place: Option<u32>, list: &[glassbox_dxil::ir::Text]| {
        let text = list.get(place? as usize)?;
        Some(module.text(*text))
    };
    if let Some(section) = text(function.section, &module.sections) {
        writer.out.text(" section \"");
        spelling::escaped(writer.out, section);
        writer.out.byte(b'"');
    }
    comdat(writer.out, context, function.comdat, "");
    match function.alignment.bytes() {
        0 => {}
        bytes => writer.out.text(" align ").number(bytes.into()).end(),
    }
    if let Some(collector) = text(function.collector, &module.collectors) {
        writer.out.text(" gc \"");
        spelling::escaped(writer.out, collector);
        writer.out.byte(b'"');
    }
    let data = [
        (" prefix ", function.prefix),
        (" prologue ", function.prologue),
        (" personality ", function.personality),
    ];
    for (title, value) in data {
        if let Some(value) = value {
            writer.out.text(title);
            writer.typed(value);
        }
    }
}

/// Writes the comdat of a global value.
pub(super) fn comdat(out: &mut Out, context: &Context<'_>, place: Option<u32>, before: &str) {
    let found = place.and_then(|place| context.module.comdats.get(place as usize));
    if let Some(comdat) = found {
        out.text(before).text(" comdat($");
        spelling::name(out, Sigil::None, context.module.text(comdat.name));
        out.byte(b')');
    }
}

/// Writes a linkage with a leading space; nothing for external.
pub(super) fn linkage(out: &mut Out, linkage: Linkage) {
    out.text(match linkage.0 {
        1 | 16 => " weak",
        2 => " appending",
        3 => " internal",
        4 | 18 => " linkonce",
        7 => " extern_weak",
        8 => " common",
        9 | 13 | 14 => " private",
        10 | 17 => " weak_odr",
        11 | 19 => " linkonce_odr",
        12 => " available_externally",
        _ => "",
    });
}

/// Writes visibility and storage class, each with a leading space.
pub(super) fn visibility(out: &mut Out, visibility: Visibility, storage: DllStorage) {
    out.text(match visibility {
        Visibility::HIDDEN => " hidden",
        Visibility::PROTECTED => " protected",
        _ => "",
    });
    out.text(match storage {
        DllStorage::IMPORT => " dllimport",
        DllStorage::EXPORT => " dllexport",
        _ => "",
    });
}

fn blocks(writer: &mut Writer<'_, '_>, surveyed: &Surveyed<'_>) {
    let body = &*surveyed.body;
    let sources = Sources::new(body);
    for index in 0..body.blocks.len() {
        let label = LabelId::at(index);
        head_of_block(writer, body, label, &sources);
        for (id, instruction) in body.block(label) {
            writer.instruction(instruction, surveyed.attached(id));
            writer.out.byte(b'\n');
            if writer.is_full() {
                rest(writer, body, id);
                return;
            }
        }
    }
}

/// Notes that the rest of a function is omitted.
fn rest(writer: &mut Writer<'_, '_>, body: &Body, last: InstructionId) {
    let left = body.instructions.len().saturating_sub(last.index() + 1);
    writer.out.text("  ; ").number(left as u64);
    writer.out.text(" more instructions are left out: the text has grown out of proportion to the code\n");
}

/// Writes the line before a block; only a named block has one at the start of a function.
fn head_of_block(writer: &mut Writer<'_, '_>, body: &Body, label: LabelId, sources: &Sources) {
    let sources = sources.of(label);
    let start;
    match (body.symbols.block(label), writer.locals.and_then(|locals| locals.number(label))) {
        (Some(name), _) => {
            writer.out.byte(b'\n');
            start = writer.out.len();
            spelling::name(writer.out, Sigil::None, name);
            writer.out.byte(b':');
        }
        (None, Some(number)) if !sources.is_empty() => {
            writer.out.byte(b'\n');
            start = writer.out.len();
            writer.out.text("; <label>:").number(number.into());
        }
        // Continues the line of the function or of the last instruction, whose line feed has been written.
        _ => start = writer.out.len(),
    }
    if label.index() > 0 {
        writer.out.column(start, COMMENT_COLUMN).byte(b';');
        for (place, &source) in sources.iter().enumerate() {
            writer.out.text(if place > 0 { ", " } else { " preds = " });
            if let Some(locals) = writer.locals {
                locals.label(writer.out, source);
            }
        }
        if sources.is_empty() {
            writer.out.text(" No predecessors!");
        }
    }
    writer.out.byte(b'\n');
}

/// Predecessors of each block, last jump in the text first.
pub(super) struct Sources {
    /// End of each block's range in `sources`.
    ends: Vec<u32>,
    sources: Vec<LabelId>,
}

impl Sources {
    pub(super) fn new(body: &Body) -> Sources {
        let jumps = |each: &mut dyn FnMut(LabelId, LabelId)| {
            for index in (0..body.blocks.len()).rev() {
                let from = LabelId::at(index);
                let Some((_, last)) = body.block(from).last() else {
                    continue;
                };
                if last.is_terminator() {
                    body.labels(last).iter().rev().for_each(|&to| each(from, to));
                }
            }
        };
        let mut ends = vec![0u32; body.blocks.len()];
        jumps(&mut |_, to| {
            if let Some(end) = ends.get_mut(to.index()) {
                *end += 1;
            }
        });
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum - *end;
        }
        let mut sources = vec![LabelId(0); sum as usize];
        jumps(&mut |from, to| {
            if let Some(end) = ends.get_mut(to.index()) {
                if let Some(slot) = sources.get_mut(*end as usize) {
                    *slot = from;
                }
                *end += 1;
            }
        });
        Sources { ends, sources }
    }

    /// Predecessors of a block.
    pub(super) fn of(&self, label: LabelId) -> &[LabelId] {
        let end = self.ends.get(label.index()).copied().unwrap_or(0);
        let before = label.index().checked_sub(1).and_then(|index| self.ends.get(index));
        self.sources.get(before.copied().unwrap_or(0) as usize..end as usize).unwrap_or_default()
    }
}
