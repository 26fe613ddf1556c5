//! Goes over the expressions and statements of a program.

use crate::model::{
    Block, ExpressionId, ExpressionKind, Function, FunctionId, Program, Statement, StatementKind,
};
use foldhash::HashSet;

/// Calls a function with the operands of an expression, from left to right.
#[inline]
pub(super) fn operands(kind: &ExpressionKind, visit: &mut impl FnMut(ExpressionId)) {
    use ExpressionKind as Kind;
    match kind {
        Kind::Error
        | Kind::Constant(_)
        | Kind::Text(_)
        | Kind::Function(_)
        | Kind::Global(_)
        | Kind::Local(_) => {}
        Kind::Field(one, _)
        | Kind::Swizzle(one, _)
        | Kind::Length(one)
        | Kind::Unary(_, one)
        | Kind::Step { place: one, .. }
        | Kind::Convert(one)
        | Kind::Splat(one)
        | Kind::Diagonal(one)
        | Kind::Resize(one) => visit(*one),
        Kind::Index(first, second)
        | Kind::Binary(_, first, second)
        | Kind::And(first, second)
        | Kind::Or(first, second)
        | Kind::Sequence(first, second)
        | Kind::Assign(first, second)
        | Kind::AssignWith(_, first, second) => {
            visit(*first);
            visit(*second);
        }
        Kind::Conditional(condition, yes, no) => {
            visit(*condition);
            visit(*yes);
            visit(*no);
        }
        Kind::Construct(all) | Kind::Call(_, all) | Kind::Intrinsic(_, all) => {
            all.iter().for_each(|id| visit(*id));
        }
        Kind::CallSubroutine(which, all) => {
            visit(*which);
            all.iter().for_each(|id| visit(*id));
        }
    }
}

/// The same, to change them.
pub(super) fn operands_mut(kind: &mut ExpressionKind, visit: &mut dyn FnMut(&mut ExpressionId)) {
    use ExpressionKind as Kind;
    match kind {
        Kind::Error
        | Kind::Constant(_)
        | Kind::Text(_)
        | Kind::Function(_)
        | Kind::Global(_)
        | Kind::Local(_) => {}
        Kind::Field(one, _)
        | Kind::Swizzle(one, _)
        | Kind::Length(one)
        | Kind::Unary(_, one)
        | Kind::Step { place: one, .. }
        | Kind::Convert(one)
        | Kind::Splat(one)
        | Kind::Diagonal(one)
        | Kind::Resize(one) => visit(one),
        Kind::Index(first, second)
        | Kind::Binary(_, first, second)
        | Kind::And(first, second)
        | Kind::Or(first, second)
        | Kind::Sequence(first, second)
        | Kind::Assign(first, second)
        | Kind::AssignWith(_, first, second) => {
            visit(first);
            visit(second);
        }
        Kind::Conditional(condition, yes, no) => {
            visit(condition);
            visit(yes);
            visit(no);
        }
        Kind::Construct(all) | Kind::Call(_, all) | Kind::Intrinsic(_, all) => all.iter_mut().for_each(visit),
        Kind::CallSubroutine(which, all) => {
            visit(which);
            all.iter_mut().for_each(visit);
        }
    }
}

/// Calls a function with every statement, outer ones first.
pub(super) fn statements(block: &Block, visit: &mut dyn FnMut(&Statement)) {
    for statement in block {
        visit(statement);
        match &statement.kind {
            StatementKind::Block(inner) => statements(inner, visit),
            StatementKind::If { yes, no, .. } => {
                statements(yes, visit);
                statements(no, visit);
            }
            StatementKind::Switch { groups, .. } => {
                groups.iter().for_each(|group| statements(&group.body, visit));
            }
            StatementKind::Loop(inner) => {
                statements(&inner.before, visit);
                statements(&inner.body, visit);
            }
            _ => {}
        }
    }
}

/// The same, to change them.
pub(super) fn statements_mut(block: &mut Block, visit: &mut dyn FnMut(&mut Statement)) {
    for statement in block {
        visit(statement);
        match &mut statement.kind {
            StatementKind::Block(inner) => statements_mut(inner, visit),
            StatementKind::If { yes, no, .. } => {
                statements_mut(yes, visit);
                statements_mut(no, visit);
            }
            StatementKind::Switch { groups, .. } => {
                groups.iter_mut().for_each(|group| statements_mut(&mut group.body, visit));
            }
            StatementKind::Loop(inner) => {
                statements_mut(&mut inner.before, visit);
                statements_mut(&mut inner.body, visit);
            }
            _ => {}
        }
    }
}

/// Calls a function with the expressions that a statement itself has.
fn own_expressions(kind: &StatementKind, visit: &mut dyn FnMut(ExpressionId)) {
    match kind {
        StatementKind::Declare(_, value) | StatementKind::Return(value) => {
            value.iter().for_each(|id| visit(*id));
        }
        StatementKind::Expression(id)
        | StatementKind::If { condition: id, .. }
        | StatementKind::Switch { selector: id, .. } => visit(*id),
        StatementKind::Loop(inner) => {
            inner.condition.iter().chain(&inner.step).for_each(|id| visit(*id));
        }
        _ => {}
    }
}

/// Every expression of a function's body, each once, operands behind what they are operands of.
pub(super) fn expressions(program: &Program, function: &Function) -> Vec<ExpressionId> {
    let mut seen = HashSet::default();
    below_unseen(program, roots(function), |id| seen.insert(id))
}

fn roots(function: &Function) -> Vec<ExpressionId> {
    let mut roots = Vec::new();
    if let Some(body) = &function.body {
        statements(body, &mut |statement| {
            own_expressions(&statement.kind, &mut |id| roots.push(id));
        });
    }
    roots
}

/// Every expression that is evaluated: those of bodies and of initial values.
pub(super) fn all_expressions(program: &Program) -> Vec<ExpressionId> {
    let mut walker = Walker::default();
    let mut all = walker.initializers(program);
    for function in &program.functions {
        all.extend(walker.expressions(program, function));
    }
    all
}

/// Every expression that a run of the stage may come to: those of `main`, of what it calls, and of initial values.
pub(super) fn reached_expressions(program: &Program) -> Vec<ExpressionId> {
    let mut walker = Walker::default();
    let mut all = walker.initializers(program);
    let mut seen: HashSet<FunctionId> = program.main.into_iter().collect();
    let mut open: Vec<FunctionId> = program.main.into_iter().collect();
    // Any of them may be what a subroutine uniform chooses.
    let subroutines =
        program.functions.iter().enumerate().filter(|(_, function)| !function.subroutines.is_empty());
    open.extend(subroutines.map(|(number, _)| FunctionId(number as u32)).filter(|id| seen.insert(*id)));
    while let Some(id) = open.pop() {
        let own = walker.expressions(program, program.function(id));
        open.extend(own.iter().filter_map(|id| match program.expression(*id).kind {
            ExpressionKind::Call(callee, _) | ExpressionKind::Function(callee) if seen.insert(callee) => {
                Some(callee)
            }
            _ => None,
        }));
        all.extend(own);
    }
    all
}

/// Some expressions and all that they are made of.
pub(super) fn below(program: &Program, roots: Vec<ExpressionId>) -> Vec<ExpressionId> {
    let mut seen = HashSet::default();
    below_unseen(program, roots, |id| seen.insert(id))
}

/// The same; `is_new` says once of each that it has not been met.
fn below_unseen(
    program: &Program,
    roots: Vec<ExpressionId>,
    mut is_new: impl FnMut(ExpressionId) -> bool,
) -> Vec<ExpressionId> {
    let mut all = Vec::with_capacity(roots.len() * 4);
    let mut open = roots;
    while let Some(id) = open.pop() {
        if is_new(id) {
            all.push(id);
            operands(&program.expression(id).kind, &mut |operand| open.push(operand));
        }
    }
    all
}

/// Goes over many functions of a program.
#[derive(Default)]
pub(super) struct Walker {
    /// By expression, in which walk it was met last.
    met: Vec<u32>,
    walks: u32,
}

impl Walker {
    /// As [`expressions`].
    pub(super) fn expressions(&mut self, program: &Program, function: &Function) -> Vec<ExpressionId> {
        self.below(program, roots(function))
    }

    /// Every expression that the values of variables outside of functions are made of.
    pub(super) fn initializers(&mut self, program: &Program) -> Vec<ExpressionId> {
        self.below(program, program.globals.iter().filter_map(|global| global.initializer).collect())
    }

    fn below(&mut self, program: &Program, roots: Vec<ExpressionId>) -> Vec<ExpressionId> {
        self.walks += 1;
        self.met.resize(program.expressions.len(), 0);
        let (met, walk) = (&mut self.met, self.walks);
        below_unseen(program, roots, |id| std::mem::replace(&mut met[id.0 as usize], walk) != walk)
    }
}

/// No function: where initial values of variables outside of functions are evaluated.
pub(super) const OUTSIDE: FunctionId = FunctionId(u32::MAX);

/// The expressions of each function, and those outside of functions.
pub(super) fn by_function(program: &Program) -> Vec<(FunctionId, Vec<ExpressionId>)> {
    let mut walker = Walker::default();
    let functions = program.functions.iter().enumerate();
    let mut all: Vec<_> = functions
        .map(|(number, function)| (FunctionId(number as u32), walker.expressions(program, function)))
        .collect();
    all.push((OUTSIDE, walker.initializers(program)));
    all
}
