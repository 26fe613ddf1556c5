//! Parses clauses, `Name(argument, name=value, …)`, without knowing what they mean.

use std::ops::Range;

use glassbox_core::language::SourceError;

use super::text::{Text, mistake};

/// Depth of clauses in clauses: ranges in tables.
const MAX_DEPTH: usize = 2;

/// A word or a number with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) span: Range<usize>,
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause<'t> {
    pub(super) name: Word<'t>,
    pub(super) arguments: Vec<Argument<'t>>,
}

/// An argument of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Argument<'t> {
    /// A word alone: a register, or flags.
    Words(Vec<Word<'t>>),
    /// `name=word | word`.
    Named(Word<'t>, Vec<Word<'t>>),
    /// A clause.
    Clause(Clause<'t>),
}

impl Argument<'_> {
    /// Place in the text.
    pub(super) fn span(&self) -> Range<usize> {
        match self {
            Argument::Words(words) => {
                words.first().map_or(0, |word| word.span.start)..words.last().map_or(0, |word| word.span.end)
            }
            Argument::Named(name, _) => name.span.clone(),
            Argument::Clause(clause) => clause.name.span.clone(),
        }
    }
}

/// Parses all clauses; adds what is wrong to `errors` and goes on after it.
pub(super) fn parse<'t>(text: &'t Text, errors: &mut Vec<SourceError>) -> Vec<Clause<'t>> {
    let mut parser = Parser { text, at: 0, errors };
    let mut out = Vec::new();
    loop {
        let next = parser.peek();
        if next.text.is_empty() {
            return out;
        }
        match parser.argument(MAX_DEPTH) {
            Some(Argument::Clause(clause)) => out.push(clause),
            Some(other) => {
                let found = &text.text[other.span()];
                let help = "the clauses are RootFlags, RootConstants, CBV, SRV, UAV, DescriptorTable and StaticSampler";
                parser.report(&other.span(), format!("found `{found}`, expected a clause"), help);
            }
            None => {}
        }
        let next = parser.next();
        if next.text != "," && !next.text.is_empty() {
            parser.unexpected(&next, "`,` between clauses");
            parser.recover(&[","]);
            parser.next();
        }
    }
}

struct Parser<'t, 'e> {
    text: &'t Text,
    at: usize,
    errors: &'e mut Vec<SourceError>,
}

impl<'t> Parser<'t, '_> {
    fn report(&mut self, span: &Range<usize>, message: String, help: &str) {
        self.errors.push(mistake(self.text.place(span), message).help(help));
    }

    fn unexpected(&mut self, found: &Word<'_>, expected: &str) {
        let message = if found.text.is_empty() {
            format!("the text ends, expected {expected}")
        } else {
            format!("found `{}`, expected {expected}", found.text)
        };
        let help = "a clause is written Name(argument, name=value)";
        self.report(&found.span.clone(), message, help);
    }

    fn peek(&self) -> Word<'t> {
        let rest = &self.text.text[self.at..];
        let blank = rest.len() - rest.trim_start().len();
        let start = self.at + blank;
        let rest = &rest[blank..];
        let is_part =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '+' | '-');
        let length = match rest.chars().next() {
            None => 0,
            Some(first) if is_part(first) => word_length(rest),
            Some(first) => first.len_utf8(),
        };
        Word { text: &rest[..length], span: start..start + length }
    }

    fn next(&mut self) -> Word<'t> {
        let word = self.peek();
        self.at = word.span.end;
        word
    }

    /// Skips to one of these words outside of further parentheses, or to a closing one.
    fn recover(&mut self, stops: &[&str]) {
        let mut depth = 0_u32;
        loop {
            let word = self.peek();
            match word.text {
                "" => return,
                "(" => depth += 1,
                ")" if depth > 0 => depth -= 1,
                text if depth == 0 && stops.contains(&text) => return,
                _ => {}
            }
            self.at = word.span.end;
        }
    }

    /// `Name(…)`, `name=…` or words. `None` if it is wrong, up to the next comma or parenthesis.
    fn argument(&mut self, depth: usize) -> Option<Argument<'t>> {
        let first = self.word("a clause or an argument")?;
        match self.peek().text {
            "(" if depth > 0 => {
                self.next();
                let arguments = self.arguments(depth - 1);
                Some(Argument::Clause(Clause { name: first, arguments }))
            }
            "=" => {
                self.next();
                Some(Argument::Named(first, self.words()?))
            }
            "|" => {
                self.next();
                let mut words = vec![first];
                words.extend(self.words()?);
                Some(Argument::Words(words))
            }
            _ => Some(Argument::Words(vec![first])),
        }
    }

    fn arguments(&mut self, depth: usize) -> Vec<Argument<'t>> {
        let mut out = Vec::new();
        if self.peek().text == ")" {
            self.next();
            return out;
        }
        loop {
            out.extend(self.argument(depth));
            let next = self.next();
            match next.text {
                "," => {}
                ")" => return out,
                _ => {
                    self.unexpected(&next, "`,` or `)`");
                    self.at = next.span.start;
                    self.recover(&[",", ")"]);
                    if self.next().text != "," {
                        return out;
                    }
                }
            }
        }
    }

    fn words(&mut self) -> Option<Vec<Word<'t>>> {
        let mut out = vec![self.word("a value")?];
        while self.peek().text == "|" {
            self.next();
            out.push(self.word("a flag")?);
        }
        Some(out)
    }

    fn word(&mut self, expected: &str) -> Option<Word<'t>> {
        let word = self.peek();
        if word.text.is_empty() || word.text.starts_with(|first: char| !is_start(first)) {
            self.unexpected(&word, expected);
            self.recover(&[",", ")"]);
            return None;
        }
        self.at = word.span.end;
        Some(word)
    }
}

fn is_start(first: char) -> bool {
    first.is_ascii_alphanumeric() || matches!(first, '_' | '.' | '+' | '-')
}

/// Length of a name or a number; a sign belongs to a number at its start and after its `e`.
fn word_length(text: &str) -> usize {
    let is_number = text.starts_with(|first: char| !first.is_ascii_alphabetic() && first != '_');
    let mut before = None;
    for (index, letter) in text.char_indices() {
        let is_sign = matches!(letter, '+' | '-');
        let may_sign = index == 0 || matches!(before, Some('e' | 'E')) && !text.starts_with("0x");
        let continues = match letter {
            _ if is_sign => is_number && may_sign,
            '.' => is_number,
            _ => letter.is_ascii_alphanumeric() || letter == '_',
        };
        if !continues {
            return index;
        }
        before = Some(letter);
    }
    text.len()
}
