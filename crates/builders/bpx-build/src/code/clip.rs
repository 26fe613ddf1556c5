//! Clip spaces of sources and platforms.

use glassbox_decompile::{Api, Target};
use glassbox_spirv::adapt::{DepthRange, YAxis};

use super::Language;

/// A convention for positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ClipSpace {
    /// OpenGL: y up, depth from -w to w.
    OpenGl,
    /// Direct3D, Metal and WebGPU: y up, depth from 0 to w.
    #[default]
    WebGpu,
    /// Vulkan: y down, depth from 0 to w.
    Vulkan,
}

impl ClipSpace {
    /// The clip space of a language.
    #[must_use]
    pub const fn of(language: Language) -> ClipSpace {
        match language {
            Language::Text(Target::Glsl(_, Api::OpenGl) | Target::Essl(_)) => ClipSpace::OpenGl,
            Language::Spirv(_) | Language::Text(Target::Glsl(_, Api::Vulkan)) => ClipSpace::Vulkan,
            Language::Text(_) => ClipSpace::WebGpu,
        }
    }

    /// What takes positions from this clip space to another one.
    #[must_use]
    pub fn change_to(self, to: ClipSpace) -> (YAxis, DepthRange) {
        let is_flipped = (self == ClipSpace::Vulkan) != (to == ClipSpace::Vulkan);
        let depth = match (self == ClipSpace::OpenGl, to == ClipSpace::OpenGl) {
            (false, true) => DepthRange::ToMinusOneToOne,
            (true, false) => DepthRange::ToZeroToOne,
            _ => DepthRange::Keep,
        };
        (if is_flipped { YAxis::Flip } else { YAxis::Keep }, depth)
    }
}
