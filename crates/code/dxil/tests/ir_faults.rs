//! Checks the errors of the typed reader and their positions: one bad module per kind, and a near miss.

use glassbox_dxil::error::Entity;
use glassbox_dxil::ir::{FunctionId, Typed};
use glassbox_dxil::write::Stream;
use glassbox_dxil::{BitcodeError, BitcodeErrorKind, BlockId, Event, Walk};

/// Records of a part of a module: code and operands.
type Rows = &'static [(u64, &'static [u64])];

/// Parts of a module; `void()` is type 1, i32 type 3, a structure i32 type 4.
#[derive(Clone, Copy)]
struct Parts {
    /// Types after the fixed ones.
    types: Rows,
    module: Rows,
    constants: Rows,
    metadata: Rows,
    names: Rows,
    /// The body, after its number of basic blocks.
    body: Rows,
    blocks: u64,
}

const PLAIN: Parts = Parts {
    types: &[],
    module: &[],
    constants: &[],
    metadata: &[],
    names: &[],
    body: &[(10, &[])],
    blocks: 1,
};

fn rows(stream: &mut Stream, rows: Rows) {
    for (code, operands) in rows {
        stream.record(*code, operands);
    }
}

fn build(parts: Parts) -> Vec<u8> {
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.record(1, &[1]);
        module.block(17, 4, |types| {
            types.record(1, &[6 + parts.types.iter().filter(|row| row.0 != 19).count() as u64]);
            types.record(2, &[]);
            types.record(21, &[0, 0]);
            types.record(8, &[1, 0]);
            types.record(7, &[32]);
            types.record(18, &[0, 3]);
            types.record(8, &[3, 0]);
            rows(types, parts.types);
        });
        module.record(8, &[1, 0, 0, 0, 0, 0, 0, 0]);
        rows(module, parts.module);
        module.block(11, 4, |block| rows(block, parts.constants));
        module.block(15, 3, |block| rows(block, parts.metadata));
        module.block(14, 4, |block| rows(block, parts.names));
        module.block(12, 4, |block| {
            block.record(1, &[parts.blocks]);
            rows(block, parts.body);
        });
    });
    stream.finish()
}

fn read(bytes: &[u8]) -> Result<(), BitcodeError> {
    let module = Typed::read(bytes)?;
    module.body(FunctionId(0)).map(|_| ())
}

/// Asserts that the parts are rejected with this error, at a record of this code.
fn assert_rejected(name: &str, parts: Parts, kind: BitcodeErrorKind, code: u64) {
    let bytes = build(parts);
    let fault = read(&bytes).expect_err(name);
    assert_eq!(fault.kind, kind, "{name}: {fault}");
    let at = Walk::new(&bytes).find_map(|event| match event.expect("the stream is whole") {
        Event::Record(record) if record.bits == fault.bits => Some(record.code),
        _ => None,
    });
    assert_eq!(at, Some(code), "{name}: {:?}", fault.bits);
}

fn assert_accepted(name: &str, parts: Parts) {
    if let Err(fault) = read(&build(parts)) {
        panic!("{name}: {fault} at {:?}", fault.bits);
    }
}

fn number(of: Entity, found: u64, count: u64) -> BitcodeErrorKind {
    BitcodeErrorKind::Number { of, found, count }
}

#[test]
fn types() {
    assert_accepted("plain", PLAIN);
    let types = |types| Parts { types, ..PLAIN };
    assert_rejected("no such type", types(&[(8, &[9, 0])]), number(Entity::Type, 9, 7), 8);
    assert_rejected(
        "its own part",
        types(&[(20, &[0, 6])]),
        BitcodeErrorKind::Cycle { of: Entity::Type },
        20,
    );
    assert_accepted("a pointer to itself", types(&[(8, &[7, 0]), (20, &[0, 6])]));
    let expected = "a named structure as the only type that is used before its definition";
    assert_rejected(
        "a later pointer",
        types(&[(8, &[7, 0]), (7, &[64])]),
        BitcodeErrorKind::Mismatch { expected },
        8,
    );
    assert_rejected(
        "no width",
        types(&[(7, &[0])]),
        BitcodeErrorKind::Code { of: "integer width", found: 0 },
        7,
    );
    assert_rejected(
        "no such code",
        types(&[(40, &[0])]),
        BitcodeErrorKind::UnknownRecord { block: BlockId::TYPE, code: 40 },
        40,
    );
    assert_rejected("too short", types(&[(11, &[4])]), BitcodeErrorKind::ShortRecord { code: 11 }, 11);
    let mut stream = Stream::new();
    stream.block(8, 3, |module| {
        module.block(17, 4, |types| {
            types.record(1, &[1]);
            types.record(7, &[32]);
            for depth in 0..200 {
                types.record(11, &[1, depth]);
            }
        });
    });
    let fault = Typed::read(&stream.finish()).expect_err("it says one type");
    assert_eq!(fault.kind, BitcodeErrorKind::Count { of: Entity::Type, stated: 1, found: 201 });
}

#[test]
fn types_are_nested_to_a_limit() {
    let nested = |count: u64| {
        let mut stream = Stream::new();
        stream.block(8, 3, |module| {
            module.block(17, 4, |types| {
                types.record(7, &[32]);
                for depth in 0..count {
                    types.record(11, &[1, depth]);
                }
            });
        });
        Typed::read(&stream.finish()).map(|_| ()).map_err(|fault| fault.kind)
    };
    assert_eq!(nested(100), Ok(()));
    assert_eq!(nested(200), Err(BitcodeErrorKind::Nested { of: Entity::Type }));
}

#[test]
fn globals() {
    let module = |module| Parts { module, ..PLAIN };
    assert_rejected(
        "a type",
        module(&[(8, &[3, 0, 1, 0, 0, 0, 0, 0])]),
        BitcodeErrorKind::Mismatch { expected: "a function type as the type of a function" },
        8,
    );
    assert_rejected(
        "a linkage",
        module(&[(8, &[1, 0, 1, 77, 0, 0, 0, 0])]),
        BitcodeErrorKind::Code { of: "linkage", found: 77 },
        8,
    );
    assert_rejected(
        "attributes",
        module(&[(8, &[1, 0, 1, 0, 3, 0, 0, 0])]),
        number(Entity::AttributeList, 2, 0),
        8,
    );
    assert_rejected("a section", module(&[(7, &[3, 2, 0, 0, 0, 2])]), number(Entity::Section, 1, 0), 7);
    assert_rejected("a first value", module(&[(7, &[3, 2, 9, 0, 0, 0])]), number(Entity::Value, 8, 2), 7);
    assert_accepted(
        "a first value",
        Parts { constants: &[(1, &[3]), (4, &[2])], ..module(&[(7, &[3, 2, 3, 0, 0, 0])]) },
    );
    assert_rejected(
        "a version",
        module(&[(1, &[2])]),
        BitcodeErrorKind::Code { of: "version of the module", found: 2 },
        1,
    );
}

#[test]
fn constants_and_metadata() {
    let constants = |constants| Parts { constants, ..PLAIN };
    assert_rejected("no such type", constants(&[(1, &[9])]), number(Entity::Type, 9, 6), 1);
    assert_rejected(
        "a part of itself",
        constants(&[(1, &[4]), (7, &[1])]),
        BitcodeErrorKind::Mismatch { expected: "a value of the type that the record states" },
        7,
    );
    assert_accepted("a later part", constants(&[(1, &[4]), (7, &[2]), (1, &[3]), (4, &[2])]));
    assert_rejected(
        "two parts",
        constants(&[(1, &[4]), (7, &[2, 2])]),
        BitcodeErrorKind::Mismatch { expected: "as many parts as the type of the aggregate has" },
        7,
    );
    assert_rejected(
        "a cycle",
        constants(&[(1, &[3]), (10, &[0, 2, 2]), (10, &[0, 1, 1])]),
        BitcodeErrorKind::Cycle { of: Entity::Constant },
        10,
    );
    let metadata = |metadata| Parts { metadata, ..PLAIN };
    assert_rejected("a node", metadata(&[(3, &[5])]), number(Entity::Metadata, 4, 1), 3);
    assert_accepted("null and itself", metadata(&[(3, &[0, 1])]));
    assert_rejected(
        "a name",
        metadata(&[(10, &[0])]),
        BitcodeErrorKind::Mismatch { expected: "a name in front of a named node" },
        10,
    );
    assert_rejected("a field", metadata(&[(16, &[0, 9, 0])]), number(Entity::Metadata, 8, 1), 16);
    let names = |names| Parts { names, ..PLAIN };
    assert_rejected("a name", names(&[(1, &[3, 65])]), number(Entity::Value, 3, 1), 1);
}

#[test]
fn bodies() {
    let body = |body, blocks| Parts { body, blocks, ..PLAIN };
    assert_rejected("no terminator", body(&[(19, &[3, 3, 0, 64])], 1), BitcodeErrorKind::Unterminated, 19);
    assert_rejected(
        "more blocks",
        body(&[(10, &[])], 2),
        BitcodeErrorKind::Count { of: Entity::BasicBlock, stated: 2, found: 1 },
        1,
    );
    assert_rejected(
        "fewer blocks",
        body(&[(10, &[]), (10, &[])], 1),
        BitcodeErrorKind::Count { of: Entity::BasicBlock, stated: 1, found: 2 },
        10,
    );
    assert_rejected("a label", body(&[(11, &[1])], 1), number(Entity::BasicBlock, 1, 1), 11);
    assert_rejected("a value", body(&[(10, &[u32::MAX as u64, 3])], 1), number(Entity::Value, 1, 0), 10);
    assert_rejected(
        "an operator",
        body(&[(2, &[1, 1, 99]), (10, &[])], 1),
        BitcodeErrorKind::Code { of: "operator", found: 99 },
        2,
    );
    assert_rejected(
        "an unknown one",
        body(&[(99, &[]), (10, &[])], 1),
        BitcodeErrorKind::UnknownRecord { block: BlockId::FUNCTION, code: 99 },
        99,
    );
    let expected = "no more operands than such an instruction has";
    assert_rejected("too many", body(&[(15, &[7])], 1), BitcodeErrorKind::Mismatch { expected }, 15);
    let expected = "an earlier source location";
    assert_rejected("a place", body(&[(33, &[]), (10, &[])], 1), BitcodeErrorKind::Mismatch { expected }, 33);
    // The type of an element address is missing from the table.
    let lacks = Parts { types: &[(11, &[4, 3]), (8, &[6, 0])], ..PLAIN };
    let constants: Rows = &[(1, &[7]), (2, &[]), (1, &[3]), (2, &[])];
    assert_accepted(
        "a part of an array",
        Parts { constants, body: &[(43, &[0, 6, 2, 1, 1]), (10, &[])], ..lacks },
    );
    let lacks = Parts { types: &[(11, &[4, 4]), (8, &[6, 0])], ..lacks };
    let of = "the address of a part";
    assert_rejected(
        "a part of an array",
        Parts { constants, body: &[(43, &[0, 6, 2, 1, 1]), (10, &[])], ..lacks },
        BitcodeErrorKind::MissingType { of },
        43,
    );
}

#[test]
fn blocks() {
    let with = |id: u32, inside: bool| {
        let mut stream = Stream::new();
        stream.block(8, 3, |module| {
            if inside {
                module.block(id, 3, |_| {});
            }
        });
        if !inside {
            stream.block(id, 3, |_| {});
        }
        Typed::read(&stream.finish()).map(|_| ()).map_err(|fault| fault.kind)
    };
    assert_eq!(with(13, false), Err(BitcodeErrorKind::UnknownBlock { block: BlockId::IDENTIFICATION }));
    assert_eq!(with(16, true), Err(BitcodeErrorKind::UnknownBlock { block: BlockId::METADATA_ATTACHMENT }));
    assert_eq!(with(14, true), Ok(()));
    assert_eq!(with(0, true), Ok(()));
}
