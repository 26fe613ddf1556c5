//! Builds test programs by hand, with modules assembled from `shaders/`.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::borrow::Cow;
use std::path::PathBuf;

use glassbox_core::language::Registry;
use glassbox_vbc::program::{Member, Program, Uniform};
use glassbox_vbc::raw::{BaseType, Binding, InterfaceRecord, Rank, StageMask, SubpassInput, TexelType};

pub static REGISTRY: Registry =
    Registry { languages: &[&glassbox_spirv::LANGUAGE], digests: &[], codecs: &[], views: &[] };

pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

pub fn shader(name: &str) -> Vec<u8> {
    let path = folder("shaders").join(format!("{name}.spvasm"));
    let text = std::fs::read_to_string(&path).expect("the shader is readable");
    glassbox_spirv::assemble(&text).unwrap_or_else(|errors| panic!("{}: {}", path.display(), errors[0]))
}

/// Modules of a vertex and a fragment shader.
pub fn modules(name: &str) -> [Option<Cow<'static, [u8]>>; 5] {
    let vertex = Cow::Owned(shader(&format!("{name}.vert")));
    let fragment = Cow::Owned(shader(&format!("{name}.frag")));
    [Some(vertex), None, None, None, Some(fragment)]
}

/// One attribute in, one attachment out.
pub fn plain() -> Program<'static> {
    Program {
        inputs: [InterfaceRecord::new(0, BaseType::FLOAT, 3, 1, 1)].into_iter().collect(),
        outputs: [InterfaceRecord::new(0, BaseType::FLOAT, 4, 1, 1)].into_iter().collect(),
        modules: modules("plain"),
        ..Program::default()
    }
}

pub fn member(name: &str, offset: u16, base: BaseType, rows: u8, columns: u8, array: u8) -> Member<'static> {
    Member {
        name: Cow::Owned(name.as_bytes().to_vec()),
        offset,
        base_type: base,
        rows,
        columns,
        array_size: array,
    }
}

/// One of every kind of item, all used by the code.
pub fn rich() -> Program<'static> {
    let fragment = StageMask::FRAGMENT;
    let float4 = (TexelType::FLOAT, 4, 4);
    let bindings = [
        Binding::texel(0, BaseType::SAMPLER, fragment, Rank::D2, float4),
        Binding::texel(1, BaseType::IMAGE, fragment, Rank::D2, (TexelType::UNORM, 1, 4)),
        Binding::buffer(3, BaseType::RO_BUFFER, fragment, 32),
    ];
    let spi = SubpassInput { texel_type: TexelType::FLOAT, components: 4, padding: [0; 2] };
    Program {
        inputs: [
            InterfaceRecord::new(0, BaseType::FLOAT, 3, 1, 1),
            InterfaceRecord::new(1, BaseType::FLOAT, 1, 1, 1),
        ]
        .into_iter()
        .collect(),
        outputs: [
            InterfaceRecord::new(0, BaseType::FLOAT, 4, 1, 1),
            InterfaceRecord::new(1, BaseType::UNSIGNED, 1, 1, 1),
        ]
        .into_iter()
        .collect(),
        bindings: bindings.into_iter().collect(),
        uniform: Some(Uniform {
            size: 80,
            stages: StageMask::VERTEX,
            members: vec![
                member("mvp", 0, BaseType::FLOAT, 4, 4, 1),
                member("tint", 64, BaseType::FLOAT, 4, 1, 1),
            ],
        }),
        subpass_inputs: [spi].into_iter().collect(),
        modules: modules("rich"),
        ..Program::default()
    }
}

/// Declarations of every kind, unused by the code, so that their fields can be changed freely.
pub fn declared() -> Program<'static> {
    let none = StageMask::default();
    let float4 = (TexelType::FLOAT, 4, 4);
    let bindings = [
        Binding::texel(2, BaseType::SAMPLER, none, Rank::CUBE, float4),
        Binding::texel(4, BaseType::IMAGE, none, Rank::D3, (TexelType::SNORM, 2, 2)),
        Binding::buffer(6, BaseType::RW_BUFFER, none, 64),
        Binding::texel(7, BaseType::RO_TEXELS, none, Rank::BUFFER, float4),
        Binding::texel(9, BaseType::RW_TEXELS, none, Rank::BUFFER, (TexelType::UNSIGNED, 4, 1)),
    ];
    Program {
        inputs: [
            InterfaceRecord::new(0, BaseType::FLOAT, 3, 1, 1),
            InterfaceRecord::new(2, BaseType::FLOAT, 4, 4, 1),
            InterfaceRecord::new(8, BaseType::SIGNED, 2, 1, 3),
        ]
        .into_iter()
        .collect(),
        outputs: [
            InterfaceRecord::new(0, BaseType::FLOAT, 4, 1, 1),
            InterfaceRecord::new(1, BaseType::SIGNED, 2, 1, 1),
        ]
        .into_iter()
        .collect(),
        bindings: bindings.into_iter().collect(),
        uniform: Some(Uniform {
            size: 40,
            stages: none,
            members: vec![
                member("size", 0, BaseType::FLOAT, 2, 1, 1),
                member("steps", 8, BaseType::SIGNED, 1, 1, 4),
                member("turn", 24, BaseType::FLOAT, 2, 2, 1),
            ],
        }),
        modules: modules("plain"),
        ..Program::default()
    }
}

/// The programs, with the names of their text forms in `rules/`.
pub fn bases() -> Vec<(&'static str, Program<'static>)> {
    vec![("plain", plain()), ("rich", rich()), ("declared", declared())]
}
