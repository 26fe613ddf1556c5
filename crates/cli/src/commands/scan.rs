//! `glassbox scan`.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;
use glassbox::{ScanData, ScanOptions, ScanResult};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_core::source_name::SourceNames;
use glassbox_report::json::{Document, FindsFile};
use glassbox_report::terminal::{self, Painted};
use glassbox_report::{FoundArray, FoundFile};

use crate::args::{Report, ReportFormat};
use crate::batch::{self, FileOutcome};
use crate::context::{Context, Status};
use crate::input::{self, InputFile, Source};
use crate::output::{Place, make_folder};
use crate::page::Page;
use crate::progress::Progress;
use crate::query::single;
use crate::reports::Contents;

/// Bytes written at a time.
const PIECE: u64 = 1 << 20;

/// Find compiled shaders inside any file: archives, memory dumps, programs, C sources
///
/// Files of every format with a signature are found at any offset, each with its exact size. Truncated, compressed or
/// encrypted files are not found. In C and C++ sources, arrays of numbers (`const BYTE g_main[] = { 68, 88, …`) are
/// searched too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox scan game.arc
  glassbox scan game.arc --extract shaders     every match as a file, such as shaders/0001f300.shbin
  glassbox scan dump.bin --recursive           also inside the matches
  glassbox scan game.exe --format json
  glassbox scan shaders.h --extract shaders    arrays too, such as shaders/g_main.dxcontainer
  glassbox scan -r game --extract shaders      every file of a folder

Exit status:
  0  fine, whether something was found or not
  1  the input is a text form with errors, or has too many candidates to check them all
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    /// Files to search, in binary or text form; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Search every file in the given directories, and search inside the files found
    #[arg(short, long)]
    recursive: bool,
    /// Write each match to a file in this folder, named after its offset or array, and its format; with several inputs,
    /// to a subfolder named after the input
    #[arg(short, long, value_name = "DIR")]
    extract: Option<PathBuf>,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let sources = input::sources(&input::or_stdin(&arguments.files)?, arguments.recursive)?;
    let path = arguments.report.output.path.as_deref();
    let style = context.style_of(path);
    let several = sources.len() > 1;
    if let Some(folder) = &arguments.extract {
        make_folder(folder)?;
    }
    if arguments.report.format == ReportFormat::Json {
        context.report_in(Contents::Answers, path);
    }
    let search = |source: &Source| search(arguments, context, source, several);
    let mut out = Page::open(context, path, arguments.report.format)?;
    match arguments.report.format {
        ReportFormat::Text => {
            let status = batch::each_sequential_with(context, &sources, search, |source, searched| {
                let Some(searched) = searched else {
                    return Ok(FileOutcome::Result((), Status::Errors));
                };
                if several && !searched.finds.is_empty() {
                    let heading = format!("{}:", terminal::clean(&source.name));
                    writeln!(out, "{}", Painted(style.strong, heading))?;
                }
                terminal::finds(&mut out, &searched.finds, &style)?;
                Ok(FileOutcome::Result((), searched.close(arguments, context, source)))
            })?;
            out.commit()?;
            Ok(status)
        }
        ReportFormat::Json => {
            let mut document = Document::begin(out)?;
            let status = batch::each_sequential_with(context, &sources, search, |source, searched| {
                let Some(searched) = searched else {
                    return Ok(FileOutcome::Result((), Status::Errors));
                };
                let is_complete = !searched.gave_up;
                document.file(&FindsFile::new(
                    &source.name,
                    searched.bytes.size(),
                    &searched.finds,
                    is_complete,
                ))?;
                Ok(FileOutcome::Result((), searched.close(arguments, context, source)))
            })?;
            context.finish(document)?.commit()?;
            Ok(status)
        }
    }
}

/// Finds in one input.
struct Searched {
    bytes: Bytes,
    finds: Vec<FoundFile>,
    gave_up: bool,
}

/// Searches an input and extracts the finds if requested. `None` for a text form with mistakes, which are reported.
fn search(
    arguments: &Arguments,
    context: &Context,
    source: &Source,
    several: bool,
) -> Result<Option<Searched>> {
    let Some(bytes) = Bytes::of(source, context)? else {
        return Ok(None);
    };
    let options = ScanOptions {
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        nested: arguments.recursive,
    };
    let progress = Progress::bytes(bytes.size());
    let found = glassbox::scan_data(&bytes, &options, &|more| progress.advance(more));
    progress.finish();
    let found = found.map_err(|error| bytes.failure(source, &error))?;
    let finds = listed(&found, &bytes, &context.limits).map_err(|error| bytes.failure(source, &error))?;
    if let Some(folder) = &arguments.extract {
        let inside = if several { folder_of(source) } else { PathBuf::new() };
        extract(&finds, &found, &bytes, folder, &inside)?;
    }
    Ok(Some(Searched { bytes, finds, gave_up: found.is_truncated }))
}

/// Searched bytes: in memory, or in a file read in windows.
enum Bytes {
    Memory(Vec<u8>),
    File(InputFile),
}

impl Bytes {
    fn of(source: &Source, context: &Context) -> Result<Option<Bytes>> {
        if let Some(file) = source.open()? {
            return Ok(Some(Bytes::File(file)));
        }
        let input = source.read()?;
        Ok(single(context, &input).ok().map(|bytes| Bytes::Memory(bytes.into_owned())))
    }

    fn failure(&self, source: &Source, error: &io::Error) -> anyhow::Error {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => anyhow!("{}: was truncated while it was read", source.name),
            _ => anyhow!("{}: {error}", source.name),
        }
    }

    fn range(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        self.read(range.start, &mut bytes)?;
        Ok(bytes)
    }
}

impl ScanData for Bytes {
    fn size(&self) -> u64 {
        match self {
            Bytes::Memory(bytes) => bytes.len() as u64,
            Bytes::File(file) => file.size(),
        }
    }

    fn read(&self, at: u64, place: &mut [u8]) -> io::Result<()> {
        match self {
            Bytes::Memory(bytes) => {
                let from =
                    usize::try_from(at).ok().and_then(|at| bytes.get(at..at.checked_add(place.len())?));
                place.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Bytes::File(file) => file.read_at(at, place),
        }
    }
}

impl Searched {
    /// Reports the outcome of searching an input.
    fn close(&self, arguments: &Arguments, context: &Context, source: &Source) -> Status {
        let count = self.finds.len();
        let plural = if count == 1 { "file" } else { "files" };
        let place = match &arguments.extract {
            Some(folder) => format!(", written to {}", folder.display()),
            None => String::new(),
        };
        // In a folder, only files with finds get a line.
        if count > 0 || !source.found {
            context.print_note(&format!("{}: {count} {plural} found{place}", source.name));
        }
        if self.gave_up {
            let message = "there are more candidates than could be examined, so some files may be missing";
            let finding = Diagnostic::new(&glassbox::GAVE_UP, Location::default(), message);
            context.report(context.unplaced(Some(&source.name), &finding));
            return Status::Errors;
        }
        Status::Fine
    }
}

/// The finds with a description of each.
fn listed(found: &ScanResult, bytes: &Bytes, limits: &Limits) -> io::Result<Vec<FoundFile>> {
    let mut names = SourceNames::default();
    let mut one = |find: &glassbox::ScanMatch| {
        let (start, end) = (find.range.start as u64, find.range.end as u64);
        let held = match &find.array {
            Some(_) => Cow::Borrowed(find.bytes(&[])),
            None => Cow::Owned(bytes.range(start..end)?),
        };
        let array = find.array.as_ref().map(|array| {
            let name = if array.name.is_empty() { "array" } else { &array.name };
            FoundArray {
                name: array.name.clone(),
                line: array.line,
                size: held.len() as u64,
                stem: names.name("", name.as_bytes()).0,
            }
        });
        let file = glassbox::open_as(&held, Some(find.format), limits);
        Ok(FoundFile {
            start,
            end,
            format: find.format.id(),
            kind: file.summary().kind,
            inside: find.inside,
            array,
        })
    };
    found.finds.iter().map(&mut one).collect()
}

/// The folder for finds in one of several inputs: its path, without components that lead out of the folder.
fn folder_of(source: &Source) -> PathBuf {
    let path = source.path.as_deref().unwrap_or(Path::new("stdin"));
    let parts = path.components();
    let parts = parts.filter(|part| matches!(part, Component::Normal(_)));
    parts.collect()
}

/// Writes each match to a file. Offset or array, together with the format, make the names unique.
fn extract(
    listed: &[FoundFile],
    found: &ScanResult,
    bytes: &Bytes,
    folder: &Path,
    inside: &Path,
) -> Result<()> {
    for (listed, find) in listed.iter().zip(&found.finds) {
        let place = Place::Made { folder: folder.to_owned(), name: inside.join(listed.file_name()) };
        let mut out = place.text()?;
        if find.array.is_some() {
            out.write_all(find.bytes(&[]))?;
        } else {
            let mut at = listed.start;
            while at < listed.end {
                let end = listed.end.min(at + PIECE);
                out.write_all(&bytes.range(at..end)?)?;
                at = end;
            }
        }
        out.commit()?;
    }
    Ok(())
}
