//! Metadata: strings, values, nodes, named nodes, kinds of attachments.

use super::debug::DebugKind;
use super::handle::{KindId, MetadataId, ValueId};
use super::pool::{Pool, Span, Text};

/// A piece of metadata. Runs are asked of the [`MetadataTable`] that it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metadata {
    /// A string, as [`MetadataTable::text`].
    String(Text),
    /// A value.
    Value(ValueId),
    /// A node: operands, `None` for null, as [`MetadataTable::operands`].
    Node {
        /// Whether it is equal to no other.
        distinct: bool,
        /// Its operands.
        operands: Span<Option<MetadataId>>,
    },
    /// A node of debug information: its fields as numbers, as [`MetadataTable::fields`]; what each means says
    /// [`DebugKind::fields`].
    Debug {
        /// What it describes.
        kind: DebugKind,
        /// Whether it is equal to no other.
        distinct: bool,
        /// Its fields.
        fields: Span<u64>,
    },
}

/// A named node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedNode {
    /// Its name, as [`MetadataTable::text`].
    pub name: Text,
    /// Its operands, as [`MetadataTable::nodes`].
    pub operands: Span<MetadataId>,
}

/// A node that is attached to a function or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// What the node says, see [`Typed::kinds`](super::Typed::kinds).
    pub kind: KindId,
    /// The node.
    pub node: MetadataId,
}

/// The metadata of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MetadataTable {
    /// Everything that has a number, in the order of the file.
    pub items: Vec<Metadata>,
    /// The named nodes in the order of the file.
    pub named: Vec<NamedNode>,
    pub(crate) texts: Pool<u8>,
    pub(crate) operands: Pool<Option<MetadataId>>,
    pub(crate) nodes: Pool<MetadataId>,
    pub(crate) fields: Pool<u64>,
}

impl MetadataTable {
    /// A piece of metadata; `None` for what belongs to a body.
    #[inline]
    pub fn get(&self, id: MetadataId) -> Option<Metadata> {
        match id.is_local() {
            true => None,
            false => self.items.get(id.index()).copied(),
        }
    }

    /// Bytes of a string or name.
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// Operands of a node.
    pub fn operands(&self, span: Span<Option<MetadataId>>) -> &[Option<MetadataId>] {
        self.operands.get(span)
    }

    /// Operands of a named node.
    pub fn nodes(&self, span: Span<MetadataId>) -> &[MetadataId] {
        self.nodes.get(span)
    }

    /// Fields of a node of debug information.
    pub fn fields(&self, span: Span<u64>) -> &[u64] {
        self.fields.get(span)
    }

    /// The operands of the named node of a name.
    pub fn named(&self, name: &str) -> Option<&[MetadataId]> {
        let found = |node: &&NamedNode| self.text(node.name) == name.as_bytes();
        self.named
            .iter()
            .find(found)
            .map(|node| self.nodes(node.operands))
    }

    /// The operands of a node.
    pub fn node(&self, id: MetadataId) -> Option<&[Option<MetadataId>]> {
        match self.get(id)? {
            Metadata::Node { operands, .. } => Some(self.operands(operands)),
            _ => None,
        }
    }

    /// The bytes of a string.
    pub fn string(&self, id: MetadataId) -> Option<&[u8]> {
        match self.get(id)? {
            Metadata::String(text) => Some(self.text(text)),
            _ => None,
        }
    }

    /// The value that it wraps.
    pub fn value(&self, id: MetadataId) -> Option<ValueId> {
        match self.get(id)? {
            Metadata::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Adds a piece of metadata, whether there is an equal one or not.
    pub fn push(&mut self, item: Metadata) -> MetadataId {
        let id = MetadataId::module(u32::try_from(self.items.len()).unwrap_or(u32::MAX));
        self.items.push(item);
        id
    }

    /// Adds a string.
    pub fn add_string(&mut self, text: &[u8]) -> MetadataId {
        let text = self.texts.add(text.iter().copied());
        self.push(Metadata::String(text))
    }

    /// Adds a value.
    pub fn add_value(&mut self, value: ValueId) -> MetadataId {
        self.push(Metadata::Value(value))
    }

    /// Adds a node.
    pub fn add_node(&mut self, operands: &[Option<MetadataId>], distinct: bool) -> MetadataId {
        let operands = self.operands.add(operands.iter().copied());
        self.push(Metadata::Node { distinct, operands })
    }

    /// Adds a node of debug information.
    pub fn add_debug(&mut self, kind: DebugKind, distinct: bool, fields: &[u64]) -> MetadataId {
        let fields = self.fields.add(fields.iter().copied());
        self.push(Metadata::Debug {
            kind,
            distinct,
            fields,
        })
    }

    /// Adds a named node.
    pub fn add_named(&mut self, name: &[u8], operands: &[MetadataId]) {
        let name = self.texts.add(name.iter().copied());
        let operands = self.nodes.add(operands.iter().copied());
        self.named.push(NamedNode { name, operands });
    }
}
