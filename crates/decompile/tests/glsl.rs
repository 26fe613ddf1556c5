//! Tests what versions of GLSL lack, and names and extensions that programs ask for.

use std::collections::BTreeMap;

use glassbox_decompile::{Api, Extensions, Options, Refusal, Source, Target, decompile};
use glassbox_spirv::module::{Annotations, Module};

/// A fragment shader; MODE, PORTS, TYPES and BODY are replaced.
const SHADER: &str = "
    OpCapability Shader
    OpCapability SampleRateShading
    OpCapability InterpolationFunction
    OpCapability ClipDistance
    %ext = OpExtInstImport \"GLSL.std.450\"
    OpCapability Int64
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %in %out
    OpExecutionMode %main OriginUpperLeft
    MODE
    OpName %in \"in\"
    OpName %out \"result\"
    OpName %camera \"camera\"
    OpName %Camera \"Camera\"
    OpMemberName %Camera 0 \"tint\"
    PORTS
    OpDecorate %out Location 0
    OpDecorate %Camera Block
    OpMemberDecorate %Camera 0 Offset 0
    OpDecorate %camera DescriptorSet 0
    OpDecorate %camera Binding 3
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %bool = OpTypeBool
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %long = OpTypeInt 64 1
    %float = OpTypeFloat 32
    %ivec3 = OpTypeVector %int 3
    %vec4 = OpTypeVector %float 4
    %bvec3 = OpTypeVector %bool 3
    %one = OpConstant %int 1
    %zero = OpConstant %int 0
    %uone = OpConstant %uint 1
    %utwo = OpConstant %uint 2
    %usix = OpConstant %uint 6
    %half = OpConstant %float 0.5
    %vec2 = OpTypeVector %float 2
    %offset = OpConstantComposite %vec2 %half %half
    %pair = OpTypeArray %vec4 %utwo
    %six = OpTypeArray %float %usix
    %Wire = OpTypeStruct %float
    %masks = OpTypeArray %uint %uone
    %floats = OpTypeArray %float %uone
    %Listed = OpTypeStruct %vec4 %floats
    %Leaf = OpTypeStruct %vec4
    %leaves = OpTypeArray %Leaf %utwo
    %Branch = OpTypeStruct %leaves
    %branches = OpTypeArray %Branch %uone
    %Tree = OpTypeStruct %branches
    %trees = OpTypeArray %Tree %uone
    %Wood = OpTypeStruct %trees
    %wood = OpConstantNull %Wood
    %to_in_float = OpTypePointer Input %float
    %Camera = OpTypeStruct %vec4
    %to_camera = OpTypePointer Uniform %Camera
    %to_tint = OpTypePointer Uniform %vec4
    %to_out = OpTypePointer Output %vec4
    %to_in = OpTypePointer Input %IN
    %to_uint = OpTypePointer Input %uint
    %camera = OpVariable %to_camera Uniform
    %in = OpVariable %to_in Input
    %out = OpVariable %to_out Output
    %main = OpFunction %void None %fn
    %entry = OpLabel
    %place = OpAccessChain %to_tint %camera %zero
    %tint = OpLoad %vec4 %place
    BODY
    OpStore %out %value
    OpReturn
    OpFunctionEnd
";

struct Case {
    mode: &'static str,
    ports: &'static str,
    input: &'static str,
    body: &'static str,
}

const PLAIN: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0",
    input: "vec4",
    body: "%value = OpCopyObject %vec4 %tint",
};

const CHOICE: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0\nOpDecorate %in Flat",
    input: "ivec3",
    body: "
        %whole = OpLoad %ivec3 %in
        %other = OpIAdd %ivec3 %whole %whole
        %which = OpSLessThan %bvec3 %whole %other
        %chosen = OpSelect %ivec3 %which %whole %other
        %x = OpCompositeExtract %int %chosen 2
        %f = OpConvertSToF %float %x
        %value = OpVectorTimesScalar %vec4 %tint %f",
};

const MASK: Case = Case {
    mode: "",
    ports: "OpDecorate %in BuiltIn SampleMask\nOpDecorate %in Flat",
    input: "masks",
    body: "
        %word_place = OpAccessChain %to_uint %in %zero
        %word = OpLoad %uint %word_place
        %bits = OpBitwiseAnd %uint %word %uone
        %f = OpConvertUToF %float %bits
        %value = OpVectorTimesScalar %vec4 %tint %f",
};

const LONG: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0",
    input: "vec4",
    body: "
        %all = OpLoad %vec4 %in
        %x = OpCompositeExtract %float %all 0
        %l = OpConvertFToS %long %x
        %twice = OpIAdd %long %l %l
        %f = OpConvertSToF %float %twice
        %value = OpVectorTimesScalar %vec4 %tint %f",
};

const LISTED: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0",
    input: "Listed",
    body: "
        %place_x = OpAccessChain %to_in_float %in %one %zero
        %x = OpLoad %float %place_x
        %value = OpVectorTimesScalar %vec4 %tint %x",
};

/// A component of one of two inputs, interpolated at an offset.
const RATE: Case = Case {
    mode: "",
    ports: "OpDecorate %in BuiltIn ShadingRateKHR\nOpDecorate %in Flat",
    input: "uint",
    body: "
        %rate = OpLoad %uint %in
        %f = OpConvertUToF %float %rate
        %value = OpVectorTimesScalar %vec4 %tint %f",
};

const COMPONENT: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0",
    input: "pair",
    body: "
        %place_x = OpAccessChain %to_in_float %in %one %one
        %x = OpExtInst %float %ext InterpolateAtOffset %place_x %offset
        %value = OpVectorTimesScalar %vec4 %tint %x",
};

/// Clip distances, of which the number is computed.
const DISTANCES: Case = Case {
    mode: "",
    ports: "OpDecorate %in BuiltIn ClipDistance",
    input: "six",
    body: "
        %all = OpConvertFToS %int %half
        %place_x = OpAccessChain %to_in_float %in INDEX
        %x = OpLoad %float %place_x
        %value = OpVectorTimesScalar %vec4 %tint %x",
};

/// The place of a fragment, in whole numbers.
const CENTERS: Case = Case {
    mode: "OpExecutionMode %main PixelCenterInteger",
    ports: "OpDecorate %in BuiltIn FragCoord",
    input: "vec4",
    body: "
        %xyzw = OpLoad %vec4 %in
        %value = OpFMul %vec4 %tint %xyzw",
};

/// A block of inputs, interpolated in another way.
const BLOCK: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0\nOpDecorate %Wire Block\nOpMemberDecorate %Wire 0 WAY",
    input: "Wire",
    body: "
        %place_x = OpAccessChain %to_in_float %in %zero
        %x = OpLoad %float %place_x
        %value = OpVectorTimesScalar %vec4 %tint %x",
};

/// Zeros in arrays and structures, the vector at the end of them.
const NESTED: Case = Case {
    mode: "",
    ports: "OpDecorate %in Location 0",
    input: "vec4",
    body: "
        %same = OpCopyObject %Wood %wood
        %leaf = OpCompositeExtract %vec4 %same 0 0 0 0 0 1 0
        %value = OpFAdd %vec4 %tint %leaf",
};

impl Case {
    /// With other words in the ports and the body.
    fn with(&self, words: &[&'static str; 2]) -> Case {
        let change = |text: &'static str| &*text.replace(words[0], words[1]).leak();
        Case { ports: change(self.ports), body: change(self.body), ..*self }
    }

    fn write(&self, target: Target, options: impl FnOnce(&Module) -> Options) -> Result<Source, Refusal> {
        let text = SHADER
            .replace("MODE", self.mode)
            .replace("PORTS", self.ports)
            .replace("%IN", &format!("%{}", self.input))
            .replace("BODY", self.body);
        let bytes = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
        let module = Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        decompile(&module, &target, &options(&module))
    }

    fn text(&self, target: Target) -> Result<String, String> {
        let written = self.write(target, |_| Options::default());
        written.map(|source| source.text).map_err(|refusal| refusal.obstacles[0].message.clone())
    }
}

#[test]
fn what_a_version_lacks_is_written_otherwise_or_refused() {
    const EARLY: Case = Case { mode: "OpExecutionMode %main EarlyFragmentTests", ..PLAIN };
    const SECOND: Case = Case { ports: "OpDecorate %in Location 0\nOpDecorate %out Index 1", ..PLAIN };
    let core = |version| Target::Glsl(version, Api::OpenGl);
    for (case, target, expected) in [
        (&CHOICE, core(450), Ok("mix(")),
        (&CHOICE, core(440), Ok("ivec3 choose(ivec3 no, ivec3 yes, bvec3 which)")),
        (&CHOICE, Target::Essl(300), Ok("which.z ? yes.z : no.z")),
        (&EARLY, core(420), Ok("layout(early_fragment_tests) in;")),
        (&EARLY, core(410), Err("GLSL 410 has no early depth and stencil tests")),
        (&SECOND, core(330), Ok("index = 1")),
        (&SECOND, Target::Essl(320), Ok("GL_EXT_blend_func_extended")),
        (&SECOND, Target::Essl(300), Err("GLSL ES 300 has no second source of the blend function")),
        (&LONG, Target::Essl(320), Err("GLSL ES 320 has no numbers of 8, 16 or 64 bits")),
        (
            &LISTED,
            Target::Essl(320),
            Err("GLSL ES has no structures with arrays or structures between stages"),
        ),
        (&LISTED, core(450), Ok("in_.member1[0]")),
        (&SECOND, core(150), Err("GLSL 150 has no second source of the blend function")),
        (&RATE, core(450), Ok("gl_ShadingRateEXT")),
        (&RATE, core(440), Err("this version of GLSL has no built-in variable for ShadingRateKHR")),
        (&MASK, Target::Essl(320), Ok("uint(gl_SampleMaskIn[0])")),
        (&COMPONENT, core(440), Ok("interpolateAtOffset(in_[1].y, vec2(0.5))")),
        (&COMPONENT, core(430), Ok("interpolateAtOffset(in_[1], vec2(0.5)).y")),
        (&COMPONENT, Target::Essl(320), Ok("interpolateAtOffset(in_[1], vec2(0.5)).y")),
        (&DISTANCES.with(&["INDEX", "%all"]), core(450), Ok("in float gl_ClipDistance[6];")),
        (
            &DISTANCES.with(&["INDEX", "%one"]),
            core(450),
            Ok("void main()\n{\n    result = camera.tint * gl_ClipDistance[1]"),
        ),
        (&NESTED, core(450), Ok("Data2(Data[2](Data(vec4(0.0)), Data(vec4(0.0))))")),
        (&PLAIN, core(120), Ok("gl_FragColor = camera.tint;")),
        (&PLAIN, core(140), Ok("    vec4 tint;\n};\n")),
        (&PLAIN, core(140), Ok("result = tint;")),
        (&PLAIN, core(150), Ok("result = camera.tint;")),
        (&CENTERS, core(150), Ok("layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;")),
        (&CENTERS, core(140), Err("the centers of pixels have whole numbers")),
        (&CENTERS, Target::Glsl(450, Api::Vulkan), Err("the centers of pixels have whole numbers")),
        (&CENTERS, Target::Hlsl(60), Err("the centers of pixels have whole numbers")),
        (&CENTERS, Target::Wgsl, Err("the centers of pixels have whole numbers")),
        (&BLOCK.with(&["WAY", "NoPerspective"]), core(450), Ok("    noperspective float")),
        (
            &BLOCK.with(&["WAY", "NoPerspective"]),
            Target::Essl(320),
            Ok("GL_NV_shader_noperspective_interpolation"),
        ),
        (&BLOCK.with(&["WAY", "Sample"]), core(450), Ok("    sample float")),
        (&BLOCK.with(&["WAY", "Sample"]), core(330), Err("GLSL 330 has no such interpolation")),
    ] {
        match (case.text(target), expected) {
            (Ok(text), Ok(part)) => assert!(text.contains(part), "{part:?} is not in\n{text}"),
            (Err(message), Err(part)) => assert!(message.starts_with(part), "{message}"),
            (found, expected) => panic!("{expected:?}: {found:?}"),
        }
    }
}

#[test]
fn outputs_of_old_versions_are_parts_of_colors() {
    let module = SHADER.replace("MODE", PLAIN.mode).replace("PORTS", PLAIN.ports).replace("%IN", "%vec4");
    let module = module.replace("BODY", PLAIN.body);
    let scalar = module
        .replace("%to_out = OpTypePointer Output %vec4", "%to_out = OpTypePointer Output %float")
        .replace("OpStore %out %value", "%red = OpCompositeExtract %float %value 0\nOpStore %out %red");
    let second = module.replace("OpDecorate %out Location 0", "OpDecorate %out Location 1");
    for (text, expected) in [
        (module, "gl_FragColor = camera.tint;"),
        (scalar, "gl_FragColor.r = camera.tint."),
        (second, "gl_FragData[1] = camera.tint;"),
    ] {
        let bytes = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let module = Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        let written = decompile(&module, &Target::Glsl(120, Api::OpenGl), &Options::default());
        let text = written.expect("it is written").text;
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
}

#[test]
fn extensions_are_refused_where_none_is_promised() {
    let target = Target::Glsl(450, Api::OpenGl);
    let text = LONG.text(target).unwrap();
    assert!(text.contains("#extension "), "{text}");
    let strict = |_: &Module| Options { extensions: Extensions::Refused, ..Options::default() };
    let refusal = LONG.write(target, strict).expect_err("there is no extension");
    assert!(refusal.obstacles[0].message.contains("promises no extensions"), "{refusal}");
    assert!(CHOICE.write(target, strict).is_ok());
}

#[test]
fn names_by_which_programs_find_things_are_kept() {
    for (target, camera, expected) in [
        (Target::Glsl(330, Api::OpenGl), "__Root", "uniform __Root {"),
        (Target::Glsl(330, Api::OpenGl), "a__b", "uniform a__b {"),
        (Target::Glsl(330, Api::OpenGl), "mix", "uniform mix_ {"),
        // What else has the name gives way.
        (Target::Glsl(330, Api::OpenGl), "result", "out vec4 result2;"),
        (Target::Hlsl(50), "__Root", "cbuffer __Root : register(b3)"),
        (Target::Msl(21), "Light", "& Light [[buffer("),
    ] {
        let options = |module: &Module| {
            let annotations = Annotations::of(module);
            let ids = 1..module.bound() as u32;
            let find = |name: &str| ids.clone().find(|id| annotations.name(*id) == Some(name));
            let names = BTreeMap::from([(find("camera").expect("it is there"), camera.to_owned())]);
            Options { names, ..Options::default() }
        };
        let text = PLAIN.write(target, options).expect("it is written").text;
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
}

#[test]
fn functions_write_to_what_the_language_lets_them() {
    let bytes = glassbox_spirv::assemble(include_str!("written/parts.spvasm")).expect("it assembles");
    let module = Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
    for (target, expected) in [
        (Target::Glsl(450, Api::Vulkan), ["dim(sum.y);", "dim(list[1]);", "fetch(lamp.tint);"]),
        (Target::Msl(24), ["dim(param);", "dim(list[1]);", "fetch(lamp.tint, "]),
        (Target::Wgsl, ["dim(&param);", "dim(&param2);", "fetch(&param3);"]),
    ] {
        let text = decompile(&module, &target, &Options::default()).expect("it is written").text;
        for part in expected {
            assert!(text.contains(part), "{part:?} is not in\n{text}");
        }
    }
}
