//! Macros: what `#define` says.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token, Word};

use super::Preprocessor;
use crate::language::Environment;
use crate::lex::lex;
use crate::rules::MACRO;
use crate::vocabulary::extensions;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// Where its name stands in its definition.
    pub(super) from: Provenance,
    /// Its parameters, if it has a list of them.
    pub(super) parameters: Option<Vec<Word>>,
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

/// Names that stand for what the preprocessor knows.
pub(super) const PREDEFINED: [&str; 3] = ["__LINE__", "__FILE__", "__VERSION__"];

impl Preprocessor<'_> {
    /// `#define NAME BODY` or `#define NAME(PARAMETERS) BODY`.
    pub(super) fn define(&mut self, from: Provenance, rest: &[Token]) {
        match self.definition(from, rest) {
            // What the preprocessor knows goes before what the text says.
            Ok((name, _)) if PREDEFINED.contains(&&*name) => {}
            Ok((name, definition)) => {
                if let Some(earlier) = self.macro_of(&name)
                    && !earlier.is_same(&definition)
                {
                    let message =
                        format!("found another definition of `{name}`, expected the same or `#undef`");
                    let earlier = self.reports.sources.unplaced(earlier.from.written);
                    let finding = self.reports.of(&MACRO, definition.from, message);
                    let finding = finding.label(earlier, "it is defined here");
                    self.reports.add(finding.help(format!("write `#undef {name}` before it")));
                    return;
                }
                self.mark(&name);
                self.macros.insert(name, Rc::new(definition));
            }
            Err((at, message)) => {
                let finding = self.reports.of(&MACRO, at, message);
                self.reports.add(finding.help("write `#define NAME BODY` or `#define NAME(A, B) BODY`"));
            }
        }
    }

    fn definition(&self, from: Provenance, rest: &[Token]) -> Result<(Word, Macro), (Provenance, String)> {
        let name = match rest.first() {
            Some(name) if name.kind == Kind::Word => name,
            Some(other) => {
                let message = format!("found `{}`, expected the name of a macro", shown(&other.text));
                return Err((other.from, message));
            }
            None => return Err((from, "found no name, expected that of a macro".to_owned())),
        };
        self.check_macro_name(&name.text).map_err(|message| (name.from, message))?;
        let mut at = 1;
        let mut parameters = None;
        if rest.get(1).is_some_and(|token| token.is("(") && !token.is_spaced) {
            let mut names: Vec<Word> = Vec::new();
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
        self.check_hashes(&body, parameters.as_deref())?;
        let definition = Macro { from: name.from, parameters, body };
        Ok((name.text.clone(), definition))
    }

    /// Why a text may not define or forget a macro of this name.
    pub(super) fn check_macro_name(&self, name: &str) -> Result<(), String> {
        let version = self.unit.version;
        let is_predefined = PREDEFINED.contains(&name);
        let allows_all = !self.is_strict() || self.has_extension("GL_EXT_spirv_intrinsics");
        let is_reserved = if is_predefined {
            !self.is_strict() || version.is_embedded && version.number >= 300
        } else {
            name == "defined"
                || !allows_all
                    && (name.starts_with("GL_")
                        || name.contains("__") && version.is_embedded && version.number < 300)
        };
        if is_reserved {
            return Err(format!("found `{}`, expected a name that is not reserved", shown(name)));
        }
        Ok(())
    }

    /// Checks `#` and `##` in what a macro stands for: what they make is only known where it is used.
    fn check_hashes(&self, body: &[Token], parameters: Option<&[Word]>) -> Result<(), (Provenance, String)> {
        if !self.is_strict() {
            return Ok(());
        }
        let version = self.unit.version;
        for (at, token) in body.iter().enumerate().filter(|(_, token)| token.is("#") || token.is("##")) {
            if version.is_embedded || version.number < 130 {
                let message = format!("found `{}`, expected version 130 for it", token.text);
                return Err((token.from, message));
            }
            let next = body.get(at + 1).map(|next| &next.text);
            let is_parameter = next.is_some_and(|next| parameters.is_some_and(|all| all.contains(next)));
            if token.is("#") && !is_parameter {
                return Err((token.from, "found `#`, expected the name of a parameter behind it".to_owned()));
            }
        }
        Ok(())
    }

    /// What a name stands for. Macros of extensions are made when they are asked for.
    pub(super) fn macro_of(&mut self, name: &Word) -> Option<Rc<Macro>> {
        if let Some(known) = self.macros.get(name) {
            return Some(known.clone());
        }
        if !self.dialect.has_extension_macros || !name.starts_with("GL_") || self.undefined.contains(name) {
            return None;
        }
        let environment = Environment::new(self.unit.version, self.dialect.stage, self.dialect.api);
        let row = extensions::find(name).filter(|row| row.has_macro.holds(&environment))?;
        self.define_number(row.name, "1", self.unit.version_from);
        self.macros.get(name).cloned()
    }

    /// Defines a macro that stands for a number.
    pub(super) fn define_number(&mut self, name: &str, value: &str, from: Provenance) {
        let body = vec![Token {
            kind: Kind::Number,
            text: self.words.get(value),
            from,
            is_spaced: false,
            is_first: false,
            is_painted: false,
        }];
        let name = self.words.get(name);
        let definition = Macro { from, parameters: None, body };
        self.mark(&name);
        // What is given with the program goes before.
        self.macros.entry(name).or_insert_with(|| Rc::new(definition));
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
            self.mark(&name);
            self.macros.insert(name, Rc::new(definition));
        }
    }

    /// Notes that a word stands for something.
    fn mark(&mut self, name: &Word) {
        let number = name.number() as usize;
        if self.replaced.len() <= number {
            self.replaced.resize(number + 1, false);
        }
        self.replaced[number] = true;
    }

    /// Notes the names that stand for what the preprocessor knows.
    pub(super) fn mark_predefined(&mut self) {
        for name in PREDEFINED {
            let name = self.words.get(name);
            self.mark(&name);
        }
    }

    /// Defines a macro for a text that does not: its name, its parameter if it has one, and what it stands for.
    pub(super) fn define_added(
        &mut self,
        (name, parameter, body): (&str, Option<&str>, &str),
        from: Provenance,
    ) {
        let mut body = lex(body, 0, self.words).tokens;
        for token in &mut body {
            token.from = from;
            token.is_first = false;
        }
        let parameters = parameter.map(|parameter| vec![self.words.get(parameter)]);
        let name = self.words.get(name);
        self.mark(&name);
        self.macros.insert(name, Rc::new(Macro { from, parameters, body }));
    }
}
