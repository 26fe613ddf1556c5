//! Diffs two modules that contain multi-line strings.

use glassbox::core::diff::{CodeDiff, CodePair};

const OLD: &str = r##"
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    %1 = OpString "light.frag"
    OpSource GLSL 450 %1 "#version 450
void main() {
}
%9 = OpNop
; no comment
"
    OpName %2 "half"
    %3 = OpTypeFloat 32
    %2 = OpConstant %3 0.5
    %4 = OpConstantNull %3
"##;

fn changes(old: &str, new: &str) -> Vec<(String, String)> {
    let assembled =
        |text: &str| glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let (old, new) = (assembled(old), assembled(new));
    let pair = CodePair { language: "spirv", old: &old, new: &new, old_aid: &[], new_aid: &[] };
    let changes = glassbox::LanguageDiff.changes(&pair).expect("both are modules");
    changes.into_iter().map(|change| (change.old_text, change.new_text)).collect()
}

#[test]
fn lines_inside_of_strings_are_no_instructions() {
    assert_eq!(changes(OLD, OLD), []);
    let new = OLD.replace("OpConstant %3 0.5", "OpConstant %3 0.25");
    assert_eq!(
        changes(OLD, &new),
        [("%2 = OpConstant %3 0.5".to_owned(), "%2 = OpConstant %3 0.25".to_owned())]
    );
}

#[test]
fn a_changed_source_is_one_change() {
    let new = OLD.replace("; no comment", "; a comment");
    let changes = changes(OLD, &new);
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert!(changes[0].0.starts_with("OpSource GLSL 450 %1"), "{changes:?}");
}

#[test]
fn what_uses_a_changed_definition_is_no_change() {
    let more = "\n    %5 = OpTypeVector %3 2\n    %6 = OpConstantComposite %5 %2 %2\n";
    let old = format!("{OLD}{more}");
    let new = old.replace("OpConstant %3 0.5", "OpConstant %3 0.25");
    assert_eq!(changes(&old, &new).len(), 1);
}
