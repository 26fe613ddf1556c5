//! Tests other versions and the layout of the public document, on handmade bytes.

use crate::support;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::FORMAT;
use glassbox_sksl::command::Command;
use glassbox_sksl::dialect::Dialect;
use glassbox_sksl::raw::{ModifierFlags, Operator, ProgramKind};
use glassbox_sksl::read::{open, open_with};
use glassbox_sksl::view::{Element, Expression, Statement};
use glassbox_sksl::write::{Arrangement, write, write_file};
use glassbox_testing::tree;
use support::Build;

/// Skia added the kinds of Graphite behind the vertex kind, then private shaders in front of those of meshes, within the versions 10
/// and 11; the generic kind was always the last.
#[test]
fn program_kinds_of_the_versions() {
    use ProgramKind as P;
    // Version and form, the kinds 2 and 7, and the number of the last.
    let rows = [
        (9, 0, P::COLOR_FILTER, P::GENERIC, 7),
        (10, 0, P::COLOR_FILTER, P::GENERIC, 7),
        (10, 1, P::GRAPHITE_FRAGMENT, P::MESH_VERTEX, 9),
        (10, 2, P::GRAPHITE_FRAGMENT, P::PRIVATE_SHADER, 10),
        (11, 0, P::GRAPHITE_FRAGMENT, P::PRIVATE_SHADER, 10),
    ];
    for (version, form, second, seventh, last) in rows {
        let dialect = Dialect::new(version, form);
        let found = [2, 7, last, last + 1].map(|number| dialect.program_kind(number));
        assert_eq!(found, [second, seventh, P::GENERIC, P(u8::MAX)], "{version}.{form}");
    }
}

/// Version 12 added `threadgroup`, the later form of 13 `readonly` and `writeonly`, and 14 `buffer`.
#[test]
fn modifiers_of_the_versions() {
    let counts = [8, 9, 10, 11, 12, 13, 14].map(|version| Dialect::new(version, 0).modifiers().len());
    assert_eq!(counts, [13, 13, 13, 13, 14, 14, 17]);
    assert_eq!(Dialect::new(13, 1).modifiers().len(), 16);
}

/// Bytes of some commands in the versions that moved them, as listed in the format's description.
#[test]
fn command_bytes_of_the_versions() {
    use Command as C;
    let rows: [(Command, [Option<u8>; 8]); 12] = [
        // 1–3, 4, the later 5, 6, the earlier 7, the later 7, 8–13, 14
        (C::FunctionCall, [Some(27); 8]),
        (C::FunctionDeclaration, [29, 29, 29, 29, 29, 29, 28, 28].map(Some)),
        (C::FunctionDefinition, [28, 28, 28, 28, 28, 28, 29, 29].map(Some)),
        (C::FunctionPrototype, [None, Some(30), Some(30), Some(30), Some(30), Some(30), Some(30), Some(30)]),
        (C::GlobalVar, [53, 54, 55, 56, 57, 56, 31, 31].map(Some)),
        (C::Modifiers, [37, 38, 38, 38, 38, 38, 39, 39].map(Some)),
        (C::Nop, [None, None, Some(39), Some(39), Some(39), Some(39), Some(40), Some(40)]),
        (C::Program, [None, None, None, Some(42), Some(42), Some(42), Some(43), Some(43)]),
        (C::SystemType, [Some(48), Some(49), Some(50), Some(51), Some(52), None, None, None]),
        (C::SymbolTable, [47, 48, 49, 50, 51, 51, 52, 52].map(Some)),
        (C::UnresolvedFunction, [50, 51, 52, 53, 54, 53, 54, 0].map(|byte| (byte > 0).then_some(byte))),
        (C::Void, [55, 56, 57, 58, 59, 58, 58, 57].map(Some)),
    ];
    let dialects = [(3, 0), (4, 0), (5, 1), (6, 0), (7, 0), (7, 1), (13, 0), (14, 0)];
    for (command, bytes) in rows {
        for ((version, form), byte) in dialects.into_iter().zip(bytes) {
            let dialect = Dialect::new(version, form);
            assert_eq!(dialect.byte(command), byte, "{command:?} in version {version}");
            if let Some(byte) = byte {
                assert_eq!(dialect.command(byte), Some(command), "{byte} in version {version}");
            }
        }
    }
    assert_eq!(Dialect::SKIA_8.command(59), None);
    assert_eq!(Dialect::SKIA_8.command(255), None);
}

#[test]
fn numbers_of_the_versions() {
    let nine = Dialect::new(9, 0);
    assert_eq!(nine.operator(0), Operator::PLUS);
    assert_eq!(nine.operator(12), Operator::BITWISE_AND);
    assert_eq!(nine.operator(16), Operator::EQUAL);
    assert_eq!(nine.operator(34), Operator::COMMA);
    assert_eq!(nine.operator(35), Operator::NONE);
    assert_eq!(Dialect::SKIA_8.operator(49), Operator::PLUS);
    assert_eq!(Dialect::SKIA_8.operator(39), Operator::NONE);
    let flags = |version, form, bits| Dialect::new(version, form).modifier_flags(bits);
    assert_eq!(flags(11, 0, 1 << 9), ModifierFlags::ES3);
    assert_eq!(flags(12, 0, 1 << 9), ModifierFlags::THREADGROUP);
    assert_eq!(flags(13, 0, 1 << 10), ModifierFlags::ES3);
    assert_eq!(flags(13, 1, 1 << 12), ModifierFlags::ES3);
    assert_eq!(flags(13, 2, 1 << 13), ModifierFlags::ES3);
    assert_eq!(flags(14, 0, 1 << 16), ModifierFlags::NO_INLINE);
    let kind = |version, form, number| Dialect::new(version, form).program_kind(number);
    assert_eq!(kind(10, 0, 7), ProgramKind::GENERIC);
    assert_eq!(kind(10, 1, 2), ProgramKind::GRAPHITE_FRAGMENT);
    assert_eq!(kind(10, 2, 7), ProgramKind::PRIVATE_SHADER);
    assert_eq!(kind(11, 1, 2), ProgramKind::COMPUTE);
    assert_eq!(kind(14, 0, 11), ProgramKind::GENERIC);
}

/// `half4 main(float2 p) { for (;;) ; return half4(1 + 1); }` as the public document describes it.
fn document() -> Vec<u8> {
    let strings = b"\x01p\x06float2\x04main\x05half4\x04half";
    let (p, float2, main, half4) = ([1, 0, 0], [6, 2, 0], [4, 9, 0], [5, 14, 0]);
    let mut out = vec![8, 0, strings.len() as u8, 0];
    out.extend(strings);
    out.extend([43, 3, 52, 2, 0]);
    out.extend([55, 1, 0, 17]);
    out.extend(p);
    out.extend([51, 255, 255]);
    out.extend(float2);
    out.extend([3, 28, 2, 0, 17]);
    out.extend(main);
    out.extend([1, 1, 0, 51, 255, 255]);
    out.extend(half4);
    // The table lists ids.
    out.extend([1, 0, 2, 0]);
    out.extend([20, 29, 2, 0, 2, 52, 0, 0, 0, 0, 2]);
    // The table of a loop comes last.
    out.extend([26, 58, 58, 58, 40, 52, 0, 0, 0, 0]);
    out.extend([44, 13, 51, 255, 255]);
    out.extend(half4);
    // Literals have no type; binary operators have one.
    out.extend([1, 1, 25, 0, 0, 0x80, 0x3f, 49, 36, 1, 0, 0, 0, 51, 255, 255, 4, 20, 0]);
    out.extend([1, 21, 0]);
    out
}

#[test]
fn the_layout_of_the_public_document() {
    let bytes = document();
    let file = open_with(Window::whole(&bytes), &Limits::default(), Dialect::DOCUMENT_8);
    assert_eq!(file.stop, None);
    let model = &file.model;
    let Element::FunctionDefinition { declaration, body } = model.element(model.child(model.elements(), 0))
    else {
        panic!("main is a function");
    };
    assert_eq!(model.symbol_name(model.definition(declaration)), b"main");
    let statements: Vec<_> = model.statements(body).collect();
    let Statement::For { table, init, .. } = model.statement(statements[0]) else {
        panic!("a loop comes first");
    };
    assert_eq!(model.command(table), Command::SymbolTable);
    assert_eq!(model.command(init), Command::Void);
    let Statement::Return(value) = model.statement(statements[1]) else {
        panic!("then it returns");
    };
    let sum = model.arguments(value).next().expect("the splat has an argument");
    assert!(matches!(model.expression(sum), Expression::Binary { operator: Operator::PLUS, .. }));
    assert_eq!(write_file(&file).as_ref(), Ok(&bytes));
    assert_eq!(write(model, Arrangement::Canonical).as_ref(), Ok(&bytes));
    // Damaged if read as Skia's layout, and never detected as the document's.
    let other = open(Window::whole(&bytes), &Limits::default()).expect("the version is right");
    assert!(other.stop.is_some() && !other.model.dialect.is_document);
    let (_, variant) = FORMAT
        .variants()
        .iter()
        .find(|(name, _)| *name == "document")
        .expect("the layout is offered by name");
    tree::assert_laws(*variant, &support::registry(), &bytes, "document");
    assert!(tree::diagnostics(*variant, &bytes).is_empty());
}

#[test]
fn variants_hold_files_to_their_version() {
    let bytes = support::shader();
    for (name, variant) in FORMAT.variants() {
        let opened = variant.open(Window::whole(&bytes), &Limits::default());
        assert_eq!(opened.is_ok(), *name == "document", "{name}");
    }
}

/// A module of version 7 in its two forms: with and without a command for types.
#[test]
fn forms_of_a_version_are_told_apart() {
    let strings = b"\x05float\x01x";
    let file = |commands: &[u8]| [&[7, 0, strings.len() as u8, 0][..], strings, commands].concat();
    // kSymbolTable, kVariable with a kSystemType, kElements.
    let first = file(&[51, 1, 1, 0, 55, 1, 0, 17, 8, 0, 52, 2, 0, 2, 0, 0, 0, 0, 20, 21]);
    let later = file(&[51, 1, 1, 0, 54, 1, 0, 17, 8, 0, 50, 255, 255, 2, 0, 0, 0, 0, 20, 21]);
    for (bytes, form) in [(first, 0), (later, 1)] {
        let opened = open(Window::whole(&bytes), &Limits::default()).expect("the version is known");
        assert_eq!(opened.model.dialect, Dialect::new(7, form));
        assert_eq!(opened.stop, None);
        assert_eq!(write_file(&opened).as_ref(), Ok(&bytes));
        assert_eq!(support::ids(&bytes), ["SKSL-HDR-02"]);
    }
}

#[test]
fn files_without_a_version_are_named_as_such() {
    let mut bytes = vec![8, 0];
    bytes.extend(b"\x05float\x01x");
    bytes.extend([44, 0, 0, 0, 0]);
    let error = open(Window::whole(&bytes), &Limits::default()).expect_err("there is no version");
    assert_eq!(error.rule.id, "SKSL-HDR-02");
    assert!(error.message.contains("without a version"), "{}", error.message);
}

#[test]
fn what_does_not_fit_is_not_written() {
    let mut b = Build::default();
    b.bytes(&[52, 1]).word(1);
    b.bytes(&[54]).word(1).bytes(&[255]);
    for _ in 0..255 {
        b.symbol(0);
    }
    b.entries(&[]).bytes(&[20, 21]);
    let bytes = b.finish();
    let file = open(Window::whole(&bytes), &Limits::default()).expect("the version is right");
    assert_eq!(write(&file.model, Arrangement::Kept).as_ref(), Ok(&bytes));
}
