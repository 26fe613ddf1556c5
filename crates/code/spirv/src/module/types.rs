//! Decodes types.

use super::{At, Id, Module};
use crate::grammar::op;

/// A type; ids are those of other types unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type<'m> {
    /// `OpTypeVoid`.
    Void,
    /// `OpTypeBool`.
    Bool,
    /// `OpTypeInt`.
    Int {
        /// Width in bits.
        width: u32,
        /// True if signed.
        signed: bool,
    },
    /// `OpTypeFloat`.
    Float {
        /// Width in bits.
        width: u32,
        /// `FPEncoding`, if the format is not that of IEEE 754.
        encoding: Option<u32>,
    },
    /// `OpTypeVector`, or `OpTypeVectorIdEXT` of a constant length.
    Vector {
        /// Type of the components.
        component: Id,
        /// Number of components.
        count: u32,
    },
    /// `OpTypeMatrix`.
    Matrix {
        /// Type of the columns, a vector.
        column: Id,
        /// Number of columns.
        count: u32,
    },
    /// `OpTypeImage`.
    Image(ImageType),
    /// `OpTypeSampler`.
    Sampler,
    /// `OpTypeSampledImage`.
    SampledImage {
        /// Type of the image.
        image: Id,
    },
    /// `OpTypeArray`.
    Array {
        /// Type of the elements.
        element: Id,
        /// The constant that gives the length.
        length: Id,
    },
    /// `OpTypeRuntimeArray`.
    RuntimeArray {
        /// Type of the elements.
        element: Id,
    },
    /// `OpTypeStruct`.
    Struct {
        /// Types of the members.
        members: &'m [Id],
    },
    /// `OpTypePointer`.
    Pointer {
        /// Storage class.
        class: u32,
        /// Type of what it points to.
        pointee: Id,
    },
    /// `OpTypeUntypedPointerKHR`.
    UntypedPointer {
        /// Storage class.
        class: u32,
    },
    /// `OpTypeFunction`.
    Function {
        /// Type of the result.
        result: Id,
        /// Types of the parameters.
        parameters: &'m [Id],
    },
    /// `OpTypeAccelerationStructureKHR`.
    AccelerationStructure,
    /// `OpTypeRayQueryKHR`.
    RayQuery,
    /// `OpTypeCooperativeMatrixKHR` or `OpTypeCooperativeMatrixNV`; all but the component are constants.
    CooperativeMatrix {
        /// Type of the components.
        component: Id,
        /// Scope.
        scope: Id,
        /// Number of rows.
        rows: Id,
        /// Number of columns.
        columns: Id,
        /// The use, which the NV form does not state.
        usage: MatrixUse,
    },
    /// Any other type.
    Other {
        /// Opcode.
        opcode: u16,
    },
}

/// Use of a cooperative matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixUse {
    /// Not part of the type.
    Unstated,
    /// The constant that states it.
    Stated(Id),
}

/// An image type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageType {
    /// Type of a component of a texel as read.
    pub sampled: Id,
    /// Dimensionality (`Dim`).
    pub dim: u32,
    /// 0 if not a depth image, 1 if it is, 2 if not stated.
    pub depth: u32,
    /// 1 for arrays.
    pub arrayed: u32,
    /// 1 if multisampled.
    pub multisampled: u32,
    /// 1 if used with a sampler, 2 without, 0 if known at run time.
    pub usage: u32,
    /// Texel format (`ImageFormat`).
    pub format: u32,
    /// `AccessQualifier`, stated in kernels.
    pub access: Option<u32>,
}

impl Module {
    /// The type with this id.
    #[inline]
    pub fn ty(&self, id: Id) -> Option<Type<'_>> {
        self.type_at(self.definition(id)?)
    }

    /// The type that an instruction defines.
    pub fn type_at(&self, at: At) -> Option<Type<'_>> {
        let operands = self.operands(at);
        let word = |index: usize| operands.get(index).copied();
        Some(match self.opcode(at) {
            op::TYPE_VOID => Type::Void,
            op::TYPE_BOOL => Type::Bool,
            op::TYPE_INT => Type::Int { width: word(0)?, signed: word(1)? != 0 },
            op::TYPE_FLOAT => Type::Float { width: word(0)?, encoding: word(1) },
            op::TYPE_VECTOR => Type::Vector { component: word(0)?, count: word(1)? },
            op::TYPE_MATRIX => Type::Matrix { column: word(0)?, count: word(1)? },
            op::TYPE_IMAGE => {
                let &[sampled, dim, depth, arrayed, multisampled, usage, format, ..] = operands else {
                    return None;
                };
                let access = word(7);
                Type::Image(ImageType { sampled, dim, depth, arrayed, multisampled, usage, format, access })
            }
            op::TYPE_SAMPLER => Type::Sampler,
            op::TYPE_SAMPLED_IMAGE => Type::SampledImage { image: word(0)? },
            op::TYPE_ARRAY => Type::Array { element: word(0)?, length: word(1)? },
            op::TYPE_RUNTIME_ARRAY => Type::RuntimeArray { element: word(0)? },
            op::TYPE_STRUCT => Type::Struct { members: operands },
            op::TYPE_POINTER => Type::Pointer { class: word(0)?, pointee: word(1)? },
            op::TYPE_UNTYPED_POINTER_KHR => Type::UntypedPointer { class: word(0)? },
            op::TYPE_FUNCTION => {
                let (&result, parameters) = operands.split_first()?;
                Type::Function { result, parameters }
            }
            op::TYPE_ACCELERATION_STRUCTURE_KHR => Type::AccelerationStructure,
            op::TYPE_RAY_QUERY_KHR => Type::RayQuery,
            opcode @ (op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV) => {
                let &[component, scope, rows, columns, ..] = operands else { return None };
                let usage = match opcode {
                    op::TYPE_COOPERATIVE_MATRIX_KHR => MatrixUse::Stated(word(4)?),
                    _ => MatrixUse::Unstated,
                };
                Type::CooperativeMatrix { component, scope, rows, columns, usage }
            }
            opcode if crate::grammar::is_type(opcode) => Type::Other { opcode },
            _ => return None,
        })
    }

    /// Type of what a pointer type points to, and its storage class.
    #[inline]
    pub fn pointer(&self, ty: Id) -> Option<(Id, u32)> {
        let at = self.definition(ty)?;
        match (self.opcode(at), self.operands(at)) {
            (op::TYPE_POINTER, &[class, pointee, ..]) => Some((pointee, class)),
            _ => None,
        }
    }

    /// Ids of the types that a type is made of: elements, components, columns, members, the type of what is sampled.
    /// What pointers point to is no part.
    #[inline]
    pub fn type_parts(&self, at: At) -> &[Id] {
        match self.opcode(at) {
            op::TYPE_ARRAY
            | op::TYPE_RUNTIME_ARRAY
            | op::TYPE_VECTOR
            | op::TYPE_MATRIX
            | op::TYPE_IMAGE
            | op::TYPE_SAMPLED_IMAGE
            | op::TYPE_COOPERATIVE_MATRIX_KHR
            | op::TYPE_COOPERATIVE_MATRIX_NV
            | op::TYPE_VECTOR_ID_EXT => self.operands(at).get(..1).unwrap_or_default(),
            op::TYPE_STRUCT => self.operands(at),
            _ => &[],
        }
    }

    /// The first type with a part that is not declared before it. A module without one has no type that contains itself.
    /// Pointers may be declared after the structures that hold them.
    pub fn misordered_type(&self) -> Option<At> {
        let is_late = |at: At, part: Id| {
            let definition = self.definition(part);
            definition.is_none_or(|part| part >= at && self.opcode(part) != op::TYPE_POINTER)
        };
        let is_misordered = |at: At| self.type_parts(at).iter().any(|part| is_late(at, *part));
        self.globals.iter().copied().find(|at| is_misordered(*at))
    }

    /// Type of the elements of an array that is declared after it, of known length or not.
    pub fn array_element(&self, ty: Id) -> Option<Id> {
        let array = self.definition(ty)?;
        match self.type_at(array)? {
            Type::Array { element, .. } | Type::RuntimeArray { element } => {
                (self.definition(element)? < array).then_some(element)
            }
            _ => None,
        }
    }

    /// Type of part `index` of a composite; `None` if it has no such part. Runtime arrays have any.
    pub fn component_type(&self, ty: Id, index: u32) -> Option<Id> {
        let at = self.definition(ty)?;
        let operands = self.operands(at);
        let count = match self.opcode(at) {
            op::TYPE_STRUCT => return operands.get(index as usize).copied(),
            op::TYPE_VECTOR | op::TYPE_MATRIX => operands.get(1).copied(),
            // The length of an array may be known after specialization alone.
            op::TYPE_ARRAY => operands.get(1).and_then(|length| self.constant_u32(*length)),
            op::TYPE_RUNTIME_ARRAY | op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV => None,
            _ => return None,
        };
        operands.first().copied().filter(|_| count.is_none_or(|count| index < count))
    }

    /// Number of parts of a composite, if it is known before specialization.
    pub fn component_count(&self, ty: Id) -> Option<u32> {
        let at = self.definition(ty)?;
        match (self.opcode(at), self.operands(at)) {
            (op::TYPE_VECTOR | op::TYPE_MATRIX, &[_, count, ..]) => Some(count),
            (op::TYPE_ARRAY, &[_, length, ..]) => self.constant_u32(length),
            (op::TYPE_STRUCT, members) => Some(members.len() as u32),
            _ => None,
        }
    }

    /// The scalar of a scalar, vector or matrix type.
    pub fn scalar(&self, ty: Id) -> Option<Type<'_>> {
        let at = self.definition(ty)?;
        let column = if self.opcode(at) == op::TYPE_MATRIX { self.definition(self.word(at, 0))? } else { at };
        match self.opcode(column) {
            op::TYPE_VECTOR => self.ty(self.word(column, 0)),
            op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT if column == at => self.type_at(at),
            _ => None,
        }
    }

    /// Number of components of a vector; 1 for scalars.
    pub fn vector_size(&self, ty: Id) -> Option<u32> {
        let at = self.definition(ty)?;
        match self.opcode(at) {
            op::TYPE_VECTOR => self.operands(at).get(1).copied(),
            op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT => Some(1),
            _ => None,
        }
    }

    /// Value of an integer constant of at most 32 bits that cannot be specialized.
    pub fn constant_u32(&self, id: Id) -> Option<u32> {
        let at = self.definition(id).filter(|at| self.opcode(*at) == op::CONSTANT)?;
        let ty = self.definition(self.get(at).ty).filter(|ty| self.opcode(*ty) == op::TYPE_INT)?;
        let is_short = self.operands(ty).first().is_some_and(|width| *width <= 32);
        is_short.then(|| self.word(at, 0))
    }
}
