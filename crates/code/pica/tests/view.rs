//! Tests the bit view of PICA200 code.

use glassbox_core::view::Detail;
use glassbox_pica::view::VIEW;
use glassbox_testing::tree::{assert_view_covers, view_lines};

/// `mov o0, v0` with descriptor 3, `nop`, `end`. A word has its opcode in the upper six bits.
const WORDS: [u32; 3] = [0x13 << 26 | 3, 0x21 << 26, 0x22 << 26];

fn bytes() -> Vec<u8> {
    WORDS.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn instructions_follow_each_other() {
    let expected =
        ["0 0..32 instruction[0] mov", "0 32..64 instruction[1] nop", "0 64..96 instruction[2] end"];
    assert_eq!(view_lines(&VIEW, &bytes(), Detail::Records), expected);
}

#[test]
fn fields_begin_with_the_lowest_bit() {
    let lines = view_lines(&VIEW, &bytes(), Detail::Fields);
    let word: Vec<&str> = lines.iter().map(String::as_str).take_while(|line| !line.contains("[1]")).collect();
    // The descriptor is in the lower seven bits.
    assert!(word[1].starts_with("1 0..7 ") && word[1].ends_with(" 3"), "{word:?}");
    assert!(
        word.last().is_some_and(|line| line.starts_with("1 26..32 ") && line.ends_with(" 19 mov")),
        "{word:?}"
    );
}

#[test]
fn every_bit_has_a_name() {
    for opcode in 0..64u32 {
        let word = (opcode << 26 | 0x2AA_AAAA).to_le_bytes();
        assert_view_covers(&VIEW, &word, &format!("opcode {opcode:#x}"));
    }
}
