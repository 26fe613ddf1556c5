//! Spells atomics, barriers and operations of waves.

use glassbox_spirv::build::value::{group_operation, memory_semantics, scope};
use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, Scalar, Sign, UNARY, Writer, joined};
use crate::tree::{Kind, Node, Var};

/// What an atomic operation is called.
fn atomic_name(opcode: u16) -> Option<&'static str> {
    Some(match opcode {
        op::ATOMIC_LOAD | op::ATOMIC_OR => "InterlockedOr",
        op::ATOMIC_STORE | op::ATOMIC_EXCHANGE => "InterlockedExchange",
        op::ATOMIC_COMPARE_EXCHANGE => "InterlockedCompareExchange",
        op::ATOMIC_I_INCREMENT | op::ATOMIC_I_DECREMENT | op::ATOMIC_I_ADD | op::ATOMIC_I_SUB => {
            "InterlockedAdd"
        }
        op::ATOMIC_S_MIN | op::ATOMIC_U_MIN => "InterlockedMin",
        op::ATOMIC_S_MAX | op::ATOMIC_U_MAX => "InterlockedMax",
        op::ATOMIC_AND => "InterlockedAnd",
        op::ATOMIC_XOR => "InterlockedXor",
        _ => return None,
    })
}

impl Writer<'_, '_, Hlsl> {
    /// Writes an atomic operation, a barrier or an effect without a result; false if it is none.
    pub(super) fn memory(&mut self, operation: &Operation<'_>) -> bool {
        let operands = operation.operands;
        match operation.opcode {
            op::CONTROL_BARRIER => self.control_barrier(operands),
            op::MEMORY_BARRIER => {
                let text = self.barrier(operands[1], "");
                self.out.push_str(&text);
            }
            op::DEMOTE_TO_HELPER_INVOCATION => self.out.push_str("discard"),
            op::IS_HELPER_INVOCATION_EXT => {
                self.since(66, Reason::Instruction, "IsHelperLane");
                self.out.push_str("IsHelperLane()");
            }
            // Whatever is written is ordered from the first access on.
            op::BEGIN_INVOCATION_INTERLOCK_EXT | op::END_INVOCATION_INTERLOCK_EXT => {
                if self.is_interlocked() {
                    self.since(51, Reason::Instruction, "views in the order of rasterization");
                } else {
                    self.lacks(Reason::Instruction, "an interlock of parts of a picture");
                }
            }
            _ => return self.atomic(operation),
        }
        true
    }

    fn atomic(&mut self, operation: &Operation<'_>) -> bool {
        if atomic_name(operation.opcode).is_none() {
            return false;
        }
        if self.counter_call(operation) {
            return true;
        }
        if operation.opcode == op::ATOMIC_STORE {
            let text = self.atomic_statement(operation, "");
            self.out.push_str(text.trim_end_matches(';'));
            return true;
        }
        let place_ty = self.tree.node(operation.operands[0]).ty;
        let sign = self.sign(place_ty);
        let name = self.names.take("old");
        let ty = self.type_name(place_ty);
        let text = self.atomic_statement(operation, &name);
        self.before.push(joined!(ty, " ", name, ";"));
        self.before.push(text);
        self.as_type(operation.ty, sign, operation.needed, POSTFIX, |writer| writer.out.push_str(&name));
        true
    }

    /// Writes the declaration of the old value of an atomic operation; false for other values.
    pub(super) fn declare_old(&mut self, var: Var, value: Node) -> bool {
        let Kind::Operation(opcode, span) = self.tree.kind(value) else { return false };
        if atomic_name(opcode).is_none() || opcode == op::ATOMIC_STORE {
            return false;
        }
        let operands = self.tree.operands(span).to_vec();
        let data = self.tree.node(value);
        let is_counter =
            self.tree.root(operands[0]).is_some_and(|var| self.language.buffer_counters.contains_key(&var));
        if is_counter || self.sign(data.ty) != self.sign(self.tree.node(operands[0]).ty) {
            return false;
        }
        self.at = data.at;
        let operation =
            Operation { node: value, ty: data.ty, opcode, operands: &operands, at: data.at, needed: ANY };
        let name = self.local_name(var);
        let declared = self.declarator(data.ty, &name);
        self.before.push(joined!(declared, ";"));
        let text = self.atomic_statement(&operation, &name);
        self.out.push_str(text.trim_end_matches(';'));
        true
    }

    /// A statement that is an atomic operation; the old value goes to a variable, if there is one.
    fn atomic_statement(&mut self, operation: &Operation<'_>, old: &str) -> String {
        let &Operation { opcode, operands, .. } = operation;
        let name = atomic_name(opcode).unwrap_or_default();
        self.since(50, Reason::Instruction, "atomic operations");
        let place = operands[0];
        let ty = self.tree.node(place).ty;
        let sign = self.sign(ty);
        match (self.scalar(ty), opcode) {
            (Some(Scalar::Int(32) | Scalar::Uint(32)), _) => {}
            (Some(Scalar::Int(64) | Scalar::Uint(64)), _) => {
                self.since(66, Reason::Instruction, "atomic operations on 64 bits");
            }
            (Some(Scalar::Float(32)), op::ATOMIC_EXCHANGE | op::ATOMIC_STORE) => {}
            _ => self.lacks(Reason::Instruction, "this atomic operation"),
        }
        let bytes = self.bytes_place(place);
        // Bytes are compared by the sign of the value, other memory by its own.
        let compared = match opcode {
            op::ATOMIC_S_MIN | op::ATOMIC_S_MAX => Sign::Signed,
            op::ATOMIC_U_MIN | op::ATOMIC_U_MAX => Sign::Unsigned,
            _ => sign,
        };
        if compared != sign && bytes.is_none() {
            self.refuse(Reason::Instruction, "an atomic comparison reads its memory with the other sign");
        }
        let value = self.atomic_value(operation, compared);
        let mut old = old.to_owned();
        let mut lines = String::new();
        if old.is_empty() && name == "InterlockedExchange" {
            old = self.names.take("old").to_string();
            let ty = self.type_name(ty);
            lines = joined!(ty, " ", old, ";");
        }
        let comma = if old.is_empty() { "" } else { ", " };
        if !lines.is_empty() {
            self.before.push(lines);
        }
        if let Some(found) = bytes {
            let is_long = matches!(self.scalar(ty), Some(Scalar::Int(64) | Scalar::Uint(64)));
            let width = if is_long { "64" } else { "" };
            return joined!(found.buffer, ".", name, width, "(", found.offset, ", ", value, comma, old, ");");
        }
        let target = match self.atomic_texel(place) {
            Some(texel) => texel,
            None => {
                let role = self.tree.root(place).and_then(|var| self.roles.get(&var).copied());
                if !matches!(role, Some(Role::Shared | Role::StorageBlock)) {
                    self.refuse(
                        Reason::Pointer,
                        "an atomic operation on memory that is neither a buffer nor shared; inline the function",
                    );
                }
                self.text_of(place)
            }
        };
        joined!(name, "(", target, ", ", value, comma, old, ");")
    }

    fn atomic_value(&mut self, operation: &Operation<'_>, sign: Sign) -> String {
        let operands = operation.operands;
        let suffix = if sign == Sign::Unsigned { "u" } else { "" };
        match operation.opcode {
            op::ATOMIC_LOAD => joined!("0", suffix),
            op::ATOMIC_I_INCREMENT => joined!("1", suffix),
            op::ATOMIC_I_DECREMENT if sign == Sign::Unsigned => "0xffffffffu".to_owned(),
            op::ATOMIC_I_DECREMENT => "-1".to_owned(),
            op::ATOMIC_I_SUB => {
                let value = self.capture(|writer| writer.integer(operands[3], sign, UNARY + 1));
                joined!("-", value)
            }
            op::ATOMIC_COMPARE_EXCHANGE => {
                let expected = self.capture(|writer| writer.integer(operands[5], sign, ANY));
                let value = self.capture(|writer| writer.integer(operands[4], sign, ANY));
                joined!(expected, ", ", value)
            }
            _ => match operands.get(3) {
                Some(value) => self.capture(|writer| writer.integer(*value, sign, ANY)),
                None => String::new(),
            },
        }
    }

    fn control_barrier(&mut self, operands: &[Node]) {
        if self.constant_of(operands[0]) == Some(scope::SUBGROUP) {
            return self.lacks(Reason::Instruction, "a barrier of a subgroup");
        }
        if !self.stage.has_workgroups() {
            return self.lacks(Reason::Instruction, "a barrier outside of compute shaders");
        }
        if self.language.loose_barriers {
            let what = "before shader model 6 all invocations come to a barrier; move it out of branches, and leave after the last";
            self.refuse_before(60, Reason::Control, what);
        }
        let text = self.barrier(operands[2], "WithGroupSync");
        self.out.push_str(&text);
    }

    fn barrier(&self, semantics: Node, sync: &str) -> String {
        let semantics = self.constant_of(semantics).unwrap_or(0);
        let memory = semantics & !0x1f;
        let name = match memory {
            0 | memory_semantics::WORKGROUP_MEMORY if self.stage.has_workgroups() => "Group",
            _ if memory & memory_semantics::WORKGROUP_MEMORY == 0 => "Device",
            _ if !self.stage.has_workgroups() => "Device",
            _ => "All",
        };
        joined!(name, "MemoryBarrier", sync, "()")
    }

    /// Writes an operation of a wave; false if it is none.
    pub(super) fn group(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, .. } = operation;
        let (name, first) = match opcode {
            op::GROUP_NON_UNIFORM_ELECT => ("WaveIsFirstLane", 1),
            op::GROUP_NON_UNIFORM_ALL => ("WaveActiveAllTrue", 1),
            op::GROUP_NON_UNIFORM_ANY => ("WaveActiveAnyTrue", 1),
            op::GROUP_NON_UNIFORM_ALL_EQUAL => ("WaveActiveAllEqual", 1),
            op::GROUP_NON_UNIFORM_BROADCAST | op::GROUP_NON_UNIFORM_SHUFFLE => ("WaveReadLaneAt", 1),
            op::GROUP_NON_UNIFORM_BROADCAST_FIRST => ("WaveReadLaneFirst", 1),
            op::GROUP_NON_UNIFORM_BALLOT => ("WaveActiveBallot", 1),
            op::GROUP_NON_UNIFORM_QUAD_BROADCAST => ("QuadReadLaneAt", 1),
            op::SUBGROUP_BALLOT_KHR => ("WaveActiveBallot", 0),
            op::SUBGROUP_FIRST_INVOCATION_KHR => ("WaveReadLaneFirst", 0),
            op::SUBGROUP_READ_INVOCATION_KHR => ("WaveReadLaneAt", 0),
            op::SUBGROUP_ALL_KHR => ("WaveActiveAllTrue", 0),
            op::SUBGROUP_ANY_KHR => ("WaveActiveAnyTrue", 0),
            op::SUBGROUP_ALL_EQUAL_KHR => ("WaveActiveAllEqual", 0),
            op::GROUP_NON_UNIFORM_SHUFFLE_XOR
            | op::GROUP_NON_UNIFORM_SHUFFLE_UP
            | op::GROUP_NON_UNIFORM_SHUFFLE_DOWN => {
                self.since(60, Reason::Instruction, "operations of waves");
                let operator = match opcode {
                    op::GROUP_NON_UNIFORM_SHUFFLE_XOR => "^",
                    op::GROUP_NON_UNIFORM_SHUFFLE_UP => "-",
                    _ => "+",
                };
                self.out.push_str("WaveReadLaneAt(");
                self.expr(operands[1], ANY);
                self.out.push_str(&joined!(", WaveGetLaneIndex() ", operator, " "));
                self.integer(operands[2], Sign::Unsigned, POSTFIX);
                self.out.push(')');
                return true;
            }
            op::GROUP_NON_UNIFORM_QUAD_SWAP => {
                self.since(60, Reason::Instruction, "operations of quads");
                let name = match operands.get(2).and_then(|node| self.constant_of(*node)) {
                    Some(0) => "QuadReadAcrossX",
                    Some(1) => "QuadReadAcrossY",
                    _ => "QuadReadAcrossDiagonal",
                };
                self.call(name, &operands[1..2]);
                return true;
            }
            op::GROUP_NON_UNIFORM_INVERSE_BALLOT..=op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB => {
                return self.ballot(operation);
            }
            _ => return self.reduction(operation),
        };
        self.since(60, Reason::Instruction, "operations of waves");
        let operands = operands.get(first..).unwrap_or_default();
        // It compares each component alone.
        let is_vector = name == "WaveActiveAllEqual" && operands.iter().any(|node| self.tree.size(*node) > 1);
        if is_vector {
            self.out.push_str("all(");
        }
        self.call(name, operands);
        if is_vector {
            self.out.push(')');
        }
        true
    }

    /// Writes an operation on the lanes of a ballot; false if it is none.
    fn ballot(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, at, .. } = operation;
        self.since(60, Reason::Instruction, "operations of waves");
        let lanes = operands.get(1).copied().unwrap_or(operands[0]);
        let text = match opcode {
            op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT => {
                let scan = self.module.word(at, 1);
                match (scan, self.voted(lanes)) {
                    (group_operation::REDUCE, Some(vote)) => {
                        joined!("WaveActiveCountBits(", self.text_of(vote), ")")
                    }
                    (group_operation::EXCLUSIVE_SCAN, Some(vote)) => {
                        joined!("WavePrefixCountBits(", self.text_of(vote), ")")
                    }
                    _ => {
                        self.require_helper("ballot_bit_count", 1);
                        let lanes = self.capture(|writer| writer.integer(lanes, Sign::Unsigned, ANY));
                        let limit = match scan {
                            group_operation::EXCLUSIVE_SCAN => "WaveGetLaneIndex()",
                            group_operation::INCLUSIVE_SCAN => "WaveGetLaneIndex() + 1u",
                            _ => "WaveGetLaneCount()",
                        };
                        joined!("ballot_bit_count(", lanes, ", ", limit, ")")
                    }
                }
            }
            op::GROUP_NON_UNIFORM_INVERSE_BALLOT | op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT => {
                self.require_helper("ballot_bit", 1);
                let lanes = self.capture(|writer| writer.integer(lanes, Sign::Unsigned, ANY));
                let lane = match operands.get(2) {
                    Some(lane) => self.capture(|writer| writer.integer(*lane, Sign::Unsigned, ANY)),
                    None => "WaveGetLaneIndex()".to_owned(),
                };
                self.out.push_str(&joined!("ballot_bit(", lanes, ", ", lane, ")"));
                return true;
            }
            op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB | op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB => {
                let name = if opcode == op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB {
                    "ballot_first_bit_low"
                } else {
                    "ballot_first_bit_high"
                };
                self.require_helper(name, 1);
                let lanes = self.capture(|writer| writer.integer(lanes, Sign::Unsigned, ANY));
                joined!(name, "(", lanes, ")")
            }
            _ => return false,
        };
        self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| writer.out.push_str(&text));
        true
    }

    /// The condition of a ballot that is written where it is used.
    fn voted(&self, lanes: Node) -> Option<Node> {
        let Kind::Operation(op::GROUP_NON_UNIFORM_BALLOT, span) = self.tree.kind(lanes) else { return None };
        let is_inside = self.tree.variable_of(lanes).is_none();
        self.tree.operands(span).get(1).copied().filter(|_| is_inside)
    }

    /// Writes a reduction of booleans.
    fn logical_reduction(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, at, .. } = operation;
        self.since(60, Reason::Instruction, "operations of waves");
        let value = operands.get(1).copied().unwrap_or(operands[0]);
        if self.module.word(at, 1) != group_operation::REDUCE || self.tree.size(value) > 1 {
            self.lacks(Reason::Instruction, "this operation of a subgroup on booleans");
            return true;
        }
        let text = self.text_of(value);
        self.out.push_str(&match opcode {
            op::GROUP_NON_UNIFORM_LOGICAL_AND => joined!("WaveActiveAllTrue(", text, ")"),
            op::GROUP_NON_UNIFORM_LOGICAL_OR => joined!("WaveActiveAnyTrue(", text, ")"),
            _ => joined!("bool(WaveActiveCountBits(", text, ") & 1u)"),
        });
        true
    }

    fn reduction(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, at, .. } = operation;
        let (name, prefix, sign) = match opcode {
            op::GROUP_NON_UNIFORM_I_ADD => ("WaveActiveSum", "WavePrefixSum", self.sign(ty)),
            op::GROUP_NON_UNIFORM_F_ADD => ("WaveActiveSum", "WavePrefixSum", Sign::Own),
            op::GROUP_NON_UNIFORM_I_MUL => ("WaveActiveProduct", "WavePrefixProduct", self.sign(ty)),
            op::GROUP_NON_UNIFORM_F_MUL => ("WaveActiveProduct", "WavePrefixProduct", Sign::Own),
            op::GROUP_NON_UNIFORM_S_MIN => ("WaveActiveMin", "", Sign::Signed),
            op::GROUP_NON_UNIFORM_U_MIN => ("WaveActiveMin", "", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_F_MIN => ("WaveActiveMin", "", Sign::Own),
            op::GROUP_NON_UNIFORM_S_MAX => ("WaveActiveMax", "", Sign::Signed),
            op::GROUP_NON_UNIFORM_U_MAX => ("WaveActiveMax", "", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_F_MAX => ("WaveActiveMax", "", Sign::Own),
            op::GROUP_NON_UNIFORM_LOGICAL_AND
            | op::GROUP_NON_UNIFORM_LOGICAL_OR
            | op::GROUP_NON_UNIFORM_LOGICAL_XOR => return self.logical_reduction(operation),
            op::GROUP_NON_UNIFORM_BITWISE_AND => ("WaveActiveBitAnd", "", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_BITWISE_OR => ("WaveActiveBitOr", "", Sign::Unsigned),
            op::GROUP_NON_UNIFORM_BITWISE_XOR => ("WaveActiveBitXor", "", Sign::Unsigned),
            _ => return false,
        };
        self.since(60, Reason::Instruction, "operations of waves");
        let is_sum = name == "WaveActiveSum";
        let is_product = name == "WaveActiveProduct";
        let value = operands.get(2).or(operands.get(1)).copied().unwrap_or(operands[0]);
        let text = self.capture(|writer| writer.integer(value, sign, ANY));
        let written = match self.module.word(at, 1) {
            group_operation::REDUCE => joined!(name, "(", text, ")"),
            group_operation::EXCLUSIVE_SCAN if !prefix.is_empty() => joined!(prefix, "(", text, ")"),
            group_operation::INCLUSIVE_SCAN if is_sum => joined!("(", prefix, "(", text, ") + ", text, ")"),
            group_operation::INCLUSIVE_SCAN if is_product => {
                joined!("(", prefix, "(", text, ") * (", text, "))")
            }
            _ => {
                self.lacks(Reason::Instruction, "this scan of a subgroup");
                return true;
            }
        };
        self.as_type(ty, sign, needed, POSTFIX, |writer| writer.out.push_str(&written));
        true
    }
}
