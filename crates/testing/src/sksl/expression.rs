//! Expressions of a wanted type, by sections 4 to 6 of the language's description.

use super::types::{Scalar, Type};
use super::{Function, Writer};

/// Functions that take and give one type of floats.
const SAME: [&str; 18] = [
    "radians", "degrees", "sin", "cos", "tan", "atan", "exp", "exp2", "abs", "sign", "floor", "ceil", "fract", "saturate",
    "normalize", "round", "trunc", "sinh",
];
/// The same with two arguments.
const PAIR: [&str; 6] = ["pow", "mod", "min", "max", "step", "reflect"];
/// The same with three.
const TRIPLE: [&str; 4] = ["clamp", "mix", "smoothstep", "faceforward"];

impl Writer<'_> {
    /// An expression that can stand anywhere.
    pub(super) fn expression(&mut self, ty: &Type, depth: u32) -> String {
        if depth == 0 || self.cost == 0 {
            return self.leaf(ty);
        }
        self.cost -= 1;
        let depth = depth - 1;
        match ty {
            Type::Array(element, count) => self.array(element, *count, depth),
            Type::Struct(index) => self.structure(*index, depth),
            _ => match self.below(16) {
                0..=2 => self.leaf(ty),
                3..=6 => self.chain(ty, depth),
                7 | 8 => self.constructor(ty, depth),
                9 | 10 => self.builtin(ty, depth),
                11 => self.choice(ty, depth),
                12 => self.swizzle(ty, depth),
                13 => self.part(ty),
                14 => self.call(ty, depth),
                _ => self.unary(ty, depth),
            },
        }
    }

    /// A variable or constant.
    fn leaf(&mut self, ty: &Type) -> String {
        if !self.one_in(3)
            && let Some(name) = self.variable(ty, false)
        {
            return name;
        }
        match ty {
            Type::Scalar(scalar) => self.literal(*scalar),
            Type::Vector(scalar, width) => {
                let (name, scalar) = (self.type_name(ty), *scalar);
                match self.one_in(2) {
                    true => format!("{name}({})", self.literal(scalar)),
                    false => {
                        let parts: Vec<String> = (0..*width).map(|_| self.literal(scalar)).collect();
                        format!("{name}({})", parts.join(", "))
                    }
                }
            }
            Type::Matrix(scalar, ..) => {
                let (name, value) = (self.type_name(ty), self.literal(*scalar));
                format!("{name}({value})")
            }
            Type::Array(element, count) => self.array(element, *count, 0),
            Type::Struct(index) => self.structure(*index, 0),
        }
    }

    fn literal(&mut self, scalar: Scalar) -> String {
        let number = self.below(9);
        match scalar {
            Scalar::Bool => (number < 5).to_string(),
            Scalar::Float | Scalar::Half => match self.below(8) {
                0 => number.to_string(),
                1 => format!(".{number}"),
                2 => format!("{number}."),
                3 => format!("{number}e-{}", self.below(4)),
                4 => format!("{number}.25e1"),
                5 => format!("{}({number})", scalar.name()),
                _ => format!("{number}.{}", self.below(1000)),
            },
            Scalar::Int => match self.below(5) {
                0 => format!("0x{number:x}"),
                1 => format!("int({number}.5)"),
                2 => format!("-{number}"),
                _ => number.to_string(),
            },
            Scalar::Uint => format!("uint({number})"),
            Scalar::Short => format!("short({number})"),
        }
    }

    /// A number that is not zero, for divisors.
    fn nonzero(&mut self, scalar: Scalar) -> String {
        let number = 1 + self.below(8);
        match scalar {
            Scalar::Float | Scalar::Half => format!("{number}.5"),
            _ => format!("{}({number})", scalar.name()),
        }
    }

    /// Operands with operators of one kind between them, without parentheses.
    fn chain(&mut self, ty: &Type, depth: u32) -> String {
        let Some(scalar) = ty.scalar() else {
            return self.leaf(ty);
        };
        if scalar == Scalar::Bool {
            return match ty {
                Type::Scalar(_) => self.test(depth),
                _ => self.constructor(ty, depth),
            };
        }
        let mut text = self.operand(ty, depth);
        for _ in 0..1 + self.below(3) {
            let is_matrix = matches!(ty, Type::Matrix(_, columns, rows) if columns != rows);
            match self.below(9) {
                0 => {
                    let divisor = self.nonzero(scalar);
                    text = format!("{text} / {divisor}");
                }
                1 if scalar.is_integer() => {
                    let divisor = self.nonzero(scalar);
                    text = format!("({text}) % {divisor}");
                }
                2 if scalar.is_integer() => {
                    let operator = self.pick(&["&", "|", "^"]).unwrap_or("&");
                    let other = self.operand(ty, depth);
                    text = format!("({text}) {operator} ({other})");
                }
                3 if scalar.is_integer() => {
                    let operator = self.pick(&["<<", ">>"]).unwrap_or("<<");
                    text = format!("({text}) {operator} {}({})", scalar.name(), self.below(8));
                }
                4 if ty.width() > 1 => {
                    let other = self.operand(&Type::Scalar(scalar), depth);
                    text = match self.one_in(2) {
                        true => format!("{text} * {other}"),
                        false => format!("{other} + ({text})"),
                    };
                }
                _ => {
                    let operators: &[&str] = match is_matrix {
                        true => &["+", "-"],
                        false => &["+", "-", "*"],
                    };
                    let operator = self.pick(operators).unwrap_or("+");
                    let other = self.operand(ty, depth);
                    text = format!("{text} {operator} {other}");
                }
            }
        }
        text
    }

    /// An operand: anything, in parentheses when it needs them.
    pub(super) fn operand(&mut self, ty: &Type, depth: u32) -> String {
        let text = self.expression(ty, depth);
        let is_primary = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
        match is_primary {
            true => text,
            false => format!("({text})"),
        }
    }

    /// A truth value.
    pub(super) fn test(&mut self, depth: u32) -> String {
        match self.below(7) {
            0 | 1 => {
                let operator = self.pick(&["&&", "||", "^^"]).unwrap_or("&&");
                let (left, right) = (self.operand(&Type::BOOL, depth), self.operand(&Type::BOOL, depth));
                format!("{left} {operator} {right}")
            }
            2..=4 => {
                let ty = Type::Scalar(self.number_scalar());
                let operator = self.pick(&["<", ">", "<=", ">=", "==", "!="]).unwrap_or("<");
                let (left, right) = (self.operand(&ty, depth), self.operand(&ty, depth));
                format!("{left} {operator} {right}")
            }
            5 => {
                let ty = self.plain_type();
                let operator = self.pick(&["==", "!="]).unwrap_or("==");
                let (left, right) = (self.operand(&ty, depth), self.operand(&ty, depth));
                format!("{left} {operator} {right}")
            }
            _ => format!("!{}", self.operand(&Type::BOOL, depth)),
        }
    }

    fn unary(&mut self, ty: &Type, depth: u32) -> String {
        let operand = self.operand(ty, depth);
        match ty.scalar() {
            Some(Scalar::Bool) if ty.width() == 1 => format!("!{operand}"),
            Some(Scalar::Int | Scalar::Short) if self.one_in(3) => format!("~{operand}"),
            Some(scalar) if scalar.is_float() || scalar == Scalar::Int => match self.one_in(5) {
                true => format!("+{operand}"),
                false => format!("-{operand}"),
            },
            _ => operand,
        }
    }

    fn choice(&mut self, ty: &Type, depth: u32) -> String {
        let test = self.operand(&Type::BOOL, depth);
        let (one, other) = (self.operand(ty, depth), self.operand(ty, depth));
        format!("{test} ? {one} : {other}")
    }

    fn constructor(&mut self, ty: &Type, depth: u32) -> String {
        let name = self.type_name(ty);
        match ty {
            Type::Scalar(_) => {
                let from = Type::Scalar(match self.below(4) {
                    0 => Scalar::Bool,
                    _ => self.safe_source(ty),
                });
                format!("{name}({})", self.expression(&from, depth))
            }
            Type::Vector(scalar, width) => {
                if self.one_in(4) {
                    let from = Type::Vector(self.safe_source(ty), *width);
                    return format!("{name}({})", self.expression(&from, depth));
                }
                let mut left = *width;
                let mut parts = Vec::new();
                while left > 0 {
                    let take = match parts.is_empty() {
                        // One argument of the whole width would be another constructor.
                        true => 1 + self.below(left.min(4) - 1),
                        false => 1 + self.below(left.min(4)),
                    };
                    parts.push(self.expression(&Type::vector(*scalar, take), depth));
                    left -= take;
                }
                format!("{name}({})", parts.join(", "))
            }
            Type::Matrix(scalar, columns, rows) => {
                if self.one_in(3) {
                    let from = match self.one_in(2) {
                        true => Type::Matrix(Scalar::Float, *columns, *rows),
                        false => self.matrix_type(),
                    };
                    return format!("{name}({})", self.expression(&from, depth));
                }
                let column = Type::Vector(*scalar, *rows);
                let parts: Vec<String> = (0..*columns).map(|_| self.expression(&column, depth)).collect();
                format!("{name}({})", parts.join(", "))
            }
            _ => self.leaf(ty),
        }
    }

    /// A scalar whose values fit into a type: negative numbers do not into unsigned ones, when they are constants.
    fn safe_source(&mut self, ty: &Type) -> Scalar {
        match ty.scalar() {
            Some(Scalar::Uint) => Scalar::Uint,
            Some(Scalar::Short) => Scalar::Short,
            _ => self.number_scalar(),
        }
    }

    fn array(&mut self, element: &Type, count: u32, depth: u32) -> String {
        let ty = Type::Array(Box::new(element.clone()), count);
        if !self.one_in(3)
            && let Some(name) = self.variable(&ty, false)
        {
            return name;
        }
        let name = self.type_name(element);
        let parts: Vec<String> = (0..count).map(|_| self.expression(element, depth)).collect();
        format!("{name}[{count}]({})", parts.join(", "))
    }

    fn structure(&mut self, index: usize, depth: u32) -> String {
        if !self.one_in(3)
            && let Some(name) = self.variable(&Type::Struct(index), false)
        {
            return name;
        }
        let Some(known) = self.structs.get(index).cloned() else {
            return String::new();
        };
        let parts: Vec<String> = known.fields.iter().map(|(_, ty)| self.expression(ty, depth)).collect();
        format!("{}({})", known.name, parts.join(", "))
    }

    /// The letters of a swizzle that gives so many components of a vector.
    pub(super) fn letters(&mut self, base: u32, count: u32, distinct: bool) -> String {
        let set = self.pick(&["xyzw", "rgba", "stpq", "LTRB"]).unwrap_or("xyzw");
        let mut left: Vec<char> = set.chars().take(base as usize).collect();
        (0..count)
            .map(|_| {
                let at = self.random.index(left.len());
                match distinct {
                    true => left.remove(at),
                    false => left[at],
                }
            })
            .collect()
    }

    fn swizzle(&mut self, ty: &Type, depth: u32) -> String {
        let (Some(scalar), width @ 1..) = (ty.scalar(), ty.width()) else {
            return self.leaf(ty);
        };
        let base = 2 + self.below(3);
        let operand = self.operand(&Type::Vector(scalar, base), depth);
        let mut letters = self.letters(base, width, false);
        if width > 1 && self.one_in(3) {
            letters.pop();
            letters.push(if self.one_in(2) { '0' } else { '1' });
        }
        format!("{operand}.{letters}")
    }

    /// A field or element of a variable.
    fn part(&mut self, ty: &Type) -> String {
        let mut parts = Vec::new();
        for variable in self.scopes.iter().flatten() {
            match &variable.ty {
                Type::Struct(index) => {
                    let fields = self.structs.get(*index).map_or(&[][..], |known| &known.fields);
                    let fields = fields.iter().filter(|(_, field)| field == ty);
                    parts.extend(fields.map(|(name, _)| (format!("{}.{name}", variable.name), 0)));
                }
                Type::Array(element, count) if **element == *ty => parts.push((variable.name.clone(), *count)),
                Type::Vector(scalar, width) if *ty == Type::Scalar(*scalar) => parts.push((variable.name.clone(), *width)),
                Type::Matrix(scalar, columns, rows) if *ty == Type::Vector(*scalar, *rows) => {
                    parts.push((variable.name.clone(), *columns));
                }
                _ => {}
            }
        }
        match self.pick(&parts) {
            Some((name, 0)) => name,
            Some((name, count)) => {
                let counter = self.variable(&Type::INT, false).filter(|_| self.one_in(3));
                let index = counter.unwrap_or_else(|| self.below(count).to_string());
                format!("{name}[{index}]")
            }
            None => self.leaf(ty),
        }
    }

    /// A call of a function of the program.
    fn call(&mut self, ty: &Type, depth: u32) -> String {
        let fitting = self.functions.iter().filter(|function| function.result.as_ref() == Some(ty));
        let fitting: Vec<Function> = fitting.cloned().collect();
        let Some(function) = self.pick(&fitting) else {
            return self.leaf(ty);
        };
        self.call_of(&function, depth).unwrap_or_else(|| self.leaf(ty))
    }

    /// A call, where there are variables for what the function writes.
    pub(super) fn call_of(&mut self, function: &Function, depth: u32) -> Option<String> {
        let mut arguments = Vec::new();
        for (ty, is_written) in &function.parameters {
            arguments.push(match is_written {
                true => self.variable(ty, true)?,
                false => self.expression(ty, depth),
            });
        }
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    fn builtin(&mut self, ty: &Type, depth: u32) -> String {
        let Some(scalar) = ty.scalar() else {
            return self.leaf(ty);
        };
        if scalar.is_float()
            && let Type::Matrix(_, columns, rows) = ty
        {
            return match (columns == rows, self.below(3)) {
                (true, 0) => format!("inverse({})", self.expression(ty, depth)),
                (_, 1) => format!("matrixCompMult({}, {})", self.expression(ty, depth), self.expression(ty, depth)),
                _ => format!("transpose({})", self.expression(&Type::Matrix(scalar, *rows, *columns), depth)),
            };
        }
        if scalar.is_float() {
            return match self.below(8) {
                0 if ty.width() == 1 => {
                    let from = Type::vector(scalar, 2 + self.below(3));
                    let name = self.pick(&["dot", "distance"]).unwrap_or("dot");
                    format!("{name}({}, {})", self.expression(&from, depth), self.expression(&from, depth))
                }
                1 if ty.width() == 1 => {
                    let from = Type::vector(scalar, 1 + self.below(4));
                    format!("length({})", self.expression(&from, depth))
                }
                2 if ty.width() == 3 => {
                    format!("cross({}, {})", self.expression(ty, depth), self.expression(ty, depth))
                }
                3 if ty.width() == 4 => format!("unpremul({})", self.expression(ty, depth)),
                0..=3 => self.builtin_call(&SAME, 1, ty, depth),
                4 | 5 => self.builtin_call(&PAIR, 2, ty, depth),
                6 => self.builtin_call(&TRIPLE, 3, ty, depth),
                _ => self.builtin_call(&SAME, 1, ty, depth),
            };
        }
        match (scalar, ty.width()) {
            (Scalar::Int, 1..) => match self.below(3) {
                0 => self.builtin_call(&["abs", "sign"], 1, ty, depth),
                1 => self.builtin_call(&["min", "max"], 2, ty, depth),
                _ => self.builtin_call(&["clamp"], 3, ty, depth),
            },
            (Scalar::Bool, 1) => {
                let from = Type::vector(Scalar::Bool, 2 + self.below(3));
                let name = self.pick(&["any", "all"]).unwrap_or("any");
                format!("{name}({})", self.expression(&from, depth))
            }
            (Scalar::Bool, width) => {
                let from = Type::vector(Scalar::Float, width);
                let names = ["lessThan", "lessThanEqual", "greaterThan", "equal", "notEqual"];
                match self.one_in(3) {
                    true => format!("not({})", self.expression(ty, depth)),
                    false => self.builtin_call(&names, 2, &from, depth),
                }
            }
            _ => self.leaf(ty),
        }
    }

    fn builtin_call(&mut self, names: &[&'static str], count: u32, ty: &Type, depth: u32) -> String {
        let name = self.pick(names).unwrap_or_default();
        let arguments: Vec<String> = (0..count).map(|_| self.expression(ty, depth)).collect();
        format!("{name}({})", arguments.join(", "))
    }
}
