//! Compares two pieces of code by the semantics of their language.
//!
//! SPIR-V ids are compared by definition, so renumbering is not a change; PICA200 flow targets by distance and operand
//! descriptors by content, so neither an insertion nor a reordered descriptor table affects other instructions.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use glassbox_core::diff::{CodeChange, CodeDiff, CodePair, align_keys};
use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::{Flow, Opcode};
use glassbox_spirv::{Binary, Names, Options};

/// Compares code in every language of the registry.
#[derive(Clone, Copy, Default, Debug)]
pub struct LanguageDiff;

impl CodeDiff for LanguageDiff {
    fn changes(&self, code: &CodePair<'_>) -> Option<Vec<CodeChange>> {
        match code.language {
            "spirv" => {
                let lines = [spirv_lines(code.old)?, spirv_lines(code.new)?];
                Some(changes(&lines, |side, runs| {
                    let code = if side == OLD { code.old } else { code.new };
                    spirv_texts(code, runs)
                }))
            }
            "pica" => {
                let sides = [Pica::new(code.old, code.old_aid), Pica::new(code.new, code.new_aid)];
                let lines = sides.each_ref().map(Pica::lines);
                Some(changes(&lines, |side, runs| {
                    let lines = runs.iter().cloned().flatten();
                    lines.map(|line| sides[side].text(line)).collect()
                }))
            }
            _ => None,
        }
    }
}

/// An instruction: its meaning and its byte range.
struct Line {
    key: u64,
    range: Range<usize>,
}

/// Lines by number, from the first to one past the last.
type Run = Range<usize>;

const OLD: usize = 0;
const NEW: usize = 1;

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The runs of lines without a counterpart. `texts` returns the text of ascending runs: there are few of them, so texts
/// are not stored for all lines.
fn changes(lines: &[Vec<Line>; 2], texts: impl Fn(usize, &[Run]) -> Vec<String>) -> Vec<CodeChange> {
    let runs = unpaired(lines);
    let texts = [texts(OLD, &runs[OLD]), texts(NEW, &runs[NEW])];
    let mut rest = texts.each_ref().map(Vec::as_slice);
    let mut out = Vec::new();
    for (old, new) in runs[OLD].iter().zip(&runs[NEW]) {
        let (gone, left) = rest[OLD].split_at(old.len());
        let (come, right) = rest[NEW].split_at(new.len());
        rest = [left, right];
        let (first, last) = same_ends(gone, come);
        let (old, new) = (old.start + first..old.end - last, new.start + first..new.end - last);
        if old.is_empty() && new.is_empty() {
            continue;
        }
        out.push(CodeChange {
            old: bytes(&lines[OLD][old]),
            new: bytes(&lines[NEW][new]),
            old_text: gone[first..gone.len() - last].join("\n"),
            new_text: come[first..come.len() - last].join("\n"),
        });
    }
    out
}

/// The runs between paired lines: the same number on both sides, some empty.
fn unpaired(lines: &[Vec<Line>; 2]) -> [Vec<Run>; 2] {
    let keys = lines.each_ref().map(|lines| lines.iter().map(|line| line.key).collect::<Vec<u64>>());
    let mut pairs = align_keys(&keys[OLD], &keys[NEW]);
    pairs.push((keys[OLD].len(), keys[NEW].len()));
    let mut runs = [Vec::new(), Vec::new()];
    let (mut old, mut new) = (0, 0);
    for (in_old, in_new) in pairs {
        if old < in_old || new < in_new {
            runs[OLD].push(old..in_old);
            runs[NEW].push(new..in_new);
        }
        (old, new) = (in_old + 1, in_new + 1);
    }
    runs
}

/// Number of lines at both ends with equal text: the difference there is a definition they use, which is listed itself.
fn same_ends(old: &[String], new: &[String]) -> (usize, usize) {
    let same = |(old, new): &(&String, &String)| old == new && !old.ends_with('…');
    let first = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[first..], &new[first..]);
    (first, old.iter().rev().zip(new.iter().rev()).take_while(same).count())
}

/// The bytes of some lines.
fn bytes(lines: &[Line]) -> Range<usize> {
    match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}

const SPIRV: Options = Options { names: Names::Numeric, indent: 0, header: false, offsets: false };

/// The lines of a module, header first; `None` if the bytes are not a module.
fn spirv_lines(code: &[u8]) -> Option<Vec<Line>> {
    let module = Binary::read(code).ok()?;
    let header = module.header();
    let mut lines = vec![Line {
        key: hash(&(header.version, header.schema)),
        range: 0..(4 * header.words).min(code.len()),
    }];
    let mut meanings = HashMap::new();
    let mut repeated: HashMap<u64, u32> = HashMap::new();
    glassbox_spirv::each_instruction(&module, &SPIRV, |instruction, text| {
        let (result, rest) = match text.split_once(" = ") {
            Some((result, rest)) if result.starts_with('%') => (id(result), rest),
            _ => (None, text),
        };
        let mut key = meaning(rest, &meanings);
        if let Some(result) = result {
            // Equal definitions are distinguished by their order.
            let count = repeated.entry(key).or_default();
            *count += 1;
            key = hash(&(key, *count));
            meanings.insert(result, key);
        }
        lines.push(Line { key, range: instruction.range() });
    });
    Some(lines)
}

/// The texts of the lines in some runs.
fn spirv_texts(code: &[u8], runs: &[Run]) -> Vec<String> {
    let mut texts = Vec::new();
    let Ok(module) = Binary::read(code) else {
        return texts;
    };
    let mut lines = runs.iter().cloned().flatten().peekable();
    if lines.next_if_eq(&0).is_some() {
        let version = module.header().version;
        texts.push(format!("; Version: {}.{}", version >> 16 & 0xff, version >> 8 & 0xff));
    }
    let mut line = 0;
    glassbox_spirv::each_instruction(&module, &SPIRV, |_, text| {
        line += 1;
        if lines.next_if_eq(&line).is_some() {
            // Strings may have several lines, such as a source.
            texts.push(match text.split_once('\n') {
                Some((first, _)) => format!("{first}…"),
                None => text.to_owned(),
            });
        }
    });
    texts
}

/// The number of an id.
fn id(word: &str) -> Option<u32> {
    word.strip_prefix('%')?.parse().ok()
}

/// A line with its ids replaced by the hashes of their definitions. Forward references count as nothing.
fn meaning(line: &str, meanings: &HashMap<u32, u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
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
        match id(word) {
            Some(id) => meanings.get(&id).copied().unwrap_or_default().hash(&mut hasher),
            None => word.hash(&mut hasher),
        }
        rest = tail;
    }
    hasher.finish()
}

/// The code of a PICA200 program with its descriptors.
struct Pica<'c> {
    code: &'c [u8],
    descriptors: Vec<u32>,
}

impl<'c> Pica<'c> {
    /// `table` holds a descriptor in the first of every two words.
    fn new(code: &'c [u8], table: &[u8]) -> Pica<'c> {
        let descriptors = table.chunks_exact(8).filter_map(first_word).collect();
        Pica { code, descriptors }
    }

    /// The bytes of a line: an instruction, or the remainder after the last.
    fn line(&self, index: usize) -> &'c [u8] {
        &self.code[4 * index..self.code.len().min(4 * index + 4)]
    }

    fn lines(&self) -> Vec<Line> {
        let count = self.code.len().div_ceil(4);
        (0..count)
            .map(|index| Line { key: self.key(index), range: 4 * index..4 * index + self.line(index).len() })
            .collect()
    }

    fn key(&self, index: usize) -> u64 {
        let Some(word) = first_word(self.line(index)) else {
            return hash(&self.line(index));
        };
        let info = Opcode::of(word).info();
        let mut plain = word;
        let mut operands = (None, None);
        if info.format.position(Field::Descriptor).is_some() {
            let number = info.format.get(word, Field::Descriptor) as usize;
            let bare = info.format.set(word, Field::Descriptor, 0);
            if let (Some(&descriptor), Some(bare)) = (self.descriptors.get(number), bare) {
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
        hash(&(plain, operands))
    }

    fn text(&self, index: usize) -> String {
        let bytes = self.line(index);
        match first_word(bytes) {
            Some(word) => pretty(word, &self.descriptors, Swizzles::Used),
            None => format!("{bytes:02x?}"),
        }
    }
}

fn first_word(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|word| u32::from_le_bytes(*word))
}
