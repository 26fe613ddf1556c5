//! Derives resources and locations: the interface that an application must match.

use std::ops::Range;

use super::{EntryPoint, Length, Member, Reflection, TypeId, TypeKind, Variable};
use crate::grammar::value::{dim, execution_model, storage_class as storage};

/// Kind of resource descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DescriptorKind {
    /// A sampler on its own.
    Sampler,
    /// An image to be combined with a sampler in the shader.
    SampledImage,
    /// An image combined with its sampler.
    CombinedImageSampler,
    /// An image read and written without a sampler.
    StorageImage,
    /// A read-only formatted buffer.
    UniformTexelBuffer,
    /// A formatted buffer, read and written.
    StorageTexelBuffer,
    /// A constant block.
    UniformBuffer,
    /// A writable block, in either style.
    StorageBuffer,
    /// A subpass attachment.
    InputAttachment,
    /// An acceleration structure.
    AccelerationStructure,
}

impl DescriptorKind {
    /// Name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DescriptorKind::Sampler => "sampler",
            DescriptorKind::SampledImage => "sampled image",
            DescriptorKind::CombinedImageSampler => "combined image sampler",
            DescriptorKind::StorageImage => "storage image",
            DescriptorKind::UniformTexelBuffer => "uniform texel buffer",
            DescriptorKind::StorageTexelBuffer => "storage texel buffer",
            DescriptorKind::UniformBuffer => "uniform buffer",
            DescriptorKind::StorageBuffer => "storage buffer",
            DescriptorKind::InputAttachment => "input attachment",
            DescriptorKind::AccelerationStructure => "acceleration structure",
        }
    }
}

/// Number of descriptors in a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescriptorCount {
    /// One, without an array.
    One,
    /// An array of this length.
    Array(Length),
    /// An array as long as the bound table.
    Runtime,
}

/// A resource variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Descriptor {
    /// The id of the variable.
    pub variable: u32,
    /// `DescriptorSet`.
    pub set: Option<u32>,
    /// `Binding`.
    pub binding: Option<u32>,
    /// Kind of resource.
    pub kind: DescriptorKind,
    /// Array size.
    pub count: DescriptorCount,
    /// Type of one descriptor: an image, a sampler, a block.
    pub element: TypeId,
    /// True if shaders only read it: the variable or every member of its block is `NonWritable`.
    pub non_writable: bool,
    /// True if shaders only write it (`NonReadable`).
    pub non_readable: bool,
    /// `InputAttachmentIndex`.
    pub input_attachment: Option<u32>,
    /// The bytes of the `OpVariable`.
    pub range: Range<usize>,
}

/// Class of number in an input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarClass {
    /// Signed integers.
    Int,
    /// Unsigned integers.
    Uint,
    /// Floats.
    Float,
    /// Booleans, which no stage may pass on.
    Bool,
    /// Not a number.
    Other,
}

/// One input or output with a location: a variable, or a member of an interface block.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// The id of the variable.
    pub variable: u32,
    /// Member index, if it is a member of a block.
    pub member: Option<u32>,
    /// The first location.
    pub location: u32,
    /// The first component.
    pub component: u32,
    /// Class of number.
    pub class: ScalarClass,
    /// Width of one number in bits.
    pub width: u32,
    /// Components of a vector or matrix column; 1 for a scalar.
    pub components: u32,
    /// Columns of a matrix; 1 for any other type.
    pub columns: u32,
    /// Array length; `None` if it is not an array.
    pub array: Option<Length>,
    /// Number of locations it takes, as far as known.
    pub locations: u32,
    /// Type, without the per-vertex array of some stages.
    pub ty: TypeId,
    /// Debug name of the variable or member.
    pub name: Option<String>,
    /// True if not interpolated (`Flat`).
    pub flat: bool,
    /// True if interpolated without perspective (`NoPerspective`).
    pub no_perspective: bool,
    /// True if interpolated inside of the primitive (`Centroid`).
    pub centroid: bool,
    /// True if interpolated for each sample (`Sample`).
    pub sample: bool,
    /// The bytes of the `OpVariable`.
    pub range: Range<usize>,
}

/// Fills in the descriptors.
pub(super) fn fill(out: &mut Reflection) {
    out.descriptors = out.variables.iter().filter_map(|variable| descriptor(out, variable)).collect();
}

fn descriptor(out: &Reflection, variable: &Variable) -> Option<Descriptor> {
    let (count, element) = match out.ty(variable.ty) {
        TypeKind::Array { element, length, .. } => (DescriptorCount::Array(*length), *element),
        TypeKind::RuntimeArray { element, .. } => (DescriptorCount::Runtime, *element),
        _ => (DescriptorCount::One, variable.ty),
    };
    let mut non_writable = variable.non_writable;
    let mut non_readable = variable.non_readable;
    let kind = match (variable.class, out.ty(element)) {
        (storage::UNIFORM_CONSTANT, TypeKind::Sampler) => DescriptorKind::Sampler,
        (storage::UNIFORM_CONSTANT, TypeKind::AccelerationStructure) => DescriptorKind::AccelerationStructure,
        (storage::UNIFORM_CONSTANT, TypeKind::SampledImage { image }) => match out.ty(*image) {
            TypeKind::Image { dim: dim::BUFFER, .. } => DescriptorKind::UniformTexelBuffer,
            _ => DescriptorKind::CombinedImageSampler,
        },
        (storage::UNIFORM_CONSTANT, TypeKind::Image { dim, usage, .. }) => match (*dim, *usage) {
            (dim::SUBPASS_DATA, _) => DescriptorKind::InputAttachment,
            (dim::BUFFER, 2) => DescriptorKind::StorageTexelBuffer,
            (dim::BUFFER, _) => DescriptorKind::UniformTexelBuffer,
            (_, 2) => DescriptorKind::StorageImage,
            _ => DescriptorKind::SampledImage,
        },
        (storage::UNIFORM | storage::STORAGE_BUFFER, TypeKind::Struct { members, buffer_block, .. }) => {
            let all = |of: fn(&Member) -> bool| !members.is_empty() && members.iter().all(of);
            non_writable |= all(|member| member.non_writable);
            non_readable |= all(|member| member.non_readable);
            if variable.class == storage::STORAGE_BUFFER || *buffer_block {
                DescriptorKind::StorageBuffer
            } else {
                DescriptorKind::UniformBuffer
            }
        }
        _ => return None,
    };
    Some(Descriptor {
        variable: variable.id,
        set: variable.set,
        binding: variable.binding,
        kind,
        count,
        element,
        non_writable,
        non_readable,
        input_attachment: variable.input_attachment,
        range: variable.range.clone(),
    })
}

/// Shape of a type, arrays removed.
struct Shape {
    class: ScalarClass,
    width: u32,
    components: u32,
    columns: u32,
}

impl Reflection {
    /// Interface variables of an entry point in one storage class, in interface order.
    pub fn interface<'a>(&'a self, entry: &'a EntryPoint, class: u32) -> impl Iterator<Item = &'a Variable> {
        let mut by_id: Vec<_> = self.variables.iter().filter(|variable| variable.class == class).collect();
        by_id.sort_by_key(|variable| variable.id);
        entry.interface.iter().filter_map(move |id| {
            let index = by_id.binary_search_by_key(id, |variable| variable.id).ok()?;
            Some(by_id[index])
        })
    }

    /// The inputs of an entry point, built-ins included.
    pub fn inputs<'a>(&'a self, entry: &'a EntryPoint) -> impl Iterator<Item = &'a Variable> {
        self.interface(entry, storage::INPUT)
    }

    /// The outputs of an entry point, built-ins included.
    pub fn outputs<'a>(&'a self, entry: &'a EntryPoint) -> impl Iterator<Item = &'a Variable> {
        self.interface(entry, storage::OUTPUT)
    }

    /// The inputs with a location, sorted by location.
    pub fn input_locations(&self, entry: &EntryPoint) -> Vec<Location> {
        self.locations(entry, storage::INPUT)
    }

    /// The outputs with a location, sorted by location.
    pub fn output_locations(&self, entry: &EntryPoint) -> Vec<Location> {
        self.locations(entry, storage::OUTPUT)
    }

    fn locations(&self, entry: &EntryPoint, class: u32) -> Vec<Location> {
        let mut found = Vec::new();
        for variable in self.interface(entry, class) {
            self.push_locations(entry, variable, &mut found);
        }
        found.sort_by_key(|one| (one.location, one.component));
        found
    }

    fn push_locations(&self, entry: &EntryPoint, variable: &Variable, found: &mut Vec<Location>) {
        let mut ty = variable.ty;
        if per_vertex(entry.model, variable)
            && let TypeKind::Array { element, .. } = self.ty(ty)
        {
            ty = *element;
        }
        let TypeKind::Struct { members, .. } = self.ty(ty) else {
            if let (Some(location), None) = (variable.location, variable.built_in) {
                found.push(self.location(variable, None, location, ty));
            }
            return;
        };
        // A member without a location of its own follows the previous one.
        let mut next = variable.location;
        for (index, member) in (0..).zip(members) {
            if member.built_in.is_some() {
                continue;
            }
            let Some(at) = member.location.or(next) else {
                continue;
            };
            let one = self.location(variable, Some((index, member)), at, member.ty);
            next = Some(at.saturating_add(one.locations));
            found.push(one);
        }
    }

    fn location(
        &self,
        variable: &Variable,
        member: Option<(u32, &Member)>,
        location: u32,
        ty: TypeId,
    ) -> Location {
        let (array, element) = match self.ty(ty) {
            TypeKind::Array { element, length, .. } => (Some(*length), *element),
            _ => (None, ty),
        };
        let shape = self.shape(element);
        // Three or four 64-bit components need two locations.
        let each = if shape.width == 64 && shape.components > 2 { 2 } else { 1 };
        let length = array.map_or(1, |length| length.default_value().unwrap_or(1));
        let locations = u64::from(shape.columns).saturating_mul(each).saturating_mul(length);
        let (index, inner) = member.unzip();
        Location {
            variable: variable.id,
            member: index,
            location,
            component: inner.map_or(variable.component, |member| member.component).unwrap_or(0),
            class: shape.class,
            width: shape.width,
            components: shape.components,
            columns: shape.columns,
            array,
            locations: u32::try_from(locations).unwrap_or(u32::MAX),
            ty,
            name: inner.map_or(&variable.name, |member| &member.name).clone(),
            flat: variable.flat || inner.is_some_and(|member| member.flat),
            no_perspective: variable.no_perspective || inner.is_some_and(|member| member.no_perspective),
            centroid: variable.centroid || inner.is_some_and(|member| member.centroid),
            sample: variable.sample || inner.is_some_and(|member| member.sample),
            range: variable.range.clone(),
        }
    }

    fn shape(&self, ty: TypeId) -> Shape {
        let (columns, column) = match self.ty(ty) {
            TypeKind::Matrix { column, count } => (*count, *column),
            _ => (1, ty),
        };
        let (components, scalar) = match self.ty(column) {
            TypeKind::Vector { component, count } => (*count, *component),
            _ => (1, column),
        };
        let (class, width) = match self.ty(scalar) {
            TypeKind::Int { width, signed: true } => (ScalarClass::Int, *width),
            TypeKind::Int { width, signed: false } => (ScalarClass::Uint, *width),
            TypeKind::Float { width } => (ScalarClass::Float, *width),
            TypeKind::Bool => (ScalarClass::Bool, 0),
            _ => (ScalarClass::Other, 0),
        };
        Shape { class, width, components, columns }
    }
}

/// True if a stage sees this variable as an array over the vertices of a primitive.
fn per_vertex(model: u32, variable: &Variable) -> bool {
    let input = variable.class == storage::INPUT;
    let arrayed = match model {
        execution_model::TESSELLATION_CONTROL => true,
        execution_model::TESSELLATION_EVALUATION | execution_model::GEOMETRY => input,
        execution_model::MESH_EXT | execution_model::MESH_NV => !input,
        _ => false,
    };
    arrayed && !variable.patch
}
