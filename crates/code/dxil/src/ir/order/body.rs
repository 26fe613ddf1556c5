//! Writes a body with its values in a new order: arguments, constants, results.

use super::pool::Pooled;
use super::rebuild::{self, Renumbering};
use super::visit::Attached;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::{Body, Local};
use crate::ir::handle::{InstructionId, List, MetadataId, TypeId, ValueId};
use crate::ir::instruction::{Call, Location, Op};
use crate::ir::metadata::Attachment;
use crate::ir::module::Value;
use crate::ir::remap::Remap as _;

/// The body of a function. `order` has the constants it uses, `metadata` its local metadata.
pub(super) fn body(
    pooled: &Pooled,
    old: &Body,
    parameters: &[TypeId],
    order: &[ValueId],
    metadata: &[usize],
    map: &mut Renumbering<'_>,
) -> Result<Body, BitcodeError> {
    let mut new = Body::new(old.function, parameters);
    // Local values by old index.
    let mut locals: Vec<Option<ValueId>> = vec![None; old.locals.len()];
    let mut set = |value: ValueId, new: ValueId| {
        if let Some(slot) = locals.get_mut(value.index()) {
            *slot = Some(new);
        }
    };
    for argument in old.arguments() {
        set(argument, argument);
    }
    let first = new.locals.len();
    for (place, value) in order.iter().enumerate() {
        map.set(*value, Some(ValueId::local((first + place) as u32)));
    }
    let (constants, values) = rebuild::constants(pooled, order, map)?;
    new.constants = constants;
    new.locals.extend(values.into_iter().map(|(value, ty)| Local { value, ty }));
    for (index, instruction) in old.instructions.iter().enumerate() {
        if let Some(result) = instruction.result {
            set(result, ValueId::local(new.locals.len() as u32));
            let value = Value::Instruction(InstructionId::at(index));
            new.locals.push(Local { value, ty: map.ty(instruction.ty)? });
        }
    }
    let missing = |value: ValueId| {
        let found = value.index() as u64;
        BitcodeError::new(BitcodeErrorKind::Number { of: Entity::Value, found, count: 0 }, 0..0)
    };
    let mut wrapped = vec![0u32; old.metadata.len()];
    for (new, old) in metadata.iter().enumerate() {
        if let Some(slot) = wrapped.get_mut(*old) {
            *slot = new as u32;
        }
    }
    let value = |value: ValueId, map: &mut Renumbering<'_>| match value.list() {
        List::Module(_) => map.value(value),
        List::Local(index) => locals.get(index as usize).copied().flatten().ok_or_else(|| missing(value)),
        List::Metadata(id) if id.is_local() => {
            let new = wrapped.get(id.index()).copied().unwrap_or(0);
            Ok(ValueId::metadata(MetadataId::local(new)))
        }
        List::Metadata(id) => Ok(ValueId::metadata(map.metadata(id)?)),
    };
    for place in metadata {
        if let Some(found) = old.metadata.get(*place) {
            let found = value(*found, map)?;
            new.metadata.push(found);
        }
    }
    new.blocks = old.blocks.clone();
    new.operands.reserve(old.operands.len());
    for instruction in &old.instructions {
        let operands: Vec<ValueId> =
            old.operands(instruction).iter().map(|operand| value(*operand, map)).collect::<Result<_, _>>()?;
        let mut instruction_new = *instruction;
        instruction_new.op = operation(old, &mut new, instruction.op, map)?;
        instruction_new.ty = map.ty(instruction.ty)?;
        instruction_new.result = instruction.result.map(|result| value(result, map)).transpose()?;
        instruction_new.operands = new.operands.add(operands);
        instruction_new.labels = new.labels.add(old.labels(instruction).iter().copied());
        instruction_new.location = match old.location(instruction) {
            Some(location) => {
                let node = |id: Option<MetadataId>, map: &mut Renumbering<'_>| {
                    id.map(|id| map.metadata(id)).transpose()
                };
                let scope = node(location.scope, map)?;
                let inlined_at = node(location.inlined_at, map)?;
                Some(new.add_location(Location { scope, inlined_at, ..location }))
            }
            None => None,
        };
        new.instructions.push(instruction_new);
    }
    for (to, Attachment { kind, node }) in Attached::of(old).items() {
        new.attachments.push((*to, Attachment { kind: *kind, node: map.metadata(*node)? }));
    }
    let known = |value: ValueId| locals.get(value.index()).copied().flatten();
    new.symbols = rebuild::symbols(&old.symbols, known);
    new.use_lists = rebuild::use_lists(&old.use_lists, |value| known(value).filter(|_| value.is_local()));
    for value in order {
        map.set(*value, None);
    }
    Ok(new)
}

/// An operation with the types, attributes and indices of the new module.
fn operation(old: &Body, new: &mut Body, op: Op, map: &mut Renumbering<'_>) -> Result<Op, BitcodeError> {
    let call = |call: Call, map: &mut Renumbering<'_>| {
        Ok::<Call, BitcodeError>(Call {
            function_type: map.ty(call.function_type)?,
            attributes: call.attributes.map(|list| map.attributes(list)).transpose()?,
            ..call
        })
    };
    Ok(match op {
        Op::GetElementPtr { inbounds, source } => Op::GetElementPtr { inbounds, source: map.ty(source)? },
        Op::Alloca { allocated, alignment, in_alloca } => {
            Op::Alloca { allocated: map.ty(allocated)?, alignment, in_alloca }
        }
        Op::Call(found) => Op::Call(call(found, map)?),
        Op::Invoke(found) => Op::Invoke(call(found, map)?),
        Op::ExtractValue { indices } => Op::ExtractValue { indices: new.add_indices(old.indices(indices)) },
        Op::InsertValue { indices } => Op::InsertValue { indices: new.add_indices(old.indices(indices)) },
        Op::LandingPad { cleanup, clauses } => {
            Op::LandingPad { cleanup, clauses: new.add_indices(old.indices(clauses)) }
        }
        plain => plain,
    })
}
