//! Tests what MSL has in its own way: argument buffers, tessellation.

use std::path::PathBuf;

use glassbox_decompile::{
    ArgumentBuffers, DepthRange, Domain, Mapped, Options, Target, Tessellation, YAxis, decompile,
};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::metal;

use crate::texts::{all_modules, modules, modules_in};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/msl")
}

/// A line about a part of the interface.
fn map_line(mapped: &Mapped) -> String {
    let mut line = format!("{} {} {:?}", mapped.written, mapped.bound, mapped.kind);
    if mapped.stride > 0 {
        line.push_str(&format!(", {} bytes each", mapped.stride));
        for member in &mapped.members {
            let location = member.location.map_or(String::new(), |location| format!(" location {location}"));
            line.push_str(&format!(", {} at {}{location}", member.written, member.offset));
        }
    }
    line
}

/// The text and the map of a module, or what is said instead.
fn written(bytes: &[u8], target: Target, options: &Options) -> (String, Vec<String>) {
    let module = Module::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    match decompile(&module, &target, options) {
        Ok(source) => (source.text, source.map.iter().map(map_line).collect()),
        Err(refusal) => (format!("refused: {refusal}\n"), Vec::new()),
    }
}

#[test]
fn sets_become_argument_buffers() {
    let options = Options { argument_buffers: ArgumentBuffers::PerSet, ..Options::default() };
    let kept = ["buffers", "layouts", "stages", "textures", "uniforms", "writes"];
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

fn patches() -> Vec<(String, Vec<u8>)> {
    modules_in(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/patches"))
}

/// Options for a module: those of quads are called hills.
fn options_of(name: &str) -> Options {
    let is_quad = name.starts_with("hills");
    let domain = Some(if is_quad { Domain::Quads } else { Domain::Triangles });
    let control_points = name.ends_with("tese").then_some(4);
    Options {
        tessellation: Tessellation { domain, control_points, ..Tessellation::default() },
        ..Options::default()
    }
}

#[test]
fn tessellation_becomes_kernels_and_vertex_functions() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/patches");
    let own = modules().into_iter().filter(|(name, _)| name.starts_with("patches_"));
    let mut checked = 0;
    for (name, bytes) in patches().into_iter().chain(own) {
        let (text, map) = written(&bytes, Target::Msl(21), &options_of(&name));
        if !text.starts_with("refused") {
            metal::check(&text).unwrap_or_else(|said| panic!("{name}: {said}\n{text}"));
            checked += 1;
        }
        let map: String = map.iter().map(|line| format!("// {line}\n")).collect();
        golden(folder.join(format!("{name}.msl21.txt")), text + &map);
    }
    assert!(checked >= 12, "{checked} texts");
}

#[test]
fn what_metal_cannot_tessellate_is_refused() {
    let bytes_of = |name: &str| patches().into_iter().find(|module| module.0 == name).expect("it is there").1;
    let plain = Options::default();
    let given = |domain| {
        let tessellation = Tessellation { domain: Some(domain), ..Tessellation::default() };
        Options { tessellation, ..Options::default() }
    };
    for (name, options, expected) in [
        ("lines_tese", &plain, "Metal tessellates triangles and quads, no isolines"),
        ("dots_tese", &plain, "Metal tessellates triangles and quads, no points"),
        ("few_tesc", &given(Domain::Isolines), "Metal tessellates triangles and quads, no isolines"),
        (
            "few_tesc",
            &plain,
            "the module does not say whether its patches are triangles or quads, and MSL has other factors for each; \
             state the domain",
        ),
    ] {
        let (text, _) = written(&bytes_of(name), Target::Msl(24), options);
        assert_eq!(text, format!("refused: {expected}\n"), "{name}");
    }
    let (text, _) = written(&bytes_of("few_tese"), Target::Msl(24), &plain);
    assert!(text.contains("[[patch(triangle)]]\nvertex VertexOut main0("), "{text}");
}

#[test]
fn positions_of_tessellated_vertices_change_as_options_say() {
    let (_, bytes) = patches().into_iter().find(|module| module.0 == "few_tese").expect("it is there");
    let options = Options { y_axis: YAxis::Flip, depth_range: DepthRange::ToZeroToOne, ..Options::default() };
    let (text, _) = written(&bytes, Target::Msl(24), &options);
    let expected = "    out.position.y = -out.position.y;\n    \
                    out.position.z = (out.position.z + out.position.w) * 0.5;\n    return out;";
    assert!(text.contains(expected), "{text}");
}

glassbox_testing::asking!(clang: sets_become_argument_buffers, tessellation_becomes_kernels_and_vertex_functions);
