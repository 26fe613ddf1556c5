//! Defines names and their pieces.

use super::{Argument, Symbol, Type};

/// A qualified name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Pieces, outermost scope first; at least one.
    pub pieces: Vec<Piece>,
}

impl Name {
    /// The unqualified name.
    pub fn last(&self) -> Option<&Piece> {
        self.pieces.last()
    }
}

/// A piece of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// An identifier. Invalid UTF-8 is replaced.
    Plain(String),
    /// A template instance.
    Template {
        /// Template name.
        name: Box<Piece>,
        /// Template arguments.
        arguments: Vec<Argument>,
    },
    /// An anonymous namespace, with its file-specific key.
    Anonymous(String),
    /// A scope within a function.
    Local {
        /// Enclosing function.
        of: Box<Symbol>,
        /// Number of the scope.
        number: u64,
    },
    /// Constructor of the class named by the preceding piece.
    Constructor,
    /// Destructor of the class named by the preceding piece.
    Destructor,
    /// An operator.
    Operator(&'static Operator),
    /// A compiler-generated name that contains numbers.
    Helper(String),
    /// A conversion to the function's result type. `None` only during parsing.
    Conversion(Option<Box<Type>>),
    /// A literal operator, `operator ""_name`.
    LiteralOperator(String),
    /// A dynamic initializer or atexit destructor.
    Static {
        /// The variable.
        of: StaticOf,
        /// True for a destructor.
        is_end: bool,
    },
}

/// Variable of a dynamic initializer or destructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StaticOf {
    /// By name.
    Name(Name),
    /// With its type.
    Symbol(Box<Symbol>),
}

/// Kind of an operator's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperatorKind {
    /// A symbol or word after `operator`, such as `+` or ` new`.
    Symbol,
    /// A compiler-generated name, such as `scalar deleting dtor`.
    Helper,
}

/// An operator or a compiler-generated function.
#[derive(PartialEq, Eq, Debug)]
pub struct Operator {
    /// Code after `?`.
    pub code: &'static str,
    /// Printed text.
    pub text: &'static str,
    /// Kind of the text.
    pub kind: OperatorKind,
}
