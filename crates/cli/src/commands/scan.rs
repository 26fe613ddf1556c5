//! `glassbox scan`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use glassbox::{Finds, ScanOptions};
use glassbox_core::format::Opened as _;
use glassbox_core::limits::Limits;
use glassbox_report::json::{Document, FindsFile};
use glassbox_report::{FoundFile, terminal};
use rayon::prelude::*;

use crate::args::{Report, ReportFormat};
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;
use crate::questions::single;

/// Find compiled shaders inside any file: an archive, a memory dump, a program
///
/// Files of every format that can be told by their first bytes are found at any offset, each with its exact size. What is cut
/// off, compressed or encrypted is not found.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox scan game.arc
  glassbox scan game.arc --extract shaders     every find as a file, such as shaders/0001f300.shbin
  glassbox scan dump.bin --recursive           also what stands inside the finds
  glassbox scan game.exe --format json

Exit status:
  0  fine, whether something was found or not
  1  the input is a text form with mistakes, or more in it looks like files than could be looked at
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    /// File to search, binary or text form; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Find files inside the files that were found, too
    #[arg(short, long)]
    recursive: bool,
    /// Write each find to a file in this folder, named after its offset and format
    #[arg(short, long, value_name = "DIR")]
    extract: Option<PathBuf>,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let input = Source::new(&arguments.file).read()?;
    let Some(bytes) = single(context, &input) else {
        return Ok(Status::Errors);
    };
    let options = ScanOptions {
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        nested: arguments.recursive,
    };
    let progress = Progress::bytes(bytes.len() as u64);
    let found = glassbox::scan(&bytes, &options, &|more| progress.advance(more));
    progress.finish();
    let listed = listed(&found, &bytes, &context.limits);
    if let Some(folder) = &arguments.extract {
        extract(&listed, &bytes, folder)?;
    }
    let path = arguments.report.output.path.as_deref();
    let mut out = Output::text(path)?;
    match arguments.report.format {
        ReportFormat::Text => terminal::finds(&mut out, &listed, &context.style_of(path))?,
        ReportFormat::Json => {
            let mut document = Document::begin(&mut out)?;
            let size = bytes.len() as u64;
            document.file(&FindsFile::new(&input.name, size, &listed, !found.gave_up))?;
            document.finish()?;
        }
    }
    out.commit()?;
    let count = listed.len();
    let plural = if count == 1 { "file" } else { "files" };
    let place = match &arguments.extract {
        Some(folder) => format!(", written to {}", folder.display()),
        None => String::new(),
    };
    context.say(&format!("{}: {count} {plural} found{place}", input.name));
    if found.gave_up {
        context.complain(&format!(
            "{}: more looks like files than could be looked at, so some may be missing",
            input.name
        ));
        return Ok(Status::Errors);
    }
    Ok(Status::Fine)
}

/// The finds with what each of them is.
fn listed(found: &Finds, bytes: &[u8], limits: &Limits) -> Vec<FoundFile> {
    let one = |find: &glassbox::Find| {
        let file = glassbox::open(&bytes[find.range.clone()], Some(find.format), limits);
        FoundFile {
            start: find.range.start as u64,
            end: find.range.end as u64,
            format: find.format.id(),
            kind: file.summary().kind,
            inside: find.inside,
        }
    };
    found.finds.par_iter().map(one).collect()
}

/// Writes each find to a file of its own. Offset and format tell any two of them apart.
fn extract(finds: &[FoundFile], bytes: &[u8], folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for find in finds {
        let mut out = Output::text(Some(&folder.join(find.file_name())))?;
        out.write_all(&bytes[find.start as usize..find.end as usize])?;
        out.commit()?;
    }
    Ok(())
}
