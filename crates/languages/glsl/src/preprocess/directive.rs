//! Lines that begin with `#`.

use glassbox_core::suggest::similar;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

use super::Preprocessor;
use super::evaluate::evaluate;
use crate::rules::{AUTHOR, DIRECTIVE};

/// Every directive.
const KNOWN: [&str; 14] = [
    "version",
    "extension",
    "define",
    "undef",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "else",
    "endif",
    "include",
    "error",
    "pragma",
    "line",
];

impl Preprocessor<'_> {
    /// The line at which the text is.
    pub(super) fn directive(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at += 1;
        }
        let rest = self.rest_of_line();
        // A `#` alone is a line without meaning.
        let Some(name) = rest.first() else {
            return;
        };
        let from = name.from;
        let word = &*name.text;
        let rest = rest.get(1..).unwrap_or_default();
        if word != "version" {
            self.begin();
        }
        match word {
            "if" => self.condition_if(from, rest),
            "ifdef" => self.condition_defined(from, rest, true),
            "ifndef" => self.condition_defined(from, rest, false),
            "elif" => self.condition_else(from, Some(rest)),
            "else" => self.condition_else(from, None),
            "endif" => self.condition_end(from),
            _ if !self.is_live() => {}
            "version" => self.version(from, rest),
            _ => self.plain(word, from, rest),
        }
    }

    /// A directive that is no condition and not the version.
    fn plain(&mut self, word: &str, from: Provenance, rest: &[Token]) {
        match word {
            "define" => self.define(from, rest),
            "undef" => self.undefine(from, rest),
            "include" => self.include(from, rest),
            "extension" => self.extension(from, rest),
            "error" => self.author(from, rest),
            "line" => self.line(from, rest),
            "pragma" => {
                if rest.first().is_some_and(|token| token.is("once"))
                    && let Some(frame) = self.frames.last()
                {
                    self.once.insert(frame.file);
                }
            }
            _ => {
                let message = format!("found `#{}`, expected a directive", shown(word));
                let help = match similar(word, KNOWN) {
                    Some(known) => format!("did you mean `#{known}`?"),
                    None => format!("the directives are {}", KNOWN.join(", ")),
                };
                let finding = self.reports.of(&DIRECTIVE, from, message);
                self.reports.add(finding.help(help));
            }
        }
    }

    fn undefine(&mut self, from: Provenance, rest: &[Token]) {
        match rest.first() {
            Some(name) if name.kind == Kind::Word => {
                self.macros.remove(&name.text);
            }
            _ => {
                let finding = self.reports.of(
                    &DIRECTIVE,
                    from,
                    "found no name behind `#undef`, expected that of a macro",
                );
                self.reports.add(finding.help("name the macro to forget"));
            }
        }
    }

    /// `#extension NAME : BEHAVIOUR`. Extensions for inclusions have done their work here.
    fn extension(&mut self, from: Provenance, rest: &[Token]) {
        const BEHAVIOURS: [&str; 4] = ["require", "enable", "warn", "disable"];
        match rest {
            [name, colon, behaviour]
                if name.kind == Kind::Word && colon.is(":") && BEHAVIOURS.contains(&&*behaviour.text) =>
            {
                if !matches!(&*name.text, "GL_GOOGLE_include_directive" | "GL_ARB_shading_language_include") {
                    self.unit.extensions.push((name.text.clone(), behaviour.text.clone(), from));
                }
            }
            _ => {
                let finding = self.reports.of(
                    &DIRECTIVE,
                    from,
                    "found something else, expected `#extension NAME : BEHAVIOUR`",
                );
                self.reports.add(finding.help(format!("the behaviours are {}", BEHAVIOURS.join(", "))));
            }
        }
    }

    fn author(&mut self, from: Provenance, rest: &[Token]) {
        let mut at = from;
        if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
            at.written.span = first.from.written.span.to(last.from.written.span);
            at.used = at.written;
        }
        let text = at.written.span.of(self.reports.sources.text(at.written.file));
        let message = format!("found `#error {}`, expected not to get there", shown(text));
        let finding = self.reports.of(&AUTHOR, at, message);
        self.reports.add(finding.help("do what the message says"));
    }

    /// `#line NUMBER` or `#line NUMBER TEXT`: what `__LINE__` and `__FILE__` say from the next line on.
    fn line(&mut self, from: Provenance, rest: &[Token]) {
        let name = Token {
            from,
            kind: Kind::Sign,
            text: self.words.get("#line"),
            is_spaced: false,
            is_first: false,
            is_painted: false,
        };
        let Some(tokens) = self.expand_list(&name, rest, 0) else {
            return;
        };
        let (line, number) = match tokens.len() {
            0 | 1 => (tokens.as_slice(), None),
            length => (tokens.get(..length - 1).unwrap_or_default(), tokens.get(length - 1..)),
        };
        let value = |tokens: &[Token]| evaluate(tokens, &mut |_| None);
        let parsed = value(line).and_then(|line| Ok((line, number.map(value).transpose()?)));
        match parsed {
            Ok((line, number)) => {
                let (here, _) = self.reports.sources.location(from.written).line_column.unwrap_or_default();
                if let Some(frame) = self.frames.last_mut() {
                    frame.line_shift = line.saturating_sub(i64::from(here) + 1);
                    frame.number = number.unwrap_or(frame.number);
                }
            }
            Err(error) => {
                let finding = self.reports.of(&DIRECTIVE, error.at.unwrap_or(from), error.message);
                self.reports.add(finding.help("write `#line NUMBER`"));
            }
        }
    }
}
