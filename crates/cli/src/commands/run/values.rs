//! Reads the arguments of a run: assignments, value files, vertex files. Reports the mistakes in them.

use std::path::Path;

use anyhow::Result;
use glassbox::run::{self, ArgumentValue, Columns, Role, Runner, Slot};
use glassbox::vertices;
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_report::Subject;

use super::Arguments;
use crate::context::{Context, Status};
use crate::input::Source;
use crate::reports::Found;

/// Sets a value from an argument. `Err` holds the exit status of a reported mistake.
pub(super) fn assign(
    context: &Context,
    runner: &mut dyn Runner,
    flag: &str,
    text: &str,
) -> Result<Result<(), Status>> {
    let argument = match run::argument(text) {
        Ok(argument) => argument,
        Err(finding) => return Ok(Err(in_argument(context, flag, text, &finding))),
    };
    let name_place = Location::in_text(text, argument.name_span.clone());
    let slot = match runner.find(argument.name) {
        Ok(slot) => slot,
        Err(mut finding) => {
            finding.location = name_place;
            return Ok(Err(in_argument(context, flag, text, &finding)));
        }
    };
    let meant = if flag == "--input" { Role::Input } else { Role::Uniform };
    if slot.role != meant {
        let (is, other) = match slot.role {
            Role::Input => ("an input", "--input"),
            _ => ("a uniform", "--uniform"),
        };
        let message = format!("{} is {is}", argument.name);
        let finding =
            Diagnostic::new(&run::ARGUMENT, name_place, message).help(format!("set it with {other}"));
        return Ok(Err(in_argument(context, flag, text, &finding)));
    }
    match argument.given {
        ArgumentValue::Text(_) => match run::values(&slot, text, argument.given_span) {
            Ok(values) => runner.set(&slot, &values),
            Err(finding) => return Ok(Err(in_argument(context, flag, text, &finding))),
        },
        ArgumentValue::File(path) => {
            let file = Source::new(Path::new(path)).read()?;
            let content = file.text();
            match run::values(&slot, &content, 0..content.len()) {
                Ok(values) => runner.set(&slot, &values),
                Err(finding) => {
                    in_file(context, &file.name, file.bytes(), &finding);
                    return Ok(Err(Status::Failed));
                }
            }
        }
    }
    Ok(Ok(()))
}

/// Vertices as inputs of a shader.
pub(super) struct Batch {
    /// Inputs set from the columns.
    pub(super) slots: Vec<Slot>,
    /// One vector per slot, vertex by vertex.
    pub(super) rows: Vec<[f32; 4]>,
}

/// Reads the vertex file and assigns its columns to inputs. `Err` holds the exit status of a reported mistake.
pub(super) fn read_batch(
    arguments: &Arguments,
    context: &Context,
    runner: &dyn Runner,
    path: &Path,
) -> Result<Result<Batch, Status>> {
    let file = Source::new(path).read()?;
    let kind = arguments.batch_format.or_else(|| vertices::Kind::of(&file.name, file.bytes()));
    let Some(kind) = kind else {
        anyhow::bail!("{}: the name does not determine the format; state it with --batch-format", file.name);
    };
    let table = match vertices::read(file.bytes(), kind) {
        Ok(table) => table,
        Err(findings) => {
            for finding in &findings {
                in_file(context, &file.name, file.bytes(), finding);
            }
            return Ok(Err(Status::Errors));
        }
    };
    for finding in &table.findings {
        in_file(context, &file.name, file.bytes(), finding);
    }
    let mut stated = Vec::new();
    for text in &arguments.columns {
        match run::map(text, &table, runner) {
            Ok(mapped) => stated.push(mapped),
            Err(finding) => return Ok(Err(in_argument(context, "--columns", text, &finding))),
        }
    }
    let (columns, findings): (Columns, _) = match run::map_all(stated, &table, runner) {
        Ok(found) => found,
        Err(finding) => {
            aside(context, &finding);
            return Ok(Err(Status::Failed));
        }
    };
    for finding in &findings {
        aside(context, finding);
    }
    if columns.mapped.is_empty() {
        aside(context, &Diagnostic::new(&run::UNUSED, Location::default(), "no column feeds an input"));
    }
    let wanted = match arguments.vertex {
        None => 0..table.rows(),
        Some(vertex) if vertex < table.rows() => vertex..vertex + 1,
        Some(vertex) => {
            anyhow::bail!("{}: there is no vertex {vertex}; there are {}", file.name, table.rows())
        }
    };
    let rows = wanted.filter_map(|row| table.row(row));
    let rows = rows.flat_map(|values| columns.row(values)).collect();
    Ok(Ok(Batch { slots: columns.slots(), rows }))
}

/// Findings about unset values: a warning for the uniforms and one for the inputs. `fed` holds the numbers of the
/// inputs set from columns; `None` if all are set.
pub(super) fn unset(runner: &dyn Runner, fed: Option<&[u32]>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let unset = runner.unset();
    for (role, rule, value) in
        [(Role::Uniform, &run::UNSET, "zero"), (Role::Input, &run::UNFED, "(0, 0, 0, 1)")]
    {
        let names: Vec<String> = unset
            .iter()
            .filter(|slot| {
                slot.role == role && (role == Role::Uniform || fed.is_some_and(|fed| !fed.contains(&slot.id)))
            })
            .map(|slot| match slot.name.as_str() {
                "" => slot.register.clone(),
                name => format!("{name} ({})", slot.register),
            })
            .collect();
        let message = match names.as_slice() {
            [] => continue,
            [one] => format!("{one} is not set and is {value}"),
            several => format!("{} are not set and are {value}", several.join(", ")),
        };
        let finding = Diagnostic::new(rule, Location::default(), message);
        findings.push(match role {
            Role::Uniform => finding.help("set a uniform with --uniform NAME=VALUES"),
            _ => finding.help("set an input with --input NAME=VALUES, or name its columns with --columns"),
        });
    }
    findings
}

/// Reports a finding on an argument; the command cannot run.
pub(super) fn in_argument(context: &Context, flag: &str, text: &str, finding: &Diagnostic) -> Status {
    in_file(context, flag, text.as_bytes(), finding);
    Status::Failed
}

/// Reports a finding about a file used as an argument.
pub(super) fn in_file(context: &Context, name: &str, bytes: &[u8], finding: &Diagnostic) {
    let subject = Subject { file: name, bytes, source: std::str::from_utf8(bytes).ok() };
    context.report(context.found(&Found {
        subjects: &[subject],
        format: None,
        findings: std::slice::from_ref(finding),
        dropped: 0,
        show: glassbox_report::terminal::Show::All,
    }));
}

/// Reports a finding without a location in a file.
pub(super) fn aside(context: &Context, finding: &Diagnostic) {
    context.report(context.unplaced(None, finding));
}
