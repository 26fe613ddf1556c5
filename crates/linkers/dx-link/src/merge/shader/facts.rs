//! Derives properties from the shader's code and checks them against the model and stage.

use glassbox_dxil::Version;
use glassbox_dxil::analysis::flags::Choices;
use glassbox_dxil::analysis::{Program, compatibility, dependence, usage};
use glassbox_dxil::features::flag;
use glassbox_dxil::ir::{self, FunctionId, Typed};
use glassbox_dxil::shader::Shader;

use super::ShaderLinkError;
use super::entry::{Facts, word};
use crate::rules;

fn unreadable(what: impl std::fmt::Display) -> ShaderLinkError {
    ShaderLinkError::new(&rules::UNSUPPORTED, format!("the shader could not be read back: {what}"))
}

/// Derives the properties of a shader that does not state them yet. `library` holds the flags of
/// its library.
pub(super) fn derive(
    shader: &Typed<'_>,
    kind: u16,
    model: Version,
    library: u64,
) -> Result<Facts, ShaderLinkError> {
    let bitcode = ir::encode(shader).map_err(unreadable)?;
    let typed = Typed::read(&bitcode).map_err(unreadable)?;
    let shader = Shader::read(&typed).map_err(unreadable)?;
    let program = Program::new(&typed).map_err(unreadable)?;
    let Some(entry) = shader.entries.first() else {
        return Err(unreadable("it has no entry point"));
    };
    let choices = Choices { flags: library, ..Choices::of(&shader) };
    let functions = compatibility::functions(&program, &shader, choices, &[]);
    for (index, asked) in functions.iter().enumerate() {
        let name = typed.functions.get(index).and_then(|found| typed.name(found.value));
        let name = super::spoken(name.unwrap_or_default());
        if asked.minor > model.minor {
            return Err(ShaderLinkError::new(
                &rules::NOT_IN_MODEL,
                format!("{name} uses an operation of shader model 6.{}, found {model}", asked.minor),
            ));
        }
        if asked.stages >> kind & 1 == 0 {
            let word = word(kind).unwrap_or_default();
            return Err(ShaderLinkError::new(
                &rules::NOT_IN_MODEL,
                format!("{name} uses an operation that the stage of {word} does not have"),
            ));
        }
    }
    let flags = compatibility::module_flags(&shader, choices, &functions);
    let patch = entry.properties.hull.and_then(|hull| hull.patch_function);
    let places: Vec<FunctionId> = entry.function.into_iter().chain(patch).map(FunctionId::at).collect();
    let usage = usage::usage(&program, &entry.signatures, &places);
    let state = dependence::view_state(&program, kind, entry, flags & flag::VIEW_ID != 0);
    let state = state.map_err(|_| {
        let message = "it takes too much work to determine which outputs depend on which inputs";
        ShaderLinkError::new(&rules::TOO_LARGE, message)
    })?;
    Ok(Facts { usage, flags, view: state.map(|state| state.words()) })
}
