//! Rectangle textures become textures of two dimensions: coordinates in texels are divided by the size.

use super::Linker;
use super::access::expression;
use super::walk;
use crate::model::{At, BinaryOperator, ConstantId, ExpressionId, ExpressionKind, Program};
use crate::types::{Dim, Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// How the arguments change.
#[derive(Clone, Copy)]
enum Change {
    /// The arguments at these places are coordinates or derivatives in texels.
    Divide(&'static [usize]),
    /// A level is missing at this place.
    Level(usize),
}

fn change(intrinsic: Intrinsic) -> Option<Change> {
    use Intrinsic as I;
    Some(match intrinsic {
        I::Texture
        | I::TextureProj
        | I::TextureOffset
        | I::TextureProjOffset
        | I::TextureGather
        | I::TextureGatherOffset
        | I::TextureGatherOffsets
        | I::SparseTexture
        | I::SparseTextureOffset
        | I::SparseTextureGather
        | I::SparseTextureGatherOffset
        | I::SparseTextureGatherOffsets => Change::Divide(&[1]),
        I::TextureGrad
        | I::TextureGradOffset
        | I::TextureProjGrad
        | I::TextureProjGradOffset
        | I::SparseTextureGrad
        | I::SparseTextureGradOffset => Change::Divide(&[1, 2, 3]),
        I::TextureSize => Change::Level(1),
        I::TexelFetch | I::TexelFetchOffset | I::SparseTexelFetch | I::SparseTexelFetchOffset => {
            Change::Level(2)
        }
        _ => return None,
    })
}

fn is_rectangle(ty: Type) -> bool {
    matches!(ty, Type::Sampled(kind) | Type::Texture(kind) | Type::Image(kind) if kind.dim == Dim::Rect)
}

fn flattened(ty: Type) -> Type {
    match ty {
        Type::Sampled(mut kind) if kind.dim == Dim::Rect => {
            kind.dim = Dim::Two;
            Type::Sampled(kind)
        }
        Type::Texture(mut kind) if kind.dim == Dim::Rect => {
            kind.dim = Dim::Two;
            Type::Texture(kind)
        }
        // Images are named by texel whatever they are.
        Type::Image(mut kind) if kind.dim == Dim::Rect => {
            kind.dim = Dim::Two;
            Type::Image(kind)
        }
        other => other,
    }
}

impl Linker<'_> {
    /// Replaces the rectangle textures of a stage.
    pub(super) fn flatten_rectangles(&mut self, stage: usize) {
        let program = &mut self.programs[stage];
        let has_rectangles = |program: &Program| {
            let mut globals = program.globals.iter();
            globals.any(|own| program.types.contains(own.ty, &is_rectangle))
        };
        if !has_rectangles(program) {
            return;
        }
        for id in walk::all_expressions(program) {
            let ExpressionKind::Intrinsic(intrinsic, arguments) = program.expression(id).kind.clone() else {
                continue;
            };
            let sampler = arguments.first().copied();
            let Some(sampler) = sampler.filter(|sampler| is_rectangle(program.expression(*sampler).ty))
            else {
                continue;
            };
            let is_image = matches!(program.expression(sampler).ty, Type::Image(_));
            let Some(change) = change(intrinsic).filter(|_| !is_image) else { continue };
            let at = program.expression(id).at;
            let mut arguments = arguments;
            match change {
                Change::Divide(places) => {
                    for place in places {
                        if let Some(argument) = arguments.get_mut(*place) {
                            *argument = divided(program, sampler, *argument, at);
                        }
                    }
                }
                Change::Level(place) => {
                    let level = zero(program, at);
                    arguments.insert(place.min(arguments.len()), level);
                }
            }
            program.expressions[id.0 as usize].kind = ExpressionKind::Intrinsic(intrinsic, arguments);
        }
        flatten_types(program);
    }
}

/// Lets everything that has a rectangle type have the other one.
fn flatten_types(program: &mut Program) {
    for own in &mut program.globals {
        own.ty = flattened(own.ty);
    }
    for local in program.functions.iter_mut().flat_map(|function| &mut function.locals) {
        local.ty = flattened(local.ty);
    }
    for expression in &mut program.expressions {
        expression.ty = flattened(expression.ty);
    }
    for array in &mut program.types.arrays {
        array.element = flattened(array.element);
    }
    for member in program.types.structures.iter_mut().flat_map(|structure| &mut structure.members) {
        member.ty = flattened(member.ty);
    }
}

fn zero(program: &mut Program, at: At) -> ExpressionId {
    scalar(program, Type::INT, 0, at)
}

fn scalar(program: &mut Program, ty: Type, bits: u64, at: At) -> ExpressionId {
    let constant = ConstantId(program.constants.len() as u32);
    program.constants.push([bits].into_iter().collect());
    program.add(expression(ExpressionKind::Constant(constant), ty, at))
}

/// A coordinate whose first two components are divided by the size of a texture.
fn divided(program: &mut Program, sampler: ExpressionId, coordinate: ExpressionId, at: At) -> ExpressionId {
    let ty = program.expression(coordinate).ty;
    let level = zero(program, at);
    let size = ExpressionKind::Intrinsic(Intrinsic::TextureSize, vec![sampler, level]);
    let size = program.add(expression(size, Type::Vector(Scalar::Int, 2), at));
    let two = Type::Vector(Scalar::Float, 2);
    let size = program.add(expression(ExpressionKind::Convert(size), two, at));
    let count = ty.components();
    let divisor = if count > 2 {
        let mut parts = vec![size];
        parts.extend((2..count).map(|_| scalar(program, Type::FLOAT, 1.0_f64.to_bits(), at)));
        program.add(expression(ExpressionKind::Construct(parts), ty, at))
    } else {
        size
    };
    let quotient = ExpressionKind::Binary(BinaryOperator::Divide, coordinate, divisor);
    program.add(expression(quotient, ty, at))
}
