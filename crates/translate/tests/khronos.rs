//! Geometry and tessellation shaders in every target that has the stage, each held against a reader of the target's language.
//!
//! glslang, which is built in for reading, reads GLSL of every version and HLSL back; `spirv-val` and the compilers of HLSL read
//! the rest where they are asked.
#![cfg(feature = "khronos")]

#[path = "khronos/support.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use glassbox_bpx::raw;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_testing::{hlsl, spirv};
use glassbox_translate::back::packs::{PACKS, Support, support};
use glassbox_translate::back::{ClipSpace, WriteOptions, Written, write};
use glassbox_translate::output::{GlslVersion, Output, Target};
use glassbox_translate::shader::{Shader, Stage};
use glslang::{Compiler, ShaderInput, ShaderMessage, ShaderSource, SourceLanguage, SpirvVersion};

const PROGRAMS: [&[&str]; 5] = [
    &["quads.geom"],
    &["wireframe.geom"],
    &["subdivide.geom"],
    &["displace.tesc", "displace.tese"],
    &["sheet.tesc", "sheet.tese"],
];

const DESKTOP: [u16; 8] = [330, 400, 410, 420, 430, 440, 450, 460];
const EMBEDDED: [u16; 3] = [300, 310, 320];

fn read(name: &str) -> Shader {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/khronos").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let stage = match name.rsplit('.').next() {
        Some("geom") => Stage::Geometry,
        Some("tesc") => Stage::TessellationControl,
        _ => Stage::TessellationEvaluation,
    };
    Shader {
        stage,
        entry: "main".to_owned(),
        words: support::compile(stage, &text).into(),
        combined: Arc::default(),
        explicit: Arc::default(),
    }
}

/// Every shader with the others of its program.
fn shaders() -> Vec<(&'static str, Shader, Vec<Shader>)> {
    let mut list = Vec::new();
    for program in PROGRAMS {
        for &name in program {
            let partners = program.iter().filter(|other| **other != name).map(|other| read(other));
            list.push((name, read(name), partners.collect()));
        }
    }
    list
}

fn written(
    shader: &Shader,
    partners: &[Shader],
    target: Target,
    clip: ClipSpace,
) -> Result<Written, ErrorList<Diagnostic>> {
    let options = WriteOptions {
        clip,
        pack: true,
        program: partners.iter().collect(),
        next: partners.iter().find(|partner| partner.stage > shader.stage),
    };
    write(shader, &support::slots(shader), target, &options)
}

/// The text, in the clip space that the source has.
fn text((name, shader, partners): &(&str, Shader, Vec<Shader>), target: Target) -> String {
    let clip = match target {
        Target::Glsl(_) => ClipSpace::OpenGl,
        _ => ClipSpace::WebGpu,
    };
    match written(shader, partners, target, clip) {
        Ok(Written { output: Output::Text(text), .. }) => text,
        other => panic!("{name}: {target:?}: {other:?}"),
    }
}

/// The words that glslang makes of a text for OpenGL or Direct3D.
fn read_back(text: &str, stage: Stage, language: SourceLanguage) -> Result<Vec<u32>, String> {
    let stage = match stage {
        Stage::Geometry => glslang::ShaderStage::Geometry,
        Stage::TessellationControl => glslang::ShaderStage::TesselationControl,
        _ => glslang::ShaderStage::TesselationEvaluation,
    };
    let source = ShaderSource::from(text);
    let hlsl = language == SourceLanguage::HLSL;
    let target = if hlsl {
        glslang::Target::Vulkan {
            version: glslang::VulkanVersion::Vulkan1_0,
            spirv_version: SpirvVersion::SPIRV1_0,
        }
    } else {
        // Older texts state no bindings, which SPIR-V has to have; they are only read.
        glslang::Target::OpenGL {
            version: glslang::OpenGlVersion::OpenGL4_5,
            spirv_version: (text.starts_with("#version 4")
                && !text.starts_with("#version 40")
                && !text.starts_with("#version 41"))
            .then_some(SpirvVersion::SPIRV1_0),
        }
    };
    let options = glslang::CompilerOptions {
        source_language: language,
        target: target.clone(),
        version_profile: None,
        messages: if hlsl { ShaderMessage::READ_HLSL } else { ShaderMessage::DEFAULT },
    };
    let compiler = Compiler::acquire().unwrap();
    let none: Option<&[(&str, Option<&str>)]> = None;
    let input = ShaderInput::new(&source, stage, &options, none, None).map_err(|error| error.to_string())?;
    let mut builder = glslang::Shader::new(compiler, input);
    if hlsl {
        builder.entry_point("main");
    }
    let shader = builder.parse().map_err(|error| error.to_string())?;
    match target {
        glslang::Target::OpenGL { spirv_version: None, .. } => Ok(Vec::new()),
        _ => shader.compile().map_err(|error| error.to_string()),
    }
}

/// Locations of one side of an interface, with components, columns and kinds.
fn locations(words: &[u32], class: u32) -> BTreeMap<u32, String> {
    let reflection = support::reflect(words);
    let entry = &reflection.entry_points[0];
    let list = match class {
        storage::INPUT => reflection.input_locations(entry),
        _ => reflection.output_locations(entry),
    };
    list.iter()
        .map(|one| {
            let array = one.array.and_then(|length| length.default_value());
            let facts = format!("{:?} {} {} {array:?}", one.class, one.components, one.columns);
            (one.location, facts)
        })
        .collect()
}

/// Offsets of the members of every uniform or push-constant block, by the name of the member.
fn members(words: &[u32]) -> BTreeMap<String, u32> {
    let reflection = support::reflect(words);
    reflection
        .variables
        .iter()
        .filter(|variable| [storage::UNIFORM, storage::PUSH_CONSTANT].contains(&variable.class))
        .flat_map(|variable| reflection.members(variable.ty))
        .map(|member| (member.name.clone().unwrap(), member.offset.unwrap()))
        .collect()
}

fn assert_same_interface(name: &str, shader: &Shader, words: &[u32]) {
    for class in [storage::INPUT, storage::OUTPUT] {
        assert_eq!(locations(&shader.words, class), locations(words, class), "{name}, class {class}");
    }
    assert_eq!(members(&shader.words), members(words), "{name}");
}

#[test]
fn glsl_of_every_version_is_read_back_with_the_same_interface() {
    let mut count = 0;
    for shader in shaders() {
        let (name, source, _) = &shader;
        let desktop = DESKTOP.map(GlslVersion::Core);
        for version in desktop.into_iter().chain(EMBEDDED.map(GlslVersion::Es)) {
            let result = written(source, &[], Target::Glsl(version), ClipSpace::OpenGl);
            let has = match (source.stage, version) {
                // `invocations` came with version 400.
                (_, GlslVersion::Core(version)) if name == &"subdivide.geom" => version >= 400,
                (Stage::Geometry, GlslVersion::Core(_)) => true,
                // GLSL ES has no `noperspective`.
                (_, GlslVersion::Es(_)) if name == &"wireframe.geom" => false,
                (_, GlslVersion::Core(version)) => version >= 400,
                (_, GlslVersion::Es(version)) => version >= 320,
            };
            assert_eq!(result.is_ok(), has, "{name}: {version}: {:?}", result.err());
            if !has {
                continue;
            }
            let text = text(&shader, Target::Glsl(version));
            assert!(text.starts_with(&format!("#version {version}\n")), "{name}: {text}");
            let words = read_back(&text, source.stage, SourceLanguage::GLSL)
                .unwrap_or_else(|said| panic!("{name}: {version}: {said}\n{text}"));
            if !words.is_empty() {
                assert_same_interface(&format!("{name}: {version}"), source, &words);
            }
            count += 1;
        }
    }
    assert_eq!(count, 3 * 9 + 4 * 8 - 2);
}

glassbox_testing::asking!(fxc: hlsl_is_accepted);
glassbox_testing::asking!(dxc: hlsl_is_accepted);
glassbox_testing::asking!(
    spirv_val: modules_have_the_same_interface,
    push_constants_are_root_constants
);

/// glslang reads it back; the compilers of Direct3D compile it where they are asked.
#[test]
fn hlsl_is_accepted() {
    let mut files = Vec::new();
    for shader in shaders() {
        for model in [5, 6] {
            let text = text(&shader, Target::Hlsl(model, 0));
            let (name, source, _) = &shader;
            read_back(&text, source.stage, SourceLanguage::HLSL)
                .unwrap_or_else(|said| panic!("{name}: {said}\n{text}"));
            let stage = match source.stage {
                Stage::Geometry => "gs",
                Stage::TessellationControl => "hs",
                _ => "ds",
            };
            files.push((format!("{name} {model}.0"), stage, model, text));
        }
    }
    let list: Vec<hlsl::File<'_>> = files
        .iter()
        .map(|(name, stage, model, text)| hlsl::File { name, stage, model: *model, minor: 0, text })
        .collect();
    let failures = hlsl::validate(&list);
    let said: Vec<String> = failures
        .iter()
        .map(|(name, said)| {
            let file = files.iter().find(|(known, ..)| known == name);
            format!("{name}: {said}\n{}", file.map_or("", |(.., text)| text))
        })
        .collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn modules_have_the_same_interface() {
    for (name, shader, partners) in shaders() {
        for (version, environment) in [((1, 0), "vulkan1.0"), ((1, 3), "vulkan1.1"), ((1, 5), "vulkan1.2")] {
            let target = Target::Spirv(version.0, version.1);
            // From OpenGL's clip space, so that the conversion is among what is checked.
            let words = match written(&shader, &partners, target, ClipSpace::OpenGl) {
                Ok(Written { output: Output::Words(words), .. }) => words,
                other => panic!("{name}: {version:?}: {other:?}"),
            };
            assert_eq!(words[1], u32::from(version.0) << 16 | u32::from(version.1) << 8);
            assert_same_interface(name, &shader, &words);
            sets_are_by_class(name, &words);
            spirv::validate_for(&words, environment)
                .unwrap_or_else(|said| panic!("{name} for {environment}: {said}"));
        }
    }
}

/// Constant buffers in set 0, textures in set 1, samplers in set 2, root constants in none.
fn sets_are_by_class(name: &str, words: &[u32]) {
    use glassbox_spirv::reflect::DescriptorKind;
    for descriptor in &support::reflect(words).descriptors {
        let set = match descriptor.kind {
            DescriptorKind::UniformBuffer => 0,
            DescriptorKind::SampledImage => 1,
            _ => 2,
        };
        assert_eq!(descriptor.set, Some(set), "{name}");
        assert!(set != 0 || descriptor.binding != Some(0), "{name}: root constants are a buffer");
    }
}

#[test]
fn the_same_shader_gives_the_same_payload() {
    for shader in shaders() {
        for target in [Target::Glsl(GlslVersion::Core(460)), Target::Hlsl(5, 0)] {
            assert_eq!(text(&shader, target), text(&shader, target), "{}", shader.0);
        }
    }
}

#[test]
fn resources_have_their_names_and_registers() {
    let list = shaders();
    let find = |name: &str| list.iter().find(|(one, ..)| *one == name).unwrap();
    let with = |name: &str, target| text(find(name), target);
    let has = |text: &str, part: &str| assert!(text.contains(part), "{part:?} is not in\n{text}");

    let plain = with("displace.tese", Target::Glsl(GlslVersion::Core(400)));
    has(&plain, "layout(std140) uniform Camera {");
    has(&plain, "uniform sampler2D height;");
    has(&plain, "in vec3 varying2_domain[");
    let bound = with("displace.tese", Target::Glsl(GlslVersion::Core(420)));
    has(&bound, "layout(binding = 1, std140) uniform Camera {");
    has(&bound, "layout(binding = 0) uniform sampler2D height;");
    has(&with("wireframe.geom", Target::Glsl(GlslVersion::Core(330))), "uniform __Root {");

    let hlsl = with("displace.tese", Target::Hlsl(5, 0));
    has(&hlsl, "cbuffer Camera : register(b1)");
    has(&hlsl, "Texture2D<float4> height : register(t0);");
    has(&hlsl, "SamplerState height_sampler : register(s0);");
    has(&hlsl, "[domain(\"tri\")]");
    let hull = with("displace.tesc", Target::Hlsl(5, 0));
    has(&hull, "[partitioning(\"fractional_odd\")]");
    has(&hull, "[outputtopology(\"triangle_ccw\")]");
    has(&hull, "[outputcontrolpoints(3)]");
    has(&with("wireframe.geom", Target::Hlsl(5, 0)), "cbuffer __Root : register(b0)");
    has(&with("subdivide.geom", Target::Hlsl(5, 0)), "[instance(2)]");
}

/// Modules for Vulkan have push constants where OpenGL's sources have loose uniforms; both are root constants.
#[test]
fn push_constants_are_root_constants() {
    let source = "#version 450
layout(points) in;
layout(points, max_vertices = 1) out;
layout(push_constant) uniform Push { vec4 place; float size; };
layout(set = 0, binding = 1) uniform Camera { vec4 offset; float scale; };
float scaled(float by) { return size * by; }
void main() { gl_Position = place * scaled(scale) + offset; EmitVertex(); }";
    let shader = Shader {
        stage: Stage::Geometry,
        words: support::compile(Stage::Geometry, source).into(),
        ..shaders().swap_remove(0).1
    };
    let output = |target| match written(&shader, &[], target, ClipSpace::Vulkan) {
        Ok(written) => written,
        Err(findings) => panic!("{findings:?}"),
    };
    for (target, part) in [
        (Target::Glsl(GlslVersion::Core(330)), "uniform __Root {"),
        (Target::Glsl(GlslVersion::Core(450)), "layout(binding = 0, std140) uniform __Root {"),
        (Target::Hlsl(5, 0), "cbuffer __Root : register(b0)"),
    ] {
        let written = output(target);
        let text = written.output.text().unwrap();
        assert!(text.contains(part), "{part:?} is not in\n{text}");
        let members = &written.names.resources.iter().find(|one| one.symbol == "__Root").unwrap().members;
        let offsets: Vec<u32> = members.iter().map(|member| member.offset).collect();
        assert_eq!(offsets, [0, 16]);
    }
    let Output::Words(words) = output(Target::Spirv(1, 0)).output else {
        panic!("there are no words");
    };
    let reflection = support::reflect(&words);
    assert_eq!(reflection.push_constants().count(), 1);
    assert_eq!(reflection.descriptors.len(), 1);
    assert_eq!(spirv::validate_for(&words, "vulkan1.0"), Ok(()));
}

#[test]
fn positions_are_converted_in_the_last_stage_before_rasterization() {
    let list = shaders();
    let (name, shader, _) = list.iter().find(|(name, ..)| *name == "subdivide.geom").unwrap();
    let shown = |target, clip| match written(shader, &[], target, clip).unwrap().output {
        Output::Text(text) => text,
        Output::Words(words) => format!("{:?}", words.len()),
    };
    let target = Target::Glsl(GlslVersion::Core(450));
    let (same, other) = (shown(target, ClipSpace::OpenGl), shown(target, ClipSpace::Vulkan));
    assert!(!same.contains("-gl_Position"), "{name}: {same}");
    let emit = other.find("EmitVertex();").unwrap();
    let before = &other[..emit];
    assert!(before.contains("2.0"), "{other}");
    assert_ne!(same, other);
    // Of two stages the second moves the position, so the first leaves it alone.
    let (_, control, partners) = list.iter().find(|(name, ..)| *name == "sheet.tesc").unwrap();
    for clip in [ClipSpace::OpenGl, ClipSpace::Vulkan] {
        let Ok(Written { output, .. }) = written(control, partners, target, clip) else {
            panic!("sheet.tesc");
        };
        assert_eq!(Some(text(&list[5], target).as_str()), output.text());
    }
}

#[test]
fn outputs_that_the_fragment_shader_leaves_are_left_out_of_hlsl() {
    let (_, shader, _) = shaders().swap_remove(0);
    let text = "#version 450\nlayout(location = 2) in vec2 corner;\nlayout(location = 0) out vec4 color;\nvoid main() { color = corner.xyxy; }\n";
    let fragment = Shader {
        stage: Stage::Fragment,
        words: support::compile(Stage::Fragment, text).into(),
        ..shader.clone()
    };
    let written = written(&shader, &[fragment], Target::Hlsl(5, 0), ClipSpace::WebGpu).unwrap();
    let text = written.output.text().unwrap();
    assert!(text.contains(": TEXCOORD2;") && !text.contains(": TEXCOORD1;"), "{text}");
    assert_eq!(written.names.outputs.len(), 2);
    read_back(text, Stage::Geometry, SourceLanguage::HLSL).unwrap();
}

/// Platforms of a row: names, and `A … B` for all from one to the other.
fn platforms(cell: &str) -> Vec<raw::Target> {
    let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
    let place = |name: &str| PACKS.iter().position(|(known, _)| known.name() == Some(name)).unwrap();
    match (cell.contains('…'), names.as_slice()) {
        (true, [first, last]) => PACKS[place(first)..=place(last)].iter().map(|(known, _)| *known).collect(),
        _ => names.iter().map(|name| PACKS[place(name)].0).collect(),
    }
}

/// The page has a row for every platform, and says of each stage whether it is there.
#[test]
fn the_page_says_what_is_written() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bpx/khronos.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut seen = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, targets, geometry, tessellation, _] = cells[..] else {
            panic!("{row}");
        };
        for platform in platforms(targets) {
            let target = Target::of_pack(platform).unwrap();
            for (cell, stages) in [
                (geometry, &[Stage::Geometry][..]),
                (tessellation, &[Stage::TessellationControl, Stage::TessellationEvaluation]),
            ] {
                for &stage in stages {
                    let has = !matches!(support(target, stage), Support::Refused(_));
                    // `the same` is what the cell beside it says.
                    let cell = if cell == "the same" { geometry } else { cell };
                    assert_eq!(cell.starts_with("yes"), has, "{platform} {stage}: {row}");
                }
            }
            seen.push(platform);
        }
    }
    assert_eq!(seen.len(), PACKS.len(), "{seen:?}");
}
