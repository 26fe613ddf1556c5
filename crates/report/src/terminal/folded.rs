//! Writes lists of findings: each root in full, the findings folded under it as one line.

use std::io::{self, Write};

use glassbox_core::diagnostic::{Diagnostic, Folded, Follows, Item, Severity};

use super::style::{Painted, Style};
use super::{clean, diagnostic_across_files};
use crate::Subject;

/// Maximum number of locations of folded findings named on their line; lines of a text are short.
const MAX_PLACES: usize = 3;
/// As above, for lines.
const MAX_LINES: usize = 10;

/// Selects the findings of a list that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show<'a> {
    /// All of them.
    All,
    /// Roots only. Others are counted; the text explains how to show them, and may be empty.
    Folded(&'a str),
}

/// Writes findings in order, see [`diagnostic_across_files`]. Findings folded under one are a line after it:
///
/// ```text
///   and 41 more that follow from it: dvle[0].code[3], dvle[0].code[7], … (--all shows them)
/// ```
pub fn findings(
    out: &mut dyn Write,
    findings: &Folded<'_>,
    subjects: &[Subject<'_>],
    show: Show<'_>,
    style: &Style,
) -> io::Result<()> {
    for (finding, folded) in findings.groups() {
        diagnostic_across_files(out, finding, subjects, style)?;
        let hidden = hidden_error(finding, folded);
        if let (Some(error), Show::Folded(_)) = (hidden, show) {
            diagnostic_across_files(out, error, subjects, style)?;
        }
        let is_counted = |item: &&Item<'_>| hidden.is_none_or(|error| !std::ptr::eq(error, item.finding));
        match show {
            Show::All => {
                for item in folded {
                    diagnostic_across_files(out, item.finding, subjects, style)?;
                }
            }
            Show::Folded(how) => {
                let alike: Vec<&Item<'_>> =
                    folded.iter().filter(is_counted).filter(|item| is_like(item)).collect();
                let caused: Vec<&Item<'_>> =
                    folded.iter().filter(is_counted).filter(|item| !is_like(item)).collect();
                more(out, &caused, "that follow from it", how, style)?;
                more(out, &alike, "like it", how, style)?;
            }
        }
    }
    Ok(())
}

/// The first error folded under a milder finding: it is shown, because it determines the exit status.
fn hidden_error<'a>(finding: &Diagnostic, folded: &[Item<'a>]) -> Option<&'a Diagnostic> {
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    let mut errors = folded.iter().map(|item| item.finding).filter(|item| is_error(item));
    errors.next().filter(|_| !is_error(finding))
}

fn is_like(item: &Item<'_>) -> bool {
    matches!(item.follows, Some(Follows::Like(_)))
}

/// The line for findings that are folded.
fn more(out: &mut dyn Write, items: &[&Item<'_>], what: &str, how: &str, style: &Style) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let what = match (items.len(), what) {
        (1, "that follow from it") => "that follows from it",
        _ => what,
    };
    let most = match items[0].finding.location.line_column {
        Some(_) => MAX_LINES,
        None => MAX_PLACES,
    };
    let mut places: Vec<String> = Vec::new();
    for item in items {
        let location = &item.finding.location;
        let place = match location.line_column {
            Some((line, _)) => format!("line {line}"),
            None => clean(&location.path).into_owned(),
        };
        if !place.is_empty() && !places.contains(&place) {
            places.push(place);
            if places.len() > most {
                break;
            }
        }
    }
    if places.len() > most {
        places[most] = "…".to_owned();
    }
    let places = if places.is_empty() { String::new() } else { format!(": {}", places.join(", ")) };
    let how = if how.is_empty() { String::new() } else { format!(" ({how})") };
    let line = format!("and {} more {what}{places}{how}", items.len());
    writeln!(out, "  {}", Painted(style.dim, line))
}

/// One line that counts findings: `2 errors, 1 warning, and 41 more that follow`. Folded findings are counted
/// separately, and so are findings dropped beyond the limit.
pub fn tally<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>, dropped: usize) -> String {
    tally_of(&Folded::new(findings), dropped)
}

/// As above, for folded findings.
pub fn tally_of(findings: &Folded<'_>, dropped: usize) -> String {
    let groups = findings.groups();
    let hidden = groups.filter(|(one, folded)| hidden_error(one, folded).is_some()).count();
    let mut words = Vec::new();
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        let standing = findings.groups();
        let mut count = standing.filter(|(one, _)| one.severity == severity).count();
        if severity == Severity::Error {
            count += hidden;
        }
        match (count, severity) {
            (0, _) => {}
            (1, _) | (_, Severity::Info) => words.push(format!("{count} {severity}")),
            _ => words.push(format!("{count} {severity}s")),
        }
    }
    let folded = findings.items().iter().filter(|item| item.follows.is_some());
    match folded.count() - hidden {
        0 => {}
        1 => words.push("and 1 more that follows".to_owned()),
        count => words.push(format!("and {count} more that follow")),
    }
    if dropped > 0 {
        words.push(format!("{dropped} more not shown"));
    }
    if words.is_empty() {
        words.push("no findings".to_owned());
    }
    words.join(", ")
}
