//! Makes combined samplers of textures and samplers, for OpenGL.

use std::collections::BTreeMap;

use glassbox_spirv::module::Type;

use super::Glsl;
use super::bindings::{Bound, Class};
use super::types::Opaque;
use crate::Mapping;
use crate::refusal::Reason;
use crate::text::ANY;
use crate::text::Writer;
use crate::tree::{Kind, Node, Step, Var};

/// Combined samplers by texture and sampler.
#[derive(Clone, Debug, Default)]
pub(super) struct Combined {
    pairs: BTreeMap<(Var, Option<Var>), (String, Opaque)>,
}

impl Writer<'_, '_, Glsl> {
    /// Writes the combined sampler of a texture and a sampler.
    pub(super) fn combined(&mut self, image: Node, sampler: Node, opaque: Opaque) {
        let parts = self.place_of_load(image).zip(self.place_of_load(sampler));
        let Some(((texture, steps), (sampler, sampler_steps))) = parts else {
            self.refuse(
                Reason::Interface,
                "a texture and its sampler are not variables; write GLSL for Vulkan",
            );
            return;
        };
        if !sampler_steps.is_empty() {
            self.refuse(
                Reason::Interface,
                "an array of samplers cannot be combined with textures; write GLSL for Vulkan",
            );
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
                Step::Part(index) => self.out.push_str(&format!("[{index}]")),
                Step::Index(index) => {
                    self.out.push('[');
                    self.expr(index, ANY);
                    self.out.push(']');
                }
            }
        }
    }

    fn pair(&mut self, texture: Var, sampler: Option<Var>, opaque: Opaque) -> String {
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
        let name = if many { self.names.take(&format!("{name}_{sampler_name}")) } else { name };
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
            let type_name = self.image_name(&image, *opaque);
            let place = self.binding_of(*texture);
            let bound = place.map(|place| Bound { class: Class::Texture, place, sampler: *sampler });
            let layout = bound.map(|bound| self.binding_layout(bound, ty)).unwrap_or_default();
            let binding =
                if layout.is_empty() { String::new() } else { format!("layout({}) ", layout.join(", ")) };
            let precision = self.opaque_precision(*texture);
            text.push_str(&format!("{binding}uniform {precision}{type_name} {name}{sizes};\n"));
            let sampler_place = sampler.and_then(|sampler| self.binding_of(sampler));
            let kind = match (place, sampler_place) {
                (Some(texture), Some(sampler)) => Mapping::Combined(texture, sampler),
                (texture, _) => {
                    let [set, binding] = texture.unwrap_or_default();
                    Mapping::Resource(set, binding)
                }
            };
            self.map_variable(*texture, name, kind);
            self.map_place(&layout);
        }
        text
    }
}
