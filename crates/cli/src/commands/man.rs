//! `glassbox man`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, CommandFactory as _};
use clap_mangen::Man;

use crate::args::Cli;
use crate::context::{Context, Status};
use crate::output::Place;

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
        None => write(&command, &Place::Stdout)?,
        Some(folder) => {
            let page = |name: String| Place::Made {
                folder: folder.clone(),
                name: name.into(),
            };
            write(&command, &page("glassbox.1".to_owned()))?;
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                write(sub, &page(format!("glassbox-{}.1", sub.get_name())))?;
            }
        }
    }
    Ok(Status::Fine)
}

fn write(command: &clap::Command, place: &Place) -> Result<()> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let mut out = place.text()?;
    out.write_all(&page)?;
    out.commit()
}
