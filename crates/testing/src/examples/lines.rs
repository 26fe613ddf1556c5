//! Selects the differing lines of two texts and shortens them.

use super::Pair;
use crate::lines::{Aligned, align};

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
    let aligned = align(wrong, right);
    let is_equal = |item: &&Aligned<'_, String>| matches!(item, Aligned::Both(_));
    let start = aligned.iter().take_while(is_equal).count();
    let end = aligned[start..].iter().rev().take_while(is_equal).count();
    let before = wrong.get(start.saturating_sub(1)).cloned();
    let mut pair = Pair::default();
    for item in &aligned {
        match item {
            Aligned::Both(_) => {}
            Aligned::Left(line) => pair.wrong.push((*line).clone()),
            Aligned::Right(line) => pair.right.push((*line).clone()),
        }
    }
    // Reordered lines are shown with the lines between them.
    if pair.wrong == pair.right {
        pair.wrong = wrong[start..wrong.len() - end].to_vec();
        pair.right = right[start..right.len() - end].to_vec();
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
            if length > MAX_WIDTH {
                // The difference may be at the end.
                let end: String = line.chars().skip(length - MAX_WIDTH / 2).collect();
                let start: String = line.chars().take(MAX_WIDTH / 2).collect();
                format!("{start} ... {end}")
            } else {
                line.to_owned()
            }
        })
        .collect();
    if over {
        out.push("...".to_owned());
    }
    out
}
