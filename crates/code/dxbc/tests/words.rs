//! Tests programs written word by word: operands with every field, and single errors.

use glassbox_dxbc::{
    Declaration, Finding, FindingKind, Opcode, Program, ResourceKind, Selection, Stop, check, declaration,
};

/// A shader model 5.0 program with these words after its header.
fn program(words: &[u32]) -> Vec<u8> {
    versioned(0x0000_0050, words)
}

fn versioned(version: u32, words: &[u32]) -> Vec<u8> {
    let header = [version, words.len() as u32 + 2];
    header.iter().chain(words).flat_map(|word| word.to_le_bytes()).collect()
}

/// The first word of an instruction.
fn op(opcode: Opcode, length: u32) -> u32 {
    u32::from(opcode.0) | length << 24
}

/// An operand with four components, a mask, the given number of dimensions and no index.
fn masked(kind: u32, mask: u32, dimensions: u32) -> u32 {
    2 | mask << 4 | kind << 12 | dimensions << 20
}

const RET: u32 = 0x0100_003e;

#[test]
fn operands_are_decoded() {
    // mov o1.xy, |cb0[r2.x + 3][5].wzyx|
    let words = [
        op(Opcode::MOV, 10),
        masked(2, 3, 1),
        1,
        // Four components, swizzle wzyx, two dimensions, the first relative with an offset, extended.
        2 | 1 << 2 | 0b00_01_10_11 << 4 | 8 << 12 | 2 << 20 | 3 << 22 | 1 << 31,
        1 | 2 << 6,
        3,
        2 | 2 << 2 | 1 << 20,
        2,
        5,
        RET,
    ];
    let bytes = program(&words);
    assert_eq!(kinds(&bytes), [FindingKind::OperandLeft]);
    let mut words = words;
    words[0] = op(Opcode::MOV, 9);
    let bytes = program(&words);
    assert_eq!(kinds(&bytes), []);
    let program = Program::read(&bytes).expect("there is a header");
    let mov = program.walk().next().expect("there is an instruction");
    let operands: Vec<_> = mov.operands().map(|operand| operand.expect("it can be read")).collect();
    assert_eq!(operands[0].operand_type().to_string(), "o");
    assert_eq!(operands[0].selection(), Selection::Mask(3));
    assert_eq!((operands[0].index(0), operands[0].words()), (Some(1), 2));
    let source = operands[1];
    assert_eq!(source.operand_type().to_string(), "cb");
    assert_eq!(source.selection(), Selection::Swizzle([3, 2, 1, 0]));
    assert_eq!(source.modifier.map(|modifier| modifier.modifier()), Some(2));
    let indices: Vec<_> = source.indices().collect();
    assert_eq!((indices[0].number, indices[1].number), (3, 5));
    let relative = indices[0].relative.expect("an operand is added");
    assert_eq!(relative.operand_type().to_string(), "r");
    assert_eq!((relative.index(0), relative.selection()), (Some(2), Selection::One(0)));
    assert!(indices[1].relative.is_none());
    // A relative index is not a plain number.
    assert_eq!((source.index(0), source.index(1)), (None, Some(5)));
}

#[test]
fn immediate_numbers_are_decoded() {
    // dadd r0.xy, d(1.0, 2.0), l(7): one operand of each kind, the last of a type that the opcode does not
    // accept.
    let [one, two] = [1.0f64, 2.0].map(f64::to_bits);
    let halves = |number: u64| [number as u32, (number >> 32) as u32];
    let mut words = vec![0, masked(0, 3, 1), 0, masked(5, 15, 0)];
    words.extend(halves(one).into_iter().chain(halves(two)));
    words.extend([1 | 4 << 12, 7]);
    words[0] = op(Opcode::DADD, words.len() as u32);
    let bytes = program(&words);
    assert_eq!(kinds(&bytes), []);
    let program = Program::read(&bytes).expect("there is a header");
    let add = program.walk().next().expect("there is an instruction");
    let numbers = |index: usize| -> Vec<u32> {
        add.operand(index).map(|operand| operand.immediates().collect()).unwrap_or_default()
    };
    assert_eq!(numbers(1), [0, 0x3ff0_0000, 0, 0x4000_0000]);
    assert_eq!(numbers(2), [7]);
    assert!(numbers(0).is_empty());
}

#[test]
fn shader_model_5_1_declares_ranges_and_spaces() {
    // dcl_resource_structured T2[4:7], 16, space=3 and a view, each with three indices.
    let ranges = |kind: u32| [masked(kind, 0, 3), 2, 4, 7];
    let mut words = vec![op(Opcode::DCL_RESOURCE_STRUCTURED, 7)];
    words.extend(ranges(7));
    words.extend([16, 3, op(Opcode::DCL_UAV_TYPED, 7) | 2 << 11 | 1 << 16 | 1 << 23]);
    words.extend(ranges(30));
    words.extend([0x5555, 9, op(Opcode::DCL_CONSTANTBUFFER, 7) | 1 << 11]);
    words.extend(ranges(8));
    words.extend([32, 1]);
    let bytes = versioned(0x0000_0051, &words);
    assert_eq!(kinds(&bytes), []);
    let program = Program::read(&bytes).expect("there is a header");
    let declared: Vec<_> = program.walk().filter_map(|one| declaration(&one, program.has_spaces())).collect();
    let [resource, view, constants] = &declared[..] else { panic!("{declared:?}") };
    match resource {
        Declaration::Resource { binding, kind } => {
            assert_eq!((binding.id, binding.lower, binding.upper, binding.space), (2, 4, 7, 3));
            assert_eq!(*kind, ResourceKind::Structured { stride: 16 });
        }
        other => panic!("{other:?}"),
    }
    match view {
        Declaration::UnorderedAccessView { binding, kind, flags } => {
            assert_eq!(binding.space, 9);
            assert!(matches!(kind, ResourceKind::Typed { samples: 0, .. }), "{kind:?}");
            assert!(flags.globally_coherent && flags.counter && !flags.rasterizer_ordered);
        }
        other => panic!("{other:?}"),
    }
    match constants {
        Declaration::ConstantBuffer { binding, rows, dynamic } => {
            assert_eq!((binding.space, *rows, *dynamic), (1, 32, true));
        }
        other => panic!("{other:?}"),
    }
    // The same words are invalid before 5.1, which has no spaces.
    assert_eq!(kinds(&program_bytes_as_5_0(&bytes)), [FindingKind::OperandLeft; 3]);
}

fn program_bytes_as_5_0(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[0] = 0x50;
    bytes
}

fn kinds(bytes: &[u8]) -> Vec<FindingKind> {
    check(bytes).into_iter().map(|found| found.kind).collect()
}

/// The only finding.
fn finding(bytes: &[u8]) -> Finding {
    let found = check(bytes);
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().expect("the text has an instruction")
}

#[test]
fn each_kind_of_finding_names_its_bytes() {
    let with_length = |length: u32, tail: usize| {
        let mut bytes = program(&[RET]);
        bytes[4..8].copy_from_slice(&length.to_le_bytes());
        bytes.resize(bytes.len() + tail, 0);
        bytes
    };
    type Case = (&'static str, Vec<u8>, FindingKind, std::ops::Range<usize>);
    let unknown = u32::from(Opcode(112).0) | 1 << 24;
    let buffer = |length: u32| [0x35 | 3 << 11, length];
    let deep = 2 | 2 << 2 | 1 << 20 | 2 << 22;
    let cases: Vec<Case> = vec![
        ("seven bytes", vec![0; 7], FindingKind::HeaderError, 0..7),
        ("a length of one", with_length(1, 0), FindingKind::Length, 4..8),
        ("a length past the end", with_length(4, 3), FindingKind::Length, 4..8),
        ("words left over", with_length(3, 4), FindingKind::Leftover, 12..16),
        ("bytes left over", with_length(3, 1), FindingKind::Leftover, 12..13),
        ("an instruction of no words", program(&[RET, 0, RET]), FindingKind::ZeroLength, 12..16),
        ("an instruction past the end", program(&[0x0300_003e]), FindingKind::PastEnd, 8..12),
        ("an opcode that is reserved", program(&[unknown, RET]), FindingKind::UnknownOpcode, 8..12),
        ("an opcode past the table", program(&[235 | 1 << 24]), FindingKind::UnknownOpcode, 8..12),
        ("custom data of one word", program(&[buffer(1)[0], 1]), FindingKind::LongLength, 8..16),
        ("custom data without a length", program(&[buffer(1)[0]]), FindingKind::LongLength, 8..12),
        ("custom data past the end", program(&[buffer(9)[0], 9, 0]), FindingKind::LongLength, 8..16),
        ("a row of three words", program(&[buffer(5)[0], 5, 1, 2, 3]), FindingKind::ImmediateBuffer, 12..16),
        ("no operands", program(&[op(Opcode::MOV, 1)]), FindingKind::OperandShort, 12..12),
        (
            "an operand without its index",
            program(&[op(Opcode::MOV, 3), masked(0, 1, 0), masked(0, 1, 1)]),
            FindingKind::OperandShort,
            16..20,
        ),
        (
            "a declaration without its number",
            program(&[op(Opcode::DCL_TEMPS, 1)]),
            FindingKind::OperandShort,
            8..12,
        ),
        ("a number too many", program(&[op(Opcode::DCL_TEMPS, 3), 1, 2]), FindingKind::OperandLeft, 16..20),
        (
            "operands nested too deep",
            program(&[op(Opcode::BREAKC, 8), deep, deep, deep, deep, deep, deep, 1]),
            FindingKind::OperandEncoding,
            12..40,
        ),
        (
            "an index of an unknown kind",
            program(&[op(Opcode::BREAKC, 3), 2 | 1 << 20 | 5 << 22, 0]),
            FindingKind::OperandEncoding,
            12..20,
        ),
        (
            "a number of N components",
            program(&[op(Opcode::BREAKC, 3), 3 | 4 << 12, 0]),
            FindingKind::OperandEncoding,
            12..20,
        ),
    ];
    for (what, bytes, kind, range) in cases {
        let found = finding(&bytes);
        assert_eq!((found.kind, found.bytes), (kind, range), "{what}: {}", found.message);
        assert!(!found.message.ends_with('.') && !found.help.is_empty(), "{what}");
    }
}

#[test]
fn long_lengths_are_read() {
    // dcl_function_table ft1 = {fb4, fb5}, extended: its length is the second word.
    let table = u32::from(Opcode::DCL_FUNCTION_TABLE.0) | 1 << 31;
    let bytes = program(&[table, 6, 1, 2, 4, 5, RET]);
    assert_eq!(kinds(&bytes), []);
    let program_ = Program::read(&bytes).expect("there is a header");
    let mut walk = program_.walk();
    let first = walk.next().expect("there is an instruction");
    let expected = Declaration::FunctionTable { number: 1, bodies: vec![4, 5] };
    assert_eq!(declaration(&first, false), Some(expected));
    assert_eq!(walk.next().map(|one| (one.opcode, one.range())), Some((Opcode::RET, 32..36)));
    assert_eq!(walk.next().map(|one| one.opcode), None);
    assert_eq!(walk.rest(), None);
    // A count larger than the number of words.
    assert_eq!(finding(&program(&[table, 5, 1, 2, 4])).kind, FindingKind::OperandShort);
}

#[test]
fn the_rest_is_named() {
    let bytes = program(&[RET, 0x7f00_003e, 1]);
    let program = Program::read(&bytes).expect("there is a header");
    let mut walk = program.walk();
    assert_eq!(walk.by_ref().count(), 1);
    let rest = walk.rest().expect("something is left");
    assert_eq!((rest.range, rest.reason), (12..20, Stop::PastEnd { length: 127 }));
}

#[test]
fn the_table_has_no_gaps_but_the_reserved_numbers() {
    let missing: Vec<u16> = (0..235).filter(|&number| Opcode(number).info().is_none()).collect();
    assert_eq!(missing, [112, 209, 218]);
    assert_eq!(Opcode::ALL.len(), 232);
    assert!(Opcode::ALL.is_sorted());
}

#[test]
fn unused_words_of_the_legacy_compiler_are_accepted() {
    let samplepos = |left: &[u32]| {
        let words = [masked(0, 3, 1), 1, masked(7, 3, 1), 0, 0x0010_100a, 3];
        let length = 1 + words.len() + left.len();
        let first = [op(Opcode::SAMPLEPOS, length as u32)];
        program(&[&first[..], &words, left, &[RET]].concat())
    };
    assert_eq!(kinds(&samplepos(&[])), []);
    assert_eq!(kinds(&samplepos(&[0])), []);
    assert_eq!(kinds(&samplepos(&[0x8000_0000, 0x2000])), []);
    assert_eq!(kinds(&samplepos(&[0, 0, 0])), [FindingKind::OperandLeft]);
    let bytes = samplepos(&[0]);
    let program = Program::read(&bytes).expect("there is a header");
    let first = program.walk().next().expect("there is an instruction");
    assert_eq!(first.spare().map(<[_]>::len), Some(1));
}
