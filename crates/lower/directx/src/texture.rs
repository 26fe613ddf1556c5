//! Samples, gathers, loads and stores of textures, and what is asked about them.
//!
//! Values come lowered: coordinates are vectors of the components that the kind of texture has, the layer last.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::build::{Builder, Id, ImageOperands, Signedness, op};

use crate::arithmetic;
use crate::resource::{Image, Kind, Shape};

/// An image that has been loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texture {
    /// The image.
    pub id: Id,
    /// What it is.
    pub image: Image,
    /// True if it may be another one in another invocation.
    pub non_uniform: bool,
}

/// Level of detail of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// From the derivatives of the coordinate.
    Implicit,
    /// The same with something added.
    Bias(Id),
    /// A number.
    Explicit(Id),
    /// From derivatives in x and y.
    Gradient([Id; 2]),
}

/// A sample or a gather.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Where.
    pub coordinate: Id,
    /// Level of detail; none in gathers.
    pub level: Level,
    /// What texels are compared with.
    pub reference: Option<Id>,
    /// Offset in texels.
    pub offset: Option<Id>,
    /// Least level of detail.
    pub clamp: Option<Id>,
    /// Whether it is asked if all texels were there.
    pub feedback: bool,
}

/// A texel, or what else an image gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texel {
    /// Four components, or one where texels were compared and not gathered.
    pub value: Id,
    /// Type of a component.
    pub component: Id,
    /// True for one component.
    pub is_scalar: bool,
    /// A code for [`is_resident`], if it was asked for.
    pub code: Option<Id>,
}

impl Texture {
    /// Pairs it with a sampler.
    fn with_sampler(&self, b: &mut Builder, sampler: Id) -> Id {
        let ty = self.image.ty(b);
        let ty = b.sampled_image(ty);
        let pair = b.value(op::SAMPLED_IMAGE, ty, &[self.id, sampler]);
        if self.non_uniform {
            b.decorate(pair, decoration::NON_UNIFORM, &[]);
        }
        pair
    }

    fn texel(&self, b: &mut Builder) -> Id {
        b.vector(self.image.component, 4)
    }

    /// Emits an instruction that gives texels, in the form that says whether they were there if that is asked.
    fn emit(
        &self,
        b: &mut Builder,
        [plain, sparse]: [u16; 2],
        (ty, is_scalar): (Id, bool),
        ids: &[Id],
        operands: &ImageOperands,
        feedback: bool,
    ) -> Texel {
        let component = self.image.component;
        if !feedback {
            let value = b.image_value(plain, ty, ids, operands);
            return Texel { value, component, is_scalar, code: None };
        }
        let uint = b.uint();
        let both = b.structure(&[uint, ty]);
        let result = b.image_value(sparse, both, ids, operands);
        let code = b.value_with(op::COMPOSITE_EXTRACT, uint, &[result], &[0]);
        let value = b.value_with(op::COMPOSITE_EXTRACT, ty, &[result], &[1]);
        Texel { value, component, is_scalar, code: Some(code) }
    }

    /// A sample.
    pub fn sample(&self, b: &mut Builder, sampler: Id, sample: &Sample) -> Texel {
        let pair = self.with_sampler(b, sampler);
        let mut operands = offset_operands(b, sample.offset);
        operands.min_lod = sample.clamp;
        let is_explicit = match sample.level {
            Level::Implicit => false,
            Level::Bias(bias) => {
                operands.bias = Some(bias);
                false
            }
            Level::Explicit(lod) => {
                operands.lod = Some(lod);
                true
            }
            Level::Gradient(grad) => {
                operands.grad = Some(grad);
                true
            }
        };
        let ids: Vec<Id> =
            [Some(pair), Some(sample.coordinate), sample.reference].into_iter().flatten().collect();
        let opcodes = match (is_explicit, sample.reference.is_some()) {
            (false, false) => [op::IMAGE_SAMPLE_IMPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD],
            (true, false) => [op::IMAGE_SAMPLE_EXPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD],
            (false, true) => [op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD],
            (true, true) => [op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD],
        };
        let is_scalar = sample.reference.is_some();
        let ty = if is_scalar { self.image.component } else { self.texel(b) };
        self.emit(b, opcodes, (ty, is_scalar), &ids, &operands, sample.feedback)
    }

    /// A component of the four texels that a linear filter would take, or their comparisons.
    pub fn gather(&self, b: &mut Builder, sampler: Id, component: u32, sample: &Sample) -> Texel {
        let pair = self.with_sampler(b, sampler);
        let operands = offset_operands(b, sample.offset);
        let (opcodes, last) = match sample.reference {
            Some(reference) => ([op::IMAGE_DREF_GATHER, op::IMAGE_SPARSE_DREF_GATHER], reference),
            None => ([op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER], b.constant_uint(component)),
        };
        let ty = self.texel(b);
        self.emit(b, opcodes, (ty, false), &[pair, sample.coordinate, last], &operands, sample.feedback)
    }

    /// A texel by its place, of a level or a sample.
    pub fn fetch(
        &self,
        b: &mut Builder,
        coordinate: Id,
        level: Option<Id>,
        offset: Option<Id>,
        feedback: bool,
    ) -> Texel {
        let ty = self.texel(b);
        if self.image.is_unordered {
            let sample = level.filter(|_| self.image.kind.is_multisampled());
            let operands = ImageOperands { sample, ..ImageOperands::default() };
            let opcodes = [op::IMAGE_READ, op::IMAGE_SPARSE_READ];
            return self.emit(b, opcodes, (ty, false), &[self.id, coordinate], &operands, feedback);
        }
        let mut operands = ImageOperands::default();
        let mut coordinate = coordinate;
        match offset.map(|offset| (offset, is_fixed(b, offset))) {
            Some((offset, true)) => operands.const_offset = Some(offset),
            Some((offset, false)) => coordinate = moved(b, coordinate, offset),
            None => {}
        }
        if self.image.kind.is_multisampled() {
            operands.sample = level;
        } else if self.image.kind != Kind::TYPED_BUFFER {
            operands.lod = Some(level.unwrap_or_else(|| b.constant_uint(0)));
        }
        let opcodes = [op::IMAGE_FETCH, op::IMAGE_SPARSE_FETCH];
        self.emit(b, opcodes, (ty, false), &[self.id, coordinate], &operands, feedback)
    }

    /// Writes a texel, a vector of four, to a sample if the texture has any.
    pub fn store(&self, b: &mut Builder, coordinate: Id, texel: Id, sample: Option<Id>) {
        let operands = ImageOperands { sample, ..ImageOperands::default() };
        b.image_write(self.id, coordinate, texel, &operands);
    }

    /// Level of detail that a sample would have: clamped to those that the texture has, or not.
    pub fn level(&self, b: &mut Builder, sampler: Id, coordinate: Id, is_clamped: bool) -> Id {
        let float = b.float();
        let both = b.vector(float, 2);
        let pair = self.with_sampler(b, sampler);
        let levels = b.value(op::IMAGE_QUERY_LOD, both, &[pair, coordinate]);
        b.value_with(op::COMPOSITE_EXTRACT, float, &[levels], &[u32::from(!is_clamped)])
    }

    /// Width, height and depth or layers, as many as the kind has: a number, or a vector.
    pub fn size(&self, b: &mut Builder, level: Option<Id>) -> Id {
        let uint = b.uint();
        let kind = self.image.kind;
        // All sides of a cube are alike.
        let is_cube = matches!(kind, Kind::TEXTURE_CUBE | Kind::TEXTURE_CUBE_ARRAY);
        let count = kind.coordinates() - u32::from(is_cube);
        let ty = if count > 1 { b.vector(uint, count) } else { uint };
        let has_levels = !self.image.is_unordered && !kind.is_multisampled() && kind != Kind::TYPED_BUFFER;
        if has_levels {
            let level = level.unwrap_or_else(|| b.constant_uint(0));
            b.value(op::IMAGE_QUERY_SIZE_LOD, ty, &[self.id, level])
        } else {
            b.value(op::IMAGE_QUERY_SIZE, ty, &[self.id])
        }
    }

    /// Number of levels, or of samples; `None` for images that have neither.
    pub fn levels(&self, b: &mut Builder) -> Option<Id> {
        let uint = b.uint();
        if self.image.kind.is_multisampled() {
            return Some(b.value(op::IMAGE_QUERY_SAMPLES, uint, &[self.id]));
        }
        let has_levels = !self.image.is_unordered && self.image.kind != Kind::TYPED_BUFFER;
        has_levels.then(|| b.value(op::IMAGE_QUERY_LEVELS, uint, &[self.id]))
    }
}

/// Whether all texels were there, from the code of a [`Texel`].
pub fn is_resident(b: &mut Builder, code: Id) -> Id {
    let truth = b.bool();
    b.value(op::IMAGE_SPARSE_TEXELS_RESIDENT, truth, &[code])
}

fn is_fixed(b: &Builder, id: Id) -> bool {
    b.is_constant(id)
}

fn offset_operands(b: &Builder, offset: Option<Id>) -> ImageOperands {
    let mut operands = ImageOperands::default();
    match offset {
        Some(offset) if is_fixed(b, offset) => operands.const_offset = Some(offset),
        other => operands.offset = other,
    }
    operands
}

/// A coordinate of integers with an offset added, which has no layer.
fn moved(b: &mut Builder, coordinate: Id, offset: Id) -> Id {
    let (Some(ty), Some(of)) = (b.type_of(coordinate), b.type_of(offset)) else { return coordinate };
    let int = b.component_type(of).unwrap_or(of);
    let (wide, narrow) = (b.components(ty).unwrap_or(1), b.components(of).unwrap_or(1));
    let mut offset = offset;
    if wide > narrow {
        let zero = b.constant_splat(int, 0);
        let whole = b.vector(int, wide);
        let mut parts = vec![offset];
        parts.extend(vec![zero; (wide - narrow) as usize]);
        offset = b.value(op::COMPOSITE_CONSTRUCT, whole, &parts);
    }
    let offset = arithmetic::bits_as(b, ty, offset);
    b.value(op::I_ADD, ty, &[coordinate, offset])
}

/// The type of coordinates of integers that images take.
pub fn integer_coordinate(b: &mut Builder, kind: Kind) -> Id {
    let int = b.int_type(32, Signedness::Signed);
    match kind.coordinates() {
        1 => int,
        count => b.vector(int, count),
    }
}
