//! Collects the types of a module in a flat list.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::decorate::Decorations;
use crate::grammar::op;
use crate::grammar::value::decoration;
use crate::walk::Instruction;

/// Index of a type in [`Reflection::types`](super::Reflection::types). Index 0 is always
/// [`TypeKind::Unknown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TypeId(pub u32);

/// One type of the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Result id.
    pub id: u32,
    /// Its debug name.
    pub name: Option<String>,
    /// Structure of the type.
    pub kind: TypeKind,
    /// The bytes of the defining instruction.
    pub range: Range<usize>,
}

/// Structure of a type. Types only refer to earlier types, so following references terminates.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// An id not defined as a type before its use.
    Unknown,
    /// `OpTypeVoid`.
    Void,
    /// A boolean.
    Bool,
    /// An integer.
    Int {
        /// Width in bits.
        width: u32,
        /// True if signed.
        signed: bool,
    },
    /// A float.
    Float {
        /// Width in bits.
        width: u32,
    },
    /// A vector.
    Vector {
        /// Type of the components, a scalar.
        component: TypeId,
        /// The number of components.
        count: u32,
    },
    /// A matrix.
    Matrix {
        /// Type of the columns, a vector.
        column: TypeId,
        /// The number of columns.
        count: u32,
    },
    /// An array sized by a constant.
    Array {
        /// The type of each element.
        element: TypeId,
        /// Number of elements.
        length: Length,
        /// Distance between elements in bytes (`ArrayStride`).
        stride: Option<u32>,
    },
    /// An array sized by the bound buffer or table.
    RuntimeArray {
        /// The type of each element.
        element: TypeId,
        /// Distance between elements in bytes (`ArrayStride`).
        stride: Option<u32>,
    },
    /// A structure.
    Struct {
        /// Members in order.
        members: Vec<Member>,
        /// True for an interface block (`Block`).
        block: bool,
        /// True for an old-style storage block (`BufferBlock`).
        buffer_block: bool,
    },
    /// A pointer.
    Pointer {
        /// Storage class.
        class: u32,
        /// The pointee. It may lead back to the pointer: structures in buffers can be mutually recursive.
        target: TypeId,
    },
    /// An image.
    Image {
        /// Component type of a texel as read.
        sampled: TypeId,
        /// Dimensionality (`Dim`).
        dim: u32,
        /// 0 if not a depth image, 1 if it is, 2 if not specified.
        depth: u32,
        /// True for an image array.
        arrayed: bool,
        /// True if multisampled.
        multisampled: bool,
        /// 1 if used with a sampler, 2 without, 0 if known only at run time.
        usage: u32,
        /// Texel format (`ImageFormat`).
        format: u32,
    },
    /// A sampler.
    Sampler,
    /// An image combined with a sampler.
    SampledImage {
        /// Type of the image.
        image: TypeId,
    },
    /// An acceleration structure for ray tracing.
    AccelerationStructure,
    /// A function.
    Function,
    /// Any other type; holds the opcode.
    Other(u16),
}

/// Length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Literal length.
    Fixed(u64),
    /// Given by a specialization constant.
    Specialized {
        /// Id of the constant.
        constant: u32,
        /// Default value, if known without evaluating an expression.
        default: Option<u64>,
    },
    /// An id that is not a known constant before the array.
    Unknown(u32),
}

impl Length {
    /// Length with all constants at their defaults.
    pub fn default_value(self) -> Option<u64> {
        match self {
            Length::Fixed(length) => Some(length),
            Length::Specialized { default, .. } => default,
            Length::Unknown(_) => None,
        }
    }
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Member {
    /// Its debug name.
    pub name: Option<String>,
    /// Type of the member.
    pub ty: TypeId,
    /// Offset in bytes (`Offset`).
    pub offset: Option<u32>,
    /// Distance between the columns or rows of a matrix in bytes (`MatrixStride`).
    pub matrix_stride: Option<u32>,
    /// True if a matrix is stored by rows (`RowMajor`).
    pub row_major: bool,
    /// Built-in of the member (`BuiltIn`).
    pub built_in: Option<u32>,
    /// First location (`Location`).
    pub location: Option<u32>,
    /// First component (`Component`).
    pub component: Option<u32>,
    /// True if not interpolated (`Flat`).
    pub flat: bool,
    /// True if interpolated without perspective (`NoPerspective`).
    pub no_perspective: bool,
    /// True if interpolated inside of the primitive (`Centroid`).
    pub centroid: bool,
    /// True if interpolated for each sample (`Sample`).
    pub sample: bool,
    /// True if shaders only read it (`NonWritable`).
    pub non_writable: bool,
    /// True if shaders only write it (`NonReadable`).
    pub non_readable: bool,
}

/// Value of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) value: Option<u64>,
    pub(super) specialized: bool,
}

/// Types read so far.
#[derive(Debug)]
pub(super) struct Types {
    pub(super) list: Vec<Type>,
    places: HashMap<u32, TypeId>,
    /// Forward-declared pointer types (`OpTypeForwardPointer`).
    forward_declared: HashSet<u32>,
}

impl Types {
    pub(super) fn new() -> Self {
        let unknown = Type { id: 0, name: None, kind: TypeKind::Unknown, range: 0..0 };
        Types { list: vec![unknown], places: HashMap::new(), forward_declared: HashSet::new() }
    }

    pub(super) fn find(&self, id: u32) -> TypeId {
        self.places.get(&id).copied().unwrap_or_default()
    }

    pub(super) fn kind(&self, ty: TypeId) -> &TypeKind {
        self.list.get(ty.0 as usize).map_or(&TypeKind::Unknown, |ty| &ty.kind)
    }

    /// Pointee of a pointer type.
    pub(super) fn target(&self, id: u32) -> TypeId {
        match self.kind(self.find(id)) {
            TypeKind::Pointer { target, .. } => *target,
            _ => TypeId::default(),
        }
    }

    /// Adds the type that an instruction defines; the first definition of an id wins.
    pub(super) fn define(
        &mut self,
        instruction: &Instruction<'_>,
        decorations: &Decorations,
        constants: &HashMap<u32, Constant>,
    ) {
        let Some(id) = instruction.word(0) else { return };
        let is_announced = instruction.opcode == op::TYPE_POINTER && self.forward_declared.remove(&id);
        if self.places.contains_key(&id) && !is_announced {
            return;
        }
        let kind =
            self.read(instruction, id, decorations, constants).unwrap_or(TypeKind::Other(instruction.opcode));
        let ty = Type { id, name: decorations.name(id).map(str::to_owned), kind, range: instruction.range() };
        if is_announced {
            let index = self.find(id).0 as usize;
            self.list[index] = ty;
            return;
        }
        if instruction.opcode == op::TYPE_FORWARD_POINTER {
            self.forward_declared.insert(id);
        }
        self.places.insert(id, TypeId(self.list.len() as u32));
        self.list.push(ty);
    }

    fn read(
        &self,
        instruction: &Instruction<'_>,
        id: u32,
        decorations: &Decorations,
        constants: &HashMap<u32, Constant>,
    ) -> Option<TypeKind> {
        let word = |index| instruction.word(index);
        let find = |index| word(index).map(|id| self.find(id));
        let stride = decorations.value(id, None, decoration::ARRAY_STRIDE);
        Some(match instruction.opcode {
            op::TYPE_VOID => TypeKind::Void,
            op::TYPE_BOOL => TypeKind::Bool,
            op::TYPE_INT => TypeKind::Int { width: word(1)?, signed: word(2)? != 0 },
            op::TYPE_FLOAT => TypeKind::Float { width: word(1)? },
            op::TYPE_VECTOR => TypeKind::Vector { component: find(1)?, count: word(2)? },
            op::TYPE_MATRIX => TypeKind::Matrix { column: find(1)?, count: word(2)? },
            op::TYPE_ARRAY => {
                let id = word(2)?;
                let length = match constants.get(&id) {
                    Some(Constant { value, specialized: true }) => {
                        Length::Specialized { constant: id, default: *value }
                    }
                    Some(Constant { value: Some(value), .. }) => Length::Fixed(*value),
                    _ => Length::Unknown(id),
                };
                TypeKind::Array { element: find(1)?, length, stride }
            }
            op::TYPE_RUNTIME_ARRAY => TypeKind::RuntimeArray { element: find(1)?, stride },
            op::TYPE_STRUCT => TypeKind::Struct {
                members: (instruction.operands().skip(1).zip(0..))
                    .map(|(ty, index)| member(id, index, self.find(ty), decorations))
                    .collect(),
                block: decorations.has(id, None, decoration::BLOCK),
                buffer_block: decorations.has(id, None, decoration::BUFFER_BLOCK),
            },
            op::TYPE_FORWARD_POINTER => TypeKind::Pointer { class: word(1)?, target: TypeId::default() },
            op::TYPE_POINTER => TypeKind::Pointer { class: word(1)?, target: find(2)? },
            op::TYPE_IMAGE => TypeKind::Image {
                sampled: find(1)?,
                dim: word(2)?,
                depth: word(3)?,
                arrayed: word(4)? != 0,
                multisampled: word(5)? != 0,
                usage: word(6)?,
                format: word(7)?,
            },
            op::TYPE_SAMPLER => TypeKind::Sampler,
            op::TYPE_SAMPLED_IMAGE => TypeKind::SampledImage { image: find(1)? },
            op::TYPE_ACCELERATION_STRUCTURE_KHR => TypeKind::AccelerationStructure,
            op::TYPE_FUNCTION => TypeKind::Function,
            _ => return None,
        })
    }
}

fn member(id: u32, index: u32, ty: TypeId, decorations: &Decorations) -> Member {
    let value = |kind| decorations.value(id, Some(index), kind);
    let has = |kind| decorations.has(id, Some(index), kind);
    Member {
        name: decorations.member_name(id, index).map(str::to_owned),
        ty,
        offset: value(decoration::OFFSET),
        matrix_stride: value(decoration::MATRIX_STRIDE),
        row_major: has(decoration::ROW_MAJOR),
        built_in: value(decoration::BUILT_IN),
        location: value(decoration::LOCATION),
        component: value(decoration::COMPONENT),
        flat: has(decoration::FLAT),
        no_perspective: has(decoration::NO_PERSPECTIVE),
        centroid: has(decoration::CENTROID),
        sample: has(decoration::SAMPLE),
        non_writable: has(decoration::NON_WRITABLE),
        non_readable: has(decoration::NON_READABLE),
    }
}
