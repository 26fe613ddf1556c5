//! Calls of functions.

use glassbox_spirv::build::{Id, op, value};
use naga::{Expression, Function, Handle, Span, TypeInner};

use super::body::{Body, is_handle};
use super::{Said, unexpected};

/// A variable that stands for a part of another during a call.
struct Copy {
    variable: Id,
    original: Id,
    ty: Id,
}

impl Body<'_, '_> {
    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
        span: Span,
    ) -> Said {
        let Some(callee) = self.writer.functions.get(&function).copied() else {
            return unexpected("a call of a function that is not declared");
        };
        let mut ids = vec![callee];
        let mut copies = Vec::new();
        for argument in arguments {
            let inner = self.inner(*argument);
            let id = match inner {
                TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => {
                    self.pass(*argument, &mut copies)?
                }
                inner if is_handle(inner) => self.pointer(*argument)?,
                _ => self.value(*argument)?,
            };
            ids.push(id);
        }
        self.writer.at(span);
        let ty = match &self.writer.module.functions[function].result {
            Some(result) => self.writer.ty(result.ty),
            None => self.writer.builder.void(),
        };
        let id = self.writer.builder.value(op::FUNCTION_CALL, ty, &ids);
        for Copy { variable, original, ty } in copies {
            let changed = self.writer.builder.value(op::LOAD, ty, &[variable]);
            self.writer.builder.effect(op::STORE, &[original, changed]);
        }
        if let Some(result) = result {
            self.keep(result, id);
        }
        Ok(())
    }

    /// A pointer as an argument. SPIR-V passes only variables; a part of one goes through a variable of its own, and memory that others see at the
    /// same time needs a capability.
    fn pass(&mut self, argument: Handle<Expression>, copies: &mut Vec<Copy>) -> Said<Id> {
        let path = self.path(argument)?;
        let original = self.pointer(argument)?;
        if path.indexes.is_empty() {
            return Ok(original);
        }
        let class = path.class;
        if !matches!(class, value::storage_class::FUNCTION | value::storage_class::PRIVATE) {
            self.writer.builder.capability(match class {
                value::storage_class::STORAGE_BUFFER => value::capability::VARIABLE_POINTERS_STORAGE_BUFFER,
                _ => value::capability::VARIABLE_POINTERS,
            });
            return Ok(original);
        }
        let ty = match *self.inner(argument) {
            TypeInner::Pointer { base, .. } => self.writer.ty(base),
            TypeInner::ValuePointer { size, scalar, .. } => {
                self.writer.shape(super::types::Shape { size, scalar })
            }
            _ => return unexpected("a value that is no pointer"),
        };
        let pointer = self.writer.builder.pointer(class, ty);
        let variable = match class {
            value::storage_class::FUNCTION => self.writer.builder.variable(pointer),
            _ => {
                let id = self.writer.builder.global(pointer, class);
                self.writer.interface.push(id);
                id
            }
        };
        let begin = self.writer.builder.value(op::LOAD, ty, &[original]);
        self.writer.builder.effect(op::STORE, &[variable, begin]);
        copies.push(Copy { variable, original, ty });
        Ok(variable)
    }
}
