//! The flags that a library states for all of its functions, derived from the functions that it has.

use glassbox_dxil::Module;
use glassbox_dxil::analysis::flags::Choices;
use glassbox_dxil::analysis::{Program, compatibility};
use glassbox_dxil::ir::{self, Typed};
use glassbox_dxil::shader::Shader;

/// The flags that a merged library states, and those that it should state. The error says why it cannot be read again.
pub(super) fn derive(merged: &Typed<'_>) -> Result<(u64, u64), String> {
    let bitcode = ir::encode(merged).map_err(|fault| fault.to_string())?;
    let module = Module::read(&bitcode).map_err(|fault| fault.to_string())?;
    let shader = Shader::read(&module).map_err(|misfit| misfit.to_string())?;
    let typed = Typed::read(&bitcode).map_err(|fault| fault.to_string())?;
    let program = Program::new(&typed).map_err(|fault| fault.to_string())?;
    let choices = Choices::of(&shader);
    let functions = compatibility::functions(&program, &shader, choices, &shader.subobjects);
    let found = compatibility::module_flags(&shader, choices, &functions);
    Ok((choices.flags, found))
}
