//! Functions: prototypes and definitions.

use std::rc::Rc;

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;
use glassbox_syntax::uses::UseKind;

use super::attribute::Attributes;
use super::overloads::{Overloads, Parameters};
use super::qualifier::{Specifiers, StorageWord};
use super::require::{ALWAYS, Since};
use super::type_specifier::Specified;
use crate::model::{At, Function, FunctionId, LocalId, Precision, Statement, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{DECLARATION, FUNCTION, QUALIFIER_USE, REDECLARED};
use crate::types::Type;
use crate::vocabulary::functions::{self, Wanted};

/// Types of the parameters of a function.
fn parameter_types(function: &Function) -> Parameters {
    function.locals.iter().take(function.parameters as usize).map(|local| local.ty).collect()
}

impl Parser<'_> {
    /// Reads a function whose result type has been read: its name stands next.
    pub(crate) fn function(
        &mut self,
        specifiers: &Specifiers,
        specified: &Specified,
        attributes: &Attributes,
    ) {
        let Some((name, at)) = self.new_name("the name of a function") else {
            return;
        };
        let result = self.check_result(specifiers, specified, at);
        self.expect("(");
        let parameters = self.parameters();
        if self.expect(")").is_none() {
            self.skip_to_closing();
        }
        let behind = self.attributes();
        self.function_attributes(attributes);
        self.function_attributes(&behind);
        let is_definition = self.is("{");
        let function = Function {
            name: name.clone(),
            at,
            result,
            result_precision: self.result_precision(specifiers, specified),
            parameters: parameters.len() as u32,
            locals: parameters,
            body: None,
            subroutines: specifiers.qualifiers.subroutines.clone(),
            subroutine_index: specifiers.qualifiers.layout().index,
            is_called: false,
            spirv: self.declared.instruction.take(),
        };
        self.check_function_name(&function, is_definition);
        if specifiers.has(flag::SUBROUTINE) && !is_definition {
            self.declare_subroutine(function);
            self.end_of_statement();
            return;
        }
        let id = self.declare_function(function, is_definition);
        if is_definition {
            if self.function.is_some() {
                self.declared.inner_function.get_or_insert(at);
            }
            let outer = (self.function, std::mem::take(&mut self.locals));
            self.function_body(id);
            (self.function, self.locals) = outer;
        } else {
            self.end_of_prototype();
        }
    }

    /// The type of the result, checked.
    fn check_result(&mut self, specifiers: &Specifiers, specified: &Specified, at: At) -> Type {
        if specifiers.storage != StorageWord::None {
            let message = "found a storage on the result of a function, expected a type alone";
            let finding = self.finding(&QUALIFIER_USE, specifiers.storage_at, message);
            self.add(finding.help("remove it"));
        }
        self.check_stage_words(specifiers);
        self.check_arrayed_type(specified);
        let dimensions = specified.dimensions.clone();
        self.require_sizes(&dimensions);
        let ty = self.array_type(specified.base, &specified.dimensions);
        let is_array = |ty: Type| matches!(ty, Type::Array(_));
        if self.program.types.contains(ty, &is_array) {
            self.needs(specified.at, "an array as result", Since(120, 300), &["GL_3DL_array_objects"]);
        }
        let is_resource = |ty: Type| ty.is_opaque();
        let is_bindless = self.program.environment.has("GL_ARB_bindless_texture");
        if self.program.types.contains(ty, &is_resource) && !is_bindless {
            let message =
                format!("found `{}` as the result of a function, expected a value", self.type_name(ty));
            let finding = self.finding(&DECLARATION, at, message);
            self.add(finding.help("pass it as a parameter to where it is used"));
        }
        self.check_holds_no_buffer(ty, at, "a result");
        self.check_small_numbers(crate::model::Storage::Private, ty, at);
        ty
    }

    fn result_precision(&mut self, specifiers: &Specifiers, specified: &Specified) -> Precision {
        if specified.base == Type::Void {
            return Precision::None;
        }
        self.declared_precision(specifiers, specified.base, specified.at)
    }

    /// The name of a function: one that is free, or that of a built-in function where the version allows it.
    fn check_function_name(&mut self, function: &Function, is_definition: bool) {
        let (name, at) = (function.name.clone(), function.at);
        if function.spirv.is_some() {
            return;
        }
        if self.check_word(&name, at) {
            self.check_prefix(&name, at);
        }
        if self.scopes.depth() > 0 {
            self.needs(at, "a declaration of a function in a function", Since(ALWAYS, 0), &[]);
        }
        if self.program.environment.is_embedded() {
            self.check_built_in_function(function);
        }
        if &*name == "main" {
            if function.parameters > 0 {
                let finding = self.finding(&FUNCTION, at, "found parameters of `main`, expected none");
                self.add(finding.help("write `void main()`"));
            }
            if function.result != Type::Void && is_definition {
                let message = format!(
                    "found `{}` as the result of `main`, expected `void`",
                    self.type_name(function.result)
                );
                let finding = self.finding(&FUNCTION, at, message);
                self.add(finding.help("write `void main()`"));
            }
        }
    }

    /// GLSL ES lets no text define a built-in function anew.
    fn check_built_in_function(&mut self, function: &Function) {
        if self.is_built_in_function(&function.name) {
            self.report_built_in_function(&function.name, function.at);
            return;
        }
        let arguments: Vec<Type> = function.locals.iter().map(|local| local.ty).collect();
        let program = &mut self.program;
        let forms = functions::signatures(
            &function.name,
            &program.environment,
            &mut program.types,
            &arguments,
            Wanted::Exact,
        );
        let is_same = forms.iter().any(|form| {
            let parameters = function.locals.iter().map(|local| local.ty);
            form.parameters.len() == function.locals.len()
                && form
                    .parameters
                    .iter()
                    .zip(parameters)
                    .all(|(form, own)| self.program.types.is_same(form.ty, own))
        });
        if is_same {
            let message = format!("found `{}`, which is a built-in function", shown(&function.name));
            let finding = self.finding(&crate::rules::RESERVED, function.at, message);
            self.add(finding.help("choose another name"));
        }
    }

    /// Declares the type of subroutines.
    fn declare_subroutine(&mut self, function: Function) {
        let (name, at) = (function.name.clone(), function.at);
        if self.report_redeclared(&name, at) {
            return;
        }
        let known = self.known_subroutine(&function);
        let id = known.map_or_else(|| self.add_function(function), |(known, _)| known);
        let symbol = self.declare_known_name(at, known.map(|(_, symbol)| symbol));
        self.scopes.declare(&name, Entity::Subroutine(id), symbol);
    }

    fn add_function(&mut self, function: Function) -> FunctionId {
        self.program.functions.push(function);
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    /// Declares a function, or finds the declaration that it repeats.
    fn declare_function(&mut self, function: Function, is_definition: bool) -> FunctionId {
        let name = function.name.clone();
        let at = function.at;
        let is_own = match self.scopes.own(&name) {
            Some(Entity::Functions(_)) => true,
            Some(_) => {
                self.report_redeclared(&name, at);
                return self.add_function(function);
            }
            None => false,
        };
        let (known, symbol) = match self.scopes.find(&name) {
            Some((Entity::Functions(known), symbol)) => (Some(known), symbol),
            _ => (None, 0),
        };
        let same = known.and_then(|known| {
            let near = known.same(&self.program.types, &parameter_types(&function));
            near.into_iter().find(|id| self.has_same_parameters(*id, &function))
        });
        if let Some(same) = same {
            let from = self.from(at);
            self.uses.push(from, symbol, UseKind::Declare);
            return self.repeat_function(same, function, is_definition);
        }
        // A local declaration adds to those further out.
        let outer = known.filter(|_| !is_own).cloned();
        let joined = self.known_function(&function);
        let id = match joined {
            Some((known, _)) => self.repeat_function(known, function, is_definition),
            None => self.add_function(function),
        };
        if is_own {
            self.add_overload(&name, id);
            let from = self.from(at);
            self.uses.push(from, symbol, UseKind::Declare);
        } else {
            let symbol = self.declare_known_name(at, joined.map(|(_, symbol)| symbol));
            let functions = outer.map(Overloads::within).unwrap_or_default();
            self.scopes.declare(&name, Entity::Functions(Rc::new(functions)), symbol);
            self.add_overload(&name, id);
        }
        id
    }

    /// Adds a function to those that its name has in the innermost scope.
    fn add_overload(&mut self, name: &Word, id: FunctionId) {
        if let Some(Entity::Functions(known)) = self.scopes.find_mut(name) {
            let program = &self.program;
            Rc::make_mut(known).push(id, &program.types, |id| parameter_types(program.function(id)));
        }
    }

    pub(super) fn has_same_parameters(&self, id: FunctionId, other: &Function) -> bool {
        let known = self.program.function(id);
        let types = &self.program.types;
        let own = known.locals.iter().take(known.parameters as usize);
        known.parameters == other.parameters && own.zip(&other.locals).all(|(a, b)| types.is_same(a.ty, b.ty))
    }

    /// A declaration of a function that is declared already.
    fn repeat_function(&mut self, id: FunctionId, function: Function, is_definition: bool) -> FunctionId {
        let known = self.program.function(id).clone();
        let first = known.at;
        let at = function.at;
        let name = shown(&function.name);
        if !self.program.types.is_same(known.result, function.result) {
            let message = format!(
                "found the result `{}` of `{name}`, expected `{}` as before",
                self.type_name(function.result),
                self.type_name(known.result)
            );
            let finding = self.finding_with(&FUNCTION, at, message, (first, "the first declaration"));
            self.add(finding.help("functions of the same parameters have the same result"));
        }
        let own = known.locals.iter().take(known.parameters as usize);
        let differs = own.clone().zip(&function.locals).find(|(a, b)| {
            a.direction != b.direction
                || a.is_const != b.is_const
                || a.qualifiers.precision != b.qualifiers.precision
        });
        if let Some((old, new)) = differs {
            let message = format!("found a parameter of `{name}` with other qualifiers than before");
            let new_at = new.at;
            let finding = self.finding_with(&FUNCTION, new_at, message, (old.at, "the first declaration"));
            self.add(finding.help("write the same qualifiers in both"));
        }
        let has_body = self.declared.defined.contains(&id);
        if is_definition && has_body {
            let message = format!("found a second body of `{name}`, expected one");
            let finding = self.finding_with(&FUNCTION, at, message, (first, "the first declaration"));
            self.add(finding.help("remove one of them"));
        }
        let version = self.program.environment.version;
        let is_of_text = !self.is_of_other_text(first);
        if !is_definition && !has_body && is_of_text && version.is_embedded && version.number < 300 {
            let message = format!("found `{name}` declared a second time, expected one declaration");
            let finding = self.finding_with(&REDECLARED, at, message, (first, "the first one"));
            self.add(finding.help("remove one of them"));
        }
        if is_definition && !has_body {
            let slot = &mut self.program.functions[id.0 as usize];
            let is_called = slot.is_called;
            *slot = Function { is_called, ..function };
        } else if is_definition {
            return self.add_function(function);
        }
        id
    }

    /// Reads the body of a function.
    fn function_body(&mut self, id: FunctionId) {
        self.declared.defined.insert(id);
        let function = self.program.function(id).clone();
        if &*function.name == "main" && self.program.main.is_none() {
            self.program.main = Some(id);
        }
        self.function = Some(id);
        self.locals = function.locals;
        let parameters = function.parameters;
        let first = self.program.expressions.len() as u32;
        self.scopes.enter();
        self.declared.precisions.push(Default::default());
        for number in 0..parameters {
            let Some((name, at)) =
                self.locals.get(number as usize).map(|local| (local.name.clone(), local.at))
            else {
                continue;
            };
            if name.is_empty() || self.report_redeclared(&name, at) {
                continue;
            }
            let symbol = self.declare_name(at);
            self.scopes.declare(&name, Entity::Local(LocalId(number)), symbol);
        }
        // A text without a closing brace has functions inside of functions.
        let outer = std::mem::take(&mut self.declared.flow);
        self.declared.uneven_brace = None;
        self.declared.last_brace = None;
        self.state.is_behind_return = false;
        // In GLSL ES 100 the body is a scope inside of that of the parameters.
        let has_own_scope =
            self.program.environment.is_embedded() && self.program.environment.version.number == 100;
        if has_own_scope {
            self.scopes.enter();
        }
        let body = self.block_statements();
        if has_own_scope {
            self.scopes.leave();
        }
        self.scopes.leave();
        self.declared.precisions.pop();
        self.finish_function(id, body, first);
        self.declared.flow = outer;
    }

    fn finish_function(&mut self, id: FunctionId, body: Vec<Statement>, first: u32) {
        let last = self.program.expressions.len() as u32;
        self.declared.bodies.push((id, first, last));
        let function = self.program.function(id);
        let (name, at, result) = (function.name.clone(), function.at, function.result);
        let needs_value = !matches!(result, Type::Void | Type::Error);
        if needs_value && !self.declared.flow.has_value {
            let message = format!("found no `return` with a value in `{}`, expected one", shown(&name));
            let finding = self.finding(&FUNCTION, at, message);
            self.add(finding.help("return a value"));
        }
        let locals = std::mem::take(&mut self.locals);
        let slot = &mut self.program.functions[id.0 as usize];
        slot.locals = locals;
        slot.body = Some(body);
        self.function = None;
    }
}
