//! `glassbox completions`.

use std::io::Write as _;

use anyhow::Result;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::args::Cli;
use crate::context::{Context, Status};
use crate::output::Output;

/// Write a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox completions bash > ~/.local/share/bash-completion/completions/glassbox
  glassbox completions fish > ~/.config/fish/completions/glassbox.fish

Exit status:
  0  fine
  2  the command could not run")]
pub(crate) struct Arguments {
    /// Shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, _: &Context) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "glassbox", &mut script);
    let mut out = Output::text(None)?;
    out.write_all(&script)?;
    out.commit()?;
    Ok(Status::Fine)
}
