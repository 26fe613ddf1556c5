//! Builds a symbol assembly from the shared symbols of a group of packages.

use std::collections::{HashMap, HashSet};

use glassbox_bpx::extended::ExtendedData;
use glassbox_bpx::pack::{Pack, PackSymbol};
use glassbox_bpx::raw::{PackType, Symbol, SymbolFlags, SymbolType, Target};
use glassbox_bpx::sd::Object;
use glassbox_bpx::sd::names::hash;
use glassbox_core::diagnostic::{Diagnostic, Reporter, Severity};
use glassbox_core::limits::Limits;

use crate::Input;
use crate::chain::{Assemblies, Chain};
use crate::compare::Comparison;
use crate::explain::conflict;
use crate::link::no_assembly;
use crate::outcome::{Outcome, has_errors};
use crate::rules;
use crate::unit::{Unit, shown_hash, units};

/// Symbol counts of an assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// Total number of symbols.
    pub symbols: usize,
    /// Number of symbols that a parent also has.
    pub inherited: usize,
}

/// Builds an assembly from the external symbols of programs, all symbols of assemblies, and the
/// structures these refer to. Symbols are in order of first appearance; the same inputs in the same
/// order give the same bytes, regardless of their compression.
///
/// The first of `parents` becomes the parent; the others are its ancestors, in any order. Locations
/// in findings number the inputs first, then the parents.
pub fn assemble(
    inputs: &[Input<'_>],
    parents: &[Input<'_>],
    name: &str,
    limits: &Limits,
) -> Outcome<Contents> {
    let mut found = Vec::new();
    let inputs_read = units(inputs, 0, limits, &mut found);
    let parents = units(parents, inputs.len(), limits, &mut found);
    let (Some(inputs), Some(parents)) = (inputs_read, parents) else {
        return Outcome::refused(found);
    };
    found.extend(parents.iter().filter(|unit| !unit.file.is_assembly()).map(no_assembly));
    if has_errors(&found) {
        return Outcome::refused(found);
    }
    let mut taken = Taken::new(&inputs, limits.nodes);
    for number in 0..inputs.len() {
        taken.unit(number, &mut found);
    }
    let known = Assemblies::new(parents.iter(), &mut found);
    let chain = parents.first().map(|parent| known.chain(parent));
    let own = hash(name);
    if let Some(chain) = &chain {
        chain.check(Severity::Warning, limits.nodes, &mut found);
        check_hashes(chain, own, name, &mut found);
    }
    let ancestors = chain.as_ref().map_or(&[][..], |chain| &chain.units);
    let inherited = inherit(&taken, ancestors, limits.nodes, &mut found);
    if has_errors(&found) {
        return Outcome::refused(found);
    }
    let pack = Pack {
        assembly: own,
        target: Target::ANY,
        pack_type: PackType::ASSEMBLY,
        symbols: taken.symbols(&inherited),
        parent: parents.first().map(Unit::hash),
        ..Pack::default()
    };
    match pack.write() {
        Ok(bytes) => Outcome {
            bytes,
            done: Some(Contents {
                symbols: pack.symbols.len(),
                inherited: inherited.iter().filter(|is| **is).count(),
            }),
            findings: found,
        },
        Err(reason) => {
            let message = format!("the assembly cannot be written: {reason}");
            let location = inputs.first().map(|unit| unit.at(unit.file.location(0, 0, "")));
            found.report(&rules::UNFIT, location.unwrap_or_default(), message);
            Outcome::refused(found)
        }
    }
}

/// Symbols selected for the output, in order.
pub(crate) struct Taken<'u, 'f> {
    units: &'u [Unit<'f>],
    /// Unit and symbol index of each first appearance.
    pub(crate) order: Vec<(usize, usize)>,
    /// Index into `order` by name.
    places: HashMap<&'f [u8], usize>,
    comparisons: HashMap<(usize, usize), Comparison<'u, 'f>>,
    work: usize,
}

impl<'u, 'f> Taken<'u, 'f> {
    pub(crate) fn new(units: &'u [Unit<'f>], work: usize) -> Self {
        Taken { units, order: Vec::new(), places: HashMap::new(), comparisons: HashMap::new(), work }
    }

    /// Adds a unit's shared symbols and the structures they refer to.
    fn unit(&mut self, number: usize, found: &mut Vec<Diagnostic>) {
        let Some(unit) = self.units.get(number) else {
            return;
        };
        let shared: Vec<usize> = unit.shared().map(|(index, _)| index).collect();
        let mut seen: HashSet<usize> = shared.iter().copied().collect();
        let mut open: Vec<usize> = Vec::new();
        for index in shared {
            open.push(index);
            while let Some(index) = open.pop() {
                self.symbol(number, index, found);
                let entry = unit.symbols.get(index);
                let members = entry.and_then(|entry| unit.structure(entry));
                let members = members.map_or(&[][..], |structure| &structure.props);
                // In member order, depth first.
                for target in members.iter().rev().filter_map(|member| member.ty.reference()) {
                    if seen.insert(usize::from(target)) {
                        open.push(usize::from(target));
                    }
                }
            }
        }
    }

    /// Adds a symbol, or reports how it differs from the one with the same name. Returns its index.
    pub(crate) fn symbol(
        &mut self,
        number: usize,
        index: usize,
        found: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let unit = self.units.get(number)?;
        let entry = unit.symbols.get(index)?;
        let Some(&place) = self.places.get(entry.name) else {
            self.places.insert(entry.name, self.order.len());
            self.order.push((number, index));
            if is_opaque(unit, index) {
                found.push(opaque(unit, index));
            }
            return Some(self.order.len() - 1);
        };
        let &(first, other) = self.order.get(place)?;
        let holder = self.units.get(first)?;
        let work = self.work;
        let comparison =
            self.comparisons.entry((number, first)).or_insert_with(|| Comparison::new(unit, holder, work));
        let differences = comparison.differences((index, other));
        if !differences.is_empty() {
            let finding = conflict(&rules::CONFLICT, (unit, index), (holder, other), &differences);
            found.push(
                finding.help("build both from the same definition, or give one of the symbols another name"),
            );
        }
        Some(place)
    }

    /// Object of a selected symbol, with references renumbered to the output.
    pub(crate) fn object(&self, place: usize) -> Option<Object<'f>> {
        let &(number, index) = self.order.get(place)?;
        let unit = self.units.get(number)?;
        let renumbered = |reference: u16| {
            let target = unit.symbols.get(usize::from(reference));
            let place = target.and_then(|target| self.places.get(target.name));
            // An index that does not fit fails when the package is written.
            place.map_or(reference, |&place| u16::try_from(place).unwrap_or(reference))
        };
        match unit.data(unit.symbols.get(index)?)? {
            ExtendedData::Structure(structure) => {
                let mut structure = structure.clone();
                for member in &mut structure.props {
                    member.ty = member.ty.with_reference(renumbered);
                }
                Some(ExtendedData::Structure(structure).to_object())
            }
            other => Some(other.to_object()),
        }
    }

    /// Symbols of an assembly; `inherited` flags those that a parent also has.
    fn symbols(&self, inherited: &[bool]) -> Vec<PackSymbol<'f>> {
        let mut out = Vec::with_capacity(self.order.len());
        for (place, (number, index)) in self.order.iter().enumerate() {
            let Some(entry) = self.units.get(*number).and_then(|unit| unit.symbols.get(*index)) else {
                continue;
            };
            out.push(PackSymbol {
                name: entry.name.into(),
                symbol_type: entry.record.symbol_type,
                flags: match inherited.get(place) {
                    Some(true) => SymbolFlags::EXTERNAL,
                    _ => SymbolFlags::INTERNAL,
                },
                register: entry.register(),
                data: self.object(place),
            });
        }
        out
    }
}

/// True if a symbol's object is undecoded and may contain references.
fn is_opaque(unit: &Unit<'_>, index: usize) -> bool {
    let kinds = [SymbolType::CONSTANT_BUFFER, SymbolType::VERTEX_FORMAT];
    let entry = unit.symbols.get(index).filter(|entry| kinds.contains(&entry.record.symbol_type));
    entry.is_some_and(|entry| matches!(unit.data(entry), Some(ExtendedData::Other(_))))
}

fn opaque(unit: &Unit<'_>, index: usize) -> Diagnostic {
    let name = unit.symbols.get(index).map_or(String::new(), |entry| entry.shown());
    let message = format!("found extended data of `{name}` of an unknown shape, expected a list of members");
    Diagnostic::new(&rules::UNFIT, unit.field(index, Symbol::extended_data), message)
        .severity(Severity::Warning)
        .note("it is copied unchanged; references to other symbols in it would not be renumbered")
}

/// Checks that the parent states a hash and that no ancestor has the hash of the new assembly.
fn check_hashes(chain: &Chain<'_, '_>, own: u64, name: &str, found: &mut Vec<Diagnostic>) {
    for (at, unit) in chain.units.iter().enumerate() {
        if at == 0 && unit.hash() == 0 {
            let message = format!("found no hash in {}, expected that of its name", unit.name);
            found
                .report(&rules::HASH, unit.assembly_field(), message)
                .severity(Severity::Error)
                .help("rebuild the parent with `glassbox bpx-assembly --name NAME`");
        } else if unit.hash() == own {
            let message = format!(
                "found the hash {} in {}, expected another one than that of \"{name}\"",
                shown_hash(own),
                unit.name
            );
            found
                .report(&rules::SAME_HASH, unit.assembly_field(), message)
                .help("give the new assembly another name than its ancestors have");
        }
    }
}

/// Flags the selected symbols that an ancestor also has, and reports differing definitions.
fn inherit(
    taken: &Taken<'_, '_>,
    ancestors: &[&Unit<'_>],
    work: usize,
    found: &mut Vec<Diagnostic>,
) -> Vec<bool> {
    let mut comparisons: HashMap<(usize, usize), Comparison<'_, '_>> = HashMap::new();
    let mut inherited = Vec::with_capacity(taken.order.len());
    for &(number, index) in &taken.order {
        let unit = taken.units.get(number);
        let symbol = unit.and_then(|unit| Some((unit, unit.symbols.get(index)?)));
        let holder = symbol.and_then(|(unit, entry)| {
            let mut holders = ancestors.iter().enumerate();
            holders.find_map(|(at, holder)| Some((unit, at, *holder, *holder.names.get(entry.name)?)))
        });
        inherited.push(holder.is_some());
        let Some((unit, at, holder, other)) = holder else {
            continue;
        };
        let comparison =
            comparisons.entry((number, at)).or_insert_with(|| Comparison::new(unit, holder, work));
        let differences = comparison.differences((index, other));
        if !differences.is_empty() {
            let finding = conflict(&rules::SIGNATURE, (unit, index), (holder, other), &differences);
            found.push(
                finding.help("build both from the same definition, or give one of the symbols another name"),
            );
        }
    }
    inherited
}
