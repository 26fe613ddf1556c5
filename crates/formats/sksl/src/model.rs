//! Defines the model: all commands of a file in one list, in stream order.
//!
//! A command precedes its contents, so the list is a tree without pointers: each [`Node`] states the end of
//! its contents. Walking, dropping and writing need no recursion. [`view`](crate::view) interprets the nodes.
//! Nothing is normalised, so the exact file can be rewritten: ids, references or definitions, kVoid or empty
//! tables, the form of layouts and modifiers, and all ordering are kept.

use std::borrow::Cow;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::raw::{BUILTIN_SYMBOL, LayoutFlags};

/// Index of a node in its model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ModelNode(pub u32);

impl ModelNode {
    /// No node.
    pub const NONE: ModelNode = ModelNode(u32::MAX);
}

/// A name: the offset of its length byte from the `stringLength` field, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Name(pub u32);

/// A command, or a part of one. The meaning of `a`, `b` and `c` depends on the command; see
/// [`view`](crate::view).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Kind of node.
    pub command: Command,
    /// A small payload number: a byte, or a count.
    pub a: u16,
    /// A payload number, often an id.
    pub b: u32,
    /// A payload number: a name, the bits of a literal, flags, or the index of further payload.
    pub c: u32,
    /// Index of the node after its contents, which begin at the next node.
    pub next: u32,
}

/// Placeholder for absent nodes.
pub const MISSING: Node = Node { command: Command::Missing, a: 0, b: 0, c: 0, next: 0 };

/// A layout with all its values; −1 for values not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Layout flags, including those of the given qualifiers.
    pub flags: LayoutFlags,
    /// `location`
    pub location: i32,
    /// `offset`, in bytes
    pub offset: i32,
    /// `binding`
    pub binding: i32,
    /// `index`
    pub index: i32,
    /// `set`
    pub set: i32,
    /// `builtin`
    pub builtin: i32,
    /// `input_attachment_index`
    pub input_attachment_index: i32,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            flags: LayoutFlags(0),
            location: -1,
            offset: -1,
            binding: -1,
            index: -1,
            set: -1,
            builtin: -1,
            input_attachment_index: -1,
        }
    }
}

/// A symbol table entry: a symbol owned by the table, or a builtin type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Index among the table's owned symbols; 65535 if the name of a builtin type follows.
    pub index: u32,
    /// The name, if `index` is 65535.
    pub name: Name,
}

/// A reference to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    /// By the id in its definition.
    Id(u32),
    /// A builtin symbol, by name.
    Builtin(Name),
}

/// A program or module as stored in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Model<'a> {
    /// Encoding of the numbers.
    pub dialect: Dialect,
    /// The string chain: a length byte before each string.
    pub strings: Cow<'a, [u8]>,
    /// True if everything was read; otherwise the last commands are incomplete.
    pub is_whole: bool,
    pub(crate) nodes: Vec<Node>,
    pub(crate) layouts: Vec<Layout>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) components: Vec<u8>,
    /// Defining node of each id, `u32::MAX` if undefined.
    pub(crate) definitions: Vec<u32>,
}

impl<'a> Model<'a> {
    /// Creates a model without commands.
    pub fn new(dialect: Dialect) -> Model<'a> {
        Model {
            dialect,
            strings: Cow::Borrowed(&[]),
            is_whole: true,
            nodes: Vec::new(),
            layouts: Vec::new(),
            entries: Vec::new(),
            components: Vec::new(),
            definitions: Vec::new(),
        }
    }

    /// Converts to a model that owns its strings.
    pub fn into_owned(self) -> Model<'static> {
        Model {
            dialect: self.dialect,
            strings: Cow::Owned(self.strings.into_owned()),
            is_whole: self.is_whole,
            nodes: self.nodes,
            layouts: self.layouts,
            entries: self.entries,
            components: self.components,
            definitions: self.definitions,
        }
    }

    /// All nodes in stream order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Node at an index; [`MISSING`] if out of range.
    #[inline]
    pub fn node(&self, at: ModelNode) -> &Node {
        self.nodes.get(at.0 as usize).unwrap_or(&MISSING)
    }

    /// Command of a node.
    #[inline]
    pub fn command(&self, at: ModelNode) -> Command {
        self.node(at).command
    }

    /// Direct children of a node, in stream order.
    #[inline]
    pub fn children(&self, at: ModelNode) -> Children<'_> {
        let node = self.node(at);
        Children { nodes: &self.nodes, at: at.0.wrapping_add(1), end: node.next }
    }

    /// Child of a node by index; [`ModelNode::NONE`] past the last one.
    pub fn child(&self, at: ModelNode, index: usize) -> ModelNode {
        self.children(at).nth(index).unwrap_or(ModelNode::NONE)
    }

    /// The root: the program, or for a module its symbol table.
    pub fn top(&self) -> ModelNode {
        ModelNode(0)
    }

    /// True for a module: a symbol table and elements without an enclosing program.
    pub fn is_module(&self) -> bool {
        self.command(ModelNode(0)) == Command::SymbolTable
    }

    /// Symbol table of the program or module.
    pub fn table(&self) -> ModelNode {
        if self.is_module() { ModelNode(0) } else { self.child(ModelNode(0), 0) }
    }

    /// The element list, [`Command::Elements`]; its children are the elements in order.
    pub fn elements(&self) -> ModelNode {
        if self.is_module() {
            return ModelNode(self.node(ModelNode(0)).next);
        }
        let mut children = self.children(ModelNode(0));
        children.find(|&child| self.command(child) == Command::Elements).unwrap_or(ModelNode::NONE)
    }

    /// Definition of an id, anywhere in the file; [`ModelNode::NONE`] if undefined.
    #[inline]
    pub fn definition(&self, id: u32) -> ModelNode {
        ModelNode(self.definitions.get(id as usize).copied().unwrap_or(u32::MAX))
    }

    /// Bytes of a name; empty if its offset is invalid.
    #[inline]
    pub fn text(&self, name: Name) -> &[u8] {
        self.text_of(name).unwrap_or(&[])
    }

    /// Bytes of a name; `None` unless its offset leads to a complete string.
    #[inline]
    pub fn text_of(&self, name: Name) -> Option<&[u8]> {
        let rest = self.strings.get((name.0 as usize).checked_sub(2)?..)?;
        if self.dialect.is_wide() {
            let (length, rest) = rest.split_first_chunk()?;
            return rest.get(..u32::from_le_bytes(*length) as usize);
        }
        let (&length, rest) = rest.split_first()?;
        rest.get(..usize::from(length))
    }

    /// A name as text, with invalid UTF-8 replaced.
    pub fn name(&self, name: Name) -> Cow<'_, str> {
        let text = self.text(name);
        match std::str::from_utf8(text) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(text),
        }
    }

    /// Reference held by a node of a command with `IdOrName`.
    #[inline]
    pub fn reference(&self, at: ModelNode) -> Reference {
        let node = self.node(at);
        match node.b {
            BUILTIN_SYMBOL => Reference::Builtin(Name(node.c)),
            id => Reference::Id(id),
        }
    }

    /// Definition that a symbol refers to: the symbol itself, or the target of a kSymbolRef by id;
    /// [`ModelNode::NONE`] for builtin symbols and undefined ids.
    pub fn resolve(&self, at: ModelNode) -> ModelNode {
        match self.command(at) {
            Command::SymbolRef => match self.reference(at) {
                Reference::Id(id) => self.definition(id),
                Reference::Builtin(_) => ModelNode::NONE,
            },
            Command::Missing => ModelNode::NONE,
            _ => at,
        }
    }

    /// Entries of a symbol table, in file order.
    pub fn entries(&self, table: ModelNode) -> &[Entry] {
        let node = self.node(table);
        if node.command != Command::SymbolTable {
            return &[];
        }
        let start = node.c as usize;
        self.entries.get(start..start.saturating_add(node.b as usize)).unwrap_or(&[])
    }
}

/// Iterator of [`Model::children`].
#[derive(Clone, Debug)]
pub struct Children<'m> {
    nodes: &'m [Node],
    at: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = ModelNode;

    #[inline]
    fn next(&mut self) -> Option<ModelNode> {
        if self.at >= self.end {
            return None;
        }
        let at = self.at;
        // An ill-formed model must not stall the walk.
        self.at = self.nodes.get(at as usize)?.next.max(at + 1);
        Some(ModelNode(at))
    }
}
