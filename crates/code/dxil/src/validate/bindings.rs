//! Checks declared resources.

use std::collections::BTreeMap;
use std::fmt;

use super::context::{Validator, kind, shown};
use super::{Subject, cbuffers, rules};
use crate::ir::{Type, TypeId};
use crate::shader::resource::{Class, Resource, kind as resource_kind};

/// Largest element of a structured buffer.
const MAX_STRIDE: u32 = 2048;
/// Largest element of a typed view.
const MAX_ELEMENT: u64 = 16;
/// Register of a resource of a library that is not bound yet.
const UNBOUND: u32 = u32::MAX;

/// Checks all resources.
pub(super) fn check(validator: &mut Validator<'_>) {
    let shader = validator.shader;
    let mut next: BTreeMap<Class, u32> = BTreeMap::new();
    for (index, resource) in shader.resources.iter().enumerate() {
        let subject = Subject::Resource(index);
        let expected = next.entry(resource.class).or_default();
        if resource.id != *expected {
            let message = format!("found number {} of {}, expected {expected}", resource.id, name(resource));
            validator.report(&rules::RESOURCE_IDS, subject.clone(), message);
        }
        *expected = resource.id.wrapping_add(1);
        match resource.class {
            Class::Srv => view(validator, &subject, resource),
            Class::Uav => {
                written(validator, &subject, resource);
                view(validator, &subject, resource);
            }
            Class::Cbv => cbuffers::check(validator, index, resource),
            Class::Sampler => {
                if resource.sampler.is_some_and(|mode| mode > 2) {
                    let mode = resource.sampler.unwrap_or_default();
                    let message =
                        format!("found sampler mode {mode} of {}, expected 0, 1 or 2", name(resource));
                    validator.report(&rules::SAMPLER_KIND, subject, message);
                }
            }
        }
    }
    overlaps(validator);
}

/// Name of a resource for messages: its own, or class and number.
pub(super) fn name(resource: &Resource) -> String {
    if !resource.name.is_empty() {
        return shown(&resource.name).to_string();
    }
    let letter = match resource.class {
        Class::Srv => 't',
        Class::Uav => 'u',
        Class::Cbv => 'b',
        Class::Sampler => 's',
    };
    format!("{letter}{} of space {}", resource.lower, resource.space)
}

/// The [`name`] of a resource, made when it is shown.
struct Name<'r>(&'r Resource);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name(self.0))
    }
}

fn written(validator: &mut Validator<'_>, subject: &Subject, resource: &Resource) {
    let name = Name(resource);
    let is_pixel = u32::from(validator.shader.kind) == kind::PIXEL;
    if resource.is_rasterizer_ordered && !is_pixel && !validator.shader.is_library() {
        let message = format!("found rasterizer ordered {name}, expected it in a pixel shader");
        validator.report(&rules::ORDERED, subject.clone(), message);
    }
    if matches!(resource.kind, resource_kind::TEXTURE_CUBE | resource_kind::TEXTURE_CUBE_ARRAY) {
        let message = format!("found a cube as UAV {name}, expected another texture");
        validator.report(&rules::SHAPE, subject.clone(), message);
    }
    if resource.has_counter {
        if resource.kind != resource_kind::STRUCTURED_BUFFER {
            let message = format!("found a counter on {name}, expected it on a structured buffer");
            validator.report(&rules::COUNTER_DECLARED, subject.clone(), message);
        }
        if resource.is_globally_coherent {
            let message = format!("found a globally coherent {name} with a counter, expected one of them");
            validator.report(&rules::COUNTER_DECLARED, subject.clone(), message);
        }
    }
}

/// Checks what SRVs and UAVs have alike.
fn view(validator: &mut Validator<'_>, subject: &Subject, resource: &Resource) {
    const MULTISAMPLED: [u32; 2] = [3, 8];
    let name = Name(resource);
    let found = resource.kind;
    let is_feedback =
        matches!(found, resource_kind::FEEDBACK_TEXTURE_2D | resource_kind::FEEDBACK_TEXTURE_2D_ARRAY);
    let is_known = matches!(found, 1..=resource_kind::STRUCTURED_BUFFER)
        || matches!(found, resource_kind::TBUFFER | resource_kind::ACCELERATION_STRUCTURE)
        || is_feedback;
    if !is_known {
        let message = format!(
            "found kind {found} of {name}, expected that of a texture, buffer or acceleration structure"
        );
        validator.report(&rules::SHAPE, subject.clone(), message);
    }
    let is_texture = matches!(found, 1..=resource_kind::TEXTURE_CUBE_ARRAY);
    if resource.samples.is_some_and(|samples| samples > 0) && !MULTISAMPLED.contains(&found) {
        let message = format!("found a sample count on {name}, expected it on multisampled textures");
        validator.report(&rules::SHAPE, subject.clone(), message);
    }
    if is_feedback && resource.feedback.is_some_and(|feedback| feedback > 1) {
        let message = format!("found an unknown feedback type of {name}, expected 0 or 1");
        validator.report(&rules::SHAPE, subject.clone(), message);
    }
    let is_untyped = matches!(
        found,
        resource_kind::STRUCTURED_BUFFER | resource_kind::RAW_BUFFER | resource_kind::ACCELERATION_STRUCTURE
    );
    let component = resource.element_type.unwrap_or(0);
    if !is_untyped && !is_feedback && is_known && !matches!(component, 2..=10 | 13 | 14) {
        let message = format!("found component type {component} of {name}, expected a number");
        validator.report(&rules::ELEMENT, subject.clone(), message);
    }
    if found == resource_kind::STRUCTURED_BUFFER {
        let stride = resource.stride.unwrap_or(0);
        if !stride.is_multiple_of(4) && validator.has_minimum_precision() {
            let message = format!("found elements of {stride} bytes in {name}, expected a multiple of 4");
            validator.report(&rules::STRIDE, subject.clone(), message);
        }
        if stride > MAX_STRIDE {
            let message =
                format!("found elements of {stride} bytes in {name}, expected at most {MAX_STRIDE}");
            validator.report(&rules::STRIDE, subject.clone(), message);
        }
    }
    if is_texture || found == resource_kind::TYPED_BUFFER {
        let size =
            element(validator, resource).map(|ty| validator.layout.allocation(validator.program.module, ty));
        if let Some(size) = size.filter(|&size| size > MAX_ELEMENT) {
            let message = format!("found elements of {size} bytes in {name}, expected at most {MAX_ELEMENT}");
            validator.report(&rules::ELEMENT, subject.clone(), message);
        }
    }
}

/// Element type of a typed view: the first member of its structure.
fn element(validator: &Validator<'_>, resource: &Resource) -> Option<TypeId> {
    let types = validator.types;
    let mut at = types.pointee(TypeId(u32::try_from(resource.symbol_type?).ok()?))?;
    while let Some(Type::Array { element, .. }) = types.get(at) {
        at = element;
    }
    match types.fields(at) {
        Some(fields) => fields.first().copied(),
        None => Some(at),
    }
}

/// Reports resources of one class and space whose registers meet.
fn overlaps(validator: &mut Validator<'_>) {
    let shader = validator.shader;
    let mut ranges: Vec<(Class, u32, u32, u32, usize)> = Vec::new();
    for (index, resource) in shader.resources.iter().enumerate() {
        let is_bound = !shader.is_library() || resource.lower != UNBOUND && resource.space != UNBOUND;
        if is_bound && resource.count > 0 {
            let upper = resource.upper().max(resource.lower);
            ranges.push((resource.class, resource.space, resource.lower, upper, index));
        }
    }
    ranges.sort_unstable();
    let mut last: Option<(Class, u32, u32, usize)> = None;
    for (class, space, lower, upper, index) in ranges {
        let before = last.filter(|&(other, same, end, _)| (other, same) == (class, space) && lower <= end);
        if let Some((.., other)) = before
            && let (Some(first), Some(second)) = (shader.resources.get(other), shader.resources.get(index))
        {
            let message = format!(
                "found {} at registers {} to {} and {} at {} to {} of space {space}, expected ranges that do not meet",
                name(second),
                second.lower,
                second.upper(),
                name(first),
                first.lower,
                first.upper()
            );
            validator.report(&rules::OVERLAP, Subject::Resource(index), message);
        }
        // The range that reaches furthest is what later ones may meet.
        if last.is_none_or(|(other, same, end, _)| (other, same) != (class, space) || upper > end) {
            last = Some((class, space, upper, index));
        }
    }
}
