//! Reads tables of a project file in TOML, rejecting unknown keys and values of the wrong type.

use glassbox_core::diagnostic::{Diagnostics, Rule};
use glassbox_core::span::Span;
use glassbox_core::suggest::similar;
use smol_str::SmolStr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Value with its position in the project file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its position in the project file.
    pub span: Span,
}

/// Rules of a kind of project file.
#[derive(Debug)]
pub struct TableRules {
    /// The text is no TOML.
    pub toml: &'static Rule,
    /// A key means nothing where it stands.
    pub unknown_key: &'static Rule,
    /// A value has the wrong type, or is not one of those that its key has.
    pub wrong_value: &'static Rule,
}

/// Reads values of one text and collects findings.
#[derive(Debug)]
pub struct Reader<'t> {
    /// The text.
    pub text: &'t str,
    /// What is reported under which rule.
    pub rules: &'static TableRules,
    /// Findings so far.
    pub findings: Diagnostics,
}

/// Value with its key.
#[derive(Debug)]
pub struct Entry<'v, 'i> {
    /// The key.
    pub key: Located<SmolStr>,
    /// The value.
    pub value: &'v Spanned<DeValue<'i>>,
}

impl Entry<'_, '_> {
    /// The key as a name.
    #[must_use]
    pub fn name(&self) -> Located<String> {
        Located { value: self.key.value.to_string(), span: self.key.span }
    }
}

/// A range of a text.
#[must_use]
pub fn span(range: std::ops::Range<usize>) -> Span {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(place(range.start), place(range.end))
}

impl<'t> Reader<'t> {
    /// Begins to read a text.
    #[must_use]
    pub fn new(text: &'t str, rules: &'static TableRules) -> Reader<'t> {
        Reader { text, rules, findings: Diagnostics::default() }
    }

    /// The table that the text is, as far as it is one.
    pub fn document(&mut self) -> Spanned<DeTable<'t>> {
        let (document, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let at = error.span().map_or(Span::default(), span);
            let message = format!("found text that is not TOML: {}", error.message());
            self.report(self.rules.toml, at, message, "fix the line; TOML is described at toml.io");
        }
        document
    }

    /// Adds a finding.
    pub fn report(&mut self, rule: &'static Rule, at: Span, message: String, help: impl Into<String>) {
        self.findings.report(rule, at.location(self.text), message).help(help);
    }

    /// Entries of a table in file order; unknown keys are rejected. `what` names their owner.
    pub fn known<'v, 'i>(
        &mut self,
        table: &'v DeTable<'i>,
        known: &[&'static str],
        what: &str,
    ) -> Vec<Entry<'v, 'i>> {
        self.known_or(table, known, what, |_| false)
    }

    /// Like [`known`](Self::known), with alternative names for keys.
    pub fn known_or<'v, 'i>(
        &mut self,
        table: &'v DeTable<'i>,
        known: &[&'static str],
        what: &str,
        is_other_name: impl Fn(&str) -> bool,
    ) -> Vec<Entry<'v, 'i>> {
        let mut entries = self.entries(table);
        entries.retain(|entry| {
            let key = entry.key.value.as_str();
            if known.contains(&key) || is_other_name(key) {
                return true;
            }
            let help = match similar(key, known.iter().copied()) {
                Some(like) => format!("did you mean `{like}`?"),
                None => format!("there is {}", list(known)),
            };
            let message = format!("found the key `{key}`, which {what} does not have");
            self.report(self.rules.unknown_key, entry.key.span, message, help);
            false
        });
        entries
    }

    /// Entries of a table in file order.
    pub fn entries<'v, 'i>(&self, table: &'v DeTable<'i>) -> Vec<Entry<'v, 'i>> {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| Entry {
                key: Located { value: SmolStr::new(key.get_ref()), span: span(key.span()) },
                value,
            })
            .collect();
        entries.sort_by_key(|entry| entry.key.span.start);
        entries
    }

    /// Reports a value of the wrong type.
    pub fn wrong(&mut self, entry: &Entry<'_, '_>, expected: &str) {
        let found = kind(entry.value.get_ref());
        let message = format!("found {found} for `{}`, expected {expected}", entry.key.value);
        let help = format!("write `{} = ` followed by {expected}", entry.key.value);
        self.report(self.rules.wrong_value, span(entry.value.span()), message, help);
    }

    /// A string.
    pub fn string(&mut self, entry: &Entry<'_, '_>) -> Option<Located<String>> {
        let found = string(entry.value);
        if found.is_none() {
            self.wrong(entry, "a string");
        }
        found
    }

    /// List of strings, or a single one.
    pub fn strings(&mut self, entry: &Entry<'_, '_>) -> Vec<Located<String>> {
        if let Some(one) = string(entry.value) {
            return vec![one];
        }
        let DeValue::Array(items) = entry.value.get_ref() else {
            self.wrong(entry, "a string or a list of strings");
            return Vec::new();
        };
        let mut all = Vec::new();
        for item in items.iter() {
            match string(item) {
                Some(one) => all.push(one),
                None => {
                    let item = Entry { key: entry.key.clone(), value: item };
                    self.wrong(&item, "strings only");
                }
            }
        }
        all
    }

    /// True or false.
    pub fn truth(&mut self, entry: &Entry<'_, '_>) -> Option<bool> {
        if let DeValue::Boolean(value) = entry.value.get_ref() {
            return Some(*value);
        }
        self.wrong(entry, "true or false");
        None
    }

    /// A register, from 0 to `most`.
    pub fn register(&mut self, entry: &Entry<'_, '_>, most: u8) -> Option<Located<u8>> {
        if let DeValue::Integer(number) = entry.value.get_ref()
            && let Ok(value) = u8::from_str_radix(number.as_str(), number.radix())
            && value <= most
        {
            let span = span(entry.value.span());
            return Some(Located { value, span });
        }
        self.wrong(entry, &format!("a register from 0 to {most}"));
        None
    }

    /// A table.
    pub fn table<'v, 'i>(&mut self, entry: &Entry<'v, 'i>) -> Option<&'v DeTable<'i>> {
        if let DeValue::Table(table) = entry.value.get_ref() {
            return Some(table);
        }
        self.wrong(entry, "a table");
        None
    }

    /// One of several names.
    pub fn choice<T: Copy>(&mut self, entry: &Entry<'_, '_>, all: &[(&'static str, T)]) -> Option<T> {
        let asked = self.string(entry)?;
        self.chosen(&entry.key.value, &asked, all)
    }

    /// Value for a name.
    pub fn chosen<T: Copy>(
        &mut self,
        key: &str,
        asked: &Located<String>,
        all: &[(&'static str, T)],
    ) -> Option<T> {
        let found = all.iter().find(|(name, _)| *name == asked.value);
        if let Some((_, value)) = found {
            return Some(*value);
        }
        let names: Vec<&'static str> = all.iter().map(|(name, _)| *name).collect();
        let message = format!("found {:?} for `{key}`, expected one of its values", asked.value);
        let help = match similar(&asked.value, names.iter().copied()) {
            Some(like) => format!("did you mean {like:?}?"),
            None => format!("there is {}", list(&names)),
        };
        self.report(self.rules.wrong_value, asked.span, message, help);
        None
    }

    /// Macros: names, each with a string, number or boolean.
    pub fn defines(&mut self, entry: &Entry<'_, '_>) -> Vec<(String, String)> {
        let Some(table) = self.table(entry) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for entry in self.entries(table) {
            match replacement(entry.value) {
                Some(text) => all.push((entry.key.value.to_string(), text)),
                None => self.wrong(&entry, "a string, a number or a boolean"),
            }
        }
        all
    }
}

/// What a macro stands for: a string, a number or a boolean, which is 0 or 1.
#[must_use]
pub fn replacement(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(u8::from(*truth).to_string()),
        _ => None,
    }
}

fn string(value: &Spanned<DeValue<'_>>) -> Option<Located<String>> {
    match value.get_ref() {
        DeValue::String(text) => Some(Located { value: text.to_string(), span: span(value.span()) }),
        _ => None,
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Formats a list of names.
fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
