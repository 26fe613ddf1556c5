//! Lists the words that cannot be names in some version of GLSL: keywords, reserved words, types and functions.

use crate::names::{Words, without_size};

/// True if a word cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    word.starts_with("gl_")
        // What extensions add.
        || word.ends_with("EXT")
        || WORDS.contains(word)
        || is_type(word)
}

fn is_type(word: &str) -> bool {
    let scalar = word.bytes().take_while(|byte| matches!(byte, b'i' | b'u' | b'b' | b'd')).count();
    let plain = word.strip_prefix(['i', 'u']).unwrap_or(word);
    matches!(without_size(&word[scalar..], b'1'), Some("vec" | "mat"))
        || word.starts_with("f16vec")
        || is_opaque(plain.as_bytes())
        || is_opaque(word.as_bytes())
}

/// True for the types of samplers and images that have a shape.
fn is_opaque(word: &[u8]) -> bool {
    const SHAPES: [&str; 7] = ["1D", "2D", "3D", "Cube", "Buffer", "MS", "Shadow"];
    let ([b's', b'a', b'm', b'p', b'l', b'e', b'r', shape @ ..]
    | [b'i', b'm', b'a', b'g', b'e', shape @ ..]
    | [b't', b'e', b'x', b't', b'u', b'r', b'e', shape @ ..]
    | [b's', b'u', b'b', b'p', b'a', b's', b's', b'I', b'n', b'p', b'u', b't', shape @ ..]) = word
    else {
        return false;
    };
    SHAPES.iter().any(|known| shape.starts_with(known.as_bytes()))
}

static WORDS: Words<1024> = Words::new(
    "
    main isampler isubpassInput subpassInput usampler usubpassInput EmitVertex EndPrimitive abs acos acosh active all any asin asinh asm atan atanh atomicAdd atomicAnd
    atomicExchange atomicMax atomicMin atomicOr atomicXor atomic_uint attribute barrier bitCount
    bitfieldExtract bitfieldInsert bitfieldReverse bool break buffer case cast ceil centroid clamp class
    coherent common const continue cos cosh cross dFdx dFdy default defined degrees demote determinant discard
    distance do dot double else enum equal exp exp2 extern external faceforward false filter findLSB findMSB
    fixed flat float float16_t floatBitsToInt floatBitsToUint floor fma for fract frexp ftransform fwidth goto
    greaterThan greaterThanEqual half highp hvec2 hvec3 hvec4 if imageLoad imageSize imageStore in inline
    inout input int int16_t int64_t int8_t intBitsToFloat interface interpolateAtCentroid interpolateAtOffset
    interpolateAtSample invariant inverse inversesqrt isinf isnan layout ldexp length lessThan lessThanEqual
    log log2 long lowp max mediump memoryBarrier min mix mod modf namespace noinline noise1 noise2 noise3
    noise4 noperspective normalize not notEqual out outerProduct output pack16 pack32 pack64 packHalf2x16
    packUnorm2x16 packed partition patch pow precise precision public radians readonly reflect refract
    resource restrict return round roundEven sample sampler shared short sign sin sinh sizeof smooth
    smoothstep sqrt static step struct subroutine superp switch tan tanh template texelFetch texelFetchOffset
    texture texture1D texture2D texture3D textureCube textureGather textureGrad textureLod textureLodOffset
    textureOffset textureProj textureQueryLevels textureQueryLod textureSize this transpose true trunc typedef
    uint uint16_t uint64_t uint8_t uintBitsToFloat uniform union unpack16 unpack32 unpack8 unpackHalf2x16
    unpackUnorm2x16 unsigned using varying void volatile while writeonly",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_functions_are_reserved() {
        for word in [
            "vec3",
            "mat4x3",
            "ivec2",
            "sampler2D",
            "usamplerBuffer",
            "gl_Foo",
            "texture",
            "main",
            "rayPayloadEXT",
        ] {
            assert!(is_reserved(word), "{word}");
        }
        for word in ["vector", "color", "material", "textures", "imageScale", "texture0"] {
            assert!(!is_reserved(word), "{word}");
        }
    }
}
