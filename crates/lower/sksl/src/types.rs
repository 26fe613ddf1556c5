//! Types of the program as types of the module.
//!
//! A value has a logical type, without layout. In the block of uniforms arrays have strides, structs have offsets, and
//! truth values are integers, since blocks cannot hold them; ports between stages have the latter alone.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Opaque, Scalar, Type};
use glassbox_spirv::build::value::{decoration, dim};
use glassbox_spirv::build::{Id, Image};
use glassbox_spirv::module::ImageType;

use crate::options::UniformLayout;
use crate::rules;
use crate::session::{Outcome, Session, Source};

/// How a value is held by a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As values are.
    Logical,
    /// In a block.
    Block,
    /// In an input or output.
    Port,
}

impl Session<'_> {
    /// The type of a scalar.
    pub(crate) fn scalar(&mut self, scalar: Scalar) -> Id {
        match scalar.kind() {
            NumberKind::Float => self.b.float(),
            NumberKind::Signed => self.b.int(),
            NumberKind::Unsigned => self.b.uint(),
            NumberKind::Boolean => self.b.bool(),
        }
    }

    /// The type of a scalar, vector or matrix.
    pub(crate) fn shape(&mut self, ty: Type) -> Option<Id> {
        let scalar = self.scalar(ty.scalar()?);
        Some(match ty {
            Type::Vector(_, width) => self.b.vector(scalar, width.into()),
            Type::Matrix(_, columns, rows) => {
                let column = self.b.vector(scalar, rows.into());
                self.b.matrix(column, columns.into())
            }
            _ => scalar,
        })
    }

    /// The type of a value.
    pub(crate) fn logical(&mut self, source: Source<'_>, ty: Type, span: Span) -> Outcome<Id> {
        if let Some(shape) = self.shape(ty) {
            return Ok(shape);
        }
        if let Some(&known) = self.logical.get(&(source.number, ty)) {
            return Ok(known);
        }
        let types = &source.program.types;
        let id = match ty {
            Type::Void => self.b.void(),
            Type::Opaque(opaque) => self.opaque(source, opaque, span)?,
            Type::Array(_) => {
                let array = types.array(ty).ok_or_else(|| source.malformed(span, "an array has no type"))?;
                let element = self.logical(source, array.element, span)?;
                self.b.array(element, array.count.max(1), None)
            }
            Type::Struct(_) => {
                let fields = types.structure(ty).map_or(&[][..], |declaration| &declaration.fields);
                let mut members = Vec::with_capacity(fields.len());
                for field in fields {
                    members.push(self.logical(source, field.ty, span)?);
                }
                let id = self.b.new_structure(&members);
                self.name_members(source, id, ty);
                id
            }
            _ => return Err(source.malformed(span, "found a type without a meaning")),
        };
        self.logical.insert((source.number, ty), id);
        Ok(id)
    }

    fn opaque(&mut self, source: Source<'_>, opaque: Opaque, span: Span) -> Outcome<Id> {
        if opaque == Opaque::Sampler {
            return Ok(self.b.sampler());
        }
        let Some(image) = self.image_type(opaque) else {
            return Err(source.malformed(span, "a child is used as a value"));
        };
        let is_plain = matches!(opaque, Opaque::Texture2D | Opaque::SubpassInput | Opaque::SubpassInputMS);
        Ok(if is_plain { image } else { self.b.sampled_image(image) })
    }

    /// The type of the image that an opaque value is or has.
    pub(crate) fn image_type(&mut self, opaque: Opaque) -> Option<Id> {
        let dimension = match opaque {
            Opaque::Sampler1D => dim::DIM_1D,
            Opaque::Sampler2D | Opaque::SamplerExternal | Opaque::IntSampler2D | Opaque::Texture2D => {
                dim::DIM_2D
            }
            Opaque::Sampler3D => dim::DIM_3D,
            Opaque::Sampler2DRect => dim::RECT,
            Opaque::SubpassInput | Opaque::SubpassInputMS => dim::SUBPASS_DATA,
            Opaque::Sampler | Opaque::ColorFilter | Opaque::Shader | Opaque::Blender => return None,
        };
        let component = if opaque == Opaque::IntSampler2D { self.b.int() } else { self.b.float() };
        Some(self.b.image_type(ImageType {
            sampled: component.word(),
            dim: dimension,
            depth: 0,
            arrayed: 0,
            multisampled: u32::from(opaque == Opaque::SubpassInputMS),
            usage: if dimension == dim::SUBPASS_DATA { 2 } else { 1 },
            format: 0,
            access: None,
        }))
    }

    /// The type of a value in a variable of a form.
    pub(crate) fn in_form(&mut self, source: Source<'_>, ty: Type, form: Form, span: Span) -> Outcome<Id> {
        match form {
            Form::Logical => self.logical(source, ty, span),
            Form::Block => self.stored(source, ty, span),
            Form::Port if !has_truth(source, ty) => self.logical(source, ty, span),
            Form::Port => {
                match ty {
                    Type::Scalar(_) | Type::Vector(..) => {
                        self.logical(source, ty.with_scalar(Scalar::Uint), span)
                    }
                    _ => Err(source
                        .malformed(span, "an input or output holds an array or a struct of truth values")),
                }
            }
        }
    }

    /// The type of a value in a block.
    fn stored(&mut self, source: Source<'_>, ty: Type, span: Span) -> Outcome<Id> {
        if let Some(&known) = self.stored.get(&(source.number, ty)) {
            return Ok(known);
        }
        let types = &source.program.types;
        let layout = self.options.layout;
        let id = match ty {
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..) => {
                let ty = if ty.scalar() == Some(Scalar::Bool) { ty.with_scalar(Scalar::Uint) } else { ty };
                self.logical(source, ty, span)?
            }
            Type::Array(_) => {
                let array = types.array(ty).ok_or_else(|| source.malformed(span, "an array has no type"))?;
                let element = self.stored(source, array.element, span)?;
                let stride = number(source, layout.stride(types, array.element), span)?;
                self.b.array(element, array.count.max(1), Some(stride))
            }
            Type::Struct(_) => {
                let fields = types.structure(ty).map_or(&[][..], |declaration| &declaration.fields);
                let (offsets, _) = layout.fields(types, ty);
                let mut members = Vec::with_capacity(fields.len());
                for field in fields {
                    members.push(self.stored(source, field.ty, span)?);
                }
                let id = self.b.new_structure(&members);
                self.name_members(source, id, ty);
                for ((index, field), offset) in (0..).zip(fields).zip(offsets) {
                    let offset = number(source, offset, span)?;
                    self.place_member(source, (id, index), field.ty, offset, layout);
                }
                id
            }
            _ => return Err(source.malformed(span, "found a type that a block cannot hold")),
        };
        self.stored.insert((source.number, ty), id);
        Ok(id)
    }

    /// Decorates a member of a structure with its place.
    pub(crate) fn place_member(
        &mut self,
        source: Source<'_>,
        (structure, index): (Id, u32),
        ty: Type,
        offset: u32,
        layout: UniformLayout,
    ) {
        self.b.decorate_member(structure, index, decoration::OFFSET, &[offset]);
        let mut inner = ty;
        while let Some(array) = source.program.types.array(inner) {
            inner = array.element;
        }
        if let Type::Matrix(_, _, rows) = inner {
            let stride = layout.column_stride(rows) as u32;
            self.b.decorate_member(structure, index, decoration::COL_MAJOR, &[]);
            self.b.decorate_member(structure, index, decoration::MATRIX_STRIDE, &[stride]);
        }
    }

    fn name_members(&mut self, source: Source<'_>, id: Id, ty: Type) {
        let Some(declaration) = source.program.types.structure(ty) else { return };
        self.b.name(id, &declaration.name);
        for (index, field) in (0..).zip(&declaration.fields) {
            self.b.name_member(id, index, &field.name);
            self.relax_member(source, (id, index), field.ty);
        }
    }

    /// Marks a member whose type allows less precision.
    pub(crate) fn relax_member(&mut self, source: Source<'_>, (structure, index): (Id, u32), ty: Type) {
        let mut inner = ty;
        while let Some(array) = source.program.types.array(inner) {
            inner = array.element;
        }
        if matches!(inner.scalar(), Some(Scalar::Half | Scalar::Short | Scalar::Ushort)) {
            self.b.decorate_member(structure, index, decoration::RELAXED_PRECISION, &[]);
        }
    }

    /// An image that is sampled with a sampler of its own.
    pub(crate) fn texture_type(&mut self) -> Id {
        let float = self.b.float();
        self.b.image(float, Image::sampled(dim::DIM_2D, false))
    }
}

/// True if a value is or holds a truth value.
pub(crate) fn has_truth(source: Source<'_>, ty: Type) -> bool {
    let types = &source.program.types;
    match ty {
        Type::Array(_) => types.array(ty).is_some_and(|array| has_truth(source, array.element)),
        Type::Struct(_) => types
            .structure(ty)
            .is_some_and(|declaration| declaration.fields.iter().any(|field| has_truth(source, field.ty))),
        other => other.scalar() == Some(Scalar::Bool),
    }
}

/// Most bytes of a block.
const MAX_BLOCK: u64 = 1 << 26;

/// An offset or size in a block.
pub(crate) fn number(source: Source<'_>, bytes: u64, span: Span) -> Outcome<u32> {
    if bytes > MAX_BLOCK {
        let message = format!("uniforms take more than {} MiB", MAX_BLOCK >> 20);
        let finding = source.finding(&rules::LIMIT, span, message);
        return Err(finding.help("make the arrays of uniforms smaller").into());
    }
    Ok(bytes as u32)
}
