//! Reads symbols from the code of a container.

use glassbox_dxil::metadata::Item;
use glassbox_dxil::{Module, is_intrinsic};

use super::tables::{Budget, Tables, join, single};
use super::{FunctionSymbol, ImportSymbol, LibrarySymbols, Origin, SymbolsError, Visibility};
use crate::container::Container;
use crate::part::program;
use crate::program::{ShaderKind, Version};

/// Tags of entry point properties.
mod tag {
    /// Hull shader properties; the patch-constant function comes first.
    pub(super) const HULL: u64 = 3;
    /// Shader kind.
    pub(super) const KIND: u64 = 8;
}

/// Maximum number of properties read per entry point.
const MAX_PROPERTIES: usize = 64;

/// Reads the symbols from the code.
pub(super) fn read(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
    let found = [(b"DXIL", Origin::Code), (b"ILDB", Origin::DebugCode)]
        .into_iter()
        .find_map(|(code, origin)| Some((container.directory.find(code)?, origin)));
    let Some((part, origin)) = found else {
        // A legacy library has only the function list in its tables.
        return match super::tables::read(container) {
            Ok(symbols) if symbols.origin == Origin::LibraryHeader => Ok(symbols),
            _ => Err(SymbolsError::NoProgram),
        };
    };
    let (_, _, bitcode) = program::peek(container.window, part).ok_or(SymbolsError::NoProgram)?;
    let module = Module::read(bitcode).map_err(SymbolsError::Code)?;
    if let Some(fault) = module.faults.first() {
        return Err(SymbolsError::Code(fault.clone()));
    }
    let tables = Tables::read(container);
    let mut out = LibrarySymbols {
        origin,
        program: container.program(),
        validator: None,
        compiler: tables.compiler(),
        functions: Vec::new(),
        imports: Vec::new(),
        resources: Vec::new(),
        notes: Vec::new(),
    };
    if origin == Origin::DebugCode {
        out.notes.push("found no part DXIL; these are the functions of ILDB".to_owned());
    }
    let places = list(&mut out, &module);
    let count = out.functions.len();
    let facts = module.facts();
    out.validator = facts.validator.map(|version| Version::new(version.major, version.minor));
    let mut budget = Budget::of(container);
    if let Some(rdat) = &tables.rdat {
        join(&mut out, rdat, &mut budget);
        let unknown = out.functions.len() - count;
        if unknown > 0 {
            out.functions.truncate(count);
            out.notes.push(format!("{unknown} functions of RDAT are not defined by the module"));
        }
        let missing = out.functions.iter().filter(|one| one.needs.is_none()).count();
        if missing > 0 {
            out.notes.push(format!("{missing} functions have no row in RDAT"));
        }
    }
    entries(&mut out, &module, &places);
    single(&mut out, tables.features);
    if budget.is_spent {
        out.notes
            .push("some names are left out: functions share too much for a file of this size".to_owned());
    }
    Ok(out)
}

/// Lists the functions of a module. Returns, for each module function, its index in `out.functions` if it is defined.
fn list(out: &mut LibrarySymbols, module: &Module<'_>) -> Vec<Option<u32>> {
    let mut places = Vec::with_capacity(module.functions.len());
    for function in &module.functions {
        let mut place = None;
        if function.is_imported() {
            out.imports.push(ImportSymbol { name: function.name.clone() });
        } else if !function.is_declaration && !is_intrinsic(&function.name) {
            place = u32::try_from(out.functions.len()).ok();
            let visibility = if function.is_exported() { Visibility::Exported } else { Visibility::Internal };
            out.functions.push(FunctionSymbol::named(function.name.clone(), visibility));
        }
        places.push(place);
    }
    places
}

/// Reads kinds and patch-constant functions from `dx.entryPoints`.
fn entries(out: &mut LibrarySymbols, module: &Module<'_>, places: &[Option<u32>]) {
    let program = out.program.as_ref().and_then(|program| program.kind);
    let is_library = program == Some(ShaderKind::LIBRARY);
    let place_of = |value: u64| {
        let value = module.function(value)?.value;
        let index = module.functions.binary_search_by_key(&value, |function| function.value).ok()?;
        places.get(index).copied().flatten()
    };
    let value_of = |number: u32| match module.metadata.item(number)? {
        Item::Value { value, .. } => Some(value),
        _ => None,
    };
    let mut entered = Vec::new();
    let named = module.metadata.named("dx.entryPoints");
    for &item in named.map_or(&[][..], |named| &named.items).iter().take(places.len() + 1) {
        let Some(node) = module.metadata.node(item) else {
            continue;
        };
        let function = node.first().copied().flatten().and_then(value_of).and_then(place_of);
        let Some(place) = function else { continue };
        let mut kind = program.filter(|_| !is_library);
        let mut patch_constant = None;
        let properties = node.get(4).copied().flatten().and_then(|number| module.metadata.node(number));
        for pair in properties.unwrap_or_default().chunks_exact(2).take(MAX_PROPERTIES) {
            let [Some(tag), Some(value)] = *pair else { continue };
            match value_of(tag).and_then(|tag| module.integer(tag)) {
                Some(tag::KIND) => {
                    let number = value_of(value).and_then(|value| module.integer(value));
                    kind = number.and_then(|number| u16::try_from(number).ok()).map(ShaderKind);
                }
                Some(tag::HULL) => {
                    let state = module.metadata.node(value).unwrap_or_default();
                    let function = state.first().copied().flatten();
                    patch_constant = function.and_then(value_of).and_then(place_of);
                }
                _ => {}
            }
        }
        entered.push(place);
        if let Some(function) = out.functions.get_mut(place as usize) {
            function.kind = function.kind.or(kind);
            function.patch_constant = patch_constant;
        }
    }
    // Functions without an entry are not entry points.
    if is_library && !entered.is_empty() || named.is_some() {
        for function in &mut out.functions {
            function.kind = function.kind.or(Some(ShaderKind::LIBRARY));
        }
    }
}
