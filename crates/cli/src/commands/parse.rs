//! `glassbox parse`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::args::OutputFile;
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::write_binary;
use crate::questions::mistakes_of;

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
    /// Text form to read; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let input = Source::new(&arguments.file).read()?;
    let bytes = match glassbox::assemble(input.bytes()) {
        Ok(bytes) => bytes,
        Err(mistakes) => {
            context.say_bytes(&mistakes_of(&input, &mistakes, &context.error_style));
            return Ok(Status::Errors);
        }
    };
    write_binary(arguments.output.path.as_deref(), &bytes)?;
    Ok(Status::Fine)
}
