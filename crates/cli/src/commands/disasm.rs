//! `glassbox disasm`.

use std::io::Write as _;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::{Disassembly, Excerpt, IdNames, ListingError};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_report::terminal;

use crate::args::{FindingsForm, Inputs, OutputFile, is_file};
use crate::batch::{self, FileOutcome};
use crate::change::not_there;
use crate::context::{Context, Status};
use crate::page::Page;
use crate::query::single;

/// Print the code of a file as assembly
///
/// PICA200 files are shown as source, SkSL programs too, be they binaries or sources themselves; code of shader model 4 and 5 as the listing of the legacy compiler; `asm` makes files of
/// them again. DXIL programs are listed as LLVM assembly, root signatures as HLSL. Other code is shown piece by piece: comments name each, and `asm`
/// turns the assembly of one piece into the same code again.
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
  glassbox disasm effect.rts                           the program that the compiler makes of it
  glassbox disasm shader.dxil
  glassbox disasm library.dxil --function Shade
  glassbox disasm library.dxil --function Shade --cfg | dot -Tsvg > shade.svg

Exit status:
  0  fine
  1  an input is of no known kind, a text form with mistakes, or has code that cannot be shown
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Only code of this stage, such as vertex
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// How SPIR-V ids are shown
    #[arg(long, value_name = "STYLE", default_value = "friendly")]
    names: Names,
    /// How files that have a source are shown: source, picasso, exact, listing, dot or cost for PICA200; dxc or dot for
    /// DXIL; fxc, fxc-6.3, fxc-10, exact or dot for shader model 4 and 5; hlsl for root signatures; source or description for SkSL; words for code
    /// piece by piece
    #[arg(long, value_name = "STYLE")]
    style: Option<String>,
    /// The control flow as a graph in the DOT language: short for --style dot
    #[arg(long, conflicts_with_all = ["style", "exact", "dialect"])]
    cfg: bool,
    /// Only the function of this name, mangled or not; for DXIL
    #[arg(long, value_name = "NAME", conflicts_with = "stage")]
    function: Option<String>,
    /// The part that holds the program: DXIL, ILDB or STAT; the one with debug information where there are several
    #[arg(long, value_name = "CODE", conflicts_with = "stage")]
    part: Option<String>,
    /// Every table and field as it is: short for --style exact
    #[arg(long, conflicts_with_all = ["style", "dialect"])]
    exact: bool,
    /// How listings of shader model 4 and 5 spell floats: with six digits behind the point, as the legacy compiler does, or so
    /// that they read back
    #[arg(long, value_name = "DIGITS", default_value = "six")]
    floats: Floats,
    /// Only what another assembler understands too, such as picasso
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

/// How floats are spelled.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Floats {
    /// Six digits behind the point
    Six,
    /// As many digits as tell a float from all others
    Exact,
}

/// How ids are shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Names {
    /// By the names that the code carries
    Friendly,
    /// By their numbers
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
            None if styles.is_empty() => bail!("{name}: --style is for files that are source text again"),
            None => bail!(
                "{name}: there is no style {wanted:?}; there is {}",
                styles.join(", ")
            ),
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
    let mut out = Page::text(context, path)?;
    let several = sources.len() > 1;
    let mut first = true;
    let status = batch::each_sequential(context, &sources, |source, input| {
        let Ok(bytes) = single(context, input) else {
            return Ok(FileOutcome::Result((), Status::Errors));
        };
        let file = arguments
            .inputs
            .open(&input.name, &bytes, as_format, &context.limits);
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
        let mut status = Status::Fine;
        let mut shown = 0;
        let style_of_file = listing_style(&file, arguments.style(), &input.name)?;
        if let Some(style) = style_of_file {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            if several {
                let comment = if style == "dxc" { ";" } else { "//" };
                writeln!(out, "{comment} {}", terminal::clean(&input.name))?;
            }
            let listed = file.excerpt(style, &arguments.excerpt(), &mut out);
            if let Err(ListingError::Write(error)) = listed {
                return Err(error.into());
            }
            if let Err(refusal) = listed {
                let why = refusal.to_string();
                let finding = Diagnostic::new(&glassbox::NOT_SHOWN, Location::default(), why);
                context.report(context.unplaced(Some(&input.name), &finding));
                status = Status::Errors;
            }
            return Ok(FileOutcome::Result((), status));
        }
        if arguments.excerpt() != Excerpt::WHOLE {
            let why = match arguments.floats {
                Floats::Six => "--function and --part are for DXIL programs",
                Floats::Exact => "--floats is for code of shader model 4 and 5",
            };
            not_there(
                context,
                &input.name,
                why.to_owned(),
                Some("leave it out".to_owned()),
            );
            return Ok(FileOutcome::Result((), Status::Errors));
        }
        let code = file.code(arguments.stage.as_deref());
        let alone = code.len() == 1 && !several;
        for (piece, language) in &code {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            shown += 1;
            // A single piece is printed as is, so that other assemblers accept its text.
            if !alone {
                let name = terminal::clean(&input.name);
                let (piece_name, path) = (terminal::clean(&piece.name), terminal::clean(&piece.path));
                writeln!(out, "; {name}: {piece_name} at {path}")?;
            }
            if !glassbox::disassemble(language, &piece.bytes, &piece.aid, style, &mut out)? {
                let message = format!(
                    "{}: these {} bytes cannot be shown as {language} code",
                    piece.name,
                    piece.bytes.len()
                );
                let finding = Diagnostic::new(&glassbox::NOT_SHOWN, Location::default(), message);
                context.report(context.unplaced(Some(&input.name), &finding));
                status = Status::Errors;
            }
        }
        // In a folder, files without code are not an error.
        if shown == 0 && !source.found {
            let what = match &arguments.stage {
                Some(stage) => format!("no code of the stage {stage}"),
                None => "no code".to_owned(),
            };
            not_there(context, &input.name, what, None);
            status = Status::Errors;
        }
        Ok(FileOutcome::Result((), status))
    })?;
    out.commit()?;
    Ok(status)
}
