//! Reads vertices as JSON: `[{"position": [1, 2, 3]}, …]`, `[[1, 2, 3], …]` or `{"position": [[1,
//! 2, 3], …]}`, each also as the field `vertices` of an object.
//!
//! Each level is parsed separately into slices of the text, so that every value keeps its position.

use std::fmt;

use glassbox_core::diagnostic::{Diagnostic, Location};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::rules::{ROW, SHAPE};
use crate::table::{Vertices, letter};
use crate::text::{Problems, quoted};

/// Reads a table.
pub(crate) fn read(text: &str) -> Result<Vertices, Vec<Diagnostic>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut problems = Problems::new(text);
    let whole: &RawValue = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let finding = syntax(text, &error);
            problems.push(finding);
            return Err(problems.give_up());
        }
    };
    let mut whole = whole.get();
    // Documents with other data keep vertices in a field of that name.
    if let Some(Fields(fields)) = parse::<Fields<'_>>(whole)
        && let Some((_, vertices)) = fields.iter().find(|(name, _)| name == "vertices")
    {
        whole = vertices.get();
    }
    let table = if let Some(rows) = parse::<Vec<&RawValue>>(whole) {
        by_rows(&rows, &mut problems)
    } else if let Some(Fields(fields)) = parse::<Fields<'_>>(whole) {
        by_columns(&fields, &mut problems)
    } else {
        let found = quoted(whole);
        shape(&mut problems, whole, format!("found {found}, expected an array or an object"));
        None
    };
    let Some(table) = table else {
        return Err(problems.give_up());
    };
    let (mut table, findings) = problems.finish(table)?;
    table.findings = findings;
    Ok(table)
}

/// `[{…}, …]` or `[[…], …]`. `None` after too many mistakes.
fn by_rows(rows: &[&RawValue], problems: &mut Problems<'_>) -> Option<Vertices> {
    let Some(first) = rows.first() else {
        return Some(Vertices::default());
    };
    let mut values = Vec::new();
    if let Some(cells) = parse::<Vec<&RawValue>>(first.get()) {
        let width = cells.len();
        for row in rows {
            let Some(cells) = parse::<Vec<&RawValue>>(row.get()) else {
                shape(problems, row.get(), "found another value among arrays of numbers")?;
                continue;
            };
            if cells.len() != width {
                let message = format!("found {} values, expected {width}", cells.len());
                other_row(problems, row.get(), message)?;
                continue;
            }
            for cell in cells {
                values.push(number(problems, cell, "a component")?);
            }
        }
        let columns = (1..=width).map(|number| format!("#{number}")).collect();
        return Some(Vertices::new(columns, false, values));
    }
    let Some(Fields(model)) = parse::<Fields<'_>>(first.get()) else {
        let message =
            format!("found {}, expected an object or an array for each vertex", quoted(first.get()));
        shape(problems, first.get(), message);
        return None;
    };
    let mut columns = Vec::new();
    let mut widths = Vec::with_capacity(model.len());
    for (name, value) in &model {
        let width = parse::<Vec<&RawValue>>(value.get()).map(|cells| cells.len());
        widths.push(width);
        add_columns(&mut columns, name, width);
    }
    for row in rows {
        let Some(Fields(fields)) = parse::<Fields<'_>>(row.get()) else {
            shape(problems, row.get(), "found another value among objects")?;
            continue;
        };
        let same = fields.len() == model.len() && fields.iter().zip(&model).all(|(a, b)| a.0 == b.0);
        let ordered = if same { Some(fields) } else { reordered(&fields, &model) };
        let Some(ordered) = ordered else {
            let names: Vec<&str> = model.iter().map(|(name, _)| name.as_str()).take(8).collect();
            let message = format!("found other fields than {}", names.join(", "));
            other_row(problems, row.get(), message)?;
            continue;
        };
        for ((name, value), width) in ordered.iter().zip(&widths) {
            components(problems, value, name, *width, &mut values)?;
        }
    }
    Some(Vertices::new(columns, true, values))
}

/// `{"position": [[…], …], …}`. `None` after too many mistakes.
fn by_columns(fields: &[(String, &RawValue)], problems: &mut Problems<'_>) -> Option<Vertices> {
    let mut columns = Vec::new();
    let mut lists = Vec::new();
    for (name, value) in fields {
        let Some(list) = parse::<Vec<&RawValue>>(value.get()) else {
            let message = format!("found {}, expected an array with a value a vertex", quoted(value.get()));
            shape(problems, value.get(), message)?;
            continue;
        };
        let width =
            list.first().and_then(|first| parse::<Vec<&RawValue>>(first.get())).map(|cells| cells.len());
        add_columns(&mut columns, name, width);
        lists.push((name, value, list, width));
    }
    let rows = lists.first().map_or(0, |(_, _, list, _)| list.len());
    for (name, value, list, _) in &lists {
        if list.len() != rows {
            let message = format!("found {} values of {name}, expected {rows}", list.len());
            other_row(problems, value.get(), message)?;
            return None;
        }
    }
    let mut values = Vec::new();
    for row in 0..rows {
        for (name, _, list, width) in &lists {
            let Some(value) = list.get(row) else {
                continue;
            };
            components(problems, value, name, *width, &mut values)?;
        }
    }
    Some(Vertices::new(columns, true, values))
}

/// Reorders fields to match another object; `None` if the names differ.
fn reordered<'a>(
    fields: &[(String, &'a RawValue)],
    model: &[(String, &'a RawValue)],
) -> Option<Vec<(String, &'a RawValue)>> {
    if fields.len() != model.len() {
        return None;
    }
    let by_name: std::collections::HashMap<&str, &'a RawValue> =
        fields.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let ordered = model.iter().map(|(name, _)| Some((name.clone(), *by_name.get(name.as_str())?)));
    ordered.collect()
}

fn add_columns(columns: &mut Vec<String>, name: &str, width: Option<usize>) {
    match width {
        None => columns.push(name.to_owned()),
        Some(width) if width <= 4 => columns.extend((0..width).map(|at| format!("{name}.{}", letter(at)))),
        Some(width) => columns.extend((0..width).map(|at| format!("{name}.{at}"))),
    }
}

/// Appends the components of one value. `None` after too many mistakes.
fn components(
    problems: &mut Problems<'_>,
    value: &RawValue,
    name: &str,
    width: Option<usize>,
    values: &mut Vec<f32>,
) -> Option<()> {
    let Some(width) = width else {
        values.push(number(problems, value, name)?);
        return Some(());
    };
    match parse::<Vec<&RawValue>>(value.get()) {
        Some(cells) if cells.len() == width => {
            for cell in cells {
                values.push(number(problems, cell, name)?);
            }
            Some(())
        }
        Some(cells) => {
            let message = format!("found {} components of {name}, expected {width}", cells.len());
            other_row(problems, value.get(), message)
        }
        None => {
            let message = format!("found {} for {name}, expected an array", quoted(value.get()));
            shape(problems, value.get(), message)
        }
    }
}

/// A number, or as a string one that JSON cannot express.
fn number(problems: &mut Problems<'_>, value: &RawValue, what: &str) -> Option<f32> {
    let text = value.get();
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    if let Some(value) = inner.and_then(crate::number) {
        return Some(value);
    }
    problems.number(text, what)
}

fn shape(problems: &mut Problems<'_>, piece: &str, message: impl Into<String>) -> Option<()> {
    let finding = problems
        .on(&SHAPE, piece, message)
        .help("write [{\"position\": [1, 2, 3]}, …], [[1, 2, 3], …] or {\"position\": [[1, 2, 3], …]}");
    problems.push(finding).then_some(())
}

fn other_row(problems: &mut Problems<'_>, piece: &str, message: String) -> Option<()> {
    let finding = problems.on(&ROW, piece, message).help("give every vertex the same values");
    problems.push(finding).then_some(())
}

fn syntax(text: &str, error: &serde_json::Error) -> Diagnostic {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let at = (start + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    // The library appends the position, which the span already gives.
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Diagnostic::new(
        &SHAPE,
        Location::in_text(text, at..(at + 1).min(text.len())),
        format!("found no valid JSON: {message}"),
    )
    .help("fix the syntax at this place")
}

/// Parses one level of valid JSON.
fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Fields of an object in order.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(entry) = map.next_entry::<String, &'de RawValue>()? {
                    fields.push(entry);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}
