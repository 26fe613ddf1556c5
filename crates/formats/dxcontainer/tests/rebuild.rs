//! Rebuilds every container of the compiler from its program; each part and the whole must be byte-identical.

use std::borrow::Cow;

use crate::support;
use glassbox_dxcontainer::build::{Options, Signing, container as build, parts, subobjects};
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::part::{Content, program};
use glassbox_testing::corpus;
use support::open;

/// Corpus containers with a DXIL program, by name.
fn containers() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let folders = ["dxc17", "dxc18", "dxc19", "link", "big", "sym0"];
    for path in folders.map(|name| corpus::files(&format!("dxcontainer/{name}"), &[".dxil"])).concat() {
        let name = corpus::name(&path);
        let name = name.strip_prefix("dxcontainer/").expect("it lies there");
        found.push((name.to_owned(), std::fs::read(&path).expect("it is readable")));
    }
    found.sort();
    found
}

#[test]
fn every_part_follows_from_the_program() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, bytes) in containers() {
        let container = open(&bytes);
        let Some(part) = container.directory.find(b"DXIL") else {
            continue;
        };
        let Some((_, _, bitcode)) = program::peek(container.window, part) else {
            continue;
        };
        let data = |code: &[u8; 4]| container.data(code).map(Cow::Borrowed);
        let bitcode_of = |code: &[u8; 4]| match container.content(code) {
            Some(Content::Program(program)) => Some(Cow::Borrowed(program.bitcode)),
            _ => None,
        };
        let options = Options {
            version: data(b"VERS"),
            root_signature: data(b"RTS0"),
            subobjects: match container.content(b"RDAT") {
                Some(Content::Rdat(rdat)) => subobjects(rdat),
                _ => Vec::new(),
            },
            debug_program: bitcode_of(b"ILDB"),
            statistics: bitcode_of(b"STAT"),
            debug_name: data(b"ILDN"),
            hash: container.data(b"HASH").filter(|data| data.first() == Some(&1)).map(Cow::Borrowed),
            private: data(b"PRIV"),
            signing: match container.digest_state() {
                State::Retail => Signing::Retail,
                _ => Signing::Zero,
            },
        };
        let made = match parts(bitcode, &options) {
            Ok(made) => made,
            Err(findings) => {
                wrong.push(format!("{name}: {findings:?}"));
                continue;
            }
        };
        let own: Vec<_> =
            container.parts().iter().filter(|part| !matches!(&part.code.0, b"SYM0" | b"STR0")).collect();
        let codes: Vec<_> = own.iter().map(|part| part.code.0).collect();
        let made_codes: Vec<_> = made.iter().map(|part| part.code).collect();
        if codes != made_codes {
            wrong.push(format!("{name}: order {codes:?} {made_codes:?}"));
        }
        for part in own {
            let data = part.data(container.window);
            if let Some(built) = made.iter().find(|built| built.code == part.code.0)
                && built.data != data
            {
                let at = built.data.iter().zip(data).position(|(a, b)| a != b);
                wrong.push(format!("{name}: {} {} {} at {at:?}", part.code, built.data.len(), data.len()));
                if std::env::var("SHOW").is_ok() {
                    wrong.push(format!("  made {:?}\n  file {:?}", built.data, data));
                }
            }
        }
        count += 1;
        // No compiler writes the proposed symbol tables.
        let has_symbols = container.parts().iter().any(|part| part.code.0 == *b"SYM0");
        let whole = build(bitcode, &options).unwrap_or_default();
        if !has_symbols && whole != bytes {
            wrong.push(format!("{name}: the whole"));
        }
    }
    println!("{count} containers");
    assert!(count > 130, "{count}");
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// The program with debug information yields the same parts.
#[test]
fn debug_programs_give_the_same_parts() {
    let mut count = 0;
    for (name, bytes) in containers() {
        let container = open(&bytes);
        let Some(Content::Program(program)) = container.content(b"ILDB") else {
            continue;
        };
        let options = Options { version: container.data(b"VERS").map(Cow::Borrowed), ..Options::default() };
        let made = parts(program.bitcode, &options).expect("it is sound");
        for code in [b"SFI0", b"ISG1", b"OSG1", b"PSV0", b"RDAT"] {
            let built = made.iter().find(|part| part.code == *code);
            let built = built.map(|part| &*part.data);
            assert_eq!(built, container.data(code), "{name}: {}", code.escape_ascii());
            count += usize::from(built.is_some());
        }
    }
    println!("{count} parts");
}
