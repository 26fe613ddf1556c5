//! Tests symbol tables: round trips of random names, suffix sharing, rejected input.

use std::collections::BTreeSet;

use crate::support;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxcontainer::symbols::{Encoded, MAX_SYMBOLS, Packing, SymbolTable, limit};
use glassbox_testing::random::Random;
use support::{container, ids, open};

/// Container of just the two parts.
fn tables(encoded: &Encoded) -> Vec<u8> {
    let mut parts = vec![(b"SYM0", encoded.symbols.clone())];
    parts.extend(encoded.strings.clone().map(|strings| (b"STR0", strings)));
    container(&parts)
}

fn decode(bytes: &[u8]) -> SymbolTable {
    let container = open(bytes);
    let strings = match container.content(b"STR0") {
        Some(Content::Strings(table)) => Some(table),
        _ => None,
    };
    match container.content(b"SYM0") {
        Some(Content::Symbols(symbols)) => SymbolTable::decode(symbols, strings),
        _ => SymbolTable::default(),
    }
}

/// Names of 1 to 20 bytes from a small alphabet, so that suffixes are frequent, and of non-text bytes.
fn names(random: &mut Random) -> Vec<Vec<u8>> {
    let mut names = BTreeSet::new();
    for _ in 0..random.below(40) {
        let alphabet: &[u8] = match random.below(3) {
            0 => b"ab",
            1 => b"\x01\xFF?@",
            _ => b"abcdefghijklmnop",
        };
        let length = 1 + random.index(20);
        let name: Vec<u8> = (0..length).map(|_| alphabet[random.index(alphabet.len())]).collect();
        names.insert(name);
    }
    // Linkers consider names equal that differ only in the leading marker byte.
    let mut known = std::collections::BTreeSet::new();
    names.retain(|name: &Vec<u8>| known.insert(name.strip_prefix(b"\x01").unwrap_or(name).to_vec()));
    let mut names: Vec<Vec<u8>> = names.into_iter().collect();
    for index in 0..names.len() {
        let other = random.index(names.len());
        names.swap(index, other);
    }
    names
}

#[test]
fn random_names_come_back() {
    let mut random = Random::new(5);
    for round in 0..500 {
        let names = names(&mut random);
        let table = SymbolTable::from_names(names.iter().map(|name| &name[..]), 3);
        let packed = table.encode(Packing::Suffixes).expect("the names are fit");
        let plain = table.encode(Packing::None).expect("the names are fit");
        let size = |encoded: &Encoded| encoded.strings.as_ref().map_or(0, Vec::len);
        assert!(size(&packed) <= size(&plain), "round {round}");
        for encoded in [&packed, &plain] {
            assert_eq!(encoded.symbols.len(), 20 * names.len());
            assert_eq!(encoded.strings.is_some(), names.iter().any(|name| name.len() > 8));
            if let Some(strings) = &encoded.strings {
                assert!(strings.len().is_multiple_of(4));
                assert_eq!(strings[..4], (strings.len() as u32).to_le_bytes());
            }
            let bytes = tables(encoded);
            assert_eq!(decode(&bytes), table, "round {round}");
            // The only error is the missing program.
            let wrong = ids(&bytes);
            assert!(
                wrong.iter().all(|id| ["DXC-CTR-19", "DXC-SYM-07", "DXC-SYM-14"].contains(id)),
                "{wrong:?}"
            );
        }
        let again = table.encode(Packing::Suffixes).expect("the names are fit");
        assert_eq!(again, packed, "the same table gives the same bytes");
    }
}

#[test]
fn a_name_that_ends_another_shares_its_bytes() {
    let names: [&[u8]; 3] = [b"barfoobar", b"foobarfoobar", b"arfoobar"];
    let encoded = SymbolTable::from_names(names, 0).encode(Packing::Suffixes).expect("the names are fit");
    assert_eq!(encoded.strings.as_deref(), Some(&b"\x14\0\0\0foobarfoobar\0\0\0\0"[..]));
    assert_eq!(encoded.symbols[..8], [0, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(encoded.symbols[20..28], [0, 0, 0, 0, 4, 0, 0, 0]);
    assert_eq!(&encoded.symbols[40..48], b"arfoobar", "8 bytes stand in the symbol");
}

/// First record of the proposal, written by hand.
#[test]
fn a_symbol_is_twenty_bytes() {
    let encoded = SymbolTable::from_names([&b"main"[..]], 6).encode(Packing::None).expect("the name is fit");
    assert_eq!(encoded.symbols, [b'm', b'a', b'i', b'n', 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 2, 2, 0]);
    assert_eq!(encoded.strings, None);
}

#[test]
fn what_cannot_be_written_is_refused_by_its_rule() {
    let refused: [(&[&[u8]], &str); 4] = [
        (&[b""], "DXC-SYM-04"),
        (&[b"a\0b"], "DXC-SYM-05"),
        (&[b"0123456789\0"], "DXC-SYM-04"),
        (&[b"main", b"main"], "DXC-SYM-06"),
    ];
    for (names, rule) in refused {
        let table = SymbolTable::from_names(names.iter().copied(), 0);
        assert_eq!(table.encode(Packing::Suffixes).unwrap_err().rule.id, rule);
    }
}

#[test]
fn limits_are_those_of_the_proposal() {
    assert_eq!(MAX_SYMBOLS, 214_748_364);
    assert_eq!(limit(ShaderKind::HULL), 2);
    assert_eq!(limit(ShaderKind::LIBRARY), MAX_SYMBOLS);
    for kind in [0, 1, 2, 4, 5, 13, 14] {
        assert_eq!(limit(ShaderKind(kind)), 1);
    }
}

/// A million symbols naming one string: reading and checking cost no more than the file is large.
#[test]
fn symbols_that_share_one_long_string_are_cheap() {
    let mut strings = vec![b'x'; 1 << 18];
    strings[..4].copy_from_slice(&(1u32 << 18).to_le_bytes());
    strings[(1 << 18) - 1] = 0;
    let mut symbols = Vec::new();
    for index in 0..5000u32 {
        symbols.extend([0, 0, 0, 0]);
        symbols.extend((4 + index).to_le_bytes());
        symbols.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0]);
    }
    let bytes = container(&[(b"SYM0", symbols), (b"STR0", strings)]);
    assert!(ids(&bytes).contains(&"DXC-LIMIT-01"));
}
