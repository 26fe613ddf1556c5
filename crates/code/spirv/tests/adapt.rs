//! Tests the edits that adapt a module to its use: each on a small module, whose result is valid and has the lines that the edit states.

use foldhash::{HashMap, HashSet};
use glassbox_core::name_map::Place;
use glassbox_spirv::adapt::{
    DepthRange, YAxis, bind, convert_positions, keep_entry_point, move_variables, remove_unused_functions,
    rename_entry_point, split_blocks, split_samplers, undecorate, unwrap_blocks,
};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::check::{CheckOptions, Environment, Vulkan, check};
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::Reflection;
use glassbox_spirv::{Options, disassemble, reflect};
use glassbox_testing::spirv::validate;

use crate::support::module;

glassbox_testing::asking!(
    spirv_val: samplers_are_combined_where_they_are_used,
    entry_points_of_later_versions_list_samplers,
    samplers_beside_each_other_get_places_of_their_own,
    blocks_become_variables,
    blocks_of_several_vertices_become_arrays,
    wrapped_blocks_are_taken_out,
    positions_change_where_they_leave,
    one_entry_point_stays,
    variables_move_with_their_pointers
);

fn bytes(module: &Module) -> Vec<u8> {
    module.words().expect("words").iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn reflection(module: &Module) -> Reflection {
    reflect(&bytes(module)).expect("a module")
}

/// The text of a module that breaks no rule.
fn valid(module: &Module) -> String {
    let text = disassemble(&bytes(module), &Options::default()).expect("a module");
    let findings = check(&bytes(module), &CheckOptions::new(Environment::Vulkan(Vulkan::V1_2)));
    let findings: Vec<String> =
        findings.iter().map(|finding| format!("{}: {}", finding.rule.id, finding.message)).collect();
    assert!(findings.is_empty(), "{findings:#?}\n{text}");
    validate(&module.words().expect("words")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    text
}

/// Asserts that a text has lines that contain these words, in this order.
fn assert_lines(text: &str, expected: &[&str]) {
    let mut lines = text.lines();
    for words in expected {
        assert!(lines.any(|line| line.contains(words)), "no {words:?} at its place in\n{text}");
    }
}

/// A fragment shader with these lines for its resources, of which `interface` names those that it lists, and for its code.
fn fragment(names: &str, globals: &str, code: &str) -> String {
    format!(
        r#"; SPIR-V
; Version: 1.0
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %color
               OpExecutionMode %main OriginUpperLeft
               OpName %color "color"
               {names}
               OpDecorate %color Location 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
      %float = OpTypeFloat 32
        %int = OpTypeInt 32 1
       %vec2 = OpTypeVector %float 2
       %vec4 = OpTypeVector %float 4
     %output = OpTypePointer Output %vec4
      %false = OpConstantFalse %bool
       %zero = OpConstant %float 0
        %one = OpConstant %int 1
      %int_0 = OpConstant %int 0
     %middle = OpConstantComposite %vec2 %zero %zero
      %color = OpVariable %output Output
               {globals}
       %main = OpFunction %void None %fn
      %entry = OpLabel
               {code}
               OpReturn
               OpFunctionEnd
"#
    )
}

const TEXTURE: &str = "
      %image = OpTypeImage %float 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %pointer = OpTypePointer UniformConstant %sampled
    %diffuse = OpVariable %pointer UniformConstant";

const PLACE: &str = r#"
               OpName %diffuse "diffuse"
               OpDecorate %diffuse DescriptorSet 1
               OpDecorate %diffuse Binding 3"#;

#[test]
fn samplers_are_combined_where_they_are_used() {
    let code = "
       %read = OpLoad %sampled %diffuse
      %first = OpImageSampleExplicitLod %vec4 %read %middle Lod %zero
               OpSelectionMerge %after None
               OpBranchConditional %false %then %after
       %then = OpLabel
     %second = OpImageSampleExplicitLod %vec4 %read %middle Lod %zero
      %third = OpImageSampleExplicitLod %vec4 %read %middle Lod %zero
        %sum = OpFAdd %vec4 %second %third
               OpStore %color %sum
               OpBranch %after
      %after = OpLabel
               OpStore %color %first";
    let mut module = module(&fragment(PLACE, TEXTURE, code));
    let pairs = split_samplers(&mut module).expect("it can be taken apart");
    let text = valid(&module);
    assert_eq!(pairs.len(), 1);
    assert_eq!((pairs[0].name.as_str(), pairs[0].texture), ("diffuse", Place { set: 1, binding: 3 }));
    assert_eq!(pairs[0].sampler, Place { set: 2, binding: 3 });
    assert_lines(
        &text,
        &[
            "OpName %diffuse_sampler \"diffuse_sampler\"",
            "OpDecorate %diffuse_sampler DescriptorSet 2",
            "OpDecorate %diffuse_sampler Binding 3",
            "OpLoad",
            "OpLoad",
            "OpSampledImage",
            "OpImageSampleExplicitLod",
            "OpBranchConditional",
            "OpSampledImage",
            "OpImageSampleExplicitLod",
            "OpImageSampleExplicitLod",
            "OpFAdd",
        ],
    );
    // Loaded once, and combined once in each block.
    assert_eq!((text.matches("OpLoad").count(), text.matches("OpSampledImage ").count()), (2, 2), "{text}");
}

#[test]
fn entry_points_of_later_versions_list_samplers() {
    let code = "
       %read = OpLoad %sampled %diffuse
      %first = OpImageSampleExplicitLod %vec4 %read %middle Lod %zero
               OpStore %color %first";
    let text = fragment(PLACE, TEXTURE, code)
        .replace("; Version: 1.0", "; Version: 1.4")
        .replace("\"main\" %color", "\"main\" %color %diffuse");
    let mut module = module(&text);
    split_samplers(&mut module).expect("it can be taken apart");
    assert_lines(&valid(&module), &["\"main\" %color %diffuse %diffuse_sampler"]);
}

#[test]
fn samplers_beside_each_other_get_places_of_their_own() {
    let names = format!(
        "OpName %normals \"normals\"{PLACE}
               OpDecorate %normals DescriptorSet 0
               OpDecorate %normals Binding 3
               OpDecorate %other DescriptorSet 2
               OpDecorate %other Binding 4"
    );
    let globals = format!(
        "{TEXTURE}
    %normals = OpVariable %pointer UniformConstant
    %texture = OpTypePointer UniformConstant %image
      %other = OpVariable %texture UniformConstant"
    );
    let code = "
          %a = OpLoad %sampled %diffuse
          %b = OpLoad %sampled %normals
      %first = OpImageSampleExplicitLod %vec4 %a %middle Lod %zero
     %second = OpImageSampleExplicitLod %vec4 %b %middle Lod %zero
        %sum = OpFAdd %vec4 %first %second
               OpStore %color %sum";
    let mut module = module(&fragment(&names, &globals, code));
    let pairs = split_samplers(&mut module).expect("they can be taken apart");
    valid(&module);
    let places: Vec<Place> = pairs.iter().map(|pair| pair.sampler).collect();
    // The second one finds 3 and 4 taken.
    assert_eq!(places, [Place { set: 2, binding: 3 }, Place { set: 2, binding: 5 }]);
}

#[test]
fn samplers_that_go_elsewhere_stay() {
    let choice = "
          %a = OpLoad %sampled %diffuse
          %b = OpLoad %sampled %diffuse
          %c = OpSelect %sampled %false %a %b
     %second = OpImageSampleExplicitLod %vec4 %c %middle Lod %zero
               OpStore %color %second";
    let copied = "
          %p = OpCopyObject %pointer %diffuse
          %a = OpLoad %sampled %p
     %second = OpImageSampleExplicitLod %vec4 %a %middle Lod %zero
               OpStore %color %second";
    for (code, opcode) in [(choice, op::SELECT), (copied, op::COPY_OBJECT)] {
        let mut module = module(&fragment(PLACE, TEXTURE, code));
        let before = bytes(&module);
        let error = split_samplers(&mut module).expect_err("it cannot be taken apart");
        assert_eq!((error.name.as_str(), module.opcode(error.at)), ("diffuse", opcode));
        assert_eq!(bytes(&module), before, "the module is unchanged");
    }
}

/// A stage with a block between stages; `arrayed` for those with one for each vertex.
const BLOCK: &str = r#"; SPIR-V
; Version: 1.0
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %color %in
               OpExecutionMode %main OriginUpperLeft
               OpName %color "color"
               OpName %Light "Light"
               OpMemberName %Light 0 "normal"
               OpMemberName %Light 1 "power"
               OpName %in "in"
               OpDecorate %Light Block
               OpDecorate %in Location 3
               OpMemberDecorate %Light 1 Flat
               OpDecorate %color Location 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
      %float = OpTypeFloat 32
        %int = OpTypeInt 32 1
       %vec4 = OpTypeVector %float 4
      %Light = OpTypeStruct %vec4 %float
     %output = OpTypePointer Output %vec4
      %input = OpTypePointer Input %Light
     %input4 = OpTypePointer Input %vec4
     %input1 = OpTypePointer Input %float
      %int_0 = OpConstant %int 0
      %int_1 = OpConstant %int 1
      %color = OpVariable %output Output
         %in = OpVariable %input Input
       %main = OpFunction %void None %fn
      %entry = OpLabel
          %n = OpAccessChain %input4 %in %int_0
          %p = OpAccessChain %input1 %in %int_1
     %normal = OpLoad %vec4 %n
      %power = OpLoad %float %p
      %light = OpVectorTimesScalar %vec4 %normal %power
               OpStore %color %light
               OpReturn
               OpFunctionEnd
"#;

fn split(text: &str) -> (Module, bool) {
    let mut module = module(text);
    let reflection = reflection(&module);
    let is_split = split_blocks(&mut module, &reflection, &reflection.entry_points[0]);
    (module, is_split.expect("the block is used by members"))
}

#[test]
fn blocks_become_variables() {
    let (module, is_split) = split(BLOCK);
    let text = valid(&module);
    assert!(is_split);
    assert_lines(
        &text,
        &[
            "\"main\" %color %normal %power",
            "OpName %normal \"normal\"",
            "OpName %power \"power\"",
            "OpDecorate %normal Location 3",
            "OpDecorate %power Flat",
            "OpDecorate %power Location 4",
            "%normal = OpVariable",
            "%power = OpVariable",
            "OpAccessChain %_ptr_Input_v4float %normal",
            "OpAccessChain %_ptr_Input_float %power",
        ],
    );
    assert!(!text.contains("%in "), "{text}");
}

#[test]
fn blocks_of_several_vertices_become_arrays() {
    let text = BLOCK
        .replace("OpCapability Shader", "OpCapability Geometry")
        .replace("Fragment %main", "Geometry %main")
        .replace(
            "OpExecutionMode %main OriginUpperLeft",
            "OpExecutionMode %main Triangles\nOpExecutionMode %main Invocations 1\n\
             OpExecutionMode %main OutputTriangleStrip\nOpExecutionMode %main OutputVertices 3",
        )
        .replace("OpMemberDecorate %Light 1 Flat\n", "")
        .replace(
            "      %input = OpTypePointer Input %Light",
            "%uint = OpTypeInt 32 0\n%three = OpConstant %uint 3\n%all = OpTypeArray %Light %three\n\
             %input = OpTypePointer Input %all",
        )
        .replace("%in %int_0", "%in %int_1 %int_0")
        .replace("%in %int_1\n", "%in %int_0 %int_1\n");
    let (module, is_split) = split(&text);
    let text = valid(&module);
    assert!(is_split);
    assert_lines(
        &text,
        &[
            "OpDecorate %normal Location 3",
            "OpDecorate %power Location 4",
            "OpTypeArray %v4float %uint_3",
            "OpTypeArray %float %uint_3",
            "%normal %int_1",
            "%power %int_0",
        ],
    );
}

#[test]
fn blocks_used_as_a_whole_stay() {
    let text = BLOCK.replace(
        "%normal = OpLoad %vec4 %n",
        "%whole = OpLoad %Light %in\n%normal = OpCompositeExtract %vec4 %whole 0",
    );
    let mut module = module(&text);
    let reflection = reflection(&module);
    let error =
        split_blocks(&mut module, &reflection, &reflection.entry_points[0]).expect_err("it is loaded");
    assert_eq!((error.name.as_str(), module.opcode(error.at)), ("in", op::LOAD));
}

#[test]
fn wrapped_blocks_are_taken_out() {
    let names = r#"
               OpName %block "block"
               OpMemberName %Inner 0 "tint"
               OpMemberName %Inner 1 "power"
               OpDecorate %Outer Block
               OpMemberDecorate %Outer 0 Offset 0
               OpMemberDecorate %Inner 0 Offset 0
               OpMemberDecorate %Inner 1 Offset 16
               OpDecorate %block DescriptorSet 0
               OpDecorate %block Binding 0"#;
    let globals = "
      %Inner = OpTypeStruct %vec4 %float
      %Outer = OpTypeStruct %Inner
    %pointer = OpTypePointer Uniform %Outer
      %whole = OpTypePointer Uniform %Inner
    %member0 = OpTypePointer Uniform %vec4
      %block = OpVariable %pointer Uniform";
    let code = "
          %a = OpAccessChain %member0 %block %int_0 %int_0
       %tint = OpLoad %vec4 %a
          %b = OpAccessChain %whole %block %int_0
        %all = OpLoad %Inner %b
      %power = OpCompositeExtract %float %all 1
      %light = OpVectorTimesScalar %vec4 %tint %power
               OpStore %color %light";
    // The structure inside becomes the block, which has to be decorated as one by who asks for it.
    let mut module = module(&fragment(names, globals, code));
    assert!(unwrap_blocks(&mut module));
    let inner =
        module.walk().find(|at| module.opcode(*at) == op::TYPE_STRUCT && module.operands(*at).len() == 2);
    let inner = module.get(inner.expect("the inner structure")).result;
    glassbox_spirv::adapt::decorate(&mut module, [(inner, decoration::BLOCK, None)]);
    undecorate(&mut module, |id, kind| kind == decoration::BLOCK && id != inner);
    let text = valid(&module);
    assert_lines(
        &text,
        &[
            "OpAccessChain %_ptr_Uniform_v4float %block %int_0",
            "OpLoad %v4float",
            "OpAccessChain %_ptr_Uniform_v4float %block %uint_0",
            "OpAccessChain %_ptr_Uniform_float %block %uint_1",
            "OpCompositeConstruct",
        ],
    );
    // A block with a name of its own is what the source says.
    let named = names.replace("OpDecorate %Outer Block", "OpName %Outer \"Outer\"\nOpDecorate %Outer Block");
    assert!(!unwrap_blocks(&mut self::module(&fragment(&named, globals, code))));
}

const VERTEX: &str = r#"; SPIR-V
; Version: 1.0
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %main "main" %vertices
               OpName %vertices "vertices"
               OpMemberDecorate %PerVertex 0 BuiltIn Position
               OpMemberDecorate %PerVertex 1 BuiltIn PointSize
               OpDecorate %PerVertex Block
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
      %false = OpConstantFalse %bool
      %float = OpTypeFloat 32
        %int = OpTypeInt 32 1
       %vec4 = OpTypeVector %float 4
  %PerVertex = OpTypeStruct %vec4 %float
     %output = OpTypePointer Output %PerVertex
    %output4 = OpTypePointer Output %vec4
      %int_0 = OpConstant %int 0
      %three = OpConstant %float 3
      %place = OpConstantComposite %vec4 %three %three %three %three
   %vertices = OpVariable %output Output
       %main = OpFunction %void None %fn
      %entry = OpLabel
       %path = OpAccessChain %output4 %vertices %int_0
               OpStore %path %place
       %call = OpFunctionCall %void %other
               OpSelectionMerge %after None
               OpBranchConditional %false %then %after
       %then = OpLabel
               OpReturn
      %after = OpLabel
               OpReturn
               OpFunctionEnd
      %other = OpFunction %void None %fn
     %inside = OpLabel
               OpReturn
               OpFunctionEnd
"#;

#[test]
fn positions_change_where_they_leave() {
    // The change, the instructions in front of each return, and the factor.
    let cases: [(YAxis, DepthRange, &[&str], Option<&str>); 4] = [
        (YAxis::Keep, DepthRange::Keep, &[], None),
        (YAxis::Flip, DepthRange::Keep, &["OpFNegate"], None),
        (YAxis::Keep, DepthRange::ToZeroToOne, &["OpFAdd", "OpFMul"], Some("%float_0_5")),
        (YAxis::Flip, DepthRange::ToMinusOneToOne, &["OpFNegate", "OpFMul", "OpFSub"], Some("%float_2")),
    ];
    for (y_axis, depth, expected, factor) in cases {
        let mut module = module(VERTEX);
        let reflection = reflection(&module);
        convert_positions(&mut module, (&reflection, &reflection.entry_points[0]), (y_axis, depth));
        let text = valid(&module);
        let arithmetic = ["OpFNegate", "OpFAdd", "OpFMul", "OpFSub"];
        let found: Vec<&str> =
            text.lines().filter_map(|line| arithmetic.into_iter().find(|name| line.contains(name))).collect();
        // Both returns of the entry point, and not that of the other function.
        assert_eq!(found, [expected, expected].concat(), "{y_axis:?} {depth:?}\n{text}");
        if let Some(factor) = factor {
            assert!(text.lines().any(|line| line.contains("OpFMul") && line.ends_with(factor)), "{text}");
        }
        // One store of the program, and one for each return that changes it.
        let stores = if expected.is_empty() { 1 } else { 3 };
        assert_eq!(text.matches("OpStore").count(), stores, "{text}");
    }
}

#[test]
fn one_entry_point_stays() {
    let text = VERTEX.replace(
        "OpMemberDecorate %PerVertex 0",
        "OpEntryPoint GLCompute %second \"second\"\nOpExecutionMode %second LocalSize 1 1 1\n\
             OpName %second \"second\"\nOpMemberDecorate %PerVertex 0",
    ) + "%second = OpFunction %void None %fn\n%begin = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let mut module = module(&text);
    let first = module.globals.iter().copied().find(|at| module.opcode(*at) == op::ENTRY_POINT);
    let first = first.expect("an entry point");
    rename_entry_point(&mut module, first, "a much longer name");
    keep_entry_point(&mut module, first);
    remove_unused_functions(&mut module);
    let text = valid(&module);
    assert_lines(&text, &["\"a much longer name\" %vertices", "OpFunctionCall"]);
    assert!(!text.contains("second") && !text.contains("LocalSize"), "{text}");
    assert_eq!(text.matches("OpFunctionEnd").count(), 2, "what is called stays\n{text}");
}

#[test]
fn variables_move_with_their_pointers() {
    let names = "
               OpDecorate %Block Block
               OpMemberDecorate %Block 0 Offset 0
               OpDecorate %block DescriptorSet 0
               OpDecorate %block Binding 7";
    let globals = "
      %Block = OpTypeStruct %vec4
    %pointer = OpTypePointer Uniform %Block
    %member0 = OpTypePointer Uniform %vec4
      %block = OpVariable %pointer Uniform";
    let code = "
          %a = OpAccessChain %member0 %block %int_0
       %tint = OpLoad %vec4 %a
               OpStore %color %tint";
    let mut module = module(&fragment(names, globals, code));
    let is_uniform = |module: &Module, at: u32| {
        module.opcode(at) == op::VARIABLE && module.word(at, 0) == storage_class::UNIFORM
    };
    let block = module.walk().find(|at| is_uniform(&module, *at)).expect("the block");
    let block = module.get(block).result;

    bind(&mut module, &HashMap::from_iter([(block, Place { set: 4, binding: 2 })]));
    let text = valid(&module);
    assert_lines(&text, &["DescriptorSet 4", "Binding 2"]);
    assert!(!text.contains("Binding 7"), "{text}");

    undecorate(&mut module, |id, kind| {
        id == block && matches!(kind, decoration::DESCRIPTOR_SET | decoration::BINDING)
    });
    let moved = move_variables(&mut module, &HashSet::from_iter([block]), storage_class::PUSH_CONSTANT);
    assert_eq!(moved, Ok(()));
    let text = valid(&module);
    assert_lines(
        &text,
        &["OpVariable %_ptr_PushConstant__struct_", "OpAccessChain %_ptr_PushConstant_v4float"],
    );
}

#[test]
fn variables_whose_pointers_are_passed_on_stay() {
    let globals = "
    %private = OpTypePointer Private %vec4
      %value = OpVariable %private Private";
    let code = "
          %a = OpSelect %private %false %value %value
       %tint = OpLoad %vec4 %a
               OpStore %color %tint";
    let mut module = module(&fragment("", globals, code));
    let value = module
        .walk()
        .find(|at| module.opcode(*at) == op::VARIABLE && module.word(*at, 0) == storage_class::PRIVATE);
    let value = module.get(value.expect("the variable")).result;
    let error = move_variables(&mut module, &HashSet::from_iter([value]), storage_class::WORKGROUP);
    assert_eq!(error.map_err(|at| module.opcode(at)), Err(op::SELECT));
}
