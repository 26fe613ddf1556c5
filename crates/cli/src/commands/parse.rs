//! `glassbox parse`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::args::{FindingsForm, OutputFile, is_file};
use crate::context::{Context, Status};
use crate::input::{Source, one_or_stdin};
use crate::output::write_binary;

/// Turn the text that `print` writes into bytes
///
/// The text is taken as it stands: a file that is wrong on purpose can be written, and `validate` reports it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox parse shader.txt -o shader.shbin
  glassbox print shader.shbin | sed 's/u32 7 /u32 8 /' | glassbox parse - > changed.shbin

Exit status:
  0  fine
  1  the text has mistakes; nothing is written
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    /// Text form to read; `-` is standard input, which is read too when no file is named
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
