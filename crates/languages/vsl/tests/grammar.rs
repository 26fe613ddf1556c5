//! The TextMate grammar `docs/vsl/vsl.tmLanguage.json`: it knows every word of the language, and colours a sample right.
//!
//! Its expressions keep to what TextMate's engine and the crate `regex` have in common.

use std::collections::BTreeMap;
use std::path::Path;

use glassbox_vsl::syntax::token::Keyword;
use glassbox_vsl::types::{Scalar, ValueType};
use glassbox_vsl::vocabulary::{formats, functions, resources, variables};
use regex::Regex;
use serde_json::Value;

struct Rule {
    /// The match, or the beginning of a block.
    expression: Regex,
    /// The end of a block.
    end: Option<Regex>,
    name: Option<String>,
    captures: BTreeMap<usize, String>,
}

/// The rules in order.
fn rules() -> Vec<Rule> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/vsl/vsl.tmLanguage.json");
    let text = std::fs::read_to_string(path).expect("the grammar is there");
    let grammar: Value = serde_json::from_str(&text).expect("the grammar is JSON");
    assert_eq!(grammar["scopeName"], "source.vsl");
    let patterns = grammar["patterns"].as_array().expect("patterns");
    let repository = grammar["repository"].as_object().expect("a repository");
    assert_eq!(patterns.len(), repository.len(), "every rule is in use, once");
    let regex = |value: &Value| {
        value
            .as_str()
            .map(|text| Regex::new(text).unwrap_or_else(|error| panic!("{error}")))
    };
    patterns
        .iter()
        .map(|pattern| {
            let include = pattern["include"].as_str();
            let name = include.and_then(|name| name.strip_prefix('#'));
            let rule = &repository[name.expect("an include")];
            let captures = rule["captures"].as_object();
            Rule {
                expression: regex(&rule["match"])
                    .or(regex(&rule["begin"]))
                    .expect("an expression"),
                end: regex(&rule["end"]),
                name: rule["name"].as_str().map(str::to_owned),
                captures: captures
                    .into_iter()
                    .flatten()
                    .map(|(number, capture)| {
                        let scope = capture["name"].as_str().expect("a scope");
                        (number.parse().expect("a number"), scope.to_owned())
                    })
                    .collect(),
            }
        })
        .collect()
}

/// The words of a text with their scopes, as an editor finds them line by line: the earliest match, of equals that of the first
/// rule.
fn scopes(rules: &[Rule], text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut inside: Option<&Rule> = None;
    for line in text.lines() {
        let mut at = 0;
        // Where the end of the block is looked for: behind its beginning.
        let mut end_from = 0;
        while at <= line.len() {
            if let Some(rule) = inside {
                let end = rule.end.as_ref().and_then(|end| end.find_at(line, end_from));
                let stop = end.map_or(line.len(), |end| end.end());
                let name = rule.name.clone().expect("a block has a name");
                found.push((line[at..stop].to_owned(), name));
                at = stop;
                if end.is_none() {
                    break;
                }
                inside = None;
                continue;
            }
            let matches = rules.iter().filter_map(|rule| {
                let captures = rule.expression.captures_at(line, at)?;
                let whole = captures.get(0)?;
                (!whole.is_empty()).then_some((whole.start(), rule, captures))
            });
            // Of equals the first one is the least.
            let Some((_, rule, captures)) = matches.min_by_key(|(start, ..)| *start) else {
                break;
            };
            let whole = captures.get(0).expect("a match");
            if rule.end.is_some() {
                inside = Some(rule);
                at = whole.start();
                end_from = whole.end();
                continue;
            }
            if let Some(name) = &rule.name {
                found.push((whole.as_str().to_owned(), name.clone()));
            }
            for (number, scope) in &rule.captures {
                let part = captures.get(*number).expect("a capture");
                found.push((part.as_str().to_owned(), scope.clone()));
            }
            at = whole.end();
        }
    }
    found
}

#[test]
fn every_word_of_the_language_has_its_scope() {
    let rules = rules();
    let is = |text: &str, word: &str, scope: &str| {
        let found = scopes(&rules, text);
        let first = found.first().expect("it is coloured");
        assert_eq!((first.0.as_str(), first.1.as_str()), (word, scope), "{text}");
    };
    for keyword in Keyword::ALL {
        let name = keyword.name();
        let scope = match keyword.is_global() || keyword == Keyword::Flat {
            true => "storage.modifier.vsl",
            false => "keyword.control.vsl",
        };
        is(&format!("{name} x"), name, scope);
    }
    for scalar in Scalar::ALL {
        for components in 1..=4 {
            let name = ValueType::vector(scalar, components).to_string();
            is(&format!("{name} x;"), &name, "storage.type.vsl");
            is(&format!("{name}(1)"), &name, "storage.type.vsl");
        }
    }
    for (columns, rows) in (2..=4).flat_map(|columns| (2..=4).map(move |rows| (columns, rows))) {
        let name = ValueType::matrix(columns, rows).to_string();
        is(&format!("{name} x;"), &name, "storage.type.vsl");
    }
    for row in resources::RESOURCES {
        is(&format!("{} x;", row.name), row.name, "storage.type.resource.vsl");
    }
    for row in formats::FORMATS {
        let scope = match row.name.contains("norm") {
            true => "storage.type.format.vsl",
            false => "storage.type.vsl",
        };
        is(&format!("{}>", row.name), row.name, scope);
    }
    for row in &functions::FUNCTIONS {
        is(&format!("{}(x)", row.name), row.name, "support.function.vsl");
        is(&format!("{} (x)", row.name), row.name, "support.function.vsl");
    }
    for row in variables::VARIABLES {
        is(&format!("{} = x", row.name), row.name, "support.variable.vsl");
    }
    is("true;", "true", "constant.language.boolean.vsl");
    is("false;", "false", "constant.language.boolean.vsl");
}

#[test]
fn a_sample_is_coloured_right() {
    let rules = rules();
    let sample: &[(&str, &[(&str, &str)])] = &[
        (
            "@shader graphics; // first",
            &[
                ("@shader", "keyword.other.shader"),
                ("graphics", "constant.language.shader"),
                ("// first", "comment.line.double-slash"),
            ],
        ),
        (
            "shader graphics;",
            &[
                ("shader", "keyword.other.shader"),
                ("graphics", "constant.language.shader"),
            ],
        ),
        (
            "/* one\ntwo */ a",
            &[
                ("/* one", "comment.block"),
                ("two */", "comment.block"),
                ("a", "variable.other"),
            ],
        ),
        (
            "/* in */ a /**/ b",
            &[
                ("/* in */", "comment.block"),
                ("a", "variable.other"),
                ("/**/", "comment.block"),
                ("b", "variable.other"),
            ],
        ),
        (
            "@struct Light { float length; float3 place[4]; };",
            &[
                ("@struct", "keyword.other.struct"),
                ("Light", "entity.name.type"),
                ("float", "storage.type"),
                ("length", "variable.other"),
                ("float3", "storage.type"),
                ("place", "variable.other"),
                ("4", "constant.numeric"),
            ],
        ),
        (
            "bind(0x1F) Image2D<u8norm4> shade;",
            &[
                ("bind", "storage.modifier"),
                ("0x1F", "constant.numeric"),
                ("Image2D", "storage.type.resource"),
                ("<", "keyword.operator"),
                ("u8norm4", "storage.type.format"),
                (">", "keyword.operator"),
                ("shade", "variable.other"),
            ],
        ),
        (
            "local(vert) flat int id;",
            &[
                ("local", "storage.modifier"),
                ("vert", "entity.name.function.stage"),
                ("flat", "storage.modifier"),
                ("int", "storage.type"),
                ("id", "variable.other"),
            ],
        ),
        (
            "@vert { $Position = cam.mvp * float4(pos, 1.5e-3); }",
            &[
                ("@vert", "entity.name.function.stage"),
                ("$Position", "support.variable"),
                ("=", "keyword.operator"),
                ("cam", "variable.other"),
                ("mvp", "variable.other.member"),
                ("*", "keyword.operator"),
                ("float4", "storage.type"),
                ("pos", "variable.other"),
                ("1.5e-3", "constant.numeric"),
            ],
        ),
        (
            "for (i; -1 : 4u) { v.length <<= shade(2.); }",
            &[
                ("for", "keyword.control"),
                ("i", "variable.other"),
                ("-", "keyword.operator"),
                ("1", "constant.numeric"),
                (":", "keyword.operator"),
                ("4u", "constant.numeric"),
                ("v", "variable.other"),
                ("length", "variable.other.member"),
                ("<<=", "keyword.operator"),
                ("shade", "entity.name.function"),
                ("2.", "constant.numeric"),
            ],
        ),
        (
            "if (a && !inside) discard;",
            &[
                ("if", "keyword.control"),
                ("a", "variable.other"),
                ("&&", "keyword.operator"),
                ("!", "keyword.operator"),
                ("inside", "variable.other"),
                ("discard", "keyword.control"),
            ],
        ),
    ];
    for (text, expected) in sample {
        let found = scopes(&rules, text);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(word, scope)| {
                (
                    word.as_str(),
                    scope.strip_suffix(".vsl").expect("the scope's end"),
                )
            })
            .collect();
        assert_eq!(&found, expected, "{text}");
    }
}
