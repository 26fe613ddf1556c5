//! Types as a program spells them.

use glassbox_sksl::builtin::Type;

use super::symbol::Symbol;

/// A type: what it is, and how it was spelt. Two spellings of one type are the same type everywhere but in the binary, which
/// keeps them; so `Ty`s are compared by their `meaning`.
#[derive(Clone, Copy, Debug)]
pub struct Ty {
    /// What it is.
    pub meaning: Type,
    /// How it was spelt.
    pub spelling: Spelling,
}

/// How a type was spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// By the name that the type has.
    Own,
    /// By a GLSL name, such as `vec2`.
    Alias(&'static str),
    /// As an array or struct: the symbol that the spelling made or named.
    Symbol(Symbol),
}

impl Ty {
    /// A builtin type by its own name.
    pub const fn own(meaning: Type) -> Ty {
        Ty {
            meaning,
            spelling: Spelling::Own,
        }
    }
}

impl From<Type> for Ty {
    fn from(meaning: Type) -> Ty {
        Ty::own(meaning)
    }
}
