//! Model of a stage's symbols: resources, structures, root constants, inputs and outputs.

use crate::shader::{Class, Place, Stage};
use glassbox_bpx::extended::{Plain, Texture};
use glassbox_core::diagnostic::Location;

/// Symbols of a stage.
#[derive(Clone, Debug)]
pub struct StageSymbols {
    /// Pipeline stage.
    pub stage: Stage,
    /// Textures, samplers and constant buffers in order of appearance.
    pub resources: Vec<Resource>,
    /// Structures in constant buffers; components come first.
    pub structures: Vec<Structure>,
    /// Location of each structure's declaration.
    pub structure_places: Vec<Location>,
    /// Root constants.
    pub constants: Vec<RootConstant>,
    /// Inputs by location.
    pub inputs: Vec<Port>,
    /// Outputs by location.
    pub outputs: Vec<Port>,
}

/// Texture, sampler or constant buffer.
#[derive(Clone, PartialEq, Debug)]
pub struct Resource {
    /// Symbol name.
    pub name: String,
    /// Kind and type.
    pub kind: ResourceKind,
    /// Binding in the module; `None` if the code does not use it.
    pub place: Option<Place>,
    /// Requested register, if any.
    pub register: Option<Wish>,
    /// Location of its declaration.
    pub location: Location,
}

/// Register requested by a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Binding of GLSL, WGSL or SPIR-V. Bindings number all classes together, so a conflict only
    /// moves the symbol.
    Binding(u32),
    /// Register that no other symbol may have.
    Fixed(u8),
}

/// Kind and type of a resource.
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

    /// Kind, for messages.
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

/// Class, for messages.
#[must_use]
pub const fn class_word(class: Class) -> &'static str {
    match class {
        Class::Texture => "texture",
        Class::Sampler => "sampler",
        Class::ConstantBuffer => "constant buffer",
    }
}

/// Structure in std140 layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Name in the source.
    pub name: String,
    /// Size in bytes, including padding at the end.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Members in declaration order.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name in the source.
    pub name: String,
    /// Offset in the structure in bytes.
    pub offset: u32,
    /// Type, limited to those that packages have.
    pub ty: MemberType,
}

/// Type of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemberType {
    /// Scalar, vector or matrix.
    Plain(Plain),
    /// Structure with this name.
    Structure(String),
    /// Array of scalars, vectors or matrices: length and element.
    Array(u32, Plain),
    /// Array of structures with this name: length and element.
    StructureArray(u32, String),
}

impl MemberType {
    /// Name of the structure it is composed of.
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
    /// Name in the source.
    pub name: String,
    /// Type; for an array, the element type.
    pub ty: Plain,
    /// Offset in the block in bytes.
    pub offset: u32,
    /// Size in bytes; for an array, of all elements.
    pub size: u32,
    /// Location of its declaration.
    pub location: Location,
}

/// Input or output with a location.
#[derive(Clone, PartialEq, Debug)]
pub struct Port {
    /// Name; empty if the module has none.
    pub name: String,
    /// First location.
    pub slot: u32,
    /// First component.
    pub component: u32,
    /// Index of a second colour for blending.
    pub index: u32,
    /// Number of locations it occupies.
    pub slots: u32,
    /// Type; `None` if not a scalar, vector or square matrix.
    pub ty: Option<Plain>,
    /// Type, for messages.
    pub word: String,
    /// Location of its declaration.
    pub location: Location,
}
