//! Estimates the cost of evaluating an operand that may not be needed.
//!
//! `&&`, `||` and `?:` evaluate operands on demand. An operand that is cheap, reads no resource and cannot
//! divide may be computed unconditionally and selected afterwards, which saves a branch.

use crate::model::{ExpressionKind, Place, Root, Stage, Step, operands};
use crate::syntax::tree::BinaryOperator;

/// Cost of an expression that must not be computed unless needed.
const HARMFUL: u8 = u8::MAX;
/// Highest cost computed speculatively, in instructions, roughly.
const CHEAP: u8 = 12;

/// True if an expression of this cost may be computed speculatively.
pub(super) fn is_harmless(cost: u8) -> bool {
    cost <= CHEAP
}

/// The cost of each expression of a stage.
pub(super) fn costs(stage: &Stage<'_>) -> Vec<u8> {
    let mut costs: Vec<u8> = Vec::with_capacity(stage.expressions.len());
    for expression in &stage.expressions {
        let mut cost = own(&expression.kind);
        operands(&expression.kind, |operand| {
            // Operands come first; anything else is a broken model, and harmful.
            let operand = costs.get(operand.0 as usize).copied().unwrap_or(HARMFUL);
            cost = cost.saturating_add(operand);
        });
        costs.push(cost);
    }
    costs
}

/// The cost without operands.
fn own(kind: &ExpressionKind) -> u8 {
    match kind {
        ExpressionKind::Constant(_) => 0,
        ExpressionKind::Load(place) => load(place),
        ExpressionKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, ..) => HARMFUL,
        ExpressionKind::Element { .. }
        | ExpressionKind::Swizzle { .. }
        | ExpressionKind::Convert(_)
        | ExpressionKind::Splat(_)
        | ExpressionKind::Construct(_)
        | ExpressionKind::Diagonal(_)
        | ExpressionKind::Unary(..)
        | ExpressionKind::Binary(..)
        | ExpressionKind::Conditional { .. } => 1,
        ExpressionKind::Resize(_) => 4,
        ExpressionKind::Call { output: None, .. } => 4,
        // Writes, reads a resource, or reads what may be one.
        ExpressionKind::Call { output: Some(_), .. }
        | ExpressionKind::Current
        | ExpressionKind::Sample { .. }
        | ExpressionKind::FetchImage { .. }
        | ExpressionKind::ReadTexel { .. }
        | ExpressionKind::Levels(_)
        | ExpressionKind::Size { .. }
        | ExpressionKind::Subpass(_) => HARMFUL,
    }
}

fn load(place: &Place) -> u8 {
    match place.root {
        // An index past the end yields an undefined value, nothing worse.
        Root::Variable(_) => 1,
        Root::Buffer(..) => HARMFUL,
        _ if place.path.iter().any(|step| matches!(step, Step::Element(_))) => HARMFUL,
        _ => 1,
    }
}
