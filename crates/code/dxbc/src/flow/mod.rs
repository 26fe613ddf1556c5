//! The control flow of a program as basic blocks and edges.
//!
//! Blocks follow from the instructions that open and close them. What has no partner, such as an `endif` without its `if`, is
//! taken for an instruction like any other, so every stream has a graph. Its size is at most that of the program: a block or
//! two an instruction, and [`MAX_EDGES`] edges.

mod build;
mod call;

use crate::walk::Program;

/// Edges that are kept. Calls through an interface can lead to many functions each.
pub const MAX_EDGES: usize = 1 << 16;

/// Instructions that run one after another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// What begins here, when it is entered from outside: `main`, a label, a phase of a hull shader.
    pub entry: Option<String>,
    /// The instructions as text, each with the place of its first word in the program.
    pub lines: Vec<(usize, String)>,
}

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// To a block.
    Block(usize),
    /// Out of the program or the function.
    Exit,
}

/// A way from the end of one block to the begin of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The block that it leaves.
    pub from: usize,
    /// Where it leads.
    pub to: Target,
    /// When it is taken; empty when it always is.
    pub condition: String,
    /// Whether it is a call, behind which the block goes on.
    pub is_call: bool,
}

/// The blocks of a program in its order, and the edges between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// The graph of a program; empty when it has no header.
pub fn graph(bytes: &[u8]) -> Graph {
    Program::read(bytes)
        .map(|program| build::build(&program))
        .unwrap_or_default()
}
