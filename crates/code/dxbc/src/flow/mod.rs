//! Builds the control-flow graph of a program.
//!
//! Blocks follow the structured instructions. An unmatched one, such as `endif` without `if`, counts as an
//! ordinary instruction, so every stream has a graph. Its size is linear: one or two blocks per instruction,
//! at most [`MAX_EDGES`] edges.

mod build;
mod call;

use crate::walk::Program;

/// Maximum number of edges kept; an interface call can have many callees.
pub const MAX_EDGES: usize = 1 << 16;

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Entry name, if entered from outside: `main`, a label, a hull shader phase.
    pub entry: Option<String>,
    /// Instructions as text, each with the word offset of its first word.
    pub lines: Vec<(usize, String)>,
}

/// Target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// To a block.
    Block(usize),
    /// Leaves the program or function.
    Exit,
}

/// An edge of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Source block.
    pub from: usize,
    /// Target of the edge.
    pub to: Target,
    /// Condition; empty if unconditional.
    pub condition: String,
    /// True for a call, after which the block continues.
    pub is_call: bool,
}

/// Blocks in program order, and edges.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// Basic blocks.
    pub blocks: Vec<Block>,
    /// Edges, calls included.
    pub edges: Vec<Edge>,
}

/// The graph of a program; empty without a header.
pub fn graph(bytes: &[u8]) -> Graph {
    Program::read(bytes).map(|program| build::build(&program)).unwrap_or_default()
}
