//! Checks BPX shader packages alone and together for `glassbox validate --set`.

use std::io::Write as _;

use anyhow::{Result, bail};
use glassbox::{LinkInput, bpx_link};
use glassbox_core::diagnostic::{Diagnostic, Folded, Severity};
use glassbox_report::terminal;

use super::Arguments;
use crate::commands::packages::subjects;
use crate::context::{Context, Status};
use crate::findings::{Form, promote, shown};
use crate::input::or_stdin;
use crate::page::Page;
use crate::query::single;
use crate::reports::{Contents, Found};

/// A package of the set.
struct Package {
    name: String,
    bytes: Vec<u8>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let path = arguments.output.path.as_deref();
    match arguments.format {
        Form::Text => {}
        Form::Json => context.report_in(Contents::Findings, path),
        Form::Sarif => context.report_in(Contents::Sarif, path),
    }
    let mut worst = Status::Fine;
    let mut packages = Vec::new();
    let mut is_incomplete = false;
    for source in crate::input::sources(&or_stdin(&arguments.inputs.files)?, true)?.iter() {
        let input = match source.and_then(|source| match source.read() {
            Ok(input) => Ok((source.found, input)),
            Err(error) => Err(format!("{error:#}")),
        }) {
            Ok(input) => input,
            Err(reason) => {
                context.unreadable(&reason);
                is_incomplete = true;
                worst = Status::Failed;
                continue;
            }
        };
        let (found, input) = input;
        let Ok(bytes) = single(context, &input) else {
            worst = worst.max(Status::Errors);
            continue;
        };
        // Folders may contain other files; files given by name are an error.
        if found && !bpx_link::is_container(&bytes) {
            continue;
        }
        packages.push(Package { bytes: bytes.into_owned(), name: input.name });
    }
    if packages.is_empty() && !is_incomplete && worst == Status::Fine {
        bail!("there is no BPX container in the set");
    }
    let inputs: Vec<LinkInput<'_>> =
        packages.iter().map(|package| LinkInput { name: &package.name, bytes: &package.bytes }).collect();
    let (mut findings, dropped) = check(&inputs, context);
    let limit = Severity::from(arguments.deny);
    if findings.iter().any(|finding| finding.severity >= limit) {
        worst = worst.max(Status::Errors);
    }
    promote(&mut findings, arguments.deny);
    report(arguments, &inputs, &findings, dropped, context)?;
    Ok(worst)
}

/// Findings on each package and between them, package by package.
fn check(inputs: &[LinkInput<'_>], context: &Context) -> (Vec<Diagnostic>, usize) {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let together = bpx_link::check_set(inputs, &context.limits);
    let mut dropped = together.dropped();
    for (number, input) in (0u32..).zip(inputs) {
        let alone = glassbox::open_as(input.bytes, None, &context.limits).check();
        dropped += alone.dropped();
        findings.extend(alone.into_sorted().into_iter().map(|mut finding| {
            finding.location.input = number;
            for label in &mut finding.labels {
                label.location.input = number;
            }
            finding
        }));
    }
    findings.extend(together.into_sorted());
    findings.sort_by_key(|finding| (finding.location.input, finding.location.start));
    (findings, dropped)
}

fn report(
    arguments: &Arguments,
    inputs: &[LinkInput<'_>],
    findings: &[Diagnostic],
    dropped: usize,
    context: &Context,
) -> Result<()> {
    let subjects = subjects(inputs);
    if !context.is_for_people() {
        context.report(context.found(&Found {
            subjects: &subjects,
            format: Some("bpx"),
            findings,
            dropped,
            show: shown(arguments.all),
        }));
        return Ok(());
    }
    // Text findings are the result of this command, so they go to standard output.
    let path = arguments.output.path.as_deref();
    let style = context.style_of(path);
    let mut output = Page::text(context, path)?;
    let folded = Folded::new(findings);
    terminal::findings(&mut output, &folded, &subjects, shown(arguments.all), &style)?;
    context.record_findings(findings);
    if !context.is_quiet {
        let tally = terminal::tally_of(&folded, dropped);
        writeln!(output, "{} packages: {tally}", inputs.len())?;
    }
    output.commit()
}
