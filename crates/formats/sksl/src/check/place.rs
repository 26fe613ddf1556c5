//! Resolves findings to file locations by rereading the file with names.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{Link, Node, NodeId, NodeKind, NodeName, Reader, Recorder};

use super::finding::{Finding, Spot};
use crate::model::ModelNode;
use crate::read::{File, Names, read};

/// Recorder that keeps only nodes.
struct Nodes {
    nodes: Vec<Node>,
    limit: usize,
}

impl Recorder for Nodes {
    fn node(&mut self, node: Node) -> NodeId {
        if self.nodes.len() >= self.limit {
            return NodeId::ROOT;
        }
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn link(&mut self, _: Link) {}

    fn space(&mut self, _: &[u8]) -> Option<u64> {
        None
    }

    fn extend(&mut self, node: NodeId, end: u64) {
        if node != NodeId::ROOT
            && let Some(node) = self.nodes.get_mut(node.0 as usize)
        {
            node.end = end.max(node.start);
        }
    }
}

/// Named nodes of a file.
pub(crate) struct Places {
    nodes: Vec<Node>,
    names: Names,
    stop: NodeId,
    /// First child and next sibling of each node; the root marks none.
    links: Vec<(NodeId, NodeId)>,
    /// String nodes in order.
    texts: Vec<NodeId>,
    base: u64,
}

/// Converts findings to diagnostics.
pub(super) fn locate(file: &File<'_>, findings: Vec<Finding>, limits: &Limits) -> Diagnostics {
    let mut out = Diagnostics::new(limits.diagnostics);
    if findings.is_empty() {
        return out;
    }
    let places = Places::of(file, limits);
    for finding in findings {
        let mut diagnostic = Diagnostic::new(finding.rule, places.location(finding.spot), finding.message);
        if let Some(severity) = finding.severity {
            diagnostic = diagnostic.severity(severity);
        }
        for (spot, message) in finding.labels {
            diagnostic = diagnostic.label(places.location(spot), message);
        }
        for note in finding.notes {
            diagnostic = diagnostic.note(note);
        }
        if let Some(help) = finding.help {
            diagnostic = diagnostic.help(help);
        }
        out.push(diagnostic);
    }
    out
}

impl Places {
    /// Rereads a file with names.
    pub(crate) fn of(file: &File<'_>, limits: &Limits) -> Places {
        let window = file.window;
        let root = Node {
            name: NodeName { parent: NodeId::ROOT, text: "", index: None },
            start: window.base,
            end: window.base + window.bytes.len() as u64,
            kind: NodeKind::Group,
        };
        // A field takes about two bytes.
        let mut nodes = Nodes {
            nodes: Vec::with_capacity((window.bytes.len() / 2).min(limits.nodes) + 1),
            limit: limits.nodes,
        };
        nodes.nodes.push(root);
        let (again, names) = {
            let mut reader = Reader::new(window, &mut nodes, *limits);
            read::<_, true>(&mut reader, file.model.dialect)
        };
        let mut links = vec![(NodeId::ROOT, NodeId::ROOT); nodes.nodes.len()];
        let mut texts = Vec::new();
        let mut strings = NodeId::ROOT;
        for (index, node) in nodes.nodes.iter().enumerate().skip(1) {
            let id = NodeId(index as u32);
            if node.name.parent == NodeId::ROOT && node.name.text == "strings" {
                strings = id;
            } else if strings != NodeId::ROOT && node.name.parent == strings && node.name.index.is_some() {
                texts.push(id);
            }
        }
        // In reverse, so that each child is linked before its later siblings.
        for (index, node) in nodes.nodes.iter().enumerate().skip(1).rev() {
            let parent = node.name.parent.0 as usize;
            let after = links.get(parent).map_or(NodeId::ROOT, |link| link.0);
            if let Some(link) = links.get_mut(index) {
                link.1 = after;
            }
            if let Some(link) = links.get_mut(parent) {
                link.0 = NodeId(index as u32);
            }
        }
        Places {
            nodes: nodes.nodes,
            names,
            stop: again.stop.map_or(NodeId::ROOT, |stop| stop.node),
            links,
            texts,
            base: window.base,
        }
    }

    fn child(&self, parent: NodeId, name: &'static str, index: Option<u32>) -> Option<NodeId> {
        let link =
            |id: NodeId| self.links.get(id.0 as usize).copied().unwrap_or((NodeId::ROOT, NodeId::ROOT));
        let mut at = link(parent).0;
        while at != NodeId::ROOT {
            let node = self.nodes.get(at.0 as usize)?;
            if node.name.text == name && node.name.index == index {
                return Some(at);
            }
            at = link(at).1;
        }
        None
    }

    /// Resolves a location.
    pub(crate) fn location(&self, spot: Spot) -> Location {
        let node = match spot {
            Spot::Field(at, field, item) => self.field(at, field, item),
            Spot::Top(name, start, end) => {
                let node = self.child(NodeId::ROOT, name, None).unwrap_or(NodeId::ROOT);
                return Location::new(self.base + start, self.base + end, self.path(node));
            }
            Spot::Text(index) => self.texts.get(index as usize).copied().unwrap_or(NodeId::ROOT),
            Spot::Stop => self.stop,
        };
        let (start, end) = match self.nodes.get(node.0 as usize) {
            Some(node) => (node.start, node.end),
            None => (self.base, self.base),
        };
        Location::new(start, end, self.path(node))
    }

    /// Bytes of every node of the model.
    pub(crate) fn ranges(&self) -> Vec<Range<u64>> {
        let marks = self.names.marks.iter();
        let nodes = marks.map(|mark| self.nodes.get(mark.0 as usize));
        nodes.map(|node| node.map_or(self.base..self.base, |node| node.start..node.end)).collect()
    }

    fn field(&self, at: ModelNode, field: &'static str, item: Option<u32>) -> NodeId {
        let Some(&node) = self.names.marks.get(at.0 as usize) else {
            return NodeId::ROOT;
        };
        if field.is_empty() {
            return node;
        }
        let Some(found) = self.child(node, field, None) else {
            return node;
        };
        match item {
            Some(_) => self.child(found, "", item).unwrap_or(found),
            None => found,
        }
    }

    fn path(&self, id: NodeId) -> String {
        let mut chain = Vec::new();
        let mut at = id;
        while at != NodeId::ROOT {
            let Some(node) = self.nodes.get(at.0 as usize) else {
                break;
            };
            chain.push(node.name);
            // Parents are named before their children.
            at = if node.name.parent < at { node.name.parent } else { NodeId::ROOT };
        }
        let mut path = String::new();
        for name in chain.iter().rev() {
            if !path.is_empty() && !name.text.is_empty() {
                path.push('.');
            }
            path.push_str(name.text);
            if let Some(index) = name.index {
                path.push_str(&format!("[{index}]"));
            }
        }
        path
    }
}
