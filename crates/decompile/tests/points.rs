//! Tests geometry, hull and domain shaders in HLSL: what the modules in `tests/points` and `tests/patches` become.

use std::path::PathBuf;

use glassbox_decompile::{
    DepthRange, Domain, Options, Spacing, Target, Tessellation, Topology, YAxis, decompile,
};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;

use crate::hlsl::compile;
use crate::texts::modules_in;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn bytes_of(name: &str) -> Vec<u8> {
    let all = modules_in(folder("points")).into_iter().chain(modules_in(folder("patches")));
    all.chain(modules_in(folder("glsl"))).find(|module| module.0 == name).expect("it is there").1
}

/// What a module does not say of its patches: hull shaders what these are, domain shaders how many points they have.
fn known(name: &str) -> Tessellation {
    let is_quad = ["hills", "sheet", "turns"].iter().any(|quad| name.starts_with(quad));
    let (domain, points) = match name {
        "whole_tese" | "lines_tese" => (Domain::Isolines, 2),
        _ if is_quad => (Domain::Quads, 4),
        _ => (Domain::Triangles, 3),
    };
    let is_control = name.contains("tesc") || name.contains("control");
    let control_points = (!is_control).then_some(if name.starts_with("few") { 4 } else { points });
    Tessellation { domain: is_control.then_some(domain), control_points, ..Tessellation::default() }
}

fn text(bytes: &[u8], version: u16, options: &Options) -> String {
    let module = Module::read(bytes).expect("it is a module");
    match decompile(&module, &Target::Hlsl(version), options) {
        Ok(source) => source.text,
        Err(refusal) => refusal
            .obstacles
            .iter()
            .map(|found| format!("refused, {}: {}\n", found.reason.name(), found.message))
            .collect(),
    }
}

fn check_texts(version: u16) {
    let own = modules_in(folder("glsl")).into_iter().filter(|(name, _)| name.starts_with("patches_"));
    let mut texts = Vec::new();
    for (name, bytes) in
        modules_in(folder("points")).into_iter().chain(modules_in(folder("patches"))).chain(own)
    {
        let options = Options { tessellation: known(&name), ..Options::default() };
        golden(folder("points").join(format!("{name}.hlsl{version}.txt")), text(&bytes, version, &options));
        let module = Module::read(&bytes).expect("it is a module");
        let written = decompile(&module, &Target::Hlsl(version), &options);
        texts.extend(written.into_iter().map(|source| (name.clone(), source.stage, source.text)));
    }
    assert!(texts.len() >= 22, "{} texts", texts.len());
    compile(version, &texts);
}

#[test]
fn points_and_patches_of_shader_model_5_are_those_beside_the_modules() {
    check_texts(50);
}

#[test]
fn points_and_patches_of_shader_model_6_are_those_beside_the_modules() {
    check_texts(60);
}

#[test]
fn attributes_of_hull_shaders_follow_what_is_known() {
    let bytes = bytes_of("waits_tesc");
    for (known, lines) in [
        (
            Tessellation { domain: Some(Domain::Triangles), ..Tessellation::default() },
            ["[domain(\"tri\")]", "[partitioning(\"integer\")]", "[outputtopology(\"triangle_ccw\")]"],
        ),
        (
            Tessellation {
                domain: Some(Domain::Quads),
                spacing: Some(Spacing::FractionalEven),
                topology: Some(Topology::Clockwise),
                ..Tessellation::default()
            },
            [
                "[domain(\"quad\")]",
                "[partitioning(\"fractional_even\")]",
                "[outputtopology(\"triangle_cw\")]",
            ],
        ),
        (
            Tessellation {
                domain: Some(Domain::Isolines),
                spacing: Some(Spacing::FractionalOdd),
                ..Tessellation::default()
            },
            ["[domain(\"isoline\")]", "[partitioning(\"fractional_odd\")]", "[outputtopology(\"line\")]"],
        ),
        (
            Tessellation {
                domain: Some(Domain::Triangles),
                spacing: Some(Spacing::Equal),
                topology: Some(Topology::Points),
                ..Tessellation::default()
            },
            ["[domain(\"tri\")]", "[partitioning(\"integer\")]", "[outputtopology(\"point\")]"],
        ),
    ] {
        let text = text(&bytes, 50, &Options { tessellation: known, ..Options::default() });
        assert!(text.contains(&lines.join("\n")), "{text}");
    }
    let more = Tessellation { input_points: Some(5), ..known("waits_tesc") };
    let text = text(&bytes, 50, &Options { tessellation: more, ..Options::default() });
    assert!(text.contains("ControlPoint main(InputPatch<HullInput, 5> points, "), "{text}");
    assert!(text.contains("[outputcontrolpoints(3)]\n"), "{text}");
}

#[test]
fn positions_change_where_a_vertex_is_given() {
    let options = Options { y_axis: YAxis::Flip, depth_range: DepthRange::ToZeroToOne, ..Options::default() };
    let geometry = text(&bytes_of("subdivide_geom"), 50, &options);
    let lines = "    output.position.y = -output.position.y;\n    \
                 output.position.z = (output.position.z + output.position.w) * 0.5;\n    stream.Append(output);";
    assert!(geometry.contains(lines), "{geometry}");
    let control =
        text(&bytes_of("waits_tesc"), 50, &Options { tessellation: known("waits_tesc"), ..options });
    assert!(!control.contains("-output.position.y"), "{control}");
}

/// A control shader with an output at each of three control points, levels and a buffer; its statements follow.
const CONTROL: &str = r#"
        OpCapability Tessellation
        OpMemoryModel Logical GLSL450
        OpEntryPoint TessellationControl %main "main" %position %id %outer
        OpExecutionMode %main OutputVertices 3
        OpExecutionMode %main Triangles
        OpDecorate %position BuiltIn Position
        OpDecorate %id BuiltIn InvocationId
        OpDecorate %outer BuiltIn TessLevelOuter
        OpDecorate %outer Patch
        OpDecorate %memory BufferBlock
        OpMemberDecorate %memory 0 Offset 0
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %int = OpTypeInt 32 1
        %uint = OpTypeInt 32 0
        %float = OpTypeFloat 32
        %vec4 = OpTypeVector %float 4
        %zero = OpConstant %int 0
        %one = OpConstant %int 1
        %half = OpConstant %float 0.5
        %uzero = OpConstant %uint 0
        %uone = OpConstant %uint 1
        %three = OpConstant %uint 3
        %four = OpConstant %uint 4
        %points = OpTypeArray %vec4 %three
        %levels = OpTypeArray %float %four
        %memory = OpTypeStruct %float
        %pmemory = OpTypePointer Uniform %memory
        %ppart = OpTypePointer Uniform %float
        %ppoints = OpTypePointer Output %points
        %pvec4 = OpTypePointer Output %vec4
        %plevels = OpTypePointer Output %levels
        %pfloat = OpTypePointer Output %float
        %pint = OpTypePointer Input %int
        %position = OpVariable %ppoints Output
        %outer = OpVariable %plevels Output
        %id = OpVariable %pint Input
        %buffer = OpVariable %pmemory Uniform
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %own = OpLoad %int %id
        %place = OpAccessChain %pvec4 %position %own
        %other = OpAccessChain %pvec4 %position %one
        %level = OpAccessChain %pfloat %outer %zero
        %second = OpAccessChain %pfloat %outer %own
        %part = OpAccessChain %ppart %buffer %zero
"#;

#[test]
fn control_shaders_that_cannot_be_split_are_refused() {
    for (body, expected) in [
        (
            "%value = OpLoad %vec4 %other\nOpStore %place %value",
            "interface: a control point uses outputs of another; in HLSL it has its own alone",
        ),
        (
            "OpStore %level %half\nOpControlBarrier %uone %uone %uzero\n%value = OpLoad %float %level\n\
             %all = OpCompositeConstruct %vec4 %value %value %value %value\nOpStore %place %all",
            "interface: a control point reads outputs of the patch; in HLSL the patch constant function runs later",
        ),
        (
            "%value = OpLoad %vec4 %place\n%x = OpCompositeExtract %float %value 0\nOpStore %level %x\n\
             %all = OpCompositeConstruct %vec4 %half %half %half %half\nOpStore %place %all",
            "control: the patch constant function reads outputs of control points that are written later",
        ),
        (
            "OpStore %second %half\nOpControlBarrier %uone %uone %uzero\n%value = OpLoad %float %level\n\
             OpStore %second %value",
            "control: an invocation other than 0 reads outputs of the patch that others write before a barrier",
        ),
        (
            "%value = OpLoad %float %part\nOpStore %part %half\nOpStore %level %value",
            "interface: a control shader that reads memory it writes cannot be split into the two functions of a hull shader",
        ),
        (
            "OpCopyMemory %level %second",
            "interface: a control shader copies memory from an output; load and store it",
        ),
    ] {
        let source = format!("{CONTROL}{body}\nOpReturn\nOpFunctionEnd\n");
        let bytes = glassbox_spirv::assemble(&source).unwrap_or_else(|errors| panic!("{}", errors[0]));
        assert_eq!(text(&bytes, 60, &Options::default()), format!("refused, {expected}\n"));
    }
}

#[test]
fn what_modules_do_not_state_is_asked_for() {
    let stated = |count| {
        let tessellation = Tessellation { control_points: Some(count), ..Tessellation::default() };
        Options { tessellation, ..Options::default() }
    };
    for (name, options, expected) in [
        (
            "waits_tesc",
            Options::default(),
            "the module does not state the domain of its patches, which both stages declare in HLSL; state it",
        ),
        (
            "displace_tese",
            Options::default(),
            "the module does not state how many control points a patch has, which both stages declare in HLSL; state it",
        ),
        ("sheet_tese", stated(3), "control point 3 is read, but a patch has 3"),
        ("displace_tese", stated(33), "patches have 1 to 32 control points in HLSL"),
    ] {
        assert_eq!(
            text(&bytes_of(name), 60, &options),
            format!("refused, interface: {expected}\n"),
            "{name}"
        );
    }
}

#[test]
fn stages_of_points_need_a_shader_model() {
    let geometry = text(&bytes_of("subdivide_geom"), 40, &Options::default());
    assert!(
        geometry.contains("shader model 4.0 has no instances of geometry shaders; 5.0 has"),
        "{geometry}"
    );
    let control = text(&bytes_of("waits_tesc"), 41, &Options::default());
    let expected =
        "refused, stage: tessellation control shaders are written for shader model 5.0 and later\n";
    assert_eq!(control, expected);
}

#[test]
fn streams_of_vertices_are_points_of_shader_model_5() {
    let early = text(&bytes_of("streams_geom"), 41, &Options::default());
    let expected =
        "refused, interface: shader model 4.1 has no streams of vertices besides the first; 5.0 has\n";
    assert_eq!(early, expected);
    let source = std::fs::read_to_string(folder("points").join("streams_geom.spvasm")).expect("it is there");
    let changed = |from: &str, to: &str| {
        assert!(source.contains(from), "{from}");
        let bytes = glassbox_spirv::assemble(&source.replace(from, to)).expect("it is assembly");
        text(&bytes, 50, &Options::default())
    };
    let strips = changed("OutputPoints", "OutputTriangleStrip");
    assert_eq!(strips, "refused, interface: several streams of vertices are points in HLSL\n");
    let fifth = changed("Stream 3", "Stream 4");
    assert_eq!(fifth, "refused, interface: HLSL has four streams of vertices\n");
}

#[test]
fn invocations_in_turn_begin_with_the_values_of_variables() {
    let options = Options { tessellation: known("counts_tesc"), ..Options::default() };
    let text = text(&bytes_of("counts_tesc"), 60, &options);
    let body = "    for (invocation = 0; invocation < 3; invocation++) {\n        steps = 1;\n        count";
    assert!(text.contains(body), "{text}");
}

#[test]
fn conditions_on_other_invocations_stay() {
    let options = Options { tessellation: known("marks_tesc"), ..Options::default() };
    let text = text(&bytes_of("marks_tesc"), 60, &options);
    // Invocation 0 alone writes levels, so the weight of the patch is never that of invocation 1.
    let weight = "if (0 == 1) {\n        return 2.0;\n    }\n    return 1.0;";
    assert!(text.contains(weight), "{text}");
    let main = text.find("ControlPoint main(").expect("there is an entry point");
    assert!(text[main..].contains("mark(int(pointID2));"), "{text}");
    assert!(!text[..main].contains("mark(0)"), "{text}");
}

glassbox_testing::asking!(fxc: points_and_patches_of_shader_model_5_are_those_beside_the_modules);
glassbox_testing::asking!(dxc: points_and_patches_of_shader_model_6_are_those_beside_the_modules);
