//! Declares types; those without decorations once each.

use super::value::{decoration, image_format};
use smallvec::SmallVec;

use super::{Builder, Id, Key, Operand, op, words};
use crate::module::{ImageType, Type};

/// Whether an integer type has a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signedness {
    /// No sign.
    Unsigned,
    /// Two's complement.
    Signed,
}

/// Parameters of an image type besides its component type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// Dimensionality, see [`value::dim`](super::value::dim).
    pub dim: u32,
    /// True for an image array.
    pub arrayed: bool,
    /// True if used with a sampler, false for a storage image.
    pub sampled: bool,
    /// Texel format; `Unknown` in sampled images.
    pub format: u32,
}

impl Image {
    /// An image used with a sampler.
    pub const fn sampled(dim: u32, arrayed: bool) -> Image {
        Image { dim, arrayed, sampled: true, format: image_format::UNKNOWN }
    }

    /// A storage image.
    pub const fn storage(dim: u32, arrayed: bool, format: u32) -> Image {
        Image { dim, arrayed, sampled: false, format }
    }
}

impl Builder {
    /// Returns the declaration with these operands, emitting it on first use. `result_type` precedes the result.
    pub(super) fn declared(
        &mut self,
        opcode: u16,
        result_type: Option<Id>,
        operands: impl IntoIterator<Item = Operand>,
    ) -> Id {
        let mut key = Key::new();
        let mut tagged: SmallVec<[Operand; 8]> = SmallVec::new();
        key.push(u32::from(opcode));
        if let Some(ty) = result_type {
            key.push(ty.word());
        }
        for operand in operands {
            key.push(operand.word());
            tagged.push(operand);
        }
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let id = self.declare_result(opcode, result_type, tagged);
        self.known.insert(key, id);
        id
    }

    fn ty(&mut self, opcode: u16, numbers: impl IntoIterator<Item = u32>) -> Id {
        self.declared(opcode, None, words::literals(numbers))
    }

    /// A type made from another one and numbers.
    fn ty_of(&mut self, opcode: u16, part: Id, numbers: impl IntoIterator<Item = u32>) -> Id {
        self.declared(opcode, None, [part.operand()].into_iter().chain(words::literals(numbers)))
    }

    /// `OpTypeVoid`.
    pub fn void(&mut self) -> Id {
        self.ty(op::TYPE_VOID, [])
    }

    /// A boolean; not allowed in externally visible memory.
    pub fn bool(&mut self) -> Id {
        self.ty(op::TYPE_BOOL, [])
    }

    /// A signed 32-bit integer.
    pub fn int(&mut self) -> Id {
        self.ty(op::TYPE_INT, [32, 1])
    }

    /// An unsigned 32-bit integer.
    pub fn uint(&mut self) -> Id {
        self.ty(op::TYPE_INT, [32, 0])
    }

    /// An integer of 8, 16, 32 or 64 bits.
    pub fn int_type(&mut self, width: u32, signedness: Signedness) -> Id {
        self.ty(op::TYPE_INT, [width, u32::from(signedness == Signedness::Signed)])
    }

    /// A float of 16, 32 or 64 bits in the format of IEEE 754.
    pub fn float_type(&mut self, width: u32) -> Id {
        self.ty(op::TYPE_FLOAT, [width])
    }

    /// A float in another format ([`value::fp_encoding`](super::value::fp_encoding)): bfloat16, or one of 8 bits.
    pub fn float_encoded(&mut self, width: u32, encoding: u32) -> Id {
        self.ty(op::TYPE_FLOAT, [width, encoding])
    }

    /// A 32-bit float.
    pub fn float(&mut self) -> Id {
        self.ty(op::TYPE_FLOAT, [32])
    }

    /// Two to four scalars.
    pub fn vector(&mut self, component: Id, count: u32) -> Id {
        self.ty_of(op::TYPE_VECTOR, component, [count])
    }

    /// Number of components of a vector type.
    pub fn components(&self, ty: Id) -> Option<u32> {
        match self.module.ty(ty.word()) {
            Some(Type::Vector { count, .. }) => Some(count),
            _ => None,
        }
    }

    /// Type of the components of a vector type.
    pub fn component_type(&self, ty: Id) -> Option<Id> {
        match self.module.ty(ty.word()) {
            Some(Type::Vector { component, .. }) => Some(Id(component)),
            _ => None,
        }
    }

    /// Width in bits of a number or of the components of a vector; 32 of other types.
    pub fn width(&self, ty: Id) -> u32 {
        match self.module.scalar(ty.word()) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) => width,
            _ => 32,
        }
    }

    /// A boolean, or a vector of as many as a type has components: what comparisons of its values give.
    pub fn bool_like(&mut self, ty: Id) -> Id {
        let component = self.bool();
        match self.components(ty) {
            Some(count) => self.vector(component, count),
            None => component,
        }
    }

    /// Two to four columns, which are vectors.
    pub fn matrix(&mut self, column: Id, count: u32) -> Id {
        self.ty_of(op::TYPE_MATRIX, column, [count])
    }

    /// A single-sample, non-depth image with scalar components.
    pub fn image(&mut self, component: Id, image: Image) -> Id {
        let sampled = if image.sampled { 1 } else { 2 };
        let arrayed = u32::from(image.arrayed);
        self.ty_of(op::TYPE_IMAGE, component, [image.dim, 0, arrayed, 0, sampled, image.format])
    }

    /// An image of any kind; [`ImageType::sampled`] is the type of its components.
    pub fn image_type(&mut self, image: ImageType) -> Id {
        let ImageType { dim, depth, arrayed, multisampled, usage, format, .. } = image;
        let numbers = [dim, depth, arrayed, multisampled, usage, format];
        self.ty_of(op::TYPE_IMAGE, Id(image.sampled), numbers.into_iter().chain(image.access))
    }

    /// A sampler.
    pub fn sampler(&mut self) -> Id {
        self.ty(op::TYPE_SAMPLER, [])
    }

    /// A combined image and sampler.
    pub fn sampled_image(&mut self, image: Id) -> Id {
        self.ty_of(op::TYPE_SAMPLED_IMAGE, image, [])
    }

    /// An array. `stride` is in bytes and required in externally visible memory; arrays with different
    /// strides are different types.
    pub fn array(&mut self, element: Id, length: u32, stride: Option<u32>) -> Id {
        let uint = self.uint();
        let length = self.constant(uint, length);
        self.array_of(element, length, stride)
    }

    /// An array whose length is a constant of any kind, specialization constants included.
    pub fn array_of(&mut self, element: Id, length: Id, stride: Option<u32>) -> Id {
        self.with_stride(op::TYPE_ARRAY, &[element, length], stride)
    }

    /// An array sized by the bound memory: the last member of a block.
    pub fn runtime_array(&mut self, element: Id, stride: u32) -> Id {
        self.with_stride(op::TYPE_RUNTIME_ARRAY, &[element], Some(stride))
    }

    /// An array of any number of descriptors; arrays in memory have a stride.
    pub fn unbounded_array(&mut self, element: Id) -> Id {
        self.declared(op::TYPE_RUNTIME_ARRAY, None, [element.operand()])
    }

    /// An acceleration structure, which rays are traced through.
    pub fn acceleration_structure(&mut self) -> Id {
        self.ty(op::TYPE_ACCELERATION_STRUCTURE_KHR, [])
    }

    /// A ray query.
    pub fn ray_query(&mut self) -> Id {
        self.ty(op::TYPE_RAY_QUERY_KHR, [])
    }

    /// A cooperative matrix; scope, rows, columns and use are constants.
    pub fn cooperative_matrix(&mut self, component: Id, [scope, rows, columns, usage]: [Id; 4]) -> Id {
        let operands = [component, scope, rows, columns, usage];
        self.declared(op::TYPE_COOPERATIVE_MATRIX_KHR, None, words::ids(&operands))
    }

    fn with_stride(&mut self, opcode: u16, operands: &[Id], stride: Option<u32>) -> Id {
        let Some(stride) = stride else {
            return self.declared(opcode, None, words::ids(operands));
        };
        // No instruction has the stride as an operand, so this key cannot match an array without one.
        let mut key = Key::from_slice(&[u32::from(opcode)]);
        key.extend(operands.iter().map(|id| id.word()));
        key.extend([decoration::ARRAY_STRIDE, stride, u32::MAX]);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let id = self.declare_result(opcode, None, words::ids(operands));
        self.decorate(id, decoration::ARRAY_STRIDE, &[stride]);
        self.known.insert(key, id);
        id
    }

    /// A structure used only as a value, such as an instruction's result; declared once.
    pub fn structure(&mut self, members: &[Id]) -> Id {
        self.declared(op::TYPE_STRUCT, None, words::ids(members))
    }

    /// A structure distinct from all others, for members with offsets and names.
    pub fn new_structure(&mut self, members: &[Id]) -> Id {
        self.declare_result(op::TYPE_STRUCT, None, words::ids(members))
    }

    /// A pointer in a storage class.
    pub fn pointer(&mut self, class: u32, pointee: Id) -> Id {
        self.declared(op::TYPE_POINTER, None, [Operand::Literal(class), pointee.operand()])
    }

    /// A function type: result and parameters.
    pub fn function_type(&mut self, result: Id, parameters: &[Id]) -> Id {
        let operands = [result.operand()].into_iter().chain(words::ids(parameters));
        self.declared(op::TYPE_FUNCTION, None, operands)
    }
}
