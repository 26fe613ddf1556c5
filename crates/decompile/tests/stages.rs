//! Tests the stages of mesh and ray tracing pipelines, and ray queries: what the modules in `tests/stages` become.

use std::path::PathBuf;

use glassbox_core::stage::Stage;
use glassbox_decompile::{Api, DepthRange, Options, Target, YAxis, decompile};
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::Extent;
use glassbox_testing::glslang;
use glassbox_testing::golden::golden;
use glassbox_testing::hlsl::{File, validate};
use glassbox_testing::metal;

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
        Stage::Vertex => "vert",
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

#[test]
fn stages_become_hlsl() {
    let mut texts = Vec::new();
    for (name, bytes) in modules() {
        golden(folder().join(format!("{name}.hlsl65.txt")), text(&bytes, Target::Hlsl(65)));
        let module = Module::read(&bytes).expect("it is a module");
        let source = decompile(&module, &Target::Hlsl(65), &Options::default()).expect("it is written");
        texts.push((name, profile(source.stage), source.text));
    }
    compile(&texts);
}

#[test]
fn payloads_state_who_reads_them() {
    let (name, minor) = ("nested_rgen", 7);
    let source = decompile(&module(name), &Target::Hlsl(67), &Options::default()).expect("it is written");
    golden(folder().join(format!("{name}.hlsl67.txt")), &source.text);
    let failures = validate(&[File { name, stage: "lib", model: 6, minor, text: &source.text }]);
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn ray_queries_become_metal() {
    let mut written = 0;
    for (name, bytes) in modules() {
        let module = Module::read(&bytes).expect("it is a module");
        let Ok(source) = decompile(&module, &Target::Msl(24), &Options::default()) else { continue };
        if !source.text.contains("intersection_query") {
            continue;
        }
        golden(folder().join(format!("{name}.msl24.txt")), &source.text);
        metal::check(&source.text).unwrap_or_else(|said| panic!("{name}: {said}\n{}", source.text));
        written += 1;
    }
    assert!(written >= 4, "{written} texts");
}

#[test]
fn task_and_mesh_shaders_become_metal() {
    let mut written = 0;
    // Those that Metal has and HLSL has not.
    let own = folder().with_file_name("meshes");
    let all = modules().into_iter().map(|module| (folder(), module));
    for (folder, (name, bytes)) in
        all.chain(modules_in(own.clone()).into_iter().map(|module| (own.clone(), module)))
    {
        if !["_task", "_mesh"].iter().any(|stage| name.trim_end_matches(".optimized").ends_with(stage)) {
            continue;
        }
        let module = Module::read(&bytes).expect("it is a module");
        let source = decompile(&module, &Target::Msl(30), &Options::default())
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        metal::check(&source.text).unwrap_or_else(|said| panic!("{name}: {said}\n{}", source.text));
        golden(folder.join(format!("{name}.msl30.txt")), &source.text);
        written += 1;
    }
    assert!(written >= 10, "{written} texts");
}

/// How DXC names shaders of a stage.
fn profile(stage: Stage) -> &'static str {
    match stage {
        Stage::Task => "as",
        Stage::Mesh => "ms",
        Stage::Vertex => "vs",
        Stage::Fragment => "ps",
        stage if stage.is_ray_tracing() => "lib",
        _ => "cs",
    }
}

/// Asks the compiler of HLSL about texts of shader model 6.5.
fn compile(texts: &[(String, &str, String)]) {
    let files = texts.iter().map(|(name, stage, text)| File { name, stage, model: 6, minor: 5, text });
    let failures = validate(&files.collect::<Vec<_>>());
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The module of this name.
fn module(name: &str) -> Module {
    let (_, bytes) = modules().into_iter().find(|module| module.0 == name).expect("it is there");
    Module::read(&bytes).expect("it is a module")
}

#[test]
fn positions_of_meshes_change_where_they_are_assigned() {
    let options =
        Options { y_axis: YAxis::Flip, depth_range: DepthRange::ToMinusOneToOne, ..Options::default() };
    for (target, ty, place) in [
        (Target::Glsl(460, Api::Vulkan), "vec4", "gl_MeshVerticesEXT[own].gl_Position"),
        (Target::Hlsl(65), "float4", "verts[own].position"),
        (Target::Msl(30), "float4", "vertices[own].gl_Position"),
    ] {
        let source = decompile(&module("outlines_mesh"), &target, &options).expect("it is written");
        let expected = format!(
            "    {ty} position = place;\n    position.y = -position.y;\n    \
             position.z = position.z * 2.0 - position.w;\n    {place} = position;\n"
        );
        assert!(source.text.contains(&expected), "{}", source.text);
        match target {
            Target::Hlsl(_) => compile(&[("outlines".to_owned(), "ms", source.text)]),
            Target::Msl(_) => metal::check(&source.text).expect("it is valid"),
            _ => drop(glslang::compile_for(&source.text, "mesh", "vulkan1.3").expect("it is valid")),
        }
    }
}

#[test]
fn components_of_positions_change_alone() {
    let options = Options { y_axis: YAxis::Flip, ..Options::default() };
    for (target, place) in [
        (Target::Glsl(460, Api::Vulkan), "gl_MeshVerticesEXT[own].gl_Position"),
        (Target::Hlsl(65), "verts[own].position"),
        (Target::Msl(30), "vertices[own].gl_Position"),
    ] {
        let source = decompile(&module("lanes_mesh"), &target, &options).expect("it is written");
        for assigned in [".x = ", ".y = -(", ".z = ", ".w = 1.0"] {
            assert!(source.text.contains(&format!("{place}{assigned}")), "{assigned}: {}", source.text);
        }
        match target {
            Target::Hlsl(_) => compile(&[("lanes".to_owned(), "ms", source.text)]),
            Target::Msl(_) => metal::check(&source.text).expect("it is valid"),
            _ => drop(glslang::compile_for(&source.text, "mesh", "vulkan1.3").expect("it is valid")),
        }
    }
}

/// What a target says instead of a text.
fn refused(name: &str, target: Target) -> String {
    let refusal = decompile(&module(name), &target, &Options::default()).expect_err("it is refused");
    refusal.to_string()
}

#[test]
fn targets_without_such_stages_say_so() {
    for (name, target, expected) in [
        ("blades_mesh", Target::Glsl(450, Api::OpenGl), "mesh shaders need GLSL 450 for Vulkan"),
        ("blades_task", Target::Glsl(440, Api::Vulkan), "task shaders need GLSL 450 for Vulkan"),
        ("room_rgen", Target::Glsl(450, Api::Vulkan), "ray generation shaders need GLSL 460 for Vulkan"),
        ("shadows", Target::Glsl(450, Api::Vulkan), "rays need GLSL 460 for Vulkan"),
        ("blades_mesh", Target::Essl(320), "mesh shaders need GLSL 450 for Vulkan"),
        ("blades_mesh", Target::Hlsl(64), "mesh shaders are written for shader model 6.5 and later"),
        ("sky_rmiss", Target::Hlsl(62), "miss shaders are written for shader model 6.3 and later"),
        ("shadows", Target::Hlsl(60), "shader model 6.0 has no scenes that rays are traced in; 6.5 has"),
        ("blades_mesh", Target::Wgsl, "WGSL has no mesh shaders"),
        ("lens_rcall", Target::Wgsl, "WGSL has no callable shaders"),
        ("shadows", Target::Wgsl, "a scene that rays are traced in cannot be written in WGSL"),
        ("leaves_rahit", Target::Sksl(300), "SkSL has no any-hit shaders; effects are fragment shaders"),
        ("blades_mesh", Target::Msl(24), "mesh shaders need MSL 3.0"),
        (
            "spheres_rint",
            Target::Msl(32),
            "MSL has no intersection shaders of ray tracing pipelines; trace with intersection queries",
        ),
        ("shadows", Target::Msl(23), "ray queries need MSL 2.4"),
    ] {
        assert_eq!(refused(name, target), expected, "{name} {target}");
    }
}

glassbox_testing::asking!(
    glslang: stages_become_glsl,
    positions_of_meshes_change_where_they_are_assigned
);
glassbox_testing::asking!(
    clang: ray_queries_become_metal,
    task_and_mesh_shaders_become_metal,
    positions_of_meshes_change_where_they_are_assigned
);
glassbox_testing::asking!(
    dxc: stages_become_hlsl,
    payloads_state_who_reads_them,
    positions_of_meshes_change_where_they_are_assigned
);
