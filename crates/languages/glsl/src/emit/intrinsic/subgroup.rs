//! Functions of subgroups.

use glassbox_spirv::build::value::{group_operation, memory_semantics as semantics, scope};
use glassbox_spirv::build::{Group, Id, op};

use super::super::Emitter;
use super::Call;
use super::barrier::ALL_MEMORY;
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// What is done to the values of the invocations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Add,
    Multiply,
    Min,
    Max,
    And,
    Or,
    Xor,
}

impl Emitter<'_> {
    pub(super) fn subgroup(&mut self, call: Call<'_>) -> Option<Id> {
        let result = self
            .subgroup_barrier(call)
            .or_else(|| self.subgroup_arithmetic(call))
            .or_else(|| self.subgroup_plain(call));
        if result.is_some() && self.minor < 3 {
            let message = "found a function of subgroups, expected an environment that has them";
            self.fail(call.at, message, "choose Vulkan 1.1 or later");
        }
        result.or_else(|| self.old_ballot(call))
    }

    fn subgroup_barrier(&mut self, call: Call<'_>) -> Option<Id> {
        let memory = match call.intrinsic {
            Intrinsic::SubgroupBarrier => {
                let semantics = ALL_MEMORY | semantics::ACQUIRE_RELEASE;
                self.module.control_barrier(scope::SUBGROUP, scope::SUBGROUP, semantics);
                return Some(self.module.id());
            }
            Intrinsic::SubgroupMemoryBarrier => ALL_MEMORY,
            Intrinsic::SubgroupMemoryBarrierBuffer => semantics::UNIFORM_MEMORY,
            Intrinsic::SubgroupMemoryBarrierShared => semantics::WORKGROUP_MEMORY,
            Intrinsic::SubgroupMemoryBarrierImage => semantics::IMAGE_MEMORY,
            _ => return None,
        };
        self.module.memory_barrier(scope::SUBGROUP, memory | semantics::ACQUIRE_RELEASE);
        Some(self.module.id())
    }

    /// Sums and the like, of all invocations or some of them.
    fn subgroup_arithmetic(&mut self, call: Call<'_>) -> Option<Id> {
        let (operation, group) = arithmetic(call.intrinsic)?;
        let operands = self.argument_values(call);
        let opcode = opcode(operation, self.operand_scalar(call));
        Some(self.group(call, opcode, Some(group), &operands))
    }

    /// Functions that are an instruction each.
    fn subgroup_plain(&mut self, call: Call<'_>) -> Option<Id> {
        if !is_plain(call.intrinsic) {
            return None;
        }
        self.check_lane(call);
        let mut operands = self.argument_values(call);
        let (opcode, group) = match call.intrinsic {
            Intrinsic::SubgroupElect => (op::GROUP_NON_UNIFORM_ELECT, None),
            Intrinsic::SubgroupAll => (op::GROUP_NON_UNIFORM_ALL, None),
            Intrinsic::SubgroupAny => (op::GROUP_NON_UNIFORM_ANY, None),
            Intrinsic::SubgroupAllEqual => (op::GROUP_NON_UNIFORM_ALL_EQUAL, None),
            Intrinsic::SubgroupQuadAll => {
                return Some(self.operation(call, op::GROUP_NON_UNIFORM_QUAD_ALL_KHR, &operands));
            }
            Intrinsic::SubgroupQuadAny => {
                return Some(self.operation(call, op::GROUP_NON_UNIFORM_QUAD_ANY_KHR, &operands));
            }
            Intrinsic::SubgroupPartitionNV => {
                return Some(self.operation(call, op::GROUP_NON_UNIFORM_PARTITION_EXT, &operands));
            }
            Intrinsic::SubgroupBroadcast => (op::GROUP_NON_UNIFORM_BROADCAST, None),
            Intrinsic::SubgroupBroadcastFirst => (op::GROUP_NON_UNIFORM_BROADCAST_FIRST, None),
            Intrinsic::SubgroupBallot => (op::GROUP_NON_UNIFORM_BALLOT, None),
            Intrinsic::SubgroupInverseBallot => (op::GROUP_NON_UNIFORM_INVERSE_BALLOT, None),
            Intrinsic::SubgroupBallotBitExtract => (op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT, None),
            Intrinsic::SubgroupBallotBitCount => {
                (op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT, Some(group_operation::REDUCE))
            }
            Intrinsic::SubgroupBallotInclusiveBitCount => {
                (op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT, Some(group_operation::INCLUSIVE_SCAN))
            }
            Intrinsic::SubgroupBallotExclusiveBitCount => {
                (op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT, Some(group_operation::EXCLUSIVE_SCAN))
            }
            Intrinsic::SubgroupBallotFindLSB => (op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB, None),
            Intrinsic::SubgroupBallotFindMSB => (op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB, None),
            Intrinsic::SubgroupShuffle => (op::GROUP_NON_UNIFORM_SHUFFLE, None),
            Intrinsic::SubgroupShuffleXor => (op::GROUP_NON_UNIFORM_SHUFFLE_XOR, None),
            Intrinsic::SubgroupShuffleUp => (op::GROUP_NON_UNIFORM_SHUFFLE_UP, None),
            Intrinsic::SubgroupShuffleDown => (op::GROUP_NON_UNIFORM_SHUFFLE_DOWN, None),
            Intrinsic::SubgroupRotate | Intrinsic::SubgroupClusteredRotate => {
                (op::GROUP_NON_UNIFORM_ROTATE_KHR, None)
            }
            Intrinsic::SubgroupQuadBroadcast => (op::GROUP_NON_UNIFORM_QUAD_BROADCAST, None),
            _ => {
                operands.push(self.module.constant_uint(swap_direction(call.intrinsic)?));
                (op::GROUP_NON_UNIFORM_QUAD_SWAP, None)
            }
        };
        Some(self.group(call, opcode, group, &operands))
    }

    /// Before SPIR-V 1.5, which invocation is read has to be a constant.
    fn check_lane(&mut self, call: Call<'_>) {
        let is_read =
            matches!(call.intrinsic, Intrinsic::SubgroupBroadcast | Intrinsic::SubgroupQuadBroadcast);
        if !is_read || self.minor >= 5 {
            return;
        }
        let Some(lane) = call.arguments.get(1) else { return };
        if self.program.constant(*lane).is_none() && !self.program.expression(*lane).is_specialized {
            let message =
                "found an invocation that is no constant, expected one that is for this environment";
            self.fail(call.at, message, "use `subgroupShuffle`, or choose Vulkan 1.2 or later");
        }
    }

    fn group(&mut self, call: Call<'_>, opcode: u16, operation: Option<u32>, operands: &[Id]) -> Id {
        let ty = self.ty(call.ty);
        self.module.group(opcode, ty, Group { scope: scope::SUBGROUP, operation }, operands)
    }

    /// Functions of GL_ARB_shader_ballot: instructions that later ones took the place of.
    fn old_ballot(&mut self, call: Call<'_>) -> Option<Id> {
        match call.intrinsic {
            Intrinsic::BallotARB => {
                let value = self.argument(call, 0);
                let four = self.ty(Type::Vector(Scalar::Uint, 4));
                let two = self.ty(Type::Vector(Scalar::Uint, 2));
                let ballot = self.module.value(op::SUBGROUP_BALLOT_KHR, four, &[value]);
                let low = self.module.value_with(op::VECTOR_SHUFFLE, two, &[ballot, ballot], &[0, 1]);
                Some(self.operation(call, op::BITCAST, &[low]))
            }
            Intrinsic::ReadInvocationARB => {
                let operands = self.argument_values(call);
                Some(self.by_components(call, op::SUBGROUP_READ_INVOCATION_KHR, &operands))
            }
            Intrinsic::ReadFirstInvocationARB => {
                let operands = self.argument_values(call);
                Some(self.by_components(call, op::SUBGROUP_FIRST_INVOCATION_KHR, &operands))
            }
            _ => None,
        }
    }

    /// An instruction on each component of the first operand, as those that take no vectors.
    pub(super) fn by_components(&mut self, call: Call<'_>, opcode: u16, operands: &[Id]) -> Id {
        let Type::Vector(scalar, count) = call.ty else {
            return self.operation(call, opcode, operands);
        };
        let (Some(first), component) = (operands.first(), Type::Scalar(scalar)) else {
            return self.module.id();
        };
        let ty = self.ty(component);
        let parts: Vec<Id> = (0..u32::from(count))
            .map(|index| {
                let mut own = operands.to_vec();
                own[0] = self.extract(*first, component, index);
                self.module.value(opcode, ty, &own)
            })
            .collect();
        self.operation(call, op::COMPOSITE_CONSTRUCT, &parts)
    }
}

/// The operation and the `GroupOperation` of sums and the like.
fn arithmetic(intrinsic: Intrinsic) -> Option<(Operation, u32)> {
    use Intrinsic::*;
    use Operation::*;
    let operation = match intrinsic {
        SubgroupAdd | SubgroupInclusiveAdd | SubgroupExclusiveAdd | SubgroupClusteredAdd => Add,
        SubgroupPartitionedAddNV | SubgroupPartitionedInclusiveAddNV | SubgroupPartitionedExclusiveAddNV => {
            Add
        }
        SubgroupMul | SubgroupInclusiveMul | SubgroupExclusiveMul | SubgroupClusteredMul => Multiply,
        SubgroupPartitionedMulNV | SubgroupPartitionedInclusiveMulNV | SubgroupPartitionedExclusiveMulNV => {
            Multiply
        }
        SubgroupMin | SubgroupInclusiveMin | SubgroupExclusiveMin | SubgroupClusteredMin => Operation::Min,
        SubgroupPartitionedMinNV | SubgroupPartitionedInclusiveMinNV | SubgroupPartitionedExclusiveMinNV => {
            Operation::Min
        }
        SubgroupMax | SubgroupInclusiveMax | SubgroupExclusiveMax | SubgroupClusteredMax => Operation::Max,
        SubgroupPartitionedMaxNV | SubgroupPartitionedInclusiveMaxNV | SubgroupPartitionedExclusiveMaxNV => {
            Operation::Max
        }
        SubgroupAnd | SubgroupInclusiveAnd | SubgroupExclusiveAnd | SubgroupClusteredAnd => And,
        SubgroupPartitionedAndNV | SubgroupPartitionedInclusiveAndNV | SubgroupPartitionedExclusiveAndNV => {
            And
        }
        SubgroupOr | SubgroupInclusiveOr | SubgroupExclusiveOr | SubgroupClusteredOr => Or,
        SubgroupPartitionedOrNV | SubgroupPartitionedInclusiveOrNV | SubgroupPartitionedExclusiveOrNV => Or,
        SubgroupXor | SubgroupInclusiveXor | SubgroupExclusiveXor | SubgroupClusteredXor => Xor,
        SubgroupPartitionedXorNV | SubgroupPartitionedInclusiveXorNV | SubgroupPartitionedExclusiveXorNV => {
            Xor
        }
        _ => return None,
    };
    Some((operation, part(intrinsic)))
}

/// Of which invocations the values are taken.
fn part(intrinsic: Intrinsic) -> u32 {
    use Intrinsic::*;
    match intrinsic {
        SubgroupInclusiveAdd | SubgroupInclusiveMul | SubgroupInclusiveMin | SubgroupInclusiveMax
        | SubgroupInclusiveAnd | SubgroupInclusiveOr | SubgroupInclusiveXor => {
            group_operation::INCLUSIVE_SCAN
        }
        SubgroupExclusiveAdd | SubgroupExclusiveMul | SubgroupExclusiveMin | SubgroupExclusiveMax
        | SubgroupExclusiveAnd | SubgroupExclusiveOr | SubgroupExclusiveXor => {
            group_operation::EXCLUSIVE_SCAN
        }
        SubgroupClusteredAdd | SubgroupClusteredMul | SubgroupClusteredMin | SubgroupClusteredMax
        | SubgroupClusteredAnd | SubgroupClusteredOr | SubgroupClusteredXor => {
            group_operation::CLUSTERED_REDUCE
        }
        SubgroupPartitionedAddNV
        | SubgroupPartitionedMulNV
        | SubgroupPartitionedMinNV
        | SubgroupPartitionedMaxNV
        | SubgroupPartitionedAndNV
        | SubgroupPartitionedOrNV
        | SubgroupPartitionedXorNV => group_operation::PARTITIONED_REDUCE_EXT,
        SubgroupPartitionedInclusiveAddNV
        | SubgroupPartitionedInclusiveMulNV
        | SubgroupPartitionedInclusiveMinNV
        | SubgroupPartitionedInclusiveMaxNV
        | SubgroupPartitionedInclusiveAndNV
        | SubgroupPartitionedInclusiveOrNV
        | SubgroupPartitionedInclusiveXorNV => group_operation::PARTITIONED_INCLUSIVE_SCAN_EXT,
        SubgroupPartitionedExclusiveAddNV
        | SubgroupPartitionedExclusiveMulNV
        | SubgroupPartitionedExclusiveMinNV
        | SubgroupPartitionedExclusiveMaxNV
        | SubgroupPartitionedExclusiveAndNV
        | SubgroupPartitionedExclusiveOrNV
        | SubgroupPartitionedExclusiveXorNV => group_operation::PARTITIONED_EXCLUSIVE_SCAN_EXT,
        _ => group_operation::REDUCE,
    }
}

fn opcode(operation: Operation, scalar: Scalar) -> u16 {
    let [boolean, float, signed, unsigned] = match operation {
        Operation::Add => [
            op::GROUP_NON_UNIFORM_I_ADD,
            op::GROUP_NON_UNIFORM_F_ADD,
            op::GROUP_NON_UNIFORM_I_ADD,
            op::GROUP_NON_UNIFORM_I_ADD,
        ],
        Operation::Multiply => [
            op::GROUP_NON_UNIFORM_I_MUL,
            op::GROUP_NON_UNIFORM_F_MUL,
            op::GROUP_NON_UNIFORM_I_MUL,
            op::GROUP_NON_UNIFORM_I_MUL,
        ],
        Operation::Min => [
            op::GROUP_NON_UNIFORM_U_MIN,
            op::GROUP_NON_UNIFORM_F_MIN,
            op::GROUP_NON_UNIFORM_S_MIN,
            op::GROUP_NON_UNIFORM_U_MIN,
        ],
        Operation::Max => [
            op::GROUP_NON_UNIFORM_U_MAX,
            op::GROUP_NON_UNIFORM_F_MAX,
            op::GROUP_NON_UNIFORM_S_MAX,
            op::GROUP_NON_UNIFORM_U_MAX,
        ],
        Operation::And => logical(op::GROUP_NON_UNIFORM_LOGICAL_AND, op::GROUP_NON_UNIFORM_BITWISE_AND),
        Operation::Or => logical(op::GROUP_NON_UNIFORM_LOGICAL_OR, op::GROUP_NON_UNIFORM_BITWISE_OR),
        Operation::Xor => logical(op::GROUP_NON_UNIFORM_LOGICAL_XOR, op::GROUP_NON_UNIFORM_BITWISE_XOR),
    };
    match scalar {
        Scalar::Bool => boolean,
        _ if scalar.is_float() => float,
        _ if scalar.is_signed() => signed,
        _ => unsigned,
    }
}

const fn logical(boolean: u16, bits: u16) -> [u16; 4] {
    [boolean, bits, bits, bits]
}

/// Functions that are an instruction each.
fn is_plain(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        SubgroupElect
            | SubgroupAll
            | SubgroupAny
            | SubgroupAllEqual
            | SubgroupQuadAll
            | SubgroupQuadAny
            | SubgroupBroadcast
            | SubgroupBroadcastFirst
            | SubgroupBallot
            | SubgroupInverseBallot
            | SubgroupBallotBitExtract
            | SubgroupBallotBitCount
            | SubgroupBallotInclusiveBitCount
            | SubgroupBallotExclusiveBitCount
            | SubgroupBallotFindLSB
            | SubgroupBallotFindMSB
            | SubgroupShuffle
            | SubgroupShuffleXor
            | SubgroupShuffleUp
            | SubgroupShuffleDown
            | SubgroupRotate
            | SubgroupClusteredRotate
            | SubgroupQuadBroadcast
            | SubgroupQuadSwapHorizontal
            | SubgroupQuadSwapVertical
            | SubgroupQuadSwapDiagonal
            | SubgroupPartitionNV
    )
}

/// `Direction` of a swap within a quad.
fn swap_direction(intrinsic: Intrinsic) -> Option<u32> {
    Some(match intrinsic {
        Intrinsic::SubgroupQuadSwapHorizontal => 0,
        Intrinsic::SubgroupQuadSwapVertical => 1,
        Intrinsic::SubgroupQuadSwapDiagonal => 2,
        _ => return None,
    })
}
