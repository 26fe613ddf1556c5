//! Defines metadata: strings, values, nodes, named nodes, attachment kinds.

use super::debug::DebugKind;
use super::handle::{KindId, MetadataId, ValueId};
use super::pool::{Pool, Span, Text};

/// A metadata item. Spans refer to its [`MetadataTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Metadata {
    /// A string, in [`MetadataTable::text`].
    String(Text),
    /// A value.
    Value(ValueId),
    /// A node; operands, `None` for null, in [`MetadataTable::operands`].
    Node {
        /// True if distinct.
        distinct: bool,
        /// Operand span.
        operands: Span<Option<MetadataId>>,
    },
    /// A debug-info node; its fields as numbers, in [`MetadataTable::fields`]. [`DebugKind::fields`] gives
    /// their types.
    Debug {
        /// Kind of node.
        kind: DebugKind,
        /// True if distinct.
        distinct: bool,
        /// Field span.
        fields: Span<u64>,
    },
}

/// A named node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedNode {
    /// Name, in [`MetadataTable::text`].
    pub name: Text,
    /// Operands, in [`MetadataTable::nodes`].
    pub operands: Span<MetadataId>,
}

/// A node attached to a function or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// Attachment kind, named in [`Typed::kinds`](super::Typed::kinds).
    pub kind: KindId,
    /// Attached node.
    pub node: MetadataId,
}

/// The metadata of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MetadataTable {
    /// Numbered items in file order.
    pub items: Vec<Metadata>,
    /// Named nodes in file order.
    pub named: Vec<NamedNode>,
    pub(crate) texts: Pool<u8>,
    pub(crate) operands: Pool<Option<MetadataId>>,
    pub(crate) nodes: Pool<MetadataId>,
    pub(crate) fields: Pool<u64>,
}

impl MetadataTable {
    /// A metadata item; `None` for function-local ones.
    #[inline]
    pub fn get(&self, id: MetadataId) -> Option<Metadata> {
        if id.is_local() { None } else { self.items.get(id.index()).copied() }
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

    /// Fields of a debug-info node.
    pub fn fields(&self, span: Span<u64>) -> &[u64] {
        self.fields.get(span)
    }

    /// Operands of the node with this name.
    pub fn named(&self, name: &str) -> Option<&[MetadataId]> {
        let found = |node: &&NamedNode| self.text(node.name) == name.as_bytes();
        self.named.iter().find(found).map(|node| self.nodes(node.operands))
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

    /// Value that an item wraps.
    pub fn value(&self, id: MetadataId) -> Option<ValueId> {
        match self.get(id)? {
            Metadata::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Calls `each` with the metadata that an item refers to, in the order in which LLVM numbers it.
    pub fn references(&self, item: Metadata, mut each: impl FnMut(MetadataId)) {
        match item {
            Metadata::String(_) | Metadata::Value(_) => {}
            Metadata::Node { operands, .. } => {
                self.operands(operands).iter().flatten().copied().for_each(each)
            }
            Metadata::Debug { kind, fields, .. } => {
                let fields = self.fields(fields);
                let mut field = |place: usize| {
                    let number = fields.get(place).copied();
                    let found =
                        kind.field(place).zip(number).and_then(|(kind, number)| kind.reference(number));
                    if let Some(found) = found {
                        each(found);
                    }
                };
                match kind.reference_order() {
                    [] => (0..fields.len()).for_each(&mut field),
                    places => places.iter().copied().for_each(&mut field),
                }
            }
        }
    }

    /// Appends an item without deduplication.
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

    /// Adds a debug-info node.
    pub fn add_debug(&mut self, kind: DebugKind, distinct: bool, fields: &[u64]) -> MetadataId {
        let fields = self.fields.add(fields.iter().copied());
        self.push(Metadata::Debug { kind, distinct, fields })
    }

    /// Replaces an item by a node, for instance once what it refers to is known.
    pub fn set_node(&mut self, id: MetadataId, operands: &[Option<MetadataId>], distinct: bool) {
        let operands = self.operands.add(operands.iter().copied());
        self.set(id, Metadata::Node { distinct, operands });
    }

    /// Replaces an item by a debug-info node.
    pub fn set_debug(&mut self, id: MetadataId, kind: DebugKind, distinct: bool, fields: &[u64]) {
        let fields = self.fields.add(fields.iter().copied());
        self.set(id, Metadata::Debug { kind, distinct, fields });
    }

    fn set(&mut self, id: MetadataId, item: Metadata) {
        if let Some(slot) = self.items.get_mut(id.index()).filter(|_| !id.is_local()) {
            *slot = item;
        }
    }

    /// Adds a named node.
    pub fn add_named(&mut self, name: &[u8], operands: &[MetadataId]) {
        let name = self.texts.add(name.iter().copied());
        let operands = self.nodes.add(operands.iter().copied());
        self.named.push(NamedNode { name, operands });
    }
}
