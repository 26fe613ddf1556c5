//! What a decorated name says, as a tree.

mod function;
mod name;
mod types;

pub use function::{Access, Convention, Function, Reference, Storage, Thunk};
pub use name::{Name, Operator, OperatorKind, Piece, StaticOf};
pub use types::{Argument, Builtin, Pointee, Pointer, Qualifiers, Shape, Tag, Type};

/// A decorated name that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demangled {
    /// Whether the byte 0x01 stands in front, with which LLVM marks names that are to be taken literally.
    pub has_marker: bool,
    /// What it names.
    pub symbol: Symbol,
}

/// What a decorated name names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A function.
    Function {
        /// Its name.
        name: Name,
        /// Its type and what belongs to it.
        function: Function,
    },
    /// A variable.
    Variable {
        /// Its name.
        name: Name,
        /// Its type.
        ty: Type,
        /// Access of a static member; `None` for others.
        access: Option<Access>,
    },
    /// A function or variable with C linkage of which no type is told.
    ExternC(Name),
    /// A table of a class: virtual functions, virtual bases, and the locator of run-time type information.
    Table {
        /// The class, with the table as its last piece.
        name: Name,
        /// Qualifiers of the table.
        qualifiers: Qualifiers,
        /// The base that it is for.
        target: Option<Name>,
    },
    /// A record of run-time type information that belongs to a class: the class, with the record as its last piece.
    Record(Name),
    /// The type descriptor of run-time type information.
    TypeDescriptor {
        /// The type.
        ty: Type,
        /// Whether it is the name that the descriptor stores (`.?AUName@@`), not the symbol of the descriptor.
        is_stored_name: bool,
    },
    /// A function that calls the virtual function at an offset of the table.
    VirtualCall {
        /// The class, with the thunk as its last piece.
        name: Name,
        /// Offset in the table, bytes.
        offset: u64,
        /// Calling convention.
        convention: Convention,
    },
    /// What guards the variables of a function that are set once.
    Guard {
        /// The function, with the guard as its last piece.
        name: Name,
        /// Number of the guard, where there are several.
        number: Option<u64>,
    },
    /// A string literal.
    Literal(Literal),
    /// A name that was too long and was replaced by its digest; the text is the name as it stands.
    Digest(String),
}

/// A string literal, `??_C@`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// Bytes of a character: 1, 2 or 4.
    pub width: u8,
    /// Whether it is a string of `wchar_t`.
    pub is_wide: bool,
    /// Characters that the name has, without the terminator where it is known to be one.
    pub characters: Vec<u32>,
    /// Whether the string goes on.
    pub is_cut: bool,
    /// Bytes of the whole string, its terminator included.
    pub size: u64,
}

impl Symbol {
    /// The name, of what has one.
    pub fn name(&self) -> Option<&Name> {
        match self {
            Symbol::Function { name, .. }
            | Symbol::Variable { name, .. }
            | Symbol::ExternC(name)
            | Symbol::Table { name, .. }
            | Symbol::Record(name)
            | Symbol::VirtualCall { name, .. }
            | Symbol::Guard { name, .. } => Some(name),
            Symbol::TypeDescriptor { .. } | Symbol::Literal(_) | Symbol::Digest(_) => None,
        }
    }
}
