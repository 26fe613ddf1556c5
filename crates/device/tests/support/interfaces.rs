//! Compares the interfaces of stages that are not run here, before and after they were a text: tessellation, geometry, mesh, task and
//! ray tracing.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::stage::Stage;
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::resources::Source;
use glassbox_spirv::grammar::value::{execution_mode, storage_class};
use glassbox_spirv::reflect::{Extent, Location};

use crate::Verdict;
use crate::ways::{Back, Failure, Way, Written, validate};

/// What programs see of a stage.
#[derive(Debug, PartialEq, Eq)]
struct Interface {
    model: u32,
    size: Vec<Option<u64>>,
    modes: BTreeSet<(u32, Vec<u32>)>,
    /// Components by location.
    inputs: BTreeMap<u32, u32>,
    outputs: BTreeMap<u32, u32>,
}

/// Modes of patches, which GLSL and HLSL state in the other stage of tessellation.
const OF_PATCHES: [u32; 9] = [
    execution_mode::TRIANGLES,
    execution_mode::QUADS,
    execution_mode::ISOLINES,
    execution_mode::SPACING_EQUAL,
    execution_mode::SPACING_FRACTIONAL_EVEN,
    execution_mode::SPACING_FRACTIONAL_ODD,
    execution_mode::VERTEX_ORDER_CW,
    execution_mode::VERTEX_ORDER_CCW,
    execution_mode::POINT_MODE,
];

impl Interface {
    fn of(subject: &Subject, is_hlsl: bool) -> Interface {
        let (reflection, entry) = (&subject.reflection, subject.entry());
        let size = entry.local_size.iter().flatten().map(|size| match size {
            Extent::Fixed(size) => Some(u64::from(*size)),
            Extent::Constant(_, size) => *size,
        });
        let is_elsewhere = is_hlsl || subject.stage == Stage::TessellationControl;
        let modes = entry.modes.iter().filter(|mode| {
            // Sizes are compared as sizes; constants have other ids.
            let is_size = matches!(mode.mode, execution_mode::LOCAL_SIZE | execution_mode::LOCAL_SIZE_ID);
            !is_size && (!is_elsewhere || !OF_PATCHES.contains(&mode.mode))
        });
        let components = |locations: Vec<Location>| {
            let mut found: BTreeMap<u32, u32> = BTreeMap::new();
            for one in locations.into_iter().filter(|one| is_hlsl || subject.is_used(one.variable)) {
                let end = one.component + one.components;
                for location in one.location..one.location + one.locations {
                    let known = found.entry(location).or_default();
                    *known = end.max(*known);
                }
            }
            found
        };
        Interface {
            model: entry.model,
            size: size.collect(),
            modes: modes.map(|mode| (mode.mode, mode.operands.clone())).collect(),
            inputs: components(reflection.input_locations(entry)),
            outputs: components(reflection.output_locations(entry)),
        }
    }
}

/// Compares a module with that of its text.
pub(crate) fn compare(way: Way, subject: &Subject, written: &Written) -> (Verdict, String) {
    let back = match way.back(subject, written) {
        Ok(back) => back,
        Err(Failure::Refused(reason)) => return (Verdict::Refused, reason),
        Err(Failure::Rejected(reason)) => return (Verdict::Rejected, reason),
        Err(Failure::Lacks(reason)) => return (Verdict::Lacks, reason),
    };
    if let Err(said) = validate(&back.subject.words)
        && validate(&subject.words).is_ok()
    {
        return (Verdict::Different, format!("spirv-val refuses what the text became: {said}"));
    }
    match difference(way, subject, &back) {
        Some(difference) => (Verdict::Different, difference),
        None => (Verdict::Equal, String::new()),
    }
}

fn difference(way: Way, subject: &Subject, back: &Back) -> Option<String> {
    let is_hlsl = way == Way::Hlsl;
    let [own, other] = [subject, &back.subject].map(|subject| Interface::of(subject, is_hlsl));
    if own.model != other.model {
        return Some(format!("execution model {} became {}", own.model, other.model));
    }
    if !own.size.is_empty() && own.size != other.size {
        return Some(format!("size {:?} became {:?}", own.size, other.size));
    }
    let modes: Vec<_> = own.modes.difference(&other.modes).collect();
    if !modes.is_empty() {
        return Some(format!("modes {modes:?} are missing among {:?}", other.modes));
    }
    // What is never read may be left out, and what is there is where it was.
    for (what, own, other) in
        [("input", &own.inputs, &other.inputs), ("output", &own.outputs, &other.outputs)]
    {
        if let Some(place) = other.iter().find(|(location, _)| !own.contains_key(location)) {
            return Some(format!("{what} {place:?} is not among {own:?}"));
        }
        let lacks = |(location, components): &(&u32, &u32)| match other.get(location) {
            Some(found) => *found != **components && !is_hlsl,
            None => what == "output",
        };
        if let Some(place) = own.iter().find(lacks) {
            return Some(format!("{what} {place:?} is missing among {other:?}"));
        }
    }
    resources(subject, back)
}

fn resources(subject: &Subject, back: &Back) -> Option<String> {
    let used: BTreeSet<[u32; 2]> = subject
        .reflection
        .descriptors
        .iter()
        .filter(|one| subject.is_used(one.variable))
        .map(|one| [one.set.unwrap_or(0), one.binding.unwrap_or(0)])
        .collect();
    let mut found = BTreeSet::new();
    // The record of a table of shaders has no descriptor; in HLSL it is a buffer like others.
    let is_record = |class: u32| class == storage_class::SHADER_RECORD_BUFFER_KHR;
    let mut records = subject.reflection.variables.iter().filter(|one| is_record(one.class)).count();
    for descriptor in &back.subject.reflection.descriptors {
        match back.source_of(descriptor) {
            Some(Source::Resource(place)) => drop(found.insert(place)),
            Some(Source::Pair(texture, sampler)) => found.extend([texture, sampler]),
            Some(_) => {}
            None if records > 0 => records -= 1,
            None => {
                let (set, binding) = (descriptor.set.unwrap_or(0), descriptor.binding.unwrap_or(0));
                return Some(format!("set {set}, binding {binding} is no resource of the original"));
            }
        }
    }
    let lost: Vec<_> = used.difference(&found).collect();
    // Compilers of HLSL leave out what has no effect.
    (!lost.is_empty() && back.way != Way::Hlsl).then(|| format!("{lost:?} are missing"))
}

/// Whether a stage is compared by its interface.
pub(crate) fn is_of_interest(stage: Stage) -> bool {
    !matches!(stage, Stage::Vertex | Stage::Fragment | Stage::Compute)
}
