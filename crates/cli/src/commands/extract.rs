//! `glassbox extract`.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use glassbox_core::format::{Artifact, ArtifactKind, Format};
use glassbox_core::stage::is_same;
use glassbox_report::json::{Document, PiecesFile};
use glassbox_report::terminal;

use crate::args::{InputFile, KindAndEntry, ReportFormat, findings_in, is_file, nested_files};
use crate::change::{not_there, require_known};
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::{Output, Place, make_folder, write_binary};
use crate::page::Page;
use crate::query::single;
use crate::reports::Contents;

/// Extract parts of a file: code, strings, sources, embedded files
///
/// Without a selection all parts are extracted. Strings go to one output, one per line; several other parts need a
/// folder.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox extract shader.vbc --list
  glassbox extract shader.vbc --stage vertex --kind spirv -o vertex.spv
  glassbox extract shader.vbc --out-dir parts
  glassbox extract shader.shbin --kind strings
  glassbox extract shader.pdb --kind source --out-dir sources

Exit status:
  0  fine
  1  the input has an unknown format, is a text form with errors, or has no such part
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: InputFile,
    #[command(flatten)]
    kind_of_file: KindAndEntry,
    /// Also extract from files inside the file
    #[arg(short, long)]
    recursive: bool,
    /// List the parts instead of extracting them
    #[arg(short, long)]
    list: bool,
    /// Only parts of this stage, such as vertex
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// Only parts of this kind: code, strings, source, file, data, or the name of a language or format
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only the part with this name, as shown by --list
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Format of the list or of the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,
    /// Write to this file instead of standard output; an incomplete file never appears
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write each part to a separate file in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "list"])]
    out_dir: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let output = arguments.output.as_deref();
    match arguments.format {
        ReportFormat::Json if arguments.list => context.report_in(Contents::Answers, output),
        form => findings_in(form, context, is_file(output) || arguments.out_dir.is_some())?,
    }
    let input = Source::new(&arguments.file.path()?).read()?;
    let bytes = single(context, &input)?;
    let file = glassbox::open_as(&bytes, arguments.kind_of_file.format()?, &context.limits)
        .nested_files(nested_files(arguments.recursive));
    require_known(context, &input.name, &file)?;
    let mut pieces = file.artifacts();
    pieces.retain(|piece| is_wanted(piece, arguments));
    if arguments.list {
        let mut out = Page::open(context, output, arguments.format)?;
        match arguments.format {
            ReportFormat::Text => terminal::pieces(&mut out, &pieces, &context.style_of(output))?,
            ReportFormat::Json => {
                let mut document = Document::begin(&mut out)?;
                document.file(&PiecesFile::new(&input.name, file.format().map(Format::id), &pieces))?;
                context.finish(document)?;
            }
        }
        out.commit()?;
        return Ok(Status::Fine);
    }
    if pieces.is_empty() {
        let help = "--list shows the available parts".to_owned();
        not_there(context, &input.name, "nothing matches".to_owned(), Some(help));
        return Ok(Status::Errors);
    }
    if let Some(folder) = &arguments.out_dir {
        return into_folder(&pieces, folder, context);
    }
    if pieces.iter().all(|piece| piece.kind == ArtifactKind::String) {
        // On standard output strings are for people; a file gets their exact bytes.
        let mut out = if is_file(output) {
            Page::Programs(Output::text(output)?)
        } else {
            Page::text(context, output)?
        };
        for piece in &pieces {
            out.write_all(&piece.bytes)?;
            out.write_all(b"\n")?;
        }
        out.commit()?;
        return Ok(Status::Fine);
    }
    let [piece] = pieces.as_slice() else {
        bail!(
            "{} parts match, such as {}; choose one with --name, or give a folder with --out-dir",
            pieces.len(),
            pieces[0].name
        );
    };
    write_binary(output, &piece.bytes)?;
    Ok(Status::Fine)
}

fn is_wanted(piece: &Artifact<'_>, arguments: &Arguments) -> bool {
    let stage = arguments.stage.as_deref();
    let name = arguments.name.as_deref();
    let kind = arguments.kind.as_deref();
    stage.is_none_or(|stage| piece.stage.is_some_and(|own| is_same(own, stage)))
        && name.is_none_or(|name| piece.name == name)
        && kind.is_none_or(|kind| match piece.kind {
            ArtifactKind::Code(language) => kind == "code" || kind == language,
            ArtifactKind::File(format) => matches!(kind, "file" | "files") || kind == format,
            ArtifactKind::String => matches!(kind, "string" | "strings"),
            ArtifactKind::Source => matches!(kind, "source" | "sources"),
            ArtifactKind::Data => kind == "data",
        })
}

/// Writes each part to a file of its own.
fn into_folder(pieces: &[Artifact<'_>], folder: &Path, context: &Context) -> Result<Status> {
    make_folder(folder)?;
    let mut used = HashSet::new();
    for piece in pieces {
        let stem = safe(&piece.name);
        let mut name = with_extension(&stem, piece.extension);
        let mut number = 1;
        while !used.insert(name.to_ascii_lowercase()) {
            number += 1;
            name = with_extension(&format!("{stem}-{number}"), piece.extension);
        }
        let place = Place::Made { folder: folder.to_owned(), name: name.into() };
        let mut out = place.text()?;
        out.write_all(&piece.bytes)?;
        out.commit()?;
    }
    let plural = if pieces.len() == 1 { "part" } else { "parts" };
    context.print_note(&format!("{} {plural} in {}", pieces.len(), folder.display()));
    Ok(Status::Fine)
}

fn with_extension(stem: &str, extension: &str) -> String {
    match extension {
        "" => stem.to_owned(),
        extension => format!("{stem}.{extension}"),
    }
}

/// A name that cannot leave its folder, whatever the file contains.
fn safe(name: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '[' | ']');
    let name: String = name.chars().take(100).map(|c| if keep(c) { c } else { '_' }).collect();
    match name.trim_start_matches('.') {
        "" => "part".to_owned(),
        name => name.to_owned(),
    }
}
