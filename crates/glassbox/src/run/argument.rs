//! Parses assignments passed as arguments: `mvp=@matrix.txt`, `c4=1,2,3,4;5,6,7,8`, `b3=true`.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};

use super::rules::{ARGUMENT, VALUE};
use super::{Role, Scalar, Slot, Value};

/// An assignment, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument<'a> {
    /// Target: a name or register, with its index if there is one.
    pub name: &'a str,
    /// Range of the name in the argument.
    pub name_span: Range<usize>,
    /// Assigned value.
    pub given: ArgumentValue<'a>,
    /// Range of the value in the argument.
    pub given_span: Range<usize>,
}

/// Right-hand side of the `=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentValue<'a> {
    /// Values as text.
    Text(&'a str),
    /// A file with the values.
    File(&'a str),
}

/// Parses an assignment. The finding's location is in the argument.
///
/// ```
/// use glassbox::run::{ArgumentValue, argument};
///
/// let found = argument("mvp = @matrix.txt").unwrap();
/// assert_eq!((found.name, found.given), ("mvp", ArgumentValue::File("matrix.txt")));
/// assert!(argument("mvp").is_err());
/// ```
pub fn argument(text: &str) -> Result<Argument<'_>, Box<Diagnostic>> {
    let wrong = |span: Range<usize>, message: &str| {
        Box::new(
            Diagnostic::new(&ARGUMENT, Location::in_text(text, span), message)
                .help("write NAME=VALUES, such as tint=1,0.5,0,1, or NAME=@FILE"),
        )
    };
    let Some(equals) = text.find('=') else {
        return Err(wrong(0..text.len(), "found no `=`, expected NAME=VALUES"));
    };
    let (left, right) = (&text[..equals], &text[equals + 1..]);
    let name = left.trim();
    let name_start = left.len() - left.trim_start().len();
    let name_span = name_start..name_start + name.len();
    if name.is_empty() {
        return Err(wrong(0..equals + 1, "found no name before `=`"));
    }
    if name.contains('[') != name.ends_with(']') {
        return Err(wrong(name_span, "found an index that is not closed, expected NAME[INDEX]"));
    }
    let given = right.trim();
    let given_start = equals + 1 + right.len() - right.trim_start().len();
    let given_span = given_start..given_start + given.len();
    if given.is_empty() || given == "@" {
        return Err(wrong(equals..text.len(), "found nothing after `=`"));
    }
    Ok(Argument {
        name,
        name_span,
        given: match given.strip_prefix('@') {
            Some(file) => ArgumentValue::File(file),
            None => ArgumentValue::Text(given),
        },
        given_span,
    })
}

/// Parses the values a text assigns to a slot. Vectors are separated by `;` or line ends, components by commas or
/// blanks; `#` begins a comment up to the end of the line. A text without separators may hold whole vectors one after
/// the other. Inputs accept fewer than four components: the rest are those of (0, 0, 0, 1), as for attributes.
/// Locations of findings are offset by `base`, for a text that is part of `whole`.
///
/// Only as many vectors as the slot has are kept in memory, whatever the text holds.
pub fn values(slot: &Slot, whole: &str, span: Range<usize>) -> Result<Vec<Value>, Box<Diagnostic>> {
    let text = whole.get(span.clone()).unwrap_or_default();
    let mut rows = rows(text, span.start);
    // One long row is several vectors in a row.
    if let [row] = rows.as_slice()
        && slot.scalar != Scalar::Bool
        && row.len() > 4
        && row.len() % 4 == 0
    {
        rows = row.chunks(4).map(<[_]>::to_vec).collect();
    }
    if slot.scalar == Scalar::Bool {
        rows = rows.into_iter().flatten().map(|word| vec![word]).collect();
    }
    let fail = |span: Range<usize>, message: String, help: String| {
        let location = Location::in_text(whole, span);
        Err(Box::new(Diagnostic::new(&VALUE, location, message).help(help)))
    };
    let title = slot.title();
    let expected = match (slot.whole, slot.count) {
        (_, 1) => "1 vector".to_owned(),
        (true, count) => format!("{count} vectors"),
        (false, count) => format!("at most {count} vectors"),
    };
    if rows.is_empty() || rows.len() > slot.count || (slot.whole && rows.len() < slot.count) {
        let what = if slot.scalar == Scalar::Bool { "values" } else { "vectors" };
        let expected = match slot.scalar {
            Scalar::Bool => expected.replace("vector", "value"),
            _ => expected,
        };
        let message = format!("found {} {what} for {title}, expected {expected}", rows.len());
        let help = if slot.whole && slot.count > 1 {
            format!("separate them by `;`, or set one with {title}[0]=…")
        } else {
            "separate components by commas and vectors by `;`".to_owned()
        };
        return fail(span, message, help);
    }
    let mut values = Vec::with_capacity(rows.len());
    for row in rows {
        let row_span = match (row.first(), row.last()) {
            (Some((_, first)), Some((_, last))) => first.start..last.end,
            _ => span.clone(),
        };
        let least = match (slot.role, slot.scalar) {
            (Role::Input, _) | (_, Scalar::Bool) => 1,
            (_, Scalar::Int { .. }) => 3,
            _ => 4,
        };
        if row.len() < least || row.len() > 4 {
            let expected = match least {
                4 => "4".to_owned(),
                least => format!("{least} to 4"),
            };
            let message = format!("found {} numbers for a vector of {title}, expected {expected}", row.len());
            let help = "separate components by commas and vectors by `;`".to_owned();
            return fail(row_span, message, help);
        }
        let mut float = [0.0, 0.0, 0.0, 1.0];
        let mut int = [0; 4];
        for (at, (word, word_span)) in row.iter().enumerate() {
            match slot.scalar {
                Scalar::Float => match (glassbox_vertices::number(word), float.get_mut(at)) {
                    (Some(value), Some(component)) => *component = value,
                    _ => {
                        let message = format!("found `{word}` for {title}, expected a number");
                        let help =
                            "write a number such as 0.5, -1e3 or inf, or a bit pattern such as 0x3f800000";
                        return fail(word_span.clone(), message, help.to_owned());
                    }
                },
                Scalar::Int { most } => match (word.parse::<u32>(), int.get_mut(at)) {
                    (Ok(value), Some(component)) if value <= most => *component = value,
                    _ => {
                        let message =
                            format!("found `{word}` for {title}, expected a whole number from 0 to {most}");
                        let help = format!("{title} is an integer vector, such as {title}=3,0,1,0");
                        return fail(word_span.clone(), message, help);
                    }
                },
                Scalar::Bool => {}
            }
        }
        values.push(match slot.scalar {
            Scalar::Float => Value::Float(float),
            Scalar::Int { .. } => Value::Int(int),
            Scalar::Bool => {
                let word = row.first().map_or("", |(word, _)| *word);
                match word.to_ascii_lowercase().as_str() {
                    "true" | "1" | "on" => Value::Bool(true),
                    "false" | "0" | "off" => Value::Bool(false),
                    _ => {
                        let message = format!("found `{word}` for {title}, expected true or false");
                        return fail(row_span, message, format!("write {title}=true or {title}=false"));
                    }
                }
            }
        });
    }
    Ok(values)
}

/// A word with its range.
pub(crate) type Word<'a> = (&'a str, Range<usize>);

/// The words of a text by row, with ranges offset by `base`. Empty rows do not count.
pub(crate) fn rows(text: &str, base: usize) -> Vec<Vec<Word<'_>>> {
    let mut rows = Vec::new();
    let mut row: Vec<Word<'_>> = Vec::new();
    let mut start = None;
    let mut remark = false;
    // A line end after the last character closes the open word and row.
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        let ends_row = c == '\n' || (c == ';' && !remark);
        let separates = remark || ends_row || c == ',' || c == '#' || c.is_whitespace();
        if separates && let Some(from) = start.take() {
            row.push((&text[from..at], base + from..base + at));
        } else if !separates && start.is_none() {
            start = Some(at);
        }
        remark = (remark || c == '#') && c != '\n';
        if ends_row && !row.is_empty() {
            rows.push(std::mem::take(&mut row));
        }
    }
    rows
}
