//! `glassbox sign`.

use anyhow::Result;
use clap::Args;
use glassbox_core::format::Edit;

use crate::args::InputFile;
use crate::change::{self, Change, Policy};
use crate::context::{Context, Status};

/// Compute the digest of a container
///
/// Nothing else changes. An unsigned file gets the digest that released runtimes accept.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox sign shader.dxil --in-place
  glassbox sign shader.dxil --digest bypass -o developer.dxil
  glassbox sign shader.dxil --digest zero -o unsigned.dxil

Exit status:
  0  fine
  1  the input has an unknown format, is a text form with errors, or has no digest
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: InputFile,
    #[command(flatten)]
    change: Change,
    /// Treatment of the digest
    #[arg(long, value_name = "POLICY", default_value = "sign")]
    digest: Policy,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    change::apply(context, &arguments.file.path()?, &arguments.change, arguments.digest.into(), &[Edit::Sign])
}
