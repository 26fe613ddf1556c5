//! Checks the public description's tables row by row: field offsets, value names, and the decoding of
//! handmade records. `docs/conformance/shbin.md` refers to these tests.

use crate::support;
use glassbox_core::format::Format as _;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Record;
use glassbox_shbin::FORMAT;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::{
    Constant, ConstantKind, Descriptor, ExecutableHeader, FileHeader, GeometryMode, Label, NO_SIZE,
    ObjectHeader, OperandRecord, Output, ProgramHeader, Register, Semantic, ShortProgramHeader, SourceLine,
    Stage, Uniform,
};
use glassbox_shbin::register::Class;
use glassbox_testing::layout::{assert_fields, assert_names};

/// Decodes a record from handmade bytes.
fn decode<T: Record>(bytes: &[u8]) -> T {
    T::decode(bytes).expect("the bytes are as many as the record has")
}

#[test]
fn fields_of_the_binary_header() {
    assert_fields::<FileHeader>(&[(0, 4, "magic"), (4, 4, "count")]);
}

#[test]
fn fields_of_the_program_header() {
    let fields = [
        (0x00, 4, "magic"),
        (0x04, 4, "version"),
        (0x08, 4, "code_offset"),
        (0x0C, 4, "code_words"),
        (0x10, 4, "descriptor_offset"),
        (0x14, 4, "descriptor_count"),
        (0x18, 4, "lines_offset"),
        (0x1C, 4, "lines_count"),
        (0x20, 4, "file_names_offset"),
        (0x24, 4, "file_names_size"),
    ];
    assert_fields::<ProgramHeader>(&fields);
    // The short header of nihstro and emulators ends before the second word of the lines.
    assert_fields::<ShortProgramHeader>(&fields[..7]);
    assert_fields::<Descriptor>(&[(0, 4, "operands"), (4, 4, "second")]);
}

#[test]
fn fields_of_the_executable_header() {
    assert_fields::<ExecutableHeader>(&[
        (0x00, 4, "magic"),
        (0x04, 2, "version"),
        (0x06, 1, "stage"),
        (0x07, 1, "merge"),
        (0x08, 4, "main"),
        (0x0C, 4, "end_main"),
        (0x10, 2, "input_mask"),
        (0x12, 2, "output_mask"),
        (0x14, 1, "geometry_mode"),
        (0x15, 1, "fixed_start"),
        (0x16, 1, "full_vertices"),
        (0x17, 1, "fixed_vertices"),
        (0x18, 4, "constants_offset"),
        (0x1C, 4, "constants_count"),
        (0x20, 4, "labels_offset"),
        (0x24, 4, "labels_count"),
        (0x28, 4, "outputs_offset"),
        (0x2C, 4, "outputs_count"),
        (0x30, 4, "uniforms_offset"),
        (0x34, 4, "uniforms_count"),
        (0x38, 4, "symbols_offset"),
        (0x3C, 4, "symbols_size"),
    ]);
}

#[test]
fn stages_and_geometry_modes() {
    assert_names(Stage::NAMES, &[(0, "vertex"), (1, "geometry")]);
    assert_names(GeometryMode::NAMES, &[(0, "point"), (1, "variable"), (2, "fixed")]);
}

#[test]
fn fields_of_a_label() {
    assert_fields::<Label>(&[
        (0x0, 2, "id"),
        (0x2, 2, "unknown"),
        (0x4, 4, "position"),
        (0x8, 4, "size"),
        (0xC, 4, "name"),
    ]);
    let label: Label = decode(b"\x05\x00\x01\x00\x02\x00\x00\x00\xff\xff\xff\xff\x0d\x00\x00\x00");
    let expected = Label { id: 5, unknown: 1, position: 2, size: NO_SIZE, name: 13 };
    assert_eq!(label, expected);
}

#[test]
fn fields_of_a_constant() {
    assert_fields::<Constant>(&[(0, 2, "kind"), (2, 2, "register"), (4, 16, "data")]);
    assert_names(ConstantKind::NAMES, &[(0, "bool"), (1, "int"), (2, "float")]);
}

/// Replaces the vertex file's constants by one of 20 bytes; returns the register and value shown in
/// reflection.
fn constant(entry: &[u8; 0x14]) -> (String, String) {
    let mut bytes = support::bytes(&support::vertex());
    let (start, count) = {
        let file = support::open(&bytes);
        let placed = file.heads.executables[0].placed;
        let start = placed.start as usize + placed.head.constants_offset as usize;
        (start, placed.head.constants_count as usize)
    };
    assert!(count > 0, "the vertex file has constants");
    bytes[start..start + 0x14].copy_from_slice(entry);
    let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("the magic is right");
    let shown = opened.interface().constants.remove(0);
    (shown.register, shown.value)
}

#[test]
fn constants_of_each_type() {
    let mut entry = [0; 0x14];
    let owned = |register: &str, value: &str| (register.to_owned(), value.to_owned());
    entry[..5].copy_from_slice(&[0, 0, 7, 0, 1]);
    assert_eq!(constant(&entry), owned("b7", "true"));
    entry[..8].copy_from_slice(&[1, 0, 2, 0, 9, 8, 7, 255]);
    assert_eq!(constant(&entry), owned("i2", "(9, 8, 7, 255)"));
    // 1, -2, 0.25 and 3 as float24, low byte first.
    entry[..8].copy_from_slice(&[2, 0, 17, 0, 0, 0, 0x3F, 0]);
    entry[8..].copy_from_slice(&[0, 0, 0xC0, 0, 0, 0, 0x3D, 0, 0, 0x80, 0x40, 0]);
    assert_eq!(constant(&entry), owned("c17", "(1, -2, 0.25, 3)"));
}

#[test]
fn fields_of_an_output() {
    assert_fields::<Output>(&[(0, 2, "semantic"), (2, 2, "register"), (4, 2, "mask"), (6, 2, "unknown")]);
    // The description's example: 5 means xz.
    let output: Output = decode(&[5, 0, 3, 0, 5, 0, 0x48, 0]);
    assert_eq!((output.semantic, output.place().as_str()), (Semantic::TEXCOORD1, "o3.xz"));
    assert_eq!(output.unknown.0, 0x48);
}

#[test]
fn output_types() {
    assert_names(
        Semantic::NAMES,
        &[
            (0, "position"),
            (1, "normalquat"),
            (2, "color"),
            (3, "texcoord0"),
            (4, "texcoord0w"),
            (5, "texcoord1"),
            (6, "texcoord2"),
            (8, "view"),
            (9, "dummy"),
        ],
    );
}

#[test]
fn fields_of_a_uniform() {
    assert_fields::<Uniform>(&[(0, 4, "name"), (4, 2, "first"), (6, 2, "last")]);
    let uniform: Uniform = decode(&[4, 0, 0, 0, 0x12, 0, 0x15, 0]);
    assert_eq!((uniform.name, uniform.first.range(uniform.last)), (4, "c2-c5".to_owned()));
}

#[test]
fn the_unified_register_space() {
    let classes = [
        (0x00..=0x0F, Class::Input, "v"),
        (0x10..=0x6F, Class::Float, "c"),
        (0x70..=0x73, Class::Int, "i"),
        (0x78..=0x87, Class::Bool, "b"),
    ];
    for value in 0..=0x100 {
        let class = classes.iter().find(|class| class.0.contains(&value));
        let expected = class.map(|(range, class, _)| (*class, value - range.start()));
        assert_eq!(Register(value).split(), expected, "{value:#x}");
        if let Some((range, _, letter)) = class {
            let name = format!("{letter}{}", value - range.start());
            assert_eq!(Register(value).to_string(), name);
        }
    }
}

#[test]
fn fields_of_the_object_header() {
    assert_fields::<ObjectHeader>(&[
        (0x00, 4, "magic"),
        (0x04, 2, "version"),
        (0x06, 1, "stage"),
        (0x07, 1, "merge"),
        (0x08, 2, "input_mask"),
        (0x0A, 2, "output_mask"),
        (0x0C, 4, "geometry"),
        (0x10, 4, "constants_offset"),
        (0x14, 4, "constants_count"),
        (0x18, 4, "labels_offset"),
        (0x1C, 4, "labels_count"),
        (0x20, 4, "code_offset"),
        (0x24, 4, "code_words"),
        (0x28, 4, "descriptor_offset"),
        (0x2C, 4, "descriptor_count"),
        (0x30, 4, "lines_offset"),
        (0x34, 4, "lines_count"),
        (0x38, 4, "operands_offset"),
        (0x3C, 4, "operands_count"),
        (0x40, 4, "outputs_offset"),
        (0x44, 4, "outputs_count"),
        (0x48, 4, "uniforms_offset"),
        (0x4C, 4, "uniforms_count"),
        (0x50, 4, "symbols_offset"),
        (0x54, 4, "symbols_size"),
    ]);
    assert_fields::<SourceLine>(&[(0, 4, "file"), (4, 4, "line")]);
    assert_fields::<OperandRecord>(&[(0, 4, "instruction"), (4, 4, "unknown4"), (8, 4, "unknown8")]);
}

#[test]
fn an_object_is_read_by_its_own_offsets() {
    let bytes = support::bytes(&support::object());
    let file = support::open(&bytes);
    let Shbin::Object(object) = &file.model else { panic!("an object") };
    let head = file.heads.object.expect("the header is there");
    assert_eq!(head.magic.0, *b"DVOJ");
    let word = |at: u32| u32::from_le_bytes(bytes[at as usize..][..4].try_into().expect("four bytes"));
    assert_eq!(object.code.iter().next(), Some(word(head.code_offset)));
    let descriptor = object.descriptors.get(0).expect("one descriptor");
    assert_eq!(descriptor.operands.0, word(head.descriptor_offset));
    let line = object.lines.get(1).expect("a line for each instruction");
    assert_eq!((line.file, line.line), (word(head.lines_offset + 8), word(head.lines_offset + 12)));
    assert_eq!(object.lines.len(), object.code.len());
    let operand = object.operands.get(1).expect("two records");
    assert_eq!(operand.instruction, word(head.operands_offset + 12));
    assert_eq!(object.tables.symbols.name(line.file), Some(&b"object.vsh"[..]));
    let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("the magic is right");
    let entry = &opened.interface().entry_points[0];
    assert_eq!(entry.stage, "vertex");
    assert_eq!(entry.modes, [("entry".to_owned(), "0".to_owned())]);
}
