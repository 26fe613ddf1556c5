//! WGSL: a text with any number of entry points.

use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_glsl::source::Sources;
use naga::AddressSpace;

use super::glsl::sentence;
use super::module::{check, range, stage, stage_name, words};
use super::rules::{ENTRY, INVALID, LIMIT, TEXT};
use super::{Reading, limits};
use crate::guard;
use crate::shader::{Place, Shader};

/// Reads a text: a shader for each of its entry points, in the order of the text.
///
/// ```
/// use glassbox_translate::front::wgsl::read;
///
/// let reading = read("white.wgsl", "@fragment fn white() -> @location(0) vec4f { return vec4f(1); }");
/// assert!(reading.findings.is_empty());
/// assert_eq!(reading.shaders[0].entry, "white");
/// ```
#[must_use]
pub fn read(name: &str, text: &str) -> Reading {
    let mut sources = Sources::default();
    sources.add(name, text);
    let mut reading = Reading { sources, ..Reading::default() };
    if let Err(excess) = limits::check_text(text) {
        let at = Location::in_text(text, excess.span);
        let finding = Diagnostic::new(&LIMIT, at, excess.message).help(excess.help);
        reading.findings.push(finding);
        return reading;
    }
    match guard::run(|| shaders(text)) {
        Ok(Ok(shaders)) => reading.shaders = shaders,
        Ok(Err(finding)) => reading.findings.push(*finding),
        Err(message) => {
            let location = Location::in_text(text, 0..0);
            reading.findings.push(guard::finding(&message, location));
        }
    }
    reading.settled()
}

fn shaders(text: &str) -> Result<Vec<Shader>, Box<Diagnostic>> {
    let whole = || Location::in_text(text, 0..0);
    let at = |span: Option<std::ops::Range<usize>>| Location::in_text(text, span.unwrap_or(0..0));
    let module = naga::front::wgsl::parse_str(text).map_err(|error| {
        let mut labels = error.labels();
        let first = labels.next();
        let location = at(first.and_then(|(span, _)| range(span)));
        let said = match first {
            Some((_, label)) if !label.is_empty() => format!("{}: {label}", error.message()),
            _ => error.message().to_owned(),
        };
        let message = format!("found what the front end refuses: {}", sentence(&said));
        let mut finding = Diagnostic::new(&TEXT, location, message);
        for (span, label) in labels {
            finding = finding.label(at(range(span)), label);
        }
        finding.notes.extend(error.notes().map(sentence));
        Box::new(finding)
    })?;
    let info = check(&module).map_err(|refusal| {
        let message = format!("found what the front end refuses: {}", sentence(&refusal.message));
        Box::new(Diagnostic::new(&INVALID, at(refusal.span), message))
    })?;
    if module.entry_points.is_empty() {
        let message = "found no entry point, expected a function with `@vertex`, `@fragment` or `@compute`";
        return Err(Box::new(Diagnostic::new(&ENTRY, whole(), message)));
    }
    let mut shaders = Vec::new();
    for entry in &module.entry_points {
        let Some(known) = stage(entry.stage) else {
            let message = format!(
                "found `{}` of the stage {}, expected one of vertex, fragment or compute",
                entry.name,
                stage_name(entry.stage)
            );
            return Err(Box::new(Diagnostic::new(&ENTRY, whole(), message)));
        };
        let words = words(&module, &info, entry.stage, &entry.name).map_err(|message| {
            let message = format!("found what no module can say: {}", sentence(&message));
            Box::new(Diagnostic::new(&INVALID, whole(), message))
        })?;
        let mut own = module.clone();
        own.entry_points.retain(|other| other.name == entry.name && other.stage == entry.stage);
        naga::compact::compact(&mut own, naga::compact::KeepUnused::No);
        shaders.push(Shader {
            stage: known,
            entry: entry.name.clone(),
            words: words.into(),
            explicit: places(&own).into(),
            combined: Arc::default(),
        });
    }
    Ok(shaders)
}

/// Where the resources of a module are, each once, ascending.
fn places(module: &naga::Module) -> Vec<Place> {
    let bound = module.global_variables.iter().filter(|(_, variable)| {
        matches!(variable.space, AddressSpace::Uniform | AddressSpace::Handle | AddressSpace::Storage { .. })
    });
    let mut places: Vec<Place> = bound
        .filter_map(|(_, variable)| variable.binding)
        .map(|binding| Place { set: binding.group, binding: binding.binding })
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}
