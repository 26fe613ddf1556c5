//! Checks modules that break a rule, and modules that nearly do.

use glassbox_core::diagnostic::{Location, Severity};
use glassbox_spirv::check::{CheckOptions, Environment, check};

use crate::support::assembled;

const BASE: &str = include_str!("check/shader.spvasm");
const EDITS: &str = include_str!("check/edits.tsv");

/// An edit of the base module and what it breaks.
pub(crate) struct Edit {
    pub(crate) rule: &'static str,
    operand: &'static str,
    /// What is replaced, and what replaces it.
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) text: String,
}

pub(crate) fn edits() -> impl Iterator<Item = Edit> {
    EDITS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [rule, operand, from, to] = fields[..] else { panic!("four fields in {line:?}") };
        let [from, to] = [from, to].map(|text| text.replace("\\n", "\n"));
        assert_eq!(BASE.matches(&from).count(), 1, "the text to replace is there once: {from}");
        let text = BASE.replace(&from, &to);
        // Ids that only edits use.
        let text = text.replace("%undone", "%scaled_part").replace(
            "%scaled = OpVectorTimesScalar %vec2 %vec %f1",
            "%scaled = OpVectorTimesScalar %vec2 %vec %f1\n%scaled_part = OpCompositeExtract %float %scaled 0",
        );
        let globals = [
            ("%private", "%pprivate = OpTypePointer Private %uint\n%private = OpVariable %pprivate Private\n"),
            ("%u4", "%u4 = OpConstant %uint 4\n"),
        ];
        let text = globals.into_iter().filter(|(id, _)| to.contains(id)).fold(text, |text, (_, global)| {
            text.replace("      %group = OpVariable", &format!("{global}      %group = OpVariable"))
        });
        Edit { rule, operand, from, to, text }
    })
}

#[test]
fn each_edit_breaks_its_rule() {
    let options = CheckOptions::new(Environment::Vulkan(glassbox_spirv::check::Vulkan::V1_0));
    let mut wrong = Vec::new();
    for edit in edits() {
        let findings = check(&assembled(&edit.text), &options);
        let first = findings.first().map_or(("valid", "-"), |found| {
            (found.rule.id, if found.operand.is_empty() { "-" } else { found.operand })
        });
        if first.0 != edit.rule || edit.operand != "-" && first.1 != edit.operand {
            let found: Vec<_> = findings
                .iter()
                .map(|f| format!("{} {}: {} | {}", f.rule.id, f.operand, f.message, f.text))
                .collect();
            wrong.push(format!("expected {} {}, found {found:#?}", edit.rule, edit.operand));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_finding_names_its_bytes_and_its_instruction() {
    let text = BASE.replace("OpStore %member %sum", "OpStore %member %f1");
    let bytes = assembled(&text);
    let findings = check(&bytes, &CheckOptions::new(Environment::Universal(6)));
    let [found] = &findings[..] else { panic!("one finding: {findings:#?}") };
    assert_eq!(found.operand, "Object");
    assert_eq!(found.text.trim(), "OpStore %31 %float_1");
    assert_eq!(found.range.len(), 4);
    assert!(found.message.contains("of type float, expected uint"), "{}", found.message);
}

/// A module with nothing wrong in it.
pub(crate) const GOOD: &str = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %1 \"main\"\n\
    OpExecutionMode %1 LocalSize 1 1 1\n%2 = OpTypeVoid\n%3 = OpTypeFunction %2\n%1 = OpFunction %2 None %3\n\
    %4 = OpLabel\nOpReturn\nOpFunctionEnd\n";

/// Asserts the rules that a text breaks after changes to its bytes.
fn assert_broken(text: &str, change: impl FnOnce(&mut Vec<u8>), expected: &[&str]) {
    let mut bytes = assembled(text);
    change(&mut bytes);
    let findings = check(&bytes, &CheckOptions::new(Environment::LATEST));
    let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(rules, expected, "{findings:#?}");
    for finding in &findings {
        assert!(finding.range.start <= finding.range.end && finding.range.end <= bytes.len(), "{finding:?}");
    }
}

#[test]
fn what_cannot_be_read_has_every_finding() {
    let nothing = |_: &mut Vec<u8>| {};
    assert_broken(GOOD, nothing, &[]);
    assert_broken("OpCapability Shader\nOpMemoryModel Logical GLSL450", nothing, &["SPIRV-CODE-09"]);
    assert_broken("OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450", nothing, &[]);
    assert_broken("OpNop", nothing, &["SPIRV-CODE-10", "SPIRV-CODE-09"]);
    assert_broken(GOOD, |bytes| bytes.truncate(18), &["SPIRV-HDR-02"]);
    assert_broken(GOOD, |bytes| bytes.extend([0; 8]), &["SPIRV-CODE-01"]);
    assert_broken(GOOD, |bytes| bytes.extend([17, 0, 2, 0]), &["SPIRV-CODE-02"]);
    assert_broken(GOOD, |bytes| bytes.extend([1, 2]), &["SPIRV-CODE-03"]);
    assert_broken(GOOD, |bytes| bytes[12] = 4, &["SPIRV-CODE-07"]);
    let mut every = vec!["SPIRV-HDR-03"];
    every.extend(["SPIRV-CODE-07"; 9]);
    assert_broken(GOOD, |bytes| bytes[12] = 0, &every);
    assert_broken(&format!("{GOOD}%2 = OpTypeBool"), nothing, &["SPIRV-CODE-08"]);
    assert_broken(&format!("{GOOD}OpName %0 \"x\""), nothing, &["SPIRV-CODE-06"]);
    assert_broken(&format!("{GOOD}!0x00011267"), nothing, &["SPIRV-CODE-04"]);
    assert_broken(&format!("{GOOD}!0x00010013"), nothing, &["SPIRV-CODE-05"]);
    assert_broken(&format!("{GOOD}OpReturn"), nothing, &["SPIRV-LAYOUT-01"]);
    assert_broken(GOOD.trim_end_matches("OpFunctionEnd\n"), nothing, &["SPIRV-LAYOUT-02"]);
    let missing = GOOD.replace("GLCompute %1", "GLCompute %3");
    let missing = missing.replace("OpExecutionMode %1 LocalSize 1 1 1\n", "");
    assert_broken(&missing, nothing, &["SPIRV-CODE-11"]);
}

/// What the tables do not have may be valid in a module that states something newer.
#[test]
fn unknown_opcodes_are_errors_unless_the_module_is_newer() {
    let severities = |text: &str| -> Vec<Severity> {
        let findings = check(&assembled(text), &CheckOptions::new(Environment::LATEST));
        findings.iter().map(|finding| finding.severity).collect()
    };
    let unknown = format!("{GOOD}!0x00011267");
    assert_eq!(severities(&unknown), [Severity::Error]);
    let known = unknown.replace("OpMemory", "OpExtension \"SPV_KHR_ray_query\"\nOpMemory");
    assert_eq!(severities(&known), [Severity::Error]);
    let newer = unknown.replace("OpMemory", "OpExtension \"SPV_KHR_of_tomorrow\"\nOpMemory");
    assert_eq!(severities(&newer), [Severity::Info]);
}

#[test]
fn a_finding_names_the_definition_that_it_contradicts() {
    let bytes = assembled(&BASE.replace("OpStore %member %sum", "OpStore %member %f1"));
    let findings = check(&bytes, &CheckOptions::new(Environment::LATEST));
    let note = findings[0].note.as_ref().expect("it has a note");
    assert_eq!((note.says, note.text.as_str()), ("defines the operand", "%float_1 = OpConstant %float 1"));
    let shown = findings[0].diagnostic(|range| Location::new(range.start as u64, range.end as u64, "module"));
    assert_eq!(shown.labels[0].message, "`%float_1 = OpConstant %float 1` defines the operand");
    assert_eq!(shown.notes, ["the instruction is `OpStore %31 %float_1`, its operand Object"]);
}

/// Damage must never stop the check.
#[test]
fn damaged_modules_are_checked_without_panic() {
    let bytes = assembled(BASE);
    let options = CheckOptions::new(Environment::Vulkan(glassbox_spirv::check::Vulkan::V1_4));
    let mut checked = 0;
    for word in 5..bytes.len() / 4 {
        for value in [0, 1, 2, 3, 7, 20, 33, 0x7fff_ffff, u32::MAX] {
            let mut damaged = bytes.clone();
            damaged[word * 4..word * 4 + 4].copy_from_slice(&u32::to_le_bytes(value));
            check(&damaged, &options);
            damaged[word * 4] = bytes[word * 4] ^ value as u8;
            check(&damaged, &options);
            checked += 1;
        }
        // A word that is left out.
        let mut damaged = bytes.clone();
        damaged.drain(word * 4..word * 4 + 4);
        check(&damaged, &options);
    }
    assert!(checked > 1000);
}

/// Two structures of each level hold both of the level below, so there are 2^60 ways down.
#[test]
fn shared_structures_are_looked_at_once() {
    let mut types = String::new();
    for level in 0..60 {
        let [left, right] = match level {
            0 => ["%uint".to_owned(), "%float".to_owned()],
            _ => ["a", "b"].map(|name| format!("%{name}{}", level - 1)),
        };
        types.push_str(&format!(
            "%a{level} = OpTypeStruct {left} {right}\n%b{level} = OpTypeStruct {left} {right}\n"
        ));
    }
    types.push_str("%deep_null = OpConstantNull %a59\n");
    let text = BASE.replace("      %group = OpVariable", &format!("{types}      %group = OpVariable"));
    assert!(text.contains("%deep_null"));
    let findings = check(&assembled(&text), &CheckOptions::new(Environment::Universal(6)));
    assert!(findings.is_empty(), "{findings:#?}");
}
