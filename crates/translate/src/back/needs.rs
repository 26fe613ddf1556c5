//! Which version of which language has what a shader may use.
//!
//! Sources: the OpenGL Shading Language specifications 3.30 to 4.60 and 3.00 to 3.20 ES (without extensions, because a target promises
//! none), the reference of HLSL's shader models, the Metal Shading Language specification, the SPIR-V specification.

use crate::output::{GlslVersion, Target};

/// Something that a shader may use, with the first version of each language that has it. The lowest numbers that exist mean all
/// versions, [`NEVER`] and [`NO`] none.
pub(super) struct Need {
    /// What it is, in the singular, for messages.
    pub(super) what: &'static str,
    core: u16,
    es: u16,
    hlsl: (u8, u8),
    msl: (u8, u8),
    spirv: (u8, u8),
}

const NEVER: u16 = u16::MAX;
const NO: (u8, u8) = (u8::MAX, 0);
const ALL: (u8, u8) = (0, 0);

const fn need(
    what: &'static str,
    core: u16,
    es: u16,
    hlsl: (u8, u8),
    msl: (u8, u8),
    spirv: (u8, u8),
) -> Need {
    Need { what, core, es, hlsl, msl, spirv }
}

pub(super) static GATHER: Need = need("gathering texels", 400, 310, ALL, ALL, ALL);
pub(super) static CUBE_ARRAY: Need = need("a texture of several cubes", 400, 320, ALL, ALL, ALL);
pub(super) static TEXTURE_1D: Need = need("a texture with one dimension", 0, NEVER, ALL, ALL, ALL);
pub(super) static MULTISAMPLED: Need = need("a multisampled texture", 0, 310, ALL, ALL, ALL);
pub(super) static MULTISAMPLED_ARRAY: Need =
    need("an array of multisampled textures", 0, 320, ALL, (2, 0), ALL);
pub(super) static DOUBLE: Need = need("a number of type double", 400, NEVER, ALL, NO, ALL);
pub(super) static INTEGER_64: Need = need("an integer of 64 bits", NEVER, NEVER, (6, 0), (2, 3), ALL);
pub(super) static HALF: Need = need("a number of 16 bits", NEVER, NEVER, (6, 2), ALL, (1, 3));
pub(super) static PER_SAMPLE: Need = need("a varying interpolated for each sample", 400, 320, ALL, ALL, ALL);
pub(super) static FIRST_VERTEX: Need =
    need("a varying with the value of any vertex", NEVER, NEVER, NO, NO, NO);
pub(super) static LINEAR: Need = need("a varying interpolated without perspective", 0, NEVER, ALL, ALL, ALL);
pub(super) static SAMPLE: Need = need("the number or mask of samples", 400, 320, ALL, ALL, ALL);
pub(super) static CLIP_DISTANCE: Need = need("the clip distance", 0, NEVER, ALL, ALL, ALL);
pub(super) static CULL_DISTANCE: Need = need("the cull distance", 450, NEVER, ALL, NO, ALL);
pub(super) static DISTANCE_READ: Need = need("reading a clip or cull distance", NEVER, NEVER, NO, NO, ALL);
pub(super) static DUAL_SOURCE: Need = need("a second source of the blend function", 0, NEVER, ALL, ALL, ALL);
pub(super) static BITS: Need = need("a function on the bits of integers", 400, 310, ALL, ALL, ALL);
pub(super) static LDEXP: Need = need("building a number of mantissa and exponent", 400, 310, ALL, ALL, ALL);
pub(super) static PACK_HALF: Need = need("packing halves", 420, 0, ALL, ALL, ALL);
pub(super) static PACK_BYTES: Need = need("packing four bytes", 400, 310, ALL, ALL, ALL);
pub(super) static PACK_SNORM: Need = need("packing signed shorts", 420, 0, ALL, ALL, ALL);
pub(super) static PACK_UNORM: Need = need("packing unsigned shorts", 400, 0, ALL, ALL, ALL);
pub(super) static LEVELS: Need = need("the number of levels of a texture", 430, NEVER, ALL, ALL, ALL);
pub(super) static SAMPLES: Need = need("the number of samples of a texture", 450, NEVER, ALL, ALL, ALL);
pub(super) static SHADOW_LEVEL: Need =
    need("comparing at a level or with a bias in cubes or arrays", NEVER, NEVER, ALL, ALL, ALL);
pub(super) static SHADOW_OFFSET: Need = need("comparing at an offset in an array", 430, NEVER, ALL, ALL, ALL);
pub(super) static SUBGROUP: Need = need("an operation of a subgroup", NEVER, NEVER, (6, 0), (2, 1), (1, 3));
pub(super) static PRIMITIVE: Need = need("the number of the primitive", 0, 320, ALL, (2, 3), ALL);
pub(super) static VIEW: Need = need("the number of the view", NEVER, NEVER, (6, 1), (2, 2), (1, 3));
pub(super) static BARYCENTRIC: Need = need("barycentric coordinates", NEVER, NEVER, (6, 1), (2, 3), NO);
pub(super) static DRAW: Need =
    need("the number or first vertex or instance of the draw", 460, NEVER, NO, (1, 2), (1, 3));
pub(super) static DRAW_INDEX: Need = need("the number of the draw", 460, NEVER, NO, NO, (1, 3));
pub(super) static POINTS: Need = need("the size or coordinates of a point", 0, 0, NO, ALL, ALL);
pub(super) static INVARIANT: Need = need("an invariant position", 0, 0, ALL, (2, 1), ALL);
pub(super) static NESTED_ARRAY: Need = need("an array of arrays", 430, 310, ALL, ALL, ALL);
pub(super) static EARLY_TESTS: Need = need("depth tests in front of the shader", 420, 310, ALL, ALL, ALL);
pub(super) static DEPTH_PROMISE: Need =
    need("a promise about the depth that is written", 420, NEVER, NO, NO, ALL);
pub(super) static BINDING_ARRAY: Need =
    need("an array of textures, samplers or blocks", NEVER, NEVER, (5, 1), (2, 0), ALL);
pub(super) static ABSENT: Need =
    need("ray tracing, a mesh shader or a cooperative matrix", NEVER, NEVER, NO, NO, NO);

impl Need {
    /// Whether a target has it.
    pub(super) fn is_met(&self, target: Target) -> bool {
        match target {
            Target::Wgsl => true,
            Target::Glsl(GlslVersion::Core(version)) => version >= self.core,
            Target::Glsl(GlslVersion::Es(version)) => version >= self.es,
            Target::Hlsl(major, minor) => (major, minor) >= self.hlsl,
            Target::Msl(major, minor) => (major, minor) >= self.msl,
            Target::Spirv(major, minor) => (major, minor) >= self.spirv,
        }
    }

    /// What has it, in words, after `needs`; `None` where no version of the language does.
    pub(super) fn first(&self, target: Target) -> Option<String> {
        let pair = |(major, minor): (u8, u8)| ((major, minor) != NO).then(|| format!("{major}.{minor}"));
        match target {
            Target::Wgsl => None,
            Target::Glsl(GlslVersion::Core(_)) => {
                (self.core != NEVER).then(|| format!("GLSL {}", GlslVersion::Core(self.core)))
            }
            Target::Glsl(GlslVersion::Es(_)) => {
                (self.es != NEVER).then(|| format!("GLSL {}", GlslVersion::Es(self.es)))
            }
            Target::Hlsl(..) => pair(self.hlsl).map(|version| format!("shader model {version}")),
            Target::Msl(..) => pair(self.msl).map(|version| format!("MSL {version}")),
            Target::Spirv(..) => pair(self.spirv).map(|version| format!("SPIR-V {version}")),
        }
    }
}

/// The rows of the table in `docs/bpx/targets.md`: everything that some target of a pack lacks.
#[cfg(test)]
pub(super) static LISTED: [&Need; 37] = [
    &TEXTURE_1D,
    &CUBE_ARRAY,
    &MULTISAMPLED,
    &MULTISAMPLED_ARRAY,
    &GATHER,
    &LEVELS,
    &SAMPLES,
    &SHADOW_LEVEL,
    &SHADOW_OFFSET,
    &DOUBLE,
    &INTEGER_64,
    &HALF,
    &NESTED_ARRAY,
    &BITS,
    &LDEXP,
    &PACK_HALF,
    &PACK_BYTES,
    &PACK_SNORM,
    &PACK_UNORM,
    &PER_SAMPLE,
    &FIRST_VERTEX,
    &LINEAR,
    &SAMPLE,
    &CLIP_DISTANCE,
    &CULL_DISTANCE,
    &DISTANCE_READ,
    &POINTS,
    &PRIMITIVE,
    &DRAW,
    &DRAW_INDEX,
    &VIEW,
    &BARYCENTRIC,
    &SUBGROUP,
    &DUAL_SOURCE,
    &EARLY_TESTS,
    &DEPTH_PROMISE,
    &ABSENT,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The page for users lists the versions of this file.
    #[test]
    fn the_page_has_every_version() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bpx/targets.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        let number = |version: u16| match version {
            NEVER => "–".to_owned(),
            0 => "all".to_owned(),
            _ => version.to_string(),
        };
        let pair = |version: (u8, u8)| match version {
            NO => "–".to_owned(),
            ALL => "all".to_owned(),
            (major, minor) => format!("{major}.{minor}"),
        };
        for need in LISTED {
            let row = format!(
                "| {} | {} | {} | {} | {} | {} |",
                need.what,
                number(need.core),
                number(need.es),
                pair(need.hlsl),
                pair(need.msl),
                pair(need.spirv)
            );
            assert!(page.lines().any(|line| line == row), "docs/bpx/targets.md lacks\n{row}");
        }
    }
}
