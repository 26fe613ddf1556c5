//! Checks the worked example of the container brief (section 7): 152 bytes of picasso 2.7.1, every field by
//! value and offset.

use crate::support;
use glassbox_core::format::{Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{LinkKind, NodeKind, Window};
use glassbox_core::record::Record;
use glassbox_core::walk::leaf_fields;
use glassbox_shbin::FORMAT;
use glassbox_shbin::file::Placed;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::{
    DVLB, DVLE, DVLP, ExecutableHeader, FileHeader, GeometryMode, Hex16, Hex32, Operands, Output,
    ProgramHeader, Semantic, Stage, Uniform,
};
use glassbox_shbin::register::Register;
use glassbox_testing::tree;

/// The file, one line per structure.
fn bytes() -> Vec<u8> {
    let words: [&[u32]; 3] = [
        &[0x424C_5644, 1, 0x44],
        &[0x504C_5644, 0, 0x28, 2, 0x30, 1, 0x38, 0, 0, 0, 0x4C00_0000, 0x8800_0000, 0x36F, 0],
        &[
            0x454C_5644,
            0x1002,
            0,
            2,
            0x0001_0001,
            0,
            0x40,
            0,
            0x40,
            0,
            0x40,
            1,
            0x48,
            1,
            0x50,
            2,
            0,
            0xF,
            0,
            0,
            0x61,
        ],
    ];
    words.concat().iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn every_field_has_its_value() {
    let bytes = bytes();
    assert_eq!(bytes.len(), 152);
    let file = support::open(&bytes);
    assert_eq!(file.heads.file, Some(FileHeader { magic: DVLB, count: 1 }));
    assert_eq!(file.executable_offset(0), Some(0x44));
    let program = ProgramHeader {
        magic: DVLP,
        version: Hex32(0),
        code_offset: 0x28,
        code_words: 2,
        descriptor_offset: 0x30,
        descriptor_count: 1,
        lines_offset: 0x38,
        lines_count: 0,
        file_names_offset: 0,
        file_names_size: 0,
    };
    assert_eq!(file.heads.program, Some(Placed { start: 0x0C, head: program }));
    assert!(!file.heads.short);
    let executable = ExecutableHeader {
        magic: DVLE,
        version: Hex16(0x1002),
        stage: Stage::VERTEX,
        merge: 0,
        main: 0,
        end_main: 2,
        input_mask: Hex16(1),
        output_mask: Hex16(1),
        geometry_mode: GeometryMode::POINT,
        fixed_start: 0,
        full_vertices: 0,
        fixed_vertices: 0,
        constants_offset: 0x40,
        constants_count: 0,
        labels_offset: 0x40,
        labels_count: 0,
        outputs_offset: 0x40,
        outputs_count: 1,
        uniforms_offset: 0x48,
        uniforms_count: 1,
        symbols_offset: 0x50,
        symbols_size: 2,
    };
    assert_eq!(file.heads.executables[0].placed, Placed { start: 0x44, head: executable });
    let Shbin::Binary(binary) = &file.model else { panic!("a binary") };
    assert_eq!(binary.program.code.iter().collect::<Vec<_>>(), [0x4C00_0000, 0x8800_0000]);
    let descriptor = binary.program.descriptors.get(0).expect("one descriptor");
    assert_eq!(descriptor.operands, Operands(0x36F));
    assert_eq!((descriptor.operands.mask(), descriptor.operands.select1()), (0xF, 0x1B));
    assert_eq!(descriptor.second, Hex32(0));
    let tables = &binary.executables[0].tables;
    let output = Output { semantic: Semantic::POSITION, register: 0, mask: Hex16(0xF), unknown: Hex16(0) };
    assert_eq!(tables.outputs.iter().collect::<Vec<_>>(), [output]);
    assert_eq!(output.place(), "o0.xyzw");
    let uniform = Uniform { name: 0, first: Register(0), last: Register(0) };
    assert_eq!(tables.uniforms.iter().collect::<Vec<_>>(), [uniform]);
    assert_eq!(tables.symbols.name(0), Some(&b"a"[..]));
    assert_eq!(tables.symbols.name(2), None);
    assert!(tables.constants.is_empty() && tables.labels.is_empty());
}

#[test]
fn every_byte_has_its_owner() {
    let bytes = bytes();
    let tree = tree::tree(&FORMAT, &bytes);
    let leaves: Vec<(String, u64, u64)> = tree
        .leaves()
        .iter()
        .map(|&leaf| (tree.path(leaf), tree.node(leaf).start, tree.node(leaf).end))
        .collect();
    let expected = [
        ("dvlb", 0, 8),
        ("dvlb.offsets", 8, 0xC),
        ("dvlp", 0xC, 0x34),
        ("code", 0x34, 0x3C),
        ("descriptors", 0x3C, 0x44),
        ("dvle[0]", 0x44, 0x84),
        ("dvle[0].constants", 0x84, 0x84),
        ("dvle[0].labels", 0x84, 0x84),
        ("dvle[0].outputs", 0x84, 0x8C),
        ("dvle[0].uniforms", 0x8C, 0x94),
        ("dvle[0].symbols", 0x94, 0x96),
        ("padding", 0x96, 0x98),
    ];
    assert_eq!(leaves, expected.map(|(path, start, end)| (path.to_owned(), start, end)));
}

#[test]
fn every_offset_and_count_is_linked() {
    let bytes = bytes();
    let tree = tree::tree(&FORMAT, &bytes);
    let mut linked = 0;
    for (id, node) in tree.nodes() {
        let NodeKind::Record(schema) = node.kind else {
            continue;
        };
        for field in schema.fields {
            let refers = field.name.ends_with("_offset")
                || field.name.ends_with("_count")
                || field.name.ends_with("_size")
                || field.name.ends_with("_words")
                || field.name == "count";
            // Absent tables contribute nothing: lines and file names.
            let absent = field.name.starts_with("file_names") || field.name == "lines_count";
            if refers && !absent {
                assert!(tree.link(id, field.offset).is_some(), "{}.{}", tree.path(id), field.name);
                linked += 1;
            }
        }
    }
    assert_eq!(linked, 16);
    let (uniforms, _) =
        tree.nodes().find(|&(id, _)| tree.path(id) == "dvle[0].uniforms").expect("there are uniforms");
    let link = tree.link(uniforms, Uniform::name.offset).expect("names are linked");
    assert!(
        matches!(link.follows, LinkKind::Pointer { base, unit: 1 } if tree.path(base) == "dvle[0].symbols")
    );
    assert_eq!(leaf_fields(&tree, uniforms, &bytes).count(), 3);
    assert_eq!(Uniform::SIZE, 8);
}

#[test]
fn it_is_whole_and_reflects() {
    let bytes = bytes();
    tree::assert_laws(&FORMAT, &support::registry(), &bytes, "example");
    assert_eq!(support::ids(&bytes), Vec::<&str>::new());
    let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("the magic is right");
    assert_eq!(opened.write(WriteLayout::Canonical).as_deref(), Ok(&bytes[..]));
    assert_eq!(opened.write(WriteLayout::Original).as_deref(), Ok(&bytes[..]));
    assert_eq!(opened.summary().producer.as_deref(), Some("picasso 2.5 or later"));
    assert!(opened.repairs().is_empty());
    let interface = opened.interface();
    let entry = &interface.entry_points[0];
    assert_eq!((entry.stage.as_str(), entry.path.as_str()), ("vertex", "dvle[0]"));
    assert_eq!((entry.inputs[0].name.as_str(), entry.inputs[0].location), ("a", Some(0)));
    assert_eq!(entry.inputs[0].register.as_deref(), Some("v0"));
    assert_eq!(entry.outputs[0].register.as_deref(), Some("o0.xyzw"));
    assert_eq!(entry.outputs[0].semantic.as_deref(), Some("position"));
    assert!(interface.blocks.is_empty());
    let pieces = opened.artifacts();
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["code", "descriptors", "vertex0-main", "dvle0-symbol0"]);
    assert_eq!(*pieces[0].bytes, bytes[0x34..0x3C]);
    assert_eq!(*pieces[0].side_table, bytes[0x3C..0x44]);
}
