//! The program as a graph: values that are computed once, and regions that say under which conditions.
//!
//! A [`Node`] is a value of all lanes. Variables are gone: an assignment is another node, and where branches meet a node
//! chooses between theirs. Regions nest: the root, branches, loop bodies. What depends on nothing but constants and uniforms
//! belongs to no region: it is computed once for a picture, not for its pixels.

mod build;
mod simplify;

use std::collections::HashMap;

use crate::op::Op;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Node(pub(crate) u32);

impl Node {
    /// Its place in a list.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Region(pub(crate) u32);

impl Region {
    /// The region around all others.
    pub(crate) const ROOT: Region = Region(0);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the renderer supplies for each pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Input {
    /// First coordinate of a shader.
    X,
    /// Second coordinate.
    Y,
    /// Where the pixel is in the picture, from the left.
    FragX,
    /// The same from the top, or from the bottom where the picture is flipped.
    FragY,
    /// A component of the colour that comes in: of a colour filter, a blender's source, a shader's paint.
    Source(u8),
    /// A component of a blender's destination.
    Destination(u8),
}

impl Input {
    /// How many there are.
    pub(crate) const COUNT: usize = 12;

    /// A number for each.
    pub(crate) const fn number(self) -> usize {
        match self {
            Input::X => 0,
            Input::Y => 1,
            Input::FragX => 2,
            Input::FragY => 3,
            Input::Source(component) => 4 + (component & 3) as usize,
            Input::Destination(component) => 8 + (component & 3) as usize,
        }
    }
}

/// The direction of a difference between neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Axis {
    /// To the right.
    X,
    /// Downwards.
    Y,
}

/// A list of nodes that a node refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct List(pub(crate) u32);

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// The same in every picture.
    Constant(u32),
    /// The value of a uniform, by its place among all uniforms' values.
    Uniform(u32),
    /// What the renderer supplies.
    Input(Input),
    /// An operation; operands that it does not take repeat the first.
    Op(Op, [Node; 3]),
    /// One node of a list, by an unsigned index that is at most the last one's.
    Gather(Node, List),
    /// The difference between two neighbours.
    Difference(Axis, Node),
    /// A call of a child, and its first result; the results behind it are the nodes that follow.
    Call(u32),
    /// A further result of the call that stands so many nodes before.
    Result(u8),
    /// What a branch or loop says that it is.
    Phi,
}

/// How often a value is computed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rate {
    /// When the program is compiled.
    Constant,
    /// Once for a picture.
    Uniform,
    /// For every pixel.
    Varying,
}

/// A value with what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    pub(crate) rate: Rate,
    /// Where it is computed.
    pub(crate) region: Region,
}

/// What kind of region one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Root,
    Branch,
    Loop,
}

/// A value that is one of two after a branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merge {
    pub(crate) phi: Node,
    pub(crate) then: Node,
    pub(crate) otherwise: Node,
}

/// A value that a loop passes on to its next pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    pub(crate) phi: Node,
    pub(crate) initial: Node,
    pub(crate) next: Node,
}

/// What a region does, in order.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Computes a value.
    Node(Node),
    /// Does one region for the lanes that meet a condition, another for the others.
    If {
        condition: Node,
        /// The lanes for which the condition counts; all without one.
        mask: Option<Node>,
        then: Region,
        otherwise: Region,
        merges: Vec<Merge>,
    },
    /// Does a region again and again.
    Loop { body: Region, carried: Vec<Carried> },
    /// Leaves the loop when no lane is left in the mask.
    Exit(Node),
}

/// What belongs to a region.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) parent: Region,
    pub(crate) depth: u32,
    pub(crate) role: Role,
    pub(crate) items: Vec<Item>,
    /// What it costs, roughly.
    pub(crate) cost: u32,
    /// Whether it holds what must not be done in vain: a loop or a call.
    is_weighty: bool,
    /// The region that took over what it held.
    merged: Option<Region>,
}

/// A call of a child.
#[derive(Clone, Debug)]
pub(crate) struct ChildCall {
    /// Which child.
    pub(crate) child: u32,
    /// Its arguments, scalar by scalar.
    pub(crate) arguments: Vec<Node>,
}

/// The graph.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) values: Vec<Value>,
    pub(crate) regions: Vec<Content>,
    pub(crate) calls: Vec<ChildCall>,
    pub(crate) lists: Vec<Vec<Node>>,
    current: Region,
    known: HashMap<Kind, Node>,
    known_lists: HashMap<Box<[Node]>, List>,
}

impl Graph {
    /// What a node is.
    pub(crate) fn kind(&self, node: Node) -> Kind {
        self.values[node.index()].kind
    }

    /// How often a node is computed.
    pub(crate) fn rate(&self, node: Node) -> Rate {
        self.values[node.index()].rate
    }

    /// The constant that a node is.
    pub(crate) fn constant_of(&self, node: Node) -> Option<u32> {
        match self.kind(node) {
            Kind::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }
}
