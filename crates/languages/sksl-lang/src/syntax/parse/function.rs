//! Parses functions and their parameters.

use glassbox_core::span::Span;

use super::{Parser, Result};
use crate::build::declaration::function::{DeclarationError, ParameterSyntax};
use crate::build::declaration::modifiers::ModifierSyntax;
use crate::ir::names::Name;
use crate::ir::ty::Ty;
use crate::syntax::token::TokenKind;

impl Parser<'_, '_> {
    /// Parses the rest of a function after `(`: parameters, and a body or semicolon.
    pub(super) fn function(
        &mut self,
        modifiers: &ModifierSyntax,
        result: Ty,
        name: Name,
        span: Span,
    ) -> Result<()> {
        let open = self.previous;
        let Ok(parameters) = self.parameters(open) else {
            return Err(self.forget(name));
        };
        let function = self.builder.function_declaration(modifiers, result, name, parameters, span);
        if function == Err(DeclarationError::Unclear) {
            self.forget(name);
        }
        let function = function.ok();
        if self.eat(TokenKind::Semicolon) {
            return Ok(());
        }
        if self.kind() != TokenKind::OpenBrace {
            return self.unexpected(
                &super::rules::UNEXPECTED,
                "the body of the function or `;`",
                "write the body in braces, or `;` if it follows further below",
            );
        }
        self.builder.begin_body(function);
        let mark = self.mark();
        let read = self.inner_block();
        self.close_to(mark);
        // A partially parsed body cannot be checked.
        let body = read.as_ref().ok().copied().filter(|_| !self.is_broken);
        self.builder.end_body(function, body, span);
        read.map(drop)
    }

    fn parameters(&mut self, open: Span) -> Result<Vec<ParameterSyntax>> {
        let mut parameters = Vec::new();
        let next = self.peek();
        match next.kind {
            TokenKind::CloseParenthesis => {}
            TokenKind::Identifier if self.text_of(next.span) == "void" => {
                self.next();
            }
            _ => {
                parameters.reserve_exact(4);
                loop {
                    let parameter = self.parameter()?;
                    parameters.push(parameter);
                    if !self.eat_comma() {
                        break;
                    }
                }
            }
        }
        self.close_parenthesis(open, "the parameters")?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> Result<ParameterSyntax> {
        let mut modifiers = self.modifiers()?;
        let ty = self.ty(&mut modifiers)?;
        let (name, span) = match self.optional_name() {
            Some((name, span)) => (Some(name), span),
            None => (None, self.peek().span),
        };
        let ty = self.dimensions(ty, span)?;
        Ok(ParameterSyntax { modifiers, name, ty, span })
    }
}
