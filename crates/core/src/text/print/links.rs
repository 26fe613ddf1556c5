//! Prints links as expressions.

use std::fmt::Write as _;

use super::Printer;
use super::facts::hash;
use crate::reader::{Link, LinkKind, NodeId, NodeKind};
use crate::show;
use crate::value::Type;
use crate::walk::{LeafField, leaf_fields};

/// Maximum size of a string table whose strings are labelled individually.
const MAX_NAMED_STRINGS: u64 = 4 << 20;

/// Size of the label cache; the same few occur in most expressions.
const LABELS: usize = 64;

/// The label of a node.
pub(super) struct Label {
    path: String,
    /// True if a node is named like an element of this one, so that the element's label means that node.
    has_indexed: bool,
}

impl Printer<'_> {
    /// True if the path of a node is unambiguous.
    pub(super) fn is_own(&self, path: &str) -> bool {
        self.facts.shared.is_empty() || !self.facts.shared.contains(&hash(path))
    }

    /// The label of a node; states whether nodes are named like its elements. `None` if the path is ambiguous.
    fn label(&mut self, id: NodeId) -> Option<&Label> {
        let slot = id.0 as usize % LABELS;
        if self.labels.is_empty() {
            self.labels.resize_with(LABELS, || (NodeId::ROOT, None));
        }
        if self.labels[slot].0 != id {
            let path = self.tree.path(id);
            let own = self.is_own(&path);
            let has_indexed = self.facts.indexed.contains(&hash(&path));
            self.labels[slot] = (id, own.then_some(Label { path, has_indexed }));
        }
        self.labels[slot].1.as_ref()
    }

    /// Appends the expression for an address: relative to the target if it starts there, or to another node.
    /// `None` if there is none; a partial expression may then have been appended.
    pub(super) fn address(&mut self, target: Option<NodeId>, offset: u64) -> Option<()> {
        let is_leaf =
            |id: NodeId| !self.tree.is_alias(id) && !matches!(self.tree.node(id).kind, NodeKind::Group);
        if !self.is_printed(offset) {
            return None;
        }
        let there =
            target.filter(|&id| id != NodeId::ROOT && is_leaf(id) && self.tree.node(id).start == offset);
        if let Some(leaf) = there.or_else(|| self.tree.leaf_at(offset)) {
            self.line.push('@');
            return self.push_label(leaf).map(drop);
        }
        let region = self.tree.region(offset);
        if offset == region.range.end {
            let last = *self.tree.leaves()[region.leaves.clone()].last()?;
            self.line.push_str("end(");
            self.push_label(last)?;
            self.line.push(')');
            return Some(());
        }
        let owner = self.tree.owner(offset)?;
        let node = *self.tree.node(owner);
        self.line.push('@');
        let start = self.line.len();
        let has_indexed = self.push_label(owner)?;
        let inside = offset - node.start;
        let (index, rest) = match node.kind {
            NodeKind::Records(schema) => (Some(inside / schema.size as u64), inside % schema.size as u64),
            NodeKind::Values(form) if matches!(form.ty, Type::One(_)) => {
                (Some(inside / form.size() as u64), inside % form.size() as u64)
            }
            NodeKind::Strings if node.end - node.start <= MAX_NAMED_STRINGS => {
                let (tree, bytes) = (self.tree, self.bytes);
                let starts = self
                    .strings
                    .entry(owner)
                    .or_insert_with(|| leaf_fields(tree, owner, bytes).map(|part| part.start).collect());
                let index = starts.partition_point(|&start| start <= offset).checked_sub(1)?;
                (Some(index as u64), offset - starts[index])
            }
            _ => (None, inside),
        };
        let mut rest = rest;
        if let Some(index) = index {
            let end = self.line.len();
            let _ = write!(self.line, "[{index}]");
            if has_indexed && self.facts.paths.contains(&hash(&self.line[start..])) {
                self.line.truncate(end);
                rest = inside;
            }
        }
        if rest > 0 {
            let _ = write!(self.line, " + {rest:#x}");
        }
        Some(())
    }

    /// Appends the label of a node; true if nodes are named like its elements.
    fn push_label(&mut self, id: NodeId) -> Option<bool> {
        let mut line = std::mem::take(&mut self.line);
        let label = self.label(id).map(|label| {
            line.push_str(&label.path);
            label.has_indexed
        });
        self.line = line;
        label
    }

    /// Appends the expression of a link, if it evaluates to the stored value; nothing otherwise.
    pub(super) fn follows(&mut self, link: &Link, value: i128) -> bool {
        let start = self.line.len();
        let follows = self.push_follows(link, value).is_some();
        if !follows {
            self.line.truncate(start);
        }
        follows
    }

    fn push_follows(&mut self, link: &Link, value: i128) -> Option<()> {
        match link.follows {
            LinkKind::Offset { target, base, unit } => {
                let start = self.tree.node(target).start;
                self.distance(Some(target), start, base, unit, value)
            }
            LinkKind::Pointer { base, unit } => {
                let offset = show::resolve_offset(self.tree, base, unit, value)?;
                self.distance(None, offset, base, unit, value)
            }
            LinkKind::Size { of, unit } => {
                let (start, end, _) = self.extent(of)?;
                let unit = unit.max(1);
                if i128::from(end - start) != value.checked_mul(i128::from(unit))? {
                    return None;
                }
                self.line.push_str("size(");
                self.push_label(of)?;
                self.line.push(')');
                self.push_unit(unit);
                Some(())
            }
            LinkKind::Count { of } => {
                let (_, _, count) = self.extent(of)?;
                if i128::from(count) != value {
                    return None;
                }
                self.line.push_str("count(");
                self.push_label(of)?;
                self.line.push(')');
                Some(())
            }
            LinkKind::ContentSize { of, unit } => {
                let range = self.content(of)?;
                let unit = unit.max(1);
                let size = i128::from(range.end - range.start);
                if size != value.checked_mul(i128::from(unit))? {
                    return None;
                }
                self.line.push_str("size(content(");
                self.push_label(of)?;
                self.line.push_str("))");
                self.push_unit(unit);
                Some(())
            }
            LinkKind::Id { .. } | LinkKind::Digest { .. } | LinkKind::ContentDigest { .. } => None,
        }
    }

    fn distance(
        &mut self,
        target: Option<NodeId>,
        start: u64,
        base: NodeId,
        unit: u32,
        value: i128,
    ) -> Option<()> {
        let from = if base == NodeId::ROOT { 0 } else { self.tree.node(base).start };
        let unit = unit.max(1);
        if i128::from(start) - i128::from(from) != value.checked_mul(i128::from(unit))?
            || self.tree.region(start) != self.tree.region(from)
        {
            return None;
        }
        let text = self.line.len();
        self.address(target, start)?;
        if from != 0 || base != NodeId::ROOT {
            self.line.push_str(" - ");
            let place = self.line.len();
            self.address(Some(base), from)?;
            self.parenthesize(place);
        }
        if unit > 1 {
            self.parenthesize(text);
        }
        self.push_unit(unit);
        Some(())
    }

    /// Parenthesizes the line from an offset on if that is more than one word.
    fn parenthesize(&mut self, place: usize) {
        if self.line[place..].contains(' ') {
            self.line.insert(place, '(');
            self.line.push(')');
        }
    }

    fn push_unit(&mut self, unit: u32) {
        if unit > 1 {
            let _ = write!(self.line, " / {unit}");
        }
    }

    /// Start, end and number of items of a node's label; `None` if the label is undefined or means something
    /// else.
    pub(super) fn extent(&self, id: NodeId) -> Option<(u64, u64, u64)> {
        let node = self.tree.node(id);
        let is_label = id != NodeId::ROOT && !self.tree.is_alias(id) && self.is_printed(node.start);
        if !is_label || !self.is_own(&self.tree.path(id)) {
            return None;
        }
        match node.kind {
            NodeKind::Group => {
                let facts = self.facts.groups.get(&id).filter(|facts| facts.opened == 1)?;
                Some((facts.start, facts.end, facts.items))
            }
            NodeKind::Packed { .. } | NodeKind::Gathered { .. } => {
                let facts = self.facts.groups.get(&id);
                Some((node.start, node.end, facts.map_or(1, |facts| facts.items)))
            }
            NodeKind::Values(form) if !matches!(form.ty, Type::One(_)) => Some((node.start, node.end, 1)),
            NodeKind::Record(schema) => Some((node.start, node.end, schema.fields.len() as u64)),
            _ => Some((node.start, node.end, crate::walk::count(self.tree, id, self.bytes))),
        }
    }

    pub(super) fn digest(&self, link: &Link, part: &LeafField, size: usize) -> Option<String> {
        let (algorithm, from, to) = match link.follows {
            LinkKind::Digest { algorithm, from, to } => (algorithm, from, to),
            LinkKind::ContentDigest { algorithm, of } => {
                let range = self.content(of)?;
                let path = self.tree.path(of);
                let covered = self.bytes.get(range.start as usize..range.end as usize)?;
                let value = self.registry.digest(algorithm)?.digest(covered);
                let agrees = value == part.bytes(self.bytes) && self.is_own(&path);
                return agrees.then(|| format!("digest(\"{algorithm}\", content({path}))"));
            }
            _ => return None,
        };
        let (start, _, _) = self.extent(from)?;
        let (_, end, _) = self.extent(to)?;
        if self.tree.region(start) != self.tree.region(end) {
            return None;
        }
        let mut covered = self.bytes.get(start as usize..end as usize)?.to_vec();
        if part.start < end && part.end > start {
            let from = part.start.max(start) - start;
            covered[from as usize..(part.end.min(end) - start) as usize].fill(0);
        }
        let value = self.registry.digest(algorithm)?.digest(&covered);
        (value == part.bytes(self.bytes) && value.len() == size)
            .then(|| format!("digest(\"{algorithm}\", {}, {})", self.tree.path(from), self.tree.path(to)))
    }
}
