//! Huge and malformed expressions are checked in linear time and with little stack.

use glassbox_vsl::{Options, analyze};

/// Checks an expression as a variable's value; true if accepted.
fn check(name: &str, expression: &str) -> bool {
    let text = format!(
        "@shader graphics;\n@vert {{ }}\n@frag {{ float f; float4 v; int4 w; float a = {expression}; }}\n"
    );
    let (shader, findings) = analyze(&text, &Options::default());
    assert!(shader.is_some() || !findings.is_empty(), "{name}: rejected without a word");
    shader.is_some()
}

#[test]
fn size_is_no_obstacle() {
    for (name, expression, is_accepted) in [
        ("a chain", format!("f{}", " + f".repeat(100_000)), true),
        ("unsigned numbers", format!("1u{}", " + 1u".repeat(100_000)), true),
        ("built-in variables", format!("$PrimitiveID{}", " + $PrimitiveID".repeat(30_000)), true),
        ("elements", format!("v[0]{}", " + v[w[0]]".repeat(30_000)), true),
        ("swizzles", format!("v{}.x", ".xyzw".repeat(50_000)), true),
        ("parentheses", format!("{}f{}", "(".repeat(200), ")".repeat(200)), true),
        ("calls", format!("{}f{}", "sqrt(".repeat(200), ")".repeat(200)), true),
        (
            "written places in indices",
            format!("modf(f, v[{}0{}])", "int(frexp(f, w[".repeat(80), "]))".repeat(80)),
            true,
        ),
        ("arguments", format!("max(f{})", ", f".repeat(100_000)), false),
        ("components", format!("float4(f{}).x", ", f".repeat(100_000)), false),
        ("unknown names", format!("g{}", " + g".repeat(100_000)), false),
        ("wrong operators", format!("f{}", " + (v * true)".repeat(30_000)), false),
        ("wrong calls", format!("f{}", " + max(v, w.xy)".repeat(30_000)), false),
        ("indices out of range", format!("v{}", "[9]".repeat(50_000)), false),
    ] {
        assert_eq!(check(name, &expression), is_accepted, "{name}");
    }
}
