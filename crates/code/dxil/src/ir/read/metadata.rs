//! Reads module metadata and the values that bodies wrap.

use std::ops::Range;

use super::constants::first_invalid_field;
use super::numbers::{Expected, Numbers};
use super::source::{Row, Source};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::debug::DebugKind;
use crate::ir::handle::{KindId, MAX_PLACE, MetadataId, TypeId, ValueId};
use crate::ir::metadata::{Metadata, MetadataTable, NamedNode};
use crate::ir::module::Typed;
use crate::ir::types::Types;
use crate::metadata::code;

/// In an attachment block: nodes of an instruction or of the function.
pub(crate) const ATTACHMENT: u64 = 11;

/// Reads a module metadata block.
pub(super) fn read(
    source: &mut Source<'_>,
    module: &mut Typed<'_>,
    expected: &mut Expected,
) -> Result<(), BitcodeError> {
    let mut name = None;
    let mut named = Vec::new();
    source.each(|row| {
        match row.code {
            code::NAME => {
                name = Some(module.metadata.texts.add(row.bytes(0)));
                return Ok(());
            }
            code::NAMED_NODE => {
                let name = name.take().ok_or_else(|| row.mismatch("a name in front of a named node"))?;
                let numbers = row.operands.iter().map(|number| reference(row, *number));
                let operands = module.metadata.nodes.try_add(numbers)?;
                module.metadata.named.push(NamedNode { name, operands });
                named.push((operands, row.bits.clone()));
                return Ok(());
            }
            code::KIND => {
                let kind = KindId(row.small(row.need(0)?, "kind of attachment")?);
                let name = module.texts.add(row.bytes(1));
                module.kinds.push((kind, name));
                return Ok(());
            }
            _ => {}
        }
        let item = item(row, &module.types, &mut module.metadata, expected)?;
        module.metadata.push(item);
        module.metadata_places.0.push(row.bits.clone());
        Ok(())
    })?;
    // Nodes may refer forward within the block, no further.
    let count = module.metadata.items.len();
    for (operands, bits) in named {
        for id in module.metadata.nodes(operands) {
            check_exists(id.index() as u64, count, &bits)?;
        }
    }
    Ok(())
}

fn check_exists(found: u64, count: usize, bits: &Range<u64>) -> Result<(), BitcodeError> {
    if found < count as u64 {
        return Ok(());
    }
    let (of, count) = (Entity::Metadata, count as u64);
    Err(BitcodeError::new(BitcodeErrorKind::Number { of, found, count }, bits.clone()))
}

/// Checks that everything metadata refers to exists.
pub(super) fn check(module: &Typed<'_>) -> Result<(), BitcodeError> {
    let table = &module.metadata;
    let count = table.items.len();
    for (index, item) in table.items.iter().enumerate() {
        let bits = || module.metadata_places.get(index).unwrap_or_default();
        match *item {
            Metadata::Node { operands, .. } => {
                for id in table.operands(operands).iter().flatten() {
                    if id.index() >= count {
                        check_exists(id.index() as u64, count, &bits())?;
                    }
                }
            }
            Metadata::Debug { kind, fields, .. } => {
                for (place, field) in table.fields(fields).iter().enumerate() {
                    let bad = kind.field(place).and_then(|kind| first_invalid_field(kind, *field, count));
                    if let Some(found) = bad {
                        check_exists(found, count, &bits())?;
                    }
                }
            }
            Metadata::String(_) | Metadata::Value(_) => {}
        }
    }
    Ok(())
}

/// A module metadata reference.
pub(super) fn reference(row: &Row<'_>, number: u64) -> Result<MetadataId, BitcodeError> {
    let count = MAX_PLACE as usize + 1;
    row.number(Entity::Metadata, number, count).map(MetadataId::module)
}

fn item(
    row: &Row<'_>,
    types: &Types,
    table: &mut MetadataTable,
    expected: &mut Expected,
) -> Result<Metadata, BitcodeError> {
    match row.code {
        code::STRING => Ok(Metadata::String(table.texts.add(row.bytes(0)))),
        code::VALUE => value(row, types, Numbers::MODULE, expected).map(Metadata::Value),
        code::NODE | code::DISTINCT_NODE => {
            let operand = |operand: &u64| match operand.checked_sub(1) {
                None => Ok(None),
                Some(number) => reference(row, number).map(Some),
            };
            Ok(Metadata::Node {
                distinct: row.code == code::DISTINCT_NODE,
                operands: table.operands.try_add(row.operands.iter().map(operand))?,
            })
        }
        _ => {
            let unknown = || row.unknown(BlockId::METADATA);
            let kind = DebugKind::from_code(row.code).ok_or_else(unknown)?;
            let distinct = row.need(0)? != 0;
            let fields = row.rest(1);
            if fields.len() < kind.least() {
                return Err(row.short());
            }
            if fields.len() > kind.fields().len() && kind.rest().is_none() {
                return Err(row.mismatch("no more fields than such a node has"));
            }
            Ok(Metadata::Debug { kind, distinct, fields: table.fields.add(fields.iter().copied()) })
        }
    }
}

/// Value of a metadata record.
pub(super) fn value(
    row: &Row<'_>,
    types: &Types,
    numbers: Numbers,
    expected: &mut Expected,
) -> Result<ValueId, BitcodeError> {
    let ty = TypeId(row.number(Entity::Type, row.need(0)?, types.len())?);
    let value = numbers.value(row, row.need(1)?)?;
    expected.add(value, Some(ty), &row.bits);
    Ok(value)
}
