//! SPIR-V: a module with one entry point or several.

use std::sync::Arc;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_decompile::entry_points;
use glassbox_spirv::check::check_structure;
use glassbox_spirv::module::Module;

use super::Reading;
use super::rules::{ENTRY, MODULE, SAMPLED};
use super::sampled::{bound_places, take_apart};
use crate::back::words::bytes;
use crate::shader::Shader;

/// The words of a module in the byte order that its first word shows. Bytes behind the last whole word are left out.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let is_big = bytes.first_chunk::<4>() == Some(&[0x07, 0x23, 0x02, 0x03]);
    let chunks = bytes.as_chunks::<4>().0.iter();
    chunks.map(|chunk| if is_big { u32::from_be_bytes(*chunk) } else { u32::from_le_bytes(*chunk) }).collect()
}

/// Reads the words of a module: a shader for each entry point of a stage that programs here have. Their words are those of the module,
/// with combined image samplers taken apart. Findings are about an instruction, or about the whole module.
#[must_use]
pub fn read(name: &str, words: &[u32]) -> Reading {
    let mut reading = Reading::default();
    reading.sources.add(name, "");
    match shaders(words) {
        Ok(shaders) => reading.shaders = shaders,
        Err(finding) => reading.findings.push(*finding),
    }
    reading
}

fn shaders(words: &[u32]) -> Result<Vec<Shader>, Box<Diagnostic>> {
    let whole = || Location::new(0, words.len() as u64 * 4, "");
    let entries = entry_points(&module(words)?);
    let Some(first) = entries.first() else {
        return Err(Box::new(Diagnostic::new(
            &ENTRY,
            whole(),
            "found no entry point, expected one at least",
        )));
    };
    let known: Vec<_> = entries.iter().filter_map(|entry| Some((entry.stage?, &entry.name))).collect();
    if known.is_empty() {
        let message = format!(
            "found `{}` of a stage that programs here do not have, expected one of vertex, tessellation, geometry, \
             fragment or compute",
            first.name
        );
        return Err(Box::new(Diagnostic::new(&ENTRY, whole(), message)));
    }
    let apart = take_apart(words).map_err(|message| Box::new(Diagnostic::new(&SAMPLED, whole(), message)))?;
    let (words, combined): (Arc<[u32]>, Arc<[_]>) = match apart {
        Some(apart) => (apart.words.into(), apart.combined.into()),
        None => (words.into(), Arc::default()),
    };
    let explicit: Arc<[_]> = bound_places(&words).into();
    let shader = |(stage, entry): (_, &String)| Shader {
        stage,
        entry: entry.clone(),
        words: words.clone(),
        combined: combined.clone(),
        explicit: explicit.clone(),
    };
    Ok(known.into_iter().map(shader).collect())
}

/// The module of some words, where its structure is that of a module.
fn module(words: &[u32]) -> Result<Module, Box<Diagnostic>> {
    let bytes = bytes(words);
    let module = Module::read(&bytes).map_err(|error| {
        let at = Location::new(error.range.start as u64, error.range.end as u64, "");
        Box::new(Diagnostic::new(&MODULE, at, format!("found no module of SPIR-V: {error}")))
    })?;
    let mut findings = check_structure(&bytes).into_iter();
    match findings.find(|finding| finding.severity == Severity::Error) {
        Some(finding) => {
            let at = Location::new(finding.range.start as u64, finding.range.end as u64, "");
            Err(Box::new(Diagnostic::new(&MODULE, at, finding.message)))
        }
        None => Ok(module),
    }
}
