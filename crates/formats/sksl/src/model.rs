//! The model: every command of a file in one list, in the order of the stream.
//!
//! A command stands before what it contains, so the list is a tree without pointers: each [`Node`] says where its content
//! ends. Walking, dropping and writing need no recursion. [`view`](crate::view) gives nodes their meaning; nothing is
//! normalised, so the exact file can be written again: ids, references against definitions, kVoid against empty tables,
//! the form of layouts and modifiers, and the order of everything are those of the file.

use std::borrow::Cow;

use crate::command::Command;
use crate::dialect::Dialect;
use crate::raw::{BUILTIN_SYMBOL, LayoutFlags};

/// The place of a node in its model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct At(pub u32);

impl At {
    /// No node.
    pub const NONE: At = At(u32::MAX);
}

/// A name: the offset of its length byte from the `stringLength` field, as the file has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Name(pub u32);

/// One command, or a part of one. What `a`, `b` and `c` mean depends on the command; [`view`](crate::view) knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub command: Command,
    /// A small number of its payload: a byte, or a count.
    pub a: u16,
    /// A number of its payload, often an id.
    pub b: u32,
    /// A number of its payload: a name, the bits of a literal, flags, or where the rest of its payload lies.
    pub c: u32,
    /// The node behind its content; the content begins with the next node.
    pub next: u32,
}

/// What stands where a file has nothing.
pub const MISSING: Node = Node {
    command: Command::Missing,
    a: 0,
    b: 0,
    c: 0,
    next: 0,
};

/// A layout with all its values; −1 says that a value was not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Flags, those of the qualifiers that were written among them.
    pub flags: LayoutFlags,
    /// `location`
    pub location: i32,
    /// `offset`, bytes.
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

/// What a symbol table lists: a symbol that it owns, or a built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Number among the symbols that the table owns; 65535 says that the name of a built-in type follows.
    pub index: u32,
    /// The name, when `index` is 65535.
    pub name: Name,
}

/// A symbol that something refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    /// By the id that its definition states.
    Id(u32),
    /// A built-in symbol, by name.
    Builtin(Name),
}

/// A program or module as a file holds it.
#[derive(Clone, PartialEq, Debug)]
pub struct Model<'a> {
    /// What the numbers in it mean.
    pub dialect: Dialect,
    /// The chain of strings: a length byte before each.
    pub strings: Cow<'a, [u8]>,
    /// Whether everything could be read. Where it is `false` the last commands lack what follows.
    pub is_whole: bool,
    pub(crate) nodes: Vec<Node>,
    pub(crate) layouts: Vec<Layout>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) components: Vec<u8>,
    /// The node that defines each id, `u32::MAX` where none does.
    pub(crate) definitions: Vec<u32>,
}

impl<'a> Model<'a> {
    /// A model without commands.
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

    /// The same, with strings of its own.
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

    /// All nodes in the order of the stream.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node; [`MISSING`] where there is none.
    #[inline]
    pub fn node(&self, at: At) -> &Node {
        self.nodes.get(at.0 as usize).unwrap_or(&MISSING)
    }

    /// What a node is.
    #[inline]
    pub fn command(&self, at: At) -> Command {
        self.node(at).command
    }

    /// The nodes directly in a node, in the order of the stream.
    #[inline]
    pub fn children(&self, at: At) -> Children<'_> {
        let node = self.node(at);
        Children {
            nodes: &self.nodes,
            at: at.0.wrapping_add(1),
            end: node.next,
        }
    }

    /// A child of a node by number; [`At::NONE`] where there are fewer.
    pub fn child(&self, at: At, index: usize) -> At {
        self.children(at).nth(index).unwrap_or(At::NONE)
    }

    /// The top: the program, or for a module its symbol table.
    pub fn top(&self) -> At {
        At(0)
    }

    /// Whether the file is a module: a symbol table and elements without a program around them.
    pub fn is_module(&self) -> bool {
        self.command(At(0)) == Command::SymbolTable
    }

    /// The symbol table of the program or module.
    pub fn table(&self) -> At {
        if self.is_module() {
            At(0)
        } else {
            self.child(At(0), 0)
        }
    }

    /// The list of elements, [`Command::Elements`]; its children are the elements in order.
    pub fn elements(&self) -> At {
        if self.is_module() {
            return At(self.node(At(0)).next);
        }
        let mut children = self.children(At(0));
        children
            .find(|&child| self.command(child) == Command::Elements)
            .unwrap_or(At::NONE)
    }

    /// The definition of an id, wherever it stands; [`At::NONE`] when nothing defines it.
    #[inline]
    pub fn definition(&self, id: u32) -> At {
        At(self.definitions.get(id as usize).copied().unwrap_or(u32::MAX))
    }

    /// The characters of a name; empty when its offset leads nowhere.
    #[inline]
    pub fn text(&self, name: Name) -> &[u8] {
        self.text_of(name).unwrap_or(&[])
    }

    /// The characters of a name; `None` when its offset does not lead to a whole string.
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

    /// The name of a name: its characters as text, damaged ones replaced.
    pub fn name(&self, name: Name) -> Cow<'_, str> {
        let text = self.text(name);
        match std::str::from_utf8(text) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(text),
        }
    }

    /// The reference that a node of a command with `IdOrName` holds.
    #[inline]
    pub fn reference(&self, at: At) -> Reference {
        let node = self.node(at);
        match node.b {
            BUILTIN_SYMBOL => Reference::Builtin(Name(node.c)),
            id => Reference::Id(id),
        }
    }

    /// The definition that a symbol position leads to: the symbol itself, or what a kSymbolRef refers to by id;
    /// [`At::NONE`] for built-in symbols and ids that nothing defines.
    pub fn resolve(&self, at: At) -> At {
        match self.command(at) {
            Command::SymbolRef => match self.reference(at) {
                Reference::Id(id) => self.definition(id),
                Reference::Builtin(_) => At::NONE,
            },
            Command::Missing => At::NONE,
            _ => at,
        }
    }

    /// What a symbol table lists, in the order of the file.
    pub fn entries(&self, table: At) -> &[Entry] {
        let node = self.node(table);
        if node.command != Command::SymbolTable {
            return &[];
        }
        let start = node.c as usize;
        self.entries
            .get(start..start.saturating_add(node.b as usize))
            .unwrap_or(&[])
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
    type Item = At;

    #[inline]
    fn next(&mut self) -> Option<At> {
        if self.at >= self.end {
            return None;
        }
        let at = self.at;
        // A model that a program built wrongly must not hold the walk up.
        self.at = self.nodes.get(at as usize)?.next.max(at + 1);
        Some(At(at))
    }
}
