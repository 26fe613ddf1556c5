//! Derives examples from cases that edit a base file in the text form.

use std::path::Path;

use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_core::text::{Edit, edit, print};

use super::Pair;
use super::lines::{difference, lines, raw_difference};
use crate::case::{Poke, Variant, bytes};
use crate::tree;

/// Edited lines of a case, next to the original ones.
pub(super) fn edited(
    folder: &Path,
    fires: &Variant,
    near: &Variant,
    format: &dyn Format,
    registry: &Registry,
) -> Result<Pair, String> {
    let untouched = Variant { base: fires.base.clone(), ..Variant::default() };
    // If the base file itself breaks the rule, the correct lines are under `near`.
    let base_is_wrong = bytes(folder, fires, registry)? == bytes(folder, &untouched, registry)?;
    if fires.base.as_deref() == Some("none") {
        return whole(folder, fires, near, registry);
    }
    if base_is_wrong && fires.base != near.base {
        // Files that differ throughout make no example.
        return Ok(Pair::default());
    }
    if base_is_wrong {
        let pair = changes(folder, near, None, format, registry)?;
        return Ok(Pair { wrong: pair.right, right: pair.wrong });
    }
    let place = |poke: &Poke| match poke {
        Poke::Write(at, bytes) => Some((*at, bytes.len())),
        _ => None,
    };
    // Compare with the near miss in preference to unrelated bytes of the base file.
    let beside = near.base == fires.base
        && near.edits == fires.edits
        && near.pokes.len() == fires.pokes.len()
        && near
            .pokes
            .iter()
            .zip(&fires.pokes)
            .all(|(near, fires)| place(near).is_some() && place(near) == place(fires));
    changes(folder, fires, beside.then_some(near), format, registry)
}

/// First bytes of two files.
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
    Ok(Pair { wrong: line(fires)?, right: line(near)? })
}

/// Changes of a variant to its base: `wrong` after, `right` before or, for bytes, as in another
/// variant.
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
            Edit::Remove { label } => {
                Pair { wrong: vec![format!("; no {label}")], right: raw_difference(&next, &text).right }
            }
            Edit::InsertAfter { label, text } => {
                Pair { wrong: lines(text), right: vec![format!("; nothing after {label}")] }
            }
            Edit::InsertBefore { label, text } => {
                Pair { wrong: lines(text), right: vec![format!("; nothing before {label}")] }
            }
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
                    Pair { wrong: named(printed.wrong), right: named(printed.right) }
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

/// Expands a field to its full label, since a line alone does not identify it. Drops the comment of
/// an edited value, which describes the old one.
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
