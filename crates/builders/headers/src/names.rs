//! Makes names that a language accepts.

use std::collections::HashSet;

/// The words that a language does not allow as names.
pub(crate) struct Names {
    words: &'static [&'static str],
}

pub(crate) const CPP: &Names = &Names {
    words: &[
        "alignas",
        "alignof",
        "and",
        "and_eq",
        "asm",
        "auto",
        "bitand",
        "bitor",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "char8_t",
        "char16_t",
        "char32_t",
        "class",
        "co_await",
        "co_return",
        "co_yield",
        "compl",
        "concept",
        "const",
        "const_cast",
        "consteval",
        "constexpr",
        "constinit",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "not_eq",
        "nullptr",
        "operator",
        "or",
        "or_eq",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "requires",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "std",
        "struct",
        "switch",
        "template",
        "this",
        "thread_local",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "while",
        "xor",
        "xor_eq",
        "Padded",
        "Binding",
        "Input",
    ],
};

pub(crate) const RUST: &Names = &Names {
    words: &[
        "Self", "abstract", "as", "async", "await", "become", "bool", "box", "break", "const", "continue",
        "core", "crate", "do", "dyn", "else", "enum", "extern", "f32", "f64", "false", "final", "fn", "for",
        "gen", "i16", "i32", "i64", "i8", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
        "mut", "override", "priv", "pub", "ref", "return", "self", "static", "str", "struct", "super",
        "trait", "true", "try", "type", "typeof", "u16", "u32", "u64", "u8", "unsafe", "unsized", "use",
        "usize", "virtual", "where", "while", "yield", "Padded", "Binding", "Input", "_",
    ],
};

impl Names {
    /// A name, or another one if there is none: letters, digits and `_`.
    pub(crate) fn of(&self, name: &str, other: &str) -> String {
        let name = if name.is_empty() { other } else { name };
        let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut made: String = name.chars().map(keep).collect();
        // C++ reserves names with two underscores, and those that begin with one and a capital.
        while made.contains("__") {
            made = made.replace("__", "_");
        }
        let is_reserved = made.starts_with(|c: char| c == '_' || c.is_ascii_digit());
        if is_reserved {
            made = format!("x{}{made}", if made.starts_with('_') { "" } else { "_" });
        }
        if self.words.contains(&made.as_str()) {
            made.push('_');
        }
        made
    }

    /// Names of which no two are the same.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope { names: self, taken: HashSet::new() }
    }
}

/// Names of one name space.
pub(crate) struct Scope<'n> {
    names: &'n Names,
    taken: HashSet<String>,
}

impl Scope<'_> {
    /// A name that no other has; a number is added if need be.
    pub(crate) fn add(&mut self, name: &str, other: &str) -> String {
        let wanted = self.names.of(name, other);
        let mut made = wanted.clone();
        let mut number = 1;
        while !self.taken.insert(made.clone()) {
            number += 1;
            made = format!("{wanted}_{number}");
        }
        made
    }
}
