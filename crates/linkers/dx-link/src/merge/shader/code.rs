//! Mutable function bodies: blocks with instruction lists, so that instructions can be added, moved
//! and removed.
//!
//! Constants belong to the module while bodies change; [`emit`](super::emit) gives each body its
//! own again.

use std::cell::RefCell;
use std::collections::HashMap;

use glassbox_dxil::ir::{
    Attachment, Attribute, AttributeKind, AttributesId, Body, Builder, Call, Constant, Constants, Detached,
    FunctionId, LabelId, List, Op, Slot, Type, TypeId, Value, ValueId,
};

use super::ShaderLinkError;
use crate::rules;

/// Instruction.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) op: Op,
    pub(super) ty: TypeId,
    pub(super) result: Option<ValueId>,
    pub(super) operands: Vec<ValueId>,
    pub(super) labels: Vec<LabelId>,
    /// Indices of `extractvalue` and `insertvalue`; the range in `op` is unused here.
    pub(super) way: Vec<u32>,
    pub(super) attached: Vec<Attachment>,
}

/// Function body.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Type of each value of the body; arguments come first.
    pub(super) types: Vec<TypeId>,
    pub(super) arguments: usize,
    pub(super) blocks: Vec<Vec<Step>>,
}

/// Value replacements.
#[derive(Default)]
pub(super) struct Replaced {
    /// Replacement of each value. Lookups compress paths, which does not change their results.
    map: RefCell<HashMap<ValueId, ValueId>>,
}

impl Replaced {
    /// Replaces `old` by `value`.
    pub(super) fn set(&mut self, old: ValueId, value: ValueId) {
        let value = self.get(value);
        if old != value {
            self.map.get_mut().insert(old, value);
        }
    }

    /// Current replacement of a value. Replacements are acyclic, so this terminates.
    pub(super) fn get(&self, value: ValueId) -> ValueId {
        let mut map = self.map.borrow_mut();
        let mut last = value;
        while let Some(next) = map.get(&last) {
            last = *next;
        }
        let mut at = value;
        while let Some(slot) = map.get_mut(&at) {
            if *slot == last {
                break;
            }
            at = std::mem::replace(slot, last);
        }
        last
    }

    pub(super) fn is_empty(&self) -> bool {
        self.map.borrow().is_empty()
    }

    /// Replaces the operands of a body.
    pub(super) fn apply(&self, code: &mut Code) {
        if self.is_empty() {
            return;
        }
        for step in code.blocks.iter_mut().flatten() {
            for operand in &mut step.operands {
                *operand = self.get(*operand);
            }
        }
    }
}

/// Module with the bodies to link in mutable form.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) builder: Builder,
    /// Bodies by function number.
    pub(super) codes: Vec<Option<Code>>,
}

impl Step {
    /// Creates an instruction without labels.
    pub(super) fn new(op: Op, ty: TypeId, result: Option<ValueId>, operands: Vec<ValueId>) -> Step {
        Step { op, ty, result, operands, labels: Vec::new(), way: Vec::new(), attached: Vec::new() }
    }

    /// True if it terminates a block.
    pub(super) fn is_terminator(&self) -> bool {
        matches!(self.op, Op::Return | Op::Branch | Op::Switch | Op::Unreachable)
    }

    /// Call properties, if it is a call.
    pub(super) fn call(&self) -> Option<Call> {
        match self.op {
            Op::Call(call) => Some(call),
            _ => None,
        }
    }
}

impl Code {
    /// Allocates a value of a type.
    pub(super) fn reserve(&mut self, ty: TypeId) -> ValueId {
        let id = ValueId::local(u32::try_from(self.types.len()).unwrap_or(u32::MAX));
        self.types.push(ty);
        id
    }

    /// Number of instructions.
    pub(super) fn len(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Definition of each value: block and instruction index.
    pub(super) fn makers(&self) -> HashMap<ValueId, (usize, usize)> {
        let mut out = HashMap::new();
        for (block, steps) in self.blocks.iter().enumerate() {
            for (place, step) in steps.iter().enumerate() {
                if let Some(result) = step.result {
                    out.insert(result, (block, place));
                }
            }
        }
        out
    }

    /// Instruction at a position.
    pub(super) fn step(&self, at: (usize, usize)) -> Option<&Step> {
        self.blocks.get(at.0)?.get(at.1)
    }

    /// Reads a body.
    fn read(body: &Body, builder: &mut Builder) -> Result<Code, ShaderLinkError> {
        let mut known: HashMap<ValueId, ValueId> = HashMap::new();
        for (id, constant) in &body.constants.items {
            let Some(local) = body.local(*id) else { continue };
            lift(*id, *constant, local.ty, body, builder, &mut known);
        }
        let plain = |id: ValueId| known.get(&id).copied().unwrap_or(id);
        if body.attachments.iter().any(|(to, _)| to.is_none()) || !body.metadata.is_empty() {
            return Err(ShaderLinkError::new(
                &rules::RESIDUE,
                "metadata that this link does not support is attached to a function, or stands alone",
            ));
        }
        let mut attached: HashMap<u32, Vec<Attachment>> = HashMap::new();
        for (to, item) in &body.attachments {
            if let Some(to) = to {
                attached.entry(to.0).or_default().push(*item);
            }
        }
        let mut blocks = Vec::with_capacity(body.blocks.len());
        for index in 0..body.blocks.len() {
            let mut steps = Vec::new();
            for (id, instruction) in body.block(LabelId::at(index)) {
                let way = match instruction.op {
                    Op::ExtractValue { indices } | Op::InsertValue { indices } => {
                        body.indices(indices).to_vec()
                    }
                    Op::Invoke(_) | Op::Resume | Op::LandingPad { .. } | Op::IndirectBranch | Op::VaArg => {
                        return Err(ShaderLinkError::new(
                            &rules::RESIDUE,
                            "an instruction for exceptions, code addresses or variable arguments is used, which shaders do not have",
                        ));
                    }
                    _ => Vec::new(),
                };
                steps.push(Step {
                    op: instruction.op,
                    ty: instruction.ty,
                    result: instruction.result,
                    operands: body.operands(instruction).iter().map(|id| plain(*id)).collect(),
                    labels: body.labels(instruction).to_vec(),
                    way,
                    attached: attached.remove(&id.0).unwrap_or_default(),
                });
            }
            blocks.push(steps);
        }
        Ok(Code {
            types: body.locals.iter().map(|local| local.ty).collect(),
            arguments: body.arguments().count(),
            blocks,
        })
    }
}

/// Moves a body's constant and its operands to the module. Constants have bounded nesting.
fn lift(
    id: ValueId,
    constant: Constant,
    ty: TypeId,
    body: &Body,
    builder: &mut Builder,
    known: &mut HashMap<ValueId, ValueId>,
) -> ValueId {
    if let Some(found) = known.get(&id) {
        return *found;
    }
    let mut parts = Vec::new();
    body.constants.references(constant, |part| parts.push(part));
    for part in parts {
        if let Some(local) = body.local(part)
            && let Value::Constant(inner) = local.value
            && let Some(inner) = body.constants.get(inner)
        {
            lift(part, inner, local.ty, body, builder, known);
        }
    }
    let moved = exchange(constant, &body.constants, &mut builder.module.constants, |part| {
        known.get(&part).copied().unwrap_or(part)
    });
    let detached = builder.module.constants.detach(moved);
    let value = builder.constant(ty, detached);
    known.insert(id, value);
    value
}

/// Converts a constant to another list's numbering by mapping its operands. It is not added.
pub(super) fn exchange(
    constant: Constant,
    from: &Constants,
    to: &mut Constants,
    get: impl Fn(ValueId) -> ValueId,
) -> Constant {
    let each = |operands: [ValueId; 2]| operands.map(&get);
    let three = |operands: [ValueId; 3]| operands.map(&get);
    match constant {
        Constant::Aggregate(span) => {
            let parts: Vec<ValueId> = from.operands(span).iter().map(|part| get(*part)).collect();
            Constant::Aggregate(to.add_operands(parts))
        }
        Constant::GetElementPtr { inbounds, source, operands } => {
            let parts: Vec<ValueId> = from.operands(operands).iter().map(|part| get(*part)).collect();
            Constant::GetElementPtr { inbounds, source, operands: to.add_operands(parts) }
        }
        Constant::Cast { op, value } => Constant::Cast { op, value: get(value) },
        Constant::Binary { op, flags, operands } => Constant::Binary { op, flags, operands: each(operands) },
        Constant::Compare { predicate, operands } => {
            Constant::Compare { predicate, operands: each(operands) }
        }
        Constant::ExtractElement(operands) => Constant::ExtractElement(each(operands)),
        Constant::Select(operands) => Constant::Select(three(operands)),
        Constant::InsertElement(operands) => Constant::InsertElement(three(operands)),
        Constant::ShuffleVector(operands) => Constant::ShuffleVector(three(operands)),
        plain => to.attach(&from.detach(plain)),
    }
}

impl Work {
    /// Opens the bodies of a module.
    pub(super) fn open(mut builder: Builder) -> Result<Work, ShaderLinkError> {
        let mut codes = Vec::with_capacity(builder.module.functions.len());
        for index in 0..builder.module.functions.len() {
            let body = builder.module.body(FunctionId::at(index));
            let body = body.ok().flatten().map(std::borrow::Cow::into_owned);
            codes.push(match body {
                Some(body) => Some(Code::read(&body, &mut builder)?),
                None => None,
            });
        }
        Ok(Work { builder, codes })
    }

    /// Called function; `None` if it is not a call, or an indirect one.
    pub(super) fn callee(&self, step: &Step) -> Option<FunctionId> {
        step.call()?;
        self.builder.module.function(*step.operands.first()?).map(|(id, _)| id)
    }

    /// Name of a function.
    pub(super) fn name(&self, function: FunctionId) -> &[u8] {
        let found = self.builder.module.functions.get(function.index());
        let name = found.and_then(|found| self.builder.module.name(found.value));
        name.unwrap_or_default()
    }

    /// Number of the DXIL operation that an instruction calls.
    pub(super) fn operation(&self, step: &Step) -> Option<u32> {
        let callee = self.callee(step)?;
        if !self.name(callee).starts_with(b"dx.op.") {
            return None;
        }
        u32::try_from(self.integer(*step.operands.get(1)?)?).ok()
    }

    /// Integer value of a constant.
    pub(super) fn integer(&self, value: ValueId) -> Option<i64> {
        self.builder.module.integer(value)
    }

    /// Module constant for a value.
    pub(super) fn constant(&self, value: ValueId) -> Option<Constant> {
        self.builder.module.constant(value)
    }

    /// Type of a value of a body or the module.
    pub(super) fn type_of(&self, code: &Code, value: ValueId) -> Option<TypeId> {
        match value.list() {
            List::Local(index) => code.types.get(index as usize).copied(),
            _ => self.builder.module.type_of(value),
        }
    }

    /// Undefined value of a type.
    pub(super) fn undefined(&mut self, ty: TypeId) -> ValueId {
        self.builder.constant(ty, Detached::plain(Constant::Undef))
    }

    /// The void type.
    pub(super) fn void(&mut self) -> TypeId {
        self.builder.module.types.intern(Type::Void)
    }

    /// True if an attribute list has a function attribute of this kind.
    pub(super) fn has(&self, list: Option<AttributesId>, kind: AttributeKind) -> bool {
        let Some(list) = list else { return false };
        let mut groups = self.builder.module.attributes.groups_of(list);
        groups.any(|group| group.slot == Slot::FUNCTION && group.attributes.contains(&Attribute::Flag(kind)))
    }

    /// True if a call or its callee has an attribute.
    pub(super) fn states(&self, step: &Step, kind: AttributeKind) -> bool {
        let Some(call) = step.call() else { return false };
        let callee = self.callee(step);
        let function = callee.and_then(|id| self.builder.module.functions.get(id.index()));
        self.has(call.attributes, kind) || self.has(function.and_then(|found| found.attributes), kind)
    }
}
