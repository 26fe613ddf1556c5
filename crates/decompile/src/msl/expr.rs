//! Spells operations that MSL has its own words for.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Id;

use super::Msl;
use crate::refusal::Reason;
use crate::text::{
    ANY, Operation, POSTFIX, PRODUCT, Scalar, Sign, UNARY, Writer, infix, is_operator, joined,
};
use crate::tree::{Kind, Node};

impl Writer<'_, '_, Msl> {
    /// Writes an operation; false for those that all targets write alike.
    pub(super) fn own_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { node, ty, opcode, operands, needed, .. } = operation;
        if self.pointer_operation(operation) || self.narrow_operation(operation) {
            return true;
        }
        match (opcode, operands) {
            (op::SELECT, &[condition, yes, no]) if self.tree.size(condition) > 1 => {
                self.select_components(ty, condition, (yes, no));
            }
            (op::F_MOD, _) => self.helper_call("mod", Sign::Own, operands),
            (op::S_MOD, _) => self.as_type(ty, Sign::Signed, needed, POSTFIX, |writer| {
                // Built-in values may be unsigned where the module has them signed.
                let width = match writer.scalar(ty) {
                    Some(Scalar::Int(width) | Scalar::Uint(width)) => width,
                    _ => 32,
                };
                let size = writer.module.vector_size(ty).unwrap_or(1);
                let name = writer.vector_name(Scalar::Int(width), size);
                writer.require_helper("floored_mod");
                writer.integer_call(&format!("floored_mod<{name}>"), Sign::Signed, operands);
            }),
            (op::F_REM, _) => self.call("fmod", operands),
            (op::ARRAY_LENGTH, &[array]) => self.write_length(ty, array, needed),
            (op::BITCAST, &[operand]) => self.bitcast(ty, operand, needed),
            (op::OUTER_PRODUCT, &[column, row]) => self.outer_product(ty, column, row),
            (op::MATRIX_TIMES_SCALAR | op::VECTOR_TIMES_SCALAR, _) => return false,
            (op::DOT, _) if self.tree.size(operands[0]) == 1 => {
                self.parenthesized(PRODUCT, needed, |writer| {
                    writer.expr(operands[0], PRODUCT);
                    writer.out.push_str(" * ");
                    writer.expr(operands[1], PRODUCT + 1);
                });
            }
            _ if is_operator(opcode) => return false,
            _ => {
                return self.builtin_call(ty, opcode, operands, needed)
                    || self.image(node, opcode, operands, needed)
                    || self.memory(operation)
                    || self.ray(operation)
                    || self.group(operation);
            }
        }
        true
    }

    /// Writes an operation on integers of less than 32 bits, which C++ computes as int; false for others.
    fn narrow_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, .. } = operation;
        let is_narrow = matches!(self.scalar(ty), Some(Scalar::Int(8 | 16) | Scalar::Uint(8 | 16)));
        if !is_narrow || self.module.vector_size(ty) != Some(1) || opcode == op::S_MOD {
            return false;
        }
        let own = self.sign(ty);
        let text = match (opcode, operands) {
            (op::S_NEGATE | op::NOT, &[operand]) => {
                let text = self.capture(|writer| writer.integer(operand, own, UNARY));
                joined!(if opcode == op::NOT { '~' } else { '-' }, text)
            }
            (_, &[left, right]) => {
                let is_shift = matches!(
                    opcode,
                    op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC
                );
                let Some(found) = infix(opcode) else { return false };
                let sign = if found.sign == Sign::Result { own } else { found.sign };
                let left = self.capture(|writer| writer.integer(left, sign, UNARY));
                let right = self
                    .capture(|writer| writer.integer(right, if is_shift { Sign::Own } else { sign }, UNARY));
                joined!(left, " ", found.text, " ", right)
            }
            _ => return false,
        };
        let name = self.type_name(ty);
        self.out.push_str(&joined!(name, "(", text, ")"));
        true
    }

    /// Precedences that the operands of shifts and bitwise operators need: where people, and clang, want parentheses.
    pub(super) fn mixed_precedences(&self, operation: &Operation<'_>) -> Option<(u8, u8)> {
        let is_mixed = matches!(
            operation.opcode,
            op::SHIFT_LEFT_LOGICAL
                | op::SHIFT_RIGHT_LOGICAL
                | op::SHIFT_RIGHT_ARITHMETIC
                | op::BITWISE_AND
                | op::BITWISE_OR
                | op::BITWISE_XOR
        );
        let own = infix(operation.opcode).filter(|_| is_mixed)?.precedence;
        let left = *operation.operands.first()?;
        let chains = self.tree.variable_of(left).is_none()
            && matches!(self.tree.kind(left), Kind::Operation(opcode, _) if opcode == operation.opcode);
        Some((if chains { own } else { UNARY }, UNARY))
    }

    fn write_length(&mut self, ty: Id, array: Node, needed: u8) {
        let Some(text) = self.array_length(array) else {
            self.refuse(Reason::Instruction, "the length of an array that is not in a single block is asked");
            return;
        };
        self.as_type(ty, Sign::Unsigned, needed, PRODUCT, |writer| writer.out.push_str(&text));
    }

    fn select_components(&mut self, ty: Id, condition: Node, (yes, no): (Node, Node)) {
        let sign = self.sign(ty);
        self.out.push_str("select(");
        self.integer(no, sign, ANY);
        self.out.push_str(", ");
        self.integer(yes, sign, ANY);
        self.out.push_str(", ");
        self.expr(condition, ANY);
        self.out.push(')');
    }

    fn bitcast(&mut self, ty: Id, operand: Node, needed: u8) {
        let (to, from) = (self.scalar(ty), self.scalar_of(operand));
        let same_size = self.module.vector_size(ty) == Some(self.tree.size(operand));
        if same_size && to == from {
            return self.expr(operand, needed);
        }
        if let (true, Some(to)) = (same_size, to)
            && let Some(inner) = self.uncast(operand, to)
        {
            return self.expr(inner, needed);
        }
        let name = self.type_name(ty);
        let is_conversion = same_size
            && matches!(
                (to, from),
                (Some(Scalar::Int(a) | Scalar::Uint(a)), Some(Scalar::Int(b) | Scalar::Uint(b))) if a == b
            );
        let name = if is_conversion { name } else { joined!("as_type<", name, ">").into() };
        self.call(&name, &[operand]);
    }

    fn outer_product(&mut self, ty: Id, column: Node, row: Node) {
        let count = self.tree.size(row);
        if self.scalar(ty) != Some(Scalar::Float(32)) {
            self.lacks(Reason::Instruction, "an outer product of halves");
        }
        let helper = joined!("outer_product", count);
        self.require_helper(&helper);
        let name = self.type_name(ty);
        self.call(&joined!(helper, "<", name, ">"), &[column, row]);
    }

    /// Writes an instruction that is a function of MSL; false if it is none.
    fn builtin_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let name = match opcode {
            op::DOT => "dot",
            op::ANY => "any",
            op::ALL => "all",
            op::IS_NAN => "isnan",
            op::IS_INF => "isinf",
            op::TRANSPOSE => "transpose",
            op::DPDX | op::DPDX_FINE | op::DPDX_COARSE => "dfdx",
            op::DPDY | op::DPDY_FINE | op::DPDY_COARSE => "dfdy",
            op::FWIDTH | op::FWIDTH_FINE | op::FWIDTH_COARSE => "fwidth",
            op::LOGICAL_NOT if self.tree.size(operands[0]) > 1 => {
                self.prefix('!', operands[0], needed);
                return true;
            }
            _ => return self.bit_call(ty, opcode, operands, needed),
        };
        self.call(name, operands);
        true
    }

    fn bit_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let sign = self.sign(ty);
        let (name, base, computed) = match opcode {
            op::BIT_FIELD_INSERT => ("insert_bits", sign, sign),
            op::BIT_FIELD_S_EXTRACT => ("extract_bits", Sign::Signed, Sign::Signed),
            op::BIT_FIELD_U_EXTRACT => ("extract_bits", Sign::Unsigned, Sign::Unsigned),
            op::BIT_REVERSE => ("reverse_bits", sign, sign),
            op::BIT_COUNT => {
                let own = self.sign(self.tree.node(operands[0]).ty);
                ("popcount", own, own)
            }
            op::I_ADD_CARRY => ("add_carry", Sign::Unsigned, Sign::Unsigned),
            op::I_SUB_BORROW => ("sub_borrow", Sign::Unsigned, Sign::Unsigned),
            op::U_MUL_EXTENDED => ("mul_extended", Sign::Unsigned, Sign::Unsigned),
            op::S_MUL_EXTENDED => ("mul_extended", Sign::Signed, Sign::Signed),
            _ => return false,
        };
        self.require_helper(name);
        let values = if opcode == op::BIT_FIELD_INSERT { 2 } else { 1 };
        let has_counts =
            matches!(opcode, op::BIT_FIELD_INSERT | op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT);
        self.as_type(ty, computed, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                let sign = match (opcode, index) {
                    // What is given back.
                    (op::I_ADD_CARRY..=op::S_MUL_EXTENDED, 2) => Sign::Own,
                    // Offsets and widths are uint.
                    _ if has_counts && index >= values => Sign::Unsigned,
                    _ => base,
                };
                writer.integer(*operand, sign, ANY);
            }
            writer.out.push(')');
        });
        true
    }
}
