//! Tests library symbols against the corpus facts: from code, from tables, and fetched sparsely.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;

use crate::support;
use glassbox_core::limits::Limits;
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxcontainer::symbols::library::{
    LibrarySymbols, Origin, SymbolsError, Visibility, same_name, sparse,
};
use glassbox_dxcontainer::symbols::{NameForm, Packing, derive};
use glassbox_dxil::Linkage;
use glassbox_dxil::write::Outline;
use glassbox_testing::corpus;
use glassbox_testing::random::{Random, mutate};
use serde_json::Value;
use support::{container, dxil, open};

/// All corpus DXIL containers with facts about their functions.
fn files() -> Vec<(String, Vec<u8>, Value)> {
    let mut files = Vec::new();
    for path in corpus::files("dxcontainer/facts", &[".json"]) {
        let text = std::fs::read_to_string(path).expect("the facts are readable");
        let facts: Value = serde_json::from_str(&text).expect("the facts are JSON");
        let file = facts["file"].as_str().expect("the facts name their file");
        if facts["functions"].is_null() || !file.ends_with(".dxil") {
            continue;
        }
        let path = corpus::find(&format!("dxcontainer/{file}")).expect("the file is there");
        let bytes = std::fs::read(path).expect("the file is readable");
        files.push((file.to_owned(), bytes, facts));
    }
    assert!(files.len() > 60, "only {} files", files.len());
    files
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|item| item.as_str().expect("it is a text").to_owned()).collect()
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// Names of functions with a visibility.
fn names(symbols: &LibrarySymbols, visibility: Visibility) -> Vec<String> {
    let seen = symbols.functions.iter().filter(|one| one.visibility == visibility);
    seen.map(|one| text(&one.name)).collect()
}

fn imports(symbols: &LibrarySymbols) -> Vec<String> {
    symbols.imports.iter().map(|import| text(&import.name)).collect()
}

#[test]
fn code_tells_what_the_facts_say() {
    for (file, bytes, facts) in files() {
        let symbols = LibrarySymbols::from_code(&open(&bytes)).expect(&file);
        let fact = &facts["functions"];
        assert_eq!(names(&symbols, Visibility::Exported), texts(&fact["exported"]), "{file}");
        assert_eq!(names(&symbols, Visibility::Internal), texts(&fact["internal"]), "{file}");
        assert_eq!(imports(&symbols), texts(&fact["undefined"]), "{file}");
        let is_debug = symbols.origin == Origin::DebugCode;
        assert_eq!(is_debug, open(&bytes).data(b"DXIL").is_none(), "{file}");
        assert!(symbols.notes.len() <= usize::from(is_debug), "{file}: {:?}", symbols.notes);
        kinds(&file, &symbols, &facts);
        features(&file, &symbols, &facts);
        rows(&file, &symbols, &facts);
    }
}

/// Checks programs that are not libraries: the entry point has the program's kind, and a hull shader has another
/// function.
fn kinds(file: &str, symbols: &LibrarySymbols, facts: &Value) {
    let program = facts["program"]["kind"].as_str().expect("it has a kind");
    if program == "library" {
        return;
    }
    let entries: Vec<_> = symbols.exports().filter(|(_, one)| one.is_entry()).collect();
    assert_eq!(entries.len(), 1, "{file}");
    let (place, entry) = entries[0];
    assert_eq!(entry.kind.expect("it is known").to_string(), program, "{file}");
    assert!(entry.runs_in(entry.kind.expect("it is known")), "{file}");
    let patch = symbols.patch_constants(place);
    assert_eq!(patch.len(), usize::from(program == "hull"), "{file}");
    for patch in patch {
        let function = &symbols.functions[patch as usize];
        assert_eq!(function.kind, Some(ShaderKind::LIBRARY), "{file}");
        assert!(function.name.starts_with(b"\x01?"), "{file}");
    }
}

/// The sources name the patch constant function of each hull shader, which the code of a library states too.
#[test]
fn code_tells_the_patch_constant_function() {
    let rows = [("dxc19/lib_hs_6_3.dxil", "HSMain", "Patch"), ("dxc19/hs_tri_6_0.dxil", "main", "PatchMain")];
    for (file, entry, patch) in rows {
        let bytes = corpus::bytes(&format!("dxcontainer/{file}"));
        let symbols = LibrarySymbols::from_code(&open(&bytes)).expect(file);
        let found = symbols.functions.iter().find(|one| one.name == entry.as_bytes()).expect(file);
        let constant = found.patch_constant.and_then(|place| symbols.functions.get(place as usize));
        let name = text(&constant.expect(file).name);
        assert!(name.starts_with(&format!("\u{1}?{patch}@@")), "{file}: {name}");
    }
}

/// Checks the features of an entry point outside libraries: those of the program.
fn features(file: &str, symbols: &LibrarySymbols, facts: &Value) {
    if facts["program"]["kind"] != "library" {
        for (_, function) in symbols.exports() {
            let found = function.features.map(|features| format!("{:#x}", features.0));
            assert_eq!(Value::from(found), facts["feature_flags"]["raw"], "{file}");
        }
    }
}

/// Checks the runtime data of each function.
fn rows(file: &str, symbols: &LibrarySymbols, facts: &Value) {
    let rows = facts["rdat"]["functions"].as_array();
    for row in rows.map(Vec::as_slice).unwrap_or_default() {
        let name = row["name"].as_str().expect("it has a name");
        let function = symbols
            .functions
            .iter()
            .find(|one| same_name(&one.name, name.as_bytes()))
            .unwrap_or_else(|| panic!("{file}: there is no {name}"));
        assert_eq!(function.kind.expect("it is known").to_string(), row["kind"], "{file} {name}");
        assert_eq!(text(function.unmangled()), row["unmangled"], "{file} {name}");
        let hex = |value: u64| Value::from(format!("{value:#x}"));
        let features = function.features.expect("it is known").0;
        assert_eq!(hex(features), row["feature_flags"], "{file} {name}");
        assert_eq!(hex(function.stages.expect("it is known").into()), row["stage_mask"], "{file} {name}");
        let target = function.min_target.expect("it is known").0;
        assert_eq!(hex(target.into()), row["min_target"], "{file} {name}");
        let used = function.resources.as_deref().expect("it is known");
        let used: Vec<String> =
            used.iter().map(|&place| text(&symbols.resources[place as usize].name)).collect();
        assert_eq!(used, texts(&row["resources"]), "{file} {name}");
        let needs = function.needs.as_deref().expect("it is known");
        let needs: Vec<String> =
            needs.iter().map(|&place| text(&symbols.imports[place as usize].name)).collect();
        assert_eq!(needs, texts(&row["dependencies"]), "{file} {name}");
    }
}

#[test]
fn tables_tell_no_less_than_the_facts_say() {
    let (mut exact, mut rough, mut silent) = (0, 0, 0);
    let files = files();
    for (file, bytes, facts) in files {
        let container = open(&bytes);
        let symbols = match LibrarySymbols::from_tables(&container) {
            Ok(symbols) => symbols,
            Err(lack) => {
                // Old validators wrote neither; debug files have neither.
                assert_eq!(lack, SymbolsError::NoTables, "{file}");
                assert!(container.data(b"SYM0").is_none() && container.data(b"RDAT").is_none());
                silent += 1;
                continue;
            }
        };
        let expected: BTreeSet<String> = texts(&facts["functions"]["exported"]).into_iter().collect();
        let found: BTreeSet<String> = symbols.exports().map(|(_, one)| text(&one.name)).collect();
        let bare = |names: &BTreeSet<String>| -> BTreeSet<String> {
            names.iter().map(|name| name.trim_start_matches('\u{1}').to_owned()).collect()
        };
        match symbols.origin {
            Origin::SymbolTable if file.ends_with("lib_no_symbols.dxil") => {
                assert!(found.is_empty(), "{file}: an empty table says that nothing is exported");
            }
            Origin::SymbolTable => {
                assert_eq!(bare(&found), bare(&expected), "{file}");
                exact += 1;
            }
            Origin::RuntimeData => {
                assert!(found.is_superset(&expected), "{file}: {found:?}");
                assert!(!found.iter().any(|name| name.contains("_GLOBAL__sub_I_")), "{file}");
                rough += 1;
            }
            Origin::EntryName => {
                assert_eq!(found.len(), 1, "{file}");
                assert!(found.is_subset(&expected), "{file}");
                rough += 1;
            }
            other => panic!("{file}: {other}"),
        }
        features(&file, &symbols, &facts);
        // Unused declarations occur only in the code.
        let undefined: BTreeSet<String> = texts(&facts["functions"]["undefined"]).into_iter().collect();
        let imported: BTreeSet<String> = imports(&symbols).into_iter().collect();
        assert!(imported.is_subset(&undefined), "{file}");
        if !file.ends_with("lib_no_symbols.dxil") {
            rows(&file, &symbols, &facts);
        }
        let version = &facts["compiler_version"];
        assert_eq!(symbols.compiler.is_some(), !version.is_null(), "{file}");
        if let Some(compiler) = &symbols.compiler {
            assert_eq!(compiler.version.to_string(), version["version"], "{file}");
            assert_eq!(u64::from(compiler.commits), version["commits"].as_u64().unwrap_or(0), "{file}");
            assert_eq!(
                vec![text(&compiler.commit), text(&compiler.custom)],
                texts(&version["strings"]),
                "{file}"
            );
        }
    }
    assert!(exact >= 12 && rough >= 40, "{exact} exact, {rough} rough, {silent} silent");
}

/// Fetching only the tables gives the same symbols as the whole file, and never reads code.
#[test]
fn fetching_the_tables_is_enough() {
    for (file, bytes, _) in files() {
        let container = open(&bytes);
        let mut fetched = 0;
        let fetch = |range: Range<u64>| {
            fetched += range.end - range.start;
            Ok::<_, Infallible>(bytes[range.start as usize..range.end as usize].to_vec())
        };
        let found = sparse::read(bytes.len() as u64, &Limits::default(), fetch);
        match (found, LibrarySymbols::from_tables(&container)) {
            (Ok(found), Ok(whole)) => assert_eq!(found, whole, "{file}"),
            (Err(sparse::SparseError::Symbols(found)), Err(whole)) => assert_eq!(found, whole, "{file}"),
            (found, whole) => panic!("{file}: {found:?} and {whole:?}"),
        }
        let tables: u64 = container
            .parts()
            .iter()
            .filter(|part| !matches!(&part.code.0, b"DXIL" | b"ILDB" | b"STAT" | b"HASH" | b"ILDN"))
            .map(|part| part.size())
            .sum();
        assert!(fetched <= 32 + 24 * 3 + 12 * container.parts().len() as u64 + tables, "{file}: {fetched}");
    }
}

/// Manifest rows that list symbols: derived ones and those in the file.
#[test]
fn derived_symbols_are_those_of_the_manifest() {
    let mut checked = 0;
    for row in corpus::manifest() {
        let (file, what) = (&row.name, &row.what);
        let Some((_, listed)) = what.split_once(" symbols: ") else {
            continue;
        };
        let expected: Vec<Vec<u8>> = listed
            .split(", ")
            .map(|name| name.trim_matches('\'').replace("\\x01", "\u{1}").into_bytes())
            .collect();
        let bytes = corpus::bytes(file);
        let container = open(&bytes);
        let derived = derive(&container, NameForm::Raw).expect("it is a library");
        let names: Vec<Vec<u8>> = derived.table.symbols.iter().map(|one| one.name.clone()).collect();
        assert_eq!(names, expected, "{file}");
        let encoded = derived.table.encode(Packing::Suffixes).expect("it is small");
        assert_eq!(Some(&encoded.symbols[..]), container.data(b"SYM0"), "{file}");
        assert_eq!(
            encoded.strings.as_deref(),
            container.data(b"STR0").filter(|data| data.len() > 4),
            "{file}"
        );
        let symbols = LibrarySymbols::from_tables(&container).expect("it has a table");
        let listed: Vec<Vec<u8>> = symbols.exports().map(|(_, one)| one.name.clone()).collect();
        assert_eq!(listed, expected, "{file}");
        checked += 1;
    }
    assert!(checked >= 6, "only {checked} files");
}

/// Library of this project: visibility, overloads, lookup.
#[test]
fn functions_are_found_by_their_names() {
    let bitcode = Outline::new("lib", 6, 3)
        .define(b"\x01?f@@YAMM@Z", Linkage::EXTERNAL)
        .define(b"\x01?f@N@@YAMM@Z", Linkage::EXTERNAL)
        .define(b"\x01?g@@YAMM@Z", Linkage::INTERNAL)
        .define(b"main", Linkage::EXTERNAL)
        .declare(b"\x01?h@@YAMM@Z")
        .declare(b"dx.op.unary.f32")
        .bitcode();
    let bytes = container(&[(b"DXIL", dxil(ShaderKind::LIBRARY, 3, &bitcode))]);
    let symbols = LibrarySymbols::read(&open(&bytes)).expect("it has code");
    assert_eq!(symbols.origin, Origin::Code);
    assert_eq!(imports(&symbols), ["\u{1}?h@@YAMM@Z"]);
    for name in [&b"?f@@YAMM@Z"[..], b"\x01?f@@YAMM@Z"] {
        assert_eq!(symbols.export(name).map(|(place, _)| place), Some(0));
    }
    assert!(symbols.export(b"?g@@YAMM@Z").is_none(), "it is internal");
    assert!(symbols.export(b"f").is_none());
    let overloads: Vec<u32> = symbols.exports_unmangled(b"f").map(|(place, _)| place).collect();
    assert_eq!(overloads, [0, 1]);
    assert!(symbols.functions.iter().all(|one| one.needs.is_none()), "nothing tells");
    assert!(matches!(LibrarySymbols::from_tables(&open(&bytes)), Err(SymbolsError::NoTables)));
    let root = container(&[(b"RTS0", vec![1, 0, 0, 0])]);
    assert!(matches!(LibrarySymbols::from_tables(&open(&root)), Err(SymbolsError::NoProgram)));
    assert!(matches!(LibrarySymbols::from_code(&open(&root)), Err(SymbolsError::NoProgram)));
}

/// Ranges outside the file, overlapping parts, and results of the wrong size are reported, not followed.
#[test]
fn fetching_refuses_what_cannot_be() {
    let read = |bytes: &[u8], size: u64| {
        sparse::read(size, &Limits::default(), |range: Range<u64>| {
            Ok::<_, Infallible>(
                bytes.get(range.start as usize..range.end as usize).unwrap_or_default().to_vec(),
            )
        })
    };
    let message = |bytes: &[u8], size: u64| match read(bytes, size) {
        Err(sparse::SparseError::Malformed(message)) => message,
        other => panic!("{other:?}"),
    };
    let bytes = container(&[(b"SYM0", vec![0; 40]), (b"VERS", vec![0; 16])]);
    let size = bytes.len() as u64;
    assert!(message(&bytes[..30], 30).contains("not a header"));
    assert!(message(b"nothing that is a container, but long enough", 44).contains("not a header"));
    assert!(message(&bytes, size - 1).contains("in the directory"));
    let mut outside = bytes.clone();
    outside[32..36].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(message(&outside, size).contains("in the directory"));
    let mut many = bytes.clone();
    many[28..32].copy_from_slice(&100_000u32.to_le_bytes());
    assert!(message(&many, size).contains("100000 parts"));
    assert!(message(&bytes[..60], size).contains("that were requested"));
    // One part in a hundred table entries.
    let mut shared = b"DXBC".to_vec();
    shared.extend([0; 16]);
    shared.extend([1, 0, 0, 0, 0, 4, 0, 0, 100, 0, 0, 0]);
    shared.extend(std::iter::repeat_n(432u32.to_le_bytes(), 100).flatten());
    shared.extend(b"RDAT\x40\x02\0\0");
    shared.resize(1024, 0);
    assert!(message(&shared, 1024).contains("overlap"));
}

/// Functions that share one long list, and names that share one long string, cost no more than the file is large.
#[test]
fn damaged_libraries_are_read_or_refused() {
    let mut random = Random::new(29);
    for (_, bytes, _) in files().into_iter().step_by(4) {
        for _ in 0..40 {
            let changed = mutate(&bytes, &mut random);
            let limits = Limits::default();
            let window = glassbox_core::reader::Window::whole(&changed);
            let Ok(container) = glassbox_dxcontainer::read::open(window, &limits) else {
                continue;
            };
            for symbols in [LibrarySymbols::from_tables(&container), LibrarySymbols::from_code(&container)]
                .into_iter()
                .flatten()
            {
                let functions = symbols.functions.len() as u32;
                for one in &symbols.functions {
                    let needs = one.needs.iter().flatten();
                    assert!(needs.copied().all(|place| (place as usize) < symbols.imports.len()));
                    let used = one.resources.iter().flatten();
                    assert!(used.copied().all(|place| (place as usize) < symbols.resources.len()));
                    assert!(one.patch_constant.is_none_or(|place| place < functions));
                }
            }
        }
    }
}

/// Calls from the bodies: the imports found match those of runtime data.
#[test]
fn bodies_tell_the_calls() {
    let name = |symbols: &LibrarySymbols, place: u32| text(symbols.functions[place as usize].unmangled());
    let mut compared = 0;
    let files = files();
    for (file, bytes, facts) in files {
        let container = open(&bytes);
        let mut symbols = LibrarySymbols::from_code(&container).expect(&file);
        let stated: Vec<Option<Vec<u32>>> = symbols.functions.iter().map(|one| one.needs.clone()).collect();
        for function in &mut symbols.functions {
            function.needs = None;
        }
        symbols.read_calls(&container).expect(&file);
        for (function, stated) in symbols.functions.iter().zip(&stated) {
            let set = |places: &[u32]| places.iter().copied().collect::<BTreeSet<u32>>();
            let found = function.needs.as_deref().expect("each has a body");
            if let Some(stated) = stated.as_deref() {
                assert_eq!(set(found), set(stated), "{file} {}", text(&function.name));
                compared += found.len();
            }
            assert!(function.calls.is_some(), "{file} {}", text(&function.name));
        }
        let calls: Vec<(String, String)> = symbols
            .functions
            .iter()
            .flat_map(|one| {
                let callees = one.calls.iter().flatten();
                callees.map(|&callee| (text(one.unmangled()), name(&symbols, callee)))
            })
            .collect();
        let calls: Vec<(&str, &str)> = calls.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        // Expected values from the sources of these files.
        match facts["file"].as_str() {
            Some("dxc19/lib_linkage_6_3.dxil") => {
                assert_eq!(calls, [("Plain", "Hidden"), ("abcdefgh", "Plain"), ("Cs123456", "Plain")])
            }
            Some("link/alt.dxil") => assert_eq!(calls, [("Exposure", "Curve")]),
            Some("link/tone.dxil") => assert_eq!(calls, []),
            _ => {}
        }
    }
    assert!(compared > 20, "only {compared} names");
}
