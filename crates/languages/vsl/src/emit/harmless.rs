//! Which values may be computed although they are not needed.
//!
//! `&&`, `||` and `?:` evaluate only what is needed. Where the other operand reads no resource, divides by nothing and is
//! cheap, computing it anyway and choosing afterwards comes to the same and spares a branch.

use crate::model::{ExpressionKind, Place, Root, Stage, Step};
use crate::syntax::tree::BinaryOperator;

/// What cannot be computed unless it is needed.
const HARMFUL: u8 = u8::MAX;
/// Up to how many instructions, roughly, are computed in vain.
const CHEAP: u8 = 12;

/// Whether an expression of this cost may be computed although it is not needed.
pub(super) fn is_harmless(cost: u8) -> bool {
    cost <= CHEAP
}

/// The cost of each expression of a stage.
pub(super) fn costs(stage: &Stage<'_>) -> Vec<u8> {
    let mut costs: Vec<u8> = Vec::with_capacity(stage.expressions.len());
    for expression in &stage.expressions {
        let mut cost = own(&expression.kind);
        super::expression::operands(&expression.kind, |operand| {
            // Operands stand in front; what does not is a broken model, and harmful.
            let operand = costs.get(operand.0 as usize).copied().unwrap_or(HARMFUL);
            cost = cost.saturating_add(operand);
        });
        costs.push(cost);
    }
    costs
}

/// The cost without that of the operands.
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
        // Writes something, reads a resource, or reads what may be one.
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
        // An index past the end gives any value there, and nothing worse.
        Root::Variable(_) => 1,
        Root::Buffer(..) => HARMFUL,
        _ if place.path.iter().any(|step| matches!(step, Step::Element(_))) => HARMFUL,
        _ => 1,
    }
}
