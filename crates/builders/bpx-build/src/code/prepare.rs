//! Makes the module that the code for platforms is written from, once for all of them: one entry point, root constants as a block, one
//! variable for each symbol.

use std::sync::OnceLock;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::error::ErrorList;
use glassbox_decompile::entry_points;
use glassbox_spirv::Reflection;
use glassbox_spirv::adapt::{
    keep_entry_point, remove_unused_functions, rename_entry_point, split_blocks, unwrap_blocks,
};
use glassbox_spirv::module::{At, Module};
use glassbox_spirv::reflect::EntryPoint;

use super::resources::{self, Resource};
use super::{Language, join, root, rules};
use crate::shader::{Shader, Slots};

/// Name of the block of root constants in a shader pack.
pub(super) const ROOT_NAME: &str = "__Root";

/// Name of the entry point in packs, which cannot say another.
const PACK_ENTRY: &str = "main";

/// A module with the one entry point that is written.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The module; its ids are those of the reflection.
    pub(super) module: Module,
    /// What it says of itself.
    pub(super) reflection: Reflection,
    /// The resources that it uses, by their places.
    pub(super) resources: Vec<Resource>,
    /// True if its instructions come from the file of the shader.
    pub(super) is_of_file: bool,
}

impl Form {
    /// The entry point.
    ///
    /// # Errors
    /// The module has none or several.
    pub(super) fn entry(&self) -> Result<&EntryPoint, Vec<Diagnostic>> {
        entry(&self.reflection)
    }

    /// An instruction of the module, or of one that was made of it, in the file of the shader; the whole shader where that does not have
    /// it.
    pub(super) fn place_in(&self, module: &Module, at: Option<At>) -> Location {
        let range = at.filter(|_| self.is_of_file).map(|at| module.origin(at)).unwrap_or_default();
        Location::new(range.start as u64, range.end as u64, "")
    }
}

/// A shader that is ready to be written for any platform.
#[derive(Debug)]
pub struct Prepared<'s> {
    pub(super) shader: &'s Shader,
    pub(super) is_pack: bool,
    slots: &'s Slots,
    whole: Form,
    /// The module without blocks between stages and structures around uniform blocks, if it has any, made when it is first needed.
    flat: OnceLock<Result<Option<Form>, Vec<Diagnostic>>>,
}

/// Prepares a shader, whose resources have these registers. `is_pack` says that the result goes into a shader pack: everything in it must
/// have a symbol and a register, and the entry point is `main`.
///
/// # Errors
///
/// What keeps the shader from being written for any platform.
pub fn prepare<'s>(
    shader: &'s Shader,
    slots: &'s Slots,
    is_pack: bool,
) -> Result<Prepared<'s>, ErrorList<Diagnostic>> {
    let mut module = (*shader.module).clone();
    keep(&mut module, shader, is_pack)?;
    root::to_block(&mut module);
    join::samplers(&mut module, &shader.reflection, slots);
    let whole = form(module, shader, slots, is_pack)?;
    Ok(Prepared { shader, is_pack, slots, whole, flat: OnceLock::new() })
}

impl Prepared<'_> {
    /// The module for a language.
    pub(super) fn form(&self, language: Language) -> Result<&Form, Vec<Diagnostic>> {
        if !language.is_glsl() && !language.is_hlsl() {
            return Ok(&self.whole);
        }
        match self.flat.get_or_init(|| self.flat()) {
            Ok(flat) => Ok(flat.as_ref().unwrap_or(&self.whole)),
            Err(found) => Err(found.clone()),
        }
    }

    fn flat(&self) -> Result<Option<Form>, Vec<Diagnostic>> {
        let whole = &self.whole;
        let mut module = whole.module.clone();
        // Blocks of one name have one list of members in all stages, whatever a stage does with them.
        let is_unwrapped = unwrap_blocks(&mut module);
        let is_split = split_blocks(&mut module, &whole.reflection, whole.entry()?).map_err(|found| {
            let message = format!("the block `{}` is used as a whole, expected member by member", found.name);
            let finding =
                Diagnostic::new(&rules::CONSTRUCT, whole.place_in(&module, Some(found.at)), message);
            vec![finding.help(rules::CONSTRUCT.cure)]
        })?;
        if !is_unwrapped && !is_split {
            return Ok(None);
        }
        form(module, self.shader, self.slots, self.is_pack).map(Some)
    }
}

/// The finding for what no other rule describes.
pub(super) fn unwritable(words: &str) -> Diagnostic {
    let message = format!("the shader cannot be written for this target: {words}");
    Diagnostic::new(&rules::UNWRITABLE, Location::default(), message)
        .help("choose another target, or write the shader without it")
}

fn broken(message: &str) -> Vec<Diagnostic> {
    vec![unwritable(&format!("its module is broken: {message}"))]
}

/// The module with a reflection that has the same ids.
fn form(mut module: Module, shader: &Shader, slots: &Slots, is_pack: bool) -> Result<Form, Vec<Diagnostic>> {
    let bytes = module.compact_ids().and_then(|()| module.bytes());
    let bytes = bytes.ok_or_else(|| broken("it uses ids that it does not define"))?;
    let reflection = glassbox_spirv::reflect(&bytes).map_err(|error| broken(&error.to_string()))?;
    let resources = resources::resources(&reflection, entry(&reflection)?, slots, is_pack)?;
    Ok(Form { module, reflection, resources, is_of_file: shader.is_of_file })
}

fn entry(reflection: &Reflection) -> Result<&EntryPoint, Vec<Diagnostic>> {
    match reflection.entry_points.as_slice() {
        [entry] => Ok(entry),
        entries => Err(broken(&format!("it has {} entry points, expected one", entries.len()))),
    }
}

/// Removes the other entry points, and the functions that only they call: what these use would be held against the target.
fn keep(module: &mut Module, shader: &Shader, is_pack: bool) -> Result<(), Vec<Diagnostic>> {
    let mut stated = entry_points(module).into_iter();
    let kept = stated.find(|one| one.stage == Some(shader.stage) && one.name == shader.entry);
    let Some(kept) = kept.map(|kept| kept.at) else {
        let message = format!("the module has no {} shader called {:?}", shader.stage, shader.entry);
        let finding = Diagnostic::new(&rules::NO_ENTRY, Location::default(), message);
        return Err(vec![finding.help("name an entry point that the module has, with its stage")]);
    };
    keep_entry_point(module, kept);
    remove_unused_functions(module);
    if is_pack {
        rename_entry_point(module, kept, PACK_ENTRY);
    }
    Ok(())
}
