//! Findings in sources: options for presentation and severity, and the output.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox_core::diagnostic::{Diagnostic, Folded, Severity as Weight};
use glassbox_report::Subject;
use glassbox_report::terminal::{self, Show};

use crate::context::Context;
use crate::reports::{Contents, Found, Notice};

/// Options for the presentation and severity of findings.
#[derive(Args, Debug)]
pub(crate) struct Findings {
    /// Format of the findings: text goes to standard error, others to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
    /// Lowest severity to show in text
    #[arg(long, alias = "show", value_name = "SEVERITY", default_value = "warning")]
    min_severity: Severity,
    /// Also show findings that repeat others or follow from them
    #[arg(long)]
    all: bool,
    /// Treat findings of this severity and above as errors
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    deny: Severity,
}

/// Format of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Text for people
    Text,
    /// JSON; docs/schema/diagnostics.json describes it
    Json,
    /// SARIF 2.1.0 for code-scanning tools
    Sarif,
}

/// Severity of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Severity {
    /// Errors only
    Error,
    /// Errors and warnings
    Warning,
    /// All findings
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

/// Selects whether folded findings are shown, from a switch `--all`.
pub(crate) fn shown(all: bool) -> Show<'static> {
    if all { Show::All } else { Show::Folded("--all shows them") }
}

impl Findings {
    /// Selects the output of the findings. `is_named` if the result of the command goes to a file, so that standard
    /// output is free for them.
    pub(crate) fn begin(&self, context: &Context, is_named: bool) -> Result<()> {
        let contents = match self.format {
            Form::Text => return Ok(()),
            Form::Json => Contents::Findings,
            Form::Sarif => Contents::Sarif,
        };
        if !is_named {
            bail!("the findings go to standard output; name the output with -o");
        }
        context.report_in(contents, None);
        Ok(())
    }

    /// True if the findings prevent the result from being written.
    pub(crate) fn deny(&self, findings: &[Diagnostic]) -> bool {
        findings.iter().any(|finding| finding.severity >= self.deny.into())
    }

    /// Prepares findings in sources that were read together; denied ones become errors. In text
    /// output a summary line is added.
    pub(crate) fn notice(
        &self,
        context: &Context,
        subjects: &[Subject<'_>],
        findings: &[Diagnostic],
        dropped: usize,
    ) -> Notice {
        let is_for_people = context.is_for_people();
        let limit = Weight::from(self.min_severity).min(self.deny.into());
        let mut kept: Vec<Diagnostic> =
            findings.iter().filter(|finding| !is_for_people || finding.severity >= limit).cloned().collect();
        promote(&mut kept, self.deny);
        let mut notice =
            context.found(&Found { subjects, format: None, findings: &kept, dropped, show: shown(self.all) });
        if is_for_people && !context.is_quiet && (!kept.is_empty() || dropped > 0) {
            let name = match subjects {
                [only] => only.file.to_owned(),
                several => format!("{} sources", several.len()),
            };
            notice.line(&format!("{name}: {}", terminal::tally_of(&Folded::new(&kept), dropped)));
        }
        notice
    }
}

/// Turns denied findings into errors.
pub(crate) fn promote(findings: &mut [Diagnostic], deny: Severity) {
    for finding in findings {
        if finding.severity >= deny.into() && finding.severity < Weight::Error {
            let note = format!("reported as {}; an error because of --deny", article(finding.severity));
            finding.notes.push(note);
            finding.severity = Weight::Error;
        }
    }
}

/// A severity with its article.
fn article(severity: Weight) -> &'static str {
    match severity {
        Weight::Error => "an error",
        Weight::Warning => "a warning",
        Weight::Info => "an info",
    }
}
