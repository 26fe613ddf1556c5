//! Finds reads of unwritten registers whose value matters: it reaches an output or affects control flow.

use std::collections::HashSet;

use glassbox_pica::check::OutputMapping;
use glassbox_pica::control::{ControlGraph, NodeId, Target};

use super::effects::{Components, Effect, Taken, names, taken};

/// A read of a component unwritten on every path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Read {
    /// Word that reads.
    pub(super) word: usize,
    /// Registers read, such as `r3.xy`.
    pub(super) what: String,
}

/// Relevant reads of components that no path from the entry writes: one per word, in code order.
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
    // A word has a node per call context; a write in any of them counts.
    let mut missing: Vec<Option<Components>> = vec![None; code.len()];
    for (node, written) in graph.nodes().iter().zip(flow.written_before(entry)) {
        if let (Some(written), Some(missing)) = (written, missing.get_mut(usize::from(node.word))) {
            *missing = Some(missing.map_or(!written, |known| known & !written));
        }
    }
    // Liveness is computed only if something is unwritten.
    let all = Components::MAX;
    let mut reads = flow.effects.iter().map(|effect| effect.needs(all, &flow.taken));
    if missing.iter().all(|missing| missing.unwrap_or(0) & reads.next().unwrap_or(0) == 0) {
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
            // The first read of each is enough.
            if said.insert(what.clone()) {
                found.push(Read { word, what });
            }
        }
    }
    found
}

/// An instruction graph with effects.
struct Flow<'g> {
    graph: &'g ControlGraph,
    effects: Vec<Effect>,
    taken: Taken,
}

impl Flow<'_> {
    fn effect(&self, id: NodeId) -> Option<&Effect> {
        self.effects.get(usize::from(self.graph.node(id).word))
    }

    /// Components possibly written before each node; `None` for unreachable nodes.
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

    /// Components live before each node.
    fn needed(&self) -> Vec<Components> {
        let nodes = self.graph.nodes().len();
        let mut predecessors: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
        for node in (0..nodes as u32).map(NodeId) {
            for next in self.graph.successors(node) {
                predecessors[next.index()].push(node);
            }
        }
        let mut needed = vec![0; nodes];
        // Popped from the end, so the program is visited backwards.
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

    /// Relevant components that the node itself reads.
    fn needs(&self, node: NodeId, needed: &[Components]) -> Components {
        let live = self.live_after(node, needed);
        self.effect(node).map_or(0, |effect| effect.needs(live, &self.taken))
    }
}
