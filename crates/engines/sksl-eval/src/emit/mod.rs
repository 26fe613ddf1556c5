//! The graph to code: what is needed, in order, in registers.

mod allocate;
mod need;
mod write;

use crate::graph::{Axis, Graph, Input, Node};
use crate::op::Op;

/// Where an instruction finds an operand: a register of lanes, or a scalar that all lanes share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    /// A register.
    Register(u32),
    /// A scalar.
    Scalar(u32),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) enum Instruction {
    /// An operation.
    Op { op: Op, to: u32, operands: [Operand; 3] },
    /// A copy.
    Move { to: u32, from: Operand },
    /// A copy for the lanes in the mask, or for those that are not.
    Update { to: u32, mask: Operand, is_inverted: bool, from: Operand },
    /// One of several operands, by an index that is at most the last one's.
    Gather { to: u32, index: Operand, list: u32 },
    /// The difference between neighbours.
    Difference { to: u32, axis: Axis, of: Operand },
    /// A call of a child.
    Call { to: [u32; 4], call: u32 },
    /// Goes on elsewhere when no lane of the mask meets the condition, or when none fails it.
    Skip { condition: Operand, is_inverted: bool, mask: Option<Operand>, target: u32 },
    /// Begins another pass of a loop.
    Repeat { target: u32 },
}

/// How a scalar comes about that is not known before the uniforms are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Derived {
    /// The value of a uniform.
    Uniform(u32),
    /// An operation on scalars.
    Op(Op, [u32; 3]),
    /// One of several scalars.
    Gather(u32, u32),
}

/// A call of a child.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) child: u32,
    pub(crate) arguments: Vec<Operand>,
}

/// The program as code.
#[derive(Clone, Debug)]
pub(crate) struct Assembly {
    pub(crate) instructions: Vec<Instruction>,
    /// Scalars that are known.
    pub(crate) constants: Vec<u32>,
    /// The scalars behind them, each made of those before it.
    pub(crate) derived: Vec<Derived>,
    pub(crate) lists: Vec<Vec<Operand>>,
    pub(crate) calls: Vec<Call>,
    /// The registers that the renderer fills.
    pub(crate) inputs: Vec<(Input, u32)>,
    pub(crate) output: [Operand; 4],
    pub(crate) registers: u32,
}

/// Turns a graph into code. Registers are not limited here.
pub(crate) fn emit(graph: &Graph, output: [Node; 4]) -> Assembly {
    let need = need::Need::of(graph, output);
    let assembly = write::write(graph, &need, output);
    allocate::allocate(assembly)
}
