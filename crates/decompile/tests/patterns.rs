//! Tests that what compilers expand is written as it was, and can be left as it is.

use glassbox_decompile::{Api, Options, Patterns, Target, decompile};
use glassbox_spirv::assemble;
use glassbox_spirv::module::Module;

/// A fragment shader that writes `%result`, of type `%ty`.
fn module(ty: &str, body: &str, decorations: &str) -> Module {
    let text = format!(
        "OpCapability Shader
         %std = OpExtInstImport \"GLSL.std.450\"
         OpMemoryModel Logical GLSL450
         OpEntryPoint Fragment %main \"main\" %pv %pw %pt %pn %color
         OpExecutionMode %main OriginUpperLeft
         OpName %pv \"v\"
         OpName %pw \"w\"
         OpName %pt \"t\"
         OpName %pn \"n\"
         OpName %color \"color\"
         OpDecorate %pv Location 0
         OpDecorate %pw Location 1
         OpDecorate %pt Location 2
         OpDecorate %pn Location 3
         OpDecorate %pn Flat
         OpDecorate %color Location 0
         {decorations}
         %void = OpTypeVoid
         %fn = OpTypeFunction %void
         %float = OpTypeFloat 32
         %int = OpTypeInt 32 1
         %v3 = OpTypeVector %float 3
         %m3 = OpTypeMatrix %v3 3
         %zero = OpConstant %float 0
         %one = OpConstant %float 1
         %i0 = OpConstant %int 0
         %i7 = OpConstant %int 7
         %black = OpConstantComposite %v3 %zero %zero %zero
         %white = OpConstantComposite %v3 %one %one %one
         %inv3 = OpTypePointer Input %v3
         %infloat = OpTypePointer Input %float
         %inint = OpTypePointer Input %int
         %out = OpTypePointer Output {ty}
         %pv = OpVariable %inv3 Input
         %pw = OpVariable %inv3 Input
         %pt = OpVariable %infloat Input
         %pn = OpVariable %inint Input
         %color = OpVariable %out Output
         %main = OpFunction %void None %fn
         %entry = OpLabel
         %v = OpLoad %v3 %pv
         %w = OpLoad %v3 %pw
         %t = OpLoad %float %pt
         %n = OpLoad %int %pn
         {body}
         OpStore %color %result
         OpReturn
         OpFunctionEnd"
    );
    let bytes = assemble(&text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// What is assigned to the output.
fn written(module: &Module, patterns: Patterns) -> String {
    let options = Options { patterns, ..Options::default() };
    let source = decompile(module, &Target::Glsl(450, Api::Vulkan), &options);
    let text = source.unwrap_or_else(|refusal| panic!("{refusal}")).text;
    let line = text.lines().find_map(|line| line.trim().strip_prefix("color = "));
    line.unwrap_or_else(|| panic!("{text}")).trim_end_matches(';').to_owned()
}

struct Row {
    ty: &'static str,
    body: &'static str,
    all: &'static str,
    exact: &'static str,
    none: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        ty: "%float",
        body: "%a = OpExtInst %float %std FMax %t %zero
               %result = OpExtInst %float %std FMin %a %one",
        all: "clamp(t, 0.0, 1.0)",
        exact: "clamp(t, 0.0, 1.0)",
        none: "min(max(t, 0.0), 1.0)",
    },
    Row {
        ty: "%v3",
        body: "%a = OpExtInst %v3 %std FMin %white %v
               %result = OpExtInst %v3 %std FMax %a %black",
        all: "clamp(v, 0.0, 1.0)",
        exact: "clamp(v, 0.0, 1.0)",
        none: "max(min(vec3(1.0), v), 0.0)",
    },
    Row {
        ty: "%int",
        body: "%a = OpExtInst %int %std SMax %n %i0
               %result = OpExtInst %int %std SMin %a %i7",
        all: "clamp(n, 0, 7)",
        exact: "clamp(n, 0, 7)",
        none: "min(max(n, 0), 7)",
    },
    // The bounds are in the wrong order: what `clamp` computes is undefined.
    Row {
        ty: "%int",
        body: "%a = OpExtInst %int %std SMax %n %i7
               %result = OpExtInst %int %std SMin %a %i0",
        all: "min(max(n, 7), 0)",
        exact: "min(max(n, 7), 0)",
        none: "min(max(n, 7), 0)",
    },
    Row {
        ty: "%float",
        body: "%a = OpDot %float %v %v
               %result = OpExtInst %float %std Sqrt %a",
        all: "length(v)",
        exact: "sqrt(dot(v, v))",
        none: "sqrt(dot(v, v))",
    },
    Row {
        ty: "%v3",
        body: "%a = OpDot %float %v %v
               %b = OpExtInst %float %std InverseSqrt %a
               %result = OpVectorTimesScalar %v3 %v %b",
        all: "normalize(v)",
        exact: "v * inversesqrt(dot(v, v))",
        none: "v * inversesqrt(dot(v, v))",
    },
    Row {
        ty: "%v3",
        body: "%a = OpDot %float %v %v
               %b = OpExtInst %float %std Sqrt %a
               %c = OpCompositeConstruct %v3 %b %b %b
               %result = OpFDiv %v3 %v %c",
        all: "normalize(v)",
        exact: "v / sqrt(dot(v, v))",
        none: "v / sqrt(dot(v, v))",
    },
    // The length of another vector.
    Row {
        ty: "%v3",
        body: "%a = OpDot %float %w %w
               %b = OpExtInst %float %std InverseSqrt %a
               %result = OpVectorTimesScalar %v3 %v %b",
        all: "v * inversesqrt(dot(w, w))",
        exact: "v * inversesqrt(dot(w, w))",
        none: "v * inversesqrt(dot(w, w))",
    },
    Row {
        ty: "%v3",
        body: "%s = OpCompositeConstruct %v3 %t %t %t
               %a = OpFSub %v3 %white %s
               %b = OpFMul %v3 %v %a
               %c = OpFMul %v3 %w %s
               %result = OpFAdd %v3 %b %c",
        all: "mix(v, w, t)",
        exact: "v * (vec3(1.0) - vec3(t)) + w * t",
        none: "v * (vec3(1.0) - vec3(t)) + w * t",
    },
    Row {
        ty: "%v3",
        body: "%a = OpFSub %v3 %w %v
               %b = OpFMul %v3 %a %v
               %result = OpFAdd %v3 %v %b",
        all: "mix(v, w, v)",
        exact: "v + (w - v) * v",
        none: "v + (w - v) * v",
    },
    Row {
        ty: "%float",
        body: "%x = OpCompositeExtract %float %v 0
               %y = OpCompositeExtract %float %v 1
               %z = OpCompositeExtract %float %v 2
               %p = OpCompositeExtract %float %w 0
               %q = OpCompositeExtract %float %w 1
               %r = OpCompositeExtract %float %w 2
               %a = OpFMul %float %x %p
               %b = OpFMul %float %q %y
               %c = OpFMul %float %z %r
               %d = OpFAdd %float %a %b
               %result = OpFAdd %float %d %c",
        all: "dot(v, w)",
        exact: "v.x * w.x + w.y * v.y + v.z * w.z",
        none: "v.x * w.x + w.y * v.y + v.z * w.z",
    },
    Row {
        ty: "%v3",
        body: "%m = OpOuterProduct %m3 %v %w
               %x = OpCompositeExtract %v3 %m 0
               %y = OpCompositeExtract %v3 %m 1
               %z = OpCompositeExtract %v3 %m 2
               %a = OpDot %float %x %w
               %b = OpDot %float %y %w
               %c = OpDot %float %w %z
               %result = OpCompositeConstruct %v3 %a %b %c",
        all: "w * outerProduct(v, w)",
        exact: "vec3(dot(matrix[0], w), dot(matrix[1], w), dot(w, matrix[2]))",
        none: "vec3(dot(matrix[0], w), dot(matrix[1], w), dot(w, matrix[2]))",
    },
];

#[test]
fn expansions_are_functions_again() {
    for row in ROWS {
        let module = module(row.ty, row.body, "");
        for (patterns, expected) in
            [(Patterns::All, row.all), (Patterns::Exact, row.exact), (Patterns::None, row.none)]
        {
            assert_eq!(written(&module, patterns), expected, "{patterns:?} of {}", row.body);
        }
    }
}

#[test]
fn precise_expansions_stay() {
    let body = "%a = OpFSub %v3 %w %v
                %b = OpFMul %v3 %a %v
                %result = OpFAdd %v3 %v %b";
    let module = module("%v3", body, "OpDecorate %b NoContraction");
    assert_eq!(written(&module, Patterns::All), "v + (w - v) * v");
}
