//! Checks image types and the instructions that sample, read, write and query images.

use super::shapes::Shape;
use super::{Checker, Relaxation, TYPE, rules, scopes};
use crate::grammar::op;
use crate::grammar::value::{
    capability as cap, dim, image_format as format, image_operands as bits, storage_class,
};
use crate::module::{At, Id, ImageType, Type};

/// Checks an image or sampled image type.
pub(super) fn check_type(c: &mut Checker<'_>, at: At) {
    match c.module.type_at(at) {
        Some(Type::Image(image)) => image_type(c, at, &image),
        Some(Type::SampledImage { image }) => {
            let Some(Type::Image(info)) = c.module.ty(image) else {
                c.expect(false, &rules::TYPE_COMPONENT, (at, 0), "an image type");
                return;
            };
            c.expect(info.usage < 2, &rules::IMAGE_TYPE, (at, 0), "an image that is used with samplers");
            let holds = c.minor() < 6 || info.dim != dim::BUFFER;
            c.expect(holds, &rules::IMAGE_TYPE, (at, 0), "an image that is not a buffer");
        }
        _ => {}
    }
}

fn image_type(c: &mut Checker<'_>, at: At, image: &ImageType) {
    let kind = c.module.ty(image.sampled);
    let vulkan = c.environment.is_vulkan();
    let holds = match kind {
        Some(Type::Int { width, .. }) => !vulkan || matches!(width, 32 | 64),
        Some(Type::Float { width, .. }) => !vulkan || width == 32,
        Some(Type::Void) => !vulkan,
        _ => false,
    };
    c.expect(holds, &rules::IMAGE_TYPE, (at, 0), "a number type, of 32 bits in Vulkan");
    for (index, value, limit) in
        [(2, image.depth, 2), (3, image.arrayed, 1), (4, image.multisampled, 1), (5, image.usage, 2)]
    {
        c.expect(value <= limit, &rules::IMAGE_TYPE, (at, index), "0 or 1, and 2 for depth and sampling");
    }
    let unknown = image.format == format::UNKNOWN;
    let storage = image.usage == 2;
    match image.dim {
        dim::SUBPASS_DATA => {
            c.expect(
                storage && unknown,
                &rules::IMAGE_TYPE,
                (at, 1),
                "Sampled 2 and an unknown format for subpass data",
            );
            c.expect(
                !vulkan || image.arrayed == 0,
                &rules::IMAGE_TYPE,
                (at, 3),
                "subpass data without layers",
            );
        }
        dim::TILE_IMAGE_DATA_EXT => {
            let plain = image.depth == 0 && image.arrayed == 0 && kind != Some(Type::Void);
            c.expect(
                storage && unknown && plain,
                &rules::IMAGE_TYPE,
                (at, 1),
                "a plain storage image for tile data",
            );
        }
        _ => {
            let holds = image.multisampled == 0 || !storage || c.has(cap::STORAGE_IMAGE_MULTISAMPLE);
            c.expect(holds, &rules::IMAGE_TYPE, (at, 4), "the capability StorageImageMultisample");
        }
    }
    if vulkan {
        c.expect(image.usage != 0, &rules::IMAGE_TYPE, (at, 5), "1 or 2");
        c.expect(image.dim != dim::RECT, &rules::IMAGE_TYPE, (at, 1), "a dimension that Vulkan has");
        if !unknown {
            let holds = match (kind, number(image.format)) {
                (Some(Type::Int { width, .. }), Number::Int { wide, .. }) => (width == 64) == wide,
                (Some(Type::Float { .. }), Number::Float) => true,
                _ => false,
            };
            c.expect(holds, &rules::IMAGE_FORMAT, (at, 6), "a format of the sampled type");
        }
    }
}

/// What the texels of a format are.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Float,
    Int { signed: bool, wide: bool },
}

fn number(value: u32) -> Number {
    match value {
        format::R64I => Number::Int { signed: true, wide: true },
        format::R64UI => Number::Int { signed: false, wide: true },
        format::RGBA32I..=format::R8I => Number::Int { signed: true, wide: false },
        format::RGBA32UI..=format::R8UI => Number::Int { signed: false, wide: false },
        _ => Number::Float,
    }
}

/// The image type of a value: an image, or that of a sampled image.
fn image_of(c: &Checker<'_>, ty: Id) -> Option<ImageType> {
    match c.module.ty(ty)? {
        Type::Image(image) => Some(image),
        Type::SampledImage { image } => match c.module.ty(image)? {
            Type::Image(image) => Some(image),
            _ => None,
        },
        _ => None,
    }
}

/// Properties of an instruction on images.
#[derive(Clone, Copy, Default)]
struct Kind {
    sparse: bool,
    implicit: bool,
    explicit: bool,
    depth: bool,
    projective: bool,
    gather: bool,
    fetch: bool,
    read: bool,
    write: bool,
}

fn kind(opcode: u16) -> Kind {
    let sparse = matches!(
        opcode,
        op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_DREF_GATHER | op::IMAGE_SPARSE_READ
    );
    let plain = match opcode {
        op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_DREF_GATHER => {
            opcode - op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD + op::IMAGE_SAMPLE_IMPLICIT_LOD
        }
        op::IMAGE_SPARSE_READ => op::IMAGE_READ,
        _ => opcode,
    };
    let sample = plain.checked_sub(op::IMAGE_SAMPLE_IMPLICIT_LOD).filter(|number| *number < 8);
    Kind {
        sparse,
        implicit: sample.is_some_and(|number| number & 1 == 0),
        explicit: sample.is_some_and(|number| number & 1 == 1),
        depth: sample.is_some_and(|number| number & 2 != 0) || plain == op::IMAGE_DREF_GATHER,
        projective: sample.is_some_and(|number| number & 4 != 0),
        gather: matches!(plain, op::IMAGE_GATHER | op::IMAGE_DREF_GATHER),
        fetch: plain == op::IMAGE_FETCH,
        read: plain == op::IMAGE_READ,
        write: plain == op::IMAGE_WRITE,
    }
}

/// Checks an instruction on images.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    match c.module.opcode(at) {
        op::SAMPLED_IMAGE => combine(c, at),
        op::IMAGE_TEXEL_POINTER => texel_pointer(c, at),
        op::IMAGE => {
            let ty = c.module.get(at).ty;
            let own = c.module.ty(c.module.type_of(c.module.word(at, 0)));
            let holds = own == Some(Type::SampledImage { image: ty });
            c.expect(holds, &rules::IMAGE_EXPECTED, (at, 0), "a sampled image of the result type");
        }
        op::IMAGE_QUERY_FORMAT..=op::IMAGE_QUERY_SAMPLES => query(c, at),
        op::IMAGE_SPARSE_TEXELS_RESIDENT => {
            c.expect(c.is_bool_scalar(c.module.get(at).ty), &rules::RESULT_MISMATCH, (at, TYPE), "bool");
            let holds = c.is_int_scalar(c.module.type_of(c.module.word(at, 0)));
            c.expect(holds, &rules::OPERAND_TYPE, (at, 0), "an integer");
        }
        op::IMAGE_SPARSE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SPARSE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => {}
        opcode => access(c, at, kind(opcode)),
    }
}

/// The type of the texel in the result.
fn texel(c: &mut Checker<'_>, at: At, kind: Kind) -> Option<Id> {
    let ty = c.module.get(at).ty;
    if !kind.sparse {
        return Some(ty);
    }
    let texel = match c.module.ty(ty) {
        Some(Type::Struct { members: &[residency, texel] }) if c.is_int_scalar(residency) => Some(texel),
        _ => None,
    };
    c.expect(texel.is_some(), &rules::IMAGE_RESULT, (at, TYPE), "a structure of an integer and the texel");
    texel
}

fn access(c: &mut Checker<'_>, at: At, kind: Kind) {
    let module = c.module;
    let ty = if kind.write { Some(module.type_of(module.word(at, 2))) } else { texel(c, at, kind) };
    let Some(ty) = ty else { return };
    let place = if kind.write { 2 } else { TYPE };
    let shape = c.shape(ty).filter(|shape| shape.is_plain() && !shape.is_bool());
    let count = shape.map_or(0, |shape| if shape.is_scalar() { 1 } else { shape.count });
    let (holds, expected) = match () {
        () if kind.write => (shape.is_some(), "a scalar or vector of numbers"),
        () if kind.read => (shape.is_some() && (!c.environment.is_vulkan() || count == 4), "four numbers"),
        () if kind.depth && !kind.gather => (count == 1, "one number"),
        () => (count == 4, "a vector of four numbers"),
    };
    if !c.expect(holds, &rules::IMAGE_RESULT, (at, place), expected) {
        return;
    }
    let own = module.type_of(module.word(at, 0));
    let sampled = !(kind.fetch || kind.read || kind.write);
    let wanted = if sampled { op::TYPE_SAMPLED_IMAGE } else { op::TYPE_IMAGE };
    let name = if sampled { "a sampled image" } else { "an image without a sampler" };
    let info = image_of(c, own).filter(|_| module.opcode_of(own) == wanted);
    let Some(info) = info else {
        c.expect(false, &rules::IMAGE_EXPECTED, (at, 0), name);
        return;
    };
    let void = module.opcode_of(info.sampled) == op::TYPE_VOID && !(kind.depth);
    let holds = void || shape.is_some_and(|shape| shape.component == info.sampled);
    if !c.expect(holds, &rules::IMAGE_RESULT, (at, place), "the sampled type of the image") {
        return;
    }
    if !fits(c, at, kind, &info) || !coordinate(c, at, 1, &info) {
        return;
    }
    let mut next = 2;
    if kind.depth {
        let reference = c.shape_of(module.word(at, 2));
        let holds = reference.is_some_and(|shape| shape.is_scalar() && shape.is_float() && shape.width == 32);
        c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "a float of 32 bits");
        let holds = !c.environment.is_vulkan() || info.dim != dim::DIM_3D;
        c.expect(holds, &rules::IMAGE_EXPECTED, (at, 0), "an image that is not 3D");
        next = 3;
    } else if kind.gather {
        let component = module.word(at, 2);
        c.expect(
            c.is_int32(module.type_of(component)),
            &rules::OPERAND_TYPE,
            (at, 2),
            "an integer of 32 bits",
        );
        let holds = !c.environment.is_vulkan() || c.is_constant(component);
        c.expect(holds, &rules::OPERAND_CONSTANT, (at, 2), "a constant");
        next = 3;
    } else if kind.write {
        next = 3;
    }
    operands(c, at, next, (kind, &info));
}

/// Checks that an image is one that the instruction can access.
fn fits(c: &mut Checker<'_>, at: At, kind: Kind, info: &ImageType) -> bool {
    let vulkan = c.environment.is_vulkan();
    let sampled = !(kind.fetch || kind.read || kind.write);
    let without = if kind.write {
        cap::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT
    } else {
        cap::STORAGE_IMAGE_READ_WITHOUT_FORMAT
    };
    let flat = matches!(info.dim, dim::DIM_1D | dim::DIM_2D | dim::DIM_3D | dim::RECT);
    let (holds, expected) = if kind.fetch {
        (info.dim != dim::CUBE && info.usage == 1, "an image that is sampled and not a cube")
    } else if sampled {
        let projective = !kind.projective || flat && info.arrayed == 0;
        let gather = !kind.gather || matches!(info.dim, dim::DIM_2D | dim::CUBE | dim::RECT);
        (
            info.multisampled == 0 && projective && gather,
            "an image with one sample, of a dimension that can be sampled so",
        )
    } else {
        let needed = match (info.dim, info.arrayed) {
            (dim::DIM_1D, _) => Some(cap::IMAGE_1D),
            (dim::RECT, _) => Some(cap::IMAGE_RECT),
            (dim::BUFFER, _) => Some(cap::IMAGE_BUFFER),
            (dim::CUBE, 1) => Some(cap::IMAGE_CUBE_ARRAY),
            _ => None,
        };
        let declared = info.usage != 2
            || needed.is_none_or(|capability| c.has(capability))
                && (info.multisampled == 0 || info.arrayed == 0 || c.has(cap::IMAGE_MS_ARRAY));
        let special = info.dim == dim::TILE_IMAGE_DATA_EXT
            || info.dim == dim::SUBPASS_DATA && (kind.write || kind.sparse);
        (info.usage != 1 && declared && !special, "a storage image whose dimension is declared")
    };
    if !c.expect(holds, &rules::IMAGE_EXPECTED, (at, 0), expected) {
        return false;
    }
    let holds = sampled
        || kind.fetch
        || !vulkan
        || info.format != format::UNKNOWN
        || info.dim == dim::SUBPASS_DATA
        || c.has(without);
    c.expect(holds, &rules::IMAGE_FORMAT, (at, 0), "a format, or the capability to do without")
}

/// Coordinates of a plane, without layer and projection.
fn plane(info: &ImageType) -> u32 {
    match info.dim {
        dim::DIM_1D | dim::BUFFER => 1,
        dim::DIM_3D | dim::CUBE => 3,
        _ => 2,
    }
}

fn coordinate(c: &mut Checker<'_>, at: At, index: usize, info: &ImageType) -> bool {
    let module = c.module;
    let opcode = module.opcode(at);
    let kind = kind(opcode);
    let id = module.word(at, index);
    let shape = c.shape_of(id).filter(|shape| shape.is_plain() && !shape.is_bool());
    let is_texel = opcode == op::IMAGE_TEXEL_POINTER;
    let both = kind.read || kind.write || kind.explicit && !kind.depth && !kind.projective;
    let (fits, expected): (fn(&Shape) -> bool, &str) = match () {
        () if both => (|_| true, "integers or floats of 32 bits"),
        () if kind.fetch || is_texel => (Shape::is_int, "integers of 32 bits"),
        () => (Shape::is_float, "floats of 32 bits"),
    };
    let holds = shape.is_some_and(|shape| fits(&shape) && shape.width == 32);
    if !c.expect(holds, &rules::IMAGE_COORDINATE, (at, index), expected) {
        return false;
    }
    let needed = match opcode {
        op::IMAGE_QUERY_LOD => plane(info),
        _ if info.dim == dim::CUBE && (kind.read || kind.write || is_texel) => 3,
        _ => plane(info) + u32::from(info.arrayed > 0) + u32::from(kind.projective),
    };
    let count = shape.map_or(0, |shape| shape.count);
    let holds = if is_texel { count == needed } else { count >= needed };
    let expected = |_: &Checker<'_>| format!("{needed} components");
    if !c.expect_that(holds, &rules::IMAGE_COORDINATE, (at, index), expected) {
        return false;
    }
    if info.dim != dim::SUBPASS_DATA {
        return true;
    }
    let zero = match module.definition(id).map(|at| (module.opcode(at), module.operands(at))) {
        Some((op::CONSTANT_NULL, _)) => true,
        Some((op::CONSTANT_COMPOSITE, &[x, y])) => {
            c.constant_i64(x) == Some(0) && c.constant_i64(y) == Some(0)
        }
        _ => false,
    };
    c.expect(zero, &rules::IMAGE_COORDINATE, (at, index), "the constant (0, 0) for subpass data")
}

/// Checks the image operands that begin at `index`.
fn operands(c: &mut Checker<'_>, at: At, index: usize, (kind, info): (Kind, &ImageType)) {
    let module = c.module;
    let mask = module.word(at, index);
    let has = |bit: u32| mask & bit != 0;
    let count = module.operands(at).len();
    let valued = mask
        & !(bits::NON_PRIVATE_TEXEL
            | bits::VOLATILE_TEXEL
            | bits::SIGN_EXTEND
            | bits::ZERO_EXTEND
            | bits::NONTEMPORAL);
    let words =
        if count > index { 1 + valued.count_ones() as usize + usize::from(has(bits::GRAD)) } else { 0 };
    if count > index
        && !c.expect(count == index + words, &rules::IMAGE_OPERAND, (at, index), "one operand for each bit")
    {
        return;
    }
    let place = if count > index { index } else { 0 };
    let holds = info.multisampled == 0 || has(bits::SAMPLE);
    c.expect(holds, &rules::IMAGE_OPERAND, (at, place), "Sample, as the image has several");
    signs(c, at, place, (mask, info));
    if mask == 0 {
        return;
    }
    let offsets = mask & (bits::OFFSET | bits::CONST_OFFSET | bits::CONST_OFFSETS | bits::OFFSETS);
    c.expect(offsets.count_ones() <= 1, &rules::IMAGE_OPERAND, (at, index), "one kind of offset");
    let gather_bias = kind.gather && c.has(cap::IMAGE_GATHER_BIAS_LOD_AMD);
    let storage_lod = (kind.read || kind.write) && c.has(cap::IMAGE_READ_WRITE_LOD_AMD);
    let levels = matches!(info.dim, dim::DIM_1D | dim::DIM_2D | dim::DIM_3D | dim::CUBE);
    let single = info.multisampled == 0;
    let float =
        |c: &Checker<'_>, id| c.shape_of(id).is_some_and(|s| s.is_scalar() && s.is_float() && s.width == 32);
    let mut next = index + 1;
    if has(bits::BIAS) {
        let holds = (kind.implicit || gather_bias) && levels && float(c, module.word(at, next));
        c.expect(
            holds,
            &rules::IMAGE_OPERAND,
            (at, next),
            "a float as bias, in sampling with implicit level",
        );
        next += 1;
    }
    if has(bits::LOD) {
        let id = module.word(at, next);
        let by_float = kind.explicit || gather_bias;
        let typed = if by_float { float(c, id) } else { c.is_int32(module.type_of(id)) };
        let holds = (by_float || kind.fetch || storage_lod) && !has(bits::GRAD) && typed && levels && single;
        c.expect(
            holds,
            &rules::IMAGE_OPERAND,
            (at, next),
            "a level of 32 bits, where the instruction takes one",
        );
        next += 1;
    }
    if has(bits::GRAD) {
        for index in [next, next + 1] {
            let shape = c.shape_of(module.word(at, index));
            let typed = shape
                .is_some_and(|s| s.is_plain() && s.is_float() && s.width == 32 && s.count == plane(info));
            let holds = kind.explicit && typed;
            c.expect(
                holds,
                &rules::IMAGE_OPERAND,
                (at, index),
                "floats for each dimension, in sampling with explicit level",
            );
        }
        next += 2;
    }
    for bit in [bits::CONST_OFFSET, bits::OFFSET] {
        if has(bit) {
            offset(c, (at, next), bit, (kind, info));
            next += 1;
        }
    }
    if has(bits::CONST_OFFSETS) {
        let id = module.word(at, next);
        let typed = match module.ty(module.type_of(id)) {
            Some(Type::Array { element, length }) => {
                let pair = c
                    .shape(element)
                    .is_some_and(|s| s.is_vector() && s.is_int() && s.count == 2 && s.width == 32);
                pair && c.constant_i64(length) == Some(4)
            }
            _ => false,
        };
        let holds = kind.gather && info.dim != dim::CUBE && typed && c.is_constant(id);
        c.expect(
            holds,
            &rules::IMAGE_OPERAND,
            (at, next),
            "a constant array of four pairs of integers, in a gather",
        );
        next += 1;
    }
    if has(bits::SAMPLE) {
        let allowed = kind.fetch || kind.read || kind.write;
        let holds = allowed && !single && c.is_int32(module.type_of(module.word(at, next)));
        c.expect(holds, &rules::IMAGE_OPERAND, (at, next), "an integer, for an image with several samples");
        next += 1;
    }
    if has(bits::MIN_LOD) {
        let allowed = kind.implicit || has(bits::GRAD);
        let holds = allowed && float(c, module.word(at, next)) && levels && single;
        c.expect(
            holds,
            &rules::IMAGE_OPERAND,
            (at, next),
            "a float, in sampling with implicit level or gradients",
        );
        next += 1;
    }
    for (bit, allowed) in [(bits::MAKE_TEXEL_AVAILABLE, kind.write), (bits::MAKE_TEXEL_VISIBLE, kind.read)] {
        if has(bit) {
            let holds = allowed && has(bits::NON_PRIVATE_TEXEL);
            c.expect(
                holds,
                &rules::IMAGE_OPERAND,
                (at, next),
                "availability on writes, visibility on reads, with NonPrivateTexel",
            );
            scopes::memory(c, at, next);
            next += 1;
        }
    }
}

fn offset(c: &mut Checker<'_>, place: (At, usize), bit: u32, (kind, info): (Kind, &ImageType)) {
    let id = c.module.word(place.0, place.1);
    let typed =
        c.shape_of(id).is_some_and(|s| s.is_plain() && s.is_int() && s.width == 32 && s.count == plane(info));
    let constant = bit == bits::OFFSET || c.is_constant(id);
    let holds = info.dim != dim::CUBE && typed && constant;
    c.expect(
        holds,
        &rules::IMAGE_OPERAND,
        place,
        "an integer for each dimension, constant unless it is Offset",
    );
    let relaxed =
        c.relaxes(Relaxation::BeforeHlslLegalization) || c.relaxes(Relaxation::AllowOffsetTextureOperand);
    let holds = bit != bits::OFFSET || !c.environment.is_vulkan() || relaxed || kind.gather;
    c.expect(holds, &rules::IMAGE_OPERAND, place, "a constant offset outside of gathers");
}

/// Checks that the sign of texels is that of the format.
fn signs(c: &mut Checker<'_>, at: At, place: usize, (mask, info): (u32, &ImageType)) {
    let (sign, zero) = (mask & bits::SIGN_EXTEND != 0, mask & bits::ZERO_EXTEND != 0);
    let sampled = c.shape(info.sampled).filter(Shape::is_int);
    if let Some(sampled) = sampled.filter(|_| c.environment.is_vulkan() && info.format != format::UNKNOWN) {
        let signed = sign || !zero && sampled.is_signed();
        let format = matches!(number(info.format), Number::Int { signed: true, .. });
        c.expect(signed == format, &rules::IMAGE_FORMAT, (at, place), "the sign of the format");
    }
    let kind = kind(c.module.opcode(at));
    if (sign || zero) && !kind.write && !kind.sparse {
        let holds = c
            .shape(c.module.get(at).ty)
            .is_some_and(|s| s.is_plain() && if sign { s.is_int() } else { s.is_unsigned() });
        c.expect(holds, &rules::IMAGE_OPERAND, (at, place), "integers, unsigned to be extended by zeros");
    }
}

fn combine(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let Some(Type::SampledImage { image }) = module.ty(module.get(at).ty) else {
        c.expect(false, &rules::RESULT_MISMATCH, (at, TYPE), "a sampled image type");
        return;
    };
    let own = module.type_of(module.word(at, 0));
    let Some(Type::Image(info)) = module.ty(own) else {
        c.expect(false, &rules::IMAGE_EXPECTED, (at, 0), "an image");
        return;
    };
    let alike = image_of(c, image).is_some_and(|other| ImageType { depth: info.depth, ..other } == info);
    c.expect(alike, &rules::IMAGE_EXPECTED, (at, 0), "an image like that of the result type");
    let usage = info.usage == 1 || info.usage == 0 && !c.environment.is_vulkan();
    let holds = usage && info.dim != dim::SUBPASS_DATA;
    c.expect(holds, &rules::IMAGE_EXPECTED, (at, 0), "an image that is used with samplers");
    let holds = module.opcode_of(module.type_of(module.word(at, 1))) == op::TYPE_SAMPLER;
    c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "a sampler");
}

/// True for instructions that take the result of `OpSampledImage`, in a module with the capabilities of this one.
pub(super) fn takes_sampled(c: &Checker<'_>, opcode: u16) -> bool {
    crate::grammar::takes_sampled_image(opcode) || opcode == op::STORE && c.has(cap::BINDLESS_TEXTURE_NV)
}

fn texel_pointer(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let result = module.pointer(ty).filter(|pointer| pointer.1 == storage_class::IMAGE);
    let untyped =
        module.opcode_of(ty) == op::TYPE_UNTYPED_POINTER_KHR && c.class_of(ty) == Some(storage_class::IMAGE);
    let half = |c: &Checker<'_>, ty| {
        c.has(cap::ATOMIC_FLOAT16_VECTOR_NV)
            && c.shape(ty)
                .is_some_and(|s| s.is_vector() && s.is_float() && s.width == 16 && matches!(s.count, 2 | 4))
    };
    let holds = untyped
        || result.is_some_and(|(pointee, _)| {
            matches!(module.opcode_of(pointee), op::TYPE_INT | op::TYPE_FLOAT | op::TYPE_VOID)
                || half(c, pointee)
        });
    if !c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "a pointer to a number in Image") {
        return;
    }
    let image = module.pointer(module.type_of(module.word(at, 0))).and_then(|pointer| module.ty(pointer.0));
    let Some(Type::Image(info)) = image else {
        c.expect(false, &rules::IMAGE_EXPECTED, (at, 0), "a pointer to an image");
        return;
    };
    let pointee = result.map_or(info.sampled, |result| result.0);
    let holds = (pointee == info.sampled || half(c, pointee))
        && !matches!(info.dim, dim::SUBPASS_DATA | dim::TILE_IMAGE_DATA_EXT);
    if !c.expect(holds, &rules::IMAGE_EXPECTED, (at, 0), "an image of the type that the result points to")
        || !coordinate(c, at, 1, &info)
    {
        return;
    }
    let sample = module.word(at, 2);
    let holds = c.is_int_scalar(module.type_of(sample))
        && (info.multisampled != 0 || c.constant_i64(sample) == Some(0));
    c.expect(holds, &rules::OPERAND_TYPE, (at, 2), "an integer, 0 for images with one sample");
    if c.environment.is_vulkan() {
        let vector =
            c.has(cap::ATOMIC_FLOAT16_VECTOR_NV) && matches!(info.format, format::RG16F | format::RGBA16F);
        let holds = vector
            || matches!(
                info.format,
                format::R64I | format::R64UI | format::R32F | format::R32I | format::R32UI
            );
        c.expect(holds, &rules::IMAGE_FORMAT, (at, 0), "a format of one number of 32 or 64 bits");
    }
}

fn query(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let opcode = module.opcode(at);
    let result = c.shape(module.get(at).ty).filter(Shape::is_plain);
    let own = module.type_of(module.word(at, 0));
    let sampled = opcode == op::IMAGE_QUERY_LOD;
    let wanted = if sampled { op::TYPE_SAMPLED_IMAGE } else { op::TYPE_IMAGE };
    let info = image_of(c, own).filter(|_| module.opcode_of(own) == wanted);
    let Some(info) = info else {
        c.expect(false, &rules::IMAGE_EXPECTED, (at, 0), "an image, with a sampler only to query a level");
        return;
    };
    let levels = matches!(info.dim, dim::DIM_1D | dim::DIM_2D | dim::DIM_3D | dim::CUBE);
    let (count, holds) = match opcode {
        op::IMAGE_QUERY_SIZE_LOD => {
            let flat = if info.dim == dim::CUBE { 2 } else { plane(&info) };
            let usage = !c.environment.is_vulkan() || info.usage == 1;
            (flat.saturating_add(info.arrayed), levels && info.multisampled == 0 && usage)
        }
        op::IMAGE_QUERY_SIZE => {
            let flat = if info.dim == dim::CUBE { 2 } else { plane(&info) };
            let known = levels || matches!(info.dim, dim::BUFFER | dim::RECT);
            (
                flat.saturating_add(info.arrayed),
                known && (!levels || info.multisampled == 1 || info.usage != 1),
            )
        }
        op::IMAGE_QUERY_LOD => (2, levels),
        op::IMAGE_QUERY_LEVELS => (1, levels && (!c.environment.is_vulkan() || info.usage == 1)),
        op::IMAGE_QUERY_SAMPLES => (1, info.dim == dim::DIM_2D && info.multisampled == 1),
        _ => (1, info.dim != dim::TILE_IMAGE_DATA_EXT),
    };
    let typed = result.is_some_and(|shape| {
        shape.count == count && if sampled { shape.is_float() && shape.is_vector() } else { shape.is_int() }
    });
    if !typed {
        let expected = format!("{count} {}", if sampled { "floats" } else { "integers" });
        c.expect(typed, &rules::IMAGE_RESULT, (at, TYPE), &expected);
    }
    if !c.expect(holds, &rules::IMAGE_QUERY, (at, 0), "an image that has what is asked for") {
        return;
    }
    match opcode {
        op::IMAGE_QUERY_SIZE_LOD => {
            let holds = c.is_int32(module.type_of(module.word(at, 1)));
            c.expect(holds, &rules::OPERAND_TYPE, (at, 1), "an integer of 32 bits");
        }
        op::IMAGE_QUERY_LOD => {
            coordinate(c, at, 1, &info);
        }
        _ => {}
    }
}
