//! Copies and selects composites by their parts.

use super::error::{VersionError, VersionErrorKind};
use crate::grammar::op;
use crate::module::{At, Id, Module, Operand, Type};

/// Deepest composite that is taken apart.
const MAX_DEPTH: usize = 32;

/// Instructions that may be added for each one of the module, and in any case.
const GROWTH: (usize, usize) = (16, 1 << 16);

/// Adds instructions before one that is taken apart.
pub(super) struct Parts<'m> {
    pub(super) module: &'m mut Module,
    /// Instructions of the block so far.
    pub(super) body: Vec<At>,
    limit: usize,
    /// Vectors of booleans by size.
    bools: [Id; 5],
}

type Made = Result<Id, VersionErrorKind>;

impl<'m> Parts<'m> {
    pub(super) fn new(module: &'m mut Module) -> Parts<'m> {
        let limit = module.count() * GROWTH.0 + GROWTH.1;
        Parts { module, body: Vec::new(), limit, bools: [0; 5] }
    }

    /// Rewrites `OpCopyLogical`.
    pub(super) fn copy_logical(&mut self, at: At) -> Result<(), VersionError> {
        let value = self.module.word(at, 0);
        let made = self.copy(at, self.module.get(at).ty, value, 0);
        self.finish(at, made)
    }

    /// Rewrites an `OpSelect` that chooses a composite by one boolean.
    pub(super) fn select(&mut self, at: At) -> Result<(), VersionError> {
        let [condition, yes, no] = *self.module.operands(at) else { return Ok(()) };
        let is_scalar = matches!(self.module.ty(self.module.type_of(condition)), Some(Type::Bool));
        let is_composite = matches!(
            self.module.ty(self.module.get(at).ty),
            Some(Type::Vector { .. } | Type::Matrix { .. } | Type::Array { .. } | Type::Struct { .. })
        );
        if !is_scalar || !is_composite {
            return Ok(());
        }
        let made = self.choose(at, self.module.get(at).ty, [condition, yes, no], 0);
        self.finish(at, made)
    }

    /// Lets an instruction have the value that its parts made.
    fn finish(&mut self, at: At, made: Made) -> Result<(), VersionError> {
        match made {
            Ok(value) => {
                self.module.rewrite(at, op::COPY_OBJECT, [Operand::Id(value)]);
                Ok(())
            }
            Err(kind) => Err(VersionError::at(self.module, at, kind)),
        }
    }

    fn add(&mut self, near: At, opcode: u16, ty: Id, operands: Vec<Operand>) -> Id {
        let id = self.module.new_id();
        let at = self.module.add(opcode, ty, id, operands);
        let origin = self.module.origin(near);
        self.module.set_origin(at, origin);
        self.body.push(at);
        id
    }

    /// Number of parts of a composite, if there is room to take it apart.
    fn count(&self, ty: Id, depth: usize) -> Result<u32, VersionErrorKind> {
        let count = self.module.component_count(ty).ok_or(VersionErrorKind::Composite)?;
        if depth > MAX_DEPTH || self.module.count() + count as usize > self.limit {
            return Err(VersionErrorKind::Size);
        }
        Ok(count)
    }

    fn extract(&mut self, near: At, value: Id, index: u32) -> Made {
        let ty = self.module.component_type(self.module.type_of(value), index);
        let ty = ty.ok_or(VersionErrorKind::Composite)?;
        Ok(self.add(near, op::COMPOSITE_EXTRACT, ty, vec![Operand::Id(value), Operand::Literal(index)]))
    }

    fn copy(&mut self, near: At, ty: Id, value: Id, depth: usize) -> Made {
        if self.module.type_of(value) == ty {
            return Ok(value);
        }
        let mut parts = Vec::new();
        for index in 0..self.count(ty, depth)? {
            let part = self.extract(near, value, index)?;
            let inner = self.module.component_type(ty, index).ok_or(VersionErrorKind::Composite)?;
            parts.push(Operand::Id(self.copy(near, inner, part, depth + 1)?));
        }
        Ok(self.add(near, op::COMPOSITE_CONSTRUCT, ty, parts))
    }

    fn choose(&mut self, near: At, ty: Id, [condition, yes, no]: [Id; 3], depth: usize) -> Made {
        let condition = match self.module.ty(ty) {
            Some(Type::Matrix { .. } | Type::Array { .. } | Type::Struct { .. }) => {
                let mut parts = Vec::new();
                for index in 0..self.count(ty, depth)? {
                    let values = [condition, self.extract(near, yes, index)?, self.extract(near, no, index)?];
                    let inner = self.module.type_of(values[1]);
                    parts.push(Operand::Id(self.choose(near, inner, values, depth + 1)?));
                }
                return Ok(self.add(near, op::COMPOSITE_CONSTRUCT, ty, parts));
            }
            Some(Type::Vector { count, .. }) => {
                let bools = self.bool_vector(self.module.type_of(condition), count)?;
                let parts = vec![Operand::Id(condition); count as usize];
                self.add(near, op::COMPOSITE_CONSTRUCT, bools, parts)
            }
            Some(Type::Bool | Type::Int { .. } | Type::Float { .. }) => condition,
            _ => return Err(VersionErrorKind::Composite),
        };
        Ok(self.add(near, op::SELECT, ty, [condition, yes, no].map(Operand::Id).to_vec()))
    }

    /// A vector of booleans, declared if the module has none.
    fn bool_vector(&mut self, bool: Id, count: u32) -> Made {
        let known = *self.bools.get(count as usize).ok_or(VersionErrorKind::Composite)?;
        if known != 0 {
            return Ok(known);
        }
        let is_it = |at: &&At| {
            self.module.opcode(**at) == op::TYPE_VECTOR && self.module.operands(**at) == [bool, count]
        };
        let declared = self.module.globals.iter().find(is_it).map(|at| self.module.get(*at).result);
        let id = declared.unwrap_or_else(|| {
            let id = self.module.new_id();
            let operands = [Operand::Id(bool), Operand::Literal(count)];
            let at = self.module.add(op::TYPE_VECTOR, 0, id, operands);
            self.module.place_global(at);
            id
        });
        self.bools[count as usize] = id;
        Ok(id)
    }
}
