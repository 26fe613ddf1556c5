//! Names that all program parts share: shader kinds and versions.
//!
//! Source: `DxilConstants.h` and `DxilContainer.h` of the DirectX shader compiler.

use std::fmt;

glassbox_core::named! {
    /// Kind of a shader, as program headers, `PSV0` and `RDAT` number it.
    pub enum ShaderKind: u16 {
        /// Pixel shader.
        PIXEL = 0 "pixel",
        /// Vertex shader.
        VERTEX = 1 "vertex",
        /// Geometry shader.
        GEOMETRY = 2 "geometry",
        /// Hull shader.
        HULL = 3 "hull",
        /// Domain shader.
        DOMAIN = 4 "domain",
        /// Compute shader.
        COMPUTE = 5 "compute",
        /// Library.
        LIBRARY = 6 "library",
        /// Ray generation; only a function of a library.
        RAY_GENERATION = 7 "raygeneration",
        /// Intersection; only a function of a library.
        INTERSECTION = 8 "intersection",
        /// Any hit; only a function of a library.
        ANY_HIT = 9 "anyhit",
        /// Closest hit; only a function of a library.
        CLOSEST_HIT = 10 "closesthit",
        /// Miss; only a function of a library.
        MISS = 11 "miss",
        /// Callable; only a function of a library.
        CALLABLE = 12 "callable",
        /// Mesh shader.
        MESH = 13 "mesh",
        /// Amplification shader.
        AMPLIFICATION = 14 "amplification",
        /// Node; only a function of a library.
        NODE = 15 "node",
        /// No valid kind.
        INVALID = 16 "invalid",
    }
}

impl ShaderKind {
    /// The prefix of profiles of this kind, such as `ps`.
    pub fn prefix(self) -> Option<&'static str> {
        Some(match self {
            ShaderKind::PIXEL => "ps",
            ShaderKind::VERTEX => "vs",
            ShaderKind::GEOMETRY => "gs",
            ShaderKind::HULL => "hs",
            ShaderKind::DOMAIN => "ds",
            ShaderKind::COMPUTE => "cs",
            ShaderKind::LIBRARY => "lib",
            ShaderKind::MESH => "ms",
            ShaderKind::AMPLIFICATION => "as",
            _ => return None,
        })
    }
}

/// A version of two numbers, such as a shader model or a validator version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Version {
    /// Major version.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
}

impl Version {
    /// A version of two numbers.
    pub const fn new(major: u32, minor: u32) -> Version {
        Version { major, minor }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl From<Version> for glassbox_dxil::Version {
    fn from(version: Version) -> Self {
        glassbox_dxil::Version {
            major: version.major,
            minor: version.minor,
        }
    }
}
