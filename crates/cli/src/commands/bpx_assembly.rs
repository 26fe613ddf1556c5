//! `glassbox bpx-assembly`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use glassbox::bpx_link;

use crate::args::{ReportFormat, findings_in};
use crate::commands::packages::{self, Read};
use crate::context::{Context, Status};
use crate::input::or_stdin;
use crate::output::write_binary;

/// Make the shared assembly of BPX shader packages
///
/// Programs contribute their external symbols and the structures that these refer to; assemblies contribute all their
/// symbols. Each symbol is stored once, in the order of first appearance. Packages with different definitions of a symbol
/// are rejected with a list of the differences.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox bpx-assembly opaque.bpx glass.bpx --name main -o main.bpx
  glassbox bpx-assembly level.bpx --name level --parent main.bpx -o level-assembly.bpx
  glassbox bpx-assembly engine.bpx tools.bpx --name main -o main.bpx
  glassbox bpx-assembly *.bpx --name main --check --format json

Exit status:
  0  fine
  1  the packages conflict, or an input is not a shader package; nothing is written
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Packages to read, in binary or text form; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Name of the assembly. Only its hash is stored, in programs that link to it
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Parent assembly, whose symbols become external. Further ones are its ancestors
    #[arg(long, value_name = "FILE")]
    parent: Vec<PathBuf>,
    /// Search this folder for ancestors of the parent; may be repeated
    #[arg(short = 'L', long = "library-folder", value_name = "FOLDER", requires = "parent")]
    folders: Vec<PathBuf>,
    /// Write to this file instead of standard output; an incomplete file never appears
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Report only; write nothing
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Format of the findings: text goes to standard error, JSON to standard output
    #[arg(id = "form", long = "format", value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let output = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    findings_in(arguments.format, context, output.is_some() || arguments.check)?;
    if arguments.name.is_empty() {
        bail!("--name is empty; an assembly is found by the hash of its name");
    }
    let files = or_stdin(&arguments.files)?;
    let all: Vec<PathBuf> = files.iter().chain(&arguments.parent).cloned().collect();
    let mut read = Read::files(&all, context)?;
    read.ancestors(files.len(), &arguments.folders, context)?;
    let inputs = read.inputs();
    let (files, parents) = inputs.split_at_checked(files.len()).unwrap_or((&inputs, &[]));
    let outcome = bpx_link::assemble(files, parents, &arguments.name, &context.limits);
    packages::report(&inputs, Some("bpx"), &outcome.findings, context);
    let Some(contents) = outcome.done else {
        return Ok(Status::Errors);
    };
    if !arguments.check {
        write_binary(output, &outcome.bytes)?;
    }
    let name = output.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    context.print_note(&format!(
        "{name}: assembly \"{}\", {} bytes, symbols {}, {} of them from a parent",
        arguments.name,
        outcome.bytes.len(),
        contents.symbols,
        contents.inherited
    ));
    Ok(Status::Fine)
}
