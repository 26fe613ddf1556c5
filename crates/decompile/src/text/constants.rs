//! Spells constants.

use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::types::MAX_DEPTH;
use super::{Language, Scalar, Sign, Writer, append, joined};
use crate::names::{Name, says_nothing};
use crate::refusal::Reason;
use crate::{Mapped, Mapping};

/// Most constants that a text may spell out; constants share parts, and texts cannot.
const MAX_CONSTANTS: u64 = 1 << 20;
/// Longest text of a constant that is written more than once, in bytes.
const MAX_REPEATED: usize = 1 << 10;
/// Most parts of a zero that are spelled out.
const MAX_ZEROS: u32 = 256;

/// What is said of specialization constants that a text cannot keep apart.
pub(crate) const SHARED_SPEC_ID: &str =
    "two specialization constants have one `SpecId` and are not alike; give their value";

impl<L: Language> Writer<'_, '_, L> {
    /// Text of a constant.
    pub(crate) fn constant_text(&mut self, id: Id) -> String {
        self.constant_at(id, 0)
    }

    /// Writes a constant. Numbers, and vectors of them, need no text of their own.
    pub(crate) fn write_constant(&mut self, id: Id, depth: u32) {
        if let Some(constant) = self.module.constant(id)
            && !constant.specialized
            && depth <= MAX_DEPTH
            && !self.constants.contains_key(&id)
        {
            match constant.value {
                ConstantValue::Number(bits) => {
                    if let Some(scalar) = self.scalar(constant.ty)
                        && self.spend()
                    {
                        return L::write_number(self, scalar, bits);
                    }
                }
                ConstantValue::Composite(parts @ [first, rest @ ..])
                    if L::CALLS_VECTORS && self.module.opcode_of(constant.ty) == op::TYPE_VECTOR =>
                {
                    let is_splat = rest.iter().all(|part| part == first);
                    if (!is_splat || L::SPLATS_VECTORS || L::REPEATS_COMPONENTS) && self.spend() {
                        let parts = if is_splat && L::SPLATS_VECTORS { &parts[..1] } else { parts };
                        return self.vector_of(constant.ty, parts, depth);
                    }
                }
                _ => {}
            }
        }
        let text = self.constant_at(id, depth);
        self.out.push_str(&text);
    }

    /// Writes a vector of constants.
    fn vector_of(&mut self, ty: Id, parts: &[Id], depth: u32) {
        append!(self.out, self.type_name(ty), "(");
        for (index, part) in parts.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.write_constant(*part, depth + 1);
        }
        self.out.push(')');
    }

    /// Text of a constant that is so deep in another one.
    pub(crate) fn constant_at(&mut self, id: Id, depth: u32) -> String {
        if !self.spend() {
            return String::new();
        }
        if let Some(name) = self.constants.get(&id) {
            return name.to_string();
        }
        let Some(constant) = self.module.constant(id) else { return "0".to_owned() };
        if depth > MAX_DEPTH {
            self.refuse(Reason::Depth, "a constant is nested too deep");
            return String::new();
        }
        if constant.specialized
            && let Some(name) = self.specialization(id)
        {
            return name.to_string();
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
        if !self.spend() {
            return String::new();
        }
        if let Some(short) = L::zero(self, ty) {
            return short;
        }
        if depth > MAX_DEPTH {
            self.refuse(Reason::Depth, "a type is nested too deep");
            return String::new();
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
                let zero = self.zero(element, depth + 1);
                if !self.spend_all(zero.len() as u64 * u64::from(count)) {
                    return String::new();
                }
                vec![zero; count as usize]
            }
            Some(Type::Struct { members }) => {
                members.iter().map(|member| self.zero(*member, depth + 1)).collect()
            }
            _ => return String::new(),
        };
        L::composite(self, ty, &parts)
    }

    /// Name of a constant array.
    pub(crate) fn table(&mut self, id: Id, ty: Id) -> Name {
        if let Some(name) = self.tables.get(&id) {
            return name.clone();
        }
        let wanted = self.annotations.name(id).filter(|name| !says_nothing(name));
        let name = self.names.take(wanted.unwrap_or("table"));
        let is_undefined =
            matches!(self.module.constant(id), Some(found) if found.value == ConstantValue::Undef);
        let is_left = L::LEAVES_UNDEFINED && is_undefined;
        let value = if is_left { String::new() } else { self.constant_text(id) };
        let declared = L::table(self, ty, &name, &value);
        let mark = self.mark(id, "");
        self.table_text.push_str(declared.trim_end_matches('\n'));
        self.table_text.push_str(&joined!(mark, "\n"));
        self.tables.insert(id, name.clone());
        name
    }

    /// Counts what constants cost; false if a text would be far longer than its module.
    pub(crate) fn spend(&mut self) -> bool {
        self.spend_all(1)
    }

    /// Counts what so many parts or bytes of constants cost.
    fn spend_all(&mut self, count: u64) -> bool {
        self.spent = self.spent.saturating_add(count);
        if self.spent > MAX_CONSTANTS {
            self.refuse(Reason::Depth, "the constants of the module are too large for a text");
        }
        self.spent <= MAX_CONSTANTS
    }

    /// Name of a specialization constant, which is declared if it was not.
    fn specialization(&mut self, id: Id) -> Option<Name> {
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

    /// Bits of the value that a specialization constant has unless it is given another one.
    pub(crate) fn specialized_bits(&self, id: Id) -> Option<u64> {
        match self.module.constant(id)?.value {
            ConstantValue::Bool(value) => Some(u64::from(value)),
            ConstantValue::Number(bits) => Some(bits),
            _ => None,
        }
    }

    /// Text of an operation on constants.
    pub(crate) fn constant_operation(&mut self, id: Id, opcode: u16, operands: &[u32], depth: u32) -> String {
        let ty = self.module.type_of(id);
        let is_scalar = self.module.vector_size(ty) == Some(1);
        let operator = match opcode {
            // Vectors of truths have functions, which differ between the languages.
            _ if self.scalar(ty) == Some(Scalar::Bool) && !is_scalar => return self.no_constant_operation(),
            op::I_ADD | op::F_ADD => "+",
            op::I_SUB | op::F_SUB => "-",
            op::I_MUL | op::F_MUL => "*",
            op::S_DIV | op::U_DIV | op::F_DIV => "/",
            op::U_MOD => "%",
            op::S_MOD | op::S_REM if opcode == L::REMAINDER => "%",
            op::S_MOD | op::S_REM if is_scalar => return self.constant_remainder(opcode, operands, depth),
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
            op::SELECT
                if operands.len() == 3
                    && self.scalar(self.module.type_of(operands[0])).is_some()
                    && self.module.vector_size(self.module.type_of(operands[0])) == Some(1) =>
            {
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
            op::COMPOSITE_EXTRACT | op::COMPOSITE_INSERT | op::VECTOR_SHUFFLE => {
                return self.constant_parts(ty, opcode, operands, depth);
            }
            op::S_CONVERT | op::U_CONVERT | op::F_CONVERT | op::BITCAST if operands.len() == 1 => {
                let part = self.constant_at(operands[0], depth + 1);
                let name = self.type_name(ty);
                return joined!(name, "(", part, ")");
            }
            _ => return self.no_constant_operation(),
        };
        let &[left, right] = operands else { return String::new() };
        let is_comparison = self.scalar(ty) == Some(Scalar::Bool);
        let (left_sign, right_sign) =
            (self.sign(self.module.type_of(left)), self.sign(self.module.type_of(right)));
        let wanted = if is_comparison { left_sign } else { self.sign(ty) };
        let side = |writer: &mut Self, id: Id, sign: Sign| {
            let text = writer.constant_at(id, depth + 1);
            let size = writer.module.vector_size(writer.module.type_of(id)).unwrap_or(1);
            match (wanted, sign) {
                (Sign::Signed, Sign::Unsigned) => {
                    joined!(writer.vector_name(Scalar::Int(32), size), "(", text, ")")
                }
                (Sign::Unsigned, Sign::Signed) => {
                    joined!(writer.vector_name(Scalar::Uint(32), size), "(", text, ")")
                }
                _ => text,
            }
        };
        let (left, right) = (side(self, left, left_sign), side(self, right, right_sign));
        joined!("(", left, " ", operator, " ", right, ")")
    }

    fn no_constant_operation(&mut self) -> String {
        let what = "an operation on specialization constants has no spelling; give their values";
        self.refuse(Reason::Instruction, what);
        String::new()
    }

    /// A remainder that `%` does not compute, of scalars.
    fn constant_remainder(&mut self, opcode: u16, operands: &[Id], depth: u32) -> String {
        let &[left, right] = operands else { return String::new() };
        let int = self.vector_name(Scalar::Int(32), 1);
        let [x, y] = [left, right].map(|id| {
            let text = self.constant_at(id, depth + 1);
            match self.sign(self.module.type_of(id)) {
                Sign::Unsigned => format!("{int}({text})"),
                _ => text,
            }
        });
        if x.len() + y.len() > MAX_REPEATED {
            return self.no_constant_operation();
        }
        if opcode == op::S_REM {
            return format!("({x} - {y} * ({x} / {y}))");
        }
        let rest = format!("({x} % {y})");
        let differs = format!("({rest} != 0 && ({rest} < 0) != ({y} < 0))");
        L::choice(&differs, &format!("({rest} + {y})"), &rest)
    }

    /// Parts of composites, or a composite with other parts.
    fn constant_parts(&mut self, ty: Id, opcode: u16, operands: &[u32], depth: u32) -> String {
        match (opcode, operands) {
            (op::COMPOSITE_EXTRACT, [composite, indices @ ..]) => {
                self.constant_part(*composite, indices, depth + 1)
            }
            (op::COMPOSITE_INSERT, [object, composite, indices @ ..]) => {
                let object = self.constant_at(*object, depth + 1);
                self.constant_insert((ty, *composite), &object, (&mut Vec::new(), indices), depth + 1)
            }
            (op::VECTOR_SHUFFLE, [first, second, lanes @ ..]) => {
                let size = self.module.vector_size(self.module.type_of(*first)).unwrap_or(0);
                let parts: Vec<String> = lanes
                    .iter()
                    .map(|&lane| match lane {
                        // A component that may have any value is the first.
                        u32::MAX => self.constant_part(*first, &[0], depth + 1),
                        lane if lane < size => self.constant_part(*first, &[lane], depth + 1),
                        lane => self.constant_part(*second, &[lane - size], depth + 1),
                    })
                    .collect();
                L::composite(self, ty, &parts)
            }
            _ => String::new(),
        }
    }

    /// A part of a constant.
    fn constant_part(&mut self, id: Id, indices: &[u32], depth: u32) -> String {
        let Some((&first, rest)) = indices.split_first() else { return self.constant_at(id, depth) };
        match self.module.constant(id).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) if !self.constants.contains_key(&id) => {
                let part = parts.get(first as usize).copied().unwrap_or(0);
                return self.constant_part(part, rest, depth + 1);
            }
            Some(ConstantValue::Replicate(part)) => return self.constant_part(part, rest, depth + 1),
            _ => {}
        }
        let mut text = self.constant_at(id, depth);
        if text.len() > MAX_REPEATED {
            return self.no_constant_operation();
        }
        let mut ty = self.module.type_of(id);
        for &index in indices {
            match self.module.ty(ty) {
                Some(Type::Vector { .. }) => {
                    text.push('.');
                    text.push(['x', 'y', 'z', 'w'][(index & 3) as usize]);
                }
                Some(Type::Struct { .. }) => {
                    text.push('.');
                    text.push_str(&self.member_name(ty, index));
                }
                _ => text.push_str(&format!("[{index}]")),
            }
            ty = self.module.component_type(ty, index).unwrap_or(0);
        }
        text
    }

    /// The part of a constant that these indices lead to, with an object in the place of a part of it.
    fn constant_insert(
        &mut self,
        (ty, composite): (Id, Id),
        object: &str,
        (path, indices): (&mut Vec<u32>, &[u32]),
        depth: u32,
    ) -> String {
        let Some((index, rest)) = indices.split_first() else { return object.to_owned() };
        let count = self.module.component_count(ty).unwrap_or(0);
        if count > MAX_ZEROS {
            return self.no_constant_operation();
        }
        let parts: Vec<String> = (0..count)
            .map(|part| {
                path.push(part);
                let text = match self.module.component_type(ty, part) {
                    Some(inner) if part == *index => {
                        self.constant_insert((inner, composite), object, (path, rest), depth)
                    }
                    _ => self.constant_part(composite, path, depth),
                };
                path.pop();
                text
            })
            .collect();
        L::composite(self, ty, &parts)
    }
}

/// Whole numbers below are written digit by digit: a `float` has them all.
const MAX_WHOLE: f64 = 16_777_216.0;

/// Text of a finite number, which is that number again when it is read.
pub(crate) fn decimal(value: f64, width: u32) -> String {
    let mut text = String::with_capacity(16);
    append_decimal(value, width, &mut text);
    text
}

/// Appends a finite number, which is that number again when it is read.
fn append_decimal(value: f64, width: u32, text: &mut String) {
    let is_whole = value.fract() == 0.0 && value.abs() < MAX_WHOLE;
    match width {
        _ if is_whole => {
            append!(*text, if value.is_sign_negative() { "-" } else { "" }, value.abs() as u64, ".0")
        }
        64 => text.push_str(&format!("{value:?}")),
        _ if append_short(value as f32, text) => {}
        _ => text.push_str(&format!("{:?}", value as f32)),
    }
}

/// Appends a number that has few decimal places; false for others.
fn append_short(value: f32, text: &mut String) -> bool {
    // `{:?}` writes smaller numbers with exponents.
    const LEAST: f32 = 1e-4;
    let magnitude = value.abs();
    if magnitude < LEAST {
        return false;
    }
    let mut power = 10u32;
    for places in 1..=7 {
        // Both are exact, so the division rounds once, as reading the number does.
        let number = f64::from(magnitude) * f64::from(power) + 0.5;
        if number >= MAX_WHOLE {
            return false;
        }
        let number = number as u32;
        if number as f32 / power as f32 == magnitude {
            append!(*text, if value < 0.0 { "-" } else { "" }, number / power, ".");
            let rest = number % power;
            let digits = rest.checked_ilog10().map_or(1, |log| log + 1);
            (digits..places).for_each(|_| text.push('0'));
            append!(*text, rest);
            return true;
        }
        power *= 10;
    }
    false
}

/// Appends a number that all languages write alike; false for others.
pub(crate) fn append_plain(scalar: Scalar, bits: u64, text: &mut String) -> bool {
    match scalar {
        Scalar::Int(32) if bits as u32 as i32 != i32::MIN => append!(*text, bits as u32 as i32),
        Scalar::Float(32) if f32::from_bits(bits as u32).is_finite() => {
            append_decimal(f64::from(f32::from_bits(bits as u32)), 32, text);
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

#[cfg(test)]
mod tests {
    use super::decimal;

    /// Few decimal places are written without `format!`, all as it writes them.
    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let steps = (0u32..=1 << 16).map(|step| f32::from_bits(step.wrapping_mul(0x9e37_79b9)));
        let decimals =
            (1..30_000u32).flat_map(|n| [1e1, 1e2, 1e3, 1e4, 1e5, 1e7].map(|power| n as f32 / power));
        for value in steps.chain(decimals).filter(|value| value.is_finite() && value.abs() < 1e7) {
            for value in [value, -value, value.next_up()] {
                assert_eq!(decimal(f64::from(value), 32), format!("{value:?}"));
            }
        }
    }
}
