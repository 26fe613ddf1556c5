//! Links a program to an assembly and unlinks it.

use glassbox_bpx::raw::{Symbol, SymbolFlags};
use glassbox_bpx::sd::names::hash;
use glassbox_bpx::table;
use glassbox_core::diagnostic::{Diagnostic, Reporter, Severity};
use glassbox_core::format::WriteError;
use glassbox_core::limits::Limits;

use crate::Input;
use crate::chain::{Assemblies, resolve};
use crate::outcome::{Outcome, has_errors};
use crate::rules;
use crate::unit::{Unit, shown_hash, units};

/// Linker options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'n> {
    /// Replace the link to a different assembly.
    pub relink: bool,
    /// Name from which the assembly was built; its hash is used if the assembly states none.
    pub name: Option<&'n str>,
}

/// Effect of linking on a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Was not linked; is now.
    Linked,
    /// Was linked to another assembly.
    Relinked,
    /// Was linked to this assembly, but with the flag Assembly on the wrong symbols.
    Fixed,
    /// Link removed.
    Unlinked,
    /// Already up to date.
    None,
}

/// Program after linking or unlinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linked {
    /// Change made.
    pub change: Change,
    /// Hash of the linked assembly; 0 for none.
    pub assembly: u64,
    /// Number of external symbols.
    pub external: usize,
}

/// Links a program to the first of `assemblies`; the others are its ancestors, in any order.
///
/// Only the field Assembly, the flag Assembly of the symbols and the checksums over them change.
/// Locations in findings number the program 0 and the assemblies from 1.
pub fn link(
    program: &Input<'_>,
    assemblies: &[Input<'_>],
    options: &Options<'_>,
    limits: &Limits,
) -> Outcome<Linked> {
    let mut found = Vec::new();
    let program = Unit::new(0, program, limits, &mut found);
    let assemblies = units(assemblies, 1, limits, &mut found);
    let (Some(program), Some(assemblies)) = (program, assemblies) else {
        return Outcome::refused(found);
    };
    let Some(target) = assemblies.first() else {
        return Outcome::refused(found);
    };
    kinds(&program, &assemblies, &mut found);
    if has_errors(&found) {
        return Outcome::refused(found);
    }
    let known = Assemblies::new(assemblies.iter(), &mut found);
    let chain = known.chain(target);
    chain.check(Severity::Warning, limits.nodes, &mut found);
    resolve(&program, &chain.units, chain.missing, limits.nodes, &mut found);
    let wanted = wanted_hash(target, options, &mut found);
    let before = program.hash();
    if before != 0 && before != wanted && !options.relink {
        let message = format!(
            "found a link to the assembly {}, expected none or one to {}",
            shown_hash(before),
            shown_hash(wanted)
        );
        found
            .report(&rules::LINKED, program.assembly_field(), message)
            .help("use --relink to replace the link, or link the program that the compiler wrote");
    }
    if has_errors(&found) {
        return Outcome::refused(found);
    }
    let bytes = table::rewrite(program.file, Some(wanted), |symbol| {
        with_assembly(symbol, symbol.flags.has(SymbolFlags::EXTERNAL))
    });
    finish(&program, wanted, bytes, found, |changed| match (changed, before) {
        (false, _) => Change::None,
        (true, 0) => Change::Linked,
        (true, before) if before == wanted => Change::Fixed,
        (true, _) => Change::Relinked,
    })
}

/// Unlinks a program from its assembly, restoring the bytes from before linking.
pub fn unlink(program: &Input<'_>, limits: &Limits) -> Outcome<Linked> {
    let mut found = Vec::new();
    let Some(program) = Unit::new(0, program, limits, &mut found) else {
        return Outcome::refused(found);
    };
    kinds(&program, &[], &mut found);
    if has_errors(&found) {
        return Outcome::refused(found);
    }
    let bytes = table::rewrite(program.file, Some(0), |symbol| with_assembly(symbol, false));
    finish(&program, 0, bytes, found, |changed| if changed { Change::Unlinked } else { Change::None })
}

fn with_assembly(symbol: Symbol, is_set: bool) -> Symbol {
    let flags = if is_set {
        symbol.flags.with(SymbolFlags::ASSEMBLY)
    } else {
        SymbolFlags(symbol.flags.0 & !SymbolFlags::ASSEMBLY.0)
    };
    Symbol { flags, ..symbol }
}

fn finish(
    program: &Unit<'_>,
    assembly: u64,
    bytes: Result<Vec<u8>, WriteError>,
    mut found: Vec<Diagnostic>,
    change: impl FnOnce(bool) -> Change,
) -> Outcome<Linked> {
    let before = program.file.window.0.bytes;
    let symbols = program.symbols.iter();
    let linked = |changed| Linked {
        change: change(changed),
        assembly,
        external: symbols.filter(|entry| entry.has(SymbolFlags::EXTERNAL)).count(),
    };
    match bytes {
        Ok(bytes) => Outcome { done: Some(linked(bytes != before)), bytes, findings: found },
        Err(reason) => {
            let whole = program.file.location(0, before.len() as u64, "");
            let message = format!("{} cannot be rewritten: {reason}", program.name);
            found.report(&rules::UNFIT, program.at(whole), message);
            Outcome::refused(found)
        }
    }
}

/// Checks that the first input is a program and the others are assemblies.
fn kinds(program: &Unit<'_>, assemblies: &[Unit<'_>], found: &mut Vec<Diagnostic>) {
    let field = |unit: &Unit<'_>| unit.at(unit.file.ext_field(glassbox_bpx::raw::ShaderExt::pack_type));
    if !program.file.is_program() {
        let message = format!("found the assembly {}, expected a program", program.name);
        found
            .report(&rules::UNFIT, field(program), message)
            .help("an assembly gets a parent when it is built: `glassbox bpx-assembly --parent`");
    }
    for assembly in assemblies.iter().filter(|unit| !unit.file.is_assembly()) {
        found.push(no_assembly(assembly));
    }
}

/// Reports a program given where an assembly is required.
pub(crate) fn no_assembly(unit: &Unit<'_>) -> Diagnostic {
    let field = unit.at(unit.file.ext_field(glassbox_bpx::raw::ShaderExt::pack_type));
    let message = format!("found the program {}, expected an assembly", unit.name);
    Diagnostic::new(&rules::UNFIT, field, message)
        .help("build an assembly from the programs that share symbols: `glassbox bpx-assembly`")
}

/// Hash to store in the program.
fn wanted_hash(target: &Unit<'_>, options: &Options<'_>, found: &mut Vec<Diagnostic>) -> u64 {
    let stated = target.hash();
    let named = options.name.map(|name| (name, hash(name)));
    let finding = |message: String| Diagnostic::new(&rules::HASH, target.assembly_field(), message);
    match (stated, named) {
        (0, None) => {
            let message = format!("found no hash in {}, expected that of its name", target.name);
            found.push(
                finding(message)
                    .severity(Severity::Error)
                    .note("the oldest specification requires 0 here; a program that states 0 counts as not linked")
                    .help("state the name that the assembly was built with: --name NAME"),
            );
            0
        }
        (0, Some((_, hash))) => hash,
        (stated, Some((name, hash))) if stated != hash => {
            let message = format!("found the hash {stated:#018x}, expected {hash:#018x}, that of \"{name}\"");
            found.push(finding(message).help("state the name that the assembly was built with"));
            stated
        }
        (stated, _) => stated,
    }
}
