//! Parses directives.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{is_es2, is_runtime_effect};

use super::{Parser, Result, rules};
use crate::syntax::number;
use crate::syntax::token::TokenKind;
use glassbox_core::printable::excerpt;

impl Parser<'_, '_> {
    /// Parses `#version NUMBER` or `#extension NAME : BEHAVIOUR`.
    pub(super) fn directive(&mut self, is_first: bool) -> Result<()> {
        let start = self.next().span;
        match self.text_of(start) {
            "#version" => self.version(start, is_first),
            "#extension" if !is_runtime_effect(self.builder.program.kind) => self.extension(start),
            text => {
                let (message, help) = match text {
                    "#extension" => {
                        ("runtime effects cannot request extensions".to_owned(), "remove the line")
                    }
                    "#define" => {
                        ("there are no macros".to_owned(), "declare a `const` variable or a function")
                    }
                    "#if" | "#ifdef" | "#ifndef" | "#else" | "#elif" | "#endif" => (
                        "there is no preprocessor".to_owned(),
                        "remove the line; `@if` chooses code by a constant condition",
                    ),
                    "#include" => ("sources cannot include other files".to_owned(), "copy the text"),
                    _ => (
                        format!("`{}` is not understood", excerpt(text)),
                        "remove the line: the directives are `#version` and `#extension`",
                    ),
                };
                self.report(&rules::UNKNOWN_DIRECTIVE, start, message).help(help);
                self.skip_line();
                Ok(())
            }
        }
    }

    fn version(&mut self, start: Span, is_first: bool) -> Result<()> {
        if !is_first {
            let message = "expected `#version` before everything else";
            self.report(&rules::VERSION_PLACE, start, message).help("move the line to the top");
            self.skip_line();
            return Ok(());
        }
        let token = self.peek();
        let version = match token.kind {
            TokenKind::Int => number::integer(self.text_of(token.span)),
            _ => None,
        };
        match version {
            Some(100) => self.builder.program.is_es2 = is_es2(self.builder.program.kind),
            Some(300) => self.builder.program.is_es2 = false,
            _ => {
                return self.unexpected(
                    &rules::VERSION_NUMBER,
                    "the version, `100` or `300`",
                    "`300` allows what OpenGL ES 3 can run, `100` what OpenGL ES 2 can run",
                );
            }
        }
        self.next();
        let end = token.span.end as usize;
        let rest = self.builder.text.get(end..).unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default();
        if self.builder.is_current()
            && (rest.len() + end == self.builder.text.len() || !rest.trim().is_empty())
        {
            let message = "expected the end of the line after the version";
            self.report(&rules::UNEXPECTED, token.span, message).help("begin a new line after the version");
        }
        Ok(())
    }

    fn extension(&mut self, start: Span) -> Result<()> {
        let (name, _) = self.new_name("the name of an extension")?;
        let help = "write `#extension NAME : require`";
        self.expect(TokenKind::Colon, "`:` after the name of the extension", help)?;
        let behaviour = self.expect(TokenKind::Identifier, "what to do about the extension", help)?;
        match self.text_of(behaviour) {
            "disable" => return Ok(()),
            "require" | "enable" | "warn" => {}
            other => {
                let message =
                    format!("expected `require`, `enable`, `warn` or `disable`, found `{}`", excerpt(other));
                self.report(&rules::EXTENSION_BEHAVIOUR, behaviour, message)
                    .help("write `require` if the program cannot do without the extension");
            }
        }
        self.builder.extension(name, start.to(behaviour));
        Ok(())
    }
}
