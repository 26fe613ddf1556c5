//! The types of a module as a flat list.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::decorate::Decorations;
use crate::raw::{decoration, op};
use crate::walk::Instruction;

/// The place of a type in [`Reflection::types`](super::Reflection::types). Place 0 is always [`TypeKind::Unknown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TypeId(pub u32);

/// One type of the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// The id that the module gives it.
    pub id: u32,
    /// Its debug name.
    pub name: Option<String>,
    /// What it is.
    pub kind: TypeKind,
    /// The bytes of the defining instruction.
    pub range: Range<usize>,
}

/// What a type is. A type only refers to types before it, so following references always ends.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// An id that no type instruction before its use defines.
    Unknown,
    /// No value.
    Void,
    /// A truth value.
    Bool,
    /// An integer.
    Int {
        /// Bits.
        width: u32,
        /// Whether it has a sign.
        signed: bool,
    },
    /// A float.
    Float {
        /// Bits.
        width: u32,
    },
    /// A vector.
    Vector {
        /// The type of each component.
        component: TypeId,
        /// The number of components.
        count: u32,
    },
    /// A matrix.
    Matrix {
        /// The vector type of each column.
        column: TypeId,
        /// The number of columns.
        count: u32,
    },
    /// An array of a length that a constant gives.
    Array {
        /// The type of each element.
        element: TypeId,
        /// How many there are.
        length: Length,
        /// The distance of the elements in bytes (`ArrayStride`).
        stride: Option<u32>,
    },
    /// An array whose length the bound buffer or table decides.
    RuntimeArray {
        /// The type of each element.
        element: TypeId,
        /// The distance of the elements in bytes (`ArrayStride`).
        stride: Option<u32>,
    },
    /// A structure.
    Struct {
        /// The members in order.
        members: Vec<Member>,
        /// Whether it is an interface block (`Block`).
        block: bool,
        /// Whether it is a storage block in the old style (`BufferBlock`).
        buffer_block: bool,
    },
    /// A pointer.
    Pointer {
        /// The storage class.
        class: u32,
        /// What it points to. It may lead back to the pointer: structures in buffers refer to each other.
        target: TypeId,
    },
    /// An image.
    Image {
        /// The type of a component when read.
        sampled: TypeId,
        /// The dimensions (`Dim`).
        dim: u32,
        /// 0 for no depth image, 1 for one, 2 for not said.
        depth: u32,
        /// Whether it has layers.
        arrayed: bool,
        /// Whether it has samples.
        multisampled: bool,
        /// 1 for use with a sampler, 2 without, 0 for known only at run time.
        usage: u32,
        /// The texel format (`ImageFormat`).
        format: u32,
    },
    /// A sampler.
    Sampler,
    /// An image with its sampler.
    SampledImage {
        /// The image's type.
        image: TypeId,
    },
    /// An acceleration structure for ray tracing.
    AccelerationStructure,
    /// A function.
    Function,
    /// Any other type, by its opcode.
    Other(u16),
}

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many elements.
    Fixed(u64),
    /// What a specialization constant says.
    Specialized {
        /// The constant's id.
        constant: u32,
        /// Its value if nobody specializes it, where that needs no computing.
        default: Option<u64>,
    },
    /// An id that is no constant known before the array.
    Unknown(u32),
}

impl Length {
    /// The length if nothing is specialized.
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
    /// Its type.
    pub ty: TypeId,
    /// Its offset in bytes (`Offset`).
    pub offset: Option<u32>,
    /// The distance of a matrix's columns or rows in bytes (`MatrixStride`).
    pub matrix_stride: Option<u32>,
    /// Whether a matrix is stored by rows (`RowMajor`).
    pub row_major: bool,
    /// The built-in that it stands for (`BuiltIn`).
    pub built_in: Option<u32>,
    /// Its location (`Location`).
    pub location: Option<u32>,
    /// Its first component (`Component`).
    pub component: Option<u32>,
    /// Whether it is not interpolated (`Flat`).
    pub flat: bool,
    /// Whether it is interpolated without perspective (`NoPerspective`).
    pub no_perspective: bool,
    /// Whether shaders only read it (`NonWritable`).
    pub non_writable: bool,
    /// Whether shaders only write it (`NonReadable`).
    pub non_readable: bool,
}

/// What a constant is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) value: Option<u64>,
    pub(super) specialized: bool,
}

/// The types read so far.
#[derive(Debug)]
pub(super) struct Types {
    pub(super) list: Vec<Type>,
    places: HashMap<u32, TypeId>,
    /// Pointer types that are used before they are defined.
    announced: HashSet<u32>,
}

impl Types {
    pub(super) fn new() -> Self {
        let unknown = Type {
            id: 0,
            name: None,
            kind: TypeKind::Unknown,
            range: 0..0,
        };
        Types {
            list: vec![unknown],
            places: HashMap::new(),
            announced: HashSet::new(),
        }
    }

    pub(super) fn find(&self, id: u32) -> TypeId {
        self.places.get(&id).copied().unwrap_or_default()
    }

    pub(super) fn kind(&self, ty: TypeId) -> &TypeKind {
        self.list
            .get(ty.0 as usize)
            .map_or(&TypeKind::Unknown, |ty| &ty.kind)
    }

    /// What a pointer type points to.
    pub(super) fn target(&self, id: u32) -> TypeId {
        match self.kind(self.find(id)) {
            TypeKind::Pointer { target, .. } => *target,
            _ => TypeId::default(),
        }
    }

    /// Adds the type that an instruction defines; the first definition of an id counts.
    pub(super) fn define(
        &mut self,
        instruction: &Instruction<'_>,
        decorations: &Decorations,
        constants: &HashMap<u32, Constant>,
    ) {
        let Some(id) = instruction.word(0) else { return };
        let is_announced = instruction.opcode == op::TYPE_POINTER && self.announced.remove(&id);
        if self.places.contains_key(&id) && !is_announced {
            return;
        }
        let kind = self
            .read(instruction, id, decorations, constants)
            .unwrap_or(TypeKind::Other(instruction.opcode));
        let ty = Type {
            id,
            name: decorations.name(id).map(str::to_owned),
            kind,
            range: instruction.range(),
        };
        if is_announced {
            let place = self.find(id).0 as usize;
            self.list[place] = ty;
            return;
        }
        if instruction.opcode == op::TYPE_FORWARD_POINTER {
            self.announced.insert(id);
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
        let word = |place| instruction.word(place);
        let find = |place| word(place).map(|id| self.find(id));
        let stride = decorations.value(id, None, decoration::ARRAY_STRIDE);
        Some(match instruction.opcode {
            op::TYPE_VOID => TypeKind::Void,
            op::TYPE_BOOL => TypeKind::Bool,
            op::TYPE_INT => TypeKind::Int {
                width: word(1)?,
                signed: word(2)? != 0,
            },
            op::TYPE_FLOAT => TypeKind::Float { width: word(1)? },
            op::TYPE_VECTOR => TypeKind::Vector {
                component: find(1)?,
                count: word(2)?,
            },
            op::TYPE_MATRIX => TypeKind::Matrix {
                column: find(1)?,
                count: word(2)?,
            },
            op::TYPE_ARRAY => {
                let id = word(2)?;
                let length = match constants.get(&id) {
                    Some(Constant {
                        value,
                        specialized: true,
                    }) => Length::Specialized {
                        constant: id,
                        default: *value,
                    },
                    Some(Constant {
                        value: Some(value), ..
                    }) => Length::Fixed(*value),
                    _ => Length::Unknown(id),
                };
                TypeKind::Array {
                    element: find(1)?,
                    length,
                    stride,
                }
            }
            op::TYPE_RUNTIME_ARRAY => TypeKind::RuntimeArray {
                element: find(1)?,
                stride,
            },
            op::TYPE_STRUCT => TypeKind::Struct {
                members: (instruction.operands().skip(1).zip(0..))
                    .map(|(ty, place)| member(id, place, self.find(ty), decorations))
                    .collect(),
                block: decorations.has(id, None, decoration::BLOCK),
                buffer_block: decorations.has(id, None, decoration::BUFFER_BLOCK),
            },
            op::TYPE_FORWARD_POINTER => TypeKind::Pointer {
                class: word(1)?,
                target: TypeId::default(),
            },
            op::TYPE_POINTER => TypeKind::Pointer {
                class: word(1)?,
                target: find(2)?,
            },
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
            op::TYPE_ACCELERATION_STRUCTURE => TypeKind::AccelerationStructure,
            op::TYPE_FUNCTION => TypeKind::Function,
            _ => return None,
        })
    }
}

fn member(id: u32, place: u32, ty: TypeId, decorations: &Decorations) -> Member {
    let value = |kind| decorations.value(id, Some(place), kind);
    let has = |kind| decorations.has(id, Some(place), kind);
    Member {
        name: decorations.member_name(id, place).map(str::to_owned),
        ty,
        offset: value(decoration::OFFSET),
        matrix_stride: value(decoration::MATRIX_STRIDE),
        row_major: has(decoration::ROW_MAJOR),
        built_in: value(decoration::BUILT_IN),
        location: value(decoration::LOCATION),
        component: value(decoration::COMPONENT),
        flat: has(decoration::FLAT),
        no_perspective: has(decoration::NO_PERSPECTIVE),
        non_writable: has(decoration::NON_WRITABLE),
        non_readable: has(decoration::NON_READABLE),
    }
}
