//! `glassbox interface`.

use anyhow::Result;
use clap::Args;
use glassbox_report::{json, terminal};

use crate::args::{JudgedInputs, Report, ReportFormat};
use crate::context::{Context, Status};
use crate::query::run_query;

/// List entry points, inputs, outputs, resources and uniforms
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox interface shader.vbc
  glassbox interface shader.spv --format json | jq '.files[0].resources'

Exit status:
  0  fine
  1  an input has an unknown format, not that of --as, or is a text form with errors
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: JudgedInputs,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    run_query(context, &arguments.inputs, &arguments.report, true, |item, out| {
        let interface = item.file.interface();
        match item.form {
            ReportFormat::Text => terminal::interface(out, &interface, item.style)?,
            ReportFormat::Json => {
                let entry = json::InterfaceFile::new(item.name, item.format(), &interface);
                serde_json::to_writer(out, &entry)?;
            }
        }
        Ok(())
    })
}
