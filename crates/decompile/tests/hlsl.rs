//! Tests HLSL: what the modules of all targets and those in `tests/hlsl` become.

use std::path::PathBuf;

use glassbox_core::stage::Stage;
use glassbox_decompile::{Options, Target, decompile};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::hlsl::{File, validate};

use crate::texts::{modules, modules_in, text};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hlsl")
}

/// Those for all targets, and those for HLSL.
fn all_modules() -> Vec<(String, Vec<u8>)> {
    modules().into_iter().chain(modules_in(folder())).collect()
}

/// Asks the compiler about texts in this shader model.
fn compile(version: u16, texts: &[(String, Stage, String)]) {
    let files: Vec<File<'_>> = texts
        .iter()
        .map(|(name, stage, text)| File {
            name,
            stage: match stage {
                Stage::Vertex => "vs",
                Stage::Fragment => "ps",
                _ => "cs",
            },
            model: (version / 10) as u8,
            text,
        })
        .collect();
    let failures = validate(&files);
    assert!(failures.is_empty(), "{failures:#?}");
}

fn check_texts(version: u16) {
    let mut texts = Vec::new();
    for (name, bytes) in all_modules() {
        golden(folder().join(format!("{name}.hlsl{version}.txt")), text(&bytes, Target::Hlsl(version)));
        let module = Module::read(&bytes).expect("it is a module");
        let written = decompile(&module, &Target::Hlsl(version), &Options::default());
        texts.extend(written.into_iter().map(|source| (name.clone(), source.stage, source.text)));
    }
    compile(version, &texts);
}

#[test]
fn texts_of_shader_model_5_are_those_beside_the_modules() {
    check_texts(50);
}

#[test]
fn texts_of_shader_model_6_are_those_beside_the_modules() {
    check_texts(60);
}

#[test]
fn versions_of_hlsl_have_their_own_words() {
    for (name, version, expected) in [
        ("textures", 39, "refused, entry-point: HLSL has no shader model 3.9"),
        ("buffers", 40, "refused, stage: compute shaders are written for shader model 5.0 and later"),
        ("calls", 40, "cbuffer Constants : register(b0) {"),
        ("textures", 40, "refused, instruction: shader model 4.0 has no GatherGreen; 5.0 has"),
    ] {
        let (_, bytes) = all_modules().into_iter().find(|module| module.0 == name).expect("it is there");
        let text = text(&bytes, Target::Hlsl(version));
        assert!(text.contains(expected), "{name}, {version}: {text}");
    }
}

glassbox_testing::asking!(fxc: texts_of_shader_model_5_are_those_beside_the_modules);
glassbox_testing::asking!(dxc: texts_of_shader_model_6_are_those_beside_the_modules);
