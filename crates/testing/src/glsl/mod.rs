//! Generates random valid GLSL: fragment programs for Vulkan that compute the same on every device, and blocks of uniforms.
//!
//! A seed gives the same text on every machine. The rules of types are implemented a second time here, from the description of
//! the language.

mod block;
mod expression;
mod statement;
mod types;

use std::fmt::Write as _;

use self::types::{Scalar, Type};
use crate::random::Random;

pub use block::block;

/// A variable in scope.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Type,
    is_written: bool,
}

/// A function that later code calls.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    result: Type,
    parameters: Vec<Type>,
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    names: u32,
    /// Statements that may still be written.
    left: u32,
}

/// A fragment program. It reads `uv` at location 0, the texture `image` at binding 0 and a block at binding 1, and writes
/// `color` at location 0.
pub fn program(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        text: String::from("#version 450\n"),
        variables: Vec::new(),
        functions: Vec::new(),
        names: 0,
        left: 0,
    };
    writer.line("layout(location = 0) in vec2 uv;");
    writer.line("layout(location = 0) out vec4 color;");
    writer.line("layout(binding = 0) uniform sampler2D image;");
    writer.uniforms();
    for _ in 0..writer.below(4) {
        writer.function();
    }
    writer.line("void main() {");
    writer.add("uv", Type::Vector(Scalar::Float, 2), false);
    writer.left = 4 + writer.below(24) as u32;
    writer.declaration();
    let count = 2 + writer.below(5);
    for _ in 0..count {
        writer.statements(3);
        writer.declaration();
    }
    let value = writer.expression(Type::VEC4, 3);
    writer.line(&format!("color = clamp({value}, -4.0, 4.0);"));
    for variable in writer.variables.clone() {
        let sum = match variable.ty {
            Type::Scalar(Scalar::Bool) => format!("{} ? 0.25 : 0.0", variable.name),
            Type::Scalar(_) => format!("fract(float({}) * 0.125)", variable.name),
            Type::Vector(Scalar::Bool, _) => format!("any({}) ? 0.25 : 0.0", variable.name),
            Type::Vector(..) => format!("fract(float({}.y) * 0.125)", variable.name),
            Type::Matrix(..) => format!("fract({}[1][0] * 0.125)", variable.name),
        };
        writer.line(&format!("color.x += {sum};"));
    }
    writer.line("}");
    writer.text
}

impl Writer<'_> {
    fn uniforms(&mut self) {
        let layout = self.pick(&["std140", "std140, row_major"]);
        self.line(&format!("layout({layout}, binding = 1) uniform Values {{"));
        for _ in 0..1 + self.below(6) {
            let ty = self.any_type();
            let name = self.fresh("u");
            self.line(&format!("{ty} {name};"));
            self.add(&name, ty, false);
        }
        let (element, name) = (self.any_type(), self.fresh("u"));
        self.line(&format!("{element} {name}[3];"));
        for index in 0..3 {
            self.add(&format!("{name}[{index}]"), element, false);
        }
        self.line("};");
    }

    fn function(&mut self) {
        let known = self.variables.len();
        let (name, result) = (self.fresh("f"), self.any_type());
        let parameters: Vec<Type> = (0..self.below(4)).map(|_| self.any_type()).collect();
        let mut list = Vec::new();
        for ty in &parameters {
            let parameter = self.fresh("p");
            list.push(format!("{ty} {parameter}"));
            self.add(&parameter, *ty, true);
        }
        self.line(&format!("{result} {name}({}) {{", list.join(", ")));
        self.left = self.below(8) as u32;
        self.statements(2);
        let value = self.expression(result, 3);
        self.line(&format!("return {value};"));
        self.line("}");
        self.variables.truncate(known);
        self.functions.push(Function { name, result, parameters });
    }

    /// A call of a function with a result of a type, if there is one.
    fn call(&mut self, ty: Type, depth: u32) -> Option<String> {
        let fitting: Vec<Function> =
            self.functions.iter().filter(|function| function.result == ty).cloned().collect();
        let function = fitting.get(self.random.index(fitting.len()))?.clone();
        let arguments: Vec<String> =
            function.parameters.iter().map(|ty| self.expression(*ty, depth.min(1))).collect();
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// A name of a variable of a type, if there is one.
    fn variable(&mut self, ty: Type) -> Option<String> {
        let fitting: Vec<&Variable> = self.variables.iter().filter(|variable| variable.ty == ty).collect();
        let at = self.random.index(fitting.len());
        fitting.get(at).map(|variable| variable.name.clone())
    }

    fn any_type(&mut self) -> Type {
        let scalar = Scalar::ALL[self.below(4) as usize];
        match self.below(8) {
            0..=2 => Type::Scalar(scalar),
            3..=6 => Type::Vector(scalar, 2 + self.below(3) as u8),
            _ => Type::Matrix(2 + self.below(3) as u8, 2 + self.below(3) as u8),
        }
    }

    fn add(&mut self, name: &str, ty: Type, is_written: bool) {
        self.variables.push(Variable { name: name.to_owned(), ty, is_written });
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.random.below(count) == 0
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from.get(self.random.index(from.len())).copied().unwrap_or_default()
    }
}
