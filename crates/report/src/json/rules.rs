//! Rules in JSON: `docs/schema/rules.json`.

use glassbox_core::diagnostic::Rule;
use serde::Serialize;

/// The document of `explain`.
#[derive(Serialize, Debug)]
pub struct RulesDocument {
    schema: u32,
    rules: Vec<RuleJson>,
}

#[derive(Serialize, Debug)]
struct RuleJson {
    id: &'static str,
    format: &'static str,
    severity: &'static str,
    title: &'static str,
    cause: &'static str,
    effect: &'static str,
    cure: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<ExampleJson>,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'static str,
}

#[derive(Serialize, Debug)]
struct ExampleJson {
    wrong: Vec<&'static str>,
    right: Vec<&'static str>,
}

impl RulesDocument {
    /// Rules, each with the id of the format that it belongs to.
    pub fn new(rules: impl IntoIterator<Item = (&'static str, &'static Rule)>) -> RulesDocument {
        let rule = |(format, rule): (&'static str, &'static Rule)| RuleJson {
            id: rule.id,
            format,
            severity: rule.severity.name(),
            title: rule.title,
            cause: rule.cause,
            effect: rule.effect,
            cure: rule.cure,
            example: rule.example().map(|example| ExampleJson { wrong: example.wrong, right: example.right }),
            source: rule.source,
        };
        RulesDocument { schema: super::SCHEMA, rules: rules.into_iter().map(rule).collect() }
    }
}
