//! The control flow of functions as a graph in the DOT language.

use glassbox_dxcontainer::container::Container;
use glassbox_dxil::ir::{Body, FunctionId, Instruction, LabelId, Op, Typed};

use super::context::{Context, Locals};
use super::error::Error;
use super::out::Out;
use super::select::{self, Selection};
use super::survey::Surveyed;
use super::value::Writer;

/// Most instructions that the graph shows.
const MAX_INSTRUCTIONS: usize = 1 << 18;

/// The control flow of a container's program: basic blocks with their instructions, edges labelled with what has to be so.
/// All functions with a body, or the one that is asked for.
///
/// # Errors
///
/// As those of [`container`](super::container()).
pub fn container_graph(container: &Container<'_>, selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    graph(select::program(container, selection)?, selection)
}

/// The control flow of a module, as [`container_graph`] draws it.
///
/// # Errors
///
/// As those of [`bitcode`](super::bitcode()).
pub fn graph(bitcode: &[u8], selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    let module = Typed::read(bitcode).map_err(Error::Module)?;
    let wanted = match selection.function {
        Some(name) => Some(select::function(&module, name)?),
        None => None,
    };
    let pieces = super::survey(&module);
    let context = Context::new(&module, &pieces);
    let mut out = Out::default();
    out.text("digraph shader {\n    node [shape=box, fontname=monospace];\n");
    let mut room = MAX_INSTRUCTIONS;
    let reads = pieces.iter().flat_map(|piece| &piece.bodies);
    for (index, read) in reads.enumerate() {
        let id = FunctionId::at(index);
        if wanted.is_some_and(|wanted| wanted != id) {
            continue;
        }
        match read {
            Ok(Some(surveyed)) => draw(&mut out, &context, id, surveyed, &mut room),
            Ok(None) => {}
            Err(fault) => {
                out.text("    // ");
                out.name(name(&context, id))
                    .text(": ")
                    .text(&fault.to_string())
                    .byte(b'\n');
            }
        }
    }
    out.text("}\n");
    Ok(out.into_bytes())
}

fn name<'m>(context: &Context<'m>, id: FunctionId) -> &'m [u8] {
    let function = context.module.functions.get(id.index());
    let name = function.and_then(|function| context.module.name(function.value));
    glassbox_dxil::without_marker(name.unwrap_or_default())
}

/// Writes the blocks of a function and the edges between them.
fn draw(out: &mut Out, context: &Context<'_>, id: FunctionId, surveyed: &Surveyed<'_>, room: &mut usize) {
    let body = &*surveyed.body;
    if body.instructions.len() > *room {
        out.text("    // ")
            .name(name(context, id))
            .text(": too large for a graph\n");
        return;
    }
    *room -= body.instructions.len();
    let locals = Locals::new(body);
    out.text("    subgraph cluster_")
        .number(id.0.into())
        .text(" {\n        label=\"");
    escaped(out, name(context, id));
    out.text("\";\n");
    let mut line = Out::default();
    for index in 0..body.blocks.len() {
        let label = LabelId::at(index);
        block_id(out.text("        "), id, label);
        out.text(" [label=\"");
        line.truncate(0);
        locals.label(&mut line, label);
        escaped(out, line.as_bytes());
        out.text(":\\l");
        for (instruction, found) in body.block(label) {
            line.truncate(0);
            let mut writer = Writer {
                out: &mut line,
                context,
                locals: Some(&locals),
            };
            writer.instruction(found, surveyed.attached(instruction));
            for line in line.as_bytes().split(|&byte| byte == b'\n') {
                escaped(out, line);
                out.text("\\l");
            }
        }
        out.text("\"];\n");
    }
    for index in 0..body.blocks.len() {
        let from = LabelId::at(index);
        if let Some((_, last)) = body.block(from).last() {
            edges(out, context, id, &locals, from, last);
        }
    }
    out.text("    }\n");
}

fn edges(
    out: &mut Out,
    context: &Context<'_>,
    id: FunctionId,
    locals: &Locals<'_>,
    from: LabelId,
    last: &Instruction,
) {
    let body: &Body = locals.body;
    if !last.is_terminator() {
        return;
    }
    let operands = body.operands(last);
    for (place, &to) in body.labels(last).iter().enumerate() {
        block_id(out.text("        "), id, from);
        block_id(out.text(" -> "), id, to);
        let mut title = Out::default();
        match (last.op, place) {
            (Op::Branch, 0) if !operands.is_empty() => title.text("true").end(),
            (Op::Branch, _) if !operands.is_empty() => title.text("false").end(),
            (Op::Switch, 0) => title.text("default").end(),
            // The value that is compared comes before the cases, as the default comes before their targets.
            (Op::Switch, place) => {
                if let Some(&case) = operands.get(place) {
                    let mut writer = Writer {
                        out: &mut title,
                        context,
                        locals: Some(locals),
                    };
                    writer.value(case);
                }
            }
            (Op::Invoke(_), 1) => title.text("unwind").end(),
            _ => {}
        }
        if title.len() > 0 {
            out.text(" [label=\"");
            escaped(out, title.as_bytes());
            out.text("\"]");
        }
        out.text(";\n");
    }
}

fn block_id(out: &mut Out, function: FunctionId, label: LabelId) {
    out.byte(b'f')
        .number(function.0.into())
        .text("_b")
        .number(label.0.into());
}

/// Text inside quotes of the DOT language.
fn escaped(out: &mut Out, text: &[u8]) {
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.byte(b'\\').byte(byte).end(),
            byte if byte.is_ascii_control() => out.byte(b' ').end(),
            byte => out.byte(byte).end(),
        }
    }
}
