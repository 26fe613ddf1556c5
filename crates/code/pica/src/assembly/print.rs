//! Prints code as exact assembly.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write};

use glassbox_core::places::{LinePlaces, NoPlaces};

use crate::format::Field;
use crate::opcode::Opcode;

use super::instruction::{Targets, shows_target, write_operands};
use super::pretty::{Swizzles, pretty};

/// Options of [`disassemble`]. By default no comments are printed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options<'a> {
    /// First words of the descriptor table, for readable comments.
    pub descriptors: &'a [u32],
    /// True to add the readable form as a comment to lines with a descriptor.
    pub readable: bool,
    /// True to add word index and byte offset as a comment to every line.
    pub positions: bool,
    /// Names for word indices. Invalid identifiers, duplicates and names that look like generated labels are
    /// ignored.
    pub names: &'a [(usize, &'a str)],
}

/// Prints code as exact assembly. Any bytes have a text; [`assemble`](super::assemble) restores them.
#[must_use]
pub fn disassemble(code: &[u8], options: &Options<'_>) -> String {
    let mut out = String::new();
    write_disassembly(&mut out, code, options, &mut NoPlaces).expect("strings do not fail");
    out
}

/// Prints code as exact assembly to a sink; `places` are told which bytes each line shows.
///
/// # Errors
///
/// Those of the sink.
pub fn write_disassembly(
    out: &mut impl Write,
    code: &[u8],
    options: &Options<'_>,
    places: &mut dyn LinePlaces,
) -> fmt::Result {
    let (words, rest) = code.as_chunks::<4>();
    let labels = labels(words, options.names);
    let targets = Targets { labels: Some(&labels) };
    let mut line = String::new();
    for (at, word) in words.iter().enumerate() {
        let word = u32::from_le_bytes(*word);
        write_labels(out, &labels, at, places)?;
        line.clear();
        let opcode = Opcode::of(word);
        let mut comment = String::new();
        if options.positions {
            write!(comment, "{at:4} +{:#06x}", 4 * at)?;
        }
        if opcode.is_known() {
            line.push_str(opcode.info().mnemonic);
            write_operands(&mut line, word, &targets, false, &|_| false, &|_, _| {})?;
        } else {
            write!(line, ".word {word:#010x}")?;
            write!(comment, "{}unknown opcode {:#04x}", comment_separator(&comment), opcode.slot())?;
        }
        if options.readable && opcode.format().position(Field::Descriptor).is_some() {
            let descriptor = opcode.format().get(word, Field::Descriptor) as usize;
            let comment_separator = comment_separator(&comment);
            if descriptor < options.descriptors.len() {
                write!(comment, "{comment_separator}{}", pretty(word, options.descriptors, Swizzles::Full))?;
            } else {
                write!(
                    comment,
                    "{comment_separator}no descriptor {descriptor} in {}",
                    options.descriptors.len()
                )?;
            }
        }
        if comment.is_empty() {
            writeln!(out, "    {line}")?;
        } else {
            writeln!(out, "    {line:<35} ; {comment}")?;
        }
        places.line(&(4 * at as u64..4 * at as u64 + 4));
    }
    write_labels(out, &labels, words.len(), places)?;
    for (at, byte) in rest.iter().enumerate() {
        write!(out, "{}{byte:#04x}", if at == 0 { "    .byte " } else { ", " })?;
    }
    if rest.is_empty() {
        return Ok(());
    }
    places.line(&(4 * words.len() as u64..code.len() as u64));
    writeln!(out)
}

fn comment_separator(comment: &str) -> &'static str {
    if comment.is_empty() { "" } else { "  " }
}

fn write_labels(
    out: &mut impl Write,
    labels: &BTreeMap<usize, Vec<String>>,
    at: usize,
    places: &mut dyn LinePlaces,
) -> fmt::Result {
    let place = 4 * at as u64..4 * at as u64;
    labels.get(&at).into_iter().flatten().try_for_each(|name| {
        places.line(&place);
        writeln!(out, "{name}:")
    })
}

/// Labels by word: given names first, then a generated one for each unnamed target inside the code.
fn labels(words: &[[u8; 4]], names: &[(usize, &str)]) -> BTreeMap<usize, Vec<String>> {
    let mut labels: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut taken = HashSet::new();
    for &(at, name) in names {
        if at <= words.len() && is_identifier(name) && !is_generated(name) && taken.insert(name) {
            labels.entry(at).or_default().push(name.to_owned());
        }
    }
    for word in words.iter().map(|bytes| u32::from_le_bytes(*bytes)).filter(|&word| shows_target(word)) {
        let target = Opcode::of(word).format().get(word, Field::Target) as usize;
        if target <= words.len() {
            let names = labels.entry(target).or_default();
            if names.is_empty() {
                names.push(format!("L{target}"));
            }
        }
    }
    labels
}

fn is_identifier(name: &str) -> bool {
    // In the operand list of BREAKC this name would read as its reserved bits.
    if name == "reserved" {
        return false;
    }
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    name.bytes().next().is_some_and(|first| !first.is_ascii_digit()) && name.bytes().all(word)
}

fn is_generated(name: &str) -> bool {
    name.strip_prefix('L')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
