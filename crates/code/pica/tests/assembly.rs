//! Tests the law of exact assembly, and its text form.

use crate::support;
use glassbox_pica::assembly::{MAX_ERRORS, Options, assemble, disassemble};
use glassbox_testing::random::Random;
use glassbox_testing::{case, golden};
use support::bytes;

#[track_caller]
fn round_trip(code: &[u8], options: &Options<'_>) {
    let text = disassemble(code, options);
    match assemble(&text).into_result() {
        Ok(back) => assert_eq!(back, code, "{text}"),
        Err(errors) => panic!("{}\n{text}", errors[0]),
    }
}

#[track_caller]
fn check(words: &[u32], expected: &str) {
    let code = bytes(words);
    assert_eq!(disassemble(&code, &Options::default()), expected);
    assert_eq!(assemble(expected).into_result(), Ok(code));
}

#[test]
fn every_opcode_with_random_bits() {
    let mut random = Random::new(3);
    for slot in 0..64u32 {
        let words: Vec<u32> = (0..1000).map(|_| slot << 26 | random.word() >> 6).collect();
        round_trip(&bytes(&words), &Options::default());
    }
}

#[test]
fn every_single_bit() {
    for slot in 0..64u32 {
        for bit in 0..26 {
            round_trip(&bytes(&[slot << 26 | 1 << bit]), &Options::default());
            round_trip(&bytes(&[slot << 26 | !(1 << bit) & 0x03FF_FFFF]), &Options::default());
        }
    }
}

#[test]
fn random_bytes_of_any_length() {
    let mut random = Random::new(4);
    let descriptors: Vec<u32> = (0..20).map(|_| random.word()).collect();
    for length in 0..600 {
        let code: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        let names = [
            (1, "main"),
            (1, "again"),
            (2, "L7"),
            (0, "reserved"),
            (3, "two words"),
            (3, "main"),
            (0, "cmp"),
        ];
        for (readable, positions) in [(false, false), (true, false), (false, true), (true, true)] {
            let options = Options { descriptors: &descriptors, readable, positions, names: &names };
            round_trip(&code, &options);
        }
    }
}

#[test]
fn code_longer_than_the_address_space() {
    let mut random = Random::new(5);
    let words: Vec<u32> = (0..10_000).map(|_| 0x9000_0000 | random.word() >> 6).collect();
    round_trip(&bytes(&words), &Options { readable: true, ..Options::default() });
}

#[test]
fn labels_and_numbers() {
    check(
        &[0x9C40_0802, 0x8400_0000, 0x9000_0C00, 0xB000_FC00],
        "    ifu b1, L2, 2\n    nop\nL2:\n    call L3, 0\nL3:\n    jmpc !cmp.x || !cmp.y, 63\n",
    );
}

#[test]
fn label_at_the_end() {
    check(&[0x9C00_0400], "    ifu b0, L1, 0\nL1:\n");
}

#[test]
fn unused_reference_bits() {
    check(
        &[0x8F80_0000, 0x8E80_0000, 0x8D80_0000, 0x8FC0_0000, 0x8DC0_0000, 0x8C40_0000, 0x8F40_0000],
        "    breakc cmp.x\n    breakc cmp.x / !cmp.y\n    breakc !cmp.x\n    breakc cmp.y\n    \
         breakc cmp.y / !cmp.x\n    breakc !cmp.x && !cmp.y\n    breakc cmp.x && cmp.y\n",
    );
}

#[test]
fn reserved_bits_and_spare_fields() {
    check(
        &[0x8800_0001, 0x4C00_0F80, 0x9280_FC03, 0x8F80_FC01, 0xB400_FC03, 0xAC00_0001, 0x4000_0000],
        "    end reserved 0x1\n    mov o0, v0, d0, reserved 0x1f\n    call cmp.x / !cmp.y, 63, 3\n    \
         breakc cmp.x, 63, 1\n    jmpu !b0, 63, 3\n    setemit 0, reserved 0x1\n    .word 0x40000000                    ; unknown opcode 0x10\n",
    );
}

#[test]
fn comparison_operators_without_a_name() {
    check(&[0xBFC0_0000 | 0x0020_0000], "    cmp v0, op7, op7, v0, d0\n");
    check(&[0xBE00_0000 | 0x00C0_0000], "    cmp v0, op6, op6, v0, d0\n");
}

#[test]
fn trailing_bytes() {
    let code = [0, 0, 0, 0x88, 1, 2];
    let text = disassemble(&code, &Options::default());
    assert_eq!(text, "    end\n    .byte 0x01, 0x02\n");
    assert_eq!(assemble(&text).into_result(), Ok(code.to_vec()));
}

#[test]
fn comments() {
    let code = bytes(&[0x4C00_0000, 0x4C00_0001, 0x8800_0000]);
    let options = Options { descriptors: &[0x37C], readable: true, positions: true, names: &[(0, "main")] };
    assert_eq!(
        disassemble(&code, &options),
        "main:\n\
         \x20   mov o0, v0, d0                      ;    0 +0x0000  mov o0.xy, -v0.xyzw\n\
         \x20   mov o0, v0, d1                      ;    1 +0x0004  no descriptor 1 in 1\n\
         \x20   end                                 ;    2 +0x0008\n",
    );
}

#[test]
fn tolerant_syntax() {
    let text = "a: b:\tMOV\n";
    assert_eq!(assemble(text).errors.len(), 1, "mnemonics are lower case");
    let text = " a : b: call b , 0x1 ; comment\r\n\r\n\tbreakc cmp.y||!cmp.x";
    assert_eq!(assemble(text).into_result(), Ok(bytes(&[0x9000_0001, 0x8D00_0000])));
    assert_eq!(assemble(text).labels, [("a".to_owned(), 0), ("b".to_owned(), 0)]);
}

#[test]
fn errors_are_capped() {
    let assembly = assemble(&"nonsense\n".repeat(1000));
    assert_eq!(assembly.errors.len(), MAX_ERRORS);
    assert_eq!(assemble(&"call nowhere, 1\n".repeat(1000)).errors.len(), MAX_ERRORS);
}

#[test]
fn random_text_never_panics() {
    const PIECES: &[&str] = &[
        "mov",
        "call",
        "cmp",
        ".",
        "x",
        " ",
        ",",
        ":",
        "[",
        "a0",
        "aL",
        "]",
        "!",
        "&&",
        "||",
        "/",
        "-",
        ";",
        "\n",
        "é",
        "0x",
        "99999999999",
        "7",
        "r0",
        "c95",
        "d3",
        ".byte",
        ".word",
        "breakc",
        "reserved",
        "setemit",
        "prim",
        "\u{2003}",
        "jmpu",
        "b0",
        "loop",
        "i3",
        "L1",
    ];
    let mut random = Random::new(6);
    for _ in 0..5000 {
        let length = random.below(40);
        let text: String = (0..length).map(|_| PIECES[random.index(PIECES.len())]).collect();
        for error in assemble(&text).errors {
            assert!(text.get(error.span.clone()).is_some(), "{text:?} {error:?}");
            assert!(error.line >= 1 && error.column >= 1);
        }
    }
}

/// Compares errors of every `tests/errors/*.pica` with the `.err` file beside it.
#[test]
fn error_messages() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut sources = 0;
    for path in case::files(&folder, "pica") {
        sources += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let found: String = assemble(&text).errors.iter().map(|error| format!("{error}\n")).collect();
        golden(path.with_extension("err"), found);
    }
    assert!(sources >= 10);
}
