//! Compares pictures drawn with a pipeline's Vulkan package with those of its OpenGL and OpenGL ES
//! packages.
//!
//! `GLASSBOX_BPX_PACKS` names a folder with one folder per pipeline, which holds a file
//! `TARGET.bpx` per target; `.ci/packs` fills it with the pipelines of `crates/testing/pipelines`.
//! Only the packages are needed: data and state follow from their symbols.

use std::path::{Path, PathBuf};

use glassbox_device_testing::gl::context::Context;
use glassbox_device_testing::gl::draw::api;
use glassbox_device_testing::package::Pipeline;
use glassbox_device_testing::vulkan::gpu::Gpu;
use libtest_mimic::{Arguments, Failed, Trial};

/// Reference target.
const VULKAN: &str = "VK10";

/// Targets to compare: each way of stating bindings, and each language.
const TARGETS: [&str; 7] = ["GL33", "GL41", "GL42", "GL45", "ES30", "ES31", "ES32"];

fn main() {
    let arguments = Arguments::from_args();
    let Some(folder) = std::env::var_os("GLASSBOX_BPX_PACKS").map(PathBuf::from) else {
        let missing = || Err("set GLASSBOX_BPX_PACKS to the folder that .ci/packs fills".into());
        let trial = Trial::test("needs_packages", missing).with_ignored_flag(true);
        libtest_mimic::run(&arguments, vec![trial]).exit();
    };
    let mut pipelines: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the packages is there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join(format!("{VULKAN}.bpx")).is_file())
        .collect();
    pipelines.sort();
    let trials = pipelines.iter().flat_map(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let present = TARGETS.into_iter().filter(|target| folder.join(format!("{target}.bpx")).is_file());
        present.map(move |target| {
            let folder = folder.clone();
            let name = format!("needs_packages {name} {VULKAN} {target}");
            Trial::test(name, move || run(&folder, target)).with_ignored_flag(true)
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
    let gpu = Gpu::open();
    let expected = gpu.draw_package(&vulkan).map_err(|error| format!("{VULKAN}: {error}"))?;
    let api = api(other.target).ok_or("the target is not OpenGL")?;
    let context = Context::open(api)?;
    let drawn = context.draw_package(&other).map_err(|error| format!("{target}: {error}"))?;
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
