//! Tests files made to be expensive: huge counts, tables that share their bytes, code that branches
//! everywhere. All must be read in linear time, with findings for everything skipped.

use crate::support;
use glassbox_core::format::{Format, ScanBudget, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Record;
use glassbox_shbin::FORMAT;
use glassbox_shbin::raw::{
    ExecutableHeader, FileHeader, ObjectHeader, ProgramHeader, ReferencesHeader, ShortProgramHeader,
};
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::tree;

/// Opens, checks and queries everything; returns the ids of the findings.
fn survive(bytes: &[u8], what: &str) -> Vec<&'static str> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("the magic is right");
    let ids = opened.check().items().iter().map(|item| item.rule.id).collect();
    let _ = opened.summary();
    let _ = opened.interface();
    let _ = opened.symbols();
    let _ = opened.artifacts();
    let _ = opened.write(WriteLayout::Original).map(|written| assert!(written == bytes, "{what}"));
    let _ = opened.write(WriteLayout::Canonical);
    let _ = FORMAT.extent(bytes, &mut ScanBudget::new(u64::MAX));
    ids
}

#[test]
fn huge_numbers_in_every_header_field() {
    let bases = support::bases();
    let schemas = |name: &str, bytes: &[u8]| -> Vec<(usize, &'static glassbox_core::record::Schema)> {
        if name == "object" {
            return vec![(0, ObjectHeader::SCHEMA)];
        }
        if name == "linkable" {
            let magic = glassbox_shbin::raw::REFERENCES.0;
            let section = bytes.windows(4).position(|window| window == magic);
            let section = section.expect("the section is there");
            return vec![(0, ObjectHeader::SCHEMA), (section, ReferencesHeader::SCHEMA)];
        }
        let count = u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes")) as usize;
        let program = if name == "short" { ShortProgramHeader::SCHEMA } else { ProgramHeader::SCHEMA };
        let mut heads = vec![(0, FileHeader::SCHEMA), (8 + 4 * count, program)];
        for index in 0..count {
            let at = 8 + 4 * index;
            let offset = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
            heads.push((offset as usize, ExecutableHeader::SCHEMA));
        }
        heads
    };
    for (name, bytes) in &bases {
        for (start, schema) in schemas(name, bytes) {
            for field in schema.fields.iter().filter(|field| field.form.size() == 4 && field.name != "magic")
            {
                for value in [u32::MAX, 0x8000_0000, 0x4000_0001, 0x7FFF_FFFF, bytes.len() as u32] {
                    let mut bytes = bytes.clone();
                    let at = start + field.offset;
                    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                    let what = format!("{name} {} {} = {value:#x}", schema.name, field.name);
                    tree::assert_laws(&FORMAT, &support::registry(), &bytes, &what);
                }
            }
        }
    }
}

/// A file with `count` offsets to one executable, whose constants take up the rest.
fn shared(count: u32, rest: usize, spread: bool) -> Vec<u8> {
    let program = 8 + 4 * count;
    let executable = program + 0x28;
    let mut bytes = b"DVLB".to_vec();
    bytes.extend(count.to_le_bytes());
    for index in 0..count {
        let offset = if spread { executable + 4 * index } else { executable };
        bytes.extend(offset.to_le_bytes());
    }
    let mut head = Vec::new();
    let words = [0u32, 0x28, 0, 0x28, 0, 0x28, 0, 0, 0];
    head.extend(b"DVLP");
    head.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(head);
    if spread {
        // Every word is a magic, so an executable may begin at each.
        bytes.extend(b"DVLE".repeat(rest / 4));
    } else {
        let mut executable = vec![0; ExecutableHeader::SIZE];
        executable[..4].copy_from_slice(b"DVLE");
        let tables = [
            (ExecutableHeader::constants_offset, 0x14),
            (ExecutableHeader::uniforms_offset, 8),
            (ExecutableHeader::symbols_offset, 1),
        ];
        for (field, unit) in tables {
            executable[field.offset..field.offset + 4].copy_from_slice(&0x40u32.to_le_bytes());
            let count = (rest / unit) as u32;
            executable[field.offset + 4..field.offset + 8].copy_from_slice(&count.to_le_bytes());
        }
        bytes.extend(executable);
        bytes.extend(vec![1; rest]);
    }
    bytes
}

#[test]
fn a_million_executables_share_a_table() {
    let ids = survive(&shared(1 << 20, 1 << 20, false), "shared tables");
    assert!(ids.contains(&"SHBIN-LIMIT-01"), "{ids:?}");
    let ids = survive(&shared(1 << 20, 0, false), "shared header");
    assert!(ids.contains(&"SHBIN-LIMIT-01"), "{ids:?}");
}

#[test]
fn executables_overlap_at_every_word() {
    let ids = survive(&shared(1 << 18, 1 << 20, true), "overlapping executables");
    assert!(ids.contains(&"SHBIN-DVLB-07") || ids.contains(&"SHBIN-DVLE-05"), "{ids:?}");
}

#[test]
fn uniforms_share_a_long_name() {
    let mut bytes = shared(1, 1 << 20, false);
    let executable = 8 + 4 + 0x28;
    // All-zero uniform entries name the first symbol, which is unterminated.
    let size = bytes.len();
    bytes[executable + 0x1C..executable + 0x20].fill(0);
    let symbols = executable + ExecutableHeader::symbols_offset.offset;
    bytes[symbols..symbols + 4].copy_from_slice(&(0x40u32 + (1 << 19)).to_le_bytes());
    bytes[symbols + 4..symbols + 8].copy_from_slice(&(1u32 << 19).to_le_bytes());
    let uniforms = executable + ExecutableHeader::uniforms_offset.offset;
    bytes[uniforms + 4..uniforms + 8].copy_from_slice(&(1u32 << 16).to_le_bytes());
    bytes[executable + 0x40..executable + 0x40 + (1 << 19)].fill(0);
    assert_eq!(size, bytes.len());
    let ids = survive(&bytes, "long name");
    assert!(ids.contains(&"SHBIN-LIMIT-01"), "{ids:?}");
}

#[test]
fn code_calls_and_jumps_everywhere() {
    let count = 64u32;
    for (what, word) in [("calls", 0x9000_0000u32), ("jumps", 0xB400_0000), ("conditions", 0x9C00_0000)] {
        let mut random = Random::new(7);
        let mut bytes = b"DVLB".to_vec();
        bytes.extend(count.to_le_bytes());
        let words = 4096u32;
        let program = 8 + 4 * count;
        let first = program + 0x28 + 4 * words;
        bytes.extend((0..count).flat_map(|index| (first + 0x40 * index).to_le_bytes()));
        bytes.extend(b"DVLP");
        let end = 0x28 + 4 * words;
        bytes.extend([0, 0x28, words, end, 0, end, 0, 0, 0].iter().flat_map(|word: &u32| word.to_le_bytes()));
        for _ in 0..words {
            let target = random.below(u64::from(words)) as u32;
            bytes.extend((word | target << 10 | random.below(256) as u32).to_le_bytes());
        }
        for index in 0..count {
            let mut head = vec![0; ExecutableHeader::SIZE];
            head[..4].copy_from_slice(b"DVLE");
            head[8..12].copy_from_slice(&(index * 7).to_le_bytes());
            bytes.extend(head);
        }
        survive(&bytes, what);
    }
}

#[test]
fn laws_hold_for_mutations() {
    let mut random = Random::new(1);
    for (name, bytes) in support::bases() {
        for round in 0..150 {
            let mutated = mutate(&bytes, &mut random);
            tree::assert_laws(&FORMAT, &support::registry(), &mutated, &format!("{name} {round}"));
            if let Ok(opened) = FORMAT.open(Window::whole(&mutated), &Limits::default()) {
                let written =
                    opened.write(WriteLayout::Original).expect("a layout that was read can be written");
                assert!(written == mutated, "{name} {round}");
            }
        }
        for size in 0..bytes.len() {
            tree::assert_laws(
                &FORMAT,
                &support::registry(),
                &bytes[..size],
                &format!("{name} cut at {size}"),
            );
        }
    }
}
