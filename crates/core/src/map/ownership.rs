//! Settles ownership: first claims, aliases, empty nodes, spaces and gaps.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::reader::{Node, NodeId, NodeKind, NodeName};
use crate::space::{Space, Spaces};

/// The nodes that own their bytes, by address; the others become aliases. Claims are settled in order of creation.
pub(super) fn claims(nodes: &[Node], is_alias: &mut [bool]) -> Vec<NodeId> {
    // Each owned range is kept under its start. A run of claims in file order, by far the usual case, only ever appends.
    let mut owned: BTreeMap<u64, NodeId> = BTreeMap::new();
    let mut last_end = 0;
    for (index, node) in nodes.iter().enumerate().skip(1) {
        let id = NodeId(index as u32);
        if matches!(node.kind, NodeKind::Group) || node.start == node.end {
            continue;
        }
        if node.start >= last_end {
            last_end = node.end;
            owned.insert(node.start, id);
            continue;
        }
        let before = owned.range(..node.end).next_back();
        let taken = before.is_some_and(|(_, other)| nodes[other.0 as usize].end > node.start);
        if taken {
            is_alias[index] = true;
        } else {
            owned.insert(node.start, id);
        }
    }
    owned.into_values().collect()
}

/// The empty nodes by address. An empty node is a leaf only between other leaves; inside one it is an alias.
pub(super) fn empties(nodes: &[Node], owned: &[NodeId], is_alias: &mut [bool]) -> Vec<NodeId> {
    let mut empty = Vec::new();
    for (index, node) in nodes.iter().enumerate().skip(1) {
        if matches!(node.kind, NodeKind::Group) || node.start != node.end {
            continue;
        }
        let after = owned.partition_point(|&leaf| nodes[leaf.0 as usize].start < node.start);
        is_alias[index] = after > 0 && nodes[owned[after - 1].0 as usize].end > node.start;
        if !is_alias[index] {
            empty.push(NodeId(index as u32));
        }
    }
    empty.sort_by_key(|&id| (nodes[id.0 as usize].start, id));
    empty
}

/// The spaces that are complete. A space that its pieces do not cover, or whose pieces have other owners, is
/// given up: its pieces are ordinary bytes.
pub(super) fn settle_spaces(nodes: &mut [Node], is_alias: &[bool], regions: &mut [Region]) -> Spaces {
    // Addresses are mapped through pieces with other owners too; only the text form cannot show them.
    let mut pieces: HashMap<NodeId, Vec<(u64, u64, u64)>> = HashMap::new();
    let mut lent: HashSet<NodeId> = HashSet::new();
    for (index, node) in nodes.iter().enumerate() {
        if let NodeKind::Piece { of, offset } = node.kind {
            let piece = (offset, node.start, node.end - node.start);
            pieces.entry(of).or_default().push(piece);
            if is_alias[index] {
                lent.insert(of);
            }
        }
    }
    let mut spaces = Spaces::default();
    let mut given_up = Vec::new();
    for region in regions.iter_mut().skip(1) {
        let owner = region.owner;
        let size = region.range.end - region.range.start;
        let node = &mut nodes[owner.0 as usize];
        match node.kind {
            NodeKind::Packed { .. } => {
                let source = node.start..node.end;
                spaces.push(Space::packed(region.range.start, size, source));
            }
            NodeKind::Gathered { .. } => {
                let pieces = pieces.get(&owner).cloned().unwrap_or_default();
                let covered = pieces
                    .iter()
                    .try_fold(0, |at, &(offset, _, size)| (offset == at && size > 0).then_some(at + size));
                if covered != Some(size) || is_alias[owner.0 as usize] || lent.contains(&owner) {
                    node.kind = NodeKind::Bytes;
                    given_up.push(owner);
                }
                spaces.push(Space::gathered(region.range.start, size, pieces));
            }
            _ => {}
        }
    }
    for node in nodes {
        if let NodeKind::Piece { of, .. } = node.kind
            && (given_up.contains(&of) || of == NodeId::ROOT)
        {
            node.kind = NodeKind::Bytes;
        }
    }
    spaces
}

/// Turns unclaimed bytes into raw leaves.
pub(super) struct Gaps<'r> {
    groups: GroupIndex,
    regions: &'r [Region],
    count: u32,
}

impl<'r> Gaps<'r> {
    pub(super) fn new(nodes: &[Node], regions: &'r [Region]) -> Gaps<'r> {
        Gaps { groups: GroupIndex::new(nodes), regions, count: 0 }
    }

    pub(super) fn fill(&mut self, nodes: &mut Vec<Node>, leaves: &mut Vec<NodeId>, start: u64, end: u64) {
        if start >= end {
            return;
        }
        for region in &self.regions[region_of(self.regions, start)..] {
            if region.range.start >= end {
                break;
            }
            let (start, end) = (start.max(region.range.start), end.min(region.range.end));
            if start >= end {
                continue;
            }
            let parent = match self.groups.innermost(nodes, start, end) {
                NodeId::ROOT => region.owner,
                group => group,
            };
            nodes.push(Node {
                name: NodeName { parent, text: "raw", index: Some(self.count) },
                start,
                end,
                kind: NodeKind::Raw,
            });
            self.count += 1;
            leaves.push(NodeId(nodes.len() as u32 - 1));
        }
    }
}

/// Finds the innermost group that holds a range.
struct GroupIndex {
    /// Groups by start, wider first.
    groups: Vec<NodeId>,
    /// For each of them the nearest preceding group that contains it.
    outer: Vec<Option<usize>>,
}

impl GroupIndex {
    fn new(nodes: &[Node]) -> GroupIndex {
        let mut groups: Vec<NodeId> = (1..nodes.len() as u32)
            .map(NodeId)
            .filter(|id| matches!(nodes[id.0 as usize].kind, NodeKind::Group))
            .collect();
        groups.sort_by_key(|&id| {
            let node = &nodes[id.0 as usize];
            (node.start, std::cmp::Reverse(node.end), id)
        });
        let mut outer = Vec::with_capacity(groups.len());
        let mut open: Vec<usize> = Vec::new();
        for (index, id) in groups.iter().enumerate() {
            let node = &nodes[id.0 as usize];
            while open.last().is_some_and(|&top| nodes[groups[top].0 as usize].end < node.end) {
                open.pop();
            }
            outer.push(open.last().copied());
            open.push(index);
        }
        GroupIndex { groups, outer }
    }

    fn innermost(&self, nodes: &[Node], start: u64, end: u64) -> NodeId {
        let after = self.groups.partition_point(|id| nodes[id.0 as usize].start <= start);
        let mut at = after.checked_sub(1);
        while let Some(index) = at {
            if nodes[self.groups[index].0 as usize].end >= end {
                return self.groups[index];
            }
            at = self.outer[index];
        }
        NodeId::ROOT
    }
}

/// The file, or a space: a run of addresses that is owned whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Address range, end exclusive.
    pub range: Range<u64>,
    /// Owning node of a space; the root for the file.
    pub owner: NodeId,
    /// Numbers of its leaves in [`Tree::leaves`](super::Tree::leaves).
    pub leaves: Range<usize>,
}

/// Index of the region that contains an address, its end included.
pub(super) fn region_of(regions: &[Region], address: u64) -> usize {
    let after = regions.partition_point(|region| region.range.start <= address);
    after.saturating_sub(1)
}
