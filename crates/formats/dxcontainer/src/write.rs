//! Writes a container from a model and a layout.
//!
//! A [`Draft`] holds the contents of a container, a [`Layout`] their positions. A file's own layout reproduces its
//! bytes; the contiguous layout is what compilers write: header, table, adjacent parts.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::record::Record;
use glassbox_core::value::Tag;

use crate::container::Container;
use crate::digest::{self, Signatures, State};
use crate::raw::{self, Header, Magic, PartHeader};
use crate::read::unclaimed;

/// Part to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftPart<'a> {
    /// Four-character code.
    pub code: [u8; 4],
    /// Data.
    pub data: Cow<'a, [u8]>,
}

/// Contents of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft<'a> {
    /// Major and minor version.
    pub version: (u16, u16),
    /// Digest as read; zero for a new container.
    pub digest: [u8; 16],
    /// State of that digest.
    pub state: State,
    /// Parts, in offset-table order.
    pub parts: Vec<DraftPart<'a>>,
    /// Data after the container in its file.
    pub trailing: Cow<'a, [u8]>,
}

impl Default for Draft<'_> {
    fn default() -> Self {
        Draft {
            version: (1, 0),
            digest: digest::UNSIGNED,
            state: State::Unsigned,
            parts: Vec::new(),
            trailing: Cow::Borrowed(&[]),
        }
    }
}

impl<'a> Draft<'a> {
    /// Copies the contents of a container.
    pub fn of(container: &Container<'a>) -> Draft<'a> {
        let window = container.window;
        let directory = &container.directory;
        Draft {
            version: directory.header.map_or((1, 0), |header| (header.major, header.minor)),
            digest: directory.magic.map_or(digest::UNSIGNED, |magic| magic.digest),
            state: container.digest_state(),
            parts: container
                .parts()
                .iter()
                .map(|part| DraftPart { code: part.code.0, data: Cow::Borrowed(part.data(window)) })
                .collect(),
            trailing: Cow::Borrowed(window.part(container.end(), container.available()).bytes),
        }
    }

    /// Container size with contiguous parts, bytes.
    pub fn size(&self) -> u64 {
        let parts =
            self.parts.iter().map(|part| (raw::PART_HEADER_SIZE + 4).saturating_add(part.data.len() as u64));
        parts.fold(raw::HEADER_SIZE, u64::saturating_add)
    }
}

/// Treatment of the digest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Signing {
    /// Keep the kind: recompute retail or debug, keep unsigned or the sentinel. A wrong digest becomes retail.
    #[default]
    Same,
    /// Debug if it was debug, otherwise retail.
    Sign,
    /// Recompute if the digest was correct, otherwise zero, as the compiler's own container builder does.
    IfSigned,
    /// Retail digest.
    Retail,
    /// Digest of developer builds.
    Debug,
    /// Sentinel that disables the check.
    Bypass,
    /// Sentinel for unreleased shader models.
    PreviewBypass,
    /// Zero.
    Zero,
    /// Keep unchanged, even if wrong now.
    Keep,
}

impl Signing {
    /// Computes the digest over `covered` for a container whose digest was `old`.
    fn digest(self, old: [u8; 16], state: State, covered: &[u8]) -> [u8; 16] {
        let signing = match (self, state) {
            (Signing::Same | Signing::Sign | Signing::IfSigned, State::Debug) => Signing::Debug,
            (Signing::Same | Signing::IfSigned, State::Retail) => Signing::Retail,
            (Signing::Same, State::Unsigned | State::Bypass | State::PreviewBypass) => Signing::Keep,
            (Signing::Same | Signing::Sign, _) => Signing::Retail,
            (Signing::IfSigned, _) => Signing::Zero,
            (signing, _) => signing,
        };
        match signing {
            Signing::Debug => Signatures::of(covered).debug,
            Signing::Bypass => digest::BYPASS,
            Signing::PreviewBypass => digest::PREVIEW_BYPASS,
            Signing::Zero => digest::UNSIGNED,
            Signing::Keep => old,
            _ => Signatures::of(covered).retail,
        }
    }
}

/// Writes a container with contiguous parts. `Err` if the sizes do not fit into 32 bits.
pub fn contiguous(draft: &Draft<'_>, signing: Signing) -> Result<Vec<u8>, WriteError> {
    let size = draft.size();
    let Ok(stated) = u32::try_from(size) else {
        return Err(WriteError::new(format!(
            "found {size} bytes of parts, expected a container below 4 GiB"
        )));
    };
    let mut out = Vec::with_capacity(size as usize + draft.trailing.len());
    head(draft, draft.digest, stated, draft.parts.len() as u32, &mut out);
    let mut offset = raw::HEADER_SIZE + 4 * draft.parts.len() as u64;
    for part in &draft.parts {
        out.extend_from_slice(&(offset as u32).to_le_bytes());
        offset += raw::PART_HEADER_SIZE + part.data.len() as u64;
    }
    for part in &draft.parts {
        let header = PartHeader { code: Tag(part.code), size: part.data.len() as u32 };
        header.encode(&mut out);
        out.extend_from_slice(&part.data);
    }
    sign(&mut out, draft, signing);
    out.extend_from_slice(&draft.trailing);
    Ok(out)
}

/// Writes the canonical form: contiguous, parts padded to a multiple of 4 where allowed, no trailing data, and a
/// correct digest if it had one.
pub fn canonical(draft: &Draft<'_>) -> Result<Vec<u8>, WriteError> {
    let mut draft = draft.clone();
    draft.trailing = Cow::Borrowed(&[]);
    for part in &mut draft.parts {
        // Padding would change the meaning of these parts, or their size is checked.
        let exact = matches!(&part.code, b"PRIV" | b"SYM0" | b"LIBF" | b"LIBH" | b"SPDB");
        let known = crate::code::lookup(Tag(part.code)).is_some();
        if known && !exact && !part.data.len().is_multiple_of(4) {
            let padded = part.data.len().next_multiple_of(4);
            part.data.to_mut().resize(padded, 0);
        }
    }
    let last = draft.parts.iter().rposition(|part| part.code == *b"PRIV");
    if let Some(position) = last {
        let private = draft.parts.remove(position);
        draft.parts.push(private);
    }
    contiguous(&draft, Signing::Same)
}

fn head(draft: &Draft<'_>, digest: [u8; 16], size: u32, count: u32, out: &mut Vec<u8>) {
    let magic = Magic { magic: Tag(raw::MAGIC), digest };
    let header = Header { major: draft.version.0, minor: draft.version.1, size, part_count: count };
    magic.encode(out);
    header.encode(out);
}

/// Writes the digest into a complete container.
fn sign(bytes: &mut [u8], draft: &Draft<'_>, signing: Signing) {
    let Some((head, covered)) = bytes.split_at_mut_checked(raw::DIGEST_FROM as usize) else {
        return;
    };
    let digest = signing.digest(draft.digest, draft.state, covered);
    if let Some(slot) = head.get_mut(4..20) {
        slot.copy_from_slice(&digest);
    }
}

/// Positions of a file's items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout<'a> {
    /// Whole content of a file too short for a header.
    short: &'a [u8],
    /// Size stated by the header.
    size: u32,
    /// Part count stated by the header.
    count: u32,
    /// Offsets present in the file.
    offsets: Vec<u32>,
    /// Table index and stated size of each part.
    parts: Vec<(u32, u32)>,
    /// Offset and bytes of each gap between parts.
    gaps: Vec<(u64, &'a [u8])>,
}

impl<'a> Layout<'a> {
    /// Layout of a container.
    pub fn of(container: &Container<'a>) -> Layout<'a> {
        let directory = &container.directory;
        let Some(header) = directory.header else {
            return Layout { short: container.window.bytes, ..Layout::default() };
        };
        let end = container.end();
        Layout {
            short: &[],
            size: header.size,
            count: header.part_count,
            offsets: directory.offsets.iter().collect(),
            parts: directory.parts.iter().map(|part| (part.index, part.stated)).collect(),
            gaps: unclaimed(directory, end)
                .into_iter()
                .map(|(from, to)| (from, container.window.part(from, to).bytes))
                .collect(),
        }
    }
}

/// Writes a container with a layout and the digest of the draft: its own layout reproduces the original bytes.
pub fn with_layout(draft: &Draft<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, WriteError> {
    if !layout.short.is_empty() || layout.offsets.is_empty() && layout.size == 0 && layout.count == 0 {
        return Ok(layout.short.to_vec());
    }
    if layout.parts.len() != draft.parts.len() {
        return Err(WriteError::new(format!(
            "found a layout of {} parts, expected one of {}",
            layout.parts.len(),
            draft.parts.len()
        )));
    }
    let mut out = Vec::new();
    for (&(index, stated), part) in layout.parts.iter().zip(&draft.parts).rev() {
        let Some(&offset) = layout.offsets.get(index as usize) else {
            return Err(WriteError::new(format!("found part {index} without an offset")));
        };
        let header = PartHeader { code: Tag(part.code), size: stated };
        let mut bytes = Vec::with_capacity(8 + part.data.len());
        header.encode(&mut bytes);
        bytes.extend_from_slice(&part.data);
        place(&mut out, u64::from(offset), &bytes);
    }
    for &(start, bytes) in &layout.gaps {
        place(&mut out, start, bytes);
    }
    let mut start = Vec::with_capacity(raw::HEADER_SIZE as usize + 4 * layout.offsets.len());
    head(draft, draft.digest, layout.size, layout.count, &mut start);
    for offset in &layout.offsets {
        start.extend_from_slice(&offset.to_le_bytes());
    }
    place(&mut out, 0, &start);
    out.extend_from_slice(&draft.trailing);
    Ok(out)
}

/// Writes bytes at an offset, overwriting existing ones.
fn place(out: &mut Vec<u8>, start: u64, bytes: &[u8]) {
    let start = start as usize;
    let end = start + bytes.len();
    if out.len() < end {
        out.resize(end, 0);
    }
    if let Some(slot) = out.get_mut(start..end) {
        slot.copy_from_slice(bytes);
    }
}
