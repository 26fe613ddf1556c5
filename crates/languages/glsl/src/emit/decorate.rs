//! Decorations of variables, blocks, members and results.

use glassbox_spirv::build::{Id, value::capability, value::decoration, value::storage_class};

use super::types::StructureKey;
use super::{Chain, Emitter};
use crate::model::{
    At, ExpressionId, Global, GlobalId, Interpolation, Layout, Precision, Qualifiers, Sampling, Storage, flag,
};
use crate::types::{Dim, ImageKind, Scalar, Type};
use crate::vocabulary::variables;

/// What is decorated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decorated {
    Id(Id),
    Member(Id, u32),
}

impl Emitter<'_> {
    fn decorate(&mut self, what: Decorated, decoration: u32, operands: &[u32]) {
        match what {
            Decorated::Id(id) => self.module.decorate(id, decoration, operands),
            Decorated::Member(id, member) => self.module.decorate_member(id, member, decoration, operands),
        }
    }

    /// Decorates a result as of reduced precision, once.
    pub(crate) fn relax(&mut self, id: Id) {
        if !self.module.is_constant(id) && self.relaxed.insert(id) {
            self.module.decorate(id, decoration::RELAXED_PRECISION, &[]);
        }
    }

    /// Decorates a pointer or value as one that may differ within a group of invocations that run together.
    pub(crate) fn decorate_nonuniform(&mut self, id: Id) {
        if self.module.is_open() && !self.module.is_constant(id) && self.nonuniform.insert(id) {
            self.module.capability(capability::SHADER_NON_UNIFORM);
            self.descriptor_indexing();
            self.module.decorate(id, decoration::NON_UNIFORM, &[]);
        }
    }

    /// Decorations of a variable outside of functions.
    pub(super) fn decorate_global(&mut self, id: GlobalId, place: &Chain) {
        let program = self.program;
        let global = program.global(id);
        let layout = global.qualifiers.layout();
        let what = Decorated::Id(place.base);
        let is_block = self.block_of(global).is_some();
        if !is_block {
            self.decorate_value(what, &global.qualifiers, global.storage);
            self.decorate_built_in(what, global);
        }
        self.decorate_place(what, global, is_block);
        self.decorate_capture(what, layout);
        if let Some(stream) = layout.stream.filter(|_| self.is_multiple_streams()) {
            self.decorate(what, decoration::STREAM, &[stream]);
        }
        if self.is_resource(global.ty) && !is_block {
            self.decorate_memory(what, global.qualifiers.flags);
        } else if global.qualifiers.has(flag::RESTRICT) {
            self.decorate(what, decoration::RESTRICT, &[]);
        }
        self.decorate_pointer(place.base, global.ty, global.qualifiers.flags);
        self.decorate_others(what, layout);
        self.declare_storage_needs(place.base, global.ty, place.class, is_block);
    }

    /// Location, set, binding, and other places.
    fn decorate_place(&mut self, what: Decorated, global: &Global, is_block: bool) {
        let layout = global.qualifiers.layout();
        let is_linked = matches!(global.storage, Storage::In | Storage::Out | Storage::TileImage)
            || global.storage == Storage::Uniform && !is_block && !global.ty.is_opaque();
        let is_decorated = |one: u32| layout.decorations.iter().any(|(number, _)| *number == one);
        let is_built_in = global.built_in.is_some() || is_decorated(decoration::BUILT_IN);
        if let Some(location) = layout.location.filter(|_| is_linked && !is_built_in) {
            self.decorate(what, decoration::LOCATION, &[location]);
        }
        if let Some(component) = layout.component {
            self.decorate(what, decoration::COMPONENT, &[component]);
        }
        if let Some(index) = layout.index.filter(|_| global.storage == Storage::Out) {
            self.decorate(what, decoration::INDEX, &[index]);
        }
        let is_resource =
            self.is_resource(global.ty) && matches!(global.storage, Storage::Uniform | Storage::Buffer);
        if is_resource {
            self.decorate(what, decoration::DESCRIPTOR_SET, &[layout.set.unwrap_or(0)]);
            self.decorate(what, decoration::BINDING, &[layout.binding.unwrap_or(0)]);
        }
        if let Some(number) = layout.input_attachment_index {
            self.decorate(what, decoration::INPUT_ATTACHMENT_INDEX, &[number]);
        }
        if self.program.types.innermost(global.ty) == Type::AtomicUint
            && let Some(offset) = layout.offset
        {
            self.decorate(what, decoration::OFFSET, &[offset]);
        }
    }

    /// Transform feedback.
    fn decorate_capture(&mut self, what: Decorated, layout: &Layout) {
        if !self.program.modes.is_captured {
            return;
        }
        if let Some(buffer) = layout.xfb_buffer {
            self.decorate(what, decoration::XFB_BUFFER, &[buffer]);
            let stated = self.program.modes.xfb_strides.get(&buffer).copied();
            if let Some(stride) = layout.xfb_stride.or(stated) {
                self.decorate(what, decoration::XFB_STRIDE, &[stride]);
            }
        }
        if let Some(offset) = layout.xfb_offset {
            self.decorate(what, decoration::OFFSET, &[offset]);
        }
    }

    /// Precision, interpolation and the like, of a variable or of a member of a block.
    fn decorate_value(&mut self, what: Decorated, qualifiers: &Qualifiers, storage: Storage) {
        if matches!(qualifiers.precision, Precision::Low | Precision::Medium) {
            self.decorate(what, decoration::RELAXED_PRECISION, &[]);
        }
        if qualifiers.has(flag::INVARIANT) {
            self.decorate(what, decoration::INVARIANT, &[]);
        }
        if !matches!(storage, Storage::In | Storage::Out | Storage::TaskPayload) {
            return;
        }
        let interpolation = match qualifiers.interpolation {
            Some(Interpolation::Flat) => Some(decoration::FLAT),
            Some(Interpolation::NoPerspective) => Some(decoration::NO_PERSPECTIVE),
            Some(Interpolation::Explicit) => Some(decoration::EXPLICIT_INTERP_AMD),
            Some(Interpolation::Smooth) | None => None,
        };
        let sampling = match qualifiers.sampling {
            Some(Sampling::Centroid) => Some(decoration::CENTROID),
            Some(Sampling::Sample) => Some(decoration::SAMPLE),
            None => None,
        };
        let flags = [
            (flag::PATCH, decoration::PATCH),
            (flag::PER_PRIMITIVE, decoration::PER_PRIMITIVE_EXT),
            (flag::PER_VERTEX, decoration::PER_VERTEX_KHR),
            (flag::PER_VIEW, decoration::PER_VIEW_NV),
            (flag::PER_TASK, decoration::PER_TASK_NV),
        ];
        let flags = flags.into_iter().filter(|(flag, _)| qualifiers.has(*flag)).map(|(_, one)| one);
        for one in interpolation.into_iter().chain(sampling).chain(flags) {
            self.decorate(what, one, &[]);
        }
    }

    fn decorate_built_in(&mut self, what: Decorated, global: &Global) {
        let Some(row) = global.built_in.map(variables::row) else { return };
        let Some(number) = row.number else { return };
        self.decorate(what, decoration::BUILT_IN, &[number]);
        self.declare_built_in_needs(number);
        if global.qualifiers.flags & flag::PER_PRIMITIVE == 0 && row.flags & flag::PER_PRIMITIVE != 0 {
            self.decorate(what, decoration::PER_PRIMITIVE_EXT, &[]);
        }
        if global.qualifiers.flags & flag::PATCH == 0 && row.flags & flag::PATCH != 0 {
            self.decorate(what, decoration::PATCH, &[]);
        }
        if number == glassbox_spirv::build::value::built_in::HELPER_INVOCATION
            && !self.uses_vulkan_memory()
            && self.minor >= 6
        {
            self.decorate(what, decoration::VOLATILE, &[]);
        }
    }

    /// Coherence, and whether it is read or written.
    fn decorate_memory(&mut self, what: Decorated, flags: u32) {
        const COHERENT: u32 = flag::COHERENT
            | flag::VOLATILE
            | flag::DEVICE_COHERENT
            | flag::QUEUE_FAMILY_COHERENT
            | flag::WORKGROUP_COHERENT
            | flag::SUBGROUP_COHERENT
            | flag::SHADER_CALL_COHERENT;
        if !self.uses_vulkan_memory() {
            if flags & COHERENT != 0 {
                self.decorate(what, decoration::COHERENT, &[]);
            }
            if flags & flag::VOLATILE != 0 {
                self.decorate(what, decoration::VOLATILE, &[]);
            }
        }
        let others = [
            (flag::RESTRICT, decoration::RESTRICT),
            (flag::READ_ONLY, decoration::NON_WRITABLE),
            (flag::WRITE_ONLY, decoration::NON_READABLE),
        ];
        for (_, one) in others.into_iter().filter(|(flag, _)| flags & flag != 0) {
            self.decorate(what, one, &[]);
        }
    }

    /// Decorations of `spirv_decorate` and of words of `layout(…)` that are decorations.
    fn decorate_others(&mut self, what: Decorated, layout: &Layout) {
        for (number, operands) in &layout.decorations {
            self.decorate(what, *number, operands);
        }
        for (number, operands) in &layout.decoration_ids {
            let ids: Vec<Id> = operands.iter().map(|id| self.stated_id(*id)).collect();
            match what {
                Decorated::Id(id) => self.module.decorate_id(id, *number, &ids),
                Decorated::Member(..) => {
                    let at = operands.first().map_or(At::NONE, |id| self.program.expression(*id).at);
                    let message = "found `spirv_decorate_id` on a member, expected a variable";
                    self.fail(at, message, "decorate the variable, or write the operands as numbers");
                }
            }
        }
        for word in &layout.other {
            let one = match *word {
                "passthrough" => decoration::PASSTHROUGH_NV,
                "override_coverage" => decoration::OVERRIDE_COVERAGE_NV,
                "viewport_relative" => decoration::VIEWPORT_RELATIVE_NV,
                _ => continue,
            };
            self.decorate(what, one, &[]);
        }
    }

    /// The variable or the constant that an operand of a decoration or execution mode names.
    pub(super) fn stated_id(&mut self, id: ExpressionId) -> Id {
        if self.is_place(id) { self.place(id).base } else { self.value(id) }
    }

    /// A variable that holds a buffer reference says whether others may hold the same.
    pub(super) fn decorate_pointer(&mut self, id: Id, ty: Type, flags: u32) {
        if !matches!(self.program.types.innermost(ty), Type::Reference(_)) {
            return;
        }
        let one = if flags & flag::RESTRICT != 0 {
            decoration::RESTRICT_POINTER
        } else {
            decoration::ALIASED_POINTER
        };
        self.module.decorate(id, one, &[]);
    }

    /// A parameter that is a buffer reference says whether others may be the same.
    pub(super) fn decorate_pointer_parameter(&mut self, id: Id, ty: Type, flags: u32) {
        if matches!(ty, Type::Reference(_)) {
            let one = if flags & flag::RESTRICT != 0 { decoration::RESTRICT } else { decoration::ALIASED };
            self.module.decorate(id, one, &[]);
        }
    }

    /// Decorations of the structure of a block.
    pub(super) fn decorate_block(&mut self, key: StructureKey, id: Id) {
        let (storage, _) = self.block_storage(key);
        let is_old = storage == Storage::Buffer && !self.uses_storage_buffer();
        let one = if is_old { decoration::BUFFER_BLOCK } else { decoration::BLOCK };
        self.module.decorate(id, one, &[]);
    }

    /// What a block is kept in, and the flags of its declaration.
    fn block_storage(&self, key: StructureKey) -> (Storage, u32) {
        match key.global.or_else(|| self.blocks.get(&key.id).copied()) {
            Some(id) => {
                let global = self.program.global(id);
                (global.storage, global.qualifiers.flags)
            }
            None if self.program.types.reference_layout(key.id).is_some() => (Storage::Reference, 0),
            None => match self.program.types.buffer_types.get(&key.id) {
                Some(buffer) => (buffer.storage, 0),
                None => (Storage::Private, 0),
            },
        }
    }

    /// Decorations of a member but for those of its layout.
    pub(super) fn decorate_member(&mut self, key: StructureKey, id: Id, place: u32, number: u32) {
        let program = self.program;
        let structure = program.types.structure(key.id);
        let Some(member) = structure.members.get(number as usize) else { return };
        let what = Decorated::Member(id, place);
        let (storage, outer) = self.block_storage(key);
        if !structure.is_block {
            if matches!(member.qualifiers.precision, Precision::Low | Precision::Medium) {
                self.decorate(what, decoration::RELAXED_PRECISION, &[]);
            }
            self.decorate_others(what, member.qualifiers.layout());
            return;
        }
        let mut qualifiers = member.qualifiers.clone();
        qualifiers.flags |= outer & !flag::RESTRICT;
        if let Some(row) = member.built_in.map(variables::row) {
            qualifiers.flags |= row.flags;
        }
        self.decorate_value(what, &qualifiers, storage);
        let is_image = matches!(program.types.innermost(member.ty), Type::Image(_));
        if matches!(storage, Storage::Buffer | Storage::Reference | Storage::ShaderRecord)
            || storage.is_heap() && is_image
        {
            self.decorate_memory(what, qualifiers.flags);
        }
        let layout = member.qualifiers.layout();
        if matches!(storage, Storage::In | Storage::Out) {
            if let Some(location) = layout.location {
                self.decorate(what, decoration::LOCATION, &[location]);
            }
            if let Some(component) = layout.component {
                self.decorate(what, decoration::COMPONENT, &[component]);
            }
            self.decorate_capture(what, &Layout { xfb_buffer: None, ..layout.clone() });
        }
        if let Some(number) = member.built_in.and_then(|row| variables::row(row).number) {
            self.decorate(what, decoration::BUILT_IN, &[number]);
            self.declare_member_needs(key, number);
        }
        self.decorate_others(what, layout);
    }

    /// Capabilities of members that are used.
    fn declare_member_needs(&mut self, key: StructureKey, number: u32) {
        use glassbox_spirv::build::value::built_in;
        let used = key.global.and_then(|global| self.survey.members.get(&global));
        let structure = self.program.types.structure(key.id);
        let is_used = used.is_some_and(|used| {
            used.iter().any(|member| {
                let row = structure.members.get(*member as usize).and_then(|member| member.built_in);
                row.and_then(|row| variables::row(row).number) == Some(number)
            })
        });
        if is_used {
            match number {
                built_in::CLIP_DISTANCE => self.module.capability(capability::CLIP_DISTANCE),
                built_in::CULL_DISTANCE => self.module.capability(capability::CULL_DISTANCE),
                _ => {}
            }
        }
        self.declare_built_in_needs(number);
    }

    /// Capabilities of built-in variables where several would do.
    fn declare_built_in_needs(&mut self, number: u32) {
        use glassbox_core::stage::Stage;
        use glassbox_spirv::build::value::built_in;
        let stage = self.program.stage();
        match number {
            built_in::LAYER | built_in::VIEWPORT_INDEX => {
                let is_mesh = stage == Stage::Mesh;
                let is_inside = matches!(stage, Stage::Geometry | Stage::Fragment) || is_mesh;
                if is_mesh {
                    return;
                }
                if is_inside {
                    let one = if number == built_in::LAYER {
                        capability::GEOMETRY
                    } else {
                        capability::MULTI_VIEWPORT
                    };
                    self.module.capability(one);
                } else if self.minor >= 5 {
                    let one = if number == built_in::LAYER {
                        capability::SHADER_LAYER
                    } else {
                        capability::SHADER_VIEWPORT_INDEX
                    };
                    self.module.capability(one);
                } else {
                    self.module.capability(capability::SHADER_VIEWPORT_INDEX_LAYER_EXT);
                    self.module.extension("SPV_EXT_shader_viewport_index_layer");
                }
            }
            built_in::PRIMITIVE_ID if stage == Stage::Fragment => {
                self.module.capability(capability::GEOMETRY);
            }
            _ => {}
        }
    }

    /// Whether a geometry shader writes more than one stream.
    pub(super) fn is_multiple_streams(&self) -> bool {
        let globals = &self.program.globals;
        globals.iter().any(|global| global.qualifiers.layout().stream.is_some_and(|stream| stream > 0))
    }

    /// Capabilities and extensions for small numbers in memory that others see, and for blocks in workgroup memory.
    fn declare_storage_needs(&mut self, variable: Id, ty: Type, class: u32, is_block: bool) {
        let (has_16, has_8) = (self.has_width(ty, 16), self.has_width(ty, 8));
        if class == storage_class::WORKGROUP && is_block {
            self.module.capability(capability::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
            self.module.extension("SPV_KHR_workgroup_memory_explicit_layout");
            self.decorate_aliased(variable);
            if has_16 {
                self.module.capability(capability::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR);
            }
            if has_8 {
                self.module.capability(capability::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR);
            }
            return;
        }
        self.declare_small(class, has_16, has_8);
    }

    /// Capabilities for arrays of descriptors that computed numbers index.
    pub(super) fn declare_indexing(&mut self, place: &Chain) {
        use capability as cap;
        let innermost = self.program.types.innermost(place.pointee);
        let is_buffer = |kind: ImageKind| kind.dim == Dim::Buffer;
        let one = match (innermost, place.is_nonuniform) {
            (Type::Subpass(_), true) => cap::INPUT_ATTACHMENT_ARRAY_NON_UNIFORM_INDEXING,
            (Type::Subpass(_), false) => cap::INPUT_ATTACHMENT_ARRAY_DYNAMIC_INDEXING,
            (Type::Image(kind), true) if is_buffer(kind) => {
                cap::STORAGE_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING
            }
            (Type::Image(kind), false) if is_buffer(kind) => cap::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
            (Type::Sampled(kind) | Type::Texture(kind), true) if is_buffer(kind) => {
                cap::UNIFORM_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING
            }
            (Type::Sampled(kind) | Type::Texture(kind), false) if is_buffer(kind) => {
                cap::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING
            }
            (Type::Image(_), true) => cap::STORAGE_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
            (Type::Sampled(_) | Type::Texture(_), true) => cap::SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
            (Type::Struct(_), true) if place.class == storage_class::STORAGE_BUFFER => {
                cap::STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING
            }
            (Type::Struct(_), true) if place.class == storage_class::UNIFORM => {
                cap::UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING
            }
            _ => return,
        };
        self.module.capability(one);
        self.descriptor_indexing();
    }

    /// Blocks in workgroup memory share it, where there are several.
    fn decorate_aliased(&mut self, variable: Id) {
        let is_shared =
            |global: &&Global| global.storage == Storage::Shared && self.block_of(global).is_some();
        if self.program.globals.iter().filter(is_shared).count() > 1 {
            self.module.decorate(variable, decoration::ALIASED, &[]);
        }
    }

    /// Whether a type holds numbers of a width.
    pub(super) fn has_width(&self, ty: Type, width: u32) -> bool {
        self.program.types.contains(ty, &|ty| {
            ty.scalar().is_some_and(|scalar| scalar != Scalar::Bool && scalar.width() == width)
        })
    }

    /// Capabilities for small numbers in a storage class.
    pub(super) fn declare_small(&mut self, class: u32, has_16: bool, has_8: bool) {
        use storage_class as of;
        if has_16 {
            let one = match class {
                of::INPUT | of::OUTPUT => Some(capability::STORAGE_INPUT_OUTPUT16),
                of::UNIFORM if self.uses_storage_buffer() => {
                    Some(capability::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS)
                }
                of::UNIFORM
                | of::STORAGE_BUFFER
                | of::PHYSICAL_STORAGE_BUFFER
                | of::SHADER_RECORD_BUFFER_KHR => Some(capability::STORAGE_BUFFER16_BIT_ACCESS),
                of::PUSH_CONSTANT => Some(capability::STORAGE_PUSH_CONSTANT16),
                _ => None,
            };
            if let Some(one) = one {
                self.module.capability(one);
                if self.minor < 3 {
                    self.module.extension("SPV_KHR_16bit_storage");
                }
            }
        }
        if has_8 {
            let one = match class {
                of::UNIFORM => Some(capability::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS),
                of::STORAGE_BUFFER | of::PHYSICAL_STORAGE_BUFFER | of::SHADER_RECORD_BUFFER_KHR => {
                    Some(capability::STORAGE_BUFFER8_BIT_ACCESS)
                }
                of::PUSH_CONSTANT => Some(capability::STORAGE_PUSH_CONSTANT8),
                _ => None,
            };
            if let Some(one) = one {
                self.module.capability(one);
                if self.minor < 5 {
                    self.module.extension("SPV_KHR_8bit_storage");
                }
            }
        }
    }
}
