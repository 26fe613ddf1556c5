//! Words out of fixed lists.

use std::ops::Range;

use glassbox_core::named::Names;

use super::cursor::{Cursor, Read};
use super::error::AssembleError;
use super::{operand, rules};
use crate::names::{GlobalFlags, Interpolation, ReturnType, SystemName};

/// The number that a word stands for; a value without a name is its number.
pub(super) fn value(names: &'static Names, word: &str, span: Range<usize>, what: &str) -> Read<u32> {
    let by_number = || {
        word.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| word.parse().ok())?
    };
    let by_name = names.value(word).and_then(|value| u32::try_from(value).ok());
    by_name.or_else(by_number).ok_or_else(|| {
        let known: Vec<&str> = names.entries.iter().map(|(_, name)| *name).collect();
        AssembleError::unknown(&rules::WORD, span, word, what, known)
    })
}

/// The system value behind a register.
pub(super) fn system(cursor: &mut Cursor<'_>) -> Read<u32> {
    let (word, span) = cursor.word();
    // As earlier versions of this assembly spell it.
    let word = if word == "sample_index" {
        "sampleIndex"
    } else {
        word
    };
    value(SystemName::NAMES, word, span, "a system value")
}

/// The next word as one of a list.
pub(super) fn next(cursor: &mut Cursor<'_>, names: &'static Names, what: &str) -> Read<u32> {
    let (word, span) = cursor.word();
    value(names, word, span, what)
}

/// Four types with commas between them.
pub(super) fn returns(cursor: &mut Cursor<'_>) -> Read<[ReturnType; 4]> {
    let mut returns = [ReturnType(0); 4];
    for (place, component) in returns.iter_mut().enumerate() {
        if place > 0 {
            cursor.expect(b',')?;
        }
        *component = ReturnType(next(cursor, ReturnType::NAMES, "the type of a component")?);
    }
    Ok(returns)
}

/// Flags with bars between them; may be none.
pub(super) fn flags(cursor: &mut Cursor<'_>) -> Read<u32> {
    let mut flags = 0;
    if cursor.is_line_over() {
        return Ok(flags);
    }
    loop {
        cursor.blanks();
        flags |= match cursor.peek().is_ascii_digit() {
            true => cursor.field(0x1fff)?,
            false => next(cursor, GlobalFlags::NAMES, "a flag")?,
        };
        if !cursor.eat(b'|') {
            return Ok(flags);
        }
    }
}

/// The words that interpolations are made of.
const PARTS: [&str; 6] = [
    "undefined",
    "constant",
    "linear",
    "centroid",
    "noperspective",
    "sample",
];

/// The words of an interpolation, as far as they are some; `None` when there are none.
pub(super) fn interpolation(cursor: &mut Cursor<'_>) -> Read<Option<u32>> {
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
    // A number is a way that has no name.
    if text.is_empty() {
        cursor.blanks();
        if cursor.peek().is_ascii_digit() {
            return cursor.field(15).map(Some);
        }
        return Ok(None);
    }
    value(Interpolation::NAMES, &text, start.start..end, "an interpolation").map(Some)
}
