//! Merges the stages: one definition per name, with the stages that use it.

use crate::shader::{Place, Stage};
use glassbox_core::diagnostic::{Diagnostics, Location};

use super::difference;
use super::model::{Port, Resource, RootConstant, StageSymbols, Structure};
use crate::rules;

/// Symbols of a program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Resources in order of appearance.
    pub resources: Vec<Shared>,
    /// Structures in constant buffers; components come first.
    pub structures: Vec<Structure>,
    /// Location of each structure's first declaration.
    pub structure_places: Vec<Location>,
    /// Root constants by offset, with the stages that use them.
    pub constants: Vec<(RootConstant, Vec<Stage>)>,
    /// Inputs of the vertex stage.
    pub inputs: Vec<Port>,
    /// Outputs of the pixel stage.
    pub outputs: Vec<Port>,
}

/// Resource used by one or more stages.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Definition in the first stage that uses it.
    pub resource: Resource,
    /// Stages that use it, with the binding in their modules.
    pub stages: Vec<(Stage, Option<Place>)>,
}

/// Merges stages.
#[must_use]
pub fn merge(stages: &[StageSymbols], findings: &mut Diagnostics) -> Program {
    let mut program = Program::default();
    for stage in stages {
        for resource in &stage.resources {
            add(&mut program, stage.stage, resource, findings);
        }
        for (structure, place) in stage.structures.iter().zip(&stage.structure_places) {
            let known = program.structures.iter().position(|known| known.name == structure.name);
            let Some(at) = known else {
                program.structures.push(structure.clone());
                program.structure_places.push(place.clone());
                continue;
            };
            let first = program.structures.get(at);
            let notes = first.map_or_else(Vec::new, |first| difference::structure(first, structure));
            if !notes.is_empty() {
                let there = program.structure_places.get(at).cloned().unwrap_or_default();
                disagree(findings, &structure.name, (place.clone(), there), notes);
            }
        }
        for constant in &stage.constants {
            constant_of(&mut program, stage.stage, constant, findings);
        }
        match stage.stage {
            Stage::Vertex => program.inputs.clone_from(&stage.inputs),
            Stage::Fragment => program.outputs.clone_from(&stage.outputs),
            _ => {}
        }
    }
    program.constants.sort_by_key(|(constant, _)| constant.offset);
    program
}

fn disagree(findings: &mut Diagnostics, name: &str, (here, there): (Location, Location), notes: Vec<String>) {
    let message = format!(
        "found a definition of `{name}` that differs from that of an earlier stage, expected the same"
    );
    let mut finding = findings.report(&rules::DISAGREE, here, message);
    finding.label(there, "first defined here");
    for note in notes {
        finding.note(note);
    }
    finding.help("declare it once in a file that both stages include, or rename one of them");
}

fn add(program: &mut Program, stage: Stage, resource: &Resource, findings: &mut Diagnostics) {
    let mut known = program.resources.iter_mut();
    let Some(known) = known.find(|known| known.resource.name == resource.name) else {
        program.resources.push(Shared { resource: resource.clone(), stages: vec![(stage, resource.place)] });
        return;
    };
    let mut notes = difference::resource(&known.resource.kind, &resource.kind);
    match (known.resource.register, resource.register) {
        (Some(a), Some(b)) if a != b => {
            notes.push(format!("it requests {} there and {} here", wish(a), wish(b)));
        }
        (None, Some(wish)) => known.resource.register = Some(wish),
        _ => {}
    }
    if !notes.is_empty() {
        let places = (resource.location.clone(), known.resource.location.clone());
        disagree(findings, &resource.name, places, notes);
    }
    known.stages.push((stage, resource.place));
}

fn wish(wish: super::model::Wish) -> String {
    match wish {
        super::model::Wish::Binding(number) => format!("binding {number}"),
        super::model::Wish::Fixed(number) => format!("register {number}"),
    }
}

fn constant_of(program: &mut Program, stage: Stage, constant: &RootConstant, findings: &mut Diagnostics) {
    let known = program.constants.iter_mut().find(|(known, _)| known.name == constant.name);
    if let Some((known, stages)) = known {
        let mut notes = Vec::new();
        if known.ty != constant.ty {
            let (a, b) = (difference::plain(known.ty), difference::plain(constant.ty));
            notes.push(format!("it is {a} there and {b} here"));
        } else if known.size != constant.size {
            let (a, b) = (known.size, constant.size);
            notes.push(format!("it has {a} bytes there and {b} here"));
        }
        if !notes.is_empty() {
            let places = (constant.location.clone(), known.location.clone());
            disagree(findings, &constant.name, places, notes);
        } else if known.offset != constant.offset {
            let message = format!(
                "found `{}` at byte {} of the root constants, expected byte {} as in an earlier stage",
                constant.name, constant.offset, known.offset
            );
            unfit(findings, message, constant, known);
        }
        stages.push(stage);
        return;
    }
    let end = |constant: &RootConstant| constant.offset.saturating_add(constant.size);
    let overlapping = program
        .constants
        .iter()
        .map(|(known, _)| known)
        .find(|known| constant.offset < end(known) && known.offset < end(constant));
    if let Some(known) = overlapping {
        let message = format!(
            "found `{}` at byte {} of the root constants, where an earlier stage has `{}`",
            constant.name, constant.offset, known.name
        );
        let known = known.clone();
        unfit(findings, message, constant, &known);
    }
    program.constants.push((constant.clone(), vec![stage]));
}

fn unfit(findings: &mut Diagnostics, message: String, constant: &RootConstant, known: &RootConstant) {
    findings
        .report(&rules::CONSTANT, constant.location.clone(), message)
        .label(known.location.clone(), "first declared here")
        .help("declare the same root constants in the same order in every stage");
}
