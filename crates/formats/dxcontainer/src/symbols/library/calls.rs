//! Builds the call graph of a library from its function bodies.

use std::collections::HashMap;

use glassbox_dxil::ir::{FunctionId, Op, Typed};
use glassbox_dxil::without_marker;

use super::{LibrarySymbols, SymbolsError};
use crate::container::Container;
use crate::part::program;

/// Index of a name in the lists of a library.
#[derive(Clone, Copy)]
enum Place {
    Function(u32),
    Import(u32),
}

/// Reads the bodies and records the calls.
pub(super) fn read(symbols: &mut LibrarySymbols, container: &Container<'_>) -> Result<(), SymbolsError> {
    let mut parts = [b"DXIL", b"ILDB"].into_iter();
    let part = parts.find_map(|code| container.directory.find(code));
    let (_, _, bitcode) =
        part.and_then(|part| program::peek(container.window, part)).ok_or(SymbolsError::NoProgram)?;
    let module = Typed::read(bitcode).map_err(SymbolsError::Code)?;
    let places = places(symbols);
    let place_of = |name: Option<&[u8]>| places.get(without_marker(name?)).copied();
    for (index, function) in module.functions.iter().enumerate() {
        let Some(Place::Function(caller)) = place_of(module.name(function.value)) else {
            continue;
        };
        let Some(body) = module.body(FunctionId::at(index)).map_err(SymbolsError::Code)? else {
            continue;
        };
        let (mut calls, mut needs) = (Vec::new(), Vec::new());
        for instruction in &body.instructions {
            if !matches!(instruction.op, Op::Call(_) | Op::Invoke(_)) {
                continue;
            }
            let callee = body.operands(instruction).first();
            match place_of(callee.and_then(|&callee| module.name(callee))) {
                Some(Place::Function(place)) => calls.push(place),
                Some(Place::Import(place)) => needs.push(place),
                None => {}
            }
        }
        if let Some(function) = symbols.functions.get_mut(caller as usize) {
            function.calls = Some(each_once(calls));
            // Keep the order of runtime data, which other code compares with.
            function.needs.get_or_insert_with(|| each_once(needs));
        }
    }
    Ok(())
}

/// Index of each name, without the byte 0x01.
fn places(symbols: &LibrarySymbols) -> HashMap<Vec<u8>, Place> {
    let functions = (0u32..).zip(&symbols.functions);
    let imports = (0u32..).zip(&symbols.imports);
    let bare = |name: &[u8]| without_marker(name).to_vec();
    imports
        .map(|(place, import)| (bare(&import.name), Place::Import(place)))
        .chain(functions.map(|(place, function)| (bare(&function.name), Place::Function(place))))
        .collect()
}

/// Removes duplicates, keeping the first occurrences.
fn each_once(mut places: Vec<u32>) -> Vec<u32> {
    let mut seen = std::collections::HashSet::new();
    places.retain(|&place| seen.insert(place));
    places
}
