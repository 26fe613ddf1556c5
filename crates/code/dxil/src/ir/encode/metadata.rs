//! Encodes metadata and attachment kinds.

use super::layout::MetadataForms;
use super::{Locals, Writer, emit, invalid_handle};
use crate::block::BlockId;
use crate::error::{BitcodeError, Entity};
use crate::ir::body::Body;
use crate::ir::debug::DebugKind;
use crate::ir::handle::{TypeId, ValueId};
use crate::ir::metadata::Metadata;
use crate::metadata::code;

impl Writer<'_> {
    pub(super) fn metadata(&mut self) -> Result<(), BitcodeError> {
        let module = self.module;
        let table = &module.metadata;
        if table.items.is_empty() && table.named.is_empty() {
            return Ok(());
        }
        let has = |requested: DebugKind| {
            let mut items = table.items.iter();
            items.any(|item| matches!(item, Metadata::Debug { kind, .. } if *kind == requested))
        };
        let strings = table.items.iter().any(|item| matches!(item, Metadata::String(_)));
        let forms = MetadataForms::new(
            strings,
            has(DebugKind::Location),
            has(DebugKind::Generic),
            !table.named.is_empty(),
        );
        let entered = self.stream.enter(BlockId::METADATA.0, 3);
        for known in forms.all() {
            self.stream.define(&known.form);
        }
        for item in &table.items {
            self.row.clear();
            let (code, form) = match *item {
                Metadata::String(text) => {
                    let bytes = table.text(text).iter().map(|byte| u64::from(*byte));
                    self.row.extend(bytes);
                    (code::STRING, &forms.string)
                }
                Metadata::Value(value) => {
                    let type_of = |value| module.type_of(value);
                    self.wrapped(value, None, type_of)?;
                    (code::VALUE, &None)
                }
                Metadata::Node { distinct, operands } => {
                    for operand in table.operands(operands) {
                        let number = self.node_or_null(*operand)?;
                        self.row.push(number);
                    }
                    let code = if distinct { code::DISTINCT_NODE } else { code::NODE };
                    (code, &None)
                }
                Metadata::Debug { kind, distinct, fields } => {
                    self.row.push(u64::from(distinct));
                    for (index, field) in table.fields(fields).iter().enumerate() {
                        let field_kind = kind.field(index);
                        if let Some(id) = field_kind.and_then(|kind| kind.reference(*field)) {
                            self.node(id)?;
                        }
                        self.row.push(*field);
                    }
                    let form = match kind {
                        DebugKind::Location => &forms.location,
                        DebugKind::Generic => &forms.generic,
                        _ => &None,
                    };
                    (kind.code(), form)
                }
            };
            emit(&mut self.stream, code, &self.row, form.as_ref());
        }
        for node in &table.named {
            self.row.clear();
            let bytes = table.text(node.name).iter().map(|byte| u64::from(*byte));
            self.row.extend(bytes);
            self.flush(code::NAME, forms.name.as_ref());
            self.row.clear();
            for operand in table.nodes(node.operands) {
                let number = self.node(*operand)?;
                self.row.push(number);
            }
            self.flush(code::NAMED_NODE, None);
        }
        self.stream.leave(entered);
        Ok(())
    }

    /// Operands of a wrapped value: type and number.
    fn wrapped(
        &mut self,
        value: ValueId,
        locals: Option<&Locals>,
        type_of: impl Fn(ValueId) -> Option<TypeId>,
    ) -> Result<(), BitcodeError> {
        let missing = || invalid_handle(Entity::Value, value.index(), self.module.values.len());
        let ty = type_of(value).ok_or_else(missing)?;
        let operands = [self.ty(ty)?, self.number(value, locals)?];
        self.row.extend(operands);
        Ok(())
    }

    /// Values that a body wraps as metadata.
    pub(super) fn local_metadata(&mut self, body: &Body, locals: &Locals) -> Result<(), BitcodeError> {
        if body.metadata.is_empty() {
            return Ok(());
        }
        let scope = self.module.scope(Some(body));
        let entered = self.stream.enter(BlockId::METADATA.0, 3);
        for value in &body.metadata {
            self.row.clear();
            self.wrapped(*value, Some(locals), |value| scope.type_of(value))?;
            self.flush(code::VALUE, None);
        }
        self.stream.leave(entered);
        Ok(())
    }

    pub(super) fn kinds(&mut self) {
        let module = self.module;
        if module.kinds.is_empty() {
            return;
        }
        let entered = self.stream.enter(BlockId::METADATA.0, 3);
        for (kind, name) in &module.kinds {
            let name = module.text(*name);
            self.stream.text(code::KIND, &[u64::from(kind.0)], name);
        }
        self.stream.leave(entered);
    }
}
