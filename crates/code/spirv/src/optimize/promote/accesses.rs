//! Finds the local variables that are only loaded and stored, and their accesses.

use std::collections::HashMap;
use std::ops::Range;

use super::super::rewriter::Rewriter;
use crate::grammar::op;
use crate::grammar::value::{memory_access, storage_class as storage};
use crate::module::{At, Function, Id};

/// Maximum nesting depth of an accessed component.
const MAX_DEPTH: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Load,
    Store,
}

/// A load or store.
pub(super) struct Access {
    pub(super) kind: Kind,
    pub(super) at: At,
    pub(super) block: u32,
    /// Path of the component, as a range of [`Variables::paths`]; empty for the whole variable.
    pub(super) path: Range<usize>,
}

/// A variable that qualifies for promotion.
pub(super) struct Variable {
    pub(super) at: At,
    /// Type of its value.
    pub(super) ty: Id,
    /// Initializer, or 0.
    pub(super) initial: Id,
    /// In block order.
    pub(super) accesses: Vec<Access>,
    /// Access chains into it.
    pub(super) chains: Vec<At>,
    is_promotable: bool,
}

/// All qualifying variables of a function.
pub(super) struct Variables {
    pub(super) list: Vec<Variable>,
    pub(super) paths: Vec<u32>,
}

impl Variables {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// A pointer into a variable.
#[derive(Clone)]
struct Pointer {
    variable: usize,
    path: Range<usize>,
    /// Type of the component.
    ty: Id,
}

struct Search<'a> {
    code: &'a Rewriter,
    variables: Variables,
    pointers: HashMap<Id, Pointer>,
}

/// Finds the qualifying variables.
pub(super) fn find(code: &Rewriter, function: &Function) -> Variables {
    let mut search = Search {
        code,
        variables: Variables { list: Vec::new(), paths: Vec::new() },
        pointers: HashMap::new(),
    };
    for &at in function.blocks.first().into_iter().flat_map(|block| &block.body) {
        if code.opcode(at) == op::VARIABLE {
            search.candidate(at);
        }
    }
    if search.variables.is_empty() {
        return search.variables;
    }
    for (number, block) in (0..).zip(&function.blocks) {
        for &at in &block.body {
            search.instruction(number, at);
        }
    }
    search.variables.list.retain(|variable| variable.is_promotable);
    search.variables
}

impl Search<'_> {
    fn candidate(&mut self, at: At) {
        let variable = self.code.get(at);
        let Some((ty, class)) = self.code.pointer(variable.ty) else {
            return;
        };
        if class != storage::FUNCTION || self.code.is_decorated(variable.result) || !self.code.is_plain(ty) {
            return;
        }
        let pointer = Pointer { variable: self.variables.list.len(), path: 0..0, ty };
        self.pointers.insert(variable.result, pointer);
        self.variables.list.push(Variable {
            at,
            ty,
            initial: self.code.word(at, 1),
            accesses: Vec::new(),
            chains: Vec::new(),
            is_promotable: true,
        });
    }

    fn instruction(&mut self, block: u32, at: At) {
        let code = self.code;
        let instruction = code.get(at);
        let handled = match instruction.opcode {
            op::LOAD => self.access(block, at, Kind::Load, instruction.ty),
            op::STORE => self.access(block, at, Kind::Store, code.type_of(code.word(at, 1))),
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => self.chain(at),
            _ => false,
        };
        // Any use other than as the first operand of an access keeps the variable in memory.
        for id in code.used_ids(at).skip(usize::from(handled)) {
            if let Some(pointer) = self.pointers.get(&id) {
                self.variables.list[pointer.variable].is_promotable = false;
            }
        }
    }

    fn access(&mut self, block: u32, at: At, kind: Kind, ty: Id) -> bool {
        let Some(pointer) = self.pointers.get(&self.code.word(at, 0)) else {
            return false;
        };
        let (mask, decorated) = match kind {
            Kind::Load => {
                let result = self.code.get(at).result;
                (self.code.word(at, 1), self.code.is_decorated(result))
            }
            Kind::Store => (self.code.word(at, 2), false),
        };
        if pointer.ty != ty || mask & memory_access::VOLATILE != 0 || decorated {
            return false;
        }
        let access = Access { kind, at, block, path: pointer.path.clone() };
        self.variables.list[pointer.variable].accesses.push(access);
        true
    }

    fn chain(&mut self, at: At) -> bool {
        let code = self.code;
        let chain = code.get(at);
        let Some(base) = self.pointers.get(&code.word(at, 0)) else {
            return false;
        };
        let indices = &code.operands(at)[1..];
        if base.path.len() + indices.len() > MAX_DEPTH || code.is_decorated(chain.result) {
            return false;
        }
        let paths = &mut self.variables.paths;
        let start = paths.len();
        paths.extend_from_within(base.path.clone());
        let mut ty = base.ty;
        for index in indices {
            let Some(index) = code.constant_u32(*index) else {
                return false;
            };
            let Some(part) = code.component_type(ty, index) else {
                return false;
            };
            paths.push(index);
            ty = part;
        }
        if code.pointer(chain.ty).map(|pointer| pointer.0) != Some(ty) {
            return false;
        }
        let variable = base.variable;
        let path = start..paths.len();
        let pointer = Pointer { variable, path, ty };
        self.pointers.insert(chain.result, pointer);
        self.variables.list[variable].chains.push(at);
        true
    }
}
