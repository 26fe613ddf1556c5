//! Determines what two stages share, for targets that join them by the order of declarations: Direct3D.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_decompile::{Link, Tessellation};
use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in, decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, Id, Module, Type};
use glassbox_spirv::reflect::{EntryPoint, Location, ScalarClass, TypeKind};

use super::refusal::Refusal;
use super::rules;
use super::words::bytes;
use crate::shader::{Shader, Stage};

/// Class, width, components, columns and length of an input or output with a location.
type Shape = (ScalarClass, u32, u32, u32, Option<u64>);

/// One side of the interface of a stage.
#[derive(Default)]
struct Side {
    /// Shapes of variables by what joins them; several of a structure.
    locations: BTreeMap<(u32, u32), Vec<Shape>>,
    /// Lengths of built-in variables that are arrays, 0 for others, by number.
    built_ins: BTreeMap<u32, u32>,
}

/// What two stages share, with the number of components that the first one gives of a vector.
///
/// # Errors
/// The second takes something that the first does not give, or has it in another shape.
pub(super) fn links(giver: &Shader, taker: &Shader) -> Result<BTreeMap<Link, u32>, Refusal> {
    let (Some(given), Some(taken)) = (side(giver, storage::OUTPUT), side(taker, storage::INPUT)) else {
        return Ok(BTreeMap::new());
    };
    let refuse = |what: String, found: &str| {
        let expected = format!("expected it as the {} shader {found}", giver.stage);
        Err(Refusal::new(&rules::CONSTRUCT, format!("the {} shader takes {what}, {expected}", taker.stage)))
    };
    let mut links = BTreeMap::new();
    for ((location, component), shapes) in &taken.locations {
        let component_text = if *component > 0 { format!(" component {component}") } else { String::new() };
        let what = format!("location {location}{component_text}");
        match given.locations.get(&(*location, *component)) {
            None => return refuse(what, "does not write it"),
            Some(own) => {
                let Some(components) = shared_components(own, shapes) else {
                    return refuse(format!("{what} in another type"), "writes it");
                };
                links.insert(Link::Location(*location, *component), components);
            }
        }
    }
    for (number, length) in &taken.built_ins {
        let name =
            || glassbox_spirv::grammar::value_name("BuiltIn", *number).unwrap_or("a built-in variable");
        match given.built_ins.get(number) {
            // What comes out of the vertices alone may lack a position.
            None if *number == built_in::POSITION && taker.stage != Stage::Fragment => {}
            // These are zero then, and need no register.
            None if matches!(
                *number,
                built_in::POSITION | built_in::LAYER | built_in::VIEWPORT_INDEX | built_in::PRIMITIVE_ID
            ) =>
            {
                continue;
            }
            None => return refuse(name().to_owned(), "does not write it"),
            Some(own) if own != length => {
                return refuse(format!("{} in another length", name()), "writes it");
            }
            Some(_) => {}
        }
        links.insert(Link::BuiltIn(*number), 0);
    }
    // Hull and geometry shaders take a point in any case.
    let needs_points = matches!(taker.stage, Stage::TessellationControl | Stage::Geometry);
    if links.is_empty() && needs_points {
        links.insert(Link::BuiltIn(built_in::POSITION), 0);
    }
    Ok(links)
}

/// Components of what a stage gives if the next one can take it: the same, or a vector with fewer components. 0 for what is no vector.
fn shared_components(given: &[Shape], taken: &[Shape]) -> Option<u32> {
    match (given, taken) {
        ([(class, width, components, 1, None)], [(other, size, fewer, 1, None)]) => {
            ((class, width) == (other, size) && fewer <= components).then_some(*components)
        }
        _ => (given == taken).then_some(0),
    }
}

/// The inputs or outputs of a stage; `None` if its words cannot be read.
fn side(shader: &Shader, class: u32) -> Option<Side> {
    let module = Module::from_words(&shader.words).ok()?;
    let reflection = glassbox_spirv::reflect(&bytes(&shader.words)).ok()?;
    let entry = shader.entry_point(&reflection)?;
    let is_output = class == storage::OUTPUT;
    let list = if is_output { reflection.output_locations(entry) } else { reflection.input_locations(entry) };
    let mut side = Side::default();
    let mut starts = BTreeMap::new();
    for one in list.iter().filter(|one| is_output || entry.use_of(one.variable).is_some()) {
        let shape = (
            one.class,
            one.width,
            one.components,
            one.columns,
            one.array.map(|length| length.default_value().unwrap_or(0)),
        );
        // A structure that is no block is one variable; a block is written as its members.
        let start = if one.member.is_some() && !is_block(&reflection, one) {
            *starts.entry(one.variable).or_insert((one.location, one.component))
        } else {
            (one.location, one.component)
        };
        side.locations.entry(start).or_default().push(shape);
    }
    built_ins(&module, (&reflection, entry, shader.stage), class, &mut side);
    Some(side)
}

fn is_block(reflection: &Reflection, one: &Location) -> bool {
    let ty = reflection.variable(one.variable).map(|variable| variable.ty);
    let ty = ty.map(|ty| match reflection.ty(ty) {
        TypeKind::Array { element, .. } => *element,
        _ => ty,
    });
    ty.is_some_and(|ty| matches!(reflection.ty(ty), TypeKind::Struct { block: true, .. }))
}

/// Adds the built-in variables that go from stage to stage.
fn built_ins(
    module: &Module,
    (reflection, entry, stage): (&Reflection, &EntryPoint, Stage),
    class: u32,
    side: &mut Side,
) {
    let annotations = Annotations::of(module);
    let is_end = stage == Stage::Fragment;
    let number_of = |number: u32| match number {
        built_in::FRAG_COORD if is_end => Some(built_in::POSITION),
        built_in::POSITION | built_in::POINT_SIZE | built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE => {
            Some(number)
        }
        // The tessellation stages and the geometry shader have these of the primitive, not of the stage before.
        built_in::LAYER | built_in::VIEWPORT_INDEX | built_in::PRIMITIVE_ID => {
            (is_end || class == storage::OUTPUT).then_some(number)
        }
        _ => None,
    };
    for variable in reflection.interface(entry, class) {
        let Some((mut ty, _)) = module.pointer(module.type_of(variable.id)) else { continue };
        if entry.use_of(variable.id).is_none() {
            continue;
        }
        if let Some(number) = variable.built_in {
            if let Some(number) = number_of(number) {
                let per_vertex = takes_points(stage, class);
                ty = if per_vertex { module.component_type(ty, 0).unwrap_or(ty) } else { ty };
                side.built_ins.insert(number, length(module, ty));
            }
            continue;
        }
        let is_arrayed = matches!(module.ty(ty), Some(Type::Array { .. }));
        let inner = if is_arrayed { module.component_type(ty, 0).unwrap_or(0) } else { ty };
        for index in used_members(module, variable.id, (inner, is_arrayed)) {
            let number = annotations.member_value(inner, index, decoration::BUILT_IN).and_then(number_of);
            if let Some(number) = number {
                let member = module.component_type(inner, index).unwrap_or(0);
                side.built_ins.insert(number, length(module, member));
            }
        }
    }
}

/// True if the inputs, or outputs, of a stage are arrays of points.
fn takes_points(stage: Stage, class: u32) -> bool {
    match stage {
        Stage::TessellationControl => true,
        Stage::TessellationEvaluation | Stage::Geometry => class == storage::INPUT,
        _ => false,
    }
}

/// Length of an array; 0 for other types.
fn length(module: &Module, ty: Id) -> u32 {
    match module.ty(ty) {
        Some(Type::Array { length, .. }) => module.constant_u32(length).unwrap_or(0),
        _ => 0,
    }
}

/// Members of a block that instructions refer to: all if it is used as a whole.
fn used_members(module: &Module, variable: Id, (ty, is_arrayed): (Id, bool)) -> BTreeSet<u32> {
    let all = || (0..module.component_count(ty).unwrap_or(0)).collect();
    let mut used = BTreeSet::new();
    for at in module.functions.iter().flat_map(|function| function.walk()) {
        if module.is_debug(at) || !module.used_ids(at).any(|id| id == variable) {
            continue;
        }
        let is_chain = matches!(module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
        let place = if is_arrayed { 2 } else { 1 };
        let index = module.operands(at).get(place).copied().filter(|_| is_chain);
        match index.and_then(|index| module.constant_u32(index)) {
            Some(index) => used.insert(index),
            None => return all(),
        };
    }
    used
}

/// What the other stages of a program state of patches.
pub(super) fn tessellation(stage: Stage, program: &[&Shader]) -> Tessellation {
    let is_of_patches = |stage| matches!(stage, Stage::TessellationControl | Stage::TessellationEvaluation);
    let others = program.iter().filter(|other| is_of_patches(other.stage) && is_of_patches(stage));
    let modules = others.filter_map(|other| Module::from_words(&other.words).ok());
    modules.map(|module| Tessellation::of(&module)).fold(Tessellation::default(), Tessellation::or)
}
