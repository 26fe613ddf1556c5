//! Copies a module for a target: one entry point, root constants as a block, one variable for each symbol.

use std::collections::{HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_decompile::entry_points;
use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::check::check_structure;
use glassbox_spirv::module::{At, Id, Module, Operand};
use glassbox_spirv::reflect::EntryPoint;

use super::resources::{self, Resource};
use super::words::{bytes, string};
use super::{WriteOptions, blocks, join, root, rules};
use crate::output::Target;
use crate::shader::{Shader, Slots, Stage};

/// Name of the block of root constants in a shader pack.
pub(crate) const ROOT_NAME: &str = "__Root";

/// Name of the entry point in packs, which cannot say another.
const PACK_ENTRY: &str = "main";

/// A module with the one entry point that is written.
pub(crate) struct Prepared {
    /// The module; its ids are those of the reflection.
    pub(crate) module: Module,
    /// What it says of itself.
    pub(crate) reflection: Reflection,
    /// Stage of the entry point.
    pub(crate) stage: Stage,
    /// The resources that it uses, by their places.
    pub(crate) resources: Vec<Resource>,
}

impl Prepared {
    /// The entry point.
    ///
    /// # Errors
    /// The module has none or several.
    pub(crate) fn entry(&self) -> Result<&EntryPoint, Vec<Diagnostic>> {
        entry(&self.reflection)
    }
}

/// The finding for what no other rule describes.
pub(crate) fn unwritable(words: &str) -> Diagnostic {
    let message = format!("the shader cannot be written for this target: {words}");
    Diagnostic::new(&rules::UNWRITABLE, Location::default(), message)
        .help("choose another target, or write the shader without it")
}

/// An instruction in the shader's words; the whole shader where they do not have it.
pub(super) fn place(module: &Module, at: Option<At>) -> Location {
    let range = at.map(|at| module.origin(at)).unwrap_or_default();
    Location::new(range.start as u64, range.end as u64, "")
}

/// Makes the module that is written for a target.
pub(super) fn prepare(
    shader: &Shader,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Prepared, Vec<Diagnostic>> {
    let mut module = Module::from_words(&shader.words).map_err(|error| broken(error.to_string()))?;
    let kept = keep(&mut module, shader)?;
    if options.pack {
        rename(&mut module, kept, PACK_ENTRY);
    }
    root::to_block(&mut module);
    let mut reflection = renumber(&mut module)?;
    if join::samplers(&mut module, &reflection, slots) {
        reflection = renumber(&mut module)?;
    }
    if matches!(target, Target::Glsl(_) | Target::Hlsl(..))
        && blocks::split(&mut module, &reflection, entry(&reflection)?).map_err(|found| vec![*found])?
    {
        reflection = renumber(&mut module)?;
    }
    let resources = resources::resources(&reflection, entry(&reflection)?, slots, options)?;
    Ok(Prepared { module, reflection, stage: shader.stage, resources })
}

fn broken(message: String) -> Vec<Diagnostic> {
    vec![unwritable(&format!("its module is broken: {message}"))]
}

/// Numbers the ids as the reflection does.
fn renumber(module: &mut Module) -> Result<Reflection, Vec<Diagnostic>> {
    let words = module.compact_ids().and_then(|()| module.words());
    let words = words.ok_or_else(|| broken("it uses ids that it does not define".to_owned()))?;
    let bytes = bytes(&words);
    match check_structure(&bytes).into_iter().find(|finding| finding.severity == Severity::Error) {
        Some(finding) => Err(broken(finding.message)),
        None => glassbox_spirv::reflect(&bytes).map_err(|error| broken(error.to_string())),
    }
}

fn entry(reflection: &Reflection) -> Result<&EntryPoint, Vec<Diagnostic>> {
    match reflection.entry_points.as_slice() {
        [entry] => Ok(entry),
        entries => Err(broken(format!("it has {} entry points, expected one", entries.len()))),
    }
}

/// Removes the other entry points and their modes.
fn keep(module: &mut Module, shader: &Shader) -> Result<At, Vec<Diagnostic>> {
    let mut stated = entry_points(module).into_iter();
    let kept = stated.find(|one| one.stage == Some(shader.stage) && one.name == shader.entry);
    let Some(kept) = kept.map(|kept| kept.at) else {
        let message = format!("the module has no {} shader called {:?}", shader.stage, shader.entry);
        let finding = Diagnostic::new(&rules::NO_ENTRY, Location::default(), message);
        return Err(vec![finding.help("name an entry point that the module has, with its stage")]);
    };
    let function = module.word(kept, 1);
    let is_kept = |at: &At| match module.opcode(*at) {
        op::ENTRY_POINT => *at == kept,
        op::EXECUTION_MODE | op::EXECUTION_MODE_ID => module.word(*at, 0) == function,
        _ => true,
    };
    module.globals = module.globals.iter().copied().filter(is_kept).collect();
    drop_functions(module, function);
    Ok(kept)
}

/// Removes functions that an entry point does not call: what they use would be held against the target.
fn drop_functions(module: &mut Module, entry: Id) {
    let declared: HashMap<Id, usize> = (0..).zip(&module.functions).map(|(at, one)| (one.id, at)).collect();
    let mut called = HashSet::from([entry]);
    let mut open = vec![entry];
    while let Some(function) = open.pop() {
        let Some(function) = declared.get(&function).and_then(|at| module.functions.get(*at)) else {
            continue;
        };
        // Any id may be that of a function: calls are not the only instructions that name one.
        let used = function.walk().flat_map(|at| module.used_ids(at));
        open.extend(used.filter(|id| declared.contains_key(id) && called.insert(*id)));
    }
    let gone = module.functions.iter().filter(|function| !called.contains(&function.id));
    let gone: HashSet<Id> =
        gone.flat_map(|function| function.walk()).map(|at| module.get(at).result).collect();
    let has_groups = module.globals.iter().any(|at| module.opcode(*at) == op::GROUP_DECORATE);
    if gone.is_empty() || has_groups {
        return;
    }
    module.functions.retain(|function| called.contains(&function.id));
    let is_about_gone = |at: &At| module.used_ids(*at).any(|id| gone.contains(&id));
    module.globals = module.globals.iter().copied().filter(|at| !is_about_gone(at)).collect();
}

/// Gives an entry point another name.
fn rename(module: &mut Module, at: At, name: &str) {
    let behind = 2 + module.string_words(at, 2);
    let mut operands: Vec<Operand> = module.tagged_operands(at).collect();
    let interface = operands.split_off(behind.min(operands.len()));
    operands.truncate(2);
    operands.extend(string(name).into_iter().map(Operand::Literal));
    operands.extend(interface);
    module.rewrite(at, op::ENTRY_POINT, operands);
}
