//! Writes debug-information nodes: field order, and omission of default values.

use glassbox_dxil::ir::{DebugKind, FieldKind, Metadata, MetadataId, Typed};

use super::dwarf;
use super::value::Writer;

/// Conditions for writing and for reading a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// Omit if zero, null or empty.
    Set,
    /// Always write.
    Always,
    /// Always write; readers refuse a node without it.
    Needed,
    /// Always write; readers refuse a node without it, or with null.
    NotNull,
}

use When::{Always, Needed, NotNull, Set};

/// Indices of a node kind's fields in assembly order.
pub(super) fn order(kind: DebugKind) -> &'static [(usize, When)] {
    match kind {
        DebugKind::Location => &[(0, Always), (1, Set), (2, NotNull), (3, Set)],
        DebugKind::Subrange => &[(0, Needed), (1, Set)],
        DebugKind::Enumerator => &[(1, Needed), (0, Needed)],
        DebugKind::BasicType => &[(0, Set), (1, Set), (2, Set), (3, Set), (4, Set)],
        DebugKind::File => &[(0, Needed), (1, Needed)],
        DebugKind::DerivedType => &[
            (0, Needed),
            (1, Set),
            (4, Set),
            (2, Set),
            (3, Set),
            (5, Needed),
            (6, Set),
            (7, Set),
            (8, Set),
            (9, Set),
            (10, Set),
        ],
        DebugKind::CompositeType => &[
            (0, Needed),
            (1, Set),
            (4, Set),
            (2, Set),
            (3, Set),
            (5, Set),
            (6, Set),
            (7, Set),
            (8, Set),
            (9, Set),
            (10, Set),
            (11, Set),
            (12, Set),
            (13, Set),
            (14, Set),
        ],
        DebugKind::SubroutineType => &[(0, Set), (1, Needed)],
        DebugKind::CompileUnit => &[
            (0, Needed),
            (1, NotNull),
            (2, Set),
            (3, Always),
            (4, Set),
            (5, Always),
            (6, Set),
            (7, Always),
            (8, Set),
            (9, Set),
            (10, Set),
            (11, Set),
            (12, Set),
            (13, Set),
        ],
        DebugKind::Subprogram => &[
            (1, Set),
            (2, Set),
            (0, Always),
            (3, Set),
            (4, Set),
            (5, Set),
            (6, Always),
            (7, Always),
            (8, Set),
            (9, Set),
            (10, Set),
            (11, Set),
            (12, Set),
            (13, Always),
            (14, Set),
            (15, Set),
            (16, Set),
            (17, Set),
        ],
        DebugKind::LexicalBlock => &[(0, NotNull), (1, Set), (2, Set), (3, Set)],
        DebugKind::LexicalBlockFile => &[(0, NotNull), (1, Set), (2, Needed)],
        DebugKind::Namespace => &[(2, Set), (0, Needed), (1, Set), (3, Set)],
        DebugKind::TemplateType => &[(0, Set), (1, Needed)],
        DebugKind::TemplateValue => &[(0, Set), (1, Set), (2, Set), (3, Needed)],
        DebugKind::GlobalVariable => &[
            (1, NotNull),
            (2, Set),
            (0, Always),
            (3, Set),
            (4, Set),
            (5, Set),
            (6, Always),
            (7, Always),
            (8, Set),
            (9, Set),
        ],
        DebugKind::LocalVariable => {
            &[(0, Needed), (2, Set), (6, Set), (1, NotNull), (3, Set), (4, Set), (5, Set), (7, Set)]
        }
        DebugKind::ImportedEntity => &[(0, Needed), (4, Set), (1, Needed), (2, Set), (3, Set)],
        DebugKind::ObjcProperty => &[(0, Set), (1, Set), (2, Set), (4, Set), (3, Set), (5, Set), (6, Set)],
        DebugKind::Module => &[(0, Needed), (1, Needed), (2, Set), (3, Set), (4, Set)],
        DebugKind::Generic | DebugKind::Expression => &[],
    }
}

impl Writer<'_, '_> {
    /// Writes a debug-information node.
    pub(super) fn debug(&mut self, node: Metadata) {
        let Metadata::Debug { kind, fields, .. } = node else {
            return;
        };
        let fields = self.context.module.metadata.fields(fields);
        self.out.byte(b'!').text(kind.name()).byte(b'(');
        match kind {
            DebugKind::Expression => self.expression_of(fields),
            DebugKind::Generic => self.generic(fields),
            _ => {
                let mut first = true;
                for &(place, when) in order(kind) {
                    let (Some(field), Some(&number)) = (kind.fields().get(place), fields.get(place)) else {
                        continue;
                    };
                    let empty = match field.kind.reference(number) {
                        Some(id) => self.context.module.metadata.string(id) == Some(b""),
                        None => number == 0,
                    };
                    let is_usual = field.kind == FieldKind::Tag && usual_tag(kind) == Some(number);
                    if when == Set && empty || is_usual {
                        continue;
                    }
                    self.out.text(if first { "" } else { ", " }).text(field.name).text(": ");
                    first = false;
                    // Fields that must be strings are written as empty ones.
                    let text = matches!(kind, DebugKind::File | DebugKind::Enumerator);
                    self.field(field.kind, number, if text { "\"\"" } else { "null" });
                }
            }
        }
        self.out.byte(b')');
    }

    /// Writes a field; `absent` is the text for null.
    fn field(&mut self, kind: FieldKind, number: u64, absent: &str) {
        if let Some(words) = words(kind) {
            match words.name(number) {
                Some(name) => self.out.text(words.prefix).text(name).end(),
                None => self.out.number(number).end(),
            }
            return;
        }
        match kind {
            FieldKind::Reference | FieldKind::Required => match kind.reference(number) {
                Some(id) => match self.context.module.metadata.string(id) {
                    Some(text) => {
                        self.out.byte(b'"');
                        super::spelling::escaped(self.out, text);
                        self.out.byte(b'"');
                    }
                    None => self.metadata(id),
                },
                None => self.out.text(absent).end(),
            },
            FieldKind::Number => self.out.number(number).end(),
            FieldKind::Signed => self.out.signed(glassbox_dxil::ir::debug::signed(number)).end(),
            FieldKind::Flag => self.out.text(if number == 0 { "false" } else { "true" }).end(),
            FieldKind::Flags => self.flags(number),
            FieldKind::Tag | FieldKind::Encoding | FieldKind::Language | FieldKind::Virtuality => {}
        }
    }

    fn flags(&mut self, flags: u64) {
        let mut left = flags & !3;
        let mut separator = "";
        if let Some((_, name)) = dwarf::ACCESSIBILITY.iter().find(|(value, _)| *value == flags & 3) {
            self.out.text(name);
            separator = " | ";
        }
        for (bit, name) in dwarf::FLAGS {
            if left & bit != 0 {
                self.out.text(separator).text(name);
                separator = " | ";
                left &= !bit;
            }
        }
        if left != 0 || separator.is_empty() {
            self.out.text(separator).number(left);
        }
    }

    /// Operations of an expression with operands; raw numbers from the first unknown one on.
    fn expression_of(&mut self, fields: &[u64]) {
        let mut left = fields;
        let mut separator = "";
        while let Some((&number, rest)) = left.split_first() {
            self.out.text(separator);
            separator = ", ";
            let count = dwarf::operands(number);
            let known = dwarf::OPERATIONS.name(number).filter(|_| count <= rest.len());
            let Some(name) = known else {
                for (place, &number) in left.iter().enumerate() {
                    self.out.text(if place > 0 { ", " } else { "" }).number(number);
                }
                return;
            };
            self.out.text("DW_OP_").text(name);
            let (operands, rest) = rest.split_at(count);
            for &operand in operands {
                self.out.text(", ").number(operand);
            }
            left = rest;
        }
    }

    fn generic(&mut self, fields: &[u64]) {
        let (tag, references) = match fields {
            [tag, _, references @ ..] => (*tag, references),
            _ => (0, &[][..]),
        };
        self.out.text("tag: ");
        self.field(FieldKind::Tag, tag, "null");
        let mut references = references.iter();
        if let Some(&header) = references.next().filter(|header| **header != 0) {
            self.out.text(", header: ");
            self.field(FieldKind::Reference, header, "null");
        }
        if references.len() > 0 {
            self.out.text(", operands: {");
            for (place, &number) in references.enumerate() {
                self.out.text(if place > 0 { ", " } else { "" });
                if self.is_full() {
                    self.out.text("...");
                    break;
                }
                match FieldKind::Reference.reference(number) {
                    Some(id) => self.metadata(id),
                    None => self.out.text("null").end(),
                }
            }
            self.out.byte(b'}');
        }
    }
}

/// Words of a field that holds one.
pub(super) fn words(kind: FieldKind) -> Option<dwarf::Words> {
    match kind {
        FieldKind::Tag => Some(dwarf::TAGS),
        FieldKind::Encoding => Some(dwarf::ENCODINGS),
        FieldKind::Language => Some(dwarf::LANGUAGES),
        FieldKind::Virtuality => Some(dwarf::VIRTUALITIES),
        _ => None,
    }
}

/// Tag that a node of a kind has if it states none.
pub(super) fn usual_tag(kind: DebugKind) -> Option<u64> {
    match kind {
        DebugKind::BasicType => Some(0x24),
        DebugKind::TemplateValue => Some(0x30),
        _ => None,
    }
}

/// Metadata in a named field of a node.
fn reference(node: Metadata, module: &Typed<'_>, name: &str) -> Option<MetadataId> {
    let Metadata::Debug { kind, fields, .. } = node else {
        return None;
    };
    let index = kind.fields().iter().position(|field| field.name == name)?;
    let number = *module.metadata.fields(fields).get(index)?;
    kind.field(index)?.reference(number)
}

/// Name stored in a node.
pub(super) fn name<'m>(module: &'m Typed<'_>, node: Metadata) -> Option<&'m [u8]> {
    module.metadata.string(reference(node, module, "name")?)
}

/// Most nested scopes followed.
const MAX_SCOPES: usize = 256;

/// Function that contains a variable's scope.
pub(super) fn function_of(module: &Typed<'_>, variable: Metadata) -> Option<Metadata> {
    let mut at = variable;
    for _ in 0..MAX_SCOPES {
        at = module.metadata.get(reference(at, module, "scope")?)?;
        match at {
            Metadata::Debug { kind: DebugKind::Subprogram, .. } => return Some(at),
            Metadata::Debug { kind: DebugKind::LexicalBlock | DebugKind::LexicalBlockFile, .. } => {}
            _ => return None,
        }
    }
    None
}
