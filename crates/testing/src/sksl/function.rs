//! Generates functions: declarations, calls, and main.

use super::declaration::suffix;
use super::types::{BOOL, FLOAT4, HALF4, Type};
use super::{BUDGET, Function, Kind, Parameter, Use, Variable, Writer};

/// Builtin functions that a program may overload.
const BUILTINS: [&str; 6] = ["length", "dot", "pow", "mix", "max", "step"];

impl Writer<'_> {
    pub(super) fn functions(&mut self) {
        for _ in 0..self.below(self.shape.functions + 1) {
            self.function();
        }
    }

    fn function(&mut self) {
        let mut function = self.signature();
        let mut names = Vec::new();
        let mut parameters = Vec::new();
        let outside = self.variables.len();
        let mut unset = Vec::new();
        for parameter in &function.parameters {
            let name = self.name();
            let (way, may) = match parameter.is_out {
                true if self.one_in(2) => ("inout ", Use::Write),
                true => ("out ", Use::Write),
                false if self.one_in(6) => ("const ", Use::Read),
                false if self.one_in(4) => ("in ", Use::Write),
                false => ("", Use::Write),
            };
            let spelt = self.declared(parameter.ty);
            parameters.push(format!("{way}{spelt} {name}{}", suffix(parameter.array)));
            let variable =
                Variable { name: name.clone(), ty: parameter.ty, array: parameter.array, may, below: None };
            match way {
                "out " => unset.push(variable),
                _ => names.push(variable),
            }
        }
        self.variables.append(&mut names);
        let modifier = match self.below(10) {
            0 => "inline ",
            1 => "noinline ",
            _ => "",
        };
        let result = match function.result {
            Some(ty) => self.spelt(ty),
            None => "void".to_owned(),
        };
        let declaration = format!("{modifier}{result} {}({})", function.name, parameters.join(", "));
        if self.one_in(8) {
            self.text.push_str(&format!("{declaration};\n"));
        }
        self.text.push_str(&format!("{declaration} {{\n"));
        self.cost = 0;
        // Write-only parameters start undefined, so write them first.
        for variable in unset {
            let value = self.expression(variable.ty, 1);
            self.text.push_str(&format!("    {} = {value};\n", variable.name));
            self.variables.push(variable);
        }
        self.body(function.result);
        self.text.push_str("}\n");
        self.variables.truncate(outside);
        function.cost = self.cost.saturating_add(1);
        self.functions.push(function);
    }

    /// Name, parameters and result of a new function.
    fn signature(&mut self) -> Function {
        let mut parameters = Vec::new();
        for _ in 0..self.below(4) {
            let ty = self.value_type();
            let is_array = self.is_es3 && self.one_in(10);
            parameters.push(Parameter {
                ty,
                array: is_array.then(|| 1 + self.below(3)),
                is_out: !is_array && self.one_in(4),
            });
        }
        let is_plain = parameters.iter().all(|parameter| !parameter.is_out);
        let mut result = if self.one_in(6) { None } else { Some(self.value_type()) };
        let mut name = format!("do{}", self.functions.len());
        match self.below(8) {
            // A call's arguments may select either overload, so both return the same type.
            0 if is_plain => {
                let index = self.random.index(self.functions.len());
                let other = self.functions.get(index).filter(|other| {
                    let is_plain = other.parameters.iter().all(|parameter| !parameter.is_out);
                    let types = |parameters: &[Parameter]| -> Vec<(Type, Option<u32>)> {
                        let parameters = parameters.iter();
                        parameters.map(|parameter| (parameter.ty, parameter.array)).collect()
                    };
                    is_plain && types(&other.parameters) != types(&parameters) && other.name.starts_with("do")
                });
                let is_free = |name: &str, functions: &[Function]| {
                    functions.iter().filter(|function| function.name == name).count() == 1
                };
                if let Some(other) = other
                    && is_free(&other.name, &self.functions)
                {
                    name = other.name.clone();
                    result = other.result;
                }
            }
            // No builtin function takes a single boolean.
            1 => {
                let builtin = BUILTINS[self.random.index(BUILTINS.len())];
                if self.functions.iter().all(|function| function.name != builtin) {
                    name = builtin.to_owned();
                    parameters = vec![Parameter { ty: BOOL, array: None, is_out: false }];
                }
            }
            _ => {}
        }
        Function { name, result, parameters, cost: 0 }
    }

    /// Call of a function that returns a type, if one is affordable here.
    pub(super) fn call(&mut self, ty: Type, depth: u32) -> Option<String> {
        self.call_of(Some(ty), depth)
    }

    /// Call of a function with or without result.
    pub(super) fn call_of(&mut self, result: Option<Type>, depth: u32) -> Option<String> {
        let candidates: Vec<Function> =
            self.functions.iter().filter(|function| function.result == result).cloned().collect();
        let index = self.random.index(candidates.len());
        let function = candidates.into_iter().nth(index)?;
        let cost = function.cost.saturating_mul(self.passes);
        if self.cost.saturating_add(cost) > BUDGET {
            return None;
        }
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            arguments.push(match parameter.array {
                Some(count) => self.array(parameter.ty, count, depth),
                None if parameter.is_out => self.writable(parameter.ty)?,
                None => self.expression(parameter.ty, depth),
            });
        }
        self.cost = self.cost.saturating_add(cost);
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    pub(super) fn main(&mut self) {
        let result = [HALF4, FLOAT4][self.random.index(2)];
        let (input, result_name) = (self.input(), self.spelt(result));
        let mut parameters = Vec::new();
        for _ in 0..1 + u32::from(self.kind == Kind::Blender) {
            let (spelt, name) = (self.spelt(input), self.name());
            parameters.push(format!("{spelt} {name}"));
            self.variables.push(Variable { name, ty: input, array: None, may: Use::Write, below: None });
        }
        self.text.push_str(&format!("{result_name} main({}) {{\n", parameters.join(", ")));
        self.cost = 0;
        self.body(Some(result));
        self.text.push_str("}\n");
    }

    /// Statements of a function, ending in a return.
    fn body(&mut self, result: Option<Type>) {
        self.passes = 1;
        self.result = result;
        self.hidden.clear();
        let scope = self.variables.len();
        for _ in 0..self.below(self.shape.statements + 1) {
            self.statement(self.shape.nesting);
        }
        if let Some(ty) = result {
            let value = self.expression(ty, self.shape.depth);
            self.text.push_str(&format!("    return {value};\n"));
        }
        self.variables.truncate(scope);
    }
}
