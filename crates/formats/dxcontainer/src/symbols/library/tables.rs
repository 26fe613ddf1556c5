//! Reads symbols from the tables of a container, without its code.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use glassbox_core::reader::{NoRecorder, Reader};
use glassbox_dxil::without_marker;

use super::{
    Compiler, FunctionSymbol, ImportSymbol, LibrarySymbols, Origin, ResourceSymbol, SymbolsError, Visibility,
};
use crate::container::{Container, Program};
use crate::part::feature::Features;
use crate::part::program::ProgramVersion;
use crate::part::rdat::{Function, Rdat};
use crate::part::{Content, program, string_table, symbol};
use crate::program::{ShaderKind, Version};
use crate::symbols::SymbolTable;

/// Name prefix of global initialisers, which only the compiler calls.
const INITIALISER: &[u8] = b"_GLOBAL__sub_I_";

/// Reads the symbols from the tables.
pub(super) fn read(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
    let tables = Tables::read(container);
    let mut out = LibrarySymbols {
        origin: Origin::RuntimeData,
        program: container.program().or_else(|| head(container)),
        validator: None,
        compiler: tables.compiler(),
        functions: Vec::new(),
        imports: Vec::new(),
        resources: Vec::new(),
        notes: Vec::new(),
    };
    let mut budget = Budget::of(container);
    let rdat = tables.rdat.as_ref();
    let has_table = tables.symbols.is_some();
    if let Some(names) = tables.names(&mut budget) {
        out.origin = Origin::SymbolTable;
        out.functions = exported(names);
    } else if rdat.is_some() {
        out.notes.push(
            "the functions come from RDAT, which does not distinguish exported from internal ones".to_owned(),
        );
    } else if let Some(entry) = tables.entry(&out) {
        out.origin = Origin::EntryName;
        out.functions = exported([entry]);
    } else if let Some(head) = &tables.library {
        out.origin = Origin::LibraryHeader;
        out.functions = exported(head.iter().cloned());
        out.program = first_function(container);
        for function in &mut out.functions {
            function.kind = Some(ShaderKind::LIBRARY);
        }
    } else if out.program.is_none() && !has_table {
        return Err(SymbolsError::NoProgram);
    } else {
        return Err(SymbolsError::NoTables);
    }
    if let Some(rdat) = rdat {
        join(&mut out, rdat, &mut budget);
    }
    single(&mut out, tables.features);
    if budget.is_spent {
        out.notes
            .push("some names are left out: functions share too much for a file of this size".to_owned());
    }
    Ok(out)
}

/// Program header without bitcode, as when only the [tables](super::sparse) were fetched.
fn head(container: &Container<'_>) -> Option<Program> {
    let mut parts = [b"DXIL", b"ILDB"].into_iter();
    let part = parts.find_map(|code| container.directory.find(code))?;
    let (program, head) = program::heads(container.window, part)?;
    Some(Program::of(program, head))
}

/// Program of the first function of a legacy library, which is itself a container.
fn first_function(container: &Container<'_>) -> Option<Program> {
    let part = container.directory.find(b"LIBF")?;
    let window = container.window.part(part.start, part.end);
    crate::read::open(window, &container.limits).ok()?.program()
}

/// Creates exported functions.
fn exported(names: impl IntoIterator<Item = Vec<u8>>) -> Vec<FunctionSymbol> {
    names.into_iter().map(|name| FunctionSymbol::named(name, Visibility::Exported)).collect()
}

/// Tables of a container.
pub(super) struct Tables<'a> {
    symbols: Option<symbol::Model<'a>>,
    strings: Option<string_table::Model<'a>>,
    pub(super) rdat: Option<Rdat<'a>>,
    version: Option<Compiler>,
    entry: Option<Vec<u8>>,
    pub(super) features: Option<Features>,
    library: Option<Vec<Vec<u8>>>,
}

impl<'a> Tables<'a> {
    /// Reads the tables only.
    pub(super) fn read(container: &Container<'a>) -> Tables<'a> {
        let content = |code: &[u8; 4]| {
            let part = container.directory.find(code)?;
            let mut reader = Reader::new(container.window, NoRecorder, container.limits);
            Some(crate::part::content(&mut reader, part))
        };
        Tables {
            symbols: match content(b"SYM0") {
                Some(Content::Symbols(model)) => Some(model),
                _ => None,
            },
            strings: match content(b"STR0") {
                Some(Content::Strings(model)) => Some(model),
                _ => None,
            },
            rdat: match content(b"RDAT") {
                Some(Content::Rdat(model)) => Some(model),
                _ => None,
            },
            version: match content(b"VERS") {
                Some(Content::Version(model)) => Some(Compiler {
                    version: Version::new(model.version.major.into(), model.version.minor.into()),
                    flags: model.version.flags.0,
                    commits: model.version.commits,
                    commit: model.commit().unwrap_or_default().to_vec(),
                    custom: model.custom().unwrap_or_default().to_vec(),
                }),
                _ => None,
            },
            entry: match content(b"PSV0") {
                Some(Content::Psv(model)) => {
                    model.entry_name().map(|name| name.bytes().to_vec()).filter(|name| !name.is_empty())
                }
                _ => None,
            },
            features: match content(b"SFI0") {
                Some(Content::Features(model)) => Some(model.features),
                _ => None,
            },
            library: match content(b"LIBH") {
                Some(Content::LibraryHeader(head)) => {
                    Some(head.names.iter().map(|name| name.to_vec()).collect())
                }
                _ => None,
            },
        }
    }

    /// Compiler that wrote the container.
    pub(super) fn compiler(&self) -> Option<Compiler> {
        self.version.clone()
    }

    /// Readable names of `SYM0`; `None` if there is no table.
    fn names(&self, budget: &mut Budget) -> Option<Vec<Vec<u8>>> {
        let symbols = self.symbols.as_ref()?;
        let mut names = Vec::with_capacity(symbols.symbols.len());
        for symbol in symbols.symbols.iter() {
            // Searching for a missing terminator costs the rest of the table.
            let cost = match symbol.name_offset() {
                None => symbol.short_name().len() as u64,
                Some(offset) => self.strings.as_ref().map_or(0, |strings| {
                    let rest = strings.table.len().saturating_sub(offset as usize);
                    strings.string(offset).map_or(rest, <[u8]>::len) as u64
                }),
            };
            if !budget.take(cost) {
                break;
            }
            let name = SymbolTable::name(&symbol, self.strings.as_ref());
            if !name.is_empty() {
                names.push(name);
            }
        }
        Some(names)
    }

    /// Entry point named by `PSV0`, for programs that are not libraries.
    fn entry(&self, symbols: &LibrarySymbols) -> Option<Vec<u8>> {
        let kind = symbols.program.as_ref()?.kind?;
        self.entry.clone().filter(|_| kind != ShaderKind::LIBRARY)
    }
}

/// Merges `RDAT` properties into the functions, and adds its missing functions.
pub(super) fn join(out: &mut LibrarySymbols, rdat: &Rdat<'_>, budget: &mut Budget) {
    let mut places: HashMap<Vec<u8>, u32> = HashMap::with_capacity(out.functions.len());
    for (place, function) in (0u32..).zip(&out.functions) {
        places.entry(without_marker(&function.name).to_vec()).or_insert(place);
    }
    let resources = rdat.resources();
    for resource in resources.iter() {
        let name = rdat.name(resource.name).bytes();
        if !budget.take(name.len() as u64 + 1) {
            break;
        }
        out.resources.push(ResourceSymbol {
            name: name.to_vec(),
            class: resource.class,
            kind: resource.kind,
            id: resource.id,
            space: resource.space,
            lower: resource.lower,
            upper: resource.upper,
            flags: resource.flags,
        });
    }
    let mut imports: HashMap<Vec<u8>, u32> =
        (0u32..).zip(&out.imports).map(|(place, import)| (import.name.clone(), place)).collect();
    // Most functions share their dependencies, so each string is resolved once.
    let mut by_offset: HashMap<u32, Option<u32>> = HashMap::new();
    for row in rdat.functions() {
        let name = row.name.bytes();
        if !budget.take(name.len() as u64 + 1) {
            break;
        }
        let place = match places.entry(without_marker(name).to_vec()) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(place) => {
                let count = out.functions.len() as u32;
                let visibility = visibility(out.origin, &row);
                out.functions.push(FunctionSymbol::named(name, visibility));
                *place.insert(count)
            }
        };
        let mut needs = Vec::new();
        for offset in rdat.array(row.raw.dependencies) {
            if !budget.take(4) {
                break;
            }
            let import = *by_offset.entry(offset).or_insert_with(|| {
                let name = rdat.name(offset).bytes();
                if name.is_empty() || !budget.take(name.len() as u64) {
                    return None;
                }
                let count = out.imports.len() as u32;
                let place = *imports.entry(name.to_vec()).or_insert(count);
                if place == count {
                    out.imports.push(ImportSymbol { name: name.to_vec() });
                }
                Some(place)
            });
            needs.extend(import);
        }
        let mut used = Vec::new();
        for resource in rdat.array(row.raw.resources) {
            if !budget.take(4) {
                break;
            }
            used.extend(Some(resource).filter(|&resource| (resource as usize) < out.resources.len()));
        }
        if let Some(function) = out.functions.get_mut(place as usize) {
            function.kind = Some(ShaderKind(u16::try_from(row.raw.kind.0).unwrap_or(u16::MAX)));
            function.min_target = Some(ProgramVersion(row.raw.min_target.0));
            function.stages = Some(row.raw.stage_mask.0);
            function.features = Some(Features(row.features()));
            function.resources = Some(used);
            function.needs = Some(needs);
        }
    }
}

/// Visibility implied by a function row, given the origin of the function list.
fn visibility(origin: Origin, row: &Function<'_>) -> Visibility {
    let name = without_marker(row.name.bytes());
    let can_be_exported = row.is_entry() || name.starts_with(b"?");
    match origin {
        Origin::RuntimeData if can_be_exported && !name.starts_with(INITIALISER) => Visibility::Unknown,
        // Functions missing from a complete export list are internal.
        _ => Visibility::Internal,
    }
}

/// Applies the program header and feature flags to the functions of a program that is not a library.
pub(super) fn single(out: &mut LibrarySymbols, features: Option<Features>) {
    let Some(Program { kind: Some(kind), model, .. }) = out.program else {
        return;
    };
    if kind == ShaderKind::LIBRARY || kind.0 >= 32 {
        return;
    }
    let is_hull = kind == ShaderKind::HULL;
    for function in &mut out.functions {
        let is_mangled = without_marker(&function.name).starts_with(b"?");
        let own = if is_hull && is_mangled { ShaderKind::LIBRARY } else { kind };
        function.kind = function.kind.or(Some(own));
        function.min_target = function.min_target.or(Some(ProgramVersion::new(kind, model)));
        function.stages = function.stages.or(Some(1 << kind.0));
        function.features = function.features.or(features);
        function.needs.get_or_insert_default();
    }
}

/// Total cost of copying names: many functions may share one long name or list.
pub(super) struct Budget {
    left: u64,
    /// True if something was omitted.
    pub(super) is_spent: bool,
}

impl Budget {
    pub(super) fn of(container: &Container<'_>) -> Budget {
        Budget { left: container.limits.work(container.available()), is_spent: false }
    }

    /// Spends `bytes`; false if the budget is exhausted.
    pub(super) fn take(&mut self, bytes: u64) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.is_spent = true;
                false
            }
        }
    }
}
