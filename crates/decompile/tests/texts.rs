//! Tests texts: what the modules in `tests/glsl` become, in several versions.

use std::path::PathBuf;

use glassbox_decompile::{Api, DepthRange, Mapping, Options, Reason, Target, YAxis, decompile};
use glassbox_spirv::assemble;
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;
use glassbox_testing::{glslang, metal};

const TARGETS: &[(&str, Target)] = &[
    ("vulkan450", Target::Glsl(450, Api::Vulkan)),
    ("glsl450", Target::Glsl(450, Api::OpenGl)),
    ("glsl120", Target::Glsl(120, Api::OpenGl)),
    ("essl100", Target::Essl(100)),
    ("essl310", Target::Essl(310)),
    ("msl24", Target::Msl(24)),
    ("hlsl50", Target::Hlsl(50)),
    ("hlsl60", Target::Hlsl(60)),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/glsl")
}

pub(crate) fn modules() -> Vec<(String, Vec<u8>)> {
    modules_in(folder())
}

/// Those for all targets, and those for Metal.
pub(crate) fn all_modules() -> Vec<(String, Vec<u8>)> {
    let own = modules_in(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/msl"));
    modules().into_iter().chain(own).collect()
}

pub(crate) fn modules_in(folder: PathBuf) -> Vec<(String, Vec<u8>)> {
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

pub(crate) fn text(bytes: &[u8], target: Target) -> String {
    let module = Module::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    match decompile(&module, &target, &Options::default()) {
        Ok(source) => source.text,
        Err(refusal) => {
            let lines = refusal
                .obstacles
                .iter()
                .map(|found| format!("refused, {}: {}\n", found.reason.name(), found.message));
            lines.collect()
        }
    }
}

#[test]
fn modules_become_the_texts_beside_them() {
    let modules = modules();
    assert!(modules.len() >= 20, "{} modules", modules.len());
    for (name, bytes) in &modules {
        golden(folder().join(format!("{name}.vulkan450.txt")), text(bytes, Target::Glsl(450, Api::Vulkan)));
    }
}

#[test]
fn versions_have_their_own_words() {
    for (name, bytes) in modules().iter().filter(|(name, _)| !name.ends_with(".optimized")) {
        for (version, target) in &TARGETS[1..5] {
            golden(folder().join(format!("{name}.{version}.txt")), text(bytes, *target));
        }
    }
}

/// Modules with what one API has alone.
#[test]
fn what_one_api_has_is_written_for_it() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/older");
    let find = |wanted: &str| modules_in(folder.clone()).into_iter().find(|found| found.0 == wanted);
    for (name, stage, version, target) in [
        ("counters", "comp", "glsl450", Target::Glsl(450, Api::OpenGl)),
        ("additions", "comp", "glsl460", Target::Glsl(460, Api::OpenGl)),
        ("additions", "comp", "glsl450", Target::Glsl(450, Api::OpenGl)),
        ("counters", "comp", "essl310", Target::Essl(310)),
        ("counters", "comp", "vulkan460", Target::Glsl(460, Api::Vulkan)),
        ("counters", "comp", "msl24", Target::Msl(24)),
        ("ordered", "frag", "vulkan450", Target::Glsl(450, Api::Vulkan)),
        ("ordered", "frag", "glsl450", Target::Glsl(450, Api::OpenGl)),
        ("untold_rgen", "rgen", "vulkan460", Target::Glsl(460, Api::Vulkan)),
        ("untold_rgen", "rgen", "hlsl65", Target::Hlsl(65)),
        ("steady_rchit", "rchit", "hlsl65", Target::Hlsl(65)),
        ("steady_rchit", "rchit", "hlsl67", Target::Hlsl(67)),
        ("links", "comp", "msl30", Target::Msl(30)),
        ("chosen", "comp", "msl24", Target::Msl(24)),
        ("picked", "frag", "hlsl50", Target::Hlsl(50)),
        ("picked", "frag", "hlsl60", Target::Hlsl(60)),
        ("copied", "comp", "msl24", Target::Msl(24)),
        ("copied", "comp", "hlsl60", Target::Hlsl(60)),
        ("reversed", "comp", "msl30", Target::Msl(30)),
        ("reversed", "comp", "vulkan460", Target::Glsl(460, Api::Vulkan)),
        ("colors", "frag", "glsl110", Target::Glsl(110, Api::OpenGl)),
        ("colors", "frag", "glsl120", Target::Glsl(120, Api::OpenGl)),
        ("colors", "frag", "glsl130", Target::Glsl(130, Api::OpenGl)),
        ("rows", "frag", "glsl110", Target::Glsl(110, Api::OpenGl)),
        ("rows", "frag", "glsl120", Target::Glsl(120, Api::OpenGl)),
        ("rows", "frag", "essl100", Target::Essl(100)),
        ("filled", "frag", "glsl110", Target::Glsl(110, Api::OpenGl)),
        ("filled", "frag", "glsl120", Target::Glsl(120, Api::OpenGl)),
        ("filled", "frag", "essl100", Target::Essl(100)),
        ("turned", "frag", "glsl110", Target::Glsl(110, Api::OpenGl)),
        ("turned", "frag", "essl100", Target::Essl(100)),
        ("turned", "frag", "essl300", Target::Essl(300)),
        ("ports", "vert", "glsl140", Target::Glsl(140, Api::OpenGl)),
        ("ports", "vert", "glsl150", Target::Glsl(150, Api::OpenGl)),
        ("choices", "frag", "glsl150", Target::Glsl(150, Api::OpenGl)),
        ("choices", "frag", "glsl400", Target::Glsl(400, Api::OpenGl)),
        ("samples", "comp", "glsl450", Target::Glsl(450, Api::OpenGl)),
        ("samples", "comp", "essl320", Target::Essl(320)),
        ("begun_block", "vert", "glsl110", Target::Glsl(110, Api::OpenGl)),
        ("begun_block", "vert", "glsl450", Target::Glsl(450, Api::OpenGl)),
        ("unplaced", "vert", "glsl130", Target::Glsl(130, Api::OpenGl)),
        ("unplaced", "vert", "glsl140", Target::Glsl(140, Api::OpenGl)),
        ("tables", "frag", "glsl130", Target::Glsl(130, Api::OpenGl)),
        ("tables", "frag", "vulkan450", Target::Glsl(450, Api::Vulkan)),
        ("offsets", "frag", "glsl420", Target::Glsl(420, Api::OpenGl)),
        ("offsets", "frag", "glsl430", Target::Glsl(430, Api::OpenGl)),
    ] {
        let (_, bytes) = find(name).expect("it is there");
        let text = text(&bytes, target);
        if !text.starts_with("refused") {
            let checked = match target {
                Target::Glsl(_, Api::Vulkan) => glslang::compile_for(&text, stage, "vulkan1.2").map(|_| ()),
                Target::Msl(_) => metal::check(&text),
                Target::Hlsl(_) => Ok(()),
                _ => glslang::validate(&text, stage),
            };
            checked.unwrap_or_else(|said| panic!("{name}: {said}\n{text}"));
        }
        golden(folder.join(format!("{name}.{version}.txt")), text);
    }
}

glassbox_testing::asking!(glslang: what_one_api_has_is_written_for_it);

/// The lines of a text that are not in another.
fn added(text: &str, than: &str) -> Vec<String> {
    let mut rest: Vec<&str> = than.lines().map(str::trim).collect();
    let mut added = Vec::new();
    for line in text.lines().map(str::trim) {
        match rest.iter().position(|other| *other == line) {
            Some(index) => drop(rest.remove(index)),
            None => added.push(line.to_owned()),
        }
    }
    added
}

#[test]
fn positions_are_changed_where_they_leave_the_shader() {
    let flip = Options { y_axis: YAxis::Flip, ..Options::default() };
    let zero = Options { depth_range: DepthRange::ToZeroToOne, ..Options::default() };
    let one = Options { depth_range: DepthRange::ToMinusOneToOne, ..Options::default() };
    let y = "gl_Position.y = -gl_Position.y;";
    let to_zero = "gl_Position.z = (gl_Position.z + gl_Position.w) * 0.5;";
    let to_one = "gl_Position.z = gl_Position.z * 2.0 - gl_Position.w;";
    let cases: &[(&str, &Options, &[&str])] = &[
        ("transform", &flip, &[y]),
        ("transform", &zero, &[to_zero]),
        ("patches_evaluation", &one, &[to_one]),
        ("quads", &flip, &[y]),
        ("patches_control", &flip, &[]),
        ("branches", &flip, &[]),
    ];
    for (name, options, expected) in cases {
        let bytes = &modules().into_iter().find(|module| module.0 == *name).expect("it is there").1;
        let module = Module::read(bytes).expect("it is a module");
        let write = |options| decompile(&module, &TARGETS[0].1, options).expect("it is written").text;
        let (plain, changed) = (write(&Options::default()), write(options));
        assert_eq!(added(&changed, &plain), *expected, "{name}: {changed}");
        let place = changed.lines().position(|line| line.contains("gl_Position.") && line.contains(" = -"));
        if *name == "quads" {
            let next = changed.lines().nth(place.expect("it is there") + 1);
            assert_eq!(next.map(str::trim), Some("EmitVertex();"));
        }
    }
}

#[test]
fn resources_are_bound_where_the_options_say() {
    let bytes = &modules().into_iter().find(|module| module.0 == "patches_control").expect("it is there").1;
    let module = Module::read(bytes).expect("it is a module");
    let options = Options { bindings: [([0, 0], [2, 5])].into(), ..Options::default() };
    let cases = [
        (Target::Glsl(450, Api::Vulkan), "layout(set = 2, binding = 5, std140) uniform Detail"),
        (Target::Glsl(450, Api::OpenGl), "layout(binding = 5, std140) uniform Detail"),
    ];
    for (target, expected) in cases {
        let source = decompile(&module, &target, &options).expect("it is written");
        assert!(source.text.contains(expected), "{}", source.text);
        assert!(source.map.iter().any(|mapped| mapped.kind == Mapping::Resource(0, 0)));
    }
}

/// Two blocks at binding 0 of two sets, and a texture with two samplers.
const SETS: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft
    OpName %a \"a\"
    OpName %b \"b\"
    OpName %map \"map\"
    OpDecorate %color Location 0
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %a DescriptorSet 0
    OpDecorate %a Binding 0
    OpDecorate %b DescriptorSet 1
    OpDecorate %b Binding 0
    OpDecorate %map DescriptorSet 0
    OpDecorate %map Binding 3
    OpDecorate %near DescriptorSet 0
    OpDecorate %near Binding 4
    OpDecorate %far DescriptorSet 0
    OpDecorate %far Binding 5
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %vec2 = OpTypeVector %float 2
    %vec4 = OpTypeVector %float 4
    %uint = OpTypeInt 32 0
    %block = OpTypeStruct %vec4
    %image = OpTypeImage %float 2D 0 0 0 1 Unknown
    %state = OpTypeSampler
    %pair = OpTypeSampledImage %image
    %p_block = OpTypePointer Uniform %block
    %p_vec4 = OpTypePointer Uniform %vec4
    %p_image = OpTypePointer UniformConstant %image
    %p_state = OpTypePointer UniformConstant %state
    %out = OpTypePointer Output %vec4
    %zero = OpConstant %uint 0
    %half = OpConstant %float 0.5
    %at = OpConstantComposite %vec2 %half %half
    %color = OpVariable %out Output
    %a = OpVariable %p_block Uniform
    %b = OpVariable %p_block Uniform
    %map = OpVariable %p_image UniformConstant
    %near = OpVariable %p_state UniformConstant
    %far = OpVariable %p_state UniformConstant
    %main = OpFunction %void None %fn
    %begin = OpLabel
    %pa = OpAccessChain %p_vec4 %a %zero
    %va = OpLoad %vec4 %pa
    %pb = OpAccessChain %p_vec4 %b %zero
    %vb = OpLoad %vec4 %pb
    %i = OpLoad %image %map
    %n = OpLoad %state %near
    %f = OpLoad %state %far
    %in = OpSampledImage %pair %i %n
    %ta = OpImageSampleImplicitLod %vec4 %in %at
    %if = OpSampledImage %pair %i %f
    %tb = OpImageSampleImplicitLod %vec4 %if %at
    %s = OpFAdd %vec4 %va %vb
    %t = OpFMul %vec4 %ta %tb
    %r = OpFAdd %vec4 %s %t
    OpStore %color %r
    OpReturn
    OpFunctionEnd";

#[test]
fn resources_of_opengl_have_numbers_of_their_own() {
    let bytes = assemble(SETS).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let module = Module::read(&bytes).expect("it is a module");
    for (version, expected) in [
        (Target::Glsl(450, Api::OpenGl), ["binding 0", "binding 1", "binding 3", "binding 0"]),
        (Target::Glsl(330, Api::OpenGl), ["by name"; 4]),
    ] {
        let source = decompile(&module, &version, &Options::default()).expect("it is written");
        let bound: Vec<&str> = source
            .map
            .iter()
            .filter(|mapped| !matches!(mapped.kind, Mapping::Output(_)))
            .map(|mapped| mapped.bound.as_str())
            .collect();
        assert_eq!(bound, expected, "{}", source.text);
        for line in expected.iter().filter(|bound| bound.starts_with("binding")) {
            assert!(source.text.contains(&line.replace(' ', " = ")), "{}", source.text);
        }
    }
}

#[test]
fn rows_are_counted_from_above_in_opengl() {
    let (_, bytes) = all_modules().into_iter().find(|(name, _)| name == "fragments").expect("it is there");
    let line = "layout(origin_upper_left) in vec4 gl_FragCoord;";
    for (target, expected) in [
        (Target::Glsl(450, Api::OpenGl), true),
        (Target::Glsl(450, Api::Vulkan), false),
        (Target::Essl(310), false),
    ] {
        let text = text(&bytes, target);
        assert_eq!(text.contains(line), expected, "{text}");
    }
}

#[test]
fn metal_texts_are_those_beside_them() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/msl");
    for (name, bytes) in all_modules() {
        let version = match name.split(['.', '_']).next() {
            Some("references") => 30,
            Some("texels") => 31,
            _ => 24,
        };
        let text = text(&bytes, Target::Msl(version));
        if !text.starts_with("refused") {
            metal::check(&text).unwrap_or_else(|said| panic!("{name}: {said}\n{text}"));
        }
        golden(folder.join(format!("{name}.msl{version}.txt")), text);
    }
}

#[test]
fn metal_versions_have_their_own_words() {
    let (_, bytes) = all_modules().into_iter().find(|(name, _)| name == "groups").expect("it is there");
    for (version, expected) in [
        (12, "refused, instruction: MSL 1.2 has no"),
        (20, "refused, instruction: MSL 2.0 has no arithmetic of SIMD groups; version 2.1 has"),
        (22, "simd_sum("),
        (33, "refused, entry-point: MSL has no version 3.3"),
    ] {
        let text = text(&bytes, Target::Msl(version));
        assert!(text.contains(expected), "{version}: {text}");
    }
}

#[test]
fn metal_positions_change_as_options_say() {
    let (_, bytes) = modules().into_iter().find(|(name, _)| name == "transform").expect("it is there");
    let module = Module::read(&bytes).expect("it is a module");
    for (y_axis, depth_range, expected) in [
        (YAxis::Flip, DepthRange::Keep, "    out.position.y = -out.position.y;\n    return out;"),
        (
            YAxis::Keep,
            DepthRange::ToZeroToOne,
            "    out.position.z = (out.position.z + out.position.w) * 0.5;\n    return out;",
        ),
        (
            YAxis::Keep,
            DepthRange::ToMinusOneToOne,
            "    out.position.z = out.position.z * 2.0 - out.position.w;\n    return out;",
        ),
    ] {
        let options = Options { y_axis, depth_range, ..Options::default() };
        let source = decompile(&module, &Target::Msl(24), &options).expect("it is written");
        assert!(source.text.contains(expected), "{}", source.text);
        metal::check(&source.text).unwrap_or_else(|said| panic!("{said}"));
    }
}

#[test]
fn metal_indices_follow_bindings_or_options() {
    let (_, bytes) = modules().into_iter().find(|(name, _)| name == "textures").expect("it is there");
    let module = Module::read(&bytes).expect("it is a module");
    let options = Options { bindings: [([1, 0], [0, 7])].into(), ..Options::default() };
    let source = decompile(&module, &Target::Msl(24), &options).expect("it is written");
    for line in ["albedo [[texture(7)]]", "albedo_sampler [[sampler(7)]]", "detail [[texture(1)]]"] {
        assert!(source.text.contains(line), "{line}\n{}", source.text);
    }
}

glassbox_testing::asking!(
    clang: metal_texts_are_those_beside_them,
    metal_positions_change_as_options_say,
    what_one_api_has_is_written_for_it
);

#[test]
fn lines_name_their_instructions() {
    for (name, bytes) in modules() {
        let module = Module::read(&bytes).expect("it is a module");
        let source = decompile(&module, &TARGETS[0].1, &Options::default()).expect("it is written");
        let count = source.text.lines().count() as u32;
        assert!(!source.lines.is_empty(), "{name}");
        assert!(source.lines.is_sorted_by_key(|(line, _)| *line), "{name}");
        for (line, at) in source.lines {
            assert!(line <= count && !module.origin(at).is_empty(), "{name}: line {line}");
        }
    }
}

#[test]
fn values_of_specialization_constants_are_written() {
    let (_, bytes) = modules().into_iter().find(|(name, _)| name == "buffers").expect("it is there");
    let module = Module::read(&bytes).expect("it is a module");
    let constants = [(0, 8), (1, u64::from(3.5_f32.to_bits()))].into();
    let options = Options { constants, ..Options::default() };
    let source = decompile(&module, &TARGETS[0].1, &options).expect("it is written");
    for line in ["const uint WIDTH = 8u;", "const float SCALE = 3.5;", "local_size_x = 8, local_size_y = 2"] {
        assert!(source.text.contains(line), "{line}\n{}", source.text);
    }
}

#[test]
fn an_unknown_entry_point_is_refused() {
    let (_, bytes) = modules().remove(0);
    let module = Module::read(&bytes).expect("it is a module");
    let options = Options { entry: Some("other".to_owned()), ..Options::default() };
    let refusal = decompile(&module, &TARGETS[0].1, &options).expect_err("there is none");
    assert_eq!(refusal.obstacles[0].reason, Reason::EntryPoint);
}

#[test]
fn damaged_modules_are_written_or_refused() {
    let mut random = Random::new(7);
    let mut read = 0;
    for (_, bytes) in modules() {
        for _ in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let word = 5 + random.below(damaged.len() as u64 / 4 - 5) as usize;
                let value = random.below(80) as u8;
                damaged[word * 4] = value;
            }
            let Ok(module) = Module::read(&damaged) else { continue };
            read += 1;
            for (_, target) in TARGETS {
                let _ = decompile(&module, target, &Options::default());
            }
        }
    }
    assert!(read > 100, "{read} modules");
}

/// Two structures of each level hold both of the level below, so there are 2^30 ways down; the innermost is empty, so
/// that no size overflows before.
#[test]
fn shared_structures_are_measured_once() {
    let mut types = "%a0 = OpTypeStruct\n%b0 = OpTypeStruct\n".to_owned();
    for level in 1..30 {
        let below = level - 1;
        for name in ["a", "b"] {
            types.push_str(&format!("%{name}{level} = OpTypeStruct %a{below} %b{below}\n"));
        }
    }
    let text = format!(
        "OpCapability Shader
         OpMemoryModel Logical GLSL450
         OpEntryPoint Fragment %main \"main\" %color
         OpExecutionMode %main OriginUpperLeft
         OpDecorate %color Location 0
         OpDecorate %block Block
         OpMemberDecorate %block 0 Offset 0
         OpMemberDecorate %block 1 Offset 0
         OpDecorate %data DescriptorSet 0
         OpDecorate %data Binding 0
         %void = OpTypeVoid
         %fn = OpTypeFunction %void
         %float = OpTypeFloat 32
         %int = OpTypeInt 32 1
         %zero = OpConstant %int 0
         {types}%block = OpTypeStruct %float %a29
         %uniform = OpTypePointer Uniform %block
         %member = OpTypePointer Uniform %float
         %output = OpTypePointer Output %float
         %data = OpVariable %uniform Uniform
         %color = OpVariable %output Output
         %main = OpFunction %void None %fn
         %entry = OpLabel
         %path = OpAccessChain %member %data %zero
         %read = OpLoad %float %path
         OpStore %color %read
         OpReturn
         OpFunctionEnd"
    );
    let bytes = assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let module = Module::read(&bytes).expect("it is a module");
    let refused = decompile(&module, &Target::Glsl(450, Api::Vulkan), &Options::default());
    assert!(refused.is_err(), "GLSL has no empty structures");
}

/// Values of a structure that has its parts twice at every level are as large as the levels are many.
#[test]
fn parts_of_shared_structures_are_counted_once() {
    let levels = 1..30;
    let types = levels.map(|level| format!("%s{level} = OpTypeStruct %s{0} %s{0}\n", level - 1));
    let types: String = types.collect();
    let text = format!(
        "OpCapability Shader
         OpMemoryModel Logical GLSL450
         OpEntryPoint Fragment %main \"main\" %color %ports
         OpExecutionMode %main OriginUpperLeft
         OpDecorate %color Location 0
         OpDecorate %ports Location 0
         %void = OpTypeVoid
         %fn = OpTypeFunction %void
         %float = OpTypeFloat 32
         %half = OpConstant %float 0.5
         %s0 = OpTypeStruct %float
         {types}%input = OpTypePointer Input %s29
         %private = OpTypePointer Private %s29
         %output = OpTypePointer Output %float
         %ports = OpVariable %input Input
         %from = OpVariable %private Private
         %to = OpVariable %private Private
         %color = OpVariable %output Output
         %main = OpFunction %void None %fn
         %entry = OpLabel
         %read = OpLoad %s29 %ports
         OpStore %to %read
         %own = OpLoad %s29 %from
         OpStore %to %own
         OpStore %color %half
         OpReturn
         OpFunctionEnd"
    );
    let bytes = assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let module = Module::read(&bytes).expect("it is a module");
    for target in [
        Target::Glsl(110, Api::OpenGl),
        Target::Glsl(450, Api::Vulkan),
        Target::Essl(100),
        Target::Essl(310),
        Target::Hlsl(50),
        Target::Msl(21),
        Target::Sksl(100),
        Target::Wgsl,
    ] {
        // Those that write it have the structure whole.
        if let Ok(source) = decompile(&module, &target, &Options::default()) {
            assert!(source.text.len() < 1 << 14, "{target:?}: {}", source.text.len());
        }
    }
}

/// Case 1 has a block of its own that does nothing but go on with that of case 2.
#[test]
fn a_case_without_statements_goes_on_with_the_next() {
    let text = "; SPIR-V\n; Version: 1.0\nOpCapability Shader\nOpMemoryModel Logical GLSL450\n\
        OpEntryPoint Fragment %main \"main\" %x %c\nOpExecutionMode %main OriginUpperLeft\nOpDecorate %x Flat\n\
        OpDecorate %x Location 0\nOpDecorate %c Location 0\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
        %int = OpTypeInt 32 1\n%float = OpTypeFloat 32\n%vec4 = OpTypeVector %float 4\n\
        %f1 = OpConstant %float 1\n%f2 = OpConstant %float 2\n\
        %one = OpConstantComposite %vec4 %f1 %f1 %f1 %f1\n%two = OpConstantComposite %vec4 %f2 %f2 %f2 %f2\n\
        %pint = OpTypePointer Input %int\n%pvec4 = OpTypePointer Output %vec4\n%x = OpVariable %pint Input\n\
        %c = OpVariable %pvec4 Output\n%main = OpFunction %void None %fn\n%entry = OpLabel\n\
        %which = OpLoad %int %x\nOpSelectionMerge %done None\nOpSwitch %which %other 1 %first 2 %second\n\
        %other = OpLabel\nOpStore %c %one\nOpBranch %done\n%first = OpLabel\nOpBranch %second\n\
        %second = OpLabel\nOpStore %c %two\nOpBranch %done\n%done = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    for (target, labels) in [
        (Target::Glsl(330, Api::OpenGl), "case 1:case 2:"),
        (Target::Hlsl(50), "case 1:case 2:"),
        (Target::Hlsl(60), "case 1:case 2:"),
        (Target::Msl(20), "case 1:case 2:"),
        (Target::Wgsl, "case 1, 2:"),
    ] {
        let written: String = self::text(&bytes, target).lines().map(str::trim).collect();
        assert!(written.contains(labels), "{target:?}: {written}");
    }
}
