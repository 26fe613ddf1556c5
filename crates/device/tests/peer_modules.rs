//! Runs modules of one program with the same inputs, and compares what they compute: with numbers worked out by hand, and with each
//! other.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test peer_modules -- --ignored`

use glassbox_device_testing::module::compare::{Number, Part, first_apart};
use glassbox_device_testing::module::rows::Rows;
use glassbox_device_testing::module::stages::plane;
use glassbox_device_testing::package::picture::SIZE;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_device_testing::vulkan::module::peers::{Peers, Program};

/// Each group doubles a word of a buffer and adds one. PLUS, ELEMENT and its class are replaced.
const COMPUTE: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %group
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %group BuiltIn WorkgroupId
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 3001
OpDecorate %elements ArrayStride 4
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%uint3 = OpTypeVector %uint 3
%to_uint3 = OpTypePointer Input %uint3
%elements = OpTypeRuntimeArray ELEMENT
%block = OpTypeStruct %elements
%to_block = OpTypePointer Uniform %block
%to_element = OpTypePointer Uniform ELEMENT
%zero = OpConstant %uint 0
%two = OpConstant %uint 2
%group = OpVariable %to_uint3 Input
%buffer = OpVariable %to_block Uniform
%plus = OpConstant %float PLUS
%factor = OpConstant %float 2
%main = OpFunction %void None %function
%start = OpLabel
%at = OpLoad %uint3 %group
%x = OpCompositeExtract %uint %at 0
%y = OpCompositeExtract %uint %at 1
%row = OpIMul %uint %y %two
%index = OpIAdd %uint %row %x
%place = OpAccessChain %to_element %buffer %zero %index
%old = OpLoad ELEMENT %place
%as_float = OpBitcast %float %old
%doubled = OpFMul %float %as_float %factor
%sum = OpFAdd %float %doubled %plus
%new = OpBitcast ELEMENT %sum
OpStore %place %new
OpReturn
OpFunctionEnd
";

/// A fragment stage that writes the second half of location 1 to an attachment.
const FRAGMENT: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main \"main\" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 1
OpDecorate %in Component 2
OpDecorate %out Location 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%float2 = OpTypeVector %float 2
%to_in = OpTypePointer Input %float2
%to_out = OpTypePointer Output %float2
%in = OpVariable %to_in Input
%out = OpVariable %to_out Output
%main = OpFunction %void None %function
%start = OpLabel
%value = OpLoad %float2 %in
OpStore %out %value
OpReturn
OpFunctionEnd
";

/// A vertex stage over the whole target, with a buffer.
const VERTEX: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %index %position %out
OpDecorate %index BuiltIn VertexIndex
OpDecorate %position BuiltIn Position
OpDecorate %out Location 1
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%bool = OpTypeBool
%float2 = OpTypeVector %float 2
%float4 = OpTypeVector %float 4
%block = OpTypeStruct %float4
%to_block = OpTypePointer Uniform %block
%to_member = OpTypePointer Uniform %float4
%to_index = OpTypePointer Input %uint
%to_position = OpTypePointer Output %float4
%to_out = OpTypePointer Output %float2
%index = OpVariable %to_index Input
%position = OpVariable %to_position Output
%out = OpVariable %to_out Output
%buffer = OpVariable %to_block Uniform
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%low = OpConstant %float -1
%high = OpConstant %float 3
%none = OpConstant %float 0
%whole = OpConstant %float 1
%half = OpConstant %float 0.5
%main = OpFunction %void None %function
%start = OpLabel
%number = OpLoad %uint %index
%is_one = OpIEqual %bool %number %one
%is_two = OpIEqual %bool %number %two
%x = OpSelect %float %is_one %high %low
%y = OpSelect %float %is_two %high %low
%place = OpCompositeConstruct %float4 %x %y %none %whole
OpStore %position %place
%member = OpAccessChain %to_member %buffer %zero
%value = OpLoad %float4 %member
%first = OpCompositeExtract %float %value 0
%nothing = OpFMul %float %first %none
%near = OpFAdd %float %nothing %half
%both = OpCompositeConstruct %float2 %near %half
OpStore %out %both
OpReturn
OpFunctionEnd
";

fn words(text: &str) -> Vec<u32> {
    let bytes = glassbox_spirv::assemble(text).expect("it is a module");
    let mut words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    // Interfaces list inputs and outputs alone.
    words[1] = 0x0001_0000;
    words
}

fn compute(element: &str, plus: &str) -> Program {
    let text = COMPUTE.replace("ELEMENT", element).replace("PLUS", plus);
    // A bit cast to the same type is none.
    let text = match element {
        "%float" => text
            .replace("%as_float = OpBitcast %float %old\n", "")
            .replace("%float %as_float", "%float %old")
            .replace("%new = OpBitcast %float %sum\n", "")
            .replace("%place %new", "%place %sum"),
        _ => text,
    };
    Program::of(vec![words(&text)]).expect("it is a program")
}

fn float(number: &Number) -> f64 {
    match number {
        Number::Float(value) => *value,
        other => panic!("{other:?} is no float"),
    }
}

/// What two programs compute, with the inputs that both need.
fn run_both(first: &Program, second: &Program) -> [Vec<Part>; 2] {
    let gpu = Gpu::open_whole();
    let peers = Peers::of(&[first, second], 0).expect("they can be run");
    [first, second].map(|program| peers.run(&gpu, program).expect("it runs"))
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_compute_programs_give_worked_out_numbers() {
    // The second one knows its buffer as words, and is given the floats of the first.
    let [floats, words] = run_both(&compute("%float", "1"), &compute("%uint", "1"));
    let part = &floats[0];
    assert_eq!(part.name, "set 0, binding 3001, element 0");
    for (index, (before, after)) in part.before.iter().zip(&part.after).enumerate() {
        // Two times two groups; the others stay.
        let expected = if index < 4 { 2.0 * float(before) + 1.0 } else { float(before) };
        assert_eq!(float(after), expected, "number {index}");
    }
    assert_eq!(first_apart(&floats, &words, 0), None);
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_programs_that_compute_others_differ() {
    let [one, other] = run_both(&compute("%float", "1"), &compute("%float", "1.5"));
    let difference = first_apart(&one, &other, 2).expect("they differ");
    assert!(
        difference.starts_with("set 0, binding 3001, element 0: 4 of 256 numbers differ"),
        "{difference}"
    );
    // One unit in the last place of numbers between 2 and 4 is twice that of those between 1 and 2.
    let [one, near] = run_both(&compute("%uint", "1"), &compute("%uint", "1.0000001192092896"));
    assert!(first_apart(&one, &near, 0).is_some());
    assert_eq!(first_apart(&one, &near, 2), None);
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers) and glslangValidator (glslang-tools)"]
fn needs_vulkan_fragments_get_the_components_of_a_location() {
    let program = Program::of(vec![words(FRAGMENT)]).expect("it is a program");
    let [parts, _] = run_both(&program, &program);
    let picture = &parts[0].after;
    assert_eq!(picture.len(), (SIZE * SIZE * 2) as usize);
    for (index, number) in picture.iter().enumerate() {
        let (pixel, component) = (index as u32 / 2, index as u32 % 2);
        let middle = |at: u32| 2.0 * (f64::from(at) + 0.5) / f64::from(SIZE) - 1.0;
        let (x, y) = (middle(pixel % SIZE), middle(pixel / SIZE));
        let [start, across, down] = plane(1, 2 + component);
        // The corners of the triangle, and `w` there: inputs are interpolated in space, not on the screen.
        let parts =
            [(1.0 - (x + 1.0) / 4.0 - (y + 1.0) / 4.0) / 1.0, (x + 1.0) / 4.0 / 1.25, (y + 1.0) / 4.0 / 1.5];
        let corners = [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]].map(|[x, y]| start + across * x + down * y);
        let sum: f64 = parts.iter().zip(corners).map(|(part, corner)| part * corner).sum();
        let expected = sum / parts.iter().sum::<f64>();
        let found = float(number);
        assert!((found - expected).abs() < 1e-4, "pixel {pixel}.{component}: {found}, not {expected}");
    }
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_pairs_draw_with_their_own_vertices() {
    let fragment = FRAGMENT.replace("OpDecorate %in Component 2\n", "");
    let pair = |vertex: &str| Program::of(vec![words(vertex), words(&fragment)]).expect("it is a program");
    let second = VERTEX.replace("%half = OpConstant %float 0.5", "%half = OpConstant %float 0.75");
    let [halves, others] = run_both(&pair(VERTEX), &pair(&second));
    assert!(halves[0].after.iter().all(|number| float(number) == 0.5));
    assert!(others[0].after.iter().all(|number| float(number) == 0.75));
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_outputs_of_vertices_are_those_of_the_registers() {
    let stated = "OpDecorateString %out UserSemantic \"COLOR\"\nOpDecorate %out Location 1";
    let extensions = "OpExtension \"SPV_GOOGLE_hlsl_functionality1\"\nOpExtension \"SPV_GOOGLE_decorate_string\"\nOpMemoryModel";
    let text = VERTEX.replace("OpDecorate %out Location 1", stated).replace("OpMemoryModel", extensions);
    let rows = Rows::parse("out COLOR 0 2 1").expect("it is a table");
    let program = Program::of(vec![rows.place(&words(&text))]).expect("it is a program");
    let [parts, _] = run_both(&program, &program);
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert!(names.contains(&"output 2.1") && names.contains(&"output 2.2"), "{names:?}");
    assert!(!names.contains(&"output 1.0"));
    let output = parts.iter().find(|part| part.name == "output 2.2").expect("it is there");
    assert!(output.after.iter().all(|number| float(number) == 0.5));
}
