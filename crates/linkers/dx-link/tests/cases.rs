//! Tests plans against hand-written expectations: `tests/cases/NAME.plan` describes libraries in
//! the syntax of `support`, then the plan.
//!
//! `needed`, `unused`, `missing` and `features` are complete lists; each line `unresolved NAME
//! CHAIN…`, `duplicate NAME LIBRARY… [taken LIBRARY]` and `finding RULE LIBRARY [SEVERITY]`, with
//! `-` for no library, is one entry. `help WORDS` and `note WORDS` are text that the preceding
//! finding must contain.

use std::path::Path;

use crate::support;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_dx_link::plan::Plan;
use glassbox_testing::case::files;

fn text(name: &[u8]) -> String {
    let name = name.strip_prefix(&[1]).unwrap_or(name);
    String::from_utf8_lossy(name).into_owned()
}

/// The plan as lines of a case.
fn lines(plan: &Plan, names: &[String]) -> Vec<String> {
    let name = |library: &u32| names[*library as usize].clone();
    let list = |head: &str, words: Vec<String>| {
        if words.is_empty() { None } else { Some(format!("{head} {}", words.join(" "))) }
    };
    let mut out = Vec::new();
    out.extend(list("needed", plan.needed.iter().map(|needed| name(&needed.library)).collect()));
    out.extend(list("unused", plan.unused.iter().map(name).collect()));
    out.extend(list("missing", plan.missing.iter().map(|name| text(name)).collect()));
    if plan.features.0 != 0 {
        out.push(format!("features {}", plan.features.0));
    }
    for one in &plan.unresolved {
        let chain = plan.chain(one.by[0]);
        let chain: Vec<String> =
            chain.iter().map(|&place| text(&plan.reached[place as usize].name)).collect();
        out.push(format!("unresolved {} {}", text(&one.name), chain.join(" ")));
    }
    for one in &plan.duplicates {
        let libraries: Vec<String> = one.libraries.iter().map(name).collect();
        let taken = one.chosen.map(|library| format!(" taken {}", name(&library)));
        out.push(format!(
            "duplicate {} {}{}",
            text(&one.name),
            libraries.join(" "),
            taken.unwrap_or_default()
        ));
    }
    out.extend(plan.findings.iter().map(|finding| finding_line(finding, names)));
    out
}

/// Rule, library, and the severity unless it is the default.
fn finding_line(finding: &Diagnostic, names: &[String]) -> String {
    let library = names.get(finding.location.input as usize);
    let usual = finding.severity == finding.rule.severity;
    let severity = if usual { String::new() } else { format!(" {}", finding.severity) };
    format!("finding {} {}{severity}", finding.rule.id, library.map_or("-", String::as_str))
}

#[test]
fn plans_are_those_made_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files(&folder, "plan") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).expect("the case can be read");
        let case = support::read(&source);
        let (found, findings) = match &case.plan {
            Ok(plan) => (lines(plan, &case.names), plan.findings.clone()),
            Err(finding) => (vec![finding_line(finding, &case.names)], vec![(**finding).clone()]),
        };
        let mut wanted = Vec::new();
        let mut finding = 0;
        for words in &case.rest {
            let said = words[1..].join(" ");
            let reported = findings.get(finding.max(1) - 1);
            match &*words[0] {
                "help" => {
                    let help = reported.and_then(|reported| reported.help.clone()).unwrap_or_default();
                    if !help.contains(&said) {
                        failures.push(format!("{name}: found the help \"{help}\", expected \"{said}\""));
                    }
                }
                "note" => {
                    let notes = reported.map(|reported| reported.notes.join("; ")).unwrap_or_default();
                    if !notes.contains(&said) {
                        failures.push(format!("{name}: found the notes \"{notes}\", expected \"{said}\""));
                    }
                }
                head => {
                    finding += usize::from(head == "finding");
                    wanted.push(words.join(" "));
                }
            }
        }
        if found != wanted {
            failures.push(format!(
                "{name}: found\n  {}\nexpected\n  {}",
                found.join("\n  "),
                wanted.join("\n  ")
            ));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 20, "{count} cases");
}
