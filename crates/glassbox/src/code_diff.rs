//! What changed between two pieces of code, in terms of their language.
//!
//! SPIR-V ids are compared by what defines them, so renumbering is no change; PICA200 flow targets by distance and operand
//! descriptors by content, so neither an insertion nor a reordered descriptor table changes what stands elsewhere.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use glassbox_core::diff::{CodeChange, CodeDiff, CodePair, align_keys};
use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::{Flow, Opcode};
use glassbox_spirv::{Module, Names, Options};

/// Compares code in every language of the registry.
#[derive(Clone, Copy, Default, Debug)]
pub struct LanguageDiff;

impl CodeDiff for LanguageDiff {
    fn changes(&self, code: &CodePair<'_>) -> Option<Vec<CodeChange>> {
        let (old, new) = match code.language {
            "spirv" => (spirv(code.old)?, spirv(code.new)?),
            "pica" => (pica(code.old, code.old_aid), pica(code.new, code.new_aid)),
            _ => return None,
        };
        Some(changes(&old, &new))
    }
}

/// An instruction: what it means, where it stands, how it reads.
struct Line {
    key: u64,
    range: Range<usize>,
    text: String,
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The runs of lines that have no counterpart.
fn changes(old: &[Line], new: &[Line]) -> Vec<CodeChange> {
    let keys = |lines: &[Line]| lines.iter().map(|line| line.key).collect::<Vec<u64>>();
    let mut pairs = align_keys(&keys(old), &keys(new));
    pairs.push((old.len(), new.len()));
    let mut out = Vec::new();
    let (mut from_old, mut from_new) = (0, 0);
    for (in_old, in_new) in pairs {
        let (gone, come) = without_same(&old[from_old..in_old], &new[from_new..in_new]);
        if !gone.is_empty() || !come.is_empty() {
            out.push(CodeChange {
                old: range(gone),
                new: range(come),
                old_text: text(gone),
                new_text: text(come),
            });
        }
        (from_old, from_new) = (in_old + 1, in_new + 1);
    }
    out
}

/// Two runs without the lines at their ends that read alike: what changed is a definition that they use, which is listed itself.
fn without_same<'l>(old: &'l [Line], new: &'l [Line]) -> (&'l [Line], &'l [Line]) {
    let same = |(old, new): &(&Line, &Line)| old.text == new.text && !old.text.ends_with('…');
    let first = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[first..], &new[first..]);
    let last = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    (&old[..old.len() - last], &new[..new.len() - last])
}

fn range(lines: &[Line]) -> Range<usize> {
    match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}

fn text(lines: &[Line]) -> String {
    lines
        .iter()
        .map(|line| line.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The lines of a module; `None` when the bytes are no module.
fn spirv(code: &[u8]) -> Option<Vec<Line>> {
    let module = Module::read(code).ok()?;
    let options = Options {
        names: Names::Numeric,
        indent: 0,
        header: false,
        offsets: false,
    };
    let header = module.header();
    let mut lines = vec![Line {
        key: hash(&(header.version, header.schema)),
        range: 0..(4 * header.words).min(code.len()),
        text: format!(
            "; Version: {}.{}",
            header.version >> 16 & 0xff,
            header.version >> 8 & 0xff
        ),
    }];
    let mut meanings: HashMap<String, u64> = HashMap::new();
    let mut repeated: HashMap<u64, u32> = HashMap::new();
    glassbox_spirv::each_instruction(&module, &options, |instruction, text| {
        let (result, rest) = match text.split_once(" = ") {
            Some((result, rest)) if result.starts_with('%') => (Some(result), rest),
            _ => (None, text),
        };
        let mut key = hash(&meaning(rest, &meanings));
        if let Some(result) = result {
            // Equal definitions are told apart by their order.
            let count = repeated.entry(key).or_default();
            *count += 1;
            key = hash(&(key, *count));
            meanings.insert(result.to_owned(), key);
        }
        // Strings may have several lines, such as a source.
        let text = match text.split_once('\n') {
            Some((first, _)) => format!("{first}…"),
            None => text.to_owned(),
        };
        lines.push(Line {
            key,
            range: instruction.range(),
            text,
        });
    });
    Some(lines)
}

/// A line with what its ids stand for in the place of their numbers. Ids that are defined later stand for nothing.
fn meaning(line: &str, meanings: &HashMap<String, u64>) -> Vec<u64> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                let mut escaped = false;
                let end = rest.char_indices().skip(1).find(|&(_, c)| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |(at, _)| at + 1)
            }
            _ => rest.find(' ').map_or(rest.len(), |at| at.max(1)),
        };
        let (word, tail) = rest.split_at(length);
        match word.starts_with('%') {
            true => out.push(meanings.get(word).copied().unwrap_or_default()),
            false => out.push(hash(&word)),
        }
        rest = tail;
    }
    out
}

/// The lines of a PICA200 program; `table` is its descriptor table.
fn pica(code: &[u8], table: &[u8]) -> Vec<Line> {
    let word = |bytes: &[u8]| bytes.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
    let descriptors: Vec<u32> = table.chunks_exact(8).map(word).collect();
    let chunks = code.chunks(4).enumerate();
    chunks
        .map(|(index, bytes)| {
            let range = 4 * index..4 * index + bytes.len();
            if bytes.len() < 4 {
                return Line {
                    key: hash(&bytes),
                    range,
                    text: format!("{bytes:02x?}"),
                };
            }
            let word = word(bytes);
            let info = Opcode::of(word).info();
            let mut plain = word;
            let mut operands = (None, None);
            if info.format.position(Field::Descriptor).is_some() {
                let descriptor = descriptors.get(info.format.get(word, Field::Descriptor) as usize);
                if let (Some(&descriptor), Some(bare)) =
                    (descriptor, info.format.set(word, Field::Descriptor, 0))
                {
                    plain = bare;
                    operands.0 = Some(descriptor);
                }
            }
            if info.flow != Flow::Next && info.format.position(Field::Target).is_some() {
                let target = i64::from(info.format.get(word, Field::Target));
                if let Some(bare) = info.format.set(word, Field::Target, 0) {
                    plain = bare;
                    operands.1 = Some(target - index as i64);
                }
            }
            Line {
                key: hash(&(plain, operands)),
                range,
                text: pretty(word, &descriptors, Swizzles::Used),
            }
        })
        .collect()
}
