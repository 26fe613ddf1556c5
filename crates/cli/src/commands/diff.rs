//! `glassbox diff`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::args::{Kind, Report};
use crate::context::{Context, Status};

/// Show what changed between two files, by structure
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox diff old.shbin new.shbin
  glassbox diff old.vbc new.vbc --format json

Exit status:
  0  the files are the same
  1  they differ
  2  the command could not run, or an input could not be read or is a text form with mistakes")]
pub(crate) struct Arguments {
    /// The older file, binary or text form; `-` is standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The newer file, binary or text form; `-` is standard input
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    kind: Kind,
    #[command(flatten)]
    report: Report,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let _ = (arguments, context);
    anyhow::bail!("not yet")
}
