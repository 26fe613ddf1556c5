//! Builds the shader's module from the remaining functions, without duplicate types or constants.

use std::collections::{HashMap, HashSet};

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{
    AttributesId, Builder, Definition, Function, FunctionId, KindId, Metadata, MetadataId, OwnedGroup, Remap,
    Type, TypeId, Value, ValueId, Variable, VariableId, build::owned,
};

use super::ShaderLinkError;
use super::code::Work;
use super::reach::Reach;
use super::write::{self, lost};
use crate::merge::finding::Findings;
use crate::merge::types::{Structures, TypeMap};
use crate::rules;

/// Maximum nesting of metadata.
const DEEP: u32 = 256;

/// Operand of a node.
enum Part {
    Own,
    Other(MetadataId),
    None,
}

/// Module under construction.
pub(super) struct Emit<'w, 'g> {
    pub(super) work: &'w Work,
    pub(super) out: Builder,
    findings: Findings<'g>,
    types: TypeMap,
    structures: Structures,
    functions: HashMap<FunctionId, FunctionId>,
    variables: HashMap<VariableId, ValueId>,
    nodes: HashMap<MetadataId, MetadataId>,
    /// Variables that represent resources.
    resources: Vec<VariableId>,
    /// Variables whose initial values are still to be copied.
    pending: Vec<(ValueId, ValueId)>,
    depth: u32,
}

/// Copies the remaining functions: declarations from the libraries, definitions, declarations added
/// since.
pub(super) fn all<'w, 'g>(
    work: &'w Work,
    before: &Reach,
    roots: usize,
    after: &Reach,
    resources: Vec<VariableId>,
) -> Result<Emit<'w, 'g>, ShaderLinkError> {
    let mut emit = Emit {
        work,
        out: Builder::new(),
        findings: Findings::new(&[]),
        types: TypeMap::default(),
        structures: Structures::default(),
        functions: HashMap::new(),
        variables: HashMap::new(),
        nodes: HashMap::new(),
        resources,
        pending: Vec::new(),
        depth: 0,
    };
    emit.out.module.triple.clone_from(&work.builder.module.triple);
    let [known, left] = [before, after].map(|reach| reach.declared.iter().copied().collect::<HashSet<_>>());
    for id in before.declared.iter().filter(|id| left.contains(id)) {
        emit.record(*id, Linkage::EXTERNAL)?;
    }
    for (place, id) in after.defined.iter().enumerate() {
        let linkage = if place < roots { Linkage::EXTERNAL } else { Linkage::INTERNAL };
        emit.record(*id, linkage)?;
        // DXC's linker does not annotate entry points.
        if place < roots
            && let Some(function) = emit.out.module.functions.last_mut()
        {
            function.attributes = None;
        }
    }
    let mut new: Vec<FunctionId> = after.declared.clone();
    new.retain(|id| !known.contains(id));
    new.sort_unstable();
    for id in new {
        emit.record(id, Linkage::EXTERNAL)?;
    }
    for id in &after.defined {
        let Some(Some(code)) = work.codes.get(id.index()) else {
            continue;
        };
        let own = emit.function(*id)?;
        let work = emit.work;
        let mut body = write::body(work, &mut emit, own, code)?;
        body.arrange(&emit.out.module.types);
        if let Some(slot) = emit.out.module.functions.get_mut(own.index()) {
            slot.definition = Definition::Body(Box::new(body));
        }
    }
    emit.settle()?;
    Ok(emit)
}

impl Emit<'_, '_> {
    /// Copies a function without its body.
    fn record(&mut self, id: FunctionId, linkage: Linkage) -> Result<(), ShaderLinkError> {
        let Some(function) = self.work.builder.module.functions.get(id.index()) else {
            return Err(lost());
        };
        let ty = self.ty(function.ty)?;
        let attributes = match function.attributes {
            Some(list) => self.list(list),
            None => None,
        };
        let record = Function {
            attributes,
            linkage,
            calling_convention: function.calling_convention,
            alignment: function.alignment,
            unnamed_addr: function.unnamed_addr,
            ..Function::new(ValueId::module(0), ty)
        };
        let own = FunctionId::at(self.out.module.functions.len());
        let value = self.out.module.add_function(record);
        let name = self.work.name(id).to_vec();
        self.out.name(value, &name);
        self.functions.insert(id, own);
        Ok(())
    }

    fn list(&mut self, list: AttributesId) -> Option<AttributesId> {
        let module = &self.work.builder.module;
        let groups: Vec<OwnedGroup> =
            module.attributes.groups_of(list).map(|group| owned(module, group)).collect();
        self.out.attributes(&groups)
    }

    /// Copies a variable; its initial value follows later.
    fn variable(&mut self, id: VariableId) -> Result<ValueId, ShaderLinkError> {
        if let Some(known) = self.variables.get(&id) {
            return Ok(*known);
        }
        let module = &self.work.builder.module;
        let Some(variable) = module.variables.get(id.index()) else {
            return Err(lost());
        };
        let name = module.name(variable.value).unwrap_or_default();
        if self.resources.contains(&id) {
            let message =
                format!("{} is used for something other than creating handles", super::spoken(name));
            return Err(ShaderLinkError::new(&rules::HANDLE, message));
        }
        let ty = self.ty(variable.ty)?;
        let value = self.out.module.add_variable(Variable { ty, initializer: None, ..*variable });
        self.out.name(value, name);
        self.variables.insert(id, value);
        self.pending.extend(variable.initializer.map(|initializer| (value, initializer)));
        Ok(value)
    }

    /// Copies initial values of variables, which may refer to further variables.
    fn settle(&mut self) -> Result<(), ShaderLinkError> {
        while let Some((value, initializer)) = self.pending.pop() {
            let initializer = self.value(initializer)?;
            if let Some(Value::Variable(own)) = self.out.module.value(value)
                && let Some(slot) = self.out.module.variables.get_mut(own.index())
            {
                slot.initializer = Some(initializer);
            }
        }
        Ok(())
    }
}

impl Remap for Emit<'_, '_> {
    type Error = ShaderLinkError;

    fn ty(&mut self, ty: TypeId) -> Result<TypeId, ShaderLinkError> {
        let from = &self.work.builder.module.types;
        if from.get(ty).is_none() {
            return Ok(self.out.module.types.intern(Type::Void));
        }
        let to = &mut self.out.module.types;
        let moved = self.types.get(from, ty, to, &mut self.structures, 0, &mut self.findings);
        moved.map_err(|_| lost())
    }

    fn value(&mut self, value: ValueId) -> Result<ValueId, ShaderLinkError> {
        let module = &self.work.builder.module;
        match module.value(value) {
            Some(Value::Function(id)) => {
                let own = self.function(id)?;
                let function = self.out.module.functions.get(own.index());
                function.map(|function| function.value).ok_or_else(lost)
            }
            Some(Value::Variable(id)) => self.variable(id),
            Some(Value::Constant(id)) => {
                let (Some(constant), Some(ty)) = (module.constants.get(id), module.type_of(value)) else {
                    return Err(lost());
                };
                let ty = self.ty(ty)?;
                let detached = module.constants.detach(constant).remap(self)?;
                Ok(self.out.constant(ty, detached))
            }
            _ => Err(lost()),
        }
    }

    fn function(&mut self, function: FunctionId) -> Result<FunctionId, ShaderLinkError> {
        self.functions.get(&function).copied().ok_or_else(lost)
    }

    fn metadata(&mut self, metadata: MetadataId) -> Result<MetadataId, ShaderLinkError> {
        if let Some(known) = self.nodes.get(&metadata) {
            return Ok(*known);
        }
        let table = &self.work.builder.module.metadata;
        self.depth += 1;
        let own = match table.get(metadata) {
            _ if self.depth > DEEP => Err(lost()),
            Some(Metadata::String(text)) => Ok(self.out.string(table.text(text))),
            Some(Metadata::Value(value)) => {
                let value = self.value(value)?;
                Ok(self.out.value(value))
            }
            Some(Metadata::Node { distinct, operands }) => {
                let mut parts = Vec::new();
                for part in table.operands(operands) {
                    parts.push(match part {
                        // A self-referential node can be resolved only once it exists.
                        Some(part) if distinct && *part == metadata => Part::Own,
                        Some(part) => Part::Other(self.metadata(*part)?),
                        None => Part::None,
                    });
                }
                let moved = |own: Option<MetadataId>| {
                    let part = |part: &Part| match part {
                        Part::Own => own,
                        Part::Other(other) => Some(*other),
                        Part::None => None,
                    };
                    parts.iter().map(part).collect::<Vec<_>>()
                };
                Ok(if distinct {
                    self.out.own_node(|own| moved(Some(own)))
                } else {
                    self.out.node(&moved(None))
                })
            }
            Some(Metadata::Debug { .. }) | None => Err(lost()),
        }?;
        self.depth -= 1;
        self.nodes.insert(metadata, own);
        Ok(own)
    }

    fn attributes(&mut self, list: AttributesId) -> Result<AttributesId, ShaderLinkError> {
        self.list(list).ok_or_else(lost)
    }

    fn kind(&mut self, kind: KindId) -> Result<KindId, ShaderLinkError> {
        match self.work.builder.module.kind(kind) {
            Some(name) if !name.is_empty() => Ok(self.out.kind(name)),
            _ => Err(lost()),
        }
    }
}
