//! Tests refusals: each rule has a module that it refuses, and one nearly like it that is written.

use std::path::Path;

use glassbox_decompile::rules::RULES;
use glassbox_decompile::{Api, Bindings, Options, Refusal, Source, Target, decompile};
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;

/// A module with the targets that refuse it and take it.
struct Case {
    rule: String,
    fires: String,
    near: String,
    text: String,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals.txt");
    let file = std::fs::read_to_string(path).expect("it is there");
    let blocks = file.split("\n== ").skip(1);
    let case = |block: &str| {
        let mut lines = block.split('\n');
        let (rule, fires) = lines.next().and_then(|line| line.split_once(' ')).expect("a rule and a target");
        let near = lines.next().and_then(|line| line.strip_prefix("near ")).expect("a target that takes it");
        let text: Vec<&str> = lines.collect();
        Case { rule: rule.to_owned(), fires: fires.to_owned(), near: near.to_owned(), text: text.join("\n") }
    };
    blocks.map(case).collect()
}

/// Writes a module for `LANGUAGE VERSION --register-shift SHIFTS: WORDS => WORDS`.
fn write(text: &str, wanted: &str) -> Result<Source, Refusal> {
    let (target, change) = wanted.split_once(": ").unwrap_or((wanted, ""));
    let mut text = text.to_owned();
    if let Some((from, to)) = change.split_once(" => ") {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let (target, shifts) = target.split_once(" --register-shift ").unwrap_or((target, ""));
    let mut bindings = Bindings::default();
    if !shifts.is_empty() {
        bindings.add_shifts(shifts).unwrap_or_else(|error| panic!("{error}"));
    }
    let (language, version) = target.split_once(' ').unwrap_or((target, ""));
    let version = Some(version).filter(|version| !version.is_empty());
    let target = Target::of(language, version, Api::OpenGl).unwrap_or_else(|error| panic!("{error}"));
    let bytes = glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let module = Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { entry: Some("main".to_owned()), bindings, ..Options::default() };
    decompile(&module, &target, &options)
}

#[test]
fn each_rule_refuses_its_module() {
    let mut wrong = Vec::new();
    for case in cases() {
        match write(&case.text, &case.fires) {
            Ok(source) => wrong.push(format!("{}: is written: {}", case.rule, source.text)),
            Err(refusal) => {
                let first = &refusal.obstacles[0];
                if first.reason.rule().id != case.rule {
                    wrong.push(format!("{}: {}: {}", case.rule, first.reason.rule().id, first.message));
                }
            }
        }
        if let Err(refusal) = write(&case.text, &case.near) {
            wrong.push(format!("{}: near: {refusal}", case.rule));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let tested: Vec<String> = cases().into_iter().map(|case| case.rule).collect();
    let missing: Vec<&str> =
        RULES.iter().map(|rule| rule.id).filter(|id| !tested.iter().any(|tested| tested == id)).collect();
    // See below.
    assert_eq!(missing, ["DECOMPILE-12"]);
}

/// A fragment stage that passes an input on, from the last location that a word can state.
const LAST_LOCATION: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main \"main\" %in %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 4294967295
OpDecorate %out Location 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%float4 = OpTypeVector %float 4
%to_in = OpTypePointer Input %float4
%to_out = OpTypePointer Output %float4
%in = OpVariable %to_in Input
%out = OpVariable %to_out Output
%main = OpFunction %void None %function
%start = OpLabel
%value = OpLoad %float4 %in
OpStore %out %value
OpReturn
OpFunctionEnd
";

#[test]
fn the_last_location_is_written() {
    for target in ["msl", "glsl 450", "hlsl"] {
        let source = write(LAST_LOCATION, target).unwrap_or_else(|refusal| panic!("{target}: {refusal}"));
        assert!(source.text.contains("4294967295"), "{target}: {}", source.text);
    }
}

#[test]
fn deep_statements_are_refused() {
    let nested = |depth: usize| {
        let mut text = String::from(
            "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
             OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
             %bool = OpTypeBool\n%yes = OpConstantTrue %bool\n%main = OpFunction %void None %fn\n%b0 = OpLabel\n",
        );
        for number in 0..depth {
            text.push_str(&format!("OpSelectionMerge %e{number} None\n"));
            let next = number + 1;
            text.push_str(&format!("OpBranchConditional %yes %b{next} %e{number}\n%b{next} = OpLabel\n"));
        }
        for number in (0..depth).rev() {
            text.push_str(&format!("OpBranch %e{number}\n%e{number} = OpLabel\n"));
        }
        text + "OpReturn\nOpFunctionEnd\n"
    };
    assert!(write(&nested(20), "glsl 450").is_ok());
    let refusal = write(&nested(5000), "glsl 450").expect_err("it is too deep");
    assert_eq!(refusal.obstacles[0].reason.rule().id, "DECOMPILE-12");
}

/// The examples of `glassbox explain`: what the module says, or what it is written as, before and after.
#[test]
fn examples_are_current() {
    let mut text = String::new();
    for case in cases() {
        let target = |wanted: &str| wanted.split(": ").next().unwrap_or_default().to_owned();
        let asked = |wanted: &str| match target(wanted).split_once(' ') {
            Some((language, version)) => format!("--to {language} --target-version {version}"),
            None => format!("--to {}", target(wanted)),
        };
        let change = case.near.split_once(": ").or(case.fires.split_once(": "));
        let (wrong, right) = match change.and_then(|(_, change)| change.split_once(" => ")) {
            Some((wrong, right)) if case.near.contains(": ") => (wrong.to_owned(), right.to_owned()),
            Some((right, wrong)) => (wrong.to_owned(), right.to_owned()),
            None => (asked(&case.fires), asked(&case.near)),
        };
        text.push_str(&format!("{}\n- {wrong}\n+ {right}\n", case.rule));
    }
    text.push_str("DECOMPILE-12\n- 5000 conditions, each inside the one before\n+ 20 conditions, each inside the one before\n");
    golden(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/examples.txt"), text);
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}
