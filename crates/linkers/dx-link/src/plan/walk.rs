//! Work list: follows dependencies from the requested functions.

use std::collections::HashMap;

use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxcontainer::symbols::library::FunctionSymbol;
use glassbox_dxil::without_marker;

use super::catalogue::{CatalogueError, Shared};
use super::request::Level;
use super::symbol_cache::{Known, Shelf};
use super::{Reached, Reason, Unresolved};

/// Name prefix of functions that set a library's global variables before its entry points run.
const INITIALISER: &[u8] = b"_GLOBAL__sub_I_";
/// Maximum number of callers recorded for each unresolved name.
const MAX_NEEDERS: usize = 16;

/// Functions reached so far.
pub(super) struct Walk {
    level: Level,
    pub(super) reached: Vec<Reached>,
    pub(super) unresolved: Vec<Unresolved>,
    seen: HashMap<(u32, Vec<u8>), u32>,
    missing: HashMap<Vec<u8>, usize>,
    /// Libraries with a function in `reached`, with the first of them.
    pub(super) touched: HashMap<u32, u32>,
    /// Library chosen for each name looked up.
    pub(super) chosen: HashMap<Vec<u8>, Option<u32>>,
    /// Names looked up that several libraries export.
    pub(super) shared: Vec<Shared>,
}

impl Walk {
    pub(super) fn new(level: Level) -> Walk {
        Walk {
            level,
            reached: Vec::new(),
            unresolved: Vec::new(),
            seen: HashMap::new(),
            missing: HashMap::new(),
            touched: HashMap::new(),
            chosen: HashMap::new(),
            shared: Vec::new(),
        }
    }

    /// Starts at an exported function found by name.
    pub(super) fn root(&mut self, library: u32, name: &[u8]) {
        self.begin(library, name);
        self.chosen.insert(without_marker(name).to_vec(), Some(library));
    }

    /// Starts at a function, exported or not; other uses of its name are still looked up.
    pub(super) fn begin(&mut self, library: u32, name: &[u8]) {
        self.reach(library, name, Reason::Asked, None);
    }

    /// Adds a function unless it was reached before.
    fn reach(&mut self, library: u32, name: &[u8], reason: Reason, by: Option<u32>) {
        let key = (library, without_marker(name).to_vec());
        if self.seen.contains_key(&key) {
            return;
        }
        let number = self.reached.len() as u32;
        self.seen.insert(key, number);
        self.touched.entry(library).or_insert(number);
        self.reached.push(Reached { library, name: name.to_vec(), reason, by });
    }

    /// Runs until no function is left. Each function is reached once, so the work is bounded by the
    /// functions and their dependencies.
    pub(super) fn run(&mut self, shelf: &mut Shelf<'_>) -> Result<(), CatalogueError> {
        let mut next = 0;
        while let Some(at) = self.reached.get(next).cloned() {
            let number = next as u32;
            next += 1;
            let is_first = self.touched.get(&at.library) == Some(&number);
            match self.level {
                Level::Functions => self.follow(shelf, number, &at, is_first)?,
                Level::Libraries if is_first => {
                    let needs = shelf.get(at.library)?.map(imports);
                    self.need(shelf, number, needs.unwrap_or_default())?;
                }
                Level::Libraries => {}
            }
        }
        Ok(())
    }

    /// Follows the dependencies of one function.
    fn follow(
        &mut self,
        shelf: &mut Shelf<'_>,
        number: u32,
        at: &Reached,
        is_first: bool,
    ) -> Result<(), CatalogueError> {
        let library = at.library;
        let is_vague = |known: Option<&Known>| known.is_some_and(|known| is_vague(known, &at.name));
        if is_vague(shelf.get(library)?) {
            shelf.sharp(library)?;
        }
        let Some(known) = shelf.get(library)? else {
            return Ok(());
        };
        let mut inside: Vec<(Vec<u8>, Reason)> = Vec::new();
        if let Some(place) = known.place(&at.name) {
            let constants = known.names(&known.symbols.patch_constants(place));
            inside.extend(constants.into_iter().map(|name| (name, Reason::PatchConstant)));
        }
        let function = known.function(&at.name);
        inside.extend(callees(known, function));
        if is_first {
            let initialisers = known.symbols.functions.iter().filter(|function| is_initialiser(function));
            inside.extend(initialisers.map(|function| (function.name.clone(), Reason::Initialiser)));
        }
        let needs = function.map(|function| needs(known, function)).unwrap_or_default();
        for (name, reason) in inside {
            self.reach(library, &name, reason, Some(number));
        }
        self.need(shelf, number, needs)
    }

    /// Resolves the definitions of some functions.
    fn need(
        &mut self,
        shelf: &mut Shelf<'_>,
        number: u32,
        names: Vec<Vec<u8>>,
    ) -> Result<(), CatalogueError> {
        for name in names {
            let key = without_marker(&name).to_vec();
            let library = match self.chosen.get(&key) {
                Some(library) => *library,
                None => {
                    let libraries = shelf.definers(&name)?;
                    let library = libraries.first().copied();
                    self.chosen.insert(key.clone(), library);
                    if libraries.len() > 1 {
                        self.shared.push(Shared { name: key.clone(), libraries });
                    }
                    library
                }
            };
            if let Some(library) = library {
                self.reach(library, &name, Reason::Import, Some(number));
                continue;
            }
            let count = self.unresolved.len();
            let place = *self.missing.entry(key).or_insert(count);
            if place == count {
                self.unresolved.push(Unresolved { name, by: Vec::new() });
            }
            if let Some(unresolved) = self.unresolved.get_mut(place)
                && unresolved.by.len() < MAX_NEEDERS
            {
                unresolved.by.push(number);
            }
        }
        Ok(())
    }
}

/// True if tables do not determine a function's dependencies: they do not list callees, and a hull
/// shader may have one of several patch-constant functions.
fn is_vague(known: &Known, name: &[u8]) -> bool {
    let (Some(place), Some(function)) = (known.place(name), known.function(name)) else {
        return false;
    };
    if known.symbols.patch_constants(place).len() > 1 || function.needs.is_none() {
        return true;
    }
    let could_matter = |(other, candidate): (u32, &FunctionSymbol)| {
        other != place
            && candidate.kind.is_none_or(|kind| kind == ShaderKind::LIBRARY)
            && !is_initialiser(candidate)
            && candidate.needs.as_ref().is_none_or(|needs| !needs.is_empty())
    };
    function.calls.is_none() && (0u32..).zip(&known.symbols.functions).any(could_matter)
}

/// Functions of its own library that a function calls. If not even the code shows them, every
/// internal function with dependencies counts: nothing else would keep it alive.
fn callees(known: &Known, function: Option<&FunctionSymbol>) -> Vec<(Vec<u8>, Reason)> {
    let Some(function) = function else {
        return Vec::new();
    };
    if let Some(calls) = &function.calls {
        let names = known.names(calls).into_iter();
        return names.map(|name| (name, Reason::Call)).collect();
    }
    let functions = known.symbols.functions.iter();
    let internal = functions.filter(|other| {
        !other.is_exported()
            && !is_initialiser(other)
            && other.name != function.name
            && other.needs.as_ref().is_some_and(|needs| !needs.is_empty())
    });
    internal.map(|other| (other.name.clone(), Reason::Kept)).collect()
}

/// True if a function sets its library's global variables and needs other functions for it.
fn is_initialiser(function: &FunctionSymbol) -> bool {
    let name = without_marker(&function.name);
    let name = name.strip_prefix(b"?").unwrap_or(name);
    name.starts_with(INITIALISER) && function.needs.as_ref().is_some_and(|needs| !needs.is_empty())
}

/// Names that a function needs; all of the library's if unknown.
fn needs(known: &Known, function: &FunctionSymbol) -> Vec<Vec<u8>> {
    let all = &known.symbols.imports;
    let Some(needs) = &function.needs else {
        return imports(known);
    };
    let names = needs.iter().filter_map(|&place| all.get(place as usize));
    names.map(|import| import.name.clone()).collect()
}

/// All names that a library needs.
fn imports(known: &Known) -> Vec<Vec<u8>> {
    let imports = known.symbols.imports.iter();
    imports.map(|import| import.name.clone()).collect()
}
