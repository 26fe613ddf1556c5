//! Lists the entry points of a file and chooses one.

use std::collections::BTreeMap;

use glassbox_bpx_build::code::rules::NO_ENTRY;
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::stage::Stage;
use glassbox_decompile::entry_points;
use glassbox_spirv::module::Module;

use super::source::{Code, no_entry};
use crate::conversions::{ConversionError, ConversionOptions, EntryPoint};

/// An entry point in the code of a file.
#[derive(Clone)]
pub(super) struct Entry<'c> {
    pub(super) code: &'c Code,
    pub(super) stage: Stage,
    pub(super) name: String,
}

/// How the entry points of some code are found.
pub(super) type List = fn(&Code) -> Result<Vec<(Stage, String)>, Vec<Diagnostic>>;

/// Entry points of a module as it states them, or of other code as it is read.
pub(super) fn stated(code: &Code) -> Result<Vec<(Stage, String)>, Vec<Diagnostic>> {
    let Some(words) = &code.words else { return read(code) };
    let module = module(code, words)?;
    let mut all = entry_points(&module);
    if let Some(wanted) = code.stage {
        // The entry point of a stage is `main`, or the first if there is no `main`.
        all.retain(|entry| entry.stage == Some(wanted));
        let main = all.iter().position(|entry| entry.name == "main").unwrap_or_default();
        if main >= all.len() {
            return Err(vec![no_entry(wanted, &code.at)]);
        }
        all = vec![all.swap_remove(main)];
    }
    let known: Vec<_> = all.iter().filter_map(|entry| Some((entry.stage?, entry.name.clone()))).collect();
    if !known.is_empty() {
        return Ok(known);
    }
    let (rule, at, message) = match all.first() {
        Some(entry) => {
            let message = format!("the stage of the entry point `{}` cannot be written", entry.name);
            (&glassbox_decompile::rules::STAGE, Some(module.origin(entry.at)), message)
        }
        None => (&NO_ENTRY, None, "found no entry point, expected at least one".to_owned()),
    };
    let at = code.place_of(at.map(|range| range.start as u64..range.end as u64));
    Err(vec![Diagnostic::new(rule, at, message)])
}

/// Entry points of code as it is read.
pub(super) fn read(code: &Code) -> Result<Vec<(Stage, String)>, Vec<Diagnostic>> {
    let shaders = code.shaders().map_err(<[Diagnostic]>::to_vec)?;
    Ok(shaders.iter().map(|shader| (shader.stage, shader.entry.clone())).collect())
}

/// The module of some words.
pub(super) fn module(code: &Code, words: &[u32]) -> Result<Module, Vec<Diagnostic>> {
    Module::from_words(words).map_err(|error| {
        let at = code.place_of(Some(error.range.start as u64..error.range.end as u64));
        vec![Diagnostic::new(&glassbox_decompile::rules::MALFORMED, at, error.to_string())]
    })
}

/// Entry points of a file, and the findings on code that cannot be read.
pub(super) fn all(codes: &[Code], list: List) -> (Vec<Entry<'_>>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut faults: Vec<Diagnostic> = Vec::new();
    for code in codes {
        match list(code) {
            Ok(entries) => found.extend(entries.into_iter().map(|(stage, name)| Entry { code, stage, name })),
            Err(findings) => faults.extend(findings),
        }
    }
    (found, faults)
}

/// Entry points for those who choose: each with a text that `entry` takes, unless two have one stage and name.
pub(super) fn listed(entries: &[Entry<'_>]) -> Vec<EntryPoint> {
    entries.iter().map(|entry| EntryPoint { stage: entry.stage, name: entry.name.clone() }).collect()
}

/// The selected entry point: the only one, or that of a name or a stage.
pub(super) fn choose<'c>(
    codes: &'c [Code],
    options: &ConversionOptions,
    size: usize,
    list: List,
) -> Result<Entry<'c>, ConversionError> {
    let name = options.entry.as_deref();
    // The file's own declaration suffices to select a stage, so a fault in another one does not matter.
    if let Some(name) = name
        && let Some(code) = codes.iter().find(|code| code.stage.is_some_and(|stage| is_called(stage, name)))
    {
        let first = list(code).map_err(ConversionError::File)?.into_iter().next();
        let (stage, name) = first.ok_or_else(|| ConversionError::File(Vec::new()))?;
        return Ok(Entry { code, stage, name });
    }
    let (known, mut faults) = all(codes, list);
    if known.is_empty() {
        return Err(ConversionError::File(faults));
    }
    let of_stage = |entry: &&Entry<'_>| options.stage.is_none_or(|stage| entry.stage == stage);
    let candidates = || known.iter().filter(of_stage);
    let meant: Vec<&Entry<'_>> = match name {
        None => candidates().collect(),
        Some(name) => {
            let exact: Vec<_> = candidates().filter(|entry| entry.name == name).collect();
            let called = candidates().filter(|entry| is_called(entry.stage, name));
            if exact.is_empty() { called.collect() } else { exact }
        }
    };
    match (meant.as_slice(), name) {
        ([one], _) => Ok((*one).clone()),
        ([], Some(name)) => {
            let message =
                format!("found no entry point or stage {name:?}, expected one of {}", names(&known));
            let finding = Diagnostic::new(&NO_ENTRY, Location::new(0, size as u64, ""), message);
            // The unreadable stage may be the selected one.
            faults.push(finding.help("name an entry point, or a stage such as vertex or pixel"));
            Err(ConversionError::File(faults))
        }
        ([], None) => Err(ConversionError::File(faults)),
        (_, _) => Err(ConversionError::Option(format!(
            "the file has several shaders; choose one with --entry: {}",
            names(&known)
        ))),
    }
}

/// Entry points in words; how many there are of the same name and stage does not show.
fn names(known: &[Entry<'_>]) -> String {
    let mut seen = BTreeMap::new();
    for (at, entry) in known.iter().enumerate() {
        seen.entry((entry.name.as_str(), entry.stage)).or_insert(at);
    }
    let mut seen: Vec<_> = seen.into_iter().map(|(entry, at)| (at, entry)).collect();
    seen.sort_unstable();
    let names = seen.into_iter().map(|(_, (name, stage))| format!("`{name}` ({stage})"));
    names.collect::<Vec<_>>().join(", ")
}

/// True if `name` denotes the stage.
fn is_called(stage: Stage, name: &str) -> bool {
    Stage::named(name) == Some(stage)
}
