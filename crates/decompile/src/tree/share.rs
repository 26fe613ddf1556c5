//! Decides which phis and values share a variable: those that become each other and are never needed at once.
//!
//! A phi and what it takes from a branch are united where their lifetimes do not overlap, so that a loop that changes
//! `x` has one `x`. Lifetimes are those of the text: a value that is nested into a place or an image is needed where
//! that is used.

use foldhash::HashMap;
use glassbox_spirv::control::{BlockIndex, Graph, Labels};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Function, Id};
use smallvec::smallvec;

use super::phis::phis;
use super::{Kind, Node, Nodes, Tree};

/// Steps for each instruction before values keep variables of their own.
const STEPS: usize = 128;
/// Most values that share a variable.
const MAX_MEMBERS: usize = 64;
/// The end of a block that a value is needed after.
const THROUGH: u32 = u32::MAX;

/// Finds the values that share variables: by node, one of those that it shares with. Values alone are left out.
pub(super) fn find(tree: &Tree<'_>, function: &Function) -> HashMap<Node, Node> {
    if function.blocks.iter().all(|block| phis(tree.module, block).next().is_none()) {
        return HashMap::default();
    }
    let graph = Graph::of(tree.module, function);
    let size: usize = function.blocks.iter().map(|block| block.body.len() + 1).sum();
    let mut sharer =
        Sharer { tree, function, graph, budget: size * STEPS, values: Vec::new(), index: HashMap::default() };
    let pairs = sharer.candidates();
    if pairs.is_empty() {
        return HashMap::default();
    }
    let found = sharer.lifetimes().and_then(|()| sharer.unite(&pairs));
    found.unwrap_or_default()
}

/// A phi, or a value that a phi takes.
struct Value {
    node: Node,
    block: BlockIndex,
    /// Position where it is made; phis are made where their block begins.
    made: u32,
    is_phi: bool,
    uses: Vec<(BlockIndex, u32)>,
    /// By block that it is needed in, the last position there.
    needed: HashMap<BlockIndex, u32>,
}

struct Sharer<'t, 'm> {
    tree: &'t Tree<'m>,
    function: &'t Function,
    graph: Graph,
    budget: usize,
    values: Vec<Value>,
    /// Indices of `values` by node.
    index: HashMap<Node, usize>,
}

impl Sharer<'_, '_> {
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(steps)?;
        Some(())
    }

    /// Notes the values that may share; pairs of a phi and a value that it takes.
    fn candidates(&mut self) -> Vec<(usize, usize)> {
        let module = self.tree.module;
        let cases = self.case_targets();
        let loops = self.function.blocks.iter().enumerate().filter_map(|(index, block)| {
            let merge = module.merge(block).filter(|at| module.opcode(*at) == op::LOOP_MERGE)?;
            Some((module.word(merge, 0), index))
        });
        // By the block that a loop ends with, its header.
        let ends: HashMap<Id, usize> = loops.collect();
        let mut taken: Vec<(Node, Node)> = Vec::new();
        for (block, index) in self.function.blocks.iter().zip(0..) {
            let is_case = cases.binary_search(&index).is_ok();
            for at in phis(module, block).filter(|_| !is_case) {
                let Some(phi) = self.tree.value(module.get(at).result) else { continue };
                if self.tree.uses(phi) == 0 || !self.graph.is_reachable(index) {
                    continue;
                }
                self.add(phi, index, 0, true);
                let operands = module.operands(at).as_chunks::<2>().0;
                // What a loop ends with is not its counter, if it is a constant where the loop runs to its end.
                let has_constant = operands.iter().any(|[id, _]| module.constant(*id).is_some());
                let counters = ends.get(&block.label).filter(|_| has_constant);
                taken.extend(operands.iter().filter_map(|[id, _]| {
                    let value = self.tree.value(*id)?;
                    let is_counter = counters.is_some_and(|header| {
                        let begins = |at: &&At| module.opcode(**at) == op::PHI;
                        let block = &self.function.blocks[*header];
                        block.body.iter().take_while(begins).any(|at| *at == self.tree.node(value).at)
                    });
                    (!is_counter).then_some((phi, value))
                }));
            }
        }
        self.add_made(&taken);
        let pairs = taken
            .iter()
            .filter(|(phi, value)| phi != value && self.tree.node(*phi).ty == self.tree.node(*value).ty);
        pairs.filter_map(|(phi, value)| Some((*self.index.get(phi)?, *self.index.get(value)?))).collect()
    }

    fn add(&mut self, node: Node, block: BlockIndex, made: u32, is_phi: bool) {
        self.index.insert(node, self.values.len());
        let (uses, needed) = (Vec::new(), HashMap::default());
        self.values.push(Value { node, block, made, is_phi, uses, needed });
    }

    /// Adds the values that phis take and that have a variable anyway, since they are used more than once.
    fn add_made(&mut self, taken: &[(Node, Node)]) {
        let mut wanted: Vec<Node> = taken.iter().map(|(_, value)| *value).collect();
        wanted.sort_unstable();
        for (block, index) in self.function.blocks.iter().zip(0..) {
            for (&at, position) in block.body.iter().zip(1..) {
                let Some(node) = self.tree.value(self.tree.module.get(at).result) else { continue };
                if wanted.binary_search(&node).is_ok()
                    && self.tree.node(node).at == at
                    && self.tree.uses(node) > 1
                    && matches!(
                        self.tree.kind(node),
                        Kind::Operation(..) | Kind::Extended(..) | Kind::Construct(_)
                    )
                    && !self.tree.pairs.contains_key(&node)
                    && self.graph.is_reachable(index)
                {
                    self.add(node, index, position, false);
                }
            }
        }
    }

    /// Blocks that a switch branches to, its merge aside. Their phis may be assigned before the switch, where other
    /// cases begin too.
    fn case_targets(&self) -> Vec<BlockIndex> {
        let module = self.tree.module;
        let ends = self.function.blocks.iter().zip(0..);
        let switches = ends.filter(|(block, _)| module.opcode(block.terminator()) == op::SWITCH);
        let mut targets: Vec<BlockIndex> = Vec::new();
        for (block, index) in switches {
            let merge = module.merge(block).map(|merge| module.word(merge, 0));
            let is_case = |target: &&BlockIndex| Some(self.function.blocks[**target as usize].label) != merge;
            targets.extend(self.graph.successors(index).iter().filter(is_case));
        }
        targets.sort_unstable();
        targets
    }

    fn lifetimes(&mut self) -> Option<()> {
        let module = self.tree.module;
        let labels = Labels::of(self.function);
        for (block, index) in self.function.blocks.iter().zip(0..) {
            for (&at, position) in block.body.iter().zip(1..) {
                if module.opcode(at) == op::PHI {
                    for &[id, from] in module.operands(at).as_chunks::<2>().0 {
                        if let Some(from) = labels.find(from) {
                            let end = self.function.blocks[from as usize].body.len() as u32 + 1;
                            self.note(id, from, end)?;
                        }
                    }
                } else if !module.is_debug(at) {
                    for id in module.used_ids(at) {
                        self.note(id, index, position)?;
                    }
                }
            }
        }
        for value in 0..self.values.len() {
            self.spread(value)?;
        }
        Some(())
    }

    /// Notes that an instruction uses an id.
    fn note(&mut self, id: Id, block: BlockIndex, position: u32) -> Option<()> {
        let Some(node) = self.tree.value(id) else { return Some(()) };
        let mut work: Nodes = smallvec![node];
        while let Some(node) = work.pop() {
            self.spend(1)?;
            if let Some(index) = self.index.get(&node) {
                self.values[*index].uses.push((block, position));
            }
            let data = self.tree.node(node);
            let is_made = self.tree.value(self.tree.module.get(data.at).result) == Some(node);
            if !is_made || matches!(data.kind, Kind::Path(..)) || self.tree.is_opaque(data.ty) {
                self.tree.each_child(node, |child| work.push(child));
            }
        }
        Some(())
    }

    /// Finds the blocks that a value is needed in, from its uses back to where it is made.
    fn spread(&mut self, index: usize) -> Option<()> {
        let (home, uses) = (self.values[index].block, std::mem::take(&mut self.values[index].uses));
        let mut needed: HashMap<BlockIndex, u32> = HashMap::default();
        let mut work = Vec::new();
        for (block, position) in uses {
            let last = needed.entry(block).or_insert_with(|| {
                work.push(block);
                0
            });
            *last = (*last).max(position);
        }
        while let Some(block) = work.pop() {
            self.spend(1)?;
            if block == home {
                continue;
            }
            self.spend(self.graph.predecessors(block).len())?;
            for &before in self.graph.predecessors(block) {
                if needed.insert(before, THROUGH).is_none() {
                    work.push(before);
                }
            }
        }
        self.values[index].needed = needed;
        Some(())
    }

    /// True if a value is needed after another is made.
    fn is_needed_at(&self, value: &Value, other: &Value) -> bool {
        let is_before = value.block != other.block || value.made < other.made;
        is_before && value.needed.get(&other.block).is_some_and(|last| *last > other.made)
    }

    fn overlap(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.values[a], &self.values[b]);
        a.is_phi && b.is_phi && a.block == b.block || self.is_needed_at(a, b) || self.is_needed_at(b, a)
    }

    fn unite(&mut self, pairs: &[(usize, usize)]) -> Option<HashMap<Node, Node>> {
        let mut class: Vec<usize> = (0..self.values.len()).collect();
        let mut members: Vec<Vec<usize>> = class.iter().map(|value| vec![*value]).collect();
        for &(phi, value) in pairs {
            let (a, b) = (class[phi], class[value]);
            let checks = members[a].len() * members[b].len();
            if a == b || checks > MAX_MEMBERS * MAX_MEMBERS / 4 {
                continue;
            }
            self.spend(checks)?;
            let apart = members[a].iter().all(|a| members[b].iter().all(|b| !self.overlap(*a, *b)));
            if apart {
                let moved = std::mem::take(&mut members[b]);
                moved.iter().for_each(|member| class[*member] = a);
                members[a].extend(moved);
            }
        }
        let shared = members.iter().filter(|members| members.len() > 1);
        let nodes = |members: &[usize]| -> Vec<Node> {
            members.iter().map(|member| self.values[*member].node).collect()
        };
        Some(
            shared
                .flat_map(|members| {
                    let nodes = nodes(members);
                    let first = nodes.iter().copied().find(|node| self.is_named(*node)).unwrap_or(nodes[0]);
                    nodes.into_iter().map(move |node| (node, first))
                })
                .collect(),
        )
    }

    fn is_named(&self, node: Node) -> bool {
        let id = self.tree.module.get(self.tree.node(node).at).result;
        self.tree.annotations.name(id).is_some_and(|name| !crate::names::says_nothing(name))
    }
}
