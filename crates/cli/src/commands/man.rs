//! `glassbox man`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

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
    // The `help` subcommands need no page.
    let mut command =
        Cli::command().disable_help_subcommand(true).mut_subcommands(|sub| sub.disable_help_subcommand(true));
    command.build();
    match &arguments.out_dir {
        None => write(&command, &Place::Stdout)?,
        Some(folder) => write_all(&command, folder)?,
    }
    Ok(Status::Fine)
}

/// A page for the command and for each of its subcommands, at any depth.
fn write_all(command: &clap::Command, folder: &Path) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let page = Place::Made { folder: folder.to_owned(), name: format!("{name}.1").into() };
    write(command, &page)?;
    command.get_subcommands().try_for_each(|sub| write_all(sub, folder))
}

fn write(command: &clap::Command, place: &Place) -> Result<()> {
    let mut page = Vec::new();
    let source = concat!("glassbox ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).render(&mut page)?;
    let mut out = place.text()?;
    out.write_all(&page)?;
    out.commit()
}
