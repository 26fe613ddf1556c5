//! Types. Those without decorations are declared once.

use super::value::{decoration, image_format};
use super::{Builder, Id, op, words};

/// What an image type states besides the type of its components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// Shape, see [`value::dim`](super::value::dim).
    pub dim: u32,
    /// Whether it is an array.
    pub arrayed: bool,
    /// Whether it is read through a sampler rather than as storage.
    pub sampled: bool,
    /// How texels are stored, `Unknown` in sampled images.
    pub format: u32,
}

impl Image {
    /// An image that is read through a sampler.
    pub const fn sampled(dim: u32, arrayed: bool) -> Image {
        Image {
            dim,
            arrayed,
            sampled: true,
            format: image_format::UNKNOWN,
        }
    }

    /// An image that is read and written without a sampler.
    pub const fn storage(dim: u32, arrayed: bool, format: u32) -> Image {
        Image {
            dim,
            arrayed,
            sampled: false,
            format,
        }
    }
}

impl Builder {
    /// What is declared with these words, declared now if it is not yet. `result_type` stands in front of the result.
    pub(super) fn declared(
        &mut self,
        opcode: u16,
        result_type: Option<Id>,
        operands: impl Iterator<Item = u32>,
    ) -> Id {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        key.push(u32::from(opcode));
        key.extend(result_type.map(Id::word));
        let before = key.len();
        key.extend(operands);
        let id = match self.known.get(&key) {
            Some(&known) => known,
            None => {
                let id = self.id();
                let operands = result_type.map(Id::word).into_iter();
                let operands = operands.chain([id.word()]).chain(key[before..].iter().copied());
                words::write(&mut self.globals, &mut self.overlong, opcode, operands);
                self.known.insert(key.clone(), id);
                id
            }
        };
        self.key = key;
        id
    }

    fn ty(&mut self, opcode: u16, operands: impl IntoIterator<Item = u32>) -> Id {
        self.declared(opcode, None, operands.into_iter())
    }

    /// No value.
    pub fn void(&mut self) -> Id {
        self.ty(op::TYPE_VOID, [])
    }

    /// True or false; not for memory that others see.
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

    /// A 32-bit float.
    pub fn float(&mut self) -> Id {
        self.ty(op::TYPE_FLOAT, [32])
    }

    /// Two to four scalars.
    pub fn vector(&mut self, component: Id, count: u32) -> Id {
        self.ty(op::TYPE_VECTOR, [component.word(), count])
    }

    /// Two to four columns, which are vectors.
    pub fn matrix(&mut self, column: Id, count: u32) -> Id {
        self.ty(op::TYPE_MATRIX, [column.word(), count])
    }

    /// An image of one sample whose components are of a scalar type; it is no depth image.
    pub fn image(&mut self, component: Id, image: Image) -> Id {
        let sampled = if image.sampled { 1 } else { 2 };
        let arrayed = u32::from(image.arrayed);
        let operands = [component.word(), image.dim, 0, arrayed, 0, sampled, image.format];
        self.ty(op::TYPE_IMAGE, operands)
    }

    /// An image and its sampler.
    pub fn sampled_image(&mut self, image: Id) -> Id {
        self.ty(op::TYPE_SAMPLED_IMAGE, [image.word()])
    }

    /// An array. The stride, bytes, is stated where memory is shared with others; arrays that differ in it are not one type.
    pub fn array(&mut self, element: Id, length: u32, stride: Option<u32>) -> Id {
        let uint = self.uint();
        let length = self.constant(uint, length);
        self.with_stride(op::TYPE_ARRAY, [element.word(), length.word()], stride)
    }

    /// An array whose length the memory behind it decides: the last member of a block.
    pub fn runtime_array(&mut self, element: Id, stride: u32) -> Id {
        self.with_stride(op::TYPE_RUNTIME_ARRAY, [element.word()], Some(stride))
    }

    fn with_stride<const N: usize>(&mut self, opcode: u16, operands: [u32; N], stride: Option<u32>) -> Id {
        let Some(stride) = stride else {
            return self.ty(opcode, operands);
        };
        // No instruction has the stride among its operands, so this key meets none of a type without one.
        let mut key = vec![u32::from(opcode)];
        key.extend(operands);
        key.extend([decoration::ARRAY_STRIDE, stride, u32::MAX]);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let id = self.id();
        let operands = std::iter::once(id.word()).chain(operands);
        words::write(&mut self.globals, &mut self.overlong, opcode, operands);
        self.decorate(id, decoration::ARRAY_STRIDE, &[stride]);
        self.known.insert(key, id);
        id
    }

    /// A structure that is only a value: what some instructions give.
    pub fn structure(&mut self, members: &[Id]) -> Id {
        self.declared(op::TYPE_STRUCT, None, members.iter().map(|id| id.word()))
    }

    /// A structure of its own, for members with offsets and names.
    pub fn new_structure(&mut self, members: &[Id]) -> Id {
        let id = self.id();
        let operands = std::iter::once(id.word()).chain(members.iter().map(|id| id.word()));
        words::write(&mut self.globals, &mut self.overlong, op::TYPE_STRUCT, operands);
        id
    }

    /// A pointer into a storage class.
    pub fn pointer(&mut self, class: u32, pointee: Id) -> Id {
        self.ty(op::TYPE_POINTER, [class, pointee.word()])
    }

    /// A function's result and parameters.
    pub fn function_type(&mut self, result: Id, parameters: &[Id]) -> Id {
        let parameters = parameters.iter().map(|id| id.word());
        let operands = std::iter::once(result.word()).chain(parameters);
        self.declared(op::TYPE_FUNCTION, None, operands)
    }
}
