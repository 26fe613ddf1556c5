//! Generates constructors of every type.

use super::Writer;
use super::types::{Scalar, Type};

impl Writer<'_> {
    /// Constructor of a type.
    pub(super) fn constructor(&mut self, ty: Type, depth: u32) -> String {
        match ty {
            Type::Struct(number) => self.structure(number, depth),
            Type::Vector(scalar, 1) => self.scalar_constructor(scalar, depth),
            Type::Vector(scalar, width) => {
                let name = self.spelt(ty);
                match self.below(5) {
                    0 => {
                        let only = self.expression(Type::Vector(scalar, 1), depth);
                        format!("{name}({only})")
                    }
                    1 if !self.only_constants => match self.other_kind(ty) {
                        Some(other) => format!("{name}({other})"),
                        None => self.joined(&name, scalar, width, depth),
                    },
                    2 if width == 4 && scalar.is_float() && !self.only_constants => {
                        let matrix = self.expression(Type::Matrix(scalar, 2, 2), depth);
                        format!("{name}({matrix})")
                    }
                    _ => self.joined(&name, scalar, width, depth),
                }
            }
            Type::Matrix(scalar, columns, rows) => {
                let name = self.spelt(ty);
                match self.below(6) {
                    0 | 1 => {
                        let only = self.expression(Type::Vector(scalar, 1), depth);
                        format!("{name}({only})")
                    }
                    2 if !self.only_constants => {
                        let size = 2 + self.below(3);
                        let other = if self.is_es3 {
                            Type::Matrix(scalar, size, 2 + self.below(3))
                        } else {
                            Type::Matrix(scalar, size, size)
                        };
                        let matrix = self.expression(other, depth);
                        format!("{name}({matrix})")
                    }
                    3 => {
                        let mut parts = Vec::new();
                        for _ in 0..columns {
                            parts.push(self.expression(Type::Vector(scalar, rows), depth));
                        }
                        format!("{name}({})", parts.join(", "))
                    }
                    _ => self.joined(&name, scalar, columns * rows, depth.min(1)),
                }
            }
        }
    }

    /// Constructor from scalars and vectors with this total number of components.
    fn joined(&mut self, name: &str, scalar: Scalar, mut missing: u32, depth: u32) -> String {
        let mut parts = Vec::new();
        while missing > 0 {
            let width = if self.one_in(3) { 1 + self.below(missing.min(4)) } else { 1 };
            missing -= width;
            let part = match width {
                1 if scalar.is_float() && self.one_in(3) => self.below(5).to_string(),
                _ => self.expression(Type::Vector(scalar, width), depth),
            };
            parts.push(part);
        }
        format!("{name}({})", parts.join(", "))
    }

    /// Scalar conversion of a variable, since not every constant fits every type.
    fn scalar_constructor(&mut self, scalar: Scalar, depth: u32) -> String {
        let ty = Type::Vector(scalar, 1);
        if self.only_constants {
            return if scalar.is_float() {
                let inner = self.expression(ty, depth);
                format!("{}({inner})", scalar.name())
            } else {
                self.number(scalar)
            };
        }
        match self.other_kind(ty) {
            Some(other) => format!("{}({other})", scalar.name()),
            None => self.number(scalar),
        }
    }

    /// Variable of the same shape with another scalar type.
    fn other_kind(&mut self, ty: Type) -> Option<String> {
        let mut scalars = vec![Scalar::Float, Scalar::Half, Scalar::Int, Scalar::Short, Scalar::Bool];
        if self.is_es3 {
            scalars.push(Scalar::Uint);
        }
        let scalar = self.choose(&scalars)?;
        self.unknown(ty.of(scalar))
    }

    fn structure(&mut self, number: usize, depth: u32) -> String {
        let fields = self.structs[number].fields.clone();
        let is_possible = self.is_es3 || fields.iter().all(|field| field.array.is_none());
        if !is_possible || (!self.one_in(3) && !self.only_constants) {
            let known = self.read(Type::Struct(number));
            if let Some(known) = known {
                return known;
            }
        }
        let mut parts = Vec::new();
        for field in &fields {
            parts.push(match field.array {
                Some(count) => self.array(field.ty, count, depth.min(1)),
                None => self.expression(field.ty, depth.min(1)),
            });
        }
        format!("S{number}({})", parts.join(", "))
    }

    /// Array constructor.
    pub(super) fn array(&mut self, ty: Type, count: u32, depth: u32) -> String {
        let name = self.spelt(ty);
        let parts: Vec<String> = (0..count).map(|_| self.expression(ty, depth.min(1))).collect();
        format!("{name}[{count}]({})", parts.join(", "))
    }
}
