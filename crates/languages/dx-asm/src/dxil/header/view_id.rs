//! Writes the dependencies of outputs on the view and on inputs, from the words of `dx.viewIdState`.
//!
//! The words have no self-describing structure: their meaning follows from preceding counts and the stage.

use glassbox_dxcontainer::program::ShaderKind;

use crate::dxil::out::Out;

/// Output streams of a geometry shader.
const STREAMS: usize = 4;

/// A dependency table: for each input, the outputs it affects.
struct Table<'a> {
    inputs: usize,
    outputs: usize,
    words: &'a [u32],
}

impl<'a> Table<'a> {
    /// Takes the words of a table.
    fn take(words: &mut &'a [u32], inputs: usize, outputs: usize) -> Table<'a> {
        let size = inputs.saturating_mul(outputs.div_ceil(32)).min(words.len());
        let (own, rest) = words.split_at(size);
        *words = rest;
        Table { inputs, outputs, words: own }
    }

    /// Takes the words of the view dependencies, if any.
    fn view(views: bool, words: &mut &'a [u32], outputs: usize) -> Table<'a> {
        if views { Table::take(words, 1, outputs) } else { Table::take(&mut &[][..], 1, outputs) }
    }

    fn has(&self, input: usize, output: usize) -> bool {
        let place = input * self.outputs.div_ceil(32) + output / 32;
        self.words.get(place).is_some_and(|word| word >> (output % 32) & 1 != 0)
    }

    /// Outputs covered by the words.
    fn outputs(&self) -> std::ops::Range<usize> {
        0..if self.words.is_empty() { 0 } else { self.outputs }
    }

    /// Writes the outputs that depend on the view; the table then has one input.
    fn write_view(&self, out: &mut Out, title: &str) {
        out.text("; ").text(title).text(" dependent on ViewId: { ");
        list(out, self.outputs().filter(|&output| self.has(0, output)));
        out.text(" }\n");
    }

    /// Writes the inputs of each dependent output.
    fn write_inputs(&self, out: &mut Out, from: &str, to: &str) {
        out.text("; ").text(from).text(" contributing to computation of ").text(to).text(":\n");
        for output in self.outputs() {
            let mut inputs = (0..self.inputs).filter(|&input| self.has(input, output)).peekable();
            if inputs.peek().is_some() {
                out.text(";   output ").number(output as u64).text(" depends on inputs: { ");
                list(out, inputs);
                out.text(" }\n");
            }
        }
    }
}

fn list(out: &mut Out, items: impl Iterator<Item = usize>) {
    for (place, item) in items.enumerate() {
        out.text(if place > 0 { ", " } else { "" }).number(item as u64);
    }
}

/// Largest valid count of components: 32 registers of four, and four times as many for patches.
const MOST: usize = 1024;

fn count(words: &mut &[u32]) -> usize {
    let (count, rest) = words.split_first().map_or((0, &[][..]), |(count, rest)| (*count, rest));
    *words = rest;
    (count as usize).min(MOST)
}

/// Writes the state. `views` is true if the shader uses the view id; only then do the words describe it.
pub(super) fn write(out: &mut Out, mut words: &[u32], kind: ShaderKind, views: bool) {
    let words = &mut words;
    let geometry = kind == ShaderKind::GEOMETRY;
    let inputs = count(words);
    let mut outputs = [0; STREAMS];
    let mut tables = Vec::with_capacity(STREAMS);
    for outputs in outputs.iter_mut().take(if geometry { STREAMS } else { 1 }) {
        *outputs = count(words);
        tables.push((Table::view(views, words, *outputs), Table::take(words, inputs, *outputs)));
    }
    let [first, second, third, fourth] = outputs;
    let patches = match kind {
        ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::MESH => Some(count(words)),
        _ => None,
    };
    out.text(";\n; ViewId state:\n;\n; Number of inputs: ").number(inputs as u64);
    if geometry {
        out.text(", outputs per stream: { ");
        list(out, [first, second, third, fourth].into_iter());
        out.text(" }");
    } else {
        out.text(", outputs: ").number(first as u64);
    }
    let (title, from) = match kind {
        ShaderKind::MESH => ("Primitive Outputs", ", primitive outputs: "),
        _ => ("PCOutputs", ", patchconst: "),
    };
    if let Some(patches) = patches {
        out.text(from).number(patches as u64);
    }
    out.byte(b'\n');
    let patch_tables = match (kind, patches) {
        (ShaderKind::HULL | ShaderKind::MESH, Some(patches)) => {
            Some((Table::view(views, words, patches), Table::take(words, inputs, patches)))
        }
        _ => None,
    };
    let named = |stream: usize| {
        if geometry { format!("Outputs for Stream {stream}") } else { "Outputs".to_owned() }
    };
    let shown =
        |(stream, _): &(usize, _)| !geometry || outputs.get(*stream).is_some_and(|&outputs| outputs > 0);
    for (stream, (view, _)) in tables.iter().enumerate().filter(shown) {
        view.write_view(out, &named(stream));
    }
    if let Some((view, _)) = &patch_tables {
        view.write_view(out, title);
    }
    for (stream, (_, table)) in tables.iter().enumerate().filter(shown) {
        table.write_inputs(out, "Inputs", &named(stream));
    }
    if let Some((_, table)) = &patch_tables {
        table.write_inputs(out, "Inputs", title);
    }
    if let (ShaderKind::DOMAIN, Some(patches)) = (kind, patches) {
        Table::take(words, patches, first).write_inputs(out, "PCInputs", "Outputs");
    }
    out.text(";\n");
}
