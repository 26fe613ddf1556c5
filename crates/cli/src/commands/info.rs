//! `glassbox info`.

use anyhow::Result;
use clap::Args;
use glassbox_core::diagnostic::Severity;
use glassbox_report::{RepeatedString, StringsReport, json, terminal};

use crate::args::{JudgedInputs, Report, ReportFormat};
use crate::context::{Context, Status};
use crate::query::{run_query, sorted};

/// Show the properties of a file: format, version, stages, sizes
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox info shader.shbin
  glassbox info -r shaders --format json
  glassbox info library.dxil --strings
  glassbox info shader.dxil --needs

Exit status:
  0  fine
  1  an input has an unknown format, not that of --as, or is a text form with errors
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: JudgedInputs,
    /// Also list strings that occur in several parts, and the size that sharing them would save
    #[arg(long)]
    strings: bool,
    /// Also list what a device must have to run DXIL programs: shader model and features, and what asks for each
    #[arg(long)]
    needs: bool,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    run_query(context, &arguments.inputs, &arguments.report, false, |item, out| {
        let summary = item.file.summary();
        let size = item.file.bytes().len() as u64;
        let (findings, dropped) = sorted(item.file.check());
        let strings = arguments.strings.then(|| strings_report(item.file));
        let needs = if arguments.needs { item.file.needs() } else { None };
        match item.form {
            ReportFormat::Text => {
                let tally = terminal::tally(&findings, dropped);
                terminal::summary(out, item.name, size, &summary, &tally, item.style)?;
                if let Some(strings) = &strings {
                    terminal::strings(out, strings, item.style)?;
                }
                if let Some(needs) = &needs {
                    terminal::needs(out, needs, item.style)?;
                }
            }
            ReportFormat::Json => {
                let count = |severity| findings.iter().filter(|one| one.severity == severity).count();
                let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
                let info = json::InfoFile::new(item.name, item.format(), size, &summary, errors, warnings)
                    .with_strings(strings.as_ref())
                    .with_needs(needs.as_ref());
                serde_json::to_writer(out, &info)?;
            }
        }
        Ok(())
    })
}

/// The strings of a file as reports take them.
fn strings_report(file: &glassbox::File<'_>) -> StringsReport {
    let strings = glassbox::strings(file);
    StringsReport {
        count: strings.count,
        bytes: strings.bytes,
        saving: strings.saving(),
        repeated: strings
            .repeated
            .into_iter()
            .map(|repeated| RepeatedString {
                text: String::from_utf8_lossy(&repeated.text).into_owned(),
                places: repeated.places,
                saving: repeated.saving,
            })
            .collect(),
    }
}
