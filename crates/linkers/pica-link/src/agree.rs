//! Checks that uniforms named by several executables share one register range, so that an
//! application can locate each of them once.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter, Severity};
use glassbox_shbin::raw::{Stage, Uniform};
use glassbox_shbin::register::Class;

use crate::rules;
use crate::unit::Unit;

/// Compares the uniforms of all executables of a stage; the vertex and geometry units have separate
/// registers.
pub(crate) fn check(units: &[Unit<'_>], found: &mut Vec<Diagnostic>) {
    let mut known: HashMap<(Stage, &[u8]), (Uniform, &Unit<'_>, Location)> = HashMap::new();
    for unit in units {
        for entry in &unit.entries {
            let tables = entry.tables;
            for (index, uniform) in tables.uniforms.iter().enumerate() {
                let name = tables.symbols.name(uniform.name).unwrap_or_default();
                if name.is_empty() || uniform.first.class() == Some(Class::Input) {
                    continue;
                }
                let path = format!("{}uniforms", entry.path);
                let location = tables.uniforms.record_location(&path, index).input(unit.input);
                let (first, by, place) = match known.entry((entry.stage, name)) {
                    Slot::Vacant(slot) => {
                        slot.insert((uniform, unit, location));
                        continue;
                    }
                    Slot::Occupied(slot) => slot.into_mut(),
                };
                if (first.first, first.last) == (uniform.first, uniform.last) || by.input == unit.input {
                    continue;
                }
                let message = format!(
                    "found `{}` in {} in `{}`, expected {} as in `{}`",
                    String::from_utf8_lossy(name),
                    uniform.first.range(uniform.last),
                    unit.name,
                    first.first.range(first.last),
                    by.name
                );
                // Executables of a linked file are final, and each has its own table.
                let is_finished = unit.object.is_none() || by.object.is_none();
                let severity = if is_finished { Severity::Warning } else { Severity::Error };
                found
                    .report(&rules::UNIFORM, location, message)
                    .severity(severity)
                    .label(place.clone(), "it has these registers there")
                    .note("each executable has a table of its own, so the file works when an application asks each of them for its registers")
                    .help("declare the shared uniforms first, in the same order, in every source; or use --allow-register-conflicts");
            }
        }
    }
}
