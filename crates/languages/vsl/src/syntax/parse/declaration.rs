//! Parses `TYPE[<PARAMETER>] NAME [SIZE]`, the common part of most declarations.

use super::{Parser, Result, SyntaxError, TokenKind, excerpt};
use crate::dialect::{Dialect, released_format};
use crate::rules::syntax::OLDER_FORMAT;
use crate::syntax::tree::{BinaryOperator, Bound, Declaration, Name};

const LESS: TokenKind = TokenKind::Operator(BinaryOperator::Less);
const GREATER: TokenKind = TokenKind::Operator(BinaryOperator::Greater);

impl<'s> Parser<'s, '_> {
    /// A declaration without its semicolon. Fails only if there is no name.
    pub(super) fn declaration(&mut self) -> Result<Declaration<'s>> {
        let ty = self.name("a type")?;
        self.declaration_of(ty)
    }

    /// The rest of a declaration after its type.
    pub(super) fn declaration_of(&mut self, ty: Name<'s>) -> Result<Declaration<'s>> {
        let parameter = self.parameter()?;
        let misplaced = match self.kind() {
            TokenKind::OpenBracket => {
                let span = self.token().span;
                let size = self.size();
                let help = "the size of an array goes after the name, such as `float name[4]`";
                self.report(SyntaxError::new(span, "expected a name, found `[`").help(help));
                size
            }
            _ => None,
        };
        let name = self.name("the name of a variable")?;
        let size = match self.kind() {
            TokenKind::OpenBracket => self.size(),
            _ => misplaced,
        };
        if self.kind() == TokenKind::OpenBracket {
            let fault = SyntaxError::new(self.token().span, "an array has one size, found a second `[`");
            self.report(fault.help("arrays have one dimension: multiply the sizes"));
            while self.kind() == TokenKind::OpenBracket {
                self.skip_brackets();
            }
        }
        Ok(Declaration { ty, parameter, name, size, span: ty.span.to(self.previous) })
    }

    fn parameter(&mut self) -> Result<Option<Name<'s>>> {
        if !self.eat(LESS) {
            return Ok(None);
        }
        let mut parameter = self.name("a texel format or structure")?;
        if let Some(name) = released_format(parameter.text)
            && self.dialect == Dialect::Older
        {
            let message = format!("the format `{}` is read as `{name}`", parameter.text);
            self.note(&OLDER_FORMAT, parameter.span, message, format!("write `{name}`"));
            parameter = Self::renamed(name, parameter.span);
        }
        self.expect(GREATER, "`>` after the parameter of the type", "write `Type<parameter> name`")?;
        Ok(Some(parameter))
    }

    /// `[SIZE]`; always yields a size, whatever the brackets contain.
    fn size(&mut self) -> Option<Bound<'s>> {
        self.bump();
        let size = self.bound("the size of the array");
        if self.kind() != TokenKind::CloseBracket {
            if !matches!(size, Bound::Literal(literal) if literal.kind == crate::syntax::tree::LiteralKind::Wrong)
            {
                let fault = self.unexpected("`]` after the size of the array");
                self.report(fault.help("the size is one number"));
            }
            self.skip_to(TokenKind::CloseBracket);
        }
        self.eat(TokenKind::CloseBracket);
        Some(size)
    }

    /// Reports further names, or a value where none is allowed. True if something was reported; everything up
    /// to the semicolon is then skipped.
    pub(super) fn is_followed_by_too_much(&mut self, value_help: &str) -> bool {
        match self.kind() {
            TokenKind::Comma => {
                let fault = SyntaxError::new(self.token().span, "a declaration has one variable, found `,`");
                self.report(fault.help("write a declaration for each"));
                while self.eat(TokenKind::Comma) {
                    if self.kind() == TokenKind::Name {
                        let name = self.word();
                        self.source.wrong_names.push(name);
                        self.bump();
                    }
                    self.skip_to(TokenKind::Comma);
                }
            }
            TokenKind::Assign(_) => {
                let message = format!("expected `;`, found `{}`", excerpt(self.word()));
                let fault = SyntaxError::new(self.token().span, message);
                self.report(fault.help(value_help));
            }
            TokenKind::Colon => {
                let fault = self.unexpected("`;`");
                self.report(
                    fault.help("there are no semantics: inputs, outputs and bindings are matched by the numbers in parentheses"),
                );
            }
            _ => return false,
        }
        self.skip_statement();
        true
    }
}
