//! Checks the code of a program: the rules of DXIL, each finding at its bits of the bitcode.

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_dxil::analysis::Program;
use glassbox_dxil::error::bytes_of;
use glassbox_dxil::ir::Typed;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::validate::{Finding, Options, Place, Places, validate};

use super::Context;
use crate::part::program::Model;
use crate::part::{Content, PartData};

/// Checks the code of the container's program for a shader model, or for its own. Returns its metadata, if that can be read.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    program: &Program<'_>,
    findings: &mut Diagnostics,
) -> Option<Shader> {
    let options = Options { model: context.environment.map(|model| model.into()) };
    let shader = Shader::read(program.module);
    let found = validate(program, shader.as_ref().map_err(|error| &**error), &options);
    let shader = shader.ok();
    if found.is_empty() {
        return shader;
    }
    with_debug(context, |debug| {
        let places = Places::new(program, shader.as_ref(), debug);
        report(found, &places, |place| location(model, part, context, place), findings);
    });
    shader
}

/// Checks the code of a module without a container, as [`check`] does; `location` gives the bytes of a place.
pub(crate) fn check_bare(
    program: &Program<'_>,
    options: &Options,
    location: impl Fn(&Place) -> Location,
    findings: &mut Diagnostics,
) {
    let shader = Shader::read(program.module);
    let found = validate(program, shader.as_ref().map_err(|error| &**error), options);
    // A module with debug information has the source itself.
    let places = Places::new(program, shader.as_ref().ok(), Some(program));
    report(found, &places, location, findings);
}

/// Calls `then` with the program of `ILDB`, if it is there and readable.
pub(crate) fn with_debug<T>(context: &Context<'_, '_>, then: impl FnOnce(Option<&Program<'_>>) -> T) -> T {
    let debug = match context.find(b"ILDB") {
        Some((_, Content::Program(model))) if model.whole => Typed::read(model.bitcode).ok(),
        _ => None,
    };
    let program = debug.as_ref().and_then(|debug| Program::new(debug).ok());
    then(program.as_ref())
}

fn report(
    found: Vec<Finding>,
    places: &Places<'_>,
    location: impl Fn(&Place) -> Location,
    findings: &mut Diagnostics,
) {
    for finding in found {
        let place = places.of(&finding.subject);
        let mut result = findings.report(finding.rule, location(&place), finding.message);
        result.severity(finding.severity);
        if let Some(words) = words(&place) {
            result.note(words);
        }
        if let Some(source) = source(&place) {
            result.note(format!("the source is {source}"));
        }
        for note in finding.notes {
            result.note(note);
        }
        if let Some(help) = finding.help {
            result.help(help);
        }
    }
}

/// Bytes of a place, in the bitcode.
fn location(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, place: &Place) -> Location {
    let end = model.bitcode_start + model.bitcode.len() as u64;
    let bytes = if place.bits.is_empty() { 0..model.bitcode.len() as u64 } else { bytes_of(&place.bits) };
    let start = model.bitcode_start.saturating_add(bytes.start).min(end);
    let stop = model.bitcode_start.saturating_add(bytes.end).clamp(start, end);
    part.location(context.window, start, stop, "bitcode")
}

/// File, line and column of the source of a place.
pub(crate) fn source(place: &Place) -> Option<String> {
    let (file, line, column) = place.source.as_ref()?;
    Some(if file.is_empty() { format!("{line}:{column}") } else { format!("{file}:{line}:{column}") })
}

/// Place in the listing.
pub(crate) fn words(place: &Place) -> Option<String> {
    if !place.path.is_empty() {
        return Some(format!("the metadata is {}", place.path));
    }
    match (place.function.as_str(), place.instruction.as_str()) {
        ("", _) => None,
        (function, "") => Some(format!("the function is @{function}")),
        (function, instruction) => {
            Some(format!("the instruction is `{instruction}` in block {} of @{function}", place.block))
        }
    }
}
