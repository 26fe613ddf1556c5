//! Tests the proposal "DirectX Container Symbol and String Table", table by table, on handwritten bytes.
//! `docs/conformance/dxcontainer-sym0-str0.md` refers to these tests by name.

use crate::support;
use glassbox_core::value::Tag;
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::symbol::{BaseType, ComplexType, LongSymbol, ShortSymbol, StorageClass};
use glassbox_dxcontainer::part::{Content, string_table, symbol};
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxcontainer::symbols::{MAX_SYMBOLS, NameForm, Packing, SymbolTable, derive, limit};
use glassbox_testing::layout::{assert_fields, assert_names};

/// Container of the two parts.
fn tables(symbols: &[u8], strings: &[u8]) -> Vec<u8> {
    support::container(&[(b"SYM0", symbols.to_vec()), (b"STR0", strings.to_vec())])
}

fn symbol_table<'c>(container: &'c Container<'_>) -> &'c symbol::Model<'c> {
    match container.content(b"SYM0") {
        Some(Content::Symbols(model)) => model,
        other => panic!("found {other:?}"),
    }
}

fn string_table<'c>(container: &'c Container<'_>) -> &'c string_table::Model<'c> {
    match container.content(b"STR0") {
        Some(Content::Strings(model)) => model,
        other => panic!("found {other:?}"),
    }
}

/// Symbol names of a container.
fn names(bytes: &[u8]) -> Vec<Vec<u8>> {
    let container = support::open(bytes);
    let table = SymbolTable::decode(symbol_table(&container), Some(string_table(&container)));
    table.symbols.into_iter().map(|symbol| symbol.name).collect()
}

#[test]
fn the_parts_have_their_codes() {
    let bytes = support::library();
    assert_eq!(support::codes(&bytes)[3..], ["SYM0", "STR0"]);
    let container = support::open(&bytes);
    assert!(!symbol_table(&container).symbols.is_empty());
    assert!(string_table(&container).size > 4);
}

#[test]
fn fields_of_a_symbol() {
    let common = [
        (8, 4, "value"),
        (12, 4, "section_index"),
        (16, 1, "base_type"),
        (17, 1, "complex_type"),
        (18, 1, "storage_class"),
        (19, 1, "unused"),
    ];
    let with = |name: &[(usize, usize, &'static str)]| [name, &common[..]].concat();
    assert_fields::<ShortSymbol>(&with(&[(0, 8, "name")]));
    assert_fields::<LongSymbol>(&with(&[(0, 4, "zeros"), (4, 4, "name_offset")]));
}

#[test]
fn symbols_are_little_endian_records_and_nothing_else() {
    let mut symbols = b"main\0\0\0\0\x04\x03\x02\x01\x08\x07\x06\x05\x0b\x02\x03\x0a".to_vec();
    symbols.extend(b"\0\0\0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0\x02\x02\0");
    let bytes = tables(&symbols, b"\x10\0\0\0a_long_name\0");
    let container = support::open(&bytes);
    let read: Vec<ShortSymbol> = symbol_table(&container).symbols.iter().collect();
    let first = ShortSymbol {
        name: Tag(*b"main\0\0\0\0"),
        value: 0x0102_0304,
        section_index: 0x0506_0708,
        base_type: BaseType(11),
        complex_type: ComplexType(2),
        storage_class: StorageClass(3),
        unused: 10,
    };
    assert_eq!(read.len(), 2);
    assert_eq!(read[0], first);
    assert_eq!((read[0].name_offset(), read[1].name_offset()), (None, Some(4)));
    assert_eq!(names(&bytes), [b"main".to_vec(), b"a_long_name".to_vec()]);
}

#[test]
fn a_written_symbol_is_an_external_function() {
    let written =
        SymbolTable::from_names([&b"main"[..]], 5).encode(Packing::default()).expect("the name is fit");
    let expected = b"main\0\0\0\0\0\0\0\0\x05\0\0\0\0\x02\x02\0";
    assert_eq!(written.symbols, expected);
    assert_eq!(written.strings, None);
}

#[test]
fn names_of_up_to_eight_bytes_stand_in_the_symbol() {
    let written = SymbolTable::from_names([&b"seven_7"[..], b"eight__8", b"nine____9"], 0)
        .encode(Packing::default())
        .expect("the names are fit");
    assert_eq!(written.symbols[..8], *b"seven_7\0");
    assert_eq!(written.symbols[20..28], *b"eight__8");
    assert_eq!(written.symbols[40..48], [0, 0, 0, 0, 4, 0, 0, 0]);
    let strings = written.strings.expect("one name is long");
    assert_eq!(strings, b"\x10\0\0\0nine____9\0\0\0");
    assert_eq!(
        names(&tables(&written.symbols, &strings)),
        [b"seven_7".to_vec(), b"eight__8".to_vec(), b"nine____9".to_vec()]
    );
}

#[test]
fn the_string_table_begins_with_its_size_and_fills_up_to_a_word() {
    for extra in 0..4 {
        let name = "a_long_name".to_owned() + &"x".repeat(extra);
        let written = SymbolTable::from_names([name.as_bytes()], 0)
            .encode(Packing::default())
            .expect("the name is fit");
        let strings = written.strings.expect("the name is long");
        let size = u32::from_le_bytes(strings[..4].try_into().expect("four bytes"));
        assert_eq!(size as usize, strings.len());
        assert_eq!(strings.len() % 4, 0);
        assert_eq!(&strings[4..4 + name.len()], name.as_bytes());
        assert!(strings[4 + name.len()..].iter().all(|&byte| byte == 0));
        assert!(strings.len() > 4 + name.len());
    }
}

#[test]
fn strings_may_share_their_ends() {
    // The proposal's example: "bar" inside "foobar", at 7 and 4.
    let strings = b"\x0c\0\0\0foobar\0\0";
    let bytes = tables(&[0; 20], strings);
    let container = support::open(&bytes);
    let table = string_table(&container);
    assert_eq!(table.size, 12);
    assert_eq!(table.string(4), Some(&b"foobar"[..]));
    assert_eq!(table.string(7), Some(&b"bar"[..]));
    assert_eq!(table.string(3), None);
    let both = SymbolTable::from_names([&b"Shade_all_pixels"[..], b"_all_pixels", b"other_name"], 0);
    let packed = both.encode(Packing::Suffixes).expect("the names are fit");
    let plain = both.encode(Packing::None).expect("the names are fit");
    let (packed_strings, plain_strings) =
        (packed.strings.expect("long names"), plain.strings.expect("long names"));
    assert!(packed_strings.len() < plain_strings.len());
    assert_eq!(
        names(&tables(&packed.symbols, &packed_strings)),
        names(&tables(&plain.symbols, &plain_strings))
    );
}

#[test]
fn exported_functions_are_symbols_and_others_are_not() {
    let bytes = support::library();
    let container = support::open(&bytes);
    let derived = derive(&container, NameForm::Raw).expect("there is a program");
    let found: Vec<_> = derived.table.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    assert_eq!(found, names(&bytes));
    // The module also has an internal function and a declaration.
    for absent in [&b"\x01?Helper@@YAMM@Z"[..], b"\x01?Noise@@YAMM@Z"] {
        assert!(found.iter().all(|name| name != absent));
    }
    let program = support::codes(&bytes).iter().position(|code| code == "DXIL");
    for symbol in &derived.table.symbols {
        assert_eq!(Some(symbol.section_index as usize), program);
    }
}

#[test]
fn symbols_a_profile_may_have() {
    for (kind, most) in [
        (ShaderKind::PIXEL, 1),
        (ShaderKind::VERTEX, 1),
        (ShaderKind::GEOMETRY, 1),
        (ShaderKind::HULL, 2),
        (ShaderKind::DOMAIN, 1),
        (ShaderKind::COMPUTE, 1),
        (ShaderKind::LIBRARY, 214_748_364),
        (ShaderKind::MESH, 1),
        (ShaderKind::AMPLIFICATION, 1),
    ] {
        assert_eq!(limit(kind), most, "{kind}");
    }
    assert_eq!(MAX_SYMBOLS, u64::from(u32::MAX) / 20);
}

#[test]
fn storage_classes() {
    let classes = [
        (0, "null"),
        (1, "automatic"),
        (2, "external"),
        (3, "static"),
        (4, "register"),
        (5, "external-definition"),
        (6, "label"),
        (7, "undefined-label"),
        (8, "member-of-struct"),
        (9, "argument"),
        (10, "struct-tag"),
        (11, "member-of-union"),
        (12, "union-tag"),
        (13, "type-definition"),
        (14, "undefined-static"),
        (15, "enum-tag"),
        (16, "member-of-enum"),
        (17, "register-parameter"),
        (18, "bit-field"),
        (100, "block"),
        (101, "function"),
        (102, "end-of-struct"),
        (103, "file"),
        (104, "section"),
        (105, "weak-external"),
        (107, "clr-token"),
        (255, "end-of-function"),
    ];
    assert_names(StorageClass::NAMES, &classes);
    assert_eq!(StorageClass::NAMES.value("invalid"), Some(0xff));
}

#[test]
fn base_and_complex_types() {
    let names = [
        "null", "void", "char", "short", "int", "long", "float", "double", "struct", "union", "enum", "moe",
        "byte", "word", "uint", "dword",
    ];
    let names: Vec<(u64, &str)> = (0..).zip(names).collect();
    assert_names(BaseType::NAMES, &names);
    assert_names(ComplexType::NAMES, &[(0, "null"), (1, "pointer"), (2, "function"), (3, "array")]);
}
