//! Tests texts in WGSL: what the modules in `tests/wgsl` and `tests/glsl` become.

use std::path::PathBuf;

use glassbox_decompile::{DepthRange, Mapping, Options, Reason, Source, Target, YAxis, decompile};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;
use glassbox_testing::tint::validate;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/wgsl")
}

/// Modules of a folder: names and bytes.
fn modules(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it is readable").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(name) = name.strip_suffix(".spvasm") else { continue };
        let text = std::fs::read_to_string(&path).expect("it is text");
        let bytes = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        found.push((name.to_owned(), bytes));
    }
    found.sort();
    found
}

fn write(bytes: &[u8], options: &Options) -> Result<Source, String> {
    let module = Module::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    decompile(&module, &Target::Wgsl, options).map_err(|refusal| {
        let lines = refusal
            .obstacles
            .iter()
            .map(|found| format!("refused, {}: {}\n", found.reason.name(), found.message));
        lines.collect()
    })
}

fn own(name: &str) -> Vec<u8> {
    let all = modules("wgsl");
    all.into_iter().find(|(own, _)| own == name).expect("it is there").1
}

#[test]
fn modules_become_wgsl() {
    let own = modules("wgsl");
    assert!(own.len() >= 5, "{} modules", own.len());
    for (name, bytes) in own.into_iter().chain(modules("glsl")) {
        let text = write(&bytes, &Options::default());
        if let Ok(source) = &text {
            validate(&source.text).unwrap_or_else(|said| panic!("{name}: {said}\n{}", source.text));
        }
        let text = text.map_or_else(|refused| refused, |source| source.text);
        golden(folder().join(format!("{name}.wgsl.txt")), text);
    }
}

#[test]
fn split_samplers_follow_the_bindings_of_their_group() {
    let bindings = [([0, 0], [2, 7])].into();
    let source = write(&own("sampling"), &Options { bindings, ..Options::default() }).expect("it is written");
    let splits: Vec<(&str, Mapping)> = source
        .map
        .iter()
        .filter(|found| matches!(found.kind, Mapping::SplitSampler(..)))
        .map(|found| (found.written.as_str(), found.kind))
        .collect();
    assert_eq!(
        splits,
        [
            ("albedo_sampler", Mapping::SplitSampler([0, 0], [2, 8])),
            ("layers_sampler", Mapping::SplitSampler([0, 1], [0, 4])),
            ("shadow_sampler", Mapping::SplitSampler([0, 2], [0, 5])),
            ("sky_sampler", Mapping::SplitSampler([0, 3], [0, 6])),
        ]
    );
    assert!(source.text.contains("@group(2) @binding(7) var albedo: texture_2d<f32>;"), "{}", source.text);
}

#[test]
fn values_and_push_constants_are_where_the_map_says() {
    let constants = [(0, 16), (3, 0)].into();
    let source = write(&own("layouts"), &Options { constants, ..Options::default() }).expect("it is written");
    assert!(source.text.contains("const FAST: bool = false;"), "{}", source.text);
    let push = source.map.iter().find(|found| found.written == "push").expect("it is mapped");
    assert_eq!(push.kind, Mapping::BoundPushConstants(0, 4));
    assert!(source.text.contains("@group(0) @binding(4) var<uniform> push: Push;"), "{}", source.text);
}

#[test]
fn positions_are_changed_at_the_end() {
    let options = Options { y_axis: YAxis::Flip, depth_range: DepthRange::ToZeroToOne, ..Options::default() };
    let source = write(&own("words"), &options).expect("it is written");
    let end = "    position.y = -position.y;\n    position.z = (position.z + position.w) * 0.5;\n    return ";
    assert!(source.text.contains(end), "{}", source.text);
}

#[test]
fn what_wgsl_lacks_is_refused() {
    let cases = [
        ("OpCapability Float64", "%f = OpTypeFloat 64", "%one = OpConstant %f 1", Reason::Type),
        ("OpCapability Int64", "%f = OpTypeInt 64 0", "%one = OpConstant %f 1", Reason::Type),
    ];
    for (capability, ty, constant, reason) in cases {
        let text = format!(
            "OpCapability Shader
             {capability}
             OpMemoryModel Logical GLSL450
             OpEntryPoint GLCompute %main \"main\"
             OpExecutionMode %main LocalSize 1 1 1
             %void = OpTypeVoid
             %fn = OpTypeFunction %void
             {ty}
             {constant}
             %private = OpTypePointer Private %f
             %held = OpVariable %private Private
             %main = OpFunction %void None %fn
             %entry = OpLabel
             OpStore %held %one
             OpReturn
             OpFunctionEnd"
        );
        let bytes = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let module = Module::read(&bytes).expect("it is a module");
        let refusal =
            decompile(&module, &Target::Wgsl, &Options::default()).expect_err("WGSL has no such type");
        assert_eq!(refusal.obstacles[0].reason, reason, "{ty}");
    }
}

#[test]
fn damaged_modules_become_wgsl_or_are_refused() {
    let mut random = Random::new(11);
    let mut read = 0;
    for (_, bytes) in modules("wgsl").into_iter().chain(modules("glsl")) {
        for _ in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let word = 5 + random.below(damaged.len() as u64 / 4 - 5) as usize;
                damaged[word * 4] = random.below(80) as u8;
            }
            let Ok(module) = Module::read(&damaged) else { continue };
            read += 1;
            let _ = decompile(&module, &Target::Wgsl, &Options::default());
        }
    }
    assert!(read > 100, "{read} modules");
}

glassbox_testing::asking!(tint: modules_become_wgsl);
