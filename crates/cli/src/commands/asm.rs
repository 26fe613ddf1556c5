//! `glassbox asm`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use glassbox_core::diagnostic::{Diagnostic, Location};

use crate::args::OutputFile;
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::write_binary;
use crate::questions::mistakes_of;

/// Assemble what `disasm` prints
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox asm module.spvasm -o module.spv
  glassbox disasm module.spv | glassbox asm --language spirv - > same.spv

Exit status:
  0  fine
  1  the assembly has mistakes; nothing is written
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    /// Assembly to read; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Language of the assembly; without it the text tells
    #[arg(long, value_name = "LANGUAGE", value_parser = language_names())]
    language: Option<String>,
    #[command(flatten)]
    output: OutputFile,
}

fn language_names() -> PossibleValuesParser {
    PossibleValuesParser::new(
        glassbox::registry()
            .languages
            .iter()
            .map(|language| language.name()),
    )
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let input = Source::new(&arguments.file).read()?;
    let source = match std::str::from_utf8(input.bytes()) {
        Ok(source) => source,
        Err(error) => {
            let text = input.text();
            let at = error.valid_up_to();
            let location = Location::in_text(&text, at..at);
            let message = "the text is not UTF-8 here";
            let mistake = Diagnostic::new(&glassbox::ASSEMBLY, location, message);
            context.say_bytes(&mistakes_of(&input, &[mistake], &context.error_style));
            return Ok(Status::Errors);
        }
    };
    let language = match arguments.language.as_deref() {
        Some(name) => glassbox::language(name),
        None => glassbox::language_of_source(source),
    };
    let Some(language) = language else {
        bail!(
            "{}: the text does not show its language; state it with --language",
            input.name
        );
    };
    let bytes = match language.assemble(source) {
        Ok(bytes) => bytes,
        Err(errors) => {
            let mistakes = glassbox::assembly_errors(source, errors);
            context.say_bytes(&mistakes_of(&input, &mistakes, &context.error_style));
            return Ok(Status::Errors);
        }
    };
    write_binary(arguments.output.path.as_deref(), &bytes)?;
    Ok(Status::Fine)
}
