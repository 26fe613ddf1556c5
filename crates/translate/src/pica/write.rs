//! Writes the module of a program in its language, and lists the names in the register map.

use std::collections::{BTreeMap, HashSet};

use glassbox_core::register_map::RegisterMap;
use glassbox_decompile::{
    Api, Extensions, Mapping, Options, Patterns, Source, Target as Language, decompile,
};
use glassbox_lower_wgsl::reader::check::validate;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, Id, Module};
use glassbox_spirv::version::convert;
use naga::valid::Capabilities;

use super::machine::Slot;
use crate::back::unwrap::{Loads, unwrap};
use crate::module::words;
use crate::output::{Output, Target};

/// Writes a module with one entry point.
pub(super) fn write(
    mut module: naga::Module,
    target: Target,
    slot: Slot,
    map: &mut RegisterMap,
) -> Result<Output, String> {
    let language = language(target)?;
    let mut module = Module::from_words(&compiled(&mut module)?).map_err(|error| error.to_string())?;
    let own = registers(&module, map);
    module.rename(&own);
    let names = names(&module, map);
    match (language, target) {
        (Some(language), _) => {
            unwrap(&mut module, Loads::None);
            text(&module, language, names, slot, map)
        }
        (None, Target::Spirv(1, minor)) => {
            module.rename(&names);
            convert(&mut module, minor).map_err(|error| error.to_string())?;
            module.words().map(Output::Words).ok_or_else(|| "an instruction is too long".to_owned())
        }
        (None, _) => Err(format!("there is no version of {target} such as this; there are 1.0 to 1.6")),
    }
}

/// The language and version of a target; `None` for SPIR-V.
fn language(target: Target) -> Result<Option<Language>, String> {
    let version = match target {
        Target::Spirv(..) => return Ok(None),
        Target::Wgsl => None,
        Target::Glsl(version) => Some(version.to_string()),
        Target::Hlsl(major, minor) | Target::Msl(major, minor) => Some(format!("{major}.{minor}")),
    };
    Language::of(target.name(), version.as_deref(), Api::OpenGl).map(Some)
}

/// The words of a module, without what is not used.
fn compiled(module: &mut naga::Module) -> Result<Vec<u32>, String> {
    let checked =
        |module: &naga::Module| validate(module, Capabilities::empty()).map_err(|refusal| refusal.message);
    checked(module)?;
    naga::compact::compact(module, naga::compact::KeepUnused::No);
    let info = checked(module)?;
    match module.entry_points.first() {
        Some(entry) => words(module, &info, entry.stage, &entry.name),
        None => Err("the module has no entry point".to_owned()),
    }
}

/// Names of inputs and outputs, by the ids of their variables. Where both want one name, the output has it: the next stage may find it by
/// its name.
fn names(module: &Module, map: &RegisterMap) -> BTreeMap<Id, String> {
    let annotations = Annotations::of(module);
    let mut names = BTreeMap::new();
    for &at in &module.globals {
        let variable = module.get(at).result;
        let Some(location) = annotations.value(variable, decoration::LOCATION) else { continue };
        let is_output = |name: &&String| map.outputs.iter().any(|output| output.name == **name);
        let name = match (module.opcode(at), module.word(at, 0)) {
            (op::VARIABLE, storage::INPUT) => {
                let input = map.inputs.iter().find(|input| input.location == location);
                input.map(|input| &input.name).filter(|name| !is_output(name))
            }
            (op::VARIABLE, storage::OUTPUT) => {
                map.outputs.iter().find(|output| output.location == Some(location)).map(|output| &output.name)
            }
            _ => None,
        };
        names.extend(name.map(|name| (variable, name.clone())));
    }
    names
}

/// Names of the variables for registers that are called like something of the file.
fn registers(module: &Module, map: &RegisterMap) -> BTreeMap<Id, String> {
    let annotations = Annotations::of(module);
    let members = map.uniforms.iter().flat_map(|block| &block.members);
    let given: HashSet<&str> = (map.inputs.iter().map(|input| input.name.as_str()))
        .chain(map.outputs.iter().map(|output| output.name.as_str()))
        .chain(members.map(|member| member.name.as_str()))
        .collect();
    let variables = module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE);
    let registers = variables.filter(|at| module.word(**at, 0) == storage::PRIVATE);
    let named = registers.filter_map(|at| {
        let id = module.get(*at).result;
        let name = annotations.name(id).filter(|name| given.contains(name))?;
        Some((id, format!("{name}_register")))
    });
    named.collect()
}

/// Writes a text, and fills in the names under which it has things.
fn text(
    module: &Module,
    language: Language,
    names: BTreeMap<Id, String>,
    slot: Slot,
    map: &mut RegisterMap,
) -> Result<Output, String> {
    // The block, and the buffers of a batch behind it, are where they are said to be.
    let places = (0..=2).map(|after| [slot.group, slot.binding.wrapping_add(after)]);
    let options = Options {
        bindings: places.map(|place| (place, place)).collect(),
        names,
        extensions: Extensions::Refused,
        // Each operation is as exact as the program has it.
        patterns: Patterns::Exact,
        ..Options::default()
    };
    let source = decompile(module, &language, &options).map_err(|refusal| {
        let obstacles: Vec<&str> = refusal.obstacles.iter().map(|one| one.message.as_str()).collect();
        obstacles.join("; ")
    })?;
    fill_in(map, &source, matches!(language, Language::Glsl(..) | Language::Essl(_)));
    Ok(Output::Text(source.text))
}

/// The names of a text. Those of inputs, outputs and the block matter in GLSL alone, where they may bind.
fn fill_in(map: &mut RegisterMap, source: &Source, is_glsl: bool) {
    map.entry.clone_from(&source.entry);
    let written = |kind: Mapping| source.map.iter().find(|one| one.kind == kind);
    if is_glsl {
        let name = |kind: Mapping| written(kind).map(|one| one.written.clone());
        for input in &mut map.inputs {
            input.written = name(Mapping::Input(input.location));
        }
        for output in &mut map.outputs {
            output.written = match output.location {
                Some(location) => name(Mapping::Output(location)),
                None => Some("gl_Position".to_owned()),
            };
        }
    }
    let Some(block) = &mut map.uniforms else { return };
    let Some(found) = written(Mapping::Resource(block.group, block.binding)) else { return };
    block.written = is_glsl.then(|| found.written.clone());
    for (member, found) in block.members.iter_mut().zip(&found.members) {
        member.written.clone_from(&found.written);
    }
}
