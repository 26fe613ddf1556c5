//! Converts modules to another version of SPIR-V.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::name_map::ShaderNames;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::reflect;
use glassbox_spirv::version::convert;
use glassbox_translate::back;

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
    let is_entry = |at: &u32| module.opcode(*at) == op::ENTRY_POINT;
    let mut stated = glassbox_decompile::entry_points(module).into_iter();
    let kept = stated.find(|one| one.stage == Some(entry.stage) && one.name == entry.name);
    let Some(kept) = kept.map(|kept| kept.at) else { return };
    let function = module.word(kept, 1);
    let is_kept = |at: &u32| match module.opcode(*at) {
        op::ENTRY_POINT => *at == kept,
        op::EXECUTION_MODE | op::EXECUTION_MODE_ID => module.word(*at, 0) == function,
        _ => true,
    };
    if module.globals.iter().filter(|at| is_entry(at)).count() > 1 {
        module.globals = module.globals.iter().copied().filter(is_kept).collect();
    }
}

/// What an entry point calls its interface.
pub(super) fn names(entry: &Entry<'_>, bytes: &[u8]) -> ShaderNames {
    // The second and third bytes of the version, which is the second word.
    let (minor, major) = (bytes.get(5).copied().unwrap_or(0), bytes.get(6).copied().unwrap_or(0));
    let version = (major, minor);
    let reflection = reflect(bytes).ok();
    back::names::of_module(reflection.as_ref(), (&entry.name, entry.stage), version)
}
