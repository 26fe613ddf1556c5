//! Tokenises text with TextMate grammars, assigning scopes as an editor does.
//!
//! The grammars tested list each rule once in a repository and use only expressions common to
//! TextMate's engine and the crate `regex`.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

/// Parsed grammar.
pub struct Grammar {
    rules: Vec<Rule>,
}

struct Rule {
    /// Match, or start of a block.
    expression: Regex,
    /// End of a block.
    end: Option<Regex>,
    name: Option<String>,
    captures: BTreeMap<usize, String>,
}

impl Grammar {
    /// Asserts that the first scope of a text is of this word.
    ///
    /// # Panics
    /// If it is not.
    #[track_caller]
    pub fn assert_scope(&self, text: &str, word: &str, scope: &str) {
        let found = self.scopes(text);
        let first = found.first().map(|first| (first.0.as_str(), first.1.as_str()));
        assert_eq!(first, Some((word, scope)), "{text}");
    }

    /// Reads a grammar; `scope` is its expected `scopeName`.
    ///
    /// # Panics
    ///
    /// If the grammar is not of the supported form.
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
        Grammar { rules: rules.collect() }
    }

    /// Tokens of a text with their scopes, line by line: the earliest match, on ties that of the
    /// first rule.
    ///
    /// # Panics
    ///
    /// If the grammar lacks an entry that a match needs.
    pub fn scopes(&self, text: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut inside: Option<&Rule> = None;
        for line in text.lines() {
            let mut at = 0;
            // Search for the block's end after its start.
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
                // `min_by_key` returns the first of equal matches.
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
    let regex =
        |value: &Value| value.as_str().map(|text| Regex::new(text).unwrap_or_else(|error| panic!("{error}")));
    let captures = rule["captures"].as_object();
    Rule {
        expression: regex(&rule["match"]).or(regex(&rule["begin"])).expect("an expression"),
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
