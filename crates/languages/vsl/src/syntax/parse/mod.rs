//! From tokens to the syntax tree.
//!
//! Facts: VSL brief, section 3; operators bind as in the right column of section 9. Every mistake of a text is reported
//! once: what follows from it is not, and reading goes on with the next statement or declaration. Neither expressions nor
//! statements are read by recursion, so the limits are for the passes to come.

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

use super::fault::{Fault, Reports, shown};
use super::lex::lex;
use super::token::{Token, TokenKind};
use super::tree::Source;
use crate::dialect::Dialect;
use crate::rules::syntax::LIMIT;
use glassbox_core::span::Span;

/// How deep blocks nest, and in an expression parentheses, brackets, prefix operators and conditionals.
pub const MAX_NESTING: usize = 256;
/// Most bytes of a source text.
pub const MAX_SOURCE: usize = 16 << 20;

/// Reads a source. There is always a tree: what is wrong is reported and left out or marked in it.
pub fn parse<'s>(text: &'s str, dialect: Dialect, findings: &mut Diagnostics) -> Source<'s> {
    let mut reports = Reports::new(text, findings);
    if text.len() > MAX_SOURCE {
        let message = format!("the text has {} bytes, at most {MAX_SOURCE} are read", text.len());
        let fault = Fault::of(&LIMIT, Span::new(0, 0), message);
        reports.push(fault.help("split the program, or remove what is not used"));
        return Source {
            is_incomplete: true,
            ..Source::default()
        };
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

/// Something was wrong and has been reported; who called goes on behind it.
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'s, 'f> {
    text: &'s str,
    /// The last one is [`TokenKind::End`].
    tokens: Vec<Token>,
    at: usize,
    /// The token before.
    previous: Span,
    /// The dialect that was asked for, or the one that the first line shows.
    dialect: Dialect,
    /// Whether it is the one that was asked for; otherwise that has been reported, and notes would only repeat it.
    is_as_asked: bool,
    /// Notes on the dialect that have been given.
    notes: Vec<&'static Rule>,
    /// The token where something was reported last: nothing more is said there.
    reported_at: Option<usize>,
    /// Whether the stage that is being read has its closing brace, so that a global declaration does not end it.
    is_stage_closed: bool,
    reports: Reports<'s, 'f>,
    source: Source<'s>,
}
