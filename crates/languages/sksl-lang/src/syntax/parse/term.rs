//! Operands: names, literals, and expressions in parentheses.

use super::cursor::shown;
use super::{Failed, Parsed, Parser, rules};
use crate::ir::expression::Expr;
use crate::syntax::number;
use crate::syntax::token::{Keyword, TokenKind};

impl Parser<'_, '_> {
    pub(super) fn term(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let span = token.span;
        match token.kind {
            TokenKind::Identifier => {
                self.next();
                let name = self.name_of(span);
                Ok(match self.wrong_names.contains(&name) {
                    true => self.builder.poison(span),
                    false => self.builder.identifier(name, span),
                })
            }
            TokenKind::Int => {
                self.next();
                if let Some(value) = number::integer(self.text_of(span)) {
                    return Ok(self.builder.int_literal(value, span));
                }
                let message = format!("`{}` needs more than 32 bits", shown(self.text_of(span)));
                let finding = self
                    .builder
                    .finding(&rules::LARGE_INTEGER, span, message)
                    .help("integers go up to 4294967295");
                self.report(span, finding);
                Ok(self.builder.poison(span))
            }
            TokenKind::Float => {
                self.next();
                if let Some(value) = number::float(self.text_of(span)) {
                    return Ok(self.builder.float_literal(value, span));
                }
                let message = format!("`{}` is too large for a float", shown(self.text_of(span)));
                let finding = self
                    .builder
                    .finding(&rules::LARGE_FLOAT, span, message)
                    .help("floats go up to 3.4028235e38");
                self.report(span, finding);
                Ok(self.builder.poison(span))
            }
            TokenKind::BadOctal => {
                // It has been reported where it was read.
                self.next();
                Ok(self.builder.poison(span))
            }
            TokenKind::Keyword(keyword @ (Keyword::True | Keyword::False)) => {
                self.next();
                Ok(self.builder.bool_literal(keyword == Keyword::True, span))
            }
            TokenKind::OpenParenthesis => {
                self.next();
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
            _ => self.unexpected(
                &rules::NO_EXPRESSION,
                "an expression",
                "write a value, or remove what needs one",
            ),
        }
    }

    /// Remembers that a declaration failed, so that nothing is said about uses of its name.
    pub(super) fn forget(&mut self, name: crate::ir::names::Name) -> Failed {
        self.wrong_names.insert(name);
        Failed
    }
}

/// How a keyword may have come where an expression has to be.
fn keyword_help(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Struct => "structs are declared outside of functions",
        Keyword::Uniform | Keyword::In | Keyword::Out | Keyword::InOut | Keyword::Layout => {
            "such variables are declared outside of functions"
        }
        Keyword::Else => "an `else` follows the one statement of an `if`, or its block",
        Keyword::Case | Keyword::Default => {
            "cases stand directly in the braces of a `switch`, `default` last"
        }
        _ => "write a value, or remove what needs one",
    }
}
