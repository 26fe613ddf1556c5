//! Findings in sources: the switches that say how they are shown and which of them count, and the showing.

use anyhow::Result;
use clap::{Args, ValueEnum};
use glassbox_core::diagnostic::{Diagnostic, Severity as Weight};
use glassbox_report::json::{DiagnosticsFile, Document};
use glassbox_report::sarif::Sarif;
use glassbox_report::{Subject, terminal};

use crate::output::Output;

/// How findings are shown, and which of them fail.
#[derive(Args, Debug)]
pub(crate) struct Findings {
    /// Form of the findings: text on standard error, the others on standard output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: Form,
    /// Mildest findings that the text shows
    #[arg(long, value_name = "SEVERITY", default_value = "warning")]
    show: Severity,
    /// Treat findings of this severity and worse as errors
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    deny: Severity,
}

/// Form of the findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// For people
    Text,
    /// For programs; docs/schema/diagnostics.json describes it
    Json,
    /// For code-scanning tools: SARIF 2.1.0
    Sarif,
}

/// A severity of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Severity {
    /// Errors only
    Error,
    /// Warnings too
    Warning,
    /// Every finding
    Info,
}

impl From<Severity> for Weight {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
        }
    }
}

/// Sources that were read together, and what was found in them.
pub(crate) struct Found<'a> {
    /// Names and texts.
    pub(crate) sources: &'a [(&'a str, &'a str)],
    /// The findings, source by source.
    pub(crate) findings: &'a [Diagnostic],
    /// How many findings were over the limit and are not kept.
    pub(crate) dropped: usize,
}

impl Findings {
    /// Whether the findings do not let the result pass.
    pub(crate) fn deny(&self, findings: &[Diagnostic]) -> bool {
        let limit = self.deny.into();
        findings.iter().any(|finding| finding.severity >= limit)
    }

    /// The findings for people, and how many there are.
    pub(crate) fn text(&self, found: &Found<'_>, style: &terminal::Style) -> Vec<u8> {
        let subjects: Vec<Subject<'_>> = found
            .sources
            .iter()
            .map(|&(file, text)| Subject {
                file,
                bytes: text.as_bytes(),
                source: Some(text),
            })
            .collect();
        let limit = Weight::from(self.show).min(self.deny.into());
        let shown: Vec<Diagnostic> = found
            .findings
            .iter()
            .filter(|finding| finding.severity >= limit)
            .cloned()
            .collect();
        let mut out = Vec::new();
        for finding in &shown {
            // Writing to memory does not fail.
            let _ = terminal::among(&mut out, finding, &subjects, style);
        }
        if !shown.is_empty() || found.dropped > 0 {
            let name = match found.sources {
                [(name, _)] => (*name).to_owned(),
                several => format!("{} sources", several.len()),
            };
            let tally = terminal::tally(&shown, found.dropped);
            out.extend_from_slice(format!("{}: {tally}\n", terminal::clean(&name)).as_bytes());
        }
        out
    }
}

/// The findings for programs, written to standard output as they come; nothing for people.
pub(crate) enum Log {
    /// The text form is not collected.
    Text,
    /// A JSON document.
    Json(Box<Document<Output>>),
    /// A SARIF log.
    Sarif(Box<Sarif>),
}

impl Log {
    /// Begins the log of a form.
    pub(crate) fn begin(form: Form) -> Result<Log> {
        Ok(match form {
            Form::Text => Log::Text,
            Form::Json => Log::Json(Box::new(Document::begin(Output::text(None)?)?)),
            Form::Sarif => Log::Sarif(Box::new(Sarif::new(env!("CARGO_PKG_VERSION")))),
        })
    }

    /// Adds what was found.
    pub(crate) fn add(&mut self, found: &Found<'_>) -> Result<()> {
        match self {
            Log::Text => {}
            Log::Json(document) => {
                let names: Vec<&str> = found.sources.iter().map(|(name, _)| *name).collect();
                for entry in DiagnosticsFile::of_several(&names, None, found.findings, found.dropped) {
                    document.file(&entry)?;
                }
            }
            Log::Sarif(log) => {
                let files: Vec<(&str, u64)> = found
                    .sources
                    .iter()
                    .map(|(name, text)| (*name, text.len() as u64))
                    .collect();
                log.files(&files, found.findings, found.dropped);
            }
        }
        Ok(())
    }

    /// Adds a source that could not be read.
    pub(crate) fn unreadable(&mut self, reason: &str) {
        if let Log::Sarif(log) = self {
            log.unreadable(reason);
        }
    }

    /// Ends the log.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Log::Text => Ok(()),
            Log::Json(document) => document.finish()?.commit(),
            Log::Sarif(log) => {
                let mut output = Output::text(None)?;
                log.finish(&mut output)?;
                output.commit()
            }
        }
    }
}
