//! Checks modules that break a rule, and modules that nearly do.

use glassbox_spirv::check::{CheckOptions, Environment, check};

const BASE: &str = include_str!("check/shader.spvasm");
const EDITS: &str = include_str!("check/edits.tsv");

/// An edit of the base module and what it breaks.
struct Edit {
    rule: &'static str,
    operand: &'static str,
    text: String,
}

fn edits() -> impl Iterator<Item = Edit> {
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
        let text = if text.contains("%private") {
            let variable = "%pprivate = OpTypePointer Private %uint\n%private = OpVariable %pprivate Private\n";
            text.replace("      %group = OpVariable", &format!("{variable}      %group = OpVariable"))
        } else {
            text
        };
        Edit { rule, operand, text }
    })
}

fn assemble(text: &str) -> Vec<u8> {
    glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

#[test]
fn each_edit_breaks_its_rule() {
    let options = CheckOptions::new(Environment::Vulkan(glassbox_spirv::check::Vulkan::V1_0));
    let mut wrong = Vec::new();
    for edit in edits() {
        let findings = check(&assemble(&edit.text), &options);
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
    let bytes = assemble(&text);
    let findings = check(&bytes, &CheckOptions::new(Environment::Universal(6)));
    let [found] = &findings[..] else { panic!("one finding: {findings:#?}") };
    assert_eq!(found.operand, "Object");
    assert_eq!(found.text.trim(), "OpStore %31 %float_1");
    assert_eq!(found.range.len(), 4);
    assert!(found.message.contains("of type float, expected uint"), "{}", found.message);
}

/// Damage must never stop the check.
#[test]
fn damaged_modules_are_checked_without_panic() {
    let bytes = assemble(BASE);
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
    let findings = check(&assemble(&text), &CheckOptions::new(Environment::Universal(6)));
    assert!(findings.is_empty(), "{findings:#?}");
}
