//! Lines that begin with `#`.

use glassbox_core::suggest::similar;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

use super::evaluate::evaluate;
use super::{ExtensionLine, Preprocessor};
use crate::language::Behaviour;
use crate::rules::{AUTHOR, DIRECTIVE, INCLUDE, MACRO};
use crate::vocabulary::extensions;

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
            "else" => {
                self.expect_end("#else", rest);
                self.condition_else(from, None);
            }
            "endif" => {
                self.expect_end("#endif", rest);
                self.condition_end(from);
            }
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
            "include" => {
                self.needs_include(from);
                self.include(from, rest);
            }
            "extension" => self.extension(from, rest),
            "error" => self.author(from, rest),
            "line" => self.line(from, rest),
            "pragma" => self.pragma(from, rest),
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
                self.expect_end("#undef NAME", rest.get(1..).unwrap_or_default());
                if let Err(message) = self.check_macro_name(&name.text) {
                    let finding = self.reports.of(&MACRO, name.from, message);
                    self.reports.add(finding.help("leave the macro as it is"));
                    return;
                }
                self.macros.remove(&name.text);
                self.undefined.insert(name.text.clone());
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

    /// `#extension NAME : BEHAVIOUR`.
    fn extension(&mut self, from: Provenance, rest: &[Token]) {
        let line = match rest {
            [name, colon, behaviour] if name.kind == Kind::Word && colon.is(":") => {
                let behaviour = Behaviour::named(&behaviour.text);
                behaviour.map(|behaviour| (name, behaviour))
            }
            _ => None,
        };
        let Some((name, behaviour)) = line else {
            let message = "found something else, expected `#extension NAME : BEHAVIOUR`";
            let finding = self.reports.of(&DIRECTIVE, from, message);
            self.reports.add(finding.help("the behaviours are require, enable, warn, disable"));
            return;
        };
        if let Some(row) = extensions::find(&name.text) {
            for one in std::iter::once(&row.name).chain(&row.brings) {
                match behaviour {
                    Behaviour::Disable => self.extensions_on.remove(one),
                    _ => self.extensions_on.insert(one),
                };
            }
        }
        let tokens_before = self.out.len();
        self.unit.extensions.push(ExtensionLine { name: name.text.clone(), behaviour, from, tokens_before });
    }

    /// Reports what stands behind a directive that needs nothing more. Drivers let it pass.
    pub(super) fn expect_end(&mut self, directive: &str, rest: &[Token]) {
        let Some(token) = rest.first().filter(|_| self.is_strict()) else {
            return;
        };
        let message =
            format!("found `{}` behind `{directive}`, expected the end of the line", shown(&token.text));
        let finding = self.reports.of(&DIRECTIVE, token.from, message);
        self.reports.add(finding.help("put `//` before it if it is a comment"));
    }

    /// Reports an inclusion without the extension for it, where the text is held to one API.
    fn needs_include(&mut self, from: Provenance) {
        let extensions = ["GL_GOOGLE_include_directive", "GL_ARB_shading_language_include"];
        if self.is_strict() && !extensions.iter().any(|name| self.has_extension(name)) {
            let message =
                "found `#include`, expected `#extension GL_GOOGLE_include_directive : require` before it";
            let finding = self.reports.of(&INCLUDE, from, message);
            self.reports.add(finding.help("write the line behind `#version`"));
        }
    }

    /// Reports a name of a text in `#line` without the extension for it, where the text is held to one API.
    fn needs_named_lines(&mut self, from: Provenance) {
        if self.is_strict() && !self.has_extension("GL_GOOGLE_cpp_style_line_directive") {
            let message = "found the name of a text in `#line`, expected a number";
            let finding = self.reports.of(&DIRECTIVE, from, message);
            let help = "write `#extension GL_GOOGLE_cpp_style_line_directive : require` before it";
            self.reports.add(finding.help(help));
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
        let value = |tokens: &[Token]| evaluate(tokens, &mut |_, _| None);
        let is_named = tokens.last().is_some_and(|token| token.kind == Kind::Quoted);
        if is_named {
            self.needs_named_lines(from);
        }
        let tokens = tokens.get(..tokens.len() - usize::from(is_named)).unwrap_or_default();
        let (line, number) = match tokens.len() {
            0 | 1 => (tokens, None),
            _ if is_named || value(tokens).is_ok() => (tokens, None),
            length => (tokens.get(..length - 1).unwrap_or_default(), tokens.get(length - 1..)),
        };
        // Versions before 3.30 count the line of the directive itself.
        let version = self.unit.version;
        let counts_next = i64::from(version.is_embedded || version.number >= 330);
        let parsed = value(line).and_then(|line| Ok((line, number.map(value).transpose()?)));
        match parsed {
            Ok((line, number)) => {
                let here = self.line_of(from.written);
                if let Some(frame) = self.frames.last_mut() {
                    frame.line_shift = line.saturating_sub(i64::from(here) + counts_next);
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
