//! Checks the file as a whole: header, first command, premature end.

use super::Findings;
use super::finding::{Finding, Spot};
use crate::command::Category;
use crate::model::ModelNode;
use crate::raw::VERSION;
use crate::read::{File, StopKind};
use crate::rules;

pub(super) fn check(file: &File<'_>, findings: &mut Findings) {
    let size = file.window.bytes.len() as u64;
    let dialect = file.model.dialect;
    if dialect.version != VERSION {
        let message = format!("found version {}, expected {VERSION}", dialect.version);
        let when = if crate::dialect::Dialect::forms(dialect.version) > 1 {
            format!("it reads as the variant of that version that Skia wrote from {} on", dialect.since())
        } else {
            format!("Skia wrote that version from {} on", dialect.since())
        };
        findings.push(
            Finding::at(&rules::VERSION, Spot::Top("version", 0, 2), message)
                .note(when)
                .help("compile the source with the Skia that is to read the file"),
        );
    }
    if !file.has_strings() {
        let message = format!(
            "found {} bytes of string data, expected at most {}",
            file.string_length,
            size.saturating_sub(4)
        );
        findings.push(
            Finding::at(&rules::STRINGS_PAST_END, Spot::Top("stringLength", 2, 4), message)
                .help("get a complete copy of the file, or set stringLength to the size of the strings"),
        );
        return;
    }
    if file.commands as u64 == size {
        let message = "found the end of the file, expected a command";
        findings.push(
            Finding::at(&rules::NO_COMMAND, Spot::Top("", size, size), message)
                .help("the file is cut short; get a complete copy"),
        );
        return;
    }
    stop(file, findings);
    let trailing = file.trailing();
    if !trailing.is_empty() {
        let message = format!("found {} bytes after the top-level item, expected none", trailing.len());
        let command = trailing.first().and_then(|&byte| dialect.command(byte));
        let mut finding =
            Finding::at(&rules::TRAILING_BYTES, Spot::Top("trailing", file.end as u64, size), message)
                .help("repair `trailing` cuts them off");
        if command.is_some_and(|command| command.is(Category::Top)) {
            finding = finding.note("they begin like another program; Skia reads one for each file");
        }
        findings.push(finding);
    }
}

fn stop(file: &File<'_>, findings: &mut Findings) {
    let Some(stop) = file.stop else { return };
    let model = &file.model;
    let dialect = model.dialect;
    let within = match model.node(stop.within).command {
        crate::command::Command::Missing => "at the top level".to_owned(),
        command => format!("in {}", command.name()),
    };
    let due = stop.due.map_or("the rest of the command", Category::words);
    let left = file.window.bytes.len().saturating_sub(stop.at);
    let named = |byte: u8| match dialect.command(byte) {
        Some(command) => format!("{} ({byte})", command.name()),
        None => format!("{byte}"),
    };
    let finding = match stop.kind {
        StopKind::Truncated => {
            let message = format!("found the end of the file {within}, expected {due}");
            let size = file.window.bytes.len() as u64;
            // Nothing is open between the table and the elements of a module.
            let spot = match stop.within {
                ModelNode::NONE => Spot::Top("", size, size),
                _ => Spot::Stop,
            };
            Finding::at(&rules::COMMAND_CUT, spot, message)
                .note(format!("{left} bytes are left from {:#x} on", file.window.base + stop.at as u64))
                .help("get a complete copy of the file; if it has its full size, a count in it is too large")
        }
        StopKind::Unknown(byte) => {
            let message = format!("found the byte {byte} {within}, expected {due}");
            let finding = Finding::at(&rules::UNKNOWN_COMMAND, Spot::Stop, message)
                .help("an earlier command may be longer or shorter than it should be");
            match dialect.version {
                VERSION => finding.note("version 8 has the commands 0 to 58"),
                version => finding.note(format!("version {version} has no such command")),
            }
        }
        StopKind::Unexpected(byte) => {
            let rule = match stop.due {
                Some(Category::Layout) => &rules::NO_LAYOUT,
                Some(Category::Modifiers) => &rules::NO_MODIFIERS,
                Some(Category::Symbol) => &rules::NO_SYMBOL,
                Some(Category::Type) => &rules::NO_TYPE,
                Some(Category::Statement) => &rules::NO_STATEMENT,
                Some(Category::ProgramElement) => &rules::NO_ELEMENT,
                Some(Category::Table) => &rules::NO_TABLE,
                Some(Category::Elements) => &rules::NO_ELEMENTS,
                Some(Category::VarDeclaration) => &rules::UNDECLARED_GLOBAL,
                Some(Category::Top) => &rules::TOP_LEVEL,
                Some(Category::Expression) | None => &rules::NO_EXPRESSION,
            };
            let message = format!("found {} {within}, expected {due}", named(byte));
            let mut finding = Finding::at(rule, Spot::Stop, message)
                .help("an earlier command may be longer or shorter than it should be");
            if stop.due == Some(Category::Expression) {
                finding = finding
                    .note("for calls of child effects Skia's encoder of version 8 wrote no bytes at all");
            }
            finding
        }
        StopKind::TooDeep => {
            let message =
                format!("found more than the {} levels of nesting that are read", model_depth(file));
            Finding::at(&rules::COMMAND_DEPTH, Spot::Stop, message)
                .note("Skia's compiler stops at 50 levels of source")
                .help("split the expression or statement")
        }
    };
    let Some((at, field, items)) = stop.overlong else {
        findings.push(finding);
        return;
    };
    let spot = Spot::Field(at, field, None);
    let message = format!("found a count with {items} items more to come, where {left} bytes are left");
    if stop.kind == StopKind::Truncated {
        findings.push(finding.label(spot, message));
        return;
    }
    findings.push(finding.label(spot, "counts more items than there are"));
    findings
        .push(Finding::at(&rules::COMMAND_CUT, spot, message).help("set it to the actual number of items"));
}

/// Number of open commands when reading stopped.
fn model_depth(file: &File<'_>) -> usize {
    let model = &file.model;
    let end = model.nodes().len() as u32;
    model.nodes().iter().filter(|node| node.next == end).count()
}
