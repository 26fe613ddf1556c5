//! Converts literals to values; folds conversions of constants.

use crate::check::stage::StageChecker;
use crate::model::{ExpressionId, ExpressionKind};
use crate::rules::expression as rules;
use crate::syntax::tree::{Literal, LiteralKind};
use crate::types::{Scalar, ValueType};

impl StageChecker<'_, '_> {
    /// A literal. Its sign is a separate operator; `is_negated` decides if 2147483648 is allowed.
    pub(super) fn literal(&mut self, literal: &Literal<'_>, is_negated: bool) -> Option<ExpressionId> {
        match literal.kind {
            LiteralKind::Bool => Some(self.constant(Scalar::Bool, u32::from(literal.text == "true"))),
            LiteralKind::Float => self.float_literal(literal),
            LiteralKind::Int => self.int_literal(literal, is_negated),
            LiteralKind::Uint | LiteralKind::Hexadecimal => self.uint_literal(literal, is_negated),
            LiteralKind::Wrong => None,
        }
    }

    fn float_literal(&mut self, literal: &Literal<'_>) -> Option<ExpressionId> {
        // Rust accepts a point without digits after it, too.
        let single: f32 = literal.text.parse().unwrap_or(f32::INFINITY);
        // Each remark scans the text before it, so their number is limited.
        if single.is_infinite()
            && !(self.findings.is_full() && literal.text.parse().is_ok_and(f64::is_finite))
        {
            let double: f64 = literal.text.parse().unwrap_or(f64::INFINITY);
            if double.is_infinite() {
                let message = "this number is larger than any float";
                let help = "the largest float is about 3.4e38";
                self.report(&rules::FLOAT_RANGE, literal.span, message).help(help);
                return None;
            }
            let message = "this number becomes infinite: it is larger than the largest float, about 3.4e38";
            let help = "write a smaller number";
            self.report(&rules::INFINITE_LITERAL, literal.span, message).help(help);
        }
        Some(self.constant(Scalar::Float, single.to_bits()))
    }

    fn int_literal(&mut self, literal: &Literal<'_>, is_negated: bool) -> Option<ExpressionId> {
        let most = i64::from(i32::MAX) + i64::from(is_negated);
        let number: Option<i64> = literal.text.parse().ok();
        if let Some(number) = number.filter(|&number| number <= most) {
            return Some(self.constant(Scalar::Int, number as u32));
        }
        let fits_uint = !is_negated && number.is_some_and(|number| number <= i64::from(u32::MAX));
        let help = if fits_uint {
            format!("write `{}u` for a uint, `{}.0` for a float", literal.text, literal.text)
        } else {
            format!("write `{}.0` for a float", literal.text)
        };
        let message = "this number does not fit an int: ints are -2147483648 to 2147483647";
        self.report(&rules::INTEGER_RANGE, literal.span, message).help(help);
        None
    }

    fn uint_literal(&mut self, literal: &Literal<'_>, is_negated: bool) -> Option<ExpressionId> {
        let (digits, radix) = match literal.text.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (literal.text.trim_end_matches(['u', 'U']), 10),
        };
        if is_negated {
            let message = "an unsigned number cannot be negative";
            let help = match radix {
                16 => "hexadecimal numbers are unsigned: write `-int(…)`, or the intended 32 bits".to_owned(),
                _ => format!("write `-{digits}` for an int"),
            };
            self.report(&rules::NEGATIVE_UNSIGNED, literal.span, message).help(help);
            return None;
        }
        match u32::from_str_radix(digits, radix) {
            Ok(number) => Some(self.constant(Scalar::Uint, number)),
            Err(_) => {
                let message = "this number does not fit a uint: uints are 0 to 4294967295 (0xFFFFFFFF)";
                let help = "write a smaller number";
                self.report(&rules::INTEGER_RANGE, literal.span, message).help(help);
                None
            }
        }
    }

    /// A constant scalar.
    pub(super) fn constant(&mut self, scalar: Scalar, bits: u32) -> ExpressionId {
        self.add(ExpressionKind::Constant(bits), ValueType::scalar(scalar))
    }

    /// Converts a value implicitly, if possible. Reports nothing.
    pub(crate) fn convert(&mut self, value: ExpressionId, to: ValueType) -> Option<ExpressionId> {
        let found = self.type_of(value);
        found.converts_to(to).then(|| self.cast(value, to.scalar))
    }

    /// Converts the components of a value to another scalar type, as a constructor does.
    pub(super) fn cast(&mut self, value: ExpressionId, to: Scalar) -> ExpressionId {
        let found = self.type_of(value);
        if found.scalar == to {
            return value;
        }
        match self.stage.expression(value).kind {
            ExpressionKind::Constant(bits) => {
                let bits = folded(bits, found.scalar, to);
                self.constant(to, bits)
            }
            _ => self.add(ExpressionKind::Convert(value), found.of(to)),
        }
    }
}

/// Converts a scalar constant to another type. Floats outside an integer's range saturate.
fn folded(bits: u32, from: Scalar, to: Scalar) -> u32 {
    let float = |value: f32| match to {
        Scalar::Bool => u32::from(value != 0.0),
        Scalar::Int => value as i32 as u32,
        Scalar::Uint => value as u32,
        Scalar::Float => value.to_bits(),
    };
    match (from, to) {
        (Scalar::Float, _) => float(f32::from_bits(bits)),
        (Scalar::Int, Scalar::Float) => (bits as i32 as f32).to_bits(),
        (Scalar::Uint | Scalar::Bool, Scalar::Float) => (bits as f32).to_bits(),
        (_, Scalar::Bool) => u32::from(bits != 0),
        _ => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::folded;
    use crate::types::Scalar::{Bool, Float, Int, Uint};

    #[test]
    fn constants_convert_by_value() {
        for (bits, from, to, expected) in [
            (1, Int, Float, 1f32.to_bits()),
            (-1i32 as u32, Int, Float, (-1f32).to_bits()),
            (u32::MAX, Uint, Float, 4294967296f32.to_bits()),
            (16777217, Int, Float, 16777216f32.to_bits()),
            (-1i32 as u32, Int, Uint, u32::MAX),
            (1, Bool, Float, 1f32.to_bits()),
            (1, Bool, Int, 1),
            (7, Int, Bool, 1),
            ((-0f32).to_bits(), Float, Bool, 0),
            (0.5f32.to_bits(), Float, Bool, 1),
            ((-2.9f32).to_bits(), Float, Int, -2i32 as u32),
            (2.9f32.to_bits(), Float, Uint, 2),
        ] {
            assert_eq!(folded(bits, from, to), expected, "{bits} {from:?} {to:?}");
        }
    }
}
