//! Checks assembled fixtures against their `.words` files, written by another assembler.

use std::path::Path;

use crate::support;
use glassbox_spirv::{Names, Options, assemble, disassemble};
use glassbox_testing::case::files;
use support::fixtures;

fn words_of(path: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(path).expect("the words are text");
    text.split_whitespace().map(|word| u32::from_str_radix(word, 16).expect("a word")).collect()
}

fn assemble_file(path: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(path).expect("fixtures are text");
    assemble(&text).unwrap_or_else(|errors| panic!("{}:{}", path.display(), errors[0]))
}

#[test]
fn fixtures_have_their_words() {
    let mut count = 0;
    for path in files(&fixtures(), "words") {
        let bytes = assemble_file(&path.with_extension("spvasm"));
        let mut words: Vec<u32> =
            bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let mut expected = words_of(&path);
        // Each assembler writes its own generator word.
        (words[2], expected[2]) = (0, 0);
        let differs = words.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!((differs, words.len()), (None, expected.len()), "{}", path.display());
        count += 1;
    }
    assert!(count >= 9);
}

#[test]
fn directives_fill_the_header() {
    let bytes = assemble_file(&support::fixtures().join("header.spvasm"));
    let header = [0x0723_0203u32, 0x0001_0300, 0x0008_000b, 1000, 5];
    for (index, word) in header.into_iter().enumerate() {
        assert_eq!(bytes[index * 4..][..4], word.to_be_bytes(), "word {index}");
    }
    // OpCapability Shader first; the directive's number for %main; the trailing bytes unchanged.
    assert_eq!(bytes[20..28], [0, 2, 0, 17, 0, 0, 0, 1]);
    assert_eq!(bytes[40..52], [0, 5, 0, 15, 0, 0, 0, 5, 0, 0, 0, 40]);
    assert_eq!(bytes[bytes.len() - 10..], [0, 0, 0, 0, 0xde, 0xad, 0xbe, 0xef, 1, 0xff]);
}

#[test]
fn the_last_byte_order_counts() {
    let [plain, big, little] = ["", ";! endian big\n", ";! endian big\n;! endian little\n"]
        .map(|head| assemble(&format!("{head}OpCapability Shader\n")).expect("it is a module"));
    assert_eq!(plain, little);
    assert_eq!(big[..4], [7, 0x23, 2, 3]);
    assert_eq!(little[..4], [3, 2, 0x23, 7]);
}

#[test]
fn default_format() {
    let bytes = assemble_file(&support::fixtures().join("basic.spvasm"));
    let text = disassemble(&bytes, &Options::default()).expect("it is a module");
    for line in [
        "               OpCapability Shader",
        "          %1 = OpExtInstImport \"GLSL.std.450\"",
        "               OpEntryPoint Vertex %main \"main\" %a_position %4",
        "    %v4float = OpTypeVector %float 4",
        "%_ptr_Input_v4float = OpTypePointer Input %v4float",
        "  %float_0_5 = OpConstant %float 0.5",
        "         %14 = OpExtInst %v4float %1 FMix %13 %13 %13",
    ] {
        let near: Vec<&str> = text.lines().filter(|found| found.contains(line.trim_start())).collect();
        assert!(text.lines().any(|found| found == line), "{line:?} is missing; near: {near:?}\n{text}");
    }
}

#[test]
fn options_change_the_format() {
    let bytes = assemble_file(&support::fixtures().join("basic.spvasm"));
    let options = Options { names: Names::Numeric, indent: 0, header: false, offsets: true };
    let text = disassemble(&bytes, &options).expect("it is a module");
    assert_eq!(text.lines().next(), Some("OpCapability Shader ; 0x00000014"), "{text}");
    assert_eq!(text.lines().nth(1), Some("%1 = OpExtInstImport \"GLSL.std.450\" ; 0x0000001c"));
    assert!(!text.contains("%main"));
}

#[test]
fn aliases_assemble_and_one_name_is_printed() {
    let old = "OpDecorateStringGOOGLE %1 HlslSemanticGOOGLE \"A\"\nOpMemoryModel Logical VulkanKHR\n";
    let bytes = assemble(old).expect("old names are known");
    let text = disassemble(&bytes, &Options::default()).expect("it is a module");
    assert!(text.contains("OpDecorateString %1 UserSemantic \"A\""), "{text}");
    assert!(text.contains("OpMemoryModel Logical Vulkan\n"), "{text}");
}

#[test]
fn control_characters_and_bad_text_stay_words() {
    for bytes in [*b"a\x1b[m", *b"\xff\xfea\0"] {
        let mut module = assemble("%1 = OpString \"\"").expect("it assembles");
        module.truncate(module.len() - 12);
        let last = if bytes[3] == 0 { 3u32 } else { 4 };
        module.extend((last << 16 | 7).to_le_bytes());
        module.extend(1u32.to_le_bytes());
        module.extend(bytes);
        if last == 4 {
            module.extend([0; 4]);
        }
        support::assert_law(&module, "odd strings");
        let text = disassemble(&module, &Options::default()).expect("it is a module");
        assert!(text.contains("%1 = OpString !0x"), "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
    }
}

/// `OpExtInst` with one operand more than its instruction has: sets without semantics append operands under one name, others do not.
#[test]
fn operands_past_the_end_of_an_extended_instruction() {
    for (set, number, text) in [
        ("GLSL.std.450", 31, "!0x0007000c"),
        ("NonSemantic.DebugBreak", 1, "OpExtInst %void %1 DebugBreak %void %void"),
    ] {
        let words = format!(
            "%1 = OpExtInstImport \"{set}\"\nOpMemoryModel Logical GLSL450\n%2 = OpTypeVoid\n\
             !0x0007000c !2 !3 !1 !{number} !2 !2\n"
        );
        let bytes = assemble(&words).expect("these are words");
        let listing = disassemble(&bytes, &Options::default()).expect("it is a module");
        assert!(listing.contains(text), "{text} is not in\n{listing}");
        assert_eq!(assemble(&listing).expect("a listing assembles"), bytes, "{set}");
    }
}
