//! Combined samplers, taken apart.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;

use super::Emitter;
use crate::rules::{SAMPLER_TYPE, SAMPLER_USE, WHOLE};
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
        let name = self.stage.text(declarator.name);
        let elements = self.plan.elements.get(&name).filter(|_| self.stage.is_for_naga());
        match elements {
            Some(elements) => {
                for element in elements {
                    self.halves(qualifiers, sampler, ty, declarator, (element, false));
                }
            }
            None => self.halves(qualifiers, sampler, ty, declarator, (&name, true)),
        }
    }

    fn halves(
        &mut self,
        qualifiers: &Qualifiers,
        sampler: SamplerType,
        ty: &TypeUse,
        declarator: &Declarator,
        (name, has_sizes): (&Rc<str>, bool),
    ) {
        let from = self.from(declarator.name);
        let second = self.sampler_name(name);
        let halves = [(Class::Texture, sampler.texture, name), (Class::Sampler, sampler.sampler(), &second)];
        for (class, ty_name, name) in halves {
            self.writer.line(from);
            let place = self.plan.place(class, name);
            self.layout(qualifiers, place, &[]);
            self.writer.add("uniform ", from);
            self.writer.add(ty_name, self.from(ty.name));
            self.writer.blank(from);
            self.writer.add(name, from);
            if has_sizes {
                self.dimensions(&declarator.dimensions, &ty.dimensions, None);
            }
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
        self.parameters.get(name).or_else(|| self.samplers.get(name)).copied()
    }

    /// Writes the use of a combined sampler, and says where it ends.
    pub(super) fn sampler_use(&mut self, at: usize, sampler: SamplerType) -> usize {
        let from = self.from(at);
        let mut name = self.stage.text(at);
        let mut end = at + 1;
        let mut indexes: Vec<Tokens> = Vec::new();
        while self.stage.is(end, "[") {
            let close = self.stage.pairs.partner(end);
            indexes.push(end + 1..close);
            end = close + 1;
        }
        if let Some(elements) = self.elements(&name) {
            if indexes.is_empty() && self.stage.is(end, ".") && self.stage.word(end + 1) == "length" {
                let count = elements.len().to_string();
                if let Some(token) = self.stage.unit.tokens.get(at) {
                    self.writer.token_as(token, &count);
                }
                return self.stage.pairs.partner(end + 2) + 1;
            }
            let [index] = indexes.as_slice() else {
                self.refuse_element(&name, from, "without one index");
                return end;
            };
            let number = self.number(index.clone()).and_then(|number| usize::try_from(number).ok());
            let Some(element) = number.and_then(|number| elements.get(number)).cloned() else {
                let what = match number {
                    Some(number) => format!("with the index {number} of {}", elements.len()),
                    None => "with an index that is not constant".to_owned(),
                };
                self.refuse_element(&name, from, &what);
                return end;
            };
            name = element;
            indexes.clear();
        }
        let second = self.sampler_name(&name);
        let before = at.checked_sub(1);
        let is_argument = before.is_some_and(|at| self.stage.is(at, "(") || self.stage.is(at, ","))
            && (self.stage.is(end, ",") || self.stage.is(end, ")"));
        let call = self.calls.last().filter(|call| call.is_call && is_argument);
        let Some(is_own) = call.map(|call| call.is_own) else {
            let message =
                format!("found `{name}` outside of the arguments of a function, expected it as one");
            let finding = self.reports.of(&SAMPLER_USE, from, message);
            self.reports.add(finding.help("name the sampler in the call that reads it"));
            return end;
        };
        if !is_own {
            self.refuse_whole(at, sampler);
        }
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

    /// The elements of an array of samplers that is taken apart.
    fn elements(&self, name: &Rc<str>) -> Option<Vec<Rc<str>>> {
        if self.parameters.contains_key(name) || !self.stage.is_for_naga() {
            return None;
        }
        self.plan.elements.get(name).cloned()
    }

    fn refuse_element(&mut self, name: &str, from: Provenance, what: &str) {
        let message = format!(
            "found `{name}` {what}, expected a constant index: each element is a resource of its own"
        );
        let finding = self.reports.of(&SAMPLER_TYPE, from, message);
        self.reports.add(finding.help("choose the element with `switch` or `if`, or use an array texture"));
    }

    /// Refuses functions that filter textures of whole numbers: naga only fetches from these.
    fn refuse_whole(&mut self, at: usize, sampler: SamplerType) {
        const FETCHES: [&str; 7] = [
            "texelFetch",
            "texelFetchOffset",
            "textureSize",
            "textureQueryLevels",
            "textureSamples",
            "textureGather",
            "textureGatherOffset",
        ];
        if !self.stage.is_for_naga() || !sampler.texture.starts_with(['i', 'u']) {
            return;
        }
        let open = self.calls.last().map(|call| self.stage.pairs.partner(call.close));
        let function = open.and_then(|open| open.checked_sub(1));
        let Some(function) = function.filter(|at| !FETCHES.contains(&self.stage.word(*at))) else {
            return;
        };
        let message = format!(
            "found `{}` of `{}`, which holds whole numbers, expected `texelFetch`",
            self.stage.word(function),
            self.stage.word(at)
        );
        let finding = self.reports.of(&WHOLE, self.from(function), message);
        self.reports
            .add(finding.help("write `texelFetch(NAME, ivec2(uv * vec2(textureSize(NAME, 0))), 0)`, with the wrapping that you want"));
    }

    /// The name of the type that joins a texture and a sampler.
    pub(super) fn combined_type(&self, sampler: SamplerType) -> String {
        let joined = sampler.texture.replacen("texture", "sampler", 1);
        if sampler.is_shadow { format!("{joined}Shadow") } else { joined }
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
            let finding = self.reports.of(&SAMPLER_TYPE, self.from(parameter.ty.name), message);
            self.reports.add(finding.help("use an array texture, or a parameter for each element"));
        }
    }
}
