//! Gives modules structure whose functions have merges that are not true, or none, and relates modules to those that they are made from.

use glassbox_spirv::control::{Structure, restructure};
use glassbox_spirv::module::{At, Module};

use crate::Source;
use crate::refusal::Refusal;

/// A module that was made from another.
pub(crate) struct Derived {
    pub(crate) module: Module,
    /// First bytes of instructions, sorted, with the instructions in the module that it was made from.
    places: Vec<(usize, At)>,
}

impl Derived {
    /// A module and what it was made from.
    pub(crate) fn new(module: &Module, derived: Module) -> Derived {
        let bodies = module.functions.iter().flat_map(|function| function.walk());
        let all = module.globals.iter().copied().chain(bodies);
        let placed = all.filter(|at| !module.origin(*at).is_empty());
        let mut places: Vec<(usize, At)> = placed.map(|at| (module.origin(at).start, at)).collect();
        places.sort_by_key(|place| place.0);
        Derived { module: derived, places }
    }

    /// Restructures the functions that need it; nothing if none can be.
    pub(crate) fn with_structure(module: &Module) -> Option<Derived> {
        let broken = |index: &usize| Structure::of(module, &module.functions[*index]).is_err();
        let broken: Vec<usize> = (0..module.functions.len()).filter(broken).collect();
        let mut copy = module.clone();
        let mut done = 0;
        for index in broken {
            done += u32::from(restructure(&mut copy, index).is_ok());
        }
        (done > 0).then(|| Derived::new(module, copy))
    }

    /// Relates what was written of the module to the one that it was made from.
    pub(crate) fn restore(&self, written: Result<Source, Refusal>) -> Result<Source, Refusal> {
        match written {
            Ok(mut source) => {
                // What was made from nothing belongs to the line before.
                let mut before = None;
                source.lines.retain_mut(|(_, at)| {
                    before = if self.original(at) { Some(*at) } else { before };
                    before.inspect(|before| *at = *before).is_some()
                });
                Ok(source)
            }
            Err(mut refusal) => {
                refusal.obstacles.iter_mut().for_each(|found| {
                    found.at = found.at.and_then(|mut at| self.original(&mut at).then_some(at));
                });
                Err(refusal)
            }
        }
    }

    /// Replaces an instruction by the one that it was made from; false if it was made from none.
    fn original(&self, at: &mut At) -> bool {
        let origin = self.module.origin(*at);
        // The last of those that were made from the same bytes.
        let end = self.places.partition_point(|place| place.0 <= origin.start);
        let found = self.places[..end].last().filter(|place| place.0 == origin.start && !origin.is_empty());
        found.inspect(|found| *at = found.1).is_some()
    }
}
