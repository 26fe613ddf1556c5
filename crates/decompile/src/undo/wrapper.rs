//! Puts the body of the only function that an entry point calls in the place of the entry point's own.
//!
//! Compilers of HLSL write `main` as loads of the inputs, a call, and stores of the outputs. The stores are repeated
//! wherever the function returns.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Function, Id, Module, Operand};

/// Most instructions that returns repeat.
const MAX_REPEATED: usize = 256;

/// An entry point and the function that it calls.
pub(super) struct Wrapper {
    outer: usize,
    inner: usize,
    /// Index of the call in the block of the entry point.
    call: usize,
}

/// Finds the function that only this entry point calls, once.
pub(super) fn find(module: &Module, entry: Id) -> Option<Wrapper> {
    if module.functions.len() < 2 {
        return None;
    }
    let outer = module.functions.iter().position(|function| function.id == entry)?;
    let [block] = module.functions[outer].blocks.as_slice() else { return None };
    if module.opcode(*block.body.last()?) != op::RETURN {
        return None;
    }
    let mut calls = block.body.iter().enumerate().filter(|(_, at)| module.opcode(**at) == op::FUNCTION_CALL);
    let (Some((call, &at)), None) = (calls.next(), calls.next()) else { return None };
    let callee = module.word(at, 0);
    let inner = module.functions.iter().position(|function| function.id == callee)?;
    let function = &module.functions[inner];
    let is_made = is_made_by_compiler(module, callee);
    if inner == outer || function.blocks.is_empty() || !is_made || !is_used_once(module, callee) {
        return None;
    }
    let returns =
        function.blocks.iter().filter(|block| returned(module, block.body.last()).is_some()).count();
    let repeated = returns.saturating_mul(block.body.len() - call);
    let fits = parameters(module, function).len() + 1 == module.operands(at).len();
    (fits && returns > 0 && repeated <= MAX_REPEATED).then_some(Wrapper { outer, inner, call })
}

/// The tool that DXC states in the upper half of the generator.
const GENERATOR_DXC: u32 = 14;

/// True if the caller of a function is not of the source: DXC calls `main` `src.main`, and glslang `@main(`.
fn is_made_by_compiler(module: &Module, function: Id) -> bool {
    let mut names = module.globals.iter().copied().filter(|at| {
        module.opcode(*at) == op::NAME && module.word(*at, 0) == function && !module.string_is(*at, 1, "")
    });
    match names.next().map(|at| module.string(at, 1)) {
        None => module.generator >> 16 == GENERATOR_DXC,
        Some(name) => name.starts_with("src.") || name.starts_with('@'),
    }
}

/// True if nothing but one instruction uses a function.
fn is_used_once(module: &Module, function: Id) -> bool {
    let is_description =
        |at: At| matches!(module.opcode(at), op::NAME | op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING);
    let uses = module.walk().filter(|at| !is_description(*at));
    uses.filter(|at| module.used_ids(*at).any(|id| id == function)).count() == 1
}

fn parameters(module: &Module, function: &Function) -> Vec<Id> {
    let heads = function.head.iter().filter(|at| module.opcode(**at) == op::FUNCTION_PARAMETER);
    heads.map(|at| module.get(*at).result).collect()
}

/// What a block gives back: the value, or 0; `None` if it does not return.
fn returned(module: &Module, terminator: Option<&At>) -> Option<Id> {
    let at = *terminator?;
    match module.opcode(at) {
        op::RETURN => Some(0),
        op::RETURN_VALUE => Some(module.word(at, 0)),
        _ => None,
    }
}

/// Makes one function of the two.
pub(super) fn unwrap(module: &mut Module, wrapper: &Wrapper) {
    let inner = std::mem::take(&mut module.functions[wrapper.inner]);
    let mut outer = std::mem::take(&mut module.functions[wrapper.outer]);
    let body = std::mem::take(&mut outer.blocks[0].body);
    let call = body[wrapper.call];
    let (prefix, suffix) = (&body[..wrapper.call], &body[wrapper.call + 1..body.len() - 1]);
    let result = module.get(call).result;
    let arguments = module.operands(call)[1..].to_vec();
    let parameters = parameters(module, &inner);
    take_names(module, &parameters, &arguments);

    let arguments: HashMap<Id, Id> = parameters.iter().copied().zip(arguments).collect();
    let mut blocks = inner.blocks;
    for block in &mut blocks {
        for &at in &block.body {
            module.map_ids(at, |id| arguments.get(&id).copied().unwrap_or(id));
        }
        let terminator = block.terminator();
        let Some(value) = returned(module, Some(&terminator)) else { continue };
        let copies = repeat(module, suffix, (result, value));
        module.rewrite(terminator, op::RETURN, []);
        block.body.pop();
        block.body.extend(copies);
        block.body.push(terminator);
    }
    let (own, first): (Vec<At>, Vec<At>) = prefix.iter().partition(|at| module.opcode(**at) == op::VARIABLE);
    let inner_body = std::mem::take(&mut blocks[0].body);
    let count = inner_body.iter().take_while(|at| is_declaration(module, **at)).count();
    let (variables, rest) = inner_body.split_at(count);
    blocks[0].body = own.iter().chain(variables).chain(&first).chain(rest).copied().collect();

    let gone: Vec<At> =
        inner.head.iter().chain(suffix).chain(&outer.blocks[0].head).chain([&call]).copied().collect();
    outer.blocks = blocks;
    module.functions[wrapper.outer] = outer;
    module.functions.remove(wrapper.inner);
    forget(module, &gone);
}

fn is_declaration(module: &Module, at: At) -> bool {
    module.opcode(at) == op::VARIABLE || module.is_debug(at)
}

/// Copies of instructions with results of their own, with a value in the place of the result of the call.
fn repeat(module: &mut Module, suffix: &[At], (result, value): (Id, Id)) -> Vec<At> {
    let mut results: HashMap<Id, Id> = HashMap::default();
    if result != 0 && value != 0 {
        results.insert(result, value);
    }
    let mut copies = Vec::with_capacity(suffix.len());
    for &at in suffix {
        let old = module.get(at);
        let operands: Vec<Operand> = module
            .tagged_operands(at)
            .map(|operand| match operand {
                Operand::Id(id) => Operand::Id(results.get(&id).copied().unwrap_or(id)),
                literal => literal,
            })
            .collect();
        let new = if old.result == 0 { 0 } else { module.new_id() };
        if new != 0 {
            results.insert(old.result, new);
        }
        let copy = module.add(old.opcode, old.ty, new, operands);
        module.set_origin(copy, module.origin(at));
        copies.push(copy);
    }
    copies
}

/// Gives the variables that are passed the names of the parameters.
fn take_names(module: &mut Module, parameters: &[Id], arguments: &[Id]) {
    let annotations = Annotations::of(module);
    let mut names = BTreeMap::new();
    for (parameter, argument) in parameters.iter().zip(arguments) {
        if module.opcode_of(*argument) == op::VARIABLE
            && let Some(name) = annotations.name(*parameter)
        {
            names.entry(*argument).or_insert(name.to_owned());
        }
    }
    let globals: HashSet<Id> = module.globals.iter().map(|at| module.get(*at).result).collect();
    names.retain(|id, _| !globals.contains(id));
    module.rename(&names);
}

/// Removes instructions, and the names and decorations of their results.
fn forget(module: &mut Module, gone: &[At]) {
    let ids: HashSet<Id> = gone.iter().map(|at| module.get(*at).result).filter(|id| *id != 0).collect();
    gone.iter().for_each(|at| module.remove(*at));
    let mut globals = std::mem::take(&mut module.globals);
    globals.retain(|at| {
        let describes =
            matches!(module.opcode(*at), op::NAME | op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING);
        !describes || !ids.contains(&module.word(*at, 0))
    });
    module.globals = globals;
}
