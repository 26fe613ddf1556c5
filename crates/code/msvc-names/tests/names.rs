//! Tests names from tables: `names.tsv` holds the output of LLVM 19's `llvm-undname` for each name
//! (`.ci/oracles` refreshes it), `hlsl.tsv` the spelling for shader authors, `refused.tsv` position and
//! reason of errors, `beyond.tsv` names that `llvm-undname` does not read.

use glassbox_msvc_names::{MAX_TEXT, demangle};

/// Lines of a table, without comments: two tab-separated columns.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap_or_else(|| panic!("{line} has no tab")))
}

/// Compares a column of a table with a function of the other.
fn compare(table: &str, least: usize, spell: impl Fn(&str) -> String) {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, expected) in rows(table) {
        count += 1;
        let found = spell(name);
        if found != expected {
            wrong.push(format!("{name}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= least, "only {count} rows");
}

#[test]
fn texts_match_llvm_undname() {
    compare(include_str!("names.tsv"), 200, |name| match demangle(name.as_bytes()) {
        Ok(demangled) => demangled.undname(),
        Err(fault) => format!("refused: {fault}"),
    });
}

/// Names that `llvm-undname` rejects but compilers write: HLSL scalars, deduced types of Microsoft's
/// compiler.
#[test]
fn names_that_llvm_undname_rejects() {
    compare(include_str!("beyond.tsv"), 20, |name| match demangle(name.as_bytes()) {
        Ok(demangled) => demangled.undname(),
        Err(fault) => format!("refused: {fault}"),
    });
}

#[test]
fn spellings_for_shader_authors() {
    compare(include_str!("hlsl.tsv"), 50, |name| match demangle(name.as_bytes()) {
        Ok(demangled) => demangled.hlsl(),
        Err(fault) => format!("refused: {fault}"),
    });
}

#[test]
fn errors_have_position_and_reason() {
    compare(include_str!("refused.tsv"), 30, |name| match demangle(name.as_bytes()) {
        Ok(demangled) => format!("read as {}", demangled.undname()),
        Err(fault) => fault.to_string(),
    });
}

/// A leading byte 0x01 changes only the marker flag.
#[test]
fn the_marker_is_skipped() {
    for (name, expected) in rows(include_str!("names.tsv")) {
        let marked = [b"\x01", name.as_bytes()].concat();
        let demangled = demangle(&marked).expect("it is a name without the marker");
        assert!(demangled.has_marker);
        assert_eq!(demangled.undname(), expected);
    }
    let fault = demangle(b"\x01?f").expect_err("it is cut off");
    assert_eq!(fault.at, 2, "offsets count the marker");
}

/// Every prefix of every name, and every name with one byte changed, is read or rejected within bounds.
#[test]
fn damaged_names_are_read_or_rejected() {
    let tables = [
        include_str!("names.tsv"),
        include_str!("hlsl.tsv"),
        include_str!("refused.tsv"),
        include_str!("beyond.tsv"),
    ];
    let bound = |bytes: &[u8]| {
        if let Ok(demangled) = demangle(bytes) {
            for text in [demangled.undname(), demangled.hlsl(), demangled.qualified_name()] {
                assert!(text.len() <= MAX_TEXT + 3);
            }
        }
    };
    let bytes = b"?@$_019AEHPQUVXYZ68B\x00\xFF";
    for (name, _) in tables.into_iter().flat_map(rows) {
        let name = name.as_bytes();
        for place in 0..name.len() {
            bound(&name[..place]);
            let mut changed = name.to_vec();
            for &byte in bytes {
                changed[place] = byte;
                bound(&changed);
                let mut longer = name.to_vec();
                longer.insert(place, byte);
                bound(&longer);
            }
            changed.remove(place);
            bound(&changed);
        }
    }
}

/// Names with repeatedly doubling back references, and endlessly nested ones.
#[test]
fn hostile_names_cost_no_more_than_their_limits() {
    let mut doubling = b"?f@@YAXPEAH".to_vec();
    for level in b'0'..=b'8' {
        doubling.extend([b"P6AX".to_vec(), vec![level; 100], b"@Z".to_vec()].concat());
    }
    doubling.extend(b"@Z");
    let fault = demangle(&doubling).map(|_| ()).expect_err("it would be endless");
    assert!(fault.to_string().contains("back references"), "{fault}");

    let pointers = [b"?x@@3".to_vec(), b"PEA".repeat(4000), b"HEA".to_vec()].concat();
    let fault = demangle(&pointers).map(|_| ()).expect_err("it is deep");
    assert!(fault.to_string().contains("levels"), "{fault}");

    let templates = [b"?x@@3".to_vec(), b"U?$T@".repeat(3000)].concat();
    assert!(demangle(&templates).is_err());

    let locals = [b"?x".to_vec(), b"@?1??x".repeat(2000)].concat();
    assert!(demangle(&locals).is_err());

    let long = [b"?".to_vec(), vec![b'a'; 1 << 15], b"@@3HA".to_vec()].concat();
    let fault = demangle(&long).map(|_| ()).expect_err("it is long");
    assert!(fault.to_string().contains("16384 bytes"), "{fault}");

    // A constructor repeats its class; in the arguments of the class that doubles at each level.
    let mut constructors = b"?m@@QEAAXXZ".to_vec();
    for _ in 0..24 {
        constructors = [b"??0?$A@$1".to_vec(), constructors, b"@@QEAA@XZ".to_vec()].concat();
    }
    let demangled = demangle(&constructors).expect("it is sound");
    assert!(demangled.undname().len() <= MAX_TEXT + 3);
    assert!(demangled.undname().ends_with('…'));
}
