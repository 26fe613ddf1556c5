//! SPIR-V: a module with one entry point or several.

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::front::spv::{Frontend, Options};

use super::glsl::sentence;
use super::module::{check, stage, stage_name, words as write};
use super::rules::{ENTRY, INVALID, MODULE, SAMPLED};
use super::sampled::{bound_places, entries, take_apart, with_entry};
use super::unwrap::unwrap;
use super::wgsl::places;
use super::{Reading, comparison, fetch};
use crate::guard;
use crate::shader::{CombinedSampler, Shader, Stage};

/// The words of a module in the byte order that its first word shows. Bytes behind the last whole word are left out.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let is_big = bytes.first_chunk::<4>() == Some(&[0x07, 0x23, 0x02, 0x03]);
    let chunks = bytes.as_chunks::<4>().0.iter();
    chunks.map(|chunk| if is_big { u32::from_be_bytes(*chunk) } else { u32::from_le_bytes(*chunk) }).collect()
}

/// Reads the words of a module: a shader for each entry point. Findings are about the whole of it.
#[must_use]
pub fn read(name: &str, words: &[u32]) -> Reading {
    let mut reading = Reading::default();
    reading.sources.add(name, "");
    match guard::run(|| shaders(words)) {
        Ok(Ok(shaders)) => reading.shaders = shaders,
        Ok(Err(finding)) => reading.findings.push(*finding),
        Err(message) => {
            let location = Location::new(0, words.len() as u64 * 4, "");
            reading.findings.push(guard::finding(&message, location));
        }
    }
    reading.settled()
}

fn shaders(words: &[u32]) -> Result<Vec<Shader>, Box<Diagnostic>> {
    let whole = || Location::new(0, words.len() as u64 * 4, "");
    let apart = take_apart(words).map_err(|message| Box::new(Diagnostic::new(&SAMPLED, whole(), message)))?;
    let (words, combined) = match &apart {
        Some(apart) => (apart.words.as_slice(), apart.combined.clone()),
        None => (words, Vec::new()),
    };
    if let Some(shaders) = others(words, &combined) {
        return Ok(shaders);
    }
    let fetches =
        fetch::plain(words).map_err(|message| Box::new(Diagnostic::new(&MODULE, whole(), message)))?;
    let words = fetches.as_deref().unwrap_or(words);
    let options =
        Options { adjust_coordinate_space: false, strict_capabilities: false, block_ctx_dump_prefix: None };
    let mut module = Frontend::new(words.iter().copied(), &options).parse().map_err(|error| {
        let message =
            format!("found what the front end refuses: {}", sentence(&crate::output::chain(&error)));
        Box::new(Diagnostic::new(&MODULE, whole(), message))
    })?;
    let refuse = |message: &str| {
        let message = format!("found what the front end refuses: {}", sentence(message));
        Box::new(Diagnostic::new(&INVALID, whole(), message))
    };
    unwrap(&mut module);
    comparison::tell(&mut module);
    let info = check(&module).map_err(|refusal| refuse(&refusal.message))?;
    if module.entry_points.is_empty() {
        let message = "found no entry point, expected one of vertex, fragment or compute";
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
        let words = write(&module, &info, entry.stage, &entry.name).map_err(|message| refuse(&message))?;
        let mut own = module.clone();
        own.entry_points.retain(|other| other.name == entry.name && other.stage == entry.stage);
        naga::compact::compact(&mut own, naga::compact::KeepUnused::No);
        shaders.push(Shader {
            stage: known,
            entry: entry.name.clone(),
            words,
            explicit: places(&own),
            combined: combined.clone(),
        });
    }
    Ok(shaders)
}

/// The shaders of a module whose entry points are all of stages that naga does not have: their words are what there is.
/// `None` where one of them is of another stage. Numbers of stages are those of the SPIR-V specification.
fn others(words: &[u32], combined: &[CombinedSampler]) -> Option<Vec<Shader>> {
    let entries = entries(words);
    let shaders: Vec<Shader> = entries
        .iter()
        .filter_map(|(model, name)| {
            let stage = match model {
                1 => Stage::TessellationControl,
                2 => Stage::TessellationEvaluation,
                3 => Stage::Geometry,
                _ => return None,
            };
            Some(Shader {
                stage,
                entry: name.clone(),
                words: with_entry(words, *model, name),
                combined: combined.to_vec(),
                explicit: bound_places(words),
            })
        })
        .collect();
    (!shaders.is_empty() && shaders.len() == entries.len()).then_some(shaders)
}
