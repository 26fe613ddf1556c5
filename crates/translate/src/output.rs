//! Target languages with their versions, and what is written in them.

use std::fmt;
use std::str::FromStr;

/// A target language with its version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// WebGPU Shading Language.
    #[default]
    Wgsl,
    /// OpenGL Shading Language.
    Glsl(GlslVersion),
    /// High Level Shading Language of this shader model, major and minor.
    Hlsl(u8, u8),
    /// Metal Shading Language of this version, major and minor.
    Msl(u8, u8),
    /// SPIR-V of this version, major and minor.
    Spirv(u8, u8),
}

impl Target {
    /// Every language in its default version.
    pub const ALL: [Target; 5] = [
        Target::Wgsl,
        Target::Glsl(GlslVersion::Core(450)),
        Target::Hlsl(5, 0),
        Target::Msl(2, 0),
        Target::Spirv(1, 0),
    ];

    /// `wgsl`, `glsl`, `hlsl`, `msl` or `spirv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Target::Wgsl => "wgsl",
            Target::Glsl(_) => "glsl",
            Target::Hlsl(..) => "hlsl",
            Target::Msl(..) => "msl",
            Target::Spirv(..) => "spirv",
        }
    }

    /// The language of a name in its default version.
    #[must_use]
    pub fn named(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A version of GLSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlslVersion {
    /// Desktop, such as 330 or 450.
    Core(u16),
    /// Embedded, such as 300 or 310.
    Es(u16),
}

/// Writes `450` or `300 es`, as `#version` does.
impl fmt::Display for GlslVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GlslVersion::Core(version) => write!(f, "{version}"),
            GlslVersion::Es(version) => write!(f, "{version} es"),
        }
    }
}

/// From `450`, `300 es` or `300es`.
impl FromStr for GlslVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<GlslVersion, String> {
        let (number, embedded) = match text.trim().strip_suffix("es") {
            Some(number) => (number.trim(), true),
            None => (text.trim(), false),
        };
        let known: &[u16] =
            if embedded { &[300, 310, 320] } else { &[330, 400, 410, 420, 430, 440, 450, 460] };
        match number.parse() {
            Ok(version) if known.contains(&version) && embedded => Ok(GlslVersion::Es(version)),
            Ok(version) if known.contains(&version) => Ok(GlslVersion::Core(version)),
            _ => Err(format!(
                "GLSL has no version {text:?} that can be written; there are 330 to 460, 300es, 310es and 320es"
            )),
        }
    }
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Source text.
    Text(String),
    /// SPIR-V words.
    Words(Vec<u32>),
}

impl Output {
    /// The bytes of a file: UTF-8, or words low byte first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Output::Text(text) => text.clone().into_bytes(),
            Output::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Output::Text(text) => Some(text),
            Output::Words(_) => None,
        }
    }
}
