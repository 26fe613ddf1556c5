//! Edits entry points: keeps one, gives one another name.

use foldhash::{HashMap, HashSet, HashSetExt as _};

use crate::build::string;
use crate::grammar::op;
use crate::module::{At, Id, Module, Operand};

/// Removes the entry points beside one, and their execution modes. Functions stay.
pub fn keep_entry_point(module: &mut Module, kept: At) {
    let function = module.word(kept, 1);
    let is_kept = |at: &At| match module.opcode(*at) {
        op::ENTRY_POINT => *at == kept,
        op::EXECUTION_MODE | op::EXECUTION_MODE_ID => module.word(*at, 0) == function,
        _ => true,
    };
    module.globals = module.globals.iter().copied().filter(is_kept).collect();
}

/// Removes the functions that no entry point needs, with their names and decorations. A module with groups of decorations stays.
pub fn remove_unused_functions(module: &mut Module) {
    let declared: HashMap<Id, usize> = (0..).zip(&module.functions).map(|(at, one)| (one.id, at)).collect();
    let entries = module.globals.iter().filter(|at| module.opcode(**at) == op::ENTRY_POINT);
    let mut open: Vec<Id> = entries.map(|at| module.word(*at, 1)).collect();
    let mut called: HashSet<Id> = open.iter().copied().collect();
    while let Some(function) = open.pop() {
        let Some(function) = declared.get(&function).and_then(|at| module.functions.get(*at)) else {
            continue;
        };
        // Any id may be that of a function: calls are not the only instructions that name one.
        let used = function.walk().flat_map(|at| module.used_ids(at));
        open.extend(used.filter(|id| declared.contains_key(id) && called.insert(*id)));
    }
    if module.functions.iter().all(|function| called.contains(&function.id))
        || module.globals.iter().any(|at| module.opcode(*at) == op::GROUP_DECORATE)
    {
        return;
    }
    let mut gone = HashSet::new();
    for function in module.functions.iter().filter(|function| !called.contains(&function.id)) {
        gone.extend(function.walk().map(|at| module.get(at).result).filter(|id| *id != 0));
    }
    module.functions.retain(|function| called.contains(&function.id));
    let is_about_gone = |at: &At| module.used_ids(*at).any(|id| gone.contains(&id));
    module.globals = module.globals.iter().copied().filter(|at| !is_about_gone(at)).collect();
}

/// Gives an entry point another name.
pub fn rename_entry_point(module: &mut Module, at: At, name: &str) {
    if module.string_is(at, 2, name) {
        return;
    }
    let behind = 2 + module.string_words(at, 2);
    let mut operands: Vec<Operand> = module.tagged_operands(at).collect();
    let interface = operands.split_off(behind.min(operands.len()));
    operands.truncate(2);
    operands.extend(string(name).into_iter().map(Operand::Literal));
    operands.extend(interface);
    module.rewrite(at, op::ENTRY_POINT, operands);
}
