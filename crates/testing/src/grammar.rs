//! TextMate grammars: the words of a text with their scopes, as an editor finds them.
//!
//! Grammars that are tested here list rules in a repository, each once, and keep to what TextMate's engine and the crate
//! `regex` have in common.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

/// A grammar.
pub struct Grammar {
    rules: Vec<Rule>,
}

struct Rule {
    /// The match, or the beginning of a block.
    expression: Regex,
    /// The end of a block.
    end: Option<Regex>,
    name: Option<String>,
    captures: BTreeMap<usize, String>,
}

impl Grammar {
    /// Reads a grammar; `scope` is what its `scopeName` has to be.
    ///
    /// # Panics
    ///
    /// When the file is no grammar of the kind that this module knows.
    pub fn open(path: &Path, scope: &str) -> Grammar {
        let text = std::fs::read_to_string(path).expect("the grammar is there");
        let grammar: Value = serde_json::from_str(&text).expect("the grammar is JSON");
        assert_eq!(grammar["scopeName"], scope);
        let patterns = grammar["patterns"].as_array().expect("patterns");
        let repository = grammar["repository"].as_object().expect("a repository");
        assert_eq!(patterns.len(), repository.len(), "every rule is in use, once");
        let rules = patterns.iter().map(|pattern| {
            let include = pattern["include"].as_str();
            let name = include.and_then(|name| name.strip_prefix('#'));
            rule(&repository[name.expect("an include")])
        });
        Grammar {
            rules: rules.collect(),
        }
    }

    /// The words of a text with their scopes, as an editor finds them line by line: the earliest match, of equals that of the
    /// first rule.
    ///
    /// # Panics
    ///
    /// When the grammar lacks something that a match needs.
    pub fn scopes(&self, text: &str) -> Vec<(String, String)> {
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
                let matches = self.rules.iter().filter_map(|rule| {
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
}

fn rule(rule: &Value) -> Rule {
    let regex = |value: &Value| {
        value
            .as_str()
            .map(|text| Regex::new(text).unwrap_or_else(|error| panic!("{error}")))
    };
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
}
