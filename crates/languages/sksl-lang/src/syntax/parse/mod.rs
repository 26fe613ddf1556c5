//! The parser: recursive descent, one pass, an action for every construct as soon as it is complete.
//!
//! After a mistake it goes on at the next statement or declaration ([`recover`]), so that mistakes that have nothing to do with
//! each other are told at once. Names whose declarations failed are remembered, and nothing is said about their uses.
//!
//! Recursion is bounded: everything that can nest adds to the [`nesting`](Parser::deepen), of which there may be 50.

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

/// Something could not be read; why has been reported.
#[derive(Debug)]
struct ReportedError;

/// Result whose error is [`ReportedError`] unless stated.
type Result<T, E = ReportedError> = std::result::Result<T, E>;

/// How much may be open at once.
const MAX_NESTING: u32 = 50;

struct Parser<'b, 's> {
    builder: &'b mut Builder<'s>,
    text: &'s str,
    lexer: Lexer<'s>,
    /// The token that was read last.
    ahead: Token,
    /// Whether it is the next one: it was looked at and not taken.
    is_ahead: bool,
    /// Where the last token that was taken stands.
    previous: Span,
    /// The arguments of the calls that are being read, those of the innermost one last.
    arguments: Vec<Expr>,
    /// How much is open, counted as the rule [`NESTING`](rules::NESTING) says.
    nesting: u32,
    /// How many braces are open.
    braces: u32,
    /// Whether the rest of the declaration cannot be read.
    is_hopeless: bool,
    /// Whether reading failed among the members of a struct or interface block.
    is_in_members: bool,
    /// Whether a part of the function that is being read could not be read.
    is_broken: bool,
    /// Where the last mistake was found.
    reported_at: Option<u32>,
    /// Names whose declarations failed.
    wrong_names: HashSet<Name>,
}

/// Reads the text of a builder.
pub(super) fn program(builder: &mut Builder<'_>) {
    let text = builder.text;
    let mut parser = Parser {
        text,
        lexer: Lexer::new(text),
        builder,
        ahead: Token {
            kind: TokenKind::End,
            span: Span::default(),
        },
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
    /// Warnings about comments that hide more than they seem to.
    fn comments(&mut self) {
        if let Some(open) = self.lexer.open_comment {
            let mut finding = self
                .builder
                .finding(&rules::OPEN_COMMENT, open, "this comment has no end")
                .help("close it with `*/`");
            if let Some(end) = self.lexer.comment_end {
                finding = finding.label(
                    end.location(self.text),
                    "this does not close it: the stars pair up; put a blank before it",
                );
            }
            self.builder.report(finding);
        } else if let Some(end) = self.lexer.comment_end {
            let finding = self
                .builder
                .finding(
                    &rules::STARRED_COMMENT,
                    end,
                    "the comment goes on behind this `*/`",
                )
                .help("put a blank before `*/`: a star takes the character behind it along");
            self.builder.report(finding);
        }
    }
}
