//! Recovers modules whose word count overflowed its 16-bit field.
//!
//! The released compiler stores the low 16 bits of the word count and reports success. Such a file has a
//! surplus of a multiple of 4 × 65536 bytes, and the modules show which length wrapped: with the full length
//! every module begins with its magic number and the long module's instructions end at its boundary.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::reader::{Reader, Recorder};

use crate::raw::SPIRV_MAGIC;
use crate::read::Released;
use crate::rules;
use crate::stage::{STAGES, Stage};

/// A wrapped length is short by a multiple of this many bytes.
pub const WRAP: u64 = 4 * 65536;

/// A length that wrapped.
#[derive(Clone, Copy, Debug)]
pub struct Wrap {
    /// Stage of the module.
    pub stage: &'static Stage,
    /// Actual module size in words.
    pub words: u64,
    /// Actual range of each stage's code, in bytes from the start of the window.
    pub code: [(u64, u64); 5],
}

/// Finds the wrapped length; `None` unless the module boundaries confirm it.
pub fn find(bytes: &[u8], lengths: [u16; 5], code_start: u64) -> Option<Wrap> {
    let stated: u64 = lengths.iter().map(|&words| 4 * u64::from(words)).sum();
    let over = (bytes.len() as u64).checked_sub(code_start + stated)?;
    if over == 0 || over % WRAP != 0 {
        return None;
    }
    STAGES.iter().find_map(|stage| {
        let mut code = [(0, 0); 5];
        let mut at = code_start;
        for other in &STAGES {
            let mut size = 4 * u64::from(lengths[other.index]);
            if other.index == stage.index {
                size += over;
            }
            code[other.index] = (at, at + size);
            at += size;
        }
        let module = |(start, end): (u64, u64)| bytes.get(start as usize..end as usize);
        let begin_well = code
            .iter()
            .filter(|range| range.0 < range.1)
            .all(|&range| module(range).is_some_and(|module| module.starts_with(&SPIRV_MAGIC)));
        let (start, end) = code[stage.index];
        let long = module((start, end))?;
        (begin_well && ends_on_instruction(long)).then_some(Wrap { stage, words: (end - start) / 4, code })
    })
}

/// True if the last instruction ends exactly at the end of the module.
fn ends_on_instruction(module: &[u8]) -> bool {
    let words = module.as_chunks::<4>().0;
    let mut at = 5;
    while let Some(word) = words.get(at) {
        let count = usize::from(u16::from_le_bytes([word[2], word[3]]));
        if count == 0 {
            return false;
        }
        at += count;
    }
    at == words.len()
}

/// Finding for bytes after the last module.
pub(crate) fn trailing<R: Recorder>(
    reader: &Reader<'_, R>,
    lengths: [u16; 5],
    file: &Released<'_>,
    trailing: &[u8],
) -> Diagnostic {
    let size = reader.size();
    let extra = trailing.len() as u64;
    let location = reader.location(size - extra, size, "trailing");
    let message = format!("found {extra} bytes after the last module, expected none");
    let mut finding = Diagnostic::new(&rules::TRAILING_BYTES, location, message);
    for stage in STAGES.iter().filter(|stage| lengths[stage.index] > 0) {
        let field = stage.length.offset as u64;
        let place = reader.location(field, field + 2, format!("header.{}", stage.length.name));
        finding = finding.label(place, format!("states {} words", lengths[stage.index]));
    }
    let start = file.places.code[0];
    if let Some(wrap) = find(reader.window().bytes, lengths, start) {
        let stored = lengths[wrap.stage.index];
        return finding
            .note(format!(
                "the {} module has {} words; its 16-bit length holds the low bits of that, {stored}",
                wrap.stage.name, wrap.words
            ))
            .help(
                "a module of more than 65535 words cannot be stored; repair `length-wrap` removes its debug instructions \
                 if that is enough, `extract` writes the whole module",
            );
    }
    if extra.is_multiple_of(WRAP) {
        return finding.note(
            "they are a multiple of 65536 words, so a 16-bit length may have wrapped; no module confirms it",
        );
    }
    if trailing.iter().all(|&byte| byte == 0) {
        return finding.help("they are all zero: cut them off with repair `trailing`");
    }
    finding.help("a module length is wrong, or something was appended; repair `trailing` cuts it off")
}
