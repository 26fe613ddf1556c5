//! Finds where variables are declared: at their first assignment where that is before all uses, else before the
//! first statement of the innermost list that holds all uses.

use super::{Body, Kind, List, LoopKind, LoopParts, NONE, Node, Origin, Statement, Tree, Var};

/// The innermost list that holds what was seen of a variable.
#[derive(Clone, Copy, Debug)]
struct Scope {
    list: List,
    line: u32,
    /// True if the first access assigns the whole variable, in this list.
    assigned: bool,
}

/// Scopes of the variables of a function that were seen.
pub(super) struct Scopes {
    /// In the order in which they were seen.
    seen: Vec<(Var, Scope)>,
    /// By variable, the index in `seen`; of other functions too.
    places: Vec<u32>,
    /// Nodes whose variables are still to be seen.
    work: Vec<Node>,
}

impl Scopes {
    pub(super) fn new(tree: &Tree<'_>) -> Scopes {
        let places = vec![0; tree.variables.len()];
        Scopes { seen: Vec::with_capacity(32), places, work: Vec::with_capacity(32) }
    }

    fn get(&self, var: Var) -> Option<usize> {
        let place = *self.places.get(var as usize)? as usize;
        self.seen.get(place).filter(|(own, _)| *own == var).map(|_| place)
    }

    /// The index of a variable, which is added if it was not seen.
    fn index(&mut self, var: Var, scope: Scope) -> usize {
        self.get(var).unwrap_or_else(|| {
            self.places[var as usize] = self.seen.len() as u32;
            self.seen.push((var, scope));
            self.seen.len() - 1
        })
    }
}

struct Placer<'t, 'm> {
    tree: &'t mut Tree<'m>,
    scopes: &'t mut Scopes,
}

/// Declares the variables of a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize, scopes: &mut Scopes) {
    let Body { list, ref mut locals, .. } = tree.bodies[index];
    let mut locals = std::mem::take(locals);
    tree.used.resize(tree.variables.len(), false);
    scopes.places.resize(tree.variables.len(), 0);
    scopes.seen.clear();
    let mut placer = Placer { tree, scopes };
    placer.tree.lists[list as usize].parent = (list, 0);
    placer.tree.lists[list as usize].nesting = 0;
    placer.list(list);
    for &var in &locals {
        placer.place(var);
    }
    // Names are given in the order of the text.
    locals.sort_by_key(|var| scopes.get(*var).unwrap_or(usize::MAX));
    tree.bodies[index].locals = locals;
}

impl Placer<'_, '_> {
    fn enter(&mut self, list: List, parent: (List, u32), repeats: bool) {
        let nesting = self.tree.list(parent.0).nesting + 1;
        let data = &mut self.tree.lists[list as usize];
        data.parent = parent;
        data.nesting = nesting;
        data.repeats = repeats;
        self.list(list);
    }

    fn list(&mut self, list: List) {
        for index in 0..self.tree.list(list).lines.len() {
            let here = (list, index as u32);
            match self.tree.list(list).lines[index].statement {
                Statement::Nothing | Statement::Break | Statement::Continue | Statement::End(_) => {}
                Statement::Declare(var, value) => {
                    let mut children = self.tree.children(value);
                    while let Some(child) = children.next(self.tree) {
                        self.read(child, here);
                    }
                    self.access(var, here, true);
                }
                Statement::Assign(place, value) => {
                    self.read(value, here);
                    match self.tree.kind(place) {
                        Kind::Variable(var) => self.access(var, here, true),
                        _ => self.read(place, here),
                    }
                }
                Statement::Effect(node) => self.read(node, here),
                Statement::Return(node) if node != NONE => self.read(node, here),
                Statement::Return(_) => {}
                Statement::If(condition, then, other) => {
                    self.read(condition, here);
                    self.enter(then, here, false);
                    self.enter(other, here, false);
                }
                Statement::Switch(selector, span) => {
                    self.read(selector, here);
                    let bodies: Vec<List> = self.tree.cases(span).iter().map(|case| case.body).collect();
                    bodies.into_iter().for_each(|body| self.enter(body, here, false));
                }
                Statement::Loop(kind, parts) => self.round(kind, parts, here),
            }
        }
    }

    fn round(&mut self, kind: LoopKind, parts: LoopParts, here: (List, u32)) {
        self.enter(parts.init, here, false);
        let inside = (parts.init, self.tree.list(parts.init).lines.len() as u32);
        if kind != LoopKind::DoWhile && parts.condition != NONE {
            self.read(parts.condition, inside);
        }
        self.enter(parts.body, inside, true);
        self.enter(parts.step, inside, true);
        if kind == LoopKind::DoWhile {
            self.read(parts.condition, inside);
        }
    }

    fn read(&mut self, node: Node, here: (List, u32)) {
        self.scopes.work.push(node);
        while let Some(node) = self.scopes.work.pop() {
            match self.tree.variable_of(node) {
                Some(var) => self.access(var, here, false),
                None => self.tree.each_child(node, |child| {
                    if !matches!(self.tree.kind(child), Kind::Constant(_)) {
                        self.scopes.work.push(child);
                    }
                }),
            }
        }
    }

    fn access(&mut self, var: Var, (list, line): (List, u32), assigned: bool) {
        let var = self.tree.actual(var);
        self.tree.used[var as usize] = true;
        let place = self.scopes.index(var, Scope { list, line, assigned });
        let scope = &mut self.scopes.seen[place].1;
        let mut other = list;
        while scope.list != other {
            if self.tree.list(scope.list).nesting >= self.tree.list(other).nesting {
                let (list, line) = self.tree.list(scope.list).parent;
                *scope = Scope { list, line, assigned: false };
            } else {
                other = self.tree.list(other).parent.0;
            }
        }
    }

    fn place(&mut self, var: Var) {
        let Some(place) = self.scopes.get(var) else { return };
        let mut scope = self.scopes.seen[place].1;
        if !scope.assigned {
            scope = self.outside_loops(var, scope);
        }
        // Only the first assignment of a loop can be in its header.
        while self.is_head(scope) || self.is_step(scope.list) {
            let (list, line) = self.tree.list(scope.list).parent;
            scope = Scope { list, line, assigned: false };
        }
        if scope.assigned {
            let line = &mut self.tree.lists[scope.list as usize].lines[scope.line as usize];
            match line.statement {
                Statement::Assign(_, value) => {
                    line.statement = Statement::Declare(var, value);
                    return;
                }
                Statement::Declare(..) => return,
                _ => {}
            }
        }
        // A value is assigned where it is made.
        if matches!(self.tree.variable(var).origin, Origin::Value(_)) {
            self.tree.assigned_values.insert(var);
        }
        self.tree.declared.push((scope.list, scope.line, var));
    }

    /// True in the header of a loop, where only the first assignment of a `for` can declare.
    fn is_head(&self, scope: Scope) -> bool {
        let (parent, line) = self.tree.list(scope.list).parent;
        let Some(line) = self.tree.list(parent).lines.get(line as usize) else { return false };
        match line.statement {
            Statement::Loop(_, parts) if parts.init == scope.list => !scope.assigned,
            _ => false,
        }
    }

    /// True between the rounds of a `for`.
    fn is_step(&self, list: List) -> bool {
        let (init, _) = self.tree.list(list).parent;
        let (parent, line) = self.tree.list(init).parent;
        let line = self.tree.list(parent).lines.get(line as usize);
        line.is_some_and(|line| matches!(line.statement, Statement::Loop(_, parts) if parts.step == list))
    }

    /// The scope outside of the loops from whose rounds a variable takes its value to the next.
    fn outside_loops(&self, var: Var, scope: Scope) -> Scope {
        let is_local = self.tree.variable(var).origin == Origin::Local;
        let mut found = scope;
        let mut list = scope.list;
        loop {
            let data = self.tree.list(list);
            let (parent, line) = data.parent;
            if parent == list {
                return found;
            }
            if data.repeats && (is_local || self.tree.carried.contains(&(var, list))) {
                found = Scope { list: parent, line, assigned: false };
            }
            list = parent;
        }
    }
}
