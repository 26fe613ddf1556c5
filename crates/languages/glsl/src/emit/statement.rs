//! Statements: structured control flow.

use glassbox_spirv::build::{Id, op, value::storage_class};

use super::function::{Binding, Target};
use super::{Chain, Emitter};
use crate::model::{
    Block, Case, ExpressionId, LocalId, Loop, LoopControl, Precision, SelectionControl, Statement,
    StatementKind,
};
use crate::types::Type;

impl Emitter<'_> {
    /// Statements in order; those behind a jump are left out.
    pub(super) fn block(&mut self, block: &Block) {
        for statement in block {
            if !self.module.is_open() {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.at(statement.at);
        match &statement.kind {
            StatementKind::Declare(local, value) => self.declare(*local, *value),
            StatementKind::Expression(value) => {
                self.value(*value);
            }
            StatementKind::Block(block) => {
                let outer = self.enter_scope(statement.at);
                self.block(block);
                self.leave_scope(outer);
            }
            StatementKind::If { condition, yes, no, control } => self.branch(*condition, yes, no, *control),
            StatementKind::Switch { selector, groups, control } => self.switch(*selector, groups, *control),
            StatementKind::Loop(inner) => self.repeat(inner),
            StatementKind::Break => self.leave(),
            StatementKind::Continue => self.go_on(),
            StatementKind::Return(None) => self.module.end(op::RETURN),
            StatementKind::Return(Some(value)) => {
                let value = self.value(*value);
                self.at(statement.at);
                self.module.return_value(value);
            }
            // SPIR-V 1.6 has no other word for it that leaves derivatives defined.
            StatementKind::Discard if self.minor >= 6 => {
                self.module.effect(op::DEMOTE_TO_HELPER_INVOCATION, &[]);
            }
            StatementKind::Discard => self.module.end(op::KILL),
            StatementKind::TerminateInvocation => self.module.end(op::TERMINATE_INVOCATION),
            StatementKind::Demote => self.module.effect(op::DEMOTE_TO_HELPER_INVOCATION, &[]),
            StatementKind::IgnoreIntersection => self.module.end(op::IGNORE_INTERSECTION_KHR),
            StatementKind::TerminateRay => self.module.end(op::TERMINATE_RAY_KHR),
        }
    }

    /// A variable begins to exist.
    fn declare(&mut self, local: LocalId, value: Option<ExpressionId>) {
        let program = self.program;
        let Some(function) = self.frame.function else { return };
        let Some(row) = program.function(function).locals.get(local.0 as usize) else { return };
        if row.is_const
            && let Some(value) = value
            && self.is_constant(value)
        {
            let constant = self.value(value);
            if self.module.is_constant(constant) {
                self.frame.bind(local, Binding::Value(constant));
                return;
            }
        }
        let value = value.map(|value| self.value(value));
        let variable = match self.frame.place(local) {
            Some(known) => known.clone(),
            None => {
                let variable = self.local_variable(row.ty, &row.name, row.qualifiers.flags);
                if matches!(row.qualifiers.precision, Precision::Low | Precision::Medium) {
                    self.relax(variable);
                }
                self.debug_local((&row.name, row.at, row.ty), None, variable, false);
                Chain::variable(variable, storage_class::FUNCTION, row.ty)
            }
        };
        self.frame.bind(local, Binding::Place(variable.clone()));
        if let Some(value) = value {
            self.store(&variable, value);
        }
    }

    fn branch(&mut self, condition: ExpressionId, yes: &Block, no: &Block, control: SelectionControl) {
        let chosen = self.value(condition);
        let (first, end) = (self.module.id(), self.module.id());
        let second = if no.is_empty() { end } else { self.module.id() };
        self.module.selection_merge(end, selection_mask(control));
        self.module.branch_conditional(chosen, first, second);
        self.module.open(first);
        self.block(yes);
        let mut is_reached = self.module.is_open() || no.is_empty();
        self.module.branch(end);
        if !no.is_empty() {
            self.module.open(second);
            self.block(no);
            is_reached |= self.module.is_open();
            self.module.branch(end);
        }
        self.end_construct(end, is_reached);
    }

    /// Opens the block behind a construct. What nothing leads to ends at once.
    fn end_construct(&mut self, end: Id, is_reached: bool) {
        self.module.open(end);
        if !is_reached && !self.frame.reached.contains(&end) {
            self.module.end(op::UNREACHABLE);
        }
    }

    fn switch(&mut self, selector: ExpressionId, groups: &[Case], control: SelectionControl) {
        let value = self.value(selector);
        if groups.is_empty() {
            return;
        }
        let end = self.module.id();
        let labels: Vec<Id> = groups.iter().map(|_| self.module.id()).collect();
        let mut default = None;
        let mut cases = Vec::new();
        for (group, label) in groups.iter().zip(&labels) {
            for number in &group.labels {
                match number {
                    Some(number) => cases.push((*number, *label)),
                    None => default = Some(*label),
                }
            }
        }
        self.module.selection_merge(end, selection_mask(control));
        self.module.branch_switch(value, default.unwrap_or(end), &cases);
        self.frame.targets.push(Target { end, next: None });
        for (number, (group, label)) in groups.iter().zip(&labels).enumerate() {
            self.module.open(*label);
            self.block(&group.body);
            if number + 1 == groups.len() && self.module.is_open() {
                self.frame.reached.insert(end);
                self.module.branch(end);
            }
        }
        self.frame.targets.pop();
        self.end_construct(end, default.is_none());
    }

    fn repeat(&mut self, inner: &Loop) {
        self.block(&inner.before);
        let [header, body, next, end] = [0; 4].map(|_| self.module.id());
        let (mask, operands) = loop_mask(inner.control, self.minor);
        self.module.open(header);
        self.module.loop_merge(next, end, mask, &operands);
        let mut is_reached = false;
        let mut first = body;
        if inner.is_tested_first
            && let Some(condition) = inner.condition
        {
            first = self.module.id();
            self.module.branch(first);
            self.module.open(first);
            let value = self.condition(inner, condition);
            self.module.branch_conditional(value, body, end);
            is_reached = true;
        }
        if first == body {
            self.module.branch(body);
        }
        self.module.open(body);
        self.frame.targets.push(Target { end, next: Some(next) });
        self.block(&inner.body);
        self.frame.targets.pop();
        self.module.open(next);
        if let Some(step) = inner.step {
            self.value(step);
        }
        match inner.condition.filter(|_| !inner.is_tested_first) {
            Some(condition) => {
                let value = self.value(condition);
                self.module.branch_conditional(value, header, end);
                is_reached = true;
            }
            None => self.module.branch(header),
        }
        self.end_construct(end, is_reached);
    }

    /// The condition of a loop, which may set a variable each time.
    fn condition(&mut self, inner: &Loop, condition: ExpressionId) -> Id {
        let Some(local) = inner.condition_local else { return self.value(condition) };
        self.declare(local, Some(condition));
        match self.frame.binding(local).cloned() {
            Some(Binding::Place(place)) => {
                let value = self.load(&place);
                self.convert(value, place.ty, Type::BOOL)
            }
            Some(Binding::Value(value)) => value,
            _ => self.bool(true),
        }
    }

    fn leave(&mut self) {
        if let Some(target) = self.frame.targets.last().copied() {
            self.frame.reached.insert(target.end);
            self.module.branch(target.end);
        }
    }

    fn go_on(&mut self) {
        if let Some(next) = self.frame.targets.iter().rev().find_map(|target| target.next) {
            self.module.branch(next);
        }
    }
}

fn selection_mask(control: SelectionControl) -> u32 {
    use glassbox_spirv::build::value::selection_control as mask;
    if control.is_flattened {
        mask::FLATTEN
    } else if control.is_branch {
        mask::DONT_FLATTEN
    } else {
        0
    }
}

/// Bits of `LoopControl` with their operands, in the order of the bits.
fn loop_mask(control: LoopControl, minor: u8) -> (u32, Vec<u32>) {
    use glassbox_spirv::build::value::loop_control as mask;
    let (mut bits, mut operands) = (0, Vec::new());
    if control.is_unrolled {
        bits |= mask::UNROLL;
    } else if control.is_loop {
        bits |= mask::DONT_UNROLL;
    }
    if control.dependency_infinite && minor >= 1 {
        bits |= mask::DEPENDENCY_INFINITE;
    }
    let numbers = [
        (mask::DEPENDENCY_LENGTH, control.dependency_length.filter(|_| minor >= 1)),
        (mask::MIN_ITERATIONS, control.min_iterations),
        (mask::MAX_ITERATIONS, control.max_iterations),
        (mask::ITERATION_MULTIPLE, control.iteration_multiple),
        (mask::PEEL_COUNT, control.peel_count),
        (mask::PARTIAL_COUNT, control.partial_count),
    ];
    for (bit, number) in numbers {
        // Older versions of SPIR-V have no such hints.
        let is_known = bit == mask::DEPENDENCY_LENGTH || minor >= 4;
        if let Some(number) = number.filter(|_| is_known) {
            bits |= bit;
            operands.push(number);
        }
    }
    (bits, operands)
}
