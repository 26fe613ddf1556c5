//! Tests structured data: every type, order, duplicates, names, faults, hostile sizes.

use glassbox_bpx::sd::names::{hash, known};
use glassbox_bpx::sd::records::{SdType, schema};
use glassbox_bpx::sd::{Document, MAX_NESTING, Object, Property, StopKind, Value};
use glassbox_testing::random::{Random, mutate};

#[test]
fn hashes() {
    let rows = [
        ("", 0x1505),
        ("ty", 0x0059_79b2),
        ("render_mode", 0xc0ca_abb2_ada8_49a9),
        ("name", 0x0001_7c9b_0c46),
        ("culling_mode", 0xcff1_7abb_04d2_24b7),
        ("blendfunc", 0x0377_c30c_9c22_8a96),
        ("offset", 0x0653_123b_4b4c),
        ("depth_write_enable", 0xd12f_0913_78ca_e30a),
        ("__debug__", 0x0377_beb4_dd40_88e8),
        ("__variant__", 0xc062_5644_6280_f296),
        ("héllo", 0x0653_089e_b640),
        ("main", 0x0001_7c9a_7f6a),
    ];
    for (name, expected) in rows {
        assert_eq!(hash(name), expected, "{name}");
    }
    assert_eq!(hash("Aa"), hash("B@"), "collisions are easy");
    assert_eq!(known(hash("culling_mode")), Some("culling_mode"));
    assert_eq!(known(7), None);
}

/// A value is its type code and its bytes; strings, which end with a NUL, have no fixed size, and containers begin with their
/// count. A property has the hash of its name, 8 bytes, in front.
#[test]
fn layouts_have_the_sizes_of_their_values() {
    let rows = [
        (SdType::NULL, 0),
        (SdType::BOOL, 1),
        (SdType::UINT8, 1),
        (SdType::UINT16, 2),
        (SdType::UINT32, 4),
        (SdType::UINT64, 8),
        (SdType::INT8, 1),
        (SdType::INT16, 2),
        (SdType::INT32, 4),
        (SdType::INT64, 8),
        (SdType::FLOAT, 4),
        (SdType::DOUBLE, 8),
        (SdType::STRING, 0),
        (SdType::ARRAY, 1),
        (SdType::OBJECT, 1),
    ];
    for (ty, size) in rows {
        assert_eq!(schema(ty, false, None).size, 1 + size, "{ty}");
        assert_eq!(schema(ty, true, None).size, 8 + 1 + size, "{ty}");
    }
}

fn zoo() -> Object<'static> {
    let array = vec![
        Value::Null,
        Value::Bool(true),
        Value::U8(200),
        Value::U16(60_000),
        Value::U32(4_000_000_000),
        Value::U64(u64::MAX),
        Value::I8(-1),
        Value::I16(-300),
        Value::I32(-70_000),
        Value::I64(i64::MIN),
        Value::Float(1.5),
        Value::Double(-0.25),
        Value::text("héllo"),
        Value::Array(Vec::new()),
        Value::Object(Object::default().with("inner", Value::Null)),
    ];
    Object::default()
        .with("second", Value::U8(2))
        .with("all", Value::Array(array))
        .with("second", Value::U8(3))
}

#[test]
fn every_type_comes_back_in_order() {
    let mut bytes = Vec::new();
    zoo().encode(&mut bytes).expect("it can be written");
    let document = Document::read(&bytes, 0, usize::MAX);
    assert!(document.is_whole());
    assert_eq!(document.range(), (0, bytes.len() as u32));
    assert_eq!(document.root().to_object(), zoo());
    let second = document.root().property(hash("second")).and_then(|view| view.byte());
    assert_eq!(second, Some(3), "the last of two counts");
    let all = document.root().property(hash("all")).expect("the document has the property `all`");
    let types: Vec<u8> = all.children().map(|child| child.item().ty.0).collect();
    assert_eq!(types, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    assert_eq!(all.children().nth(12).and_then(|view| view.text()), Some("héllo".as_bytes()));
    let floats: Vec<Option<f64>> = all.children().skip(9).take(4).map(|view| view.float()).collect();
    assert_eq!(floats, [None, Some(1.5), Some(-0.25), None]);
}

#[test]
fn names_come_from_the_list_of_the_object() {
    let object =
        Object::default().with("mine", Value::U8(1)).with("size", Value::U8(2)).with_debug_names(&["mine"]);
    let mut bytes = Vec::new();
    object.encode(&mut bytes).expect("it can be written");
    let document = Document::read(&bytes, 0, usize::MAX);
    let root = document.root();
    assert_eq!(root.name_of(hash("mine")), Some("mine"));
    assert_eq!(root.name_of(hash("size")), Some("size"), "a known name needs no list");
    assert_eq!(root.name_of(hash("other")), None);
    let paths: Vec<String> = root.children().map(|child| child.path()).collect();
    assert_eq!(paths, ["__debug__", "mine", "size"]);
}

#[test]
fn faults_say_where() {
    let read = |bytes: &[u8]| {
        let document = Document::read(bytes, 0, usize::MAX);
        document.fault.map(|fault| (fault.kind, fault.at))
    };
    assert_eq!(read(b""), Some((StopKind::Short, 0)));
    assert_eq!(read(b"\0"), None);
    assert_eq!(read(b"\x01"), Some((StopKind::Short, 1)));
    assert_eq!(read(b"\x01hashhash\x0f"), Some((StopKind::Type(15), 1)));
    assert_eq!(read(b"\x01hashhash\x04\0\0\0"), Some((StopKind::Short, 1)));
    assert_eq!(read(b"\x01hashhash\x0cabc"), Some((StopKind::Short, 1)));
    assert_eq!(read(b"\x01hashhash\x0cabc\0"), None);
    assert_eq!(read(b"\x01hashhash\x0d\x02\x00"), Some((StopKind::Short, 12)));
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| {
        let mut value = Value::Null;
        for _ in 0..depth {
            value = Value::Array(vec![value]);
        }
        Object { properties: vec![Property { hash: 0, value }] }
    };
    let mut bytes = Vec::new();
    nested(MAX_NESTING - 1).encode(&mut bytes).expect("it is not too deep");
    assert!(Document::read(&bytes, 0, usize::MAX).is_whole());
    assert!(nested(MAX_NESTING).encode(&mut Vec::new()).is_err());
    let mut deep = b"\x01hashhash".to_vec();
    deep.extend([13, 1].repeat(100_000));
    let document = Document::read(&deep, 0, usize::MAX);
    assert_eq!(document.fault.map(|fault| fault.kind), Some(StopKind::Deep));
    assert_eq!(document.items().len(), MAX_NESTING + 1);
}

#[test]
fn writers_say_what_they_cannot_express() {
    let array = |count| Object::default().with("a", Value::Array(vec![Value::Null; count]));
    assert!(array(255).encode(&mut Vec::new()).is_ok());
    assert!(array(256).encode(&mut Vec::new()).is_err());
    assert!(Object::default().with("a", Value::text("a\0b")).encode(&mut Vec::new()).is_err());
}

#[test]
fn damage_is_read_as_far_as_it_goes() {
    let mut bytes = Vec::new();
    zoo().encode(&mut bytes).expect("it can be written");
    for seed in 0..20_000 {
        let damaged = mutate(&bytes, &mut Random::new(seed));
        let document = Document::read(&damaged, 0, 1000);
        let items = document.items();
        for (index, item) in items.iter().enumerate() {
            assert!(item.start <= item.payload && item.payload <= item.end);
            assert!(item.end as usize <= damaged.len().max(1));
            assert!(item.next as usize > index && item.next as usize <= items.len());
            assert!(index == 0 || (item.parent as usize) < index);
        }
        if document.is_whole() {
            let mut again = Vec::new();
            let object = document.root().to_object();
            object.encode(&mut again).expect("what was read can be written");
            let (start, end) = document.range();
            let odd = items.iter().any(|item| item.ty == SdType::BOOL);
            assert!(odd || again == damaged[start as usize..end as usize]);
        }
    }
}
