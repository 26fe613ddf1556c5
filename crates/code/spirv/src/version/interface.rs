//! Lists in each entry point the variables that its version requires.

use super::error::{VersionError, VersionErrorKind};
use crate::grammar::op;
use crate::grammar::value::storage_class;
use crate::module::{At, Id, Module, Operand};

/// From 1.4 on all variables that the call tree uses; before, inputs and outputs.
pub(super) fn convert(module: &mut Module, minor: u8) -> Result<(), VersionError> {
    let entries: Vec<At> =
        module.globals.iter().copied().filter(|at| module.opcode(*at) == op::ENTRY_POINT).collect();
    let uses = (minor >= 4).then(|| Uses::of(module));
    // A module with many entry points that share many functions would otherwise take quadratic time.
    let mut budget = 64 * module.count() + (1 << 20);
    for at in entries {
        let start = 2 + module.string_words(at, 2);
        let mut operands: Vec<Operand> = module.tagged_operands(at).collect();
        let mut interface: Vec<Id> = operands.drain(start.min(operands.len())..).map(Operand::word).collect();
        match &uses {
            Some(uses) => {
                let mut seen = std::collections::HashSet::new();
                let used = uses.tree(module.word(at, 1), &mut budget);
                let used = used.ok_or_else(|| VersionError::at(module, at, VersionErrorKind::Size))?;
                interface.extend(used);
                interface.retain(|id| seen.insert(*id));
            }
            None => interface.retain(|id| {
                let class = module.definition(*id).map(|at| module.word(at, 0));
                matches!(class, Some(storage_class::INPUT | storage_class::OUTPUT))
            }),
        }
        operands.extend(interface.into_iter().map(Operand::Id));
        module.rewrite(at, op::ENTRY_POINT, operands);
    }
    Ok(())
}

/// Variables and callees of each function.
struct Uses {
    /// By id, one more than the index of the function.
    functions: Vec<u32>,
    variables: Vec<Vec<Id>>,
    callees: Vec<Vec<Id>>,
}

impl Uses {
    fn of(module: &Module) -> Uses {
        let count = module.functions.len();
        let mut uses = Uses {
            functions: vec![0; module.bound()],
            variables: vec![Vec::new(); count],
            callees: vec![Vec::new(); count],
        };
        let mut is_global = vec![false; module.bound()];
        for &at in &module.globals {
            if matches!(module.opcode(at), op::VARIABLE | op::UNTYPED_VARIABLE_KHR) {
                is_global[module.get(at).result as usize] = true;
            }
        }
        // By id, the last function that was seen to use it.
        let mut last = vec![0u32; module.bound()];
        for (function, index) in module.functions.iter().zip(0..) {
            uses.functions[function.id as usize] = index + 1;
            for at in function.walk().filter(|at| !module.is_debug(*at)) {
                if module.opcode(at) == op::FUNCTION_CALL {
                    uses.callees[index as usize].push(module.word(at, 0));
                }
                for id in module.used_ids(at) {
                    if is_global[id as usize] && std::mem::replace(&mut last[id as usize], index + 1) <= index
                    {
                        uses.variables[index as usize].push(id);
                    }
                }
            }
        }
        uses
    }

    /// Variables of a function and all that it calls, in the order of the file; `None` if the budget is spent.
    fn tree(&self, function: Id, budget: &mut usize) -> Option<Vec<Id>> {
        let mut seen = std::collections::HashSet::new();
        let mut found = Vec::new();
        let mut worklist = vec![function];
        while let Some(id) = worklist.pop() {
            let Some(index) = self.functions[id as usize].checked_sub(1) else { continue };
            if !seen.insert(index) {
                continue;
            }
            let (variables, callees) = (&self.variables[index as usize], &self.callees[index as usize]);
            *budget = budget.checked_sub(1 + variables.len() + callees.len())?;
            found.extend_from_slice(variables);
            worklist.extend_from_slice(callees);
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}
