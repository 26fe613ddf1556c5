//! Copies functions, variables, constants and metadata to the output module.

use std::collections::{BTreeSet, HashMap, HashSet};

use glassbox_dxil::ir::{
    AttributesId, Builder, Constant, Definition, Detached, Function, FunctionId, KindId, Metadata,
    MetadataId, OwnedGroup, Remap, TypeId, Typed, Value, ValueId, Variable, VariableId, build::owned,
};
use glassbox_dxil::{Linkage, is_intrinsic};

use super::Input;
use super::finding::{Findings, ReportedError, spoken};
use super::names::{Definitions, Place, is_visible, name};
use super::select::{INITIALISERS, Selection};
use super::types::{Structures, TypeMap};
use crate::rules;

/// Mapping from the libraries' entities to those of the output.
#[derive(Default)]
pub(super) struct Merged {
    pub(super) functions: HashMap<Place, FunctionId>,
    /// Exports that duplicate functions under other names.
    pub(super) copies: Vec<(Place, FunctionId)>,
    pub(super) variables: HashMap<(usize, VariableId), ValueId>,
    /// Undefined and intrinsic functions, by name.
    declared: HashMap<Vec<u8>, (FunctionId, usize)>,
    /// Variables with external linkage, by name.
    visible: HashMap<Vec<u8>, (ValueId, usize)>,
    /// Exported names.
    exports: HashSet<Vec<u8>>,
    /// Names in use, with the last numeric suffix tried.
    taken: HashMap<Vec<u8>, u32>,
    structures: Structures,
    maps: HashMap<usize, Map>,
}

/// Mapping of one library's entities to the output, filled on demand.
#[derive(Default)]
struct Map {
    types: TypeMap,
    constants: HashMap<ValueId, ValueId>,
    metadata: HashMap<MetadataId, MetadataId>,
    lists: HashMap<AttributesId, Option<AttributesId>>,
}

impl Merged {
    /// True if a library's type has been mapped to the output.
    pub(super) fn has_type(&self, library: usize, ty: TypeId) -> bool {
        self.maps.get(&library).is_some_and(|map| map.types.has(ty))
    }
}

/// Copies one library to the output.
pub(super) struct Mover<'m, 'a, 'g> {
    pub(super) library: usize,
    pub(super) module: &'a Typed<'a>,
    pub(super) merged: &'m mut Merged,
    pub(super) builder: &'m mut Builder,
    pub(super) definitions: &'m Definitions<'a>,
    pub(super) findings: &'m mut Findings<'g>,
}

/// Copies everything selected.
pub(super) fn all<'a>(
    inputs: &[Input<'a>],
    selection: &Selection<'a>,
    definitions: &Definitions<'a>,
    builder: &mut Builder,
    findings: &mut Findings<'_>,
) -> Merged {
    let mut merged = Merged::default();
    if let Some(first) = inputs.first() {
        builder.module.triple.clone_from(&first.module.triple);
        builder.module.data_layout.clone_from(&first.module.data_layout);
    }
    for name in definitions.keys() {
        merged.taken.insert(name.to_vec(), 0);
    }
    for name in selection.exported.values().flatten() {
        merged.taken.insert(name.clone(), 0);
        merged.exports.insert(name.clone());
    }
    for (library, input) in inputs.iter().enumerate() {
        for (_, name) in &input.module.kinds {
            builder.kind(input.module.text(*name));
        }
        let _ = Mover::new(library, input, &mut merged, builder, definitions, findings).variables(selection);
    }
    // Declarations first, as linking compilers order them.
    for (library, input) in inputs.iter().enumerate() {
        let mut mover = Mover::new(library, input, &mut merged, builder, definitions, findings);
        for (_, function) in of(&selection.declarations, library, FunctionId(0)) {
            let _ = mover.declaration(*function);
        }
    }
    for place in selection.bodies.keys() {
        if let Some(input) = inputs.get(place.0) {
            let mut mover = Mover::new(place.0, input, &mut merged, builder, definitions, findings);
            let _ = mover.definition(*place, selection.exported.get(place));
        }
    }
    for (library, input) in inputs.iter().enumerate() {
        let _ = Mover::new(library, input, &mut merged, builder, definitions, findings).initial(selection);
    }
    for (place, body) in &selection.bodies {
        let copies = merged.copies.iter().filter(|copy| copy.0 == *place);
        let own = merged.functions.get(place).into_iter();
        let functions: Vec<FunctionId> = own.chain(copies.map(|copy| &copy.1)).copied().collect();
        for function in functions {
            let Some(input) = inputs.get(place.0) else {
                continue;
            };
            let mut mover = Mover::new(place.0, input, &mut merged, builder, definitions, findings);
            let Ok(mut body) = body.remap(function, &mut mover) else {
                continue;
            };
            body.arrange(&builder.module.types);
            if let Some(slot) = builder.module.functions.get_mut(function.index()) {
                slot.definition = Definition::Body(Box::new(body));
            }
        }
    }
    initialisers(selection, &merged, builder);
    merged
}

/// The set's entries for one library.
fn of<T: Ord>(set: &BTreeSet<(usize, T)>, library: usize, first: T) -> impl Iterator<Item = &(usize, T)> {
    set.range((library, first)..).take_while(move |item| item.0 == library)
}

/// Writes the list of initialisers.
fn initialisers(selection: &Selection<'_>, merged: &Merged, builder: &mut Builder) {
    use glassbox_dxil::ir::Type;
    if selection.initialisers.is_empty() {
        return;
    }
    let types = &mut builder.module.types;
    let (int, byte) = (types.intern(Type::Integer(32)), types.intern(Type::Integer(8)));
    let void = types.intern(Type::Void);
    let function = types.intern_function(void, &[], false);
    let (function, data) = (types.pointer(function, 0), types.pointer(byte, 0));
    let item = types.intern_struct(&[int, function, data], false);
    let count = selection.initialisers.len() as u64;
    let list = types.intern(Type::Array { element: item, count });
    let priority = builder.integer(32, 65535);
    let nothing = builder.constant(data, Detached::plain(Constant::Null));
    let mut items = Vec::new();
    for place in &selection.initialisers {
        let function = merged.functions.get(place);
        let function = function.and_then(|id| builder.module.functions.get(id.index()));
        if let Some(value) = function.map(|function| function.value) {
            items.push(builder.constant(item, Detached::aggregate(&[priority, value, nothing])));
        }
    }
    let initializer = builder.constant(list, Detached::aggregate(&items));
    let value = builder.module.add_variable(Variable {
        initializer: Some(initializer),
        linkage: Linkage::APPENDING,
        ..Variable::new(ValueId::module(0), list, 0)
    });
    builder.name(value, INITIALISERS);
}

impl<'m, 'a, 'g> Mover<'m, 'a, 'g> {
    pub(super) fn new(
        library: usize,
        input: &Input<'a>,
        merged: &'m mut Merged,
        builder: &'m mut Builder,
        definitions: &'m Definitions<'a>,
        findings: &'m mut Findings<'g>,
    ) -> Mover<'m, 'a, 'g> {
        Mover { library, module: input.module, merged, builder, definitions, findings }
    }

    fn refuse(
        &mut self,
        rule: &'static glassbox_core::diagnostic::Rule,
        name: &[u8],
        message: String,
        help: &str,
    ) -> ReportedError {
        let path = name.escape_ascii().to_string();
        self.findings.add(rule, self.library, path, message, help)
    }

    /// Reports a dangling reference.
    fn lost(&mut self) -> ReportedError {
        let message =
            format!("{} refers to something that it does not have", self.findings.name(self.library));
        self.refuse(&rules::UNSUPPORTED, b"", message, "recompile the library")
    }

    /// An unused name: the given one, with a numeric suffix if necessary.
    fn free_name(&mut self, name: &[u8]) -> Vec<u8> {
        let taken = &mut self.merged.taken;
        let mut number = match taken.get(name) {
            Some(number) => *number,
            None => {
                taken.insert(name.to_vec(), 0);
                return name.to_vec();
            }
        };
        loop {
            number += 1;
            let found = [name, format!(".{number}").as_bytes()].concat();
            if !taken.contains_key(&found) {
                taken.insert(name.to_vec(), number);
                taken.insert(found.clone(), 0);
                return found;
            }
        }
    }

    fn variables(&mut self, selection: &Selection<'_>) -> Result<(), ReportedError> {
        for (_, id) in of(&selection.variables, self.library, VariableId(0)) {
            let Some(variable) = self.module.variables.get(id.index()) else {
                continue;
            };
            let name = self.module.name(variable.value).unwrap_or_default().to_vec();
            let ty = self.ty(variable.ty)?;
            let value = match variable.linkage {
                Linkage::INTERNAL => {
                    let free = if name.is_empty() { Vec::new() } else { self.free_name(&name) };
                    self.add_variable(variable, ty, &free)
                }
                Linkage::EXTERNAL => self.visible_variable(variable, ty, &name)?,
                other => {
                    let message = format!(
                        "variable {} of {} has linkage {other}, which is neither external nor internal",
                        spoken(&name),
                        self.findings.name(self.library)
                    );
                    let help = "link with DXC's own linker (`--linker dxc`)";
                    return Err(self.refuse(&rules::UNSUPPORTED, &name, message, help));
                }
            };
            self.merged.variables.insert((self.library, *id), value);
        }
        Ok(())
    }

    fn add_variable(&mut self, variable: &Variable, ty: TypeId, name: &[u8]) -> ValueId {
        let value = self.builder.module.add_variable(Variable { ty, initializer: None, ..*variable });
        if !name.is_empty() {
            self.builder.name(value, name);
        }
        value
    }

    /// Copies an externally visible variable; libraries that name it share one.
    fn visible_variable(
        &mut self,
        variable: &Variable,
        ty: TypeId,
        name: &[u8],
    ) -> Result<ValueId, ReportedError> {
        let Some((value, first)) = self.merged.visible.get(name).copied() else {
            let value = self.add_variable(variable, ty, name);
            self.merged.taken.insert(name.to_vec(), 0);
            self.merged.visible.insert(name.to_vec(), (value, self.library));
            return Ok(value);
        };
        let here = Variable { value, ty, initializer: None, ..*variable };
        let known = self.variable(value);
        let known = known.and_then(|id| self.builder.module.variables.get(id.index()).copied());
        // An alignment stated by only one of them holds for both.
        let same = known.is_some_and(|known| {
            let alignment = known.alignment;
            Variable { alignment, ..here } == known
        });
        if !same || variable.initializer.is_some() {
            let message = format!(
                "variable {} of {} differs from that of {}, expected the same declaration",
                spoken(name),
                self.findings.name(self.library),
                self.findings.name(first)
            );
            let help = "give one of them another name, or compile both with the same declaration";
            return Err(self.refuse(&rules::OTHER_VARIABLE, name, message, help));
        }
        Ok(value)
    }

    /// Resolves a value to a variable of the output.
    fn variable(&self, value: ValueId) -> Option<VariableId> {
        match self.builder.module.value(value)? {
            Value::Variable(id) => Some(id),
            _ => None,
        }
    }

    /// Copies the initial values of variables.
    fn initial(&mut self, selection: &Selection<'_>) -> Result<(), ReportedError> {
        for place in of(&selection.variables, self.library, VariableId(0)) {
            let found = self.module.variables.get(place.1.index());
            let Some(initializer) = found.and_then(|variable| variable.initializer) else {
                continue;
            };
            let initializer = self.value(initializer)?;
            let value = self.merged.variables.get(place).copied();
            let id = value.and_then(|value| self.variable(value));
            let slot = id.and_then(|id| self.builder.module.variables.get_mut(id.index()));
            match slot {
                Some(slot) => slot.initializer = Some(initializer),
                None => return Err(self.lost()),
            }
        }
        Ok(())
    }

    /// Copies a function's record, without its body.
    fn record(&mut self, function: &Function) -> Result<Function, ReportedError> {
        Ok(Function {
            ty: self.ty(function.ty)?,
            attributes: match function.attributes {
                Some(list) => self.list(list),
                None => None,
            },
            definition: Definition::Declaration,
            prologue: None,
            prefix: None,
            personality: None,
            ..function.clone()
        })
    }

    fn declaration(&mut self, id: FunctionId) -> Result<(), ReportedError> {
        let Some(function) = self.module.functions.get(id.index()) else {
            return Ok(());
        };
        let name = name(self.module, function).to_vec();
        let record = self.record(function)?;
        let function = match self.merged.declared.get(&name).copied() {
            Some((known, first)) => {
                let other = self.builder.module.functions.get(known.index());
                let same = other.is_some_and(|other| {
                    (other.ty, other.calling_convention, other.attributes)
                        == (record.ty, record.calling_convention, record.attributes)
                });
                if !same {
                    return Err(self.other_type(&name, first));
                }
                known
            }
            None => {
                let known = FunctionId::at(self.builder.module.functions.len());
                let value = self.builder.module.add_function(record);
                self.builder.name(value, &name);
                self.merged.taken.insert(name.clone(), 0);
                self.merged.declared.insert(name, (known, self.library));
                known
            }
        };
        self.merged.functions.insert((self.library, id), function);
        Ok(())
    }

    fn other_type(&mut self, name: &[u8], first: usize) -> ReportedError {
        let message = format!(
            "{} has other parameters, another result or other attributes in {} than in {}",
            spoken(name),
            self.findings.name(self.library),
            self.findings.name(first)
        );
        let help = "compile both with the same declaration and the same build of the compiler";
        self.refuse(&rules::OTHER_TYPE, name, message, help)
    }

    /// Copies a function definition, once more for each additional exported name.
    fn definition(&mut self, place: Place, exports: Option<&Vec<Vec<u8>>>) -> Result<(), ReportedError> {
        let Some(function) = self.module.functions.get(place.1.index()) else {
            return Ok(());
        };
        let mut record = self.record(function)?;
        let mut name = name(self.module, function).to_vec();
        let (first, others) = match exports.and_then(|names| names.split_first()) {
            Some((first, others)) if is_visible(function) => (Some(first), others),
            _ => (None, &[][..]),
        };
        if let Some(first) = first {
            name.clone_from(first);
        } else if !is_visible(function) {
            name = self.free_name(&name);
        } else {
            // No other module can refer to it.
            record.linkage = Linkage::INTERNAL;
            if self.merged.exports.contains(&name) {
                name = self.free_name(&name);
            }
        }
        let id = self.add_function(record.clone(), &name);
        self.merged.functions.insert(place, id);
        for name in others {
            let id = self.add_function(record.clone(), name);
            self.merged.copies.push((place, id));
        }
        Ok(())
    }

    fn add_function(&mut self, record: Function, name: &[u8]) -> FunctionId {
        let id = FunctionId::at(self.builder.module.functions.len());
        let value = self.builder.module.add_function(record);
        self.builder.name(value, name);
        id
    }

    /// Copies an attribute list.
    fn list(&mut self, list: AttributesId) -> Option<AttributesId> {
        let map = self.merged.maps.entry(self.library).or_default();
        if let Some(known) = map.lists.get(&list) {
            return *known;
        }
        let module = self.module;
        let groups: Vec<OwnedGroup> =
            module.attributes.groups_of(list).map(|group| owned(module, group)).collect();
        let known = self.builder.attributes(&groups);
        let map = self.merged.maps.entry(self.library).or_default();
        map.lists.insert(list, known);
        known
    }

    /// Maps a function of the library to its definition, in any library.
    fn resolve(&mut self, id: FunctionId) -> Result<FunctionId, ReportedError> {
        let here = (self.library, id);
        if let Some(known) = self.merged.functions.get(&here) {
            return Ok(*known);
        }
        let module = self.module;
        let function = module.functions.get(id.index());
        let name = function.map_or(&[][..], |function| name(module, function));
        let visible = function.is_some_and(is_visible) && !is_intrinsic(name);
        let place = self.definitions.get(name).filter(|_| visible);
        let known = place.and_then(|place| Some((*self.merged.functions.get(place)?, place.0)));
        let (Some(function), Some((known, first))) = (function, known) else {
            let message = format!(
                "{} refers to {}, which is not linked",
                self.findings.name(self.library),
                spoken(name)
            );
            let help = "link with DXC's own linker (`--linker dxc`)";
            return Err(self.refuse(&rules::UNSUPPORTED, name, message, help));
        };
        let ty = self.ty(function.ty)?;
        let other = self.builder.module.functions.get(known.index());
        let same = other
            .is_some_and(|other| (other.ty, other.calling_convention) == (ty, function.calling_convention));
        if !same {
            return Err(self.other_type(name, first));
        }
        self.merged.functions.insert(here, known);
        Ok(known)
    }

    /// Copies metadata and everything it refers to.
    pub(super) fn node(&mut self, first: MetadataId) -> Result<MetadataId, ReportedError> {
        let mut path = vec![first];
        let mut open = HashSet::new();
        while let Some(id) = path.last().copied() {
            if self.known(id).is_some() {
                path.pop();
                continue;
            }
            let module = self.module;
            let mut wanted: Vec<MetadataId> = Vec::new();
            if let Some(Metadata::Node { operands, distinct }) = module.metadata.get(id) {
                let operands = module.metadata.operands(operands).iter().flatten();
                // A self-referential node can be resolved only once it exists.
                let others = operands.filter(|part| !(distinct && **part == id));
                wanted.extend(others.filter(|part| self.known(**part).is_none()));
            }
            if !wanted.is_empty() {
                if !open.insert(id) {
                    let message =
                        format!("{} has metadata that is a part of itself", self.findings.name(self.library));
                    let help = "link with DXC's own linker (`--linker dxc`)";
                    return Err(self.refuse(&rules::UNSUPPORTED, b"metadata", message, help));
                }
                path.extend(wanted);
                continue;
            }
            let moved = self.item(id)?;
            let map = self.merged.maps.entry(self.library).or_default();
            map.metadata.insert(id, moved);
            path.pop();
        }
        match self.known(first) {
            Some(known) => Ok(known),
            None => Err(self.lost()),
        }
    }

    fn known(&self, id: MetadataId) -> Option<MetadataId> {
        let map = self.merged.maps.get(&self.library)?;
        map.metadata.get(&id).copied()
    }

    /// Copies one metadata item whose operands have been mapped.
    fn item(&mut self, id: MetadataId) -> Result<MetadataId, ReportedError> {
        let module = self.module;
        match module.metadata.get(id) {
            Some(Metadata::String(text)) => Ok(self.builder.string(module.metadata.text(text))),
            Some(Metadata::Value(value)) => {
                let value = self.value(value)?;
                Ok(self.builder.value(value))
            }
            Some(Metadata::Node { distinct, operands }) => {
                let operands = module.metadata.operands(operands).iter();
                if distinct {
                    let parts: Vec<_> =
                        operands.map(|part| part.map(|part| (part, self.known(part)))).collect();
                    return Ok(self.builder.own_node(|own| {
                        let moved = |(part, known): (MetadataId, Option<MetadataId>)| {
                            if part == id { Some(own) } else { known }
                        };
                        parts.into_iter().map(|part| part.and_then(moved)).collect()
                    }));
                }
                let operands: Vec<Option<MetadataId>> =
                    operands.map(|part| part.and_then(|part| self.known(part))).collect();
                Ok(self.builder.node(&operands))
            }
            Some(Metadata::Debug { .. }) | None => {
                let message = format!("{} holds debug information", self.findings.name(self.library));
                let help = "take the part DXIL instead of ILDB, or compile without -Zi";
                Err(self.refuse(&rules::DEBUG, b"metadata", message, help))
            }
        }
    }
}

impl Remap for Mover<'_, '_, '_> {
    type Error = ReportedError;

    fn ty(&mut self, ty: TypeId) -> Result<TypeId, ReportedError> {
        // Values without data have a type missing from tables without void.
        if self.module.types.get(ty).is_none() {
            return Ok(self.builder.module.types.intern(glassbox_dxil::ir::Type::Void));
        }
        let map = self.merged.maps.entry(self.library).or_default();
        map.types.get(
            &self.module.types,
            ty,
            &mut self.builder.module.types,
            &mut self.merged.structures,
            self.library,
            self.findings,
        )
    }

    fn value(&mut self, value: ValueId) -> Result<ValueId, ReportedError> {
        let module = self.module;
        match module.value(value) {
            Some(Value::Function(id)) => {
                let id = self.resolve(id)?;
                let function = self.builder.module.functions.get(id.index());
                match function.map(|function| function.value) {
                    Some(value) => Ok(value),
                    None => Err(self.lost()),
                }
            }
            Some(Value::Variable(id)) => match self.merged.variables.get(&(self.library, id)) {
                Some(value) => Ok(*value),
                None => {
                    let name = module.name(value).unwrap_or_default();
                    let message = format!(
                        "{} refers to {}, which is not linked",
                        self.findings.name(self.library),
                        spoken(name)
                    );
                    let help = "link with DXC's own linker (`--linker dxc`)";
                    Err(self.refuse(&rules::UNSUPPORTED, name, message, help))
                }
            },
            Some(Value::Constant(id)) => {
                let map = self.merged.maps.entry(self.library).or_default();
                if let Some(known) = map.constants.get(&value) {
                    return Ok(*known);
                }
                let (Some(constant), Some(ty)) = (module.constants.get(id), module.type_of(value)) else {
                    return Err(self.lost());
                };
                let ty = self.ty(ty)?;
                // Constants have bounded nesting, so this terminates.
                let detached = module.constants.detach(constant).remap(self)?;
                let known = self.builder.constant(ty, detached);
                let map = self.merged.maps.entry(self.library).or_default();
                map.constants.insert(value, known);
                Ok(known)
            }
            _ => Err(self.lost()),
        }
    }

    fn function(&mut self, function: FunctionId) -> Result<FunctionId, ReportedError> {
        self.resolve(function)
    }

    fn metadata(&mut self, metadata: MetadataId) -> Result<MetadataId, ReportedError> {
        self.node(metadata)
    }

    fn attributes(&mut self, list: AttributesId) -> Result<AttributesId, ReportedError> {
        // A list without groups equals none, but the call has to refer to one.
        match self.list(list) {
            Some(list) => Ok(list),
            None => Err(self.refuse(
                &rules::UNSUPPORTED,
                b"attributes",
                format!("{} has an empty list of attributes", self.findings.name(self.library)),
                "recompile the library",
            )),
        }
    }

    fn kind(&mut self, kind: KindId) -> Result<KindId, ReportedError> {
        let name = self.module.kind(kind).unwrap_or_default();
        if name.is_empty() {
            let message = format!(
                "{} attaches metadata of kind {}, which it does not name",
                self.findings.name(self.library),
                kind.0
            );
            return Err(self.refuse(&rules::UNSUPPORTED, b"metadata", message, "recompile the library"));
        }
        Ok(self.builder.kind(name))
    }
}
