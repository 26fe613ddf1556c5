//! Emits operations on samplers, images, texel buffers and subpass inputs.
//!
//! Facts: VSL brief, section 13.4.

use glassbox_spirv::build::value::{capability, dim, image_format, image_operands, storage_class};
use glassbox_spirv::build::{Id, Image, op};

use super::Emitter;
use super::resource::Table;
use crate::model::{BindingId, StageKind, Swizzle};
use crate::types::{Resource, Scalar, ValueType};

impl Emitter<'_, '_> {
    /// The entry of a binding and its table: a sampled image, an image or a texel buffer.
    fn entry(&mut self, binding: BindingId) -> (Id, Table) {
        let index = self.slot(self.shader.bindings[usize::from(binding.0)].slot);
        let table = self.table(binding);
        let pointer = self.module.pointer(storage_class::UNIFORM_CONSTANT, table.entry);
        let pointer = self.module.value(op::ACCESS_CHAIN, pointer, &[table.variable, index]);
        let entry = self.module.value(op::LOAD, table.entry, &[pointer]);
        (entry, table)
    }

    /// The image of a sampler.
    fn image(&mut self, binding: BindingId) -> Id {
        let (entry, table) = self.entry(binding);
        match table.resource {
            Resource::Sampler(..) => self.module.value(op::IMAGE, table.image, &[entry]),
            _ => entry,
        }
    }

    /// A filtered texel.
    pub(super) fn sample(
        &mut self,
        binding: BindingId,
        coordinate: Id,
        bias: Option<Id>,
        ty: ValueType,
    ) -> Id {
        let (entry, _) = self.entry(binding);
        let ty = self.ty(ty);
        let operands = [entry, coordinate];
        match (self.kind, bias) {
            (StageKind::Vertex, _) => {
                // Implicit level of detail needs derivatives, which only fragments have.
                let lod = self.scalar(Scalar::Float, 0);
                let numbers = [image_operands::LOD, lod.word()];
                self.module.value_with(op::IMAGE_SAMPLE_EXPLICIT_LOD, ty, &operands, &numbers)
            }
            (StageKind::Fragment, Some(bias)) => {
                let numbers = [image_operands::BIAS, bias.word()];
                self.module.value_with(op::IMAGE_SAMPLE_IMPLICIT_LOD, ty, &operands, &numbers)
            }
            (StageKind::Fragment, None) => self.module.value(op::IMAGE_SAMPLE_IMPLICIT_LOD, ty, &operands),
        }
    }

    /// A texel of a sampler's image.
    pub(super) fn fetch(&mut self, binding: BindingId, coordinate: Id, lod: Id, ty: ValueType) -> Id {
        let image = self.image(binding);
        let ty = self.ty(ty);
        let numbers = [image_operands::LOD, lod.word()];
        self.module.value_with(op::IMAGE_FETCH, ty, &[image, coordinate], &numbers)
    }

    /// A texel of an image or texel buffer: four components are read, the first ones kept.
    pub(super) fn read_texel(&mut self, binding: BindingId, coordinate: Id, ty: ValueType) -> Id {
        let (entry, table) = self.entry(binding);
        let opcode = match table.resource {
            Resource::RoTexels(_) => op::IMAGE_FETCH,
            _ => op::IMAGE_READ,
        };
        let four = ValueType::vector(ty.scalar, 4);
        let id = self.ty(four);
        let texel = self.module.value(opcode, id, &[entry, coordinate]);
        let first: Vec<u8> = (0..ty.rows).collect();
        match Swizzle::new(&first) {
            Some(first) => self.swizzle(texel, four, first),
            None => texel,
        }
    }

    /// Writes a texel, padding it with zeros.
    pub(super) fn write_texel(&mut self, binding: BindingId, coordinate: Id, value: Id, ty: ValueType) {
        let (entry, _) = self.entry(binding);
        let zero = self.scalar(ty.scalar, 0);
        let mut parts = vec![value];
        parts.resize(usize::from(5 - ty.rows.min(4)), zero);
        let texel = self.construct(ValueType::vector(ty.scalar, 4), &parts);
        self.module.effect(op::IMAGE_WRITE, &[entry, coordinate, texel]);
    }

    /// Number of levels of a sampler's image.
    pub(super) fn levels(&mut self, binding: BindingId) -> Id {
        self.module.capability(capability::IMAGE_QUERY);
        let image = self.image(binding);
        let int = self.ty(ValueType::INT);
        self.module.value(op::IMAGE_QUERY_LEVELS, int, &[image])
    }

    /// Size of an image; for a sampler, of one level.
    pub(super) fn size(&mut self, binding: BindingId, lod: Option<Id>, ty: ValueType) -> Id {
        self.module.capability(capability::IMAGE_QUERY);
        let image = self.image(binding);
        let ty = self.ty(ty);
        match lod {
            Some(lod) => self.module.value(op::IMAGE_QUERY_SIZE_LOD, ty, &[image, lod]),
            None => self.module.value(op::IMAGE_QUERY_SIZE, ty, &[image]),
        }
    }

    /// The subpass input at the current pixel.
    pub(super) fn subpass(&mut self, input: usize) -> Id {
        let scalar = self.shader.subpass_inputs[input].scalar;
        let component = self.ty(ValueType::scalar(scalar));
        let image = Image::storage(dim::SUBPASS_DATA, false, image_format::UNKNOWN);
        let image = self.module.image(component, image);
        let variable = self.subpass_variable(input, image);
        let loaded = self.module.value(op::LOAD, image, &[variable]);
        let here = self.filled(ValueType::vector(Scalar::Int, 2), 0);
        let ty = self.ty(ValueType::vector(scalar, 4));
        self.module.value(op::IMAGE_READ, ty, &[loaded, here])
    }
}
