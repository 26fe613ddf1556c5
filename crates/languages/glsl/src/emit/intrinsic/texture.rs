//! Sampling, fetching and gathering, and questions about textures.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{capability, execution_mode, image_operands};
use glassbox_spirv::build::{Id, ImageOperands, op};

use super::super::Emitter;
use super::Call;
use super::sparse::Residency;
use super::vendor::gather_mode;
use crate::model::{ExpressionId, ExpressionKind};
use crate::types::{Dim, ImageKind, Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// What a lookup does: bits of its words.
type Words = u32;
const PROJ: Words = 1;
const LOD: Words = 1 << 1;
const GRAD: Words = 1 << 2;
const FETCH: Words = 1 << 3;
const GATHER: Words = 1 << 4;
const OFFSET: Words = 1 << 5;
const OFFSETS: Words = 1 << 6;
const CLAMP: Words = 1 << 7;
const SPARSE: Words = 1 << 8;

/// A lookup in the making.
struct Lookup {
    words: Words,
    kind: ImageKind,
    image: Id,
    coordinate: Id,
    coordinate_type: Type,
    reference: Option<Id>,
    component: Option<Id>,
    operands: ImageOperands,
    /// Where the texel of a sparse lookup goes.
    texel: Option<ExpressionId>,
}

impl Emitter<'_> {
    pub(super) fn texture(&mut self, call: Call<'_>) -> Option<Id> {
        if let Some(words) = words(call.intrinsic) {
            let kind = self.image_kind(call)?;
            return Some(self.lookup(call, words, kind));
        }
        self.query(call)
    }

    /// The image that the first argument is or is sampled with.
    pub(super) fn image_kind(&self, call: Call<'_>) -> Option<ImageKind> {
        match self.argument_type(call, 0) {
            Type::Sampled(kind) | Type::Texture(kind) | Type::Image(kind) | Type::Subpass(kind) => Some(kind),
            _ => None,
        }
    }

    fn query(&mut self, call: Call<'_>) -> Option<Id> {
        let opcode = match call.intrinsic {
            Intrinsic::TextureSize if call.arguments.len() > 1 => op::IMAGE_QUERY_SIZE_LOD,
            Intrinsic::TextureSize | Intrinsic::ImageSize => op::IMAGE_QUERY_SIZE,
            Intrinsic::TextureQueryLevels => op::IMAGE_QUERY_LEVELS,
            Intrinsic::TextureSamples | Intrinsic::ImageSamples => op::IMAGE_QUERY_SAMPLES,
            Intrinsic::TextureQueryLod => return Some(self.query_lod(call)),
            _ => return None,
        };
        let mut operands = vec![self.unsampled(call)];
        if call.arguments.len() > 1 {
            operands.push(self.argument(call, 1));
        }
        Some(self.operation(call, opcode, &operands))
    }

    fn query_lod(&mut self, call: Call<'_>) -> Id {
        let operands = self.argument_values(call);
        let scalar = self.argument_type(call, 1).scalar().unwrap_or(Scalar::Float);
        let given = call.ty.with_scalar(scalar);
        let ty = self.ty(given);
        let result = self.module.value(op::IMAGE_QUERY_LOD, ty, &operands);
        if given == call.ty { result } else { self.convert(result, given, call.ty) }
    }

    /// The image of the first argument without its sampler, which is not looked at where the two are joined here.
    pub(super) fn unsampled(&mut self, call: Call<'_>) -> Id {
        if let Some(image) = self.joined_image(call) {
            return self.value(image);
        }
        let value = self.argument(call, 0);
        let Type::Sampled(kind) = self.argument_type(call, 0) else {
            return value;
        };
        if self.is_plain_buffer(kind) {
            return value;
        }
        // The image of a separate texture may differ from that of the combined sampler.
        let joined = self.module.type_of(value).and_then(|ty| self.module.first_part(ty));
        let ty = joined.unwrap_or_else(|| self.image_type(kind, 1, 0));
        let image = self.module.value(op::IMAGE, ty, &[value]);
        if self.is_nonuniform_argument(call) {
            self.decorate_nonuniform(image);
        }
        image
    }

    /// The texture of a first argument that joins a texture and a sampler.
    fn joined_image(&self, call: Call<'_>) -> Option<ExpressionId> {
        let argument = self.program.expression(*call.arguments.first()?);
        match (&argument.kind, argument.ty) {
            (ExpressionKind::Construct(parts), Type::Sampled(_)) => parts.first().copied(),
            _ => None,
        }
    }

    fn is_nonuniform_argument(&self, call: Call<'_>) -> bool {
        call.arguments.first().is_some_and(|argument| self.program.expression(*argument).is_nonuniform)
    }

    /// Reads the arguments of a lookup, in their order.
    fn lookup(&mut self, call: Call<'_>, words: Words, kind: ImageKind) -> Id {
        let has = |word: Words| words & word != 0;
        let image = if has(FETCH) { self.unsampled(call) } else { self.argument(call, 0) };
        let coordinate_type = self.argument_type(call, 1);
        let coordinate = self.argument(call, 1);
        let operands = ImageOperands { flags: self.sign_of(kind), ..ImageOperands::default() };
        let mut lookup = Lookup {
            words,
            kind,
            image,
            coordinate,
            coordinate_type,
            reference: None,
            component: None,
            operands,
            texel: None,
        };
        let mut rest = call.arguments.iter().skip(2).copied();
        self.read_operands(&mut lookup, &mut rest);
        if !has(LOD | GRAD | FETCH | GATHER) && !self.has_derivatives() {
            let float = self.module.float();
            lookup.operands.bias = None;
            lookup.operands.lod = Some(self.module.constant(float, 0));
        }
        if has(PROJ) {
            self.place_divisor(&mut lookup);
        }
        self.finish_lookup(call, &lookup)
    }

    fn read_operands(&mut self, lookup: &mut Lookup, rest: &mut dyn Iterator<Item = ExpressionId>) {
        let has = |word: Words| lookup.words & word != 0;
        let kind = lookup.kind;
        if kind.is_shadow {
            lookup.reference = self.reference(lookup, rest);
        }
        let is_single = kind.is_multisampled || matches!(kind.dim, Dim::Rect | Dim::Buffer);
        if has(LOD) || has(FETCH) && !is_single {
            lookup.operands.lod = self.next_value(rest);
        } else if kind.is_multisampled {
            lookup.operands.sample = self.next_value(rest);
        }
        if has(GRAD) {
            lookup.operands.grad = self.next_value(rest).zip(self.next_value(rest)).map(|(x, y)| [x, y]);
        }
        if has(OFFSET)
            && let Some(offset) = self.next_value(rest)
        {
            if self.module.is_constant(offset) {
                lookup.operands.const_offset = Some(offset);
            } else {
                lookup.operands.offset = Some(offset);
                self.module.capability(capability::IMAGE_GATHER_EXTENDED);
            }
        }
        if has(OFFSETS)
            && let Some(offsets) = self.next_value(rest)
        {
            if self.module.is_constant(offsets) {
                lookup.operands.const_offsets = Some(offsets);
            } else {
                lookup.operands.offsets = Some(offsets);
            }
            self.module.capability(capability::IMAGE_GATHER_EXTENDED);
        }
        if has(CLAMP) {
            lookup.operands.min_lod = self.next_value(rest);
            self.module.capability(capability::MIN_LOD);
        }
        if has(SPARSE) {
            lookup.texel = rest.next();
        }
        if has(GATHER) && !kind.is_shadow {
            let stated = self.next_value(rest);
            lookup.component = Some(stated.unwrap_or_else(|| self.int(0)));
        }
        lookup.operands.bias = self.next_value(rest);
        if has(GATHER) && (lookup.operands.bias.is_some() || has(LOD)) {
            self.module.capability(capability::IMAGE_GATHER_BIAS_LOD_AMD);
            self.module.extension("SPV_AMD_texture_gather_bias_lod");
        }
    }

    fn next_value(&mut self, rest: &mut dyn Iterator<Item = ExpressionId>) -> Option<Id> {
        rest.next().map(|argument| self.value(argument))
    }

    /// What a shadow is compared with: an argument of its own, or a component of the coordinate.
    fn reference(&mut self, lookup: &Lookup, rest: &mut dyn Iterator<Item = ExpressionId>) -> Option<Id> {
        let kind = lookup.kind;
        let is_full = kind.dim == Dim::Cube && kind.is_array;
        let scalar = lookup.coordinate_type.scalar()?;
        if is_full || scalar == Scalar::Float16 || lookup.words & GATHER != 0 {
            return self.next_value(rest);
        }
        let last = lookup.coordinate_type.components().saturating_sub(1);
        let component = if lookup.words & PROJ != 0 { 2 } else { last };
        Some(self.extract(lookup.coordinate, Type::Scalar(scalar), component))
    }

    /// SPIR-V takes the divisor of a projection right behind the coordinates, the language at the end.
    fn place_divisor(&mut self, lookup: &mut Lookup) {
        let Type::Vector(scalar, count) = lookup.coordinate_type else { return };
        let last = u32::from(count) - 1;
        let wanted = match lookup.kind.dim {
            Dim::One => 1,
            Dim::Two | Dim::Rect | Dim::External => 2,
            Dim::Three | Dim::Cube | Dim::Buffer => last,
        };
        if wanted != last {
            let divisor = self.extract(lookup.coordinate, Type::Scalar(scalar), last);
            let ty = self.ty(lookup.coordinate_type);
            let operands = [divisor, lookup.coordinate];
            lookup.coordinate = self.module.value_with(op::COMPOSITE_INSERT, ty, &operands, &[wanted]);
        }
    }

    fn finish_lookup(&mut self, call: Call<'_>, lookup: &Lookup) -> Id {
        let mut operands = vec![lookup.image, lookup.coordinate];
        operands.extend(lookup.reference);
        operands.extend(lookup.component);
        let mode = gather_mode(call.intrinsic);
        if let Some(mode) = mode {
            operands.push(self.declared_gather_mode(mode));
        }
        let opcode = if mode.is_some() { op::IMAGE_GATHER_QCOM } else { opcode(lookup) };
        if let Some(texel) = lookup.texel {
            let residency = Residency { call, opcode, operands: &operands, image: &lookup.operands, texel };
            return self.sparse(residency);
        }
        // The oldest functions for shadows give a vector.
        let is_scalar = lookup.reference.is_some() && lookup.words & GATHER == 0;
        let given = match call.ty {
            Type::Vector(scalar, _) if is_scalar => Type::Scalar(scalar),
            ty => ty,
        };
        let ty = self.ty(given);
        let result = self.module.image_value(opcode, ty, &operands, &lookup.operands);
        if given == call.ty { result } else { self.splat(call.ty, result) }
    }

    /// How texels of fewer bits become numbers of 32: stated from SPIR-V 1.4 on.
    pub(super) fn sign_of(&self, kind: ImageKind) -> u32 {
        match kind.component {
            Scalar::Int if self.minor >= 4 => image_operands::SIGN_EXTEND,
            Scalar::Uint if self.minor >= 4 => image_operands::ZERO_EXTEND,
            _ => 0,
        }
    }

    /// Whether invocations form quads, so that values have derivatives and coordinates imply levels of detail.
    pub(super) fn has_derivatives(&self) -> bool {
        let groups =
            [execution_mode::DERIVATIVE_GROUP_QUADS_KHR, execution_mode::DERIVATIVE_GROUP_LINEAR_KHR];
        self.program.stage() == Stage::Fragment
            || self.program.modes.others.iter().any(|mode| groups.contains(mode))
    }
}

/// Whether a function looks at the image of a combined sampler alone.
pub(in crate::emit) fn takes_image(intrinsic: Intrinsic) -> bool {
    let is_query = matches!(
        intrinsic,
        Intrinsic::TextureSize | Intrinsic::TextureQueryLevels | Intrinsic::TextureSamples
    );
    is_query || words(intrinsic).is_some_and(|words| words & FETCH != 0)
}

/// The words of a lookup; `None` of other functions.
fn words(intrinsic: Intrinsic) -> Option<Words> {
    Some(match intrinsic {
        Intrinsic::Texture => 0,
        Intrinsic::TextureProj => PROJ,
        Intrinsic::TextureLod => LOD,
        Intrinsic::TextureOffset => OFFSET,
        Intrinsic::TextureProjOffset => PROJ | OFFSET,
        Intrinsic::TextureLodOffset => LOD | OFFSET,
        Intrinsic::TextureProjLod => PROJ | LOD,
        Intrinsic::TextureProjLodOffset => PROJ | LOD | OFFSET,
        Intrinsic::TextureGrad => GRAD,
        Intrinsic::TextureGradOffset => GRAD | OFFSET,
        Intrinsic::TextureProjGrad => PROJ | GRAD,
        Intrinsic::TextureProjGradOffset => PROJ | GRAD | OFFSET,
        Intrinsic::TexelFetch => FETCH,
        Intrinsic::TexelFetchOffset => FETCH | OFFSET,
        Intrinsic::TextureGather => GATHER,
        Intrinsic::TextureGatherOffset => GATHER | OFFSET,
        Intrinsic::TextureGatherOffsets => GATHER | OFFSETS,
        Intrinsic::TextureClamp => CLAMP,
        Intrinsic::TextureOffsetClamp => CLAMP | OFFSET,
        Intrinsic::TextureGradClamp => CLAMP | GRAD,
        Intrinsic::TextureGradOffsetClamp => CLAMP | GRAD | OFFSET,
        Intrinsic::SparseTexture => SPARSE,
        Intrinsic::SparseTextureLod => SPARSE | LOD,
        Intrinsic::SparseTextureOffset => SPARSE | OFFSET,
        Intrinsic::SparseTextureLodOffset => SPARSE | LOD | OFFSET,
        Intrinsic::SparseTextureGrad => SPARSE | GRAD,
        Intrinsic::SparseTextureGradOffset => SPARSE | GRAD | OFFSET,
        Intrinsic::SparseTexelFetch => SPARSE | FETCH,
        Intrinsic::SparseTexelFetchOffset => SPARSE | FETCH | OFFSET,
        Intrinsic::SparseTextureGather => SPARSE | GATHER,
        Intrinsic::SparseTextureGatherOffset => SPARSE | GATHER | OFFSET,
        Intrinsic::SparseTextureGatherOffsets => SPARSE | GATHER | OFFSETS,
        Intrinsic::SparseTextureClamp => SPARSE | CLAMP,
        Intrinsic::SparseTextureOffsetClamp => SPARSE | CLAMP | OFFSET,
        Intrinsic::SparseTextureGradClamp => SPARSE | CLAMP | GRAD,
        Intrinsic::SparseTextureGradOffsetClamp => SPARSE | CLAMP | GRAD | OFFSET,
        Intrinsic::TextureGatherLodAMD => GATHER | LOD,
        Intrinsic::TextureGatherLodOffsetAMD => GATHER | LOD | OFFSET,
        Intrinsic::TextureGatherLodOffsetsAMD => GATHER | LOD | OFFSETS,
        Intrinsic::SparseTextureGatherLodAMD => SPARSE | GATHER | LOD,
        Intrinsic::SparseTextureGatherLodOffsetAMD => SPARSE | GATHER | LOD | OFFSET,
        Intrinsic::SparseTextureGatherLodOffsetsAMD => SPARSE | GATHER | LOD | OFFSETS,
        Intrinsic::TextureGather4x1QCOM
        | Intrinsic::TextureGatherV2QCOM
        | Intrinsic::TextureGatherH2QCOM
        | Intrinsic::TextureGatherDQCOM => GATHER,
        Intrinsic::TextureGather4x1OffsetQCOM
        | Intrinsic::TextureGatherV2OffsetQCOM
        | Intrinsic::TextureGatherH2OffsetQCOM
        | Intrinsic::TextureGatherDOffsetQCOM => GATHER | OFFSET,
        _ => return None,
    })
}

fn opcode(lookup: &Lookup) -> u16 {
    let has = |word: Words| lookup.words & word != 0;
    let is_explicit = lookup.operands.lod.is_some() || lookup.operands.grad.is_some();
    let has_reference = lookup.reference.is_some();
    let [plain, sparse] = if has(FETCH) {
        [op::IMAGE_FETCH, op::IMAGE_SPARSE_FETCH]
    } else if has(GATHER) && has_reference {
        [op::IMAGE_DREF_GATHER, op::IMAGE_SPARSE_DREF_GATHER]
    } else if has(GATHER) {
        [op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER]
    } else {
        match (has(PROJ), has_reference, is_explicit) {
            (false, false, false) => [op::IMAGE_SAMPLE_IMPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD],
            (false, false, true) => [op::IMAGE_SAMPLE_EXPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD],
            (false, true, false) => {
                [op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD]
            }
            (false, true, true) => {
                [op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD, op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD]
            }
            (true, false, false) => [op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD; 2],
            (true, false, true) => [op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD; 2],
            (true, true, false) => [op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD; 2],
            (true, true, true) => [op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD; 2],
        }
    };
    if has(SPARSE) { sparse } else { plain }
}
