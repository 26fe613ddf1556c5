//! Tests the rules of declarations with modules that break exactly one rule, and near misses.

use std::path::Path;

use glassbox_spirv::assemble;
use glassbox_spirv::check::{CheckOptions, Environment, check};

/// A case of the file.
#[derive(Debug)]
struct Case {
    rule: String,
    environment: String,
    base: String,
    /// Text of the base, what breaks the rule, what does not.
    edits: Vec<[String; 3]>,
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declare").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in read("cases.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (mark, text) = line.split_at(1);
        let text = text.trim().replace("\\n", "\n");
        match (mark, cases.last_mut()) {
            ("-", Some(case)) => case.edits.push([text, String::new(), String::new()]),
            ("!", Some(case)) => case.edits.last_mut().expect("an edit has begun")[1] = text,
            ("+", Some(case)) => case.edits.last_mut().expect("an edit has begun")[2] = text,
            _ => {
                let words: Vec<&str> = line.split(' ').collect();
                let [rule, environment, base] = words.as_slice().try_into().expect("rule, environment, base");
                let (rule, environment, base) =
                    (String::from(rule), String::from(environment), String::from(base));
                cases.push(Case { rule, environment, base, edits: Vec::new() });
            }
        }
    }
    cases
}

/// The base of a case with edit `version` of each: 1 breaks the rule, 2 does not.
fn edited(case: &Case, version: usize) -> String {
    let mut text = read(&format!("{}.spvasm", case.base));
    for edit in &case.edits {
        assert!(text.contains(&edit[0]), "{}: {:?} is not in the base", case.rule, edit[0]);
        text = text.replacen(&edit[0], &edit[version], 1);
    }
    text
}

/// Rules that a text breaks.
fn broken(text: &str, environment: &str) -> Vec<&'static str> {
    let bytes = assemble(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let environment = Environment::named(environment).expect("it is an environment");
    let mut rules: Vec<&str> =
        check(&bytes, &CheckOptions::new(environment)).iter().map(|finding| finding.rule.id).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn bases_break_no_rule() {
    for base in ["fragment", "compute"] {
        let text = read(&format!("{base}.spvasm"));
        for (name, _) in Environment::NAMED.iter().filter(|(name, _)| !name.starts_with("opencl")) {
            assert_eq!(broken(&text, name), [] as [&str; 0], "{base}, {name}");
        }
    }
}

#[test]
fn each_case_breaks_its_rule_alone() {
    let cases = cases();
    assert!(cases.len() > 40, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        for (version, expected) in [(1, &[case.rule.as_str()][..]), (2, &[])] {
            let found = broken(&edited(&case, version), &case.environment);
            if found != expected {
                wrong.push(format!("{found:?}, expected {expected:?}: {case:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
