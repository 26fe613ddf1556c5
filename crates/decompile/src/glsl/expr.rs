//! Spells operations that GLSL has functions for.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::glsl;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use super::features::NEVER;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, PRODUCT, SUM, Scalar, Sign, UNARY, Writer, is_operator, joined};
use crate::tree::{Kind, Node};

impl Writer<'_, '_, Glsl> {
    /// Writes an operation that GLSL has its own words for; false for others.
    pub(super) fn own_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { node, ty, opcode, operands, needed, .. } = operation;
        self.check_bits(opcode);
        if self.reference_operation(operation) || self.vector_operation(operation) {
            return true;
        }
        match (opcode, operands) {
            (op::S_REM, &[left, right]) => self.as_type(ty, Sign::Signed, needed, POSTFIX, |writer| {
                let name = writer.remainder(ty);
                writer.out.push_str(&name);
                writer.out.push('(');
                writer.integer(left, Sign::Signed, ANY);
                writer.out.push_str(", ");
                writer.integer(right, Sign::Signed, ANY);
                writer.out.push(')');
            }),
            (op::F_REM, &[left, right]) => {
                let round = self.truncation(ty);
                self.float_remainder(&round, (left, right), needed);
            }
            (op::ARRAY_LENGTH, [array]) => self.as_type(ty, Sign::Signed, needed, POSTFIX, |writer| {
                writer.expr(*array, POSTFIX);
                writer.out.push_str(".length()");
            }),
            (op::BITCAST, [operand]) => self.bitcast(ty, *operand),
            (op::EXT_INST, _) => return self.vendor_function(operation),
            _ if is_operator(opcode) => return false,
            _ => {
                return self.builtin_call(ty, opcode, operands, needed)
                    || self.image(node, opcode, operands, needed)
                    || self.memory(ty, opcode, operands, needed)
                    || self.ray(ty, opcode, operands, needed)
                    || self.group(ty, opcode, operands, needed);
            }
        }
        true
    }

    fn check_bits(&mut self, opcode: u16) {
        let is_bits = matches!(
            opcode,
            op::BITWISE_AND
                | op::BITWISE_OR
                | op::BITWISE_XOR
                | op::SHIFT_LEFT_LOGICAL
                | op::SHIFT_RIGHT_LOGICAL
                | op::SHIFT_RIGHT_ARITHMETIC
                | op::S_MOD
        );
        if is_bits && !self.language.features.has(130, 300) {
            self.refuse_version(Reason::Instruction, "operations on bits, and remainders of integers,");
        }
    }

    /// Writes operators that GLSL has for scalars alone as functions of vectors.
    fn vector_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, .. } = operation;
        let size = operands.iter().map(|operand| self.tree.size(*operand)).max().unwrap_or(0);
        if size < 2 {
            return false;
        }
        match (opcode, operands) {
            (op::LOGICAL_NOT, _) => self.call("not", operands),
            (op::LOGICAL_AND | op::LOGICAL_OR, &[left, right]) => {
                self.logical_vector(opcode, size, left, right)
            }
            (op::F_UNORD_EQUAL, &[left, right]) => {
                // Never are both true.
                let [less, greater] = ["lessThan", "greaterThan"]
                    .map(|name| self.capture(|writer| writer.call(name, &[left, right])));
                self.out.push_str(&joined!("equal(", less, ", ", greater, ")"));
            }
            (op::SELECT, &[condition, yes, no]) if self.tree.size(condition) > 1 => {
                self.select_components(ty, condition, (yes, no))
            }
            _ => return self.compare_components(operation),
        }
        true
    }

    /// Writes an instruction that an extension of AMD has as a function; false for others.
    fn vendor_function(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, operands, at, needed, .. } = operation;
        let Some((set, row)) = self.extended_instruction(at) else { return false };
        let (name, extension) = match row.name {
            "CubeFaceIndexAMD" => ("cubeFaceIndexAMD", "GL_AMD_gcn_shader"),
            "CubeFaceCoordAMD" => ("cubeFaceCoordAMD", "GL_AMD_gcn_shader"),
            "TimeAMD" => ("timeAMD", "GL_AMD_gcn_shader"),
            "SwizzleInvocationsAMD" => ("swizzleInvocationsAMD", "GL_AMD_shader_ballot"),
            "SwizzleInvocationsMaskedAMD" => ("swizzleInvocationsMaskedAMD", "GL_AMD_shader_ballot"),
            "WriteInvocationAMD" => ("writeInvocationAMD", "GL_AMD_shader_ballot"),
            "MbcntAMD" => ("mbcntAMD", "GL_AMD_shader_ballot"),
            "InterpolateAtVertexAMD" => ("interpolateAtVertexAMD", "GL_AMD_shader_explicit_vertex_parameter"),
            _ => return false,
        };
        if !self.language.features.has(450, NEVER) {
            self.refuse_version(Reason::Instruction, &format!("instructions of {set}"));
        }
        self.language.features.require(extension);
        self.as_type(ty, Sign::Own, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                writer.out.push_str(if index > 0 { ", " } else { "" });
                let is_value =
                    index == 0 && row.name != "MbcntAMD" || row.name == "WriteInvocationAMD" && index == 1;
                writer.integer(*operand, if is_value { Sign::Own } else { Sign::Unsigned }, ANY);
            }
            writer.out.push(')');
        });
        true
    }

    fn select_components(&mut self, ty: Id, condition: Node, (yes, no): (Node, Node)) {
        let is_float = matches!(self.scalar(ty), Some(Scalar::Float(_)));
        let available = if is_float {
            self.language.features.has(130, 300)
        } else {
            self.language.features.has(450, 310)
        };
        if available {
            return self.call("mix", &[no, yes, condition]);
        }
        let chooser = self.chooser(ty);
        self.call(&chooser, &[no, yes, condition]);
    }

    /// Name of a function that chooses between the components of two vectors.
    fn chooser(&mut self, ty: Id) -> Name {
        let name = self.type_name(ty);
        let count = self.module.component_count(ty).unwrap_or(2);
        if self.language.chooser.is_empty() {
            self.language.chooser = self.names.take("choose");
        }
        let chooser = self.language.chooser.clone();
        let parts = "xyzw".chars().take(count as usize);
        let parts: Vec<String> =
            parts.map(|part| joined!("which.", part, " ? yes.", part, " : no.", part)).collect();
        let text = joined!(
            "\n",
            name,
            " ",
            chooser,
            "(",
            name,
            " no, ",
            name,
            " yes, bvec",
            count,
            " which)\n{\n    return ",
            name,
            "(",
            parts.join(", "),
            ");\n}\n"
        );
        self.language.functions.insert((chooser.clone(), name.to_string()), text);
        chooser
    }

    /// Name of a function for remainders with the sign of the dividend: those of `%` are not defined for negative numbers.
    fn remainder(&mut self, ty: Id) -> Name {
        let width = match self.scalar(ty) {
            Some(Scalar::Int(width) | Scalar::Uint(width)) => width,
            _ => 32,
        };
        let ty = self.vector_name(Scalar::Int(width), self.module.vector_size(ty).unwrap_or(1));
        if self.language.remainder.is_empty() {
            self.language.remainder = self.names.take("remainder");
        }
        let name = self.language.remainder.clone();
        let text = format!("\n{ty} {name}({ty} x, {ty} y)\n{{\n    return x - y * (x / y);\n}}\n");
        self.language.functions.insert((name.clone(), ty.to_owned()), text);
        name
    }

    /// Name of the function that drops what follows the point; `trunc` is new in 1.30 and GLSL ES 3.00.
    fn truncation(&mut self, ty: Id) -> Name {
        if self.language.features.has(130, 300) {
            return "trunc".into();
        }
        let ty = self.type_name(ty);
        if self.language.truncated.is_empty() {
            self.language.truncated = self.names.take("truncated");
        }
        let name = self.language.truncated.clone();
        let text = format!("\n{ty} {name}({ty} x)\n{{\n    return sign(x) * floor(abs(x));\n}}\n");
        self.language.functions.insert((name.clone(), ty.to_string()), text);
        name
    }

    fn logical_vector(&mut self, opcode: u16, size: u32, left: Node, right: Node) {
        let bits = self.vector_name(Scalar::Uint(32), size);
        let name = self.vector_name(Scalar::Bool, size);
        let operator = if opcode == op::LOGICAL_AND { " & " } else { " | " };
        self.out.push_str(name);
        self.out.push('(');
        self.call(bits, &[left]);
        self.out.push_str(operator);
        self.call(bits, &[right]);
        self.out.push(')');
    }

    /// Writes an index; one that differs between neighbours is marked.
    pub(super) fn write_index(&mut self, index: Node) {
        let result = self.module.get(self.tree.node(index).at).result;
        let differs = self.annotations.has(result, decoration::NON_UNIFORM);
        if differs && self.language.features.is_vulkan() && self.tree.value(result) == Some(index) {
            self.language.features.require("GL_EXT_nonuniform_qualifier");
            return self.call("nonuniformEXT", &[index]);
        }
        // An index may be signed or not; some arrays take the built-in variable alone.
        let mut inner = index;
        while let (None, Kind::Operation(op::BITCAST, span)) =
            (self.tree.variable_of(inner), self.tree.kind(inner))
            && let [operand] = self.tree.operands(span)
            && matches!(self.scalar_of(*operand), Some(Scalar::Int(32) | Scalar::Uint(32)))
        {
            inner = *operand;
        }
        let built_in = match self.tree.kind(inner) {
            Kind::Load(place) if self.tree.variable_of(inner).is_none() => self.tree.variable_of(place),
            _ => None,
        };
        match built_in.and_then(|var| self.language.built_ins.get(&var)) {
            Some(found) => self.out.push_str(found.name),
            None => self.expr(index, ANY),
        }
    }

    fn bitcast(&mut self, ty: Id, operand: Node) {
        let (to, from) = (self.scalar(ty), self.scalar_of(operand));
        let same_size = self.module.vector_size(ty) == Some(self.tree.size(operand));
        let name = match (to, from) {
            (Some(to), Some(from)) if to == from => return self.expr(operand, ANY.max(POSTFIX)),
            (Some(Scalar::Int(a) | Scalar::Uint(a)), Some(Scalar::Int(b) | Scalar::Uint(b)))
                if a == b && same_size =>
            {
                self.type_name(ty)
            }
            (Some(Scalar::Int(32)), Some(Scalar::Float(32))) => "floatBitsToInt".into(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(32))) => "floatBitsToUint".into(),
            (Some(Scalar::Float(32)), Some(Scalar::Int(32))) => "intBitsToFloat".into(),
            (Some(Scalar::Float(32)), Some(Scalar::Uint(32))) => "uintBitsToFloat".into(),
            (Some(Scalar::Float(16)), Some(Scalar::Int(16))) => "int16BitsToFloat16".into(),
            (Some(Scalar::Float(16)), Some(Scalar::Uint(16))) => "uint16BitsToFloat16".into(),
            (Some(Scalar::Int(16)), Some(Scalar::Float(16))) => "float16BitsToInt16".into(),
            (Some(Scalar::Uint(16)), Some(Scalar::Float(16))) => "float16BitsToUint16".into(),
            (Some(Scalar::Float(64)), Some(Scalar::Int(64))) => "int64BitsToDouble".into(),
            (Some(Scalar::Float(64)), Some(Scalar::Uint(64))) => "uint64BitsToDouble".into(),
            (Some(Scalar::Int(64)), Some(Scalar::Float(64))) => "doubleBitsToInt64".into(),
            (Some(Scalar::Uint(64)), Some(Scalar::Float(64))) => "doubleBitsToUint64".into(),
            (Some(Scalar::Float(64)), Some(Scalar::Uint(32))) => "packDouble2x32".into(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(64))) => "unpackDouble2x32".into(),
            (Some(Scalar::Uint(64)), Some(Scalar::Uint(32))) => "packUint2x32".into(),
            (Some(Scalar::Int(64)), Some(Scalar::Int(32))) => "packInt2x32".into(),
            (Some(Scalar::Uint(32)), Some(Scalar::Uint(64))) => "unpackUint2x32".into(),
            (Some(Scalar::Int(32)), Some(Scalar::Int(64))) => "unpackInt2x32".into(),
            (Some(Scalar::Int(16)), Some(Scalar::Int(32) | Scalar::Uint(32))) => "unpackInt2x16".into(),
            (Some(Scalar::Uint(16)), Some(Scalar::Int(32) | Scalar::Uint(32))) => "unpackUint2x16".into(),
            (Some(Scalar::Int(32)), Some(Scalar::Int(16) | Scalar::Uint(16))) => "packInt2x16".into(),
            (Some(Scalar::Uint(32)), Some(Scalar::Int(16) | Scalar::Uint(16))) => "packUint2x16".into(),
            (Some(Scalar::Uint(32)), Some(Scalar::Float(16))) => "packFloat2x16".into(),
            (Some(Scalar::Float(16)), Some(Scalar::Uint(32))) => "unpackFloat2x16".into(),
            _ => {
                self.refuse(Reason::Instruction, "bits of these types cannot be reinterpreted in GLSL");
                return;
            }
        };
        let float_bits = name.contains("BitsTo");
        if float_bits && !self.language.features.has_or(330, 300, (130, "GL_ARB_shader_bit_encoding")) {
            self.refuse_version(Reason::Instruction, "the bits of floating-point numbers");
        }
        let sign = if name.ends_with("ackInt2x16") {
            Sign::Signed
        } else if name.ends_with("ackUint2x16") {
            Sign::Unsigned
        } else {
            Sign::Own
        };
        self.out.push_str(&name);
        self.out.push('(');
        self.integer(operand, sign, ANY);
        self.out.push(')');
    }

    /// Writes an instruction that is a function of GLSL; false if it is none.
    fn builtin_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let (name, desktop, es) = match opcode {
            op::DOT => ("dot", 110, 100),
            op::ANY => ("any", 110, 100),
            op::ALL => ("all", 110, 100),
            op::IS_NAN => ("isnan", 130, 300),
            op::IS_INF => ("isinf", 130, 300),
            op::F_MOD => ("mod", 110, 100),
            op::TRANSPOSE => ("transpose", 120, 300),
            op::OUTER_PRODUCT => ("outerProduct", 120, 300),
            op::DPDX => ("dFdx", 110, 300),
            op::DPDY => ("dFdy", 110, 300),
            op::FWIDTH => ("fwidth", 110, 300),
            op::DPDX_FINE => ("dFdxFine", 450, NEVER),
            op::DPDY_FINE => ("dFdyFine", 450, NEVER),
            op::FWIDTH_FINE => ("fwidthFine", 450, NEVER),
            op::DPDX_COARSE => ("dFdxCoarse", 450, NEVER),
            op::DPDY_COARSE => ("dFdyCoarse", 450, NEVER),
            op::FWIDTH_COARSE => ("fwidthCoarse", 450, NEVER),
            _ => return self.bit_call(ty, opcode, operands, needed),
        };
        if opcode == op::DOT && self.tree.size(operands[0]) == 1 {
            return false;
        }
        let is_derivative = matches!(opcode, op::DPDX..=op::FWIDTH_COARSE);
        if is_derivative && self.stage != Stage::Fragment {
            self.refuse(Reason::Instruction, "derivatives are written in fragment shaders alone");
        } else if matches!(opcode, op::DPDX | op::DPDY | op::FWIDTH)
            && self.language.features.is_es()
            && self.language.features.version == 100
        {
            self.language.features.require("GL_OES_standard_derivatives");
        } else if !self.language.features.has(desktop, es) {
            self.refuse_version(Reason::Instruction, name);
        }
        self.call(name, operands);
        true
    }

    fn bit_call(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let sign = self.sign(ty);
        let (name, base, computed) = match opcode {
            op::BIT_FIELD_INSERT => ("bitfieldInsert", sign, sign),
            op::BIT_FIELD_S_EXTRACT => ("bitfieldExtract", Sign::Signed, Sign::Signed),
            op::BIT_FIELD_U_EXTRACT => ("bitfieldExtract", Sign::Unsigned, Sign::Unsigned),
            op::BIT_REVERSE => ("bitfieldReverse", sign, sign),
            op::BIT_COUNT => ("bitCount", Sign::Own, Sign::Signed),
            op::I_ADD_CARRY => ("uaddCarry", Sign::Unsigned, Sign::Unsigned),
            op::I_SUB_BORROW => ("usubBorrow", Sign::Unsigned, Sign::Unsigned),
            op::U_MUL_EXTENDED | op::S_MUL_EXTENDED => {
                self.refuse(Reason::Instruction, "products of twice the width cannot be written in GLSL yet");
                return true;
            }
            _ => return false,
        };
        if !self.language.features.has(400, 310) {
            self.refuse_version(Reason::Instruction, name);
        }
        let values = if opcode == op::BIT_FIELD_INSERT { 2 } else { 1 };
        self.as_type(ty, computed, needed, POSTFIX, |writer| {
            writer.out.push_str(name);
            writer.out.push('(');
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    writer.out.push_str(", ");
                }
                // Offsets and widths are int.
                let is_count = matches!(
                    opcode,
                    op::BIT_FIELD_INSERT | op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT
                );
                let sign = if index < values {
                    base
                } else if is_count {
                    Sign::Signed
                } else {
                    base
                };
                writer.integer(*operand, sign, ANY);
            }
            writer.out.push(')');
        });
        true
    }

    /// Writes the interpolation of a component: versions before 440 interpolate the vector. False for other calls.
    fn interpolated_component(&mut self, number: u32, name: &str, operands: &[Node]) -> bool {
        let interpolates = matches!(number, glsl::INTERPOLATE_AT_CENTROID..=glsl::INTERPOLATE_AT_OFFSET);
        if !interpolates || self.language.features.has(440, NEVER) {
            return false;
        }
        let Kind::Path(base, steps) = self.tree.kind(operands[0]) else { return false };
        let tree = self.tree;
        let Some((last, vector)) = tree.steps(steps).split_last() else { return false };
        let ty = vector.iter().fold(self.tree.node(base).ty, |ty, step| self.step_type(ty, *step));
        if !matches!(self.module.ty(ty), Some(Type::Vector { .. })) {
            return false;
        }
        self.out.push_str(name);
        self.out.push('(');
        match vector {
            [] => self.expr(base, ANY),
            _ => self.path(base, vector),
        }
        for operand in &operands[1..] {
            self.out.push_str(", ");
            self.integer(*operand, Sign::Own, ANY);
        }
        self.out.push(')');
        self.write_step(ty, *last);
        true
    }

    pub(super) fn function_call(&mut self, number: u32, ty: Id, operands: &[Node]) {
        let Some(row) = super::functions::function(number) else {
            self.refuse(Reason::Instruction, "an instruction of GLSL.std.450 cannot be written in GLSL");
            return;
        };
        if number == glsl::FMA && !self.language.features.has(400, 320) {
            // Contraction is allowed in both spellings.
            let &[a, b, c] = operands else { return };
            self.out.push('(');
            self.expr(a, PRODUCT);
            self.out.push_str(" * ");
            self.expr(b, UNARY);
            self.out.push_str(" + ");
            self.expr(c, SUM + 1);
            self.out.push(')');
            return;
        }
        if number == glsl::TRUNC && !self.language.features.has(row.desktop, row.es) {
            let name = self.truncation(ty);
            return self.call(&name, operands);
        }
        if !self.language.features.has(row.desktop, row.es) {
            self.refuse_version(Reason::Instruction, row.name);
        }
        if self.interpolated_component(number, row.name, operands) {
            return;
        }
        let operands = self.scalar_operands(number, operands);
        let sign = row.sign;
        let computed = match number {
            glsl::FIND_I_LSB | glsl::FIND_S_MSB | glsl::FIND_U_MSB => Sign::Signed,
            _ => sign,
        };
        self.as_type(ty, computed, ANY, POSTFIX, |writer| {
            writer.out.push_str(row.name);
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
}
