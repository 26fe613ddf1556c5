//! Cooperative matrices.

use glassbox_spirv::build::{Id, op, value};
use naga::{CooperativeData, CooperativeRole, CooperativeSize, Expression, Handle, Scalar};

use super::body::Body;
use super::{Said, Writer};

impl Writer<'_> {
    pub(super) fn cooperative_type(
        &mut self,
        columns: CooperativeSize,
        rows: CooperativeSize,
        scalar: Scalar,
        role: CooperativeRole,
    ) -> Id {
        let component = self.scalar(scalar);
        let usage = match role {
            CooperativeRole::A => 0,
            CooperativeRole::B => 1,
            CooperativeRole::C => 2,
        };
        let numbers = [value::scope::SUBGROUP, rows as u32, columns as u32, usage];
        let numbers = numbers.map(|number| self.builder.constant_uint(number));
        self.builder.cooperative_matrix(component, numbers)
    }
}

impl Body<'_, '_> {
    /// The pointer to a matrix in memory, its layout, and the distance of its rows or columns.
    fn cooperative_memory(&mut self, data: &CooperativeData) -> Said<[Id; 3]> {
        let stride = self.value(data.stride)?;
        let pointer = self.pointer(data.pointer)?;
        let layout = self.writer.builder.constant_uint(u32::from(!data.row_major));
        Ok([pointer, layout, stride])
    }

    pub(super) fn cooperative_load(
        &mut self,
        handle: Handle<Expression>,
        data: &CooperativeData,
    ) -> Said<Id> {
        let memory = self.cooperative_memory(data)?;
        let ty = self.type_of(handle);
        Ok(self.writer.builder.value(op::COOPERATIVE_MATRIX_LOAD_KHR, ty, &memory))
    }

    pub(super) fn cooperative_store(&mut self, target: Handle<Expression>, data: &CooperativeData) -> Said {
        let target = self.value(target)?;
        let [pointer, layout, stride] = self.cooperative_memory(data)?;
        let operands = [pointer, target, layout, stride];
        self.writer.builder.effect(op::COOPERATIVE_MATRIX_STORE_KHR, &operands);
        Ok(())
    }
}
