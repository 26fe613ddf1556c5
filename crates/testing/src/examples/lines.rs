//! Computes and shortens line differences.

use super::Pair;

/// Maximum number of lines per side; further lines are omitted.
pub(super) const MAX_LINES: usize = 6;
/// Maximum number of characters per line.
const MAX_WIDTH: usize = 110;

pub(super) fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Lines that differ between two texts; if a side has none, the preceding line.
pub(super) fn difference(wrong: &[String], right: &[String]) -> Pair {
    let (mut pair, before) = changed(wrong, right);
    if pair.wrong.is_empty() != pair.right.is_empty()
        && let Some(before) = before
    {
        pair.wrong.insert(0, before.clone());
        pair.right.insert(0, before);
    }
    pair
}

pub(super) fn raw_difference(wrong: &str, right: &str) -> Pair {
    changed(&lines(wrong), &lines(right)).0
}

/// Lines that differ between two texts, and the line before the first of them.
fn changed(wrong: &[String], right: &[String]) -> (Pair, Option<String>) {
    let start = wrong
        .iter()
        .zip(right)
        .take_while(|(one, other)| one == other)
        .count();
    let ends = wrong[start..].iter().rev().zip(right[start..].iter().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let (one, other) = (&wrong[start..wrong.len() - end], &right[start..right.len() - end]);
    let before = start
        .checked_sub(1)
        .or(Some(start))
        .and_then(|at| wrong.get(at))
        .cloned();
    // Table of LCS lengths of the suffixes; skipped for large texts.
    if one.len() * other.len() > 1 << 20 {
        let pair = Pair {
            wrong: one.to_vec(),
            right: other.to_vec(),
        };
        return (pair, before);
    }
    let width = other.len() + 1;
    let mut common = vec![0_u32; (one.len() + 1) * width];
    for at in (0..one.len()).rev() {
        for beside in (0..other.len()).rev() {
            common[at * width + beside] = match one[at] == other[beside] {
                true => common[(at + 1) * width + beside + 1] + 1,
                false => common[(at + 1) * width + beside].max(common[at * width + beside + 1]),
            };
        }
    }
    let mut pair = Pair::default();
    let (mut at, mut beside) = (0, 0);
    while at < one.len() || beside < other.len() {
        if at < one.len() && beside < other.len() && one[at] == other[beside] {
            at += 1;
            beside += 1;
        } else if beside == other.len()
            || (at < one.len() && common[(at + 1) * width + beside] >= common[at * width + beside + 1])
        {
            pair.wrong.push(one[at].clone());
            at += 1;
        } else {
            pair.right.push(other[beside].clone());
            beside += 1;
        }
    }
    // Reordered lines are shown with the lines between them.
    if pair.wrong == pair.right {
        pair.wrong = one.to_vec();
        pair.right = other.to_vec();
    }
    (pair, before)
}

/// Removes common indentation and limits the number and length of lines.
pub(super) fn shortened(lines: &[String]) -> Vec<String> {
    let indent = |line: &String| line.len() - line.trim_start().len();
    let common = lines.iter().map(indent).min().unwrap_or_default();
    let over = lines.len() > MAX_LINES;
    let kept = if over { MAX_LINES - 1 } else { lines.len() };
    let mut out: Vec<String> = lines[..kept]
        .iter()
        .map(|line| {
            let line = &line[common..];
            let length = line.chars().count();
            match length > MAX_WIDTH {
                // The difference may be at the end.
                true => {
                    let end: String = line.chars().skip(length - MAX_WIDTH / 2).collect();
                    let start: String = line.chars().take(MAX_WIDTH / 2).collect();
                    format!("{start} ... {end}")
                }
                false => line.to_owned(),
            }
        })
        .collect();
    if over {
        out.push("...".to_owned());
    }
    out
}
