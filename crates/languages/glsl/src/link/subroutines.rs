//! Subroutines: a uniform of a subroutine type becomes a number, and its call a choice among the functions of the type.

use foldhash::HashMap;
use glassbox_syntax::token::Word;

use super::Linker;
use super::access::{expression, local};
use super::extract::{array_of, dimensions};
use super::walk;
use crate::model::{
    At, Case, ExpressionKind, Function, FunctionId, LocalId, Program, Qualifiers, SelectionControl,
    Statement, StatementKind, flag,
};
use crate::rules::FUNCTION;
use crate::types::Type;

impl Linker<'_> {
    /// Replaces the subroutine uniforms of a stage.
    pub(super) fn choose_subroutines(&mut self, stage: usize) {
        let mut types: HashMap<u32, Word> = HashMap::default();
        let program = &mut self.programs[stage];
        for (number, global) in program.globals.iter_mut().enumerate() {
            if !global.qualifiers.has(flag::SUBROUTINE) {
                continue;
            }
            let Some(ty) = global.qualifiers.subroutines.first() else {
                continue;
            };
            types.insert(number as u32, ty.clone());
            let lengths = dimensions(&program.types, global.ty);
            global.ty = array_of(&mut program.types, Type::UINT, &lengths);
            global.qualifiers = Qualifiers::default();
        }
        if types.is_empty() {
            return;
        }
        let functions = functions_by_type(program);
        let mut choices: HashMap<Word, Option<FunctionId>> = HashMap::default();
        for id in walk::all_expressions(&self.programs[stage]) {
            let program = &self.programs[stage];
            let ExpressionKind::CallSubroutine(which, arguments) = program.expression(id).kind.clone() else {
                continue;
            };
            let root = super::access::access(program, which).root;
            let ExpressionKind::Global(global) = program.expression(root).kind else {
                continue;
            };
            let Some(ty) = types.get(&global.0) else { continue };
            let at = program.expression(id).at;
            let choice = match choices.get(ty) {
                Some(known) => *known,
                None => {
                    let made = functions.get(ty).and_then(|all| self.choice(stage, ty, all));
                    if made.is_none() {
                        self.refuse_empty(stage, ty, at);
                    }
                    choices.insert(ty.clone(), made);
                    made
                }
            };
            let program = &mut self.programs[stage];
            retype(program, which);
            if let Some(choice) = choice {
                let arguments = std::iter::once(which).chain(arguments).collect();
                program.expressions[id.0 as usize].kind = ExpressionKind::Call(choice, arguments);
            }
        }
    }

    fn refuse_empty(&mut self, stage: usize, ty: &Word, at: At) {
        let message = format!("found a call of the subroutine type `{ty}`, expected a function that has it");
        let finding = self.reports.of(&FUNCTION, self.programs[stage].from(at), message);
        self.reports.add(
            finding.help(format!("write `subroutine({ty})` before a function with the same parameters")),
        );
    }

    /// A function that takes a number before the parameters of a subroutine type, and calls the function that it chooses. A
    /// number that chooses none is undefined: the last function takes it.
    fn choice(&mut self, stage: usize, ty: &Word, functions: &[(u64, FunctionId)]) -> Option<FunctionId> {
        let name = self.names.shared(&format!("{ty}_choice"));
        let number = self.names.shared(&format!("{ty}_number"));
        let program = &mut self.programs[stage];
        let (last, _) = functions.last()?;
        let model = program.function(functions.first()?.1).clone();
        let at = model.at;
        let mut locals = vec![local(number, at, Type::UINT, Qualifiers::default())];
        locals.extend(model.locals.iter().take(model.parameters as usize).cloned());
        let mut groups = Vec::with_capacity(functions.len());
        for (index, function) in functions {
            let mut arguments = Vec::new();
            for (number, parameter) in locals.iter().enumerate().skip(1) {
                let kind = ExpressionKind::Local(LocalId(number as u32));
                arguments.push(program.add(expression(kind, parameter.ty, at)));
            }
            let call = program.add(expression(ExpressionKind::Call(*function, arguments), model.result, at));
            program.functions[function.0 as usize].is_called = true;
            let body = match model.result {
                Type::Void => vec![
                    Statement { kind: StatementKind::Expression(call), at },
                    Statement { kind: StatementKind::Break, at },
                ],
                _ => vec![Statement { kind: StatementKind::Return(Some(call)), at }],
            };
            let mut labels = vec![Some(*index)];
            labels.extend((index == last).then_some(None));
            groups.push(Case { labels, body });
        }
        let selector = program.add(expression(ExpressionKind::Local(LocalId(0)), Type::UINT, at));
        let kind = StatementKind::Switch { selector, groups, control: SelectionControl::default() };
        program.functions.push(Function {
            name,
            parameters: locals.len() as u32,
            locals,
            body: Some(vec![Statement { kind, at }]),
            subroutines: Vec::new(),
            subroutine_index: None,
            is_called: true,
            spirv: None,
            ..model
        });
        Some(FunctionId(program.functions.len() as u32 - 1))
    }
}

/// Gives the uniform that a call names, and elements of it, their new type.
fn retype(program: &mut Program, which: crate::model::ExpressionId) {
    let mut id = which;
    loop {
        let ty = match program.expression(id).kind {
            ExpressionKind::Global(global) => program.global(global).ty,
            ExpressionKind::Index(..) => Type::UINT,
            _ => return,
        };
        program.expressions[id.0 as usize].ty = ty;
        match program.expression(id).kind {
            ExpressionKind::Index(base, _) => id = base,
            _ => return,
        }
    }
}

/// For each subroutine type, its functions by their numbers: stated ones, or the lowest that are free, in order.
fn functions_by_type(program: &Program) -> HashMap<Word, Vec<(u64, FunctionId)>> {
    let stated = program.functions.iter().filter_map(|function| function.subroutine_index);
    let taken: std::collections::HashSet<u32> = stated.collect();
    let mut free = (0_u32..).filter(|number| !taken.contains(number));
    let mut all: HashMap<Word, Vec<(u64, FunctionId)>> = HashMap::default();
    for (number, function) in program.functions.iter().enumerate() {
        if function.subroutines.is_empty() || function.body.is_none() {
            continue;
        }
        let Some(index) = function.subroutine_index.or_else(|| free.next()) else {
            continue;
        };
        for ty in &function.subroutines {
            all.entry(ty.clone()).or_default().push((u64::from(index), FunctionId(number as u32)));
        }
    }
    all
}
