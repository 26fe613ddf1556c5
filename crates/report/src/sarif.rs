//! Writes findings as SARIF 2.1.0, the exchange format of code-scanning tools.
//!
//! A finding on bytes has a region of byte offsets and its field path as a logical location; one on a source has line
//! and column. Rules that fired are described with their cause, effect and cure.

use std::collections::HashMap;
use std::io::{self, Write};

use glassbox_core::diagnostic::{Diagnostic, Folded, Follows, Location, Rule, Severity};
use serde::Serialize;
use serde_json::{Value, json};

/// A log of one run.
#[derive(Debug)]
pub struct Sarif {
    version: &'static str,
    rules: Vec<&'static Rule>,
    positions: HashMap<&'static str, usize>,
    artifacts: Vec<Value>,
    results: Vec<ResultJson>,
    notifications: Vec<Value>,
}

#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
struct ResultJson {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Value,
    locations: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Value>,
    /// Number of the result in the run that this one follows from (`cause`) or repeats (`like`).
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Value>,
}

impl Sarif {
    /// An empty log of a version of the tool.
    pub fn new(version: &'static str) -> Sarif {
        Sarif {
            version,
            rules: Vec::new(),
            positions: HashMap::new(),
            artifacts: Vec::new(),
            results: Vec::new(),
            notifications: Vec::new(),
        }
    }

    /// Adds a file of `size` bytes with its findings; `dropped` counts those over the limit.
    pub fn file(&mut self, file: &str, size: u64, diagnostics: &[Diagnostic], dropped: usize) {
        self.files(&[(file, size)], diagnostics, dropped);
    }

    /// Adds files that were read together, each with its size in bytes, and their findings.
    pub fn files(&mut self, files: &[(&str, u64)], diagnostics: &[Diagnostic], dropped: usize) {
        let first = self.artifacts.len();
        let uris: Vec<String> = files.iter().map(|(file, _)| uri(file)).collect();
        for (uri, (_, size)) in uris.iter().zip(files) {
            self.artifacts.push(json!({
                "location": { "uri": uri },
                "length": size,
                "roles": ["analysisTarget"],
            }));
        }
        // A location with an unknown file index refers to the first.
        let place = |of: &Location| {
            let input = (of.input as usize).min(uris.len().saturating_sub(1));
            let uri = uris.get(input).map_or("", String::as_str);
            location(of, uri, first + input)
        };
        let folded = Folded::new(diagnostics);
        let first_result = self.results.len();
        for item in folded.items() {
            let diagnostic = item.finding;
            let rule_index = self.rule(diagnostic.rule);
            let related = |of: &Location, message: &str| {
                let mut location = place(of);
                location["message"] = json!({ "text": message });
                location
            };
            let labels = diagnostic.labels.iter();
            let mut related_locations: Vec<Value> =
                labels.map(|label| related(&label.location, &label.message)).collect();
            let mut properties = None;
            if let Some(follows) = item.follows {
                let other = folded.items()[follows.number()].finding;
                let (word, what) = match follows {
                    Follows::Cause(_) => ("cause", "follows from this"),
                    Follows::Like(_) => ("like", "like this"),
                };
                let message = format!("{what}: {}", other.message);
                related_locations.push(related(&other.location, &message));
                properties = Some(json!({ word: first_result + follows.number() }));
            }
            self.results.push(ResultJson {
                rule_id: diagnostic.rule.id,
                rule_index,
                level: level(diagnostic.severity),
                message: json!({ "text": message(diagnostic) }),
                related_locations,
                locations: vec![place(&diagnostic.location)],
                properties,
            });
        }
        if dropped > 0 {
            let names: Vec<&str> = files.iter().map(|(file, _)| *file).collect();
            let text =
                format!("{}: {dropped} more findings are over the limit and not listed", names.join(", "));
            self.notifications.push(json!({ "level": "warning", "message": { "text": text } }));
        }
    }

    /// Records that a file could not be read.
    pub fn unreadable(&mut self, reason: &str) {
        self.notifications.push(json!({ "level": "error", "message": { "text": reason } }));
    }

    /// Writes the log.
    pub fn finish(self, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = self.rules.iter().map(|rule| descriptor(rule)).collect();
        let complete = !self.notifications.iter().any(|notification| notification["level"] == "error");
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "glassbox",
                    "version": self.version,
                    "rules": rules,
                } },
                "columnKind": "unicodeCodePoints",
                "invocations": [{
                    "executionSuccessful": complete,
                    "toolExecutionNotifications": self.notifications,
                }],
                "artifacts": self.artifacts,
                "results": self.results,
            }],
        });
        serde_json::to_writer_pretty(&mut *out, &log)?;
        out.write_all(b"\n")
    }

    fn rule(&mut self, rule: &'static Rule) -> usize {
        let rules = &mut self.rules;
        *self.positions.entry(rule.id).or_insert_with(|| {
            rules.push(rule);
            rules.len() - 1
        })
    }
}

fn descriptor(rule: &Rule) -> Value {
    let text = format!("Cause: {}\n\nEffect: {}\n\nCure: {}", rule.cause, rule.effect, rule.cure);
    json!({
        "id": rule.id,
        "shortDescription": { "text": sentence(rule.title) },
        "fullDescription": { "text": rule.cause },
        "help": { "text": text },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The message with its notes and help, a line each.
fn message(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        text.push_str("\nnote: ");
        text.push_str(note);
    }
    if !diagnostic.cure().is_empty() {
        text.push_str("\nhelp: ");
        text.push_str(diagnostic.cure());
    }
    text
}

fn location(location: &Location, uri: &str, artifact: usize) -> Value {
    let region = match location.line_column {
        Some((line, column)) => json!({ "startLine": line, "startColumn": column }),
        None => json!({
            "byteOffset": location.start,
            "byteLength": location.end.saturating_sub(location.start),
        }),
    };
    let mut value = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri, "index": artifact },
            "region": region,
        },
    });
    if !location.path.is_empty() {
        value["logicalLocations"] = json!([{ "fullyQualifiedName": location.path }]);
    }
    value
}

/// A title as a sentence, as the viewers of these logs expect.
fn sentence(title: &str) -> String {
    let mut chars = title.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

/// A file name as a URI reference.
fn uri(file: &str) -> String {
    let mut out = String::with_capacity(file.len());
    // An absolute path is a whole URI; in a relative one a colon in the first part would read as a scheme.
    if file.starts_with('/') {
        out.push_str("file://");
    }
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
