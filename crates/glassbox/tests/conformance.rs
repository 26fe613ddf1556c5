//! Checks the conformance pages: every row of `docs/conformance` names existing source items and tests.
//!
//! A row is `| statement | implemented in | held by | real files |`. Between backticks, `implemented in` has
//! `path: Item`, `path: Item.part` or a path alone, and `held by` has `crate::test_file::test_name`,
//! `crate::module::test_name` for a test next to the code, or the path of a rule case. `docs/conformance/README.md`
//! describes the notation for people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const HEADER: [&str; 4] = ["statement", "implemented in", "held by", "real files"];
const PAGES: [&str; 5] = ["bpxs", "dxcontainer-sym0-str0", "shbin", "sksl-binary", "vbc"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The cells of a table row.
fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split(" | ").map(str::trim).collect()
}

/// The text between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

struct Sources {
    /// Text of each file named by a page; `None` if it does not exist.
    texts: BTreeMap<PathBuf, Option<String>>,
    /// Folder of each crate by its name in code.
    crates: BTreeMap<String, PathBuf>,
}

impl Sources {
    fn new() -> Sources {
        let mut crates = BTreeMap::new();
        let mut open = vec![root().join("crates")];
        while let Some(folder) = open.pop() {
            if let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) {
                let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
                let name = name.expect("a manifest names its crate").trim_matches('"');
                crates.insert(name.replace('-', "_"), folder);
                continue;
            }
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            open.extend(entries.map(|entry| entry.path()).filter(|path| path.is_dir()));
        }
        Sources { texts: BTreeMap::new(), crates }
    }

    fn text(&mut self, path: PathBuf) -> Option<&str> {
        let text = self.texts.entry(path);
        let text = text.or_insert_with_key(|path| std::fs::read_to_string(path).ok());
        text.as_deref()
    }

    /// Checks that `path: Item.part` exists.
    fn check_item(&mut self, reference: &str) -> Result<(), String> {
        let (path, item) = match reference.split_once(": ") {
            Some((path, item)) => (path, Some(item)),
            None => (reference, None),
        };
        let text = self.text(root().join(path)).ok_or(format!("there is no file {path}"))?;
        let Some(item) = item else { return Ok(()) };
        let (item, part) = match item.split_once('.') {
            Some((item, part)) => (item, Some(part)),
            None => (item, None),
        };
        if !defines(text, item) {
            return Err(format!("{path} defines no {item}"));
        }
        match part {
            Some(part) if !holds(text, item, part) => Err(format!("{path} has no {part} in {item}")),
            _ => Ok(()),
        }
    }

    /// Checks that a test or rule case exists.
    fn check_test(&mut self, reference: &str) -> Result<(), String> {
        if reference.ends_with(".case") {
            let text = self.text(root().join(reference));
            return text.map(drop).ok_or(format!("there is no case {reference}"));
        }
        let parts: Vec<&str> = reference.split("::").collect();
        let [name, modules @ .., test] = parts.as_slice() else {
            return Err(format!("{reference} is no crate::test_file::test_name"));
        };
        let folder = self.crates.get(*name).ok_or(format!("there is no crate {name}"))?;
        let file = modules.join("/");
        let places = [
            folder.join(format!("tests/{file}.rs")),
            folder.join(format!("src/{file}.rs")),
            folder.join(format!("src/{file}/mod.rs")),
        ];
        let place = places.into_iter().find(|place| place.is_file());
        let place = place.ok_or(format!("{reference}: there is no file of tests"))?;
        let text = self.text(place).unwrap_or_default();
        if is_test(text, test) { Ok(()) } else { Err(format!("{reference} is no test")) }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// True if a source defines an item of this name, or a rule or constant of a table.
fn defines(text: &str, name: &str) -> bool {
    let kinds =
        ["struct", "enum", "flags", "fn", "const", "static", "trait", "type", "mod", "macro_rules!", "union"];
    text.lines().any(|line| {
        let line = line.trim();
        let rest = line.strip_prefix(name);
        // A row of `rules!`, or of another table that begins with the name.
        let begins_row = rest.is_some_and(|rest| rest.starts_with(" = ") || rest.starts_with(": "));
        begins_row
            || kinds.iter().any(|kind| {
                let start = format!("{kind} ");
                let mut tails = line.split(start.as_str()).skip(1);
                tails.any(|tail| words(tail).next() == Some(name))
            })
    })
}

/// True if the body of an item, or of an `impl` for it, contains a word.
fn holds(text: &str, item: &str, part: &str) -> bool {
    let mut end: Option<String> = None;
    for line in text.lines() {
        if let Some(last) = &end {
            if words(line).any(|word| word == part) {
                return true;
            }
            if line == last {
                end = None;
            }
        } else if defines(line, item)
            || line.trim_start().starts_with("impl") && words(line).any(|word| word == item)
        {
            let indent = line.len() - line.trim_start().len();
            end = Some(format!("{}}}", &line[..indent]));
        }
    }
    false
}

/// True if a source has a test of this name.
fn is_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let found = line.strip_prefix("fn ").and_then(|rest| rest.strip_prefix(name));
        let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
        found.is_some_and(|rest| rest.starts_with('('))
            && attributes.into_iter().any(|line| *line == "#[test]")
    })
}

/// The problems of a page, and its number of rows.
fn check_page(path: &Path, sources: &mut Sources) -> (usize, Vec<String>) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let (mut rows, mut problems) = (0, Vec::new());
    let mut seen = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !line.starts_with('|') {
            continue;
        }
        let cells = cells(line);
        if cells == HEADER || cells.iter().all(|cell| cell.chars().all(|c| c == '-')) {
            continue;
        }
        rows += 1;
        let mut problem = |what: String| problems.push(format!("{}:{number}: {what}", path.display()));
        let [statement, items, tests, real] = cells.as_slice() else {
            problem(format!("found {} cells, expected 4", cells.len()));
            continue;
        };
        if statement.is_empty() || real.is_empty() {
            problem("a cell is empty".to_owned());
        }
        if !seen.insert((*statement).to_owned()) {
            problem("the statement stands here twice".to_owned());
        }
        for (cell, kind) in [(items, "source item"), (tests, "test")] {
            let references = quoted(cell);
            if references.is_empty() {
                problem(format!("no {kind} is named"));
            }
            for reference in references {
                let done = match kind {
                    "test" => sources.check_test(reference),
                    _ => sources.check_item(reference),
                };
                if let Err(what) = done {
                    problem(what);
                }
            }
        }
    }
    (rows, problems)
}

#[test]
fn every_row_names_code_and_tests_that_exist() {
    let folder = root().join("docs/conformance");
    let mut sources = Sources::new();
    let mut problems = Vec::new();
    for page in PAGES {
        let (rows, mut found) = check_page(&folder.join(format!("{page}.md")), &mut sources);
        println!("{page}: {rows} rows");
        if rows < 20 {
            found.push(format!("{page}: found {rows} rows, expected the whole document"));
        }
        problems.append(&mut found);
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn wrong_names_are_noticed() {
    let mut sources = Sources::new();
    let here = "crates/glassbox/tests/conformance.rs";
    for right in [
        here.to_owned(),
        format!("{here}: Sources.crates"),
        format!("{here}: check_page"),
        "crates/formats/shbin/src/rules.rs: FILE_MAGIC".to_owned(),
        "crates/formats/shbin/src/raw.rs: FileHeader.magic".to_owned(),
        "crates/formats/shbin/src/register.rs: Register.split".to_owned(),
    ] {
        assert_eq!(sources.check_item(&right), Ok(()));
    }
    for wrong in [
        "crates/nowhere.rs".to_owned(),
        format!("{here}: Nothing"),
        format!("{here}: Sources.check_page"),
        "crates/formats/shbin/src/raw.rs: FileHeader.code_words".to_owned(),
    ] {
        assert!(sources.check_item(&wrong).is_err(), "{wrong}");
    }
    let name = "glassbox::conformance::wrong_names_are_noticed";
    assert_eq!(sources.check_test(name), Ok(()));
    let case = "crates/formats/shbin/tests/rules/SHBIN-DVLB-01.case";
    assert_eq!(sources.check_test(case), Ok(()));
    for wrong in [
        "glassbox::conformance::check_page",
        "glassbox::nowhere::wrong_names_are_noticed",
        "nobody::conformance::wrong_names_are_noticed",
        "wrong_names_are_noticed",
        "crates/formats/shbin/tests/rules/NONE-01.case",
    ] {
        assert!(sources.check_test(wrong).is_err(), "{wrong}");
    }
}
