//! Arguments shared by several commands.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches as _, Parser, ValueEnum};
use glassbox::compile::CompileOptions;
use glassbox::{File, NestedFiles};
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;

use crate::commands::{self, Command};
use crate::context::{Context, to_stderr};
use crate::input::{self, Source, Sources};
use crate::reports::Contents;

/// Opens compiled shaders: reads, checks, prints, edits and writes them.
#[derive(Parser, Debug)]
#[command(
    name = "glassbox",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  glassbox info shader.shbin              show what a file is
  glassbox validate -r shaders            check every shader in a folder
  glassbox print shader.shbin -o s.txt    print a file as text, without loss
  glassbox parse s.txt -o shader.shbin    turn the text back into the same bytes
  glassbox explain SHBIN-DVLE-06          explain a finding

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

/// Options accepted before and after every subcommand.
#[derive(Args, Debug)]
pub(crate) struct Globals {
    /// Colours in the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Maximum size of a file after decompression, such as 64M or 4G
    #[arg(long, global = true, alias = "max-expanded", value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub(crate) max_decompressed_size: u64,
    /// Maximum size of an input, such as 64M; by default 4G, and 256M for inputs of unknown size such as pipes
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, hide_short_help = true)]
    pub(crate) max_input: Option<u64>,
    /// Print only findings and results: no summaries and no notes
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

impl Cli {
    /// Parses the command line; exits the process on an error or a request for help.
    ///
    /// Describing every subcommand takes longer than many of them run, so only the requested one is described at first.
    /// If its parser rejects the command line, all are described, and clap prints its usual message.
    pub(crate) fn read(arguments: &[OsString]) -> Cli {
        Cli::of_one(arguments).unwrap_or_else(|| {
            if let Some(version) = Cli::version(arguments) {
                end(&version);
            }
            Cli::try_parse_from(arguments).unwrap_or_else(|error| end(&error))
        })
    }

    /// What clap answers to a request for the version, which no subcommand needs to be described for.
    fn version(arguments: &[OsString]) -> Option<clap::Error> {
        let command = clap::Command::new("glassbox").version(env!("CARGO_PKG_VERSION"));
        let answer = command.try_get_matches_from(arguments).err();
        answer.filter(|answer| answer.kind() == clap::error::ErrorKind::DisplayVersion)
    }

    fn of_one(arguments: &[OsString]) -> Option<Cli> {
        // Global switches may come first; they are rare, and the full parser handles them.
        let described = commands::described(arguments.get(1)?.to_str()?)?;
        let command = Globals::augment_args(clap::Command::new("glassbox")).subcommand(described);
        let mut matches = command.try_get_matches_from(arguments).ok()?;
        Cli::from_arg_matches_mut(&mut matches).ok()
    }
}

/// Exits the process with clap's message. It repeats arguments, so it is escaped like all messages.
fn end(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let is_coloured = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let message = error.render();
    let text = if is_coloured { message.ansi().to_string() } else { message.to_string() };
    to_stderr(text.as_bytes(), is_coloured);
    std::process::exit(error.exit_code());
}

/// A number of bytes, with K, M or G for the powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.to_ascii_uppercase().strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (digits.to_owned(), text.as_bytes()[text.len() - 1].to_ascii_uppercase()),
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

/// Use of colours.
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
    /// Files to read, in binary or text form; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Read every file in the given directories, and files inside files; files of unknown formats are skipped
    #[arg(short, long)]
    pub(crate) recursive: bool,
    #[command(flatten)]
    kind: KindAndEntry,
    /// Kind of program of source files, if their names do not determine it: shader, color-filter, blender, fragment,
    /// vertex, …
    #[arg(long = "kind", value_name = "KIND", value_parser = source_kinds(), hide_possible_values = true)]
    pub(crate) source_kind: Option<String>,
}

/// Several inputs, of which sources are judged as they are.
#[derive(Args, Debug)]
pub(crate) struct JudgedInputs {
    #[command(flatten)]
    inputs: Inputs,
    /// State of the language of SkSL sources: current for Skia of 2024 to 2026, v8 for Skia of early 2022
    #[arg(long, value_name = "DIALECT", value_parser = dialects(), default_value = "current")]
    dialect: String,
}

impl std::ops::Deref for JudgedInputs {
    type Target = Inputs;

    fn deref(&self) -> &Inputs {
        &self.inputs
    }
}

impl JudgedInputs {
    /// Opens the bytes of an input, or the source that it is.
    pub(crate) fn open<'a>(
        &self,
        name: &str,
        bytes: &'a [u8],
        as_format: Option<&'static dyn Format>,
        limits: &Limits,
    ) -> File<'a> {
        self.inputs.open_in(&self.dialect, name, bytes, as_format, limits)
    }
}

/// Maps `--recursive` to the treatment of nested files.
pub(crate) fn nested_files(recursive: bool) -> NestedFiles {
    if recursive { NestedFiles::Include } else { NestedFiles::Skip }
}

impl Inputs {
    /// The requested format, as [`Kind::format_at`] returns it.
    pub(crate) fn format(&self) -> Result<Option<&'static dyn Format>> {
        self.kind.format()
    }

    /// Opens the bytes of an input, or the source that it is, as the file that is compiled of it.
    pub(crate) fn open<'a>(
        &self,
        name: &str,
        bytes: &'a [u8],
        as_format: Option<&'static dyn Format>,
        limits: &Limits,
    ) -> File<'a> {
        self.open_in("v8", name, bytes, as_format, limits)
    }

    fn open_in<'a>(
        &self,
        dialect: &str,
        name: &str,
        bytes: &'a [u8],
        as_format: Option<&'static dyn Format>,
        limits: &Limits,
    ) -> File<'a> {
        let options = CompileOptions {
            kind: self.source_kind.clone(),
            dialect: Some(dialect.to_owned()),
            ..CompileOptions::default()
        };
        glassbox::open_named(name, bytes, as_format, &options, limits)
            .named(name)
            .nested_files(nested_files(self.recursive))
    }

    /// The sources, in order.
    pub(crate) fn sources(&self) -> Result<Sources> {
        input::sources(&input::or_stdin(&self.files)?, self.recursive)
    }
}

/// A single input.
#[derive(Args, Debug)]
pub(crate) struct InputFile {
    /// File to read, in binary or text form; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl InputFile {
    /// The path; `-` for standard input.
    pub(crate) fn path(&self) -> Result<Cow<'_, Path>> {
        input::one_or_stdin(self.file.as_deref())
    }
}

/// The kind of the input.
#[derive(Args, Debug)]
pub(crate) struct InputFormat {
    /// Read the input as this format instead of detecting it
    #[arg(long = "as", value_name = "FORMAT", value_parser = format_ids())]
    id: Option<String>,
    /// Variant of the format, such as the layout described in a public document
    #[arg(long, aliases = ["layout", "revision"], value_name = "NAME")]
    variant: Option<String>,
    /// With --as pica, the operand descriptors of the code: hardware words, or a file with the table
    #[arg(long, value_name = "FILE")]
    descriptors: Option<PathBuf>,
}

impl InputFormat {
    /// True if the input is code without a container.
    pub(crate) fn is_bare_code(&self) -> bool {
        self.id.as_deref().is_some_and(|id| glassbox::BARE_CODE.contains(&id))
    }

    /// The requested format; for code without a container, one with its entry point at the word `entry`. `Err` if the
    /// format has no variant of the requested name, or if code lacks its descriptors.
    pub(crate) fn format_at(&self, entry: Option<&str>) -> Result<Option<&'static dyn Format>> {
        match (self.id.as_deref().filter(|_| self.is_bare_code()), &self.descriptors) {
            (Some(id), Some(path)) => self.bare_code(id, path, entry).map(Some),
            (Some(id), None) => {
                bail!(
                    "--as {id} needs --descriptors FILE: the operand descriptors are stored separately from the code"
                )
            }
            (None, Some(_)) => bail!("--descriptors is for --as {}", glassbox::BARE_CODE.join(", ")),
            (None, None) => self.format(),
        }
    }

    fn bare_code(&self, id: &str, path: &Path, entry: Option<&str>) -> Result<&'static dyn Format> {
        if self.variant.is_some() {
            bail!("bare code has no variants; leave out --variant");
        }
        let entry = entry.map_or(Some(0), word_number).with_context(|| {
            format!(
                "--entry {}: expected the number of a word, such as 18 or 0x12",
                entry.unwrap_or_default()
            )
        })?;
        let descriptors = Source::new(path).read()?;
        match glassbox::bare_code(id, descriptors.bytes(), entry) {
            // Leaked once per run: formats live as long as the program.
            Some(Ok(format)) => Ok(Box::leak(format)),
            Some(Err(reason)) => bail!("{}: {reason}", descriptors.name),
            None => bail!("there is no {id} code"),
        }
    }

    /// The requested format. `Err` if it has no variant of the requested name.
    fn format(&self) -> Result<Option<&'static dyn Format>> {
        let format = self.id.as_deref().and_then(glassbox::format);
        let Some(wanted) = &self.variant else {
            return Ok(format);
        };
        let asked: Vec<&'static dyn Format> = match format {
            Some(format) => vec![format],
            None => glassbox::formats().to_vec(),
        };
        let known = || asked.iter().flat_map(|format| format.variants());
        if let Some((_, variant)) = known().find(|(name, _)| name == wanted) {
            return Ok(Some(*variant));
        }
        let names: Vec<&str> = known().map(|(name, _)| *name).collect();
        match names.as_slice() {
            [] => bail!("unknown variant {wanted:?}; leave out --variant"),
            names => bail!("unknown variant {wanted:?}; available: {}", names.join(", ")),
        }
    }
}

/// The kind of the input, for commands that have no other use for `--entry`.
#[derive(Args, Debug)]
pub(crate) struct KindAndEntry {
    #[command(flatten)]
    kind: InputFormat,
    /// With --as pica, the index of the word at which the code starts
    #[arg(long, value_name = "WORD", requires = "descriptors")]
    entry: Option<String>,
}

impl KindAndEntry {
    /// The requested format, as [`Kind::format_at`] returns it.
    pub(crate) fn format(&self) -> Result<Option<&'static dyn Format>> {
        self.kind.format_at(self.entry.as_deref())
    }
}

/// Parses a word number, decimal or hexadecimal with the prefix `0x`.
fn word_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Kinds of programs, over all languages with a compiler.
pub(crate) fn source_kinds() -> PossibleValuesParser {
    let compilers = glassbox::compile::compilers().iter();
    PossibleValuesParser::new(compilers.flat_map(|compiler| compiler.kinds().iter().copied()))
}

/// Dialects of the language whose sources are inputs of every command.
pub(crate) fn dialects() -> PossibleValuesParser {
    let compiler = glassbox::compile::compilers().iter().find(|compiler| compiler.name() == "sksl");
    PossibleValuesParser::new(compiler.map_or(&[][..], |compiler| compiler.dialects()))
}

fn format_ids() -> PossibleValuesParser {
    let formats = glassbox::formats().iter().map(|format| format.id());
    PossibleValuesParser::new(formats.chain(glassbox::BARE_CODE.iter().copied()))
}

/// Destination and form of a report.
#[derive(Args, Debug)]
pub(crate) struct Report {
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) output: OutputFile,
}

/// Format of the findings of a command whose output is not a report.
#[derive(Args, Debug)]
pub(crate) struct FindingsForm {
    /// Format of the findings: text goes to standard error, JSON to standard output
    #[arg(id = "findings_form", long = "format", value_name = "FORMAT", default_value = "text")]
    form: ReportFormat,
}

impl FindingsForm {
    /// Applies the choice; `is_named` if the output of the command is a file, so that standard output is free for the
    /// findings.
    pub(crate) fn begin(&self, context: &Context, is_named: bool) -> Result<()> {
        findings_in(self.form, context, is_named)
    }
}

/// As above, for commands with their own switch for it.
pub(crate) fn findings_in(form: ReportFormat, context: &Context, is_named: bool) -> Result<()> {
    if form == ReportFormat::Json {
        if !is_named {
            bail!("the findings go to standard output; name the output with -o");
        }
        context.report_in(Contents::Findings, None);
    }
    Ok(())
}

/// True if an output is a file and not standard output.
pub(crate) fn is_file(path: Option<&Path>) -> bool {
    path.is_some_and(|path| path.as_os_str() != "-")
}

/// Destination of the output.
#[derive(Args, Debug)]
pub(crate) struct OutputFile {
    /// Write to this file instead of standard output; an incomplete file never appears
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}
