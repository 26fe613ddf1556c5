//! Splits a tessellation control shader into the control point function and the patch constant function of a hull shader.
//!
//! Both begin as the whole shader. The control point function loses the stores to outputs of the patch, the patch constant function those to
//! outputs of control points and to memory; then dead code is removed from both. Barriers are removed: a control point reads no other's
//! outputs, and the patch constant function runs when all control points are done.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Declarations, Function, Id, Module, Operand};

use super::{invocations, outputs};
use crate::copy::{copy, copy_functions};
use crate::interface::is_of_patch;
use crate::refusal::{Reason, Refusals};
use crate::text::without_residency;
use crate::tree::is_atomic;

/// Steps from a pointer to its variable.
pub(super) const MAX_STEPS: usize = 32;

const WRITES: &str =
    "a control shader that reads memory it writes cannot be split into the two functions of a hull shader";

/// A control shader as two functions.
pub(in crate::hlsl) struct Split {
    pub(in crate::hlsl) module: Module,
    /// The patch constant function.
    pub(in crate::hlsl) patch: Id,
    /// By output variable of all control points, the output variable of one.
    pub(in crate::hlsl) points: BTreeMap<Id, Id>,
}

/// What an output belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Point,
    Patch,
}

/// A module that is split.
pub(super) struct Splitter<'r> {
    pub(super) module: Module,
    pub(super) declarations: Declarations,
    pub(super) outputs: HashMap<Id, Output>,
    /// The variable with `InvocationId`.
    pub(super) invocation: Option<Id>,
    /// Functions that the patch constant function is made of.
    pub(super) of_patch: HashSet<Id>,
    /// True if invocations wait for each other.
    pub(super) waits: bool,
    refusals: &'r mut Refusals,
}

/// Splits a module; adds what HLSL cannot express to the refusals. `points` is the number of control points that the shader outputs.
pub(in crate::hlsl) fn split(
    module: &Module,
    entry: Id,
    points: u32,
    refusals: &mut Refusals,
) -> Option<Split> {
    let mut splitter = Splitter::new(module, refusals);
    let waits = splitter.code_of(entry).any(|at| splitter.module.opcode(at) == op::CONTROL_BARRIER);
    splitter.waits = waits;
    splitter.check(entry);
    let parts = splitter.parts(entry);
    let copies = copy_functions(&mut splitter.module, &parts);
    let patch = *copies.get(&entry)?;
    splitter.of_patch = copies.into_values().collect();
    splitter.add_entry(entry, patch);
    let order = outputs::Order::of(&splitter, patch);
    if !waits {
        splitter.keep_own_values(entry);
    }
    splitter.drop_stores();
    splitter.sweep();
    let points_of_one = splitter.separate_points(entry);
    splitter.check_loads(patch, &order);
    let patch = invocations::choose(&mut splitter, patch, points);
    splitter.sweep();
    Some(Split { module: splitter.module, patch, points: points_of_one })
}

impl<'r> Splitter<'r> {
    fn new(module: &Module, refusals: &'r mut Refusals) -> Splitter<'r> {
        let annotations = Annotations::of(module);
        let mut outputs = HashMap::default();
        let mut invocation = None;
        for &at in module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE) {
            let id = module.get(at).result;
            let is_invocation = annotations.value(id, decoration::BUILT_IN) == Some(built_in::INVOCATION_ID);
            match module.pointer(module.get(at).ty) {
                Some((_, storage_class::INPUT)) if is_invocation => invocation = Some(id),
                Some((ty, storage_class::OUTPUT)) => {
                    let is_of_patch = is_of_patch(module, &annotations, (id, ty));
                    outputs.insert(id, if is_of_patch { Output::Patch } else { Output::Point });
                }
                _ => {}
            }
        }
        Splitter {
            module: module.clone(),
            declarations: Declarations::of(module),
            outputs,
            invocation,
            of_patch: HashSet::default(),
            waits: false,
            refusals,
        }
    }
}

impl Splitter<'_> {
    pub(super) fn refuse(&mut self, reason: Reason, at: Option<At>, what: &str) {
        self.refusals.add(reason, at, what.to_owned());
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
            for at in self.function(id).into_iter().flat_map(Function::walk) {
                let callee = self.module.word(at, 0);
                if self.module.opcode(at) == op::FUNCTION_CALL && !found.contains(&callee) {
                    found.push(callee);
                }
            }
        }
        found
    }

    /// Instructions of a function and of those that it reaches.
    pub(super) fn code_of(&self, function: Id) -> impl Iterator<Item = At> + '_ {
        self.reached(function).into_iter().filter_map(|id| self.function(id)).flat_map(Function::walk)
    }

    /// The variable that a pointer points into, or the parameter or value that the pointer comes from.
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

    /// Storage class of what a pointer points to.
    pub(super) fn class_of(&self, pointer: Id) -> Option<u32> {
        self.module.pointer(self.module.type_of(pointer)).map(|found| found.1)
    }

    /// The output that an instruction with this opcode loads or stores.
    pub(super) fn output_of(&self, at: At, opcode: u16) -> Option<Output> {
        let pointer = (self.module.opcode(at) == opcode).then(|| self.module.word(at, 0))?;
        self.outputs.get(&self.root(pointer)).copied()
    }

    pub(super) fn is_buffer(&self, root: Id) -> bool {
        matches!(self.class_of(root), Some(storage_class::STORAGE_BUFFER | storage_class::UNIFORM))
    }

    /// True for instructions that write memory outside of the shader.
    fn writes_memory(&self, at: At) -> bool {
        match self.module.opcode(at) {
            op::STORE | op::COPY_MEMORY => self.is_buffer(self.root(self.module.word(at, 0))),
            op::IMAGE_WRITE => true,
            opcode => is_atomic(opcode),
        }
    }

    /// Refuses writes that the split would duplicate or reorder, and pointers to outputs that are passed on.
    fn check(&mut self, entry: Id) {
        let code: Vec<At> = self.code_of(entry).collect();
        let read = self.loaded(&code);
        let used: HashSet<Id> = code.iter().flat_map(|at| self.module.used_ids(*at)).collect();
        let reads_images = code.iter().any(|at| without_residency(self.module.opcode(*at)) == op::IMAGE_READ);
        for at in code {
            let operands = self.module.operands(at);
            let what = match self.module.opcode(at) {
                op::COPY_MEMORY if self.outputs.contains_key(&self.root(operands[1])) => {
                    Some("a control shader copies memory from an output; load and store it")
                }
                op::STORE | op::COPY_MEMORY => {
                    let root = self.root(operands[0]);
                    let is_own = matches!(
                        self.class_of(root),
                        Some(storage_class::FUNCTION | storage_class::PRIVATE | storage_class::OUTPUT)
                    );
                    let is_written_alone = self.is_buffer(root) && !read.contains(&root);
                    (!is_own && !is_written_alone).then_some(WRITES)
                }
                op::IMAGE_WRITE => reads_images.then_some(WRITES),
                op::FUNCTION_CALL => operands[1..]
                    .iter()
                    .any(|id| self.class_of(*id) == Some(storage_class::OUTPUT))
                    .then_some("a control shader passes a pointer to an output to a function; inline it"),
                opcode if is_atomic(opcode) => {
                    let is_read =
                        used.contains(&self.module.get(at).result) || read.contains(&self.root(operands[0]));
                    is_read.then_some(WRITES)
                }
                _ => None,
            };
            if let Some(what) = what {
                self.refuse(Reason::Interface, Some(at), what);
            }
        }
    }

    /// Variables that instructions load from, in order.
    pub(super) fn loaded(&self, code: &[At]) -> Vec<Id> {
        let loads = code.iter().filter(|at| self.module.opcode(**at) == op::LOAD);
        let mut read: Vec<Id> = loads.map(|at| self.root(self.module.word(*at, 0))).collect();
        read.sort_unstable();
        read.dedup();
        read
    }

    /// The entry point, and the functions that differ between the two parts: those that use outputs, `InvocationId` or barriers, that
    /// write memory, or that call such functions.
    fn parts(&self, entry: Id) -> HashSet<Id> {
        let differs = |at: At| {
            let is_barrier = matches!(self.module.opcode(at), op::CONTROL_BARRIER | op::MEMORY_BARRIER);
            let mut ids = self.module.used_ids(at);
            is_barrier
                || self.writes_memory(at)
                || ids.any(|id| self.outputs.contains_key(&id) || Some(id) == self.invocation)
        };
        let reached = self.reached(entry);
        let parts = reached.into_iter().filter(|id| *id == entry || self.code_of(*id).any(differs));
        parts.collect()
    }

    /// Makes the patch constant function an entry point too, so that it is live.
    fn add_entry(&mut self, entry: Id, patch: Id) {
        for at in self.module.globals.clone() {
            if self.module.opcode(at) == op::ENTRY_POINT && self.module.word(at, 1) == entry {
                let new = copy(&mut self.module, at, &HashMap::from_iter([(entry, patch)]));
                self.module.place_global(new);
            }
        }
        self.module.rename(&[(patch, "patchConstants".to_owned())].into());
    }

    /// Removes the stores that the other part does, and barriers.
    fn drop_stores(&mut self) {
        let mut dropped: HashSet<At> = HashSet::default();
        for function in &self.module.functions {
            let own = if self.of_patch.contains(&function.id) { Output::Patch } else { Output::Point };
            for at in function.walk() {
                let is_other = match self.module.opcode(at) {
                    op::CONTROL_BARRIER | op::MEMORY_BARRIER => true,
                    opcode @ (op::STORE | op::COPY_MEMORY) if self.output_of(at, opcode).is_some() => {
                        self.output_of(at, opcode) != Some(own)
                    }
                    _ => own == Output::Patch && self.writes_memory(at),
                };
                if is_other {
                    dropped.insert(at);
                }
            }
        }
        self.module.retain(|_, at| !dropped.contains(&at));
    }

    /// A new variable outside of functions.
    pub(super) fn add_variable(&mut self, ty: Id, class: u32) -> Id {
        let pointer = self.pointer_to(ty, class);
        let id = self.module.new_id();
        let at = self.module.add(op::VARIABLE, pointer, id, [Operand::Literal(class)]);
        self.module.globals.push(at);
        id
    }

    pub(super) fn pointer_to(&mut self, ty: Id, class: u32) -> Id {
        let operands = [Operand::Literal(class), Operand::Id(ty)];
        self.declarations.get(&mut self.module, (op::TYPE_POINTER, 0), &operands)
    }
}
