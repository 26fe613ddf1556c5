//! What a tree is made of: nodes of expressions, variables, statements in lists, functions.

use std::ops::Range;

use glassbox_spirv::module::{At, Id};

use super::{Direction, List, NONE, Node, Tree, Var};

/// A range of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(super) start: u32,
    pub(super) length: u32,
}

impl Span {
    #[inline]
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// Components that a swizzle picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lanes {
    pub(super) lanes: [u8; 4],
    pub(super) count: u8,
}

impl Lanes {
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.lanes[..usize::from(self.count)]
    }

    pub(super) fn new(lanes: &[u8]) -> Option<Lanes> {
        let mut all = [0; 4];
        all.get_mut(..lanes.len())?.copy_from_slice(lanes);
        Some(Lanes { lanes: all, count: lanes.len() as u8 })
    }
}

/// A step from a composite to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Part with this index: a member, a component, a column or an element.
    Part(u32),
    /// The element that an expression selects.
    Index(Node),
}

/// Children of a node that are left.
pub(super) struct Children {
    /// Comes first, or [`NONE`].
    pub(super) base: Node,
    /// Operands, or steps of a path.
    pub(super) next: u32,
    pub(super) end: u32,
    pub(super) is_path: bool,
}

impl Children {
    #[inline]
    pub(super) fn next(&mut self, tree: &Tree<'_>) -> Option<Node> {
        if self.base != NONE {
            return Some(std::mem::replace(&mut self.base, NONE));
        }
        while self.next < self.end {
            let index = self.next as usize;
            self.next += 1;
            if !self.is_path {
                return Some(tree.operands[index]);
            }
            if let Step::Index(node) = tree.steps[index] {
                return Some(node);
            }
        }
        None
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A constant of the module, or `OpUndef`.
    Constant(Id),
    /// A variable, as a value or as a place.
    Variable(Var),
    /// Value of a phi.
    Phi(Id),
    /// What is stored at a place.
    Load(Node),
    /// The place in a buffer that a pointer, which is a value, points to.
    Pointee(Node),
    /// The pointer to a place in memory, as a value.
    Address(Node),
    /// A part of a value or place; the steps.
    Path(Node, Span),
    /// Components of a vector.
    Swizzle(Node, Lanes),
    /// A composite of its parts; a vector may take vectors.
    Construct(Span),
    /// The instruction with this opcode; operands that are ids.
    Operation(u16, Span),
    /// An instruction of `GLSL.std.450`.
    Extended(u32, Span),
}

impl Kind {
    /// Calls `visit` with each child of a node of this kind, of these pools of operands and steps.
    #[inline]
    pub(super) fn each_child(self, operands: &[Node], steps: &[Step], mut visit: impl FnMut(Node)) {
        match self {
            Kind::Constant(_) | Kind::Variable(_) | Kind::Phi(_) => {}
            Kind::Load(child) | Kind::Pointee(child) | Kind::Address(child) | Kind::Swizzle(child, _) => {
                visit(child);
            }
            Kind::Path(base, span) => {
                visit(base);
                for step in &steps[span.range()] {
                    if let Step::Index(index) = *step {
                        visit(index);
                    }
                }
            }
            Kind::Construct(span) | Kind::Operation(_, span) | Kind::Extended(_, span) => {
                operands[span.range()].iter().copied().for_each(visit);
            }
        }
    }
}

/// A node of an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeData {
    pub(crate) kind: Kind,
    /// Type of the value; of a place, what is stored there.
    pub(crate) ty: Id,
    /// The instruction that it is from.
    pub(crate) at: At,
    /// The variable that holds it, or [`NONE`].
    pub(super) held: Var,
    /// How often what has an effect uses it.
    pub(super) uses: u32,
    /// Index in the list of values that were made in the function, or [`NONE`].
    pub(super) made: u32,
}

/// Where a variable is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `OpVariable` outside of functions.
    Global,
    /// `OpVariable` in a function.
    Local,
    /// `OpFunctionParameter`.
    Parameter,
    /// A value that is used more than once, or not where it is made.
    Value(Node),
    /// A phi.
    Phi,
    /// States that a loop is left from inside a switch.
    Flag,
}

/// A variable of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) origin: Origin,
    /// The id, or 0 for flags and values without one.
    pub(crate) id: Id,
    /// Type of its content.
    pub(crate) ty: Id,
    /// Storage class of the pointer that it is in the module, or [`NONE`].
    pub(super) class: u32,
    /// Whether nothing writes it while the shader runs.
    pub(super) is_constant: bool,
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Statement {
    /// Nothing: the place of a value that needed no variable.
    Nothing,
    /// Declares a variable.
    Declare(Var, Node),
    /// Writes a place.
    Assign(Node, Node),
    /// Evaluates an expression for its effect.
    Effect(Node),
    /// `if`, with what is done if the condition holds and if not.
    If(Node, List, List),
    /// `switch`: selector and the range of its cases.
    Switch(Node, Span),
    /// A loop.
    Loop(LoopKind, LoopParts),
    /// Leaves the innermost loop or switch.
    Break,
    /// Goes on with the innermost loop.
    Continue,
    /// Returns, with a value or [`NONE`].
    Return(Node),
    /// Ends the invocation with this instruction.
    End(u16),
}

/// When a loop tests its condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopKind {
    /// Before each round.
    While,
    /// After each round.
    DoWhile,
    /// Before each round, with steps between the rounds.
    For,
}

/// Parts of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopParts {
    /// Scope of the loop; holds the first assignment of a `for`.
    pub(crate) init: List,
    /// Condition to go on, or [`NONE`] for none.
    pub(crate) condition: Node,
    /// What is done between two rounds.
    pub(crate) step: List,
    /// What is done in a round.
    pub(crate) body: List,
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Values; the default has none of its own.
    pub(crate) values: Vec<u64>,
    /// True for the default.
    pub(crate) default: bool,
    /// Statements; the next case follows if they end.
    pub(crate) body: List,
}

/// A statement with its instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) statement: Statement,
    pub(crate) at: At,
}

/// Statements in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListData {
    /// The list that holds the statement with this one, and the statement's index; itself for a body.
    pub(crate) parent: (List, u32),
    pub(crate) nesting: u32,
    /// True if it is done more than once.
    pub(crate) repeats: bool,
    pub(crate) lines: Vec<Line>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Index in the module.
    pub(crate) index: usize,
    pub(crate) parameters: Vec<Var>,
    pub(crate) directions: Vec<Direction>,
    pub(crate) list: List,
    /// Variables that it declares, in order.
    pub(crate) locals: Vec<Var>,
    pub(super) contents: Contents,
}

/// What a function has for the passes over its statements.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contents {
    pub(super) branches: bool,
    pub(super) switches: bool,
    pub(super) loops: bool,
    /// Variables that hold values.
    pub(super) values: bool,
    /// Assignments of constants to variables of the function.
    pub(super) starts: bool,
    /// Assignments of anything to variables of the function.
    pub(super) copies: bool,
    /// Assignments of parts of variables.
    pub(super) parts: bool,
}

impl Contents {
    #[inline]
    pub(super) fn add(&mut self, tree: &Tree<'_>, statement: Statement) {
        match statement {
            Statement::If(..) => self.branches = true,
            Statement::Loop(..) => self.loops = true,
            Statement::Assign(place, value) => match tree.kind(place) {
                Kind::Path(..) => self.parts = true,
                Kind::Variable(var) if tree.variable(var).origin != Origin::Global => {
                    self.copies = true;
                    self.starts |= matches!(tree.kind(value), Kind::Constant(_));
                }
                _ => {}
            },
            _ => {}
        }
    }
}
