//! Turns endless loops with a way out into `while`, `do` and `for`.

use super::tidy::only;
use super::{Kind, Line, List, LoopKind, LoopParts, NONE, Node, Statement, Tree, Var};
use crate::refusal::{Reason, Refusals};

/// Most statements between two rounds of a `for`.
const MAX_STEPS: usize = 4;
/// Most statements that are repeated where a loop goes on.
const MAX_REPEATED: usize = 64;

/// Finds the loops of a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize, refusals: &mut Refusals) {
    let list = tree.bodies[index].list;
    visit(tree, list, refusals);
}

fn visit(tree: &mut Tree<'_>, list: List, refusals: &mut Refusals) {
    let mut index = 0;
    while index < tree.list(list).lines.len() {
        let line = tree.list(list).lines[index];
        match line.statement {
            Statement::If(_, then, other) => {
                visit(tree, then, refusals);
                visit(tree, other, refusals);
            }
            Statement::Switch(_, span) => {
                let bodies: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
                bodies.into_iter().for_each(|body| visit(tree, body, refusals));
            }
            Statement::Loop(_, parts) => {
                visit(tree, parts.body, refusals);
                visit(tree, parts.step, refusals);
                index -= shape(tree, (list, index), parts, refusals);
            }
            _ => {}
        }
        index += 1;
    }
}

/// Finds the kind of a loop; the number of lines before it that it took.
fn shape(
    tree: &mut Tree<'_>,
    (list, index): (List, usize),
    mut parts: LoopParts,
    refusals: &mut Refusals,
) -> usize {
    let at = tree.list(list).lines[index].at;
    let mut kind = LoopKind::While;
    parts.condition = leading_exit(tree, parts.body).unwrap_or(NONE);
    let goes_on = has_continue(tree, parts.body);
    let mut taken = 0;
    if !tree.is_empty(parts.step) {
        let counter = counter(tree, &parts);
        if is_simple(tree, parts.step) && (goes_on || counter.is_some()) {
            kind = LoopKind::For;
            if let Some((var, line)) = counter {
                if !goes_on {
                    keep_counter(tree, &parts, line);
                }
                taken = take_start(tree, (list, index), parts.init, var);
            }
        } else if !goes_on {
            let step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
            tree.lists[parts.body as usize].lines.extend(step);
        } else if parts.condition == NONE && only_exit(tree, parts.step) {
            let step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
            let Statement::If(condition, ..) = step[0].statement else { return 0 };
            parts.condition = tree.negate_condition(condition, at);
            kind = LoopKind::DoWhile;
        } else if repeat_step(tree, &parts) {
            let step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
            tree.lists[parts.body as usize].lines.extend(step);
        } else {
            let what = "a loop has statements between its rounds, and several ways to go on".to_owned();
            refusals.add(Reason::Control, Some(at), what);
        }
    }
    if kind == LoopKind::While
        && parts.condition == NONE
        && !goes_on
        && let Some(condition) = trailing_exit(tree, parts.body)
    {
        parts.condition = condition;
        kind = LoopKind::DoWhile;
    }
    tree.lists[list as usize].lines[index - taken].statement = Statement::Loop(kind, parts);
    taken
}

/// Takes `if (…) break;` from the start of a round: the condition to go on.
fn leading_exit(tree: &mut Tree<'_>, body: List) -> Option<Node> {
    let line = *tree.list(body).lines.first()?;
    let condition = exit(tree, line)?;
    tree.lists[body as usize].lines.remove(0);
    Some(condition)
}

fn trailing_exit(tree: &mut Tree<'_>, body: List) -> Option<Node> {
    let line = *tree.list(body).lines.last()?;
    let condition = exit(tree, line)?;
    tree.lists[body as usize].lines.pop();
    Some(condition)
}

fn exit(tree: &mut Tree<'_>, line: Line) -> Option<Node> {
    let Statement::If(condition, then, other) = line.statement else { return None };
    if !tree.is_empty(other) || !matches!(only(tree, then)?.0, Statement::Break) {
        return None;
    }
    Some(tree.negate_condition(condition, line.at))
}

fn only_exit(tree: &Tree<'_>, step: List) -> bool {
    match only(tree, step) {
        Some((Statement::If(_, then, other), _)) => {
            tree.is_empty(other) && matches!(only(tree, then), Some((Statement::Break, _)))
        }
        _ => false,
    }
}

/// Repeats the step before each `continue`, if that is short; false if it is not.
fn repeat_step(tree: &mut Tree<'_>, parts: &LoopParts) -> bool {
    let size = length(tree, parts.step) * continues(tree, parts.body);
    let leaves_inside = tree
        .list(parts.step)
        .lines
        .iter()
        .any(|line| matches!(line.statement, Statement::Loop(..) | Statement::Switch(..)));
    if size > MAX_REPEATED || leaves_inside {
        return false;
    }
    insert_step(tree, parts.body, parts.step);
    true
}

fn length(tree: &Tree<'_>, list: List) -> usize {
    let lines = tree.list(list).lines.iter().map(|line| match line.statement {
        Statement::If(_, then, other) => 1 + length(tree, then) + length(tree, other),
        _ => 1,
    });
    lines.sum()
}

/// Number of `continue` of a loop. Those in a switch count as too many: a `break` in the step would leave the switch.
fn continues(tree: &Tree<'_>, list: List) -> usize {
    let lines = tree.list(list).lines.iter().map(|line| match line.statement {
        Statement::Continue => 1,
        Statement::If(_, then, other) => continues(tree, then) + continues(tree, other),
        Statement::Switch(_, span) if tree.cases(span).iter().any(|case| has_continue(tree, case.body)) => {
            MAX_REPEATED
        }
        _ => 0,
    });
    lines.sum()
}

fn insert_step(tree: &mut Tree<'_>, list: List, step: List) {
    let mut index = 0;
    while index < tree.list(list).lines.len() {
        match tree.list(list).lines[index].statement {
            Statement::If(_, then, other) => {
                insert_step(tree, then, step);
                insert_step(tree, other, step);
            }
            Statement::Continue => {
                let copy = copy_lines(tree, step);
                let count = copy.len();
                tree.lists[list as usize].lines.splice(index..index, copy);
                index += count;
            }
            _ => {}
        }
        index += 1;
    }
}

fn copy_lines(tree: &mut Tree<'_>, list: List) -> Vec<Line> {
    let mut lines = tree.list(list).lines.clone();
    for line in &mut lines {
        if let Statement::If(condition, then, other) = line.statement {
            let copies = [then, other].map(|inner| {
                let copied = copy_lines(tree, inner);
                let new = tree.add_list((list, 0), false);
                tree.lists[new as usize].lines = copied;
                new
            });
            line.statement = Statement::If(condition, copies[0], copies[1]);
        }
    }
    lines
}

/// True if a round can go on from within.
fn has_continue(tree: &Tree<'_>, list: List) -> bool {
    tree.list(list).lines.iter().any(|line| match line.statement {
        Statement::Continue => true,
        Statement::If(_, then, other) => has_continue(tree, then) || has_continue(tree, other),
        Statement::Switch(_, span) => tree.cases(span).iter().any(|case| has_continue(tree, case.body)),
        _ => false,
    })
}

fn is_simple(tree: &Tree<'_>, step: List) -> bool {
    let lines = &tree.list(step).lines;
    lines.len() <= MAX_STEPS
        && lines.iter().all(|line| matches!(line.statement, Statement::Assign(..) | Statement::Effect(_)))
}

/// The variable that the condition reads and a step changes, and the line of the step.
fn counter(tree: &Tree<'_>, parts: &LoopParts) -> Option<(Var, usize)> {
    if parts.condition == NONE {
        return None;
    }
    let lines = &tree.list(parts.step).lines;
    lines.iter().enumerate().rev().find_map(|(index, line)| {
        let Statement::Assign(place, value) = line.statement else { return None };
        let Kind::Variable(var) = tree.kind(place) else { return None };
        let counts = tree.mentions(parts.condition, var) && tree.mentions(value, var);
        let later = &lines[index + 1..];
        let is_free = later.iter().all(|line| match line.statement {
            Statement::Assign(place, value) => !tree.mentions(value, var) && !tree.mentions(place, var),
            _ => false,
        });
        (counts && is_free).then_some((var, index))
    })
}

/// Leaves the counter in the step and moves the other steps to the end of the round.
fn keep_counter(tree: &mut Tree<'_>, parts: &LoopParts, line: usize) {
    let mut step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
    let kept = step.remove(line);
    tree.lists[parts.step as usize].lines = vec![kept];
    tree.lists[parts.body as usize].lines.extend(step);
}

/// Takes the assignment of a counter from the lines before a loop.
fn take_start(tree: &mut Tree<'_>, (list, index): (List, usize), init: List, var: Var) -> usize {
    let lines = &tree.list(list).lines;
    let mut found = None;
    for before in (index.saturating_sub(8)..index).rev() {
        let Statement::Assign(place, value) = lines[before].statement else { break };
        if tree.kind(place) == Kind::Variable(var) {
            let is_constant = matches!(tree.kind(value), Kind::Constant(_));
            if is_constant || before + 1 == index {
                found = Some(before);
            }
            break;
        }
        if tree.mentions(value, var) || tree.mentions(place, var) {
            break;
        }
    }
    let Some(found) = found else { return 0 };
    if !tree.is_empty(init) {
        return 0;
    }
    let line = tree.lists[list as usize].lines.remove(found);
    tree.lists[init as usize].lines.push(line);
    1
}

impl Tree<'_> {
    /// True if the text of a node names a variable.
    pub(super) fn mentions(&self, node: Node, var: Var) -> bool {
        let mut found = false;
        self.each_named(node, &mut |named| found |= named == var);
        found
    }

    /// Calls `visit` with each variable that the text of a node names.
    pub(super) fn each_named(&self, node: Node, visit: &mut impl FnMut(Var)) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            match self.variable_of(node) {
                Some(var) => visit(var),
                None => self.each_child(node, |child| work.push(child)),
            }
        }
    }
}
