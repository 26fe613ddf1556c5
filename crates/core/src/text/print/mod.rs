//! Prints bytes as the text form.

mod facts;
mod links;
mod values;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use self::facts::Facts;
use super::quote::{blanks, quote};
use super::{HEADER, VERSION, block};
use crate::language::Registry;
use crate::map::Tree;
use crate::places::{LinePlaces, NoPlaces};
use crate::reader::{NodeId, NodeKind};
use crate::walk::{Step, leaf_fields, steps};

/// Column of comments, if the line is short enough.
const COMMENT_COLUMN: usize = 48;

/// Writes the text form of a file.
pub fn print(bytes: &[u8], tree: &Tree, registry: &Registry, out: &mut dyn io::Write) -> io::Result<()> {
    print_with(bytes, tree, registry, out, &mut NoPlaces)
}

/// Writes the text form of a file, and tells of each line which addresses it shows.
pub fn print_with(
    bytes: &[u8],
    tree: &Tree,
    registry: &Registry,
    out: &mut dyn io::Write,
    places: &mut dyn LinePlaces,
) -> io::Result<()> {
    let whole = tree.whole(bytes);
    let facts = Facts::gather(tree, &whole, registry);
    let mut printer = Printer {
        bytes: &whole,
        tree,
        registry,
        out,
        places,
        place: 0..0,
        facts,
        line: String::new(),
        strings: HashMap::new(),
        labels: Vec::new(),
        depth: 0,
    };
    printer.whole()
}
struct Printer<'p> {
    bytes: &'p [u8],
    tree: &'p Tree,
    registry: &'p Registry,
    out: &'p mut dyn io::Write,
    places: &'p mut dyn LinePlaces,
    /// Addresses that the line shows.
    place: Range<u64>,
    facts: Facts,
    line: String,
    /// Starts of the strings of the string tables that pointers reached.
    strings: HashMap<NodeId, Vec<u64>>,
    /// Cache of labels, indexed by node modulo its size.
    labels: Vec<(NodeId, Option<links::Label>)>,
    depth: usize,
}

impl Printer<'_> {
    fn whole(&mut self) -> io::Result<()> {
        let _ = write!(self.line, "{HEADER} {VERSION}");
        self.comment(&format!("{} bytes", self.tree.size()));
        self.end_line()?;
        let tree = self.tree;
        let mut open: Vec<NodeId> = Vec::new();
        let mut aliases = tree.aliases().iter().copied().peekable();
        let mut outside = Vec::new();
        let mut steps = steps(tree);
        while let Some(step) = steps.next() {
            let (Step::Enter(id) | Step::Leave(id) | Step::Open(id) | Step::Close(id) | Step::Leaf(id)) =
                step;
            self.place = self.tree.node(id).range();
            match step {
                Step::Enter(owner) => {
                    open.push(owner);
                    let start = tree.content(owner).map_or(0, |content| content.range.start);
                    let from = tree.aliases().partition_point(|&alias| tree.node(alias).start < start);
                    let inner = tree.aliases()[from..].iter().copied().peekable();
                    outside.push(std::mem::replace(&mut aliases, inner));
                }
                Step::Leave(owner) => {
                    open.pop();
                    aliases = outside.pop().unwrap_or(aliases);
                    self.depth -= 1;
                    self.stored(owner)?;
                }
                Step::Open(group) => {
                    self.indent();
                    self.name(group, open.last().copied());
                    self.line.push_str(" {");
                    self.end_line()?;
                    open.push(group);
                    self.depth += 1;
                }
                Step::Close(_) => {
                    open.pop();
                    self.depth -= 1;
                    self.close()?;
                }
                Step::Leaf(leaf) => {
                    while let Some(alias) =
                        aliases.next_if(|&alias| tree.node(alias).start < tree.node(leaf).end)
                    {
                        self.alias(alias)?;
                    }
                    match self.content(leaf) {
                        Some(range) => self.open_content(leaf, &range, open.last().copied())?,
                        None => {
                            steps.skip_content();
                            self.leaf(leaf, open.last().copied())?;
                        }
                    }
                }
            }
        }
        let size = tree.size();
        while let Some(alias) = aliases.next_if(|&alias| tree.node(alias).start <= size) {
            self.alias(alias)?;
        }
        self.out.flush()
    }

    /// Address range of a node's content, if the text prints it.
    fn content(&self, id: NodeId) -> Option<Range<u64>> {
        let content = self.tree.content(id)?;
        self.is_printed(content.range.start).then(|| content.range.clone())
    }

    /// True if the text prints the bytes at an address.
    fn is_printed(&self, address: u64) -> bool {
        let start = self.tree.region(address).range.start;
        start == 0 || self.facts.printed_spaces.contains(&start)
    }

    /// Opens a node with a content.
    fn open_content(&mut self, id: NodeId, content: &Range<u64>, group: Option<NodeId>) -> io::Result<()> {
        let node = *self.tree.node(id);
        let size = content.end - content.start;
        let word = match node.kind {
            NodeKind::Packed { codec, .. } => format!(" packed(\"{codec}\") = {{"),
            _ => " gathered = {".to_owned(),
        };
        self.indent();
        self.name(id, group);
        self.line.push_str(&word);
        let range = self.place(&node);
        self.comment(&format!("{range}, content {size} bytes"));
        self.depth += 1;
        self.end_line()
    }

    /// Closes a node with a content; the stored bytes of a packed one follow.
    fn stored(&mut self, id: NodeId) -> io::Result<()> {
        let node = *self.tree.node(id);
        self.indent();
        self.line.push('}');
        match node.kind {
            NodeKind::Packed { .. } => self.pieces(&node, " stored = ", false),
            _ => self.end_line(),
        }
    }

    /// A node that names bytes of another, as a comment.
    fn alias(&mut self, id: NodeId) -> io::Result<()> {
        let node = self.tree.node(id);
        let (start, size) = (node.start, node.end - node.start);
        let around = std::mem::replace(&mut self.place, node.range());
        self.indent();
        self.line.push_str("; ");
        self.tree.write_path(id, &mut self.line);
        self.line.push_str(" = ");
        let place = self.line.len();
        if self.address(None, start).is_none() {
            self.line.truncate(place);
            let start = self.tree.local(start);
            let _ = write!(self.line, "{start:#x}");
        }
        let _ = write!(self.line, ", {size} bytes");
        self.end_line()?;
        self.place = around;
        Ok(())
    }

    fn leaf(&mut self, id: NodeId, group: Option<NodeId>) -> io::Result<()> {
        let node = *self.tree.node(id);
        self.indent();
        self.name(id, group);
        match node.kind {
            NodeKind::Group => Ok(()),
            NodeKind::Record(_) | NodeKind::Records(_) => {
                self.open(&node, " {")?;
                self.record_fields(id)?;
                self.depth -= 1;
                self.close()
            }
            NodeKind::Value(form) => {
                self.line.push(' ');
                self.type_name(form);
                self.line.push_str(" = ");
                let part = leaf_fields(self.tree, id, self.bytes).next();
                match part {
                    Some(part) => self.value(&part, self.tree.links(id), form)?,
                    None => self.line.push_str("{}"),
                }
                self.end_line()
            }
            NodeKind::Values(form) => self.values(id, &node, form),
            NodeKind::Strings => {
                self.open(&node, " strings = {")?;
                for part in leaf_fields(self.tree, id, self.bytes) {
                    self.place = part.start..part.end;
                    self.indent();
                    // A string must be contiguous: its index in the list is its label.
                    quote(part.bytes(self.bytes), &mut self.line);
                    self.end_line()?;
                }
                self.place = node.range();
                self.depth -= 1;
                self.close()
            }
            NodeKind::Text => self.pieces(&node, " text = ", true),
            NodeKind::Piece { of, offset } => self.piece(&node, of, offset),
            NodeKind::Bytes
            | NodeKind::Padding
            | NodeKind::Raw
            | NodeKind::File { .. }
            | NodeKind::Packed { .. }
            | NodeKind::Gathered { .. } => self.pieces(&node, " bytes = ", false),
            NodeKind::Code { language, side_table } => self.code(&node, language, side_table),
        }
    }

    /// A piece of a gathered space: its bytes are printed in the space.
    fn piece(&mut self, node: &crate::reader::Node, of: NodeId, offset: u64) -> io::Result<()> {
        let path = self.tree.path(of);
        if !self.is_own(&path) || self.content(of).is_none() {
            return self.pieces(node, " bytes = ", false);
        }
        let size = node.end - node.start;
        let _ = write!(self.line, " bytes = piece({path}, {offset:#x}, {size})");
        self.end_line()
    }

    /// Describes the offset of a node in its file or space.
    fn place(&self, node: &crate::reader::Node) -> String {
        let (start, end) = (self.tree.local(node.start), self.tree.local(node.end));
        format!("{start:#x}..{end:#x}")
    }

    /// Ends a line that opens a node and indents one level.
    fn open(&mut self, node: &crate::reader::Node, brace: &str) -> io::Result<()> {
        self.line.push_str(brace);
        let range = self.place(node);
        self.comment(&range);
        self.depth += 1;
        self.end_line()
    }

    fn close(&mut self) -> io::Result<()> {
        self.indent();
        self.line.push('}');
        self.end_line()
    }

    fn code(
        &mut self,
        node: &crate::reader::Node,
        language: &'static str,
        side_table: Option<NodeId>,
    ) -> io::Result<()> {
        let code = &self.bytes[node.start as usize..node.end as usize];
        let side_table = side_table.map(|side_table| self.tree.node(side_table));
        let side_table = side_table
            .map_or(&[][..], |side_table| &self.bytes[side_table.start as usize..side_table.end as usize]);
        if let Some(known) = self.registry.language(language) {
            let name = self.line.len();
            let _ = write!(self.line, " {language} {{");
            let range = self.place(node);
            self.comment(&range);
            self.line.push('\n');
            let mut block = block::Writer::new(self.line.as_bytes(), self.out);
            let mut places =
                BlockPlaces { start: node.start, opening: Some(&self.place), places: self.places };
            if known.disassemble(code, side_table, &mut block, &mut places)? {
                block.finish()?;
                places.open();
                self.line.clear();
                return self.close();
            }
            self.line.truncate(name);
        }
        self.pieces(node, " bytes = ", false)
    }

    /// The name of a node, from the group that is open.
    fn name(&mut self, id: NodeId, group: Option<NodeId>) {
        let mut path = String::new();
        self.tree.write_path(id, &mut path);
        let outer = group.map_or(String::new(), |group| self.tree.path(group));
        let rest = path.strip_prefix(outer.as_str()).unwrap_or(&path);
        self.line.push_str(rest.strip_prefix('.').unwrap_or(rest));
    }

    fn indent(&mut self) {
        blanks(2 * self.depth, &mut self.line);
    }

    fn comment(&mut self, text: &str) {
        blanks(COMMENT_COLUMN.saturating_sub(self.line.len()), &mut self.line);
        self.line.push_str(" ; ");
        self.line.push_str(text);
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        self.places.line(&self.place);
        self.line.clear();
        Ok(())
    }
}

/// Passes on the places of the lines of a block, after that of the line that opens it.
struct BlockPlaces<'p> {
    /// Address of the first byte of the code.
    start: u64,
    /// Place of the opening line, until it is told.
    opening: Option<&'p Range<u64>>,
    places: &'p mut dyn LinePlaces,
}

impl BlockPlaces<'_> {
    fn open(&mut self) {
        if let Some(place) = self.opening.take() {
            self.places.line(place);
        }
    }
}

impl LinePlaces for BlockPlaces<'_> {
    fn line(&mut self, place: &Range<u64>) {
        self.open();
        self.places.line(&(self.start + place.start..self.start + place.end));
    }

    fn are_wanted(&self) -> bool {
        self.places.are_wanted()
    }
}
