//! Token cursor: looks at and consumes tokens, reports unexpected ones, and counts nesting.

use glassbox_core::diagnostic::{Diagnostic, Report, Reporter, Rule};
use glassbox_core::printable::excerpt;
use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use super::{MAX_NESTING, Parser, ReportedError, Result, rules};
use crate::build::has_line;
use crate::ir::expression::Expr;
use crate::ir::names::Name;
use crate::syntax::token::{Keyword, Token, TokenKind, is_reserved_today};

/// Start of a declaration with several names. Remembers how far the text was searched for line breaks, so that the
/// total cost is one pass.
pub(super) struct Beginning {
    span: Span,
    has_line: bool,
    seen: u32,
}

impl Beginning {
    pub(super) fn new(span: Span) -> Beginning {
        Beginning { span, has_line: false, seen: span.start }
    }

    /// Same as [`Parser::declared_at`], for names in source order.
    pub(super) fn declared_at(&mut self, parser: &Parser<'_, '_>, name: Span) -> Span {
        self.has_line = self.has_line || parser.is_line_between(self.seen, name.start);
        self.seen = name.start;
        if self.has_line { self.span.to(name) } else { name }
    }
}

impl Reporter for Parser<'_, '_> {
    fn push(&mut self, finding: Diagnostic) {
        let start = Some(finding.location.start as u32);
        if self.reported_at != start {
            self.reported_at = start;
            self.builder.findings.push(finding);
        }
    }
}

impl<'s> Parser<'_, 's> {
    /// Returns the next token without consuming it.
    #[inline]
    pub(super) fn peek(&mut self) -> Token {
        if !self.is_ahead {
            self.look();
        }
        self.ahead
    }

    /// Kind of the next token.
    #[inline]
    pub(super) fn kind(&mut self) -> TokenKind {
        self.peek().kind
    }

    /// Reads a token and reports an invalid one the first time. Ends the text when the limit of findings is reached.
    // Separate from `peek`, which usually finds the token read already.
    #[inline(never)]
    fn look(&mut self) {
        self.is_ahead = true;
        if self.builder.is_full() {
            self.ahead = Token { kind: TokenKind::End, span: self.previous.behind() };
            return;
        }
        match self.lexer.plain() {
            Some(token) => self.ahead = token,
            None => self.look_closer(),
        }
    }

    // Separate from `look`, which calls nothing else and so saves no registers.
    #[inline(never)]
    fn look_closer(&mut self) {
        self.ahead = self.lexer.other();
        if let TokenKind::Reserved | TokenKind::BadOctal = self.ahead.kind {
            self.ahead = self.checked(self.ahead);
        }
    }

    fn checked(&mut self, mut token: Token) -> Token {
        match token.kind {
            TokenKind::Reserved => {
                self.reserved_word(token.span);
                token.kind = TokenKind::Identifier;
            }
            TokenKind::BadOctal => self.bad_octal(token.span),
            _ => {}
        }
        token
    }

    fn reserved_word(&mut self, span: Span) {
        let word = self.text_of(span);
        let help = match word {
            "gl_FragCoord" => "the position of the pixel is `sk_FragCoord`".to_owned(),
            "gl_FragColor" => "the colour of the pixel is `sk_FragColor`".to_owned(),
            "gl_Position" => "the position of the vertex is `sk_Position`".to_owned(),
            "varying" | "attribute" => "variables between stages are declared with `in` and `out`".to_owned(),
            "double" | "long" | "fixed" => {
                "numbers are `float`, `half`, `int`, `short` and the like".to_owned()
            }
            "precision" => {
                "there is no such statement: `float` has high and `half` medium precision".to_owned()
            }
            "sampler2DShadow" | "samplerCube" => "read a child instead: `uniform shader image;`".to_owned(),
            "unsigned" => "unsigned integers are `uint` and `ushort`".to_owned(),
            _ => "choose another name".to_owned(),
        };
        let message = format!("`{}` is reserved", excerpt(word));
        self.builder.report(&rules::RESERVED_WORD, span, message).help(help);
        self.reported_at = Some(span.start);
    }

    fn bad_octal(&mut self, span: Span) {
        self.is_broken = true;
        let digits = self.text_of(span);
        let message =
            format!("`{}` is not a valid octal number: the leading `0` makes it octal", excerpt(digits));
        let decimal = digits.trim_start_matches('0');
        self.builder.report(&rules::BAD_OCTAL, span, message).help(format!("write `{}`", excerpt(decimal)));
    }

    /// Consumes the next token.
    #[inline]
    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        self.is_ahead = false;
        match token.kind {
            TokenKind::OpenBrace => self.braces += 1,
            TokenKind::CloseBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.previous = token.span;
        token
    }

    /// Consumes the next token, which has been peeked and is not a brace.
    #[inline]
    pub(super) fn take(&mut self, token: Token) {
        self.is_ahead = false;
        self.previous = token.span;
    }

    /// Consumes a word directly after the last token, without blanks.
    pub(super) fn adjacent_identifier(&mut self) -> Option<Token> {
        let word = self.lexer.adjacent_word()?;
        let word = self.checked(word);
        match word.kind {
            TokenKind::Identifier => {
                self.previous = word.span;
                Some(word)
            }
            _ => {
                self.ahead = word;
                self.is_ahead = true;
                None
            }
        }
    }

    /// Consumes the next token if it is of a kind.
    #[inline(always)]
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let token = self.peek();
        if token.kind != kind {
            return false;
        }
        match kind {
            TokenKind::OpenBrace | TokenKind::CloseBrace => _ = self.next(),
            _ => self.take(token),
        }
        true
    }

    /// Consumes a comma if it is next.
    #[inline]
    pub(super) fn eat_comma(&mut self) -> bool {
        self.eat(TokenKind::Operator(Operator::COMMA))
    }

    /// Consumes a keyword if it is next.
    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    /// Source text of a range.
    pub(super) fn text_of(&self, span: Span) -> &'s str {
        span.of(self.text)
    }

    /// Interns the text of a token.
    pub(super) fn name_of(&mut self, span: Span) -> Name {
        self.builder.program.names.add_part(self.text, span)
    }

    /// Returns whether there is a line break between two offsets.
    pub(super) fn is_line_between(&self, start: u32, end: u32) -> bool {
        has_line(self.text, start, end)
    }

    /// Range from `start` to `end`; from `anchor`, where Skia's compiler reports, if `start` is on an earlier line or
    /// after it.
    pub(super) fn spanning(&self, start: Span, anchor: Span, end: Span) -> Span {
        if start.start > anchor.start || self.is_line_between(start.start, anchor.start) {
            anchor.to(end)
        } else {
            start.to(end)
        }
    }

    /// Range to report for a declaration: the name, if it is on the line of `start`, where Skia's compiler reports;
    /// otherwise the range from there to the name.
    pub(super) fn declared_at(&self, start: Span, name: Span) -> Span {
        Beginning::new(start).declared_at(self, name)
    }

    /// Reports a syntax error, unless there is one at this offset already.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Report<'_, Self> {
        Reporter::report(self, rule, span, message)
    }

    /// Reports a syntax error and fails.
    pub(super) fn fail<T>(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: String,
        help: &str,
    ) -> Result<T> {
        self.report(rule, span, message).help(help);
        Err(ReportedError)
    }

    /// The next token in words, for messages.
    pub(super) fn found(&mut self) -> String {
        let token = self.peek();
        match token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Keyword(keyword) => format!("the keyword `{}`", keyword.text()),
            _ => format!("`{}`", excerpt(self.text_of(token.span))),
        }
    }

    /// Reports the next token as unexpected and fails. For an invalid token only that error is reported.
    pub(super) fn unexpected<T>(&mut self, rule: &'static Rule, expected: &str, help: &str) -> Result<T> {
        let token = self.peek();
        let found = self.found();
        match token.kind {
            TokenKind::Invalid => {
                let message = format!("{found} does not begin a token, expected {expected}");
                self.fail(&rules::CHARACTER, token.span, message, "remove it, or put it into a comment")
            }
            TokenKind::Unfinished => {
                let help = match self.text_of(token.span).bytes().next() {
                    Some(b'@') => "the words with `@` are `@if` and `@switch`",
                    _ if self.text_of(token.span).len() == 2 => "write hexadecimal digits after `0x`",
                    _ => "write the digits of the exponent after `e`",
                };
                self.fail(&rules::UNFINISHED, token.span, format!("{found} is incomplete"), help)
            }
            // Reported when the token was read.
            TokenKind::BadOctal => Err(ReportedError),
            _ => self.fail(rule, token.span, format!("expected {expected}, found {found}"), help),
        }
    }

    /// Consumes a required token.
    pub(super) fn expect(&mut self, kind: TokenKind, expected: &str, help: &str) -> Result<Span> {
        if self.kind() == kind {
            return Ok(self.next().span);
        }
        self.unexpected(&rules::UNEXPECTED, expected, help)
    }

    /// Consumes the `)` of a `(`.
    #[inline]
    pub(super) fn close_parenthesis(&mut self, open: Span, what: &str) -> Result<Span> {
        let token = self.peek();
        if token.kind != TokenKind::CloseParenthesis {
            return self.no_parenthesis(open, what);
        }
        self.take(token);
        Ok(token.span)
    }

    #[cold]
    fn no_parenthesis(&mut self, open: Span, what: &str) -> Result<Span> {
        let token = self.peek();
        if matches!(token.kind, TokenKind::Invalid | TokenKind::Unfinished | TokenKind::BadOctal) {
            return self.unexpected(&rules::UNEXPECTED, "`)`", "");
        }
        let message = format!("expected `)` after {what}, found {}", self.found());
        self.report(&rules::UNEXPECTED, token.span, message)
            .label(open, "this is open")
            .help("close it with `)`");
        Err(ReportedError)
    }

    /// Consumes a name that may be declared here.
    pub(super) fn new_name(&mut self, what: &str) -> Result<(Name, Span)> {
        let token = self.peek();
        if token.kind != TokenKind::Identifier {
            return self.unexpected(
                &rules::UNEXPECTED,
                what,
                "a name has letters, digits and `_`, and does not begin with a digit",
            );
        }
        self.check_word(token.span);
        let name = self.name_of(token.span);
        if self.builder.is_builtin_type(name) {
            let message = format!("expected {what}, found the type `{}`", excerpt(self.text_of(token.span)));
            return self.fail(
                &rules::TYPE_AS_NAME,
                token.span,
                message,
                "choose another name: types cannot be names",
            );
        }
        self.next();
        Ok((name, token.span))
    }

    /// Consumes a name that may be declared here, if one is next.
    pub(super) fn optional_name(&mut self) -> Option<(Name, Span)> {
        let token = self.peek();
        if token.kind != TokenKind::Identifier {
            return None;
        }
        let name = self.name_of(token.span);
        if self.builder.is_builtin_type(name) {
            return None;
        }
        self.check_word(token.span);
        self.next();
        Some((name, token.span))
    }

    /// Reports a name that was free in version 8 and is reserved today.
    fn check_word(&mut self, span: Span) {
        if self.builder.is_current() && is_reserved_today(self.text_of(span)) {
            self.reserved_word(span);
        }
    }

    /// Enters a nesting level. On success the caller restores [`nesting`](Parser::nesting); on failure the recovery does.
    #[inline]
    pub(super) fn deepen(&mut self) -> Result<()> {
        self.nesting += 1;
        if self.nesting <= MAX_NESTING { Ok(()) } else { self.too_deep() }
    }

    #[cold]
    fn too_deep(&mut self) -> Result<()> {
        self.is_hopeless = true;
        let span = self.peek().span;
        self.fail(
            &rules::NESTING,
            span,
            format!("the nesting is deeper than {MAX_NESTING} here"),
            "put parts of the expression into variables, or parts of the body into functions",
        )
    }

    /// Result of an action, or a poisoned expression after an error.
    pub(super) fn or_poison(&mut self, result: impl Into<Option<Expr>>, span: Span) -> Expr {
        match result.into() {
            Some(expression) => expression,
            None => self.builder.poison(span),
        }
    }
}
