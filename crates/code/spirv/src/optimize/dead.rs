//! Eliminates dead code: instructions without effect, dead stores, functions, variables, types, constants,
//! names and decorations.
//!
//! Roots are side effects in functions reachable from an entry point. A store to a function or private
//! variable is live only if the variable is read. Outputs stay, since the next stage may use them; other
//! variables leave the interfaces of entry points with their last use.

use super::rewriter::Rewriter;
use crate::grammar::op;
use crate::grammar::value::{decoration, memory_access, storage_class as storage};
use crate::module::{At, Function, Id, Operand};

/// Maximum number of steps from a pointer to its variable.
const MAX_STEPS: usize = 32;

pub(super) fn run(code: &mut Rewriter) {
    let functions = std::mem::take(&mut code.module.functions);
    let mut liveness = Liveness {
        live_ids: vec![false; code.bound()],
        live_instructions: vec![false; code.count()],
        worklist: Vec::new(),
        dependents: vec![Vec::new(); code.bound()],
        code,
    };
    liveness.mark_globals();
    let mut numbers = vec![u32::MAX; liveness.code.bound()];
    for (number, function) in (0..).zip(&functions) {
        numbers[function.id as usize] = number;
    }
    while let Some(id) = liveness.worklist.pop() {
        liveness.mark_id(id, functions.get(numbers[id as usize] as usize));
    }
    let Liveness { live_ids, live_instructions, .. } = liveness;
    code.module.functions = functions;
    sweep(code, &live_ids, &live_instructions);
}

struct Liveness<'a> {
    code: &'a Rewriter,
    /// By id.
    live_ids: Vec<bool>,
    /// By instruction.
    live_instructions: Vec<bool>,
    worklist: Vec<Id>,
    /// By id, what is live only if the id is: stores to a variable, annotations that use other ids.
    dependents: Vec<Vec<At>>,
}

impl Liveness<'_> {
    fn mark(&mut self, at: At) {
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
                    let constant = self.code.opcode_of(target) != op::VARIABLE;
                    if what == decoration::SPEC_ID || what == decoration::BUILT_IN && constant {
                        self.worklist.push(target);
                    }
                }
                op::DECORATE_ID => self.dependents[target as usize].push(at),
                op::ENTRY_POINT => {
                    self.live_instructions[at as usize] = true;
                    for id in self.code.used_ids(at) {
                        if self.code.opcode_of(id) != op::VARIABLE || is_output(self.code, id) {
                            self.worklist.push(id);
                        }
                    }
                }
                op::EXT_INST => self.mark(at),
                _ if instruction.result != 0 => {}
                _ => self.mark(at),
            }
        }
        for index in 0..self.code.end.len() {
            self.mark(self.code.end[index]);
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
        for at in std::mem::take(&mut self.dependents[id as usize]) {
            self.mark(at);
        }
        if let Some(function) = function {
            self.mark_function(function);
        }
    }

    fn mark_function(&mut self, function: &Function) {
        let heads = function.blocks.iter().flat_map(|block| &block.head);
        for &at in function.before.iter().chain(&function.head).chain(heads).chain(&function.end) {
            self.mark(at);
        }
        for &at in function.blocks.iter().flat_map(|block| &block.body) {
            if self.code.is_pure(at) || self.code.opcode(at) == op::VARIABLE {
                continue;
            }
            match stored_variable(self.code, at) {
                Some(variable) if !self.live_ids[variable as usize] => {
                    self.dependents[variable as usize].push(at);
                }
                _ => self.mark(at),
            }
        }
    }
}

fn is_output(code: &Rewriter, variable: Id) -> bool {
    let class = code.definition(variable).map(|at| code.word(at, 0));
    class == Some(storage::OUTPUT)
}

/// Variable an instruction stores to, if only this invocation can see it.
fn stored_variable(code: &Rewriter, at: At) -> Option<Id> {
    if code.opcode(at) != op::STORE || code.word(at, 2) & memory_access::VOLATILE != 0 {
        return None;
    }
    let mut pointer = code.word(at, 0);
    for _ in 0..MAX_STEPS {
        let at = code.definition(pointer)?;
        match code.opcode(at) {
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

fn sweep(code: &mut Rewriter, live_ids: &[bool], live_instructions: &[bool]) {
    let mut globals = std::mem::take(&mut code.module.globals);
    let mut functions = std::mem::take(&mut code.module.functions);
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
        if code.opcode(at) == op::ENTRY_POINT {
            prune_interface(code, at, live_ids);
        }
    }
    functions.retain(|function| {
        let stays = live_ids[function.id as usize];
        dropped += u64::from(!stays);
        stays
    });
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let length = block.body.len();
        block.body.retain(|at| live_instructions[*at as usize]);
        dropped += (length - block.body.len()) as u64;
    }
    code.module.globals = globals;
    code.module.functions = functions;
    code.changes = before + dropped;
}

/// Drops removed variables from an entry point's interface.
fn prune_interface(code: &mut Rewriter, at: At, live_ids: &[bool]) {
    let left: Vec<Operand> = code
        .tagged_operands(at)
        .filter(|operand| operand.id().is_none_or(|id| live_ids[id as usize]))
        .collect();
    if left.len() != code.operands(at).len() {
        let opcode = code.opcode(at);
        code.rewrite(at, opcode, left);
    }
}
