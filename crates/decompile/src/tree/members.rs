//! Joins assignments of all members of a structure: copies of one become a copy, and in memory new values one structure.

use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::{Kind, Line, List, Node, Origin, Statement, Step, Tree, Var, ends_or_writes};

/// Joins assignments in the lists of a function; `constructs` is true where the language has structures as values.
pub(super) fn body(tree: &mut Tree<'_>, index: usize, constructs: bool) {
    let mut lists = vec![tree.bodies[index].list];
    while let Some(list) = lists.pop() {
        join(tree, list, constructs);
        for line in &tree.list(list).lines {
            match line.statement {
                Statement::If(_, then, other) => lists.extend([then, other]),
                Statement::Switch(_, span) => lists.extend(tree.cases(span).iter().map(|case| case.body)),
                Statement::Loop(_, parts) => lists.extend([parts.body, parts.step]),
                _ => {}
            }
        }
    }
}

fn join(tree: &mut Tree<'_>, list: List, constructs: bool) {
    let mut lines = std::mem::take(&mut tree.lists[list as usize].lines);
    let (mut left, mut index) = (0, 0);
    while index < lines.len() {
        let found = joined(tree, &lines[index..], constructs);
        let (count, statement) = found.unwrap_or((1, lines[index].statement));
        lines[left] = Line { statement, at: lines[index].at };
        left += 1;
        index += count;
    }
    lines.truncate(left);
    tree.lists[list as usize].lines = lines;
}

/// The place that holds a member, and the value that the member is given.
struct Member {
    base: Node,
    steps: Vec<Step>,
    value: Node,
}

fn member(tree: &Tree<'_>, line: &Line) -> Option<Member> {
    let Statement::Assign(place, value) = line.statement else { return None };
    let Kind::Path(base, steps) = tree.kind(place) else { return None };
    Some(Member { base, steps: tree.steps(steps).to_vec(), value })
}

/// How many lines assign the members of one structure, and the assignment of the whole.
fn joined(tree: &mut Tree<'_>, lines: &[Line], constructs: bool) -> Option<(usize, Statement)> {
    let first = member(tree, lines.first()?)?;
    let (Some(Step::Part(0)), prefix) = (first.steps.last(), &first.steps[..first.steps.len() - 1]) else {
        return None;
    };
    let root = tree.root(first.base)?;
    let mut ty = tree.node(first.base).ty;
    for step in prefix {
        ty = tree.part_type(ty, if let Step::Part(index) = step { *index } else { 0 })?;
    }
    let Some(Type::Struct { members }) = tree.module.ty(ty) else { return None };
    let count = members.len();
    // A block is no type of values.
    let is_block =
        [decoration::BLOCK, decoration::BUFFER_BLOCK].iter().any(|kind| tree.annotations.has(ty, *kind));
    // Outputs are values of their own in many languages.
    let is_output = tree.class(root) == Some(storage_class::OUTPUT);
    if count < 2 || count > lines.len() || is_block || is_output {
        return None;
    }
    let mut values = Vec::with_capacity(count);
    for (index, line) in (0..count as u32).zip(lines) {
        let own = member(tree, line)?;
        let (last, before) = own.steps.split_last()?;
        if tree.root(own.base) != Some(root) || before != prefix || *last != Step::Part(index) {
            return None;
        }
        values.push(own.value);
    }
    let value = match whole(tree, ty, &values) {
        Some(value) => value,
        None if constructs && is_free(tree, root, &values) => {
            let span = tree.add_operands(&values);
            tree.add_node(Kind::Construct(span), ty, lines[0].at)
        }
        None => return None,
    };
    let place = if prefix.is_empty() {
        first.base
    } else {
        let steps = tree.add_steps(prefix);
        tree.add_node(Kind::Path(first.base, steps), ty, lines[0].at)
    };
    Some((count, Statement::Assign(place, value)))
}

/// The structure that values are the members of.
fn whole(tree: &Tree<'_>, ty: Id, values: &[Node]) -> Option<Node> {
    let part = |node: Node| match tree.kind(node) {
        Kind::Path(base, steps) if tree.variable_of(node).is_none() => match tree.steps(steps) {
            [Step::Part(index)] => Some((base, *index)),
            _ => None,
        },
        _ => None,
    };
    let (first, _) = part(*values.first()?)?;
    let in_order = (0..).zip(values).all(|(index, value)| part(*value) == Some((first, index)));
    let is_value = !matches!(tree.kind(first), Kind::Variable(_));
    (in_order && is_value && tree.same_type(tree.node(first).ty, ty)).then_some(first)
}

/// True if values can be computed before a structure in memory is written, in any order.
fn is_free(tree: &Tree<'_>, root: Var, values: &[Node]) -> bool {
    if tree.variable(root).origin != Origin::Global {
        return false;
    }
    let mut work = values.to_vec();
    while let Some(node) = work.pop() {
        if tree.variable_of(node).is_some_and(|var| tree.variable(var).origin != Origin::Global) {
            continue;
        }
        let is_fixed = match tree.kind(node) {
            Kind::Load(place) => tree.root(place).is_some_and(|var| {
                let is_local = tree.variable(var).origin != Origin::Global;
                is_local || tree.class(var).is_some_and(super::values::is_read_only)
            }),
            Kind::Operation(op::FUNCTION_CALL | op::IMAGE_READ, _) | Kind::Pointee(_) => false,
            Kind::Operation(opcode, _) => !ends_or_writes(opcode) && !super::is_atomic(opcode),
            _ => true,
        };
        if !is_fixed || tree.pairs.contains_key(&node) {
            return false;
        }
        tree.each_child(node, |child| work.push(child));
    }
    true
}
