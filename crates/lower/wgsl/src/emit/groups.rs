//! Operations of the invocations of a subgroup together.

use glassbox_spirv::build::{Group, Id, op, value};
use naga::{CollectiveOperation, Direction, Expression, GatherMode, Handle, ScalarKind, SubgroupOperation};

use super::body::Body;
use super::{Said, unexpected};

/// The instruction of an operation.
const fn instruction(operation: SubgroupOperation, kind: ScalarKind) -> Option<u16> {
    use ScalarKind::{Bool, Float, Sint, Uint};
    use SubgroupOperation as Operation;

    Some(match (operation, kind) {
        (Operation::All, _) => op::GROUP_NON_UNIFORM_ALL,
        (Operation::Any, _) => op::GROUP_NON_UNIFORM_ANY,
        (Operation::Add, Sint | Uint) => op::GROUP_NON_UNIFORM_I_ADD,
        (Operation::Add, Float) => op::GROUP_NON_UNIFORM_F_ADD,
        (Operation::Mul, Sint | Uint) => op::GROUP_NON_UNIFORM_I_MUL,
        (Operation::Mul, Float) => op::GROUP_NON_UNIFORM_F_MUL,
        (Operation::Min, Sint) => op::GROUP_NON_UNIFORM_S_MIN,
        (Operation::Min, Uint) => op::GROUP_NON_UNIFORM_U_MIN,
        (Operation::Min, Float) => op::GROUP_NON_UNIFORM_F_MIN,
        (Operation::Max, Sint) => op::GROUP_NON_UNIFORM_S_MAX,
        (Operation::Max, Uint) => op::GROUP_NON_UNIFORM_U_MAX,
        (Operation::Max, Float) => op::GROUP_NON_UNIFORM_F_MAX,
        (Operation::And, Sint | Uint) => op::GROUP_NON_UNIFORM_BITWISE_AND,
        (Operation::Or, Sint | Uint) => op::GROUP_NON_UNIFORM_BITWISE_OR,
        (Operation::Xor, Sint | Uint) => op::GROUP_NON_UNIFORM_BITWISE_XOR,
        (Operation::And, Bool) => op::GROUP_NON_UNIFORM_LOGICAL_AND,
        (Operation::Or, Bool) => op::GROUP_NON_UNIFORM_LOGICAL_OR,
        (Operation::Xor, Bool) => op::GROUP_NON_UNIFORM_LOGICAL_XOR,
        _ => return None,
    })
}

impl Body<'_, '_> {
    fn group(&mut self, opcode: u16, ty: Id, operation: Option<u32>, operands: &[Id]) -> Id {
        let group = Group { scope: value::scope::SUBGROUP, operation };
        self.writer.builder.group(opcode, ty, group, operands)
    }

    pub(super) fn ballot(
        &mut self,
        result: Handle<Expression>,
        predicate: Option<Handle<Expression>>,
    ) -> Said {
        let predicate = match predicate {
            Some(predicate) => self.value(predicate)?,
            None => self.writer.builder.constant_bool(true),
        };
        let ty = self.type_of(result);
        let id = self.group(op::GROUP_NON_UNIFORM_BALLOT, ty, None, &[predicate]);
        self.keep(result, id);
        Ok(())
    }

    pub(super) fn gather(
        &mut self,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Said {
        let argument = self.value(argument)?;
        let ty = self.type_of(result);
        let (opcode, index) = match mode {
            GatherMode::BroadcastFirst => (op::GROUP_NON_UNIFORM_BROADCAST_FIRST, None),
            // Before SPIR-V 1.5 the invocation of a broadcast is a constant.
            GatherMode::Broadcast(index) | GatherMode::Shuffle(index) => {
                (op::GROUP_NON_UNIFORM_SHUFFLE, Some(index))
            }
            GatherMode::ShuffleDown(index) => (op::GROUP_NON_UNIFORM_SHUFFLE_DOWN, Some(index)),
            GatherMode::ShuffleUp(index) => (op::GROUP_NON_UNIFORM_SHUFFLE_UP, Some(index)),
            GatherMode::ShuffleXor(index) => (op::GROUP_NON_UNIFORM_SHUFFLE_XOR, Some(index)),
            GatherMode::QuadBroadcast(index) => (op::GROUP_NON_UNIFORM_QUAD_BROADCAST, Some(index)),
            GatherMode::QuadSwap(direction) => {
                let direction = self.writer.builder.constant_uint(match direction {
                    Direction::X => 0,
                    Direction::Y => 1,
                    Direction::Diagonal => 2,
                });
                let id = self.group(op::GROUP_NON_UNIFORM_QUAD_SWAP, ty, None, &[argument, direction]);
                self.keep(result, id);
                return Ok(());
            }
        };
        let index = self.optional(index)?;
        let operands: Vec<Id> = [Some(argument), index].into_iter().flatten().collect();
        let id = self.group(opcode, ty, None, &operands);
        self.keep(result, id);
        Ok(())
    }

    pub(super) fn collect(
        &mut self,
        operation: SubgroupOperation,
        collective: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Said {
        let shape = self.shape_of(argument)?;
        let argument = self.value(argument)?;
        let ty = self.type_of(result);
        let Some(opcode) = instruction(operation, shape.scalar.kind) else {
            return unexpected("an operation of a subgroup on values that it does not take");
        };
        let kind = match (operation, collective) {
            (SubgroupOperation::All | SubgroupOperation::Any, _) => None,
            (_, CollectiveOperation::Reduce) => Some(value::group_operation::REDUCE),
            (_, CollectiveOperation::InclusiveScan) => Some(value::group_operation::INCLUSIVE_SCAN),
            (_, CollectiveOperation::ExclusiveScan) => Some(value::group_operation::EXCLUSIVE_SCAN),
        };
        let id = self.group(opcode, ty, kind, &[argument]);
        self.keep(result, id);
        Ok(())
    }
}
