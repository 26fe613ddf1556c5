//! Arguments that commands share.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches as _, Parser, ValueEnum};
use glassbox_core::format::Format;

use crate::commands::{self, Command};
use crate::input::Source;

/// Opens compiled shaders: reads, checks, prints, edits and writes them.
#[derive(Parser, Debug)]
#[command(
    name = "glassbox",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  glassbox info shader.shbin              what is this file
  glassbox validate -r shaders            check every shader in a folder
  glassbox print shader.shbin -o s.txt    the file as text, every byte of it
  glassbox parse s.txt -o shader.shbin    the same bytes again
  glassbox explain SHBIN-DVLE-06          what a finding means

Exit status:
  0  fine
  1  the input has errors
  2  the command could not run"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What may stand before and behind every subcommand.
#[derive(Args, Debug)]
pub(crate) struct Globals {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Most bytes that decompression may yield for a file, such as 64M or 4G
    #[arg(long, global = true, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub(crate) max_expanded: u64,
}

impl Cli {
    /// Reads the command line; what is wrong with it, and the help that it asks for, end the process.
    ///
    /// Describing every subcommand takes longer than many of them run, so the one that is asked for is described alone
    /// first. Only when that does not do are all of them, and what clap has to say then is what it always says.
    pub(crate) fn read(arguments: &[OsString]) -> Cli {
        Cli::of_one(arguments).unwrap_or_else(|| Cli::parse_from(arguments))
    }

    fn of_one(arguments: &[OsString]) -> Option<Cli> {
        // Switches of the command as a whole may stand first; they are rare, and the long way knows them.
        let described = commands::described(arguments.get(1)?.to_str()?)?;
        let command = Globals::augment_args(clap::Command::new("glassbox")).subcommand(described);
        let mut matches = command.try_get_matches_from(arguments).ok()?;
        Cli::from_arg_matches_mut(&mut matches).ok()
    }
}

/// A number of bytes, with K, M or G for the powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.to_ascii_uppercase().strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (
            digits.to_owned(),
            text.as_bytes()[text.len() - 1].to_ascii_uppercase(),
        ),
        None => (text.to_owned(), 0),
    };
    let scale = match unit {
        b'K' => 1 << 10,
        b'M' => 1 << 20,
        b'G' => 1 << 30,
        _ => 1,
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(scale))
        .ok_or_else(|| "expected a number of bytes, such as 4096, 64M or 4G".to_owned())
}

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> anstream::ColorChoice {
        match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

/// Form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs; docs/schema describes it
    Json,
}

/// Several inputs.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Files to read, binary or text form; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Read every file in the directories that are given, and the files inside files; what is of no known kind is skipped
    #[arg(short, long)]
    pub(crate) recursive: bool,
    #[command(flatten)]
    pub(crate) kind: Kind,
}

impl Inputs {
    /// The sources, in order.
    pub(crate) fn sources(&self) -> Result<Vec<Result<Source, String>>> {
        crate::input::sources(&self.files, self.recursive)
    }
}

/// The kind of the input.
#[derive(Args, Debug)]
pub(crate) struct Kind {
    /// Read the input as this format instead of finding out
    #[arg(long = "as", value_name = "FORMAT", value_parser = format_ids())]
    id: Option<String>,
    /// Read the layout of this name, such as the one that a public document describes
    #[arg(long, alias = "revision", value_name = "NAME")]
    layout: Option<String>,
}

impl Kind {
    /// The format that was asked for. `Err` when it has no layout of the name that was asked for.
    pub(crate) fn format(&self) -> Result<Option<&'static dyn Format>> {
        let format = self.id.as_deref().and_then(glassbox::format);
        let Some(layout) = &self.layout else {
            return Ok(format);
        };
        let asked: Vec<&'static dyn Format> = match format {
            Some(format) => vec![format],
            None => glassbox::formats().to_vec(),
        };
        let known = || asked.iter().flat_map(|format| format.variants());
        if let Some((_, variant)) = known().find(|(name, _)| name == layout) {
            return Ok(Some(*variant));
        }
        let names: Vec<&str> = known().map(|(name, _)| *name).collect();
        match names.as_slice() {
            [] => bail!("there is no layout {layout:?}; leave out --layout"),
            names => bail!("there is no layout {layout:?}; there is {}", names.join(", ")),
        }
    }
}

fn format_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(glassbox::formats().iter().map(|format| format.id()))
}

/// Where a report goes, and in which form.
#[derive(Args, Debug)]
pub(crate) struct Report {
    /// Form of the report
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) output: OutputFile,
}

/// Where the output goes.
#[derive(Args, Debug)]
pub(crate) struct OutputFile {
    /// Write to this file instead of standard output; it appears whole or not at all
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}
