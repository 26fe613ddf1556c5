//! Declares the structures of control points and patches.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::built_in;

use super::Msl;
use super::elements::{Field, Of};
use super::ports::Part;
use crate::refusal::Reason;
use crate::text::{Writer, append, joined};
use crate::{Mapped, Mapping};

/// Highest attribute index of a vertex function.
const MAX_ATTRIBUTE: u32 = 30;

impl Writer<'_, '_, Msl> {
    /// Declarations of the structures of control points and patches.
    pub(super) fn patch_structures(&mut self) -> String {
        match self.stage {
            Stage::TessellationControl => self.control_structures(),
            Stage::TessellationEvaluation => self.evaluation_structures(),
            _ => String::new(),
        }
    }

    fn control_structures(&mut self) -> String {
        let mut text = String::new();
        for group in self.language.elements.clone().into_values() {
            let mut lines = String::new();
            for field in &group.fields {
                let declared = self.memory_declarator(field.ty, &field.name, super::layout::Store::Plain);
                append!(lines, "    ", declared, ";\n");
            }
            append!(text, "\nstruct ", group.ty, " {\n", lines, "};\n");
        }
        text
    }

    fn evaluation_structures(&mut self) -> String {
        let groups = self.language.elements.clone();
        let fields = groups.values().flat_map(|group| &group.fields);
        // Built-in values come after the locations.
        let mut next = 0;
        for field in fields.filter(|field| field.number.is_none()) {
            let first = self.location_of(field);
            let parts = self.parts_of(field.name.clone(), field.ty, first);
            next = parts.iter().map(|part| part.location + 1).max().unwrap_or(0).max(next);
        }
        let mut text = String::new();
        let mut points = String::new();
        if let Some(group) = groups.get(&Of::PointIn) {
            let lines = self.attribute_lines(&group.fields, &mut next);
            append!(text, "\nstruct ", group.ty, " {\n", lines, "};\n");
            points = joined!("    patch_control_point<", group.ty, "> points;\n");
        }
        if !self.language.ports.input_type.is_empty() {
            let fields = groups.get(&Of::Patch).map(|group| group.fields.clone()).unwrap_or_default();
            let lines = self.attribute_lines(&fields, &mut next);
            let ty = &self.language.ports.input_type;
            append!(text, "\nstruct ", ty, " {\n", lines, points, "};\n");
        }
        text
    }

    fn attribute_lines(&mut self, fields: &[Field], next: &mut u32) -> String {
        let mut text = String::new();
        for field in fields {
            self.at = self.module.definition(self.tree.variable(field.var).id).unwrap_or(self.at);
            let name = self.field_name(field);
            let levels = match field.number {
                Some(built_in::TESS_LEVEL_OUTER) => Some("float4"),
                Some(built_in::TESS_LEVEL_INNER) => Some("float2"),
                _ => None,
            };
            if let (Some(number), Some(ty)) = (field.number, levels) {
                let part = (name.as_str(), field.name.as_str(), ty);
                text.push_str(&self.attribute_line(part, *next, Mapping::BuiltInInput(number)));
                *next += 1;
                continue;
            }
            let first = if field.number.is_some() { *next } else { self.location_of(field) };
            for Part { name: written, ty, location, .. } in self.parts_of(field.name.clone(), field.ty, first)
            {
                let ty = self.type_name(ty);
                let part = (name.as_str(), written.as_str(), &*ty);
                let kind = field.number.map_or(Mapping::Input(location), Mapping::BuiltInInput);
                text.push_str(&self.attribute_line(part, location, kind));
                *next = location.saturating_add(1).max(*next);
            }
        }
        text
    }

    fn attribute_line(
        &mut self,
        (name, written, ty): (&str, &str, &str),
        number: u32,
        kind: Mapping,
    ) -> String {
        if number > MAX_ATTRIBUTE {
            self.refuse(
                Reason::Interface,
                "a post-tessellation function has 31 attributes; use fewer locations",
            );
        }
        self.map.push(Mapped::new(name.to_owned(), written, kind));
        self.map_bound(joined!("[[attribute(", number, ")]]"));
        joined!("    ", ty, " ", written, " [[attribute(", number, ")]];\n")
    }
}
