//! Modules: builtin code, compiled like Skia's own modules.

use std::path::Path;

use crate::support;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::check::check;
use glassbox_sksl::print::Style;
use glassbox_sksl::read::open;
use glassbox_sksl_lang::{Encoding, compile_module, encode, symbols};
use glassbox_testing::corpus;
use support::{difference, lines, printed};

/// Compiles and encodes a module.
fn module(text: &str, bases: &[&str]) -> Result<Vec<u8>, String> {
    let compilation = compile_module(text, bases).map_err(|wrong| lines(&wrong.findings))?;
    let program = compilation.program.ok_or_else(|| lines(&compilation.findings))?;
    // One module of Skia has an array that its decoder cannot read.
    encode(&program, Encoding::Extended).map_err(|findings| lines(&findings))
}

fn own(text: &str, bases: &[&str]) -> Vec<u8> {
    module(text, bases).unwrap_or_else(|findings| panic!("{findings}\n{text}"))
}

fn described(bytes: &[u8]) -> String {
    let found =
        check(&open(Window::whole(bytes), &Limits::default()).expect("it was written"), &Limits::default());
    assert_eq!(found.items().len(), 0, "{:?}", found.items());
    printed(bytes, Style::Description)
}

/// Skia's compiler of that time wrote these bytes, and those of its own modules.
#[test]
#[ignore = "needs GLASSBOX_CORPUS: modules of Skia"]
fn needs_corpus_bytes_are_those_of_skia() {
    let folder = corpus::needed().join("sksl/v8");
    for name in ["mod_interface", "mod_statements", "mod_types"] {
        let path = folder.join("own").join(name);
        let text = std::fs::read_to_string(path.with_extension("sksl")).expect("the corpus is readable");
        same(name, &module(&text, &[]), &path.with_extension("bin"));
    }
    for name in ["frag", "gpu", "public", "rt_shader", "vert"] {
        let path = folder.join(format!("module/sksl_{name}.bin"));
        let theirs = std::fs::read(&path).expect("the corpus is readable");
        let text = printed(&theirs, Style::Source);
        same(name, &module(&text, &[]), &path);
    }
}

fn same(name: &str, ours: &Result<Vec<u8>, String>, theirs: &Path) {
    let ours = ours.as_ref().unwrap_or_else(|findings| panic!("{name}: {findings}"));
    let theirs = std::fs::read(theirs).expect("the corpus is readable");
    assert!(*ours == theirs, "{name}: {}", difference(ours, &theirs));
}

/// Constructs that only builtin code may contain.
#[test]
fn builtin_code_is_compiled_as_it_is() {
    let text = "
$es3 $genType blend($genType a, $genType b);
sk_has_side_effects half4 note(sampler2D s);
sampler2D pick(texture2D t, sampler s);
half4 $eval(float2 p, shader child);
layout(builtin=15) in float4 sk_Place;
const half $limit = half(2) * 3;
half guarded(half n, half d) { return sk_Caps.integerSupport ? n / d : n / (d + $limit); }
half max(half a, half b);
half unused(half x) { half y = x; return max(1, 2); }
";
    let described = described(&own(text, &[]));
    for line in [
        "const half $limit = 6.0;",
        "return (integerSupport ? (n / d) : (n / (d + $limit)));",
        "return 2.0;",
        "half y = x;",
        "layout (builtin = 15)in float4 sk_Place;",
    ] {
        assert!(described.contains(line), "{line}\n{described}");
    }
    // Declarations without bodies are in the table alone.
    assert!(!described.contains("pick"), "{described}");
    let source = printed(&own(text, &[]), Style::Source);
    assert_eq!(own(&source, &[]), own(text, &[]), "{source}");
}

/// A module sees its bases, which are not part of its file.
#[test]
fn bases_are_seen_and_left_out() {
    let root =
        "half twice(half x) { return x * 2; }\nhalf4 twice(half4 x);\nstruct Pair { half a; half b; };\n";
    let middle = "half thrice(half x) { return twice(x) + x; }";
    let text =
        "half twice(half2 x) { return thrice(x.x) + twice(x.y); }\nhalf sum(Pair p) { return p.a + p.b; }";
    assert!(module(text, &[]).is_err());
    assert!(module(text, &[root]).is_err());
    let described =
        printed(&own("half f(half x) { return thrice(x) + twice(x); }", &[root, middle]), Style::Description);
    assert_eq!(described.trim_end(), "half f(half x) {\nreturn (thrice(x) + twice(x));\n}");
    let wrong =
        compile_module(text, &[root, "half f(half x) { return y; }"]).expect_err("the second base is wrong");
    assert_eq!((wrong.number, wrong.findings.len()), (1, 1));
}

/// Programs may not contain these constructs.
/// The functions of a base belong neither to the source nor to the language.
#[test]
fn symbols_of_bases_are_not_listed() {
    let text = "half wave(half x) { return sin(x) + wave(1); }";
    let compilation = compile_module(text, &["$genHType sin($genHType angle);"]).expect("the base is right");
    let listed = symbols(&compilation.program.expect("there is no error"));
    let found: Vec<_> = listed.iter().map(|one| (&*one.name, &*one.kind, one.used_by.join(" "))).collect();
    let expected = [("wave", "function", "1:37".to_owned()), ("x", "parameter", "1:32".to_owned())];
    assert_eq!(found, expected);
}

#[test]
fn mistakes_are_found() {
    for (text, rule) in [
        ("half f(half x) { return y; }", "SKSL-E"),
        ("half f(half x) { }", "SKSL-E"),
        ("half f() { return 1; }\nhalf f() { return 2; }", "SKSL-E"),
        ("vec2 f();", "SKSL-E"),
    ] {
        let findings = module(text, &[]).expect_err(text);
        assert!(findings.contains(rule), "{findings}");
    }
}
