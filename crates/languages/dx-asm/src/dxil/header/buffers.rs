//! Writes the layouts of constant buffers and of structured-buffer elements.

use glassbox_dxcontainer::part::psv::raw::ResourceKind;
use glassbox_dxil::ir::{Type, TypeId};

use super::layout::Layout;
use super::resources::kind;
use super::tables::{Operands, Tables};
use crate::dxil::out::Out;

/// Column of offsets.
const OFFSET_COLUMN: usize = 50;
/// Indentation of the outermost line.
const INDENT: usize = 3;
/// Deepest nesting of structures written.
const MAX_DEPTH: u32 = 16;

/// Tags in the annotation of a field.
const MATRIX: i64 = 2;
const OFFSET: i64 = 3;
const NAME: i64 = 6;
const COMPONENT: i64 = 7;

/// Shader flag: uses native 16-bit types.
const NATIVE_LOW_PRECISION: u64 = 1 << 23;

/// Position of a structure or field.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Offset from the start of the buffer, bytes.
    offset: u64,
    /// Indentation, spaces.
    indent: usize,
    /// Width of the text before the offset.
    width: usize,
    /// Size for the outermost line, bytes; 0 to omit.
    size: u64,
    depth: u32,
}

/// Source of field offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// Registers of constant buffers, from annotations.
    Registers,
    /// Data layout of the module.
    Memory,
}

struct Writer<'o, 't, 'm> {
    out: &'o mut Out,
    tables: &'t Tables<'m>,
    layout: Layout<'m>,
    /// True if 16-bit types are minimum precisions.
    minimum: bool,
    /// Text length at which members are omitted, bytes.
    limit: usize,
}

/// Writes the layouts of all buffers of a module.
pub(super) fn write(out: &mut Out, tables: &Tables<'_>) {
    out.text(";\n; Buffer Definitions:\n;\n");
    let mut writer = Writer {
        limit: out.len().saturating_add(tables.room),
        out,
        tables,
        layout: Layout::new(tables.module),
        minimum: tables.flags() & NATIVE_LOW_PRECISION == 0,
    };
    for buffer in tables.resources(2) {
        if writer.out.len() > writer.limit {
            break;
        }
        writer.constants(buffer);
    }
    for (class, resource) in
        [0, 1].into_iter().flat_map(|class| tables.resources(class).map(move |row| (class, row)))
    {
        if writer.out.len() > writer.limit {
            break;
        }
        match kind(tables, resource) {
            ResourceKind::STRUCTURED_BUFFER => writer.structured(resource),
            ResourceKind::TBUFFER if class == 0 => writer.texture(resource),
            _ => {}
        }
    }
}

impl Writer<'_, '_, '_> {
    fn open(&mut self, title: &str, name: &[u8]) {
        self.out.text("; ").text(title).name(name).text("\n; {\n;\n");
    }

    fn close(&mut self) {
        self.out.text("; }\n;\n");
    }

    /// Structure of a resource: its symbol's pointee, or the element type of an array.
    fn structure(&self, resource: Operands<'_>) -> Option<TypeId> {
        let types = &self.tables.module.types;
        let mut at = types.pointee(self.tables.type_of(resource, 1)?)?;
        for _ in 0..MAX_DEPTH {
            match types.get(at)? {
                Type::Array { element, .. } => at = element,
                _ => break,
            }
        }
        types.fields(at).map(|_| at)
    }

    fn constants(&mut self, buffer: Operands<'_>) {
        let name = self.tables.text(buffer, 2);
        self.open("cbuffer ", name);
        let size = u64::from(self.tables.word(buffer, 6));
        let structure = self.structure(buffer);
        match structure.filter(|structure| self.tables.annotation(*structure).is_some()) {
            Some(structure) => self.whole(structure, name, size, Rule::Registers),
            None => {
                self.unknown(size);
                self.out.text(";\n");
            }
        }
        self.close();
    }

    fn texture(&mut self, resource: Operands<'_>) {
        let name = self.tables.text(resource, 2);
        self.open("tbuffer ", name);
        let structure = self.structure(resource);
        let annotation = structure.and_then(|structure| self.tables.annotation(structure));
        match (structure, annotation) {
            (Some(structure), Some(annotation)) => {
                let size = self.tables.word(annotation, 0).into();
                self.whole(structure, name, size, Rule::Registers);
            }
            _ => self.out.text(";   (type annotation not present)\n;\n").end(),
        }
        self.close();
    }

    fn structured(&mut self, resource: Operands<'_>) {
        let name = self.tables.text(resource, 2);
        self.open("Resource bind info for ", name);
        let types = &self.tables.module.types;
        let structure = self.structure(resource);
        let fields = structure.and_then(|structure| types.fields(structure)).unwrap_or_default();
        if let (Some(structure), Some(&element)) = (structure, fields.first()) {
            if types.fields(element).is_some() && !self.is_matrix(element) {
                let size = self.layout.size(element);
                match self.tables.annotation(element) {
                    Some(_) => self.whole(element, b"$Element", size, Rule::Memory),
                    None => self.unknown(size),
                }
            } else {
                let size = self.layout.size(structure);
                match self.tables.annotation(structure) {
                    Some(annotation) => {
                        let field = self.tables.node(annotation, 1);
                        let place = Place { offset: 0, indent: INDENT, width: OFFSET_COLUMN, size, depth: 0 };
                        self.field(element, field, b"$Element", place, Rule::Registers);
                    }
                    None => self.unknown(size),
                }
                self.out.text(";\n");
            }
        }
        self.close();
    }

    fn unknown(&mut self, size: u64) {
        self.out.text(";   [").number(size).text(" x i8] (type annotation not present)\n");
    }

    /// Writes the outermost structure of a buffer.
    fn whole(&mut self, structure: TypeId, name: &[u8], size: u64, rule: Rule) {
        let place = Place { offset: 0, indent: INDENT, width: OFFSET_COLUMN, size, depth: 0 };
        self.members(structure, name, place, rule);
    }

    fn line(&mut self, indent: usize) -> &mut Out {
        self.out.byte(b';').spaces(indent)
    }

    /// Writes a structure with its members.
    fn members(&mut self, structure: TypeId, name: &[u8], place: Place, rule: Rule) {
        let tables = self.tables;
        let types = &tables.module.types;
        let title = match types.get(structure) {
            Some(Type::Named { name, .. }) => types.text(name),
            _ => b"",
        };
        self.line(place.indent).text("struct ").name(title).byte(b'\n');
        self.line(place.indent).text("{\n;\n");
        let inner = place.indent + 4;
        match tables.annotation(structure) {
            None if place.size == 0 => self.line(inner).text("/* empty struct */\n").end(),
            None => {
                let out = self.line(inner);
                out.byte(b'[').number(place.size).text(" x i8] (type annotation not present)\n");
            }
            Some(annotation) => {
                let (offsets, _) = match rule {
                    Rule::Memory => self.layout.fields(structure),
                    Rule::Registers => (Vec::new(), 0),
                };
                let fields = types.fields(structure).unwrap_or_default();
                for (index, &field) in fields.iter().enumerate() {
                    if self.out.len() > self.limit || place.depth >= MAX_DEPTH {
                        self.line(inner).text("...\n");
                        break;
                    }
                    let node = tables.node(annotation, index + 1);
                    let offset = match rule {
                        Rule::Memory => offsets.get(index).copied().unwrap_or(0),
                        Rule::Registers => tables.tagged(node, OFFSET).unwrap_or(0) as u64,
                    };
                    let name = tables.place(node, NAME).map(|at| tables.text(node, at));
                    let place = Place {
                        offset: place.offset.wrapping_add(offset),
                        indent: inner,
                        width: place.width.saturating_sub(4),
                        size: 0,
                        depth: place.depth + 1,
                    };
                    self.field(field, node, name.unwrap_or_default(), place, rule);
                }
            }
        }
        self.line(place.indent).byte(b'\n');
        self.line(place.indent).text("} ");
        self.out.left(place.width.saturating_sub(2), |out| out.name(name).byte(b';').end());
        self.offset(place);
        self.out.text(";\n");
    }

    fn offset(&mut self, place: Place) {
        self.out.text("; Offset:").right(5, |out| out.number(place.offset).end());
        if place.size != 0 {
            self.out.text(" Size: ").right(5, |out| out.number(place.size).end());
        }
        self.out.byte(b'\n');
    }

    /// True for a structure that represents a matrix.
    fn is_matrix(&self, ty: TypeId) -> bool {
        let types = &self.tables.module.types;
        match types.get(ty) {
            Some(Type::Named { name, .. }) => types.text(name).starts_with(b"class.matrix."),
            _ => false,
        }
    }

    fn field(&mut self, ty: TypeId, node: Operands<'_>, name: &[u8], place: Place, rule: Rule) {
        let tables = self.tables;
        let types = &tables.module.types;
        let matrix = tables.place(node, MATRIX).map(|at| tables.node(node, at));
        let mut element = ty;
        let (mut count, mut levels) = (1u64, 0);
        while let Some(Type::Array { element: inner, count: more }) = types.get(element)
            && levels < MAX_DEPTH
        {
            count = count.wrapping_mul(more);
            element = inner;
            levels += 1;
        }
        if levels == 0 {
            count = 0;
        }
        if let Some(matrix) = matrix {
            let rows_or_columns = match tables.word(matrix, 2) {
                1 => tables.word(matrix, 0),
                2 => tables.word(matrix, 1),
                _ => 1,
            };
            count /= u64::from(rows_or_columns).max(1);
            // A single matrix is an array of its rows or columns.
            if levels == 1 {
                count = 0;
            }
        } else if types.fields(element).is_some() {
            let mut title = Out::default();
            title.name(name);
            if count != 0 {
                title.byte(b'[').number(count).text("];");
            } else if levels != 0 {
                title.byte(b';');
            }
            self.members(element, title.as_bytes(), place, rule);
            return;
        }
        let component = tables.tagged(node, COMPONENT).unwrap_or(0);
        let scalar = scalar(component, self.minimum);
        self.line(place.indent);
        self.out.left(place.width, |out| {
            match matrix {
                Some(matrix) => {
                    out.text(match tables.word(matrix, 2) {
                        1 => "row_major ",
                        2 => "column_major ",
                        _ => "",
                    });
                    out.text(scalar).number(tables.word(matrix, 0).into());
                    out.byte(b'x').number(tables.word(matrix, 1).into());
                }
                None => {
                    out.text(scalar);
                    if let Some(Type::Vector { count, .. }) = types.get(element) {
                        out.number(count.into());
                    }
                }
            }
            out.byte(b' ').name(name);
            if count != 0 {
                out.byte(b'[').number(count).byte(b']');
            }
            out.byte(b';');
        });
        self.offset(place);
    }
}

/// HLSL name of a component type. 16-bit types are minimum precisions unless the shader has native ones.
fn scalar(component: i64, minimum: bool) -> &'static str {
    match (component, minimum) {
        (1, _) => "bool",
        (2, true) => "min16i",
        (2, false) => "int16_t",
        (3, true) => "min16ui",
        (3, false) => "uint16_t",
        (4, _) => "int",
        (5, _) => "uint",
        (6, _) => "int64_t",
        (7, _) => "uint64_t",
        (8, true) => "min16float",
        (8, false) => "half",
        (9, _) => "float",
        (10, _) => "double",
        (11, true) => "snorm_min16f",
        (11, false) => "snorm_half",
        (12, true) => "unorm_min16f",
        (12, false) => "unorm_half",
        (13, _) => "snorm_float",
        (14, _) => "unorm_float",
        (15, _) => "snorm_double",
        (16, _) => "unorm_double",
        (17, _) => "int8_t_packed",
        (18, _) => "uint8_t_packed",
        _ => "unknown",
    }
}
