//! Converts modules to another version of SPIR-V.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::name_map::ShaderNames;
use glassbox_core::stage::Stage;
use glassbox_spirv::adapt::keep_entry_point;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::reflect;
use glassbox_spirv::stage_of;
use glassbox_spirv::version::convert;

use super::entries::{Entry, module};
use super::rules;
use super::source::Code;

/// The bytes of a module in version `1.minor`, or in its own, with one entry point, or with all of them.
pub(super) fn module_in(
    code: &Code,
    entry: Option<&Entry<'_>>,
    minor: Option<u8>,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut module = module(code, code.words.as_deref().unwrap_or_default())?;
    if let Some(entry) = entry {
        keep(&mut module, entry);
    }
    if let Some(minor) = minor {
        convert(&mut module, minor).map_err(|error| {
            let range = error.range.start as u64..error.range.end as u64;
            vec![Diagnostic::new(&rules::VERSION, code.place_of(Some(range)), error.to_string())]
        })?;
    }
    module.bytes().ok_or_else(|| {
        vec![Diagnostic::new(&rules::VERSION, code.at.clone(), "the module has too many words")]
    })
}

/// Removes the other entry points.
fn keep(module: &mut Module, entry: &Entry<'_>) {
    let stated = glassbox_decompile::entry_points(module);
    let mut fitting = stated.iter().filter(|one| one.stage == Some(entry.stage) && one.name == entry.name);
    if let Some(kept) = fitting.next().filter(|_| stated.len() > 1) {
        keep_entry_point(module, kept.at);
    }
}

/// What an entry point calls its interface; `None` if the module has none of its name.
pub(in crate::conversions) fn names(stage: Stage, name: &str, bytes: &[u8]) -> Option<ShaderNames> {
    let reflection = reflect(bytes).ok()?;
    let mut points = reflection.entry_points.iter();
    let point = points.find(|one| one.name == name && stage_of(one.model) == Some(stage))?;
    Some(reflection.names(point, stage))
}
