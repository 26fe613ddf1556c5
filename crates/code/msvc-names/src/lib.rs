#![doc = include_str!("../README.md")]
//!
//! A decorated name tells the whole declaration: scopes, templates and their arguments, parameters, what is returned,
//! calling convention. [`demangle`] reads it into a [tree]; the tree is spelled in two ways: [`Demangled::undname`]
//! as C++ tools do, to the letter what `llvm-undname` prints, and [`Demangled::hlsl`] as shader authors write.
//!
//! # The scheme
//!
//! `?`, the name with its scopes from the inside out, each piece ended by `@`, one more `@`, then what it is: `3` and a type
//! for a variable, `YA` and types for a function. A digit stands for a piece or parameter that came before, counted from 0.
//!
//! Source: the public descriptions of the scheme (Agner Fog, "Calling conventions", section on name mangling; the Wikibooks
//! article on Visual C++ name mangling), and what `llvm-undname` of LLVM 19 prints for names made to ask it. The scalars of
//! HLSL (`$halff@` and others) are those that the DirectX shader compiler writes.
//!
//! # Limits
//!
//! Nothing here panics on any bytes. Names of more than [`MAX_NAME`] bytes are refused, nesting ends at [`MAX_DEPTH`], and
//! what back references repeat is counted, so that a tree stays below [`MAX_WEIGHT`] pieces and bytes of names and a spelling
//! below [`MAX_TEXT`] bytes.

mod error;
mod parse;
mod print;
pub mod tree;

pub use error::{DemangleError, DemangleErrorKind};
pub use tree::{Demangled, Symbol};

/// Longest name that is read, bytes. Compilers put a digest in the place of names of more than 4096.
pub const MAX_NAME: usize = 1 << 14;
/// Deepest nesting of types, templates and symbols in symbols. The reader and the speller recurse, each a few frames a level.
pub const MAX_DEPTH: u32 = 96;
/// Most pieces of a tree, with the bytes of the names in them, copies that back references make included.
pub const MAX_WEIGHT: usize = 1 << 16;
/// Longest spelling, bytes; a longer one is cut and ends in `…`.
pub const MAX_TEXT: usize = 1 << 20;

/// Reads a decorated name. One byte 0x01 in front is skipped.
///
/// # Errors
///
/// When the bytes are no decorated name, or one that is too long or nests too deep.
pub fn demangle(name: &[u8]) -> Result<Demangled, DemangleError> {
    parse::demangle(name)
}

/// Whether bytes look like a decorated name, so that reading them is worth a try: `?`, or `.?` of a stored type name, with or
/// without a byte 0x01 in front.
pub fn is_decorated(name: &[u8]) -> bool {
    let name = name.strip_prefix(&[1]).unwrap_or(name);
    name.starts_with(b"?") || name.starts_with(b".?")
}

impl Demangled {
    /// The declaration as C++ tools spell it: what `llvm-undname` prints.
    pub fn undname(&self) -> String {
        print::text(&self.symbol, print::Style::Undname)
    }

    /// The declaration as shader authors write it: `float3` for `class vector<float, 3>`, no calling conventions, no words
    /// `class` and `struct`, `inout` for references that do not alias.
    pub fn hlsl(&self) -> String {
        print::text(&self.symbol, print::Style::Hlsl)
    }

    /// The name with its scopes, without types: `Sky::Shade`. Empty for what has no name.
    pub fn qualified_name(&self) -> String {
        self.symbol
            .name()
            .map_or_else(String::new, |name| print::name(name, print::Style::Hlsl))
    }
}
