//! Heaps of descriptors, GL_EXT_descriptor_heap: the variables of the module, and pointers to what descriptors stand for.

use foldhash::HashMap;
use glassbox_spirv::build::{Id, op, value};
use glassbox_spirv::module::Operand;

use super::{Chain, Emitter};
use crate::model::GlobalId;
use crate::types::Type;

/// What the module has of heaps so far.
#[derive(Debug, Default)]
pub(super) struct Heaps {
    /// The variables, by built-in number.
    variables: HashMap<u32, Id>,
    /// Arrays of descriptors, by the type of these and the bytes of each, if they are stated.
    arrays: HashMap<(Id, Option<u32>), Id>,
}

/// A heap, or the descriptor at an index of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapPlace {
    pub(super) heap: GlobalId,
    pub(super) index: Option<Id>,
}

impl Emitter<'_> {
    /// The heap that holds descriptors of a type: samplers have one of their own.
    pub(super) fn heap(&mut self, ty: Type) -> Id {
        let is_sampler = matches!(self.program.types.innermost(ty), Type::Sampler(_));
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
            self.module.type_with(op::TYPE_BUFFER_EXT, [Operand::Literal(whole.class)])
        } else {
            self.opaque_type(element, whole.format)
        };
        let stride = self.program.global(heap).qualifiers.layout().descriptor_stride;
        let array = self.heap_array(descriptor, stride);
        let untyped = self.untyped_pointer(value::storage_class::UNIFORM_CONSTANT);
        let pointer = self.module.value(op::UNTYPED_ACCESS_CHAIN_KHR, untyped, &[array, whole.base, index]);
        let place = HeapPlace { heap, index: Some(index) };
        let mut place =
            Chain { pointee: element, ty: element, is_nonuniform, base: pointer, heap: Some(place), ..whole };
        if is_nonuniform {
            self.decorate_nonuniform(pointer);
            self.declare_indexing(&place);
        }
        if is_block {
            let block = self.pointee_type(&place);
            let typed = self.module.pointer(place.class, block);
            place.base = self.module.value(op::BUFFER_POINTER_EXT, typed, &[pointer]);
            place.heap = None;
            if is_nonuniform {
                self.decorate_nonuniform(place.base);
            }
        }
        place
    }

    /// The heap as an array of one kind of descriptors.
    fn heap_array(&mut self, descriptor: Id, stride: Option<u32>) -> Id {
        if let Some(known) = self.heaps.arrays.get(&(descriptor, stride)) {
            return *known;
        }
        let size = match stride {
            Some(bytes) => self.module.constant_uint(bytes),
            None => {
                let uint = self.module.uint();
                self.module.declaration_of(op::CONSTANT_SIZE_OF_EXT, Some(uint), [descriptor.operand()])
            }
        };
        let array = self.module.declaration_of(op::TYPE_RUNTIME_ARRAY, None, [descriptor.operand()]);
        self.module.decorate_id(array, value::decoration::ARRAY_STRIDE_ID_EXT, &[size]);
        self.heaps.arrays.insert((descriptor, stride), array);
        array
    }
}
