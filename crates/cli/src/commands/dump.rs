//! `glassbox dump`.

use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum};
use glassbox::File;
use glassbox_core::dump::Options;
use glassbox_core::format::Format;
use glassbox_core::view::Detail;
use glassbox_report::json::{self, Document, Views};
use glassbox_report::terminal;

use crate::args::{Inputs, Report, ReportFormat};
use crate::batch::{self, FileOutcome};
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::page::Page;
use crate::query::single;
use crate::reports::Contents;

/// Show every byte with its name, type and meaning
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox dump shader.shbin
  glassbox dump --bits=fields shader.dxil
  glassbox dump shader.shbin --format json | jq -r '.files[0].nodes[].path'

Exit status:
  0  fine, whatever the input contains
  1  an input is a text form with errors
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    report: Report,
    /// Show the structure of code: blocks and records of bitcode, instruction words
    #[arg(long, value_name = "DETAIL", num_args = 0..=1, require_equals = true, default_missing_value = "records")]
    bits: Option<BitsDetail>,
}

/// Level of detail of `--bits`.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum BitsDetail {
    /// Blocks
    Blocks,
    /// Records and instructions
    Records,
    /// All fields
    Fields,
}

impl From<BitsDetail> for Detail {
    fn from(detail: BitsDetail) -> Detail {
        match detail {
            BitsDetail::Blocks => Detail::Blocks,
            BitsDetail::Records => Detail::Records,
            BitsDetail::Fields => Detail::Fields,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let sources = arguments.inputs.sources()?;
    let bits = arguments.bits.map(Detail::from);
    let registry = glassbox::registry();
    let path = arguments.report.output.path.as_deref();
    if arguments.report.format == ReportFormat::Json {
        context.report_in(Contents::Answers, path);
    }
    let output = Page::open(context, path, arguments.report.format)?;
    match arguments.report.format {
        ReportFormat::Text => {
            let mut out = output;
            let several = sources.len() > 1;
            let status = batch::each_sequential(context, &sources, |source, input| {
                each(arguments, context, source, input, |file| {
                    if several {
                        writeln!(out, "{}:", terminal::clean(&input.name))?;
                    }
                    let options = Options { bits, registry, ..Options::default() };
                    Ok(glassbox_core::dump::dump_with(file.bytes(), &file.tree(), &options, &mut out)?)
                })
            })?;
            out.commit()?;
            Ok(status)
        }
        ReportFormat::Json => {
            let mut document = Document::begin(output)?;
            let status = batch::each_sequential(context, &sources, |source, input| {
                each(arguments, context, source, input, |file| {
                    let format = file.format().map(Format::id);
                    let out = document.entry()?;
                    let views = Views { detail: bits, registry };
                    Ok(json::tree(out, &input.name, format, file.bytes(), &file.tree(), &views)?)
                })
            })?;
            context.finish(document)?.commit()?;
            Ok(status)
        }
    }
}

/// Opens one input and shows it.
fn each(
    arguments: &Arguments,
    context: &Context,
    source: &Source,
    input: &Input,
    show: impl FnOnce(&File<'_>) -> Result<()>,
) -> Result<FileOutcome<()>> {
    let Ok(bytes) = single(context, input) else {
        return Ok(FileOutcome::Result((), Status::Errors));
    };
    let as_format = arguments.inputs.format()?;
    let file = arguments.inputs.open(&input.name, &bytes, as_format, &context.limits);
    if batch::is_foreign(source, as_format, &file) {
        return Ok(FileOutcome::Skipped);
    }
    show(&file)?;
    Ok(FileOutcome::Result((), Status::Fine))
}
