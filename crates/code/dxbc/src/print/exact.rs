//! What the exact style writes besides the words of the legacy compiler: numbers where those words lose something.

use super::operand::Operands;
use super::{directive, profile, value};
use crate::assemble;
use crate::operand::{Operand, Word};
use crate::role::Role;
use crate::walk::{HEADER_WORDS, Program};

/// Words of one directive; longer runs take several lines.
const WORDS_A_LINE: usize = 8;

/// Bytes as directives.
pub(super) fn bytes(out: &mut String, bytes: &[u8]) {
    for line in bytes.chunks(4 * WORDS_A_LINE) {
        let listed: Vec<String> = line.iter().map(|byte| format!("0x{byte:02x}")).collect();
        out.push_str(&format!(".bytes {}\n", listed.join(", ")));
    }
}

/// Words as directives.
pub(super) fn words(out: &mut String, words: &[Word]) {
    for line in words.chunks(WORDS_A_LINE) {
        directive(out, ".words", line.iter().map(|word| value(*word)));
    }
}

/// The version, and the length where it is not that of what follows.
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

/// What follows the length that the program states, and bytes that make no word.
pub(super) fn leftover(out: &mut String, program: &Program<'_>) {
    let (all, odd) = program.bytes().as_chunks::<4>();
    let read = program.words().len().max(HEADER_WORDS);
    words(out, all.get(read..).unwrap_or_default());
    bytes(out, odd);
}

/// Whether the text of an instruction stands for these words.
pub(super) fn is_same(text: &str, words: &[Word], has_spaces: bool) -> bool {
    assemble::instruction(text, has_spaces).is_some_and(|made| is_equal(&made, words))
}

fn is_equal(made: &[u32], words: &[Word]) -> bool {
    made.len() == words.len() && made.iter().zip(words).all(|(made, word)| *made == value(*word))
}

/// An operand in words, or as numbers when its words do not stand for it.
pub(super) fn operand(out: &mut String, operand: &Operand<'_>, role: Role, printer: &Operands<'_>) {
    let start = out.len();
    printer.operand(out, operand, role);
    let text = out.get(start..).unwrap_or_default();
    let made = assemble::operand(text, role, printer.has_spaces);
    if made.is_some_and(|made| is_equal(&made, operand.as_words())) {
        return;
    }
    out.truncate(start);
    raw(out, operand.as_words());
}

/// Words in the place of an operand.
pub(super) fn raw(out: &mut String, words: &[Word]) {
    let listed: Vec<String> = words
        .iter()
        .map(|word| format!("0x{:08x}", value(*word)))
        .collect();
    out.push_str(&format!("#({})", listed.join(", ")));
}
