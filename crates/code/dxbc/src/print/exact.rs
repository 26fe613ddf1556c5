//! Adds what exact style needs beyond the legacy syntax: raw numbers where that syntax loses information.

use std::fmt::Write as _;

use super::operand::Operands;
use super::profile::profile;
use super::value;
use crate::assemble;
use crate::operand::{Operand, Word};
use crate::role::Role;
use crate::walk::{HEADER_WORDS, Program};

/// Maximum number of words per directive; longer runs take several lines.
const WORDS_A_LINE: usize = 8;

/// Prints bytes as directives.
pub(super) fn bytes(out: &mut String, bytes: &[u8]) {
    for line in bytes.chunks(4 * WORDS_A_LINE) {
        let listed: Vec<String> = line.iter().map(|byte| format!("0x{byte:02x}")).collect();
        out.push_str(&format!(".bytes {}\n", listed.join(", ")));
    }
}

/// Prints words as directives.
pub(super) fn words(out: &mut String, words: &[Word]) {
    for line in words.chunks(WORDS_A_LINE) {
        directive(out, ".words", line.iter().map(|word| value(*word)));
    }
}

/// Prints the version, and the length if it differs from the actual one.
pub(super) fn header(out: &mut String, program: &Program<'_>) {
    match profile(program.version) {
        Some(profile) => {
            out.push_str(&profile);
            out.push('\n');
        }
        None => directive(out, ".program", [program.version.0].into_iter()),
    }
    if program.length as usize != program.bytes().len() / 4 {
        out.push_str(&format!(".length {}\n", program.length));
    }
}

/// Prints data after the stated length, and odd bytes.
pub(super) fn leftover(out: &mut String, program: &Program<'_>) {
    let (all, odd) = program.bytes().as_chunks::<4>();
    let read = program.words().len().max(HEADER_WORDS);
    words(out, all.get(read..).unwrap_or_default());
    bytes(out, odd);
}

/// True if the text of an instruction assembles to these words.
pub(super) fn is_same(text: &str, words: &[Word], has_spaces: bool) -> bool {
    assemble::instruction(text, has_spaces).is_some_and(|assembled| is_equal(&assembled, words))
}

fn is_equal(assembled: &[u32], words: &[Word]) -> bool {
    assembled.len() == words.len()
        && assembled.iter().zip(words).all(|(assembled, word)| *assembled == value(*word))
}

/// Prints an operand symbolically, or as numbers if that would not round-trip.
pub(super) fn operand(out: &mut String, operand: &Operand<'_>, role: Role, printer: &Operands<'_>) {
    let start = out.len();
    printer.operand(out, operand, role);
    let text = out.get(start..).unwrap_or_default();
    let assembled = assemble::operand(text, role, printer.has_spaces);
    if assembled.is_some_and(|assembled| is_equal(&assembled, operand.as_words())) {
        return;
    }
    out.truncate(start);
    raw(out, operand.as_words());
}

/// Prints raw words in place of an operand.
pub(super) fn raw(out: &mut String, words: &[Word]) {
    let listed: Vec<String> = words.iter().map(|word| format!("0x{:08x}", value(*word))).collect();
    out.push_str(&format!("#({})", listed.join(", ")));
}

/// Prints words as a directive.
fn directive(out: &mut String, name: &str, words: impl Iterator<Item = u32>) {
    out.push_str(name);
    for (index, word) in words.enumerate() {
        let _ = write!(out, "{}0x{word:08x}", if index == 0 { " " } else { ", " });
    }
    out.push('\n');
}
