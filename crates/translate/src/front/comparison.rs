//! Samplers that compare, where a module does not say so: SPIR-V has one type for all samplers, and how they are used tells them apart.

use std::collections::HashMap;

use naga::{Block, Expression, Function, GlobalVariable, Handle, Module, Statement, Type, TypeInner};

/// Gives samplers that are compared with, and parameters that hand them on, the type of those that compare. The reader gives it to what
/// is compared with where it stands, and not through parameters.
pub(super) fn tell(module: &mut Module) {
    let compares = module.types.iter().any(|(_, ty)| is_sampler(&ty.inner));
    if !compares {
        return;
    }
    let sampler = Type { name: None, inner: TypeInner::Sampler { comparison: true } };
    let sampler = module.types.insert(sampler, naga::Span::default());
    let mut variables: Vec<Handle<GlobalVariable>> = Vec::new();
    let mut told: HashMap<Handle<Function>, Vec<u32>> = HashMap::new();
    // Functions call those before them only, so one pass reaches every parameter.
    for (handle, function) in module.functions.iter_mut() {
        let mut parameters = Vec::new();
        for used in used(function, &told) {
            match function.expressions[used] {
                Expression::GlobalVariable(variable) => variables.push(variable),
                Expression::FunctionArgument(number) => parameters.push(number),
                _ => {}
            }
        }
        for number in &parameters {
            if let Some(argument) = function.arguments.get_mut(*number as usize) {
                argument.ty = sampler;
            }
        }
        if !parameters.is_empty() {
            told.insert(handle, parameters);
        }
    }
    for entry in &module.entry_points {
        for used in used(&entry.function, &told) {
            if let Expression::GlobalVariable(variable) = entry.function.expressions[used] {
                variables.push(variable);
            }
        }
    }
    for variable in variables {
        let is_one = is_sampler(&module.types[module.global_variables[variable].ty].inner);
        if is_one {
            module.global_variables.get_mut(variable).ty = sampler;
        }
    }
}

const fn is_sampler(ty: &TypeInner) -> bool {
    matches!(ty, TypeInner::Sampler { .. })
}

/// What a function compares with, by itself or through what it calls.
fn used(function: &Function, told: &HashMap<Handle<Function>, Vec<u32>>) -> Vec<Handle<Expression>> {
    let compared = function.expressions.iter().filter_map(|(_, expression)| match expression {
        Expression::ImageSample { sampler, depth_ref: Some(_), .. } => Some(*sampler),
        _ => None,
    });
    let mut found: Vec<_> = compared.collect();
    handed_on(&function.body, told, &mut found);
    found
}

/// Blocks nest as deep as the reader of the module allows.
fn handed_on(block: &Block, told: &HashMap<Handle<Function>, Vec<u32>>, found: &mut Vec<Handle<Expression>>) {
    for statement in block {
        match statement {
            Statement::Call { function, arguments, .. } => {
                let numbers = told.get(function).into_iter().flatten();
                found.extend(numbers.filter_map(|number| arguments.get(*number as usize)));
            }
            Statement::Block(inner) => handed_on(inner, told, found),
            Statement::If { accept, reject, .. } => {
                handed_on(accept, told, found);
                handed_on(reject, told, found);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    handed_on(&case.body, told, found);
                }
            }
            Statement::Loop { body, continuing, .. } => {
                handed_on(body, told, found);
                handed_on(continuing, told, found);
            }
            _ => {}
        }
    }
}
