//! One side of a comparison: its nodes, and the records, values and strings in them, as items with content
//! keys.
//!
//! Items `0..nodes` are the nodes of the tree under the same numbers; table elements follow. A parent
//! precedes its children, so one backward pass computes all keys. A key identifies content: it ignores
//! derived numbers and includes what pointers reach.

use crate::map::Tree;
use crate::reader::{Link, NodeId, NodeKind};
use crate::record::Field;
use crate::show::Counts;
use crate::value::FieldFormat;

use super::align::Budget;
use super::reach::Reach;

/// Sentinel: no item.
pub(super) const NONE: u32 = u32::MAX;

/// A node, or an element of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The node, or the leaf that holds the element.
    pub(super) node: NodeId,
    /// Number of the element, or [`NONE`] for a node.
    pub(super) index: u32,
    /// Parent in the tree of names.
    pub(super) parent: u32,
    /// Offset of the first byte.
    pub(super) start: u64,
    /// One past the last byte.
    pub(super) end: u64,
    /// Range of the node's children in [`Side::order`]: first index and count.
    children: (u32, u32),
    /// As above, for the elements.
    elements: (u32, u32),
}

/// A value in an item: a field of a record, or the value itself.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    pub(super) name: &'static str,
    pub(super) form: &'static FieldFormat,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) link: Option<&'a Link>,
}

/// One file of a comparison.
pub(super) struct Side<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) tree: &'a Tree,
    pub(super) items: Vec<Item>,
    /// Nodes by parent, name and number; then the elements of each table in order.
    order: Vec<u32>,
    /// Content key of each item.
    pub(super) keys: Vec<u64>,
    /// True for string tables reached by pointers, by node.
    pooled: Vec<bool>,
    /// True for strings reached by pointers, by item.
    referenced: Vec<bool>,
    /// Counterpart in the other file, by item.
    pub(super) partner: Vec<u32>,
    pub(super) counts: Counts,
    /// Bytes of long strings that may still be looked at.
    pub(super) budget: Budget,
}

impl<'a> Side<'a> {
    /// Decomposes a file. Tables with more than `limit` cells in total stay whole and are compared as bytes.
    pub(super) fn new(bytes: &'a [u8], tree: &'a Tree, limit: usize) -> Side<'a> {
        let mut side = Side {
            bytes,
            tree,
            items: Vec::new(),
            order: Vec::new(),
            keys: Vec::new(),
            pooled: Vec::new(),
            referenced: Vec::new(),
            partner: Vec::new(),
            counts: Counts::default(),
            budget: Budget((1 << 24) + 8 * bytes.len() as u64),
        };
        side.take_nodes();
        side.take_elements(limit);
        side.partner = vec![NONE; side.items.len()];
        side.mark_pooled();
        side.keys = side.work_out_keys(None);
        // A second pass, so that pointer targets distinguish items that hold only pointers.
        let first = std::mem::take(&mut side.keys);
        side.keys = side.work_out_keys(Some(&first));
        side
    }

    fn take_nodes(&mut self) {
        let size = self.bytes.len() as u64;
        for (id, node) in self.tree.nodes() {
            // The root is its own parent; a stranger's parent would be a cycle.
            let parent = if node.name.parent < id { node.name.parent.0 } else { 0 };
            let end = node.end.min(size);
            self.items.push(Item {
                node: id,
                index: NONE,
                parent,
                start: node.start.min(end),
                end,
                children: (0, 0),
                elements: (0, 0),
            });
        }
        self.order = (1..self.items.len() as u32).collect();
        let (items, tree) = (&self.items, self.tree);
        self.order.sort_by_key(|&id| {
            let name = tree.node(NodeId(id)).name;
            (items[id as usize].parent, name.text, name.index, id)
        });
        for at in (0..self.order.len()).rev() {
            let parent = self.items[self.order[at] as usize].parent;
            let parent = &mut self.items[parent as usize];
            parent.children.0 = at as u32;
            parent.children.1 += 1;
        }
    }

    fn take_elements(&mut self, limit: usize) {
        let mut left = limit as u64;
        for id in 0..self.items.len() as u32 {
            let item = self.items[id as usize];
            let size = item.end - item.start;
            let (unit, cells) = match self.kind(id) {
                NodeKind::Records(schema) => (schema.size as u64, schema.fields.len() as u64),
                NodeKind::Values(form) => (form.size() as u64, 1),
                NodeKind::Strings => (0, 1),
                _ => continue,
            };
            let first = self.order.len();
            let push = |side: &mut Self, start, end| {
                let index = (side.order.len() - first) as u32;
                side.order.push(side.items.len() as u32);
                side.items.push(Item {
                    node: NodeId(id),
                    index,
                    parent: id,
                    start,
                    end,
                    children: (0, 0),
                    elements: (0, 0),
                });
            };
            if let Some(count) = size.checked_div(unit) {
                let cost = count.saturating_mul(cells);
                if cost > left || !size.is_multiple_of(unit) {
                    continue;
                }
                left -= cost;
                for index in 0..count {
                    push(self, item.start + index * unit, item.start + (index + 1) * unit);
                }
            } else if matches!(self.kind(id), NodeKind::Strings) {
                let bytes = self.slice(item.start, item.end);
                let count = bytes.split_inclusive(|&byte| byte == 0).take(left as usize + 1).count();
                let Some(rest) = left.checked_sub(count as u64) else {
                    continue;
                };
                left = rest;
                let mut at = item.start;
                for string in bytes.split_inclusive(|&byte| byte == 0) {
                    let end = at + string.len() as u64;
                    push(self, at, end);
                    at = end;
                }
            }
            let count = self.order.len() - first;
            self.items[id as usize].elements = (first as u32, count as u32);
        }
    }

    fn mark_pooled(&mut self) {
        self.pooled = vec![false; self.items.len()];
        self.referenced = vec![false; self.items.len()];
        for id in 0..self.items.len() as u32 {
            for cell in self.cells(id) {
                if cell.link.is_some()
                    && let Reach::String { leaf, element, .. } = self.reach(&cell)
                {
                    self.pooled[leaf as usize] = true;
                    if let Some(mark) = self.referenced.get_mut(element as usize) {
                        *mark = true;
                    }
                }
            }
        }
    }

    fn work_out_keys(&mut self, before: Option<&[u64]>) -> Vec<u64> {
        let mut keys = vec![0; self.items.len()];
        for id in (0..self.items.len() as u32).rev() {
            let kind = self.kind(id);
            let item = self.items[id as usize];
            keys[id as usize] = match (kind, before) {
                (NodeKind::Padding | NodeKind::Piece { .. }, _) => 0,
                _ if self.has_cells(id) => {
                    let mut key = mix(1, kind_key(kind));
                    for cell in self.cells(id) {
                        key = mix(key, self.cell_key(&cell, before));
                    }
                    key
                }
                (NodeKind::Strings, _) if !self.elements(id).is_empty() => {
                    // The order of the strings in a table is irrelevant.
                    let strings = self.elements(id).iter().map(|&child| keys[child as usize]);
                    mix(kind_key(kind), strings.fold(0, u64::wrapping_add))
                }
                (
                    NodeKind::Group
                    | NodeKind::Packed { .. }
                    | NodeKind::Gathered { .. }
                    | NodeKind::Records(_)
                    | NodeKind::Values(_),
                    _,
                ) if self.is_taken_apart(id) => {
                    let mut key = kind_key(kind);
                    for &child in self.elements(id).iter().chain(self.children(id)) {
                        let part = keys[child as usize];
                        if part != 0 {
                            key = mix(mix(key, self.name_key(child)), part);
                        }
                    }
                    key
                }
                (_, Some(before)) => before[id as usize],
                _ => hash(kind_key(kind), self.slice(item.start, item.end)),
            };
        }
        keys
    }

    /// A key of a cell value; links count by their targets, as far as `keys` are known.
    pub(super) fn cell_key(&mut self, cell: &Cell<'a>, keys: Option<&[u64]>) -> u64 {
        if cell.link.is_none() {
            return hash(2, self.slice(cell.start, cell.end));
        }
        let key_of = |id: u32| keys.map_or(0, |keys| keys[id as usize]);
        match self.reach(cell) {
            Reach::String { start, end, .. } => self.string_key(start, end),
            Reach::Item { id, within } => mix(mix(3, key_of(id)), within),
            Reach::Node(id) => mix(4, key_of(id)),
            Reach::Number { value, off } => mix(5, off.unwrap_or(value) as u64),
            Reach::Digest => 6,
        }
    }

    /// A key of a string, independent of its offset; only the start of long ones is hashed.
    pub(super) fn string_key(&self, start: u64, end: u64) -> u64 {
        const MAX_KEY: u64 = 256;
        mix(hash(7, self.slice(start, end.min(start + MAX_KEY))), end - start)
    }

    pub(super) fn kind(&self, id: u32) -> NodeKind {
        self.tree.node(self.items[id as usize].node).kind
    }

    pub(super) fn is_element(&self, id: u32) -> bool {
        self.items[id as usize].index != NONE
    }

    pub(super) fn is_padding(&self, id: u32) -> bool {
        // The pieces of a gathered space add nothing to the space.
        matches!(self.kind(id), NodeKind::Padding | NodeKind::Piece { .. })
    }

    /// True if pointers reach into a string table.
    pub(super) fn is_pooled(&self, id: u32) -> bool {
        self.pooled[id as usize]
    }

    /// True if a pointer reaches a string.
    pub(super) fn is_referenced(&self, id: u32) -> bool {
        self.referenced[id as usize]
    }

    /// The nodes under a node.
    pub(super) fn children(&self, id: u32) -> &[u32] {
        self.ordered(self.items[id as usize].children)
    }

    /// The records, values or strings of a table that was taken apart.
    pub(super) fn elements(&self, id: u32) -> &[u32] {
        self.ordered(self.items[id as usize].elements)
    }

    fn ordered(&self, (first, count): (u32, u32)) -> &[u32] {
        let (first, count) = (first as usize, count as usize);
        self.order.get(first..first + count).unwrap_or(&[])
    }

    /// True if an item consists of its children and elements only: false for a table left whole.
    pub(super) fn is_taken_apart(&self, id: u32) -> bool {
        let item = &self.items[id as usize];
        match self.kind(id) {
            NodeKind::Group => true,
            NodeKind::Packed { .. } | NodeKind::Gathered { .. } => self.tree.content(item.node).is_some(),
            NodeKind::Records(_) | NodeKind::Values(_) | NodeKind::Strings => {
                item.index == NONE && (item.elements.1 > 0 || item.start == item.end)
            }
            _ => false,
        }
    }

    pub(super) fn slice(&self, start: u64, end: u64) -> &'a [u8] {
        let end = (end as usize).min(self.bytes.len());
        &self.bytes[(start as usize).min(end)..end]
    }

    /// The bytes of an item.
    pub(super) fn content(&self, id: u32) -> &'a [u8] {
        let item = &self.items[id as usize];
        self.slice(item.start, item.end)
    }

    /// True if an item is a record or a value.
    pub(super) fn has_cells(&self, id: u32) -> bool {
        match self.kind(id) {
            NodeKind::Record(_) | NodeKind::Value(_) => true,
            NodeKind::Records(_) | NodeKind::Values(_) => self.is_element(id),
            _ => false,
        }
    }

    /// The cells of a record or a value; none for other items.
    pub(super) fn cells(&self, id: u32) -> Cells<'a> {
        let item = self.items[id as usize];
        let (fields, single): (&'static [Field], _) = match (self.kind(id), item.index == NONE) {
            (NodeKind::Record(schema), _) | (NodeKind::Records(schema), false) => (schema.fields, None),
            (NodeKind::Value(form), _) | (NodeKind::Values(form), false) => (&[], Some(form)),
            _ => (&[], None),
        };
        Cells {
            fields: fields.iter(),
            single,
            start: item.start,
            end: item.end,
            links: self.tree.links(item.node),
        }
    }

    /// A key of the name of an item without its number.
    pub(super) fn name_key(&self, id: u32) -> u64 {
        if self.is_element(id) { 8 } else { hash(9, self.tree.node(NodeId(id)).name.text.as_bytes()) }
    }

    /// Keys of the smallest parts of an item, up to a maximum number; two items are similar if they share many.
    pub(super) fn features(&mut self, id: u32) -> Vec<u64> {
        const MAX_FEATURES: usize = 96;
        const MAX_VISITS: usize = 1 << 10;
        let mut out = Vec::new();
        let mut stack = vec![(id, 0)];
        let mut visits = 0;
        let keys = std::mem::take(&mut self.keys);
        while let Some((at, name)) = stack.pop() {
            visits += 1;
            if visits > MAX_VISITS {
                break;
            }
            if self.has_cells(at) {
                for (index, cell) in self.cells(at).enumerate() {
                    out.push(mix(mix(name, index as u64), self.cell_key(&cell, Some(&keys))));
                }
            } else if !self.is_taken_apart(at) {
                let size = self.content(at).len();
                let chunk = 8.max(size / MAX_FEATURES);
                out.extend(self.content(at).chunks(chunk).map(|chunk| hash(name, chunk)));
            }
            let below = self.children(at).iter().rev().chain(self.elements(at).iter().rev());
            stack.extend(below.map(|&child| (child, mix(name, self.name_key(child)))));
        }
        self.keys = keys;
        out.sort_unstable();
        out.dedup();
        out.truncate(MAX_FEATURES);
        out
    }
}

/// Iterator of [`Side::cells`].
pub(super) struct Cells<'a> {
    fields: std::slice::Iter<'static, Field>,
    single: Option<&'static FieldFormat>,
    start: u64,
    end: u64,
    links: &'a [Link],
}

impl<'a> Iterator for Cells<'a> {
    type Item = Cell<'a>;

    fn next(&mut self) -> Option<Cell<'a>> {
        let (name, form, offset) = match self.single.take() {
            Some(form) => ("", form, 0),
            None => {
                let field = self.fields.next()?;
                (field.name, &field.form, field.offset)
            }
        };
        let start = self.start + offset as u64;
        let end = start + form.size() as u64;
        if end > self.end {
            return None;
        }
        let link = self.links.partition_point(|link| (link.field as usize) < offset);
        let link = self.links.get(link).filter(|link| link.field as usize == offset);
        Some(Cell { name, form, start, end, link })
    }
}

/// A key of a node's kind.
fn kind_key(kind: NodeKind) -> u64 {
    let (tag, text, size) = match kind {
        NodeKind::Group => (10, "", 0),
        NodeKind::Record(schema) => (11, schema.name, schema.size),
        NodeKind::Records(schema) => (12, schema.name, schema.size),
        NodeKind::Value(form) => (13, "", form.size()),
        NodeKind::Values(form) => (14, "", form.size()),
        NodeKind::Bytes => (15, "", 0),
        NodeKind::Text => (16, "", 0),
        NodeKind::Strings => (17, "", 0),
        NodeKind::Code { language, .. } => (18, language, 0),
        NodeKind::Padding => (19, "", 0),
        NodeKind::Raw => (20, "", 0),
        NodeKind::File { format } => (21, format, 0),
        // Containers are compared by their parts.
        NodeKind::Packed { .. } | NodeKind::Gathered { .. } => (10, "", 0),
        NodeKind::Piece { .. } => (24, "", 0),
    };
    mix(hash(tag, text.as_bytes()), size as u64)
}

/// True if two nodes have the same kind, so that their contents are comparable.
pub(super) fn same_kind(a: NodeKind, b: NodeKind) -> bool {
    match (a, b) {
        (NodeKind::Record(x), NodeKind::Record(y)) | (NodeKind::Records(x), NodeKind::Records(y)) => {
            std::ptr::eq(x, y)
                || (x.fields.len() == y.fields.len()
                    && x.fields.iter().zip(y.fields).all(|(x, y)| x.name == y.name && x.form.ty == y.form.ty))
        }
        (NodeKind::Value(x), NodeKind::Value(y)) | (NodeKind::Values(x), NodeKind::Values(y)) => x.ty == y.ty,
        (NodeKind::Code { language: x, .. }, NodeKind::Code { language: y, .. }) => x == y,
        (
            NodeKind::Group | NodeKind::Packed { .. } | NodeKind::Gathered { .. },
            NodeKind::Group | NodeKind::Packed { .. } | NodeKind::Gathered { .. },
        ) => true,
        _ => std::mem::discriminant(&a) == std::mem::discriminant(&b),
    }
}

/// Mixes a number into a key. Keys only propose pairs; the pairs are then compared.
pub(super) fn mix(key: u64, value: u64) -> u64 {
    // Without the first product, small keys with small numbers would meet.
    let key = key.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29) ^ value;
    let key = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key ^ key >> 32
}

/// A key of bytes.
pub(super) fn hash(key: u64, bytes: &[u8]) -> u64 {
    let mut key = mix(key, bytes.len() as u64);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        key = mix(key, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(key, u64::from_le_bytes(last))
}
