//! Symbol table with resolved names, and its encoding.

use std::collections::HashSet;
use std::fmt;

use glassbox_core::diagnostic::Rule;
use glassbox_core::record::Record;
use glassbox_core::value::Tag;

use crate::part::string_table::{self, FIRST};
use crate::part::symbol::{self, BaseType, ComplexType, ShortSymbol, StorageClass};
use crate::rules::symbols as rules;
use crate::symbols::MAX_SYMBOLS;

/// Maximum length of a name stored in the record, bytes.
const SHORT: usize = 8;

/// Symbol with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Name, exactly as stored.
    pub name: Vec<u8>,
    /// Unspecified; 0.
    pub value: u32,
    /// Offset-table index of the `DXIL` part, from 0.
    pub section_index: u32,
    /// Base type; null in the proposal.
    pub base_type: BaseType,
    /// Complex type; function in the proposal.
    pub complex_type: ComplexType,
    /// Storage class; external in the proposal.
    pub storage_class: StorageClass,
    /// Zero.
    pub unused: u8,
}

impl Symbol {
    /// Creates an exported function defined by the part `section`.
    pub fn function(name: impl Into<Vec<u8>>, section: u32) -> Symbol {
        Symbol {
            name: name.into(),
            value: 0,
            section_index: section,
            base_type: BaseType::NULL,
            complex_type: ComplexType::FUNCTION,
            storage_class: StorageClass::EXTERNAL,
            unused: 0,
        }
    }
}

/// Symbol table with resolved names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolTable {
    /// Symbols, in order.
    pub symbols: Vec<Symbol>,
}

/// Layout of the string table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Packing {
    /// Suffix sharing: a name that is the suffix of another shares its bytes. Strings are sorted by their reversed
    /// bytes, descending.
    #[default]
    Suffixes,
    /// One string per name, in symbol order.
    None,
}

/// Encoded parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// Data of `SYM0`.
    pub symbols: Vec<u8>,
    /// Data of `STR0`; `None` when no name needs it.
    pub strings: Option<Vec<u8>>,
}

/// Reason why a table cannot be written: the rule that the result would violate.
#[derive(Clone, Debug)]
pub struct SymbolTableError {
    /// Violated rule.
    pub rule: &'static Rule,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
}

impl SymbolTableError {
    pub(crate) fn new(rule: &'static Rule, message: impl Into<String>) -> SymbolTableError {
        SymbolTableError { rule, message: message.into() }
    }
}

impl fmt::Display for SymbolTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule.id, self.message)
    }
}

impl std::error::Error for SymbolTableError {}

impl SymbolTable {
    /// Table of exported functions defined by the part `section`.
    pub fn from_names<'n>(names: impl IntoIterator<Item = &'n [u8]>, section: u32) -> SymbolTable {
        SymbolTable { symbols: names.into_iter().map(|name| Symbol::function(name, section)).collect() }
    }

    /// Decodes a table from both parts. Symbols with unreadable names get an empty one.
    pub fn decode(symbols: &symbol::Model<'_>, strings: Option<&string_table::Model<'_>>) -> SymbolTable {
        SymbolTable {
            symbols: symbols
                .symbols
                .iter()
                .map(|symbol| Symbol {
                    name: SymbolTable::name(&symbol, strings),
                    value: symbol.value,
                    section_index: symbol.section_index,
                    base_type: symbol.base_type,
                    complex_type: symbol.complex_type,
                    storage_class: symbol.storage_class,
                    unused: symbol.unused,
                })
                .collect(),
        }
    }

    /// Name of a symbol; empty if unreadable.
    pub fn name(symbol: &ShortSymbol, strings: Option<&string_table::Model<'_>>) -> Vec<u8> {
        match symbol.name_offset() {
            None => symbol.short_name().to_vec(),
            Some(offset) => strings.and_then(|strings| strings.string(offset)).unwrap_or_default().to_vec(),
        }
    }

    /// Encodes both parts. Deterministic: equal tables give equal bytes.
    ///
    /// # Errors
    ///
    /// Before anything is written, if a name cannot be represented or the tables exceed 32-bit sizes.
    pub fn encode(&self, packing: Packing) -> Result<Encoded, SymbolTableError> {
        self.refuse()?;
        let strings = Strings::lay_out(&self.symbols, packing)?;
        let mut bytes = Vec::with_capacity(self.symbols.len() * ShortSymbol::SIZE);
        for (index, symbol) in self.symbols.iter().enumerate() {
            let mut name = [0; SHORT];
            match strings.offsets.get(index).copied().flatten() {
                Some(offset) => name[4..].copy_from_slice(&offset.to_le_bytes()),
                None => name[..symbol.name.len().min(SHORT)]
                    .copy_from_slice(&symbol.name[..symbol.name.len().min(SHORT)]),
            }
            let record = ShortSymbol {
                name: Tag(name),
                value: symbol.value,
                section_index: symbol.section_index,
                base_type: symbol.base_type,
                complex_type: symbol.complex_type,
                storage_class: symbol.storage_class,
                unused: symbol.unused,
            };
            record.encode(&mut bytes);
        }
        Ok(Encoded { symbols: bytes, strings: strings.table })
    }

    /// Rejects invalid names and too many symbols.
    fn refuse(&self) -> Result<(), SymbolTableError> {
        let count = self.symbols.len() as u64;
        if count > MAX_SYMBOLS {
            let message = format!("found {count} symbols, expected at most {MAX_SYMBOLS}");
            return Err(SymbolTableError::new(&rules::COUNT, message));
        }
        let mut seen = HashSet::with_capacity(self.symbols.len());
        for symbol in &self.symbols {
            let shown = symbol.name.escape_ascii();
            if symbol.name.is_empty() {
                return Err(SymbolTableError::new(&rules::NAME, "found an empty name"));
            }
            if symbol.name.contains(&0) {
                let rule = if symbol.name.len() <= SHORT { &rules::SHORT_NAME } else { &rules::NAME };
                return Err(SymbolTableError::new(
                    rule,
                    format!("found a NUL in \"{shown}\", which would end the name"),
                ));
            }
            let plain = symbol.name.strip_prefix(&[1]).unwrap_or(&symbol.name);
            if !seen.insert(plain) {
                return Err(SymbolTableError::new(
                    &rules::UNIQUE,
                    format!("found \"{shown}\" a second time"),
                ));
            }
        }
        Ok(())
    }
}

/// Strings with their offsets.
#[derive(Default)]
struct Strings {
    table: Option<Vec<u8>>,
    /// Offset of each symbol's name, if it is in the table.
    offsets: Vec<Option<u32>>,
}

impl Strings {
    fn lay_out(symbols: &[Symbol], packing: Packing) -> Result<Strings, SymbolTableError> {
        let mut order: Vec<usize> = (0..symbols.len())
            .filter(|&index| symbols.get(index).is_some_and(|symbol| symbol.name.len() > SHORT))
            .collect();
        if order.is_empty() {
            return Ok(Strings { table: None, offsets: vec![None; symbols.len()] });
        }
        let name = |index: usize| symbols.get(index).map_or(&[][..], |symbol| &symbol.name);
        if packing == Packing::Suffixes {
            // Sort so that each suffix directly follows the name it ends.
            order.sort_by(|&a, &b| name(b).iter().rev().cmp(name(a).iter().rev()));
        }
        let mut offsets = vec![None; symbols.len()];
        let mut chosen = Vec::with_capacity(order.len());
        let mut size = FIRST;
        let mut last: Option<(usize, u64)> = None;
        for index in order {
            let own = name(index);
            let place = match last {
                Some((before, start)) if packing == Packing::Suffixes && name(before).ends_with(own) => {
                    start + (name(before).len() - own.len()) as u64
                }
                _ => {
                    let start = size;
                    size += own.len() as u64 + 1;
                    chosen.push(index);
                    last = Some((index, start));
                    start
                }
            };
            if let Some(slot) = offsets.get_mut(index) {
                *slot = Some(place as u32);
            }
        }
        let table_size = table_size(size)?;
        let mut table = Vec::with_capacity(table_size as usize);
        table.extend_from_slice(&table_size.to_le_bytes());
        for index in chosen {
            table.extend_from_slice(name(index));
            table.push(0);
        }
        table.resize(table_size as usize, 0);
        Ok(Strings { table: Some(table), offsets })
    }
}

/// Padded size of a table, if it fits into 32 bits.
fn table_size(size: u64) -> Result<u32, SymbolTableError> {
    let padded = size.next_multiple_of(4);
    u32::try_from(padded).map_err(|_| {
        let message = format!("found {padded} bytes of strings, expected at most {}", u32::MAX);
        SymbolTableError::new(&rules::TABLE_SIZE, message)
    })
}

#[cfg(test)]
mod tests {
    use super::table_size;

    #[test]
    fn a_table_that_32_bits_cannot_state_is_refused() {
        assert_eq!(table_size(0xFFFF_FFFC).unwrap(), 0xFFFF_FFFC);
        assert_eq!(table_size(0xFFFF_FFFD).unwrap_err().rule.id, "DXC-STR-01");
        assert_eq!(table_size(u64::MAX - 8).unwrap_err().rule.id, "DXC-STR-01");
    }
}
