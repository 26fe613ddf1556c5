//! Holds names of values and basic blocks in file order.

use super::handle::{LabelId, ValueId};
use super::pool::{Pool, Text};

/// A named entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A value of the module, or of the body in a body's table.
    Value(ValueId),
    /// A basic block.
    Block(LabelId),
}

/// One entry of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Named entity.
    pub named: Named,
    /// Name, in [`Symbols::text`].
    pub name: Text,
}

/// A symbol table. Entries are in file order; DXC sorts them by bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    entries: Vec<Symbol>,
    texts: Pool<u8>,
    /// Entry index plus 1, by value index.
    values: Vec<u32>,
    /// Entry index plus 1, by block index.
    blocks: Vec<u32>,
}

impl Symbols {
    /// All entries in order.
    pub fn entries(&self) -> &[Symbol] {
        &self.entries
    }

    /// The bytes of a name.
    pub fn text(&self, name: Text) -> &[u8] {
        self.texts.get(name)
    }

    /// Name of a value; `None` if unnamed.
    #[inline]
    pub fn value(&self, value: ValueId) -> Option<&[u8]> {
        self.entry(&self.values, value.index())
    }

    /// Name of a basic block; `None` if unnamed.
    pub fn block(&self, label: LabelId) -> Option<&[u8]> {
        self.entry(&self.blocks, label.index())
    }

    fn entry(&self, places: &[u32], index: usize) -> Option<&[u8]> {
        let entry = places.get(index)?.checked_sub(1)?;
        Some(self.text(self.entries.get(entry as usize)?.name))
    }

    /// Reserves memory for a table of `bits` bits.
    pub(crate) fn reserve(&mut self, bits: u64) {
        // Characters take six to eight bits; names average eight.
        let characters = (bits / 8) as usize;
        self.texts.reserve(characters);
        self.entries.reserve(characters / 8);
        self.values.reserve(characters / 8);
    }

    /// Names or renames an entity. Allocates a slot for each lower index, so the value or block must exist.
    pub fn set(&mut self, named: Named, name: impl IntoIterator<Item = u8>) {
        let name = self.texts.add(name);
        let (places, index) = match named {
            Named::Value(value) => (&mut self.values, value.index()),
            Named::Block(label) => (&mut self.blocks, label.index()),
        };
        if places.len() <= index {
            places.resize(index + 1, 0);
        }
        let Some(place) = places.get_mut(index) else {
            return;
        };
        match place.checked_sub(1).and_then(|entry| self.entries.get_mut(entry as usize)) {
            Some(entry) => entry.name = name,
            None => {
                self.entries.push(Symbol { named, name });
                *place = u32::try_from(self.entries.len()).unwrap_or(0);
            }
        }
    }

    /// Sorts the entries by bytes of their names, as DXC does.
    pub fn sort(&mut self) {
        let texts = &self.texts;
        self.entries.sort_by(|a, b| texts.get(a.name).cmp(texts.get(b.name)));
        for (index, entry) in self.entries.iter().enumerate() {
            let place = match entry.named {
                Named::Value(value) => self.values.get_mut(value.index()),
                Named::Block(label) => self.blocks.get_mut(label.index()),
            };
            if let Some(place) = place {
                *place = index as u32 + 1;
            }
        }
    }
}
