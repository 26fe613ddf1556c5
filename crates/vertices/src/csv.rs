//! Reads values separated by commas, semicolons or tabs.
//!
//! The first line holds column names unless all of its cells are numbers. Cells may be quoted, with
//! inner quotes doubled; surrounding blanks are ignored. Empty lines and lines starting with `#`
//! are skipped.

use std::borrow::Cow;

use glassbox_core::diagnostic::Diagnostic;

use crate::rules::ROW;
use crate::table::Vertices;
use crate::text::{Problems, number};

/// Reads a table.
pub(crate) fn read(text: &str) -> Result<Vertices, Vec<Diagnostic>> {
    let mut problems = Problems::new(text);
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut separator = ',';
    let mut columns: Vec<String> = Vec::new();
    let mut named = false;
    let mut values = Vec::new();
    let mut first = None;
    let mut cells = Vec::new();
    while !rest.is_empty() {
        let line = rest.split('\n').next().unwrap_or_default();
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            rest = rest.get(line.len() + 1..).unwrap_or_default();
            continue;
        }
        if first.is_none() {
            separator = separator_of(line);
        }
        let start = rest;
        rest = record(rest, separator, &mut cells);
        let whole = start.get(..start.len() - rest.len()).unwrap_or_default();
        let line = whole.trim_end_matches(['\n', '\r']);
        let Some(first) = first else {
            first = Some(line);
            named = !cells.iter().all(|cell| number(cell).is_some());
            columns = if named {
                cells.iter().map(|cell| unquoted(cell).into_owned()).collect()
            } else {
                (1..=cells.len()).map(|number| format!("#{number}")).collect()
            };
            if !named {
                values.extend(cells.iter().filter_map(|cell| number(cell)));
            }
            continue;
        };
        if cells.len() != columns.len() {
            let finding = problems
                .on(&ROW, line, format!("found {} values, expected {}", cells.len(), columns.len()))
                .label(
                    problems.on(&ROW, first, "").location,
                    if named { "the columns are named here" } else { "the first row is here" },
                );
            if !problems.push(finding.help("give every row a value for every column")) {
                return Err(problems.give_up());
            }
            continue;
        }
        for (cell, column) in cells.iter().zip(&columns) {
            let plain = unquoted(cell);
            let value = match number(&plain) {
                Some(value) => value,
                None => match problems.number(cell, &format!("column {column}")) {
                    Some(value) => value,
                    None => return Err(problems.give_up()),
                },
            };
            values.push(value);
        }
    }
    let (mut table, findings) = problems.finish(Vertices::new(columns, named, values))?;
    table.findings = findings;
    Ok(table)
}

/// Separator of a line: the most frequent one.
fn separator_of(line: &str) -> char {
    let mut counts = [(',', 0), (';', 0), ('\t', 0)];
    let mut quoted = false;
    for c in line.chars() {
        quoted ^= c == '"';
        if let Some((_, count)) = counts.iter_mut().find(|(separator, _)| *separator == c && !quoted) {
            *count += 1;
        }
    }
    // Ties go to the first, so a line without separators is read with commas.
    let best = counts.iter().rev().max_by_key(|(_, count)| *count);
    best.map_or(',', |(separator, _)| *separator)
}

/// Splits off one record into raw cells without surrounding blanks; returns the rest of the text.
fn record<'a>(text: &'a str, separator: char, cells: &mut Vec<&'a str>) -> &'a str {
    cells.clear();
    let mut start = 0;
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '\n' if !quoted => {
                cells.push(text.get(start..at).unwrap_or_default().trim());
                return text.get(at + 1..).unwrap_or_default();
            }
            c if c == separator && !quoted => {
                cells.push(text.get(start..at).unwrap_or_default().trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    cells.push(text.get(start..).unwrap_or_default().trim());
    ""
}

/// Removes the quotes of a cell.
fn unquoted(cell: &str) -> Cow<'_, str> {
    match cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\"").into(),
        None => cell.into(),
    }
}
