//! Separates outputs of control points from those of the patch.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Function, Id, Operand};

use super::split::{MAX_STEPS, Output, Splitter};
use crate::copy::copy_annotations;
use crate::refusal::Reason;

/// The order of the instructions of a function before it was split.
#[derive(Default)]
pub(super) struct Order {
    /// Instructions, each with the index of its block.
    code: Vec<(usize, At)>,
    /// Index in `code` of the last store to outputs of control points.
    last_store: Option<usize>,
    /// Branches back: from a block to a block.
    back: Vec<(usize, usize)>,
}

impl Order {
    pub(super) fn of(splitter: &Splitter<'_>, function: Id) -> Order {
        let Some(function) = splitter.function(function) else { return Order::default() };
        let blocks = function.blocks.iter().enumerate();
        let code: Vec<(usize, At)> =
            blocks.flat_map(|(index, block)| block.body.iter().map(move |at| (index, *at))).collect();
        let last_store = code.iter().rposition(|(_, at)| splitter.touches_points(*at, op::STORE));
        let mut back = Vec::new();
        for (index, block) in function.blocks.iter().enumerate() {
            let targets = splitter.module.used_ids(block.terminator());
            let target = |label: Id| function.blocks.iter().position(|block| block.label == label);
            back.extend(targets.filter_map(target).filter(|to| *to <= index).map(|to| (index, to)));
        }
        Order { code, last_store, back }
    }

    /// True if a store to outputs of control points may follow an instruction.
    fn store_may_follow(&self, at: At) -> bool {
        let Some(store) = self.last_store else { return false };
        let Some(index) = self.code.iter().position(|(_, other)| *other == at) else { return true };
        let (from, to) = (self.code[index].0, self.code[store].0);
        // A loop around both may run the store after the instruction.
        index <= store || self.back.iter().any(|(end, start)| *end >= from && *start <= to)
    }
}

impl Splitter<'_> {
    /// True for an instruction with this opcode at outputs of control points, and for a call of what has one.
    fn touches_points(&self, at: At, opcode: u16) -> bool {
        let is_one = |at: At| self.output_of(at, opcode) == Some(Output::Point);
        match self.module.opcode(at) {
            op::FUNCTION_CALL => self.code_of(self.module.word(at, 0)).any(is_one),
            _ => is_one(at),
        }
    }

    /// Refuses loads of outputs that are not written yet in HLSL, or that may be written again.
    pub(super) fn check_loads(&mut self, patch: Id, order: &Order) {
        let code: Vec<At> = self.function(patch).into_iter().flat_map(Function::walk).collect();
        let mut loads = code.into_iter().filter(|at| self.touches_points(*at, op::LOAD));
        let early = loads.find(|at| order.store_may_follow(*at));
        let of_points = self.module.functions.iter().filter(|function| !self.of_patch.contains(&function.id));
        let code: Vec<At> = of_points.flat_map(Function::walk).collect();
        let late = code.into_iter().find(|at| self.output_of(*at, op::LOAD) == Some(Output::Patch));
        if let Some(at) = early {
            let what = "the patch constant function reads outputs of control points that are written later";
            self.refuse(Reason::Control, Some(at), what);
        }
        if let Some(at) = late {
            let what =
                "a control point reads outputs of the patch; in HLSL the patch constant function runs later";
            self.refuse(Reason::Interface, Some(at), what);
        }
    }

    /// Gives control points variables of their own for outputs of the patch that they read: without barriers an invocation
    /// can rely on its own stores alone.
    pub(super) fn keep_own_values(&mut self, entry: Id) {
        let code: Vec<At> = self.code_of(entry).collect();
        let mut read = self.loaded(&code);
        read.retain(|id| self.outputs.get(id) == Some(&Output::Patch));
        for var in read {
            let Some((ty, _)) = self.module.pointer(self.module.type_of(var)) else { continue };
            let own = self.add_variable(ty, storage_class::PRIVATE);
            for &at in &code {
                let is_chain =
                    matches!(self.module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
                if is_chain && self.root(self.module.word(at, 0)) == var {
                    let part = self.module.pointer(self.module.get(at).ty).map_or(0, |found| found.0);
                    let ty = self.pointer_to(part, storage_class::PRIVATE);
                    self.module.set_type(at, ty);
                }
            }
            for &at in &code {
                self.module.map_ids(at, |id| if id == var { own } else { id });
            }
        }
    }

    /// Replaces arrays of outputs, one element for each control point, by variables for the element of the own one. By array, its variable.
    pub(super) fn separate_points(&mut self, entry: Id) -> BTreeMap<Id, Id> {
        let mut own = BTreeMap::new();
        for id in self.reached(entry) {
            if self.of_patch.contains(&id) {
                continue;
            }
            let Some(function) = self.function(id).cloned() else { continue };
            let mut same: HashMap<Id, Id> = HashMap::default();
            for at in function.walk() {
                self.module.map_ids(at, |id| same.get(&id).copied().unwrap_or(id));
                let output = |id: &Id| self.outputs.get(id) == Some(&Output::Point);
                let Some(var) = self.module.used_ids(at).find(output) else { continue };
                let Some(element) = self.own_element(&function, at, (var, &mut own)) else {
                    let what = "a control point uses outputs of another; in HLSL it has its own alone";
                    self.refuse(Reason::Interface, Some(at), what);
                    continue;
                };
                let rest: Vec<Operand> = self.module.tagged_operands(at).skip(2).collect();
                if rest.is_empty() {
                    same.insert(self.module.get(at).result, element);
                } else {
                    let opcode = self.module.opcode(at);
                    self.module.rewrite(at, opcode, std::iter::once(Operand::Id(element)).chain(rest));
                }
            }
        }
        own
    }

    /// The variable of the element that an access chain selects, if it is that of the own control point.
    fn own_element(
        &mut self,
        function: &Function,
        at: At,
        (var, own): (Id, &mut BTreeMap<Id, Id>),
    ) -> Option<Id> {
        let is_chain = matches!(self.module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
        let index = self.module.operands(at).get(1).copied().filter(|_| is_chain)?;
        if !self.is_own_number(function, index) {
            return None;
        }
        if let Some(known) = own.get(&var) {
            return Some(*known);
        }
        let new = self.element_variable(var)?;
        own.insert(var, new);
        Some(new)
    }

    /// True for the value of `InvocationId`.
    pub(super) fn is_own_number(&self, function: &Function, mut id: Id) -> bool {
        for _ in 0..MAX_STEPS {
            let Some(at) = self.module.definition(id) else { return false };
            let source = self.module.word(at, 0);
            match self.module.opcode(at) {
                op::BITCAST | op::COPY_OBJECT => id = source,
                op::LOAD if Some(source) == self.invocation => return true,
                op::LOAD => match self.only_value(function, source) {
                    Some(value) => id = value,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// The value that a local variable always has: the only one that is stored to it.
    fn only_value(&self, function: &Function, var: Id) -> Option<Id> {
        let is_variable = self.module.opcode_of(var) == op::VARIABLE;
        let uses = |at: &At| {
            let is_real = self.module.opcode(*at) != op::LOAD && !self.module.is_debug(*at);
            is_real && self.module.used_ids(*at).any(|id| id == var)
        };
        let mut users = function.walk().filter(uses).filter(|_| is_variable);
        let store = users.next()?;
        let is_alone = users.next().is_none();
        let stores = self.module.opcode(store) == op::STORE && self.module.word(store, 0) == var;
        (is_alone && stores).then(|| self.module.word(store, 1))
    }

    /// A variable for one element of an output.
    fn element_variable(&mut self, var: Id) -> Option<Id> {
        let at = self.module.definition(var)?;
        let (array, _) = self.module.pointer(self.module.get(at).ty)?;
        let element = self.module.component_type(array, 0)?;
        let new = self.add_variable(element, storage_class::OUTPUT);
        if let Some(definition) = self.module.definition(new) {
            self.module.set_origin(definition, self.module.origin(at));
        }
        copy_annotations(&mut self.module, &HashMap::from_iter([(var, new)]));
        for at in self.module.globals.clone() {
            if self.module.opcode(at) == op::ENTRY_POINT && self.module.used_ids(at).any(|id| id == var) {
                let operands: Vec<Operand> =
                    self.module.tagged_operands(at).chain([Operand::Id(new)]).collect();
                self.module.rewrite(at, op::ENTRY_POINT, operands);
            }
        }
        Some(new)
    }
}
