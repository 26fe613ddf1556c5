//! Checks the public description's tables row by row: field offsets and value names.
//! `docs/conformance/vbc.md` refers to these tests.

use std::borrow::Cow;

use crate::support;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::layout::{assert_fields, assert_names};
use glassbox_vbc::program::{Layout, Program};
use glassbox_vbc::raw::{
    BaseType, Binding, BufferBinding, DEFAULT_TABLES, Header, InterfaceRecord, Rank, ShaderType, StageMask,
    SubpassInput, TexelBinding, TexelType,
};
use glassbox_vbc::read::{File, Released, open};
use glassbox_vbc::stage::STAGES;
use glassbox_vbc::write::write;

fn bytes(program: &Program<'_>) -> Vec<u8> {
    write(program, &Layout::default()).expect("the program can be written")
}

fn released(bytes: &[u8]) -> Box<Released<'_>> {
    match open(Window::whole(bytes), &Limits::default()).expect("it is VBC").0 {
        File::Released(file) => file,
        other => panic!("found {other:?}"),
    }
}

#[test]
fn fields_of_the_header() {
    assert_fields::<Header>(&[
        (0, 3, "magic"),
        (3, 1, "version"),
        (4, 1, "shader_type"),
        (5, 2, "vertex_length"),
        (7, 2, "tess_control_length"),
        (9, 2, "tess_evaluation_length"),
        (11, 2, "geometry_length"),
        (13, 2, "fragment_length"),
        (15, 2, "sampler_table"),
        (17, 2, "image_table"),
        (19, 2, "buffer_table"),
        (21, 2, "ro_texel_table"),
        (23, 2, "rw_texel_table"),
    ]);
    assert_names(ShaderType::NAMES, &[(1, "graphics")]);
}

#[test]
fn the_stages_stand_in_the_order_of_the_pipeline() {
    let names: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
    assert_eq!(names.len(), 5);
    let offsets: Vec<usize> = STAGES.iter().map(|stage| stage.length.offset).collect();
    assert_eq!(offsets, [5, 7, 9, 11, 13], "{names:?}");
    assert_names(
        StageMask::NAMES,
        &[(1, "vertex"), (2, "tess_control"), (4, "tess_evaluation"), (8, "geometry"), (16, "fragment")],
    );
    // One module per stage, each of a different length; they must be found in stage order.
    let plain = support::plain();
    let vertex = plain.modules[0].as_ref().expect("a vertex module");
    let module = |words: usize| {
        let mut longer = vertex.to_vec();
        // No-op instructions.
        longer.extend([0, 0, 1, 0].repeat(words));
        Some(Cow::Owned(longer))
    };
    let program = Program { modules: [module(1), module(2), module(3), module(4), module(5)], ..plain };
    let written = bytes(&program);
    let file = released(&written);
    let mut at = written.len() as u64;
    for (stage, words) in [5, 4, 3, 2, 1].into_iter().enumerate() {
        at -= (vertex.len() + 4 * words) as u64;
        assert_eq!(file.places.code[4 - stage], at);
    }
    assert_eq!(file.program.modules, program.modules);
    let stored: Vec<u16> =
        (0..5).map(|stage| u16::from_le_bytes([written[5 + 2 * stage], written[6 + 2 * stage]])).collect();
    let words = |extra| (vertex.len() / 4 + extra) as u16;
    assert_eq!(stored, [words(1), words(2), words(3), words(4), words(5)]);
}

#[test]
fn table_sizes_have_their_places_and_defaults() {
    assert_eq!(DEFAULT_TABLES, [8192, 128, 512, 128, 128]);
    let tables =
        [BaseType::SAMPLER, BaseType::IMAGE, BaseType::RO_BUFFER, BaseType::RO_TEXELS, BaseType::RW_TEXELS]
            .map(BaseType::table);
    assert_eq!(tables, [0, 1, 2, 3, 4].map(Some));
    assert_eq!(BaseType::RW_BUFFER.table(), Some(2));
    let program = Program { tables: [1, 2, 3, 4, 5], ..support::plain() };
    let written = bytes(&program);
    assert_eq!(written[15..25], [1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
    assert_eq!(released(&written).program.tables, [1, 2, 3, 4, 5]);
}

#[test]
fn fields_of_inputs_and_outputs() {
    assert_fields::<InterfaceRecord>(&[
        (0, 1, "location"),
        (1, 1, "base_type"),
        (2, 1, "rows"),
        (3, 1, "columns"),
        (4, 1, "array_size"),
        (5, 3, "padding"),
    ]);
}

#[test]
fn fields_of_bindings() {
    let common = [(0, 1, "slot"), (1, 1, "base_type"), (2, 2, "stages")];
    let with = |rest: &[(usize, usize, &'static str)]| [&common[..], rest].concat();
    assert_fields::<Binding>(&with(&[(4, 4, "detail")]));
    assert_fields::<BufferBinding>(&with(&[(4, 2, "element_size"), (6, 2, "padding")]));
    assert_fields::<TexelBinding>(&with(&[
        (4, 1, "rank"),
        (5, 1, "texel_type"),
        (6, 1, "component_size"),
        (7, 1, "components"),
    ]));
}

#[test]
fn the_kind_of_a_binding_follows_from_its_base_type() {
    let buffers: Vec<u8> = (0..=20).filter(|&value| BaseType(value).is_buffer()).collect();
    let texels: Vec<u8> = (0..=20).filter(|&value| BaseType(value).is_texel()).collect();
    assert_eq!(buffers, [7, 8]);
    assert_eq!(texels, [5, 6, 9, 10]);
}

#[test]
fn base_types_ranks_and_texel_types() {
    assert_names(
        BaseType::NAMES,
        &[
            (0, "void"),
            (1, "boolean"),
            (2, "signed"),
            (3, "unsigned"),
            (4, "float"),
            (5, "sampler"),
            (6, "image"),
            (7, "ro-buffer"),
            (8, "rw-buffer"),
            (9, "ro-texels"),
            (10, "rw-texels"),
            (11, "subpass-input"),
            (12, "uniform"),
            (13, "struct"),
        ],
    );
    assert_names(
        Rank::NAMES,
        &[(0, "1D"), (1, "2D"), (2, "3D"), (3, "1D-array"), (4, "2D-array"), (5, "cube"), (6, "buffer")],
    );
    assert_names(
        TexelType::NAMES,
        &[(0, "signed"), (1, "unsigned"), (2, "float"), (3, "unorm"), (4, "snorm")],
    );
}

#[test]
fn fields_of_the_uniform_and_its_members() {
    let program = support::rich();
    let written = bytes(&program);
    let file = released(&written);
    let at = file.places.uniform as usize;
    let members = file.places.members as usize;
    assert_eq!(members, at + 8);
    // Size 80, stages, two members.
    assert_eq!(written[at..members], [80, 0, 1, 0, 2, 0, 0, 0]);
    // Length and name, then offset, base type, two dimensions, array size.
    assert_eq!(written[members..members + 10], *b"\x03mvp\x00\x00\x04\x04\x04\x01");
    let second = members + 10;
    assert_eq!(written[second..second + 11], *b"\x04tint\x40\x00\x04\x04\x01\x01");
    assert_eq!(file.places.subpass_count as usize, second + 11);
}

#[test]
fn a_program_without_a_uniform_has_a_lone_zero() {
    let written = bytes(&support::plain());
    let file = released(&written);
    assert_eq!(file.program.uniform, None);
    let at = file.places.uniform as usize;
    assert_eq!(written[at..at + 2], [0, 0]);
    assert_eq!(file.places.subpass_count as usize, at + 2);
}

#[test]
fn fields_of_a_subpass_input() {
    assert_fields::<SubpassInput>(&[(0, 1, "texel_type"), (1, 1, "components"), (2, 2, "padding")]);
}
