//! Writes the changes between two files.

use std::io::{self, Write};
use std::ops::Range;

use glassbox_core::diagnostic::Severity;
use glassbox_core::diff::{Change, ChangeKind};

use super::clean;
use super::style::{Painted, Style};

/// Longest value that is shown on the line of its path, in characters.
const MAX_INLINE: usize = 120;

/// The changes, one per line; long values and code follow their line. Writes nothing for files without changes.
pub fn diff(out: &mut dyn Write, old: &str, new: &str, changes: &[Change], style: &Style) -> io::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let (removed, added) = (style.severity(Severity::Error), style.aside);
    writeln!(out, "{}", Painted(removed, format!("--- {}", clean(old))))?;
    writeln!(out, "{}", Painted(added, format!("+++ {}", clean(new))))?;
    for change in changes {
        let (sign, colour) = match change.kind {
            ChangeKind::Added => ('+', added),
            ChangeKind::Removed => ('-', removed),
            ChangeKind::Changed => ('~', style.severity(Severity::Warning)),
            ChangeKind::Moved => ('>', style.severity(Severity::Info)),
        };
        let head = Painted(colour, format!("{sign} {}", clean(&change.path)));
        let place = Painted(style.dim, place(change));
        let short = |text: &Option<String>| {
            text.as_ref().is_none_or(|text| !text.contains('\n') && text.chars().count() <= MAX_INLINE)
        };
        if short(&change.old) && short(&change.new) {
            let value = match (&change.old, &change.new) {
                (Some(old), Some(new)) => format!(": {} → {}", clean(old), clean(new)),
                (Some(one), None) | (None, Some(one)) => format!(": {}", clean(one)),
                (None, None) => String::new(),
            };
            writeln!(out, "{head}{value}{place}")?;
            continue;
        }
        writeln!(out, "{head}{place}")?;
        for (sign, colour, text) in [('-', removed, &change.old), ('+', added, &change.new)] {
            for line in text.iter().flat_map(|text| text.lines()) {
                writeln!(out, "    {}", Painted(colour, format!("{sign} {}", clean(line))))?;
            }
        }
    }
    writeln!(out, "{}", Painted(style.strong, tally(changes)))
}

/// Describes the location of a change: in the only file that has it, or in both.
fn place(change: &Change) -> String {
    let words = |range: &Range<u64>| format!("{:#x}..{:#x}", range.start, range.end);
    match (&change.old_range, &change.new_range) {
        (Some(old), Some(new)) if old != new => format!("  [{} → {}]", words(old), words(new)),
        (Some(one), _) | (None, Some(one)) => format!("  [{}]", words(one)),
        (None, None) => String::new(),
    }
}

/// The changes counted by kind.
fn tally(changes: &[Change]) -> String {
    let kinds = [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed, ChangeKind::Moved];
    let counts = kinds.into_iter().filter_map(|kind| {
        let count = changes.iter().filter(|change| change.kind == kind).count();
        (count > 0).then(|| format!("{count} {kind}"))
    });
    counts.collect::<Vec<_>>().join(", ")
}
