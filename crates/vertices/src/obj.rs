//! Reads Wavefront OBJ: positions, texture coordinates, normals, and the faces that combine them.
//!
//! A vertex is a distinct combination used by a face, in order of first use; without faces, each
//! position is one. Colours after positions (`v x y z r g b`) are read. Other line types are
//! skipped.

use std::collections::HashMap;

use glassbox_core::diagnostic::Diagnostic;

use crate::rules::{INDEX, MIXED, ROW};
use crate::table::Vertices;
use crate::text::{Problems, quoted};

/// Lists indexed by face corners.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Position,
    TexCoord,
    Normal,
}

const LISTS: [List; 3] = [List::Position, List::TexCoord, List::Normal];

impl List {
    const fn what(self) -> &'static str {
        match self {
            List::Position => "position",
            List::TexCoord => "texture coordinate",
            List::Normal => "normal",
        }
    }
}

/// Face corner: zero-based indices into the three lists.
type Corner = [Option<u32>; 3];

#[derive(Default)]
struct Model {
    /// x, y, z, w, red, green, blue.
    positions: Vec<[f32; 7]>,
    /// u, v, w.
    texcoords: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    corners: Vec<Corner>,
    seen: HashMap<Corner, ()>,
    /// Maximum number of components on a line, by list.
    widths: [usize; 3],
    coloured: bool,
    /// A corner without an index, by list.
    lacking: [bool; 3],
}

/// Reads a model.
pub(crate) fn read(text: &str) -> Result<Vertices, Vec<Diagnostic>> {
    let mut problems = Problems::new(text);
    let mut model = Model::default();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_ascii_whitespace();
        let done = match words.next() {
            Some("v") => position(&mut model, &mut problems, line, words),
            Some("vt") => texcoord(&mut model, &mut problems, line, words),
            Some("vn") => normal(&mut model, &mut problems, line, words),
            Some("f") => words.try_for_each(|word| corner(&mut model, &mut problems, word)),
            _ => Some(()),
        };
        if done.is_none() {
            return Err(problems.give_up());
        }
    }
    if model.corners.is_empty() {
        model.corners = (0..model.positions.len() as u32).map(|at| [Some(at), None, None]).collect();
        model.lacking = [false, true, true];
    }
    let uses: [bool; 3] =
        std::array::from_fn(|list| model.corners.iter().any(|corner| corner.get(list) != Some(&None)));
    for ((list, lacks), used) in LISTS.into_iter().zip(model.lacking).zip(uses) {
        if used && lacks {
            let finding = problems.on(
                &MIXED,
                "",
                format!("found corners without a {}, which other corners have", list.what()),
            );
            let mut finding = finding.help("zeros are used; export the file with one for every corner");
            finding.location = glassbox_core::diagnostic::Location::in_text(text, 0..0);
            problems.push(finding);
        }
    }
    let table = model.table(uses);
    let (mut table, findings) = problems.finish(table)?;
    table.findings = findings;
    Ok(table)
}

fn position<'a>(
    model: &mut Model,
    problems: &mut Problems<'_>,
    line: &str,
    words: impl Iterator<Item = &'a str>,
) -> Option<()> {
    let mut all = [0.0; 7];
    let count = numbers(problems, line, words, &mut all, 3, "a position")?;
    let [x, y, z, a, b, c, d] = all;
    let value = match count {
        4 => [x, y, z, a, 0.0, 0.0, 0.0],
        6 => [x, y, z, 1.0, a, b, c],
        7 => [x, y, z, a, b, c, d],
        _ => [x, y, z, 1.0, 0.0, 0.0, 0.0],
    };
    model.coloured |= count >= 6;
    let width = if matches!(count, 4 | 7) { 4 } else { 3 };
    model.widths[0] = model.widths[0].max(width);
    model.positions.push(value);
    Some(())
}

fn texcoord<'a>(
    model: &mut Model,
    problems: &mut Problems<'_>,
    line: &str,
    words: impl Iterator<Item = &'a str>,
) -> Option<()> {
    let mut value = [0.0; 3];
    let count = numbers(problems, line, words, &mut value, 1, "a texture coordinate")?;
    model.widths[1] = model.widths[1].max(count.max(2));
    model.texcoords.push(value);
    Some(())
}

fn normal<'a>(
    model: &mut Model,
    problems: &mut Problems<'_>,
    line: &str,
    words: impl Iterator<Item = &'a str>,
) -> Option<()> {
    let mut value = [0.0; 3];
    numbers(problems, line, words, &mut value, 3, "a normal")?;
    model.widths[2] = 3;
    model.normals.push(value);
    Some(())
}

/// Reads numbers into an array and returns their count. `None` after too many mistakes.
fn numbers<'a>(
    problems: &mut Problems<'_>,
    line: &str,
    words: impl Iterator<Item = &'a str>,
    into: &mut [f32],
    least: usize,
    what: &str,
) -> Option<usize> {
    let mut count = 0;
    for word in words {
        let value = problems.number(word, what)?;
        if let Some(slot) = into.get_mut(count) {
            *slot = value;
        }
        count += 1;
    }
    if count < least || count > into.len() {
        let message = format!("found {count} numbers for {what}, expected {least} to {}", into.len());
        let finding = problems.on(&ROW, line.trim(), message);
        let finding = finding.help("write `v x y z`, `vt u v` or `vn x y z`");
        return problems.push(finding).then_some(count.min(into.len()));
    }
    Some(count)
}

/// A corner of a face: `v`, `v/vt`, `v//vn` or `v/vt/vn`.
fn corner(model: &mut Model, problems: &mut Problems<'_>, word: &str) -> Option<()> {
    let mut corner = [None; 3];
    let counts = [model.positions.len(), model.texcoords.len(), model.normals.len()];
    let mut parts = word.split('/');
    for ((slot, list), count) in corner.iter_mut().zip(LISTS).zip(counts) {
        let part = parts.next().unwrap_or_default();
        if part.is_empty() && list != List::Position {
            continue;
        }
        let number: Option<i64> = part.parse().ok();
        let index = number.and_then(|number| match number {
            1.. => Some(number - 1),
            0 => None,
            _ => Some(count as i64 + number),
        });
        let index = index.and_then(|index| u32::try_from(index).ok());
        match index.filter(|&index| (index as usize) < count) {
            Some(index) => *slot = Some(index),
            None => {
                let what = list.what();
                let message = match (number, count) {
                    (None, _) => format!("found {}, expected the number of a {what}", quoted(part)),
                    (_, 0) => format!("found {what} {part}, but there is no {what} before this face"),
                    (_, count) => format!("found {what} {part}, expected 1 to {count}"),
                };
                let finding = problems.on(&INDEX, if part.is_empty() { word } else { part }, message);
                let finding = finding.help("write corners as `f 1/1/1 2/2/2 3/3/3`, counting from 1");
                return problems.push(finding).then_some(());
            }
        }
    }
    for (lacks, index) in model.lacking.iter_mut().zip(&corner) {
        *lacks |= index.is_none();
    }
    if model.seen.insert(corner, ()).is_none() {
        model.corners.push(corner);
    }
    Some(())
}

impl Model {
    /// Table of the corners, with columns for the lists in use.
    fn table(&self, uses: [bool; 3]) -> Vertices {
        let [_, with_texcoords, with_normals] = uses;
        let [position, texcoord, _] = self.widths;
        let position = position.clamp(3, 4);
        let texcoord = texcoord.clamp(2, 3);
        let mut columns: Vec<String> = Vec::new();
        let mut add = |name: &str, letters: &str, count: usize| {
            columns.extend(letters.chars().take(count).map(|letter| format!("{name}.{letter}")));
        };
        add("position", "xyzw", position);
        if with_texcoords {
            add("texcoord", "xyz", texcoord);
        }
        if with_normals {
            add("normal", "xyz", 3);
        }
        if self.coloured {
            add("color", "xyz", 3);
        }
        let mut values = Vec::with_capacity(self.corners.len().saturating_mul(columns.len()));
        for [at, texcoord_at, normal_at] in &self.corners {
            let place = item(&self.positions, *at);
            values.extend(place.iter().take(position));
            if with_texcoords {
                values.extend(item(&self.texcoords, *texcoord_at).iter().take(texcoord));
            }
            if with_normals {
                values.extend(item(&self.normals, *normal_at));
            }
            if self.coloured {
                values.extend(place.iter().skip(4));
            }
        }
        Vertices::new(columns, true, values)
    }
}

/// Item of a list; zeros for no index.
fn item<const N: usize>(list: &[[f32; N]], index: Option<u32>) -> [f32; N] {
    let found = index.and_then(|index| list.get(index as usize));
    found.copied().unwrap_or([0.0; N])
}
