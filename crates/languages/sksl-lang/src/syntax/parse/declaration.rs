//! Parses top-level declarations.

use glassbox_core::span::Span;
use glassbox_sksl::raw::{ProgramKind, Storage};

use super::{Parser, Result, rules};
use crate::build::declaration::modifiers::ModifierSyntax;
use crate::syntax::token::{Keyword, TokenKind};

impl Parser<'_, '_> {
    /// Parses the whole text.
    pub(super) fn declarations(&mut self) {
        let mut is_first = true;
        loop {
            let mark = self.mark();
            self.is_broken = false;
            let read = match self.kind() {
                TokenKind::End => return,
                TokenKind::Directive => self.directive(is_first),
                TokenKind::Semicolon => {
                    self.lone_semicolon();
                    Ok(())
                }
                TokenKind::CloseBrace => self.unexpected(
                    &rules::UNEXPECTED,
                    "a declaration",
                    "remove the brace: nothing is open that it could close",
                ),
                TokenKind::Invalid => self.unexpected(&rules::UNEXPECTED, "a declaration", ""),
                _ => self.declaration(),
            };
            if read.is_err() {
                if !self.builder.findings.has_errors() {
                    // Nothing may be skipped silently.
                    let _: Result<()> = self.unexpected(&rules::UNEXPECTED, "a declaration", "remove it");
                }
                self.skip_declaration(mark);
            }
            self.close_to(mark);
            is_first = false;
        }
    }

    fn lone_semicolon(&mut self) {
        let span = self.next().span;
        self.report(&rules::LONE_SEMICOLON, span, "expected a declaration, found `;`")
            .help("remove it: no `;` is needed after the body of a function");
    }

    fn declaration(&mut self) -> Result<()> {
        let start = self.peek().span;
        let mut modifiers = self.modifiers()?;
        let next = self.peek();
        match next.kind {
            // A name that is not a type is usually a misspelt one.
            TokenKind::Identifier if !self.is_type_next() => self.interface_block(modifiers),
            TokenKind::Semicolon => {
                self.next();
                self.lone_modifiers(&modifiers, start, next.span);
                Ok(())
            }
            TokenKind::Keyword(Keyword::Struct) => self.struct_declaration(&modifiers),
            _ => {
                let ty = self.ty(&mut modifiers)?;
                let (name, span) = self.new_name("the name of a variable or function")?;
                if self.eat(TokenKind::OpenParenthesis) {
                    return self.function(&modifiers, ty, name, span);
                }
                self.variables(&modifiers, ty, (name, span), span, Storage::GLOBAL).map(drop)
            }
        }
    }

    /// Parses modifiers that apply to the whole program.
    fn lone_modifiers(&mut self, modifiers: &ModifierSyntax, start: Span, semicolon: Span) {
        let kind = self.builder.program.kind;
        if matches!(kind, ProgramKind::FRAGMENT | ProgramKind::VERTEX) {
            return self.builder.modifiers_alone(modifiers.modifiers, start.to(semicolon));
        }
        let message = "expected a declaration after the modifiers, found `;`";
        self.report(&rules::LONE_MODIFIERS, semicolon, message)
            .help("only fragment and vertex programs have modifiers without a declaration");
    }
}
