//! Checks the interfaces of entry points: variables listed, locations, decorations that depend on the model.

use std::collections::{BTreeMap, BTreeSet};

use super::decorations::is_variable;
use super::entries::{Entry, Models};
use super::traits::Trait;
use super::values::integer32;
use super::{Checker, rules};
use crate::grammar::value::{
    addressing_model, capability as cap, decoration as dec, execution_model as model, storage_class as class,
};
use crate::grammar::{self, OpcodeSet, op};
use crate::module::{At, Id, Module, Type};

/// Locations that are compared. More exist on no device.
const MOST_LOCATIONS: u64 = 4096;
/// The last component of a location. Others are reported where they are declared.
const LAST_COMPONENT: u32 = 3;

/// Checks the interface of every entry point.
pub(super) fn check(checker: &mut Checker<'_>) {
    names(checker);
    let is_vulkan = checker.environment.is_vulkan();
    let consumption = if is_vulkan { Consumption::of(checker) } else { Consumption(Vec::new()) };
    let mut listed_by = Marks::new(checker.module.bound());
    let mut placed_by = Marks::new(checker.module.bound());
    for entry in &checker.facts.entries.list {
        if listed(checker, *entry, &mut listed_by) && is_vulkan {
            if checker.module.opcode(entry.at) == op::ENTRY_POINT {
                locations(checker, *entry, &consumption, &mut placed_by);
            }
            classes(checker, *entry);
        }
    }
    uses(checker);
}

/// Checks that names are unique for each model.
fn names(checker: &mut Checker<'_>) {
    let module = checker.module;
    let mut seen = BTreeSet::new();
    for index in 0..checker.facts.entries.list.len() {
        let entry = checker.facts.entries.list[index];
        let words = module.string_words(entry.at, entry.name);
        let name = &module.operands(entry.at)[entry.name..entry.name + words];
        let is_plain = module.opcode(entry.at) == op::ENTRY_POINT;
        if is_plain && !seen.insert((entry.model, name)) {
            let name = module.string(entry.at, entry.name);
            let message = format!("another entry point of this model is called {name:?}");
            checker.report_operand(&rules::ENTRY_NAME, entry.at, entry.name, message);
        }
    }
    let models = checker
        .facts
        .entries
        .list
        .iter()
        .fold(Models::NONE, |models, entry| models.union(Models::one(entry.model)));
    let mixes = |nv, ext| {
        !models.intersect(Models::of(nv)).is_empty() && !models.intersect(Models::of(ext)).is_empty()
    };
    if mixes(&[model::TASK_NV, model::MESH_NV], &[model::TASK_EXT, model::MESH_EXT]) {
        let at = checker.facts.entries.list[0].at;
        let message = "the module has mesh shaders of the EXT and of the NV extension";
        checker.report(&rules::ENTRY_MODELS, at, message.into());
    }
}

/// A variable of an interface.
#[derive(Clone, Copy)]
struct Variable {
    id: Id,
    at: At,
    class: u32,
    /// What it holds; 0 if that is not stated.
    ty: Id,
}

fn variable(module: &Module, id: Id) -> Option<Variable> {
    let at = module.definition(id).filter(|at| is_variable(module.opcode(*at)))?;
    let ty = if module.opcode(at) == op::VARIABLE {
        module.pointer(module.get(at).ty).map_or(0, |(pointee, _)| pointee)
    } else {
        module.word(at, 1)
    };
    Some(Variable { id, at, class: module.word(at, 0), ty })
}

/// By id, the last entry point that it was marked for.
struct Marks(Vec<At>);

impl Marks {
    fn new(bound: usize) -> Marks {
        Marks(vec![At::MAX; bound])
    }

    /// Marks an id. False if it was marked for this entry point before.
    fn mark(&mut self, id: Id, entry: Entry) -> bool {
        std::mem::replace(&mut self.0[id as usize], entry.at) != entry.at
    }
}

/// What was found while the variables of an interface were listed.
#[derive(Default)]
struct Listed {
    inputs: BTreeSet<u32>,
    outputs: BTreeSet<u32>,
    input_blocks: u32,
    output_blocks: u32,
    payloads: u32,
    shared: u32,
    shared_blocks: u32,
    shared_aliases: u32,
}

/// Checks the variables listed. True if all are variables.
fn listed(checker: &mut Checker<'_>, entry: Entry, marks: &mut Marks) -> bool {
    let module = checker.module;
    let mut found = Listed::default();
    let interface = checker.facts.entries.interface(module, &entry);
    let first = module.operands(entry.at).len() - interface.len();
    for (&id, operand) in interface.iter().zip(first..) {
        let Some(variable) = variable(module, id) else {
            let message = format!("{} is not a variable", checker.id(id));
            checker.report_operand(&rules::INTERFACE_LIST, entry.at, operand, message);
            return false;
        };
        let is_new = marks.mark(id, entry);
        if let Some(problem) = membership(checker, &variable, is_new, &mut found) {
            checker.report_operand(&rules::INTERFACE_LIST, entry.at, operand, problem);
            return false;
        }
        let untyped = module.opcode(variable.at) == op::UNTYPED_VARIABLE_KHR;
        if untyped && variable.ty == 0 && checker.is_heap(variable.at) {
            continue;
        }
        built_ins(checker, entry, &variable, &mut found);
        if variable.class == class::WORKGROUP {
            workgroup(checker, &variable, &mut found);
        }
        if checker.environment.is_vulkan() {
            interpolation(checker, entry, &variable);
        }
    }
    blocks(checker, entry, &found);
    true
}

/// What is wrong with a variable in the list of an entry point.
fn membership(
    checker: &Checker<'_>,
    variable: &Variable,
    is_new: bool,
    found: &mut Listed,
) -> Option<String> {
    let name = || checker.id(variable.id);
    if checker.minor() < 4 {
        let fits = matches!(variable.class, class::INPUT | class::OUTPUT);
        return (!fits).then(|| {
            format!("{} is neither input nor output; before SPIR-V 1.4 only these are listed", name())
        });
    }
    found.payloads += u32::from(variable.class == class::TASK_PAYLOAD_WORKGROUP_EXT);
    if found.payloads > 1 {
        Some(format!("{} is the second task payload", name()))
    } else if variable.class == class::FUNCTION {
        Some(format!("{} is local to a function", name()))
    } else {
        (!is_new).then(|| format!("{} is listed twice", name()))
    }
}

/// Checks the built-ins of a variable.
fn built_ins(checker: &mut Checker<'_>, entry: Entry, variable: &Variable, found: &mut Listed) {
    let module = checker.module;
    let is_struct = module.opcode_of(variable.ty) == op::TYPE_STRUCT;
    let holder = if is_struct { variable.ty } else { variable.id };
    let decorations = checker.facts.decorations.of_id(holder);
    let mut values = decorations
        .iter()
        .filter(|applied| applied.kind == dec::BUILT_IN)
        .map(|applied| applied.value)
        .peekable();
    if values.peek().is_none() {
        return;
    }
    if checker.environment.is_vulkan() {
        for value in values {
            let is_new = match variable.class {
                class::INPUT => found.inputs.insert(value),
                class::OUTPUT => found.outputs.insert(value),
                _ => true,
            };
            if !is_new {
                let name = grammar::value_name("BuiltIn", value).unwrap_or("?");
                let message = format!("the entry point has two variables for {name}");
                checker.report(&rules::INTERFACE_BUILT_IN, entry.at, message);
            }
        }
        let decorations = checker.facts.decorations.of_id(variable.id);
        let placed =
            decorations.iter().find(|applied| matches!(applied.kind, dec::LOCATION | dec::COMPONENT));
        if let Some(placed) = placed {
            let message = "a built-in has no location or component";
            checker.report(&rules::INTERFACE_BUILT_IN, placed.at, message.into());
        }
    }
    if is_struct {
        if !checker.facts.decorations.any(variable.ty, dec::BLOCK) {
            let message = format!("{} has built-in members but is not a block", checker.id(variable.ty));
            checker.report(&rules::INTERFACE_BUILT_IN, variable.at, message);
        }
        found.input_blocks += u32::from(variable.class == class::INPUT);
        found.output_blocks += u32::from(variable.class == class::OUTPUT);
    }
}

/// Counts variables in workgroup memory.
fn workgroup(checker: &mut Checker<'_>, variable: &Variable, found: &mut Listed) {
    let module = checker.module;
    let untyped = module.opcode(variable.at) == op::UNTYPED_VARIABLE_KHR && checker.has(cap::SHADER);
    let is_struct = module.opcode_of(variable.ty) == op::TYPE_STRUCT;
    let is_block = is_struct && checker.facts.traits.has(variable.ty, Trait::Block);
    found.shared += 1;
    found.shared_blocks += u32::from(is_block);
    found.shared_aliases += u32::from(is_struct && checker.facts.decorations.any(variable.id, dec::ALIASED));
    if untyped && !is_block {
        let message = "an untyped variable in workgroup memory holds a block";
        checker.report(&rules::INTERFACE_WORKGROUP, variable.at, message.into());
    }
}

/// Checks the numbers of blocks of an interface.
fn blocks(checker: &mut Checker<'_>, entry: Entry, found: &Listed) {
    if found.input_blocks > 1 || found.output_blocks > 1 {
        let message = "the entry point has two blocks with built-in members of one storage class";
        checker.report(&rules::INTERFACE_BUILT_IN, entry.at, message.into());
    }
    if found.shared_blocks == 0 {
        return;
    }
    let problem = if !checker.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR) {
        "blocks in workgroup memory require WorkgroupMemoryExplicitLayoutKHR"
    } else if checker.has(cap::UNTYPED_POINTERS_KHR) {
        return;
    } else if found.shared != found.shared_blocks {
        "either all variables in workgroup memory are blocks or none"
    } else if found.shared_blocks > 1 && found.shared_blocks != found.shared_aliases {
        "several blocks in workgroup memory are all Aliased"
    } else {
        return;
    };
    checker.report(&rules::INTERFACE_WORKGROUP, entry.at, problem.into());
}

/// Checks how a variable is interpolated; Vulkan, section "Validation Rules within a Module".
fn interpolation(checker: &mut Checker<'_>, entry: Entry, variable: &Variable) {
    let module = checker.module;
    let models = checker.facts.entries.models_of(entry.function);
    let decorations = checker.facts.decorations.of_id(variable.id);
    let is_interpolated =
        |kind: u32| matches!(kind, dec::FLAT | dec::NO_PERSPECTIVE | dec::SAMPLE | dec::CENTROID);
    let wrong = match variable.class {
        class::INPUT => models.count() > 1 || models.has(model::VERTEX),
        class::OUTPUT => models.count() > 1 || models.has(model::FRAGMENT),
        _ => false,
    };
    let stated = decorations.iter().find(|applied| is_interpolated(applied.kind)).copied();
    if let Some(stated) = stated.filter(|_| wrong) {
        let name = super::decorations::name(stated.kind);
        let message = format!("{name} applies neither to vertex inputs nor to fragment outputs");
        checker.report(&rules::INTERFACE_INTERPOLATION, stated.at, message);
        return;
    }
    let is_flat = decorations.iter().any(|applied| applied.kind == dec::FLAT);
    let is_whole = match module.ty(variable.ty) {
        Some(Type::Float { width: 64, .. } | Type::Int { .. }) => true,
        Some(Type::Vector { component, .. }) => matches!(module.ty(component), Some(Type::Int { .. })),
        _ => false,
    };
    if models.has(model::FRAGMENT) && variable.class == class::INPUT && !is_flat && is_whole {
        let message = format!("{} is an integer or 64 bits wide and not Flat", checker.id(variable.id));
        checker.report(&rules::INTERFACE_INTERPOLATION, variable.at, message);
    }
}

/// Checks that a variable is listed by the entry points that use it.
fn uses(checker: &mut Checker<'_>) {
    let module = checker.module;
    let mut listed: Vec<(Id, At)> = Vec::new();
    for entry in &checker.facts.entries.list {
        listed.extend(checker.facts.entries.interface(module, entry).iter().map(|id| (*id, entry.at)));
    }
    listed.sort_unstable();
    let mut functions = Vec::new();
    let facts = checker.facts;
    for at in facts.order.global_variables() {
        let storage = module.word(at, 0);
        let is_interface = matches!(storage, class::INPUT | class::OUTPUT);
        if checker.minor() < 4 && !is_interface || storage == class::FUNCTION {
            continue;
        }
        let id = module.get(at).result;
        checker.collect_references(id, &mut functions);
        for &function in &functions {
            let entries = checker.facts.entries.of_function(function);
            let missing =
                entries.iter().find(|entry| listed.binary_search(&(id, entry.at)).is_err()).copied();
            if let Some(entry) = missing {
                let name = module.string(entry.at, entry.name);
                let message = format!("entry point {name:?} uses {} without listing it", checker.id(id));
                checker.report(&rules::INTERFACE_UNLISTED, entry.at, message);
            }
        }
        if checker.environment.is_vulkan() && is_interface {
            addresses(checker, at);
        }
    }
}

/// Checks that no address is passed between stages.
fn addresses(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let pointee = module.pointer(module.get(at).ty).map_or(0, |(pointee, _)| pointee);
    if checker.facts.traits.has(pointee, Trait::Address) {
        let message = "an input or output holds no pointers to PhysicalStorageBuffer";
        checker.report(&rules::INTERFACE_TYPE, at, message.into());
    }
}

/// Storage classes of which an entry point has at most one variable.
const SINGLE: &[u32] = &[
    class::PUSH_CONSTANT,
    class::INCOMING_RAY_PAYLOAD_KHR,
    class::HIT_ATTRIBUTE_KHR,
    class::INCOMING_CALLABLE_DATA_KHR,
];

/// Checks the storage classes of an interface.
fn classes(checker: &mut Checker<'_>, entry: Entry) {
    let module = checker.module;
    let mut seen = BTreeSet::new();
    for &id in checker.facts.entries.interface(module, &entry) {
        let Some(variable) = variable(module, id) else { continue };
        let banks = variable.class == class::PUSH_CONSTANT && checker.has(cap::PUSH_CONSTANT_BANKS_NV);
        if SINGLE.contains(&variable.class) && !banks && !seen.insert(variable.class) {
            let name = grammar::value_name("StorageClass", variable.class).unwrap_or("?");
            let message = format!("the entry point has two variables in the storage class {name}");
            checker.report(&rules::INTERFACE_SINGLE, entry.at, message);
        }
        let is_passed = matches!(variable.class, class::INPUT | class::OUTPUT);
        if is_passed && checker.facts.traits.has(variable.ty, Trait::SmallFloat) {
            let message = "an input or output holds no bfloat16, 8-bit or smaller floats";
            checker.report(&rules::INTERFACE_TYPE, variable.at, message.into());
        }
    }
}

/// Components in use, a bit for each; a component is a quarter of a location.
#[derive(Default)]
struct Slots(Vec<u64>);

/// Slots by what shares them.
struct AllSlots<'c> {
    consumption: &'c Consumption,
    input: Slots,
    /// By stream and index.
    output: BTreeMap<(u32, u32), Slots>,
    /// By index.
    patch: [Slots; 2],
    tiles: BTreeSet<u32>,
}

/// Checks the locations of an interface.
fn locations(checker: &mut Checker<'_>, entry: Entry, consumption: &Consumption, marks: &mut Marks) {
    let module = checker.module;
    let stages = [
        model::VERTEX,
        model::TESSELLATION_CONTROL,
        model::TESSELLATION_EVALUATION,
        model::GEOMETRY,
        model::FRAGMENT,
    ];
    if !stages.contains(&entry.model) {
        return;
    }
    let mut slots = AllSlots {
        consumption,
        input: Slots::default(),
        output: BTreeMap::new(),
        patch: [Slots::default(), Slots::default()],
        tiles: BTreeSet::new(),
    };
    for &id in checker.facts.entries.interface(module, &entry) {
        let Some(variable) = variable(module, id) else { continue };
        if !marks.mark(id, entry) {
            continue;
        }
        let problem = match variable.class {
            class::TILE_IMAGE_EXT => {
                let location = checker.facts.decorations.find(id, dec::LOCATION);
                let is_shared = location.is_some_and(|location| !slots.tiles.insert(location.value));
                is_shared.then(|| "another tile image has this location".to_string())
            }
            class::INPUT | class::OUTPUT => place(checker, entry, &variable, &mut slots),
            _ => None,
        };
        if let Some(problem) = problem {
            let message = format!("{}: {problem}", checker.id(id));
            checker.report(&rules::INTERFACE_LOCATION, variable.at, message);
        }
    }
}

/// Decorations of a variable that place it.
#[derive(Default)]
struct Placed {
    location: Option<u32>,
    component: u32,
    index: u32,
    stream: u32,
    patch: bool,
    per_task: bool,
    per_vertex: bool,
}

/// Places a variable. What is wrong with it.
fn place(
    checker: &Checker<'_>,
    entry: Entry,
    variable: &Variable,
    slots: &mut AllSlots<'_>,
) -> Option<String> {
    let module = checker.module;
    let is_output = variable.class == class::OUTPUT;
    let is_fragment = entry.model == model::FRAGMENT;
    let mut placed = Placed::default();
    for applied in checker.facts.decorations.of_id(variable.id) {
        match applied.kind {
            dec::LOCATION => placed.location = Some(applied.value),
            dec::COMPONENT => placed.component = applied.value,
            dec::INDEX if !is_output || !is_fragment => {
                return Some("Index applies to fragment outputs".into());
            }
            dec::INDEX => placed.index = applied.value,
            dec::BUILT_IN => return None,
            dec::PATCH => placed.patch = true,
            dec::STREAM => placed.stream = applied.value,
            dec::PER_TASK_NV => placed.per_task = true,
            dec::PER_VERTEX_KHR if !is_fragment => {
                return Some("PerVertexKHR applies to fragment inputs".into());
            }
            dec::PER_VERTEX_KHR => placed.per_vertex = true,
            _ => {}
        }
    }
    let array = match module.ty(variable.ty) {
        Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => Some(element),
        _ => None,
    };
    if placed.per_vertex && array.is_none() {
        return Some("PerVertexKHR applies to arrays".into());
    }
    let ty = array.filter(|_| is_arrayed(entry.model, is_output, &placed)).unwrap_or(variable.ty);
    let is_struct = module.opcode_of(ty) == op::TYPE_STRUCT;
    if is_struct && checker.facts.decorations.any(ty, dec::BUILT_IN) {
        return None;
    }
    let streams = entry.model == model::GEOMETRY && checker.has(cap::GEOMETRY_STREAMS);
    let stream = if streams { placed.stream } else { 0 };
    let index = u32::from(placed.index == 1);
    let consumption = slots.consumption;
    let slots = match (placed.patch, is_output) {
        (true, _) => &mut slots.patch[index as usize],
        (false, false) => &mut slots.input,
        (false, true) => slots.output.entry((stream, index)).or_default(),
    };
    match placed.location {
        Some(location) => place_at(checker.module, consumption, ty, (location, placed.component), slots),
        None if checker.facts.decorations.any(ty, dec::BLOCK) => {
            place_members(checker, consumption, ty, slots)
        }
        None => Some("it has no location".into()),
    }
}

/// True if the outer array of a variable is that of the vertices.
fn is_arrayed(model: u32, is_output: bool, placed: &Placed) -> bool {
    match model {
        model::TESSELLATION_CONTROL => !placed.patch,
        model::TESSELLATION_EVALUATION => !is_output && !placed.patch,
        model::GEOMETRY => !is_output,
        model::FRAGMENT => !is_output && placed.per_vertex,
        model::MESH_NV => is_output && !placed.per_task,
        _ => false,
    }
}

/// Places a variable with a location.
fn place_at(
    module: &Module,
    consumption: &Consumption,
    ty: Id,
    (location, component): (u32, u32),
    slots: &mut Slots,
) -> Option<String> {
    let (element, count) = match module.ty(ty) {
        Some(Type::Array { element, length }) => (element, integer32(module, length).unwrap_or(1)),
        _ => (ty, 1),
    };
    let Consumed { locations, components } = consumption.get(element);
    let locations = match locations {
        Ok(locations) => locations,
        Err(problem) => return Some(problem.into()),
    };
    if component > LAST_COMPONENT {
        return None;
    }
    for index in 0..u64::from(count) {
        let first = locations.saturating_mul(index).saturating_add(u64::from(location));
        if first >= MOST_LOCATIONS {
            break;
        }
        let range = if components != 0 {
            let start = first * 4 + u64::from(component);
            start..start.saturating_add(components)
        } else {
            first * 4..first.saturating_add(locations).saturating_mul(4)
        };
        if let Some(problem) = slots.take(range) {
            return Some(problem);
        }
        if locations == 0 {
            break;
        }
    }
    None
}

/// Places the members of a block.
fn place_members(
    checker: &Checker<'_>,
    consumption: &Consumption,
    ty: Id,
    slots: &mut Slots,
) -> Option<String> {
    let module = checker.module;
    let Some(Type::Struct { members }) = module.ty(ty) else { return None };
    for (index, &member) in members.iter().enumerate() {
        let stated = checker.facts.decorations.of_member(ty, index as u32);
        let value = |kind| stated.iter().find(|applied| applied.kind == kind).map(|applied| applied.value);
        let Some(location) = value(dec::LOCATION) else {
            return Some(format!("member {index} has no location"));
        };
        let location = u64::from(location);
        let component = u64::from(value(dec::COMPONENT).unwrap_or(0));
        let Consumed { locations, components } = consumption.get(member);
        let locations = match locations {
            Ok(locations) => locations,
            Err(problem) => return Some(problem.into()),
        };
        if location >= MOST_LOCATIONS || component > u64::from(LAST_COMPONENT) {
            continue;
        }
        let is_array = module.opcode_of(member) == op::TYPE_ARRAY;
        let problem = if is_array && (1..4).contains(&components) {
            let last = location.saturating_add(locations).min(MOST_LOCATIONS);
            (location..last).find_map(|location| {
                let start = location * 4 + component;
                slots.take(start..start + components)
            })
        } else if components != 0 {
            let start = location * 4 + component;
            slots.take(start..start.saturating_add(components))
        } else {
            slots.take(location * 4..location.saturating_add(locations).saturating_mul(4))
        };
        if problem.is_some() {
            return problem;
        }
    }
    None
}

impl Slots {
    /// Takes components, counted from the first of location 0. What is wrong with it.
    fn take(&mut self, range: std::ops::Range<u64>) -> Option<String> {
        let last = range.end.min(MOST_LOCATIONS * 4);
        for slot in range.start..last {
            let (word, bit) = ((slot / 64) as usize, 1u64 << (slot % 64));
            if word >= self.0.len() {
                self.0.resize(word + 1, 0);
            }
            if self.0[word] & bit != 0 {
                return Some(format!("component {} of location {} is in use", slot % 4, slot / 4));
            }
            self.0[word] |= bit;
        }
        None
    }
}

/// Types that may have locations.
static PLACED: OpcodeSet = OpcodeSet::of(&[
    op::TYPE_INT,
    op::TYPE_FLOAT,
    op::TYPE_VECTOR,
    op::TYPE_VECTOR_ID_EXT,
    op::TYPE_MATRIX,
    op::TYPE_ARRAY,
    op::TYPE_STRUCT,
    op::TYPE_POINTER,
]);

/// What values of each type consume in an interface, by id.
struct Consumption(Vec<Consumed>);

#[derive(Clone, Copy)]
struct Consumed {
    /// Number of locations, or why the type has none.
    locations: Result<u64, &'static str>,
    /// Number of components of scalars, vectors and arrays of them; 0 for others.
    components: u64,
}

impl Consumption {
    fn of(checker: &Checker<'_>) -> Consumption {
        let module = checker.module;
        let none = Consumed { locations: Err("its type has no location"), components: 0 };
        let mut consumption = Consumption(vec![none; module.bound()]);
        let order = &checker.facts.order;
        let is_placed = |at: &&At| PLACED.contains(module.opcode(**at)) && order.owner(**at).is_none();
        for &at in order.types.iter().filter(is_placed) {
            let consumed = consumption.consumed(checker, at);
            consumption.0[module.get(at).result as usize] = consumed;
        }
        consumption
    }

    fn get(&self, ty: Id) -> Consumed {
        self.0[ty as usize]
    }

    fn consumed(&self, checker: &Checker<'_>, at: At) -> Consumed {
        let module = checker.module;
        let inner = |ty: Id, count: u64| Ok(self.get(ty).locations.unwrap_or(0).saturating_mul(count));
        let none = Err("its type has no location");
        let (locations, components) = match module.type_at(at) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) => (Ok(1), 1 + u64::from(width == 64)),
            Some(Type::Vector { component, count }) => {
                let is_long = count > 2 && is_wide(module, component);
                let components = self.get(component).components.saturating_mul(u64::from(count));
                (Ok(if is_long { 2 } else { 1 }), components)
            }
            Some(Type::Matrix { column, count }) => (inner(column, u64::from(count)), 0),
            Some(Type::Array { element, length }) => {
                let count = integer32(module, length).map_or(1, u64::from);
                (inner(element, count), self.get(element).components)
            }
            Some(Type::Struct { members }) => (self.structure(checker, at, members), 0),
            Some(Type::Pointer { class: class::PHYSICAL_STORAGE_BUFFER, .. }) if is_physical(module) => {
                (Ok(1), 2)
            }
            Some(Type::Other { opcode: op::TYPE_VECTOR_ID_EXT }) => (Ok(1), 0),
            _ => (none, 0),
        };
        Consumed { locations, components }
    }

    fn structure(&self, checker: &Checker<'_>, at: At, members: &[Id]) -> Result<u64, &'static str> {
        if checker.facts.decorations.any(checker.module.get(at).result, dec::LOCATION) {
            return Err("members have locations of their own");
        }
        members.iter().try_fold(0u64, |sum, member| Ok(sum.saturating_add(self.get(*member).locations?)))
    }
}

/// True for numbers of 64 bits.
fn is_wide(module: &Module, ty: Id) -> bool {
    matches!(module.ty(ty), Some(Type::Int { width: 64, .. } | Type::Float { width: 64, .. }))
}

/// True if addresses of buffers are 64 bits wide.
fn is_physical(module: &Module) -> bool {
    module.globals.iter().any(|at| {
        module.opcode(*at) == op::MEMORY_MODEL
            && module.word(*at, 0) == addressing_model::PHYSICAL_STORAGE_BUFFER64
    })
}
