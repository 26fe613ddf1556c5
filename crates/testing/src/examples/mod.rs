//! Extracts the examples shown by `glassbox explain` from rule cases.
//!
//! Each crate stores them in `src/examples.txt`, so that they are available without its tests.
//! [`assert_current`] regenerates and compares them. Rules whose cases yield no lines, such as rules about the size of a file, have
//! hand-written examples in the same syntax.

mod edits;
mod lines;
mod texts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Rule;
use glassbox_core::format::Format;
use glassbox_core::language::Registry;

use self::edits::edited;
use self::lines::shortened;
use self::texts::{least_different, parts, reported};
use crate::case::{files, parse, rule_id};
use crate::golden::{golden, is_blessing};

/// Lines that break a rule, and lines that do not.
#[derive(Clone, Default)]
struct Pair {
    wrong: Vec<String>,
    right: Vec<String>,
}

impl Pair {
    /// True if the displayed sides differ.
    fn differs(&self) -> bool {
        shortened(&self.wrong) != shortened(&self.right)
    }
}

/// Examples by rule id.
#[derive(Default)]
pub struct Examples(BTreeMap<String, Pair>);

impl Examples {
    /// Examples from a format's cases, which edit a base file: edited and original lines.
    ///
    /// # Panics
    /// If a case cannot be read.
    pub fn of_edits(folder: &Path, format: &dyn Format, registry: &Registry) -> Examples {
        let mut examples = Examples::default();
        for (id, path) in cases(folder, "case") {
            let source = std::fs::read_to_string(&path).expect("the case is readable");
            let (fires, near) = parse(&source).unwrap_or_else(|message| panic!("{id}: {message}"));
            let pair = edited(folder, &fires, &near, format, registry)
                .unwrap_or_else(|message| panic!("{}: {message}", path.display()));
            if pair.differs() {
                examples.0.insert(id, pair);
            }
        }
        examples
    }

    /// Examples from cases with texts that break the rule under `fires` and texts that do not under
    /// `near`.
    ///
    /// # Panics
    /// If a case cannot be read.
    pub fn of_texts(folder: &Path, extension: &str) -> Examples {
        let mut examples = Examples::default();
        for (id, path) in cases(folder, extension) {
            let source = std::fs::read_to_string(&path).expect("the case is readable");
            let parts = parts(&source);
            let pair = reported(&id, &path, &source, &parts).or_else(|| least_different(&parts));
            if let Some(pair) = pair.filter(Pair::differs) {
                examples.0.insert(id, pair);
            }
        }
        examples
    }

    /// Merges two sets of examples.
    #[must_use]
    pub fn and(mut self, others: Examples) -> Examples {
        self.0.extend(others.0);
        self
    }

    /// Adds the hand-written examples of `path`, which has the syntax of `src/examples.txt`; none if there is no such file.
    ///
    /// # Panics
    /// If a rule has an example from its case already, or one of these lacks a side.
    #[must_use]
    pub fn and_written(mut self, path: impl AsRef<Path>) -> Examples {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut written = BTreeMap::<&str, Pair>::new();
        let mut id = "";
        for line in text.lines() {
            match line.split_at_checked(2) {
                Some(("- ", line)) => written.entry(id).or_default().wrong.push(line.to_owned()),
                Some(("+ ", line)) => written.entry(id).or_default().right.push(line.to_owned()),
                _ => id = line,
            }
        }
        for (id, pair) in written {
            assert!(!self.0.contains_key(id), "{}: the case of {id} gives its example", path.display());
            assert!(
                !pair.wrong.is_empty() && !pair.right.is_empty(),
                "{}: {id} lacks a side",
                path.display()
            );
            self.0.insert(id.to_owned(), pair);
        }
        self
    }

    /// The examples of some rules.
    #[must_use]
    pub fn of_rules(&self, rules: &[&Rule]) -> Examples {
        let examples = self.0.iter();
        let kept = examples.filter(|(id, _)| rules.iter().any(|rule| rule.id == *id));
        Examples(kept.map(|(id, pair)| (id.clone(), pair.clone())).collect())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (id, pair) in &self.0 {
            text += &format!("{id}\n");
            for (mark, lines) in [('-', &pair.wrong), ('+', &pair.right)] {
                for line in shortened(lines) {
                    text += format!("{mark} {line}").trim_end();
                    text.push('\n');
                }
            }
        }
        text
    }
}

/// Asserts that the file at `path`, mostly a crate's `src/examples.txt`, holds these examples, that they are shown, and
/// that every rule has one. `GLASSBOX_BLESS` rewrites the file.
///
/// # Panics
/// If that is not so.
pub fn assert_current(path: impl Into<PathBuf>, examples: &Examples, rules: &[&Rule]) {
    golden(path.into(), examples.text());
    if is_blessing() {
        // The rules name examples of the file as it was compiled in.
        return;
    }
    for id in examples.0.keys() {
        assert!(rules.iter().any(|rule| rule.id == id), "{id} is no rule");
    }
    for rule in rules {
        let id = rule.id;
        assert!(
            examples.0.contains_key(id),
            "{id}: its case gives no lines that differ; write an example for `Examples::and_written`"
        );
        assert!(rule.example().is_some(), "{id}: its `rules!` table must begin with `examples: &EXAMPLES`");
    }
}

/// One case per rule: `ID.case` in preference to `ID.what.case`.
fn cases(folder: &Path, extension: &str) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::<String, PathBuf>::new();
    for path in files(folder, extension) {
        let id = rule_id(&path);
        let rank = |path: &Path| (path.as_os_str().len(), path.to_owned());
        match found.get(&id) {
            Some(known) if rank(known) < rank(&path) => {}
            _ => {
                found.insert(id, path);
            }
        }
    }
    found
}
