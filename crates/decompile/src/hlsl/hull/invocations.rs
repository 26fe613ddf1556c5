//! Chooses the invocations that the patch constant function runs: one if the others write nothing, else each in turn.

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::control::{Dominators, Graph, Labels};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Function, Id, Module, Operand};

use super::split::{Output, Splitter};
use super::turns::{self, Order};
use crate::refusal::Reason;

/// Removes the use of `InvocationId` from the patch constant function, which may become another.
pub(super) fn choose(splitter: &mut Splitter<'_>, patch: Id, points: u32) -> Id {
    let Some(invocation) = splitter.invocation else { return patch };
    let mut code = splitter.code_of(patch);
    if !code.any(|at| splitter.module.used_ids(at).any(|id| id == invocation)) {
        return patch;
    }
    drop(code);
    let writes = |splitter: &Splitter<'_>, at: At| match splitter.module.opcode(at) {
        op::FUNCTION_CALL => true,
        opcode @ (op::STORE | op::COPY_MEMORY) => splitter.output_of(at, opcode) == Some(Output::Patch),
        _ => false,
    };
    if let Some(number) = only_invocation(splitter, patch, writes) {
        fix_invocation(splitter, invocation, number);
        return patch;
    }
    let order = order(splitter, patch);
    turns::run(splitter, (patch, invocation), (points, order))
}

/// The order in which invocations run in turn.
fn order(splitter: &mut Splitter<'_>, patch: Id) -> Order {
    let function = splitter.function(patch).into_iter();
    let read = function.flat_map(Function::walk).find(|at| reads_patch(splitter, *at));
    match read.filter(|_| splitter.waits) {
        None => Order::Up,
        // Invocation 0 reads what all have written, so it runs last.
        Some(_) if only_invocation(splitter, patch, reads_patch) == Some(0) => Order::Down,
        Some(at) => {
            let what =
                "an invocation other than 0 reads outputs of the patch that others write before a barrier";
            splitter.refuse(Reason::Control, Some(at), what);
            Order::Up
        }
    }
}

/// True for a load of outputs of the patch, and for a call of what has one.
fn reads_patch(splitter: &Splitter<'_>, at: At) -> bool {
    let is_load = |at: At| splitter.output_of(at, op::LOAD) == Some(Output::Patch);
    match splitter.module.opcode(at) {
        op::FUNCTION_CALL => splitter.code_of(splitter.module.word(at, 0)).any(is_load),
        _ => is_load(at),
    }
}

/// A branch that one invocation takes.
struct Guard {
    /// Index of the block with the branch.
    block: usize,
    target: Id,
    /// Number of the invocation.
    number: u32,
}

fn guards(splitter: &Splitter<'_>, function: &Function) -> Vec<Guard> {
    let module = &splitter.module;
    let mut found = Vec::new();
    for (index, block) in function.blocks.iter().enumerate() {
        let branch = block.terminator();
        if module.opcode(branch) != op::BRANCH_CONDITIONAL {
            continue;
        }
        let Some(condition) = module.definition(module.word(branch, 0)) else { continue };
        let target = match module.opcode(condition) {
            op::I_EQUAL => module.word(branch, 1),
            op::I_NOT_EQUAL => module.word(branch, 2),
            _ => continue,
        };
        let operands = [module.word(condition, 0), module.word(condition, 1)];
        let number = operands.into_iter().find_map(|id| module.constant_u32(id));
        if let Some(number) = number
            && operands.into_iter().any(|id| splitter.is_own_number(function, id))
        {
            found.push(Guard { block: index, target, number });
        }
    }
    found
}

/// The number of the only invocation that does something, if branches say so.
fn only_invocation(
    splitter: &Splitter<'_>,
    patch: Id,
    does: impl Fn(&Splitter<'_>, At) -> bool,
) -> Option<u32> {
    let function = splitter.function(patch)?;
    let guards = guards(splitter, function);
    let number = guards.first()?.number;
    if guards.iter().any(|guard| guard.number != number) {
        return None;
    }
    let graph = Graph::of(&splitter.module, function);
    let dominators = Dominators::of(&graph);
    let labels = Labels::of(function);
    let is_guarded = |block: u32| {
        guards.iter().any(|guard| {
            let Some(target) = labels.find(guard.target) else { return false };
            graph.predecessors(target) == [guard.block as u32] && dominators.dominates(target, block)
        })
    };
    let mut blocks =
        (0..).zip(&function.blocks).filter(|(_, block)| block.body.iter().any(|at| does(splitter, *at)));
    blocks.all(|(index, _)| is_guarded(index)).then_some(number)
}

/// Replaces `InvocationId` by a number, and branches on it by where they go.
fn fix_invocation(splitter: &mut Splitter<'_>, invocation: Id, number: u32) {
    for index in 0..splitter.module.functions.len() {
        if !splitter.of_patch.contains(&splitter.module.functions[index].id) {
            continue;
        }
        let mut function = splitter.module.functions[index].clone();
        for guard in guards(splitter, &function).into_iter().filter(|guard| guard.number == number) {
            take_branch(&mut splitter.module, &mut function, &guard);
        }
        for at in function.walk() {
            if splitter.module.opcode(at) == op::LOAD && splitter.module.word(at, 0) == invocation {
                let constant = (op::CONSTANT, splitter.module.get(at).ty);
                let operands = [Operand::Literal(number)];
                let constant = splitter.declarations.get(&mut splitter.module, constant, &operands);
                splitter.module.rewrite(at, op::COPY_OBJECT, [Operand::Id(constant)]);
            }
        }
        splitter.module.functions[index] = function;
    }
}

/// Makes the branch of a guard unconditional.
fn take_branch(module: &mut Module, function: &mut Function, guard: &Guard) {
    let block = &mut function.blocks[guard.block];
    let from = block.label;
    let branch = block.terminator();
    let left =
        [module.word(branch, 1), module.word(branch, 2)].into_iter().find(|label| *label != guard.target);
    if let Some(merge) = module.merge(block)
        && module.opcode(merge) == op::SELECTION_MERGE
    {
        block.body.retain(|at| *at != merge);
    }
    module.rewrite(branch, op::BRANCH, [Operand::Id(guard.target)]);
    for block in function.blocks.iter().filter(|block| Some(block.label) == left) {
        for &at in block.body.iter().filter(|at| module.opcode(**at) == op::PHI).collect::<Vec<_>>() {
            let pairs: Vec<Operand> = module
                .operands(at)
                .chunks(2)
                .filter(|pair| pair.get(1) != Some(&from))
                .flatten()
                .map(|id| Operand::Id(*id))
                .collect();
            module.rewrite(at, op::PHI, pairs);
        }
    }
}

/// Variables with an initial value that a function uses, and the values.
pub(super) fn initialized(splitter: &Splitter<'_>, function: Id) -> Vec<(Id, Id)> {
    let module = &splitter.module;
    let used: Vec<Id> = splitter.code_of(function).flat_map(|at| module.used_ids(at)).collect();
    let variables = module.globals.iter().copied().filter(|at| module.opcode(*at) == op::VARIABLE);
    let private = variables.filter(|at| module.word(*at, 0) == storage_class::PRIVATE);
    let found = private.filter_map(|at| Some((module.get(at).result, *module.operands(at).get(1)?)));
    found.filter(|(variable, _)| used.contains(variable)).collect()
}
