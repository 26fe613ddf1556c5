//! Spells operations on each component of vectors, as GLSL and its relatives have them.

use glassbox_spirv::build::glsl;
use smallvec::SmallVec;

use super::{ANY, Infix, Language, Operation, PRODUCT, SUM, UNARY, Writer, infix, joined, unordered};
use crate::tree::Node;

/// Operands of a function.
type Operands = SmallVec<[Node; 4]>;

/// The function that compares vectors as an operator compares scalars.
fn comparison(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "==" => "equal",
        "!=" => "notEqual",
        "<" => "lessThan",
        "<=" => "lessThanEqual",
        ">" => "greaterThan",
        ">=" => "greaterThanEqual",
        _ => return None,
    })
}

impl<L: Language> Writer<'_, '_, L> {
    /// Writes a comparison of vectors as a function; false for other operations.
    pub(crate) fn compare_components(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, .. } = operation;
        if let Some(opposite) = unordered(opcode) {
            let name = infix(opposite).and_then(|infix| comparison(infix.text)).unwrap_or_default();
            self.out.push_str("not(");
            self.call(name, operands);
            self.out.push(')');
            return true;
        }
        let Some(infix) = infix(opcode).filter(Infix::compares) else { return false };
        let (Some(name), &[left, right]) = (comparison(infix.text), operands) else { return false };
        let sign = self.operand_sign(&infix, operation);
        self.out.push_str(name);
        self.out.push('(');
        self.integer(left, sign, ANY);
        self.out.push_str(", ");
        self.integer(right, sign, ANY);
        self.out.push(')');
        true
    }

    /// Writes `left - right * round(left / right)`: the remainder with the sign of the dividend for `trunc`, of the divisor for `floor`.
    pub(crate) fn float_remainder(&mut self, round: &str, (left, right): (Node, Node), needed: u8) {
        self.parenthesized(SUM, needed, |writer| {
            writer.expr(left, SUM);
            writer.out.push_str(" - ");
            writer.expr(right, UNARY);
            writer.out.push_str(&joined!(" * ", round, "("));
            writer.expr(left, PRODUCT);
            writer.out.push_str(" / ");
            writer.expr(right, UNARY);
            writer.out.push(')');
        });
    }

    /// Operands of a function of `GLSL.std.450`, with scalars for vectors of one value where GLSL's function takes them.
    pub(crate) fn scalar_operands(&self, number: u32, operands: &[Node]) -> Operands {
        let places = match number {
            glsl::F_MIX => 2..3,
            glsl::F_MIN | glsl::F_MAX | glsl::N_MIN | glsl::N_MAX => 1..2,
            glsl::F_CLAMP | glsl::N_CLAMP => 1..3,
            glsl::STEP => 0..1,
            glsl::SMOOTH_STEP => 0..2,
            _ => return operands.into(),
        };
        let found: Option<Operands> =
            operands.get(places.clone()).into_iter().flatten().map(|operand| self.splat(*operand)).collect();
        let mut all = Operands::from(operands);
        if let (Some(found), Some(slots)) = (found, all.get_mut(places)) {
            slots.copy_from_slice(&found);
        }
        all
    }
}
