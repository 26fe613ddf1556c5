//! Builds packages from a small text language.
//!
//! ```text
//! program scene.bpx GL40 linked main      a program, linked to the assembly of a name
//! assembly child.bpx child parent main    an assembly of a name, with the name of its parent
//!   buffer Camera external 1 vertex,pixel 48   kind, name, origin, register, stages, and what the kind needs
//!     view float4x4 0                          members: name, type, offset
//!     light Light 64                           a structure of the package, or several: Light[4]
//!   constant tint external - pixel float4 0 16
//!   texture albedo internal 0 pixel T2D float4
//!   sampler linear internal 0 pixel
//!   format Mesh internal - vertex 12
//!   pipeline opaque internal - -
//!   output color internal 0 pixel float4
//!   stage vertex some code
//!   section 0x40 some bytes
//!   byte 0x18 0xff                             a byte of the finished file
//! ```

#![allow(dead_code)]

use glassbox_bpx::extended::{
    Constant, ExtendedData, Member, MemberType, Output, Pipeline, Plain, Structure, Texture, VectorType,
};
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::kinds::{BaseType, CullingMode, RenderMode, TextureType};
use glassbox_bpx::pack::{Pack, PackSymbol, Shader};
use glassbox_bpx::package::PackageSection;
use glassbox_bpx::raw::{PackType, SectionFlags, SectionType, Stage, SymbolFlags, SymbolType, Target};
use glassbox_bpx::read::open;
use glassbox_bpx::sd::names::hash;
use glassbox_bpx_link::Input;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

/// Package described by a text.
pub(crate) struct Described {
    pub(crate) name: String,
    pub(crate) pack: Pack<'static>,
    bytes: Vec<(usize, u8)>,
}

impl Described {
    /// Writes the package.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = self.pack.write().expect("the package can be written");
        for &(at, byte) in &self.bytes {
            bytes[at] = byte;
        }
        bytes
    }
}

/// Reads a package.
pub(crate) fn file(bytes: &[u8]) -> File<'_> {
    open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("it is BPX")
}

/// Packages with their names, as the linker takes them.
pub(crate) fn inputs<'a>(packages: &'a [Described], files: &'a [File<'a>]) -> Vec<Input<'a>> {
    let named = packages.iter().zip(files);
    named.map(|(package, file)| Input { name: &package.name, file }).collect()
}

/// Symbol whose members may refer to later symbols.
struct Draft {
    symbol: PackSymbol<'static>,
    size: u32,
    members: Vec<(String, String, u32)>,
}

/// Parses the packages of a text.
pub(crate) fn packages(text: &str) -> Vec<Described> {
    let mut out: Vec<Described> = Vec::new();
    let mut drafts: Vec<Draft> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let depth = line.len() - line.trim_start().len();
        match depth {
            0 => {
                close(&mut out, &mut drafts);
                out.push(head(&words));
            }
            2 => item(out.last_mut().expect("a package comes first"), &mut drafts, &words, line),
            _ => {
                let draft = drafts.last_mut().expect("a symbol comes first");
                let offset = words[2].parse().expect("an offset");
                draft.members.push((words[0].to_owned(), words[1].to_owned(), offset));
            }
        }
    }
    close(&mut out, &mut drafts);
    out
}

fn head(words: &[&str]) -> Described {
    let after = |word: &str| {
        let at = words.iter().position(|other| *other == word)?;
        words.get(at + 1).map(|name| hash(name))
    };
    let mut pack = Pack::default();
    match words[0] {
        "program" => {
            let mut targets = (0..=u8::MAX).map(Target);
            pack.target = targets.find(|target| target.name() == Some(words[2])).expect("a target");
            pack.assembly = after("linked").unwrap_or(0);
        }
        "assembly" => {
            pack.pack_type = PackType::ASSEMBLY;
            pack.assembly = if words[2] == "-" { 0 } else { hash(words[2]) };
            pack.parent = after("parent");
        }
        other => panic!("`{other}` is no kind of package"),
    }
    Described { name: words[1].to_owned(), pack, bytes: Vec::new() }
}

fn number(word: &str) -> usize {
    match word.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16).expect("a number"),
        None => word.parse().expect("a number"),
    }
}

fn stage(word: &str) -> Stage {
    let mut stages = Stage::ALL.into_iter();
    let found = stages.find(|stage| stage.name().is_some_and(|name| name.eq_ignore_ascii_case(word)));
    found.expect("a stage")
}

fn item(package: &mut Described, drafts: &mut Vec<Draft>, words: &[&str], line: &str) {
    let rest = |skipped: usize| {
        let mut rest = line.trim_start();
        for _ in 0..skipped {
            rest = rest.split_once(' ').map_or("", |(_, rest)| rest);
        }
        rest.as_bytes().to_vec()
    };
    match words[0] {
        "stage" => package.pack.shaders.push(Shader { stage: stage(words[1]), code: rest(2).into() }),
        "section" => {
            let ty = SectionType(number(words[1]) as u8);
            package.pack.others.push(PackageSection::new(ty, SectionFlags::WEAK, rest(2)));
        }
        "byte" => package.bytes.push((number(words[1]), number(words[2]) as u8)),
        _ => drafts.push(symbol(words)),
    }
}

fn symbol(words: &[&str]) -> Draft {
    let mut flags = match words[2] {
        "external" => SymbolFlags::EXTERNAL,
        "internal" => SymbolFlags::INTERNAL,
        "assembly" => SymbolFlags::EXTERNAL.with(SymbolFlags::ASSEMBLY),
        other => panic!("`{other}` is no origin"),
    };
    let stages = words.get(4).copied().unwrap_or("-");
    for word in stages.split(',').filter(|word| *word != "-") {
        flags = flags.with(SymbolFlags(stage(word).bit()));
    }
    let rest = words.get(5..).unwrap_or_default();
    let mut size = 0;
    let (symbol_type, data) = match words[0] {
        "buffer" => (SymbolType::CONSTANT_BUFFER, None),
        "format" => (SymbolType::VERTEX_FORMAT, None),
        "sampler" => (SymbolType::SAMPLER, None),
        "texture" => (
            SymbolType::TEXTURE,
            Some(ExtendedData::Texture(Texture {
                ty: match rest[0] {
                    "T2D" => TextureType::T2D,
                    "T3D" => TextureType::T3D,
                    other => panic!("`{other}` is no shape"),
                },
                value: plain(rest[1]),
            })),
        ),
        "constant" => (
            SymbolType::CONSTANT,
            Some(ExtendedData::Constant(Constant {
                ty: plain(rest[0]),
                offset: number(rest[1]) as u32,
                size: number(rest[2]) as u32,
            })),
        ),
        "pipeline" => (
            SymbolType::PIPELINE,
            Some(ExtendedData::Pipeline(Pipeline {
                depth_enable: rest.first() != Some(&"flat"),
                depth_write_enable: true,
                scissor_enable: false,
                render_mode: RenderMode::TRIANGLES,
                culling_mode: CullingMode::BACK_FACE,
            })),
        ),
        "output" => {
            (SymbolType::OUTPUT, Some(ExtendedData::Output(Output { ty: plain(rest[0]), blendfunc: None })))
        }
        other => panic!("`{other}` is no kind of symbol"),
    };
    if matches!(words[0], "buffer" | "format") {
        size = number(rest[0]) as u32;
    }
    Draft {
        symbol: PackSymbol {
            name: words[1].as_bytes().to_vec().into(),
            symbol_type,
            flags,
            register: (words[3] != "-").then(|| number(words[3]) as u8),
            data: data.map(|data| data.to_object()),
        },
        size,
        members: Vec::new(),
    }
}

fn plain(word: &str) -> Plain {
    let scalars = [("float", BaseType::FLOAT), ("uint", BaseType::UINT), ("int", BaseType::INT)];
    let (rest, item) = scalars
        .iter()
        .find_map(|(name, base)| Some((word.strip_prefix(name)?, *base)))
        .unwrap_or_else(|| panic!("`{word}` is no type"));
    match rest.split_once('x') {
        Some((size, _)) => Plain::Matrix(VectorType { item, size: number(size) as u8 }),
        None if rest.is_empty() => Plain::Scalar(item),
        None => Plain::Vector(VectorType { item, size: number(rest) as u8 }),
    }
}

/// Resolves the drafts' references and adds them to the last package.
fn close(out: &mut [Described], drafts: &mut Vec<Draft>) {
    let Some(package) = out.last_mut() else { return };
    let names: Vec<Vec<u8>> = drafts.iter().map(|draft| draft.symbol.name.to_vec()).collect();
    let ty = |word: &str| {
        let (base, count) = match word.split_once('[') {
            Some((base, count)) => (base, Some(number(count.trim_end_matches(']')) as u32)),
            None => (word, None),
        };
        // A number refers to a missing symbol.
        let index = base.strip_prefix('#').map(|digits| number(digits) as u16);
        let index = index.or_else(|| {
            let at = names.iter().position(|name| name == base.as_bytes());
            at.map(|at| at as u16)
        });
        match (index, count) {
            (Some(index), Some(count)) => MemberType::StructArray(count, index),
            (Some(index), None) => MemberType::StructRef(index),
            (None, Some(count)) => MemberType::Array(count, plain(base)),
            (None, None) => MemberType::Plain(plain(base)),
        }
    };
    for draft in drafts.drain(..) {
        let mut symbol = draft.symbol;
        if matches!(symbol.symbol_type, SymbolType::CONSTANT_BUFFER | SymbolType::VERTEX_FORMAT) {
            let props = draft.members.iter().map(|(name, word, offset)| Member {
                name: name.as_bytes().to_vec().into(),
                offset: *offset,
                ty: ty(word),
            });
            let structure = Structure { size: draft.size, props: props.collect() };
            symbol.data = Some(ExtendedData::Structure(structure).to_object());
        }
        package.pack.symbols.push(symbol);
    }
}
