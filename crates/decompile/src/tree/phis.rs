//! Gives phis their values: where two ways meet in one value, an expression; else a variable that each way assigns.

use glassbox_spirv::control::BlockIndex;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Module};

use super::nest::Change;
use super::waiting::Keys;
use super::walk::{Edge, Walked, Walker};
use super::{Kind, List, Node, Origin, Statement, Tree, Var};
use crate::refusal::Reason;

/// Most values that one branch changes.
const MAX_PHIS: usize = 64;
/// Operations that a value may hold to be written as `c ? a : b`.
const MAX_CHOICE: u16 = 12;

/// A phi that waits for its value.
struct Pending {
    phi: Node,
    var: Var,
    value: Node,
    keys: Keys,
}

/// An `if` whose ways meet.
pub(super) struct Fork {
    pub(super) line: usize,
    pub(super) condition: Node,
    pub(super) sides: [List; 2],
}

/// Phis of a block, which begin it.
pub(super) fn phis<'m>(module: &'m Module, block: &'m Block) -> impl Iterator<Item = At> + 'm {
    let body = block.body.iter().copied();
    let phis = body.take_while(|at| module.opcode(*at) == op::PHI || module.is_debug(*at));
    phis.filter(|at| module.opcode(*at) == op::PHI)
}

impl<'m> Walker<'_, 'm> {
    /// A boolean constant.
    pub(super) fn truth(&mut self, truth: bool, at: At) -> Node {
        let span = self.tree.add_operands(&[]);
        let opcode = if truth { op::CONSTANT_TRUE } else { op::CONSTANT_FALSE };
        self.tree.add_node(Kind::Operation(opcode, span), 0, at)
    }

    /// Values that the used phis of a block take from another.
    pub(super) fn incoming(&mut self, (from, to): Edge) -> Vec<(Node, Node)> {
        let module = self.tree.module;
        let (from, block) = (self.block(from), self.block(to));
        let mut pairs = Vec::new();
        for (phi, at) in self.own_phis(to) {
            let operands = module.operands(at).as_chunks::<2>().0;
            let Some(&[value, _]) = operands.iter().find(|pair| pair[1] == from.label) else { continue };
            let value = match super::live::known(module, from.terminator(), (value, block.label)) {
                Some(truth) => Some(self.truth(truth, at)),
                None => self.tree.value(value),
            };
            pairs.extend(value.map(|value| (phi, value)));
        }
        pairs
    }

    /// Phis of a block that are used, with their instructions.
    pub(super) fn own_phis(&self, block: BlockIndex) -> Vec<(Node, At)> {
        let module = self.tree.module;
        phis(module, self.block(block))
            .filter_map(|at| Some((self.tree.value(module.get(at).result)?, at)))
            .filter(|(phi, _)| self.tree.uses(*phi) > 0)
            .collect()
    }

    /// Assigns the phis of a block on the way to it.
    pub(super) fn pass(&mut self, edge: Edge) -> Walked<()> {
        let at = self.block(edge.0).terminator();
        let pairs = self.incoming(edge);
        self.assign_phis(pairs, at)
    }

    /// The variable of a phi, or of a value that shares one with phis.
    pub(super) fn shared_variable(&mut self, node: Node) -> Var {
        if let Some(var) = self.tree.held(node) {
            return var;
        }
        let leader = self.shared.get(&node).copied().unwrap_or(node);
        let var = match self.leaders.get(&leader) {
            Some(var) => *var,
            None => {
                let id = self.tree.module.get(self.tree.node(leader).at).result;
                let var = self.tree.add_variable(Origin::Phi, id, self.tree.node(leader).ty);
                self.leaders.insert(leader, var);
                self.locals.push(var);
                var
            }
        };
        self.tree.nodes[node as usize].held = var;
        var
    }

    /// Makes a value in the variable that it shares with phis; false if it shares none.
    pub(super) fn hold_shared(&mut self, node: Node, (list, line): (List, u32)) -> bool {
        if !self.shared.contains_key(&node) {
            return false;
        }
        let data = self.tree.node(node);
        let value = self.tree.add_node(data.kind, data.ty, data.at);
        let var = self.shared_variable(node);
        self.change(Change::Variable(var));
        let place = self.tree.add_node(Kind::Variable(var), data.ty, data.at);
        self.tree.lists[list as usize].lines[line as usize].statement = Statement::Assign(place, value);
        self.contents.copies = true;
        true
    }

    fn assign_phis(&mut self, pairs: Vec<(Node, Node)>, at: At) -> Walked<()> {
        if pairs.len() > MAX_PHIS {
            return self.refuse(Reason::Depth, at, "too many values change at one branch");
        }
        let mut left = Vec::new();
        for (phi, value) in pairs {
            let var = self.shared_variable(phi);
            let keys = self.take(value).keys;
            let is_own = phi == value || self.tree.variable_of(value) == Some(var);
            if !is_own && !self.tree.is_undefined(value) {
                left.push(Pending { phi, var, value, keys });
            }
        }
        while !left.is_empty() {
            let free = (0..left.len()).find(|&index| {
                let var = left[index].var;
                let mut others = left.iter().enumerate().filter(|(other, _)| *other != index);
                !others.any(|(_, entry)| entry.keys.may_read(var))
            });
            match free {
                Some(index) => {
                    let Pending { phi, var, value, .. } = left.remove(index);
                    self.change(Change::Variable(var));
                    let ty = self.tree.node(phi).ty;
                    let place = self.tree.add_node(Kind::Variable(var), ty, at);
                    self.push(Statement::Assign(place, value), at);
                }
                None => self.keep_aside(&mut left[0], at),
            }
        }
        Ok(())
    }

    /// Breaks a circle of values that become each other: one is kept in a variable.
    fn keep_aside(&mut self, pending: &mut Pending, at: At) {
        let ty = self.tree.node(pending.value).ty;
        let var = self.tree.add_variable(Origin::Phi, 0, ty);
        let copy = self.tree.add_node(Kind::Variable(var), ty, at);
        let value = std::mem::replace(&mut pending.value, copy);
        pending.keys = Keys::default();
        self.locals.push(var);
        let place = self.tree.add_node(Kind::Variable(var), ty, at);
        self.push(Statement::Assign(place, value), at);
    }

    /// Where the sides of a selection meet: one value becomes an expression, others are assigned on each side.
    pub(super) fn meet(&mut self, fork: &Fork, edges: [Option<Edge>; 2]) -> Walked<()> {
        if let [Some(yes), Some(no)] = edges
            && yes.1 == no.1
            && fork.sides.iter().all(|side| self.tree.is_empty(*side))
            && let ([(phi, yes)], [(_, no)]) = (self.incoming(yes).as_slice(), self.incoming(no).as_slice())
            && self.is_choice(fork, (*phi, *yes, *no))
        {
            let is_free = |walker: &mut Self, node: Node, list: List| {
                !walker.waits_in(node, list) || walker.move_out(node, 0)
            };
            if is_free(self, *yes, fork.sides[0]) && is_free(self, *no, fork.sides[1]) {
                self.choose(fork, (*phi, *yes, *no));
                return Ok(());
            }
        }
        for (edge, side) in edges.into_iter().zip(fork.sides) {
            if let Some(edge) = edge {
                let outer = std::mem::replace(&mut self.list, side);
                let passed = self.pass(edge);
                self.list = outer;
                passed?;
            }
        }
        Ok(())
    }

    /// True if a phi reads better as an expression than as a variable that each side assigns.
    fn is_choice(&self, fork: &Fork, (phi, yes, no): (Node, Node, Node)) -> bool {
        if self.tree.held(phi).is_some() {
            return false;
        }
        if self.logic(fork.condition, (yes, no)).is_some() {
            return true;
        }
        let leader = self.shared.get(&phi).copied().unwrap_or(phi);
        let own = self.leaders.get(&leader).copied();
        let stays = |node| own.is_some() && self.tree.variable_of(node) == own;
        let is_undefined = self.tree.is_undefined(yes) || self.tree.is_undefined(no);
        let weight = self.weight_of(yes).saturating_add(self.weight_of(no));
        !stays(yes) && !stays(no) && !is_undefined && weight <= MAX_CHOICE
    }

    /// The logical operation that `c ? yes : no` is, the operand that follows the condition, and whether the condition
    /// is negated.
    fn logic(&self, condition: Node, (yes, no): (Node, Node)) -> Option<(u16, Node, Negated)> {
        let truth = |node: Node| match self.tree.kind(node) {
            Kind::Constant(id) => self.tree.module.constant_bool(id),
            Kind::Operation(op::CONSTANT_TRUE, _) => Some(true),
            Kind::Operation(op::CONSTANT_FALSE, _) => Some(false),
            _ => None,
        };
        Some(match (truth(yes), truth(no)) {
            (_, Some(false)) => (op::LOGICAL_AND, yes, Negated::No),
            (Some(true), _) => (op::LOGICAL_OR, no, Negated::No),
            _ if condition == no => (op::LOGICAL_AND, yes, Negated::No),
            _ if condition == yes => (op::LOGICAL_OR, no, Negated::No),
            (Some(false), _) => (op::LOGICAL_AND, no, Negated::Yes),
            (_, Some(true)) => (op::LOGICAL_OR, yes, Negated::Yes),
            _ => return None,
        })
    }

    /// A phi becomes an expression that depends on the condition.
    fn choose(&mut self, fork: &Fork, (phi, yes, no): (Node, Node, Node)) {
        let at = self.tree.node(phi).at;
        let condition = fork.condition;
        let (opcode, operands) = match self.logic(condition, (yes, no)) {
            Some((opcode, other, Negated::No)) => (opcode, vec![condition, other]),
            Some((opcode, other, Negated::Yes)) => {
                (opcode, vec![self.tree.negate_condition(condition, at), other])
            }
            None => (op::SELECT, vec![condition, yes, no]),
        };
        self.tree.lists[self.list as usize].lines[fork.line].statement = Statement::Nothing;
        let span = self.tree.add_operands(&operands);
        self.tree.nodes[phi as usize].kind = Kind::Operation(opcode, span);
        // The condition was taken by the branch.
        self.make(phi, at);
    }
}

/// Whether a condition is negated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Negated {
    Yes,
    No,
}

impl Tree<'_> {
    /// True for `OpUndef`.
    fn is_undefined(&self, node: Node) -> bool {
        matches!(self.kind(node), Kind::Constant(id) if self.module.opcode_of(id) == op::UNDEF)
    }
}
