//! Parses a module's line tables, file checksums and inlinee lines.

use std::collections::HashMap;

use super::cursor::Cursor;

const LINES: u32 = 0xf2;
const FILES: u32 = 0xf4;
const INLINED: u32 = 0xf6;
/// Set if the line belongs to a statement rather than an expression.
const STATEMENT: u32 = 1 << 31;
/// Mask of the line number.
const NUMBER: u32 = 0xff_ffff;
/// Flag: the lines of the table have column numbers.
const COLUMNS: u16 = 1;

/// File id: offset of its entry in the file table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileId(pub u32);

/// Source line of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Instruction address.
    pub address: u32,
    /// Source file.
    pub file: FileId,
    /// Line number.
    pub line: u32,
}

/// Line information of a module.
pub(super) struct Tables<'a> {
    /// Statement lines, sorted by address.
    pub(super) lines: Vec<Line>,
    /// File table, unparsed.
    pub(super) files: &'a [u8],
    /// First line of each inlined function, keyed by function id.
    pub(super) inlined: HashMap<u32, (FileId, u32)>,
}

impl<'a> Tables<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut tables = Tables { lines: Vec::new(), files: &[], inlined: HashMap::new() };
        let mut rest = Cursor(bytes);
        while !rest.0.is_empty() {
            let start = rest.0.len();
            let (kind, size) = (rest.u32()?, rest.u32()?);
            let table = rest.bytes(size as usize)?;
            match kind {
                LINES => tables.lines(Cursor(table))?,
                FILES => tables.files = table,
                INLINED => tables.inlined(Cursor(table))?,
                _ => {}
            }
            rest.align(start)?;
        }
        tables.lines.sort_by_key(|line| line.address);
        Some(tables)
    }

    fn lines(&mut self, mut table: Cursor<'_>) -> Option<()> {
        let (base, _, flags, _) = (table.u32()?, table.u16()?, table.u16()?, table.u32()?);
        while !table.0.is_empty() {
            let (file, count, _) = (FileId(table.u32()?), table.u32()? as usize, table.u32()?);
            let mut lines = Cursor(table.bytes(count.checked_mul(8)?)?);
            while !lines.0.is_empty() {
                let (offset, line) = (lines.u32()?, lines.u32()?);
                if line & STATEMENT != 0 {
                    self.lines.push(Line { address: base.checked_add(offset)?, file, line: line & NUMBER });
                }
            }
            if flags & COLUMNS != 0 {
                table.bytes(count.checked_mul(4)?)?;
            }
        }
        Some(())
    }

    fn inlined(&mut self, mut table: Cursor<'_>) -> Option<()> {
        let has_more_files = table.u32()? == 1;
        while !table.0.is_empty() {
            let (function, file, line) = (table.u32()?, FileId(table.u32()?), table.u32()?);
            self.inlined.insert(function, (file, line));
            if has_more_files {
                let count = table.u32()? as usize;
                table.bytes(count.checked_mul(4)?)?;
            }
        }
        Some(())
    }
}
