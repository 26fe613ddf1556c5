//! Blocks that are nothing but another structure, taken out of their wrapping: compilers that keep a structure apart from the block
//! made of it write such modules, and its members are what the source has as members of the block.

use naga::{AddressSpace, Expression, Function, GlobalVariable, Handle, Module, Type, TypeInner};

/// Gives blocks with one member, of which neither has a name, the type of that member if it is a structure.
pub(super) fn unwrap(module: &mut Module) {
    let wrapped: Vec<(Handle<GlobalVariable>, Handle<Type>)> = module
        .global_variables
        .iter()
        .filter(|(_, variable)| matches!(variable.space, AddressSpace::Uniform | AddressSpace::Immediate))
        .filter_map(|(handle, variable)| Some((handle, inner(module, variable.ty)?)))
        .filter(|(handle, _)| functions(module).all(|function| is_unwrapped(function, *handle)))
        .collect();
    for (variable, inner) in wrapped {
        module.global_variables.get_mut(variable).ty = inner;
        let all = module.functions.iter_mut().map(|(_, function)| function);
        let entries = module.entry_points.iter_mut().map(|entry| &mut entry.function);
        all.chain(entries).for_each(|function| redirect(function, variable));
    }
}

/// The structure that a nameless block is.
fn inner(module: &Module, ty: Handle<Type>) -> Option<Handle<Type>> {
    let block = &module.types[ty];
    let TypeInner::Struct { members, .. } = &block.inner else {
        return None;
    };
    let [member] = members.as_slice() else {
        return None;
    };
    let has_name = |name: &Option<String>| name.as_ref().is_some_and(|name| !name.is_empty());
    let is_structure = matches!(module.types[member.ty].inner, TypeInner::Struct { .. });
    let is_plain = member.offset == 0 && !has_name(&member.name) && !has_name(&block.name);
    (is_structure && is_plain).then_some(member.ty)
}

fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    let all = module.functions.iter().map(|(_, function)| function);
    all.chain(module.entry_points.iter().map(|entry| &entry.function))
}

/// Whether a function uses a block only by its member, and that only by members of its own or as a whole.
fn is_unwrapped(function: &Function, variable: Handle<GlobalVariable>) -> bool {
    let is_block = |of: Handle<Expression>| function.expressions[of] == Expression::GlobalVariable(variable);
    let is_member = |of: Handle<Expression>| matches!(function.expressions[of], Expression::AccessIndex { base, index: 0 } if is_block(base));
    function.expressions.iter().all(|(_, expression)| match expression {
        Expression::AccessIndex { base, index } => !is_block(*base) || *index == 0,
        Expression::Load { pointer } => !is_block(*pointer),
        Expression::Access { base, .. } => !is_block(*base) && !is_member(*base),
        _ => true,
    })
}

/// Puts the block in the place of its member.
fn redirect(function: &mut Function, variable: Handle<GlobalVariable>) {
    let expressions = &function.expressions;
    let members: Vec<(Handle<Expression>, Handle<Expression>)> = expressions
        .iter()
        .filter_map(|(handle, expression)| match expression {
            Expression::AccessIndex { base, index: 0 }
                if expressions[*base] == Expression::GlobalVariable(variable) =>
            {
                Some((handle, *base))
            }
            _ => None,
        })
        .collect();
    // What is left of the way to the member leads to the first of its own now, and nothing uses it.
    for (handle, expression) in function.expressions.iter_mut() {
        let (Expression::AccessIndex { base: from, .. } | Expression::Load { pointer: from }) = expression
        else {
            continue;
        };
        if let Some((_, block)) = members.iter().find(|(member, _)| *member == *from && *member != handle) {
            *from = *block;
        }
    }
}
