//! Encodes and decodes the proposed symbol and string tables, and derives symbols from a module.
//!
//! `SYM0` is an array of records, `STR0` holds the strings that do not fit into them; neither is usable alone, so they
//! are written together.
//!
//! Source: the proposal "DirectX Container Symbol and String Table" of the HLSL specifications.
//!
//! ```
//! use glassbox_dxcontainer::symbols::{Packing, SymbolTable};
//!
//! let names = [&b"main"[..], b"\x01?Shade@@YAMM@Z"];
//! let tables = SymbolTable::from_names(names, 5).encode(Packing::Suffixes)?;
//! assert_eq!(tables.symbols.len(), 40);
//! assert_eq!(&tables.symbols[..8], b"main\0\0\0\0");
//! // The second name has more than 8 bytes: zero, then the offset of its string, which counts from the size field.
//! assert_eq!(&tables.symbols[20..28], [0, 0, 0, 0, 4, 0, 0, 0]);
//! assert_eq!(tables.strings.unwrap(), *b"\x14\0\0\0\x01?Shade@@YAMM@Z\0");
//! # Ok::<(), glassbox_dxcontainer::symbols::SymbolTableError>(())
//! ```

mod derive;
pub mod library;
mod table;

pub use derive::{Derived, NameForm, Source, derive, limit};
pub use library::LibrarySymbols;
pub use table::{Encoded, Packing, Symbol, SymbolTable, SymbolTableError};

/// Maximum number of symbols of a library, given the 32-bit part size.
pub const MAX_SYMBOLS: u64 = u32::MAX as u64 / 20;
