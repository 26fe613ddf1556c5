//! Builtin functions, by name. Those that look at whole vectors and matrices are in `geometric.rs`, those that read textures in
//! `texture.rs`.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{NumberKind, Scalar, Type};
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_spirv::build::{Id, glsl, op};

use crate::lowering::Lowering;
use crate::operator::{Operand, comparison};
use crate::options::Numbers;
use crate::rules;
use crate::session::Outcome;

/// What computes one component of a function.
enum Componentwise {
    /// An instruction of the core.
    Core(u16),
    /// One of `GLSL.std.450`.
    Extended(u32),
}

impl Lowering<'_, '_> {
    pub(crate) fn call_builtin(
        &mut self,
        name: &'static str,
        arguments: &[Expr],
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        match name {
            "modf" | "frexp" => return self.call_with_result(name, arguments, span),
            "sample" | "subpassLoad" | "textureSize" | "makeSampler2D" => {
                return self.texture_call(name, arguments, result, span);
            }
            "interpolateAtOffset" | "interpolateAtSample" => {
                return self.interpolate(name, arguments, result, span);
            }
            _ => {}
        }
        let mut operands = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            operands.push(self.operand(argument)?);
        }
        self.at(span);
        if let Some(value) = self.componentwise(name, &operands, result, span)? {
            return Ok(value);
        }
        if let Some(value) = self.number_function(name, &operands, result, span)? {
            return Ok(value);
        }
        match self.geometric(name, &operands, result, span)? {
            Some(value) => Ok(value),
            None => {
                let finding = self.source.finding(
                    &rules::MALFORMED,
                    span,
                    format!("the function `{name}` has no body"),
                );
                Err(finding.help("compile the program again from its source").into())
            }
        }
    }

    /// Arguments as values of the widest type among them.
    pub(crate) fn alike(&mut self, operands: &[Operand], span: Span) -> Outcome<Vec<Id>> {
        let widest = operands.iter().map(|operand| operand.ty).find(|ty| ty.is_vector());
        let mut values = Vec::with_capacity(operands.len());
        for &operand in operands {
            values.push(self.widened(operand, widest.unwrap_or(operand.ty), span)?);
        }
        Ok(values)
    }

    /// Functions that are one instruction on each component.
    fn componentwise(
        &mut self,
        name: &str,
        operands: &[Operand],
        result: Type,
        span: Span,
    ) -> Outcome<Option<Id>> {
        let kind = match operands.first().and_then(|operand| operand.ty.scalar()) {
            Some(scalar) => scalar.kind(),
            None => NumberKind::Float,
        };
        if name == "smoothstep" && self.is_open_step(operands) {
            return Ok(None);
        }
        let Some(instruction) = instruction(name, kind, operands.len()) else { return Ok(None) };
        let values = self.alike(operands, span)?;
        let value = match instruction {
            Componentwise::Core(opcode) => self.op(opcode, result, &values, span)?,
            Componentwise::Extended(number) => self.glsl(number, result, &values, span)?,
        };
        Ok(Some(value))
    }

    /// Functions whose meaning SPIR-V leaves open, or that are several instructions.
    fn number_function(
        &mut self,
        name: &str,
        operands: &[Operand],
        ty: Type,
        span: Span,
    ) -> Outcome<Option<Id>> {
        let values = self.alike(operands, span)?;
        let value = match (name, &values[..]) {
            ("min", &[a, b]) => self.extreme(true, ty, [a, b], span)?,
            ("max", &[a, b]) => self.extreme(false, ty, [a, b], span)?,
            ("clamp", &[x, low, high]) => self.limited(ty, [x, low, high], span)?,
            ("saturate", &[x]) => {
                let (low, high) = (self.number(ty, 0.0, span)?, self.number(ty, 1.0, span)?);
                self.limited(ty, [x, low, high], span)?
            }
            ("mix", &[x, y, t]) => {
                let chooses = operands.get(2).and_then(|operand| operand.ty.scalar()) == Some(Scalar::Bool);
                if chooses {
                    self.op(op::SELECT, ty, &[t, y, x], span)?
                } else {
                    self.glsl(glsl::F_MIX, ty, &[x, y, t], span)?
                }
            }
            ("smoothstep", &[low, high, x]) => self.smooth_step(ty, [low, high, x], span)?,
            ("toLinearSrgb" | "fromLinearSrgb", &[color]) => self.color_space(name, color, ty, span)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// True if the edges of a smooth step may be one, or in the wrong order, which SPIR-V leaves open.
    fn is_open_step(&self, operands: &[Operand]) -> bool {
        let edge = |index: usize| operands.get(index).and_then(|edge| self.literal(edge.expression?));
        match (edge(0), edge(1)) {
            (Some(low), Some(high)) => low >= high,
            _ => self.s.options.numbers == Numbers::Exact,
        }
    }

    /// A smooth step whose result is 1 from the edge on, where both edges are one.
    fn smooth_step(&mut self, ty: Type, [low, high, x]: [Id; 3], span: Span) -> Outcome<Id> {
        let way = self.op(op::F_SUB, ty, &[x, low], span)?;
        let length = self.op(op::F_SUB, ty, &[high, low], span)?;
        let part = self.op(op::F_DIV, ty, &[way, length], span)?;
        let [zero, one, two, three] = [0.0, 1.0, 2.0, 3.0].map(|number| self.number(ty, number, span));
        // The order of the operands makes 1 of what is not a number.
        let part = self.extreme(false, ty, [zero?, part], span)?;
        let part = self.extreme(true, ty, [part, one?], span)?;
        let square = self.op(op::F_MUL, ty, &[part, part], span)?;
        let double = self.op(op::F_MUL, ty, &[part, two?], span)?;
        let rest = self.op(op::F_SUB, ty, &[three?, double], span)?;
        self.op(op::F_MUL, ty, &[square, rest], span)
    }

    /// The two functions that write to a parameter.
    fn call_with_result(&mut self, name: &str, arguments: &[Expr], span: Span) -> Outcome<Id> {
        let &[value, target] = arguments else {
            return self.malformed(span, "expected two arguments");
        };
        let ty = self.meaning(value);
        let value = self.value(value)?;
        let Some(place) = self.place(target)? else {
            return self.malformed(span, "the argument of an `out` parameter is no variable");
        };
        self.at(span);
        if name == "modf" {
            let whole = self.glsl(glsl::TRUNC, ty, &[value], span)?;
            self.write(&place, whole, span)?;
            return self.op(op::F_SUB, ty, &[value, whole], span);
        }
        let exponent = ty.with_scalar(Scalar::Int);
        let members = [self.ty(ty, span)?, self.ty(exponent, span)?];
        let structure = self.s.b.structure(&members);
        let set = self.s.glsl;
        let both = self.s.b.extended(structure, set, glsl::FREXP_STRUCT, &[value]);
        let written = self.extract(exponent, both, 1, span)?;
        self.write(&place, written, span)?;
        self.extract(ty, both, 0, span)
    }
}

/// The instruction of a function that is one.
fn instruction(name: &str, kind: NumberKind, arguments: usize) -> Option<Componentwise> {
    use NumberKind::{Float, Signed, Unsigned};
    if let Some(number) = float_function(name, arguments).filter(|_| kind == Float) {
        return Some(Componentwise::Extended(number));
    }
    let extended = match (name, kind) {
        ("abs", Signed) => glsl::S_ABS,
        ("sign", Signed) => glsl::S_SIGN,
        ("min", Signed) => glsl::S_MIN,
        ("max", Signed) => glsl::S_MAX,
        ("clamp", Signed) => glsl::S_CLAMP,
        ("min", Unsigned) => glsl::U_MIN,
        ("max", Unsigned) => glsl::U_MAX,
        ("clamp", Unsigned) => glsl::U_CLAMP,
        ("findLSB", _) => glsl::FIND_I_LSB,
        ("findMSB", Unsigned) => glsl::FIND_U_MSB,
        ("findMSB", _) => glsl::FIND_S_MSB,
        _ => return core(name, kind).map(Componentwise::Core),
    };
    Some(Componentwise::Extended(extended))
}

/// The instruction of the core that a function is.
fn core(name: &str, kind: NumberKind) -> Option<u16> {
    let operator = match name {
        "lessThan" => Some(Operator::LESS),
        "lessThanEqual" => Some(Operator::LESS_EQUAL),
        "greaterThan" => Some(Operator::GREATER),
        "greaterThanEqual" => Some(Operator::GREATER_EQUAL),
        "equal" => Some(Operator::EQUAL),
        "notEqual" => Some(Operator::NOT_EQUAL),
        _ => None,
    };
    if let Some(operator) = operator {
        return comparison(operator, kind);
    }
    Some(match (name, kind) {
        ("mod", NumberKind::Float) => op::F_MOD,
        ("isnan", NumberKind::Float) => op::IS_NAN,
        ("isinf", NumberKind::Float) => op::IS_INF,
        ("dFdx", NumberKind::Float) => op::DPDX,
        ("dFdy", NumberKind::Float) => op::DPDY,
        ("fwidth", NumberKind::Float) => op::FWIDTH,
        ("floatBitsToInt" | "floatBitsToUint" | "intBitsToFloat" | "uintBitsToFloat", _) => op::BITCAST,
        ("bitCount", _) => op::BIT_COUNT,
        ("not", _) => op::LOGICAL_NOT,
        _ => return None,
    })
}

/// The function of `GLSL.std.450` that a function of floats is on each component.
fn float_function(name: &str, arguments: usize) -> Option<u32> {
    Some(match name {
        "radians" => glsl::RADIANS,
        "degrees" => glsl::DEGREES,
        "sin" => glsl::SIN,
        "cos" => glsl::COS,
        "tan" => glsl::TAN,
        "asin" => glsl::ASIN,
        "acos" => glsl::ACOS,
        "atan" if arguments == 1 => glsl::ATAN,
        "atan" => glsl::ATAN2,
        "sinh" => glsl::SINH,
        "cosh" => glsl::COSH,
        "tanh" => glsl::TANH,
        "asinh" => glsl::ASINH,
        "acosh" => glsl::ACOSH,
        "atanh" => glsl::ATANH,
        "pow" => glsl::POW,
        "exp" => glsl::EXP,
        "log" => glsl::LOG,
        "exp2" => glsl::EXP2,
        "log2" => glsl::LOG2,
        "sqrt" => glsl::SQRT,
        "inversesqrt" => glsl::INVERSE_SQRT,
        "abs" => glsl::F_ABS,
        "sign" => glsl::F_SIGN,
        "floor" => glsl::FLOOR,
        "ceil" => glsl::CEIL,
        "trunc" => glsl::TRUNC,
        "round" | "roundEven" => glsl::ROUND_EVEN,
        "fract" => glsl::FRACT,
        "step" => glsl::STEP,
        "smoothstep" => glsl::SMOOTH_STEP,
        "fma" => glsl::FMA,
        "ldexp" => glsl::LDEXP,
        _ => return None,
    })
}
