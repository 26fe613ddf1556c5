//! `glassbox view`.

mod changes;
mod files;
mod server;
mod web_page;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use self::files::Files;
use self::web_page::WebPage;
use crate::context::{Context, Status};
use crate::output::Output;

/// Show files in the browser
///
/// Serves a page with the files on 127.0.0.1, under a path that nobody can guess, prints its address and opens it. When a file is
/// written, the page shows what it holds now. Ctrl-C ends the server. With --export the page and the files become one HTML file,
/// which needs no server.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox view shader.spv                         opens the browser and follows the file
  glassbox view shaders light.vert                 all files in a folder, and a source
  glassbox view shader.spv --no-open --port 8000   prints the address only
  glassbox view broken.dxil --export report.html   one file for a bug report

Exit status:
  0  fine: the file of --export was written
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Files and folders to show; `-` is standard input. Without any the page waits for files to be dropped on it
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Use this page instead of the one inside the command
    #[arg(long, value_name = "HTML")]
    page: Option<PathBuf>,
    /// Print the address and open no browser
    #[arg(long)]
    no_open: bool,
    /// Port of the address; by default a free one
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Write one HTML file that holds the page and the files, and serve nothing
    #[arg(long, value_name = "HTML", conflicts_with_all = ["no_open", "port"])]
    export: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let page = WebPage::load(arguments.page.as_deref())?;
    let files = Files::of(&arguments.files)?;
    match &arguments.export {
        Some(path) => {
            for reason in files.unreadable() {
                context.unreadable(reason);
            }
            if !files.unreadable().is_empty() {
                return Ok(Status::Failed);
            }
            // All inputs are read before the output is opened, which must not be one of them.
            let inside = files.read_all()?;
            let mut out = Output::text(Some(path))?;
            page.write_with(&inside, &mut out)?;
            out.commit()?;
            Ok(Status::Fine)
        }
        None => {
            for reason in files.unreadable() {
                context.print_error(reason);
            }
            serve(arguments, context, &page, files)
        }
    }
}

/// Serves until it is interrupted.
fn serve(arguments: &Arguments, context: &Context, page: &WebPage, files: Files) -> Result<Status> {
    let count = files.len();
    let server = server::Server::start(arguments.port, page, files)?;
    let mut out = Output::text(None)?;
    writeln!(out, "{}", server.url())?;
    out.commit()?;
    match count {
        0 => {}
        1 => context.print_note("watching 1 file"),
        count => context.print_note(&format!("watching {count} files")),
    }
    if !arguments.no_open
        && let Err(error) = open::that_detached(server.url())
    {
        context.print_note(&format!("no browser could be opened ({error}); open the address in one"));
    }
    server.run()
}
