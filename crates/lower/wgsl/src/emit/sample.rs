//! Samples of textures.

use glassbox_spirv::build::{Id, ImageOperands, glsl, op};
use naga::{Expression, Handle, ImageClass, SampleLevel, ScalarKind, VectorSize};

use super::body::Body;
use super::image::FLOAT;
use super::types::Shape;
use super::{Said, unexpected};

impl Body<'_, '_> {
    pub(super) fn sample(&mut self, handle: Handle<Expression>) -> Said<Id> {
        let Expression::ImageSample {
            image,
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
        } = self.function.expressions[handle]
        else {
            return unexpected("a sample that is none");
        };
        let (_, _, class) = self.image_of(image)?;
        let is_depth = matches!(class, ImageClass::Depth { .. });
        let mut coordinates = self.coordinates(coordinate, array_index)?;
        let reference = self.optional(depth_ref)?;
        let mut operands = self.level(level, is_depth, gather.is_some())?;
        operands.const_offset = self.optional(offset)?;
        let image_id = self.descriptor(image)?;
        if clamp_to_edge {
            coordinates = self.half_a_texel_inside(image_id, coordinates);
        }
        let sampler = self.descriptor(sampler)?;
        let image_type = self.type_of(image);
        let sampled = self.writer.builder.sampled_image(image_type);
        let pair = self.writer.builder.value(op::SAMPLED_IMAGE, sampled, &[image_id, sampler]);
        let is_implicit = operands.lod.is_none() && operands.grad.is_none();
        let (opcode, last) = match (gather, reference, is_implicit) {
            (Some(_), Some(reference), _) => (op::IMAGE_DREF_GATHER, Some(reference)),
            (Some(component), None, _) => {
                (op::IMAGE_GATHER, Some(self.writer.builder.constant_uint(component as u32)))
            }
            (None, Some(reference), true) => (op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD, Some(reference)),
            (None, Some(reference), false) => (op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD, Some(reference)),
            (None, None, true) => (op::IMAGE_SAMPLE_IMPLICIT_LOD, None),
            (None, None, false) => (op::IMAGE_SAMPLE_EXPLICIT_LOD, None),
        };
        let ids: Vec<Id> = [Some(pair), Some(coordinates), last].into_iter().flatten().collect();
        let ty = self.type_of(handle);
        if is_depth && reference.is_none() && gather.is_none() {
            // Depth comes as the first of four numbers.
            let texel = self.writer.shape(Shape::vector(VectorSize::Quad, FLOAT));
            let texel = self.writer.builder.image_value(opcode, texel, &ids, &operands);
            return Ok(self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[texel], &[0]));
        }
        Ok(self.writer.builder.image_value(opcode, ty, &ids, &operands))
    }

    /// The operands for the level of detail.
    fn level(&mut self, level: SampleLevel, is_depth: bool, is_gather: bool) -> Said<ImageOperands> {
        let none = ImageOperands::default();
        Ok(match level {
            _ if is_gather => none,
            SampleLevel::Auto => none,
            SampleLevel::Zero => {
                let zero = self.writer.whole(FLOAT, 0);
                ImageOperands { lod: Some(zero), ..none }
            }
            SampleLevel::Exact(level) => {
                let id = self.value(level)?;
                let kind = self.shape_of(level)?.scalar.kind;
                // Levels of depth textures are whole numbers in WGSL.
                let opcode = match kind {
                    ScalarKind::Sint if is_depth => Some(op::CONVERT_S_TO_F),
                    ScalarKind::Uint if is_depth => Some(op::CONVERT_U_TO_F),
                    _ => None,
                };
                let float = self.writer.scalar(FLOAT);
                let lod = opcode.map_or(id, |opcode| self.writer.emit(opcode, float, &[id], &[]));
                ImageOperands { lod: Some(lod), ..none }
            }
            SampleLevel::Bias(bias) => ImageOperands { bias: Some(self.value(bias)?), ..none },
            SampleLevel::Gradient { x, y } => {
                ImageOperands { grad: Some([self.value(x)?, self.value(y)?]), ..none }
            }
        })
    }

    /// Coordinates no nearer to the edges than the middle of a texel.
    fn half_a_texel_inside(&mut self, image: Id, coordinates: Id) -> Id {
        let shape = Shape::vector(VectorSize::Bi, FLOAT);
        let (float, scalar) = (self.writer.shape(shape), self.writer.scalar(FLOAT));
        let uint = self.writer.builder.uint();
        let sizes = self.writer.builder.vector(uint, 2);
        let level = self.writer.builder.constant_uint(0);
        let size = self.writer.builder.value(op::IMAGE_QUERY_SIZE_LOD, sizes, &[image, level]);
        let size = self.writer.emit(op::CONVERT_U_TO_F, float, &[size], &[]);
        let half = self.writer.builder.constant(scalar, 0.5_f32.to_bits());
        let half = self.writer.splat_constant(shape, half);
        let one = self.writer.wholes(shape, 1);
        let margin = self.writer.emit(op::F_DIV, float, &[half, size], &[]);
        let end = self.writer.emit(op::F_SUB, float, &[one, margin], &[]);
        self.writer.extended(glsl::N_CLAMP, float, &[coordinates, margin, end])
    }
}
