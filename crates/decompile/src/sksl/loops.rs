//! Spells loops and switches. Effects of version 100 have `for` loops alone, of which the compiler sees how often they
//! are done.

use foldhash::HashSet;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, ConstantValue, Type};

use super::Sksl;
use crate::refusal::Reason;
use crate::text::{ANY, Scalar, Sign, UNARY, Writer};
use crate::tree::{Case, Kind, List, LoopKind, LoopParts, NONE, Node, Statement, Var};

/// A loop must end in fewer rounds. Source: Skia 144.
const MAX_ROUNDS: f64 = 100_000.0;
/// Deepest nesting of operators in an index.
const MAX_DEPTH: u32 = 16;

/// A loop with a counter, from a constant, compared with one and changed by one.
struct Counted {
    var: Var,
    start: Node,
    /// Comparison that the loop goes on with, with the counter on the left.
    comparison: u16,
    limit: Node,
    /// True if the counter goes down.
    down: bool,
    step: Node,
    /// What has to hold for a round besides.
    rest: Vec<Node>,
}

impl Writer<'_, '_, Sksl> {
    pub(super) fn loop_text(&mut self, at: At, kind: LoopKind, parts: LoopParts) {
        if self.is_300() {
            return self.plain_round(at, kind, parts);
        }
        let Some(counted) = self.counted(kind, &parts) else {
            if self.rounds_text(at, kind, parts) {
                return;
            }
            let what = "loops other than over a counter from a constant to a constant";
            self.at = at;
            self.refuse_version(Reason::Control, what);
            return;
        };
        if !self.ends_soon(&counted) {
            self.at = at;
            self.refuse(Reason::Control, "a loop of an effect ends in fewer than 100000 rounds");
            return;
        }
        let Counted { var, start, comparison, limit, down, step, rest } = counted;
        self.begin(at);
        let name = self.local_name(var);
        let declared = self.precise_declarator(var, &name);
        self.out.push_str(&format!("for ({declared} = "));
        match self.tree.kind(start) {
            Kind::Constant(_) => self.expr(start, ANY),
            // The least of 0 and a number of frames.
            _ => self.out.push('0'),
        }
        let operator = crate::text::infix(comparison).map_or("", |infix| infix.text);
        self.out.push_str(&format!("; {name} {operator} "));
        self.expr(limit, UNARY);
        let sign = if down { "-" } else { "+" };
        if self.is_constant(step, 1) {
            self.out.push_str(&format!("; {name}{sign}{sign}) "));
        } else {
            self.out.push_str(&format!("; {name} {sign}= "));
            self.expr(step, ANY);
            self.out.push_str(") ");
        }
        self.language.counters.insert(var);
        if rest.is_empty() {
            self.block(parts.body);
        } else {
            self.out.push_str("{\n");
            self.indent += 1;
            for part in rest {
                self.break_unless(at, part);
            }
            self.list(parts.body);
            self.indent -= 1;
            self.begin(at);
            self.out.push('}');
        }
        self.language.counters.remove(&var);
        self.out.push('\n');
    }

    /// The loop as one with a counter.
    fn counted(&self, kind: LoopKind, parts: &LoopParts) -> Option<Counted> {
        if kind != LoopKind::For || parts.condition == NONE {
            return None;
        }
        let &[Statement::Declare(var, start)] = self.statements(parts.init).as_slice() else { return None };
        let var = self.tree.actual(var);
        let &[Statement::Assign(place, value)] = self.statements(parts.step).as_slice() else { return None };
        let is_counter = |node: Node| self.tree.variable_of(self.loaded(node)) == Some(var);
        if !is_counter(place) || !matches!(self.tree.kind(place), Kind::Variable(_)) {
            return None;
        }
        let (opcode, [left, right]) = self.operation_of(value)?;
        let (down, step) = match opcode {
            op::I_ADD | op::F_ADD if is_counter(left) => (false, right),
            op::I_ADD | op::F_ADD if is_counter(right) => (false, left),
            op::I_SUB | op::F_SUB if is_counter(left) => (true, right),
            _ => return None,
        };
        let mut rest = self.parts_of(parts.condition);
        let compared = |part: &Node| {
            let (comparison, [left, right]) = self.operation_of(*part)?;
            match () {
                () if is_counter(left) && self.number_of(right).is_some() => Some((comparison, right)),
                () if is_counter(right) && self.number_of(left).is_some() => {
                    Some((mirrored(comparison)?, left))
                }
                () => None,
            }
        };
        let (index, (comparison, limit)) =
            rest.iter().enumerate().find_map(|(index, part)| Some((index, compared(part)?)))?;
        rest.remove(index);
        let is_fixed = [start, step, limit].iter().all(|node| self.number_of(*node).is_some());
        let is_changed = self.language.usage.changes(var, parts.body);
        (is_fixed && !is_changed).then_some(Counted { var, start, comparison, limit, down, step, rest })
    }

    pub(super) fn statements(&self, list: List) -> Vec<Statement> {
        let lines = self.tree.list(list).lines.iter().map(|line| line.statement);
        lines.filter(|statement| !matches!(statement, Statement::Nothing)).collect()
    }

    /// What is loaded, or the node itself.
    pub(super) fn loaded(&self, node: Node) -> Node {
        match (self.tree.variable_of(node), self.tree.kind(node)) {
            (None, Kind::Load(place)) => place,
            _ => node,
        }
    }

    pub(super) fn operation_of(&self, node: Node) -> Option<(u16, [Node; 2])> {
        let Kind::Operation(opcode, span) = self.tree.kind(node) else { return None };
        if self.tree.variable_of(node).is_some() {
            return None;
        }
        let &[left, right] = self.tree.operands(span) else { return None };
        Some((opcode, [left, right]))
    }

    /// Value of a signed integer or floating-point constant.
    pub(super) fn number_of(&self, node: Node) -> Option<f64> {
        if self.is_least_frame(node) {
            return Some(0.0);
        }
        let Kind::Constant(id) = self.tree.kind(node) else { return None };
        if self.tree.variable_of(node).is_some() {
            return None;
        }
        let bits = match self.module.constant(id)?.value {
            ConstantValue::Number(bits) => bits as u32,
            ConstantValue::Null => 0,
            _ => return None,
        };
        match self.scalar(self.tree.node(node).ty)? {
            Scalar::Int(32) => Some(f64::from(bits as i32)),
            Scalar::Float(32) => Some(f64::from(f32::from_bits(bits))).filter(|value| value.is_finite()),
            _ => None,
        }
    }

    /// True if a loop has so few rounds that Skia takes it.
    fn ends_soon(&self, counted: &Counted) -> bool {
        let [start, limit, step] =
            [counted.start, counted.limit, counted.step].map(|node| self.number_of(node));
        let (Some(start), Some(limit), Some(step)) = (start, limit, step) else { return false };
        let step = if counted.down { -step } else { step };
        let is_float = matches!(self.scalar(self.tree.variable(counted.var).ty), Some(Scalar::Float(_)));
        let distance = (limit - start) / step;
        let goes_towards = |is_up: bool| (step > 0.0) == is_up && step != 0.0;
        let rounds = match counted.comparison {
            op::S_LESS_THAN | op::F_ORD_LESS_THAN if start >= limit => 0.0,
            op::S_LESS_THAN_EQUAL | op::F_ORD_LESS_THAN_EQUAL if start > limit => 0.0,
            op::S_GREATER_THAN | op::F_ORD_GREATER_THAN if start <= limit => 0.0,
            op::S_GREATER_THAN_EQUAL | op::F_ORD_GREATER_THAN_EQUAL if start < limit => 0.0,
            op::S_LESS_THAN | op::F_ORD_LESS_THAN if goes_towards(true) => distance.ceil(),
            op::S_LESS_THAN_EQUAL | op::F_ORD_LESS_THAN_EQUAL if goes_towards(true) => distance.floor() + 1.0,
            op::S_GREATER_THAN | op::F_ORD_GREATER_THAN if goes_towards(false) => distance.ceil(),
            op::S_GREATER_THAN_EQUAL | op::F_ORD_GREATER_THAN_EQUAL if goes_towards(false) => {
                distance.floor() + 1.0
            }
            op::I_NOT_EQUAL | op::F_ORD_NOT_EQUAL | op::F_UNORD_NOT_EQUAL
                if distance.fract() == 0.0 && distance >= 0.0 =>
            {
                distance
            }
            op::I_EQUAL | op::F_ORD_EQUAL => f64::from(start == limit && step != 0.0),
            _ => return false,
        };
        // Numbers beyond these wrap around.
        let wraps = !is_float && (start + rounds * step).abs() > f64::from(i32::MAX);
        rounds < MAX_ROUNDS && !wraps
    }

    /// True for indices that the compiler knows: constants, counters of loops, and sums of these.
    pub(super) fn is_fixed(&self, index: Node) -> bool {
        self.is_fixed_at(index, 0)
    }

    fn is_fixed_at(&self, node: Node, depth: u32) -> bool {
        if let Some(var) = self.tree.variable_of(self.loaded(node)) {
            return self.language.counters.contains(&var);
        }
        match self.tree.kind(node) {
            Kind::Constant(_) => true,
            Kind::Operation(
                op::I_ADD
                | op::I_SUB
                | op::I_MUL
                | op::S_DIV
                | op::S_NEGATE
                | op::CONVERT_F_TO_S
                | op::F_ADD
                | op::F_SUB
                | op::F_MUL
                | op::F_DIV,
                span,
            ) if depth < MAX_DEPTH => {
                self.tree.operands(span).iter().all(|operand| self.is_fixed_at(*operand, depth + 1))
            }
            _ => false,
        }
    }

    /// Writes a switch. The default is the last case, and nothing goes on with a loop from inside.
    pub(super) fn switch_text(&mut self, at: At, selector: Node, cases: &[Case]) {
        self.at = at;
        if cases.iter().any(|case| self.goes_on(case.body)) {
            let what = "a switch goes on with the loop around it; use conditions instead";
            self.refuse(Reason::Control, what);
            return;
        }
        let mut cases = cases.to_vec();
        if let Some(index) =
            cases.iter().position(|case| case.default).filter(|index| index + 1 < cases.len())
        {
            let is_apart = |index: Option<usize>| index.is_none_or(|index| self.leaves(cases[index].body));
            if !is_apart(index.checked_sub(1)) || !is_apart(Some(index)) || !is_apart(Some(cases.len() - 1)) {
                let what = "a case falls into the default, which SkSL has last; end it with break";
                self.refuse(Reason::Control, what);
                return;
            }
            let default = cases.remove(index);
            cases.push(default);
        }
        // Values of the default need no labels of their own.
        let all: HashSet<u64> = cases.iter().flat_map(|case| case.values.iter().copied()).collect();
        if all.len() < cases.iter().map(|case| case.values.len()).sum() {
            self.refuse(Reason::Malformed, "a switch has a value twice");
        }
        let is_unsigned = self.scalar_of(selector) == Some(Scalar::Uint(32));
        if is_unsigned && !self.is_300() {
            self.refuse_version(Reason::Type, "unsigned integers");
        }
        self.signed_switch(at, selector, &cases);
    }

    fn signed_switch(&mut self, at: At, selector: Node, cases: &[Case]) {
        self.begin(at);
        self.out.push_str("switch (");
        self.integer(selector, Sign::Signed, ANY);
        self.out.push_str(") {\n");
        for case in cases {
            for value in &case.values {
                let label = self.number(Scalar::Int(32), *value);
                self.begin(at);
                self.out.push_str(&format!("case {label}:\n"));
            }
            if case.default {
                self.begin(at);
                self.out.push_str("default:\n");
            }
            if self.declares(case.body) {
                self.begin(at);
                self.block(case.body);
                self.out.push('\n');
            } else {
                self.indent += 1;
                self.list(case.body);
                self.indent -= 1;
            }
        }
        self.begin(at);
        self.out.push_str("}\n");
    }

    /// True if a case ends without falling into the next one.
    fn leaves(&self, list: List) -> bool {
        let last = self.statements(list).last().copied();
        match last {
            Some(Statement::Break | Statement::Return(_) | Statement::End(_)) => true,
            Some(Statement::If(_, then, other)) => self.leaves(then) && self.leaves(other),
            _ => false,
        }
    }

    /// Writes an assignment of an array element by element, where arrays are not assigned; false for other values.
    pub(super) fn copy_array(&mut self, place: &str, value: Node) -> bool {
        let ty = self.tree.node(value).ty;
        let Some(Type::Array { length, .. }) = self.module.ty(ty) else {
            if self.has_array(ty) && !self.is_300() {
                self.refuse_version(Reason::Type, "assignments of structures with arrays");
            }
            return false;
        };
        if self.is_300() {
            return false;
        }
        let is_named = self.tree.variable_of(self.loaded(value)).is_some()
            || matches!(self.tree.kind(value), Kind::Constant(_) | Kind::Load(_));
        if !is_named {
            self.refuse_version(Reason::Type, "constructors of arrays");
            return true;
        }
        let count = self.module.constant_u32(length).unwrap_or(0);
        let from = self.capture(|writer| writer.expr(value, crate::text::POSTFIX));
        let indent = "    ".repeat(self.indent);
        if self.language.element.is_empty() {
            self.language.element = self.names.take("element");
        }
        let index = self.language.element.clone();
        self.out.push_str(&format!(
            "for (int {index} = 0; {index} < {count}; {index}++) {{\n{indent}    {place}[{index}] = {from}[{index}];\n{indent}}}"
        ));
        true
    }
}

/// The comparison with its sides exchanged.
pub(super) fn mirrored(comparison: u16) -> Option<u16> {
    Some(match comparison {
        op::S_LESS_THAN => op::S_GREATER_THAN,
        op::S_LESS_THAN_EQUAL => op::S_GREATER_THAN_EQUAL,
        op::S_GREATER_THAN => op::S_LESS_THAN,
        op::S_GREATER_THAN_EQUAL => op::S_LESS_THAN_EQUAL,
        op::F_ORD_LESS_THAN => op::F_ORD_GREATER_THAN,
        op::F_ORD_LESS_THAN_EQUAL => op::F_ORD_GREATER_THAN_EQUAL,
        op::F_ORD_GREATER_THAN => op::F_ORD_LESS_THAN,
        op::F_ORD_GREATER_THAN_EQUAL => op::F_ORD_LESS_THAN_EQUAL,
        op::I_EQUAL | op::F_ORD_EQUAL | op::I_NOT_EQUAL | op::F_ORD_NOT_EQUAL | op::F_UNORD_NOT_EQUAL => {
            comparison
        }
        _ => return None,
    })
}
