<<<<<<< HEAD
//! Statements.

use super::declaration::suffix;
use super::types::{BOOL, INT, Scalar, Type};
use super::{Use, Variable, Writer};

/// How often a statement may run.
const MOST_PASSES: u32 = 48;

impl Writer<'_> {
    /// A statement, and what nests in it.
    pub(super) fn statement(&mut self, nesting: u32) {
        let indent = self.shape.nesting + 1 - nesting;
        self.indent(indent);
        match self.below(20) {
            0..=5 => self.declaration(indent),
            6..=9 => self.assignment(),
            10 => self.call_statement(),
            11 if nesting > 0 => self.block(nesting),
            12 | 13 if nesting > 0 => self.if_statement(nesting),
            14 | 15 if nesting > 0 && self.passes <= MOST_PASSES / 2 => self.for_statement(nesting),
            16 if nesting > 0 && self.is_es3 && self.passes <= MOST_PASSES / 2 => {
                self.while_statement(nesting)
            }
            17 if nesting > 0 => self.switch_statement(nesting),
            18 => {
                let text = self.constant();
                self.text.push_str(&text);
                self.text.push('\n');
            }
            _ => self.assignment(),
        }
    }

    fn indent(&mut self, levels: u32) {
        for _ in 0..levels {
            self.text.push_str("    ");
        }
    }

    fn line(&mut self, text: &str) {
=======
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
>>>>>>> sksl-opt
        self.text.push_str(text);
        self.text.push('\n');
    }

<<<<<<< HEAD
    fn declaration(&mut self, indent: u32) {
        let ty = self.value_type();
        let spelt = self.spelt(ty);
        let depth = self.shape.depth;
        let array = self.one_in(8).then(|| 1 + self.below(4));
        // Only where the value stands in the declaration itself does it see what the name hides.
        // The cases of a switch are one scope, so there it would last until the end of the switch.
        let hides = array.is_none() && self.switches == 0 && self.one_in(12);
        let name = match hides {
            true => self.hidden_name(),
            false => self.name(),
        };
        let variable = |name: &str| Variable {
            name: name.to_owned(),
            ty,
            array,
            may: Use::Write,
            below: None,
        };
        match array {
            Some(count) if self.is_es3 => {
                let value = self.array(ty, count, depth);
                self.line(&format!("{spelt}[{count}] {name} = {value};"));
                self.variables.push(variable(&name));
            }
            Some(count) => {
                self.line(&format!("{spelt} {name}{};", suffix(array)));
                for index in 0..count {
                    let value = self.expression(ty, 1);
                    self.indent(indent);
                    self.line(&format!("{name}[{index}] = {value};"));
                }
                self.variables.push(variable(&name));
            }
            None => {
                let value = self.expression(ty, depth);
                match self.below(8) {
                    0 if !hides => {
                        self.line(&format!("{spelt} {name};"));
                        self.indent(indent);
                        self.line(&format!("{name} = {value};"));
                        self.variables.push(variable(&name));
                    }
                    1 => {
                        let other = self.name();
                        self.variables.push(variable(&name));
                        let second = self.expression(ty, 1);
                        self.line(&format!("{spelt} {name} = {value}, {other} = {second};"));
                        self.variables.push(variable(&other));
                    }
                    _ => {
                        self.line(&format!("{spelt} {name} = {value};"));
                        self.variables.push(variable(&name));
                    }
                }
            }
        }
    }

    /// The name of a variable of the whole program, once in a function, or a new one.
    fn hidden_name(&mut self) -> String {
        let index = self.random.index(self.globals);
        match self.variables.get(index) {
            Some(variable) if index < self.globals && !self.hidden.contains(&variable.name) => {
                let name = variable.name.clone();
                self.hidden.push(name.clone());
                name
            }
            _ => self.name(),
        }
    }

    fn assignment(&mut self) {
        let ty = self.value_type();
        let is_assignable = self.is_es3 || !self.holds_array(ty);
        let Some(place) = self.writable(ty).filter(|_| is_assignable) else {
            let value = self.expression(ty, 1);
            return self.line(&format!("{value};"));
        };
        let depth = self.shape.depth;
        let scalar = ty.scalar();
        let is_number = scalar.is_some_and(|scalar| scalar != Scalar::Bool);
        let operator = match self.below(8) {
            0 | 1 if is_number => ["+=", "-="][self.random.index(2)],
            2 if is_number => "*=",
            3 if is_number => "/=",
            4 if is_number && self.is_es3 && scalar.is_some_and(Scalar::is_integer) => {
                ["%=", "&=", "|=", "^=", "<<=", ">>="][self.random.index(6)]
            }
            5 if ty == INT => {
                let step = ["++", "--"][self.random.index(2)];
                let text = match self.one_in(2) {
                    true => format!("{place}{step};"),
                    false => format!("{step}{place};"),
                };
                return self.line(&text);
            }
            _ => "=",
        };
        let value = match operator {
            "/=" | "%=" => {
                let single = scalar.map_or(ty, |scalar| Type::Vector(scalar, 1));
                self.divisor(single)
            }
            "<<=" | ">>=" => self.below(8).to_string(),
            "*=" => {
                let is_single = self.one_in(2);
                match scalar {
                    Some(scalar) if is_single => self.expression(Type::Vector(scalar, 1), depth),
                    Some(scalar) => match ty {
                        // A vector times a square matrix, or a matrix times one, keeps its shape.
                        Type::Vector(_, width @ 2..) if scalar.is_float() && self.one_in(2) => {
                            self.expression(Type::Matrix(scalar, width, width), depth)
                        }
                        Type::Matrix(_, columns, _) => {
                            self.expression(Type::Matrix(scalar, columns, columns), depth)
                        }
                        _ => self.expression(ty, depth),
                    },
                    None => self.expression(ty, depth),
                }
            }
            _ => self.expression(ty, depth),
        };
        self.line(&format!("{place} {operator} {value};"));
    }

    fn call_statement(&mut self) {
        match self.call_of(None, 2) {
            Some(call) => self.line(&format!("{call};")),
            None => self.line(";"),
        }
    }

    /// Statements in braces, with a scope of their own.
    fn braces(&mut self, nesting: u32, first: Option<&str>) {
        let indent = self.shape.nesting + 1 - nesting;
        let scope = self.variables.len();
        self.text.push_str("{\n");
        if let Some(first) = first {
            self.indent(indent + 1);
            self.line(first);
        }
        for _ in 0..self.below(4) {
            self.statement(nesting - 1);
        }
        self.jump(indent + 1);
        self.indent(indent);
        self.text.push('}');
        self.variables.truncate(scope);
    }

    /// A jump now and then: nothing that follows it in its block runs, so it comes last.
    fn jump(&mut self, indent: u32) {
        if !self.one_in(8) {
            return;
        }
        let text = match self.below(4) {
            0 if self.loops > 0 || self.switches > 0 => "break;".to_owned(),
            1 if self.loops > 0 && self.switches == 0 => "continue;".to_owned(),
            _ => match self.result {
                Some(ty) => format!("return {};", self.expression(ty, 1)),
                None => "return;".to_owned(),
            },
        };
        self.indent(indent);
        self.line(&text);
    }

    fn block(&mut self, nesting: u32) {
        self.braces(nesting, None);
        self.text.push('\n');
    }

    fn if_statement(&mut self, nesting: u32) {
        let test = match self.one_in(6) {
            true => ["true", "false", "1 < 2"][self.random.index(3)].to_owned(),
            false => self.expression(BOOL, 2),
        };
        self.text.push_str(&format!("if ({test}) "));
        self.braces(nesting, None);
        if self.one_in(2) {
            self.text.push_str(" else ");
            self.braces(nesting, None);
        }
        self.text.push('\n');
    }

    /// A loop in the form that OpenGL ES 2 asks for.
    fn for_statement(&mut self, nesting: u32) {
        let name = self.name();
        let count = match self.one_in(10) {
            true => 0,
            false => 1 + self.below(4),
        };
        let is_float = self.one_in(5);
        let ty = if is_float { "float" } else { "int" };
        let head = match self.below(5) {
            0 => format!("{ty} {name} = {count}; {name} > 0; {name}--"),
            1 => format!("{ty} {name} = 0; {name} < {}; {name} += 2", 2 * count),
            2 => format!("{ty} {name} = 0; {name} != {count}; ++{name}"),
            3 if count > 0 => format!("{ty} {name} = 1; {name} <= {count}; {name}++"),
            _ => format!("{ty} {name} = 0; {name} < {count}; {name}++"),
        };
        let is_below = head.contains(" = 0; ") && !head.contains("+= 2");
        self.text.push_str(&format!("for ({head}) "));
        let scope = self.variables.len();
        self.variables.push(Variable {
            name,
            ty: Type::Vector(if is_float { Scalar::Float } else { Scalar::Int }, 1),
            array: None,
            may: Use::Read,
            below: is_below.then_some(count),
        });
        self.repeat(nesting, count.max(1), None);
        self.text.push('\n');
        self.variables.truncate(scope);
    }

    fn while_statement(&mut self, nesting: u32) {
        let (name, count) = (self.name(), 1 + self.below(4));
        self.line(&format!("int {name} = 0;"));
        self.indent(self.shape.nesting + 1 - nesting);
        self.variables.push(Variable {
            name: name.clone(),
            ty: INT,
            array: None,
            may: Use::Read,
            below: None,
        });
        let step = format!("{name}++;");
        if self.one_in(2) {
            self.text.push_str(&format!("while ({name} < {count}) "));
            self.repeat(nesting, count, Some(&step));
            self.text.push('\n');
        } else {
            self.text.push_str("do ");
            self.repeat(nesting, count, Some(&step));
            self.line(&format!(" while ({name} < {count});"));
        }
    }

    fn repeat(&mut self, nesting: u32, count: u32, first: Option<&str>) {
        let (passes, switches) = (self.passes, self.switches);
        self.passes *= count;
        self.switches = 0;
        self.loops += 1;
        self.braces(nesting, first);
        self.loops -= 1;
        self.switches = switches;
        self.passes = passes;
    }

    fn switch_statement(&mut self, nesting: u32) {
        let indent = self.shape.nesting + 1 - nesting;
        let value = match self.one_in(4) {
            true => self.below(4).to_string(),
            false => self.expression(INT, 1),
        };
        self.line(&format!("switch ({value}) {{"));
        self.switches += 1;
        let mut label = self.below(2);
        for _ in 0..1 + self.below(3) {
            self.indent(indent + 1);
            self.line(&format!("case {label}:"));
            label += 1 + self.below(2);
            self.case(nesting);
        }
        if self.one_in(2) {
            self.indent(indent + 1);
            self.line("default:");
            self.case(nesting);
        }
        self.switches -= 1;
        self.indent(indent);
        self.line("}");
    }

    fn case(&mut self, nesting: u32) {
        let indent = self.shape.nesting + 1 - nesting;
        let scope = self.variables.len();
        for _ in 0..self.below(3) {
            self.text.push_str("    ");
            self.statement(nesting - 1);
        }
        // Without it the next case follows.
        if !self.one_in(4) {
            self.indent(indent + 2);
            self.line("break;");
        }
        self.variables.truncate(scope);
=======
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
>>>>>>> sksl-opt
    }
}
