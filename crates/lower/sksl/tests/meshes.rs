//! Programs of meshes as Skia takes them today: varyings are what `main` gives, and there are uniforms and children.

use glassbox_lower_sksl::interface::{BoundChild, Port};
use glassbox_lower_sksl::{Options, OtherChildren, UniformLayout, rules};
use glassbox_sksl::raw::ProgramKind;

use crate::support::{current, listing, lowered, refused};

const VERTEX: &str = "
    struct Attributes { float2 at; half4 tint; };
    struct Varyings { half4 tint; float2 position; float2 where; };
    uniform float2x2 turn;
    uniform half fade;
    Varyings main(const Attributes a) {
        Varyings v;
        v.position = turn * a.at;
        v.where = a.at;
        v.tint = a.tint * fade;
        return v;
    }";

const FRAGMENT: &str = "
    struct Varyings { half4 tint; float2 position; float2 where; };
    uniform half4 ink;
    uniform shader image;
    float2 main(const Varyings v, out half4 color) { color = v.tint * ink * image.eval(v.where); return v.where; }";

fn places(ports: &[Port]) -> Vec<(&str, u32)> {
    ports.iter().map(|port| (port.name.as_str(), port.location)).collect()
}

#[test]
fn vertices_have_the_place_in_their_varyings() {
    for layout in [UniformLayout::Std140, UniformLayout::Skia, UniformLayout::Wgsl] {
        let options = Options { layout, ..Options::default() };
        let module = lowered("vertex", &current(ProgramKind::MESH_VERTEX, VERTEX), &options);
        assert_eq!(places(&module.interface.inputs), [("at", 0), ("tint", 1)]);
        assert_eq!(places(&module.interface.outputs), [("tint", 0), ("position", 1), ("where", 2)]);
        let skia: Vec<(&str, u32)> =
            module.interface.uniforms.iter().map(|one| (one.name.as_str(), one.skia_offset)).collect();
        assert_eq!(skia, [("turn", 0), ("fade", 16)]);
        let text = listing(&module);
        // The second field, then the depth 0 and 1.
        assert!(text.contains("BuiltIn Position"), "{text}");
        let extract =
            text.lines().find(|line| line.contains("OpCompositeExtract %v2float") && line.ends_with(" 1"));
        assert!(extract.is_some(), "{text}");
    }
}

#[test]
fn fragments_have_children_and_the_inputs_that_vertices_give() {
    let program = current(ProgramKind::MESH_FRAGMENT, FRAGMENT);
    let options =
        Options { other_children: OtherChildren::Texture, local_coordinates: Some(1), ..Options::default() };
    let module = lowered("fragment", &program, &options);
    assert_eq!(places(&module.interface.inputs), [("tint", 0), ("position", 1), ("where", 2)]);
    assert_eq!(places(&module.interface.outputs), [("color", 0), ("localCoordinates", 1)]);
    let bound = BoundChild::Texture { texture: [0, 1], sampler: [0, 2] };
    assert_eq!(module.interface.children.iter().map(|child| &child.bound).collect::<Vec<_>>(), [&bound]);
    let module = lowered("imports", &program, &Options::default());
    assert_eq!(module.interface.imports, ["skia.eval.image"]);
}

#[test]
fn functions_are_exported_without_an_entry_point() {
    let options = Options { entry: None, ..Options::default() };
    for (kind, source) in [(ProgramKind::MESH_VERTEX, VERTEX), (ProgramKind::MESH_FRAGMENT, FRAGMENT)] {
        let text = listing(&lowered("export", &current(kind, source), &options));
        assert!(text.contains("LinkageAttributes \"main\" Export"), "{text}");
    }
}

#[test]
fn varyings_without_a_place_are_refused() {
    let source = "struct Attributes { float2 at; }; struct Varyings { float2 place; };
        Varyings main(const Attributes a) { Varyings v; v.place = a.at; return v; }";
    let finding = refused(&current(ProgramKind::MESH_VERTEX, source), &Options::default());
    assert_eq!(finding.rule.id, rules::ENTRY.id);
    assert!(finding.message.contains("no `float2 position`"), "{}", finding.message);
}

glassbox_testing::asking!(spirv_val: vertices_have_the_place_in_their_varyings,
    fragments_have_children_and_the_inputs_that_vertices_give, functions_are_exported_without_an_entry_point);
