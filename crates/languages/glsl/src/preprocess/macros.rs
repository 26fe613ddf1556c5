//! Macros: what `#define` says.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

use super::Preprocessor;
use crate::lex::lex;
use crate::rules::MACRO;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// Where its name stands in its definition.
    pub(super) from: Provenance,
    /// Its parameters, if it has a list of them.
    pub(super) parameters: Option<Vec<Rc<str>>>,
    /// What it stands for.
    pub(super) body: Vec<Token>,
}

impl Macro {
    /// Whether two definitions say the same, apart from the amount of white space.
    fn is_same(&self, other: &Macro) -> bool {
        let spaces = |at: usize, token: &Token| at > 0 && token.is_spaced;
        self.parameters == other.parameters
            && self.body.len() == other.body.len()
            && self
                .body
                .iter()
                .zip(&other.body)
                .enumerate()
                .all(|(at, (a, b))| a.text == b.text && spaces(at, a) == spaces(at, b))
    }
}

/// Names that no definition may have.
pub(super) const RESERVED: [&str; 4] = ["__LINE__", "__FILE__", "__VERSION__", "defined"];

impl Preprocessor<'_> {
    /// `#define NAME BODY` or `#define NAME(PARAMETERS) BODY`.
    pub(super) fn define(&mut self, from: Provenance, rest: &[Token]) {
        match self.definition(from, rest) {
            Ok((name, definition)) => {
                if let Some(earlier) = self.macros.get(&name)
                    && !earlier.is_same(&definition)
                {
                    let message =
                        format!("found another definition of `{name}`, expected the same or `#undef`");
                    let earlier = self.reports.sources.location(earlier.from.written);
                    let finding = self.reports.of(&MACRO, definition.from, message);
                    let finding = finding.label(earlier, "it is defined here");
                    self.reports.add(finding.help(format!("write `#undef {name}` before it")));
                    return;
                }
                self.macros.insert(name, Rc::new(definition));
            }
            Err((at, message)) => {
                let finding = self.reports.of(&MACRO, at, message);
                self.reports.add(finding.help("write `#define NAME BODY` or `#define NAME(A, B) BODY`"));
            }
        }
    }

    fn definition(&self, from: Provenance, rest: &[Token]) -> Result<(Rc<str>, Macro), (Provenance, String)> {
        let name = match rest.first() {
            Some(name) if name.kind == Kind::Word => name,
            Some(other) => {
                let message = format!("found `{}`, expected the name of a macro", shown(&other.text));
                return Err((other.from, message));
            }
            None => return Err((from, "found no name, expected that of a macro".to_owned())),
        };
        if RESERVED.contains(&&*name.text) {
            let message = format!("found `{}`, expected a name that is not reserved", name.text);
            return Err((name.from, message));
        }
        let mut at = 1;
        let mut parameters = None;
        if rest.get(1).is_some_and(|token| token.is("(") && !token.is_spaced) {
            let mut names: Vec<Rc<str>> = Vec::new();
            at = 2;
            loop {
                match rest.get(at) {
                    Some(end) if end.is(")") && names.is_empty() => break,
                    Some(name) if name.kind == Kind::Word => {
                        if names.contains(&name.text) {
                            let message =
                                format!("found the parameter `{}` twice, expected it once", name.text);
                            return Err((name.from, message));
                        }
                        names.push(name.text.clone());
                    }
                    other => {
                        let found = other.map_or("the end of the line".to_owned(), |token| {
                            format!("`{}`", shown(&token.text))
                        });
                        let at = other.map_or(name.from, |token| token.from);
                        return Err((at, format!("found {found}, expected the name of a parameter")));
                    }
                }
                match rest.get(at + 1) {
                    Some(comma) if comma.is(",") => at += 2,
                    Some(end) if end.is(")") => {
                        at += 1;
                        break;
                    }
                    other => {
                        let found = other.map_or("the end of the line".to_owned(), |token| {
                            format!("`{}`", shown(&token.text))
                        });
                        let at = other.map_or(name.from, |token| token.from);
                        return Err((at, format!("found {found}, expected `,` or `)`")));
                    }
                }
            }
            at += 1;
            parameters = Some(names);
        }
        let body = rest.get(at..).unwrap_or_default().to_vec();
        for end in [body.first(), body.last()].into_iter().flatten() {
            if end.is("##") {
                return Err((
                    end.from,
                    "found `##` at an end, expected a token on both sides of it".to_owned(),
                ));
            }
        }
        let definition = Macro { from: name.from, parameters, body };
        Ok((name.text.clone(), definition))
    }

    /// Defines a macro that stands for a number.
    pub(super) fn define_number(&mut self, name: &str, value: Rc<str>, from: Provenance) {
        let body = vec![Token {
            kind: Kind::Number,
            text: value,
            from,
            is_spaced: false,
            is_first: false,
            is_painted: false,
        }];
        let name = self.words.get(name);
        let definition = Macro { from, parameters: None, body };
        self.macros.insert(name, Rc::new(definition));
    }

    /// Defines the macros that are given with the program.
    pub(super) fn define_given(&mut self, defines: &[(String, String)], from: Provenance) {
        for (name, value) in defines {
            let mut body = lex(value, 0, self.words).tokens;
            for token in &mut body {
                token.from = from;
                token.is_first = false;
            }
            let name = self.words.get(name);
            let definition = Macro { from, parameters: None, body };
            self.macros.insert(name, Rc::new(definition));
        }
    }
}
