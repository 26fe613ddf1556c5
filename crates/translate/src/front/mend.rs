//! What naga's front ends leave that its writers and validator do not take, or that they cannot say.

use glassbox_glsl::Gather;
use naga::{
    Expression, Function, Handle, Module, SampleLevel, ScalarKind, Span, SwizzleComponent, Type, TypeInner,
    VectorSize,
};

/// Offsets of samples as one number for each direction: the writer of GLSL stops at a number that stands for all of them.
pub(super) fn offsets(module: &mut Module) {
    let ty = |size: VectorSize| Type {
        name: None,
        inner: TypeInner::Vector {
            size,
            scalar: naga::Scalar {
                kind: ScalarKind::Sint,
                width: 4,
            },
        },
    };
    let mut pairs: Option<[Handle<Type>; 2]> = None;
    let mut all: Vec<&mut Function> = module
        .functions
        .iter_mut()
        .map(|(_, function)| function)
        .collect();
    all.extend(module.entry_points.iter_mut().map(|entry| &mut entry.function));
    for function in all {
        let offsets: Vec<Handle<Expression>> = function
            .expressions
            .iter()
            .filter_map(|(_, expression)| match expression {
                Expression::ImageSample { offset, .. } => *offset,
                _ => None,
            })
            .collect();
        for offset in offsets {
            let Expression::Splat { size, value } = function.expressions[offset] else {
                continue;
            };
            let types = &mut module.types;
            let [two, three] = *pairs.get_or_insert_with(|| {
                [VectorSize::Bi, VectorSize::Tri].map(|size| types.insert(ty(size), Span::default()))
            });
            let (ty, count) = match size {
                VectorSize::Bi => (two, 2),
                VectorSize::Tri => (three, 3),
                VectorSize::Quad => continue,
            };
            *function.expressions.get_mut(offset) = Expression::Compose {
                ty,
                components: vec![value; count],
            };
        }
    }
}

/// Lets functions gather that the text could only let sample.
pub(super) fn gathers(module: &mut Module, gathers: &[Gather]) {
    for (_, function) in module.functions.iter_mut() {
        let own = gathers
            .iter()
            .find(|gather| function.name.as_ref() == Some(&gather.function));
        let Some(own) = own else { continue };
        let mut sample = None;
        let handles: Vec<Handle<Expression>> =
            function.expressions.iter().map(|(handle, _)| handle).collect();
        for handle in handles {
            match function.expressions.get_mut(handle) {
                Expression::ImageSample { gather, level, .. } => {
                    *gather = Some(component(own.component));
                    *level = SampleLevel::Zero;
                    sample = Some(handle);
                }
                // What gathers gives four numbers already.
                Expression::Splat { value, .. } if Some(*value) == sample => {
                    let vector = *value;
                    *function.expressions.get_mut(handle) = Expression::Swizzle {
                        size: VectorSize::Quad,
                        vector,
                        pattern: [
                            SwizzleComponent::X,
                            SwizzleComponent::Y,
                            SwizzleComponent::Z,
                            SwizzleComponent::W,
                        ],
                    };
                }
                _ => {}
            }
        }
    }
}

fn component(number: u8) -> SwizzleComponent {
    match number {
        0 => SwizzleComponent::X,
        1 => SwizzleComponent::Y,
        2 => SwizzleComponent::Z,
        _ => SwizzleComponent::W,
    }
}
