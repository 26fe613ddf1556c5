//! Writes the control flow of a file as a graph in the DOT language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use glassbox_pica::control::{ControlGraph, Exits, Next, Node, Target, Test};
use glassbox_shbin::model::Shbin;

use super::View;
use crate::disassemble::program::MAX_TRACED;

/// Most control-machine nodes, over all executables of a file.
const MAX_NODES: usize = 1 << 16;

/// An edge with its label.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    from: usize,
    to: usize,
    label: String,
    /// True for a call or return, drawn differently.
    is_call: bool,
}

/// Writes a file's basic blocks and the edges between them, as the control machine of the hardware takes
/// them: one graph for all executables, in Graphviz's DOT language.
///
/// A body called from several places is drawn once, with an edge back to each of them.
#[must_use]
pub fn graph(model: &Shbin<'_>) -> String {
    let view = View::new(model);
    let mut out = "digraph shader {\n    node [shape=box, fontname=monospace];\n".to_owned();
    let mut edges = BTreeSet::new();
    let mut entries = Vec::new();
    let mut left = MAX_NODES;
    for (unit, of_unit) in view.program.units.iter().enumerate().take(MAX_TRACED) {
        match ControlGraph::new(&view.program.code, of_unit.main, left) {
            Ok(graph) => {
                left = left.saturating_sub(graph.nodes().len());
                collect(&graph, &mut edges);
                if let Target::Node(entry) = graph.entry() {
                    entries.push((unit, usize::from(graph.node(entry).word)));
                }
            }
            Err(error) => {
                let _ = writeln!(out, "    // {}: {error}", view.unit(unit));
                left = 0;
            }
        }
    }
    let blocks = blocks(&edges, &entries);
    for (&first, words) in &blocks {
        let _ = writeln!(out, "    w{first} [label=\"{}\"];", label(&view, first, words));
    }
    for (unit, word) in &entries {
        let name = escaped(&view.unit(*unit));
        let _ = writeln!(out, "    entry{unit} [shape=ellipse, label=\"{name}\"];");
        let _ = writeln!(out, "    entry{unit} -> w{word};");
    }
    let first_of: BTreeMap<usize, usize> =
        blocks.iter().flat_map(|(&first, words)| words.iter().map(move |&word| (word, first))).collect();
    for edge in &edges {
        // Edges within a block are not drawn.
        let (Some(from), Some(to)) = (first_of.get(&edge.from), blocks.get(&edge.to)) else {
            continue;
        };
        if to.first() != Some(&edge.to) {
            continue;
        }
        let label = escaped(&edge.label);
        let attributes = match (label.as_str(), edge.is_call) {
            ("", _) => String::new(),
            (label, true) => format!(" [label=\"{label}\", style=dashed]"),
            (label, false) => format!(" [label=\"{label}\"]"),
        };
        let _ = writeln!(out, "    w{from} -> w{}{attributes};", edge.to);
    }
    out.push_str("}\n");
    out
}

/// Adds the edges between words.
fn collect(graph: &ControlGraph, edges: &mut BTreeSet<Edge>) {
    for node in graph.nodes() {
        let mut add = |target: Target, label: String| {
            let Target::Node(to) = target else { return };
            let to: &Node = graph.node(to);
            let depths = (node.stacks.calls.entries().len(), to.stacks.calls.entries().len());
            let (label, is_call) = match depths {
                (before, after) if after > before && label.is_empty() => ("call".to_owned(), true),
                (before, after) if after > before => (format!("call if {label}"), true),
                (before, after) if after < before && label.is_empty() => ("return".to_owned(), true),
                (before, after) if after < before => (format!("{label}, return"), true),
                _ => (label, false),
            };
            edges.insert(Edge { from: usize::from(node.word), to: usize::from(to.word), label, is_call });
        };
        match node.exits {
            Exits::Always(transition) => next(transition.next, "", &mut add),
            Exits::Branch { test, holds, fails } => {
                let (condition, not) = condition(test);
                next(holds.next, &condition, &mut add);
                next(fails.next, &not, &mut add);
            }
        }
    }
}

fn next(next: Next, label: &str, add: &mut impl FnMut(Target, String)) {
    let joined = |word: &str| match label {
        "" => word.to_owned(),
        _ => format!("{label}, {word}"),
    };
    match next {
        Next::Go(target) => add(target, label.to_owned()),
        Next::LoopEnd { again, done, .. } => {
            add(again, joined("again"));
            add(done, joined("done"));
        }
        Next::LoopBreak { done, .. } => add(done, joined("break")),
    }
}

/// A condition and its negation, in words.
fn condition(test: Test) -> (String, String) {
    match test {
        Test::Flags(condition) => (condition.to_string(), format!("not ({condition})")),
        Test::Boolean { register, value } => {
            let of = |value| format!("{}b{register}", if value { "" } else { "!" });
            (of(value), of(!value))
        }
    }
}

/// Basic blocks by their first word.
fn blocks(edges: &BTreeSet<Edge>, entries: &[(usize, usize)]) -> BTreeMap<usize, Vec<usize>> {
    let mut after: BTreeMap<usize, Vec<&Edge>> = BTreeMap::new();
    let mut into: BTreeMap<usize, usize> = BTreeMap::new();
    let mut words = BTreeSet::new();
    for edge in edges {
        after.entry(edge.from).or_default().push(edge);
        *into.entry(edge.to).or_default() += 1;
        words.extend([edge.from, edge.to]);
    }
    for &(_, word) in entries {
        *into.entry(word).or_default() += 2;
        words.insert(word);
    }
    let is_plain =
        |edge: &Edge| edge.to == edge.from + 1 && edge.label.is_empty() && into.get(&edge.to) == Some(&1);
    let follows = |word: usize| matches!(after.get(&word).map(Vec::as_slice), Some([edge]) if is_plain(edge));
    let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut first = None;
    for word in words {
        match first {
            Some(first) if follows(word - 1) => blocks.entry(first).or_default().push(word),
            _ => {
                first = Some(word);
                blocks.insert(word, vec![word]);
            }
        }
    }
    blocks
}

fn label(view: &View<'_>, first: usize, words: &[usize]) -> String {
    let mut label = String::new();
    let nodes = &view.plan.structure.nodes;
    let at = nodes.partition_point(|node| node.start < first);
    for node in nodes.iter().skip(at).take_while(|node| node.start == first) {
        if let Some(name) = view.plan.procedure(node.start, node.end) {
            let _ = write!(label, "{}:\\l", escaped(name));
        }
    }
    for &word in words {
        let text = view.text(word, view.owner(word));
        let _ = write!(label, "{word}: {}\\l", escaped(&text));
    }
    label
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
