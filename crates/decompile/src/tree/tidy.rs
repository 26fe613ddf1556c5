//! Removes statements without effect: values that were nested, empty branches, jumps to where the control goes anyway.

use glassbox_spirv::module::At;

use super::{Line, List, Statement, Tree};

/// Where the end of a list leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// To another statement.
    Statement,
    /// To the next round of a loop.
    Round,
    /// Out of the function.
    Function,
}

/// Tidies a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let list = tree.bodies[index].list;
    tidy(tree, list, End::Function);
}

fn tidy(tree: &mut Tree<'_>, list: List, end: End) {
    let lines = &mut tree.lists[list as usize].lines;
    let nests = |line: &Line| {
        matches!(line.statement, Statement::If(..) | Statement::Switch(..) | Statement::Loop(..))
    };
    if !lines.iter().any(nests) {
        lines.retain(|line| !matches!(line.statement, Statement::Nothing));
        let jump = lines.iter().position(|line| is_jump(line.statement));
        lines.truncate(jump.map_or(lines.len(), |jump| jump + 1));
        while lines.last().is_some_and(|line| goes_there_anyway(line.statement, end)) {
            lines.pop();
        }
        return;
    }
    let mut work = std::mem::take(lines);
    work.retain(|line| !matches!(line.statement, Statement::Nothing));
    work.reverse();
    let mut lines: Vec<Line> = Vec::with_capacity(work.len());
    while let Some(mut line) = work.pop() {
        let inner_end = if work.is_empty() { end } else { End::Statement };
        match line.statement {
            Statement::If(condition, then, other) => {
                tidy(tree, then, inner_end);
                if leaves(tree, then) && !tree.is_empty(other) {
                    let rest = std::mem::take(&mut tree.lists[other as usize].lines);
                    work.extend(
                        rest.into_iter().rev().filter(|line| !matches!(line.statement, Statement::Nothing)),
                    );
                } else {
                    tidy(tree, other, inner_end);
                }
                if only(tree, other).is_some_and(|(jump, _)| is_jump(jump)) && !leaves(tree, then) {
                    // The jump first, and what else is done after it.
                    let opposite = tree.negate_condition(condition, line.at);
                    line.statement = Statement::If(opposite, other, then);
                    let rest = std::mem::take(&mut tree.lists[then as usize].lines);
                    work.extend(rest.into_iter().rev());
                    lines.push(line);
                    continue;
                }
                match (tree.is_empty(then), tree.is_empty(other)) {
                    (true, true) => continue,
                    (true, false) => {
                        let opposite = tree.negate_condition(condition, line.at);
                        line.statement = Statement::If(opposite, other, then);
                    }
                    _ => {}
                }
            }
            Statement::Switch(_, span) => {
                let bodies: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
                bodies.into_iter().for_each(|body| tidy(tree, body, End::Statement));
            }
            Statement::Loop(_, parts) => {
                tidy(tree, parts.init, End::Statement);
                tidy(tree, parts.body, End::Round);
                tidy(tree, parts.step, End::Round);
            }
            _ => {}
        }
        lines.push(line);
        if is_jump(line.statement) {
            break;
        }
    }
    while lines.last().is_some_and(|line| goes_there_anyway(line.statement, end)) {
        lines.pop();
    }
    tree.lists[list as usize].lines = lines;
}

fn goes_there_anyway(statement: Statement, end: End) -> bool {
    match statement {
        Statement::Continue => end == End::Round,
        Statement::Return(super::NONE) => end == End::Function,
        _ => false,
    }
}

fn is_jump(statement: Statement) -> bool {
    matches!(statement, Statement::Break | Statement::Continue | Statement::Return(_) | Statement::End(_))
}

/// True if the end of a list is not reached.
pub(super) fn leaves(tree: &Tree<'_>, list: List) -> bool {
    tree.list(list).lines.last().is_some_and(|line| is_jump(line.statement))
}

/// A jump that a list consists of.
pub(super) fn only(tree: &Tree<'_>, list: List) -> Option<(Statement, At)> {
    match tree.list(list).lines.as_slice() {
        [line] => Some((line.statement, line.at)),
        _ => None,
    }
}
