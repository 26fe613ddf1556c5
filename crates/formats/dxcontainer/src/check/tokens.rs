//! Checks token streams: maps the decoder's errors to rules and file locations.

use glassbox_core::diagnostic::{Diagnostics, Rule};
use glassbox_dxbc::check::check as walk;

use super::Context;
use crate::part::PartData;
use crate::part::tokens::{Model, TokenHeader};
use crate::rules::tokens as rules;

/// Checks a token stream.
pub(crate) fn check(_: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    for finding in walk(part.data(context.window)) {
        let (start, end) = (part.start + finding.bytes.start as u64, part.start + finding.bytes.end as u64);
        let code = part.start + 8;
        let location = match (start, end) {
            (start, end) if start >= part.start + 4 && end <= code => {
                part.field(context.window, part.start, "head", TokenHeader::length)
            }
            (_, end) if end <= code => part.location(context.window, start, end, "head"),
            (start, end) if start >= code && rule(finding.kind.number()).id != rules::LENGTH.id => {
                part.location(context.window, start, end, "code")
            }
            (start, end) => part.location(context.window, start, end, ""),
        };
        findings
            .report(rule(finding.kind.number()), location, finding.message)
            .severity(finding.kind.severity())
            .help(finding.help);
    }
}

fn rule(number: u8) -> &'static Rule {
    match number {
        1 => &rules::LENGTH,
        2 => &rules::INSTRUCTION,
        3 => &rules::OPCODE,
        4 => &rules::CUSTOM,
        _ => &rules::OPERAND,
    }
}
