//! Texels and sizes of textures.

use glassbox_spirv::build::{Id, ImageOperands, op};
use naga::{
    Expression, Handle, ImageClass, ImageDimension, ImageQuery, Scalar, ScalarKind, TypeInner, VectorSize,
};

use super::body::Body;
use super::types::Shape;
use super::{Said, unexpected};

const UINT: Scalar = Scalar { kind: ScalarKind::Uint, width: 4 };
pub(super) const FLOAT: Scalar = Scalar { kind: ScalarKind::Float, width: 4 };

/// A vector of so many components.
const fn vector_size(count: u32) -> Option<VectorSize> {
    match count {
        2 => Some(VectorSize::Bi),
        3 => Some(VectorSize::Tri),
        4 => Some(VectorSize::Quad),
        _ => None,
    }
}

impl Body<'_, '_> {
    /// Dimension, whether it is an array, and class of a texture.
    pub(super) fn image_of(&self, image: Handle<Expression>) -> Said<(ImageDimension, bool, ImageClass)> {
        match *self.inner(image) {
            TypeInner::Image { dim, arrayed, class } => Ok((dim, arrayed, class)),
            _ => unexpected("a value that is no texture"),
        }
    }

    /// Coordinates with the layer as their last component.
    pub(super) fn coordinates(
        &mut self,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
    ) -> Said<Id> {
        let id = self.value(coordinate)?;
        let Some(layer) = array_index else { return Ok(id) };
        let shape = self.shape_of(coordinate)?;
        let from = self.shape_of(layer)?.scalar.kind;
        let layer = self.value(layer)?;
        let scalar = self.writer.scalar(shape.scalar);
        let opcode = match (from, shape.scalar.kind) {
            (from, to) if from == to => None,
            (ScalarKind::Sint, ScalarKind::Float) => Some(op::CONVERT_S_TO_F),
            (_, ScalarKind::Float) => Some(op::CONVERT_U_TO_F),
            _ => Some(op::BITCAST),
        };
        let layer = match opcode {
            Some(opcode) => self.writer.emit(opcode, scalar, &[layer], &[]),
            None => layer,
        };
        let count = shape.size.map_or(1, u32::from) + 1;
        let ty = self.writer.builder.vector(scalar, count);
        Ok(self.writer.emit(op::COMPOSITE_CONSTRUCT, ty, &[id, layer], &[]))
    }

    /// `textureLoad`.
    pub(super) fn texel(&mut self, handle: Handle<Expression>) -> Said<Id> {
        let Expression::ImageLoad { image, coordinate, array_index, sample, level } =
            self.function.expressions[handle]
        else {
            return unexpected("a texel that is none");
        };
        let (_, _, class) = self.image_of(image)?;
        let coordinates = self.coordinates(coordinate, array_index)?;
        let operands = ImageOperands {
            lod: self.optional(level)?,
            sample: self.optional(sample)?,
            ..ImageOperands::default()
        };
        let id = self.descriptor(image)?;
        let ty = self.type_of(handle);
        let opcode = match class {
            ImageClass::Storage { .. } => op::IMAGE_READ,
            _ => op::IMAGE_FETCH,
        };
        if let ImageClass::Depth { .. } = class {
            let texel = self.writer.shape(Shape::vector(VectorSize::Quad, FLOAT));
            let texel = self.writer.builder.image_value(opcode, texel, &[id, coordinates], &operands);
            return Ok(self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[texel], &[0]));
        }
        Ok(self.writer.builder.image_value(opcode, ty, &[id, coordinates], &operands))
    }

    /// `textureStore`.
    pub(super) fn store_texel(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        texel: Handle<Expression>,
    ) -> Said {
        let texel = self.value(texel)?;
        let coordinates = self.coordinates(coordinate, array_index)?;
        let id = self.descriptor(image)?;
        self.writer.builder.image_write(id, coordinates, texel, &ImageOperands::default());
        Ok(())
    }

    /// `textureDimensions`, `textureNumLayers`, `textureNumLevels` and `textureNumSamples`.
    pub(super) fn query(
        &mut self,
        handle: Handle<Expression>,
        image: Handle<Expression>,
        query: ImageQuery,
    ) -> Said<Id> {
        let (dim, arrayed, class) = self.image_of(image)?;
        let ty = self.type_of(handle);
        let level = match query {
            ImageQuery::Size { level } => self.optional(level)?,
            _ => None,
        };
        let id = self.descriptor(image)?;
        let opcode = match query {
            ImageQuery::NumLevels => op::IMAGE_QUERY_LEVELS,
            ImageQuery::NumSamples => op::IMAGE_QUERY_SAMPLES,
            ImageQuery::Size { .. } | ImageQuery::NumLayers => {
                return Ok(self.size(id, level, (dim, arrayed, class), query, ty));
            }
        };
        Ok(self.writer.builder.value(opcode, ty, &[id]))
    }

    /// Width and height, or the number of layers, which stands behind them.
    fn size(
        &mut self,
        image: Id,
        level: Option<Id>,
        (dim, arrayed, class): (ImageDimension, bool, ImageClass),
        query: ImageQuery,
        ty: Id,
    ) -> Id {
        let own = match dim {
            ImageDimension::D1 => 1,
            ImageDimension::D2 | ImageDimension::Cube => 2,
            ImageDimension::D3 => 3,
        };
        let whole = self.writer.shape(Shape { size: vector_size(own + u32::from(arrayed)), scalar: UINT });
        let has_levels = !matches!(
            class,
            ImageClass::Sampled { multi: true, .. }
                | ImageClass::Depth { multi: true }
                | ImageClass::Storage { .. }
        );
        let size = if has_levels {
            let level = level.unwrap_or_else(|| self.writer.builder.constant_uint(0));
            self.writer.builder.value(op::IMAGE_QUERY_SIZE_LOD, whole, &[image, level])
        } else {
            self.writer.builder.value(op::IMAGE_QUERY_SIZE, whole, &[image])
        };
        match query {
            ImageQuery::NumLayers => self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[size], &[own]),
            _ if !arrayed => size,
            _ if own == 1 => self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[size], &[0]),
            _ => {
                let parts: Vec<u32> = (0..own).collect();
                self.writer.emit(op::VECTOR_SHUFFLE, ty, &[size, size], &parts)
            }
        }
    }
}
