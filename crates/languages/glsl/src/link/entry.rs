//! What has to be done around a stage's own `main`.

use super::access::expression;
use crate::model::{ExpressionKind, Function, FunctionId, Program, Statement, StatementKind};
use crate::types::Type;
use glassbox_syntax::token::Word;

/// Makes statements run behind `main`, which becomes a function of another name.
pub(super) fn run_behind_main(program: &mut Program, inner: Word, behind: Vec<Statement>) {
    let Some(main) = program.main else {
        return;
    };
    let own = program.function(main);
    let (name, at) = (own.name.clone(), own.at);
    let call = program.add(expression(ExpressionKind::Call(main, Vec::new()), Type::Void, at));
    let mut body = vec![Statement { kind: StatementKind::Expression(call), at }];
    body.extend(behind);
    let own = &mut program.functions[main.0 as usize];
    own.name = inner;
    own.is_called = true;
    let outer = Function {
        name,
        at,
        result: Type::Void,
        result_precision: Default::default(),
        parameters: 0,
        locals: Vec::new(),
        body: Some(body),
        subroutines: Vec::new(),
        subroutine_index: None,
        is_called: false,
        spirv: None,
    };
    program.functions.push(outer);
    program.main = Some(FunctionId(program.functions.len() as u32 - 1));
}
