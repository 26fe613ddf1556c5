//! Every rule has a file that fires it and a near miss.
//!
//! A case states the format of its files with `kind NAME`; `fires` and `near` are followed by their lines, each after
//! `| `, in which `\xHH` is a byte. `says TEXT` and `at LINE:COLUMN` are the expected message and location.

use std::path::Path;

use glassbox_testing::text_rules;
use glassbox_vertices::{Kind, RULES, read};

#[derive(Default)]
struct Case {
    kind: Option<Kind>,
    bytes: Vec<u8>,
    says: Option<String>,
    at: Option<String>,
}

#[test]
fn every_rule_fires_and_nearly_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    for rule in RULES {
        let path = folder.join(format!("{}.vertices", rule.id));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has no case", rule.id));
        let mut seen = [0, 0];
        let mut case = Case::default();
        let mut section = "";
        for line in text.lines().chain(["end"]) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "|" => {
                    unescape(rest, &mut case.bytes);
                    case.bytes.push(b'\n');
                }
                "fires" | "near" | "kind" | "end" => {
                    if !section.is_empty() {
                        check(rule.id, &case, section == "fires");
                        seen[usize::from(section == "fires")] += 1;
                    }
                    let kind = match word {
                        "kind" => Kind::ALL.into_iter().find(|kind| kind.name() == rest),
                        _ => case.kind,
                    };
                    section = if word == "kind" { "" } else { word };
                    case = Case { kind, ..Case::default() };
                }
                "says" => case.says = Some(rest.to_owned()),
                "at" => case.at = Some(rest.to_owned()),
                _ => assert!(line.is_empty() || line.starts_with('#'), "{}: {line}", path.display()),
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{}: {seen:?}", rule.id);
    }
}

fn unescape(line: &str, out: &mut Vec<u8>) {
    let mut parts = line.split("\\x");
    out.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        out.push(u8::from_str_radix(&part[..2], 16).expect("two hexadecimal digits"));
        out.extend_from_slice(&part.as_bytes()[2..]);
    }
}

fn check(id: &str, case: &Case, fires: bool) {
    let findings = match read(&case.bytes, case.kind.expect("a kind")) {
        Ok(table) => table.findings,
        Err(findings) => {
            assert!(!findings.is_empty());
            findings.into_vec()
        }
    };
    let text = String::from_utf8_lossy(&case.bytes);
    let found: Vec<_> = findings.iter().filter(|finding| finding.rule.id == id).collect();
    assert_eq!(!found.is_empty(), fires, "{id} on\n{text}{findings:#?}");
    if let Some(says) = &case.says {
        let messages: Vec<_> = found.iter().map(|finding| finding.message.as_str()).collect();
        assert!(messages.contains(&says.as_str()), "{id}: {messages:?}");
    }
    if let Some(at) = &case.at {
        let places: Vec<_> = found
            .iter()
            .filter_map(|finding| finding.location.line_column)
            .map(|(line, column)| format!("{line}:{column}"))
            .collect();
        assert!(places.contains(at), "{id}: {places:?}");
    }
    for finding in found {
        assert!(finding.help.is_some(), "{id} helps");
    }
}

text_rules!("tests/rules", "vertices", RULES);
