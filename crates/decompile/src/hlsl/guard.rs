//! Chooses which invocations the function for a patch runs: one, where the others give nothing, else each in turn.

use std::collections::HashSet;

use glassbox_spirv::build::value::{memory_access, storage_class};
use glassbox_spirv::control::{Dominators, Graph, Labels};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Function, Id, Module, Operand, Type};

use super::split::{Output, Splitter, words};
use crate::refusal::Reason;

/// Makes the function for the patch one without the number of an invocation; the function that runs what is to be run.
pub(super) fn choose_invocation(
    splitter: &mut Splitter<'_>,
    patch: Id,
    copied: &HashSet<Id>,
    (points, waits): (u32, bool),
) -> Id {
    let Some(invocation) = splitter.invocation else { return patch };
    if !uses(splitter, copied, invocation) {
        return patch;
    }
    let gives = |splitter: &Splitter<'_>, at: At| match splitter.module.opcode(at) {
        op::STORE | op::COPY_MEMORY => is_of_patch(splitter, at),
        op::FUNCTION_CALL => true,
        _ => false,
    };
    if let Some(constant) = only_invocation(splitter, patch, gives) {
        fix_invocation(splitter, copied, invocation, constant);
        return patch;
    }
    let list: Vec<At> = splitter.function(patch).into_iter().flat_map(Function::walk).collect();
    let read = list.into_iter().find(|at| reads_patch(splitter, *at)).filter(|_| waits);
    let order = match read {
        None => Order::Up,
        // The one that reads what all have given comes last.
        Some(_) if only_invocation(splitter, patch, reads_patch) == Some(0) => Order::Down,
        Some(at) => {
            let what = "invocations other than the first read what others give of the patch, and HLSL runs them in turn";
            splitter.refuse_at(Reason::Control, at, what);
            Order::Up
        }
    };
    each_in_turn(splitter, (patch, copied), invocation, (points, order))
}

/// In which order invocations are run.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Up,
    Down,
}

/// True for a load or store of what belongs to the patch.
fn is_of_patch(splitter: &Splitter<'_>, at: At) -> bool {
    splitter.outputs.get(&splitter.root(splitter.module.word(at, 0))) == Some(&Output::Patch)
}

/// True for a load of what belongs to the patch, and calls of what loads it.
fn reads_patch(splitter: &Splitter<'_>, at: At) -> bool {
    match splitter.module.opcode(at) {
        op::LOAD => is_of_patch(splitter, at),
        op::FUNCTION_CALL => {
            let called = splitter.reached(splitter.module.word(at, 0));
            let mut called = called.into_iter().filter_map(|id| splitter.function(id));
            called.any(|found| {
                found.walk().any(|at| splitter.module.opcode(at) == op::LOAD && is_of_patch(splitter, at))
            })
        }
        _ => false,
    }
}

fn uses(splitter: &Splitter<'_>, copied: &HashSet<Id>, invocation: Id) -> bool {
    let copies = splitter.module.functions.iter().filter(|function| copied.contains(&function.id));
    copies.flat_map(Function::walk).any(|at| splitter.module.used_ids(at).any(|id| id == invocation))
}

/// A branch that is taken by one invocation: its block, where it goes to, and the number.
struct Guard {
    block: usize,
    target: Id,
    constant: Id,
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
        let constant = operands.into_iter().find(|id| module.constant_u32(*id).is_some());
        let own = operands.into_iter().find(|id| splitter.is_own(function, *id));
        if let (Some(constant), Some(_)) = (constant, own) {
            found.push(Guard { block: index, target, constant });
        }
    }
    found
}

/// The number of the only invocation that does something, if conditions say so.
fn only_invocation(
    splitter: &Splitter<'_>,
    patch: Id,
    does: impl Fn(&Splitter<'_>, At) -> bool,
) -> Option<u32> {
    let module = &splitter.module;
    let function = splitter.function(patch)?;
    let guards = guards(splitter, function);
    let number = module.constant_u32(guards.first()?.constant)?;
    if guards.iter().any(|guard| module.constant_u32(guard.constant) != Some(number)) {
        return None;
    }
    let graph = Graph::of(module, function);
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

/// Replaces the number of the invocation, and goes where it leads.
fn fix_invocation(splitter: &mut Splitter<'_>, copied: &HashSet<Id>, invocation: Id, number: u32) {
    for index in 0..splitter.module.functions.len() {
        if !copied.contains(&splitter.module.functions[index].id) {
            continue;
        }
        let mut function = splitter.module.functions[index].clone();
        for guard in guards(splitter, &function) {
            take_branch(&mut splitter.module, &mut function, &guard);
        }
        for block in &function.blocks {
            for &at in &block.body {
                let module = &mut splitter.module;
                if module.opcode(at) == op::LOAD && module.word(at, 0) == invocation {
                    let constant = constant(module, module.get(at).ty, number);
                    module.rewrite(at, op::COPY_OBJECT, [Operand::Id(constant)]);
                }
            }
        }
        splitter.module.functions[index] = function;
    }
}

/// Makes the branch of a guard one without a condition.
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

/// A constant of an integer type.
fn constant(module: &mut Module, ty: Id, number: u32) -> Id {
    let known = module.globals.iter().map(|at| module.get(*at)).find(|found| {
        found.opcode == op::CONSTANT && found.ty == ty && module.constant_u32(found.result) == Some(number)
    });
    known.map_or_else(
        || {
            let new = module.new_id();
            let at = module.add(op::CONSTANT, ty, new, [Operand::Literal(number)]);
            module.globals.push(at);
            new
        },
        |found| found.result,
    )
}

/// A function that runs the function for the patch for each invocation in turn.
fn each_in_turn(
    splitter: &mut Splitter<'_>,
    (patch, copied): (Id, &HashSet<Id>),
    invocation: Id,
    (points, order): (u32, Order),
) -> Id {
    let Some((ty, _)) = splitter.module.pointer(splitter.module.type_of(invocation)) else { return patch };
    let pointer = splitter.pointer_to(ty, storage_class::PRIVATE);
    let own = splitter.module.new_id();
    let variable =
        splitter.module.add(op::VARIABLE, pointer, own, [Operand::Literal(storage_class::PRIVATE)]);
    splitter.module.globals.push(variable);
    name(&mut splitter.module, own, "invocation");
    let functions = splitter.module.functions.clone();
    for function in functions.iter().filter(|function| copied.contains(&function.id)) {
        for at in function.walk() {
            splitter.module.map_ids(at, |id| if id == invocation { own } else { id });
        }
    }
    let caller = counted_calls(splitter, patch, (own, ty), (points, order));
    for at in splitter.module.globals.clone() {
        if splitter.module.opcode(at) == op::ENTRY_POINT && splitter.module.word(at, 1) == patch {
            splitter.module.set_word(at, 1, caller);
        }
        if splitter.module.opcode(at) == op::NAME && splitter.module.word(at, 0) == patch {
            let renamed = std::iter::once(Operand::Id(patch))
                .chain(words("givePatch").into_iter().map(Operand::Literal));
            splitter.module.rewrite(at, op::NAME, renamed.collect::<Vec<Operand>>());
        }
    }
    name(&mut splitter.module, caller, "patchConstants");
    caller
}

fn name(module: &mut Module, id: Id, text: &str) {
    let operands = std::iter::once(Operand::Id(id)).chain(words(text).into_iter().map(Operand::Literal));
    let at = module.add(op::NAME, 0, 0, operands.collect::<Vec<Operand>>());
    module.place_global(at);
}

/// A function with a loop that counts in a variable and calls another function.
fn counted_calls(
    splitter: &mut Splitter<'_>,
    callee: Id,
    (own, ty): (Id, Id),
    (points, order): (u32, Order),
) -> Id {
    let Some(pattern) = splitter.function(callee).cloned() else { return callee };
    let module = &mut splitter.module;
    let declaration = pattern.declaration();
    let result = module.get(declaration).ty;
    let origin = module.origin(declaration);
    let (first, end, goes_on, step) = match order {
        Order::Up => (0, points, op::S_LESS_THAN, op::I_ADD),
        Order::Down => (points.saturating_sub(1), 0, op::S_GREATER_THAN_EQUAL, op::I_SUB),
    };
    let [first, one, end] = [first, 1, end].map(|number| constant(module, ty, number));
    let known = module.globals.iter().map(|at| module.get(*at).result);
    let bool_type = known.filter(|id| *id != 0).find(|id| matches!(module.ty(*id), Some(Type::Bool)));
    let bool_type = bool_type.unwrap_or_else(|| {
        let new = module.new_id();
        let at = module.add(op::TYPE_BOOL, 0, new, []);
        module.globals.push(at);
        new
    });
    let function = module.new_id();
    let [entry, header, test, body, next, merge] = std::array::from_fn(|_| module.new_id());
    let [count, condition, called, old, sum] = std::array::from_fn(|_| module.new_id());
    let operands: Vec<Operand> = module.tagged_operands(declaration).collect();
    let mut list = Vec::new();
    let mut add = |opcode: u16, ty: Id, result: Id, operands: &[Operand]| {
        let at = module.add(opcode, ty, result, operands.iter().copied());
        module.set_origin(at, origin.clone());
        list.push(at);
        at
    };
    let id = Operand::Id;
    add(op::FUNCTION, result, function, &operands);
    add(op::LABEL, 0, entry, &[]);
    add(op::STORE, 0, 0, &[id(own), id(first)]);
    add(op::BRANCH, 0, 0, &[id(header)]);
    add(op::LABEL, 0, header, &[]);
    add(op::LOOP_MERGE, 0, 0, &[id(merge), id(next), Operand::Literal(memory_access::NONE)]);
    add(op::BRANCH, 0, 0, &[id(test)]);
    add(op::LABEL, 0, test, &[]);
    add(op::LOAD, ty, count, &[id(own)]);
    add(goes_on, bool_type, condition, &[id(count), id(end)]);
    add(op::BRANCH_CONDITIONAL, 0, 0, &[id(condition), id(body), id(merge)]);
    add(op::LABEL, 0, body, &[]);
    add(op::FUNCTION_CALL, result, called, &[id(callee)]);
    add(op::BRANCH, 0, 0, &[id(next)]);
    add(op::LABEL, 0, next, &[]);
    add(op::LOAD, ty, old, &[id(own)]);
    add(step, ty, sum, &[id(old), id(one)]);
    add(op::STORE, 0, 0, &[id(own), id(sum)]);
    add(op::BRANCH, 0, 0, &[id(header)]);
    add(op::LABEL, 0, merge, &[]);
    add(op::RETURN, 0, 0, &[]);
    add(op::FUNCTION_END, 0, 0, &[]);
    let made = function_of(module, &list);
    module.functions.push(made);
    put_in_place(module, (function, callee), (body, next));
    function
}

/// Puts the statements of the only called function of a loop in the place of the call, if it returns at its end alone.
fn put_in_place(module: &mut Module, (caller, callee): (Id, Id), (body, next): (Id, Id)) {
    let position = |id: Id| module.functions.iter().position(|function| function.id == id);
    let (Some(outer), Some(inner)) = (position(caller), position(callee)) else { return };
    let returns: Vec<usize> = (0..)
        .zip(&module.functions[inner].blocks)
        .filter(|(_, block)| {
            matches!(module.opcode(block.terminator()), op::RETURN | op::UNREACHABLE | op::KILL)
        })
        .map(|(index, _)| index)
        .collect();
    let mut blocks = module.functions[inner].blocks.clone();
    let is_plain = |at: &At| module.opcode(*at) != op::VARIABLE || module.operands(*at).len() == 1;
    let ends_once = returns == [blocks.len().wrapping_sub(1)]
        && blocks.last().is_some_and(|last| module.opcode(last.terminator()) == op::RETURN);
    if !ends_once || !blocks.iter().flat_map(|block| &block.body).all(is_plain) {
        return;
    }
    let first = blocks[0].label;
    let mut function = module.functions[outer].clone();
    let is_variable = |at: &At| module.opcode(*at) == op::VARIABLE;
    let variables: Vec<At> = blocks[0].body.iter().copied().filter(is_variable).collect();
    blocks[0].body.retain(|at| !is_variable(at));
    function.blocks[0].body.splice(0..0, variables);
    if let Some(last) = blocks.last().map(Block::terminator) {
        module.rewrite(last, op::BRANCH, [Operand::Id(next)]);
    }
    for block in &function.blocks {
        for &at in &block.body {
            module.map_ids(at, |id| if id == body { first } else { id });
        }
    }
    if let Some(at) = function.blocks.iter().position(|block| block.label == body) {
        function.blocks.splice(at..=at, blocks);
    }
    module.functions[outer] = function;
    module.functions.remove(inner);
}

/// The function that instructions are, from `OpFunction` to `OpFunctionEnd`.
fn function_of(module: &Module, list: &[At]) -> Function {
    let mut function =
        Function { id: module.get(list[0]).result, head: vec![list[0]], ..Function::default() };
    for &at in &list[1..] {
        match module.opcode(at) {
            op::LABEL => {
                let label = module.get(at).result;
                function.blocks.push(Block { label, head: vec![at], body: Vec::new() });
            }
            op::FUNCTION_END => function.end.push(at),
            _ => function.blocks.last_mut().expect("a label is first").body.push(at),
        }
    }
    function
}
