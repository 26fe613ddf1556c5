//! Removes what has no effect, calls included.

use foldhash::HashSet;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Declarations, Function, Id};
use glassbox_spirv::optimize;

use super::split::Splitter;
use crate::tree::ends_or_writes;

/// Most rounds: a call that goes may leave others without a use of their results.
const MAX_ROUNDS: usize = 16;

impl Splitter<'_> {
    /// Removes dead code.
    pub(super) fn sweep(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let module = std::mem::take(&mut self.module);
            self.module = optimize::remove_dead(module);
            self.declarations = Declarations::of(&self.module);
            if !self.drop_calls() {
                return;
            }
        }
    }

    /// Removes calls without an effect whose result nothing uses; false if there were none.
    fn drop_calls(&mut self) -> bool {
        let all: Vec<At> = self.module.functions.iter().flat_map(Function::walk).collect();
        let real = all.iter().filter(|at| !self.module.is_debug(**at));
        let used: HashSet<Id> = real.flat_map(|at| self.module.used_ids(*at)).collect();
        let functions = self.module.functions.iter().map(|function| function.id);
        let effective: HashSet<Id> = functions.filter(|id| self.has_effect(*id)).collect();
        let idle: HashSet<At> = all
            .into_iter()
            .filter(|at| {
                self.module.opcode(*at) == op::FUNCTION_CALL
                    && !used.contains(&self.module.get(*at).result)
                    && !effective.contains(&self.module.word(*at, 0))
            })
            .collect();
        self.module.retain(|_, at| !idle.contains(&at));
        !idle.is_empty()
    }

    /// True if a function writes to what is not its own, or may not return.
    fn has_effect(&self, function: Id) -> bool {
        self.code_of(function).any(|at| match self.module.opcode(at) {
            op::STORE | op::COPY_MEMORY => {
                let root = self.root(self.module.word(at, 0));
                self.module.opcode_of(root) != op::VARIABLE
                    || self.class_of(root) != Some(storage_class::FUNCTION)
            }
            op::UNREACHABLE => true,
            opcode => ends_or_writes(opcode),
        })
    }
}
