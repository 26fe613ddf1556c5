//! Names and their pieces.

use super::{Argument, Symbol, Type};

/// A name with the scopes that it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The pieces, outermost scope first; there is at least one.
    pub pieces: Vec<Piece>,
}

impl Name {
    /// The name itself, without its scopes.
    pub fn last(&self) -> Option<&Piece> {
        self.pieces.last()
    }
}

/// A piece of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// An identifier. Bytes that are no UTF-8 are replaced.
    Plain(String),
    /// An instance of a template.
    Template {
        /// Its name.
        name: Box<Piece>,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
    /// A name space without a name. Compilers give it a key that differs from file to file.
    Anonymous(String),
    /// A scope within a function.
    Local {
        /// The function.
        of: Box<Symbol>,
        /// Number of the scope.
        number: u64,
    },
    /// The constructor of the class that the piece before names.
    Constructor,
    /// The destructor of the class that the piece before names.
    Destructor,
    /// An operator.
    Operator(&'static Operator),
    /// The name of what only compilers write, where it has numbers in it.
    Helper(String),
    /// A conversion to a type: that which the function returns. `None` only while a name is read.
    Conversion(Option<Box<Type>>),
    /// An operator for literals, `operator ""_name`.
    LiteralOperator(String),
    /// What sets or ends a variable when the program begins or ends.
    Static {
        /// What is set or ended.
        of: StaticOf,
        /// Whether it is ended.
        is_end: bool,
    },
}

/// A variable that code sets or ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StaticOf {
    /// By its name.
    Name(Name),
    /// With its type.
    Symbol(Box<Symbol>),
}

/// What an operator's text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperatorKind {
    /// A symbol or word behind `operator`, such as `+` or ` new`.
    Symbol,
    /// The name of what only compilers write, such as `scalar deleting dtor`.
    Helper,
}

/// An operator, or a function that compilers write.
#[derive(PartialEq, Eq, Debug)]
pub struct Operator {
    /// Code behind `?`.
    pub code: &'static str,
    /// Its text.
    pub text: &'static str,
    /// What the text is.
    pub kind: OperatorKind,
}
