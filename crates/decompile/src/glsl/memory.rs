//! Spells atomics, barriers and group operations.

use glassbox_spirv::build::value::{group_operation, memory_semantics, scope};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Block, Id};

use super::Glsl;
use super::features::NEVER;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{ANY, POSTFIX, SUM, Scalar, Sign, UNARY, Writer, joined};
use crate::tree::{Kind, Node};

impl Writer<'_, '_, Glsl> {
    /// Writes an atomic operation, a barrier or an effect without a result; false if it is none.
    pub(super) fn memory(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        match opcode {
            op::CONTROL_BARRIER => self.control_barrier(operands),
            op::MEMORY_BARRIER => self.memory_barrier(operands[0], operands[1]),
            op::EMIT_VERTEX | op::EMIT_STREAM_VERTEX => {
                let lines = self.position_fixes();
                self.insert_lines(&lines);
                match operands {
                    [] => self.out.push_str("EmitVertex()"),
                    _ => self.call("EmitStreamVertex", operands),
                }
            }
            op::END_PRIMITIVE => self.out.push_str("EndPrimitive()"),
            op::END_STREAM_PRIMITIVE => self.call("EndStreamPrimitive", operands),
            op::BEGIN_INVOCATION_INTERLOCK_EXT => self.interlock("beginInvocationInterlockARB()"),
            op::END_INVOCATION_INTERLOCK_EXT => self.interlock("endInvocationInterlockARB()"),
            op::DEMOTE_TO_HELPER_INVOCATION => {
                self.language.features.require("GL_EXT_demote_to_helper_invocation");
                if !self.language.features.has(140, 310) {
                    self.refuse_version(Reason::Instruction, "demote");
                }
                self.out.push_str("demote");
            }
            op::IS_HELPER_INVOCATION_EXT => {
                self.language.features.require("GL_EXT_demote_to_helper_invocation");
                self.out.push_str("helperInvocationEXT()");
            }
            _ => return self.atomic(ty, opcode, operands, needed),
        }
        true
    }

    fn interlock(&mut self, call: &str) {
        if !self.language.features.has(450, NEVER) {
            self.refuse_version(Reason::Instruction, "interlocks");
        }
        if !self.in_entry() || self.indent > 1 || self.returns_early() {
            let what = "GLSL has interlocks only in main(), outside of conditions and loops";
            self.refuse(Reason::Instruction, what);
        }
        self.language.features.require("GL_ARB_fragment_shader_interlock");
        self.out.push_str(call);
    }

    /// True if the entry point has more than one return.
    fn returns_early(&self) -> bool {
        let entry = self.module.functions.iter().find(|function| function.id == self.entry.function);
        let returns = |block: &&Block| self.module.opcode(block.terminator()) == op::RETURN;
        entry.is_some_and(|entry| entry.blocks.iter().filter(returns).count() > 1)
    }

    fn atomic(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let name = match opcode {
            op::ATOMIC_LOAD | op::ATOMIC_OR => "Or",
            op::ATOMIC_STORE | op::ATOMIC_EXCHANGE => "Exchange",
            op::ATOMIC_COMPARE_EXCHANGE => "CompSwap",
            op::ATOMIC_I_INCREMENT | op::ATOMIC_I_DECREMENT | op::ATOMIC_I_ADD | op::ATOMIC_I_SUB => "Add",
            op::ATOMIC_S_MIN | op::ATOMIC_U_MIN => "Min",
            op::ATOMIC_S_MAX | op::ATOMIC_U_MAX => "Max",
            op::ATOMIC_AND => "And",
            op::ATOMIC_XOR => "Xor",
            op::ATOMIC_F_ADD_EXT if self.language.features.is_es() => {
                let what =
                    "GLSL ES adds integers alone in atomic operations; add under a lock, or in fixed point";
                self.refuse(Reason::Instruction, what);
                "Add"
            }
            op::ATOMIC_F_ADD_EXT => {
                self.language.features.require("GL_EXT_shader_atomic_float");
                "Add"
            }
            _ => return false,
        };
        if !self.language.features.has(430, 310) {
            self.refuse_version(Reason::Instruction, "atomic operations");
        }
        let place = operands[0];
        if self.tree.root(place).and_then(|var| self.roles.get(&var)) == Some(&Role::AtomicCounter) {
            self.as_type(ty, Sign::Unsigned, needed, SUM, |writer| writer.counter_call(opcode, operands));
            return true;
        }
        let place_ty = self.tree.node(place).ty;
        let own = self.sign(place_ty);
        if matches!(self.scalar(place_ty), Some(Scalar::Float(_))) && matches!(opcode, op::ATOMIC_LOAD) {
            self.refuse(
                Reason::Instruction,
                "an atomic load of a floating-point number cannot be written in GLSL",
            );
        }
        if let Some(Scalar::Int(64) | Scalar::Uint(64)) = self.scalar(place_ty) {
            self.language.features.require("GL_EXT_shader_atomic_int64");
        }
        let is_min_max = matches!(opcode, op::ATOMIC_S_MIN | op::ATOMIC_S_MAX);
        let other = matches!(opcode, op::ATOMIC_U_MIN | op::ATOMIC_U_MAX);
        if is_min_max && own == Sign::Unsigned || other && own == Sign::Signed {
            self.refuse(Reason::Instruction, "an atomic comparison reads its memory with the other sign");
        }
        self.as_type(ty, own, needed, POSTFIX, |writer| writer.atomic_call(name, opcode, operands, own));
        true
    }

    fn atomic_call(&mut self, name: &str, opcode: u16, operands: &[Node], own: Sign) {
        let place = operands[0];
        if let Kind::Operation(op::IMAGE_TEXEL_POINTER, span) = self.tree.kind(place) {
            let parts = self.tree.operands(span).to_vec();
            if !self.language.features.has_or_in_310(420, 320, "GL_OES_shader_image_atomic") {
                self.refuse_version(Reason::Instruction, "atomic operations of images");
            }
            self.out.push_str(&joined!("imageAtomic", name, "("));
            self.expr(parts[0], ANY);
            self.out.push_str(", ");
            match self.image_type(parts[0]) {
                Some(image) if self.is_row(&image) => {
                    let place = self.row_coordinate(&image, parts[1], "0");
                    self.out.push_str(&joined!("ivec", Self::dimensions(&image) + 1, "(", place, ")"));
                }
                _ => self.integer(parts[1], Sign::Signed, ANY),
            }
            if let Some(image) = self.image_type(parts[0])
                && image.multisampled == 1
            {
                self.out.push_str(", ");
                self.integer(parts[2], Sign::Signed, ANY);
            }
        } else {
            self.out.push_str(&joined!("atomic", name, "("));
            self.expr(place, ANY);
        }
        self.out.push_str(", ");
        match opcode {
            op::ATOMIC_LOAD => self.out.push_str(if own == Sign::Unsigned { "0u" } else { "0" }),
            op::ATOMIC_I_INCREMENT => self.out.push_str(if own == Sign::Unsigned { "1u" } else { "1" }),
            op::ATOMIC_I_DECREMENT => {
                self.out.push_str(if own == Sign::Unsigned { "uint(-1)" } else { "-1" })
            }
            op::ATOMIC_I_SUB => {
                self.out.push('-');
                self.integer(operands[3], own, UNARY + 1);
            }
            op::ATOMIC_COMPARE_EXCHANGE => {
                self.integer(operands[5], own, ANY);
                self.out.push_str(", ");
                self.integer(operands[4], own, ANY);
            }
            _ => {
                if let Some(value) = operands.get(3) {
                    self.integer(*value, own, ANY);
                }
            }
        }
        self.out.push(')');
    }

    /// Writes an operation of an atomic counter.
    fn counter_call(&mut self, opcode: u16, operands: &[Node]) {
        let (name, is_basic) = match opcode {
            op::ATOMIC_LOAD => ("", true),
            op::ATOMIC_I_INCREMENT => ("Increment", true),
            op::ATOMIC_I_DECREMENT => ("Decrement", true),
            op::ATOMIC_I_ADD => ("Add", false),
            op::ATOMIC_I_SUB => ("Subtract", false),
            op::ATOMIC_U_MIN => ("Min", false),
            op::ATOMIC_U_MAX => ("Max", false),
            op::ATOMIC_AND => ("And", false),
            op::ATOMIC_OR => ("Or", false),
            op::ATOMIC_XOR => ("Xor", false),
            op::ATOMIC_EXCHANGE => ("Exchange", false),
            op::ATOMIC_COMPARE_EXCHANGE => ("CompSwap", false),
            _ => {
                self.refuse(Reason::Instruction, "GLSL has no such operation of atomic counters");
                return;
            }
        };
        if !is_basic && !self.language.features.has(460, NEVER) {
            self.refuse_version(Reason::Instruction, "atomic counters that do more than count");
        }
        self.out.push_str(&format!("atomicCounter{name}("));
        self.expr(operands[0], ANY);
        let values = match opcode {
            op::ATOMIC_COMPARE_EXCHANGE => vec![operands[5], operands[4]],
            _ if is_basic => Vec::new(),
            _ => operands.get(3).copied().into_iter().collect(),
        };
        for value in values {
            self.out.push_str(", ");
            self.integer(value, Sign::Unsigned, ANY);
        }
        // This one alone gives the value that it leaves.
        self.out.push_str(if opcode == op::ATOMIC_I_DECREMENT { ") + 1u" } else { ")" });
    }

    fn control_barrier(&mut self, operands: &[Node]) {
        let semantics = self.constant_of(operands[2]).unwrap_or(0);
        if self.constant_of(operands[0]) == Some(scope::SUBGROUP) {
            self.subgroup_extension("GL_KHR_shader_subgroup_basic");
            self.out.push_str("subgroupBarrier()");
            return;
        }
        let beyond = semantics & !(memory_semantics::WORKGROUP_MEMORY | 0x1f) != 0;
        if beyond && self.stage.has_workgroups() {
            self.memory_barrier(operands[1], operands[2]);
            self.out.push_str("; ");
        }
        self.out.push_str("barrier()");
    }

    fn memory_barrier(&mut self, of: Node, semantics: Node) {
        let semantics = self.constant_of(semantics).unwrap_or(0);
        let memory = semantics & !0x1f;
        if !self.language.features.has(420, 310) {
            self.refuse_version(Reason::Instruction, "memoryBarrier");
        }
        let name = match (self.constant_of(of), memory) {
            (Some(scope::SUBGROUP), _) => {
                self.subgroup_extension("GL_KHR_shader_subgroup_basic");
                "subgroupMemoryBarrier()"
            }
            (_, memory_semantics::WORKGROUP_MEMORY) if self.language.features.has(430, 310) => {
                "memoryBarrierShared()"
            }
            (_, memory_semantics::UNIFORM_MEMORY) if self.language.features.has(430, 310) => {
                "memoryBarrierBuffer()"
            }
            (_, memory_semantics::IMAGE_MEMORY) if self.language.features.has(430, 310) => {
                "memoryBarrierImage()"
            }
            (Some(scope::WORKGROUP), _) if self.stage.has_workgroups() => "groupMemoryBarrier()",
            _ => "memoryBarrier()",
        };
        self.out.push_str(name);
    }

    fn subgroup_extension(&mut self, name: &'static str) {
        if !self.language.features.has(140, 310) {
            self.refuse_version(Reason::Instruction, "operations of subgroups");
        }
        self.language.features.require(name);
    }

    /// Requires what operations of subgroups on types of other widths than 32 bits need.
    fn subgroup_types(&mut self, operands: &[Node]) {
        let Some(value) = operands.get(1) else { return };
        let extension = match self.scalar(self.tree.node(*value).ty) {
            Some(Scalar::Int(8) | Scalar::Uint(8)) => "GL_EXT_shader_subgroup_extended_types_int8",
            Some(Scalar::Int(16) | Scalar::Uint(16)) => "GL_EXT_shader_subgroup_extended_types_int16",
            Some(Scalar::Int(64) | Scalar::Uint(64)) => "GL_EXT_shader_subgroup_extended_types_int64",
            Some(Scalar::Float(16)) => "GL_EXT_shader_subgroup_extended_types_float16",
            _ => return,
        };
        self.language.features.require(extension);
    }

    /// Writes an operation of a subgroup; false if it is none.
    pub(super) fn group(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let simple = match opcode {
            op::SUBGROUP_BALLOT_KHR
            | op::SUBGROUP_FIRST_INVOCATION_KHR
            | op::SUBGROUP_READ_INVOCATION_KHR
            | op::SUBGROUP_ALL_KHR
            | op::SUBGROUP_ANY_KHR
            | op::SUBGROUP_ALL_EQUAL_KHR => return self.old_group(opcode, operands),
            op::GROUP_NON_UNIFORM_ELECT => ("subgroupElect", "GL_KHR_shader_subgroup_basic"),
            op::GROUP_NON_UNIFORM_ALL => ("subgroupAll", "GL_KHR_shader_subgroup_vote"),
            op::GROUP_NON_UNIFORM_ANY => ("subgroupAny", "GL_KHR_shader_subgroup_vote"),
            op::GROUP_NON_UNIFORM_ALL_EQUAL => ("subgroupAllEqual", "GL_KHR_shader_subgroup_vote"),
            // A broadcast takes a constant invocation.
            op::GROUP_NON_UNIFORM_BROADCAST if self.constant_of(operands[2]).is_none() => {
                ("subgroupShuffle", "GL_KHR_shader_subgroup_shuffle")
            }
            op::GROUP_NON_UNIFORM_BROADCAST => ("subgroupBroadcast", "GL_KHR_shader_subgroup_ballot"),
            op::GROUP_NON_UNIFORM_BROADCAST_FIRST => {
                ("subgroupBroadcastFirst", "GL_KHR_shader_subgroup_ballot")
            }
            op::GROUP_NON_UNIFORM_BALLOT => ("subgroupBallot", "GL_KHR_shader_subgroup_ballot"),
            op::GROUP_NON_UNIFORM_INVERSE_BALLOT => {
                ("subgroupInverseBallot", "GL_KHR_shader_subgroup_ballot")
            }
            op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT => {
                ("subgroupBallotBitExtract", "GL_KHR_shader_subgroup_ballot")
            }
            op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB => {
                ("subgroupBallotFindLSB", "GL_KHR_shader_subgroup_ballot")
            }
            op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB => {
                ("subgroupBallotFindMSB", "GL_KHR_shader_subgroup_ballot")
            }
            op::GROUP_NON_UNIFORM_SHUFFLE => ("subgroupShuffle", "GL_KHR_shader_subgroup_shuffle"),
            op::GROUP_NON_UNIFORM_SHUFFLE_XOR => ("subgroupShuffleXor", "GL_KHR_shader_subgroup_shuffle"),
            op::GROUP_NON_UNIFORM_SHUFFLE_UP => {
                ("subgroupShuffleUp", "GL_KHR_shader_subgroup_shuffle_relative")
            }
            op::GROUP_NON_UNIFORM_SHUFFLE_DOWN => {
                ("subgroupShuffleDown", "GL_KHR_shader_subgroup_shuffle_relative")
            }
            op::GROUP_NON_UNIFORM_QUAD_BROADCAST => ("subgroupQuadBroadcast", "GL_KHR_shader_subgroup_quad"),
            _ => return self.group_operation(ty, opcode, operands, needed),
        };
        self.subgroup_extension(simple.1);
        self.subgroup_types(operands);
        let computed = match opcode {
            op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB | op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB => Sign::Unsigned,
            _ => Sign::Own,
        };
        self.as_type(ty, computed, needed, POSTFIX, |writer| {
            writer.out.push_str(simple.0);
            writer.out.push('(');
            for (index, operand) in operands[1..].iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                // Invocations are numbered without sign.
                let sign = if index == 1 { Sign::Unsigned } else { Sign::Own };
                writer.integer(*operand, sign, ANY);
            }
            writer.out.push(')');
        });
        true
    }

    /// Writes an operation of a subgroup that was there before those with a scope.
    fn old_group(&mut self, opcode: u16, operands: &[Node]) -> bool {
        let (name, extension) = match opcode {
            op::SUBGROUP_BALLOT_KHR => ("subgroupBallot", "GL_KHR_shader_subgroup_ballot"),
            op::SUBGROUP_FIRST_INVOCATION_KHR => ("subgroupBroadcastFirst", "GL_KHR_shader_subgroup_ballot"),
            op::SUBGROUP_READ_INVOCATION_KHR => ("readInvocationARB", "GL_ARB_shader_ballot"),
            op::SUBGROUP_ALL_KHR => ("subgroupAll", "GL_KHR_shader_subgroup_vote"),
            op::SUBGROUP_ANY_KHR => ("subgroupAny", "GL_KHR_shader_subgroup_vote"),
            _ => ("subgroupAllEqual", "GL_KHR_shader_subgroup_vote"),
        };
        self.subgroup_extension(extension);
        self.call(name, operands);
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
            op::GROUP_NON_UNIFORM_BITWISE_AND | op::GROUP_NON_UNIFORM_LOGICAL_AND => ("And", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BITWISE_OR | op::GROUP_NON_UNIFORM_LOGICAL_OR => ("Or", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BITWISE_XOR | op::GROUP_NON_UNIFORM_LOGICAL_XOR => ("Xor", self.sign(ty)),
            op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT => ("BallotBitCount", Sign::Own),
            op::GROUP_NON_UNIFORM_QUAD_SWAP => {
                self.subgroup_extension("GL_KHR_shader_subgroup_quad");
                self.subgroup_types(operands);
                let direction = operands.get(2).and_then(|node| self.constant_of(*node));
                let name = match direction {
                    Some(0) => "subgroupQuadSwapHorizontal",
                    Some(1) => "subgroupQuadSwapVertical",
                    _ => "subgroupQuadSwapDiagonal",
                };
                self.call(name, &operands[1..2]);
                return true;
            }
            _ => return false,
        };
        let is_count = opcode == op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT;
        self.subgroup_extension(if is_count {
            "GL_KHR_shader_subgroup_ballot"
        } else {
            "GL_KHR_shader_subgroup_arithmetic"
        });
        self.subgroup_types(operands);
        let operation = self.module.word(self.at, 1);
        let prefix = match operation {
            group_operation::REDUCE => "",
            group_operation::INCLUSIVE_SCAN => "Inclusive",
            group_operation::EXCLUSIVE_SCAN => "Exclusive",
            group_operation::CLUSTERED_REDUCE => {
                self.subgroup_extension("GL_KHR_shader_subgroup_clustered");
                "Clustered"
            }
            _ => {
                self.refuse(Reason::Instruction, "a group operation cannot be written in GLSL");
                ""
            }
        };
        let name = if is_count {
            joined!("subgroupBallot", prefix, "BitCount")
        } else {
            joined!("subgroup", prefix, name)
        };
        let computed = if is_count { Sign::Unsigned } else { sign };
        self.as_type(ty, computed, needed, POSTFIX, |writer| {
            writer.out.push_str(&name);
            writer.out.push('(');
            for (index, operand) in operands[1..].iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                writer.integer(*operand, if index == 0 { sign } else { Sign::Unsigned }, ANY);
            }
            writer.out.push(')');
        });
        true
    }
}
