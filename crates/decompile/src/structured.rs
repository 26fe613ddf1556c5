//! Gives modules structure whose functions have merges that are not true, or none.

use std::collections::HashMap;

use glassbox_spirv::control::{Structure, restructure};
use glassbox_spirv::module::{At, Module};

/// A module with structure, made from one without.
pub(crate) struct Structured {
    pub(crate) module: Module,
    /// By the first byte of an instruction, the instruction in the module that it was made from.
    places: HashMap<usize, At>,
}

impl Structured {
    /// Restructures the functions that need it; nothing if none can be.
    pub(crate) fn of(module: &Module) -> Option<Structured> {
        let broken = |index: &usize| Structure::of(module, &module.functions[*index]).is_err();
        let broken: Vec<usize> = (0..module.functions.len()).filter(broken).collect();
        let mut copy = module.clone();
        let mut done = 0;
        for index in broken {
            done += u32::from(restructure(&mut copy, index).is_ok());
        }
        if done == 0 {
            return None;
        }
        let bodies = module.functions.iter().flat_map(|function| function.walk());
        let all = module.globals.iter().copied().chain(bodies);
        let placed = all.filter(|at| !module.origin(*at).is_empty());
        let places = placed.map(|at| (module.origin(at).start, at)).collect();
        Some(Structured { module: copy, places })
    }

    /// Replaces an instruction by the one that it was made from; false if it was made from none.
    pub(crate) fn original(&self, at: &mut At) -> bool {
        let origin = self.module.origin(*at);
        let found = self.places.get(&origin.start).filter(|_| !origin.is_empty());
        found.inspect(|found| *at = **found).is_some()
    }
}
