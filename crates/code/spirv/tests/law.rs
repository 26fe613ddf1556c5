//! Checks that assembling a disassembly gives the same bytes, for any input.

use crate::support;
use glassbox_testing::case::files;
use glassbox_testing::corpus;
use glassbox_testing::random::Random;
use support::{assert_law, fixtures, modules_in};

const MAGIC: u32 = 0x0723_0203;

/// Assembled fixtures, the seeds of mutations.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for path in files(&fixtures(), "spvasm") {
        if path.to_string_lossy().ends_with(".bad.spvasm") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("fixtures are text");
        let bytes = glassbox_spirv::assemble(&text)
            .unwrap_or_else(|errors| panic!("{}:{}", path.display(), errors[0]));
        seeds.push((path.display().to_string(), bytes));
    }
    assert!(!seeds.is_empty());
    seeds
}

#[test]
fn fixtures_in_both_byte_orders() {
    for (name, bytes) in seeds() {
        assert_law(&bytes, &name);
        let swapped: Vec<u8> =
            bytes.as_chunks::<4>().0.iter().flat_map(|[a, b, c, d]| [*d, *c, *b, *a]).collect();
        assert_law(&swapped, &format!("{name} swapped"));
    }
}

#[test]
fn every_truncation() {
    for (name, bytes) in seeds() {
        for length in 4..bytes.len().min(700) {
            assert_law(&bytes[..length], &format!("{name} cut at {length}"));
        }
    }
}

#[test]
fn mutated_fixtures() {
    let mut random = Random::new(1);
    let seeds = seeds();
    for round in 0..4000 {
        let (name, bytes) = &seeds[random.index(seeds.len())];
        let mut bytes = bytes.clone();
        for _ in 0..=random.index(6) {
            mutate(&mut bytes, &mut random);
        }
        assert_law(&bytes, &format!("{name}, round {round}"));
    }
}

/// One mutation after the magic: a bit, a byte, a hostile word, a copy, a cut.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.len() < 9 {
        return;
    }
    let at = 4 + random.index(bytes.len() - 8);
    let word = 4 + random.index(bytes.len() / 4 - 1) * 4;
    match random.index(8) {
        0 => bytes[at] ^= 1 << random.index(8),
        1 => bytes[at] = random.word() as u8,
        2 => {
            let hostile_words =
                [0, 1, 2, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, u32::MAX, MAGIC, 0x2222_0022];
            let value = hostile_words[random.index(hostile_words.len())];
            bytes[word..word + 4].copy_from_slice(&value.to_le_bytes());
        }
        3 => bytes[word] = bytes[word].wrapping_add(1),
        4 => {
            let other = 4 + random.index(bytes.len() / 4 - 1) * 4;
            bytes.copy_within(other..other + 4, word);
        }
        5 => {
            bytes.drain(word..word + 4);
        }
        6 => bytes.truncate(at.max(8)),
        _ => {
            let copied = bytes[word..word + 4].to_vec();
            bytes.splice(word..word, copied);
        }
    }
}

#[test]
fn random_words_after_the_magic() {
    let mut random = Random::new(2);
    for round in 0..6000 {
        let big = random.index(2) == 1;
        let mut words = vec![MAGIC, 0x0001_0500, 7, 40, 0];
        for _ in 0..random.index(40) {
            match random.index(4) {
                // Known opcodes with few words, so that operands get exercised.
                0 | 1 => {
                    let count = 1 + random.index(8);
                    words.push((count as u32) << 16 | random.index(450) as u32);
                    words.extend((1..count).map(|_| random.index(70) as u32));
                }
                2 => words.push(random.word()),
                _ => {
                    let bytes = [random.word() as u8 & 0x7f, random.word() as u8, b'"', b'\\'];
                    words.push(u32::from_le_bytes(bytes));
                }
            }
        }
        let mut bytes: Vec<u8> =
            words.iter().flat_map(|word| if big { word.to_be_bytes() } else { word.to_le_bytes() }).collect();
        bytes.truncate(bytes.len() - random.index(4));
        assert_law(&bytes, &format!("round {round}"));
    }
}

#[test]
fn every_opcode_with_small_operands() {
    let mut random = Random::new(3);
    for opcode in 0..=7000u32 {
        let known = glassbox_spirv::grammar::opcode(opcode as u16).is_some();
        let mut words = vec![MAGIC, 0x0001_0600, 0, 200, 0];
        // An integer type %1, its constant %2, a float type %3 and a GLSL import %4, for dependent
        // instructions.
        words.extend([0x0004_0015, 1, 32, 1, 0x0004_002b, 1, 2, 7, 0x0003_0016, 3, 64]);
        words.extend([0x0006_000b, 4, 0x4c53_4c47, 0x6474_732e, 0x3035_342e, 0]);
        for count in 1..if known { 14 } else { 3 } {
            words.push(count << 16 | opcode);
            words.extend((1..count).map(|_| random.index(if opcode & 1 == 0 { 6 } else { 64 }) as u32));
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_law(&bytes, &format!("opcode {opcode}"));
    }
}

#[test]
fn slices_of_the_corpus() {
    let mut count = 0;
    for path in corpus::files("vbc", &[""]) {
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        for module in modules_in(&bytes) {
            assert_law(module, &path.display().to_string());
            count += 1;
        }
    }
    println!("{count} slices");
    assert!(count > 0, "the corpus has modules");
}
