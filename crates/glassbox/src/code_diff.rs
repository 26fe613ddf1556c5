//! Compares two pieces of code by the semantics of their language.
//!
//! SPIR-V ids are compared by definition, so renumbering is not a change; PICA200 flow targets by distance and operand
//! descriptors by content, so neither an insertion nor a reordered descriptor table affects other instructions. Statements of
//! DXIL and of shader model 4 and 5 are compared by what they mean, wherever they stand.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use glassbox_core::diff::{CodeChange, CodeDiff, CodePair, Statement, Use, align_keys, hash};
use glassbox_dx_asm::dxil::Meanings;
use glassbox_dxbc::meaning;
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
                Some(changes(lines.each_ref().map(Vec::as_slice), |side, runs| {
                    let code = if side == OLD { code.old } else { code.new };
                    spirv_texts(code, runs)
                }))
            }
            "pica" => {
                let sides = [Pica::new(code.old, code.old_aid), Pica::new(code.new, code.new_aid)];
                let lines = sides.each_ref().map(Pica::lines);
                Some(changes(lines.each_ref().map(Vec::as_slice), |side, runs| {
                    let lines = runs.iter().cloned().flatten();
                    lines.map(|line| sides[side].text(line)).collect()
                }))
            }
            "dxil" => {
                let sides = [Meanings::of(code.old).ok()?, Meanings::of(code.new).ok()?];
                let lines = sides.each_ref().map(Meanings::statements);
                Some(changes(lines, |side, runs| sides[side].texts(runs.iter().cloned().flatten())))
            }
            meaning::LANGUAGE => {
                let bytes = [[code.old_aid, code.old].concat(), [code.new_aid, code.new].concat()];
                let sides = [meaning::statements(&bytes[OLD]).ok()?, meaning::statements(&bytes[NEW]).ok()?];
                let changes = changes(sides.each_ref().map(Vec::as_slice), |side, runs| {
                    let wanted = runs.iter().cloned().flatten().map(|line| &sides[side][line].range);
                    meaning::texts(&bytes[side], wanted)
                });
                // The header is no part of the code.
                let inside = |range: Range<usize>| {
                    range.start.saturating_sub(meaning::HEADER)..range.end.saturating_sub(meaning::HEADER)
                };
                let inside = |change: CodeChange| CodeChange {
                    old: inside(change.old),
                    new: inside(change.new),
                    ..change
                };
                Some(changes.into_iter().map(inside).collect())
            }
            _ => None,
        }
    }
}

/// Lines by number, from the first to one past the last.
type Run = Range<usize>;

const OLD: usize = 0;
const NEW: usize = 1;

/// The runs of lines without a counterpart. `texts` returns the text of ascending runs: there are few of them, so texts
/// are not stored for all lines.
fn changes(lines: [&[Statement]; 2], texts: impl Fn(usize, &[Run]) -> Vec<String>) -> Vec<CodeChange> {
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

/// Pairs of lines, ascending on both sides.
type Pairs = Vec<(usize, usize)>;

/// The runs between paired lines: the same number on both sides, some empty.
fn unpaired(lines: [&[Statement]; 2]) -> [Vec<Run>; 2] {
    let keys = lines.map(|lines| lines.iter().map(|line| line.meaning).collect::<Vec<u64>>());
    let mut pairs = align_keys(&keys[OLD], &keys[NEW]);
    let mut partners: Vec<Option<usize>> = vec![None; lines[OLD].len()];
    for (old, new) in &pairs {
        partners[*old] = Some(*new);
    }
    let follows = following(lines, &between(lines, &pairs), &mut partners);
    pairs.extend(follows);
    pairs.sort_unstable();
    // The meaning of a line leaves out what comes later in a loop.
    pairs.retain(|(old, new)| {
        let is_later = |value: &Use| value.definition.is_some_and(|definition| definition >= *old);
        let mut uses = lines[OLD][*old].uses.iter().zip(&lines[NEW][*new].uses);
        uses.all(|(one, other)| !is_later(one) || is_same(lines, &partners, one, other))
    });
    between(lines, &pairs)
}

/// Whether two values are those of lines that are pairs, or mean the same.
fn is_same(lines: [&[Statement]; 2], partners: &[Option<usize>], one: &Use, other: &Use) -> bool {
    let (Some(first), Some(second)) = (one.definition, other.definition) else {
        return one.definition == other.definition && one.meaning == other.meaning;
    };
    let is_pair = partners[first] == Some(second) || lines[OLD][first].meaning == lines[NEW][second].meaning;
    one.part == other.part && is_pair
}

/// Pairs of lines in the same runs that say the same and are computed from lines that are pairs: that they differ follows from
/// what is listed before. Adds all that say the same to the partners.
fn following(lines: [&[Statement]; 2], runs: &[Vec<Run>; 2], partners: &mut [Option<usize>]) -> Pairs {
    let mut found = Pairs::new();
    for (old, new) in runs[OLD].iter().zip(&runs[NEW]) {
        let shapes = [&lines[OLD][old.clone()], &lines[NEW][new.clone()]]
            .map(|lines| lines.iter().map(|line| line.shape).collect::<Vec<u64>>());
        for (first, second) in align_keys(&shapes[OLD], &shapes[NEW]) {
            let (first, second) = (old.start + first, new.start + second);
            partners[first] = Some(second);
            let (uses, others) = (&lines[OLD][first].uses, &lines[NEW][second].uses);
            let is_later = |value: &Use| value.definition.is_some_and(|definition| definition >= first);
            let mut pairs = uses.iter().zip(others);
            if uses.len() == others.len()
                && pairs.all(|(one, other)| is_later(one) || is_same(lines, partners, one, other))
            {
                found.push((first, second));
            }
        }
    }
    found
}

/// The runs between pairs of lines.
fn between(lines: [&[Statement]; 2], pairs: &[(usize, usize)]) -> [Vec<Run>; 2] {
    let ends = (lines[OLD].len(), lines[NEW].len());
    let mut runs = [Vec::new(), Vec::new()];
    let (mut old, mut new) = (0, 0);
    for &(in_old, in_new) in pairs.iter().chain([&ends]) {
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
fn bytes(lines: &[Statement]) -> Range<usize> {
    // Lines need not be in the order of the bytes, and the bytes of some are not known.
    let ranges = || lines.iter().map(|line| &line.range).filter(|range| !range.is_empty());
    let start = ranges().map(|range| range.start).min();
    let end = ranges().map(|range| range.end).max();
    start.unwrap_or(0)..end.unwrap_or(0)
}

const SPIRV: Options = Options { names: Names::Numeric, indent: 0, header: false, offsets: false };

/// The lines of a module, header first; `None` if the bytes are not a module.
fn spirv_lines(code: &[u8]) -> Option<Vec<Statement>> {
    let module = Binary::read(code).ok()?;
    let header = module.header();
    let mut lines =
        vec![Statement::alone(hash(&(header.version, header.schema)), 0..(4 * header.words).min(code.len()))];
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
        lines.push(Statement::alone(key, instruction.range()));
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

    fn lines(&self) -> Vec<Statement> {
        let count = self.code.len().div_ceil(4);
        (0..count)
            .map(|index| Statement::alone(self.key(index), 4 * index..4 * index + self.line(index).len()))
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
