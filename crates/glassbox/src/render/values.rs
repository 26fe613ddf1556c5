//! The numbers of uniforms, as they are written.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};

use super::{Color, Scalar, Uniform};
use crate::run::{VALUE, rows};

/// The numbers that a part of a text gives to a uniform. Commas, blanks, `;` and line ends separate them; `#` begins a remark,
/// unless the whole part is a colour.
pub(super) fn numbers(
    uniform: &Uniform,
    text: &str,
    span: Range<usize>,
) -> Result<Vec<f64>, Box<Diagnostic>> {
    let part = text.get(span.clone()).unwrap_or_default();
    let name = &uniform.name;
    let fail = |span: Range<usize>, message: String, help: String| {
        let place = Location::in_text(text, span);
        Err(Box::new(Diagnostic::new(&VALUE, place, message).help(help)))
    };
    if part.trim_start().starts_with('#')
        && uniform.scalar == Scalar::Float
        && let Ok(Color(color)) = part.parse::<Color>()
        && matches!(uniform.count, 3 | 4)
    {
        return Ok(color.iter().take(uniform.count).map(|&part| f64::from(part)).collect());
    }
    let mut numbers = Vec::new();
    let mut found = 0;
    for (word, place) in rows(part, span.start).into_iter().flatten() {
        let Some(number) = number(uniform.scalar, word) else {
            let (what, help) = match uniform.scalar {
                Scalar::Float => ("a number", "write a number such as 0.5, -1e3 or inf"),
                Scalar::Int => (
                    "a whole number from -2147483648 to 2147483647",
                    "write a number such as 12 or -3",
                ),
                Scalar::Uint => ("a whole number from 0 to 4294967295", "write a number such as 12"),
                Scalar::Bool => ("true or false", "write true or false"),
            };
            let message = format!("found `{word}` for {} {name}, expected {what}", uniform.ty);
            return fail(place, message, help.to_owned());
        };
        found += 1;
        if found <= uniform.count {
            numbers.push(number);
        }
    }
    if found != uniform.count {
        let plural = if uniform.count == 1 { "" } else { "s" };
        let message = format!(
            "found {found} for {} {name}, expected {} number{plural}",
            uniform.ty, uniform.count
        );
        let help = "separate numbers by commas; matrices go column by column";
        return fail(span, message, help.to_owned());
    }
    Ok(numbers)
}

fn number(scalar: Scalar, word: &str) -> Option<f64> {
    match scalar {
        Scalar::Float => glassbox_vertices::number(word).map(f64::from),
        Scalar::Int => word.parse::<i32>().ok().map(f64::from),
        Scalar::Uint => word.parse::<u32>().ok().map(f64::from),
        Scalar::Bool => match word.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" => Some(1.0),
            "false" | "0" | "off" => Some(0.0),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Scalar, Uniform, numbers};

    fn read(scalar: Scalar, count: usize, text: &str) -> Result<Vec<f64>, String> {
        let uniform = Uniform {
            name: "u".to_owned(),
            ty: "type".to_owned(),
            scalar,
            count,
        };
        numbers(&uniform, text, 0..text.len()).map_err(|finding| finding.message)
    }

    #[test]
    fn numbers_fit_their_uniform() {
        assert_eq!(read(Scalar::Float, 4, "1, 0.5;0 1"), Ok(vec![1.0, 0.5, 0.0, 1.0]));
        assert_eq!(read(Scalar::Float, 3, "#ff0000"), Ok(vec![1.0, 0.0, 0.0]));
        assert_eq!(read(Scalar::Float, 1, "2 # a remark"), Ok(vec![2.0]));
        assert_eq!(read(Scalar::Int, 2, "-1,7"), Ok(vec![-1.0, 7.0]));
        assert_eq!(read(Scalar::Uint, 1, "4294967295"), Ok(vec![4_294_967_295.0]));
        assert_eq!(read(Scalar::Bool, 2, "true,off"), Ok(vec![1.0, 0.0]));
        for (scalar, count, text, message) in [
            (Scalar::Float, 2, "1", "found 1 for type u, expected 2 numbers"),
            (Scalar::Float, 1, "1,2,3", "found 3 for type u, expected 1 number"),
            (Scalar::Float, 1, "x", "found `x` for type u, expected a number"),
            (Scalar::Float, 2, "#ff0000", "found 0 for type u, expected 2 numbers"),
            (
                Scalar::Uint,
                1,
                "-1",
                "found `-1` for type u, expected a whole number from 0 to 4294967295",
            ),
            (Scalar::Bool, 1, "2", "found `2` for type u, expected true or false"),
        ] {
            assert_eq!(read(scalar, count, text), Err(message.to_owned()), "{text}");
        }
    }
}
