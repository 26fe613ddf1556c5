//! Checks root signatures for conflicts (overlapping registers, tables that mix samplers and views, ranges after an
//! unbounded one) and against the limit of 64 words.

use glassbox_core::diagnostic::Location;

use super::Check;
use super::registers::{Binder, Bound, bound};
use crate::part::rts::Payload;
use crate::part::rts::raw::{
    Constants, Count, Descriptor, Range24, RangeType, Sampler, TableOffset, Visibility,
};
use crate::rules::rts as rules;

/// Maximum root signature size, 32-bit words.
const MAX_WORDS: u64 = 64;
/// Maximum number of register ranges compared; the runtime accepts 64 words and a few thousand samplers.
const MAX_COMPARED: usize = 8192;

pub(super) fn check(check: &mut Check<'_, '_>) {
    size(check);
    tables(check);
    overlaps(check);
}

fn size(check: &mut Check<'_, '_>) {
    let words = check.model.payloads.iter().map(|payload| match payload {
        Payload::Constants(constants) => u64::from(constants.count),
        Payload::Descriptor(..) => 2,
        Payload::Table(..) => 1,
        Payload::Missing => 0,
    });
    let total: u64 = words.sum();
    if total > MAX_WORDS {
        let size = check.model.parameters.len() as u64 * check.model.parameters.stride();
        let start = check.model.parameters.row_location("", 0).start;
        let location = Location::new(start, start + size, format!("{}.parameters", check.path));
        let message = format!("the parameters take {total} words, expected at most {MAX_WORDS}");
        check
            .report(&rules::SIZE, location, message)
            .note("a table takes one word, a root descriptor two, constants one each")
            .help("move constants into a buffer or descriptors into a table");
    }
}

fn tables(check: &mut Check<'_, '_>) {
    for parameter in 0..check.model.payloads.len() {
        let Some(Payload::Table(_, ranges)) = check.model.payloads.get(parameter).copied() else {
            continue;
        };
        let mut first: Option<RangeType> = None;
        let mut endless = None;
        for (index, range) in ranges.iter().enumerate() {
            if check.findings.is_full() {
                return;
            }
            let is_sampler = range.range_type == RangeType::SAMPLER;
            if first.is_some_and(|first| (first == RangeType::SAMPLER) != is_sampler)
                && let Some(place) = check.range_place(parameter, index, Range24::range_type)
            {
                let message = format!(
                    "found a range of {} after one of {}",
                    range.range_type,
                    first.map(|first| first.to_string()).unwrap_or_default()
                );
                check
                    .report(&rules::MEANING, place, message)
                    .note("samplers and views are in different heaps")
                    .help("give samplers a table of their own");
            }
            first = first.or(Some(range.range_type));
            if let Some(before) = endless
                && range.offset == TableOffset::APPEND
                && let Some(place) = check.range_place(parameter, index, Range24::offset)
            {
                let endless = check.range_place(parameter, before, Range24::count);
                let message = format!("range {index} is appended to range {before}, which is unbounded");
                let mut finding = check.report(&rules::MEANING, place, message);
                if let Some(label) = endless {
                    finding.label(label, "without end");
                }
                finding.help("put the unbounded range last, or state the offset of this one");
            }
            endless = (range.count == Count::UNBOUNDED).then_some(index);
        }
    }
}

fn overlaps(check: &mut Check<'_, '_>) {
    let mut all: Vec<Bound> = bound(check.model).take(MAX_COMPARED).collect();
    all.sort_by_key(|one| (one.class.0, one.space, one.first));
    let mut reported = vec![false; all.len()];
    // Two parameters conflict if one stage sees both, so each stage is checked separately.
    for stage in 1..=7 {
        let mut widest: Option<&Bound> = None;
        for (one, reported) in all.iter().zip(&mut reported) {
            if one.visibility != Visibility::ALL && one.visibility.0 != stage {
                continue;
            }
            let before = widest.filter(|other| (other.class, other.space) == (one.class, one.space));
            if let Some(other) = before
                && other.end > one.first
                && !std::mem::replace(reported, true)
                && let (Some(place), Some(first)) = (register_place(check, one), register_place(check, other))
            {
                let message = format!(
                    "found register {} of space {} ({}) taken twice",
                    one.first, one.space, one.class
                );
                check
                    .report(&rules::MEANING, place, message)
                    .label(first, "first used here")
                    .help("give one of them another register or space, or let other stages see it");
            }
            if before.is_none_or(|other| other.end < one.end) {
                widest = Some(one);
            }
        }
    }
}

/// Location of the first register.
fn register_place(check: &Check<'_, '_>, bound: &Bound) -> Option<Location> {
    match bound.by {
        Binder::Parameter(index) => {
            let offset = u64::from(check.model.parameters.get(index)?.payload);
            let field = match check.model.payloads.get(index)? {
                Payload::Constants(_) => Constants::register,
                _ => Descriptor::register,
            };
            Some(check.at(offset, &format!("payloads[{index}]"), field))
        }
        Binder::Range(parameter, index) => check.range_place(parameter, index, Range24::base),
        Binder::Sampler(index) => Some(check.sampler_place(index, Sampler::register)),
    }
}
