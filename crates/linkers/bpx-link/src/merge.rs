//! Merges packages with stages of one program.

use std::collections::HashMap;

use glassbox_bpx::extended::ExtendedData;
use glassbox_bpx::pack::{Pack, PackSymbol, Shader};
use glassbox_bpx::package::PackageSection;
use glassbox_bpx::raw::{PackType, ShaderExt, Stage, Symbol, SymbolFlags, SymbolType, Target};
use glassbox_core::diagnostic::{Diagnostic, Reporter};
use glassbox_core::limits::Limits;
use glassbox_core::record::Field;

use crate::Input;
use crate::assemble::Taken;
use crate::compare::Difference;
use crate::explain::conflict;
use crate::outcome::{Outcome, has_errors};
use crate::rules;
use crate::unit::{Unit, shown_hash, units};

/// Counts of a merged program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Number of shaders.
    pub stages: usize,
    /// Number of symbols.
    pub symbols: usize,
    /// Number of symbols common to several packages.
    pub shared: usize,
}

/// Merges programs for one target with different stages. Symbols of the same name become one, used
/// by the stages of all, in order of first appearance. Locations in findings name the inputs.
pub fn merge(inputs: &[Input<'_>], limits: &Limits) -> Outcome<Merged> {
    let mut found = Vec::new();
    let Some(units) = units(inputs, 0, limits, &mut found) else {
        return Outcome::refused(found);
    };
    let Some(first) = units.first() else {
        return Outcome::refused(found);
    };
    go_together(&units, &mut found);
    let symbols = symbols(&units, limits.nodes, &mut found);
    single(&units, &mut found);
    let (shaders, others) = contents(&units, limits, &mut found);
    if has_errors(&found) {
        return Outcome::refused(found);
    }
    shared_places(&units, &mut found);
    let held: usize = units.iter().map(|unit| unit.symbols.len()).sum();
    let ext = first.file.shader_ext();
    let pack = Pack {
        assembly: ext.assembly.0,
        target: ext.target,
        pack_type: PackType::PROGRAM,
        symbols,
        shaders,
        parent: None,
        others,
    };
    match pack.write() {
        Ok(bytes) => Outcome {
            bytes,
            done: Some(Merged {
                stages: pack.shaders.len(),
                symbols: pack.symbols.len(),
                shared: held - pack.symbols.len(),
            }),
            findings: found,
        },
        Err(reason) => {
            let message = format!("the merged program cannot be written: {reason}");
            found.report(&rules::UNFIT, first.assembly_field(), message);
            Outcome::refused(found)
        }
    }
}

/// Checks that all inputs are programs for one target, linked to the same assembly or to none.
fn go_together(units: &[Unit<'_>], found: &mut Vec<Diagnostic>) {
    let Some((first, rest)) = units.split_first() else {
        return;
    };
    for unit in units.iter().filter(|unit| !unit.file.is_program()) {
        let location = unit.at(unit.file.ext_field(ShaderExt::pack_type));
        let message = format!("found the assembly {}, expected a program", unit.name);
        found.report(&rules::APART, location, message).help(
            "`glassbox bpx-assembly` joins assemblies; `glassbox link --assembly` links a program to one",
        );
    }
    let mut differ = |unit: &Unit<'_>, field, what: &str, here: String, there: String| {
        let message = format!("found {what} {here} in {}, expected {there} as in {}", unit.name, first.name);
        found
            .report(&rules::APART, unit.at(unit.file.ext_field(field)), message)
            .label(first.at(first.file.ext_field(field)), "the first package states this")
            .help("build all packages for one target, and merge them before they are linked");
    };
    for unit in rest.iter().filter(|unit| unit.file.is_program()) {
        let (one, other) = (unit.file.shader_ext(), first.file.shader_ext());
        if one.target != other.target {
            let (here, there) = (one.target.to_string(), other.target.to_string());
            differ(unit, ShaderExt::target, "the target", here, there);
        }
        if one.assembly != other.assembly {
            let word = |hash: u64| match hash {
                0 => "to nothing".to_owned(),
                hash => format!("to {}", shown_hash(hash)),
            };
            let (here, there) = (word(one.assembly.0), word(other.assembly.0));
            differ(unit, ShaderExt::assembly, "a link", here, there);
        }
    }
}

/// Merges the symbols of all units and the stages that use them.
fn symbols<'f>(units: &[Unit<'f>], work: usize, found: &mut Vec<Diagnostic>) -> Vec<PackSymbol<'f>> {
    let mut taken = Taken::new(units, work);
    let mut flags: Vec<SymbolFlags> = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        for (index, entry) in unit.symbols.iter().enumerate() {
            let Some(place) = taken.symbol(number, index, found) else {
                continue;
            };
            let Some(known) = flags.get_mut(place) else {
                flags.push(entry.record.flags);
                continue;
            };
            origins(units, (number, index), taken.order.get(place), *known, found);
            *known = known.with(entry.record.flags);
        }
    }
    let mut out = Vec::with_capacity(flags.len());
    for (place, (&(number, index), &flags)) in taken.order.iter().zip(&flags).enumerate() {
        if let Some(entry) = units.get(number).and_then(|unit| unit.symbols.get(index)) {
            out.push(PackSymbol {
                name: entry.name.into(),
                symbol_type: entry.record.symbol_type,
                flags,
                register: entry.register(),
                data: taken.object(place),
            });
        }
    }
    out
}

/// Checks that packages agree on whether a symbol is external.
fn origins(
    units: &[Unit<'_>],
    (number, index): (usize, usize),
    first: Option<&(usize, usize)>,
    known: SymbolFlags,
    found: &mut Vec<Diagnostic>,
) {
    let unit = units.get(number);
    let holder = first.and_then(|&(number, index)| Some((units.get(number)?, index)));
    let (Some(unit), Some((holder, other))) = (unit, holder) else {
        return;
    };
    let flags = unit.symbols.get(index).map_or(known, |entry| entry.record.flags);
    let word = |flags: SymbolFlags| {
        if flags.has(SymbolFlags::EXTERNAL) { "external".to_owned() } else { "internal".to_owned() }
    };
    if flags.has(SymbolFlags::EXTERNAL) == known.has(SymbolFlags::EXTERNAL) {
        return;
    }
    let difference = Difference { field: "origin".to_owned(), left: word(flags), right: word(known) };
    let finding = conflict(&rules::CONFLICT, (unit, index), (holder, other), &[difference]);
    found.push(finding.help("declare the symbol external in both sources, or in neither"));
}

/// Checks that there is at most one pipeline and one vertex format.
fn single(units: &[Unit<'_>], found: &mut Vec<Diagnostic>) {
    for wanted in [SymbolType::VERTEX_FORMAT, SymbolType::PIPELINE] {
        let mut first: Option<(&Unit<'_>, usize, &[u8])> = None;
        for unit in units {
            for (index, entry) in unit.symbols.iter().enumerate() {
                if entry.record.symbol_type != wanted {
                    continue;
                }
                let Some((holder, other, name)) = first else {
                    first = Some((unit, index, entry.name));
                    continue;
                };
                if name == entry.name {
                    continue;
                }
                let message = format!(
                    "found the {wanted} `{}` in {}, expected none beside `{}` of {}",
                    entry.shown(),
                    unit.name,
                    name.escape_ascii(),
                    holder.name
                );
                found
                    .report(&rules::SINGLE, unit.field(index, Symbol::name), message)
                    .label(holder.field(other, Symbol::name), "the first one")
                    .help("keep it in one of the packages, or give both the same name and content");
            }
        }
    }
}

/// Shaders and the sections that the format leaves to programs; duplicates are kept once.
fn contents<'f>(
    units: &[Unit<'f>],
    limits: &Limits,
    found: &mut Vec<Diagnostic>,
) -> (Vec<Shader<'f>>, Vec<PackageSection<'f>>) {
    let mut shaders: Vec<Shader<'f>> = Vec::new();
    let mut places: HashMap<Stage, usize> = HashMap::new();
    let mut others: Vec<PackageSection<'f>> = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let pack = match Pack::of(unit.file, limits.nodes) {
            Ok(pack) => pack,
            Err(reason) => {
                let message = format!("{} cannot be split: {reason}", unit.name);
                found.report(&rules::UNFIT, unit.assembly_field(), message);
                continue;
            }
        };
        for shader in pack.shaders {
            let known = shaders.iter().position(|known| known.stage == shader.stage);
            let Some(known) = known.and_then(|at| shaders.get(at)) else {
                places.insert(shader.stage, number);
                shaders.push(shader);
                continue;
            };
            if known.code != shader.code {
                found.push(twice(units, unit, shader.stage, places.get(&shader.stage)));
            }
        }
        for other in pack.others {
            if !others.contains(&other) {
                others.push(other);
            }
        }
    }
    (shaders, others)
}

fn twice(units: &[Unit<'_>], unit: &Unit<'_>, stage: Stage, first: Option<&usize>) -> Diagnostic {
    let place = |unit: &Unit<'_>| {
        let mut shaders = unit.file.shaders();
        let section = shaders.find(|(_, other, _)| *other == stage).map(|(section, ..)| section);
        section.map_or_else(|| unit.assembly_field(), |section| unit.at(unit.file.body(section)))
    };
    let holder = first.and_then(|&number| units.get(number)).unwrap_or(unit);
    let message = format!(
        "found another {stage} shader in {}, expected none beside that of {}",
        unit.name, holder.name
    );
    Diagnostic::new(&rules::STAGE, place(unit), message)
        .label(place(holder), "the first one")
        .help("leave one of the packages out, or take the stage out of it with `glassbox part remove`")
}

/// Reports symbols of different packages bound to the same register.
fn shared_places(units: &[Unit<'_>], found: &mut Vec<Diagnostic>) {
    let target = units.first().map(|unit| unit.file.shader_ext().target);
    let per_stage = [Target::DX11, Target::DX12, Target::MT];
    let is_whole = target.is_some_and(|target| !per_stage.contains(&target));
    let mut registers: HashMap<(SymbolType, u8), (usize, usize)> = HashMap::new();
    let mut constants: Vec<(u64, u64, usize, usize)> = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        for (index, entry) in unit.symbols.iter().enumerate() {
            if let Some(ExtendedData::Constant(constant)) = unit.data(entry) {
                let start = u64::from(constant.offset);
                constants.push((start, start + u64::from(constant.size), number, index));
            }
            let Some(register) = entry.register().filter(|_| is_whole) else {
                continue;
            };
            let first = *registers.entry((entry.record.symbol_type, register)).or_insert((number, index));
            let what = format!("register {register}");
            shared(units, first, (number, index), (Symbol::register, &what), found);
        }
    }
    constants.sort_unstable();
    let mut widest: Option<(u64, usize, usize)> = None;
    for (start, end, number, index) in constants {
        if let Some((reach, first, other)) = widest.filter(|widest| start < widest.0) {
            let bytes = format!("bytes {start} to {} of the root constants", end.min(reach));
            shared(units, (first, other), (number, index), (Symbol::extended_data, &bytes), found);
        }
        if widest.is_none_or(|widest| end > widest.0) {
            widest = Some((end, number, index));
        }
    }
}

/// Reports two packages' symbols bound to one register, unless they are the same symbol.
fn shared(
    units: &[Unit<'_>],
    first: (usize, usize),
    second: (usize, usize),
    (field, what): (Field, &str),
    found: &mut Vec<Diagnostic>,
) {
    let get = |(number, index): (usize, usize)| {
        let unit = units.get(number)?;
        Some((unit, index, unit.symbols.get(index)?))
    };
    let (Some((unit, index, entry)), Some((holder, other, known))) = (get(second), get(first)) else {
        return;
    };
    if entry.name == known.name || unit.input == holder.input {
        return;
    }
    let message = format!(
        "found `{}` of {} on {what}, expected another place than that of `{}` of {}",
        entry.shown(),
        unit.name,
        known.shown(),
        holder.name
    );
    found
        .report(&rules::SHARED_PLACE, unit.field(index, field), message)
        .label(holder.field(other, field), "the other symbol")
        .help("build the stages together, or state registers in the sources");
}
