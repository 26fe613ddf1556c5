//! Parses `@shader graphics;`, the line that fixes the shader kind and the dialect.

use super::{Parser, Span, SyntaxError, TokenKind};
use crate::dialect::Dialect;
use crate::rules::syntax::OLDER_SHADER;
use crate::syntax::tree::Name;

const RIGHT: &str = "the first line is `@shader graphics;`";

impl<'s> Parser<'s, '_> {
    /// Parses the first line. If it is the other dialect's, reports that once and parses the rest in that
    /// dialect.
    pub(super) fn first_line(&mut self) {
        let token = self.token();
        match token.kind {
            TokenKind::AtShader => {
                if self.dialect == Dialect::Older {
                    let message = "expected `shader` of the older dialect, found `@shader`";
                    self.report(
                        SyntaxError::new(token.span, message)
                            .help("this is a source of the released language: leave `--dialect older` out"),
                    );
                    self.take_for(Dialect::Released);
                }
                self.bump();
                self.shader_type();
            }
            TokenKind::Name if self.word() == "shader" => {
                if self.dialect == Dialect::Older {
                    let message = "`shader` of the older dialect is read as `@shader`".to_owned();
                    let help = "write `@shader graphics;`".to_owned();
                    self.note(&OLDER_SHADER, token.span, message, help);
                } else {
                    self.report(
                        SyntaxError::new(token.span, "expected `@shader`, found `shader`").help(
                            "write `@shader graphics;`, or read the source as one of the older dialect: `--dialect older`",
                        ),
                    );
                    self.take_for(Dialect::Older);
                }
                self.bump();
                self.shader_type();
            }
            TokenKind::At if self.ahead(1).kind == TokenKind::Name && self.is_nearly_shader() => {
                let span = token.span.to(self.ahead(1).span);
                let found = self.text_of(span);
                let message = format!("expected `@shader`, found `{}`", super::excerpt(found));
                self.report(
                    SyntaxError::new(span, message)
                        .help("write `@shader graphics;`, in small letters and without a space"),
                );
                self.bump();
                self.bump();
                self.shader_type();
            }
            TokenKind::End => {
                let fault = SyntaxError::new(token.span, "the text is empty");
                self.report(fault.help(RIGHT));
                self.source.is_incomplete = true;
            }
            _ => {
                let fault = self.unexpected("`@shader graphics;`");
                self.report(fault.help(RIGHT));
            }
        }
    }

    /// Switches to `dialect`, which was not requested, for the rest of the text.
    pub(super) fn take_for(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.is_as_asked = false;
    }

    fn is_nearly_shader(&self) -> bool {
        let word = self.text_of(self.ahead(1).span);
        word.eq_ignore_ascii_case("shader")
    }

    fn shader_type(&mut self) {
        let Ok(name) = self.name("the kind of shader, `graphics`") else {
            self.source.shader_type = None;
            if !self.eat(TokenKind::Semicolon) && !self.token().begins_line && !self.is_global_start() {
                self.skip_statement();
            }
            return;
        };
        self.source.shader_type = Some(name);
        self.semicolon("the kind of shader");
    }

    /// A released name with the span of the older one.
    pub(super) fn renamed(text: &'static str, span: Span) -> Name<'s> {
        Name { text, span }
    }
}
