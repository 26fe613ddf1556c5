//! `glassbox symbols`.

use anyhow::Result;
use clap::Args;
use glassbox_core::format::Opened as _;
use glassbox_report::{json, terminal};

use crate::args::{Inputs, Report, ReportFormat};
use crate::context::{Context, Status};
use crate::questions::ask;

/// List names with what they stand for, where they are defined and where they are used
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox symbols shader.shbin
  glassbox symbols -r shaders --format json

Exit status:
  0  fine
  1  an input is of no known kind, not of the kind given with --as, or a text form with mistakes
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    ask(
        context,
        &arguments.inputs,
        &arguments.report,
        true,
        |item, out| {
            let symbols = item.file.symbols();
            match item.form {
                ReportFormat::Text => terminal::symbols(out, &symbols, item.style)?,
                ReportFormat::Json => {
                    let entry = json::SymbolsFile::new(item.name, item.format(), &symbols);
                    serde_json::to_writer(out, &entry)?;
                }
            }
            Ok(())
        },
    )
}
