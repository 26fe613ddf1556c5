//! What the streams of a program database say of one shader: source lines, inlined functions, where variables lie.
//!
//! The legacy compiler writes one module: its stream holds CodeView symbols and, behind them, tables of lines. Addresses are
//! offsets in the token stream.
//!
//! | file | holds |
//! | --- | --- |
//! | `cursor.rs` | numbers and strings of records |
//! | `lines.rs` | tables of lines and files |
//! | `symbols.rs` | the procedure, inlined functions, variables |
//! | `types.rs` | types, and which member lies at an offset |
//!
//! Source: Microsoft's published `cvinfo.h`, LLVM's description of the format.

mod cursor;
mod lines;
mod symbols;
mod types;

pub use lines::{FileId, Line};
pub use symbols::{Place, Scope, Source, Variable};
pub use types::Types;

use crate::model::Pdb;
use cursor::Cursor;

/// Stream of the types.
const TYPES: usize = 2;
/// Stream that lists the modules.
const MODULES: usize = 3;
/// Size of the head of that stream.
const MODULES_HEAD: usize = 64;
/// Name of the stream of strings.
const NAMES: &[u8] = b"/names";
/// What the stream of strings begins with.
const NAMES_MAGIC: u32 = 0xeffe_effe;
/// Size of the head of that stream.
const NAMES_HEAD: usize = 12;
/// What symbols begin with.
const SYMBOLS_MAGIC: u32 = 4;

/// What is known of one shader.
#[derive(Clone, Debug)]
pub struct DebugInfo<'a> {
    /// The lines of statements as the module's table has them, by address.
    pub lines: Vec<Line>,
    /// The procedure and what is inlined in it, each behind the one that it stands in.
    pub scopes: Vec<Scope>,
    /// The variables in the order of their symbols.
    pub variables: Vec<Variable<'a>>,
    /// The types.
    pub types: Types<'a>,
    /// The table of files.
    files: &'a [u8],
    /// The strings.
    names: &'a [u8],
}

impl<'a> DebugInfo<'a> {
    /// Reads the first module with symbols; `None` when there is none or something in it makes no sense.
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
        let tables = content
            .get(module.symbols..)?
            .get(module.old_lines..)?
            .get(..module.tables)?;
        let tables = lines::Tables::read(tables)?;
        let (scopes, variables) = symbols::read(symbols.0, &tables)?;
        Some(DebugInfo {
            lines: tables.lines,
            scopes,
            variables,
            types,
            files: tables.files,
            names,
        })
    }

    /// The path of a file.
    pub fn file(&self, file: FileId) -> Option<&'a [u8]> {
        let name = Cursor(self.files.get(file.0 as usize..)?).u32()?;
        Cursor(self.names.get(name as usize..)?).string()
    }
}

/// Where the tables of a module lie.
struct Module {
    stream: usize,
    symbols: usize,
    old_lines: usize,
    tables: usize,
}

impl Module {
    /// The first module of the list that has a stream.
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
