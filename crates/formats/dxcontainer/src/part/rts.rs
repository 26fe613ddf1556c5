//! Parses `RTS0`, a root signature of version 1.0, 1.1 or 1.2.
//!
//! The header references the root parameters and the static samplers; each parameter references its payload, and a
//! descriptor table its ranges. Order and gaps are arbitrary. Runtime data of libraries embeds the same structure.

pub mod hlsl;
pub mod raw;

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{LinkKind, NoRecorder, NodeId, NodeKind, NodeName, Reader, Recorder, Window};
use glassbox_core::record::{Field, Record, Schema};

use super::PartData;
use super::area::{Pieces, Rows};
use crate::rules::rts as rules;
use raw::{
    Constants, Descriptor, Descriptor12, DescriptorFlags, Header, Parameter, ParameterType, Range, Range24,
    RangeFlags, Sampler, Sampler56, SamplerFlags, Table, TableOffset, Version,
};

/// Path of a root signature in a container.
pub(crate) const PATH: &str = "rts0";

/// Payload of a root parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Payload<'a> {
    /// 32-bit constants.
    Constants(Constants),
    /// A root descriptor and, since version 1.1, its flags.
    Descriptor(Descriptor, Option<DescriptorFlags>),
    /// A descriptor table and its complete ranges.
    Table(Table, Ranges<'a>),
    /// The payload is unreadable.
    Missing,
}

/// Ranges of a descriptor table, either version.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ranges<'a> {
    rows: Rows<'a, Range>,
    wide: bool,
}

impl Ranges<'_> {
    /// Number of ranges.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if there are no ranges.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Range `index`; flags are zero in version 1.0.
    pub fn get(&self, index: usize) -> Option<Range24> {
        let bytes = self.rows.bytes(index)?;
        if self.wide {
            return Range24::decode(bytes);
        }
        let range = Range::decode(bytes)?;
        Some(Range24 {
            range_type: range.range_type,
            count: range.count,
            base: range.base,
            space: range.space,
            flags: RangeFlags(0),
            offset: range.offset,
        })
    }

    /// All ranges in order.
    pub fn iter(&self) -> impl Iterator<Item = Range24> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Location of a field of a range; `path` is the path of the ranges. `field` belongs to [`Range24`].
    pub fn location(&self, path: &str, index: usize, field: Field) -> Location {
        let narrow = Range::SCHEMA.fields.iter().find(|other| other.name == field.name);
        let field = if self.wide { field } else { narrow.copied().unwrap_or(Range::offset) };
        self.rows.location(path, index, field)
    }
}

/// Parsed root signature.
#[derive(Clone, PartialEq, Debug)]
pub struct RootSignature<'a> {
    /// Root signature header.
    pub header: Header,
    /// Start of the root signature; window offset.
    pub start: u64,
    /// Complete root parameters.
    pub parameters: Rows<'a, Parameter>,
    /// Payloads of `parameters`, in the same order.
    pub payloads: Vec<Payload<'a>>,
    /// Complete static samplers.
    pub samplers: Rows<'a, Sampler>,
}

/// Content type under the name common to all parts.
pub type Model<'a> = RootSignature<'a>;

impl RootSignature<'_> {
    /// Flags of a static sampler, since version 1.2.
    pub fn sampler_flags(&self, index: usize) -> Option<SamplerFlags> {
        let bytes = self.samplers.bytes(index)?;
        Sampler56::decode(bytes).map(|sampler| sampler.flags)
    }
}

/// Parses a root signature that is in no container: the data of the part, with the findings of reading it. There is no model if it
/// is too small for the header.
pub fn parse<'a>(data: &'a [u8], limits: &Limits) -> (Option<Model<'a>>, Diagnostics) {
    let mut reader = Reader::new(Window::whole(data), NoRecorder, *limits);
    let place = Place { node: NodeId::ROOT, path: PATH, start: 0, end: data.len() as u64 };
    let model = read_at(&mut reader, &place);
    (model, reader.diagnostics)
}

/// Parses the part. `None` if it is too small for the header.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let place = Place { node: part.node, path: &part.path, start: part.start, end: part.end };
    read_at(reader, &place)
}

/// Position of a root signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p> {
    /// Parent node of its nodes.
    pub(crate) node: NodeId,
    /// Path of `node`.
    pub(crate) path: &'p str,
    /// First byte; window offset.
    pub(crate) start: u64,
    /// One past the last byte; window offset.
    pub(crate) end: u64,
}

/// Parses a root signature at any position.
pub(crate) fn read_at<'a, R: Recorder>(reader: &mut Reader<'a, R>, place: &Place<'_>) -> Option<Model<'a>> {
    let size = place.end.saturating_sub(place.start);
    let area = reader.slice(place.start, size).ok()?;
    if size < Header::SIZE as u64 {
        let location = reader.location(place.start, place.end, place.path);
        let message = format!("found {size} bytes, expected a header of {}", Header::SIZE);
        reader
            .report(&rules::ARRAYS, location, message)
            .help("the root signature was cut off; recompile the shader");
        return None;
    }
    let (header, node) = reader.record::<Header>(place.node.name("head"), place.start).ok()?;
    let mut signature = RootSignature {
        header,
        start: place.start,
        parameters: Rows::default(),
        payloads: Vec::new(),
        samplers: Rows::default(),
    };
    if header.version.name().is_none() {
        let at = place.start;
        let location = reader.location(at, at + 4, format!("{}.head.version", place.path));
        let message = format!("found version {}, expected 1, 2 or 3", header.version.0);
        reader
            .report(&rules::VERSION, location, message)
            .note("the layout of everything after the header depends on the version")
            .help("set it to 1 for version 1.0, 2 for 1.1 or 3 for 1.2");
        return Some(signature);
    }
    let mut layout = Layout { reader, place, area, header: node, pieces: Pieces::default() };
    layout.pieces.take(place.start, place.start + Header::SIZE as u64);
    layout.parameters(&mut signature);
    layout.samplers(&mut signature);
    let pieces = layout.pieces;
    pieces.finish(reader, place.node, place.start, place.end);
    Some(signature)
}

struct Layout<'r, 'a, R> {
    reader: &'r mut Reader<'a, R>,
    place: &'r Place<'r>,
    area: &'a [u8],
    header: NodeId,
    pieces: Pieces,
}

impl<'a, R: Recorder> Layout<'_, 'a, R> {
    /// Complete records of an array of `count` at an offset in the root signature.
    fn run(
        &mut self,
        name: NodeName,
        offset: u32,
        count: u32,
        schema: &'static Schema,
    ) -> Option<(&'a [u8], NodeId, u64)> {
        let left = (self.area.len() as u64).checked_sub(offset.into())?;
        let count = u64::from(count).min(left / schema.size as u64);
        let size = count * schema.size as u64;
        let start = self.place.start + u64::from(offset);
        let bytes = self.reader.slice(start, size).ok()?;
        self.reader.spend(size).ok()?;
        let node = self.reader.node(name, start, start + size, NodeKind::Records(schema));
        self.pieces.take(start, start + size);
        Some((bytes, node, count))
    }

    fn header_place(&self, field: Field) -> Location {
        let start = self.place.start + field.offset as u64;
        let path = format!("{}.head.{}", self.place.path, field.name);
        self.reader.location(start, start + 4, path)
    }

    /// Reports an array that is out of bounds.
    fn missing(&mut self, what: &str, size: usize, number: (u32, Field), offset: (u32, Field)) {
        let needed = u64::from(offset.0) + u64::from(number.0) * size as u64;
        let have = self.area.len();
        if needed <= have as u64 {
            return;
        }
        let (place, other, message) = if offset.0 as usize > have {
            let message =
                format!("found the {what} at offset {:#x}, the root signature has {have:#x} bytes", offset.0);
            (self.header_place(offset.1), self.header_place(number.1), message)
        } else {
            let message = format!(
                "found {} {what}, which end at {needed:#x}; the root signature has {have:#x} bytes",
                number.0
            );
            (self.header_place(number.1), self.header_place(offset.1), message)
        };
        self.reader
            .report(&rules::ARRAYS, place, message)
            .label(other, "number and offset together determine where the array ends")
            .help(format!("each of the {what} has {size} bytes; fix the number or the offset"));
    }

    fn parameters(&mut self, signature: &mut RootSignature<'a>) {
        let header = signature.header;
        self.missing(
            "root parameters",
            Parameter::SIZE,
            (header.parameter_count, Header::parameter_count),
            (header.parameters, Header::parameters),
        );
        let name = self.place.node.name("parameters");
        let found = self.run(name, header.parameters, header.parameter_count, Parameter::SCHEMA);
        let Some((bytes, node, _)) = found else { return };
        let base = self.header;
        self.reader.link(base, &Header::parameter_count, LinkKind::Count { of: node });
        let offset = LinkKind::Offset { target: node, base, unit: 1 };
        self.reader.link(base, &Header::parameters, offset);
        self.reader.link(node, &Parameter::payload, LinkKind::Pointer { base, unit: 1 });
        let start = self.reader.absolute(self.place.start + u64::from(header.parameters));
        let rows = Rows::new(bytes, start, Parameter::SIZE as u64);
        let path = format!("{}.parameters", self.place.path);
        for (index, parameter) in (0u32..).zip(rows.iter()) {
            let at = rows.location(&path, index as usize, Parameter::payload);
            let payload = self.payload(index, &parameter, header.version, at);
            signature.payloads.push(payload);
        }
        signature.parameters = rows;
    }

    fn payload(&mut self, index: u32, parameter: &Parameter, version: Version, at: Location) -> Payload<'a> {
        let wide = version != Version::V1_0;
        let schema = match parameter.parameter_type {
            ParameterType::TABLE => Table::SCHEMA,
            ParameterType::CONSTANTS => Constants::SCHEMA,
            ParameterType::CBV | ParameterType::SRV | ParameterType::UAV if wide => Descriptor12::SCHEMA,
            ParameterType::CBV | ParameterType::SRV | ParameterType::UAV => Descriptor::SCHEMA,
            _ => return Payload::Missing,
        };
        let size = schema.size as u64;
        let offset = u64::from(parameter.payload);
        let Some(bytes) =
            self.area.get(parameter.payload as usize..).and_then(|tail| tail.get(..schema.size))
        else {
            let message = format!(
                "found the content of a {} at offset {offset:#x}, which needs {size} bytes; the root signature has {:#x}",
                parameter.parameter_type,
                self.area.len()
            );
            self.reader
                .report(&rules::PAYLOAD, at, message)
                .help("set the offset to the content, counted from the start of the root signature");
            return Payload::Missing;
        };
        if self.reader.spend(size).is_err() {
            return Payload::Missing;
        }
        let start = self.place.start + offset;
        let name = self.place.node.item("payloads", index);
        let node = self.reader.node(name, start, start + size, NodeKind::Record(schema));
        self.pieces.take(start, start + size);
        match parameter.parameter_type {
            ParameterType::CONSTANTS => Constants::decode(bytes).map_or(Payload::Missing, Payload::Constants),
            ParameterType::TABLE => match Table::decode(bytes) {
                Some(table) => self.table(index, table, node, start, wide),
                None => Payload::Missing,
            },
            _ => {
                let flags = Descriptor12::decode(bytes).filter(|_| wide).map(|wide| wide.flags);
                Descriptor::decode(bytes).map_or(Payload::Missing, |base| Payload::Descriptor(base, flags))
            }
        }
    }

    fn table(&mut self, index: u32, table: Table, node: NodeId, at: u64, wide: bool) -> Payload<'a> {
        let schema = if wide { Range24::SCHEMA } else { Range::SCHEMA };
        let end = u64::from(table.ranges) + u64::from(table.count) * schema.size as u64;
        let have = self.area.len() as u64;
        if end > have {
            let path = format!("{}.payloads[{index}]", self.place.path);
            let field = if u64::from(table.ranges) > have { Table::ranges } else { Table::count };
            let start = at + field.offset as u64;
            let location = self.reader.location(start, start + 4, format!("{path}.{}", field.name));
            let message = format!(
                "found {} ranges at {:#x}, which end at {end:#x}; the root signature has {have:#x} bytes",
                table.count, table.ranges
            );
            self.reader
                .report(&rules::RANGES, location, message)
                .note(format!("a range of this version has {} bytes", schema.size))
                .help("fix the number of ranges or their offset");
        }
        let name = self.place.node.item("ranges", index);
        let Some((bytes, ranges, _)) = self.run(name, table.ranges, table.count, schema) else {
            return Payload::Table(table, Ranges::default());
        };
        let base = self.header;
        self.reader.link(node, &Table::count, LinkKind::Count { of: ranges });
        let offset = LinkKind::Offset { target: ranges, base, unit: 1 };
        self.reader.link(node, &Table::ranges, offset);
        let start = self.reader.absolute(self.place.start + u64::from(table.ranges));
        let rows = Rows::new(bytes, start, schema.size as u64);
        Payload::Table(table, Ranges { rows, wide })
    }

    fn samplers(&mut self, signature: &mut RootSignature<'a>) {
        let header = signature.header;
        let wide = header.version == Version::V1_2;
        let schema = if wide { Sampler56::SCHEMA } else { Sampler::SCHEMA };
        self.missing(
            "static samplers",
            schema.size,
            (header.sampler_count, Header::sampler_count),
            (header.samplers, Header::samplers),
        );
        let name = self.place.node.name("samplers");
        let found = self.run(name, header.samplers, header.sampler_count, schema);
        let Some((bytes, node, _)) = found else { return };
        let base = self.header;
        self.reader.link(base, &Header::sampler_count, LinkKind::Count { of: node });
        let offset = LinkKind::Offset { target: node, base, unit: 1 };
        self.reader.link(base, &Header::samplers, offset);
        let start = self.reader.absolute(self.place.start + u64::from(header.samplers));
        signature.samplers = Rows::new(bytes, start, schema.size as u64);
    }
}

/// Descriptor offsets of a table's ranges: the first, `None` if the range follows an unbounded one; and one past the
/// last, `None` if unbounded.
pub fn table_places(ranges: &Ranges<'_>) -> Vec<(Option<u64>, Option<u64>)> {
    let mut next = Some(0);
    let places = ranges.iter().map(|range| {
        let first = match range.offset {
            TableOffset::APPEND => next,
            offset => Some(offset.0.into()),
        };
        let count = (range.count != raw::Count::UNBOUNDED).then_some(u64::from(range.count.0));
        let end = first.zip(count).map(|(first, count)| first + count);
        next = end;
        (first, end)
    });
    places.collect()
}
