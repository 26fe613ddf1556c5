//! Removes variables that only rename: a value that is assigned at once, and a variable that is read only by the copy
//! that begins another.

use foldhash::HashMap;
use smallvec::smallvec;

use super::{Kind, Line, List, Lists, NONE, Node, Origin, Statement, Tree, Var};

/// Reads and writes of the variables of a function.
#[derive(Default)]
struct Counts {
    reads: HashMap<Var, u32>,
    /// The first access, by list and line.
    first: HashMap<Var, (List, usize)>,
}

/// Removes renaming variables of a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let body = tree.bodies[index].list;
    let mut lists = lists(tree, body);
    lists.retain(|list| {
        tree.list(*list).lines.windows(2).any(|pair| nests(tree, &pair[0], &pair[1]).is_some())
    });
    if lists.is_empty() {
        return;
    }
    let counts = Counts::of(tree, body);
    for list in lists {
        merge(tree, list, &counts);
    }
}

/// A list and those inside of it, in order.
fn lists(tree: &Tree<'_>, body: List) -> Lists {
    let mut lists = Lists::new();
    let mut left: Lists = smallvec![body];
    while let Some(list) = left.pop() {
        lists.push(list);
        let start = left.len();
        for line in &tree.list(list).lines {
            match line.statement {
                Statement::If(_, then, other) => left.extend([then, other]),
                Statement::Switch(_, span) => left.extend(tree.cases(span).iter().map(|case| case.body)),
                Statement::Loop(_, parts) => left.extend([parts.init, parts.body, parts.step]),
                _ => {}
            }
        }
        left[start..].reverse();
    }
    lists
}

impl Counts {
    fn of(tree: &Tree<'_>, body: List) -> Counts {
        let mut counts = Counts::default();
        counts.list(tree, body);
        counts
    }

    fn list(&mut self, tree: &Tree<'_>, list: List) {
        for (index, line) in tree.list(list).lines.iter().enumerate() {
            let here = (list, index);
            match line.statement {
                Statement::Declare(var, value) => {
                    tree.each_child(value, |child| self.read(tree, child, here));
                    self.first.entry(var).or_insert(here);
                }
                Statement::Assign(place, value) => {
                    self.read(tree, value, here);
                    match tree.kind(place) {
                        Kind::Variable(var) => {
                            self.first.entry(var).or_insert(here);
                        }
                        _ => self.read(tree, place, here),
                    }
                }
                Statement::Effect(node) | Statement::Return(node) if node != NONE => {
                    self.read(tree, node, here)
                }
                Statement::If(condition, then, other) => {
                    self.read(tree, condition, here);
                    self.list(tree, then);
                    self.list(tree, other);
                }
                Statement::Switch(selector, span) => {
                    self.read(tree, selector, here);
                    tree.cases(span).iter().for_each(|case| self.list(tree, case.body));
                }
                Statement::Loop(_, parts) => {
                    self.list(tree, parts.init);
                    if parts.condition != NONE {
                        self.read(tree, parts.condition, here);
                    }
                    self.list(tree, parts.body);
                    self.list(tree, parts.step);
                }
                _ => {}
            }
        }
    }

    fn read(&mut self, tree: &Tree<'_>, node: Node, here: (List, usize)) {
        tree.each_named(node, &mut |var| {
            *self.reads.entry(var).or_insert(0) += 1;
            self.first.entry(var).or_insert(here);
        });
    }

    fn reads(&self, var: Var) -> u32 {
        self.reads.get(&var).copied().unwrap_or(0)
    }
}

/// `T a = f(); b = a;` becomes `b = f();` where `a` is used nowhere else.
fn merge(tree: &mut Tree<'_>, list: List, counts: &Counts) {
    let mut lines = std::mem::take(&mut tree.lists[list as usize].lines);
    let mut left = 0;
    for index in 0..lines.len() {
        let next = lines.get(index + 1);
        let nested = next.and_then(|next| nests(tree, &lines[index], next));
        match nested.filter(|(var, _)| counts.reads(*var) == 1) {
            Some((_, node)) => tree.nodes[node as usize].held = NONE,
            None => {
                lines[left] = lines[index];
                left += 1;
            }
        }
    }
    lines.truncate(left);
    tree.lists[list as usize].lines = lines;
}

/// The variable and value of a declaration, if all that the statement behind it does is to take the value.
fn nests(tree: &Tree<'_>, line: &Line, next: &Line) -> Option<(Var, Node)> {
    let Statement::Declare(var, node) = line.statement else { return None };
    let value = match next.statement {
        Statement::Assign(place, value) if is_fixed(tree, place) => value,
        Statement::Return(value) if value != NONE => value,
        _ => return None,
    };
    let is_same =
        value == node && tree.held(node) == Some(var) && tree.variable(var).origin == Origin::Value(node);
    (is_same && !tree.pairs.contains_key(&node)).then_some((var, node))
}

/// True for places that no value changes.
fn is_fixed(tree: &Tree<'_>, place: Node) -> bool {
    match tree.kind(place) {
        Kind::Variable(_) => true,
        Kind::Swizzle(base, _) => is_fixed(tree, base),
        Kind::Path(_, steps) => tree.steps(steps).iter().all(|step| matches!(step, super::Step::Part(_))),
        _ => false,
    }
}

/// `a = x; if (a) …` becomes `if (x) …` where `a` is read only there.
pub(super) fn conditions(tree: &mut Tree<'_>, index: usize) {
    let body = tree.bodies[index].list;
    let mut counts = None;
    for list in lists(tree, body) {
        for line in 1..tree.list(list).lines.len() {
            let lines = &tree.list(list).lines;
            let (Statement::Assign(place, value), Statement::If(condition, then, other)) =
                (lines[line - 1].statement, lines[line].statement)
            else {
                continue;
            };
            let (Kind::Variable(var), Kind::Load(read)) = (tree.kind(place), tree.kind(condition)) else {
                continue;
            };
            let is_only = matches!(tree.kind(read), Kind::Variable(own) if own == var)
                && tree.variable_of(condition).is_none()
                && tree.variable(var).origin == Origin::Local
                && !is_named(tree, var)
                && counts.get_or_insert_with(|| Counts::of(tree, body)).reads(var) == 1;
            if is_only {
                tree.lists[list as usize].lines[line - 1].statement = Statement::Nothing;
                tree.lists[list as usize].lines[line].statement = Statement::If(value, then, other);
            }
        }
    }
}

impl Tree<'_> {
    /// Lets `old` be written as `new`.
    fn rename(&mut self, old: Var, new: Var) {
        self.aliases.insert(old, new);
    }
}

/// `if (c) a = x; else a = y; T b = a;` becomes the same without `a`, where `a` is read only there.
pub(super) fn rename(tree: &mut Tree<'_>, index: usize) {
    let body = tree.bodies[index].list;
    let mut counts = None;
    for list in lists(tree, body) {
        let mut line = 0;
        while line < tree.list(list).lines.len() {
            let statement = tree.list(list).lines[line].statement;
            if let Some((old, new)) = renames(tree, statement)
                && let counts = counts.get_or_insert_with(|| Counts::of(tree, body))
                && counts.reads(old) == 1
                && counts.first.get(&new) == Some(&(list, line))
                && counts.first.get(&old).is_some_and(|(first, _)| within(tree, *first, list))
                && is_whole(tree, list)
            {
                tree.rename(old, new);
                tree.lists[list as usize].lines[line].statement = Statement::Nothing;
            }
            line += 1;
        }
    }
}

/// Variables of a statement that copies a whole one to another.
fn renames(tree: &Tree<'_>, statement: Statement) -> Option<(Var, Var)> {
    let Statement::Assign(place, value) = statement else { return None };
    let Kind::Variable(new) = tree.kind(place) else { return None };
    let old = match (tree.variable_of(value), tree.kind(value)) {
        (Some(old), _) => old,
        (None, Kind::Load(place)) => tree.variable_of(place)?,
        _ => return None,
    };
    let is_free = |var: Var| match tree.variable(var).origin {
        Origin::Local => {
            tree.module.definition(tree.variable(var).id).is_some_and(|at| tree.module.operands(at).len() < 2)
        }
        Origin::Phi => true,
        _ => false,
    };
    let named = is_named(tree, old);
    let same = tree.variable(old).ty == tree.variable(new).ty;
    (old != new && is_free(old) && is_free(new) && same && !named).then_some((old, new))
}

/// True if the source had the variable.
fn is_named(tree: &Tree<'_>, var: Var) -> bool {
    tree.annotations.name(tree.variable(var).id).is_some_and(|name| !crate::names::says_nothing(name))
}

/// True if a list is another one, or inside of it.
fn within(tree: &Tree<'_>, inner: List, outer: List) -> bool {
    let mut list = inner;
    for _ in 0..=super::MAX_NESTING {
        if list == outer {
            return true;
        }
        let parent = tree.list(list).parent.0;
        if parent == list {
            return false;
        }
        list = parent;
    }
    false
}

/// True for lists that are done once: what is written in a round may be read after it.
fn is_whole(tree: &Tree<'_>, list: List) -> bool {
    let mut list = list;
    loop {
        let data = tree.list(list);
        if data.repeats {
            return false;
        }
        if data.parent.0 == list {
            return true;
        }
        list = data.parent.0;
    }
}
