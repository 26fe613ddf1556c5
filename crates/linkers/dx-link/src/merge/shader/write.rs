//! Writes code as an immutable body, with the body's value numbering and its own constants.

use std::collections::HashMap;

use glassbox_dxil::ir::{
    Attachment, Body, Call, Constant, Constants, FunctionId, List, Op, Remap, Value, ValueId,
};

use super::ShaderLinkError;
use super::code::{Code, Step, Work, exchange};
use crate::rules;

/// Body under construction.
struct Writer<'w, R> {
    work: &'w Work,
    /// Mapping from the module of `work` to the module of the new body.
    to: &'w mut R,
    body: Body,
    values: HashMap<ValueId, ValueId>,
}

/// Writes a body. `to` maps the surrounding module to the target module.
pub(super) fn body<R: Remap<Error = ShaderLinkError>>(
    work: &Work,
    to: &mut R,
    function: FunctionId,
    code: &Code,
) -> Result<Body, ShaderLinkError> {
    let mut types = Vec::new();
    for ty in code.types.iter().take(code.arguments) {
        types.push(to.ty(*ty)?);
    }
    let mut writer = Writer { work, to, body: Body::new(function, &types), values: HashMap::new() };
    for index in 0..code.arguments as u32 {
        writer.values.insert(ValueId::local(index), ValueId::local(index));
    }
    for step in code.blocks.iter().flatten() {
        if let Some(result) = step.result {
            let ty = writer.to.ty(step.ty)?;
            let own = writer.body.reserve(ty);
            writer.values.insert(result, own);
        }
    }
    for steps in &code.blocks {
        writer.body.begin_block();
        for step in steps {
            writer.step(step)?;
        }
    }
    Ok(writer.body)
}

impl<R: Remap<Error = ShaderLinkError>> Writer<'_, R> {
    fn step(&mut self, step: &Step) -> Result<(), ShaderLinkError> {
        let mut operands = Vec::with_capacity(step.operands.len());
        for operand in &step.operands {
            operands.push(self.operand(*operand)?);
        }
        let mut op = step.op;
        match &mut op {
            Op::GetElementPtr { source: ty, .. } | Op::Alloca { allocated: ty, .. } => {
                *ty = self.to.ty(*ty)?;
            }
            Op::ExtractValue { indices } | Op::InsertValue { indices } => {
                *indices = self.body.add_indices(&step.way);
            }
            Op::Call(Call { function_type, attributes, .. }) => {
                *function_type = self.to.ty(*function_type)?;
                // A list without groups equals none.
                let lists = &self.work.builder.module.attributes;
                let list = attributes.filter(|list| lists.groups_of(*list).next().is_some());
                *attributes = match list {
                    Some(list) => Some(self.to.attributes(list)?),
                    None => None,
                };
            }
            _ => {}
        }
        let ty = self.to.ty(step.ty)?;
        let result = step.result.and_then(|result| self.values.get(&result).copied());
        let id = self.body.push(op, ty, result, &operands, &step.labels);
        for item in &step.attached {
            let node = self.to.metadata(item.node)?;
            let kind = self.to.kind(item.kind)?;
            self.body.attachments.push((Some(id), Attachment { kind, node }));
        }
        Ok(())
    }

    /// Maps an operand: a value of the body, a global, or a constant, which the body gets its own
    /// copy of.
    fn operand(&mut self, value: ValueId) -> Result<ValueId, ShaderLinkError> {
        if let Some(known) = self.values.get(&value) {
            return Ok(*known);
        }
        let List::Module(_) = value.list() else {
            return Err(lost());
        };
        let module = &self.work.builder.module;
        let Some(Value::Constant(id)) = module.value(value) else {
            return self.to.value(value);
        };
        let (Some(constant), Some(ty)) = (module.constants.get(id), module.type_of(value)) else {
            return Err(lost());
        };
        let ty = self.to.ty(ty)?;
        // Constants have bounded nesting, so this terminates.
        let mut parts = HashMap::new();
        let mut references = Vec::new();
        module.constants.references(constant, |part| references.push(part));
        for part in references {
            let own = self.operand(part)?;
            parts.insert(part, own);
        }
        let mut list = std::mem::take(&mut self.body.constants);
        let moved = self.moved(constant, &mut list, &parts);
        self.body.constants = list;
        let own = self.body.add_constant(ty, moved?);
        self.values.insert(value, own);
        Ok(own)
    }

    fn moved(
        &mut self,
        constant: Constant,
        list: &mut Constants,
        parts: &HashMap<ValueId, ValueId>,
    ) -> Result<Constant, ShaderLinkError> {
        let from = &self.work.builder.module.constants;
        let mut moved = exchange(constant, from, list, |part| parts.get(&part).copied().unwrap_or(part));
        if let Constant::GetElementPtr { source, .. } = &mut moved {
            *source = self.to.ty(*source)?;
        }
        Ok(moved)
    }
}

pub(super) fn lost() -> ShaderLinkError {
    ShaderLinkError::new(&rules::RESIDUE, "something is referred to that is not part of the shader")
}
