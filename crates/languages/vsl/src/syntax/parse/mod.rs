//! Parses tokens into the syntax tree.
//!
//! Facts: VSL brief, section 3; operators bind as in the right column of section 9. Each mistake is reported
//! once, without consequential errors; parsing resumes at the next statement or declaration. Expressions and
//! statements are parsed without recursion; the limits protect later passes.

mod assignment;
mod cursor;
mod declaration;
mod expression;
mod first_line;
mod item;
mod loop_head;
mod other_language;
mod recover;
mod statement;

use glassbox_core::diagnostic::{Diagnostics, Rule};

use super::fault::{Reports, SyntaxError, excerpt};
use super::lex::lex;
use super::token::{Token, TokenKind};
use super::tree::Source;
use crate::dialect::Dialect;
use crate::rules::syntax::LIMIT;
use glassbox_core::span::Span;

/// Deepest nesting of blocks, and within an expression of parentheses, brackets, prefix operators and
/// conditionals.
pub const MAX_NESTING: usize = 256;
/// Longest source text, bytes.
pub const MAX_SOURCE: usize = 16 << 20;

/// Parses a source. Always returns a tree: invalid parts are reported, and omitted or marked in it.
pub fn parse<'s>(text: &'s str, dialect: Dialect, findings: &mut Diagnostics) -> Source<'s> {
    let mut reports = Reports::new(text, findings);
    if text.len() > MAX_SOURCE {
        let message = format!("the text has {} bytes, at most {MAX_SOURCE} are read", text.len());
        let fault = SyntaxError::of(&LIMIT, Span::new(0, 0), message);
        reports.push(fault.help("split the program, or remove what is not used"));
        return Source { is_incomplete: true, ..Source::default() };
    }
    let mut parser = Parser {
        text,
        tokens: lex(text, &mut reports),
        at: 0,
        previous: Span::default(),
        dialect,
        is_as_asked: true,
        notes: Vec::new(),
        reported_at: None,
        is_stage_closed: false,
        reports,
        source: Source::default(),
    };
    parser.program();
    parser.source
}

/// A reported error; the caller recovers.
struct ReportedError;

/// Result whose error is [`ReportedError`] unless stated.
type Result<T, E = ReportedError> = std::result::Result<T, E>;

struct Parser<'s, 'f> {
    text: &'s str,
    /// The last one is [`TokenKind::End`].
    tokens: Vec<Token>,
    at: usize,
    /// Span of the previous token.
    previous: Span,
    /// The requested dialect, or the one detected on the first line.
    dialect: Dialect,
    /// True if the dialect is the requested one; the mismatch has been reported otherwise, and notes would
    /// only repeat it.
    is_as_asked: bool,
    /// Notes on the dialect reported so far.
    notes: Vec<&'static Rule>,
    /// Index of the token last reported at; further reports there are dropped.
    reported_at: Option<usize>,
    /// True if the current stage has a closing brace, so that a global declaration does not end it.
    is_stage_closed: bool,
    reports: Reports<'s, 'f>,
    source: Source<'s>,
}
