//! Random expressions of a given type. Numbers stay small and no operation is undefined, so that compilers agree.

use super::Writer;
use super::types::{Scalar, Type};

impl Writer<'_> {
    /// An expression of a type, at most so many levels deep.
    pub(super) fn expression(&mut self, ty: Type, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        match ty {
            Type::Scalar(Scalar::Bool) => self.truth(depth - 1),
            Type::Vector(Scalar::Bool, count) => self.truths(count, depth - 1),
            Type::Matrix(columns, rows) => self.matrix(columns, rows, depth - 1),
            Type::Scalar(_) | Type::Vector(..) => self.number(ty, depth - 1),
        }
    }

    /// A variable, or a constant.
    fn leaf(&mut self, ty: Type) -> String {
        if self.below(4) != 0
            && let Some(name) = self.variable(ty)
        {
            return name;
        }
        self.constant(ty)
    }

    fn constant(&mut self, ty: Type) -> String {
        match ty {
            Type::Scalar(Scalar::Bool) => if self.one_in(2) { "true" } else { "false" }.to_owned(),
            Type::Scalar(Scalar::Int) => self.below(20).to_string(),
            Type::Scalar(Scalar::Uint) => format!("{}u", self.below(20)),
            Type::Scalar(Scalar::Float) => format!("{}.{}", self.below(4), 1 + self.below(9)),
            Type::Vector(scalar, count) => {
                let parts: Vec<String> = (0..count).map(|_| self.constant(Type::Scalar(scalar))).collect();
                format!("{ty}({})", parts.join(", "))
            }
            Type::Matrix(columns, rows) => {
                let parts: Vec<String> =
                    (0..columns).map(|_| self.constant(Type::vector(Scalar::Float, rows))).collect();
                format!("{ty}({})", parts.join(", "))
            }
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        let scalar = Scalar::ALL[1 + self.below(3) as usize];
        let other = Type::Scalar(scalar);
        match self.below(7) {
            0 | 1 => {
                let sign = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                let (left, right) = (self.expression(other, depth), self.expression(other, depth));
                format!("({left} {sign} {right})")
            }
            2 => {
                let sign = self.pick(&["&&", "||", "^^"]);
                let (left, right) = (self.expression(Type::BOOL, depth), self.expression(Type::BOOL, depth));
                format!("({left} {sign} {right})")
            }
            3 => format!("!{}", self.expression(Type::BOOL, depth)),
            4 => {
                let function = self.pick(&["any", "all"]);
                let count = 2 + self.below(3) as u8;
                format!("{function}({})", self.expression(Type::Vector(Scalar::Bool, count), depth))
            }
            5 => {
                let ty = Type::Vector(scalar, 2 + self.below(3) as u8);
                let sign = self.pick(&["==", "!="]);
                format!("({} {sign} {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            _ => format!("bool({})", self.expression(other, depth)),
        }
    }

    fn truths(&mut self, count: u8, depth: u32) -> String {
        let scalar = Scalar::ALL[1 + self.below(3) as usize];
        let other = Type::Vector(scalar, count);
        match self.below(3) {
            0 => {
                let functions =
                    ["lessThan", "greaterThan", "lessThanEqual", "greaterThanEqual", "equal", "notEqual"];
                let function = self.pick(&functions);
                format!("{function}({}, {})", self.expression(other, depth), self.expression(other, depth))
            }
            1 => format!("not({})", self.expression(Type::Vector(Scalar::Bool, count), depth)),
            _ => format!("bvec{count}({})", self.expression(other, depth)),
        }
    }

    fn matrix(&mut self, columns: u8, rows: u8, depth: u32) -> String {
        let ty = Type::Matrix(columns, rows);
        match self.below(6) {
            0 => {
                let sign = self.pick(&["+", "-"]);
                format!("({} {sign} {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            1 => format!("({} * {})", self.expression(ty, depth), self.expression(Type::FLOAT, depth)),
            2 => {
                let inner = 2 + self.below(3) as u8;
                let left = self.expression(Type::Matrix(inner, rows), depth);
                let right = self.expression(Type::Matrix(columns, inner), depth);
                // Products of products grow without measure.
                format!("({left} * {right} * 0.1)")
            }
            3 => format!("transpose({})", self.expression(Type::Matrix(rows, columns), depth)),
            4 => {
                let parts: Vec<String> = (0..columns)
                    .map(|_| self.expression(Type::vector(Scalar::Float, rows), depth.saturating_sub(1)))
                    .collect();
                format!("{ty}({})", parts.join(", "))
            }
            _ if columns == rows => format!("{ty}({})", self.expression(Type::FLOAT, depth)),
            _ => {
                let column = self.expression(Type::vector(Scalar::Float, rows), depth);
                let row = self.expression(Type::vector(Scalar::Float, columns), depth);
                format!("outerProduct({column}, {row})")
            }
        }
    }

    /// A scalar or vector of numbers.
    fn number(&mut self, ty: Type, depth: u32) -> String {
        let common = self.below(10);
        match common {
            0 => {
                let condition = self.expression(Type::BOOL, depth);
                let (yes, no) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({condition} ? {yes} : {no})")
            }
            1 => {
                let from = Scalar::ALL[self.below(4) as usize];
                let other = Type::vector(from, ty.count());
                // Conversion of a negative number to `uint` is undefined.
                if from == Scalar::Float && ty.scalar() == Scalar::Uint {
                    format!("{ty}(abs({}))", self.expression(other, depth))
                } else {
                    format!("{ty}({})", self.expression(other, depth))
                }
            }
            2 => self.selection(ty, depth),
            3 if ty.count() > 1 => self.constructor(ty, depth),
            4 => match self.call(ty, depth) {
                Some(call) => call,
                None => self.arithmetic(ty, depth),
            },
            _ => self.arithmetic(ty, depth),
        }
    }

    /// Components of a vector of the same kind.
    fn selection(&mut self, ty: Type, depth: u32) -> String {
        let from = 2 + self.below(3) as u8;
        let set = self.pick(&["xyzw", "rgba", "stpq"]);
        let letters: String = (0..ty.count())
            .filter_map(|_| {
                let at = self.below(u64::from(from)) as usize;
                set.get(at..=at)
            })
            .collect();
        format!("{}.{letters}", self.expression(Type::Vector(ty.scalar(), from), depth))
    }

    /// A vector of scalars and shorter vectors.
    fn constructor(&mut self, ty: Type, depth: u32) -> String {
        let mut left = ty.count();
        let mut parts = Vec::new();
        while left > 0 {
            let take = 1 + self.below(u64::from(left.min(ty.count() - 1))) as u8;
            parts.push(self.expression(Type::vector(ty.scalar(), take), depth));
            left -= take;
        }
        format!("{ty}({})", parts.join(", "))
    }

    fn arithmetic(&mut self, ty: Type, depth: u32) -> String {
        match ty.scalar() {
            Scalar::Float => self.float(ty, depth),
            Scalar::Int | Scalar::Uint | Scalar::Bool => self.integer(ty, depth),
        }
    }

    fn integer(&mut self, ty: Type, depth: u32) -> String {
        let suffix = if ty.scalar() == Scalar::Uint { "u" } else { "" };
        let left = self.expression(ty, depth);
        match self.below(9) {
            0 | 1 => {
                let sign = self.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({left} {sign} {})", self.expression(ty, depth))
            }
            2 => format!("({left} / {}{suffix})", 1 + self.below(7)),
            3 if suffix == "u" => format!("({left} % {}u)", 1 + self.below(7)),
            3 => format!("(abs({left}) % {})", 1 + self.below(7)),
            4 => format!("({left} << {})", self.below(5)),
            5 => format!("({left} >> {})", self.below(5)),
            6 => format!("~{left}"),
            7 => {
                let function = self.pick(&["min", "max"]);
                format!("{function}({left}, {})", self.expression(ty, depth))
            }
            _ => format!("clamp({left}, {}{suffix}, {}{suffix})", self.below(4), 4 + self.below(9)),
        }
    }

    fn float(&mut self, ty: Type, depth: u32) -> String {
        let scalar = Type::FLOAT;
        match self.below(14) {
            0 | 1 => {
                let sign = self.pick(&["+", "-"]);
                format!("({} {sign} {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            2 => format!("({} * {})", self.expression(ty, depth), self.expression(scalar, depth)),
            3 => format!("({} / (abs({}) + 1.0))", self.expression(ty, depth), self.expression(ty, depth)),
            4 => {
                let function = self.pick(&["sin", "cos", "fract", "floor", "ceil", "abs", "sign", "trunc"]);
                format!("{function}({})", self.expression(ty, depth))
            }
            5 => {
                let function = self.pick(&["min", "max", "step"]);
                format!("{function}({}, {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            6 => {
                let (low, high) = (self.expression(ty, depth), self.expression(ty, depth));
                let weight = if self.one_in(2) { scalar } else { ty };
                format!("mix({low}, {high}, {})", self.expression(weight, depth))
            }
            7 => format!("clamp({}, -1.0, 2.0)", self.expression(ty, depth)),
            8 => {
                let function = self.pick(&["sqrt", "log", "inversesqrt"]);
                format!("{function}(abs({}) + 0.5)", self.expression(ty, depth))
            }
            9 => format!("mod({}, {}.5)", self.expression(ty, depth), 1 + self.below(3)),
            10 if ty == scalar => {
                let vector = Type::Vector(Scalar::Float, 2 + self.below(3) as u8);
                match self.below(3) {
                    0 => {
                        format!("dot({}, {})", self.expression(vector, depth), self.expression(vector, depth))
                    }
                    1 => format!("length({})", self.expression(vector, depth)),
                    _ => format!(
                        "distance({}, {})",
                        self.expression(vector, depth),
                        self.expression(vector, depth)
                    ),
                }
            }
            10 if ty.count() == 3 => {
                format!("cross({}, {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            11 if ty.count() > 1 => {
                let columns = 2 + self.below(3) as u8;
                let matrix = self.expression(Type::Matrix(columns, ty.count()), depth);
                format!("({matrix} * {})", self.expression(Type::Vector(Scalar::Float, columns), depth))
            }
            12 if ty == Type::VEC4 => {
                let place = self.expression(Type::Vector(Scalar::Float, 2), depth);
                format!("textureLod(image, {place}, 0.0)")
            }
            _ => format!("(-{})", self.expression(ty, depth)),
        }
    }
}
