//! Tests reflection of handmade programs.

use crate::support;
use glassbox_core::format::Format;
use glassbox_core::interface::{ArraySize, Interface};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::FORMAT;

fn reflect(bytes: &[u8]) -> Interface {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("the version is right");
    opened.interface()
}

#[test]
fn a_runtime_shader() {
    let found = reflect(&support::shader());
    let [main] = &found.entry_points[..] else {
        panic!("main alone is an entry point");
    };
    assert_eq!((main.name.as_str(), main.stage.as_str()), ("main", "other"));
    assert_eq!(main.path, "program.elements[4]");
    assert_eq!(
        main.modes,
        [
            ("program kind".to_owned(), "runtime shader".to_owned()),
            ("signature".to_owned(), "half4 main(float2 p)".to_owned()),
        ]
    );
    assert_eq!(main.inputs[0].name, "p");
    assert_eq!(main.inputs[0].semantic.as_deref(), Some("main's coordinates"));
    let [block] = &found.blocks[..] else {
        panic!("loose uniforms are one block");
    };
    let names: Vec<&str> = block.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["scale", "tint"]);
    let scale = block.members[0].ty.as_ref().expect("its type is known");
    assert_eq!((scale.scalar.as_str(), scale.rows, scale.columns), ("float", 2, 1));
    assert_eq!(found.imports, ["length"]);
    assert_eq!(found.notes, ["the uniform tint is a color: layout(color)"]);
}

#[test]
fn a_module() {
    let found = reflect(&support::module());
    assert!(found.entry_points.is_empty());
    assert_eq!(found.exports, ["twice"]);
}

#[test]
fn uniforms_of_struct_and_array_types() {
    let mut b = support::Build::default();
    b.bytes(&[43, 7, 52, 0]).word(4);
    // struct Inner { float3 v; }; struct Outer { Inner inner; half m; }; uniform Outer list[2];
    b.bytes(&[48]).word(1).name("Inner").bytes(&[1]).flags(0).name("v").ty("float3").bytes(&[0]);
    b.bytes(&[48]).word(2).name("Outer").bytes(&[2]);
    b.flags(0).name("inner").symbol(1).flags(0).name("m").ty("half").bytes(&[0]);
    b.bytes(&[0]).word(3).symbol(2).bytes(&[2]);
    b.bytes(&[55]).word(4).flags(8).name("list").symbol(3).bytes(&[0]);
    b.entries(&[0, 1, 3]);
    b.bytes(&[20, 31, 56]).word(4).symbol(2).bytes(&[2, 58, 21, 0]);
    let bytes = b.finish();
    assert!(support::ids(&bytes).is_empty(), "{:?}", support::ids(&bytes));
    let found = reflect(&bytes);
    let list = found.blocks[0].members[0].ty.as_ref().expect("its type is known");
    assert_eq!(list.scalar, "struct");
    assert_eq!(list.array, [ArraySize::Fixed(2)]);
    assert_eq!(list.members.len(), 2);
    let inner = list.members[0].ty.as_ref().expect("its type is known");
    assert_eq!(inner.members[0].name, "v");
    let vector = inner.members[0].ty.as_ref().expect("its type is known");
    assert_eq!((vector.scalar.as_str(), vector.rows), ("float", 3));
    assert_eq!(list.members[1].name, "m");
}

#[test]
fn names_with_their_uses() {
    let bytes = support::shader();
    let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("the version is right");
    let symbols = opened.symbols();
    let tint = symbols.iter().find(|symbol| symbol.name == "tint").expect("it is a symbol");
    assert_eq!((tint.kind.as_str(), tint.value.as_str()), ("uniform", "id 3, half4"));
    assert_eq!(tint.path, "program.symbolTable.ownedSymbols[2]");
    assert_eq!(
        tint.used_by,
        [
            "program.elements[2].decl.var",
            "program.elements[4].body.statements[6].expression.right.arguments[0].var",
        ]
    );
    let length = symbols.iter().find(|symbol| symbol.name == "length").expect("it is used");
    assert_eq!(length.kind, "built-in function");
}
