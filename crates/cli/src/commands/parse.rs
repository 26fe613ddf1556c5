//! `glassbox parse`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::args::{FindingsForm, OutputFile, is_file};
use crate::context::{Context, Status};
use crate::input::{Source, one_or_stdin};
use crate::output::write_binary;

/// Assemble the text written by `print` to bytes
///
/// The text is not checked against the rules of a format: files with deliberate errors can be written, and `validate`
/// reports them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox parse shader.txt -o shader.shbin
  glassbox print shader.shbin | sed 's/u32 7 /u32 8 /' | glassbox parse - > changed.shbin

Exit status:
  0  fine
  1  the text has errors; nothing is written
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    /// Text form to read; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    findings: FindingsForm,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let path = arguments.output.path.as_deref();
    arguments.findings.begin(context, is_file(path))?;
    let input = Source::new(&one_or_stdin(arguments.file.as_deref())?).read()?;
    let bytes = match glassbox::assemble(input.bytes()) {
        Ok(bytes) => bytes,
        Err(mistakes) => {
            context.report(context.in_text(&input, &mistakes));
            return Ok(Status::Errors);
        }
    };
    write_binary(path, &bytes)?;
    Ok(Status::Fine)
}
