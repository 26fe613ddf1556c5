//! `glassbox diff`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use glassbox::compile::CompileOptions;
use glassbox_report::json::DiffDocument;
use glassbox_report::terminal;

use crate::args::{KindAndEntry, Report, ReportFormat};
use crate::context::{Context, Status};
use crate::input::Source;
use crate::page::Page;
use crate::query::single;
use crate::reports::Contents;

/// Show the structural differences between two files
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox diff old.shbin new.shbin
  glassbox diff old.vbc new.vbc --format json

Exit status:
  0  the files are equal, or differ only in insignificant bytes such as padding
  1  they differ
  2  the command could not run, or an input could not be read or is a text form with errors")]
pub(crate) struct Arguments {
    /// Older file, in binary or text form; `-` is standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// Newer file, in binary or text form; `-` is standard input
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    kind: KindAndEntry,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if arguments.old.as_os_str() == "-" && arguments.new.as_os_str() == "-" {
        bail!("standard input can be read only once");
    }
    let path = arguments.report.output.path.as_deref();
    if arguments.report.format == ReportFormat::Json {
        context.report_in(Contents::Findings, path);
    }
    let old = Source::new(&arguments.old).read()?;
    let new = Source::new(&arguments.new).read()?;
    let (Ok(old_bytes), Ok(new_bytes)) = (single(context, &old), single(context, &new)) else {
        return Ok(Status::Failed);
    };
    let identical = old_bytes == new_bytes;
    let changes = if identical {
        Vec::new()
    } else {
        let format = arguments.kind.format()?;
        let tree = |name: &str, bytes| {
            glassbox::open_named(name, bytes, format, &CompileOptions::default(), &context.limits).tree()
        };
        let (old_tree, new_tree) = (tree(&old.name, &old_bytes), tree(&new.name, &new_bytes));
        glassbox_core::diff::diff_within(
            (&old_bytes, &old_tree),
            (&new_bytes, &new_tree),
            &glassbox::LanguageDiff,
            &context.limits,
        )
    };
    let mut out = Page::open(context, path, arguments.report.format)?;
    match arguments.report.format {
        ReportFormat::Text => {
            terminal::diff(&mut out, &old.name, &new.name, &changes, &context.style_of(path))?;
            if changes.is_empty() && !identical {
                context.print_note("the files differ only in insignificant bytes, such as padding");
            }
        }
        ReportFormat::Json => {
            context.note_answer();
            let document = DiffDocument::new(&old.name, &new.name, identical, &changes);
            serde_json::to_writer(&mut out, &document)?;
            writeln!(out)?;
        }
    }
    out.commit()?;
    Ok(if changes.is_empty() {
        Status::Fine
    } else {
        context.record_difference();
        Status::Errors
    })
}
