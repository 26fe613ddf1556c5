//! Declarations, functions and statements, by sections 2, 7, 8 and 10 of the language's description.

use super::types::{Scalar, Type};
use super::{Function, Kind, Struct, Writer};

/// How much an expression may cost: about so many operators.
const COST: u32 = 20;

impl Writer<'_> {
    pub(super) fn program(&mut self) {
        for _ in 0..self.below(self.shape.declarations + 1) {
            self.declare_struct();
        }
        for _ in 0..1 + self.below(self.shape.declarations + 1) {
            self.global();
        }
        for _ in 0..self.below(self.shape.declarations + 1) {
            self.function();
        }
        self.main();
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// How deep the next expression may be.
    fn start(&mut self) -> u32 {
        self.cost = COST;
        1 + self.below(self.shape.depth)
    }

    fn declare_struct(&mut self) {
        let name = self.name("S");
        let mut fields = Vec::new();
        let mut text = format!("struct {name} {{ ");
        for _ in 0..1 + self.below(3) {
            let (field, ty) = (self.name("f"), self.plain_type());
            text.push_str(&self.typed(&ty, &field));
            text.push_str("; ");
            fields.push((field, ty));
        }
        text.push_str("};");
        self.put(&text);
        self.structs.push(Struct { name, fields });
    }

    fn global(&mut self) {
        let depth = self.start().min(2);
        match self.below(4) {
            0 => {
                let (name, ty) = (self.name("k"), self.plain_type());
                let value = self.constant(&ty, depth);
                let text = format!("const {} = {value};", self.typed(&ty, &name));
                self.put(&text);
                self.declare(&name, &ty, false);
            }
            1 => {
                let (name, ty) = (self.name("g"), self.any_type());
                let text = format!("{};", self.typed(&ty, &name));
                self.put(&text);
                self.declare(&name, &ty, true);
            }
            _ => {
                let scalar = self.pick(&[Scalar::Float, Scalar::Half, Scalar::Int]).unwrap_or(Scalar::Float);
                let ty = Type::vector(scalar, 1 + self.below(4));
                let name = self.name("u");
                let word = match (scalar, ty.width()) {
                    (Scalar::Half | Scalar::Float, 3 | 4) if self.one_in(3) && self.kind != Kind::Generic => {
                        "layout(color) uniform"
                    }
                    _ => "uniform",
                };
                let text = format!("{word} {};", self.typed(&ty, &name));
                self.put(&text);
                self.declare(&name, &ty, false);
            }
        }
    }

    /// A constant expression: nothing that is seen has a name.
    fn constant(&mut self, ty: &Type, depth: u32) -> String {
        let scopes = std::mem::take(&mut self.scopes);
        let functions = std::mem::take(&mut self.functions);
        let text = self.leafy(ty, depth);
        self.scopes = scopes;
        self.functions = functions;
        text
    }

    /// Constructors and operators of literals.
    fn leafy(&mut self, ty: &Type, depth: u32) -> String {
        let (one, other) = (self.expression(ty, 0), self.expression(ty, 0));
        match ty.scalar() {
            Some(scalar) if depth > 0 && scalar.is_float() => format!("{one} + {other}"),
            _ => one,
        }
    }

    fn function(&mut self) {
        let name = match self.functions.last() {
            Some(before) if self.one_in(4) => before.name.clone(),
            _ => self.name("fn"),
        };
        let result = (!self.one_in(5)).then(|| self.function_type());
        let mut parameters = Vec::new();
        for _ in 0..self.below(4) {
            let ty = self.any_type();
            let is_written = !matches!(ty, Type::Struct(_)) && self.one_in(4);
            parameters.push((ty, is_written));
        }
        let same = |other: &Function| {
            let types = |parameters: &[(Type, bool)]| parameters.iter().map(|(ty, _)| ty.clone()).collect::<Vec<_>>();
            other.name == name && types(&other.parameters) == types(&parameters)
        };
        if self.functions.iter().any(same) {
            return;
        }
        let function = Function {
            name,
            result,
            parameters,
        };
        self.define(&function);
        self.functions.push(function);
    }

    /// A type that a function may return.
    fn function_type(&mut self) -> Type {
        match self.one_in(8) && !self.structs.is_empty() {
            true => Type::Struct(self.random.index(self.structs.len())),
            false => self.plain_type(),
        }
    }

    fn define(&mut self, function: &Function) {
        let words = ["", "", "", "", "noinline ", "inline ", "sk_has_side_effects "];
        let word = self.pick(&words).unwrap_or_default();
        let result = match &function.result {
            Some(ty) => self.type_name(ty),
            None => "void".to_owned(),
        };
        self.scopes.push(Vec::new());
        let mut parameters = Vec::new();
        let mut written = Vec::new();
        for (ty, is_written) in &function.parameters {
            let name = self.name("p");
            let word = match is_written {
                true => self.pick(&["out ", "inout "]).unwrap_or("out "),
                false => self.pick(&["", "", "in "]).unwrap_or_default(),
            };
            let text = self.typed(ty, &name);
            parameters.push(format!("{word}{text}"));
            self.declare(&name, ty, true);
            if *is_written {
                written.push((name, ty.clone()));
            }
        }
        let head = format!("{word}{result} {}({}) {{", function.name, parameters.join(", "));
        self.put(&head);
        self.result = function.result.clone();
        self.scopes.push(Vec::new());
        for (name, ty) in written {
            let depth = self.start().min(2);
            let value = self.expression(&ty, depth);
            self.put(&format!("{name} = {value};"));
        }
        self.left = self.below(self.shape.statements) / 2 + 1;
        self.body();
        self.put("}");
        self.scopes.pop();
        self.scopes.pop();
    }

    /// The statements of a function, with a value returned at the end.
    fn body(&mut self) {
        while self.left > 0 {
            self.statement(0);
        }
        if let Some(ty) = self.result.clone() {
            let depth = self.start();
            let value = self.expression(&ty, depth);
            self.put(&format!("return {value};"));
        }
    }

    fn main(&mut self) {
        let (head, parameters): (&str, &[(&str, Type)]) = match self.kind {
            Kind::Shader => ("half4 main(float2 xy) {", &[("xy", Type::Vector(Scalar::Float, 2))]),
            Kind::ColorFilter => ("half4 main(half4 color) {", &[("color", Type::HALF4)]),
            Kind::Blender => ("half4 main(half4 src, half4 dst) {", &[("src", Type::HALF4), ("dst", Type::HALF4)]),
            Kind::Generic => ("half4 main(half4 color) {", &[("color", Type::HALF4)]),
        };
        self.put(head);
        self.scopes.push(Vec::new());
        for (name, ty) in parameters {
            self.declare(name, ty, true);
        }
        self.scopes.push(Vec::new());
        self.result = Some(Type::HALF4);
        self.left = 2 + self.below(self.shape.statements);
        self.body();
        self.put("}");
        self.scopes.truncate(1);
    }

    fn statement(&mut self, nesting: u32) {
        self.left = self.left.saturating_sub(1);
        let room = nesting < self.shape.nesting;
        match self.below(20) {
            0..=4 => self.local(),
            5..=9 => self.assign(),
            10 | 11 if room => self.choose(nesting + 1),
            12 | 13 if room => self.repeat(nesting + 1),
            14 if room => self.switch(nesting + 1),
            15 if room => self.block(nesting + 1),
            16 => self.jump(),
            17 => self.step(),
            18 => self.call_statement(),
            _ => self.local(),
        }
    }

    fn block(&mut self, nesting: u32) {
        self.put("{");
        self.scopes.push(Vec::new());
        for _ in 0..1 + self.below(4) {
            if self.left > 0 {
                self.statement(nesting);
            }
        }
        self.scopes.pop();
        self.put("}");
    }

    fn local(&mut self) {
        let ty = self.any_type();
        let name = self.name("v");
        let depth = self.start();
        if self.one_in(8) {
            let value = self.constant(&ty, depth);
            let text = format!("const {} = {value};", self.typed(&ty, &name));
            self.put(&text);
            return self.declare(&name, &ty, false);
        }
        let mut text = self.typed(&ty, &name);
        if !self.one_in(5) {
            let value = self.expression(&ty, depth);
            text.push_str(&format!(" = {value}"));
        }
        let second = self.name("v");
        let is_plain = !matches!(ty, Type::Array(..));
        if is_plain && self.one_in(6) {
            let value = self.expression(&ty, 1);
            text.push_str(&format!(", {second} = {value}"));
            self.declare(&second, &ty, true);
        }
        self.put(&format!("{text};"));
        self.declare(&name, &ty, true);
    }

    fn assign(&mut self) {
        let all = self.scopes.iter().flatten().filter(|variable| variable.writable);
        let all: Vec<_> = all.cloned().collect();
        let Some(variable) = self.pick(&all) else {
            return self.local();
        };
        let depth = self.start();
        let mut place = variable.name;
        let mut ty = variable.ty;
        if let Type::Vector(scalar, width) = ty
            && self.one_in(3)
        {
            let count = 1 + self.below(width);
            place = format!("{place}.{}", self.letters(width, count, true));
            ty = Type::vector(scalar, count);
        } else if let Type::Array(element, count) = &ty
            && !self.one_in(3)
        {
            place = format!("{place}[{}]", self.below(*count));
            ty = (**element).clone();
        }
        let compound = ty.scalar().is_some_and(|scalar| scalar != Scalar::Bool) && self.one_in(3);
        let operator = match compound {
            true if ty.scalar().is_some_and(Scalar::is_integer) => {
                self.pick(&["+=", "-=", "*=", "|=", "&=", "^="]).unwrap_or("+=")
            }
            true => self.pick(&["+=", "-="]).unwrap_or("+="),
            false => "=",
        };
        if compound && self.one_in(6) && ty.scalar().is_some_and(Scalar::is_integer) {
            let name = self.type_name(&ty);
            let count = self.below(8);
            return self.put(&format!("{place} <<= {name}({count});"));
        }
        let value = self.expression(&ty, depth);
        self.put(&format!("{place} {operator} {value};"));
    }

    fn step(&mut self) {
        let ty = Type::Scalar(self.number_scalar());
        let Some(name) = self.variable(&ty, true) else {
            return self.local();
        };
        let text = self.pick(&["++", "--"]).unwrap_or("++");
        match self.one_in(2) {
            true => self.put(&format!("{name}{text};")),
            false => self.put(&format!("{text}{name};")),
        }
    }

    fn call_statement(&mut self) {
        let functions = self.functions.clone();
        let depth = self.start().min(2);
        let call = self.pick(&functions).and_then(|function| self.call_of(&function, depth));
        match call {
            Some(call) => self.put(&format!("{call};")),
            None => self.assign(),
        }
    }

    fn choose(&mut self, nesting: u32) {
        let depth = self.start();
        let test = self.expression(&Type::BOOL, depth);
        self.put(&format!("if ({test})"));
        self.block(nesting);
        if self.one_in(2) {
            self.put("else");
            match self.one_in(3) {
                true => self.choose_plain(),
                false => self.block(nesting),
            }
        }
    }

    /// An `if` with single statements.
    fn choose_plain(&mut self) {
        let depth = self.start().min(2);
        let test = self.expression(&Type::BOOL, depth);
        self.put(&format!("if ({test})"));
        self.assign_or_nothing();
    }

    fn assign_or_nothing(&mut self) {
        match self.scopes.iter().flatten().any(|variable| variable.writable) && !self.one_in(5) {
            true => self.assign(),
            false => self.put(";"),
        }
    }

    fn repeat(&mut self, nesting: u32) {
        let depth = self.start().min(2);
        self.loops += 1;
        self.breakable += 1;
        self.scopes.push(Vec::new());
        match self.below(6) {
            0 => {
                let test = self.expression(&Type::BOOL, depth);
                self.put(&format!("while ({test})"));
                self.block(nesting);
            }
            1 => {
                self.put("do");
                self.block(nesting);
                let test = self.expression(&Type::BOOL, depth);
                self.put(&format!("while ({test});"));
            }
            2 => {
                let test = self.expression(&Type::BOOL, depth);
                self.put(&format!("for (; {test}; )"));
                self.block(nesting);
            }
            _ => {
                let name = self.name("i");
                let (word, ty) = match self.one_in(3) {
                    true => ("float", Type::Scalar(Scalar::Float)),
                    false => ("int", Type::INT),
                };
                let step = self.pick(&["++", "--", " += 2"]).unwrap_or("++");
                let (first, last) = match step {
                    "--" => (self.below(6) + 1, 0),
                    _ => (0, self.below(6)),
                };
                let operator = match step {
                    "--" => ">",
                    _ => "<",
                };
                self.put(&format!("for ({word} {name} = {first}; {name} {operator} {last}; {name}{step})"));
                self.declare(&name, &ty, false);
                self.block(nesting);
            }
        }
        self.scopes.pop();
        self.loops -= 1;
        self.breakable -= 1;
    }

    fn switch(&mut self, nesting: u32) {
        let depth = self.start().min(2);
        let value = self.expression(&Type::INT, depth);
        self.put(&format!("switch ({value}) {{"));
        self.breakable += 1;
        // A `continue` would leave the switch for the loop around it.
        let loops = std::mem::take(&mut self.loops);
        for case in 0..1 + self.below(3) {
            self.put(&format!("case {case}:"));
            self.block(nesting);
            if !self.one_in(3) {
                self.put("break;");
            }
        }
        if self.one_in(2) {
            self.put("default:");
            self.block(nesting);
        }
        self.loops = loops;
        self.breakable -= 1;
        self.put("}");
    }

    fn jump(&mut self) {
        match self.below(3) {
            0 if self.breakable > 0 => self.put("break;"),
            1 if self.loops > 0 => self.put("continue;"),
            _ if self.result.is_none() => self.put("return;"),
            _ if self.scopes.len() > 3 && self.one_in(2) => {
                let depth = self.start().min(2);
                if let Some(ty) = self.result.clone() {
                    let value = self.expression(&ty, depth);
                    self.put(&format!("return {value};"));
                }
            }
            _ => self.assign_or_nothing(),
        }
    }
}
