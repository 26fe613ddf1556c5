//! Compares words written by a known assembler with their text, and checks the laws of decoding.

use glassbox_pica::assembly::{Swizzles, assemble, pretty};
use glassbox_pica::descriptor::{Descriptor, FIELDS, Mask, Swizzle};
use glassbox_pica::format::Field;
use glassbox_pica::instruction::EncodeError;
use glassbox_pica::register::{Condition, Destination, Index, Source};
use glassbox_pica::{Instruction, Opcode};
use glassbox_testing::random::Random;

/// Word, descriptor, readable text, exact text.
const SAMPLES: &[(u32, u32, &str, &str)] = &[
    (0x0207F000, 0x0006C36F, "add r0, c95, v0", "add r0, c95, v0, d0"),
    (0x02221801, 0x002FC80C, "add r1.xy, c1.yx, r0.zw", "add r1, c1, r0, d1"),
    (0x06420802, 0x0006C368, "dp3 r2.x, c0, r0", "dp3 r2, c0, r0, d2"),
    (0x0E422804, 0x0006C362, "dph r2.z, c2, r0", "dph r2, c2, r0, d4"),
    (0x16810000, 0x0006C36F, "ex2 r4, r0.x", "ex2 r4, r0, d0"),
    (0x1EA10006, 0x00001C9F, "litp r5, -r0.wzyx", "litp r5, r0, d6"),
    (0x62001000, 0x0006C368, "dphi r0.x, v0, c0", "dphi r0, v0, c0, d0"),
    (0x66241102, 0x0D86C36F, "dsti r1, r0, c2", "dsti r1, r0, c2, d2"),
    (0x6A445183, 0x0039036F, "sgei r2, r1, c3.wzyx", "sgei r2, r1, c3, d3"),
    (0x6E649204, 0x0006E37F, "slti r3, -r2, -c4", "slti r3, r2, c4, d4"),
    (0xD42114A2, 0x0D86C36F, "madi r4, r0, r1, c5", "madi r4, r0, r1, c5, d2"),
    (0xF5204642, 0x0D86C36F, "mad r5, r0, r1, r2", "mad r5, r0, r1, r2, d2"),
    (0xF6209A22, 0x0D86C36F, "mad r6, r0, c6, r1", "mad r6, r0, c6, r1, d2"),
    (0xDA6114E2, 0x0D86C36F, "madi r10, r0, r1, c7[a0.x]", "madi r10, r0, r1, c7[a0.x], d2"),
    (0xFBA0A222, 0x0D86C36F, "mad r11, r0, c8[a0.y], r1", "mad r11, r0, c8[a0.y], r1, d2"),
    (0xF1224A6F, 0x55154011, "mad r1.w, -r1.x, r2.y, r3.z", "mad r1, r1, r2, r3, d15"),
    (0x48010005, 0x000002AC, "mova a0.xy, r0.xy", "mova a0, r0, d5"),
    (0x4E0A0006, 0x0006C36F, "mov r0, c0[a0.x]", "mov r0, c0[a0.x], d6"),
    (0x4E322006, 0x0006C36F, "mov r1, c2[a0.y]", "mov r1, c2[a0.y], d6"),
    (0xBC720880, 0x002FC208, "cmp c0[a0.y].xy, gt, le, r1.zw", "cmp c0[a0.y], gt, le, r1, d0"),
    (0xBA811800, 0x0006C36F, "cmp r1, lt, gt, r0", "cmp r1, lt, gt, r0, d0"),
    (0x90000403, 0, "call 1, 3", "call 1, 3"),
    (0x98C00001, 0, "callu b3, 0, 1", "callu b3, 0, 1"),
    (0x97800403, 0, "callc cmp.x, 1, 3", "callc cmp.x, 1, 3"),
    (0x9C403C09, 0, "ifu b1, 15, 9", "ifu b1, 15, 9"),
    (0xA4C05800, 0, "loop i3, 22", "loop i3, 22"),
    (0x8F800000, 0, "breakc cmp.x", "breakc cmp.x"),
    (0xB4006C00, 0, "jmpu b0, 27", "jmpu b0, 27"),
    (0xB4406C01, 0, "jmpu !b1, 27", "jmpu !b1, 27"),
    (0xAC000000, 0, "setemit 0", "setemit 0"),
    (0xAD000000, 0, "setemit 1", "setemit 1"),
    (0xAE800000, 0, "setemit 2, prim", "setemit 2, prim"),
    (0xAEC00000, 0, "setemit 2, prim, inv", "setemit 2, prim, inv"),
    (0xA8000000, 0, "emit", "emit"),
    (0x80000000, 0, "break", "break"),
    (0x84000000, 0, "nop", "nop"),
    (0x88000000, 0, "end", "end"),
];

#[test]
fn readable_text_of_samples() {
    for &(word, descriptor, text, _) in SAMPLES {
        assert_eq!(pretty(word, &[descriptor; 16], Swizzles::Used), text, "{word:08X}");
    }
}

#[test]
fn exact_text_of_samples() {
    for &(word, _, _, text) in SAMPLES {
        assert_eq!(assemble(text).into_result(), Ok(word.to_le_bytes().to_vec()), "{text}");
    }
}

#[test]
fn full_readable_text() {
    assert_eq!(pretty(0x4C000000, &[0x0000_037C], Swizzles::Full), "mov o0.xy, -v0.xyzw");
    assert_eq!(pretty(0x4C000000, &[], Swizzles::Full), "mov o0, v0");
    assert_eq!(pretty(0x40000000, &[], Swizzles::Full), ".word 0x40000000");
    // A mask with a gap: letters are read by position, so all four are printed.
    assert_eq!(pretty(0x4C000000, &[0x0000_0205], Swizzles::Used), "mov o0.yw, v0.xyxx");
}

#[test]
fn every_word_encodes_back() {
    let mut random = Random::new(1);
    for slot in 0..64u32 {
        for _ in 0..4096 {
            let word = slot << 26 | random.word() >> 6;
            assert_eq!(Instruction::decode(word).encode(), Ok(word), "{word:08X}");
        }
        for low in [0, 0x03FF_FFFF] {
            let word = slot << 26 | low;
            assert_eq!(Instruction::decode(word).encode(), Ok(word), "{word:08X}");
        }
    }
}

#[test]
fn every_single_bit_survives() {
    for slot in 0..64u32 {
        for bit in 0..26 {
            let word = slot << 26 | 1 << bit;
            assert_eq!(Instruction::decode(word).encode(), Ok(word), "{word:08X}");
        }
    }
}

#[test]
fn fields_cover_words() {
    for opcode in Opcode::all() {
        let fields = opcode.format().fields();
        assert_eq!(fields.iter().map(|&(_, width)| u32::from(width)).sum::<u32>(), 32);
        assert_eq!(fields.last().map(|&(field, _)| field), Some(Field::Opcode));
    }
    assert_eq!(FIELDS.iter().map(|&(_, width)| u32::from(width)).sum::<u32>(), 32);
}

#[test]
fn opcode_table() {
    assert_eq!(Opcode::all().count(), 64 - 1 - 7 - 7);
    assert_eq!(Opcode::all().filter(|opcode| !opcode.is_known()).count(), 10);
    assert_eq!(Opcode::named("cmp"), Some(Opcode::CMP));
    assert_eq!(Opcode::named(""), None);
    assert_eq!(Opcode::of(0xBFFF_FFFF), Opcode::CMP);
    assert_eq!(Opcode::of(0xDFFF_FFFF), Opcode::MADI);
    assert_eq!(Opcode::of(0xFFFF_FFFF), Opcode::MAD);
    for opcode in Opcode::all().filter(|opcode| opcode.is_known()) {
        assert_eq!(Opcode::named(opcode.info().mnemonic), Some(opcode));
    }
}

#[test]
fn descriptor_sharing_masks() {
    let check = |opcode: Opcode, mask: u8, expected: u32| {
        assert_eq!(opcode.sharing_mask(mask), expected, "{} under {mask:X}", opcode.info().mnemonic);
    };
    check(Opcode::ADD, 0xF, 0x003F_FFFF);
    check(Opcode::ADD, 0x8, 0x0030_381F);
    check(Opcode::DP3, 0x1, 0x003F_FFFF & !(3 << 5) & !(3 << 14));
    check(Opcode::DPH, 0x1, 0x003F_FFFF & !(3 << 5));
    check(Opcode::DP4, 0x1, 0x003F_FFFF);
    check(Opcode::RCP, 0xF, 0x0000_181F);
    check(Opcode::MOVA, 0xC, 0x0000_1E1F);
    check(Opcode::CMP, 0, 0x003F_FFF0 & !(0xF << 5));
    check(Opcode::END, 0xF, 0);
}

#[test]
fn encoding_rejects_out_of_range_values() {
    let wide = Instruction::Binary {
        opcode: Opcode::ADD,
        destination: Destination(0),
        sources: [Source(0), Source::uniform(3).unwrap()],
        index: Index::None,
        descriptor: 0,
    };
    assert_eq!(wide.encode(), Err(EncodeError::TooWide { field: Field::Source2, value: 0x23, width: 5 }));
    let wrong = Instruction::Bare { opcode: Opcode::ADD, reserved: 0 };
    assert_eq!(wrong.encode(), Err(EncodeError::WrongVariant(Opcode::ADD)));
}

#[test]
fn descriptors_encode_back() {
    let mut random = Random::new(2);
    for _ in 0..100_000 {
        let word = random.word();
        assert_eq!(Descriptor::decode(word).encode(), word);
    }
    assert_eq!(Descriptor::IDENTITY.encode(), 0x0D86_C36F);
    assert_eq!(Descriptor::decode(0x002F_C80C).to_string(), "xy, yxxx, zwww, xxxx");
    assert_eq!(Swizzle::parse("wzyx"), Some(Swizzle(0xE4)));
    assert_eq!(Mask(0b1000).reversed(), 0b0001);
}

#[test]
fn conditions_encode_back() {
    for bits in 0..16 {
        assert_eq!(Condition::from_bits(bits).bits(), bits);
    }
}

#[test]
fn registers_have_numbers_and_limits() {
    use glassbox_pica::register::{Destination, Source};
    type Make = fn(u8) -> Option<Source>;
    type Read = fn(Source) -> Option<u8>;
    let classes: [(&str, u8, u8, Make, Read); 3] = [
        ("v", 0, 16, Source::input, Source::as_input),
        ("r", 0x10, 16, Source::temporary, Source::as_temporary),
        ("c", 0x20, 96, Source::uniform, Source::as_uniform),
    ];
    for (letter, start, count, make, read) in classes {
        assert_eq!(make(count), None, "{letter}");
        for number in 0..count {
            let source = make(number).expect("it is in range");
            assert_eq!((source.0, source.to_string()), (start + number, format!("{letter}{number}")));
            let owners = classes.map(|(_, _, _, _, read)| read(source)).into_iter().flatten();
            assert_eq!((read(source), owners.count()), (Some(number), 1), "{letter}{number}");
        }
    }
    assert_eq!((Destination::output(16), Destination::temporary(16)), (None, None));
    for number in 0..16 {
        let output = Destination::output(number).expect("it is in range");
        assert_eq!((output.as_output(), output.to_string()), (Some(number), format!("o{number}")));
        let temporary = Destination::temporary(number).expect("it is in range");
        assert_eq!((temporary.as_output(), temporary.to_string()), (None, format!("r{number}")));
    }
}
