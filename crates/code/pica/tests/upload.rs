//! Tests register writes for shaders against words derived by hand.

use glassbox_pica::check::{OutputMapping, Stage};
use glassbox_pica::upload::{
    Command, GeometryMode, OutputMap, Register, Shader, UploadError, commands, decode, encode, register_name,
};

const POSITION: OutputMapping = OutputMapping { register: 0, mask: 0xF, semantic: 0 };

fn vertex<'s>() -> Shader<'s> {
    Shader {
        stage: Stage::Vertex,
        // `mov o0, v0` and `end`.
        code: &[0x4C00_0000, 0x8800_0000],
        descriptors: &[0x36F],
        entry: 0,
        bools: 0,
        integers: [0; 4],
        floats: vec![(95, [0x3F_0000, 0xBF_0000, 0x3E_0000, 0x3D_0000])],
        outputs: vec![POSITION],
        merge: false,
        mode: GeometryMode::Point,
    }
}

fn geometry<'s>(mode: GeometryMode) -> Shader<'s> {
    Shader {
        stage: Stage::Geometry,
        entry: 1,
        bools: 0x8001,
        integers: [0x0001_0203, 0, 0, 0],
        floats: Vec::new(),
        mode,
        ..vertex()
    }
}

#[test]
fn a_vertex_shader_in_words() {
    let commands = commands(Some(&vertex()), None, None).expect("it fits");
    let words = encode(&commands);
    #[rustfmt::skip]
    let expected = [
        0x0000_0000, 0x0003_0229,
        0x0000_0000, 0x0003_0253,
        0x0000_0000, 0x0001_0244,
        0x0000_0000, 0x000F_02CB,
        0x4C00_0000, 0x001F_02CC, 0x8800_0000, 0x0000_0000,
        0x0000_0001, 0x000F_02BF,
        0x0000_0000, 0x000F_02D5,
        0x0000_036F, 0x000F_02D6,
        0x7FFF_0000, 0x000F_02BA,
        0x0000_0001, 0x000F_02BD,
        0x0000_0000, 0x000F_024A,
        0x0000_0000, 0x000F_0251,
        0x0000_0000, 0x0001_025E,
        0x0000_0001, 0x807F_004F, 0x0302_0100, 0x1F1F_1F1F, 0x1F1F_1F1F, 0x1F1F_1F1F,
            0x1F1F_1F1F, 0x1F1F_1F1F, 0x1F1F_1F1F, 0x0000_0000,
        0x0000_0000, 0x000F_0064,
        0x0000_0001, 0x000F_006F,
        0x0000_0000, 0x000A_0229,
        0x0000_0000, 0x000F_0252,
        0x0000_0000, 0x000F_0254,
        0xA000_0000, 0x000F_0289,
        0x7FFF_0000, 0x000F_02B0,
        0x0000_0000, 0x803F_02B1, 0x0000_0000, 0x0000_0000, 0x0000_0000, 0x0000_0000,
        0x0000_005F, 0x803F_02C0, 0x003D_0000, 0x0000_3E00, 0x3F00_00BF, 0x0000_0000,
    ];
    assert_eq!(words, expected);
    assert_eq!(decode(&words), (commands, words.len()));
}

/// The value last written to a register.
fn last(commands: &[Command], register: Register, mask: u8) -> Option<u32> {
    let mut of = commands.iter().rev();
    let found = of.find(|command| command.register == register.0 && command.mask == mask)?;
    found.parameters.first().copied()
}

#[test]
fn the_geometry_stage_is_configured_by_its_mode() {
    let two = |mode| {
        let mut vertex = vertex();
        vertex.outputs.push(OutputMapping { register: 2, mask: 0xF, semantic: 9 });
        commands(Some(&vertex), Some(&geometry(mode)), None).expect("it fits")
    };
    let of = |register: Register| register.of(Stage::Geometry);
    let point = two(GeometryMode::Point);
    assert_eq!(last(&point, Register::GEOMETRY_CONFIG, 3), Some(2));
    assert_eq!(last(&point, Register::GEOMETRY_CONFIG, 0xA), Some(0));
    assert_eq!(last(&point, Register::GEOMETRY_MISC0, 0xF), Some(0));
    assert_eq!(last(&point, of(Register::INPUT_BUFFER), 0xF), Some(0x0800_0001));
    assert_eq!(last(&point, of(Register::ENTRY), 0xF), Some(0x7FFF_0001));
    assert_eq!(last(&point, of(Register::BOOLS), 0xF), Some(0x7FFF_8001));
    assert_eq!(last(&point, of(Register::INTEGERS), 0xF), Some(0x0001_0203));
    assert_eq!(last(&point, Register::VERTEX_OUTPUTS1, 0xF), Some(1));
    assert_eq!(last(&point, Register::OUTPUT_MASK.of(Stage::Vertex), 0xF), Some(0b101));
    let variable = two(GeometryMode::Variable { full_vertices: 7 });
    assert_eq!(last(&variable, Register::GEOMETRY_CONFIG, 0xA), Some(0x8000_0000));
    assert_eq!(last(&variable, Register::GEOMETRY_MISC0, 0xF), Some(1));
    assert_eq!(last(&variable, Register::GEOMETRY_MISC1, 0xF), Some(6));
    assert_eq!(last(&variable, of(Register::INPUT_BUFFER), 0xF), Some(0x0800_0101));
    let fixed = two(GeometryMode::Fixed { start: 48, vertices: 4 });
    assert_eq!(last(&fixed, Register::GEOMETRY_MISC0, 0xF), Some(0x0130_1302));
    assert_eq!(last(&fixed, of(Register::INPUT_BUFFER), 0xF), Some(0x0800_0101));
}

#[test]
fn output_maps() {
    let mapping = |register, mask, semantic| OutputMapping { register, mask, semantic };
    // Two texture coordinates in one register, a view vector, and a register consumed only by the geometry
    // stage.
    let map = OutputMap::new(&[
        POSITION,
        mapping(1, 0b0011, 3),
        mapping(1, 0b1100, 5),
        mapping(3, 0b0111, 8),
        mapping(4, 0b1111, 9),
    ]);
    assert_eq!(map.mask, 0b1_1011);
    assert_eq!(map.clock, 1 | 1 << 8 | 1 << 9 | 1 << 24);
    assert!(map.has_texture);
    let words = map.words().expect("there is room");
    assert_eq!(words[..5], [4, 0x0302_0100, 0x0F0E_0D0C, 0x1F14_1312, 0x1F1F_1F1F]);
    // A two-component position has no depth, and its codes go to the components in use.
    let flat = OutputMap::new(&[mapping(0, 0b1010, 0)]);
    assert_eq!((flat.clock, flat.words().expect("the words fit")[1]), (0, 0x011F_001F));
    let color = OutputMap::new(&[mapping(0, 0b1111, 2), POSITION_AT_1]);
    let merged = color.merged(&map);
    assert_eq!(
        merged.words().expect("the words fit")[..5],
        [4, 0x0302_0100, 0x0B0A_0908, 0x0F0E_0D0C, 0x1F14_1312]
    );
    let many: Vec<OutputMapping> = (0..8).map(|register| mapping(register, 0xF, 9)).collect();
    assert_eq!(OutputMap::new(&many).words(), None);
}

const POSITION_AT_1: OutputMapping = OutputMapping { register: 1, ..POSITION };

#[test]
fn capacity_limits_are_enforced() {
    let long = vec![0x8400_0000; 513];
    let refused = |change: &dyn Fn(&mut Shader<'_>)| {
        let mut shader = vertex();
        shader.code = &[0x8800_0000];
        change(&mut shader);
        commands(Some(&shader), None, None).expect_err("it does not fit")
    };
    let mut shader = vertex();
    shader.code = &long;
    assert!(matches!(commands(Some(&shader), None, None), Err(UploadError::Code { words: 513, .. })));
    shader.code = &long[..512];
    let fits = commands(Some(&shader), None, None).expect("it fits");
    let chunks: Vec<usize> = fits
        .iter()
        .filter(|command| command.register == 0x2CC)
        .map(|command| command.parameters.len())
        .collect();
    assert_eq!(chunks, [128; 4]);
    assert!(matches!(refused(&|shader| shader.entry = 1), UploadError::Entry { entry: 1, .. }));
    assert!(matches!(refused(&|shader| shader.floats[0].0 = 96), UploadError::Float { register: 96 }));
    assert!(matches!(
        refused(&|shader| shader.descriptors = &[0; 129]),
        UploadError::Descriptors { count: 129, .. }
    ));
    let pair = commands(Some(&vertex()), Some(&geometry(GeometryMode::Point)), Some(17));
    assert_eq!(pair, Err(UploadError::Stride { stride: 17 }));
}

#[test]
fn command_lists_are_decoded_and_printed() {
    let words =
        [0, 0x0003_0229, 0x4C00_0000, 0x001F_02CC, 0x8800_0000, 0, 1, 0x802F_011C, 2, 3, 9, 0x0FFF_0001];
    let (commands, read) = decode(&words);
    assert_eq!(read, 10, "the last one is cut off");
    let text: Vec<String> = commands.iter().map(Command::to_string).collect();
    assert_eq!(
        text,
        [
            "229 mask 3 geometry stage: 00000000",
            "2CC vertex code: 4C000000 88000000",
            "11C+: 00000001 00000002 00000003",
        ]
    );
    assert_eq!(encode(&commands), words[..10]);
    assert_eq!(register_name(0x290).as_deref(), Some("geometry float uniform"));
    // More values than a header can count are split into several commands.
    let long = Command { register: 0x290, mask: 0xF, is_consecutive: true, parameters: vec![7; 0x101] };
    let words = encode(&[long]);
    assert_eq!((words[1], words[0x103]), (0x8FFF_0290, 0x800F_0390));
}
