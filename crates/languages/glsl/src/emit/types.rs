//! Types of the language as types of SPIR-V.

use std::rc::Rc;

use glassbox_spirv::build::{Id, Signedness, op, value};
use glassbox_spirv::module::{ImageType, Operand};

use super::Emitter;
use super::layout::{self, Memory, Rules};
use crate::model::{At, ExpressionId, GlobalId, SpirvInstruction, SpirvOperand, Storage};
use crate::types::{
    ArrayId, Dim, HitObject, ImageKind, Length, Member, Parametric, ParametricKind, Scalar, StructId, Type,
};

/// Encodings of the smallest floats.
const E2M3: u32 = 4223;
const E3M2: u32 = 4224;
const E2M1: u32 = 4225;
const UE8M0: u32 = 4226;
const MX_INT8: u32 = 4227;

/// A structure of the module: that of values, or one for each way in which it lies in memory. Blocks of inputs and outputs
/// have one for each variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct StructureKey {
    pub(super) id: StructId,
    pub(super) memory: Option<Memory>,
    pub(super) global: Option<GlobalId>,
}

impl Emitter<'_> {
    /// The type of values of a type, as instructions have it; without layout.
    pub(crate) fn ty(&mut self, ty: Type) -> Id {
        self.type_in(ty, None)
    }

    /// The type of a value in memory; `None` is memory without layout, as that of functions.
    pub(crate) fn type_in(&mut self, ty: Type, memory: Option<Memory>) -> Id {
        match ty {
            Type::Error | Type::Void | Type::Text | Type::Function => self.module.void(),
            Type::Scalar(Scalar::Bool) if memory.is_some() => self.scalar_type(Scalar::Uint),
            Type::Scalar(scalar) => self.scalar_type(scalar),
            Type::Vector(Scalar::Bool, count) if memory.is_some() => self.vector_type(Scalar::Uint, count),
            Type::Vector(scalar, count) => self.vector_type(scalar, count),
            Type::Matrix(scalar, columns, rows) => {
                let column = self.ty(Type::Vector(scalar, rows));
                self.module.matrix(column, u32::from(columns))
            }
            Type::Array(id) => self.array_type(id, memory),
            Type::Struct(id) => self.structure_type(StructureKey { id, memory, global: None }),
            Type::Reference(id) => self.reference_type(id),
            Type::Parametric(id) => {
                let parametric = self.program.types.parametric.get(id.0 as usize).cloned();
                match parametric {
                    Some(parametric) => self.parametric_type(&parametric),
                    None => self.module.void(),
                }
            }
            Type::Sampled(_)
            | Type::Texture(_)
            | Type::Image(_)
            | Type::Subpass(_)
            | Type::Attachment(_)
            | Type::Sampler(_)
            | Type::AtomicUint
            | Type::AccelerationStructure
            | Type::RayQuery
            | Type::HitObject(_) => self.opaque_type(ty, 0),
        }
    }

    /// The type of a number or truth value.
    pub(crate) fn scalar_type(&mut self, scalar: Scalar) -> Id {
        if let Some(known) = self.plain_types[scalar as usize][1] {
            return known;
        }
        let ty = self.new_scalar_type(scalar);
        self.plain_types[scalar as usize][1] = Some(ty);
        ty
    }

    fn vector_type(&mut self, scalar: Scalar, count: u8) -> Id {
        if let Some(Some(known)) = self.plain_types[scalar as usize].get(usize::from(count)) {
            return *known;
        }
        let component = self.scalar_type(scalar);
        let ty = self.module.vector(component, u32::from(count));
        if let Some(slot) = self.plain_types[scalar as usize].get_mut(usize::from(count)) {
            *slot = Some(ty);
        }
        ty
    }

    fn new_scalar_type(&mut self, scalar: Scalar) -> Id {
        use value::fp_encoding as encoding;
        match scalar {
            Scalar::Bool => self.module.bool(),
            Scalar::BFloat16 => self.module.float_encoded(16, encoding::B_FLOAT16_KHR),
            Scalar::FloatE5M2 => self.module.float_encoded(8, encoding::FLOAT8_E5_M2_EXT),
            Scalar::FloatE4M3 => self.module.float_encoded(8, encoding::FLOAT8_E4_M3_EXT),
            Scalar::FloatE2M3 => self.module.float_encoded(6, E2M3),
            Scalar::FloatE3M2 => self.module.float_encoded(6, E3M2),
            Scalar::FloatE2M1 => self.module.float_encoded(4, E2M1),
            Scalar::FloatUE8M0 => self.module.float_encoded(8, UE8M0),
            Scalar::FloatMXInt8 => self.module.float_encoded(8, MX_INT8),
            _ if scalar.is_float() => self.module.float_type(scalar.width()),
            _ => {
                let sign = if scalar.is_signed() { Signedness::Signed } else { Signedness::Unsigned };
                self.module.int_type(scalar.width(), sign)
            }
        }
    }

    fn array_type(&mut self, id: ArrayId, memory: Option<Memory>) -> Id {
        let array = self.program.types.array_of(id);
        let element = self.type_in(array.element, memory);
        let Some(memory) = memory else {
            return self.array_of(element, self.stated_length(id), None);
        };
        let stride = self.layouts.array_stride(self.program, array.element, memory) as u32;
        self.array_of(element, array.length, Some(stride))
    }

    /// Length of an array outside of blocks: of one without a size, as many elements as are used.
    pub(super) fn stated_length(&self, id: ArrayId) -> Length {
        match self.program.types.array_of(id).length {
            Length::Unsized => {
                Length::Fixed(self.program.types.indexed.get(&id).copied().unwrap_or(1).max(1))
            }
            length => length,
        }
    }

    /// An array of a type of the module.
    pub(super) fn array_of(&mut self, element: Id, length: Length, stride: Option<u32>) -> Id {
        match length {
            Length::Fixed(count) => self.module.array(element, count.max(1), stride),
            Length::Specialized(id) => {
                let length = self.value(id);
                self.module.array_of(element, length, stride)
            }
            Length::Unsized => match stride {
                Some(stride) => self.module.runtime_array(element, stride),
                None => {
                    self.module.capability(value::capability::RUNTIME_DESCRIPTOR_ARRAY);
                    self.descriptor_indexing();
                    self.module.type_with(op::TYPE_RUNTIME_ARRAY, [element.operand()])
                }
            },
        }
    }

    /// Declares the extension for arrays of descriptors, which later versions of SPIR-V have without it.
    pub(super) fn descriptor_indexing(&mut self) {
        if self.minor < 5 {
            self.module.extension("SPV_EXT_descriptor_indexing");
        }
    }

    /// The type of a resource or handle; images that are written have a format.
    pub(crate) fn opaque_type(&mut self, ty: Type, format: u32) -> Id {
        if let Some(known) = self.opaque_types.get(&(ty, format)) {
            return *known;
        }
        let id = self.new_opaque_type(ty, format);
        self.opaque_types.insert((ty, format), id);
        id
    }

    fn new_opaque_type(&mut self, ty: Type, format: u32) -> Id {
        match ty {
            Type::Sampled(kind) => {
                let image = self.image_type(kind, 1, 0);
                if self.is_plain_buffer(kind) {
                    return image;
                }
                self.module.sampled_image(image)
            }
            Type::Texture(kind) => self.image_type(kind, 1, 0),
            Type::Image(kind) => self.image_type(kind, 2, format),
            Type::Subpass(kind) => self.subpass_type(kind),
            Type::Attachment(scalar) => self.attachment_type(scalar),
            Type::Sampler(_) => self.module.sampler(),
            Type::AtomicUint => self.module.uint(),
            Type::AccelerationStructure => {
                if !self.program.stage().is_ray_tracing() {
                    // Three capabilities have the type; other stages have queries alone.
                    self.module.capability(value::capability::RAY_QUERY_KHR);
                }
                if self.has("GL_EXT_opacity_micromap") {
                    // Flags of rays may be computed: what they ask for is not seen.
                    self.module.capability(value::capability::RAY_TRACING_OPACITY_MICROMAP_KHR);
                    self.module.extension("SPV_EXT_opacity_micromap");
                }
                self.module.type_with(op::TYPE_ACCELERATION_STRUCTURE_KHR, [])
            }
            Type::RayQuery => self.module.type_with(op::TYPE_RAY_QUERY_KHR, []),
            Type::HitObject(HitObject::Nv) => self.module.type_with(op::TYPE_HIT_OBJECT_NV, []),
            Type::HitObject(HitObject::Ext) => self.module.type_with(op::TYPE_HIT_OBJECT_EXT, []),
            other => self.ty(other),
        }
    }

    /// `OpTypeImage` of what a combined sampler, texture or image holds: `usage` is 1 where it is sampled and 2 where it is
    /// read and written by texel.
    pub(crate) fn image_type(&mut self, kind: ImageKind, usage: u32, format: u32) -> Id {
        use value::dim;
        let sampled = self.scalar_type(kind.component).word();
        let dim = match kind.dim {
            Dim::One => dim::DIM_1D,
            Dim::Two | Dim::External => dim::DIM_2D,
            Dim::Three => dim::DIM_3D,
            Dim::Cube => dim::CUBE,
            Dim::Rect => dim::RECT,
            Dim::Buffer => dim::BUFFER,
        };
        self.declare_image_needs(kind, usage);
        self.module.image_type(ImageType {
            sampled,
            dim,
            depth: u32::from(kind.is_shadow),
            arrayed: u32::from(kind.is_array),
            multisampled: u32::from(kind.is_multisampled),
            usage,
            format,
            access: None,
        })
    }

    /// Whether a combined sampler is an image alone: from SPIR-V 1.6 on, buffers have no sampler.
    pub(crate) fn is_plain_buffer(&self, kind: ImageKind) -> bool {
        kind.dim == Dim::Buffer && self.minor >= 6
    }

    fn declare_image_needs(&mut self, kind: ImageKind, usage: u32) {
        use value::capability as cap;
        let is_sampled = usage == 1;
        let needed = match kind.dim {
            Dim::One => Some(if is_sampled { cap::SAMPLED_1D } else { cap::IMAGE_1D }),
            Dim::Rect => Some(if is_sampled { cap::SAMPLED_RECT } else { cap::IMAGE_RECT }),
            Dim::Buffer => Some(if is_sampled { cap::SAMPLED_BUFFER } else { cap::IMAGE_BUFFER }),
            Dim::Cube if kind.is_array => {
                Some(if is_sampled { cap::SAMPLED_CUBE_ARRAY } else { cap::IMAGE_CUBE_ARRAY })
            }
            _ => None,
        };
        if let Some(needed) = needed {
            self.module.capability(needed);
        }
        if kind.is_multisampled && !is_sampled {
            self.module.capability(cap::STORAGE_IMAGE_MULTISAMPLE);
            if kind.is_array {
                self.module.capability(cap::IMAGE_MS_ARRAY);
            }
        }
        if matches!(kind.component, Scalar::Int64 | Scalar::Uint64) {
            self.module.capability(cap::INT64);
            self.module.capability(cap::INT64_IMAGE_EXT);
            self.module.extension("SPV_EXT_shader_image_int64");
        }
    }

    fn subpass_type(&mut self, kind: ImageKind) -> Id {
        let sampled = self.scalar_type(kind.component).word();
        self.module.capability(value::capability::INPUT_ATTACHMENT);
        self.module.image_type(ImageType {
            sampled,
            dim: value::dim::SUBPASS_DATA,
            depth: 0,
            arrayed: 0,
            multisampled: u32::from(kind.is_multisampled),
            usage: 2,
            format: 0,
            access: None,
        })
    }

    fn attachment_type(&mut self, scalar: Scalar) -> Id {
        let sampled = self.scalar_type(scalar).word();
        self.module.image_type(ImageType {
            sampled,
            dim: value::dim::TILE_IMAGE_DATA_EXT,
            depth: 0,
            arrayed: 0,
            multisampled: 0,
            usage: 2,
            format: 0,
            access: None,
        })
    }

    /// The type that an instruction of the text declares.
    fn stated_type(&mut self, number: u32) -> Id {
        let program = self.program;
        let Some(stated) = program.types.spirv.get(number as usize) else { return self.module.void() };
        self.declare_stated(&stated.instruction);
        let mut operands = Vec::new();
        for operand in &stated.operands {
            match operand {
                SpirvOperand::Literals(words) => {
                    operands.extend(words.iter().map(|word| Operand::Literal(*word)))
                }
                SpirvOperand::Type(ty) => operands.push(self.ty(*ty).operand()),
                SpirvOperand::Constant(value) => operands.push(self.value(*value).operand()),
            }
        }
        let opcode = stated.instruction.number as u16;
        if opcode == op::TYPE_POINTER
            && stated.operands.first()
                == Some(&SpirvOperand::Literals(vec![value::storage_class::PHYSICAL_STORAGE_BUFFER]))
        {
            self.uses_references = true;
        }
        self.module.type_with(opcode, operands)
    }

    /// Declares what the text says that an instruction needs.
    pub(super) fn declare_stated(&mut self, instruction: &SpirvInstruction) {
        for capability in &instruction.capabilities {
            self.module.capability(*capability);
            self.uses_references |= *capability == value::capability::PHYSICAL_STORAGE_BUFFER_ADDRESSES;
        }
        for extension in &instruction.extensions {
            self.module.extension(extension);
        }
    }

    pub(super) fn parametric_type(&mut self, parametric: &Parametric) -> Id {
        if let ParametricKind::Spirv(number) = parametric.kind {
            return self.stated_type(number);
        }
        let component = parametric.component.map(|scalar| self.scalar_type(scalar));
        self.declare_matrix_needs(parametric);
        let mut arguments: Vec<Id> =
            parametric.arguments.iter().map(|argument| self.uint_constant_of(*argument)).collect();
        let opcode = match parametric.kind {
            ParametricKind::CooperativeMatrix => op::TYPE_COOPERATIVE_MATRIX_KHR,
            ParametricKind::CooperativeMatrixNv => {
                // The first argument is the width, which the component type says.
                arguments.drain(..arguments.len().saturating_sub(3));
                op::TYPE_COOPERATIVE_MATRIX_NV
            }
            ParametricKind::TensorLayout => op::TYPE_TENSOR_LAYOUT_NV,
            ParametricKind::TensorView => op::TYPE_TENSOR_VIEW_NV,
            ParametricKind::Tensor => op::TYPE_TENSOR_ARM,
            ParametricKind::CooperativeVector | ParametricKind::LongVector | ParametricKind::Spirv(_) => {
                op::TYPE_VECTOR_ID_EXT
            }
        };
        if parametric.kind == ParametricKind::TensorView {
            // One number for each dimension stands behind the two others.
            let dimensions =
                parametric.arguments.first().map_or(Length::Fixed(5), |first| Length::Specialized(*first));
            let count = match parametric.arguments.first().and_then(|first| self.program.constant(*first)) {
                Some(scalars) => scalars.first().map_or(5, |count| *count as usize),
                None => layout::length(self.program, dimensions).unwrap_or(5) as usize,
            };
            arguments.truncate(2 + count);
        }
        if parametric.kind == ParametricKind::TensorView
            && let Some(has_dimensions) = parametric.arguments.get(1)
        {
            let is_true =
                self.program.constant(*has_dimensions).is_some_and(|value| value.first() == Some(&1));
            arguments[1] = self.module.constant_bool(is_true);
        }
        let operands: Vec<Operand> = component.into_iter().chain(arguments).map(Id::operand).collect();
        self.module.type_with(opcode, operands)
    }

    /// Capabilities of which several would do for the type alone, and those for small floats in it.
    fn declare_matrix_needs(&mut self, parametric: &Parametric) {
        match parametric.kind {
            ParametricKind::CooperativeMatrix => {}
            ParametricKind::LongVector => return self.module.capability(value::capability::LONG_VECTOR_EXT),
            ParametricKind::CooperativeVector => {
                return self.module.capability(value::capability::COOPERATIVE_VECTOR_NV);
            }
            _ => return,
        }
        match parametric.component {
            Some(Scalar::BFloat16) => {
                self.module.capability(value::capability::B_FLOAT16_COOPERATIVE_MATRIX_KHR)
            }
            Some(Scalar::FloatE5M2 | Scalar::FloatE4M3) => {
                self.module.capability(value::capability::FLOAT8_COOPERATIVE_MATRIX_EXT);
            }
            _ => {}
        }
    }

    /// A constant expression as an unsigned constant: an argument of a type.
    fn uint_constant_of(&mut self, argument: ExpressionId) -> Id {
        match self.program.constant(argument).and_then(|scalars| scalars.first().copied()) {
            Some(number) => self.module.constant_uint(number as u32),
            None => self.value(argument),
        }
    }

    /// A pointer to a block that a buffer reference refers to.
    fn reference_type(&mut self, id: StructId) -> Id {
        if let Some(known) = self.references.get(&id) {
            return *known;
        }
        let class = value::storage_class::PHYSICAL_STORAGE_BUFFER;
        let pointer = self.module.forward_pointer(class);
        self.references.insert(id, pointer);
        let memory = self.memory_of_reference(id);
        let block = self.structure_type(StructureKey { id, memory: Some(memory), global: None });
        self.module.pointer_as(pointer, class, block);
        let [has_16, has_8] = [16, 8].map(|width| self.has_width(Type::Struct(id), width));
        self.declare_small(class, has_16, has_8);
        self.uses_references = true;
        pointer
    }

    /// The rules for a block that a buffer reference refers to.
    pub(super) fn memory_of_reference(&self, id: StructId) -> Memory {
        let layout = self.program.types.reference_layout(id);
        let packing = layout.and_then(|layout| layout.packing);
        let matrix = layout.and_then(|layout| layout.matrix);
        Memory { rules: layout::rules_of(packing, Rules::Std430), is_row_major: false, is_heap: false }
            .with(matrix)
    }

    /// A structure or block of the module.
    pub(super) fn structure_type(&mut self, key: StructureKey) -> Id {
        if let Some(known) = self.structures.get(&key) {
            return *known;
        }
        let program = self.program;
        let structure = program.types.structure(key.id);
        let kept = self.kept_members(key);
        let heap = key.memory.filter(|memory| memory.is_heap && self.holds_descriptor(Type::Struct(key.id)));
        let in_heap = heap.map(|memory| self.heap_layout(key.id, memory));
        let mut members = Vec::with_capacity(kept.len());
        for number in &*kept {
            let member = &structure.members[*number as usize];
            let memory = key.memory.map(|memory| memory.with(member.qualifiers.layout().matrix));
            members.push(match memory.filter(|_| heap.is_some()) {
                Some(memory) => self.type_in_heap(member.ty, memory, member.qualifiers.layout()),
                None => self.member_type(member, memory),
            });
        }
        // A member may refer to a block that has the structure again.
        if let Some(known) = self.structures.get(&key) {
            return *known;
        }
        let id = self.module.new_structure(&members);
        self.structures.insert(key, id);
        self.module.name(id, &structure.name);
        if structure.is_block {
            self.decorate_block(key, id);
        }
        let layout =
            key.memory.filter(|_| heap.is_none()).map(|memory| self.layouts.of(program, key.id, memory));
        for (place, number) in kept.iter().enumerate() {
            let place = place as u32;
            let member = &structure.members[*number as usize];
            self.module.name_member(id, place, &member.name);
            if let Some(layout) = &layout {
                let offset = layout.offsets.get(*number as usize).copied().unwrap_or(0);
                self.module.decorate_member(id, place, value::decoration::OFFSET, &[offset as u32]);
            }
            if let Some(in_heap) = &in_heap
                && let Some(offset) = in_heap.offsets.get(*number as usize)
            {
                self.decorate_offset(id, place, *offset);
            }
            if let Some(memory) = key.memory {
                self.decorate_matrix(id, place, member.ty, memory.with(member.qualifiers.layout().matrix));
            }
            self.decorate_member(key, id, place, *number);
        }
        id
    }

    fn member_type(&mut self, member: &Member, memory: Option<Memory>) -> Id {
        let format = member.qualifiers.layout().format.unwrap_or(0);
        if member.ty.is_opaque() {
            self.opaque_type(member.ty, format)
        } else {
            self.type_in(member.ty, memory)
        }
    }

    fn decorate_matrix(&mut self, id: Id, place: u32, ty: Type, memory: Memory) {
        use value::decoration;
        let innermost = self.program.types.innermost(ty);
        if !innermost.is_matrix() {
            return;
        }
        let stride = layout::matrix_stride(innermost, memory) as u32;
        let major = if memory.is_row_major { decoration::ROW_MAJOR } else { decoration::COL_MAJOR };
        self.module.decorate_member(id, place, major, &[]);
        self.module.decorate_member(id, place, decoration::MATRIX_STRIDE, &[stride]);
    }

    /// The members of a structure that the module has, by number, ascending: those of blocks that the language declares are
    /// kept if they are used, or declared anew.
    pub(super) fn kept_members(&mut self, key: StructureKey) -> Rc<[u32]> {
        if let Some(known) = self.kept.get(&key) {
            return known.clone();
        }
        let structure = self.program.types.structure(key.id);
        let mut kept: Vec<u32> = (0..structure.members.len() as u32).collect();
        if let Some(global) = key.global {
            let is_port = matches!(self.program.global(global).storage, Storage::In | Storage::Out);
            if is_port && structure.is_built_in && structure.at == At::NONE {
                let used = self.survey.members.get(&global);
                kept.retain(|number| used.is_some_and(|used| used.contains(number)));
            }
            kept.retain(|number| self.is_in_spirv(key.id, *number));
        }
        let kept: Rc<[u32]> = kept.into();
        self.kept.insert(key, kept.clone());
        kept
    }

    /// Whether SPIR-V has a member: the compatibility profile has some that it has not.
    fn is_in_spirv(&self, id: StructId, number: u32) -> bool {
        let member = &self.program.types.structure(id).members[number as usize];
        member.built_in.is_none_or(|row| crate::vocabulary::variables::row(row).number.is_some())
    }
}
