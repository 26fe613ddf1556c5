//! Names of values and basic blocks, in the order of the file.

use super::handle::{LabelId, ValueId};
use super::pool::{Pool, Text};

/// What has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A value: of the module in its table, of the body in that of a body.
    Value(ValueId),
    /// A basic block.
    Block(LabelId),
}

/// One entry of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// What it names.
    pub named: Named,
    /// The name, see [`Symbols::text`].
    pub name: Text,
}

/// A table of names. Entries stand in the order of the file; DXC sorts them by their bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    entries: Vec<Symbol>,
    texts: Pool<u8>,
    /// For each place of a value, the place of its entry plus 1.
    values: Vec<u32>,
    /// The same for basic blocks.
    blocks: Vec<u32>,
}

impl Symbols {
    /// The entries.
    pub fn entries(&self) -> &[Symbol] {
        &self.entries
    }

    /// The bytes of a name.
    pub fn text(&self, name: Text) -> &[u8] {
        self.texts.get(name)
    }

    /// The name of a value; `None` when it has none.
    #[inline]
    pub fn value(&self, value: ValueId) -> Option<&[u8]> {
        self.entry(&self.values, value.index())
    }

    /// The name of a basic block; `None` when it has none.
    pub fn block(&self, label: LabelId) -> Option<&[u8]> {
        self.entry(&self.blocks, label.index())
    }

    fn entry(&self, places: &[u32], index: usize) -> Option<&[u8]> {
        let entry = places.get(index)?.checked_sub(1)?;
        Some(self.text(self.entries.get(entry as usize)?.name))
    }

    /// Makes room for the names of a table of so many bits.
    pub(crate) fn reserve(&mut self, bits: u64) {
        // Characters take six to eight bits; names have about eight of them.
        let characters = (bits / 8) as usize;
        self.texts.reserve(characters);
        self.entries.reserve(characters / 8);
        self.values.reserve(characters / 8);
    }

    /// Adds an entry at the end, or gives what has a name another one. A place is taken for each lower one, so a value or block
    /// has to be there.
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
        match place
            .checked_sub(1)
            .and_then(|entry| self.entries.get_mut(entry as usize))
        {
            Some(entry) => entry.name = name,
            None => {
                self.entries.push(Symbol { named, name });
                *place = u32::try_from(self.entries.len()).unwrap_or(0);
            }
        }
    }

    /// Sorts the entries by the bytes of their names, as DXC writes them.
    pub fn sort(&mut self) {
        let texts = &self.texts;
        self.entries
            .sort_by(|a, b| texts.get(a.name).cmp(texts.get(b.name)));
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
