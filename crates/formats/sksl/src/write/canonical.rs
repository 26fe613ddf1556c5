//! Makes the choices of Skia's encoder: ids and strings in order of first use, entries sorted by name.

use glassbox_core::format::WriteError;
use std::collections::HashMap;

use crate::model::{Entry, Model, ModelNode, Name};
use crate::raw::BUILTIN_SYMBOL;

/// Renumbers ids and strings of a model.
pub(super) struct Canonical<'m, 'a> {
    model: &'m Model<'a>,
    /// String chain so far.
    pub(super) strings: Vec<u8>,
    offsets: HashMap<&'m [u8], u32>,
    /// New number of each id.
    ids: Vec<u32>,
}

impl<'m, 'a> Canonical<'m, 'a> {
    pub(super) fn new(model: &'m Model<'a>) -> Result<Self, WriteError> {
        let mut ids: Vec<u32> = (0..=BUILTIN_SYMBOL).collect();
        let mut next = 0;
        for node in model.nodes().iter().filter(|node| node.command.defines()) {
            let is_first = model.definition(node.b);
            if model.nodes().get(is_first.0 as usize).is_some_and(|first| std::ptr::eq(first, node)) {
                next += 1;
                if next == BUILTIN_SYMBOL {
                    return Err(WriteError::new("more than 65534 symbols have ids"));
                }
                ids[node.b as usize] = next;
            } else {
                return Err(WriteError::new(format!("the id {} is defined twice", node.b)));
            }
        }
        Ok(Canonical { model, strings: Vec::new(), offsets: HashMap::new(), ids })
    }

    /// New number of an id. Zero, written for a parameter by a known bug of Skia's encoder, is kept.
    pub(super) fn id(&self, id: u32) -> u32 {
        if id == 0 { 0 } else { self.ids[id as usize] }
    }

    /// New offset of a string.
    pub(super) fn string(&mut self, name: Name) -> Result<u32, WriteError> {
        let text =
            self.model.text_of(name).ok_or_else(|| format!("the string offset {} leads nowhere", name.0))?;
        if let Some(&offset) = self.offsets.get(text) {
            return Ok(offset);
        }
        let offset = u16::try_from(self.strings.len() + 2)
            .map(u32::from)
            .map_err(|_| "the strings take more than 65535 bytes".to_owned())?;
        self.strings.push(text.len() as u8);
        self.strings.extend_from_slice(text);
        self.offsets.insert(text, offset);
        Ok(offset)
    }

    /// Entries of a symbol table, sorted by name.
    pub(super) fn entries(&self, table: ModelNode) -> Vec<Entry> {
        let mut entries = self.model.entries(table).to_vec();
        if self.model.dialect.version < 14 && !self.model.dialect.is_document {
            let owned: Vec<ModelNode> = self.model.owned(table).collect();
            entries.sort_by_cached_key(|entry| self.model.entry_name(&owned, entry).to_vec());
        }
        entries
    }
}
