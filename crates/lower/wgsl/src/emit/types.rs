//! Types, with the layout of those that the host sees.

use glassbox_spirv::build::{Id, Signedness, op, value};
use glassbox_spirv::module::ImageType;
use naga::proc::{Alignment, TypeResolution};
use naga::{
    ArraySize, Handle, ImageClass, ImageDimension, Scalar, ScalarKind, Span, StorageFormat, StructMember,
    Type, TypeInner, VectorSize,
};

use super::{Said, Writer, refuse, unexpected};

/// Most parts that values of a module are put together of because memory of the host holds them in another form.
pub(super) const MAX_PARTS: u32 = 1 << 16;

/// A scalar or a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Number of components of a vector.
    pub(super) size: Option<VectorSize>,
    pub(super) scalar: Scalar,
}

impl Shape {
    pub(super) const fn scalar(scalar: Scalar) -> Shape {
        Shape { size: None, scalar }
    }

    pub(super) const fn vector(size: VectorSize, scalar: Scalar) -> Shape {
        Shape { size: Some(size), scalar }
    }

    /// The same with components of another type.
    pub(super) const fn with(self, scalar: Scalar) -> Shape {
        Shape { scalar, ..self }
    }

    pub(super) const fn width(self) -> u32 {
        self.scalar.width as u32 * 8
    }
}

/// The shape of a value that has one.
pub(super) const fn shape(inner: &TypeInner) -> Option<Shape> {
    match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Some(Shape::scalar(scalar)),
        TypeInner::Vector { size, scalar } => Some(Shape::vector(size, scalar)),
        _ => None,
    }
}

/// The shape of a value that must have one.
pub(super) fn expect_shape(inner: &TypeInner) -> Said<Shape> {
    match shape(inner) {
        Some(shape) => Ok(shape),
        None => unexpected("a value that is no number and no vector"),
    }
}

impl Writer<'_> {
    /// The type of a value.
    pub(super) fn ty(&mut self, handle: Handle<Type>) -> Id {
        self.declared(handle, self.are_values_laid_out)
    }

    /// The type of what memory of a class holds: with places where the host sees it, without where nobody may.
    pub(super) fn memory_type(&mut self, handle: Handle<Type>, class: u32) -> Id {
        self.declared(handle, self.is_laid_out(class))
    }

    /// True for memory whose types have places.
    pub(super) const fn is_laid_out(&self, class: u32) -> bool {
        use value::storage_class::{FUNCTION, PRIVATE, PUSH_CONSTANT, STORAGE_BUFFER, UNIFORM};

        match class {
            UNIFORM | STORAGE_BUFFER | PUSH_CONSTANT => true,
            FUNCTION | PRIVATE => self.are_values_laid_out,
            _ => false,
        }
    }

    /// Declares a type, with places or without; most are the same either way.
    fn declared(&mut self, handle: Handle<Type>, is_laid_out: bool) -> Id {
        let is_laid_out = is_laid_out && self.survey.differing.contains(&handle);
        if let Some(known) = self.types.get(&(handle, is_laid_out)) {
            return *known;
        }
        let ty = &self.module.types[handle];
        self.at(self.module.types.get_span(handle));
        let has_places = is_laid_out && self.survey.laid_out.contains(&handle);
        let id = match &ty.inner {
            TypeInner::Array { base, size, stride } => {
                let element = self.declared(*base, is_laid_out);
                let stride = has_places.then_some(*stride);
                self.array_type(element, *size, stride)
            }
            TypeInner::Struct { members, .. } => {
                let types: Vec<Id> =
                    members.iter().map(|member| self.declared(member.ty, is_laid_out)).collect();
                let id = self.builder.new_structure(&types);
                self.members(id, members, has_places);
                id
            }
            inner => self.inner(inner),
        };
        if matches!(ty.inner, TypeInner::Struct { .. }) {
            self.name(id, ty.name.as_deref());
        }
        self.types.insert((handle, is_laid_out), id);
        id
    }

    /// A value of a type with places as one without, or the other way; where these are the same, the value.
    pub(super) fn placed(
        &mut self,
        id: Id,
        handle: Handle<Type>,
        [from, to]: [bool; 2],
        span: Span,
    ) -> Said<Id> {
        let (source, target) = (self.declared(handle, from), self.declared(handle, to));
        if source == target {
            return Ok(id);
        }
        if self.builder.version() >= 0x0001_0400 {
            return Ok(self.emit(op::COPY_LOGICAL, target, &[id], &[]));
        }
        let parts = match &self.module.types[handle].inner {
            TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
                self.take_parts(count.get(), span)?;
                vec![*base; count.get() as usize]
            }
            TypeInner::Struct { members, .. } => {
                self.take_parts(members.len() as u32, span)?;
                members.iter().map(|member| member.ty).collect()
            }
            _ => {
                return refuse(
                    span,
                    "found a copy of an array whose length a pipeline states between memory of the workgroup and the host, expected a known length",
                    "copy the elements in a loop",
                );
            }
        };
        let mut ids = Vec::new();
        for (index, part) in (0_u32..).zip(parts) {
            let ty = self.declared(part, from);
            let taken = self.emit(op::COMPOSITE_EXTRACT, ty, &[id], &[index]);
            ids.push(self.placed(taken, part, [from, to], span)?);
        }
        Ok(self.compose(target, &ids))
    }

    /// Notes parts that a value is put together of.
    pub(super) fn take_parts(&mut self, count: u32, span: Span) -> Said {
        match self.parts.checked_sub(count) {
            Some(rest) => {
                self.parts = rest;
                Ok(())
            }
            None => refuse(
                span,
                format!(
                    "found whole values of more than {MAX_PARTS} parts taken between memory of the host and others, expected fewer"
                ),
                "use the parts where they are needed, or copy elements in a loop",
            ),
        }
    }

    /// An array; `stride` where the host sees it.
    pub(super) fn array_type(&mut self, element: Id, size: ArraySize, stride: Option<u32>) -> Id {
        match size {
            ArraySize::Constant(length) => self.builder.array(element, length.get(), stride),
            ArraySize::Pending(handle) => {
                let length = self.override_constant(handle);
                self.builder.array_of(element, length, stride)
            }
            ArraySize::Dynamic => self.builder.runtime_array(element, stride.unwrap_or(1)),
        }
    }

    /// Names of members, and their places.
    fn members(&mut self, id: Id, members: &[StructMember], is_laid_out: bool) {
        for (index, member) in (0_u32..).zip(members) {
            if let Some(name) = &member.name {
                self.builder.name_member(id, index, name);
            }
            if is_laid_out {
                self.place_member(id, index, member.offset, member.ty);
            }
        }
    }

    /// The place of a member, and that of the columns of the matrices in it.
    pub(super) fn place_member(&mut self, id: Id, index: u32, offset: u32, ty: Handle<Type>) {
        use value::decoration::{COL_MAJOR, MATRIX_STRIDE, OFFSET};

        self.builder.decorate_member(id, index, OFFSET, &[offset]);
        let mut inner = &self.module.types[ty].inner;
        while let TypeInner::Array { base, .. } = inner {
            inner = &self.module.types[*base].inner;
        }
        if let TypeInner::Matrix { rows, scalar, .. } = *inner {
            let stride = Alignment::from(rows) * u32::from(scalar.width);
            self.builder.decorate_member(id, index, COL_MAJOR, &[]);
            self.builder.decorate_member(id, index, MATRIX_STRIDE, &[stride]);
        }
    }

    /// The type of an expression.
    pub(super) fn of(&mut self, resolution: &TypeResolution) -> Id {
        match resolution {
            TypeResolution::Handle(handle) => self.ty(*handle),
            TypeResolution::Value(inner) => self.inner(inner),
        }
    }

    /// A type that is no structure.
    pub(super) fn inner(&mut self, inner: &TypeInner) -> Id {
        match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => self.scalar(scalar),
            TypeInner::Vector { size, scalar } => self.shape(Shape::vector(size, scalar)),
            TypeInner::Matrix { columns, rows, scalar } => self.matrix(columns, rows, scalar),
            TypeInner::CooperativeMatrix { columns, rows, scalar, role } => {
                self.cooperative_type(columns, rows, scalar, role)
            }
            TypeInner::Pointer { base, space } => {
                let class = super::globals::class_of(space);
                let base = self.memory_type(base, class);
                self.builder.pointer(class, base)
            }
            TypeInner::ValuePointer { size, scalar, space } => {
                let base = self.shape(Shape { size, scalar });
                self.builder.pointer(super::globals::class_of(space), base)
            }
            TypeInner::Array { base, size, stride } => {
                let is_laid_out = self.are_values_laid_out && self.survey.laid_out.contains(&base);
                let element = self.ty(base);
                self.array_type(element, size, is_laid_out.then_some(stride))
            }
            TypeInner::BindingArray { base, size } => {
                let element = self.declared(base, true);
                match size {
                    ArraySize::Dynamic => self.builder.unbounded_array(element),
                    size => self.array_type(element, size, None),
                }
            }
            TypeInner::Image { dim, arrayed, class } => self.image_type(dim, arrayed, class),
            TypeInner::Sampler { .. } => self.builder.sampler(),
            TypeInner::AccelerationStructure { .. } => self.builder.acceleration_structure(),
            TypeInner::RayQuery { .. } => self.builder.ray_query(),
            // Structures have handles.
            TypeInner::Struct { .. } => self.builder.void(),
        }
    }

    pub(super) fn scalar(&mut self, scalar: Scalar) -> Id {
        let width = u32::from(scalar.width) * 8;
        match scalar.kind {
            ScalarKind::Bool => self.builder.bool(),
            ScalarKind::Sint | ScalarKind::AbstractInt => self.builder.int_type(width, Signedness::Signed),
            ScalarKind::Uint => self.builder.int_type(width, Signedness::Unsigned),
            ScalarKind::Float | ScalarKind::AbstractFloat => self.builder.float_type(width),
        }
    }

    pub(super) fn shape(&mut self, shape: Shape) -> Id {
        let scalar = self.scalar(shape.scalar);
        match shape.size {
            Some(size) => self.builder.vector(scalar, u32::from(size)),
            None => scalar,
        }
    }

    pub(super) fn matrix(&mut self, columns: VectorSize, rows: VectorSize, scalar: Scalar) -> Id {
        let column = self.shape(Shape::vector(rows, scalar));
        self.builder.matrix(column, u32::from(columns))
    }

    pub(super) fn image_type(&mut self, dim: ImageDimension, arrayed: bool, class: ImageClass) -> Id {
        let float = Scalar { kind: ScalarKind::Float, width: 4 };
        let (scalar, is_multisampled, is_depth, format) = match class {
            ImageClass::Sampled { kind, multi } => (Scalar { kind, width: 4 }, multi, false, None),
            ImageClass::Depth { multi } => (float, multi, true, None),
            ImageClass::Storage { format, .. } => (Scalar::from(format), false, false, Some(format)),
            ImageClass::External => (float, false, false, None),
        };
        let sampled = self.scalar(scalar).word();
        self.builder.image_type(ImageType {
            sampled,
            dim: match dim {
                ImageDimension::D1 => value::dim::DIM_1D,
                ImageDimension::D2 => value::dim::DIM_2D,
                ImageDimension::D3 => value::dim::DIM_3D,
                ImageDimension::Cube => value::dim::CUBE,
            },
            depth: u32::from(is_depth),
            arrayed: u32::from(arrayed),
            multisampled: u32::from(is_multisampled),
            usage: if format.is_some() { 2 } else { 1 },
            format: format.map_or(value::image_format::UNKNOWN, image_format),
            access: None,
        })
    }
}

/// The number of a texel format.
const fn image_format(format: StorageFormat) -> u32 {
    use StorageFormat as Format;
    use value::image_format as number;

    match format {
        Format::R8Unorm => number::R8,
        Format::R8Snorm => number::R8_SNORM,
        Format::R8Uint => number::R8UI,
        Format::R8Sint => number::R8I,
        Format::R16Uint => number::R16UI,
        Format::R16Sint => number::R16I,
        Format::R16Float => number::R16F,
        Format::Rg8Unorm => number::RG8,
        Format::Rg8Snorm => number::RG8_SNORM,
        Format::Rg8Uint => number::RG8UI,
        Format::Rg8Sint => number::RG8I,
        Format::R32Uint => number::R32UI,
        Format::R32Sint => number::R32I,
        Format::R32Float => number::R32F,
        Format::Rg16Uint => number::RG16UI,
        Format::Rg16Sint => number::RG16I,
        Format::Rg16Float => number::RG16F,
        Format::Rgba8Unorm => number::RGBA8,
        Format::Rgba8Snorm => number::RGBA8_SNORM,
        Format::Rgba8Uint => number::RGBA8UI,
        Format::Rgba8Sint => number::RGBA8I,
        // SPIR-V has no such order; the format of the view decides.
        Format::Bgra8Unorm => number::UNKNOWN,
        Format::Rgb10a2Uint => number::RGB10A2UI,
        Format::Rgb10a2Unorm => number::RGB10_A2,
        Format::Rg11b10Ufloat => number::R11F_G11F_B10F,
        Format::R64Uint => number::R64UI,
        Format::Rg32Uint => number::RG32UI,
        Format::Rg32Sint => number::RG32I,
        Format::Rg32Float => number::RG32F,
        Format::Rgba16Uint => number::RGBA16UI,
        Format::Rgba16Sint => number::RGBA16I,
        Format::Rgba16Float => number::RGBA16F,
        Format::Rgba32Uint => number::RGBA32UI,
        Format::Rgba32Sint => number::RGBA32I,
        Format::Rgba32Float => number::RGBA32F,
        Format::R16Unorm => number::R16,
        Format::R16Snorm => number::R16_SNORM,
        Format::Rg16Unorm => number::RG16,
        Format::Rg16Snorm => number::RG16_SNORM,
        Format::Rgba16Unorm => number::RGBA16,
        Format::Rgba16Snorm => number::RGBA16_SNORM,
    }
}
