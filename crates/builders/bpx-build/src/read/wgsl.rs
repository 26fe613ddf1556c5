//! WGSL: a text with any number of entry points.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_glsl::source::Sources;
use glassbox_lower_wgsl::{Options, lower, rules};

use super::{Reading, compiled};
use crate::shader::Shader;

/// Reads a text: a shader for each of its entry points, in the order of the text.
///
/// ```
/// use glassbox_bpx_build::read::wgsl::read;
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
    match lower(text, &Options::default()) {
        Ok(lowered) => {
            let entries = lowered.entry_points.into_iter();
            let shaders = entries.map(|entry| compiled(entry.stage, entry.name, entry.module, entry.places));
            match shaders.collect::<Option<Vec<Shader>>>() {
                Some(shaders) => reading.shaders = shaders,
                None => reading.findings.push(too_long(text)),
            }
        }
        Err(findings) => reading.findings = findings,
    }
    reading.settled()
}

fn too_long(text: &str) -> Diagnostic {
    let message = "found an instruction of more than 65535 words, expected fewer";
    Diagnostic::new(&rules::UNSAYABLE, Location::in_text(text, 0..0), message)
        .help("split the largest structure or constant into smaller ones")
}
