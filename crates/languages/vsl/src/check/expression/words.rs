//! Formats types, values and source excerpts for messages.

use super::Found;
use crate::check::stage::StageChecker;
use crate::model::{ExpressionId, Root};
use crate::syntax::tree::{self, ExpressionKind as Written};
use crate::types::{Resource, StructId, TexelFormat};
use crate::vocabulary::formats;
use crate::vocabulary::functions::{rank_name, texel_letter};
use glassbox_core::span::Span;

/// Longer excerpts are not repeated in help, bytes.
const LONGEST_EXCERPT: usize = 40;

impl<'s> StageChecker<'_, 's> {
    /// A value by its type, anything else by its kind: `float3`, `the array of 4 float4`.
    pub(crate) fn describe(&self, found: &Found) -> String {
        match found {
            Found::Wrong | Found::Output => "this".to_owned(),
            Found::Value(value) => self.type_of(*value).to_string(),
            Found::Place(place) => place.ty.to_string(),
            Found::Array(place, size) => format!("a whole array of {size} {}", place.ty),
            Found::Structure(Root::Uniform, id) => {
                format!("the whole uniform, a structure `{}`,", self.structure_name(*id))
            }
            Found::Structure(_, id) => format!("a whole structure `{}`", self.structure_name(*id)),
            Found::Resource(id) => match self.globals.shader.bindings.get(usize::from(id.0)) {
                Some(binding) => {
                    format!("the resource `{}`, {},", binding.name, self.resource_type(binding.resource))
                }
                None => "a resource".to_owned(),
            },
        }
    }

    /// The type of a resource as it is declared.
    pub(crate) fn resource_type(&self, resource: Resource) -> String {
        let format = |format: TexelFormat| formats::row_of(format).map_or("", |row| row.name);
        match resource {
            Resource::Sampler(rank, scalar) => format!("{}Sampler{}", texel_letter(scalar), rank_name(rank)),
            Resource::Image(rank, texel) => format!("Image{}<{}>", rank_name(rank), format(texel)),
            Resource::RoTexels(scalar) => format!("RO{}Texels", texel_letter(scalar)),
            Resource::RwTexels(texel) => format!("RWTexels<{}>", format(texel)),
            Resource::RoBuffer(id) => format!("ROBuffer<{}>", self.structure_name(id)),
            Resource::RwBuffer(id) => format!("RWBuffer<{}>", self.structure_name(id)),
        }
    }

    /// The name of a structure.
    pub(crate) fn structure_name(&self, id: StructId) -> &str {
        let structure = self.globals.shader.structures.get(usize::from(id.0));
        structure.map_or("", |structure| structure.name)
    }

    /// Help on obtaining a value from something that has none.
    pub(super) fn how_to_read(&self, id: tree::ExpressionId) -> String {
        let expression = self.source.expression(id);
        let text = self.excerpt(expression.span);
        match &expression.kind {
            Written::Name(name) => match self.find(name) {
                Some((crate::check::stage::Entity::Uniform, _)) => {
                    format!("name a field of it: `{text}.field`")
                }
                _ => format!("name an element of it: `{text}[index]`"),
            },
            Written::Index { .. } => format!("name a field of it: `{text}.field`"),
            _ => format!("name an element of it: `{text}[index]`"),
        }
    }

    /// An excerpt of the source if it is short and on one line, a placeholder letter otherwise.
    pub(crate) fn excerpt(&self, span: Span) -> &'s str {
        let text = span.of(self.text);
        if text.len() <= LONGEST_EXCERPT && !text.is_empty() && !text.contains(['\n', '\r']) {
            text
        } else {
            "…"
        }
    }

    /// An excerpt of an operand, parenthesized where an adjacent operator requires it.
    pub(super) fn tight_excerpt(&self, span: Span) -> String {
        let text = self.excerpt(span);
        let mut depth = 0_usize;
        let has_operator = text.chars().any(|sign| {
            match sign {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && !sign.is_alphanumeric() && !matches!(sign, '_' | '$' | '.' | ')' | ']' | '…')
        });
        if has_operator { format!("({text})") } else { text.to_owned() }
    }

    /// The type of a value, for messages.
    pub(super) fn type_text(&self, value: ExpressionId) -> String {
        self.type_of(value).to_string()
    }
}
