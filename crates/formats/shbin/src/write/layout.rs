//! Defines the placement of parts in a file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use glassbox_core::record::Field;

use super::assemble;
use crate::file::{File, Part, ReadRange};

/// Placement of parts in a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout<'a> {
    /// True for the layout of a file; otherwise it is picasso's and the rest is empty.
    pub is_of_file: bool,
    /// Parts and gaps in file order. Parts not listed follow at the end, in canonical order.
    pub pieces: Vec<Piece<'a>>,
    /// Header words that cannot be derived from the pieces.
    pub pins: Vec<Pin>,
    /// True if the DVLP header is the short form.
    pub short_header: bool,
    /// Number of offset table entries, if more than the readable executables.
    pub offsets: u32,
    /// Parts that lie entirely in the bytes of others.
    pub shared: Vec<Part>,
}

/// A piece of a layout.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece<'a> {
    /// A part of the model.
    Part(Part),
    /// Unclaimed bytes.
    Gap(Cow<'a, [u8]>),
    /// Zero bytes up to a multiple of 4.
    Align,
}

/// A header word that cannot be derived from the pieces, such as the zero offset of an empty table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin {
    /// Part that holds the word.
    pub part: Part,
    /// Offset in the part in bytes.
    pub offset: u32,
    /// The word.
    pub value: u32,
}

impl<'a> Layout<'a> {
    /// picasso's layout.
    pub fn canonical() -> Layout<'static> {
        Layout::default()
    }

    /// Layout of a parsed file.
    pub fn of(file: &File<'a>) -> Layout<'a> {
        let (owned, shared) = owners(file);
        let mut pieces = Vec::with_capacity(owned.len() + 4);
        let bytes = file.window.bytes;
        let mut at = 0;
        for claim in &owned {
            pieces.extend(gap(bytes, at, claim.start));
            pieces.push(Piece::Part(claim.part));
            at = claim.end;
        }
        pieces.extend(gap(bytes, at, bytes.len() as u64));
        let mut layout = Layout {
            is_of_file: true,
            pieces,
            pins: Vec::new(),
            short_header: file.heads.short,
            offsets: offset_claim(file),
            shared,
        };
        layout.pins = pins(file, &owned, &layout);
        layout
    }

    pub(super) fn is_canonical(&self) -> bool {
        !self.is_of_file
    }
}

/// Number of entries in a file's offset table.
fn offset_claim(file: &File<'_>) -> u32 {
    let claim = file.claims.iter().find(|claim| claim.part == Part::Offsets);
    claim.map_or(0, |claim| ((claim.end - claim.start) / 4) as u32)
}

/// Claims that own their bytes, in file order, and the parts that do not.
fn owners(file: &File<'_>) -> (Vec<ReadRange>, Vec<Part>) {
    let mut taken: BTreeMap<u64, ReadRange> = BTreeMap::new();
    let mut shared = Vec::new();
    let mut empty = Vec::new();
    for claim in &file.claims {
        if claim.start == claim.end {
            empty.push(*claim);
            continue;
        }
        let before = taken.range(..claim.end).next_back();
        if before.is_some_and(|(_, other)| other.end > claim.start) {
            shared.push(claim.part);
        } else {
            taken.insert(claim.start, *claim);
        }
    }
    let size = file.size();
    empty.retain(|claim| {
        let before = taken.range(..claim.start).next_back();
        let inside = before.is_some_and(|(_, other)| other.end > claim.start) || claim.start > size;
        if inside {
            shared.push(claim.part);
        }
        !inside
    });
    empty.sort_by_key(|claim| claim.start);
    let mut owned = Vec::with_capacity(taken.len() + empty.len());
    let mut empty = empty.into_iter().peekable();
    for claim in taken.into_values() {
        while let Some(other) = empty.next_if(|other| other.start <= claim.start) {
            owned.push(other);
        }
        owned.push(claim);
    }
    owned.extend(empty);
    (owned, shared)
}

/// Piece for unclaimed bytes.
fn gap(bytes: &[u8], start: u64, end: u64) -> Option<Piece<'_>> {
    let gap = bytes.get(start as usize..end as usize).filter(|gap| !gap.is_empty())?;
    let is_padding = gap.len() < 4 && end.is_multiple_of(4) && gap.iter().all(|&byte| byte == 0);
    Some(if is_padding { Piece::Align } else { Piece::Gap(Cow::Borrowed(gap)) })
}

/// Header and offset words that writing without pins gets wrong.
fn pins(file: &File<'_>, owned: &[ReadRange], layout: &Layout<'_>) -> Vec<Pin> {
    let mut pins = Vec::new();
    let Ok(written) = assemble(&file.model, layout) else {
        return pins;
    };
    for claim in owned {
        let is_head = matches!(
            claim.part,
            Part::Head
                | Part::Offsets
                | Part::Program
                | Part::Executable(_)
                | Part::Object
                | Part::References
        );
        if !is_head {
            continue;
        }
        let range = claim.start as usize..claim.end as usize;
        let (Some(ours), Some(theirs)) = (written.get(range.clone()), file.window.bytes.get(range)) else {
            continue;
        };
        let words = ours.chunks_exact(4).zip(theirs.chunks_exact(4));
        for (index, (_, theirs)) in words.enumerate().filter(|(_, (ours, theirs))| ours != theirs) {
            pins.push(Pin {
                part: claim.part,
                offset: 4 * index as u32,
                value: u32::from_le_bytes([theirs[0], theirs[1], theirs[2], theirs[3]]),
            });
        }
    }
    pins
}

/// Constructs pins set by programs.
impl Pin {
    /// Pins a header field to a value that cannot be derived from the layout. The field must be a word.
    pub fn new(part: Part, field: Field, value: u32) -> Pin {
        Pin { part, offset: field.offset as u32, value }
    }
}
