//! `glassbox print`.

use anyhow::Result;
use clap::Args;
use glassbox::compile::CompileOptions;

use crate::args::{FindingsForm, InputFile, KindAndEntry, OutputFile, is_file};
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::Output;
use crate::query::single;

/// Print a file as text that `parse` turns back into the same bytes
///
/// Works for any bytes: unknown contents are printed in hexadecimal.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox print shader.shbin
  glassbox print shader.shbin -o shader.txt
  glassbox print --as spirv module.bin

Exit status:
  0  fine, whatever the input contains
  1  the input is a text form with errors
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: InputFile,
    #[command(flatten)]
    kind: KindAndEntry,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    findings: FindingsForm,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let path = arguments.output.path.as_deref();
    arguments.findings.begin(context, is_file(path))?;
    let input = Source::new(&arguments.file.path()?).read()?;
    let bytes = single(context, &input)?;
    let format = arguments.kind.format()?;
    let tree =
        glassbox::open_named(&input.name, &bytes, format, &CompileOptions::default(), &context.limits).tree();
    let mut out = Output::text(path)?;
    glassbox_core::text::print(&bytes, &tree, &glassbox::registry(), &mut out)?;
    out.commit()?;
    Ok(Status::Fine)
}
