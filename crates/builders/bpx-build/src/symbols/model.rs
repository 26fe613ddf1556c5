//! What a stage uses: resources, structures, root constants, inputs and outputs.

use glassbox_bpx::extended::{Plain, Texture};
use glassbox_core::diagnostic::Location;
use glassbox_translate::shader::{Class, Place, Stage};

/// Everything that a stage uses.
#[derive(Clone, Debug)]
pub struct StageSymbols {
    /// Stage.
    pub stage: Stage,
    /// Textures, samplers and constant buffers, in the order of their appearance.
    pub resources: Vec<Resource>,
    /// Structures inside constant buffers; those that others are made of come first.
    pub structures: Vec<Structure>,
    /// Where the source declares each of the structures.
    pub structure_places: Vec<Location>,
    /// Root constants.
    pub constants: Vec<RootConstant>,
    /// What the stage is given, by location.
    pub inputs: Vec<Port>,
    /// What the stage gives, by location.
    pub outputs: Vec<Port>,
}

/// A texture, sampler or constant buffer.
#[derive(Clone, PartialEq, Debug)]
pub struct Resource {
    /// Name of the symbol.
    pub name: String,
    /// What it is.
    pub kind: ResourceKind,
    /// Where the module has it; `None` where the code does not use it.
    pub place: Option<Place>,
    /// Register that the source asks for.
    pub register: Option<Wish>,
    /// Where the source declares it.
    pub location: Location,
}

/// A register that a source asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A binding of GLSL, WGSL or SPIR-V: those count all classes together, so that a number that is taken gives way.
    Binding(u32),
    /// A register that nothing else may have.
    Fixed(u8),
}

/// What a resource is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResourceKind {
    /// A texture.
    Texture(Texture),
    /// A sampler.
    Sampler,
    /// A constant buffer.
    Buffer(Structure),
}

impl ResourceKind {
    /// Class of its register.
    #[must_use]
    pub const fn class(&self) -> Class {
        match self {
            ResourceKind::Texture(_) => Class::Texture,
            ResourceKind::Sampler => Class::Sampler,
            ResourceKind::Buffer(_) => Class::ConstantBuffer,
        }
    }

    /// What it is, for people.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        class_word(self.class())
    }
}

impl std::fmt::Display for ResourceKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A class, for people.
#[must_use]
pub const fn class_word(class: Class) -> &'static str {
    match class {
        Class::Texture => "texture",
        Class::Sampler => "sampler",
        Class::ConstantBuffer => "constant buffer",
    }
}

/// A structure with the layout std140.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Name.
    pub name: String,
    /// Bytes, with the padding at its end.
    pub size: u32,
    /// Multiple of which its offset is, bytes.
    pub align: u32,
    /// Members in order.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name.
    pub name: String,
    /// Bytes from the beginning of the structure.
    pub offset: u32,
    /// Type.
    pub ty: MemberType,
}

/// Type of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemberType {
    /// Scalar, vector or matrix.
    Plain(Plain),
    /// Structure of this name.
    Structure(String),
    /// Array of scalars, vectors or matrices.
    Array(u32, Plain),
    /// Array of structures of this name.
    StructureArray(u32, String),
}

impl MemberType {
    /// The structure that it is made of.
    #[must_use]
    pub fn structure(&self) -> Option<&str> {
        match self {
            MemberType::Structure(name) | MemberType::StructureArray(_, name) => Some(name),
            MemberType::Plain(_) | MemberType::Array(..) => None,
        }
    }
}

/// A root constant.
#[derive(Clone, PartialEq, Debug)]
pub struct RootConstant {
    /// Name.
    pub name: String,
    /// Type; of an array that of an element.
    pub ty: Plain,
    /// Bytes from the beginning of the block.
    pub offset: u32,
    /// Bytes, of an array those of all elements.
    pub size: u32,
    /// Where the source declares it.
    pub location: Location,
}

/// An input or output with a location.
#[derive(Clone, PartialEq, Debug)]
pub struct Port {
    /// Name; empty where the module has none.
    pub name: String,
    /// First location.
    pub slot: u32,
    /// First component.
    pub component: u32,
    /// Index of a second colour for blending.
    pub index: u32,
    /// Locations that it takes.
    pub slots: u32,
    /// Type; `None` for what is no scalar, vector or square matrix.
    pub ty: Option<Plain>,
    /// What it is, for people.
    pub word: String,
    /// Where the source declares it.
    pub location: Location,
}
