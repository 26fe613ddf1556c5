//! Guesses names for values without one.

use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Type;

use crate::tree::{Kind, Node, Origin, Tree, Var};

/// A word for a variable.
pub(crate) fn guess(tree: &Tree<'_>, var: Var) -> &'static str {
    match tree.variable(var).origin {
        Origin::Flag if tree.variable(var).ty == 0 => "done",
        Origin::Value(node) => of_value(tree, node),
        _ => of_type(tree, tree.variable(var).ty),
    }
}

fn of_value(tree: &Tree<'_>, node: Node) -> &'static str {
    match tree.kind(node) {
        Kind::Operation(opcode, _) => match opcode {
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_READ => "texel",
            op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_SPARSE_READ => "residency",
            op::DOT => "cosine",
            op::FUNCTION_CALL => "result",
            op::DPDX..=op::FWIDTH_COARSE => "slope",
            op::IMAGE_QUERY_SIZE_LOD | op::IMAGE_QUERY_SIZE => "size",
            op::MATRIX_TIMES_VECTOR | op::VECTOR_TIMES_MATRIX => "transformed",
            op::MATRIX_TIMES_MATRIX | op::TRANSPOSE => "matrix",
            _ => of_type(tree, tree.node(node).ty),
        },
        Kind::Extended(number, _) => match number {
            glsl::NORMALIZE => "direction",
            glsl::LENGTH | glsl::DISTANCE => "distance",
            glsl::REFLECT => "reflected",
            glsl::REFRACT => "refracted",
            glsl::CROSS => "perpendicular",
            glsl::POW | glsl::EXP | glsl::EXP2 => "power",
            glsl::F_MIX => "blend",
            glsl::FRACT => "fraction",
            glsl::FLOOR => "cell",
            _ => of_type(tree, tree.node(node).ty),
        },
        _ => of_type(tree, tree.node(node).ty),
    }
}

fn of_type(tree: &Tree<'_>, ty: u32) -> &'static str {
    match tree.module.ty(ty) {
        Some(Type::Bool) => "test",
        Some(Type::Int { .. }) => "index",
        Some(Type::Float { .. }) => "value",
        Some(Type::Vector { .. }) => "vector",
        Some(Type::Matrix { .. }) => "matrix",
        Some(Type::Array { .. } | Type::RuntimeArray { .. }) => "values",
        Some(Type::Struct { .. }) => "data",
        Some(Type::RayQuery) => "query",
        _ => "value",
    }
}
