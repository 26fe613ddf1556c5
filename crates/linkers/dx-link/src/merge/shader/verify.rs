//! Rejects modules that still contain what a shader must not.

use glassbox_dxil::ir::{FunctionId, Op, Type, TypeId};

use super::ShaderLinkError;
use super::code::{Code, Work};
use crate::rules;

/// First minor version of shader model 6 with vectors.
pub(super) const VECTORS: u32 = 9;

/// Checks every remaining function.
pub(super) fn check(work: &Work, defined: &[FunctionId], minor: u32) -> Result<(), ShaderLinkError> {
    for (place, function) in defined.iter().enumerate() {
        let Some(Some(code)) = work.codes.get(function.index()) else {
            continue;
        };
        let name = || super::spoken(work.name(*function));
        // The first ones are entry points, without parameters and results.
        let own = work.builder.module.functions.get(function.index());
        let ty = own.and_then(|own| work.builder.module.types.function(own.ty));
        if let Some((result, parameters, _)) = ty {
            let plain = |ty: &TypeId| is_number(work, *ty);
            let is_void = matches!(work.builder.module.types.get(result), Some(Type::Void));
            if !(is_void || plain(&result)) || !parameters.iter().all(plain) {
                return Err(ShaderLinkError::new(
                    &rules::RESIDUE,
                    format!("{} is not inlined, and takes or returns more than a scalar", name()),
                ));
            }
            if place == 0 && (!is_void || !parameters.is_empty()) {
                return Err(ShaderLinkError::new(
                    &rules::RESIDUE,
                    format!("{} has parameters or a result, which no entry point has", name()),
                ));
            }
        }
        for step in code.blocks.iter().flatten() {
            if let Some(what) = left(work, code, step, minor) {
                return Err(ShaderLinkError::new(&rules::RESIDUE, format!("{what} is left in {}", name())));
            }
            if let Some(callee) = work.callee(step) {
                called(work, callee)?;
            } else if step.call().is_some() {
                return Err(ShaderLinkError::new(
                    &rules::RESIDUE,
                    format!("a call by address is left in {}", name()),
                ));
            }
        }
    }
    Ok(())
}

/// Checks that a called function exists.
fn called(work: &Work, callee: FunctionId) -> Result<(), ShaderLinkError> {
    let name = work.name(callee);
    if matches!(work.codes.get(callee.index()), Some(Some(_))) || name.starts_with(b"dx.op.") {
        return Ok(());
    }
    let spoken = super::spoken(name);
    Err(if name.starts_with(b"llvm.") {
        ShaderLinkError::new(&rules::RESIDUE, format!("{spoken} is called, which no shader may"))
    } else {
        ShaderLinkError::new(&rules::UNDEFINED, format!("no library defines {spoken}, which is called"))
    })
}

/// True if values of a type are numbers.
fn is_number(work: &Work, ty: TypeId) -> bool {
    matches!(
        work.builder.module.types.get(ty),
        Some(Type::Half | Type::Float | Type::Double | Type::Integer(1 | 8 | 16 | 32 | 64))
    )
}

/// Describes what an instruction has that a shader must not have.
fn left(work: &Work, code: &Code, step: &super::code::Step, minor: u32) -> Option<&'static str> {
    let types = &work.builder.module.types;
    let is_vector = |ty: TypeId| matches!(types.get(ty), Some(Type::Vector { .. }));
    let mut all = step.operands.iter().filter_map(|value| work.type_of(code, *value));
    if minor < VECTORS && (is_vector(step.ty) || all.any(is_vector)) {
        return Some("a vector, which shaders before 6.9 do not have,");
    }
    match step.op {
        Op::InsertValue { .. } => Some("an aggregate that is put together"),
        Op::Alloca { allocated, .. } => {
            let mut ty = allocated;
            // Nested arrays are not allowed; only one level is removed here.
            if let Some(Type::Array { element, .. }) = types.get(ty) {
                ty = element;
            }
            (!is_number(work, ty)).then_some("memory of something other than numbers")
        }
        Op::Load(_) | Op::Phi | Op::Select if !is_number(work, step.ty) && !is_handle(work, step.ty) => {
            Some("a value that is more than a scalar")
        }
        Op::Store(_) => {
            let ty = step.operands.get(1).and_then(|value| work.type_of(code, *value));
            (!ty.is_some_and(|ty| is_number(work, ty))).then_some("a value that is more than a scalar")
        }
        _ => None,
    }
}

fn is_handle(work: &Work, ty: TypeId) -> bool {
    work.builder.module.types.named(b"dx.types.Handle") == Some(ty)
}
