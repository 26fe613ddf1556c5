//! Generates calls of built-in functions with a given result type, by section 10.

use super::expression::{Expression, primary};
use super::types::{CUBE, RANKS, Type, scalar};
use super::{Resource, Writer};

/// Functions from a float scalar or vector to the same type.
const FLOAT_1: [&str; 28] = [
    "acos",
    "asin",
    "atan",
    "acosh",
    "asinh",
    "atanh",
    "cos",
    "sin",
    "tan",
    "cosh",
    "sinh",
    "tanh",
    "deg2rad",
    "rad2deg",
    "ceil",
    "floor",
    "fract",
    "trunc",
    "round",
    "roundEven",
    "exp",
    "exp2",
    "log",
    "log2",
    "sqrt",
    "isqrt",
    "normalize",
    "sin",
];

/// Functions with two such parameters.
const FLOAT_2: [&str; 6] = ["atan2", "pow", "mod", "reflect", "step", "pow"];

/// Functions with three such parameters.
const FLOAT_3: [&str; 3] = ["fma", "faceForward", "smoothStep"];

impl Writer<'_> {
    pub(super) fn function(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        let call = match ty.scalar {
            _ if ty.is_matrix() => self.matrix_function(ty, depth),
            scalar::BOOL => self.bool_function(ty, depth),
            scalar::FLOAT => self.float_function(ty, depth),
            _ => self.integer_function(ty, depth),
        }?;
        Some(primary(call))
    }

    /// Call whose arguments have exactly these types.
    fn call(&mut self, name: &str, types: &[Type], depth: u32) -> String {
        let arguments: Vec<String> = types.iter().map(|ty| self.exact_text(*ty, depth)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// Call whose arguments convert to these types.
    fn call_implicit(&mut self, name: &str, types: &[Type], depth: u32) -> String {
        let arguments: Vec<String> = types.iter().map(|ty| self.implicit_text(*ty, depth)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn matrix_function(&mut self, ty: Type, depth: u32) -> Option<String> {
        let Type { columns, rows, .. } = ty;
        Some(match self.below(4) {
            0 if columns == rows => self.call("inverse", &[ty], depth),
            0 | 1 => self.call("matCompMul", &[ty, ty], depth),
            2 => {
                let vectors = [rows, columns].map(|count| Type::vector(scalar::FLOAT, count));
                self.call("outerProd", &vectors, depth)
            }
            _ => self.call("transpose", &[Type::matrix(rows, columns)], depth),
        })
    }

    fn bool_function(&mut self, ty: Type, depth: u32) -> Option<String> {
        Some(match self.below(4) {
            0 if ty.is_scalar() => {
                let name = ["all", "any"][self.random.index(2)];
                let count = 1 + self.below(4);
                self.call(name, &[Type::vector(scalar::BOOL, count)], depth)
            }
            1 => self.call("mix", &[ty, ty, ty], depth),
            _ => {
                let name = ["isinf", "isnan"][self.random.index(2)];
                self.call_implicit(name, &[ty.of(scalar::FLOAT)], depth)
            }
        })
    }

    /// `min`, `max` and `clamp`, with bounds of the same shape or scalars.
    fn limits(&mut self, ty: Type, depth: u32) -> String {
        let limit = if self.one_in(2) { ty.component() } else { ty };
        match self.below(3) {
            0 => self.call("clamp", &[ty, limit, limit], depth),
            1 => self.call("min", &[ty, limit], depth),
            _ => self.call("max", &[ty, limit], depth),
        }
    }

    fn integer_function(&mut self, ty: Type, depth: u32) -> Option<String> {
        let signed = ty.scalar == scalar::INT;
        let either = [scalar::INT, scalar::UINT][self.random.index(2)];
        Some(match self.below(8) {
            0 if signed => {
                let name = ["abs", "sign"][self.random.index(2)];
                self.call(name, &[ty], depth)
            }
            0 | 1 => self.call("mix", &[ty, ty, ty.of(scalar::BOOL)], depth),
            2 => {
                let name = if signed { "bitCastInt" } else { "bitCastUint" };
                self.call(name, &[ty.of(scalar::FLOAT)], depth)
            }
            3 | 4 if signed => {
                let name = ["bitCount", "findLSB", "findMSB"][self.random.index(3)];
                self.call(name, &[ty.of(either)], depth)
            }
            5 | 6 if signed => return self.query(ty, depth),
            _ => self.limits(ty, depth),
        })
    }

    /// Sizes and levels of samplers and images.
    fn query(&mut self, ty: Type, depth: u32) -> Option<String> {
        let matching: Vec<(String, Resource)> = self
            .bindings
            .iter()
            .filter(|(_, resource)| match *resource {
                Resource::Sampler { rank, .. } => ty == Type::INT || RANKS[rank].2 == ty.rows,
                Resource::Image { rank, .. } => rank != CUBE && RANKS[rank].2 == ty.rows,
                _ => false,
            })
            .cloned()
            .collect();
        let (name, resource) = self.pick(&matching)?;
        Some(match resource {
            Resource::Sampler { rank, .. } if RANKS[rank].2 == ty.rows && !self.one_in(3) => {
                format!("sizeOf({name}, {})", self.exact_text(Type::INT, depth))
            }
            Resource::Sampler { .. } if ty == Type::INT => format!("levelsOf({name})"),
            Resource::Sampler { .. } => format!("sizeOf({name}, 0)"),
            _ => format!("sizeOf({name})"),
        })
    }

    fn fetch(&mut self, ty: Type, depth: u32) -> Option<String> {
        let matching: Vec<(String, usize)> = self
            .bindings
            .iter()
            .filter_map(|(name, resource)| match *resource {
                Resource::Sampler { rank, texel } if texel == ty && rank != CUBE => {
                    Some((name.clone(), rank))
                }
                _ => None,
            })
            .collect();
        let (name, rank) = self.pick(&matching)?;
        let coordinate = self.exact_text(Type::vector(scalar::INT, RANKS[rank].1), depth);
        let lod = self.exact_text(Type::INT, depth);
        Some(format!("texelFetch({name}, {coordinate}, {lod})"))
    }

    fn float_function(&mut self, ty: Type, depth: u32) -> Option<String> {
        let one = ty.component();
        let vector = Type::vector(scalar::FLOAT, 1 + self.below(4));
        Some(match self.below(16) {
            0 if ty.is_scalar() => match self.below(4) {
                0 => self.call_implicit("length", &[vector], depth),
                1 => {
                    let size = 2 + self.below(3);
                    self.call("determinant", &[Type::matrix(size, size)], depth)
                }
                _ => {
                    let name = ["distance", "dot"][self.random.index(2)];
                    self.call(name, &[vector, vector], depth)
                }
            },
            1 if ty.rows == 3 => self.call("cross", &[ty, ty], depth),
            2 | 3 => {
                let name = FLOAT_2[self.random.index(FLOAT_2.len())];
                self.call_implicit(name, &[ty, ty], depth)
            }
            4 => {
                let name = FLOAT_3[self.random.index(FLOAT_3.len())];
                self.call_implicit(name, &[ty, ty, ty], depth)
            }
            5 => self.call("refract", &[ty, ty, one], depth),
            6 => {
                let last = [ty, one, ty.of(scalar::BOOL)][self.random.index(3)];
                self.call("mix", &[ty, ty, last], depth)
            }
            7 => {
                let from = [scalar::INT, scalar::UINT][self.random.index(2)];
                self.call("bitCastFloat", &[ty.of(from)], depth)
            }
            8 => self.call("ldexp", &[ty, ty.of(scalar::INT)], depth),
            9 => {
                let name = ["abs", "sign"][self.random.index(2)];
                self.call(name, &[ty], depth)
            }
            10 => self.limits(ty, depth),
            11 => self.call("smoothStep", &[one, one, ty], depth),
            12 => match self.below(2) {
                0 => self.call("mod", &[ty, one], depth),
                _ => self.call("step", &[one, ty], depth),
            },
            13 => return self.with_output(ty, depth),
            14 => return self.fetch(ty, depth),
            _ => {
                let name = FLOAT_1[self.random.index(FLOAT_1.len())];
                self.call_implicit(name, &[ty], depth)
            }
        })
    }

    /// `modf` and `frexp`, which write a variable.
    fn with_output(&mut self, ty: Type, depth: u32) -> Option<String> {
        let (name, written) = [("modf", ty), ("frexp", ty.of(scalar::INT))][self.random.index(2)];
        let variables: Vec<String> = self
            .scopes
            .iter()
            .flatten()
            .filter(|variable| variable.writable && variable.ty == written)
            .map(|variable| variable.name.clone())
            .collect();
        let variable = self.pick(&variables)?;
        let value = self.exact_text(ty, depth);
        Some(format!("{name}({value}, {variable})"))
    }
}
