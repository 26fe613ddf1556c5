//! Adapts what goes from stage to stage: removes outputs that nothing takes, copies interpolation, states where window coordinates begin.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashSet, HashSetExt as _};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_decompile::Link;
use glassbox_spirv::Reflection;
use glassbox_spirv::adapt::{decorate, undecorate};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, execution_mode, storage_class as storage};
use glassbox_spirv::module::{At, Id, Module, Operand};
use glassbox_spirv::reflect::{Location, ScalarClass};

use super::prepare::Form;
use super::root::move_to;
use crate::shader::{Shader, Stage};

/// Decorations of interpolation.
const INTERPOLATION: [u32; 4] =
    [decoration::FLAT, decoration::NO_PERSPECTIVE, decoration::CENTROID, decoration::SAMPLE];

/// The inputs of a stage that have locations.
fn taken(shader: &Shader) -> Vec<Location> {
    let entry = shader.entry_point();
    entry.map(|entry| shader.reflection.input_locations(entry)).unwrap_or_default()
}

fn given(reflection: &Reflection) -> Vec<Location> {
    let entry = reflection.entry_points.first();
    entry.map(|entry| reflection.output_locations(entry)).unwrap_or_default()
}

/// Makes outputs that the next stage does not take variables of the stage, and removes the stores to those that are not read.
///
/// # Errors
/// A pointer to such an output is passed on.
pub(super) fn leave_out(
    (form, module): (&Form, &mut Module),
    stage: Stage,
    taken: &BTreeSet<Link>,
) -> Result<(), Vec<Diagnostic>> {
    let outputs = given(&form.reflection);
    let is_taken = |output: &Location| taken.contains(&Link::Location(output.location, output.component));
    let (mut left, mut unread) = (HashSet::new(), HashSet::new());
    for output in outputs.iter().filter(|output| output.member.is_none() && !is_taken(output)) {
        match only_stores(module, output.variable) {
            Some(stores) => unread.extend(stores),
            // Invocations read the outputs of others.
            None if stage == Stage::TessellationControl => continue,
            None => {}
        }
        left.insert(output.variable);
    }
    if left.is_empty() {
        return Ok(());
    }
    module.retain(|_, at| !unread.contains(&at));
    undecorate(module, |id, _| left.contains(&id));
    move_to(module, &left, storage::PRIVATE)?;
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
    let mut places = HashSet::from_iter([variable]);
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
pub(super) fn interpolate((form, module): (&Form, &mut Module), next: &Shader, is_hlsl: bool) {
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
    for output in given(&form.reflection) {
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
    if !others.is_empty() {
        undecorate(module, |id, kind| kinds.contains(&kind) && others.contains(&id));
        decorate(module, decorations);
    }
}

/// Counts the rows of fragments from below, as sources for OpenGL do.
pub(super) fn count_from_below(module: &mut Module) {
    for at in module.globals.clone() {
        if module.opcode(at) == op::EXECUTION_MODE && module.word(at, 1) == execution_mode::ORIGIN_UPPER_LEFT
        {
            module.set_word(at, 1, execution_mode::ORIGIN_LOWER_LEFT);
        }
    }
}

/// Removes the semantics that a source in HLSL had: stages come from several compilers, and locations join them.
pub(super) fn drop_semantics(module: &mut Module) {
    let is_kept = |at: &At| match module.opcode(*at) {
        op::DECORATE_STRING => module.word(*at, 1) != decoration::USER_SEMANTIC,
        op::MEMBER_DECORATE_STRING => module.word(*at, 2) != decoration::USER_SEMANTIC,
        _ => true,
    };
    module.globals = module.globals.iter().copied().filter(is_kept).collect();
}

/// Lets the implementation choose how derivatives are taken, as versions of GLSL do that cannot say it.
pub(super) fn coarsen(module: &mut Module) {
    for at in module.walk().collect::<Vec<_>>() {
        let plain = match module.opcode(at) {
            op::DPDX_FINE | op::DPDX_COARSE => op::DPDX,
            op::DPDY_FINE | op::DPDY_COARSE => op::DPDY,
            op::FWIDTH_FINE | op::FWIDTH_COARSE => op::FWIDTH,
            _ => continue,
        };
        let operands: Vec<_> = module.tagged_operands(at).collect();
        module.rewrite(at, plain, operands);
    }
}
