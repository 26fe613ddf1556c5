//! Parses the signature parts: `ISGN`, `OSGN`, `PCSG` with 24-byte elements, `OSG5` with 28, `ISG1`, `OSG1`, `PSG1`
//! with 32.
//!
//! A part consists of a header, the elements, the NUL-terminated semantic names, and padding to a multiple of four:
//! 0x00 from one compiler, 0xAB from the other, none from older versions of the first.

pub mod raw;

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::{Field, Record, Schema};
use glassbox_core::value::Tag;

use super::PartData;
use super::area::{Text, text};
use raw::{
    ComponentType, Element24, Element28, Element32, Header, Mask, MinPrecision, Register, SystemValue,
};

/// Element layout, determined by the part code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// 24 bytes.
    Plain,
    /// 28 bytes: adds the output stream.
    Stream,
    /// 32 bytes: adds the output stream and minimum precision.
    Full,
}

impl Layout {
    /// Layout of a part; `None` if its code is not a signature's.
    pub fn of(code: Tag<4>) -> Option<Layout> {
        match &code.0 {
            b"ISGN" | b"OSGN" | b"PCSG" => Some(Layout::Plain),
            b"OSG5" => Some(Layout::Stream),
            b"ISG1" | b"OSG1" | b"PSG1" => Some(Layout::Full),
            _ => None,
        }
    }

    /// Schema of the element record.
    pub fn schema(self) -> &'static Schema {
        match self {
            Layout::Plain => Element24::SCHEMA,
            Layout::Stream => Element28::SCHEMA,
            Layout::Full => Element32::SCHEMA,
        }
    }

    /// Field by name, such as `register`.
    pub fn field(self, name: &str) -> Option<Field> {
        self.schema().fields.iter().copied().find(|field| field.name == name)
    }

    fn name_field(self) -> Field {
        match self {
            Layout::Plain => Element24::name,
            Layout::Stream => Element28::name,
            Layout::Full => Element32::name,
        }
    }

    fn decode(self, bytes: &[u8]) -> Option<Element32> {
        let default = MinPrecision::DEFAULT;
        Some(match self {
            Layout::Plain => {
                let e = Element24::decode(bytes)?;
                Element32 {
                    stream: 0,
                    name: e.name,
                    index: e.index,
                    system_value: e.system_value,
                    component_type: e.component_type,
                    register: e.register,
                    mask: e.mask,
                    usage: e.usage,
                    reserved: e.reserved,
                    min_precision: default,
                }
            }
            Layout::Stream => {
                let e = Element28::decode(bytes)?;
                Element32 {
                    stream: e.stream,
                    name: e.name,
                    index: e.index,
                    system_value: e.system_value,
                    component_type: e.component_type,
                    register: e.register,
                    mask: e.mask,
                    usage: e.usage,
                    reserved: e.reserved,
                    min_precision: default,
                }
            }
            Layout::Full => Element32::decode(bytes)?,
        })
    }
}

/// Direction of the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Stage inputs.
    Input,
    /// Stage outputs.
    Output,
    /// Patch constants or primitives: outputs of hull and mesh shaders, inputs of domain shaders.
    Patch,
}

/// Signature element of any layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Element<'a> {
    /// Semantic name.
    pub name: Text<'a>,
    /// Offset of the name, bytes from the start of the part's data.
    pub name_offset: u32,
    /// Output stream; 0 if the layout has none.
    pub stream: u32,
    /// Semantic index.
    pub index: u32,
    /// System value.
    pub system_value: SystemValue,
    /// Component type.
    pub component_type: ComponentType,
    /// Register number.
    pub register: Register,
    /// Components occupied by the element.
    pub mask: Mask,
    /// Inputs: components always read. Outputs: components never written.
    pub usage: Mask,
    /// Zero.
    pub reserved: u16,
    /// Minimum precision; default if the layout has none.
    pub min_precision: MinPrecision,
}

/// Parsed signature part.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature<'a> {
    /// Part code.
    pub code: Tag<4>,
    /// Element layout.
    pub layout: Layout,
    /// Part header.
    pub header: Header,
    /// Complete elements.
    pub elements: Vec<Element<'a>>,
    /// Start of the elements; file offset.
    pub start: u64,
    /// Bytes after the last name.
    pub padding: &'a [u8],
}

/// Content type under the name common to all parts.
pub type Model<'a> = Signature<'a>;

impl Signature<'_> {
    /// Direction of the elements.
    pub fn direction(&self) -> Direction {
        match self.code.0[0] {
            b'I' => Direction::Input,
            b'O' => Direction::Output,
            _ => Direction::Patch,
        }
    }

    /// Location of a field of an element; `path` is the path of the part.
    pub fn location(&self, path: &str, index: usize, field: &str) -> Location {
        let schema = self.layout.schema();
        let start = self.start + (index * schema.size) as u64;
        match self.layout.field(field) {
            Some(field) => {
                let start = start + field.offset as u64;
                let end = start + field.form.size() as u64;
                Location::new(start, end, format!("{path}.elements[{index}].{}", field.name))
            }
            None => Location::new(start, start + schema.size as u64, format!("{path}.elements[{index}]")),
        }
    }
}

/// Parses a signature part. `None` if the code is not a signature's or the header is incomplete.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let layout = Layout::of(part.code)?;
    let area = reader.slice(part.start, part.end.checked_sub(part.start)?).ok()?;
    let header = Header::decode(area)?;
    let schema = layout.schema();
    let size = schema.size as u64;
    let node =
        reader.node(part.node.name("head"), part.start, part.start + 8, NodeKind::Record(Header::SCHEMA));

    // Elements cannot overlap the header, so an offset into it is treated as the usual 8.
    let first = u64::from(header.first).max(8).min(area.len() as u64);
    let fits = (area.len() as u64 - first) / size;
    let count = u64::from(header.count).min(fits);
    let start = part.start + first;
    let mut end = first + count * size;
    let mut signature = Signature {
        code: part.code,
        layout,
        header,
        elements: Vec::new(),
        start: reader.absolute(start),
        padding: &[],
    };
    if reader.spend(count * size).is_err() {
        return Some(signature);
    }
    let elements =
        reader.node(part.node.name("elements"), start, part.start + end, NodeKind::Records(schema));
    link(reader, node, elements, layout);
    let rows = area.get(first as usize..end as usize).unwrap_or_default();
    let mut names = Names::default();
    for row in rows.chunks_exact(schema.size) {
        let Some(raw) = layout.decode(row) else { break };
        let name = text(reader, area, u64::from(raw.name));
        names.take(u64::from(raw.name), name);
        signature.elements.push(Element {
            name,
            name_offset: raw.name,
            stream: raw.stream,
            index: raw.index,
            system_value: raw.system_value,
            component_type: raw.component_type,
            register: raw.register,
            mask: raw.mask,
            usage: raw.usage,
            reserved: raw.reserved,
            min_precision: raw.min_precision,
        });
    }
    if let Some((from, to)) = names.range(end) {
        reader.node(part.node.name("names"), part.start + from, part.start + to, NodeKind::Strings);
        end = to;
    }
    // If elements are missing, the following bytes are the start of them rather than padding.
    if count == u64::from(header.count) {
        reader.node(part.node.name("padding"), part.start + end, part.end, NodeKind::Padding);
        signature.padding = area.get(end as usize..).unwrap_or_default();
    }
    Some(signature)
}

fn link<R: Recorder>(reader: &mut Reader<'_, R>, header: NodeId, elements: NodeId, layout: Layout) {
    reader.link(header, &Header::count, LinkKind::Count { of: elements });
    let offset = LinkKind::Offset { target: elements, base: header, unit: 1 };
    reader.link(header, &Header::first, offset);
    let pointer = LinkKind::Pointer { base: header, unit: 1 };
    reader.link(elements, &layout.name_field(), pointer);
}

/// Range of the names.
#[derive(Default)]
struct Names {
    first: Option<u64>,
    end: u64,
}

impl Names {
    fn take(&mut self, offset: u64, name: Text<'_>) {
        if name.size() > 0 {
            self.first = Some(self.first.map_or(offset, |first| first.min(offset)));
            self.end = self.end.max(offset + name.size());
        }
    }

    /// Range of the names, which follow the elements; `elements` is their end.
    fn range(&self, elements: u64) -> Option<(u64, u64)> {
        let first = self.first?.max(elements);
        (first < self.end).then_some((first, self.end))
    }
}
