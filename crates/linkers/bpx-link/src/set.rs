//! Checks the dependencies between a game's packages.

use std::collections::{BTreeMap, HashSet};

use glassbox_bpx::raw::{ShaderExt, Stage, SymbolFlags, Target};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Reporter, Severity};
use glassbox_core::limits::Limits;

use crate::Input;
use crate::chain::{Assemblies, resolve};
use crate::compare::Comparison;
use crate::rules;
use crate::unit::{Unit, shown_hash};

/// Checks a game's packages together: assemblies have distinct hashes and available parents,
/// programs have their assemblies, all share one main assembly, external symbols resolve to equal
/// definitions, and a program's packages agree across targets.
///
/// Packages of one program have the same name apart from the target: `gl42/scene.bpx` and
/// `vk10/scene.bpx`, or `scene.gl42.bpx` and `scene.vk10.bpx`. Locations in findings name the
/// inputs. Each package on its own is left to the format's checker.
pub fn check_set(inputs: &[Input<'_>], limits: &Limits) -> Diagnostics {
    let mut found = Vec::new();
    let mut units = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        units.extend(Unit::new(number, input, limits, &mut found));
    }
    assemblies(&units, limits.nodes, &mut found);
    variants(&units, limits.nodes, &mut found);
    let mut findings = Diagnostics::new(limits.diagnostics);
    findings.extend(found);
    findings
}

fn assemblies(units: &[Unit<'_>], work: usize, found: &mut Vec<Diagnostic>) {
    let known = Assemblies::new(units.iter(), found);
    let mut ends = HashSet::new();
    for unit in units.iter().filter(|unit| unit.file.is_assembly()) {
        if unit.hash() == 0 {
            let message = format!("found no hash in {}, expected that of its name", unit.name);
            found
                .report(&rules::HASH, unit.assembly_field(), message)
                .help("rebuild the assembly with `glassbox bpx-assembly --name NAME`");
        }
        let chain = known.chain(unit);
        // Many chains may share one end; report a cycle at each assembly.
        let end = match (chain.is_circle, chain.units.last()) {
            (true, _) => chain.units.iter().map(|unit| unit.input).min(),
            (false, last) => last.map(|last| last.input),
        };
        if end.is_some_and(|end| ends.insert(end)) {
            chain.check_end(Severity::Error, found);
        }
        chain.check_link(0, work, found);
    }
    programs(units, &known, work, found);
}

fn programs<'u>(units: &'u [Unit<'_>], known: &Assemblies<'u, '_>, work: usize, found: &mut Vec<Diagnostic>) {
    // First program under each main assembly.
    let mut roots: Vec<(u64, &Unit<'_>)> = Vec::new();
    for unit in units.iter().filter(|unit| unit.file.is_program()) {
        let hash = unit.hash();
        if hash == 0 {
            unlinked(unit, found);
            continue;
        }
        let Some(assembly) = known.get(hash) else {
            let message = format!(
                "found a link of {} to {}, expected one to an assembly of the set",
                unit.name,
                shown_hash(hash)
            );
            found
                .report(&rules::SET_ASSEMBLY, unit.assembly_field(), message)
                .help("add the assembly to the set, or link the program to another one with --relink");
            continue;
        };
        let chain = known.chain(assembly);
        resolve(unit, &chain.units, chain.missing, work, found);
        let main = if chain.is_circle {
            // A cycle has no end; use its smallest hash.
            chain.units.iter().map(|unit| unit.hash()).min()
        } else {
            chain.missing.or_else(|| chain.units.last().map(|unit| unit.hash()))
        };
        let main = main.unwrap_or_default();
        if roots.iter().all(|(root, _)| *root != main) {
            roots.push((main, unit));
        }
    }
    let Some(((main, first), rest)) = roots.split_first() else {
        return;
    };
    for (other, unit) in rest {
        let message = format!(
            "found the main assembly {} of {}, expected {} as of {}",
            shown_hash(*other),
            unit.name,
            shown_hash(*main),
            first.name
        );
        found
            .report(&rules::SET_COMMON, unit.assembly_field(), message)
            .label(first.assembly_field(), "the first program of the set")
            .help("rebuild the assemblies with one main assembly as --parent");
    }
}

fn unlinked(unit: &Unit<'_>, found: &mut Vec<Diagnostic>) {
    let externals: Vec<String> = unit
        .symbols
        .iter()
        .filter(|entry| entry.has(SymbolFlags::EXTERNAL))
        .map(|entry| format!("`{}`", entry.shown()))
        .collect();
    if externals.is_empty() {
        return;
    }
    let shown = externals.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
    let more = if externals.len() > 8 { ", …" } else { "" };
    let message = format!("found no link in {}, expected one for {shown}{more}", unit.name);
    found
        .report(&rules::SET_UNLINKED, unit.assembly_field(), message)
        .help("link it: `glassbox link PROGRAM --assembly MAIN --in-place`");
}

/// Checks that packages of one program agree across targets.
fn variants(units: &[Unit<'_>], work: usize, found: &mut Vec<Diagnostic>) {
    let mut programs: BTreeMap<String, Vec<&Unit<'_>>> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.file.is_program()) {
        programs.entry(program_name(unit.name)).or_default().push(unit);
    }
    for packages in programs.values() {
        let Some((first, rest)) = packages.split_first() else {
            continue;
        };
        let mut compared: HashSet<Target> = HashSet::from([first.file.shader_ext().target]);
        for unit in rest {
            // Two packages for one target are different programs.
            if compared.insert(unit.file.shader_ext().target) {
                agree(unit, first, work, found);
            }
        }
    }
}

/// Reports differences between two packages of one program. Registers depend on the target, and so
/// may internal symbols.
fn agree(unit: &Unit<'_>, first: &Unit<'_>, work: usize, found: &mut Vec<Diagnostic>) {
    let mut notes = Vec::new();
    let mut note = |what: String, here: String, there: String| {
        if here != there && notes.len() < 40 {
            notes.push(format!("{what}: {here} in {}, {there} in {}", unit.name, first.name));
        }
    };
    let link = |unit: &Unit<'_>| match unit.hash() {
        0 => "nothing".to_owned(),
        hash => shown_hash(hash).into_owned(),
    };
    note("assembly".to_owned(), link(unit), link(first));
    note("stages".to_owned(), stages(unit), stages(first));
    let mut comparison = Comparison::new(unit, first, work);
    for (index, entry) in unit.symbols.iter().enumerate() {
        let name = format!("`{}`", entry.shown());
        let Some(&other) = first.names.get(entry.name) else {
            note(name, "present".to_owned(), "absent".to_owned());
            continue;
        };
        let known = first.symbols.get(other).map_or(SymbolFlags(0), |known| known.record.flags);
        let word = |flags: SymbolFlags| {
            if flags.has(SymbolFlags::EXTERNAL) { "external".to_owned() } else { "internal".to_owned() }
        };
        note(format!("origin of {name}"), word(entry.record.flags), word(known));
        let is_external = entry.has(SymbolFlags::EXTERNAL);
        for difference in comparison.differences((index, other)) {
            if is_external || !difference.field.ends_with("register") {
                note(format!("{name}, {}", difference.field), difference.left, difference.right);
            }
        }
    }
    for entry in first.symbols.iter().filter(|entry| !unit.names.contains_key(entry.name)) {
        note(format!("`{}`", entry.shown()), "absent".to_owned(), "present".to_owned());
    }
    if notes.is_empty() {
        return;
    }
    let message = format!(
        "found {} with {} differences, expected the program of {}",
        unit.name,
        notes.len(),
        first.name
    );
    let location = unit.at(unit.file.ext_field(ShaderExt::target));
    let other = first.at(first.file.ext_field(ShaderExt::target));
    let mut finding = found.report(&rules::SET_VARIANTS, location, message);
    finding.label(other, "the package for another target");
    for note in notes {
        finding.note(note);
    }
    finding.help("build all targets of the program from the same sources");
}

fn stages(unit: &Unit<'_>) -> String {
    let held: HashSet<Stage> = unit.file.shaders().map(|(_, stage, _)| stage).collect();
    let names = Stage::ALL.into_iter().filter(|stage| held.contains(stage));
    names.map(|stage| stage.to_string()).collect::<Vec<_>>().join(", ")
}

/// File name without extension and target.
fn program_name(name: &str) -> String {
    let is_target = |word: &str| {
        let mut names = (0..=u8::MAX).filter_map(|number| Target(number).name());
        names.any(|name| name.eq_ignore_ascii_case(word))
    };
    let mut parts: Vec<&str> = name.split(['/', '\\']).collect();
    let file = parts.pop().unwrap_or_default();
    parts.retain(|part| !is_target(part));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let stem = match stem.rsplit_once(['.', '-', '_']) {
        Some((stem, last)) if is_target(last) => stem,
        _ => stem,
    };
    parts.push(stem);
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::program_name;

    #[test]
    fn packages_of_one_program_have_one_name() {
        for name in [
            "game/scene.bpx",
            "game/gl42/scene.bpx",
            "game/VK10/scene.bpx",
            "game/scene.gl42.bpx",
            "game/scene-mt.bpx",
            "game/scene_DX12.bpx",
        ] {
            assert_eq!(program_name(name), "game/scene", "{name}");
        }
        for name in ["game/scene.gl.bpx", "game/gl42.bpx", "scene.bpx", "game/scenegl42.bpx"] {
            assert_ne!(program_name(name), "game/scene", "{name}");
        }
    }
}
