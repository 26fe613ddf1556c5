//! Lists the rendering platforms of shader packs: the language of each and the stages that it has.

use glassbox_bpx::raw;

use crate::output::{GlslVersion, Target};
use crate::shader::Stage;

/// The rendering platforms that shaders are written for, in the order of their numbers, with the language of each.
///
/// The versions of SPIR-V are the highest that each version of Vulkan takes (Vulkan 1.2, appendix A). Metal 2.1 is the first with
/// invariant positions. `Any` is the platform of assemblies, which hold no shaders, and has no language.
pub const PACKS: [(raw::Target, Target); 17] = [
    (raw::Target::DX11, Target::Hlsl(5, 0)),
    (raw::Target::DX12, Target::Hlsl(6, 0)),
    (raw::Target::GL33, Target::Glsl(GlslVersion::Core(330))),
    (raw::Target::GL40, Target::Glsl(GlslVersion::Core(400))),
    (raw::Target::GL41, Target::Glsl(GlslVersion::Core(410))),
    (raw::Target::GL42, Target::Glsl(GlslVersion::Core(420))),
    (raw::Target::GL43, Target::Glsl(GlslVersion::Core(430))),
    (raw::Target::GL44, Target::Glsl(GlslVersion::Core(440))),
    (raw::Target::GL45, Target::Glsl(GlslVersion::Core(450))),
    (raw::Target::GL46, Target::Glsl(GlslVersion::Core(460))),
    (raw::Target::ES30, Target::Glsl(GlslVersion::Es(300))),
    (raw::Target::ES31, Target::Glsl(GlslVersion::Es(310))),
    (raw::Target::ES32, Target::Glsl(GlslVersion::Es(320))),
    (raw::Target::VK10, Target::Spirv(1, 0)),
    (raw::Target::VK11, Target::Spirv(1, 3)),
    (raw::Target::VK12, Target::Spirv(1, 5)),
    (raw::Target::MT, Target::Msl(2, 1)),
];

impl Target {
    /// The language in which a rendering platform takes its shaders; `None` for `Any` and for numbers without a platform.
    #[must_use]
    pub fn of_pack(platform: raw::Target) -> Option<Target> {
        PACKS.iter().find(|(known, _)| *known == platform).map(|(_, target)| *target)
    }
}

/// Whether the language of a target has a stage.
///
/// OpenGL has geometry shaders from 3.2 on and tessellation from 4.0 on, OpenGL ES both from 3.2 on. Metal has no geometry shaders, and
/// its tessellation is a compute program in front of the vertex shader, which no stage of a pack can hold. Mesh shaders and those of ray
/// tracing are no part of such programs.
#[must_use]
pub fn has_stage(target: Target, stage: Stage) -> bool {
    match (target, stage) {
        (_, Stage::Vertex | Stage::Fragment) => true,
        (Target::Glsl(GlslVersion::Core(version)), Stage::Compute) => version >= 430,
        (Target::Glsl(GlslVersion::Es(version)), Stage::Compute) => version >= 310,
        (_, Stage::Compute) => true,
        (_, stage) if stage.has_workgroups() || stage.is_ray_tracing() => false,
        (Target::Wgsl | Target::Msl(..), _) => false,
        (Target::Spirv(..) | Target::Hlsl(..), _) => true,
        (Target::Glsl(GlslVersion::Core(_)), Stage::Geometry) => true,
        (Target::Glsl(GlslVersion::Core(version)), _) => version >= 400,
        (Target::Glsl(GlslVersion::Es(version)), _) => version >= 320,
    }
}
