//! `glassbox repair`.

use anyhow::{Result, bail};
use clap::Args;
use glassbox_core::format::Format;
use glassbox_report::json::{Document, RepairsFile};
use glassbox_report::terminal;

use crate::args::{InputFile, KindAndEntry, ReportFormat, findings_in};
use crate::change::{Target, require_known};
use crate::context::{Context, Status};
use crate::page::Page;
use crate::query::{single, sorted};
use crate::reports::Contents;

/// Maximum number of repairs in a run; two repairs that undo each other would not terminate.
const MAX_REPAIRS: usize = 100;

/// Apply repairs that need no guessing
///
/// Repairs are applied until none is left; remaining errors are reported. The input is only replaced with --in-place.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox repair shader.shbin --list
  glassbox repair shader.shbin -o fixed.shbin
  glassbox repair shader.shbin --only offsets -o fixed.shbin
  glassbox repair shader.shbin --in-place

Exit status:
  0  fine: the output has no errors
  1  errors remain, or the input has an unknown format or is a text form with errors
  2  the command could not run, or the input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: InputFile,
    #[command(flatten)]
    kind: KindAndEntry,
    /// List the possible repairs instead
    #[arg(short, long)]
    list: bool,
    /// Format of the list or of the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,
    /// Apply only this repair; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "list")]
    only: Vec<String>,
    #[command(flatten)]
    target: Target,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if arguments.list && arguments.target.in_place {
        bail!("--list does not write files; leave out --in-place");
    }
    let path = arguments.file.path()?;
    let target = arguments.target.path(&path)?;
    match arguments.format {
        ReportFormat::Json if arguments.list => context.report_in(Contents::Answers, target),
        form => findings_in(form, context, target.is_some())?,
    }
    let input = arguments.target.read(&path)?;
    let bytes = single(context, &input)?;
    let as_format = arguments.kind.format()?;
    let file = glassbox::open_as(&bytes, as_format, &context.limits);
    require_known(context, &input.name, &file)?;
    let repairs = file.repairs();
    if arguments.list {
        let mut out = Page::open(context, target, arguments.format)?;
        match arguments.format {
            ReportFormat::Text => {
                let style = context.style_of(target);
                terminal::repairs(&mut out, &repairs, &style)?;
            }
            ReportFormat::Json => {
                let mut document = Document::begin(&mut out)?;
                let format = file.format().map(Format::id);
                document.file(&RepairsFile::new(&input.name, format, &repairs))?;
                context.finish(document)?;
            }
        }
        out.commit()?;
        return Ok(Status::Fine);
    }
    for name in &arguments.only {
        if !repairs.iter().any(|repair| repair.name == name) {
            let names: Vec<&str> = repairs.iter().map(|repair| repair.name).collect();
            match names.as_slice() {
                [] => bail!("{}: there is nothing to repair", input.name),
                names => bail!("{}: unknown repair {name:?}; available: {}", input.name, names.join(", ")),
            }
        }
    }
    let fixed = fix(&bytes, as_format.or(file.format()), arguments, context, &input.name);
    let file = glassbox::open_as(&fixed, as_format.or(file.format()), &context.limits);
    let findings = file.check();
    let has_errors = findings.has_errors();
    let (findings, dropped) = sorted(findings);
    let name = target.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    context.report(context.on_bytes(&name, &fixed, &findings));
    context.print_note(&format!("{name}: {}", terminal::tally(&findings, dropped)));
    arguments.target.write(target, &fixed)?;
    Ok(if has_errors { Status::Errors } else { Status::Fine })
}

/// Applies repairs until none changes anything.
fn fix(
    bytes: &[u8],
    format: Option<&'static dyn Format>,
    arguments: &Arguments,
    context: &Context,
    name: &str,
) -> Vec<u8> {
    let mut current = bytes.to_vec();
    let mut given_up: Vec<&'static str> = Vec::new();
    for _ in 0..MAX_REPAIRS {
        let next = {
            let file = glassbox::open_as(&current, format, &context.limits);
            let wanted = |name: &str, by_default: bool| match arguments.only.as_slice() {
                [] => by_default,
                only => only.iter().any(|one| one == name),
            };
            let repair = file
                .repairs()
                .into_iter()
                .find(|repair| wanted(repair.name, repair.by_default) && !given_up.contains(&repair.name));
            let Some(repair) = repair else { break };
            match file.repair(repair.name) {
                Ok(next) if next != current => {
                    context.print_note(&format!("{name}: {}", repair.description));
                    next
                }
                Ok(_) => {
                    given_up.push(repair.name);
                    continue;
                }
                Err(error) => {
                    let reason = error.message;
                    context.print_error(&format!("{name}: {} cannot be done: {reason}", repair.name));
                    given_up.push(repair.name);
                    continue;
                }
            }
        };
        current = next;
    }
    current
}
