//! Merges libraries of functions for `glassbox link`, as planned.

use std::path::Path;

use anyhow::Result;
use glassbox::LinkInput;

use super::plan::{self, Options};
use crate::args::ReportFormat;
use crate::context::{Context, Status};
use crate::input::read_named;
use crate::output::write_binary;

/// Destination of the result.
pub(super) struct Target<'t> {
    /// The file; standard output without one.
    pub(super) output: Option<&'t Path>,
    /// True if nothing is to be written.
    pub(super) is_check: bool,
}

/// Plans, links and writes.
pub(super) fn run(
    options: &Options,
    files: &[std::path::PathBuf],
    form: ReportFormat,
    target: &Target<'_>,
    context: &Context,
) -> Result<Status> {
    let request = plan::asked(options, form, context)?;
    let mut planned = plan::make(options, &request, files, context)?;
    if !planned.plan.can_link() {
        plan::tell(&planned.report, form, context)?;
        return Ok(Status::Errors);
    }
    let mut libraries = Vec::with_capacity(planned.needed.len());
    for path in &planned.needed {
        let bytes = read_named(path)?;
        libraries.push((path.display().to_string(), bytes));
    }
    let inputs: Vec<LinkInput<'_>> =
        libraries.iter().map(|(name, bytes)| LinkInput { name, bytes }).collect();
    let linked = glassbox::dx_link::link(&planned.plan, &inputs, &context.limits);
    let linked = match linked {
        Ok(linked) => linked,
        Err(findings) => {
            let name = |input: u32| libraries.get(input as usize).map(|library| library.0.clone());
            let named = findings.into_iter();
            let named = named.map(|finding| (name(finding.location.input), finding));
            planned.report.findings.extend(named);
            planned.report.can_link = false;
            plan::tell(&planned.report, form, context)?;
            return Ok(Status::Errors);
        }
    };
    if !target.is_check {
        write_binary(target.output, &linked.bytes)?;
    }
    plan::tell(&planned.report, form, context)?;
    let output = target.output.map(|path| path.display().to_string());
    let name = output.unwrap_or_else(|| "output".to_owned());
    let facts = linked.facts.iter().map(|(label, value)| format!("{label} {value}"));
    let facts: Vec<String> = facts.collect();
    context.print_note(&format!("{name}: {} bytes, {}", linked.bytes.len(), facts.join(", ")));
    Ok(Status::Fine)
}
