//! Spells operations in the words and precedences of WGSL.

use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::Wgsl;
use crate::refusal::Reason;
use crate::text::{
    ANY, EQUALITY, Operation, POSTFIX, PRODUCT, SHIFT, SUM, Scalar, Sign, UNARY, Writer, infix,
};
use crate::tree::{Direction, Kind, Node, Var};

/// Arguments with commas between them. A `<` and a later `>` would be read as a template, so comparisons get parentheses
/// where both are.
pub(super) fn listed(parts: Vec<String>) -> String {
    let opens = parts.iter().position(|part| part.contains('<'));
    let closes =
        parts.iter().rposition(|part| part.contains(" > ") || part.contains(" >= ") || part.contains(">>"));
    let is_template = opens.zip(closes).is_some_and(|(open, close)| open <= close);
    let compares =
        |part: &str| [" < ", " > ", " <= ", " >= ", " << ", " >> "].iter().any(|word| part.contains(word));
    let parts: Vec<String> = parts
        .into_iter()
        .map(|part| if is_template && compares(&part) { format!("({part})") } else { part })
        .collect();
    parts.join(", ")
}

impl Writer<'_, '_, Wgsl> {
    /// Precedences that operands need: operators of bits and shifts take unary operands, comparisons take sums, and
    /// `&&` and `||` do not mix.
    pub(super) fn precedences(&self, operation: &Operation<'_>) -> Option<(u8, u8)> {
        let infix = infix(operation.opcode)?;
        let is_same = |node: Node| {
            self.tree.variable_of(node).is_none()
                && matches!(self.tree.kind(node), Kind::Operation(opcode, _) if opcode == operation.opcode)
        };
        let &[left, right] = operation.operands else { return None };
        Some(match infix.text {
            "<<" | ">>" | "&" | "|" | "^" => (UNARY, UNARY),
            "&&" | "||" => {
                let need = |node| if is_same(node) { infix.precedence } else { EQUALITY };
                (need(left), need(right))
            }
            "<" | "<=" | ">" | ">=" | "==" | "!=" => (SHIFT, SHIFT),
            _ => return None,
        })
    }

    /// What a conversion to integers clamps to the range that it clamps to in WGSL anyway.
    /// Source: WGSL, section 15.7.6, floating point conversion.
    fn unclamped(&self, opcode: u16, operand: Node) -> Option<Node> {
        let (low, high) = match opcode {
            op::CONVERT_F_TO_S => (-2_147_483_648f32, 2_147_483_520f32),
            _ => (0f32, 4_294_967_040f32),
        };
        let Kind::Extended(glsl::F_CLAMP, span) = self.tree.kind(operand) else { return None };
        let &[value, least, most] = self.tree.operands(span) else { return None };
        let is = |node: Node, number: f32| {
            let node = self.splat(node).unwrap_or(node);
            self.is_constant(node, u64::from(number.to_bits()))
        };
        let is_fresh = self.tree.variable_of(operand).is_none();
        (is_fresh && is(least, low) && is(most, high)).then_some(value)
    }

    /// Writes an operation that WGSL has its own words for; false for others.
    pub(super) fn own_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { node, ty, opcode, operands, needed, at } = operation;
        let size = operands.iter().map(|operand| self.tree.size(*operand)).max().unwrap_or(0);
        match (opcode, operands) {
            (
                op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC,
                &[left, right],
            ) => {
                self.shift(operation, left, right);
            }
            // WGSL has no negation of unsigned integers.
            (op::S_NEGATE, &[operand]) if self.sign(ty) == Sign::Unsigned => {
                self.parenthesized(SUM, needed, |writer| {
                    writer.out.push_str("0u - ");
                    writer.integer(operand, Sign::Unsigned, PRODUCT);
                });
            }
            (op::LOGICAL_AND | op::LOGICAL_OR, &[left, right]) if size > 1 => {
                let operator = if opcode == op::LOGICAL_AND { " & " } else { " | " };
                self.parenthesized(SHIFT - 3, needed, |writer| {
                    writer.expr(left, UNARY);
                    writer.out.push_str(operator);
                    writer.expr(right, UNARY);
                });
            }
            (op::VECTOR_TIMES_MATRIX | op::MATRIX_TIMES_VECTOR, &[left, right]) => {
                return self.product(opcode, (left, right), needed);
            }
            (op::MATRIX_TIMES_MATRIX, _) => return false,
            (op::CONVERT_F_TO_S | op::CONVERT_F_TO_U, &[operand]) => {
                let Some(value) = self.unclamped(opcode, operand) else { return false };
                let name = self.type_text(ty);
                self.call(&name, &[value]);
            }
            (op::SELECT, &[condition, yes, no]) => self.select_text(ty, condition, (yes, no)),
            (op::F_REM, &[left, right]) => self.parenthesized(PRODUCT, needed, |writer| {
                writer.expr(left, PRODUCT);
                writer.out.push_str(" % ");
                writer.expr(right, UNARY);
            }),
            (op::F_MOD, &[left, right]) => self.float_modulo(ty, (left, right), needed),
            (op::S_MOD, &[left, right]) => {
                let name = self.floor_mod(ty);
                let sign = self.sign(ty);
                self.signed_call(&name, &[left, right], sign);
            }
            (op::IS_NAN | op::IS_INF, &[operand]) => self.classify(opcode, operand, needed),
            (op::BITCAST, &[operand]) => self.bitcast(ty, operand, needed),
            (op::ARRAY_LENGTH, &[array]) => self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |writer| {
                writer.out.push_str("arrayLength(&");
                writer.place_text(array);
                writer.out.push(')');
            }),
            (op::OUTER_PRODUCT, &[left, right]) => self.outer_product(ty, left, right),
            (op::F_UNORD_EQUAL, &[left, right]) if size > 1 => {
                self.parenthesized(SHIFT - 3, needed, |writer| {
                    writer.out.push_str("!((");
                    writer.plain_infix(left, " < ", right);
                    writer.out.push_str(") | (");
                    writer.plain_infix(left, " > ", right);
                    writer.out.push_str("))");
                });
            }
            (op::DOT, &[left, _]) if self.tree.size(left) == 1 => {
                self.refuse(Reason::Instruction, "WGSL has no dot product of scalars");
            }
            (op::FUNCTION_CALL, arguments) => self.own_call(at, arguments),
            (op::I_ADD_CARRY | op::I_SUB_BORROW, &[left, right, carry]) => {
                let ty = self.tree.node(node).ty;
                let name = self.carry(opcode == op::I_ADD_CARRY, ty);
                self.pointer_call(&name, &[left, right], carry);
            }
            (op::U_MUL_EXTENDED | op::S_MUL_EXTENDED, &[left, right, high]) => {
                let ty = self.tree.node(node).ty;
                let name = self.extended_product(opcode == op::S_MUL_EXTENDED, ty);
                self.pointer_call(&name, &[left, right], high);
            }
            _ => {
                return self.builtin_call(ty, opcode, operands, needed)
                    || self.image(node, opcode, operands, needed)
                    || self.memory(ty, opcode, operands, needed)
                    || self.group(ty, opcode, operands, needed);
            }
        }
        true
    }

    fn shift(&mut self, operation: &Operation<'_>, left: Node, right: Node) {
        let &Operation { ty, opcode, needed, .. } = operation;
        let (text, sign) = match opcode {
            op::SHIFT_LEFT_LOGICAL => (" << ", self.sign(ty)),
            op::SHIFT_RIGHT_LOGICAL => (" >> ", Sign::Unsigned),
            _ => (" >> ", Sign::Signed),
        };
        self.as_type(ty, sign, needed, SHIFT, |writer| {
            writer.integer(left, sign, UNARY);
            writer.out.push_str(text);
            writer.integer(right, Sign::Unsigned, UNARY);
        });
    }

    /// A product with a matrix that is stored by rows is one with the matrix as it is written, the other way round.
    fn product(&mut self, opcode: u16, (left, right): (Node, Node), needed: u8) -> bool {
        let (matrix, vector) = if opcode == op::MATRIX_TIMES_VECTOR { (left, right) } else { (right, left) };
        if self.tree.variable_of(matrix).is_some() {
            return false;
        }
        let Kind::Load(place) = self.tree.kind(matrix) else { return false };
        if !self.place_kind(place).transposed {
            return false;
        }
        self.parenthesized(PRODUCT, needed, |writer| {
            if opcode == op::MATRIX_TIMES_VECTOR {
                writer.expr(vector, PRODUCT);
                writer.out.push_str(" * ");
                writer.place_text(place);
            } else {
                writer.place_text(place);
                writer.out.push_str(" * ");
                writer.expr(vector, UNARY);
            }
        });
        true
    }

    fn select_text(&mut self, ty: Id, condition: Node, (yes, no): (Node, Node)) {
        let is_plain = ty == 0
            || matches!(
                self.module.ty(ty),
                Some(Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Vector { .. })
            );
        let name = if is_plain { "select".to_owned() } else { self.choose(ty) };
        let sign = self.sign(ty);
        let parts = [(no, sign), (yes, sign), (condition, Sign::Own)];
        let parts = parts.map(|(part, sign)| self.capture(|writer| writer.integer(part, sign, ANY)));
        self.out.push_str(&format!("{name}({})", listed(parts.to_vec())));
    }

    fn float_modulo(&mut self, ty: Id, (left, right): (Node, Node), needed: u8) {
        let is_short = |node: Node| {
            self.tree.variable_of(node).is_some() || matches!(self.tree.kind(node), Kind::Constant(_))
        };
        if !is_short(left) || !is_short(right) {
            let name = self.floor_mod(ty);
            return self.call(&name, &[left, right]);
        }
        self.float_remainder("floor", (left, right), needed);
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

    /// Compilers may assume that there are no infinities and NaN, so their bits are compared.
    fn classify(&mut self, opcode: u16, operand: Node, needed: u8) {
        if self.scalar_of(operand) != Some(Scalar::Float(32)) {
            self.refuse(
                Reason::Instruction,
                "infinities and NaN are found in numbers of 32 bits alone in WGSL",
            );
        }
        let count = self.tree.size(operand);
        let name = self.vector_text(Scalar::Uint(32), count);
        let (mask, limit) = match count {
            1 => ("0x7fffffffu".to_owned(), "0x7f800000u".to_owned()),
            _ => (format!("{name}(0x7fffffffu)"), format!("{name}(0x7f800000u)")),
        };
        let operator = if opcode == op::IS_NAN { ">" } else { "==" };
        self.parenthesized(EQUALITY, needed, |writer| {
            writer.out.push_str(&format!("(bitcast<{name}>("));
            writer.expr(operand, ANY);
            writer.out.push_str(&format!(") & {mask}) {operator} {limit}"));
        });
    }

    fn bitcast(&mut self, ty: Id, operand: Node, needed: u8) {
        let (to, from) = (self.scalar(ty), self.scalar_of(operand));
        let same_size = self.module.vector_size(ty) == Some(self.tree.size(operand));
        let name = self.type_text(ty);
        // The bits of an infinity are no constant expression of its type.
        if let (Some(Scalar::Float(32)), Kind::Constant(id)) = (to, self.tree.kind(operand))
            && let Some(ConstantValue::Number(bits)) = self.module.constant(id).map(|constant| constant.value)
            && !f32::from_bits(bits as u32).is_finite()
            && self.tree.variable_of(operand).is_none()
        {
            let text = self.number(Scalar::Float(32), bits);
            return self.out.push_str(&text);
        }
        match (to, from) {
            (Some(to), Some(from)) if to == from && same_size => self.expr(operand, needed),
            (Some(Scalar::Int(32) | Scalar::Uint(32)), Some(Scalar::Int(32) | Scalar::Uint(32)))
                if same_size =>
            {
                self.call(&name, &[operand]);
            }
            _ => {
                let text = format!("bitcast<{name}>");
                self.call(&text, &[operand]);
            }
        }
    }

    fn outer_product(&mut self, ty: Id, left: Node, right: Node) {
        let Some(Type::Matrix { count, .. }) = self.module.ty(ty) else { return };
        let name = self.type_text(ty);
        self.out.push_str(&name);
        self.out.push('(');
        for index in 0..count.min(4) {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.expr(left, PRODUCT);
            self.out.push_str(" * ");
            self.expr(right, POSTFIX);
            self.out.push('.');
            self.out.push(['x', 'y', 'z', 'w'][index as usize]);
        }
        self.out.push(')');
    }

    /// Writes a call with a pointer as its last argument.
    fn pointer_call(&mut self, name: &str, operands: &[Node], pointer: Node) {
        self.out.push_str(name);
        self.out.push('(');
        let sign = operands.first().map_or(Sign::Own, |first| self.sign(self.tree.node(*first).ty));
        for operand in operands {
            self.integer(*operand, sign, ANY);
            self.out.push_str(", ");
        }
        self.pointer(pointer);
        self.out.push(')');
    }

    /// Writes a pointer to a place.
    fn pointer(&mut self, place: Node) {
        let text = self.capture(|writer| {
            writer.place_text(place);
        });
        let kind = self.place_kind(place);
        let is_vector_part = match self.tree.kind(place) {
            Kind::Path(base, steps) => {
                let mut ty = self.tree.node(base).ty;
                let steps = self.tree.steps(steps);
                for step in &steps[..steps.len().saturating_sub(1)] {
                    ty = self.step_type(ty, *step);
                }
                matches!(self.module.ty(ty), Some(Type::Vector { .. }))
            }
            _ => false,
        };
        let root = self.tree.root(place);
        let is_function = root.is_none_or(|var| self.is_local(var));
        if is_vector_part || kind.row || kind.transposed || kind.atomic || !is_function {
            let what = "a function writes through an argument that is a component, or not a variable of a function; \
                        pass a copy";
            self.refuse(Reason::Pointer, what);
        }
        match text.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')) {
            Some(name) if !name.contains(['.', '[', '(']) => self.out.push_str(name),
            _ => {
                self.out.push('&');
                self.out.push_str(&text);
            }
        }
    }

    fn own_call(&mut self, at: glassbox_spirv::module::At, arguments: &[Node]) {
        let callee = self.module.word(at, 0);
        let name = self.function_name(callee);
        let body = self.tree.body_of(callee);
        let parameters: Vec<_> = body
            .map(|body| body.parameters.iter().copied().zip(body.directions.iter().copied()).collect())
            .unwrap_or_default();
        let mut parts = Vec::new();
        for (index, &argument) in arguments.iter().enumerate() {
            let parameter = parameters.get(index).copied();
            parts.push(self.capture(|writer| writer.own_argument(argument, parameter)));
        }
        self.out.push_str(&format!("{name}({})", listed(parts)));
    }

    fn own_argument(&mut self, argument: Node, parameter: Option<(Var, Direction)>) {
        let Some((parameter, direction)) = parameter else { return self.expr(argument, ANY) };
        let ty = self.tree.variable(parameter).ty;
        match direction {
            _ if matches!(self.module.ty(ty), Some(Type::SampledImage { .. })) => {
                self.texture(argument);
                self.out.push_str(", ");
                self.sampler(argument);
            }
            Direction::In if self.is_atomic_place(argument) => {
                self.refuse(
                    Reason::Pointer,
                    "an atomic is passed to a function; WGSL passes its value alone",
                );
            }
            Direction::In if matches!(self.tree.kind(argument), Kind::Path(..)) => {
                self.own_path(argument, crate::text::Access::Read);
            }
            Direction::In => self.expr(argument, ANY),
            _ => self.pointer(argument),
        }
    }

    fn is_atomic_place(&self, node: Node) -> bool {
        matches!(self.tree.kind(node), Kind::Variable(_) | Kind::Path(..)) && self.place_kind(node).atomic
    }

    /// Writes an instruction that is a function of WGSL; false if it is none.
    fn builtin_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let name = match opcode {
            op::DOT => "dot",
            op::ANY => "any",
            op::ALL => "all",
            op::TRANSPOSE => "transpose",
            op::DPDX..=op::FWIDTH_COARSE if self.stage != glassbox_core::stage::Stage::Fragment => {
                self.refuse(Reason::Instruction, "WGSL has derivatives in fragment shaders alone");
                return true;
            }
            op::DPDX => "dpdx",
            op::DPDY => "dpdy",
            op::FWIDTH => "fwidth",
            op::DPDX_FINE => "dpdxFine",
            op::DPDY_FINE => "dpdyFine",
            op::FWIDTH_FINE => "fwidthFine",
            op::DPDX_COARSE => "dpdxCoarse",
            op::DPDY_COARSE => "dpdyCoarse",
            op::FWIDTH_COARSE => "fwidthCoarse",
            _ => return self.bit_call(ty, opcode, operands, needed),
        };
        if opcode == op::TRANSPOSE
            && let Kind::Load(place) = self.tree.kind(operands[0])
            && self.tree.variable_of(operands[0]).is_none()
            && self.place_kind(place).transposed
        {
            self.place_text(place);
            return true;
        }
        let is_derivative = matches!(opcode, op::DPDX..=op::FWIDTH_COARSE);
        if is_derivative && self.scalar(ty) == Some(Scalar::Float(16)) {
            // Derivatives are of 32 bits.
            let count = self.module.vector_size(ty).unwrap_or(1);
            let (narrow, wide) = (self.type_name(ty), self.vector_name(Scalar::Float(32), count));
            self.out.push_str(&format!("{narrow}({name}("));
            self.call(wide, operands);
            self.out.push_str("))");
            return true;
        }
        self.call(name, operands);
        true
    }

    fn bit_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let sign = self.sign(ty);
        let own = operands.first().map_or(Sign::Own, |first| self.sign(self.tree.node(*first).ty));
        let (name, base) = match opcode {
            op::BIT_FIELD_INSERT => ("insertBits", sign),
            op::BIT_FIELD_S_EXTRACT => ("extractBits", Sign::Signed),
            op::BIT_FIELD_U_EXTRACT => ("extractBits", Sign::Unsigned),
            op::BIT_REVERSE => ("reverseBits", sign),
            op::BIT_COUNT => ("countOneBits", own),
            _ => return false,
        };
        let values = if opcode == op::BIT_FIELD_INSERT { 2 } else { 1 };
        self.as_type(ty, base, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                writer.integer(*operand, if index < values { base } else { Sign::Unsigned }, ANY);
            }
            writer.out.push(')');
        });
        true
    }

    /// Writes a function of `GLSL.std.450`.
    pub(super) fn function_call(&mut self, number: u32, operation: &Operation<'_>) {
        let &Operation { node, ty, operands, .. } = operation;
        if let (glsl::MODF | glsl::FREXP | glsl::MODF_STRUCT | glsl::FREXP_STRUCT, &[value, second]) =
            (number, operands)
        {
            let word = if matches!(number, glsl::MODF | glsl::MODF_STRUCT) { "modf" } else { "frexp" };
            let own = self.tree.node(node).ty;
            let other = self.tree.node(second).ty;
            let name = self.split_number(word, own, other);
            return self.pointer_call(&name, &[value], second);
        }
        if number == glsl::MATRIX_INVERSE {
            let name = self.inverse(ty).unwrap_or_default();
            return self.call(&name, operands);
        }
        let Some((name, sign)) = super::functions::function(number) else {
            let what = match number {
                glsl::INTERPOLATE_AT_CENTROID | glsl::INTERPOLATE_AT_SAMPLE | glsl::INTERPOLATE_AT_OFFSET => {
                    "WGSL interpolates where the declaration of an input says, not in expressions"
                }
                _ => "WGSL has no function for an instruction of GLSL.std.450",
            };
            return self.refuse(Reason::Instruction, what);
        };
        let first = operands.first().copied().unwrap_or(node);
        let is_scalar = self.tree.size(first) == 1;
        if is_scalar && matches!(number, glsl::NORMALIZE | glsl::REFLECT | glsl::REFRACT | glsl::FACE_FORWARD)
        {
            return self.scalar_geometry(number, operands);
        }
        let mix = match (number, operands) {
            (glsl::F_MIX, &[a, b, amount]) => self.splat(amount).map(|amount| [a, b, amount]),
            _ => None,
        };
        let operands = mix.as_ref().map_or(operands, |mix| mix.as_slice());
        let computed = match number {
            glsl::FIND_I_LSB => self.sign(self.tree.node(first).ty),
            _ if number == glsl::LDEXP => Sign::Own,
            _ => sign,
        };
        let unpacks = name.starts_with("unpack");
        self.as_type(ty, if unpacks { Sign::Own } else { computed }, ANY, POSTFIX, |writer| {
            writer.out.push_str(name);
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

    /// Functions of vectors that `GLSL.std.450` has for scalars too.
    fn scalar_geometry(&mut self, number: u32, operands: &[Node]) {
        match (number, operands) {
            (glsl::NORMALIZE, &[value]) => self.call("sign", &[value]),
            (glsl::FACE_FORWARD, &[value, incident, reference]) => {
                self.out.push_str("select(-");
                self.expr(value, POSTFIX);
                self.out.push_str(", ");
                self.expr(value, ANY);
                self.out.push_str(", (");
                self.expr(incident, PRODUCT);
                self.out.push_str(" * ");
                self.expr(reference, UNARY);
                self.out.push_str(" < 0.0))");
            }
            _ => self.refuse(Reason::Instruction, "WGSL reflects and refracts vectors alone"),
        }
    }
}
