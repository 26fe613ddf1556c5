//! Checks the signature parts.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};

use super::Context;
use crate::part::PartData;
use crate::part::area::Text;
use crate::part::signature::raw::Header;
use crate::part::signature::{Direction, Element, Layout, Model};
use crate::program::ShaderKind;
use crate::rules::signature as rules;

/// Checks the part.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let header = |field| part.field(context.window, part.start, "head", field);
    let size = model.layout.schema().size as u64;
    let there = model.elements.len();
    if u64::from(model.header.count) > there as u64 {
        let first = u64::from(model.header.first).max(8);
        let needed = first + u64::from(model.header.count) * size;
        let message = format!(
            "found {} elements, which need {needed} bytes; the part has {}",
            model.header.count,
            part.size()
        );
        findings
            .report(&rules::COUNT, header(Header::count), message)
            .note(format!("an element of this part has {size} bytes"))
            .help(format!("{there} elements fit; set the count to the intended number"));
    }
    if model.header.first != 8 {
        let message = format!("found the first element at offset {}, expected 8", model.header.first);
        let mut finding = findings.report(&rules::PLACE, header(Header::first), message);
        if model.header.first < 8 {
            finding.note("the header takes the first 8 bytes; the elements were read after it");
        }
        finding.help("set the offset to 8");
    }
    let names_from = u64::from(model.header.first.max(8)) + there as u64 * size;
    let usage = usage(model, context.kind);
    let mut before: Option<&Element<'_>> = None;
    for (index, element) in model.elements.iter().enumerate() {
        if findings.is_full() {
            return;
        }
        let at = |field: &str| model.location(&part.path, index, field);
        name(element, part, names_from, &at, findings);
        fields(element, model.layout, &at, findings);
        match usage {
            Usage::Read if element.usage.0 & !element.mask.0 != 0 => {
                let message =
                    format!("found {} as read components, expected some of {}", element.usage, element.mask);
                findings
                    .report(&rules::ELEMENT, at("usage"), message)
                    .note("an input can only read components that the element has")
                    .help("clear the bits outside the mask");
            }
            Usage::NeverWritten if !unwritten(element) => {
                let message = format!(
                    "found {:#04x} as components that are never written, expected all of {:#04x} in it or nothing of it",
                    element.usage.0,
                    !element.mask.0 & 0xF
                );
                findings
                    .report(&rules::ELEMENT, at("usage"), message)
                    .note("a component outside the mask is never written")
                    .help("set the bits outside the mask");
            }
            _ => {}
        }
        if let Some(before) = before
            && (before.stream, before.register) > (element.stream, element.register)
        {
            let message = format!(
                "found stream {}, register {} after stream {}, register {}; expected ascending order",
                element.stream, element.register, before.stream, before.register
            );
            findings
                .report(&rules::ELEMENT, at("register"), message)
                .help("sort the elements by stream, then register");
        }
        before = Some(element);
    }
    padding(model, part, context, findings);
}

fn name(
    element: &Element<'_>,
    part: &PartData,
    names_from: u64,
    at: &dyn Fn(&str) -> Location,
    findings: &mut Diagnostics,
) {
    let offset = element.name_offset;
    let finding = match element.name {
        Text::Outside => Diagnostic::new(
            &rules::NAME_OFFSET,
            at("name"),
            format!("found a name at offset {offset}, expected one below the part's size of {}", part.size()),
        )
        .help("set the offset to the name, counted from the start of the part's data"),
        Text::Unterminated(bytes) => Diagnostic::new(
            &rules::NAME_END,
            at("name"),
            format!(
                "the name at offset {offset} has no zero byte in the {} bytes to the part's end",
                bytes.len()
            ),
        )
        .help("end the name with a zero byte"),
        Text::Whole(_) if u64::from(offset) < names_from => Diagnostic::new(
            &rules::PLACE,
            at("name"),
            format!("found a name at offset {offset}, expected names from {names_from} on"),
        )
        .note("the elements end there")
        .help("put the names after the elements"),
        Text::Whole(_) => return,
    };
    findings.push(finding);
}

/// Checks fields that depend on nothing else.
fn fields(element: &Element<'_>, layout: Layout, at: &dyn Fn(&str) -> Location, findings: &mut Diagnostics) {
    let mut report = |field: &str, message: String, help: &str| {
        findings.report(&rules::ELEMENT, at(field), message).help(help);
    };
    if element.stream > 3 && layout != Layout::Plain {
        let message = format!("found output stream {}, expected 0 to 3", element.stream);
        report("stream", message, "geometry shaders have four streams; others use 0");
    }
    if element.mask.0 > 0xF || !element.mask.is_contiguous() {
        let message = format!(
            "found component mask {:#04x}, expected components of xyzw that follow each other",
            element.mask.0
        );
        report("mask", message, "an element takes neighbouring components of one register");
    }
    if element.system_value.name().is_none() {
        let message = format!("found system value {}, expected one that is defined", element.system_value.0);
        report("system_value", message, "use 0 for a semantic without system value");
    }
    if element.component_type.name().is_none() {
        let message = format!("found component type {}, expected 0 to 9", element.component_type.0);
        report("component_type", message, "use 3 for 32-bit floats, 1 and 2 for integers");
    }
    if element.min_precision.name().is_none() {
        let message =
            format!("found minimum precision {:#x}, expected 0 to 5, 0xf0 or 0xf1", element.min_precision.0);
        report("min_precision", message, "use 0 for the type's own precision");
    }
}

/// Meaning of the usage mask.
#[derive(Clone, Copy)]
enum Usage {
    Read,
    NeverWritten,
    Unknown,
}

fn usage(model: &Model<'_>, kind: Option<ShaderKind>) -> Usage {
    match (model.direction(), kind) {
        (Direction::Input, _) | (Direction::Patch, Some(ShaderKind::DOMAIN)) => Usage::Read,
        (Direction::Output, _) | (Direction::Patch, Some(ShaderKind::HULL | ShaderKind::MESH)) => {
            Usage::NeverWritten
        }
        _ => Usage::Unknown,
    }
}

/// True if an output's usage contains all components absent from the element, or none of them as old compilers write
/// it. The upper half is all set or all clear: compilers before validator version 1.5 set it.
fn unwritten(element: &Element<'_>) -> bool {
    let outside = !element.mask.0 & 0xF;
    let found = element.usage.0 & outside;
    (found == outside || found == 0) && matches!(element.usage.0 >> 4, 0 | 0xF)
}

fn padding(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let usual = model.padding.iter().all(|&byte| byte == 0) || model.padding.iter().all(|&byte| byte == 0xAB);
    if usual {
        return;
    }
    let start = part.end - model.padding.len() as u64;
    let location = part.location(context.window, start, part.end, "padding");
    let odd = model.padding.iter().find(|&&byte| byte != 0 && byte != 0xAB);
    let message = match odd {
        Some(byte) => format!("found {byte:#04x} in the padding, expected 0x00 or 0xab throughout"),
        None => "found 0x00 and 0xab mixed in the padding, expected one of them throughout".to_owned(),
    };
    findings
        .report(&rules::PADDING, location, message)
        .help("fill the padding with zeros and sign the container again");
}
