//! Spells loops that are no plain loops over a counter, as far as a counter in them says how often they are done.

use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::At;

use super::Sksl;
use crate::text::{ANY, Scalar, Writer};
use crate::tree::{Kind, List, LoopKind, LoopParts, NONE, Node, Statement, Var};

/// A loop must end in fewer rounds. Source: Skia 144.
const MAX_ROUNDS: u32 = 100_000;
/// Most parts of a condition.
const MAX_PARTS: usize = 16;

/// What says how often a loop is done.
struct Bound {
    /// Rounds that are done unless the loop ends before.
    rounds: u32,
    /// Parts of the condition besides the comparison of the counter.
    rest: Vec<Node>,
}

impl Writer<'_, '_, Sksl> {
    /// Writes a loop by rounds that are counted; false if nothing in it says that it ends.
    ///
    /// What the head of a `for` does between rounds is done at the end of the round, or at the beginning of the next one where the
    /// body goes on from its middle.
    pub(super) fn rounds_text(&mut self, at: At, kind: LoopKind, parts: LoopParts) -> bool {
        let Some(bound) = self.bound(kind, &parts) else { return false };
        let steps_first = self.goes_on(parts.body);
        let is_block = self.statements(parts.init).iter().any(|one| matches!(one, Statement::Declare(..)));
        if is_block {
            self.begin(at);
            self.out.push_str("{\n");
            self.indent += 1;
        }
        self.list(parts.init);
        let round = self.names.take("pass");
        // The round after the last one ends with its test.
        let is_plain = bound.rest.is_empty();
        let (comparison, tests) = if steps_first { ("<=", true) } else { ("<", !is_plain) };
        self.begin(at);
        let rounds = bound.rounds;
        self.out.push_str(&format!("for (int {round} = 0; {round} {comparison} {rounds}; {round}++) {{\n"));
        self.indent += 1;
        if steps_first {
            self.begin(at);
            self.out.push_str(&format!("if ({round} > 0) "));
            self.block(parts.step);
            self.out.push('\n');
        }
        if tests {
            self.break_unless(at, parts.condition);
        }
        self.list(parts.body);
        if !steps_first {
            self.list(parts.step);
        }
        self.indent -= 1;
        self.begin(at);
        self.out.push_str("}\n");
        if is_block {
            self.indent -= 1;
            self.begin(at);
            self.out.push_str("}\n");
        }
        true
    }

    /// Writes the end of a loop where a condition does not hold.
    pub(super) fn break_unless(&mut self, at: At, condition: Node) {
        self.begin(at);
        self.out.push_str("if (!(");
        self.expr(condition, ANY);
        self.out.push_str(")) {\n");
        self.begin(at);
        self.out.push_str("    break;\n");
        self.begin(at);
        self.out.push_str("}\n");
    }

    /// True for the least of 0 and `iFrame`, which is 0: programs write it so that compilers see no constant.
    pub(super) fn is_least_frame(&self, node: Node) -> bool {
        let Kind::Extended(glsl::S_MIN, span) = self.tree.kind(node) else { return false };
        let &[left, right] = self.tree.operands(span) else { return false };
        let is_frame = |node: Node| {
            let Kind::Load(place) = self.tree.kind(node) else { return false };
            let Kind::Path(root, steps) = self.tree.kind(place) else { return false };
            let Some(var) = self.tree.variable_of(root).map(|var| self.tree.actual(var)) else {
                return false;
            };
            self.uniform_is_named((var, self.members_of(var, self.tree.steps(steps))), "iFrame")
        };
        let is_zero = |node: Node| self.tree.variable_of(node).is_none() && self.is_constant(node, 0);
        is_frame(left) && is_zero(right) || is_zero(left) && is_frame(right)
    }

    /// How often a loop is done, by a part of its condition that compares a counter with a constant.
    fn bound(&self, kind: LoopKind, parts: &LoopParts) -> Option<Bound> {
        if kind != LoopKind::For || parts.condition == NONE {
            return None;
        }
        let all = self.parts_of(parts.condition);
        let (index, rounds) = all
            .iter()
            .enumerate()
            .find_map(|(index, part)| self.rounds_of(*part, parts).map(|rounds| (index, rounds)))?;
        let rest = all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, part)| *part);
        Some(Bound { rounds, rest: rest.collect() })
    }

    /// The parts that all have to hold for a condition.
    pub(super) fn parts_of(&self, condition: Node) -> Vec<Node> {
        let (mut work, mut parts) = (vec![condition], Vec::new());
        while let Some(node) = work.pop() {
            match self.operation_of(node) {
                Some((op::LOGICAL_AND, [left, right])) if work.len() + parts.len() < MAX_PARTS => {
                    work.extend([right, left]);
                }
                _ => parts.push(node),
            }
        }
        parts
    }

    /// After how many rounds a comparison of a counter with a constant does not hold any more.
    fn rounds_of(&self, comparison: Node, parts: &LoopParts) -> Option<u32> {
        let (opcode, [left, right]) = self.operation_of(comparison)?;
        let (opcode, counter, limit) = match (self.number_of(left), self.number_of(right)) {
            (None, Some(limit)) => (opcode, left, limit),
            (Some(limit), None) => (super::loops::mirrored(opcode)?, right, limit),
            _ => return None,
        };
        let var = self.tree.variable_of(self.loaded(counter)).map(|var| self.tree.actual(var))?;
        let start = self.first_value(var, parts.init)?;
        let (step, change) = self.only_step(var, parts)?;
        let is_float = matches!(self.scalar(self.tree.variable(var).ty), Some(Scalar::Float(_)));
        let mut value = start;
        for round in 0..MAX_ROUNDS {
            if !holds(opcode, value, limit)? {
                return Some(round);
            }
            value = match step {
                op::I_ADD | op::F_ADD => value + change,
                op::I_SUB | op::F_SUB => value - change,
                op::I_MUL | op::F_MUL => value * change,
                op::S_DIV => (value / change).trunc(),
                op::F_DIV => value / change,
                _ => return None,
            };
            if is_float {
                value = f64::from(value as f32);
            } else if value.abs() > f64::from(i32::MAX) || !value.is_finite() {
                return None;
            }
        }
        None
    }

    /// The constant that a counter begins with.
    fn first_value(&self, var: Var, init: List) -> Option<f64> {
        let mut found = None;
        for statement in self.statements(init) {
            match statement {
                Statement::Declare(other, value) if self.tree.actual(other) == var => {
                    found = self.number_of(value)
                }
                Statement::Assign(place, value) if self.is_named(place, var) => found = self.number_of(value),
                _ => {}
            }
        }
        found
    }

    /// True for the place that is a variable.
    fn is_named(&self, place: Node, var: Var) -> bool {
        matches!(self.tree.kind(place), Kind::Variable(own) if self.tree.actual(own) == var)
    }

    /// The one change of a counter by a constant, between the rounds.
    fn only_step(&self, var: Var, parts: &LoopParts) -> Option<(u16, f64)> {
        if self.language.usage.changes(var, parts.body) || self.language.usage.given.contains(&var) {
            return None;
        }
        let mut found = None;
        for statement in self.statements(parts.step) {
            let Statement::Assign(place, value) = statement else { continue };
            if self.tree.root(place).map(|root| self.tree.actual(root)) != Some(var) {
                continue;
            }
            let (opcode, [left, right]) = self.operation_of(value)?;
            let is_counter = |node: Node| {
                self.tree.variable_of(self.loaded(node)).map(|own| self.tree.actual(own)) == Some(var)
            };
            let change = match () {
                () if is_counter(left) => self.number_of(right)?,
                () if is_counter(right)
                    && matches!(opcode, op::I_ADD | op::F_ADD | op::I_MUL | op::F_MUL) =>
                {
                    self.number_of(left)?
                }
                () => return None,
            };
            if found.is_some() || !self.is_named(place, var) {
                return None;
            }
            found = Some((opcode, change));
        }
        found
    }
}

/// Whether a comparison holds.
fn holds(opcode: u16, left: f64, right: f64) -> Option<bool> {
    Some(match opcode {
        op::S_LESS_THAN | op::F_ORD_LESS_THAN => left < right,
        op::S_LESS_THAN_EQUAL | op::F_ORD_LESS_THAN_EQUAL => left <= right,
        op::S_GREATER_THAN | op::F_ORD_GREATER_THAN => left > right,
        op::S_GREATER_THAN_EQUAL | op::F_ORD_GREATER_THAN_EQUAL => left >= right,
        op::I_NOT_EQUAL | op::F_ORD_NOT_EQUAL | op::F_UNORD_NOT_EQUAL => left != right,
        _ => return None,
    })
}
