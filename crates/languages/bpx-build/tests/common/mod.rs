//! Projects in memory.

use glassbox_bpx_build::build::{Build, build};
use glassbox_bpx_build::sources::Memory;

/// Builds a project of files, the first of which is the project file.
pub fn build_files(files: &[(String, Vec<u8>)]) -> Build {
    let memory = Memory {
        files: files.iter().cloned().collect(),
    };
    let (name, text) = files.first().expect("there is a project file");
    build(name, std::str::from_utf8(text).expect("it is text"), &memory)
}

/// The same of texts; those called `.spv` are assembly of SPIR-V.
#[allow(dead_code, reason = "not every test has texts")]
pub fn build(files: &[(String, String)]) -> Build {
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, text)| {
            let bytes = match name.ends_with(".spv") {
                true => assembled(text),
                false => text.clone().into_bytes(),
            };
            (name.clone(), bytes)
        })
        .collect();
    build_files(&files)
}

fn assembled(text: &str) -> Vec<u8> {
    let assembly = glassbox_spirv::assemble(text);
    assembly.unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}
