//! Parses names of enumeration values and flags.

use std::ops::Range;

use glassbox_core::named::NameTable;

use super::cursor::Cursor;
use super::error::AssembleError;
use super::{operand, rules};
use crate::names::{GlobalFlags, Interpolation, ReturnType, SystemName};

/// Value of a name; unnamed values are written as numbers.
pub(super) fn value(
    names: &'static NameTable,
    word: &str,
    span: Range<usize>,
    what: &str,
) -> Result<u32, AssembleError> {
    let by_number = || word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok())?;
    let by_name = names.value(word).and_then(|value| u32::try_from(value).ok());
    by_name.or_else(by_number).ok_or_else(|| {
        let known: Vec<&str> = names.entries.iter().map(|(_, name)| *name).collect();
        AssembleError::unknown(&rules::WORD, span, word, what, known)
    })
}

/// The system value after a register.
pub(super) fn system(cursor: &mut Cursor<'_>) -> Result<u32, AssembleError> {
    let (word, span) = cursor.word();
    // Spelling of earlier versions of this assembly.
    let word = if word == "sample_index" { "sampleIndex" } else { word };
    value(SystemName::NAMES, word, span, "a system value")
}

/// Parses the next word as a name from a list.
pub(super) fn next(
    cursor: &mut Cursor<'_>,
    names: &'static NameTable,
    what: &str,
) -> Result<u32, AssembleError> {
    let (word, span) = cursor.word();
    value(names, word, span, what)
}

/// Four comma-separated return types.
pub(super) fn returns(cursor: &mut Cursor<'_>) -> Result<[ReturnType; 4], AssembleError> {
    let mut returns = [ReturnType(0); 4];
    for (index, component) in returns.iter_mut().enumerate() {
        if index > 0 {
            cursor.expect(b',')?;
        }
        *component = ReturnType(next(cursor, ReturnType::NAMES, "the type of a component")?);
    }
    Ok(returns)
}

/// Flags separated by bars; may be empty.
pub(super) fn flags(cursor: &mut Cursor<'_>) -> Result<u32, AssembleError> {
    let mut flags = 0;
    if cursor.is_line_end() {
        return Ok(flags);
    }
    loop {
        cursor.skip_blanks();
        flags |= if cursor.peek().is_ascii_digit() {
            cursor.field(0x1fff)?
        } else {
            next(cursor, GlobalFlags::NAMES, "a flag")?
        };
        if !cursor.eat(b'|') {
            return Ok(flags);
        }
    }
}

/// Words used in interpolation modes.
const PARTS: [&str; 6] = ["undefined", "constant", "linear", "centroid", "noperspective", "sample"];

/// Parses an interpolation mode; `None` if there is none.
pub(super) fn interpolation(cursor: &mut Cursor<'_>) -> Result<Option<u32>, AssembleError> {
    let mut ahead = cursor.clone();
    let mut text = String::new();
    let (_, start) = ahead.clone().word();
    let mut end = start.start;
    loop {
        let (word, span) = ahead.word();
        if !PARTS.contains(&word) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
        end = span.end;
        *cursor = ahead.clone();
    }
    let (word, span) = cursor.clone().letters();
    if !word.is_empty() && operand::kind(word).is_none() {
        let what = "an interpolation or a register";
        return Err(AssembleError::unknown(&rules::WORD, span, word, what, PARTS));
    }
    // An unnamed mode is written as a number.
    if text.is_empty() {
        cursor.skip_blanks();
        if cursor.peek().is_ascii_digit() {
            return cursor.field(15).map(Some);
        }
        return Ok(None);
    }
    value(Interpolation::NAMES, &text, start.start..end, "an interpolation").map(Some)
}
