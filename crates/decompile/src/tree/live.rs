//! Counts how often each node is used by what has an effect.

use foldhash::HashMap;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Module};

use super::phis::phis;
use super::{Kind, Node, NodeData, Origin, Tree, Var};

/// No store.
const NO_STORE: u32 = u32::MAX;
/// The variable is read, so that its stores count.
const READ: u32 = u32::MAX - 1;

/// Counts the uses of the nodes; what is not used has no effect and is not written.
pub(super) fn count(tree: &mut Tree<'_>, order: &[usize]) {
    let acting = std::mem::take(&mut tree.acting);
    let mut counter = Counter {
        work: Vec::with_capacity(64),
        stores: Vec::with_capacity(16),
        last_stores: vec![NO_STORE; tree.variables.len()],
        pairs: HashMap::default(),
        ends: HashMap::default(),
        blocks: HashMap::default(),
        tree,
    };
    for (node, second) in &counter.tree.pairs {
        if let Kind::Variable(var) = counter.tree.kind(*second) {
            counter.pairs.insert(var, *node);
        }
    }
    let module = counter.tree.module;
    let blocks = || order.iter().flat_map(|index| &module.functions[*index].blocks);
    for block in blocks() {
        counter.blocks.extend(phis(module, block).map(|at| (at, block.label)));
    }
    if !counter.blocks.is_empty() {
        counter.ends.extend(blocks().map(|block| (block.label, block.terminator())));
    }
    for at in acting {
        counter.instruction(at);
    }
    counter.run();
}

struct Counter<'t, 'm> {
    tree: &'t mut Tree<'m>,
    work: Vec<Node>,
    /// Stores to local variables that nothing reads yet, each with the index of the one before it to the same.
    stores: Vec<(At, u32)>,
    /// By variable, the index of its last store, or [`READ`].
    last_stores: Vec<u32>,
    /// Nodes with two results by the variable of the second.
    pairs: HashMap<Var, Node>,
    /// Terminators by label.
    ends: HashMap<Id, At>,
    /// Labels by phi.
    blocks: HashMap<At, Id>,
}

impl Counter<'_, '_> {
    fn instruction(&mut self, at: At) {
        let module = self.tree.module;
        let instruction = module.get(at);
        match instruction.opcode {
            _ if self.tree.skipped.contains(&at) => {}
            op::STORE | op::COPY_MEMORY => {
                let root = self.tree.place(module.word(at, 0)).and_then(|place| self.tree.root(place));
                match root.filter(|var| self.tree.variable(*var).origin == Origin::Local) {
                    Some(var) if self.last_stores[var as usize] != READ => {
                        let last = &mut self.last_stores[var as usize];
                        self.stores.push((at, std::mem::replace(last, self.stores.len() as u32)));
                    }
                    _ => self.store(at),
                }
            }
            op::BRANCH_CONDITIONAL | op::SWITCH | op::RETURN_VALUE => self.mark_id(module.word(at, 0)),
            op::FUNCTION_CALL => {
                let callee = self.tree.functions.get(module.word(at, 0));
                if callee.is_none_or(|callee| callee.writes() || callee.writes_back()) {
                    self.mark_id(instruction.result);
                }
            }
            op::EXT_INST => {
                let node = self.tree.value(instruction.result);
                if let Some(node) = node.filter(|node| writes_through(self.tree.kind(*node))) {
                    self.mark(node);
                }
            }
            _ if instruction.result != 0 => self.mark_id(instruction.result),
            _ => {
                if let Some(effect) = self.tree.effect(at) {
                    self.mark(effect);
                }
            }
        }
    }

    fn store(&mut self, at: At) {
        let module = self.tree.module;
        if let Some(place) = self.tree.place(module.word(at, 0)) {
            self.mark(place);
        }
        match module.opcode(at) {
            op::STORE => self.mark_id(module.word(at, 1)),
            _ => {
                if let Some(copied) = self.tree.effect(at) {
                    self.mark(copied);
                }
            }
        }
    }

    fn mark_id(&mut self, id: u32) {
        if let Some(node) = self.tree.value(id) {
            self.mark(node);
        }
    }

    fn mark(&mut self, node: Node) {
        mark(&mut self.tree.nodes, &mut self.work, node);
    }

    fn run(&mut self) {
        while let Some(node) = self.work.pop() {
            match self.tree.kind(node) {
                Kind::Variable(var) => {
                    if let Some(pair) = self.pairs.get(&var).copied() {
                        self.mark(pair);
                    }
                    let mut last = std::mem::replace(&mut self.last_stores[var as usize], READ);
                    while let Some(&(at, before)) = self.stores.get(last as usize) {
                        self.store(at);
                        last = before;
                    }
                }
                Kind::Phi(id) => {
                    let at = self.tree.node(node).at;
                    debug_assert_eq!(self.tree.module.get(at).result, id);
                    let operands = self.tree.module.operands(at);
                    let block = self.blocks.get(&at).copied().unwrap_or(0);
                    for &[value, from] in operands.as_chunks::<2>().0 {
                        let ends = self.ends.get(&from).copied();
                        if ends.and_then(|ends| known(self.tree.module, ends, (value, block))).is_none() {
                            self.mark_id(value);
                        }
                    }
                }
                kind => {
                    let Tree { nodes, operands, steps, .. } = &mut *self.tree;
                    kind.each_child(operands, steps, |child| mark(nodes, &mut self.work, child));
                }
            }
        }
    }
}

/// Counts a use of a node; what it uses is counted with the first one.
#[inline]
fn mark(nodes: &mut [NodeData], work: &mut Vec<Node>, node: Node) {
    let NodeData { kind, uses, .. } = &mut nodes[node as usize];
    *uses += 1;
    match *kind {
        Kind::Constant(_) => {}
        _ if *uses == 1 => work.push(node),
        // What a pointer points to has no variable: each use writes the pointer.
        Kind::Pointee(pointer) => mark(nodes, work, pointer),
        _ => {}
    }
}

/// True for instructions of `GLSL.std.450` that write a place.
pub(super) fn writes_through(kind: Kind) -> bool {
    use glassbox_spirv::build::glsl;
    matches!(kind, Kind::Extended(glsl::MODF | glsl::FREXP, _))
}

/// The value of a condition on the way from a branch that it decides to a block.
pub(super) fn known(module: &Module, ends: At, (value, target): (Id, Id)) -> Option<bool> {
    let &[condition, yes, no, ..] = module.operands(ends) else { return None };
    let decides = module.opcode(ends) == op::BRANCH_CONDITIONAL && condition == value && yes != no;
    (decides && (yes == target || no == target)).then_some(yes == target)
}
