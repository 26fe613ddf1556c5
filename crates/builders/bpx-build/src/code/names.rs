//! Chooses names for texts after the source and the symbols.

use std::collections::BTreeMap;

use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::module::Id;

use super::prepare::Form;
use super::{Language, WriteOptions};
use crate::shader::{Class, Stage};

/// The names by which programs find the variables of a module, by the ids of these.
pub(super) fn wanted(
    form: &Form,
    stage: Stage,
    language: Language,
    options: &WriteOptions<'_>,
) -> BTreeMap<Id, String> {
    let mut names = BTreeMap::new();
    for resource in &form.resources {
        // In GLSL the sampler is part of its texture.
        if !language.is_glsl() || resource.class != Some(Class::Sampler) {
            names.insert(resource.id, resource.name.clone());
        }
    }
    if language.is_glsl() {
        ports(form, stage, options, &mut names);
    }
    names
}

/// Inputs and outputs: those of programs as in the source, those between stages by their locations.
fn ports(form: &Form, stage: Stage, options: &WriteOptions<'_>, names: &mut BTreeMap<Id, String>) {
    let Some(entry) = form.reflection.entry_points.first() else { return };
    for side in [storage::INPUT, storage::OUTPUT] {
        for variable in form.reflection.interface(entry, side) {
            let Some(location) = variable.location else { continue };
            let own = || variable.name.clone().filter(|name| !name.is_empty());
            let index = variable.index.unwrap_or(0);
            let name = match (stage, side) {
                (Stage::Vertex, storage::INPUT) => own().unwrap_or_else(|| format!("input{location}")),
                (Stage::Fragment, storage::OUTPUT) => {
                    let second = if index == 1 { "_second" } else { "" };
                    own().unwrap_or_else(|| format!("output{location}{second}"))
                }
                _ => {
                    let consumer = if side == storage::INPUT {
                        Some(stage)
                    } else {
                        options.consumer(stage).map(|shader| shader.stage)
                    };
                    match variable.component.unwrap_or(0) {
                        0 => varying(location, consumer),
                        component => format!("{}_{component}", varying(location, consumer)),
                    }
                }
            };
            names.insert(variable.id, name);
        }
    }
}

/// What GLSL calls an input or output between stages: where texts state no locations, the name joins them. A stage in the middle may
/// have one location on both sides, so the name says who takes it, unless that is the fragment shader.
fn varying(location: u32, consumer: Option<Stage>) -> String {
    match consumer {
        Some(Stage::TessellationControl) => format!("varying{location}_hull"),
        Some(Stage::TessellationEvaluation) => format!("varying{location}_domain"),
        Some(Stage::Geometry) => format!("varying{location}_geometry"),
        _ => format!("varying{location}"),
    }
}
