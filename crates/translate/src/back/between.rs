//! Adapts what goes from stage to stage: removes outputs that nothing takes, copies interpolation, states where window coordinates begin.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_decompile::Link;
use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, execution_mode, storage_class as storage};
use glassbox_spirv::module::{At, Id, Module, Operand};
use glassbox_spirv::reflect::{Location, ScalarClass};

use super::edit;
use super::prepare::Prepared;
use super::words::bytes;
use crate::shader::{Shader, Stage};

/// Decorations of interpolation.
const INTERPOLATION: [u32; 4] =
    [decoration::FLAT, decoration::NO_PERSPECTIVE, decoration::CENTROID, decoration::SAMPLE];

/// The inputs of a stage that have locations.
fn taken(shader: &Shader) -> Vec<Location> {
    let Ok(reflection) = glassbox_spirv::reflect(&bytes(&shader.words)) else { return Vec::new() };
    shader.entry_point(&reflection).map(|entry| reflection.input_locations(entry)).unwrap_or_default()
}

fn given(reflection: &Reflection) -> Vec<Location> {
    let entry = reflection.entry_points.first();
    entry.map(|entry| reflection.output_locations(entry)).unwrap_or_default()
}

/// Makes outputs that the next stage does not take variables of the stage, and removes the stores to those that are not read.
///
/// # Errors
/// A pointer to such an output is passed on.
pub(super) fn leave_out(prepared: &mut Prepared, taken: &BTreeSet<Link>) -> Result<(), Box<Diagnostic>> {
    let outputs = given(&prepared.reflection);
    let is_taken = |output: &Location| taken.contains(&Link::Location(output.location, output.component));
    let module = &mut prepared.module;
    let (mut left, mut unread) = (HashSet::new(), HashSet::new());
    for output in outputs.iter().filter(|output| output.member.is_none() && !is_taken(output)) {
        match only_stores(module, output.variable) {
            Some(stores) => unread.extend(stores),
            // Invocations read the outputs of others.
            None if prepared.stage == Stage::TessellationControl => continue,
            None => {}
        }
        left.insert(output.variable);
    }
    module.retain(|_, at| !unread.contains(&at));
    edit::undecorate(module, &left, |_| true);
    edit::move_to(module, &left, storage::PRIVATE)?;
    for at in module.globals.clone() {
        if module.opcode(at) == op::ENTRY_POINT {
            let is_left = |one: &Operand| one.id().is_some_and(|id| left.contains(&id));
            let kept: Vec<Operand> = module.tagged_operands(at).filter(|one| !is_left(one)).collect();
            module.rewrite(at, op::ENTRY_POINT, kept);
        }
    }
    Ok(())
}

/// The stores to a variable; `None` if anything else uses it.
fn only_stores(module: &Module, variable: Id) -> Option<Vec<At>> {
    let mut places = HashSet::from([variable]);
    let mut stores = Vec::new();
    for at in module.functions.iter().flat_map(|function| function.walk()) {
        match module.opcode(at) {
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN if places.contains(&module.word(at, 0)) => {
                places.insert(module.get(at).result);
            }
            op::STORE if places.contains(&module.word(at, 0)) => stores.push(at),
            _ if module.is_debug(at) => {}
            _ if module.used_ids(at).any(|id| places.contains(&id)) => return None,
            _ => {}
        }
    }
    Some(stores)
}

/// Lets outputs say of their interpolation what the next stage says: before OpenGL 4.4 both sides have to be alike, and compilers of
/// HLSL pack what is alike into one register.
pub(super) fn interpolate(prepared: &mut Prepared, next: &Shader, is_hlsl: bool) {
    // Centroids and samples count in HLSL as well; there only pixel shaders say of inputs how they are interpolated.
    let kinds = if is_hlsl { &INTERPOLATION[..] } else { &INTERPOLATION[..2] };
    let stated =
        |location: &Location| [location.flat, location.no_perspective, location.centroid, location.sample];
    let wanted = |location: &Location| {
        if is_hlsl && next.stage != Stage::Fragment {
            return [false; 4];
        }
        let is_whole = location.class != ScalarClass::Float || location.width == 64;
        let [is_flat, others @ ..] = stated(location);
        let is_flat = is_flat || is_whole && next.stage == Stage::Fragment;
        [is_flat, others[0], others[1], others[2]]
    };
    let taken: BTreeMap<(u32, u32), [bool; 4]> = taken(next)
        .iter()
        .map(|location| ((location.location, location.component), wanted(location)))
        .collect();
    let mut others = HashSet::new();
    let mut decorations = Vec::new();
    for output in given(&prepared.reflection) {
        let place = (output.location, output.component);
        let wanted = taken.get(&place).filter(|_| output.member.is_none());
        let Some(wanted) = wanted else { continue };
        if wanted[..kinds.len()] == stated(&output)[..kinds.len()] {
            continue;
        }
        others.insert(output.variable);
        let wanted = kinds.iter().zip(wanted).filter(|(_, is_wanted)| **is_wanted);
        decorations.extend(wanted.map(|(kind, _)| (output.variable, *kind, None)));
    }
    edit::undecorate(&mut prepared.module, &others, |kind| kinds.contains(&kind));
    edit::decorate(&mut prepared.module, &decorations);
}

/// Counts the rows of fragments from below, as sources for OpenGL do.
pub(super) fn count_from_below(prepared: &mut Prepared) {
    let module = &mut prepared.module;
    for at in module.globals.clone() {
        if module.opcode(at) == op::EXECUTION_MODE && module.word(at, 1) == execution_mode::ORIGIN_UPPER_LEFT
        {
            module.set_word(at, 1, execution_mode::ORIGIN_LOWER_LEFT);
        }
    }
}
