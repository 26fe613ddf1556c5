//! Tables of values, records, names and words with results worked out by hand.

use crate::fixture_format::{demo, read};
use glassbox_core::printable::is_control;
use glassbox_core::reader::NodeKind;
use glassbox_core::record::{Record, Records, Values};
use glassbox_core::suggest::distance;
use glassbox_core::text::{self, is_text, push_hex, quote};
use glassbox_core::value::{Scalar, Value};
use glassbox_core::{diff, show, walk};

glassbox_core::named! {
    /// An enumeration in which 2 has two names.
    enum Mode: u8 { OFF = 0 "off", ON = 1 "on", AUTO = 2 "auto", DEFAULT = 2 "default" }
}

glassbox_core::named! {
    /// A set in which one name covers two bits.
    flags Access: u16 { NONE = 0 "none", BOTH = 3 "both", READ = 1 "read", WRITE = 2 "write", LAST = 0x8000 "last" }
}

glassbox_core::packed! {
    /// A packed word.
    struct Packed: u16 { low: 3, middle: 12, high: 1 }
}

glassbox_core::record! {
    /// A record with a signed field.
    struct Row: 6 {
        /// Signed.
        0 delta: i16,
        /// Named.
        2 mode: Mode,
        /// Reserved.
        3 reserved: u8,
        /// Packed.
        4 bits: Packed,
    }
}

#[test]
fn scalars() {
    use Scalar::*;
    let bytes = [0xfe, 0xff, 0xff, 0x80, 1, 2, 3, 0x90];
    for (scalar, name, size, bits, integer) in [
        (U8, "u8", 1, 0xfe, 254),
        (U16, "u16", 2, 0xfffe, 65534),
        (U32, "u32", 4, 0x80ff_fffe, 0x80ff_fffe),
        (U64, "u64", 8, 0x9003_0201_80ff_fffe, 0x9003_0201_80ff_fffe),
        (I8, "i8", 1, 0xfe, -2),
        (I16, "i16", 2, 0xfffe, -2),
        (I32, "i32", 4, 0x80ff_fffe, -0x7f00_0002),
        (I64, "i64", 8, 0x9003_0201_80ff_fffe, -0x6ffc_fdfe_7f00_0002),
        (F32, "f32", 4, 0x80ff_fffe, 0x80ff_fffe),
        (F64, "f64", 8, 0x9003_0201_80ff_fffe, 0x9003_0201_80ff_fffe_i128),
    ] {
        assert_eq!((scalar.name(), scalar.size()), (name, size));
        assert_eq!(Scalar::from_name(name), Some(scalar));
        assert_eq!(scalar.bits(&bytes), bits, "{name}");
        assert_eq!(scalar.integer(&bytes), integer, "{name}");
        assert_eq!(scalar.is_signed(), name.starts_with('i'));
        assert_eq!(scalar.is_float(), name.starts_with('f'));
    }
    // Missing bytes count as zero.
    assert_eq!(I16.integer(&[0xfe]), 254);
    assert_eq!(Scalar::from_name("u128"), None);
}

#[test]
fn names() {
    for (value, expected) in [(0, Some("off")), (1, Some("on")), (2, Some("auto")), (3, None)] {
        assert_eq!(Mode(value).name(), expected);
        assert_eq!(Mode::NAMES.describe(value.into()).as_deref(), expected);
    }
    assert_eq!(Mode(3).to_string(), "3");
    assert_eq!(Mode::NAMES.value("default"), Some(2));
    assert_eq!(Mode::NAMES.value("Off"), None);
    for (value, expected) in [
        (0, Some("none")),
        (1, Some("read")),
        (3, Some("both")),
        (0x8001, Some("read | last")),
        (0x8005, Some("read | last | 0x4")),
        (0x8003, Some("both | last")),
        (4, None),
    ] {
        assert_eq!(Access::NAMES.describe(value).as_deref(), expected, "{value:#x}");
    }
    assert_eq!(Access(4).to_string(), "4");
}

#[test]
fn packed_fields_are_counted_from_the_lowest_bit() {
    // 1 000000000101 110
    let word = Packed(0x802e);
    assert_eq!((word.low(), word.middle(), word.high()), (6, 5, 1));
    assert_eq!((Packed(u16::MAX).low(), Packed(u16::MAX).middle()), (7, 0xfff));
    let mut bytes = [0; 2];
    word.store(&mut bytes);
    assert_eq!(bytes, [0x2e, 0x80]);
}

/// Two rows and a byte too many.
const ROWS: [u8; 13] = [0xff, 0xff, 1, 0, 0x2e, 0x80, 2, 0, 9, 7, 0, 0, 0xaa];

#[test]
fn records_are_runs_of_whole_elements() {
    let rows: Records<'_, Row> = Records::new(&ROWS, 0x40);
    assert_eq!((rows.len(), rows.start(), rows.bytes()), (2, 0x40, &ROWS[..12]));
    let second = Row { delta: 2, mode: Mode(9), reserved: 7, bits: Packed(0) };
    assert_eq!(rows.get(0).map(|row| (row.delta, row.mode)), Some((-1, Mode::ON)));
    assert_eq!(rows.get(1), Some(second));
    assert_eq!(rows.get(2), None);
    assert_eq!(rows.get(usize::MAX), None);
    assert!(rows.iter().eq([rows.get(0), rows.get(1)].into_iter().flatten()));
    for (location, expected) in [
        (rows.record_location("table", 1), "0x46..0x4c (table[1])"),
        (rows.location("table", 1, Row::mode), "0x48..0x49 (table[1].mode)"),
        (rows.location("table", 0, Row::bits), "0x44..0x46 (table[0].bits)"),
    ] {
        assert_eq!(location.to_string(), expected);
    }
    let owned = rows.clone().into_owned();
    assert_eq!((owned.start(), &owned), (0x40, &rows));
    let built: Records<'_, Row> = rows.iter().collect();
    assert_eq!((built.start(), built.bytes()), (0, &ROWS[..12]));
    assert!(Records::<Row>::new(&ROWS[..5], 0).is_empty());
    assert!(Row::SCHEMA.is_covered());
    assert_eq!(Row::SCHEMA.position(&Row::bits), Some(3));
}

#[test]
fn values_are_runs_of_whole_elements() {
    let values: Values<'_, i16> = Values::new(&[1, 0, 0xfe, 0xff, 9], 8);
    assert_eq!((values.len(), values.get(1), values.get(2)), (2, Some(-2), None));
    assert_eq!(values.location("list", 1).to_string(), "0xa..0xc (list[1])");
    let built: Values<'_, i16> = [1, -2].into_iter().collect();
    assert_eq!(built, values);
    assert_eq!(built.into_owned().bytes(), [1, 0, 0xfe, 0xff]);
}

#[test]
fn texts_assemble_to_bytes() {
    for (source, expected) in [
        ("a u16 = 0x1_02", &b"\x02\x01"[..]),
        ("a u8 = 0b101 b i8 = -1", b"\x05\xff"),
        ("a u8 = 2 + 3 * 4 b u8 = (2 + 3) * 4 c u8 = 20 / 4 - 1", b"\x0e\x14\x04"),
        ("a u16[2] = {1, 2} b u8[] = {3 4}", b"\x01\0\x02\0\x03\x04"),
        ("a text = \"A\\n\\\"\\x7f\" b bytes[3] = x\"0a 0b_0c\"", b"A\n\"\x7f\x0a\x0b\x0c"),
        ("a bytes = {fill(7, 3) \"x\"}", b"\x07\x07\x07x"),
        ("a strings = {\"p\\0\" \"q\\0\"} b u8 = @a[1] c u8 = count(a)", b"p\0q\0\x02\x02"),
        ("a u8 = pack{low: 3 = 6, high: 5 = 1}", b"\x0e"),
        ("a f32 = -1.5 b f32 = bits(0x7fc00001)", b"\0\0\xc0\xbf\x01\0\xc0\x7f"),
        ("n { a u8 = 1 b u16 = size(n) } c u8 = end(n) d u8 = @n.b - @n", b"\x01\x03\0\x03\x01"),
        ("; remark\na i64 = -2 ; another", b"\xfe\xff\xff\xff\xff\xff\xff\xff"),
    ] {
        let text = format!("glassbox 1\n{source}\n");
        let found = text::assemble(&text, &Default::default());
        assert_eq!(found.unwrap_or_else(|errors| panic!("{source}: {errors}")), expected, "{source}");
    }
}

#[test]
fn texts_are_bounded() {
    let text = "glassbox 1\na bytes = fill(0, 9)\n";
    let assemble = |size| text::assemble_with(text, &Default::default(), &text::Options { size });
    assert_eq!(assemble(9).unwrap(), [0; 9]);
    assert!(assemble(8).is_err());
}

#[test]
fn texts_begin_with_the_header_word() {
    for (bytes, expected) in [
        (&b"glassbox 1\n"[..], true),
        (b"\xef\xbb\xbfglassbox\t1", true),
        (b"glassbox\n", true),
        (b"glassbox", false),
        (b"glassboxes 1", false),
        (b" glassbox 1", false),
        (b"", false),
    ] {
        assert_eq!(is_text(bytes), expected, "{bytes:?}");
    }
}

#[test]
fn words() {
    for (bytes, expected) in [
        (&b""[..], r#""""#),
        (b"a ~\"\\", r#""a ~\"\\""#),
        (b"\n\r\t\0", r#""\n\r\t\0""#),
        (b"\x01\x1f\x7f\xff", r#""\x01\x1f\x7f\xff""#),
    ] {
        let mut out = String::new();
        quote(bytes, &mut out);
        assert_eq!(out, expected);
    }
    let mut hex = String::new();
    for byte in [0, 9, 0xa0, 0xff] {
        push_hex(byte, &mut hex);
    }
    assert_eq!(hex, "0009a0ff");
    for (a, b, expected) in [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abc", "ab", 1),
        ("kitten", "sitting", 3),
        ("ab", "ba", 1),
    ] {
        assert_eq!(distance(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
        assert_eq!(distance(b.as_bytes(), a.as_bytes()), expected, "{b} {a}");
    }
    let controls =
        ['\0', '\x1b', '\x7f', '\u{9b}', '\u{61c}', '\u{200e}', '\u{2028}', '\u{202e}', '\u{2069}'];
    assert!(controls.into_iter().all(is_control));
    let others = [' ', '~', '\u{a0}', 'é', '\u{200d}', '\u{2027}', '\u{202f}', '\u{2065}', '\u{206a}'];
    assert!(!others.into_iter().any(is_control));
}

#[test]
fn runs() {
    let long = [7; 10_000];
    for (bytes, size, copies, run) in [
        (&b""[..], 1, 0, 0),
        (b"a", 1, 0, 1),
        (b"aaab", 1, 2, 3),
        (b"ababa", 2, 1, 1),
        (b"abababc", 2, 2, 1),
        (b"abc", 4, 0, 1),
        (&long, 1, 9_999, 10_000),
        (&long, 3, 3332, 10_000),
        (b"ab", 0, 0, 1),
    ] {
        assert_eq!(show::repeats(bytes, size), copies, "{size}");
        assert_eq!(show::run_length(bytes), run);
    }
    for (bytes, expected) in [(&b"ab\0c\0"[..], &b"ab"[..]), (b"ab", b"ab"), (b"\0", b"")] {
        assert_eq!(show::until_nul(bytes), expected);
    }
}

#[test]
fn keys_are_aligned_in_order() {
    for (old, new, expected) in [
        (&[][..], &[1, 2][..], &[][..]),
        (&[1, 2, 3], &[1, 2, 3], &[(0, 0), (1, 1), (2, 2)]),
        (&[1, 2, 3], &[0, 1, 3], &[(0, 1), (2, 2)]),
        (&[1, 2], &[2, 1, 2], &[(0, 1), (1, 2)]),
        (&[5, 5, 5], &[5], &[(0, 0)]),
    ] {
        assert_eq!(diff::align_keys(old, new), expected, "{old:?} {new:?}");
    }
}

#[test]
fn arrays_of_arrays_are_flat() {
    use glassbox_core::value::Type;
    assert_eq!(<[u8; 4]>::FORM.ty, Type::Bytes(4));
    assert_eq!(<[[u8; 4]; 3]>::FORM.ty, Type::Bytes(12));
    assert_eq!(<[u16; 4]>::FORM.ty, Type::Array(Scalar::U16, 4));
    assert_eq!(<[[u16; 4]; 3]>::FORM.ty, Type::Array(Scalar::U16, 12));
    assert_eq!(<[[u16; 4]; 3]>::SIZE, 24);
}

/// Each part of the fixture is a group of a header and a content, which is a group of values and a body.
#[test]
fn nodes_count_what_they_hold() {
    let bytes = demo().build();
    let tree = read(&bytes);
    let mut counts = show::Counts::default();
    let mut found = Vec::new();
    for (id, node) in tree.nodes() {
        let count = walk::count(&tree, id, &bytes);
        assert_eq!(counts.count(&tree, id, &bytes), count);
        match node.kind {
            NodeKind::Group => found.push(("group", count)),
            NodeKind::Records(schema) if count > 1 => found.push((schema.name, count)),
            NodeKind::Values(_) => found.push(("values", count)),
            NodeKind::Strings => found.push(("strings", count)),
            _ => {}
        }
    }
    let part = |values| [("group", 2), ("group", 2), ("values", values)];
    // The root holds header, offsets, padding, rows, strings, three parts and code.
    let expected = [("group", 9), ("values", 3), ("Row", 4), ("strings", 4)].into_iter();
    let expected: Vec<_> = expected.chain([3, 4, 1].into_iter().flat_map(part)).collect();
    assert_eq!(found, expected);
}
