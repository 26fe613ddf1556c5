//! Types and the sizes of arrays.

use glassbox_core::span::Span;

use super::{Parser, ReportedError, Result, rules};
use crate::build::Builder;
use crate::build::declaration::modifiers::ModifierSyntax;
use crate::ir::ty::Ty;
use crate::syntax::token::TokenKind;

impl Parser<'_, '_> {
    /// Whether the next token is a type here. Looking is not free of consequences: where a function of the program and builtin
    /// ones share a name, each look makes a symbol. So it is done where Skia's compiler does it, and nowhere else.
    pub(super) fn is_type_next(&mut self) -> bool {
        let token = self.peek();
        if token.kind != TokenKind::Identifier {
            return false;
        }
        let name = self.name_of(token.span);
        self.builder.named_type(name).is_some()
    }

    /// A type, with dimensions of an array behind it. Precision words are taken out of its modifiers.
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

    /// Says that there is no type of a name, unless its declaration failed.
    pub(super) fn unknown_type<T>(&mut self, span: Span) -> Result<T> {
        let name = self.name_of(span);
        if !self.wrong_names.contains(&name) && self.reported_at != Some(span.start) {
            self.reported_at = Some(span.start);
            self.builder.unknown_type(name, span);
        }
        Err(ReportedError)
    }

    /// Dimensions of an array behind a name. `place` is where the declaration is taken to be.
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

    /// The expression in the brackets of an array. Where it is wrong there is no size.
    pub(super) fn array_size(&mut self) -> Result<Option<u32>> {
        let size = self.expression()?;
        Ok(self.builder.array_size(size))
    }

    pub(super) fn close_bracket(&mut self, what: &str) -> Result<Span> {
        if self.kind() == TokenKind::CloseBracket {
            return Ok(self.next().span);
        }
        self.unexpected(
            &rules::UNEXPECTED,
            &format!("`]` behind {what}"),
            "close the bracket with `]`",
        )
    }
}
