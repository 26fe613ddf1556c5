//! Runs rule cases: for each rule, edits of a base file in the text form that fire the rule and
//! edits that nearly do.
//!
//! ```text
//! # anything after a hash is a comment
//! base vertex
//! fires
//!   set dvle[0].main = 2
//! near
//!   set dvle[0].main = 1
//! ```
//!
//! The edits are `set LABEL = VALUE`, `remove LABEL`, `insert after LABEL`, `insert before LABEL`
//! and `replace LABEL`, the last three followed by lines of the text form prefixed with `| `; then,
//! on the bytes, `truncate SIZE`, `append HEX` and `poke OFFSET HEX`. `base` may also be under
//! `fires` and `near`; `base none` starts with no bytes. Under `fires`, `not-first REASON` explains
//! why the rule need not be the first finding, and `at PATH` states where the rule is found.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::{Diagnostic, Folded, Location, Rule};
use glassbox_core::error::ErrorList;
use glassbox_core::format::Format;
use glassbox_core::language::Registry;
use glassbox_core::text::{Edit, assemble, edit};

use crate::{golden, tree};

#[derive(Clone, Default)]
pub(crate) struct Variant {
    pub(crate) base: Option<String>,
    pub(crate) edits: Vec<Edit>,
    pub(crate) pokes: Vec<Poke>,
    /// Reason why the rule is not the first finding.
    pub(crate) not_first: Option<String>,
    /// Path of a finding of the rule.
    pub(crate) at: Option<String>,
}

#[derive(Clone)]
pub(crate) enum Poke {
    Truncate(usize),
    Append(Vec<u8>),
    Write(usize, Vec<u8>),
}

/// Runs every `*.case` of a folder: the `fires` variant must fire the rule named by the file, the
/// `near` variant must not, and each rule of `rules` must have a file. Every variant must also
/// satisfy the tree and text laws. `findings.txt` of the folder keeps what is found in each `fires`
/// variant, as a golden file.
///
/// # Panics
/// If cases fail or are missing, listing all of them.
pub fn run(folder: &Path, format: &dyn Format, rules: &[&Rule], registry: &Registry) {
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    let mut listed = String::new();
    for path in files(folder, "case") {
        let id = rule_id(&path);
        let source = std::fs::read_to_string(&path).expect("the case is readable");
        match case(folder, &source, &id, format, registry) {
            Ok(findings) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                listed.push_str(&format!("{name}\n"));
                findings.iter().take(MAX_LISTED).for_each(|finding| list(finding, &mut listed));
                if let Some(more @ 1..) = findings.len().checked_sub(MAX_LISTED) {
                    listed.push_str(&format!("  and {more} more\n"));
                }
            }
            Err(message) => failures.push(format!("{}: {message}", path.display())),
        }
        seen.insert(id);
    }
    if failures.is_empty() {
        failures.extend(golden::difference(folder.join("findings.txt"), listed));
    }
    for rule in rules {
        if !seen.contains(rule.id) {
            let path = folder.join(format!("{}.case", rule.id));
            failures.push(format!("{} has no case; add {}", rule.id, path.display()));
        }
    }
    for id in &seen {
        if !rules.iter().any(|rule| rule.id == id) {
            failures.push(format!("{id} is no rule of {}", format.id()));
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Writes all that a finding states, a line for each part.
fn list(finding: &Diagnostic, out: &mut String) {
    let Diagnostic { rule, severity, message, location, labels, notes, help, affects: _ } = finding;
    out.push_str(&format!("  {severity} {} {}: {message}\n", rule.id, place(location)));
    for label in labels {
        out.push_str(&format!("    {}: {}\n", place(&label.location), label.message));
    }
    notes.iter().for_each(|note| out.push_str(&format!("    note: {note}\n")));
    help.iter().for_each(|help| out.push_str(&format!("    help: {help}\n")));
}

fn place(location: &Location) -> String {
    let Location { start, end, path, line_column: _, space, input: _ } = location;
    let space = space.as_ref().map(|range| format!(" holds {:#x}..{:#x}", range.start, range.end));
    format!("{start:#x}..{end:#x}{} {path}", space.unwrap_or_default())
}

/// Runs a case, and returns what is found in its `fires` variant.
fn case(
    folder: &Path,
    source: &str,
    id: &str,
    format: &dyn Format,
    registry: &Registry,
) -> Result<Vec<Diagnostic>, String> {
    let (fires, near) = parse(source)?;
    let alone = Variant { base: fires.base.clone(), ..Variant::default() };
    let alone = bytes(folder, &alone, registry).map_err(|message| format!("base: {message}"))?;
    let stands_out = fires.not_first.is_some();
    let at = fires.at.clone();
    let fires = bytes(folder, &fires, registry).map_err(|message| format!("fires: {message}"))?;
    let near = bytes(folder, &near, registry).map_err(|message| format!("near: {message}"))?;
    let mut findings = Vec::new();
    for (name, bytes, wanted) in [("fires", &fires, true), ("near", &near, false)] {
        let diagnostics = tree::diagnostics(format, bytes);
        let found: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.rule.id).collect();
        if found.contains(&id) != wanted {
            return Err(format!("{name}: found {found:?}"));
        }
        let paths: Vec<&str> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.rule.id == id)
            .map(|diagnostic| diagnostic.location.path.as_str())
            .collect();
        if let Some(at) = at.as_deref().filter(|at| wanted && !paths.contains(at)) {
            return Err(format!("{name}: the rule is found at {paths:?}, expected `{at}`"));
        }
        let tree = tree::tree(format, bytes);
        tree::assert_covered(&tree, bytes, &format!("{id} {name}"));
        tree::assert_text_law(&tree, bytes, registry, &format!("{id} {name}"));
        tree::assert_paths(&tree, bytes, &diagnostics, &format!("{id} {name}"));
        if wanted && !stands_out {
            folds(id, &diagnostics, &tree::diagnostics(format, &alone))?;
        }
        if wanted {
            findings = diagnostics;
        }
    }
    Ok(findings)
}

/// Maximum number of findings that `findings.txt` keeps of a case.
const MAX_LISTED: usize = 12;

/// Maximum number of top-level findings caused by one fault.
pub const MAX_UNFOLDED: usize = 5;

/// Checks folding: among the findings caused by an edit, the first is the broken rule or has it as
/// its consequence, and few are top-level. `before` holds the findings of the base file.
fn folds(id: &str, found: &[Diagnostic], before: &[Diagnostic]) -> Result<(), String> {
    let had = |finding: &&Diagnostic| {
        let same = |old: &Diagnostic| old.rule == finding.rule && old.message == finding.message;
        finding.rule.id == id || !before.iter().any(same)
    };
    let folded = Folded::new(found.iter().filter(had));
    let standing: Vec<&str> = folded.groups().map(|(first, _)| first.rule.id).collect();
    if standing.len() > MAX_UNFOLDED {
        return Err(format!("fires: {} findings stand unfolded: {standing:?}", standing.len()));
    }
    let is_first = folded.groups().next().is_some_and(|(first, rest)| {
        first.rule.id == id || rest.iter().any(|item| item.finding.rule.id == id)
    });
    if is_first {
        Ok(())
    } else {
        Err(format!(
            "fires: the rule is not the first finding: {standing:?}; choose other edits or state `not-first REASON`"
        ))
    }
}

pub(crate) fn parse(source: &str) -> Result<(Variant, Variant), String> {
    let mut base = None;
    let (mut fires, mut near) = (None::<Variant>, None::<Variant>);
    let mut in_near = false;
    for line in source.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line == "fires" {
            fires = Some(Variant::default());
            in_near = false;
            continue;
        }
        if line == "near" {
            near = Some(Variant::default());
            in_near = true;
            continue;
        }
        let variant = if in_near { near.as_mut() } else { fires.as_mut() };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, variant) {
            ("base", None) => base = Some(rest.to_owned()),
            ("base", Some(variant)) => variant.base = Some(rest.to_owned()),
            (_, Some(variant)) => step(variant, word, rest)?,
            _ => return Err(format!("`{line}` stands before `fires`")),
        }
    }
    let (mut fires, mut near) = (fires.ok_or("no `fires`")?, near.ok_or("no `near`")?);
    fires.base = fires.base.or_else(|| base.clone());
    near.base = near.base.or(base);
    Ok((fires, near))
}

fn step(variant: &mut Variant, word: &str, rest: &str) -> Result<(), String> {
    let number = |text: &str| -> Result<usize, String> {
        let parsed = match text.strip_prefix("0x") {
            Some(digits) => usize::from_str_radix(digits, 16),
            None => text.parse(),
        };
        parsed.map_err(|_| format!("`{text}` is no number"))
    };
    match word {
        "set" => {
            let (label, value) = rest.split_once('=').ok_or("`set` needs LABEL = VALUE")?;
            variant.edits.push(Edit::Set { label: label.trim().to_owned(), value: value.trim().to_owned() });
        }
        "remove" => variant.edits.push(Edit::Remove { label: rest.to_owned() }),
        "replace" => variant.edits.push(Edit::Replace { label: rest.to_owned(), text: String::new() }),
        "insert" => {
            let (place, label) =
                rest.split_once(' ').ok_or("`insert` needs `after` or `before` and a label")?;
            let (label, text) = (label.trim().to_owned(), String::new());
            variant.edits.push(match place {
                "after" => Edit::InsertAfter { label, text },
                "before" => Edit::InsertBefore { label, text },
                _ => return Err(format!("`{place}` is neither `after` nor `before`")),
            });
        }
        "|" => match variant.edits.last_mut() {
            Some(
                Edit::InsertAfter { text, .. } | Edit::InsertBefore { text, .. } | Edit::Replace { text, .. },
            ) => {
                text.push_str(rest);
                text.push('\n');
            }
            _ => return Err("`|` needs `insert` or `replace` before it".to_owned()),
        },
        "not-first" if !rest.is_empty() => variant.not_first = Some(rest.to_owned()),
        "at" => variant.at = Some(rest.to_owned()),
        "truncate" => variant.pokes.push(Poke::Truncate(number(rest)?)),
        "append" => variant.pokes.push(Poke::Append(hex(rest)?)),
        "poke" => {
            let (at, bytes) = rest.split_once(' ').ok_or("`poke` needs an offset and bytes")?;
            variant.pokes.push(Poke::Write(number(at)?, hex(bytes)?));
        }
        _ => return Err(format!("`{word}` is no edit")),
    }
    Ok(())
}

fn hex(text: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let pairs = digits
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()));
    pairs.collect::<Option<Vec<u8>>>().ok_or_else(|| format!("`{text}` is not hexadecimal"))
}

pub(crate) fn bytes(folder: &Path, variant: &Variant, registry: &Registry) -> Result<Vec<u8>, String> {
    let base = variant.base.as_deref().ok_or("no `base`")?;
    let mut out = if base == "none" {
        Vec::new()
    } else {
        let path = folder.join(format!("{base}.gbt"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let first = |errors: ErrorList<Diagnostic>| {
            errors.first().map_or_else(String::new, |error| {
                format!("{} at {:?}", error.message, error.location.line_column)
            })
        };
        let text = edit(&text, &variant.edits, registry).map_err(first)?;
        assemble(&text, registry).map_err(first)?
    };
    for poke in &variant.pokes {
        match poke {
            Poke::Truncate(size) => out.truncate(*size),
            Poke::Append(bytes) => out.extend_from_slice(bytes),
            Poke::Write(at, bytes) => {
                let place = out
                    .get_mut(*at..*at + bytes.len())
                    .ok_or_else(|| format!("poke {at:#x} is past the end"))?;
                place.copy_from_slice(bytes);
            }
        }
    }
    Ok(out)
}

/// Files of a folder with this extension, which may have several parts (`bad.spvasm`), sorted.
///
/// # Panics
/// If the folder cannot be read.
#[track_caller]
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let ending = format!(".{extension}");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.to_string_lossy().ends_with(&ending))
        .collect();
    files.sort();
    files
}

/// Base files of the rule cases of every format, sorted.
///
/// # Panics
/// If the folders cannot be listed.
pub fn base_files() -> Vec<PathBuf> {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats");
    let entries = std::fs::read_dir(formats).expect("the formats can be listed");
    let folders = entries.flatten().map(|entry| entry.path().join("tests/rules"));
    let mut all: Vec<PathBuf> = folders.flat_map(|folder| files(&folder, "gbt")).collect();
    all.sort();
    all
}

/// Rule id of a case file; a rule may have several cases: `ID.what.case`.
pub(crate) fn rule_id(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Rule case of two descriptions, from a file `ID.EXTENSION` or `ID.what.EXTENSION`: a line `fires PLACE`, what fires the rule there, a
/// line `near`, and what nearly does.
pub struct TextCase {
    /// File name.
    pub name: String,
    /// Rule that fires.
    pub id: String,
    /// Lines before `fires`.
    pub head: String,
    /// Where the rule fires.
    pub place: String,
    /// Description that fires the rule.
    pub fires: String,
    /// Description that does not.
    pub near: String,
}

impl TextCase {
    /// Cases of a folder, sorted.
    ///
    /// # Panics
    /// If a case cannot be read.
    pub fn all(folder: &Path, extension: &str) -> Vec<TextCase> {
        files(folder, extension)
            .into_iter()
            .map(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
                let (fires, near) =
                    text.split_once("\nnear\n").unwrap_or_else(|| panic!("{name} has no line `near`"));
                let start = if fires.starts_with("fires ") {
                    0
                } else {
                    1 + fires.find("\nfires ").unwrap_or_else(|| panic!("{name} has no line `fires`"))
                };
                let (head, fires) = fires.split_at(start);
                let (place, fires) = fires.split_once('\n').unwrap_or((fires, ""));
                TextCase {
                    id: rule_id(&path),
                    head: head.trim_end().to_owned(),
                    place: place["fires ".len()..].to_owned(),
                    fires: fires.to_owned(),
                    near: near.to_owned(),
                    name,
                }
            })
            .collect()
    }

    /// The rule's first finding in what `fires` leads to.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn finding<'f>(&self, found: &'f [Diagnostic]) -> &'f Diagnostic {
        let finding = found.iter().find(|finding| finding.rule.id == self.id);
        finding.unwrap_or_else(|| panic!("{} does not fire: {found:?}", self.name))
    }

    /// Asserts that what `near` leads to has no finding of the rule.
    ///
    /// # Panics
    /// If it has one.
    #[track_caller]
    pub fn assert_absent(&self, found: &[Diagnostic]) {
        let fires = found.iter().any(|finding| finding.rule.id == self.id);
        assert!(!fires, "{} fires under `near`: {found:?}", self.name);
    }
}

/// Asserts that each of these rules has a case.
///
/// # Panics
/// If one has none.
#[track_caller]
pub fn assert_complete<'r>(cases: &[TextCase], rules: impl IntoIterator<Item = &'r &'static Rule>) {
    for rule in rules {
        assert!(cases.iter().any(|case| case.id == rule.id), "{} has no case", rule.id);
    }
}

/// Asserts that findings and their labels lie within the input that they name.
///
/// # Panics
/// If one does not.
#[track_caller]
pub fn assert_in_bounds(found: &[Diagnostic], inputs: &[Vec<u8>]) {
    for finding in found {
        let labels = finding.labels.iter().map(|label| &label.location);
        for at in std::iter::once(&finding.location).chain(labels) {
            let size = inputs.get(at.input as usize).map_or(0, Vec::len) as u64;
            assert!(at.start <= at.end && at.end <= size, "{finding:?}");
        }
    }
}

/// Asserts that the files of a folder are named after rules.
///
/// # Panics
/// If one is not.
#[track_caller]
pub fn assert_named_after_rules(folder: &Path, rules: &[&Rule]) {
    for entry in std::fs::read_dir(folder).expect("the folder of rule cases is readable") {
        let path = entry.expect("the folder can be listed").path();
        assert!(
            rules.iter().any(|rule| rule.id == rule_id(&path)),
            "{} is named after no rule",
            path.display()
        );
    }
}

/// Asserts that every rule has a unique id, cause, effect and cure in sentences, and affects
/// existing rules.
///
/// # Panics
/// If one does not.
pub fn assert_explained(rules: &[&Rule]) {
    assert_explained_beside(rules, &[]);
}

/// As [`assert_explained`], for rules that may also affect those of what their files contain.
///
/// # Panics
/// If one does not.
pub fn assert_explained_beside(rules: &[&Rule], contained: &[&Rule]) {
    let mut ids = std::collections::HashSet::new();
    for rule in rules {
        assert!(ids.insert(rule.id), "{} twice", rule.id);
        for text in [rule.cause, rule.effect, rule.cure] {
            assert!(text.ends_with('.') && text.len() > 4, "{}: {text}", rule.id);
        }
        assert!(!rule.title.ends_with('.'), "{}", rule.id);
        for affected in rule.affects {
            let named = |other: &&Rule| {
                other.id == *affected || (affected.ends_with('-') && other.id.starts_with(affected))
            };
            let mut known = rules.iter().chain(contained);
            assert!(known.any(named), "{} affects {affected}, which is no rule", rule.id);
        }
    }
}

/// Adds the tests that every format has for its rule cases in `tests/rules`.
///
/// `odd_numbers` is the number of mutated copies of each base file, see
/// [`assert_laws_with_odd_numbers`](crate::tree::assert_laws_with_odd_numbers). `contained` are the rules of what the files contain,
/// if those of the format affect them. Rules may be given after the registry if not all of the format have cases here. Hand-written examples are in `tests/examples.txt`.
#[macro_export]
macro_rules! format_rules {
    ($format:expr, $registry:expr, odd_numbers: $rounds:expr $(, contained: $contained:expr)?) => {
        $crate::format_rules!($format, $registry, $format.rules(), odd_numbers: $rounds $(, contained: $contained)?);
    };
    ($format:expr, $registry:expr, $rules:expr, odd_numbers: $rounds:expr $(, contained: $contained:expr)?) => {
        fn rules_folder() -> std::path::PathBuf {
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
        }

        #[test]
        fn rules_fire_and_nearly_fire() {
            $crate::case::run(&rules_folder(), &$format, $rules, &$registry);
        }

        #[test]
        fn rules_are_explained() {
            let contained: &[&[&glassbox_core::diagnostic::Rule]] = &[$($contained)?];
            $crate::case::assert_explained_beside($rules, &contained.concat());
        }

        #[test]
        fn odd_numbers_are_only_reported() {
            $crate::tree::assert_laws_with_odd_numbers(&rules_folder(), &$format, &$registry, $rounds);
        }

        #[test]
        fn changed_fields_break_the_recorded_rules() {
            $crate::fields::assert_current(&rules_folder(), &$format, &$registry);
        }

        #[test]
        fn examples_are_current() {
            let found = $crate::examples::Examples::of_edits(&rules_folder(), &$format, &$registry)
                .and_written(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/examples.txt"));
            let stored = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt");
            $crate::examples::assert_current(stored, &found, $rules);
        }
    };
}

/// Adds the tests that rules with cases of source text or descriptions have: their explanations, their examples, and that each case is
/// named after a rule. Hand-written examples are in `tests/examples.txt`.
#[macro_export]
macro_rules! text_rules {
    ($folder:literal, $extension:literal, $rules:expr) => {
        #[test]
        fn rules_are_explained() {
            $crate::case::assert_explained($rules);
        }

        #[test]
        fn case_files_belong_to_rules() {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join($folder);
            $crate::case::assert_named_after_rules(&folder, $rules);
        }

        #[test]
        fn examples_are_current() {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join($folder);
            let found = $crate::examples::Examples::of_texts(&folder, $extension)
                .and_written(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/examples.txt"));
            let stored = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt");
            $crate::examples::assert_current(stored, &found, $rules);
        }
    };
}
