//! Answers as hosts read them.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_report::json::{DiagnosticJson, NamesFile};
use serde::Serialize;
use serde_json::value::RawValue;

/// The JSON of a reply.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome<'a, T> {
    /// What was asked for.
    Answer(T),
    /// Why there is nothing.
    #[serde(untagged)]
    Refused {
        /// One sentence.
        refused: &'a str,
        /// What was found.
        findings: Vec<DiagnosticJson<'a>>,
    },
}

/// Findings in their order.
pub(crate) fn findings(all: &[Diagnostic]) -> Vec<DiagnosticJson<'_>> {
    all.iter().map(DiagnosticJson::new).collect()
}

/// What a conversion answers.
#[derive(Serialize)]
pub(crate) struct Converted<'a> {
    pub(crate) findings: Vec<DiagnosticJson<'a>>,
    pub(crate) names: Option<Box<RawValue>>,
    pub(crate) is_text: bool,
}

/// The JSON of what a conversion calls things.
pub(crate) fn names(name: &str, map: Option<&glassbox::NameMap>) -> Option<Box<RawValue>> {
    let json = match map? {
        glassbox::NameMap::Pica(map) => {
            serde_json::value::to_raw_value(&glassbox_report::json::MapFile::new(name, map))
        }
        glassbox::NameMap::Shader(names) => serde_json::value::to_raw_value(&NamesFile::new(name, names)),
    };
    json.ok()
}
