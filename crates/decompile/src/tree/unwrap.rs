//! Writes switches that only have a default as what they do. Optimizers wrap code that is left early in them.

use super::{Kind, List, NONE, Statement, Tree};

/// Most jumps that become branches of selections.
const MAX_JUMPS: usize = 16;

/// What follows a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// More statements.
    Statements,
    /// The end of a function without a result.
    End,
}

/// Unwraps the switches of a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let list = tree.bodies[index].list;
    let function = &tree.module.functions[tree.bodies[index].index];
    let result = tree.module.get(function.declaration()).ty;
    let is_void = matches!(tree.module.ty(result), Some(glassbox_spirv::module::Type::Void));
    visit(tree, list, if is_void { After::End } else { After::Statements });
}

fn visit(tree: &mut Tree<'_>, list: List, after: After) {
    let mut index = 0;
    while index < tree.list(list).lines.len() {
        let is_last = index + 1 == tree.list(list).lines.len();
        let inner = if is_last { after } else { After::Statements };
        match tree.list(list).lines[index].statement {
            Statement::If(_, then, other) => {
                visit(tree, then, inner);
                visit(tree, other, inner);
            }
            Statement::Loop(_, parts) => {
                visit(tree, parts.body, After::Statements);
                visit(tree, parts.step, After::Statements);
            }
            Statement::Switch(selector, span) => {
                let bodies: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
                bodies.iter().for_each(|body| visit(tree, *body, After::Statements));
                if let ([case], [body]) = (tree.cases(span), bodies.as_slice())
                    && case.default
                    && matches!(tree.kind(selector), Kind::Constant(_))
                    && unwrap(tree, *body, inner)
                {
                    let lines = std::mem::take(&mut tree.lists[*body as usize].lines);
                    let count = lines.len();
                    tree.lists[list as usize].lines.splice(index..=index, lines);
                    index += count;
                    continue;
                }
            }
            _ => {}
        }
        index += 1;
    }
}

/// Replaces the jumps out of a switch; false if that is not possible.
fn unwrap(tree: &mut Tree<'_>, body: List, after: After) -> bool {
    if after == After::End {
        leave(tree, body);
        return true;
    }
    let can = breaks(tree, body) <= MAX_JUMPS && can_nest(tree, body);
    if can {
        nest(tree, body);
    }
    can
}

/// Number of jumps out of the switch that a list is in.
fn breaks(tree: &Tree<'_>, list: List) -> usize {
    let lines = tree.list(list).lines.iter().map(|line| match line.statement {
        Statement::Break => 1,
        Statement::If(_, then, other) => breaks(tree, then) + breaks(tree, other),
        _ => 0,
    });
    lines.sum()
}

/// Returns where a list left its switch.
fn leave(tree: &mut Tree<'_>, list: List) {
    for index in 0..tree.list(list).lines.len() {
        match tree.list(list).lines[index].statement {
            Statement::Break => {
                tree.lists[list as usize].lines[index].statement = Statement::Return(NONE);
            }
            Statement::If(_, then, other) => {
                leave(tree, then);
                leave(tree, other);
            }
            _ => {}
        }
    }
}

/// True if each jump ends a side of a selection, and what follows can move to the other side.
fn can_nest(tree: &Tree<'_>, list: List) -> bool {
    let lines = &tree.list(list).lines;
    lines.iter().enumerate().all(|(index, line)| match line.statement {
        Statement::If(_, then, other) => {
            let is_last = index + 1 == lines.len();
            let is_free = |side: List| {
                breaks(tree, side) == 0
                    || (is_last || super::tidy::leaves(tree, side)) && can_nest(tree, side)
            };
            is_free(then) && is_free(other)
        }
        _ => true,
    })
}

fn nest(tree: &mut Tree<'_>, list: List) {
    for index in 0..tree.list(list).lines.len() {
        match tree.list(list).lines[index].statement {
            Statement::Break => {
                tree.lists[list as usize].lines.truncate(index);
                return;
            }
            Statement::If(_, then, other) if breaks(tree, then) + breaks(tree, other) > 0 => {
                let goes_on = [then, other].into_iter().find(|side| !super::tidy::leaves(tree, *side));
                let rest = tree.lists[list as usize].lines.split_off(index + 1);
                if let Some(side) = goes_on {
                    tree.lists[side as usize].lines.extend(rest);
                }
                nest(tree, then);
                nest(tree, other);
                return;
            }
            _ => {}
        }
    }
}
