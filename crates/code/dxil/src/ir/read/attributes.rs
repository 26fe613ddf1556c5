//! Reads attribute groups and lists.

use foldhash::HashMap;

use super::source::{Row, Source};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::attributes::{Attribute, AttributeGroup, AttributeKind, Attributes, Slot};

/// Record codes and attribute forms in attribute blocks. Source: LLVM 3.7 bitcode.
pub(crate) mod code {
    /// In a group block: a group.
    pub(crate) const GROUP: u64 = 3;
    /// In a list block: a list of groups.
    pub(crate) const LIST: u64 = 2;
    /// An attribute without a value.
    pub(crate) const FLAG: u64 = 0;
    /// An attribute with a number.
    pub(crate) const NUMBER: u64 = 1;
    /// A string attribute.
    pub(crate) const STRING: u64 = 3;
    /// A string attribute with a string value.
    pub(crate) const PAIR: u64 = 4;
}

pub(super) fn groups(source: &mut Source<'_>, attributes: &mut Attributes) -> Result<(), BitcodeError> {
    source.each(|row| {
        if row.code != code::GROUP {
            return Err(row.unknown(BlockId::PARAMATTR_GROUP));
        }
        let mut group = AttributeGroup {
            number: row.small(row.need(0)?, "group of attributes")?,
            slot: Slot(row.small(row.need(1)?, "slot of attributes")?),
            attributes: Vec::new(),
        };
        let mut at = 2;
        while at < row.operands.len() {
            let attribute = attribute(row, &mut at, attributes)?;
            group.attributes.push(attribute);
        }
        attributes.groups.push(group);
        Ok(())
    })
}

fn attribute(row: &Row<'_>, at: &mut usize, attributes: &mut Attributes) -> Result<Attribute, BitcodeError> {
    let mut next = || {
        let operand = row.need(*at);
        *at += 1;
        operand
    };
    let form = next()?;
    Ok(match form {
        code::FLAG => Attribute::Flag(AttributeKind(row.small(next()?, "attribute")?)),
        code::NUMBER => Attribute::Number(AttributeKind(row.small(next()?, "attribute")?), next()?),
        code::STRING | code::PAIR => {
            let mut text = || {
                let rest = row.rest(*at);
                let length = rest.iter().position(|&byte| byte == 0).ok_or_else(|| row.short())?;
                *at += length + 1;
                Ok(attributes.texts.add(rest.iter().take(length).map(|&byte| byte as u8)))
            };
            let key = text()?;
            match form {
                code::PAIR => Attribute::Pair(key, text()?),
                _ => Attribute::String(key),
            }
        }
        found => {
            let of = "form of attribute";
            return Err(row.fault(BitcodeErrorKind::Code { of, found }));
        }
    })
}

pub(super) fn lists(source: &mut Source<'_>, attributes: &mut Attributes) -> Result<(), BitcodeError> {
    let numbered = attributes.groups.iter().enumerate();
    let places: HashMap<u64, u32> =
        numbered.map(|(index, group)| (u64::from(group.number), index as u32)).collect();
    source.each(|row| {
        if row.code != code::LIST {
            return Err(row.unknown(BlockId::PARAMATTR));
        }
        let mut list = Vec::with_capacity(row.operands.len());
        for found in row.operands {
            let count = places.len() as u64;
            let of = Entity::AttributeGroup;
            let found = *found;
            let index = places.get(&found).copied();
            list.push(index.ok_or_else(|| row.fault(BitcodeErrorKind::Number { of, found, count }))?);
        }
        attributes.lists.push(list);
        Ok(())
    })
}
