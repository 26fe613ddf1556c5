//! Recursive-descent parser: one pass, with an action for each construct as soon as it is complete.
//!
//! After an error it continues at the next statement or declaration ([`recover`]), so that independent errors are
//! reported together. Names with failed declarations are recorded and their uses are not reported.
//!
//! Recursion is bounded: every nesting construct counts towards the [`nesting`](Parser::deepen) limit of 50.

mod cursor;
mod declaration;
mod directive;
mod expression;
mod function;
mod layout;
mod loops;
mod recover;
mod statement;
mod structure;
mod suffix;
mod switch;
mod term;
mod ty;
mod variables;

use std::collections::HashSet;

use glassbox_core::span::Span;

use super::lex::Lexer;
use super::token::{Token, TokenKind};
use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::names::Name;
use crate::rules::syntax as rules;

/// A construct could not be parsed; the reason has been reported.
#[derive(Debug)]
struct ReportedError;

/// Result whose error is [`ReportedError`] unless stated.
type Result<T, E = ReportedError> = std::result::Result<T, E>;

/// Maximum nesting depth.
const MAX_NESTING: u32 = 50;

struct Parser<'b, 's> {
    builder: &'b mut Builder<'s>,
    text: &'s str,
    lexer: Lexer<'s>,
    /// Last token read.
    ahead: Token,
    /// Set if that token has been peeked and not consumed.
    is_ahead: bool,
    /// Range of the last consumed token.
    previous: Span,
    /// Arguments of the calls being parsed, those of the innermost last.
    arguments: Vec<Expr>,
    /// Current nesting depth, counted as in the rule [`NESTING`](rules::NESTING).
    nesting: u32,
    /// Number of open braces.
    braces: u32,
    /// The rest of the declaration cannot be parsed.
    is_hopeless: bool,
    /// Parsing failed among the members of a struct or interface block.
    is_in_members: bool,
    /// Part of the current function could not be parsed.
    is_broken: bool,
    /// Offset of the last syntax error.
    reported_at: Option<u32>,
    /// Names with failed declarations.
    wrong_names: HashSet<Name>,
}

/// Parses the text of a builder.
pub(super) fn program(builder: &mut Builder<'_>) {
    let text = builder.text;
    let mut parser = Parser {
        text,
        lexer: Lexer::new(text),
        builder,
        ahead: Token { kind: TokenKind::End, span: Span::default() },
        is_ahead: false,
        previous: Span::default(),
        arguments: Vec::new(),
        nesting: 0,
        braces: 0,
        is_hopeless: false,
        is_in_members: false,
        is_broken: false,
        reported_at: None,
        wrong_names: HashSet::new(),
    };
    parser.declarations();
    parser.comments();
}

impl Parser<'_, '_> {
    /// Warns about comments that hide more than they seem to.
    fn comments(&mut self) {
        if let Some(open) = self.lexer.open_comment {
            let mut finding = self.builder.report(&rules::OPEN_COMMENT, open, "this comment has no end");
            finding.help("close it with `*/`");
            if let Some(end) = self.lexer.comment_end {
                finding.label(end, "this does not close it: the stars pair up; put a space before it");
            }
        } else if let Some(end) = self.lexer.comment_end {
            let message = "the comment continues after this `*/`";
            self.builder
                .report(&rules::STARRED_COMMENT, end, message)
                .help("put a space before `*/`: a star consumes the character after it");
        }
    }
}
