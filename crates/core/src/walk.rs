//! Walks the field tree in file order: groups opening and closing, leaves, and the parts of a leaf.
//!
//! Dump, text and JSON are sinks of this walk. Only the chain of open groups is kept.

use std::ops::Range;

use crate::map::Tree;
use crate::reader::{Link, NodeId, NodeKind};
use crate::record::Field;
use crate::value::FieldFormat;

/// A step of the walk.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A group opens. A group whose leaves are interrupted by others opens again later.
    Open(NodeId),
    /// The group that opened last closes.
    Close(NodeId),
    /// A leaf; leaves come in file order and cover the file once.
    Leaf(NodeId),
    /// Start of the content of the previous leaf: a [space](crate::space), walked like a file.
    Enter(NodeId),
    /// The content ends.
    Leave(NodeId),
}

/// The steps over a tree, in file order; the content of a packed leaf follows the leaf.
pub fn steps(tree: &Tree) -> Steps<'_> {
    Steps {
        tree,
        here: Level { owner: NodeId::ROOT, leaves: tree.regions()[0].leaves.clone(), open: Vec::new() },
        outer: Vec::new(),
        wanted: Vec::new(),
        pending: None,
        entering: None,
    }
}

/// A region that is being walked.
#[derive(Debug)]
struct Level {
    /// Owning node of the space; the root for the file.
    owner: NodeId,
    /// Leaves that are still to come.
    leaves: Range<usize>,
    open: Vec<NodeId>,
}

/// Iterator of [`steps`].
#[derive(Debug)]
pub struct Steps<'t> {
    tree: &'t Tree,
    here: Level,
    outer: Vec<Level>,
    /// Groups that the pending leaf needs open, outermost first.
    wanted: Vec<NodeId>,
    pending: Option<NodeId>,
    /// Leaf whose content is next.
    entering: Option<NodeId>,
}

impl Steps<'_> {
    /// Leaves out the content of the leaf that came last.
    pub(crate) fn skip_content(&mut self) {
        self.entering = None;
    }

    /// The groups to open for a leaf: its logical ancestors in the same region.
    fn want(&mut self, leaf: NodeId) {
        self.wanted.clear();
        let mut at = leaf;
        loop {
            let parent = self.tree.node(at).name.parent;
            if parent >= at || parent == NodeId::ROOT || parent == self.here.owner {
                break;
            }
            if matches!(self.tree.node(parent).kind, NodeKind::Group) {
                self.wanted.push(parent);
            }
            at = parent;
        }
        self.wanted.reverse();
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if let Some(owner) = self.entering.take()
            && let Some(region) = self.tree.content(owner)
        {
            let level = Level { owner, leaves: region.leaves.clone(), open: Vec::new() };
            self.outer.push(std::mem::replace(&mut self.here, level));
            return Some(Step::Enter(owner));
        }
        if self.pending.is_none() {
            let Some(number) = self.here.leaves.next() else {
                if let Some(group) = self.here.open.pop() {
                    return Some(Step::Close(group));
                }
                let owner = self.here.owner;
                self.here = self.outer.pop()?;
                return Some(Step::Leave(owner));
            };
            let leaf = *self.tree.leaves().get(number)?;
            self.pending = Some(leaf);
            self.want(leaf);
        }
        let open = &mut self.here.open;
        let shared = open.iter().zip(&self.wanted).take_while(|(open, wanted)| open == wanted).count();
        if open.len() > shared {
            return open.pop().map(Step::Close);
        }
        if let Some(&group) = self.wanted.get(shared) {
            open.push(group);
            return Some(Step::Open(group));
        }
        let leaf = self.pending.take()?;
        self.entering = Some(leaf);
        Some(Step::Leaf(leaf))
    }
}

/// Content of a part of a leaf.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A value of a form.
    Value(&'static FieldFormat),
    /// Bytes without structure.
    Bytes,
    /// Character data.
    Text,
    /// Code in a language.
    Code {
        /// Name of the language.
        language: &'static str,
        /// Node whose bytes help to print it.
        side_table: Option<NodeId>,
    },
    /// Bytes that fill up to an alignment.
    Padding,
    /// Unclaimed bytes.
    Raw,
}

/// A part of a leaf: a field of a record, a value of a run, a string, or the leaf itself.
#[derive(Clone, Copy, Debug)]
pub struct LeafField {
    /// Number of the record, value or string within its leaf.
    pub index: Option<u32>,
    /// The field, if the leaf is made of records.
    pub field: Option<&'static Field>,
    /// Address of the first byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Content of the part.
    pub shape: Shape,
}

impl LeafField {
    /// The bytes of the part; `file` holds the bytes of every address.
    pub fn bytes<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        let end = (self.end as usize).min(file.len());
        &file[(self.start as usize).min(end)..end]
    }

    /// The path of the part; `path` is the path of its leaf.
    pub fn path(&self, path: &str) -> String {
        let mut out = path.to_owned();
        self.write_path(&mut out);
        out
    }

    /// Appends the path from the leaf to this part.
    pub(crate) fn write_path(&self, out: &mut String) {
        use std::fmt::Write as _;
        if let Some(index) = self.index {
            let _ = write!(out, "[{index}]");
        }
        if let Some(field) = self.field {
            out.push('.');
            out.push_str(field.name);
        }
    }

    /// The link of the part.
    pub fn link<'t>(&self, tree: &'t Tree, leaf: NodeId) -> Option<&'t Link> {
        tree.link(leaf, self.field.map_or(0, |field| field.offset))
    }
}

/// The parts of a node in order; they cover it. Works for aliases too. `file` holds the bytes of every address, see
/// [`Tree::whole`]; nodes past its end have no parts.
pub fn leaf_fields<'f>(tree: &Tree, id: NodeId, file: &'f [u8]) -> LeafFields<'f> {
    let node = tree.node(id);
    let end = node.end.min(file.len() as u64);
    LeafFields { kind: node.kind, at: node.start.min(end), end, index: 0, field: 0, file, done: false }
}

/// Iterator of [`leaf_fields`].
#[derive(Debug)]
pub struct LeafFields<'f> {
    kind: NodeKind,
    at: u64,
    end: u64,
    index: u32,
    field: usize,
    file: &'f [u8],
    done: bool,
}

impl Iterator for LeafFields<'_> {
    type Item = LeafField;

    fn next(&mut self) -> Option<LeafField> {
        let start = self.at;
        let whole = |shape, leaf_fields: &mut Self| {
            if std::mem::replace(&mut leaf_fields.done, true) {
                return None;
            }
            Some(LeafField { index: None, field: None, start, end: leaf_fields.end, shape })
        };
        match self.kind {
            NodeKind::Group => None,
            NodeKind::Value(form) => whole(Shape::Value(form), self),
            NodeKind::Bytes
            | NodeKind::File { .. }
            | NodeKind::Packed { .. }
            | NodeKind::Gathered { .. }
            | NodeKind::Piece { .. } => whole(Shape::Bytes, self),
            NodeKind::Text => whole(Shape::Text, self),
            NodeKind::Padding => whole(Shape::Padding, self),
            NodeKind::Raw => whole(Shape::Raw, self),
            NodeKind::Code { language, side_table } => whole(Shape::Code { language, side_table }, self),
            NodeKind::Record(schema) | NodeKind::Records(schema) => {
                let field = schema.fields.get(self.field)?;
                let end = start + field.form.size() as u64;
                if end > self.end || (start == self.end && self.field == 0) {
                    return None;
                }
                let index = matches!(self.kind, NodeKind::Records(_)).then_some(self.index);
                self.at = end;
                self.field += 1;
                if self.field == schema.fields.len() {
                    self.field = 0;
                    self.index += 1;
                }
                Some(LeafField { index, field: Some(field), start, end, shape: Shape::Value(&field.form) })
            }
            NodeKind::Values(form) => {
                let end = start + form.size() as u64;
                if end > self.end || end == start {
                    return None;
                }
                let index = Some(self.index);
                self.at = end;
                self.index += 1;
                Some(LeafField { index, field: None, start, end, shape: Shape::Value(form) })
            }
            NodeKind::Strings => {
                if start >= self.end {
                    return None;
                }
                let bytes = &self.file[start as usize..self.end as usize];
                let length = bytes.iter().position(|&byte| byte == 0).map_or(bytes.len(), |at| at + 1);
                let index = Some(self.index);
                self.at += length as u64;
                self.index += 1;
                Some(LeafField { index, field: None, start, end: self.at, shape: Shape::Text })
            }
        }
    }
}

/// Number of records, values, strings or direct children that a node holds.
pub fn count(tree: &Tree, id: NodeId, file: &[u8]) -> u64 {
    let node = tree.node(id);
    let size = node.end - node.start;
    match node.kind {
        NodeKind::Records(schema) => size / schema.size.max(1) as u64,
        NodeKind::Values(form) => size / form.size().max(1) as u64,
        NodeKind::Strings => leaf_fields(tree, id, file).count() as u64,
        NodeKind::Group => {
            tree.nodes().filter(|(child, node)| *child != id && node.name.parent == id).count() as u64
        }
        _ => 1,
    }
}
