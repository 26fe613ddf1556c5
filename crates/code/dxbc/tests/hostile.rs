//! Reads arbitrary bytes as a token stream: nothing panics, and repeated reads agree.

use glassbox_dxbc::{Program, check, declaration};
use glassbox_testing::container::{containers, parts};
use glassbox_testing::random::{Random, mutate};

/// Accesses everything in the bytes.
fn read_everything(bytes: &[u8]) -> String {
    let found = check(bytes);
    for one in &found {
        assert!(one.bytes.start <= one.bytes.end && one.bytes.end <= bytes.len(), "{one:?}");
    }
    let Ok(program) = Program::read(bytes) else {
        return format!("{found:?}");
    };
    let mut seen = 0u64;
    let mut walk = program.walk();
    let mut at = 8;
    for instruction in walk.by_ref() {
        assert_eq!(instruction.range().start, at);
        at = instruction.range().end;
        seen += instruction.extended().count() as u64 + u64::from(instruction.saturates());
        seen += declaration(&instruction, program.has_spaces())
            .map_or(0, |declared| format!("{declared:?}").len() as u64);
        for operand in instruction.operands().flatten() {
            // One level of nested operands at a time; nesting is bounded.
            let mut open = vec![operand];
            while let Some(operand) = open.pop() {
                seen += operand.immediates().len() as u64;
                open.extend(operand.indices().filter_map(|index| index.relative));
            }
        }
    }
    let rest = walk.rest();
    assert_eq!(rest.as_ref().map_or(program.words().len().max(2) * 4, |rest| rest.range.start), at);
    format!("{found:?} {seen} {rest:?}")
}

#[test]
fn mutations_are_read_the_same_twice() {
    let mut streams = Vec::new();
    for (_, bytes) in containers() {
        let code = parts(&bytes).into_iter().filter(|(code, _)| matches!(code, b"SHDR" | b"SHEX"));
        streams.extend(code.map(|(_, data)| data.to_vec()));
    }
    if streams.is_empty() {
        streams.push([0x50u32, 3, 0x0100_003e].iter().flat_map(|word| word.to_le_bytes()).collect());
    }
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let bytes = mutate(&streams[seed as usize % streams.len()], &mut random);
        assert_eq!(read_everything(&bytes), read_everything(&bytes), "seed {seed}");
    }
}

#[test]
fn random_words_are_read() {
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let mut bytes = random.bytes(200);
        for word in bytes.chunks_exact_mut(4).skip(2) {
            // Known opcodes with plausible lengths.
            word[1] &= 0xf8;
            word[3] = word[3] & 0x80 | word[3] & 0x07;
        }
        if seed % 4 != 0 && bytes.len() >= 8 {
            let words = bytes.len() as u32 / 4;
            bytes[..4].copy_from_slice(&[0x50 + (seed % 2) as u8, 0, 0, 0]);
            bytes[4..8].copy_from_slice(&words.to_le_bytes());
        }
        read_everything(&bytes);
    }
}

#[test]
fn long_extension_chains_are_read() {
    // Every word announces another.
    let mut bytes = vec![0x50, 0, 0, 0];
    let words = 1_000_000u32;
    bytes.extend((words + 2).to_le_bytes());
    (0..words).for_each(|_| bytes.extend([0x36, 0, 0, 0x81]));
    check(&bytes);
}
