//! Types as a program spells them.

use glassbox_sksl::builtin::{ALIASES, Opaque, Type};

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
    /// By another name.
    Alias(Alias),
    /// As an array or struct: the symbol that the spelling made or named.
    Symbol(Symbol),
}

/// A name of a type that is not the type's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// A GLSL name, such as `vec2`: its place among [`ALIASES`].
    Glsl(u8),
    /// The name of an opaque type in a program that does not have the type.
    Opaque(Opaque),
}

impl Alias {
    /// The GLSL name with this spelling.
    pub fn glsl(name: &str) -> Option<Alias> {
        let place = ALIASES.iter().position(|alias| *alias == name)?;
        Some(Alias::Glsl(place as u8))
    }

    /// The opaque type's name with this spelling.
    pub fn opaque(name: &str) -> Option<Alias> {
        let opaque = Opaque::ALL.iter().find(|opaque| opaque.name() == name)?;
        Some(Alias::Opaque(*opaque))
    }

    /// The spelling.
    pub fn name(self) -> &'static str {
        match self {
            Alias::Glsl(place) => ALIASES.get(usize::from(place)).copied().unwrap_or_default(),
            Alias::Opaque(opaque) => opaque.name(),
        }
    }
}

impl std::fmt::Display for Alias {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
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
