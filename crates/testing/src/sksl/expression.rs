//! Expressions of a wanted type.
//!
//! An expression is written with the parentheses that it needs inside; who puts it beside an operator uses [`Writer::operand`].

use super::types::{BOOL, FLOAT, HALF4, INT, Scalar, Type};
use super::{Kind, Use, Writer};

/// The letters of swizzles, set by set.
const LETTERS: [[char; 4]; 4] = [
    ['x', 'y', 'z', 'w'],
    ['r', 'g', 'b', 'a'],
    ['s', 't', 'p', 'q'],
    ['L', 'T', 'R', 'B'],
];

impl Writer<'_> {
    /// An expression of a type, or of one that becomes it unasked.
    pub(super) fn expression(&mut self, ty: Type, depth: u32) -> String {
        self.cost = self.cost.saturating_add(self.passes);
        let ty = match ty.scalar() {
            Some(scalar) if scalar.is_float() && !self.only_constants && self.one_in(8) => {
                ty.of(match scalar {
                    Scalar::Float => Scalar::Half,
                    // Only effects lose precision unasked.
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

    /// An expression that may stand beside an operator.
    pub(super) fn operand(&mut self, ty: Type, depth: u32) -> String {
        let text = self.expression(ty, depth);
        parenthesised(text)
    }

    /// A variable or a constant.
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

    /// A literal.
    pub(super) fn number(&mut self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Bool => ["true", "false"][self.random.index(2)].to_owned(),
            Scalar::Int => match self.below(8) {
                0 => format!("0x{:x}", self.below(256)),
                1 => format!("0{:o}", self.below(64)),
                2 => self.below(2_000_000).to_string(),
                _ => self.below(10).to_string(),
            },
            // A literal of these types alone is an `int` until it meets them.
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

    /// A number that is not zero, or something that is not known to be.
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

    /// An operator.
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

    /// `+ - * /`, and for integers the rest; sometimes with a scalar on one side.
    fn component_wise(&mut self, ty: Type, scalar: Scalar, depth: u32) -> String {
        let single = Type::Vector(scalar, 1);
        let is_compound = ty != single;
        if self.is_es3 && scalar.is_integer() && self.one_in(3) {
            return self.integer_operation(ty, depth);
        }
        match self.below(8) {
            0 => {
                let left = self.operand(ty, depth);
                // A matrix of one number has zeros beside its diagonal.
                let is_single = matches!(ty, Type::Matrix(..)) || is_compound && self.one_in(2);
                let right = self.divisor(if is_single { single } else { ty });
                format!("{left} / {right}")
            }
            choice => {
                let (mut left, mut right) = (ty, ty);
                // The product of two matrices is another thing, and would need them square.
                let is_product = choice < 4 && !matches!(ty, Type::Matrix(..));
                let operator = match choice {
                    _ if is_product => "*",
                    1..=5 => "+",
                    // What is subtracted from a constant zero is negated, and so leaves the type.
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

    /// An operand, sometimes one that the operator does nothing with.
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
                let unknown = match self.only_constants || self.one_in(2) {
                    true => None,
                    false => self.unknown(ty),
                };
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

    /// A product of linear algebra.
    fn product(&mut self, ty: Type, depth: u32) -> Option<String> {
        let inner = 2 + self.below(3);
        let (left, right) = match ty {
            Type::Vector(scalar, width @ 2..) => {
                let inner = if self.is_es3 { inner } else { width };
                match self.one_in(2) {
                    true => (Type::Matrix(scalar, inner, width), Type::Vector(scalar, inner)),
                    false => (Type::Vector(scalar, inner), Type::Matrix(scalar, width, inner)),
                }
            }
            Type::Matrix(scalar, columns, rows) => {
                let inner = if self.is_es3 { inner } else { columns };
                (
                    Type::Matrix(scalar, inner, rows),
                    Type::Matrix(scalar, columns, inner),
                )
            }
            _ => return None,
        };
        let left = self.operand(left, depth);
        let right = self.operand(right, depth);
        Some(format!("{left} * {right}"))
    }

    /// A comparison or a combination of such.
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

    /// An array that may be compared here.
    fn comparable_array(&mut self) -> Option<(String, Type, u32)> {
        let may = match self.only_constants {
            true => Use::Constant,
            false => [Use::Constant, Use::Read, Use::Write][self.random.index(3)],
        };
        self.whole_array(may)
    }

    /// A type whose values may be compared.
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

    /// A part of something larger: a swizzle, a column, a component.
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
            // Of a literal it would be a float.
            base = format!("half({base})");
        }
        if from > 1 && width == 1 && self.one_in(2) {
            return Some(format!("{base}[{}]", self.below(from)));
        }
        // The scanner takes a number and a name behind it apart, but not a digit off a name.
        let has_numbers = !matches!(scalar, Scalar::Bool) && self.one_in(4);
        let set = LETTERS[self.random.index(4)];
        let mut mask = String::new();
        for place in 0..width {
            match has_numbers && place > 0 && self.one_in(2) {
                true => mask.push(['0', '1'][self.random.index(2)]),
                false => mask.push(set[self.random.index(from as usize)]),
            }
        }
        match base.ends_with(|end: char| end.is_ascii_digit() || end == '.')
            && !base.contains(|c: char| c.is_alphabetic())
        {
            true => Some(format!("({base}).{mask}")),
            false => Some(format!("{base}.{mask}")),
        }
    }

    /// A call of a child.
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

    /// Assignments and lists inside of expressions.
    fn rare(&mut self, ty: Type, depth: u32) -> String {
        match self.below(3) {
            0 => {
                let first = self.operand(FLOAT, depth.min(1));
                let second = self.operand(ty, depth);
                match !self.is_es3 && self.holds_array(ty) {
                    true => second,
                    false => format!("({first}, {second})"),
                }
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

    /// A type of values.
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
                // Without array constructors nothing makes a value of a struct with arrays.
                let ty = Type::Struct(self.random.index(self.structs.len()));
                match !self.is_es3 && self.holds_array(ty) {
                    true => FLOAT,
                    false => ty,
                }
            }
            _ => {
                let scalar = if scalar == Scalar::Half {
                    Scalar::Half
                } else {
                    Scalar::Float
                };
                let columns = 2 + self.below(3);
                let rows = if self.is_es3 { 2 + self.below(3) } else { columns };
                Type::Matrix(scalar, columns, rows)
            }
        }
    }

    /// Whether a value has an array inside.
    pub(super) fn holds_array(&self, ty: Type) -> bool {
        match ty {
            Type::Struct(number) => self.structs[number]
                .fields
                .iter()
                .any(|field| field.array.is_some() || self.holds_array(field.ty)),
            _ => false,
        }
    }

    /// A read of a variable, or of a part of one, that has the type.
    pub(super) fn read(&mut self, ty: Type) -> Option<String> {
        let only_constants = self.only_constants;
        let places = self.places(ty, |may| !only_constants || may == Use::Constant);
        let index = self.random.index(places.len());
        places.into_iter().nth(index)
    }

    /// The same of one that the compiler does not know.
    pub(super) fn unknown(&mut self, ty: Type) -> Option<String> {
        let places = self.places(ty, |may| may != Use::Constant);
        let index = self.random.index(places.len());
        places.into_iter().nth(index)
    }

    /// The same of one that may be written.
    pub(super) fn writable(&mut self, ty: Type) -> Option<String> {
        let places = self.places(ty, |may| may == Use::Write);
        let index = self.random.index(places.len());
        places.into_iter().nth(index)
    }
}

/// With parentheses, where an operator beside it could take it apart.
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
