//! Reports what prevents a planned link: missing and ambiguous names, incompatible versions.

use std::collections::BTreeSet;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter, Severity};
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxcontainer::symbols::library::Compiler;
use glassbox_dxil::without_marker;

use super::catalogue::CatalogueError;
use super::symbol_cache::Shelf;
use super::{Duplicate, Plan, Reason, Unresolved};
use crate::message::spoken;
use crate::rules;

/// Maximum number of functions shown of a call chain; the middle is omitted.
const MAX_CHAIN: usize = 8;

/// Adds the findings of a plan.
pub(super) fn judge(plan: &mut Plan, shelf: &mut Shelf<'_>) -> Result<(), CatalogueError> {
    let mut found = std::mem::take(&mut plan.findings);
    for unresolved in &plan.unresolved {
        found.push(unresolved_function(plan, unresolved, shelf)?);
    }
    let needed: BTreeSet<u32> = plan.needed.iter().map(|needed| needed.library).collect();
    for duplicate in &plan.duplicates {
        found.push(defined_twice(duplicate, &needed, shelf));
    }
    functions(plan, shelf, &mut found)?;
    compilers(&needed, shelf, &mut found)?;
    validators(&needed, shelf, &mut found)?;
    for (library, name) in &shelf.guessed {
        let message = format!(
            "found {} in the runtime data of {}, which does not state whether it is exported",
            spoken(name),
            shelf.catalogue.name(*library)
        );
        found
            .report(&rules::APPROXIMATE, at(*library), message)
            .help("add a symbol table to the library with `symtab add`");
    }
    let at_hand = shelf.catalogue.unusable();
    shelf.unusable.extend(at_hand);
    for (library, reason) in &shelf.unusable {
        let message = format!("{}: {reason}", shelf.catalogue.name(*library));
        found
            .report(&rules::UNUSABLE, at(*library), message)
            .help("give a library of shader model 6.3 or later, or leave the file out");
    }
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    plan.findings = found;
    Ok(())
}

/// Location of a whole library.
fn at(library: u32) -> Location {
    Location::default().input(library)
}

/// Reports an undefined function.
fn unresolved_function(
    plan: &Plan,
    unresolved: &Unresolved,
    shelf: &mut Shelf<'_>,
) -> Result<Diagnostic, CatalogueError> {
    let needers: Vec<_> = unresolved.by.iter().filter_map(|&by| plan.reached.get(by as usize)).collect();
    let first = needers.first();
    let library = first.map_or(0, |reached| reached.library);
    let message = format!(
        "found no definition of {}, which {} in {} calls",
        spoken(&unresolved.name),
        first.map(|reached| spoken(&reached.name)).unwrap_or_default(),
        shelf.catalogue.name(library)
    );
    let mut finding = Diagnostic::new(&rules::UNRESOLVED, at(library), message);
    if plan.request.profile.is_library() {
        finding = finding
            .severity(Severity::Warning)
            .note("a library may keep functions that a later link has to find");
    }
    if let Some(&by) = unresolved.by.first() {
        let chain = plan.chain(by);
        if chain.len() > 1 {
            finding = finding.note(format!("it is reached by {}", chain_in_words(plan, &chain)));
        }
    }
    if let Some(others) = needers.len().checked_sub(1).filter(|&others| others > 0) {
        finding = finding.note(format!("{others} more functions need it"));
    }
    if !unresolved.by.iter().any(|&by| plan.is_certain(by)) {
        finding = finding.severity(Severity::Warning).note(match first.map(|reached| reached.reason) {
            Some(Reason::Initialiser) => {
                "it is needed only when a linked function uses a global variable that this one sets"
            }
            _ => "it is needed only when a linked function calls one that is internal to its library, which symbols do not show",
        });
    }
    let short = glassbox_dxil::unmangled(&unresolved.name).to_vec();
    let mut help = "give the library that exports it, before or after the others".to_owned();
    for library in shelf.catalogue.exporters_unmangled(&short)? {
        let name = shelf.catalogue.name(library);
        let Some(known) = shelf.sharp(library)? else {
            continue;
        };
        if let Some((_, other)) = known.symbols.exports_unmangled(&short).next() {
            finding = finding.note(format!(
                "{name} exports {} with other parameters: {}",
                short.escape_ascii(),
                without_marker(&other.name).escape_ascii()
            ));
            help = "declare the function with the parameters that its definition has".to_owned();
            break;
        }
    }
    for library in 0..shelf.catalogue.count().min(MAX_ASKED) {
        let name = shelf.catalogue.name(library);
        let Some(known) = shelf.get(library)? else {
            continue;
        };
        if known.function(&unresolved.name).is_some_and(|function| !function.is_exported()) {
            finding = finding.note(format!("{name} defines it, but does not export it"));
            help = "remove `static` from its definition, or add it to the exports of that library".to_owned();
            break;
        }
    }
    Ok(finding.help(help))
}

/// Maximum number of libraries checked for a non-exported definition; the hint must not cost what
/// an index saves.
const MAX_ASKED: u32 = 64;

/// Formats a call chain, such as `PSMain → Shade`.
fn chain_in_words(plan: &Plan, chain: &[u32]) -> String {
    let names = chain.iter().filter_map(|&place| plan.reached.get(place as usize));
    let mut names: Vec<String> =
        names.map(|reached| glassbox_dxil::unmangled(&reached.name).escape_ascii().to_string()).collect();
    if names.len() > MAX_CHAIN {
        let left_out = names.len() - MAX_CHAIN;
        names.splice(MAX_CHAIN / 2..MAX_CHAIN / 2 + left_out, [format!("({left_out} more)")]);
    }
    names.join(" → ")
}

/// Reports a function defined by several libraries.
fn defined_twice(duplicate: &Duplicate, needed: &BTreeSet<u32>, shelf: &Shelf<'_>) -> Diagnostic {
    let name = |library: &u32| shelf.catalogue.name(*library);
    let all: Vec<String> = duplicate.libraries.iter().map(name).collect();
    let both: Vec<u32> =
        duplicate.libraries.iter().copied().filter(|library| needed.contains(library)).collect();
    let first = both.first().copied().unwrap_or(0);
    if both.len() > 1 {
        let names: Vec<String> = both.iter().map(name).collect();
        let message = format!(
            "found {} in {}, which are all needed, expected it in one of them",
            spoken(&duplicate.name),
            names.join(" and ")
        );
        let finding = Diagnostic::new(&rules::CONFLICT, at(first), message);
        return finding.help(
            "make it `static` in all but one of them, or compile these with exports that leave it out",
        );
    }
    let message =
        format!("found {} in {}, expected it in one library", spoken(&duplicate.name), all.join(" and "));
    let finding = Diagnostic::new(&rules::CHOICE, at(first), message);
    match duplicate.chosen {
        Some(chosen) => {
            let others: Vec<String> =
                duplicate.libraries.iter().filter(|&&one| one != chosen).map(name).collect();
            let come = if others.len() == 1 { "comes" } else { "come" };
            finding
                .note(format!("that of {} is used; {} {come} later", name(&chosen), others.join(" and ")))
                .help("list the intended library first, or leave out the others")
        }
        None => finding
            .severity(Severity::Info)
            .note("no linked function calls it, so it does not matter here")
            .help("leave out the libraries that are not needed"),
    }
}

/// Reports stage, shader model and feature conflicts of individual functions.
fn functions(
    plan: &mut Plan,
    shelf: &mut Shelf<'_>,
    found: &mut Vec<Diagnostic>,
) -> Result<(), CatalogueError> {
    let profile = plan.request.profile;
    for (place, reached) in (0u32..).zip(&plan.reached) {
        let library = shelf.catalogue.name(reached.library);
        let known = shelf.get(reached.library)?;
        let Some(function) = known.and_then(|known| known.function(&reached.name)) else {
            continue;
        };
        plan.features.0 |= function.features.map_or(0, |features| features.0);
        let name = spoken(&reached.name);
        let is_root = reached.reason == Reason::Asked && !profile.is_library();
        if is_root && let Some(kind) = function.kind.filter(|&kind| kind != profile.kind) {
            found.push(match kind {
                ShaderKind::LIBRARY => {
                    let message = format!(
                        "found the plain function {name} in {library}, expected a {} shader",
                        profile.kind
                    );
                    Diagnostic::new(&rules::NO_ENTRY, at(reached.library), message)
                        .help("give the function a `[shader(...)]` attribute and recompile the library")
                }
                kind => {
                    let message = format!(
                        "found the {kind} shader {name} in {library}, expected a {} shader for {profile}",
                        profile.kind
                    );
                    let finding = Diagnostic::new(&rules::OTHER_STAGE, at(reached.library), message);
                    match kind.prefix() {
                        Some(prefix) => finding.help(format!(
                            "request {prefix}_{}_{}, or name another entry point",
                            profile.model.major, profile.model.minor
                        )),
                        None => finding.help(format!("keep {kind} shaders in a library, such as lib_6_3")),
                    }
                }
            });
            continue;
        }
        let chain = plan.chain(place);
        let reach = |finding: Diagnostic| match chain.len() {
            0 | 1 => finding,
            _ => finding.note(format!("it is reached by {}", chain_in_words(plan, &chain))),
        };
        if let Some(target) = function.min_target
            && target.shader_model() > profile.model
        {
            let model = target.shader_model();
            let message = format!(
                "found {name} in {library}, which needs shader model {model}, expected {} at most for {profile}",
                profile.model
            );
            let prefix = profile.kind.prefix().unwrap_or_default();
            let help = format!("request {prefix}_{}_{} or later", model.major, model.minor);
            found.push(reach(Diagnostic::new(&rules::TOO_NEW, at(reached.library), message).help(help)));
        }
        if !profile.is_library() && !function.runs_in(profile.kind) {
            let message = format!(
                "found {name} in {library}, which runs in {} only, expected one for {} shaders",
                stages(function.stages.unwrap_or(0)),
                profile.kind
            );
            let finding = Diagnostic::new(&rules::FOREIGN_STAGE, at(reached.library), message).help(
                "do not call it in this stage, or write it without the operations that the stage lacks",
            );
            found.push(reach(finding));
        }
    }
    Ok(())
}

/// Names of the stages in a mask.
fn stages(mask: u32) -> String {
    let kinds = (0..16u16).filter(|&kind| mask & (1 << kind) != 0);
    let names: Vec<String> = kinds.map(|kind| ShaderKind(kind).to_string()).collect();
    if names.is_empty() { "no stage".to_owned() } else { names.join(", ") }
}

/// Reports differing compilers.
fn compilers(
    needed: &BTreeSet<u32>,
    shelf: &mut Shelf<'_>,
    found: &mut Vec<Diagnostic>,
) -> Result<(), CatalogueError> {
    let mut groups: Vec<(Option<Compiler>, Vec<u32>)> = Vec::new();
    for &library in needed {
        let Some(known) = shelf.get(library)? else {
            continue;
        };
        let mut compiler = known.symbols.compiler.clone();
        // Linkers ignore build options.
        if let Some(compiler) = &mut compiler {
            compiler.flags = 0;
        }
        match groups.iter_mut().find(|(other, _)| *other == compiler) {
            Some((_, libraries)) => libraries.push(library),
            None => groups.push((compiler, vec![library])),
        }
    }
    if groups.len() < 2 {
        return Ok(());
    }
    let said = groups.iter().filter(|(compiler, _)| compiler.is_some()).count();
    let message = match said {
        1 => {
            "found libraries with and without the version of their compiler, expected one compiler".to_owned()
        }
        count => format!("found libraries of {count} compilers, expected one"),
    };
    let first = groups.first().and_then(|(_, libraries)| libraries.first());
    let mut finding = found.report(&rules::COMPILERS, at(first.copied().unwrap_or(0)), message);
    if said < 2 {
        // Without a version, the compiler is unknown.
        finding.severity(Severity::Warning);
    }
    for (compiler, libraries) in &groups {
        let names: Vec<String> = libraries.iter().map(|&library| shelf.catalogue.name(library)).collect();
        let by = match compiler {
            Some(compiler) => format!("compiler {compiler}"),
            None => "no version".to_owned(),
        };
        finding.note(format!("{by}: {}", names.join(", ")));
    }
    finding.help("compile the libraries with the same build of the compiler");
    Ok(())
}

/// Reports differing validator versions.
fn validators(
    needed: &BTreeSet<u32>,
    shelf: &mut Shelf<'_>,
    found: &mut Vec<Diagnostic>,
) -> Result<(), CatalogueError> {
    let mut versions: Vec<(Version, u32)> = Vec::new();
    for &library in needed {
        if let Some(version) = shelf.get(library)?.and_then(|known| known.symbols.validator) {
            versions.push((version, library));
        }
    }
    let (Some(&least), Some(&most)) = (versions.iter().min(), versions.iter().max()) else {
        return Ok(());
    };
    if least.0 != most.0 {
        let message = format!(
            "found validator version {} in {} and {} in {}, expected one",
            least.0,
            shelf.catalogue.name(least.1),
            most.0,
            shelf.catalogue.name(most.1)
        );
        found
            .report(&rules::VALIDATORS, at(most.1), message)
            .help(format!("compile all of them with `-validator-version {}`", most.0));
    }
    Ok(())
}
