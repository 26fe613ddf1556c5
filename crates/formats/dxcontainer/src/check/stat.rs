//! Checks the legacy compiler's statistics.

use glassbox_core::diagnostic::Diagnostics;

use super::Context;
use crate::part::PartData;
use crate::part::stat::Model;
use crate::rules::rdef as rules;

/// Checks the part.
pub(crate) fn check(_: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    if matches!(part.size(), 116 | 148) {
        return;
    }
    let location = part.location(context.window, part.start, part.end, "");
    let message = format!("found statistics of {} bytes, expected 116 or 148", part.size());
    findings
        .report(&rules::STATISTICS, location, message)
        .note("shader model 4 has 29 counters, shader model 5 has 37")
        .help("the part can be removed; only reflection reads it");
}
