//! Finds the globals and functions a function refers to, directly or through constant expressions.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::program::Program;
use super::sizes;
use crate::ir::{Body, FunctionId, Value, ValueId};

/// Work limit for propagating variables to functions and their callers.
const MAX_WORK: u64 = 1 << 26;

/// Variables and functions referenced by a body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    globals: HashSet<ValueId>,
}

impl Uses {
    /// References of a body.
    pub fn of(program: &Program<'_>, body: &Body) -> Uses {
        let scope = program.scope(body);
        let mut seen = HashSet::new();
        let mut uses = Uses::default();
        let mut worklist: Vec<ValueId> = Vec::new();
        for instruction in &body.instructions {
            worklist.extend(body.operands(instruction));
            while let Some(value) = worklist.pop() {
                match scope.value(value) {
                    Some(Value::Variable(_) | Value::Function(_) | Value::Alias(_)) => {
                        uses.globals.insert(value);
                    }
                    Some(Value::Constant(_)) => {
                        // Most are numbers.
                        if let Some((constant, constants)) = scope.constant(value)
                            && constant.is_composed()
                            && seen.insert(value)
                        {
                            constants.references(constant, |value| worklist.push(value));
                        }
                    }
                    _ => {}
                }
            }
        }
        uses
    }

    /// Referenced module values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.globals.iter().copied()
    }

    /// True if a module value is referenced.
    pub fn contains(&self, value: ValueId) -> bool {
        self.globals.contains(&value)
    }
}

/// References of each function, by index in the module; empty for declarations.
pub fn all(program: &Program<'_>) -> Vec<Uses> {
    let of = |function| program.body(function).map(|body| Uses::of(program, body));
    program.functions().map(|function| of(function).unwrap_or_default()).collect()
}

/// Group-shared memory in bytes used by each function and its callees. `None` if variables and callers exceed
/// the work limit.
pub fn group_shared(program: &Program<'_>, uses: &[Uses]) -> Option<Vec<u32>> {
    let module = program.module;
    let mut users: HashMap<ValueId, Vec<usize>> = HashMap::new();
    for (function, own) in uses.iter().enumerate() {
        for value in own.iter() {
            users.entry(value).or_default().push(function);
        }
    }
    let mut sums = vec![0u32; uses.len()];
    // Last variable counted for each function.
    let mut counted = vec![usize::MAX; uses.len()];
    let mut work = MAX_WORK;
    for (index, size) in sizes::group_shared(module) {
        let Some(variable) = module.variables.get(index) else {
            continue;
        };
        let mut worklist = vec![variable.value];
        while let Some(value) = worklist.pop() {
            for &function in users.get(&value).into_iter().flatten() {
                work = work.checked_sub(1)?;
                let Some(seen) = counted.get_mut(function) else {
                    continue;
                };
                if std::mem::replace(seen, index) == index {
                    continue;
                }
                if let Some(sum) = sums.get_mut(function) {
                    *sum = sum.saturating_add(size);
                }
                if let Some(function) = module.functions.get(function) {
                    worklist.push(function.value);
                }
            }
        }
    }
    Some(sums)
}

/// Distinct callers of each function, by index in the module.
pub fn callers(program: &Program<'_>) -> Vec<Vec<FunctionId>> {
    let mut callers: Vec<Vec<FunctionId>> = program.functions().map(|_| Vec::new()).collect();
    for (caller, body) in program.defined() {
        for instruction in &body.instructions {
            let callee = program.callee(body, instruction);
            let list = callee.and_then(|callee| callers.get_mut(callee.index()));
            if let Some(list) = list
                && list.last() != Some(&caller)
            {
                list.push(caller);
            }
        }
    }
    callers
}
