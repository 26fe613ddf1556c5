//! Generates expressions of a given type, by the rules of sections 8 and 9.

use super::types::{RANKS, Type, scalar};
use super::{Field, Resource, Stage, Writer};

/// Precedence levels, loosest first: that of an expression's outermost operator.
pub(super) mod level {
    pub(crate) const CHOICE: u8 = 0;
    pub(crate) const OR: u8 = 1;
    pub(crate) const AND: u8 = 2;
    pub(crate) const BIT_OR: u8 = 3;
    pub(crate) const BIT_XOR: u8 = 4;
    pub(crate) const BIT_AND: u8 = 5;
    pub(crate) const EQUAL: u8 = 6;
    pub(crate) const LESS: u8 = 7;
    pub(crate) const SHIFT: u8 = 8;
    pub(crate) const ADD: u8 = 9;
    pub(crate) const MULTIPLY: u8 = 10;
    pub(crate) const PREFIX: u8 = 11;
    pub(crate) const POSTFIX: u8 = 12;
}

/// Expression text with its precedence.
pub(super) struct Expression {
    pub(super) text: String,
    pub(super) level: u8,
}

pub(super) fn primary(text: impl Into<String>) -> Expression {
    Expression { text: text.into(), level: level::POSTFIX }
}

/// Text of an expression in a position that requires at least this level.
pub(super) fn at(expression: Expression, least: u8) -> String {
    if expression.level < least { format!("({})", expression.text) } else { expression.text }
}

const LETTERS: [&str; 3] = ["xyzw", "rgba", "stpq"];

impl Writer<'_> {
    /// Expression of exactly this type.
    pub(super) fn exact(&mut self, ty: Type, depth: u32) -> Expression {
        if depth == 0 || self.cost == 0 {
            return self.leaf(ty);
        }
        self.cost -= 1;
        for _ in 0..4 {
            let found = match self.below(16) {
                0..=3 => self.binary(ty, depth - 1),
                4 => self.unary(ty, depth - 1),
                5 => self.choice(ty, depth - 1),
                6..=7 => Some(self.constructor(ty, depth - 1)),
                8..=10 => self.function(ty, depth - 1),
                11..=12 => self.part(ty, depth - 1),
                13..=14 => self.texel(ty, depth - 1),
                _ => Some(self.leaf(ty)),
            };
            let Some(found) = found else { continue };
            return if self.one_in(12) { primary(format!("({})", found.text)) } else { found };
        }
        self.leaf(ty)
    }

    /// Expression of a type that converts to this one.
    pub(super) fn implicit(&mut self, ty: Type, depth: u32) -> Expression {
        let narrower = self.narrower(ty);
        self.exact(narrower, depth)
    }

    /// Type that converts to this one: mostly itself.
    fn narrower(&mut self, ty: Type) -> Type {
        if ty.is_matrix() || !self.one_in(4) {
            return ty;
        }
        let from = ty.convertible();
        ty.of(from[self.random.index(from.len())])
    }

    pub(super) fn exact_text(&mut self, ty: Type, depth: u32) -> String {
        self.exact(ty, depth).text
    }

    pub(super) fn implicit_text(&mut self, ty: Type, depth: u32) -> String {
        self.implicit(ty, depth).text
    }

    /// Name, literal, or constructor of literals.
    pub(super) fn leaf(&mut self, ty: Type) -> Expression {
        let names = self.readable(ty);
        if !names.is_empty() && !self.one_in(4) {
            let name = names[self.random.index(names.len())].clone();
            return primary(name);
        }
        if ty.is_scalar() {
            return self.literal(ty.scalar);
        }
        let part = self.literal(ty.scalar).text;
        primary(format!("{}({part})", ty.name()))
    }

    pub(super) fn literal(&mut self, kind: u8) -> Expression {
        let text = match kind {
            scalar::BOOL => ["true", "false"][self.random.index(2)].to_owned(),
            scalar::INT => match self.below(6) {
                0 => "2147483647".to_owned(),
                1 => format!("0{}", self.below(100)),
                _ => self.below(10).to_string(),
            },
            scalar::UINT => match self.below(6) {
                0 => "0xFFffFFff".to_owned(),
                1 => "4294967295u".to_owned(),
                2 => format!("0x{:X}", self.below(1 << 20)),
                3 => format!("{}U", self.below(100)),
                _ => format!("{}u", self.below(10)),
            },
            _ => match self.below(6) {
                0 => format!("{}.", self.below(10)),
                1 => format!("{}e{}", self.below(10), self.below(8)),
                2 => format!("{}.5E-{}", self.below(100), self.below(8)),
                3 => format!("{}.25e+{}", self.below(10), self.below(8)),
                _ => format!("{}.{}", self.below(10), self.below(100)),
            },
        };
        primary(text)
    }

    /// Nonzero literal, for the right side of a division.
    fn divisor(&mut self, kind: u8) -> Expression {
        let value = 1 + self.below(9);
        primary(match kind {
            scalar::INT => value.to_string(),
            scalar::UINT => format!("{value}u"),
            _ => format!("{value}.5"),
        })
    }

    /// All readable names of this type, with a literal index for arrays.
    fn readable(&mut self, ty: Type) -> Vec<String> {
        let mut names: Vec<String> = self
            .scopes
            .iter()
            .flatten()
            .filter(|variable| variable.ty == ty)
            .map(|variable| variable.name.clone())
            .collect();
        let built_in: &[(&str, Type)] = match self.stage {
            Stage::Vertex => &[("$VertexIndex", Type::INT), ("$InstanceIndex", Type::INT)],
            Stage::Fragment => &[
                ("$FragCoord", Type::vector(scalar::FLOAT, 4)),
                ("$FrontFacing", Type::BOOL),
                ("$PointCoord", Type::vector(scalar::FLOAT, 2)),
            ],
        };
        names.extend(built_in.iter().filter(|one| one.1 == ty).map(|one| one.0.to_owned()));
        let mut fields: Vec<(String, Field)> = Vec::new();
        match self.stage {
            Stage::Vertex => fields.extend(self.inputs.iter().map(|one| (String::new(), one.clone()))),
            Stage::Fragment => {
                let both = self.outputs.iter().chain(&self.locals);
                fields.extend(both.map(|one| (String::new(), one.clone())));
                let inputs = self.subpass_inputs.iter().filter(|one| one.1 == ty);
                names.extend(inputs.map(|one| one.0.clone()));
            }
        }
        if let Some((name, structure)) = &self.uniform {
            let all = &self.structures[*structure].fields;
            fields.extend(all.iter().map(|field| (format!("{name}."), field.clone())));
        }
        for (prefix, field) in fields {
            if field.ty == ty {
                let index = field.array.map_or(String::new(), |array| format!("[{}]", self.below(array)));
                names.push(format!("{prefix}{}{index}", field.name));
            }
        }
        names
    }

    fn unary(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        let operator = match ty.scalar {
            _ if ty.is_matrix() => return None,
            scalar::BOOL => "!",
            scalar::INT => ["-", "~", "+"][self.random.index(3)],
            scalar::UINT => ["~", "+"][self.random.index(2)],
            _ => ["-", "+"][self.random.index(2)],
        };
        let operand = self.exact(ty, depth);
        Some(Expression { text: format!("{operator}{}", at(operand, level::PREFIX)), level: level::PREFIX })
    }

    /// Two operands with a binary operator, which is left-associative.
    fn join(&mut self, left: Expression, operator: &str, right: Expression, own: u8) -> Expression {
        let (before, after) = (self.gap(), self.gap());
        Expression {
            text: format!("{}{before}{operator}{after}{}", at(left, own), at(right, own + 1)),
            level: own,
        }
    }

    /// Types of two operands: one is this type, the other converts to it.
    fn mixed(&mut self, ty: Type) -> (Type, Type) {
        let other = self.narrower(ty);
        if self.one_in(2) { (ty, other) } else { (other, ty) }
    }

    fn binary(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        if ty.is_bool() {
            return self.truth(ty, depth);
        }
        if ty.is_matrix() {
            return Some(self.matrix(ty, depth));
        }
        let integer = ty.is_integer();
        let (left, right) = self.mixed(ty);
        let choice = self.below(if integer { 12 } else { 7 });
        // Product of linear algebra.
        if choice == 6 && ty.is_vector() && ty.is_float() {
            let columns = 2 + self.below(3);
            let left = self.exact(Type::matrix(columns, ty.rows), depth);
            let right = self.exact(Type::vector(scalar::FLOAT, columns), depth);
            return Some(self.join(left, "*", right, level::MULTIPLY));
        }
        let by_scalar = ty.is_vector() && self.one_in(3);
        Some(match choice {
            0 | 1 => {
                let operator = ["+", "-"][choice as usize];
                let (left, right) = (self.exact(left, depth), self.exact(right, depth));
                self.join(left, operator, right, level::ADD)
            }
            2 | 3 | 6 if by_scalar => {
                let left = self.exact(ty, depth);
                let right = self.implicit(ty.component(), depth);
                self.join(left, "*", right, level::MULTIPLY)
            }
            2 | 3 | 6 => {
                let (left, right) = (self.exact(left, depth), self.exact(right, depth));
                self.join(left, "*", right, level::MULTIPLY)
            }
            4 | 5 => {
                let operator = ["/", "%"][choice as usize - 4];
                let left = self.exact(ty, depth);
                let right = match (by_scalar || ty.is_scalar(), self.one_in(2)) {
                    (true, true) => self.divisor(ty.scalar),
                    (true, false) => self.variable_value(ty.component()),
                    (false, _) => self.variable_value(ty),
                };
                self.join(left, operator, right, level::MULTIPLY)
            }
            7 | 8 => {
                let operator = ["<<", ">>"][choice as usize - 7];
                let left = self.exact(ty, depth);
                let right = match (by_scalar || ty.is_scalar(), ty.scalar) {
                    (true, scalar::INT) => primary(self.below(32).to_string()),
                    (true, _) => primary(format!("{}u", self.below(32))),
                    (false, _) => self.exact(ty, depth),
                };
                self.join(left, operator, right, level::SHIFT)
            }
            _ => {
                let (operator, own) = [("&", level::BIT_AND), ("^", level::BIT_XOR), ("|", level::BIT_OR)]
                    [self.random.index(3)];
                if by_scalar {
                    let left = self.exact(ty, depth);
                    let right = self.exact(ty.component(), depth);
                    return Some(self.join(left, operator, right, own));
                }
                let (left, right) = (self.exact(left, depth), self.exact(right, depth));
                self.join(left, operator, right, own)
            }
        })
    }

    /// Value unknown at compile time, so that dividing by it is not dividing by a literal zero.
    fn variable_value(&mut self, ty: Type) -> Expression {
        let names = self.readable(ty);
        if let Some(name) = self.pick(&names) {
            return primary(name);
        }
        let part = self.divisor(ty.scalar);
        if ty.is_scalar() { part } else { primary(format!("{}({})", ty.name(), part.text)) }
    }

    fn truth(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        if ty.is_scalar() && self.one_in(2) {
            let (operator, own) = [("&&", level::AND), ("||", level::OR)][self.random.index(2)];
            let (left, right) = (self.exact(ty, depth), self.exact(ty, depth));
            return Some(self.join(left, operator, right, own));
        }
        let kind = [scalar::INT, scalar::UINT, scalar::FLOAT][self.random.index(3)];
        let (left, right) = self.mixed(ty.of(kind));
        let (operator, own) = [
            ("<", level::LESS),
            (">", level::LESS),
            ("<=", level::LESS),
            (">=", level::LESS),
            ("==", level::EQUAL),
            ("!=", level::EQUAL),
        ][self.random.index(6)];
        let (left, right) = (self.exact(left, depth), self.exact(right, depth));
        Some(self.join(left, operator, right, own))
    }

    fn matrix(&mut self, ty: Type, depth: u32) -> Expression {
        let left = self.exact(ty, depth);
        match self.below(6) {
            0 | 1 => {
                let operator = ["+", "-"][self.random.index(2)];
                let right = self.exact(ty, depth);
                self.join(left, operator, right, level::ADD)
            }
            2 => {
                let right = self.exact(ty, depth);
                self.join(left, "/", right, level::MULTIPLY)
            }
            3 => {
                let right = self.implicit(Type::FLOAT, depth);
                self.join(left, "*", right, level::MULTIPLY)
            }
            _ => {
                let inner = 2 + self.below(3);
                let left = self.exact(Type::matrix(inner, ty.rows), depth);
                let right = self.exact(Type::matrix(ty.columns, inner), depth);
                self.join(left, "*", right, level::MULTIPLY)
            }
        }
    }

    fn choice(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        if ty.is_bool() {
            return None;
        }
        let condition = self.exact(Type::BOOL, depth);
        let (yes, no) = self.mixed(ty);
        let (yes, no) = (self.exact(yes, depth), self.exact(no, depth));
        Some(Expression {
            text: format!("{} ? {} : {}", at(condition, level::OR), yes.text, at(no, level::CHOICE)),
            level: level::CHOICE,
        })
    }

    fn constructor(&mut self, ty: Type, depth: u32) -> Expression {
        let arguments = if ty.is_scalar() {
            let from = self.below(4) as u8;
            vec![self.exact_text(Type::vector(from, 1), depth)]
        } else if ty.is_matrix() {
            match self.below(3) {
                0 => vec![self.implicit_text(Type::FLOAT, depth)],
                1 => {
                    let from = Type::matrix(2 + self.below(3), 2 + self.below(3));
                    vec![self.exact_text(from, depth)]
                }
                _ => self.components(ty, depth),
            }
        } else {
            match self.below(3) {
                0 => vec![self.implicit_text(ty.component(), depth)],
                1 => {
                    let from = self.below(4) as u8;
                    vec![self.exact_text(ty.of(from), depth)]
                }
                _ => self.components(ty, depth),
            }
        };
        primary(format!("{}({})", ty.name(), arguments.join(", ")))
    }

    /// Scalars and vectors with a type's total number of components.
    fn components(&mut self, ty: Type, depth: u32) -> Vec<String> {
        let mut left = ty.components();
        let mut arguments = Vec::new();
        // Twelve deep expressions exceed the length of a source line.
        let depth = if left > 4 { depth.min(1) } else { depth };
        while left > 0 {
            let largest = if arguments.is_empty() { (left - 1).min(4) } else { left.min(4) };
            let count = 1 + self.below(largest.max(1));
            arguments.push(self.implicit_text(Type::vector(ty.scalar, count), depth));
            left -= count;
        }
        arguments
    }

    /// Part of a larger value: swizzle, component, column.
    fn part(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        if ty.is_matrix() {
            return None;
        }
        if ty.is_float() && self.one_in(3) {
            return Some(self.matrix_part(ty, depth));
        }
        let size = 2 + self.below(3);
        let base = self.exact(Type::vector(ty.scalar, size), depth);
        let base = at(base, level::POSTFIX);
        if ty.is_scalar() && self.one_in(3) {
            let index = self.element(size);
            return Some(primary(format!("{base}[{index}]")));
        }
        let letters = LETTERS[self.random.index(3)].as_bytes();
        let swizzle: String = (0..ty.rows).map(|_| char::from(letters[self.below(size) as usize])).collect();
        Some(primary(format!("{base}.{swizzle}")))
    }

    fn matrix_part(&mut self, ty: Type, depth: u32) -> Expression {
        let columns = 2 + self.below(3);
        let rows = if ty.is_vector() { ty.rows } else { 2 + self.below(3) };
        let base = self.exact(Type::matrix(columns, rows), depth);
        let base = at(base, level::POSTFIX);
        let column = self.element(columns);
        if ty.is_vector() {
            return primary(format!("{base}[{column}]"));
        }
        let row = self.element(rows);
        let between = [", ", "]["][self.random.index(2)];
        primary(format!("{base}[{column}{between}{row}]"))
    }

    /// Index below a bound, literal or computed.
    pub(super) fn element(&mut self, bound: u32) -> String {
        let literal = self.below(bound);
        match self.below(4) {
            0 => self.integer(literal),
            1 => format!("{literal}u"),
            _ => literal.to_string(),
        }
    }

    /// Int or uint scalar that is not a literal; if it is still constant, it has this value.
    pub(super) fn integer(&mut self, constant: u32) -> String {
        let ty = if self.one_in(2) { Type::INT } else { Type::UINT };
        let found = self.variable_value(ty);
        if found.text.starts_with(|first: char| first.is_ascii_digit()) {
            return format!("{}({constant})", ty.name());
        }
        found.text
    }

    /// Vector of int or uint components.
    fn integers(&mut self, count: u32, depth: u32) -> String {
        let kind = if self.one_in(2) { scalar::INT } else { scalar::UINT };
        self.exact_text(Type::vector(kind, count), depth)
    }

    /// Read of a resource.
    fn texel(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        let matching: Vec<(String, Resource)> = self
            .bindings
            .iter()
            .filter(|(_, resource)| match *resource {
                Resource::Sampler { texel, .. } | Resource::Image { texel, .. } => texel == ty,
                Resource::ReadTexels { texel } | Resource::Texels { texel } => texel == ty,
                Resource::ReadBuffer { structure } | Resource::Buffer { structure } => {
                    self.structures[structure].fields.iter().any(|field| field.ty == ty)
                }
            })
            .cloned()
            .collect();
        let (name, resource) = self.pick(&matching)?;
        Some(primary(match resource {
            Resource::Sampler { rank, .. } => {
                let coordinate = self.exact_text(Type::vector(scalar::FLOAT, RANKS[rank].1), depth);
                if self.stage == Stage::Fragment && self.one_in(3) {
                    let bias = self.integers(1, depth);
                    format!("{name}[{coordinate}, {bias}]")
                } else {
                    format!("{name}[{coordinate}]")
                }
            }
            Resource::Image { rank, .. } => {
                let coordinate = self.integers(RANKS[rank].1, depth);
                format!("{name}[{coordinate}]")
            }
            Resource::ReadTexels { .. } | Resource::Texels { .. } => {
                let index = self.integers(1, depth);
                format!("{name}[{index}]")
            }
            Resource::ReadBuffer { structure } | Resource::Buffer { structure } => {
                let fields: Vec<Field> = self.structures[structure]
                    .fields
                    .iter()
                    .filter(|field| field.ty == ty)
                    .cloned()
                    .collect();
                let field = self.pick(&fields)?;
                let index = self.integers(1, depth);
                let element = match field.array {
                    Some(array) => format!("[{}]", self.element(array)),
                    None => String::new(),
                };
                format!("{name}[{index}].{}{element}", field.name)
            }
        }))
    }
}
