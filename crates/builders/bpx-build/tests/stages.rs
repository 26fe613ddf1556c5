//! Programs with geometry and tessellation stages in every target, each held against a reader of the target's language.
//!
//! `tests/code/stages/PROGRAM.STAGE.spvasm` are the modules, which glslang made of the sources beside them. A line
//! `// refuse GL33 DECOMPILE-08` of a source says that a target that has the stage cannot hold it, and the rule that says so. The files
//! `golden/PROGRAM.DX11` are the texts of all stages of a program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glassbox_bpx_build::code::{ClipSpace, Language, PLATFORMS, WriteOptions, Written, has_stage, own_slots};
use glassbox_bpx_build::shader::{Shader, Stage};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_decompile::{Api, Target};
use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::DescriptorKind;
use glassbox_testing::golden::golden;
use glassbox_testing::{glslang, hlsl, spirv};

use crate::support::shaders::{named, of_module, words, write};

const STAGES: [Stage; 5] = [
    Stage::Vertex,
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Fragment,
];

const PROGRAMS: [&str; 7] = ["displace", "layers", "quads", "relay", "sheet", "subdivide", "wireframe"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code/stages")
}

fn source(program: &str, stage: Stage) -> String {
    std::fs::read_to_string(folder().join(format!("{program}.{}", named(stage)))).unwrap()
}

/// The stages of a program.
fn program(name: &str) -> Vec<Shader> {
    let shader = |stage| {
        let path = folder().join(format!("{name}.{}.spvasm", named(stage)));
        let text = std::fs::read_to_string(&path).ok()?;
        Some(of_module(&text))
    };
    STAGES.into_iter().filter_map(shader).collect()
}

fn written(
    shader: &Shader,
    program: &[Shader],
    target: Language,
    clip: ClipSpace,
) -> Result<Written, ErrorList<Diagnostic>> {
    let options = WriteOptions {
        clip,
        program: program.iter().collect(),
        next: program.iter().find(|other| other.stage > shader.stage),
    };
    write(shader, &own_slots(shader), target, &options, true)
}

fn text(shader: &Shader, program: &[Shader], target: Language) -> String {
    match written(shader, program, target, ClipSpace::Vulkan) {
        Ok(written) if written.is_text => written.text().unwrap().to_owned(),
        other => panic!("{}: {target:?}: {other:?}", shader.stage),
    }
}

/// One stage of a program, out of all.
fn text_of(name: &str, stage: Stage, target: Language) -> String {
    let program = program(name);
    let shader = program.iter().find(|shader| shader.stage == stage).unwrap();
    text(shader, &program, target)
}

const DX11: Language = Language::Text(Target::Hlsl(50));

fn glsl(version: u16) -> Language {
    Language::Text(Target::Glsl(version, Api::OpenGl))
}

glassbox_testing::asking!(spirv_val: every_program_for_every_target, push_constants_are_root_constants);
glassbox_testing::asking!(glslang: every_program_for_every_target);
glassbox_testing::asking!(fxc: every_program_for_every_target);
glassbox_testing::asking!(dxc: every_program_for_every_target);

#[test]
fn every_program_for_every_target() {
    let mut failures = Vec::new();
    let mut count = 0;
    let mut files = Vec::new();
    for name in PROGRAMS {
        let program = program(name);
        for (platform, target) in PLATFORMS {
            let mut linked = Vec::new();
            for shader in &program {
                let stage = shader.stage;
                let cell = format!("{name} {platform} {stage}");
                let stated = format!("// refuse {platform} ");
                let source = source(name, stage);
                let stated = source.lines().find_map(|line| line.strip_prefix(&stated));
                let expected = if has_stage(target, stage) { stated } else { Some("TRANSLATE-31") };
                let written = match (written(shader, &program, target, ClipSpace::Vulkan), expected) {
                    (Ok(_), Some(rule)) => {
                        failures.push(format!("{cell}: written, but {rule} was expected"));
                        continue;
                    }
                    (Err(found), Some(rule)) if found[0].rule.id == rule => continue,
                    (Err(found), _) => {
                        failures.push(format!("{cell}: {} {}", found[0].rule.id, found[0].message));
                        continue;
                    }
                    (Ok(written), None) => written,
                };
                count += 1;
                let text = || written.text().unwrap().to_owned();
                match target {
                    Language::Spirv(minor) => {
                        let environment = match minor {
                            0 => "vulkan1.0",
                            3 => "vulkan1.1",
                            _ => "vulkan1.2",
                        };
                        if let Err(said) = spirv::validate_for(&words(&written), environment) {
                            failures.push(format!("{cell}: {said}"));
                        }
                    }
                    Language::Text(Target::Hlsl(version)) => {
                        files.push((cell, stage, (version / 10) as u8, text()));
                    }
                    Language::Text(Target::Glsl(..) | Target::Essl(_)) => linked.push((named(stage), text())),
                    Language::Text(_) => {}
                }
            }
            // glslang links no arrays of a patch: it takes the first length for that of the control points.
            let said = if linked.len() == program.len() && name != "sheet" {
                glslang::link(&linked)
            } else {
                linked.iter().try_for_each(|(stage, text)| glslang::validate(text, stage))
            };
            if let Err(said) = said {
                let texts = linked.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>();
                failures.push(format!("{name} {platform}: {said}\n{}", texts.join("\n")));
            }
        }
    }
    let profile = |stage| match stage {
        Stage::Vertex => "vs",
        Stage::TessellationControl => "hs",
        Stage::TessellationEvaluation => "ds",
        Stage::Geometry => "gs",
        _ => "ps",
    };
    let list: Vec<hlsl::File<'_>> = files
        .iter()
        .map(|(cell, stage, model, text)| hlsl::File {
            name: cell,
            stage: profile(*stage),
            model: *model,
            minor: 0,
            text,
        })
        .collect();
    for (cell, said) in hlsl::validate(&list) {
        let text = &files.iter().find(|(known, ..)| *known == cell).unwrap().3;
        failures.push(format!("{cell}: {said}\n{text}"));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
    eprintln!("{count} texts and modules");
}

#[test]
fn programs_are_written_like_this() {
    for name in PROGRAMS {
        let program = program(name);
        let texts = program
            .iter()
            .map(|shader| format!("// {}\n\n{}", shader.stage, text(shader, &program, DX11)))
            .collect::<Vec<_>>();
        golden(folder().join(format!("golden/{name}.DX11")), texts.join("\n"));
    }
}

/// Locations of one side of an interface, with components, columns and kinds.
fn locations(reflection: &Reflection, class: u32) -> BTreeMap<(u32, u32), String> {
    let entry = &reflection.entry_points[0];
    let list = match class {
        storage::INPUT => reflection.input_locations(entry),
        _ => reflection.output_locations(entry),
    };
    list.iter()
        .map(|one| {
            let array = one.array.and_then(|length| length.default_value());
            let facts = format!("{:?} {} {} {array:?}", one.class, one.components, one.columns);
            ((one.location, one.component), facts)
        })
        .collect()
}

/// Offsets of the members of every uniform or push-constant block, by the name of the member.
fn offsets(reflection: &Reflection) -> BTreeMap<String, u32> {
    let classes = [storage::UNIFORM, storage::PUSH_CONSTANT];
    let blocks = reflection.variables.iter().filter(|variable| classes.contains(&variable.class));
    let members = blocks.flat_map(|variable| reflection.members(variable.ty));
    members.map(|member| (member.name.clone().unwrap(), member.offset.unwrap())).collect()
}

fn reflect(bytes: &[u8]) -> Reflection {
    glassbox_spirv::reflect(bytes).unwrap()
}

/// Constant buffers are in set 0, textures in set 1, samplers in set 2, root constants in none.
#[test]
fn modules_have_the_same_interface() {
    for name in PROGRAMS {
        let program = program(name);
        for shader in &program {
            // From OpenGL's clip space, so that the conversion is among what is compared.
            let written = written(shader, &program, Language::Spirv(0), ClipSpace::OpenGl).unwrap();
            let [before, after] = [&*shader.reflection, &reflect(&written.bytes)];
            for class in [storage::INPUT, storage::OUTPUT] {
                assert_eq!(locations(before, class), locations(after, class), "{name}");
            }
            assert_eq!(offsets(before), offsets(after), "{name}");
            for descriptor in &after.descriptors {
                let set = match descriptor.kind {
                    DescriptorKind::UniformBuffer => 0,
                    DescriptorKind::SampledImage => 1,
                    _ => 2,
                };
                assert_eq!(descriptor.set, Some(set), "{name}");
                assert!(set != 0 || descriptor.binding != Some(0), "{name}: root constants are a buffer");
            }
        }
    }
}

/// The members of a structure: modifiers, type and semantic.
fn members(text: &str, structure: &str) -> Vec<String> {
    let Some((_, rest)) = text.split_once(&format!("struct {structure} {{\n")) else { return Vec::new() };
    let lines = rest.lines().take_while(|line| *line != "};");
    let member = |line: &str| {
        let (declared, semantic) = line.trim().trim_end_matches(';').split_once(" : ").unwrap();
        let (ty, name) = declared.rsplit_once(' ').unwrap();
        let array = name.find('[').map_or("", |at| &name[at..]);
        // Integers are not interpolated, whether or not that is said.
        let ty = ty.strip_prefix("nointerpolation ").filter(|ty| !ty.contains("float")).unwrap_or(ty);
        format!("{ty}{array} {semantic}")
    };
    lines.map(member).collect()
}

/// Values that Direct3D gives to a stage without another one.
const GENERATED: [&str; 4] = ["SV_IsFrontFace", "SV_PrimitiveID", "SV_SampleIndex", "SV_Coverage"];

/// Direct3D joins registers, which follow from the order of declarations: inputs are the first outputs of the stage before.
#[test]
fn inputs_are_the_first_outputs_of_the_stage_before() {
    let mut pairs = 0;
    for name in PROGRAMS {
        let program = program(name);
        for target in [DX11, Language::Text(Target::Hlsl(60))] {
            for pair in program.windows(2) {
                let [before, after] = [&pair[0], &pair[1]].map(|shader| text(shader, &program, target));
                let structures: &[(&str, &str)] = match (pair[0].stage, pair[1].stage) {
                    (Stage::Vertex, Stage::TessellationControl) => &[("VertexOutput", "HullInput")],
                    (Stage::Vertex, Stage::Geometry) => &[("VertexOutput", "GeometryInput")],
                    (Stage::TessellationControl, _) => {
                        &[("ControlPoint", "ControlPoint"), ("PatchConstants", "PatchConstants")]
                    }
                    (_, Stage::Geometry) => &[("DomainOutput", "GeometryInput")],
                    (Stage::Geometry, _) => &[("GeometryOutput", "PixelInput")],
                    _ => &[("DomainOutput", "PixelInput")],
                };
                for (output, input) in structures {
                    let (outputs, inputs) = (members(&before, output), members(&after, input));
                    let is_generated = |member: &String| GENERATED.iter().any(|one| member.ends_with(one));
                    let same =
                        inputs.iter().zip(&outputs).take_while(|(input, output)| input == output).count();
                    assert!(
                        inputs.iter().skip(same).all(is_generated),
                        "{name}: {input} {inputs:?}, expected the start of {output} {outputs:?}"
                    );
                    pairs += same;
                }
            }
        }
    }
    assert!(pairs > 60, "{pairs} members are joined");
}

#[test]
fn inputs_that_are_not_given_are_found_at_their_variables() {
    for (name, stage, other, expected) in [
        (
            "quads",
            1,
            "subdivide",
            "found an input at location 1 in the geometry shader, expected the vertex shader to write it",
        ),
        (
            "displace",
            3,
            "wireframe",
            "found an input at location 1 as int in the fragment shader, expected float2 as the tessellation evaluation shader \
             writes it",
        ),
    ] {
        let mut shaders = program(name);
        let kind = shaders[stage].stage;
        shaders[stage] = program(other).into_iter().find(|shader| shader.stage == kind).unwrap();
        let found = written(&shaders[stage], &shaders, DX11, ClipSpace::Vulkan).unwrap_err();
        assert_eq!(found[0].message, expected);
        let place = &found[0].location;
        assert!(place.start > 0 && place.end > place.start, "{place:?}");
    }
}

#[test]
fn resources_have_their_names_and_registers() {
    let has = |text: &str, part: &str| assert!(text.contains(part), "{part:?} is not in\n{text}");
    let evaluation = |target| text_of("displace", Stage::TessellationEvaluation, target);
    let plain = evaluation(glsl(400));
    has(&plain, "layout(std140) uniform Camera {");
    has(&plain, "uniform sampler2D height;");
    has(&plain, "in vec3 varying2_domain[");
    let bound = evaluation(glsl(420));
    has(&bound, "layout(binding = 1, std140) uniform Camera {");
    has(&bound, "layout(binding = 0) uniform sampler2D height;");
    let wireframe = |target| text_of("wireframe", Stage::Geometry, target);
    has(&wireframe(glsl(330)), "uniform __Root {");
    has(&wireframe(DX11), "cbuffer __Root : register(b0)");
    let domain = evaluation(DX11);
    has(&domain, "cbuffer Camera : register(b1)");
    has(&domain, "Texture2D height : register(t0);");
    has(&domain, "SamplerState height_sampler : register(s0);");
    has(&text_of("subdivide", Stage::Geometry, DX11), "[instance(2)]");
}

/// What one tessellation stage states, both do in HLSL.
#[test]
fn a_hull_shader_has_what_the_evaluation_shader_states() {
    let hull = text_of("displace", Stage::TessellationControl, DX11);
    for part in [
        "[domain(\"tri\")]",
        "[partitioning(\"fractional_odd\")]",
        "[outputtopology(\"triangle_ccw\")]",
        "[outputcontrolpoints(3)]",
    ] {
        assert!(hull.contains(part), "{part:?} is not in\n{hull}");
    }
    let program = program("displace");
    let control = &program[1..2];
    let found = written(&control[0], control, DX11, ClipSpace::Vulkan).unwrap_err();
    assert_eq!(found[0].rule.id, "DECOMPILE-08");
    assert!(found[0].message.contains("does not state the domain"), "{}", found[0].message);
}

#[test]
fn positions_are_converted_in_the_last_stage_before_rasterization() {
    let target = glsl(450);
    let shown = |program: &[Shader], index: usize, clip| {
        let written = written(&program[index], program, target, clip).unwrap();
        written.text().unwrap().to_owned()
    };
    let subdivide = program("subdivide");
    let geometry = |clip| shown(&subdivide, 1, clip);
    assert!(!geometry(ClipSpace::OpenGl).contains("-gl_Position"));
    let converted = geometry(ClipSpace::Vulkan);
    let (before, _) = converted.split_once("EmitVertex();").unwrap();
    assert!(before.contains("gl_Position.y = -gl_Position.y"), "{converted}");
    // Of two stages the second moves the position, so the first leaves it alone.
    for (name, index) in [("sheet", 0), ("sheet", 1), ("subdivide", 0)] {
        let program = program(name);
        let [same, converted] =
            [ClipSpace::OpenGl, ClipSpace::Vulkan].map(|clip| shown(&program, index, clip));
        assert_eq!(same, converted, "{name}");
    }
}

/// Modules for Vulkan have push constants where OpenGL's sources have loose uniforms; both are root constants.
#[test]
fn push_constants_are_root_constants() {
    let mut program = program("wireframe");
    let shader = program.iter_mut().find(|shader| shader.stage == Stage::Geometry).unwrap();
    let text = std::fs::read_to_string(folder().join("wireframe.geom.spvasm")).unwrap();
    let pushed = text
        .lines()
        .filter(|line| !line.contains("OpDecorate %_ "))
        .map(|line| line.replace(" Uniform", " PushConstant"))
        .collect::<Vec<_>>()
        .join("\n");
    assert_ne!(text, pushed);
    *shader = of_module(&pushed);
    let shader = &program.iter().find(|shader| shader.stage == Stage::Geometry).unwrap();
    let output = |target| written(shader, &program, target, ClipSpace::Vulkan).unwrap();
    for (target, part) in [
        (glsl(330), "uniform __Root {"),
        (glsl(450), "layout(binding = 0, std140) uniform __Root {"),
        (DX11, "cbuffer __Root : register(b0)"),
    ] {
        let written = output(target);
        let text = written.text().unwrap();
        assert!(text.contains(part), "{part:?} is not in\n{text}");
        let members = &written.names.resources.iter().find(|one| one.symbol == "__Root").unwrap().members;
        let offsets: Vec<u32> = members.iter().map(|member| member.offset).collect();
        assert_eq!(offsets, [0, 16]);
    }
    let module = output(Language::Spirv(0));
    let reflection = reflect(&module.bytes);
    assert_eq!((reflection.push_constants().count(), reflection.descriptors.len()), (1, 0));
    assert_eq!(spirv::validate_for(&words(&module), "vulkan1.0"), Ok(()));
}
