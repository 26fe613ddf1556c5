//! Code is compared semantically: renumbered ids and moved flow targets are not changes, a different instruction is.

use glassbox::LanguageDiff;
use glassbox_core::diff::{Change, diff_with};
use glassbox_core::limits::Limits;

const MODULE: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %1 \"main\" %2
OpExecutionMode %1 OriginUpperLeft
OpDecorate %2 Location 0
%3 = OpTypeVoid
%4 = OpTypeFunction %3
%5 = OpTypeFloat 32
%6 = OpTypePointer Output %5
%2 = OpVariable %6 Output
%7 = OpConstant %5 0.5
%8 = OpConstant %5 2
%1 = OpFunction %3 None %4
%9 = OpLabel
%10 = OpFMul %5 %7 %8
OpStore %2 %10
OpReturn
OpFunctionEnd
";

fn module(text: &str) -> Vec<u8> {
    glassbox::language("spirv").expect("the language is known").assemble(text).expect("the module assembles")
}

fn changes(old: &[u8], new: &[u8]) -> Vec<Change> {
    let tree = |bytes| glassbox::open_as(bytes, None, &Limits::default()).tree();
    diff_with((old, &tree(old)), (new, &tree(new)), &LanguageDiff)
}

/// The module with id `n` called `wanted(n)`.
fn renumbered(wanted: impl Fn(u32) -> u32) -> String {
    let mut out = String::new();
    for (index, piece) in MODULE.split('%').enumerate() {
        let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match piece[..digits].parse() {
            Ok(id) if index > 0 => out.push_str(&format!("%{}{}", wanted(id), &piece[digits..])),
            _ => out.push_str(piece),
        }
    }
    out
}

#[test]
fn renumbered_ids_are_no_change() {
    let old = module(MODULE);
    let new = module(&renumbered(|id| 1 + (id * 7) % 11));
    assert_ne!(old, new);
    assert_eq!(changes(&old, &new), []);
}

#[test]
fn another_instruction_is_one_change() {
    let old = module(MODULE);
    assert_eq!(changes(&old, &module(&MODULE.replace("OpFMul", "OpFAdd"))).len(), 1);
    assert_eq!(changes(&old, &module(&MODULE.replace("OpFMul %5 %7 %8", "OpFMul %5 %8 %7"))).len(), 1);
    let inserted = MODULE.replace("OpReturn\n", "OpStore %2 %7\nOpReturn\n");
    assert_eq!(changes(&old, &module(&inserted)).len(), 1);
}

#[test]
fn an_inserted_instruction_moves_no_other() {
    let text = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/shbin/tests/rules/vertex.gbt"),
    )
    .expect("the base file is readable");
    let at = text.find("code pica {").expect("the file has code");
    let line = at + text[at..].find('\n').expect("the block has lines") + 1;
    let longer = format!("{}    nop\n{}", &text[..line], &text[line..]);
    let assemble =
        |text: &str| glassbox_core::text::assemble(text, &glassbox::registry()).expect("the text assembles");
    let found = changes(&assemble(&text), &assemble(&longer));
    assert_eq!(found.len(), 1, "{found:#?}");
}
