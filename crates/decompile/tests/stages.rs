//! Tests the stages of mesh and ray tracing pipelines, and ray queries: what the modules in `tests/stages` become.

use std::path::PathBuf;

use glassbox_core::stage::Stage;
use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::Extent;
use glassbox_testing::glslang;
use glassbox_testing::golden::golden;

use crate::texts::{modules_in, text};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stages")
}

/// The modules that glslang made of the sources beside them, and those that spirv-opt made of these.
fn modules() -> Vec<(String, Vec<u8>)> {
    modules_in(folder())
}

/// How glslang names files of a stage.
fn ending(stage: Stage) -> &'static str {
    match stage {
        Stage::Task => "task",
        Stage::Mesh => "mesh",
        Stage::Fragment => "frag",
        Stage::RayGeneration => "rgen",
        Stage::Intersection => "rint",
        Stage::AnyHit => "rahit",
        Stage::ClosestHit => "rchit",
        Stage::Miss => "rmiss",
        Stage::Callable => "rcall",
        _ => "comp",
    }
}

/// What programs see: places of resources, inputs and outputs, and sizes.
fn interface(bytes: &[u8]) -> String {
    let reflection = glassbox_spirv::reflect(bytes).expect("it is a module");
    let mut lines: Vec<String> = reflection
        .descriptors
        .iter()
        .map(|found| format!("set {:?} binding {:?} {:?}", found.set, found.binding, found.kind))
        .collect();
    for entry in &reflection.entry_points {
        let sizes = entry.local_size.iter().flatten().map(|size| match size {
            Extent::Fixed(size) => u64::from(*size),
            Extent::Constant(_, Some(size)) => *size,
            Extent::Constant(_, None) => 0,
        });
        lines.push(format!("model {} size {:?}", entry.model, sizes.collect::<Vec<_>>()));
        // Constants have other ids.
        let modes = entry.modes.iter().filter(|mode| mode.mode != execution_mode::LOCAL_SIZE_ID);
        lines.extend(modes.map(|mode| format!("mode {} {:?}", mode.mode, mode.operands)));
        let ports = [reflection.input_locations(entry), reflection.output_locations(entry)];
        lines.extend(ports.iter().flatten().map(|port| format!("{} {}", port.location, port.locations)));
    }
    lines.sort();
    lines.join("\n")
}

#[test]
fn stages_become_glsl() {
    let modules = modules();
    assert!(modules.len() >= 24, "{} modules", modules.len());
    for (name, bytes) in modules {
        let target = Target::Glsl(460, Api::Vulkan);
        golden(folder().join(format!("{name}.vulkan460.txt")), text(&bytes, target));
        let module = Module::read(&bytes).expect("it is a module");
        let source = decompile(&module, &target, &Options::default()).expect("it is written");
        let again = glslang::compile_for(&source.text, ending(source.stage), "vulkan1.3");
        let again = again.unwrap_or_else(|said| panic!("{name}: {said}\n{}", source.text));
        if again.is_empty() {
            continue;
        }
        let again: Vec<u8> = again.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(interface(&again), interface(&bytes), "{name}");
    }
}

glassbox_testing::asking!(glslang: stages_become_glsl);
