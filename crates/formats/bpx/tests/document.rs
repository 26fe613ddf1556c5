//! Checks the public description of shader packages table by table, with handmade bytes.
//! `docs/conformance/bpxs.md` refers to these tests.

use glassbox_bpx::checksum::weak;
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::format::DRAFT;
use glassbox_bpx::raw::{
    DraftTarget, NameHash, PackType, SectionType, ShaderExt, Stage, Symbol, SymbolFlags, SymbolType, Target,
};
use glassbox_bpx::read::open;
use glassbox_bpx::{FORMAT, raw};
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::layout::{assert_fields, assert_names};
use glassbox_testing::tree;

/// Type extension of a program for OpenGL 3.3 with one symbol.
const PROGRAM: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, b'P', 0, 0, 0, 0];
/// One symbol: the name at 2, no extended data, a constant buffer of the vertex stage defined in this
/// package, register 4.
const SYMBOL: [u8; 12] = [2, 0, 0, 0, 0xff, 0xff, 0xff, 0, 0x81, 0x02, 2, 4];
/// "a", "bc".
const STRINGS: [u8; 5] = *b"a\0bc\0";

/// A package: the main header, a header for each section, the bodies.
fn package(ext: [u8; 16], sections: &[(u8, &[u8])]) -> Vec<u8> {
    let mut at = 40 + 24 * sections.len() as u64;
    let size = at + sections.iter().map(|section| section.1.len() as u64).sum::<u64>();
    let mut table = Vec::new();
    let mut bodies = Vec::new();
    for (kind, body) in sections {
        table.extend(at.to_le_bytes());
        table.extend((body.len() as u32).to_le_bytes());
        table.extend((body.len() as u32).to_le_bytes());
        table.extend([0, 0, 0, 0, *kind, 0, 0, 0]);
        bodies.extend(*body);
        at += body.len() as u64;
    }
    let mut rest = size.to_le_bytes().to_vec();
    rest.extend((sections.len() as u32).to_le_bytes());
    rest.extend(2u32.to_le_bytes());
    rest.extend(ext);
    rest.extend(&table);
    let sum = weak(b"BPXS").wrapping_add(weak(&rest));
    [&b"BPXS"[..], &sum.to_le_bytes(), &rest, &bodies].concat()
}

/// A whole program with a vertex and a pixel shader.
fn program(ext: [u8; 16]) -> Vec<u8> {
    package(ext, &[(2, &SYMBOL), (255, &STRINGS), (1, b"\x00#version 330\n"), (1, b"\x04#version 330\n")])
}

fn read(bytes: &[u8]) -> File<'_> {
    open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("it is BPX")
}

fn ids(format: &dyn Format, bytes: &[u8]) -> Vec<&'static str> {
    let found = tree::diagnostics(format, bytes);
    found.iter().map(|finding| finding.rule.id).collect()
}

#[test]
fn a_package_has_the_type_byte_s() {
    let bytes = program(PROGRAM);
    assert_eq!(bytes[..4], *b"BPXS");
    assert!(read(&bytes).is_shader_pack());
    assert_eq!(raw::ContainerType::SHADER.0, b'S');
    assert_eq!(ids(&FORMAT, &bytes), Vec::<&str>::new());
}

#[test]
fn section_types() {
    for (value, name) in [(1, "Shader"), (2, "SymbolTable"), (3, "ExtendedData"), (255, "Strings")] {
        assert_eq!(SectionType::NAMES.name(value), Some(name));
    }
    let bytes = program(PROGRAM);
    let file = read(&bytes);
    let paths: Vec<String> = file.sections.iter().map(|section| section.path().into_owned()).collect();
    assert_eq!(paths, ["symbol_table", "strings", "shader[0]", "shader[1]"]);
}

#[test]
fn fields_of_the_type_extension() {
    let fields = [
        (0, 8, "assembly"),
        (8, 2, "symbol_count"),
        (10, 1, "target"),
        (11, 1, "pack_type"),
        (12, 4, "reserved"),
    ];
    assert_fields::<ShaderExt>(&fields);
    assert_fields::<raw::DraftShaderExt>(&fields);
    // At file offset 24.
    let bytes = program([8, 7, 6, 5, 4, 3, 2, 1, 1, 0, 3, b'P', 0, 0, 0, 0]);
    assert_eq!(bytes[24..32], [8, 7, 6, 5, 4, 3, 2, 1]);
    let expected = ShaderExt {
        assembly: NameHash(0x0102_0304_0506_0708),
        symbol_count: 1,
        target: Target::GL33,
        pack_type: PackType::PROGRAM,
        reserved: 0,
    };
    assert_eq!(read(&bytes).shader_ext(), expected);
}

#[test]
fn targets_of_released_programs() {
    let names = [
        "DX11", "DX12", "GL33", "GL40", "GL41", "GL42", "GL43", "GL44", "GL45", "GL46", "ES30", "ES31",
        "ES32", "VK10", "VK11", "VK12", "MT",
    ];
    let mut targets: Vec<(u64, &str)> = (1..).zip(names).collect();
    targets.push((255, "Any"));
    assert_names(Target::NAMES, &targets);
}

#[test]
fn targets_of_the_document() {
    let targets = [(1, "DX11"), (2, "DX12 or GL33"), (3, "GL40"), (4, "VK10"), (5, "MT"), (255, "Any")];
    assert_names(DraftTarget::NAMES, &targets);
    // The same number in both tables: 3 is GL 3.3 in every released program, and GL 4.0 in the document.
    let bytes = program(PROGRAM);
    let file = read(&bytes);
    assert_eq!(file.target_name(), "GL33");
    let variant = FORMAT.variants().iter().find(|variant| variant.0 == "2021-10-09");
    assert_eq!(variant.map(|variant| variant.1.id()), Some(DRAFT.id()));
    let draft = open(Window::whole(&bytes), &Limits::default(), Numbering::Draft).expect("it is BPX");
    assert_eq!(draft.target_name(), "GL40");
    assert_eq!(ids(&DRAFT, &bytes), Vec::<&str>::new());
}

#[test]
fn types_of_packages() {
    assert_names(PackType::NAMES, &[(0x41, "A, assembly"), (0x50, "P, program")]);
    let bytes = program(PROGRAM);
    assert!(read(&bytes).is_program());
    let mut assembly = PROGRAM;
    (assembly[10], assembly[11]) = (255, b'A');
    let bytes = package(assembly, &[(2, &SYMBOL), (255, &STRINGS)]);
    assert!(read(&bytes).is_assembly());
    assert_eq!(ids(&FORMAT, &bytes), Vec::<&str>::new());
}

#[test]
fn stages() {
    assert_names(Stage::NAMES, &[(0, "Vertex"), (1, "Hull"), (2, "Domain"), (3, "Geometry"), (4, "Pixel")]);
    // The first byte is the stage, the rest the shader.
    let bytes = program(PROGRAM);
    let file = read(&bytes);
    let shaders: Vec<(Stage, &[u8])> = file.shaders().map(|shader| (shader.1, shader.2)).collect();
    assert_eq!(shaders, [(Stage::VERTEX, &b"#version 330\n"[..]), (Stage::PIXEL, b"#version 330\n")]);
}

#[test]
fn fields_of_a_symbol() {
    assert_fields::<Symbol>(&[
        (0, 4, "name"),
        (4, 4, "extended_data"),
        (8, 2, "flags"),
        (10, 1, "symbol_type"),
        (11, 1, "register"),
    ]);
    let bytes = program(PROGRAM);
    let file = read(&bytes);
    let symbols: Vec<Symbol> = file.symbols().iter().collect();
    let expected = Symbol {
        name: 2,
        extended_data: 0x00ff_ffff,
        flags: SymbolFlags(0x281),
        symbol_type: SymbolType::CONSTANT_BUFFER,
        register: 4,
    };
    assert_eq!(symbols, [expected]);
    assert_eq!(file.name_of(&expected), "bc");
}

#[test]
fn flags_of_symbols() {
    let flags = [
        "VertexStage",
        "HullStage",
        "DomainStage",
        "GeometryStage",
        "PixelStage",
        "Assembly",
        "External",
        "Internal",
        "ExtendedData",
        "Register",
    ];
    for (bit, name) in flags.into_iter().enumerate() {
        assert_eq!(SymbolFlags::NAMES.name(1 << bit), Some(name));
    }
    assert_eq!(SymbolFlags::NAMES.name(1 << 10), None);
    assert_eq!(SymbolFlags::NAMES.describe(0x281).as_deref(), Some("VertexStage | Internal | Register"));
}

#[test]
fn types_of_symbols() {
    assert_names(
        SymbolType::NAMES,
        &[
            (0, "Texture"),
            (1, "Sampler"),
            (2, "ConstantBuffer"),
            (3, "Constant"),
            (4, "VertexFormat"),
            (5, "Pipeline"),
            (6, "Output"),
        ],
    );
}

#[test]
fn fields_without_their_flags_mean_nothing() {
    // Extended data outside the section and a register, neither flagged: at most an info.
    let mut symbol = SYMBOL;
    symbol[4..8].copy_from_slice(&[9, 9, 9, 9]);
    symbol[8..10].copy_from_slice(&[0x81, 0]);
    let sections: [(u8, &[u8]); 3] = [(2, &symbol), (255, &STRINGS), (1, b"\x00#version 330\n")];
    let bytes = package(PROGRAM, &sections);
    let found = ids(&FORMAT, &bytes);
    assert!(!found.contains(&"BPXS-SYM-10"), "{found:?}");
    assert!(!found.contains(&"BPXS-SYM-12"), "{found:?}");
    // With its flag the offset is valid.
    symbol[9] |= 1;
    let sections: [(u8, &[u8]); 3] = [(2, &symbol), (255, &STRINGS), (1, b"\x00#version 330\n")];
    let found_flagged = package(PROGRAM, &sections);
    let found = ids(&FORMAT, &found_flagged);
    assert!(found.contains(&"BPXS-SYM-12") || found.contains(&"BPXS-SYM-10"), "{found:?}");
}

#[test]
fn extended_data_is_found_by_its_offset() {
    // Two empty objects, then one with a property of name hash 1: null.
    let data = [0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut symbol = SYMBOL;
    symbol[4..8].copy_from_slice(&[2, 0, 0, 0]);
    symbol[9] |= 1;
    let sections: [(u8, &[u8]); 4] = [(2, &symbol), (255, &STRINGS), (3, &data), (1, b"\x00#version 330\n")];
    let bytes = package(PROGRAM, &sections);
    let file = read(&bytes);
    let objects = file.objects(100);
    assert!(objects.at(2).is_some());
    let tree = tree::tree(&FORMAT, &bytes);
    let held = tree.leaves().iter().any(|&leaf| {
        let node = tree.node(leaf);
        tree.path(leaf).starts_with("extended_data") && node.start == bytes.len() as u64 - 14 - 10
    });
    assert!(held, "the object begins behind the two that no symbol names");
}

#[test]
fn strings_end_with_a_nul_and_are_found_by_their_offset() {
    let bytes = program(PROGRAM);
    let file = read(&bytes);
    assert_eq!(file.strings(), STRINGS);
    assert_eq!(file.string(0), Some(&b"a"[..]));
    assert_eq!(file.string(2), Some(&b"bc"[..]));
    assert_eq!(file.string(5), None);
    let unended = package(PROGRAM, &[(2, &SYMBOL), (255, b"a\0bc"), (1, b"\x00#version 330\n")]);
    assert!(ids(&FORMAT, &unended).contains(&"BPX-STR-02"));
}
