//! Structs: checks fields and nesting and creates the type.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Field, Struct, Type};
use glassbox_sksl::raw::LayoutFlags;

use super::super::Builder;
use super::body::MAX_SLOTS;
use super::modifiers::{ModifierSyntax, spell};
use crate::ir::names::{ByNumber, Name};
use crate::ir::program::Element;
use crate::ir::symbol::{FieldData, StructSymbol, Symbol, SymbolKind};
use crate::ir::ty::{Spelling, Ty};
use crate::rules::declaration::{
    EMPTY_STRUCT, FIELD_MODIFIER, FIELD_QUALIFIER, FIELD_TYPE, REPEATED_FIELD, STRUCT_DEPTH, TYPE_SIZE,
};

/// Maximum nesting depth of structs.
const MAX_DEPTH: u32 = 8;

/// Parsed field of a struct or member of an interface block.
#[derive(Clone, Debug)]
pub(crate) struct FieldSyntax {
    pub modifiers: ModifierSyntax,
    pub name: Name,
    /// Type, including array dimensions.
    pub ty: Ty,
    /// Range of the name.
    pub span: Span,
}

impl Builder<'_> {
    /// Declares a struct: its type, its name in the innermost scope and an element. `None` if it has no fields.
    pub(crate) fn struct_type(&mut self, name: Name, fields: Vec<FieldSyntax>, span: Span) -> Option<Ty> {
        let fields = self.distinct_fields(fields, "struct", name, span);
        for field in &fields {
            self.check_field(field);
        }
        if fields.is_empty() {
            let text = self.program.names.text(name);
            let message = format!("found no fields in the struct `{text}`, expected one");
            self.report(&EMPTY_STRUCT, span, message).help("declare a field");
        }
        let (symbol, ty) = self.struct_symbol(name, fields, span, false);
        self.list_or_report(symbol);
        self.own(symbol);
        if self.declarations.depth_of(ty.meaning) > MAX_DEPTH {
            let text = self.program.names.text(name);
            let message =
                format!("found more than {MAX_DEPTH} structs one inside the other, `{text}` the outermost");
            self.report(&STRUCT_DEPTH, span, message).help("move fields of the innermost struct outwards");
        }
        let slots = self.program.types.slots(ty.meaning);
        if self.is_current() && slots >= MAX_SLOTS {
            let text = self.program.names.text(name);
            let message =
                format!("found {slots} numbers in the struct `{text}`, expected fewer than {MAX_SLOTS}");
            self.report(&TYPE_SIZE, span, message).help("use smaller arrays");
        }
        self.program.elements.push(Element::StructDefinition(ty));
        Some(ty)
    }

    /// Creates the symbol of a struct; no table owns it yet.
    pub(super) fn struct_symbol(
        &mut self,
        name: Name,
        fields: Vec<FieldSyntax>,
        span: Span,
        is_interface_block: bool,
    ) -> (Symbol, Ty) {
        let declaration = Struct {
            name: self.program.names.text(name).to_owned(),
            fields: fields
                .iter()
                .map(|field| Field {
                    name: self.program.names.text(field.name).to_owned(),
                    ty: field.ty.meaning,
                })
                .collect(),
            is_interface_block,
        };
        let inside = fields.iter().map(|field| self.declarations.depth_of(field.ty.meaning));
        let depth = inside.max().unwrap_or(0).saturating_add(1);
        let meaning = self.program.types.add_struct(declaration);
        self.declarations.struct_depths.insert(meaning, depth);
        let fields = fields
            .into_iter()
            .map(|field| FieldData {
                modifiers: field.modifiers.modifiers,
                name: field.name,
                ty: field.ty,
                span: field.span,
            })
            .collect();
        let structure = StructSymbol { ty: Ty::own(meaning), fields, is_interface_block };
        let symbol = self.symbol(name, span, SymbolKind::Struct(structure));
        let ty = Ty { meaning, spelling: Spelling::Symbol(symbol) };
        if let SymbolKind::Struct(structure) = &mut self.program.symbols[symbol].kind {
            structure.ty = ty;
        }
        (symbol, ty)
    }

    /// Returns the fields with distinct names and reports duplicates.
    pub(crate) fn distinct_fields(
        &mut self,
        fields: Vec<FieldSyntax>,
        kind: &str,
        owner: Name,
        span: Span,
    ) -> Vec<FieldSyntax> {
        let mut first = ByNumber::with_capacity_and_hasher(fields.len(), Default::default());
        let mut distinct = Vec::with_capacity(fields.len());
        for field in fields {
            match first.get(&field.name) {
                None => {
                    first.insert(field.name, field.span);
                    distinct.push(field);
                }
                Some(_) if self.is_full() => {}
                Some(&before) => {
                    let name = self.program.names.text(field.name);
                    let owner = self.program.names.text(owner);
                    let message = format!(
                        "found two fields `{name}` in the {kind} `{owner}`, expected different names"
                    );
                    self.report(&REPEATED_FIELD, self.near(field.span, span), message)
                        .label(before, "declared first here")
                        .label(field.span, "and again here")
                        .help("rename one of them");
                }
            }
        }
        distinct
    }

    /// Reports a field with modifiers or a type that structs may not contain.
    fn check_field(&mut self, field: &FieldSyntax) {
        let modifiers = field.modifiers.modifiers;
        if modifiers.flags.0 != 0 {
            let spelt = spell(modifiers.flags);
            let place = field.modifiers.place(modifiers.flags, field.span);
            let message = format!("found `{spelt}` in front of a field, which takes no modifiers");
            self.report(&FIELD_MODIFIER, self.near(place, field.span), message)
                .help(format!("remove `{spelt}`"));
        }
        for (flag, name) in [(LayoutFlags::BINDING, "binding"), (LayoutFlags::SET, "set")] {
            if modifiers.layout.flags.0 & flag.0 == 0 {
                continue;
            }
            let place = field.modifiers.qualifier_place(flag, field.span);
            let message = format!(
                "found the layout qualifier `{name}` on a field of a struct, where it is not permitted"
            );
            self.report(&FIELD_QUALIFIER, self.near(place, field.span), message)
                .help(format!("remove `{name}`"));
        }
        if matches!(field.ty.meaning, Type::Void | Type::Opaque(_)) {
            let name = self.program.type_name(field.ty);
            let help = if field.ty.meaning.is_void() {
                "name the type of the field"
            } else {
                "declare it as a global variable"
            };
            let message = format!("found a field of type `{name}`, which no struct can hold");
            self.report(&FIELD_TYPE, field.span, message).help(help);
        }
    }
}
