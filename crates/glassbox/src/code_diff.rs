//! Differences of code, told in assembly.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_core::diff::{CodeChange, CodeDiff, CodePair};

/// Larger code is compared word by word, bytes.
const MAX_CODE: usize = 4 << 20;
/// Most cells of the table that aligns instructions; beyond it everything between the first and the last difference is one
/// change.
const MAX_CELLS: usize = 4 << 20;

/// Compares PICA200 code and SPIR-V by instruction. SPIR-V that differs only in the numbers of its ids, and PICA200 code
/// that differs only in the places of its descriptors, does not differ.
#[derive(Clone, Copy, Default, Debug)]
pub struct AssemblyDiff;

impl CodeDiff for AssemblyDiff {
    fn changes(&self, code: &CodePair<'_>) -> Option<Vec<CodeChange>> {
        if code.old.len().max(code.new.len()) > MAX_CODE {
            return None;
        }
        let (old, new) = match code.language {
            "pica" => (pica(code.old, code.old_aid)?, pica(code.new, code.new_aid)?),
            "spirv" => {
                // The text of an instruction tells nothing of the header.
                if !heads_agree(code.old, code.new) {
                    return None;
                }
                let (old, new) = (spirv(code.old)?, spirv(code.new)?);
                if renumbered(&old) == renumbered(&new) {
                    return Some(Vec::new());
                }
                (old, new)
            }
            _ => return None,
        };
        Some(changes(&old, &new))
    }
}

/// An instruction: the bytes it takes, and its text.
type Line = (Range<usize>, String);

fn pica(code: &[u8], aid: &[u8]) -> Option<Vec<Line>> {
    use glassbox_pica::assembly::{Swizzles, pretty};
    let (words, []) = code.as_chunks::<4>() else {
        return None;
    };
    let descriptors: Vec<u32> = aid
        .as_chunks::<8>()
        .0
        .iter()
        .map(|entry| u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]))
        .collect();
    let line = |(index, word): (usize, &[u8; 4])| {
        let text = pretty(u32::from_le_bytes(*word), &descriptors, Swizzles::Full);
        (4 * index..4 * index + 4, text)
    };
    Some(words.iter().enumerate().map(line).collect())
}

/// The instructions of a module; `None` when its text cannot be told apart by lines, as with a string of several lines.
fn spirv(code: &[u8]) -> Option<Vec<Line>> {
    let options = glassbox_spirv::Options {
        indent: 0,
        header: false,
        offsets: true,
        ..glassbox_spirv::Options::default()
    };
    let text = glassbox_spirv::disassemble(code, &options).ok()?;
    let mut walk = glassbox_spirv::Module::read(code).ok()?.walk();
    let mut lines = text.lines().filter(|line| !line.starts_with(";!"));
    let mut all = Vec::new();
    for instruction in &mut walk {
        let range = instruction.range();
        let (text, comment) = lines.next()?.rsplit_once("; ")?;
        let offset = comment.trim().strip_prefix("0x")?;
        if usize::from_str_radix(offset, 16).ok()? != range.start {
            return None;
        }
        all.push((range, text.trim_end().to_owned()));
    }
    (lines.next().is_none() && walk.rest().is_none()).then_some(all)
}

/// Whether the words before the first instruction agree, but for the bound of ids.
fn heads_agree(old: &[u8], new: &[u8]) -> bool {
    let same = |range: Range<usize>| old.get(range.clone()) == new.get(range);
    same(0..12) && same(16..20)
}

/// The text with ids numbered in the order in which they come, so that their own numbers do not count.
fn renumbered(lines: &[Line]) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut out = String::new();
    for (_, line) in lines {
        let mut rest = line.as_str();
        let mut quoted = false;
        while let Some(at) = rest.find(['%', '"', '\\']) {
            let (before, mark) = rest.split_at(at);
            out.push_str(before);
            let end = match mark.as_bytes() {
                [b'\\', ..] => 1 + mark[1..].chars().next().map_or(0, char::len_utf8),
                [b'%', ..] if !quoted => {
                    let id = |c: char| c.is_ascii_alphanumeric() || c == '_';
                    1 + mark[1..].find(|c| !id(c)).unwrap_or(mark.len() - 1)
                }
                [b'"', ..] => {
                    quoted = !quoted;
                    1
                }
                _ => 1,
            };
            let (token, after) = mark.split_at(end);
            if token.starts_with('%') && token.len() > 1 {
                let next = numbers.len();
                out.push_str(&format!("%{}", numbers.entry(token).or_insert(next)));
            } else {
                out.push_str(token);
            }
            rest = after;
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// The changes between two lists of instructions.
fn changes(old: &[Line], new: &[Line]) -> Vec<CodeChange> {
    let same = |(a, b): &(&Line, &Line)| a.1 == b.1;
    let prefix = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[prefix..], &new[prefix..]);
    let suffix = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let places = (end_of(old), end_of(new));
    let (old, new) = (&old[..old.len() - suffix], &new[..new.len() - suffix]);
    let mut all = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (next_a, next_b) in common(old, new).into_iter().chain([(old.len(), new.len())]) {
        if next_a > a || next_b > b {
            let start = |lines: &[Line], at: usize, end: usize| match lines.get(at) {
                Some((range, _)) => range.start,
                None => lines.last().map_or(end, |(range, _)| range.end),
            };
            let (old_start, new_start) = (start(old, a, places.0), start(new, b, places.1));
            let (gone, come) = (&old[a..next_a], &new[b..next_b]);
            all.push(CodeChange {
                old: old_start..gone.last().map_or(old_start, |(range, _)| range.end),
                new: new_start..come.last().map_or(new_start, |(range, _)| range.end),
                old_text: text_of(gone),
                new_text: text_of(come),
            });
        }
        (a, b) = (next_a + 1, next_b + 1);
    }
    all
}

/// Where a run of instructions that is empty in one file stands in it: before what follows.
fn end_of(lines: &[Line]) -> usize {
    lines.first().map_or(0, |(range, _)| range.start)
}

fn text_of(lines: &[Line]) -> String {
    let lines: Vec<&str> = lines.iter().map(|(_, text)| text.as_str()).collect();
    lines.join("\n")
}

/// Pairs of a longest common subsequence; none when the table for it would be too large.
fn common(old: &[Line], new: &[Line]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let Some(cells) = width
        .checked_mul(old.len() + 1)
        .filter(|&cells| cells <= MAX_CELLS)
    else {
        return Vec::new();
    };
    // `longest[a * width + b]` is the length for `old[a..]` and `new[b..]`.
    let mut longest = vec![0u32; cells];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            longest[a * width + b] = if old[a].1 == new[b].1 {
                longest[(a + 1) * width + b + 1] + 1
            } else {
                longest[(a + 1) * width + b].max(longest[a * width + b + 1])
            };
        }
    }
    let mut pairs = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() && b < new.len() {
        if old[a].1 == new[b].1 {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if longest[(a + 1) * width + b] >= longest[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}
