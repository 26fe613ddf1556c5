//! Diagnostics in JSON: `docs/schema/diagnostics.json`.

use glassbox_core::diagnostic::{Diagnostic, Location};
use serde::Serialize;

/// The entry of a file.
#[derive(Serialize, Debug)]
pub struct DiagnosticsFile<'a> {
    file: &'a str,
    format: Option<&'a str>,
    diagnostics: Vec<DiagnosticJson<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    dropped: usize,
}

impl<'a> DiagnosticsFile<'a> {
    /// The findings of a file; `dropped` counts those over the limit.
    pub fn new(
        file: &'a str,
        format: Option<&'a str>,
        diagnostics: &'a [Diagnostic],
        dropped: usize,
    ) -> DiagnosticsFile<'a> {
        DiagnosticsFile {
            file,
            format,
            diagnostics: diagnostics.iter().map(DiagnosticJson::new).collect(),
            dropped,
        }
    }
}

/// One finding.
#[derive(Serialize, Debug)]
pub struct DiagnosticJson<'a> {
    rule: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: PlaceJson<'a>,
    labels: Vec<LabelJson<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
}

#[derive(Serialize, Debug)]
struct PlaceJson<'a> {
    start: u64,
    end: u64,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<SpaceJson>,
}

/// A range of the bytes that those of the file stand for.
#[derive(Serialize, Debug)]
struct SpaceJson {
    start: u64,
    end: u64,
}

#[derive(Serialize, Debug)]
struct LabelJson<'a> {
    message: &'a str,
    #[serde(flatten)]
    place: PlaceJson<'a>,
}

impl<'a> DiagnosticJson<'a> {
    /// The mirror of a finding.
    pub fn new(diagnostic: &'a Diagnostic) -> DiagnosticJson<'a> {
        DiagnosticJson {
            rule: diagnostic.rule.id,
            severity: diagnostic.severity.name(),
            message: &diagnostic.message,
            place: PlaceJson::new(&diagnostic.location),
            labels: diagnostic
                .labels
                .iter()
                .map(|label| LabelJson {
                    message: &label.message,
                    place: PlaceJson::new(&label.location),
                })
                .collect(),
            notes: &diagnostic.notes,
            help: diagnostic.help.as_deref(),
        }
    }
}

impl<'a> PlaceJson<'a> {
    fn new(location: &'a Location) -> PlaceJson<'a> {
        PlaceJson {
            start: location.start,
            end: location.end,
            path: &location.path,
            line: location.line_column.map(|place| place.0),
            column: location.line_column.map(|place| place.1),
            space: location.space.as_ref().map(|range| SpaceJson {
                start: range.start,
                end: range.end,
            }),
        }
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}
