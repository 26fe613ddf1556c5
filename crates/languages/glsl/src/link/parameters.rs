//! Parameters of functions that become others.

use crate::model::{ExpressionKind, FunctionId, Local, LocalId, Program, StatementKind};

use super::walk;

/// What a parameter becomes; `None` if it stays.
pub(super) type NewParameters = Option<Vec<Local>>;

/// Replaces parameters of a function, and says what has come of each. Uses of a parameter that became several name the first
/// of them afterwards; who calls this changes the calls of the function.
pub(super) fn replace_parameters(
    program: &mut Program,
    function: FunctionId,
    changes: Vec<NewParameters>,
) -> Vec<Vec<LocalId>> {
    let expressions = walk::expressions(program, program.function(function));
    let own = &mut program.functions[function.0 as usize];
    let old = std::mem::take(&mut own.locals);
    let mut firsts: Vec<LocalId> = Vec::with_capacity(old.len());
    let mut new: Vec<Vec<LocalId>> = Vec::with_capacity(changes.len());
    let count = own.parameters as usize;
    let mut changes = changes.into_iter();
    for (number, local) in old.into_iter().enumerate() {
        let first = own.locals.len() as u32;
        firsts.push(LocalId(first));
        match changes.next().filter(|_| number < count).flatten() {
            Some(others) => own.locals.extend(others),
            None => own.locals.push(local),
        }
        if number < count {
            new.push((first..own.locals.len() as u32).map(LocalId).collect());
            own.parameters = own.locals.len() as u32;
        }
    }
    let moved = |id: LocalId| firsts.get(id.0 as usize).copied().unwrap_or(id);
    if let Some(body) = &mut own.body {
        walk::statements_mut(body, &mut |statement| match &mut statement.kind {
            StatementKind::Declare(id, _) => *id = moved(*id),
            StatementKind::Loop(inner) => inner.condition_local = inner.condition_local.map(moved),
            _ => {}
        });
    }
    for id in expressions {
        if let ExpressionKind::Local(local) = &mut program.expressions[id.0 as usize].kind {
            *local = moved(*local);
        }
    }
    new
}
