//! Registers that are read before anything is written to them, where the value matters: it reaches an output, or decides what
//! runs.

use std::collections::HashSet;

use glassbox_pica::check::OutputMapping;
use glassbox_pica::control::{ControlGraph, NodeId, Target};

use super::effects::{Components, Effect, Taken, names, taken};

/// A read of something that no path has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Read {
    /// The word that reads.
    pub(super) word: usize,
    /// What it reads, such as `r3.xy`.
    pub(super) what: String,
}

/// The reads that matter and that no path from the entry has written, once a word, in the order of the code.
pub(super) fn unwritten(
    code: &[u32],
    descriptors: &[[u32; 2]],
    graph: &ControlGraph,
    outputs: &[OutputMapping],
) -> Vec<Read> {
    let Target::Node(entry) = graph.entry() else {
        return Vec::new();
    };
    let flow = Flow {
        graph,
        effects: code.iter().map(|&word| Effect::of(word, descriptors)).collect(),
        taken: taken(outputs),
    };
    // A word has a node for each way to be called; what one of them has written counts.
    let mut missing: Vec<Option<Components>> = vec![None; code.len()];
    for (node, written) in graph.nodes().iter().zip(flow.written_before(entry)) {
        if let (Some(written), Some(missing)) = (written, missing.get_mut(usize::from(node.word))) {
            *missing = Some(missing.map_or(!written, |known| known & !written));
        }
    }
    // What matters is only worked out where something is missing at all.
    let all = Components::MAX;
    let mut reads = flow.effects.iter().map(|effect| effect.needs(all, &flow.taken));
    if missing
        .iter()
        .all(|missing| missing.unwrap_or(0) & reads.next().unwrap_or(0) == 0)
    {
        return Vec::new();
    }
    let needed = flow.needed();
    let mut needs: Vec<Components> = vec![0; code.len()];
    for id in (0..graph.nodes().len() as u32).map(NodeId) {
        if let Some(needs) = needs.get_mut(usize::from(graph.node(id).word)) {
            *needs |= flow.needs(id, &needed);
        }
    }
    let mut said = HashSet::new();
    let mut found = Vec::new();
    for (word, (missing, needs)) in missing.iter().zip(&needs).enumerate() {
        for what in names(missing.unwrap_or(0) & needs) {
            // The first read of each tells enough.
            if said.insert(what.clone()) {
                found.push(Read { word, what });
            }
        }
    }
    found
}

/// A program as a graph of instructions with their effects.
struct Flow<'g> {
    graph: &'g ControlGraph,
    effects: Vec<Effect>,
    taken: Taken,
}

impl Flow<'_> {
    fn effect(&self, id: NodeId) -> Option<&Effect> {
        self.effects.get(usize::from(self.graph.node(id).word))
    }

    /// What some path may have written before each node; `None` for nodes that no path comes to.
    fn written_before(&self, entry: NodeId) -> Vec<Option<Components>> {
        let mut before = vec![None; self.graph.nodes().len()];
        before[entry.index()] = Some(0);
        let mut open = vec![entry];
        while let Some(node) = open.pop() {
            let Some(written) = before[node.index()] else {
                continue;
            };
            let after = written | self.effect(node).map_or(0, |effect| effect.writes);
            for next in self.graph.successors(node) {
                let known = &mut before[next.index()];
                if known.is_none_or(|known| known | after != known) {
                    *known = Some(known.unwrap_or(0) | after);
                    open.push(next);
                }
            }
        }
        before
    }

    /// What has to be known before each node.
    fn needed(&self) -> Vec<Components> {
        let nodes = self.graph.nodes().len();
        let mut predecessors: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
        for node in (0..nodes as u32).map(NodeId) {
            for next in self.graph.successors(node) {
                predecessors[next.index()].push(node);
            }
        }
        let mut needed = vec![0; nodes];
        // Popped from the end: what comes last in the program is looked at first.
        let mut open = self.graph.order();
        let mut is_open = vec![true; nodes];
        while let Some(node) = open.pop() {
            is_open[node.index()] = false;
            let live = self.live_after(node, &needed);
            let Some(effect) = self.effect(node) else { continue };
            let before = (live & !effect.writes) | effect.needs(live, &self.taken);
            if before == needed[node.index()] {
                continue;
            }
            needed[node.index()] = before;
            for &previous in &predecessors[node.index()] {
                if !std::mem::replace(&mut is_open[previous.index()], true) {
                    open.push(previous);
                }
            }
        }
        needed
    }

    fn live_after(&self, node: NodeId, needed: &[Components]) -> Components {
        let next = self.graph.successors(node);
        next.fold(0, |live, next| live | needed[next.index()])
    }

    /// What a node itself reads that matters.
    fn needs(&self, node: NodeId, needed: &[Components]) -> Components {
        let live = self.live_after(node, needed);
        self.effect(node)
            .map_or(0, |effect| effect.needs(live, &self.taken))
    }
}
