//! Spells types and constants.

use foldhash::HashSet;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::Sksl;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Scalar, Writer, call_text, counted, decimal, vectors};
use crate::tree::{Kind, Node, Origin, Var};

/// Begins the parts of an array that has no constructor, each part after one such character. No text of a module has it.
pub(super) const PARTS: char = '\u{1}';
/// Most numbers of an array. Source: Skia 144 refuses arrays of 100000 numbers and more.
const MAX_NUMBERS: u32 = 99_999;

impl Writer<'_, '_, Sksl> {
    /// Refuses what only effects of version 300 have.
    pub(super) fn refuse_version(&mut self, reason: Reason, what: &str) {
        self.refuse(reason, &format!("SkSL 100 has no {what}; SkSL 300 has, which Skia draws on GPUs alone"));
    }

    /// True for effects of version 300.
    pub(super) fn is_300(&self) -> bool {
        self.language.version >= 300
    }

    /// Name of a vector of this many components, or of a scalar.
    pub(super) fn vector_text(&mut self, scalar: Scalar, count: u32) -> &'static str {
        let names = match scalar {
            Scalar::Bool => vectors!("bool"),
            Scalar::Int(32) => vectors!("int"),
            Scalar::Uint(32) => {
                if !self.is_300() {
                    self.refuse_version(Reason::Type, "unsigned integers");
                }
                vectors!("uint")
            }
            Scalar::Float(32) => vectors!("float"),
            Scalar::Float(16) => {
                let what = "SkSL has no numbers of exactly 16 bits, half may have more; compile with mediump instead";
                self.refuse(Reason::Type, what);
                vectors!("half")
            }
            _ => {
                self.lacks(Reason::Type, "numbers of 8, 16 or 64 bits");
                vectors!("int")
            }
        };
        counted(names, count)
    }

    /// Name of a type, arrays included.
    pub(super) fn type_text(&mut self, ty: Id) -> Name {
        if let Some(name) = self.scalar_or_vector_name(ty) {
            return name.into();
        }
        match self.module.ty(ty) {
            Some(Type::Void) => Name::new_static("void"),
            Some(Type::Matrix { column, count }) => {
                let rows = self.module.vector_size(column).unwrap_or(0);
                if rows != count && !self.is_300() {
                    self.refuse_version(Reason::Type, "matrices that are not square");
                }
                let scalar = self.scalar(column).unwrap_or(Scalar::Float(32));
                format!("{}{count}x{rows}", self.vector_text(scalar, 1)).into()
            }
            Some(Type::Array { .. } | Type::RuntimeArray { .. }) => {
                let (inner, sizes) = self.array(ty);
                format!("{}{sizes}", self.type_text(inner)).into()
            }
            Some(Type::Struct { .. }) => self.struct_name(ty),
            Some(Type::Image(_) | Type::SampledImage { .. } | Type::Sampler) => {
                let what = "a function of an effect takes no textures; inline it";
                self.refuse(Reason::Interface, what);
                Name::new_static("")
            }
            _ => {
                self.lacks(Reason::Type, "a type of the module");
                Name::new_static("")
            }
        }
    }

    /// The type inside of an array, and its size in brackets.
    fn array(&mut self, ty: Id) -> (Id, String) {
        let (element, length) = match self.module.ty(ty) {
            Some(Type::Array { element, length }) => (element, length),
            Some(Type::RuntimeArray { element }) => {
                self.lacks(Reason::Type, "an array without a length");
                return (element, String::new());
            }
            _ => return (ty, String::new()),
        };
        if matches!(self.module.ty(element), Some(Type::Array { .. } | Type::RuntimeArray { .. })) {
            self.refuse(Reason::Type, "SkSL has no arrays of arrays; use one array");
            return (element, String::new());
        }
        let is_specialized = self.module.constant(length).is_none_or(|constant| constant.specialized);
        if is_specialized {
            self.refuse(
                Reason::Type,
                "a specialization constant is the length of an array; use a plain constant",
            );
        }
        let count = self.module.constant_u32(length).unwrap_or(1);
        let numbers = self.numbers(element, 0);
        if count == 0 || count.saturating_mul(numbers) > MAX_NUMBERS {
            self.refuse(Reason::Type, "an array is larger than those of SkSL");
        }
        (element, format!("[{count}]"))
    }

    /// How many numbers a type has.
    pub(super) fn numbers(&self, ty: Id, depth: u32) -> u32 {
        match self.module.ty(ty) {
            // Structures share their parts; what is nested deeper is refused where it is written.
            _ if depth > 8 => MAX_NUMBERS,
            Some(Type::Struct { members }) => members
                .iter()
                .take(64)
                .fold(0, |sum: u32, member| sum.saturating_add(self.numbers(*member, depth + 4))),
            Some(Type::Array { element, length }) => {
                let count = self.module.constant_u32(length).unwrap_or(1);
                count.saturating_mul(self.numbers(element, depth + 1))
            }
            Some(Type::Matrix { column, count }) => {
                count.saturating_mul(self.module.vector_size(column).unwrap_or(1))
            }
            _ => self.module.vector_size(ty).unwrap_or(1),
        }
    }

    /// A declaration without qualifiers: `float4 name[2]`.
    pub(super) fn declarator_text(&mut self, ty: Id, name: &str) -> String {
        let (inner, sizes) = self.array(ty);
        format!("{} {name}{sizes}", self.type_text(inner))
    }

    /// A declaration of a variable: numbers whose precision is relaxed are `half`.
    pub(super) fn precise_declarator(&mut self, var: Var, name: &str) -> String {
        let variable = self.tree.variable(var);
        let declared = self.declarator_text(variable.ty, name);
        if self.is_half(var) { half_of(declared) } else { declared }
    }

    /// True for variables of the type `half` and its vectors. What calls write has the type of the parameter.
    pub(super) fn is_half(&self, var: Var) -> bool {
        let variable = self.tree.variable(var);
        let id = match variable.origin {
            Origin::Value(node) => self.module.get(self.tree.node(node).at).result,
            _ => variable.id,
        };
        self.is_relaxed(id, variable.ty) && !self.language.usage.given.contains(&self.tree.actual(var))
    }

    /// True for floating-point numbers and vectors of relaxed precision.
    pub(super) fn is_relaxed(&self, id: Id, ty: Id) -> bool {
        let is_plain = matches!(self.module.ty(ty), Some(Type::Float { .. } | Type::Vector { .. }));
        is_plain
            && id != 0
            && self.scalar(ty) == Some(Scalar::Float(32))
            && self.annotations.has(id, decoration::RELAXED_PRECISION)
    }

    /// Text of a number.
    pub(super) fn number_text(&mut self, scalar: Scalar, bits: u64) -> String {
        match scalar {
            Scalar::Bool => (bits != 0).to_string(),
            Scalar::Int(32) => (bits as u32 as i32).to_string(),
            Scalar::Float(32) => {
                let value = f32::from_bits(bits as u32);
                if value.is_finite() {
                    return decimal(f64::from(value), 32);
                }
                if !self.is_300() {
                    self.refuse_version(Reason::Instruction, "infinities and NaN as constants");
                }
                format!("uintBitsToFloat({}u)", bits as u32)
            }
            _ => {
                self.vector_text(scalar, 1);
                format!("{}u", bits as u32)
            }
        }
    }

    /// Refuses operations on specialization constants that Skia, which computes them, may refuse.
    pub(super) fn check_constant_operations(&mut self) {
        let constant = |node: Node| match self.tree.kind(node) {
            Kind::Constant(id) => Some(id),
            _ => None,
        };
        let mut work: Vec<Id> = self.tree.nodes().filter_map(constant).collect();
        let mut seen: HashSet<Id> = HashSet::default();
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Some(ConstantValue::Operation { opcode, operands }) =
                self.module.constant(id).map(|constant| constant.value)
            else {
                continue;
            };
            let count = if opcode == op::COMPOSITE_EXTRACT { 1 } else { operands.len() };
            work.extend(&operands[..count.min(operands.len())]);
            let is_unsigned = self.scalar(self.module.type_of(id)) == Some(Scalar::Uint(32));
            let is_safe = match opcode {
                op::BITWISE_AND | op::BITWISE_OR | op::BITWISE_XOR => self.is_300(),
                op::I_SUB | op::S_NEGATE => !is_unsigned,
                op::I_ADD | op::I_MUL | op::SELECT | op::COMPOSITE_EXTRACT => true,
                op::LOGICAL_EQUAL..=op::LOGICAL_NOT | op::I_EQUAL..=op::S_LESS_THAN_EQUAL => true,
                _ => false,
            };
            if !is_safe {
                self.at = self.module.definition(id).unwrap_or(self.at);
                let what = "an operation on specialization constants that may have no result in SkSL; specialize the module";
                self.refuse(Reason::Specialization, what);
            }
        }
    }

    /// What makes a composite of its parts.
    pub(super) fn composite_text(&mut self, ty: Id, parts: &[String]) -> String {
        let is_array = matches!(self.module.ty(ty), Some(Type::Array { .. }));
        if parts.iter().any(|part| part.starts_with(PARTS)) {
            self.refuse_version(Reason::Type, "constructors of arrays");
            return String::new();
        }
        if is_array && !self.is_300() {
            return parts.iter().map(|part| format!("{PARTS}{part}")).collect();
        }
        if matches!(self.module.ty(ty), Some(Type::Struct { members: [] })) {
            self.refuse(Reason::Type, "SkSL has no structures without members");
        }
        call_text(&self.type_text(ty), parts)
    }

    /// Declaration of a structure.
    pub(super) fn structure_text(&mut self, ty: Id, name: &str) -> String {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return String::new() };
        if members.is_empty() {
            self.refuse(Reason::Type, "SkSL has no structures without members");
        }
        let mut text = format!("\nstruct {name} {{\n");
        for (index, &member) in (0..).zip(members) {
            let member_name = self.member_name(ty, index);
            let declared = self.declarator_text(member, &member_name);
            let mark = self.mark_member(ty, index, false);
            text.push_str(&format!("    {declared};{mark}\n"));
        }
        text.push_str("};\n");
        text
    }

    /// Declaration of a constant array. Where arrays have no constructor it is a variable that the entry point fills.
    pub(super) fn table_text(&mut self, ty: Id, name: &str, value: &str) -> String {
        let declared = self.declarator_text(ty, name);
        match value.strip_prefix(PARTS) {
            Some(parts) => {
                for (index, part) in parts.split(PARTS).enumerate() {
                    self.language.fills.push_str(&format!("    {name}[{index}] = {part};\n"));
                }
                format!("{declared};\n")
            }
            None => format!("const {declared} = {value};\n"),
        }
    }
}

/// A type or value of `float` as one of `half`.
pub(super) fn half_of(text: String) -> String {
    match text.strip_prefix("float") {
        Some(rest) => format!("half{rest}"),
        None => text,
    }
}
