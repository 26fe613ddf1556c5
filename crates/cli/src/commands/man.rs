//! `glassbox man`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory as _};
use clap_mangen::Man;

use crate::args::Cli;
use crate::context::{Context, Status};
use crate::output::Output;

/// Write the manual pages
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox man | man -l -
  glassbox man --out-dir ~/.local/share/man/man1

Exit status:
  0  fine
  2  the command could not run")]
pub(crate) struct Arguments {
    /// Write a page for each subcommand to this folder; without it the main page goes to standard output
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, _: &Context) -> Result<Status> {
    let mut command = Cli::command();
    command.build();
    match &arguments.out_dir {
        None => write(&command, None)?,
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be made", folder.display()))?;
            write(&command, Some(&folder.join("glassbox.1")))?;
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                let name = format!("glassbox-{}", sub.get_name());
                let path = folder.join(format!("{name}.1"));
                write(sub, Some(&path))?;
            }
        }
    }
    Ok(Status::Fine)
}

fn write(command: &clap::Command, path: Option<&Path>) -> Result<()> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let mut out = Output::text(path)?;
    out.write_all(&page)?;
    out.commit()
}
