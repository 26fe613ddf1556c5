//! Writes the output's module metadata: compiler, versions, resources, annotations, entry points.

use std::collections::HashMap;

use glassbox_dxil::Version;
use glassbox_dxil::ir::{Builder, FunctionId, MetadataId};
use glassbox_dxil::shader::entry::tag;

use super::check;
use super::copy::{Merged, Mover};
use super::finding::Findings;
use super::names::{self, Definitions, Place};
use super::resources::{self, text};
use super::select::Selection;
use super::{Input, Target};
use crate::rules;

/// Tags of annotation lists.
const STRUCTURES: u32 = 0;
const FUNCTIONS: u32 = 1;
/// Input libraries and the output while metadata is written.
pub(super) struct Describe<'d, 'a, 'g> {
    pub(super) inputs: &'d [Input<'a>],
    pub(super) selection: &'d Selection<'a>,
    pub(super) definitions: &'d Definitions<'a>,
    pub(super) merged: Merged,
    pub(super) builder: &'d mut Builder,
    pub(super) findings: &'d mut Findings<'g>,
}

/// Annotations of structures: ordered pairs, plus annotation and library for each subject.
#[derive(Default)]
struct Structures {
    items: Vec<(MetadataId, MetadataId)>,
    said: HashMap<MetadataId, (MetadataId, usize)>,
}

impl Describe<'_, '_, '_> {
    /// Writes the module metadata. Without `flags`, combines those of all libraries.
    pub(super) fn module(mut self, target: &Target, flags: Option<u64>) {
        self.compilers();
        self.versions(target);
        let resources = resources::join(
            self.inputs,
            self.selection,
            self.definitions,
            &mut self.merged,
            self.builder,
            self.findings,
        );
        if let Some(resources) = resources {
            let metadata = &mut self.builder.module.metadata;
            metadata.add_named(b"dx.resources", &[resources]);
        }
        self.annotations();
        self.entries(resources, flags);
        self.subobjects();
    }

    /// Libraries that contribute to the output.
    fn used(&self) -> Vec<usize> {
        let mut used: Vec<usize> = self.selection.bodies.keys().map(|place| place.0).collect();
        used.dedup();
        used
    }

    fn node(&mut self, library: usize, node: MetadataId) -> Option<MetadataId> {
        let input = self.inputs.get(library)?;
        let mut mover =
            Mover::new(library, input, &mut self.merged, self.builder, self.definitions, self.findings);
        mover.node(node).ok()
    }

    /// Compiler identification, once for each library.
    fn compilers(&mut self) {
        let mut out = Vec::new();
        for library in self.used() {
            let module = self.inputs.get(library).map(|input| input.module);
            let nodes = module.and_then(|module| module.metadata.named("llvm.ident"));
            for node in nodes.unwrap_or_default() {
                out.extend(self.node(library, *node));
            }
        }
        if !out.is_empty() {
            self.builder.module.metadata.add_named(b"llvm.ident", &out);
        }
    }

    fn versions(&mut self, target: &Target) {
        let dxil = Version { major: 1, minor: target.model.minor };
        let validators = self.inputs.iter();
        let validator = validators.filter_map(|input| check::version(input.module, "dx.valver")).max();
        let builder = &mut *self.builder;
        let mut pair = |version: Version| {
            [version.major, version.minor].map(|number| Some(builder.number(i64::from(number))))
        };
        let (dxil, validator, model) = (pair(dxil), validator.map(&mut pair), pair(target.model));
        let mut add = |name: &[u8], operands: &[Option<MetadataId>]| {
            let node = builder.node(operands);
            builder.module.metadata.add_named(name, &[node]);
        };
        add(b"dx.version", &dxil);
        if let Some(validator) = validator {
            add(b"dx.valver", &validator);
        }
        let kind = self.builder.string(b"lib");
        let [major, minor] = model;
        let node = self.builder.node(&[Some(kind), major, minor]);
        self.builder.module.metadata.add_named(b"dx.shaderModel", &[node]);
    }

    /// Annotations of structure fields and parameters.
    fn annotations(&mut self) {
        let mut structures = Structures::default();
        let mut functions: HashMap<Place, (MetadataId, MetadataId)> = HashMap::new();
        for library in self.used() {
            let Some(module) = self.inputs.get(library).map(|input| input.module) else {
                continue;
            };
            for node in module.metadata.named("dx.typeAnnotations").unwrap_or_default() {
                let operands = module.metadata.node(*node).unwrap_or_default();
                let Some((Some(tag), pairs)) = operands.split_first() else {
                    continue;
                };
                for pair in pairs.chunks_exact(2) {
                    let &[Some(subject), Some(said)] = pair else {
                        continue;
                    };
                    match check::number(module, *tag) {
                        Some(STRUCTURES) => self.structure(library, subject, said, &mut structures),
                        Some(FUNCTIONS) => {
                            let value = module.metadata.value(subject);
                            let function = value.and_then(|value| module.function(value));
                            let Some((function, _)) = function else { continue };
                            let place = (library, function);
                            let linked = self.selection.bodies.contains_key(&place)
                                || self.selection.declarations.contains(&place);
                            if linked
                                && let (Some(subject), Some(said)) =
                                    (self.node(library, subject), self.node(library, said))
                            {
                                functions.insert(place, (subject, said));
                            }
                        }
                        _ => self.unknown(library, "dx.typeAnnotations"),
                    }
                }
            }
        }
        let mut nodes = Vec::new();
        if !structures.items.is_empty() {
            let mut operands = vec![Some(self.builder.number(i64::from(STRUCTURES)))];
            let pairs = structures.items.iter();
            operands.extend(pairs.flat_map(|item| [Some(item.0), Some(item.1)]));
            nodes.push(self.builder.node(&operands));
        }
        if !functions.is_empty() {
            let mut ordered: Vec<_> = functions
                .iter()
                .map(|(place, pair)| (self.merged.functions.get(place).copied(), *pair))
                .collect();
            for (place, copy) in self.merged.copies.clone() {
                let subject = self.value(copy);
                if let (Some(subject), Some((_, said))) = (subject, functions.get(&place)) {
                    ordered.push((Some(copy), (subject, *said)));
                }
            }
            ordered.sort_by_key(|(id, _)| *id);
            // Several libraries may annotate a function that none of them defines.
            ordered.dedup_by_key(|(_, (subject, _))| *subject);
            let mut operands = vec![Some(self.builder.number(i64::from(FUNCTIONS)))];
            operands.extend(ordered.iter().flat_map(|(_, pair)| [Some(pair.0), Some(pair.1)]));
            nodes.push(self.builder.node(&operands));
        }
        if !nodes.is_empty() {
            self.builder.module.metadata.add_named(b"dx.typeAnnotations", &nodes);
        }
    }

    /// Annotation of a structure in the output.
    fn structure(&mut self, library: usize, subject: MetadataId, said: MetadataId, out: &mut Structures) {
        let Some(input) = self.inputs.get(library) else {
            return;
        };
        let value = input.module.metadata.value(subject);
        let Some(ty) = value.and_then(|value| input.module.type_of(value)) else {
            return self.unknown(library, "dx.typeAnnotations");
        };
        if !self.merged.has_type(library, ty) {
            return;
        }
        let (Some(subject), Some(said)) = (self.node(library, subject), self.node(library, said)) else {
            return;
        };
        match out.said.get(&subject) {
            None => {
                out.items.push((subject, said));
                out.said.insert(subject, (said, library));
            }
            Some((other, _)) if *other == said => {}
            Some((_, first)) => {
                let name = match input.module.types.get(ty) {
                    Some(glassbox_dxil::ir::Type::Named { name, .. }) => input.module.types.text(name),
                    _ => b"",
                };
                let name = name.escape_ascii().to_string();
                let message = format!(
                    "fields of structure {name} are described differently in {} than in {}",
                    input.name,
                    self.findings.name(*first)
                );
                let help = "compile all libraries with the same definition of the structure";
                self.findings.add(&rules::OTHER_LAYOUT, library, name, message, help);
            }
        }
    }

    fn unknown(&mut self, library: usize, name: &str) {
        let message = format!("{} has {name} in an unknown form", self.findings.name(library));
        let help = "link with DXC's own linker (`--linker dxc`)";
        self.findings.add(&rules::UNSUPPORTED, library, name, message, help);
    }

    /// Entry points, after the node of the library itself.
    fn entries(&mut self, resources: Option<MetadataId>, derived: Option<u64>) {
        let mut flags = 0u64;
        for library in self.used() {
            let Some(input) = self.inputs.get(library) else {
                continue;
            };
            let metadata = &input.module.metadata;
            for node in metadata.named("dx.entryPoints").unwrap_or_default() {
                let operands = metadata.node(*node).unwrap_or_default();
                let &[None, _, _, _, properties] = operands else {
                    continue;
                };
                let Some(properties) = properties else { continue };
                for pair in metadata.node(properties).unwrap_or_default().chunks(2) {
                    let &[Some(tag), Some(value)] = pair else {
                        self.unknown(library, "dx.entryPoints");
                        continue;
                    };
                    let value = metadata.value(value).and_then(|value| input.module.integer(value));
                    match (check::number(input.module, tag), value) {
                        (Some(tag::FLAGS), Some(value)) => flags |= value as u64,
                        // The space of a library was applied when it was compiled.
                        (Some(tag::AUTOMATIC_SPACE), _) => {}
                        _ => self.unknown(library, "dx.entryPoints"),
                    }
                }
            }
        }
        let mut named: Vec<(Vec<u8>, MetadataId)> = Vec::new();
        for (place, node) in &self.selection.entries {
            let Some(input) = self.inputs.get(place.0) else {
                continue;
            };
            let operands = input.module.metadata.node(*node).unwrap_or_default();
            let name = text(input, operands.get(1).copied().flatten()).unwrap_or_default();
            let Some(node) = self.node(place.0, *node) else {
                continue;
            };
            let exports = self.selection.exported.get(place);
            let function = input.module.functions.get(place.1.index());
            let own = function.map(|function| names::name(input.module, function));
            let first = exports.and_then(|names| names.first());
            match first.filter(|first| Some(first.as_slice()) != own) {
                Some(first) => named.extend(self.entry_as(node, first, None)),
                None => named.push((name.to_vec(), node)),
            }
            let copies = self.merged.copies.clone().into_iter();
            let copies = copies.filter(|copy| copy.0 == *place).map(|copy| copy.1);
            for (name, copy) in exports.into_iter().flatten().skip(1).zip(copies) {
                named.extend(self.entry_as(node, name, Some(copy)));
            }
        }
        named.sort();
        let flags = derived.unwrap_or(flags);
        let properties = (flags != 0).then(|| {
            let tag = self.builder.number(i64::from(tag::FLAGS));
            let flags = self.builder.integer(64, flags as i64);
            let flags = self.builder.value(flags);
            self.builder.node(&[Some(tag), Some(flags)])
        });
        let nothing = self.builder.string(b"");
        let whole = [None, Some(nothing), None, resources, properties];
        let mut nodes = vec![self.builder.node(&whole)];
        nodes.extend(named.into_iter().map(|item| item.1));
        self.builder.module.metadata.add_named(b"dx.entryPoints", &nodes);
    }

    /// Metadata that refers to an output function.
    fn value(&mut self, function: FunctionId) -> Option<MetadataId> {
        let value = self.builder.module.functions.get(function.index())?.value;
        Some(self.builder.value(value))
    }

    /// Entry point with a different name and, if given, a different function.
    fn entry_as(
        &mut self,
        node: MetadataId,
        name: &[u8],
        function: Option<FunctionId>,
    ) -> Option<(Vec<u8>, MetadataId)> {
        let mut operands = self.builder.module.metadata.node(node)?.to_vec();
        let spelled = self.builder.string(name);
        if let Some(slot) = operands.get_mut(1) {
            *slot = Some(spelled);
        }
        if let Some(function) = function {
            let value = self.value(function);
            if let Some(slot) = operands.first_mut() {
                *slot = value;
            }
        }
        Some((name.to_vec(), self.builder.node(&operands)))
    }

    /// Subobjects, which have their own names.
    fn subobjects(&mut self) {
        let mut out: Vec<MetadataId> = Vec::new();
        let mut known: HashMap<Vec<u8>, MetadataId> = HashMap::new();
        for library in 0..self.inputs.len() {
            let Some(input) = self.inputs.get(library) else {
                continue;
            };
            let metadata = &input.module.metadata;
            for node in metadata.named("dx.subobjects").unwrap_or_default() {
                let operands = metadata.node(*node).unwrap_or_default();
                let Some(name) = text(input, operands.first().copied().flatten()) else {
                    self.unknown(library, "dx.subobjects");
                    continue;
                };
                let Some(moved) = self.node(library, *node) else {
                    continue;
                };
                match known.get(name) {
                    None => {
                        known.insert(name.to_vec(), moved);
                        out.push(moved);
                    }
                    Some(other) if *other == moved => {}
                    Some(_) => {
                        let spelled = name.escape_ascii().to_string();
                        let message = format!(
                            "subobject {spelled} of {} differs from that of an earlier library",
                            input.name
                        );
                        let help = "give one of them another name";
                        self.findings.add(&rules::OTHER_RESOURCE, library, spelled, message, help);
                    }
                }
            }
        }
        if !out.is_empty() {
            self.builder.module.metadata.add_named(b"dx.subobjects", &out);
        }
    }
}
