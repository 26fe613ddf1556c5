//! Checks types in memory.

use super::builtins::{Builtin, PREFIX};
use super::context::Validator;
use super::{Subject, rules};
use crate::ir::{MAX_NESTING, Type, TypeId};

/// Checks the type of a variable or of a value that is loaded, stored or addressed. False if it is wrong.
///
/// A type is checked once: what is wrong with it is found at its first use.
pub(super) fn check(validator: &mut Validator<'_>, ty: TypeId, subject: &Subject) -> bool {
    known(validator, ty, subject, false, MAX_NESTING)
}

fn known(validator: &mut Validator<'_>, ty: TypeId, subject: &Subject, inner: bool, depth: u32) -> bool {
    if validator.types.get(ty).is_some_and(is_plain) {
        return true;
    }
    if let Some(&sound) = validator.checked_types.get(&(ty, inner)) {
        return sound;
    }
    let sound = step(validator, ty, subject, inner, depth);
    validator.checked_types.insert((ty, inner), sound);
    sound
}

/// True for numbers that need no further look.
pub(super) fn is_plain(ty: Type) -> bool {
    matches!(ty, Type::Half | Type::Float | Type::Double | Type::Integer(1 | 16 | 32 | 64))
}

/// Checks a type, or with `inner` a member of a structure.
fn step(validator: &mut Validator<'_>, ty: TypeId, subject: &Subject, inner: bool, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    let types = validator.types;
    let mut at = ty;
    if let Some(Type::Pointer { pointee, .. }) = types.get(at) {
        if inner || matches!(types.get(pointee), Some(Type::Pointer { .. })) {
            let message =
                format!("found {}, expected a number, an array or a structure", validator.type_name(ty));
            validator.report(&rules::POINTER, subject.clone(), message);
            return false;
        }
        at = pointee;
    }
    if let Some(Type::Array { element, .. }) = types.get(at) {
        if !inner && matches!(types.get(element), Some(Type::Array { .. })) {
            let message = format!("found {}, expected an array of one dimension", validator.type_name(at));
            validator.report(&rules::DIMENSIONS, subject.clone(), message);
            return false;
        }
        at = element;
        while let Some(Type::Array { element, .. }) = types.get(at) {
            at = element;
        }
    }
    match types.get(at) {
        Some(plain) if is_plain(plain) => true,
        Some(Type::Struct { .. } | Type::Named { .. }) => structure(validator, at, subject, depth),
        Some(Type::Integer(8)) => true,
        Some(Type::Integer(bits)) => {
            let message = format!("found an integer of {bits} bits, expected 1, 16, 32 or 64");
            validator.report(&rules::INTEGER, subject.clone(), message);
            false
        }
        _ if validator.shader.is_library() => true,
        Some(Type::Vector { count, .. }) => {
            if count > 1 && validator.model_is(9) {
                return true;
            }
            let message = format!(
                "found {} in shader model {}, expected scalars",
                validator.type_name(at),
                validator.shader.model
            );
            validator.report(&rules::VECTOR, subject.clone(), message);
            false
        }
        _ => {
            let message =
                format!("found {}, expected a number, an array or a structure", validator.type_name(at));
            validator.report(&rules::OPAQUE, subject.clone(), message);
            false
        }
    }
}

fn structure(validator: &mut Validator<'_>, ty: TypeId, subject: &Subject, depth: u32) -> bool {
    let types = validator.types;
    let mut sound = true;
    if let Some(Type::Named { name, .. }) = types.get(ty)
        && types.text(name).starts_with(b"dx.")
    {
        let is_stored = matches!(validator.builtins.get(ty), Some(Builtin::Handle | Builtin::HitObject))
            || types.text(name).strip_prefix(PREFIX).is_some_and(|name| name.starts_with(b"LinAlgMatrix"));
        if is_stored {
            return true;
        }
        let message = format!("found {}, expected a type of the program", validator.type_name(ty));
        validator.report(&rules::RESERVED_NAME, subject.clone(), message);
        sound = false;
    }
    for &field in types.fields(ty).unwrap_or_default() {
        sound &= known(validator, field, subject, true, depth);
    }
    sound
}
