//! Where textures, samplers, blocks and images are. All stages see one place for one name.

use foldhash::{HashMap, HashSet};
use glassbox_syntax::token::Word;

use super::Linker;
use super::root::Root;
use super::same::Comparison;
use crate::compile::Interface;
use crate::language::Api;
use crate::model::{Global, GlobalId, Program, Storage};
use crate::rules::{DISAGREE, TAKEN};
use crate::stage::{Place, ROOT};
use crate::types::Type;

/// Highest binding and descriptor set that are taken; compilers behind read them as small numbers.
const MOST: u32 = 0xFFFF;

/// Kinds of resources; each has a descriptor set of its own where the text names none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Class {
    /// Uniform blocks.
    Block,
    /// Textures, with or without their samplers.
    Texture,
    /// Samplers.
    Sampler,
    /// Storage blocks.
    Storage,
    /// Images.
    Image,
    /// What the stages of ray tracing and input attachments have.
    Other,
}

impl Class {
    /// The descriptor set where the text names none. Set 3 holds the uniforms outside of blocks.
    fn set(self) -> u32 {
        match self {
            Class::Block => 0,
            Class::Texture => 1,
            Class::Sampler => 2,
            Class::Storage => 4,
            Class::Image => 5,
            Class::Other => 6,
        }
    }

    /// The first binding that is given where the text names none: uniform blocks leave 0 to the uniforms outside of blocks.
    fn first(self) -> u32 {
        u32::from(self == Class::Block)
    }
}

/// A resource with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resource {
    pub(super) place: Place,
    /// Whether the text says so.
    pub(super) is_explicit: bool,
}

/// A resource before it has a place.
#[derive(Clone)]
struct Wanted {
    class: Class,
    name: Word,
    set: Option<u32>,
    binding: Option<u32>,
    /// The stage and the variable that declare it first.
    stage: usize,
    global: GlobalId,
    /// Whether the binding is only preferred: of samplers, that of their textures.
    is_preferred: bool,
}

/// Resources while they are gathered.
#[derive(Default)]
struct Gathered {
    all: Vec<Wanted>,
    known: HashMap<(Class, Word), usize>,
}

/// Places of all resources.
#[derive(Default)]
pub(super) struct Resources {
    pub(super) places: HashMap<(Class, Word), Resource>,
    /// Names of samplers that were one with their textures, by the names of these.
    pub(super) samplers: HashMap<Word, Word>,
    /// Names of the elements of arrays of combined samplers that are taken apart, by the names of the arrays.
    pub(super) elements: HashMap<Word, Vec<Word>>,
}

/// The class that a variable belongs to; `None` of what is no resource with a place.
pub(super) fn class(program: &Program, global: &Global) -> Option<Class> {
    if global.built_in.is_some() || global.qualifiers.layout().is_heap {
        return None;
    }
    match (global.storage, program.types.innermost(global.ty)) {
        (Storage::Uniform, Type::Struct(_)) => program.block_of(global).map(|_| Class::Block),
        (Storage::Buffer, _) => Some(Class::Storage),
        (Storage::Uniform, Type::Sampled(_) | Type::Texture(_)) => Some(Class::Texture),
        (Storage::Uniform, Type::Sampler(_)) => Some(Class::Sampler),
        (Storage::Uniform, Type::Image(_)) => Some(Class::Image),
        (
            Storage::Uniform,
            Type::Subpass(_) | Type::AccelerationStructure | Type::Parametric(_) | Type::Attachment(_),
        ) => Some(Class::Other),
        _ => None,
    }
}

impl Linker<'_> {
    /// Gives every resource its place. What does not fit is reported.
    pub(super) fn place_resources(&mut self, root: &Root) -> Resources {
        let mut resources = Resources { elements: self.sampler_elements(), ..Resources::default() };
        let gathered = self.gather(root.name.as_ref(), &mut resources);
        let mut taken: HashMap<Place, usize> = HashMap::default();
        let mut done: HashSet<usize> = HashSet::default();
        for (number, resource) in gathered.all.iter().enumerate() {
            let (Some(binding), false) = (resource.binding, resource.is_preferred) else {
                continue;
            };
            let place = Place { set: resource.set.unwrap_or(resource.class.set()), binding };
            let other = taken.get(&place).and_then(|other| gathered.all.get(*other));
            self.check_place(root, place, other, resource);
            taken.entry(place).or_insert(number);
            done.insert(number);
            resources.insert(resource, place, true);
        }
        // Where the search for a free binding goes on in each set, for resources without a wish.
        let mut next: HashMap<u32, u32> = HashMap::default();
        for (number, resource) in gathered.all.iter().enumerate() {
            if done.contains(&number) {
                continue;
            }
            let stated = resource.set.filter(|_| !resource.is_preferred);
            let set = stated.unwrap_or(resource.class.set());
            let own = resource.binding.filter(|_| resource.is_preferred);
            let next = next.entry(set).or_insert(0);
            let first = own.unwrap_or(resource.class.first().max(*next));
            let free = (first..=MOST)
                .map(|binding| Place { set, binding })
                .find(|place| *place != ROOT && !taken.contains_key(place));
            let Some(place) = free else {
                continue;
            };
            if own.is_none() && *next >= resource.class.first() {
                *next = place.binding + 1;
            }
            taken.insert(place, number);
            let is_explicit = own == Some(place.binding) && resource.set.is_none();
            resources.insert(resource, place, is_explicit);
        }
        resources
    }

    /// Compares the resources of all stages, where the texts have placed them.
    pub(super) fn compare_resources(&mut self) {
        self.gather(None, &mut Resources::default());
    }

    /// Reports what is wrong with a place that a text states.
    fn check_place(&mut self, root: &Root, place: Place, other: Option<&Wanted>, resource: &Wanted) {
        let Place { set, binding } = place;
        let name = &resource.name;
        let message = match other {
            _ if set > MOST || binding > MOST => {
                format!("found set {set} and binding {binding} for `{name}`, expected at most {MOST}")
            }
            _ if place == ROOT && !root.is_empty() => format!(
                "found set {set} and binding {binding} for `{name}`, expected another place: uniforms outside of blocks are there"
            ),
            // Vulkan lets variables share a place: a heap of descriptors is read as arrays of several types. Storage blocks and
            // images share one in OpenGL too: they are views of one memory. So are uniform blocks of two stages.
            Some(other)
                if self.options.api != Api::Vulkan
                    && (other.set, resource.set) == (None, None)
                    && !matches!(resource.class, Class::Storage | Class::Image)
                    && !(resource.class == Class::Block
                        && other.class == Class::Block
                        && other.stage != resource.stage) =>
            {
                format!(
                    "found set {set} and binding {binding} for `{name}`, expected another place: `{}` is there",
                    other.name
                )
            }
            _ => return,
        };
        let from = |resource: &Wanted| {
            let program = &self.programs[resource.stage];
            program.from(program.global(resource.global).at)
        };
        let mut finding = self.reports.of(&TAKEN, from(resource), message);
        if let Some(other) = other {
            let at = self.reports.sources.unplaced(from(other).primary());
            finding = finding.label(at, "this is there already");
        }
        self.reports.add(finding.help("give it another binding, or none"));
    }

    /// Every resource of every stage, each once, in the order of the first declaration.
    fn gather(&mut self, root: Option<&Word>, resources: &mut Resources) -> Gathered {
        let mut gathered = Gathered::default();
        for stage in 0..self.programs.len() {
            for number in 0..self.programs[stage].globals.len() {
                let id = GlobalId(number as u32);
                let program = &self.programs[stage];
                let global = program.global(id);
                let Some(class) = class(program, global).filter(|_| root != Some(&global.name)) else {
                    continue;
                };
                let layout = global.qualifiers.layout();
                let resource = Wanted {
                    class,
                    name: program.linked_name(global).clone(),
                    set: layout.set,
                    binding: layout.binding,
                    stage,
                    global: id,
                    is_preferred: self.counters.contains(&global.name),
                };
                if self.options.interface == Interface::Separated
                    && super::samplers::is_split(&program.types, global.ty)
                {
                    self.gather_sampler(resource, resources, &mut gathered);
                } else {
                    self.add_resource(resource, &mut gathered);
                }
            }
        }
        gathered
    }

    /// Adds a combined sampler: for it, or each of its elements, the texture, and a sampler that is called after it.
    fn gather_sampler(&mut self, whole: Wanted, resources: &mut Resources, gathered: &mut Gathered) {
        let elements = resources.elements.get(&whole.name).cloned();
        let Some(elements) = elements else {
            return self.gather_halves(whole, resources, gathered);
        };
        for (number, element) in elements.into_iter().enumerate() {
            let binding = whole.binding.map(|first| first.saturating_add(number as u32));
            self.gather_halves(Wanted { name: element, binding, ..whole.clone() }, resources, gathered);
        }
    }

    fn gather_halves(&mut self, texture: Wanted, resources: &mut Resources, gathered: &mut Gathered) {
        let name = match resources.samplers.get(&texture.name) {
            Some(name) => name.clone(),
            None => self.names.shared(&format!("{}_sampler", texture.name)),
        };
        resources.samplers.insert(texture.name.clone(), name.clone());
        let sampler = Wanted { class: Class::Sampler, name, is_preferred: true, ..texture.clone() };
        self.add_resource(texture, gathered);
        self.add_resource(sampler, gathered);
    }

    /// Adds a resource, or compares it with the one of the same name.
    fn add_resource(&mut self, resource: Wanted, gathered: &mut Gathered) {
        let key = (resource.class, resource.name.clone());
        let Some(number) = gathered.known.get(&key).copied() else {
            gathered.known.insert(key, gathered.all.len());
            gathered.all.push(resource);
            return;
        };
        let Some(other) = gathered.all.get_mut(number) else {
            return;
        };
        // The sampler of a combined one was compared with its texture; arrays of counters were joined.
        if !resource.is_preferred && resource.stage != other.stage {
            self.compare(&resource, other);
        }
        other.binding = other.binding.or(resource.binding);
        other.set = other.set.or(resource.set);
    }

    fn compare(&mut self, resource: &Wanted, other: &Wanted) {
        let (own, declared) = (&self.programs[resource.stage], &self.programs[other.stage]);
        let (own_type, other_type) = (own.global(resource.global).ty, declared.global(other.global).ty);
        let is_strict = self.options.api != Api::Any;
        let mut comparison = Comparison::new(own, declared);
        let differs = |a: Option<u32>, b: Option<u32>| a.is_some() && b.is_some() && a != b;
        let what = match () {
            () if !comparison.is_same(own_type, other_type) => {
                let (found, expected) = comparison.difference(own_type, other_type);
                format!("{found}, expected {expected}")
            }
            () if differs(resource.binding, other.binding) => {
                format!("binding {}, expected {}", resource.binding.unwrap_or(0), other.binding.unwrap_or(0))
            }
            () if differs(resource.set, other.set) => {
                format!("set {}, expected {}", resource.set.unwrap_or(0), other.set.unwrap_or(0))
            }
            // Compilers of drivers take both forms of one block.
            () if is_strict && is_anonymous(own, resource) != is_anonymous(declared, other) => {
                let word = |is_anonymous: bool| if is_anonymous { "no name" } else { "a name" };
                format!(
                    "{} of its instance, expected {}",
                    word(is_anonymous(own, resource)),
                    word(is_anonymous(declared, other))
                )
            }
            () => return,
        };
        let message = format!("found `{}` with {what} as in the other stage", resource.name);
        let place = declared.from(declared.global(other.global).at).primary();
        let from = own.from(own.global(resource.global).at);
        let finding = self.reports.of(&DISAGREE, from, message);
        let finding = finding.label(self.reports.sources.unplaced(place), "it is declared here");
        self.reports.add(finding.help("declare it in one text that both stages include"));
    }

    /// Writes the places into the stages, and notes those that the texts gave.
    pub(super) fn write_places(&mut self, resources: &Resources) {
        for (program, linked) in self.programs.iter_mut().zip(&mut self.linked) {
            for number in 0..program.globals.len() {
                let global = &program.globals[number];
                let Some(class) = class(program, global) else {
                    continue;
                };
                let key = (class, program.linked_name(global).clone());
                let Some(resource) = resources.places.get(&key) else {
                    continue;
                };
                let layout = program.globals[number].qualifiers.layout_mut();
                layout.set = Some(resource.place.set);
                layout.binding = Some(resource.place.binding);
                if resource.is_explicit {
                    linked.explicit.push(resource.place);
                }
            }
            linked.explicit.sort_unstable();
            linked.explicit.dedup();
        }
    }
}

/// Whether a resource is a block whose members are in scope by their own names.
fn is_anonymous(program: &Program, resource: &Wanted) -> bool {
    program.global(resource.global).is_anonymous_block
}

impl Resources {
    fn insert(&mut self, resource: &Wanted, place: Place, is_explicit: bool) {
        self.places.insert((resource.class, resource.name.clone()), Resource { place, is_explicit });
    }
}
