//! `glassbox part`.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use glassbox::MergeError;
use glassbox_core::format::Edit;
use glassbox_report::json::{Document, PartsFile};
use glassbox_report::terminal;

use crate::args::{FindingsForm, InputFile, InputFormat, ReportFormat, is_file};
use crate::change::{self, Change, Digest, not_there, require_known};
use crate::context::{Context, Status};
use crate::input::{Source, read_for_parts};
use crate::output::write_binary;
use crate::page::Page;
use crate::query::single;
use crate::reports::Contents;
use crate::root_signature;

/// List, add, remove, replace, merge and extract the parts of a container
///
/// After a change, offsets, sizes and digests are updated; unsigned files stay unsigned unless --sign is given.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox part list shader.dxil
  glassbox part extract shader.dxil RTS0 -o root.bin
  glassbox part add shader.dxil PRIV --data notes.txt -o tagged.dxil
  glassbox part remove shader.dxil STAT ILDN --in-place

Exit status:
  0  fine
  1  the input has an unknown format, is a text form with errors, or has no such part
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// Subcommand.
#[derive(Subcommand, Debug)]
enum Action {
    /// List the parts in directory order
    #[command(after_help = "\
Examples:
  glassbox part list shader.dxil
  glassbox part list shader.dxil --format json")]
    List {
        #[command(flatten)]
        file: InputFile,
        #[command(flatten)]
        kind: InputFormat,
        /// Format of the list
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: ReportFormat,
        /// Write to this file instead of standard output; an incomplete file never appears
        #[arg(short = 'o', long = "output", value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Add a part at the end or before another one
    #[command(after_help = "\
Examples:
  glassbox part add shader.dxil PRIV --data notes.txt -o tagged.dxil
  glassbox part add shader.dxil RTS0 --data root.bin --before DXIL --in-place")]
    Add {
        /// File to read, in binary or text form; `-` is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        change: Change,
        /// Name of the part, such as a four-character code
        #[arg(value_name = "NAME")]
        name: String,
        /// File with the data of the part
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
        /// Part before which it is inserted
        #[arg(long, value_name = "NAME")]
        before: Option<String>,
        #[command(flatten)]
        digest: Digest,
    },
    /// Remove parts
    #[command(after_help = "\
Examples:
  glassbox part remove shader.dxil STAT ILDN -o small.dxil
  glassbox part remove library.dxbc 'LIBF[2]' --in-place")]
    Remove {
        /// File to read, in binary or text form; `-` is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        change: Change,
        /// Names of the parts; `LIBF[2]` is the third part with that name
        #[arg(value_name = "NAME", required = true)]
        names: Vec<String>,
        #[command(flatten)]
        digest: Digest,
    },
    /// Replace the data of a part
    #[command(after_help = "\
Examples:
  glassbox part replace shader.dxil RTS0 --data root.bin -o other.dxil")]
    Replace {
        /// File to read, in binary or text form; `-` is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        change: Change,
        /// Name of the part; `LIBF[2]` is the third part with that name
        #[arg(value_name = "NAME")]
        name: String,
        /// File with the new data
        #[arg(long, value_name = "FILE")]
        data: PathBuf,
        #[command(flatten)]
        digest: Digest,
    },
    /// Merge root signatures into one for all shaders of a pipeline
    ///
    /// Equal parameters and static samplers become one. Registers that two of them bind in different ways are an error.
    #[command(after_help = "\
Examples:
  glassbox part merge vertex.dxil pixel.dxil -o root.dxil
  glassbox part merge shared.hlsl pixel.dxil -o root.dxil")]
    Merge {
        /// Containers with a root signature, data of such parts, or HLSL
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Write to this file instead of standard output; an incomplete file never appears
        #[arg(short = 'o', long = "output", value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Extract the data of a part
    #[command(after_help = "\
Examples:
  glassbox part extract shader.dxil RTS0 -o root.bin")]
    Extract {
        /// File to read, in binary or text form; `-` is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        kind: InputFormat,
        /// Name of the part; `LIBF[2]` is the third part with that name
        #[arg(value_name = "NAME")]
        name: String,
        /// Write to this file instead of standard output; an incomplete file never appears
        #[arg(short = 'o', long = "output", value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        findings: FindingsForm,
    },
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    match &arguments.action {
        Action::List { file, kind, format, output } => {
            list(context, &file.path()?, kind, *format, output.as_deref())
        }
        Action::Add { file, change, name, data, before, digest } => {
            let data = Source::new(data).read()?;
            let edit = Edit::Add { name, data: data.bytes(), before: before.as_deref() };
            change::apply(context, file, change, digest.policy(), &[edit])
        }
        Action::Remove { file, change, names, digest } => {
            // Numbers refer to the parts as listed, so the last is removed first.
            let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
            names.sort_by_key(|name| std::cmp::Reverse(number(name)));
            let edits: Vec<Edit<'_>> = names.into_iter().map(|name| Edit::Remove { name }).collect();
            change::apply(context, file, change, digest.policy(), &edits)
        }
        Action::Replace { file, change, name, data, digest } => {
            let data = Source::new(data).read()?;
            let edit = Edit::Replace { name, data: data.bytes() };
            change::apply(context, file, change, digest.policy(), &[edit])
        }
        Action::Merge { files, output } => merge(context, files, output.as_deref()),
        Action::Extract { file, kind, name, output, findings } => {
            findings.begin(context, is_file(output.as_deref()))?;
            extract(context, file, kind, name, output.as_deref())
        }
    }
}

/// The number in a name such as `LIBF[2]`.
fn number(name: &str) -> Option<u32> {
    name.split_once('[')?.1.strip_suffix(']')?.parse().ok()
}

fn list(
    context: &Context,
    file: &Path,
    kind: &InputFormat,
    form: ReportFormat,
    output: Option<&Path>,
) -> Result<Status> {
    if form == ReportFormat::Json {
        context.report_in(Contents::Answers, output);
    }
    let as_format = kind.format_at(None)?;
    let input = read_for_parts(file, as_format, &context.limits)?;
    let bytes = single(context, &input)?;
    let file = glassbox::open_as(&bytes, as_format, &context.limits);
    require_known(context, &input.name, &file)?;
    let parts = file.parts();
    let mut out = Page::open(context, output, form)?;
    match form {
        ReportFormat::Text => terminal::parts(&mut out, &parts, &context.style_of(output))?,
        ReportFormat::Json => {
            let mut document = Document::begin(&mut out)?;
            let format = file.format().map(|format| format.id());
            document.file(&PartsFile::new(&input.name, format, &parts))?;
            context.finish(document)?;
        }
    }
    out.commit()?;
    Ok(Status::Fine)
}

fn merge(context: &Context, files: &[PathBuf], output: Option<&Path>) -> Result<Status> {
    let mut signatures = Vec::new();
    for file in files {
        match root_signature::read(file, context)? {
            Some(data) => signatures.push(data),
            None => return Ok(Status::Errors),
        }
    }
    let inputs: Vec<&[u8]> = signatures.iter().map(Vec::as_slice).collect();
    let name = |index: &usize| files.get(*index).map(|file| file.display().to_string()).unwrap_or_default();
    let merged = match glassbox::merge_root_signatures(&inputs) {
        Ok(merged) => merged,
        Err(MergeError::Conflicts(conflicts)) => {
            for (finding, inputs) in conflicts {
                let names: Vec<String> = inputs.iter().map(name).collect();
                context.report(context.unplaced(Some(&names.join(", ")), &finding));
            }
            return Ok(Status::Errors);
        }
        Err(MergeError::Local(index)) => {
            bail!("{}: a global and a local root signature cannot be merged", name(&index))
        }
        Err(MergeError::Unreadable(index)) => bail!("{}: the root signature cannot be read", name(&index)),
    };
    let container = glassbox::file_of_code("rootsig", &merged).unwrap_or(Ok(merged));
    write_binary(output, &container.map_err(anyhow::Error::msg)?)?;
    Ok(Status::Fine)
}

fn extract(
    context: &Context,
    path: &Path,
    kind: &InputFormat,
    name: &str,
    output: Option<&Path>,
) -> Result<Status> {
    let input = Source::new(path).read()?;
    let bytes = single(context, &input)?;
    let file = glassbox::open_as(&bytes, kind.format_at(None)?, &context.limits);
    require_known(context, &input.name, &file)?;
    let parts = file.parts();
    let found: Vec<_> = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| part.name == name || part.name.split('[').next() == Some(name))
        .collect();
    let (number, part) = match found.as_slice() {
        [found] => *found,
        [] => {
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let help = match names.as_slice() {
                [] => "the file has no parts".to_owned(),
                names => format!("there is {}", names.join(", ")),
            };
            not_there(context, &input.name, format!("there is no part {name:?}"), Some(help));
            return Ok(Status::Errors);
        }
        several => {
            bail!("{} parts are called {name}; choose one, such as {}", several.len(), several[0].1.name)
        }
    };
    let stored = bytes.get(part.data.start as usize..part.data.end as usize);
    let data = file.part_data(number);
    write_binary(output, data.as_deref().or(stored).unwrap_or(&[]))?;
    Ok(Status::Fine)
}
