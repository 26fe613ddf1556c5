//! `glassbox disasm`.

use std::collections::HashSet;
use std::io::Write as _;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::{Disassembly, Excerpt, IdNames};
use glassbox_core::format::{Opened as _, PieceKind};
use glassbox_report::terminal;

use crate::args::{Inputs, OutputFile};
use crate::context::{Context, Status};
use crate::many::{self, Done};
use crate::output::Output;
use crate::questions::{findings_of, single};

/// Print the code of a file as assembly
///
/// PICA200 files are shown as source, code of shader model 4 and 5 as the listing of the legacy compiler; `asm` makes files of
/// them again. DXIL programs are listed as LLVM assembly. Other code is shown piece by piece: comments name each, and `asm`
/// turns the assembly of one piece into the same code again.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox disasm shader.shbin
  glassbox disasm shader.shbin --exact -o shader.pica
  glassbox disasm shader.shbin --cfg | dot -Tsvg > shader.svg
  glassbox disasm shader.dxbc --style fxc-10
  glassbox disasm shader.vbc --stage fragment
  glassbox disasm module.spv --names numeric -o module.spvasm
  glassbox disasm effect.sksl.bin --style description
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
    /// DXIL; fxc, fxc-6.3, fxc-10, exact or dot for shader model 4 and 5; source or description for SkSL; words for code
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
    /// Only what another assembler understands too, such as picasso
    #[arg(long, value_name = "DIALECT", conflicts_with = "style")]
    dialect: Option<String>,
    #[command(flatten)]
    output: OutputFile,
}

impl Arguments {
    /// The style that is asked for. One stage of a file is a piece of its code.
    fn style(&self) -> Option<&str> {
        match &self.style {
            _ if self.exact => Some("exact"),
            _ if self.cfg => Some("dot"),
            Some(style) => Some(style),
            None if self.dialect.is_none() && self.stage.is_some() => Some(WORDS),
            None => self.dialect.as_deref(),
        }
    }

    /// What of each file is asked for.
    fn excerpt(&self) -> Excerpt<'_> {
        Excerpt {
            function: self.function.as_deref(),
            part: self.part.as_deref(),
        }
    }
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
    let sources = arguments.inputs.sources()?;
    let as_format = arguments.inputs.kind.format()?;
    let style = Disassembly {
        names: match arguments.names {
            Names::Friendly => IdNames::Friendly,
            Names::Numeric => IdNames::Numeric,
        },
    };
    let mut out = Output::text(arguments.output.path.as_deref())?;
    let several = sources.len() > 1;
    let mut first = true;
    let status = many::in_turn(context, &sources, |source, input| {
        let Some(bytes) = single(context, input) else {
            return Ok(Done::Result((), Status::Errors));
        };
        let file = glassbox::open(&bytes, as_format, &context.limits).recursive(arguments.inputs.recursive);
        if !file.is_known() {
            if source.found && as_format.is_none() {
                return Ok(Done::Skipped);
            }
            let style = &context.error_style;
            context.say_bytes(&findings_of(&input.name, &bytes, file.check().items(), style));
            return Ok(Done::Result((), Status::Errors));
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
            if let Err(refusal) = file.excerpt(style, &arguments.excerpt(), &mut out)? {
                let why = refusal.unwrap_or_else(|| format!("it cannot be shown as {style}"));
                context.complain(&format!("{}: {}", input.name, terminal::clean(&why)));
                status = Status::Errors;
            }
            return Ok(Done::Result((), status));
        }
        if arguments.excerpt() != Excerpt::WHOLE {
            let why = "--function and --part are for DXIL programs";
            context.complain(&format!("{}: {why}", input.name));
            return Ok(Done::Result((), Status::Errors));
        }
        let pieces = file.pieces();
        let mut paths = HashSet::new();
        let code: Vec<_> = pieces
            .iter()
            .filter_map(|piece| {
                let language = match piece.kind {
                    PieceKind::Code(language) => language,
                    // A module is a whole file and the code in it.
                    PieceKind::File(format) if glassbox::language(format).is_some() => format,
                    _ => return None,
                };
                let stage = arguments.stage.as_deref();
                let wanted = stage.is_none_or(|stage| piece.stage == Some(stage));
                // Stages that share their code have a piece each; without a choice the code comes once.
                let new = stage.is_some() || paths.insert(piece.path.as_str());
                (wanted && new).then_some((piece, language))
            })
            .collect();
        let alone = code.len() == 1 && !several;
        for (piece, language) in code {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            shown += 1;
            // One piece alone stays as it is, so that its text is what other assemblers expect.
            if !alone {
                let name = terminal::clean(&input.name);
                let (piece_name, path) = (terminal::clean(&piece.name), terminal::clean(&piece.path));
                writeln!(out, "; {name}: {piece_name} at {path}")?;
            }
            if !glassbox::disassemble(language, &piece.bytes, &piece.aid, style, &mut out)? {
                context.complain(&format!(
                    "{}: {}: these {} bytes cannot be shown as {language} code",
                    input.name,
                    piece.name,
                    piece.bytes.len()
                ));
                status = Status::Errors;
            }
        }
        // In a folder, files without code are nothing to complain of.
        if shown == 0 && !source.found {
            let what = match &arguments.stage {
                Some(stage) => format!("no code of the stage {stage}"),
                None => "no code".to_owned(),
            };
            context.complain(&format!("{}: {what}", input.name));
            status = Status::Errors;
        }
        Ok(Done::Result((), status))
    })?;
    out.commit()?;
    Ok(status)
}
