//! Derives library-wide feature flags from the functions present.

use glassbox_dxil::analysis::flags::Choices;
use glassbox_dxil::analysis::{Program, compatibility};
use glassbox_dxil::ir::{self, Typed};
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::subobject::Subobject;

/// Flags that a merged library should state, unless it does already. `beside` holds its subobjects
/// outside the module. `Err` if the module cannot be reread.
pub(super) fn derive(merged: &Typed<'_>, beside: &[Subobject]) -> Result<Option<u64>, String> {
    let bitcode = ir::encode(merged).map_err(|fault| fault.to_string())?;
    let typed = Typed::read(&bitcode).map_err(|fault| fault.to_string())?;
    // Malformed metadata cannot form a container, so its flags are left alone.
    let Ok(shader) = Shader::read(&typed) else {
        return Ok(None);
    };
    let program = Program::new(&typed).map_err(|fault| fault.to_string())?;
    let choices = Choices::of(&shader);
    let subobjects: Vec<Subobject> = shader.subobjects.iter().chain(beside).cloned().collect();
    let functions = compatibility::functions(&program, &shader, choices, &subobjects);
    let found = compatibility::module_flags(&shader, choices, &functions);
    Ok((found != choices.flags).then_some(found))
}
