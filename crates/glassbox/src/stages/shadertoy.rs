//! Programs in the manner of Shadertoy, of which targets get different modules.

use glassbox_glsl::shadertoy::{Rows, Shadertoy};
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;

use crate::ConversionOptions;

/// How such a program is compiled for a target.
#[must_use]
pub fn shadertoy_for(to: &str, options: &ConversionOptions) -> Shadertoy {
    let is_opengl = to == "glsl" && options.api.as_deref() != Some("vulkan");
    let rows = if is_opengl { Rows::FromBelow } else { Rows::FromAbove };
    Shadertoy { rows, has_sizes: matches!(to, "sksl" | "agsl") }
}

/// States that the first row of `gl_FragCoord` is below.
pub(super) fn count_rows_from_below(module: &mut Module) {
    let is_upper = |at: &u32| *at == execution_mode::ORIGIN_UPPER_LEFT;
    let modes: Vec<_> = module
        .globals
        .iter()
        .copied()
        .filter(|at| module.opcode(*at) == op::EXECUTION_MODE && is_upper(&module.word(*at, 1)))
        .collect();
    for at in modes {
        module.set_word(at, 1, execution_mode::ORIGIN_LOWER_LEFT);
    }
}
