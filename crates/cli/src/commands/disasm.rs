//! `glassbox disasm`.

use std::io::Write as _;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::{Disassembly, Excerpt, File, IdNames, ListingError};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::places::NoPlaces;
use glassbox_report::terminal;

use crate::args::{FindingsForm, Inputs, OutputFile, is_file};
use crate::batch::{self, FileOutcome};
use crate::change::not_there;
use crate::context::{Context, Status};
use crate::input::Source;
use crate::page::Page;
use crate::query::single;

/// Print the code of a file as assembly
///
/// PICA200 files and SkSL programs, binary or source, are shown as source; code of shader model 4 and 5 as the listing of
/// the legacy compiler, DXIL programs as LLVM assembly, root signatures as HLSL; `asm` turns all of these back into files. Other files are shown as a sequence of code pieces with a comment before each; `asm` turns the
/// assembly of one piece back into the same code.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox disasm shader.shbin
  glassbox disasm shader.shbin --exact -o shader.pica
  glassbox disasm shader.shbin --cfg | dot -Tsvg > shader.svg
  glassbox disasm shader.dxbc --style fxc-10
  glassbox disasm shader.dxbc --floats exact -o shader.asm
  glassbox disasm shader.vbc --stage fragment
  glassbox disasm module.spv --names numeric -o module.spvasm
  glassbox disasm effect.sksl.bin --style description
  glassbox disasm effect.rts                           the compiled program
  glassbox disasm shader.dxil
  glassbox disasm library.dxil --function Shade
  glassbox disasm library.dxil --function Shade --cfg | dot -Tsvg > shade.svg

Exit status:
  0  fine
  1  an input has an unknown format, is a text form with errors, or has code that cannot be shown
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Show only code of this stage, such as vertex
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// Notation of SPIR-V ids
    #[arg(long, value_name = "STYLE", default_value = "friendly")]
    names: Names,
    /// Style of the output: source, picasso, exact, listing, dot or cost for PICA200; dxc or dot for DXIL; fxc, fxc-6.3,
    /// fxc-10, exact or dot for shader model 4 and 5; rootsig for root signatures; source or description for SkSL; words for
    /// separate code pieces
    #[arg(long, value_name = "STYLE")]
    style: Option<String>,
    /// Print the control-flow graph in the DOT language: short for --style dot
    #[arg(long, conflicts_with_all = ["style", "exact", "dialect"])]
    cfg: bool,
    /// DXIL: show only the function with this name, mangled or not
    #[arg(long, value_name = "NAME", conflicts_with = "stage")]
    function: Option<String>,
    /// Part with the program: DXIL, ILDB or STAT; by default the one with debug information
    #[arg(long, value_name = "CODE", conflicts_with = "stage")]
    part: Option<String>,
    /// Show every table and field: short for --style exact
    #[arg(long, conflicts_with_all = ["style", "dialect"])]
    exact: bool,
    /// Notation of floats in listings of shader model 4 and 5: six decimals, as in the legacy compiler, or exact
    #[arg(long, value_name = "DIGITS", default_value = "six")]
    floats: Floats,
    /// Use only syntax that another assembler accepts, such as picasso
    #[arg(long, value_name = "DIALECT", conflicts_with = "style")]
    dialect: Option<String>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    findings: FindingsForm,
}

impl Arguments {
    /// The requested style. One stage of a file is a piece of its code.
    fn style(&self) -> Option<&str> {
        match &self.style {
            _ if self.exact => Some("exact"),
            _ if self.cfg => Some("dot"),
            Some(style) => Some(style),
            None if self.dialect.is_none() && self.stage.is_some() => Some(WORDS),
            None => self.dialect.as_deref(),
        }
    }

    /// The requested part of each file.
    fn excerpt(&self) -> Excerpt<'_> {
        Excerpt {
            function: self.function.as_deref(),
            part: self.part.as_deref(),
            floats: match self.floats {
                Floats::Six => glassbox::Floats::Six,
                Floats::Exact => glassbox::Floats::Exact,
            },
        }
    }
}

/// Notation of floats.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Floats {
    /// Six decimals
    Six,
    /// As many digits as needed to read back the same value
    Exact,
}

/// Notation of ids.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Names {
    /// Names from the debug information
    Friendly,
    /// Numbers
    Numeric,
}

/// The style that shows code piece by piece.
const WORDS: &str = "words";

/// The style to show a whole file in; `None` when the file has code to be disassembled instead.
fn listing_style(
    file: &glassbox::File<'_>,
    wanted: Option<&str>,
    name: &str,
) -> Result<Option<&'static str>> {
    let styles = file.listings();
    match wanted {
        Some(WORDS) if styles.is_empty() || styles.contains(&WORDS) => Ok(None),
        None => Ok(styles.first().copied()),
        Some(wanted) => match styles.iter().find(|style| **style == wanted) {
            Some(style) => Ok(Some(style)),
            None if styles.is_empty() => {
                bail!("{name}: --style applies only to files that can be shown as source text")
            }
            None => bail!("{name}: unknown style {wanted:?}; available: {}", styles.join(", ")),
        },
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let path = arguments.output.path.as_deref();
    arguments.findings.begin(context, is_file(path))?;
    let sources = arguments.inputs.sources()?;
    let as_format = arguments.inputs.format()?;
    let style = Disassembly {
        names: match arguments.names {
            Names::Friendly => IdNames::Friendly,
            Names::Numeric => IdNames::Numeric,
        },
    };
    let mut listing = Listing {
        arguments,
        context,
        style,
        several: sources.len() > 1,
        out: Page::text(context, path)?,
        is_empty: true,
    };
    let status = batch::each_sequential(context, &sources, |source, input| {
        let Ok(bytes) = single(context, input) else {
            return Ok(FileOutcome::Result((), Status::Errors));
        };
        let file = arguments.inputs.open(&input.name, &bytes, as_format, &context.limits);
        if !file.is_known() {
            if batch::is_foreign(source, as_format, &file) {
                return Ok(FileOutcome::Skipped);
            }
            context.report(context.on_bytes(&input.name, &bytes, file.check().items()));
            return Ok(FileOutcome::Result((), Status::Errors));
        }
        if file.is_source() && file.check().has_errors() {
            context.report(context.in_text(input, file.check().items()));
            return Ok(FileOutcome::Result((), Status::Errors));
        }
        let status = match listing_style(&file, arguments.style(), &input.name)? {
            Some(style) => listing.whole(&input.name, &file, style)?,
            None => listing.code(source, &input.name, &file)?,
        };
        Ok(FileOutcome::Result((), status))
    })?;
    listing.out.commit()?;
    Ok(status)
}

/// The text of all files.
struct Listing<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    style: Disassembly,
    /// True if the text of each file gets a heading.
    several: bool,
    out: Page,
    /// True until something is printed.
    is_empty: bool,
}

impl Listing<'_> {
    /// Separates the next text from the one before.
    fn separate(&mut self) -> Result<()> {
        if !std::mem::take(&mut self.is_empty) {
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Prints a file that has listings of its own.
    fn whole(&mut self, name: &str, file: &File<'_>, style: &str) -> Result<Status> {
        self.separate()?;
        if self.several {
            let comment = if style == "dxc" { ";" } else { "//" };
            writeln!(self.out, "{comment} {}", terminal::clean(name))?;
        }
        match file.excerpt(style, &self.arguments.excerpt(), &mut self.out) {
            Ok(()) => Ok(Status::Fine),
            Err(ListingError::Write(error)) => Err(error.into()),
            Err(refusal) => {
                self.not_shown(name, refusal.to_string());
                Ok(Status::Errors)
            }
        }
    }

    /// Prints the pieces of code of a file.
    fn code(&mut self, source: &Source, name: &str, file: &File<'_>) -> Result<Status> {
        let (arguments, context) = (self.arguments, self.context);
        if arguments.excerpt() != Excerpt::WHOLE {
            let why = match arguments.floats {
                Floats::Six => "--function and --part are for DXIL programs",
                Floats::Exact => "--floats is for code of shader model 4 and 5",
            };
            not_there(context, name, why.to_owned(), Some("leave it out".to_owned()));
            return Ok(Status::Errors);
        }
        let mut status = Status::Fine;
        let code = file.code(arguments.stage.as_deref());
        let alone = code.len() == 1 && !self.several;
        for (piece, language) in &code {
            self.separate()?;
            // A single piece is printed as is, so that other assemblers accept its text.
            if !alone {
                let (piece_name, path) = (terminal::clean(&piece.name), terminal::clean(&piece.path));
                writeln!(self.out, "; {}: {piece_name} at {path}", terminal::clean(name))?;
            }
            if !glassbox::disassemble(
                language,
                &piece.bytes,
                &piece.side_table,
                self.style,
                &mut self.out,
                &mut NoPlaces,
            )? {
                let message = format!(
                    "{}: these {} bytes cannot be shown as {language} code",
                    piece.name,
                    piece.bytes.len()
                );
                self.not_shown(name, message);
                status = Status::Errors;
            }
        }
        // In a folder, files without code are not an error.
        if code.is_empty() && !source.found {
            let what = match &arguments.stage {
                Some(stage) => format!("no code of the stage {stage}"),
                None => "no code".to_owned(),
            };
            not_there(context, name, what, None);
            status = Status::Errors;
        }
        Ok(status)
    }

    fn not_shown(&self, name: &str, why: String) {
        let finding = Diagnostic::new(&glassbox::NOT_SHOWN, Location::default(), why);
        self.context.report(self.context.unplaced(Some(name), &finding));
    }
}
