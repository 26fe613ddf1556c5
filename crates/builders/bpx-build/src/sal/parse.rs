//! Parses declarations from tokens. After an error, parsing resumes at the next declaration.
//!
//! Sources: the grammar `sal.ebnf` of the vendor's compiler, and its parser's extensions:
//! attributes, arrays, texel types.

use glassbox_core::span::Span;
use glassbox_core::suggest::similar;

use super::lex::{Token, TokenKind};
use super::tree::{Declaration, Property, Setting, Settings, Structure, Word};
use super::{Report, rules};

const KEYWORDS: [&str; 6] = ["const", "output", "vformat", "pipeline", "blendfunc", "use"];

/// The declarations of a block.
pub(super) fn parse(text: &str, tokens: &[Token], report: &mut Report<'_>) -> Vec<Declaration> {
    let mut parser = Parser { text, tokens, at: 0, report };
    let mut all = Vec::new();
    while parser.kind() != TokenKind::End {
        match parser.declaration() {
            Some(declaration) => all.push(declaration),
            None => parser.recover(),
        }
    }
    all
}

struct Parser<'t, 'r, 'f> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    report: &'r mut Report<'f>,
}

impl<'t> Parser<'t, '_, '_> {
    fn token(&self) -> Token {
        let last = self.tokens.len().saturating_sub(1);
        let token = self.tokens.get(self.at.min(last)).copied();
        token.unwrap_or(Token { kind: TokenKind::End, span: Span::default() })
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn shown(&self) -> &'t str {
        self.token().span.of(self.text)
    }

    fn next(&mut self) -> Token {
        let token = self.token();
        self.at += 1;
        token
    }

    fn wrong<T>(&mut self, expected: &str, help: Option<String>) -> Option<T> {
        let found = match self.kind() {
            TokenKind::End => "the end of the block".to_owned(),
            _ => format!("`{}`", self.shown()),
        };
        let message = format!("found {found}, expected {expected}");
        let span = self.token().span;
        self.report
            .report(&rules::UNEXPECTED, span, message)
            .help(help.unwrap_or_else(|| format!("write {expected} here")));
        None
    }

    fn word(&mut self, expected: &str) -> Option<Word> {
        if self.kind() != TokenKind::Word {
            return self.wrong(expected, None);
        }
        let text = self.shown().to_owned();
        let span = self.next().span;
        Some(Word { text, span })
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        if self.take(sign) {
            return Some(());
        }
        self.wrong(&format!("`{}`", char::from(sign)), None)
    }

    fn take(&mut self, sign: u8) -> bool {
        let is_there = self.kind() == TokenKind::Sign(sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn declaration(&mut self) -> Option<Declaration> {
        let keyword = match self.kind() {
            TokenKind::Word => self.shown(),
            _ => "",
        };
        if !KEYWORDS.contains(&keyword) {
            let help = similar(keyword, KEYWORDS).map(|like| format!("did you mean `{like}`?"));
            let expected = "const, output, vformat, pipeline, blendfunc or use";
            return self.wrong(expected, help);
        }
        self.at += 1;
        Some(match keyword {
            "use" => {
                let file = self.word("the name of a file")?;
                self.sign(b':')?;
                self.sign(b':')?;
                let name = self.word("a name that the file declares")?;
                self.sign(b';')?;
                Declaration::Use(file, name)
            }
            "output" => Declaration::Output(self.property()?),
            "vformat" => Declaration::VertexFormat(self.structure()?),
            "pipeline" => Declaration::Pipeline(self.settings()?),
            "blendfunc" => Declaration::Blend(self.settings()?),
            _ if self.shown() == "struct" => Declaration::Structure(self.structure()?),
            _ => Declaration::Constant(self.property()?),
        })
    }

    fn property(&mut self) -> Option<Property> {
        let ty = self.word("a type")?;
        let array = if self.take(b'[') {
            let token = self.token();
            let length: Option<u32> = match token.kind {
                TokenKind::Number => self.shown().parse().ok().filter(|length| *length > 0),
                _ => None,
            };
            let Some(length) = length else {
                return self.wrong("the number of elements, from 1", None);
            };
            self.at += 1;
            self.sign(b']')?;
            Some((length, token.span))
        } else {
            None
        };
        let texel = if self.take(b':') { Some(self.word("the type of a texel")?) } else { None };
        let name = self.word("a name")?;
        let attribute = if self.take(b':') { Some(self.word("an attribute")?) } else { None };
        self.sign(b';')?;
        Some(Property { ty, texel, array, name, attribute })
    }

    fn structure(&mut self) -> Option<Structure> {
        if self.shown() != "struct" {
            return self.wrong("`struct`", None);
        }
        self.at += 1;
        let name = self.word("the name of the structure")?;
        let attribute = if self.take(b':') { Some(self.word("an attribute")?) } else { None };
        self.sign(b'{')?;
        let mut members = Vec::new();
        while !self.take(b'}') {
            members.push(self.property()?);
        }
        if members.is_empty() {
            let message = format!("found no members in `{}`, expected one or more", name.text);
            self.report
                .report(&rules::EMPTY, name.span, message)
                .help("add a member, or remove the structure");
        }
        Some(Structure { name, attribute, members })
    }

    fn settings(&mut self) -> Option<Settings> {
        let name = self.word("a name")?;
        self.sign(b'{')?;
        let mut items = Vec::new();
        while !self.take(b'}') {
            let mut name = self.word("the name of a setting")?;
            // The grammar allows an owner for a setting; no setting has one.
            if self.take(b':') {
                self.sign(b':')?;
                let member = self.word("a name")?;
                name.text = format!("{}::{}", name.text, member.text);
                name.span = name.span.to(member.span);
            }
            self.sign(b'=')?;
            let token = self.token();
            if !matches!(token.kind, TokenKind::Word | TokenKind::Number) {
                return self.wrong("a value", None);
            }
            let value = Word { text: self.shown().to_owned(), span: token.span };
            self.at += 1;
            self.sign(b';')?;
            items.push(Setting { name, value });
        }
        Some(Settings { name, items })
    }

    /// Skips to where the next declaration can start: a keyword at the start of a line, or after a
    /// terminator.
    fn recover(&mut self) {
        while self.kind() != TokenKind::End {
            if self.kind() == TokenKind::Word && KEYWORDS.contains(&self.shown()) {
                let start = self.token().span.range().start;
                let before = self.text.get(..start).unwrap_or_default();
                let line = before.rsplit('\n').next().unwrap_or_default().trim_end();
                if line.is_empty() || line.ends_with([';', '}']) {
                    return;
                }
            }
            self.at += 1;
        }
    }
}
