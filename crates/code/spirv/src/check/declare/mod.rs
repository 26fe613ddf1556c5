//! Checks what a module declares: capabilities, entry points, interfaces, decorations, layouts of blocks, limits.

mod applied;
mod blocks;
mod built_in_table;
mod builtins;
mod debug;
mod decorations;
mod entries;
mod environment;
mod interface;
mod limits;
mod modes;
mod requirements;
mod stages;
mod traits;
mod users;
mod values;
mod variables;

use std::cell::Cell;

use super::order::Order;
use super::{Checker, Environment, OpenCl, Profile, Relaxation, Vulkan, rules};
use crate::grammar::op;
use crate::module::{At, Id, Module};

/// What the checks of declarations look up.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) order: Order,
    decorations: applied::Decorations,
    entries: entries::Entries,
    traits: traits::Traits,
    users: users::Users,
    /// By id, true for pointer types of variables that are buffers.
    buffers: Vec<bool>,
    /// Steps left to follow references through constants and other declarations.
    steps: Cell<usize>,
}

impl Facts {
    /// Collects the facts of a module.
    pub(super) fn of(module: &Module) -> Facts {
        let order = Order::of(module);
        let decorations = applied::Decorations::of(module);
        let traits = traits::Traits::of(module, &order, &decorations);
        let buffers = variables::buffers(module, &decorations, &order);
        let entries = entries::Entries::of(module, &order);
        let users = users::Users::of(module, &order, &decorations);
        let steps = Cell::new(module.count() * 64 + (1 << 16));
        Facts { order, decorations, entries, traits, users, buffers, steps }
    }

    /// Functions of the entry points that can execute an instruction.
    fn callers(&self, at: At) -> impl Iterator<Item = Id> + '_ {
        self.order.owner(at).into_iter().flat_map(|function| self.entries.callers(function))
    }

    /// Models with which an instruction can be executed.
    fn models(&self, at: At) -> entries::Models {
        self.order.owner(at).map_or(entries::Models::NONE, |function| self.entries.models(function))
    }
}

/// Checks all declarations, causes before effects.
pub(super) fn check(checker: &mut Checker<'_>) {
    environment::check(checker);
    requirements::check(checker);
    limits::check(checker);
    modes::check(checker);
    decorations::check(checker);
    debug::check(checker);
    interface::check(checker);
    variables::check(checker);
    blocks::check(checker);
    builtins::check(checker);
    stages::check(checker);
}

impl Checker<'_> {
    /// Value of an integer constant that specialization cannot change.
    fn integer(&self, id: Id) -> Option<u64> {
        if self.module.opcode_of(id) != op::CONSTANT_SIZE_OF_EXT {
            return values::integer(self.module, id);
        }
        let layouts = self.options.descriptors;
        let described = self.module.definition(id).map_or(0, |at| self.module.word(at, 0));
        let (size, _) = match self.module.opcode_of(described) {
            op::TYPE_BUFFER_EXT | op::TYPE_ACCELERATION_STRUCTURE_KHR => layouts.buffer,
            op::TYPE_SAMPLER => layouts.sampler,
            op::TYPE_IMAGE => layouts.image,
            _ => None,
        }?;
        (size != 0).then_some(u64::from(size))
    }

    /// True if a variable is a heap of descriptors.
    fn is_heap(&self, at: At) -> bool {
        use crate::grammar::value::{built_in, capability, decoration};
        let heaps = [built_in::SAMPLER_HEAP_EXT, built_in::RESOURCE_HEAP_EXT];
        let id = self.module.get(at).result;
        self.has(capability::DESCRIPTOR_HEAP_EXT)
            && self.module.opcode(at) == op::UNTYPED_VARIABLE_KHR
            && self
                .facts
                .decorations
                .of_id(id)
                .iter()
                .any(|applied| applied.kind == decoration::BUILT_IN && heaps.contains(&applied.value))
    }

    /// Functions of the entry points that use a variable, each once.
    fn references(&self, id: Id) -> Vec<Id> {
        let mut functions = Vec::new();
        self.collect_references(id, &mut functions);
        functions
    }

    /// As [`references`](Self::references), in a list that is used again.
    fn collect_references(&self, id: Id, functions: &mut Vec<Id>) {
        let module = self.module;
        functions.clear();
        let (mut next, mut stack) = (Some(id), Vec::new());
        let mut seen = std::collections::BTreeSet::new();
        while let Some(next) = next.take().or_else(|| stack.pop()) {
            for &user in self.facts.users.get(next) {
                let steps = self.facts.steps.get();
                if steps == 0 {
                    break;
                }
                self.facts.steps.set(steps - 1);
                if self.facts.order.owner(user).is_some() {
                    // Most uses of a variable are in one function.
                    functions.extend(self.facts.callers(user));
                    if let [.., one, other] = functions[..]
                        && one == other
                    {
                        functions.pop();
                    }
                } else if module.get(user).result != 0 && seen.insert(user) {
                    stack.push(module.get(user).result);
                }
            }
            functions.sort_unstable();
            functions.dedup();
        }
    }
}
