//! Lays out the joined code: base of each input, shared operand descriptors, branch and call
//! targets.

use std::collections::{HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Reporter};
use glassbox_core::suggest::similar;
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Opcode;
use glassbox_pica::sharing::{self, Descriptors, TableFullError};
use glassbox_shbin::raw;

use crate::rules;
use crate::unit::{Call, Unit, target};

/// The joined code.
pub(crate) struct Code {
    pub(crate) words: Vec<u32>,
    /// Both words of each operand descriptor.
    pub(crate) descriptors: Vec<[u32; 2]>,
    /// First word of each input.
    pub(crate) bases: Vec<u32>,
}

/// Procedures of all inputs by name.
pub(crate) struct Names<'n, 'u> {
    by_name: HashMap<&'n str, Vec<(usize, usize)>>,
    units: &'n [Unit<'u>],
}

impl<'n, 'u> Names<'n, 'u> {
    /// Collects the procedures. Duplicate names are reported unless each one is an entry point and
    /// no call refers to it.
    pub(crate) fn new(units: &'n [Unit<'u>], found: &mut Vec<Diagnostic>) -> Names<'n, 'u> {
        let mut by_name: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (unit, procedures) in units.iter().map(|unit| &unit.procedures).enumerate() {
            for (index, procedure) in procedures.iter().enumerate() {
                by_name.entry(&procedure.name).or_default().push((unit, index));
            }
        }
        let wanted: HashSet<&str> = units
            .iter()
            .flat_map(|unit| unit.calls.iter().map(|call| &*call.name).chain(unit.entry_names()))
            .collect();
        for (number, unit) in units.iter().enumerate() {
            for (index, procedure) in unit.procedures.iter().enumerate() {
                let same = by_name.get(&*procedure.name).map_or(&[][..], Vec::as_slice);
                let first = same.iter().find(|&&(other, at)| {
                    let is_entry = units.get(other).and_then(|unit| unit.procedures.get(at));
                    let both_begin = procedure.is_entry && is_entry.is_some_and(|other| other.is_entry);
                    (other, at) != (number, index) && (!both_begin || wanted.contains(&*procedure.name))
                });
                // Report the duplicate, not the first definition.
                let Some(&(other, at)) = first.filter(|&&place| place < (number, index)) else {
                    continue;
                };
                let Some((other, earlier)) =
                    units.get(other).and_then(|unit| Some((unit, unit.procedures.get(at)?)))
                else {
                    continue;
                };
                let message = format!(
                    "found procedure `{}` in `{}` and in `{}`, expected it in one of them",
                    procedure.name, other.name, unit.name
                );
                let help = format!("rename one of them, or link without `{}`", unit.name);
                found
                    .report(&rules::TWICE, procedure.location.clone(), message)
                    .label(earlier.location.clone(), "it is first exported here")
                    .help(help);
            }
        }
        Names { by_name, units }
    }

    /// Input, first word and size of a procedure.
    pub(crate) fn get(&self, name: &str) -> Option<(usize, u32, u32)> {
        let &(unit, index) = self.by_name.get(name)?.first()?;
        let procedure = self.units.get(unit)?.procedures.get(index)?;
        Some((unit, procedure.start, procedure.size))
    }

    /// Help text for an undefined procedure.
    pub(crate) fn help(&self, name: &str) -> String {
        let mut known: Vec<&str> = self.by_name.keys().copied().collect();
        known.sort_unstable();
        match similar(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("supply the object that defines `{name}` as well"),
        }
    }
}

/// Assigns each input its base word. `None` if the total is too long.
pub(crate) fn bases(units: &[Unit<'_>], found: &mut Vec<Diagnostic>) -> Option<Vec<u32>> {
    let mut bases = Vec::with_capacity(units.len());
    let mut at = 0u64;
    let total: u64 = units.iter().map(|unit| unit.code.len() as u64).sum();
    for unit in units {
        bases.push(at as u32);
        at += unit.code.len() as u64;
        if at > raw::CODE_WORDS {
            let message = format!("found {total} code words, expected at most {}", raw::CODE_WORDS);
            let mut finding = found.report(&rules::TOO_LONG, unit.whole_code(), message);
            for unit in units {
                let note = format!("`{}` brings {} words", unit.name, unit.code.len());
                finding.label(unit.whole_code(), note);
            }
            finding.help("link fewer objects into one file");
            return None;
        }
    }
    Some(bases)
}

/// Joins the code. Any finding stops linking.
pub(crate) fn join(
    units: &[Unit<'_>],
    names: &Names<'_, '_>,
    bases: Vec<u32>,
    found: &mut Vec<Diagnostic>,
) -> Code {
    let mut words: Vec<u32> = Vec::new();
    let mut table = Descriptors::default();
    // Original descriptor number of each word, for descriptor bits that the hardware ignores.
    let mut old: Vec<(usize, u8)> = Vec::new();
    let mut is_full = false;
    for (number, (unit, &base)) in units.iter().zip(&bases).enumerate() {
        for (index, &word) in unit.code.iter().enumerate() {
            let mut word = moved(word, base).unwrap_or_else(|| {
                let message =
                    format!("found a block that ends at word {}, which no branch can name", raw::CODE_WORDS);
                found.report(&rules::TOO_LONG, unit.word(index), message);
                word
            });
            let mut entry = 0;
            if let Some(index_of) = sharing::index(word)
                && let Some(&[value, _]) = unit.descriptors.get(usize::from(index_of))
                && !is_full
            {
                entry = index_of;
                match table.entry(word, value, &mut words) {
                    Ok(new) => word = sharing::with_index(word, new),
                    Err(full) => {
                        is_full = true;
                        found.push(overflow(units, number, index, full));
                    }
                }
            }
            words.push(word);
            old.push((number, entry));
        }
    }
    resolve(units, names, &bases, &mut words, found);
    let mut descriptors: Vec<[u32; 2]> = table.values().iter().map(|&value| [value, 0]).collect();
    // Second words and unused bits come from the first instruction that uses the entry.
    let mut seen = vec![false; descriptors.len()];
    for (&word, &(unit, entry)) in words.iter().zip(&old) {
        let new = sharing::index(word).map(usize::from);
        if let Some(new) = new
            && let (Some(slot), Some(seen)) = (descriptors.get_mut(new), seen.get_mut(new))
            && !std::mem::replace(seen, true)
            && let Some([_, second]) =
                units.get(unit).and_then(|unit| unit.descriptors.get(usize::from(entry)))
        {
            slot[1] = *second;
        }
    }
    Code { words, descriptors, bases }
}

/// Relocates a word: branch targets move by `base`. `None` if the target no longer fits.
fn moved(word: u32, base: u32) -> Option<u32> {
    match target(word) {
        Some(target) => Opcode::of(word).format().set(word, Field::Target, target + base),
        None => Some(word),
    }
}

/// Resolves open calls to their procedures.
fn resolve(
    units: &[Unit<'_>],
    names: &Names<'_, '_>,
    bases: &[u32],
    words: &mut [u32],
    found: &mut Vec<Diagnostic>,
) {
    let mut undefined: HashSet<&str> = HashSet::new();
    for (unit, &base) in units.iter().zip(bases) {
        for call in &unit.calls {
            let Some((holder, start, size)) = names.get(&call.name) else {
                if undefined.insert(&call.name) {
                    found.push(unknown(units, names, call));
                }
                continue;
            };
            let at = bases.get(holder).copied().unwrap_or_default() + start;
            let Some(word) = words.get_mut((base + call.word) as usize) else {
                continue;
            };
            let format = Opcode::of(*word).format();
            let fixed =
                format.set(*word, Field::Target, at).and_then(|word| format.set(word, Field::Count, size));
            match fixed {
                Some(fixed) => *word = fixed,
                None => {
                    let message =
                        format!("found {size} words in procedure `{}`, expected at most 255", call.name);
                    let mut finding = Diagnostic::new(&rules::LONG_PROCEDURE, call.location.clone(), message);
                    let holder = units.get(holder);
                    let procedure = holder.and_then(|unit| {
                        unit.procedures.iter().find(|procedure| procedure.name == call.name)
                    });
                    if let Some(procedure) = procedure {
                        finding = finding.label(procedure.location.clone(), "the procedure is exported here");
                    }
                    found.push(unit.with_line(finding, call.word as usize));
                }
            }
        }
    }
}

/// Reports an undefined procedure and all of its callers.
fn unknown(units: &[Unit<'_>], names: &Names<'_, '_>, call: &Call<'_>) -> Diagnostic {
    /// Maximum number of callers listed.
    const CALLERS: usize = 8;
    let message = format!("found a call of `{}`, which no input exports", call.name);
    let mut finding = Diagnostic::new(&rules::UNDEFINED, call.location.clone(), message);
    let callers = units
        .iter()
        .flat_map(|unit| unit.calls.iter().map(move |call| (unit, call)))
        .filter(|(_, other)| other.name == call.name);
    for (caller, other) in callers.take(CALLERS) {
        let place = match caller.line(other.word as usize) {
            Some((file, line)) => format!("{file}:{line} calls it"),
            None => format!("`{}` calls it", caller.name),
        };
        finding = finding.label(caller.word(other.word as usize), place);
    }
    finding.help(names.help(&call.name))
}

/// Reports a full descriptor table with each input's share.
fn overflow(units: &[Unit<'_>], number: usize, index: usize, full: TableFullError) -> Diagnostic {
    let (rule, message) = match full {
        TableFullError::Table => (
            &rules::DESCRIPTORS,
            format!(
                "found the need for descriptor {}, expected at most {}",
                sharing::LIMIT + 1,
                sharing::LIMIT
            ),
        ),
        TableFullError::Mad => (
            &rules::MAD_DESCRIPTORS,
            format!(
                "found the need for descriptor {} of MAD instructions, expected at most {}",
                sharing::MAD_LIMIT + 1,
                sharing::MAD_LIMIT
            ),
        ),
    };
    let place = units.get(number).map(|unit| (unit, unit.word(index)));
    let Some((unit, location)) = place else {
        return Diagnostic::new(rule, glassbox_core::diagnostic::Location::default(), message);
    };
    let mut finding = Diagnostic::new(rule, location, message);
    for unit in units {
        let used: HashSet<u8> = unit
            .code
            .iter()
            .filter(|&&word| full == TableFullError::Table || sharing::is_mad(word))
            .filter_map(|&word| sharing::index(word))
            .collect();
        finding = finding.note(format!("`{}` uses {}", unit.name, used.len()));
    }
    unit.with_line(finding, index).help(match full {
        TableFullError::Table => "write the same masks and selectors in all sources, or make several files",
        TableFullError::Mad => "use the same masks and selectors in MAD instructions, or make several files",
    })
}
