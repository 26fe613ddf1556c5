//! Pictures of packages: what the package for Vulkan draws beside what those of the same pipeline for OpenGL and OpenGL ES draw.
//!
//! `GLASSBOX_BPX_PACKS` names a folder with a folder for each pipeline, in it a file `TARGET.bpx` for each target; `.ci/packs`
//! fills it with the pipelines of `crates/testing/pipelines`. Nothing but the packages is needed: data and state
//! follow from their symbols. Without the folder, or without the drivers, this says so and passes.

use std::path::{Path, PathBuf};

use glassbox_bpx::raw::Target;
use glassbox_device_testing::gl::context::Context;
use glassbox_device_testing::gl::draw::api;
use glassbox_device_testing::package::Pipeline;
use glassbox_device_testing::vulkan::gpu::Gpu;
use libtest_mimic::{Arguments, Failed, Trial};

/// The target whose pictures the others are compared with.
const VULKAN: &str = "VK10";

/// The targets that are compared: each way to state bindings, and each language.
const TARGETS: [&str; 7] = ["GL33", "GL41", "GL42", "GL45", "ES30", "ES31", "ES32"];

fn main() {
    let arguments = Arguments::from_args();
    let required = std::env::var("GLASSBOX_GPU").is_ok_and(|value| value == "required");
    let Some(folder) = std::env::var_os("GLASSBOX_BPX_PACKS").map(PathBuf::from) else {
        eprintln!(
            "NOT TESTED: pictures of packages; GLASSBOX_BPX_PACKS names no folder with them (.ci/packs fills one)"
        );
        return;
    };
    if Gpu::open().is_none() {
        return;
    }
    match api(Target::GL33).map(Context::open) {
        Some(Ok(context)) => eprintln!("device: {}", context.name()),
        other => {
            let error = other.and_then(Result::err).unwrap_or_default();
            assert!(!required, "there is no OpenGL: {error}");
            eprintln!("NOT TESTED: packages on OpenGL ({error}); install libegl1 and libgl1-mesa-dri");
            return;
        }
    }
    let mut pipelines: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the packages is there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join(format!("{VULKAN}.bpx")).is_file())
        .collect();
    pipelines.sort();
    let trials = pipelines.iter().flat_map(|folder| {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let present = TARGETS
            .into_iter()
            .filter(|target| folder.join(format!("{target}.bpx")).is_file());
        present.map(move |target| {
            let folder = folder.clone();
            Trial::test(format!("{name} {VULKAN} {target}"), move || run(&folder, target))
        })
    });
    let trials: Vec<Trial> = trials.collect();
    assert!(!trials.is_empty(), "there is no package in {}", folder.display());
    libtest_mimic::run(&arguments, trials).exit();
}

fn pipeline(folder: &Path, target: &str) -> Result<Pipeline, String> {
    let bytes = std::fs::read(folder.join(format!("{target}.bpx"))).map_err(|error| error.to_string())?;
    Pipeline::of(&bytes).map_err(|error| format!("{target}: {error}"))
}

fn run(folder: &Path, target: &str) -> Result<(), Failed> {
    let (vulkan, other) = (pipeline(folder, VULKAN)?, pipeline(folder, target)?);
    let gpu = Gpu::open().ok_or("the device is gone")?;
    let expected = gpu
        .draw_package(&vulkan)
        .map_err(|error| format!("{VULKAN}: {error}"))?;
    let api = api(other.target).ok_or("the target is not OpenGL")?;
    let context = Context::open(api)?;
    let drawn = context
        .draw_package(&other)
        .map_err(|error| format!("{target}: {error}"))?;
    if expected.len() != drawn.len() {
        return Err("the packages have different render targets".into());
    }
    for (expected, drawn) in expected.iter().zip(&drawn) {
        if expected.colors(2) < 2 {
            return Err(format!("target {} shows nothing", expected.register).into());
        }
        if let Some(difference) = expected.difference(drawn) {
            return Err(difference.into());
        }
    }
    Ok(())
}
