//! Writes SPIR-V: set 0 holds blocks, set 1 textures, set 2 samplers, each at its register; root constants are push constants.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt as _};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::adapt::{bind, convert_positions};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::capability;
use glassbox_spirv::module::{Id, Module};
use glassbox_spirv::version::convert;

use super::prepare::{Form, Prepared, unwritable};
use super::{ClipSpace, Language, WriteOptions, Written, root, rules};
use crate::shader::{Class, Place, ROOT};

/// Descriptor set of a kind of registers.
#[must_use]
pub const fn set(class: Class) -> u32 {
    match class {
        Class::ConstantBuffer => 0,
        Class::Texture => 1,
        Class::Sampler => 2,
    }
}

/// Capabilities that platforms have from a version on, though the language has them before.
const LATER: [(u32, u8, &str); 2] =
    [(capability::FLOAT16, 3, "a number of 16 bits"), (capability::INT16, 3, "an integer of 16 bits")];

pub(super) fn write(
    prepared: &Prepared<'_>,
    form: &Form,
    minor: u8,
    options: &WriteOptions<'_>,
) -> Result<Written, Vec<Diagnostic>> {
    let mut module = form.module.clone();
    if options.rasterized() {
        let change = options.clip.change_to(ClipSpace::Vulkan);
        convert_positions(&mut module, (&form.reflection, form.entry()?), change);
    }
    let mut places: HashMap<Id, Place> = HashMap::new();
    let mut called: BTreeMap<Id, String> = BTreeMap::new();
    for resource in &form.resources {
        if resource.place == ROOT && resource.class == Some(Class::ConstantBuffer) {
            root::to_push_constants(&mut module, resource.id)?;
        } else {
            let set = resource.class.map_or(resource.place.set, set);
            places.insert(resource.id, Place { set, binding: resource.register });
        }
        called.insert(resource.id, resource.name.clone());
    }
    bind(&mut module, &places);
    module.rename(&called);
    check(form, &mut module, minor)?;
    let bytes = module.bytes().ok_or_else(|| vec![unwritable("an instruction is too long")])?;
    let reflection = glassbox_spirv::reflect(&bytes).map_err(|error| vec![unwritable(&error.to_string())])?;
    let entry = reflection.entry_points.first();
    let entry = entry.ok_or_else(|| vec![unwritable("it has no entry point")])?;
    let names = reflection.names(entry, prepared.shader.stage);
    Ok(Written { bytes, is_text: false, names, notes: Vec::new() })
}

/// Converts a module to a version, and refuses what no platform with that version promises: extensions, and some capabilities.
fn check(form: &Form, module: &mut Module, minor: u8) -> Result<(), Vec<Diagnostic>> {
    let target = Language::Spirv(minor);
    let refuse = |at: Location, message: String| {
        let finding = Diagnostic::new(&rules::TOO_OLD, at, message);
        vec![finding.help("leave the shader out of this target, or write it without that")]
    };
    for &at in &module.globals {
        let later = LATER.iter().find(|later| later.0 == module.word(at, 0) && later.1 > minor);
        if let Some((_, minor, what)) = later.filter(|_| module.opcode(at) == op::CAPABILITY) {
            let message = format!("{what} needs SPIR-V 1.{minor}, and the target takes {target}");
            return Err(refuse(form.place_in(module, Some(at)), message));
        }
    }
    convert(module, minor).map_err(|error| {
        let range = if form.is_of_file { error.range.clone() } else { 0..0 };
        let at = Location::new(range.start as u64, range.end as u64, "");
        refuse(at, format!("the module cannot be written as {target}: {error}"))
    })?;
    let mut extensions = module.globals.iter().filter(|at| module.opcode(**at) == op::EXTENSION);
    let says_only = |name: &str| name == "SPV_KHR_non_semantic_info" || name.starts_with("SPV_GOOGLE_");
    match extensions.find(|at| !says_only(&module.string(**at, 0))) {
        Some(&at) => {
            let name = module.string(at, 0);
            let message = format!("the shader needs the extension {name}, which {target} does not promise");
            Err(refuse(form.place_in(module, Some(at)), message))
        }
        None => Ok(()),
    }
}
