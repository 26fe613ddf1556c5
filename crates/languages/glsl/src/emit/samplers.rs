//! Combined samplers, taken apart.

use std::rc::Rc;

use super::Emitter;
use crate::rules::{SAMPLER_TYPE, SAMPLER_USE};
use crate::syntax::{Declarator, Parameter, Qualifiers, Tokens, TypeUse};
use crate::types::{Class, SamplerType};

impl Emitter<'_> {
    /// Writes a uniform as a texture and a sampler.
    pub(super) fn combined(
        &mut self,
        qualifiers: &Qualifiers,
        sampler: SamplerType,
        ty: &TypeUse,
        declarator: &Declarator,
    ) {
        let from = self.from(declarator.name);
        let name = self.stage.text(declarator.name);
        let second = self.sampler_name(&name);
        let halves = [
            (Class::Texture, sampler.texture, &name),
            (Class::Sampler, sampler.sampler(), &second),
        ];
        for (class, ty_name, name) in halves {
            self.writer.line(from);
            let place = self.plan.place(class, name);
            self.layout(qualifiers, place, &[]);
            self.writer.add("uniform ", from);
            self.writer.add(ty_name, self.from(ty.name));
            self.writer.blank(from);
            self.writer.add(name, from);
            self.dimensions(&declarator.dimensions, &ty.dimensions, None);
            self.writer.add(";", from);
        }
    }

    /// The name of the sampler of a combined one.
    pub(super) fn sampler_name(&self, name: &Rc<str>) -> Rc<str> {
        if let Some(known) = self.plan.samplers.get(name) {
            return known.clone();
        }
        let mut second = format!("{name}_sampler");
        while self.stage.words.contains_key(&*second) {
            second.push('_');
        }
        Rc::from(second)
    }

    /// The type of the combined sampler that a name stands for here.
    pub(super) fn sampler(&self, name: &Rc<str>) -> Option<SamplerType> {
        if self.scopes.iter().any(|scope| scope.contains_key(name)) {
            return None;
        }
        self.parameters
            .get(name)
            .or_else(|| self.samplers.get(name))
            .copied()
    }

    /// Writes the use of a combined sampler, and says where it ends.
    pub(super) fn sampler_use(&mut self, at: usize, sampler: SamplerType) -> usize {
        let from = self.from(at);
        let name = self.stage.text(at);
        let second = self.sampler_name(&name);
        let mut end = at + 1;
        let mut indexes: Vec<Tokens> = Vec::new();
        while self.stage.is(end, "[") {
            let close = self.stage.pairs.partner(end);
            indexes.push(end + 1..close);
            end = close + 1;
        }
        let before = at.checked_sub(1);
        let is_argument = before.is_some_and(|at| self.stage.is(at, "(") || self.stage.is(at, ","))
            && (self.stage.is(end, ",") || self.stage.is(end, ")"));
        let call = self.calls.last().filter(|call| call.is_call && is_argument);
        let Some(is_own) = call.map(|call| call.is_own) else {
            let message =
                format!("found `{name}` outside of the arguments of a function, expected it as one");
            let finding = self.reports.of(&SAMPLER_USE, from, message);
            self.reports
                .add(finding.help("name the sampler in the call that reads it"));
            return end;
        };
        if let Some(token) = self.stage.unit.tokens.get(at) {
            // It keeps its place in the line.
            self.writer.token_as(token, "");
        }
        if !is_own {
            let combined = self.combined_type(sampler);
            self.writer.add(&combined, from);
            self.writer.add("(", from);
        }
        for (number, half) in [&name, &second].into_iter().enumerate() {
            if number > 0 {
                self.writer.add(", ", from);
            }
            self.writer.add(half, from);
            for index in &indexes {
                self.writer.add("[", from);
                self.run(index.clone());
                self.writer.add("]", from);
            }
        }
        if !is_own {
            self.writer.add(")", from);
        }
        end
    }

    /// The name of the type that joins a texture and a sampler.
    fn combined_type(&self, sampler: SamplerType) -> String {
        let joined = sampler.texture.replacen("texture", "sampler", 1);
        if sampler.is_shadow {
            format!("{joined}Shadow")
        } else {
            joined
        }
    }

    /// Refuses arrays of samplers as parameters where naga has no form for them.
    pub(super) fn refuse_array(&mut self, parameter: &Parameter) {
        let own = parameter.declarator.as_ref();
        let is_array =
            !parameter.ty.dimensions.is_empty() || own.is_some_and(|own| !own.dimensions.is_empty());
        if is_array && self.stage.is_for_naga() {
            let message = format!(
                "found an array of `{}` as a parameter, expected single ones in a {} shader",
                self.stage.word(parameter.ty.name),
                self.stage.stage
            );
            let finding = self
                .reports
                .of(&SAMPLER_TYPE, self.from(parameter.ty.name), message);
            self.reports
                .add(finding.help("use an array texture, or a parameter for each element"));
        }
    }
}
