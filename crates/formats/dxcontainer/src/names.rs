//! Names in a container: what its module exports and imports, its entry points, and the symbols of its tables.

use std::collections::HashSet;

use glassbox_core::interface::Symbol;
use glassbox_dxil::{Module, unmangled};

use crate::container::Container;
use crate::part::{Content, program};
use crate::symbols::SymbolTable;

/// Most names that are listed.
const MAX_NAMES: usize = 1 << 16;

/// The names of a container.
pub(crate) fn symbols(container: &Container<'_>) -> Vec<Symbol> {
    let mut found = Vec::new();
    module(container, &mut found);
    found.extend(crate::interface::symbols(&container.context()));
    for (part, content) in container.parts().iter().zip(container.contents()) {
        match content {
            Content::LibraryHead(head) => {
                for (index, name) in head.names.iter().enumerate().take(MAX_NAMES) {
                    found.push(Symbol {
                        name: text(name),
                        kind: "library function".to_owned(),
                        value: format!("libf[{index}]"),
                        path: part.child(&format!("functions[{index}]")),
                        used_by: Vec::new(),
                    });
                }
            }
            Content::Symbols(model) => {
                let strings = container.content(b"STR0").and_then(|content| match content {
                    Content::Strings(table) => Some(table),
                    _ => None,
                });
                for (index, symbol) in model.symbols.iter().enumerate().take(MAX_NAMES) {
                    found.push(Symbol {
                        name: text(&SymbolTable::name(&symbol, strings)),
                        kind: "symbol".to_owned(),
                        value: format!("section {}", symbol.section_index),
                        path: part.child(&format!("symbols[{index}]")),
                        used_by: Vec::new(),
                    });
                }
            }
            Content::DebugName(model) if !model.name.is_empty() => found.push(Symbol {
                name: text(model.name),
                kind: "file".to_owned(),
                value: "debug information".to_owned(),
                path: part.child("name"),
                used_by: Vec::new(),
            }),
            _ => {}
        }
    }
    found
}

/// The names of functions in the bitcode of every program: with debug information and with bodies removed as well.
pub(crate) fn in_code(container: &Container<'_>) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for part in container.parts() {
        if !matches!(&part.code.0, b"DXIL" | b"ILDB" | b"STAT") {
            continue;
        }
        let Some((_, _, bitcode)) = program::peek(container.window, part) else {
            continue;
        };
        let Ok(module) = Module::read(bitcode) else {
            continue;
        };
        let names = module.functions.into_iter().map(|function| function.name);
        found.extend(names.take(MAX_NAMES).map(|name| (part.child("bitcode"), name)));
    }
    found
}

/// The functions of the DXIL program.
fn module(container: &Container<'_>, found: &mut Vec<Symbol>) {
    let (Some(module), Some(part)) = (container.module(), container.directory.find(b"DXIL")) else {
        return;
    };
    let entries: HashSet<Vec<u8>> = module
        .facts()
        .entry_points
        .into_iter()
        .map(|entry| entry.name)
        .filter(|name| !name.is_empty())
        .collect();
    for function in module.functions.iter().take(MAX_NAMES) {
        let kind = if function.is_imported() {
            "import"
        } else if !function.is_exported() {
            continue;
        } else if entries.contains(&function.name) {
            "entry point"
        } else {
            "export"
        };
        let plain = unmangled(&function.name);
        found.push(Symbol {
            name: text(&function.name),
            kind: kind.to_owned(),
            value: if plain == function.name {
                String::new()
            } else {
                text(plain)
            },
            path: part.child("bitcode"),
            used_by: Vec::new(),
        });
    }
}

/// A name as text. The byte 0x01 in front of mangled names is shown, because names with and without it differ.
fn text(name: &[u8]) -> String {
    match std::str::from_utf8(name) {
        Ok(name) if !name.chars().any(char::is_control) => name.to_owned(),
        _ => name.escape_ascii().to_string(),
    }
}
