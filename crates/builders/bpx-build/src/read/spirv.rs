//! SPIR-V: a module with one entry point or several.

use std::collections::BTreeSet;
use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::name_map::Place;
use glassbox_decompile::entry_points;
use glassbox_spirv::adapt::split_samplers;
use glassbox_spirv::check::check_structure;
use glassbox_spirv::module::Module;
use glassbox_spirv::{Reflection, reflect};

use super::Reading;
use super::rules::{ENTRY, MODULE, SAMPLED};
use crate::shader::Shader;

/// Reads a module: a shader for each entry point of a stage that programs here have. They share the module, in which combined image
/// samplers are taken apart. Findings are about an instruction, or about the whole module.
#[must_use]
pub fn read(name: &str, bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    reading.sources.add(name, "");
    match shaders(bytes) {
        Ok(shaders) => reading.shaders = shaders,
        Err(finding) => reading.findings.push(*finding),
    }
    reading
}

fn shaders(bytes: &[u8]) -> Result<Vec<Shader>, Box<Diagnostic>> {
    let whole = || Location::new(0, bytes.len() as u64, "");
    let wrong = |rule, message: String| Box::new(Diagnostic::new(rule, whole(), message));
    let mut module = module(bytes)?;
    let entries = entry_points(&module);
    let Some(first) = entries.first() else {
        return Err(wrong(&ENTRY, "found no entry point, expected one at least".to_owned()));
    };
    let known: Vec<_> = entries.iter().filter_map(|entry| Some((entry.stage?, &entry.name))).collect();
    if known.is_empty() {
        let message = format!(
            "found `{}` of a stage that programs here do not have, expected one of vertex, tessellation, geometry, \
             fragment or compute",
            first.name
        );
        return Err(wrong(&ENTRY, message));
    }
    let pairs = split_samplers(&mut module).map_err(|error| {
        let range = module.origin(error.at);
        let message = format!(
            "found `{}` given to a function or indexed, expected it to be sampled where it stands",
            error.name
        );
        Box::new(Diagnostic::new(&SAMPLED, Location::new(range.start as u64, range.end as u64, ""), message))
    })?;
    // Ids are those of the reflection then. A module that uses ids without a definition is refused when it is written.
    let _ = module.compact_ids();
    let too_long =
        || wrong(&MODULE, "found an instruction of more than 65535 words, expected fewer".to_owned());
    let words = module.bytes().ok_or_else(too_long)?;
    let reflection = reflect(&words).map_err(|error| wrong(&MODULE, error.to_string()))?;
    let explicit: Arc<[Place]> = places(&reflection).into();
    let (module, reflection) = (Arc::new(module), Arc::new(reflection));
    let shader = |(stage, entry): (_, &String)| Shader {
        stage,
        entry: entry.clone(),
        module: module.clone(),
        reflection: reflection.clone(),
        is_of_file: pairs.is_empty(),
        explicit: explicit.clone(),
    };
    Ok(known.into_iter().map(shader).collect())
}

/// Where a module keeps its resources, each place once, ascending.
fn places(reflection: &Reflection) -> Vec<Place> {
    let bound = reflection
        .variables
        .iter()
        .filter_map(|variable| Some(Place { set: variable.set.unwrap_or(0), binding: variable.binding? }));
    let places: BTreeSet<Place> = bound.collect();
    places.into_iter().collect()
}

/// The module in some bytes, where its structure is that of a module.
fn module(bytes: &[u8]) -> Result<Module, Box<Diagnostic>> {
    let module = Module::read(bytes).map_err(|error| {
        let at = Location::new(error.range.start as u64, error.range.end as u64, "");
        Box::new(Diagnostic::new(&MODULE, at, format!("found no module of SPIR-V: {error}")))
    })?;
    let mut findings = check_structure(bytes).into_iter();
    match findings.find(|finding| finding.severity == Severity::Error) {
        Some(finding) => {
            let at = Location::new(finding.range.start as u64, finding.range.end as u64, "");
            Err(Box::new(Diagnostic::new(&MODULE, at, finding.message)))
        }
        None => Ok(module),
    }
}
