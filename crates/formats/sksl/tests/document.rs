//! Checks the public document on version 8, command by command: handmade bytes and their decoded fields.
//!
//! Each row is read twice where the layouts differ: in Skia's, the default, and in the document's
//! (`document`). `docs/conformance/sksl-binary.md` refers to these tests.

use std::fmt::Write as _;

use glassbox_core::format::{Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::walk::leaf_fields;
use glassbox_sksl::FORMAT;
use glassbox_sksl::command::Command;
use glassbox_sksl::dialect::Dialect;
use glassbox_sksl::model::{Layout, ModelNode};
use glassbox_sksl::raw::{
    BUILTIN_SYMBOL, Component, ModifierFlags, Operator, OwnerKind, ProgramKind, RefKind, Storage,
};
use glassbox_sksl::read::{File, open_with};
use glassbox_testing::layout::assert_names;
use glassbox_testing::tree;

/// Position of a command in its test file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Layout,
    Modifiers,
    Symbol,
    Expression,
    Statement,
    Element,
}

use Place::{Element, Expression, Statement, Symbol};

/// The layout of the public document.
fn document() -> &'static dyn Format {
    let variant = FORMAT.variants().iter().find(|variant| variant.0 == "document");
    variant.expect("the layout is known").1
}

/// Assembles bytes from words: numbers, and placeholder operands `true`, `int`, `table`, `name`, `ref` and so
/// on.
fn bytes(text: &str, is_document: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for word in text.split_whitespace() {
        let real: &[u8] = match word {
            "true" => &[3, 1],
            "void" => &[58],
            "nop" => &[40],
            // The builtin type named "ab".
            "type" if is_document => &[51, 255, 255, 2, 1, 0],
            "type" => &[51, 255, 255, 3, 0],
            "plain" => &[17],
            "layout" => &[16],
            "name" if is_document => &[2, 1, 0],
            "name" => &[3, 0],
            "empty" if is_document => &[0, 0, 0],
            "empty" => &[2, 0],
            "table" if is_document => &[52, 0, 0, 0, 0],
            "table" => &[52, 0, 0, 0, 0, 0],
            "variable" => &[51, 7, 0],
            number => {
                out.push(number.parse().expect("a number or a known word"));
                continue;
            }
        };
        out.extend(real);
    }
    out
}

/// A module that holds the command, and the command's path in it.
fn file(place: Place, command: &[u8], is_document: bool) -> (Vec<u8>, &'static str) {
    let make = |text: &str| bytes(text, is_document);
    let mut out = vec![8, 0, 4, 0, 0, 2, b'a', b'b'];
    let (owned, element, path) = match place {
        Symbol => (command.to_vec(), Vec::new(), "symbolTable.ownedSymbols[0]"),
        Place::Modifiers | Place::Layout => {
            let mut variable = make("55 9 0");
            if place == Place::Layout {
                variable.push(38);
            }
            variable.extend(command);
            if place == Place::Layout {
                variable.push(0);
            }
            variable.extend(make("name type 0"));
            let path = match place {
                Place::Layout => "symbolTable.ownedSymbols[0].modifiers.layout",
                _ => "symbolTable.ownedSymbols[0].modifiers",
            };
            (variable, Vec::new(), path)
        }
        Element => (Vec::new(), command.to_vec(), "elements[0]"),
        Statement => (Vec::new(), [&[29, 9, 0][..], command].concat(), "elements[0].body"),
        Expression => {
            let body = [&[29, 9, 0, 22][..], command].concat();
            (Vec::new(), body, "elements[0].body.expression")
        }
    };
    out.push(52);
    if !is_document {
        out.push(0);
    }
    out.extend([u8::from(!owned.is_empty()), 0]);
    out.extend(owned);
    out.extend([0, 0, 20]);
    out.extend(element);
    out.push(21);
    (out, path)
}

/// Fields of a command in file order: name and bytes, nested fields included.
fn fields(format: &dyn Format, bytes: &[u8], path: &str) -> String {
    let tree = tree::tree(format, bytes);
    let mut found: Vec<(String, u64)> = Vec::new();
    for &leaf in tree.leaves() {
        for part in leaf_fields(&tree, leaf, bytes) {
            let part_path = part.path(&tree.path(leaf));
            // A command without a payload is one value under its own name.
            if part_path == path {
                found.push(("command".to_owned(), part.end - part.start));
                continue;
            }
            let Some(inner) = part_path.strip_prefix(path).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let name = inner.split(['.', '[']).next().unwrap_or_default().to_owned();
            match found.last_mut().filter(|last| last.0 == name) {
                Some(last) => last.1 += part.end - part.start,
                None => found.push((name, part.end - part.start)),
            }
        }
    }
    let mut out = String::new();
    for (name, size) in found {
        let _ = write!(out, "{name} {size}, ");
    }
    out.trim_end_matches(", ").to_owned()
}

/// Reads a command in a layout and compares its fields; requires that every byte is used and written back.
fn check_one(place: Place, text: &str, expected: &str, is_document: bool) {
    let command = bytes(text, is_document);
    let (bytes, path) = file(place, &command, is_document);
    let format: &dyn Format = if is_document { document() } else { &FORMAT };
    assert_eq!(fields(format, &bytes, path), expected, "{text}, document: {is_document}");
    let dialect = if is_document { Dialect::DOCUMENT_8 } else { Dialect::SKIA_8 };
    let read: File<'_> = open_with(Window::whole(&bytes), &Limits::default(), dialect);
    assert_eq!((read.stop, read.trailing()), (None, &[][..]), "{text}");
    let opened = format.open(Window::whole(&bytes), &Limits::default()).expect("it is version 8");
    assert_eq!(opened.write(WriteLayout::Original).as_deref(), Ok(&bytes[..]), "{text}");
}

/// A command with the same layout in both.
fn same(place: Place, text: &str, expected: &str) {
    check_one(place, text, expected, false);
    let document = expected
        // Names and builtin types additionally have a length there.
        .split(", ")
        .map(|field| match field {
            "name 2" => "nameLength 1, name 2",
            "type 5" => "type 6",
            "componentType 5" => "componentType 6",
            "returnType 5" => "returnType 6",
            "baseType 5" => "baseType 6",
            "structType 5" => "structType 6",
            field => field,
        })
        .collect::<Vec<_>>()
        .join(", ");
    check_one(place, text, &document, true);
}

/// A command with different layouts in Skia and the document.
fn differs(place: Place, skia: (&str, &str), document: (&str, &str)) {
    check_one(place, skia.0, skia.1, false);
    check_one(place, document.0, document.1, true);
}

/// Reads a file of a string chain and commands in Skia's layout.
fn skia(bytes: &[u8]) -> File<'_> {
    open_with(Window::whole(bytes), &Limits::default(), Dialect::SKIA_8)
}

#[test]
fn the_header() {
    let (bytes, _) = file(Statement, &[40], false);
    assert_eq!(bytes[..4], [8, 0, 4, 0]);
    let read = skia(&bytes);
    assert_eq!(read.model.dialect.version, 8);
    assert_eq!((read.string_length, read.commands), (4, 8));
    assert_eq!(read.model.strings.as_ref(), b"\0\x02ab");
    // A length byte each, no terminator.
    assert_eq!(read.model.text(glassbox_sksl::model::Name(2)), b"");
    assert_eq!(read.model.text(glassbox_sksl::model::Name(3)), b"ab");
}

#[test]
fn strings_in_commands() {
    // Skia: an offset from the `stringLength` field. Document: a length, and an offset from the string data.
    differs(Expression, ("45 name", "command 1, name 2"), ("45 name", "command 1, nameLength 1, name 2"));
    for (is_document, dialect) in [(false, Dialect::SKIA_8), (true, Dialect::DOCUMENT_8)] {
        let (bytes, _) = file(Expression, &bytes("45 name", is_document), is_document);
        let read = open_with(Window::whole(&bytes), &Limits::default(), dialect);
        let model = &read.model;
        let setting = model.nodes().iter().find(|node| node.command == Command::Setting);
        let name = glassbox_sksl::model::Name(setting.expect("the table has the setting").c);
        assert_eq!(model.text(name), b"ab");
    }
}

#[test]
fn numbers_are_little_endian() {
    let (bytes, _) = file(Expression, &bytes("36 type 4 3 2 1", false), false);
    let read = skia(&bytes);
    let literal = read.model.nodes().iter().find(|node| node.command == Command::IntLiteral);
    assert_eq!(literal.map(|node| node.c), Some(0x0102_0304));
    let (bytes, _) = file(Expression, &self::bytes("25 type 0 0 128 191", false), false);
    let read = skia(&bytes);
    let literal = read.model.nodes().iter().find(|node| node.command == Command::FloatLiteral);
    assert_eq!(literal.map(|node| f32::from_bits(node.c)), Some(-1.0));
}

#[test]
fn enumerations() {
    let kinds = [
        (0, "fragment"),
        (1, "vertex"),
        (2, "runtime color filter"),
        (3, "runtime shader"),
        (4, "runtime blender"),
        (5, "custom mesh vertex"),
        (6, "custom mesh fragment"),
        (7, "generic"),
    ];
    for (value, name) in kinds {
        assert_eq!(ProgramKind::NAMES.name(value), Some(name));
    }
    for (value, name) in [(0, "global"), (1, "interface block"), (2, "local"), (3, "parameter")] {
        assert_eq!(Storage::NAMES.name(value), Some(name));
    }
    assert_names(RefKind::NAMES, &[(0, "read"), (1, "write"), (2, "read-write"), (3, "pointer")]);
    assert_names(OwnerKind::NAMES, &[(0, "default"), (1, "anonymous interface block")]);
    for (value, name) in (0..).zip("x y z w r g b a s t p q L T R B 0 1".split(' ')) {
        assert_eq!(Component::NAMES.name(value), Some(name));
    }
    // Operators are token numbers.
    let first = ", ++ -- + - * / % << >> | ^ & ~ || ^^ && !".split(' ');
    let second = "= == != > < >= <= += -= *= /= %= <<= >>= |= ^= &=".split(' ');
    for (value, name) in (46..).zip(first).chain((66..).zip(second)) {
        assert_eq!(Operator::NAMES.name(value), Some(name));
    }
    assert_eq!(BUILTIN_SYMBOL, 65535);
}

#[test]
fn commands_are_one_byte_and_numbered_by_name() {
    // The document's commands in alphabetical order, as numbered by Skia, except for the two that differ.
    let (bytes, _) = file(Statement, &[40], false);
    let read = skia(&bytes);
    let commands: Vec<Command> = read.model.nodes().iter().map(|node| node.command).collect();
    let expected = [Command::SymbolTable, Command::Elements, Command::FunctionDefinition, Command::Nop];
    assert_eq!(commands[..4], expected);
    assert_eq!(fields(&FORMAT, &bytes, "elements[0].body"), "command 1");
}

#[test]
fn layouts_and_modifiers() {
    same(Place::Layout, "5 25 39", "command 1, builtin 2");
    same(Place::Layout, "16", "command 1");
    same(
        Place::Layout,
        "37 16 2 0 0 2 3 0 4 0 5 6 7 0 8",
        "command 1, flags 4, location 1, offset 2, binding 2, index 1, set 1, builtin 2, inputAttachmentIndex 1",
    );
    same(Place::Modifiers, "17", "command 1");
    same(Place::Modifiers, "38 layout 4", "command 1, layout 1, flags 1");
    same(Place::Modifiers, "39 layout 0 4 0 0", "command 1, layout 1, flags 4");
}

#[test]
fn values_of_layouts_and_modifiers() {
    let first_layout = |layout: &str| -> (Layout, ModifierFlags) {
        let (bytes, _) = file(Place::Modifiers, &bytes(layout, false), false);
        let read = skia(&bytes);
        let model = &read.model;
        let at = (0..).map(ModelNode).find(|&at| model.command(at) == Command::Variable);
        let modifiers = model.modifiers(model.child(at.expect("a variable"), 0));
        (modifiers.layout, modifiers.flags)
    };
    let none = Layout::default();
    assert_eq!((none.location, none.flags.0), (-1, 0));
    assert_eq!(first_layout("17"), (none, ModifierFlags(0)));
    let builtin = Layout { builtin: 10009, ..none };
    assert_eq!(first_layout("38 5 25 39 12"), (builtin, ModifierFlags(12)));
    let all = Layout {
        flags: glassbox_sksl::raw::LayoutFlags(0x210),
        location: 2,
        offset: 3,
        binding: 4,
        index: 5,
        set: -1,
        builtin: 7,
        input_attachment_index: 8,
    };
    assert_eq!(first_layout("39 37 16 2 0 0 2 3 0 4 0 5 255 7 0 8 0 4 0 0"), (all, ModifierFlags(0x400)));
}

#[test]
fn programs_elements_and_tables() {
    let program = |is_document: bool| {
        let mut out = vec![8, 0, 4, 0, 0, 2, b'a', b'b'];
        out.extend(bytes("43 3 table 20 21 1", is_document));
        out
    };
    for is_document in [false, true] {
        let bytes = program(is_document);
        let format: &dyn Format = if is_document { document() } else { &FORMAT };
        let tree = tree::tree(format, &bytes);
        let mut names: Vec<(String, u64)> = Vec::new();
        for &leaf in tree.leaves() {
            for part in leaf_fields(&tree, leaf, &bytes).filter(|part| part.start >= 8) {
                names.push((part.path(&tree.path(leaf)), part.end - part.start));
            }
        }
        let flag: &[(&str, u64)] = if is_document { &[] } else { &[("program.symbolTable.isBuiltin", 1)] };
        let before = [("program.command", 1), ("program.programKind", 1), ("program.symbolTable.command", 1)];
        let behind = [
            ("program.symbolTable.ownedSymbolCount", 2),
            ("program.symbolTable.symbolCount", 2),
            ("program.elements.command", 1),
            ("program.elements.elementsComplete", 1),
            ("program.useFlipRTUniform", 1),
        ];
        let found: Vec<(&str, u64)> = names.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        assert_eq!(found, [&before[..], flag, &behind].concat());
    }
}

#[test]
fn symbols_of_a_table_are_places_or_ids() {
    // One owned variable of id 7. Skia lists it as index 0, the document as id 7.
    let variable = "55 7 0 plain name type 0";
    for (is_document, listed) in [(false, 0), (true, 7)] {
        let mut out = vec![8, 0, 4, 0, 0, 2, b'a', b'b', 52];
        if !is_document {
            out.push(0);
        }
        out.extend([1, 0]);
        out.extend(bytes(variable, is_document));
        out.extend([1, 0, listed, 0, 20, 21]);
        let format: &dyn Format = if is_document { document() } else { &FORMAT };
        let found = fields(format, &out, "symbolTable");
        assert!(found.ends_with("symbolCount 2, symbols 2"), "{found}");
        let ids: Vec<_> = tree::diagnostics(format, &out).iter().map(|finding| finding.rule.id).collect();
        assert!(!ids.contains(&"SKSL-TAB-02"), "{ids:?}");
    }
}

#[test]
fn elements() {
    same(Element, "29 9 0 nop", "command 1, declaration 2, body 1");
    same(Element, "30 9 0", "command 1, declaration 2");
    differs(
        Element,
        ("35 variable name empty 3", "command 1, var 3, typeName 2, instanceName 2, arraySize 1"),
        (
            "35 7 0 name empty 3",
            "command 1, var 2, typeNameLength 1, typeName 2, instanceNameLength 1, instanceName 2, arraySize 1",
        ),
    );
    same(Element, "47 type", "command 1, structType 5");
    let parameter = "55 7 0 plain name type 3";
    let declaration = "28 8 0 plain name 1 7 0 type";
    let definition = "29 8 0 nop";
    let shared = format!("46 1 {parameter} {declaration} {definition}");
    check_one(Element, &shared, "command 1, parameterCount 1, parameters 12, decl 14, defn 4", false);
    check_one(Element, &shared, "command 1, parameterCount 1, parameters 14, decl 16, defn 4", true);
    check_one(Element, "31 56 7 0 type 0 void", "command 1, decl 10", false);
    check_one(Element, "31 56 7 0 type 0 void", "command 1, decl 11", true);
}

#[test]
fn symbols() {
    same(Symbol, "0 9 0 type 4", "command 1, id 2, componentType 5, count 1");
    same(Symbol, "23 7 0 1", "command 1, ownerId 2, index 1");
    same(
        Symbol,
        "28 9 0 plain name 2 7 0 8 0 type",
        "command 1, id 2, modifiers 1, name 2, parameterCount 1, parameters 4, returnType 5",
    );
    differs(
        Symbol,
        (
            "48 9 0 name 1 plain name type 1",
            "command 1, id 2, name 2, fieldCount 1, fields 8, isInterfaceBlock 1",
        ),
        ("48 9 0 name 1 plain name type", "command 1, id 2, nameLength 1, name 2, fieldCount 1, fields 10"),
    );
    same(Symbol, "51 7 0", "command 1, id 2");
    check_one(Symbol, "51 255 255 name", "command 1, id 2, name 2", false);
    check_one(Symbol, "51 255 255 name", "command 1, id 2, nameLength 1, name 2", true);
    check_one(Symbol, "54 9 0 1 28 8 0 plain name 0 type", "command 1, id 2, count 1, functions 12", false);
    check_one(Symbol, "54 9 0 1 28 8 0 plain name 0 type", "command 1, id 2, count 1, functions 14", true);
    same(Symbol, "55 9 0 plain name type 2", "command 1, id 2, modifiers 1, name 2, type 5, storage 1");
}

#[test]
fn expressions() {
    differs(
        Expression,
        ("1 true 49 true", "command 1, left 2, operator 1, right 2"),
        ("1 true 49 true type", "command 1, left 2, operator 1, right 2, type 6"),
    );
    same(Expression, "3 1", "command 1, value 1");
    same(Expression, "24 true 1 0", "command 1, base 2, index 1, ownerKind 1");
    differs(
        Expression,
        ("25 type 0 0 128 63", "command 1, type 5, value 4"),
        ("25 0 0 128 63", "command 1, value 4"),
    );
    same(Expression, "27 type 8 0 1 true", "command 1, type 5, function 2, argCount 1, arguments 2");
    same(Expression, "33 true true", "command 1, base 2, index 2");
    differs(
        Expression,
        ("36 type 5 0 0 0", "command 1, type 5, value 4"),
        ("36 5 0 0 0", "command 1, value 4"),
    );
    same(Expression, "41 47 true", "command 1, operator 1, operand 2");
    same(Expression, "42 47 true", "command 1, operator 1, operand 2");
    same(Expression, "45 name", "command 1, name 2");
    same(Expression, "50 true 2 0 1", "command 1, base 2, componentCount 1, components 2");
    same(Expression, "53 true true true", "command 1, test 2, ifTrue 2, ifFalse 2");
    same(Expression, "57 7 0 2", "command 1, var 2, refKind 1");
}

#[test]
fn constructors() {
    for command in 6..=14 {
        same(
            Expression,
            &format!("{command} type 2 true true"),
            "command 1, type 5, argCount 1, arguments 4",
        );
    }
}

#[test]
fn statements() {
    check_one(
        Statement,
        "2 table 2 nop nop 1",
        "command 1, symbols 6, statementCount 1, statements 2, isScope 1",
        false,
    );
    check_one(
        Statement,
        "2 table 2 nop nop 1",
        "command 1, symbols 5, statementCount 1, statements 2, isScope 1",
        true,
    );
    same(Statement, "2 void 0 0", "command 1, symbols 1, statementCount 1, isScope 1");
    for simple in ["4", "15", "18", "40"] {
        same(Statement, simple, "command 1");
    }
    same(Statement, "19 nop true", "command 1, stmt 1, test 2");
    same(Statement, "22 true", "command 1, expression 2");
    differs(
        Statement,
        ("26 void nop true true nop", "command 1, symbols 1, initializer 1, test 2, next 2, body 1"),
        ("26 nop true true nop void", "command 1, initializer 1, test 2, next 2, body 1, symbols 1"),
    );
    check_one(
        Statement,
        "26 void void void void nop",
        "command 1, symbols 1, initializer 1, test 1, next 1, body 1",
        false,
    );
    same(Statement, "32 0 true nop void", "command 1, isStatic 1, test 2, ifTrue 1, ifFalse 1");
    same(Statement, "34 8 0", "command 1, function 2");
    same(Statement, "44 true", "command 1, value 2");
    same(Statement, "44 void", "command 1, value 1");
    same(Statement, "56 7 0 type 3 true", "command 1, var 2, baseType 5, arraySize 1, value 2");
    same(Statement, "56 7 0 type 0 void", "command 1, var 2, baseType 5, arraySize 1, value 1");
}

#[test]
fn switches() {
    differs(
        Statement,
        (
            "49 1 void true 2 0 5 0 0 0 nop 1 nop",
            "command 1, isStatic 1, symbols 1, value 2, caseCount 1, cases 8",
        ),
        (
            "49 1 void true 2 0 true 1 nop 1 2 nop nop",
            "command 1, isStatic 1, symbols 1, value 2, caseCount 1, cases 9",
        ),
    );
    let (bytes, path) = file(Statement, &bytes("49 0 void true 1 0 5 0 0 0 nop", false), false);
    let case = format!("{path}.cases[0]");
    assert_eq!(fields(&FORMAT, &bytes, &case), "isDefault 1, value 4, statement 1");
    let (bytes, _) = file(Statement, &self::bytes("49 0 void true 1 0 true 1 nop", true), true);
    assert_eq!(fields(document(), &bytes, &case), "isDefault 1, value 2, statementCount 1, statements 1");
}

#[test]
fn fields_of_structs() {
    let (bytes, path) = file(Symbol, &bytes("48 9 0 name 1 plain name type 0", false), false);
    let field = format!("{path}.fields[0]");
    assert_eq!(fields(&FORMAT, &bytes, &field), "modifiers 1, name 2, type 5");
}
