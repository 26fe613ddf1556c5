//! Checks the token stream view against words decoded by hand, and the view laws over damaged streams.

use glassbox_core::view::Detail;
use glassbox_dxbc::view::VIEW;
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::tree::{assert_view_covers, view_lines};

/// `ps_4_0`: a comment of one word, `mul r0.x, cb0[r1.y + 2].x, l(0.5)` saturated, `ret`.
const WORDS: [u32; 16] = [
    0x0000_0040,
    16,
    // Custom data of class 0, three words long.
    53,
    3,
    0x6f6c_6c65,
    // mul: opcode 56, bit 13 saturates, ten words.
    56 | 1 << 13 | 10 << 24,
    // Four components, mask x, type 0, one immediate index.
    2 | 1 << 4 | 1 << 20,
    0,
    // Four components, select x, type 8, two indices: a number; a number plus an operand.
    2 | 2 << 2 | 8 << 12 | 2 << 20 | 3 << 25,
    0,
    2,
    // Four components, select y, type 0, one index.
    2 | 2 << 2 | 1 << 4 | 1 << 20,
    1,
    // One component, type 4.
    1 | 4 << 12,
    0x3f00_0000,
    62 | 1 << 24,
];

fn bytes() -> Vec<u8> {
    WORDS.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn instructions_are_named() {
    assert_eq!(
        view_lines(&VIEW, &bytes(), Detail::Records),
        [
            "0 0..64 header",
            "0 64..160 instruction[0] customdata",
            "0 160..480 instruction[1] mul_sat r0.x, cb0[r1.y + 2].x, l(0.500000)",
            "0 480..512 instruction[2] ret",
        ]
    );
}

#[test]
fn fields_are_named() {
    let lines = view_lines(&VIEW, &bytes(), Detail::Fields);
    let wanted = [
        "1 0..4 minor 0",
        "1 4..8 major 4",
        "1 16..32 kind 0",
        "1 32..64 length 16",
        "1 75..96 class 0",
        "1 96..128 long_length 3",
        "1 160..171 opcode 56",
        "1 171..184 specific 4",
        "1 184..191 length 10",
        "1 192..256 operand[0] r",
        "2 196..204 selection 1",
        "2 224..256 index[0] 0",
        "1 256..416 operand[1] cb",
        "2 281..284 representation_1 3",
        "2 288..320 index[0] 0",
        "2 320..352 index[1] 2",
        "2 352..416 relative[1] r",
        "3 384..416 index[0] 1",
        "1 416..480 operand[2] l",
        "2 448..480 immediate[0] 1056964608",
    ];
    for line in wanted {
        assert!(lines.iter().any(|found| found == line), "{line}\n{}", lines.join("\n"));
    }
    assert!(!lines.iter().any(|line| line.contains("unnamed")), "{}", lines.join("\n"));
}

#[test]
fn damaged_streams_are_covered() {
    let whole = bytes();
    assert_view_covers(&VIEW, &whole, "whole");
    for seed in 0..2000 {
        let changed = mutate(&whole, &mut Random::new(seed));
        assert_view_covers(&VIEW, &changed, &format!("seed {seed}"));
    }
}
