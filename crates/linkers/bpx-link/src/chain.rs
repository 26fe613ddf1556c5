//! Follows the parents of an assembly and checks that their symbols agree.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeMap, HashMap, HashSet};

use glassbox_bpx::file::Role;
use glassbox_bpx::raw::{Symbol, SymbolFlags};
use glassbox_core::diagnostic::{Diagnostic, Location, Reporter, Severity};

use crate::compare::Comparison;
use crate::explain::conflict;
use crate::rules;
use crate::unit::{Unit, shown_hash};

/// An assembly followed by its ancestors.
pub(crate) struct Chain<'u, 'f> {
    /// Assemblies, nearest first.
    pub(crate) units: Vec<&'u Unit<'f>>,
    /// Hash of the first missing parent.
    pub(crate) missing: Option<u64>,
    /// True if the last assembly's parent is already in the chain.
    pub(crate) is_circle: bool,
}

/// Assemblies by the hash of their name.
pub(crate) struct Assemblies<'u, 'f>(HashMap<u64, &'u Unit<'f>>);

impl<'u, 'f> Assemblies<'u, 'f> {
    /// Indexes the assemblies among units. Copies of one file count once; different assemblies with
    /// one hash are reported.
    pub(crate) fn new(units: impl Iterator<Item = &'u Unit<'f>>, found: &mut Vec<Diagnostic>) -> Self {
        let mut known: HashMap<u64, &'u Unit<'f>> = HashMap::new();
        for unit in units.filter(|unit| unit.file.is_assembly() && unit.hash() != 0) {
            match known.entry(unit.hash()) {
                Slot::Vacant(slot) => {
                    slot.insert(unit);
                }
                Slot::Occupied(slot) => {
                    let first = *slot.get();
                    if first.file.window == unit.file.window {
                        continue;
                    }
                    let message = format!(
                        "found the hash {} in {}, expected another one than in {}",
                        shown_hash(unit.hash()),
                        unit.name,
                        first.name
                    );
                    found
                        .report(&rules::SAME_HASH, unit.assembly_field(), message)
                        .label(first.assembly_field(), "the other assembly has the same hash")
                        .help("rebuild one of them under another name, or leave it out");
                }
            }
        }
        Assemblies(known)
    }

    /// Looks up an assembly by hash.
    pub(crate) fn get(&self, hash: u64) -> Option<&'u Unit<'f>> {
        self.0.get(&hash).copied()
    }

    /// An assembly and its available ancestors.
    pub(crate) fn chain(&self, start: &'u Unit<'f>) -> Chain<'u, 'f> {
        let mut chain = Chain { units: vec![start], missing: None, is_circle: false };
        let mut seen = HashSet::from([start.hash()]);
        let mut at = start;
        while let Some(parent) = at.file.parent() {
            let Some(unit) = self.get(parent) else {
                chain.missing = Some(parent);
                break;
            };
            if !seen.insert(parent) {
                chain.is_circle = true;
                break;
            }
            chain.units.push(unit);
            at = unit;
        }
        chain
    }
}

impl<'f> Chain<'_, 'f> {
    /// Checks the chain: missing parent, cycle, conflicting symbols.
    pub(crate) fn check(&self, missing: Severity, work: usize, found: &mut Vec<Diagnostic>) {
        self.check_end(missing, found);
        for at in 0..self.units.len() {
            self.check_link(at, work, found);
        }
    }

    /// Reports a missing parent or a cycle at the end of the chain.
    pub(crate) fn check_end(&self, missing: Severity, found: &mut Vec<Diagnostic>) {
        let Some(last) = self.units.last() else { return };
        let Some(parent) = last.file.parent() else { return };
        let location = parent_place(last);
        if self.is_circle {
            let names: Vec<&str> = self.units.iter().map(|unit| unit.name).collect();
            let message = format!(
                "found the parent {} of {}, expected none of the assemblies that descend from it",
                shown_hash(parent),
                last.name
            );
            found
                .report(&rules::CIRCLE, location, message)
                .note(format!("the cycle: {}", names.join(" → ")))
                .help("rebuild one of the assemblies without this parent");
        } else if self.missing.is_some() {
            let message = format!(
                "found the parent {} of {}, expected an assembly with that hash",
                shown_hash(parent),
                last.name
            );
            found
                .report(&rules::PARENT, location, message)
                .severity(missing)
                .help("supply the parent too, or the folder that contains it");
        }
    }

    /// Checks that the ancestors define the external symbols of the assembly at index `at`.
    pub(crate) fn check_link(&self, at: usize, work: usize, found: &mut Vec<Diagnostic>) {
        let Some((unit, rest)) = self.units.get(at..).and_then(<[_]>::split_first) else {
            return;
        };
        // A missing parent or a cycle has already been reported.
        if !rest.is_empty() || (self.missing.is_none() && !self.is_circle) {
            resolve(unit, rest, self.missing, work, found);
        }
    }
}

fn parent_place(unit: &Unit<'_>) -> Location {
    match unit.file.content_of(Role::Parent) {
        Some(section) => unit.at(unit.file.body(section)),
        None => unit.assembly_field(),
    }
}

/// Checks that assemblies, nearest first, define a package's external symbols identically.
pub(crate) fn resolve(
    unit: &Unit<'_>,
    assemblies: &[&Unit<'_>],
    missing: Option<u64>,
    work: usize,
    found: &mut Vec<Diagnostic>,
) {
    let mut comparisons: BTreeMap<usize, Comparison<'_, '_>> = BTreeMap::new();
    for (index, entry) in unit.symbols.iter().enumerate() {
        if !entry.has(SymbolFlags::EXTERNAL) {
            continue;
        }
        let holders = assemblies.iter().enumerate();
        let holder =
            holders.filter_map(|(at, holder)| Some((at, *holder, *holder.names.get(entry.name)?))).next();
        let Some((at, holder, other)) = holder else {
            found.push(unresolved(unit, index, assemblies, missing));
            continue;
        };
        let comparison = comparisons.entry(at).or_insert_with(|| Comparison::new(unit, holder, work));
        let differences = comparison.differences((index, other));
        if !differences.is_empty() {
            let finding = conflict(&rules::SIGNATURE, (unit, index), (holder, other), &differences);
            found.push(finding.help("build both from the same definition"));
        } else if at > 0 {
            let nearest = assemblies.first().map_or("", |nearest| nearest.name);
            let message = format!("found `{}` only in {}, a parent of {nearest}", entry.shown(), holder.name);
            let location = unit.field(index, Symbol::name);
            found.report(&rules::INHERITED, location, message);
        }
    }
}

fn unresolved(unit: &Unit<'_>, index: usize, assemblies: &[&Unit<'_>], missing: Option<u64>) -> Diagnostic {
    let entry = unit.symbols.get(index);
    let name = entry.map_or(String::new(), |entry| entry.shown());
    let kind = entry.map_or(String::new(), |entry| entry.record.symbol_type.to_string());
    let names: Vec<&str> = assemblies.iter().map(|assembly| assembly.name).collect();
    let place = match names.as_slice() {
        [] => "an assembly that is its parent, but it has none".to_owned(),
        names => names.join(" or "),
    };
    let message = format!("found the external {kind} `{name}` in {}, expected it in {place}", unit.name);
    let mut finding = Diagnostic::new(&rules::UNRESOLVED, unit.field(index, Symbol::name), message);
    if let Some(missing) = missing {
        finding = finding.note(format!("the parent {} is not given and may have it", shown_hash(missing)));
    }
    let similar = entry.and_then(|entry| similar(entry.name, assemblies));
    match similar {
        Some(similar) => {
            finding.help(format!("the assembly has `{similar}`; fix the name, or rebuild the assembly"))
        }
        None => finding
            .help("rebuild the assembly with this package among its inputs, or link against the right one"),
    }
}

/// Closest match for an assembly name.
fn similar(name: &[u8], assemblies: &[&Unit<'_>]) -> Option<String> {
    // Real names are short; hostile ones need not be.
    if name.len() > 64 {
        return None;
    }
    let names = assemblies.iter().flat_map(|unit| unit.symbols.iter().take(4096));
    let ranked = names
        .filter(|entry| entry.name.len() <= 64)
        .map(|entry| (glassbox_core::suggest::distance(name, entry.name), entry.name));
    let (distance, best) = ranked.min()?;
    (distance <= name.len() / 3).then(|| best.escape_ascii().to_string())
}
