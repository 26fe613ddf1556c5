//! Makes combined samplers of textures and samplers, for OpenGL or where Vulkan is to have them, and the reverse.

use std::collections::BTreeMap;

use glassbox_spirv::build::value::dim;
use glassbox_spirv::module::Type;

use super::Glsl;
use super::bindings::{Bound, Class, set_and_binding};
use super::types::Opaque;
use crate::interface::element;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::Writer;
use crate::text::{ANY, append, joined};
use crate::tree::{Kind, Node, Step, Var};
use crate::{Mapping, Samplers};

/// Combined samplers by texture and sampler.
#[derive(Clone, Debug, Default)]
pub(super) struct Combined {
    pairs: BTreeMap<(Var, Option<Var>), (Name, Opaque)>,
}

impl Writer<'_, '_, Glsl> {
    /// True if textures and samplers are combined.
    pub(super) fn combines(&self) -> bool {
        !self.language.features.is_vulkan() || self.options.samplers == Samplers::Combined
    }

    /// True if combined textures and samplers become two variables.
    pub(super) fn splits(&self) -> bool {
        self.language.features.is_vulkan() && self.options.samplers == Samplers::Separate
    }

    /// True for a texture that is combined with the samplers that it is read with. Texel buffers have none.
    pub(super) fn is_combinable(&self, var: Var) -> bool {
        let inner = element(self.module, self.tree.variable(var).ty);
        let is_vulkan = self.language.features.is_vulkan();
        self.combines()
            && matches!(
                self.module.ty(inner),
                Some(Type::Image(image)) if image.usage != 2 && !(is_vulkan && image.dim == dim::BUFFER)
            )
    }

    /// Names the samplers that are split from textures.
    pub(super) fn find_split(&mut self, used: &[Var]) {
        if !self.splits() {
            return;
        }
        let (module, tree) = (self.module, self.tree);
        let is_combined = |var: &&Var| {
            let ty = element(module, tree.variable(**var).ty);
            matches!(module.ty(ty), Some(Type::SampledImage { .. }))
        };
        for &var in used.iter().filter(is_combined) {
            let name = self.globals.get(&var).cloned().unwrap_or_default();
            let sampler = self.names.take(&joined!(name, "_sampler"));
            self.language.split.insert(var, sampler);
        }
        if let Some(&var) = tree.bodies.iter().flat_map(|body| &body.parameters).find(is_combined) {
            self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
            let what =
                "a function takes a texture with its sampler, and they are to be apart; inline the function";
            self.refuse(Reason::Interface, what);
        }
    }

    /// Writes a texture and the sampler that was split from it, combined again.
    pub(super) fn split(&mut self, node: Node, opaque: Opaque) {
        let place = self.place_of_load(node);
        let known =
            place.and_then(|(var, steps)| Some((self.language.split.get(&var).cloned()?, var, steps)));
        let (Some((sampler, var, steps)), Some(image)) = (known, self.image_type(node)) else {
            return self.refuse(
                Reason::Interface,
                "a texture with its sampler is no variable, and they are to be apart",
            );
        };
        let texture = self.globals.get(&var).cloned().unwrap_or_default();
        let name = self.image_name(&image, opaque);
        self.out.push_str(&joined!(name, "(", texture));
        self.element(&steps);
        self.out.push_str(&joined!(", ", sampler));
        self.element(&steps);
        self.out.push(')');
    }

    /// Declares a texture and the sampler that is split from it.
    pub(super) fn split_text(&mut self, var: Var, name: &str) -> String {
        let (inner, sizes) = self.array(self.tree.variable(var).ty);
        let Some(Type::SampledImage { image }) = self.module.ty(inner) else { return String::new() };
        let Some(Type::Image(image)) = self.module.ty(image) else { return String::new() };
        let sampler = self.language.split.get(&var).cloned().unwrap_or_default();
        let ty = self.image_name(&image, Opaque::Image);
        let word = if self.compared(var, image.depth) { "samplerShadow" } else { "sampler" };
        let place @ [set, binding] = self.binding_of(var).unwrap_or_default();
        let layout = self.binding_layout(Bound { class: Class::Texture, var, sampler: None });
        let mark = self.mark_resource(var, layout.stated);
        self.map_variable(var, name, Mapping::Resource(set, binding));
        self.map_place(&layout.qualifiers);
        let mut text = joined!(
            "layout(",
            layout.qualifiers.join(", "),
            ") uniform ",
            ty,
            " ",
            name,
            sizes,
            ";",
            mark,
            "\n"
        );
        let own = self.sampler_place(var);
        let qualifiers = set_and_binding(own);
        let mark = self.mark_sampler(var);
        self.map_variable(var, &sampler, Mapping::SplitSampler(place, own));
        self.map_place(&qualifiers);
        append!(
            text,
            "layout(",
            qualifiers.join(", "),
            ") uniform ",
            word,
            " ",
            sampler,
            sizes,
            ";",
            mark,
            "\n"
        );
        text
    }

    /// Writes the combined sampler of a texture and a sampler.
    pub(super) fn combined(&mut self, image: Node, sampler: Node, opaque: Opaque) {
        let parts = self.place_of_load(image).zip(self.place_of_load(sampler));
        let Some(((texture, steps), (sampler, sampler_steps))) = parts else {
            return self.refuse(Reason::Interface, "a texture and its sampler are no variables to combine");
        };
        if [texture, sampler].iter().any(|var| !self.roles.contains_key(var)) {
            let what =
                "a function takes a texture or its sampler, and they are to be combined; inline the function";
            return self.refuse(Reason::Interface, what);
        }
        if !sampler_steps.is_empty() {
            self.refuse(Reason::Interface, "an array of samplers cannot be combined with textures");
        }
        let name = self.pair(texture, Some(sampler), opaque);
        self.out.push_str(&name);
        self.element(&steps);
    }

    /// Writes a texture that is read without a sampler.
    pub(super) fn lone_texture(&mut self, var: Var) {
        let partner = self
            .language
            .combined
            .pairs
            .iter()
            .find(|((texture, _), _)| *texture == var)
            .map(|(_, (name, _))| name.clone());
        let name = match partner {
            Some(name) => name,
            None => self.pair(var, None, Opaque::Combined),
        };
        self.out.push_str(&name);
    }

    fn element(&mut self, steps: &[Step]) {
        for step in steps {
            match *step {
                Step::Part(index) => self.out.push_str(&joined!("[", index, "]")),
                Step::Index(index) => {
                    self.out.push('[');
                    self.expr(index, ANY);
                    self.out.push(']');
                }
            }
        }
    }

    fn pair(&mut self, texture: Var, sampler: Option<Var>, opaque: Opaque) -> Name {
        if let Some((name, known)) = self.language.combined.pairs.get(&(texture, sampler)).cloned() {
            if known != opaque {
                self.refuse(
                    Reason::Interface,
                    "one texture is read with a sampler that compares and without",
                );
            }
            return name;
        }
        // It was read without a sampler before.
        if sampler.is_some()
            && let Some((name, Opaque::Combined)) = self.language.combined.pairs.remove(&(texture, None))
        {
            if opaque != Opaque::Combined {
                self.refuse(
                    Reason::Interface,
                    "one texture is read with a sampler that compares and without",
                );
            }
            self.language.combined.pairs.insert((texture, sampler), (name.clone(), opaque));
            return name;
        }
        let many = self.language.combined.pairs.keys().any(|(other, _)| *other == texture);
        let name = self.globals.get(&texture).cloned().unwrap_or_default();
        let sampler_name =
            sampler.and_then(|sampler| self.globals.get(&sampler)).cloned().unwrap_or_default();
        let name = if many { self.names.take(&joined!(name, "_", sampler_name)) } else { name };
        self.language.combined.pairs.insert((texture, sampler), (name.clone(), opaque));
        name
    }

    fn place_of_load(&self, node: Node) -> Option<(Var, Vec<Step>)> {
        let Kind::Load(place) = self.tree.kind(node) else { return None };
        match self.tree.kind(place) {
            Kind::Variable(var) => Some((var, Vec::new())),
            Kind::Path(base, steps) => Some((self.tree.variable_of(base)?, self.tree.steps(steps).to_vec())),
            _ => None,
        }
    }

    /// Declares the combined samplers.
    pub(super) fn combined_text(&mut self) -> String {
        let mut text = String::new();
        let pairs = std::mem::take(&mut self.language.combined.pairs);
        for ((texture, sampler), (name, opaque)) in &pairs {
            let ty = self.tree.variable(*texture).ty;
            let (inner, sizes) = self.array(ty);
            let Some(Type::Image(image)) = self.module.ty(inner) else { continue };
            if sizes.contains("[]") {
                self.unsized_array();
            }
            // Vulkan has textures that no sampler reads.
            let is_alone = sampler.is_none() && self.language.features.is_vulkan();
            let type_name = self.image_name(&image, if is_alone { Opaque::Image } else { *opaque });
            let place = self.binding_of(*texture);
            let bound = place.map(|_| Bound { class: Class::Texture, var: *texture, sampler: *sampler });
            let layout = bound.map(|bound| self.binding_layout(bound)).unwrap_or_default();
            let qualifiers = &layout.qualifiers;
            let binding = if qualifiers.is_empty() {
                String::new()
            } else {
                joined!("layout(", qualifiers.join(", "), ") ")
            };
            let precision = self.opaque_precision(*texture);
            let mark = self.mark_combined(*texture, *sampler, layout.stated);
            append!(text, binding, "uniform ", precision, type_name, " ", name, sizes, ";", mark, "\n");
            let sampler_place = sampler.and_then(|sampler| self.binding_of(sampler));
            let kind = match (place, sampler_place) {
                (Some(texture), Some(sampler)) => Mapping::Combined(texture, sampler),
                (texture, _) => {
                    let [set, binding] = texture.unwrap_or_default();
                    Mapping::Resource(set, binding)
                }
            };
            self.map_variable(*texture, name, kind);
            self.map_place(&layout.qualifiers);
        }
        text
    }
}
