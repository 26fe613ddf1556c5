//! Strips the code of a module, as compilers do for reflection in the part `STAT`.
//!
//! Every function becomes an external declaration. Types, metadata and attributes used only by code are
//! truncated from the ends of their tables, and such constants removed; nothing is renumbered otherwise.

use foldhash::{HashSet, HashSetExt as _};

use super::attributes::Attributes;
use super::constant::Constant;
use super::global::Definition;
use super::handle::{ConstantId, MetadataId, TypeId, ValueId};
use super::metadata::Metadata;
use super::module::{Places, Typed, Value};
use super::types::{Type, Types};
use crate::function::Linkage;

impl Typed<'_> {
    /// The module without its function bodies.
    ///
    /// ```
    /// use glassbox_dxil::{Linkage, Module, ir::{Typed, encode}, write::Outline};
    ///
    /// let bitcode = Outline::new("lib", 6, 3).define(b"\x01?Shade@@YAMM@Z", Linkage::INTERNAL).bitcode();
    /// let statistics = encode(&Typed::read(&bitcode)?.statistics())?;
    /// let module = Module::read(&statistics)?;
    /// assert!(!module.has_bodies());
    /// assert_eq!(module.imported().count(), 1);
    /// # Ok::<(), glassbox_dxil::BitcodeError>(())
    /// ```
    pub fn statistics(&self) -> Typed<'static> {
        let mut module = Typed {
            bytes: &[],
            value_places: Places::default(),
            metadata_places: Places::default(),
            ..self.clone()
        };
        for function in &mut module.functions {
            if !function.is_declaration() {
                function.definition = Definition::Declaration;
                function.linkage = Linkage::EXTERNAL;
                (function.prologue, function.prefix, function.personality) = (None, None, None);
            }
        }
        module.use_lists.clear();
        let referenced = ReferencedEntities::of(&module);
        referenced.truncate(&mut module);
        module
    }
}

/// Entities referenced by a module without code.
#[derive(Default)]
struct ReferencedEntities {
    metadata: HashSet<MetadataId>,
    values: HashSet<ValueId>,
    types: HashSet<TypeId>,
}

impl ReferencedEntities {
    fn of(module: &Typed<'_>) -> ReferencedEntities {
        let mut referenced = ReferencedEntities::default();
        let mut worklist: Vec<MetadataId> = Vec::new();
        for named in &module.metadata.named {
            worklist.extend(module.metadata.nodes(named.operands));
        }
        let mut values: Vec<ValueId> = module.variables.iter().map(|variable| variable.value).collect();
        values.extend(module.functions.iter().map(|function| function.value));
        values.extend(module.aliases.iter().map(|alias| alias.value));
        values.extend(module.aliases.iter().map(|alias| alias.aliasee));
        values.extend(module.variables.iter().filter_map(|variable| variable.initializer));
        let mut debug = false;
        let (mut kept, mut end) = (0, 0);
        loop {
            while let Some(id) = worklist.pop() {
                if !referenced.metadata.insert(id) {
                    continue;
                }
                end = end.max(id.index() + 1);
                match module.metadata.get(id) {
                    Some(Metadata::Node { operands, .. }) => {
                        worklist.extend(module.metadata.operands(operands).iter().flatten());
                    }
                    Some(Metadata::Value(value)) => values.push(value),
                    Some(Metadata::Debug { .. }) => debug = true,
                    Some(Metadata::String(_)) | None => {}
                }
            }
            // Entries before a needed one stay too, along with all they refer to.
            end = end.min(module.metadata.items.len());
            if kept >= end {
                break;
            }
            worklist.extend((kept..end).map(|index| MetadataId::module(index as u32)));
            kept = end;
        }
        // Debug-info fields are numbers, metadata only for some kinds. Everything stays.
        if debug {
            referenced.metadata.extend((0..module.metadata.items.len() as u32).map(MetadataId::module));
            let all = module.metadata.items.iter();
            values.extend(all.filter_map(|item| match item {
                Metadata::Value(value) => Some(*value),
                _ => None,
            }));
        }
        while let Some(value) = values.pop() {
            if !referenced.values.insert(value) {
                continue;
            }
            referenced.types.extend(module.type_of(value));
            if let Some(constant) = module.constant(value) {
                module.constants.references(constant, |of| values.push(of));
                if let Constant::GetElementPtr { source, .. } = constant {
                    referenced.types.insert(source);
                }
            }
        }
        let mut types: Vec<TypeId> = referenced.types.iter().copied().collect();
        types.extend(module.functions.iter().map(|function| function.ty));
        types.extend(module.variables.iter().map(|variable| variable.ty));
        let mut seen = HashSet::new();
        let (mut kept, mut end) = (0, 0);
        loop {
            while let Some(ty) = types.pop() {
                if !seen.insert(ty) {
                    continue;
                }
                end = end.max(ty.index() + 1);
                match module.types.get(ty) {
                    Some(Type::Pointer { pointee, .. }) => types.push(pointee),
                    Some(Type::Array { element, .. } | Type::Vector { element, .. }) => types.push(element),
                    Some(Type::Function { result, parameters, .. }) => {
                        types.push(result);
                        types.extend(module.types.list(parameters));
                    }
                    _ => types.extend(module.types.fields(ty).unwrap_or_default()),
                }
            }
            end = end.min(module.types.len());
            if kept >= end {
                break;
            }
            types.extend((kept..end).map(TypeId::at));
            kept = end;
        }
        referenced.types = seen;
        referenced
    }

    /// Removes unreferenced entries.
    fn truncate(&self, module: &mut Typed<'_>) {
        let is_needed = |index: usize| self.metadata.contains(&MetadataId::module(index as u32));
        let items = &mut module.metadata.items;
        let end = (0..items.len()).rposition(is_needed).map_or(0, |last| last + 1);
        items.truncate(end);
        module.constants.items.retain(|(value, _)| self.values.contains(value));
        for (index, (value, _)) in module.constants.items.iter().enumerate() {
            if let Some(slot) = module.values.get_mut(value.index()) {
                slot.0 = Value::Constant(ConstantId::at(index));
            }
        }
        let is_needed = |index: usize| self.types.contains(&TypeId::at(index));
        let end = (0..module.types.len()).rposition(is_needed).map_or(0, |last| last + 1);
        module.types = front(&module.types, end);
        let lists = module.functions.iter().filter_map(|function| function.attributes);
        let end = lists.map(|list| list.index() + 1).max().unwrap_or(0);
        truncate_attributes(&mut module.attributes, end);
    }
}

/// The first `count` types of a table.
fn front(types: &Types, count: usize) -> Types {
    let mut out = Types::default();
    for (_, ty) in types.iter().take(count) {
        let list = |span, out: &mut Types| out.add_list(types.list(span).iter().copied());
        let ty = match ty {
            Type::Function { result, parameters, variadic } => {
                Type::Function { result, parameters: list(parameters, &mut out), variadic }
            }
            Type::Struct { fields, packed } => Type::Struct { fields: list(fields, &mut out), packed },
            Type::Named { name, fields, packed } => Type::Named {
                name: out.add_text(types.text(name)),
                fields: fields.map(|fields| list(fields, &mut out)),
                packed,
            },
            plain => plain,
        };
        out.push(ty);
    }
    out
}

/// Keeps the first `count` attribute lists and the groups they use.
fn truncate_attributes(attributes: &mut Attributes, count: usize) {
    attributes.lists.truncate(count);
    let last = attributes.lists.iter().flatten().max();
    attributes.groups.truncate(last.map_or(0, |&last| last as usize + 1));
}
