//! Checks the faults reported for streams with one error each.

use glassbox_dxil::write::{Outline, Stream};
use glassbox_dxil::{BitcodeErrorKind, BlockId, Event, Linkage, Module, Walk};

/// Faults of a complete walk.
fn faults(bytes: &[u8]) -> Vec<BitcodeErrorKind> {
    Walk::new(bytes).filter_map(Result::err).map(|fault| fault.kind).collect()
}

/// Records of a walk: code and operands.
fn records(bytes: &[u8]) -> Vec<(u64, Vec<u64>)> {
    let events = Walk::new(bytes).filter_map(Result::ok);
    let records = events.filter_map(|event| match event {
        Event::Record(record) => Some((record.code, record.operands().collect())),
        _ => None,
    });
    records.collect()
}

/// A module block with a record, the given content, and a record.
fn module(content: impl FnOnce(&mut Stream)) -> Vec<u8> {
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.record(1, &[1]);
        content(module);
        module.record(99, &[7]);
    });
    stream.finish()
}

/// Defines an abbreviation in a block with three-bit ids; entries are field width and value.
fn define(stream: &mut Stream, count: u64, fields: &[(u32, u64)]) {
    stream.fixed(2, 3);
    stream.variable(count, 5);
    for &(width, value) in fields {
        match width {
            // VBR fields are given as chunk width plus 100.
            101.. => stream.variable(value, width - 100),
            _ => stream.fixed(value, width),
        }
    }
}

/// A literal, a fixed, a variable field, an array, char6, a blob; entries for [`define`].
const LITERAL_9: [(u32, u64); 2] = [(1, 1), (108, 9)];
const FIXED_5: [(u32, u64); 3] = [(1, 0), (3, 1), (105, 5)];
const VARIABLE_6: [(u32, u64); 3] = [(1, 0), (3, 2), (105, 6)];
const ARRAY: [(u32, u64); 2] = [(1, 0), (3, 3)];
const CHAR6: [(u32, u64); 2] = [(1, 0), (3, 4)];
const BLOB: [(u32, u64); 2] = [(1, 0), (3, 5)];

fn fields(list: &[&[(u32, u64)]]) -> Vec<(u32, u64)> {
    list.concat()
}

#[test]
fn abbreviated_records_are_decoded() {
    let bytes = module(|stream| {
        define(stream, 4, &fields(&[&LITERAL_9, &FIXED_5, &VARIABLE_6, &LITERAL_9]));
        stream.fixed(4, 3);
        stream.fixed(17, 5);
        stream.variable(1000, 6);
        define(stream, 3, &fields(&[&FIXED_5, &ARRAY, &CHAR6]));
        stream.fixed(5, 3);
        stream.fixed(20, 5);
        stream.variable(4, 6);
        // The alphabet: a to z, A to Z, 0 to 9, period, underscore.
        [0, 26, 52, 63].into_iter().for_each(|code| stream.fixed(code, 6));
        define(stream, 2, &fields(&[&FIXED_5, &BLOB]));
        stream.fixed(6, 3);
        stream.fixed(21, 5);
        stream.variable(5, 6);
        stream.align();
        b"bytes".iter().for_each(|&byte| stream.fixed(u64::from(byte), 8));
        stream.align();
    });
    assert_eq!(faults(&bytes), []);
    let expected =
        [(1, vec![1]), (9, vec![17, 1000, 9]), (20, vec![97, 65, 48, 95]), (21, vec![]), (99, vec![7])];
    assert_eq!(records(&bytes), expected);
    let blob = Walk::new(&bytes).find_map(|event| match event {
        Ok(Event::Record(record)) => record.blob().map(<[u8]>::to_vec),
        _ => None,
    });
    assert_eq!(blob.as_deref(), Some(&b"bytes"[..]));
}

#[test]
fn shared_abbreviations_apply_from_the_next_block_on() {
    let bytes = module(|stream| {
        stream.block(12, 3, |function| {
            function.block(0, 3, |info| {
                info.record(1, &[12]);
                define(info, 2, &fields(&[&LITERAL_9, &FIXED_5]));
            });
            // This block began before the definition, so the id is undefined here.
            function.fixed(4, 3);
        });
        stream.block(12, 3, |function| {
            function.fixed(4, 3);
            function.fixed(30, 5);
        });
    });
    assert_eq!(faults(&bytes), [BitcodeErrorKind::UnknownAbbreviation { id: 4 }]);
    assert_eq!(records(&bytes), [(1, vec![1]), (1, vec![12]), (9, vec![30]), (99, vec![7])]);
}

#[test]
fn one_bad_block_hides_nothing_else() {
    type Case = (&'static str, fn(&mut Stream), BitcodeErrorKind);
    let cases: [Case; 15] = [
        ("an id that nothing defines", |s| s.fixed(7, 3), BitcodeErrorKind::UnknownAbbreviation { id: 7 }),
        ("no operands", |s| define(s, 0, &[]), BitcodeErrorKind::BadAbbreviation),
        ("too many operands", |s| define(s, 65, &[]), BitcodeErrorKind::BadAbbreviation),
        ("encoding 0", |s| define(s, 1, &[(1, 0), (3, 0)]), BitcodeErrorKind::BadAbbreviation),
        ("encoding 7", |s| define(s, 1, &[(1, 0), (3, 7)]), BitcodeErrorKind::BadAbbreviation),
        ("65 bits", |s| define(s, 1, &[(1, 0), (3, 1), (105, 65)]), BitcodeErrorKind::BadAbbreviation),
        (
            "array without element",
            |s| define(s, 2, &fields(&[&FIXED_5, &ARRAY])),
            BitcodeErrorKind::BadAbbreviation,
        ),
        ("array in front", |s| define(s, 2, &fields(&[&ARRAY, &FIXED_5])), BitcodeErrorKind::BadAbbreviation),
        (
            "array of literals",
            |s| define(s, 3, &fields(&[&FIXED_5, &ARRAY, &LITERAL_9])),
            BitcodeErrorKind::BadAbbreviation,
        ),
        (
            "array of arrays",
            |s| define(s, 4, &fields(&[&FIXED_5, &ARRAY, &ARRAY, &FIXED_5])),
            BitcodeErrorKind::BadAbbreviation,
        ),
        (
            "operands behind an array",
            |s| define(s, 4, &fields(&[&FIXED_5, &ARRAY, &FIXED_5, &FIXED_5])),
            BitcodeErrorKind::BadAbbreviation,
        ),
        ("blob in front", |s| define(s, 2, &fields(&[&BLOB, &FIXED_5])), BitcodeErrorKind::BadAbbreviation),
        (
            "a number of 70 bits",
            |s| {
                s.fixed(3, 3);
                (0..14).for_each(|_| s.fixed(63, 6));
                s.fixed(1, 6);
            },
            BitcodeErrorKind::LongNumber,
        ),
        (
            "more operands than bits",
            |s| {
                s.fixed(3, 3);
                s.variable(1, 6);
                s.variable(1 << 40, 6);
            },
            BitcodeErrorKind::CountPastEnd { count: 1 << 40 },
        ),
        (
            "ends inside a record",
            |s| {
                s.fixed(3, 3);
                (0..4).for_each(|_| s.fixed(32, 6));
            },
            BitcodeErrorKind::Truncated,
        ),
    ];
    for (what, content, expected) in cases {
        let bytes = module(|stream| stream.block(12, 3, content));
        assert_eq!(faults(&bytes), [expected], "{what}");
        assert_eq!(records(&bytes).last(), Some(&(99, vec![7])), "{what}");
        let (mut entered, mut left) = (0, 0);
        for event in Walk::new(&bytes).filter_map(Result::ok) {
            match event {
                Event::Enter(_) => entered += 1,
                Event::Leave(_) => left += 1,
                _ => {}
            }
        }
        assert_eq!((entered, left), (2, 2), "{what}");
    }
}

#[test]
fn word_counts_are_checked() {
    // The inner block begins at bit 64 + 3 + 6 + 6; its word count is in the next whole word.
    let sound = module(|stream| stream.block(12, 3, |block| block.record(5, &[])));
    let block = Walk::new(&sound).find_map(|event| match event {
        Ok(Event::Enter(block)) if block.id == BlockId::FUNCTION => Some(block),
        _ => None,
    });
    let block = block.expect("there is a block");
    let count = block.content as usize / 8 - 4;
    let with = |words: u32| {
        let mut bytes = sound.clone();
        bytes[count..count + 4].copy_from_slice(&words.to_le_bytes());
        bytes
    };
    assert_eq!(faults(&with(1)), []);
    let zero = faults(&with(0));
    assert_eq!(zero.first(), Some(&BitcodeErrorKind::Truncated));
    let two = BitcodeErrorKind::BlockLength { words: 2, found: 1 };
    assert_eq!(faults(&with(2)).first(), Some(&two));
    let past = BitcodeErrorKind::BlockPastEnd { words: 1000 };
    // The existing content is read nevertheless.
    assert_eq!(faults(&with(1000)), [past]);
    assert!(records(&with(1000)).contains(&(5, vec![])));
}

#[test]
fn truncated_streams_are_read_to_their_end() {
    let whole = Outline::new("lib", 6, 3)
        .define(b"first", Linkage::EXTERNAL)
        .define(b"second", Linkage::EXTERNAL)
        .bitcode();
    for size in 0..whole.len() {
        let Ok(module) = Module::read(&whole[..size]) else {
            assert!(size < 20, "{size} bytes hold the beginning of a module");
            continue;
        };
        assert!(!module.faults.is_empty(), "{size}");
        let reports =
            module.faults.iter().filter(|fault| matches!(fault.kind, BitcodeErrorKind::BlockPastEnd { .. }));
        assert!(reports.count() <= 1, "{size}: {:?}", module.faults);
        for fault in &module.faults {
            assert!(fault.bytes().end <= size as u64, "{size}: {fault:?}");
        }
    }
    assert!(Module::read(&whole).is_ok_and(|module| module.faults.is_empty()));
}

#[test]
fn non_bitcode_is_rejected() {
    let error = |bytes: &[u8]| Module::read(bytes).expect_err("it is no module").kind;
    assert_eq!(error(b""), BitcodeErrorKind::Magic { found: 0 });
    assert_eq!(error(b"BC"), BitcodeErrorKind::Magic { found: 0x4342 });
    assert_eq!(error(b"DXBC"), BitcodeErrorKind::Magic { found: 0x4342_5844 });
    assert_eq!(error(b"BC\xc0\xde"), BitcodeErrorKind::NoModule);
    assert_eq!(error(b"\xde\xc0\x17\x0b\0\0\0\0\x14\0\0\0\x08\0\0\0\0\0\0\0"), BitcodeErrorKind::Wrapper);
    let mut other = Stream::new();
    other.block(13, 3, |_| {});
    assert_eq!(error(&other.finish()), BitcodeErrorKind::NoModule);
    let mut record = Stream::new();
    record.record(1, &[]);
    assert_eq!(error(&record.finish()), BitcodeErrorKind::Outside);
}

#[test]
fn wrapped_bitcode_has_positions_in_the_whole_input() {
    let bitcode = Outline::new("ps", 6, 0).define(b"main", Linkage::EXTERNAL).bitcode();
    let plain = Module::read(&bitcode).expect("it is bitcode");
    let mut wrapped = vec![0xde, 0xc0, 0x17, 0x0b, 0, 0, 0, 0, 21, 0, 0, 0];
    wrapped.extend((bitcode.len() as u32).to_le_bytes());
    // An odd offset: alignment is relative to the bitcode, not the wrapper.
    wrapped.extend([0; 5]);
    wrapped.extend(&bitcode);
    wrapped.extend([0xff; 3]);
    let module = Module::read(&wrapped).expect("it is bitcode");
    assert_eq!(module.faults, []);
    assert_eq!(module.bitcode, 21..21 + bitcode.len() as u64);
    assert_eq!(module.functions[0].name, b"main");
    assert_eq!(module.functions[0].bits.start, plain.functions[0].bits.start + 21 * 8);
    assert_eq!(module.facts(), plain.facts());
}

#[test]
fn blocks_nest_to_a_limit() {
    let mut bytes = vec![0x42, 0x43, 0xc0, 0xde];
    // Blocks of id 8 with two-bit ids, each as long as the rest allows.
    for depth in 0..200u32 {
        // Id 1 in two bits, block 8 in eight, width 2 in four.
        bytes.extend((1u32 | 8 << 2 | 2 << 10).to_le_bytes());
        bytes.extend((2 * (199 - depth)).to_le_bytes());
    }
    assert!(faults(&bytes).contains(&BitcodeErrorKind::TooDeep));
    assert!(Walk::new(&bytes).count() < 300);
}

#[test]
fn missing_bodies_are_reported() {
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.record(8, &[0, 0, 0, 0]);
        module.record(8, &[0, 0, 1, 0]);
        module.record(8, &[0, 0]);
    });
    let bytes = stream.finish();
    let module = Module::read(&bytes).expect("it is a module");
    let kinds: Vec<_> = module.faults.iter().map(|fault| fault.kind).collect();
    // A record without its linkage still defines a value.
    assert_eq!(
        kinds,
        [BitcodeErrorKind::ShortRecord { code: 8 }, BitcodeErrorKind::Bodies { defined: 2, bodies: 0 }]
    );
    assert_eq!(module.functions.len(), 3);
    assert_eq!(module.faults[1].bits, module.functions[0].bits);
}
