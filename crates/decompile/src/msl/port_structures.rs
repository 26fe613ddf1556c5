//! Declares the structures of inputs and outputs.

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::module::{Id, Type};

use super::Msl;
use super::builtins::BuiltIn;
use super::ports::{MAX_PARTS, Part};
use crate::Mapping;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{Scalar, Writer, append, joined};
use crate::tree::Var;

/// The last color that a fragment has.
const MAX_COLOR: u32 = 7;

impl Writer<'_, '_, Msl> {
    /// Declarations of the structures of inputs and outputs.
    pub(super) fn port_structures(&mut self) -> String {
        let mut text = String::with_capacity(500);
        let types = [
            (Role::Input, self.language.ports.input_type.clone()),
            (Role::Output, self.language.ports.output_type.clone()),
        ];
        for (role, name) in types {
            let is_patch = role == Role::Input && self.stage == Stage::TessellationEvaluation;
            if name.is_empty() || is_patch {
                continue;
            }
            append!(text, "\nstruct ", name, " {\n");
            self.port_lines(role, &mut text);
            text.push_str("};\n");
        }
        text
    }

    /// Writes the members of the structure of inputs or outputs.
    fn port_lines(&mut self, role: Role, text: &mut String) {
        if role == Role::Output {
            let members: Vec<_> = self.language.ports.members.values().cloned().collect();
            let lengths: Vec<String> = self
                .language
                .ports
                .members
                .keys()
                .copied()
                .collect::<Vec<_>>()
                .into_iter()
                .map(|(var, index)| self.clip_lengths(var, Some(index)))
                .collect();
            for ((name, row), length) in members.into_iter().zip(lengths) {
                self.built_in_line(&name, row, &length, text);
            }
            for &(var, _) in self.globals_in_order().iter() {
                if let Some(row) = self.language.built_ins.get(&var).copied()
                    && self.roles.get(&var) == Some(&Role::Output)
                {
                    let name = self.globals.get(&var).cloned().unwrap_or_default();
                    let length = self.clip_lengths(var, None);
                    self.built_in_line(&name, row, &length, text);
                }
            }
        }
        if role == Role::Output {
            for (name, count) in self.passed_distances() {
                let lines =
                    (0..count).map(|index| format!("    float {name}_{index} [[user(clip{index})]];\n"));
                text.extend(lines);
            }
        }
        let mut taken = HashSet::default();
        for &(var, _) in self.globals_in_order().iter() {
            if self.is_user_port(var, role) {
                self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
                self.port_line((var, role), &mut taken, text);
            }
        }
    }

    /// Outputs of distances that a fragment function may read, and their lengths.
    pub(super) fn passed_distances(&mut self) -> Vec<(String, u32)> {
        if !matches!(self.stage, Stage::Vertex | Stage::TessellationEvaluation) {
            return Vec::new();
        }
        let mut found: Vec<(String, Id)> = Vec::new();
        for (&(var, index), (name, row)) in &self.language.ports.members {
            if row.attribute == "clip_distance" {
                let ty = self.module.component_type(self.tree.variable(var).ty, index).unwrap_or(0);
                found.push((name.to_string(), ty));
            }
        }
        for &(var, role) in self.globals_in_order().iter() {
            let row = self.language.built_ins.get(&var);
            if role == Role::Output && row.is_some_and(|row| row.attribute == "clip_distance") {
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                found.push((name.to_string(), self.tree.variable(var).ty));
            }
        }
        let length = |(name, ty)| match self.module.ty(ty) {
            Some(Type::Array { length, .. }) => Some((name, self.length(length).min(MAX_PARTS as u32))),
            _ => None,
        };
        found.into_iter().filter_map(length).collect()
    }

    /// Length of an array of clip distances.
    fn clip_lengths(&mut self, var: Var, member: Option<u32>) -> String {
        let ty = self.tree.variable(var).ty;
        let ty = match member {
            Some(index) => self.module.component_type(ty, index).unwrap_or(0),
            None => ty,
        };
        let is_clip = match member {
            Some(index) => {
                self.annotations.member_value(self.tree.variable(var).ty, index, decoration::BUILT_IN)
                    == Some(built_in::CLIP_DISTANCE)
            }
            None => self.built_in_number(var) == Some(built_in::CLIP_DISTANCE),
        };
        match self.module.ty(ty) {
            Some(Type::Array { length, .. }) if is_clip => joined!(" [", self.length(length), "]"),
            _ => String::new(),
        }
    }

    fn built_in_line(&mut self, name: &str, row: BuiltIn, length: &str, text: &mut String) {
        let ty = self.vector_name(row.scalar, row.count);
        append!(*text, "    ", ty, " ", name, " [[", row.attribute, "]]", length, ";\n");
    }

    /// Writes the members that an input or output is; `taken` has the attributes that others have.
    fn port_line(&mut self, (var, role): (Var, Role), taken: &mut HashSet<String>, text: &mut String) {
        let parts = self.parts(var);
        let id = self.tree.variable(var).id;
        if self.annotations.has(id, decoration::PER_VERTEX_KHR) {
            self.lacks(Reason::Interface, "an input with the values of all vertices");
        }
        let component = self.annotations.value(id, decoration::COMPONENT).filter(|found| *found > 0);
        let index = self.annotations.value(id, decoration::INDEX).filter(|found| *found > 0);
        let distances = self.built_in_number(var).and_then(distance_word);
        for (place, part) in parts.into_iter().enumerate() {
            let location = part.location;
            let attribute = match (self.stage, role) {
                _ if distances.is_some() => joined!("user(", distances.unwrap_or_default(), place, ")"),
                (Stage::Vertex, Role::Input) => joined!("attribute(", location, ")"),
                (Stage::Fragment, Role::Output) => match index {
                    Some(index) => joined!("color(", location, "), index(", index, ")"),
                    None => joined!("color(", location, ")"),
                },
                _ => match component {
                    Some(component) => joined!("user(locn", location, "_", component, ")"),
                    None => joined!("user(locn", location, ")"),
                },
            };
            let is_end = self.stage == Stage::Vertex && role == Role::Input
                || self.stage == Stage::Fragment && role == Role::Output;
            if !taken.insert(attribute.clone()) {
                self.refuse(Reason::Interface, "two inputs or outputs share a location; give each its own");
            }
            if self.stage == Stage::Fragment && role == Role::Output && location > MAX_COLOR {
                self.refuse(Reason::Interface, "MSL has eight colors of a fragment; use locations 0 to 7");
            }
            if component.is_some() && is_end {
                self.lacks(Reason::Interface, "a part of a location");
            }
            let interpolation = self.interpolation(var, &part);
            let is_input = role == Role::Input;
            let kind = if is_input { Mapping::Input(location) } else { Mapping::Output(location) };
            if distances.is_none() {
                self.map_variable(var, &part.name, kind);
                self.map_bound(joined!("[[", attribute, "]]"));
            }
            let ty = self.type_name(part.ty);
            let mark = self.mark_port(var, true);
            append!(*text, "    ", ty, " ", part.name, " [[", attribute, interpolation, "]];", mark, "\n");
        }
    }

    fn interpolation(&self, var: Var, part: &Part) -> &'static str {
        if self.stage != Stage::Fragment || self.roles.get(&var) != Some(&Role::Input) {
            return "";
        }
        let id = self.tree.variable(var).id;
        let has = |kind| {
            self.annotations.has(id, kind)
                || part
                    .member
                    .is_some_and(|(ty, index)| self.annotations.member_decoration(ty, index, kind).is_some())
        };
        let is_integer = matches!(self.scalar(part.ty), Some(Scalar::Int(_) | Scalar::Uint(_)));
        let flat = has(decoration::FLAT) || is_integer;
        match (has(decoration::NO_PERSPECTIVE), has(decoration::CENTROID), has(decoration::SAMPLE)) {
            _ if flat => ", flat",
            (true, true, _) => ", centroid_no_perspective",
            (true, _, true) => ", sample_no_perspective",
            (true, ..) => ", center_no_perspective",
            (false, true, _) => ", centroid_perspective",
            (false, _, true) => ", sample_perspective",
            _ => "",
        }
    }
}

/// What attributes of distances that are passed to fragments begin with.
pub(super) fn distance_word(number: u32) -> Option<&'static str> {
    match number {
        built_in::CLIP_DISTANCE => Some("clip"),
        built_in::CULL_DISTANCE => Some("cull"),
        _ => None,
    }
}
