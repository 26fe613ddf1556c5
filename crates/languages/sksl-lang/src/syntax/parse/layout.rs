//! Parses modifiers and layouts.

use glassbox_core::suggest::similar;
use glassbox_sksl::raw::ModifierFlags;

use super::{Parser, Result, rules};
use crate::build::declaration::modifiers::{self, ModifierSyntax};
use crate::rules::declaration::MODIFIER;
use crate::syntax::number;
use crate::syntax::token::{Keyword, TokenKind};
use glassbox_core::printable::excerpt;

impl Parser<'_, '_> {
    /// Parses an optional layout and keywords in any order and number.
    pub(super) fn modifiers(&mut self) -> Result<ModifierSyntax> {
        let mut syntax = ModifierSyntax::default();
        if self.eat_keyword(Keyword::Layout) {
            self.layout(&mut syntax)?;
        }
        while let Some(flags) = self.modifier() {
            let span = self.next().span;
            if self.builder.is_current() && syntax.modifiers.flags.0 & flags.0 != 0 {
                let message = format!("found `{}` again, expected each modifier once", self.text_of(span));
                self.report(&MODIFIER, span, message).help("keep one of them");
            }
            syntax.word(flags, span);
        }
        Ok(syntax)
    }

    /// Modifier denoted by the next token.
    fn modifier(&mut self) -> Option<ModifierFlags> {
        let TokenKind::Keyword(keyword) = self.kind() else {
            return None;
        };
        Some(match keyword {
            Keyword::Uniform => ModifierFlags::UNIFORM,
            Keyword::Const => ModifierFlags::CONST,
            Keyword::In => ModifierFlags::IN,
            Keyword::Out => ModifierFlags::OUT,
            Keyword::InOut => ModifierFlags(ModifierFlags::IN.0 | ModifierFlags::OUT.0),
            Keyword::Flat => ModifierFlags::FLAT,
            Keyword::NoPerspective => ModifierFlags::NO_PERSPECTIVE,
            Keyword::HasSideEffects => ModifierFlags::HAS_SIDE_EFFECTS,
            Keyword::Inline => ModifierFlags::INLINE,
            Keyword::NoInline => ModifierFlags::NO_INLINE,
            Keyword::HighP => ModifierFlags::HIGHP,
            Keyword::MediumP => ModifierFlags::MEDIUMP,
            Keyword::LowP => ModifierFlags::LOWP,
            Keyword::Es3 => ModifierFlags::ES3,
            _ => return None,
        })
    }

    /// Parses the parentheses after `layout`.
    fn layout(&mut self, into: &mut ModifierSyntax) -> Result<()> {
        let open = self.expect(
            TokenKind::OpenParenthesis,
            "`(` after `layout`",
            "write the qualifiers in parentheses: `layout(location = 0)`",
        )?;
        loop {
            self.qualifier(into)?;
            if self.eat(TokenKind::CloseParenthesis) {
                return Ok(());
            }
            if !self.eat_comma() {
                return self.close_parenthesis(open, "the layout").map(drop);
            }
        }
    }

    fn qualifier(&mut self, into: &mut ModifierSyntax) -> Result<()> {
        let token = self.next();
        let text = self.text_of(token.span);
        if let Some(flag) = modifiers::qualifier(text) {
            let value = if modifiers::has_value(flag) { self.qualifier_value(text)? } else { -1 };
            self.builder.layout_qualifier(into, flag, value, token.span);
            return Ok(());
        }
        let help = match similar(text, modifiers::qualifier_names()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => {
                let names: Vec<&str> = modifiers::qualifier_names().collect();
                format!("the qualifiers are {}", names.join(", "))
            }
        };
        let message = format!("expected a layout qualifier, found `{}`", excerpt(text));
        self.report(&rules::UNKNOWN_QUALIFIER, token.span, message).help(help);
        if self.eat(TokenKind::Operator(glassbox_sksl::raw::Operator::ASSIGN)) {
            self.eat(TokenKind::Int);
        }
        Ok(())
    }

    /// Parses `= NUMBER`; −1 if the number is too large.
    fn qualifier_value(&mut self, name: &str) -> Result<i32> {
        let help = format!("write `{name} = 0`");
        let equals = TokenKind::Operator(glassbox_sksl::raw::Operator::ASSIGN);
        self.expect(equals, &format!("`=` after `{name}`"), &help)?;
        let span = self.expect(TokenKind::Int, "an integer from 0 on", &help)?;
        let text = self.text_of(span);
        if let Some(value) = number::integer(text) {
            // As in Skia's compiler, values wrap at 32 bits.
            return Ok(value as i32);
        }
        let message = format!("expected a number of at most 32 bits, found `{}`", excerpt(text));
        self.report(&rules::LARGE_QUALIFIER, span, message)
            .help("use a smaller number: a binary has room for 8 or 16 bits");
        Ok(-1)
    }
}
