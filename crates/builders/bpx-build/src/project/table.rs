//! Reads tables of a project file, rejecting unknown keys and values of the wrong type.

use glassbox_core::diagnostic::{Diagnostics, Rule};
use glassbox_core::span::Span;
use glassbox_core::suggest::similar;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Located;
use crate::rules;

/// Reads values of one text and collects findings.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) findings: Diagnostics,
}

/// Value with its key.
pub(super) struct Entry<'v, 'i> {
    pub(super) key: Located<String>,
    pub(super) value: &'v Spanned<DeValue<'i>>,
}

pub(super) fn span(range: std::ops::Range<usize>) -> Span {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(place(range.start), place(range.end))
}

impl Reader<'_> {
    pub(super) fn report(&mut self, rule: &'static Rule, at: Span, message: String, help: impl Into<String>) {
        self.findings.report(rule, at.location(self.text), message).help(help);
    }

    /// Entries of a table in file order; unknown keys are rejected. `what` names their owner.
    pub(super) fn known<'v, 'i>(
        &mut self,
        table: &'v DeTable<'i>,
        known: &[&'static str],
        what: &str,
    ) -> Vec<Entry<'v, 'i>> {
        self.known_or(table, known, what, |_| false)
    }

    /// Like [`known`](Self::known), with alternative names for keys.
    pub(super) fn known_or<'v, 'i>(
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
            self.report(&rules::UNKNOWN_KEY, entry.key.span, message, help);
            false
        });
        entries
    }

    /// Entries of a table in file order.
    pub(super) fn entries<'v, 'i>(&self, table: &'v DeTable<'i>) -> Vec<Entry<'v, 'i>> {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| Entry {
                key: Located { value: key.get_ref().to_string(), span: span(key.span()) },
                value,
            })
            .collect();
        entries.sort_by_key(|entry| entry.key.span.start);
        entries
    }

    fn wrong(&mut self, entry: &Entry<'_, '_>, expected: &str) {
        let found = kind(entry.value.get_ref());
        let message = format!("found {found} for `{}`, expected {expected}", entry.key.value);
        let help = format!("write `{} = ` followed by {expected}", entry.key.value);
        self.report(&rules::WRONG_VALUE, span(entry.value.span()), message, help);
    }

    pub(super) fn string(&mut self, entry: &Entry<'_, '_>) -> Option<Located<String>> {
        let found = string(entry.value);
        if found.is_none() {
            self.wrong(entry, "a string");
        }
        found
    }

    /// List of strings, or a single one.
    pub(super) fn strings(&mut self, entry: &Entry<'_, '_>) -> Vec<Located<String>> {
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

    pub(super) fn truth(&mut self, entry: &Entry<'_, '_>) -> Option<bool> {
        if let DeValue::Boolean(value) = entry.value.get_ref() {
            return Some(*value);
        }
        self.wrong(entry, "true or false");
        None
    }

    pub(super) fn register(&mut self, entry: &Entry<'_, '_>) -> Option<Located<u8>> {
        if let DeValue::Integer(number) = entry.value.get_ref()
            && let Ok(value) = u8::from_str_radix(number.as_str(), number.radix())
            && value <= crate::symbols::MAX_REGISTER
        {
            let span = span(entry.value.span());
            return Some(Located { value, span });
        }
        self.wrong(entry, "a register from 0 to 32");
        None
    }

    pub(super) fn table<'v, 'i>(&mut self, entry: &Entry<'v, 'i>) -> Option<&'v DeTable<'i>> {
        if let DeValue::Table(table) = entry.value.get_ref() {
            return Some(table);
        }
        self.wrong(entry, "a table");
        None
    }

    /// One of several names.
    pub(super) fn choice<T: Copy>(&mut self, entry: &Entry<'_, '_>, all: &[(&'static str, T)]) -> Option<T> {
        let asked = self.string(entry)?;
        self.chosen(&entry.key.value, &asked, all)
    }

    /// Value for a name.
    pub(super) fn chosen<T: Copy>(
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
        self.report(&rules::WRONG_VALUE, asked.span, message, help);
        None
    }

    /// Macros: names, each with a string, number or boolean.
    pub(super) fn defines(&mut self, entry: &Entry<'_, '_>) -> Vec<(String, String)> {
        let Some(table) = self.table(entry) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for entry in self.entries(table) {
            let text = match entry.value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.as_str().to_owned(),
                DeValue::Boolean(truth) => u8::from(*truth).to_string(),
                _ => {
                    self.wrong(&entry, "a string, a number or a boolean");
                    continue;
                }
            };
            all.push((entry.key.value, text));
        }
        all
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
