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

/// A container that DXC 1.7 made of the source beside it, with debug information: `-T ps_6_0 -Zi -Qembed_debug -Qstrip_reflect`.
fn dxil(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/code_diff/{name}.dxil"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What changed in the code with debug information: old and new texts.
fn code_changes(old: &[u8], new: &[u8]) -> Vec<(String, String)> {
    let mut changes = changes(old, new);
    changes.retain(|change| change.path.starts_with("ildb.bitcode"));
    changes
        .into_iter()
        .map(|change| (change.old.unwrap_or_default(), change.new.unwrap_or_default()))
        .collect()
}

#[test]
fn a_changed_line_of_hlsl_is_what_changes() {
    let found = code_changes(&dxil("light"), &dxil("light_ambient"));
    // The sum is new, and the three products take it; what stores them follows.
    let [(first_old, first_new), (second_old, second_new), (third_old, third_new)] = &found[..] else {
        panic!("{found:#?}")
    };
    assert_eq!(first_old.lines().count(), 1, "{first_old}");
    assert!(first_new.contains("fadd fast float") && first_new.contains("1.250000e-01"), "{first_new}");
    for text in [first_old, first_new, second_old, second_new, third_old, third_new] {
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("fmul fast float") && last.contains("line:15"), "{text}");
    }
}

#[test]
fn a_statement_that_moves_is_no_change() {
    let [old, new] = ["light", "light_moved"].map(dxil);
    assert_ne!(old, new);
    assert_eq!(code_changes(&old, &new), []);
}

/// A program of shader model 5.
const TOKENS: &str = "ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[2], immediateIndexed
dcl_resource_texture2d (float,float,float,float) t0
dcl_sampler s0, mode_default
dcl_input_ps linear v0.xy
dcl_input_ps linear v1.xyz
dcl_output o0.xyzw
dcl_temps 2
dp3 r0.x, v1.xyzx, v1.xyzx
rsq r0.x, r0.x
mul r0.xyz, r0.xxxx, v1.xyzx
dp3_sat r0.x, r0.xyzx, cb0[0].xyzx
sample r1.xyzw, v0.xyxx, t0.xyzw, s0
mul r1.xyzw, r1.xyzw, cb0[1].xyzw
mul o0.xyz, r0.xxxx, r1.xyzx
mov o0.w, r1.w
ret
";

/// A container of a program.
fn tokens(text: &str) -> Vec<u8> {
    let program = glassbox::language("dxbc")
        .expect("the language is known")
        .assemble(text)
        .expect("the program assembles");
    glassbox_dx_asm::dxbc::minimal(&program).expect("it is small")
}

#[test]
fn registers_and_the_order_of_what_does_not_depend_are_no_change() {
    let sample = "sample r1.xyzw, v0.xyxx, t0.xyzw, s0\nmul r1.xyzw, r1.xyzw, cb0[1].xyzw\n";
    let earlier = TOKENS
        .replace(sample, "")
        .replace("dp3 r0.x, v1.xyzx, v1.xyzx\n", &format!("{sample}dp3 r0.x, v1.xyzx, v1.xyzx\n"));
    let other_registers = TOKENS
        .replace("r0.", "r7.")
        .replace("r1.", "r0.")
        .replace("dcl_temps 2", "dcl_temps 8")
        .replace("r7.x, ", "r7.y, ")
        .replace("r7.x\n", "r7.y\n")
        .replace("r7.xxxx", "r7.yyyy");
    for text in [earlier, other_registers] {
        assert_ne!(text, TOKENS);
        assert_eq!(changes(&tokens(TOKENS), &tokens(&text)), [], "{text}");
    }
}

#[test]
fn another_operation_on_registers_is_one_change() {
    for (old, new) in [
        ("rsq r0.x, r0.x", "sqrt r0.x, r0.x"),
        ("dp3_sat r0.x", "dp3 r0.x"),
        ("cb0[1].xyzw\nmul o0", "cb0[1].yxzw\nmul o0"),
        ("mov o0.w, r1.w", "mov o0.w, l(1.0)"),
        ("mov o0.w, r1.w", "mov o0.w, r1.z"),
        ("t0.xyzw, s0", "t0.zyxw, s0"),
    ] {
        let text = TOKENS.replace(old, new);
        assert_ne!(text, TOKENS, "{old}");
        let found = changes(&tokens(TOKENS), &tokens(&text));
        assert_eq!(found.len(), 1, "{old} as {new}: {found:#?}");
    }
}

#[test]
fn an_assignment_that_leaves_a_branch_is_a_change() {
    let inside = "ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v0.xy
dcl_output o0.x
dcl_temps 1
mov r0.x, l(0)
lt r0.y, v0.x, v0.y
if_nz r0.y
mov r0.x, l(1.0)
endif
mov o0.x, r0.x
ret
";
    let behind = inside.replace("mov r0.x, l(1.0)\nendif\n", "endif\nmov r0.x, l(1.0)\n");
    assert_ne!(inside, behind);
    assert_ne!(changes(&tokens(inside), &tokens(&behind)), []);
}

#[test]
fn both_components_of_a_double_count() {
    let text = "ps_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps
dcl_constantbuffer CB0[2], immediateIndexed
dcl_output o0.x
dcl_temps 1
dadd r0.xyzw, cb0[0].xyzw, cb0[1].xyzw
dtof r0.x, r0.xyxx
mov o0.x, r0.x
ret
";
    let other = text.replace("r0.xyxx", "r0.xwxx");
    assert_eq!(changes(&tokens(text), &tokens(text)), []);
    assert_eq!(changes(&tokens(text), &tokens(&other)).len(), 1);
}

/// A module of DXIL with a loop.
const LOOP: &str = "target triple = \"dxil-ms-dx\"

@out = internal global i32 0

define void @main() {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = phi i32 [ 1, %entry ], [ %twice, %loop ]
  %next = add i32 %i, 1
  %twice = mul i32 %j, 2
  %done = icmp eq i32 %next, 10
  br i1 %done, label %end, label %loop

end:
  store i32 %j, i32* @out, align 4
  ret void
}

!dx.version = !{!0}
!dx.shaderModel = !{!1}

!0 = !{i32 1, i32 0}
!1 = !{!\"cs\", i32 6, i32 0}
";

fn bitcode(text: &str) -> Vec<u8> {
    glassbox::language("dxil").expect("the language is known").assemble(text).expect("the module assembles")
}

#[test]
fn names_and_the_order_of_computations_are_no_change() {
    let (next, twice) = ("  %next = add i32 %i, 1\n", "  %twice = mul i32 %j, 2\n");
    let reordered = LOOP.replace(&[next, twice].concat(), &[twice, next].concat());
    let renamed = LOOP
        .replace("%next", "%a")
        .replace("%twice", "%b")
        .replace("%loop", "%again")
        .replace("loop:", "again:");
    for text in [reordered, renamed] {
        assert_ne!(text, LOOP);
        assert_eq!(changes(&bitcode(LOOP), &bitcode(&text)), [], "{text}");
    }
}

#[test]
fn what_a_loop_goes_on_with_and_where_it_goes_are_changes() {
    let (next, twice) = ("[ %next, %loop ]", "[ %twice, %loop ]");
    let swapped = LOOP.replace(next, "[ %other, %loop ]").replace(twice, next).replace("%other", "%twice");
    let turned = LOOP.replace("label %end, label %loop", "label %loop, label %end");
    for text in [swapped, turned] {
        assert_ne!(text, LOOP);
        assert_ne!(changes(&bitcode(LOOP), &bitcode(&text)), [], "{text}");
    }
}
