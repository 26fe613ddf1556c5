//! Checks the uniform and the bindings.
//!
//! Facts: VSL brief, section 5.

use glassbox_vbc::raw::{MAX_BINDINGS, StageMask};

use crate::check::globals::GlobalChecker;
use crate::check::stage::Entity;
use crate::check::ty::{self, Type};
use crate::model::{Binding, BindingId, Uniform};
use crate::rules::declaration as rules;
use crate::syntax::tree::{Declaration, Indexed};
use crate::types::{Resource, StructId};
use glassbox_core::span::Span;

/// Contents of each descriptor table.
const TABLES: [&str; 5] = ["samplers", "images", "buffers", "rotexels", "rwtexels"];

impl<'s> GlobalChecker<'_, '_, 's> {
    pub(super) fn uniform(&mut self, declaration: &Declaration<'s>, span: Span) {
        let structure = self.uniform_type(declaration);
        if let Some(first) = self.uniform {
            let message = "found a second uniform, expected one";
            self.report(&rules::UNIFORM_TWICE, span, message)
                .label(first, "the first one is here")
                .help("put the fields of both in one structure");
            self.declare(&declaration.name, Entity::Wrong);
            return;
        }
        self.uniform = Some(span);
        let entity = match structure {
            Some(structure) => {
                self.globals.shader.uniform =
                    Some(Uniform { name: declaration.name.text, structure, stages: StageMask(0) });
                Entity::Uniform
            }
            None => Entity::Wrong,
        };
        self.declare(&declaration.name, entity);
    }

    fn uniform_type(&mut self, declaration: &Declaration<'s>) -> Option<StructId> {
        let ty = match ty::element(&self.globals, declaration) {
            Ok(ty) => ty,
            Err(fault) => {
                self.findings.extend(fault.map(|fault| *fault));
                return None;
            }
        };
        let Type::Structure(structure) = ty else {
            let message = format!("found {} as the uniform, expected a structure", ty.kind());
            let help = match ty {
                Type::Resource(_) => "declare it with `bind`",
                _ => "declare a structure with it as its field",
            };
            self.report(&rules::UNIFORM_TYPE, declaration.ty.span, message).help(help);
            return None;
        };
        if declaration.size.is_some() {
            let message = "found an array as the uniform, expected one structure";
            self.report(&rules::UNIFORM_ARRAY, declaration.name.span, message)
                .help("bind an `ROBuffer`, or make its fields arrays");
            return None;
        }
        Some(structure)
    }

    pub(super) fn binding(&mut self, binding: &Indexed<'s>, span: Span) {
        let declaration = &binding.declaration;
        self.bindings += 1;
        if self.bindings > MAX_BINDINGS as usize {
            let message = format!("found binding number {}, expected at most {MAX_BINDINGS}", self.bindings);
            self.report(&rules::BINDING_COUNT, span, message).help("there are 32 slots");
            self.declare(&declaration.name, Entity::Wrong);
            return;
        }
        let slot = self.slot(binding);
        let resource = self.resource(declaration);
        let entity = match resource {
            Some(resource) => {
                // At most 32.
                let at = self.globals.shader.bindings.len() as u8;
                self.globals.shader.bindings.push(Binding {
                    name: declaration.name.text,
                    slot: slot.unwrap_or(0),
                    resource,
                    stages: StageMask(0),
                });
                Entity::Binding(BindingId(at))
            }
            None => Entity::Wrong,
        };
        self.declare(&declaration.name, entity);
    }

    /// The slot; `None` after a reported error.
    fn slot(&mut self, binding: &Indexed<'s>) -> Option<u8> {
        let most = self.slots.len() - 1;
        let slot = self.number(&binding.index, &rules::SLOT_NEGATIVE, most as i128)?;
        let place = usize::try_from(slot).ok();
        let Some(place) = place.and_then(|place| self.slots.get_mut(place)) else {
            let message = format!("found slot {}, expected 0 to {most}", binding.index.text);
            self.report(&rules::SLOT_RANGE, binding.index.span, message).help("there are 32 slots");
            return None;
        };
        let Some(taken) = *place else {
            *place = Some(binding.declaration.span);
            return Some(slot as u8);
        };
        let help = match self.slots.iter().position(Option::is_none) {
            Some(free) => format!("slot {free} is free so far"),
            None => "no slot is free".to_owned(),
        };
        let message = format!("found slot {slot}, which is taken");
        self.report(&rules::SLOT_TAKEN, binding.index.span, message)
            .label(taken, "this binding takes it")
            .help(help);
        None
    }

    fn resource(&mut self, declaration: &Declaration<'s>) -> Option<Resource> {
        let ty = match ty::element(&self.globals, declaration) {
            Ok(ty) => ty,
            Err(fault) => {
                self.findings.extend(fault.map(|fault| *fault));
                return None;
            }
        };
        let Type::Resource(resource) = ty else {
            let message = format!("found {} as a binding, expected a resource", ty.kind());
            let help = match ty {
                Type::Structure(_) => format!("bind `ROBuffer<{0}>` or `RWBuffer<{0}>`", declaration.ty.text),
                _ => "bind a sampler, image, texel buffer or structured buffer".to_owned(),
            };
            self.report(&rules::BINDING_TYPE, declaration.ty.span, message).help(help);
            return None;
        };
        if declaration.size.is_some() {
            let message = "found an array of resources, expected one";
            self.report(&rules::ARRAY_TYPE, declaration.name.span, message).help("bind each one separately");
            return Some(resource);
        }
        let table = resource.base_type().table();
        if let Some(table) = table.filter(|&table| self.options.tables[table] == 0) {
            let message = format!("found a binding whose table, `{}`, has size 0", TABLES[table]);
            self.report(&rules::TABLE_EMPTY, declaration.ty.span, message)
                .help("give the table a size above 0");
        }
        Some(resource)
    }
}
