//! Checks quickly that a shader package is intact.
//!
//! [`verify`] checks ranges, both kinds of checksum and symbol names, and nothing else. It allocates only if
//! a section is compressed or bodies are out of order. It stops at the first error;
//! [`check`](mod@crate::check) gives the details. Accepted packages have none of the errors it tests for.

use glassbox_core::diagnostic::Rule;
use glassbox_core::record::{Record, Records};

use crate::checksum;
use crate::raw::{
    ContainerType, HEADER_SIZE, MainHeader, SECTION_HEADER_SIZE, SIGNATURE, SectionFlags, SectionHeader,
    SectionType, ShaderExt, Symbol, SymbolFlags, VERSION,
};
use crate::rules;

/// Reports that a package is not intact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// First rule violated.
    pub rule: &'static Rule,
}

impl From<&'static Rule> for VerifyError {
    fn from(rule: &'static Rule) -> VerifyError {
        VerifyError { rule }
    }
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.rule, self.rule.title)
    }
}

impl std::error::Error for VerifyError {}

/// Verifies a shader package; compressed sections may expand to `limit` bytes in total. `Err` holds the first
/// rule violated.
///
/// ```
/// use glassbox_bpx::verify::verify;
///
/// let bytes = glassbox_bpx::pack::Pack::default().write()?;
/// assert!(verify(&bytes, 1 << 20).is_ok());
/// assert_eq!(verify(&bytes[..30], 1 << 20).map_err(|error| error.rule.id), Err("BPX-HDR-01"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(bytes: &[u8], limit: u64) -> Result<(), VerifyError> {
    Ok(first_broken(bytes, limit)?)
}

fn first_broken(bytes: &[u8], limit: u64) -> Result<(), &'static Rule> {
    let header = MainHeader::decode(bytes).ok_or(&rules::HEADER_CUT)?;
    let ext = bytes.get(MainHeader::SIZE..).and_then(ShaderExt::decode).ok_or(&rules::HEADER_CUT)?;
    require(header.signature == SIGNATURE, &rules::SIGNATURE)?;
    require(header.container_type == ContainerType::SHADER, &rules::PACKAGE_TYPE)?;
    require(header.version == VERSION, &rules::VERSION)?;
    let size = bytes.len() as u64;
    let end = HEADER_SIZE + u64::from(header.section_count) * SECTION_HEADER_SIZE;
    require(end <= size, &rules::SECTION_TABLE_PAST_END)?;
    let headers = bytes.get(..end as usize).ok_or(&rules::SECTION_TABLE_PAST_END)?;
    let right = checksum::header(headers) == header.checksum
        || checksum::header_without_reserved(headers) == header.checksum;
    require(right, &rules::HEADER_CHECKSUM)?;

    let table = headers.get(HEADER_SIZE as usize..).unwrap_or_default();
    let mut contents = Contents::default();
    let mut left = limit;
    let mut before = end;
    let mut in_order = true;
    for section in Records::<SectionHeader>::new(table, 0).iter() {
        let (start, stored) = body(bytes, &section)?;
        // Bodies in table order cannot overlap if each begins after the end of the previous one.
        in_order &= start >= before || stored.is_empty();
        before = before.max(start + stored.len() as u64);
        section_content(&section, stored, &mut left, &mut contents)?;
    }
    require(in_order || disjoint(table, end), &rules::SECTION_OVERLAP)?;
    let strings = contents.strings.as_ref().ok_or(&rules::STRINGS_SECTION_COUNT)?.bytes();
    let symbols = contents.symbols.as_ref().ok_or(&rules::SYMBOL_TABLE_COUNT)?.bytes();
    let objects = contents.objects.as_ref().map(|content| content.bytes().len());
    names(&ext, symbols, strings, objects)
}

fn require(holds: bool, rule: &'static Rule) -> Result<(), &'static Rule> {
    if holds { Ok(()) } else { Err(rule) }
}

fn body<'a>(bytes: &'a [u8], section: &SectionHeader) -> Result<(u64, &'a [u8]), &'static Rule> {
    let start = usize::try_from(section.pointer).map_err(|_| &rules::SECTION_PAST_END)?;
    let end = start.checked_add(section.stored_size as usize).ok_or(&rules::SECTION_PAST_END)?;
    let stored = bytes.get(start..end).ok_or(&rules::SECTION_PAST_END)?;
    Ok((section.pointer, stored))
}

/// True if no body overlaps another or the headers. Needed only for bodies out of order.
fn disjoint(table: &[u8], end: u64) -> bool {
    let sections = Records::<SectionHeader>::new(table, 0);
    let mut bodies: Vec<(u64, u64)> = sections
        .iter()
        .filter(|section| section.stored_size > 0)
        .map(|section| (section.pointer, section.pointer.saturating_add(u64::from(section.stored_size))))
        .collect();
    bodies.sort_unstable();
    let mut taken = end;
    bodies.into_iter().all(|(start, end)| start >= std::mem::replace(&mut taken, end))
}

/// A section's content, stored or decompressed.
enum Content<'a> {
    Stored(&'a [u8]),
    Inflated(Vec<u8>),
}

impl Content<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Content::Stored(bytes) => bytes,
            Content::Inflated(bytes) => bytes,
        }
    }
}

#[derive(Default)]
struct Contents<'a> {
    symbols: Option<Content<'a>>,
    strings: Option<Content<'a>>,
    objects: Option<Content<'a>>,
}

fn section_content<'a>(
    section: &SectionHeader,
    stored: &'a [u8],
    left: &mut u64,
    contents: &mut Contents<'a>,
) -> Result<(), &'static Rule> {
    let content = match section.flags.codec() {
        None => {
            require(section.stored_size == section.size, &rules::SECTION_SIZES)?;
            Content::Stored(stored)
        }
        Some(codec) => {
            let limit = u64::from(section.size).min(*left);
            let bytes = glassbox_compress::decode(codec, stored, limit).map_err(|fault| match fault {
                glassbox_compress::DecompressError::TooLarge { .. } => &rules::DECOMPRESSED_SIZE,
                _ => &rules::DECOMPRESSION,
            })?;
            require(bytes.len() as u64 == u64::from(section.size), &rules::DECOMPRESSED_SIZE)?;
            *left -= bytes.len() as u64;
            Content::Inflated(bytes)
        }
    };
    let bytes = content.bytes();
    if section.flags.has(SectionFlags::WEAK) {
        require(checksum::weak(bytes) == section.checksum, &rules::SECTION_CHECKSUM)?;
    } else if section.flags.has(SectionFlags::CRC) && checksum::crc(bytes) != section.checksum {
        let usual = checksum::crc32(bytes) == section.checksum;
        return Err(if usual { &rules::STANDARD_CRC } else { &rules::SECTION_CHECKSUM });
    }
    let (slot, rule) = match section.section_type {
        SectionType::SYMBOL_TABLE => (&mut contents.symbols, &rules::SYMBOL_TABLE_COUNT),
        SectionType::STRINGS => (&mut contents.strings, &rules::STRINGS_SECTION_COUNT),
        SectionType::EXTENDED_DATA => (&mut contents.objects, &rules::EXTENDED_DATA_COUNT),
        _ => return Ok(()),
    };
    require(slot.is_none(), rule)?;
    *slot = Some(content);
    Ok(())
}

fn names(
    ext: &ShaderExt,
    symbols: &[u8],
    strings: &[u8],
    objects: Option<usize>,
) -> Result<(), &'static Rule> {
    require(symbols.len().is_multiple_of(Symbol::SIZE), &rules::PARTIAL_SYMBOL)?;
    require(symbols.len() / Symbol::SIZE == usize::from(ext.symbol_count), &rules::SYMBOL_COUNT)?;
    // With a NUL at the end, every offset inside refers to a terminated string.
    require(strings.last().is_none_or(|&last| last == 0), &rules::STRING_END)?;
    require(strings.is_ascii() || std::str::from_utf8(strings).is_ok(), &rules::STRING_ENCODING)?;
    let room = objects.unwrap_or(0);
    for symbol in Records::<Symbol>::new(symbols, 0).iter() {
        let name = symbol.name as usize;
        require(name < strings.len(), &rules::NAME_OFFSET)?;
        if symbol.flags.has(SymbolFlags::EXTENDED_DATA) && symbol.extended_data as usize >= room {
            return Err(match objects {
                _ if crate::file::says_none(&symbol, room) => &rules::EXTENDED_DATA_MISSING,
                None => &rules::NO_EXTENDED_DATA_SECTION,
                Some(_) => &rules::EXTENDED_DATA_OFFSET,
            });
        }
        require(symbol.symbol_type.0 <= 6, &rules::SYMBOL_TYPE)?;
    }
    Ok(())
}
