//! Builds test models with the library's constructors.
#![allow(dead_code)]

use std::borrow::Cow;

use glassbox_core::language::{Language, Registry};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::{Records, Values};
use glassbox_shbin::file::{File, Part, Table};
use glassbox_shbin::model::{Binary, Executable, Object, Program, References, Shbin, Symbols, Tables};
use glassbox_shbin::raw::{
    Constant, Descriptor, Export, GeometryMode, Hex16, Hex32, Import, Label, NO_SIZE, OperandRecord, Output,
    Semantic, SourceLine, Stage, Uniform,
};
use glassbox_shbin::read::read;
use glassbox_shbin::register::Register;
use glassbox_shbin::write::{Layout, Piece, write};

/// Languages required by the text form of these files.
pub(crate) fn registry() -> Registry {
    static LANGUAGES: [&dyn Language; 1] = [&glassbox_pica::language::LANGUAGE];
    Registry { languages: &LANGUAGES, digests: &[], codecs: &[], views: &[] }
}

/// Reads bytes known to be of the format.
pub(crate) fn open(bytes: &[u8]) -> File<'_> {
    read(Window::whole(bytes), &Limits::default()).expect("the magic is right")
}

/// Ids of all findings, in the order of the checks.
pub(crate) fn ids(bytes: &[u8]) -> Vec<&'static str> {
    glassbox_testing::tree::rule_ids(&glassbox_shbin::FORMAT, bytes)
}

/// Assembles code words.
pub(crate) fn code(source: &str) -> Values<'static, u32> {
    let bytes = glassbox_pica::assembly::assemble(source).into_result().expect("the source assembles");
    Values::<u32>::new(&bytes, 0).into_owned()
}

pub(crate) fn output(semantic: Semantic, register: u16, mask: u16) -> Output {
    Output { semantic, register, mask: Hex16(mask), unknown: Hex16(0) }
}

pub(crate) fn uniform(symbols: &mut Symbols<'_>, name: &str, first: u16, last: u16) -> Uniform {
    Uniform { name: symbols.add(name), first: Register(first), last: Register(last) }
}

pub(crate) fn label(symbols: &mut Symbols<'_>, id: u16, name: &str, position: u32, size: u32) -> Label {
    Label { id, unknown: 1, position, size, name: symbols.add(name) }
}

/// A vertex executable with an entry in each table.
fn vertex_executable() -> Executable<'static> {
    let mut symbols = Symbols::default();
    let labels = [label(&mut symbols, 0, "main", 0, 6), label(&mut symbols, 1, "endmain", 6, NO_SIZE)];
    let uniforms = [
        uniform(&mut symbols, "aPos", 0x00, 0x00),
        uniform(&mut symbols, "uProj", 0x10, 0x13),
        uniform(&mut symbols, "count", 0x71, 0x71),
    ];
    Executable {
        version: 0x1002,
        end_main: 6,
        input_mask: 0x0001,
        output_mask: 0x0003,
        tables: Tables {
            constants: Records::from_iter([
                Constant::float(95, [0x3F_0000, 0xBF_0000, 0, 0x3E_0000]),
                Constant::float(94, [0x40_0000; 4]),
                Constant::bool(3, true),
                Constant::int(0, [3, 0, 1, 0]),
            ]),
            labels: Records::from_iter(labels),
            outputs: Records::from_iter([output(Semantic::POSITION, 0, 15), output(Semantic::COLOR, 1, 15)]),
            uniforms: Records::from_iter(uniforms),
            symbols,
        },
        ..Executable::default()
    }
}

/// One vertex executable.
pub(crate) fn vertex() -> Shbin<'static> {
    Shbin::Binary(Binary {
        program: Program {
            code: code("mov o0, v0, d0\nmov o1, c4, d0\nnop\nnop\nnop\nend\n"),
            descriptors: Records::from_iter([Descriptor::new(0x36F), Descriptor::new(0x6_C36F)]),
            file_names: Cow::Borrowed(b"base.vsh\0"),
            ..Program::default()
        },
        executables: vec![vertex_executable()],
        missing: Vec::new(),
    })
}

/// A vertex and a geometry executable.
pub(crate) fn pair() -> Shbin<'static> {
    let mut vertex = vertex_executable();
    vertex.tables.labels = Records::default();
    vertex.tables.outputs =
        Records::from_iter([output(Semantic::POSITION, 0, 15), output(Semantic::GENERIC, 1, 15)]);
    let source = "mov o0, v0, d0\nmov o1, c4, d0\nnop\nnop\nnop\nend\n\
        setemit 0\nmov o0, v0, d0\nemit\nsetemit 1\nmov o0, v1, d0\nemit\nsetemit 2, prim\nmov o0, v2, d0\nemit\nend\n";
    let mut geometry = Executable {
        version: 0x1002,
        stage: Stage::GEOMETRY,
        main: 6,
        end_main: 16,
        output_mask: 1,
        tables: Tables {
            outputs: Records::from_iter([output(Semantic::POSITION, 0, 15)]),
            ..Tables::default()
        },
        ..Executable::default()
    };
    geometry.geometry.mode = GeometryMode::POINT;
    Shbin::Binary(Binary {
        program: Program {
            code: code(source),
            descriptors: Records::from_iter([Descriptor::new(0x36F)]),
            ..Program::default()
        },
        executables: vec![vertex, geometry],
        missing: Vec::new(),
    })
}

/// The vertex file in nihstro's layout: short header, executable before the code.
pub(crate) fn short() -> Vec<u8> {
    let Shbin::Binary(mut binary) = vertex() else { unreachable!("a binary") };
    binary.program.file_names = Cow::Borrowed(&[]);
    binary.executables[0].version = 0;
    let parts = [
        Part::Head,
        Part::Offsets,
        Part::Program,
        Part::Executable(0),
        Part::Code,
        Part::Descriptors,
        Part::Table(0, Table::Outputs),
        Part::Table(0, Table::Constants),
        Part::Table(0, Table::Uniforms),
        Part::Table(0, Table::Labels),
        Part::Table(0, Table::Symbols),
    ];
    let layout = Layout {
        is_of_file: true,
        pieces: parts.map(Piece::Part).to_vec(),
        short_header: true,
        ..Layout::default()
    };
    write(&Shbin::Binary(binary), &layout).expect("it fits")
}

/// An unlinked object.
pub(crate) fn object() -> Shbin<'static> {
    let mut symbols = Symbols::default();
    let uniforms = [uniform(&mut symbols, "aPos", 0, 0), uniform(&mut symbols, "aColor", 1, 1)];
    let labels = [label(&mut symbols, 0, "main", 0, 3)];
    let file = symbols.add("object.vsh");
    let lines = [4, 5, 6].map(|line| SourceLine { file, line });
    let operands =
        [0, 1].map(|instruction| OperandRecord { instruction, unknown4: Hex32(0), unknown8: Hex32(0) });
    Shbin::Object(Object {
        version: 0x0302,
        input_mask: 3,
        output_mask: 3,
        geometry: u32::MAX,
        code: code("mov o0, v0, d0\nmov o1, v1, d0\nend\n"),
        descriptors: Records::from_iter([Descriptor::new(0x36F)]),
        lines: Records::from_iter(lines),
        operands: Records::from_iter(operands),
        tables: Tables {
            constants: Records::from_iter([Constant::float(95, [0x3F_0000, 0, 0, 0])]),
            labels: Records::from_iter(labels),
            outputs: Records::from_iter([output(Semantic::POSITION, 0, 15), output(Semantic::COLOR, 1, 15)]),
            uniforms: Records::from_iter(uniforms),
            symbols,
        },
        ..Object::default()
    })
}

/// An unlinked object with references: two procedures, one of which calls a third in another object.
pub(crate) fn linkable() -> Shbin<'static> {
    let Shbin::Object(mut object) = object() else { unreachable!("an object") };
    object.version = 0x1002;
    object.code = code("mov o0, v0, d0\ncall 0, 0\nend\nmov o1, v1, d0\nnop\n");
    object.operands = Records::default();
    let symbols = &mut object.tables.symbols;
    let (main, file) = (symbols.add("main"), symbols.add("object.vsh"));
    object.lines = Records::from_iter([4, 5, 6, 9, 10].map(|line| SourceLine { file, line }));
    let exports =
        [Export { name: main, start: 0, size: 3 }, Export { name: symbols.add("color"), start: 3, size: 2 }];
    let imports = [Import { word: 1, name: symbols.add("light") }];
    object.references = Some(Box::new(References {
        flags: 0,
        entry_name: main,
        entry_start: 0,
        entry_size: 3,
        exports: Records::from_iter(exports),
        imports: Records::from_iter(imports),
        ..References::default()
    }));
    Shbin::Object(object)
}

/// Canonical bytes of a model.
pub(crate) fn bytes(model: &Shbin<'_>) -> Vec<u8> {
    write(model, &Layout::canonical()).expect("the model can be written")
}

/// Every base by name.
pub(crate) fn bases() -> [(&'static str, Vec<u8>); 5] {
    [
        ("vertex", bytes(&vertex())),
        ("pair", bytes(&pair())),
        ("short", short()),
        ("object", bytes(&object())),
        ("linkable", bytes(&linkable())),
    ]
}
