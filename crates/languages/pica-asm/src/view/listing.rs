//! Writes a listing: each word with its address, bits and instruction.

use std::fmt::Write as _;

use glassbox_pica::Opcode;
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Flow;
use glassbox_pica::structure::Event;
use glassbox_shbin::model::Shbin;

use super::View;

/// Column of remarks.
const REMARKS: usize = 60;

/// Lists the code of a file: word index, byte offset in the code, word, instruction and, after `;`, the
/// descriptor, the target and the source line, if known.
#[must_use]
pub fn listing(model: &Shbin<'_>) -> String {
    let view = View::new(model);
    let mut out = String::new();
    for unit in 0..view.program.units.len() {
        let _ = writeln!(out, "; {}", view.unit(unit));
        for line in &view.declared[unit].lines {
            let _ = writeln!(out, ";     {line}");
        }
    }
    let mut depth = 0usize;
    for event in view.plan.structure.events() {
        match event {
            Event::Open(node) => {
                let node = &view.plan.structure.nodes[node];
                if node.kind.has_head() {
                    word(&view, model, node.start, depth, &mut out);
                } else if let Some(name) = view.plan.procedure(node.start, node.end) {
                    let _ = writeln!(out, "\n{name}: ; words {} to {}", node.start, node.end);
                }
                depth += 1;
            }
            Event::Word(at) => word(&view, model, at, depth, &mut out),
            Event::Else(_) => {
                let _ =
                    writeln!(out, "{:22}{:width$}else", "", "", width = 2 * depth.saturating_sub(1).min(16));
            }
            Event::Close(_) => depth = depth.saturating_sub(1),
        }
    }
    let descriptors = &view.program.descriptors;
    if !descriptors.is_empty() {
        out.push_str("\n; descriptors: mask, source 1, source 2, source 3\n");
    }
    for (at, &bits) in descriptors.iter().enumerate() {
        let _ = writeln!(out, "{at:4}  {bits:08x}  {}", Descriptor::decode(bits));
    }
    out
}

fn word(view: &View<'_>, model: &Shbin<'_>, at: usize, depth: usize, out: &mut String) {
    let Some(&word) = view.program.code.get(at) else {
        return;
    };
    if let Some(label) = view.labels.get(&at) {
        let _ = writeln!(out, "{label}:");
    }
    let owner = view.owner(at);
    let indent = 2 * depth.min(16);
    let text = view.text(at, owner);
    let mut line = format!("{at:4}  {:04x}  {word:08x}  {:indent$}{text}", 4 * at, "");
    let remarks = remarks(view, model, at, word, owner);
    if !remarks.is_empty() {
        let width = REMARKS;
        line = format!("{line:<width$} ; {}", remarks.join("; "));
    }
    out.push_str(&line);
    out.push('\n');
}

fn remarks(view: &View<'_>, model: &Shbin<'_>, at: usize, word: u32, owner: Option<usize>) -> Vec<String> {
    let info = Opcode::of(word).info();
    let mut remarks = Vec::new();
    if info.format.position(Field::Descriptor).is_some() {
        let number = info.format.get(word, Field::Descriptor) as usize;
        remarks.push(match view.program.descriptors.get(number) {
            Some(&bits) => format!("d{number} {bits:08x} = {}", Descriptor::decode(bits)),
            None => format!("d{number} is not in the table"),
        });
    }
    let target = info.format.get(word, Field::Target) as usize;
    let count = info.format.get(word, Field::Count) as usize;
    match info.flow {
        Flow::Call => remarks.push(format!("words {target} to {}", target + count)),
        Flow::If if count == 0 => remarks.push(format!("else at {target}")),
        Flow::If => remarks.push(format!("else at {target} to {}", target + count)),
        Flow::Loop => remarks.push(format!("last word {target}")),
        Flow::Jump => remarks.push(format!("to {target}")),
        Flow::Next | Flow::End | Flow::Break | Flow::BreakIf => {}
    }
    if owner.is_none() {
        remarks.push("never runs".to_owned());
    }
    if let Shbin::Object(object) = model
        && let Some(line) = object.lines.get(at)
    {
        let name: String = object.tables.symbols.text(line.file).chars().take(80).collect();
        remarks.push(format!("{}:{}", name.escape_debug(), line.line));
    }
    remarks
}
