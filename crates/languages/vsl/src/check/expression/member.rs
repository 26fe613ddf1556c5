//! Checks member access: fields of structures, swizzles of vectors.
//!
//! Facts: VSL brief, section 8.2.

use glassbox_core::diagnostic::Rule;
use glassbox_core::suggest::similar;

use super::Found;
use crate::check::stage::StageChecker;
use crate::model::{ExpressionKind, Place, Root, Step, Swizzle};
use crate::rules::expression as rules;
use crate::syntax::tree::{self, Name};
use crate::types::{StructId, ValueType};
use glassbox_core::span::Span;

/// Component letters: three sets.
const LETTERS: [&str; 3] = ["xyzw", "rgba", "stpq"];

impl StageChecker<'_, '_> {
    /// `BASE.NAME`
    pub(super) fn member(&mut self, base_id: tree::ExpressionId, base: Found, name: Name<'_>) -> Found {
        match base {
            Found::Wrong | Found::Output => Found::Wrong,
            Found::Structure(root, structure) => self.field(root, structure, name, &rules::UNKNOWN_FIELD),
            Found::Place(_) | Found::Value(_) => {
                let ty = self.value_type(&base).unwrap_or(ValueType::BOOL);
                if !ty.is_vector() {
                    let help = if ty.is_matrix() {
                        "choose a column first: `m[0].xyz`".to_owned()
                    } else {
                        "remove the dot and what follows; a constructor repeats a scalar: `float3(s)`"
                            .to_owned()
                    };
                    return self.no_members(&ty.to_string(), name, help);
                }
                let Some(swizzle) = self.swizzle(name, ty.rows) else {
                    return Found::Wrong;
                };
                let Some(base) = self.value_of(base, base_id, &rules::NO_MEMBERS) else {
                    return Found::Wrong;
                };
                let ty = ValueType::vector(ty.scalar, swizzle.components().len() as u8);
                Found::Value(self.add(ExpressionKind::Swizzle { base, swizzle }, ty))
            }
            Found::Array(..) | Found::Resource(_) => {
                let found = self.describe(&base);
                let text = self.excerpt(self.source.expression(base_id).span);
                let help = format!("index it first: `{text}[index].{}`", name.text);
                self.no_members(&found, name, help)
            }
        }
    }

    fn no_members(&mut self, found: &str, name: Name<'_>, help: String) -> Found {
        let message = format!("{found} has no members, so no `{}`", name.text);
        self.report(&rules::NO_MEMBERS, name.span, message).help(help);
        Found::Wrong
    }

    /// The place of a field; an unknown field breaks `rule`.
    pub(crate) fn field(&mut self, root: Root, id: StructId, name: Name<'_>, rule: &'static Rule) -> Found {
        let globals = self.globals;
        let Some(structure) = globals.shader.structures.get(usize::from(id.0)) else {
            return Found::Wrong;
        };
        let at = structure.fields.iter().position(|field| field.name == name.text);
        if let Some((at, field)) = at.and_then(|at| Some((at, structure.fields.get(at)?))) {
            let place = Place {
                root,
                // A structure has at most 256 fields: each takes 4 bytes of 1024.
                path: vec![Step::Field(at as u16)],
                ty: field.ty,
            };
            return match field.size {
                Some(size) => Found::Array(place, size),
                None => Found::Place(place),
            };
        }
        let names = || structure.fields.iter().map(|field| field.name);
        let help = match similar(name.text, names()) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => {
                let names: Vec<String> = names().take(8).map(|name| format!("`{name}`")).collect();
                let more = if structure.fields.len() > 8 { ", …" } else { "" };
                format!("its fields are {}{more}", names.join(", "))
            }
        };
        let message = format!("the structure `{}` has no field `{}`", structure.name, name.text);
        self.report(rule, name.span, message).help(help);
        Found::Wrong
    }

    /// The components selected by a swizzle.
    pub(crate) fn swizzle(&mut self, name: Name<'_>, components: u8) -> Option<Swizzle> {
        let known = |letter: char| {
            LETTERS
                .iter()
                .position(|set| set.contains(letter))
                .and_then(|set| Some((set, LETTERS.get(set)?.find(letter)?)))
        };
        let size = usize::from(components);
        let fitting = || LETTERS.map(|set| format!("`{}`", &set[..size.min(set.len())])).join(", ");
        let mut first_set = None;
        let mut numbers = Vec::new();
        for (at, letter) in name.text.char_indices() {
            let Some((set, number)) = known(letter).filter(|&(_, number)| number < size) else {
                let message = match known(letter) {
                    Some(_) => format!("a vector of {size} components has no `{letter}`"),
                    None => format!("`{letter}` is not a component"),
                };
                let help = format!("its components are {}", fitting());
                let start = name.span.start + at as u32;
                self.report(
                    &rules::SWIZZLE_LETTER,
                    Span::new(start, start + letter.len_utf8() as u32),
                    message,
                )
                .help(help);
                return None;
            };
            if *first_set.get_or_insert(set) != set {
                let message = format!("`{}` mixes sets of letters", name.text);
                let help = format!("use letters of one set: {}", fitting());
                self.report(&rules::MIXED_SWIZZLE, name.span, message).help(help);
                return None;
            }
            numbers.push(number as u8);
        }
        let swizzle = Swizzle::new(&numbers);
        if swizzle.is_none() {
            let message =
                format!("`{}` names {} components, vectors have at most 4", name.text, numbers.len());
            let help = "leave letters out";
            self.report(&rules::LONG_SWIZZLE, name.span, message).help(help);
        }
        swizzle
    }
}
