//! Collects facts about labels that the tree alone does not provide.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::language::Registry;
use crate::map::Tree;
use crate::reader::{NodeId, NodeKind};
use crate::walk::{Step, steps};

/// Meaning of labels in the text, beyond the tree.
pub(super) struct Facts {
    /// Groups: number of openings, start, end, and number of items.
    pub(super) groups: HashMap<NodeId, GroupFacts>,
    /// Hashes of the paths of all nodes.
    pub(super) paths: HashSet<u64>,
    /// Hashes of the paths that two nodes share.
    pub(super) shared: HashSet<u64>,
    /// Hashes of paths that are the path of a node but for its number.
    pub(super) indexed: HashSet<u64>,
    /// Start addresses of the spaces whose content is printed.
    pub(super) printed_spaces: HashSet<u64>,
}

#[derive(Default)]
pub(super) struct GroupFacts {
    pub(super) opened: u32,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) items: u64,
}

impl Facts {
    pub(super) fn gather(tree: &Tree, bytes: &[u8], registry: &Registry) -> Facts {
        let mut facts = Facts {
            groups: HashMap::new(),
            paths: HashSet::new(),
            shared: HashSet::new(),
            indexed: HashSet::new(),
            printed_spaces: HashSet::new(),
        };
        let mut path = String::new();
        let mut open: Vec<NodeId> = Vec::new();
        let mut at = 0;
        let mut outside = Vec::new();
        let mut steps = steps(tree);
        while let Some(step) = steps.next() {
            let id = match step {
                Step::Close(group) => {
                    open.pop();
                    facts.groups.entry(group).or_default().end = at;
                    continue;
                }
                Step::Enter(owner) => {
                    open.push(owner);
                    outside.push(at);
                    at = tree.content(owner).map_or(at, |content| content.range.start);
                    facts.groups.entry(owner).or_default();
                    continue;
                }
                Step::Leave(_) => {
                    open.pop();
                    at = outside.pop().unwrap_or(at);
                    continue;
                }
                Step::Open(id) | Step::Leaf(id) => id,
            };
            if let Some(&top) = open.last() {
                facts.groups.entry(top).or_default().items += 1;
            }
            if let Step::Open(group) = step {
                open.push(group);
                let entry = facts.groups.entry(group).or_default();
                entry.opened += 1;
                if entry.opened > 1 {
                    continue;
                }
                entry.start = at;
            } else {
                at = tree.node(id).end;
                if let Some(content) = tree.content(id) {
                    if stands_for(tree, id, &content.range, bytes, registry) {
                        facts.printed_spaces.insert(content.range.start);
                    } else {
                        steps.skip_content();
                    }
                }
            }
            path.clear();
            tree.write_path(id, &mut path);
            let whole = hash(&path);
            if !facts.paths.insert(whole) {
                facts.shared.insert(whole);
            }
            if let Some(number) = path.rfind('[').filter(|_| path.ends_with(']')) {
                facts.indexed.insert(hash(&path[..number]));
            }
        }
        facts
    }
}

/// True if the stored bytes of a node decode to its content, so that the content can be printed instead.
fn stands_for(tree: &Tree, id: NodeId, content: &Range<u64>, bytes: &[u8], registry: &Registry) -> bool {
    let node = tree.node(id);
    let NodeKind::Packed { codec, .. } = node.kind else {
        return true;
    };
    let stored = &bytes[node.start as usize..node.end as usize];
    let wanted = &bytes[content.start as usize..content.end as usize];
    registry
        .codec(codec)
        .and_then(|codec| codec.decode(stored, wanted.len() as u64).ok())
        .is_some_and(|decoded| decoded == wanted)
}

pub(super) fn hash(path: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    hasher.finish()
}
