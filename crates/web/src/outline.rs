//! The field tree in windows: rows, places, owners.

use std::ops::Range;

use glassbox_core::map::Tree;
use glassbox_core::reader::{NodeId, NodeKind};
use glassbox_core::show::{self, Counts};
use glassbox_core::walk::{LeafField, leaf_fields};
use glassbox_report::json::kind_name;
use serde::Serialize;

/// Most characters of a value or a meaning in a row.
const LONGEST: usize = 200;
/// Most nodes from the root to one.
const MAX_DEPTH: usize = 64;

/// A tree with the children of each node in order.
#[derive(Debug)]
pub(crate) struct Outline {
    pub(crate) tree: Tree,
    /// The bytes of all addresses, where they are not those of the file.
    whole: Option<Vec<u8>>,
    ids: Vec<NodeId>,
    /// Children of all nodes, sorted by parent and address.
    children: Vec<u32>,
    /// By node, the first of its children; one more than there are nodes.
    first: Vec<u32>,
    counts: Counts,
}

/// A row: a node, or a field of one.
#[derive(Serialize, Debug)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// Its place among the rows of its parent.
    pub(crate) index: u64,
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    #[serde(rename = "type")]
    pub(crate) ty: String,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) space: Option<String>,
    pub(crate) value: String,
    pub(crate) meaning: String,
    pub(crate) link: Option<String>,
    pub(crate) children: u64,
}

/// What a row is of.
#[derive(Clone, Copy, Debug)]
enum Item {
    File,
    Node(NodeId),
    Field(NodeId, u64),
}

impl Outline {
    pub(crate) fn new(tree: Tree, bytes: &[u8]) -> Outline {
        let whole = match tree.whole(bytes) {
            std::borrow::Cow::Borrowed(_) => None,
            std::borrow::Cow::Owned(whole) => Some(whole),
        };
        let ids: Vec<NodeId> = tree.nodes().map(|(id, _)| id).collect();
        let index_of = |id: NodeId| ids.partition_point(|other| *other < id);
        let mut first = vec![0u32; ids.len() + 1];
        let parents: Vec<u32> =
            tree.nodes().map(|(_, node)| index_of(node.name.parent).min(ids.len() - 1) as u32).collect();
        for parent in parents.iter().skip(1) {
            first[*parent as usize + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut next = first.clone();
        let mut children = vec![0u32; ids.len().saturating_sub(1)];
        for (index, parent) in (1..).zip(parents.iter().skip(1)) {
            let place = &mut next[*parent as usize];
            children[*place as usize] = index;
            *place += 1;
        }
        for parent in 0..ids.len() {
            let own = &mut children[first[parent] as usize..first[parent + 1] as usize];
            own.sort_by_key(|child| (tree.node(ids[*child as usize]).start, *child));
        }
        Outline { tree, whole, ids, children, first, counts: Counts::default() }
    }

    /// The bytes of all addresses.
    pub(crate) fn whole<'b>(&'b self, bytes: &'b [u8]) -> &'b [u8] {
        self.whole.as_deref().unwrap_or(bytes)
    }

    fn index_of(&self, id: NodeId) -> usize {
        self.ids.partition_point(|other| *other < id)
    }

    fn children_of(&self, id: NodeId) -> &[u32] {
        let index = self.index_of(id);
        &self.children[self.first[index] as usize..self.first[index + 1] as usize]
    }

    fn item(&self, id: &str) -> Option<Item> {
        if id.is_empty() {
            return Some(Item::File);
        }
        let (node, field) = match id.split_once(':') {
            None => (id, None),
            Some((node, field)) => (node, Some(field.parse().ok()?)),
        };
        let node = *self.ids.get(node.parse::<usize>().ok()?)?;
        Some(field.map_or(Item::Node(node), |field| Item::Field(node, field)))
    }

    fn node_name(&self, id: NodeId) -> String {
        let name = self.tree.node(id).name;
        match name.index {
            None => name.text.to_owned(),
            Some(index) => format!("{}[{index}]", name.text),
        }
    }

    /// How many fields a leaf has that rows show; one that is all of its leaf is the leaf's own row.
    fn fields(&mut self, id: NodeId, bytes: &[u8]) -> u64 {
        let node = *self.tree.node(id);
        let size = node.end - node.start;
        match node.kind {
            NodeKind::Record(schema) => schema.fields.len() as u64,
            NodeKind::Records(schema) => size / schema.size.max(1) as u64 * schema.fields.len() as u64,
            NodeKind::Values(form) => size / form.size().max(1) as u64,
            NodeKind::Strings => {
                let Outline { counts, tree, whole, .. } = self;
                counts.count(tree, id, whole.as_deref().unwrap_or(bytes))
            }
            _ => 0,
        }
    }

    /// The fields of a leaf from one on. Those before are counted, not read.
    fn fields_from<'o>(
        &'o self,
        id: NodeId,
        from: u64,
        bytes: &'o [u8],
    ) -> impl Iterator<Item = LeafField> + 'o {
        leaf_fields(&self.tree, id, self.whole(bytes)).skip(usize::try_from(from).unwrap_or(usize::MAX))
    }

    fn space(&self, at: u64) -> Option<String> {
        let owner = self.tree.region(at).owner;
        (owner != NodeId::ROOT).then(|| self.tree.path(owner))
    }

    fn field_row(&mut self, id: NodeId, number: u64, part: &LeafField, bytes: &[u8]) -> Row {
        let (mut ty, mut value, mut meaning) = (String::new(), String::new(), String::new());
        let Outline { tree, whole, counts, .. } = self;
        let file = whole.as_deref().unwrap_or(bytes);
        show::write_field_type(part, &mut ty);
        show::write_field_value(part, file, &mut value);
        show::write_field_meaning(tree, file, counts, (id, part), &mut meaning);
        let linked = show::linked_node(tree, file, (id, part));
        let name = match (part.index, part.field) {
            (Some(index), Some(field)) => format!("[{index}].{}", field.name),
            (Some(index), None) => format!("[{index}]"),
            (None, Some(field)) => field.name.to_owned(),
            (None, None) => String::new(),
        };
        Row {
            id: format!("{}:{number}", self.index_of(id)),
            index: number,
            path: part.path(&self.tree.path(id)),
            name,
            kind: "field",
            ty,
            start: part.start,
            end: part.end,
            space: self.space(part.start),
            value: cut(value),
            meaning: cut(meaning),
            link: linked.map(|node| self.index_of(node).to_string()),
            children: 0,
        }
    }

    fn node_row(&mut self, id: NodeId, bytes: &[u8]) -> Row {
        let node = *self.tree.node(id);
        let children = self.children_of(id).len() as u64 + self.fields(id, bytes);
        let parent = node.name.parent;
        let own = self.index_of(id) as u32;
        let key = |child: u32| (self.tree.node(self.ids[child as usize]).start, child);
        let before = self.children_of(parent).partition_point(|child| key(*child) < key(own)) as u64;
        let mut row = Row {
            id: own.to_string(),
            index: self.fields(parent, bytes) + before,
            path: self.tree.path(id),
            name: self.node_name(id),
            kind: kind_name(&node.kind),
            ty: String::new(),
            start: node.start,
            end: node.end,
            space: self.space(node.start),
            value: String::new(),
            meaning: String::new(),
            link: None,
            children,
        };
        show::write_kind(node.kind, &mut row.ty);
        let is_shown = !matches!(node.kind, NodeKind::Group) && row.children == 0 && node.start < node.end;
        let part = if is_shown { self.fields_from(id, 0, bytes).next() } else { None };
        if let Some(part) = part {
            let field = self.field_row(id, 0, &part, bytes);
            (row.value, row.meaning, row.link) = (field.value, field.meaning, field.link);
        }
        row
    }

    /// How many rows are directly under one, and some of them; `None` if there is no such row.
    pub(crate) fn children(
        &mut self,
        id: &str,
        from: usize,
        count: usize,
        bytes: &[u8],
    ) -> Option<(u64, Vec<Row>)> {
        let id = match self.item(id)? {
            Item::File => NodeId::ROOT,
            Item::Node(id) => id,
            Item::Field(..) => return Some((0, Vec::new())),
        };
        let fields = self.fields(id, bytes);
        let nodes = self.children_of(id).to_vec();
        let total = fields + nodes.len() as u64;
        let mut rows = Vec::new();
        let (from, to) = (from as u64, (from.saturating_add(count)) as u64);
        let parts: Vec<LeafField> =
            self.fields_from(id, from, bytes).take(to.min(fields).saturating_sub(from) as usize).collect();
        for (number, part) in (from..).zip(&parts) {
            rows.push(self.field_row(id, number, part, bytes));
        }
        let first = from.saturating_sub(fields) as usize;
        let last = (to.saturating_sub(fields) as usize).min(nodes.len());
        for child in nodes.get(first..last).unwrap_or_default() {
            rows.push(self.node_row(self.ids[*child as usize], bytes));
        }
        Some((total, rows))
    }

    /// Rows from the outermost node to the field at an address; empty if nothing owns it.
    pub(crate) fn chain_at(&mut self, at: u64, bytes: &[u8]) -> Vec<Row> {
        let Some(leaf) = self.tree.owner(at) else { return Vec::new() };
        let mut rows = self.chain_of(leaf, bytes);
        if self.fields(leaf, bytes) > 0 {
            let found = (0..).zip(self.fields_from(leaf, 0, bytes)).find(|(_, part)| part.end > at);
            if let Some((number, part)) = found.filter(|(_, part)| part.start <= at) {
                rows.push(self.field_row(leaf, number, &part, bytes));
            }
        }
        rows
    }

    /// Rows to one of them; empty if there is none of this id.
    pub(crate) fn chain_of_row(&mut self, id: &str, bytes: &[u8]) -> Vec<Row> {
        match self.item(id) {
            None | Some(Item::File) => Vec::new(),
            Some(Item::Node(id)) => self.chain_of(id, bytes),
            Some(Item::Field(id, number)) => {
                let mut rows = self.chain_of(id, bytes);
                let part = self.fields_from(id, number, bytes).next();
                rows.extend(part.map(|part| self.field_row(id, number, &part, bytes)));
                rows
            }
        }
    }

    fn chain_of(&mut self, id: NodeId, bytes: &[u8]) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut at = id;
        while at != NodeId::ROOT && rows.len() < MAX_DEPTH {
            rows.push(self.node_row(at, bytes));
            at = self.tree.node(at).name.parent;
        }
        rows.reverse();
        rows
    }

    /// Rows to the node or field of a path as findings state it; empty if there is none.
    pub(crate) fn chain_of_path(&mut self, path: &str, bytes: &[u8]) -> Vec<Row> {
        let mut at = NodeId::ROOT;
        let mut rest = path;
        loop {
            let named = self.children_of(at).iter().map(|child| self.ids[*child as usize]);
            let next = named
                .filter_map(|child| {
                    let name = self.node_name(child);
                    let after = rest.strip_prefix(name.as_str())?;
                    (after.is_empty() || after.starts_with(['.', '['])).then_some((name.len(), child))
                })
                .max_by_key(|(length, _)| *length);
            let Some((length, child)) = next else { break };
            at = child;
            rest = rest[length..].strip_prefix('.').unwrap_or(&rest[length..]);
        }
        let mut rows = self.chain_of(at, bytes);
        if !rest.is_empty() && self.fields(at, bytes) > 0 {
            let mut fields = (0..).zip(self.fields_from(at, 0, bytes));
            let found = fields.find(|(_, part)| part.path("").trim_start_matches('.') == rest);
            drop(fields);
            if let Some((number, part)) = found {
                rows.push(self.field_row(at, number, &part, bytes));
            }
        }
        rows
    }

    /// Id, addresses and name of what owns the bytes in a range: fields and leaves, at most `count`.
    pub(crate) fn owners(
        &mut self,
        range: Range<u64>,
        count: usize,
        bytes: &[u8],
    ) -> Vec<(String, u64, u64, String)> {
        let mut owners = Vec::new();
        let mut at = range.start;
        while at < range.end && owners.len() < count {
            let Some(leaf) = self.tree.owner(at) else {
                at += 1;
                continue;
            };
            let end = self.tree.node(leaf).end;
            let path = self.tree.path(leaf);
            let index = self.index_of(leaf);
            if self.fields(leaf, bytes) == 0 {
                owners.push((index.to_string(), self.tree.node(leaf).start, end, path));
            } else {
                let parts = (0..).zip(self.fields_from(leaf, 0, bytes));
                let shown = parts
                    .skip_while(|(_, part): &(u64, LeafField)| part.end <= at)
                    .take_while(|(_, part)| part.start < range.end)
                    .take(count - owners.len());
                owners.extend(shown.map(|(number, part)| {
                    (format!("{index}:{number}"), part.start, part.end, part.path(&path))
                }));
            }
            at = end;
        }
        owners
    }
}

/// A text of at most [`LONGEST`] characters.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
