//! SPIR-V modules through naga and back out: values that loops carry, texel offsets, large push constants, places of resources.

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
    let options = WriteOptions { clip: ClipSpace::Vulkan, keep: true, ..WriteOptions::default() };
    match write(shader, &own_slots(shader), target, &options) {
        Ok(written) => written,
        Err(findings) => panic!("{findings:?}"),
    }
}

fn text(shader: &Shader, target: Target) -> String {
    let written = written(shader, target);
    written.output.text().expect("the target is a text").to_owned()
}

/// The greatest common divisor as `spirv-opt -O` leaves it: both values are phis, and the next one of the first is the second.
const DIVISOR: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %in %out
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %in Flat
    OpDecorate %in Location 0
    OpDecorate %out Location 0
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %pair = OpTypeVector %uint 2
    %to_in = OpTypePointer Input %pair
    %to_out = OpTypePointer Output %uint
    %in = OpVariable %to_in Input
    %out = OpVariable %to_out Output
    %zero = OpConstant %uint 0
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %both = OpLoad %pair %in
    %first = OpCompositeExtract %uint %both 0
    %second = OpCompositeExtract %uint %both 1
    OpBranch %head
    %head = OpLabel
    %a = OpPhi %uint %first %entry %b %next
    %b = OpPhi %uint %second %entry %rest %next
    OpLoopMerge %done %next None
    OpBranch %test
    %test = OpLabel
    %more = OpINotEqual %bool %b %zero
    OpBranchConditional %more %body %done
    %body = OpLabel
    %rest = OpUMod %uint %a %b
    OpBranch %next
    %next = OpLabel
    OpBranch %head
    %done = OpLabel
    OpStore %out %a
    OpReturn
    OpFunctionEnd
";

/// The lines between the test for the first iteration and its end.
fn continuing(text: &str) -> Vec<&str> {
    let mut lines = text.lines().skip_while(|line| !line.contains("(!loop_init"));
    let gate = lines.next().expect("the loop has a continuing block");
    let depth = gate.len() - gate.trim_start().len();
    lines.take_while(|line| line.len() - line.trim_start().len() > depth).map(str::trim).collect()
}

#[test]
fn values_that_a_loop_carries_are_read_before_any_is_written() {
    let divisor = shader(DIVISOR);
    for target in [GLSL, HLSL, MSL] {
        let text = text(&divisor, target);
        let lines = continuing(&text);
        let mut written: Vec<&str> = Vec::new();
        let mut loaded: Vec<&str> = Vec::new();
        for line in &lines {
            let (left, right) =
                line.trim_end_matches(';').split_once(" = ").unwrap_or_else(|| panic!("{line}\n{text}"));
            let names = right.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            for name in names {
                assert!(!written.contains(&name), "{name} is read late:\n{text}");
                if name.starts_with("_e") {
                    assert!(loaded.contains(&name), "{name} is not declared here:\n{text}");
                }
            }
            match left.rsplit_once(' ') {
                Some((_, name)) => loaded.push(name),
                None => written.push(left),
            }
        }
        assert_eq!(written.len(), 2, "{text}");
        assert_eq!(loaded.len(), 2, "{text}");
    }
    // These have a continuing block of their own, in which the values are known.
    assert!(text(&divisor, Target::Wgsl).contains("continuing {"));
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
    assert!(layered.contains("+ vec3<i32>("), "{layered}");
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
    OpDecorate %uniform DescriptorSet 3
    OpDecorate %uniform Binding 0
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

glassbox_testing::asking!(spirv_val: push_constants_of_any_size_stay_push_constants, resources_keep_their_sets_and_bindings);

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
    assert_eq!((uniform.set, uniform.binding), (Some(3), Some(0)));
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

/// Two sets, with a uniform block, a storage block and a combined texture.
const SETS: &str = "
    OpCapability Shader
    OpExtension \"SPV_KHR_storage_buffer_storage_class\"
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft
    OpName %uniform \"camera\"
    OpName %storage \"lights\"
    OpName %texture \"albedo\"
    OpDecorate %color Location 0
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer Block
    OpMemberDecorate %buffer 0 Offset 0
    OpMemberDecorate %buffer 0 NonWritable
    OpDecorate %uniform DescriptorSet 0
    OpDecorate %uniform Binding 4
    OpDecorate %storage DescriptorSet 1
    OpDecorate %storage Binding 4
    OpDecorate %texture DescriptorSet 1
    OpDecorate %texture Binding 7
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %int = OpTypeInt 32 1
    %vec4 = OpTypeVector %float 4
    %vec2 = OpTypeVector %float 2
    %zero = OpConstant %int 0
    %half = OpConstant %float 0.5
    %middle = OpConstantComposite %vec2 %half %half
    %block = OpTypeStruct %vec4
    %buffer = OpTypeStruct %vec4
    %img = OpTypeImage %float 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %img
    %to_block = OpTypePointer Uniform %block
    %to_bound = OpTypePointer Uniform %vec4
    %to_buffer = OpTypePointer StorageBuffer %buffer
    %to_stored = OpTypePointer StorageBuffer %vec4
    %to_sampled = OpTypePointer UniformConstant %sampled
    %to_out = OpTypePointer Output %vec4
    %uniform = OpVariable %to_block Uniform
    %storage = OpVariable %to_buffer StorageBuffer
    %texture = OpVariable %to_sampled UniformConstant
    %color = OpVariable %to_out Output
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %one = OpAccessChain %to_bound %uniform %zero
    %first = OpLoad %vec4 %one
    %two = OpAccessChain %to_stored %storage %zero
    %second = OpLoad %vec4 %two
    %both = OpLoad %sampled %texture
    %third = OpImageSampleImplicitLod %vec4 %both %middle
    %sum = OpFAdd %vec4 %first %second
    %all = OpFAdd %vec4 %sum %third
    OpStore %color %all
    OpReturn
    OpFunctionEnd
";

#[test]
fn resources_keep_their_sets_and_bindings() {
    let shader = shader(SETS);
    let bound = |target: Target| -> Vec<String> {
        let written = written(&shader, target);
        let mut list: Vec<String> =
            written.names.resources.iter().map(|one| format!("{}: {}", one.symbol, one.bound)).collect();
        list.extend(written.notes.iter().map(|note| note.rule.id.to_owned()));
        list.sort();
        list
    };
    assert_eq!(
        bound(Target::Spirv(1, 3)),
        [
            "albedo: set 1 binding 7",
            "albedo_sampler: set 1 binding 7",
            "camera: set 0 binding 4",
            "lights: set 1 binding 4"
        ]
    );
    assert_eq!(
        bound(Target::Wgsl),
        [
            "albedo: group 1 binding 7",
            "albedo_sampler: group 2 binding 7",
            "camera: group 0 binding 4",
            "lights: group 1 binding 4"
        ]
    );
    assert_eq!(
        bound(GLSL),
        ["albedo: binding 7", "albedo_sampler: ", "camera: binding 4", "lights: binding 4"]
    );
    assert_eq!(
        bound(HLSL),
        [
            "albedo: register(t7)",
            "albedo_sampler: register(s7)",
            "camera: register(b4)",
            "lights: register(u4)"
        ]
    );
    assert_eq!(
        bound(Target::Hlsl(5, 1)),
        [
            "albedo: register(t7, space1)",
            "albedo_sampler: register(s7, space1)",
            "camera: register(b4)",
            "lights: register(u4, space1)"
        ]
    );
    // Buffers of both kinds count together.
    assert_eq!(
        bound(MSL),
        [
            "TRANSLATE-44",
            "albedo: [[texture(7)]]",
            "albedo_sampler: [[sampler(7)]]",
            "camera: [[buffer(4)]]",
            "lights: [[buffer(0)]]"
        ]
    );
    let Output::Words(words) = written(&shader, Target::Spirv(1, 3)).output else {
        panic!("SPIR-V is words");
    };
    assert_eq!(spirv::validate_for(&words, "vulkan1.1"), Ok(()));
}
