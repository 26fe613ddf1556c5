//! What nothing needs goes: instructions without effect, stores that nobody loads, functions, variables, types, constants,
//! names and decorations.
//!
//! Needed is what has an effect in a function that an entry point reaches, and what that needs. A store to a variable of
//! a function or invocation counts only if something reads the variable. Outputs stay, for the next stage may name them;
//! other variables leave the interfaces of entry points with their last use.

use std::collections::HashMap;

use super::code::{At, Code, Function, Id};
use super::opcode as op;
use crate::raw::{decoration, storage};

/// How far a pointer is followed to its variable.
const MAX_STEPS: usize = 32;

pub(super) fn run(code: &mut Code) {
    let functions = std::mem::take(&mut code.functions);
    let mut marks = Marks {
        needed: vec![false; code.bound()],
        kept: vec![false; code.count()],
        open: Vec::new(),
        stores: HashMap::new(),
        said: HashMap::new(),
        code,
    };
    marks.globals();
    let numbers: HashMap<Id, &Function> = functions
        .iter()
        .filter_map(|function| {
            let first = *function.head.first()?;
            Some((marks.code.get(first).result, function))
        })
        .collect();
    while let Some(id) = marks.open.pop() {
        marks.id(id, numbers.get(&id).copied());
    }
    let Marks { needed, kept, .. } = marks;
    code.functions = functions;
    sweep(code, &needed, &kept);
}

struct Marks<'a> {
    code: &'a Code,
    /// By id.
    needed: Vec<bool>,
    /// By instruction.
    kept: Vec<bool>,
    open: Vec<Id>,
    /// By variable, the stores that count once it is read.
    stores: HashMap<Id, Vec<At>>,
    /// By id, instructions that say something of it and use others.
    said: HashMap<Id, Vec<At>>,
}

impl Marks<'_> {
    fn keep(&mut self, at: At) {
        if std::mem::replace(&mut self.kept[at as usize], true) {
            return;
        }
        let ty = self.code.get(at).ty;
        if ty != 0 {
            self.open.push(ty);
        }
        let result = self.code.get(at).result;
        if result != 0 {
            self.open.push(result);
        }
        self.open.extend(self.code.used(at));
    }

    fn globals(&mut self) {
        for &at in &self.code.globals {
            let instruction = self.code.get(at);
            let target = self.code.word(at, 0);
            match instruction.opcode {
                op::NAME | op::MEMBER_NAME | op::MEMBER_DECORATE => {}
                op::MEMBER_DECORATE_STRING | op::DECORATE_STRING | op::TYPE_FORWARD_POINTER => {}
                op::DECORATE => {
                    // A constant may be built in: the size of a group.
                    let what = self.code.word(at, 1);
                    let constant = self.code.opcode(target) != op::VARIABLE;
                    if what == decoration::SPEC_ID || what == decoration::BUILT_IN && constant {
                        self.open.push(target);
                    }
                }
                op::DECORATE_ID => self.said.entry(target).or_default().push(at),
                op::ENTRY_POINT => {
                    self.kept[at as usize] = true;
                    for id in self.code.used(at) {
                        if self.code.opcode(id) != op::VARIABLE || is_output(self.code, id) {
                            self.open.push(id);
                        }
                    }
                }
                op::EXT_INST => self.keep(at),
                _ if instruction.result != 0 => {}
                _ => self.keep(at),
            }
        }
    }

    /// Keeps the definition of an id and what follows from it.
    fn id(&mut self, id: Id, function: Option<&Function>) {
        if std::mem::replace(&mut self.needed[id as usize], true) {
            return;
        }
        if let Some(at) = self.code.definition(id) {
            self.keep(at);
        }
        for at in self.stores.remove(&id).into_iter().flatten() {
            self.keep(at);
        }
        for at in self.said.remove(&id).into_iter().flatten() {
            self.keep(at);
        }
        if let Some(function) = function {
            self.function(function);
        }
    }

    fn function(&mut self, function: &Function) {
        for &at in &function.head {
            self.keep(at);
        }
        self.open.extend(function.blocks.iter().map(|block| block.label));
        for &at in function.blocks.iter().flat_map(|block| &block.body) {
            if self.code.only_computes(at) || self.code.get(at).opcode == op::VARIABLE {
                continue;
            }
            match stored_variable(self.code, at) {
                Some(variable) if !self.needed[variable as usize] => {
                    self.stores.entry(variable).or_default().push(at);
                }
                _ => self.keep(at),
            }
        }
    }
}

fn is_output(code: &Code, variable: Id) -> bool {
    let class = code.definition(variable).map(|at| code.word(at, 0));
    class == Some(storage::OUTPUT)
}

/// The variable that an instruction stores to, if only this invocation can see it.
fn stored_variable(code: &Code, at: At) -> Option<Id> {
    if code.get(at).opcode != op::STORE || code.word(at, 2) & op::VOLATILE_ACCESS != 0 {
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

fn sweep(code: &mut Code, needed: &[bool], kept: &[bool]) {
    let mut globals = std::mem::take(&mut code.globals);
    let mut functions = std::mem::take(&mut code.functions);
    let before = code.changes;
    let mut dropped = 0;
    globals.retain(|&at| {
        let stays = kept[at as usize] || {
            // What only says something of an id stays with it.
            code.get(at).result == 0 && needed[code.word(at, 0) as usize]
        };
        dropped += u64::from(!stays);
        stays
    });
    for &at in &globals {
        if code.get(at).opcode == op::ENTRY_POINT {
            interface(code, at, needed);
        }
    }
    functions.retain(|function| {
        let stays = function.head.first().is_some_and(|at| kept[*at as usize]);
        dropped += u64::from(!stays);
        stays
    });
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let length = block.body.len();
        block.body.retain(|at| kept[*at as usize]);
        dropped += (length - block.body.len()) as u64;
    }
    code.globals = globals;
    code.functions = functions;
    code.changes = before + dropped;
}

/// Leaves in an entry point's interface what is still there.
fn interface(code: &mut Code, at: At, needed: &[bool]) {
    let left: Vec<(u32, bool)> = code
        .marked(at)
        .filter(|(word, is_id)| !is_id || needed[*word as usize])
        .collect();
    if left.len() != code.operands(at).len() {
        let opcode = code.get(at).opcode;
        code.rewrite(at, opcode, left);
    }
}
