//! Corpus files: program databases that a compiler writes around a container, and facts about them
//! established by other tools.

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_core::format::{ArtifactKind, Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pdb::FORMAT;
use glassbox_pdb::read;
use glassbox_testing::{container, corpus, random, tree};
use serde_json::Value;
use support::REGISTRY;

/// Files with their corpus path, including those embedded in container parts.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    for path in corpus::files("dxcontainer/pdb", &[".pdb"]) {
        out.push((corpus::name(&path), std::fs::read(&path).expect("it is readable")));
    }
    assert_eq!(out.len(), 4);
    for (name, bytes) in container::containers() {
        for (code, data) in container::parts(&bytes) {
            let whole = code == *b"SPDB" || code == *b"PRIV";
            if whole && data.starts_with(&glassbox_pdb::raw::MAGIC) {
                out.push((format!("{name} {}", code.escape_ascii()), data.to_vec()));
            }
        }
    }
    assert!(out.len() > 6, "{}", out.len());
    out
}

#[test]
fn real_files_have_no_errors_or_warnings_and_obey_the_laws() {
    for (name, bytes) in files() {
        for finding in tree::diagnostics(&FORMAT, &bytes) {
            assert_eq!(finding.severity, Severity::Info, "{name}: {} {}", finding.rule.id, finding.message);
        }
        tree::assert_laws(&FORMAT, &REGISTRY, &bytes, &name);
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is a PDB");
        assert_eq!(opened.write(WriteLayout::Original).as_ref(), Ok(&bytes), "{name}");
        let canonical = opened.write(WriteLayout::Canonical).expect("it can be written");
        let (before, ..) = read::open(Window::whole(&bytes), &Limits::default()).expect("it is a PDB");
        let (after, ..) = read::open(Window::whole(&canonical), &Limits::default()).expect("it is a PDB");
        let contents = |pdb: &glassbox_pdb::Pdb<'_>| -> Vec<Vec<u8>> {
            pdb.streams.iter().map(|stream| stream.content.to_vec()).collect()
        };
        assert_eq!(contents(&before), contents(&after), "{name}");
        assert!(
            tree::diagnostics(&FORMAT, &canonical).iter().all(|finding| finding.rule.id == "PDB-15"),
            "{name}"
        );
        let mut effort = glassbox_core::format::ScanBudget::new(1 << 20);
        let mut longer = bytes.clone();
        longer.extend([0xee; 100]);
        assert_eq!(FORMAT.extent(&longer, &mut effort), Some(bytes.len()), "{name}");
    }
}

#[test]
fn streams_agree_with_the_facts() {
    for (name, bytes) in files() {
        let Some(stem) = name.strip_suffix(".dxil.pdb") else {
            continue;
        };
        let facts = container::facts(&format!("{stem}.json")).expect("there are facts");
        let number = |value: &Value| value.as_u64().expect("it is a number");
        let (pdb, ..) = read::open(Window::whole(&bytes), &Limits::default()).expect("it is a PDB");
        let layout = pdb.layout.as_ref().expect("there is a superblock");
        let msf = &facts["msf"];
        assert_eq!(layout.block_size(), number(&msf["block_size"]), "{name}");
        assert_eq!(u64::from(layout.superblock.free_map), number(&msf["free_block_map"]), "{name}");
        assert_eq!(u64::from(layout.superblock.block_count), number(&msf["blocks"]), "{name}");
        let sizes: Vec<u64> =
            msf["stream_sizes"].as_array().expect("it is a list").iter().map(number).collect();
        let read: Vec<u64> = pdb.streams.iter().map(|stream| stream.content.len() as u64).collect();
        assert_eq!(read, sizes, "{name}");
        let info = pdb.info.as_ref().expect("there is a head");
        assert_eq!(u64::from(info.header.version.0), number(&facts["info"]["version"]), "{name}");
        assert_eq!(u64::from(info.header.age), number(&facts["info"]["age"]), "{name}");
        let guid: String = info.header.guid.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(guid, facts["info"]["guid"].as_str().expect("it is text"), "{name}");
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("it is a PDB");
        let pieces = opened.artifacts();
        let piece = pieces.iter().find(|piece| piece.kind == ArtifactKind::File("dxcontainer"));
        let piece = piece.expect("there is a container");
        assert_eq!(piece.name, "stream-5", "{name}");
        assert_eq!(piece.bytes.len() as u64, number(&facts["container"]["size"]), "{name}");
        let codes: Vec<String> =
            container::parts(&piece.bytes).iter().map(|(code, _)| code.escape_ascii().to_string()).collect();
        let expected = facts["container"]["parts"].as_array().expect("it is a list").iter();
        let expected: Vec<&str> = expected.map(|part| part["code"].as_str().expect("it is text")).collect();
        assert_eq!(codes, expected, "{name}");
        // Another tool extracted these streams, from the databases of DXC 1.9 only.
        let stem = stem.rsplit("dxc19_").next().unwrap_or_default();
        if let Ok(stream) = std::fs::read(corpus::file(&format!("dxcontainer/pdb/{stem}_stream5.dxil")))
            && name.contains("dxc19")
        {
            assert_eq!(&*piece.bytes, &stream[..], "{name}");
        }
    }
}

#[test]
fn mutations_obey_the_laws() {
    let files = files();
    for seed in 0..1500 {
        let mut random = random::Random::new(seed);
        let (name, bytes) = &files[seed as usize % files.len()];
        let bytes = random::mutate(bytes, &mut random);
        tree::assert_laws(&FORMAT, &REGISTRY, &bytes, &format!("{name} with seed {seed}"));
    }
}
