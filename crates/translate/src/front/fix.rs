//! What naga's front ends leave that its writers and validator do not take, or that they cannot say.

use std::collections::HashMap;

use glassbox_glsl::Gather;
use naga::{
    Block, Expression, Function, Handle, LocalVariable, Module, Range, SampleLevel, ScalarKind, Span,
    Statement, SwizzleComponent, Type, TypeInner, VectorSize,
};

/// Offsets of samples as one number for each direction: the writer of GLSL stops at a number that stands for all of them.
pub(super) fn offsets(module: &mut Module) {
    let ty = |size: VectorSize| Type {
        name: None,
        inner: TypeInner::Vector { size, scalar: naga::Scalar { kind: ScalarKind::Sint, width: 4 } },
    };
    let mut pairs: Option<[Handle<Type>; 2]> = None;
    let mut all: Vec<&mut Function> = module.functions.iter_mut().map(|(_, function)| function).collect();
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
            *function.expressions.get_mut(offset) =
                Expression::Compose { ty, components: vec![value; count] };
        }
    }
}

/// Lets functions gather that the text could only let sample.
pub(super) fn gathers(module: &mut Module, gathers: &[Gather]) {
    for (_, function) in module.functions.iter_mut() {
        let own = gathers.iter().find(|gather| function.name.as_ref() == Some(&gather.function));
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

/// Arguments that are written to and are parts of variables, through a variable of their own: the writer of SPIR-V has no form for
/// a pointer into a variable as an argument.
///
/// Blocks nest as deep as those of the text, which its reader bounds.
pub(super) fn pointers(module: &mut Module) {
    let types = &module.types;
    let pointed = |function: &Function| -> Vec<Option<Handle<Type>>> {
        let arguments = function.arguments.iter();
        arguments
            .map(|argument| match types[argument.ty].inner {
                TypeInner::Pointer { base, .. } => Some(base),
                _ => None,
            })
            .collect()
    };
    let callees: Callees =
        module.functions.iter().map(|(handle, function)| (handle, pointed(function))).collect();
    if callees.values().flatten().all(Option::is_none) {
        return;
    }
    let all = module.functions.iter_mut().map(|(_, function)| function);
    let entries = module.entry_points.iter_mut().map(|entry| &mut entry.function);
    for function in all.chain(entries) {
        let body = std::mem::take(&mut function.body);
        function.body = through_variables(function, body, &callees);
    }
}

/// What the arguments of each function point to.
type Callees = HashMap<Handle<Function>, Vec<Option<Handle<Type>>>>;

fn through_variables(function: &mut Function, body: Block, callees: &Callees) -> Block {
    let mut out = Block::with_capacity(body.len());
    for (mut statement, span) in body.span_into_iter() {
        match &mut statement {
            Statement::Block(block) => {
                *block = through_variables(function, std::mem::take(block), callees);
            }
            Statement::If { accept, reject, .. } => {
                *accept = through_variables(function, std::mem::take(accept), callees);
                *reject = through_variables(function, std::mem::take(reject), callees);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    case.body = through_variables(function, std::mem::take(&mut case.body), callees);
                }
            }
            Statement::Loop { body, continuing, .. } => {
                *body = through_variables(function, std::mem::take(body), callees);
                *continuing = through_variables(function, std::mem::take(continuing), callees);
            }
            Statement::Call { function: callee, arguments, .. } => {
                let mut behind = Vec::new();
                let wanted = callees.get(callee).map_or(&[][..], |wanted| wanted);
                for (argument, wanted) in arguments.iter_mut().zip(wanted) {
                    let is_part = matches!(
                        function.expressions[*argument],
                        Expression::Access { .. } | Expression::AccessIndex { .. }
                    );
                    let Some(ty) = wanted.filter(|_| is_part) else {
                        continue;
                    };
                    let pointer = *argument;
                    let local = LocalVariable { name: None, ty, init: None };
                    let local = function.local_variables.append(local, span);
                    let mut add = |expression| function.expressions.append(expression, span);
                    let variable = add(Expression::LocalVariable(local));
                    let before = add(Expression::Load { pointer });
                    let after = add(Expression::Load { pointer: variable });
                    out.push(Statement::Emit(Range::new_from_bounds(before, before)), span);
                    let store = Statement::Store { pointer: variable, value: before };
                    out.push(store, span);
                    behind.push(Statement::Emit(Range::new_from_bounds(after, after)));
                    behind.push(Statement::Store { pointer, value: after });
                    *argument = variable;
                }
                out.push(statement, span);
                for one in behind {
                    out.push(one, span);
                }
                continue;
            }
            _ => {}
        }
        out.push(statement, span);
    }
    out
}

fn component(number: u8) -> SwizzleComponent {
    match number {
        0 => SwizzleComponent::X,
        1 => SwizzleComponent::Y,
        2 => SwizzleComponent::Z,
        _ => SwizzleComponent::W,
    }
}
