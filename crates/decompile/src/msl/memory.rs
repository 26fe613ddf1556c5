//! Spells atomics, barriers and group operations.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{group_operation, memory_semantics, scope, storage_class};
use glassbox_spirv::grammar::op;

use super::Msl;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, Scalar, Sign, UNARY, Writer, joined};
use crate::tree::{Kind, Node};

impl Writer<'_, '_, Msl> {
    /// Writes an atomic operation, a barrier or an effect without a result; false if it is none.
    pub(super) fn memory(&mut self, operation: &Operation<'_>) -> bool {
        let operands = operation.operands;
        match operation.opcode {
            op::CONTROL_BARRIER => self.control_barrier(operands),
            op::MEMORY_BARRIER => self.memory_barrier(operands),
            op::DEMOTE_TO_HELPER_INVOCATION => self.out.push_str("discard_fragment()"),
            op::IS_HELPER_INVOCATION_EXT => {
                self.since(23, Reason::Instruction, "test for helper invocations");
                self.out.push_str("simd_is_helper_thread()");
            }
            // Whatever is ordered is so from the first access on.
            op::BEGIN_INVOCATION_INTERLOCK_EXT | op::END_INVOCATION_INTERLOCK_EXT => {
                if self.is_interlocked() {
                    self.since(20, Reason::Instruction, "groups of fragments in the order of rasterization");
                } else {
                    self.lacks(Reason::Instruction, "an interlock of parts of a picture");
                }
            }
            op::ASSUME_TRUE_KHR => {}
            _ if self.mesh_operation(operation.opcode, operands) => {}
            _ => return self.atomic(operation),
        }
        true
    }

    fn atomic(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, .. } = operation;
        let name = match opcode {
            op::ATOMIC_LOAD => "load",
            op::ATOMIC_STORE => "store",
            op::ATOMIC_EXCHANGE => "exchange",
            op::ATOMIC_COMPARE_EXCHANGE => "compare",
            op::ATOMIC_I_INCREMENT | op::ATOMIC_I_ADD | op::ATOMIC_F_ADD_EXT => "fetch_add",
            op::ATOMIC_I_DECREMENT | op::ATOMIC_I_SUB => "fetch_sub",
            op::ATOMIC_S_MIN | op::ATOMIC_U_MIN => "fetch_min",
            op::ATOMIC_S_MAX | op::ATOMIC_U_MAX => "fetch_max",
            op::ATOMIC_AND => "fetch_and",
            op::ATOMIC_OR => "fetch_or",
            op::ATOMIC_XOR => "fetch_xor",
            _ => return false,
        };
        let place_ty = self.tree.node(operands[0]).ty;
        let own = self.sign(place_ty);
        let wrong = match opcode {
            op::ATOMIC_S_MIN | op::ATOMIC_S_MAX => own == Sign::Unsigned,
            op::ATOMIC_U_MIN | op::ATOMIC_U_MAX => own == Sign::Signed,
            _ => false,
        };
        if wrong {
            self.refuse(Reason::Instruction, "an atomic comparison reads its memory with the other sign");
        }
        self.as_type(ty, own, needed, POSTFIX, |writer| writer.atomic_call(name, operation, own));
        true
    }

    fn atomic_value(&mut self, operation: &Operation<'_>, own: Sign) -> String {
        let operands = operation.operands;
        match operation.opcode {
            op::ATOMIC_LOAD => String::new(),
            op::ATOMIC_I_INCREMENT | op::ATOMIC_I_DECREMENT => {
                if own == Sign::Unsigned { "1u" } else { "1" }.to_owned()
            }
            op::ATOMIC_COMPARE_EXCHANGE => {
                let expected = self.capture(|writer| writer.integer(operands[5], own, ANY));
                let value = self.capture(|writer| writer.integer(operands[4], own, ANY));
                joined!(expected, ", ", value)
            }
            _ => match operands.get(3) {
                Some(value) => self.capture(|writer| writer.integer(*value, own, ANY)),
                None => String::new(),
            },
        }
    }

    fn atomic_call(&mut self, name: &str, operation: &Operation<'_>, own: Sign) {
        let place = operation.operands[0];
        let value = self.atomic_value(operation, own);
        if let Kind::Operation(op::IMAGE_TEXEL_POINTER, _) = self.tree.kind(place) {
            return self.texel_atomic(name, operation, &value);
        }
        let Some(space) = self.memory_space(place) else {
            self.refuse(
                Reason::Instruction,
                "an atomic operation on memory that is neither a buffer nor shared",
            );
            return;
        };
        let scalar = match self.scalar(self.tree.node(place).ty) {
            Some(Scalar::Int(32)) => "int",
            Some(Scalar::Uint(32)) => "uint",
            Some(Scalar::Float(32)) if matches!(name, "load" | "store" | "exchange" | "fetch_add") => {
                self.since(30, Reason::Instruction, "atomic operations on floating-point numbers");
                "float"
            }
            _ => {
                self.lacks(Reason::Instruction, "this atomic operation");
                return;
            }
        };
        let pointer = self.capture(|writer| writer.expr(place, UNARY));
        let pointer = joined!("(", space, " atomic_", scalar, "*)&", pointer);
        if name == "compare" {
            self.require_helper(&joined!("compare_exchange_", space, "_", scalar));
            self.out.push_str(&joined!("compare_exchange(", pointer, ", ", value, ")"));
            return;
        }
        let comma = if value.is_empty() { "" } else { ", " };
        self.out.push_str(&joined!(
            "atomic_",
            name,
            "_explicit(",
            pointer,
            comma,
            value,
            ", memory_order_relaxed)"
        ));
    }

    /// The space of a place in memory that invocations share; `None` for others.
    pub(super) fn memory_space(&self, place: Node) -> Option<&'static str> {
        if matches!(self.tree.kind(place), Kind::Pointee(_))
            || matches!(self.tree.kind(place), Kind::Path(base, _) if matches!(self.tree.kind(base), Kind::Pointee(_)))
        {
            return Some("device");
        }
        let var = self.tree.root(place)?;
        match (self.roles.get(&var), self.pointer_class(var)) {
            (Some(Role::StorageBlock), _)
            | (_, Some(storage_class::STORAGE_BUFFER | storage_class::UNIFORM)) => Some("device"),
            (Some(Role::Shared), _) if self.language.mesh.payload == Some(var) => None,
            (Some(Role::Shared), _) | (_, Some(storage_class::WORKGROUP)) => Some("threadgroup"),
            _ => None,
        }
    }

    /// What a barrier is for.
    fn flags(&self, semantics: Node) -> String {
        let semantics = self.constant_of(semantics).unwrap_or(0);
        // The payload is memory of the workgroup.
        let has_payload = self.stage == Stage::Task && self.language.mesh.payload.is_some();
        let payload = if has_payload { memory_semantics::WORKGROUP_MEMORY } else { 0 };
        let all: Vec<&str> = [
            (memory_semantics::UNIFORM_MEMORY, "mem_flags::mem_device"),
            (memory_semantics::WORKGROUP_MEMORY, "mem_flags::mem_threadgroup"),
            (payload, "mem_flags::mem_object_data"),
            (memory_semantics::IMAGE_MEMORY, "mem_flags::mem_texture"),
        ]
        .into_iter()
        .filter(|(bit, _)| semantics & bit != 0)
        .map(|(_, word)| word)
        .collect();
        if all.is_empty() { "mem_flags::mem_none".to_owned() } else { all.join(" | ") }
    }

    fn control_barrier(&mut self, operands: &[Node]) {
        let mut flags = self.flags(operands[2]);
        if self.stage == Stage::TessellationControl && !flags.contains("mem_device") {
            // Outputs are in buffers, and the barrier of this stage orders them whatever its semantics are.
            let others = flags.strip_prefix("mem_flags::mem_none").unwrap_or(&flags);
            let others = if others.is_empty() { String::new() } else { joined!(" | ", others) };
            flags = joined!("mem_flags::mem_device", others);
        }
        let name = if self.constant_of(operands[0]) == Some(scope::SUBGROUP) {
            self.since(20, Reason::Instruction, "barriers of SIMD groups");
            "simdgroup_barrier"
        } else {
            "threadgroup_barrier"
        };
        self.out.push_str(&joined!(name, "(", flags, ")"));
    }

    fn memory_barrier(&mut self, operands: &[Node]) {
        let flags = self.flags(operands[1]);
        if self.language.version >= 32 {
            let of = match self.constant_of(operands[0]) {
                Some(scope::WORKGROUP) => "thread_scope_threadgroup",
                Some(scope::SUBGROUP) => "thread_scope_simdgroup",
                _ => "thread_scope_device",
            };
            self.out.push_str(&joined!("atomic_thread_fence(", flags, ", memory_order_seq_cst, ", of, ")"));
        } else if matches!(self.stage, Stage::Compute | Stage::TessellationControl) {
            // The only barrier that these versions have is also one of the flow of control.
            self.out.push_str(&joined!("threadgroup_barrier(", flags, ")"));
        } else {
            self.since(32, Reason::Instruction, "memory barrier outside of kernels");
        }
    }

    /// Writes an operation of a subgroup; false if it is none.
    pub(super) fn group(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, .. } = operation;
        // Older instructions do not say whose group it is.
        let scopes = usize::from(opcode < op::SUBGROUP_BALLOT_KHR);
        let is_reduced = self.module.word(operation.at, 1) == group_operation::REDUCE;
        let (name, sign, since) = match opcode {
            op::GROUP_NON_UNIFORM_ELECT => ("simd_is_first", Sign::Own, 22),
            op::SUBGROUP_ALL_KHR => ("simd_all", Sign::Own, 21),
            op::SUBGROUP_ANY_KHR => ("simd_any", Sign::Own, 21),
            op::SUBGROUP_FIRST_INVOCATION_KHR => ("simd_broadcast_first", self.sign(ty), 21),
            op::SUBGROUP_READ_INVOCATION_KHR => ("simd_broadcast", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_LOGICAL_AND if is_reduced => ("simd_all", Sign::Own, 21),
            op::GROUP_NON_UNIFORM_LOGICAL_OR if is_reduced => ("simd_any", Sign::Own, 21),
            op::GROUP_NON_UNIFORM_ALL => ("simd_all", Sign::Own, 21),
            op::GROUP_NON_UNIFORM_ANY => ("simd_any", Sign::Own, 21),
            op::GROUP_NON_UNIFORM_BROADCAST => ("simd_broadcast", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_BROADCAST_FIRST => ("simd_broadcast_first", self.sign(ty), 21),
            op::GROUP_NON_UNIFORM_SHUFFLE => ("simd_shuffle", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_SHUFFLE_XOR => ("simd_shuffle_xor", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_SHUFFLE_UP => ("simd_shuffle_up", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_SHUFFLE_DOWN => ("simd_shuffle_down", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_QUAD_BROADCAST => ("quad_broadcast", self.sign(ty), 20),
            op::GROUP_NON_UNIFORM_BALLOT | op::SUBGROUP_BALLOT_KHR => {
                self.since(21, Reason::Instruction, "ballots");
                self.helper_call("ballot", Sign::Own, &operands[scopes..]);
                return true;
            }
            op::GROUP_NON_UNIFORM_ALL_EQUAL | op::SUBGROUP_ALL_EQUAL_KHR => {
                self.since(21, Reason::Instruction, "votes");
                self.helper_call("all_equal", Sign::Own, &operands[scopes..]);
                return true;
            }
            op::GROUP_NON_UNIFORM_QUAD_SWAP => {
                let Some(direction @ 0..3) = self.constant_of(operands[2]) else {
                    self.lacks(Reason::Instruction, "a swap in a direction that is no constant");
                    return true;
                };
                self.since(20, Reason::Instruction, "quad_shuffle_xor");
                let sign = self.sign(ty);
                let value = self.capture(|writer| writer.integer(operands[1], sign, ANY));
                self.out.push_str(&joined!("quad_shuffle_xor(", value, ", ", direction + 1, "u)"));
                return true;
            }
            _ => return self.group_arithmetic(operation),
        };
        self.since(since, Reason::Instruction, name);
        self.as_type(ty, sign, needed, POSTFIX, |writer| {
            writer.out.push_str(&joined!(name, "("));
            for (index, operand) in operands[scopes..].iter().enumerate() {
                if index == 0 {
                    writer.integer(*operand, sign, ANY);
                } else {
                    writer.out.push_str(", ushort(");
                    writer.expr(*operand, ANY);
                    writer.out.push(')');
                }
            }
            writer.out.push(')');
        });
        true
    }

    /// Writes a reduction of booleans.
    fn logical_reduction(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, at, .. } = operation;
        let value = operands[1];
        self.since(21, Reason::Instruction, "votes");
        if self.module.word(at, 1) != group_operation::REDUCE || self.tree.size(value) > 1 {
            self.lacks(Reason::Instruction, "this operation of a SIMD group on booleans");
            return true;
        }
        let text = self.capture(|writer| writer.expr(value, ANY));
        self.out.push_str(&match opcode {
            op::GROUP_NON_UNIFORM_LOGICAL_AND => joined!("simd_all(", text, ")"),
            op::GROUP_NON_UNIFORM_LOGICAL_OR => joined!("simd_any(", text, ")"),
            _ => joined!("bool(simd_xor(uint(", text, ")))"),
        });
        true
    }

    fn group_arithmetic(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, at, .. } = operation;
        let (name, sign) = match opcode {
            op::GROUP_NON_UNIFORM_I_ADD => ("sum", self.sign(ty)),
            op::GROUP_NON_UNIFORM_F_ADD => ("sum", Sign::Own),
            op::GROUP_NON_UNIFORM_I_MUL => ("product", self.sign(ty)),
            op::GROUP_NON_UNIFORM_F_MUL => ("product", Sign::Own),
            op::GROUP_NON_UNIFORM_S_MIN => ("min", Sign::Signed),
            op::GROUP_NON_UNIFORM_U_MIN => ("min", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_F_MIN => ("min", Sign::Own),
            op::GROUP_NON_UNIFORM_S_MAX => ("max", Sign::Signed),
            op::GROUP_NON_UNIFORM_U_MAX => ("max", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_F_MAX => ("max", Sign::Own),
            op::GROUP_NON_UNIFORM_LOGICAL_AND
            | op::GROUP_NON_UNIFORM_LOGICAL_OR
            | op::GROUP_NON_UNIFORM_LOGICAL_XOR => return self.logical_reduction(operation),
            op::GROUP_NON_UNIFORM_BITWISE_AND => ("and", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BITWISE_OR => ("or", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BITWISE_XOR => ("xor", self.sign(ty)),
            _ => return false,
        };
        self.since(21, Reason::Instruction, "arithmetic of SIMD groups");
        let prefix = match (self.module.word(at, 1), name) {
            (group_operation::REDUCE, _) => "",
            (group_operation::INCLUSIVE_SCAN, "sum" | "product") => "prefix_inclusive_",
            (group_operation::EXCLUSIVE_SCAN, "sum" | "product") => "prefix_exclusive_",
            _ => {
                self.lacks(Reason::Instruction, "this group operation");
                ""
            }
        };
        self.as_type(ty, sign, needed, POSTFIX, |writer| {
            writer.integer_call(&joined!("simd_", prefix, name), sign, &operands[1..2]);
        });
        true
    }
}
