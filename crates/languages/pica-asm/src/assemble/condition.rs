//! Parses conditions on the compare flags, and comparison operators.

use glassbox_pica::register::{Combine, Comparison, Condition};

use super::fault::Result;
use super::number::trim;
use super::state::Assembler;
use crate::rules;
use glassbox_core::suggest::similar;

/// Operators of `cmp` by number.
pub(crate) const OPERATORS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

/// Flag number and required value.
type Flag = (usize, bool);

impl<'a> Assembler<'a> {
    /// Parses `[!]cmp.x`, or two flags joined by `&`, `&&`, `|` or `||`.
    pub(crate) fn condition(&mut self, text: &'a str) -> Result<Condition> {
        let mut condition = Condition { combine: Combine::Or, x: true, y: true };
        let Some(at) = text.find(['&', '|']) else {
            let (flag, value) = self.flag(text)?;
            condition.combine = if flag == 0 { Combine::X } else { Combine::Y };
            set(&mut condition, (flag, value));
            return Ok(condition);
        };
        let (left, right) = (&text[..at], &text[at + 1..]);
        let right = match text.as_bytes()[at] {
            b'&' => {
                condition.combine = Combine::And;
                right.strip_prefix('&').unwrap_or(right)
            }
            _ => right.strip_prefix('|').unwrap_or(right),
        };
        // Right side first, so that its errors take precedence.
        let right = self.flag(trim(right))?;
        let left = self.flag(trim(left))?;
        set(&mut condition, right);
        set(&mut condition, left);
        if left.0 == right.0 {
            let name = ["cmp.x", "cmp.y"][left.0];
            let fault = self.fault(
                &rules::CONDITION,
                text,
                "condition register checked twice",
                format!("the condition tests `{name}` twice"),
            );
            return Err(fault.help("a condition joins `cmp.x` and `cmp.y`, in either order"));
        }
        Ok(condition)
    }

    fn flag(&mut self, text: &'a str) -> Result<Flag> {
        let name = text.trim_start_matches('!');
        let value = (text.len() - name.len()).is_multiple_of(2);
        if name.eq_ignore_ascii_case("cmp.x") {
            return Ok((0, value));
        }
        if name.eq_ignore_ascii_case("cmp.y") {
            return Ok((1, value));
        }
        let message = match name {
            "" => "a flag is missing here, expected `cmp.x` or `cmp.y`".to_owned(),
            _ => format!("`{}` is not a condition, expected `cmp.x` or `cmp.y`", trim(name)),
        };
        let part = if name.is_empty() { text } else { trim(name) };
        let fault =
            self.fault(&rules::CONDITION, part, format!("invalid condition register: {name}"), message);
        let fault = if name.starts_with([' ', '\t']) {
            fault.note("`!` goes directly before the flag")
        } else {
            fault
        };
        Err(fault.help(
            "a condition is `[!]cmp.x`, `[!]cmp.y` or both joined by `&&` or `||`; bool uniforms are tested by `ifu`, `callu` and `jmpu`",
        ))
    }

    /// Parses a comparison operator.
    pub(crate) fn comparison(&mut self, text: &'a str) -> Result<Comparison> {
        let known = OPERATORS.iter().position(|known| known.eq_ignore_ascii_case(text));
        if let Some(number) = known {
            return Ok(Comparison(number as u8));
        }
        let sign = match text {
            "==" | "=" => Some("eq"),
            "!=" => Some("ne"),
            "<" => Some("lt"),
            "<=" => Some("le"),
            ">" => Some("gt"),
            ">=" => Some("ge"),
            _ => similar(text, OPERATORS),
        };
        let fault = self.fault(
            &rules::COMPARISON,
            text,
            format!("invalid conditional operator: {text}"),
            format!("`{text}` is not a comparison, expected eq, ne, lt, le, gt or ge"),
        );
        Err(match sign {
            Some(name) => fault.help(format!("write `{name}`")),
            None => fault.help("`cmp a, lt, ge, b` compares a.x < b.x and a.y >= b.y"),
        })
    }
}

fn set(condition: &mut Condition, (flag, value): Flag) {
    match flag {
        0 => condition.x = value,
        _ => condition.y = value,
    }
}
