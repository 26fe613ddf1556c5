//! Warns about unused declarations and about declarations the runtime's loader rejects or changes.
//!
//! Facts: VSL brief, sections 5 and 13; VBC brief, sections 4.2 to 4.4.

use glassbox_core::diagnostic::{Diagnostics, Rule};
use glassbox_vbc::raw::{DEFAULT_TABLES, Rank};

use crate::Options;
use crate::check::CheckedStage;
use crate::check::globals::Globals;
use crate::check::stage::{Entity, Uses};
use crate::model::{BindingId, VariableId};
use crate::rules::warning as rules;
use crate::syntax::tree::Source;
use crate::types::{Resource, Scalar, StructId};
use glassbox_core::span::Span;

/// Table names, in table order.
const TABLES: [&str; 5] = ["samplers", "images", "buffers", "rotexels", "rwtexels"];

/// Collects remarks on a program without errors.
pub(crate) struct Remarks<'c, 's> {
    pub(crate) globals: &'c Globals<'s>,
    pub(crate) vertex: &'c Uses,
    pub(crate) fragment: &'c Uses,
    pub(crate) findings: &'c mut Diagnostics,
}

impl<'s> Remarks<'_, 's> {
    fn remark(&mut self, rule: &'static Rule, span: Span, message: String, help: &str) {
        if !self.findings.is_full() {
            self.findings.report(rule, span, message).help(help);
        }
    }

    /// The span of a global's declaration.
    fn span(&self, name: &str) -> Span {
        self.globals.declared(name).unwrap_or_default()
    }

    /// True if any stage uses the entity.
    fn is_used(&self, entity: Entity) -> bool {
        [self.vertex, self.fragment].iter().any(|uses| uses.is_read(entity) || uses.is_written(entity))
    }

    /// Reports unused names.
    pub(crate) fn unused(&mut self) {
        let shader = &self.globals.shader;
        for (at, input) in shader.inputs.iter().enumerate() {
            if !self.vertex.is_read(Entity::Input(at as u8)) {
                let message = format!("the input `{}` is never read", input.name);
                self.remark(&rules::UNUSED_INPUT, self.span(input.name), message, "remove it");
            }
        }
        for (at, output) in shader.outputs.iter().enumerate() {
            if !self.fragment.is_written(Entity::Output(at as u8)) {
                let message = format!("the output `{}` is never written", output.name);
                let help = "write it in `@frag`, or remove it";
                self.remark(&rules::UNWRITTEN_OUTPUT, self.span(output.name), message, help);
            }
        }
        for (at, binding) in shader.bindings.iter().enumerate() {
            if !self.is_used(Entity::Binding(BindingId(at as u8))) {
                let message = format!("the binding `{}` is never used", binding.name);
                self.remark(&rules::UNUSED_BINDING, self.span(binding.name), message, "remove it");
            }
        }
        if let Some(uniform) = shader.uniform.as_ref().filter(|_| !self.is_used(Entity::Uniform)) {
            let message = format!("the uniform `{}` is never read", uniform.name);
            self.remark(&rules::UNUSED_UNIFORM, self.span(uniform.name), message, "remove it");
        }
        for (at, input) in shader.subpass_inputs.iter().enumerate() {
            if !self.fragment.is_read(Entity::Subpass(at as u8)) {
                let message = format!("the subpass input `{}` is never read", input.name);
                self.remark(&rules::UNUSED_SUBPASS, self.span(input.name), message, "remove it");
            }
        }
        for (at, local) in shader.locals.iter().enumerate() {
            let entity = Entity::Local(at as u16);
            let (rule, what, help) = match (self.vertex.is_written(entity), self.fragment.is_read(entity)) {
                (true, true) => continue,
                (_, false) => (&rules::UNREAD_LOCAL, "never read", "read it in `@frag`, or remove it"),
                (false, true) => (&rules::UNWRITTEN_LOCAL, "read but never written", "write it in `@vert`"),
            };
            let message = format!("the local `{}` is {what}", local.name);
            self.remark(rule, self.span(local.name), message, help);
        }
        self.structures();
    }

    fn structures(&mut self) {
        let shader = &self.globals.shader;
        let mut used = vec![false; shader.structures.len()];
        let of_binding = shader.bindings.iter().filter_map(|binding| match binding.resource {
            Resource::RoBuffer(id) | Resource::RwBuffer(id) => Some(id),
            _ => None,
        });
        let of_uniform = shader.uniform.iter().map(|uniform| uniform.structure);
        for StructId(id) in of_binding.chain(of_uniform) {
            if let Some(used) = used.get_mut(usize::from(id)) {
                *used = true;
            }
        }
        for (structure, _) in shader.structures.iter().zip(used).filter(|(_, used)| !used) {
            let span = self.globals.structure(structure.name).map(|(_, span)| span);
            let message = format!("the structure `{}` is never used", structure.name);
            self.remark(&rules::UNUSED_STRUCT, span.unwrap_or_default(), message, "remove it");
        }
    }

    /// Variables of a stage that are never read.
    pub(crate) fn variables(&mut self, stage: &CheckedStage<'s>) {
        let (uses, counters) = (&stage.uses, &stage.counters);
        for (at, (variable, &span)) in stage.stage.variables.iter().zip(&stage.spans).enumerate() {
            let id = VariableId(at as u32);
            if uses.is_read(Entity::Variable(id)) || counters.contains(&id) {
                continue;
            }
            let what =
                if uses.is_written(Entity::Variable(id)) { "written but never read" } else { "never used" };
            let message = format!("the variable `{}` is {what}", variable.name);
            self.remark(&rules::UNUSED_VARIABLE, span, message, "remove it, or read it");
        }
    }

    /// Reports what the runtime rejects or interprets differently.
    pub(crate) fn loader(&mut self, source: &Source<'s>, options: &Options) {
        let shader = &self.globals.shader;
        let first =
            shader.outputs.iter().enumerate().find(|(at, output)| usize::from(output.location) != *at);
        if let Some((at, output)) = first {
            let message = format!(
                "the output `{}` of location {} is number {at} in the order of declaration",
                output.name, output.location
            );
            let help = "declare outputs as 0, 1, 2, … in this order: the runtime goes by the order alone";
            self.remark(&rules::OUTPUT_ORDER, self.span(output.name), message, help);
        }
        for binding in &shader.bindings {
            if let Resource::Image(Rank::CUBE, _) = binding.resource {
                let message =
                    format!("the image `{}` is a cube, which the runtime does not load", binding.name);
                let help = "use an `Image2DArray` of six layers";
                self.remark(&rules::CUBE_IMAGE, self.span(binding.name), message, help);
            }
        }
        if let Some(uniform) = &shader.uniform
            && let Some(structure) = shader.structures.get(usize::from(uniform.structure.0))
            && let Some(field) = structure.fields.iter().find(|field| field.ty.scalar == Scalar::Bool)
        {
            let message = format!(
                "the field `{}` of the uniform is {}, which the runtime does not load",
                field.name, field.ty
            );
            let help = "use `int` and compare with 0";
            self.remark(&rules::BOOL_UNIFORM, self.span(uniform.name), message, help);
        }
        let span = source.shader_type.map(|name| name.span).unwrap_or_default();
        for (table, (&size, default)) in options.tables.iter().zip(DEFAULT_TABLES).enumerate() {
            if size != default {
                let name = TABLES.get(table).copied().unwrap_or_default();
                let message = format!("the table `{name}` has size {size}, the runtime expects {default}");
                self.remark(&rules::TABLE_SIZE, span, message, "leave the option out");
            }
        }
    }
}
