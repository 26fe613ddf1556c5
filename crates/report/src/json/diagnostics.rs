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

    /// The findings of sources that were read together, an entry for each; `dropped` is told with the last one. Places in
    /// another source than the entry's name it.
    pub fn of_several(
        files: &[&'a str],
        format: Option<&'a str>,
        diagnostics: &'a [Diagnostic],
        dropped: usize,
    ) -> Vec<DiagnosticsFile<'a>> {
        let entries = files.iter().enumerate().map(|(number, &file)| {
            let last = number + 1 == files.len();
            let own = diagnostics.iter().filter(|finding| {
                let input = finding.location.input as usize;
                input == number || (last && input >= files.len())
            });
            DiagnosticsFile {
                file,
                format,
                diagnostics: own.map(|finding| DiagnosticJson::among(finding, files)).collect(),
                dropped: if last { dropped } else { 0 },
            }
        });
        entries.collect()
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
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    place: PlaceJson<'a>,
}

impl<'a> DiagnosticJson<'a> {
    /// The mirror of a finding.
    pub fn new(diagnostic: &'a Diagnostic) -> DiagnosticJson<'a> {
        DiagnosticJson::among(diagnostic, &[])
    }

    /// The mirror of a finding in one of several sources.
    fn among(diagnostic: &'a Diagnostic, files: &[&'a str]) -> DiagnosticJson<'a> {
        let input = diagnostic.location.input;
        let other = |place: &Location| match place.input == input {
            true => None,
            false => files.get(place.input as usize).copied(),
        };
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
                    file: other(&label.location),
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
