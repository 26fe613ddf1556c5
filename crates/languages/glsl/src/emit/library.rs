//! Built-in functions that naga does not have, in the language itself.

use glassbox_syntax::map::Provenance;

use super::Emitter;

/// Functions, each with its forms: the text for one type, and the types that take the places of `T` and `B`.
struct Entry {
    name: &'static str,
    text: &'static str,
    types: &'static [[&'static str; 2]],
}

const FLOATS: &[[&str; 2]] = &[["float", "int"], ["vec2", "ivec2"], ["vec3", "ivec3"], ["vec4", "ivec4"]];
const UNSIGNED: &[[&str; 2]] =
    &[["uint", "bool"], ["uvec2", "bvec2"], ["uvec3", "bvec3"], ["uvec4", "bvec4"]];
const SIGNED: &[[&str; 2]] = &[["int", "uint"], ["ivec2", "uvec2"], ["ivec3", "uvec3"], ["ivec4", "uvec4"]];

const LIBRARY: &[Entry] = &[
    Entry {
        name: "modf",
        text: "T modf(T x, out T whole) { whole = trunc(x); return x - whole; }",
        types: FLOATS,
    },
    // A number without a whole one before its point has its exponent in bits 23 to 30, counted from -126.
    Entry {
        name: "frexp",
        text: "T frexp(T x, out B power) { B bits = floatBitsToInt(x); B field = (bits >> 23) & B(255); \
               B some = min(field, B(1)); power = (field - B(126)) * some; \
               return intBitsToFloat((bits & B(-2139095041)) | B(1056964608)) * T(some); }",
        types: FLOATS,
    },
    Entry {
        name: "matrixCompMult",
        text: "T matrixCompMult(T a, T b) { return T(B); }",
        types: &[
            ["mat2", "a[0] * b[0], a[1] * b[1]"],
            ["mat2x3", "a[0] * b[0], a[1] * b[1]"],
            ["mat2x4", "a[0] * b[0], a[1] * b[1]"],
            ["mat3", "a[0] * b[0], a[1] * b[1], a[2] * b[2]"],
            ["mat3x2", "a[0] * b[0], a[1] * b[1], a[2] * b[2]"],
            ["mat3x4", "a[0] * b[0], a[1] * b[1], a[2] * b[2]"],
            ["mat4", "a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]"],
            ["mat4x2", "a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]"],
            ["mat4x3", "a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]"],
        ],
    },
    // The highest bit says it without a comparison, which scalars and vectors spell differently.
    Entry {
        name: "uaddCarry",
        text: "T uaddCarry(T x, T y, out T carry) { T sum = x + y; carry = ((x & y) | ((x | y) & ~sum)) >> 31u; return sum; }",
        types: UNSIGNED,
    },
    Entry {
        name: "usubBorrow",
        text: "T usubBorrow(T x, T y, out T borrow) { T rest = x - y; borrow = ((~x & y) | ((~x | y) & rest)) >> 31u; return rest; }",
        types: UNSIGNED,
    },
    Entry {
        name: "umulExtended",
        text: "void umulExtended(T x, T y, out T high, out T low) { T a = x >> 16u, b = x & T(65535u), c = y >> 16u, d = y & T(65535u); \
               T middle = a * d + ((b * d) >> 16u); T rest = b * c + (middle & T(65535u)); \
               high = a * c + (middle >> 16u) + (rest >> 16u); low = x * y; }",
        types: UNSIGNED,
    },
    Entry {
        name: "imulExtended",
        text: "void imulExtended(T x, T y, out T high, out T low) { \
               B p = B(x), q = B(y); B a = p >> 16u, b = p & B(65535u), c = q >> 16u, d = q & B(65535u); \
               B middle = a * d + ((b * d) >> 16u); B rest = b * c + (middle & B(65535u)); \
               high = T(a * c + (middle >> 16u) + (rest >> 16u)) - ((x >> 31u) & y) - ((y >> 31u) & x); low = x * y; }",
        types: SIGNED,
    },
];

impl Emitter<'_> {
    /// Declares the functions that the stage calls and naga does not have.
    pub(super) fn write_library(&mut self, from: Provenance) {
        if !self.stage.is_for_naga() {
            return;
        }
        for entry in LIBRARY {
            if !self.stage.words.contains_key(entry.name) || self.stage.functions.contains(entry.name) {
                continue;
            }
            for [of, other] in entry.types {
                let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
                let mut line = String::new();
                for piece in entry.text.split_inclusive(|letter| !is_part(letter)) {
                    let word = piece.trim_end_matches(|letter| !is_part(letter));
                    line.push_str(match word {
                        "T" => of,
                        "B" => other,
                        word => word,
                    });
                    line.push_str(piece.strip_prefix(word).unwrap_or_default());
                }
                self.writer.whole_line(&line, from);
            }
        }
    }
}
