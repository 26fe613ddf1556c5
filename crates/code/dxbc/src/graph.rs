//! Writes the control-flow graph of a program in Graphviz DOT.

use std::fmt::Write as _;

use crate::flow::{Graph, Target, graph};

/// Writes blocks and edges as a directed graph. Calls are dashed: the block continues after them.
pub fn dot(bytes: &[u8], name: &str) -> String {
    let graph = graph(bytes);
    let mut out = format!("digraph \"{}\" {{\n    node [shape=box, fontname=monospace];\n", escaped(name));
    body(&mut out, &graph);
    out.push_str("}\n");
    out
}

fn body(out: &mut String, graph: &Graph) {
    for (number, block) in graph.blocks.iter().enumerate() {
        let mut label = String::new();
        for (word, text) in &block.lines {
            let _ = write!(label, "{word}: {}\\l", escaped(text));
        }
        let _ = writeln!(out, "    b{number} [label=\"{label}\"];");
        if let Some(entry) = &block.entry {
            let _ = writeln!(out, "    entry{number} [shape=ellipse, label=\"{}\"];", escaped(entry));
            let _ = writeln!(out, "    entry{number} -> b{number};");
        }
    }
    if graph.edges.iter().any(|edge| edge.to == Target::Exit) {
        out.push_str("    exit [shape=ellipse, label=\"return\"];\n");
    }
    for edge in &graph.edges {
        let to = match edge.to {
            Target::Block(number) => format!("b{number}"),
            Target::Exit => "exit".to_owned(),
        };
        let label = escaped(&edge.condition);
        let attributes = match (label.as_str(), edge.is_call) {
            ("", false) => String::new(),
            ("", true) => " [style=dashed]".to_owned(),
            (label, false) => format!(" [label=\"{label}\"]"),
            (label, true) => format!(" [label=\"{label}\", style=dashed]"),
        };
        let _ = writeln!(out, "    b{} -> {to}{attributes};", edge.from);
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l")
}
