//! Variables outside of functions: the interface in the order of the text, others on first use.

use glassbox_spirv::build::{Id, value, value::built_in, value::storage_class};

use super::chain::Forced;
use super::heap::HeapPlace;
use super::layout::{Memory, Rules, rules_of};
use super::{Chain, Emitter};
use crate::model::{BuiltIn, Global, GlobalId, MatrixLayout, Storage};
use crate::types::{Scalar, Type};
use crate::vocabulary::variables;

/// A global in the module.
#[derive(Clone, Debug)]
pub(super) enum Variable {
    Place(Chain),
    Constant(Id),
}

impl Emitter<'_> {
    /// Declares the inputs, outputs and resources that the stage uses, in the order of the text.
    pub(super) fn declare_interface(&mut self) {
        let program = self.program;
        for (number, global) in program.globals.iter().enumerate() {
            let id = GlobalId(number as u32);
            let is_interface = matches!(
                global.storage,
                Storage::In | Storage::Out | Storage::Uniform | Storage::Buffer | Storage::PushConstant
            );
            if is_interface && global.built_in.is_none() && self.survey.globals.contains(&id) {
                self.global_place(id);
            }
        }
    }

    /// The place of a global.
    pub(super) fn global_place(&mut self, id: GlobalId) -> Chain {
        if let Some(Some(Variable::Place(known))) = self.globals.get(id.0 as usize) {
            return known.clone();
        }
        let place = self.declare_global(id);
        self.globals[id.0 as usize] = Some(Variable::Place(place.clone()));
        place
    }

    fn declare_global(&mut self, id: GlobalId) -> Chain {
        let program = self.program;
        let global = program.global(id);
        let class = self.class_of(global);
        let (memory, block) = match self.block_of(global) {
            Some(_) if self.has_layout(global, class) => (Some(self.memory_of_block(id)), None),
            Some(_) if matches!(global.storage, Storage::In | Storage::Out) => (None, Some(id)),
            _ => (None, None),
        };
        let mut place = Chain::variable(self.module.id(), class, global.ty);
        place.memory = memory;
        place.block = block;
        place.flags = global.qualifiers.flags;
        place.format = global.qualifiers.layout().format.unwrap_or(0);
        place.forced = global.built_in.and_then(|row| self.forced(row, global.ty));
        if global.qualifiers.layout().is_heap {
            place.heap = Some(HeapPlace::Array(id));
            let is_sampler = matches!(program.types.innermost(global.ty), Type::Sampler(_));
            place.base = self.heap(is_sampler);
            self.declare_small(class, self.has_width(global.ty, 16), self.has_width(global.ty, 8));
            return place;
        }
        if global.storage.is_heap() {
            place.heap = Some(HeapPlace::Block(id));
            place.base = self.heap(global.storage == Storage::SamplerHeap);
            return place;
        }
        if let Some(known) = self.shared_built_in(global) {
            place.base = known;
            return place;
        }
        for (_, ids) in &global.qualifiers.layout().decoration_ids {
            // What a decoration names is declared before what it decorates.
            for id in ids {
                self.stated_id(*id);
            }
        }
        let pointee = self.pointee_type(&place);
        let pointer = self.module.pointer(class, pointee);
        let initializer = self.constant_initializer(global);
        place.base = match initializer {
            Some(value) => self.module.global_with(pointer, class, value),
            None => self.module.global(pointer, class),
        };
        self.name_global(global, place.base);
        self.decorate_global(id, &place);
        self.debug_global((&global.name, global.at, global.ty), place.base);
        self.list_in_interface(class, place.base);
        place
    }

    /// Entry points list inputs and outputs, and from SPIR-V 1.4 on all variables.
    pub(super) fn list_in_interface(&mut self, class: u32, variable: Id) {
        if self.minor >= 4 || matches!(class, storage_class::INPUT | storage_class::OUTPUT) {
            self.interface.push(variable);
        }
    }

    fn name_global(&mut self, global: &Global, id: Id) {
        // A block without the name of an instance has the name of its type.
        let name: &str = if global.is_anonymous_block { "" } else { &global.name };
        self.module.name(id, name);
    }

    /// The value of a private variable at the start, where it is constant.
    fn constant_initializer(&mut self, global: &Global) -> Option<Id> {
        if global.storage == Storage::Shared && global.qualifiers.layout().other.contains(&"null_initializer")
        {
            return Some(self.null(global.ty));
        }
        let value = global.initializer.filter(|_| global.storage == Storage::Private)?;
        self.is_constant(value).then(|| self.value(value))
    }

    /// The variable of the same built-in thing that there is already: SPIR-V allows one in each storage class.
    fn shared_built_in(&mut self, global: &Global) -> Option<Id> {
        let number_of = |global: &Global| variables::row(global.built_in?).number;
        let number = number_of(global)?;
        let places = self.globals.iter().zip(&self.program.globals);
        for (known, other) in places {
            if let Some(Variable::Place(known)) = known
                && other.storage == global.storage
                && number_of(other) == Some(number)
            {
                return Some(known.base);
            }
        }
        None
    }

    /// How a built-in variable differs from its form in the language.
    pub(super) fn forced(&self, row: BuiltIn, ty: Type) -> Option<Forced> {
        let number = variables::row(row).number?;
        match (number, ty) {
            (
                built_in::SUBGROUP_EQ_MASK
                | built_in::SUBGROUP_GE_MASK
                | built_in::SUBGROUP_GT_MASK
                | built_in::SUBGROUP_LE_MASK
                | built_in::SUBGROUP_LT_MASK,
                Type::Scalar(Scalar::Uint64),
            ) => Some(Forced::Mask),
            (built_in::OBJECT_TO_WORLD_KHR | built_in::WORLD_TO_OBJECT_KHR, Type::Matrix(_, 3, 4)) => {
                Some(Forced::Transposed)
            }
            (built_in::FRAG_COORD, _) if self.is_centered() => Some(Forced::Centered),
            _ => None,
        }
    }

    /// Whether the text has whole numbers at the centers of pixels, and the environment has no mode for it.
    pub(super) fn is_centered(&self) -> bool {
        self.program.modes.is_pixel_center_integer && !self.options.environment.is_open_gl()
    }

    /// The structure of a block, or of an array of blocks.
    pub(super) fn block_of(&self, global: &Global) -> Option<crate::types::StructId> {
        match self.program.types.innermost(global.ty) {
            Type::Struct(id) if self.program.types.structure(id).is_block => Some(id),
            _ => None,
        }
    }

    /// Whether the members of a block have offsets.
    fn has_layout(&self, global: &Global, class: u32) -> bool {
        matches!(
            class,
            storage_class::UNIFORM
                | storage_class::STORAGE_BUFFER
                | storage_class::PUSH_CONSTANT
                | storage_class::PHYSICAL_STORAGE_BUFFER
                | storage_class::SHADER_RECORD_BUFFER_KHR
        ) || global.storage.is_heap()
            || class == storage_class::WORKGROUP && self.block_of(global).is_some()
    }

    /// The rules for the members of a block.
    pub(super) fn memory_of_block(&self, id: GlobalId) -> Memory {
        let global = self.program.global(id);
        let layout = global.qualifiers.layout();
        let default = match global.storage {
            Storage::Uniform => Rules::Std140,
            Storage::ResourceHeap | Storage::SamplerHeap => Rules::Scalar,
            _ => Rules::Std430,
        };
        Memory {
            rules: rules_of(layout.packing, default),
            is_row_major: layout.matrix == Some(MatrixLayout::RowMajor),
            is_heap: global.storage.is_heap(),
        }
    }

    /// The storage class of a global.
    fn class_of(&self, global: &Global) -> u32 {
        use storage_class as class;
        let is_opaque = |ty: Type| ty.is_opaque() && !matches!(ty, Type::RayQuery | Type::HitObject(_));
        if let Some(class) = global.qualifiers.layout().storage_class {
            return class;
        }
        match self.program.types.innermost(global.ty) {
            Type::AtomicUint => return class::ATOMIC_COUNTER,
            Type::RayQuery | Type::HitObject(_) => return class::PRIVATE,
            Type::Attachment(_) => return class::TILE_IMAGE_EXT,
            _ => {}
        }
        match global.storage {
            Storage::Private | Storage::Const | Storage::Reference => class::PRIVATE,
            Storage::In => class::INPUT,
            Storage::Out => class::OUTPUT,
            Storage::Uniform if self.block_of(global).is_some() => class::UNIFORM,
            Storage::Uniform => class::UNIFORM_CONSTANT,
            // A block of resources cannot be: its members are opaque.
            Storage::Buffer if self.program.types.contains(global.ty, &is_opaque) => class::UNIFORM_CONSTANT,
            Storage::Buffer if self.uses_storage_buffer() => class::STORAGE_BUFFER,
            Storage::Buffer => class::UNIFORM,
            Storage::PushConstant => class::PUSH_CONSTANT,
            Storage::ShaderRecord => class::SHADER_RECORD_BUFFER_KHR,
            Storage::Shared => class::WORKGROUP,
            Storage::RayPayload => class::RAY_PAYLOAD_KHR,
            Storage::RayPayloadIn => class::INCOMING_RAY_PAYLOAD_KHR,
            Storage::HitAttribute => class::HIT_ATTRIBUTE_KHR,
            Storage::CallableData => class::CALLABLE_DATA_KHR,
            Storage::CallableDataIn => class::INCOMING_CALLABLE_DATA_KHR,
            Storage::HitObjectAttribute => {
                if self.has("GL_NV_shader_invocation_reorder") {
                    class::HIT_OBJECT_ATTRIBUTE_NV
                } else {
                    class::HIT_OBJECT_ATTRIBUTE_EXT
                }
            }
            Storage::TaskPayload => class::TASK_PAYLOAD_WORKGROUP_EXT,
            Storage::TileImage => class::TILE_IMAGE_EXT,
            Storage::ResourceHeap | Storage::SamplerHeap => class::UNIFORM_CONSTANT,
        }
    }

    /// Whether storage blocks have a storage class of their own.
    pub(super) fn uses_storage_buffer(&self) -> bool {
        self.minor >= 3 || self.survey.uses_vulkan_memory || self.program.modes.uses_variable_pointers
    }

    /// Whether a type is a resource or a block, so that arrays of it are arrays of descriptors.
    pub(super) fn is_resource(&self, ty: Type) -> bool {
        match self.program.types.innermost(ty) {
            Type::Struct(id) => self.program.types.structure(id).is_block,
            Type::RayQuery | Type::HitObject(_) => false,
            ty => {
                let types = &self.program.types;
                ty.is_opaque() || types.is_tensor(ty) || types.as_spirv(ty).is_some()
            }
        }
    }

    /// Whether a global is `gl_WorkGroupSize`, which is a constant.
    pub(super) fn is_workgroup_size(&self, id: GlobalId) -> bool {
        let row = self.program.global(id).built_in;
        row.and_then(|row| variables::row(row).number) == Some(built_in::WORKGROUP_SIZE)
    }

    /// `gl_WorkGroupSize`: the sizes that the stage states, of which some can be specialized.
    pub(super) fn workgroup_size(&mut self) -> Id {
        if let Some(known) = self.workgroup_size {
            return known;
        }
        let parts = self.workgroup_sizes();
        let ty = self.ty(Type::Vector(Scalar::Uint, 3));
        let is_specialized = self.program.modes.local_size_id.iter().any(Option::is_some);
        // A constant of its own, since it is decorated.
        let opcode = if is_specialized {
            glassbox_spirv::build::op::SPEC_CONSTANT_COMPOSITE
        } else {
            glassbox_spirv::build::op::CONSTANT_COMPOSITE
        };
        let id = self.module.declaration_of(opcode, Some(ty), parts.map(Id::operand));
        self.module.name(id, "gl_WorkGroupSize");
        if self.minor < 6 {
            self.module.decorate(id, value::decoration::BUILT_IN, &[built_in::WORKGROUP_SIZE]);
        }
        self.workgroup_size = Some(id);
        id
    }

    /// The three sizes, each a constant or a specialization constant.
    pub(super) fn workgroup_sizes(&mut self) -> [Id; 3] {
        if let Some(known) = self.workgroup_sizes {
            return known;
        }
        let stated = self.program.modes.local_size.map_or([1; 3], |(sizes, _)| sizes);
        let ids = self.program.modes.local_size_id;
        let sizes = [0, 1, 2].map(|dimension: usize| match ids[dimension] {
            Some(number) => {
                let uint = self.module.uint();
                self.module.spec_constant(uint, u64::from(stated[dimension]), Some(number))
            }
            None => self.uint(stated[dimension]),
        });
        self.workgroup_sizes = Some(sizes);
        sizes
    }
}
