//! Resolves the requested functions among the exports.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::suggest::similar;
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxil::{unmangled, without_marker};

use super::catalogue::CatalogueError;
use super::request::Request;
use super::symbol_cache::Shelf;
use super::walk::Walk;
use crate::message::{NOWHERE, spoken};
use crate::rules;

/// Maximum number of names compared with a misspelled one.
const MAX_NAMES: usize = 200_000;
/// Maximum number of functions listed for an ambiguous name.
const MAX_LISTED: usize = 8;

/// Starts at every requested function.
pub(super) fn begin(
    request: &Request,
    shelf: &mut Shelf<'_>,
    walk: &mut Walk,
    found: &mut Vec<Diagnostic>,
) -> Result<Vec<Vec<u8>>, CatalogueError> {
    let mut missing = Vec::new();
    let mut names: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
    let exports = request.exports.iter();
    let asked = request.entry.iter().map(|entry| (entry, None));
    for (name, export) in asked.chain(exports.map(|export| (&export.function, Some(export)))) {
        match find(name, shelf)? {
            Match::One(library, name) => {
                if let Some(export) = export {
                    let new = export.name(&name);
                    match names.get(without_marker(&new)) {
                        Some(other) if *other != name => {
                            found.push(one_name(&new, other, &name, library, shelf));
                        }
                        _ => {
                            names.insert(without_marker(&new).to_vec(), name.clone());
                        }
                    }
                }
                walk.root(library, &name);
            }
            Match::None => {
                missing.push(name.clone());
                found.push(absent(name, request, shelf)?);
            }
            Match::Several(candidates) => found.push(overloaded(name, &candidates, shelf)),
        }
    }
    if request.entry.is_none() && request.exports.is_empty() {
        for library in 0..shelf.catalogue.count() {
            if shelf.catalogue.is_hidden(library) {
                continue;
            }
            let names: Vec<Vec<u8>> = match shelf.get(library)? {
                Some(known) => known.symbols.functions.iter().map(|function| function.name.clone()).collect(),
                None => Vec::new(),
            };
            for name in names {
                walk.begin(library, &name);
            }
        }
    }
    Ok(missing)
}

/// Result of a name lookup.
enum Match {
    None,
    One(u32, Vec<u8>),
    Several(Vec<(u32, Vec<u8>)>),
}

/// Looks up a function by its exact name, then by its source-level name.
fn find(name: &[u8], shelf: &mut Shelf<'_>) -> Result<Match, CatalogueError> {
    if let Some(&library) = shelf.definers(name)?.first() {
        let known = shelf.get(library)?;
        let exact = known.and_then(|known| known.function(name));
        return Ok(Match::One(library, exact.map_or(name, |function| &function.name).to_vec()));
    }
    if name.contains(&b'?') {
        return Ok(Match::None);
    }
    let mut candidates: Vec<(u32, Vec<u8>)> = Vec::new();
    for library in shelf.catalogue.exporters_unmangled(name)? {
        let names: Vec<Vec<u8>> = match shelf.get(library)? {
            Some(known) => {
                known.symbols.exports_unmangled(name).map(|(_, function)| function.name.clone()).collect()
            }
            None => Vec::new(),
        };
        for name in names {
            // The same function in a later library is a duplicate, not an ambiguity.
            let is_known = candidates.iter().any(|(_, other)| without_marker(other) == without_marker(&name));
            if !is_known && shelf.exports(library, &name)? {
                candidates.push((library, name));
            }
        }
    }
    Ok(match candidates.len() {
        0 => Match::None,
        1 => candidates.pop().map_or(Match::None, |(library, name)| Match::One(library, name)),
        _ => Match::Several(candidates),
    })
}

fn overloaded(name: &[u8], candidates: &[(u32, Vec<u8>)], shelf: &Shelf<'_>) -> Diagnostic {
    let message = format!("found {} functions named {}, expected one", candidates.len(), name.escape_ascii());
    let first = candidates.first().map_or(0, |(library, _)| *library);
    let location = Location::default().input(first);
    let mut finding = Diagnostic::new(&rules::OVERLOADED, location, message);
    for (library, name) in candidates.iter().take(MAX_LISTED) {
        let library = shelf.catalogue.name(*library);
        finding = finding.note(format!("{} in {library}", without_marker(name).escape_ascii()));
    }
    finding.help("give the mangled name of the intended one")
}

/// Reports two functions exported under one name; `library` defines the second.
fn one_name(name: &[u8], first: &[u8], second: &[u8], library: u32, shelf: &Shelf<'_>) -> Diagnostic {
    let message = format!(
        "found {} and {} in {} to be exported as {}, expected a name for each",
        spoken(first),
        spoken(second),
        shelf.catalogue.name(library),
        spoken(name)
    );
    let location = Location::default().input(library);
    Diagnostic::new(&rules::EXPORT_NAME, location, message).help("give one of them another new name")
}

/// Reports a name that no library exports, with a similar one.
fn absent(name: &[u8], request: &Request, shelf: &mut Shelf<'_>) -> Result<Diagnostic, CatalogueError> {
    let what = match request.entry {
        Some(_) => "entry point",
        None => "function",
    };
    let message = format!(
        "found no {what} {} in {}, expected one of the libraries to export it",
        name.escape_ascii(),
        libraries(shelf.catalogue.count())
    );
    let mut finding = Diagnostic::new(&rules::MISSING_ROOT, Location::default().input(NOWHERE), message);
    let mut known: Vec<(String, String)> = Vec::new();
    let mut internal = None;
    for library in 0..shelf.catalogue.count() {
        let label = shelf.catalogue.name(library);
        let Some(shelved) = shelf.get(library)? else {
            continue;
        };
        if let Some(function) = shelved.function(name)
            && !function.is_exported()
        {
            internal = Some(label.clone());
        }
        let fits = |kind: Option<ShaderKind>| {
            request.entry.is_none() || kind.is_none_or(|kind| kind == request.profile.kind)
        };
        for (_, function) in shelved.symbols.exports().filter(|(_, function)| fits(function.kind)) {
            if known.len() < MAX_NAMES {
                let short = String::from_utf8_lossy(unmangled(&function.name)).into_owned();
                known.push((short, label.clone()));
            }
        }
    }
    let wanted = String::from_utf8_lossy(unmangled(name)).into_owned();
    if let Some(library) = internal {
        finding = finding.note(format!("{library} defines {} for internal use only", spoken(name)));
    }
    let close = similar(&wanted, known.iter().map(|(name, _)| name.as_str())).map(str::to_owned);
    let help = match close.and_then(|close| known.into_iter().find(|(name, _)| *name == close)) {
        Some((close, library)) if close != wanted => {
            format!("did you mean {close}, which {library} exports?")
        }
        Some((close, library)) => {
            format!(
                "{library} exports {close} with other parameters; give its mangled name as `symbols` lists it"
            )
        }
        None => "run `symbols` on the libraries to see what they export".to_owned(),
    };
    Ok(finding.help(help))
}

/// Number of libraries in words.
fn libraries(count: u32) -> String {
    match count {
        1 => "1 library".to_owned(),
        count => format!("{count} libraries"),
    }
}
