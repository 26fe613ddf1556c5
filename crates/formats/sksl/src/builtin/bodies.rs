//! Builtin functions that a program takes along: those of its module that have a body.
//!
//! A program that calls one holds a copy of it as a shared function, so whoever writes programs needs the body. Runtime
//! effects and generic programs find one such function, in two overloads. The bodies of the GPU module, mostly blend modes,
//! are not here.

/// The source of each overload of a function of the public module that has a body, in the order of the overloads.
pub fn body(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "unpremul" => Some(&[
            "half4 unpremul(half4 color) { return half4(color.xyz / max(color.w, 0.0001), color.w); }",
            "float4 unpremul(float4 color) { return float4(color.xyz / max(color.w, 0.0001), color.w); }",
        ]),
        _ => None,
    }
}
