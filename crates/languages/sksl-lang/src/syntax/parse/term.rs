//! Parses operands: names, literals and parenthesised expressions.

use glassbox_core::span::Span;

use super::{Parser, ReportedError, Result, rules};
use crate::ir::expression::Expr;
use crate::syntax::number;
use crate::syntax::token::{Keyword, Token, TokenKind};
use glassbox_core::printable::excerpt;

impl Parser<'_, '_> {
    /// Parses an operand that begins with `token`, which has been peeked.
    pub(super) fn term(&mut self, token: Token) -> Result<Expr> {
        let span = token.span;
        match token.kind {
            TokenKind::Identifier => {
                self.take(token);
                let name = self.name_of(span);
                let is_reported = self.reported_at == Some(span.start);
                Ok(if is_reported || self.wrong_names.contains(&name) {
                    self.builder.poison(span)
                } else {
                    self.builder.identifier(name, span)
                })
            }
            TokenKind::Int => {
                self.take(token);
                self.number_suffix(span);
                if let Some(value) = number::integer(self.text_of(span)) {
                    return Ok(self.builder.int_literal(value, span));
                }
                let message = format!("`{}` needs more than 32 bits", excerpt(self.text_of(span)));
                self.report(&rules::LARGE_INTEGER, span, message)
                    .help("integers go up to 4294967295");
                Ok(self.builder.poison(span))
            }
            TokenKind::Float => {
                self.take(token);
                self.number_suffix(span);
                if let Some(value) = number::float(self.text_of(span)) {
                    return Ok(self.builder.float_literal(value, span));
                }
                let message = format!("`{}` is too large for a float", excerpt(self.text_of(span)));
                self.report(&rules::LARGE_FLOAT, span, message)
                    .help("floats go up to 3.4028235e38");
                Ok(self.builder.poison(span))
            }
            TokenKind::BadOctal => {
                // Reported when the token was read.
                self.next();
                Ok(self.builder.poison(span))
            }
            TokenKind::Keyword(keyword @ (Keyword::True | Keyword::False)) => {
                self.next();
                Ok(self.builder.bool_literal(keyword == Keyword::True, span))
            }
            TokenKind::OpenParenthesis => {
                self.take(token);
                let nesting = self.nesting;
                self.deepen()?;
                let result = self.expression()?;
                self.close_parenthesis(span, "the expression")?;
                self.nesting = nesting;
                Ok(result)
            }
            TokenKind::Keyword(keyword) => {
                let found = format!("expected an expression, found the keyword `{}`", keyword.text());
                self.fail(&rules::NO_EXPRESSION, span, found, keyword_help(keyword))
            }
            TokenKind::OpenBrace => self.unexpected(
                &rules::NO_EXPRESSION,
                "an expression",
                "lists in braces are not expressions: write the type before them, as in `float[2](1, 2)` or `half3(1, 2, 3)`",
            ),
            _ => self.unexpected(
                &rules::NO_EXPRESSION,
                "an expression",
                "write a value, or remove what needs one",
            ),
        }
    }

    /// Reports a number suffix of another language and ignores it.
    fn number_suffix(&mut self, number: Span) {
        let next = self.text.as_bytes().get(number.end as usize);
        if next.is_some_and(u8::is_ascii_alphabetic) {
            self.suffix_letters(number);
        }
    }

    fn suffix_letters(&mut self, number: Span) {
        let rest = self.text.get(number.end as usize..).unwrap_or_default();
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let suffix = rest.get(..length).unwrap_or_default();
        if !matches!(suffix, "f" | "F" | "h" | "H" | "d" | "D" | "l" | "L" | "lf" | "LF" | "hf" | "HF")
            || self.adjacent_identifier().is_none()
        {
            return;
        }
        let text = self.text_of(number);
        let span = Span::new(number.end, number.end + length as u32);
        let is_float = !matches!(suffix, "l" | "L");
        let plain = if is_float && text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{text}.0")
        } else {
            text.to_owned()
        };
        let message = format!("found a number with the suffix `{suffix}`, which SkSL does not have");
        self.report(&rules::NUMBER_SUFFIX, span, message).help(format!("write `{plain}`"));
    }

    /// Records a failed declaration, so that uses of its name are not reported.
    pub(super) fn forget(&mut self, name: crate::ir::names::Name) -> ReportedError {
        self.wrong_names.insert(name);
        ReportedError
    }
}

/// Help for a keyword in place of an expression.
fn keyword_help(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Struct => "structs are declared outside of functions",
        Keyword::Uniform | Keyword::In | Keyword::Out | Keyword::InOut | Keyword::Layout => {
            "such variables are declared outside of functions"
        }
        Keyword::Else => "an `else` follows the one statement of an `if`, or its block",
        Keyword::Case | Keyword::Default => {
            "cases belong directly in the braces of a `switch`, `default` last"
        }
        _ => "write a value, or remove what needs one",
    }
}
