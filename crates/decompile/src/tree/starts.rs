//! Removes values that variables begin with and nothing reads, and writes conditions that a branch puts together with
//! `&&` and `||`.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;

use super::{Kind, List, LoopKind, NONE, Node, Origin, Statement, Tree, Var};

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
}

/// Removes first values of a function's variables.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let list = tree.bodies[index].list;
    let mut budget = MAX_LINES;
    for line in 0..tree.list(list).lines.len() {
        let Statement::Assign(place, value) = tree.list(list).lines[line].statement else { continue };
        let (Kind::Variable(var), Kind::Constant(_)) = (tree.kind(place), tree.kind(value)) else { continue };
        if tree.variable(var).origin != Origin::Local || tree.annotations.has(tree.variable(var).id, decoration::VOLATILE) {
            continue;
        }
        if first(tree, list, line + 1, var, &mut budget) != First::Read {
            tree.lists[list as usize].lines[line].statement = Statement::Nothing;
        }
    }
}

/// What a list does first with a variable, from a line on. A list that is left early does nothing: what comes after it
/// is looked at anyway.
fn first(tree: &Tree<'_>, list: List, from: usize, var: Var, budget: &mut u32) -> First {
    for line in &tree.list(list).lines[from..] {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return First::Read;
        }
        let reads = |node: Node| node != NONE && tree.mentions(node, var);
        match line.statement {
            Statement::Declare(_, value) | Statement::Effect(value) if mentions_parts(tree, value, var) => return First::Read,
            Statement::Return(value) if reads(value) => return First::Read,
            Statement::Assign(place, value) => {
                if reads(value) {
                    return First::Read;
                }
                match tree.kind(place) {
                    Kind::Variable(own) if own == var => return First::Written,
                    _ if reads(place) => return First::Read,
                    _ => {}
                }
            }
            Statement::If(condition, then, other) => {
                if reads(condition) {
                    return First::Read;
                }
                let sides = [then, other].map(|side| first(tree, side, 0, var, budget));
                match sides {
                    [First::Written, First::Written] => return First::Written,
                    [First::Read, _] | [_, First::Read] => return First::Read,
                    _ => {}
                }
            }
            Statement::Switch(selector, span) => {
                let cases: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
                if reads(selector) || cases.iter().any(|case| first(tree, *case, 0, var, budget) == First::Read) {
                    return First::Read;
                }
            }
            Statement::Loop(kind, parts) => {
                match first(tree, parts.init, 0, var, budget) {
                    First::Nothing => {}
                    done => return done,
                }
                let body = first(tree, parts.body, 0, var, budget);
                let around = first(tree, parts.step, 0, var, budget);
                // A round may be cut short before it writes.
                if reads(parts.condition) || body == First::Read || around == First::Read {
                    return First::Read;
                }
                if kind == LoopKind::DoWhile && body == First::Written {
                    return First::Written;
                }
            }
            _ => {}
        }
    }
    First::Nothing
}

fn mentions_parts(tree: &Tree<'_>, node: Node, var: Var) -> bool {
    let mut found = false;
    tree.each_child(node, |child| found |= tree.mentions(child, var));
    found || tree.mentions(node, var)
}

/// `if (a) { c = b; } else { c = false; }` becomes `c = a && b`, in the lists of a function.
pub(super) fn conditions(tree: &mut Tree<'_>, index: usize) {
    let mut lists = vec![tree.bodies[index].list];
    let mut all = Vec::new();
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
    let (opcode, second) = match (truth(yes), truth(no)) {
        (None, Some(false)) => (op::LOGICAL_AND, yes),
        (Some(true), None) => (op::LOGICAL_OR, no),
        _ => return None,
    };
    if var != other_var || tree.mentions(second, var) || tree.mentions(condition, var) {
        return None;
    }
    let ty = tree.node(second).ty;
    let span = tree.add_operands(&[condition, second]);
    let value = tree.add_node(Kind::Operation(opcode, span), ty, line.at);
    Some(Statement::Assign(place, value))
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
