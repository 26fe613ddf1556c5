//! Spells constants.

use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::types::MAX_DEPTH;
use super::{Language, Scalar, Sign, Writer, append, joined};
use crate::names::says_nothing;
use crate::refusal::Reason;
use crate::{Mapped, Mapping};

/// Most constants that a text may spell out; constants share parts, and texts cannot.
const MAX_CONSTANTS: u32 = 1 << 20;
/// Most parts of a zero that are spelled out.
const MAX_ZEROS: u32 = 256;

impl<L: Language> Writer<'_, '_, L> {
    /// Text of a constant.
    pub(crate) fn constant_text(&mut self, id: Id) -> String {
        self.constant_at(id, 0)
    }

    /// Writes a constant.
    pub(crate) fn write_constant(&mut self, id: Id, depth: u32) {
        if let Some(constant) = self.module.constant(id)
            && !constant.specialized
            && let ConstantValue::Number(bits) = constant.value
            && let Some(scalar) = self.scalar(constant.ty)
            && self.spend()
        {
            return L::write_number(self, scalar, bits);
        }
        if let Some(constant) = self.module.constant(id)
            && !constant.specialized
            && L::CALLS_VECTORS
            && let ConstantValue::Composite(parts) = constant.value
            && let [first, rest @ ..] = parts
            && !rest.iter().all(|part| part == first)
            && self.module.opcode_of(constant.ty) == op::TYPE_VECTOR
            && depth <= MAX_DEPTH
            && self.spend()
        {
            let name = self.type_name(constant.ty);
            append!(self.out, name, "(");
            for (index, part) in parts.iter().enumerate() {
                self.out.push_str(if index > 0 { ", " } else { "" });
                self.write_constant(*part, depth + 1);
            }
            self.out.push(')');
            return;
        }
        let text = self.constant_at(id, depth);
        self.out.push_str(&text);
    }

    pub(crate) fn constant_at(&mut self, id: Id, depth: u32) -> String {
        if !self.spend() {
            return String::new();
        }
        if let Some(name) = self.constants.get(&id) {
            return name.clone();
        }
        let Some(constant) = self.module.constant(id) else { return "0".to_owned() };
        if depth > MAX_DEPTH {
            self.refuse(Reason::Depth, "a constant is nested too deep");
            return String::new();
        }
        if constant.specialized
            && let Some(name) = self.specialization(id)
        {
            return name;
        }
        match constant.value {
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Number(bits) => match self.scalar(constant.ty) {
                Some(scalar) => self.number(scalar, bits),
                None => String::new(),
            },
            ConstantValue::Composite(parts) => {
                let is_vector = matches!(self.module.ty(constant.ty), Some(Type::Vector { .. }));
                let splat = is_vector && parts.iter().all(|part| *part == parts[0]);
                let parts = if splat { &parts[..1] } else { parts };
                let parts: Vec<String> =
                    parts.iter().map(|part| self.constant_at(*part, depth + 1)).collect();
                L::composite(self, constant.ty, &parts)
            }
            ConstantValue::Replicate(part) => {
                let part = self.constant_at(part, depth + 1);
                L::composite(self, constant.ty, &[part])
            }
            ConstantValue::Null | ConstantValue::Undef => self.zero(constant.ty, depth),
            ConstantValue::Operation { opcode, operands } => {
                self.constant_operation(id, opcode, operands, depth)
            }
            ConstantValue::Other { .. } => {
                self.lacks(Reason::Instruction, "constant samplers");
                String::new()
            }
        }
    }

    /// Zero of a type.
    pub(crate) fn zero(&mut self, ty: Id, depth: u32) -> String {
        if depth > MAX_DEPTH || !self.spend() {
            return String::new();
        }
        if let Some(short) = L::zero(self, ty) {
            return short;
        }
        let parts = match self.module.ty(ty) {
            Some(Type::Bool) => return "false".to_owned(),
            Some(Type::Int { .. } | Type::Float { .. }) => {
                return match self.scalar(ty) {
                    Some(scalar) => self.number(scalar, 0),
                    None => String::new(),
                };
            }
            Some(Type::Vector { component, .. }) => vec![self.zero(component, depth + 1)],
            Some(Type::Matrix { column, count }) => vec![self.zero(column, depth + 1); count as usize],
            Some(Type::Array { element, length }) => {
                let count = self.module.constant_u32(length).filter(|count| *count <= MAX_ZEROS);
                let Some(count) = count else {
                    self.lacks(Reason::Type, "an array of zeros that is large or has no constant length");
                    return String::new();
                };
                vec![self.zero(element, depth + 8); count as usize]
            }
            Some(Type::Struct { members }) => {
                members.iter().take(MAX_ZEROS as usize).map(|member| self.zero(*member, depth + 8)).collect()
            }
            _ => return String::new(),
        };
        L::composite(self, ty, &parts)
    }

    /// Name of a constant array.
    pub(crate) fn table(&mut self, id: Id, ty: Id) -> String {
        if let Some(name) = self.tables.get(&id) {
            return name.clone();
        }
        let wanted = self.annotations.name(id).filter(|name| !says_nothing(name));
        let name = self.names.take(&wanted.unwrap_or("table"));
        let value = self.constant_text(id);
        let declared = L::table(self, ty, &name, &value);
        let mark = self.mark(id, "");
        self.table_text.push_str(declared.trim_end_matches('\n'));
        self.table_text.push_str(&joined!(mark, "\n"));
        self.tables.insert(id, name.clone());
        name
    }

    /// Counts what constants cost; false if a text would be far longer than its module.
    pub(crate) fn spend(&mut self) -> bool {
        self.spent += 1;
        if self.spent > MAX_CONSTANTS {
            self.refuse(Reason::Depth, "the constants of the module are too large for a text");
        }
        self.spent <= MAX_CONSTANTS
    }

    /// Name of a specialization constant, which is declared if it was not.
    fn specialization(&mut self, id: Id) -> Option<String> {
        if self.annotations.value(id, decoration::BUILT_IN) == Some(built_in::WORKGROUP_SIZE) {
            return L::workgroup_size(self, id);
        }
        let number = self.annotations.value(id, decoration::SPEC_ID)?;
        let constant = self.module.constant(id)?;
        let given = self.options.constants.get(&number).copied();
        let value = match (given, constant.value) {
            (Some(bits), ConstantValue::Bool(_)) => (bits != 0).to_string(),
            (given, ConstantValue::Number(bits)) => {
                let scalar = self.scalar(constant.ty)?;
                self.number(scalar, given.unwrap_or(bits))
            }
            (_, ConstantValue::Bool(value)) => value.to_string(),
            _ => return None,
        };
        let wanted = self.annotations.name(id).filter(|name| !says_nothing(name));
        let name = match wanted {
            Some(wanted) => self.names.take(wanted),
            None => self.names.take(&joined!("constant", number)),
        };
        self.constants.insert(id, name.clone());
        let declared = L::specialization(self, (id, number), (&name, &value, constant.ty));
        self.constants_text.push_str(&declared);
        let own = self.annotations.name(id).unwrap_or_default();
        self.map.push(Mapped::new(own.to_owned(), &name, Mapping::Specialization(number)));
        Some(name)
    }

    /// Text of an operation on constants.
    pub(crate) fn constant_operation(&mut self, id: Id, opcode: u16, operands: &[u32], depth: u32) -> String {
        let ty = self.module.type_of(id);
        let operator = match opcode {
            op::I_ADD | op::F_ADD => "+",
            op::I_SUB | op::F_SUB => "-",
            op::I_MUL | op::F_MUL => "*",
            op::S_DIV | op::U_DIV | op::F_DIV => "/",
            op::U_MOD | op::S_MOD | op::S_REM => "%",
            op::SHIFT_LEFT_LOGICAL => "<<",
            op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => ">>",
            op::BITWISE_AND => "&",
            op::BITWISE_OR => "|",
            op::BITWISE_XOR => "^",
            op::LOGICAL_AND => "&&",
            op::LOGICAL_OR => "||",
            op::LOGICAL_EQUAL | op::I_EQUAL => "==",
            op::LOGICAL_NOT_EQUAL | op::I_NOT_EQUAL => "!=",
            op::U_LESS_THAN | op::S_LESS_THAN => "<",
            op::U_GREATER_THAN | op::S_GREATER_THAN => ">",
            op::U_LESS_THAN_EQUAL | op::S_LESS_THAN_EQUAL => "<=",
            op::U_GREATER_THAN_EQUAL | op::S_GREATER_THAN_EQUAL => ">=",
            op::SELECT if operands.len() == 3 => {
                let parts: Vec<String> = operands.iter().map(|id| self.constant_at(*id, depth + 1)).collect();
                return L::choice(&parts[0], &parts[1], &parts[2]);
            }
            op::LOGICAL_NOT | op::S_NEGATE | op::F_NEGATE | op::NOT if operands.len() == 1 => {
                let part = self.constant_at(operands[0], depth + 1);
                // Not every language negates these.
                if opcode == op::S_NEGATE && self.scalar(ty) == Some(Scalar::Uint(32)) {
                    return joined!("(0u - (", part, "))");
                }
                let sign = match opcode {
                    op::LOGICAL_NOT => "!",
                    op::NOT => "~",
                    _ => "-",
                };
                return joined!("(", sign, "(", part, "))");
            }
            op::COMPOSITE_EXTRACT if operands.len() == 2 => {
                let part = self.constant_at(operands[0], depth + 1);
                return joined!(part, ".", ["x", "y", "z", "w"][(operands[1] & 3) as usize]);
            }
            op::S_CONVERT | op::U_CONVERT | op::F_CONVERT | op::BITCAST if operands.len() == 1 => {
                let part = self.constant_at(operands[0], depth + 1);
                let name = self.type_name(ty);
                return joined!(name, "(", part, ")");
            }
            _ => {
                self.refuse(
                    Reason::Instruction,
                    "an operation on specialization constants has no spelling; give their values",
                );
                return String::new();
            }
        };
        let &[left, right] = operands else { return String::new() };
        let is_comparison = self.scalar(ty) == Some(Scalar::Bool);
        let (left_sign, right_sign) =
            (self.sign(self.module.type_of(left)), self.sign(self.module.type_of(right)));
        let wanted = if is_comparison { left_sign } else { self.sign(ty) };
        let side = |writer: &mut Self, id: Id, sign: Sign| {
            let text = writer.constant_at(id, depth + 1);
            match (wanted, sign) {
                (Sign::Signed, Sign::Unsigned) => {
                    joined!(writer.vector_name(Scalar::Int(32), 1), "(", text, ")")
                }
                (Sign::Unsigned, Sign::Signed) => {
                    joined!(writer.vector_name(Scalar::Uint(32), 1), "(", text, ")")
                }
                _ => text,
            }
        };
        let (left, right) = (side(self, left, left_sign), side(self, right, right_sign));
        joined!("(", left, " ", operator, " ", right, ")")
    }
}

/// Whole numbers below are written digit by digit: a `float` has them all.
const MAX_WHOLE: f64 = 16_777_216.0;

/// Text of a finite number, which is that number again when it is read.
pub(crate) fn decimal(value: f64, width: u32) -> String {
    let is_whole = value.fract() == 0.0 && value.abs() < MAX_WHOLE;
    match width {
        _ if is_whole && value.is_sign_negative() => joined!("-", value.abs() as u64, ".0"),
        _ if is_whole => joined!(value as u64, ".0"),
        64 => format!("{value:?}"),
        _ => format!("{:?}", value as f32),
    }
}

/// Appends a number that all languages write alike; false for others.
pub(crate) fn append_plain(scalar: Scalar, bits: u64, text: &mut String) -> bool {
    match scalar {
        Scalar::Int(32) if bits as u32 as i32 != i32::MIN => append!(*text, bits as u32 as i32),
        Scalar::Float(32) if f32::from_bits(bits as u32).is_finite() => {
            text.push_str(&decimal(f64::from(f32::from_bits(bits as u32)), 32));
        }
        _ => return false,
    }
    true
}

/// Value of a half.
pub(crate) fn half(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}
