//! Reads all bitcode in the corpus to its end without a fault, and compares with facts and listings from
//! other tools.

use glassbox_dxil::check::{self, Header};
use glassbox_dxil::ir::Typed;
use glassbox_dxil::{Event, Module, Version, Walk};
use glassbox_testing::container::{containers, facts, listing, parts, program};
use serde_json::Value;

/// Files without readable bitcode: it is overwritten, its size or offset is wrong, or `yaml2obj` wrote a stub for it.
const DAMAGED: &[&str] = &["dxil_bc_garbage", "dxil_bc_size", "dxil_bc_offset", "psv2_compute"];

fn is_damaged(name: &str) -> bool {
    DAMAGED.iter().any(|damaged| name.contains(damaged))
}

/// Programs of a container: part code, header words, bitcode.
fn programs(bytes: &[u8]) -> Vec<([u8; 4], [u32; 2], &[u8])> {
    let with = |(code, data)| program(data).map(|(words, bitcode)| (code, words, bitcode));
    parts(bytes).into_iter().filter_map(with).collect()
}

fn names<'m>(functions: impl Iterator<Item = &'m glassbox_dxil::Function>) -> Vec<&'m [u8]> {
    functions.map(|function| &*function.name).collect()
}

fn strings(value: &Value) -> Vec<&[u8]> {
    let items = value.as_array().expect("it is a list").iter();
    items.map(|name| name.as_str().expect("it is a name").as_bytes()).collect()
}

#[test]
fn every_bitcode_is_read_to_its_end() {
    let mut counts = [0; 3];
    for (name, bytes) in containers() {
        for (code, words, bitcode) in programs(&bytes) {
            if is_damaged(&name) {
                continue;
            }
            let faults = check::structure(bitcode);
            assert!(faults.is_empty(), "{name}: {faults:?}");
            let module = Module::read(bitcode).expect("it is bitcode");
            assert_eq!(module.bits.end, bitcode.len() as u64 * 8, "{name}: it ends with its module");
            assert_eq!(module.triple, b"dxil-ms-dx", "{name}");
            assert_eq!(module.has_bodies(), &code != b"STAT", "{name}");
            let version = |word: u32, shift: u32| Version { major: word >> shift & 15, minor: word & 15 };
            let header = Header {
                kind: (words[0] >> 16) as u16,
                shader_model: version(words[0], 4),
                dxil: version(words[1], 8),
            };
            // The header of that file states shader kind 99, which does not exist.
            if !name.contains("kind_99") {
                let found = check::header(&Typed::read(bitcode).expect("it is a module"), header);
                assert!(found.is_empty(), "{name}: {found:?}");
            }
            let index = [b"DXIL", b"ILDB", b"STAT"].iter().position(|known| **known == code);
            counts[index.expect("a program part")] += 1;
        }
    }
    println!("DXIL {}, ILDB {}, STAT {}", counts[0], counts[1], counts[2]);
}

#[test]
fn items_cover_every_bit_of_every_block() {
    for (name, bytes) in containers().into_iter().filter(|(name, _)| !is_damaged(name)) {
        for (_, _, bitcode) in programs(&bytes) {
            let walk = Walk::new(bitcode);
            let mut at = walk.at();
            for event in walk {
                match event.expect("there is no fault") {
                    Event::Enter(block) => {
                        assert_eq!(block.bits.start, at, "{name}");
                        at = block.content;
                    }
                    Event::Record(record) => {
                        assert_eq!(record.bits.start, at, "{name}");
                        assert_eq!(record.operands().count() as u64, record.len(), "{name}");
                        at = record.bits.end;
                    }
                    Event::Abbreviation(_, bits) => {
                        assert_eq!(bits.start, at, "{name}");
                        at = bits.end;
                    }
                    Event::Leave(block) => {
                        assert!(block.bits.end - at < 64, "{name}: an end marker and its alignment");
                        at = block.bits.end;
                    }
                }
            }
            assert_eq!(at, bitcode.len() as u64 * 8, "{name}");
        }
    }
}

#[test]
fn functions_agree_with_the_facts() {
    let mut compared = 0;
    for (name, bytes) in containers() {
        let Some(facts) = facts(&name) else { continue };
        let programs = programs(&bytes);
        let of = |requested: &[u8; 4]| programs.iter().find(|(code, ..)| code == requested);
        let Some((_, words, bitcode)) = of(b"DXIL").or(of(b"ILDB")) else {
            continue;
        };
        let Some(expected) = facts.get("functions") else {
            continue;
        };
        let module = Module::read(bitcode).expect("it is bitcode");
        assert_eq!(names(module.exported()), strings(&expected["exported"]), "{name}");
        assert_eq!(names(module.imported()), strings(&expected["undefined"]), "{name}");
        let hidden = module.defined().filter(|function| !function.is_exported());
        assert_eq!(names(hidden), strings(&expected["internal"]), "{name}");
        let model = facts["program"]["shader_model"].as_str().expect("it is text");
        let read = module.facts();
        let version = read.shader_model.as_ref().expect("it says its model").version;
        assert_eq!(format!("{}.{}", version.major, version.minor), model.replace(".x", ".15"), "{name}");
        let dxil = facts["program"]["dxil_version"].as_str().expect("it is text");
        assert_eq!(read.version.expect("it says its version").to_string(), dxil, "{name} {words:x?}");
        if let Some(rows) = facts.get("rdat").and_then(|rdat| rdat.get("functions")) {
            let rows: Vec<_> = rows.as_array().expect("it is a list").iter().collect();
            let rows = rows.iter().map(|row| {
                let name = row["name"].as_str().expect("it is a name").as_bytes();
                (name, strings(&row["dependencies"]))
            });
            let found = check::rows(&module, rows);
            assert!(found.is_empty(), "{name}: {found:?}");
        }
        compared += 1;
    }
    println!("{compared} files with facts about functions");
    assert!(compared > 90, "{compared}");
}

#[test]
fn functions_agree_with_the_listings() {
    let mut compared = 0;
    for (name, bytes) in containers() {
        let Some(listing) = listing(&name) else { continue };
        let programs = programs(&bytes);
        let of = |requested: &[u8; 4]| programs.iter().find(|(code, ..)| code == requested);
        // The listing is of the module with debug information if present.
        let Some((_, _, bitcode)) = of(b"ILDB").or(of(b"DXIL")) else {
            continue;
        };
        let module = Module::read(bitcode).expect("it is bitcode");
        let mut printed = (Vec::new(), Vec::new());
        for line in listing.lines() {
            let list = match line.split(' ').next() {
                Some("define") => &mut printed.0,
                Some("declare") => &mut printed.1,
                _ => continue,
            };
            list.push((printed_name(line), line.starts_with("define internal ")));
        }
        let shown = |defined: bool| -> Vec<(Vec<u8>, bool)> {
            let functions = module.functions.iter().filter(|function| function.is_declaration != defined);
            let all = functions.map(|function| (function.name.clone(), !function.linkage.is_external()));
            all.collect()
        };
        assert_eq!(shown(true), printed.0, "{name}");
        assert_eq!(shown(false), printed.1, "{name}");
        let facts = module.facts();
        if let Some(producer) = facts.producer {
            let producer = String::from_utf8_lossy(&producer).into_owned();
            assert!(listing.contains(&format!("!{{!\"{producer}\"}}")), "{name}: {producer}");
        }
        for entry in &facts.entry_points {
            let text = String::from_utf8_lossy(&entry.name).replace('\u{1}', "\\01");
            assert!(listing.contains(&format!("!\"{text}\"")), "{name}: {text}");
        }
        compared += 1;
    }
    println!("{compared} listings of DXIL");
    assert!(compared > 90, "{compared}");
}

/// Name in a line that defines or declares a function.
fn printed_name(line: &str) -> Vec<u8> {
    let (_, name) = line.split_once('@').expect("there is a name");
    match name.strip_prefix('"') {
        Some(quoted) => {
            let text = quoted.split('"').next().unwrap_or_default();
            text.replace("\\01", "\u{1}").into_bytes()
        }
        None => name.split('(').next().unwrap_or_default().as_bytes().to_vec(),
    }
}
