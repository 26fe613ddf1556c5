//! Where the members of heap blocks lie. Sizes of descriptors are known to the device alone: they are constants of the module, and
//! so is everything that follows from them.

use std::rc::Rc;

use glassbox_spirv::build::{Id, op, value::decoration};

use super::Emitter;
use super::layout::Memory;
use super::types::StructureKey;
use crate::model::Layout;
use crate::types::{Length, StructId, Type};

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Amount {
    Known(u32),
    /// A constant of the module that the device computes.
    Constant(Id),
}

/// Where the members of a structure lie that holds descriptors.
#[derive(Clone, Debug)]
pub(super) struct HeapLayout {
    /// By member.
    pub(super) offsets: Vec<Amount>,
    extent: HeapExtent,
}

/// Size and alignment. The size of whole structures is a multiple of their alignment.
#[derive(Clone, Copy, Debug)]
struct HeapExtent {
    size: Amount,
    align: Amount,
}

impl Emitter<'_> {
    /// Whether a type is or holds a descriptor, as the blocks of heaps have them.
    pub(super) fn holds_descriptor(&self, ty: Type) -> bool {
        let types = &self.program.types;
        types.contains(ty, &Type::is_opaque) || types.holds_buffer(ty)
    }

    /// Where the members of a structure in a heap lie.
    pub(super) fn heap_layout(&mut self, id: StructId, memory: Memory) -> Rc<HeapLayout> {
        if let Some(known) = self.heaps.layouts.get(&(id, memory)) {
            return known.clone();
        }
        let program = self.program;
        let structure = program.types.structure(id);
        let mut next = Amount::Known(0);
        let mut align = Amount::Known(1);
        let mut offsets = Vec::with_capacity(structure.members.len());
        for member in &structure.members {
            let layout = member.qualifiers.layout();
            let extent = self.heap_extent(member.ty, memory.with(layout.matrix), layout);
            let offset = match layout.offset {
                Some(offset) if matches!(extent.align, Amount::Constant(_)) => Amount::Known(offset),
                Some(offset) => self.aligned(Amount::Known(offset), extent.align),
                None => {
                    let stated = Amount::Known(layout.align.unwrap_or(1));
                    let wanted = self.larger(extent.align, stated);
                    self.aligned(next, wanted)
                }
            };
            offsets.push(offset);
            next = self.sum(offset, extent.size);
            align = self.larger(align, extent.align);
        }
        let size = self.aligned(next, align);
        let layout = Rc::new(HeapLayout { offsets, extent: HeapExtent { size, align } });
        self.heaps.layouts.insert((id, memory), layout.clone());
        layout
    }

    /// Size and alignment of a member. A descriptor is aligned to its size.
    fn heap_extent(&mut self, ty: Type, memory: Memory, layout: &Layout) -> HeapExtent {
        if !self.holds_descriptor(ty) {
            let extent = self.layouts.extent(self.program, ty, memory);
            return HeapExtent {
                size: Amount::Known(extent.size as u32),
                align: Amount::Known(extent.align as u32),
            };
        }
        if let Type::Array(id) = ty {
            let array = self.program.types.array_of(id);
            let element = self.heap_extent(array.element, memory, layout);
            let size = self.times(element.size, array.length);
            return HeapExtent { size, align: element.align };
        }
        if let Type::Struct(id) = ty
            && self.program.types.as_buffer(ty).is_none()
        {
            return self.heap_layout(id, memory).extent;
        }
        let size = match layout.descriptor_size {
            Some(bytes) => Amount::Known(bytes),
            None => {
                let descriptor = self.type_in_heap(ty, memory, layout);
                Amount::Constant(self.size_of_descriptor(descriptor))
            }
        };
        HeapExtent { size, align: size }
    }

    /// The type of a member of a structure that holds descriptors.
    pub(super) fn type_in_heap(&mut self, ty: Type, memory: Memory, layout: &Layout) -> Id {
        if let Some(buffer) = self.program.types.as_buffer(ty) {
            let class = self.class_of_buffer(buffer);
            return self.buffer_descriptor(class);
        }
        match ty {
            Type::Array(id) if self.holds_descriptor(ty) => {
                let array = self.program.types.array_of(id);
                let element = self.type_in_heap(array.element, memory, layout);
                let stride = self.heap_extent(array.element, memory, layout).size;
                self.heap_array(element, array.length, stride)
            }
            Type::Struct(id) => self.structure_type(StructureKey { id, memory: Some(memory), global: None }),
            _ if ty.is_opaque() => self.opaque_type(ty, layout.format.unwrap_or(0)),
            _ => self.type_in(ty, Some(memory)),
        }
    }

    /// An array of what holds descriptors.
    pub(super) fn heap_array(&mut self, element: Id, length: Length, stride: Amount) -> Id {
        if let Some(known) = self.heaps.arrays.get(&(element, length, stride)) {
            return *known;
        }
        let array = match length {
            Length::Unsized => self.module.declaration_of(op::TYPE_RUNTIME_ARRAY, None, [element.operand()]),
            length => {
                let count = self.length_constant(length);
                self.module.declaration_of(op::TYPE_ARRAY, None, [element.operand(), count.operand()])
            }
        };
        match stride {
            Amount::Known(bytes) => self.module.decorate(array, decoration::ARRAY_STRIDE, &[bytes]),
            Amount::Constant(id) => {
                self.module.decorate_id(array, decoration::ARRAY_STRIDE_ID_EXT, &[id]);
            }
        }
        self.heaps.arrays.insert((element, length, stride), array);
        array
    }

    fn length_constant(&mut self, length: Length) -> Id {
        match length {
            Length::Fixed(count) => self.module.constant_uint(count.max(1)),
            Length::Specialized(id) => self.value(id),
            Length::Unsized => self.module.constant_uint(1),
        }
    }

    /// The size of a descriptor of a type, as the device has it.
    pub(super) fn size_of_descriptor(&mut self, descriptor: Id) -> Id {
        if let Some(known) = self.heaps.sizes.get(&descriptor) {
            return *known;
        }
        let uint = self.module.uint();
        let size = self.module.declaration_of(op::CONSTANT_SIZE_OF_EXT, Some(uint), [descriptor.operand()]);
        self.heaps.sizes.insert(descriptor, size);
        size
    }

    /// States where a member lies.
    pub(super) fn decorate_offset(&mut self, structure: Id, place: u32, offset: Amount) {
        match offset {
            Amount::Known(bytes) => {
                self.module.decorate_member(structure, place, decoration::OFFSET, &[bytes]);
            }
            Amount::Constant(id) => {
                self.module.decorate_member_id(structure, place, decoration::OFFSET_ID_EXT, &[id]);
            }
        }
    }

    fn amount(&mut self, amount: Amount) -> Id {
        match amount {
            Amount::Known(bytes) => self.module.constant_uint(bytes),
            Amount::Constant(id) => id,
        }
    }

    fn computed(&mut self, opcode: u16, left: Amount, right: Amount) -> Amount {
        let operands = [self.amount(left), self.amount(right)];
        let uint = self.module.uint();
        Amount::Constant(self.module.spec_constant_op(opcode, uint, &operands, &[]))
    }

    fn sum(&mut self, left: Amount, right: Amount) -> Amount {
        match (left, right) {
            (Amount::Known(left), Amount::Known(right)) => Amount::Known(left.saturating_add(right)),
            (Amount::Known(0), other) | (other, Amount::Known(0)) => other,
            _ => self.computed(op::I_ADD, left, right),
        }
    }

    /// Bytes of an array, whose last one may be without a length.
    fn times(&mut self, element: Amount, length: Length) -> Amount {
        match (element, length) {
            (Amount::Known(bytes), Length::Fixed(count)) => Amount::Known(bytes.saturating_mul(count)),
            (element, Length::Fixed(1) | Length::Unsized) => element,
            (element, length) => {
                let count = Amount::Constant(self.length_constant(length));
                self.computed(op::I_MUL, element, count)
            }
        }
    }

    fn larger(&mut self, left: Amount, right: Amount) -> Amount {
        match (left, right) {
            (Amount::Known(left), Amount::Known(right)) => Amount::Known(left.max(right)),
            (Amount::Known(0 | 1), other) | (other, Amount::Known(0 | 1)) => other,
            (left, right) if left == right => left,
            _ => {
                let operands = [self.amount(left), self.amount(right)];
                let bool_type = self.module.bool();
                let is_larger = self.module.spec_constant_op(op::U_GREATER_THAN, bool_type, &operands, &[]);
                let uint = self.module.uint();
                let operands = [is_larger, operands[0], operands[1]];
                Amount::Constant(self.module.spec_constant_op(op::SELECT, uint, &operands, &[]))
            }
        }
    }

    /// The next multiple, which need not be of a power of two.
    fn aligned(&mut self, offset: Amount, align: Amount) -> Amount {
        match (offset, align) {
            (Amount::Known(0), _) | (_, Amount::Known(0 | 1)) => offset,
            (offset, align) if offset == align => offset,
            (Amount::Known(offset), Amount::Known(align)) => {
                Amount::Known(offset.div_ceil(align).saturating_mul(align))
            }
            _ => {
                let beyond = self.computed(op::U_MOD, offset, align);
                let missing = self.computed(op::I_SUB, align, beyond);
                let padding = self.computed(op::U_MOD, missing, align);
                self.computed(op::I_ADD, offset, padding)
            }
        }
    }
}
