//! `glassbox validate --set`: BPX shader packages checked alone and together.

use std::io::Write as _;

use anyhow::{Result, bail};
use glassbox::{LinkInput, bpx_link};
use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::format::Opened as _;
use glassbox_report::json::{DiagnosticsFile, Document};
use glassbox_report::sarif::Sarif;
use glassbox_report::terminal;

use super::Arguments;
use crate::commands::packages::rendered;
use crate::context::{Context, Status};
use crate::findings::Form;
use crate::output::Output;
use crate::questions::single;

/// A package of the set.
struct Package {
    name: String,
    bytes: Vec<u8>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let mut worst = Status::Fine;
    let mut packages = Vec::new();
    let mut unreadable = Vec::new();
    for source in crate::input::sources(&arguments.inputs.files, true)? {
        let input = match source.and_then(|source| match source.read() {
            Ok(input) => Ok((source.found, input)),
            Err(error) => Err(format!("{error:#}")),
        }) {
            Ok(input) => input,
            Err(reason) => {
                context.complain(&reason);
                unreadable.push(reason);
                worst = Status::Failed;
                continue;
            }
        };
        let (found, input) = input;
        let Some(bytes) = single(context, &input) else {
            worst = worst.max(Status::Errors);
            continue;
        };
        // A folder may hold other things; what is named is meant.
        if found && !bpx_link::is_container(&bytes) {
            continue;
        }
        packages.push(Package {
            bytes: bytes.into_owned(),
            name: input.name,
        });
    }
    if packages.is_empty() && unreadable.is_empty() && worst == Status::Fine {
        bail!("there is no BPX container in the set");
    }
    let inputs: Vec<LinkInput<'_>> = packages
        .iter()
        .map(|package| LinkInput {
            name: &package.name,
            bytes: &package.bytes,
        })
        .collect();
    let (findings, dropped) = check(&inputs, context);
    let limit = Severity::from(arguments.deny);
    if findings.iter().any(|finding| finding.severity >= limit) {
        worst = worst.max(Status::Errors);
    }
    report(arguments, &inputs, &findings, dropped, &unreadable, context)?;
    Ok(worst)
}

/// What is wrong with each package and between them, package by package.
fn check(inputs: &[LinkInput<'_>], context: &Context) -> (Vec<Diagnostic>, usize) {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let together = bpx_link::check_set(inputs, &context.limits);
    let mut dropped = together.dropped();
    for (number, input) in (0u32..).zip(inputs) {
        let alone = glassbox::open(input.bytes, None, &context.limits).check();
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
    unreadable: &[String],
    context: &Context,
) -> Result<()> {
    let path = arguments.output.path.as_deref();
    let mut output = Output::text(path)?;
    match arguments.format {
        Form::Text => {
            let style = context.style_of(path);
            output.write_all(&rendered(inputs, findings, &style)?)?;
            let tally = terminal::tally(findings, dropped);
            writeln!(output, "{} packages: {tally}", inputs.len())?;
            output.commit()
        }
        Form::Json => {
            let names: Vec<&str> = inputs.iter().map(|input| input.name).collect();
            let mut document = Document::begin(output)?;
            for entry in DiagnosticsFile::of_several(&names, Some("bpx"), findings, dropped) {
                document.file(&entry)?;
            }
            document.finish()?.commit()
        }
        Form::Sarif => {
            let files: Vec<(&str, u64)> = inputs
                .iter()
                .map(|input| (input.name, input.bytes.len() as u64))
                .collect();
            let mut log = Sarif::new(env!("CARGO_PKG_VERSION"));
            log.files(&files, findings, dropped);
            for reason in unreadable {
                log.unreadable(reason);
            }
            log.finish(&mut output)?;
            output.commit()
        }
    }
}
