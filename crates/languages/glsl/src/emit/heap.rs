//! Heaps of descriptors: the variables of the module, and pointers to what descriptors stand for. GL_EXT_descriptor_heap has them
//! as arrays, GL_EXT_structured_descriptor_heap as blocks.

use std::rc::Rc;

use foldhash::HashMap;
use glassbox_spirv::build::{Id, Signedness, op, value};
use glassbox_spirv::module::Operand;
use smallvec::SmallVec;

use super::function::{Parameters, Passed};
use super::heap_layout::{Amount, HeapLayout};
use super::layout::{Memory, Rules, rules_of};
use super::types::StructureKey;
use super::{Chain, Emitter};
use crate::model::{GlobalId, Storage, flag};
use crate::types::{BufferType, Length, StructId, Type};

/// What the module has of heaps so far.
#[derive(Debug, Default)]
pub(super) struct Heaps {
    /// The variables, by built-in number.
    variables: HashMap<u32, Id>,
    /// Arrays that hold descriptors, by their elements, length and stride.
    pub(super) arrays: HashMap<(Id, Length, Amount), Id>,
    /// Sizes of descriptors, by type.
    pub(super) sizes: HashMap<Id, Id>,
    pub(super) layouts: HashMap<(StructId, Memory), Rc<HeapLayout>>,
}

/// A heap, or something in one.
#[derive(Clone, Copy, Debug)]
pub(super) enum HeapPlace {
    /// One that is read as an array of descriptors.
    Array(GlobalId),
    /// The descriptor at an index of such an array.
    Descriptor(GlobalId, Id),
    /// A block in a heap, or a part of it.
    Block(GlobalId),
}

/// A part of a heap block that is passed to a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PassedMember {
    heap: GlobalId,
    ty: Type,
    format: u32,
    memory: Option<Memory>,
    flags: u32,
    is_nonuniform: bool,
    indices: Vec<PassedIndex>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum PassedIndex {
    Constant(Id),
    /// A parameter, of this type.
    Given(Id),
}

impl PassedMember {
    /// Types of the parameters that it has.
    pub(super) fn given(&self) -> impl Iterator<Item = Id> {
        self.indices.iter().filter_map(|index| match index {
            PassedIndex::Given(ty) => Some(*ty),
            PassedIndex::Constant(_) => None,
        })
    }
}

impl Emitter<'_> {
    /// The heap of resources, or that of samplers.
    pub(super) fn heap(&mut self, is_sampler: bool) -> Id {
        let (number, name) = if is_sampler {
            (value::built_in::SAMPLER_HEAP_EXT, "sampler_heap")
        } else {
            (value::built_in::RESOURCE_HEAP_EXT, "resource_heap")
        };
        if let Some(known) = self.heaps.variables.get(&number) {
            return *known;
        }
        let class = value::storage_class::UNIFORM_CONSTANT;
        let pointer = self.untyped_pointer(class);
        let heap =
            self.module.declaration_of(op::UNTYPED_VARIABLE_KHR, Some(pointer), [Operand::Literal(class)]);
        self.module.name(heap, name);
        self.module.decorate(heap, value::decoration::BUILT_IN, &[number]);
        self.list_in_interface(class, heap);
        self.heaps.variables.insert(number, heap);
        heap
    }

    /// The type of pointers into a storage class that do not say to what.
    pub(super) fn untyped_pointer(&mut self, class: u32) -> Id {
        self.module.type_with(op::TYPE_UNTYPED_POINTER_KHR, [Operand::Literal(class)])
    }

    /// An element of a heap: a pointer to the block, or to the descriptor of anything else.
    pub(super) fn descriptor(&mut self, heap: GlobalId, index: Id, is_nonuniform: bool) -> Chain {
        let whole = self.global_place(heap);
        let element = self.element_type(whole.pointee);
        let is_block = matches!(element, Type::Struct(_));
        let descriptor = if is_block {
            self.buffer_descriptor(whole.class)
        } else {
            self.opaque_type(element, whole.format)
        };
        let stride = self.program.global(heap).qualifiers.layout().descriptor_stride;
        let stride = match stride {
            Some(bytes) => Amount::Known(bytes),
            None => Amount::Constant(self.size_of_descriptor(descriptor)),
        };
        let array = self.heap_array(descriptor, Length::Unsized, stride);
        let untyped = self.untyped_pointer(value::storage_class::UNIFORM_CONSTANT);
        let pointer = self.module.value(op::UNTYPED_ACCESS_CHAIN_KHR, untyped, &[array, whole.base, index]);
        let place = HeapPlace::Descriptor(heap, index);
        let mut place =
            Chain { pointee: element, ty: element, is_nonuniform, base: pointer, heap: Some(place), ..whole };
        if is_nonuniform {
            self.decorate_nonuniform(pointer);
            self.declare_indexing(&place);
        }
        if is_block {
            self.open_buffer(&mut place, pointer);
        }
        place
    }

    /// The type of descriptors of buffers.
    pub(super) fn buffer_descriptor(&mut self, class: u32) -> Id {
        self.module.type_with(op::TYPE_BUFFER_EXT, [Operand::Literal(class)])
    }

    /// Goes on from the descriptor of a buffer to what it describes.
    fn open_buffer(&mut self, place: &mut Chain, pointer: Id) {
        place.heap = None;
        place.indices.clear();
        let block = self.pointee_type(place);
        let typed = self.module.pointer(place.class, block);
        place.base = self.module.value(op::BUFFER_POINTER_EXT, typed, &[pointer]);
        if place.is_nonuniform {
            self.decorate_nonuniform(place.base);
        }
    }

    /// Goes on from a member of a heap block that is the descriptor of a buffer to what it describes. Leaves other places.
    pub(super) fn enter_buffer(&mut self, place: &mut Chain) {
        let program = self.program;
        let (Some(HeapPlace::Block(_)), Type::Struct(id)) = (place.heap, place.pointee) else { return };
        let Some(buffer) = program.types.buffer_types.get(&id) else { return };
        let pointer = self.pointer(place);
        place.class = self.class_of_buffer(buffer);
        place.memory = Some(memory_of_buffer(buffer));
        self.open_buffer(place, pointer);
        let ty = Type::Struct(id);
        self.declare_small(place.class, self.has_width(ty, 16), self.has_width(ty, 8));
        if buffer.storage == Storage::Buffer {
            let marks = [
                (flag::READ_ONLY, value::decoration::NON_WRITABLE),
                (flag::WRITE_ONLY, value::decoration::NON_READABLE),
            ];
            for (flag, mark) in marks {
                if place.flags & flag != 0 {
                    self.module.decorate(place.base, mark, &[]);
                }
            }
        }
    }

    pub(super) fn class_of_buffer(&self, buffer: &BufferType) -> u32 {
        match buffer.storage {
            Storage::Uniform => value::storage_class::UNIFORM,
            _ => value::storage_class::STORAGE_BUFFER,
        }
    }

    /// A pointer to a part of a heap block.
    pub(super) fn heap_pointer(&mut self, heap: GlobalId, place: &Chain) -> Id {
        let program = self.program;
        let global = program.global(heap);
        let Type::Struct(id) = global.ty else { return place.base };
        let memory = Some(self.memory_of_block(heap));
        let block = self.structure_type(StructureKey { id, memory, global: None });
        let untyped = self.untyped_pointer(value::storage_class::UNIFORM_CONSTANT);
        let mut base = place.base;
        let is_zero =
            |id| program.constant(id).is_some_and(|scalars| scalars.iter().all(|scalar| *scalar == 0));
        if let Some(offset) = global.qualifiers.layout().heap_offset.filter(|offset| !is_zero(*offset)) {
            let byte = self.module.int_type(8, Signedness::Unsigned);
            let bytes = self.module.runtime_array(byte, 1);
            let offset = self.value(offset);
            base = self.module.value(op::UNTYPED_ACCESS_CHAIN_KHR, untyped, &[bytes, base, offset]);
        }
        let operands = [block, base].into_iter().chain(place.indices.iter().copied()).map(Id::operand);
        let pointer = self.module.value_of(op::UNTYPED_ACCESS_CHAIN_KHR, untyped, operands);
        if place.is_nonuniform {
            self.decorate_nonuniform(pointer);
            if self.holds_descriptor(place.pointee) {
                self.declare_indexing(place);
            }
        }
        pointer
    }

    /// Passes a part of a heap block to a function, which finds it by its indices again.
    pub(super) fn pass_member(&mut self, heap: GlobalId, place: &Chain, ids: &mut Vec<Id>) -> Passed {
        let mut indices = Vec::with_capacity(place.indices.len());
        for index in &place.indices {
            if self.module.is_constant(*index) {
                indices.push(PassedIndex::Constant(*index));
            } else {
                ids.push(*index);
                let ty = self.module.type_of(*index).unwrap_or_else(|| self.module.uint());
                indices.push(PassedIndex::Given(ty));
            }
        }
        Passed::Member(Box::new(PassedMember {
            heap,
            ty: place.pointee,
            format: place.format,
            memory: place.memory,
            flags: place.flags,
            is_nonuniform: place.is_nonuniform,
            indices,
        }))
    }

    /// The part of a heap block that a parameter stands for.
    pub(super) fn passed_member(&mut self, member: &PassedMember, flags: u32, ids: &mut Parameters) -> Chain {
        let whole = self.global_place(member.heap);
        let mut indices = SmallVec::new();
        for index in &member.indices {
            match index {
                PassedIndex::Constant(id) => indices.push(*id),
                PassedIndex::Given(_) => indices.extend(ids.next()),
            }
        }
        Chain {
            ty: member.ty,
            pointee: member.ty,
            format: member.format,
            memory: member.memory,
            flags: member.flags | flags,
            is_nonuniform: member.is_nonuniform,
            indices,
            ..whole
        }
    }
}

/// How a block with `buffer_type` lies in memory.
fn memory_of_buffer(buffer: &BufferType) -> Memory {
    let default = if buffer.storage == Storage::Uniform { Rules::Std140 } else { Rules::Std430 };
    Memory { rules: rules_of(buffer.layout.packing, default), is_row_major: false, is_heap: false }
        .with(buffer.layout.matrix)
}
