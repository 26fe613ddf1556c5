//! Geometry and tessellation shaders that glslang reads: what becomes of those in `tests/stages`, and of the cases in
//! `tests/khronos/stages.case`.
//!
//! A line `== TEXT, target=TARGET` begins a case; `-- STAGE` begins a shader, which the version line is put in front of. The first
//! shader is written, the others are the rest of its program. `rule=ID` is the first rule that it breaks; without one it breaks none.
#![cfg(feature = "khronos")]

#[path = "khronos/cases.rs"]
mod cases;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_spirv::Reflection;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_translate::back::{ClipSpace, WriteOptions, Written, own_slots, write};
use glassbox_translate::khronos::front;
use glassbox_translate::output::{GlslVersion, Output, Target};
use glassbox_translate::shader::{Shader, Stage};
use glslang::{Compiler, ShaderInput, ShaderMessage, ShaderSource, SourceLanguage, SpirvVersion};

const FILES: [&str; 7] = [
    "quads.geom",
    "wireframe.geom",
    "subdivide.geom",
    "displace.tesc",
    "displace.tese",
    "sheet.tesc",
    "sheet.tese",
];

const DESKTOP: [u16; 8] = [330, 400, 410, 420, 430, 440, 450, 460];
const EMBEDDED: [u16; 3] = [300, 310, 320];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stages")
}

fn shader(stage: Stage, words: Vec<u32>) -> Shader {
    Shader {
        stage,
        entry: "main".to_owned(),
        words: words.into(),
        combined: Arc::default(),
        explicit: Arc::default(),
    }
}

/// The words of a text that has to be right.
fn compile(stage: Stage, text: &str) -> Vec<u32> {
    front::compile(stage, text).unwrap_or_else(|said| panic!("{said:?}\n{text}"))
}

fn stage_of(name: &str) -> Stage {
    match name.rsplit('.').next() {
        Some("geom") => Stage::Geometry,
        Some("tesc") => Stage::TessellationControl,
        _ => Stage::TessellationEvaluation,
    }
}

fn read(name: &str) -> Shader {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    shader(stage_of(name), compile(stage_of(name), &text))
}

fn written(shader: &Shader, target: Target) -> Result<Written, ErrorList<Diagnostic>> {
    let options = WriteOptions { clip: ClipSpace::OpenGl, pack: true, ..WriteOptions::default() };
    write(shader, &own_slots(shader), target, &options)
}

fn text(shader: &Shader, target: Target) -> String {
    match written(shader, target) {
        Ok(Written { output: Output::Text(text), .. }) => text,
        other => panic!("{target:?}: {other:?}"),
    }
}

/// The words that glslang makes of a text for OpenGL; none of older texts, which state no bindings.
fn read_back(text: &str, stage: Stage) -> Result<Vec<u32>, String> {
    let stage = match stage {
        Stage::Geometry => glslang::ShaderStage::Geometry,
        Stage::TessellationControl => glslang::ShaderStage::TesselationControl,
        _ => glslang::ShaderStage::TesselationEvaluation,
    };
    let states_bindings = text.starts_with("#version 4")
        && !text.starts_with("#version 40")
        && !text.starts_with("#version 41");
    let source = ShaderSource::from(text);
    let options = glslang::CompilerOptions {
        source_language: SourceLanguage::GLSL,
        target: glslang::Target::OpenGL {
            version: glslang::OpenGlVersion::OpenGL4_5,
            spirv_version: states_bindings.then_some(SpirvVersion::SPIRV1_0),
        },
        version_profile: None,
        messages: ShaderMessage::DEFAULT,
    };
    let compiler = Compiler::acquire().unwrap();
    let none: Option<&[(&str, Option<&str>)]> = None;
    let input = ShaderInput::new(&source, stage, &options, none, None).map_err(|error| error.to_string())?;
    let shader = glslang::Shader::new(compiler, input).parse().map_err(|error| error.to_string())?;
    if states_bindings { shader.compile().map_err(|error| error.to_string()) } else { Ok(Vec::new()) }
}

fn reflect(words: &[u32]) -> Reflection {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    glassbox_spirv::reflect(&bytes).unwrap()
}

/// Locations of both sides of an interface, with components, columns and kinds.
fn locations(words: &[u32]) -> BTreeMap<(bool, u32), String> {
    let reflection = reflect(words);
    let entry = &reflection.entry_points[0];
    let sides = [(false, reflection.input_locations(entry)), (true, reflection.output_locations(entry))];
    let both = sides.into_iter().flat_map(|(is_output, list)| {
        list.into_iter().map(move |one| {
            let array = one.array.and_then(|length| length.default_value());
            let facts = format!("{:?} {} {} {array:?}", one.class, one.components, one.columns);
            ((is_output, one.location), facts)
        })
    });
    both.collect()
}

/// Offsets of the members of every uniform or push-constant block, by the name of the member.
fn members(words: &[u32]) -> BTreeMap<String, u32> {
    let reflection = reflect(words);
    let classes = [storage::UNIFORM, storage::PUSH_CONSTANT];
    let blocks = reflection.variables.iter().filter(|variable| classes.contains(&variable.class));
    let members = blocks.flat_map(|variable| reflection.members(variable.ty));
    members.map(|member| (member.name.clone().unwrap(), member.offset.unwrap())).collect()
}

#[test]
fn glsl_of_every_version_is_read_back_with_the_same_interface() {
    let mut count = 0;
    for name in FILES {
        let source = read(name);
        let desktop = DESKTOP.map(GlslVersion::Core);
        for version in desktop.into_iter().chain(EMBEDDED.map(GlslVersion::Es)) {
            let result = written(&source, Target::Glsl(version));
            let has = match (source.stage, version) {
                // `invocations` came with version 400.
                (_, GlslVersion::Core(version)) if name == "subdivide.geom" => version >= 400,
                (Stage::Geometry, GlslVersion::Core(_)) => true,
                // GLSL ES has no `noperspective`.
                (_, GlslVersion::Es(_)) if name == "wireframe.geom" => false,
                (_, GlslVersion::Core(version)) => version >= 400,
                (_, GlslVersion::Es(version)) => version >= 320,
            };
            assert_eq!(result.is_ok(), has, "{name}: {version}: {:?}", result.err());
            if !has {
                continue;
            }
            let text = text(&source, Target::Glsl(version));
            assert!(text.starts_with(&format!("#version {version}\n")), "{name}: {text}");
            let words = read_back(&text, source.stage)
                .unwrap_or_else(|said| panic!("{name}: {version}: {said}\n{text}"));
            if !words.is_empty() {
                assert_eq!(locations(&source.words), locations(&words), "{name}: {version}");
                assert_eq!(members(&source.words), members(&words), "{name}: {version}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 3 * 9 + 4 * 8 - 2);
}

#[test]
fn sources_become_what_the_modules_beside_them_become() {
    for name in FILES {
        let module = std::fs::read_to_string(folder().join(format!("{name}.spvasm"))).unwrap();
        let bytes =
            glassbox_spirv::assemble(&module).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        let words = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word));
        let module = shader(stage_of(name), words.collect());
        let target = Target::Glsl(GlslVersion::Core(460));
        assert_eq!(text(&read(name), target), text(&module, target), "{name}");
    }
}
