//! Spells heads of functions, declarations and assignments.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, dim};
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{ANY, Declared, Scalar, Sign, Writer, append, joined};
use crate::tree::{Body, Direction, Node, Statement, Var};

/// Members of the block of built-in variables.
const MAX_BUILT_INS: u32 = 16;

impl Writer<'_, '_, Glsl> {
    pub(super) fn head(&mut self, body: &Body) -> String {
        if self.is_entry(body) {
            return "void main()".to_owned();
        }
        let function = &self.module.functions[body.index];
        let returned = self.module.get(function.declaration()).ty;
        if !self.assigns_arrays() && matches!(self.module.ty(returned), Some(Type::Array { .. })) {
            self.refuse_version(Reason::Type, "functions that return arrays");
        }
        let result = self.type_name(returned);
        let name = self.function_name(function.id);
        let mut parameters = Vec::new();
        for (&var, direction) in body.parameters.iter().zip(&body.directions) {
            if !self.language.dropped.contains(&var) {
                parameters.push(self.parameter(var, *direction));
            }
        }
        joined!(result, " ", name, "(", parameters.join(", "), ")")
    }

    fn parameter(&mut self, var: Var, direction: Direction) -> String {
        let name = self.local_name(var);
        let variable = self.tree.variable(var);
        let qualifier = match direction {
            Direction::In => "",
            Direction::Out => "out ",
            Direction::InOut => "inout ",
        };
        let inner = crate::interface::element(self.module, variable.ty);
        let is_array = inner != variable.ty;
        if is_array && direction != Direction::In && !self.language.features.has(120, 100) {
            self.refuse_version(Reason::Type, "functions that write to an array that they are given");
        }
        let is_opaque = matches!(self.module.ty(inner), Some(Type::Image(_) | Type::SampledImage { .. }));
        let precision =
            if is_opaque { self.opaque_precision(var) } else { self.precision(variable.id, variable.ty) };
        let declared = self.declarator_of_parameter(var, &name);
        joined!(qualifier, precision, declared)
    }

    fn declarator_of_parameter<'n>(&mut self, var: Var, name: &'n str) -> Declared<'n> {
        let ty = self.tree.variable(var).ty;
        if !self.language.features.is_vulkan()
            && matches!(self.module.ty(ty), Some(Type::Image(image)) if image.usage == 1)
        {
            self.refuse(
                Reason::Interface,
                "a function takes a texture without its sampler; write GLSL for Vulkan, or inline it",
            );
        }
        if matches!(self.module.ty(ty), Some(Type::Image(image)) if image.usage == 2 && image.dim != dim::SUBPASS_DATA)
        {
            self.refuse(Reason::Interface, "a function takes an image; inline it");
        }
        let (inner, sizes) = self.array(ty);
        if let Some(Type::SampledImage { image }) = self.module.ty(inner)
            && let Some(Type::Image(image)) = self.module.ty(image)
        {
            let kind = self.combined_kind(self.tree.actual(var), image.depth);
            return Declared { ty: self.image_name(&image, kind).into(), name, sizes };
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

    /// Writes the declaration of a local variable.
    pub(super) fn declaration(&mut self, var: Var) {
        let variable = self.tree.variable(var);
        let name = self.local_name(var);
        if variable.ty == 0 {
            return append!(self.out, "bool ", name);
        }
        append!(self.out, self.precision(variable.id, variable.ty), self.declarator(variable.ty, &name));
    }

    /// Statements that change the position before it leaves the shader.
    pub(super) fn position_fixes(&self) -> Vec<String> {
        let writes = |var: Var| {
            let variable = self.tree.variable(var);
            let is_position = |number: Option<u32>| number == Some(built_in::POSITION);
            if self.roles.get(&var) != Some(&Role::Output) {
                return false;
            }
            let members = 0..self.module.component_count(variable.ty).unwrap_or(0).min(MAX_BUILT_INS);
            is_position(self.value_of(var, decoration::BUILT_IN))
                || members.into_iter().any(|index| {
                    is_position(self.annotations.member_value(variable.ty, index, decoration::BUILT_IN))
                })
        };
        // Nothing changes positions, most often.
        if self.position_changes("").is_empty() {
            return Vec::new();
        }
        if self.roles.keys().any(|var| writes(*var)) {
            self.position_changes("gl_Position")
        } else {
            Vec::new()
        }
    }

    /// Writes the end of the entry point's function.
    pub(super) fn leave(&mut self, body: &Body) {
        if self.is_entry(body) && !matches!(self.stage, Stage::Geometry | Stage::Mesh) {
            let lines = &self.tree.list(body.list).lines;
            let returns = lines
                .last()
                .is_some_and(|line| matches!(line.statement, Statement::Return(_) | Statement::End(_)));
            for line in self.position_fixes().iter().filter(|_| !returns) {
                self.out.push_str(&joined!("    ", line, "\n"));
            }
        }
    }

    /// Writes an assignment; a built-in output says how it reads what is assigned.
    pub(super) fn assign_place(&mut self, place: Node, value: Node) {
        if self.assign_mask(place, value) {
            return;
        }
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
