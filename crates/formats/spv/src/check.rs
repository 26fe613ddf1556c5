//! Checks a module: its byte order, and the rules of the SPIR-V crate.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_spirv::check::{CheckOptions, Checked, Environment, Finding, rules};
use glassbox_spirv::{Binary, Endian};

use crate::repair::{highest_id, repaired_bound};

/// Number of defined ids past the bound from which the bound itself is reported.
const MANY: usize = 2;

/// Help text for a wrong bound.
const REPAIR: &str = "repair `bound` sets it to the highest id plus one";

/// Reports every finding of a module in an environment.
pub fn check(
    window: Window<'_>,
    module: &Binary<'_>,
    limits: &Limits,
    environment: Environment,
) -> Diagnostics {
    check_known(window, module, limits, (environment, &Checked::default()))
}

/// As [`check`], with the findings of the module that others share.
pub(crate) fn check_known(
    window: Window<'_>,
    module: &Binary<'_>,
    limits: &Limits,
    (environment, known): (Environment, &Checked),
) -> Diagnostics {
    let mut all = Diagnostics::new(limits.diagnostics);
    let at = |range: &Range<usize>| {
        let base = window.base;
        Location::new(base + range.start as u64, base + range.end as u64, "module")
    };
    if module.endian() == Endian::Big {
        let message = "found words most significant byte first, expected least significant first";
        all.report(&rules::BIG_ENDIAN, at(&(0..4)), message).help("repair `byte-order` swaps them");
    }
    let findings = known.findings(window.bytes, &CheckOptions::new(environment));
    for finding in &*findings {
        let mut shown = finding.diagnostic(at);
        if let Some(help) = help(finding, window, module) {
            shown = shown.help(help);
        }
        all.push(shown);
    }
    bound(&findings, module, at, &mut all);
    all
}

/// Help where a repair applies.
fn help(finding: &Finding, window: Window<'_>, module: &Binary<'_>) -> Option<&'static str> {
    if *finding.rule == rules::ZERO_BOUND {
        return repaired_bound(module).map(|_| REPAIR);
    }
    if *finding.rule != rules::ID_PAST_BOUND {
        return None;
    }
    // The repair raises the bound to cover all ids, except an id above the universal limit.
    let word = window.bytes.get(finding.range.clone()).and_then(|bytes| bytes.first_chunk());
    let id = word.map(|word| module.endian().word(*word));
    let fits = repaired_bound(module).is_some_and(|bound| id.is_some_and(|id| id < bound));
    Some(if fits { REPAIR } else { "correct the operand: no instruction defines such an id" })
}

/// Reports the bound itself if many ids are past it: these are defined, not only used.
fn bound(
    findings: &[Finding],
    module: &Binary<'_>,
    at: impl Fn(&Range<usize>) -> Location,
    all: &mut Diagnostics,
) {
    let past = findings.iter().filter(|found| *found.rule == rules::ID_PAST_BOUND).count();
    if past < MANY {
        return;
    }
    let (bound, highest) = (module.header().bound, highest_id(module));
    if highest >= bound {
        let message =
            format!("found a bound of {bound}, expected {}: ids go up to {highest}", u64::from(highest) + 1);
        all.report(&rules::ID_PAST_BOUND, at(&(12..16)), message)
            .help(REPAIR)
            .affects_rule(&rules::ID_PAST_BOUND, "");
    }
}
