//! Splits a tessellation control shader into the two functions of a hull shader: one for a control point, one for the patch.
//!
//! The function for control points keeps what the shader stores to outputs of its own control point, the function for the patch what it
//! stores to outputs of the patch, done for each invocation in turn where it depends on which one it is. Barriers go, since
//! nothing that an invocation gives is read by another one within the same function.

use std::collections::{HashMap, HashSet};

use glassbox_spirv::build::value::{built_in, decoration, execution_model, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Function, Id, Module, Operand};
use glassbox_spirv::optimize;

use super::guard;
use crate::interface::is_of_patch;
use crate::refusal::{Reason, Refusals};

/// Steps from a pointer to its variable.
const MAX_STEPS: usize = 32;
/// Rounds of removing calls without effect.
const MAX_ROUNDS: usize = 16;

const WRITES: &str = "a control shader writes to memory, and HLSL runs a part of it twice";

/// A control shader as two functions.
pub(super) struct Split {
    pub(super) module: Module,
    /// The function for the patch.
    pub(super) patch: Id,
    /// By variable of the outputs of all control points, the variable of the output of one.
    pub(super) points: HashMap<Id, Id>,
}

/// The order of what a function did before it was split.
#[derive(Default)]
struct Order {
    /// Instructions, each with the index of its block.
    list: Vec<(usize, At)>,
    last: Option<usize>,
    /// Branches back: from a block to a block.
    back: Vec<(usize, usize)>,
}

/// What an output is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Point,
    Patch,
}

/// A module that is split.
pub(super) struct Splitter<'r> {
    pub(super) module: Module,
    pub(super) outputs: HashMap<Id, Output>,
    /// The variable of the number of the invocation.
    pub(super) invocation: Option<Id>,
    refusals: &'r mut Refusals,
}

/// Splits the module; adds to the refusals what HLSL cannot say.
pub(super) fn split(module: &Module, entry: Id, points: u32, refusals: &mut Refusals) -> Option<Split> {
    let annotations = Annotations::of(module);
    let mut outputs = HashMap::new();
    let mut invocation = None;
    for &at in module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE) {
        let id = module.get(at).result;
        let Some((ty, class)) = module.pointer(module.get(at).ty) else { continue };
        if class == storage_class::INPUT
            && annotations.value(id, decoration::BUILT_IN) == Some(built_in::INVOCATION_ID)
        {
            invocation = Some(id);
        }
        if class == storage_class::OUTPUT {
            let of = if is_of_patch(module, &annotations, (id, ty)) { Output::Patch } else { Output::Point };
            outputs.insert(id, of);
        }
    }
    let mut splitter = Splitter { module: module.clone(), outputs, invocation, refusals };
    splitter.check(entry);
    let copies = splitter.copy(entry);
    let patch = *copies.get(&entry)?;
    let copied: HashSet<Id> = copies.values().copied().collect();
    let order = splitter.order_of(patch);
    let waits = splitter.waits(entry);
    if !waits {
        splitter.keep_own_values(entry, &copied);
    }
    splitter.drop_stores(&copied);
    splitter.name_patch(entry, patch);
    splitter.sweep();
    let own = splitter.own_points(entry, &copied);
    if splitter.loads_early(patch, &order) {
        splitter.refuse(
            Reason::Control,
            entry,
            "the patch reads what control points give before all of these are given, and HLSL gives them before the patch",
        );
    }
    splitter.refuse_patch_loads(&copied);
    let patch = guard::choose_invocation(&mut splitter, patch, &copied, (points, waits));
    splitter.sweep();
    Some(Split { module: splitter.module, patch, points: own })
}

impl Splitter<'_> {
    fn refuse(&mut self, reason: Reason, function: Id, what: &str) {
        let at = self.module.functions.iter().find(|found| found.id == function).map(Function::declaration);
        self.refusals.add(reason, at, what.to_owned());
    }

    pub(super) fn refuse_at(&mut self, reason: Reason, at: At, what: &str) {
        self.refusals.add(reason, Some(at), what.to_owned());
    }

    pub(super) fn function(&self, id: Id) -> Option<&Function> {
        self.module.functions.iter().find(|function| function.id == id)
    }

    /// Functions that one reaches, itself included.
    pub(super) fn reached(&self, from: Id) -> Vec<Id> {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            next += 1;
            let Some(function) = self.function(id) else { continue };
            for at in function.walk().filter(|at| self.module.opcode(*at) == op::FUNCTION_CALL) {
                let callee = self.module.word(at, 0);
                if !found.contains(&callee) {
                    found.push(callee);
                }
            }
        }
        found
    }

    /// The variable that a pointer points into, or another id that is none.
    pub(super) fn root(&self, mut pointer: Id) -> Id {
        for _ in 0..MAX_STEPS {
            match self.module.opcode_of(pointer) {
                op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT => {
                    pointer = self.module.definition(pointer).map_or(0, |at| self.module.word(at, 0));
                }
                _ => break,
            }
        }
        pointer
    }

    /// True if invocations wait for each other.
    fn waits(&self, entry: Id) -> bool {
        self.reached(entry)
            .into_iter()
            .filter_map(|id| self.function(id))
            .any(|function| function.walk().any(|at| self.module.opcode(at) == op::CONTROL_BARRIER))
    }

    /// Lets control points keep what they gave of the patch in variables of their own, where they read it: without barriers they
    /// read their own values alone.
    fn keep_own_values(&mut self, entry: Id, copied: &HashSet<Id>) {
        let points: Vec<Id> = self.reached(entry).into_iter().filter(|id| !copied.contains(id)).collect();
        let functions = points.iter().filter_map(|id| self.function(*id));
        let list: Vec<At> = functions.flat_map(Function::walk).collect();
        let mut read: Vec<Id> = self.loaded(&list);
        read.retain(|id| self.outputs.get(id) == Some(&Output::Patch));
        for var in read {
            let Some((ty, _)) = self.module.pointer(self.module.type_of(var)) else { continue };
            let pointer = self.pointer_to(ty, storage_class::PRIVATE);
            let own = self.module.new_id();
            let made =
                self.module.add(op::VARIABLE, pointer, own, [Operand::Literal(storage_class::PRIVATE)]);
            self.module.globals.push(made);
            for &at in &list {
                let is_chain =
                    matches!(self.module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
                if is_chain && self.root(self.module.word(at, 0)) == var {
                    let part = self.module.pointer(self.module.get(at).ty).map_or(0, |found| found.0);
                    let ty = self.pointer_to(part, storage_class::PRIVATE);
                    self.module.set_type(at, ty);
                }
            }
            for &at in &list {
                self.module.map_ids(at, |id| if id == var { own } else { id });
            }
        }
    }

    /// Variables that instructions load from, in order.
    fn loaded(&self, list: &[At]) -> Vec<Id> {
        let loads = list.iter().filter(|at| self.module.opcode(**at) == op::LOAD);
        let mut read: Vec<Id> = loads.map(|at| self.root(self.module.word(*at, 0))).collect();
        read.sort_unstable();
        read.dedup();
        read
    }

    /// Refuses effects that would be done twice, and pointers to outputs that are passed on.
    fn check(&mut self, entry: Id) {
        let reached = self.reached(entry);
        let all: Vec<At> =
            reached.iter().filter_map(|id| self.function(*id)).flat_map(Function::walk).collect();
        let read = self.loaded(&all);
        let used: HashSet<Id> = all.iter().flat_map(|at| self.module.used_ids(*at)).collect();
        let reads_images = all.iter().any(|at| self.module.opcode(*at) == op::IMAGE_READ);
        for function in reached {
            let Some(found) = self.function(function) else { continue };
            for at in found.walk().collect::<Vec<At>>() {
                let operands = self.module.operands(at);
                let class =
                    |pointer: Id| self.module.pointer(self.module.type_of(pointer)).map(|found| found.1);
                let what = match self.module.opcode(at) {
                    op::STORE | op::COPY_MEMORY => {
                        let root = operands.first().map_or(0, |pointer| self.root(*pointer));
                        let is_own = matches!(
                            class(root),
                            Some(storage_class::FUNCTION | storage_class::PRIVATE | storage_class::OUTPUT)
                        );
                        // Control points alone write to what the shader does not read.
                        let is_done_once = self.is_memory(root) && !read.contains(&root);
                        (!is_own && !is_done_once).then_some(WRITES)
                    }
                    op::IMAGE_WRITE => reads_images.then_some(WRITES),
                    op::ATOMIC_LOAD..=op::ATOMIC_XOR => {
                        let is_done_once = !used.contains(&self.module.get(at).result)
                            && !read.contains(&self.root(operands[0]));
                        (!is_done_once).then_some(WRITES)
                    }
                    op::FUNCTION_CALL => operands[1..]
                        .iter()
                        .any(|id| class(*id) == Some(storage_class::OUTPUT))
                        .then_some("a control shader passes a pointer to an output on; inline the function"),
                    _ => None,
                };
                if let Some(what) = what {
                    self.refuse_at(Reason::Interface, at, what);
                }
            }
        }
    }

    fn is_memory(&self, root: Id) -> bool {
        let class = self.module.pointer(self.module.type_of(root)).map(|found| found.1);
        matches!(class, Some(storage_class::STORAGE_BUFFER | storage_class::UNIFORM))
    }

    /// Copies the entry point and the functions that use outputs or the number of the invocation. By function, its copy.
    fn copy(&mut self, entry: Id) -> HashMap<Id, Id> {
        let reached = self.reached(entry);
        let mut copied: HashSet<Id> = HashSet::from([entry]);
        for &id in &reached {
            let uses = |at: At| {
                let is_barrier = matches!(self.module.opcode(at), op::CONTROL_BARRIER | op::MEMORY_BARRIER);
                let is_write = match self.module.opcode(at) {
                    op::STORE => self.is_memory(self.root(self.module.word(at, 0))),
                    op::IMAGE_WRITE | op::ATOMIC_LOAD..=op::ATOMIC_XOR => true,
                    _ => false,
                };
                is_barrier
                    || is_write
                    || self
                        .module
                        .used_ids(at)
                        .any(|id| self.outputs.contains_key(&id) || Some(id) == self.invocation)
            };
            if self.function(id).is_some_and(|function| function.walk().any(uses)) {
                copied.insert(id);
            }
        }
        // Callers of these too.
        loop {
            let calls = |id: Id| {
                let called = self.reached(id);
                called.iter().any(|callee| copied.contains(callee))
            };
            let callers: Vec<Id> =
                reached.iter().copied().filter(|id| !copied.contains(id) && calls(*id)).collect();
            if callers.is_empty() {
                break;
            }
            copied.extend(callers);
        }
        let mut ids: HashMap<Id, Id> = HashMap::new();
        for &id in &copied {
            let Some(function) = self.function(id).cloned() else { continue };
            for at in function.walk() {
                let result = self.module.get(at).result;
                if result != 0 {
                    let new = self.module.new_id();
                    ids.insert(result, new);
                }
            }
        }
        let functions: Vec<Function> =
            self.module.functions.iter().filter(|function| copied.contains(&function.id)).cloned().collect();
        for function in functions {
            let copy = self.copy_function(&function, &ids);
            self.module.functions.push(copy);
        }
        self.copy_annotations(&ids);
        copied.iter().filter_map(|id| Some((*id, *ids.get(id)?))).collect()
    }

    fn copy_function(&mut self, function: &Function, ids: &HashMap<Id, Id>) -> Function {
        let mut list =
            |all: &[At]| -> Vec<At> { all.iter().map(|at| copy_of(&mut self.module, *at, ids)).collect() };
        let mut copy = Function {
            id: ids.get(&function.id).copied().unwrap_or(0),
            before: Vec::new(),
            head: list(&function.head),
            blocks: Vec::new(),
            end: list(&function.end),
        };
        for block in &function.blocks {
            let mut new = block.clone();
            new.label = ids.get(&block.label).copied().unwrap_or(0);
            new.head = list(&block.head);
            new.body = list(&block.body);
            copy.blocks.push(new);
        }
        copy
    }

    /// Gives copies the names and decorations of what they are copies of.
    fn copy_annotations(&mut self, ids: &HashMap<Id, Id>) {
        for at in self.module.globals.clone() {
            let is_one = matches!(self.module.opcode(at), op::NAME | op::DECORATE);
            if is_one && ids.contains_key(&self.module.word(at, 0)) {
                let copy = copy_of(&mut self.module, at, ids);
                self.module.place_global(copy);
            }
        }
    }

    /// Removes stores that the other function does, and barriers.
    fn drop_stores(&mut self, copied: &HashSet<Id>) {
        for index in 0..self.module.functions.len() {
            let is_patch = copied.contains(&self.module.functions[index].id);
            let mut function = std::mem::take(&mut self.module.functions[index]);
            for block in &mut function.blocks {
                block.body.retain(|at| match self.module.opcode(*at) {
                    op::CONTROL_BARRIER | op::MEMORY_BARRIER => false,
                    op::IMAGE_WRITE | op::ATOMIC_LOAD..=op::ATOMIC_XOR => !is_patch,
                    op::STORE | op::COPY_MEMORY => {
                        let root = self.root(self.module.word(*at, 0));
                        match self.outputs.get(&root) {
                            Some(Output::Point) => !is_patch,
                            Some(Output::Patch) => is_patch,
                            None => !is_patch || !self.is_memory(root),
                        }
                    }
                    _ => true,
                });
            }
            self.module.functions[index] = function;
        }
    }

    /// Makes the outputs of an invocation's own control point variables that are no arrays.
    fn own_points(&mut self, entry: Id, copied: &HashSet<Id>) -> HashMap<Id, Id> {
        let mut own: HashMap<Id, Id> = HashMap::new();
        for id in self.reached(entry) {
            if copied.contains(&id) {
                continue;
            }
            let Some(function) = self.function(id).cloned() else { continue };
            let mut same: HashMap<Id, Id> = HashMap::new();
            for at in function.walk() {
                if !same.is_empty() {
                    self.module.map_ids(at, |id| same.get(&id).copied().unwrap_or(id));
                }
                let used: Vec<Id> = self.module.used_ids(at).collect();
                let Some(&var) = used.iter().find(|id| self.outputs.get(id) == Some(&Output::Point)) else {
                    continue;
                };
                let is_chain =
                    matches!(self.module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
                let index = if is_chain { self.module.operands(at).get(1).copied() } else { None };
                if !index.is_some_and(|index| self.is_own(&function, index)) {
                    let what = "a control point uses what another one gives, and HLSL gives a control point its own alone";
                    self.refuse_at(Reason::Interface, at, what);
                    continue;
                }
                let new = match own.get(&var) {
                    Some(&new) => new,
                    None => {
                        let Some(new) = self.element_variable(var) else { continue };
                        own.insert(var, new);
                        new
                    }
                };
                let rest: Vec<Operand> = self.module.tagged_operands(at).skip(2).collect();
                if rest.is_empty() {
                    same.insert(self.module.get(at).result, new);
                    continue;
                }
                let opcode = self.module.opcode(at);
                self.module.rewrite(at, opcode, std::iter::once(Operand::Id(new)).chain(rest));
            }
        }
        own
    }

    /// True for the number of the invocation.
    pub(super) fn is_own(&self, function: &Function, mut id: Id) -> bool {
        for _ in 0..MAX_STEPS {
            let Some(at) = self.module.definition(id) else { return false };
            match self.module.opcode(at) {
                op::BITCAST | op::COPY_OBJECT => id = self.module.word(at, 0),
                op::LOAD if Some(self.module.word(at, 0)) == self.invocation => return true,
                op::LOAD => {
                    let var = self.module.word(at, 0);
                    if self.module.opcode_of(var) != op::VARIABLE {
                        return false;
                    }
                    let users = function.walk().filter(|at| {
                        self.module.opcode(*at) != op::LOAD && self.module.used_ids(*at).any(|id| id == var)
                    });
                    let users: Vec<At> = users.filter(|at| !self.module.is_debug(*at)).collect();
                    match users.as_slice() {
                        &[store]
                            if self.module.opcode(store) == op::STORE
                                && self.module.word(store, 0) == var =>
                        {
                            id = self.module.word(store, 1);
                        }
                        _ => return false,
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// A variable for one element of an output.
    fn element_variable(&mut self, var: Id) -> Option<Id> {
        let at = self.module.definition(var)?;
        let (array, _) = self.module.pointer(self.module.get(at).ty)?;
        let element = self.module.component_type(array, 0)?;
        let ty = self.pointer_to(element, storage_class::OUTPUT);
        let new = self.module.new_id();
        let variable = self.module.add(op::VARIABLE, ty, new, [Operand::Literal(storage_class::OUTPUT)]);
        self.module.set_origin(variable, self.module.origin(at));
        self.module.globals.push(variable);
        self.copy_annotations(&HashMap::from([(var, new)]));
        for at in self.module.globals.clone() {
            if self.module.opcode(at) == op::ENTRY_POINT && self.module.used_ids(at).any(|id| id == var) {
                let operands: Vec<Operand> =
                    self.module.tagged_operands(at).chain([Operand::Id(new)]).collect();
                self.module.rewrite(at, op::ENTRY_POINT, operands);
            }
        }
        Some(new)
    }

    /// A pointer type.
    pub(super) fn pointer_to(&mut self, ty: Id, class: u32) -> Id {
        let known = self.module.globals.iter().map(|at| self.module.get(*at).result);
        let known = known.filter(|id| *id != 0).find(|id| self.module.pointer(*id) == Some((ty, class)));
        known.unwrap_or_else(|| {
            let new = self.module.new_id();
            let at = self.module.add(op::TYPE_POINTER, 0, new, [Operand::Literal(class), Operand::Id(ty)]);
            self.module.globals.push(at);
            new
        })
    }

    /// Makes the copy of the entry point one too, so that it stays, and names it.
    fn name_patch(&mut self, entry: Id, patch: Id) {
        const NAME: &str = "patchConstants";
        let name = words(NAME);
        for at in self.module.globals.clone() {
            match self.module.opcode(at) {
                op::ENTRY_POINT if self.module.word(at, 1) == entry => {
                    let skipped = 2 + self.module.string_words(at, 2);
                    let interface = self.module.tagged_operands(at).skip(skipped).collect::<Vec<Operand>>();
                    let head = [Operand::Literal(execution_model::TESSELLATION_CONTROL), Operand::Id(patch)];
                    let operands =
                        head.into_iter().chain(name.iter().copied().map(Operand::Literal)).chain(interface);
                    let new = self.module.add(op::ENTRY_POINT, 0, 0, operands);
                    self.module.place_global(new);
                }
                op::NAME if self.module.word(at, 0) == patch => {
                    let operands =
                        std::iter::once(Operand::Id(patch)).chain(name.iter().copied().map(Operand::Literal));
                    self.module.rewrite(at, op::NAME, operands.collect::<Vec<Operand>>());
                }
                _ => {}
            }
        }
    }

    /// Removes what has no effect, calls included.
    pub(super) fn sweep(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let module = std::mem::take(&mut self.module);
            self.module = optimize::remove_dead(module);
            if !self.drop_calls() {
                return;
            }
        }
    }

    /// Removes calls without an effect whose result nothing uses.
    fn drop_calls(&mut self) -> bool {
        let mut used: HashSet<Id> = HashSet::new();
        for function in &self.module.functions {
            for at in function.walk().filter(|at| !self.module.is_debug(*at)) {
                used.extend(self.module.used_ids(at));
            }
        }
        let effective: HashSet<Id> = self
            .module
            .functions
            .iter()
            .map(|function| function.id)
            .filter(|id| self.has_effect(*id))
            .collect();
        let mut is_changed = false;
        for index in 0..self.module.functions.len() {
            let mut function = std::mem::take(&mut self.module.functions[index]);
            for block in &mut function.blocks {
                block.body.retain(|at| {
                    let is_idle = self.module.opcode(*at) == op::FUNCTION_CALL
                        && !used.contains(&self.module.get(*at).result)
                        && !effective.contains(&self.module.word(*at, 0));
                    is_changed |= is_idle;
                    !is_idle
                });
            }
            self.module.functions[index] = function;
        }
        is_changed
    }

    /// True if a function stores to what is not its own, or may not return.
    fn has_effect(&self, function: Id) -> bool {
        let parameters: HashSet<Id> = self
            .function(function)
            .map(|found| {
                found
                    .walk()
                    .filter(|at| self.module.opcode(*at) == op::FUNCTION_PARAMETER)
                    .collect::<Vec<At>>()
            })
            .unwrap_or_default()
            .into_iter()
            .map(|at| self.module.get(at).result)
            .collect();
        self.reached(function).into_iter().filter_map(|id| self.function(id)).any(|found| {
            found.walk().any(|at| match self.module.opcode(at) {
                op::STORE | op::COPY_MEMORY => {
                    let root = self.root(self.module.word(at, 0));
                    let class = self.module.pointer(self.module.type_of(root)).map(|found| found.1);
                    parameters.contains(&root) || class != Some(storage_class::FUNCTION)
                }
                op::KILL | op::UNREACHABLE | op::TERMINATE_INVOCATION => true,
                _ => false,
            })
        })
    }

    /// True for what does this to outputs of control points: itself, or what it calls.
    fn touches_points(&self, at: At, opcode: u16) -> bool {
        let touches = |at: At| {
            self.module.opcode(at) == opcode
                && self.outputs.get(&self.root(self.module.word(at, 0))) == Some(&Output::Point)
        };
        if self.module.opcode(at) != op::FUNCTION_CALL {
            return touches(at);
        }
        let called = self.reached(self.module.word(at, 0));
        called.into_iter().filter_map(|id| self.function(id)).any(|found| found.walk().any(touches))
    }

    /// Instructions of the function for the patch with their blocks, in order, and where the last of them stores to outputs of
    /// control points.
    fn order_of(&self, patch: Id) -> Order {
        let Some(function) = self.function(patch) else { return Order::default() };
        let blocks = function.blocks.iter().enumerate();
        let list: Vec<(usize, At)> =
            blocks.flat_map(|(index, block)| block.body.iter().map(move |at| (index, *at))).collect();
        let last = list.iter().rposition(|(_, at)| self.touches_points(*at, op::STORE));
        let mut back = Vec::new();
        for (index, block) in function.blocks.iter().enumerate() {
            let targets = self.module.used_ids(block.terminator());
            let target = |label: Id| function.blocks.iter().position(|block| block.label == label);
            back.extend(targets.filter_map(target).filter(|to| *to <= index).map(|to| (index, to)));
        }
        Order { list, last, back }
    }

    /// True if the patch reads outputs of control points where a store to them may follow.
    fn loads_early(&self, patch: Id, order: &Order) -> bool {
        let (Some(last), Some(function)) = (order.last, self.function(patch)) else { return false };
        let store = order.list[last].0;
        let loads = function.walk().filter(|at| self.touches_points(*at, op::LOAD));
        loads.into_iter().any(|at| {
            let Some(load) = order.list.iter().position(|(_, other)| *other == at) else { return true };
            let block = order.list[load].0;
            // A loop around both goes on with stores after loads.
            load <= last || order.back.iter().any(|(from, to)| *from >= block && *to <= store)
        })
    }

    /// Refuses control points that use what the patch gives.
    fn refuse_patch_loads(&mut self, copied: &HashSet<Id>) {
        let points = self.module.functions.iter().filter(|function| !copied.contains(&function.id));
        let found = points.flat_map(Function::walk).find(|at| {
            self.module.opcode(*at) == op::LOAD
                && self.outputs.get(&self.root(self.module.word(*at, 0))) == Some(&Output::Patch)
        });
        if let Some(at) = found {
            let what =
                "a control point uses what its patch gives, and HLSL gives that after the control points";
            self.refuse_at(Reason::Interface, at, what);
        }
    }
}

/// Copies an instruction with other ids.
fn copy_of(module: &mut Module, at: At, ids: &HashMap<Id, Id>) -> At {
    let map = |id: Id| ids.get(&id).copied().unwrap_or(id);
    let found = module.get(at);
    let operands: Vec<Operand> = module
        .tagged_operands(at)
        .map(|operand| match operand {
            Operand::Id(id) => Operand::Id(map(id)),
            literal => literal,
        })
        .collect();
    let result = if found.result == 0 { 0 } else { map(found.result) };
    let new = module.add(found.opcode, found.ty, result, operands);
    module.set_origin(new, module.origin(at));
    new
}

/// A string as words of a module.
pub(super) fn words(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
