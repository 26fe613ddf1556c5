//! Recovers structured control flow from the blocks of a function, and writes it back as merge instructions.
//!
//! - [`Graph`]: successors and predecessors of the blocks of a function, in flat vectors.
//! - [`Dominators`]: dominators, and post-dominators over a virtual exit.
//! - [`Loops`]: natural loops, how they nest, and regions that have more than one entry.
//! - [`Structure`]: the tree of selections, switches and loops that languages are written from.
//! - [`restructure()`]: gives a function merges that are true, where it has none or wrong ones.
//!
//! Blocks are named by their index in [`Function::blocks`](crate::module::Function::blocks). What is computed is valid
//! until the function is edited. Nothing here recurses: depth costs memory, not stack.

mod dominators;
mod graph;
mod loops;
mod nest;
mod restructure;
mod structure;

pub use dominators::Dominators;
pub use graph::{BlockIndex, Graph, Labels, NO_BLOCK};
pub(crate) use graph::{merge_labels, targets};
pub use loops::{Loop, Loops};
pub use restructure::{RestructureError, restructure};
pub use structure::{
    Case, Default, Fall, Jump, List, Node, NodeId, Nodes, Structure, Unstructured, UnstructuredKind,
};
