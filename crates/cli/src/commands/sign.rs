//! `glassbox sign`.

use anyhow::Result;
use clap::Args;
use glassbox_core::format::Edit;

use crate::change::{self, Change, Digest};
use crate::context::{Context, Status};

/// Make the digest of a container anew
///
/// Nothing else changes. A file that was not signed gets the digest that a released runtime accepts.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox sign shader.dxil --in-place
  glassbox sign shader.dxil --digest bypass -o developer.dxil
  glassbox sign shader.dxil --digest zero -o unsigned.dxil

Exit status:
  0  fine
  1  the input is of no known kind, a text form with mistakes, or has no digest
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    change: Change,
    #[command(flatten)]
    digest: Digest,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    change::apply(
        context,
        &arguments.change,
        arguments.digest.policy(),
        &[Edit::Sign],
    )
}
