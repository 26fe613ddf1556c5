//! Lists symbols with the path of their defining node: subobjects, resources, constant buffer variables.

use glassbox_core::interface::Symbol;

use super::budget::Budget;
use super::parts::{rdat, rdef};
use crate::context::Context;
use crate::part::rdat::Rdat;
use crate::part::rdat::raw::{Subobject, TableType};
use crate::part::rdef::Rdef;
use crate::part::rdef::raw::Buffer;

/// Maximum number of names listed.
const MAX_LISTED: usize = 1 << 14;

/// Symbols defined by the tables of a container.
pub fn symbols(context: &Context<'_, '_>) -> Vec<Symbol> {
    let mut budget = Budget::new(context);
    let mut out = Vec::new();
    if let Some((path, rdat)) = rdat(context) {
        runtime(path, rdat, &mut budget, &mut out);
    }
    if let Some((path, rdef)) = rdef(context) {
        definitions(path, rdef, &mut budget, &mut out);
    }
    out.retain(|symbol| !symbol.name.is_empty());
    out
}

fn runtime(path: &str, rdat: &Rdat<'_>, budget: &mut Budget, out: &mut Vec<Symbol>) {
    let table = |table: TableType| rdat.table(table).map_or("table", |table| table.name.as_str());
    for (index, resource) in rdat.resources().iter().enumerate().take(MAX_LISTED) {
        let value = if resource.lower == u32::MAX {
            resource.kind.to_string()
        } else {
            format!("{} {} space {}", resource.kind, resource.lower, resource.space)
        };
        out.push(Symbol {
            name: budget.text(rdat.name(resource.name)),
            kind: format!("{} resource", resource.class),
            value,
            path: format!("{path}.{}.rows[{index}].name", table(TableType::RESOURCES)),
            ..Symbol::default()
        });
    }
    let subobjects = rdat.rows::<Subobject>(TableType::SUBOBJECTS);
    for (index, subobject) in subobjects.iter().enumerate().take(MAX_LISTED) {
        out.push(Symbol {
            name: budget.text(rdat.name(subobject.name)),
            kind: "subobject".to_owned(),
            value: subobject.kind.to_string(),
            path: format!("{path}.{}.rows[{index}].name", table(TableType::SUBOBJECTS)),
            ..Symbol::default()
        });
    }
}

fn definitions(path: &str, rdef: &Rdef<'_>, budget: &mut Budget, out: &mut Vec<Symbol>) {
    for (index, binding) in rdef.bindings().iter().enumerate().take(MAX_LISTED) {
        let class = super::resources::input_class(binding.input_type);
        let count = (binding.bind_count != 0).then_some(binding.bind_count);
        out.push(Symbol {
            name: budget.text(rdef.name(binding.name)),
            kind: format!("{} binding", binding.input_type),
            value: super::resources::registers(class, binding.bind_point, count),
            path: format!("{path}.bindings[{index}].name"),
            ..Symbol::default()
        });
    }
    for (number, buffer) in rdef.buffers().iter().enumerate().take(MAX_LISTED) {
        uniforms(path, rdef, number, &buffer, budget, out);
    }
}

fn uniforms(
    path: &str,
    rdef: &Rdef<'_>,
    number: usize,
    buffer: &Buffer,
    budget: &mut Budget,
    out: &mut Vec<Symbol>,
) {
    for (index, variable) in rdef.variables(buffer).iter().enumerate() {
        if !budget.member() {
            return;
        }
        out.push(Symbol {
            name: budget.text(rdef.name(variable.name)),
            kind: "uniform".to_owned(),
            value: format!(
                "bytes {}..{}",
                variable.start,
                u64::from(variable.start) + u64::from(variable.size)
            ),
            path: format!("{path}.variables[{number}][{index}].name"),
            ..Symbol::default()
        });
    }
}
