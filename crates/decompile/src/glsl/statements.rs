//! Spells heads of functions, declarations and assignments.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use crate::refusal::Reason;
use crate::text::{ANY, Scalar, Sign, Writer};
use crate::tree::{Body, Direction, Node, Var};

impl Writer<'_, '_, Glsl> {
    pub(super) fn head(&mut self, body: &Body) -> String {
        if self.is_entry(body) {
            return "void main()".to_owned();
        }
        let function = &self.module.functions[body.index];
        let result = self.type_name(self.module.get(function.declaration()).ty);
        let name = self.function_name(function.id);
        let mut parameters = Vec::new();
        for (&var, direction) in body.parameters.iter().zip(&body.directions) {
            if !self.language.dropped.contains(&var) {
                parameters.push(self.parameter(var, *direction));
            }
        }
        format!("{result} {name}({})", parameters.join(", "))
    }

    fn parameter(&mut self, var: Var, direction: Direction) -> String {
        let name = self.local_name(var);
        let variable = self.tree.variable(var);
        let qualifier = match direction {
            Direction::In => "",
            Direction::Out => "out ",
            Direction::InOut => "inout ",
        };
        let precision = self.precision(variable.id, variable.ty);
        let declared = self.declarator_of_parameter(variable.ty, &name);
        format!("{qualifier}{precision}{declared}")
    }

    fn declarator_of_parameter(&mut self, ty: Id, name: &str) -> String {
        if !self.language.features.is_vulkan()
            && matches!(self.module.ty(ty), Some(Type::Image(image)) if image.usage == 1)
        {
            self.refuse(
                Reason::Interface,
                "a function takes a texture without its sampler; write GLSL for Vulkan, or inline it",
            );
        }
        if matches!(self.module.ty(ty), Some(Type::Image(image)) if image.usage == 2) {
            self.refuse(Reason::Interface, "a function takes an image; inline it");
        }
        self.declarator(ty, name)
    }

    /// `mediump` and such, where the dialect has it.
    pub(super) fn precision(&self, id: Id, ty: Id) -> &'static str {
        let inner = crate::interface::element(self.module, ty);
        let has = matches!(self.scalar(inner), Some(Scalar::Float(32) | Scalar::Int(32) | Scalar::Uint(32)));
        let relaxed = id != 0 && self.annotations.has(id, decoration::RELAXED_PRECISION);
        if self.language.features.is_es() && has && relaxed { "mediump " } else { "" }
    }

    pub(super) fn declaration(&mut self, var: Var) -> String {
        let variable = self.tree.variable(var);
        let name = self.local_name(var);
        if variable.ty == 0 {
            return format!("bool {name}");
        }
        let precision = self.precision(variable.id, variable.ty);
        let declared = self.declarator(variable.ty, &name);
        format!("{precision}{declared}")
    }

    /// Writes an assignment; a built-in output says how it reads what is assigned.
    pub(super) fn assign_place(&mut self, place: Node, value: Node) {
        let Some(sign) = self.built_in_of_place(place) else { return self.plain_assign(place, value) };
        if self.compound(place, value) {
            return;
        }
        self.expr(place, ANY);
        self.out.push_str(" = ");
        self.integer(value, sign, ANY);
    }

    /// How a built-in output reads what is assigned to it.
    fn built_in_of_place(&self, place: Node) -> Option<Sign> {
        let var = self.tree.root(place)?;
        let found = self.language.built_ins.get(&var)?;
        (found.sign != Sign::Own).then_some(found.sign)
    }
}
