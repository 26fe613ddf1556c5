//! Tests what MSL alone is asked for: argument buffers.

use std::path::PathBuf;

use glassbox_decompile::{ArgumentBuffers, Options, Target, decompile};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::metal;

use crate::texts::all_modules;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/msl")
}

/// The text and the map of a module, or what is said instead.
fn written(bytes: &[u8], target: Target, options: &Options) -> (String, Vec<String>) {
    let module = Module::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    match decompile(&module, &target, options) {
        Ok(source) => {
            let map = source.map.iter().map(|one| format!("{} {} {:?}", one.written, one.bound, one.kind));
            (source.text.clone(), map.collect())
        }
        Err(refusal) => (format!("refused: {refusal}\n"), Vec::new()),
    }
}

#[test]
fn sets_become_argument_buffers() {
    let options = Options { argument_buffers: ArgumentBuffers::PerSet, ..Options::default() };
    let kept = ["buffers", "layouts", "stages", "textures", "writes"];
    let mut checked = 0;
    for (name, bytes) in all_modules() {
        let (text, _) = written(&bytes, Target::Msl(31), &options);
        let (plain, _) = written(&bytes, Target::Msl(31), &Options::default());
        assert_eq!(text.starts_with("refused"), plain.starts_with("refused"), "{name}: {text}");
        if text.contains("[[id(") {
            metal::check(&text).unwrap_or_else(|said| panic!("{name}: {said}\n{text}"));
            checked += 1;
        }
        if kept.contains(&name.as_str()) {
            golden(folder().join(format!("{name}.sets31.txt")), &text);
        }
    }
    assert!(checked >= 19, "{checked} texts");
}

/// The module of this name.
fn module(name: &str) -> Vec<u8> {
    all_modules().into_iter().find(|module| module.0 == name).expect("it is there").1
}

#[test]
fn members_of_argument_buffers_are_in_the_map() {
    let options = Options { argument_buffers: ArgumentBuffers::PerSet, ..Options::default() };
    let (text, map) = written(&module("layouts"), Target::Msl(20), &options);
    assert_eq!(
        map.iter().filter(|line| line.contains("id(")).collect::<Vec<_>>(),
        [
            "scene [[buffer(0)]] [[id(0)]] Resource(0, 0)",
            "points [[buffer(0)]] [[id(1)]] Resource(0, 1)",
            "result [[buffer(0)]] [[id(2)]] Resource(0, 2)",
            "points_size [[buffer(0)]] [[id(3)]] BufferSize([0, 1])",
            "result_size [[buffer(0)]] [[id(4)]] BufferSize([0, 2])",
        ],
        "{text}"
    );
    let (text, _) = written(&module("layouts"), Target::Msl(12), &options);
    assert_eq!(text, "refused: MSL 1.2 has no argument buffers; version 2.0 has\n");
}

#[test]
fn members_of_argument_buffers_have_the_stated_ids() {
    let bindings = [([1, 0], [0, 8]), ([1, 1], [0, 20])].into();
    let options = Options { argument_buffers: ArgumentBuffers::PerSet, bindings, ..Options::default() };
    let (text, _) = written(&module("textures"), Target::Msl(24), &options);
    // A sampler of its own cannot have the id of its texture.
    assert_eq!(text, "refused: two members of an argument buffer have the same id; state others, or none\n");
    let bindings = [([1, 1], [0, 20])].into();
    let options = Options { argument_buffers: ArgumentBuffers::PerSet, bindings, ..Options::default() };
    let (text, _) = written(&module("textures"), Target::Msl(24), &options);
    for line in ["detail [[id(20)]];", "albedo [[id(0)]];", "albedo_sampler [[id(1)]];"] {
        assert!(text.contains(line), "{text}");
    }
}

glassbox_testing::asking!(clang: sets_become_argument_buffers);
