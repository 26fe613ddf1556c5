//! Removes values that variables begin with and nothing reads, and writes conditions that a branch puts together with
//! `&&` and `||`.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use smallvec::smallvec;

use super::{
    Kind, Line, List, Lists, LoopKind, NONE, Node, Origin, Statement, Tree, Var, ends_or_writes, is_atomic,
};

/// Lines that are looked at for what a variable is first used for.
const MAX_LINES: u32 = 4096;

/// What is done first with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Nothing,
    /// It is read, or may be.
    Read,
    /// It is written as a whole.
    Written,
    /// It is written on some ways and not read.
    Maybe,
}

/// Removes first values of a function's variables.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let list = tree.bodies[index].list;
    let mut budget = MAX_LINES;
    for line in 0..tree.list(list).lines.len() {
        let Statement::Assign(place, value) = tree.list(list).lines[line].statement else { continue };
        let (Kind::Variable(var), Kind::Constant(_)) = (tree.kind(place), tree.kind(value)) else { continue };
        if tree.variable(var).origin != Origin::Local
            || tree.annotations.has(tree.variable(var).id, decoration::VOLATILE)
        {
            continue;
        }
        if first(tree, list, line + 1, var, &mut budget) != First::Read {
            tree.lists[list as usize].lines[line].statement = Statement::Nothing;
        }
    }
}

/// Moves the constants that variables of a function begin with to the statements that use the variables first.
pub(super) fn sink(tree: &mut Tree<'_>, index: usize) {
    let list = tree.bodies[index].list;
    let begins = |line: &Line| match line.statement {
        Statement::Assign(place, value) => match (tree.kind(place), tree.kind(value)) {
            (Kind::Variable(var), Kind::Constant(_)) if tree.variable(var).origin == Origin::Local => {
                Some(var)
            }
            _ => None,
        },
        _ => None,
    };
    let mut lines = tree.list(list).lines.iter().filter(|line| !matches!(line.statement, Statement::Nothing));
    if lines.next().and_then(begins).is_none() {
        return;
    }
    let lines: Vec<Line> = tree
        .list(list)
        .lines
        .iter()
        .copied()
        .filter(|line| !matches!(line.statement, Statement::Nothing))
        .collect();
    let count = lines.iter().take_while(|line| begins(line).is_some()).count();
    let (starts, rest) = lines.split_at(count);
    if count == 0 || count * rest.len() > MAX_LINES as usize {
        return;
    }
    let mut before: Vec<Vec<(bool, Line)>> = vec![Vec::new(); rest.len() + 1];
    for start in starts {
        let Some(var) = begins(start) else { continue };
        let mut budget = MAX_LINES;
        let used =
            rest.iter().position(|line| does(tree, line.statement, var, &mut budget) != First::Nothing);
        let place = used.unwrap_or(0);
        let counts = used.is_some_and(|place| match rest[place].statement {
            Statement::Loop(_, parts) => first(tree, parts.step, 0, var, &mut budget) != First::Nothing,
            _ => false,
        });
        before[place].push((counts, *start));
    }
    let mut sunk = Vec::with_capacity(lines.len());
    for (mut starts, line) in before.into_iter().zip(rest.iter().map(Some).chain([None])) {
        // The counter of a loop stands next to it.
        starts.sort_by_key(|(counts, _)| *counts);
        sunk.extend(starts.into_iter().map(|(_, start)| start));
        sunk.extend(line.copied());
    }
    tree.lists[list as usize].lines = sunk;
}

/// What a statement does first with a variable.
fn does(tree: &Tree<'_>, statement: Statement, var: Var, budget: &mut u32) -> First {
    let reads = |node: Node| node != NONE && tree.mentions(node, var);
    *budget = budget.saturating_sub(1);
    if *budget == 0 {
        return First::Read;
    }
    match statement {
        Statement::Declare(_, value) | Statement::Effect(value) if mentions_parts(tree, value, var) => {
            First::Read
        }
        Statement::Return(value) if reads(value) => First::Read,
        Statement::Assign(place, value) => match tree.kind(place) {
            _ if reads(value) => First::Read,
            Kind::Variable(own) if own == var => First::Written,
            _ if reads(place) => First::Read,
            _ => First::Nothing,
        },
        Statement::If(condition, then, other) => {
            if reads(condition) {
                return First::Read;
            }
            match [then, other].map(|side| first(tree, side, 0, var, budget)) {
                [First::Read, _] | [_, First::Read] => First::Read,
                [First::Written, First::Written] => First::Written,
                [First::Nothing, First::Nothing] => First::Nothing,
                _ => First::Maybe,
            }
        }
        Statement::Switch(selector, span) => {
            let cases: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
            let done: Vec<First> = cases.iter().map(|case| first(tree, *case, 0, var, budget)).collect();
            match () {
                () if reads(selector) || done.contains(&First::Read) => First::Read,
                () if done.iter().all(|done| *done == First::Nothing) => First::Nothing,
                () => First::Maybe,
            }
        }
        Statement::Loop(kind, parts) => {
            match first(tree, parts.init, 0, var, budget) {
                First::Nothing => {}
                done => return done,
            }
            let body = first(tree, parts.body, 0, var, budget);
            let around = first(tree, parts.step, 0, var, budget);
            match (body, around) {
                _ if reads(parts.condition) => First::Read,
                // A round may be cut short before it writes.
                (First::Read, _) | (_, First::Read) => First::Read,
                (First::Written, _) if kind == LoopKind::DoWhile => First::Written,
                (First::Nothing, First::Nothing) => First::Nothing,
                _ => First::Maybe,
            }
        }
        _ => First::Nothing,
    }
}

/// What a list does first with a variable, from a line on. A list that is left early does nothing: what comes after it
/// is looked at anyway.
fn first(tree: &Tree<'_>, list: List, from: usize, var: Var, budget: &mut u32) -> First {
    let mut maybe = false;
    for line in &tree.list(list).lines[from..] {
        match does(tree, line.statement, var, budget) {
            First::Nothing => {}
            First::Maybe => maybe = true,
            done => return done,
        }
    }
    if maybe { First::Maybe } else { First::Nothing }
}

fn mentions_parts(tree: &Tree<'_>, node: Node, var: Var) -> bool {
    let mut found = false;
    tree.each_child(node, |child| found |= tree.mentions(child, var));
    found || tree.mentions(node, var)
}

/// `if (a) { c = b; } else { c = false; }` becomes `c = a && b`, in the lists of a function.
pub(super) fn conditions(tree: &mut Tree<'_>, index: usize) {
    let mut lists: Lists = smallvec![tree.bodies[index].list];
    let mut all = Lists::new();
    while let Some(list) = lists.pop() {
        all.push(list);
        for line in &tree.list(list).lines {
            match line.statement {
                Statement::If(_, then, other) => lists.extend([then, other]),
                Statement::Switch(_, span) => lists.extend(tree.cases(span).iter().map(|case| case.body)),
                Statement::Loop(_, parts) => lists.extend([parts.init, parts.body, parts.step]),
                _ => {}
            }
        }
    }
    // Inner conditions first.
    for list in all.into_iter().rev() {
        for line in 0..tree.list(list).lines.len() {
            if let Some(statement) = condition(tree, list, line) {
                tree.lists[list as usize].lines[line].statement = statement;
            }
        }
    }
}

fn condition(tree: &mut Tree<'_>, list: List, line: usize) -> Option<Statement> {
    let line = tree.list(list).lines[line];
    let Statement::If(condition, then, other) = line.statement else { return None };
    let (var, place, yes) = only(tree, then)?;
    let (other_var, _, no) = only(tree, other)?;
    let truth = |node: Node| match tree.kind(node) {
        Kind::Constant(id) => tree.module.constant_bool(id),
        _ => None,
    };
    let (opcode, opposite, second) = match (truth(yes), truth(no)) {
        (None, Some(false)) => (op::LOGICAL_AND, false, yes),
        (None, Some(true)) => (op::LOGICAL_OR, true, yes),
        (Some(true), None) => (op::LOGICAL_OR, false, no),
        (Some(false), None) => (op::LOGICAL_AND, true, no),
        _ => return None,
    };
    // Not every language leaves the second operand alone where the first decides.
    if var != other_var || tree.mentions(second, var) || tree.mentions(condition, var) || acts(tree, second) {
        return None;
    }
    let ty = tree.node(second).ty;
    let condition = if opposite { tree.negate_condition(condition, line.at) } else { condition };
    let span = tree.add_operands(&[condition, second]);
    let value = tree.add_node(Kind::Operation(opcode, span), ty, line.at);
    Some(Statement::Assign(place, value))
}

/// True if a value has an effect.
fn acts(tree: &Tree<'_>, value: Node) -> bool {
    let mut work = vec![value];
    while let Some(node) = work.pop() {
        if tree.variable_of(node).is_some() {
            continue;
        }
        let acts = match tree.kind(node) {
            Kind::Operation(op::FUNCTION_CALL, _) => true,
            Kind::Operation(opcode, _) => ends_or_writes(opcode) || is_atomic(opcode),
            _ => tree.pairs.contains_key(&node),
        };
        if acts {
            return true;
        }
        tree.each_child(node, |child| work.push(child));
    }
    false
}

/// The variable that a list assigns and does nothing else.
fn only(tree: &Tree<'_>, list: List) -> Option<(Var, Node, Node)> {
    let mut lines = tree.list(list).lines.iter().filter(|line| !matches!(line.statement, Statement::Nothing));
    let (Some(line), None) = (lines.next(), lines.next()) else { return None };
    let Statement::Assign(place, value) = line.statement else { return None };
    match tree.kind(place) {
        Kind::Variable(var) if tree.variable(var).origin != Origin::Global => Some((var, place, value)),
        _ => None,
    }
}
