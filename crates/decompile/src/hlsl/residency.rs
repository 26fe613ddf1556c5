//! Spells reads of textures that also say whether their texels are resident.

use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, Sign, Writer, joined, without_residency};
use crate::tree::{Kind, Node, Var};

impl Writer<'_, '_, Hlsl> {
    /// Writes an operation on sparse textures; false if it is none.
    pub(super) fn sparse(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { node, ty, opcode, operands, needed, .. } = operation;
        if opcode == op::IMAGE_SPARSE_TEXELS_RESIDENT {
            self.since(50, Reason::Instruction, "CheckAccessFullyMapped");
            let status = self.capture(|writer| writer.integer(operands[0], Sign::Unsigned, ANY));
            self.out.push_str(&joined!("CheckAccessFullyMapped(", status, ")"));
            return true;
        }
        if without_residency(opcode) == opcode {
            return false;
        }
        let status = self.names.take("residency");
        let Some(text) = self.sparse_statement(node, &status) else { return false };
        self.before.push(joined!("uint ", status, ";"));
        self.before.push(joined!(text, ";"));
        self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| writer.out.push_str(&status));
        true
    }

    /// Writes the declaration of what says whether texels are resident, and the read; false for other values.
    pub(super) fn declare_residency(&mut self, var: Var, value: Node) -> bool {
        if self.sign(self.tree.node(value).ty) != Sign::Unsigned {
            return false;
        }
        let name = self.local_name(var);
        let Some(text) = self.sparse_statement(value, &name) else { return false };
        self.at = self.tree.node(value).at;
        self.before.push(joined!("uint ", name, ";"));
        self.out.push_str(&text);
        true
    }

    /// What assigns the texels of a read; `None` for other values.
    fn sparse_statement(&mut self, value: Node, status: &str) -> Option<String> {
        let Kind::Operation(opcode, span) = self.tree.kind(value) else { return None };
        let plain = without_residency(opcode);
        let operands = self.tree.operands(span).to_vec();
        let (&texel, operands) = operands.split_last().filter(|_| plain != opcode)?;
        let place = self.text_of(texel);
        let read = self.capture(|writer| {
            writer.texels(texel, plain, operands, status);
        });
        Some(joined!(place, " = ", read))
    }
}
