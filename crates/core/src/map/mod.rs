//! The field tree: assigns every byte to one owner.
//!
//! [`Map`] is the recorder that keeps the nodes of a reader. [`Map::resolve`] settles ownership: the first
//! claim owns its bytes, a later claim on owned bytes becomes an alias, and unclaimed bytes become raw
//! leaves. The result is a list of leaves in file order that covers the file exactly once. Records are single
//! nodes whatever they hold; their fields come from the schema on demand. So the tree stays small, and dump,
//! text and JSON expand it as they go.

mod ownership;

use std::borrow::Cow;
use std::fmt::Write as _;

pub use self::ownership::Region;
use self::ownership::{Gaps, claims, empties, region_of, settle_spaces};
use crate::limits::Limits;
use crate::reader::{Link, Node, NodeId, NodeKind, NodeName, Recorder, Window};
use crate::space::Spaces;

/// The recorder that keeps nodes and links.
#[derive(Debug)]
pub struct Map {
    nodes: Vec<Node>,
    links: Vec<Link>,
    limit: usize,
    size: u64,
    /// Contents of the spaces with their addresses, in ascending order.
    spaces: Vec<(u64, Vec<u8>)>,
}

impl Map {
    /// An empty map of a file of `size` bytes.
    pub fn new(size: u64, limits: &Limits) -> Map {
        let root = Node {
            name: NodeName { parent: NodeId::ROOT, text: "", index: None },
            start: 0,
            end: size,
            kind: NodeKind::Group,
        };
        Map { nodes: vec![root], links: Vec::new(), limit: limits.nodes.max(1), size, spaces: Vec::new() }
    }

    /// First address past the file and all spaces.
    pub fn free(&self) -> u64 {
        let last = self.spaces.last();
        1 + last.map_or(self.size, |(address, content)| address + content.len() as u64)
    }

    /// The window of a node; `file` is the whole file.
    pub fn window<'a>(&'a self, id: NodeId, file: &'a [u8]) -> Option<Window<'a>> {
        let node = self.nodes.get(id.0 as usize)?;
        let (base, bytes) = match self.spaces.iter().rev().find(|space| space.0 <= node.start) {
            Some((address, content)) => (*address, content.as_slice()),
            None => (0, file),
        };
        let bytes = bytes.get((node.start - base) as usize..(node.end - base) as usize)?;
        Some(Window { bytes, base: node.start, next_free_address: self.free() })
    }

    /// The nodes from number `from` on that are whole files of a format.
    pub fn files_from(&self, from: usize) -> Vec<(NodeId, &'static str)> {
        let files = self.nodes.iter().enumerate().skip(from);
        files
            .filter_map(|(index, node)| match node.kind {
                NodeKind::File { format } => Some((NodeId(index as u32), format)),
                _ => None,
            })
            .collect()
    }

    /// Number of nodes so far.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Changes the kind of a node, as when an embedded file is opened.
    pub fn set_kind(&mut self, id: NodeId, kind: NodeKind) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            node.kind = kind;
        }
    }

    /// Settles ownership and builds the tree.
    pub fn resolve(self) -> Tree {
        Tree::new(self)
    }
}

impl Recorder for Map {
    fn node(&mut self, mut node: Node) -> NodeId {
        if self.nodes.len() >= self.limit {
            return NodeId::ROOT;
        }
        let most = self.free() - 1;
        node.start = node.start.min(most);
        node.end = node.end.clamp(node.start, most);
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn link(&mut self, link: Link) {
        if link.node != NodeId::ROOT && self.links.len() < self.limit {
            self.links.push(link);
        }
    }

    fn extend(&mut self, node: NodeId, end: u64) {
        let most = self.free() - 1;
        if node != NodeId::ROOT
            && let Some(node) = self.nodes.get_mut(node.0 as usize)
        {
            node.end = end.clamp(node.start, most.max(node.start));
        }
    }

    fn space(&mut self, content: &[u8]) -> Option<u64> {
        let address = self.free();
        self.spaces.push((address, content.to_vec()));
        Some(address)
    }
}

/// A field tree with settled ownership.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Links sorted by node, then field.
    links: Vec<Link>,
    leaves: Vec<NodeId>,
    aliases: Vec<NodeId>,
    is_alias: Vec<bool>,
    /// The file and the spaces, in ascending order of addresses.
    regions: Vec<Region>,
    /// Contents of the spaces, in the order of the regions after the first.
    contents: Vec<Vec<u8>>,
    spaces: Spaces,
}

impl Tree {
    fn new(map: Map) -> Tree {
        let Map { mut nodes, mut links, size, spaces: contents, .. } = map;
        let ranges = contents.iter().map(|(address, content)| *address..*address + content.len() as u64);
        let mut regions: Vec<Region> = std::iter::once(0..size)
            .chain(ranges)
            .map(|range| Region { range, owner: NodeId::ROOT, leaves: 0..0 })
            .collect();
        for (index, node) in nodes.iter().enumerate() {
            if let NodeKind::Packed { content, .. } | NodeKind::Gathered { content } = node.kind {
                let number = region_of(&regions, content);
                if number > 0 && regions[number].owner == NodeId::ROOT {
                    regions[number].owner = NodeId(index as u32);
                }
            }
        }
        if regions.len() > 1 {
            for index in 1..nodes.len() {
                let own = region_of(&regions, nodes[index].start);
                let parent = nodes[index].name.parent;
                let theirs = region_of(&regions, nodes[parent.0 as usize].start);
                if own != theirs && parent != regions[own].owner {
                    // The path of a name includes the node that owns the space, or it could not be found.
                    nodes[index].name.parent = regions[own].owner;
                }
            }
        }
        for node in &mut nodes {
            // A node that its range truncates is shown as bytes.
            let size = (node.end - node.start) as usize;
            let fits = match node.kind {
                NodeKind::Record(schema) => size == schema.size,
                NodeKind::Records(schema) => size.is_multiple_of(schema.size.max(1)),
                NodeKind::Value(form) => size == form.size(),
                NodeKind::Values(form) => size.is_multiple_of(form.size().max(1)),
                _ => true,
            };
            if !fits {
                node.kind = NodeKind::Bytes;
            }
        }
        let mut is_alias = vec![false; nodes.len()];
        let owned = claims(&nodes, &mut is_alias);
        let empty = empties(&nodes, &owned, &mut is_alias);
        let mut leaves = Vec::with_capacity(owned.len() + empty.len());
        let mut gaps = Gaps::new(&nodes, &regions);
        let mut empties = empty.into_iter().peekable();
        let mut at = 0;
        for id in owned {
            let start = nodes[id.0 as usize].start;
            while let Some(other) = empties.next_if(|other| nodes[other.0 as usize].start <= start) {
                let place = nodes[other.0 as usize].start;
                gaps.fill(&mut nodes, &mut leaves, at, place);
                at = at.max(place);
                leaves.push(other);
            }
            gaps.fill(&mut nodes, &mut leaves, at, start);
            leaves.push(id);
            at = nodes[id.0 as usize].end;
        }
        for other in empties {
            let place = nodes[other.0 as usize].start;
            gaps.fill(&mut nodes, &mut leaves, at, place);
            at = at.max(place);
            leaves.push(other);
        }
        let end = regions.last().map_or(size, |region| region.range.end);
        gaps.fill(&mut nodes, &mut leaves, at, end);
        is_alias.resize(nodes.len(), false);

        let mut from = 0;
        for number in 0..regions.len() {
            let next = regions.get(number + 1).map_or(u64::MAX, |next| next.range.start);
            let to = from + leaves[from..].partition_point(|leaf| nodes[leaf.0 as usize].start < next);
            regions[number].leaves = from..to;
            from = to;
        }
        let mut aliases: Vec<NodeId> =
            (0..is_alias.len() as u32).map(NodeId).filter(|id| is_alias[id.0 as usize]).collect();
        aliases.sort_by_key(|&id| (nodes[id.0 as usize].start, id));
        links.sort_by_key(|link| (link.node, link.field));
        let spaces = settle_spaces(&mut nodes, &is_alias, &mut regions);
        Tree {
            nodes,
            links,
            leaves,
            aliases,
            is_alias,
            regions,
            contents: contents.into_iter().map(|(_, content)| content).collect(),
            spaces,
        }
    }

    /// Size of the file, bytes.
    pub fn size(&self) -> u64 {
        self.regions[0].range.end
    }

    /// The file, then the spaces in ascending order of addresses.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The region that contains an address, its end included.
    pub fn region(&self, address: u64) -> &Region {
        &self.regions[region_of(&self.regions, address)]
    }

    /// An address as people count it: from the start of the file or space that holds it.
    pub fn local(&self, address: u64) -> u64 {
        address - self.region(address).range.start.min(address)
    }

    /// The region of a packed or gathered node's content, if the node owns it.
    pub fn content(&self, id: NodeId) -> Option<&Region> {
        let (NodeKind::Packed { content, .. } | NodeKind::Gathered { content }) = self.node(id).kind else {
            return None;
        };
        let region = self.region(content);
        (region.owner == id && region.range.start == content && !self.is_alias(id)).then_some(region)
    }

    /// The bytes of all addresses: the file, then the contents of the spaces, each after one unused byte.
    pub fn whole<'f>(&self, file: &'f [u8]) -> Cow<'f, [u8]> {
        if self.contents.is_empty() {
            return Cow::Borrowed(file);
        }
        let mut bytes = file.to_vec();
        for (region, content) in self.regions[1..].iter().zip(&self.contents) {
            bytes.resize(region.range.start as usize, 0);
            bytes.extend_from_slice(content);
        }
        Cow::Owned(bytes)
    }

    /// Spaces of the file.
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// Looks up a node.
    pub fn node(&self, id: NodeId) -> &Node {
        // Ids come from this tree; a stranger's id shows the root instead of failing.
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    /// All nodes with their ids, in the order of their creation, the root first.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId(index as u32), node))
    }

    /// The leaves in order of addresses: those of the file, then those of the spaces. In each region their ranges follow each
    /// other without gap or overlap; some are empty.
    pub fn leaves(&self) -> &[NodeId] {
        &self.leaves
    }

    /// Aliases, by position: nodes on bytes owned by other nodes.
    pub fn aliases(&self) -> &[NodeId] {
        &self.aliases
    }

    /// True if a node is an alias.
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
        let from = self.leaves.partition_point(|&leaf| self.node(leaf).start < offset);
        let here = self.leaves[from..].iter().take_while(|&&leaf| self.node(leaf).start == offset);
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
        let after = self.leaves.partition_point(|&leaf| self.node(leaf).start <= offset);
        self.leaves[..after].iter().rev().copied().find(|&leaf| self.node(leaf).end > offset)
    }

    /// The logical path of a node, such as `dvle[0].constants`.
    pub fn path(&self, id: NodeId) -> String {
        let mut path = String::new();
        self.write_path(id, &mut path);
        path
    }

    /// Appends the logical path of a node.
    pub(crate) fn write_path(&self, id: NodeId, out: &mut String) {
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
        let links = deep.iter().rev().chain(chain[..depth.min(chain.len())].iter().rev());
        for &id in links {
            write_name(&self.node(id).name, start, out);
        }
    }
}

/// Appends a name to a path that began at `start`.
fn write_name(name: &NodeName, start: usize, out: &mut String) {
    if out.len() > start && !name.text.is_empty() {
        out.push('.');
    }
    out.push_str(name.text);
    if let Some(index) = name.index {
        let _ = write!(out, "[{index}]");
    }
}
