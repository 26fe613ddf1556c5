//! Writes the control flow of functions as a graph in the DOT language.

use glassbox_dxcontainer::container::Container;
use glassbox_dxil::ir::{FunctionId, Instruction, LabelId, Op, Typed};

use super::context::{Context, Locals};
use super::error::Error;
use super::numbers::Numbers;
use super::out::Out;
use super::select::{self, Selection};
use super::survey::{Survey, Surveyed};
use super::value::Writer;

/// Most instructions shown in the graph.
const MAX_INSTRUCTIONS: usize = 1 << 18;
/// Instruction length at which lists are truncated, bytes.
const MAX_LINE: usize = 1 << 14;

/// Control-flow graph of a container's program: basic blocks with their instructions, edges labelled with
/// their conditions. Covers all function bodies, or the selected one.
///
/// # Errors
///
/// Those of [`container`](super::container()).
pub fn container_graph(container: &Container<'_>, selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    graph(select::program(container, selection)?, selection)
}

/// Control-flow graph of a module, drawn like [`container_graph`].
///
/// # Errors
///
/// Those of [`bitcode`](super::bitcode()).
pub fn graph(bitcode: &[u8], selection: &Selection<'_>) -> Result<Vec<u8>, Error> {
    let module = Typed::read(bitcode).map_err(Error::Module)?;
    let wanted = match selection.function {
        Some(name) => Some(select::function(&module, name)?),
        None => None,
    };
    let context = super::context(&module);
    let shown = |id: FunctionId| wanted.is_none_or(|wanted| wanted == id);
    let pieces = super::survey(&module, &|_, _, _| {});
    let numbers = Numbers::new(&module, &pieces);
    let mut out = Out::default();
    out.text("digraph shader {\n    node [shape=box, fontname=monospace];\n");
    let mut drawing = Drawing { out: &mut out, context: &context, numbers: &numbers, room: MAX_INSTRUCTIONS };
    for id in (0..module.functions.len()).map(FunctionId::at).filter(|id| shown(*id)) {
        match Survey::new(&module).function(id) {
            Ok(Some(surveyed)) => drawing.function(id, &surveyed),
            Ok(None) => {}
            Err(fault) => {
                let name = name(&context, id);
                drawing.out.text("    // ").name(name).text(": ").text(&fault.to_string()).byte(b'\n');
            }
        }
    }
    out.text("}\n");
    Ok(out.into_bytes())
}

/// A graph being written.
struct Drawing<'o, 'm> {
    out: &'o mut Out,
    context: &'m Context<'m>,
    numbers: &'m Numbers,
    /// Number of instructions still allowed.
    room: usize,
}

impl Drawing<'_, '_> {
    /// Writes the blocks and edges of a function.
    fn function(&mut self, id: FunctionId, surveyed: &Surveyed<'_>) {
        let body = &*surveyed.body;
        let name = name(self.context, id);
        if body.instructions.len() > self.room {
            self.out.text("    // ").name(name).text(": too large for a graph\n");
            return;
        }
        self.room -= body.instructions.len();
        let locals = Locals::new(body);
        self.out.text("    subgraph cluster_").number(id.0.into());
        self.out.text(" {\n        label=\"");
        escaped(self.out, name);
        self.out.text("\";\n");
        for index in 0..body.blocks.len() {
            let label = LabelId::at(index);
            block_id(self.out.text("        "), id, label);
            self.out.text(" [label=\"");
            self.written(&locals, |writer| locals.label(writer.out, label));
            self.out.text(":\\l");
            for (instruction, found) in body.block(label) {
                self.written(&locals, |writer| writer.instruction(found, surveyed.attached(instruction)));
                self.out.text("\\l");
            }
            self.out.text("\"];\n");
        }
        for index in 0..body.blocks.len() {
            let from = LabelId::at(index);
            if let Some((_, last)) = body.block(from).last() {
                self.edges(id, &locals, from, last);
            }
        }
        self.out.text("    }\n");
    }

    /// Appends the output of `write`, escaped for a quoted string.
    fn written(&mut self, locals: &Locals<'_>, write: impl FnOnce(&mut Writer<'_, '_>)) {
        let mut line = Out::default();
        write(&mut Writer { out: &mut line, context: self.context, locals: Some(locals), limit: MAX_LINE });
        let mut filled = Out::default();
        filled.filled(&line, |hole| self.numbers.of(hole));
        for (place, line) in filled.as_bytes().split(|&byte| byte == b'\n').enumerate() {
            self.out.text(if place > 0 { "\\l" } else { "" });
            escaped(self.out, line);
        }
    }

    /// Writes the edges from a block with their conditions.
    fn edges(&mut self, id: FunctionId, locals: &Locals<'_>, from: LabelId, last: &Instruction) {
        if !last.is_terminator() {
            return;
        }
        let operands = locals.body.operands(last);
        for (place, &to) in locals.body.labels(last).iter().enumerate() {
            block_id(self.out.text("        "), id, from);
            block_id(self.out.text(" -> "), id, to);
            let title = match (last.op, place) {
                (Op::Branch, 0) if !operands.is_empty() => Some("true"),
                (Op::Branch, _) if !operands.is_empty() => Some("false"),
                (Op::Switch, 0) => Some("default"),
                (Op::Invoke(_), 1) => Some("unwind"),
                _ => None,
            };
            // Operand 0 is the compared value, label 0 the default target; so a case and its target share an
            // index.
            let case = operands.get(place).filter(|_| matches!(last.op, Op::Switch) && place > 0);
            if title.is_some() || case.is_some() {
                self.out.text(" [label=\"").text(title.unwrap_or_default());
                if let Some(&case) = case {
                    self.written(locals, |writer| writer.value(case));
                }
                self.out.text("\"]");
            }
            self.out.text(";\n");
        }
    }
}

fn name<'m>(context: &Context<'m>, id: FunctionId) -> &'m [u8] {
    let function = context.module.functions.get(id.index());
    let name = function.and_then(|function| context.module.name(function.value));
    glassbox_dxil::without_marker(name.unwrap_or_default())
}

fn block_id(out: &mut Out, function: FunctionId, label: LabelId) {
    out.byte(b'f').number(function.0.into()).text("_b").number(label.0.into());
}

/// Escapes text for a DOT string.
fn escaped(out: &mut Out, text: &[u8]) {
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.byte(b'\\').byte(byte).end(),
            byte if byte.is_ascii_control() => out.byte(b' ').end(),
            byte => out.byte(byte).end(),
        }
    }
}
