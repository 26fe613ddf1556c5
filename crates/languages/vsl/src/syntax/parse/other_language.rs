//! Handles global text that is not a VSL declaration, mostly code in another shading language.

use super::statement::{Begun, Owner};
use super::{Parser, Result, SyntaxError, TokenKind, excerpt};
use crate::syntax::tree::ItemKind;

impl<'s> Parser<'s, '_> {
    /// Reports text found in place of a global declaration.
    pub(super) fn other_item(&mut self) -> Result<ItemKind<'s>> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            let fault = match token.kind {
                TokenKind::Semicolon => SyntaxError::new(token.span, "expected a declaration, found `;`")
                    .help("remove it: stages end with `}` alone"),
                TokenKind::CloseBrace => SyntaxError::new(token.span, "this `}` closes nothing")
                    .help("remove it, or look above for a `}` that closes too much"),
                _ => self
                    .unexpected("a declaration")
                    .help("statements belong in a stage: `@vert { … }` or `@frag { … }`"),
            };
            self.report(fault);
            // Nothing else is skipped.
            if matches!(token.kind, TokenKind::Semicolon | TokenKind::CloseBrace) {
                while matches!(self.kind(), TokenKind::Semicolon | TokenKind::CloseBrace) {
                    self.bump();
                }
                return Err(super::ReportedError);
            }
            return Err(super::ReportedError);
        }
        let word = self.word();
        if word == "const" && self.ahead(1).kind == TokenKind::Name {
            return self.constant();
        }
        if word == "shader" && self.ahead(1).kind == TokenKind::Name {
            let fault = SyntaxError::new(token.span, "the kind of shader appears once, in the first line");
            return self.fail(fault.help("remove it"));
        }
        if let Some(help) = help(word) {
            let fault = self.unexpected("a declaration");
            return self.fail(fault.help(help));
        }
        let is_typed = self.ahead(1).kind == TokenKind::Name;
        if is_typed && self.ahead(2).kind == TokenKind::OpenParenthesis {
            let span = token.span.to(self.ahead(1).span);
            let name = self.text_of(self.ahead(1).span);
            self.source.wrong_names.push(name);
            let fault = match name {
                "main" => SyntaxError::new(span, "expected a stage, found the function `main`")
                    .help("write `@vert { … }` and `@frag { … }`"),
                _ => SyntaxError::new(
                    span,
                    format!("expected a declaration, found the function `{}`", excerpt(name)),
                )
                .help("there are no user-defined functions: write its statements where it is called"),
            };
            return self.fail(fault);
        }
        if is_typed || self.ahead(1).kind == TokenKind::Operator(crate::syntax::tree::BinaryOperator::Less) {
            let fault = SyntaxError::new(
                token.span,
                format!("a global variable needs a keyword that states its kind, found `{}`", excerpt(word)),
            );
            let words = ["in", "out", "uniform", "bind", "local", "passinput"];
            if let Some(known) = glassbox_core::suggest::similar(word, words) {
                return self.fail(fault.help(format!("did you mean `{known}`?")));
            }
            return self.fail(fault.help(
                "write `in(0)`, `out(0)`, `uniform`, `bind(0)`, `local(vert)` or `passinput(0)` in front, or declare it \
                 in a stage",
            ));
        }
        let fault = self.unexpected("a declaration");
        let words = ["in", "out", "uniform", "bind", "local", "passinput"];
        let fault = match glassbox_core::suggest::similar(word, words) {
            Some(known) => fault.help(format!("did you mean `{known}`?")),
            None => fault.help(
                "declarations begin with `@struct`, `in`, `out`, `uniform`, `bind`, `local`, `passinput`, `@vert` or \
                 `@frag`",
            ),
        };
        self.fail(fault)
    }

    /// Statements of other languages.
    pub(super) fn foreign_statement(&mut self) -> Option<Begun<'s>> {
        let token = self.token();
        let word = self.word();
        let next = self.ahead(1).kind;
        let is_head = next == TokenKind::OpenParenthesis;
        let (help, has_block) = match word {
            "while" if is_head => ("loops count: `for (i; 0 : 4) { … }`, and `break` leaves them", true),
            "do" if next == TokenKind::OpenBrace => {
                ("loops count: `for (i; 0 : 4) { … }`, and `break` leaves them", true)
            }
            "switch" if is_head => ("write `if`, `elif` and `else`", true),
            "foreach" if is_head => ("loops are written `for (i; 0 : 4) { … }`", true),
            "case" if matches!(next, TokenKind::Literal(_)) => ("write `if`, `elif` and `else`", false),
            _ => return None,
        };
        let fault = SyntaxError::new(token.span, format!("expected a statement, found `{word}`"));
        self.report(fault.help(format!("there is no `{word}`: {help}")));
        self.bump();
        if !has_block {
            self.skip_statement();
            return Some(Begun::Nothing);
        }
        if is_head {
            self.skip_brackets();
        }
        if word == "switch" {
            self.skip_statement();
            return Some(Begun::Nothing);
        }
        if word == "do" {
            self.skip_brackets();
            if self.kind() == TokenKind::Name && self.word() == "while" {
                self.skip_statement();
            }
            return Some(Begun::Nothing);
        }
        if self.kind() == TokenKind::OpenBrace {
            return Some(Begun::Block(Owner::Wrong));
        }
        self.skip_statement();
        Some(Begun::Nothing)
    }
}

/// The VSL counterpart of a declaration that starts with a foreign keyword.
fn help(word: &str) -> Option<&'static str> {
    Some(match word {
        "struct" | "type" => "structures are declared as `@struct Name { … };`",
        "layout" => "locations follow the keyword: `in(0)`, `out(0)`, `bind(0)`",
        "attribute" => "vertex inputs are declared as `in(0) float3 name;`",
        "varying" => {
            "values from the vertex to the fragment stage are declared as `local(vert) float2 name;`"
        }
        "cbuffer" | "ConstantBuffer" | "tbuffer" => {
            "declare a structure with `@struct`, then `uniform Name name;`"
        }
        "buffer" | "StructuredBuffer" => "declare `bind(0) ROBuffer<Name> name;`",
        "RWStructuredBuffer" => "declare `bind(0) RWBuffer<Name> name;`",
        "Texture2D" | "SamplerState" => "declare `bind(0) Sampler2D name;`: an image and its sampler in one",
        "precision" | "invariant" | "precise" | "using" | "import" | "typedef" | "static" => {
            "VSL has nothing like it: remove it"
        }
        "vert" | "frag" => "stages begin with `@`: `@vert { … }`",
        _ => return None,
    })
}
