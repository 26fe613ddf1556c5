//! Checks that the text equals that of `spirv-dis --raw-id` and alone determines the module.

use glassbox_spirv::{Names, Options, assemble, disassemble};

/// Output of `spirv-dis --raw-id` (SPIRV-Tools) for its own assembly of this text.
const TEXT: &str = r#"; SPIR-V
; Version: 1.2
; Generator: Khronos SPIR-V Tools Assembler; 0
; Bound: 32
; Schema: 0
               OpCapability Shader
               OpCapability Float16
               OpCapability Float64
               OpMemoryModel Logical GLSL450
          %1 = OpTypeFloat 16
          %2 = OpTypeFloat 32
          %3 = OpTypeFloat 64
          %4 = OpConstant %1 0x1p+0
          %5 = OpConstant %1 0x0p+0
          %6 = OpConstant %1 -0x1.554p-2
          %7 = OpConstant %1 0x1p+16
          %8 = OpConstant %2 0
          %9 = OpConstant %2 -0
         %10 = OpConstant %2 0.100000001
         %11 = OpConstant %2 3.14159274
         %12 = OpConstant %2 1e+10
         %13 = OpConstant %2 9.99999975e-06
         %14 = OpConstant %2 0.000244140625
         %15 = OpConstant %2 123456792
         %16 = OpConstant %2 1.23456794e+09
         %17 = OpConstant %2 0x1p+128
         %18 = OpConstant %2 -0x1p+128
         %19 = OpConstant %2 0x1.8p+128
         %20 = OpConstant %2 0x1p-149
         %21 = OpConstant %3 0.10000000000000001
         %22 = OpConstant %3 1.0000000000000001e+300
         %23 = OpConstant %3 0x1p-1074
         %24 = OpConstant %2 -255.5
"#;

fn printed(bytes: &[u8]) -> String {
    let options = Options { names: Names::Numeric, ..Options::default() };
    disassemble(bytes, &options).expect("it is a module")
}

#[test]
fn header_comments_describe_the_header() {
    let bytes = assemble(TEXT).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    assert_eq!(words[1..5], [0x0001_0200, 7 << 16, 32, 0]);
    assert_eq!(printed(&bytes), TEXT);
}

#[test]
fn values_without_a_header_comment_become_directives() {
    let bytes = assemble(TEXT).unwrap_or_else(|errors| panic!("{}", errors[0]));
    for (index, word, directive) in
        [(1, 0x0101_0200, ";! version 0x01010200"), (3, 3, ";! bound 3"), (3, 0, ";! bound 0")]
    {
        let mut other = bytes.clone();
        other[4 * index..4 * index + 4].copy_from_slice(&u32::to_le_bytes(word));
        let text = printed(&other);
        assert!(text.lines().any(|line| line == directive), "{text}");
        assert_eq!(assemble(&text).as_ref(), Ok(&other));
    }
    // Numbers without a registered tool, and any schema, appear in the comments.
    for (index, word) in [(2, 0xfffe_0007), (4, 5), (3, 4_000_000), (1, 0)] {
        let mut other = bytes.clone();
        other[4 * index..4 * index + 4].copy_from_slice(&u32::to_le_bytes(word));
        let text = printed(&other);
        assert!(!text.contains(";!"), "{text}");
        assert_eq!(assemble(&text).as_ref(), Ok(&other));
    }
}

#[test]
fn a_larger_bound_follows_from_more_ids() {
    let longer = format!("{TEXT}%90 = OpTypeVoid\n");
    let bytes = assemble(&longer).unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert_eq!(bytes[12..16], 91u32.to_le_bytes());
}

#[test]
fn small_floats_of_other_encodings() {
    let text = "
        OpCapability Shader
        %1 = OpTypeFloat 16 BFloat16KHR
        %2 = OpTypeFloat 8 Float8E4M3EXT
        %3 = OpTypeFloat 8 Float8E5M2EXT
        %4 = OpConstant %1 1.5
        %5 = OpConstant %2 448
        %6 = OpConstant %3 -0.25
        %7 = OpSpecConstant %1 0x1p+128
    ";
    let bytes = assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let printed = printed(&bytes);
    for line in [
        "%4 = OpConstant %1 0x1.8p+0",
        "%5 = OpConstant %2 0x1.cp+8",
        "%6 = OpConstant %3 -0x1p-2",
        "%7 = OpSpecConstant %1 0x1p+128",
    ] {
        assert!(printed.contains(line), "{printed}");
    }
    assert_eq!(assemble(&printed).as_ref(), Ok(&bytes));
    let errors = assemble("%1 = OpTypeFloat 8 Float8E4M3EXT\n%2 = OpConstant %1 1000\n")
        .expect_err("it has no such number");
    assert!(errors[0].message.contains("fp8 E4M3"), "{}", errors[0].message);
}
