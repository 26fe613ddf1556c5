//! Turns endless loops with a way out into `while`, `do` and `for`.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::At;
use smallvec::smallvec;

use super::tidy::only;
use super::{Kind, Line, List, LoopKind, LoopParts, NONE, Node, Nodes, Origin, Statement, Tree, Var};

/// Most statements between two rounds of a `for`.
const MAX_STEPS: usize = 4;
/// Most statements between the start of a counter and its loop.
const MAX_START: usize = 16;
/// Most statements that are repeated where a loop goes on.
const MAX_REPEATED: usize = 64;

/// Finds the loops of a function.
pub(super) fn body(tree: &mut Tree<'_>, index: usize) {
    let list = tree.bodies[index].list;
    let mut flags = Vec::new();
    visit(tree, (list, list), &mut flags);
    tree.bodies[index].locals.extend(flags);
}

/// Visits the loops of a list, which is in the list of a function.
fn visit(tree: &mut Tree<'_>, (root, list): (List, List), flags: &mut Vec<Var>) {
    let mut index = 0;
    while index < tree.list(list).lines.len() {
        let line = tree.list(list).lines[index];
        match line.statement {
            Statement::If(_, then, other) => {
                visit(tree, (root, then), flags);
                visit(tree, (root, other), flags);
            }
            Statement::Switch(_, span) => {
                let bodies: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
                bodies.into_iter().for_each(|body| visit(tree, (root, body), flags));
            }
            Statement::Loop(_, parts) => {
                visit(tree, (root, parts.body), flags);
                visit(tree, (root, parts.step), flags);
                free_count(tree, root, &parts);
                index += begin_with_result(tree, (list, index), &parts);
                shape(tree, (list, index), parts, flags);
            }
            _ => {}
        }
        index += 1;
    }
    // What loops took.
    tree.lists[list as usize].lines.retain(|line| !matches!(line.statement, Statement::Nothing));
}

/// Sets before a loop what is set where its condition ends it: `for (;;) { if (i >= n) { found = false; break; } … }`
/// becomes `found = false; for (…; i < n; …) { … }`, if whatever else sets it leaves the loop. The number of lines added.
fn begin_with_result(tree: &mut Tree<'_>, (list, index): (List, usize), parts: &LoopParts) -> usize {
    let Some(line) = tree.list(parts.body).lines.first().copied() else { return 0 };
    let Statement::If(condition, then, other) = line.statement else { return 0 };
    let Some((last, results)) = tree.list(then).lines.split_last() else { return 0 };
    if !tree.is_empty(other) || !matches!(last.statement, Statement::Break) || results.is_empty() {
        return 0;
    }
    let results = results.to_vec();
    for line in &results {
        let Statement::Assign(place, value) = line.statement else { return 0 };
        let (Kind::Variable(var), Kind::Constant(_)) = (tree.kind(place), tree.kind(value)) else { return 0 };
        let is_own = tree.variable(var).origin != Origin::Global && !tree.mentions(condition, var);
        let rest = &tree.list(parts.body).lines[1..];
        if !is_own || !leaves_after(tree, rest, var) || !leaves_after(tree, &tree.list(parts.step).lines, var)
        {
            return 0;
        }
    }
    let count = results.len();
    tree.lists[then as usize].lines.drain(..count);
    tree.lists[list as usize].lines.splice(index..index, results);
    count
}

/// Most statements of a function in which it is looked for uses of what a counter becomes.
const MAX_LINES: usize = 2048;

/// `next = i + 1; … i = next;` becomes `… i = i + 1;` with `i + 1` wherever a round names `next`.
fn free_count(tree: &mut Tree<'_>, root: List, parts: &LoopParts) {
    let last = [parts.step, parts.body].into_iter().find_map(|list| tree.list(list).lines.last().copied());
    let Some(Statement::Assign(place, value)) = last.map(|line| line.statement) else { return };
    let (Kind::Variable(counter), Kind::Operation(op::I_ADD | op::I_SUB, span)) =
        (tree.kind(place), tree.kind(value))
    else {
        return;
    };
    let &[left, right] = tree.operands(span) else { return };
    let counts = matches!(tree.kind(right), Kind::Constant(_))
        && matches!((tree.variable_of(left), tree.kind(left)), (Some(var), _) if var == tree.actual(counter));
    let Some(held) = tree.held(value).filter(|_| counts) else { return };
    let declared = [parts.step, parts.body].into_iter().find_map(|list| {
        let is_it = |line: &Line| matches!(line.statement, Statement::Declare(var, node) if var == held && node == value);
        Some((list, tree.list(list).lines.iter().position(is_it)?))
    });
    let Some((list, declared)) = declared.filter(|_| tree.variable(held).origin == Origin::Value(value))
    else {
        return;
    };
    let Some(all) = mentions(tree, &[root], held) else { return };
    if mentions(tree, &[parts.body, parts.step], held) == Some(all) && !tree.pairs.contains_key(&value) {
        tree.nodes[value as usize].held = NONE;
        tree.lists[list as usize].lines.remove(declared);
    }
}

/// How many statements name a variable; nothing if there are too many.
fn mentions(tree: &Tree<'_>, lists: &[List], var: Var) -> Option<usize> {
    let (mut lists, mut seen, mut found) = (lists.to_vec(), 0, 0);
    while let Some(list) = lists.pop() {
        for line in &tree.list(list).lines {
            seen += usize::from(!matches!(line.statement, Statement::Nothing));
            if seen > MAX_LINES {
                return None;
            }
            found += usize::from(
                nodes_of(tree, line.statement, &mut lists).iter().any(|node| tree.mentions(*node, var)),
            );
        }
    }
    Some(found)
}

/// Expressions of a statement; the lists that it holds are added to those given.
fn nodes_of(tree: &Tree<'_>, statement: Statement, lists: &mut Vec<List>) -> Vec<Node> {
    let mut nodes = Vec::new();
    match statement {
        Statement::Declare(_, value) | Statement::Effect(value) => {
            nodes.push(value);
            tree.each_child(value, |child| nodes.push(child));
        }
        Statement::Assign(place, value) => nodes.extend([place, value]),
        Statement::Return(value) if value != NONE => nodes.push(value),
        Statement::If(condition, then, other) => {
            nodes.push(condition);
            lists.extend([then, other]);
        }
        Statement::Switch(selector, span) => {
            nodes.push(selector);
            lists.extend(tree.cases(span).iter().map(|case| case.body));
        }
        Statement::Loop(_, parts) => {
            nodes.extend(Some(parts.condition).filter(|node| *node != NONE));
            lists.extend([parts.init, parts.body, parts.step]);
        }
        _ => {}
    }
    nodes
}

/// True if statements do not read a variable, and leave the loop where they write it.
fn leaves_after(tree: &Tree<'_>, lines: &[Line], var: Var) -> bool {
    let ends =
        matches!(lines.last().map(|line| line.statement), Some(Statement::Break | Statement::Return(_)));
    lines.iter().all(|line| match line.statement {
        Statement::Assign(place, value) if !tree.mentions(value, var) => match tree.kind(place) {
            Kind::Variable(own) if own == var => ends,
            _ => !tree.mentions(place, var),
        },
        Statement::Assign(..) => false,
        Statement::Declare(_, value) | Statement::Effect(value) => {
            let mut found = tree.mentions(value, var);
            tree.each_child(value, |child| found |= tree.mentions(child, var));
            !found
        }
        Statement::Return(value) => value == NONE || !tree.mentions(value, var),
        Statement::If(condition, then, other) => {
            !tree.mentions(condition, var)
                && [then, other].iter().all(|side| leaves_after(tree, &tree.list(*side).lines, var))
        }
        // A `break` in these leaves them alone.
        Statement::Switch(selector, span) => {
            !tree.mentions(selector, var) && tree.cases(span).iter().all(|case| !names(tree, case.body, var))
        }
        Statement::Loop(_, parts) => {
            let condition = parts.condition;
            (condition == NONE || !tree.mentions(condition, var))
                && [parts.init, parts.body, parts.step].iter().all(|list| !names(tree, *list, var))
        }
        _ => true,
    })
}

/// True if a list names a variable.
fn names(tree: &Tree<'_>, list: List, var: Var) -> bool {
    let mut lists = vec![list];
    while let Some(list) = lists.pop() {
        for line in &tree.list(list).lines {
            let nodes = nodes_of(tree, line.statement, &mut lists);
            if nodes.iter().any(|node| tree.mentions(*node, var)) {
                return true;
            }
        }
    }
    false
}

/// Finds the kind of a loop.
fn shape(tree: &mut Tree<'_>, (list, index): (List, usize), mut parts: LoopParts, flags: &mut Vec<Var>) {
    let at = tree.list(list).lines[index].at;
    let mut kind = LoopKind::While;
    parts.condition = leading_exit(tree, parts.body).unwrap_or(NONE);
    let goes_on = has_continue(tree, parts.body);
    if !tree.is_empty(parts.step) {
        let counter = counter(tree, &parts).or_else(|| sole_count(tree, (list, index), &parts));
        if is_simple(tree, parts.step) && (goes_on || counter.is_some()) {
            kind = LoopKind::For;
            if let Some((var, line)) = counter {
                if !goes_on {
                    keep_counter(tree, &parts, line);
                }
                take_start(tree, (list, index), parts.init, var);
            }
        } else if !goes_on {
            let step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
            tree.lists[parts.body as usize].lines.extend(step);
        } else if parts.condition == NONE && only_exit(tree, parts.step) {
            let step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
            let Statement::If(condition, ..) = step[0].statement else { return };
            parts.condition = tree.negate_condition(condition, at);
            kind = LoopKind::DoWhile;
        } else if repeat_step(tree, &parts) {
            let step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
            tree.lists[parts.body as usize].lines.extend(step);
        } else {
            flags.push(begin_with_step(tree, &parts, at));
            parts.condition = NONE;
        }
    }
    if kind == LoopKind::While
        && !goes_on
        && let Some(var) = trailing_count(tree, &parts)
    {
        kind = LoopKind::For;
        let count = tree.lists[parts.body as usize].lines.pop();
        tree.lists[parts.step as usize].lines.extend(count);
        take_start(tree, (list, index), parts.init, var);
    }
    if kind == LoopKind::While
        && parts.condition == NONE
        && !goes_on
        && let Some(condition) = trailing_exit(tree, parts.body)
    {
        parts.condition = condition;
        kind = LoopKind::DoWhile;
    }
    tree.lists[list as usize].lines[index].statement = Statement::Loop(kind, parts);
}

/// The lines before one, the last first, with their indices.
fn before<'t>(tree: &'t Tree<'_>, (list, index): (List, usize)) -> impl Iterator<Item = (usize, &'t Line)> {
    let lines = tree.list(list).lines[..index].iter().enumerate().rev();
    lines.filter(|(_, line)| !matches!(line.statement, Statement::Nothing))
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
    let lines = &tree.list(parts.step).lines;
    let nests =
        lines.iter().any(|line| matches!(line.statement, Statement::Loop(..) | Statement::Switch(..)));
    // In a switch, its `break` would leave that.
    let is_plain =
        lines.iter().all(|line| matches!(line.statement, Statement::Assign(..) | Statement::Effect(_)));
    let leaves_switch = !is_plain && continues_in_switch(tree, parts.body);
    if nests || leaves_switch || length(tree, parts.step) * continues(tree, parts.body) > MAX_REPEATED {
        return false;
    }
    insert_step(tree, parts.body, parts.step);
    true
}

/// Puts the step where each round but the first begins; the flag that says so.
fn begin_with_step(tree: &mut Tree<'_>, parts: &LoopParts, at: At) -> Var {
    let flag = tree.add_variable(Origin::Flag, 0, 0);
    let [no, yes] = [op::CONSTANT_FALSE, op::CONSTANT_TRUE].map(|opcode| {
        let span = tree.add_operands(&[]);
        tree.add_node(Kind::Operation(opcode, span), 0, at)
    });
    let place = tree.add_node(Kind::Variable(flag), 0, at);
    tree.lists[parts.init as usize].lines.push(Line { statement: Statement::Assign(place, no), at });
    let [then, other] = [(); 2].map(|()| tree.add_list((parts.body, 0), false));
    tree.lists[then as usize].lines = std::mem::take(&mut tree.lists[parts.step as usize].lines);
    let mut lines = vec![Statement::If(place, then, other), Statement::Assign(place, yes)];
    if parts.condition != NONE {
        let [leave, stay] = [(); 2].map(|()| tree.add_list((parts.body, 0), false));
        tree.lists[leave as usize].lines.push(Line { statement: Statement::Break, at });
        lines.push(Statement::If(tree.negate_condition(parts.condition, at), leave, stay));
    }
    carry(tree, then, parts.body);
    tree.carried.insert((flag, parts.body));
    let lines = lines.into_iter().map(|statement| Line { statement, at });
    tree.lists[parts.body as usize].lines.splice(0..0, lines);
    flag
}

/// The variables of a list keep their values from one round to the next.
fn carry(tree: &mut Tree<'_>, list: List, body: List) {
    let mut nodes = Vec::new();
    let mut lists = vec![list];
    while let Some(list) = lists.pop() {
        for line in &tree.list(list).lines {
            match line.statement {
                Statement::Declare(_, node) | Statement::Effect(node) => {
                    tree.each_child(node, |child| nodes.push(child));
                }
                Statement::Assign(place, value) => nodes.extend([place, value]),
                Statement::Return(node) if node != NONE => nodes.push(node),
                Statement::If(condition, then, other) => {
                    nodes.push(condition);
                    lists.extend([then, other]);
                }
                Statement::Switch(selector, span) => {
                    nodes.push(selector);
                    lists.extend(tree.cases(span).iter().map(|case| case.body));
                }
                Statement::Loop(_, parts) => {
                    nodes.extend(Some(parts.condition).filter(|node| *node != NONE));
                    lists.extend([parts.init, parts.body, parts.step]);
                }
                _ => {}
            }
        }
    }
    let mut vars = Vec::new();
    nodes.into_iter().for_each(|node| tree.each_named(node, &mut |var| vars.push(var)));
    tree.carried.extend(vars.into_iter().map(|var| (var, body)));
}

fn length(tree: &Tree<'_>, list: List) -> usize {
    let lines = tree.list(list).lines.iter().map(|line| match line.statement {
        Statement::If(_, then, other) => 1 + length(tree, then) + length(tree, other),
        _ => 1,
    });
    lines.sum()
}

/// Number of `continue` of a loop.
fn continues(tree: &Tree<'_>, list: List) -> usize {
    let lines = tree.list(list).lines.iter().map(|line| match line.statement {
        Statement::Continue => 1,
        Statement::If(_, then, other) => continues(tree, then) + continues(tree, other),
        Statement::Switch(_, span) => tree.cases(span).iter().map(|case| continues(tree, case.body)).sum(),
        _ => 0,
    });
    lines.sum()
}

/// True if a round can go on from inside a switch.
fn continues_in_switch(tree: &Tree<'_>, list: List) -> bool {
    tree.list(list).lines.iter().any(|line| match line.statement {
        Statement::If(_, then, other) => continues_in_switch(tree, then) || continues_in_switch(tree, other),
        Statement::Switch(_, span) => tree.cases(span).iter().any(|case| has_continue(tree, case.body)),
        _ => false,
    })
}

fn insert_step(tree: &mut Tree<'_>, list: List, step: List) {
    let mut index = 0;
    while index < tree.list(list).lines.len() {
        match tree.list(list).lines[index].statement {
            Statement::If(_, then, other) => {
                insert_step(tree, then, step);
                insert_step(tree, other, step);
            }
            Statement::Switch(_, span) => {
                let bodies: Vec<List> = tree.cases(span).iter().map(|case| case.body).collect();
                bodies.into_iter().for_each(|body| insert_step(tree, body, step));
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
        // As the step of the loop it runs after the later lines, so it must not read what they assign.
        let is_free = later.iter().all(|line| match line.statement {
            Statement::Assign(place, other) => {
                let mut is_read = false;
                tree.each_named(place, &mut |named| is_read |= tree.mentions(value, named));
                !is_read && !tree.mentions(other, var) && !tree.mentions(place, var)
            }
            _ => false,
        });
        (counts && is_free).then_some((var, index))
    })
}

/// The variable that is all that changes between two rounds, and that is set right before the loop.
fn sole_count(tree: &Tree<'_>, (list, index): (List, usize), parts: &LoopParts) -> Option<(Var, usize)> {
    let (_, before) = before(tree, (list, index)).next()?;
    let (&[line], Statement::Assign(start, _)) = (tree.list(parts.step).lines.as_slice(), before.statement)
    else {
        return None;
    };
    let Statement::Assign(place, value) = line.statement else { return None };
    let Kind::Variable(var) = tree.kind(place) else { return None };
    let is_counter = tree.kind(start) == Kind::Variable(var) && tree.mentions(value, var);
    (is_counter && parts.condition != NONE && !tree.is_empty(parts.body)).then_some((var, 0))
}

/// The variable that the condition reads and the last statement of a round counts on.
fn trailing_count(tree: &Tree<'_>, parts: &LoopParts) -> Option<Var> {
    let Statement::Assign(place, value) = tree.list(parts.body).lines.last()?.statement else { return None };
    let (Kind::Variable(var), Kind::Operation(opcode, span)) = (tree.kind(place), tree.kind(value)) else {
        return None;
    };
    let &[left, right] = tree.operands(span) else { return None };
    let counts = matches!(opcode, op::I_ADD | op::I_SUB | op::F_ADD | op::F_SUB)
        && tree.variable_of(value).is_none()
        && tree.mentions(left, var)
        && matches!(tree.kind(right), Kind::Constant(_));
    (counts && parts.condition != NONE && tree.mentions(parts.condition, var)).then_some(var)
}

/// Leaves the counter in the step and moves the other steps to the end of the round.
fn keep_counter(tree: &mut Tree<'_>, parts: &LoopParts, line: usize) {
    let mut step = std::mem::take(&mut tree.lists[parts.step as usize].lines);
    let kept = step.remove(line);
    tree.lists[parts.step as usize].lines = vec![kept];
    tree.lists[parts.body as usize].lines.extend(step);
}

/// Takes the assignment of a counter from the lines before a loop.
fn take_start(tree: &mut Tree<'_>, (list, index): (List, usize), init: List, var: Var) {
    let mut found = None;
    let mut written = Vec::new();
    for (distance, (before, line)) in before(tree, (list, index)).take(MAX_START).enumerate() {
        match line.statement {
            Statement::Assign(place, value) if tree.kind(place) == Kind::Variable(var) => {
                let is_free = match tree.kind(value) {
                    Kind::Constant(_) => true,
                    _ if distance == 0 => true,
                    // A variable that nothing changed since.
                    Kind::Load(from) => tree.variable_of(from).is_some_and(|from| {
                        !written.contains(&from) && tree.variable(from).origin != Origin::Global
                    }),
                    _ => tree.variable_of(value).is_some_and(|from| !written.contains(&from)),
                };
                found = Some(before).filter(|_| is_free);
                break;
            }
            Statement::Assign(place, value) if !tree.mentions(value, var) && !tree.mentions(place, var) => {
                tree.each_named(place, &mut |var| written.push(var));
            }
            Statement::Declare(own, value) if own != var => {
                let mut mentions = false;
                // A call may write what it names.
                tree.each_child(value, |child| {
                    mentions |= tree.mentions(child, var);
                    tree.each_named(child, &mut |var| written.push(var));
                });
                if mentions {
                    break;
                }
                written.push(own);
            }
            _ => break,
        }
    }
    let Some(found) = found.filter(|_| tree.is_empty(init)) else { return };
    let line = &mut tree.lists[list as usize].lines[found];
    let taken = Line { statement: std::mem::replace(&mut line.statement, Statement::Nothing), at: line.at };
    tree.lists[init as usize].lines.push(taken);
}

impl Tree<'_> {
    /// True if the text of a node names a variable.
    pub(crate) fn mentions(&self, node: Node, var: Var) -> bool {
        let mut found = false;
        self.each_named(node, &mut |named| found |= named == var);
        found
    }

    /// Calls `visit` with each variable that the text of a node names.
    pub(super) fn each_named(&self, node: Node, visit: &mut impl FnMut(Var)) {
        let mut work: Nodes = smallvec![node];
        while let Some(node) = work.pop() {
            match self.variable_of(node) {
                Some(var) => visit(var),
                None => self.each_child(node, |child| work.push(child)),
            }
        }
    }
}
