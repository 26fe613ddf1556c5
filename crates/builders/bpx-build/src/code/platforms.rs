//! Lists the rendering platforms of shader packs: the language of each and the stages that it has.

use std::fmt;

use glassbox_bpx::raw;
use glassbox_decompile::{Api, Target};

use crate::shader::Stage;

/// What the code of a platform is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Text in a language and version.
    Text(Target),
    /// SPIR-V 1 of this minor version.
    Spirv(u8),
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Language::Text(target) => target.fmt(f),
            Language::Spirv(minor) => write!(f, "SPIR-V 1.{minor}"),
        }
    }
}

const fn glsl(version: u16) -> Language {
    Language::Text(Target::Glsl(version, Api::OpenGl))
}

const fn essl(version: u16) -> Language {
    Language::Text(Target::Essl(version))
}

/// The rendering platforms that shaders are written for, in the order of their numbers, with the language of each.
///
/// The versions of SPIR-V are the highest that each version of Vulkan takes (Vulkan 1.2, appendix A). Metal 2.1 is the first with
/// invariant positions. `Any` is the platform of assemblies, which hold no shaders, and has no language.
pub const PLATFORMS: [(raw::Target, Language); 17] = [
    (raw::Target::DX11, Language::Text(Target::Hlsl(50))),
    (raw::Target::DX12, Language::Text(Target::Hlsl(60))),
    (raw::Target::GL33, glsl(330)),
    (raw::Target::GL40, glsl(400)),
    (raw::Target::GL41, glsl(410)),
    (raw::Target::GL42, glsl(420)),
    (raw::Target::GL43, glsl(430)),
    (raw::Target::GL44, glsl(440)),
    (raw::Target::GL45, glsl(450)),
    (raw::Target::GL46, glsl(460)),
    (raw::Target::ES30, essl(300)),
    (raw::Target::ES31, essl(310)),
    (raw::Target::ES32, essl(320)),
    (raw::Target::VK10, Language::Spirv(0)),
    (raw::Target::VK11, Language::Spirv(3)),
    (raw::Target::VK12, Language::Spirv(5)),
    (raw::Target::MT, Language::Text(Target::Msl(21))),
];

impl Language {
    /// The language in which a rendering platform takes its shaders; `None` for `Any` and for numbers without a platform.
    #[must_use]
    pub fn of_platform(platform: raw::Target) -> Option<Language> {
        PLATFORMS.iter().find(|(known, _)| *known == platform).map(|(_, language)| *language)
    }

    pub(super) const fn is_glsl(self) -> bool {
        matches!(self, Language::Text(Target::Glsl(..) | Target::Essl(_)))
    }

    pub(super) const fn is_hlsl(self) -> bool {
        matches!(self, Language::Text(Target::Hlsl(_)))
    }
}

/// Whether the language of a platform has a stage.
///
/// OpenGL has geometry shaders from 3.2 on and tessellation from 4.0 on, OpenGL ES both from 3.2 on. Metal has no geometry shaders, and
/// its tessellation is a compute program in front of the vertex shader, which no stage of a pack can hold. Mesh shaders and those of ray
/// tracing are no part of such programs.
#[must_use]
pub fn has_stage(language: Language, stage: Stage) -> bool {
    match (language, stage) {
        (_, Stage::Vertex | Stage::Fragment) => true,
        (Language::Text(Target::Glsl(version, _)), Stage::Compute) => version >= 430,
        (Language::Text(Target::Essl(version)), Stage::Compute) => version >= 310,
        (_, Stage::Compute) => true,
        (_, stage) if stage.has_workgroups() || stage.is_ray_tracing() => false,
        (Language::Spirv(_) | Language::Text(Target::Hlsl(_)), _) => true,
        (Language::Text(Target::Glsl(version, _)), Stage::Geometry) => version >= 320,
        (Language::Text(Target::Glsl(version, _)), _) => version >= 400,
        (Language::Text(Target::Essl(version)), _) => version >= 320,
        (Language::Text(_), _) => false,
    }
}
