//! SKSL-EXP-04 and SKSL-EXP-05: checks constructors, their arguments and their results.

use super::{Checker, Finding};
use crate::builtin::{Scalar, Type};
use crate::command::Command;
use crate::model::ModelNode;
use crate::rules;
use crate::view::Expression;

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    for at in checker.nodes() {
        if let Expression::Constructor { kind, ty } = checker.model.expression(at)
            && let Some(result) = checker.known(ty)
        {
            constructor(checker, at, kind, result);
        }
    }
}

fn constructor(checker: &mut Checker<'_, '_>, at: ModelNode, kind: Command, result: Type) {
    let model = checker.model;
    let count = model.arguments(at).count();
    let wanted = match kind {
        Command::ConstructorArray => checker.typing.types.array(result).map(|array| array.count as usize),
        Command::ConstructorStruct => {
            checker.typing.types.structure(result).map(|declaration| declaration.fields.len())
        }
        Command::ConstructorCompound => None,
        _ => Some(1),
    };
    if let Some(wanted) = wanted
        && count != wanted
    {
        let finding = Finding::new(
            &rules::CONSTRUCTOR_COUNT,
            at,
            format!(
                "found {count} {}, expected {wanted} for {}",
                if count == 1 { "argument" } else { "arguments" },
                checker.show(result)
            ),
        )
        .field("arguments");
        checker.report(finding);
        return;
    }
    match kind {
        Command::ConstructorCompound => compound(checker, at, result),
        Command::ConstructorArray => elements(checker, at, result),
        Command::ConstructorStruct => fields(checker, at, result),
        _ => conversion(checker, at, kind, result),
    }
}

/// Reports that the arguments cannot produce the result.
fn misfit(checker: &mut Checker<'_, '_>, at: ModelNode, found: String, expected: &str) {
    let finding = Finding::new(&rules::CONSTRUCTOR_TYPES, at, format!("found {found}, expected {expected}"))
        .help("make the type of the constructor and those of its arguments agree");
    checker.report(finding);
}

/// Type of an argument as a value, if known.
fn argument(checker: &Checker<'_, '_>, at: ModelNode) -> Option<Type> {
    checker.known(at).map(Type::settled)
}

fn compound(checker: &mut Checker<'_, '_>, at: ModelNode, result: Type) {
    let model = checker.model;
    let Some(scalar) = result.scalar().filter(|_| !result.is_scalar()) else {
        let found = format!("a compound of type {}", checker.show(result));
        return misfit(checker, at, found, "a vector or matrix");
    };
    let mut slots = 0u32;
    for (index, value) in model.arguments(at).enumerate() {
        let Some(ty) = argument(checker, value) else {
            return;
        };
        // In source only a four-component vector can be made of a 2×2 matrix, but the compiler flattens such
        // a vector into the enclosing constructor.
        let is_part = ty.is_scalar() || ty.is_vector() || (ty.is_matrix() && ty.width() == 4);
        if !is_part || ty.scalar() != Some(scalar) {
            let found = format!("{} as argument {index} of {}", checker.show(ty), checker.show(result));
            let expected = format!("scalars and vectors of {}", scalar.name());
            return misfit(checker, at, found, &expected);
        }
        slots += u32::from(ty.width());
    }
    if slots != u32::from(result.width()) {
        let finding = Finding::new(
            &rules::CONSTRUCTOR_COUNT,
            at,
            format!(
                "found {slots} numbers in the arguments, expected {} for {}",
                result.width(),
                checker.show(result)
            ),
        )
        .field("arguments");
        checker.report(finding);
    }
}

fn elements(checker: &mut Checker<'_, '_>, at: ModelNode, result: Type) {
    let Some(array) = checker.typing.types.array(result) else {
        let found = format!("an array constructor of type {}", checker.show(result));
        return misfit(checker, at, found, "an array type");
    };
    for (index, value) in checker.model.arguments(at).enumerate() {
        if let Some(ty) = argument(checker, value)
            && ty != array.element
        {
            let found = format!("{} as element {index}", checker.show(ty));
            let expected = checker.show(array.element).into_owned();
            return misfit(checker, at, found, &expected);
        }
    }
}

fn fields(checker: &mut Checker<'_, '_>, at: ModelNode, result: Type) {
    if !result.is_struct() {
        let found = format!("a struct constructor of type {}", checker.show(result));
        return misfit(checker, at, found, "a struct type");
    }
    for (index, value) in checker.model.arguments(at).enumerate() {
        let Some(wanted) = checker.typing.types.field(result, index).map(|field| field.ty) else {
            return;
        };
        if let Some(ty) = argument(checker, value)
            && wanted != Type::Invalid
            && ty != wanted
        {
            let found = format!("{} for field {index} of {}", checker.show(ty), checker.show(result));
            let expected = checker.show(wanted).into_owned();
            return misfit(checker, at, found, &expected);
        }
    }
}

/// Checks conversion constructors, which take a single value.
fn conversion(checker: &mut Checker<'_, '_>, at: ModelNode, kind: Command, result: Type) {
    let types = &checker.typing.types;
    let Some(from) = checker.model.arguments(at).next().and_then(|value| argument(checker, value)) else {
        return;
    };
    let shape = |ty: Type| (ty.columns(), ty.rows());
    let same_scalar = from.scalar() == result.scalar()
        || result.scalar().is_some_and(|scalar| settles(checker, at, scalar));
    let (fits, expected) = match kind {
        Command::ConstructorArrayCast => (
            matches!(
                (types.array(from), types.array(result)),
                (Some(a), Some(b)) if a.count == b.count && shape(a.element) == shape(b.element)
            ),
            "an array of the same length",
        ),
        Command::ConstructorCompoundCast => (
            (from.is_vector() || from.is_matrix()) && shape(from) == shape(result),
            "a vector or matrix of the same shape",
        ),
        Command::ConstructorDiagonalMatrix => {
            (from.is_scalar() && result.is_matrix() && same_scalar, "a scalar and a matrix of its type")
        }
        Command::ConstructorMatrixResize => {
            (from.is_matrix() && result.is_matrix() && same_scalar, "two matrices of one component type")
        }
        Command::ConstructorScalarCast => (from.is_scalar() && result.is_scalar(), "two scalars"),
        Command::ConstructorSplat => {
            (from.is_scalar() && result.is_vector() && same_scalar, "a scalar and a vector of its type")
        }
        _ => return,
    };
    if !fits {
        let found = format!("{} made of {}", checker.show(result), checker.show(from));
        misfit(checker, at, found, expected);
    }
}

/// True if the argument is an untyped literal that may represent the scalar.
fn settles(checker: &Checker<'_, '_>, at: ModelNode, scalar: Scalar) -> bool {
    let argument = checker.model.arguments(at).next();
    match argument.and_then(|at| checker.known(at)) {
        Some(Type::Scalar(literal)) if literal.is_literal() => scalar.is_number(),
        _ => false,
    }
}
