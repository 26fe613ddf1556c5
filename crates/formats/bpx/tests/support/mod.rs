//! Base packages and helpers shared by the tests.

#![allow(dead_code)]

use std::borrow::Cow;
use std::path::PathBuf;

use glassbox_bpx::extended::{
    Constant, ExtendedData, Member, MemberType, Output, Pipeline, Plain, Structure, Texture, VectorType,
};
use glassbox_bpx::kinds::{BaseType, CullingMode, RenderMode, TextureType};
use glassbox_bpx::pack::{Pack, PackSymbol, Shader};
use glassbox_bpx::package::{Layout, Package, PackageSection};
use glassbox_bpx::raw::{
    ContainerType, PackType, SectionFlags, SectionType, Stage, SymbolFlags, SymbolType, Target,
};
use glassbox_bpx::sd::names::hash;
use glassbox_bpx::sd::{Object, Value};
use glassbox_bpx::write::write;
use glassbox_core::format::WriteError;
use glassbox_core::language::Registry;

/// Languages required by the containers' text form.
pub(crate) const REGISTRY: Registry = Registry {
    languages: &[],
    digests: &[&glassbox_bpx::checksum::DIGESTS],
    codecs: glassbox_compress::codec::ALL,
    views: &[],
};

/// Folder next to the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

pub(crate) fn vector(size: u8) -> Plain {
    Plain::Vector(VectorType { item: BaseType::FLOAT, size })
}

pub(crate) fn member(name: &'static str, offset: u32, ty: MemberType) -> Member<'static> {
    Member { name: Cow::Borrowed(name.as_bytes()), offset, ty }
}

pub(crate) fn symbol(
    name: &'static str,
    symbol_type: SymbolType,
    flags: u16,
    register: Option<u8>,
    data: Option<ExtendedData<'static>>,
) -> PackSymbol<'static> {
    PackSymbol {
        name: Cow::Borrowed(name.as_bytes()),
        symbol_type,
        flags: SymbolFlags(flags),
        register,
        data: data.map(|data| data.to_object()),
    }
}

const VERTEX: u16 = SymbolFlags::VERTEX.0;
const PIXEL: u16 = SymbolFlags::PIXEL.0;
const INTERNAL: u16 = SymbolFlags::INTERNAL.0;
const EXTERNAL: u16 = SymbolFlags::EXTERNAL.0;

pub(crate) fn light() -> ExtendedData<'static> {
    ExtendedData::Structure(Structure {
        size: 32,
        props: vec![
            member("position", 0, MemberType::Plain(vector(4))),
            member("color", 16, MemberType::Plain(vector(4))),
        ],
    })
}

pub(crate) fn camera(light: u16) -> ExtendedData<'static> {
    let matrix = Plain::Matrix(VectorType { item: BaseType::FLOAT, size: 4 });
    let float = Plain::Scalar(BaseType::FLOAT);
    ExtendedData::Structure(Structure {
        size: 144,
        props: vec![
            member("view", 0, MemberType::Plain(matrix)),
            member("eye", 64, MemberType::Plain(vector(3))),
            member("exposure", 76, MemberType::Plain(float)),
            member("light", 80, MemberType::StructRef(light)),
            member("planes", 112, MemberType::Array(2, vector(4))),
        ],
    })
}

fn tint() -> ExtendedData<'static> {
    ExtendedData::Constant(Constant { ty: vector(4), offset: 0, size: 16 })
}

fn shader(stage: Stage, code: &'static str) -> Shader<'static> {
    Shader { stage, code: Cow::Borrowed(code.as_bytes()) }
}

/// A program with a symbol of each type.
pub(crate) fn program() -> Pack<'static> {
    let texture = ExtendedData::Texture(Texture { ty: TextureType::T2D, value: vector(4) });
    let format = ExtendedData::Structure(Structure {
        size: 20,
        props: vec![
            member("position", 0, MemberType::Plain(vector(3))),
            member("uv", 12, MemberType::Plain(vector(2))),
        ],
    });
    let pipeline = ExtendedData::Pipeline(Pipeline {
        depth_enable: true,
        depth_write_enable: true,
        scissor_enable: false,
        render_mode: RenderMode::TRIANGLES,
        culling_mode: CullingMode::BACK_FACE,
    });
    let output = ExtendedData::Output(Output { ty: vector(4), blendfunc: None });
    Pack {
        target: Target::GL40,
        symbols: vec![
            symbol("albedo", SymbolType::TEXTURE, INTERNAL | PIXEL, Some(0), Some(texture)),
            symbol("linear", SymbolType::SAMPLER, INTERNAL | PIXEL, Some(0), None),
            symbol("Light", SymbolType::CONSTANT_BUFFER, EXTERNAL, None, Some(light())),
            symbol("Camera", SymbolType::CONSTANT_BUFFER, EXTERNAL | VERTEX, Some(1), Some(camera(2))),
            symbol("Mesh", SymbolType::VERTEX_FORMAT, INTERNAL | VERTEX, None, Some(format)),
            symbol("opaque", SymbolType::PIPELINE, INTERNAL, None, Some(pipeline)),
            symbol("color", SymbolType::OUTPUT, INTERNAL | PIXEL, Some(0), Some(output)),
            symbol("tint", SymbolType::CONSTANT, EXTERNAL | PIXEL, None, Some(tint())),
        ],
        shaders: vec![
            shader(Stage::VERTEX, "#version 400 core\nvoid main() { gl_Position = vec4(0.0); }\n"),
            shader(Stage::PIXEL, "#version 400 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"),
        ],
        ..Pack::default()
    }
}

/// An assembly with everything the program needs, and a parent.
pub(crate) fn assembly() -> Pack<'static> {
    Pack {
        assembly: hash("child"),
        target: Target::ANY,
        pack_type: PackType::ASSEMBLY,
        symbols: vec![
            symbol("tint", SymbolType::CONSTANT, INTERNAL, None, Some(tint())),
            symbol("Camera", SymbolType::CONSTANT_BUFFER, INTERNAL, Some(1), Some(camera(2))),
            symbol("Light", SymbolType::CONSTANT_BUFFER, INTERNAL, None, Some(light())),
        ],
        parent: Some(hash("main")),
        ..Pack::default()
    }
}

/// The program with every section compressed.
pub(crate) fn packed() -> Result<Vec<u8>, WriteError> {
    let pack = program();
    let mut package = pack.package()?;
    for section in &mut package.sections {
        section.flags.0 |= SectionFlags::XZ.0;
    }
    write(&package, &Layout::canonical())
}

/// A program with one constant whose object lists its names.
pub(crate) fn debug() -> Pack<'static> {
    let mut pack = program();
    pack.symbols.truncate(0);
    let mut constant = symbol("tint", SymbolType::CONSTANT, INTERNAL | PIXEL, None, Some(tint()));
    constant.data = constant.data.map(|data| data.with_debug_names(&["ty", "offset", "size"]));
    pack.symbols.push(constant);
    pack
}

/// A container of another type, with one object.
pub(crate) fn texture() -> Result<Vec<u8>, WriteError> {
    let mut object = Vec::new();
    Object::default()
        .with("name", Value::text("stone"))
        .with("size", Value::Array(vec![Value::U16(64), Value::U16(64)]))
        .encode(&mut object)?;
    let section = |ty: u8, flags, content: Vec<u8>| PackageSection::new(SectionType(ty), flags, content);
    let package = Package {
        container_type: ContainerType::TEXTURE,
        version: 1,
        type_ext: *b"any sixteen byte",
        sections: vec![
            section(0xfe, SectionFlags::WEAK, object),
            section(0xff, SectionFlags::WEAK, b"stone\0".to_vec()),
            section(0x07, SectionFlags::CRC, vec![1, 2, 3, 4]),
        ],
    };
    write(&package, &Layout::canonical())
}

/// The base files of the rule cases.
pub(crate) fn bases() -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    Ok(vec![
        ("program", program().write()?),
        ("assembly", assembly().write()?),
        ("packed", packed()?),
        ("debug", debug().write()?),
        ("texture", texture()?),
    ])
}
