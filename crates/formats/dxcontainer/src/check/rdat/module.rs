//! Checks the function table against the module: one row per defined function, internal ones included, in module order;
//! dependencies name only functions that the module does not define.

use foldhash::HashSet;
use glassbox_core::diagnostic::{Diagnostics, Location};

use crate::check::Context;
use crate::part::PartData;
use crate::part::area::quoted;
use crate::part::rdat::raw::{Function, TableType};
use crate::part::rdat::{Model, Table};
use crate::rules::rdat as rules;

pub(super) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    let (Some(defined), Some(table)) = (context.defined(), model.table(TableType::FUNCTIONS)) else {
        return;
    };
    let names: HashSet<&[u8]> = defined.iter().copied().collect();
    let rows: HashSet<&[u8]> = model.functions().map(|function| function.name.bytes()).collect();
    if model.strings.is_empty() {
        return;
    }
    let mut work = context.limits.work(part.size());
    let mut in_order = true;
    for (index, function) in model.functions().enumerate() {
        if findings.is_full() {
            return;
        }
        let name = function.name.bytes();
        let location = table.location(&part.path, index, Function::name);
        if !names.contains(name) {
            in_order = false;
            let message = format!("found a row for {}, which the module does not define", quoted(name));
            findings
                .report(&rules::MODULE, location, message)
                .help("remove the row, or recompile the library");
        } else if in_order && defined.get(index).is_some_and(|other| *other != name) {
            in_order = false;
            let message = format!(
                "found {} in row {index}, the module defines {} there",
                quoted(name),
                quoted(defined.get(index).copied().unwrap_or_default())
            );
            findings
                .report(&rules::MODULE, location, message)
                .note("the rows are in the order in which the module defines the functions")
                .help("sort the rows like the module, or recompile the library");
        }
        dependencies(model, part, table, index, &names, &mut work, findings);
    }
    for name in defined.iter().filter(|name| !rows.contains(*name)) {
        if findings.is_full() {
            return;
        }
        let start = context.window.base + table.head;
        let location = Location::new(start, start + 8, format!("{}.{}.head", part.path, table.name));
        let message = format!("the module defines {}, which has no row", quoted(name));
        findings.report(&rules::MODULE, location, message).help("recompile the library");
    }
}

/// Checks that the dependencies of a function are not defined by the module.
fn dependencies(
    model: &Model<'_>,
    part: &PartData,
    table: &Table<'_>,
    index: usize,
    names: &HashSet<&[u8]>,
    work: &mut u64,
    findings: &mut Diagnostics,
) {
    let Some(row) = table.typed::<Function>().get(index) else {
        return;
    };
    for offset in model.array(row.dependencies) {
        let name = model.name(offset).bytes();
        match work.checked_sub(name.len() as u64 + 1) {
            Some(left) => *work = left,
            None => return,
        }
        if names.contains(name) {
            let location = table.location(&part.path, index, Function::dependencies);
            let message = format!("found {} among the dependencies, but the module defines it", quoted(name));
            findings
                .report(&rules::MODULE, location, message)
                .note("dependencies are functions that another library has to provide")
                .help("remove it from the array, or recompile the library");
            return;
        }
    }
}
