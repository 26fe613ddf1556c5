//! Memory of workgroups begins as zero.

use glassbox_spirv::build::{Id, op, value};
use naga::valid::FunctionInfo;
use naga::{AddressSpace, Barrier, ShaderStage};

use super::Writer;

impl Writer<'_> {
    /// Lets the first invocation store zeros, and all others wait for it.
    pub(super) fn begin_workgroup(
        &mut self,
        entry: &naga::EntryPoint,
        info: &FunctionInfo,
        index: Option<Id>,
    ) {
        let is_task = entry.stage == ShaderStage::Task;
        let is_own =
            |space| space == AddressSpace::WorkGroup || (is_task && space == AddressSpace::TaskPayload);
        let variables: Vec<(Id, naga::Handle<naga::Type>)> = self
            .module
            .global_variables
            .iter()
            .filter(|(handle, variable)| !info[*handle].is_empty() && is_own(variable.space))
            .filter_map(|(handle, variable)| Some((self.globals.get(&handle)?.id, variable.ty)))
            .collect();
        if variables.is_empty() {
            return;
        }
        let uint = self.builder.uint();
        let truth = self.builder.bool();
        let index = self.invocation_index(index);
        let index = self.builder.value(op::LOAD, uint, &[index]);
        let zero = self.builder.constant_uint(0);
        let is_first = self.builder.value(op::I_EQUAL, truth, &[index, zero]);
        let (first, merge) = (self.builder.id(), self.builder.id());
        self.builder.select_block(is_first, first, merge, merge);
        self.builder.open(first);
        for (variable, ty) in variables {
            let ty = self.memory_type(ty, value::storage_class::WORKGROUP);
            let null = self.builder.constant_null(ty);
            self.builder.effect(op::STORE, &[variable, null]);
        }
        self.builder.open(merge);
        self.control_barrier(Barrier::WORK_GROUP);
    }

    /// The variable of the invocation's index, which may be one of the inputs.
    pub(super) fn invocation_index(&mut self, known: Option<Id>) -> Id {
        if let Some(id) = known {
            return id;
        }
        let uint = self.builder.uint();
        let class = value::storage_class::INPUT;
        let pointer = self.builder.pointer(class, uint);
        let id = self.builder.global(pointer, class);
        self.builder.decorate(id, value::decoration::BUILT_IN, &[value::built_in::LOCAL_INVOCATION_INDEX]);
        self.interface.push(id);
        id
    }
}
