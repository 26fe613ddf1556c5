//! Extracts debug information of one shader from a program database: source lines, inlined functions,
//! variable locations.
//!
//! The legacy compiler writes one module: its stream holds CodeView symbols followed by line tables.
//! Addresses are offsets in the token stream.
//!
//! | file | holds |
//! | --- | --- |
//! | `cursor.rs` | primitive values of records |
//! | `lines.rs` | line and file tables |
//! | `symbols.rs` | procedures, inlined functions, variables |
//! | `types.rs` | types, and names of members by offset |
//!
//! Sources: Microsoft's published `cvinfo.h`, LLVM's documentation of the format.

mod cursor;
mod lines;
mod symbols;
mod types;

pub use lines::{FileId, Line};
pub use symbols::{Place, Scope, Source, Variable};
pub use types::Types;

use crate::model::Pdb;
use cursor::Cursor;

/// Stream number of the type stream.
const TYPES: usize = 2;
/// Stream number of the module list.
const MODULES: usize = 3;
/// Header size of the module list, bytes.
const MODULES_HEAD: usize = 64;
/// Name of the string stream.
const NAMES: &[u8] = b"/names";
/// Magic of the string stream.
const NAMES_MAGIC: u32 = 0xeffe_effe;
/// Header size of the string stream, bytes.
const NAMES_HEAD: usize = 12;
/// Signature at the start of the symbols.
const SYMBOLS_MAGIC: u32 = 4;

/// Debug information of one shader.
#[derive(Clone, Debug)]
pub struct DebugInfo<'a> {
    /// Statement lines of the module, sorted by address.
    pub lines: Vec<Line>,
    /// The procedure and the functions inlined into it; parents come before children.
    pub scopes: Vec<Scope>,
    /// Variables, in symbol order.
    pub variables: Vec<Variable<'a>>,
    /// Type records.
    pub types: Types<'a>,
    /// File table, unparsed.
    files: &'a [u8],
    /// String table.
    names: &'a [u8],
}

impl<'a> DebugInfo<'a> {
    /// Reads the first module with symbols; `None` if there is none or it is malformed.
    pub fn read(pdb: &'a Pdb<'_>) -> Option<DebugInfo<'a>> {
        let stream = |number: usize| pdb.streams.get(number).map(|stream| &*stream.content);
        let named = &pdb.info.as_ref()?.named;
        let (_, number) = named.iter().find(|(name, _)| name == NAMES)?;
        let mut names = Cursor(stream(*number as usize)?);
        if names.u32()? != NAMES_MAGIC {
            return None;
        }
        let names = stream(*number as usize)?.get(NAMES_HEAD..)?;
        let types = Types::read(stream(TYPES)?)?;
        let module = Module::first(stream(MODULES)?)?;
        let content = stream(module.stream)?;
        let mut symbols = Cursor(content.get(..module.symbols)?);
        if symbols.u32()? != SYMBOLS_MAGIC {
            return None;
        }
        let tables = content.get(module.symbols..)?.get(module.old_lines..)?.get(..module.tables)?;
        let tables = lines::Tables::read(tables)?;
        let (scopes, variables) = symbols::read(symbols.0, &tables)?;
        Some(DebugInfo { lines: tables.lines, scopes, variables, types, files: tables.files, names })
    }

    /// Path of a file.
    pub fn file(&self, file: FileId) -> Option<&'a [u8]> {
        let name = Cursor(self.files.get(file.0 as usize..)?).u32()?;
        Cursor(self.names.get(name as usize..)?).string()
    }
}

/// Stream number and table sizes of a module.
struct Module {
    stream: usize,
    symbols: usize,
    old_lines: usize,
    tables: usize,
}

impl Module {
    /// First module of the list that has a stream.
    fn first(list: &[u8]) -> Option<Module> {
        let size = Cursor(list.get(24..)?).u32()?;
        let mut rest = Cursor(list.get(MODULES_HEAD..)?.get(..size as usize)?);
        while !rest.0.is_empty() {
            let start = rest.0.len();
            rest.bytes(34)?;
            let stream = usize::from(rest.u16()?);
            let module = Module {
                stream,
                symbols: rest.u32()? as usize,
                old_lines: rest.u32()? as usize,
                tables: rest.u32()? as usize,
            };
            rest.bytes(16)?;
            rest.string()?;
            rest.string()?;
            if stream != usize::from(u16::MAX) {
                return Some(module);
            }
            rest.align(start)?;
        }
        None
    }
}
