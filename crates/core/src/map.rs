//! The field tree: who owns which byte.
//!
//! [`Map`] is the recorder that keeps what a reader names. [`Map::resolve`] settles ownership: the first claim owns its
//! bytes, a later claim on owned bytes is an alias, and bytes that nobody claimed become raw leaves. What comes out is the
//! list of leaves in file order, which covers the file exactly once. Records are single nodes whatever they hold; their
//! fields come from the schema when somebody looks. So the tree stays small, and dump, text and JSON expand it as they go.

use std::fmt::Write as _;

use crate::limits::Limits;
use crate::reader::{Kind, Link, Name, Node, NodeId, Recorder};

/// The recorder that keeps nodes and links.
#[derive(Debug)]
pub struct Map {
    nodes: Vec<Node>,
    links: Vec<Link>,
    limit: usize,
    size: u64,
}

impl Map {
    /// An empty map of a file of `size` bytes.
    pub fn new(size: u64, limits: &Limits) -> Map {
        let root = Node {
            name: Name {
                parent: NodeId::ROOT,
                text: "",
                index: None,
            },
            start: 0,
            end: size,
            kind: Kind::Group,
        };
        Map {
            nodes: vec![root],
            links: Vec::new(),
            limit: limits.nodes.max(1),
            size,
        }
    }

    /// Settles who owns what.
    pub fn resolve(self) -> Tree {
        Tree::new(self)
    }
}

impl Recorder for Map {
    fn node(&mut self, mut node: Node) -> NodeId {
        if self.nodes.len() >= self.limit {
            return NodeId::ROOT;
        }
        node.start = node.start.min(self.size);
        node.end = node.end.clamp(node.start, self.size);
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn link(&mut self, link: Link) {
        if link.node != NodeId::ROOT && self.links.len() < self.limit {
            self.links.push(link);
        }
    }

    fn extend(&mut self, node: NodeId, end: u64) {
        if node != NodeId::ROOT
            && let Some(node) = self.nodes.get_mut(node.0 as usize)
        {
            node.end = end.clamp(node.start, self.size);
        }
    }
}

/// A field tree whose ownership is settled.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Links sorted by node, then field.
    links: Vec<Link>,
    leaves: Vec<NodeId>,
    aliases: Vec<NodeId>,
    is_alias: Vec<bool>,
    size: u64,
}

impl Tree {
    fn new(map: Map) -> Tree {
        let Map {
            mut nodes,
            mut links,
            size,
            ..
        } = map;
        for node in &mut nodes {
            // What the range does not hold whole, as behind a cut, is shown as bytes.
            let size = (node.end - node.start) as usize;
            let fits = match node.kind {
                Kind::Record(schema) => size == schema.size,
                Kind::Records(schema) => size.is_multiple_of(schema.size.max(1)),
                Kind::Value(form) => size == form.size(),
                Kind::Values(form) => size.is_multiple_of(form.size().max(1)),
                _ => true,
            };
            if !fits {
                node.kind = Kind::Bytes;
            }
        }
        let mut is_alias = vec![false; nodes.len()];
        // Claims are settled in the order in which they were made; each owned range is kept under its start. A run of
        // claims in file order, by far the usual case, only ever appends.
        let mut owned: Vec<NodeId> = Vec::new();
        let mut pending: std::collections::BTreeMap<u64, NodeId> = std::collections::BTreeMap::new();
        let mut empty: Vec<NodeId> = Vec::new();
        let mut last_end = 0;
        for (index, node) in nodes.iter().enumerate().skip(1) {
            let id = NodeId(index as u32);
            if matches!(node.kind, Kind::Group) {
                continue;
            }
            if node.start == node.end {
                empty.push(id);
                continue;
            }
            if node.start >= last_end {
                last_end = node.end;
                pending.insert(node.start, id);
                continue;
            }
            let before = pending.range(..node.end).next_back();
            let taken = before.is_some_and(|(_, other)| nodes[other.0 as usize].end > node.start);
            if taken {
                is_alias[index] = true;
            } else {
                pending.insert(node.start, id);
            }
        }
        owned.extend(pending.values());
        drop(pending);

        // An empty node has a place only between leaves; inside one it is an alias.
        empty.retain(|&id| {
            let at = nodes[id.0 as usize].start;
            let after = owned.partition_point(|&leaf| nodes[leaf.0 as usize].start < at);
            let inside = after > 0 && nodes[owned[after - 1].0 as usize].end > at;
            is_alias[id.0 as usize] = inside;
            !inside
        });

        let mut leaves = Vec::with_capacity(owned.len() + empty.len());
        let mut empties = {
            empty.sort_by_key(|&id| (nodes[id.0 as usize].start, id));
            empty.into_iter().peekable()
        };
        let mut at = 0;
        let mut gaps = 0;
        let groups = GroupIndex::new(&nodes);
        let mut gap =
            |nodes: &mut Vec<Node>, is_alias: &mut Vec<bool>, leaves: &mut Vec<NodeId>, start, end| {
                if start < end {
                    let parent = groups.innermost(nodes, start, end);
                    let name = Name {
                        parent,
                        text: "raw",
                        index: Some(gaps),
                    };
                    gaps += 1;
                    nodes.push(Node {
                        name,
                        start,
                        end,
                        kind: Kind::Raw,
                    });
                    is_alias.push(false);
                    leaves.push(NodeId(nodes.len() as u32 - 1));
                }
            };
        for id in owned {
            let start = nodes[id.0 as usize].start;
            while let Some(&other) = empties.peek() {
                let place = nodes[other.0 as usize].start;
                if place > start {
                    break;
                }
                gap(&mut nodes, &mut is_alias, &mut leaves, at, place);
                at = at.max(place);
                leaves.push(other);
                empties.next();
            }
            gap(&mut nodes, &mut is_alias, &mut leaves, at, start);
            leaves.push(id);
            at = nodes[id.0 as usize].end;
        }
        for other in empties {
            let place = nodes[other.0 as usize].start;
            gap(&mut nodes, &mut is_alias, &mut leaves, at, place);
            at = at.max(place);
            leaves.push(other);
        }
        gap(&mut nodes, &mut is_alias, &mut leaves, at, size);

        let mut aliases: Vec<NodeId> = (0..is_alias.len() as u32)
            .map(NodeId)
            .filter(|id| is_alias[id.0 as usize])
            .collect();
        aliases.sort_by_key(|&id| (nodes[id.0 as usize].start, id));
        links.sort_by_key(|link| (link.node, link.field));
        Tree {
            nodes,
            links,
            leaves,
            aliases,
            is_alias,
            size,
        }
    }

    /// Size of the file, bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        // Ids come from this tree; a stranger's id shows the root instead of failing.
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    /// All nodes with their ids, in the order in which they were named, the root first.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(index, node)| (NodeId(index as u32), node))
    }

    /// The leaves in file order. Their ranges follow each other without gap or overlap; some are empty.
    pub fn leaves(&self) -> &[NodeId] {
        &self.leaves
    }

    /// The nodes that name bytes which another node owns, by position.
    pub fn aliases(&self) -> &[NodeId] {
        &self.aliases
    }

    /// Whether a node is an alias.
    pub fn is_alias(&self, id: NodeId) -> bool {
        self.is_alias.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The links of a node, by field.
    pub fn links(&self, node: NodeId) -> &[Link] {
        let from = self.links.partition_point(|link| link.node < node);
        let to = self.links.partition_point(|link| link.node <= node);
        &self.links[from..to]
    }

    /// The link of a field of a node; `field` is its offset in the record.
    pub fn link(&self, node: NodeId, field: usize) -> Option<&Link> {
        self.links(node).iter().find(|link| link.field as usize == field)
    }

    /// The leaf that starts at an offset and is not empty, or else an empty one there.
    pub fn leaf_at(&self, offset: u64) -> Option<NodeId> {
        let from = self
            .leaves
            .partition_point(|&leaf| self.node(leaf).start < offset);
        let here = self.leaves[from..]
            .iter()
            .take_while(|&&leaf| self.node(leaf).start == offset);
        let mut first = None;
        for &leaf in here {
            if self.node(leaf).end > offset {
                return Some(leaf);
            }
            first = first.or(Some(leaf));
        }
        first
    }

    /// The leaf that owns the byte at an offset.
    pub fn owner(&self, offset: u64) -> Option<NodeId> {
        let after = self
            .leaves
            .partition_point(|&leaf| self.node(leaf).start <= offset);
        self.leaves[..after]
            .iter()
            .rev()
            .copied()
            .find(|&leaf| self.node(leaf).end > offset)
    }

    /// The logical path of a node, such as `dvle[0].constants`.
    pub fn path(&self, id: NodeId) -> String {
        let mut path = String::new();
        self.write_path(id, &mut path);
        path
    }

    /// Appends the logical path of a node.
    pub fn write_path(&self, id: NodeId, out: &mut String) {
        let mut chain = [NodeId::ROOT; 32];
        let mut deep = Vec::new();
        let mut depth = 0;
        let mut at = id;
        // Parents are named before their children, so ids fall strictly and the walk ends.
        while at != NodeId::ROOT {
            if depth < chain.len() {
                chain[depth] = at;
            } else {
                deep.push(at);
            }
            depth += 1;
            let parent = self.node(at).name.parent;
            at = if parent < at { parent } else { NodeId::ROOT };
        }
        let start = out.len();
        let links = deep
            .iter()
            .rev()
            .chain(chain[..depth.min(chain.len())].iter().rev());
        for &id in links {
            write_name(&self.node(id).name, start, out);
        }
    }

    /// Whether `group` is a logical ancestor of `node`, or the node itself.
    pub fn is_within(&self, node: NodeId, group: NodeId) -> bool {
        let mut at = node;
        loop {
            if at == group {
                return true;
            }
            let parent = self.node(at).name.parent;
            if at == NodeId::ROOT || parent >= at {
                return group == NodeId::ROOT;
            }
            at = parent;
        }
    }
}

/// Appends a name to a path that began at `start`.
fn write_name(name: &Name, start: usize, out: &mut String) {
    if out.len() > start && !name.text.is_empty() {
        out.push('.');
    }
    out.push_str(name.text);
    if let Some(index) = name.index {
        let _ = write!(out, "[{index}]");
    }
}

/// Finds the innermost group that holds a range.
struct GroupIndex {
    /// Groups by start, wider first.
    groups: Vec<NodeId>,
    /// For each of them the nearest earlier group that contains it.
    outer: Vec<Option<usize>>,
}

impl GroupIndex {
    fn new(nodes: &[Node]) -> GroupIndex {
        let mut groups: Vec<NodeId> = (1..nodes.len() as u32)
            .map(NodeId)
            .filter(|id| matches!(nodes[id.0 as usize].kind, Kind::Group))
            .collect();
        groups.sort_by_key(|&id| {
            let node = &nodes[id.0 as usize];
            (node.start, std::cmp::Reverse(node.end), id)
        });
        let mut outer = Vec::with_capacity(groups.len());
        let mut open: Vec<usize> = Vec::new();
        for (index, id) in groups.iter().enumerate() {
            let node = &nodes[id.0 as usize];
            while open
                .last()
                .is_some_and(|&top| nodes[groups[top].0 as usize].end < node.end)
            {
                open.pop();
            }
            outer.push(open.last().copied());
            open.push(index);
        }
        GroupIndex { groups, outer }
    }

    fn innermost(&self, nodes: &[Node], start: u64, end: u64) -> NodeId {
        let after = self
            .groups
            .partition_point(|id| nodes[id.0 as usize].start <= start);
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
