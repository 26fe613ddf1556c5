//! Expressions: what follows from the rest of the file.

use super::Printer;
use super::facts::hash;
use crate::reader::{Follows, Kind, Link, NodeId};
use crate::show;
use crate::value::Type;
use crate::walk::{Part, parts};

/// Largest string table whose strings can be named one by one.
const MAX_NAMED_STRINGS: u64 = 4 << 20;

impl Printer<'_> {
    /// Whether the path of a node means that node alone.
    pub(super) fn is_own(&self, path: &str) -> bool {
        self.facts.shared.is_empty() || !self.facts.shared.contains(&hash(path))
    }

    /// The expression for a place in the file: the target if it stands there, or whatever else does.
    pub(super) fn address(&mut self, target: Option<NodeId>, offset: u64) -> Option<String> {
        let is_leaf = |id: NodeId| !self.tree.is_alias(id) && !matches!(self.tree.node(id).kind, Kind::Group);
        if !self.is_told(offset) {
            return None;
        }
        let there =
            target.filter(|&id| id != NodeId::ROOT && is_leaf(id) && self.tree.node(id).start == offset);
        if let Some(leaf) = there.or_else(|| self.tree.leaf_at(offset)) {
            let path = self.tree.path(leaf);
            return self.is_own(&path).then(|| format!("@{path}"));
        }
        let region = self.tree.region(offset);
        if offset == region.range.end {
            let last = self.tree.leaves()[region.leaves.clone()].last()?;
            let path = self.tree.path(*last);
            return self.is_own(&path).then(|| format!("end({path})"));
        }
        let owner = self.tree.owner(offset)?;
        let node = *self.tree.node(owner);
        let path = self.tree.path(owner);
        if !self.is_own(&path) {
            return None;
        }
        let inside = offset - node.start;
        let (index, rest) = match node.kind {
            Kind::Records(schema) => (Some(inside / schema.size as u64), inside % schema.size as u64),
            Kind::Values(form) if matches!(form.ty, Type::One(_)) => {
                (Some(inside / form.size() as u64), inside % form.size() as u64)
            }
            Kind::Strings if node.end - node.start <= MAX_NAMED_STRINGS => {
                let (tree, bytes) = (self.tree, self.bytes);
                let starts = self
                    .strings
                    .entry(owner)
                    .or_insert_with(|| parts(tree, owner, bytes).map(|part| part.start).collect());
                let index = starts.partition_point(|&start| start <= offset).checked_sub(1)?;
                (Some(index as u64), offset - starts[index])
            }
            _ => (None, inside),
        };
        let (element, rest) = match index.map(|index| format!("{path}[{index}]")) {
            Some(element) if !self.facts.paths.contains(&hash(&element)) => (element, rest),
            _ => (path, inside),
        };
        Some(if rest == 0 {
            format!("@{element}")
        } else {
            format!("@{element} + {rest:#x}")
        })
    }

    /// The expression of a link, if it comes to the value that is there.
    pub(super) fn follows(&mut self, link: &Link, value: i128) -> Option<String> {
        match link.follows {
            Follows::Offset { target, base, unit } => {
                let start = self.tree.node(target).start;
                self.distance(Some(target), start, base, unit, value)
            }
            Follows::Pointer { base, unit } => {
                let offset = show::reached(self.tree, base, unit, value)?;
                self.distance(None, offset, base, unit, value)
            }
            Follows::Size { of, unit } => {
                let (start, end, _) = self.extent(of)?;
                let unit = unit.max(1);
                if i128::from(end - start) != value.checked_mul(i128::from(unit))? {
                    return None;
                }
                let size = format!("size({})", self.tree.path(of));
                Some(if unit == 1 {
                    size
                } else {
                    format!("{size} / {unit}")
                })
            }
            Follows::Count { of } => {
                let (_, _, count) = self.extent(of)?;
                (i128::from(count) == value).then(|| format!("count({})", self.tree.path(of)))
            }
            Follows::ContentSize { of, unit } => {
                let range = self.content(of)?;
                let unit = unit.max(1);
                let path = self.tree.path(of);
                let size = i128::from(range.end - range.start);
                if size != value.checked_mul(i128::from(unit))? || !self.is_own(&path) {
                    return None;
                }
                let size = format!("size(content({path}))");
                Some(match unit {
                    1 => size,
                    _ => format!("{size} / {unit}"),
                })
            }
            Follows::Id { .. } | Follows::Digest { .. } | Follows::ContentDigest { .. } => None,
        }
    }

    pub(super) fn distance(
        &mut self,
        target: Option<NodeId>,
        start: u64,
        base: NodeId,
        unit: u32,
        value: i128,
    ) -> Option<String> {
        let from = if base == NodeId::ROOT {
            0
        } else {
            self.tree.node(base).start
        };
        let unit = unit.max(1);
        if i128::from(start) - i128::from(from) != value.checked_mul(i128::from(unit))?
            || self.tree.region(start) != self.tree.region(from)
        {
            return None;
        }
        let to = self.address(target, start)?;
        let text = match from == 0 && base == NodeId::ROOT {
            true => to,
            false => {
                let from = self.address(Some(base), from)?;
                let from = if from.contains(' ') {
                    format!("({from})")
                } else {
                    from
                };
                format!("{to} - {from}")
            }
        };
        Some(match unit {
            1 => text,
            _ if text.contains(' ') => format!("({text}) / {unit}"),
            _ => format!("{text} / {unit}"),
        })
    }

    /// Start, end and number of items of what a node's label means in the text; `None` when the label means nothing or
    /// something else.
    pub(super) fn extent(&self, id: NodeId) -> Option<(u64, u64, u64)> {
        let node = self.tree.node(id);
        let is_label = id != NodeId::ROOT && !self.tree.is_alias(id) && self.is_told(node.start);
        if !is_label || !self.is_own(&self.tree.path(id)) {
            return None;
        }
        match node.kind {
            Kind::Group => {
                let facts = self.facts.groups.get(&id).filter(|facts| facts.opened == 1)?;
                Some((facts.start, facts.end, facts.items))
            }
            Kind::Packed { .. } | Kind::Gathered { .. } => {
                let facts = self.facts.groups.get(&id);
                Some((node.start, node.end, facts.map_or(1, |facts| facts.items)))
            }
            Kind::Values(form) if !matches!(form.ty, Type::One(_)) => Some((node.start, node.end, 1)),
            Kind::Record(schema) => Some((node.start, node.end, schema.fields.len() as u64)),
            _ => Some((
                node.start,
                node.end,
                crate::walk::count(self.tree, id, self.bytes),
            )),
        }
    }

    pub(super) fn digest(&self, link: &Link, part: &Part, size: usize) -> Option<String> {
        let (algorithm, from, to) = match link.follows {
            Follows::Digest { algorithm, from, to } => (algorithm, from, to),
            Follows::ContentDigest { algorithm, of } => {
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
        (value == part.bytes(self.bytes) && value.len() == size).then(|| {
            format!(
                "digest(\"{algorithm}\", {}, {})",
                self.tree.path(from),
                self.tree.path(to)
            )
        })
    }
}
