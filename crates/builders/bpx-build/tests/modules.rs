//! SPIR-V modules read and written: their words stay as they are, and what has no text is found where it stands.

use glassbox_bpx_build::code::{ClipSpace, Language, WriteOptions, Written, own_slots};
use glassbox_bpx_build::read::spirv::read;
use glassbox_bpx_build::shader::{Shader, Stage};
use glassbox_decompile::{Api, Target};
use glassbox_spirv::grammar::op;
use glassbox_testing::spirv;

use crate::support::shaders::{of_module as shader, words, write};

const GLSL: Language = Language::Text(Target::Glsl(450, Api::OpenGl));
const HLSL: Language = Language::Text(Target::Hlsl(50));
const MSL: Language = Language::Text(Target::Msl(21));
const WGSL: Language = Language::Text(Target::Wgsl);

fn written(shader: &Shader, target: Language) -> Written {
    let options = WriteOptions { clip: ClipSpace::Vulkan, ..WriteOptions::default() };
    match write(shader, &own_slots(shader), target, &options, false) {
        Ok(written) => written,
        Err(findings) => panic!("{findings:?}"),
    }
}

fn text(shader: &Shader, target: Language) -> String {
    let written = written(shader, target);
    written.text().expect("the target is a text").to_owned()
}

/// A module: its entry points with their modes and names, decorations and declarations beside those that all have, and functions.
fn module([head, decorations, globals, functions]: [&str; 4]) -> String {
    format!(
        "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    {head}
    OpDecorate %color Location 0
    {decorations}
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %vec4 = OpTypeVector %float 4
    %to_out = OpTypePointer Output %vec4
    %color = OpVariable %to_out Output
    %zero = OpConstant %int 0
    {globals}
    {functions}
    "
    )
}

const PAINT: &str = "OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft";

const FETCH: [&str; 4] = [
    PAINT,
    "OpDecorate %image DescriptorSet 1
    OpDecorate %image Binding 5",
    "%int2 = OpTypeVector %int 2
    %at_type = OpTypeVector %AT_COMPONENT AT_COUNT
    %img = OpTypeImage %float 2D 0 ARRAYED 0 1 Unknown
    %to_img = OpTypePointer UniformConstant %img
    %image = OpVariable %to_img UniformConstant
    %five = OpConstant %AT_COMPONENT 5
    %three = OpConstant %int 3
    %four = OpConstant %int 4
    %at = OpConstantComposite %at_type AT_PARTS
    %offset = OpConstantComposite %int2 %three %four",
    "%main = OpFunction %void None %fn
    %entry = OpLabel
    %i = OpLoad %img %image
    %texel = OpImageFetch %vec4 %i %at OPERANDS
    OpStore %color %texel
    OpReturn
    OpFunctionEnd",
];

fn fetch(component: &str, count: usize, operands: &str) -> Shader {
    let parts = vec!["%five"; count].join(" ");
    let mut text = module(FETCH)
        .replace("%AT_COMPONENT", component)
        .replace("AT_COUNT", &count.to_string())
        .replace("AT_PARTS", &parts)
        .replace("ARRAYED", if count == 3 { "1" } else { "0" })
        .replace("OPERANDS", operands);
    if count == 2 && component == "%int" {
        // The type would be declared twice.
        text = text.replace("%at_type = OpTypeVector %int 2", "").replace("%at_type", "%int2");
    }
    shader(&text)
}

#[test]
fn texel_offsets_are_kept() {
    let plain = text(&fetch("%int", 2, "Lod %zero"), WGSL);
    assert!(plain.contains("textureLoad(") && !plain.contains('+'), "{plain}");
    for operands in ["Lod|ConstOffset %zero %offset", "Lod|Offset %zero %offset"] {
        let shader = fetch("%int", 2, operands);
        for target in [WGSL, GLSL, HLSL, MSL] {
            let text = text(&shader, target);
            let code = text.replace("(3, 4)", "(3,4)");
            assert!(code.contains("(3,4)"), "{operands}: {text}");
        }
    }
    // The layer of an array has no offset.
    let layered = text(&fetch("%int", 3, "Lod|ConstOffset %zero %offset"), WGSL);
    assert!(layered.contains(".xy + vec2i(3, 4), vec3i(5).z, 0"), "{layered}");
}

#[test]
fn coordinates_without_a_sign_are_taken() {
    for operands in ["Lod %zero", "Lod|ConstOffset %zero %offset"] {
        let text = text(&fetch("%uint", 2, operands), WGSL);
        assert!(text.contains("textureLoad("), "{text}");
    }
}

const PUSHED: [&str; 4] = [
    PAINT,
    "OpDecorate %list ArrayStride 16
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %other Block
    OpMemberDecorate %other 0 Offset 0
    OpDecorate %uniform DescriptorSet 0
    OpDecorate %uniform Binding 4",
    "%length = OpConstant %int 20
    %last = OpConstant %int 19
    %list = OpTypeArray %vec4 %length
    %block = OpTypeStruct %list
    %other = OpTypeStruct %vec4
    %to_block = OpTypePointer PushConstant %block
    %to_pushed = OpTypePointer PushConstant %vec4
    %to_other = OpTypePointer Uniform %other
    %to_bound = OpTypePointer Uniform %vec4
    %pushed = OpVariable %to_block PushConstant
    %uniform = OpVariable %to_other Uniform",
    "%main = OpFunction %void None %fn
    %entry = OpLabel
    %one = OpAccessChain %to_pushed %pushed %zero %last
    %first = OpLoad %vec4 %one
    %two = OpAccessChain %to_bound %uniform %zero
    %second = OpLoad %vec4 %two
    %sum = OpFAdd %vec4 %first %second
    OpStore %color %sum
    OpReturn
    OpFunctionEnd",
];

glassbox_testing::asking!(spirv_val: push_constants_of_any_size_stay_push_constants);

#[test]
fn push_constants_of_any_size_stay_push_constants() {
    let shader = shader(&module(PUSHED));
    let module = written(&shader, Language::Spirv(0));
    assert_eq!(spirv::validate_for(&words(&module), "vulkan1.0"), Ok(()));
    let bytes = module.bytes;
    let reflection = glassbox_spirv::reflect(&bytes).expect("it is a module");
    assert_eq!(reflection.push_constants().count(), 1);
    let [uniform] = reflection.descriptors.as_slice() else {
        panic!("{:?}", reflection.descriptors);
    };
    assert_eq!((uniform.set, uniform.binding), (Some(0), Some(1)));
    let text =
        glassbox_spirv::disassemble(&bytes, &glassbox_spirv::Options::default()).expect("it is a module");
    // Whatever leads into the block points to push constants, and nothing else does.
    let mut pushed = vec!["%__Root"];
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [result, "=", "OpAccessChain", ty, base, ..] = words.as_slice() {
            assert_eq!(pushed.contains(base), ty.contains("_PushConstant_"), "{line}");
            if pushed.contains(base) {
                pushed.push(result);
            }
        }
    }
    assert!(pushed.len() > 1, "{text}");
    // Elsewhere both are blocks, each with a number of its own.
    for target in [WGSL, GLSL, HLSL, MSL] {
        let written = written(&shader, target);
        let mut bound: Vec<&str> = written.names.resources.iter().map(|one| one.bound.as_str()).collect();
        bound.sort_unstable();
        bound.dedup();
        assert_eq!(bound.len(), 2, "{target:?}: {bound:?}");
    }
}

const SEVERAL: [&str; 4] = [
    "OpEntryPoint Vertex %place \"main\" %position
    OpEntryPoint Fragment %paint \"main\" %color
    OpEntryPoint Fragment %other \"other\" %color
    OpExecutionMode %paint OriginUpperLeft
    OpExecutionMode %other OriginUpperLeft
    OpName %scale \"scale\"
    OpName %first \"First\"
    OpName %second \"Second\"",
    "OpDecorate %scale SpecId 7
    OpDecorate %position BuiltIn Position
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %first DescriptorSet 0
    OpDecorate %first Binding 1
    OpDecorate %second DescriptorSet 0
    OpDecorate %second Binding 2",
    "%scale = OpSpecConstant %float 3
    %block = OpTypeStruct %vec4
    %to_block = OpTypePointer Uniform %block
    %to_bound = OpTypePointer Uniform %vec4
    %first = OpVariable %to_block Uniform
    %second = OpVariable %to_block Uniform
    %position = OpVariable %to_out Output",
    "%place = OpFunction %void None %fn
    %1 = OpLabel
    %2 = OpAccessChain %to_bound %first %zero
    %3 = OpLoad %vec4 %2
    OpStore %position %3
    OpReturn
    OpFunctionEnd
    %paint = OpFunction %void None %fn
    %4 = OpLabel
    %5 = OpAccessChain %to_bound %second %zero
    %6 = OpLoad %vec4 %5
    %7 = OpVectorTimesScalar %vec4 %6 %scale
    OpStore %color %7
    OpReturn
    OpFunctionEnd
    %other = OpFunction %void None %fn
    %8 = OpLabel
    OpTerminateInvocation
    OpFunctionEnd",
];

fn several(text: &str) -> (Vec<u8>, Vec<Shader>) {
    let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let reading = read("module", &bytes);
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    (bytes, reading.shaders)
}

#[test]
fn each_entry_point_is_a_shader_of_the_module() {
    let (_, shaders) = several(&module(SEVERAL));
    let entries: Vec<(Stage, &str)> =
        shaders.iter().map(|shader| (shader.stage, shader.entry.as_str())).collect();
    assert_eq!(entries, [(Stage::Vertex, "main"), (Stage::Fragment, "main"), (Stage::Fragment, "other")]);
    for shader in &shaders {
        assert!(shader.is_of_file && std::sync::Arc::ptr_eq(&shader.module, &shaders[0].module));
    }
    // Each has the resources of its own entry point, though two have one name.
    for (shader, name) in shaders.iter().zip(["First", "Second"]) {
        let used = shader.reflection.bound(shader.entry_point());
        assert_eq!(used.len(), 1);
        assert_eq!(used[0].names, [name]);
        for target in [WGSL, GLSL, HLSL, MSL] {
            let text = text(shader, target);
            assert!(text.contains(name), "{text}");
            assert_eq!(text.contains("scale"), shader.stage == Stage::Fragment, "{text}");
            assert!(!text.contains("main_"), "{text}");
        }
    }
}

#[test]
fn specialization_constants_stay_in_modules() {
    let (_, shaders) = several(&module(SEVERAL));
    let bytes = written(&shaders[1], Language::Spirv(0)).bytes;
    let text =
        glassbox_spirv::disassemble(&bytes, &glassbox_spirv::Options::default()).expect("it is a module");
    assert!(text.contains("OpDecorate %scale SpecId 7") && text.contains("OpSpecConstant "), "{text}");
    assert_eq!(text.matches("OpEntryPoint").count(), 1, "{text}");
}

#[test]
fn what_a_target_lacks_is_found_at_its_instruction() {
    let text = module(SEVERAL).replace(
        "%6 = OpLoad %vec4 %5",
        "%9 = OpLoad %vec4 %5\n%6 = OpGroupNonUniformFAdd %vec4 %three Reduce %9",
    );
    let text =
        text.replace("%zero = OpConstant %int 0", "%zero = OpConstant %int 0\n%three = OpConstant %uint 3");
    let text =
        text.replace("OpCapability Shader", "OpCapability Shader\nOpCapability GroupNonUniformArithmetic");
    let (bytes, shaders) = several(&format!("; Version: 1.3\n{text}"));
    for target in [HLSL, Language::Spirv(0)] {
        let options = WriteOptions { clip: ClipSpace::Vulkan, ..WriteOptions::default() };
        let found =
            write(&shaders[1], &own_slots(&shaders[1]), target, &options, false).expect_err("it is refused");
        let finding = found.iter().next().expect("there is a finding");
        let at = &finding.location;
        let start = at.start as usize;
        let opcode = u16::from_le_bytes([bytes[start], bytes[start + 1]]);
        let expected =
            if matches!(target, Language::Spirv(_)) { op::CAPABILITY } else { op::GROUP_NON_UNIFORM_F_ADD };
        assert_eq!(opcode, expected, "{target:?}: {}", finding.message);
    }
}
