//! Modules compute what those of naga's writer do: every program of `tests/programs`, on one driver with the same inputs.
//!
//! `cargo test -p glassbox-lower-wgsl --features gpu --test same -- --ignored`; it needs a Vulkan device and glslangValidator, which compiles the vertex
//! stages in front of fragments. With `GLASSBOX_PROGRAM` a single program is run.

#[allow(dead_code)]
mod support;

use std::collections::BTreeMap;
use std::process::Command;

use glassbox_core::stage::Stage;
use glassbox_device_testing::apart::glslang;
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::compare::{Part, difference, shows};
use glassbox_device_testing::module::resources::{Originals, Source};
use glassbox_device_testing::module::stages::vertex_for;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_device_testing::vulkan::module::Run;
use naga::back::{pipeline_constants, spv};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};

use support::{lowered, texts};

/// Programs that are not run, and why.
const NOT_RUN: [(&str, &str); 5] = [
    ("blending", "llvmpipe has fewer push constants"),
    ("cooperative", "llvmpipe has no such matrices"),
    ("meshes", "llvmpipe has no mesh stages"),
    ("queries", "llvmpipe traces no rays"),
    ("tracing", "llvmpipe traces no rays"),
];

/// What the peer is given instead of parts of programs at which it stops: the same without pointers to parts of variables, and blocks
/// loaded as a whole.
const CHANGED: [(&str, &[(&str, &str)]); 2] = [
    (
        "matrices",
        &[
            (
                "    let i = frame.index",
                "    let all = frame;\n    let alone = lone;\n    let i = frame.index",
            ),
            ("frame.", "all."),
            ("lone * ", "alone * "),
            ("lone[i]", "alone[i]"),
            ("(lone)", "(alone)"),
        ],
    ),
    (
        "memory",
        &[
            (
                "(*p).list[i] = bump(&(*p).sum, i);",
                "var sum = (*p).sum; (*p).list[i] = bump(&sum, i); (*p).sum = sum;",
            ),
            (
                "let was = bump(&spare[index % 3u], same);",
                "var part = spare[index % 3u]; let was = bump(&part, same); spare[index % 3u] = part;",
            ),
            ("turn(&state[index % 4u]);", "state[index % 4u] = state[index % 4u] * 3u + 1u;"),
        ],
    ),
];

/// What begins the line of a process that compared an entry point.
const SAME: &str = "same ";

/// The words of naga's writer for an entry point.
fn peer(text: &str, stage: naga::ShaderStage, entry: &str) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.to_string())?;
    let (flags, capabilities) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    let mut validator = naga::valid::Validator::new(flags, capabilities);
    let info = validator.validate(&module).map_err(|error| error.to_string())?;
    let constants = naga::back::PipelineConstants::default();
    let (module, info) =
        pipeline_constants::process_overrides(&module, &info, Some((stage, entry)), &constants)
            .map_err(|error| error.to_string())?;
    let unchecked = BoundsCheckPolicy::Unchecked;
    let options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
        bounds_check_policies: BoundsCheckPolicies {
            index: unchecked,
            buffer: unchecked,
            image_load: unchecked,
            binding_array: unchecked,
        },
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: stage, entry_point: entry.to_owned() };
    spv::write_vec(&module, &info, &options, Some(&pipeline)).map_err(|error| error.to_string())
}

const fn naga_stage(stage: Stage) -> Option<naga::ShaderStage> {
    match stage {
        Stage::Vertex => Some(naga::ShaderStage::Vertex),
        Stage::Fragment => Some(naga::ShaderStage::Fragment),
        Stage::Compute => Some(naga::ShaderStage::Compute),
        _ => None,
    }
}

/// What both modules of an entry point show.
fn runs(gpu: &Gpu, own: Vec<u32>, other: Vec<u32>, entry: &str) -> Result<[Vec<Part>; 2], String> {
    let own = Subject::of(own, Some(entry))?;
    let other = Subject::of(other, Some(entry))?;
    let originals = Originals::of(&own, Vec::new())?;
    let targets = if own.stage == Stage::Fragment { own.outputs()? } else { BTreeMap::new() };
    let vertex = match own.stage {
        Stage::Fragment => Some(glslang(&vertex_for(&[&own], true, 0)?, "vert", &[])?),
        _ => None,
    };
    let run = |subject: &Subject| {
        let given = originals
            .given(subject, |one| Some(Source::Resource([one.set.unwrap_or(0), one.binding.unwrap_or(0)])))?;
        gpu.run_module(&Run {
            subject,
            given: &given,
            vertex: vertex.as_deref(),
            front: None,
            targets: &targets,
            nudge: 0,
        })
    };
    Ok([run(&own)?, run(&other)?])
}

/// Compares the entry points of a program. Where the peer stops at a part, it is given another one of the same meaning.
fn compare(name: &str, text: &str) {
    let gpu = Gpu::open_whole();
    let mut given = text.to_owned();
    let changed = CHANGED.iter().filter(|(other, _)| *other == name).flat_map(|(_, parts)| *parts);
    for (part, other) in changed {
        assert!(given.contains(part), "{name}: no {part:?}");
        given = given.replace(part, other);
    }
    for entry in lowered(name, text).entry_points {
        let stage = naga_stage(entry.stage).expect("the stage is run");
        let other =
            peer(&given, stage, &entry.name).unwrap_or_else(|error| panic!("{name} {}: {error}", entry.name));
        let own = entry.module.words().expect("no instruction is too long");
        let [own, other] = runs(&gpu, own, other, &entry.name)
            .unwrap_or_else(|error| panic!("{name} {}: {error}", entry.name));
        assert!(shows(&own), "{name} {} shows nothing", entry.name);
        if let Some(difference) = difference(&own, &other) {
            panic!("{name} {}: {difference}", entry.name);
        }
        println!("{SAME}{}", entry.name);
    }
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers) and glslangValidator (Debian: glslang-tools)"]
fn needs_vulkan_programs_compute_what_those_of_naga_do() {
    let wanted = std::env::var("GLASSBOX_PROGRAM").ok();
    let programs = texts("programs");
    if let Some(name) = wanted {
        let (name, text) = programs.iter().find(|(other, _)| *other == name).expect("the program is there");
        return compare(name, text);
    }
    let mut failures = Vec::new();
    for (name, _) in &programs {
        if NOT_RUN.iter().any(|(other, _)| other == name) {
            continue;
        }
        // A driver may crash, and then the others are still compared.
        let output = Command::new(std::env::current_exe().expect("it has a path"))
            .args(["--ignored", "--nocapture"])
            .env("GLASSBOX_PROGRAM", name)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !said.contains(SAME) {
            let said = String::from_utf8_lossy(&output.stderr);
            let line = said.lines().find(|line| line.starts_with(name.as_str())).unwrap_or("it crashed");
            failures.push(format!("{name}: {line}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
