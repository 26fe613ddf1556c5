//! Generates expressions of a given type.
//!
//! Parentheses are added inside an expression as required; operands of operators come from
//! [`Writer::operand`].

use super::types::{BOOL, FLOAT, HALF4, INT, Scalar, Type};
use super::{Kind, Use, Writer};

/// Swizzle letters, by set.
const LETTERS: [[char; 4]; 4] =
    [['x', 'y', 'z', 'w'], ['r', 'g', 'b', 'a'], ['s', 't', 'p', 'q'], ['L', 'T', 'R', 'B']];

impl Writer<'_> {
    /// Expression of a type, or of one that converts to it implicitly.
    pub(super) fn expression(&mut self, ty: Type, depth: u32) -> String {
        self.cost = self.cost.saturating_add(self.passes);
        let ty = match ty.scalar() {
            Some(scalar) if scalar.is_float() && !self.only_constants && self.one_in(8) => {
                ty.of(match scalar {
                    Scalar::Float => Scalar::Half,
                    // Only effects convert to lower precision implicitly.
                    _ if self.kind == Kind::Generic => scalar,
                    _ => Scalar::Float,
                })
            }
            _ => ty,
        };
        if depth == 0 {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        if self.only_constants {
            return match self.below(3) {
                0 => self.leaf(ty),
                1 => self.constructor(ty, depth),
                _ => self.arithmetic(ty, depth),
            };
        }
        match self.below(16) {
            0 | 1 => self.leaf(ty),
            2..=6 => self.arithmetic(ty, depth),
            7..=9 => match self.intrinsic(ty, depth) {
                Some(call) => call,
                None => self.arithmetic(ty, depth),
            },
            10 | 11 => self.constructor(ty, depth),
            12 => self.ternary(ty, depth),
            13 => match self.call(ty, depth) {
                Some(call) => call,
                None => self.constructor(ty, depth),
            },
            14 => match self.part(ty, depth) {
                Some(part) => part,
                None => self.leaf(ty),
            },
            _ if ty == HALF4 => match self.child_call(depth) {
                Some(call) => call,
                None => self.constructor(ty, depth),
            },
            _ => self.rare(ty, depth),
        }
    }

    /// Expression that can be an operand.
    pub(super) fn operand(&mut self, ty: Type, depth: u32) -> String {
        let text = self.expression(ty, depth);
        parenthesised(text)
    }

    /// Variable or constant.
    pub(super) fn leaf(&mut self, ty: Type) -> String {
        if !self.one_in(4)
            && let Some(variable) = self.read(ty)
        {
            return variable;
        }
        match ty {
            Type::Vector(scalar, 1) => self.number(scalar),
            _ => self.constructor(ty, 0),
        }
    }

    /// Literal of a scalar type.
    pub(super) fn number(&mut self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Bool => ["true", "false"][self.random.index(2)].to_owned(),
            Scalar::Int => match self.below(8) {
                0 => format!("0x{:x}", self.below(256)),
                1 => format!("0{:o}", self.below(64)),
                2 => self.below(2_000_000).to_string(),
                _ => self.below(10).to_string(),
            },
            // A lone literal of these types is an `int` until combined with them.
            Scalar::Uint | Scalar::Short => format!("{}({})", scalar.name(), self.below(200)),
            Scalar::Float | Scalar::Half => match self.below(8) {
                0 => format!("{}.", self.below(4)),
                1 => format!(".{}", 1 + self.below(99)),
                2 => format!("{}e{}", 1 + self.below(9), self.below(3)),
                3 => format!("{}.5e-{}", self.below(9), self.below(4)),
                4 | 5 => format!("{}.{}", self.below(3), self.below(1000)),
                _ => format!("{}.0", self.below(4)),
            },
        }
    }

    /// Nonzero number, or a value not known at compile time.
    pub(super) fn divisor(&mut self, ty: Type) -> String {
        let is_integer = ty.scalar().is_some_and(Scalar::is_integer);
        if !self.only_constants
            && self.one_in(2)
            && let Some(plain) = self.unknown(ty)
        {
            return plain;
        }
        match (ty, is_integer) {
            (Type::Vector(scalar @ (Scalar::Uint | Scalar::Short), 1), _) => {
                format!("{}({})", scalar.name(), 1 + self.below(9))
            }
            (Type::Vector(_, 1), true) => (1 + self.below(9)).to_string(),
            (Type::Vector(_, 1), false) => format!("{}.{}", 1 + self.below(9), self.below(10)),
            _ => {
                let name = self.spelt(ty);
                format!("{name}({})", 1 + self.below(9))
            }
        }
    }

    /// Operator expression.
    fn arithmetic(&mut self, ty: Type, depth: u32) -> String {
        match ty {
            Type::Struct(_) => self.constructor(ty, depth),
            Type::Vector(Scalar::Bool, 1) => self.condition(depth),
            Type::Vector(Scalar::Bool, _) => self.constructor(ty, depth),
            Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => {
                if scalar != Scalar::Uint && self.one_in(8) {
                    let operand = self.operand(ty, depth);
                    let sign = if self.one_in(8) { "+" } else { "-" };
                    return format!("{sign}{operand}");
                }
                if scalar.is_float()
                    && !self.only_constants
                    && self.one_in(4)
                    && let Some(product) = self.product(ty, depth)
                {
                    return product;
                }
                self.component_wise(ty, scalar, depth)
            }
        }
    }

    /// `+ - * /`, and `%` for integers; sometimes with a scalar on one side.
    fn component_wise(&mut self, ty: Type, scalar: Scalar, depth: u32) -> String {
        let single = Type::Vector(scalar, 1);
        let is_compound = ty != single;
        if self.is_es3 && scalar.is_integer() && self.one_in(3) {
            return self.integer_operation(ty, depth);
        }
        match self.below(8) {
            0 => {
                let left = self.operand(ty, depth);
                // A matrix built from one number is zero off its diagonal.
                let is_single = matches!(ty, Type::Matrix(..)) || is_compound && self.one_in(2);
                let right = self.divisor(if is_single { single } else { ty });
                format!("{left} / {right}")
            }
            choice => {
                let (mut left, mut right) = (ty, ty);
                // The product of two matrices is not component-wise, and would need square ones.
                let is_product = choice < 4 && !matches!(ty, Type::Matrix(..));
                let operator = match choice {
                    _ if is_product => "*",
                    1..=5 => "+",
                    // Subtracting from a constant zero negates, which leaves the type.
                    _ if scalar == Scalar::Uint => "+",
                    _ => "-",
                };
                if is_compound && self.one_in(3) {
                    match self.below(2) {
                        0 => left = single,
                        _ => right = single,
                    }
                }
                let left = self.operand(left, depth);
                let right = self.neutral_or(right, operator, depth);
                format!("{left} {operator} {right}")
            }
        }
    }

    /// Operand, sometimes a neutral one.
    fn neutral_or(&mut self, ty: Type, operator: &str, depth: u32) -> String {
        match ty {
            Type::Vector(scalar, 1) if scalar.is_float() && self.one_in(8) => match operator {
                "*" => ["1.0", "1", "0"][self.random.index(3)].to_owned(),
                _ => ["0.0", "0"][self.random.index(2)].to_owned(),
            },
            Type::Vector(Scalar::Int | Scalar::Uint | Scalar::Short, 1) if self.one_in(4) => {
                self.below(5).to_string()
            }
            _ => self.operand(ty, depth),
        }
    }

    fn integer_operation(&mut self, ty: Type, depth: u32) -> String {
        let left = self.operand(ty, depth);
        match self.below(8) {
            0 | 1 => {
                let right = self.divisor(ty);
                format!("{left} % {right}")
            }
            2 => format!("~{left}"),
            3 | 4 => {
                let direction = ["<<", ">>"][self.random.index(2)];
                let unknown = if self.only_constants || self.one_in(2) { None } else { self.unknown(ty) };
                let count = match unknown {
                    Some(unknown) => unknown,
                    None => self.below(8).to_string(),
                };
                format!("{left} {direction} {count}")
            }
            _ => {
                let operator = ["&", "|", "^"][self.random.index(3)];
                let right = self.operand(ty, depth);
                format!("{left} {operator} {right}")
            }
        }
    }

    /// Product of linear algebra.
    fn product(&mut self, ty: Type, depth: u32) -> Option<String> {
        let inner = 2 + self.below(3);
        let (left, right) = match ty {
            Type::Vector(scalar, width @ 2..) => {
                let inner = if self.is_es3 { inner } else { width };
                if self.one_in(2) {
                    (Type::Matrix(scalar, inner, width), Type::Vector(scalar, inner))
                } else {
                    (Type::Vector(scalar, inner), Type::Matrix(scalar, width, inner))
                }
            }
            Type::Matrix(scalar, columns, rows) => {
                let inner = if self.is_es3 { inner } else { columns };
                (Type::Matrix(scalar, inner, rows), Type::Matrix(scalar, columns, inner))
            }
            _ => return None,
        };
        let left = self.operand(left, depth);
        let right = self.operand(right, depth);
        Some(format!("{left} * {right}"))
    }

    /// Comparison, or a combination of comparisons.
    fn condition(&mut self, depth: u32) -> String {
        match self.below(8) {
            0..=2 => {
                let scalar = [Scalar::Float, Scalar::Half, Scalar::Int][self.random.index(3)];
                let ty = Type::Vector(scalar, 1);
                let operator = ["<", ">", "<=", ">="][self.random.index(4)];
                let left = self.operand(ty, depth);
                let right = self.operand(ty, depth);
                format!("{left} {operator} {right}")
            }
            3 if self.is_es3
                && let Some((name, ty, count)) = self.comparable_array() =>
            {
                let other = self.array(ty, count, depth.min(1));
                let operator = ["==", "!="][self.random.index(2)];
                format!("{name} {operator} {other}")
            }
            3 | 4 => {
                let ty = self.compared_type();
                let operator = ["==", "!="][self.random.index(2)];
                let left = self.operand(ty, depth);
                let right = self.operand(ty, depth);
                format!("{left} {operator} {right}")
            }
            5 => {
                let operand = self.operand(BOOL, depth);
                format!("!{operand}")
            }
            _ => {
                let operator = ["&&", "||", "^^"][self.random.index(3)];
                let left = self.operand(BOOL, depth);
                let right = self.operand(BOOL, depth);
                format!("{left} {operator} {right}")
            }
        }
    }

    /// Array that may be compared here.
    fn comparable_array(&mut self) -> Option<(String, Type, u32)> {
        let may = if self.only_constants {
            Use::Constant
        } else {
            [Use::Constant, Use::Read, Use::Write][self.random.index(3)]
        };
        self.whole_array(may)
    }

    /// Type whose values may be compared.
    fn compared_type(&mut self) -> Type {
        for _ in 0..4 {
            let ty = self.value_type();
            if self.is_es3 || !self.holds_array(ty) {
                return ty;
            }
        }
        FLOAT
    }

    fn ternary(&mut self, ty: Type, depth: u32) -> String {
        if !self.is_es3 && self.holds_array(ty) {
            return self.leaf(ty);
        }
        let test = self.operand(BOOL, depth);
        let if_true = self.operand(ty, depth);
        let if_false = self.operand(ty, depth);
        format!("{test} ? {if_true} : {if_false}")
    }

    /// Part of a larger value: swizzle, column, component.
    fn part(&mut self, ty: Type, depth: u32) -> Option<String> {
        let Type::Vector(scalar, width) = ty else {
            return None;
        };
        if scalar.is_float() && width > 1 && self.one_in(3) {
            let columns = if self.is_es3 { 2 + self.below(3) } else { width };
            let matrix = self.operand(Type::Matrix(scalar, columns, width), depth);
            return Some(format!("{matrix}[{}]", self.below(columns)));
        }
        let from = 1 + self.below(4);
        let mut base = self.operand(Type::Vector(scalar, from), depth);
        if from == 1 && scalar == Scalar::Half {
            // A literal would give a float.
            base = format!("half({base})");
        }
        if from > 1 && width == 1 && self.one_in(2) {
            return Some(format!("{base}[{}]", self.below(from)));
        }
        // The scanner separates a number from a name after it, but not a digit from a preceding
        // name.
        let has_numbers = !matches!(scalar, Scalar::Bool) && self.one_in(4);
        let set = LETTERS[self.random.index(4)];
        let mut mask = String::new();
        for place in 0..width {
            if has_numbers && place > 0 && self.one_in(2) {
                mask.push(['0', '1'][self.random.index(2)])
            } else {
                mask.push(set[self.random.index(from as usize)])
            }
        }
        if base.ends_with(|end: char| end.is_ascii_digit() || end == '.')
            && !base.contains(|c: char| c.is_alphabetic())
        {
            Some(format!("({base}).{mask}"))
        } else {
            Some(format!("{base}.{mask}"))
        }
    }

    /// Call of a child.
    fn child_call(&mut self, depth: u32) -> Option<String> {
        let index = self.random.index(self.children.len());
        let (name, kind) = self.children.get(index).cloned()?;
        Some(match kind {
            Kind::Shader | Kind::Generic => {
                let at = self.expression(super::FLOAT2, depth);
                format!("{name}.eval({at})")
            }
            Kind::ColorFilter => {
                let color = self.expression(HALF4, depth);
                format!("{name}.eval({color})")
            }
            Kind::Blender => {
                let source = self.expression(HALF4, depth);
                let destination = self.expression(HALF4, depth);
                format!("{name}.eval({source}, {destination})")
            }
        })
    }

    /// Assignments and comma lists within expressions.
    fn rare(&mut self, ty: Type, depth: u32) -> String {
        match self.below(3) {
            0 => {
                let first = self.operand(FLOAT, depth.min(1));
                let second = self.operand(ty, depth);
                if !self.is_es3 && self.holds_array(ty) { second } else { format!("({first}, {second})") }
            }
            1 => match self.writable(ty) {
                Some(place) if self.is_es3 || !self.holds_array(ty) => {
                    let value = self.operand(ty, depth);
                    format!("({place} = {value})")
                }
                _ => self.leaf(ty),
            },
            _ => match self.writable(INT) {
                Some(place) if ty == INT => {
                    [format!("{place}++"), format!("--{place}")][self.random.index(2)].clone()
                }
                _ => self.leaf(ty),
            },
        }
    }

    /// Value type.
    pub(super) fn value_type(&mut self) -> Type {
        let scalar = match self.below(10) {
            0..=3 => Scalar::Float,
            4..=6 => Scalar::Half,
            7 => Scalar::Int,
            8 if self.is_es3 => [Scalar::Uint, Scalar::Short][self.random.index(2)],
            _ => Scalar::Bool,
        };
        match self.below(12) {
            0..=4 => Type::Vector(scalar, 1),
            5..=8 => Type::Vector(scalar, 2 + self.below(3)),
            9 if !self.structs.is_empty() => {
                // Without array constructors, structs with arrays cannot be constructed.
                let ty = Type::Struct(self.random.index(self.structs.len()));
                if !self.is_es3 && self.holds_array(ty) { FLOAT } else { ty }
            }
            _ => {
                let scalar = if scalar == Scalar::Half { Scalar::Half } else { Scalar::Float };
                let columns = 2 + self.below(3);
                let rows = if self.is_es3 { 2 + self.below(3) } else { columns };
                Type::Matrix(scalar, columns, rows)
            }
        }
    }

    /// True if a value contains an array.
    pub(super) fn holds_array(&self, ty: Type) -> bool {
        match ty {
            Type::Struct(number) => self.structs[number]
                .fields
                .iter()
                .any(|field| field.array.is_some() || self.holds_array(field.ty)),
            _ => false,
        }
    }

    /// Read of a variable, or part of one, of this type.
    pub(super) fn read(&mut self, ty: Type) -> Option<String> {
        let only_constants = self.only_constants;
        let places = self.places(ty, |may| !only_constants || may == Use::Constant);
        let index = self.random.index(places.len());
        places.into_iter().nth(index)
    }

    /// Like [`read`](Self::read), for values unknown at compile time.
    pub(super) fn unknown(&mut self, ty: Type) -> Option<String> {
        let places = self.places(ty, |may| may != Use::Constant);
        let index = self.random.index(places.len());
        places.into_iter().nth(index)
    }

    /// Like [`read`](Self::read), for writable variables.
    pub(super) fn writable(&mut self, ty: Type) -> Option<String> {
        let places = self.places(ty, |may| may == Use::Write);
        let index = self.random.index(places.len());
        places.into_iter().nth(index)
    }
}

/// Adds parentheses if an adjacent operator could split the expression.
fn parenthesised(text: String) -> String {
    let mut depth = 0_i32;
    for one in text.chars() {
        match one {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ' ' | '-' | '+' | '!' | '~' if depth == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text
}
