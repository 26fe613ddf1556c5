//! Whole numbers out of constant expressions: conditions, sizes of arrays, numbers in layouts.

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

/// How deep parentheses and operators nest: each level is one of the stack.
const MAX_DEPTH: usize = 64;

/// Why an expression has no value.
pub(crate) struct NoValue {
    /// The token that is wrong; `None` where something is missing at the end.
    pub(crate) at: Option<Provenance>,
    /// What was found and expected.
    pub(crate) message: String,
}

/// The value of an expression, as 32-bit arithmetic has it. `name` says what names stand for; it is told whether the value
/// counts, which it does not behind `0 &&` and `1 ||`.
pub(crate) fn evaluate(
    tokens: &[Token],
    name: &mut dyn FnMut(&Token, bool) -> Option<i64>,
) -> Result<i64, NoValue> {
    let mut reader = Reader { tokens, at: 0, name, skipped: 0 };
    let value = reader.binary(0, 0)?;
    match reader.next() {
        None => Ok(value),
        Some(token) => Err(reader.wrong(token, "an operator or the end of the expression")),
    }
}

/// The value of a whole number as it is written, with or without the suffix of unsigned ones.
pub(crate) fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    let (digits, radix) = match digits.get(..2) {
        Some("0x" | "0X") => (digits.get(2..)?, 16),
        _ if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
        _ => (digits, 10),
    };
    i64::from_str_radix(digits, radix).ok()
}

/// What a 32-bit signed integer keeps of a value.
fn in_32_bits(value: i64) -> i64 {
    i64::from(value as i32)
}

struct Reader<'t, 'n> {
    tokens: &'t [Token],
    at: usize,
    name: &'n mut dyn FnMut(&Token, bool) -> Option<i64>,
    /// How many operators surround that do not need the value.
    skipped: usize,
}

/// How strongly an operator binds; `None` for signs that are none.
fn strength(sign: &str) -> Option<u8> {
    Some(match sign {
        "||" => 1,
        "^^" => 2,
        "&&" => 3,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "==" | "!=" => 7,
        "<" | ">" | "<=" | ">=" => 8,
        "<<" | ">>" => 9,
        "+" | "-" => 10,
        "*" | "/" | "%" => 11,
        _ => return None,
    })
}

impl<'t> Reader<'t, '_> {
    fn next(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    fn wrong(&self, token: &Token, expected: &str) -> NoValue {
        NoValue {
            at: Some(token.from),
            message: format!("found `{}`, expected {expected}", shown(&token.text)),
        }
    }

    fn binary(&mut self, least: u8, depth: usize) -> Result<i64, NoValue> {
        let mut left = self.unary(depth)?;
        while let Some(operator) = self.tokens.get(self.at) {
            let Some(strength) = strength(&operator.text).filter(|strength| *strength > least) else {
                break;
            };
            self.at += 1;
            let is_settled = operator.is("||") && left != 0 || operator.is("&&") && left == 0;
            self.skipped += usize::from(is_settled);
            let right = self.binary(strength, depth + 1)?;
            self.skipped -= usize::from(is_settled);
            left = self.apply(operator, left, right)?;
        }
        Ok(left)
    }

    fn apply(&self, operator: &Token, left: i64, right: i64) -> Result<i64, NoValue> {
        // A distance of 32 or more takes every bit away, as a negative one does.
        let by = u32::try_from(right).map_or(32, |by| by.min(32));
        let value = match &*operator.text {
            "||" => i64::from(left != 0 || right != 0),
            "^^" => i64::from((left != 0) != (right != 0)),
            "&&" => i64::from(left != 0 && right != 0),
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => i64::from(left == right),
            "!=" => i64::from(left != right),
            "<" => i64::from(left < right),
            ">" => i64::from(left > right),
            "<=" => i64::from(left <= right),
            ">=" => i64::from(left >= right),
            "<<" => left.wrapping_shl(by),
            ">>" => left.wrapping_shr(by),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            // What is not evaluated divides by nothing.
            _ if right == 0 && self.skipped > 0 => 0,
            _ if right == 0 => {
                return Err(NoValue {
                    at: Some(operator.from),
                    message: "found a division by 0, expected another divisor".to_owned(),
                });
            }
            "/" => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        };
        Ok(in_32_bits(value))
    }

    fn unary(&mut self, depth: usize) -> Result<i64, NoValue> {
        let Some(token) = self.next() else {
            return Err(NoValue {
                at: None,
                message: "found the end of the expression, expected a number".to_owned(),
            });
        };
        if depth > MAX_DEPTH {
            return Err(NoValue {
                at: Some(token.from),
                message: format!("found an expression more than {MAX_DEPTH} deep, expected a flatter one"),
            });
        }
        match token.kind {
            Kind::Number => {
                let number = whole_number(&token.text).map(in_32_bits);
                number.ok_or_else(|| self.wrong(token, "a whole number"))
            }
            Kind::Word => (self.name)(token, self.skipped == 0)
                .ok_or_else(|| self.wrong(token, "a whole number or a name for one")),
            Kind::Sign => match &*token.text {
                "!" => Ok(i64::from(self.unary(depth + 1)? == 0)),
                "~" => Ok(!self.unary(depth + 1)?),
                "-" => Ok(in_32_bits(self.unary(depth + 1)?.wrapping_neg())),
                "+" => self.unary(depth + 1),
                "(" => {
                    let value = self.binary(0, depth + 1)?;
                    match self.next() {
                        Some(end) if end.is(")") => Ok(value),
                        Some(other) => Err(self.wrong(other, "`)`")),
                        None => Err(NoValue {
                            at: Some(token.from),
                            message: "found a parenthesis that does not close, expected `)`".to_owned(),
                        }),
                    }
                }
                _ => Err(self.wrong(token, "a number")),
            },
            Kind::Quoted | Kind::Stray => Err(self.wrong(token, "a number")),
        }
    }
}
