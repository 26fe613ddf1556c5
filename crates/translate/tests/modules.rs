//! SPIR-V modules read and written: texel offsets, large push constants.

use glassbox_testing::spirv;
use glassbox_translate::back::{ClipSpace, WriteOptions, Written, own_slots, write};
use glassbox_translate::front::spirv::{read, words};
use glassbox_translate::output::{GlslVersion, Output, Target};
use glassbox_translate::shader::Shader;

const GLSL: Target = Target::Glsl(GlslVersion::Core(450));
const HLSL: Target = Target::Hlsl(5, 0);
const MSL: Target = Target::Msl(2, 1);

/// The one shader of a module in assembly.
fn shader(text: &str) -> Shader {
    let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let mut reading = read("module", &words(&bytes));
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    assert_eq!(reading.shaders.len(), 1);
    reading.shaders.remove(0)
}

fn written(shader: &Shader, target: Target) -> Written {
    let options = WriteOptions { clip: ClipSpace::Vulkan, ..WriteOptions::default() };
    match write(shader, &own_slots(shader), target, &options) {
        Ok(written) => written,
        Err(findings) => panic!("{findings:?}"),
    }
}

fn text(shader: &Shader, target: Target) -> String {
    let written = written(shader, target);
    written.output.text().expect("the target is a text").to_owned()
}

const FETCH: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %color Location 0
    OpDecorate %image DescriptorSet 1
    OpDecorate %image Binding 5
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %vec4 = OpTypeVector %float 4
    %int2 = OpTypeVector %int 2
    %at_type = OpTypeVector %AT_COMPONENT AT_COUNT
    %img = OpTypeImage %float 2D 0 ARRAYED 0 1 Unknown
    %to_img = OpTypePointer UniformConstant %img
    %to_out = OpTypePointer Output %vec4
    %image = OpVariable %to_img UniformConstant
    %color = OpVariable %to_out Output
    %zero = OpConstant %int 0
    %five = OpConstant %AT_COMPONENT 5
    %three = OpConstant %int 3
    %four = OpConstant %int 4
    %at = OpConstantComposite %at_type AT_PARTS
    %offset = OpConstantComposite %int2 %three %four
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %i = OpLoad %img %image
    %texel = OpImageFetch %vec4 %i %at OPERANDS
    OpStore %color %texel
    OpReturn
    OpFunctionEnd
";

fn fetch(component: &str, count: usize, operands: &str) -> Shader {
    let parts = vec!["%five"; count].join(" ");
    let mut text = FETCH
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
fn texel_offsets_are_added_to_the_coordinate() {
    let plain = text(&fetch("%int", 2, "Lod %zero"), Target::Wgsl);
    assert!(plain.contains("textureLoad(") && !plain.contains('+'), "{plain}");
    for operands in ["Lod|ConstOffset %zero %offset", "Lod|Offset %zero %offset"] {
        let shader = fetch("%int", 2, operands);
        for target in [Target::Wgsl, GLSL, HLSL, MSL] {
            let text = text(&shader, target);
            let code = text.replace("(3, 4)", "(3,4)");
            assert!(code.contains("+ ") && (code.contains("3") && code.contains("4")), "{operands}: {text}");
        }
    }
    // The layer of an array has no offset.
    let layered = text(&fetch("%int", 3, "Lod|ConstOffset %zero %offset"), Target::Wgsl);
    assert!(layered.contains("+ vec3i("), "{layered}");
}

#[test]
fn coordinates_without_a_sign_are_taken() {
    for operands in ["Lod %zero", "Lod|ConstOffset %zero %offset"] {
        let text = text(&fetch("%uint", 2, operands), Target::Wgsl);
        assert!(text.contains("textureLoad("), "{text}");
    }
}

const PUSHED: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %color Location 0
    OpDecorate %list ArrayStride 16
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %other Block
    OpMemberDecorate %other 0 Offset 0
    OpDecorate %uniform DescriptorSet 0
    OpDecorate %uniform Binding 4
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %int = OpTypeInt 32 1
    %vec4 = OpTypeVector %float 4
    %length = OpConstant %int 20
    %zero = OpConstant %int 0
    %last = OpConstant %int 19
    %list = OpTypeArray %vec4 %length
    %block = OpTypeStruct %list
    %other = OpTypeStruct %vec4
    %to_block = OpTypePointer PushConstant %block
    %to_pushed = OpTypePointer PushConstant %vec4
    %to_other = OpTypePointer Uniform %other
    %to_bound = OpTypePointer Uniform %vec4
    %to_out = OpTypePointer Output %vec4
    %pushed = OpVariable %to_block PushConstant
    %uniform = OpVariable %to_other Uniform
    %color = OpVariable %to_out Output
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %one = OpAccessChain %to_pushed %pushed %zero %last
    %first = OpLoad %vec4 %one
    %two = OpAccessChain %to_bound %uniform %zero
    %second = OpLoad %vec4 %two
    %sum = OpFAdd %vec4 %first %second
    OpStore %color %sum
    OpReturn
    OpFunctionEnd
";

glassbox_testing::asking!(spirv_val: push_constants_of_any_size_stay_push_constants);

#[test]
fn push_constants_of_any_size_stay_push_constants() {
    let shader = shader(PUSHED);
    let Output::Words(words) = written(&shader, Target::Spirv(1, 0)).output else {
        panic!("SPIR-V is words");
    };
    assert_eq!(spirv::validate_for(&words, "vulkan1.0"), Ok(()));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
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
    for target in [Target::Wgsl, GLSL, HLSL, MSL] {
        let written = written(&shader, target);
        let mut bound: Vec<&str> = written.names.resources.iter().map(|one| one.bound.as_str()).collect();
        bound.sort_unstable();
        bound.dedup();
        assert_eq!(bound.len(), 2, "{target:?}: {bound:?}");
    }
}
