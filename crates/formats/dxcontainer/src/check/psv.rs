//! Checks pipeline state validation, `PSV0`.

mod agree;

use glassbox_core::diagnostic::{Diagnostics, Location};

use super::Context;
use crate::part::PartData;
use crate::part::area::Text;
use crate::part::psv::Model;
use crate::part::psv::raw::{Element, Entry};
use crate::rules::psv as rules;

/// Checks the part.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    references(model, part, context, findings);
    if model.stopped.is_none() && model.end < part.end {
        let location = part.location(context.window, model.end, part.end, "rest");
        let left = part.end - model.end;
        let message = format!("found {left} bytes after the last section, expected none");
        findings
            .report(&rules::DEPENDENCIES, location, message)
            .severity(glassbox_core::diagnostic::Severity::Warning)
            .note("the numbers of vectors and elements in the runtime info determine where the part ends")
            .help("fix those numbers, or cut the bytes off");
    }
    agree::check(model, part, context, findings);
}

/// Location of the entry name field.
fn entry_place(part: &PartData, context: &Context<'_, '_>) -> Location {
    let start = part.start + 4 + 48;
    part.field(context.window, start, "info.entry", Entry::name)
}

fn references(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let has_strings = model.strings_at > part.start;
    if has_strings
        && let Some(entry) = model.info.entry
        && let Some(fault) = name_fault(model, entry.name)
    {
        let message = format!("found the entry point's name at offset {}, {fault}", entry.name);
        findings
            .report(&rules::REFERENCES, entry_place(part, context), message)
            .help("set it to the offset of the name in the string table");
    }
    for (name, elements) in model.named_signatures() {
        let path = part.child(name);
        for (index, element) in elements.iter().enumerate() {
            if findings.is_full() {
                return;
            }
            if let Some(fault) = name_fault(model, element.name) {
                let message = format!("found a semantic name at offset {}, {fault}", element.name);
                let location = elements.location(&path, index, Element::name);
                findings
                    .report(&rules::REFERENCES, location, message)
                    .help("set it to the offset of the name, or to 0 for a system value");
            }
            let end = u64::from(element.indices) + u64::from(element.rows);
            if end > model.indices.len() as u64 {
                let message = format!(
                    "found {} semantic indices from {} on, the table has {}",
                    element.rows,
                    element.indices,
                    model.indices.len()
                );
                let location = elements.location(&path, index, Element::indices);
                findings
                    .report(&rules::REFERENCES, location, message)
                    .label(
                        elements.location(&path, index, Element::rows),
                        "an element has an index for each row",
                    )
                    .help("set it to the first of the element's indices");
            }
        }
    }
}

/// Describes the error of a string table offset, if any.
fn name_fault(model: &Model<'_>, offset: u32) -> Option<String> {
    match model.text(offset) {
        Text::Whole(_) => None,
        // An empty table lacks the byte of the empty name that system values use.
        Text::Outside if offset == 0 && model.strings.is_empty() => None,
        Text::Outside => Some(format!("the string table has {} bytes", model.strings.len())),
        Text::Unterminated(_) => Some("where no string ends before the table does".to_owned()),
    }
}
