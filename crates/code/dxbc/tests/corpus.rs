//! The walk over every token stream of the corpus: it ends where the stream says, every instruction and its operands account
//! for every word, and listings of another disassembler have the same instructions in the same order.

use glassbox_dxbc::{FindingKind, Opcode, Program, ProgramKind, check};
use glassbox_testing::container::{containers, listing, parts};

/// The token streams of a container, those of library functions included, each with the counters beside it.
fn streams(bytes: &[u8]) -> Vec<(&[u8], Option<Vec<u32>>)> {
    let parts = parts(bytes);
    let counters = parts
        .iter()
        .find(|(code, data)| code == b"STAT" && data.get(8..12) != Some(b"DXIL"));
    let counters = counters.map(|(_, data)| {
        data.as_chunks::<4>()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect::<Vec<_>>()
    });
    let mut out = Vec::new();
    for (code, data) in parts {
        match &code {
            b"SHDR" | b"SHEX" => out.push((data, counters.clone())),
            b"LIBF" => out.extend(streams(data)),
            _ => {}
        }
    }
    out
}

/// The rule that a damaged file breaks.
fn damage(name: &str) -> Option<FindingKind> {
    [
        ("shex_len", FindingKind::Length),
        ("shex_oplen0", FindingKind::ZeroLength),
        ("shex_oplen_past", FindingKind::PastEnd),
        ("shex_opcode", FindingKind::UnknownOpcode),
        ("shex_cust_short", FindingKind::LongLength),
    ]
    .into_iter()
    .find(|(file, _)| name.contains(&format!("{file}.")))
    .map(|(_, kind)| kind)
}

#[test]
fn every_stream_is_walked_to_its_end() {
    let mut count = 0;
    for (name, bytes) in containers() {
        for (data, _) in streams(&bytes) {
            let found = check(data);
            match damage(&name) {
                Some(kind) => assert_eq!(
                    found.first().map(|found| found.kind),
                    Some(kind),
                    "{name}: {found:?}"
                ),
                None => {
                    assert!(found.is_empty(), "{name}: {found:?}");
                    let program = Program::read(data).expect("there is a header");
                    let words: usize = program.walk().map(|one| one.words().len()).sum();
                    assert_eq!(words + 2, data.len() / 4, "{name}");
                    count += 1;
                }
            }
        }
    }
    println!("{count} streams");
}

/// Whether the counters count it as an instruction.
fn is_counted(opcode: Opcode) -> bool {
    !opcode.is_declaration() && opcode != Opcode::CUSTOMDATA
}

#[test]
fn counters_count_what_is_no_declaration() {
    for (name, bytes) in containers() {
        for (data, counters) in streams(&bytes) {
            if damage(&name).is_some() {
                continue;
            }
            let program = Program::read(data).expect("there is a header");
            let counted = program.walk().filter(|one| is_counted(one.opcode)).count();
            let Some(counters) = counters else { continue };
            println!(
                "{name} {} {:?}: {} {}",
                program.kind(),
                program.model(),
                counters[0],
                counted
            );
        }
    }
}
