//! The text of a root signature in a source: clauses as they are, strings in a macro, or those that an attribute states.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_core::language::SourceError;

/// Depth of macros in macros.
const MAX_DEPTH: usize = 16;
/// Size of the text after expansion, bytes.
const MAX_TEXT: usize = 1 << 20;
/// Name of the macro that is taken if there are several.
const ENTRY: &str = "RootSignature";

/// Joined text of the clauses, with the place of each piece in the source.
#[derive(Clone, Default, Debug)]
pub(super) struct Text {
    /// The clauses.
    pub(super) text: String,
    /// Start of each piece in the text and in the source.
    pieces: Vec<(usize, usize)>,
}

impl Text {
    fn push(&mut self, source: &str, range: Range<usize>) {
        self.pieces.push((self.text.len(), range.start));
        self.text.push_str(source.get(range).unwrap_or_default());
    }

    /// Range of the source for a range of the text. Text that spans pieces gives the range of its first piece.
    pub(super) fn place(&self, range: &Range<usize>) -> Range<usize> {
        let index = self.pieces.partition_point(|(start, _)| *start <= range.start).saturating_sub(1);
        let Some((start, source)) = self.pieces.get(index).copied() else { return 0..0 };
        let end = self.pieces.get(index + 1).map_or(self.text.len(), |(next, _)| *next);
        let from = source + (range.start.min(end) - start);
        from..source + (range.end.clamp(range.start.min(end), end) - start)
    }
}

/// A token of the source, as far as strings are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'s> {
    /// A string without its quotes.
    Text(&'s str),
    Name(&'s str),
    /// `#define`.
    Define,
    /// The end of a line that is not continued.
    Line,
    Other(char),
}

type Tokens<'s> = Vec<(Token<'s>, Range<usize>)>;

/// Finds the clauses of a source.
pub(super) fn clauses(source: &str) -> Result<Text, SourceError> {
    let blanked = without_comments(source);
    let tokens = tokens(source, &blanked)?;
    let mut out = Text::default();
    if !tokens.iter().any(|(token, _)| matches!(token, Token::Text(_))) {
        out.pieces.push((0, 0));
        out.text = blanked;
        return Ok(out);
    }
    let macros = macros(&tokens);
    let chosen = match attribute(&tokens) {
        Some(tokens) => tokens,
        None => entry(&tokens, &macros)?,
    };
    expand(source, chosen, &macros, MAX_DEPTH, &mut out)?;
    Ok(out)
}

/// The source with blanks instead of comments and of continued line ends, of the same length.
fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    let mut is_quoted = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                is_quoted = !is_quoted;
                0
            }
            '\\' if rest[1..].starts_with('\n') => 2,
            '\\' if rest[1..].starts_with("\r\n") => 3,
            '/' if !is_quoted && rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if !is_quoted && rest.starts_with("/*") => {
                rest[2..].find("*/").map_or(rest.len(), |end| end + 4)
            }
            _ => 0,
        };
        if length == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            out.extend(std::iter::repeat_n(' ', length));
            rest = &rest[length..];
        }
    }
    out
}

fn tokens<'s>(source: &'s str, blanked: &str) -> Result<Tokens<'s>, SourceError> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = blanked[at..].chars().next() {
        let rest = &blanked[at..];
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let (token, length) = match first {
            '\n' => (Some(Token::Line), 1),
            '"' => {
                let end = rest[1..].find(['"', '\n']).filter(|end| rest[1 + end..].starts_with('"'));
                let Some(end) = end else {
                    let help = "close the string with a quotation mark on the same line";
                    return Err(mistake(at..at + 1, "found a string without an end").help(help));
                };
                (Some(Token::Text(&source[at + 1..at + 1 + end])), end + 2)
            }
            _ if is_word(first) => {
                let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
                (Some(Token::Name(&source[at..at + length])), length)
            }
            '#' => {
                let word = rest[1..].trim_start_matches([' ', '\t']);
                let blanks = rest.len() - 1 - word.len();
                if word.starts_with("define") {
                    (Some(Token::Define), 1 + blanks + "define".len())
                } else {
                    (Some(Token::Other('#')), 1)
                }
            }
            _ if first.is_whitespace() => (None, first.len_utf8()),
            _ => (Some(Token::Other(first)), first.len_utf8()),
        };
        out.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    Ok(out)
}

type Macros<'t, 's> = HashMap<&'s str, &'t [(Token<'s>, Range<usize>)]>;

/// The macros without parameters and their contents.
fn macros<'t, 's>(tokens: &'t Tokens<'s>) -> Macros<'t, 's> {
    let mut out = HashMap::new();
    for (index, (token, _)) in tokens.iter().enumerate() {
        if *token != Token::Define {
            continue;
        }
        if let Some((Token::Name(name), _)) = tokens.get(index + 1) {
            let content = tokens.get(index + 2..).unwrap_or_default();
            let end = content.iter().position(|(token, _)| *token == Token::Line).unwrap_or(content.len());
            out.insert(*name, &content[..end]);
        }
    }
    out
}

/// What the attribute `[RootSignature(…)]` holds, if the source has one.
fn attribute<'t, 's>(tokens: &'t Tokens<'s>) -> Option<&'t [(Token<'s>, Range<usize>)]> {
    let head = [Token::Other('['), Token::Name(ENTRY), Token::Other('(')];
    let start = tokens
        .windows(head.len())
        .position(|window| window.iter().zip(head).all(|((token, _), expected)| *token == expected))?;
    let content = tokens.get(start + head.len()..)?;
    let end = content.iter().position(|(token, _)| *token == Token::Other(')'))?;
    Some(&content[..end])
}

/// The macro of the root signature: the one with its name, or the only one with text that no other macro uses; without
/// macros, everything.
fn entry<'t, 's>(
    tokens: &'t Tokens<'s>,
    macros: &Macros<'t, 's>,
) -> Result<&'t [(Token<'s>, Range<usize>)], SourceError> {
    if let Some(content) = macros.get(ENTRY) {
        return Ok(content);
    }
    let has_text =
        |content: &[(Token<'_>, _)]| content.iter().any(|(token, _)| matches!(token, Token::Text(_)));
    let is_used = |name: &str| {
        let mut contents = macros.values().copied().flatten();
        contents.any(|(token, _)| *token == Token::Name(name))
    };
    let mut found: Vec<_> =
        macros.iter().filter(|(name, content)| has_text(content) && !is_used(name)).collect();
    found.sort_by_key(|(name, _)| **name);
    match found.as_slice() {
        [] => Ok(tokens),
        [(_, content)] => Ok(content),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| **name).collect();
            let message = format!("found several macros with text: {}", names.join(", "));
            let help = format!("name the one that is the root signature {ENTRY}, or keep only that one");
            Err(mistake(0..0, message).help(help))
        }
    }
}

fn expand<'s>(
    source: &'s str,
    tokens: &[(Token<'s>, Range<usize>)],
    macros: &Macros<'_, 's>,
    depth: usize,
    out: &mut Text,
) -> Result<(), SourceError> {
    for (token, range) in tokens {
        match token {
            Token::Text(_) => out.push(source, range.start + 1..range.end - 1),
            Token::Line => {}
            Token::Name(name) => {
                let content = macros.get(name).filter(|_| depth > 0).copied();
                let Some(content) = content else {
                    let message = format!("found `{name}`, expected a string or a macro of strings");
                    return Err(mistake(range.clone(), message).help("define the macro in this file"));
                };
                expand(source, content, macros, depth - 1, out)?;
            }
            Token::Define | Token::Other(_) => {
                let found = source.get(range.clone()).unwrap_or_default();
                let message = format!("found `{found}`, expected a string or a macro of strings");
                return Err(mistake(range.clone(), message).help("put the clauses in quotation marks"));
            }
        }
        if out.text.len() > MAX_TEXT {
            let message = format!("the text is longer than {MAX_TEXT} bytes once macros are expanded");
            return Err(mistake(range.clone(), message).help("split the root signature"));
        }
    }
    Ok(())
}

/// An error that is about to be completed.
pub(super) fn mistake(span: Range<usize>, message: impl Into<String>) -> SourceErrorBuilder {
    SourceErrorBuilder(SourceError { rule: None, span, message: message.into(), help: None })
}

/// An error without its cure.
pub(super) struct SourceErrorBuilder(SourceError);

impl SourceErrorBuilder {
    /// Adds the cure.
    pub(super) fn help(mut self, help: impl Into<String>) -> SourceError {
        self.0.help = Some(help.into());
        self.0
    }
}
