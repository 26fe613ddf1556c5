//! Joins resource lists: one entry for each linked variable.

use std::collections::HashMap;

use glassbox_dxil::ir::{Builder, Constant, Metadata, MetadataId, Value, ValueId, VariableId};

use super::Input;
use super::copy::{Merged, Mover};
use super::finding::{Findings, spoken};
use super::names::Definitions;
use super::select::Selection;
use crate::rules;

/// Number of lists in a module, in order: SRV, UAV, constant buffers, samplers.
const CLASSES: usize = 4;

/// Resource of the output.
struct Resource {
    class: usize,
    /// Variable that represents it.
    symbol: ValueId,
    name: Vec<u8>,
    /// Its operands; the first, the resource number, is set last.
    operands: Vec<Option<MetadataId>>,
    space: i64,
    first: i64,
    count: i64,
    library: usize,
}

impl Resource {
    /// Last register; `None` if no register is assigned.
    fn last(&self) -> Option<i64> {
        match (self.first, self.count) {
            (..0, _) => None,
            // Unbounded: a count of all ones.
            (_, ..1) => Some(i64::from(u32::MAX)),
            (first, count) => Some(first + count - 1),
        }
    }
}

/// Joins the lists of all libraries; returns the node that holds them, `None` if there are no
/// resources.
pub(super) fn join(
    inputs: &[Input<'_>],
    selection: &Selection<'_>,
    definitions: &Definitions<'_>,
    merged: &mut Merged,
    builder: &mut Builder,
    findings: &mut Findings<'_>,
) -> Option<MetadataId> {
    let mut all = All::default();
    for (library, input) in inputs.iter().enumerate() {
        let metadata = &input.module.metadata;
        let lists = metadata.named("dx.resources").and_then(|nodes| nodes.first());
        let lists = lists.and_then(|node| metadata.node(*node)).unwrap_or_default();
        for (class, list) in lists.iter().take(CLASSES).enumerate() {
            let items = list.and_then(|list| metadata.node(list)).unwrap_or_default();
            for item in items.iter().flatten() {
                let Some(symbol) = symbol(input, *item) else {
                    let message = format!("{} lists a resource that no variable represents", input.name);
                    let help = "link with DXC's own linker (`--linker dxc`)";
                    findings.add(&rules::UNSUPPORTED, library, "dx.resources", message, help);
                    continue;
                };
                if !selection.variables.contains(&(library, symbol)) {
                    continue;
                }
                let mut mover = Mover::new(library, input, merged, builder, definitions, findings);
                let Some(found) = mover.resource(class, symbol, *item) else {
                    continue;
                };
                all.add(found, findings);
            }
        }
    }
    let mut all = all.items;
    registers(&mut all, findings);
    all.sort_by(|a, b| (a.class, &a.name).cmp(&(b.class, &b.name)));
    write(&all, builder)
}

/// Variable that represents a resource.
fn symbol(input: &Input<'_>, item: MetadataId) -> Option<VariableId> {
    let module = input.module;
    let symbol = module.metadata.node(item)?.get(1).copied().flatten()?;
    let mut value = module.metadata.value(symbol)?;
    // Constants are acyclic, so this terminates.
    loop {
        match module.value(value)? {
            Value::Variable(variable) => return Some(variable),
            Value::Constant(constant) => match module.constants.get(constant)? {
                Constant::Cast { value: inner, .. } => value = inner,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Resources by variable and by name.
#[derive(Default)]
struct All {
    items: Vec<Resource>,
    symbols: HashMap<ValueId, usize>,
    names: HashMap<Vec<u8>, usize>,
}

impl All {
    /// Adds a resource if it is new.
    fn add(&mut self, found: Resource, findings: &mut Findings<'_>) {
        let places = [self.symbols.get(&found.symbol), self.names.get(&found.name)];
        let known = places.into_iter().flatten().next().copied();
        let Some(other) = known.and_then(|place| self.items.get(place)) else {
            self.symbols.insert(found.symbol, self.items.len());
            self.names.insert(found.name.clone(), self.items.len());
            return self.items.push(found);
        };
        let equal = (other.class, other.symbol, &other.name) == (found.class, found.symbol, &found.name)
            && other.operands.get(1..) == found.operands.get(1..);
        if !equal {
            let message = format!(
                "resource {} of {} differs from that of {}",
                spoken(&found.name),
                findings.name(found.library),
                findings.name(other.library)
            );
            let help = "declare it in both in the same way, or give one another name";
            let path = found.name.escape_ascii().to_string();
            findings.add(&rules::OTHER_RESOURCE, found.library, path, message, help);
        }
    }
}

/// Reports resources with overlapping registers.
fn registers(all: &mut [Resource], findings: &mut Findings<'_>) {
    all.sort_by_key(|resource| (resource.class, resource.space, resource.first, resource.library));
    // Previous resource with the highest last register.
    let mut furthest: Option<(&Resource, i64)> = None;
    for resource in all.iter() {
        let Some(last) = resource.last() else { continue };
        let place = (resource.class, resource.space);
        let other = furthest.filter(|(other, _)| (other.class, other.space) == place);
        if let Some((other, reach)) = other
            && reach >= resource.first
        {
            // Treat the one from the later library as the addition.
            let (first, second) =
                if other.library <= resource.library { (other, resource) } else { (resource, other) };
            let message = format!(
                "resources {} of {} and {} of {} share registers of space {}",
                spoken(&first.name),
                findings.name(first.library),
                spoken(&second.name),
                findings.name(second.library),
                resource.space
            );
            let help = "give one of them other registers, or another space";
            let path = second.name.escape_ascii().to_string();
            findings.add(&rules::SHARED_REGISTERS, second.library, path, message, help);
        }
        if other.is_none_or(|(_, reach)| last > reach) {
            furthest = Some((resource, last));
        }
    }
}

impl Mover<'_, '_, '_> {
    fn resource(&mut self, class: usize, symbol: VariableId, item: MetadataId) -> Option<Resource> {
        let module = self.module;
        let operands = module.metadata.node(item)?;
        let number = |place: usize| {
            let id = operands.get(place).copied().flatten()?;
            module.integer(module.metadata.value(id)?)
        };
        let name = operands.get(2).copied().flatten().and_then(|id| module.metadata.string(id));
        let numbers = (number(3), number(4), number(5));
        let (Some(name), (Some(space), Some(first), Some(count))) = (name, numbers) else {
            let message =
                format!("{} lists a resource without a name or registers", self.findings.name(self.library));
            let help = "recompile the library";
            self.findings.add(&rules::UNSUPPORTED, self.library, "dx.resources", message, help);
            return None;
        };
        let mut moved = Vec::new();
        for operand in operands {
            moved.push(match operand {
                Some(operand) => Some(self.node(*operand).ok()?),
                None => None,
            });
        }
        Some(Resource {
            class,
            symbol: *self.merged.variables.get(&(self.library, symbol))?,
            name: name.to_vec(),
            operands: moved,
            space,
            first,
            count,
            library: self.library,
        })
    }
}

/// Writes the lists, numbering resources in order.
fn write(all: &[Resource], builder: &mut Builder) -> Option<MetadataId> {
    if all.is_empty() {
        return None;
    }
    let mut lists = Vec::new();
    for class in 0..CLASSES {
        let mut items = Vec::new();
        for (number, resource) in all.iter().filter(|resource| resource.class == class).enumerate() {
            let mut operands = resource.operands.clone();
            let number = builder.number(number as i64);
            if let Some(slot) = operands.first_mut() {
                *slot = Some(number);
            }
            items.push(Some(builder.node(&operands)));
        }
        lists.push(if items.is_empty() { None } else { Some(builder.node(&items)) });
    }
    Some(builder.node(&lists))
}

/// Reads an entry point name; `None` if the metadata is not a string.
pub(super) fn text<'m>(input: &Input<'m>, id: Option<MetadataId>) -> Option<&'m [u8]> {
    let module = input.module;
    match module.metadata.get(id?)? {
        Metadata::String(text) => Some(module.metadata.text(text)),
        _ => None,
    }
}
