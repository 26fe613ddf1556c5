//! Formats findings about conflicting definitions, field by field.

use glassbox_bpx::raw::Symbol;
use glassbox_core::diagnostic::{Diagnostic, Rule};

use crate::compare::Difference;
use crate::unit::Unit;

/// Finding that two packages define a symbol differently; located at the first one.
pub(crate) fn conflict(
    rule: &'static Rule,
    (left, index): (&Unit<'_>, usize),
    (right, other): (&Unit<'_>, usize),
    differences: &[Difference],
) -> Diagnostic {
    let name = left.symbols.get(index).map_or(String::new(), |entry| entry.shown());
    let fields: Vec<&str> = differences.iter().map(|difference| &*difference.field).collect();
    let fields = match fields.as_slice() {
        [one] => format!("another {one}"),
        [first, _] => format!("another {first} and 1 more difference"),
        [first, ..] => format!("another {first} and {} more differences", fields.len() - 1),
        [] => "another definition".to_owned(),
    };
    let message = format!("found `{name}` in {} with {fields}, expected it as in {}", left.name, right.name);
    let mut finding = Diagnostic::new(rule, left.field(index, Symbol::name), message)
        .label(right.field(other, Symbol::name), "the other definition is here");
    for difference in differences {
        finding = finding.note(format!(
            "{}: {} in {}, {} in {}",
            difference.field, difference.left, left.name, difference.right, right.name
        ));
    }
    finding
}
