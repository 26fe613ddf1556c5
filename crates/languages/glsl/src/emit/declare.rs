//! Names with their types, where they are declared.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;

use super::Emitter;
use crate::preprocess::evaluate;
use crate::syntax::{Declarator, Parameter, Structure, Tokens, TypeUse, is_precision};
use crate::types::sampler_type;

impl Emitter<'_> {
    /// Writes `TYPE NAME[SIZES]`. `value` is what an array takes its size from where it states none.
    pub(super) fn declare(&mut self, ty: &TypeUse, declarator: &Declarator, value: Option<Tokens>) {
        let name = match &ty.structure {
            Some(structure) => self.structure_name(structure, declarator.name),
            None => self.stage.text(ty.name),
        };
        self.declare_as(&name, ty, declarator, value);
    }

    /// The same with another name for the type.
    pub(super) fn declare_as(
        &mut self,
        name: &str,
        ty: &TypeUse,
        declarator: &Declarator,
        value: Option<Tokens>,
    ) {
        self.writer.add(name, self.from(ty.name));
        self.writer.blank(self.from(declarator.name));
        let called = self.called.get(&declarator.name).cloned();
        let called = called.unwrap_or_else(|| self.stage.text(declarator.name));
        self.writer.add(&called, self.from(declarator.name));
        self.dimensions(&declarator.dimensions, &ty.dimensions, value);
    }

    /// The name of a structure; one that has none is called after a variable.
    pub(super) fn structure_name(&mut self, structure: &Structure, variable: usize) -> Rc<str> {
        match structure.name {
            Some(name) => self.stage.text(name),
            None => {
                let known = self.unnamed.get(&structure.first).cloned();
                let name =
                    known.unwrap_or_else(|| self.unused(&format!("{}_type", self.stage.word(variable))));
                self.unnamed.insert(structure.first, name.clone());
                name
            }
        }
    }

    /// Writes the sizes of an array, the outermost first: those behind its name, then those behind its type. naga reads them
    /// from the inside out.
    pub(super) fn dimensions(&mut self, outer: &[Tokens], inner: &[Tokens], value: Option<Tokens>) {
        let mut all: Vec<(bool, Tokens)> = outer
            .iter()
            .chain(inner)
            .enumerate()
            .map(|(number, tokens)| (number == 0, tokens.clone()))
            .collect();
        if self.stage.is_for_naga() {
            all.reverse();
        }
        for (is_outermost, tokens) in all {
            // The brackets stand around what is between them.
            let (open, close) = (self.from(tokens.start.saturating_sub(1)), self.from(tokens.end));
            self.writer.add("[", open);
            let counted = value.clone().filter(|_| is_outermost && tokens.is_empty());
            let size = match counted {
                Some(value) => self.count(value),
                None => self.number(tokens.clone()),
            };
            match size {
                Some(size) => self.writer.add(&size.to_string(), open),
                None => self.run(tokens),
            }
            self.writer.add("]", close);
        }
    }

    /// The whole number that tokens stand for here.
    pub(super) fn number(&self, tokens: Tokens) -> Option<i64> {
        let tokens = self.stage.tokens(tokens);
        let mut look_up = |token: &glassbox_syntax::token::Token| {
            let local = self.scopes.iter().rev().find_map(|scope| scope.get(&token.text));
            match local {
                Some(value) => *value,
                None => self.stage.constants.get(&token.text).copied(),
            }
        };
        evaluate(tokens, &mut look_up).ok()
    }

    /// How many elements the value of an array has: `TYPE[](…)`, `TYPE[N](…)` or `{…}`.
    fn count(&self, value: Tokens) -> Option<i64> {
        let stage = self.stage;
        let mut at = value.start;
        if !stage.is(at, "{") {
            at += 1;
            while stage.is(at, "[") {
                at = stage.pairs.partner(at) + 1;
            }
            if !stage.is(at, "(") {
                return None;
            }
        }
        let close = stage.pairs.partner(at);
        let mut count = i64::from(close > at + 1);
        at += 1;
        while at < close {
            if stage.is(at, "(") || stage.is(at, "[") || stage.is(at, "{") {
                at = stage.pairs.partner(at).max(at);
            } else if stage.is(at, ",") && at + 1 < close {
                count += 1;
            }
            at += 1;
        }
        Some(count)
    }

    /// Writes a function.
    pub(super) fn function(
        &mut self,
        result: Tokens,
        name: usize,
        parameters: &[Parameter],
        body: Option<Tokens>,
    ) {
        let from = self.from(name);
        self.parameters.clear();
        self.scopes.clear();
        self.scopes.push(super::Scope::new());
        if let Some(at) = result.clone().find(|at| self.stage.is(*at, "subroutine")) {
            self.refuse_subroutine(at);
        }
        self.writer.line(self.from(result.start));
        self.run_declaration(result);
        self.writer.blank(from);
        let is_main = self.stage.word(name) == "main" && parameters.is_empty();
        let inner = (is_main && self.needs_wrapper()).then(|| self.unused("main_inner"));
        self.writer.add(inner.as_deref().unwrap_or(self.stage.word(name)), from);
        self.writer.add("(", from);
        for (number, parameter) in parameters.iter().enumerate() {
            if number > 0 {
                self.writer.add(", ", from);
            }
            self.parameter(parameter);
        }
        self.writer.add(")", from);
        match body {
            None => self.writer.add(";", from),
            Some(body) => {
                self.writer.blank(from);
                self.run_body(body);
                if let Some(inner) = inner {
                    self.wrapper(&inner, from);
                }
            }
        }
        self.parameters.clear();
        self.scopes.clear();
    }

    fn parameter(&mut self, parameter: &Parameter) {
        let ty = &parameter.ty;
        let from = self.from(ty.name);
        let Some(sampler) = sampler_type(self.stage.word(ty.name)) else {
            // naga knows `const` here only alone, and what it says has been checked by nobody else.
            let constant = if self.stage.is_for_naga() { "const" } else { "" };
            self.qualifier_words(&parameter.qualifiers, &["precise", constant]);
            match &parameter.declarator {
                Some(declarator) => {
                    self.declare(ty, declarator, None);
                    let name = self.stage.text(declarator.name);
                    self.declared(name, None);
                }
                None => {
                    self.writer.add(self.stage.word(ty.name), from);
                    self.dimensions(&[], &ty.dimensions, None);
                }
            }
            return;
        };
        let own = parameter.declarator.as_ref();
        let outer = own.map_or(&[][..], |declarator| &declarator.dimensions);
        self.refuse_array(parameter);
        let name = own.map(|declarator| self.stage.text(declarator.name));
        self.writer.add(sampler.texture, from);
        self.named(name.as_deref(), from);
        self.dimensions(outer, &ty.dimensions, None);
        self.writer.add(", ", from);
        self.writer.add(sampler.sampler(), from);
        let second = name.as_ref().map(|name| self.sampler_name(name));
        self.named(second.as_deref(), from);
        self.dimensions(outer, &ty.dimensions, None);
        if let Some(name) = name {
            self.parameters.insert(name, sampler);
        }
    }

    fn named(&mut self, name: Option<&str>, from: Provenance) {
        if let Some(name) = name {
            self.writer.blank(from);
            self.writer.add(name, from);
        }
    }

    /// Writes the words of a type and what is before it.
    fn run_declaration(&mut self, tokens: Tokens) {
        for at in tokens {
            if let Some(token) = self.stage.unit.tokens.get(at)
                && !is_precision(&token.text)
            {
                self.writer.add(&token.text, token.from);
            }
        }
    }

    /// Notes that a name stands for something of the function from here on.
    pub(super) fn declared(&mut self, name: Rc<str>, value: Option<i64>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, value);
        }
    }
}
