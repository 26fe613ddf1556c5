//! Parses global declarations.

use super::{Parser, ReportedError, Result, SyntaxError, TokenKind};
use crate::dialect::{Dialect, subpass_format};
use crate::rules::syntax::{OLDER_CONSTANT, OLDER_STRUCT, OLDER_SUBPASS};
use crate::syntax::token::Keyword;
use crate::syntax::tree::{Block, Indexed, Item, ItemKind, Literal, Name};

impl<'s> Parser<'s, '_> {
    /// A whole source.
    pub(super) fn program(&mut self) {
        self.first_line();
        while self.kind() != TokenKind::End {
            let (first, start) = (self.at, self.token().span);
            if let Ok(kind) = self.item() {
                let span = start.to(self.previous);
                self.source.items.push(Item { kind, span });
            } else {
                self.skip_item_from(first);
            }
        }
    }

    /// Skips an invalid declaration; remembers its probable name.
    fn skip_item_from(&mut self, first: usize) {
        if self.at == first {
            self.bump();
        }
        let begin = self.at;
        if !self.is_global_start() && !matches!(self.previous_kind(), TokenKind::Semicolon) {
            self.skip_item();
        }
        self.remember_name(begin);
    }

    fn previous_kind(&self) -> TokenKind {
        let token = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        token.map_or(TokenKind::End, |token| token.kind)
    }

    fn item(&mut self) -> Result<ItemKind<'s>> {
        let token = self.token();
        match token.kind {
            TokenKind::AtShader => {
                let fault = SyntaxError::new(token.span, "`@shader` appears once, in the first line");
                self.fail(fault.help("remove it: one file is one program"))
            }
            TokenKind::AtStruct => {
                self.bump();
                self.structure()
            }
            TokenKind::At => self.stage(),
            TokenKind::Keyword(keyword) => self.keyword_item(keyword),
            _ => self.other_item(),
        }
    }

    fn keyword_item(&mut self, keyword: Keyword) -> Result<ItemKind<'s>> {
        let token = self.token();
        let missing = match keyword {
            Keyword::In => "the location of the input",
            Keyword::Out => "the location of the output",
            Keyword::Bind => "the slot of the binding",
            Keyword::Passinput => "the index of the subpass input",
            Keyword::Uniform => {
                self.bump();
                let declaration = self.declaration()?;
                self.end_of_global("the uniform");
                return Ok(ItemKind::Uniform(declaration));
            }
            Keyword::Local => {
                self.bump();
                return self.local();
            }
            Keyword::Flat => {
                let fault = self.unexpected("a declaration");
                return self.fail(fault.help("`flat` goes after the stage: `local(vert) flat int name;`"));
            }
            _ => {
                let fault = self.unexpected("a declaration");
                return self.fail(fault.help("statements belong in a stage: `@vert { … }` or `@frag { … }`"));
            }
        };
        self.bump();
        if keyword == Keyword::Passinput && self.dialect == Dialect::Older {
            let message = "expected `bind(…) Input` of the older dialect, found `passinput`";
            self.report(
                SyntaxError::new(token.span, message)
                    .help("this belongs to the released language: leave `--dialect older` out"),
            );
            self.take_for(Dialect::Released);
        }
        let index = self.index(keyword.name(), missing)?;
        if keyword == Keyword::Passinput {
            return self.subpass_input(index);
        }
        let declaration = self.declaration()?;
        let what = match keyword {
            Keyword::In => "the input",
            Keyword::Out => "the output",
            _ => "the binding",
        };
        self.end_of_global(what);
        if keyword == Keyword::Bind
            && self.dialect == Dialect::Older
            && declaration.parameter.is_none()
            && declaration.size.is_none()
            && let Some(format) = subpass_format(declaration.ty.text)
        {
            let old = declaration.ty;
            let help = format!("write `passinput({}) {format} {};`", index.text, declaration.name.text);
            let message = format!("the type `{}` is read as a subpass input of `{format}`", old.text);
            self.note(&OLDER_SUBPASS, old.span, message, help);
            return Ok(ItemKind::SubpassInput {
                index,
                format: Self::renamed(format, old.span),
                name: declaration.name,
            });
        }
        let indexed = Indexed { index, declaration };
        Ok(match keyword {
            Keyword::In => ItemKind::Input(indexed),
            Keyword::Out => ItemKind::Output(indexed),
            _ => ItemKind::Binding(indexed),
        })
    }

    /// `(NUMBER)` after a keyword.
    fn index(&mut self, keyword: &str, what: &str) -> Result<Literal<'s>> {
        if self.kind() != TokenKind::OpenParenthesis {
            let fault = self.unexpected(&format!("`(` with {what}"));
            self.report(fault.help(format!("write `{keyword}(0) …`")));
            return Ok(self.wrong_literal());
        }
        self.bump();
        let index = self.integer(what);
        self.close_parenthesis(index.kind == crate::syntax::tree::LiteralKind::Wrong);
        Ok(index)
    }

    /// `)`; silent after an earlier error.
    fn close_parenthesis(&mut self, was_wrong: bool) {
        if self.kind() != TokenKind::CloseParenthesis {
            if !was_wrong {
                let fault = self.unexpected("`)`");
                self.report(fault.help("these parentheses hold a single number or name"));
            }
            // The parenthesis is followed by a name, unless the number was invalid.
            if was_wrong || self.kind() != TokenKind::Name {
                self.skip_to(TokenKind::CloseParenthesis);
            }
        }
        self.eat(TokenKind::CloseParenthesis);
    }

    /// End of a global declaration.
    fn end_of_global(&mut self, what: &str) {
        if !self.is_followed_by_too_much("a global declaration has no value: assign it in a stage") {
            self.semicolon(what);
        }
    }

    fn local(&mut self) -> Result<ItemKind<'s>> {
        let producer = if self.eat(TokenKind::OpenParenthesis) {
            match self.name("the stage that writes the local, `vert`") {
                Ok(name) => {
                    self.close_parenthesis(false);
                    name
                }
                Err(ReportedError) => {
                    self.skip_to(TokenKind::CloseParenthesis);
                    self.eat(TokenKind::CloseParenthesis);
                    Self::renamed("vert", self.previous)
                }
            }
        } else {
            let fault = self.unexpected("`(` with the stage that writes the local");
            self.report(fault.help("write `local(vert) …`"));
            Self::renamed("vert", self.previous)
        };
        let flat = self.token().span;
        let flat = self.eat(TokenKind::Keyword(Keyword::Flat)).then_some(flat);
        let declaration = self.declaration()?;
        self.end_of_global("the local");
        Ok(ItemKind::Local { producer, flat, declaration })
    }

    fn subpass_input(&mut self, index: Literal<'s>) -> Result<ItemKind<'s>> {
        let declaration = self.declaration()?;
        if let Some(wrong) =
            declaration.parameter.map(|name| name.span).or(declaration.size.map(|_| declaration.span))
        {
            self.report(
                SyntaxError::new(wrong, "a subpass input has neither parameter nor size")
                    .help("write `passinput(0) float4 name;`"),
            );
        }
        self.end_of_global("the subpass input");
        Ok(ItemKind::SubpassInput { index, format: declaration.ty, name: declaration.name })
    }

    /// `NAME { FIELDS };` after `@struct`.
    pub(super) fn structure(&mut self) -> Result<ItemKind<'s>> {
        let name = self.name("the name of the structure")?;
        let open = self.expect(
            TokenKind::OpenBrace,
            "`{` with the fields of the structure",
            "write `@struct Name { float4 field; };`",
        )?;
        let mut fields = Vec::new();
        let mut has_wrong = false;
        loop {
            match self.kind() {
                TokenKind::CloseBrace => break,
                _ if self.kind() == TokenKind::End || self.is_global_start() => {
                    let fault = self.unexpected("`}` after the fields of the structure");
                    self.report(
                        fault.label(open, "the fields begin here").help("end the structure with `};`"),
                    );
                    return Ok(ItemKind::Struct { name, fields });
                }
                TokenKind::Semicolon => {
                    let fault = SyntaxError::new(self.token().span, "expected a field, found `;`");
                    self.report(fault.help("remove it"));
                    while self.eat(TokenKind::Semicolon) {}
                }
                _ => match self.declaration() {
                    Ok(field) => {
                        fields.push(field);
                        if !self.is_followed_by_too_much("fields have no values") {
                            self.semicolon("the field");
                        }
                    }
                    Err(ReportedError) => {
                        let first = self.at;
                        self.skip_statement();
                        has_wrong = true;
                        if self.at == first && self.kind() != TokenKind::CloseBrace && !self.is_global_start()
                        {
                            self.bump();
                        }
                    }
                },
            }
        }
        if fields.is_empty() && !has_wrong {
            let fault = self.unexpected("a field");
            self.report(fault.help("a structure has at least one field, such as `float4 value;`"));
            self.source.wrong_names.push(name.text);
        }
        self.bump();
        if !self.eat(TokenKind::Semicolon) {
            let fault = SyntaxError::new(
                self.previous.behind(),
                format!("expected `;` after the structure, found {}", self.found()),
            );
            self.report(fault.help("a structure ends with `};`"));
            // Variables declared with the structure, as in C.
            if !self.token().begins_line && self.kind() == TokenKind::Name {
                self.skip_statement();
            }
        }
        Ok(ItemKind::Struct { name, fields })
    }

    /// `@NAME { STATEMENTS }`
    fn stage(&mut self) -> Result<ItemKind<'s>> {
        let at = self.bump().span;
        let name = self.name("the name of a stage, `vert` or `frag`,")?;
        if name.text == "type" && self.kind() == TokenKind::Name {
            let span = at.to(name.span);
            if self.dialect == Dialect::Older {
                let message = "`@type` is read as `@struct`".to_owned();
                self.note(&OLDER_STRUCT, span, message, "write `@struct`".to_owned());
            } else {
                self.report(SyntaxError::new(span, "expected `@struct`, found `@type`").help(
                    "write `@struct`, or read the source as one of the older dialect: `--dialect older`",
                ));
            }
            return self.structure();
        }
        if name.text == "struct" && self.kind() == TokenKind::Name {
            let span = at.to(name.span);
            self.report(
                SyntaxError::new(span, "expected `@struct`, found `@ struct`").help("remove the space"),
            );
            return self.structure();
        }
        if self.kind() == TokenKind::OpenParenthesis {
            let fault = self.unexpected("`{` with the statements of the stage");
            self.report(fault.help(format!("stages have no parameters: write `@{} {{ … }}`", name.text)));
            self.skip_brackets();
        }
        if self.kind() != TokenKind::OpenBrace {
            let fault = self.unexpected("`{` with the statements of the stage");
            self.report(fault.help(format!("write `@{} {{ … }}`", name.text)));
            if self.kind() == TokenKind::Semicolon {
                self.bump();
            }
            return Ok(ItemKind::Stage {
                name,
                body: Block { statements: Vec::new(), span: self.previous.behind() },
            });
        }
        let body = self.block();
        Ok(ItemKind::Stage { name, body })
    }

    /// `const TYPE NAME = LITERAL;`, at the word `const`.
    pub(super) fn constant(&mut self) -> Result<ItemKind<'s>> {
        let token = self.bump();
        if self.dialect == Dialect::Older {
            let message = "the released language has no constants".to_owned();
            let help = "write the value in place of the name".to_owned();
            self.note(&OLDER_CONSTANT, token.span, message, help);
        } else {
            self.report(SyntaxError::new(token.span, "expected a declaration, found `const`").help(
                "there are no constants: write the value in place of the name; sources of the older dialect are read \
                 with `--dialect older`",
            ));
        }
        let declaration = self.declaration()?;
        let Name { text, .. } = declaration.name;
        if self.kind() != TokenKind::Assign(None) {
            let fault = self.unexpected("`=` with the value of the constant");
            self.source.wrong_names.push(text);
            return self.quiet_in_released(fault);
        }
        self.bump();
        let value = self.literal();
        match value {
            Some(value) if self.kind() == TokenKind::Semicolon => {
                self.bump();
                Ok(ItemKind::Constant { ty: declaration.ty, name: declaration.name, value })
            }
            _ => {
                let fault = self.unexpected("a literal and `;`");
                self.source.wrong_names.push(text);
                self.quiet_in_released(fault.help("the value of a constant is a single literal"))
            }
        }
    }

    /// Fails; reports the fault only in the dialect that has constants.
    fn quiet_in_released<T>(&mut self, fault: SyntaxError) -> Result<T> {
        match self.dialect {
            Dialect::Older => self.fail(fault),
            Dialect::Released => Err(ReportedError),
        }
    }
}
