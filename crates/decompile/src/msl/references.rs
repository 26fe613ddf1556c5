//! Spells pointers to buffers.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Msl;
use super::layout::Store;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, Scalar, UNARY, Writer, joined};
use crate::tree::{Kind, Node};

impl Writer<'_, '_, Msl> {
    /// How what a pointer points to is stored; nothing says where vectors begin.
    pub(super) fn pointee_store(&self, pointee: Id) -> Store {
        if matches!(self.module.ty(pointee), Some(Type::Vector { .. })) {
            Store::Packed
        } else {
            Store::Plain
        }
    }

    /// Name of the type of pointers to a type.
    pub(super) fn pointer_name(&mut self, pointee: Id) -> String {
        self.since(30, Reason::Pointer, "pointers that are stored in buffers");
        match self.module.ty(pointee) {
            Some(Type::Struct { .. }) => {
                let name = self.struct_name(pointee);
                let is_known = self.language.structures.contains(&name);
                if !is_known && self.language.open.last() != Some(&name) {
                    self.language.pointees.insert(name.clone());
                }
                joined!("device ", name, "*")
            }
            Some(Type::Int { .. } | Type::Float { .. } | Type::Vector { .. }) => {
                joined!("device ", self.stored_name(pointee, self.pointee_store(pointee)), "*")
            }
            _ if self.tree.is_reference(pointee) => joined!(self.type_name(pointee), " device*"),
            _ => {
                self.lacks(Reason::Pointer, "a pointer to an array or a matrix");
                String::new()
            }
        }
    }

    /// Writes a conversion from or to a pointer; false if it is none.
    pub(super) fn pointer_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, .. } = operation;
        if let (op::PTR_EQUAL | op::PTR_NOT_EQUAL, &[left, right]) = (opcode, operands)
            && self.tree.is_reference(self.tree.node(left).ty)
        {
            let operator = if opcode == op::PTR_EQUAL { " == " } else { " != " };
            self.parenthesized(crate::text::EQUALITY, needed, |writer| {
                writer.expr(left, UNARY);
                writer.out.push_str(operator);
                writer.expr(right, UNARY);
            });
            return true;
        }
        let &[operand] = operands else { return false };
        let from = self.tree.node(operand).ty;
        let (is_made, is_taken) = (self.tree.is_reference(ty), self.tree.is_reference(from));
        if !matches!(opcode, op::CONVERT_U_TO_PTR | op::CONVERT_PTR_TO_U | op::BITCAST)
            || !is_made && !is_taken
        {
            return false;
        }
        let name = self.type_name(ty);
        let is_pair = |ty| self.module.vector_size(ty) == Some(2);
        if is_taken && is_pair(ty) {
            self.out.push_str(&joined!("as_type<", name, ">((ulong)"));
            self.expr(operand, UNARY);
            self.out.push(')');
            return true;
        }
        let is_from_pair = is_pair(from);
        self.parenthesized(UNARY, needed, |writer| {
            writer.out.push_str(&joined!("(", name, ")"));
            if is_from_pair {
                writer.call("as_type<ulong>", &[operand]);
            } else if is_taken && matches!(writer.scalar(ty), Some(Scalar::Int(64))) {
                writer.out.push_str("(ulong)");
                writer.expr(operand, UNARY);
            } else {
                writer.expr(operand, UNARY);
            }
        });
        true
    }

    /// The address of a place that a pointer leads to, where a function takes a pointer.
    pub(super) fn address(&mut self, place: Node, (callee, index): (Id, usize)) -> Option<String> {
        let base = match self.tree.kind(place) {
            Kind::Path(base, _) => base,
            _ => place,
        };
        let Kind::Pointee(pointer) = self.tree.kind(base) else { return None };
        let taken = self.parameter_type(callee, index).filter(|taken| self.tree.is_reference(*taken))?;
        let (pointee, _) = self.module.pointer(taken)?;
        if pointee != self.tree.node(place).ty || self.tree.variable_of(place).is_some() {
            return None;
        }
        if base == place {
            return Some(self.capture(|writer| writer.expr(pointer, ANY)));
        }
        if self.pointee_store(pointee) != Store::Plain {
            self.refuse(Reason::Pointer, "the address of a vector is given to a function; give a variable");
        }
        Some(self.capture(|writer| {
            writer.out.push('&');
            writer.expr(place, UNARY);
        }))
    }

    /// Writes the place that a pointer points to.
    pub(super) fn write_pointee(&mut self, pointer: Node) {
        self.out.push_str("(*");
        self.expr(pointer, POSTFIX);
        self.out.push(')');
    }

    /// Declarations of the structures that pointers point to and that stand below.
    pub(super) fn pointee_text(&self) -> String {
        self.language.pointees.iter().map(|name| joined!("struct ", name, ";\n")).collect()
    }

    /// An address that a pointer to nothing has.
    pub(super) fn null_pointer(&self, ty: Id) -> Option<String> {
        self.tree.is_reference(ty).then(|| "nullptr".to_owned())
    }
}
