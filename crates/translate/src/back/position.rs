//! Positions from the source's clip space to the target's.

use naga::{
    BinaryOperator, Expression, Function, Handle, Literal, Range, Scalar, Span, Statement, Type, TypeInner,
    UnaryOperator, VectorSize,
};

use super::ClipSpace;
use super::prepare::{Prepared, is_position};
use crate::output::Target;
use crate::shader::Stage;

/// What is done to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// y changes its sign.
    pub(crate) flip: bool,
    /// What happens to the depth.
    pub(crate) depth: Depth,
}

impl Change {
    /// The position stays as it is.
    pub(crate) const NOTHING: Change = Change { flip: false, depth: Depth::Keep };
}

/// A change of depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// None.
    Keep,
    /// From 0 to w, to -w to w.
    Widen,
    /// From -w to w, to 0 to w.
    Narrow,
}

/// The clip space of a target.
pub(crate) const fn of(target: Target) -> ClipSpace {
    match target {
        Target::Glsl(_) => ClipSpace::OpenGl,
        Target::Spirv(..) => ClipSpace::Vulkan,
        Target::Wgsl | Target::Hlsl(..) | Target::Msl(..) => ClipSpace::WebGpu,
    }
}

/// What takes positions from one clip space to another.
pub(crate) fn change(from: ClipSpace, to: ClipSpace) -> Change {
    Change {
        flip: (from == ClipSpace::Vulkan) != (to == ClipSpace::Vulkan),
        depth: match (from == ClipSpace::OpenGl, to == ClipSpace::OpenGl) {
            (false, true) => Depth::Widen,
            (true, false) => Depth::Narrow,
            _ => Depth::Keep,
        },
    }
}

/// Converts the position wherever the entry point returns. Shaders of other stages than the vertex stage are left alone.
pub(super) fn convert(prepared: &mut Prepared, from: ClipSpace, target: Target) {
    let change = change(from, of(target));
    if prepared.stage != Stage::Vertex || change == Change::NOTHING {
        return;
    }
    let module = &mut prepared.module;
    let vector = module.types.insert(
        Type { name: None, inner: TypeInner::Vector { size: VectorSize::Quad, scalar: Scalar::F32 } },
        Span::UNDEFINED,
    );
    let Some(entry) = module.entry_points.first_mut() else {
        return;
    };
    let Some(result) = entry.function.result.clone() else {
        return;
    };
    let shape = match (&result.binding, &module.types[result.ty].inner) {
        (Some(binding), _) if is_position(binding) => Shape::Bare,
        (None, TypeInner::Struct { members, .. }) => {
            let position = members.iter().position(|member| member.binding.as_ref().is_some_and(is_position));
            match position {
                Some(position) => {
                    Shape::Member { ty: result.ty, position: position as u32, count: members.len() as u32 }
                }
                None => return,
            }
        }
        _ => return,
    };
    let mut body = std::mem::take(&mut entry.function.body);
    let rewrite = Rewrite { change, shape, vector };
    rewrite.block(&mut entry.function, &mut body);
    entry.function.body = body;
}

/// Where the result of the entry point has the position.
#[derive(Clone, Copy)]
enum Shape {
    /// It is the result.
    Bare,
    /// It is a member of the structure `ty`.
    Member { ty: Handle<Type>, position: u32, count: u32 },
}

struct Rewrite {
    change: Change,
    shape: Shape,
    vector: Handle<Type>,
}

impl Rewrite {
    /// Changes what the returns of a block give. Blocks are as deep as the source nests them, which the validator has walked before.
    fn block(&self, function: &mut Function, block: &mut naga::Block) {
        let mut result = naga::Block::with_capacity(block.len() + 1);
        for (mut statement, span) in std::mem::take(block).span_into_iter() {
            match &mut statement {
                Statement::Return { value: Some(value) } => {
                    if let Some((statement, span)) = self.value(function, value, span) {
                        result.push(statement, span);
                    }
                }
                Statement::Block(inner) => self.block(function, inner),
                Statement::If { accept, reject, .. } => {
                    self.block(function, accept);
                    self.block(function, reject);
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.block(function, &mut case.body);
                    }
                }
                Statement::Loop { body, continuing, .. } => {
                    self.block(function, body);
                    self.block(function, continuing);
                }
                _ => {}
            }
            result.push(statement, span);
        }
        *block = result;
    }

    /// Computes the changed result in front of a return.
    fn value(
        &self,
        function: &mut Function,
        value: &mut Handle<Expression>,
        span: Span,
    ) -> Option<(Statement, Span)> {
        let expressions = &mut function.expressions;
        // Literals are there without a statement, so they come first.
        let number = match self.change.depth {
            Depth::Keep => None,
            Depth::Widen => Some(2.0),
            Depth::Narrow => Some(0.5),
        };
        let number = number.map(|number| expressions.append(Expression::Literal(Literal::F32(number)), span));
        let before = expressions.len();
        let mut add = |expression| expressions.append(expression, span);
        let binary = |op, left, right| Expression::Binary { op, left, right };
        let position = match self.shape {
            Shape::Bare => *value,
            Shape::Member { position, .. } => add(Expression::AccessIndex { base: *value, index: position }),
        };
        let [x, mut y, mut z, w] =
            [0, 1, 2, 3].map(|index| add(Expression::AccessIndex { base: position, index }));
        if self.change.flip {
            y = add(Expression::Unary { op: UnaryOperator::Negate, expr: y });
        }
        match (self.change.depth, number) {
            (Depth::Widen, Some(two)) => {
                let double = add(binary(BinaryOperator::Multiply, z, two));
                z = add(binary(BinaryOperator::Subtract, double, w));
            }
            (Depth::Narrow, Some(half)) => {
                let sum = add(binary(BinaryOperator::Add, z, w));
                z = add(binary(BinaryOperator::Multiply, sum, half));
            }
            _ => {}
        }
        let changed = add(Expression::Compose { ty: self.vector, components: vec![x, y, z, w] });
        let whole = match self.shape {
            Shape::Bare => changed,
            Shape::Member { ty, position, count } => {
                let components = (0..count)
                    .map(|index| {
                        if index == position {
                            changed
                        } else {
                            add(Expression::AccessIndex { base: *value, index })
                        }
                    })
                    .collect();
                add(Expression::Compose { ty, components })
            }
        };
        *value = whole;
        let first = expressions.iter().nth(before).map(|(handle, _)| handle)?;
        Some((Statement::Emit(Range::new_from_bounds(first, whole)), span))
    }
}
