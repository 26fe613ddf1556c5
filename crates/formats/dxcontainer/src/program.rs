//! Types shared by all program parts: shader kinds and versions.
//!
//! Sources: `DxilConstants.h` and `DxilContainer.h` of the DirectX shader compiler.

use std::fmt;

glassbox_core::named! {
    /// Shader kind, in the numbering of program headers, `PSV0` and `RDAT`.
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
        /// Ray generation shader; only in libraries.
        RAY_GENERATION = 7 "raygeneration",
        /// Intersection shader; only in libraries.
        INTERSECTION = 8 "intersection",
        /// Any-hit shader; only in libraries.
        ANY_HIT = 9 "anyhit",
        /// Closest-hit shader; only in libraries.
        CLOSEST_HIT = 10 "closesthit",
        /// Miss shader; only in libraries.
        MISS = 11 "miss",
        /// Callable shader; only in libraries.
        CALLABLE = 12 "callable",
        /// Mesh shader.
        MESH = 13 "mesh",
        /// Amplification shader.
        AMPLIFICATION = 14 "amplification",
        /// Work graph node; only in libraries.
        NODE = 15 "node",
        /// Not a valid kind.
        INVALID = 16 "invalid",
    }
}

impl ShaderKind {
    /// Profile prefix of this kind, such as `ps`.
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

/// Two-number version, such as a shader model or a validator version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Version {
    /// Major version.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
}

impl Version {
    /// Creates a version.
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
        glassbox_dxil::Version { major: version.major, minor: version.minor }
    }
}
