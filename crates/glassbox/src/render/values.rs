//! Parses the numbers of uniforms.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};

use super::Color;
use crate::run::{VALUE, rows};

/// Parses the numbers in a range of a text. Commas, blanks, `;` and line ends separate them; `#` begins a comment,
/// unless the whole range is a colour, of which the uniform's number of components is taken. Only enough numbers are
/// kept to detect an excess.
pub(super) fn numbers(text: &str, span: Range<usize>, width: usize) -> Result<Vec<f64>, Box<Diagnostic>> {
    let part = text.get(span.clone()).unwrap_or_default();
    if part.trim_start().starts_with('#')
        && let Ok(Color(color)) = part.parse::<Color>()
    {
        let wanted = if width == 3 { 3 } else { 4 };
        return Ok(color.iter().take(wanted).map(|&part| f64::from(part)).collect());
    }
    let mut numbers = Vec::new();
    for (word, place) in rows(part, span.start).into_iter().flatten() {
        let Some(number) = number(word) else {
            let message = format!("found `{word}`, expected a number");
            let finding = Diagnostic::new(&VALUE, Location::in_text(text, place), message);
            let help = "write a number such as 0.5, -1e3 or inf, true or false, or a colour such as #ff8000";
            return Err(finding.help(help).into());
        };
        numbers.push(number);
    }
    Ok(numbers)
}

fn number(word: &str) -> Option<f64> {
    // Whole numbers of 32 bits are not all singles.
    if let Ok(whole) = word.parse::<i64>() {
        return Some(whole as f64);
    }
    match word.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(1.0),
        "false" | "off" => Some(0.0),
        _ => glassbox_vertices::number(word).map(f64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn words_become_numbers() {
        let read = |text: &str, width| numbers(text, 0..text.len(), width).map_err(|finding| finding.message);
        assert_eq!(read("1, 0.5;0 1", 4), Ok(vec![1.0, 0.5, 0.0, 1.0]));
        assert_eq!(read("#ff0000", 3), Ok(vec![1.0, 0.0, 0.0]));
        assert_eq!(read("#ff000000", 4), Ok(vec![1.0, 0.0, 0.0, 0.0]));
        assert_eq!(read("2 # a remark", 1), Ok(vec![2.0]));
        assert_eq!(read("4294967295", 1), Ok(vec![4_294_967_295.0]));
        assert_eq!(read("true,off", 2), Ok(vec![1.0, 0.0]));
        assert_eq!(read("0x3f800000", 1), Ok(vec![1.0]));
        assert_eq!(read("", 1), Ok(Vec::new()));
        assert_eq!(read("1 x", 1), Err("found `x`, expected a number".to_owned()));
    }
}
