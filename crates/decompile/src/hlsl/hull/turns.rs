//! Runs the patch constant function for each invocation in turn.

use glassbox_spirv::build::value::{loop_control, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Function, Id, Module, Operand};
use smallvec::smallvec;

use super::invocations::initialized;
use super::split::Splitter;

/// In which order invocations run.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Order {
    Up,
    Down,
}

/// Makes a function that runs another in a loop over a variable in place of `InvocationId`.
pub(super) fn run(
    splitter: &mut Splitter<'_>,
    (patch, invocation): (Id, Id),
    (points, order): (u32, Order),
) -> Id {
    let Some((ty, _)) = splitter.module.pointer(splitter.module.type_of(invocation)) else { return patch };
    let counter = splitter.add_variable(ty, storage_class::PRIVATE);
    let code: Vec<At> = splitter.code_of(patch).collect();
    for at in code {
        splitter.module.map_ids(at, |id| if id == invocation { counter } else { id });
    }
    let caller = add_loop(splitter, patch, (counter, ty), (points, order));
    for at in splitter.module.globals.clone() {
        if splitter.module.opcode(at) == op::ENTRY_POINT && splitter.module.word(at, 1) == patch {
            splitter.module.set_word(at, 1, caller);
        }
    }
    let names = [(patch, "writePatch"), (counter, "invocation"), (caller, "patchConstants")];
    splitter.module.rename(&names.map(|(id, name)| (id, name.to_owned())).into());
    caller
}

/// Adds a function with a loop that counts in a variable and calls another function.
fn add_loop(
    splitter: &mut Splitter<'_>,
    callee: Id,
    (counter, ty): (Id, Id),
    (points, order): (u32, Order),
) -> Id {
    let Some(declaration) = splitter.function(callee).map(Function::declaration) else { return callee };
    let resets = initialized(splitter, callee);
    let (first, end, goes_on, step) = match order {
        Order::Up => (0, points, op::S_LESS_THAN, op::I_ADD),
        Order::Down => (points.saturating_sub(1), 0, op::S_GREATER_THAN_EQUAL, op::I_SUB),
    };
    let module = &mut splitter.module;
    let mut constant =
        |number| splitter.declarations.get(module, (op::CONSTANT, ty), &[Operand::Literal(number)]);
    let [first, one, end] = [constant(first), constant(1), constant(end)];
    let truth = splitter.declarations.get(module, (op::TYPE_BOOL, 0), &[]);
    let result = module.get(declaration).ty;
    let origin = module.origin(declaration);
    let function = module.new_id();
    let [entry, header, test, body, next, merge] = std::array::from_fn(|_| module.new_id());
    let [count, condition, called, old, sum] = std::array::from_fn(|_| module.new_id());
    let operands: Vec<Operand> = module.tagged_operands(declaration).collect();
    let mut list = Vec::new();
    let mut add = |opcode: u16, ty: Id, result: Id, operands: &[Operand]| {
        let at = module.add(opcode, ty, result, operands.iter().copied());
        module.set_origin(at, origin.clone());
        list.push(at);
    };
    let id = Operand::Id;
    add(op::FUNCTION, result, function, &operands);
    add(op::LABEL, 0, entry, &[]);
    add(op::STORE, 0, 0, &[id(counter), id(first)]);
    add(op::BRANCH, 0, 0, &[id(header)]);
    add(op::LABEL, 0, header, &[]);
    add(op::LOOP_MERGE, 0, 0, &[id(merge), id(next), Operand::Literal(loop_control::NONE)]);
    add(op::BRANCH, 0, 0, &[id(test)]);
    add(op::LABEL, 0, test, &[]);
    add(op::LOAD, ty, count, &[id(counter)]);
    add(goes_on, truth, condition, &[id(count), id(end)]);
    add(op::BRANCH_CONDITIONAL, 0, 0, &[id(condition), id(body), id(merge)]);
    add(op::LABEL, 0, body, &[]);
    for (variable, value) in resets {
        add(op::STORE, 0, 0, &[id(variable), id(value)]);
    }
    add(op::FUNCTION_CALL, result, called, &[id(callee)]);
    add(op::BRANCH, 0, 0, &[id(next)]);
    add(op::LABEL, 0, next, &[]);
    add(op::LOAD, ty, old, &[id(counter)]);
    add(step, ty, sum, &[id(old), id(one)]);
    add(op::STORE, 0, 0, &[id(counter), id(sum)]);
    add(op::BRANCH, 0, 0, &[id(header)]);
    add(op::LABEL, 0, merge, &[]);
    add(op::RETURN, 0, 0, &[]);
    add(op::FUNCTION_END, 0, 0, &[]);
    let made = function_of(module, &list);
    module.functions.push(made);
    inline(module, (function, callee), (body, next));
    function
}

/// Replaces the call in a block by the statements of the called function, if that returns at its end alone.
fn inline(module: &mut Module, (caller, callee): (Id, Id), (body, next): (Id, Id)) {
    let position = |id: Id| module.functions.iter().position(|function| function.id == id);
    let (Some(outer), Some(inner)) = (position(caller), position(callee)) else { return };
    let mut blocks = module.functions[inner].blocks.clone();
    if !returns_once(module, &blocks) {
        return;
    }
    let mut function = module.functions[outer].clone();
    let Some(place) = function.blocks.iter().position(|block| block.label == body) else { return };
    let is_variable = |at: &At| module.opcode(*at) == op::VARIABLE;
    let variables: Vec<At> = blocks[0].body.iter().copied().filter(is_variable).collect();
    blocks[0].body.retain(|at| !is_variable(at));
    function.blocks[0].body.splice(0..0, variables);
    let before = &function.blocks[place].body;
    let resets = before[..before.len().saturating_sub(2)].to_vec();
    blocks[0].body.splice(0..0, resets);
    if let Some(last) = blocks.last().map(Block::terminator) {
        module.rewrite(last, op::BRANCH, [Operand::Id(next)]);
    }
    let first = blocks[0].label;
    for at in function.walk() {
        module.map_ids(at, |id| if id == body { first } else { id });
    }
    function.blocks.splice(place..=place, blocks);
    module.functions[outer] = function;
    module.functions.remove(inner);
}

/// True for blocks that return at their end alone, with variables that have no initial value.
fn returns_once(module: &Module, blocks: &[Block]) -> bool {
    let is_end =
        |block: &Block| matches!(module.opcode(block.terminator()), op::RETURN | op::UNREACHABLE | op::KILL);
    let is_plain = |at: &At| module.opcode(*at) != op::VARIABLE || module.operands(*at).len() == 1;
    let Some((last, others)) = blocks.split_last() else { return false };
    module.opcode(last.terminator()) == op::RETURN
        && !others.iter().any(is_end)
        && blocks.iter().flat_map(|block| &block.body).all(is_plain)
}

/// The function that instructions are, from `OpFunction` to `OpFunctionEnd`.
fn function_of(module: &Module, list: &[At]) -> Function {
    let mut function = Function::default();
    for &at in list {
        match (module.opcode(at), function.blocks.last_mut()) {
            (op::FUNCTION, _) => {
                function.id = module.get(at).result;
                function.head.push(at);
            }
            (op::LABEL, _) => {
                let label = module.get(at).result;
                function.blocks.push(Block { label, head: smallvec![at], body: Vec::new() });
            }
            (op::FUNCTION_END, _) => function.end.push(at),
            (_, Some(block)) => block.body.push(at),
            (_, None) => {}
        }
    }
    function
}
