//! Puts functions that start mesh shaders into the entry point that calls them: an invocation ends there, which only an entry
//! point can say.

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Function, Id, Module, Operand};
use smallvec::smallvec;

use crate::Options;
use crate::copy::copy_function;
use crate::interface::entry_function;
use crate::structured::Derived;

/// Most calls that are replaced.
const MAX_CALLS: usize = 64;

/// The module with an entry point that starts mesh shaders itself; nothing if it does, or with too many calls.
pub(crate) fn with_tasks_in_entry(module: &Module, options: &Options) -> Option<Derived> {
    let (entry, stage) = entry_function(module, options)?;
    if stage != Stage::Task {
        return None;
    }
    let index = module.functions.iter().position(|function| function.id == entry)?;
    let starting = starting(module, entry);
    if starting.is_empty() {
        return None;
    }
    let mut place = first_call(module, &module.functions[index], &starting)?;
    let mut made = module.clone();
    for _ in 0..MAX_CALLS {
        inline(&mut made, index, place)?;
        match first_call(&made, &made.functions[index], &starting) {
            Some(next) => place = next,
            None => return Some(Derived::new(module, made)),
        }
    }
    None
}

/// Functions besides an entry point that start mesh shaders, or call one that does.
fn starting(module: &Module, entry: Id) -> HashSet<Id> {
    let mut found = HashSet::default();
    loop {
        let before = found.len();
        for function in module.functions.iter().filter(|function| function.id != entry) {
            let starts = function.walk().any(|at| match module.opcode(at) {
                op::EMIT_MESH_TASKS_EXT => true,
                op::FUNCTION_CALL => found.contains(&module.word(at, 0)),
                _ => false,
            });
            if starts {
                found.insert(function.id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Block and place in it of the first call of one of the functions.
fn first_call(module: &Module, function: &Function, called: &HashSet<Id>) -> Option<(usize, usize)> {
    let is_call = |at: &At| module.opcode(*at) == op::FUNCTION_CALL && called.contains(&module.word(*at, 0));
    function
        .blocks
        .iter()
        .enumerate()
        .find_map(|(index, block)| Some((index, block.body.iter().position(is_call)?)))
}

/// Replaces a call by the blocks of the function.
fn inline(module: &mut Module, caller: usize, (block, call): (usize, usize)) -> Option<()> {
    let at = module.functions[caller].blocks[block].body[call];
    let (&callee, arguments) = module.operands(at).split_first()?;
    let callee = module.functions.iter().find(|function| function.id == callee)?.clone();
    let mut ids: HashMap<Id, Id> = HashMap::default();
    let is_parameter = |at: &&At| module.opcode(**at) == op::FUNCTION_PARAMETER;
    for (parameter, argument) in callee.head.iter().filter(is_parameter).zip(arguments) {
        ids.insert(module.get(*parameter).result, *argument);
    }
    let results: Vec<Id> = callee
        .blocks
        .iter()
        .flat_map(|block| block.head.iter().chain(&block.body))
        .map(|at| module.get(*at).result)
        .collect();
    for result in results.into_iter().filter(|result| *result != 0) {
        ids.insert(result, module.new_id());
    }
    let mut blocks = copy_function(module, &callee, &ids).blocks;
    let behind = module.new_id();
    let mut values = Vec::new();
    let mut returns = false;
    for block in &mut blocks {
        let last = block.body.last().copied()?;
        match module.opcode(last) {
            op::RETURN => {}
            op::RETURN_VALUE => values.extend([module.word(last, 0), block.label].map(Operand::Id)),
            _ => continue,
        }
        returns = true;
        module.rewrite(last, op::BRANCH, [Operand::Id(behind)]);
    }
    let variables = take_variables(module, &mut blocks[0]);
    let mut all = std::mem::take(&mut module.functions[caller].blocks);
    let mut rest = all[block].body.split_off(call);
    rest.remove(0);
    let outer = all[block].label;
    let branch = module.add_ids(op::BRANCH, 0, 0, &[blocks[0].label]);
    all[block].body.push(branch);
    let ways = all.iter().flat_map(|block| &block.body).filter(|at| module.opcode(**at) == op::PHI);
    for phi in ways.copied().collect::<Vec<_>>() {
        let pairs = module.operands(phi).chunks(2).filter(|pair| returns || pair.get(1) != Some(&outer));
        let moved = |id: &Id| Operand::Id(if *id == outer { behind } else { *id });
        let operands: Vec<Operand> = pairs.flatten().map(moved).collect();
        module.rewrite(phi, op::PHI, operands);
    }
    if returns {
        if !values.is_empty() {
            module.rewrite(at, op::PHI, values);
            rest.insert(0, at);
        }
        blocks.push(Block {
            label: behind,
            head: smallvec![module.add_ids(op::LABEL, 0, behind, &[])],
            body: rest,
        });
    }
    all.splice(block + 1..block + 1, blocks);
    all[0].body.splice(0..0, variables);
    module.functions[caller].blocks = all;
    Some(())
}

/// Takes the variables out of the first block of a function; what they begin with is stored there.
fn take_variables(module: &mut Module, block: &mut Block) -> Vec<At> {
    let is_variable = |at: &At| module.opcode(*at) == op::VARIABLE;
    let (variables, rest): (Vec<At>, Vec<At>) = block.body.iter().copied().partition(is_variable);
    let mut body = Vec::new();
    for &at in &variables {
        if let &[class, start] = module.operands(at) {
            body.push(module.add_ids(op::STORE, 0, 0, &[module.get(at).result, start]));
            module.rewrite(at, op::VARIABLE, [Operand::Literal(class)]);
        }
    }
    body.extend(rest);
    block.body = body;
    variables
}
