//! Adapts what goes from stage to stage: removes outputs that nothing takes, copies interpolation, states where window coordinates begin.

use std::collections::{BTreeMap, HashSet};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, execution_mode, storage_class as storage};
use glassbox_spirv::module::{Id, Operand};
use glassbox_spirv::reflect::{Location, ScalarClass};

use super::edit;
use super::prepare::Prepared;
use super::words::bytes;
use crate::shader::{Shader, Stage};

/// The inputs of a stage that have locations.
fn taken(shader: &Shader) -> Vec<Location> {
    let Ok(reflection) = glassbox_spirv::reflect(&bytes(&shader.words)) else { return Vec::new() };
    shader.entry_point(&reflection).map(|entry| reflection.input_locations(entry)).unwrap_or_default()
}

fn given(reflection: &Reflection) -> Vec<Location> {
    let entry = reflection.entry_points.first();
    entry.map(|entry| reflection.output_locations(entry)).unwrap_or_default()
}

/// Makes outputs that the next stage does not take variables of the stage: Direct3D joins stages by the order of their registers.
///
/// # Errors
/// A pointer to such an output is passed on.
pub(super) fn leave_out(prepared: &mut Prepared, next: &Shader) -> Result<(), Box<Diagnostic>> {
    let taken = taken(next);
    let is_taken = |output: &Location| {
        taken.iter().any(|input| {
            let end = input.location.saturating_add(input.locations.max(1));
            (input.location..end).contains(&output.location)
                || (output.location..output.location.saturating_add(output.locations))
                    .contains(&input.location)
        })
    };
    let outputs = given(&prepared.reflection);
    let left = outputs.iter().filter(|output| output.member.is_none() && !is_taken(output));
    let left: HashSet<Id> = left.map(|output| output.variable).collect();
    let module = &mut prepared.module;
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

/// Lets outputs say of their interpolation what the next stage says: before OpenGL 4.4 both sides have to be alike.
pub(super) fn interpolate(prepared: &mut Prepared, next: &Shader) {
    let is_flat = |location: &Location| {
        let is_whole = location.class != ScalarClass::Float || location.width == 64;
        location.flat || is_whole && next.stage == Stage::Fragment
    };
    let taken: BTreeMap<u32, (bool, bool)> = taken(next)
        .iter()
        .map(|location| (location.location, (is_flat(location), location.no_perspective)))
        .collect();
    let mut others = HashSet::new();
    let mut decorations = Vec::new();
    for output in given(&prepared.reflection) {
        let wanted = taken.get(&output.location).filter(|_| output.member.is_none());
        let Some((is_flat, no_perspective)) = wanted.copied() else { continue };
        if (is_flat, no_perspective) == (output.flat, output.no_perspective) {
            continue;
        }
        others.insert(output.variable);
        for (kind, is_wanted) in [(decoration::FLAT, is_flat), (decoration::NO_PERSPECTIVE, no_perspective)] {
            decorations.extend(is_wanted.then_some((output.variable, kind, None)));
        }
    }
    edit::undecorate(&mut prepared.module, &others, |kind| {
        matches!(kind, decoration::FLAT | decoration::NO_PERSPECTIVE)
    });
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
