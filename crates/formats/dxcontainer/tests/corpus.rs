//! Tests on the corpus: digests, byte-exact rewriting, edits that match the official tools.

use crate::support;
use glassbox_core::diagnostic::Severity;
use glassbox_core::format::{DigestPolicy, Edit, OpenedFile, Strip};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::FORMAT;
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::edit::{add_symbols, edit};
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::read;
use glassbox_dxcontainer::symbols::{NameForm, Packing, Source, SymbolTable, derive};
use glassbox_dxcontainer::write::{Draft, Layout, Signing, canonical, contiguous, with_layout};
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::{container, corpus, tree};
use support::{codes, open, registry};

#[test]
fn digests_are_as_the_manifest_says() {
    let listed = corpus::manifest().into_iter().map(|row| (row.name, row.what));
    let further = corpus::outside_manifest("dxcontainer")
        .into_iter()
        .map(|row| (format!("dxcontainer/{}", row[0]), row[4].clone()));
    let mut counts = [0; 3];
    for (name, what) in listed.chain(further) {
        let words = what.rsplit("; ").next().unwrap_or_default();
        let (slot, state) = match words {
            "digest ok" => (0, State::Retail),
            "digest debug" => (1, State::Debug),
            "unsigned" => (2, State::Unsigned),
            _ => continue,
        };
        let bytes =
            std::fs::read(corpus::find(&name).expect("the corpus has the file")).expect("it is readable");
        assert_eq!(open(&bytes).digest_state(), state, "{name}");
        if state == State::Retail || state == State::Debug {
            let mut changed = bytes.clone();
            let last = changed.len() - 1;
            changed[last] ^= 1;
            assert_eq!(open(&changed).digest_state(), State::Wrong, "{name}");
        }
        counts[slot] += 1;
    }
    assert!(counts[0] > 100 && counts[2] > 10, "{counts:?}");
}

#[test]
fn writing_what_was_read_gives_the_same_bytes() {
    for row in corpus::expected("dxcontainer") {
        let bytes = row.bytes();
        let Ok(container) = read::open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        let draft = Draft::of(&container);
        let written = with_layout(&draft, &Layout::of(&container)).expect("it was read");
        assert!(written == bytes, "{}: {} of {} bytes", row.name, written.len(), bytes.len());
        if row.verdict == "ok" {
            // Compilers write contiguous parts and sign them; our digest must match theirs.
            let signing = Signing::IfSigned;
            let state = container.digest_state();
            if matches!(state, State::Retail | State::Debug | State::Unsigned) {
                assert!(contiguous(&draft, signing).as_ref() == Ok(&bytes), "{}", row.name);
            }
            let tidy = canonical(&draft).expect("it is small");
            let again = canonical(&Draft::of(&open(&tidy))).expect("it is small");
            assert!(again == tidy, "{}", row.name);
            let found = tree::diagnostics(&FORMAT, &tidy);
            let broken = found.iter().find(|item| item.severity > Severity::Info);
            assert!(broken.is_none(), "{}: {broken:?}", row.name);
        }
    }
}

/// Reads a corpus file.
fn file(name: &str) -> Vec<u8> {
    corpus::bytes(&format!("dxcontainer/{name}"))
}

#[test]
fn stripping_gives_the_bytes_of_the_official_tools() {
    let all = Strip::ALL;
    let pairs: [(&str, &[Strip], &str); 7] = [
        ("fxc/ps_tex_5_0_zi.dxbc", &[Strip::Debug], "fxc/ps_tex_5_0_strip_dbg.dxbc"),
        ("fxc/ps_tex_5_0_zi.dxbc", &[Strip::Reflection], "fxc/ps_tex_5_0_strip_refl.dxbc"),
        ("fxc/ps_tex_5_0_zi.dxbc", &all, "fxc/ps_tex_5_0_strip_all.dxbc"),
        ("fxc/ps_tex_5_0_strip_dbg.dxbc", &[Strip::Reflection], "fxc/ps_tex_5_0_strip_all.dxbc"),
        ("dxc19/ps_tex_6_0.dxil", &[Strip::Reflection], "dxc19/ps_tex_noref.dxil"),
        (
            "dxc19/vs_rootsig_6_0.dxil",
            &[Strip::RootSignature, Strip::Reflection],
            "dxc19/vs_rootsig_strip.dxil",
        ),
        ("dxc19/vs_min_6_0.dxil", &[Strip::Debug], "dxc19/vs_min_6_0.dxil"),
    ];
    for (from, what, to) in pairs {
        let (from_bytes, to_bytes) = (file(from), file(to));
        let stripped = edit(&open(&from_bytes), &Edit::Strip(what), Signing::Same).expect("it is sound");
        assert_eq!(codes(&stripped), codes(&to_bytes), "{from} {what:?}");
        assert!(stripped == to_bytes, "{from} {what:?} is not {to}");
    }
}

#[test]
fn symbols_are_derived_as_the_corpus_has_them() {
    let pairs = [
        ("dxc19/lib_linkage_6_3.dxil", "sym0/lib_linkage_packed.dxil", Packing::Suffixes),
        ("dxc19/lib_linkage_6_3.dxil", "sym0/lib_linkage_plain.dxil", Packing::None),
        ("dxc19/lib_rt_6_3.dxil", "sym0/lib_rt_packed.dxil", Packing::Suffixes),
        ("dxc19/lib_shade_6_3.dxil", "sym0/lib_shade_packed.dxil", Packing::Suffixes),
        ("dxc19/lib_main_6_3.dxil", "sym0/lib_main_packed.dxil", Packing::Suffixes),
        ("dxc19/lib_nodes_6_8.dxil", "sym0/lib_nodes_packed.dxil", Packing::Suffixes),
        ("dxc19/lib_shade_6_x.dxil", "sym0/lib_shade_6x_packed.dxil", Packing::Suffixes),
    ];
    for (from, to, packing) in pairs {
        let (from_bytes, to_bytes) = (file(from), file(to));
        let added =
            add_symbols(&open(&from_bytes), NameForm::Raw, packing, Signing::Same).expect("it is a library");
        let theirs = open(&to_bytes);
        let ours = open(&added);
        assert_eq!(ours.data(b"SYM0"), theirs.data(b"SYM0"), "{to}");
        if theirs.data(b"STR0").is_some_and(|data| data.len() > 4) {
            assert_eq!(ours.data(b"STR0"), theirs.data(b"STR0"), "{to}");
            assert!(added == to_bytes || ours.digest_state() != theirs.digest_state(), "{to}");
        }
    }
}

/// Without bitcode, runtime data still lists the functions, but not which are exported.
#[test]
fn symbols_are_derived_from_runtime_data_where_the_bitcode_is_lost() {
    let mut bytes = file("dxc19/lib_linkage_6_3.dxil");
    let right = derive(&open(&bytes), NameForm::Raw).expect("it is a library");
    let at = bytes.windows(4).rposition(|window| window == b"BC\xC0\xDE").expect("the program is last");
    bytes[at..].fill(0xFF);
    let rough = derive(&open(&bytes), NameForm::Raw).expect("it has runtime data");
    assert_eq!(rough.source, Source::RuntimeData);
    assert_eq!(rough.notes.len(), 1);
    for symbol in &right.table.symbols {
        assert!(rough.table.symbols.contains(symbol), "{symbol:?}");
    }
}

#[test]
fn every_symbol_table_of_the_corpus_reads_and_writes() {
    let mut tables = 0;
    for row in corpus::expected("dxcontainer") {
        if row.verdict != "ok" {
            continue;
        }
        let bytes = row.bytes();
        let container = open(&bytes);
        let (Some(Content::Symbols(symbols)), strings) =
            (container.content(b"SYM0"), container.content(b"STR0"))
        else {
            continue;
        };
        let strings = match strings {
            Some(Content::Strings(table)) => Some(table),
            _ => None,
        };
        let table = SymbolTable::decode(symbols, strings);
        let again = table.encode(Packing::Suffixes).expect("it was read");
        assert_eq!(again.symbols.len(), container.data(b"SYM0").map_or(0, <[u8]>::len));
        let names: Vec<&[u8]> = table.symbols.iter().map(|symbol| &symbol.name[..]).collect();
        // That file had the byte 0x01 before mangled names removed.
        let form = if row.name.contains("strip01") { NameForm::WithoutMarker } else { NameForm::Raw };
        let derived = derive(&container, form).expect("it has a program");
        assert!(derived.notes.is_empty(), "{}: {:?}", row.name, derived.notes);
        let derived: Vec<&[u8]> = derived.table.symbols.iter().map(|symbol| &symbol.name[..]).collect();
        if !names.is_empty() {
            assert_eq!(names, derived, "{}", row.name);
        }
        tables += 1;
    }
    assert!(tables >= 12, "{tables} tables");
}

#[test]
fn removing_and_adding_parts_keeps_the_rest() {
    let mut removed = 0;
    for (name, bytes) in container::containers() {
        if !bytes.starts_with(b"DXBC") {
            continue;
        }
        let opened = open(&bytes);
        let all = codes(&bytes);
        let before = opened.digest_state();
        for code in all.iter().filter(|code| code.len() == 4) {
            let Ok(less) = edit(&opened, &Edit::Remove { name: code }, Signing::Same) else {
                continue;
            };
            removed += 1;
            let left = codes(&less);
            assert!(!left.contains(code), "{name} without {code}");
            let rest = open(&less);
            if rest.available() >= 32 {
                // Signed containers are re-signed; others stay unsigned.
                let state = rest.digest_state();
                let is_kept = match before {
                    State::Unsigned => state == State::Unsigned,
                    _ => matches!(state, State::Retail | State::Debug | State::Bypass | State::PreviewBypass),
                };
                assert!(is_kept, "{name} without {code}: {before:?}, then {state:?}");
            }
            let kept: Vec<&[u8]> = opened
                .parts()
                .iter()
                .filter(|part| left.contains(&part.code.to_string()))
                .map(|part| part.data(opened.window))
                .collect();
            let there: Vec<&[u8]> = rest.parts().iter().map(|part| part.data(rest.window)).collect();
            // The section indices of the symbol tables change.
            if !left.contains(&"SYM0".to_owned()) {
                assert_eq!(kept, there, "{name} without {code}");
            }
        }
    }
    assert!(removed > 1000, "{removed}");
}

#[test]
fn laws_hold_for_the_corpus_and_for_mutations_of_it() {
    let mut random = Random::new(0xD8BC);
    for row in corpus::expected("dxcontainer") {
        let bytes = row.bytes();
        if bytes.len() > 1 << 17 {
            continue;
        }
        tree::assert_laws(&FORMAT, &registry(), &bytes, &row.name);
        for round in 0..2 {
            let mutated = mutate(&bytes, &mut random);
            tree::assert_laws(&FORMAT, &registry(), &mutated, &format!("{} mutated {round}", row.name));
        }
    }
}

/// Clearing and recomputing the digest reproduces files signed by others.
#[test]
fn signing_again_gives_the_digest_of_the_official_tools() {
    let mut signed = 0;
    for row in corpus::expected("dxcontainer") {
        let bytes = row.bytes();
        let Ok(file) = read::open(Window::whole(&bytes), &Limits::default()) else {
            continue;
        };
        // Edits close the gaps between parts.
        let is_sound = matches!(row.verdict.as_str(), "ok" | "info");
        if file.digest_state() != State::Retail || !is_sound {
            continue;
        }
        signed += 1;
        let zeroed =
            OpenedFile::edit(&file, &Edit::Sign, DigestPolicy::Zero).expect("a container can be unsigned");
        assert_ne!(zeroed, bytes, "{}", row.name);
        let zeroed = read::open(Window::whole(&zeroed), &Limits::default()).expect("a container");
        let again =
            OpenedFile::edit(&zeroed, &Edit::Sign, DigestPolicy::Sign).expect("a container can be signed");
        assert!(again == bytes, "{} has another digest", row.name);
    }
    assert!(signed > 100, "only {signed} files are signed");
}
