//! Types together with their spelling in a program.

use glassbox_sksl::builtin::{ALIASES, Opaque, Type};

use super::symbol::Symbol;

/// Type with its spelling. The spelling matters only for the binary, which stores it; compare `Ty`s by `meaning`.
#[derive(Clone, Copy, Debug)]
pub struct Ty {
    /// Type independent of spelling.
    pub meaning: Type,
    /// Spelling in the source.
    pub spelling: Spelling,
}

/// Spelling of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Builtin name of the type.
    Own,
    /// Another name.
    Alias(Alias),
    /// Array or struct: the symbol created or named by the spelling.
    Symbol(Symbol),
}

/// Alternative name of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// GLSL name, such as `vec2`: its index in [`ALIASES`].
    Glsl(u8),
    /// Name of an opaque type in a program that does not support the type.
    Opaque(Opaque),
}

impl Alias {
    /// Parses a GLSL type name.
    pub fn glsl(name: &str) -> Option<Alias> {
        let place = ALIASES.iter().position(|alias| *alias == name)?;
        Some(Alias::Glsl(place as u8))
    }

    /// Parses the name of an opaque type.
    pub fn opaque(name: &str) -> Option<Alias> {
        let opaque = Opaque::ALL.iter().find(|opaque| opaque.name() == name)?;
        Some(Alias::Opaque(*opaque))
    }

    /// Text of the name.
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
    /// Builtin type under its own name.
    pub const fn own(meaning: Type) -> Ty {
        Ty { meaning, spelling: Spelling::Own }
    }
}

impl From<Type> for Ty {
    fn from(meaning: Type) -> Ty {
        Ty::own(meaning)
    }
}
