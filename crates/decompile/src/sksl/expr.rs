//! Spells operations in the words of SkSL.

use glassbox_spirv::build::glsl;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::Sksl;
use super::functions::{
    BOTH, CHOOSE, EITHER, FLOOR_QUOTIENT, Function, Helper, IS_INF, IS_NAN, MODULO, NOT_APART, REMAINDER,
    TRUNCATE, function,
};
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, PRODUCT, SUM, Scalar, Sign, UNARY, Writer};
use crate::tree::{Kind, Node};

const FLOAT: Scalar = Scalar::Float(32);
const INT: Scalar = Scalar::Int(32);

impl Writer<'_, '_, Sksl> {
    /// Writes an operation that SkSL has its own words for; false for others.
    pub(super) fn own_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { node, ty, opcode, operands, needed, at } = operation;
        let size = operands.iter().map(|operand| self.tree.size(*operand)).max().unwrap_or(0);
        self.check_constants(opcode, ty, operands);
        match (opcode, operands) {
            (op::FUNCTION_CALL, arguments) => {
                let callee = self.module.word(at, 0);
                let Some(name) = self.tree.imported(callee) else { return false };
                self.evaluate(callee, &name, arguments);
            }
            (op::LOGICAL_NOT, _) if size > 1 => self.call("not", operands),
            (op::LOGICAL_AND | op::LOGICAL_OR, _) if size > 1 => {
                let helper = if opcode == op::LOGICAL_AND { BOTH } else { EITHER };
                self.helped(helper, Scalar::Bool, &[Scalar::Bool; 2], operands);
            }
            (op::F_UNORD_EQUAL, _) if size > 1 => {
                self.helped(NOT_APART, Scalar::Bool, &[FLOAT; 2], operands);
            }
            (op::SELECT, &[condition, yes, no]) => self.choice(ty, condition, (yes, no), needed),
            (op::F_REM, &[left, right]) => self.remainder((left, right), needed),
            (op::S_REM | op::S_MOD, &[_, _]) if !self.is_300() => {
                let helper = if opcode == op::S_REM { REMAINDER } else { MODULO };
                self.helped(helper, INT, &[INT; 2], operands);
            }
            (op::BITCAST, &[operand]) => self.bitcast(ty, operand, needed),
            (op::IS_NAN | op::IS_INF, _) => self.classify(opcode, operands),
            (op::TRANSPOSE | op::OUTER_PRODUCT, _) => self.matrix_call(ty, opcode, operands),
            (op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC, &[left, count])
                if self.is_bits(opcode) && self.shift_factor(ty, count).is_some() =>
            {
                self.shift(operation, left, count);
            }
            _ if self.is_bits(opcode) => {
                self.refuse_version(Reason::Instruction, "operations on bits");
            }
            _ => {
                return size > 1 && self.compare_components(operation)
                    || self.builtin_call(opcode, operands)
                    || self.image(node, opcode, operands);
            }
        }
        true
    }

    /// Refuses operations on constants that have no result, or none that fits: Skia computes them and refuses the program.
    fn check_constants(&mut self, opcode: u16, ty: Id, operands: &[Node]) {
        let constants: Vec<Option<Vec<f64>>> =
            operands.iter().map(|operand| self.numbers_of(*operand)).collect();
        let last = constants.last().cloned().flatten().unwrap_or_default();
        let is_wrong = match opcode {
            op::F_DIV | op::S_DIV | op::U_DIV | op::U_MOD | op::S_REM | op::S_MOD => last.contains(&0.0),
            op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => {
                last.iter().any(|count| !(0.0..32.0).contains(count))
            }
            op::I_ADD | op::I_SUB | op::I_MUL | op::S_NEGATE | op::NOT if self.sign(ty) == Sign::Unsigned => {
                constants.iter().all(Option::is_some)
            }
            op::S_NEGATE => last.contains(&f64::from(i32::MIN)),
            op::CONVERT_F_TO_S | op::CONVERT_F_TO_U | op::BITCAST => {
                let is_float = self.scalar(ty) == Some(FLOAT) || self.numbers_are_bits(opcode, operands);
                let range = if self.sign(ty) == Sign::Unsigned {
                    0.0..4_294_967_296.0
                } else {
                    -2_147_483_648.0..2_147_483_648.0
                };
                !is_float && last.iter().any(|value| !range.contains(&value.trunc()))
            }
            _ => false,
        };
        if is_wrong {
            let what = "an operation on constants has no result that fits, such as a division by 0; the program has no meaning";
            self.refuse(Reason::Instruction, what);
        }
    }

    /// True if the bits of floating-point numbers are read.
    fn numbers_are_bits(&self, opcode: u16, operands: &[Node]) -> bool {
        opcode == op::BITCAST && operands.iter().any(|operand| self.scalar_of(*operand) == Some(FLOAT))
    }

    /// The numbers of a constant that the text spells out, or that is one of its constants.
    pub(super) fn numbers_of(&self, node: Node) -> Option<Vec<f64>> {
        let Kind::Constant(id) = self.tree.kind(node) else { return None };
        if self.tree.variable_of(node).is_some() {
            return None;
        }
        let number = |id: Id| {
            let constant = self.module.constant(id)?;
            let given = self.annotations.value(id, decoration::SPEC_ID);
            let given = given.and_then(|number| self.options.constants.get(&number)).copied();
            let bits = match (constant.value, given) {
                (ConstantValue::Number(bits), given) => given.unwrap_or(bits) as u32,
                (ConstantValue::Null | ConstantValue::Undef, _) => 0,
                _ => return None,
            };
            Some(match self.scalar(constant.ty)? {
                Scalar::Int(_) => f64::from(bits as i32),
                Scalar::Float(_) => f64::from(f32::from_bits(bits)),
                _ => f64::from(bits),
            })
        };
        match self.module.constant(id)?.value {
            ConstantValue::Composite(parts) => parts.iter().map(|part| number(*part)).collect(),
            ConstantValue::Replicate(part) => Some(vec![number(part)?]),
            _ => Some(vec![number(id)?]),
        }
    }

    /// True for operations on bits that the version lacks.
    fn is_bits(&self, opcode: u16) -> bool {
        let is_bits = matches!(
            opcode,
            op::BITWISE_AND
                | op::BITWISE_OR
                | op::BITWISE_XOR
                | op::NOT
                | op::SHIFT_LEFT_LOGICAL
                | op::SHIFT_RIGHT_LOGICAL
                | op::SHIFT_RIGHT_ARITHMETIC
        );
        is_bits && !self.is_300()
    }

    /// The power of two with which a shift multiplies, or by which it divides: that of a constant count.
    fn shift_factor(&self, ty: Id, count: Node) -> Option<u32> {
        let counts = self.numbers_of(count)?;
        let &first = counts.first()?;
        let is_one = counts.iter().all(|count| *count == first) && (0.0..31.0).contains(&first);
        (is_one && self.sign(ty) == Sign::Signed).then(|| 1 << first as u32)
    }

    /// Writes a shift as the product with a power of two, or as the quotient that is rounded down.
    fn shift(&mut self, operation: &Operation<'_>, left: Node, count: Node) {
        let &Operation { ty, opcode, needed, .. } = operation;
        let Some(factor) = self.shift_factor(ty, count) else { return };
        if opcode == op::SHIFT_LEFT_LOGICAL {
            return self.parenthesized(PRODUCT, needed, |writer| {
                writer.integer(left, Sign::Signed, PRODUCT);
                writer.out.push_str(&format!(" * {factor}"));
            });
        }
        let size = self.tree.size(left);
        let name = self.componentwise(FLOOR_QUOTIENT, INT, &[INT; 2], size);
        self.out.push_str(&name);
        self.out.push('(');
        self.integer(left, Sign::Signed, ANY);
        let factor = match size {
            1 => factor.to_string(),
            _ => format!("{}({factor})", self.vector_text(INT, size)),
        };
        self.out.push_str(&format!(", {factor})"));
    }

    /// Writes a call of a helper function that computes each component.
    fn helped(&mut self, helper: Helper, result: Scalar, types: &[Scalar], operands: &[Node]) {
        let count = operands.iter().map(|operand| self.tree.size(*operand)).max().unwrap_or(1).max(1);
        let name = self.componentwise(helper, result, types, count);
        self.call(&name, operands);
    }

    /// Writes a choice; of vectors, component by component.
    fn choice(&mut self, ty: Id, condition: Node, (yes, no): (Node, Node), needed: u8) {
        let count = self.tree.size(condition);
        if count < 2 {
            if ty != 0 && self.has_array(ty) {
                self.refuse(Reason::Type, "SkSL does not choose between arrays; choose between elements");
            }
            return self.select(ty, condition, (yes, no), needed);
        }
        let scalar = self.scalar(ty).unwrap_or(FLOAT);
        if self.is_300() && scalar == FLOAT {
            return self.call("mix", &[no, yes, condition]);
        }
        let name = self.componentwise(CHOOSE, scalar, &[scalar, scalar, Scalar::Bool], count);
        self.call(&name, &[no, yes, condition]);
    }

    fn remainder(&mut self, (left, right): (Node, Node), needed: u8) {
        if self.is_300() {
            return self.float_remainder("trunc", (left, right), needed);
        }
        let count = self.tree.size(left);
        let name = self.componentwise(TRUNCATE, FLOAT, &[FLOAT], count);
        self.parenthesized(SUM, needed, |writer| {
            writer.expr(left, SUM);
            writer.out.push_str(" - ");
            writer.expr(right, UNARY);
            writer.out.push_str(&format!(" * {name}("));
            writer.expr(left, PRODUCT);
            writer.out.push_str(" / ");
            writer.expr(right, UNARY);
            writer.out.push(')');
        });
    }

    fn bitcast(&mut self, ty: Id, operand: Node, needed: u8) {
        let same_size = self.module.vector_size(ty) == Some(self.tree.size(operand));
        let name = match (self.scalar(ty), self.scalar_of(operand)) {
            (Some(to), Some(from)) if to == from && same_size => return self.expr(operand, needed),
            (Some(Scalar::Int(32) | Scalar::Uint(32)), Some(Scalar::Int(32) | Scalar::Uint(32)))
                if same_size =>
            {
                self.type_name(ty)
            }
            (Some(Scalar::Int(32)), Some(Scalar::Float(32))) if same_size => "floatBitsToInt".into(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(32))) if same_size => "floatBitsToUint".into(),
            (Some(Scalar::Float(32)), Some(Scalar::Int(32))) if same_size => "intBitsToFloat".into(),
            (Some(Scalar::Float(32)), Some(Scalar::Uint(32))) if same_size => "uintBitsToFloat".into(),
            _ => return self.lacks(Reason::Instruction, "the bits of these types as others"),
        };
        if !self.is_300() {
            self.refuse_version(Reason::Instruction, "functions that give the bits of numbers");
        }
        self.call(&name, &[operand]);
    }

    fn classify(&mut self, opcode: u16, operands: &[Node]) {
        match opcode {
            op::IS_NAN if self.is_300() => self.call("isnan", operands),
            op::IS_INF if self.is_300() => self.call("isinf", operands),
            op::IS_NAN => self.helped(IS_NAN, Scalar::Bool, &[FLOAT], operands),
            _ => self.helped(IS_INF, Scalar::Bool, &[FLOAT], operands),
        }
    }

    fn matrix_call(&mut self, ty: Id, opcode: u16, operands: &[Node]) {
        let is_transpose = opcode == op::TRANSPOSE;
        if self.is_300() {
            let name = if is_transpose { "transpose" } else { "outerProduct" };
            return self.call(name, operands);
        }
        let helper = if is_transpose { self.transposed(ty) } else { self.outer(ty) };
        self.call(&helper.unwrap_or_default(), operands);
    }

    /// Writes an instruction that is a function of SkSL; false if it is none.
    fn builtin_call(&mut self, opcode: u16, operands: &[Node]) -> bool {
        let name = match opcode {
            op::DOT if self.tree.size(operands[0]) > 1 => "dot",
            op::ANY => "any",
            op::ALL => "all",
            op::F_MOD => "mod",
            op::DPDX => "dFdx",
            op::DPDY => "dFdy",
            op::FWIDTH => "fwidth",
            op::DPDX_FINE..=op::FWIDTH_COARSE => {
                self.refuse(
                    Reason::Instruction,
                    "SkSL has no fine and coarse derivatives; use those without either",
                );
                return true;
            }
            _ => return false,
        };
        if matches!(opcode, op::DPDX | op::DPDY | op::FWIDTH) && !self.is_300() {
            self.refuse_version(Reason::Instruction, "derivatives");
        }
        self.call(name, operands);
        true
    }

    /// Writes a function of `GLSL.std.450`.
    pub(super) fn function_call(&mut self, number: u32, operation: &Operation<'_>) {
        let &Operation { ty, operands, needed, .. } = operation;
        match (number, operands) {
            (glsl::FMA, &[a, b, c]) => return self.multiply_add([a, b, c], needed),
            (glsl::MODF, &[value, _]) => {
                let of = self.tree.node(value).ty;
                let name = if self.is_300() { "modf".to_owned() } else { self.split_number(of) };
                return self.call(&name, operands);
            }
            (glsl::DETERMINANT, &[matrix]) => {
                let of = self.tree.node(matrix).ty;
                let helper = if self.is_300() { None } else { self.determinant_of(of) };
                return self.call(helper.as_deref().unwrap_or("determinant"), operands);
            }
            (glsl::PACK_UNORM2X16 | glsl::UNPACK_UNORM2X16, &[value]) if self.is_300() => {
                return self.packed(number, ty, value, needed);
            }
            _ => {}
        }
        match function(number) {
            Some((function, sign)) => self.listed_call(number, operation, (function, sign)),
            None => self.lacks(Reason::Instruction, missing(number)),
        }
    }

    /// Writes a call of a function of the table.
    fn listed_call(&mut self, number: u32, operation: &Operation<'_>, (function, sign): (Function, Sign)) {
        let &Operation { ty, operands, .. } = operation;
        let operands = self.scalar_operands(number, operands);
        let name = match function {
            Function::Both(name) => name.to_owned(),
            Function::Later(name, _) if self.is_300() => name.to_owned(),
            Function::Later(_, helper) | Function::Never(helper) => {
                let count = self.module.vector_size(ty).unwrap_or(1);
                let scalar = self.scalar(ty).unwrap_or(FLOAT);
                let mut types = vec![scalar; operands.len().min(3)];
                if let (glsl::LDEXP, Some(exponent)) = (number, types.get_mut(1)) {
                    *exponent = INT;
                }
                self.componentwise(helper, scalar, &types, count)
            }
        };
        self.as_type(ty, sign, ANY, POSTFIX, |writer| {
            writer.out.push_str(&name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                let sign = if number == glsl::LDEXP && index == 1 { Sign::Signed } else { sign };
                writer.integer(*operand, sign, ANY);
            }
            writer.out.push(')');
        });
    }

    /// Writes a product and a sum; the instruction may be rounded as these are.
    fn multiply_add(&mut self, [a, b, c]: [Node; 3], needed: u8) {
        self.parenthesized(SUM, needed, |writer| {
            writer.expr(a, PRODUCT);
            writer.out.push_str(" * ");
            writer.expr(b, UNARY);
            writer.out.push_str(" + ");
            writer.expr(c, SUM + 1);
        });
    }

    fn packed(&mut self, number: u32, ty: Id, value: Node, needed: u8) {
        if number == glsl::UNPACK_UNORM2X16 {
            self.out.push_str("unpackUnorm2x16(");
            self.integer(value, Sign::Unsigned, ANY);
            return self.out.push(')');
        }
        self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| writer.call("packUnorm2x16", &[value]));
    }

    /// True for types that SkSL assigns as a whole.
    pub(super) fn is_plain_value(&self, node: Node) -> bool {
        !matches!(self.module.ty(self.tree.node(node).ty), Some(Type::Array { .. } | Type::Struct { .. }))
    }
}

/// What an instruction that SkSL lacks is called.
fn missing(number: u32) -> &'static str {
    match number {
        glsl::FREXP | glsl::FREXP_STRUCT => "frexp",
        glsl::MODF_STRUCT => "modf with a structure",
        glsl::PACK_SNORM4X8..=glsl::UNPACK_DOUBLE2X32 => "packed numbers of this kind",
        glsl::FIND_I_LSB | glsl::FIND_S_MSB | glsl::FIND_U_MSB => "the search for bits",
        glsl::INTERPOLATE_AT_CENTROID..=glsl::INTERPOLATE_AT_OFFSET => "interpolation at other places",
        _ => "an instruction of GLSL.std.450",
    }
}
