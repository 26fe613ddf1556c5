//! Resolves a linked value to an item, a string, or a plain number.

use crate::reader::{LinkKind, NodeKind};
use crate::show;

use super::side::{Cell, NONE, Side};

/// Resolution of a linked value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reach {
    /// A string in a table of strings.
    String {
        /// Leaf of the string table.
        leaf: u32,
        /// The string, or [`NONE`] when the table was not taken apart.
        element: u32,
        /// Target offset of the pointer; may be inside the string.
        start: u64,
        /// End of the string, without its NUL.
        end: u64,
    },
    /// So many bytes into an item.
    Item {
        /// Item that was reached.
        id: u32,
        /// Distance from its start.
        within: u64,
    },
    /// The node that its link names: the value agrees with it.
    Node(u32),
    /// A number that contradicts its link, or points to nothing.
    Number {
        /// The plain number.
        value: i128,
        /// Deviation from the value the link implies, in bytes or items, if the link implies one.
        off: Option<i128>,
    },
    /// A digest of other bytes.
    Digest,
}

impl<'a> Side<'a> {
    /// Resolves the value of a linked cell.
    pub(super) fn reach(&mut self, cell: &Cell<'_>) -> Reach {
        let value = show::integer(cell.form, self.slice(cell.start, cell.end));
        let (Some(link), Some(value)) = (cell.link, value) else {
            let is_digest = matches!(
                cell.link.map(|link| link.follows),
                Some(LinkKind::Digest { .. } | LinkKind::ContentDigest { .. })
            );
            return if is_digest { Reach::Digest } else { Reach::Number { value: 0, off: None } };
        };
        let scaled = |unit: u32| value.saturating_mul(i128::from(unit.max(1)));
        let agrees = |node: u32, off: i128| match off {
            0 => Reach::Node(node),
            _ => Reach::Number { value, off: Some(off) },
        };
        match link.follows {
            LinkKind::Offset { target, base, unit } => {
                let distance =
                    i128::from(self.tree.node(target).start) - i128::from(self.tree.node(base).start);
                agrees(target.0, scaled(unit).saturating_sub(distance))
            }
            LinkKind::Size { of, unit } => {
                let node = self.tree.node(of);
                agrees(of.0, scaled(unit).saturating_sub(i128::from(node.end - node.start)))
            }
            LinkKind::Count { of } => {
                let count = self.counts.count(self.tree, of, self.bytes);
                agrees(of.0, value.saturating_sub(i128::from(count)))
            }
            LinkKind::Pointer { base, unit } => match show::resolve_offset(self.tree, base, unit, value) {
                Some(at) => self.land(at).unwrap_or(Reach::Number { value, off: None }),
                None => Reach::Number { value, off: None },
            },
            LinkKind::Id { of, .. } => agrees(of.0, 0),
            LinkKind::ContentSize { of, unit } => match self.tree.content(of) {
                Some(region) => {
                    let size = region.range.end - region.range.start;
                    agrees(of.0, scaled(unit).saturating_sub(i128::from(size)))
                }
                None => Reach::Number { value, off: None },
            },
            LinkKind::Digest { .. } | LinkKind::ContentDigest { .. } => Reach::Digest,
        }
    }

    /// Resolves a file offset.
    fn land(&mut self, at: u64) -> Option<Reach> {
        let leaf = show::leaf_at_or_end(self.tree, at)?.0;
        let (start, leaf_end) = (self.items[leaf as usize].start, self.items[leaf as usize].end);
        let within = at.saturating_sub(start);
        let children = self.elements(leaf);
        match self.kind(leaf) {
            NodeKind::Strings => {
                if children.is_empty() {
                    let end = self.string_end(at, leaf_end);
                    return Some(Reach::String { leaf, element: NONE, start: at, end });
                }
                let after = children.partition_point(|&child| self.items[child as usize].start <= at);
                let element = *children.get(after.checked_sub(1)?)?;
                let end = self.items[element as usize].end;
                let ended = self.slice(end.saturating_sub(1), end) == [0];
                Some(Reach::String { leaf, element, start: at, end: (end - u64::from(ended)).max(at) })
            }
            NodeKind::Records(_) | NodeKind::Values(_) if !children.is_empty() => {
                let unit = ((leaf_end - start) / children.len() as u64).max(1);
                let id = *children.get((within / unit) as usize)?;
                Some(Reach::Item { id, within: within % unit })
            }
            _ => Some(Reach::Item { id: leaf, within }),
        }
    }

    /// End of the string at an offset; searched as far as the budget allows.
    fn string_end(&mut self, at: u64, leaf_end: u64) -> u64 {
        let longest = (leaf_end - at.min(leaf_end)).min(self.budget.0);
        let length = show::until_nul(self.slice(at, at + longest)).len();
        self.budget.take(length);
        at + length as u64
    }

    /// True if an item, and so everything in it, has no counterpart in the other file.
    pub(super) fn is_gone(&self, id: u32) -> bool {
        self.partner[id as usize] == NONE
    }
}
