//! Joins assignments of the components of a vector: `a.x = v.x; a.y = v.y;` becomes `a.xy = v.xy;`.

use glassbox_spirv::module::{Id, Type};
use smallvec::{SmallVec, smallvec};

use super::{Kind, Lanes, Line, List, Lists, Node, Span, Statement, Step, Tree, Var};

/// Joins assignments in the lists of a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let mut lists: Lists = smallvec![tree.bodies[index].list];
    while let Some(list) = lists.pop() {
        join(tree, list);
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

/// An assignment of a component.
#[derive(Clone, Copy)]
struct Store {
    /// The variable, and the steps to the vector and the component.
    base: Node,
    steps: Span,
    lane: u8,
    /// The vector that the value is a component of.
    vector: Node,
    from: u8,
}

fn join(tree: &mut Tree<'_>, list: List) {
    let mut lines = std::mem::take(&mut tree.lists[list as usize].lines);
    let (mut left, mut index) = (0, 0);
    while index < lines.len() {
        let run = run(tree, &lines[index..]);
        let joined = if run.len() > 1 { joined(tree, &run) } else { None };
        let (count, statement) = match joined {
            Some(statement) => (run.len(), statement),
            None => (1, lines[index].statement),
        };
        lines[left] = Line { statement, at: lines[index].at };
        left += 1;
        index += count;
    }
    lines.truncate(left);
    tree.lists[list as usize].lines = lines;
}

/// The assignments of different components of one vector, from those of another, that lines begin with.
fn run(tree: &Tree<'_>, lines: &[Line]) -> SmallVec<[Store; 4]> {
    let mut run: SmallVec<[Store; 4]> = SmallVec::new();
    for line in lines.iter().take(4) {
        let Some(store) = store(tree, line.statement) else { break };
        if let Some(first) = run.first() {
            let prefix = |steps: Span| &tree.steps(steps)[..steps.length as usize - 1];
            let same = tree.variable_of(first.base) == tree.variable_of(store.base)
                && prefix(first.steps) == prefix(store.steps)
                && first.vector == store.vector
                && run.iter().all(|earlier| earlier.lane != store.lane);
            if !same {
                break;
            }
        }
        run.push(store);
    }
    run
}

fn store(tree: &Tree<'_>, statement: Statement) -> Option<Store> {
    let Statement::Assign(place, value) = statement else { return None };
    let (Kind::Path(base, steps), Kind::Path(vector, of)) = (tree.kind(place), tree.kind(value)) else {
        return None;
    };
    let (Some(Step::Part(lane)), [Step::Part(from)]) = (tree.steps(steps).last(), tree.steps(of)) else {
        return None;
    };
    let root: Var = tree.variable_of(base)?;
    let source = tree.variable_of(vector)?;
    let is_vector = matches!(tree.module.ty(tree.node(vector).ty), Some(Type::Vector { count: 2..=4, .. }));
    let is_free = tree.variable_of(value).is_none() && root != source && is_vector;
    let indexed =
        tree.steps(steps).iter().any(|step| matches!(step, Step::Index(node) if tree.mentions(*node, root)));
    let found = Store { base, steps, lane: *lane as u8, vector, from: *from as u8 };
    (is_free && !indexed && *lane < 4 && *from < 4).then_some(found)
}

fn joined(tree: &mut Tree<'_>, run: &[Store]) -> Option<Statement> {
    let first = run[0];
    let at = tree.node(first.vector).at;
    let mut steps = tree.steps(first.steps).to_vec();
    steps.pop();
    let mut target = tree.node(first.base).ty;
    for step in &steps {
        let part = if let Step::Part(index) = step { *index } else { 0 };
        target = tree.part_type(target, part)?;
    }
    let source = tree.node(first.vector).ty;
    let Type::Vector { component, count } = tree.module.ty(target)? else { return None };
    let Type::Vector { count: from_count, .. } = tree.module.ty(source)? else { return None };
    let taken: Id = tree.types.vector(component, run.len() as u32)?;
    let to: Vec<u8> = run.iter().map(|store| store.lane).collect();
    let from: Vec<u8> = run.iter().map(|store| store.from).collect();
    let is_all = |lanes: &[u8], count: u32| {
        lanes.len() == count as usize && lanes.iter().zip(0..).all(|(lane, index)| *lane == index)
    };
    let place = if steps.is_empty() {
        first.base
    } else {
        let steps = tree.add_steps(&steps);
        tree.add_node(Kind::Path(first.base, steps), target, at)
    };
    let place = if is_all(&to, count) {
        place
    } else {
        tree.add_node(Kind::Swizzle(place, Lanes::new(&to)?), taken, at)
    };
    let value = if is_all(&from, from_count) {
        first.vector
    } else {
        tree.add_node(Kind::Swizzle(first.vector, Lanes::new(&from)?), taken, at)
    };
    Some(Statement::Assign(place, value))
}
