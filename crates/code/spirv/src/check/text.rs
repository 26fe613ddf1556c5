//! Writes ids, types and operands for messages.

use super::{Checker, TYPE};
use crate::grammar::{self, op};
use crate::module::{At, Id, NamedOperand, Operand, Type};

impl Checker<'_> {
    /// An operand as text, for messages.
    pub(super) fn found(&self, at: At, place: usize) -> String {
        let module = self.module;
        if place == TYPE {
            return match module.get(at).ty {
                0 => self.op_name(at).into(),
                ty => format!("the result type {}", self.type_text(ty)),
            };
        }
        match module.tagged_operands(at).nth(place) {
            None => "no operand".into(),
            Some(Operand::Literal(word)) => {
                match module.named_operands(at).iter().find(|o| o.range.start == place) {
                    Some(NamedOperand { kind: grammar::Kind::Enum(index), .. }) => {
                        grammar::enumeration(*index)
                            .and_then(|kind| kind.enumerant(word))
                            .map_or_else(|| word.to_string(), |row| row.name.into())
                    }
                    _ => word.to_string(),
                }
            }
            Some(Operand::Id(id)) => match (module.type_of(id), module.constant_u32(id)) {
                (0, _) if grammar::is_type(module.opcode_of(id)) => self.type_text(id),
                (0, _) => self.id(id),
                (ty, Some(value)) => format!("{}, the {} {value}", self.id(id), self.type_text(ty)),
                (ty, _) => format!("{} of type {}", self.id(id), self.type_text(ty)),
            },
        }
    }

    /// A type as text, for messages.
    pub(crate) fn type_text(&self, ty: Id) -> String {
        let signs = ["uint", "int"];
        match self.module.ty(ty) {
            Some(Type::Void) => "void".into(),
            Some(Type::Bool) => "bool".into(),
            Some(Type::Int { width: 32, signed }) => signs[usize::from(signed)].into(),
            Some(Type::Int { width, signed }) => format!("{}{width}", signs[usize::from(signed)]),
            Some(Type::Float { width: 32, .. }) => "float".into(),
            Some(Type::Float { width, .. }) => format!("float{width}"),
            Some(Type::Vector { component, count }) => format!("{count} × {}", self.scalar_text(component)),
            Some(Type::Matrix { column, count }) => {
                let rows = self.module.definition(column).map_or(0, |at| self.module.word(at, 1));
                format!("matrix of {count} columns and {rows} rows")
            }
            Some(Type::Pointer { class, pointee }) => {
                let class = grammar::value_name("StorageClass", class).unwrap_or("?");
                format!("pointer to {} in {class}", self.scalar_text(pointee))
            }
            _ => {
                let name = grammar::opcode(self.module.opcode_of(ty)).map_or("", |row| row.name);
                format!("{} ({name})", self.id(ty))
            }
        }
    }

    /// As [`Self::type_text`] for scalars, else the id.
    fn scalar_text(&self, ty: Id) -> String {
        match self.module.opcode_of(ty) {
            op::TYPE_INT | op::TYPE_FLOAT | op::TYPE_BOOL => self.type_text(ty),
            _ => self.id(ty),
        }
    }

    /// An id as text, for messages; [`name_ids`](super::name_ids) makes it the name that the text of instructions has.
    pub(crate) fn id(&self, id: Id) -> String {
        format!("%{}", self.module.number(id))
    }

    /// Name of an instruction.
    pub(crate) fn op_name(&self, at: At) -> &'static str {
        grammar::opcode(self.module.opcode(at)).map_or("the instruction", |row| row.name)
    }
}
