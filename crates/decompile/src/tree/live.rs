//! Counts how often each node is used by what has an effect.

use foldhash::HashMap;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Module};

use super::calls::{Calls, Direction, ends_or_writes};
use super::{Kind, Node, Origin, Tree, Var};

/// No store.
const NO_STORE: u32 = u32::MAX;

/// Uses by node; what is not used has no effect and is not written.
pub(super) fn count(tree: &Tree<'_>, order: &[usize], calls: &Calls) -> Vec<u32> {
    let mut counter = Counter {
        tree,
        uses: vec![0; tree.nodes.len()],
        work: Vec::with_capacity(64),
        stores: Vec::new(),
        last_stores: vec![NO_STORE; tree.variables.len()],
        live: vec![false; tree.variables.len()],
        pairs: HashMap::default(),
        ends: HashMap::default(),
        blocks: HashMap::default(),
    };
    for (node, second) in &tree.pairs {
        if let Kind::Variable(var) = tree.kind(*second) {
            counter.pairs.insert(var, *node);
        }
    }
    for block in order.iter().flat_map(|index| &tree.module.functions[*index].blocks) {
        let phis = block.body.iter().filter(|at| tree.module.opcode(**at) == op::PHI);
        counter.blocks.extend(phis.map(|at| (*at, block.label)));
    }
    if !counter.blocks.is_empty() {
        let blocks = order.iter().flat_map(|index| &tree.module.functions[*index].blocks);
        counter.ends.extend(blocks.map(|block| (block.label, block.terminator())));
    }
    for &index in order {
        for &at in tree.module.functions[index].blocks.iter().flat_map(|block| &block.body) {
            counter.instruction(at, calls);
        }
    }
    counter.run();
    counter.uses
}

struct Counter<'t, 'm> {
    tree: &'t Tree<'m>,
    uses: Vec<u32>,
    work: Vec<Node>,
    /// Stores to local variables that nothing reads yet, each with the index of the one before it to the same.
    stores: Vec<(At, u32)>,
    /// By variable, the index of its last store.
    last_stores: Vec<u32>,
    live: Vec<bool>,
    /// Nodes with two results by the variable of the second.
    pairs: HashMap<Var, Node>,
    /// Terminators by label.
    ends: HashMap<Id, At>,
    /// Labels by phi.
    blocks: HashMap<At, Id>,
}

impl Counter<'_, '_> {
    fn instruction(&mut self, at: At, calls: &Calls) {
        let module = self.tree.module;
        let instruction = module.get(at);
        match instruction.opcode {
            _ if module.is_debug(at) || calls.skipped.contains(&at) => {}
            op::STORE | op::COPY_MEMORY => {
                let root = self.tree.place(module.word(at, 0)).and_then(|place| self.tree.root(place));
                match root.filter(|var| self.tree.variable(*var).origin == Origin::Local) {
                    Some(var) if !self.live[var as usize] => {
                        let last = &mut self.last_stores[var as usize];
                        self.stores.push((at, std::mem::replace(last, self.stores.len() as u32)));
                    }
                    _ => self.store(at),
                }
            }
            op::BRANCH_CONDITIONAL | op::SWITCH | op::RETURN_VALUE => self.mark_id(module.word(at, 0)),
            op::FUNCTION_CALL => {
                let callee = module.word(at, 0);
                let writes = calls.effects.get(&callee).is_none_or(|effects| effects.writes);
                let out = calls.directions.get(&callee);
                let has_out = out.is_none_or(|out| out.iter().any(|direction| *direction != Direction::In));
                if writes || has_out {
                    self.mark_id(instruction.result);
                }
            }
            op::EXT_INST if writes_through(module, at) => self.mark_id(instruction.result),
            opcode if ends_or_writes(opcode) && instruction.result != 0 => self.mark_id(instruction.result),
            _ if instruction.result != 0 => {}
            _ => {
                if let Some(effect) = self.tree.effects.get(&at) {
                    self.mark(*effect);
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
                if let Some(copied) = self.tree.effects.get(&at) {
                    self.mark(*copied);
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
        let uses = &mut self.uses[node as usize];
        *uses += 1;
        if *uses == 1 {
            self.work.push(node);
        }
    }

    fn run(&mut self) {
        while let Some(node) = self.work.pop() {
            match self.tree.kind(node) {
                Kind::Variable(var) => {
                    if let Some(pair) = self.pairs.get(&var).copied() {
                        self.mark(pair);
                    }
                    if !std::mem::replace(&mut self.live[var as usize], true) {
                        let mut last = self.last_stores[var as usize];
                        while let Some(&(at, before)) = self.stores.get(last as usize) {
                            self.store(at);
                            last = before;
                        }
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
                _ => {
                    let tree = self.tree;
                    tree.each_child(node, |child| self.mark(child));
                }
            }
        }
    }
}

/// True for instructions of `GLSL.std.450` that write a place.
pub(super) fn writes_through(module: &Module, at: At) -> bool {
    use glassbox_spirv::build::glsl;
    matches!(module.glsl(at), Some(glsl::MODF | glsl::FREXP))
}

/// The value of a condition on the way from a branch that it decides to a block.
pub(super) fn known(module: &Module, ends: At, (value, target): (Id, Id)) -> Option<bool> {
    let &[condition, yes, no, ..] = module.operands(ends) else { return None };
    let decides = module.opcode(ends) == op::BRANCH_CONDITIONAL && condition == value && yes != no;
    (decides && (yes == target || no == target)).then_some(yes == target)
}
