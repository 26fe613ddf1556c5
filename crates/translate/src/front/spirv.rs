//! SPIR-V: a module with one entry point or several.

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::front::spv::{Frontend, Options};

use super::Reading;
use super::glsl::sentence;
use super::module::{check, stage, words as write};
use super::rules::{ENTRY, INVALID, MODULE};
use super::wgsl::places;
use crate::shader::Shader;

/// Reads the words of a module: a shader for each entry point. Findings are about the whole of it.
#[must_use]
pub fn read(name: &str, words: &[u32]) -> Reading {
    let mut reading = Reading::default();
    reading.sources.add(name, "");
    match shaders(words) {
        Ok(shaders) => reading.shaders = shaders,
        Err(finding) => reading.findings.push(*finding),
    }
    reading.settled()
}

fn shaders(words: &[u32]) -> Result<Vec<Shader>, Box<Diagnostic>> {
    let whole = || Location::new(0, words.len() as u64 * 4, "");
    let options = Options {
        adjust_coordinate_space: false,
        strict_capabilities: false,
        block_ctx_dump_prefix: None,
    };
    let module = Frontend::new(words.iter().copied(), &options)
        .parse()
        .map_err(|error| {
            let message = format!(
                "found what the front end refuses: {}",
                sentence(&crate::output::chain(&error))
            );
            Box::new(Diagnostic::new(&MODULE, whole(), message))
        })?;
    let refuse = |message: &str| {
        let message = format!("found what the front end refuses: {}", sentence(message));
        Box::new(Diagnostic::new(&INVALID, whole(), message))
    };
    let info = check(&module).map_err(|refusal| refuse(&refusal.message))?;
    if module.entry_points.is_empty() {
        let message = "found no entry point, expected one of vertex, fragment or compute";
        return Err(Box::new(Diagnostic::new(&ENTRY, whole(), message)));
    }
    let mut shaders = Vec::new();
    for entry in &module.entry_points {
        let Some(known) = stage(entry.stage) else {
            let message = format!(
                "found `{}` of the stage {:?}, expected one of vertex, fragment or compute",
                entry.name, entry.stage
            );
            return Err(Box::new(Diagnostic::new(&ENTRY, whole(), message)));
        };
        let words = write(&module, &info, entry.stage, &entry.name).map_err(|message| refuse(&message))?;
        let mut own = module.clone();
        own.entry_points
            .retain(|other| other.name == entry.name && other.stage == entry.stage);
        naga::compact::compact(&mut own, naga::compact::KeepUnused::No);
        shaders.push(Shader {
            stage: known,
            entry: entry.name.clone(),
            words,
            explicit: places(&own),
            module: Some(Box::new(own)),
            combined: Vec::new(),
        });
    }
    Ok(shaders)
}
