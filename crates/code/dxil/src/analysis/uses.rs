//! Which globals and functions a function refers to, directly or through constant expressions.

use std::collections::HashSet;

use super::program::Program;
use super::sizes;
use crate::ir::{Body, FunctionId, Value, ValueId};

/// The variables and functions that the body of a function refers to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    globals: HashSet<ValueId>,
}

impl Uses {
    /// What a body refers to.
    pub fn of(program: &Program<'_>, body: &Body) -> Uses {
        let scope = program.scope(body);
        let mut seen = HashSet::new();
        let mut uses = Uses::default();
        let mut open: Vec<ValueId> = Vec::new();
        for instruction in &body.instructions {
            open.extend(body.operands(instruction));
            while let Some(value) = open.pop() {
                if !seen.insert(value) {
                    continue;
                }
                match scope.value(value) {
                    Some(Value::Variable(_) | Value::Function(_) | Value::Alias(_)) => {
                        uses.globals.insert(value);
                    }
                    Some(Value::Constant(_)) => {
                        if let Some((constant, constants)) = scope.constant(value) {
                            constants.references(constant, |value| open.push(value));
                        }
                    }
                    _ => {}
                }
            }
        }
        uses
    }

    /// Whether a value of the module is among them.
    pub fn contains(&self, value: ValueId) -> bool {
        self.globals.contains(&value)
    }
}

/// The uses of each function, by its place in the module; empty for declarations.
pub fn all(program: &Program<'_>) -> Vec<Uses> {
    let of = |function| program.body(function).map(|body| Uses::of(program, body));
    program
        .functions()
        .map(|function| of(function).unwrap_or_default())
        .collect()
}

/// For each function the memory of its group that it or a function that it calls refers to, bytes.
pub fn group_shared(program: &Program<'_>, uses: &[Uses]) -> Vec<u32> {
    let module = program.module;
    let mut sums = vec![0u32; uses.len()];
    for (index, size) in sizes::group_shared(module) {
        let Some(variable) = module.variables.get(index) else {
            continue;
        };
        let mut counted = vec![false; uses.len()];
        let mut open = vec![variable.value];
        while let Some(value) = open.pop() {
            for (function, own) in uses.iter().enumerate() {
                let Some(seen) = counted.get_mut(function) else {
                    continue;
                };
                if *seen || !own.contains(value) {
                    continue;
                }
                *seen = true;
                if let Some(sum) = sums.get_mut(function) {
                    *sum = sum.saturating_add(size);
                }
                if let Some(function) = module.functions.get(function) {
                    open.push(function.value);
                }
            }
        }
    }
    sums
}

/// The callers of each function, each once, by places in the module.
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
