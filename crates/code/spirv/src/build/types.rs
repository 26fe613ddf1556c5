//! Declares types; those without decorations once each.

use super::value::{decoration, image_format};
use super::{Builder, Id, op, words};

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
    /// Returns the declaration with these words, emitting it on first use. `result_type` precedes the result.
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

    /// A single-sample, non-depth image with scalar components.
    pub fn image(&mut self, component: Id, image: Image) -> Id {
        let sampled = if image.sampled { 1 } else { 2 };
        let arrayed = u32::from(image.arrayed);
        let operands = [component.word(), image.dim, 0, arrayed, 0, sampled, image.format];
        self.ty(op::TYPE_IMAGE, operands)
    }

    /// A combined image and sampler.
    pub fn sampled_image(&mut self, image: Id) -> Id {
        self.ty(op::TYPE_SAMPLED_IMAGE, [image.word()])
    }

    /// An array. `stride` is in bytes and required in externally visible memory; arrays with different
    /// strides are different types.
    pub fn array(&mut self, element: Id, length: u32, stride: Option<u32>) -> Id {
        let uint = self.uint();
        let length = self.constant(uint, length);
        self.with_stride(op::TYPE_ARRAY, [element.word(), length.word()], stride)
    }

    /// An array sized by the bound memory: the last member of a block.
    pub fn runtime_array(&mut self, element: Id, stride: u32) -> Id {
        self.with_stride(op::TYPE_RUNTIME_ARRAY, [element.word()], Some(stride))
    }

    fn with_stride<const N: usize>(&mut self, opcode: u16, operands: [u32; N], stride: Option<u32>) -> Id {
        let Some(stride) = stride else {
            return self.ty(opcode, operands);
        };
        // No instruction has the stride as an operand, so this key cannot match an array without one.
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

    /// A structure used only as a value, such as an instruction's result; declared once.
    pub fn structure(&mut self, members: &[Id]) -> Id {
        self.declared(op::TYPE_STRUCT, None, members.iter().map(|id| id.word()))
    }

    /// A structure distinct from all others, for members with offsets and names.
    pub fn new_structure(&mut self, members: &[Id]) -> Id {
        let id = self.id();
        let operands = std::iter::once(id.word()).chain(members.iter().map(|id| id.word()));
        words::write(&mut self.globals, &mut self.overlong, op::TYPE_STRUCT, operands);
        id
    }

    /// A pointer in a storage class.
    pub fn pointer(&mut self, class: u32, pointee: Id) -> Id {
        self.ty(op::TYPE_POINTER, [class, pointee.word()])
    }

    /// A function type: result and parameters.
    pub fn function_type(&mut self, result: Id, parameters: &[Id]) -> Id {
        let parameters = parameters.iter().map(|id| id.word());
        let operands = std::iter::once(result.word()).chain(parameters);
        self.declared(op::TYPE_FUNCTION, None, operands)
    }
}
