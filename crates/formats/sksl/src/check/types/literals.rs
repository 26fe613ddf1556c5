//! SKSL-EXP-10: checks literals and their types.

use super::{Checker, Finding};
use crate::builtin::{Scalar, Type};
use crate::model::ModelNode;
use crate::rules;
use crate::view::Expression;

/// Largest finite `half`.
const HALF_MAX: f32 = 65504.0;

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    for at in checker.nodes() {
        match checker.model.expression(at) {
            Expression::FloatLiteral { ty, bits } if ty != ModelNode::NONE => float(checker, at, ty, bits),
            Expression::IntLiteral { ty, bits } if ty != ModelNode::NONE => int(checker, at, ty, bits),
            _ => {}
        }
    }
}

fn float(checker: &mut Checker<'_, '_>, at: ModelNode, ty: ModelNode, bits: u32) {
    let Some(ty) = checker.known(ty) else {
        return;
    };
    let value = f32::from_bits(bits);
    let finding = match ty {
        Type::Scalar(scalar) if scalar.is_float() => if !value.is_finite() {
            Finding::new(
                &rules::LITERAL_RANGE,
                at,
                format!("found a float literal of {value}, expected a finite number"),
            )
            .note("the language has no word for this value, so no source text can express it")
        } else if scalar == Scalar::Half && value.abs() > HALF_MAX {
            Finding::new(
                &rules::LITERAL_RANGE,
                at,
                format!("found a half literal of {value}, expected at most {HALF_MAX}"),
            )
        } else {
            return;
        }
        .field("value")
        .warning(),
        _ => Finding::new(
            &rules::LITERAL_RANGE,
            at,
            format!("found a float literal of type {}, expected float or half", checker.show(ty)),
        )
        .field("type"),
    };
    checker.report(finding);
}

fn int(checker: &mut Checker<'_, '_>, at: ModelNode, ty: ModelNode, bits: u32) {
    let Some(ty) = checker.known(ty) else {
        return;
    };
    let finding = match ty {
        Type::Scalar(scalar) if scalar.is_integer() => {
            let value = match scalar {
                Scalar::Uint | Scalar::Ushort => i64::from(bits),
                _ => i64::from(bits as i32),
            };
            match scalar.range() {
                Some((low, high)) if !(low..=high).contains(&value) => Finding::new(
                    &rules::LITERAL_RANGE,
                    at,
                    format!(
                        "found a literal of {value}, expected {low} to {high}, the values of {}",
                        scalar.name()
                    ),
                )
                .field("value")
                .warning(),
                _ => return,
            }
        }
        _ => Finding::new(
            &rules::LITERAL_RANGE,
            at,
            format!("found an int literal of type {}, expected int, uint, short or ushort", checker.show(ty)),
        )
        .field("type"),
    };
    checker.report(finding);
}
