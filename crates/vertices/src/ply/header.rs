//! Parses the header of a PLY file.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};

use crate::rules::HEADER;
use crate::text::quoted;

/// Storage format of the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Ascii,
    Binary(Order),
}

/// Byte order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Little,
    Big,
}

/// Value type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Type {
    fn named(name: &str) -> Option<Type> {
        Some(match name {
            "char" | "int8" => Type::I8,
            "uchar" | "uint8" => Type::U8,
            "short" | "int16" => Type::I16,
            "ushort" | "uint16" => Type::U16,
            "int" | "int32" => Type::I32,
            "uint" | "uint32" => Type::U32,
            "float" | "float32" => Type::F32,
            "double" | "float64" => Type::F64,
            _ => return None,
        })
    }

    /// Size in bytes.
    pub(super) const fn size(self) -> usize {
        match self {
            Type::I8 | Type::U8 => 1,
            Type::I16 | Type::U16 => 2,
            Type::I32 | Type::U32 | Type::F32 => 4,
            Type::F64 => 8,
        }
    }
}

/// Kind of value that a property holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    One(Type),
    /// Count followed by that many values.
    List {
        count: Type,
        item: Type,
    },
}

/// Property of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) shape: Shape,
}

/// Element declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    /// Byte range of its line in the header.
    pub(super) line: Range<usize>,
}

/// Parsed header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) form: Form,
    pub(super) elements: Vec<Element>,
    /// Offset of the first byte after it.
    pub(super) end: usize,
}

/// Reads the header. Words are ASCII; comments may contain anything.
pub(super) fn read(bytes: &[u8]) -> Result<Header, Vec<Diagnostic>> {
    let mut at = 0;
    let mut form = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut first = true;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == b'\n');
        let line = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default();
        let span = at..at + line.trim_ascii_end().len();
        at += length.map_or(rest.len(), |length| length + 1);
        let wrong = |message: String, help: &str| vec![mistake(bytes, span.clone(), message, help)];
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_ascii_whitespace().take(6).collect();
        if std::mem::take(&mut first) {
            if words != ["ply"] {
                let found = quoted(text.trim());
                return Err(wrong(
                    format!("found {found}, expected `ply`"),
                    "a PLY file begins with a line `ply`",
                ));
            }
            continue;
        }
        match words.as_slice() {
            ["comment" | "obj_info", ..] | [] => {}
            ["format", name, _version] => {
                form = Some(match *name {
                    "ascii" => Form::Ascii,
                    "binary_little_endian" => Form::Binary(Order::Little),
                    "binary_big_endian" => Form::Binary(Order::Big),
                    other => {
                        let message = format!("found the unknown format {}", quoted(other));
                        let help = "write ascii, binary_little_endian or binary_big_endian";
                        return Err(wrong(message, help));
                    }
                });
            }
            ["element", name, count] => match count.parse() {
                Ok(count) => elements.push(Element {
                    name: (*name).to_owned(),
                    count,
                    properties: Vec::new(),
                    line: span,
                }),
                Err(_) => {
                    let message = format!("found {}, expected a number of elements", quoted(count));
                    return Err(wrong(message, "write `element vertex COUNT`"));
                }
            },
            ["property", rest @ ..] => {
                let Some(element) = elements.last_mut() else {
                    let message = "found a property before any element".to_owned();
                    return Err(wrong(message, "write `element vertex COUNT` before its properties"));
                };
                match property(rest) {
                    Ok(property) => element.properties.push(property),
                    Err(message) => {
                        let help = "write `property float NAME` or `property list uchar int NAME`";
                        return Err(wrong(message, help));
                    }
                }
            }
            ["end_header"] => {
                let Some(form) = form else {
                    let message = "found the end of the header, but no line `format`".to_owned();
                    return Err(wrong(message, "write `format ascii 1.0` as the second line"));
                };
                if !elements.iter().any(|element| element.name == "vertex") {
                    let names: Vec<&str> = elements.iter().map(|one| one.name.as_str()).take(8).collect();
                    let message = match names.as_slice() {
                        [] => "found no element, expected `vertex`".to_owned(),
                        names => format!("found the elements {}, expected `vertex`", names.join(", ")),
                    };
                    return Err(wrong(message, "name the element with the vertices `vertex`"));
                }
                return Ok(Header { form, elements, end: at });
            }
            _ => {
                let message = format!("found {}, which is not a header line", quoted(text.trim()));
                return Err(wrong(
                    message,
                    "a header has lines `format`, `element`, `property` and `comment`",
                ));
            }
        }
    }
    let end = bytes.len();
    let message = "found the end of the file, expected `end_header`".to_owned();
    Err(vec![mistake(bytes, end..end, message, "the header ends with a line `end_header`")])
}

fn property(words: &[&str]) -> Result<Property, String> {
    let ty = |name: &str| Type::named(name).ok_or_else(|| format!("found {}, expected a type", quoted(name)));
    match words {
        ["list", count, item, name] => {
            let count = ty(count)?;
            if matches!(count, Type::F32 | Type::F64) {
                return Err("found a list that is counted with fractions, expected a whole type".to_owned());
            }
            Ok(Property { name: (*name).to_owned(), shape: Shape::List { count, item: ty(item)? } })
        }
        [one, name] => Ok(Property { name: (*name).to_owned(), shape: Shape::One(ty(one)?) }),
        _ => Err(format!("found {} words for a property, expected a type and a name", words.len())),
    }
}

/// Finding on a header line, located by line in a text file and by byte in a binary one.
pub(super) fn mistake(bytes: &[u8], span: Range<usize>, message: String, help: &str) -> Diagnostic {
    Diagnostic::new(&HEADER, place(bytes, span), message).help(help)
}

/// Location in the file, with line and column if the whole file is text.
pub(super) fn place(bytes: &[u8], span: Range<usize>) -> Location {
    match std::str::from_utf8(bytes) {
        Ok(text) => Location::in_text(text, span),
        Err(_) => Location::new(span.start as u64, span.end as u64, ""),
    }
}
