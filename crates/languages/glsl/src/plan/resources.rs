//! Where textures, samplers, blocks and images are. All stages see one place for one name.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::Reports;

use super::root::is_refused;
use super::{Plan, spelt, spelt_members};
use crate::rules::{DISAGREE, QUALIFIER, SAMPLER_TYPE, TAKEN};
use crate::stage::{Place, ROOT};
use crate::stage_text::StageText;
use crate::syntax::{Declarator, ItemKind, Qualifiers, TypeUse};
use crate::types::{Class, is_strange_sampler, opaque, sampler_type};

/// Highest binding and descriptor set that are taken; compilers behind read them as small numbers.
const MOST: u32 = 0xFFFF;

/// A resource with its place.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    /// Where it is.
    pub(crate) place: Place,
    /// Whether the source says so.
    pub(crate) is_explicit: bool,
}

/// A resource before it has a place.
struct Wanted {
    class: Class,
    name: Rc<str>,
    set: Option<u32>,
    binding: Option<u32>,
    /// What is declared, for comparison.
    spelt: Vec<String>,
    from: Provenance,
    /// The texture of a combined sampler, whose binding this takes if it can.
    of_texture: Option<Rc<str>>,
}

/// Gives every resource its place.
pub(super) fn settle(stages: &[StageText], plan: &mut Plan, reports: &mut Reports) {
    let wanted = gather(stages, plan, reports);
    let mut taken: HashMap<Place, usize> = HashMap::new();
    let mut done: HashSet<usize> = HashSet::new();
    for (number, resource) in wanted.iter().enumerate() {
        let (Some(binding), None) = (resource.binding, &resource.of_texture) else {
            continue;
        };
        let place = Place { set: resource.set.unwrap_or(resource.class.set()), binding };
        if let Some(message) =
            conflict(plan, place, taken.get(&place).and_then(|other| wanted.get(*other)), resource)
        {
            let mut finding = reports.of(&TAKEN, resource.from, message);
            if let Some(other) = taken.get(&place).and_then(|other| wanted.get(*other)) {
                let at = reports.sources.location(other.from.primary());
                finding = finding.label(at, "this is there already");
            }
            reports.add(finding.help("give it another binding, or none"));
        }
        taken.entry(place).or_insert(number);
        done.insert(number);
        insert(plan, resource, place, true);
    }
    for (number, resource) in wanted.iter().enumerate() {
        if done.contains(&number) {
            continue;
        }
        let set = match resource.of_texture {
            Some(_) => Class::Sampler.set(),
            None => resource.set.unwrap_or(resource.class.set()),
        };
        let own = resource.binding.filter(|_| resource.of_texture.is_some());
        let first = own.unwrap_or(resource.class.first());
        // At most as many places are taken as there are resources, so that a free one is near.
        let free = (first..=MOST)
            .map(|binding| Place { set, binding })
            .find(|place| *place != ROOT && !taken.contains_key(place));
        let Some(place) = free else {
            continue;
        };
        taken.insert(place, number);
        insert(plan, resource, place, own == Some(place.binding) && resource.set.is_none());
    }
}

fn insert(plan: &mut Plan, resource: &Wanted, place: Place, is_explicit: bool) {
    let key = (resource.class, resource.name.clone());
    plan.resources.insert(key, Resource { place, is_explicit });
}

/// What is wrong with a place that a source states.
fn conflict(plan: &Plan, place: Place, other: Option<&Wanted>, resource: &Wanted) -> Option<String> {
    let (set, binding) = (place.set, place.binding);
    if set > MOST || binding > MOST {
        return Some(format!(
            "found set {set} and binding {binding} for `{}`, expected at most {MOST}",
            resource.name
        ));
    }
    if place == ROOT && !plan.root.is_empty() {
        return Some(format!(
            "found set {set} and binding {binding} for `{}`, expected another place: uniforms outside of blocks are there",
            resource.name
        ));
    }
    let other = other?;
    Some(format!(
        "found set {set} and binding {binding} for `{}`, expected another place: `{}` is there",
        resource.name, other.name
    ))
}

/// Every resource of every stage, each once, in the order of the first declaration.
fn gather(stages: &[StageText], plan: &mut Plan, reports: &mut Reports) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut known: HashMap<(Class, Rc<str>), usize> = HashMap::new();
    for stage in stages {
        for item in &stage.items {
            match &item.kind {
                ItemKind::Block { qualifiers, name, members, .. } => {
                    let class = match () {
                        () if stage.has(qualifiers, "uniform") => Class::Block,
                        () if stage.has(qualifiers, "buffer") => Class::Storage,
                        () => continue,
                    };
                    if stage.layout(qualifiers, "push_constant").is_some() {
                        continue;
                    }
                    let spelt = spelt_members(stage, members);
                    let resource = resource(stage, class, *name, qualifiers, spelt);
                    add(resource, &mut wanted, &mut known, reports);
                }
                ItemKind::Variables { qualifiers, ty, declarators } if stage.has(qualifiers, "uniform") => {
                    let ty_name = stage.word(ty.name).to_owned();
                    if is_strange_sampler(&ty_name) || is_refused(&ty_name) {
                        refuse(stage, ty.name, &ty_name, reports);
                        continue;
                    }
                    let combined = sampler_type(&ty_name);
                    let Some(class) = combined.map(|_| Class::Texture).or(opaque(&ty_name)) else {
                        continue;
                    };
                    for declarator in declarators {
                        let spelt = vec![spelt(stage, ty, &declarator.dimensions)];
                        let resource = resource(stage, class, declarator.name, qualifiers, spelt);
                        let is_array = !ty.dimensions.is_empty() || !declarator.dimensions.is_empty();
                        if combined.is_some()
                            && is_array
                            && stage.is_for_naga()
                            && let Some(count) = count(stage, ty, declarator)
                        {
                            let name = resource.name.clone();
                            let elements = match plan.elements.get(&name) {
                                Some(elements) => elements.clone(),
                                None => {
                                    (0..count).map(|number| plan.fresh(&format!("{name}_{number}"))).collect()
                                }
                            };
                            plan.elements.entry(name).or_insert_with(|| elements.clone());
                            for (number, element) in elements.into_iter().enumerate() {
                                let one = Wanted {
                                    name: element,
                                    binding: resource
                                        .binding
                                        .map(|first| first.saturating_add(number as u32)),
                                    spelt: resource.spelt.clone(),
                                    class: resource.class,
                                    set: resource.set,
                                    from: resource.from,
                                    of_texture: None,
                                };
                                pair(one, plan, &mut wanted, &mut known, reports);
                            }
                            continue;
                        }
                        if is_array && stage.is_for_naga() {
                            let message = format!(
                                "found `{}` as an array of `{ty_name}`, expected single ones in a {} shader",
                                resource.name, stage.stage
                            );
                            let finding = reports.of(&SAMPLER_TYPE, resource.from, message);
                            reports.add(
                                finding.help("declare a uniform for each element, or use an array texture"),
                            );
                        }
                        if combined.is_some() {
                            pair(resource, plan, &mut wanted, &mut known, reports);
                        } else {
                            add(resource, &mut wanted, &mut known, reports);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    wanted
}

/// Most elements of an array of samplers: no target has more registers.
const MOST_ELEMENTS: i64 = 32;

/// The size of an array of samplers that is taken apart; `None` for arrays of arrays, for sizes that are not known and for more than any
/// target has.
fn count(stage: &StageText, ty: &TypeUse, declarator: &Declarator) -> Option<i64> {
    let mut sizes = declarator.dimensions.iter().chain(&ty.dimensions);
    let size = stage.number(sizes.next()?.clone())?;
    (sizes.next().is_none() && (1..=MOST_ELEMENTS).contains(&size)).then_some(size)
}

/// Adds a combined sampler: the texture, and a sampler that is called after it.
fn pair(
    texture: Wanted,
    plan: &mut Plan,
    wanted: &mut Vec<Wanted>,
    known: &mut HashMap<(Class, Rc<str>), usize>,
    reports: &mut Reports,
) {
    let name = match plan.samplers.get(&texture.name) {
        Some(name) => name.clone(),
        None => plan.fresh(&format!("{}_sampler", texture.name)),
    };
    plan.samplers.insert(texture.name.clone(), name.clone());
    let sampler = Wanted {
        class: Class::Sampler,
        name,
        set: texture.set,
        binding: texture.binding,
        spelt: texture.spelt.clone(),
        from: texture.from,
        of_texture: Some(texture.name.clone()),
    };
    add(texture, wanted, known, reports);
    add(sampler, wanted, known, reports);
}

fn refuse(stage: &StageText, at: usize, ty: &str, reports: &mut Reports) {
    let message = format!("found `{ty}`, expected a type that every target has");
    let (rule, help) = if is_strange_sampler(ty) {
        (&SAMPLER_TYPE, "use a texture of two dimensions and `texelFetch`")
    } else {
        (&QUALIFIER, "use a uniform or storage block, or a texture")
    };
    let finding = reports.of(rule, stage.from(at), message);
    reports.add(finding.help(help));
}

fn resource(
    stage: &StageText,
    class: Class,
    name: usize,
    qualifiers: &Qualifiers,
    spelt: Vec<String>,
) -> Wanted {
    let number = |what: &str| stage.layout_number(qualifiers, what).map(|(number, _)| number);
    Wanted {
        class,
        name: stage.text(name),
        set: number("set"),
        binding: number("binding"),
        spelt,
        from: stage.from(name),
        of_texture: None,
    }
}

/// Adds a resource, or compares it with the one of the same name.
fn add(
    resource: Wanted,
    wanted: &mut Vec<Wanted>,
    known: &mut HashMap<(Class, Rc<str>), usize>,
    reports: &mut Reports,
) {
    let key = (resource.class, resource.name.clone());
    let Some(other) = known.get(&key).and_then(|number| wanted.get_mut(*number)) else {
        known.insert(key, wanted.len());
        wanted.push(resource);
        return;
    };
    // The sampler of a combined one was compared with its texture.
    if resource.of_texture.is_none() {
        let differs = |a: Option<u32>, b: Option<u32>| a.is_some() && b.is_some() && a != b;
        let what = match () {
            () if resource.spelt.len() != other.spelt.len() => {
                Some(format!("{} members, expected {}", resource.spelt.len(), other.spelt.len()))
            }
            () if resource.spelt != other.spelt => {
                let pairs = resource.spelt.iter().zip(&other.spelt);
                let mut differences = pairs.filter(|(own, other)| own != other);
                differences.next().map(|(own, other)| format!("`{own}`, expected `{other}`"))
            }
            () if differs(resource.binding, other.binding) || differs(resource.set, other.set) => Some(
                format!("binding {}, expected {}", resource.binding.unwrap_or(0), other.binding.unwrap_or(0)),
            ),
            () => None,
        };
        if let Some(what) = what {
            let message = format!("found `{}` with {what} as in the other stage", resource.name);
            let place = reports.sources.location(other.from.primary());
            let finding = reports.of(&DISAGREE, resource.from, message);
            let finding = finding.label(place, "it is declared here");
            reports.add(finding.help("declare it in one text that both stages include"));
        }
    }
    other.binding = other.binding.or(resource.binding);
    other.set = other.set.or(resource.set);
}
