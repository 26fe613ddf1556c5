//! Takes debug information out of a module, as compilers do for the program of a container.

use super::body::Body;
use super::constant::Constant;
use super::global::Definition;
use super::handle::{ConstantId, FunctionId, InstructionId, KindId};
use super::module::{Places, Typed, Value};
use super::order::{ConstantOrder, ordered};
use crate::error::BitcodeError;

/// Kind of attachments that are source locations.
const LOCATION: KindId = KindId(0);
/// Beginning of the names of functions that describe variables.
const INTRINSICS: &[u8] = b"llvm.dbg.";
/// Beginnings of the names of nodes with debug information and sources.
const NODES: [&[u8]; 2] = [b"llvm.dbg.", b"dx.source."];
/// Node with properties of the module, two of which state versions of debug information.
const FLAGS: &[u8] = b"llvm.module.flags";
/// Those properties.
const VERSIONS: [&[u8]; 2] = [b"Dwarf Version", b"Debug Info Version"];

impl Typed<'_> {
    /// The module without source locations, descriptions of variables and types, and sources.
    ///
    /// # Errors
    ///
    /// The first error in a body, with its bits.
    pub fn without_debug_info(&self) -> Result<Typed<'static>, BitcodeError> {
        let mut module = self.clone().load()?;
        let is_intrinsic = |id: FunctionId| {
            let function = module.functions.get(id.index());
            let name = function.and_then(|function| module.name(function.value));
            name.is_some_and(|name| name.starts_with(INTRINSICS))
        };
        let intrinsics: Vec<bool> =
            (0..module.functions.len()).map(|index| is_intrinsic(FunctionId::at(index))).collect();
        let is_call =
            |values: &[(Value, super::TypeId)], callee: super::ValueId| match values.get(callee.index()) {
                Some((Value::Function(id), _)) if !callee.is_local() => {
                    intrinsics.get(id.index()).copied().unwrap_or(false)
                }
                _ => false,
            };
        for function in &mut module.functions {
            if let Definition::Body(body) = &mut function.definition {
                strip(body, |callee| is_call(&module.values, callee));
            }
        }
        let metadata = &module.metadata;
        let is_version = |id: super::MetadataId| {
            let name =
                metadata.node(id).and_then(|operands| metadata.string(operands.get(1).copied().flatten()?));
            name.is_some_and(|name| VERSIONS.contains(&name))
        };
        let named: Vec<(Vec<u8>, Vec<super::MetadataId>)> = metadata
            .named
            .iter()
            .map(|node| (metadata.text(node.name).to_vec(), metadata.nodes(node.operands).to_vec()))
            .filter(|(name, _)| !NODES.iter().any(|start| name.starts_with(start)))
            .map(|(name, mut operands)| {
                operands.retain(|id| name != FLAGS || !is_version(*id));
                (name, operands)
            })
            .filter(|(name, operands)| *name != FLAGS || !operands.is_empty())
            .collect();
        module.metadata.named.clear();
        for (name, operands) in named {
            module.metadata.add_named(&name, &operands);
        }
        remove_functions(&mut module, &intrinsics);
        ordered(&module, ConstantOrder::Sorted)
    }
}

/// Removes calls, locations and their attachments from a body.
fn strip(body: &mut Body, is_intrinsic: impl Fn(super::ValueId) -> bool) {
    // New index of each instruction that stays.
    let mut numbers = Vec::with_capacity(body.instructions.len());
    let mut kept = Vec::with_capacity(body.instructions.len());
    for instruction in &body.instructions {
        let callee = instruction.call().and(body.operands(instruction).first().copied());
        if callee.is_some_and(&is_intrinsic) {
            numbers.push(None);
            continue;
        }
        numbers.push(Some(kept.len() as u32));
        kept.push(super::Instruction { location: None, ..*instruction });
    }
    let before = |index: u32| {
        let earlier = numbers.get(..index as usize).unwrap_or(&numbers);
        earlier.iter().filter(|number| number.is_some()).count() as u32
    };
    // Ranges of blocks follow each other, so one pass over the numbers is enough.
    let mut ends = Vec::with_capacity(body.blocks.len());
    let mut count = before(body.blocks.first().map_or(0, |block| block.start));
    for block in &body.blocks {
        let start = count;
        let range = block.start as usize..block.end as usize;
        count +=
            numbers.get(range).unwrap_or_default().iter().filter(|number| number.is_some()).count() as u32;
        ends.push(start..count);
    }
    body.blocks = ends;
    body.instructions = kept;
    for local in &mut body.locals {
        if let Value::Instruction(id) = &mut local.value
            && let Some(Some(number)) = numbers.get(id.index())
        {
            *id = InstructionId(*number);
        }
    }
    body.attachments.retain(|(to, attachment)| {
        let is_there = to.is_none_or(|id| numbers.get(id.index()).copied().flatten().is_some());
        is_there && attachment.kind != LOCATION
    });
    for (to, _) in &mut body.attachments {
        if let Some(id) = to
            && let Some(Some(number)) = numbers.get(id.index())
        {
            *id = InstructionId(*number);
        }
    }
    body.locations.clear();
    body.metadata.clear();
    body.places = Places::default();
}

/// Removes functions that nothing uses.
fn remove_functions(module: &mut Typed<'static>, removed: &[bool]) {
    let mut next = 0;
    let numbers: Vec<Option<u32>> = removed
        .iter()
        .map(|removed| {
            let number = (!removed).then_some(next);
            next += u32::from(!removed);
            number
        })
        .collect();
    let number = |id: FunctionId| numbers.get(id.index()).copied().flatten().map(FunctionId);
    for (value, _) in &mut module.values {
        if let Value::Function(id) = value {
            *value = match number(*id) {
                Some(new) => Value::Function(new),
                // No longer in the list of functions, so no number is ever asked for.
                None => Value::Constant(ConstantId(u32::MAX)),
            };
        }
    }
    for (_, constant) in &mut module.constants.items {
        if let Constant::BlockAddress { function, .. } = constant {
            *function = number(*function).unwrap_or(*function);
        }
    }
    let mut index = 0;
    module.functions.retain(|_| {
        index += 1;
        !removed.get(index - 1).copied().unwrap_or(false)
    });
    for (index, function) in module.functions.iter_mut().enumerate() {
        if let Definition::Body(body) = &mut function.definition {
            body.function = FunctionId::at(index);
        }
    }
}
