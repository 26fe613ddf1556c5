//! Computes the variables that each entry point's call tree reads and writes.
//!
//! One pass over the function bodies traces pointers from variables through access chains, and push-constant
//! words through masks and shifts, including those an unoptimised module keeps in a local variable stored
//! once. Each function gets a list of accesses; an entry point's uses are those of all functions it can call.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::types::{Constant, TypeKind, Types};
use super::values::{Half, Index, Place, PushWord, Root, Value};
use super::{EntryPoint, Reflection};
use crate::context::Context;
use crate::grammar::op;
use crate::grammar::value::storage_class as storage;
use crate::grammar::{self, Kind};
use crate::ids::{self, Role};
use crate::walk::{Binary, Instruction};

/// Use of one variable by a call tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableUse {
    /// The id of the variable.
    pub variable: u32,
    /// True if any part of it is read.
    pub read: bool,
    /// True if any part of it is written.
    pub written: bool,
    /// Components accessed.
    pub accesses: Vec<Access>,
}

/// A component of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// First index: block member or descriptor array element. `None` for the whole variable.
    pub first: Option<Index>,
    /// The second index.
    pub second: Option<Index>,
    /// True if read.
    pub read: bool,
    /// True if written.
    pub written: bool,
}

/// A push constant read by a call tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushRead {
    /// The word, and the half of it that is used.
    pub word: PushWord,
    /// Byte range of the first instruction that reads it.
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    read: bool,
    written: bool,
}

const READ: Flags = Flags { read: true, written: false };
const WRITTEN: Flags = Flags { read: false, written: true };
const BOTH: Flags = Flags { read: true, written: true };

#[derive(Default)]
struct Function {
    parameters: Vec<u32>,
    touches: BTreeMap<Place, Flags>,
    pushes: BTreeMap<PushWord, Range<usize>>,
    /// Callee id and the memory location of each argument.
    calls: Vec<(u32, Vec<Option<Place>>)>,
}

struct Pass<'a> {
    types: &'a Types,
    constants: &'a HashMap<u32, Constant>,
    context: Context,
    /// Variables outside functions, with their storage class.
    globals: HashMap<u32, u32>,
    /// Extended sets whose instructions have no effect.
    no_effect_sets: HashSet<u32>,
    /// Number of stores to a variable that might hold a push constant, up to two.
    stores: HashMap<u32, u8>,
    values: HashMap<u32, Value>,
    /// Values of variables stored once.
    stored_values: HashMap<u32, PushWord>,
    functions: Vec<Function>,
    by_id: HashMap<u32, usize>,
    inside: bool,
}

/// Fills in the uses of every entry point.
pub(super) fn fill(
    module: &Binary<'_>,
    out: &mut Reflection,
    types: &Types,
    constants: &HashMap<u32, Constant>,
) {
    let no_effect_sets = |name: &str| name.starts_with("NonSemantic.") || name.contains("DebugInfo");
    let mut pass = Pass {
        types,
        constants,
        context: Context::new(module.bytes().len() / 4 + 1),
        globals: out.variables.iter().map(|variable| (variable.id, variable.class)).collect(),
        no_effect_sets: (out.imports.iter())
            .filter(|one| no_effect_sets(&one.value.1))
            .map(|one| one.value.0)
            .collect(),
        stores: HashMap::new(),
        values: HashMap::new(),
        stored_values: HashMap::new(),
        functions: Vec::new(),
        by_id: HashMap::new(),
        inside: false,
    };
    for instruction in module.walk() {
        pass.count_stores(&instruction);
    }
    for instruction in module.walk() {
        pass.read(&instruction);
    }
    let (roots, all) = pass.parameter_roots();
    // Shared by all entry points, so that many of them on one tree stay in proportion.
    let mut budget = module.bytes().len() / 4 + 1024;
    for entry in &mut out.entry_points {
        pass.collect(entry, &roots, &mut budget);
        entry.truncated |= !all;
    }
}

impl Pass<'_> {
    fn count_stores(&mut self, instruction: &Instruction<'_>) {
        let mut add = |id: Option<u32>, count: u8| {
            if let Some(id) = id {
                let stores = self.stores.entry(id).or_insert(0);
                *stores = stores.saturating_add(count);
            }
        };
        match instruction.opcode {
            op::STORE => add(instruction.word(0), 1),
            op::COPY_MEMORY | op::COPY_MEMORY_SIZED => add(instruction.word(0), 2),
            // Through a component of the variable, or untracked.
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => add(instruction.word(2), 2),
            op::FUNCTION_CALL => instruction.operands().skip(3).for_each(|id| add(Some(id), 2)),
            _ => {}
        }
    }

    fn read(&mut self, instruction: &Instruction<'_>) {
        let word = |place| instruction.word(place);
        let first = grammar::opcode(instruction.opcode).and_then(|opcode| opcode.operands.first());
        let typed = first.is_some_and(|operand| operand.kind == Kind::ResultType);
        self.context.observe(instruction.opcode, typed, instruction.operands());
        match instruction.opcode {
            op::FUNCTION => {
                self.inside = true;
                if let Some(id) = word(1) {
                    self.by_id.entry(id).or_insert(self.functions.len());
                }
                self.functions.push(Function::default());
            }
            op::FUNCTION_END => self.inside = false,
            op::FUNCTION_PARAMETER => {
                if let (Some(id), Some(function)) = (word(1), self.functions.last_mut()) {
                    function.parameters.push(id);
                    self.values.insert(id, Value::Pointer(Place::of(Root::Parameter(id))));
                }
            }
            op::VARIABLE if self.inside => {
                if let Some(id) = word(1) {
                    self.values.insert(id, Value::Pointer(Place::of(Root::Local(id))));
                }
            }
            op::LINE | op::NO_LINE => {}
            _ if self.inside => self.body(instruction),
            _ => {}
        }
    }

    fn value(&self, id: Option<u32>) -> Option<Value> {
        let id = id?;
        self.values.get(&id).copied().or_else(|| {
            let global = self.globals.contains_key(&id);
            global.then_some(Value::Pointer(Place::of(Root::Variable(id))))
        })
    }

    fn place(&self, id: Option<u32>) -> Option<Place> {
        match self.value(id) {
            Some(Value::Pointer(place)) => Some(place),
            _ => None,
        }
    }

    fn constant(&self, id: Option<u32>) -> Option<u64> {
        match self.constants.get(&id?) {
            Some(Constant { value, specialized: false }) => *value,
            _ => None,
        }
    }

    fn record_access(&mut self, place: Place, flags: Flags) {
        let class = match place.root {
            Root::Local(_) => return,
            Root::Variable(id) => self.globals.get(&id).copied(),
            Root::Parameter(_) => None,
        };
        let constant = matches!(class, Some(storage::INPUT | storage::PUSH_CONSTANT));
        if let Some(function) = self.functions.last_mut() {
            let known = function.touches.entry(place).or_default();
            known.read |= flags.read;
            known.written |= flags.written && !constant;
        }
    }

    fn push(&mut self, word: PushWord, instruction: &Instruction<'_>) {
        if let Some(function) = self.functions.last_mut() {
            function.pushes.entry(word).or_insert_with(|| instruction.range());
        }
    }

    /// Records the use of an id by an instruction without special handling.
    fn consume(&mut self, id: u32, flags: Flags, instruction: &Instruction<'_>) {
        match self.value(Some(id)) {
            Some(Value::Pointer(place) | Value::Image(place)) => self.record_access(place, flags),
            Some(Value::Push(word)) if word.half == Half::Whole => self.push(word, instruction),
            _ => {}
        }
    }

    fn index(&mut self, id: u32, instruction: &Instruction<'_>) -> Index {
        self.consume(id, READ, instruction);
        match (self.values.get(&id), self.constants.get(&id)) {
            (Some(Value::Push(word)), _) => Index::Push(*word),
            (None, Some(Constant { specialized: true, .. })) => Index::Specialized(id),
            (None, Some(Constant { value: Some(value), .. })) => {
                u32::try_from(*value).map_or(Index::Dynamic, Index::Constant)
            }
            _ => Index::Dynamic,
        }
    }

    fn body(&mut self, instruction: &Instruction<'_>) {
        let word = |place| instruction.word(place);
        let result = word(1);
        match instruction.opcode {
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => self.chain(instruction, 3),
            op::PTR_ACCESS_CHAIN | op::IN_BOUNDS_PTR_ACCESS_CHAIN => self.chain(instruction, 4),
            op::LOAD => self.load(instruction),
            op::STORE => self.store(instruction),
            op::COPY_MEMORY | op::COPY_MEMORY_SIZED => {
                for (id, flags) in instruction.operands().zip([WRITTEN, READ]) {
                    self.consume(id, flags, instruction);
                }
            }
            op::ARRAY_LENGTH | op::IMAGE_TEXEL_POINTER | op::COPY_OBJECT | op::BITCAST => {
                let value = self.value(word(2));
                if let Some(Value::Pointer(place) | Value::Image(place)) = value {
                    self.record_access(place, Flags::default());
                }
                if let (Some(value), Some(result)) = (value, result)
                    && instruction.opcode != op::ARRAY_LENGTH
                {
                    self.values.insert(result, value);
                }
            }
            op::IMAGE_WRITE => {
                for (place, id) in instruction.operands().enumerate().take(3) {
                    self.consume(id, if place == 0 { WRITTEN } else { READ }, instruction);
                }
            }
            op::ATOMIC_STORE => {
                for (place, id) in instruction.operands().enumerate() {
                    self.consume(id, if place == 0 { WRITTEN } else { READ }, instruction);
                }
            }
            op::ATOMIC_LOAD => self.consume_all(instruction, READ),
            op::ATOMIC_EXCHANGE..=op::ATOMIC_XOR
            | op::ATOMIC_FLAG_TEST_AND_SET
            | op::ATOMIC_FLAG_CLEAR
            | op::ATOMIC_F_MIN_EXT
            | op::ATOMIC_F_MAX_EXT
            | op::ATOMIC_F_ADD_EXT => self.consume_all(instruction, BOTH),
            op::FUNCTION_CALL => self.call(instruction),
            op::BITWISE_AND | op::SHIFT_RIGHT_LOGICAL | op::BIT_FIELD_U_EXTRACT | op::COMPOSITE_EXTRACT => {
                self.part(instruction);
            }
            op::EXT_INST if word(2).is_some_and(|set| self.no_effect_sets.contains(&set)) => {}
            // Some write through a pointer, such as `Modf`.
            op::EXT_INST => self.consume_all(instruction, BOTH),
            _ => self.consume_all(instruction, READ),
        }
    }

    fn consume_all(&mut self, instruction: &Instruction<'_>, flags: Flags) {
        let mut used = Vec::new();
        ids::visit(instruction, &self.context, |_, id, role| {
            if role == Role::Use {
                used.push(id);
            }
        });
        for id in used {
            self.consume(id, flags, instruction);
        }
    }

    fn chain(&mut self, instruction: &Instruction<'_>, skipped: usize) {
        let mut place = self.place(instruction.word(2));
        for id in instruction.operands().skip(skipped) {
            let index = self.index(id, instruction);
            place = place.map(|place| place.indexed(index));
        }
        if let (Some(place), Some(result)) = (place, instruction.word(1)) {
            self.record_access(place, Flags::default());
            self.values.insert(result, Value::Pointer(place));
        }
    }

    fn load(&mut self, instruction: &Instruction<'_>) {
        let (Some(place), Some(result)) = (self.place(instruction.word(2)), instruction.word(1)) else {
            return;
        };
        let ty = instruction.word(0).map_or(&TypeKind::Unknown, |ty| self.types.kind(self.types.find(ty)));
        if matches!(ty, TypeKind::Image { .. }) {
            self.record_access(place, Flags::default());
            self.values.insert(result, Value::Image(place));
            return;
        }
        self.record_access(place, READ);
        let global = match place.root {
            Root::Variable(id) | Root::Local(id) if place.first.is_none() => {
                self.stored_values.get(&id).copied()
            }
            _ => None,
        };
        let push = match place.root {
            Root::Variable(id) if self.globals.get(&id) == Some(&storage::PUSH_CONSTANT) => place.push_word(),
            _ => global,
        };
        if let Some(word) = push {
            self.values.insert(result, Value::Push(word));
        }
    }

    fn store(&mut self, instruction: &Instruction<'_>) {
        let (Some(pointer), Some(object)) = (instruction.word(0), instruction.word(1)) else {
            return;
        };
        let place = self.place(Some(pointer));
        let stored_values = match place {
            Some(Place { root: Root::Local(id) | Root::Variable(id), first: None, .. }) => {
                let once = id == pointer && self.stores.get(&id) == Some(&1);
                let class = self.globals.get(&id);
                (once && class.is_none_or(|class| *class == storage::PRIVATE)).then_some(id)
            }
            _ => None,
        };
        match (stored_values, self.values.get(&object)) {
            (Some(id), Some(Value::Push(word))) => {
                self.stored_values.insert(id, *word);
            }
            _ => self.consume(object, READ, instruction),
        }
        if let Some(place) = place {
            self.record_access(place, WRITTEN);
        }
    }

    fn call(&mut self, instruction: &Instruction<'_>) {
        let Some(callee) = instruction.word(2) else { return };
        let mut arguments = Vec::new();
        for id in instruction.operands().skip(3) {
            let place = self.place(Some(id));
            match place {
                Some(place) => self.record_access(place, Flags::default()),
                None => self.consume(id, READ, instruction),
            }
            arguments.push(place);
        }
        if let Some(function) = self.functions.last_mut() {
            function.calls.push((callee, arguments));
        }
    }

    /// Handles an instruction that may extract part of a push constant.
    fn part(&mut self, instruction: &Instruction<'_>) {
        let word = |place| instruction.word(place);
        let push = |id: Option<u32>| match self.values.get(&id?) {
            Some(Value::Push(word)) => Some(*word),
            _ => None,
        };
        let found = match instruction.opcode {
            op::BITWISE_AND => {
                let sides = [(word(2), word(3)), (word(3), word(2))];
                sides.into_iter().find_map(|(value, mask)| push(value)?.masked(self.constant(mask)?))
            }
            op::SHIFT_RIGHT_LOGICAL => push(word(2))
                .zip(self.constant(word(3)))
                .and_then(|(push, by)| if by == 16 { push.field(16, 16) } else { None }),
            op::BIT_FIELD_U_EXTRACT => {
                let range = self.constant(word(3)).zip(self.constant(word(4)));
                push(word(2)).zip(range).and_then(|(push, (offset, count))| push.field(offset, count))
            }
            _ => push(word(2)).zip(word(3)).and_then(|(push, index)| match (push.member, push.element) {
                (None, _) => Some(PushWord { member: Some(index), element: word(4), ..push }),
                (Some(_), None) => Some(PushWord { element: Some(index), ..push }),
                _ => None,
            }),
        };
        let (Some(found), Some(result)) = (found, word(1)) else {
            return self.consume_all(instruction, READ);
        };
        if found.half != Half::Whole {
            self.push(found, instruction);
        }
        self.values.insert(result, Value::Push(found));
    }

    /// Locations that each parameter may refer to, with the function that passes them, and whether the list
    /// is complete.
    fn parameter_roots(&self) -> (HashMap<u32, BTreeSet<(usize, Place)>>, bool) {
        const MANY: usize = 32;
        const MUCH: usize = 2_000_000;
        let (mut work, mut all) = (0, true);
        let mut roots: HashMap<u32, BTreeSet<(usize, Place)>> = HashMap::new();
        // A location may be passed on from call to call; each round follows one more call.
        for _ in 0..32 {
            let mut changed = false;
            for (caller, function) in self.functions.iter().enumerate() {
                for (callee, arguments) in &function.calls {
                    let Some(callee) = self.by_id.get(callee).map(|place| &self.functions[*place]) else {
                        continue;
                    };
                    for (parameter, argument) in callee.parameters.iter().zip(arguments) {
                        let Some(argument) = argument else { continue };
                        let mut passed = Vec::new();
                        match argument.root {
                            Root::Variable(_) => passed.push((caller, *argument)),
                            Root::Parameter(outer) => {
                                let outer = roots.get(&outer).into_iter().flatten();
                                passed.extend(outer.map(|(_, place)| (caller, argument.inside(*place))));
                            }
                            Root::Local(_) => {}
                        }
                        let known = roots.entry(*parameter).or_default();
                        work += passed.len() + 1;
                        for one in passed {
                            if known.len() < MANY {
                                changed |= known.insert(one);
                            } else {
                                all &= known.contains(&one);
                            }
                        }
                        if work > MUCH {
                            return (roots, false);
                        }
                    }
                }
            }
            if !changed {
                return (roots, all);
            }
        }
        (roots, false)
    }

    fn collect(
        &self,
        entry: &mut EntryPoint,
        roots: &HashMap<u32, BTreeSet<(usize, Place)>>,
        budget: &mut usize,
    ) {
        let mut reached = BTreeSet::new();
        let mut worklist: Vec<usize> = self.by_id.get(&entry.function).copied().into_iter().collect();
        while let Some(place) = worklist.pop() {
            let function = &self.functions[place];
            let cost = function.touches.len() + function.pushes.len() + function.calls.len() + 1;
            if reached.contains(&place) {
                continue;
            }
            let Some(left) = budget.checked_sub(cost) else {
                entry.truncated = true;
                break;
            };
            *budget = left;
            reached.insert(place);
            worklist.extend(function.calls.iter().filter_map(|(callee, _)| self.by_id.get(callee)));
        }
        let mut touches: BTreeMap<Place, Flags> = BTreeMap::new();
        let mut pushes: BTreeMap<PushWord, Range<usize>> = BTreeMap::new();
        for function in reached.iter().map(|place| &self.functions[*place]) {
            for (place, flags) in &function.touches {
                let mut add = |place: Place| {
                    let known = touches.entry(place).or_default();
                    known.read |= flags.read;
                    known.written |= flags.written;
                };
                match place.root {
                    Root::Parameter(id) => (roots.get(&id).into_iter().flatten())
                        .filter(|(caller, _)| reached.contains(caller))
                        .for_each(|(_, outer)| add(place.inside(*outer))),
                    _ => add(*place),
                }
            }
            for (word, range) in &function.pushes {
                pushes.entry(*word).or_insert_with(|| range.clone());
            }
        }
        entry.push_reads = pushes.into_iter().map(|(word, range)| PushRead { word, range }).collect();
        for (place, flags) in touches {
            // The map is sorted by root, so accesses of one variable are adjacent.
            let Root::Variable(variable) = place.root else {
                continue;
            };
            if entry.uses.last().is_none_or(|last| last.variable != variable) {
                entry.uses.push(VariableUse { variable, read: false, written: false, accesses: Vec::new() });
            }
            if let Some(last) = entry.uses.last_mut() {
                let Flags { read, written } = flags;
                last.read |= read;
                last.written |= written;
                last.accesses.push(Access { first: place.first, second: place.second, read, written });
            }
        }
    }
}
