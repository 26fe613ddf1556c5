//! Compares functions of the corpus with listings of another disassembler: names, types, instruction
//! mnemonics.

use std::collections::BTreeMap;

use glassbox_dxil::ir::{Body, Function, FunctionId, Type, TypeId, Typed, Types};
use glassbox_testing::container::{containers, listing, parts, program};

/// A name in assembly syntax.
fn quoted(name: &[u8]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-$._".contains(byte);
    let escape = |byte: &u8| match byte {
        b'"' | b'\\' => format!("\\{byte:02X}"),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:02X}"),
    };
    let text: String = name.iter().map(escape).collect();
    if name.iter().all(plain) && !name.first().is_some_and(u8::is_ascii_digit) {
        text
    } else {
        format!("\"{text}\"")
    }
}

fn type_text(types: &Types, id: TypeId) -> String {
    let list = |ids: &[TypeId]| {
        let spelled: Vec<String> = ids.iter().map(|id| type_text(types, *id)).collect();
        spelled.join(", ")
    };
    match types.get(id).expect("it is a type") {
        Type::Void => "void".to_owned(),
        Type::Half => "half".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Double => "double".to_owned(),
        Type::Metadata => "metadata".to_owned(),
        Type::Integer(width) => format!("i{width}"),
        Type::Pointer { pointee, address_space: 0 } => format!("{}*", type_text(types, pointee)),
        Type::Pointer { pointee, address_space } => {
            format!("{} addrspace({address_space})*", type_text(types, pointee))
        }
        Type::Array { element, count } => format!("[{count} x {}]", type_text(types, element)),
        Type::Vector { element, count } => format!("<{count} x {}>", type_text(types, element)),
        Type::Struct { fields, .. } => format!("{{ {} }}", list(types.list(fields))),
        Type::Named { name, .. } => format!("%{}", quoted(types.text(name))),
        other => panic!("{other:?} in a signature"),
    }
}

/// Mnemonic of each instruction.
fn words(body: &Body) -> Vec<String> {
    body.instructions.iter().map(|instruction| instruction.op.name().to_owned()).collect()
}

/// A function of a listing.
#[derive(Debug, Default)]
struct ListedFunction {
    head: String,
    words: Vec<String>,
}

/// Functions of a listing by name.
fn functions(text: &str) -> BTreeMap<String, ListedFunction> {
    let mut out = BTreeMap::new();
    let mut open: Option<(String, ListedFunction)> = None;
    for line in text.lines() {
        let head = line.starts_with("define ") || line.starts_with("declare ");
        if head && let Some((_, rest)) = line.split_once('@') {
            let end = match rest.strip_prefix('"') {
                Some(inner) => inner.find('"').expect("the name ends") + 2,
                None => rest.find('(').expect("parameters follow"),
            };
            let function = ListedFunction { head: line.to_owned(), words: Vec::new() };
            open = Some((rest[..end].to_owned(), function));
        }
        let Some((_, function)) = &mut open else { continue };
        if line.starts_with("  ") && !line.starts_with("   ") && !line.trim_start().starts_with([']', ';']) {
            let line = line.trim_start();
            let after = match line.split_once(" = ") {
                Some((name, after)) if name.starts_with('%') => after,
                _ => line,
            };
            let after = after.strip_prefix("tail ").unwrap_or(after);
            function.words.push(after.split([' ', '\n']).next().unwrap_or_default().to_owned());
        }
        if line == "}" || line.starts_with("declare ") {
            out.extend(open.take());
        }
    }
    out
}

/// Parameters of a function header, split at top-level commas.
fn parameters(head: &str, name: &str) -> Vec<String> {
    let start = head.find(&format!("@{name}(")).expect("the name stands in it") + name.len() + 2;
    let (mut depth, mut quote) = (0, false);
    let mut out = vec![String::new()];
    for character in head[start..].chars() {
        match character {
            '"' => quote = !quote,
            ')' if depth == 0 && !quote => break,
            ',' if depth == 0 && !quote => {
                out.push(String::new());
                continue;
            }
            '(' | '{' | '[' | '<' if !quote => depth += 1,
            ')' | '}' | ']' | '>' if !quote => depth -= 1,
            _ => {}
        }
        out.last_mut().expect("the list starts with a string").push(character);
    }
    out.into_iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

fn compare(
    name: &str,
    module: &Typed<'_>,
    id: FunctionId,
    function: &Function,
    listed: &ListedFunction,
) -> usize {
    let spelled = quoted(module.name(function.value).expect("it has a name"));
    let (result, types, _) = module.types.function(function.ty).expect("it is a function");
    let head = format!("{} @{spelled}(", type_text(&module.types, result));
    assert!(listed.head.contains(&head), "{name}: {head} in {}", listed.head);
    let parameters = parameters(&listed.head, &spelled);
    assert_eq!(parameters.len(), types.len(), "{name}: {}", listed.head);
    for (text, ty) in parameters.iter().zip(types) {
        let ty = type_text(&module.types, *ty);
        let rest = text.strip_prefix(&ty);
        let whole = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        assert!(whole, "{name}: {ty} in {}", listed.head);
    }
    let body = module.body(id).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(body.is_none(), listed.head.starts_with("declare"), "{name}: {spelled}");
    let words = body.map_or(Vec::new(), |body| words(&body));
    assert_eq!(words, listed.words, "{name}: {spelled}");
    words.len()
}

#[test]
fn every_function_matches_its_listing() {
    let (mut files, mut count, mut instructions) = (0, 0, 0);
    for (name, bytes) in containers() {
        let Some(text) = listing(&name) else { continue };
        let programs: Vec<_> =
            parts(&bytes).into_iter().filter_map(|(code, data)| Some((code, program(data)?.1))).collect();
        // The listing shows the program with debug information if present.
        let wanted = [*b"ILDB", *b"DXIL"];
        let found = wanted.iter().find_map(|code| programs.iter().find(|program| program.0 == *code));
        let Some((_, bitcode)) = found else { continue };
        let module = Typed::read(bitcode).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let mut listed = functions(&text);
        for (index, function) in module.functions.iter().enumerate() {
            let spelled = quoted(module.name(function.value).expect("it has a name"));
            let found = listed.remove(&spelled);
            let found = found.unwrap_or_else(|| panic!("{name}: {spelled} is not listed"));
            instructions += compare(&name, &module, FunctionId::at(index), function, &found);
            count += 1;
        }
        assert!(listed.is_empty(), "{name}: {:?}", listed.keys());
        files += 1;
    }
    println!("{files} files, {count} functions, {instructions} instructions");
}
