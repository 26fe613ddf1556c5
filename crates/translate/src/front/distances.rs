//! Clip and cull distances of GLSL, which naga's front end reads as arrays without a length.

use std::num::NonZeroU32;

use naga::proc::Layouter;
use naga::{
    ArraySize, Binding, BuiltIn, Expression, Function, GlobalVariable, Handle, Literal, Module, Type,
    TypeInner,
};

/// Most distances of both kinds that OpenGL and Vulkan promise.
const MOST: u32 = 8;

/// Gives the arrays as many elements as the shader uses: up to the highest constant index, or all that there may be where an index is
/// computed.
pub(super) fn count(module: &mut Module) {
    let Some(array) = unsized_output(module) else {
        return;
    };
    let variables: Vec<Handle<GlobalVariable>> = module
        .global_variables
        .iter()
        .filter(|(_, variable)| variable.ty == array)
        .map(|(handle, _)| handle)
        .collect();
    let all = module.functions.iter().map(|(_, function)| function);
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let length = all.chain(entries).flat_map(|function| lengths(function, &variables)).max();
    let length = length.unwrap_or(1).min(MOST);
    let (Some(length), TypeInner::Array { base, stride, .. }) =
        (NonZeroU32::new(length), module.types[array].inner.clone())
    else {
        return;
    };
    let counted =
        Type { name: None, inner: TypeInner::Array { base, size: ArraySize::Constant(length), stride } };
    // Two types may not become one.
    if module.types.get(&counted).is_none() {
        module.types.replace(array, counted);
        place_members(module, array);
    }
}

/// The type of an output that is a distance, where it has no length.
fn unsized_output(module: &Module) -> Option<Handle<Type>> {
    let results = module.entry_points.iter().filter_map(|entry| entry.function.result.as_ref());
    let mut found = results.filter_map(|result| match &module.types[result.ty].inner {
        TypeInner::Struct { members, .. } => {
            members.iter().find(|member| is_distance(member.binding.as_ref())).map(|member| member.ty)
        }
        _ => is_distance(result.binding.as_ref()).then_some(result.ty),
    });
    found.find(|ty| matches!(module.types[*ty].inner, TypeInner::Array { size: ArraySize::Dynamic, .. }))
}

const fn is_distance(binding: Option<&Binding>) -> bool {
    matches!(binding, Some(Binding::BuiltIn(BuiltIn::ClipDistances | BuiltIn::CullDistance)))
}

/// How many elements each use of the variables needs.
fn lengths(function: &Function, variables: &[Handle<GlobalVariable>]) -> Vec<u32> {
    let expressions = &function.expressions;
    let is_one = |base: Handle<Expression>| matches!(expressions[base], Expression::GlobalVariable(variable) if variables.contains(&variable));
    expressions
        .iter()
        .filter_map(|(_, expression)| match *expression {
            Expression::AccessIndex { base, index } if is_one(base) => Some(index.saturating_add(1)),
            Expression::Access { base, index } if is_one(base) => Some(match expressions[index] {
                Expression::Literal(Literal::U32(index)) => index.saturating_add(1),
                Expression::Literal(Literal::I32(index)) => index.max(0).unsigned_abs().saturating_add(1),
                _ => MOST,
            }),
            _ => None,
        })
        .collect()
}

/// Puts the members of structures with such an array behind each other again.
fn place_members(module: &mut Module, array: Handle<Type>) {
    let holders: Vec<Handle<Type>> = module
        .types
        .iter()
        .filter(|(_, ty)| {
            matches!(&ty.inner, TypeInner::Struct { members, .. } if members.iter().any(|member| member.ty == array))
        })
        .map(|(handle, _)| handle)
        .collect();
    let mut layouter = Layouter::default();
    if layouter.update(module.to_ctx()).is_err() {
        return;
    }
    for holder in holders {
        let mut ty = module.types[holder].clone();
        if let TypeInner::Struct { members, span } = &mut ty.inner {
            let mut end = 0u32;
            let mut alignment = 1;
            for member in members {
                let layout = layouter[member.ty];
                let own = layout.alignment * 1u32;
                alignment = alignment.max(own);
                member.offset = end.next_multiple_of(own);
                end = member.offset.saturating_add(layout.size);
            }
            *span = end.next_multiple_of(alignment);
        }
        if module.types.get(&ty).is_none() {
            module.types.replace(holder, ty);
        }
    }
}
