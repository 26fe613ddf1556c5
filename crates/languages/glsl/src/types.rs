//! What names of types say.

/// What a combined sampler of a type is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SamplerType {
    /// Type of the texture.
    pub(crate) texture: &'static str,
    /// Whether it compares.
    pub(crate) is_shadow: bool,
}

impl SamplerType {
    /// Type of the sampler.
    pub(crate) fn sampler(self) -> &'static str {
        if self.is_shadow { "samplerShadow" } else { "sampler" }
    }
}

/// Types of textures by the letters behind `sampler`, for numbers that are floating, signed and unsigned.
const TEXTURES: [(&str, [&str; 3]); 9] = [
    ("1D", ["texture1D", "itexture1D", "utexture1D"]),
    ("2D", ["texture2D", "itexture2D", "utexture2D"]),
    ("3D", ["texture3D", "itexture3D", "utexture3D"]),
    ("Cube", ["textureCube", "itextureCube", "utextureCube"]),
    ("1DArray", ["texture1DArray", "itexture1DArray", "utexture1DArray"]),
    ("2DArray", ["texture2DArray", "itexture2DArray", "utexture2DArray"]),
    ("CubeArray", ["textureCubeArray", "itextureCubeArray", "utextureCubeArray"]),
    ("2DMS", ["texture2DMS", "itexture2DMS", "utexture2DMS"]),
    ("2DMSArray", ["texture2DMSArray", "itexture2DMSArray", "utexture2DMSArray"]),
];

/// What a type of combined samplers is made of.
pub(crate) fn sampler_type(name: &str) -> Option<SamplerType> {
    let (kind, rest) = kind(name, "sampler")?;
    let (shape, is_shadow) = match rest.strip_suffix("Shadow") {
        Some(shape) if kind == 0 => (shape, true),
        _ => (rest, false),
    };
    let (_, names) = TEXTURES.iter().find(|(known, _)| *known == shape)?;
    Some(SamplerType { texture: names.get(kind)?, is_shadow })
}

/// Whether a type is one of combined samplers that are not adapted.
pub(crate) fn is_strange_sampler(name: &str) -> bool {
    kind(name, "sampler")
        .is_some_and(|(_, rest)| matches!(rest, "Buffer" | "2DRect" | "2DRectShadow" | "ExternalOES"))
        || name == "samplerExternalOES"
}

/// The kind of number, 0 floating, 1 signed, 2 unsigned, and what stands behind a word in the name of a type.
fn kind<'n>(name: &'n str, word: &str) -> Option<(usize, &'n str)> {
    const PREFIXES: [(usize, &str); 3] = [(0, ""), (1, "i"), (2, "u")];
    PREFIXES.iter().find_map(|(kind, prefix)| {
        let rest = name.strip_prefix(prefix)?.strip_prefix(word)?;
        Some((*kind, rest))
    })
}

/// What class of resources a type belongs to, if it is one of resources that stand alone.
pub(crate) fn opaque(name: &str) -> Option<Class> {
    if matches!(name, "sampler" | "samplerShadow") {
        return Some(Class::Sampler);
    }
    if kind(name, "texture").is_some_and(|(_, rest)| TEXTURES.iter().any(|(shape, _)| *shape == rest)) {
        return Some(Class::Texture);
    }
    kind(name, "image").filter(|(_, rest)| rest.starts_with(['1', '2', '3', 'C', 'B'])).map(|_| Class::Image)
}

/// Kinds of resources; each has a descriptor set of its own where the source names none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Class {
    /// Uniform blocks.
    Block,
    /// Textures.
    Texture,
    /// Samplers.
    Sampler,
    /// Storage blocks.
    Storage,
    /// Images.
    Image,
}

impl Class {
    /// The descriptor set where the source names none. Set 3 holds the loose uniforms.
    pub(crate) fn set(self) -> u32 {
        match self {
            Class::Block => 0,
            Class::Texture => 1,
            Class::Sampler => 2,
            Class::Storage => 4,
            Class::Image => 5,
        }
    }

    /// The first binding that is given where the source names none: uniform blocks leave 0 to the loose uniforms.
    pub(crate) fn first(self) -> u32 {
        u32::from(self == Class::Block)
    }
}

/// How many locations a value of a built-in type takes; `None` for other types.
pub(crate) fn locations(name: &str) -> Option<u32> {
    if matches!(name, "float" | "int" | "uint" | "bool" | "double") {
        return Some(1);
    }
    let unprefixed = name.strip_prefix('d').filter(|rest| rest.starts_with(['v', 'm']));
    let is_double = unprefixed.is_some();
    let plain = unprefixed.unwrap_or(name);
    if let Some(size) = plain.strip_prefix("mat") {
        let columns = size.get(..1)?.parse().ok().filter(|columns| (2..=4).contains(columns))?;
        let rows: u32 = size.get(size.len().checked_sub(1)?..)?.parse().ok()?;
        return Some(if is_double && rows > 2 { columns * 2 } else { columns });
    }
    let vector = plain.trim_start_matches(['i', 'u', 'b']).strip_prefix("vec")?;
    let size: u32 = vector.parse().ok().filter(|size| (2..=4).contains(size))?;
    Some(if is_double && size > 2 { 2 } else { 1 })
}

/// The columns of a matrix of floating numbers and the type of each.
pub(crate) fn columns(name: &str) -> Option<(u32, String)> {
    let size = name.strip_prefix("mat")?;
    let rows = size.get(size.len().checked_sub(1)?..)?;
    Some((locations(name)?, format!("vec{rows}")))
}

/// The type of the transpose of a matrix of floating numbers.
pub(crate) fn transposed(name: &str) -> Option<String> {
    let (columns, column) = columns(name)?;
    Some(format!("mat{}x{columns}", column.strip_prefix("vec")?))
}

/// Whether a type is one of whole numbers, which are never interpolated.
pub(crate) fn is_whole(name: &str) -> bool {
    matches!(name, "int" | "uint") || name.starts_with("ivec") || name.starts_with("uvec")
}

/// The type of whole numbers that takes the place of one of truth values in a block.
pub(crate) fn stored_truth(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" => "uint",
        "bvec2" => "uvec2",
        "bvec3" => "uvec3",
        "bvec4" => "uvec4",
        _ => return None,
    })
}

/// Whether a word is the name of a built-in type.
pub(crate) fn is_builtin(name: &str) -> bool {
    name == "void" || locations(name).is_some() || sampler_type(name).is_some() || opaque(name).is_some()
}
