//! What children become.

use glassbox_lower_sksl::interface::BoundChild;
use glassbox_lower_sksl::{Child, ChildProgram, ColorSpace, Options, OtherChildren};
use glassbox_sksl::raw::ProgramKind;

use crate::support::{listing, lowered, program};

const SOURCE: &str = "uniform shader image; uniform colorFilter tone; uniform blender mixer;
    half4 main(float2 p) { half4 c = image.eval(p); return mixer.eval(tone.eval(c), image.eval(p.yx)); }";

fn of(kind: ProgramKind, source: &str) -> Child {
    Child::Program(Box::new(ChildProgram { program: program(kind, source), children: Default::default() }))
}

#[test]
fn children_are_imported_functions_unless_something_is_named() {
    let lowered = lowered("imports", &program(ProgramKind::SHADER, SOURCE), &Options::default());
    assert_eq!(lowered.interface.imports, ["skia.eval.image", "skia.eval.tone", "skia.eval.mixer"]);
    let text = listing(&lowered);
    assert!(text.contains("LinkageAttributes \"skia.eval.mixer\" Import"), "{text}");
}

#[test]
fn children_are_what_is_named() {
    let mut options = Options { other_children: OtherChildren::Texture, ..Options::default() };
    options.children.insert(
        "tone".to_owned(),
        of(ProgramKind::COLOR_FILTER, "int n = 0; half4 main(half4 c) { n++; return c * half(n); }"),
    );
    options.children.insert("mixer".to_owned(), Child::Color([1.0, 0.5, 0.25, 1.0]));
    let module = lowered("named", &program(ProgramKind::SHADER, SOURCE), &options);
    let bound: Vec<&BoundChild> = module.interface.children.iter().map(|child| &child.bound).collect();
    let texture = BoundChild::Texture { texture: [0, 1], sampler: [0, 2] };
    assert_eq!(bound, [&texture, &BoundChild::Program, &BoundChild::Color([1.0, 0.5, 0.25, 1.0])]);
    let text = listing(&module);
    // The globals of a child are set each time that it is called.
    assert!(text.contains("%tone_eval = OpFunction") && text.contains("%tone_n"), "{text}");
}

#[test]
fn one_program_can_be_several_children_of_children() {
    let leaf = "uniform half k; half4 main(float2 p) { return half4(k); }";
    let middle = "uniform shader a; uniform shader b; half4 main(float2 p) { return a.eval(p) + b.eval(p); }";
    let mut inner =
        ChildProgram { program: program(ProgramKind::SHADER, middle), children: Default::default() };
    inner.children.insert("a".to_owned(), of(ProgramKind::SHADER, leaf));
    inner.children.insert("b".to_owned(), of(ProgramKind::SHADER, leaf));
    let outer = program(ProgramKind::SHADER, "uniform shader c; half4 main(float2 p) { return c.eval(p); }");
    let mut options = Options::default();
    options.children.insert("c".to_owned(), Child::Program(Box::new(inner)));
    let interface = lowered("nested", &outer, &options).interface;
    let names: Vec<&str> = interface.uniforms.iter().map(|one| &one.name[..]).collect();
    assert_eq!(names, ["c.a.k", "c.b.k"]);
    let names: Vec<&str> = interface.children.iter().map(|one| &one.name[..]).collect();
    assert_eq!(names, ["c.a", "c.b", "c"]);
}

#[test]
fn color_spaces_are_curves_nothing_or_imports() {
    let source = "half4 main(float2 p) { return half4(toLinearSrgb(half3(half(p.x))), 1); }";
    let program = program(ProgramKind::SHADER, source);
    let text =
        |color_space| listing(&lowered("color", &program, &Options { color_space, ..Options::default() }));
    assert!(text(ColorSpace::Srgb).contains("Pow"));
    assert!(!text(ColorSpace::Identity).contains("Pow"));
    assert!(text(ColorSpace::Imported).contains("LinkageAttributes \"skia.toLinearSrgb\" Import"));
}

glassbox_testing::asking!(spirv_val: children_are_imported_functions_unless_something_is_named, children_are_what_is_named,
    one_program_can_be_several_children_of_children, color_spaces_are_curves_nothing_or_imports);
