//! Generates calls of builtin functions.

use super::Writer;
use super::types::{FLOAT2, Scalar, Type};

/// Builtin functions with their parameter types; the first letter is the result: `G` the requested
/// type, `S` its scalar, `B` booleans of its width. The second column is true for those beyond
/// OpenGL ES 2.
const FLOATS: [(&str, bool, &str); 50] = [
    ("abs", false, "G"),
    ("acos", false, "G"),
    ("asin", false, "G"),
    ("atan", false, "G"),
    ("ceil", false, "G"),
    ("cos", false, "G"),
    ("degrees", false, "G"),
    ("exp", false, "G"),
    ("exp2", false, "G"),
    ("floor", false, "G"),
    ("fract", false, "G"),
    ("inversesqrt", false, "G"),
    ("log", false, "G"),
    ("log2", false, "G"),
    ("radians", false, "G"),
    ("saturate", false, "G"),
    ("sign", false, "G"),
    ("sin", false, "G"),
    ("sqrt", false, "G"),
    ("tan", false, "G"),
    ("acosh", true, "G"),
    ("asinh", true, "G"),
    ("atanh", true, "G"),
    ("cosh", true, "G"),
    ("round", true, "G"),
    ("roundEven", true, "G"),
    ("sinh", true, "G"),
    ("tanh", true, "G"),
    ("trunc", true, "G"),
    ("atan", false, "GG"),
    ("max", false, "GG"),
    ("min", false, "GG"),
    ("mod", false, "GG"),
    ("pow", false, "GG"),
    ("reflect", false, "GG"),
    ("step", false, "GG"),
    ("max", false, "GS"),
    ("min", false, "GS"),
    ("mod", false, "GS"),
    ("step", false, "SG"),
    ("clamp", false, "GGG"),
    ("clamp", false, "GSS"),
    ("mix", false, "GGG"),
    ("mix", false, "GGS"),
    ("mix", true, "GGB"),
    ("smoothstep", false, "GGG"),
    ("smoothstep", false, "SSG"),
    ("faceforward", false, "GGG"),
    ("refract", false, "GGS"),
    ("clamp", false, "GGG"),
];

/// Integer functions; all of them require more than OpenGL ES 2.
const INTEGERS: [(&str, &str); 9] = [
    ("abs", "G"),
    ("sign", "G"),
    ("max", "GG"),
    ("max", "GS"),
    ("min", "GG"),
    ("min", "GS"),
    ("clamp", "GGG"),
    ("clamp", "GSS"),
    ("abs", "G"),
];

impl Writer<'_> {
    /// Call of a builtin function that returns a type, if there is one.
    pub(super) fn intrinsic(&mut self, ty: Type, depth: u32) -> Option<String> {
        match ty {
            Type::Vector(Scalar::Float | Scalar::Half, _) => self.float_intrinsic(ty, depth),
            Type::Vector(Scalar::Int, _) if self.is_es3 => {
                if self.one_in(5) {
                    let argument = self.expression(ty.of(Scalar::Float), depth);
                    return Some(format!("floatBitsToInt({argument})"));
                }
                let (name, parameters) = self.choose(&INTEGERS)?;
                Some(self.builtin_call(name, parameters, ty, depth))
            }
            Type::Vector(Scalar::Uint, _) => {
                if self.one_in(3) {
                    let argument = self.expression(ty.of(Scalar::Float), depth);
                    return Some(format!("floatBitsToUint({argument})"));
                }
                Some(self.builtin_call("clamp", "GGG", ty, depth))
            }
            Type::Vector(Scalar::Bool, 1) => {
                let name = if self.one_in(2) { "any" } else { "all" };
                let width = 2 + self.below(3);
                let argument = self.expression(Type::Vector(Scalar::Bool, width), depth);
                Some(format!("{name}({argument})"))
            }
            Type::Vector(Scalar::Bool, _) => Some(self.relation(ty, depth)),
            Type::Matrix(scalar, columns, rows) => self.matrix_intrinsic(scalar, columns, rows, depth),
            _ => None,
        }
    }

    fn float_intrinsic(&mut self, ty: Type, depth: u32) -> Option<String> {
        let Type::Vector(scalar, width) = ty else {
            return None;
        };
        let special = self.below(8);
        match (special, width) {
            (0 | 1, 1) => {
                let (name, parameters) =
                    [("length", "G"), ("distance", "GG"), ("dot", "GG")][self.random.index(3)];
                let of = 2 + self.below(3);
                return Some(self.builtin_call(name, parameters, Type::Vector(scalar, of), depth));
            }
            (2, 1) if self.is_es3 => {
                let size = 2 + self.below(3);
                let matrix = self.expression(Type::Matrix(scalar, size, size), depth);
                return Some(format!("determinant({matrix})"));
            }
            (0 | 1, 3) => return Some(self.builtin_call("cross", "GG", ty, depth)),
            (0, 4) => return Some(self.builtin_call("unpremul", "G", ty, depth)),
            (1, 2) if self.is_es3 && ty == FLOAT2 => {
                let packed = self.expression(Type::Vector(Scalar::Uint, 1), depth);
                return Some(format!("unpackUnorm2x16({packed})"));
            }
            // Normalising a constant zero vector is an error.
            (2 | 3, _) => {
                let plain = self.unknown(ty)?;
                return Some(format!("normalize({plain})"));
            }
            (4, _) if self.is_es3 && scalar == Scalar::Float && self.one_in(4) => {
                let (name, from) = if self.one_in(2) {
                    ("intBitsToFloat", Scalar::Int)
                } else {
                    ("uintBitsToFloat", Scalar::Uint)
                };
                let argument = self.expression(ty.of(from), depth);
                return Some(format!("{name}({argument})"));
            }
            _ => {}
        }
        let (name, needs_es3, parameters) = self.choose(&FLOATS)?;
        if needs_es3 && !self.is_es3 {
            return None;
        }
        Some(self.builtin_call(name, parameters, ty, depth))
    }

    fn builtin_call(&mut self, name: &str, parameters: &str, ty: Type, depth: u32) -> String {
        let mut arguments = Vec::new();
        for letter in parameters.chars() {
            let wanted = match (letter, ty) {
                ('S', Type::Vector(scalar, _)) => Type::Vector(scalar, 1),
                ('B', _) => ty.of(Scalar::Bool),
                _ => ty,
            };
            arguments.push(match ty.scalar() {
                // Literals alone select the float overloads.
                Some(Scalar::Int) if arguments.is_empty() => self.definite_int(wanted),
                _ => self.expression(wanted, depth),
            });
        }
        format!("{name}({})", arguments.join(", "))
    }

    /// Integer, or integer vector, that is not a literal.
    fn definite_int(&mut self, ty: Type) -> String {
        match self.unknown(ty) {
            Some(plain) => plain,
            None => format!("{}({})", ty.name(), self.below(10)),
        }
    }

    /// Comparison of two vectors, or its negation.
    fn relation(&mut self, ty: Type, depth: u32) -> String {
        const NAMES: [&str; 6] =
            ["lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual"];
        let choice = self.random.index(NAMES.len() + 1);
        let Some(name) = NAMES.get(choice) else {
            return self.builtin_call("not", "G", ty, depth);
        };
        let scalar = match self.below(5) {
            0 => Scalar::Int,
            1 if choice > 3 => Scalar::Bool,
            2 => Scalar::Half,
            _ => Scalar::Float,
        };
        self.builtin_call(name, "GG", ty.of(scalar), depth)
    }

    fn matrix_intrinsic(&mut self, scalar: Scalar, columns: u32, rows: u32, depth: u32) -> Option<String> {
        let ty = Type::Matrix(scalar, columns, rows);
        Some(match self.below(4) {
            0 if columns == rows => self.builtin_call("inverse", "G", ty, depth),
            1 if self.is_es3 => {
                let turned = self.expression(Type::Matrix(scalar, rows, columns), depth);
                format!("transpose({turned})")
            }
            2 if self.is_es3 => {
                let column = self.expression(Type::Vector(scalar, rows), depth);
                let row = self.expression(Type::Vector(scalar, columns), depth);
                format!("outerProduct({column}, {row})")
            }
            _ => self.builtin_call("matrixCompMult", "GG", ty, depth),
        })
    }
}
