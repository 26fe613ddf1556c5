//! Eliminates dead code: instructions without effect, dead stores, functions, variables, types, constants,
//! names and decorations.
//!
//! Roots are side effects in functions reachable from an entry point. A store to a function or private
//! variable is live only if the variable is read. Outputs stay, since the next stage may use them; other
//! variables leave the interfaces of entry points with their last use.

use std::collections::HashMap;

use super::code::{Code, Function, Id, InstructionIndex, Operand};
use super::opcode as op;
use crate::grammar::value::{decoration, memory_access, storage_class as storage};

/// Maximum number of steps from a pointer to its variable.
const MAX_STEPS: usize = 32;

pub(super) fn run(code: &mut Code) {
    let functions = std::mem::take(&mut code.functions);
    let mut liveness = Liveness {
        live_ids: vec![false; code.bound()],
        live_instructions: vec![false; code.count()],
        worklist: Vec::new(),
        stores: HashMap::new(),
        annotations: HashMap::new(),
        code,
    };
    liveness.mark_globals();
    let numbers: HashMap<Id, &Function> = functions
        .iter()
        .filter_map(|function| {
            let first = *function.head.first()?;
            Some((liveness.code.get(first).result, function))
        })
        .collect();
    while let Some(id) = liveness.worklist.pop() {
        liveness.mark_id(id, numbers.get(&id).copied());
    }
    let Liveness { live_ids, live_instructions, .. } = liveness;
    code.functions = functions;
    sweep(code, &live_ids, &live_instructions);
}

struct Liveness<'a> {
    code: &'a Code,
    /// By id.
    live_ids: Vec<bool>,
    /// By instruction.
    live_instructions: Vec<bool>,
    worklist: Vec<Id>,
    /// By variable, the stores that become live once it is read.
    stores: HashMap<Id, Vec<InstructionIndex>>,
    /// By id, instructions that annotate it and use other ids.
    annotations: HashMap<Id, Vec<InstructionIndex>>,
}

impl Liveness<'_> {
    fn mark(&mut self, at: InstructionIndex) {
        if std::mem::replace(&mut self.live_instructions[at as usize], true) {
            return;
        }
        let ty = self.code.get(at).ty;
        if ty != 0 {
            self.worklist.push(ty);
        }
        let result = self.code.get(at).result;
        if result != 0 {
            self.worklist.push(result);
        }
        self.worklist.extend(self.code.used_ids(at));
    }

    fn mark_globals(&mut self) {
        for &at in &self.code.globals {
            let instruction = self.code.get(at);
            let target = self.code.word(at, 0);
            match instruction.opcode {
                op::NAME | op::MEMBER_NAME | op::MEMBER_DECORATE => {}
                op::MEMBER_DECORATE_STRING | op::DECORATE_STRING | op::TYPE_FORWARD_POINTER => {}
                op::DECORATE => {
                    // A constant may be a built-in: the work-group size.
                    let what = self.code.word(at, 1);
                    let constant = self.code.opcode(target) != op::VARIABLE;
                    if what == decoration::SPEC_ID || what == decoration::BUILT_IN && constant {
                        self.worklist.push(target);
                    }
                }
                op::DECORATE_ID => self.annotations.entry(target).or_default().push(at),
                op::ENTRY_POINT => {
                    self.live_instructions[at as usize] = true;
                    for id in self.code.used_ids(at) {
                        if self.code.opcode(id) != op::VARIABLE || is_output(self.code, id) {
                            self.worklist.push(id);
                        }
                    }
                }
                op::EXT_INST => self.mark(at),
                _ if instruction.result != 0 => {}
                _ => self.mark(at),
            }
        }
    }

    /// Marks the definition of an id, and what depends on it, as live.
    fn mark_id(&mut self, id: Id, function: Option<&Function>) {
        if std::mem::replace(&mut self.live_ids[id as usize], true) {
            return;
        }
        if let Some(at) = self.code.definition(id) {
            self.mark(at);
        }
        for at in self.stores.remove(&id).into_iter().flatten() {
            self.mark(at);
        }
        for at in self.annotations.remove(&id).into_iter().flatten() {
            self.mark(at);
        }
        if let Some(function) = function {
            self.mark_function(function);
        }
    }

    fn mark_function(&mut self, function: &Function) {
        for &at in &function.head {
            self.mark(at);
        }
        self.worklist.extend(function.blocks.iter().map(|block| block.label));
        for &at in function.blocks.iter().flat_map(|block| &block.body) {
            if self.code.is_pure(at) || self.code.get(at).opcode == op::VARIABLE {
                continue;
            }
            match stored_variable(self.code, at) {
                Some(variable) if !self.live_ids[variable as usize] => {
                    self.stores.entry(variable).or_default().push(at);
                }
                _ => self.mark(at),
            }
        }
    }
}

fn is_output(code: &Code, variable: Id) -> bool {
    let class = code.definition(variable).map(|at| code.word(at, 0));
    class == Some(storage::OUTPUT)
}

/// Variable an instruction stores to, if only this invocation can see it.
fn stored_variable(code: &Code, at: InstructionIndex) -> Option<Id> {
    if code.get(at).opcode != op::STORE || code.word(at, 2) & memory_access::VOLATILE != 0 {
        return None;
    }
    let mut pointer = code.word(at, 0);
    for _ in 0..MAX_STEPS {
        let at = code.definition(pointer)?;
        match code.get(at).opcode {
            op::VARIABLE => {
                let class = code.word(at, 0);
                return matches!(class, storage::FUNCTION | storage::PRIVATE).then_some(pointer);
            }
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT => pointer = code.word(at, 0),
            _ => return None,
        }
    }
    None
}

fn sweep(code: &mut Code, live_ids: &[bool], live_instructions: &[bool]) {
    let mut globals = std::mem::take(&mut code.globals);
    let mut functions = std::mem::take(&mut code.functions);
    let before = code.changes;
    let mut dropped = 0;
    globals.retain(|&at| {
        let stays = live_instructions[at as usize] || {
            // Annotations stay with the id they apply to.
            code.get(at).result == 0 && live_ids[code.word(at, 0) as usize]
        };
        dropped += u64::from(!stays);
        stays
    });
    for &at in &globals {
        if code.get(at).opcode == op::ENTRY_POINT {
            prune_interface(code, at, live_ids);
        }
    }
    functions.retain(|function| {
        let stays = function.head.first().is_some_and(|at| live_instructions[*at as usize]);
        dropped += u64::from(!stays);
        stays
    });
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let length = block.body.len();
        block.body.retain(|at| live_instructions[*at as usize]);
        dropped += (length - block.body.len()) as u64;
    }
    code.globals = globals;
    code.functions = functions;
    code.changes = before + dropped;
}

/// Drops removed variables from an entry point's interface.
fn prune_interface(code: &mut Code, at: InstructionIndex, live_ids: &[bool]) {
    let left: Vec<Operand> = code
        .tagged_operands(at)
        .filter(|operand| operand.id().is_none_or(|id| live_ids[id as usize]))
        .collect();
    if left.len() != code.operands(at).len() {
        let opcode = code.get(at).opcode;
        code.rewrite(at, opcode, left);
    }
}
