//! Builds test containers with the library's own writers.
#![allow(dead_code)]

pub(crate) mod edits;
pub(crate) mod parts;

use std::borrow::Cow;

use glassbox_core::language::{Digest, Registry};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::program::{DxilVersion, ProgramVersion};
use glassbox_dxcontainer::part::version::{CompilerFlags, CompilerVersion};
use glassbox_dxcontainer::part::{debug_name, hash, program, version};
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxcontainer::symbols::{Packing, SymbolTable};
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};
use glassbox_dxcontainer::{FORMAT, digest, read};
use glassbox_dxil::Linkage;
use glassbox_dxil::write::Outline;

static DIGESTS: &[&[&dyn glassbox_core::language::Digest]] = &[digest::DIGESTS];

/// Formats that the text form of these files needs.
pub(crate) fn registry() -> Registry {
    static DIGESTS: &[&[&dyn Digest]] = &[digest::DIGESTS];
    Registry { languages: &[], digests: DIGESTS, codecs: glassbox_compress::codec::ALL, views: &[] }
}

/// Opens bytes known to be a container.
pub(crate) fn open(bytes: &[u8]) -> Container<'_> {
    read::open(Window::whole(bytes), &Limits::default()).expect("the magic is right")
}

/// Rule ids of all findings, in file order.
pub(crate) fn ids(bytes: &[u8]) -> Vec<&'static str> {
    glassbox_testing::tree::rule_ids(&FORMAT, bytes)
}

/// Part codes, in offset-table order.
pub(crate) fn codes(bytes: &[u8]) -> Vec<String> {
    open(bytes).parts().iter().map(|part| part.code.to_string()).collect()
}

/// Builds a signed container.
pub(crate) fn container(parts: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let draft = Draft {
        parts: parts
            .iter()
            .map(|(code, data)| DraftPart { code: **code, data: Cow::Borrowed(data) })
            .collect(),
        ..Draft::default()
    };
    contiguous(&draft, Signing::Retail).expect("it is small")
}

/// Data of a program part for DXIL 1.`minor` and shader model 6.`minor`.
pub(crate) fn dxil(kind: ShaderKind, minor: u32, bitcode: &[u8]) -> Vec<u8> {
    let version = ProgramVersion::new(kind, Version::new(6, minor));
    program::encode(version, DxilVersion(0x100 | minor), bitcode).expect("it is small")
}

/// Converts words to bytes.
pub(crate) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Data of an empty signature.
pub(crate) fn no_elements() -> Vec<u8> {
    words(&[0, 8])
}

/// Data of `PSV0`, version 0, for a vertex shader that outputs a position.
pub(crate) fn validation() -> Vec<u8> {
    words(&[24, 1, 0, 0, 0, 0, u32::MAX, 0])
}

/// Bitcode of the vertex shader.
pub(crate) fn vertex_bitcode() -> Vec<u8> {
    Outline::new("vs", 6, 0).entry().define(b"main", Linkage::EXTERNAL).bitcode()
}

/// Vertex shader with all small parts.
pub(crate) fn shader() -> Vec<u8> {
    let bitcode = vertex_bitcode();
    container(&[
        (b"SFI0", vec![0; 8]),
        (b"ISG1", no_elements()),
        (b"OSG1", no_elements()),
        (b"PSV0", validation()),
        (b"ILDN", debug_name::encode(b"vertex.pdb").expect("it is short")),
        (b"HASH", hash::encode(&bitcode)),
        (b"DXIL", dxil(ShaderKind::VERTEX, 0, &bitcode)),
        (b"PRIV", b"private".to_vec()),
    ])
}

/// Exports of the library: long names, names of 7, 8 and 9 bytes, and one that is the suffix of another.
pub(crate) const EXPORTS: [&[u8]; 6] =
    [b"\x01?Shade@@YAMM@Z", b"Cs12345", b"Cs123456", b"Cs1234567", b"FooBarFooBar", b"BarFooBar"];

/// Bitcode of the library.
pub(crate) fn library_bitcode() -> Vec<u8> {
    let outline = Outline::new("lib", 6, 3).validator(Some((1, 2)));
    let outline = EXPORTS.iter().fold(outline, |outline, name| outline.define(name, Linkage::EXTERNAL));
    outline.define(b"\x01?Helper@@YAMM@Z", Linkage::INTERNAL).declare(b"\x01?Noise@@YAMM@Z").bitcode()
}

/// Library with symbol tables.
pub(crate) fn library() -> Vec<u8> {
    let compiler =
        CompilerVersion { major: 1, minor: 8, flags: CompilerFlags(0), commits: 42, string_bytes: 0 };
    let tables = SymbolTable::from_names(EXPORTS, 2).encode(Packing::Suffixes).expect("the names are fit");
    container(&[
        (b"SFI0", vec![0; 8]),
        (b"VERS", version::encode(compiler, b"21d28f72", b"1.8.1").expect("the strings are fit")),
        (b"DXIL", dxil(ShaderKind::LIBRARY, 3, &library_bitcode())),
        (b"SYM0", tables.symbols),
        (b"STR0", tables.strings.expect("some names are long")),
    ])
}

/// Token stream of a compute shader: flags, thread group, an addition, constants, end.
pub(crate) fn tokens() -> Vec<u8> {
    words(&[
        0x0005_0040,
        17,
        0x0100_086A,
        0x0400_009B,
        8,
        4,
        1,
        0x0000_1835,
        6,
        1,
        2,
        3,
        4,
        // break_nz would take an operand; `nop` and `ret` take none.
        0x0100_003A,
        0x0100_003A,
        0x0100_003A,
        0x0100_003E,
    ])
}

/// Compute shader of shader model 4.
pub(crate) fn compute() -> Vec<u8> {
    container(&[(b"ISGN", no_elements()), (b"OSGN", no_elements()), (b"SHEX", tokens())])
}

/// Legacy compiler library with two functions.
pub(crate) fn legacy() -> Vec<u8> {
    let function = container(&[(b"SHEX", words(&[0xFFF0_0040, 3, 0x0100_003E]))]);
    let head = [words(&[1, 36, 0, 2, 20, 0, 44, 0, 50]), b"creator\0first\0second\0".to_vec()];
    container(&[(b"LIBF", function.clone()), (b"LIBF", function), (b"LIBH", head.concat())])
}

/// Base files of the rule cases.
pub(crate) fn bases() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("shader", shader()),
        ("library", library()),
        ("compute", compute()),
        ("legacy", legacy()),
        ("pixel", parts::pixel()),
        ("runtime", parts::runtime_library()),
        ("defined", parts::defined()),
        ("debug", parts::debug_file()),
    ]
}
