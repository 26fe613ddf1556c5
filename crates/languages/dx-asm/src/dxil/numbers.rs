//! Numbers and orders structures, metadata and attribute groups.

use std::collections::HashMap;

use glassbox_dxil::ir::{Location, Metadata, MetadataId, Type, TypeId, Typed};

use super::attributes::Groups;
use super::nodes;
use super::out::Hole;
use super::survey::{self, Met, Piece, Root, Seen};

/// A line of metadata.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// A node of the module.
    Node(MetadataId),
    /// Source location of an instruction.
    Location(Location),
}

/// Metadata numbers, in the order of first use.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// Number of each metadata item plus 1; 0 if it has none.
    numbers: Vec<u32>,
    /// Numbers of source locations; equal ones share a number.
    locations: HashMap<Location, u32>,
    /// Metadata by number.
    pub(super) entries: Vec<Entry>,
}

impl Nodes {
    fn new(module: &Typed<'_>) -> Nodes {
        Nodes { numbers: vec![0; module.metadata.items.len()], ..Nodes::default() }
    }

    /// Number of a node.
    #[inline]
    pub(super) fn node(&self, metadata: MetadataId) -> Option<u32> {
        if metadata.is_local() { None } else { self.numbers.get(metadata.index())?.checked_sub(1) }
    }

    /// Number of a source location.
    pub(super) fn location(&self, location: &Location) -> Option<u32> {
        self.locations.get(location).copied()
    }

    /// Numbers a root and everything reachable from it, in preorder.
    fn add(&mut self, module: &Typed<'_>, root: Root) {
        let mut left = Vec::new();
        match root {
            Root::Node(node) => left.push(node),
            Root::Location(location) => {
                let next = self.entries.len() as u32;
                if *self.locations.entry(location).or_insert(next) != next {
                    return;
                }
                self.entries.push(Entry::Location(location));
                left.extend(location.inlined_at);
                left.extend(location.scope);
            }
        }
        while let Some(id) = left.pop() {
            let Some(node) = survey::node(module, id) else {
                continue;
            };
            let next = self.entries.len() as u32;
            let Some(number) = self.numbers.get_mut(id.index()).filter(|number| **number == 0) else {
                continue;
            };
            if let Some(location) = location_of(module, node) {
                let known = *self.locations.entry(location).or_insert(next);
                *number = known + 1;
                if known != next {
                    continue;
                }
            }
            *number = next + 1;
            self.entries.push(Entry::Node(id));
            let from = left.len();
            module.metadata.references(node, |part| left.push(part));
            if let Some(parts) = left.get_mut(from..) {
                parts.reverse();
            }
        }
    }
}

/// Source location equivalent to a node, unless the node is distinct.
fn location_of(module: &Typed<'_>, node: Metadata) -> Option<Location> {
    let Metadata::Debug { kind: glassbox_dxil::ir::DebugKind::Location, distinct: false, fields } = node
    else {
        return None;
    };
    let &[line, column, scope, inlined_at] = module.metadata.fields(fields) else {
        return None;
    };
    let reference = |number: u64| u32::try_from(number).ok().map(MetadataId::module);
    Some(Location {
        line: u32::try_from(line).ok()?,
        column: u32::try_from(column).ok()?,
        scope: reference(scope),
        inlined_at: inlined_at.checked_sub(1).and_then(reference),
    })
}

/// Structures in the order of first use, which is that of their definitions.
struct Structures<'m> {
    module: &'m Typed<'m>,
    types: Seen,
    nodes: Seen,
    constants: Seen,
    found: Vec<TypeId>,
}

impl Structures<'_> {
    /// Adds a type, then its component types.
    fn add_type(&mut self, ty: TypeId) {
        if !self.types.insert(ty.index()) {
            return;
        }
        let types = &self.module.types;
        let mut left = vec![ty];
        while let Some(ty) = left.pop() {
            let from = left.len();
            let mut part = |part: TypeId| left.push(part);
            match types.get(ty) {
                Some(Type::Named { fields, .. }) => {
                    self.found.push(ty);
                    if let Some(fields) = fields {
                        types.list(fields).iter().copied().for_each(part);
                    }
                }
                Some(Type::Struct { fields, .. }) => types.list(fields).iter().copied().for_each(part),
                Some(Type::Pointer { pointee, .. }) => part(pointee),
                Some(Type::Array { element, .. } | Type::Vector { element, .. }) => part(element),
                Some(Type::Function { result, parameters, .. }) => {
                    part(result);
                    types.list(parameters).iter().copied().for_each(part);
                }
                _ => {}
            }
            // Keep first occurrences: mark now, from last to first.
            let parts: Vec<TypeId> = left.drain(from..).collect();
            for part in parts.into_iter().rev() {
                if self.types.insert(part.index()) {
                    left.push(part);
                }
            }
        }
    }

    fn add_value(&mut self, value: glassbox_dxil::ir::ValueId) {
        let mut types = Vec::new();
        let scope = self.module.scope(None);
        survey::constants(&scope, value, &mut self.constants, &mut Seen::default(), |ty| types.push(ty));
        types.into_iter().for_each(|ty| self.add_type(ty));
    }

    /// Adds the values in a node and in the nodes reachable from it.
    fn add_node(&mut self, node: MetadataId) {
        let mut left = vec![node];
        while let Some(id) = left.pop() {
            match self.module.metadata.get(id) {
                Some(Metadata::Value(value)) => self.add_value(value),
                Some(node) if nodes::is_node(node) && self.nodes.insert(id.index()) => {
                    let from = left.len();
                    self.module.metadata.references(node, |part| left.push(part));
                    if let Some(parts) = left.get_mut(from..) {
                        parts.reverse();
                    }
                }
                _ => {}
            }
        }
    }
}

/// Structures to define: unnamed ones by number, then named ones.
pub(super) struct Defined {
    /// Unnamed structures.
    pub(super) numbered: Vec<TypeId>,
    /// Named structures.
    pub(super) named: Vec<TypeId>,
}

/// Collects the structures a module uses.
pub(super) fn structures(module: &Typed<'_>, pieces: &[Piece]) -> Defined {
    let mut found = Structures {
        module,
        types: Seen::new(module.types.len()),
        nodes: Seen::new(module.metadata.items.len()),
        constants: Seen::new(module.values.len()),
        found: Vec::new(),
    };
    for variable in &module.variables {
        if let Some(ty) = module.type_of(variable.value) {
            found.add_type(ty);
        }
        if let Some(value) = variable.initializer {
            found.add_value(value);
        }
    }
    for alias in &module.aliases {
        found.add_type(alias.ty);
        found.add_value(alias.aliasee);
    }
    for piece in pieces {
        for met in &piece.met {
            match *met {
                Met::Type(ty) => found.add_type(ty),
                Met::Node(node) => found.add_node(node),
            }
        }
    }
    for named in &module.metadata.named {
        for &node in module.metadata.nodes(named.operands) {
            found.add_node(node);
        }
    }
    let is_named = |ty: &TypeId| match module.types.get(*ty) {
        Some(Type::Named { name, .. }) => !name.is_empty(),
        _ => false,
    };
    let (named, numbered) = found.found.into_iter().partition(is_named);
    Defined { numbered, named }
}

impl Defined {
    /// Number of each unnamed structure, by type.
    pub(super) fn numbers(&self, module: &Typed<'_>) -> Vec<Option<u32>> {
        let mut numbers = vec![None; module.types.len()];
        for (number, ty) in (0..).zip(&self.numbered) {
            if let Some(slot) = numbers.get_mut(ty.index()) {
                *slot = Some(number);
            }
        }
        numbers
    }
}

/// Numbers of metadata and attribute groups.
pub(super) struct Numbers {
    /// Metadata numbers.
    pub(super) nodes: Nodes,
    /// Attribute groups.
    pub(super) groups: Groups,
}

impl Numbers {
    /// Numbers everything referenced by the module itself, then by its functions in order.
    pub(super) fn new(module: &Typed<'_>, pieces: &[Piece]) -> Numbers {
        let mut nodes = Nodes::new(module);
        for named in &module.metadata.named {
            for &node in module.metadata.nodes(named.operands) {
                nodes.add(module, Root::Node(node));
            }
        }
        let mut groups = Groups::new(&module.attributes);
        for function in &module.functions {
            groups.meet(&module.attributes, function.attributes);
        }
        for piece in pieces {
            piece.roots.iter().for_each(|root| nodes.add(module, *root));
            let calls = piece.calls.iter();
            calls.for_each(|list| groups.meet(&module.attributes, Some(*list)));
        }
        Numbers { nodes, groups }
    }

    /// Number that fills a hole.
    pub(super) fn of(&self, hole: Hole) -> Option<u32> {
        match hole {
            Hole::Node(node) => self.nodes.node(node),
            Hole::Location(location) => self.nodes.location(&location),
            Hole::Group(list) => self.groups.number(list),
            Hole::Local(_) | Hole::Label(_) => None,
        }
    }
}
