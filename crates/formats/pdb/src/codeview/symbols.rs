//! Parses symbols: procedures, inlined functions, variables and their locations.

use std::ops::Range;

use super::cursor::Cursor;
use super::lines::{FileId, Line, Tables};

const END: u16 = 0x0006;
const BLOCK: u16 = 0x1103;
const LOCAL_PROCEDURE: u16 = 0x110f;
const PROCEDURE: u16 = 0x1110;
const LOCAL: u16 = 0x113e;
const LOCAL_PROCEDURE_ID: u16 = 0x1146;
const PROCEDURE_ID: u16 = 0x1147;
const INLINE_SITE: u16 = 0x114d;
const INLINE_SITE_END: u16 = 0x114e;
const PROCEDURE_END: u16 = 0x114f;
const RANGE: u16 = 0x1150;
/// Maximum nesting depth of scopes.
const MAX_DEPTH: usize = 256;

/// A procedure, or one inlined instance of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Index of the enclosing scope.
    pub parent: Option<usize>,
    /// Nesting depth; 0 for the procedure.
    pub depth: usize,
    /// Address range from first to last instruction; instructions of other scopes may lie in between.
    pub span: Range<u32>,
    /// Source lines of an inlined function.
    pub sources: Vec<Source>,
}

/// Address range of one source line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Half-open address range.
    pub addresses: Range<u32>,
    /// Source line; its address is the start of the range.
    pub line: Line,
}

/// A variable that has a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable<'a> {
    /// Name, undecoded.
    pub name: &'a [u8],
    /// Type index.
    pub kind: u32,
    /// Index of the enclosing scope.
    pub scope: usize,
    /// Locations of the variable or of its parts.
    pub places: Vec<Place>,
}

/// Location of a variable or of part of it, with the addresses at which it becomes valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Register type, as encoded in token stream operands.
    pub register: u16,
    /// Byte offsets in the register file, 16 per register; innermost index first.
    pub indices: Vec<u32>,
    /// True if the location covers only part of the variable.
    pub is_part: bool,
    /// Offset of the part in the variable, bytes.
    pub offset: u16,
    /// Size of the part, bytes.
    pub size: u16,
    /// Addresses at which the location becomes valid.
    pub starts: Vec<u32>,
}

/// Parses scopes and variables; `None` if a record is malformed.
pub(super) fn read<'a>(symbols: &'a [u8], tables: &Tables<'_>) -> Option<(Vec<Scope>, Vec<Variable<'a>>)> {
    let mut scopes: Vec<Scope> = Vec::new();
    let mut variables: Vec<Variable<'a>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = Cursor(symbols);
    while !rest.0.is_empty() {
        let size = usize::from(rest.u16()?);
        let mut record = Cursor(rest.bytes(size)?);
        let parent = open.last().copied();
        let scope = match record.u16()? {
            PROCEDURE | LOCAL_PROCEDURE | PROCEDURE_ID | LOCAL_PROCEDURE_ID => {
                let (_, size) = (record.bytes(12)?, record.u32()?);
                let (_, start) = (record.bytes(12)?, record.u32()?);
                Scope {
                    parent,
                    depth: open.len(),
                    span: start..start.checked_add(size)?,
                    sources: Vec::new(),
                }
            }
            INLINE_SITE => {
                record.bytes(8)?;
                let function = record.u32()?;
                let mut root = parent?;
                while let Some(above) = scopes.get(root)?.parent {
                    root = above;
                }
                let start = *tables.inlined.get(&function)?;
                let sources = sources(record, scopes.get(root)?.span.start, start)?;
                Scope { parent, depth: open.len(), span: span(&sources), sources }
            }
            // Variables of a block are assigned to the enclosing scope.
            BLOCK => scopes.get(parent?)?.clone(),
            END | INLINE_SITE_END | PROCEDURE_END => {
                open.pop()?;
                continue;
            }
            LOCAL => {
                let (kind, _) = (record.u32()?, record.u16()?);
                if let Some(scope) = parent {
                    variables.push(Variable { name: record.string()?, kind, scope, places: Vec::new() });
                }
                continue;
            }
            RANGE => {
                if let Some(variable) = variables.last_mut() {
                    variable.places.push(place(record)?);
                }
                continue;
            }
            _ => continue,
        };
        if open.len() >= MAX_DEPTH {
            return None;
        }
        open.push(scopes.len());
        scopes.push(scope);
    }
    Some((scopes, variables))
}

fn span(sources: &[Source]) -> Range<u32> {
    let start = sources.iter().map(|source| source.addresses.start).min();
    let end = sources.iter().map(|source| source.addresses.end).max();
    start.unwrap_or(0)..end.unwrap_or(0)
}

/// Decodes the location of a variable.
fn place(mut record: Cursor<'_>) -> Option<Place> {
    let (register, flags) = (record.u16()?, record.u16()?);
    let (offset, size) = (record.u16()?, record.u16()?);
    let (start, _, length) = (record.u32()?, record.u16()?, record.u16()?);
    let end = start.checked_add(length.into())?;
    let dimensions = usize::from(flags & 3);
    let (mut gaps, indices) = record
        .0
        .split_at_checked(record.0.len().checked_sub(dimensions * 4)?)
        .map(|(gaps, indices)| (Cursor(gaps), indices))?;
    let mut gone = Vec::new();
    while gaps.0.len() >= 4 {
        let first = start.checked_add(gaps.u16()?.into())?;
        gone.push(first..first.checked_add(gaps.u16()?.into())?);
    }
    gone.sort_by_key(|gap| gap.start);
    let (mut starts, mut at) = (Vec::new(), start);
    for gap in gone {
        if at < gap.start {
            starts.push(at);
        }
        at = at.max(gap.end);
    }
    if at < end {
        starts.push(at);
    }
    let words = indices.as_chunks::<4>().0.iter();
    Some(Place {
        register,
        indices: words.map(|word| u32::from_le_bytes(*word)).collect(),
        is_part: flags >> 2 & 1 == 1,
        offset,
        size,
        starts,
    })
}

/// Decodes the binary annotations of an inlined function: a program that advances address and line.
fn sources(mut program: Cursor<'_>, base: u32, (file, line): (FileId, u32)) -> Option<Vec<Source>> {
    let mut out: Vec<Source> = Vec::new();
    let (mut at, mut file, mut line) = (base, file, line);
    // `is_statement`: the next line is a statement; `is_open`: the last range has no end yet.
    let (mut is_statement, mut is_open) = (true, false);
    while !program.0.is_empty() {
        let (mut moved, mut length) = (None, None);
        match program.annotation()? {
            // Padding.
            0 => break,
            // A separate code offset: ends the current line.
            1 => at = program.annotation()?,
            3 => moved = Some(program.annotation()?),
            4 => {
                let size = program.annotation()?;
                close(&mut out, &mut is_open, at.checked_add(size)?);
                at = at.checked_add(size)?;
            }
            5 => file = FileId(program.annotation()?),
            6 => line = line.checked_add_signed(signed(program.annotation()?))?,
            8 => is_statement = program.annotation()? == 1,
            11 => {
                let both = program.annotation()?;
                line = line.checked_add_signed(signed(both >> 4))?;
                moved = Some(both & 0xf);
            }
            12 => {
                length = Some(program.annotation()?);
                moved = Some(program.annotation()?);
            }
            2 | 7 | 9 | 10 | 13 => {
                program.annotation()?;
            }
            _ => return None,
        }
        let Some(moved) = moved else { continue };
        at = at.checked_add(moved)?;
        if !is_statement {
            continue;
        }
        close(&mut out, &mut is_open, at);
        let end = at.checked_add(length.unwrap_or(0))?;
        out.push(Source { addresses: at..end, line: Line { address: at, file, line } });
        is_open = length.is_none();
    }
    Some(out)
}

/// Ends the last range at `end` if it is still open.
fn close(out: &mut [Source], is_open: &mut bool, end: u32) {
    if std::mem::take(is_open)
        && let Some(last) = out.last_mut()
    {
        last.addresses.end = end.max(last.addresses.start);
    }
}

/// Signed integer with the sign in the lowest bit.
fn signed(number: u32) -> i32 {
    let size = (number >> 1) as i32;
    if number & 1 == 1 { -size } else { size }
}
