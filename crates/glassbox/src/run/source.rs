//! Assembles sources before they run.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica_asm::{Input, Options, assemble, nihstro};

use crate::program::{Language, Source, file};

/// A source as a file that runs.
#[derive(Clone, Debug)]
pub struct Built {
    /// The file; `None` when the source has mistakes.
    pub bytes: Option<Vec<u8>>,
    /// Findings in the source.
    pub findings: Vec<Diagnostic>,
    /// Number of findings beyond the limit, not kept.
    pub dropped: usize,
    /// Origin of its instructions.
    pub map: SourceMap,
}

/// Maps the instructions of a program to its source.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// For each position, the byte range of the source it was assembled from.
    places: Vec<Range<usize>>,
    /// Labels by position.
    labels: Vec<(u32, String)>,
}

impl SourceMap {
    /// The label at a position.
    pub fn label(&self, place: u32) -> Option<&str> {
        let label = self.labels.iter().find(|(at, _)| *at == place)?;
        Some(&label.1)
    }

    /// Maps a finding from the code to the source; `false` if its primary location is not in the code.
    pub fn relocate(&self, source: &str, finding: &mut Diagnostic) -> bool {
        let moved = |location: &Location| {
            let place: usize = location.path.strip_prefix("code[")?.strip_suffix(']')?.parse().ok()?;
            Some(Location::in_text(source, self.places.get(place)?.clone()))
        };
        for label in &mut finding.labels {
            if let Some(location) = moved(&label.location) {
                label.location = location;
            }
        }
        let location = moved(&finding.location);
        let found = location.is_some();
        finding.location = location.unwrap_or_else(|| finding.location.clone());
        found
    }
}

/// Builds a source, if the bytes are one, in a language whose programs run; the file name is a hint.
pub fn build(name: &str, bytes: &[u8], text: &str) -> Option<Built> {
    if crate::is_text(bytes) || crate::detect(bytes).is_some() {
        return None;
    }
    let input = Input { name, text };
    let options = Options::default();
    let assembly = match Language::of_source(&Source { name, text })? {
        Language::Picasso => assemble(&[input], &options),
        Language::Nihstro => nihstro::assemble(input, &options),
    };
    let places = assembly.words.iter().map(|word| word.start as usize..word.end as usize);
    let labels = assembly.procedures.iter();
    let labels = labels.map(|procedure| (procedure.start, procedure.name.clone()));
    let map = SourceMap { places: places.collect(), labels: labels.collect() };
    let written = assembly.write();
    let mut findings = assembly.findings;
    Some(Built {
        map,
        bytes: written.and_then(|written| file(written, text, &mut findings)),
        findings,
        dropped: assembly.dropped,
    })
}
