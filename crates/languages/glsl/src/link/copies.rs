//! Functions that take what a module cannot pass: atomic counters, and parts of arrays of arrays of resources. Calls with different
//! ones call different copies, which name the variable itself. Indices that are computed become parameters.

use super::Linker;
use super::access::{Access, access, become_of, expression, indexed, local};
use super::extract::dimensions;
use super::parameters::replace_parameters;
use super::walk;
use crate::model::{
    Block, ExpressionId, ExpressionKind, FunctionId, GlobalId, Program, Qualifiers, StatementKind,
};
use crate::rules::LIMIT;
use crate::types::Type;
use foldhash::{HashMap, HashSet};

/// Most copies of functions in a stage.
const MOST: usize = 1024;

/// An argument that a copy names: the variable, and its indices, those that are constant with their values.
type Named = (GlobalId, Vec<Option<u64>>);

/// A function with the arguments that a copy of it names.
type Key = (FunctionId, Vec<Option<Named>>);

impl Linker<'_> {
    /// Replaces calls that pass what cannot be passed.
    pub(super) fn copy_functions(&mut self, stage: usize) {
        let program = &self.programs[stage];
        if !program.expressions.iter().any(|own| matches!(own.kind, ExpressionKind::Call(..))) {
            return;
        }
        let mut walker = walk::Walker::default();
        let mut open: Vec<FunctionId> = program.main.into_iter().collect();
        open.push(walk::OUTSIDE);
        let mut seen: HashSet<FunctionId> = open.iter().copied().collect();
        let mut copies: HashMap<Key, FunctionId> = HashMap::default();
        while let Some(function) = open.pop() {
            let program = &self.programs[stage];
            let expressions = match program.functions.get(function.0 as usize) {
                Some(own) => walker.expressions(program, own),
                None => walker.initializers(program),
            };
            for id in expressions {
                let ExpressionKind::Call(callee, arguments) = &self.programs[stage].expression(id).kind
                else {
                    continue;
                };
                let (callee, arguments) = (*callee, arguments.clone());
                let named: Vec<_> =
                    arguments.iter().map(|argument| named(&self.programs[stage], *argument)).collect();
                let mut target = callee;
                if named.iter().any(Option::is_some) {
                    if copies.len() >= MOST {
                        self.refuse_copies(stage, id);
                        return;
                    }
                    let key = (
                        callee,
                        named.iter().map(|named| named.as_ref().map(|(key, _)| key.clone())).collect(),
                    );
                    target = match copies.get(&key) {
                        Some(known) => *known,
                        None => {
                            let name = self.programs[stage].function(callee).name.clone();
                            let name = self.names.fresh(&format!("{name}_of"));
                            let index = self.names.word("index");
                            let copy = copy(&mut self.programs[stage], callee, (name, index), &named);
                            copies.insert(key, copy);
                            copy
                        }
                    };
                    let passed = passed(&self.programs[stage], &arguments, &named);
                    let own = &mut self.programs[stage].expressions[id.0 as usize];
                    own.kind = ExpressionKind::Call(target, passed);
                }
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
    }

    fn refuse_copies(&mut self, stage: usize, call: ExpressionId) {
        let program = &self.programs[stage];
        let message =
            format!("found more than {MOST} calls with different counters or arrays, expected fewer");
        let finding = self.reports.of(&LIMIT, program.from(program.expression(call).at), message);
        self.reports.add(finding.help("name them in the functions that use them"));
    }
}

/// What a copy names in place of an argument; `None` where the argument is passed.
fn named(program: &Program, argument: ExpressionId) -> Option<(Named, Access)> {
    let inner = program.types.innermost(program.expression(argument).ty);
    if !inner.is_opaque() {
        return None;
    }
    let access = access(program, argument);
    let ExpressionKind::Global(global) = program.expression(access.root).kind else {
        return None;
    };
    let is_nested = dimensions(&program.types, program.global(global).ty).len() > 1;
    let is_whole = !matches!(program.expression(argument).ty, Type::Array(_));
    if inner != Type::AtomicUint && (!is_nested || is_whole) {
        return None;
    }
    let constants = access.indices.iter().map(|index| program.constant(index.value)?.first().copied());
    Some(((global, constants.collect()), access))
}

/// The arguments of a call of a copy: indices that are computed in place of what it names.
fn passed(
    program: &Program,
    arguments: &[ExpressionId],
    named: &[Option<(Named, Access)>],
) -> Vec<ExpressionId> {
    let mut passed = Vec::with_capacity(arguments.len());
    for (argument, named) in arguments.iter().zip(named) {
        match named {
            None => passed.push(*argument),
            Some((_, access)) => passed.extend(
                access
                    .indices
                    .iter()
                    .map(|index| index.value)
                    .filter(|value| program.constant(*value).is_none()),
            ),
        }
    }
    passed
}

/// A copy of a function that names variables in place of parameters.
fn copy(
    program: &mut Program,
    callee: FunctionId,
    (name, index): (glassbox_syntax::token::Word, glassbox_syntax::token::Word),
    named: &[Option<(Named, Access)>],
) -> FunctionId {
    let mut function = program.function(callee).clone();
    let mut known = HashMap::default();
    if let Some(body) = &mut function.body {
        copy_block(program, body, &mut known);
    }
    function.name = name;
    let id = FunctionId(program.functions.len() as u32);
    let at = function.at;
    program.functions.push(function);
    let mut uses: Vec<(ExpressionId, usize)> = Vec::new();
    for expression in walk::expressions(program, program.function(id)) {
        if let ExpressionKind::Local(local) = program.expression(expression).kind
            && named.get(local.0 as usize).is_some_and(Option::is_some)
        {
            uses.push((expression, local.0 as usize));
        }
    }
    let changes = named.iter().map(|named| {
        let (_, access) = named.as_ref()?;
        let computed = access.indices.iter().filter(|index| program.constant(index.value).is_none());
        let local = |ty: Type| local(index.clone(), at, ty, Qualifiers::default());
        Some(computed.map(|index| local(program.expression(index.value).ty)).collect())
    });
    let changes = changes.collect();
    let parameters = replace_parameters(program, id, changes);
    for (expression, parameter) in uses {
        let (Some(Some((_, access))), Some(locals)) = (named.get(parameter), parameters.get(parameter))
        else {
            continue;
        };
        name_variable(program, expression, access, locals);
    }
    id
}

/// Lets an expression name a variable with indices, the computed ones of which are parameters.
fn name_variable(program: &mut Program, id: ExpressionId, access: &Access, locals: &[crate::model::LocalId]) {
    let at = program.expression(id).at;
    let mut locals = locals.iter();
    let mut indices = access.indices.clone();
    for index in &mut indices {
        if program.constant(index.value).is_none()
            && let Some(local) = locals.next()
        {
            let ty = program.expression(index.value).ty;
            index.value = program.add(expression(ExpressionKind::Local(*local), ty, at));
        }
    }
    let root = program.expression(access.root).clone();
    let base = crate::model::Expression { at, ..root };
    let new = indexed(program, base, &indices);
    become_of(program, id, new);
}

/// Gives statements copies of their expressions.
fn copy_block(program: &mut Program, block: &mut Block, known: &mut HashMap<ExpressionId, ExpressionId>) {
    let mut copy = |id: &mut ExpressionId| *id = copy_expression(program, *id, known);
    walk::statements_mut(block, &mut |statement| match &mut statement.kind {
        StatementKind::Declare(_, value) | StatementKind::Return(value) => {
            value.iter_mut().for_each(&mut copy)
        }
        StatementKind::Expression(id)
        | StatementKind::If { condition: id, .. }
        | StatementKind::Switch { selector: id, .. } => copy(id),
        StatementKind::Loop(inner) => inner.condition.iter_mut().chain(&mut inner.step).for_each(&mut copy),
        _ => {}
    });
}

fn copy_expression(
    program: &mut Program,
    id: ExpressionId,
    known: &mut HashMap<ExpressionId, ExpressionId>,
) -> ExpressionId {
    let all = walk::below(program, vec![id]);
    for old in &all {
        if !known.contains_key(old) {
            let own = program.expression(*old).clone();
            known.insert(*old, program.add(own));
        }
    }
    for old in all {
        let Some(new) = known.get(&old).copied() else { continue };
        let mut kind = program.expression(old).kind.clone();
        walk::operands_mut(&mut kind, &mut |operand| {
            *operand = known.get(operand).copied().unwrap_or(*operand);
        });
        program.expressions[new.0 as usize].kind = kind;
    }
    known.get(&id).copied().unwrap_or(id)
}
