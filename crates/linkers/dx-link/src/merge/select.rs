//! Selects the functions and variables to link: those needed by exports, and initialisers of
//! variables in use.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use glassbox_dxil::ir::{
    Body, Constants, FunctionId, List, Metadata, MetadataId, Typed, Value, ValueId, VariableId,
};
use glassbox_dxil::{is_intrinsic, unmangled, without_marker};

use super::finding::{Findings, spoken};
use super::names::{Definitions, Place, is_visible, name};
use super::{Input, Target};
use crate::rules;

/// Variable that lists the functions to run before all others.
pub(super) const INITIALISERS: &[u8] = b"llvm.global_ctors";

/// Entities to link.
#[derive(Default)]
pub(super) struct Selection<'a> {
    /// Definitions with their bodies, by library, then in module order.
    pub(super) bodies: BTreeMap<Place, Cow<'a, Body>>,
    /// Declarations without a definition, including intrinsics.
    pub(super) declarations: BTreeSet<Place>,
    /// Variables.
    pub(super) variables: BTreeSet<(usize, VariableId)>,
    /// Exported functions with their names: the first is the function itself, the others are
    /// copies.
    pub(super) exported: BTreeMap<Place, Vec<Vec<u8>>>,
    /// Initialisers in execution order.
    pub(super) initialisers: Vec<Place>,
    /// Entry point metadata by function.
    pub(super) entries: BTreeMap<Place, MetadataId>,
}

struct Walk<'s, 'a> {
    inputs: &'s [Input<'a>],
    definitions: &'s Definitions<'a>,
    out: Selection<'a>,
    open: Vec<Place>,
    /// Exported names.
    names: HashMap<Vec<u8>, Place>,
    /// Visited constants.
    seen: HashSet<(usize, ValueId)>,
    entries: BTreeMap<Place, MetadataId>,
}

impl<'a> Selection<'a> {
    /// Selects everything the target's exports need.
    pub(super) fn new(
        inputs: &[Input<'a>],
        target: &Target,
        definitions: &Definitions<'a>,
        findings: &mut Findings<'_>,
    ) -> Selection<'a> {
        let mut walk = Walk {
            inputs,
            definitions,
            out: Selection::default(),
            open: Vec::new(),
            names: HashMap::new(),
            seen: HashSet::new(),
            entries: entries(inputs),
        };
        walk.roots(target, findings);
        walk.run(findings);
        let mut left = initialisers(inputs, findings);
        loop {
            let (used, rest): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|place| walk.shares(*place, findings));
            left = rest;
            if used.is_empty() {
                break;
            }
            for place in &used {
                walk.function(*place);
            }
            walk.out.initialisers.extend(used);
            walk.run(findings);
        }
        walk.out.initialisers.sort_unstable();
        walk.taken(findings);
        walk.out
    }
}

/// Entry point metadata by function.
fn entries(inputs: &[Input<'_>]) -> BTreeMap<Place, MetadataId> {
    let mut out = BTreeMap::new();
    for (index, input) in inputs.iter().enumerate() {
        let metadata = &input.module.metadata;
        for node in metadata.named("dx.entryPoints").unwrap_or_default() {
            let function = metadata.node(*node).and_then(|operands| operands.first().copied());
            let value = function.flatten().and_then(|function| metadata.value(function));
            if let Some((function, _)) = value.and_then(|value| input.module.function(value)) {
                out.insert((index, function), *node);
            }
        }
    }
    out
}

/// Initialisers of the libraries.
fn initialisers(inputs: &[Input<'_>], findings: &mut Findings<'_>) -> Vec<Place> {
    let mut out = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let module = input.module;
        let found =
            |variable: &&glassbox_dxil::ir::Variable| module.name(variable.value) == Some(INITIALISERS);
        let Some(list) = module.variables.iter().find(found) else {
            continue;
        };
        match listed(module, list.initializer) {
            Some(functions) => out.extend(functions.into_iter().map(|function| (index, function))),
            None => {
                let message = format!("{} lists its initialisers in an unknown form", input.name);
                let help = "link with DXC's own linker (`--linker dxc`)";
                findings.add(&rules::UNSUPPORTED, index, "llvm.global_ctors", message, help);
            }
        }
    }
    out
}

/// Functions in a list of initialisers: all with DXC's priority and no associated data.
fn listed(module: &Typed<'_>, list: Option<ValueId>) -> Option<Vec<FunctionId>> {
    use glassbox_dxil::ir::Constant;
    const PRIORITY: i64 = 65535;
    let parts = |value: ValueId| match module.constant(value)? {
        Constant::Aggregate(parts) => Some(module.constants.operands(parts)),
        _ => None,
    };
    let mut out = Vec::new();
    for item in parts(list?)? {
        let &[priority, function, data] = parts(*item)? else {
            return None;
        };
        if module.integer(priority) != Some(PRIORITY) || module.constant(data) != Some(Constant::Null) {
            return None;
        }
        out.push(module.function(function)?.0);
    }
    Some(out)
}

impl<'a> Walk<'_, 'a> {
    fn roots(&mut self, target: &Target, findings: &mut Findings<'_>) {
        let mut visible: Vec<(&[u8], Place)> =
            self.definitions.iter().map(|(name, place)| (*name, *place)).collect();
        visible.sort_by_key(|(_, place)| *place);
        let Some(exports) = &target.exports else {
            for (name, place) in visible {
                self.export(place, name.to_vec(), findings);
            }
            return;
        };
        for export in exports {
            let exact = without_marker(&export.function);
            let same = |item: &&(&[u8], Place)| without_marker(item.0) == exact;
            let short = |item: &&(&[u8], Place)| unmangled(item.0) == exact;
            let mut found: Vec<&(&[u8], Place)> = visible.iter().filter(same).collect();
            if found.is_empty() && !exact.starts_with(b"?") {
                found = visible.iter().filter(short).collect();
            }
            if found.is_empty() {
                let message =
                    format!("found no definition of {}, which is to be exported", spoken(&export.function));
                let help = "name a function that one of the libraries exports, as `symbols` lists it";
                let path = exact.escape_ascii().to_string();
                findings.add(&rules::MISSING_EXPORT, 0, path, message, help);
            }
            for (own, place) in found {
                self.export(*place, export.name(own), findings);
            }
        }
        // A function exported under its own name keeps it; the copies get the others.
        for (own, place) in visible {
            if let Some(names) = self.out.exported.get_mut(&place) {
                names.sort_by_key(|name| name != own);
            }
        }
    }

    fn export(&mut self, place: Place, name: Vec<u8>, findings: &mut Findings<'_>) {
        match self.names.get(&name).copied() {
            Some(other) if other == place => return,
            Some(other) => {
                let message = format!(
                    "functions of {} and of {} are both to be exported as {}",
                    findings.name(other.0),
                    findings.name(place.0),
                    spoken(&name)
                );
                let help = "give one of them another new name";
                let path = without_marker(&name).escape_ascii().to_string();
                findings.add(&rules::TAKEN_NAME, place.0, path, message, help);
            }
            None => {
                self.names.insert(name.clone(), place);
            }
        }
        self.out.exported.entry(place).or_default().push(name);
        self.function(place);
    }

    /// Reports undefined functions whose names are exported.
    fn taken(&self, findings: &mut Findings<'_>) {
        for place in &self.out.declarations {
            let input = self.inputs.get(place.0);
            let function = input.and_then(|input| input.module.functions.get(place.1.index()));
            let (Some(input), Some(function)) = (input, function) else {
                continue;
            };
            let name = name(input.module, function);
            if let Some(export) = self.names.get(name) {
                let message = format!(
                    "{} calls {}, which no library defines, and a function of {} is to be exported under that name",
                    input.name,
                    spoken(name),
                    findings.name(export.0)
                );
                let help = "give the export another new name, or give the library that defines the function";
                let path = without_marker(name).escape_ascii().to_string();
                findings.add(&rules::TAKEN_NAME, place.0, path, message, help);
            }
        }
    }

    /// Selects a function: its definition, or the declaration if there is none.
    fn function(&mut self, place: Place) {
        let Some(input) = self.inputs.get(place.0) else {
            return;
        };
        let Some(function) = input.module.functions.get(place.1.index()) else {
            return;
        };
        let name = name(input.module, function);
        let place = if function.is_declaration() && is_visible(function) && !is_intrinsic(name) {
            self.definitions.get(name).copied().unwrap_or(place)
        } else {
            place
        };
        let defined = self.inputs.get(place.0).and_then(|input| {
            let function = input.module.functions.get(place.1.index())?;
            Some(!function.is_declaration())
        });
        match defined {
            Some(true) if !self.out.bodies.contains_key(&place) => self.open.push(place),
            Some(false) => {
                self.out.declarations.insert(place);
            }
            _ => {}
        }
    }

    fn run(&mut self, findings: &mut Findings<'_>) {
        while let Some(place) = self.open.pop() {
            if self.out.bodies.contains_key(&place) {
                continue;
            }
            let Some(body) = body(self.inputs, place, findings) else {
                continue;
            };
            for value in values(&body) {
                self.value(place.0, value);
            }
            if let Some(module) = self.inputs.get(place.0).map(|input| input.module)
                && let Some(function) = module.functions.get(place.1.index())
            {
                let extra = [function.prologue, function.prefix, function.personality];
                for value in extra.into_iter().flatten() {
                    self.value(place.0, value);
                }
            }
            if let Some(node) = self.entries.get(&place).copied() {
                self.out.entries.insert(place, node);
                self.entry(place.0, node);
            }
            self.out.bodies.insert(place, body);
        }
    }

    /// Selects a value of a library and its operands.
    fn value(&mut self, library: usize, first: ValueId) {
        let Some(module) = self.inputs.get(library).map(|input| input.module) else {
            return;
        };
        let mut open = vec![first];
        while let Some(value) = open.pop() {
            if !matches!(value.list(), List::Module(_)) || !self.seen.insert((library, value)) {
                continue;
            }
            match module.value(value) {
                Some(Value::Function(function)) => self.function((library, function)),
                Some(Value::Variable(variable)) => {
                    self.out.variables.insert((library, variable));
                    let found = module.variables.get(variable.index());
                    open.extend(found.and_then(|variable| variable.initializer));
                }
                Some(Value::Constant(constant)) => {
                    if let Some(constant) = module.constants.get(constant) {
                        module.constants.references(constant, |part| open.push(part));
                    }
                }
                _ => {}
            }
        }
    }

    /// Selects the functions named by an entry point's metadata, such as the patch-constant
    /// function.
    fn entry(&mut self, library: usize, node: MetadataId) {
        let Some(module) = self.inputs.get(library).map(|input| input.module) else {
            return;
        };
        let mut seen = HashSet::new();
        let mut open = vec![node];
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match module.metadata.get(id) {
                Some(Metadata::Node { operands, .. }) => {
                    open.extend(module.metadata.operands(operands).iter().flatten());
                }
                Some(Metadata::Value(value)) => {
                    if let Some(Value::Function(function)) = module.value(value) {
                        self.function((library, function));
                    }
                }
                _ => {}
            }
        }
    }

    /// True if an initialiser refers to a linked variable.
    fn shares(&self, place: Place, findings: &mut Findings<'_>) -> bool {
        let Some(module) = self.inputs.get(place.0).map(|input| input.module) else {
            return false;
        };
        // A function that it calls may set the variable.
        let mut functions = HashSet::new();
        let mut open = vec![place.1];
        while let Some(function) = open.pop() {
            if !functions.insert(function) {
                continue;
            }
            let defined = module.functions.get(function.index()).is_some_and(|found| !found.is_declaration());
            if !defined {
                continue;
            }
            let Some(body) = body(self.inputs, (place.0, function), findings) else {
                return false;
            };
            let mut seen = HashSet::new();
            let mut values = values(&body);
            while let Some(value) = values.pop() {
                if !matches!(value.list(), List::Module(_)) || !seen.insert(value) {
                    continue;
                }
                match module.value(value) {
                    Some(Value::Variable(variable)) => {
                        let found = module.variables.get(variable.index());
                        // Resources are variables too, but are never assigned.
                        let set = found.is_some_and(|variable| variable.initializer.is_some());
                        if set && self.out.variables.contains(&(place.0, variable)) {
                            return true;
                        }
                    }
                    Some(Value::Function(function)) => open.push(function),
                    Some(Value::Constant(constant)) => {
                        if let Some(constant) = module.constants.get(constant) {
                            module.constants.references(constant, |part| values.push(part));
                        }
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

/// The body of a function.
fn body<'a>(inputs: &[Input<'a>], place: Place, findings: &mut Findings<'_>) -> Option<Cow<'a, Body>> {
    let module: &'a Typed<'a> = inputs.get(place.0)?.module;
    match module.body(place.1) {
        Ok(body) => body,
        Err(fault) => {
            findings.fault(place.0, &fault);
            None
        }
    }
}

/// Module-level values that a body refers to, and some of its own.
fn values(body: &Body) -> Vec<ValueId> {
    let mut out = Vec::new();
    for instruction in &body.instructions {
        out.extend(body.operands(instruction));
    }
    let constants: &Constants = &body.constants;
    for (_, constant) in &constants.items {
        constants.references(*constant, |part| out.push(part));
    }
    out.extend(&body.metadata);
    out
}
