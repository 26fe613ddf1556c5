//! Walks a module in the order of LLVM 3.7 and notes what it meets.

use super::ConstantOrder;
use super::pool::Pooled;
use crate::error::BitcodeError;
use crate::ir::body::Body;
use crate::ir::constant::Constant;
use crate::ir::handle::{AttributesId, InstructionId, List, MetadataId, TypeId, ValueId};
use crate::ir::instruction::{Instruction, Op};
use crate::ir::metadata::{Attachment, Metadata};
use crate::ir::read::types::parts;
use crate::ir::types::Type;

/// Numbers plus 1 in the order of first use; 0 for what has none yet.
#[derive(Clone, Default)]
pub(super) struct Numbers {
    numbers: Vec<u32>,
}

/// Mark of a structure whose fields are being visited.
const OPEN: u32 = u32::MAX;

impl Numbers {
    fn new(count: usize) -> Numbers {
        Numbers { numbers: vec![0; count] }
    }

    fn slot(&mut self, index: usize) -> Option<&mut u32> {
        self.numbers.get_mut(index)
    }

    fn has(&self, index: usize) -> bool {
        self.numbers.get(index).is_none_or(|number| *number != 0)
    }

    /// New number of an entry.
    pub(super) fn get(&self, index: usize) -> Option<u32> {
        self.numbers.get(index)?.checked_sub(1)
    }
}

/// Entries in the order of a walk.
pub(super) struct Order {
    /// Old types by new number.
    pub(super) types: Vec<TypeId>,
    pub(super) type_numbers: Numbers,
    /// Constants of the module, by pooled number.
    pub(super) constants: Vec<ValueId>,
    /// Constants of each body, by function, and the body's local metadata, by old index.
    pub(super) bodies: Vec<(Vec<ValueId>, Vec<usize>)>,
    /// Old metadata by new number.
    pub(super) metadata: Vec<MetadataId>,
    pub(super) metadata_numbers: Numbers,
    /// Old attribute lists by new number.
    pub(super) lists: Vec<AttributesId>,
    pub(super) list_numbers: Numbers,
    /// Old attribute groups by new number.
    pub(super) groups: Vec<u32>,
    pub(super) group_numbers: Numbers,
    /// Old COMDATs by new number.
    pub(super) comdats: Vec<u32>,
    pub(super) comdat_numbers: Numbers,
}

struct Visitor<'p> {
    pooled: &'p Pooled,
    order: Order,
    /// Numbers of values plus 1, by pooled number.
    values: Numbers,
    /// Uses of values, by pooled number.
    uses: Vec<u32>,
    /// Constants in the order of the walk, since the last cut.
    found: Vec<ValueId>,
    /// Constants whose types, and those of their parts, are visited.
    typed: Vec<bool>,
    next: u32,
    constants: ConstantOrder,
}

impl Order {
    pub(super) fn of(pooled: &Pooled, constants: ConstantOrder) -> Result<Order, BitcodeError> {
        let module = &pooled.module;
        let count = pooled.len();
        let mut visitor = Visitor {
            pooled,
            order: Order {
                types: Vec::with_capacity(module.types.len()),
                type_numbers: Numbers::new(module.types.len()),
                constants: Vec::new(),
                bodies: Vec::new(),
                metadata: Vec::with_capacity(module.metadata.items.len()),
                metadata_numbers: Numbers::new(module.metadata.items.len()),
                lists: Vec::new(),
                list_numbers: Numbers::new(module.attributes.lists.len()),
                groups: Vec::new(),
                group_numbers: Numbers::new(module.attributes.groups.len()),
                comdats: Vec::new(),
                comdat_numbers: Numbers::new(module.comdats.len()),
            },
            values: Numbers::new(count),
            uses: vec![0; count],
            found: Vec::new(),
            typed: vec![false; pooled.types.len()],
            next: 0,
            constants,
        };
        visitor.module();
        visitor.order.constants = visitor.cut();
        for function in &module.functions {
            let entry = match Pooled::body(function) {
                Some(body) => visitor.local(body),
                None => Default::default(),
            };
            visitor.order.bodies.push(entry);
        }
        Ok(visitor.order)
    }
}

impl Visitor<'_> {
    fn module(&mut self) {
        let pooled = self.pooled;
        let module = &pooled.module;
        let mut number = 0u32;
        let mut global = |visitor: &mut Self, comdat: Option<u32>| {
            let value = ValueId::module(number);
            number += 1;
            if let Some(comdat) = comdat {
                add(&mut visitor.order.comdat_numbers, &mut visitor.order.comdats, comdat as usize, comdat);
            }
            visitor.value(value);
        };
        for variable in &module.variables {
            global(self, variable.comdat);
        }
        for function in &module.functions {
            global(self, function.comdat);
            self.attributes(function.attributes);
        }
        for _ in &module.aliases {
            global(self, None);
        }
        let functions = || module.functions.iter();
        let initializers = module.variables.iter().filter_map(|variable| variable.initializer);
        let values = initializers
            .chain(module.aliases.iter().map(|alias| alias.aliasee))
            .chain(functions().filter_map(|function| function.prefix))
            .chain(functions().filter_map(|function| function.prologue))
            .chain(functions().filter_map(|function| function.personality));
        for value in values {
            self.value(value);
        }
        if let Some(ty) = module.types.find(Type::Metadata) {
            self.ty(ty);
        }
        for named in &module.metadata.named {
            for node in module.metadata.nodes(named.operands) {
                self.metadata(*node);
            }
        }
        for function in functions() {
            let (_, parameters, _) = module.types.function(function.ty).unwrap_or((function.ty, &[], false));
            for ty in parameters {
                self.ty(*ty);
            }
            if let Some(body) = Pooled::body(function) {
                self.instructions(body);
            }
        }
    }

    /// Types, metadata and attributes that a body uses.
    fn instructions(&mut self, body: &Body) {
        let attached = Attached::of(body);
        for attachment in attached.of_function() {
            self.metadata(attachment.node);
        }
        let mut next = 0;
        for (index, instruction) in body.instructions.iter().enumerate() {
            operands(body, instruction, |operand| match operand {
                Operand::Label => {
                    if let Some(ty) = self.pooled.module.types.find(Type::Label) {
                        self.ty(ty);
                    }
                }
                Operand::Value(value) => match value.list() {
                    List::Metadata(id) if id.is_local() => {}
                    List::Metadata(id) => self.metadata(id),
                    List::Module(_) => self.operand_type(value),
                    List::Local(_) => {
                        if let Some(local) = body.local(value) {
                            self.ty(local.ty);
                        }
                    }
                },
            });
            self.ty(instruction.ty);
            match instruction.op {
                // No constant or operand has these types alone, but nothing may be left without a number.
                Op::Alloca { allocated: ty, .. } | Op::GetElementPtr { source: ty, .. } => self.ty(ty),
                Op::Call(call) | Op::Invoke(call) => {
                    self.ty(call.function_type);
                    self.attributes(call.attributes);
                }
                _ => {}
            }
            for attachment in attached.next(InstructionId::at(index), &mut next) {
                self.metadata(attachment.node);
            }
            if let Some(location) = body.location(instruction) {
                // The operands of a location: scope, then call site.
                for node in [location.scope, location.inlined_at].into_iter().flatten() {
                    self.metadata(node);
                }
            }
        }
    }

    /// Constants and local metadata of a body.
    fn local(&mut self, body: &Body) -> (Vec<ValueId>, Vec<usize>) {
        for instruction in &body.instructions {
            operands(body, instruction, |operand| {
                if let Operand::Value(value) = operand
                    && matches!(value.list(), List::Module(_))
                    && self.pooled.constant(value).is_some()
                {
                    self.value(value);
                }
            });
        }
        for value in &body.metadata {
            if matches!(value.list(), List::Module(_)) {
                self.value(*value);
            }
        }
        let constants = self.cut();
        for value in &constants {
            if let Some(slot) = self.values.slot(value.index()) {
                *slot = 0;
            }
        }
        let mut metadata = Vec::new();
        let mut seen = vec![false; body.metadata.len()];
        for instruction in &body.instructions {
            operands(body, instruction, |operand| {
                if let Operand::Value(value) = operand
                    && let List::Metadata(id) = value.list()
                    && id.is_local()
                    && let Some(seen) = seen.get_mut(id.index()).filter(|seen| !**seen)
                {
                    *seen = true;
                    metadata.push(id.index());
                }
            });
        }
        (constants, metadata)
    }

    /// Visits a value: parts of a constant precede it.
    fn value(&mut self, value: ValueId) {
        let index = value.index();
        if self.values.has(index) {
            if let Some(uses) = self.uses.get_mut(index) {
                *uses = uses.saturating_add(1);
            }
            return;
        }
        if let Some(ty) = self.pooled.type_of(value) {
            self.ty(ty);
        }
        let constant = self.pooled.constant(value);
        if let Some((_, constant)) = constant {
            let mut parts = Vec::new();
            self.pooled.constants.references(constant, |part| parts.push(part));
            if let Constant::BlockAddress { function, .. } = constant {
                parts.push(self.pooled.function(function));
            }
            // Pooling has bounded the depth.
            for part in parts {
                self.value(part);
            }
            self.found.push(value);
        }
        self.next += 1;
        if let Some(slot) = self.values.slot(index) {
            *slot = self.next;
        }
        if let Some(uses) = self.uses.get_mut(index) {
            *uses = 1;
        }
    }

    /// Visits the types of an operand and of its parts, unless it is numbered.
    fn operand_type(&mut self, value: ValueId) {
        if let Some(ty) = self.pooled.type_of(value) {
            self.ty(ty);
        }
        let Some((place, constant)) = self.pooled.constant(value) else { return };
        if self.values.has(value.index()) || self.typed.get(place).copied().unwrap_or(true) {
            return;
        }
        let mut parts = Vec::new();
        self.pooled.constants.references(constant, |part| parts.push(part));
        if let Constant::BlockAddress { function, .. } = constant {
            parts.push(self.pooled.function(function));
        }
        for part in parts {
            self.operand_type(part);
        }
        if let Some(typed) = self.typed.get_mut(place) {
            *typed = true;
        }
    }

    /// Visits a type after its parts. A named structure may follow a type that contains it.
    fn ty(&mut self, ty: TypeId) {
        if self.order.type_numbers.has(ty.index()) {
            return;
        }
        let types = &self.pooled.module.types;
        let mut left = vec![(ty, false)];
        while let Some((id, is_complete)) = left.pop() {
            let Some(slot) = self.order.type_numbers.slot(id.index()) else { continue };
            if is_complete {
                if *slot == 0 || *slot == OPEN {
                    self.order.types.push(id);
                    *slot = self.order.types.len() as u32;
                }
                continue;
            }
            if *slot != 0 {
                continue;
            }
            let Some(ty) = types.get(id) else { continue };
            if matches!(ty, Type::Named { .. }) {
                *slot = OPEN;
            }
            left.push((id, true));
            let from = left.len();
            parts(types, ty, |part, _| left.push((part, false)));
            if let Some(parts) = left.get_mut(from..) {
                parts.reverse();
            }
        }
    }

    /// Visits metadata after what it refers to.
    fn metadata(&mut self, id: MetadataId) {
        if id.is_local() || self.order.metadata_numbers.has(id.index()) {
            return;
        }
        let table = &self.pooled.module.metadata;
        let mut left = vec![(id, false)];
        while let Some((id, is_complete)) = left.pop() {
            let Some(slot) = self.order.metadata_numbers.slot(id.index()) else { continue };
            if is_complete {
                self.order.metadata.push(id);
                *slot = self.order.metadata.len() as u32;
                continue;
            }
            if *slot != 0 {
                continue;
            }
            *slot = OPEN;
            left.push((id, true));
            match table.get(id) {
                Some(Metadata::Value(value)) => self.value(value),
                Some(node) => {
                    let from = left.len();
                    table.references(node, |part| left.push((part, false)));
                    if let Some(parts) = left.get_mut(from..) {
                        parts.reverse();
                    }
                }
                None => {}
            }
        }
    }

    fn attributes(&mut self, list: Option<AttributesId>) {
        let Some(list) = list else { return };
        add(&mut self.order.list_numbers, &mut self.order.lists, list.index(), list);
        let groups = self.pooled.module.attributes.lists.get(list.index());
        for group in groups.into_iter().flatten() {
            add(&mut self.order.group_numbers, &mut self.order.groups, *group as usize, *group);
        }
    }

    /// Takes the constants found so far: by type, then by falling number of uses; integers first.
    fn cut(&mut self) -> Vec<ValueId> {
        let mut found = std::mem::take(&mut self.found);
        if found.len() < 2 || self.constants == ConstantOrder::Met {
            return found;
        }
        let key = |value: &ValueId| {
            let ty = self.pooled.type_of(*value).and_then(|ty| self.order.type_numbers.get(ty.index()));
            (ty, std::cmp::Reverse(self.uses.get(value.index()).copied()))
        };
        found.sort_by_key(key);
        let types = &self.pooled.module.types;
        let is_integer = |value: &ValueId| {
            let ty = self.pooled.type_of(*value).and_then(|ty| types.get(types.scalar(ty)));
            matches!(ty, Some(Type::Integer(_)))
        };
        partition(&mut found, is_integer);
        found
    }
}

/// Moves the items that satisfy a condition to the front as C++'s `std::partition` does: it swaps the first one that
/// does not with the last one that does.
fn partition<T>(items: &mut [T], is_first: impl Fn(&T) -> bool) {
    let (mut first, mut last) = (0, items.len());
    loop {
        while items.get(first).is_some_and(&is_first) && first < last {
            first += 1;
        }
        while last > first && items.get(last - 1).is_some_and(|item| !is_first(item)) {
            last -= 1;
        }
        if last <= first + 1 {
            return;
        }
        items.swap(first, last - 1);
        (first, last) = (first + 1, last - 1);
    }
}

/// Numbers an entry on its first use.
fn add<T>(numbers: &mut Numbers, entries: &mut Vec<T>, index: usize, entry: T) {
    if let Some(slot) = numbers.slot(index).filter(|slot| **slot == 0) {
        entries.push(entry);
        *slot = entries.len() as u32;
    }
}

enum Operand {
    Value(ValueId),
    Label,
}

/// Calls `each` with the operands of an instruction, in the order in which LLVM stores them.
fn operands(body: &Body, instruction: &Instruction, mut each: impl FnMut(Operand)) {
    let values = body.operands(instruction);
    let labels = body.labels(instruction).len();
    let mut all = |values: &[ValueId]| values.iter().for_each(|value| each(Operand::Value(*value)));
    match (instruction.op, values) {
        (Op::Store(_), [pointer, value]) => all(&[*value, *pointer]),
        (Op::Call(_), [callee, arguments @ ..]) => {
            all(arguments);
            all(&[*callee]);
        }
        (Op::Invoke(_), [callee, arguments @ ..]) => {
            all(arguments);
            all(&[*callee]);
            each(Operand::Label);
        }
        (Op::Switch, [value, cases @ ..]) => {
            each(Operand::Value(*value));
            each(Operand::Label);
            cases.iter().for_each(|case| each(Operand::Value(*case)));
        }
        (Op::Phi, values) => all(values),
        (_, values) => {
            all(values);
            if labels > 0 {
                each(Operand::Label);
            }
        }
    }
}

/// Attachments of a body in the order of instructions, then kinds.
pub(super) struct Attached {
    items: Vec<(Option<InstructionId>, Attachment)>,
}

impl Attached {
    pub(super) fn of(body: &Body) -> Attached {
        let mut items = body.attachments.clone();
        items.sort_by_key(|(to, attachment)| (*to, attachment.kind));
        Attached { items }
    }

    /// All of them.
    pub(super) fn items(&self) -> &[(Option<InstructionId>, Attachment)] {
        &self.items
    }

    fn of_function(&self) -> impl Iterator<Item = Attachment> + '_ {
        self.items.iter().take_while(|item| item.0.is_none()).map(|item| item.1)
    }

    /// Attachments of an instruction; `next` advances with the instructions.
    fn next<'s>(
        &'s self,
        instruction: InstructionId,
        next: &mut usize,
    ) -> impl Iterator<Item = Attachment> + use<'s> {
        let from = *next
            + self
                .items
                .get(*next..)
                .unwrap_or_default()
                .iter()
                .take_while(|item| item.0 < Some(instruction))
                .count();
        let rest = self.items.get(from..).unwrap_or_default();
        let count = rest.iter().take_while(|item| item.0 == Some(instruction)).count();
        *next = from + count;
        rest.get(..count).unwrap_or_default().iter().map(|item| item.1)
    }
}
