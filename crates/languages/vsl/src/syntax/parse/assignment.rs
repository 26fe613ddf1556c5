//! Parses statements with a value: declarations and assignments.

use super::expression::Operand;
use super::statement::Begun;
use super::{Parser, Span, SyntaxError, TokenKind, excerpt};
use crate::syntax::tree::{ExpressionId, ExpressionKind, StatementKind};

impl<'s> Parser<'s, '_> {
    /// `TYPE NAME [= VALUE];`
    pub(super) fn declare(&mut self) -> Begun<'s> {
        if matches!(
            self.word(),
            "const" | "var" | "let" | "auto" | "inout" | "highp" | "mediump" | "lowp" | "precise"
        ) && self.ahead(1).kind == TokenKind::Name
        {
            let word = self.word();
            let fault = self.unexpected("a type");
            let help = match self.ahead(2).kind {
                TokenKind::Name => format!("leave `{word}` out"),
                _ => format!("write the type in place of `{word}`, such as `float`"),
            };
            self.report(fault.help(help));
            if self.ahead(2).kind != TokenKind::Name {
                let name = self.text_of(self.ahead(1).span);
                self.source.wrong_names.push(name);
                self.skip_statement();
                return Begun::Nothing;
            }
            self.bump();
        }
        let Ok(declaration) = self.declaration() else {
            self.skip_statement();
            return Begun::Nothing;
        };
        let mut value = None;
        if self.eat(TokenKind::Assign(None)) {
            value = Some(match self.value("the value") {
                Ok(operand) => operand,
                Err(wrong) => wrong,
            });
        } else if !self.is_followed_by_too_much("a variable needs `=` and an initial value") {
            let begins = self.kind() == TokenKind::OpenParenthesis;
            if begins && !self.token().begins_line {
                let fault = self.unexpected("`;` or `=`");
                self.report(
                    fault.help("an initial value is written `= value`; there are no user-defined functions"),
                );
                self.skip_statement();
            } else {
                self.semicolon("the declaration");
            }
        }
        Begun::Statement(StatementKind::Declare { declaration, value })
    }

    /// Parses an expression and its semicolon; an invalid one yields an error node.
    fn value(&mut self, what: &str) -> Result<ExpressionId, ExpressionId> {
        let start = self.token().span;
        let nodes = self.source.expressions.len();
        let Ok(value) = self.expression() else {
            self.skip_statement();
            // Drop the nodes of the failed value; those of the place before it stay.
            self.source.expressions.truncate(nodes);
            return Err(self.wrong(start));
        };
        match self.kind() {
            TokenKind::Semicolon => {
                self.bump();
            }
            TokenKind::Comma => {
                let fault = SyntaxError::new(self.token().span, "expected `;`, found `,`");
                self.report(fault.help("write a statement for each variable"));
                while self.eat(TokenKind::Comma) {
                    if self.kind() == TokenKind::Name {
                        let name = self.word();
                        self.source.wrong_names.push(name);
                    }
                    self.skip_to(TokenKind::Comma);
                }
                self.skip_statement();
            }
            TokenKind::Assign(_) => {
                let fault = self.unexpected("an operator or `;`");
                let help = "an assignment is a statement and has no value; equality is written `==`";
                self.report(fault.help(help));
                self.skip_statement();
                self.source.expressions.truncate(nodes);
                return Err(self.wrong(start));
            }
            TokenKind::Name | TokenKind::BuiltIn | TokenKind::Literal(_) if !self.token().begins_line => {
                let fault = self.unexpected(&format!("an operator or `;` after {what}"));
                let fault = match self.is_cast(value) {
                    Some(ty) => fault.help(format!("conversions are written `{ty}(value)`")),
                    None => fault.help("end the statement with `;`, or put an operator between the two"),
                };
                self.report(fault);
                self.skip_statement();
                self.source.expressions.truncate(nodes);
                return Err(self.wrong(start));
            }
            TokenKind::CloseParenthesis | TokenKind::CloseBracket => {
                let message = format!("this {} closes nothing", self.found());
                let fault = SyntaxError::new(self.token().span, message);
                self.report(fault.help("remove it"));
                self.skip_statement();
            }
            _ => self.semicolon(what),
        }
        Ok(value.id)
    }

    /// The type of a C-style cast: a parenthesized name directly before an operand.
    fn is_cast(&self, value: Operand) -> Option<&'s str> {
        let expression = self.source.expressions.get(value.id.0 as usize)?;
        match expression.kind {
            ExpressionKind::Name(name) if value.span != expression.span => Some(name),
            _ => None,
        }
    }

    /// `PLACE = VALUE;`
    pub(super) fn assign(&mut self) -> Begun<'s> {
        let start = self.token();
        let Ok(place) = self.expression() else {
            self.skip_statement();
            return Begun::Nothing;
        };
        let span = place.span;
        let TokenKind::Assign(operator) = self.kind() else {
            self.no_assignment(span);
            return Begun::Nothing;
        };
        let operator_span = self.bump().span;
        let wrong = self.no_place(place);
        if let Some(fault) = wrong
            && !start.after_wrong
        {
            self.reports.push(fault);
            // The value may be invalid for the same reason.
            self.skip_statement();
            return Begun::Nothing;
        }
        let (Ok(value) | Err(value)) = self.value("the assignment");
        Begun::Statement(StatementKind::Assign { place: place.id, operator, operator_span, value })
    }

    /// Reports an expression in place of a statement.
    fn no_assignment(&mut self, span: Span) {
        let text = self.text_of(span);
        let is_call = text.ends_with(')');
        let is_whole = self.kind() == TokenKind::Semicolon;
        let fault = if is_whole {
            SyntaxError::new(span, format!("expected a statement, found the expression `{}`", excerpt(text)))
                .help(if is_call {
                    "a call alone has no effect: assign its result, such as `value = name(…);`"
                } else {
                    "an expression alone has no effect: remove it or assign it"
                })
        } else {
            let fault = self.unexpected("`=` or another assignment");
            fault.help("statements are declarations, assignments, `if`, `for`, `break`, `continue`, `return`, `discard`")
        };
        self.report(fault);
        let goes_on = is_whole || !self.token().begins_line;
        if goes_on {
            self.skip_statement();
        }
    }

    /// The fault in the left side of an assignment, if any.
    fn no_place(&self, place: Operand) -> Option<SyntaxError> {
        let mut id = place.id;
        let outer = self.source.expressions.get(id.0 as usize)?;
        if outer.span != place.span {
            return Some(
                SyntaxError::new(place.span, "expected an assignment target, found a parenthesis")
                    .help("leave the parentheses out"),
            );
        }
        loop {
            let expression = self.source.expressions.get(id.0 as usize)?;
            match expression.kind {
                ExpressionKind::Name(_) | ExpressionKind::Wrong => return None,
                ExpressionKind::Member { base, .. } => id = base,
                ExpressionKind::Index { base, second: None, .. } => id = base,
                ExpressionKind::Index { second: Some(second), .. } => {
                    let span = self.source.expressions.get(second.0 as usize)?.span;
                    return Some(
                        SyntaxError::new(span, "an assignment target has one index, found a second one")
                            .help("the component of a matrix is written `matrix[column][row]`"),
                    );
                }
                _ => {
                    let text = excerpt(self.text_of(place.span));
                    return Some(
                        SyntaxError::new(
                            place.span,
                            format!("expected an assignment target, found `{text}`"),
                        )
                        .help("assignment targets are variables, their fields, components and elements"),
                    );
                }
            }
        }
    }
}
