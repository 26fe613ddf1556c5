//! Texts in HLSL of the programs of DirectX containers: what resources are declared as, and how they are read and changed.
//!
//! In `directx_hlsl` are the sources, what DXC makes of them (`.dxil`), assembly of shader model 5 (`.asm`), and the texts.

use std::path::{Path, PathBuf};

use glassbox::core::limits::Limits;
use glassbox::{ConversionError, ConversionOptions, conversion};
use glassbox_testing::golden::golden;
use glassbox_testing::hlsl::{File, validate};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/directx_hlsl")
}

/// Names of the files with an extension, in order, and their contents.
fn files(extension: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut found: Vec<(String, Vec<u8>)> = paths
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .map(|path| {
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            (name, std::fs::read(&path).expect("it can be read"))
        })
        .collect();
    found.sort();
    found
}

fn text(name: &str, container: &[u8]) -> String {
    let conversion = conversion("dxcontainer", "hlsl").expect("the conversion is there");
    match conversion.run(container, &ConversionOptions::default(), &Limits::default()) {
        Ok(converted) => String::from_utf8(converted.bytes).expect("it is text"),
        Err(ConversionError::File(findings)) => {
            let said: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
            panic!("{name}: {}", said.join("\n"));
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// A container of an assembled program.
fn assembled(text: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).expect("it is text");
    let program = glassbox_dxbc::assemble::assemble(text).unwrap_or_else(|errors| panic!("{errors}"));
    glassbox_dx_asm::dxbc::minimal(&program).expect("it fits into a container")
}

#[test]
fn resources_are_declared_and_used_as_in_the_program() {
    let mut compiled = Vec::new();
    for (name, container) in files("dxil") {
        let text = text(&name, &container);
        golden(folder().join(format!("{name}.text")), &text);
        compiled.push((name, text, [6, 6]));
    }
    for (name, assembly) in files("asm") {
        let text = text(&name, &assembled(&assembly));
        golden(folder().join(format!("{name}.text")), &text);
        compiled.push((name, text, [5, 0]));
    }
    let files: Vec<File<'_>> = compiled
        .iter()
        .map(|(name, text, [model, minor])| {
            let stage = match text {
                text if text.contains("numthreads") => "cs",
                text if text.contains("VertexOutput") => "vs",
                _ => "ps",
            };
            File { name, stage, model: *model, minor: *minor, text }
        })
        .collect();
    let failures = validate(&files);
    assert!(failures.is_empty(), "{failures:#?}");
}
glassbox_testing::asking!(dxc: resources_are_declared_and_used_as_in_the_program);
