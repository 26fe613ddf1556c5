//! Extracts a module's interface from its instructions.
//!
//! [`reflect`] never fails on a module's content: what it does not understand is missing from the result;
//! [`check`](crate::check) states what is wrong. Every item keeps the byte range of its defining
//! instruction.

mod build;
mod decorate;
mod interface;
mod resources;
mod size;
mod types;
mod usage;
mod values;

use std::ops::Range;

use crate::walk::{Endian, Header};

pub use build::{reflect, reflect_module};
pub use interface::{Descriptor, DescriptorCount, DescriptorKind, Location, ScalarClass};
pub use resources::Bound;
pub use types::{Length, Member, Type, TypeId, TypeKind};
pub use usage::{Access, PushRead, VariableUse};
pub use values::{Half, Index, PushWord};

/// Everything [`reflect`] extracts from a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflection {
    /// The decoded header words.
    pub header: Header,
    /// Byte order of the words.
    pub endian: Endian,
    /// `OpCapability`, in order.
    pub capabilities: Vec<Declared<u32>>,
    /// Extension names (`OpExtension`).
    pub extensions: Vec<Declared<String>>,
    /// Extended instruction sets (`OpExtInstImport`): id and name.
    pub imports: Vec<Declared<(u32, String)>>,
    /// Addressing model and memory model.
    pub memory_model: Option<Declared<(u32, u32)>>,
    /// Sources that the module was compiled from (`OpSource`).
    pub sources: Vec<Declared<Source>>,
    /// Amount of debug information.
    pub debug: DebugInfo,
    /// All types; see [`TypeId`].
    pub types: Vec<Type>,
    /// Variables outside functions.
    pub variables: Vec<Variable>,
    /// Resource variables.
    pub descriptors: Vec<Descriptor>,
    /// Scalar specialization constants.
    pub spec_constants: Vec<SpecConstant>,
    /// Entry points, in order.
    pub entry_points: Vec<EntryPoint>,
}

/// A value and the instruction that declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared<T> {
    /// The declared value.
    pub value: T,
    /// The bytes of the instruction.
    pub range: Range<usize>,
}

/// One `OpSource`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Source language (`SourceLanguage`).
    pub language: u32,
    /// Version of the language.
    pub version: u32,
    /// File name.
    pub file: Option<String>,
    /// True if the module embeds the source text.
    pub text: bool,
}

/// Number of instructions of each kind of debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DebugInfo {
    /// `OpName` and `OpMemberName`.
    pub names: usize,
    /// `OpString`.
    pub strings: usize,
    /// `OpLine`.
    pub lines: usize,
}

/// A variable outside functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Result id.
    pub id: u32,
    /// Its debug name.
    pub name: Option<String>,
    /// Storage class.
    pub class: u32,
    /// Type of the pointee.
    pub ty: TypeId,
    /// `DescriptorSet`.
    pub set: Option<u32>,
    /// `Binding`.
    pub binding: Option<u32>,
    /// `InputAttachmentIndex`.
    pub input_attachment: Option<u32>,
    /// `Location`.
    pub location: Option<u32>,
    /// `Component`.
    pub component: Option<u32>,
    /// `Index`, for dual-source blending.
    pub index: Option<u32>,
    /// `BuiltIn`.
    pub built_in: Option<u32>,
    /// `Flat`.
    pub flat: bool,
    /// `NoPerspective`.
    pub no_perspective: bool,
    /// `Centroid`.
    pub centroid: bool,
    /// `Sample`.
    pub sample: bool,
    /// `Patch`.
    pub patch: bool,
    /// `NonWritable` on the variable itself.
    pub non_writable: bool,
    /// `NonReadable` on the variable itself.
    pub non_readable: bool,
    /// The bytes of the `OpVariable`.
    pub range: Range<usize>,
}

/// A scalar specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecConstant {
    /// Result id.
    pub id: u32,
    /// Number by which an application specializes it (`SpecId`).
    pub spec_id: Option<u32>,
    /// Its debug name.
    pub name: Option<String>,
    /// Type of the constant.
    pub ty: TypeId,
    /// Bits of the value if not specialized; 0 or 1 for a boolean.
    pub default: u64,
    /// The bytes of the instruction.
    pub range: Range<usize>,
}

/// An execution mode of an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionMode {
    /// Mode number (`ExecutionMode`).
    pub mode: u32,
    /// Operands: literals, or ids for modes whose names end in `Id`.
    pub operands: Vec<u32>,
    /// The bytes of the instruction.
    pub range: Range<usize>,
}

/// One dimension of a work group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A literal.
    Fixed(u32),
    /// Id of a constant, which may be a specialization constant, and its value if known.
    Constant(u32, Option<u64>),
}

/// An entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryPoint {
    /// The execution model.
    pub model: u32,
    /// The id of the function.
    pub function: u32,
    /// Name, as given to the API.
    pub name: String,
    /// Ids of the interface variables.
    pub interface: Vec<u32>,
    /// Its execution modes.
    pub modes: Vec<ExecutionMode>,
    /// Work-group size.
    pub local_size: Option<[Extent; 3]>,
    /// Variables that its call tree refers to, by id.
    pub uses: Vec<VariableUse>,
    /// Push constants that its call tree reads.
    pub push_reads: Vec<PushRead>,
    /// True if `uses` and `push_reads` are incomplete because a full list for so large or odd a module would
    /// take memory out of proportion.
    pub truncated: bool,
    /// The bytes of the `OpEntryPoint`.
    pub range: Range<usize>,
}

impl EntryPoint {
    /// Use of a variable, if the call tree refers to it.
    pub fn use_of(&self, variable: u32) -> Option<&VariableUse> {
        let place = self.uses.binary_search_by_key(&variable, |one| one.variable).ok()?;
        Some(&self.uses[place])
    }
}

impl Reflection {
    /// The type with this index.
    pub fn ty(&self, id: TypeId) -> &TypeKind {
        self.types.get(id.0 as usize).map_or(&TypeKind::Unknown, |ty| &ty.kind)
    }

    /// The variable with this id.
    pub fn variable(&self, id: u32) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.id == id)
    }

    /// The push-constant blocks.
    pub fn push_constants(&self) -> impl Iterator<Item = &Variable> {
        self.variables
            .iter()
            .filter(|variable| variable.class == crate::grammar::value::storage_class::PUSH_CONSTANT)
    }

    /// Members of a block, looking through one array around it.
    pub fn members(&self, ty: TypeId) -> &[Member] {
        let inner = match self.ty(ty) {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => *element,
            _ => ty,
        };
        match self.ty(inner) {
            TypeKind::Struct { members, .. } => members,
            _ => &[],
        }
    }
}
