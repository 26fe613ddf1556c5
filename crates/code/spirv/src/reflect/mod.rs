//! What a module asks for and offers, read straight from its instructions.
//!
//! [`reflect`] never fails on a module's content: what it does not understand is missing from the result, and
//! [`Reflection::findings`] lists what is wrong with the structure. Everything keeps the byte range of the instruction
//! that defines it.

mod build;
mod check;
mod decorate;
mod interface;
mod size;
mod types;
mod usage;
mod values;

use std::ops::Range;

use crate::walk::{Endian, Header};

pub use build::reflect;
pub use check::{Finding, FindingKind};
pub use interface::{Descriptor, DescriptorCount, DescriptorKind, Location, ScalarClass};
pub use types::{Length, Member, Type, TypeId, TypeKind};
pub use usage::{Access, PushRead, VariableUse};
pub use values::{Half, Index, PushWord};

/// Everything that [`reflect`] finds in a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflection {
    /// The header.
    pub header: Header,
    /// The byte order.
    pub endian: Endian,
    /// The capabilities in order.
    pub capabilities: Vec<Declared<u32>>,
    /// The names of the extensions (`OpExtension`).
    pub extensions: Vec<Declared<String>>,
    /// The extended instruction sets (`OpExtInstImport`): id and name.
    pub imports: Vec<Declared<(u32, String)>>,
    /// The addressing model and the memory model.
    pub memory_model: Option<Declared<(u32, u32)>>,
    /// What the module says that it was compiled from.
    pub sources: Vec<Declared<Source>>,
    /// How much debug information there is.
    pub debug: DebugInfo,
    /// The types; see [`TypeId`].
    pub types: Vec<Type>,
    /// The variables outside functions.
    pub variables: Vec<Variable>,
    /// The resources among the variables.
    pub descriptors: Vec<Descriptor>,
    /// The specialization constants that are scalars.
    pub spec_constants: Vec<SpecConstant>,
    /// The entry points.
    pub entry_points: Vec<EntryPoint>,
    /// What is wrong with the structure, in the order of the bytes.
    pub findings: Vec<Finding>,
}

/// A fact and the instruction that states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared<T> {
    /// The fact.
    pub value: T,
    /// The bytes of the instruction.
    pub range: Range<usize>,
}

/// One `OpSource`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The language (`SourceLanguage`).
    pub language: u32,
    /// The language's version.
    pub version: u32,
    /// The file's name.
    pub file: Option<String>,
    /// Whether the module carries the text.
    pub text: bool,
}

/// How many instructions of each kind carry debug information.
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
    /// Its id.
    pub id: u32,
    /// Its debug name.
    pub name: Option<String>,
    /// The storage class.
    pub class: u32,
    /// The type of what it holds, not of the pointer.
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
    /// The id inside the module.
    pub id: u32,
    /// The number by which an application specializes it (`SpecId`).
    pub spec_id: Option<u32>,
    /// Its debug name.
    pub name: Option<String>,
    /// Its type.
    pub ty: TypeId,
    /// The value's bits if nobody specializes it; 0 or 1 for a truth value.
    pub default: u64,
    /// The bytes of the instruction.
    pub range: Range<usize>,
}

/// An execution mode of an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionMode {
    /// The mode (`ExecutionMode`).
    pub mode: u32,
    /// What follows it: literals, or ids for the modes that end in `Id`.
    pub operands: Vec<u32>,
    /// The bytes of the instruction.
    pub range: Range<usize>,
}

/// One dimension of a work group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A number.
    Fixed(u32),
    /// A constant's id, which may be a specialization constant, and its value if that is known.
    Constant(u32, Option<u64>),
}

/// An entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryPoint {
    /// The execution model.
    pub model: u32,
    /// The id of the function.
    pub function: u32,
    /// The name.
    pub name: String,
    /// The ids of the variables in its interface.
    pub interface: Vec<u32>,
    /// Its execution modes.
    pub modes: Vec<ExecutionMode>,
    /// The size of a work group.
    pub local_size: Option<[Extent; 3]>,
    /// The variables that its call tree refers to, by id.
    pub uses: Vec<VariableUse>,
    /// What its call tree reads of push constants.
    pub push_reads: Vec<PushRead>,
    /// Whether `uses` and `push_reads` stop short of the whole, because the module is so large or so odd that listing
    /// everything would take memory out of proportion.
    pub truncated: bool,
    /// The bytes of the `OpEntryPoint`.
    pub range: Range<usize>,
}

impl EntryPoint {
    /// The use of this variable, if the call tree refers to it.
    pub fn use_of(&self, variable: u32) -> Option<&VariableUse> {
        let place = self
            .uses
            .binary_search_by_key(&variable, |one| one.variable)
            .ok()?;
        Some(&self.uses[place])
    }
}

impl Reflection {
    /// The type at this place.
    pub fn ty(&self, id: TypeId) -> &TypeKind {
        self.types
            .get(id.0 as usize)
            .map_or(&TypeKind::Unknown, |ty| &ty.kind)
    }

    /// The variable with this id.
    pub fn variable(&self, id: u32) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.id == id)
    }

    /// The push-constant blocks.
    pub fn push_constants(&self) -> impl Iterator<Item = &Variable> {
        self.variables
            .iter()
            .filter(|variable| variable.class == crate::raw::storage::PUSH_CONSTANT)
    }

    /// The members of a block, looking through one array around it.
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
