//! Parses the type records needed to name parts of variables.

use std::fmt::Write as _;

use super::cursor::Cursor;

/// First type index that has a record.
const FIRST: u32 = 0x1000;
/// Maximum nesting depth of types.
const MAX_DEPTH: usize = 64;

const CLASS: u16 = 0x1504;
const STRUCTURE: u16 = 0x1505;
const FIELDS: u16 = 0x1203;
const ARRAY: u16 = 0x1516;
const MODIFIER: u16 = 0x1518;
const VECTOR: u16 = 0x151b;
const MATRIX: u16 = 0x151c;

const BASE: u16 = 0x1400;
const CONTINUED: u16 = 0x1404;
const MEMBER: u16 = 0x150d;
const STATIC_MEMBER: u16 = 0x150e;
const NESTED: u16 = 0x1510;
const METHOD: u16 = 0x1511;
const BASE_INTERFACE: u16 = 0x151a;

/// Type records, indexed by type index.
#[derive(Clone, Debug)]
pub struct Types<'a> {
    first: u32,
    records: Vec<&'a [u8]>,
}

impl<'a> Types<'a> {
    /// Parses the type stream.
    pub(super) fn read(stream: &'a [u8]) -> Option<Self> {
        let mut head = Cursor(stream);
        let (_, size, first) = (head.u32()?, head.u32()?, head.u32()?);
        let mut rest = Cursor(stream.get(size as usize..)?);
        let mut records = Vec::new();
        while !rest.0.is_empty() {
            let size = usize::from(rest.u16()?);
            records.push(rest.bytes(size)?);
        }
        Some(Types { first, records })
    }

    fn record(&self, kind: u32) -> Option<(u16, Cursor<'a>)> {
        if kind < FIRST {
            return None;
        }
        let index = kind.checked_sub(self.first)? as usize;
        let mut record = Cursor(self.records.get(index)?);
        Some((record.u16()?, record))
    }

    /// Appends to `out` the member path of the `size` bytes at an offset in a variable. `work` is the
    /// remaining budget; `None` if it is exhausted or a type is malformed.
    pub fn part(&self, out: &mut String, kind: u32, offset: u32, size: u32, work: &mut u64) -> Option<()> {
        let (mut kind, mut offset) = (kind, offset);
        for _ in 0..MAX_DEPTH {
            let Some((what, mut record)) = self.record(kind) else {
                return Some(());
            };
            match what {
                MODIFIER => kind = record.u32()?,
                STRUCTURE | CLASS => {
                    let fields = record.bytes(4).and_then(|_| record.u32())?;
                    let member = self.member(fields, offset, work)?;
                    if let Some(name) = member.name {
                        *work = work.checked_sub(name.len() as u64)?;
                        let _ = write!(out, ".{}", String::from_utf8_lossy(name));
                    }
                    (kind, offset) = (member.kind, offset.checked_sub(member.offset)?);
                }
                ARRAY => {
                    let (element, _, stride) = (record.u32()?, record.u32()?, record.u32()?);
                    let _ = write!(out, "[{}]", offset.checked_div(stride)?);
                    (kind, offset) = (element, offset.checked_rem(stride)?);
                }
                VECTOR => {
                    let (_, count, bytes) = (record.u32()?, record.u32()?, record.numeric()?);
                    let place = offset.checked_div(bytes.checked_div(count)?)?;
                    let letter = *b"xyzw".get(place as usize)?;
                    out.push('.');
                    out.push(char::from(letter));
                    return Some(());
                }
                MATRIX => {
                    let (_, _, _, stride) = (record.u32()?, record.u32()?, record.u32()?, record.u32()?);
                    let major = offset.checked_div(stride)?;
                    let minor = offset.checked_rem(stride)?.checked_div(size)?;
                    let is_row_major = record.u8()? & 1 == 1;
                    let (row, column) = if is_row_major { (major, minor) } else { (minor, major) };
                    let _ = write!(out, "._m{row}{column}");
                    return Some(());
                }
                _ => return Some(()),
            }
        }
        None
    }

    /// Member of a structure at an offset.
    fn member(&self, fields: u32, offset: u32, work: &mut u64) -> Option<Member<'a>> {
        let mut found: Option<Member<'a>> = None;
        let mut fields = fields;
        for _ in 0..MAX_DEPTH {
            let (FIELDS, mut rest) = self.record(fields)? else {
                return None;
            };
            let mut next = None;
            while !rest.0.is_empty() {
                *work = work.checked_sub(4)?;
                let what = rest.u16()?;
                let (_, kind) = (rest.u16()?, rest.u32()?);
                let mut member = None;
                match what {
                    MEMBER => {
                        let (offset, name) = (rest.numeric()?, Some(rest.string()?));
                        member = Some(Member { name, kind, offset });
                    }
                    BASE => {
                        let base = Member { name: None, kind, offset: rest.numeric()? };
                        member = (self.size(kind) > Some(offset.saturating_sub(base.offset))).then_some(base);
                    }
                    BASE_INTERFACE => {
                        rest.numeric()?;
                    }
                    STATIC_MEMBER | NESTED | METHOD => {
                        rest.string()?;
                    }
                    CONTINUED => next = Some(kind),
                    _ => return None,
                }
                let at = |member: &Member<'_>| member.offset;
                if let Some(member) = member
                    && member.offset <= offset
                    && found.as_ref().is_none_or(|found| at(found) <= at(&member))
                {
                    found = Some(member);
                }
                while let Some(pad) = rest.0.first().filter(|byte| **byte > 0xf0) {
                    rest.bytes(usize::from(pad & 0xf).min(rest.0.len()))?;
                }
            }
            match next {
                Some(next) => fields = next,
                None => return found,
            }
        }
        None
    }

    /// Size of a structure, bytes.
    fn size(&self, kind: u32) -> Option<u32> {
        let (STRUCTURE | CLASS, mut record) = self.record(kind)? else {
            return None;
        };
        record.bytes(16)?;
        record.numeric()
    }
}

struct Member<'a> {
    /// Member name; `None` for a base class.
    name: Option<&'a [u8]>,
    kind: u32,
    offset: u32,
}
