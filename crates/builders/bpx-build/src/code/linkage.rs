//! Determines what two stages share, for targets that join them by the order of declarations: Direct3D.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_decompile::{Link, Tessellation};
use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in, decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, Id, Module, Type};
use glassbox_spirv::reflect::{self, EntryPoint, ScalarClass, TypeKind};

use super::rules;
use crate::shader::{Shader, Stage};

/// Class, width, components, columns and length of an input or output with a location.
type Shape = (ScalarClass, u32, u32, u32, Option<u64>);

/// One side of the interface of a stage.
#[derive(Default)]
struct Side {
    /// Shapes of variables by what joins them, several of a structure, and the bytes of the variables.
    locations: BTreeMap<(u32, u32), (Vec<Shape>, Range<usize>)>,
    /// Lengths of built-in variables that are arrays, 0 for others, and the bytes of the variables, by number.
    built_ins: BTreeMap<u32, (u32, Range<usize>)>,
}

/// What two stages share, with the number of components that the first one gives of a vector.
///
/// # Errors
/// The second takes something that the first does not give, or has it in another type.
pub(super) fn links(giver: &Shader, taker: &Shader) -> Result<BTreeMap<Link, u32>, Vec<Diagnostic>> {
    let (Some(given), Some(taken)) = (side(giver, storage::OUTPUT), side(taker, storage::INPUT)) else {
        return Ok(BTreeMap::new());
    };
    let refuse = |range: &Range<usize>, found: String, expected: &str| {
        let message = format!("found {found} in the {} shader, expected {expected}", taker.stage);
        let range = if taker.is_of_file { range.clone() } else { 0..0 };
        let place = Location::new(range.start as u64, range.end as u64, "");
        Err(vec![Diagnostic::new(&rules::CONSTRUCT, place, message).help(rules::CONSTRUCT.cure)])
    };
    let missing = format!("the {} shader to write it", giver.stage);
    let mut links = BTreeMap::new();
    for ((location, component), (shapes, range)) in &taken.locations {
        let part = if *component > 0 { format!(" component {component}") } else { String::new() };
        let name = format!("an input at location {location}{part}");
        let Some((own, _)) = given.locations.get(&(*location, *component)) else {
            return refuse(range, name, &missing);
        };
        let Some(components) = shared_components(own, shapes) else {
            let expected = format!("{} as the {} shader writes it", words_of(own), giver.stage);
            return refuse(range, format!("{name} as {}", words_of(shapes)), &expected);
        };
        links.insert(Link::Location(*location, *component), components);
    }
    for (number, (length, range)) in &taken.built_ins {
        let name = glassbox_spirv::grammar::value_name("BuiltIn", *number).unwrap_or_default();
        match given.built_ins.get(number) {
            // The stage before gives zero then.
            None if *number == built_in::POSITION && taker.stage != Stage::Fragment => {}
            // Nobody gives these then, and they need no register.
            None if matches!(
                *number,
                built_in::POSITION | built_in::LAYER | built_in::VIEWPORT_INDEX | built_in::PRIMITIVE_ID
            ) =>
            {
                continue;
            }
            None => return refuse(range, name.to_owned(), &missing),
            Some((own, _)) if own != length => {
                let expected = format!("{own} as the {} shader writes it", giver.stage);
                return refuse(range, format!("{name} with {length} elements"), &expected);
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

/// The type of an input or output in words.
fn words_of(shapes: &[Shape]) -> String {
    let [(class, width, components, columns, length)] = shapes else { return "a structure".to_owned() };
    let scalar = match class {
        ScalarClass::Float => "float",
        ScalarClass::Int => "int",
        ScalarClass::Uint => "uint",
        ScalarClass::Bool => "bool",
        ScalarClass::Other => "something else",
    };
    let mut text = scalar.to_owned();
    if !matches!(width, 0 | 32) {
        text.push_str(&format!("{width}_t"));
    }
    match (components, columns) {
        (1, 1) => {}
        (_, 1) => text.push_str(&components.to_string()),
        _ => text.push_str(&format!("{columns}x{components}")),
    }
    if let Some(length) = length {
        text.push_str(&format!("[{length}]"));
    }
    text
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
    let reflection = &*shader.reflection;
    let entry = shader.entry_point()?;
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
        let start = if one.member.is_some() && !is_block(reflection, one) {
            *starts.entry(one.variable).or_insert((one.location, one.component))
        } else {
            (one.location, one.component)
        };
        side.locations.entry(start).or_insert_with(|| (Vec::new(), one.range.clone())).0.push(shape);
    }
    built_ins(&shader.module, (reflection, entry, shader.stage), class, &mut side);
    Some(side)
}

fn is_block(reflection: &Reflection, one: &reflect::Location) -> bool {
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
                side.built_ins.insert(number, (length(module, ty), variable.range.clone()));
            }
            continue;
        }
        let is_arrayed = matches!(module.ty(ty), Some(Type::Array { .. }));
        let inner = if is_arrayed { module.component_type(ty, 0).unwrap_or(0) } else { ty };
        for index in used_members(module, variable.id, (inner, is_arrayed)) {
            let number = annotations.member_value(inner, index, decoration::BUILT_IN).and_then(number_of);
            if let Some(number) = number {
                let member = module.component_type(inner, index).unwrap_or(0);
                side.built_ins.insert(number, (length(module, member), variable.range.clone()));
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
    others.map(|other| Tessellation::of(&other.module)).fold(Tessellation::default(), Tessellation::or)
}
