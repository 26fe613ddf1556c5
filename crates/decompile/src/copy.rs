//! Copies functions.

use foldhash::{HashMap, HashSet};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Function, Id, Module, Operand};

/// Copies functions, which call each other's copies, with their names and decorations. By function, its copy.
pub(crate) fn copy_functions(module: &mut Module, functions: &HashSet<Id>) -> HashMap<Id, Id> {
    let originals: Vec<Function> =
        module.functions.iter().filter(|function| functions.contains(&function.id)).cloned().collect();
    let mut ids: HashMap<Id, Id> = HashMap::default();
    for at in originals.iter().flat_map(Function::walk) {
        let result = module.get(at).result;
        if result != 0 {
            ids.insert(result, module.new_id());
        }
    }
    for function in &originals {
        let copy = copy_function(module, function, &ids);
        module.functions.push(copy);
    }
    copy_annotations(module, &ids);
    functions.iter().filter_map(|id| Some((*id, *ids.get(id)?))).collect()
}

pub(crate) fn copy_function(module: &mut Module, function: &Function, ids: &HashMap<Id, Id>) -> Function {
    let mut list = |all: &[At]| all.iter().map(|at| copy(module, *at, ids)).collect::<Vec<At>>();
    let mut copied = Function {
        id: ids.get(&function.id).copied().unwrap_or(0),
        head: list(&function.head).into(),
        end: list(&function.end).into(),
        ..Function::default()
    };
    for block in &function.blocks {
        let mut new = block.clone();
        new.label = ids.get(&block.label).copied().unwrap_or(0);
        new.head = list(&block.head).into();
        new.body = list(&block.body);
        copied.blocks.push(new);
    }
    copied
}

/// Copies names and decorations of ids.
pub(crate) fn copy_annotations(module: &mut Module, ids: &HashMap<Id, Id>) {
    for at in module.globals.clone() {
        let is_one = matches!(module.opcode(at), op::NAME | op::DECORATE);
        if is_one && ids.contains_key(&module.word(at, 0)) {
            let copied = copy(module, at, ids);
            module.place_global(copied);
        }
    }
}

/// Copies an instruction with other ids.
pub(crate) fn copy(module: &mut Module, at: At, ids: &HashMap<Id, Id>) -> At {
    let map = |id: Id| ids.get(&id).copied().unwrap_or(id);
    let found = module.get(at);
    let operands: Vec<Operand> = module
        .tagged_operands(at)
        .map(|operand| match operand {
            Operand::Id(id) => Operand::Id(map(id)),
            literal => literal,
        })
        .collect();
    let result = if found.result == 0 { 0 } else { map(found.result) };
    let new = module.add(found.opcode, found.ty, result, operands);
    module.set_origin(new, module.origin(at));
    new
}
