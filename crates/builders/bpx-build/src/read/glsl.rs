//! GLSL: compiled, with all stages of a program together.

use glassbox_glsl::source::Include;
use glassbox_glsl::{Interface, Options, StageSource, compile_program};
use glassbox_spirv::check::{Environment, Vulkan};

use super::{Reading, compiled};

/// Reads the stages of a program together: what they share gets one place.
///
/// Combined samplers are taken apart, as targets need that have none, and modules are of the version of SPIR-V that every target is
/// written from; the options say the rest.
///
/// ```
/// use glassbox_glsl::source::IncludeList;
/// use glassbox_glsl::{Options, StageSource};
/// use glassbox_bpx_build::read::glsl::read;
/// use glassbox_bpx_build::shader::Stage;
///
/// let text = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let stage = StageSource::new(Stage::Fragment, "white.frag", text);
/// let reading = read(&[stage], &IncludeList::default(), &Options::default());
/// assert!(reading.findings.is_empty());
/// assert_eq!(reading.shaders.len(), 1);
/// ```
#[must_use]
pub fn read(stages: &[StageSource<'_>], includes: &dyn Include, options: &Options) -> Reading {
    let options = Options {
        interface: Interface::Separated,
        environment: Environment::Vulkan(Vulkan::V1_2),
        ..options.clone()
    };
    let program = compile_program(stages, includes, &options);
    let shaders = program.stages.into_iter();
    let shaders =
        shaders.filter_map(|stage| compiled(stage.stage, "main".to_owned(), stage.module, stage.explicit));
    let shaders = shaders.collect();
    Reading { shaders, sources: program.sources, findings: program.findings.into_sorted() }.settled()
}
