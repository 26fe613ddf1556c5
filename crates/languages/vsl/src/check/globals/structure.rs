//! Checks structures.
//!
//! Facts: VSL brief, section 4.3.

use std::collections::HashMap;

use crate::check::finding::is_hopeless;
use crate::check::globals::GlobalChecker;
use crate::check::name::{self, MAX_NAME};
use crate::check::ty::Type;
use crate::model::{Field, Structure};
use crate::rules::declaration as rules;
use crate::syntax::tree::{Declaration, Name};
use crate::types::{StructId, ValueType};
use glassbox_core::span::Span;

/// Largest structure, bytes.
const MAX_SIZE: u32 = glassbox_vbc::raw::MAX_UNIFORM_SIZE as u32;

impl<'s> GlobalChecker<'_, '_, 's> {
    pub(super) fn structure(&mut self, name: &Name<'s>, fields: &[Declaration<'s>]) {
        let is_named = self.structure_name(name);
        let mut declared: HashMap<&'s str, Span> = HashMap::new();
        let mut list = Vec::new();
        let mut size = 0u32;
        let mut is_whole = true;
        for field in fields {
            if is_hopeless(self.findings) {
                return;
            }
            self.field_name(&field.name, &mut declared);
            let Some((ty, elements)) = self.field_type(field) else {
                is_whole = false;
                continue;
            };
            list.push(Field { name: field.name.text, ty, size: elements, offset: size });
            size = size.saturating_add(ty.size() * u32::from(elements.unwrap_or(1)));
        }
        if size > MAX_SIZE {
            let message = format!("found a structure of {size} bytes, expected at most {MAX_SIZE}");
            self.report(&rules::STRUCT_SIZE, name.span, message)
                .help("each component of a field takes 4 bytes; make arrays smaller");
            is_whole = false;
        }
        if !is_named {
            return;
        }
        let id = u16::try_from(self.globals.shader.structures.len()).ok();
        if id.is_none() {
            let message = "found more than 65536 structures";
            self.report(&rules::STRUCT_COUNT, name.span, message).help("split the source");
        }
        let id = id.map(StructId).filter(|_| is_whole);
        self.globals.structures.insert(name.text, (id, name.span));
        if id.is_none() {
            return;
        }
        self.globals.shader.structures.push(Structure { name: name.text, fields: list, size });
    }

    /// True if the name can be declared; errors are reported.
    fn structure_name(&mut self, name: &Name<'s>) -> bool {
        let word = name.text;
        if word.is_empty() {
            return false;
        }
        let earlier = self.globals.structure(word).map(|(_, span)| span);
        if name::is_built_in_type(word) || earlier.is_some() {
            let message = match earlier {
                Some(_) => format!("found a second structure `{word}`"),
                None => format!("found a structure with the name of the type `{word}`"),
            };
            let mut fault = self.report(&rules::STRUCT_NAME_TAKEN, name.span, message);
            if let Some(earlier) = earlier {
                fault.label(earlier, "the first one is here");
            }
            fault.help("choose another name");
            return false;
        }
        if word.len() > MAX_NAME {
            let message =
                format!("found a structure's name of {} bytes, expected at most {MAX_NAME}", word.len());
            self.report(&rules::STRUCT_NAME_LONG, name.span, message).help("shorten it");
        } else if name::is_reserved(word) {
            let message =
                format!("found the name `{word}`, expected one that does not begin and end with `_`");
            self.report(&rules::STRUCT_NAME_RESERVED, name.span, message)
                .help("remove one of the underscores");
        }
        true
    }

    /// Checks a field name: any well-formed name not used by another field.
    fn field_name(&mut self, name: &Name<'s>, declared: &mut HashMap<&'s str, Span>) {
        if name.text.is_empty() {
            return;
        }
        if let Some(fault) = name::form_fault(name) {
            self.findings.push(fault);
        } else if let Some(earlier) = declared.get(name.text).copied() {
            let message = format!("found a second field `{}`", name.text);
            self.report(&rules::FIELD_TWICE, name.span, message)
                .label(earlier, "the first one is here")
                .help("choose another name");
        }
        declared.entry(name.text).or_insert(name.span);
    }

    fn field_type(&mut self, field: &Declaration<'s>) -> Option<(ValueType, Option<u8>)> {
        let resource = |ty: &Type| !matches!(ty, Type::Value(_));
        let element = crate::check::ty::element(&self.globals, field);
        if let Some(ty) = element.as_ref().ok().filter(|ty| resource(ty)) {
            let message = format!("found {} as a field, expected a value type", ty.kind());
            let help = match ty {
                Type::Structure(_) => "write its fields out: structures do not nest",
                _ => "declare it with `bind`",
            };
            self.report(&rules::FIELD_TYPE, field.ty.span, message).help(help);
            return None;
        }
        match self.declared_type(field)? {
            (Type::Value(ty), size) => Some((ty, size)),
            _ => None,
        }
    }
}
