//! Defines the tree of a demangled name.

mod function;
mod name;
mod types;

pub use function::{Access, Convention, Function, Reference, Storage, Thunk};
pub use name::{Name, Operator, OperatorKind, Piece, StaticOf};
pub use types::{Argument, Builtin, Pointee, Pointer, Qualifiers, Shape, Tag, Type};

/// A demangled name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demangled {
    /// True if the name starts with the byte 0x01, LLVM's marker of literal names.
    pub has_marker: bool,
    /// The named entity.
    pub symbol: Symbol,
}

/// An entity with a decorated name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A function.
    Function {
        /// Qualified name.
        name: Name,
        /// Type and declaration specifiers.
        function: Function,
    },
    /// A variable.
    Variable {
        /// Qualified name.
        name: Name,
        /// Declared type.
        ty: Type,
        /// Access of a static member; `None` for others.
        access: Option<Access>,
    },
    /// A function or variable with C linkage, without a type.
    ExternC(Name),
    /// A class table: virtual functions, virtual bases, or the complete object locator.
    Table {
        /// The class, with the table as its last piece.
        name: Name,
        /// Qualifiers of the table.
        qualifiers: Qualifiers,
        /// The base class that it is for.
        target: Option<Name>,
    },
    /// A run-time type information record of a class; its last piece is the record.
    Record(Name),
    /// A type descriptor of run-time type information.
    TypeDescriptor {
        /// The described type.
        ty: Type,
        /// True for the name stored in the descriptor (`.?AUName@@`), false for the symbol of the descriptor.
        is_stored_name: bool,
    },
    /// A thunk that calls a virtual function by table offset.
    VirtualCall {
        /// The class, with the thunk as its last piece.
        name: Name,
        /// Offset in the table in bytes.
        offset: u64,
        /// Calling convention.
        convention: Convention,
    },
    /// A guard of a function's static variables.
    Guard {
        /// The function, with the guard as its last piece.
        name: Name,
        /// Number of the guard, if there are several.
        number: Option<u64>,
    },
    /// A string literal.
    Literal(Literal),
    /// The digest of a name that was too long, in encoded form.
    Digest(String),
}

/// A string literal, `??_C@`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// Bytes per character: 1, 2 or 4.
    pub width: u8,
    /// True for a `wchar_t` string.
    pub is_wide: bool,
    /// The encoded characters, without the terminator if recognized.
    pub characters: Vec<u32>,
    /// True if the string continues.
    pub is_truncated: bool,
    /// Size of the whole string in bytes, terminator included.
    pub size: u64,
}

impl Symbol {
    /// Name of the entity, if it has one.
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
