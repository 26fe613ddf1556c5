//! The examples of rules that `glassbox explain` shows, taken from the cases of the rules.
//!
//! A crate keeps them in `src/examples.txt`, so that they are there when it is used without its tests. [`assert_current`] makes
//! them anew and compares.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Rule;
use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_core::text::{Edit, edit, print};

use crate::case::{Poke, Variant, bytes, parse};
use crate::tree;

/// Most lines of a side; what goes over them is left out.
const MAX_LINES: usize = 8;
/// Most characters of a line.
const MAX_WIDTH: usize = 110;

/// Lines that break a rule, and lines that do not.
#[derive(Default)]
struct Pair {
    wrong: Vec<String>,
    right: Vec<String>,
}

/// Examples by the ids of their rules.
#[derive(Default)]
pub struct Examples(BTreeMap<String, Pair>);

impl Examples {
    /// From cases of a format, which edit a base file: what is edited, beside what it was.
    ///
    /// # Panics
    /// When a case cannot be read.
    pub fn of_edits(folder: &Path, format: &dyn Format, registry: &Registry) -> Examples {
        let mut examples = Examples::default();
        for (id, path) in cases(folder, "case") {
            let source = std::fs::read_to_string(&path).expect("the case is readable");
            let (fires, near) = parse(&source).unwrap_or_else(|message| panic!("{id}: {message}"));
            let pair = edited(folder, &fires, &near, format, registry)
                .unwrap_or_else(|message| panic!("{}: {message}", path.display()));
            if pair.wrong != pair.right {
                examples.0.insert(id, pair);
            }
        }
        examples
    }

    /// From cases that hold texts which break the rule under `fires` and texts which do not under `near`.
    ///
    /// # Panics
    /// When a case cannot be read.
    pub fn of_texts(folder: &Path, extension: &str) -> Examples {
        let mut examples = Examples::default();
        for (id, path) in cases(folder, extension) {
            let source = std::fs::read_to_string(&path).expect("the case is readable");
            let parts = parts(&source);
            let pairs = parts.iter().filter(|part| part.fires).flat_map(|fires| {
                let near = parts.iter().filter(|part| !part.fires);
                near.map(|near| difference(&fires.lines, &near.lines))
            });
            // The pair that differs least shows best what matters.
            let pair = pairs.min_by_key(|pair| {
                let lines = pair.wrong.len() + pair.right.len();
                (lines == 0 || lines > MAX_LINES, lines)
            });
            if let Some(pair) = pair.filter(|pair| pair.wrong != pair.right) {
                examples.0.insert(id, pair);
            }
        }
        examples
    }

    /// These and others.
    #[must_use]
    pub fn and(mut self, others: Examples) -> Examples {
        self.0.extend(others.0);
        self
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (id, pair) in &self.0 {
            text += &format!("{id}\n");
            for (mark, lines) in [('-', &pair.wrong), ('+', &pair.right)] {
                for line in shortened(lines) {
                    text += format!("{mark} {line}").trim_end();
                    text.push('\n');
                }
            }
        }
        text
    }
}

/// Asserts that `src/examples.txt` of a crate holds these examples, that they are shown, and that every rule has one but those
/// named. With `GLASSBOX_BLESS` set the file is written anew.
///
/// # Panics
/// When they are not.
pub fn assert_current(manifest_dir: &str, examples: &Examples, rules: &[&Rule], without: &[&str]) {
    let path = Path::new(manifest_dir).join("src/examples.txt");
    let text = examples.text();
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the folder is writable");
        return;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == text,
        "{} is out of date; bless and review it",
        path.display()
    );
    for id in examples.0.keys() {
        assert!(rules.iter().any(|rule| rule.id == id), "{id} is no rule");
    }
    for rule in rules {
        let has = examples.0.contains_key(rule.id);
        assert_eq!(has, !without.contains(&rule.id), "{} has an example", rule.id);
        assert_eq!(
            has,
            rule.example().is_some(),
            "the table of {} names its examples",
            rule.id
        );
    }
}

/// One case a rule: `ID.case` before `ID.what.case`.
fn cases(folder: &Path, extension: &str) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::<String, PathBuf>::new();
    for entry in std::fs::read_dir(folder)
        .expect("the folder of rule cases is readable")
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_none_or(|found| found != extension) {
            continue;
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let id = name.split('.').next().unwrap_or_default().to_owned();
        let rank = |path: &Path| (path.as_os_str().len(), path.to_owned());
        match found.get(&id) {
            Some(known) if rank(known) < rank(&path) => {}
            _ => {
                found.insert(id, path);
            }
        }
    }
    found
}

fn edited(
    folder: &Path,
    fires: &Variant,
    near: &Variant,
    format: &dyn Format,
    registry: &Registry,
) -> Result<Pair, String> {
    let untouched = Variant {
        base: fires.base.clone(),
        ..Variant::default()
    };
    // A base file that breaks the rule as it is has the right lines under `near`.
    let base_is_wrong = bytes(folder, fires, registry)? == bytes(folder, &untouched, registry)?;
    if fires.base.as_deref() == Some("none") || (base_is_wrong && fires.base != near.base) {
        return whole(folder, fires, near, registry);
    }
    if base_is_wrong {
        let pair = changes(folder, near, None, format, registry)?;
        return Ok(Pair {
            wrong: pair.right,
            right: pair.wrong,
        });
    }
    let place = |poke: &Poke| match poke {
        Poke::Write(at, bytes) => Some((*at, bytes.len())),
        _ => None,
    };
    // Bytes say more beside bytes that are nearly wrong than beside what the base file happens to have there.
    let beside = near.base == fires.base
        && near.edits == fires.edits
        && near.pokes.len() == fires.pokes.len()
        && near.pokes.iter().zip(&fires.pokes).all(|(near, fires)| {
            place(near).is_some() && place(near) == place(fires)
        });
    changes(folder, fires, beside.then_some(near), format, registry)
}

/// The first bytes of two files.
fn whole(folder: &Path, fires: &Variant, near: &Variant, registry: &Registry) -> Result<Pair, String> {
    let line = |variant: &Variant| -> Result<Vec<String>, String> {
        let bytes = bytes(folder, variant, registry)?;
        let more = if bytes.len() > 16 { " ..." } else { "" };
        let kept = &bytes[..bytes.len().min(16)];
        Ok(vec![match kept {
            [] => "a file of 0 bytes".to_owned(),
            _ => format!("0x0: {}{more}", hex(kept)),
        }])
    };
    Ok(Pair {
        wrong: line(fires)?,
        right: line(near)?,
    })
}

/// What a variant changes in its base: `wrong` as it leaves it, `right` as it was or, for bytes, as another variant has them.
fn changes(
    folder: &Path,
    variant: &Variant,
    beside: Option<&Variant>,
    format: &dyn Format,
    registry: &Registry,
) -> Result<Pair, String> {
    let base = variant.base.as_deref().ok_or("no `base`")?;
    let path = folder.join(format!("{base}.gbt"));
    let mut text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut pair = Pair::default();
    for step in &variant.edits {
        let next = edit(&text, std::slice::from_ref(step), registry)
            .map_err(|_| format!("{} cannot be edited", step.label()))?;
        let mut change = match step {
            Edit::Remove { label } => Pair {
                wrong: vec![format!("; no {label}")],
                right: raw_difference(&next, &text).right,
            },
            Edit::InsertAfter { label, text } => Pair {
                wrong: lines(text),
                right: vec![format!("; nothing after {label}")],
            },
            Edit::InsertBefore { label, text } => Pair {
                wrong: lines(text),
                right: vec![format!("; nothing before {label}")],
            },
            Edit::Set { .. } | Edit::Replace { .. } => difference(&lines(&next), &lines(&text)),
        };
        for (side, edited) in [(&mut change.wrong, true), (&mut change.right, false)] {
            for line in side.iter_mut() {
                *line = qualified(line, step, edited);
            }
        }
        pair.wrong.append(&mut change.wrong);
        pair.right.append(&mut change.right);
        text = next;
    }
    let mut before = variant.clone();
    before.pokes.clear();
    for (index, poke) in variant.pokes.iter().enumerate() {
        let mut other = before.clone();
        other.pokes.extend(beside.and_then(|beside| beside.pokes.get(index)).cloned());
        let old = bytes(folder, &other, registry)?;
        before.pokes.push(poke.clone());
        let new = bytes(folder, &before, registry)?;
        let mut change = match poke {
            Poke::Truncate(size) => Pair {
                wrong: vec![format!("; the file ends after {size} of its {} bytes", old.len())],
                right: vec![format!("; all {} bytes", old.len())],
            },
            Poke::Append(more) => Pair {
                wrong: vec![format!("{:#x}: {}", old.len(), hex(more))],
                right: vec![format!("; the file ends at {:#x}", old.len())],
            },
            Poke::Write(at, written) => {
                let printed =
                    raw_difference(&printed(&new, format, registry), &printed(&old, format, registry));
                if [&printed.wrong, &printed.right].iter().all(|side| (1..=6).contains(&side.len())) {
                    let named = |lines: Vec<String>| lines.iter().map(|line| dedented(line)).collect();
                    Pair {
                        wrong: named(printed.wrong),
                        right: named(printed.right),
                    }
                } else {
                    Pair {
                        wrong: vec![format!("{at:#x}: {}", hex(written))],
                        right: vec![format!("{at:#x}: {}", hex(&old[*at..*at + written.len()]))],
                    }
                }
            }
        };
        pair.wrong.append(&mut change.wrong);
        pair.right.append(&mut change.right);
    }
    Ok(pair)
}

fn printed(bytes: &[u8], format: &dyn Format, registry: &Registry) -> String {
    let mut text = Vec::new();
    print(bytes, &tree::tree(format, bytes), registry, &mut text).expect("memory takes it");
    String::from_utf8(text).expect("the text form is UTF-8")
}

fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// A field in the words of its whole label: a line alone does not say where it stands. The comment behind an edited value is
/// about the value that was there.
fn qualified(line: &str, step: &Edit, edited: bool) -> String {
    let line = dedented(line);
    let label = step.label();
    let Edit::Set { .. } = step else { return line };
    let line = match line.split_once(" ; ") {
        Some((value, _)) if edited => value.trim_end().to_owned(),
        Some((value, comment)) => format!("{} ; {comment}", value.trim_end()),
        None => line,
    };
    let (name, rest) = line.split_once(' ').unwrap_or((&line, ""));
    match label.strip_suffix(name) {
        Some(front) if front.is_empty() || front.ends_with('.') || name.starts_with('[') => {
            format!("{label} {}", rest.trim_start())
        }
        _ if !line.contains('=') => format!("{label} = {line}"),
        _ => line,
    }
}

fn dedented(line: &str) -> String {
    line.trim().to_owned()
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

struct Part {
    fires: bool,
    lines: Vec<String>,
}

/// The texts of a case; what is said about their findings is left out.
fn parts(source: &str) -> Vec<Part> {
    let mut parts = Vec::<Part>::new();
    let mut repeat = "";
    for line in source.lines() {
        let title = line
            .trim_start_matches([';', '/'])
            .trim_start_matches("==")
            .trim();
        let word = title.split([' ', ':']).next().unwrap_or_default();
        if matches!(word, "fires" | "near") && !line.starts_with(' ') {
            parts.push(Part {
                fires: word == "fires",
                lines: Vec::new(),
            });
            repeat = title
                .split_whitespace()
                .find_map(|word| word.strip_prefix("repeat="))
                .unwrap_or_default();
            continue;
        }
        let Some(part) = parts.last_mut() else { continue };
        let first = line.split(' ').next().unwrap_or_default();
        if matches!(first, ">>" | "says" | "at" | "stop" | "kind") || line.trim().is_empty() {
            continue;
        }
        let line = line.strip_prefix("| ").unwrap_or(line).trim_end();
        part.lines.push(match line.strip_suffix("//*") {
            Some(line) => format!("{} // {repeat} of these", line.trim_end().replace('#', "0")),
            None => line.to_owned(),
        });
    }
    parts
}

/// Lines of two texts that differ; where there are none on one side, with the line before them.
fn difference(wrong: &[String], right: &[String]) -> Pair {
    let (mut pair, before) = changed(wrong, right);
    if pair.wrong.is_empty() != pair.right.is_empty()
        && let Some(before) = before
    {
        pair.wrong.insert(0, before.clone());
        pair.right.insert(0, before);
    }
    pair
}

fn raw_difference(wrong: &str, right: &str) -> Pair {
    changed(&lines(wrong), &lines(right)).0
}

/// Lines of two texts that differ, and the line before the first of them.
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
    // How long the common subsequence of what follows is; large texts are taken as they are.
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
    (pair, before)
}

/// Lines without what they are indented by in common, not too many and not too long.
fn shortened(lines: &[String]) -> Vec<String> {
    let indent = |line: &String| line.len() - line.trim_start().len();
    let common = lines.iter().map(indent).min().unwrap_or_default();
    let over = lines.len() > MAX_LINES;
    let kept = if over { MAX_LINES - 1 } else { lines.len() };
    let mut out: Vec<String> = lines[..kept]
        .iter()
        .map(|line| {
            let line = &line[common..];
            match line.char_indices().nth(MAX_WIDTH) {
                Some((at, _)) => format!("{}...", &line[..at]),
                None => line.to_owned(),
            }
        })
        .collect();
    if over {
        out.push("...".to_owned());
    }
    out
}
