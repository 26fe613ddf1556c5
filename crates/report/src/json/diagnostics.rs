//! Writes diagnostics as JSON: `docs/schema/diagnostics.json`.

use std::io::{self, Write};

use glassbox_core::diagnostic::{Diagnostic, Folded, Follows, Location};
use serde::Serialize;

/// The entry of a file.
#[derive(Clone, Serialize, Debug)]
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
        DiagnosticsFile { file, format, diagnostics: entries(diagnostics, &[]), dropped }
    }

    /// The findings of sources that were read together, one entry for each; `dropped` is part of the last. Locations in
    /// another source than the entry's name that source.
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
                diagnostics: entries(own, files),
                dropped: if last { dropped } else { 0 },
            }
        });
        entries.collect()
    }
}

/// The findings of one source in reading order.
fn entries<'a>(
    findings: impl IntoIterator<Item = &'a Diagnostic>,
    files: &[&'a str],
) -> Vec<DiagnosticJson<'a>> {
    let folded = Folded::new(findings);
    let entries = folded.items().iter().map(|item| {
        let mut entry = DiagnosticJson::among(item.finding, files);
        match item.follows {
            Some(Follows::Cause(number)) => entry.cause = Some(number),
            Some(Follows::Like(number)) => entry.like = Some(number),
            None => {}
        }
        entry
    });
    entries.collect()
}

/// The serialised entry of a file, for a document written later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptFile {
    file: String,
    format: Option<String>,
    diagnostics: Vec<KeptDiagnostic>,
    dropped: usize,
}

/// A finding as JSON, without the number of the entry that it follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct KeptDiagnostic {
    json: String,
    follows: Option<Follows>,
}

impl DiagnosticsFile<'_> {
    /// The entry for later.
    pub fn keep(&self) -> KeptFile {
        // A finding serialises to valid JSON.
        let diagnostics = self.diagnostics.iter();
        let diagnostics = diagnostics.filter_map(|finding| {
            let follows = (finding.cause.map(Follows::Cause)).or(finding.like.map(Follows::Like));
            let alone = DiagnosticJson { cause: None, like: None, ..finding.clone() };
            let json = serde_json::to_string(&alone).ok()?;
            Some(KeptDiagnostic { json, follows })
        });
        KeptFile {
            file: self.file.to_owned(),
            format: self.format.map(str::to_owned),
            diagnostics: diagnostics.collect(),
            dropped: self.dropped,
        }
    }
}

impl KeptFile {
    /// Approximate memory use, bytes.
    pub fn size(&self) -> usize {
        self.file.len() + self.diagnostics.iter().map(|finding| finding.json.len()).sum::<usize>()
    }

    /// Adds later findings of the same file; returns an entry for another file.
    pub fn join(&mut self, later: KeptFile) -> Option<KeptFile> {
        if self.file != later.file {
            return Some(later);
        }
        let before = self.diagnostics.len();
        self.diagnostics.extend(later.diagnostics.into_iter().map(|finding| KeptDiagnostic {
            follows: finding.follows.map(|follows| match follows {
                Follows::Cause(number) => Follows::Cause(before + number),
                Follows::Like(number) => Follows::Like(before + number),
            }),
            ..finding
        }));
        self.dropped += later.dropped;
        self.format = self.format.take().or(later.format);
        None
    }

    /// Writes the entry.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{\"file\":")?;
        serde_json::to_writer(&mut *out, &self.file)?;
        out.write_all(b",\"format\":")?;
        serde_json::to_writer(&mut *out, &self.format)?;
        out.write_all(b",\"diagnostics\":[")?;
        for (number, finding) in self.diagnostics.iter().enumerate() {
            if number > 0 {
                out.write_all(b",")?;
            }
            let open = finding.json.strip_suffix('}').unwrap_or(&finding.json);
            match finding.follows {
                None => out.write_all(finding.json.as_bytes())?,
                Some(Follows::Cause(number)) => write!(out, "{open},\"cause\":{number}}}")?,
                Some(Follows::Like(number)) => write!(out, "{open},\"like\":{number}}}")?,
            }
        }
        out.write_all(b"]")?;
        if self.dropped > 0 {
            write!(out, ",\"dropped\":{}", self.dropped)?;
        }
        out.write_all(b"}")
    }
}

/// One finding in JSON.
#[derive(Clone, Serialize, Debug)]
pub struct DiagnosticJson<'a> {
    rule: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: PlaceJson<'a>,
    labels: Vec<LabelJson<'a>>,
    notes: &'a [String],
    help: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<usize>,
}

#[derive(Clone, Serialize, Debug)]
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

/// A range of bytes decoded from those of the file.
#[derive(Clone, Serialize, Debug)]
struct SpaceJson {
    start: u64,
    end: u64,
}

#[derive(Clone, Serialize, Debug)]
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

    /// Mirror of a finding in one of several sources.
    fn among(diagnostic: &'a Diagnostic, files: &[&'a str]) -> DiagnosticJson<'a> {
        let input = diagnostic.location.input;
        let other = |place: &Location| {
            if place.input == input { None } else { files.get(place.input as usize).copied() }
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
            help: diagnostic.cure(),
            cause: None,
            like: None,
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
            space: location.space.as_ref().map(|range| SpaceJson { start: range.start, end: range.end }),
        }
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}
