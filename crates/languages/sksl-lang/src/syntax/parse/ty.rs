//! Parses types and array sizes.

use glassbox_core::span::Span;

use super::{Parser, ReportedError, Result, rules};
use crate::build::Builder;
use crate::build::declaration::modifiers::ModifierSyntax;
use crate::ir::ty::Ty;
use crate::syntax::token::TokenKind;

impl Parser<'_, '_> {
    /// Returns whether the next token is a type in the current scope. Lookup has a side effect: it creates a symbol
    /// if a function of the program shares its name with builtin ones. So lookups happen exactly where Skia's
    /// compiler does them.
    pub(super) fn is_type_next(&mut self) -> bool {
        let token = self.peek();
        if token.kind != TokenKind::Identifier {
            return false;
        }
        let name = self.name_of(token.span);
        self.builder.named_type(name).is_some()
    }

    /// Parses a type with array dimensions. Precision qualifiers are removed from `modifiers`.
    pub(super) fn ty(&mut self, modifiers: &mut ModifierSyntax) -> Result<Ty> {
        let token = self.peek();
        if token.kind != TokenKind::Identifier {
            return self.unexpected(&rules::UNEXPECTED, "a type", "name a type, such as `float`");
        }
        let name = self.name_of(token.span);
        let Some(named) = self.builder.named_type(name) else {
            return self.unknown_type(token.span);
        };
        self.take(token);
        let mut ty = self.builder.used_type(named, token.span, modifiers);
        while self.eat(TokenKind::OpenBracket) {
            if self.kind() == TokenKind::CloseBracket {
                let bracket = self.peek().span;
                self.builder.missing_size(bracket);
                ty = Builder::poison_type();
            } else {
                let size = self.array_size()?;
                ty = self.builder.dimension(ty, size, token.span);
            }
            self.close_bracket("the size of the array")?;
        }
        Ok(ty)
    }

    /// Reports an unknown type, unless its declaration failed.
    pub(super) fn unknown_type<T>(&mut self, span: Span) -> Result<T> {
        let name = self.name_of(span);
        if !self.wrong_names.contains(&name) && self.reported_at != Some(span.start) {
            self.reported_at = Some(span.start);
            self.builder.unknown_type(name, span);
        }
        Err(ReportedError)
    }

    /// Parses array dimensions after a name. `place` is the range of the declaration for findings.
    pub(super) fn dimensions(&mut self, mut ty: Ty, place: Span) -> Result<Ty> {
        while self.eat(TokenKind::OpenBracket) {
            if self.kind() == TokenKind::CloseBracket {
                let bracket = self.next().span;
                let place = self.declared_at(place, bracket);
                self.builder.missing_size(place);
                ty = Builder::poison_type();
                continue;
            }
            let size = self.array_size()?;
            ty = self.builder.dimension(ty, size, place);
            self.close_bracket("the size of the array")?;
        }
        Ok(ty)
    }

    /// Parses the size in the brackets of an array; `None` after an error.
    pub(super) fn array_size(&mut self) -> Result<Option<u32>> {
        let size = self.expression()?;
        Ok(self.builder.array_size(size))
    }

    pub(super) fn close_bracket(&mut self, what: &str) -> Result<Span> {
        if self.kind() == TokenKind::CloseBracket {
            return Ok(self.next().span);
        }
        self.unexpected(&rules::UNEXPECTED, &format!("`]` after {what}"), "close the bracket with `]`")
    }
}
