//! Tests texts in SkSL: what the modules in `tests/sksl` become, in both versions.

use std::path::PathBuf;

use glassbox_decompile::{Mapping, Options, Source, Target, decompile};
use glassbox_sksl::raw::ProgramKind;
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;
use glassbox_testing::skia;

use crate::texts::{modules, modules_in};

const VERSIONS: [u16; 2] = [100, 300];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sksl")
}

fn own(name: &str) -> Vec<u8> {
    modules_in(folder()).into_iter().find(|(own, _)| own == name).expect("it is there").1
}

/// The text of a module, or the refusals, one in a line.
fn write(bytes: &[u8], version: u16, options: &Options) -> Result<Source, String> {
    let module = Module::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    decompile(&module, &Target::Sksl(version), options).map_err(|refusal| {
        let lines = refusal.obstacles.iter();
        lines.map(|found| format!("refused, {}: {}\n", found.reason.name(), found.message)).collect()
    })
}

/// Compiles a text with the front end of this project, which knows the restrictions of version 100, and with Skia if the
/// test asks for it.
fn check(name: &str, text: &str) {
    if !text.starts_with("#version") {
        let mut options = glassbox_sksl_lang::Options::new(ProgramKind::SHADER);
        options.es2 = true;
        let findings = glassbox_sksl_lang::compile(text, &options).findings;
        assert!(findings.is_empty(), "{name}: {}\n{text}", findings[0]);
    }
    skia::compile(text).unwrap_or_else(|said| panic!("{name}: {said}\n{text}"));
}

/// The location of the coordinate in the modules that have one.
fn options(name: &str) -> Options {
    let coordinate = matches!(name.split('.').next(), Some("pictures" | "textures" | "loops")).then_some(0);
    Options { coordinate, ..Options::default() }
}

#[test]
fn modules_become_effects() {
    let modules: Vec<_> = modules_in(folder()).into_iter().chain(modules()).collect();
    let mut written = 0;
    for (name, bytes) in &modules {
        for version in VERSIONS {
            let text = write(bytes, version, &options(name));
            if let Ok(source) = &text {
                written += 1;
                check(name, &source.text);
            }
            let text = text.map_or_else(|refused| refused, |source| source.text);
            golden(folder().join(format!("{name}.sksl{version}.txt")), text);
        }
    }
    assert!(written >= 15, "{written} texts");
}

#[test]
fn uniforms_and_children_are_in_the_map() {
    let source = write(&own("pictures"), 100, &options("pictures")).expect("it is written");
    let found: Vec<(&str, Mapping)> =
        source.map.iter().map(|mapped| (mapped.written.as_str(), mapped.kind)).collect();
    assert_eq!(
        found,
        [
            ("coord", Mapping::Input(0)),
            ("main", Mapping::Output(0)),
            ("albedo", Mapping::Resource(0, 0)),
            ("albedo_size", Mapping::TextureSize([0, 0])),
            ("detail", Mapping::Combined([0, 1], [0, 2])),
            ("detail_size", Mapping::TextureSize([0, 1])),
            ("detail_far", Mapping::Combined([0, 1], [0, 3])),
            ("detail_far_size", Mapping::TextureSize([0, 1])),
        ]
    );
    let source = write(&own("glow"), 100, &Options::default()).expect("it is written");
    let block =
        source.map.iter().find(|mapped| mapped.kind == Mapping::Resource(0, 0)).expect("it is mapped");
    let members: Vec<(&str, &str, u32)> = block
        .members
        .iter()
        .map(|member| (member.name.as_str(), member.written.as_str(), member.offset))
        .collect();
    // std140: an array of structures of 32 bytes, three columns of 16 bytes.
    assert_eq!(
        members,
        [
            ("size", "size", 0),
            ("lights.place", "lights_place", 16),
            ("lights.color", "lights_color", 32),
            ("turn", "turn", 144),
            ("steps", "steps", 192),
        ]
    );
}

#[test]
fn values_of_specialization_constants_are_written() {
    let constants = [(0, u64::from(0.5_f32.to_bits()))].into();
    let source = write(&own("glow"), 100, &Options { constants, ..Options::default() });
    assert!(source.expect("it is written").text.contains("const float SOFT = 0.5;"));
}

/// A fragment shader whose color is what a statement gives, with names for types and constants.
fn shader(declarations: &str, statements: &str) -> Vec<u8> {
    let text = format!(
        "OpCapability Shader
         %glsl = OpExtInstImport \"GLSL.std.450\"
         OpMemoryModel Logical GLSL450
         OpEntryPoint Fragment %main \"main\" %color %at
         OpExecutionMode %main OriginUpperLeft
         OpDecorate %color Location 0
         OpDecorate %at BuiltIn FragCoord
         %void = OpTypeVoid
         %fn = OpTypeFunction %void
         %bool = OpTypeBool
         %float = OpTypeFloat 32
         %int = OpTypeInt 32 1
         %vec2 = OpTypeVector %float 2
         %vec4 = OpTypeVector %float 4
         %input = OpTypePointer Input %vec4
         %output = OpTypePointer Output %vec4
         %local = OpTypePointer Function %int
         %0f = OpConstant %float 0
         %1f = OpConstant %float 1
         %0i = OpConstant %int 0
         %1i = OpConstant %int 1
         %4i = OpConstant %int 4
         %100000i = OpConstant %int 100000
         %color = OpVariable %output Output
         %at = OpVariable %input Input
         {declarations}
         %main = OpFunction %void None %fn
         %begin = OpLabel
         {statements}
         OpReturn
         OpFunctionEnd"
    );
    glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// A loop over an integer: its start, end and step.
fn counted(start: &str, end: &str, step: &str) -> String {
    format!(
        "%p = OpLoad %vec4 %at
         %x = OpCompositeExtract %float %p 0
         OpBranch %head
         %head = OpLabel
         %i = OpPhi %int {start} %begin %next %more
         %sum = OpPhi %float %0f %begin %added %more
         %goes = OpSLessThan %bool %i {end}
         OpLoopMerge %done %more None
         OpBranchConditional %goes %body %done
         %body = OpLabel
         %added = OpFAdd %float %sum %x
         OpBranch %more
         %more = OpLabel
         %next = OpIAdd %int %i {step}
         OpBranch %head
         %done = OpLabel
         %result = OpCompositeConstruct %vec4 %sum %sum %sum %1f
         OpStore %color %result"
    )
}

#[test]
fn what_effects_lack_is_refused_where_it_stands() {
    let of_x = |operation: &str| {
        format!(
            "%p = OpLoad %vec4 %at
             %x = OpCompositeExtract %float %p 0
             %n = OpConvertFToS %int %x
             {operation}
             %result = OpCompositeConstruct %vec4 %r %r %r %1f
             OpStore %color %result"
        )
    };
    let cases: [(&str, String, &str); 12] = [
        ("", of_x("%r = OpFAdd %float %x %1f"), "float"),
        ("", of_x("%r = OpFDiv %float %x %0f"), "refused, instruction: an operation on constants"),
        (
            "",
            of_x("%d = OpSDiv %int %n %0i\n%r = OpConvertSToF %float %d"),
            "refused, instruction: an operation on constants",
        ),
        (
            "",
            of_x("%d = OpBitwiseAnd %int %n %1i\n%r = OpConvertSToF %float %d"),
            "refused, instruction: SkSL 100 has no operations on bits",
        ),
        ("", of_x("%r = OpDPdx %float %x"), "refused, instruction: SkSL 100 has no derivatives"),
        (
            "%nan = OpConstant %float 0x1.8p+128",
            of_x("%r = OpFAdd %float %x %nan"),
            "refused, instruction: SkSL 100 has no infinities",
        ),
        (
            "",
            "%p = OpLoad %vec4 %at\nOpStore %color %p".to_owned(),
            "refused, built-in: an effect knows x and y",
        ),
        ("", counted("%0i", "%4i", "%1i"), "for (int i = 0; i < 4; i++) {"),
        ("", counted("%0i", "%100000i", "%1i"), "refused, control: a loop of an effect ends in fewer"),
        ("", counted("%0i", "%4i", "%0i"), "refused, control: a loop of an effect ends in fewer"),
        ("", "OpKill\n%rest = OpLabel".to_owned(), "refused, "),
        ("", String::new(), "refused, interface: an effect gives a color"),
    ];
    for (declarations, statements, expected) in cases {
        let text = write(&shader(declarations, &statements), 100, &Options::default());
        let text = text.map_or_else(|refused| refused, |source| source.text);
        assert!(text.contains(expected), "{statements}\n{text}");
        if !text.starts_with("refused") {
            check(expected, &text);
        }
    }
}

#[test]
fn damaged_modules_become_effects_or_are_refused() {
    let mut random = Random::new(13);
    let mut written = 0;
    for (name, bytes) in modules_in(folder()) {
        for _ in 0..120 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let word = 5 + random.below(damaged.len() as u64 / 4 - 5) as usize;
                damaged[word * 4] = random.below(80) as u8;
            }
            let Ok(module) = Module::read(&damaged) else { continue };
            for version in VERSIONS {
                written += u32::from(decompile(&module, &Target::Sksl(version), &options(&name)).is_ok());
            }
        }
    }
    assert!(written > 10, "{written} modules");
}

glassbox_testing::asking!(skia: modules_become_effects, what_effects_lack_is_refused_where_it_stands);

#[test]
fn imported_functions_of_colors_are_filters_and_blenders() {
    let text = "OpCapability Shader
         OpCapability Linkage
         OpMemoryModel Logical GLSL450
         OpEntryPoint Fragment %main \"main\" %color
         OpExecutionMode %main OriginUpperLeft
         OpDecorate %color Location 0
         OpDecorate %filter LinkageAttributes \"skia.eval.tone\" Import
         OpDecorate %blend LinkageAttributes \"skia.eval.mixer\" Import
         %void = OpTypeVoid
         %fn = OpTypeFunction %void
         %float = OpTypeFloat 32
         %vec4 = OpTypeVector %float 4
         %of_one = OpTypeFunction %vec4 %vec4
         %of_two = OpTypeFunction %vec4 %vec4 %vec4
         %output = OpTypePointer Output %vec4
         %half = OpConstant %float 0.5
         %gray = OpConstantComposite %vec4 %half %half %half %half
         %color = OpVariable %output Output
         %filter = OpFunction %vec4 None %of_one
         %a = OpFunctionParameter %vec4
         OpFunctionEnd
         %blend = OpFunction %vec4 None %of_two
         %b = OpFunctionParameter %vec4
         %c = OpFunctionParameter %vec4
         OpFunctionEnd
         %main = OpFunction %void None %fn
         %begin = OpLabel
         %toned = OpFunctionCall %vec4 %filter %gray
         %mixed = OpFunctionCall %vec4 %blend %toned %gray
         OpStore %color %mixed
         OpReturn
         OpFunctionEnd";
    let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let source = write(&bytes, 100, &Options::default()).expect("it is written");
    assert!(source.text.contains("uniform colorFilter tone;\n"), "{}", source.text);
    assert!(source.text.contains("uniform blender mixer;\n"), "{}", source.text);
    assert!(source.text.contains("mixer.eval(tone.eval("), "{}", source.text);
    check("filters", &source.text);
}
