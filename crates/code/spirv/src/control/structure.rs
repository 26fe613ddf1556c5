//! The tree of selections, switches and loops of a function.

use std::fmt::{self, Write};

use super::graph::{BlockIndex, NO_BLOCK};
use crate::module::{Function, Module};

/// A node of a [`Structure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Index for tables by node, below [`Structure::count`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A list of nodes of a [`Structure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct List(pub(super) u32);

impl List {
    /// Index for tables by list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// The instructions of a block without its phis, merge and terminator.
    Block(BlockIndex),
    /// A selection; the condition is that of the terminator of `block`, which comes just before.
    If {
        /// The block that ends in the conditional branch.
        block: BlockIndex,
        /// Where the condition is true.
        then: List,
        /// Where it is false.
        otherwise: List,
    },
    /// A switch; the selector is that of the terminator of `block`, which comes just before.
    Switch {
        /// The block that ends in the switch.
        block: BlockIndex,
        /// The cases, each just before the one that it falls into.
        cases: Vec<Case>,
    },
    /// An endless loop: `body`, then `continuing`, then `body` again.
    Loop {
        /// The block that starts each iteration, the first of `body`.
        header: BlockIndex,
        /// Up to where each iteration continues.
        body: List,
        /// What [`Jump::Continue`] and the end of the body pass to.
        continuing: List,
    },
    /// Control passes from block to block: the place where the phis of `to` get their values. It stands where `from`
    /// ends; the lists of selections and cases begin with it.
    Edge {
        /// The block that branches.
        from: BlockIndex,
        /// The block it branches to.
        to: BlockIndex,
        /// How control gets there.
        jump: Jump,
    },
    /// The terminator of a block that leaves the function: a return, an end of the invocation, `OpUnreachable`.
    End(BlockIndex),
}

/// How control passes along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To what follows: the next node, or what the end of the list leads to.
    Next,
    /// To what follows a loop or switch.
    Break(NodeId),
    /// To the `continuing` of a loop, and then its next iteration.
    Continue(NodeId),
}

/// A case of a switch. The end of its body leaves the switch, unless it falls into the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The block that the switch branches to.
    pub target: BlockIndex,
    /// Bits of the values in the order of the module, above the width of the selector as in the module.
    pub literals: Vec<u64>,
    /// Whether all other values get here too.
    pub default: Default,
    /// What is done.
    pub body: List,
    /// Where the end of the body leads.
    pub fall: Fall,
}

/// Whether a case is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// Values without a case of their own get here.
    Yes,
    /// Only the stated values get here.
    No,
}

/// Where the end of a case leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// Out of the switch.
    Leaves,
    /// Into the next case.
    IntoNext,
}

/// The first block whose control flow is not structured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unstructured {
    /// What is wrong.
    pub kind: UnstructuredKind,
    /// Where it is.
    pub block: BlockIndex,
}

/// Reason for control flow without structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnstructuredKind {
    /// The terminator names a label that the function does not have, or is unknown.
    Terminator,
    /// The header does not dominate its merge block or continue target, or they are the same block.
    Merge,
    /// A branch leaves a construct for a block that may not be entered from there.
    Exit,
    /// Cases fall into each other in a circle, or two fall into the same case.
    Fall,
    /// A cycle has no loop merge.
    Loop,
}

impl fmt::Display for Unstructured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            UnstructuredKind::Terminator => "branches to a block that the function does not have",
            UnstructuredKind::Merge => "has a merge block or continue target that it does not dominate",
            UnstructuredKind::Exit => "leaves its construct for a block that may not be entered from there",
            UnstructuredKind::Fall => "has cases that do not fall into each other in order",
            UnstructuredKind::Loop => "closes a cycle that has no loop merge",
        };
        write!(f, "block {} {what}", self.block)
    }
}

impl std::error::Error for Unstructured {}

/// The structured control flow of a function. Every reachable block is in it once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Nodes, each with the one after it in its list, or [`NOTHING`].
    nodes: Vec<(Node, u32)>,
    /// The first and the last node of each list, or [`NOTHING`].
    lists: Vec<[u32; 2]>,
}

/// No node.
const NOTHING: u32 = u32::MAX;

/// Nodes of a list, in order.
#[derive(Clone, Debug)]
pub struct Nodes<'s> {
    structure: &'s Structure,
    next: u32,
    end: u32,
}

impl Nodes<'_> {
    /// Those before a node of the list.
    #[must_use]
    pub fn before(self, node: NodeId) -> Self {
        Nodes { end: node.0, ..self }
    }
}

impl Iterator for Nodes<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let found = self.next;
        if found == self.end {
            return None;
        }
        self.next = self.structure.nodes[found as usize].1;
        Some(NodeId(found))
    }
}

impl Structure {
    /// The structure that the merge instructions of a function state. A conditional branch without one is a selection
    /// where its sides meet in one block or not at all.
    ///
    /// # Errors
    ///
    /// The first block whose branches do not follow the rules of structured control flow. The validator of SPIRV-Tools
    /// accepts a little more, such as a side of a selection that branches into the other;
    /// [`restructure`](super::restructure) makes a tree of it.
    pub fn of(module: &Module, function: &Function) -> Result<Structure, Unstructured> {
        let mut structure = super::nest::nest(module, function)?;
        structure.simplify();
        Ok(structure)
    }

    /// The statements of the function.
    pub fn root(&self) -> List {
        List(0)
    }

    /// Nodes of a list, in order.
    pub fn list(&self, list: List) -> Nodes<'_> {
        Nodes { structure: self, next: self.lists[list.index()][0], end: NOTHING }
    }

    /// The last node of a list.
    pub fn last(&self, list: List) -> Option<NodeId> {
        Some(self.lists[list.index()][1]).filter(|last| *last != NOTHING).map(NodeId)
    }

    /// A node.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()].0
    }

    pub(super) fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()].0
    }

    /// Number of nodes: the length of tables by node.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// A structure of about this many nodes that has none yet.
    pub(super) fn with_capacity(count: usize) -> Structure {
        let mut structure =
            Structure { nodes: Vec::with_capacity(count), lists: Vec::with_capacity(count / 2) };
        structure.add_list();
        structure
    }

    pub(super) fn add_list(&mut self) -> List {
        self.lists.push([NOTHING; 2]);
        List(self.lists.len() as u32 - 1)
    }

    pub(super) fn push(&mut self, list: List, node: Node) -> NodeId {
        let id = self.nodes.len() as u32;
        self.nodes.push((node, NOTHING));
        let [first, last] = &mut self.lists[list.index()];
        match std::mem::replace(last, id) {
            NOTHING => *first = id,
            before => self.nodes[before as usize].1 = id,
        }
        NodeId(id)
    }

    /// Turns jumps into [`Jump::Next`] where the end of the list leads there anyway.
    fn simplify(&mut self) {
        // Nothing follows the only list.
        if self.lists.len() == 1 {
            return;
        }
        let mut tails: Vec<(List, Option<Jump>)> = vec![(self.root(), None)];
        while let Some((list, end)) = tails.pop() {
            let [mut next, last] = self.lists[list.index()];
            while next != NOTHING {
                // What the end of a list in this node leads to is known only if nothing follows the node.
                let end = end.filter(|_| next == last);
                let id = NodeId(next);
                let (node, after) = &mut self.nodes[next as usize];
                next = *after;
                match node {
                    Node::Edge { jump, .. } if Some(*jump) == end => *jump = Jump::Next,
                    Node::If { then, otherwise, .. } => tails.extend([(*then, end), (*otherwise, end)]),
                    Node::Loop { body, continuing, .. } => {
                        tails.extend([(*body, Some(Jump::Continue(id))), (*continuing, None)]);
                    }
                    Node::Switch { cases, .. } => tails.extend(cases.iter().map(|case| match case.fall {
                        Fall::Leaves => (case.body, Some(Jump::Break(id))),
                        Fall::IntoNext => (case.body, None),
                    })),
                    Node::Block(_) | Node::Edge { .. } | Node::End(_) => {}
                }
            }
        }
    }

    /// The tree as text with a line for each node, for tests and debugging. Blocks are named by `name`.
    pub fn display(&self, mut name: impl FnMut(BlockIndex) -> String) -> String {
        enum Item {
            Node(NodeId, usize),
            Text(String, usize),
        }
        let mut out = String::new();
        let list = |list: List, depth| {
            let nodes: Vec<NodeId> = self.list(list).collect();
            nodes.into_iter().rev().map(move |id| Item::Node(id, depth))
        };
        let mut items: Vec<Item> = list(self.root(), 0).collect();
        while let Some(item) = items.pop() {
            let (text, depth) = match item {
                Item::Text(text, depth) => (text, depth),
                Item::Node(id, depth) => {
                    let inner = depth + 1;
                    let text = match self.node(id) {
                        Node::Block(block) => name(*block),
                        Node::End(block) => format!("end {}", name(*block)),
                        Node::Edge { from, to, jump } => {
                            let jump = match jump {
                                Jump::Next => String::new(),
                                Jump::Break(node) => format!(" break {}", name(self.block_of(*node))),
                                Jump::Continue(node) => format!(" continue {}", name(self.block_of(*node))),
                            };
                            format!("{} -> {}{jump}", name(*from), name(*to))
                        }
                        Node::If { block, then, otherwise } => {
                            items.extend(list(*otherwise, inner));
                            items.push(Item::Text("else".to_string(), depth));
                            items.extend(list(*then, inner));
                            format!("if {}", name(*block))
                        }
                        Node::Loop { header, body, continuing } => {
                            items.extend(list(*continuing, inner));
                            items.push(Item::Text("continuing".to_string(), depth));
                            items.extend(list(*body, inner));
                            format!("loop {}", name(*header))
                        }
                        Node::Switch { block, cases } => {
                            for case in cases.iter().rev() {
                                if case.fall == Fall::IntoNext {
                                    items.push(Item::Text("falls".to_string(), inner));
                                }
                                items.extend(list(case.body, inner));
                                items.push(Item::Text(case.to_string(), depth));
                            }
                            format!("switch {}", name(*block))
                        }
                    };
                    (text, depth)
                }
            };
            // Deep trees are long already; their indentation would be quadratic.
            let _ = writeln!(out, "{:1$}{text}", "", depth.min(64) * 2);
        }
        out
    }

    /// The block that a loop, switch or selection is named by.
    fn block_of(&self, node: NodeId) -> BlockIndex {
        match self.node(node) {
            Node::Block(block) | Node::End(block) => *block,
            Node::If { block, .. } | Node::Switch { block, .. } | Node::Loop { header: block, .. } => *block,
            Node::Edge { .. } => NO_BLOCK,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("case")?;
        for literal in &self.literals {
            write!(f, " {literal}")?;
        }
        match self.default {
            Default::Yes => f.write_str(" default"),
            Default::No => Ok(()),
        }
    }
}
