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
        };
        RulesDocument {
            schema: super::SCHEMA,
            rules: rules.into_iter().map(rule).collect(),
        }
    }
}
