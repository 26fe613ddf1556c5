//! The flags that a library states for all of its functions, derived from the functions that it has.

use glassbox_dxil::Module;
use glassbox_dxil::analysis::flags::Choices;
use glassbox_dxil::analysis::{Program, compatibility};
use glassbox_dxil::ir::{self, Typed};
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::subobject::Subobject;

/// The flags that a merged library should state, unless it does. `beside` are its subobjects outside of the module. The error
/// says why it cannot be read again.
pub(super) fn derive(merged: &Typed<'_>, beside: &[Subobject]) -> Result<Option<u64>, String> {
    let bitcode = ir::encode(merged).map_err(|fault| fault.to_string())?;
    let module = Module::read(&bitcode).map_err(|fault| fault.to_string())?;
    // No container is made of metadata that does not fit, and what it states remains as it is.
    let Ok(shader) = Shader::read(&module) else {
        return Ok(None);
    };
    let typed = Typed::read(&bitcode).map_err(|fault| fault.to_string())?;
    let program = Program::new(&typed).map_err(|fault| fault.to_string())?;
    let choices = Choices::of(&shader);
    let subobjects: Vec<Subobject> = shader.subobjects.iter().chain(beside).cloned().collect();
    let functions = compatibility::functions(&program, &shader, choices, &subobjects);
    let found = compatibility::module_flags(&shader, choices, &functions);
    Ok((found != choices.flags).then_some(found))
}
