//! Spells atomics, barriers and operations of subgroups.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{group_operation, memory_semantics, scope};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Id;

use super::Wgsl;
use crate::refusal::Reason;
use crate::text::{ANY, POSTFIX, Scalar, Sign, Writer};
use crate::tree::{Kind, Node};

impl Writer<'_, '_, Wgsl> {
    /// Writes an atomic operation, a barrier or an effect without a result; false if it is none.
    pub(super) fn memory(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        match opcode {
            op::CONTROL_BARRIER => self.control_barrier(operands),
            op::MEMORY_BARRIER => self.memory_barrier(operands[1]),
            op::DEMOTE_TO_HELPER_INVOCATION => self.out.push_str("discard"),
            op::IS_HELPER_INVOCATION_EXT => {
                self.refuse(Reason::Instruction, "WGSL does not tell which invocations are helpers");
            }
            _ => return self.atomic(ty, opcode, operands, needed),
        }
        true
    }

    fn atomic(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let name = match opcode {
            op::ATOMIC_LOAD => "Load",
            op::ATOMIC_STORE => "Store",
            op::ATOMIC_EXCHANGE => "Exchange",
            op::ATOMIC_COMPARE_EXCHANGE => "CompareExchangeWeak",
            op::ATOMIC_I_INCREMENT | op::ATOMIC_I_ADD => "Add",
            op::ATOMIC_I_DECREMENT | op::ATOMIC_I_SUB => "Sub",
            op::ATOMIC_S_MIN | op::ATOMIC_U_MIN => "Min",
            op::ATOMIC_S_MAX | op::ATOMIC_U_MAX => "Max",
            op::ATOMIC_AND => "And",
            op::ATOMIC_OR => "Or",
            op::ATOMIC_XOR => "Xor",
            op::ATOMIC_F_ADD_EXT | op::ATOMIC_F_MIN_EXT | op::ATOMIC_F_MAX_EXT => {
                self.refuse(Reason::Instruction, "WGSL has atomics of integers alone");
                return true;
            }
            _ => return false,
        };
        let place = operands[0];
        if matches!(self.tree.kind(place), Kind::Operation(op::IMAGE_TEXEL_POINTER, _)) {
            self.refuse(Reason::Instruction, "WGSL has no atomics on textures; use a storage buffer");
            return true;
        }
        let own = self.sign(self.tree.node(place).ty);
        if !matches!(self.place_scalar(place), Some(Scalar::Int(32) | Scalar::Uint(32))) {
            self.refuse(Reason::Instruction, "WGSL has atomics of integers of 32 bits alone");
        }
        let signed = matches!(opcode, op::ATOMIC_S_MIN | op::ATOMIC_S_MAX);
        let unsigned = matches!(opcode, op::ATOMIC_U_MIN | op::ATOMIC_U_MAX);
        if signed && own == Sign::Unsigned || unsigned && own == Sign::Signed {
            self.refuse(Reason::Instruction, "an atomic comparison reads its memory with the other sign");
        }
        let computed = if opcode == op::ATOMIC_STORE { Sign::Own } else { own };
        // A statement that takes a part of the result is an assignment.
        let is_statement = self.out.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        if is_statement && matches!(opcode, op::ATOMIC_COMPARE_EXCHANGE | op::ATOMIC_LOAD) {
            self.out.push_str("_ = ");
        }
        self.as_type(ty, computed, needed, POSTFIX, |writer| {
            writer.out.push_str(&format!("atomic{name}(&"));
            writer.place_text(place);
            match opcode {
                op::ATOMIC_LOAD => {}
                op::ATOMIC_I_INCREMENT | op::ATOMIC_I_DECREMENT => {
                    writer.out.push_str(if own == Sign::Unsigned { ", 1u" } else { ", 1" });
                }
                op::ATOMIC_COMPARE_EXCHANGE => {
                    for operand in [operands.get(5), operands.get(4)].into_iter().flatten() {
                        writer.out.push_str(", ");
                        writer.integer(*operand, own, ANY);
                    }
                }
                _ => {
                    if let Some(value) = operands.get(3) {
                        writer.out.push_str(", ");
                        writer.integer(*value, own, ANY);
                    }
                }
            }
            writer.out.push(')');
            if opcode == op::ATOMIC_COMPARE_EXCHANGE {
                writer.out.push_str(".old_value");
            }
        });
        true
    }

    fn control_barrier(&mut self, operands: &[Node]) {
        if self.constant_of(operands[0]) != Some(scope::WORKGROUP) {
            return self.refuse(Reason::Instruction, "WGSL has barriers of workgroups alone");
        }
        let semantics = self.constant_of(operands[2]).unwrap_or(0);
        let storage = semantics & memory_semantics::UNIFORM_MEMORY != 0;
        let image = semantics & memory_semantics::IMAGE_MEMORY != 0;
        let workgroup = semantics & memory_semantics::WORKGROUP_MEMORY != 0 || !storage && !image;
        let all =
            [("workgroupBarrier()", workgroup), ("storageBarrier()", storage), ("textureBarrier()", image)];
        if self.language.usage.loose_barriers {
            let what = "WGSL has barriers where all invocations come alone; move them out of branches, and leave after the last";
            self.refuse(Reason::Control, what);
        }
        let all: Vec<&str> = all
            .into_iter()
            .filter(|(name, wanted)| *wanted && !self.follows(name))
            .map(|(name, _)| name)
            .collect();
        let line = format!(";\n{}", "    ".repeat(self.indent));
        self.out.push_str(&all.join(&line));
    }

    /// WGSL orders memory at barriers alone, which all invocations reach.
    fn memory_barrier(&mut self, semantics: Node) {
        let semantics = self.constant_of(semantics).unwrap_or(0);
        if self.stage != Stage::Compute {
            return self.refuse(Reason::Instruction, "WGSL orders memory in compute shaders alone");
        }
        let name = match () {
            () if semantics & memory_semantics::UNIFORM_MEMORY != 0 => "storageBarrier()",
            () if semantics & memory_semantics::IMAGE_MEMORY != 0 => "textureBarrier()",
            () => "workgroupBarrier()",
        };
        if !self.follows(name) {
            self.out.push_str(name);
        }
    }

    /// True if the line before is the same barrier.
    fn follows(&self, name: &str) -> bool {
        let before = self.out.trim_end_matches(' ');
        before
            .strip_suffix('\n')
            .and_then(|rest| rest.strip_suffix(';'))
            .is_some_and(|rest| rest.ends_with(name))
    }

    /// Writes an operation of a subgroup; false if it is none.
    pub(super) fn group(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let name = match opcode {
            op::GROUP_NON_UNIFORM_ELECT => "subgroupElect",
            op::GROUP_NON_UNIFORM_ALL => "subgroupAll",
            op::GROUP_NON_UNIFORM_ANY => "subgroupAny",
            op::GROUP_NON_UNIFORM_BROADCAST => "subgroupBroadcast",
            op::GROUP_NON_UNIFORM_BROADCAST_FIRST => "subgroupBroadcastFirst",
            op::GROUP_NON_UNIFORM_BALLOT => "subgroupBallot",
            op::GROUP_NON_UNIFORM_SHUFFLE => "subgroupShuffle",
            op::GROUP_NON_UNIFORM_SHUFFLE_XOR => "subgroupShuffleXor",
            op::GROUP_NON_UNIFORM_SHUFFLE_UP => "subgroupShuffleUp",
            op::GROUP_NON_UNIFORM_SHUFFLE_DOWN => "subgroupShuffleDown",
            op::GROUP_NON_UNIFORM_QUAD_BROADCAST => "quadBroadcast",
            _ => return self.group_operation(ty, opcode, operands, needed),
        };
        self.language.enable("subgroups");
        let is_constant =
            matches!(opcode, op::GROUP_NON_UNIFORM_BROADCAST | op::GROUP_NON_UNIFORM_QUAD_BROADCAST);
        let index = operands.get(2).copied();
        if is_constant && !index.is_some_and(|index| matches!(self.tree.kind(index), Kind::Constant(_))) {
            self.refuse(Reason::Instruction, "WGSL broadcasts from an invocation that is a constant");
        }
        self.out.push_str(name);
        self.out.push('(');
        for (index, operand) in operands[1..].iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.integer(*operand, if index == 1 { Sign::Unsigned } else { Sign::Own }, ANY);
        }
        self.out.push(')');
        true
    }

    fn group_operation(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let (name, sign) = match opcode {
            op::GROUP_NON_UNIFORM_I_ADD => ("Add", self.sign(ty)),
            op::GROUP_NON_UNIFORM_F_ADD => ("Add", Sign::Own),
            op::GROUP_NON_UNIFORM_I_MUL => ("Mul", self.sign(ty)),
            op::GROUP_NON_UNIFORM_F_MUL => ("Mul", Sign::Own),
            op::GROUP_NON_UNIFORM_S_MIN => ("Min", Sign::Signed),
            op::GROUP_NON_UNIFORM_U_MIN => ("Min", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_F_MIN => ("Min", Sign::Own),
            op::GROUP_NON_UNIFORM_S_MAX => ("Max", Sign::Signed),
            op::GROUP_NON_UNIFORM_U_MAX => ("Max", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_F_MAX => ("Max", Sign::Own),
            op::GROUP_NON_UNIFORM_BITWISE_AND => ("And", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BITWISE_OR => ("Or", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BITWISE_XOR => ("Xor", self.sign(ty)),
            op::GROUP_NON_UNIFORM_QUAD_SWAP => {
                self.language.enable("subgroups");
                let direction = operands.get(2).and_then(|node| self.constant_of(*node));
                let name = match direction {
                    Some(0) => "quadSwapX",
                    Some(1) => "quadSwapY",
                    _ => "quadSwapDiagonal",
                };
                self.call(name, &operands[1..2]);
                return true;
            }
            op::GROUP_NON_UNIFORM_ALL_EQUAL..=op::GROUP_NON_UNIFORM_LOGICAL_XOR => {
                self.refuse(Reason::Instruction, "WGSL has no such operation of subgroups");
                return true;
            }
            _ => return false,
        };
        self.language.enable("subgroups");
        let prefix = match (self.module.word(self.at, 1), name) {
            (group_operation::REDUCE, _) => "",
            (group_operation::INCLUSIVE_SCAN, "Add" | "Mul") => "Inclusive",
            (group_operation::EXCLUSIVE_SCAN, "Add" | "Mul") => "Exclusive",
            _ => {
                self.refuse(Reason::Instruction, "WGSL has no such scan of a subgroup");
                ""
            }
        };
        self.as_type(ty, sign, needed, POSTFIX, |writer| {
            writer.out.push_str(&format!("subgroup{prefix}{name}("));
            if let Some(value) = operands.get(1) {
                writer.integer(*value, sign, ANY);
            }
            writer.out.push(')');
        });
        true
    }
}
