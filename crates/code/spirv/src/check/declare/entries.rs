//! Finds entry points, their modes, and the entry points that reach each function.

use super::Order;
use crate::grammar::value::execution_model as model;
use crate::grammar::{Section, op};
use crate::module::{At, Id, Module};

/// Execution models as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Models(u32);

/// Models in the order of their bits.
const MODELS: &[u32] = &[
    model::VERTEX,
    model::TESSELLATION_CONTROL,
    model::TESSELLATION_EVALUATION,
    model::GEOMETRY,
    model::FRAGMENT,
    model::GL_COMPUTE,
    model::KERNEL,
    model::TASK_NV,
    model::MESH_NV,
    model::RAY_GENERATION_KHR,
    model::INTERSECTION_KHR,
    model::ANY_HIT_KHR,
    model::CLOSEST_HIT_KHR,
    model::MISS_KHR,
    model::CALLABLE_KHR,
    model::TASK_EXT,
    model::MESH_EXT,
];

impl Models {
    /// No model.
    pub(super) const NONE: Models = Models(0);

    /// The set of these models.
    pub(super) const fn of(models: &[u32]) -> Models {
        let mut bits = 0;
        let mut index = 0;
        while index < models.len() {
            bits |= Models::one(models[index]).0;
            index += 1;
        }
        Models(bits)
    }

    /// The set of one model; empty if it is not known.
    #[inline]
    pub(super) const fn one(model: u32) -> Models {
        // The core models have the first numbers, in this order.
        if model <= model::KERNEL {
            return Models(1 << model);
        }
        let mut bit = model::KERNEL as usize + 1;
        while bit < MODELS.len() {
            if MODELS[bit] == model {
                return Models(1 << bit);
            }
            bit += 1;
        }
        Models::NONE
    }

    /// Every known model.
    pub(super) const fn all() -> Models {
        Models::of(MODELS)
    }

    pub(super) const fn union(self, other: Models) -> Models {
        Models(self.0 | other.0)
    }

    pub(super) const fn intersect(self, other: Models) -> Models {
        Models(self.0 & other.0)
    }

    /// The models of `self` that are not in `other`.
    pub(super) const fn without(self, other: Models) -> Models {
        Models(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, model: u32) -> bool {
        !self.intersect(Models::one(model)).is_empty()
    }

    /// Number of models.
    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The models.
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        MODELS.iter().enumerate().filter(move |(bit, _)| self.0 & (1 << bit) != 0).map(|(_, model)| *model)
    }
}

/// An `OpEntryPoint` or `OpConditionalEntryPointINTEL`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The instruction.
    pub(super) at: At,
    /// Execution model.
    pub(super) model: u32,
    /// Its function.
    pub(super) function: Id,
    /// Operand at which the name begins.
    pub(super) name: usize,
}

/// An `OpExecutionMode` or `OpExecutionModeId`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// The function of the entry point.
    pub(super) function: Id,
    /// The mode.
    pub(super) mode: u32,
    /// The instruction.
    pub(super) at: At,
}

/// Entry points of a module and what they reach.
#[derive(Debug)]
pub(super) struct Entries {
    /// In the order of the file.
    pub(super) list: Vec<Entry>,
    /// Sorted by function.
    sorted: Vec<Entry>,
    /// Functions of entry points, each once, in the order of the file.
    pub(super) functions: Vec<Id>,
    /// By id, the models of the entry points with this function.
    declared: Vec<Option<Models>>,
    /// Sorted by function and mode.
    modes: Vec<Mode>,
    /// By function, indices in `functions` of the entry points that call it.
    callers: Vec<Vec<u32>>,
    /// By function, models of the entry points that call it.
    models: Vec<Models>,
    /// By id, one more than the index of the function.
    indices: Vec<u32>,
}

impl Entries {
    pub(super) fn of(module: &Module, order: &Order) -> Entries {
        let mut entries = Entries {
            list: Vec::new(),
            sorted: Vec::new(),
            functions: Vec::new(),
            declared: vec![None; module.bound()],
            modes: Vec::new(),
            callers: vec![Vec::new(); module.functions.len()],
            models: vec![Models::NONE; module.functions.len()],
            indices: vec![0; module.bound()],
        };
        entries.declarations(module);
        for (function, number) in module.functions.iter().zip(1..) {
            entries.indices[function.id as usize] = number;
        }
        entries.reach(module, order);
        entries
    }

    fn declarations(&mut self, module: &Module) {
        let is_about = |at: &&At| {
            let section = Section::only(module.opcode(**at));
            matches!(section, Some(Section::EntryPoints | Section::ExecutionModes))
        };
        for &at in module.globals.iter().filter(is_about) {
            let operands = module.operands(at);
            match (module.opcode(at), operands) {
                (op::ENTRY_POINT, &[model, function, ..]) => {
                    self.list.push(Entry { at, model, function, name: 2 });
                }
                (op::CONDITIONAL_ENTRY_POINT_INTEL, &[_, model, function, ..]) => {
                    self.list.push(Entry { at, model, function, name: 3 });
                }
                (op::EXECUTION_MODE | op::EXECUTION_MODE_ID, &[function, mode, ..]) => {
                    self.modes.push(Mode { function, mode, at });
                }
                _ => {}
            }
        }
        self.modes.sort_by_key(|mode| (mode.function, mode.mode));
        self.sorted.clone_from(&self.list);
        self.sorted.sort_by_key(|entry| entry.function);
        for entry in &self.list {
            let declared = &mut self.declared[entry.function as usize];
            if declared.is_none() {
                self.functions.push(entry.function);
            }
            *declared = Some(declared.unwrap_or_default().union(Models::one(entry.model)));
        }
    }

    /// Follows the calls of every entry point. The work is bounded: a module with many entry points that share many
    /// functions keeps only the first callers of each.
    fn reach(&mut self, module: &Module, order: &Order) {
        let calls: Vec<Vec<u32>> =
            order.functions().map(|instructions| self.calls(module, instructions)).collect();
        let mut budget = module.count() * 16 + (1 << 16);
        let mut visited = vec![u32::MAX; calls.len()];
        for (entry, &function) in self.functions.iter().enumerate() {
            let models = self.models_of(function);
            let mut stack: Vec<u32> = self.index(function).into_iter().collect();
            while let Some(next) = stack.pop() {
                if std::mem::replace(&mut visited[next as usize], entry as u32) == entry as u32 {
                    continue;
                }
                let callees = &calls[next as usize];
                let cost = 1 + callees.len();
                if cost > budget {
                    return;
                }
                budget -= cost;
                self.callers[next as usize].push(entry as u32);
                self.models[next as usize] = self.models[next as usize].union(models);
                stack.extend(callees);
            }
        }
    }

    /// Indices of the functions that a function calls.
    fn calls(&self, module: &Module, instructions: &[At]) -> Vec<u32> {
        let callee =
            |at: &At| (module.opcode(*at) == op::FUNCTION_CALL).then(|| self.index(module.word(*at, 0)));
        let mut callees: Vec<u32> = instructions.iter().filter_map(callee).flatten().collect();
        callees.sort_unstable();
        callees.dedup();
        callees
    }

    /// Index of a function by id.
    fn index(&self, function: Id) -> Option<u32> {
        self.indices.get(function as usize)?.checked_sub(1)
    }

    /// Ids after the name of an entry point.
    pub(super) fn interface<'m>(&self, module: &'m Module, entry: &Entry) -> &'m [Id] {
        let start = entry.name + module.string_words(entry.at, entry.name);
        module.operands(entry.at).get(start..).unwrap_or_default()
    }

    /// Entry points with this function.
    pub(super) fn of_function(&self, function: Id) -> &[Entry] {
        let start = self.sorted.partition_point(|entry| entry.function < function);
        let length = self.sorted[start..].partition_point(|entry| entry.function == function);
        &self.sorted[start..start + length]
    }

    /// True if an id is the function of an entry point.
    pub(super) fn is_entry(&self, function: Id) -> bool {
        self.declared.get(function as usize).is_some_and(Option::is_some)
    }

    /// Modes of an entry point, sorted.
    pub(super) fn modes(&self, function: Id) -> &[Mode] {
        let start = self.modes.partition_point(|mode| mode.function < function);
        let length = self.modes[start..].partition_point(|mode| mode.function == function);
        &self.modes[start..start + length]
    }

    /// The first instruction that states a mode for an entry point.
    pub(super) fn mode(&self, function: Id, mode: u32) -> Option<At> {
        let modes = self.modes(function);
        let index = modes.partition_point(|entry| entry.mode < mode);
        modes.get(index).filter(|entry| entry.mode == mode).map(|entry| entry.at)
    }

    /// Models of the entry points with this function.
    pub(super) fn models_of(&self, function: Id) -> Models {
        self.declared.get(function as usize).copied().flatten().unwrap_or_default()
    }

    /// Functions of the entry points that call a function, given by its index.
    pub(super) fn callers(&self, function: u32) -> impl Iterator<Item = Id> + '_ {
        self.callers[function as usize].iter().map(|entry| self.functions[*entry as usize])
    }

    /// Models of the entry points that call a function, given by its index.
    pub(super) fn models(&self, function: u32) -> Models {
        self.models[function as usize]
    }
}
