//! Converts packages with geometry and tessellation stages: to other targets with their symbols, to languages with
//! their names.

use std::path::Path;

use glassbox::core::limits::Limits;
use glassbox::{ConversionOptions, Converted, NameMap, conversion};
use glassbox_bpx::check::check_bytes;
use glassbox_bpx::file::Numbering;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::{Stage, Target};
use glassbox_bpx::read::open;
use glassbox_bpx_build::build::build;
use glassbox_bpx_build::sources::Files;
use glassbox_core::name_map::Place;
use glassbox_core::reader::Window;
use glassbox_testing::{glslang, spirv};

/// The pipelines with such stages; the first one is of modules.
const PIPELINES: [&str; 5] = ["spirv-relief", "displaced", "shrink", "terrain", "two-views"];

/// Targets whose code is read back; that of the first one are modules.
const SOURCES: [&str; 4] = ["VK10", "GL33", "GL46", "ES32"];

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// The package of a pipeline for a target; `None` if the target lacks a stage.
fn package(pipeline: &str, target: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testing/pipelines");
    let path = folder.join(pipeline).join("pipeline.toml");
    let text = std::fs::read_to_string(&path).expect("there is a project file");
    let project = text.replace("\"all\"", &format!("\"{target}\""));
    let built = build(&path.to_string_lossy(), &project, &Disk);
    Some(built.programs.into_iter().next()?.bytes)
}

fn convert(to: &str, bytes: &[u8], options: &ConversionOptions) -> Converted {
    let conversion = conversion("bpx", to).expect("the conversion is there");
    conversion.run(bytes, options, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Symbols with the assembly, and the code by stage.
type Contents = (String, Target, Vec<(Stage, Vec<u8>)>);

fn read(bytes: &[u8]) -> Contents {
    let limits = Limits::default();
    let file = open(Window::whole(bytes), &limits, Numbering::Released).expect("it is a package");
    let pack = Pack::of(&file, limits.nodes).expect("the package can be read whole");
    let symbols = format!("{:?} {}", pack.symbols, pack.assembly);
    let shaders = pack.shaders.iter();
    let shaders = shaders.map(|shader| (shader.stage, shader.code.to_vec()));
    (symbols, pack.target, shaders.collect())
}

fn words(code: &[u8]) -> Vec<u32> {
    let chunks = code.as_chunks::<4>().0.iter();
    chunks.map(|chunk| u32::from_le_bytes(*chunk)).collect()
}

/// Objections of the target's checker to the code.
fn accepted(target: &str, shaders: &[(Stage, Vec<u8>)]) -> Result<(), String> {
    if target.starts_with("VK") {
        let mut words = shaders.iter().map(|(_, code)| words(code));
        return words.try_for_each(|words| spirv::validate_for(&words, "vulkan1.0"));
    }
    if target.starts_with("DX") {
        return Ok(());
    }
    let endings = ["vert", "tesc", "tese", "geom", "frag"];
    let texts: Vec<(&str, String)> = shaders
        .iter()
        .map(|(stage, code)| {
            let number = Stage::ALL.iter().position(|known| known == stage);
            let ending = endings[number.expect("it is a stage")];
            (ending, String::from_utf8(code.clone()).expect("it is text"))
        })
        .collect();
    glslang::link(&texts)
}

glassbox_testing::asking!(
    spirv_val: packages_for_other_targets_keep_their_symbols,
    names_survive_in_every_language
);
glassbox_testing::asking!(glslang: packages_for_other_targets_keep_their_symbols);

#[test]
fn packages_for_other_targets_keep_their_symbols() {
    let mut converted = 0;
    for pipeline in PIPELINES {
        for from in SOURCES {
            let Some(bytes) = package(pipeline, from) else {
                assert_eq!(from, "GL33", "{pipeline} is not built");
                continue;
            };
            let (symbols, ..) = read(&bytes);
            for to in ["VK10", "GL41", "GL46", "ES32", "DX11", "DX12"] {
                let options =
                    ConversionOptions { target: Some(to.to_owned()), ..ConversionOptions::default() };
                let result = convert("bpxs", &bytes, &options);
                let case = format!("{pipeline} {from} to {to}");
                assert!(check_bytes(&result.bytes, &Limits::default()).items().is_empty(), "{case}");
                let (after, target, shaders) = read(&result.bytes);
                assert_eq!(symbols, after, "{case}");
                assert_eq!(target.name(), Some(to));
                if let Err(said) = accepted(to, &shaders) {
                    let texts = shaders.iter().map(|(_, code)| String::from_utf8_lossy(code));
                    panic!("{case}: {said}\n{}", texts.collect::<Vec<_>>().join("\n"));
                }
                converted += 1;
            }
        }
    }
    assert_eq!(converted, (5 * 3 + 2) * 6);
}

/// Place of root constants in maps.
const ROOT: Place = Place { set: 3, binding: 0 };

/// Symbol and members with offsets: the part of the map that must survive.
fn resources(converted: &Converted) -> Vec<String> {
    let Some(NameMap::Shader(names)) = &converted.map else {
        panic!("there is no map");
    };
    let lines = names.resources.iter().map(|resource| {
        let members = resource.members.iter().map(|member| format!(" {}@{}", member.name, member.offset));
        // Root constants are called as their block or as packages call them.
        let symbol = if resource.place == ROOT { "__Root" } else { &resource.symbol };
        format!("{symbol}{}", members.collect::<String>())
    });
    lines.collect()
}

#[test]
fn names_survive_in_every_language() {
    for (pipeline, stage, expected) in [
        ("spirv-relief", "hull", &["__Root levels@0"][..]),
        ("spirv-relief", "domain", &["heights", "heights_sampler"]),
        ("displaced", "hull", &["__Root levels@0"]),
        ("displaced", "domain", &["heights", "heights_sampler"]),
        ("displaced", "geometry", &[]),
        ("shrink", "geometry", &["__Root amount@0"]),
        ("terrain", "domain", &["Hills waves@0 height@32"]),
        ("two-views", "geometry", &["Views views@0"]),
    ] {
        if !PIPELINES.contains(&pipeline) {
            continue;
        }
        for from in ["VK10", "GL46"] {
            let bytes = package(pipeline, from).expect("it is built");
            for to in ["glsl", "hlsl", "spirv"] {
                let options =
                    ConversionOptions { entry: Some(stage.to_owned()), ..ConversionOptions::default() };
                let result = convert(to, &bytes, &options);
                assert_eq!(resources(&result), expected, "{pipeline} {stage} {from} {to}");
                if to == "spirv" {
                    spirv::validate_for(&words(&result.bytes), "vulkan1.0")
                        .unwrap_or_else(|said| panic!("{said}"));
                    continue;
                }
                let text = String::from_utf8(result.bytes).expect("it is text");
                for name in expected.iter().flat_map(|line| line.split([' ', '@'])) {
                    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
                    // OpenGL has no separate samplers, and root constants may have another name.
                    let is_absent = to == "glsl" && name.ends_with("_sampler") || name == "__Root";
                    assert!(is_number || is_absent || text.contains(name), "{name} is not in\n{text}");
                }
            }
        }
    }
}
