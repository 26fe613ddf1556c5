//! Tests the rules of declarations with modules that break exactly one rule, and near misses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glassbox_spirv::assemble;
use glassbox_spirv::check::rules::{RULES, structure};
use glassbox_spirv::check::{CheckOptions, Environment, Finding, Relaxation, Vulkan, check};

/// A case of the file.
#[derive(Debug)]
struct Case {
    rule: String,
    environment: String,
    base: String,
    /// Text of the base, what breaks the rule, what does not.
    edits: Vec<[String; 3]>,
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declare").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes out `[WORD ×COUNT]`, which stays as it is in examples.
fn repeated(text: &str) -> String {
    let Some((before, (inside, after))) =
        text.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?)))
    else {
        return text.to_owned();
    };
    let (word, count) = inside.split_once(" ×").expect("a word and a count");
    let words = vec![word; count.parse().expect("the count is a number")];
    format!("{before}{}{after}", words.join(" "))
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in read("cases.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (mark, text) = line.split_at(1);
        let text = text.trim().replace("\\n", "\n");
        match (mark, cases.last_mut()) {
            ("-", Some(case)) => case.edits.push([text, String::new(), String::new()]),
            ("!", Some(case)) => case.edits.last_mut().expect("an edit has begun")[1] = text,
            ("+", Some(case)) => case.edits.last_mut().expect("an edit has begun")[2] = text,
            _ => {
                let words: Vec<&str> = line.split(' ').collect();
                let [rule, environment, base] = words.as_slice().try_into().expect("rule, environment, base");
                let (rule, environment, base) =
                    (String::from(rule), String::from(environment), String::from(base));
                cases.push(Case { rule, environment, base, edits: Vec::new() });
            }
        }
    }
    cases
}

/// The base of a case with edit `version` of each: 1 breaks the rule, 2 does not.
fn edited(case: &Case, version: usize) -> String {
    let mut text = read(&format!("{}.spvasm", case.base));
    for edit in &case.edits {
        assert!(text.contains(&edit[0]), "{}: {:?} is not in the base", case.rule, edit[0]);
        text = text.replacen(&edit[0], &repeated(&edit[version]), 1);
    }
    text
}

/// Rules that a text breaks.
fn broken(text: &str, environment: &str) -> Vec<&'static str> {
    let bytes = assemble(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let environment = Environment::named(environment).expect("it is an environment");
    let mut rules: Vec<&str> =
        check(&bytes, &CheckOptions::new(environment)).iter().map(|finding| finding.rule.id).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn bases_break_no_rule() {
    for base in ["fragment", "compute"] {
        let text = read(&format!("{base}.spvasm"));
        for (name, _) in Environment::NAMED.iter().filter(|(name, _)| !name.starts_with("opencl")) {
            assert_eq!(broken(&text, name), [] as [&str; 0], "{base}, {name}");
        }
    }
}

#[test]
fn each_case_breaks_its_rule_alone() {
    let cases = cases();
    assert!(cases.len() > 40, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        for (version, expected) in [(1, &[case.rule.as_str()][..]), (2, &[])] {
            let found = broken(&edited(&case, version), &case.environment);
            if found != expected {
                wrong.push(format!("{found:?}, expected {expected:?}: {case:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All that a finding states.
fn listed(finding: &Finding) -> String {
    let Finding { rule, severity, at: _, range, operand, message, note, text } = finding;
    let note =
        note.as_ref().map(|note| format!("    {:?} {}: {}\n", note.range, note.says, note.text.trim()));
    let text = text.trim();
    format!(
        "  {severity} {} {range:?} {operand}: {message}\n    {text}\n{}",
        rule.id,
        note.unwrap_or_default()
    )
}

/// What is found in each case that breaks a rule, message by message.
#[test]
fn findings_are_those_of_the_table() {
    let vulkan = || String::from(Environment::Vulkan(Vulkan::V1_0).name());
    let edits = crate::check::edits().map(|edit| (edit.to, edit.text, vulkan()));
    let cases = cases().into_iter().map(|case| {
        let texts: Vec<&str> = case.edits.iter().map(|edit| edit[1].as_str()).collect();
        (texts.join(" "), edited(&case, 1), case.environment)
    });
    let mut found = String::new();
    for (edit, text, environment) in edits.chain(cases) {
        let environment = Environment::named(&environment).expect("it is an environment");
        let findings = check(&assemble(&text).expect("it assembles"), &CheckOptions::new(environment));
        let edit = edit.split_whitespace().collect::<Vec<_>>().join(" ");
        found.push_str(&format!("{edit}\n{}", findings.iter().map(listed).collect::<String>()));
    }
    glassbox_testing::golden(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/findings.txt"), found);
}

/// Lines of a rule's example: what breaks it, then what does not.
fn example(mark: char, text: &str) -> String {
    text.lines().map(|line| format!("{mark} {}\n", line.trim())).collect()
}

/// The examples of `glassbox explain` are the first edit of each rule, else its first case.
#[test]
fn examples_are_current() {
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    for edit in crate::check::edits().filter(|edit| edit.rule != "valid") {
        let text = example('-', &edit.to) + &example('+', &edit.from);
        examples.entry(edit.rule.into()).or_insert(text);
    }
    for case in cases() {
        let [before, wrong, right] = case.edits.last().expect("a case has an edit");
        let right = if right == wrong { before } else { right };
        let wrong = if wrong.is_empty() { &format!("; without {before}") } else { wrong };
        let text = example('-', wrong) + &example('+', right);
        examples.entry(case.rule).or_insert(text);
    }
    let text: String = examples.iter().map(|(rule, lines)| format!("{rule}\n{lines}")).collect();
    glassbox_testing::golden(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check/rules/examples.txt"),
        text,
    );
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(RULES);
}

#[test]
fn every_rule_has_a_case() {
    let mut tested: BTreeSet<String> = cases().into_iter().map(|case| case.rule).collect();
    tested.extend(crate::check::edits().map(|edit| edit.rule.to_owned()));
    // The rules of structure have cases in `glassbox-spv`, since they are about bytes.
    let is_tested = |id: &str| tested.contains(id) || structure::RULES.iter().any(|rule| rule.id == id);
    let mut missing: Vec<&str> = RULES.iter().map(|rule| rule.id).filter(|id| !is_tested(id)).collect();
    missing.sort_unstable();
    assert_eq!(missing, [""; 0], "each rule has a case");
}

#[test]
fn debug_types_are_told_from_other_debug_instructions() {
    for (item, is_type) in [
        ("DebugInfoNone", true),
        ("DebugTypeBasic %name %u32 %u0 %u0", true),
        ("DebugTypeArray %basic %u2", true),
        ("DebugTypeFunction %u0 %void", true),
        ("DebugTypeMatrix %vector %u2 %true", true),
        ("DebugSource %name", false),
        ("DebugExpression", false),
        ("DebugOperation %u0", false),
    ] {
        let text = format!(
            "OpCapability Shader\nOpExtension \"SPV_KHR_non_semantic_info\"\n\
             %set = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\nOpMemoryModel Logical GLSL450\n\
             OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n\
             %name = OpString \"name\"\n%void = OpTypeVoid\n%fnvoid = OpTypeFunction %void\n%bool = OpTypeBool\n\
             %uint = OpTypeInt 32 0\n%true = OpConstantTrue %bool\n%u0 = OpConstant %uint 0\n\
             %u2 = OpConstant %uint 2\n%u32 = OpConstant %uint 32\n\
             %basic = OpExtInst %void %set DebugTypeBasic %name %u32 %u0 %u0\n\
             %vector = OpExtInst %void %set DebugTypeVector %basic %u2\n%item = OpExtInst %void %set {item}\n\
             %pointer = OpExtInst %void %set DebugTypePointer %item %u0 %u0\n\
             %main = OpFunction %void None %fnvoid\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n"
        );
        let bytes = assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let found = check(&bytes, &CheckOptions::new(Environment::Universal(6)));
        let found: Vec<_> = found.iter().map(|finding| (finding.rule.id, finding.operand)).collect();
        let expected: &[_] = if is_type { &[] } else { &[("SPIRV-NAME-03", "Base Type")] };
        assert_eq!(found, expected, "{item}");
    }
}

#[test]
fn access_is_restricted_for_objects_in_memory() {
    for (decoration, fits) in [
        ("%buffer NonWritable", true),
        ("%buffer NonReadable", true),
        ("%parameter NonWritable", true),
        // Version 1.4 has read-only variables of these classes, but none that cannot be read.
        ("%private NonWritable", true),
        ("%private NonReadable", false),
        ("%member NonWritable", false),
        ("%uint NonWritable", false),
    ] {
        let text = format!(
            "; SPIR-V\n; Version: 1.4\nOpCapability Shader\nOpCapability VariablePointersStorageBuffer\nOpMemoryModel Logical GLSL450\n\
             OpEntryPoint GLCompute %main \"main\" %buffer %private\nOpExecutionMode %main LocalSize 1 1 1\n\
             OpDecorate {decoration}\nOpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n\
             OpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 0\n\
             %void = OpTypeVoid\n%fnvoid = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n\
             %u0 = OpConstant %uint 0\n%block = OpTypeStruct %uint\n%pblock = OpTypePointer StorageBuffer %block\n\
             %puint = OpTypePointer StorageBuffer %uint\n%pprivate = OpTypePointer Private %uint\n\
             %fnblock = OpTypeFunction %void %pblock\n%buffer = OpVariable %pblock StorageBuffer\n\
             %private = OpVariable %pprivate Private\n\
             %main = OpFunction %void None %fnvoid\n%entry = OpLabel\n%member = OpAccessChain %puint %buffer %u0\n\
             %called = OpFunctionCall %void %callee %buffer\nOpReturn\nOpFunctionEnd\n\
             %callee = OpFunction %void None %fnblock\n%parameter = OpFunctionParameter %pblock\n\
             %body = OpLabel\nOpReturn\nOpFunctionEnd\n"
        );
        let expected: &[&str] = if fits { &[] } else { &["SPIRV-DECORATION-01"] };
        assert_eq!(broken(&text, "universal1.6"), expected, "{decoration}");
    }
}

/// A text of the decompiler's tests.
fn stage(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../decompile/tests/stages/{name}.spvasm"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn each_operand_of_a_ray_has_its_type() {
    let floats = "%float_1000 %float_1000 %float_1000 %float_1000 %float_1000";
    let trace = format!("%uint_0 {floats} %uint_0 %uint_0 %float_1000 %uint_0 %lens");
    // How many operands precede those that are replaced, and a value of a wrong type for each.
    for (name, opcode, first, wrong) in [
        ("room_rgen", "OpTraceRayKHR", 0, trace.as_str()),
        ("room_rgen", "OpExecuteCallableKHR", 0, "%int_0 %light"),
        ("shadows", "OpRayQueryInitializeKHR", 1, "%uint_0 %float_1 %float_1 %uint_0 %20 %float_1 %uint_0"),
        ("occlusion", "OpRayQueryGenerateIntersectionKHR", 1, "%uint_4"),
        ("spheres_rint", "OpReportIntersectionKHR", 1, "%uint_1 %int_0"),
    ] {
        let text = stage(name);
        let line = text.lines().find(|line| line.contains(opcode)).expect("the stage has it");
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| *word == opcode).expect("it is in the line") + 1 + first;
        assert_eq!(words.len() - at, wrong.split(' ').count(), "{opcode}");
        for (index, value) in wrong.split(' ').enumerate() {
            let mut words = words.clone();
            words[at + index] = value;
            let changed = text.replacen(line, &words.join(" "), 1);
            let bytes = assemble(&changed).unwrap_or_else(|errors| panic!("{}", errors[0]));
            let options = CheckOptions::new(Environment::Vulkan(Vulkan::V1_3));
            let found = check(&bytes, &options);
            let found: Vec<_> = found.iter().map(|finding| finding.rule.id).collect();
            assert_eq!(found, ["SPIRV-VALUE-01"], "{opcode} {index}: {value}");
        }
    }
}

#[test]
fn pointers_may_be_returned_where_the_rule_is_relaxed() {
    let text = "; SPIR-V\n; Version: 1.0\nOpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
        OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%fnvoid = OpTypeFunction %void\n\
        %uint = OpTypeInt 32 0\n%pointer = OpTypePointer Private %uint\n%place = OpVariable %pointer Private\n\
        %fnpointer = OpTypeFunction %pointer\n%main = OpFunction %void None %fnvoid\n%entry = OpLabel\n\
        %got = OpFunctionCall %pointer %give\nOpReturn\nOpFunctionEnd\n%give = OpFunction %pointer None %fnpointer\n\
        %body = OpLabel\nOpReturnValue %place\nOpFunctionEnd\n";
    let bytes = assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let mut options = CheckOptions::new(Environment::Universal(0));
    let rules =
        |options: &CheckOptions| check(&bytes, options).iter().map(|found| found.rule.id).collect::<Vec<_>>();
    assert_eq!(rules(&options), ["SPIRV-FUNC-08"; 2], "the call and the return");
    options.relaxations = options.relaxations.with(Relaxation::RelaxLogicalPointer);
    assert_eq!(rules(&options), [""; 0]);
}

/// DXC passes pointers to structures that differ by their decorations alone.
#[test]
fn pointers_to_alike_types_may_be_passed_where_the_rule_is_relaxed() {
    let text = "; SPIR-V\n; Version: 1.0\nOpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
        OpExecutionMode %main LocalSize 1 1 1\nOpMemberDecorate %stated 0 Offset 0\n%void = OpTypeVoid\n\
        %fnvoid = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32\n%stated = OpTypeStruct %uint\n\
        %plain = OpTypeStruct %uint\n%other = OpTypeStruct %float\n%pstated = OpTypePointer Function %stated\n\
        %pplain = OpTypePointer Function %plain\n%pother = OpTypePointer Function %other\n\
        %fntakes = OpTypeFunction %void %pstated\n%main = OpFunction %void None %fnvoid\n%entry = OpLabel\n\
        %local = OpVariable %pplain Function\n%got = OpFunctionCall %void %take %local\nOpReturn\nOpFunctionEnd\n\
        %take = OpFunction %void None %fntakes\n%taken = OpFunctionParameter %pstated\n%body = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let rules = |text: &str, options: &CheckOptions| {
        let bytes = assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        check(&bytes, options).iter().map(|found| found.rule.id).collect::<Vec<_>>()
    };
    let mut options = CheckOptions::new(Environment::Universal(0));
    assert_eq!(rules(text, &options), ["SPIRV-FUNC-06"]);
    options.relaxations = options.relaxations.with(Relaxation::BeforeHlslLegalization);
    assert_eq!(rules(text, &options), [""; 0]);
    let other = text.replace("%local = OpVariable %pplain", "%local = OpVariable %pother");
    assert_eq!(rules(&other, &options), ["SPIRV-FUNC-06"]);
    let same = text.replace("%local = OpVariable %pplain", "%local = OpVariable %pstated");
    assert_eq!(rules(&same, &options), [""; 0]);
}
