#![doc = include_str!("../README.md")]
//!
//! A decorated name encodes the whole declaration: scopes, template arguments, parameters, result, calling convention.
//! [`demangle`] parses it into a [tree], which prints in two styles: [`Demangled::undname`] exactly as `llvm-undname`,
//! and [`Demangled::hlsl`] as shader authors write it.
//!
//! # The scheme
//!
//! `?`, the name and its scopes from the inside out, each piece ended by `@`, another `@`, then the encoding: `3` and a
//! type for a variable, `YA` and types for a function. A digit refers back to a piece or parameter, counted from 0.
//!
//! Source: the public descriptions of the scheme (Agner Fog, "Calling conventions", section on name mangling; the
//! Wikibooks article on Visual C++ name mangling), and the output of LLVM 19's `llvm-undname` for constructed names. The
//! scalars of HLSL (`$halff@` and others) are those that the DirectX shader compiler writes.
//!
//! # Limits
//!
//! No input causes a panic. Names longer than [`MAX_NAME`] bytes are rejected, nesting ends at [`MAX_DEPTH`], and
//! expanded back references count, so that a tree stays below [`MAX_WEIGHT`] pieces and bytes of names and its text
//! below [`MAX_TEXT`] bytes.

mod error;
mod parse;
mod print;
pub mod tree;

pub use error::{DemangleError, DemangleErrorKind};
pub use tree::{Demangled, Symbol};

/// Maximum length of a name in bytes. Compilers replace names longer than 4096 by a digest.
pub const MAX_NAME: usize = 1 << 14;
/// Maximum nesting of types, templates and symbols in symbols. Parser and printer recurse, a few frames per
/// level.
pub const MAX_DEPTH: u32 = 96;
/// Maximum number of pieces in a tree plus the bytes of their names, including copies made by back
/// references.
pub const MAX_WEIGHT: usize = 1 << 16;
/// Maximum length of the printed text in bytes; a longer one is cut and ends in `…`.
pub const MAX_TEXT: usize = 1 << 20;

/// Demangles a name. One leading byte 0x01 is skipped.
///
/// # Errors
///
/// If the bytes are not a decorated name, or one that is too long or too deeply nested.
pub fn demangle(name: &[u8]) -> Result<Demangled, DemangleError> {
    parse::demangle(name)
}

/// True if bytes look like a decorated name worth parsing: `?`, or `.?` of a stored type name, with or
/// without a leading byte 0x01.
pub fn is_decorated(name: &[u8]) -> bool {
    let name = name.strip_prefix(&[1]).unwrap_or(name);
    name.starts_with(b"?") || name.starts_with(b".?")
}

impl Demangled {
    /// The declaration as `llvm-undname` prints it.
    pub fn undname(&self) -> String {
        print::text(&self.symbol, print::Style::Undname)
    }

    /// The declaration as shader authors write it: `float3` for `class vector<float, 3>`, no calling
    /// conventions, no keywords `class` and `struct`, `inout` for references that do not alias.
    pub fn hlsl(&self) -> String {
        print::text(&self.symbol, print::Style::Hlsl)
    }

    /// The qualified name without types: `Sky::Shade`. Empty for unnamed entities.
    pub fn qualified_name(&self) -> String {
        self.symbol.name().map_or_else(String::new, |name| print::name(name, print::Style::Hlsl))
    }
}
