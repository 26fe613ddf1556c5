//! Evaluates compile-time numbers: locations, slots, sizes, bounds.
//!
//! Facts: VSL brief, sections 5 and 17.

use crate::check::finding::{Unreported, unreported};
use crate::check::globals::Globals;
use crate::rules::declaration as rules;
use crate::syntax::tree::{Bound, Literal, LiteralKind};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::span::Span;

/// The value of an integer literal, saturated above 64 bits; `None` if it is not an integer.
pub(crate) fn integer(literal: &Literal<'_>) -> Option<i128> {
    let digits = |text: &str, radix| i128::from(u64::from_str_radix(text, radix).unwrap_or(u64::MAX));
    let text = literal.text;
    let size = match literal.kind {
        LiteralKind::Int => digits(text, 10),
        LiteralKind::Uint => digits(text.trim_end_matches(['u', 'U']), 10),
        LiteralKind::Hexadecimal => digits(text.trim_start_matches("0x"), 16),
        LiteralKind::Float | LiteralKind::Bool | LiteralKind::Wrong => return None,
    };
    Some(if literal.negative { -size } else { size })
}

/// The value and span of a bound. `Err` holds the finding, unless already reported.
pub(crate) fn bound(globals: &Globals<'_>, bound: &Bound<'_>) -> Result<(i128, Span), Unreported> {
    match bound {
        Bound::Literal(literal) => {
            if let Some(value) = integer(literal) {
                return Ok((value, literal.span));
            }
            if literal.kind == LiteralKind::Wrong {
                return Err(None);
            }
            let message = format!("found `{}`, expected an integer", literal.text);
            let fault = Diagnostic::new(&rules::UNKNOWN_BOUND, literal.span, message);
            Err(unreported(fault.help("write an integer")))
        }
        Bound::Name(name) => {
            if let Some(constant) = globals.constant(name.text) {
                return Ok((constant, name.span));
            }
            let known = globals.find(name.text);
            if globals.is_wrong(name.text) {
                return Err(None);
            }
            let message = match known {
                Some(_) => format!("found `{}`, which is not an integer constant", name.text),
                None => {
                    format!("found `{}`, expected a number or a constant that is declared above", name.text)
                }
            };
            let fault = Diagnostic::new(&rules::UNKNOWN_BOUND, name.span, message);
            Err(unreported(fault.help("write the number")))
        }
    }
}
