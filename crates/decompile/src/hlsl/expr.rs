//! Spells operations that HLSL has functions or operators of its own for.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use super::functions::function;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, PRODUCT, Scalar, Sign, Writer, call_text, is_operator, joined};
use crate::tree::{Direction, Kind, Node};

impl Writer<'_, '_, Hlsl> {
    /// Writes an operation in the words of HLSL; false for those that all targets write alike.
    pub(super) fn own_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { node, ty, opcode, operands, needed, at } = operation;
        let tree = self.tree;
        let size = || operands.iter().map(|operand| tree.size(*operand)).max().unwrap_or(0);
        let is_late = self.language.version >= 60;
        match (opcode, operands) {
            (op::FUNCTION_CALL, arguments) => {
                let callee = self.module.word(at, 0);
                self.call_function(callee, arguments);
            }
            // A column of the module is a row here, so factors change places.
            (op::VECTOR_TIMES_MATRIX | op::MATRIX_TIMES_VECTOR | op::MATRIX_TIMES_MATRIX, &[left, right]) => {
                self.call("mul", &[right, left]);
            }
            (op::OUTER_PRODUCT, &[column, row]) => self.outer_product(ty, column, row),
            (op::LOGICAL_AND, _) if is_late && size() > 1 => self.call("and", operands),
            (op::LOGICAL_OR, _) if is_late && size() > 1 => self.call("or", operands),
            (op::SELECT, &[condition, yes, no]) => self.choose(operation, condition, (yes, no)),
            (op::F_UNORD_EQUAL, &[left, right]) if is_late && size() > 1 => {
                self.out.push_str("!or(");
                self.plain_infix(left, " < ", right);
                self.out.push_str(", ");
                self.plain_infix(left, " > ", right);
                self.out.push(')');
            }
            (op::F_MOD, _) => {
                self.require_helper_of("mod", size(), self.bits_of(ty));
                self.call("mod", operands);
            }
            (op::S_MOD, &[left, right]) => {
                self.require_helper_of("floored_mod", size(), self.bits_of(ty));
                self.as_type(ty, Sign::Signed, needed, POSTFIX, |writer| {
                    writer.signed_call("floored_mod", &[left, right], Sign::Signed);
                });
            }
            (op::F_REM, _) => self.call("fmod", operands),
            (op::ARRAY_LENGTH, &[array]) => {
                self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| writer.array_length(array));
            }
            (op::BITCAST, &[operand]) => self.bitcast(ty, operand, needed),
            _ if is_operator(opcode) => return false,
            _ => {
                return self.builtin_call(operation)
                    || self.bit_call(operation)
                    || self.image(node, opcode, operands, needed)
                    || self.sparse(operation)
                    || self.memory(operation)
                    || self.stream_operation(operation)
                    || self.ray(operation)
                    || self.group(operation);
            }
        }
        true
    }

    /// Writes a choice. In HLSL 2021 the operator takes one condition for all components, and it never takes
    /// structures or arrays.
    fn choose(&mut self, operation: &Operation<'_>, condition: Node, (yes, no): (Node, Node)) {
        let &Operation { ty, needed, .. } = operation;
        let single = if self.tree.size(condition) > 1 { self.splat(condition) } else { Some(condition) };
        match (self.module.ty(ty), single) {
            (Some(Type::Array { .. } | Type::Struct { .. }), _) => {
                let name = self.chooser(ty);
                self.call(&name, &[condition, yes, no]);
            }
            (_, Some(single)) => self.select(ty, single, (yes, no), needed),
            _ if self.language.version < 60 => self.select(ty, condition, (yes, no), needed),
            _ => {
                let sign = self.sign(ty);
                self.out.push_str("select(");
                self.expr(condition, ANY);
                for part in [yes, no] {
                    self.out.push_str(", ");
                    self.integer(part, sign, ANY);
                }
                self.out.push(')');
            }
        }
    }

    /// Writes a call; combined samplers are passed as texture and sampler.
    fn call_function(&mut self, callee: Id, arguments: &[Node]) {
        let name = self.function_name(callee);
        let body = self.tree.body_of(callee);
        let directions = body.map(|body| body.directions.clone()).unwrap_or_default();
        self.out.push_str(&name);
        self.out.push('(');
        for (index, &argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            let is_place = directions.get(index).is_some_and(|direction| *direction != Direction::In);
            if is_place && self.bytes_place(argument).is_some() {
                self.refuse(
                    Reason::Pointer,
                    "a function writes to a part of a storage block that it is given",
                );
            }
            let ty = self.tree.node(argument).ty;
            if self.has_sampler(ty) {
                let (texture, sampler) = self.split(argument);
                self.out.push_str(&joined!(texture, ", ", sampler));
            } else {
                self.expr(argument, ANY);
            }
        }
        if let Some(stream) = self.stream_arguments(callee) {
            let comma = if arguments.is_empty() { "" } else { ", " };
            self.out.push_str(&joined!(comma, stream));
        }
        self.out.push(')');
    }

    fn signed_call(&mut self, name: &str, operands: &[Node], sign: Sign) {
        self.out.push_str(name);
        self.out.push('(');
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.integer(*operand, sign, ANY);
        }
        self.out.push(')');
    }

    fn outer_product(&mut self, ty: Id, column: Node, row: Node) {
        let count = self.tree.size(row);
        let name = self.type_name(ty);
        let column = self.capture(|writer| writer.expr(column, PRODUCT));
        let row = self.capture(|writer| writer.expr(row, POSTFIX));
        let parts: Vec<String> =
            "xyzw".chars().take(count as usize).map(|lane| joined!(column, " * ", row, ".", lane)).collect();
        self.out.push_str(&call_text(&name, &parts));
    }

    fn builtin_call(&mut self, operation: &Operation<'_>) -> bool {
        let operands = operation.operands;
        let (name, version) = match operation.opcode {
            op::DOT if self.tree.size(operands[0]) > 1 => ("dot", 40),
            op::ANY => ("any", 40),
            op::ALL => ("all", 40),
            op::IS_NAN => ("isnan", 40),
            op::IS_INF => ("isinf", 40),
            op::TRANSPOSE => ("transpose", 40),
            op::DPDX..=op::FWIDTH_COARSE if self.stage != Stage::Fragment && self.language.version < 66 => {
                self.since(66, Reason::Instruction, "derivatives outside of pixel shaders");
                return true;
            }
            op::DPDX => ("ddx", 40),
            op::DPDY => ("ddy", 40),
            op::FWIDTH => ("fwidth", 40),
            op::DPDX_FINE => ("ddx_fine", 50),
            op::DPDY_FINE => ("ddy_fine", 50),
            op::DPDX_COARSE => ("ddx_coarse", 50),
            op::DPDY_COARSE => ("ddy_coarse", 50),
            op::FWIDTH_FINE | op::FWIDTH_COARSE => {
                self.since(50, Reason::Instruction, "fine and coarse derivatives");
                let kind = if operation.opcode == op::FWIDTH_FINE { "fine" } else { "coarse" };
                let value = self.text_of(operands[0]);
                self.out.push_str(&joined!(
                    "(abs(ddx_",
                    kind,
                    "(",
                    value,
                    ")) + abs(ddy_",
                    kind,
                    "(",
                    value,
                    ")))"
                ));
                return true;
            }
            _ => return false,
        };
        self.since(version, Reason::Instruction, name);
        self.call(name, operands);
        true
    }

    fn bit_call(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, .. } = operation;
        let size = self.tree.size(operation.node).max(1);
        let (name, version, sign, is_helper) = match opcode {
            op::BIT_FIELD_INSERT => ("insert_bits", 40, Sign::Unsigned, true),
            op::BIT_FIELD_S_EXTRACT => ("extract_signed_bits", 40, Sign::Signed, true),
            op::BIT_FIELD_U_EXTRACT => ("extract_bits", 40, Sign::Unsigned, true),
            op::BIT_REVERSE => ("reversebits", 50, Sign::Unsigned, false),
            op::BIT_COUNT => ("countbits", 50, Sign::Unsigned, false),
            op::I_ADD_CARRY => ("add_carry", 40, Sign::Unsigned, true),
            op::I_SUB_BORROW => ("sub_borrow", 40, Sign::Unsigned, true),
            op::U_MUL_EXTENDED => ("mul_extended", 40, Sign::Unsigned, true),
            _ => return false,
        };
        self.since(version, Reason::Instruction, name);
        let is_pair = matches!(opcode, op::I_ADD_CARRY | op::I_SUB_BORROW | op::U_MUL_EXTENDED);
        let size = if is_pair { self.tree.size(operands[0]).max(1) } else { size };
        if is_helper {
            self.require_helper(name, size);
        }
        if matches!(self.scalar_of(operands[0]), Some(Scalar::Int(width) | Scalar::Uint(width)) if width != 32)
        {
            self.lacks(Reason::Instruction, "operations on the bits of numbers that have not 32");
        }
        let fields = match opcode {
            op::BIT_FIELD_INSERT => 2,
            op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT => 1,
            _ => usize::MAX,
        };
        self.as_type(ty, sign, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                let sign = if index >= fields { Sign::Unsigned } else { sign };
                let is_result = is_pair && index == 2;
                writer.integer(*operand, if is_result { Sign::Own } else { sign }, ANY);
            }
            writer.out.push(')');
        });
        true
    }

    /// True for a float that is converted to an integer.
    fn is_of_float(&self, node: Node) -> bool {
        matches!(self.tree.kind(node), Kind::Operation(op::CONVERT_F_TO_S | op::CONVERT_F_TO_U, _))
    }

    fn bitcast(&mut self, ty: Id, operand: Node, needed: u8) {
        let (to, from) = (self.scalar(ty), self.scalar_of(operand));
        let same_size = self.module.vector_size(ty) == Some(self.tree.size(operand));
        let (name, is_helper) = match (to, from) {
            (Some(to), Some(from)) if to == from => return self.expr(operand, needed),
            // DXC folds `uint(int(x))` of a float into one conversion, which is undefined for negative numbers.
            (Some(Scalar::Uint(32)), Some(Scalar::Int(32))) if same_size && self.is_of_float(operand) => {
                (Name::new_static("asuint"), false)
            }
            (Some(Scalar::Int(a) | Scalar::Uint(a)), Some(Scalar::Int(b) | Scalar::Uint(b)))
                if a == b && same_size =>
            {
                (self.type_name(ty), false)
            }
            (Some(Scalar::Int(32)), Some(Scalar::Float(32))) => (Name::new_static("asint"), false),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(32))) => (Name::new_static("asuint"), false),
            (Some(Scalar::Float(32)), Some(Scalar::Int(32) | Scalar::Uint(32))) => {
                (Name::new_static("asfloat"), false)
            }
            (Some(Scalar::Float(16)), Some(Scalar::Int(16) | Scalar::Uint(16))) => {
                (Name::new_static("asfloat16"), false)
            }
            (Some(Scalar::Int(16)), Some(Scalar::Float(16))) => (Name::new_static("asint16"), false),
            (Some(Scalar::Uint(16)), Some(Scalar::Float(16))) => (Name::new_static("asuint16"), false),
            (Some(Scalar::Float(64)), Some(Scalar::Uint(32))) => (Name::new_static("pack_double2x32"), true),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(64))) => {
                (Name::new_static("unpack_double2x32"), true)
            }
            (Some(to @ (Scalar::Int(32) | Scalar::Uint(32) | Scalar::Float(32))), Some(from))
                if is_16_bits(from) && self.tree.size(operand) == 2 && !same_size =>
            {
                return self.regroup("join_words", (ty, to), (operand, from));
            }
            (Some(to), Some(from @ (Scalar::Int(32) | Scalar::Uint(32) | Scalar::Float(32))))
                if is_16_bits(to) && self.tree.size(operand) == 1 && !same_size =>
            {
                return self.regroup("split_word", (ty, to), (operand, from));
            }
            (Some(Scalar::Uint(64)), Some(Scalar::Uint(32))) => (Name::new_static("pack_uint2x32"), true),
            (Some(Scalar::Uint(32)), Some(Scalar::Uint(64))) => (Name::new_static("unpack_uint2x32"), true),
            _ => return self.lacks(Reason::Instruction, "a change of the type of these bits"),
        };
        if is_helper {
            let known = ["pack_double2x32", "unpack_double2x32", "pack_uint2x32", "unpack_uint2x32"];
            if let Some(known) = known.iter().find(|known| ***known == *name) {
                self.require_helper(known, 1);
            }
        }
        self.call(&name, &[operand]);
    }

    /// Writes the bits of one number of 32 bits as two of 16, or the reverse, by a function of the text.
    fn regroup(&mut self, helper: &'static str, (ty, to): (Id, Scalar), (operand, from): (Node, Scalar)) {
        self.require_helper(helper, 1);
        // Both functions are of unsigned integers.
        let bits = self.capture(|writer| match from {
            Scalar::Float(16) => writer.call("asuint16", &[operand]),
            Scalar::Float(_) => writer.call("asuint", &[operand]),
            _ => writer.integer(operand, Sign::Unsigned, ANY),
        });
        let cast = match to {
            Scalar::Float(16) => "asfloat16".into(),
            Scalar::Float(_) => "asfloat".into(),
            Scalar::Int(_) => self.type_name(ty),
            _ => "".into(),
        };
        let text = format!("{helper}({bits})");
        self.out.push_str(&if cast.is_empty() { text } else { format!("{cast}({text})") });
    }

    /// True for a choice between two numbers, which has no type of its own: DXC takes it for a double.
    fn is_literal(&self, node: Node) -> bool {
        let Kind::Operation(op::SELECT, span) = self.tree.kind(node) else { return false };
        let is_number = |node: &Node| matches!(self.tree.kind(*node), Kind::Constant(_));
        self.scalar_of(node) == Some(Scalar::Float(32))
            && self.tree.size(node) == 1
            && self.tree.variable_of(node).is_none()
            && self.tree.operands(span)[1..].iter().all(is_number)
    }

    /// Writes a function of `GLSL.std.450`.
    pub(super) fn function_call(&mut self, number: u32, operation: &Operation<'_>) {
        let &Operation { ty, operands, .. } = operation;
        let scalars = self.promoted(number, operands);
        let operands = scalars.as_slice();
        let size = self.tree.size(operation.node).max(1);
        if number == glsl::MATRIX_INVERSE {
            let count = self.module.component_count(ty).unwrap_or(4);
            let name = ["inverse2", "inverse3", "inverse4"][(count.clamp(2, 4) - 2) as usize];
            self.require_helper(name, 1);
            return self.call("inverse", operands);
        }
        let Some(row) = function(number) else {
            return self.lacks(Reason::Instruction, "an instruction of GLSL.std.450");
        };
        self.since(row.version, Reason::Instruction, row.name);
        if matches!(number, glsl::F_CLAMP | glsl::N_CLAMP)
            && let &[value, low, high] = operands
            && self.is_float_constant(low, 0.0)
            && self.is_float_constant(high, 1.0)
        {
            return self.call("saturate", &[value]);
        }
        if row.is_helper {
            let is_pack = row.name.contains("pack_");
            let size = if is_pack { 1 } else { self.tree.size(operands[0]).max(size) };
            let width = if is_pack { 32 } else { self.bits_of(self.tree.node(operands[0]).ty) };
            self.require_helper_of(row.name, size, width);
        }
        if matches!(number, glsl::MODF | glsl::FREXP)
            && operands.get(1).is_some_and(|place| self.bytes_place(*place).is_some())
        {
            self.refuse(Reason::Pointer, "a function writes to a part of a storage block that it is given");
        }
        if number == glsl::F_SIGN {
            let name = self.type_name(ty);
            self.out.push_str(&joined!(name, "("));
            self.call("sign", operands);
            self.out.push(')');
            return;
        }
        if matches!(
            number,
            glsl::INTERPOLATE_AT_CENTROID | glsl::INTERPOLATE_AT_SAMPLE | glsl::INTERPOLATE_AT_OFFSET
        ) && self.tree.root(operands[0]).is_some_and(|var| self.is_copied_input(var))
        {
            let what =
                "an input is interpolated in a function other than the entry point; inline the function";
            self.refuse(Reason::Instruction, what);
        }
        if number == glsl::INTERPOLATE_AT_OFFSET
            && let &[value, offset] = operands
        {
            self.out.push_str("EvaluateAttributeSnapped(");
            self.expr(value, ANY);
            // Offsets are -8 to 7 sixteenths; the module may go up to a half.
            self.out.push_str(", clamp(int2(");
            self.expr(offset, PRODUCT);
            self.out.push_str(" * 16.0), -8, 7))");
            return;
        }
        let computed = match number {
            glsl::FIND_S_MSB => Sign::Unsigned,
            _ => row.sign,
        };
        self.as_type(ty, computed, ANY, POSTFIX, |writer| {
            writer.out.push_str(row.name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                match (number, index) {
                    (glsl::LDEXP, 1) => {
                        let name = writer.vector_name(Scalar::Float(32), writer.tree.size(*operand));
                        writer.call(name, &[*operand]);
                    }
                    _ if writer.is_literal(*operand) => {
                        let name = writer.vector_name(Scalar::Float(32), 1);
                        writer.call(name, &[*operand]);
                    }
                    _ => writer.integer(*operand, row.sign, ANY),
                }
            }
            writer.out.push(')');
        });
    }

    /// Operands of a function of components, with numbers for vectors of them where another operand is a vector.
    fn promoted(&self, number: u32, operands: &[Node]) -> Vec<Node> {
        let is_of_components = matches!(
            number,
            glsl::F_MIN
                | glsl::F_MAX
                | glsl::F_CLAMP
                | glsl::N_MIN
                | glsl::N_MAX
                | glsl::N_CLAMP
                | glsl::F_MIX
                | glsl::STEP
                | glsl::SMOOTH_STEP
                | glsl::POW
        );
        let is_whole = |node: &Node| self.tree.size(*node) > 1 && self.splat(*node).is_none();
        if !is_of_components || !operands.iter().any(is_whole) {
            return operands.to_vec();
        }
        operands.iter().map(|node| self.splat(*node).unwrap_or(*node)).collect()
    }

    /// Bits of a number, or of the numbers of a vector.
    fn bits_of(&self, ty: Id) -> u32 {
        match self.scalar(ty) {
            Some(Scalar::Int(width) | Scalar::Uint(width) | Scalar::Float(width)) => width,
            _ => 32,
        }
    }

    /// True for a constant float, or a vector of these.
    fn is_float_constant(&self, node: Node, value: f32) -> bool {
        let node = self.splat(node).unwrap_or(node);
        self.tree.size(node) == 1
            && matches!(self.scalar_of(node), Some(Scalar::Float(32)))
            && self.is_constant(node, u64::from(value.to_bits()))
    }
}

fn is_16_bits(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int(16) | Scalar::Uint(16) | Scalar::Float(16))
}
