//! Uniforms are where the interface says, in the block and in the data that Skia takes.

use glassbox_lower_sksl::{
    Child, ChildProgram, Coordinates, Destination, Options, UniformLayout, UniformPlace,
};
use glassbox_sksl::raw::ProgramKind;

use crate::support::{listing, lowered, program};

const SOURCE: &str = "
    uniform float a; uniform half3 b; layout(color) uniform half4 c; uniform float3x3 m; uniform float2 list[3]; uniform int n;
    half4 main(float2 p) { return c * half(a + b.x + m[1][2] + list[2].y + float(n)); }";

fn offsets(layout: UniformLayout) -> (Vec<(String, u32, u32)>, u32) {
    let options = Options { layout, ..Options::default() };
    let interface = lowered("uniforms", &program(ProgramKind::SHADER, SOURCE), &options).interface;
    let all = interface.uniforms.iter().map(|one| (one.name.clone(), one.offset, one.size)).collect();
    (all, interface.block.expect("a block").size)
}

#[test]
fn offsets_are_those_of_the_layout() {
    let named = |list: [(&str, u32, u32); 6]| {
        list.map(|(name, offset, size)| (name.to_owned(), offset, size)).to_vec()
    };
    // By hand: one value after the other.
    let skia =
        named([("a", 0, 4), ("b", 4, 12), ("c", 16, 16), ("m", 32, 36), ("list", 68, 24), ("n", 92, 4)]);
    assert_eq!(offsets(UniformLayout::Skia), (skia, 96));
    // By hand: vectors of three are aligned to 16 bytes, columns and elements are 16 bytes apart.
    let std140 =
        named([("a", 0, 4), ("b", 16, 12), ("c", 32, 16), ("m", 48, 48), ("list", 96, 48), ("n", 144, 4)]);
    assert_eq!(offsets(UniformLayout::Std140), (std140, 160));
}

#[test]
fn every_layout_states_the_offsets_of_skia_and_the_colors() {
    let interface = lowered("uniforms", &program(ProgramKind::SHADER, SOURCE), &Options::default()).interface;
    let skia: Vec<(u32, u32)> =
        interface.uniforms.iter().map(|one| (one.skia_offset, one.skia_size)).collect();
    assert_eq!(skia, [(0, 4), (4, 12), (16, 16), (32, 36), (68, 24), (92, 4)]);
    let colors: Vec<bool> = interface.uniforms.iter().map(|one| one.is_color).collect();
    assert_eq!(colors, [false, false, true, false, false, false]);
}

#[test]
fn children_have_uniforms_behind_those_of_the_program() {
    let outer = program(
        ProgramKind::SHADER,
        "uniform float k; uniform shader inner; half4 main(float2 p) { return inner.eval(p * k); }",
    );
    let inner = program(
        ProgramKind::SHADER,
        "uniform float x; uniform half2 y; half4 main(float2 p) { return half4(x, y, 1); }",
    );
    let child = ChildProgram { program: inner, children: Default::default() };
    let mut options = Options { layout: UniformLayout::Skia, ..Options::default() };
    options.children.insert("inner".to_owned(), Child::Program(Box::new(child)));
    let interface = lowered("children", &outer, &options).interface;
    let places: Vec<(&str, u32, u32)> =
        interface.uniforms.iter().map(|one| (&one.name[..], one.offset, one.skia_offset)).collect();
    assert_eq!(places, [("k", 0, 0), ("inner.x", 16, 0), ("inner.y", 20, 4)]);
}

#[test]
fn options_say_where_data_comes_from() {
    let blender = program(ProgramKind::BLENDER, "half4 main(half4 s, half4 d) { return s * d; }");
    let destination = Destination::Attachment { set: 0, binding: 3, index: 1 };
    let options = Options { destination, source: 4, ..Options::default() };
    let text = listing(&lowered("blender", &blender, &options));
    for part in
        ["%source Location 4", "%destination InputAttachmentIndex 1", "%destination Binding 3", "OpImageRead"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let shader = program(ProgramKind::SHADER, SOURCE);
    let options = Options {
        coordinates: Coordinates::Input(2),
        uniforms: UniformPlace::PushConstants,
        entry: Some("effect".to_owned()),
        ..Options::default()
    };
    let text = listing(&lowered("shader", &shader, &options));
    for part in ["%coords Location 2", "PushConstant", "OpEntryPoint Fragment %effect \"effect\""] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("FragCoord"), "{text}");
}

#[test]
fn functions_are_exported_without_an_entry_point() {
    let options = Options { entry: None, ..Options::default() };
    let text = listing(&lowered("shader", &program(ProgramKind::SHADER, SOURCE), &options));
    assert!(text.contains("LinkageAttributes \"main\" Export"), "{text}");
    let generic = program(
        ProgramKind::GENERIC,
        "float f(float x) { return x; } float f(float2 x) { return x.y; } int g() { return 1; }",
    );
    let text = listing(&lowered("generic", &generic, &options));
    for name in ["f(float)", "f(float2)", "g"] {
        assert!(text.contains(&format!("LinkageAttributes \"{name}\" Export")), "{name}\n{text}");
    }
}

#[test]
fn halves_are_hints() {
    let source = "half f(half x) { return x * x; } half4 main(float2 p) { float y = p.x * p.y; return half4(f(half(y))); }";
    let text = listing(&lowered("halves", &program(ProgramKind::SHADER, source), &Options::default()));
    let relaxed = text.matches("RelaxedPrecision").count();
    assert!(relaxed >= 4, "{text}");
    assert!(!text.contains("OpTypeFloat 16"), "{text}");
}

glassbox_testing::asking!(spirv_val: offsets_are_those_of_the_layout, children_have_uniforms_behind_those_of_the_program,
    options_say_where_data_comes_from, functions_are_exported_without_an_entry_point);
