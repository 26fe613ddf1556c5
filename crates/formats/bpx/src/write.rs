//! Serialises model and layout.
//!
//! With a file's layout, everything keeps its position and bytes except what a change moves: stored bodies of
//! unchanged sections are copied, since recompression would not reproduce them. Without a layout the output
//! is canonical: contiguous bodies, zero reserved bytes, correct checksums.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::record::Record;

use crate::checksum;
use crate::package::{Layout, Package, PackageSection, Source, SourceSection};
use crate::raw::{COMPRESSION_THRESHOLD, HEADER_SIZE, MainHeader, SIGNATURE, SectionFlags, SectionHeader};

/// Writes a container. `Err` describes what the format cannot express.
pub fn write(package: &Package<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, WriteError> {
    let count =
        u32::try_from(package.sections.len()).map_err(|_| "there are too many sections".to_owned())?;
    let bodies = package
        .sections
        .iter()
        .map(|section| body(section, layout))
        .collect::<Result<Vec<Body<'_>>, WriteError>>()?;
    let start = HEADER_SIZE + u64::from(count) * SectionHeader::SIZE as u64;
    let places = match &layout.source {
        None => back_to_back(start, &bodies),
        Some(source) => in_order(start, package, &bodies, source)?,
    };
    let mut out = Vec::with_capacity(places.size as usize);
    let file_size = match &layout.source {
        Some(source) if source.file_size == 0 || places.size == source.size => source.file_size,
        _ => places.size,
    };
    let header = MainHeader {
        signature: SIGNATURE,
        container_type: package.container_type,
        checksum: 0,
        file_size,
        section_count: count,
        version: package.version,
    };
    header.encode(&mut out);
    out.extend_from_slice(&package.type_ext);
    for (body, &pointer) in bodies.iter().zip(&places.pointers) {
        SectionHeader { pointer, ..body.header }.encode(&mut out);
    }
    let sum = header_checksum(&out, layout);
    if let Some(field) = out.get_mut(4..8) {
        field.copy_from_slice(&sum.to_le_bytes());
    }
    for piece in places.pieces {
        match piece {
            Piece::Body(index) => out.extend_from_slice(&bodies[index].stored),
            Piece::Gap(bytes) => out.extend_from_slice(bytes),
        }
    }
    Ok(out)
}

/// Checksum of the finished headers. Keeps the file's value if the headers are unchanged.
fn header_checksum(headers: &[u8], layout: &Layout<'_>) -> u32 {
    let Some(source) = &layout.source else {
        return checksum::header(headers);
    };
    let same = |range: std::ops::RangeFrom<usize>| headers.get(range.clone()) == source.headers.get(range);
    if same(8..) && headers.get(..4) == source.headers.get(..4) {
        source.checksum
    } else if source.without_reserved {
        checksum::header_without_reserved(headers)
    } else {
        checksum::header(headers)
    }
}

/// A section ready to be written.
struct Body<'s> {
    header: SectionHeader,
    stored: Cow<'s, [u8]>,
}

fn body<'s>(section: &'s PackageSection<'_>, layout: &'s Layout<'_>) -> Result<Body<'s>, WriteError> {
    let known = layout.source.as_ref().zip(section.source);
    let known = known.and_then(|(source, index)| source.sections.get(index));
    if let Some(known) = known
        && known.content == section.content
        && known.flags == section.flags
    {
        let header = SectionHeader { section_type: section.section_type, ..known.header };
        let stored = Cow::Borrowed(&*known.stored);
        return Ok(Body { header, stored });
    }
    let flags = match known {
        Some(_) => section.flags,
        None if layout.source.is_some() => section.flags,
        None => canonical_flags(section.flags, section.content.len()),
    };
    let stored = match flags.codec() {
        Some(codec) => Cow::Owned(glassbox_compress::encode(codec, &section.content)?),
        None => Cow::Borrowed(&*section.content),
    };
    let size = |bytes: &[u8]| {
        u32::try_from(bytes.len())
            .map_err(|_| format!("a section has {} bytes, at most {} are allowed", bytes.len(), u32::MAX))
    };
    let checksum = if flags.has(SectionFlags::WEAK) {
        checksum::weak(&section.content)
    } else if flags.has(SectionFlags::CRC) {
        checksum::crc(&section.content)
    } else {
        0
    };
    let header = SectionHeader {
        pointer: 0,
        stored_size: size(&stored)?,
        size: size(&section.content)?,
        checksum,
        section_type: section.section_type,
        flags,
        reserved: known.map_or(0, |known| known.header.reserved),
    };
    Ok(Body { header, stored })
}

/// Flags as stored by the reference: one compression that every reader supports, one checksum, no unassigned
/// bits.
fn canonical_flags(flags: SectionFlags, size: usize) -> SectionFlags {
    let compressed =
        flags.has(SectionFlags::XZ) || (flags.has(SectionFlags::ZLIB) && size > COMPRESSION_THRESHOLD);
    let compression = if compressed { SectionFlags::XZ.0 } else { 0 };
    let check =
        if flags.has(SectionFlags::WEAK) { SectionFlags::WEAK.0 } else { flags.0 & SectionFlags::CRC.0 };
    SectionFlags(compression | check)
}

enum Piece<'s> {
    Body(usize),
    Gap(&'s [u8]),
}

/// Output positions of all parts.
struct Places<'s> {
    pointers: Vec<u64>,
    pieces: Vec<Piece<'s>>,
    size: u64,
}

fn back_to_back<'s>(start: u64, bodies: &[Body<'_>]) -> Places<'s> {
    let mut places = Places { pointers: Vec::new(), pieces: Vec::new(), size: start };
    for (index, body) in bodies.iter().enumerate() {
        places.pointers.push(places.size);
        places.pieces.push(Piece::Body(index));
        places.size += body.stored.len() as u64;
    }
    places
}

/// Bodies and gaps in original file order; new sections follow the last body.
fn in_order<'s>(
    start: u64,
    package: &Package<'_>,
    bodies: &[Body<'_>],
    source: &'s Source<'_>,
) -> Result<Places<'s>, WriteError> {
    sound(source)?;
    let known = |index: usize| -> Option<&SourceSection<'_>> {
        source.sections.get(package.sections.get(index)?.source?)
    };
    let last_body = source.sections.iter().map(|section| section.header.pointer).max().unwrap_or(start);
    // Sort key: old offset, new flag, index. New pieces precede anything that follows the last body.
    let mut order: Vec<(u64, u8, usize, Piece<'s>)> = Vec::new();
    for index in 0..bodies.len() {
        match known(index) {
            Some(section) => {
                let empty = u8::from(section.header.stored_size > 0);
                order.push((section.header.pointer, empty, index, Piece::Body(index)));
            }
            None => order.push((last_body, 2, index, Piece::Body(index))),
        }
    }
    for (number, (at, bytes)) in source.gaps.iter().enumerate() {
        order.push((*at, 3, number, Piece::Gap(bytes)));
    }
    order.sort_by_key(|entry| (entry.0, entry.1, entry.2));
    let mut places = Places { pointers: vec![0; bodies.len()], pieces: Vec::new(), size: start };
    for (old, _, _, piece) in order {
        let size = match &piece {
            Piece::Body(index) => {
                let size = bodies[*index].stored.len() as u64;
                let empty = size == 0 && known(*index).is_some_and(|section| section.header.stored_size == 0);
                places.pointers[*index] = if empty { old } else { places.size };
                size
            }
            Piece::Gap(bytes) => bytes.len() as u64,
        };
        places.size += size;
        places.pieces.push(piece);
    }
    Ok(places)
}

/// Checks that bodies do not overlap, so that they can be moved.
fn sound(source: &Source<'_>) -> Result<(), WriteError> {
    let table = source.headers.len() as u64;
    let mut bodies: Vec<(u64, u64)> = source
        .sections
        .iter()
        .filter(|section| !section.stored.is_empty())
        .map(|section| (section.header.pointer, section.header.pointer + section.stored.len() as u64))
        .collect();
    bodies.sort_unstable();
    let mut taken = table;
    for (start, end) in bodies {
        if start < taken {
            return Err(WriteError::new(format!(
                "the section at {start:#x} overlaps what ends at {taken:#x}"
            )));
        }
        taken = end;
    }
    Ok(())
}
