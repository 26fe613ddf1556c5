//! Lists the words that cannot be names in SkSL: keywords, types, functions.

use crate::names::Words;

/// True if a word cannot be the name of a variable, a function or a structure.
pub(super) fn is_reserved(word: &str) -> bool {
    word == "main" || is_keyword(word) || FUNCTIONS.contains(word)
}

/// True if a word cannot be the name of a member.
pub(super) fn is_keyword(word: &str) -> bool {
    FAMILIES.iter().any(|start| word.starts_with(start)) || is_type(word) || KEYWORDS.contains(word)
}

/// What words of the language begin with.
const FAMILIES: [&str; 2] = ["gl_", "sk_"];

/// A type of numbers, vectors or matrices, of which some are only reserved, or one of images.
fn is_type(word: &str) -> bool {
    const SCALARS: [&str; 9] = ["float", "half", "int", "uint", "short", "ushort", "bool", "double", "long"];
    const VECTORS: [&str; 8] = ["vec", "ivec", "uvec", "bvec", "dvec", "hvec", "fvec", "mat"];
    const IMAGES: [&str; 5] = ["sampler", "texture", "image", "subpassInput", "atomic"];
    const SHAPES: [&str; 9] = ["1D", "2D", "3D", "Cube", "External", "Buffer", "MS", "_uint", "Uint"];
    let is_size = |rest: &str| matches!(rest.as_bytes(), [b'2'..=b'4'] | [b'2'..=b'4', b'x', b'2'..=b'4']);
    let has_shape = |rest: &str| SHAPES.iter().any(|shape| rest.starts_with(shape));
    let plain = word.strip_prefix(['i', 'u']).unwrap_or(word);
    matches!(word, "sampler" | "subpassInput" | "atomic")
        || SCALARS
            .iter()
            .filter_map(|name| word.strip_prefix(name))
            .any(|rest| rest.is_empty() || is_size(rest))
        || VECTORS.iter().filter_map(|name| word.strip_prefix(name)).any(is_size)
        || IMAGES.iter().filter_map(|name| plain.strip_prefix(name)).any(has_shape)
}

/// Keywords, and words that Skia keeps for later.
static KEYWORDS: Words<256> = Words::new(
    "
    asm attribute blender break buffer case cast class colorFilter const continue default discard do else enum extern
    external false fixed flat for goto highp if in inline inout input interface invariant layout lowp mediump namespace
    noinline noperspective out output packed precision public readonly readonlyTexture2D return shader sizeof static
    struct superp switch template this true typedef uniform union unsigned using varying void volatile while workgroup
    writeonly writeonlyTexture2D",
);

/// Functions; a variable outside of functions cannot have their names.
static FUNCTIONS: Words<256> = Words::new(
    "
    abs acos acosh all any asin asinh atan atanh ceil clamp cos cosh cross dFdx dFdy degrees determinant distance dot
    equal eval exp exp2 faceforward floatBitsToInt floatBitsToUint floor fract fromLinearSrgb fwidth greaterThan
    greaterThanEqual intBitsToFloat inverse inversesqrt isinf isnan length lessThan lessThanEqual log log2
    matrixCompMult max min mix mod modf normalize not notEqual outerProduct packUnorm2x16 pow radians reflect refract
    round roundEven saturate sign sin sinh smoothstep sqrt step tan tanh toLinearSrgb transpose trunc uintBitsToFloat
    unpackUnorm2x16 unpremul",
);

#[cfg(test)]
mod tests {
    use super::{is_keyword, is_reserved};

    /// What Skia 144 says of each word.
    #[test]
    fn words_are_those_of_skia() {
        for word in [
            "half4",
            "float3x3",
            "mat2x3",
            "sampler2D",
            "isampler2D",
            "texture2D",
            "shader",
            "gl_x",
            "ushort3",
        ] {
            assert!(is_reserved(word) && is_keyword(word), "{word}");
        }
        for word in ["mix", "dot", "main", "saturate"] {
            assert!(is_reserved(word) && !is_keyword(word), "{word}");
        }
        for word in
            ["texture", "image", "color", "coord", "vec5", "half5", "textures", "imageSize", "samplers"]
        {
            assert!(!is_reserved(word) && !is_keyword(word), "{word}");
        }
    }
}
