//! Lists the names in a container: functions, names in tables, and the symbol table.

mod functions;

use glassbox_core::interface::Symbol;
use glassbox_dxil::Module;

use crate::container::Container;
use crate::part::{Content, program};
use crate::symbols::SymbolTable;
use functions::{MAX_NAMES, text};

/// All names of a container.
pub(crate) fn symbols(container: &Container<'_>) -> Vec<Symbol> {
    let mut found = functions::symbols(container);
    found.extend(crate::interface::symbols(&container.context()));
    for (part, content) in container.parts().iter().zip(container.contents()) {
        match content {
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
                        ..Symbol::default()
                    });
                }
            }
            Content::DebugName(model) if !model.name.is_empty() => found.push(Symbol {
                name: text(model.name),
                kind: "file".to_owned(),
                value: "debug information".to_owned(),
                path: part.child("name"),
                ..Symbol::default()
            }),
            _ => {}
        }
    }
    found
}

/// Function names in the bitcode of every program, with debug information or without bodies.
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
