//! Tests HLSL: what the modules of all targets and those in `tests/hlsl` become.

use std::path::PathBuf;

use glassbox_core::stage::Stage;
use glassbox_decompile::{DepthRange, Mapping, Options, Target, YAxis, decompile};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::hlsl::{File, validate};

use crate::texts::{modules, modules_in, text};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hlsl")
}

/// Those for all targets, and those for HLSL.
fn all_modules() -> Vec<(String, Vec<u8>)> {
    modules().into_iter().chain(modules_in(folder())).collect()
}

/// Asks the compiler about texts in this shader model.
pub(crate) fn compile(version: u16, texts: &[(String, Stage, String)]) {
    let files: Vec<File<'_>> = texts
        .iter()
        .map(|(name, stage, text)| File {
            name,
            stage: match stage {
                Stage::Vertex => "vs",
                Stage::Fragment => "ps",
                Stage::Geometry => "gs",
                Stage::TessellationControl => "hs",
                Stage::TessellationEvaluation => "ds",
                _ => "cs",
            },
            model: (version / 10) as u8,
            minor: 0,
            text,
        })
        .collect();
    let failures = validate(&files);
    assert!(failures.is_empty(), "{failures:#?}");
}

fn check_texts(version: u16) {
    let mut texts = Vec::new();
    for (name, bytes) in all_modules() {
        golden(folder().join(format!("{name}.hlsl{version}.txt")), text(&bytes, Target::Hlsl(version)));
        let module = Module::read(&bytes).expect("it is a module");
        let written = decompile(&module, &Target::Hlsl(version), &Options::default());
        texts.extend(written.into_iter().map(|source| (name.clone(), source.stage, source.text)));
    }
    compile(version, &texts);
}

#[test]
fn texts_of_shader_model_5_are_those_beside_the_modules() {
    check_texts(50);
}

#[test]
fn texts_of_shader_model_6_are_those_beside_the_modules() {
    check_texts(60);
}

#[test]
fn versions_of_hlsl_have_their_own_words() {
    for (name, version, expected) in [
        ("textures", 39, "refused, entry-point: HLSL has no shader model 3.9"),
        ("buffers", 40, "refused, stage: compute shaders are written for shader model 5.0 and later"),
        ("calls", 40, "cbuffer Constants : register(b0) {"),
        ("textures", 40, "refused, instruction: shader model 4.0 has no GatherGreen; 5.0 has"),
    ] {
        let (_, bytes) = all_modules().into_iter().find(|module| module.0 == name).expect("it is there");
        let text = text(&bytes, Target::Hlsl(version));
        assert!(text.contains(expected), "{name}, {version}: {text}");
    }
}

#[test]
fn refusals_state_the_shader_model_that_is_enough() {
    for (name, version, enough) in
        [("textures", 40, Some(50)), ("buffers", 40, Some(50)), ("textures", 39, None)]
    {
        let module = module(name);
        let refusal = decompile(&module, &Target::Hlsl(version), &Options::default()).expect_err(name);
        assert_eq!(refusal.later(&Target::Hlsl(version)), enough.map(Target::Hlsl), "{name}, {version}");
        // What the first one is enough for may not be all.
        let mut target = enough.map(Target::Hlsl);
        while let Some(later) = target {
            let written = decompile(&module, &later, &Options::default());
            target = written.err().map(|refusal| refusal.later(&later).expect("a later model holds"));
        }
    }
}

fn module(name: &str) -> Module {
    let (_, bytes) = all_modules().into_iter().find(|module| module.0 == name).expect("it is there");
    Module::read(&bytes).expect("it is a module")
}

#[test]
fn positions_of_hlsl_change_as_options_say() {
    let module = module("transform");
    let mut texts = Vec::new();
    for (y_axis, depth_range, expected) in [
        (YAxis::Flip, DepthRange::Keep, "    output.position.y = -output.position.y;\n    return output;"),
        (
            YAxis::Keep,
            DepthRange::ToZeroToOne,
            "    output.position.z = (output.position.z + output.position.w) * 0.5;\n    return output;",
        ),
        (
            YAxis::Keep,
            DepthRange::ToMinusOneToOne,
            "    output.position.z = output.position.z * 2.0 - output.position.w;\n    return output;",
        ),
    ] {
        let options = Options { y_axis, depth_range, ..Options::default() };
        let source = decompile(&module, &Target::Hlsl(60), &options).expect("it is written");
        assert!(source.text.contains(expected), "{}", source.text);
        texts.push((format!("{y_axis:?} {depth_range:?}"), source.stage, source.text));
    }
    compile(60, &texts);
}

#[test]
fn registers_of_hlsl_follow_bindings_or_options() {
    let module = module("textures");
    let options = Options { bindings: [([1, 0], [2, 7])].into(), ..Options::default() };
    let mut texts = Vec::new();
    for (version, lines) in [
        (
            60,
            [
                "Texture2D albedo : register(t7, space2);",
                "SamplerState albedo_sampler : register(s7, space2);",
                "Texture2D detail : register(t1, space1);",
            ],
        ),
        (
            50,
            [
                "Texture2D albedo : register(t7);",
                "SamplerState albedo_sampler : register(s7);",
                "Texture2D detail : register(t1);",
            ],
        ),
    ] {
        let source = decompile(&module, &Target::Hlsl(version), &options).expect("it is written");
        for line in lines {
            assert!(source.text.contains(line), "{line}\n{}", source.text);
        }
        let albedo = source.map.iter().find(|mapped| mapped.name == "albedo").expect("it is in the map");
        assert_eq!((albedo.written.as_str(), albedo.kind), ("albedo", Mapping::Resource(1, 0)));
        if version == 60 {
            texts.push(("textures".to_owned(), source.stage, source.text));
        }
    }
    compile(60, &texts);
}

#[test]
fn values_of_specialization_constants_are_written_in_hlsl() {
    let constants = [(0, 8), (1, u64::from(3.5_f32.to_bits()))].into();
    let options = Options { constants, ..Options::default() };
    let source = decompile(&module("buffers"), &Target::Hlsl(60), &options).expect("it is written");
    for line in ["static const uint WIDTH = 8u;", "static const float SCALE = 3.5;"] {
        assert!(source.text.contains(line), "{line}\n{}", source.text);
    }
}

glassbox_testing::asking!(fxc: texts_of_shader_model_5_are_those_beside_the_modules);
glassbox_testing::asking!(
    dxc: texts_of_shader_model_6_are_those_beside_the_modules,
    positions_of_hlsl_change_as_options_say,
    registers_of_hlsl_follow_bindings_or_options
);
