//! Khronos' own compilers: glslang reads geometry and tessellation stages in GLSL, SPIRV-Cross writes them as HLSL.
//!
//! Both are C++ and take a build with the feature `khronos`. Without it there is no [`compiler`], and such stages are refused as HLSL; the
//! rules are there in every build.
//!
//! Neither is made for hostile input: a fault in them ends the process. They run on a thread with a large stack, texts have a largest
//! size and depth, and panics become findings; that is all that can be done inside of one process.

pub mod rules;

#[cfg(feature = "khronos")]
pub mod front;
#[cfg(feature = "khronos")]
mod hlsl;
#[cfg(feature = "khronos")]
mod map;
#[cfg(feature = "khronos")]
mod names;
#[cfg(feature = "khronos")]
mod words;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::name_map::ShaderNames;

use crate::back::WriteOptions;
use crate::back::prepare::Prepared;
use crate::front::StageCompiler;
use crate::output::Output;

/// Whether this build has the compilers.
pub const AVAILABLE: bool = cfg!(feature = "khronos");

/// The compiler of stages that naga does not have; `None` in builds without it.
#[cfg(feature = "khronos")]
#[must_use]
pub fn compiler() -> Option<&'static dyn StageCompiler> {
    Some(&front::Glslang)
}

/// The compiler of stages that naga does not have; `None` in builds without it.
#[cfg(not(feature = "khronos"))]
#[must_use]
pub fn compiler() -> Option<&'static dyn StageCompiler> {
    None
}

/// Writes a geometry or tessellation stage as HLSL of a shader model.
#[cfg(feature = "khronos")]
pub(crate) fn write(
    mut prepared: Prepared,
    model: (u8, u8),
    options: &WriteOptions<'_>,
) -> Result<(Output, ShaderNames), Vec<Diagnostic>> {
    use crate::back::prepare::unwritable;
    use crate::back::{ClipSpace, position};
    use crate::guard;
    use crate::instructions::Code;

    let broken = |message: String| vec![unwritable(&message)];
    let stage = prepared.stage;
    if options.rasterized() {
        position::convert(&mut prepared, position::change(options.clip, ClipSpace::WebGpu));
    }
    let code = Code::read(&prepared.module.words().unwrap_or_default()).map_err(broken)?;
    let module = (&prepared.reflection, prepared.entry()?);
    let partners: Vec<_> = options.program.iter().copied().filter(|other| other.stage != stage).collect();
    let text =
        guard::run(|| hlsl::write(code, module, &prepared.resources, (stage, partners.as_slice()), model))
            .map_err(broken)??;
    let names = map::names(module, &prepared.resources, stage, model);
    Ok((Output::Text(text), names))
}

/// Refuses a shader: this build lacks the feature `khronos`.
#[cfg(not(feature = "khronos"))]
pub(crate) fn write(
    prepared: Prepared,
    _: (u8, u8),
    _: &WriteOptions<'_>,
) -> Result<(Output, ShaderNames), Vec<Diagnostic>> {
    let rule = &crate::back::rules::NEEDS_KHRONOS;
    let message =
        format!("found a {} shader, expected a build with the feature `khronos` for it", prepared.stage);
    let location = glassbox_core::diagnostic::Location::default();
    Err(vec![Diagnostic::new(rule, location, message).help(rule.cure)])
}

/// Words of another program in the form of ours: on one line, without the full stop.
#[cfg(feature = "khronos")]
fn sentence(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}
