//! Holds the metadata of a module, decoded on demand.

use std::ops::Range;

use crate::error::BitcodeErrorKind;
use crate::index::Index;
use crate::record::Record;

/// Record codes in a metadata block. Source: LLVM 3.7 bitcode.
pub mod code {
    /// A string.
    pub const STRING: u64 = 1;
    /// A value: type and value number.
    pub const VALUE: u64 = 2;
    /// A node: metadata numbers plus 1, 0 for null.
    pub const NODE: u64 = 3;
    /// Name of the next named node.
    pub const NAME: u64 = 4;
    /// A distinct node.
    pub const DISTINCT_NODE: u64 = 5;
    /// Number and name of an attachment kind.
    pub const KIND: u64 = 6;
    /// A named node: metadata numbers.
    pub const NAMED_NODE: u64 = 10;
}

/// Maximum number of node operands read for the module's facts.
pub(crate) const MAX_NODE: usize = 64 * 1024;

/// A named node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedNode {
    /// Name, as bytes.
    pub name: Vec<u8>,
    /// Numbers of its operands.
    pub items: Vec<u32>,
    /// Bits of its record.
    pub bits: Range<u64>,
}

/// A metadata item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A string.
    String(Vec<u8>),
    /// A value of the module.
    Value {
        /// Number of its type.
        type_id: u64,
        /// Number of the value in the module.
        value: u64,
    },
    /// A node: metadata numbers, `None` for null.
    Node(Vec<Option<u32>>),
    /// Any other item, such as debug information; holds the record code.
    Other(u64),
}

/// The metadata of a module.
#[derive(Clone, Debug)]
pub struct Metadata<'a> {
    /// Numbered items, in order.
    pub items: Index<'a>,
    /// The named nodes.
    pub named: Vec<NamedNode>,
    /// Name of the next named node.
    pending: Option<Vec<u8>>,
    /// Remaining number of named-node operands; bounds memory.
    operands_left: usize,
}

impl<'a> Metadata<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Metadata { items: Index::new(bytes), named: Vec::new(), pending: None, operands_left: bytes.len() }
    }

    /// Reads a record of a metadata block.
    pub(crate) fn record(&mut self, record: &Record<'a>) -> Result<(), BitcodeErrorKind> {
        match record.code {
            code::NAME => self.pending = Some(record.characters(0)),
            code::NAMED_NODE => {
                let name = self.pending.take().unwrap_or_default();
                let count = usize::try_from(record.len()).unwrap_or(usize::MAX);
                self.operands_left =
                    self.operands_left.checked_sub(count).ok_or(BitcodeErrorKind::TooMany)?;
                self.named.push(NamedNode {
                    name,
                    items: record.operands().map(|item| number(item, 0).unwrap_or(u32::MAX)).collect(),
                    bits: record.bits.clone(),
                });
            }
            code::KIND => {}
            _ if self.items.push(record) => {}
            _ => return Err(BitcodeErrorKind::TooMany),
        }
        Ok(())
    }

    /// Named node with this name.
    pub fn named(&self, name: &str) -> Option<&NamedNode> {
        self.named.iter().find(|node| node.name == name.as_bytes())
    }

    /// Metadata `number`.
    pub fn item(&self, number: u32) -> Option<Item> {
        let record = self.items.get(number as usize)?;
        Some(match record.code {
            code::STRING => Item::String(record.characters(0)),
            code::VALUE => Item::Value { type_id: record.operand(0)?, value: record.operand(1)? },
            code::NODE | code::DISTINCT_NODE => {
                let operands = record.operands().take(MAX_NODE);
                Item::Node(operands.map(number_of).collect())
            }
            other => Item::Other(other),
        })
    }

    /// The node of this number.
    pub fn node(&self, number: u32) -> Option<Vec<Option<u32>>> {
        match self.item(number)? {
            Item::Node(operands) => Some(operands),
            _ => None,
        }
    }

    /// The string of this number.
    pub fn string(&self, number: u32) -> Option<Vec<u8>> {
        match self.item(number)? {
            Item::String(text) => Some(text),
            _ => None,
        }
    }
}

fn number(operand: u64, base: u64) -> Option<u32> {
    operand.checked_sub(base).and_then(|number| u32::try_from(number).ok())
}

/// Metadata number of a node operand; stored plus 1, 0 for null.
fn number_of(operand: u64) -> Option<u32> {
    number(operand, 1)
}
