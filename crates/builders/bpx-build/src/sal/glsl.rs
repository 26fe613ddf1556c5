//! Writes the GLSL equivalent of SAL declarations.
//!
//! Source: the declarations in payloads that the vendor's compiler writes: block members and vertex
//! inputs are prefixed with the name of the block or format, root constants are not. Textures with
//! their own sampler become a texture and a sampler, combined by a macro where the code names the
//! texture; the others become GLSL samplers.

use std::fmt::Write as _;

use crate::shader::Stage;
use glassbox_bpx::extended::{Plain, Texture};
use glassbox_bpx::kinds::{BaseType, TextureType};

use super::declared::{Declared, Member, Structure};
use crate::symbols::MemberType;

/// GLSL of a stage, with a mapping back to its files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Glsl {
    /// GLSL text.
    pub text: String,
    /// Start offsets of pieces, ascending, with the file that each comes from.
    pub pieces: Vec<(usize, u32)>,
}

impl Glsl {
    /// File and offset that a byte of the text comes from; `None` for generated text.
    #[must_use]
    pub fn origin(&self, at: usize) -> Option<(u32, usize)> {
        let behind = self.pieces.partition_point(|(start, _)| *start <= at);
        let (start, file) = self.pieces.get(behind.checked_sub(1)?)?;
        Some((*file, at - start))
    }
}

/// Text of a stage. `root` holds the program's root constants.
#[must_use]
pub fn glsl(stage: Stage, declared: &Declared, root: &[Member], code: &[(u32, String)]) -> Glsl {
    let mut text = String::from("#version 450\n");
    // Writing to a string cannot fail.
    let _ = declarations(&mut text, stage, declared, root);
    let mut pieces = Vec::new();
    for (file, code) in code {
        pieces.push((text.len(), *file));
        text.push_str(code);
        text.push('\n');
    }
    Glsl { text, pieces }
}

fn declarations(
    text: &mut String,
    stage: Stage,
    declared: &Declared,
    root: &[Member],
) -> Result<(), std::fmt::Error> {
    if let (Some(format), Stage::Vertex) = (&declared.vertex_format, stage) {
        let mut location = 0;
        for member in &format.members {
            let MemberType::Plain(ty) = &member.ty else {
                continue;
            };
            let name = qualified(format, member);
            writeln!(text, "layout(location = {location}) in {} {name};", plain(*ty))?;
            location += ty.shape().1;
        }
    }
    if let Stage::Fragment = stage {
        for output in &declared.outputs {
            let (target, ty, name) = (output.target, plain(output.ty), &output.name);
            writeln!(text, "layout(location = {target}) out {ty} {name};")?;
        }
    }
    if !declared.constants.is_empty() {
        for member in root {
            writeln!(text, "uniform {}", declaration(&member.ty, &member.name))?;
        }
    }
    for structure in &declared.structures {
        writeln!(text, "struct {} {{", structure.name)?;
        for member in &structure.members {
            writeln!(text, "    {}", declaration(&member.ty, &member.name))?;
        }
        writeln!(text, "}};")?;
    }
    for buffer in &declared.buffers {
        writeln!(text, "layout(std140) uniform {} {{", buffer.name)?;
        for member in &buffer.members {
            writeln!(text, "    {}", declaration(&member.ty, &qualified(buffer, member)))?;
        }
        writeln!(text, "}};")?;
    }
    for object in &declared.objects {
        let name = &object.name;
        match (&object.texture, &object.sampler) {
            (None, _) => {
                let mut textures = declared.objects.iter();
                // GLSL has no use for a sampler without a texture.
                if textures.any(|texture| texture.sampler.as_ref() == Some(name)) {
                    writeln!(text, "uniform sampler {name};")?;
                }
            }
            (Some(texture), None) => {
                writeln!(text, "uniform {}sampler{} {name};", letter(texture), shape(texture))?;
            }
            (Some(texture), Some(sampler)) => {
                let (letter, shape) = (letter(texture), shape(texture));
                writeln!(text, "uniform {letter}texture{shape} {name};")?;
                writeln!(text, "#define {name} {letter}sampler{shape}({name}, {sampler})")?;
            }
        }
    }
    Ok(())
}

/// Name of a member in the code.
pub(super) fn qualified(structure: &Structure, member: &Member) -> String {
    format!("{}_{}", structure.name, member.name)
}

fn declaration(ty: &MemberType, name: &str) -> String {
    match ty {
        MemberType::Plain(ty) => format!("{} {name};", plain(*ty)),
        MemberType::Structure(ty) => format!("{ty} {name};"),
        MemberType::Array(length, ty) => format!("{} {name}[{length}];", plain(*ty)),
        MemberType::StructureArray(length, ty) => format!("{ty} {name}[{length}];"),
    }
}

fn plain(ty: Plain) -> String {
    let prefix = match ty.base() {
        BaseType::INT => "i",
        BaseType::UINT => "u",
        BaseType::BOOL => "b",
        BaseType::DOUBLE => "d",
        _ => "",
    };
    match ty {
        Plain::Vector(vector) => format!("{prefix}vec{}", vector.size),
        Plain::Matrix(vector) => format!("{prefix}mat{}", vector.size),
        Plain::Scalar(base) => match base {
            BaseType::INT => "int",
            BaseType::UINT => "uint",
            BaseType::BOOL => "bool",
            BaseType::DOUBLE => "double",
            _ => "float",
        }
        .to_owned(),
    }
}

fn letter(texture: &Texture) -> &'static str {
    match texture.value.base() {
        BaseType::INT => "i",
        BaseType::UINT => "u",
        _ => "",
    }
}

fn shape(texture: &Texture) -> &'static str {
    match texture.ty {
        TextureType::T3D => "3D",
        TextureType::T2D_ARRAY => "2DArray",
        TextureType::T_CUBE => "Cube",
        _ => "2D",
    }
}
