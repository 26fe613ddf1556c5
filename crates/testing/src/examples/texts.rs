//! Derives examples from cases that are texts with and without findings.

use std::collections::BTreeMap;
use std::path::Path;

use super::Pair;
use super::lines::{MAX_LINES, difference};
use crate::lines::common_length;

/// Maximum number of lines taken from a report.
const MAX_REPORTED: usize = 3;
/// Minimum similarity of a correct line to an incorrect one.
const MIN_LIKENESS: f64 = 0.65;

/// Lines reported for a rule, next to the most similar lines of a text without findings.
pub(super) fn reported(id: &str, path: &Path, source: &str, parts: &[Part]) -> Option<Pair> {
    let wrong = reports(id, path, source);
    let near: Vec<&String> = parts.iter().filter(|part| !part.fires).flat_map(|part| &part.lines).collect();
    let mut pair = Pair::default();
    for line in &wrong {
        // A line that is valid elsewhere is not invalid by itself.
        if near.iter().any(|near| near.trim() == line.trim()) {
            continue;
        }
        let best = near.iter().map(|near| (likeness(line.trim(), near.trim()), near));
        let best = best.max_by(|one, other| one.0.total_cmp(&other.0));
        let Some((_, near)) = best.filter(|&(likeness, _)| likeness >= MIN_LIKENESS) else {
            continue;
        };
        let near = near.trim().to_owned();
        if pair.right.contains(&near) {
            continue;
        }
        pair.wrong.push(line.trim().to_owned());
        pair.right.push(near);
        if pair.wrong.len() == MAX_REPORTED {
            break;
        }
    }
    (!pair.wrong.is_empty()).then_some(pair)
}

/// Lines referred to by findings of a rule: quoted or numbered in a report next to the case, or
/// lines `>> ` of the case.
fn reports(id: &str, path: &Path, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for extension in ["out", "err"] {
        let report = std::fs::read_to_string(path.with_extension(extension)).unwrap_or_default();
        let mut is_rule = false;
        let mut number = "";
        for line in report.lines() {
            if line.contains(&format!("[{id}]:")) {
                is_rule = true;
            } else if let Some((_, place)) = line.split_once("--> ") {
                number = place.split(':').nth(1).unwrap_or_default();
            } else if line.contains(&format!("` {id}: ")) {
                // The first part of a case starts after its title.
                let at = line.split(':').next().and_then(|number| number.parse::<usize>().ok());
                found.extend(at.and_then(|at| source.lines().nth(at)).map(str::to_owned));
            } else if is_rule
                && let Some((before, text)) = line.split_once(" | ")
                && before.trim() == number
            {
                found.push(text.to_owned());
                is_rule = false;
            }
        }
    }
    let mut file = String::new();
    let mut files = BTreeMap::<String, Vec<&str>>::new();
    for line in source.lines() {
        if line.starts_with("== ") {
            files.clear();
        } else if let Some(name) = line.strip_prefix("-- ") {
            name.clone_into(&mut file);
        } else if let Some(place) =
            line.strip_prefix(">> ").and_then(|rest| rest.split_once(&format!(" {id} ")))
        {
            let mut place = place.1.split(':');
            let name = place.next().unwrap_or_default();
            let at = place.next().and_then(|number| number.parse::<usize>().ok());
            let lines = files.get(name);
            found.extend(
                at.zip(lines)
                    .and_then(|(at, lines)| lines.get(at.wrapping_sub(1)))
                    .map(|line| (*line).to_owned()),
            );
        } else {
            files.entry(file.clone()).or_default().push(line);
        }
    }
    let mut once = Vec::<String>::new();
    for line in found {
        if !once.contains(&line) {
            once.push(line);
        }
    }
    once
}

/// Similarity of two lines, from 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    let (one, other): (Vec<char>, Vec<char>) =
        (one.chars().take(200).collect(), other.chars().take(200).collect());
    let common = 2 * common_length(&one, &other);
    common as f64 / (one.len() + other.len()).max(1) as f64
}

/// Most similar pair of an invalid and a valid text.
pub(super) fn least_different(parts: &[Part]) -> Option<Pair> {
    let pairs = parts.iter().filter(|part| part.fires).flat_map(|fires| {
        let near = parts.iter().filter(|part| !part.fires);
        near.map(|near| difference(&fires.lines, &near.lines))
    });
    pairs.min_by_key(|pair| {
        let lines = pair.wrong.len() + pair.right.len();
        (lines == 0 || lines > MAX_LINES, lines)
    })
}

pub(super) struct Part {
    fires: bool,
    lines: Vec<String>,
}

/// Texts of a case, without statements about their findings.
pub(super) fn parts(source: &str) -> Vec<Part> {
    let mut parts = Vec::<Part>::new();
    let mut repeat = "";
    for line in source.lines() {
        let title = line.trim_start_matches([';', '/']).trim_start_matches("==").trim();
        let word = title.split([' ', ':']).next().unwrap_or_default();
        if matches!(word, "fires" | "near") && !line.starts_with(' ') {
            parts.push(Part { fires: word == "fires", lines: Vec::new() });
            repeat =
                title.split_whitespace().find_map(|word| word.strip_prefix("repeat=")).unwrap_or_default();
            continue;
        }
        let Some(part) = parts.last_mut() else { continue };
        let first = line.split(' ').next().unwrap_or_default();
        if matches!(first, ">>" | "says" | "at" | "stop" | "kind" | "note" | "notes" | "count" | "steps")
            || line.trim().is_empty()
            || line.trim_start_matches(';').starts_with("-- ")
        {
            continue;
        }
        let prefix = ["| ", "RUN: "].into_iter().find(|prefix| line.starts_with(prefix));
        let line = line[prefix.map_or(0, str::len)..].trim_end();
        part.lines.push(match line.strip_suffix("//*") {
            Some(line) => format!("{} // {repeat} of these", line.trim_end().replace('#', "0")),
            None => line.to_owned(),
        });
    }
    parts
}
